	.amdgcn_target "amdgcn-amd-amdhsa--gfx1201"
	.text
	.globl	kernel
	.p2align	8
	.type	kernel,@function
kernel:
	v_mov_b32_e32 v1, 1.0
	export mrt0 v1, v1, v1, v1 done
	s_mov_b32 exec_lo, 1
	s_endpgm
.Lkernel_end:
	.size	kernel, .Lkernel_end-kernel
	.section	.rodata,"a",@progbits
	.p2align	6
	.amdhsa_kernel kernel
		.amdhsa_user_sgpr_kernarg_segment_ptr 1
		.amdhsa_system_vgpr_workitem_id 0
		.amdhsa_group_segment_fixed_size 1024
		.amdhsa_next_free_vgpr 8
		.amdhsa_next_free_sgpr 16
	.end_amdhsa_kernel
