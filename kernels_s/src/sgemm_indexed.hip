// C = A * B in FP32; square row-major matrices, n a multiple of 128. For the validation of the simulator.
//
// It stands in for kernel 5 of seb-v, "Deep dive into matrix optimization on AMD GPUs": 128 threads own a 128x128 block of
// C and walk k in steps of 8; a wave owns 32x128 of it, a lane 8 rows by 16 columns in patches of 4x4. Loads are indexed
// by signed integers, so that each needs its index, its sign, a 64-bit shift and a 64-bit addition; nothing may be moved
// across a load, as in the code that the article prints. A is transposed on its way to LDS, whose rows are padded by four.
#include "hip_device.h"

constexpr int THREADS = 128;
constexpr int TILE = 128;
constexpr int DEPTH = 8;
constexpr int PAD = 4;
constexpr int PATCH = 4;
constexpr int DOWN = 2;    // patches of a lane
constexpr int ACROSS = 4;
constexpr int ROWS = DOWN * PATCH;
constexpr int COLUMNS = ACROSS * PATCH;
constexpr int LANES_ACROSS = 8;
constexpr int WAVE_ROWS = 32;
constexpr int ROW_STEP = WAVE_ROWS / DOWN;
constexpr int COLUMN_STEP = LANES_ACROSS * PATCH;
constexpr int LOADS = TILE * DEPTH / THREADS;
constexpr int A_STEP = THREADS / DEPTH;

extern "C" __global__ void __launch_bounds__(THREADS)
sgemm_indexed(const float *a, const float *b, float *c, int n) {
    __shared__ __attribute__((aligned(16))) float a_tile[DEPTH][TILE + PAD];
    __shared__ __attribute__((aligned(16))) float b_tile[DEPTH][TILE];

    const int thread = threadIdx.x;
    const int wave = thread / 32;
    const int lane = thread % 32;
    const int row_in_tile = wave * WAVE_ROWS + lane / LANES_ACROSS * PATCH;
    const int column_in_tile = lane % LANES_ACROSS * PATCH;
    const int a_k = thread % DEPTH;
    const int a_row = thread / DEPTH;
    const int b_column = thread % TILE;
    const int b_k = thread / TILE;

    float acc[ROWS * COLUMNS] = {};
    float a_next[LOADS];
    float b_next[LOADS];

    for (int i = 0; i < LOADS; ++i) {
        const int x = TILE * blockIdx.x + b_column;
        const int y = b_k + i;
        b_tile[y % DEPTH][x % TILE] = b[n * y + x];
    }
    for (int i = 0; i < LOADS; ++i) {
        const int y = TILE * blockIdx.y + a_row + i * A_STEP;
        a_tile[a_k % DEPTH][y % TILE] = a[n * y + a_k];
    }
    __syncthreads();

    for (int step = 0;; step += DEPTH) {
        const bool more = step + DEPTH < n;
        if (more) {
            for (int i = 0; i < LOADS; ++i) {
                const int x = TILE * blockIdx.x + b_column;
                const int y = b_k + i + step + DEPTH;
                b_next[i] = b[n * y + x];
                __builtin_amdgcn_sched_barrier(0);
            }
            for (int i = 0; i < LOADS; ++i) {
                const int x = a_k + step + DEPTH;
                const int y = TILE * blockIdx.y + a_row + i * A_STEP;
                a_next[i] = a[n * y + x];
                __builtin_amdgcn_sched_barrier(0);
            }
        }
#pragma clang loop unroll(disable)
        for (int k = 0; k < DEPTH; ++k) {
            float column[ROWS];
            float row[COLUMNS];
            for (int q = 0; q < ACROSS; ++q) {
                for (int j = 0; j < PATCH; ++j) {
                    row[q * PATCH + j] = b_tile[k][column_in_tile + q * COLUMN_STEP + j];
                }
            }
            for (int p = 0; p < DOWN; ++p) {
                for (int i = 0; i < PATCH; ++i) {
                    column[p * PATCH + i] = a_tile[k][row_in_tile + p * ROW_STEP + i];
                }
            }
            for (int p = 0; p < DOWN; ++p) {
                for (int q = 0; q < ACROSS; ++q) {
                    for (int i = p * PATCH; i < (p + 1) * PATCH; ++i) {
                        for (int j = q * PATCH; j < (q + 1) * PATCH; ++j) {
                            acc[i * COLUMNS + j] = fma_f32(column[i], row[j], acc[i * COLUMNS + j]);
                        }
                    }
                }
            }
        }
        __syncthreads();
        if (!more) {
            break;
        }
        for (int i = 0; i < LOADS; ++i) {
            const int x = TILE * blockIdx.x + b_column;
            const int y = b_k + i + step + DEPTH;
            b_tile[y % DEPTH][x % TILE] = b_next[i];
        }
        for (int i = 0; i < LOADS; ++i) {
            const int x = a_k + step + DEPTH;
            const int y = TILE * blockIdx.y + a_row + i * A_STEP;
            a_tile[x % DEPTH][y % TILE] = a_next[i];
        }
        __syncthreads();
    }

    for (int i = 0; i < ROWS; ++i) {
        for (int j = 0; j < COLUMNS; ++j) {
            const int y = TILE * blockIdx.y + row_in_tile + i / PATCH * ROW_STEP + i % PATCH;
            const int x = TILE * blockIdx.x + column_in_tile + j / PATCH * COLUMN_STEP + j % PATCH;
            c[n * y + x] = acc[i * COLUMNS + j];
        }
    }
}
