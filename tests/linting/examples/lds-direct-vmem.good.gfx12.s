	.amdgcn_target "amdgcn-amd-amdhsa--gfx1201"
	.text
	.globl	kernel
	.p2align	8
	.type	kernel,@function
kernel:
	s_mov_b32 m0, 0
	v_mov_b32_e32 v1, v0
	v_lshlrev_b32_e32 v3, 2, v0
	global_store_b32 v3, v1, s[0:1]
	ds_direct_load v1 wait_va_vdst:0 wait_vm_vsrc:0
	s_wait_expcnt 0x0
	global_store_b32 v3, v1, s[0:1] offset:128
	s_endpgm
.Lkernel_end:
	.size	kernel, .Lkernel_end-kernel
	.section	.rodata,"a",@progbits
	.p2align	6
	.amdhsa_kernel kernel
		.amdhsa_user_sgpr_kernarg_segment_ptr 1
		.amdhsa_next_free_vgpr 32
		.amdhsa_next_free_sgpr 32
		.amdhsa_group_segment_fixed_size 1024
	.end_amdhsa_kernel
