	.amdgcn_target "amdgcn-amd-amdhsa--gfx1100"
	.text
	.p2align	2
	.type	twice,@function
twice:
	s_waitcnt vmcnt(0) expcnt(0) lgkmcnt(0)
	v_add_f32_e32 v1, v1, v1
	s_setpc_b64 s[30:31]
.Ltwice_end:
	.size	twice, .Ltwice_end-twice
	.globl	kernel
	.p2align	8
	.type	kernel,@function
kernel:
	v_lshlrev_b32_e32 v0, 2, v0
	s_getpc_b64 s[4:5]
	s_add_u32 s4, s4, twice@rel32@lo+4
	s_addc_u32 s5, s5, twice@rel32@hi+12
	global_load_b32 v1, v0, s[0:1]
	s_swappc_b64 s[30:31], s[4:5]
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
