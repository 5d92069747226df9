// The part of HIP's device language that these kernels use, on clang's builtins alone,
// so that `clang -x hip --offload-device-only -nogpuinc -nogpulib` compiles them without ROCm.
#pragma once

#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
#define __shared__ __attribute__((shared))
#define __forceinline__ inline __attribute__((always_inline))
#define __launch_bounds__(threads) __attribute__((amdgpu_flat_work_group_size(1, threads)))

typedef float float4_t __attribute__((ext_vector_type(4)));

namespace hip_device {

#define HIP_DEVICE_PROPERTY(axis, builtin)                                                   \
    static __device__ __forceinline__ unsigned read_##axis() { return builtin; }             \
    __declspec(property(get = read_##axis)) unsigned axis;

struct ThreadIdx {
    HIP_DEVICE_PROPERTY(x, __builtin_amdgcn_workitem_id_x())
    HIP_DEVICE_PROPERTY(y, __builtin_amdgcn_workitem_id_y())
    HIP_DEVICE_PROPERTY(z, __builtin_amdgcn_workitem_id_z())
};

struct BlockIdx {
    HIP_DEVICE_PROPERTY(x, __builtin_amdgcn_workgroup_id_x())
    HIP_DEVICE_PROPERTY(y, __builtin_amdgcn_workgroup_id_y())
    HIP_DEVICE_PROPERTY(z, __builtin_amdgcn_workgroup_id_z())
};

#undef HIP_DEVICE_PROPERTY

}  // namespace hip_device

extern const __device__ hip_device::ThreadIdx threadIdx;
extern const __device__ hip_device::BlockIdx blockIdx;

// The fences order LDS and global accesses of the workgroup around the barrier; the barrier alone does not.
static __device__ __forceinline__ void __syncthreads() {
    __builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup");
    __builtin_amdgcn_s_barrier();
    __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup");
}

// Number of the lane in its wave; the kernels are written for wave32.
static __device__ __forceinline__ unsigned lane_id() { return __builtin_amdgcn_mbcnt_lo(~0u, 0u); }

static __device__ __forceinline__ float fast_exp(float x) {
    return __builtin_amdgcn_exp2f(x * 1.44269504088896341f);  // exp(x) = 2^(x * log2(e))
}

static __device__ __forceinline__ float fast_rcp(float x) { return __builtin_amdgcn_rcpf(x); }
static __device__ __forceinline__ float fast_rsqrt(float x) { return __builtin_amdgcn_rsqf(x); }
static __device__ __forceinline__ float max_f32(float a, float b) { return __builtin_fmaxf(a, b); }
static __device__ __forceinline__ float fma_f32(float a, float b, float c) { return __builtin_fmaf(a, b, c); }

// Value of the lane whose number differs in the bits of `mask`, through the LDS crossbar.
static __device__ __forceinline__ float lane_xor(float value, unsigned mask) {
    return __builtin_bit_cast(
        float, __builtin_amdgcn_ds_bpermute(((lane_id() ^ mask) << 2), __builtin_bit_cast(int, value)));
}
