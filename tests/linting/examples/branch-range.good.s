	.amdgcn_target "amdgcn-amd-amdhsa--gfx1100"
	.text
	.globl	kernel
	.p2align	8
	.type	kernel,@function
kernel:
	v_cmp_gt_u32_e32 vcc_lo, 8, v0
	s_cbranch_vccz .Ldone
	.fill 32767, 4, 0xbf800000
.Ldone:
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
