// Layers of neural networks: attention, normalisation, and products with quantised weights.
#include <hip/hip_runtime.h>

typedef _Float16 half4 __attribute__((ext_vector_type(4)));

__device__ float wave_sum(float x) {
    for (int d = 16; d > 0; d /= 2) x += __shfl_xor(x, d, 32);
    return x;
}

__device__ float wave_max(float x) {
    for (int d = 16; d > 0; d /= 2) x = fmaxf(x, __shfl_xor(x, d, 32));
    return x;
}

// Attention of one head of 64 features, a query per thread, 32 keys and values at a time in LDS; online softmax.
extern "C" __global__ __launch_bounds__(128)
void attention(const float *__restrict__ q, const float *__restrict__ k, const float *__restrict__ v,
               float *__restrict__ out, int keys) {
    __shared__ float ks[32][64], vs[32][64];
    const int query = blockIdx.x * 128 + threadIdx.x;
    float own[64], acc[64] = {}, most = -1e30f, sum = 0;
    for (int d = 0; d < 64; ++d) own[d] = q[query * 64 + d] * 0.125f;
    for (int k0 = 0; k0 < keys; k0 += 32) {
        for (int e = 0, i = threadIdx.x; e < 2048; e += 128, i += 128) {
            ks[i / 64][i % 64] = k[k0 * 64 + i];
            vs[i / 64][i % 64] = v[k0 * 64 + i];
        }
        __syncthreads();
        for (int j = 0; j < 32; ++j) {
            float score = 0;
            for (int d = 0; d < 64; ++d) score += own[d] * ks[j][d];
            const float now = fmaxf(most, score), scale = __expf(most - now), weight = __expf(score - now);
            sum = sum * scale + weight;
            for (int d = 0; d < 64; ++d) acc[d] = acc[d] * scale + weight * vs[j][d];
            most = now;
        }
        __syncthreads();
    }
    for (int d = 0; d < 64; ++d) out[query * 64 + d] = acc[d] / sum;
}

// Attention of one query per head of 128 features over a cache of halves: a wave takes every eighth key.
extern "C" __global__ __launch_bounds__(256)
void decode(const float4 *__restrict__ q, const half4 *__restrict__ k, const half4 *__restrict__ v,
            float *__restrict__ out, int keys) {
    __shared__ float part[8][128], maxima[8], sums[8];
    const int lane = threadIdx.x % 32, wave = threadIdx.x / 32, head = blockIdx.x;
    const float4 own = q[head * 32 + lane];
    float most = -1e30f, sum = 0, acc[4] = {};
    for (int j = wave; j < keys; j += 8) {
        const size_t at = ((size_t)head * keys + j) * 32 + lane;
        const half4 key = k[at], value = v[at];
        const float own_sum =
            own.x * (float)key.x + own.y * (float)key.y + own.z * (float)key.z + own.w * (float)key.w;
        const float score = wave_sum(own_sum) * 0.0883883f;
        const float now = fmaxf(most, score), scale = __expf(most - now), weight = __expf(score - now);
        for (int d = 0; d < 4; ++d) acc[d] = acc[d] * scale + weight * (float)value[d];
        sum = sum * scale + weight;
        most = now;
    }
    for (int d = 0; d < 4; ++d) part[wave][lane * 4 + d] = acc[d];
    maxima[wave] = most;
    sums[wave] = sum;
    __syncthreads();
    if (threadIdx.x < 128) {
        float top = maxima[0], whole = 0, value = 0;
        for (int w = 1; w < 8; ++w) top = fmaxf(top, maxima[w]);
        for (int w = 0; w < 8; ++w) {
            const float scale = __expf(maxima[w] - top);
            whole += sums[w] * scale;
            value += part[w][threadIdx.x] * scale;
        }
        out[head * 128 + threadIdx.x] = value / whole;
    }
}

// Rotary embedding: pairs of features of each token turned by an angle of the position.
extern "C" __global__ __launch_bounds__(256)
void rope(float2 *__restrict__ x, const float2 *__restrict__ turns, int tokens, int pairs) {
    const int pair = blockIdx.x * 256 + threadIdx.x;
    for (int t = 0; t < tokens; ++t) {
        const float2 turn = turns[t * 64 + pair % 64], value = x[(size_t)t * pairs + pair];
        x[(size_t)t * pairs + pair] =
            make_float2(value.x * turn.x - value.y * turn.y, value.x * turn.y + value.y * turn.x);
    }
}

// Softmax of rows, a wave per row, in two passes.
extern "C" __global__ __launch_bounds__(256)
void softmax_row(const float *__restrict__ x, float *__restrict__ y, int columns) {
    const int lane = threadIdx.x % 32;
    const size_t row = (size_t)(blockIdx.x * 8 + threadIdx.x / 32) * columns;
    float most = -1e30f, sum = 0;
    for (int i = lane; i < columns; i += 32) {
        const float value = x[row + i], now = fmaxf(most, value);
        sum = sum * __expf(most - now) + __expf(value - now);
        most = now;
    }
    const float top = wave_max(most), whole = wave_sum(sum * __expf(most - top));
    for (int i = lane; i < columns; i += 32) y[row + i] = __expf(x[row + i] - top) / whole;
}

// Root-mean-square norm of rows, a workgroup per row.
extern "C" __global__ __launch_bounds__(256)
void rmsnorm(const float4 *__restrict__ x, const float4 *__restrict__ weight, float4 *__restrict__ y, int quads,
             float epsilon) {
    __shared__ float sums[8];
    const size_t row = (size_t)blockIdx.x * quads;
    float sum = 0;
    for (int i = threadIdx.x; i < quads; i += 256) {
        const float4 v = x[row + i];
        sum += v.x * v.x + v.y * v.y + v.z * v.z + v.w * v.w;
    }
    sum = wave_sum(sum);
    if (threadIdx.x % 32 == 0) sums[threadIdx.x / 32] = sum;
    __syncthreads();
    float whole = 0;
    for (int w = 0; w < 8; ++w) whole += sums[w];
    const float scale = rsqrtf(whole / (4 * quads) + epsilon);
    for (int i = threadIdx.x; i < quads; i += 256) {
        const float4 v = x[row + i], w = weight[i];
        y[row + i] = make_float4(v.x * scale * w.x, v.y * scale * w.y, v.z * scale * w.z, v.w * scale * w.w);
    }
}

// y = xᵀ·A: a column per thread.
extern "C" __global__ __launch_bounds__(256)
void gemv_t(const float *__restrict__ x, const float *__restrict__ a, float *__restrict__ y, int rows, int columns) {
    const int column = blockIdx.x * 256 + threadIdx.x;
    float sum = 0;
    for (int r = 0; r < rows; ++r) sum += x[r] * a[r * columns + column];
    y[column] = sum;
}

struct BlockQ4 {
    float scale;
    unsigned values[4];
};

// y = A·x, rows of blocks of 32 values of four bits with a scale: a wave per row, a block per lane.
extern "C" __global__ __launch_bounds__(256)
void gemv_q4(const BlockQ4 *__restrict__ a, const float *__restrict__ x, float *__restrict__ y, int blocks) {
    const int lane = threadIdx.x % 32, row = blockIdx.x * 8 + threadIdx.x / 32;
    float sum = 0;
    for (int b = lane; b < blocks; b += 32) {
        const BlockQ4 block = a[(size_t)row * blocks + b];
        float part = 0;
        for (int w = 0; w < 4; ++w)
            for (int e = 0; e < 8; ++e) part += ((int)(block.values[w] >> 4 * e & 15) - 8) * x[b * 32 + w * 8 + e];
        sum += part * block.scale;
    }
    sum = wave_sum(sum);
    if (lane == 0) y[row] = sum;
}

// y = A·x with both of 8 bits, blocks of 32 with scales apart: a wave per row, eight values per lane.
extern "C" __global__ __launch_bounds__(256)
void gemv_q8(const int2 *__restrict__ a, const float *__restrict__ a_scales, const int2 *__restrict__ x,
             const float *__restrict__ x_scales, float *__restrict__ y, int words) {
    const int lane = threadIdx.x % 32, row = blockIdx.x * 8 + threadIdx.x / 32;
    float sum = 0;
    for (int i = lane; i < words; i += 32) {
        const int2 l = a[row * words + i], r = x[i];
        const int dot = __builtin_amdgcn_sudot4(true, l.y, true, r.y,
                                                __builtin_amdgcn_sudot4(true, l.x, true, r.x, 0, false), false);
        sum += dot * a_scales[row * (words / 4) + i / 4] * x_scales[i / 4];
    }
    sum = wave_sum(sum);
    if (lane == 0) y[row] = sum;
}

// C = A·Wᵀ with weights of four bits in groups of 32, 64×64 block, 4×4 results per thread.
extern "C" __global__ __launch_bounds__(256)
void gemm_q4(const float *__restrict__ a, const unsigned *__restrict__ w, const float *__restrict__ scales,
             float *__restrict__ c, int n, int k) {
    __shared__ float as[32][65], ws[32][65];
    const int tid = threadIdx.x, tx = tid % 16, ty = tid / 16;
    const int row = blockIdx.y * 64, column = blockIdx.x * 64;
    float acc[4][4] = {};
    for (int k0 = 0; k0 < k; k0 += 32) {
        for (int e = 0, i = tid; e < 2048; e += 256, i += 256)
            as[i % 32][i / 32] = a[(row + i / 32) * k + k0 + i % 32];
        const int line = column + tid / 4;
        const unsigned packed = w[(line * k + k0) / 8 + tid % 4];
        const float scale = scales[(line * k + k0) / 32];
        for (int e = 0; e < 8; ++e) ws[tid % 4 * 8 + e][tid / 4] = ((int)(packed >> 4 * e & 15) - 8) * scale;
        __syncthreads();
#pragma unroll 8
        for (int kk = 0; kk < 32; ++kk)
            for (int i = 0; i < 4; ++i)
                for (int j = 0; j < 4; ++j) acc[i][j] += as[kk][ty * 4 + i] * ws[kk][tx * 4 + j];
        __syncthreads();
    }
    for (int i = 0; i < 4; ++i)
        for (int j = 0; j < 4; ++j) c[(row + ty * 4 + i) * n + column + tx * 4 + j] = acc[i][j];
}
