// Several devices: each with variables, memory and streams of its own.
#include <hip/hip_runtime.h>

#include <cstdio>
#include <cstring>

static int wrong = 0;
#define CHECK(condition) \
    do { \
        if (!(condition)) { printf("wrong: line %d: %s\n", __LINE__, #condition); wrong = 1; } \
    } while (0)

__device__ int counter;
__global__ void count(int *seen) { *seen = atomicAdd(&counter, 1); }

int main() {
    int n, device, *seen[2], value, yes;
    char bus[2][16];
    hipStream_t stream[2];
    hipDeviceProp_t properties[2];
    CHECK(!hipGetDeviceCount(&n) && n == 2);
    CHECK(hipSetDevice(2) == hipErrorInvalidDevice && !hipGetDevice(&device) && device == 0);
    for (int k = 0; k < 2; k++) {
        size_t before, after, total;
        CHECK(!hipSetDevice(k) && !hipMemGetInfo(&before, &total));
        CHECK(!hipMalloc((void **)&seen[k], sizeof(int)) && !hipMemGetInfo(&after, &total));
        CHECK(before == total && after == total - sizeof(int));
        CHECK(!hipStreamCreate(&stream[k]));
        CHECK(!hipGetDeviceProperties(&properties[k], k) && properties[k].pciBusID == 1 + k);
        CHECK(!hipDeviceGetPCIBusId(bus[k], sizeof bus[k], k) && !hipDeviceGetByPCIBusId(&device, bus[k]) && device == k);
        hipPointerAttribute_t attributes;
        CHECK(!hipPointerGetAttributes(&attributes, seen[k]) && attributes.device == k);
    }
    CHECK(!strcmp(properties[0].name, properties[1].name) && strcmp(bus[0], bus[1]));
    // A stream's kernels run on its device, whatever the thread's is.
    for (int k = 0; k < 5; k++) count<<<1, 1, 0, stream[k & 1]>>>(seen[k & 1]);
    CHECK(!hipMemcpyPeer(seen[0], 0, seen[1], 1, sizeof(int)));
    CHECK(!hipMemcpy(&value, seen[0], sizeof value, hipMemcpyDeviceToHost) && value == 1);
    for (int k = 0; k < 2; k++) {
        CHECK(!hipSetDevice(k) && !hipMemcpyFromSymbol(&value, HIP_SYMBOL(counter), sizeof value) && value == 3 - k);
        CHECK(!hipDeviceCanAccessPeer(&yes, k, 1 - k) && yes && !hipDeviceCanAccessPeer(&yes, k, k) && !yes);
        CHECK(hipDeviceDisablePeerAccess(1 - k) == hipErrorPeerAccessNotEnabled);
        CHECK(!hipDeviceEnablePeerAccess(1 - k, 0));
        CHECK(hipDeviceEnablePeerAccess(1 - k, 0) == hipErrorPeerAccessAlreadyEnabled);
        CHECK(!hipDeviceDisablePeerAccess(1 - k) && hipDeviceEnablePeerAccess(k, 0) == hipErrorInvalidDevice);
    }
    hipCtx_t context;
    CHECK(!hipDevicePrimaryCtxRetain(&context, 0) && !hipCtxPushCurrent(context));
    CHECK(!hipGetDevice(&device) && device == 0);
    CHECK(!hipCtxPopCurrent(&context) && !hipGetDevice(&device) && device == 1);
    if (!wrong) printf("all well\n");
    return wrong;
}
