	.amdgcn_target "amdgcn-amd-amdhsa--gfx1100"
	.text
	.globl	kernel
	.p2align	8
	.type	kernel,@function
kernel:
	s_load_b64 s[2:3], s[0:1], 0x0
	v_lshlrev_b32_e32 v1, 2, v0
	v_mov_b32_e32 v2, 0
	s_waitcnt lgkmcnt(0)
.Lwait:
	global_load_b32 v4, v2, s[2:3] glc
	s_waitcnt vmcnt(0)
	buffer_gl0_inv
	v_readfirstlane_b32 s4, v4
	s_cmp_eq_u32 s4, 0
	s_cbranch_scc1 .Lwait
	global_load_b32 v5, v1, s[2:3] offset:64
	s_waitcnt vmcnt(0)
	global_store_b32 v1, v5, s[2:3] offset:2048
	s_endpgm
.Lkernel_end:
	.size	kernel, .Lkernel_end-kernel
	.section	.rodata,"a",@progbits
	.p2align	6
	.amdhsa_kernel kernel
		.amdhsa_user_sgpr_kernarg_segment_ptr 1
		.amdhsa_wavefront_size32 0
		.amdhsa_next_free_vgpr 8
		.amdhsa_next_free_sgpr 16
	.end_amdhsa_kernel
