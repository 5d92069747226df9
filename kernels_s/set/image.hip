// Convolutions, filters and transforms of images.
#include <hip/hip_runtime.h>

// 5×5 convolution of an image with a border of two pixels: the weights by scalar loads.
extern "C" __global__ __launch_bounds__(256)
void conv5(const float *__restrict__ in, const float *__restrict__ w, float *__restrict__ out, int width, int pitch) {
    const int x = blockIdx.x * 256 + threadIdx.x, y = blockIdx.y;
    float sum = 0;
    for (int r = 0; r < 5; ++r)
        for (int c = 0; c < 5; ++c) sum += w[r * 5 + c] * in[(y + r) * pitch + x + c];
    out[y * width + x] = sum;
}

// 5×5 convolution over channels.
extern "C" __global__ __launch_bounds__(256)
void conv5c(const float *__restrict__ in, const float *__restrict__ w, float *__restrict__ out, int width, int height,
            int channels) {
    const int x = blockIdx.x * 256 + threadIdx.x, y = blockIdx.y;
    if (x >= width - 4) return;
    float sum = 0;
    for (int k = 0; k < channels; ++k)
        for (int r = 0; r < 5; ++r)
            for (int c = 0; c < 5; ++c) sum += w[k * 25 + r * 5 + c] * in[(k * height + y + r) * width + x + c];
    out[y * width + x] = sum;
}

// Depthwise 3×3 convolution, a column of the image per thread, each row read once.
extern "C" __global__ __launch_bounds__(256)
void depthwise(const float *__restrict__ in, const float *__restrict__ weights, float *__restrict__ out, int width,
               int height) {
    const int x = blockIdx.x * 256 + threadIdx.x;
    const float *image = in + (size_t)blockIdx.y * width * height;
    float *result = out + (size_t)blockIdx.y * width * height, w[9], rows[3][3];
    for (int i = 0; i < 9; ++i) w[i] = weights[blockIdx.y * 9 + i];
    for (int r = 0; r < 2; ++r)
        for (int c = 0; c < 3; ++c) rows[r][c] = image[r * width + x + c];
    for (int y = 0; y + 2 < height; ++y) {
        float sum = 0;
        for (int c = 0; c < 3; ++c) rows[2][c] = image[(y + 2) * width + x + c];
        for (int r = 0; r < 3; ++r)
            for (int c = 0; c < 3; ++c) sum += rows[r][c] * w[r * 3 + c];
        result[y * width + x] = sum;
        for (int c = 0; c < 3; ++c) {
            rows[0][c] = rows[1][c];
            rows[1][c] = rows[2][c];
        }
    }
}

// Bᵀ·d·B of F(2×2, 3×3): a tile of 4×4 values per thread.
extern "C" __global__ __launch_bounds__(256)
void winograd(const float *__restrict__ in, float *__restrict__ out, int width, int tiles) {
    const int tile = blockIdx.x * 256 + threadIdx.x, x = tile % (width / 2), y = tile / (width / 2);
    const float *at = in + 2 * y * (width + 2) + 2 * x;
    float d[4][4], t[4][4];
    for (int r = 0; r < 4; ++r)
        for (int c = 0; c < 4; ++c) d[r][c] = at[r * (width + 2) + c];
    for (int c = 0; c < 4; ++c) {
        t[0][c] = d[0][c] - d[2][c];
        t[1][c] = d[1][c] + d[2][c];
        t[2][c] = d[2][c] - d[1][c];
        t[3][c] = d[1][c] - d[3][c];
    }
    for (int r = 0; r < 4; ++r) {
        out[(r * 4 + 0) * tiles + tile] = t[r][0] - t[r][2];
        out[(r * 4 + 1) * tiles + tile] = t[r][1] + t[r][2];
        out[(r * 4 + 2) * tiles + tile] = t[r][2] - t[r][1];
        out[(r * 4 + 3) * tiles + tile] = t[r][1] - t[r][3];
    }
}

// Gaussian blur by columns, four rows per thread.
extern "C" __global__ __launch_bounds__(256)
void blur(const float *__restrict__ in, float *__restrict__ out, int pitch) {
    const int x = blockIdx.x * 256 + threadIdx.x, y = blockIdx.y * 4;
    const float w[7] = {0.03125f, 0.109375f, 0.21875f, 0.28125f, 0.21875f, 0.109375f, 0.03125f};
    for (int r = 0; r < 4; ++r) {
        float sum = 0;
        for (int t = 0; t < 7; ++t) sum += w[t] * in[(y + r + t) * pitch + x];
        out[(y + r) * pitch + x] = sum;
    }
}

__device__ void order(float &a, float &b) {
    const float low = fminf(a, b);
    b = fmaxf(a, b);
    a = low;
}

// Median of 3×3 pixels by a network of exchanges.
extern "C" __global__ __launch_bounds__(256)
void median3(const float *__restrict__ in, float *__restrict__ out, int pitch) {
    const int x = blockIdx.x * 256 + threadIdx.x, y = blockIdx.y;
    float p[9];
    for (int i = 0; i < 9; ++i) p[i] = in[(y + i / 3) * pitch + x + i % 3];
    for (int r = 0; r < 9; r += 3) order(p[r + 1], p[r + 2]), order(p[r], p[r + 1]), order(p[r + 1], p[r + 2]);
    const float low = fmaxf(fmaxf(p[0], p[3]), p[6]), high = fminf(fminf(p[2], p[5]), p[8]);
    order(p[4], p[7]);
    float middle = fmaxf(p[1], p[4]), least = low, most = high;
    middle = fminf(middle, p[7]);
    order(least, middle);
    order(middle, most);
    order(least, middle);
    out[y * pitch + x] = middle;
}

// Bytes of red, green, blue, alpha to luminance and chroma, four pixels per thread.
extern "C" __global__ __launch_bounds__(256)
void yuv(const uchar4 *__restrict__ in, unsigned *__restrict__ y, unsigned *__restrict__ u, unsigned *__restrict__ v) {
    const int i = blockIdx.x * 256 + threadIdx.x;
    unsigned ys = 0, us = 0, vs = 0;
    for (int p = 0; p < 4; ++p) {
        const uchar4 pixel = in[i * 4 + p];
        const int r = pixel.x, g = pixel.y, b = pixel.z;
        ys |= (unsigned)((66 * r + 129 * g + 25 * b + 4224) >> 8) << 8 * p;
        us |= (unsigned)((-38 * r - 74 * g + 112 * b + 32896) >> 8) << 8 * p;
        vs |= (unsigned)((112 * r - 94 * g - 18 * b + 32896) >> 8) << 8 * p;
    }
    y[i] = ys;
    u[i] = us;
    v[i] = vs;
}

// Bilinear resampling by a matrix.
extern "C" __global__ __launch_bounds__(256)
void warp(const float *__restrict__ in, float *__restrict__ out, int width, int height, float a, float b, float c,
          float d) {
    const int x = blockIdx.x * 256 + threadIdx.x, y = blockIdx.y;
    const float u = fminf(fmaxf(a * x + b * y, 0), width - 2), v = fminf(fmaxf(c * x + d * y, 0), height - 2);
    const int ui = u, vi = v;
    const float fu = u - ui, fv = v - vi, *at = in + vi * width + ui;
    const float top = at[0] + fu * (at[1] - at[0]), bottom = at[width] + fu * (at[width + 1] - at[width]);
    out[y * width + x] = top + fv * (bottom - top);
}
