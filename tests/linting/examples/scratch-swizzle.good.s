	.amdgcn_target "amdgcn-amd-amdhsa--gfx1100"
	.text
	.globl	kernel
	.p2align	8
	.type	kernel,@function
kernel:
	v_lshlrev_b32_e32 v1, 2, v0
	s_mov_b32 s2, 16
	v_add_nc_u32_e32 v1, s2, v1
	scratch_load_b32 v1, v1, off offset:4
	s_waitcnt vmcnt(0)
	v_lshlrev_b32_e32 v0, 2, v0
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
		.amdhsa_enable_private_segment 1
		.amdhsa_private_segment_fixed_size 256
	.end_amdhsa_kernel
