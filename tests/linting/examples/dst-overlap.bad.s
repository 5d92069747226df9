	.amdgcn_target "amdgcn-amd-amdhsa--gfx1100"
	.text
	.globl	kernel
	.p2align	8
	.type	kernel,@function
kernel:
	v_mov_b32_e32 v1, v0
	v_mov_b32_e32 v2, 3
	v_mov_b32_e32 v3, 0
	v_mad_u64_u32 v[2:3], null, v1, v2, v[2:3]
	v_lshlrev_b32_e32 v0, 3, v0
	global_store_b64 v0, v[2:3], s[0:1]
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
