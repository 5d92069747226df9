	.amdgcn_target "amdgcn-amd-amdhsa--gfx1201"
	.text
	.globl	kernel
	.p2align	8
	.type	kernel,@function
kernel:
	s_barrier_signal -1
	s_barrier_signal -1
	s_barrier_wait -1
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
