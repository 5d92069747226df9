	.amdgcn_target "amdgcn-amd-amdhsa--gfx1100"
	.text
	.globl	kernel
	.p2align	8
	.type	kernel,@function
kernel:
	v_mov_b32_e32 v8, 1.0
	v_mov_b32_e32 v9, 1.0
	v_mov_b32_e32 v10, 1.0
	v_mov_b32_e32 v11, 1.0
	v_mov_b32_e32 v12, 1.0
	v_mov_b32_e32 v13, 1.0
	v_mov_b32_e32 v14, 1.0
	v_mov_b32_e32 v15, 1.0
	v_mov_b32_e32 v16, 1.0
	v_mov_b32_e32 v17, 1.0
	v_mov_b32_e32 v18, 1.0
	v_mov_b32_e32 v19, 1.0
	v_mov_b32_e32 v20, 1.0
	v_mov_b32_e32 v21, 1.0
	v_mov_b32_e32 v22, 1.0
	v_mov_b32_e32 v23, 1.0
	v_cmp_gt_u32_e32 vcc_lo, 16, v0
	s_and_saveexec_b32 s2, vcc_lo
	v_wmma_f32_16x16x16_f16 v[24:31], v[8:15], v[16:23], 1.0
	s_or_b32 exec_lo, exec_lo, s2
	v_lshlrev_b32_e32 v0, 4, v0
	global_store_b128 v0, v[24:27], s[0:1]
	s_endpgm
.Lkernel_end:
	.size	kernel, .Lkernel_end-kernel
	.section	.rodata,"a",@progbits
	.p2align	6
	.amdhsa_kernel kernel
		.amdhsa_user_sgpr_kernarg_segment_ptr 1
		.amdhsa_next_free_vgpr 32
		.amdhsa_next_free_sgpr 32
	.end_amdhsa_kernel
