// A fault for each argument, and programs that look alike without one: what `isaopt run --check` must find, or not.
#include <hip/hip_runtime.h>

#include <cstdio>
#include <cstring>
#include <vector>

static __device__ void barrier() {  // what __syncthreads is, in headers old and new
    __builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup");
    __builtin_amdgcn_s_barrier();
    __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup");
}
__global__ void add(const int *a, int *b, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) b[i] = a[i] + 1;
}
__global__ void past_end(int *a, int n) { a[blockIdx.x * blockDim.x + threadIdx.x] = n; }
__global__ void past_lds(int *a, int n) {
    extern __shared__ int shared[];
    shared[threadIdx.x * n] = n;
    barrier();
    a[threadIdx.x] = shared[threadIdx.x];
}
__global__ void copy(const int *a, int *b) { b[threadIdx.x] = a[threadIdx.x]; }
__global__ void choose(const int *a, int *b) {
    if (a[threadIdx.x & 1] > 0) b[threadIdx.x] = 7;
}
__global__ void count(unsigned *a) { atomicAdd(a + (threadIdx.x & 3), 1u); }
__global__ void turn(const int *a, int *b, int synchronised) {
    __shared__ int shared[128];
    shared[threadIdx.x] = a[threadIdx.x];
    if (synchronised) barrier();
    b[threadIdx.x] = shared[127 - threadIdx.x];
}
__global__ void meet(int *a, int apart) { a[blockIdx.x * apart] = blockIdx.x; }
__global__ void last_block(const int *a, unsigned *ticket, int *parts, int *out, int fenced) {
    __shared__ int last;
    if (threadIdx.x == 0) {
        parts[blockIdx.x] = a[blockIdx.x] + blockIdx.x + 1;
        if (fenced) {
            __atomic_thread_fence(__ATOMIC_SEQ_CST);
            last = atomicAdd(ticket, 1u) == gridDim.x - 1;
        } else
            last = blockIdx.x == gridDim.x - 1;
    }
    barrier();
    if (last && threadIdx.x == 0) {
        if (fenced) __atomic_thread_fence(__ATOMIC_SEQ_CST);
        int sum = 0;
        for (unsigned k = 0; k < gridDim.x; k++) sum += parts[k];
        *out = sum;
    }
}
__global__ void half_meets(int *a, int limit) {
    __shared__ int shared[64];
    shared[threadIdx.x] = a[threadIdx.x];
    if ((int)threadIdx.x < limit) {
        barrier();
        shared[threadIdx.x] += 1;
    }
    a[threadIdx.x] = shared[threadIdx.x];
}
__global__ void leaves_early(int *a, int limit) {
    __shared__ int shared[64];
    if ((int)threadIdx.x >= limit) return;
    shared[threadIdx.x] = a[threadIdx.x];
    barrier();
    a[threadIdx.x] = shared[limit - 1 - threadIdx.x];
}
__global__ void no_wait(const int *a, int *b) {
    int x;
    const int *p = a + threadIdx.x;
    asm volatile("s_waitcnt vmcnt(0)\n\tglobal_load_b32 %0, %1, off\n\tv_add_nc_u32_e32 %0, 1, %0\n\ts_waitcnt vmcnt(0)"
                 : "=&v"(x) : "v"(p));
    b[threadIdx.x] = x;
}
__global__ void no_store_wait(const int *a, int *b) {
    int *p = b + threadIdx.x, x = a[threadIdx.x];
    asm volatile("global_store_b32 %0, %1, off\n\ts_barrier" ::"v"(p), "v"(x) : "memory");
    b[128 + threadIdx.x] = b[127 - threadIdx.x];
}

static int *device(size_t n, bool written) {
    int *p;
    (void)hipMalloc((void **)&p, n * sizeof(int));
    if (written) (void)hipMemset(p, 1, n * sizeof(int));
    return p;
}
int main(int, char **arguments) {
    const char *what = arguments[1];
    auto is = [what](const char *name) { return !strcmp(what, name); };
    int *a = device(256, true), *b = device(256, true), *fresh = device(256, false);
    std::vector<int> host(256);
    if (is("clean")) {
        add<<<4, 64>>>(a, fresh, 256);
        past_end<<<4, 64>>>(a, 3);
        past_lds<<<1, 64, 64 * sizeof(int)>>>(a, 1);
        turn<<<2, 128>>>(a, b, 1);
        meet<<<4, 1>>>(b, 1);
        meet<<<4, 1>>>(b, 1);
        (void)hipMemset(b, 0, 1024);
        last_block<<<4, 64>>>(a, (unsigned *)b, b + 64, b + 128, 1);
        half_meets<<<1, 64>>>(a, 64);
        leaves_early<<<1, 64>>>(a, 40);
        int *unused = device(256, false), *two = device(256, false);  // copied about, and never looked at
        copy<<<1, 64>>>(unused, two);
        (void)hipMemcpy(fresh, two, 512, hipMemcpyDeviceToDevice);
        (void)hipFree(unused);
    }
    if (is("past-end")) past_end<<<5, 64>>>(a, 3);
    if (is("freed")) {
        (void)hipFree(a);
        add<<<4, 64>>>(a, b, 256);
    }
    if (is("host-pointer")) add<<<4, 64>>>(host.data(), b, 256);
    if (is("lds")) past_lds<<<1, 64, 64 * sizeof(int)>>>(a, 2);
    if (is("unwritten")) add<<<4, 64>>>(fresh, b, 256);
    if (is("unwritten-copied")) {
        copy<<<1, 256>>>(fresh, a);
        (void)hipMemcpy(b, a, 1024, hipMemcpyDeviceToDevice);
        choose<<<1, 32>>>(b, a);
    }
    if (is("unwritten-atomic")) count<<<1, 32>>>((unsigned *)fresh);
    if (is("race-lds")) turn<<<1, 128>>>(a, b, 0);
    if (is("race-global")) meet<<<4, 1>>>(b, 0);
    if (is("race-fence")) last_block<<<4, 64>>>(a, (unsigned *)b, b + 64, b + 128, 0);
    if (is("half-wave")) half_meets<<<1, 64>>>(a, 40);
    if (is("one-wave")) half_meets<<<1, 64>>>(a, 32);
    if (is("no-wait")) no_wait<<<1, 32>>>(a, b);
    if (is("no-store-wait")) no_store_wait<<<1, 128>>>(a, b);
    hipError_t error = hipDeviceSynchronize();
    if (!error) error = hipGetLastError();
    (void)hipMemcpy(host.data(), b, 1024, hipMemcpyDeviceToHost);
    printf("%s\n", hipGetErrorName(error));
    return 0;
}
