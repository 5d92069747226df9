// Particles, finance, fractals, and random numbers.
#include <hip/hip_runtime.h>

// Gravity of all bodies on one per thread; the others come by scalar loads.
extern "C" __global__ __launch_bounds__(256)
void bodies(const float4 *__restrict__ all, float4 *__restrict__ out, int count, float softening) {
    const int at = blockIdx.x * 256 + threadIdx.x;
    const float4 own = all[at];
    float x = 0, y = 0, z = 0;
    for (int j = 0; j < count; ++j) {
        const float4 other = all[j];
        const float dx = other.x - own.x, dy = other.y - own.y, dz = other.z - own.z;
        const float inverse = rsqrtf(dx * dx + dy * dy + dz * dz + softening);
        const float scale = other.w * inverse * inverse * inverse;
        x += dx * scale;
        y += dy * scale;
        z += dz * scale;
    }
    out[at] = make_float4(x, y, z, own.w);
}

// Lennard-Jones forces from lists of neighbours.
extern "C" __global__ __launch_bounds__(256)
void lj(const float4 *__restrict__ places, const int *__restrict__ neighbours, float4 *__restrict__ forces, int count,
        int stride, float cutoff) {
    const int at = blockIdx.x * 256 + threadIdx.x;
    const float4 own = places[at];
    float x = 0, y = 0, z = 0, energy = 0;
    for (int j = 0; j < count; ++j) {
        const float4 other = places[neighbours[j * stride + at]];
        const float dx = own.x - other.x, dy = own.y - other.y, dz = own.z - other.z;
        const float square = dx * dx + dy * dy + dz * dz;
        if (square < cutoff) {
            const float r2 = 1 / square, r6 = r2 * r2 * r2, force = r6 * (48 * r6 - 24) * r2;
            energy += 4 * r6 * (r6 - 1);
            x += dx * force;
            y += dy * force;
            z += dz * force;
        }
    }
    forces[at] = make_float4(x, y, z, energy);
}

__device__ float normal(float d) {
    const float k = 1 / (1 + 0.2316419f * fabsf(d));
    const float tail = 0.39894228f * expf(-0.5f * d * d) *
                       (k * (0.31938153f +
                             k * (-0.356563782f + k * (1.781477937f + k * (-1.821255978f + k * 1.330274429f)))));
    return d > 0 ? 1 - tail : tail;
}

// Prices of options by the formula of Black and Scholes.
extern "C" __global__ __launch_bounds__(256)
void blackscholes(const float *__restrict__ prices, const float *__restrict__ strikes, const float *__restrict__ years,
                  float *__restrict__ calls, float *__restrict__ puts, float rate, float volatility) {
    const int at = blockIdx.x * 256 + threadIdx.x;
    const float s = prices[at], x = strikes[at], t = years[at], root = sqrtf(t);
    const float d1 = (logf(s / x) + (rate + 0.5f * volatility * volatility) * t) / (volatility * root);
    const float d2 = d1 - volatility * root;
    const float n1 = normal(d1), n2 = normal(d2), discount = expf(-rate * t);
    calls[at] = s * n1 - x * discount * n2;
    puts[at] = x * discount * (1 - n2) - s * (1 - n1);
}

// Steps until a point leaves the Mandelbrot set.
extern "C" __global__ __launch_bounds__(256)
void mandelbrot(int *__restrict__ out, int width, int steps, float scale) {
    const int px = blockIdx.x * 256 + threadIdx.x, py = blockIdx.y;
    const float cx = px * scale - 2, cy = py * scale - 1;
    float x = 0, y = 0;
    int step = 0;
    while (step < steps && x * x + y * y < 4) {
        const float next = x * x - y * y + cx;
        y = 2 * x * y + cy;
        x = next;
        ++step;
    }
    out[py * width + px] = step;
}

// The nearest of many centres of eight dimensions to a point per thread.
extern "C" __global__ __launch_bounds__(256)
void kmeans(const float *__restrict__ points, const float *__restrict__ centres, int *__restrict__ out, int count,
            int stride) {
    const int at = blockIdx.x * 256 + threadIdx.x;
    float own[8], least = 1e30f;
    int nearest = 0;
    for (int d = 0; d < 8; ++d) own[d] = points[d * stride + at];
    for (int c = 0; c < count; ++c) {
        float square = 0;
        for (int d = 0; d < 8; ++d) {
            const float distance = own[d] - centres[c * 8 + d];
            square += distance * distance;
        }
        if (square < least) least = square, nearest = c;
    }
    out[at] = nearest;
}

// The nearest of many spheres that a ray hits.
extern "C" __global__ __launch_bounds__(256)
void rays(const float4 *__restrict__ spheres, float *__restrict__ out, int count, int width, float scale) {
    const int px = blockIdx.x * 256 + threadIdx.x, py = blockIdx.y;
    const float vx = px * scale - 1, vy = py * scale - 1, inverse = rsqrtf(vx * vx + vy * vy + 1);
    const float dx = vx * inverse, dy = vy * inverse, dz = inverse;
    float nearest = 1e30f;
    for (int i = 0; i < count; ++i) {
        const float4 s = spheres[i];
        const float along = s.x * dx + s.y * dy + s.z * dz;
        const float root = along * along - (s.x * s.x + s.y * s.y + s.z * s.z) + s.w * s.w;
        if (root > 0) {
            const float distance = along - sqrtf(root);
            if (distance > 0) nearest = fminf(nearest, distance);
        }
    }
    out[py * width + px] = nearest;
}

__device__ uint4 philox(uint4 x, uint2 key) {
    for (int round = 0; round < 10; ++round) {
        const unsigned high0 = __umulhi(0xD2511F53u, x.x), low0 = 0xD2511F53u * x.x;
        const unsigned high1 = __umulhi(0xCD9E8D57u, x.z), low1 = 0xCD9E8D57u * x.z;
        x = make_uint4(high1 ^ x.y ^ key.x, low1, high0 ^ x.w ^ key.y, low0);
        key.x += 0x9E3779B9u;
        key.y += 0xBB67AE85u;
    }
    return x;
}

// Monte Carlo estimate of π with Philox.
extern "C" __global__ __launch_bounds__(256)
void pi_mc(unsigned *__restrict__ hits, int draws, unsigned seed) {
    const unsigned at = blockIdx.x * 256 + threadIdx.x;
    unsigned inside = 0;
    for (int i = 0; i < draws; ++i) {
        const uint4 r = philox(make_uint4(i, 0, at, 0), make_uint2(seed, 0));
        const float x = r.x * 2.3283064e-10f, y = r.y * 2.3283064e-10f;
        const float u = r.z * 2.3283064e-10f, v = r.w * 2.3283064e-10f;
        inside += (x * x + y * y < 1) + (u * u + v * v < 1);
    }
    hits[at] = inside;
}

// Runge–Kutta steps of the Lorenz system, a start per thread.
__device__ float3 lorenz(float3 p) {
    return make_float3(10 * (p.y - p.x), p.x * (28 - p.z) - p.y, p.x * p.y - 2.6666667f * p.z);
}

__device__ float3 moved(float3 p, float3 d, float h) {
    return make_float3(p.x + h * d.x, p.y + h * d.y, p.z + h * d.z);
}

extern "C" __global__ __launch_bounds__(256)
void runge(float *__restrict__ state, int count, int steps, float h) {
    const int at = blockIdx.x * 256 + threadIdx.x;
    float3 p = make_float3(state[at], state[count + at], state[2 * count + at]);
    for (int s = 0; s < steps; ++s) {
        const float3 a = lorenz(p), b = lorenz(moved(p, a, h / 2));
        const float3 c = lorenz(moved(p, b, h / 2)), d = lorenz(moved(p, c, h));
        const float3 sum = make_float3(a.x + 2 * (b.x + c.x) + d.x, a.y + 2 * (b.y + c.y) + d.y,
                                       a.z + 2 * (b.z + c.z) + d.z);
        p = moved(p, sum, h / 6);
    }
    state[at] = p.x;
    state[count + at] = p.y;
    state[2 * count + at] = p.z;
}
