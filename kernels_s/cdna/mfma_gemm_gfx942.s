	.amdgcn_target "amdgcn-amd-amdhsa--gfx942"
	.amdhsa_code_object_version 6
	.text
	.protected	mfma_f32_tile           ; -- Begin function mfma_f32_tile
	.globl	mfma_f32_tile
	.p2align	8
	.type	mfma_f32_tile,@function
mfma_f32_tile:                          ; @mfma_f32_tile
; %bb.0:
	s_load_dwordx4 s[4:7], s[0:1], 0x0
	s_load_dwordx2 s[2:3], s[0:1], 0x10
	v_and_b32_e32 v1, 15, v0
	v_lshrrev_b32_e32 v4, 4, v0
	v_lshlrev_b32_e32 v5, 2, v1
	v_or_b32_e32 v1, v5, v4
	v_lshlrev_b32_e32 v1, 2, v1
	s_waitcnt lgkmcnt(0)
	global_load_dword v1, v1, s[4:5]
	v_lshlrev_b32_e32 v0, 2, v0
	global_load_dword v0, v0, s[6:7]
	v_lshl_or_b32 v4, v4, 8, v5
	s_waitcnt vmcnt(0)
	v_mfma_f32_16x16x4_f32 v[0:3], v1, v0, 0
	s_nop 9
	global_store_dword v4, v0, s[2:3]
	global_store_dword v4, v1, s[2:3] offset:64
	global_store_dword v4, v2, s[2:3] offset:128
	global_store_dword v4, v3, s[2:3] offset:192
	s_endpgm
	.section	.rodata,"a",@progbits
	.p2align	6, 0x0
	.amdhsa_kernel mfma_f32_tile
		.amdhsa_group_segment_fixed_size 0
		.amdhsa_private_segment_fixed_size 0
		.amdhsa_kernarg_size 24
		.amdhsa_user_sgpr_count 2
		.amdhsa_user_sgpr_dispatch_ptr 0
		.amdhsa_user_sgpr_queue_ptr 0
		.amdhsa_user_sgpr_kernarg_segment_ptr 1
		.amdhsa_user_sgpr_dispatch_id 0
		.amdhsa_user_sgpr_kernarg_preload_length 0
		.amdhsa_user_sgpr_kernarg_preload_offset 0
		.amdhsa_user_sgpr_private_segment_size 0
		.amdhsa_uses_dynamic_stack 0
		.amdhsa_enable_private_segment 0
		.amdhsa_system_sgpr_workgroup_id_x 1
		.amdhsa_system_sgpr_workgroup_id_y 0
		.amdhsa_system_sgpr_workgroup_id_z 0
		.amdhsa_system_sgpr_workgroup_info 0
		.amdhsa_system_vgpr_workitem_id 0
		.amdhsa_next_free_vgpr 6
		.amdhsa_next_free_sgpr 8
		.amdhsa_accum_offset 8
		.amdhsa_reserve_vcc 0
		.amdhsa_float_round_mode_32 0
		.amdhsa_float_round_mode_16_64 0
		.amdhsa_float_denorm_mode_32 3
		.amdhsa_float_denorm_mode_16_64 3
		.amdhsa_dx10_clamp 1
		.amdhsa_ieee_mode 1
		.amdhsa_fp16_overflow 0
		.amdhsa_tg_split 0
		.amdhsa_exception_fp_ieee_invalid_op 0
		.amdhsa_exception_fp_denorm_src 0
		.amdhsa_exception_fp_ieee_div_zero 0
		.amdhsa_exception_fp_ieee_overflow 0
		.amdhsa_exception_fp_ieee_underflow 0
		.amdhsa_exception_fp_ieee_inexact 0
		.amdhsa_exception_int_div_zero 0
	.end_amdhsa_kernel
	.text
.Lfunc_end0:
	.size	mfma_f32_tile, .Lfunc_end0-mfma_f32_tile
                                        ; -- End function
	.set mfma_f32_tile.num_vgpr, 6
	.set mfma_f32_tile.num_agpr, 0
	.set mfma_f32_tile.numbered_sgpr, 8
	.set mfma_f32_tile.num_named_barrier, 0
	.set mfma_f32_tile.private_seg_size, 0
	.set mfma_f32_tile.uses_vcc, 0
	.set mfma_f32_tile.uses_flat_scratch, 0
	.set mfma_f32_tile.has_dyn_sized_stack, 0
	.set mfma_f32_tile.has_recursion, 0
	.set mfma_f32_tile.has_indirect_call, 0
	.section	.AMDGPU.csdata,"",@progbits
; Kernel info:
; codeLenInByte = 120
; TotalNumSgprs: 14
; NumVgprs: 6
; NumAgprs: 0
; TotalNumVgprs: 6
; ScratchSize: 0
; MemoryBound: 0
; FloatMode: 240
; IeeeMode: 1
; LDSByteSize: 0 bytes/workgroup (compile time only)
; SGPRBlocks: 1
; VGPRBlocks: 0
; NumSGPRsForWavesPerEU: 14
; NumVGPRsForWavesPerEU: 6
; AccumOffset: 8
; Occupancy: 8
; WaveLimiterHint : 0
; COMPUTE_PGM_RSRC2:SCRATCH_EN: 0
; COMPUTE_PGM_RSRC2:USER_SGPR: 2
; COMPUTE_PGM_RSRC2:TRAP_HANDLER: 0
; COMPUTE_PGM_RSRC2:TGID_X_EN: 1
; COMPUTE_PGM_RSRC2:TGID_Y_EN: 0
; COMPUTE_PGM_RSRC2:TGID_Z_EN: 0
; COMPUTE_PGM_RSRC2:TIDIG_COMP_CNT: 0
; COMPUTE_PGM_RSRC3_GFX90A:ACCUM_OFFSET: 1
; COMPUTE_PGM_RSRC3_GFX90A:TG_SPLIT: 0
	.text
	.protected	mfma_f64_tile           ; -- Begin function mfma_f64_tile
	.globl	mfma_f64_tile
	.p2align	8
	.type	mfma_f64_tile,@function
mfma_f64_tile:                          ; @mfma_f64_tile
; %bb.0:
	s_load_dwordx4 s[4:7], s[0:1], 0x0
	s_load_dwordx2 s[2:3], s[0:1], 0x10
	v_lshrrev_b32_e32 v1, 4, v0
	v_lshlrev_b32_e32 v2, 2, v0
	v_and_or_b32 v1, v2, 60, v1
	v_lshlrev_b32_e32 v1, 3, v1
	s_waitcnt lgkmcnt(0)
	global_load_dwordx2 v[10:11], v1, s[4:5]
	v_lshlrev_b32_e32 v8, 3, v0
	global_load_dwordx2 v[12:13], v8, s[6:7]
	s_waitcnt vmcnt(0)
	v_mfma_f64_16x16x4_f64 v[0:7], v[10:11], v[12:13], 0
	s_nop 15
	s_nop 1
	global_store_dwordx2 v8, v[0:1], s[2:3]
	global_store_dwordx2 v8, v[2:3], s[2:3] offset:512
	global_store_dwordx2 v8, v[4:5], s[2:3] offset:1024
	global_store_dwordx2 v8, v[6:7], s[2:3] offset:1536
	s_endpgm
	.section	.rodata,"a",@progbits
	.p2align	6, 0x0
	.amdhsa_kernel mfma_f64_tile
		.amdhsa_group_segment_fixed_size 0
		.amdhsa_private_segment_fixed_size 0
		.amdhsa_kernarg_size 24
		.amdhsa_user_sgpr_count 2
		.amdhsa_user_sgpr_dispatch_ptr 0
		.amdhsa_user_sgpr_queue_ptr 0
		.amdhsa_user_sgpr_kernarg_segment_ptr 1
		.amdhsa_user_sgpr_dispatch_id 0
		.amdhsa_user_sgpr_kernarg_preload_length 0
		.amdhsa_user_sgpr_kernarg_preload_offset 0
		.amdhsa_user_sgpr_private_segment_size 0
		.amdhsa_uses_dynamic_stack 0
		.amdhsa_enable_private_segment 0
		.amdhsa_system_sgpr_workgroup_id_x 1
		.amdhsa_system_sgpr_workgroup_id_y 0
		.amdhsa_system_sgpr_workgroup_id_z 0
		.amdhsa_system_sgpr_workgroup_info 0
		.amdhsa_system_vgpr_workitem_id 0
		.amdhsa_next_free_vgpr 14
		.amdhsa_next_free_sgpr 8
		.amdhsa_accum_offset 16
		.amdhsa_reserve_vcc 0
		.amdhsa_float_round_mode_32 0
		.amdhsa_float_round_mode_16_64 0
		.amdhsa_float_denorm_mode_32 3
		.amdhsa_float_denorm_mode_16_64 3
		.amdhsa_dx10_clamp 1
		.amdhsa_ieee_mode 1
		.amdhsa_fp16_overflow 0
		.amdhsa_tg_split 0
		.amdhsa_exception_fp_ieee_invalid_op 0
		.amdhsa_exception_fp_denorm_src 0
		.amdhsa_exception_fp_ieee_div_zero 0
		.amdhsa_exception_fp_ieee_overflow 0
		.amdhsa_exception_fp_ieee_underflow 0
		.amdhsa_exception_fp_ieee_inexact 0
		.amdhsa_exception_int_div_zero 0
	.end_amdhsa_kernel
	.text
.Lfunc_end1:
	.size	mfma_f64_tile, .Lfunc_end1-mfma_f64_tile
                                        ; -- End function
	.set mfma_f64_tile.num_vgpr, 14
	.set mfma_f64_tile.num_agpr, 0
	.set mfma_f64_tile.numbered_sgpr, 8
	.set mfma_f64_tile.num_named_barrier, 0
	.set mfma_f64_tile.private_seg_size, 0
	.set mfma_f64_tile.uses_vcc, 0
	.set mfma_f64_tile.uses_flat_scratch, 0
	.set mfma_f64_tile.has_dyn_sized_stack, 0
	.set mfma_f64_tile.has_recursion, 0
	.set mfma_f64_tile.has_indirect_call, 0
	.section	.AMDGPU.csdata,"",@progbits
; Kernel info:
; codeLenInByte = 116
; TotalNumSgprs: 14
; NumVgprs: 14
; NumAgprs: 0
; TotalNumVgprs: 14
; ScratchSize: 0
; MemoryBound: 0
; FloatMode: 240
; IeeeMode: 1
; LDSByteSize: 0 bytes/workgroup (compile time only)
; SGPRBlocks: 1
; VGPRBlocks: 1
; NumSGPRsForWavesPerEU: 14
; NumVGPRsForWavesPerEU: 14
; AccumOffset: 16
; Occupancy: 8
; WaveLimiterHint : 1
; COMPUTE_PGM_RSRC2:SCRATCH_EN: 0
; COMPUTE_PGM_RSRC2:USER_SGPR: 2
; COMPUTE_PGM_RSRC2:TRAP_HANDLER: 0
; COMPUTE_PGM_RSRC2:TGID_X_EN: 1
; COMPUTE_PGM_RSRC2:TGID_Y_EN: 0
; COMPUTE_PGM_RSRC2:TGID_Z_EN: 0
; COMPUTE_PGM_RSRC2:TIDIG_COMP_CNT: 0
; COMPUTE_PGM_RSRC3_GFX90A:ACCUM_OFFSET: 3
; COMPUTE_PGM_RSRC3_GFX90A:TG_SPLIT: 0
	.text
	.protected	mfma_gemm               ; -- Begin function mfma_gemm
	.globl	mfma_gemm
	.p2align	8
	.type	mfma_gemm,@function
mfma_gemm:                              ; @mfma_gemm
; %bb.0:
	s_load_dword s6, s[0:1], 0x18
	s_lshl_b32 s8, s3, 7
	s_lshl_b32 s7, s2, 7
	v_and_b32_e32 v1, 64, v0
	v_lshrrev_b32_e32 v3, 1, v0
	v_or_b32_e32 v2, s7, v1
	s_waitcnt lgkmcnt(0)
	s_cmp_gt_i32 s6, 0
	v_lshrrev_b32_e32 v4, 3, v0
	s_cbranch_scc1 .LBB2_3
; %bb.1:
	v_and_b32_e32 v64, 4, v4
	v_and_or_b32 v65, v0, 31, v2
	s_load_dwordx2 s[4:5], s[0:1], 0x10
	v_and_or_b32 v74, v3, 64, s8
	s_cbranch_execz .LBB2_4
; %bb.2:
	v_mov_b32_e32 v15, 0
	v_mov_b32_e32 v14, 0
	v_mov_b32_e32 v13, 0
	v_mov_b32_e32 v12, 0
	v_mov_b32_e32 v11, 0
	v_mov_b32_e32 v10, 0
	v_mov_b32_e32 v9, 0
	v_mov_b32_e32 v8, 0
	v_mov_b32_e32 v7, 0
	v_mov_b32_e32 v6, 0
	v_mov_b32_e32 v5, 0
	v_mov_b32_e32 v4, 0
	v_mov_b32_e32 v3, 0
	v_mov_b32_e32 v2, 0
	v_mov_b32_e32 v1, 0
	v_mov_b32_e32 v0, 0
	v_mov_b32_e32 v31, 0
	v_mov_b32_e32 v30, 0
	v_mov_b32_e32 v29, 0
	v_mov_b32_e32 v28, 0
	v_mov_b32_e32 v27, 0
	v_mov_b32_e32 v26, 0
	v_mov_b32_e32 v25, 0
	v_mov_b32_e32 v24, 0
	v_mov_b32_e32 v23, 0
	v_mov_b32_e32 v22, 0
	v_mov_b32_e32 v21, 0
	v_mov_b32_e32 v20, 0
	v_mov_b32_e32 v19, 0
	v_mov_b32_e32 v18, 0
	v_mov_b32_e32 v17, 0
	v_mov_b32_e32 v16, 0
	v_mov_b32_e32 v47, 0
	v_mov_b32_e32 v46, 0
	v_mov_b32_e32 v45, 0
	v_mov_b32_e32 v44, 0
	v_mov_b32_e32 v43, 0
	v_mov_b32_e32 v42, 0
	v_mov_b32_e32 v41, 0
	v_mov_b32_e32 v40, 0
	v_mov_b32_e32 v39, 0
	v_mov_b32_e32 v38, 0
	v_mov_b32_e32 v37, 0
	v_mov_b32_e32 v36, 0
	v_mov_b32_e32 v35, 0
	v_mov_b32_e32 v34, 0
	v_mov_b32_e32 v33, 0
	v_mov_b32_e32 v32, 0
	v_mov_b32_e32 v63, 0
	v_mov_b32_e32 v62, 0
	v_mov_b32_e32 v61, 0
	v_mov_b32_e32 v60, 0
	v_mov_b32_e32 v59, 0
	v_mov_b32_e32 v58, 0
	v_mov_b32_e32 v57, 0
	v_mov_b32_e32 v56, 0
	v_mov_b32_e32 v55, 0
	v_mov_b32_e32 v54, 0
	v_mov_b32_e32 v53, 0
	v_mov_b32_e32 v52, 0
	v_mov_b32_e32 v51, 0
	v_mov_b32_e32 v50, 0
	v_mov_b32_e32 v49, 0
	v_mov_b32_e32 v48, 0
	s_branch .LBB2_6
.LBB2_3:
                                        ; implicit-def: $vgpr64
                                        ; implicit-def: $vgpr65
	s_load_dwordx2 s[4:5], s[0:1], 0x10
	v_and_or_b32 v74, v3, 64, s8
.LBB2_4:
	s_load_dwordx4 s[0:3], s[0:1], 0x0
	v_and_b32_e32 v0, 31, v0
	v_and_b32_e32 v64, 4, v4
	v_or_b32_e32 v65, v2, v0
	v_add3_u32 v1, s7, v1, v0
	v_add_u32_e32 v0, v74, v0
	v_add_u32_e32 v2, 32, v1
	v_mad_u64_u32 v[68:69], s[8:9], s6, v1, v[64:65]
	v_add_u32_e32 v1, 32, v0
	v_mad_u64_u32 v[66:67], s[8:9], s6, v2, v[64:65]
	v_mad_u64_u32 v[70:71], s[8:9], s6, v1, v[64:65]
	v_mad_u64_u32 v[72:73], s[8:9], s6, v0, v[64:65]
	s_mov_b32 s7, 0
	v_mov_b32_e32 v48, 0
	v_mov_b32_e32 v49, 0
	v_mov_b32_e32 v50, 0
	v_mov_b32_e32 v51, 0
	v_mov_b32_e32 v52, 0
	v_mov_b32_e32 v53, 0
	v_mov_b32_e32 v54, 0
	v_mov_b32_e32 v55, 0
	v_mov_b32_e32 v56, 0
	v_mov_b32_e32 v57, 0
	v_mov_b32_e32 v58, 0
	v_mov_b32_e32 v59, 0
	v_mov_b32_e32 v60, 0
	v_mov_b32_e32 v61, 0
	v_mov_b32_e32 v62, 0
	v_mov_b32_e32 v63, 0
	v_mov_b32_e32 v32, 0
	v_mov_b32_e32 v33, 0
	v_mov_b32_e32 v34, 0
	v_mov_b32_e32 v35, 0
	v_mov_b32_e32 v36, 0
	v_mov_b32_e32 v37, 0
	v_mov_b32_e32 v38, 0
	v_mov_b32_e32 v39, 0
	v_mov_b32_e32 v40, 0
	v_mov_b32_e32 v41, 0
	v_mov_b32_e32 v42, 0
	v_mov_b32_e32 v43, 0
	v_mov_b32_e32 v44, 0
	v_mov_b32_e32 v45, 0
	v_mov_b32_e32 v46, 0
	v_mov_b32_e32 v47, 0
	v_mov_b32_e32 v16, 0
	v_mov_b32_e32 v17, 0
	v_mov_b32_e32 v18, 0
	v_mov_b32_e32 v19, 0
	v_mov_b32_e32 v20, 0
	v_mov_b32_e32 v21, 0
	v_mov_b32_e32 v22, 0
	v_mov_b32_e32 v23, 0
	v_mov_b32_e32 v24, 0
	v_mov_b32_e32 v25, 0
	v_mov_b32_e32 v26, 0
	v_mov_b32_e32 v27, 0
	v_mov_b32_e32 v28, 0
	v_mov_b32_e32 v29, 0
	v_mov_b32_e32 v30, 0
	v_mov_b32_e32 v31, 0
	v_mov_b32_e32 v0, 0
	v_mov_b32_e32 v1, 0
	v_mov_b32_e32 v2, 0
	v_mov_b32_e32 v3, 0
	v_mov_b32_e32 v4, 0
	v_mov_b32_e32 v5, 0
	v_mov_b32_e32 v6, 0
	v_mov_b32_e32 v7, 0
	v_mov_b32_e32 v8, 0
	v_mov_b32_e32 v9, 0
	v_mov_b32_e32 v10, 0
	v_mov_b32_e32 v11, 0
	v_mov_b32_e32 v12, 0
	v_mov_b32_e32 v13, 0
	v_mov_b32_e32 v14, 0
	v_mov_b32_e32 v15, 0
.LBB2_5:                                ; =>This Inner Loop Header: Depth=1
	v_add_u32_e32 v78, s7, v70
	v_ashrrev_i32_e32 v79, 31, v78
	s_waitcnt lgkmcnt(0)
	v_lshl_add_u64 v[78:79], v[78:79], 1, s[0:1]
	global_load_dwordx2 v[78:79], v[78:79], off
	v_add_u32_e32 v76, s7, v72
	v_add_u32_e32 v82, s7, v66
	v_add_u32_e32 v80, s7, v68
	v_ashrrev_i32_e32 v77, 31, v76
	v_ashrrev_i32_e32 v83, 31, v82
	v_ashrrev_i32_e32 v81, 31, v80
	v_lshl_add_u64 v[76:77], v[76:77], 1, s[0:1]
	v_lshl_add_u64 v[82:83], v[82:83], 1, s[2:3]
	v_lshl_add_u64 v[80:81], v[80:81], 1, s[2:3]
	global_load_dwordx2 v[84:85], v[76:77], off
	global_load_dwordx2 v[86:87], v[80:81], off
	s_add_i32 s7, s7, 8
	global_load_dwordx2 v[76:77], v[82:83], off
	s_cmp_lt_i32 s7, s6
	s_waitcnt vmcnt(1)
	v_mfma_f32_32x32x8_f16 v[48:63], v[84:85], v[86:87], v[48:63]
	s_waitcnt vmcnt(0)
	v_mfma_f32_32x32x8_f16 v[32:47], v[84:85], v[76:77], v[32:47]
	v_mfma_f32_32x32x8_f16 v[16:31], v[78:79], v[86:87], v[16:31]
	v_mfma_f32_32x32x8_f16 v[0:15], v[78:79], v[76:77], v[0:15]
	s_cbranch_scc1 .LBB2_5
.LBB2_6:
	v_or_b32_e32 v64, v74, v64
	v_mul_lo_u32 v64, v64, s6
	v_add_u32_e32 v66, v65, v64
	v_ashrrev_i32_e32 v67, 31, v66
	s_ashr_i32 s7, s6, 31
	s_waitcnt lgkmcnt(0)
	v_lshl_add_u64 v[66:67], v[66:67], 2, s[4:5]
	s_lshl_b64 s[0:1], s[6:7], 2
	v_lshl_add_u64 v[68:69], v[66:67], 0, s[0:1]
	s_lshl_b32 s2, s6, 3
	global_store_dword v[66:67], v48, off
	global_store_dword v[68:69], v49, off
	v_lshl_add_u64 v[48:49], v[68:69], 0, s[0:1]
	v_add_u32_e32 v64, s2, v64
	global_store_dword v[48:49], v50, off
	v_lshl_add_u64 v[70:71], v[48:49], 0, s[0:1]
	v_add_u32_e32 v50, v65, v64
	global_store_dword v[70:71], v51, off
	v_ashrrev_i32_e32 v51, 31, v50
	v_lshl_add_u64 v[50:51], v[50:51], 2, s[4:5]
	v_lshl_add_u64 v[72:73], v[50:51], 0, s[0:1]
	global_store_dword v[50:51], v52, off
	global_store_dword v[72:73], v53, off
	v_lshl_add_u64 v[52:53], v[72:73], 0, s[0:1]
	v_add_u32_e32 v64, s2, v64
	global_store_dword v[52:53], v54, off
	v_lshl_add_u64 v[74:75], v[52:53], 0, s[0:1]
	v_add_u32_e32 v54, v65, v64
	global_store_dword v[74:75], v55, off
	v_ashrrev_i32_e32 v55, 31, v54
	v_lshl_add_u64 v[54:55], v[54:55], 2, s[4:5]
	v_lshl_add_u64 v[76:77], v[54:55], 0, s[0:1]
	global_store_dword v[54:55], v56, off
	global_store_dword v[76:77], v57, off
	v_lshl_add_u64 v[56:57], v[76:77], 0, s[0:1]
	v_add_u32_e32 v64, s2, v64
	global_store_dword v[56:57], v58, off
	v_lshl_add_u64 v[78:79], v[56:57], 0, s[0:1]
	v_add_u32_e32 v58, v65, v64
	global_store_dword v[78:79], v59, off
	v_ashrrev_i32_e32 v59, 31, v58
	v_lshl_add_u64 v[58:59], v[58:59], 2, s[4:5]
	v_lshl_add_u64 v[80:81], v[58:59], 0, s[0:1]
	global_store_dword v[58:59], v60, off
	global_store_dword v[80:81], v61, off
	v_lshl_add_u64 v[60:61], v[80:81], 0, s[0:1]
	v_lshl_add_u64 v[82:83], v[60:61], 0, s[0:1]
	global_store_dword v[60:61], v62, off
	global_store_dword v[82:83], v63, off
	global_store_dword v[66:67], v32, off offset:128
	global_store_dword v[68:69], v33, off offset:128
	global_store_dword v[48:49], v34, off offset:128
	global_store_dword v[70:71], v35, off offset:128
	global_store_dword v[50:51], v36, off offset:128
	global_store_dword v[72:73], v37, off offset:128
	global_store_dword v[52:53], v38, off offset:128
	global_store_dword v[74:75], v39, off offset:128
	global_store_dword v[54:55], v40, off offset:128
	global_store_dword v[76:77], v41, off offset:128
	global_store_dword v[56:57], v42, off offset:128
	global_store_dword v[78:79], v43, off offset:128
	global_store_dword v[58:59], v44, off offset:128
	global_store_dword v[80:81], v45, off offset:128
	global_store_dword v[60:61], v46, off offset:128
	global_store_dword v[82:83], v47, off offset:128
	v_add_u32_e32 v38, s2, v64
	v_add_u32_e32 v32, v65, v38
	v_ashrrev_i32_e32 v33, 31, v32
	v_lshl_add_u64 v[32:33], v[32:33], 2, s[4:5]
	v_lshl_add_u64 v[34:35], v[32:33], 0, s[0:1]
	global_store_dword v[32:33], v16, off
	global_store_dword v[34:35], v17, off
	v_lshl_add_u64 v[16:17], v[34:35], 0, s[0:1]
	v_add_u32_e32 v42, s2, v38
	global_store_dword v[16:17], v18, off
	v_lshl_add_u64 v[36:37], v[16:17], 0, s[0:1]
	v_add_u32_e32 v18, v65, v42
	global_store_dword v[36:37], v19, off
	v_ashrrev_i32_e32 v19, 31, v18
	v_lshl_add_u64 v[18:19], v[18:19], 2, s[4:5]
	v_lshl_add_u64 v[38:39], v[18:19], 0, s[0:1]
	global_store_dword v[18:19], v20, off
	global_store_dword v[38:39], v21, off
	v_lshl_add_u64 v[20:21], v[38:39], 0, s[0:1]
	v_add_u32_e32 v46, s2, v42
	global_store_dword v[20:21], v22, off
	v_lshl_add_u64 v[40:41], v[20:21], 0, s[0:1]
	v_add_u32_e32 v22, v65, v46
	global_store_dword v[40:41], v23, off
	v_ashrrev_i32_e32 v23, 31, v22
	v_lshl_add_u64 v[22:23], v[22:23], 2, s[4:5]
	v_lshl_add_u64 v[42:43], v[22:23], 0, s[0:1]
	global_store_dword v[22:23], v24, off
	global_store_dword v[42:43], v25, off
	v_lshl_add_u64 v[24:25], v[42:43], 0, s[0:1]
	global_store_dword v[24:25], v26, off
	v_lshl_add_u64 v[44:45], v[24:25], 0, s[0:1]
	v_add3_u32 v26, s2, v46, v65
	global_store_dword v[44:45], v27, off
	v_ashrrev_i32_e32 v27, 31, v26
	v_lshl_add_u64 v[26:27], v[26:27], 2, s[4:5]
	v_lshl_add_u64 v[46:47], v[26:27], 0, s[0:1]
	global_store_dword v[26:27], v28, off
	global_store_dword v[46:47], v29, off
	v_lshl_add_u64 v[28:29], v[46:47], 0, s[0:1]
	v_lshl_add_u64 v[48:49], v[28:29], 0, s[0:1]
	global_store_dword v[28:29], v30, off
	global_store_dword v[48:49], v31, off
	global_store_dword v[32:33], v0, off offset:128
	global_store_dword v[34:35], v1, off offset:128
	global_store_dword v[16:17], v2, off offset:128
	global_store_dword v[36:37], v3, off offset:128
	global_store_dword v[18:19], v4, off offset:128
	global_store_dword v[38:39], v5, off offset:128
	global_store_dword v[20:21], v6, off offset:128
	global_store_dword v[40:41], v7, off offset:128
	global_store_dword v[22:23], v8, off offset:128
	global_store_dword v[42:43], v9, off offset:128
	global_store_dword v[24:25], v10, off offset:128
	global_store_dword v[44:45], v11, off offset:128
	global_store_dword v[26:27], v12, off offset:128
	global_store_dword v[46:47], v13, off offset:128
	global_store_dword v[28:29], v14, off offset:128
	global_store_dword v[48:49], v15, off offset:128
	s_endpgm
	.section	.rodata,"a",@progbits
	.p2align	6, 0x0
	.amdhsa_kernel mfma_gemm
		.amdhsa_group_segment_fixed_size 0
		.amdhsa_private_segment_fixed_size 0
		.amdhsa_kernarg_size 28
		.amdhsa_user_sgpr_count 2
		.amdhsa_user_sgpr_dispatch_ptr 0
		.amdhsa_user_sgpr_queue_ptr 0
		.amdhsa_user_sgpr_kernarg_segment_ptr 1
		.amdhsa_user_sgpr_dispatch_id 0
		.amdhsa_user_sgpr_kernarg_preload_length 0
		.amdhsa_user_sgpr_kernarg_preload_offset 0
		.amdhsa_user_sgpr_private_segment_size 0
		.amdhsa_uses_dynamic_stack 0
		.amdhsa_enable_private_segment 0
		.amdhsa_system_sgpr_workgroup_id_x 1
		.amdhsa_system_sgpr_workgroup_id_y 1
		.amdhsa_system_sgpr_workgroup_id_z 0
		.amdhsa_system_sgpr_workgroup_info 0
		.amdhsa_system_vgpr_workitem_id 0
		.amdhsa_next_free_vgpr 88
		.amdhsa_next_free_sgpr 10
		.amdhsa_accum_offset 88
		.amdhsa_reserve_vcc 0
		.amdhsa_float_round_mode_32 0
		.amdhsa_float_round_mode_16_64 0
		.amdhsa_float_denorm_mode_32 3
		.amdhsa_float_denorm_mode_16_64 3
		.amdhsa_dx10_clamp 1
		.amdhsa_ieee_mode 1
		.amdhsa_fp16_overflow 0
		.amdhsa_tg_split 0
		.amdhsa_exception_fp_ieee_invalid_op 0
		.amdhsa_exception_fp_denorm_src 0
		.amdhsa_exception_fp_ieee_div_zero 0
		.amdhsa_exception_fp_ieee_overflow 0
		.amdhsa_exception_fp_ieee_underflow 0
		.amdhsa_exception_fp_ieee_inexact 0
		.amdhsa_exception_int_div_zero 0
	.end_amdhsa_kernel
	.text
.Lfunc_end2:
	.size	mfma_gemm, .Lfunc_end2-mfma_gemm
                                        ; -- End function
	.set mfma_gemm.num_vgpr, 88
	.set mfma_gemm.num_agpr, 0
	.set mfma_gemm.numbered_sgpr, 10
	.set mfma_gemm.num_named_barrier, 0
	.set mfma_gemm.private_seg_size, 0
	.set mfma_gemm.uses_vcc, 0
	.set mfma_gemm.uses_flat_scratch, 0
	.set mfma_gemm.has_dyn_sized_stack, 0
	.set mfma_gemm.has_recursion, 0
	.set mfma_gemm.has_indirect_call, 0
	.section	.AMDGPU.csdata,"",@progbits
; Kernel info:
; codeLenInByte = 1728
; TotalNumSgprs: 16
; NumVgprs: 88
; NumAgprs: 0
; TotalNumVgprs: 88
; ScratchSize: 0
; MemoryBound: 0
; FloatMode: 240
; IeeeMode: 1
; LDSByteSize: 0 bytes/workgroup (compile time only)
; SGPRBlocks: 1
; VGPRBlocks: 10
; NumSGPRsForWavesPerEU: 16
; NumVGPRsForWavesPerEU: 88
; AccumOffset: 88
; Occupancy: 5
; WaveLimiterHint : 0
; COMPUTE_PGM_RSRC2:SCRATCH_EN: 0
; COMPUTE_PGM_RSRC2:USER_SGPR: 2
; COMPUTE_PGM_RSRC2:TRAP_HANDLER: 0
; COMPUTE_PGM_RSRC2:TGID_X_EN: 1
; COMPUTE_PGM_RSRC2:TGID_Y_EN: 1
; COMPUTE_PGM_RSRC2:TGID_Z_EN: 0
; COMPUTE_PGM_RSRC2:TIDIG_COMP_CNT: 0
; COMPUTE_PGM_RSRC3_GFX90A:ACCUM_OFFSET: 21
; COMPUTE_PGM_RSRC3_GFX90A:TG_SPLIT: 0
	.text
	.p2alignl 6, 3212836864
	.fill 256, 4, 3212836864
	.section	.AMDGPU.gpr_maximums,"",@progbits
	.set amdgpu.max_num_vgpr, 0
	.set amdgpu.max_num_agpr, 0
	.set amdgpu.max_num_sgpr, 0
	.set amdgpu.max_num_named_barrier, 0
	.text
	.type	__hip_cuid_,@object             ; @__hip_cuid_
	.section	.bss,"aw",@nobits
	.globl	__hip_cuid_
__hip_cuid_:
	.byte	0                               ; 0x0
	.size	__hip_cuid_, 1

	.ident	"Debian clang version 22.1.8 (1~deb12u1)"
	.section	".note.GNU-stack","",@progbits
	.addrsig
	.addrsig_sym __hip_cuid_
	.amdgpu_metadata
---
amdhsa.kernels:
  - .agpr_count:     0
    .args:
      - .address_space:  global
        .offset:         0
        .size:           8
        .value_kind:     global_buffer
      - .address_space:  global
        .offset:         8
        .size:           8
        .value_kind:     global_buffer
      - .address_space:  global
        .offset:         16
        .size:           8
        .value_kind:     global_buffer
    .group_segment_fixed_size: 0
    .kernarg_segment_align: 8
    .kernarg_segment_size: 24
    .max_flat_workgroup_size: 64
    .name:           mfma_f32_tile
    .private_segment_fixed_size: 0
    .sgpr_count:     14
    .sgpr_spill_count: 0
    .symbol:         mfma_f32_tile.kd
    .uniform_work_group_size: 1
    .uses_dynamic_stack: false
    .vgpr_count:     6
    .vgpr_spill_count: 0
    .wavefront_size: 64
  - .agpr_count:     0
    .args:
      - .address_space:  global
        .offset:         0
        .size:           8
        .value_kind:     global_buffer
      - .address_space:  global
        .offset:         8
        .size:           8
        .value_kind:     global_buffer
      - .address_space:  global
        .offset:         16
        .size:           8
        .value_kind:     global_buffer
    .group_segment_fixed_size: 0
    .kernarg_segment_align: 8
    .kernarg_segment_size: 24
    .max_flat_workgroup_size: 64
    .name:           mfma_f64_tile
    .private_segment_fixed_size: 0
    .sgpr_count:     14
    .sgpr_spill_count: 0
    .symbol:         mfma_f64_tile.kd
    .uniform_work_group_size: 1
    .uses_dynamic_stack: false
    .vgpr_count:     14
    .vgpr_spill_count: 0
    .wavefront_size: 64
  - .agpr_count:     0
    .args:
      - .actual_access:  read_only
        .address_space:  global
        .offset:         0
        .size:           8
        .value_kind:     global_buffer
      - .actual_access:  read_only
        .address_space:  global
        .offset:         8
        .size:           8
        .value_kind:     global_buffer
      - .actual_access:  write_only
        .address_space:  global
        .offset:         16
        .size:           8
        .value_kind:     global_buffer
      - .offset:         24
        .size:           4
        .value_kind:     by_value
    .group_segment_fixed_size: 0
    .kernarg_segment_align: 8
    .kernarg_segment_size: 28
    .max_flat_workgroup_size: 256
    .name:           mfma_gemm
    .private_segment_fixed_size: 0
    .sgpr_count:     16
    .sgpr_spill_count: 0
    .symbol:         mfma_gemm.kd
    .uniform_work_group_size: 1
    .uses_dynamic_stack: false
    .vgpr_count:     88
    .vgpr_spill_count: 0
    .wavefront_size: 64
amdhsa.target:   amdgcn-amd-amdhsa--gfx942
amdhsa.version:
  - 1
  - 2
...

	.end_amdgpu_metadata
