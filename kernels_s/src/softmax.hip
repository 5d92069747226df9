// Row-wise softmax of a row-major matrix, one workgroup of 256 threads per row: an online pass keeps a running
// maximum and the sum of exponentials relative to it, a second pass writes the normalised row.
#include "hip_device.h"

constexpr int THREADS = 256;
constexpr int WAVE = 32;
constexpr int WAVES = THREADS / WAVE;
constexpr float LOWEST = -3.402823466e38f;

struct Running {
    float maximum;
    float sum;  // of exp(x - maximum)
};

static __device__ __forceinline__ Running merge(Running a, Running b) {
    const float maximum = max_f32(a.maximum, b.maximum);
    return {maximum, a.sum * fast_exp(a.maximum - maximum) + b.sum * fast_exp(b.maximum - maximum)};
}

extern "C" __global__ void __launch_bounds__(THREADS)
softmax(const float *__restrict__ input, float *__restrict__ output, int columns) {
    __shared__ Running wave_states[WAVES];

    const float *row = input + (long)blockIdx.x * columns;
    float *out = output + (long)blockIdx.x * columns;

    Running state = {LOWEST, 0.0f};
    for (int i = threadIdx.x; i < columns; i += THREADS) {
        state = merge(state, {row[i], 1.0f});
    }
    for (unsigned mask = WAVE / 2; mask > 0; mask /= 2) {
        state = merge(state, {lane_xor(state.maximum, mask), lane_xor(state.sum, mask)});
    }
    if (lane_id() == 0) {
        wave_states[threadIdx.x / WAVE] = state;
    }
    __syncthreads();

    Running whole = wave_states[0];
    for (int i = 1; i < WAVES; ++i) {
        whole = merge(whole, wave_states[i]);
    }
    const float scale = fast_rcp(whole.sum);
    for (int i = threadIdx.x; i < columns; i += THREADS) {
        out[i] = fast_exp(row[i] - whole.maximum) * scale;
    }
}
