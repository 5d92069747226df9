// C = alpha * A * B + beta * C in FP32; square row-major matrices, n a multiple of 128.
//
// A workgroup of 128 threads owns a 128x128 block of C and walks k in steps of 8. Each of its four waves owns
// a 64x64 quarter, each lane 16 rows by 8 columns, kept as 4x2 patches of 4x4 so that every operand of
// the inner product comes from LDS as one 16-byte load. While a step is computed from LDS, the next one is already on its
// way from global memory into registers. A stands transposed in LDS, padded so that a wave's transposing store
// touches 32 different banks.
#include "hip_device.h"

constexpr int BLOCK_M = 128;
constexpr int BLOCK_N = 128;
constexpr int BLOCK_K = 8;
constexpr int THREADS = 128;
constexpr int PAD = 4;

constexpr int PATCH = 4;           // rows and columns of a patch
constexpr int PATCHES_M = 4;       // a lane's patches down
constexpr int PATCHES_N = 2;       // a lane's patches across
constexpr int WAVE_TILE = 64;      // a wave's tile is WAVE_TILE x WAVE_TILE
constexpr int LANES_N = 8;         // lanes of a wave across its tile, 4 down
constexpr int STEP_M = WAVE_TILE / PATCHES_M;
constexpr int STEP_N = WAVE_TILE / PATCHES_N;

constexpr int A_LOADS = BLOCK_M * BLOCK_K / THREADS;
constexpr int B_LOADS = BLOCK_N * BLOCK_K / THREADS;
constexpr int A_ROW_STRIDE = THREADS / BLOCK_K;

extern "C" __global__ void __launch_bounds__(THREADS)
sgemm(const float *__restrict__ a, const float *__restrict__ b, float *__restrict__ c, int n, float alpha, float beta) {
    __shared__ __attribute__((aligned(16))) float a_tile[BLOCK_K][BLOCK_M + PAD];
    __shared__ __attribute__((aligned(16))) float b_tile[BLOCK_K][BLOCK_N];

    const int thread = threadIdx.x;
    const int wave = thread / 32;
    const int lane = thread % 32;
    const int row_in_block = (wave / 2) * WAVE_TILE + (lane / LANES_N) * PATCH;
    const int column_in_block = (wave % 2) * WAVE_TILE + (lane % LANES_N) * PATCH;
    const int block_row = blockIdx.y * BLOCK_M;
    const int block_column = blockIdx.x * BLOCK_N;

    const int a_k = thread % BLOCK_K;
    const int a_row = thread / BLOCK_K;

    float acc[PATCHES_M * PATCH][PATCHES_N * PATCH] = {};
    float a_next[A_LOADS];
    float b_next[B_LOADS];

    // Each lane's offsets stay put while the uniform base pointers advance by a step of k.
    unsigned a_offset[A_LOADS];
    unsigned b_offset[B_LOADS];
    for (int i = 0; i < A_LOADS; ++i) {
        a_offset[i] = (block_row + a_row + i * A_ROW_STRIDE) * n + a_k;
        a_tile[a_k][a_row + i * A_ROW_STRIDE] = a[a_offset[i]];
    }
    for (int i = 0; i < B_LOADS; ++i) {
        b_offset[i] = i * n + block_column + thread;
        b_tile[i][thread] = b[b_offset[i]];
    }
    __syncthreads();

    for (int k0 = 0; k0 < n; k0 += BLOCK_K) {
        const int k_next = k0 + BLOCK_K;
        if (k_next < n) {
            a += BLOCK_K;
            b += BLOCK_K * n;
            for (int i = 0; i < A_LOADS; ++i) {
                a_next[i] = a[a_offset[i]];
            }
            for (int i = 0; i < B_LOADS; ++i) {
                b_next[i] = b[b_offset[i]];
            }
        }

#pragma clang loop unroll(disable)
        for (int k = 0; k < BLOCK_K; ++k) {
            float4_t a_frag[PATCHES_M];
            float4_t b_frag[PATCHES_N];
            for (int p = 0; p < PATCHES_N; ++p) {
                b_frag[p] = *(const float4_t *)&b_tile[k][column_in_block + p * STEP_N];
            }
            for (int p = 0; p < PATCHES_M; ++p) {
                a_frag[p] = *(const float4_t *)&a_tile[k][row_in_block + p * STEP_M];
            }
            for (int i = 0; i < PATCHES_M * PATCH; ++i) {
                for (int j = 0; j < PATCHES_N * PATCH; ++j) {
                    acc[i][j] = fma_f32(a_frag[i / PATCH][i % PATCH], b_frag[j / PATCH][j % PATCH], acc[i][j]);
                }
            }
        }

        if (k_next < n) {
            __syncthreads();
            for (int i = 0; i < A_LOADS; ++i) {
                a_tile[a_k][a_row + i * A_ROW_STRIDE] = a_next[i];
            }
            for (int i = 0; i < B_LOADS; ++i) {
                b_tile[i][thread] = b_next[i];
            }
            __syncthreads();
        }
    }

    for (int i = 0; i < PATCHES_M * PATCH; ++i) {
        const int row = block_row + row_in_block + (i / PATCH) * STEP_M + i % PATCH;
        for (int p = 0; p < PATCHES_N; ++p) {
            float4_t *out = (float4_t *)&c[row * n + block_column + column_in_block + p * STEP_N];
            float4_t sum;
            for (int j = 0; j < PATCH; ++j) {
                sum[j] = acc[i][p * PATCH + j];
            }
            *out = alpha * sum + beta * *out;
        }
    }
}
