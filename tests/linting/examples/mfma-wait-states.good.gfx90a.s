	.amdgcn_target "amdgcn-amd-amdhsa--gfx90a"
	.text
	.globl	k
	.type	k,@function
k:
	v_mfma_f32_32x32x8f16 a[0:15], v[0:1], v[2:3], 0
	s_nop 7
	s_nop 7
	s_nop 2
	v_accvgpr_read_b32 v4, a0
	global_store_dword v5, v4, s[0:1]
	s_endpgm
.Lfunc_end0:
	.section	.rodata,"a",@progbits
	.amdhsa_kernel k
		.amdhsa_next_free_vgpr 24
		.amdhsa_next_free_sgpr 8
		.amdhsa_accum_offset 8
	.end_amdhsa_kernel
