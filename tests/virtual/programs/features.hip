// Each part of the runtime once; prints a line for each, and what is wrong.
#include <hip/hip_runtime.h>

#include <cstdio>
#include <cstring>
#include <vector>

static int wrong = 0;
#define CHECK(name, condition)                                       \
    do {                                                             \
        if (!(condition)) { printf("wrong: %s: %s\n", name, #condition); wrong = 1; } \
    } while (0)
#define HIP(call)                                                                                              \
    do {                                                                                                       \
        hipError_t error = call;                                                                               \
        if (error != hipSuccess) { printf("wrong: %s: %s\n", #call, hipGetErrorName(error)); wrong = 1; } \
    } while (0)

__device__ int counter;
__constant__ float factors[4] = {1, 2, 4, 8};
__managed__ int shared_value = 7;

__global__ void scale(float *x, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        x[i] = x[i] * factors[i & 3];
        atomicAdd(&counter, 1);
    }
}
__global__ void reverse(int *x) {
    extern __shared__ int tile[];
    tile[threadIdx.x] = x[threadIdx.x];
    __builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup");  // what __syncthreads is, in headers old and new
    __builtin_amdgcn_s_barrier();
    __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup");
    x[threadIdx.x] = tile[blockDim.x - 1 - threadIdx.x] + shared_value;
}
__global__ void say(double d, const char *) {
    if (threadIdx.x == 0) printf("device %d%% %5.2f %s|%-4x|%c %*d\n", (int)blockIdx.x, d, "text", 255, 'z', 4, 42);
}
struct Shape {
    __device__ virtual int sides() { return 0; }
};
struct Square : Shape {
    __device__ int sides() override { return 4; }
};
__device__ __attribute__((noinline)) int twice(int x) { return 2 * x + counter * 0; }
__global__ void calls(int *out, int which) {
    int (*f)(int) = which ? twice : nullptr;
    out[threadIdx.x] = f ? f(threadIdx.x) : -1;
}
__global__ void add_one(int *x) { x[threadIdx.x] += 1; }
__global__ void meet(int *arrived) {  // each workgroup waits for all, with no promise that they run together
    if (threadIdx.x == 0) {
        atomicAdd(arrived, 1);
        while (__atomic_load_n(arrived, __ATOMIC_ACQUIRE) < (int)gridDim.x) __builtin_amdgcn_s_sleep(1);
    }
}// As the device libraries make a grid wait, through what the runtime passes beside the arguments (hidden_multigrid_sync_arg).
__global__ void meet_by_counter(int *arrived) {
    struct Info {
        long unused[4];
        unsigned counter, other, workgroups;
    } *info = ((Info **)__builtin_amdgcn_implicitarg_ptr())[11];
    if (threadIdx.x) return;
    atomicAdd(arrived, 1);
    unsigned before = __hip_atomic_fetch_add(&info->counter, 1, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
    if ((before & 0xffff) == info->workgroups - 1)
        __hip_atomic_fetch_add(&info->counter, 0x10000 - info->workgroups, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
    else
        while (__hip_atomic_load(&info->counter, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT) >> 16 == before >> 16)
            __builtin_amdgcn_s_sleep(1);
    if (__hip_atomic_load(arrived, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT) != (int)gridDim.x) *arrived = -1000;
}
// As old device libraries make a grid wait, by global wave sync: the data is the number of waves less one.
__global__ void meet_by_resource(int *arrived) {
    for (int round = 1; round < 4; round++) {
        if (threadIdx.x == 0) atomicAdd(arrived, 1);
        __builtin_amdgcn_s_barrier();
        if (threadIdx.x < 32) __builtin_amdgcn_ds_gws_barrier(gridDim.x - 1, 0);
        __builtin_amdgcn_s_barrier();
        if (__hip_atomic_load(arrived, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT) < (int)gridDim.x * round) *arrived = -1000;
    }
}
__global__ void allocates(int **own) {  // blocks too large for the slabs of the device libraries
    own[threadIdx.x] = (int *)malloc(4000 + 4 * threadIdx.x);
    own[threadIdx.x][999 + threadIdx.x] = threadIdx.x;
}
__global__ void frees(int **own, int *sum) {
    atomicAdd(sum, own[threadIdx.x][999 + threadIdx.x]);
    free(own[threadIdx.x]);
}

static void own_memory() {
    int **own, *sum;
    HIP(hipMalloc((void **)&own, 64 * sizeof *own));
    HIP(hipMallocManaged((void **)&sum, sizeof *sum));
    *sum = 0;
    for (int k = 0; k < 2; k++) {
        allocates<<<1, 64>>>(own);
        frees<<<1, 64>>>(own, sum);
    }
    HIP(hipDeviceSynchronize());
    CHECK("allocation", *sum == 2 * 63 * 32);
    HIP(hipFree(own));
    HIP(hipFree(sum));
}
static void graphs() {
    int *x, host[32] = {};
    HIP(hipMalloc((void **)&x, sizeof host));
    hipStream_t stream;
    HIP(hipStreamCreate(&stream));
    hipGraph_t graph;
    hipGraphExec_t instance;
    HIP(hipStreamBeginCapture(stream, hipStreamCaptureModeGlobal));
    HIP(hipMemcpyAsync(x, host, sizeof host, hipMemcpyHostToDevice, stream));
    add_one<<<1, 32, 0, stream>>>(x);
    add_one<<<1, 32, 0, stream>>>(x);
    HIP(hipMemcpyAsync(host, x, sizeof host, hipMemcpyDeviceToHost, stream));
    HIP(hipStreamEndCapture(stream, &graph));
    CHECK("capture", host[5] == 0);
    HIP(hipGraphInstantiate(&instance, graph, nullptr, nullptr, 0));
    HIP(hipGraphLaunch(instance, stream));
    HIP(hipGraphLaunch(instance, stream));
    HIP(hipStreamSynchronize(stream));
    CHECK("graph", host[5] == 4);
    hipGraph_t other;
    hipGraphNode_t node, problem;
    hipGraphExecUpdateResult outcome;
    HIP(hipGraphCreate(&other, 0));
    HIP(hipGraphAddEmptyNode(&node, other, nullptr, 0));
    CHECK("another graph", hipGraphExecUpdate(instance, other, &problem, &outcome) == hipErrorGraphExecUpdateFailure);
    CHECK("why", hipGetLastError() != hipSuccess && outcome == hipGraphExecUpdateErrorTopologyChanged);
    HIP(hipGraphExecUpdate(instance, graph, &problem, &outcome));
    HIP(hipGraphDestroy(other));
    HIP(hipGraphExecDestroy(instance));
    HIP(hipGraphDestroy(graph));
    HIP(hipStreamDestroy(stream));
    HIP(hipFree(x));
}
static void memory() {
    void *p = nullptr;
    size_t pitch;
    HIP(hipMallocPitch(&p, &pitch, 100, 10));
    CHECK("pitch", pitch >= 100);
    std::vector<char> from(1000), to(1000);
    for (int i = 0; i < 1000; i++) from[i] = (char)i;
    HIP(hipMemcpy2D(p, pitch, from.data(), 100, 100, 10, hipMemcpyHostToDevice));
    HIP(hipMemset2D(p, pitch, 9, 100, 1));
    HIP(hipMemcpy2D(to.data(), 100, p, pitch, 100, 10, hipMemcpyDeviceToHost));
    CHECK("2D", to[99] == 9 && to[100] == from[100] && to[999] == from[999]);
    hipPointerAttribute_t attributes;
    HIP(hipPointerGetAttributes(&attributes, (char *)p + 50));
    CHECK("attributes", attributes.devicePointer == (char *)p + 50 && attributes.hostPointer == nullptr);
    CHECK("too much", hipMemcpy(p, from.data(), pitch * 10 + 1, hipMemcpyHostToDevice) == hipErrorInvalidValue);
    CHECK("last error", hipGetLastError() == hipErrorInvalidValue && hipGetLastError() == hipSuccess);
    hipPitchedPtr box;
    HIP(hipMalloc3D(&box, make_hipExtent(20, 5, 6)));
    HIP(hipMemset3D(box, 3, make_hipExtent(20, 5, 6)));
    hipMemcpy3DParms part = {};
    part.srcPtr = make_hipPitchedPtr(from.data(), 10, 10, 4);  // 3 slices of 4 rows of 10 bytes
    part.dstPtr = box;
    part.dstPos = make_hipPos(2, 1, 3);
    part.extent = make_hipExtent(10, 4, 3);
    part.kind = hipMemcpyHostToDevice;
    HIP(hipMemcpy3D(&part));
    hipMemcpy3DParms whole = {};
    whole.srcPtr = box;
    whole.dstPtr = make_hipPitchedPtr(to.data(), 20, 20, 5);
    whole.extent = make_hipExtent(20, 5, 6);
    whole.kind = hipMemcpyDeviceToHost;
    HIP(hipMemcpy3D(&whole));
    bool right = true;
    for (int k = 0; k < 20 * 5 * 6; k++) {
        int x = k % 20 - 2, y = k / 20 % 5 - 1, z = k / 100 - 3;
        right &= to[k] == (x >= 0 && x < 10 && y >= 0 && z >= 0 ? from[(z * 4 + y) * 10 + x] : 3);
    }
    CHECK("3D", right);
    HIP(hipFree(box.ptr));
    HIP(hipFree(p));
    CHECK("freed twice", hipFree(p) == hipErrorInvalidValue);
}
int main() {
    int n = 1000, count;
    std::vector<float> host(n, 1.0f);
    float *x, ms = 0;
    HIP(hipMalloc((void **)&x, n * sizeof(float)));
    hipEvent_t from, to;
    HIP(hipEventCreate(&from));
    HIP(hipEventCreate(&to));
    HIP(hipMemcpy(x, host.data(), n * sizeof(float), hipMemcpyHostToDevice));
    HIP(hipEventRecord(from, nullptr));
    scale<<<4, 256>>>(x, n);
    HIP(hipEventRecord(to, nullptr));
    HIP(hipEventSynchronize(to));
    HIP(hipEventElapsedTime(&ms, from, to));
    CHECK("time", ms > 0);
    HIP(hipMemcpy(host.data(), x, n * sizeof(float), hipMemcpyDeviceToHost));
    HIP(hipMemcpyFromSymbol(&count, HIP_SYMBOL(counter), sizeof count));
    CHECK("scale", host[3] == 8 && host[999] == 8 && host[996] == 1 && count == n);

    float others[4] = {5, 5, 5, 5};
    HIP(hipMemcpyToSymbol(HIP_SYMBOL(factors), others, sizeof others));
    scale<<<4, 256>>>(x, n);
    HIP(hipMemcpy(host.data(), x, n * sizeof(float), hipMemcpyDeviceToHost));
    CHECK("symbol", host[3] == 40);

    int *ints;
    HIP(hipMallocManaged((void **)&ints, 64 * sizeof(int)));
    for (int i = 0; i < 64; i++) ints[i] = i;
    shared_value = 100;
    reverse<<<1, 64, 64 * sizeof(int)>>>(ints);
    HIP(hipDeviceSynchronize());
    CHECK("managed", ints[0] == 163 && ints[63] == 100);
    calls<<<1, 32>>>(ints, 1);
    HIP(hipDeviceSynchronize());
    CHECK("calls", ints[31] == 62);

    ints[0] = 0;
    meet<<<200, 32>>>(ints);
    HIP(hipDeviceSynchronize());
    CHECK("meeting", ints[0] == 200);
    ints[0] = 0;
    void *arguments[] = {&ints};
    HIP(hipLaunchCooperativeKernel((const void *)meet, dim3(40), dim3(32), arguments, 0, nullptr));
    CHECK("meeting together", ints[0] == 40);
    ints[0] = 0;
    HIP(hipLaunchCooperativeKernel((const void *)meet_by_counter, dim3(5), dim3(64), arguments, 0, nullptr));
    CHECK("grid", ints[0] == 5);
    ints[0] = 0;
    HIP(hipLaunchCooperativeKernel((const void *)meet_by_resource, dim3(7), dim3(64), arguments, 0, nullptr));
    CHECK("grid by global wave sync", ints[0] == 21);

    int blocks = 0;
    HIP(hipOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, scale, 256, 0));
    CHECK("occupancy", blocks > 0);
    reverse<<<1, 64, 100000>>>(ints);
    CHECK("LDS", hipGetLastError() == hipErrorInvalidValue);
    scale<<<1, 2048>>>(x, n);
    CHECK("block", hipGetLastError() == hipErrorInvalidConfiguration);
    CHECK("error", !strcmp(hipGetErrorString(hipErrorOutOfMemory), "out of memory"));
    memory();
    own_memory();
    graphs();
    say<<<2, 32>>>(1.5, nullptr);
    HIP(hipDeviceSynchronize());
    hipMipmappedArray_t levels;
    hipChannelFormatDesc format = {};
    CHECK("mipmaps", hipMallocMipmappedArray(&levels, &format, make_hipExtent(8, 8, 0), 2, 0) == hipErrorNotSupported);
    if (!wrong) printf("all well\n");
    return wrong;
}
