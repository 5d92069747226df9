// 3x3 convolution of a single-channel FP32 image with zero borders. A workgroup of 32x8 threads computes a 32x32 tile, four rows
// per thread; the tile and its halo stand in LDS, the nine weights in scalar registers.
#include "hip_device.h"

constexpr int TILE = 32;
constexpr int THREADS_Y = 8;
constexpr int ROWS = TILE / THREADS_Y;  // rows per thread
constexpr int HALO_TILE = TILE + 2;

extern "C" __global__ void __launch_bounds__(TILE * THREADS_Y)
conv3x3(const float *__restrict__ image, const float *__restrict__ weights, float *__restrict__ output, int width,
        int height) {
    __shared__ float tile[HALO_TILE][HALO_TILE + 1];

    const int left = blockIdx.x * TILE;
    const int top = blockIdx.y * TILE;
    for (int i = threadIdx.y * TILE + threadIdx.x; i < HALO_TILE * HALO_TILE; i += TILE * THREADS_Y) {
        const int y = i / HALO_TILE;
        const int x = i % HALO_TILE;
        const int image_y = top + y - 1;
        const int image_x = left + x - 1;
        const bool inside = image_y >= 0 && image_y < height && image_x >= 0 && image_x < width;
        tile[y][x] = inside ? image[image_y * width + image_x] : 0.0f;
    }
    __syncthreads();

    const int first_row = threadIdx.y * ROWS;
    float acc[ROWS] = {};
    for (int y = 0; y < ROWS + 2; ++y) {
        for (int x = 0; x < 3; ++x) {
            const float pixel = tile[first_row + y][threadIdx.x + x];
            for (int i = 0; i < ROWS; ++i) {
                const int weight_row = y - i;
                if (weight_row >= 0 && weight_row < 3) {
                    acc[i] = fma_f32(pixel, weights[weight_row * 3 + x], acc[i]);
                }
            }
        }
    }

    const int column = left + threadIdx.x;
    for (int i = 0; i < ROWS; ++i) {
        const int row = top + first_row + i;
        if (row < height && column < width) {
            output[row * width + column] = acc[i];
        }
    }
}
