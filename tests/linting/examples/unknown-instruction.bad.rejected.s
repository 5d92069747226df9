	.amdgcn_target "amdgcn-amd-amdhsa--gfx1100"
	.text
	.globl	kernel
	.p2align	8
	.type	kernel,@function
kernel:
	v_add_f32_e32 v1, v0
	s_frobnicate s0, 1
	s_endpgm
.Lkernel_end:
	.size	kernel, .Lkernel_end-kernel
	.section	.rodata,"a",@progbits
	.p2align	6
	.amdhsa_kernel kernel
		.amdhsa_next_free_vgpr 8
		.amdhsa_next_free_sgpr 16
	.end_amdhsa_kernel
