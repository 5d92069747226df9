	.amdgcn_target "amdgcn-amd-amdhsa--gfx1201"
	.text
	.globl	matrix
	.p2align	8
	.type	matrix,@function
matrix:
	v_wmma_f32_16x16x16_f16 v[0:7], v[8:11], v[12:15], v[0:7]
	v_wmma_f32_16x16x16_f16 v[16:23], v[9:12], v[14:17], v[24:31]
	v_dual_max_num_f32 v40, v41, v42 :: v_dual_mov_b32 v43, 0x3f2aaaab
	v_dual_mov_b32 v0, v4 :: v_dual_mov_b32 v1, v8
	s_endpgm
.Lmatrix_end:
	.section	.rodata,"a",@progbits
	.p2align	6
	.amdhsa_kernel matrix
		.amdhsa_next_free_vgpr 200
		.amdhsa_next_free_sgpr 8
	.end_amdhsa_kernel
