// C = A * B with FP16 operands and FP32 sums on the matrix instructions, tiles going through LDS; n a multiple of 64. A
// is row-major, B is given transposed. A workgroup of four waves owns a 64x64 block, a wave 32x32 of it; 32 values of k
// are staged at a time, the next ones loaded while the tile is multiplied. Layouts as in wmma_gemm.hip.
#include "hip_device.h"

typedef _Float16 half_t;
typedef half_t half8_t __attribute__((ext_vector_type(8)));
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
constexpr int STEP = 32;                    // values of k that are staged at a time
constexpr int STRIDE = STEP + 8;            // halves from row to row in LDS; spreads rows over the banks
constexpr int ROWS_AT_ONCE = THREADS / 4;   // a thread moves 8 halves, four threads a row
constexpr int MOVES = BLOCK / ROWS_AT_ONCE;

static __shared__ half_t a_tile[BLOCK * STRIDE];
static __shared__ half_t b_tile[BLOCK * STRIDE];

struct Staged {
    half8_t a[MOVES], b[MOVES];
};

static __device__ __forceinline__ Staged fetch(const half_t *a, const half_t *b, int row, int column, int k, int n) {
    Staged out;
    for (int m = 0; m < MOVES; ++m) {
        const int line = m * ROWS_AT_ONCE + threadIdx.x / 4;
        const int offset = k + threadIdx.x % 4 * 8;
        out.a[m] = *(const half8_t *)&a[(row + line) * n + offset];
        out.b[m] = *(const half8_t *)&b[(column + line) * n + offset];
    }
    return out;
}

static __device__ __forceinline__ void stage(const Staged &values) {
    for (int m = 0; m < MOVES; ++m) {
        const int at = (m * ROWS_AT_ONCE + threadIdx.x / 4) * STRIDE + threadIdx.x % 4 * 8;
        *(half8_t *)&a_tile[at] = values.a[m];
        *(half8_t *)&b_tile[at] = values.b[m];
    }
}

static __device__ __forceinline__ fragment_t load_fragment(const half_t *tile, int row, int k, int lane) {
    const int skip = FRAGMENT == 16 ? 0 : (lane / 16) * FRAGMENT;
    return *(const fragment_t *)&tile[(row + lane % 16) * STRIDE + k + skip];
}

static __device__ __forceinline__ float8_t multiply_add(fragment_t a, fragment_t b, float8_t c) {
#if defined(__GFX12__)
    return __builtin_amdgcn_wmma_f32_16x16x16_f16_w32_gfx12(a, b, c);
#else
    return __builtin_amdgcn_wmma_f32_16x16x16_f16_w32(a, b, c);
#endif
}

extern "C" __global__ void __launch_bounds__(THREADS)
wmma_gemm_lds(const half_t *__restrict__ a, const half_t *__restrict__ b_transposed, float *__restrict__ c, int n) {
    const int wave = threadIdx.x / 32;
    const int lane = threadIdx.x % 32;
    const int row = blockIdx.y * BLOCK, wave_row = (wave / 2) * WAVE_BLOCK;
    const int column = blockIdx.x * BLOCK, wave_column = (wave % 2) * WAVE_BLOCK;

    float8_t acc[TILES][TILES] = {};
    Staged next = fetch(a, b_transposed, row, column, 0, n);
    for (int k = 0; k < n; k += STEP) {
        stage(next);
        __syncthreads();
        // The last step loads its own tile again.
        next = fetch(a, b_transposed, row, column, k + STEP < n ? k + STEP : k, n);
        for (int inner = 0; inner < STEP; inner += TILE) {
            fragment_t a_fragment[TILES], b_fragment[TILES];
            for (int i = 0; i < TILES; ++i) {
                a_fragment[i] = load_fragment(a_tile, wave_row + i * TILE, inner, lane);
                b_fragment[i] = load_fragment(b_tile, wave_column + i * TILE, inner, lane);
            }
            for (int i = 0; i < TILES; ++i) {
                for (int j = 0; j < TILES; ++j) acc[i][j] = multiply_add(a_fragment[i], b_fragment[j], acc[i][j]);
            }
        }
        __syncthreads();
    }

    for (int i = 0; i < TILES; ++i) {
        for (int j = 0; j < TILES; ++j) {
            for (int e = 0; e < 8; ++e) {
#if defined(__GFX12__)
                const int tile_row = e + (lane / 16) * 8;
#else
                const int tile_row = 2 * e + lane / 16;
#endif
                c[(row + wave_row + i * TILE + tile_row) * n + column + wave_column + j * TILE + lane % 16] = acc[i][j][e];
            }
        }
    }
}
