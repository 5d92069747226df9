	.amdgcn_target "amdgcn-amd-amdhsa--gfx1100"
	.text
	.globl	axpy
	.p2align	8
	.type	axpy,@function
axpy:
	s_load_b128 s[0:3], s[0:1], 0x0
	v_lshlrev_b32_e32 v40, 2, v0
	v_dual_mov_b32 v12, 0 :: v_dual_mov_b32 v13, 0
	s_mov_b32 s6, 0
	s_waitcnt lgkmcnt(0)
.LBB0_1:
	s_nop 0
	s_movk_i32 s7, 0x8
	v_mov_b32_e32 v16, v40
.LBB0_2:
	global_load_b64 v[4:5], v16, s[0:1]
	global_load_b64 v[10:11], v16, s[2:3]
	s_add_i32 s7, s7, -1
	s_waitcnt vmcnt(0)
	v_dual_fmac_f32 v12, v4, v10 :: v_dual_fmac_f32 v13, v5, v11
	v_dual_fmac_f32 v12, v5, v10 :: v_dual_mul_f32 v17, v4, v11
	v_fma_f32 v20, v12, v10, v5
	v_add_nc_u32_e32 v16, 8, v16
	s_cmp_lg_u32 s7, 0
	s_cbranch_scc1 .LBB0_2
	v_mad_u64_u32 v[20:21], null, v16, s6, v[12:13]
	s_add_i32 s6, s6, 1
	s_cmp_lg_u32 s6, s4
	s_cbranch_scc1 .LBB0_1
	global_store_b32 v40, v12, s[0:1]
	s_endpgm
.Laxpy_end:
	.size	axpy, .Laxpy_end-axpy
	.section	.rodata,"a",@progbits
	.p2align	6
	.amdhsa_kernel axpy
		.amdhsa_group_segment_fixed_size 8192
		.amdhsa_next_free_vgpr 96
		.amdhsa_next_free_sgpr 8
	.end_amdhsa_kernel
	.text
	.globl	another
	.p2align	8
	.type	another,@function
another:
	v_add_f32_e32 v1, v5, v9
	s_swappc_b64 s[30:31], s[4:5]
	s_endpgm
.Llong_end:
	.section	.rodata,"a",@progbits
	.p2align	6
	.amdhsa_kernel another
		.amdhsa_next_free_vgpr 10
		.amdhsa_next_free_sgpr 32
	.end_amdhsa_kernel
	.amdgpu_metadata
---
amdhsa.kernels:
  - .group_segment_fixed_size: 8192
    .kernarg_segment_align: 8
    .kernarg_segment_size: 16
    .max_flat_workgroup_size: 256
    .name:           axpy
    .private_segment_fixed_size: 0
    .sgpr_count:     8
    .symbol:         axpy.kd
    .vgpr_count:     96
    .wavefront_size: 32
amdhsa.target:   amdgcn-amd-amdhsa--gfx1100
amdhsa.version:
  - 1
  - 2
...
	.end_amdgpu_metadata
