	.amdgcn_target "amdgcn-amd-amdhsa--gfx1201"
	.amdhsa_code_object_version 6
	.text
	.protected	wmma_packed             ; -- Begin function wmma_packed
	.globl	wmma_packed
	.p2align	8
	.type	wmma_packed,@function
wmma_packed:                            ; @wmma_packed
; %bb.0:
	s_load_b128 s[4:7], s[0:1], 0x0
	v_lshrrev_b32_e32 v1, 1, v0
	v_and_b32_e32 v8, 15, v0
	s_load_b64 s[0:1], s[0:1], 0x10
	v_lshlrev_b32_e32 v0, 3, v0
	s_delay_alu instid0(VALU_DEP_3) | instskip(NEXT) | instid1(VALU_DEP_3)
	v_and_b32_e32 v2, 8, v1
	v_lshlrev_b32_e32 v3, 4, v8
	v_lshlrev_b32_e32 v4, 2, v8
	v_or_b32_e32 v1, 7, v1
	v_and_or_b32 v0, 0x80, v0, v8
	s_delay_alu instid0(VALU_DEP_4) | instskip(NEXT) | instid1(VALU_DEP_4)
	v_or_b32_e32 v5, v2, v3
	v_lshl_or_b32 v2, v2, 6, v4
	s_delay_alu instid0(VALU_DEP_4) | instskip(SKIP_1) | instid1(VALU_DEP_4)
	v_or_b32_e32 v3, v1, v3
	v_lshl_or_b32 v1, v1, 6, v4
	v_lshlrev_b32_e32 v5, 2, v5
	s_delay_alu instid0(VALU_DEP_4)
	v_or_b32_e32 v4, 64, v2
	v_or_b32_e32 v6, 0x80, v2
	v_or_b32_e32 v7, 0xc0, v2
	v_or_b32_e32 v9, 0x100, v2
	v_or_b32_e32 v10, 0x140, v2
	v_or_b32_e32 v11, 0x180, v2
	s_wait_kmcnt 0x0
	s_clause 0x6
	global_load_b32 v12, v2, s[6:7]
	global_load_b32 v13, v4, s[6:7]
	global_load_b32 v14, v6, s[6:7]
	global_load_b32 v15, v7, s[6:7]
	global_load_b32 v16, v9, s[6:7]
	global_load_b32 v10, v10, s[6:7]
	global_load_b32 v11, v11, s[6:7]
	v_lshlrev_b32_e32 v9, 2, v3
	global_load_b32 v17, v1, s[6:7]
	s_clause 0x2
	global_load_b128 v[1:4], v5, s[4:5]
	global_load_b96 v[5:7], v5, s[4:5] offset:16
	global_load_b32 v18, v9, s[4:5]
	s_wait_loadcnt 0x9
	v_cvt_pk_rtz_f16_f32_e32 v8, v12, v13
	s_wait_loadcnt 0x7
	v_cvt_pk_rtz_f16_f32_e32 v9, v14, v15
	s_wait_loadcnt 0x5
	v_cvt_pk_rtz_f16_f32_e32 v10, v16, v10
	s_wait_loadcnt 0x3
	v_cvt_pk_rtz_f16_f32_e32 v11, v11, v17
	s_wait_loadcnt 0x2
	v_cvt_pk_rtz_f16_f32_e32 v12, v1, v2
	v_cvt_pk_rtz_f16_f32_e32 v13, v3, v4
	s_wait_loadcnt 0x1
	v_cvt_pk_rtz_f16_f32_e32 v14, v5, v6
	s_wait_loadcnt 0x0
	v_cvt_pk_rtz_f16_f32_e32 v15, v7, v18
	v_lshlrev_b32_e32 v16, 2, v0
	s_delay_alu instid0(VALU_DEP_2)
	v_wmma_f32_16x16x16_f16 v[0:7], v[12:15], v[8:11], 0
	s_clause 0x7
	global_store_b32 v16, v0, s[0:1]
	global_store_b32 v16, v1, s[0:1] offset:64
	global_store_b32 v16, v2, s[0:1] offset:128
	global_store_b32 v16, v3, s[0:1] offset:192
	global_store_b32 v16, v4, s[0:1] offset:256
	global_store_b32 v16, v5, s[0:1] offset:320
	global_store_b32 v16, v6, s[0:1] offset:384
	global_store_b32 v16, v7, s[0:1] offset:448
	s_endpgm
	.section	.rodata,"a",@progbits
	.p2align	6, 0x0
	.amdhsa_kernel wmma_packed
		.amdhsa_group_segment_fixed_size 0
		.amdhsa_private_segment_fixed_size 0
		.amdhsa_kernarg_size 24
		.amdhsa_user_sgpr_count 2
		.amdhsa_user_sgpr_dispatch_ptr 0
		.amdhsa_user_sgpr_queue_ptr 0
		.amdhsa_user_sgpr_kernarg_segment_ptr 1
		.amdhsa_user_sgpr_dispatch_id 0
		.amdhsa_user_sgpr_private_segment_size 0
		.amdhsa_wavefront_size32 1
		.amdhsa_uses_dynamic_stack 0
		.amdhsa_enable_private_segment 0
		.amdhsa_system_sgpr_workgroup_id_x 1
		.amdhsa_system_sgpr_workgroup_id_y 0
		.amdhsa_system_sgpr_workgroup_id_z 0
		.amdhsa_system_sgpr_workgroup_info 0
		.amdhsa_system_vgpr_workitem_id 0
		.amdhsa_next_free_vgpr 19
		.amdhsa_next_free_sgpr 8
		.amdhsa_reserve_vcc 0
		.amdhsa_float_round_mode_32 0
		.amdhsa_float_round_mode_16_64 0
		.amdhsa_float_denorm_mode_32 3
		.amdhsa_float_denorm_mode_16_64 3
		.amdhsa_fp16_overflow 0
		.amdhsa_workgroup_processor_mode 1
		.amdhsa_memory_ordered 1
		.amdhsa_forward_progress 1
		.amdhsa_inst_pref_size 4
		.amdhsa_round_robin_scheduling 0
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
	.size	wmma_packed, .Lfunc_end0-wmma_packed
                                        ; -- End function
	.set wmma_packed.num_vgpr, 19
	.set wmma_packed.num_agpr, 0
	.set wmma_packed.numbered_sgpr, 8
	.set wmma_packed.num_named_barrier, 0
	.set wmma_packed.private_seg_size, 0
	.set wmma_packed.uses_vcc, 0
	.set wmma_packed.uses_flat_scratch, 0
	.set wmma_packed.has_dyn_sized_stack, 0
	.set wmma_packed.has_recursion, 0
	.set wmma_packed.has_indirect_call, 0
	.section	.AMDGPU.csdata,"",@progbits
; Kernel info:
; codeLenInByte = 472
; TotalNumSgprs: 8
; NumVgprs: 19
; ScratchSize: 0
; MemoryBound: 0
; FloatMode: 240
; IeeeMode: 1
; LDSByteSize: 0 bytes/workgroup (compile time only)
; SGPRBlocks: 0
; VGPRBlocks: 2
; NumSGPRsForWavesPerEU: 8
; NumVGPRsForWavesPerEU: 19
; Occupancy: 16
; WaveLimiterHint : 0
; COMPUTE_PGM_RSRC2:SCRATCH_EN: 0
; COMPUTE_PGM_RSRC2:USER_SGPR: 2
; COMPUTE_PGM_RSRC2:TRAP_HANDLER: 0
; COMPUTE_PGM_RSRC2:TGID_X_EN: 1
; COMPUTE_PGM_RSRC2:TGID_Y_EN: 0
; COMPUTE_PGM_RSRC2:TGID_Z_EN: 0
; COMPUTE_PGM_RSRC2:TIDIG_COMP_CNT: 0
	.text
	.protected	wmma_mlp                ; -- Begin function wmma_mlp
	.globl	wmma_mlp
	.p2align	8
	.type	wmma_mlp,@function
wmma_mlp:                               ; @wmma_mlp
; %bb.0:
	s_load_b128 s[4:7], s[0:1], 0x0
	v_lshlrev_b32_e32 v1, 3, v0
	v_and_b32_e32 v21, 15, v0
	s_load_b64 s[0:1], s[0:1], 0x10
	s_delay_alu instid0(VALU_DEP_1) | instskip(SKIP_1) | instid1(VALU_DEP_2)
	v_and_or_b32 v1, 0x80, v1, v21
	v_lshlrev_b32_e32 v2, 5, v21
	v_lshlrev_b32_e32 v1, 1, v1
	s_delay_alu instid0(VALU_DEP_2)
	v_and_or_b32 v2, v0, 16, v2
	s_wait_kmcnt 0x0
	s_clause 0x3
	global_load_u16 v9, v1, s[6:7]
	global_load_u16 v10, v1, s[6:7] offset:64
	global_load_u16 v11, v1, s[6:7] offset:128
	global_load_u16 v12, v1, s[6:7] offset:192
	s_wait_loadcnt 0x3
	global_load_d16_hi_b16 v9, v1, s[6:7] offset:32
	s_wait_loadcnt 0x3
	global_load_d16_hi_b16 v10, v1, s[6:7] offset:96
	s_wait_loadcnt 0x3
	global_load_d16_hi_b16 v11, v1, s[6:7] offset:160
	s_wait_loadcnt 0x3
	global_load_d16_hi_b16 v12, v1, s[6:7] offset:224
	s_clause 0x1
	global_load_b128 v[13:16], v2, s[4:5]
	global_load_b128 v[17:20], v2, s[4:5] offset:512
	s_wait_loadcnt 0x1
	v_wmma_f32_16x16x16_f16 v[1:8], v[13:16], v[9:12], 0
	s_delay_alu instid0(VALU_DEP_1) | instskip(NEXT) | instid1(VALU_DEP_2)
	v_dual_max_num_f32 v1, v1, v1 :: v_dual_lshlrev_b32 v0, 5, v0
	v_dual_max_num_f32 v2, v2, v2 :: v_dual_max_num_f32 v3, v3, v3
	s_delay_alu instid0(VALU_DEP_3) | instskip(NEXT) | instid1(VALU_DEP_4)
	v_dual_max_num_f32 v4, v4, v4 :: v_dual_max_num_f32 v5, v5, v5
	v_max_num_f32_e32 v8, v8, v8
	v_dual_max_num_f32 v6, v6, v6 :: v_dual_max_num_f32 v7, v7, v7
	s_delay_alu instid0(VALU_DEP_4) | instskip(NEXT) | instid1(VALU_DEP_4)
	v_dual_max_num_f32 v2, 0, v2 :: v_dual_max_num_f32 v1, 0, v1
	v_dual_max_num_f32 v4, 0, v4 :: v_dual_max_num_f32 v3, 0, v3
	s_delay_alu instid0(VALU_DEP_3) | instskip(NEXT) | instid1(VALU_DEP_4)
	v_dual_max_num_f32 v6, 0, v6 :: v_dual_max_num_f32 v5, 0, v5
	v_dual_max_num_f32 v8, 0, v8 :: v_dual_max_num_f32 v7, 0, v7
	v_lshlrev_b32_e32 v12, 2, v21
	v_cvt_f16_f32_e32 v1, v1
	v_cvt_f16_f32_e32 v3, v3
	v_cvt_f16_f32_e32 v5, v5
	v_cvt_f16_f32_e32 v7, v7
	v_cvt_f16_f32_e32 v8, v8
	v_cvt_f16_f32_e32 v6, v6
	v_cvt_f16_f32_e32 v4, v4
	v_cvt_f16_f32_e32 v2, v2
	v_and_or_b32 v12, 0x200, v0, v12
	v_pack_b32_f16 v11, v7, v8
	v_pack_b32_f16 v10, v5, v6
	v_pack_b32_f16 v9, v3, v4
	v_pack_b32_f16 v8, v1, v2
	s_wait_loadcnt 0x0
	s_delay_alu instid0(VALU_DEP_1)
	v_wmma_f32_16x16x16_f16 v[0:7], v[17:20], v[8:11], 0
	s_clause 0x7
	global_store_b32 v12, v0, s[0:1]
	global_store_b32 v12, v1, s[0:1] offset:64
	global_store_b32 v12, v2, s[0:1] offset:128
	global_store_b32 v12, v3, s[0:1] offset:192
	global_store_b32 v12, v4, s[0:1] offset:256
	global_store_b32 v12, v5, s[0:1] offset:320
	global_store_b32 v12, v6, s[0:1] offset:384
	global_store_b32 v12, v7, s[0:1] offset:448
	s_endpgm
	.section	.rodata,"a",@progbits
	.p2align	6, 0x0
	.amdhsa_kernel wmma_mlp
		.amdhsa_group_segment_fixed_size 0
		.amdhsa_private_segment_fixed_size 0
		.amdhsa_kernarg_size 24
		.amdhsa_user_sgpr_count 2
		.amdhsa_user_sgpr_dispatch_ptr 0
		.amdhsa_user_sgpr_queue_ptr 0
		.amdhsa_user_sgpr_kernarg_segment_ptr 1
		.amdhsa_user_sgpr_dispatch_id 0
		.amdhsa_user_sgpr_private_segment_size 0
		.amdhsa_wavefront_size32 1
		.amdhsa_uses_dynamic_stack 0
		.amdhsa_enable_private_segment 0
		.amdhsa_system_sgpr_workgroup_id_x 1
		.amdhsa_system_sgpr_workgroup_id_y 0
		.amdhsa_system_sgpr_workgroup_id_z 0
		.amdhsa_system_sgpr_workgroup_info 0
		.amdhsa_system_vgpr_workitem_id 0
		.amdhsa_next_free_vgpr 22
		.amdhsa_next_free_sgpr 8
		.amdhsa_reserve_vcc 0
		.amdhsa_float_round_mode_32 0
		.amdhsa_float_round_mode_16_64 0
		.amdhsa_float_denorm_mode_32 3
		.amdhsa_float_denorm_mode_16_64 3
		.amdhsa_fp16_overflow 0
		.amdhsa_workgroup_processor_mode 1
		.amdhsa_memory_ordered 1
		.amdhsa_forward_progress 1
		.amdhsa_inst_pref_size 4
		.amdhsa_round_robin_scheduling 0
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
	.size	wmma_mlp, .Lfunc_end1-wmma_mlp
                                        ; -- End function
	.set wmma_mlp.num_vgpr, 22
	.set wmma_mlp.num_agpr, 0
	.set wmma_mlp.numbered_sgpr, 8
	.set wmma_mlp.num_named_barrier, 0
	.set wmma_mlp.private_seg_size, 0
	.set wmma_mlp.uses_vcc, 0
	.set wmma_mlp.uses_flat_scratch, 0
	.set wmma_mlp.has_dyn_sized_stack, 0
	.set wmma_mlp.has_recursion, 0
	.set wmma_mlp.has_indirect_call, 0
	.section	.AMDGPU.csdata,"",@progbits
; Kernel info:
; codeLenInByte = 504
; TotalNumSgprs: 8
; NumVgprs: 22
; ScratchSize: 0
; MemoryBound: 0
; FloatMode: 240
; IeeeMode: 1
; LDSByteSize: 0 bytes/workgroup (compile time only)
; SGPRBlocks: 0
; VGPRBlocks: 2
; NumSGPRsForWavesPerEU: 8
; NumVGPRsForWavesPerEU: 22
; Occupancy: 16
; WaveLimiterHint : 1
; COMPUTE_PGM_RSRC2:SCRATCH_EN: 0
; COMPUTE_PGM_RSRC2:USER_SGPR: 2
; COMPUTE_PGM_RSRC2:TRAP_HANDLER: 0
; COMPUTE_PGM_RSRC2:TGID_X_EN: 1
; COMPUTE_PGM_RSRC2:TGID_Y_EN: 0
; COMPUTE_PGM_RSRC2:TGID_Z_EN: 0
; COMPUTE_PGM_RSRC2:TIDIG_COMP_CNT: 0
	.text
	.protected	wmma_fused_pair         ; -- Begin function wmma_fused_pair
	.globl	wmma_fused_pair
	.p2align	8
	.type	wmma_fused_pair,@function
wmma_fused_pair:                        ; @wmma_fused_pair
; %bb.0:
	s_load_b256 s[0:7], s[0:1], 0x0
	v_lshrrev_b32_e32 v1, 1, v0
	s_delay_alu instid0(VALU_DEP_1) | instskip(SKIP_1) | instid1(VALU_DEP_2)
	v_lshl_or_b32 v2, v0, 5, v1
	v_and_b32_e32 v0, 15, v0
	v_and_b32_e32 v2, 0x1e8, v2
	s_delay_alu instid0(VALU_DEP_2) | instskip(NEXT) | instid1(VALU_DEP_2)
	v_mul_u32_u24_e32 v0, 48, v0
	v_lshlrev_b32_e32 v2, 1, v2
	s_delay_alu instid0(VALU_DEP_2)
	v_and_or_b32 v96, v1, 8, v0
	s_wait_kmcnt 0x0
	s_clause 0x9
	global_load_b128 v[24:27], v2, s[0:1]
	global_load_b128 v[32:35], v2, s[2:3]
	global_load_b128 v[40:43], v2, s[2:3] offset:1024
	global_load_b128 v[48:51], v2, s[2:3] offset:2048
	global_load_b128 v[52:55], v2, s[0:1] offset:1024
	global_load_b128 v[36:39], v2, s[0:1] offset:32
	global_load_b128 v[56:59], v2, s[2:3] offset:32
	global_load_b128 v[60:63], v2, s[2:3] offset:1056
	global_load_b128 v[64:67], v2, s[2:3] offset:2080
	global_load_b128 v[68:71], v2, s[0:1] offset:1056
	v_lshlrev_b32_e32 v97, 1, v96
	v_lshlrev_b32_e32 v104, 2, v96
	s_clause 0x5
	global_load_b128 v[72:75], v97, s[4:5]
	global_load_b128 v[76:79], v97, s[4:5] offset:32
	global_load_b128 v[80:83], v97, s[4:5] offset:1536
	global_load_b128 v[84:87], v97, s[4:5] offset:1568
	global_load_b128 v[88:91], v97, s[4:5] offset:3072
	global_load_b128 v[92:95], v97, s[4:5] offset:3104
	s_wait_loadcnt 0xe
	v_wmma_f32_16x16x16_f16 v[0:7], v[32:35], v[24:27], 0
	s_wait_loadcnt 0xd
	v_wmma_f32_16x16x16_f16 v[8:15], v[40:43], v[24:27], 0
	s_wait_loadcnt 0xc
	v_wmma_f32_16x16x16_f16 v[16:23], v[48:51], v[24:27], 0
	s_wait_loadcnt 0xb
	v_wmma_f32_16x16x16_f16 v[24:31], v[32:35], v[52:55], 0
	s_wait_loadcnt 0x9
	v_wmma_f32_16x16x16_f16 v[0:7], v[56:59], v[36:39], v[0:7]
	s_wait_loadcnt 0x8
	v_wmma_f32_16x16x16_f16 v[8:15], v[60:63], v[36:39], v[8:15]
	s_wait_loadcnt 0x7
	v_wmma_f32_16x16x16_f16 v[16:23], v[64:67], v[36:39], v[16:23]
	v_wmma_f32_16x16x16_f16 v[32:39], v[40:43], v[52:55], 0
	v_wmma_f32_16x16x16_f16 v[40:47], v[48:51], v[52:55], 0
	s_clause 0x1
	global_load_b128 v[48:51], v97, s[4:5] offset:64
	global_load_b128 v[52:55], v97, s[4:5] offset:1600
	s_wait_loadcnt 0x8
	v_wmma_f32_16x16x16_f16 v[24:31], v[56:59], v[68:71], v[24:31]
	global_load_b128 v[56:59], v97, s[4:5] offset:3136
	v_cvt_f16_f32_e32 v0, v0
	v_cvt_f16_f32_e32 v1, v1
	v_cvt_f16_f32_e32 v2, v2
	v_cvt_f16_f32_e32 v3, v3
	v_cvt_f16_f32_e32 v4, v4
	v_cvt_f16_f32_e32 v5, v5
	v_cvt_f16_f32_e32 v6, v6
	v_cvt_f16_f32_e32 v7, v7
	v_wmma_f32_16x16x16_f16 v[32:39], v[60:63], v[68:71], v[32:39]
	v_wmma_f32_16x16x16_f16 v[40:47], v[64:67], v[68:71], v[40:47]
	v_cvt_f16_f32_e32 v8, v8
	v_cvt_f16_f32_e32 v9, v9
	v_cvt_f16_f32_e32 v10, v10
	v_cvt_f16_f32_e32 v11, v11
	v_cvt_f16_f32_e32 v12, v12
	v_cvt_f16_f32_e32 v13, v13
	v_cvt_f16_f32_e32 v14, v14
	v_cvt_f16_f32_e32 v15, v15
	v_cvt_f16_f32_e32 v68, v24
	v_cvt_f16_f32_e32 v96, v25
	v_cvt_f16_f32_e32 v69, v26
	v_cvt_f16_f32_e32 v97, v27
	v_cvt_f16_f32_e32 v28, v28
	v_cvt_f16_f32_e32 v29, v29
	v_cvt_f16_f32_e32 v30, v30
	v_cvt_f16_f32_e32 v31, v31
	v_pack_b32_f16 v27, v6, v7
	v_pack_b32_f16 v26, v4, v5
	v_pack_b32_f16 v25, v2, v3
	v_pack_b32_f16 v24, v0, v1
	v_cvt_f16_f32_e32 v16, v16
	v_cvt_f16_f32_e32 v17, v17
	v_cvt_f16_f32_e32 v18, v18
	v_cvt_f16_f32_e32 v19, v19
	v_cvt_f16_f32_e32 v20, v20
	v_cvt_f16_f32_e32 v21, v21
	v_cvt_f16_f32_e32 v22, v22
	v_cvt_f16_f32_e32 v23, v23
	v_cvt_f16_f32_e32 v32, v32
	v_cvt_f16_f32_e32 v33, v33
	v_cvt_f16_f32_e32 v34, v34
	v_cvt_f16_f32_e32 v35, v35
	v_cvt_f16_f32_e32 v36, v36
	v_cvt_f16_f32_e32 v37, v37
	v_cvt_f16_f32_e32 v38, v38
	v_cvt_f16_f32_e32 v39, v39
	v_cvt_f16_f32_e32 v40, v40
	v_cvt_f16_f32_e32 v41, v41
	v_cvt_f16_f32_e32 v42, v42
	v_cvt_f16_f32_e32 v43, v43
	v_cvt_f16_f32_e32 v44, v44
	v_cvt_f16_f32_e32 v45, v45
	v_cvt_f16_f32_e32 v46, v46
	v_cvt_f16_f32_e32 v47, v47
	v_pack_b32_f16 v63, v14, v15
	v_pack_b32_f16 v62, v12, v13
	v_pack_b32_f16 v61, v10, v11
	v_pack_b32_f16 v60, v8, v9
	v_pack_b32_f16 v71, v30, v31
	v_pack_b32_f16 v70, v28, v29
	v_pack_b32_f16 v69, v69, v97
	v_pack_b32_f16 v68, v68, v96
	s_wait_loadcnt 0x8
	v_wmma_f32_16x16x16_f16 v[0:7], v[72:75], v[24:27], 0
	s_wait_loadcnt 0x6
	v_wmma_f32_16x16x16_f16 v[8:15], v[80:83], v[24:27], 0
	v_pack_b32_f16 v67, v22, v23
	v_pack_b32_f16 v66, v20, v21
	v_pack_b32_f16 v65, v18, v19
	v_pack_b32_f16 v64, v16, v17
	s_wait_loadcnt 0x4
	v_wmma_f32_16x16x16_f16 v[16:23], v[88:91], v[24:27], 0
	v_pack_b32_f16 v99, v38, v39
	v_pack_b32_f16 v98, v36, v37
	v_pack_b32_f16 v97, v34, v35
	v_pack_b32_f16 v96, v32, v33
	v_pack_b32_f16 v103, v46, v47
	v_pack_b32_f16 v102, v44, v45
	v_pack_b32_f16 v101, v42, v43
	v_pack_b32_f16 v100, v40, v41
	v_wmma_f32_16x16x16_f16 v[24:31], v[72:75], v[68:71], 0
	v_wmma_f32_16x16x16_f16 v[32:39], v[80:83], v[68:71], 0
	v_wmma_f32_16x16x16_f16 v[40:47], v[88:91], v[68:71], 0
	v_wmma_f32_16x16x16_f16 v[0:7], v[76:79], v[60:63], v[0:7]
	v_wmma_f32_16x16x16_f16 v[8:15], v[84:87], v[60:63], v[8:15]
	s_wait_loadcnt 0x3
	v_wmma_f32_16x16x16_f16 v[16:23], v[92:95], v[60:63], v[16:23]
	v_wmma_f32_16x16x16_f16 v[24:31], v[76:79], v[96:99], v[24:31]
	v_wmma_f32_16x16x16_f16 v[32:39], v[84:87], v[96:99], v[32:39]
	v_wmma_f32_16x16x16_f16 v[40:47], v[92:95], v[96:99], v[40:47]
	s_wait_loadcnt 0x2
	v_wmma_f32_16x16x16_f16 v[0:7], v[48:51], v[64:67], v[0:7]
	s_wait_loadcnt 0x1
	v_wmma_f32_16x16x16_f16 v[8:15], v[52:55], v[64:67], v[8:15]
	v_wmma_f32_16x16x16_f16 v[24:31], v[48:51], v[100:103], v[24:31]
	s_wait_loadcnt 0x0
	v_wmma_f32_16x16x16_f16 v[16:23], v[56:59], v[64:67], v[16:23]
	v_wmma_f32_16x16x16_f16 v[32:39], v[52:55], v[100:103], v[32:39]
	v_wmma_f32_16x16x16_f16 v[40:47], v[56:59], v[100:103], v[40:47]
	s_clause 0xb
	global_store_b128 v104, v[4:7], s[6:7] offset:16
	global_store_b128 v104, v[0:3], s[6:7]
	global_store_b128 v104, v[12:15], s[6:7] offset:80
	global_store_b128 v104, v[8:11], s[6:7] offset:64
	global_store_b128 v104, v[20:23], s[6:7] offset:144
	global_store_b128 v104, v[16:19], s[6:7] offset:128
	global_store_b128 v104, v[28:31], s[6:7] offset:3088
	global_store_b128 v104, v[24:27], s[6:7] offset:3072
	global_store_b128 v104, v[36:39], s[6:7] offset:3152
	global_store_b128 v104, v[32:35], s[6:7] offset:3136
	global_store_b128 v104, v[44:47], s[6:7] offset:3216
	global_store_b128 v104, v[40:43], s[6:7] offset:3200
	s_nop 0
	s_sendmsg sendmsg(MSG_DEALLOC_VGPRS)
	s_endpgm
	.section	.rodata,"a",@progbits
	.p2align	6, 0x0
	.amdhsa_kernel wmma_fused_pair
		.amdhsa_group_segment_fixed_size 0
		.amdhsa_private_segment_fixed_size 0
		.amdhsa_kernarg_size 32
		.amdhsa_user_sgpr_count 2
		.amdhsa_user_sgpr_dispatch_ptr 0
		.amdhsa_user_sgpr_queue_ptr 0
		.amdhsa_user_sgpr_kernarg_segment_ptr 1
		.amdhsa_user_sgpr_dispatch_id 0
		.amdhsa_user_sgpr_private_segment_size 0
		.amdhsa_wavefront_size32 1
		.amdhsa_uses_dynamic_stack 0
		.amdhsa_enable_private_segment 0
		.amdhsa_system_sgpr_workgroup_id_x 1
		.amdhsa_system_sgpr_workgroup_id_y 0
		.amdhsa_system_sgpr_workgroup_id_z 0
		.amdhsa_system_sgpr_workgroup_info 0
		.amdhsa_system_vgpr_workitem_id 0
		.amdhsa_next_free_vgpr 105
		.amdhsa_next_free_sgpr 8
		.amdhsa_reserve_vcc 0
		.amdhsa_float_round_mode_32 0
		.amdhsa_float_round_mode_16_64 0
		.amdhsa_float_denorm_mode_32 3
		.amdhsa_float_denorm_mode_16_64 3
		.amdhsa_fp16_overflow 0
		.amdhsa_workgroup_processor_mode 1
		.amdhsa_memory_ordered 1
		.amdhsa_forward_progress 1
		.amdhsa_inst_pref_size 10
		.amdhsa_round_robin_scheduling 0
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
	.size	wmma_fused_pair, .Lfunc_end2-wmma_fused_pair
                                        ; -- End function
	.set wmma_fused_pair.num_vgpr, 105
	.set wmma_fused_pair.num_agpr, 0
	.set wmma_fused_pair.numbered_sgpr, 8
	.set wmma_fused_pair.num_named_barrier, 0
	.set wmma_fused_pair.private_seg_size, 0
	.set wmma_fused_pair.uses_vcc, 0
	.set wmma_fused_pair.uses_flat_scratch, 0
	.set wmma_fused_pair.has_dyn_sized_stack, 0
	.set wmma_fused_pair.has_recursion, 0
	.set wmma_fused_pair.has_indirect_call, 0
	.section	.AMDGPU.csdata,"",@progbits
; Kernel info:
; codeLenInByte = 1156
; TotalNumSgprs: 8
; NumVgprs: 105
; ScratchSize: 0
; MemoryBound: 0
; FloatMode: 240
; IeeeMode: 1
; LDSByteSize: 0 bytes/workgroup (compile time only)
; SGPRBlocks: 0
; VGPRBlocks: 13
; NumSGPRsForWavesPerEU: 8
; NumVGPRsForWavesPerEU: 105
; Occupancy: 12
; WaveLimiterHint : 1
; COMPUTE_PGM_RSRC2:SCRATCH_EN: 0
; COMPUTE_PGM_RSRC2:USER_SGPR: 2
; COMPUTE_PGM_RSRC2:TRAP_HANDLER: 0
; COMPUTE_PGM_RSRC2:TGID_X_EN: 1
; COMPUTE_PGM_RSRC2:TGID_Y_EN: 0
; COMPUTE_PGM_RSRC2:TGID_Z_EN: 0
; COMPUTE_PGM_RSRC2:TIDIG_COMP_CNT: 0
	.text
	.p2alignl 7, 3214868480
	.fill 96, 4, 3214868480
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
  - .args:
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
    .max_flat_workgroup_size: 32
    .name:           wmma_packed
    .private_segment_fixed_size: 0
    .sgpr_count:     8
    .sgpr_spill_count: 0
    .symbol:         wmma_packed.kd
    .uniform_work_group_size: 1
    .uses_dynamic_stack: false
    .vgpr_count:     19
    .vgpr_spill_count: 0
    .wavefront_size: 32
    .workgroup_processor_mode: 1
  - .args:
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
    .max_flat_workgroup_size: 32
    .name:           wmma_mlp
    .private_segment_fixed_size: 0
    .sgpr_count:     8
    .sgpr_spill_count: 0
    .symbol:         wmma_mlp.kd
    .uniform_work_group_size: 1
    .uses_dynamic_stack: false
    .vgpr_count:     22
    .vgpr_spill_count: 0
    .wavefront_size: 32
    .workgroup_processor_mode: 1
  - .args:
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
      - .address_space:  global
        .offset:         24
        .size:           8
        .value_kind:     global_buffer
    .group_segment_fixed_size: 0
    .kernarg_segment_align: 8
    .kernarg_segment_size: 32
    .max_flat_workgroup_size: 32
    .name:           wmma_fused_pair
    .private_segment_fixed_size: 0
    .sgpr_count:     8
    .sgpr_spill_count: 0
    .symbol:         wmma_fused_pair.kd
    .uniform_work_group_size: 1
    .uses_dynamic_stack: false
    .vgpr_count:     105
    .vgpr_spill_count: 0
    .wavefront_size: 32
    .workgroup_processor_mode: 1
amdhsa.target:   amdgcn-amd-amdhsa--gfx1201
amdhsa.version:
  - 1
  - 2
...

	.end_amdgpu_metadata
