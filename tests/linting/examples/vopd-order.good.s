	.amdgcn_target "amdgcn-amd-amdhsa--gfx1201"
	.text
	.globl	kernel
	.p2align	8
	.type	kernel,@function
kernel:
	v_mov_b32_e32 v4, 1.0
	v_mov_b32_e32 v3, 0
	v_dual_mov_b32 v1, v4 :: v_dual_mul_f32 v4, v3, v0
	v_add_f32_e32 v1, v1, v4
	global_store_b32 v0, v1, s[0:1]
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
