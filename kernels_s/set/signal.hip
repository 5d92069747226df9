// Fourier transforms, scans, sorts and counts.
#include <hip/hip_runtime.h>

__device__ float2 plus(float2 a, float2 b) { return make_float2(a.x + b.x, a.y + b.y); }
__device__ float2 minus(float2 a, float2 b) { return make_float2(a.x - b.x, a.y - b.y); }
__device__ float2 times(float2 a, float2 b) { return make_float2(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x); }

__device__ void butterfly4(float2 &a, float2 &b, float2 &c, float2 &d) {
    const float2 s = plus(a, c), t = minus(a, c), u = plus(b, d), v = minus(b, d);
    a = plus(s, u);
    c = minus(s, u);
    b = make_float2(t.x + v.y, t.y - v.x);
    d = make_float2(t.x - v.y, t.y + v.x);
}

// A step of radix 8 of a large transform.
extern "C" __global__ __launch_bounds__(256)
void fft8(const float2 *__restrict__ in, const float2 *__restrict__ twiddles, float2 *__restrict__ out, int stride) {
    const int i = blockIdx.x * 256 + threadIdx.x;
    const float2 half = make_float2(0.70710678f, -0.70710678f), other = make_float2(-0.70710678f, -0.70710678f);
    float2 x[8];
    for (int k = 0; k < 8; ++k) x[k] = in[i + k * stride];
    butterfly4(x[0], x[2], x[4], x[6]);
    butterfly4(x[1], x[3], x[5], x[7]);
    x[3] = times(x[3], half);
    x[5] = make_float2(x[5].y, -x[5].x);
    x[7] = times(x[7], other);
    for (int k = 0; k < 8; k += 2) {
        const float2 sum = plus(x[k], x[k + 1]), difference = minus(x[k], x[k + 1]);
        out[i * 8 + k / 2] = times(sum, twiddles[k / 2 * 256 + threadIdx.x]);
        out[i * 8 + k / 2 + 4] = times(difference, twiddles[(k / 2 + 4) * 256 + threadIdx.x]);
    }
}

// 1024 points per workgroup: five steps of radix 4 through LDS.
extern "C" __global__ __launch_bounds__(256)
void fft_lds(const float2 *__restrict__ in, float2 *__restrict__ out) {
    __shared__ float re[1024], im[1024];
    const int t = threadIdx.x, at = blockIdx.x * 1024;
    float2 x[4];
    for (int k = 0; k < 4; ++k) x[k] = in[at + t + k * 256];
    for (int step = 1; step < 1024; step *= 4) {
        const float angle = -6.28318531f * (t % step) / (4 * step);
        for (int k = 1; k < 4; ++k) x[k] = times(x[k], make_float2(__cosf(k * angle), __sinf(k * angle)));
        butterfly4(x[0], x[1], x[2], x[3]);
        if (step == 256) break;
        for (int k = 0; k < 4; ++k) {
            re[t / step * step * 4 + t % step + k * step] = x[k].x;
            im[t / step * step * 4 + t % step + k * step] = x[k].y;
        }
        __syncthreads();
        for (int k = 0; k < 4; ++k) x[k] = make_float2(re[t + k * 256], im[t + k * 256]);
        __syncthreads();
    }
    for (int k = 0; k < 4; ++k) out[at + t + k * 256] = x[k];
}

// Cosine transform of 8×8 blocks, a row of a block per thread.
extern "C" __global__ __launch_bounds__(256)
void dct8(const float4 *__restrict__ in, const float *__restrict__ basis, float *__restrict__ out) {
    __shared__ float rows[32][8][9];
    const int block = threadIdx.x / 8, line = threadIdx.x % 8, at = blockIdx.x * 256 + threadIdx.x;
    const float4 low = in[at * 2], high = in[at * 2 + 1];
    const float x[8] = {low.x, low.y, low.z, low.w, high.x, high.y, high.z, high.w};
    for (int u = 0; u < 8; ++u) {
        float sum = 0;
        for (int k = 0; k < 8; ++k) sum += basis[u * 8 + k] * x[k];
        rows[block][line][u] = sum;
    }
    __syncthreads();
    for (int u = 0; u < 8; ++u) {
        float sum = 0;
        for (int k = 0; k < 8; ++k) sum += basis[u * 8 + k] * rows[block][k][line];
        out[(blockIdx.x * 32 + block) * 64 + u * 8 + line] = sum;
    }
}

// A filter of many taps, four results per thread.
extern "C" __global__ __launch_bounds__(256)
void fir(const float *__restrict__ in, const float *__restrict__ taps, float4 *__restrict__ out, int count) {
    const int at = blockIdx.x * 256 + threadIdx.x;
    float a = 0, b = 0, c = 0, d = 0;
    for (int t = 0; t < count; ++t) {
        const float *x = in + at * 4 + t, tap = taps[t];
        a += tap * x[0];
        b += tap * x[1];
        c += tap * x[2];
        d += tap * x[3];
    }
    out[at] = make_float4(a, b, c, d);
}

// Prefix sums of blocks of 1024 values, and the sum of each.
extern "C" __global__ __launch_bounds__(256)
void scan(const int4 *__restrict__ in, int4 *__restrict__ out, int *__restrict__ sums) {
    __shared__ int waves[8];
    const int t = threadIdx.x, lane = t % 32, at = blockIdx.x * 256 + t;
    int4 x = in[at];
    x.y += x.x;
    x.z += x.y;
    x.w += x.z;
    int sum = x.w;
    for (int d = 1; d < 32; d *= 2) {
        const int other = __shfl_up(sum, d, 32);
        if (lane >= d) sum += other;
    }
    if (lane == 31) waves[t / 32] = sum;
    __syncthreads();
    int before = sum - x.w;
    for (int w = 0; w < t / 32; ++w) before += waves[w];
    out[at] = make_int4(x.x + before, x.y + before, x.z + before, x.w + before);
    if (t == 255) sums[blockIdx.x] = before + x.w;
}

// Bitonic sort of 1024 keys per workgroup in LDS.
extern "C" __global__ __launch_bounds__(512)
void bitonic(const unsigned *__restrict__ in, unsigned *__restrict__ out) {
    __shared__ unsigned keys[1024];
    const int t = threadIdx.x, at = blockIdx.x * 1024;
    keys[t] = in[at + t];
    keys[t + 512] = in[at + t + 512];
    __syncthreads();
    for (int size = 2; size <= 1024; size *= 2) {
        for (int d = size / 2; d > 0; d /= 2) {
            const int i = 2 * t - (t & (d - 1));
            const unsigned a = keys[i], b = keys[i + d];
            if ((a > b) == ((i & size) == 0)) {
                keys[i] = b;
                keys[i + d] = a;
            }
            __syncthreads();
        }
    }
    out[at + t] = keys[t];
    out[at + t + 512] = keys[t + 512];
}

// Counts of a digit of four bits, a row of counters per wave.
extern "C" __global__ __launch_bounds__(256)
void radix_count(const unsigned *__restrict__ keys, unsigned *__restrict__ counts, int count, int shift) {
    __shared__ unsigned own[8][16];
    const int t = threadIdx.x, lane = t % 32;
    if (lane < 16) own[t / 32][lane] = 0;
    __syncthreads();
    for (int i = blockIdx.x * 256 + t; i < count; i += gridDim.x * 256) {
        const unsigned digit = keys[i] >> shift & 15;
        for (unsigned d = 0; d < 16; ++d) {
            const unsigned same = __builtin_amdgcn_ballot_w32(digit == d);
            if (lane == d) own[t / 32][d] += __popc(same);
        }
    }
    __syncthreads();
    if (t < 16) {
        unsigned sum = 0;
        for (int w = 0; w < 8; ++w) sum += own[w][t];
        counts[t * gridDim.x + blockIdx.x] = sum;
    }
}

// Counts of bytes by atomics in LDS.
extern "C" __global__ __launch_bounds__(256)
void histogram(const unsigned *__restrict__ data, unsigned *__restrict__ counts, int words) {
    __shared__ unsigned own[256];
    own[threadIdx.x] = 0;
    __syncthreads();
    for (int i = blockIdx.x * 256 + threadIdx.x; i < words; i += gridDim.x * 256) {
        const unsigned word = data[i];
        for (int b = 0; b < 32; b += 8) atomicAdd(&own[word >> b & 255], 1u);
    }
    __syncthreads();
    atomicAdd(&counts[threadIdx.x], own[threadIdx.x]);
}

// The largest value of each row and its place.
extern "C" __global__ __launch_bounds__(256)
void argmax(const float *__restrict__ x, float *__restrict__ values, int *__restrict__ places, int columns) {
    const int lane = threadIdx.x % 32, row = blockIdx.x * 8 + threadIdx.x / 32;
    float most = -1e30f;
    int place = 0;
    for (int i = lane; i < columns; i += 32) {
        const float value = x[row * columns + i];
        if (value > most) most = value, place = i;
    }
    for (int d = 16; d > 0; d /= 2) {
        const float other = __shfl_xor(most, d, 32);
        const int there = __shfl_xor(place, d, 32);
        if (other > most || (other == most && there < place)) most = other, place = there;
    }
    if (lane == 0) values[row] = most, places[row] = place;
}

// Tiles of 32×32 through LDS.
extern "C" __global__ __launch_bounds__(256)
void transpose(const float *__restrict__ in, float *__restrict__ out, int width, int height) {
    __shared__ float tile[32][33];
    const int x = blockIdx.x * 32 + threadIdx.x % 32, y = blockIdx.y * 32 + threadIdx.x / 32;
    for (int r = 0; r < 32; r += 8) tile[threadIdx.x / 32 + r][threadIdx.x % 32] = in[(y + r) * width + x];
    __syncthreads();
    const int tx = blockIdx.y * 32 + threadIdx.x % 32, ty = blockIdx.x * 32 + threadIdx.x / 32;
    for (int r = 0; r < 32; r += 8) out[(ty + r) * height + tx] = tile[threadIdx.x % 32][threadIdx.x / 32 + r];
}

// y += a·x with a stride of the grid, and the sum of what a thread wrote.
extern "C" __global__ __launch_bounds__(256)
void saxpy_grid(const float *__restrict__ x, float *__restrict__ y, float *__restrict__ sums, int n, float a) {
    float sum = 0;
    for (int i = blockIdx.x * 256 + threadIdx.x; i < n; i += gridDim.x * 256) {
        const float value = a * x[i] + y[i];
        y[i] = value;
        sum += value;
    }
    sums[blockIdx.x * 256 + threadIdx.x] = sum;
}
