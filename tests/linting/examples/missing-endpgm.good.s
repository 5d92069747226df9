	.amdgcn_target "amdgcn-amd-amdhsa--gfx1100"
	.text
	.globl	kernel
	.p2align	8
	.type	kernel,@function
kernel:
	s_load_b64 s[2:3], s[0:1], 0x0
	v_lshlrev_b32_e32 v1, 2, v0
	s_waitcnt lgkmcnt(0)
	.pushsection .words,"a",@progbits
	.long 5
	.popsection
	global_store_b32 v1, v0, s[2:3]
	s_endpgm
.Lkernel_end:
	.size	kernel, .Lkernel_end-kernel
	.section	.rodata,"a",@progbits
	.p2align	6
	.amdhsa_kernel kernel
		.amdhsa_user_sgpr_kernarg_segment_ptr 1
		.amdhsa_next_free_vgpr 8
		.amdhsa_next_free_sgpr 32
	.end_amdhsa_kernel
