// A product of matrices in tiles, which the passes have something to do with.
#include <hip/hip_runtime.h>

#include <cstdio>

__device__ int launches;
static __device__ void barrier() {  // what __syncthreads is, in headers old and new
    __builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup");
    __builtin_amdgcn_s_barrier();
    __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup");
}
__global__ void tile(const float *a, const float *b, float *c, int n) {
    __shared__ float as[8][8], bs[8][8];
    int x = threadIdx.x, y = threadIdx.y, row = blockIdx.y * 8 + y, column = blockIdx.x * 8 + x;
    float sum = 0;
    for (int step = 0; step < n; step += 8) {
        as[y][x] = a[row * n + step + x];
        bs[y][x] = b[(step + y) * n + column];
        barrier();
        for (int k = 0; k < 8; k++) sum += as[y][k] * bs[k][x];
        barrier();
    }
    c[row * n + column] = sum;
    if (row + column == 0) launches++;
}
__global__ void other(const float *a, const float *b, float *c, int n) { c[n + 5] = a[0] + b[0]; }

int main(int arguments, char **) {
    const int n = 32;
    float *a, *b, *c;
    (void)hipMallocManaged((void **)&a, n * n * sizeof(float));
    (void)hipMallocManaged((void **)&b, n * n * sizeof(float));
    (void)hipMallocManaged((void **)&c, n * n * sizeof(float));
    for (int k = 0; k < n * n; k++) {
        a[k] = (float)(k % 7);
        b[k] = (float)(k % 5);
        c[k] = -1;
    }
    hipEvent_t from, to;
    (void)hipEventCreate(&from);
    (void)hipEventCreate(&to);
    for (int k = 0; k < 2; k++) {
        (void)hipEventRecord(from, nullptr);
        tile<<<dim3(4, 4), dim3(8, 8)>>>(a, b, c, n);
        (void)hipEventRecord(to, nullptr);
    }
    float ms = 0;
    (void)hipEventElapsedTime(&ms, from, to);
    (void)hipDeviceSynchronize();
    int wrong = 0, count = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            float sum = 0;
            for (int k = 0; k < n; k++) sum += a[i * n + k] * b[k * n + j];
            wrong += c[i * n + j] != sum;
        }
    (void)hipMemcpyFromSymbol(&count, HIP_SYMBOL(launches), sizeof count);
    printf("%d wrong, %d launches\n", wrong, count);
    if (arguments > 1) printf("the last took %f us\n", 1000 * ms);
    return wrong != 0;
}
