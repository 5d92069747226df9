// What checks cost: a kernel that streams through memory, one that gathers, and one that works in LDS.
#include <hip/hip_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

static __device__ void barrier() {
    __builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup");
    __builtin_amdgcn_s_barrier();
    __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup");
}
__global__ void stream(const float *a, float *b, float f) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    b[i] = f * a[i] + b[i];
}
__global__ void gather(const int *at, const float *a, float *b) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    b[i] = a[at[i]];
}
__global__ void product(const float *a, const float *b, float *c, int n) {
    __shared__ float as[16][16], bs[16][16];
    int x = threadIdx.x, y = threadIdx.y, row = blockIdx.y * 16 + y, column = blockIdx.x * 16 + x;
    float sum = 0;
    for (int step = 0; step < n; step += 16) {
        as[y][x] = a[row * n + step + x];
        bs[y][x] = b[(step + y) * n + column];
        barrier();
        for (int k = 0; k < 16; k++) sum += as[y][k] * bs[k][x];
        barrier();
    }
    c[row * n + column] = sum;
}
int main(int, char **arguments) {
    const int n = 1 << 20;
    const char *what = arguments[1];
    int rounds = atoi(arguments[2]);
    std::vector<int> at(n);
    for (int k = 0; k < n; k++) at[k] = (int)((k * 2654435761u) % n);
    int *places;
    float *a, *b, *c;
    (void)hipMalloc((void **)&places, n * 4);
    (void)hipMalloc((void **)&a, n * 4);
    (void)hipMalloc((void **)&b, n * 4);
    (void)hipMalloc((void **)&c, n * 4);
    (void)hipMemcpy(places, at.data(), n * 4, hipMemcpyHostToDevice);
    for (float *p : {a, b, c}) (void)hipMemset(p, 0, n * 4);
    for (int k = 0; k < rounds; k++) {
        if (!strcmp(what, "stream")) stream<<<n / 256, 256>>>(a, b, 2);
        if (!strcmp(what, "gather")) gather<<<n / 256, 256>>>(places, a, b);
        if (!strcmp(what, "product")) product<<<dim3(32, 32), dim3(16, 16)>>>(a, b, c, 512);
    }
    printf("%s\n", hipGetErrorName(hipDeviceSynchronize()));
    return 0;
}
