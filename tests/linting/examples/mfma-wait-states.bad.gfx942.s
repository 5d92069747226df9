	.amdgcn_target "amdgcn-amd-amdhsa--gfx942"
	.text
	.globl	k
	.type	k,@function
k:
	v_mfma_f32_16x16x16_f16 v[8:11], v[0:1], v[2:3], 0
	s_cbranch_scc1 .LBB0_2
	s_nop 5
.LBB0_2:
	v_mfma_f32_16x16x16_f16 v[12:15], v[8:9], v[2:3], 0
	s_endpgm
.Lfunc_end0:
	.section	.rodata,"a",@progbits
	.amdhsa_kernel k
		.amdhsa_next_free_vgpr 16
		.amdhsa_next_free_sgpr 8
		.amdhsa_accum_offset 16
	.end_amdhsa_kernel
