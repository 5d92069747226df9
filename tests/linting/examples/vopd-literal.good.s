	.amdgcn_target "amdgcn-amd-amdhsa--gfx1100"
	.text
	.globl	kernel
	.p2align	8
	.type	kernel,@function
kernel:
	v_mov_b32_e32 v1, 1.0
	v_mov_b32_e32 v2, 2.0
	v_dual_mul_f32 v8, 0x42280000, v1 :: v_dual_add_f32 v9, 0x42280000, v2
	v_add_f32_e32 v8, v8, v9
	v_lshlrev_b32_e32 v0, 2, v0
	global_store_b32 v0, v8, s[0:1]
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
