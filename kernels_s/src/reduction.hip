// Partial sums of an array: every workgroup of 256 threads strides over it and writes one sum to partial[blockIdx.x].
// Lanes add up with cross-lane reads, waves through LDS.
#include "hip_device.h"

constexpr int THREADS = 256;
constexpr int WAVE = 32;
constexpr int WAVES = THREADS / WAVE;

extern "C" __global__ void __launch_bounds__(THREADS)
reduction(const float *__restrict__ input, float *__restrict__ partial, int count, int stride) {
    __shared__ float wave_sums[WAVES];

    float sum = 0.0f;
    for (int i = blockIdx.x * THREADS + threadIdx.x; i < count; i += stride) {
        sum += input[i];
    }
    for (unsigned mask = WAVE / 2; mask > 0; mask /= 2) {
        sum += lane_xor(sum, mask);
    }
    const int wave = threadIdx.x / WAVE;
    if (lane_id() == 0) {
        wave_sums[wave] = sum;
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        float total = 0.0f;
        for (int i = 0; i < WAVES; ++i) {
            total += wave_sums[i];
        }
        partial[blockIdx.x] = total;
    }
}
