	.amdgcn_target "amdgcn-amd-amdhsa--gfx1201"
	.text
	.globl	kernel
	.type	kernel,@function
kernel:
	; the wave starts with 32 VGPRs and asks for 64
	s_alloc_vgpr 64
	s_cbranch_scc0 .Lend
	v_mov_b32_e32 v60, 0
	v_mov_b32_e32 v1, 0
	global_store_b32 v1, v60, s[0:1]
.Lend:
	s_endpgm
.Lkernel_end:
	.size	kernel, .Lkernel_end-kernel
	.section	.rodata,"a",@progbits
	.amdhsa_kernel kernel
		.amdhsa_user_sgpr_kernarg_segment_ptr 1
		.amdhsa_next_free_vgpr 32
		.amdhsa_next_free_sgpr 32
	.end_amdhsa_kernel
