// Sparse matrices in several formats.
#include <hip/hip_runtime.h>

// y = A·x in compressed rows, a wave per row.
extern "C" __global__ __launch_bounds__(256)
void spmv_csr(const int *__restrict__ starts, const int *__restrict__ columns, const float *__restrict__ values,
              const float *__restrict__ x, float *__restrict__ y) {
    const int lane = threadIdx.x % 32, row = blockIdx.x * 8 + threadIdx.x / 32;
    float sum = 0;
    for (int i = starts[row] + lane; i < starts[row + 1]; i += 32) sum += values[i] * x[columns[i]];
    for (int d = 16; d > 0; d /= 2) sum += __shfl_xor(sum, d, 32);
    if (lane == 0) y[row] = sum;
}

// y = A·x in slices of 32 rows, column after column: a row per thread.
extern "C" __global__ __launch_bounds__(256)
void spmv_sell(const int *__restrict__ columns, const float *__restrict__ values, const float *__restrict__ x,
               float *__restrict__ y, int width) {
    const int row = blockIdx.x * 256 + threadIdx.x, slice = row / 32 * width * 32 + row % 32;
    float sum = 0;
    for (int i = 0; i < width; ++i) sum += values[slice + i * 32] * x[columns[slice + i * 32]];
    y[row] = sum;
}

// C = A·B with A in compressed rows and 64 columns of B: a wave per row, two columns per lane.
extern "C" __global__ __launch_bounds__(256)
void spmm(const int *__restrict__ starts, const int *__restrict__ columns, const float *__restrict__ values,
          const float2 *__restrict__ b, float2 *__restrict__ c) {
    const int lane = threadIdx.x % 32, row = blockIdx.x * 8 + threadIdx.x / 32;
    float2 sum = make_float2(0, 0);
    for (int i = starts[row]; i < starts[row + 1]; ++i) {
        const float2 other = b[columns[i] * 32 + lane];
        sum.x += values[i] * other.x;
        sum.y += values[i] * other.y;
    }
    c[row * 32 + lane] = sum;
}

// y = A·x with dense blocks of 4×4: a row of blocks per four threads.
extern "C" __global__ __launch_bounds__(256)
void bsr(const int *__restrict__ columns, const float4 *__restrict__ blocks, const float4 *__restrict__ x,
         float *__restrict__ y, int width) {
    const int row = blockIdx.x * 256 + threadIdx.x, first = row / 4 * width;
    float sum = 0;
    for (int i = 0; i < width; ++i) {
        const float4 a = blocks[(first + i) * 4 + row % 4], b = x[columns[first + i]];
        sum += a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
    }
    y[row] = sum;
}

// Sums of rows of a table that a list of numbers names.
extern "C" __global__ __launch_bounds__(128)
void embedding(const int *__restrict__ numbers, const float *__restrict__ table, float *__restrict__ out, int count) {
    float sum = 0;
    for (int i = 0; i < count; ++i) sum += table[(size_t)numbers[blockIdx.x * count + i] * 128 + threadIdx.x];
    out[blockIdx.x * 128 + threadIdx.x] = sum;
}
