// D = A * B + C of one 16x16 tile by one wave: a kernel for each WMMA of the generation, in wave32 and, with -DWAVE=64,
// in wave64; the loads and stores are the layouts that the ISA guides print, element by element. A is row-major. B is
// row-major for 16-bit types, and given by columns for smaller ones; so is A's row to every lane of its copies on gfx11.
//
// gfx11: every group of 16 lanes holds all of A and B; rows of C and D are dealt to the groups in turn; 16-bit results
// take a register each, whose half the last argument of the builtin (OPSEL) chooses.
// gfx12: each group holds its share of k, and a block of rows; 16-bit results are packed.
#include "hip_device.h"

#ifndef WAVE
#define WAVE 32
#endif
#define PASTE2(a, b) a##b
#define PASTE(a, b) PASTE2(a, b)

constexpr int GROUPS = WAVE / 16;
constexpr int RESULTS = 16 / GROUPS;  // elements of C and D in a lane

#if defined(__GFX12__)
#if WAVE == 32
#define WMMA(types) PASTE(__builtin_amdgcn_wmma_##types, _w32_gfx12)
#else
#define WMMA(types) PASTE(__builtin_amdgcn_wmma_##types, _w64_gfx12)
#endif
constexpr int SHARE = 16 / GROUPS;  // values of k in a lane
#else
#if WAVE == 32
#define WMMA(types) PASTE(__builtin_amdgcn_wmma_##types, _w32)
#else
#define WMMA(types) PASTE(__builtin_amdgcn_wmma_##types, _w64)
#endif
constexpr int SHARE = 16;
#endif

typedef _Float16 half_t;
typedef float result_t __attribute__((ext_vector_type(RESULTS)));
typedef int int_result_t __attribute__((ext_vector_type(RESULTS)));

static __device__ __forceinline__ int group() { return threadIdx.x / 16; }
static __device__ __forceinline__ int within() { return threadIdx.x % 16; }

// The row of C and D that element e of this lane is, and the k that element e of its share is.
static __device__ __forceinline__ int row_of(int e) {
#if defined(__GFX12__)
    return e + RESULTS * group();
#else
    return GROUPS * e + group();
#endif
}
static __device__ __forceinline__ int k_of(int e) {
#if defined(__GFX12__)
    return e + SHARE * group();
#else
    return e;
#endif
}

template <typename T, typename V>
static __device__ __forceinline__ void load_ab(const T *a, const T *b, V &fa, V &fb) {
    for (int e = 0; e < SHARE; ++e) {
        fa[e] = a[16 * within() + k_of(e)];
        fb[e] = b[16 * k_of(e) + within()];
    }
}
template <typename T, typename V>
static __device__ __forceinline__ void load_c(const T *c, V &f) {
    for (int e = 0; e < RESULTS; ++e) f[e] = c[16 * row_of(e) + within()];
}
template <typename T, typename V>
static __device__ __forceinline__ void store_d(T *d, const V &f) {
    for (int e = 0; e < RESULTS; ++e) d[16 * row_of(e) + within()] = f[e];
}

#define KERNEL extern "C" __global__ void __launch_bounds__(WAVE)

// 16-bit operands, FP32 sums.
typedef half_t half_share_t __attribute__((ext_vector_type(SHARE)));
typedef short short_share_t __attribute__((ext_vector_type(SHARE)));

KERNEL f32_f16(const half_t *a, const half_t *b, const float *c, float *d) {
    half_share_t fa, fb;
    result_t sum;
    load_ab(a, b, fa, fb);
    load_c(c, sum);
    store_d(d, WMMA(f32_16x16x16_f16)(fa, fb, sum));
}

KERNEL f32_bf16(const short *a, const short *b, const float *c, float *d) {
    short_share_t fa, fb;
    result_t sum;
    load_ab(a, b, fa, fb);
    load_c(c, sum);
    store_d(d, WMMA(f32_16x16x16_bf16)(fa, fb, sum));
}

// 16-bit sums.
#if defined(__GFX12__)
typedef half_t half_result_t __attribute__((ext_vector_type(RESULTS)));
typedef short short_result_t __attribute__((ext_vector_type(RESULTS)));
#define SIXTEEN(name, T, S, R, types)                                 \
    KERNEL name(const T *a, const T *b, const T *c, T *d) {            \
        S fa, fb;                                                      \
        R sum;                                                         \
        load_ab(a, b, fa, fb);                                         \
        load_c(c, sum);                                                \
        store_d(d, WMMA(types)(fa, fb, sum));                          \
    }
SIXTEEN(f16_f16, half_t, half_share_t, half_result_t, f16_16x16x16_f16)
SIXTEEN(bf16_bf16, short, short_share_t, short_result_t, bf16_16x16x16_bf16)
#else
// Two elements a register, of which the instruction reads and writes one: OPSEL 0 the even, 1 the odd ones.
typedef half_t half_result_t __attribute__((ext_vector_type(2 * RESULTS)));
typedef short short_result_t __attribute__((ext_vector_type(2 * RESULTS)));
#define SIXTEEN(name, T, S, R, types, high)                           \
    KERNEL name(const T *a, const T *b, const T *c, T *d) {            \
        S fa, fb;                                                      \
        R sum = {};                                                    \
        load_ab(a, b, fa, fb);                                         \
        for (int e = 0; e < RESULTS; ++e) sum[2 * e + high] = c[16 * row_of(e) + within()]; \
        sum = WMMA(types)(fa, fb, sum, high);                          \
        for (int e = 0; e < RESULTS; ++e) d[16 * row_of(e) + within()] = sum[2 * e + high]; \
    }
SIXTEEN(f16_f16, half_t, half_share_t, half_result_t, f16_16x16x16_f16, false)
SIXTEEN(f16_f16_high, half_t, half_share_t, half_result_t, f16_16x16x16_f16, true)
SIXTEEN(bf16_bf16, short, short_share_t, short_result_t, bf16_16x16x16_bf16, false)
SIXTEEN(bf16_bf16_high, short, short_share_t, short_result_t, bf16_16x16x16_bf16, true)
#endif

// Smaller types: a lane's share of a row of A or a column of B is contiguous, BITS each. A lane of gfx12 in wave64 may
// hold less than a register: the instruction then looks at its lower bits.
template <int BITS, int SIZE_K>
struct Packed {
#if defined(__GFX12__)
    static constexpr int LENGTH = SIZE_K / GROUPS * BITS / 8;  // bytes
    static constexpr int PARTS = GROUPS;
#else
    static constexpr int LENGTH = SIZE_K * BITS / 8;
    static constexpr int PARTS = 1;
#endif
    static constexpr int COUNT = LENGTH < 4 ? 1 : LENGTH / 4;
    typedef int vector __attribute__((ext_vector_type(COUNT)));
    static __device__ __forceinline__ auto load(const unsigned char *rows) {
        const unsigned char *mine = rows + (within() * PARTS + (PARTS == 1 ? 0 : group())) * LENGTH;
        if constexpr (LENGTH == 2) {
            return (int)*(const unsigned short *)mine;
        } else if constexpr (COUNT == 1) {
            return *(const int *)mine;
        } else {
            return *(const vector *)mine;
        }
    }
};

// A signed, B unsigned.
#define INTEGER(name, types, bits, k)                                                             \
    KERNEL name(const unsigned char *a, const unsigned char *b_columns, const int *c, int *d) {   \
        int_result_t sum;                                                                          \
        load_c(c, sum);                                                                            \
        const auto fa = Packed<bits, k>::load(a);                                                  \
        const auto fb = Packed<bits, k>::load(b_columns);                                          \
        store_d(d, WMMA(types)(true, fa, false, fb, sum, false));                                  \
    }
INTEGER(i32_iu8, i32_16x16x16_iu8, 8, 16)
INTEGER(i32_iu4, i32_16x16x16_iu4, 4, 16)

#if defined(__GFX12__)
INTEGER(i32_iu4_k32, i32_16x16x32_iu4, 4, 32)

#define BYTES(name, types)                                                                          \
    KERNEL name(const unsigned char *a, const unsigned char *b_columns, const float *c, float *d) { \
        result_t sum;                                                                                \
        load_c(c, sum);                                                                              \
        store_d(d, WMMA(types)(Packed<8, 16>::load(a), Packed<8, 16>::load(b_columns), sum));        \
    }
BYTES(f32_fp8_fp8, f32_16x16x16_fp8_fp8)
BYTES(f32_fp8_bf8, f32_16x16x16_fp8_bf8)
BYTES(f32_bf8_fp8, f32_16x16x16_bf8_fp8)
BYTES(f32_bf8_bf8, f32_16x16x16_bf8_bf8)

// Sparse: A keeps two of each four values of k = 0..31; two bits for each say which. B is given by columns.
typedef half_t half_twice_t __attribute__((ext_vector_type(2 * SHARE)));
KERNEL sparse_f32_f16(const half_t *a_kept, const half_t *b_columns, const int *kept, const float *c, float *d) {
    result_t sum;
    load_c(c, sum);
    const half_share_t fa = *(const half_share_t *)&a_kept[16 * within() + SHARE * group()];
    const half_twice_t fb = *(const half_twice_t *)&b_columns[32 * within() + 2 * SHARE * group()];
    // A row's 32 bits, of which this lane's share is moved to the bottom, where index_key 0 looks.
    const int index = (unsigned)kept[within()] >> (2 * SHARE * group());
#if WAVE == 32
    store_d(d, __builtin_amdgcn_swmmac_f32_16x16x32_f16_w32(fa, fb, sum, (short)index));
#else
    store_d(d, __builtin_amdgcn_swmmac_f32_16x16x32_f16_w64(fa, fb, sum, (short)index));
#endif
}
#endif
