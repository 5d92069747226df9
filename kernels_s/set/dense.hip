// Dense matrix products of several types and shapes, row-major: a tile of each operand in LDS, a block of the result in
// registers. n is a multiple of the tile.
#include <hip/hip_runtime.h>

typedef _Float16 half;
typedef half half2 __attribute__((ext_vector_type(2)));

// C = A·B, a BM×BN block of C per workgroup of 256 threads, TM×TN results per thread.
template <int BM, int BN, int BK, int TM, int TN>
__device__ void sgemm(const float *a, const float *b, float *c, int n) {
    __shared__ float as[BK][BM + 4], bs[BK][BN];
    const int tid = threadIdx.x, row = blockIdx.y * BM, column = blockIdx.x * BN;
    const int tx = tid % (BN / TN), ty = tid / (BN / TN);
    float acc[TM][TN] = {};
    for (int k0 = 0; k0 < n; k0 += BK) {
        for (int e = 0, i = tid; e < BM * BK; e += 256, i += 256)
            as[i % BK][i / BK] = a[(row + i / BK) * n + k0 + i % BK];
        for (int e = 0, i = tid; e < BN * BK; e += 256, i += 256)
            bs[i / BN][i % BN] = b[(k0 + i / BN) * n + column + i % BN];
        __syncthreads();
#pragma unroll
        for (int k = 0; k < BK; ++k) {
            float left[TM], right[TN];
            for (int i = 0; i < TM; ++i) left[i] = as[k][ty * TM + i];
            for (int j = 0; j < TN; ++j) right[j] = bs[k][tx * TN + j];
            for (int i = 0; i < TM; ++i)
                for (int j = 0; j < TN; ++j) acc[i][j] += left[i] * right[j];
        }
        __syncthreads();
    }
    for (int i = 0; i < TM; ++i)
        for (int j = 0; j < TN; ++j) c[(row + ty * TM + i) * n + column + tx * TN + j] = acc[i][j];
}

extern "C" __global__ __launch_bounds__(256) void sgemm8(const float *a, const float *b, float *c, int n) {
    sgemm<64, 64, 8, 4, 4>(a, b, c, n);
}

extern "C" __global__ __launch_bounds__(256) void sgemm_t(const float *a, const float *b, float *c, int n) {
    sgemm<128, 128, 8, 8, 8>(a, b, c, n);
}

extern "C" __global__ __launch_bounds__(256) void sgemm_tall(const float *a, const float *b, float *c, int n) {
    sgemm<128, 32, 16, 8, 2>(a, b, c, n);
}

// Double precision, a result per thread.
extern "C" __global__ __launch_bounds__(256)
void dgemm(const double *__restrict__ a, const double *__restrict__ b, double *__restrict__ c, int n) {
    __shared__ double as[16][16], bs[16][17];
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int row = blockIdx.y * 16 + ty, column = blockIdx.x * 16 + tx;
    double acc = 0;
    for (int k0 = 0; k0 < n; k0 += 16) {
        as[ty][tx] = a[row * n + k0 + tx];
        bs[ty][tx] = b[(k0 + ty) * n + column];
        __syncthreads();
        for (int k = 0; k < 16; ++k) acc = fma(as[ty][k], bs[k][tx], acc);
        __syncthreads();
    }
    c[row * n + column] = acc;
}

// Complex numbers, 32×32 block, 2×2 results per thread.
extern "C" __global__ __launch_bounds__(256)
void cgemm(const float2 *__restrict__ a, const float2 *__restrict__ b, float2 *__restrict__ c, int n) {
    __shared__ float2 as[32][17], bs[16][32];
    const int tid = threadIdx.x, tx = tid % 16, ty = tid / 16;
    const int row = blockIdx.y * 32, column = blockIdx.x * 32;
    float re[2][2] = {}, im[2][2] = {};
    for (int k0 = 0; k0 < n; k0 += 16) {
        for (int e = 0, i = tid; e < 512; e += 256, i += 256) {
            as[i / 16][i % 16] = a[(row + i / 16) * n + k0 + i % 16];
            bs[i / 32][i % 32] = b[(k0 + i / 32) * n + column + i % 32];
        }
        __syncthreads();
#pragma unroll 4
        for (int k = 0; k < 16; ++k) {
            for (int i = 0; i < 2; ++i) {
                for (int j = 0; j < 2; ++j) {
                    const float2 x = as[ty * 2 + i][k], y = bs[k][tx + 16 * j];
                    re[i][j] += x.x * y.x - x.y * y.y;
                    im[i][j] += x.x * y.y + x.y * y.x;
                }
            }
        }
        __syncthreads();
    }
    for (int i = 0; i < 2; ++i)
        for (int j = 0; j < 2; ++j)
            c[(row + ty * 2 + i) * n + column + tx + 16 * j] = make_float2(re[i][j], im[i][j]);
}

// Half precision by packed FMAs, 64×64 block, 4×4 results per thread, two columns in a register.
extern "C" __global__ __launch_bounds__(256)
void hgemm_pk(const half *__restrict__ a, const half2 *__restrict__ b, half2 *__restrict__ c, int n) {
    __shared__ half as[16][64];
    __shared__ half2 bs[16][32];
    const int tid = threadIdx.x, tx = tid % 16, ty = tid / 16;
    const int row = blockIdx.y * 64, column = blockIdx.x * 32;
    half2 acc[4][2] = {};
    for (int k0 = 0; k0 < n; k0 += 16) {
        for (int e = 0, i = tid; e < 1024; e += 256, i += 256)
            as[i % 16][i / 16] = a[(row + i / 16) * n + k0 + i % 16];
        for (int e = 0, i = tid; e < 512; e += 256, i += 256)
            bs[i / 32][i % 32] = b[(k0 + i / 32) * (n / 2) + column + i % 32];
        __syncthreads();
#pragma unroll
        for (int k = 0; k < 16; ++k) {
            for (int i = 0; i < 4; ++i) {
                const half2 left = as[k][ty * 4 + i];
                for (int j = 0; j < 2; ++j) acc[i][j] += left * bs[k][tx * 2 + j];
            }
        }
        __syncthreads();
    }
    for (int i = 0; i < 4; ++i)
        for (int j = 0; j < 2; ++j) c[(row + ty * 4 + i) * (n / 2) + column + tx * 2 + j] = acc[i][j];
}

// Bytes, four products in an instruction; B is given transposed, words of four bytes along k. 64×64 block.
extern "C" __global__ __launch_bounds__(256)
void igemm_dot4(const int *__restrict__ a, const int *__restrict__ b, int *__restrict__ c, int n, int words) {
    __shared__ int as[64][9], bs[64][9];
    const int tid = threadIdx.x, tx = tid % 16, ty = tid / 16;
    const int row = blockIdx.y * 64, column = blockIdx.x * 64;
    int acc[4][4] = {};
    for (int k0 = 0; k0 < words; k0 += 8) {
        for (int e = 0, i = tid; e < 512; e += 256, i += 256) {
            as[i / 8][i % 8] = a[(row + i / 8) * words + k0 + i % 8];
            bs[i / 8][i % 8] = b[(column + i / 8) * words + k0 + i % 8];
        }
        __syncthreads();
#pragma unroll
        for (int k = 0; k < 8; ++k)
            for (int i = 0; i < 4; ++i)
                for (int j = 0; j < 4; ++j)
                    acc[i][j] =
                        __builtin_amdgcn_sudot4(true, as[ty * 4 + i][k], true, bs[tx + 16 * j][k], acc[i][j], false);
        __syncthreads();
    }
    for (int i = 0; i < 4; ++i)
        for (int j = 0; j < 4; ++j) c[(row + ty * 4 + i) * n + column + tx + 16 * j] = acc[i][j];
}

typedef float float8 __attribute__((ext_vector_type(8)));
typedef int int8 __attribute__((ext_vector_type(8)));

// Words of a fragment of 16-bit values; on gfx12 the two halves of a wave hold different k.
#if defined(__GFX12__)
constexpr int WORDS = 4;
#define WMMA(name) __builtin_amdgcn_wmma_##name##_w32_gfx12
#else
constexpr int WORDS = 8;
#define WMMA(name) __builtin_amdgcn_wmma_##name##_w32
#endif
typedef short fragment16 __attribute__((ext_vector_type(2 * WORDS)));
typedef half half_fragment __attribute__((ext_vector_type(2 * WORDS)));
typedef int fragment8 __attribute__((ext_vector_type(WORDS / 2)));

// C = A·Bᵀ by matrix instructions, 64×64 block of four waves, 32 values of k at a time.
template <typename T, typename Fragment, typename Sum, Sum (*MULTIPLY)(Fragment, Fragment, Sum)>
__device__ void wmma(const T *a, const T *b, decltype(Sum{}[0] + 0) *c, int n) {
    constexpr int STRIDE = 32 + 16 / sizeof(T), EACH = 16 / sizeof(T), PARTS = 32 / EACH;
    __shared__ T as[64 * STRIDE], bs[64 * STRIDE];
    const int tid = threadIdx.x, lane = tid % 32, wave = tid / 32;
    const int row = blockIdx.y * 64, column = blockIdx.x * 64;
    const int at = (lane % 16) * STRIDE + (sizeof(Fragment) / sizeof(T) == 16 ? 0 : lane / 16 * 8);
    Sum acc[4] = {};
    for (int k0 = 0; k0 < n; k0 += 32) {
        for (int e = 0, i = tid; e < 64 * PARTS; e += 128, i += 128) {
            const int line = i / PARTS, part = i % PARTS * EACH;
            *(uint4 *)&as[line * STRIDE + part] = *(const uint4 *)&a[(row + line) * n + k0 + part];
            *(uint4 *)&bs[line * STRIDE + part] = *(const uint4 *)&b[(column + line) * n + k0 + part];
        }
        __syncthreads();
        for (int k = 0; k < 32; k += 16) {
            const Fragment left = *(const Fragment *)&as[wave * 16 * STRIDE + at + k];
            for (int j = 0; j < 4; ++j)
                acc[j] = MULTIPLY(left, *(const Fragment *)&bs[j * 16 * STRIDE + at + k], acc[j]);
        }
        __syncthreads();
    }
    for (int j = 0; j < 4; ++j)
        for (int e = 0; e < 8; ++e) {
            const int line = WORDS == 4 ? e + lane / 16 * 8 : 2 * e + lane / 16;
            c[(row + wave * 16 + line) * n + column + j * 16 + lane % 16] = acc[j][e];
        }
}

__device__ float8 multiply_f16(half_fragment a, half_fragment b, float8 c) { return WMMA(f32_16x16x16_f16)(a, b, c); }
__device__ float8 multiply_bf16(fragment16 a, fragment16 b, float8 c) { return WMMA(f32_16x16x16_bf16)(a, b, c); }
__device__ int8 multiply_iu8(fragment8 a, fragment8 b, int8 c) {
    return WMMA(i32_16x16x16_iu8)(true, a, true, b, c, false);
}

extern "C" __global__ __launch_bounds__(128) void wmma_f16(const short *a, const short *b, float *c, int n) {
    wmma<short, half_fragment, float8, multiply_f16>(a, b, c, n);
}

extern "C" __global__ __launch_bounds__(128) void wmma_bf16(const short *a, const short *b, float *c, int n) {
    wmma<short, fragment16, float8, multiply_bf16>(a, b, c, n);
}

extern "C" __global__ __launch_bounds__(128) void wmma_iu8(const char *a, const char *b, int *c, int n) {
    wmma<char, fragment8, int8, multiply_iu8>(a, b, c, n);
}
