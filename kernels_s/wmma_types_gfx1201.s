	.amdgcn_target "amdgcn-amd-amdhsa--gfx1201"
	.amdhsa_code_object_version 6
	.text
	.protected	f32_f16                 ; -- Begin function f32_f16
	.globl	f32_f16
	.p2align	8
	.type	f32_f16,@function
f32_f16:                                ; @f32_f16
; %bb.0:
	s_load_b256 s[0:7], s[0:1], 0x0
	v_lshrrev_b32_e32 v1, 1, v0
	v_and_b32_e32 v2, 15, v0
	v_lshlrev_b32_e32 v0, 2, v0
	s_delay_alu instid0(VALU_DEP_3) | instskip(NEXT) | instid1(VALU_DEP_3)
	v_and_b32_e32 v3, 8, v1
	v_lshlrev_b32_e32 v4, 1, v2
	s_delay_alu instid0(VALU_DEP_2) | instskip(NEXT) | instid1(VALU_DEP_2)
	v_lshl_or_b32 v7, v3, 4, v2
	v_lshl_or_b32 v5, v3, 5, v4
	v_lshlrev_b32_e32 v2, 4, v2
	s_delay_alu instid0(VALU_DEP_3) | instskip(NEXT) | instid1(VALU_DEP_3)
	v_lshlrev_b32_e32 v16, 2, v7
	v_or_b32_e32 v6, 64, v5
	s_delay_alu instid0(VALU_DEP_3)
	v_or_b32_e32 v3, v3, v2
	v_or_b32_e32 v10, 0x80, v5
	v_or_b32_e32 v5, 0xc0, v5
	s_wait_kmcnt 0x0
	global_load_u16 v9, v6, s[2:3]
	v_lshlrev_b32_e32 v6, 1, v7
	v_lshlrev_b32_e32 v3, 1, v3
	s_clause 0x1
	global_load_u16 v8, v6, s[2:3]
	global_load_u16 v10, v10, s[2:3]
	global_load_u16 v15, v3, s[0:1] offset:12
	global_load_u16 v11, v5, s[2:3]
	v_or_b32_e32 v5, 7, v1
	v_lshlrev_b32_e32 v1, 6, v1
	s_wait_loadcnt 0x4
	global_load_d16_hi_b16 v9, v6, s[2:3] offset:96
	global_load_b96 v[12:14], v3, s[0:1]
	v_or_b32_e32 v2, v5, v2
	v_lshl_or_b32 v17, v5, 5, v4
	s_wait_loadcnt 0x5
	global_load_d16_hi_b16 v8, v6, s[2:3] offset:32
	s_wait_loadcnt 0x5
	global_load_d16_hi_b16 v10, v6, s[2:3] offset:160
	v_or3_b32 v18, v1, v0, 0x1c0
	v_lshlrev_b32_e32 v19, 1, v2
	s_clause 0x7
	global_load_b32 v0, v16, s[4:5]
	global_load_b32 v1, v16, s[4:5] offset:64
	global_load_b32 v2, v16, s[4:5] offset:128
	global_load_b32 v3, v16, s[4:5] offset:192
	global_load_b32 v4, v16, s[4:5] offset:256
	global_load_b32 v5, v16, s[4:5] offset:320
	global_load_b32 v6, v16, s[4:5] offset:384
	global_load_b32 v7, v18, s[4:5]
	s_wait_loadcnt 0xd
	global_load_d16_hi_b16 v15, v19, s[0:1]
	s_wait_loadcnt 0xd
	global_load_d16_hi_b16 v11, v17, s[2:3]
	s_wait_loadcnt 0x0
	v_wmma_f32_16x16x16_f16 v[0:7], v[12:15], v[8:11], v[0:7]
	s_clause 0x7
	global_store_b32 v16, v0, s[6:7]
	global_store_b32 v16, v1, s[6:7] offset:64
	global_store_b32 v16, v2, s[6:7] offset:128
	global_store_b32 v16, v3, s[6:7] offset:192
	global_store_b32 v16, v4, s[6:7] offset:256
	global_store_b32 v16, v5, s[6:7] offset:320
	global_store_b32 v16, v6, s[6:7] offset:384
	global_store_b32 v18, v7, s[6:7]
	s_endpgm
	.section	.rodata,"a",@progbits
	.p2align	6, 0x0
	.amdhsa_kernel f32_f16
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
		.amdhsa_next_free_vgpr 20
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
	.size	f32_f16, .Lfunc_end0-f32_f16
                                        ; -- End function
	.set f32_f16.num_vgpr, 20
	.set f32_f16.num_agpr, 0
	.set f32_f16.numbered_sgpr, 8
	.set f32_f16.num_named_barrier, 0
	.set f32_f16.private_seg_size, 0
	.set f32_f16.uses_vcc, 0
	.set f32_f16.uses_flat_scratch, 0
	.set f32_f16.has_dyn_sized_stack, 0
	.set f32_f16.has_recursion, 0
	.set f32_f16.has_indirect_call, 0
	.section	.AMDGPU.csdata,"",@progbits
; Kernel info:
; codeLenInByte = 512
; TotalNumSgprs: 8
; NumVgprs: 20
; ScratchSize: 0
; MemoryBound: 0
; FloatMode: 240
; IeeeMode: 1
; LDSByteSize: 0 bytes/workgroup (compile time only)
; SGPRBlocks: 0
; VGPRBlocks: 2
; NumSGPRsForWavesPerEU: 8
; NumVGPRsForWavesPerEU: 20
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
	.protected	f32_bf16                ; -- Begin function f32_bf16
	.globl	f32_bf16
	.p2align	8
	.type	f32_bf16,@function
f32_bf16:                               ; @f32_bf16
; %bb.0:
	s_load_b256 s[0:7], s[0:1], 0x0
	v_lshrrev_b32_e32 v1, 1, v0
	v_and_b32_e32 v2, 15, v0
	v_lshlrev_b32_e32 v0, 2, v0
	s_delay_alu instid0(VALU_DEP_3) | instskip(NEXT) | instid1(VALU_DEP_3)
	v_and_b32_e32 v3, 8, v1
	v_lshlrev_b32_e32 v4, 1, v2
	s_delay_alu instid0(VALU_DEP_2) | instskip(NEXT) | instid1(VALU_DEP_2)
	v_lshl_or_b32 v7, v3, 4, v2
	v_lshl_or_b32 v5, v3, 5, v4
	v_lshlrev_b32_e32 v2, 4, v2
	s_delay_alu instid0(VALU_DEP_3) | instskip(NEXT) | instid1(VALU_DEP_3)
	v_lshlrev_b32_e32 v16, 2, v7
	v_or_b32_e32 v6, 64, v5
	s_delay_alu instid0(VALU_DEP_3)
	v_or_b32_e32 v3, v3, v2
	v_or_b32_e32 v10, 0x80, v5
	v_or_b32_e32 v5, 0xc0, v5
	s_wait_kmcnt 0x0
	global_load_u16 v9, v6, s[2:3]
	v_lshlrev_b32_e32 v6, 1, v7
	v_lshlrev_b32_e32 v3, 1, v3
	s_clause 0x1
	global_load_u16 v8, v6, s[2:3]
	global_load_u16 v10, v10, s[2:3]
	global_load_u16 v15, v3, s[0:1] offset:12
	global_load_u16 v11, v5, s[2:3]
	v_or_b32_e32 v5, 7, v1
	v_lshlrev_b32_e32 v1, 6, v1
	s_wait_loadcnt 0x4
	global_load_d16_hi_b16 v9, v6, s[2:3] offset:96
	global_load_b96 v[12:14], v3, s[0:1]
	v_or_b32_e32 v2, v5, v2
	v_lshl_or_b32 v17, v5, 5, v4
	s_wait_loadcnt 0x5
	global_load_d16_hi_b16 v8, v6, s[2:3] offset:32
	s_wait_loadcnt 0x5
	global_load_d16_hi_b16 v10, v6, s[2:3] offset:160
	v_or3_b32 v18, v1, v0, 0x1c0
	v_lshlrev_b32_e32 v19, 1, v2
	s_clause 0x7
	global_load_b32 v0, v16, s[4:5]
	global_load_b32 v1, v16, s[4:5] offset:64
	global_load_b32 v2, v16, s[4:5] offset:128
	global_load_b32 v3, v16, s[4:5] offset:192
	global_load_b32 v4, v16, s[4:5] offset:256
	global_load_b32 v5, v16, s[4:5] offset:320
	global_load_b32 v6, v16, s[4:5] offset:384
	global_load_b32 v7, v18, s[4:5]
	s_wait_loadcnt 0xd
	global_load_d16_hi_b16 v15, v19, s[0:1]
	s_wait_loadcnt 0xd
	global_load_d16_hi_b16 v11, v17, s[2:3]
	s_wait_loadcnt 0x0
	v_wmma_f32_16x16x16_bf16 v[0:7], v[12:15], v[8:11], v[0:7]
	s_clause 0x7
	global_store_b32 v16, v0, s[6:7]
	global_store_b32 v16, v1, s[6:7] offset:64
	global_store_b32 v16, v2, s[6:7] offset:128
	global_store_b32 v16, v3, s[6:7] offset:192
	global_store_b32 v16, v4, s[6:7] offset:256
	global_store_b32 v16, v5, s[6:7] offset:320
	global_store_b32 v16, v6, s[6:7] offset:384
	global_store_b32 v18, v7, s[6:7]
	s_endpgm
	.section	.rodata,"a",@progbits
	.p2align	6, 0x0
	.amdhsa_kernel f32_bf16
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
		.amdhsa_next_free_vgpr 20
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
	.size	f32_bf16, .Lfunc_end1-f32_bf16
                                        ; -- End function
	.set f32_bf16.num_vgpr, 20
	.set f32_bf16.num_agpr, 0
	.set f32_bf16.numbered_sgpr, 8
	.set f32_bf16.num_named_barrier, 0
	.set f32_bf16.private_seg_size, 0
	.set f32_bf16.uses_vcc, 0
	.set f32_bf16.uses_flat_scratch, 0
	.set f32_bf16.has_dyn_sized_stack, 0
	.set f32_bf16.has_recursion, 0
	.set f32_bf16.has_indirect_call, 0
	.section	.AMDGPU.csdata,"",@progbits
; Kernel info:
; codeLenInByte = 512
; TotalNumSgprs: 8
; NumVgprs: 20
; ScratchSize: 0
; MemoryBound: 0
; FloatMode: 240
; IeeeMode: 1
; LDSByteSize: 0 bytes/workgroup (compile time only)
; SGPRBlocks: 0
; VGPRBlocks: 2
; NumSGPRsForWavesPerEU: 8
; NumVGPRsForWavesPerEU: 20
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
	.protected	f16_f16                 ; -- Begin function f16_f16
	.globl	f16_f16
	.p2align	8
	.type	f16_f16,@function
f16_f16:                                ; @f16_f16
; %bb.0:
	s_load_b256 s[0:7], s[0:1], 0x0
	v_and_b32_e32 v1, 15, v0
	v_lshrrev_b32_e32 v5, 1, v0
	v_lshlrev_b32_e32 v0, 1, v0
	s_delay_alu instid0(VALU_DEP_3) | instskip(NEXT) | instid1(VALU_DEP_3)
	v_lshlrev_b32_e32 v6, 4, v1
	v_and_b32_e32 v2, 8, v5
	v_lshlrev_b32_e32 v7, 1, v1
	v_or_b32_e32 v15, 7, v5
	v_lshlrev_b32_e32 v5, 5, v5
	s_delay_alu instid0(VALU_DEP_4) | instskip(NEXT) | instid1(VALU_DEP_4)
	v_or_b32_e32 v1, v2, v6
	v_lshl_or_b32 v13, v2, 5, v7
	s_delay_alu instid0(VALU_DEP_4) | instskip(NEXT) | instid1(VALU_DEP_4)
	v_or_b32_e32 v6, v15, v6
	v_or3_b32 v0, v5, v0, 0xe0
	v_lshl_or_b32 v15, v15, 5, v7
	v_lshlrev_b32_e32 v14, 1, v1
	v_or_b32_e32 v1, 0xc0, v13
	v_or_b32_e32 v2, 64, v13
	v_or_b32_e32 v3, 0x80, v13
	s_wait_kmcnt 0x0
	global_load_u16 v4, v13, s[4:5] offset:192
	global_load_u16 v8, v14, s[0:1] offset:12
	s_clause 0x3
	global_load_u16 v12, v1, s[2:3]
	global_load_u16 v9, v13, s[2:3]
	global_load_u16 v10, v2, s[2:3]
	global_load_u16 v11, v3, s[2:3]
	s_clause 0x2
	global_load_u16 v3, v13, s[4:5] offset:128
	global_load_u16 v2, v13, s[4:5] offset:64
	global_load_u16 v1, v13, s[4:5]
	v_lshlrev_b32_e32 v16, 1, v6
	global_load_b96 v[5:7], v14, s[0:1]
	s_wait_loadcnt 0x9
	global_load_d16_hi_b16 v4, v0, s[4:5]
	s_wait_loadcnt 0x9
	global_load_d16_hi_b16 v8, v16, s[0:1]
	s_wait_loadcnt 0x9
	global_load_d16_hi_b16 v12, v15, s[2:3]
	s_wait_loadcnt 0x9
	global_load_d16_hi_b16 v9, v13, s[2:3] offset:32
	s_wait_loadcnt 0x9
	global_load_d16_hi_b16 v10, v13, s[2:3] offset:96
	s_wait_loadcnt 0x9
	global_load_d16_hi_b16 v11, v13, s[2:3] offset:160
	s_wait_loadcnt 0x9
	global_load_d16_hi_b16 v3, v13, s[4:5] offset:160
	s_wait_loadcnt 0x9
	global_load_d16_hi_b16 v2, v13, s[4:5] offset:96
	s_wait_loadcnt 0x9
	global_load_d16_hi_b16 v1, v13, s[4:5] offset:32
	s_wait_loadcnt 0x0
	v_wmma_f16_16x16x16_f16 v[1:4], v[5:8], v[9:12], v[1:4]
	s_clause 0x7
	global_store_b16 v13, v1, s[6:7]
	global_store_d16_hi_b16 v13, v1, s[6:7] offset:32
	global_store_b16 v13, v2, s[6:7] offset:64
	global_store_d16_hi_b16 v13, v2, s[6:7] offset:96
	global_store_b16 v13, v3, s[6:7] offset:128
	global_store_d16_hi_b16 v13, v3, s[6:7] offset:160
	global_store_b16 v13, v4, s[6:7] offset:192
	global_store_d16_hi_b16 v0, v4, s[6:7]
	s_endpgm
	.section	.rodata,"a",@progbits
	.p2align	6, 0x0
	.amdhsa_kernel f16_f16
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
		.amdhsa_next_free_vgpr 17
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
.Lfunc_end2:
	.size	f16_f16, .Lfunc_end2-f16_f16
                                        ; -- End function
	.set f16_f16.num_vgpr, 17
	.set f16_f16.num_agpr, 0
	.set f16_f16.numbered_sgpr, 8
	.set f16_f16.num_named_barrier, 0
	.set f16_f16.private_seg_size, 0
	.set f16_f16.uses_vcc, 0
	.set f16_f16.uses_flat_scratch, 0
	.set f16_f16.has_dyn_sized_stack, 0
	.set f16_f16.has_recursion, 0
	.set f16_f16.has_indirect_call, 0
	.section	.AMDGPU.csdata,"",@progbits
; Kernel info:
; codeLenInByte = 508
; TotalNumSgprs: 8
; NumVgprs: 17
; ScratchSize: 0
; MemoryBound: 0
; FloatMode: 240
; IeeeMode: 1
; LDSByteSize: 0 bytes/workgroup (compile time only)
; SGPRBlocks: 0
; VGPRBlocks: 2
; NumSGPRsForWavesPerEU: 8
; NumVGPRsForWavesPerEU: 17
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
	.protected	bf16_bf16               ; -- Begin function bf16_bf16
	.globl	bf16_bf16
	.p2align	8
	.type	bf16_bf16,@function
bf16_bf16:                              ; @bf16_bf16
; %bb.0:
	s_load_b256 s[0:7], s[0:1], 0x0
	v_and_b32_e32 v1, 15, v0
	v_lshrrev_b32_e32 v5, 1, v0
	v_lshlrev_b32_e32 v0, 1, v0
	s_delay_alu instid0(VALU_DEP_3) | instskip(NEXT) | instid1(VALU_DEP_3)
	v_lshlrev_b32_e32 v6, 4, v1
	v_and_b32_e32 v2, 8, v5
	v_lshlrev_b32_e32 v7, 1, v1
	v_or_b32_e32 v15, 7, v5
	v_lshlrev_b32_e32 v5, 5, v5
	s_delay_alu instid0(VALU_DEP_4) | instskip(NEXT) | instid1(VALU_DEP_4)
	v_or_b32_e32 v1, v2, v6
	v_lshl_or_b32 v13, v2, 5, v7
	s_delay_alu instid0(VALU_DEP_4) | instskip(NEXT) | instid1(VALU_DEP_4)
	v_or_b32_e32 v6, v15, v6
	v_or3_b32 v0, v5, v0, 0xe0
	v_lshl_or_b32 v15, v15, 5, v7
	v_lshlrev_b32_e32 v14, 1, v1
	v_or_b32_e32 v1, 0xc0, v13
	v_or_b32_e32 v2, 64, v13
	v_or_b32_e32 v3, 0x80, v13
	s_wait_kmcnt 0x0
	global_load_u16 v4, v13, s[4:5] offset:192
	global_load_u16 v8, v14, s[0:1] offset:12
	s_clause 0x3
	global_load_u16 v12, v1, s[2:3]
	global_load_u16 v9, v13, s[2:3]
	global_load_u16 v10, v2, s[2:3]
	global_load_u16 v11, v3, s[2:3]
	s_clause 0x2
	global_load_u16 v3, v13, s[4:5] offset:128
	global_load_u16 v2, v13, s[4:5] offset:64
	global_load_u16 v1, v13, s[4:5]
	v_lshlrev_b32_e32 v16, 1, v6
	global_load_b96 v[5:7], v14, s[0:1]
	s_wait_loadcnt 0x9
	global_load_d16_hi_b16 v4, v0, s[4:5]
	s_wait_loadcnt 0x9
	global_load_d16_hi_b16 v8, v16, s[0:1]
	s_wait_loadcnt 0x9
	global_load_d16_hi_b16 v12, v15, s[2:3]
	s_wait_loadcnt 0x9
	global_load_d16_hi_b16 v9, v13, s[2:3] offset:32
	s_wait_loadcnt 0x9
	global_load_d16_hi_b16 v10, v13, s[2:3] offset:96
	s_wait_loadcnt 0x9
	global_load_d16_hi_b16 v11, v13, s[2:3] offset:160
	s_wait_loadcnt 0x9
	global_load_d16_hi_b16 v3, v13, s[4:5] offset:160
	s_wait_loadcnt 0x9
	global_load_d16_hi_b16 v2, v13, s[4:5] offset:96
	s_wait_loadcnt 0x9
	global_load_d16_hi_b16 v1, v13, s[4:5] offset:32
	s_wait_loadcnt 0x0
	v_wmma_bf16_16x16x16_bf16 v[1:4], v[5:8], v[9:12], v[1:4]
	s_clause 0x7
	global_store_b16 v13, v1, s[6:7]
	global_store_d16_hi_b16 v13, v1, s[6:7] offset:32
	global_store_b16 v13, v2, s[6:7] offset:64
	global_store_d16_hi_b16 v13, v2, s[6:7] offset:96
	global_store_b16 v13, v3, s[6:7] offset:128
	global_store_d16_hi_b16 v13, v3, s[6:7] offset:160
	global_store_b16 v13, v4, s[6:7] offset:192
	global_store_d16_hi_b16 v0, v4, s[6:7]
	s_endpgm
	.section	.rodata,"a",@progbits
	.p2align	6, 0x0
	.amdhsa_kernel bf16_bf16
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
		.amdhsa_next_free_vgpr 17
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
.Lfunc_end3:
	.size	bf16_bf16, .Lfunc_end3-bf16_bf16
                                        ; -- End function
	.set bf16_bf16.num_vgpr, 17
	.set bf16_bf16.num_agpr, 0
	.set bf16_bf16.numbered_sgpr, 8
	.set bf16_bf16.num_named_barrier, 0
	.set bf16_bf16.private_seg_size, 0
	.set bf16_bf16.uses_vcc, 0
	.set bf16_bf16.uses_flat_scratch, 0
	.set bf16_bf16.has_dyn_sized_stack, 0
	.set bf16_bf16.has_recursion, 0
	.set bf16_bf16.has_indirect_call, 0
	.section	.AMDGPU.csdata,"",@progbits
; Kernel info:
; codeLenInByte = 508
; TotalNumSgprs: 8
; NumVgprs: 17
; ScratchSize: 0
; MemoryBound: 0
; FloatMode: 240
; IeeeMode: 1
; LDSByteSize: 0 bytes/workgroup (compile time only)
; SGPRBlocks: 0
; VGPRBlocks: 2
; NumSGPRsForWavesPerEU: 8
; NumVGPRsForWavesPerEU: 17
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
	.protected	i32_iu8                 ; -- Begin function i32_iu8
	.globl	i32_iu8
	.p2align	8
	.type	i32_iu8,@function
i32_iu8:                                ; @i32_iu8
; %bb.0:
	s_load_b256 s[0:7], s[0:1], 0x0
	v_lshrrev_b32_e32 v1, 1, v0
	v_and_b32_e32 v2, 15, v0
	v_lshlrev_b32_e32 v0, 2, v0
	s_delay_alu instid0(VALU_DEP_3) | instskip(NEXT) | instid1(VALU_DEP_3)
	v_and_b32_e32 v3, 8, v1
	v_lshlrev_b32_e32 v4, 2, v2
	v_lshlrev_b32_e32 v1, 6, v1
	s_delay_alu instid0(VALU_DEP_3) | instskip(NEXT) | instid1(VALU_DEP_3)
	v_lshl_or_b32 v10, v2, 4, v3
	v_lshl_or_b32 v12, v3, 6, v4
	s_delay_alu instid0(VALU_DEP_3)
	v_or3_b32 v13, v1, v0, 0x1c0
	s_wait_kmcnt 0x0
	s_clause 0x7
	global_load_b32 v0, v12, s[4:5]
	global_load_b32 v1, v12, s[4:5] offset:64
	global_load_b32 v2, v12, s[4:5] offset:128
	global_load_b32 v3, v12, s[4:5] offset:192
	global_load_b32 v4, v12, s[4:5] offset:256
	global_load_b32 v5, v12, s[4:5] offset:320
	global_load_b32 v6, v12, s[4:5] offset:384
	global_load_b32 v7, v13, s[4:5]
	s_clause 0x1
	global_load_b64 v[8:9], v10, s[0:1]
	global_load_b64 v[10:11], v10, s[2:3]
	s_wait_loadcnt 0x0
	v_wmma_i32_16x16x16_iu8 v[0:7], v[8:9], v[10:11], v[0:7] neg_lo:[1,0,0]
	s_clause 0x7
	global_store_b32 v12, v0, s[6:7]
	global_store_b32 v12, v1, s[6:7] offset:64
	global_store_b32 v12, v2, s[6:7] offset:128
	global_store_b32 v12, v3, s[6:7] offset:192
	global_store_b32 v12, v4, s[6:7] offset:256
	global_store_b32 v12, v5, s[6:7] offset:320
	global_store_b32 v12, v6, s[6:7] offset:384
	global_store_b32 v13, v7, s[6:7]
	s_endpgm
	.section	.rodata,"a",@progbits
	.p2align	6, 0x0
	.amdhsa_kernel i32_iu8
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
		.amdhsa_next_free_vgpr 14
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
		.amdhsa_inst_pref_size 3
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
.Lfunc_end4:
	.size	i32_iu8, .Lfunc_end4-i32_iu8
                                        ; -- End function
	.set i32_iu8.num_vgpr, 14
	.set i32_iu8.num_agpr, 0
	.set i32_iu8.numbered_sgpr, 8
	.set i32_iu8.num_named_barrier, 0
	.set i32_iu8.private_seg_size, 0
	.set i32_iu8.uses_vcc, 0
	.set i32_iu8.uses_flat_scratch, 0
	.set i32_iu8.has_dyn_sized_stack, 0
	.set i32_iu8.has_recursion, 0
	.set i32_iu8.has_indirect_call, 0
	.section	.AMDGPU.csdata,"",@progbits
; Kernel info:
; codeLenInByte = 320
; TotalNumSgprs: 8
; NumVgprs: 14
; ScratchSize: 0
; MemoryBound: 0
; FloatMode: 240
; IeeeMode: 1
; LDSByteSize: 0 bytes/workgroup (compile time only)
; SGPRBlocks: 0
; VGPRBlocks: 1
; NumSGPRsForWavesPerEU: 8
; NumVGPRsForWavesPerEU: 14
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
	.protected	i32_iu4                 ; -- Begin function i32_iu4
	.globl	i32_iu4
	.p2align	8
	.type	i32_iu4,@function
i32_iu4:                                ; @i32_iu4
; %bb.0:
	s_load_b256 s[0:7], s[0:1], 0x0
	v_lshlrev_b32_e32 v1, 5, v0
	v_and_b32_e32 v2, 15, v0
	v_lshrrev_b32_e32 v8, 4, v0
	v_lshlrev_b32_e32 v0, 2, v0
	s_delay_alu instid0(VALU_DEP_4) | instskip(NEXT) | instid1(VALU_DEP_4)
	v_and_b32_e32 v1, 0x200, v1
	v_lshlrev_b32_e32 v9, 2, v2
	s_delay_alu instid0(VALU_DEP_4) | instskip(NEXT) | instid1(VALU_DEP_3)
	v_lshlrev_b32_e32 v3, 2, v8
	v_or3_b32 v7, v1, v0, 0x1c0
	s_delay_alu instid0(VALU_DEP_3) | instskip(NEXT) | instid1(VALU_DEP_3)
	v_or_b32_e32 v6, v1, v9
	v_lshl_or_b32 v10, v2, 3, v3
	v_lshl_or_b32 v8, v8, 9, v9
	s_wait_kmcnt 0x0
	s_clause 0x7
	global_load_b32 v0, v6, s[4:5]
	global_load_b32 v1, v6, s[4:5] offset:64
	global_load_b32 v2, v6, s[4:5] offset:128
	global_load_b32 v3, v6, s[4:5] offset:192
	global_load_b32 v4, v6, s[4:5] offset:256
	global_load_b32 v5, v6, s[4:5] offset:320
	global_load_b32 v6, v6, s[4:5] offset:384
	global_load_b32 v7, v7, s[4:5]
	s_clause 0x1
	global_load_b32 v11, v10, s[0:1]
	global_load_b32 v10, v10, s[2:3]
	s_wait_loadcnt 0x0
	v_wmma_i32_16x16x16_iu4 v[0:7], v11, v10, v[0:7] neg_lo:[1,0,0]
	s_clause 0x7
	global_store_b32 v8, v0, s[6:7]
	global_store_b32 v8, v1, s[6:7] offset:64
	global_store_b32 v8, v2, s[6:7] offset:128
	global_store_b32 v8, v3, s[6:7] offset:192
	global_store_b32 v8, v4, s[6:7] offset:256
	global_store_b32 v8, v5, s[6:7] offset:320
	global_store_b32 v8, v6, s[6:7] offset:384
	global_store_b32 v8, v7, s[6:7] offset:448
	s_endpgm
	.section	.rodata,"a",@progbits
	.p2align	6, 0x0
	.amdhsa_kernel i32_iu4
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
		.amdhsa_next_free_vgpr 12
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
		.amdhsa_inst_pref_size 3
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
.Lfunc_end5:
	.size	i32_iu4, .Lfunc_end5-i32_iu4
                                        ; -- End function
	.set i32_iu4.num_vgpr, 12
	.set i32_iu4.num_agpr, 0
	.set i32_iu4.numbered_sgpr, 8
	.set i32_iu4.num_named_barrier, 0
	.set i32_iu4.private_seg_size, 0
	.set i32_iu4.uses_vcc, 0
	.set i32_iu4.uses_flat_scratch, 0
	.set i32_iu4.has_dyn_sized_stack, 0
	.set i32_iu4.has_recursion, 0
	.set i32_iu4.has_indirect_call, 0
	.section	.AMDGPU.csdata,"",@progbits
; Kernel info:
; codeLenInByte = 332
; TotalNumSgprs: 8
; NumVgprs: 12
; ScratchSize: 0
; MemoryBound: 0
; FloatMode: 240
; IeeeMode: 1
; LDSByteSize: 0 bytes/workgroup (compile time only)
; SGPRBlocks: 0
; VGPRBlocks: 1
; NumSGPRsForWavesPerEU: 8
; NumVGPRsForWavesPerEU: 12
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
	.protected	i32_iu4_k32             ; -- Begin function i32_iu4_k32
	.globl	i32_iu4_k32
	.p2align	8
	.type	i32_iu4_k32,@function
i32_iu4_k32:                            ; @i32_iu4_k32
; %bb.0:
	s_load_b256 s[0:7], s[0:1], 0x0
	v_lshrrev_b32_e32 v1, 1, v0
	v_and_b32_e32 v2, 15, v0
	v_lshlrev_b32_e32 v0, 2, v0
	s_delay_alu instid0(VALU_DEP_3) | instskip(NEXT) | instid1(VALU_DEP_3)
	v_and_b32_e32 v3, 8, v1
	v_lshlrev_b32_e32 v4, 2, v2
	v_lshlrev_b32_e32 v1, 6, v1
	s_delay_alu instid0(VALU_DEP_3) | instskip(NEXT) | instid1(VALU_DEP_3)
	v_lshl_or_b32 v10, v2, 4, v3
	v_lshl_or_b32 v12, v3, 6, v4
	s_delay_alu instid0(VALU_DEP_3)
	v_or3_b32 v13, v1, v0, 0x1c0
	s_wait_kmcnt 0x0
	s_clause 0x7
	global_load_b32 v0, v12, s[4:5]
	global_load_b32 v1, v12, s[4:5] offset:64
	global_load_b32 v2, v12, s[4:5] offset:128
	global_load_b32 v3, v12, s[4:5] offset:192
	global_load_b32 v4, v12, s[4:5] offset:256
	global_load_b32 v5, v12, s[4:5] offset:320
	global_load_b32 v6, v12, s[4:5] offset:384
	global_load_b32 v7, v13, s[4:5]
	s_clause 0x1
	global_load_b64 v[8:9], v10, s[0:1]
	global_load_b64 v[10:11], v10, s[2:3]
	s_wait_loadcnt 0x0
	v_wmma_i32_16x16x32_iu4 v[0:7], v[8:9], v[10:11], v[0:7] neg_lo:[1,0,0]
	s_clause 0x7
	global_store_b32 v12, v0, s[6:7]
	global_store_b32 v12, v1, s[6:7] offset:64
	global_store_b32 v12, v2, s[6:7] offset:128
	global_store_b32 v12, v3, s[6:7] offset:192
	global_store_b32 v12, v4, s[6:7] offset:256
	global_store_b32 v12, v5, s[6:7] offset:320
	global_store_b32 v12, v6, s[6:7] offset:384
	global_store_b32 v13, v7, s[6:7]
	s_endpgm
	.section	.rodata,"a",@progbits
	.p2align	6, 0x0
	.amdhsa_kernel i32_iu4_k32
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
		.amdhsa_next_free_vgpr 14
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
		.amdhsa_inst_pref_size 3
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
.Lfunc_end6:
	.size	i32_iu4_k32, .Lfunc_end6-i32_iu4_k32
                                        ; -- End function
	.set i32_iu4_k32.num_vgpr, 14
	.set i32_iu4_k32.num_agpr, 0
	.set i32_iu4_k32.numbered_sgpr, 8
	.set i32_iu4_k32.num_named_barrier, 0
	.set i32_iu4_k32.private_seg_size, 0
	.set i32_iu4_k32.uses_vcc, 0
	.set i32_iu4_k32.uses_flat_scratch, 0
	.set i32_iu4_k32.has_dyn_sized_stack, 0
	.set i32_iu4_k32.has_recursion, 0
	.set i32_iu4_k32.has_indirect_call, 0
	.section	.AMDGPU.csdata,"",@progbits
; Kernel info:
; codeLenInByte = 320
; TotalNumSgprs: 8
; NumVgprs: 14
; ScratchSize: 0
; MemoryBound: 0
; FloatMode: 240
; IeeeMode: 1
; LDSByteSize: 0 bytes/workgroup (compile time only)
; SGPRBlocks: 0
; VGPRBlocks: 1
; NumSGPRsForWavesPerEU: 8
; NumVGPRsForWavesPerEU: 14
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
	.protected	f32_fp8_fp8             ; -- Begin function f32_fp8_fp8
	.globl	f32_fp8_fp8
	.p2align	8
	.type	f32_fp8_fp8,@function
f32_fp8_fp8:                            ; @f32_fp8_fp8
; %bb.0:
	s_load_b256 s[0:7], s[0:1], 0x0
	v_lshrrev_b32_e32 v1, 1, v0
	v_and_b32_e32 v2, 15, v0
	v_lshlrev_b32_e32 v0, 2, v0
	s_delay_alu instid0(VALU_DEP_3) | instskip(NEXT) | instid1(VALU_DEP_3)
	v_and_b32_e32 v3, 8, v1
	v_lshlrev_b32_e32 v4, 2, v2
	v_lshlrev_b32_e32 v1, 6, v1
	s_delay_alu instid0(VALU_DEP_3) | instskip(NEXT) | instid1(VALU_DEP_3)
	v_lshl_or_b32 v10, v2, 4, v3
	v_lshl_or_b32 v12, v3, 6, v4
	s_delay_alu instid0(VALU_DEP_3)
	v_or3_b32 v13, v1, v0, 0x1c0
	s_wait_kmcnt 0x0
	s_clause 0x7
	global_load_b32 v0, v12, s[4:5]
	global_load_b32 v1, v12, s[4:5] offset:64
	global_load_b32 v2, v12, s[4:5] offset:128
	global_load_b32 v3, v12, s[4:5] offset:192
	global_load_b32 v4, v12, s[4:5] offset:256
	global_load_b32 v5, v12, s[4:5] offset:320
	global_load_b32 v6, v12, s[4:5] offset:384
	global_load_b32 v7, v13, s[4:5]
	s_clause 0x1
	global_load_b64 v[8:9], v10, s[0:1]
	global_load_b64 v[10:11], v10, s[2:3]
	s_wait_loadcnt 0x0
	v_wmma_f32_16x16x16_fp8_fp8 v[0:7], v[8:9], v[10:11], v[0:7]
	s_clause 0x7
	global_store_b32 v12, v0, s[6:7]
	global_store_b32 v12, v1, s[6:7] offset:64
	global_store_b32 v12, v2, s[6:7] offset:128
	global_store_b32 v12, v3, s[6:7] offset:192
	global_store_b32 v12, v4, s[6:7] offset:256
	global_store_b32 v12, v5, s[6:7] offset:320
	global_store_b32 v12, v6, s[6:7] offset:384
	global_store_b32 v13, v7, s[6:7]
	s_endpgm
	.section	.rodata,"a",@progbits
	.p2align	6, 0x0
	.amdhsa_kernel f32_fp8_fp8
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
		.amdhsa_next_free_vgpr 14
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
		.amdhsa_inst_pref_size 3
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
.Lfunc_end7:
	.size	f32_fp8_fp8, .Lfunc_end7-f32_fp8_fp8
                                        ; -- End function
	.set f32_fp8_fp8.num_vgpr, 14
	.set f32_fp8_fp8.num_agpr, 0
	.set f32_fp8_fp8.numbered_sgpr, 8
	.set f32_fp8_fp8.num_named_barrier, 0
	.set f32_fp8_fp8.private_seg_size, 0
	.set f32_fp8_fp8.uses_vcc, 0
	.set f32_fp8_fp8.uses_flat_scratch, 0
	.set f32_fp8_fp8.has_dyn_sized_stack, 0
	.set f32_fp8_fp8.has_recursion, 0
	.set f32_fp8_fp8.has_indirect_call, 0
	.section	.AMDGPU.csdata,"",@progbits
; Kernel info:
; codeLenInByte = 320
; TotalNumSgprs: 8
; NumVgprs: 14
; ScratchSize: 0
; MemoryBound: 0
; FloatMode: 240
; IeeeMode: 1
; LDSByteSize: 0 bytes/workgroup (compile time only)
; SGPRBlocks: 0
; VGPRBlocks: 1
; NumSGPRsForWavesPerEU: 8
; NumVGPRsForWavesPerEU: 14
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
	.protected	f32_fp8_bf8             ; -- Begin function f32_fp8_bf8
	.globl	f32_fp8_bf8
	.p2align	8
	.type	f32_fp8_bf8,@function
f32_fp8_bf8:                            ; @f32_fp8_bf8
; %bb.0:
	s_load_b256 s[0:7], s[0:1], 0x0
	v_lshrrev_b32_e32 v1, 1, v0
	v_and_b32_e32 v2, 15, v0
	v_lshlrev_b32_e32 v0, 2, v0
	s_delay_alu instid0(VALU_DEP_3) | instskip(NEXT) | instid1(VALU_DEP_3)
	v_and_b32_e32 v3, 8, v1
	v_lshlrev_b32_e32 v4, 2, v2
	v_lshlrev_b32_e32 v1, 6, v1
	s_delay_alu instid0(VALU_DEP_3) | instskip(NEXT) | instid1(VALU_DEP_3)
	v_lshl_or_b32 v10, v2, 4, v3
	v_lshl_or_b32 v12, v3, 6, v4
	s_delay_alu instid0(VALU_DEP_3)
	v_or3_b32 v13, v1, v0, 0x1c0
	s_wait_kmcnt 0x0
	s_clause 0x7
	global_load_b32 v0, v12, s[4:5]
	global_load_b32 v1, v12, s[4:5] offset:64
	global_load_b32 v2, v12, s[4:5] offset:128
	global_load_b32 v3, v12, s[4:5] offset:192
	global_load_b32 v4, v12, s[4:5] offset:256
	global_load_b32 v5, v12, s[4:5] offset:320
	global_load_b32 v6, v12, s[4:5] offset:384
	global_load_b32 v7, v13, s[4:5]
	s_clause 0x1
	global_load_b64 v[8:9], v10, s[0:1]
	global_load_b64 v[10:11], v10, s[2:3]
	s_wait_loadcnt 0x0
	v_wmma_f32_16x16x16_fp8_bf8 v[0:7], v[8:9], v[10:11], v[0:7]
	s_clause 0x7
	global_store_b32 v12, v0, s[6:7]
	global_store_b32 v12, v1, s[6:7] offset:64
	global_store_b32 v12, v2, s[6:7] offset:128
	global_store_b32 v12, v3, s[6:7] offset:192
	global_store_b32 v12, v4, s[6:7] offset:256
	global_store_b32 v12, v5, s[6:7] offset:320
	global_store_b32 v12, v6, s[6:7] offset:384
	global_store_b32 v13, v7, s[6:7]
	s_endpgm
	.section	.rodata,"a",@progbits
	.p2align	6, 0x0
	.amdhsa_kernel f32_fp8_bf8
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
		.amdhsa_next_free_vgpr 14
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
		.amdhsa_inst_pref_size 3
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
.Lfunc_end8:
	.size	f32_fp8_bf8, .Lfunc_end8-f32_fp8_bf8
                                        ; -- End function
	.set f32_fp8_bf8.num_vgpr, 14
	.set f32_fp8_bf8.num_agpr, 0
	.set f32_fp8_bf8.numbered_sgpr, 8
	.set f32_fp8_bf8.num_named_barrier, 0
	.set f32_fp8_bf8.private_seg_size, 0
	.set f32_fp8_bf8.uses_vcc, 0
	.set f32_fp8_bf8.uses_flat_scratch, 0
	.set f32_fp8_bf8.has_dyn_sized_stack, 0
	.set f32_fp8_bf8.has_recursion, 0
	.set f32_fp8_bf8.has_indirect_call, 0
	.section	.AMDGPU.csdata,"",@progbits
; Kernel info:
; codeLenInByte = 320
; TotalNumSgprs: 8
; NumVgprs: 14
; ScratchSize: 0
; MemoryBound: 0
; FloatMode: 240
; IeeeMode: 1
; LDSByteSize: 0 bytes/workgroup (compile time only)
; SGPRBlocks: 0
; VGPRBlocks: 1
; NumSGPRsForWavesPerEU: 8
; NumVGPRsForWavesPerEU: 14
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
	.protected	f32_bf8_fp8             ; -- Begin function f32_bf8_fp8
	.globl	f32_bf8_fp8
	.p2align	8
	.type	f32_bf8_fp8,@function
f32_bf8_fp8:                            ; @f32_bf8_fp8
; %bb.0:
	s_load_b256 s[0:7], s[0:1], 0x0
	v_lshrrev_b32_e32 v1, 1, v0
	v_and_b32_e32 v2, 15, v0
	v_lshlrev_b32_e32 v0, 2, v0
	s_delay_alu instid0(VALU_DEP_3) | instskip(NEXT) | instid1(VALU_DEP_3)
	v_and_b32_e32 v3, 8, v1
	v_lshlrev_b32_e32 v4, 2, v2
	v_lshlrev_b32_e32 v1, 6, v1
	s_delay_alu instid0(VALU_DEP_3) | instskip(NEXT) | instid1(VALU_DEP_3)
	v_lshl_or_b32 v10, v2, 4, v3
	v_lshl_or_b32 v12, v3, 6, v4
	s_delay_alu instid0(VALU_DEP_3)
	v_or3_b32 v13, v1, v0, 0x1c0
	s_wait_kmcnt 0x0
	s_clause 0x7
	global_load_b32 v0, v12, s[4:5]
	global_load_b32 v1, v12, s[4:5] offset:64
	global_load_b32 v2, v12, s[4:5] offset:128
	global_load_b32 v3, v12, s[4:5] offset:192
	global_load_b32 v4, v12, s[4:5] offset:256
	global_load_b32 v5, v12, s[4:5] offset:320
	global_load_b32 v6, v12, s[4:5] offset:384
	global_load_b32 v7, v13, s[4:5]
	s_clause 0x1
	global_load_b64 v[8:9], v10, s[0:1]
	global_load_b64 v[10:11], v10, s[2:3]
	s_wait_loadcnt 0x0
	v_wmma_f32_16x16x16_bf8_fp8 v[0:7], v[8:9], v[10:11], v[0:7]
	s_clause 0x7
	global_store_b32 v12, v0, s[6:7]
	global_store_b32 v12, v1, s[6:7] offset:64
	global_store_b32 v12, v2, s[6:7] offset:128
	global_store_b32 v12, v3, s[6:7] offset:192
	global_store_b32 v12, v4, s[6:7] offset:256
	global_store_b32 v12, v5, s[6:7] offset:320
	global_store_b32 v12, v6, s[6:7] offset:384
	global_store_b32 v13, v7, s[6:7]
	s_endpgm
	.section	.rodata,"a",@progbits
	.p2align	6, 0x0
	.amdhsa_kernel f32_bf8_fp8
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
		.amdhsa_next_free_vgpr 14
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
		.amdhsa_inst_pref_size 3
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
.Lfunc_end9:
	.size	f32_bf8_fp8, .Lfunc_end9-f32_bf8_fp8
                                        ; -- End function
	.set f32_bf8_fp8.num_vgpr, 14
	.set f32_bf8_fp8.num_agpr, 0
	.set f32_bf8_fp8.numbered_sgpr, 8
	.set f32_bf8_fp8.num_named_barrier, 0
	.set f32_bf8_fp8.private_seg_size, 0
	.set f32_bf8_fp8.uses_vcc, 0
	.set f32_bf8_fp8.uses_flat_scratch, 0
	.set f32_bf8_fp8.has_dyn_sized_stack, 0
	.set f32_bf8_fp8.has_recursion, 0
	.set f32_bf8_fp8.has_indirect_call, 0
	.section	.AMDGPU.csdata,"",@progbits
; Kernel info:
; codeLenInByte = 320
; TotalNumSgprs: 8
; NumVgprs: 14
; ScratchSize: 0
; MemoryBound: 0
; FloatMode: 240
; IeeeMode: 1
; LDSByteSize: 0 bytes/workgroup (compile time only)
; SGPRBlocks: 0
; VGPRBlocks: 1
; NumSGPRsForWavesPerEU: 8
; NumVGPRsForWavesPerEU: 14
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
	.protected	f32_bf8_bf8             ; -- Begin function f32_bf8_bf8
	.globl	f32_bf8_bf8
	.p2align	8
	.type	f32_bf8_bf8,@function
f32_bf8_bf8:                            ; @f32_bf8_bf8
; %bb.0:
	s_load_b256 s[0:7], s[0:1], 0x0
	v_lshrrev_b32_e32 v1, 1, v0
	v_and_b32_e32 v2, 15, v0
	v_lshlrev_b32_e32 v0, 2, v0
	s_delay_alu instid0(VALU_DEP_3) | instskip(NEXT) | instid1(VALU_DEP_3)
	v_and_b32_e32 v3, 8, v1
	v_lshlrev_b32_e32 v4, 2, v2
	v_lshlrev_b32_e32 v1, 6, v1
	s_delay_alu instid0(VALU_DEP_3) | instskip(NEXT) | instid1(VALU_DEP_3)
	v_lshl_or_b32 v10, v2, 4, v3
	v_lshl_or_b32 v12, v3, 6, v4
	s_delay_alu instid0(VALU_DEP_3)
	v_or3_b32 v13, v1, v0, 0x1c0
	s_wait_kmcnt 0x0
	s_clause 0x7
	global_load_b32 v0, v12, s[4:5]
	global_load_b32 v1, v12, s[4:5] offset:64
	global_load_b32 v2, v12, s[4:5] offset:128
	global_load_b32 v3, v12, s[4:5] offset:192
	global_load_b32 v4, v12, s[4:5] offset:256
	global_load_b32 v5, v12, s[4:5] offset:320
	global_load_b32 v6, v12, s[4:5] offset:384
	global_load_b32 v7, v13, s[4:5]
	s_clause 0x1
	global_load_b64 v[8:9], v10, s[0:1]
	global_load_b64 v[10:11], v10, s[2:3]
	s_wait_loadcnt 0x0
	v_wmma_f32_16x16x16_bf8_bf8 v[0:7], v[8:9], v[10:11], v[0:7]
	s_clause 0x7
	global_store_b32 v12, v0, s[6:7]
	global_store_b32 v12, v1, s[6:7] offset:64
	global_store_b32 v12, v2, s[6:7] offset:128
	global_store_b32 v12, v3, s[6:7] offset:192
	global_store_b32 v12, v4, s[6:7] offset:256
	global_store_b32 v12, v5, s[6:7] offset:320
	global_store_b32 v12, v6, s[6:7] offset:384
	global_store_b32 v13, v7, s[6:7]
	s_endpgm
	.section	.rodata,"a",@progbits
	.p2align	6, 0x0
	.amdhsa_kernel f32_bf8_bf8
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
		.amdhsa_next_free_vgpr 14
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
		.amdhsa_inst_pref_size 3
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
.Lfunc_end10:
	.size	f32_bf8_bf8, .Lfunc_end10-f32_bf8_bf8
                                        ; -- End function
	.set f32_bf8_bf8.num_vgpr, 14
	.set f32_bf8_bf8.num_agpr, 0
	.set f32_bf8_bf8.numbered_sgpr, 8
	.set f32_bf8_bf8.num_named_barrier, 0
	.set f32_bf8_bf8.private_seg_size, 0
	.set f32_bf8_bf8.uses_vcc, 0
	.set f32_bf8_bf8.uses_flat_scratch, 0
	.set f32_bf8_bf8.has_dyn_sized_stack, 0
	.set f32_bf8_bf8.has_recursion, 0
	.set f32_bf8_bf8.has_indirect_call, 0
	.section	.AMDGPU.csdata,"",@progbits
; Kernel info:
; codeLenInByte = 320
; TotalNumSgprs: 8
; NumVgprs: 14
; ScratchSize: 0
; MemoryBound: 0
; FloatMode: 240
; IeeeMode: 1
; LDSByteSize: 0 bytes/workgroup (compile time only)
; SGPRBlocks: 0
; VGPRBlocks: 1
; NumSGPRsForWavesPerEU: 8
; NumVGPRsForWavesPerEU: 14
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
	.protected	sparse_f32_f16          ; -- Begin function sparse_f32_f16
	.globl	sparse_f32_f16
	.p2align	8
	.type	sparse_f32_f16,@function
sparse_f32_f16:                         ; @sparse_f32_f16
; %bb.0:
	s_load_b256 s[4:11], s[0:1], 0x0
	v_lshrrev_b32_e32 v1, 1, v0
	v_and_b32_e32 v2, 15, v0
	v_and_b32_e32 v20, 16, v0
	v_lshlrev_b32_e32 v0, 2, v0
	s_load_b64 s[0:1], s[0:1], 0x20
	v_and_b32_e32 v3, 8, v1
	v_lshlrev_b32_e32 v4, 2, v2
	v_lshlrev_b32_e32 v5, 1, v20
	v_lshlrev_b32_e32 v1, 6, v1
	s_delay_alu instid0(VALU_DEP_4) | instskip(NEXT) | instid1(VALU_DEP_4)
	v_lshlrev_b32_e32 v6, 1, v3
	v_lshl_or_b32 v21, v3, 6, v4
	s_delay_alu instid0(VALU_DEP_4) | instskip(NEXT) | instid1(VALU_DEP_4)
	v_lshl_or_b32 v8, v2, 6, v5
	v_or3_b32 v22, v1, v0, 0x1c0
	s_delay_alu instid0(VALU_DEP_4)
	v_lshl_or_b32 v16, v2, 5, v6
	s_wait_kmcnt 0x0
	global_load_b32 v23, v4, s[8:9]
	s_clause 0x7
	global_load_b32 v0, v21, s[10:11]
	global_load_b32 v1, v21, s[10:11] offset:64
	global_load_b32 v2, v21, s[10:11] offset:128
	global_load_b32 v3, v21, s[10:11] offset:192
	global_load_b32 v4, v21, s[10:11] offset:256
	global_load_b32 v5, v21, s[10:11] offset:320
	global_load_b32 v6, v21, s[10:11] offset:384
	global_load_b32 v7, v22, s[10:11]
	s_clause 0x1
	global_load_b128 v[12:15], v8, s[6:7] offset:16
	global_load_b128 v[8:11], v8, s[6:7]
	global_load_b128 v[16:19], v16, s[4:5]
	s_wait_loadcnt 0xb
	v_lshrrev_b32_e32 v20, v20, v23
	s_delay_alu instid0(VALU_DEP_1) | instskip(SKIP_1) | instid1(VALU_DEP_1)
	v_bfe_i32 v20, v20, 0, 16
	s_wait_loadcnt 0x0
	v_swmmac_f32_16x16x32_f16 v[0:7], v[16:19], v[8:15], v20
	s_clause 0x7
	global_store_b32 v21, v0, s[0:1]
	global_store_b32 v21, v1, s[0:1] offset:64
	global_store_b32 v21, v2, s[0:1] offset:128
	global_store_b32 v21, v3, s[0:1] offset:192
	global_store_b32 v21, v4, s[0:1] offset:256
	global_store_b32 v21, v5, s[0:1] offset:320
	global_store_b32 v21, v6, s[0:1] offset:384
	global_store_b32 v22, v7, s[0:1]
	s_endpgm
	.section	.rodata,"a",@progbits
	.p2align	6, 0x0
	.amdhsa_kernel sparse_f32_f16
		.amdhsa_group_segment_fixed_size 0
		.amdhsa_private_segment_fixed_size 0
		.amdhsa_kernarg_size 40
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
		.amdhsa_next_free_vgpr 24
		.amdhsa_next_free_sgpr 12
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
.Lfunc_end11:
	.size	sparse_f32_f16, .Lfunc_end11-sparse_f32_f16
                                        ; -- End function
	.set sparse_f32_f16.num_vgpr, 24
	.set sparse_f32_f16.num_agpr, 0
	.set sparse_f32_f16.numbered_sgpr, 12
	.set sparse_f32_f16.num_named_barrier, 0
	.set sparse_f32_f16.private_seg_size, 0
	.set sparse_f32_f16.uses_vcc, 0
	.set sparse_f32_f16.uses_flat_scratch, 0
	.set sparse_f32_f16.has_dyn_sized_stack, 0
	.set sparse_f32_f16.has_recursion, 0
	.set sparse_f32_f16.has_indirect_call, 0
	.section	.AMDGPU.csdata,"",@progbits
; Kernel info:
; codeLenInByte = 392
; TotalNumSgprs: 12
; NumVgprs: 24
; ScratchSize: 0
; MemoryBound: 0
; FloatMode: 240
; IeeeMode: 1
; LDSByteSize: 0 bytes/workgroup (compile time only)
; SGPRBlocks: 0
; VGPRBlocks: 2
; NumSGPRsForWavesPerEU: 12
; NumVGPRsForWavesPerEU: 24
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
      - .address_space:  global
        .offset:         24
        .size:           8
        .value_kind:     global_buffer
    .group_segment_fixed_size: 0
    .kernarg_segment_align: 8
    .kernarg_segment_size: 32
    .max_flat_workgroup_size: 32
    .name:           f32_f16
    .private_segment_fixed_size: 0
    .sgpr_count:     8
    .sgpr_spill_count: 0
    .symbol:         f32_f16.kd
    .uniform_work_group_size: 1
    .uses_dynamic_stack: false
    .vgpr_count:     20
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
    .name:           f32_bf16
    .private_segment_fixed_size: 0
    .sgpr_count:     8
    .sgpr_spill_count: 0
    .symbol:         f32_bf16.kd
    .uniform_work_group_size: 1
    .uses_dynamic_stack: false
    .vgpr_count:     20
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
    .name:           f16_f16
    .private_segment_fixed_size: 0
    .sgpr_count:     8
    .sgpr_spill_count: 0
    .symbol:         f16_f16.kd
    .uniform_work_group_size: 1
    .uses_dynamic_stack: false
    .vgpr_count:     17
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
    .name:           bf16_bf16
    .private_segment_fixed_size: 0
    .sgpr_count:     8
    .sgpr_spill_count: 0
    .symbol:         bf16_bf16.kd
    .uniform_work_group_size: 1
    .uses_dynamic_stack: false
    .vgpr_count:     17
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
    .name:           i32_iu8
    .private_segment_fixed_size: 0
    .sgpr_count:     8
    .sgpr_spill_count: 0
    .symbol:         i32_iu8.kd
    .uniform_work_group_size: 1
    .uses_dynamic_stack: false
    .vgpr_count:     14
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
    .name:           i32_iu4
    .private_segment_fixed_size: 0
    .sgpr_count:     8
    .sgpr_spill_count: 0
    .symbol:         i32_iu4.kd
    .uniform_work_group_size: 1
    .uses_dynamic_stack: false
    .vgpr_count:     12
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
    .name:           i32_iu4_k32
    .private_segment_fixed_size: 0
    .sgpr_count:     8
    .sgpr_spill_count: 0
    .symbol:         i32_iu4_k32.kd
    .uniform_work_group_size: 1
    .uses_dynamic_stack: false
    .vgpr_count:     14
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
    .name:           f32_fp8_fp8
    .private_segment_fixed_size: 0
    .sgpr_count:     8
    .sgpr_spill_count: 0
    .symbol:         f32_fp8_fp8.kd
    .uniform_work_group_size: 1
    .uses_dynamic_stack: false
    .vgpr_count:     14
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
    .name:           f32_fp8_bf8
    .private_segment_fixed_size: 0
    .sgpr_count:     8
    .sgpr_spill_count: 0
    .symbol:         f32_fp8_bf8.kd
    .uniform_work_group_size: 1
    .uses_dynamic_stack: false
    .vgpr_count:     14
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
    .name:           f32_bf8_fp8
    .private_segment_fixed_size: 0
    .sgpr_count:     8
    .sgpr_spill_count: 0
    .symbol:         f32_bf8_fp8.kd
    .uniform_work_group_size: 1
    .uses_dynamic_stack: false
    .vgpr_count:     14
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
    .name:           f32_bf8_bf8
    .private_segment_fixed_size: 0
    .sgpr_count:     8
    .sgpr_spill_count: 0
    .symbol:         f32_bf8_bf8.kd
    .uniform_work_group_size: 1
    .uses_dynamic_stack: false
    .vgpr_count:     14
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
      - .address_space:  global
        .offset:         32
        .size:           8
        .value_kind:     global_buffer
    .group_segment_fixed_size: 0
    .kernarg_segment_align: 8
    .kernarg_segment_size: 40
    .max_flat_workgroup_size: 32
    .name:           sparse_f32_f16
    .private_segment_fixed_size: 0
    .sgpr_count:     12
    .sgpr_spill_count: 0
    .symbol:         sparse_f32_f16.kd
    .uniform_work_group_size: 1
    .uses_dynamic_stack: false
    .vgpr_count:     24
    .vgpr_spill_count: 0
    .wavefront_size: 32
    .workgroup_processor_mode: 1
amdhsa.target:   amdgcn-amd-amdhsa--gfx1201
amdhsa.version:
  - 1
  - 2
...

	.end_amdgpu_metadata
