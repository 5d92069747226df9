	.amdgcn_target "amdgcn-amd-amdhsa--gfx1100"
	.text
	.globl	kernel
	.p2align	8
	.type	kernel,@function
kernel:
	v_cmp_gt_u32_e64 s[4:5], 8, v0
	v_cndmask_b32_e64 v1, 1, 2, s[4:5]
	s_mov_b64 s[4:5], -1
	s_waitcnt_depctr depctr_sa_sdst(0)
	v_cndmask_b32_e64 v2, 3, 4, s[4:5]
	v_add_nc_u32_e32 v1, v1, v2
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
		.amdhsa_wavefront_size32 0
	.end_amdhsa_kernel
