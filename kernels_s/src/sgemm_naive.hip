// C = alpha * A * B + beta * C in FP32, one thread per element of C, every operand straight from global memory.
#include "hip_device.h"

constexpr int TILE = 16;

extern "C" __global__ void __launch_bounds__(TILE * TILE)
sgemm_naive(const float *__restrict__ a, const float *__restrict__ b, float *__restrict__ c, int n, float alpha,
            float beta) {
    const int column = blockIdx.x * TILE + threadIdx.x;
    const int row = blockIdx.y * TILE + threadIdx.y;
    if (row >= n || column >= n) {
        return;
    }
    float sum = 0.0f;
    for (int k = 0; k < n; ++k) {
        sum = fma_f32(a[row * n + k], b[k * n + column], sum);
    }
    c[row * n + column] = alpha * sum + beta * c[row * n + column];
}
