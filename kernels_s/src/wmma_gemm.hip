// C = A * B with FP16 operands and FP32 sums on the matrix instructions; n a multiple of 64. A is row-major, B is
// given transposed (row j holds column j of B), so that both fragments are contiguous in memory. A workgroup of four
// waves owns a 64x64 block; each wave 32x32, as 2x2 tiles of 16x16.
//
// Fragment layouts, from the RDNA3 and RDNA4 ISA guides' WMMA sections: on gfx11 lanes 0-15 and 16-31 hold the same
// 16 values of a row of A; on gfx12 they hold eight values each. C's rows are interleaved between the half-waves on
// gfx11 and stand in two blocks of eight on gfx12.
#include "hip_device.h"

typedef _Float16 half_t;
typedef float float8_t __attribute__((ext_vector_type(8)));

#if defined(__GFX12__)
constexpr int FRAGMENT = 8;
#else
constexpr int FRAGMENT = 16;
#endif
typedef half_t fragment_t __attribute__((ext_vector_type(FRAGMENT)));

constexpr int TILE = 16;
constexpr int TILES = 2;  // tiles of a wave in each direction
constexpr int WAVE_BLOCK = TILE * TILES;
constexpr int BLOCK = 2 * WAVE_BLOCK;
constexpr int THREADS = 128;

// The lane's part of the 16x16 tile of a row-major matrix whose first row is `row` and first column is `k`.
static __device__ __forceinline__ fragment_t load_fragment(const half_t *matrix, int row, int k, int n, int lane) {
    const int skip = FRAGMENT == 16 ? 0 : (lane / 16) * FRAGMENT;
    return *(const fragment_t *)&matrix[(row + lane % 16) * n + k + skip];
}

static __device__ __forceinline__ float8_t multiply_add(fragment_t a, fragment_t b, float8_t c) {
#if defined(__GFX12__)
    return __builtin_amdgcn_wmma_f32_16x16x16_f16_w32_gfx12(a, b, c);
#else
    return __builtin_amdgcn_wmma_f32_16x16x16_f16_w32(a, b, c);
#endif
}

extern "C" __global__ void __launch_bounds__(THREADS)
wmma_gemm(const half_t *__restrict__ a, const half_t *__restrict__ b_transposed, float *__restrict__ c, int n) {
    const int wave = threadIdx.x / 32;
    const int lane = threadIdx.x % 32;
    const int row = blockIdx.y * BLOCK + (wave / 2) * WAVE_BLOCK;
    const int column = blockIdx.x * BLOCK + (wave % 2) * WAVE_BLOCK;

    float8_t acc[TILES][TILES] = {};
    for (int k = 0; k < n; k += TILE) {
        fragment_t a_fragment[TILES];
        fragment_t b_fragment[TILES];
        for (int i = 0; i < TILES; ++i) {
            a_fragment[i] = load_fragment(a, row + i * TILE, k, n, lane);
            b_fragment[i] = load_fragment(b_transposed, column + i * TILE, k, n, lane);
        }
        for (int i = 0; i < TILES; ++i) {
            for (int j = 0; j < TILES; ++j) {
                acc[i][j] = multiply_add(a_fragment[i], b_fragment[j], acc[i][j]);
            }
        }
    }

    for (int i = 0; i < TILES; ++i) {
        for (int j = 0; j < TILES; ++j) {
            for (int e = 0; e < 8; ++e) {
#if defined(__GFX12__)
                const int tile_row = e + (lane / 16) * 8;
#else
                const int tile_row = 2 * e + lane / 16;
#endif
                c[(row + i * TILE + tile_row) * n + column + j * TILE + lane % 16] = acc[i][j][e];
            }
        }
    }
}
