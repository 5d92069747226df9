// Kernels for gfx1250, without HIP's headers:
//   clang++ -x hip --offload-arch=gfx1250 --cuda-device-only -nogpulib -nogpuinc -O3 -fuse-cuid=none -S kernels.hip -o kernels.s
#define KERNEL extern "C" __attribute__((global))
#define BOUNDS(threads) __attribute__((amdgpu_flat_work_group_size(1, threads), amdgpu_waves_per_eu(1, 1)))

typedef _Float16 Half16 __attribute__((ext_vector_type(16)));
typedef float Float8 __attribute__((ext_vector_type(8)));

static __attribute__((device)) unsigned lane() { return __builtin_amdgcn_workitem_id_x(); }
static __attribute__((device)) unsigned group() { return __builtin_amdgcn_workgroup_id_x(); }

// Guarded loads and stores, a branch.
KERNEL void axpy(float a, const float *x, float *y, unsigned n) {
  unsigned i = group() * 256 + lane();
  if (i < n)
    y[i] = a * x[i] + y[i];
}

// LDS, barriers, a loop and an atomic.
KERNEL BOUNDS(256) void total(const float *x, float *sum) {
  static __attribute__((shared)) float part[256];
  unsigned t = lane();
  part[t] = x[group() * 256 + t];
  __builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup");
  __builtin_amdgcn_s_barrier();
  __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup");
  for (unsigned k = 128; k; k >>= 1) {
    if (t < k)
      part[t] += part[t + k];
    __builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup");
    __builtin_amdgcn_s_barrier();
    __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup");
  }
  if (t == 0)
    __hip_atomic_fetch_add(sum, part[0], __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
}

// 64-bit integers, doubles and selections, which pair as VOPD3.
KERNEL void mixed(const double *x, const long *k, double *y, long *z) {
  unsigned i = group() * 32 + lane();
  double a = x[i], b = x[i + 32];
  long p = k[i], q = k[i + 32];
  y[i] = a * b + a;
  y[i + 32] = a > b ? a : b;
  z[i] = (p + q) * 3 - (p << 5);
  z[i + 32] = p > q ? p : q;
}

// A chain of matrix products.
KERNEL BOUNDS(32) void matrix(const Half16 *a, const Half16 *b, Float8 *c, unsigned n) {
  Float8 sum = {};
  for (unsigned i = 0; i < n; i++)
    sum = __builtin_amdgcn_wmma_f32_16x16x32_f16(false, a[i * 32 + lane()], false, b[i * 32 + lane()], 0, sum, false, false);
  c[lane()] = sum;
}

// More values at once than 256 registers hold.
KERNEL BOUNDS(32) void wide(const float *x, float *y, unsigned n) {
  float v[400];
#pragma unroll
  for (unsigned i = 0; i < 400; i++)
    v[i] = x[i * 32 + lane()];
  for (unsigned k = 0; k < n; k++) {
#pragma unroll
    for (unsigned i = 0; i < 400; i++)
      v[i] = v[i] * v[(i * 7 + 1) % 400] + 1.0f;
  }
#pragma unroll
  for (unsigned i = 0; i < 400; i++)
    y[i * 32 + lane()] = v[i];
}
