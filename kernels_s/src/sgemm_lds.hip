// C = alpha * A * B + beta * C in FP32, n a multiple of 32: a 32x32 block of C per workgroup of 8x32 threads,
// both operands tiled through LDS, four rows of C per thread.
#include "hip_device.h"

constexpr int TILE = 32;
constexpr int ROWS = 4;  // rows of C per thread

extern "C" __global__ void __launch_bounds__(TILE * TILE / ROWS)
sgemm_lds(const float *__restrict__ a, const float *__restrict__ b, float *__restrict__ c, int n, float alpha,
          float beta) {
    __shared__ float a_tile[TILE][TILE];
    __shared__ float b_tile[TILE][TILE];

    const int tx = threadIdx.x;
    const int ty = threadIdx.y;
    const int row = blockIdx.y * TILE + ty * ROWS;
    const int column = blockIdx.x * TILE + tx;

    float acc[ROWS] = {};
    for (int k0 = 0; k0 < n; k0 += TILE) {
        for (int i = 0; i < ROWS; ++i) {
            a_tile[ty * ROWS + i][tx] = a[(row + i) * n + k0 + tx];
            b_tile[ty * ROWS + i][tx] = b[(k0 + ty * ROWS + i) * n + column];
        }
        __syncthreads();
#pragma unroll
        for (int k = 0; k < TILE; ++k) {
            const float right = b_tile[k][tx];
            for (int i = 0; i < ROWS; ++i) {
                acc[i] = fma_f32(a_tile[ty * ROWS + i][k], right, acc[i]);
            }
        }
        __syncthreads();
    }
    for (int i = 0; i < ROWS; ++i) {
        float *out = &c[(row + i) * n + column];
        *out = alpha * acc[i] + beta * *out;
    }
}
