// CDNA (gfx90a, gfx942): products on the matrix cores, as input for what isaopt reads but does not rewrite. Waves have
// 64 lanes. Layouts, from AMD's lab notes on matrix cores: a lane holds consecutive values of k of one row of A or one
// column of B; rows of C and D come in groups of four, dealt out to the groups of lanes.
#include "hip_device.h"

typedef _Float16 half_t;
typedef half_t half4_t __attribute__((ext_vector_type(4)));
typedef float float16_t __attribute__((ext_vector_type(16)));
typedef double double4_t __attribute__((ext_vector_type(4)));

#define KERNEL(threads) extern "C" __global__ void __launch_bounds__(threads)

// One 16x16 tile, A 16x4, B 4x16, row-major FP32.
KERNEL(64) mfma_f32_tile(const float *a, const float *b, float *d) {
    const int lane = threadIdx.x, within = lane % 16, group = lane / 16;
    float4_t sum = {};
    sum = __builtin_amdgcn_mfma_f32_16x16x4f32(a[4 * within + group], b[16 * group + within], sum, 0, 0, 0);
    for (int e = 0; e < 4; ++e) d[16 * (4 * group + e) + within] = sum[e];
}

// The same of FP64, whose D has single rows.
KERNEL(64) mfma_f64_tile(const double *a, const double *b, double *d) {
    const int lane = threadIdx.x, within = lane % 16, group = lane / 16;
    double4_t sum = {};
    sum = __builtin_amdgcn_mfma_f64_16x16x4f64(a[4 * within + group], b[16 * group + within], sum, 0, 0, 0);
    for (int e = 0; e < 4; ++e) d[16 * (4 * e + group) + within] = sum[e];
}

// C = A * B, FP16 with FP32 sums, A row-major, B given by columns; n a multiple of 128. Four waves own a 128x128 block,
// each 64x64 of it as 2x2 tiles of 32x32.
constexpr int TILE = 32, TILES = 2, STEP = 8;

static __device__ __forceinline__ half4_t load_share(const half_t *rows, int row, int k, int n, int lane) {
    return *(const half4_t *)&rows[(row + lane % TILE) * n + k + 4 * (lane / TILE)];
}

KERNEL(256) mfma_gemm(const half_t *__restrict__ a, const half_t *__restrict__ b_columns, float *__restrict__ c, int n) {
    const int lane = threadIdx.x % 64, wave = threadIdx.x / 64;
    const int row = blockIdx.y * 128 + wave / 2 * 64, column = blockIdx.x * 128 + wave % 2 * 64;
    float16_t acc[TILES][TILES] = {};
    for (int k = 0; k < n; k += STEP) {
        half4_t fa[TILES], fb[TILES];
        for (int t = 0; t < TILES; ++t) {
            fa[t] = load_share(a, row + t * TILE, k, n, lane);
            fb[t] = load_share(b_columns, column + t * TILE, k, n, lane);
        }
        for (int i = 0; i < TILES; ++i) {
            for (int j = 0; j < TILES; ++j) {
                acc[i][j] = __builtin_amdgcn_mfma_f32_32x32x8f16(fa[i], fb[j], acc[i][j], 0, 0, 0);
            }
        }
    }
    for (int i = 0; i < TILES; ++i) {
        for (int j = 0; j < TILES; ++j) {
            for (int e = 0; e < 16; ++e) {
                const int tile_row = 8 * (e / 4) + 4 * (lane / TILE) + e % 4;
                c[(row + i * TILE + tile_row) * n + column + j * TILE + lane % TILE] = acc[i][j][e];
            }
        }
    }
}
