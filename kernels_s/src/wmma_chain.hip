// gfx12: products that feed the next product from registers. C and D of a gfx12 WMMA have the layout of B, but for the
// type: lane group g holds rows 8g to 8g+7 of one column. So D, rounded to 16 bits, is the next B without a shuffle; and
// with A and B swapped, which transposes D, it is the next A. One wave of 32 lanes; matrices are row-major.
#include "hip_device.h"

typedef _Float16 half_t;
typedef half_t half8_t __attribute__((ext_vector_type(8)));
typedef float float8_t __attribute__((ext_vector_type(8)));

constexpr int TILE = 16;
constexpr int SHARE = 8;

#define KERNEL extern "C" __global__ void __launch_bounds__(32)

static __device__ __forceinline__ int within() { return threadIdx.x % 16; }
static __device__ __forceinline__ int group() { return threadIdx.x / 16; }

static __device__ __forceinline__ float8_t multiply_add(half8_t a, half8_t b, float8_t c) {
    return __builtin_amdgcn_wmma_f32_16x16x16_f16_w32_gfx12(a, b, c);
}

// Two FP32 values to two halves of a register in one instruction, which rounds towards zero.
static __device__ __forceinline__ half8_t packed(float8_t x) {
    half8_t out;
    for (int e = 0; e < SHARE; e += 2) {
        auto pair = __builtin_amdgcn_cvt_pkrtz(x[e], x[e + 1]);
        out[e] = (half_t)pair[0];
        out[e + 1] = (half_t)pair[1];
    }
    return out;
}

// One product of FP32 matrices, converted on the way in.
KERNEL wmma_packed(const float *a, const float *b, float *c) {
    float8_t wide_a, wide_b, sum = {};
    for (int e = 0; e < SHARE; ++e) {
        const int k = e + SHARE * group();
        wide_a[e] = a[TILE * within() + k];
        wide_b[e] = b[TILE * k + within()];
    }
    sum = multiply_add(packed(wide_a), packed(wide_b), sum);
    for (int e = 0; e < SHARE; ++e) c[TILE * (e + SHARE * group()) + within()] = sum[e];
}

// A neural network of two layers without bias on 16 inputs of 16 values each, the columns of x: w[1] * max(w[0] * x, 0).
KERNEL wmma_mlp(const half_t *w, const half_t *x, float *out) {
    half8_t b;
    for (int e = 0; e < SHARE; ++e) b[e] = x[TILE * (e + SHARE * group()) + within()];
    for (int layer = 0; layer < 2; ++layer) {
        const half8_t a = *(const half8_t *)&w[TILE * TILE * layer + TILE * within() + SHARE * group()];
        const float8_t sum = multiply_add(a, b, float8_t{});
        if (layer == 1) {
            for (int e = 0; e < SHARE; ++e) out[TILE * (e + SHARE * group()) + within()] = sum[e];
            return;
        }
        for (int e = 0; e < SHARE; ++e) b[e] = (half_t)max_f32(sum[e], 0.0f);
    }
}

// C = (A * B0) * B1 with A 32x32, B0 32x48, B1 48x48, both B given by columns. Both products are computed transposed:
// B's tile goes in as A and A's as B, so the first result comes out as the second product's operand, and the last with
// eight neighbouring columns in a lane.
constexpr int ROWS = 2, INNER = 2, MIDDLE = 3, COLUMNS = 3;  // in tiles

template <int DOWN, int ALONG>
static __device__ __forceinline__ void load_tiles(half8_t (&tiles)[DOWN][ALONG], const half_t *matrix) {
    for (int i = 0; i < DOWN; ++i) {
        for (int k = 0; k < ALONG; ++k) {
            const int row = i * TILE + within();
            tiles[i][k] = *(const half8_t *)&matrix[row * ALONG * TILE + k * TILE + SHARE * group()];
        }
    }
}

template <int M, int N, int K>
static __device__ __forceinline__ void multiply_transposed(
    float8_t (&sums)[M][N], const half8_t (&a)[M][K], const half8_t (&b)[N][K]) {
    for (int m = 0; m < M; ++m) {
        for (int n = 0; n < N; ++n) {
            sums[m][n] = float8_t{};
            for (int k = 0; k < K; ++k) sums[m][n] = multiply_add(b[n][k], a[m][k], sums[m][n]);
        }
    }
}

KERNEL wmma_fused_pair(const half_t *a, const half_t *b0_columns, const half_t *b1_columns, float *c) {
    half8_t first[ROWS][INNER], b0[MIDDLE][INNER];
    float8_t sums[ROWS][MIDDLE];
    load_tiles(first, a);
    load_tiles(b0, b0_columns);
    multiply_transposed(sums, first, b0);

    half8_t second[ROWS][MIDDLE], b1[COLUMNS][MIDDLE];
    for (int m = 0; m < ROWS; ++m) {
        for (int n = 0; n < MIDDLE; ++n) {
            for (int e = 0; e < SHARE; ++e) second[m][n][e] = (half_t)sums[m][n][e];
        }
    }
    float8_t results[ROWS][COLUMNS];
    load_tiles(b1, b1_columns);
    multiply_transposed(results, second, b1);

    for (int m = 0; m < ROWS; ++m) {
        for (int n = 0; n < COLUMNS; ++n) {
            const int row = m * TILE + within();
            *(float8_t *)&c[row * COLUMNS * TILE + n * TILE + SHARE * group()] = results[m][n];
        }
    }
}
