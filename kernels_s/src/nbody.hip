// One step of a gravitational n-body simulation, all pairs. A body is (x, y, z, mass); `count` is a multiple of 256.
// The workgroup passes the bodies through LDS, 256 at a time.
#include "hip_device.h"

constexpr int THREADS = 256;

extern "C" __global__ void __launch_bounds__(THREADS)
nbody(const float4_t *__restrict__ bodies, float4_t *__restrict__ moved, float4_t *__restrict__ velocities, int count,
      float time_step, float softening) {
    __shared__ float4_t tile[THREADS];

    const int index = blockIdx.x * THREADS + threadIdx.x;
    float4_t body = bodies[index];
    float ax = 0.0f;
    float ay = 0.0f;
    float az = 0.0f;

    for (int first = 0; first < count; first += THREADS) {
        tile[threadIdx.x] = bodies[first + threadIdx.x];
        __syncthreads();
#pragma clang loop unroll_count(8)
        for (int i = 0; i < THREADS; ++i) {
            const float4_t other = tile[i];
            const float dx = other.x - body.x;
            const float dy = other.y - body.y;
            const float dz = other.z - body.z;
            const float distance2 = dx * dx + dy * dy + dz * dz + softening;
            const float inverse = fast_rsqrt(distance2);
            const float force = other.w * inverse * inverse * inverse;
            ax += dx * force;
            ay += dy * force;
            az += dz * force;
        }
        __syncthreads();
    }

    float4_t velocity = velocities[index];
    velocity.x += ax * time_step;
    velocity.y += ay * time_step;
    velocity.z += az * time_step;
    body.x += velocity.x * time_step;
    body.y += velocity.y * time_step;
    body.z += velocity.z * time_step;
    velocities[index] = velocity;
    moved[index] = body;
}
