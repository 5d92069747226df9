// Stencils on grids of two and three dimensions.
#include <hip/hip_runtime.h>

// Heat equation: a tile with its border in LDS, four steps in time.
extern "C" __global__ __launch_bounds__(256)
void heat2d(const float *__restrict__ in, float *__restrict__ out, int width, float rate) {
    __shared__ float tile[2][18][20];
    const int tx = threadIdx.x % 16, ty = threadIdx.x / 16, x = blockIdx.x * 16 + tx, y = blockIdx.y * 16 + ty;
    for (int i = threadIdx.x; i < 18 * 18; i += 256) {
        const float value = in[(blockIdx.y * 16 + i / 18) * width + blockIdx.x * 16 + i % 18];
        tile[0][i / 18][i % 18] = tile[1][i / 18][i % 18] = value;
    }
    __syncthreads();
    for (int step = 0; step < 4; ++step) {
        const float(*old)[20] = tile[step % 2];
        const float middle = old[ty + 1][tx + 1];
        const float around = old[ty][tx + 1] + old[ty + 2][tx + 1] + old[ty + 1][tx] + old[ty + 1][tx + 2];
        tile[1 - step % 2][ty + 1][tx + 1] = middle + rate * (around - 4 * middle);
        __syncthreads();
    }
    out[y * width + x] = tile[0][ty + 1][tx + 1];
}

// Seven points, a column of the grid per thread, the planes above and below kept in registers.
extern "C" __global__ __launch_bounds__(256)
void stencil7(const float *__restrict__ in, float *__restrict__ out, int width, int height, int depth, float a,
              float b) {
    const int x = blockIdx.x * 256 + threadIdx.x + 1, y = blockIdx.y + 1, plane = width * height;
    int at = plane + y * width + x;
    float below = in[at - plane], here = in[at];
    for (int z = 1; z < depth - 1; ++z) {
        const float above = in[at + plane];
        out[at] = a * here + b * (in[at - 1] + in[at + 1] + in[at - width] + in[at + width] + below + above);
        below = here;
        here = above;
        at += plane;
    }
}

// All 27 points around, with four weights by distance.
extern "C" __global__ __launch_bounds__(256)
void stencil27(const float *__restrict__ in, const float *__restrict__ weights, float *__restrict__ out, int width,
               int height, int depth) {
    const int x = blockIdx.x * 256 + threadIdx.x + 1, y = blockIdx.y + 1, plane = width * height;
    for (int z = 1; z < depth - 1; ++z) {
        const int at = z * plane + y * width + x;
        float sum = 0;
        for (int dz = -1; dz <= 1; ++dz)
            for (int dy = -1; dy <= 1; ++dy)
                for (int dx = -1; dx <= 1; ++dx)
                    sum += weights[abs(dx) + abs(dy) + abs(dz)] * in[at + dz * plane + dy * width + dx];
        out[at] = sum;
    }
}

// Wave equation of eighth order along each axis, a point per thread.
extern "C" __global__ __launch_bounds__(256)
void wave8(const float *__restrict__ now, float *__restrict__ past, int width, int height, float c) {
    const int x = blockIdx.x * 256 + threadIdx.x + 4, y = blockIdx.y + 4, z = blockIdx.z + 4, plane = width * height;
    const int at = z * plane + y * width + x;
    const float w[5] = {-2.847222f, 1.6f, -0.2f, 0.02539683f, -0.001785714f};
    float sum = 3 * w[0] * now[at];
    for (int d = 1; d < 5; ++d)
        sum += w[d] * (now[at - d] + now[at + d] + now[at - d * width] + now[at + d * width] + now[at - d * plane] +
                       now[at + d * plane]);
    past[at] = 2 * now[at] - past[at] + c * sum;
}

// Lattice Boltzmann of nine velocities: pull, collide, write.
extern "C" __global__ __launch_bounds__(256)
void lbm(const float *__restrict__ in, float *__restrict__ out, int width, int cells, float omega) {
    const int at = blockIdx.x * 256 + threadIdx.x + width + 1;
    const int dx[9] = {0, 1, 0, -1, 0, 1, -1, -1, 1}, dy[9] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
    const float w[9] = {4 / 9.f, 1 / 9.f, 1 / 9.f, 1 / 9.f, 1 / 9.f, 1 / 36.f, 1 / 36.f, 1 / 36.f, 1 / 36.f};
    float f[9], density = 0, ux = 0, uy = 0;
    for (int i = 0; i < 9; ++i) {
        f[i] = in[i * cells + at - dy[i] * width - dx[i]];
        density += f[i];
        ux += f[i] * dx[i];
        uy += f[i] * dy[i];
    }
    ux /= density;
    uy /= density;
    const float square = 1.5f * (ux * ux + uy * uy);
    for (int i = 0; i < 9; ++i) {
        const float along = 3 * (dx[i] * ux + dy[i] * uy);
        const float rest = w[i] * density * (1 + along + 0.5f * along * along - square);
        out[i * cells + at] = f[i] + omega * (rest - f[i]);
    }
}

// Game of life, 32 cells in a word: neighbours are counted bit by bit.
extern "C" __global__ __launch_bounds__(256)
void life(const unsigned *__restrict__ in, unsigned *__restrict__ out, int words) {
    const int at = (blockIdx.y + 1) * words + blockIdx.x * 256 + threadIdx.x + 1;
    unsigned ones = 0, twos = 0, fours = 0;
    for (int r = -1; r <= 1; ++r) {
        const unsigned left = in[at + r * words - 1], here = in[at + r * words], right = in[at + r * words + 1];
        const unsigned near[3] = {here << 1 | left >> 31, here >> 1 | right << 31, r ? here : 0};
        for (int i = 0; i < 3; ++i) {
            const unsigned carry = ones & near[i];
            ones ^= near[i];
            fours |= twos & carry;
            twos ^= carry;
        }
    }
    out[at] = twos & ~fours & (ones | in[at]);
}
