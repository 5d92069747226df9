// Layer normalisation with scale and shift: one workgroup of 256 threads per row of a row-major matrix whose
// number of columns is a multiple of 4, read 16 bytes at a time.
#include "hip_device.h"

constexpr int THREADS = 256;
constexpr int WAVE = 32;
constexpr int WAVES = THREADS / WAVE;

// Sum over the workgroup, the same in every thread.
static __device__ __forceinline__ float workgroup_sum(float value, float *wave_sums) {
    for (unsigned mask = WAVE / 2; mask > 0; mask /= 2) {
        value += lane_xor(value, mask);
    }
    __syncthreads();  // wave_sums may still be read from the previous call
    if (lane_id() == 0) {
        wave_sums[threadIdx.x / WAVE] = value;
    }
    __syncthreads();
    float total = 0.0f;
    for (int i = 0; i < WAVES; ++i) {
        total += wave_sums[i];
    }
    return total;
}

extern "C" __global__ void __launch_bounds__(THREADS)
layernorm(const float4_t *__restrict__ input, const float4_t *__restrict__ gamma, const float4_t *__restrict__ beta,
          float4_t *__restrict__ output, int columns, float epsilon) {
    __shared__ float wave_sums[WAVES];

    const int vectors = columns / 4;
    const float4_t *row = input + (long)blockIdx.x * vectors;
    float4_t *out = output + (long)blockIdx.x * vectors;
    const float inverse_count = fast_rcp((float)columns);

    float sum = 0.0f;
    for (int i = threadIdx.x; i < vectors; i += THREADS) {
        const float4_t x = row[i];
        sum += (x.x + x.y) + (x.z + x.w);
    }
    const float mean = workgroup_sum(sum, wave_sums) * inverse_count;

    float squares = 0.0f;
    for (int i = threadIdx.x; i < vectors; i += THREADS) {
        const float4_t x = row[i] - mean;
        squares = fma_f32(x.x, x.x, fma_f32(x.y, x.y, fma_f32(x.z, x.z, fma_f32(x.w, x.w, squares))));
    }
    const float variance = workgroup_sum(squares, wave_sums) * inverse_count;
    const float scale = fast_rsqrt(variance + epsilon);

    for (int i = threadIdx.x; i < vectors; i += THREADS) {
        out[i] = (row[i] - mean) * scale * gamma[i] + beta[i];
    }
}
