	.amdgcn_target "amdgcn-amd-amdhsa--gfx1201"
	.text
	.globl	kernel
	.p2align	8
	.type	kernel,@function
kernel:
	s_getpc_b64 s[2:3]
	s_sext_i32_i16 s3, s3
	s_add_co_u32 s2, s2, table@rel32@lo+8
	s_add_co_ci_u32 s3, s3, table@rel32@hi+12
	s_load_b32 s2, s[2:3], 0x0
	s_wait_kmcnt 0x0
	v_mov_b32_e32 v1, s2
	v_lshlrev_b32_e32 v0, 2, v0
	global_store_b32 v0, v1, s[0:1]
	s_endpgm
.Lkernel_end:
	.size	kernel, .Lkernel_end-kernel
	.section	.data.rel.ro,"aw",@progbits
	.p2align	2
table:
	.long	42
	.section	.rodata,"a",@progbits
	.p2align	6
	.amdhsa_kernel kernel
		.amdhsa_user_sgpr_kernarg_segment_ptr 1
		.amdhsa_next_free_vgpr 32
		.amdhsa_next_free_sgpr 32
	.end_amdhsa_kernel
