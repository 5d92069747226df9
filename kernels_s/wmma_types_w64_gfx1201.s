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
	v_lshrrev_b32_e32 v1, 2, v0
	v_and_b32_e32 v2, 15, v0
	v_lshlrev_b32_e32 v0, 2, v0
	s_delay_alu instid0(VALU_DEP_3) | instskip(NEXT) | instid1(VALU_DEP_3)
	v_and_b32_e32 v3, 12, v1
	v_lshlrev_b32_e32 v6, 4, v2
	v_lshlrev_b32_e32 v8, 1, v2
	s_delay_alu instid0(VALU_DEP_3) | instskip(NEXT) | instid1(VALU_DEP_3)
	v_lshl_or_b32 v2, v3, 4, v2
	v_or_b32_e32 v4, v3, v6
	v_lshlrev_b32_e32 v3, 5, v3
	s_delay_alu instid0(VALU_DEP_3) | instskip(NEXT) | instid1(VALU_DEP_3)
	v_lshlrev_b32_e32 v9, 1, v2
	v_lshlrev_b32_e32 v10, 1, v4
	s_delay_alu instid0(VALU_DEP_3)
	v_or3_b32 v3, v3, v8, 64
	v_lshlrev_b32_e32 v12, 2, v2
	s_wait_kmcnt 0x0
	global_load_u16 v4, v9, s[2:3]
	global_load_u16 v7, v10, s[0:1] offset:4
	global_load_u16 v5, v3, s[2:3]
	v_or_b32_e32 v3, 3, v1
	v_lshlrev_b32_e32 v1, 6, v1
	s_delay_alu instid0(VALU_DEP_2)
	v_or_b32_e32 v11, v3, v6
	global_load_b32 v6, v10, s[0:1]
	v_or3_b32 v10, v1, v0, 0xc0
	v_lshl_or_b32 v8, v3, 5, v8
	v_lshlrev_b32_e32 v11, 1, v11
	s_clause 0x3
	global_load_b32 v0, v12, s[4:5]
	global_load_b32 v1, v12, s[4:5] offset:64
	global_load_b32 v2, v12, s[4:5] offset:128
	global_load_b32 v3, v10, s[4:5]
	s_wait_loadcnt 0x7
	global_load_d16_hi_b16 v4, v9, s[2:3] offset:32
	s_wait_loadcnt 0x7
	global_load_d16_hi_b16 v7, v11, s[0:1]
	s_wait_loadcnt 0x7
	global_load_d16_hi_b16 v5, v8, s[2:3]
	s_wait_loadcnt 0x0
	v_wmma_f32_16x16x16_f16 v[0:3], v[6:7], v[4:5], v[0:3]
	s_clause 0x3
	global_store_b32 v12, v0, s[6:7]
	global_store_b32 v12, v1, s[6:7] offset:64
	global_store_b32 v12, v2, s[6:7] offset:128
	global_store_b32 v10, v3, s[6:7]
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
		.amdhsa_wavefront_size32 0
		.amdhsa_uses_dynamic_stack 0
		.amdhsa_enable_private_segment 0
		.amdhsa_system_sgpr_workgroup_id_x 1
		.amdhsa_system_sgpr_workgroup_id_y 0
		.amdhsa_system_sgpr_workgroup_id_z 0
		.amdhsa_system_sgpr_workgroup_info 0
		.amdhsa_system_vgpr_workitem_id 0
		.amdhsa_next_free_vgpr 13
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
.Lfunc_end0:
	.size	f32_f16, .Lfunc_end0-f32_f16
                                        ; -- End function
	.set f32_f16.num_vgpr, 13
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
; codeLenInByte = 344
; TotalNumSgprs: 8
; NumVgprs: 13
; ScratchSize: 0
; MemoryBound: 0
; FloatMode: 240
; IeeeMode: 1
; LDSByteSize: 0 bytes/workgroup (compile time only)
; SGPRBlocks: 0
; VGPRBlocks: 3
; NumSGPRsForWavesPerEU: 8
; NumVGPRsForWavesPerEU: 13
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
	v_lshrrev_b32_e32 v1, 2, v0
	v_and_b32_e32 v2, 15, v0
	v_lshlrev_b32_e32 v0, 2, v0
	s_delay_alu instid0(VALU_DEP_3) | instskip(NEXT) | instid1(VALU_DEP_3)
	v_and_b32_e32 v3, 12, v1
	v_lshlrev_b32_e32 v6, 4, v2
	v_lshlrev_b32_e32 v8, 1, v2
	s_delay_alu instid0(VALU_DEP_3) | instskip(NEXT) | instid1(VALU_DEP_3)
	v_lshl_or_b32 v2, v3, 4, v2
	v_or_b32_e32 v4, v3, v6
	v_lshlrev_b32_e32 v3, 5, v3
	s_delay_alu instid0(VALU_DEP_3) | instskip(NEXT) | instid1(VALU_DEP_3)
	v_lshlrev_b32_e32 v9, 1, v2
	v_lshlrev_b32_e32 v10, 1, v4
	s_delay_alu instid0(VALU_DEP_3)
	v_or3_b32 v3, v3, v8, 64
	v_lshlrev_b32_e32 v12, 2, v2
	s_wait_kmcnt 0x0
	global_load_u16 v4, v9, s[2:3]
	global_load_u16 v7, v10, s[0:1] offset:4
	global_load_u16 v5, v3, s[2:3]
	v_or_b32_e32 v3, 3, v1
	v_lshlrev_b32_e32 v1, 6, v1
	s_delay_alu instid0(VALU_DEP_2)
	v_or_b32_e32 v11, v3, v6
	global_load_b32 v6, v10, s[0:1]
	v_or3_b32 v10, v1, v0, 0xc0
	v_lshl_or_b32 v8, v3, 5, v8
	v_lshlrev_b32_e32 v11, 1, v11
	s_clause 0x3
	global_load_b32 v0, v12, s[4:5]
	global_load_b32 v1, v12, s[4:5] offset:64
	global_load_b32 v2, v12, s[4:5] offset:128
	global_load_b32 v3, v10, s[4:5]
	s_wait_loadcnt 0x7
	global_load_d16_hi_b16 v4, v9, s[2:3] offset:32
	s_wait_loadcnt 0x7
	global_load_d16_hi_b16 v7, v11, s[0:1]
	s_wait_loadcnt 0x7
	global_load_d16_hi_b16 v5, v8, s[2:3]
	s_wait_loadcnt 0x0
	v_wmma_f32_16x16x16_bf16 v[0:3], v[6:7], v[4:5], v[0:3]
	s_clause 0x3
	global_store_b32 v12, v0, s[6:7]
	global_store_b32 v12, v1, s[6:7] offset:64
	global_store_b32 v12, v2, s[6:7] offset:128
	global_store_b32 v10, v3, s[6:7]
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
		.amdhsa_wavefront_size32 0
		.amdhsa_uses_dynamic_stack 0
		.amdhsa_enable_private_segment 0
		.amdhsa_system_sgpr_workgroup_id_x 1
		.amdhsa_system_sgpr_workgroup_id_y 0
		.amdhsa_system_sgpr_workgroup_id_z 0
		.amdhsa_system_sgpr_workgroup_info 0
		.amdhsa_system_vgpr_workitem_id 0
		.amdhsa_next_free_vgpr 13
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
.Lfunc_end1:
	.size	f32_bf16, .Lfunc_end1-f32_bf16
                                        ; -- End function
	.set f32_bf16.num_vgpr, 13
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
; codeLenInByte = 344
; TotalNumSgprs: 8
; NumVgprs: 13
; ScratchSize: 0
; MemoryBound: 0
; FloatMode: 240
; IeeeMode: 1
; LDSByteSize: 0 bytes/workgroup (compile time only)
; SGPRBlocks: 0
; VGPRBlocks: 3
; NumSGPRsForWavesPerEU: 8
; NumVGPRsForWavesPerEU: 13
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
	v_lshrrev_b32_e32 v5, 2, v0
	v_lshlrev_b32_e32 v0, 1, v0
	s_delay_alu instid0(VALU_DEP_3) | instskip(NEXT) | instid1(VALU_DEP_3)
	v_lshlrev_b32_e32 v7, 4, v1
	v_and_b32_e32 v2, 12, v5
	v_lshlrev_b32_e32 v8, 1, v1
	v_or_b32_e32 v11, 3, v5
	v_lshlrev_b32_e32 v12, 5, v5
	s_delay_alu instid0(VALU_DEP_4) | instskip(NEXT) | instid1(VALU_DEP_4)
	v_or_b32_e32 v1, v2, v7
	v_lshl_or_b32 v9, v2, 5, v8
	s_delay_alu instid0(VALU_DEP_4) | instskip(NEXT) | instid1(VALU_DEP_4)
	v_or_b32_e32 v7, v11, v7
	v_or3_b32 v0, v12, v0, 0x60
	v_lshl_or_b32 v8, v11, 5, v8
	v_lshlrev_b32_e32 v10, 1, v1
	v_or_b32_e32 v2, 64, v9
	v_lshlrev_b32_e32 v7, 1, v7
	s_wait_kmcnt 0x0
	s_clause 0x2
	global_load_u16 v1, v9, s[2:3]
	global_load_u16 v3, v9, s[4:5]
	global_load_u16 v4, v9, s[4:5] offset:64
	global_load_u16 v6, v10, s[0:1] offset:4
	global_load_u16 v2, v2, s[2:3]
	s_wait_loadcnt 0x4
	global_load_d16_hi_b16 v1, v9, s[2:3] offset:32
	s_wait_loadcnt 0x4
	global_load_d16_hi_b16 v3, v9, s[4:5] offset:32
	s_wait_loadcnt 0x4
	global_load_d16_hi_b16 v4, v0, s[4:5]
	s_wait_loadcnt 0x4
	global_load_d16_hi_b16 v6, v7, s[0:1]
	s_wait_loadcnt 0x4
	global_load_d16_hi_b16 v2, v8, s[2:3]
	global_load_b32 v5, v10, s[0:1]
	s_wait_loadcnt 0x0
	v_wmma_f16_16x16x16_f16 v[3:4], v[5:6], v[1:2], v[3:4]
	s_clause 0x3
	global_store_b16 v9, v3, s[6:7]
	global_store_d16_hi_b16 v9, v3, s[6:7] offset:32
	global_store_b16 v9, v4, s[6:7] offset:64
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
		.amdhsa_wavefront_size32 0
		.amdhsa_uses_dynamic_stack 0
		.amdhsa_enable_private_segment 0
		.amdhsa_system_sgpr_workgroup_id_x 1
		.amdhsa_system_sgpr_workgroup_id_y 0
		.amdhsa_system_sgpr_workgroup_id_z 0
		.amdhsa_system_sgpr_workgroup_info 0
		.amdhsa_system_vgpr_workitem_id 0
		.amdhsa_next_free_vgpr 13
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
.Lfunc_end2:
	.size	f16_f16, .Lfunc_end2-f16_f16
                                        ; -- End function
	.set f16_f16.num_vgpr, 13
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
; codeLenInByte = 328
; TotalNumSgprs: 8
; NumVgprs: 13
; ScratchSize: 0
; MemoryBound: 0
; FloatMode: 240
; IeeeMode: 1
; LDSByteSize: 0 bytes/workgroup (compile time only)
; SGPRBlocks: 0
; VGPRBlocks: 3
; NumSGPRsForWavesPerEU: 8
; NumVGPRsForWavesPerEU: 13
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
	v_lshrrev_b32_e32 v5, 2, v0
	v_lshlrev_b32_e32 v0, 1, v0
	s_delay_alu instid0(VALU_DEP_3) | instskip(NEXT) | instid1(VALU_DEP_3)
	v_lshlrev_b32_e32 v7, 4, v1
	v_and_b32_e32 v2, 12, v5
	v_lshlrev_b32_e32 v8, 1, v1
	v_or_b32_e32 v11, 3, v5
	v_lshlrev_b32_e32 v12, 5, v5
	s_delay_alu instid0(VALU_DEP_4) | instskip(NEXT) | instid1(VALU_DEP_4)
	v_or_b32_e32 v1, v2, v7
	v_lshl_or_b32 v9, v2, 5, v8
	s_delay_alu instid0(VALU_DEP_4) | instskip(NEXT) | instid1(VALU_DEP_4)
	v_or_b32_e32 v7, v11, v7
	v_or3_b32 v0, v12, v0, 0x60
	v_lshl_or_b32 v8, v11, 5, v8
	v_lshlrev_b32_e32 v10, 1, v1
	v_or_b32_e32 v2, 64, v9
	v_lshlrev_b32_e32 v7, 1, v7
	s_wait_kmcnt 0x0
	s_clause 0x2
	global_load_u16 v1, v9, s[2:3]
	global_load_u16 v3, v9, s[4:5]
	global_load_u16 v4, v9, s[4:5] offset:64
	global_load_u16 v6, v10, s[0:1] offset:4
	global_load_u16 v2, v2, s[2:3]
	s_wait_loadcnt 0x4
	global_load_d16_hi_b16 v1, v9, s[2:3] offset:32
	s_wait_loadcnt 0x4
	global_load_d16_hi_b16 v3, v9, s[4:5] offset:32
	s_wait_loadcnt 0x4
	global_load_d16_hi_b16 v4, v0, s[4:5]
	s_wait_loadcnt 0x4
	global_load_d16_hi_b16 v6, v7, s[0:1]
	s_wait_loadcnt 0x4
	global_load_d16_hi_b16 v2, v8, s[2:3]
	global_load_b32 v5, v10, s[0:1]
	s_wait_loadcnt 0x0
	v_wmma_bf16_16x16x16_bf16 v[3:4], v[5:6], v[1:2], v[3:4]
	s_clause 0x3
	global_store_b16 v9, v3, s[6:7]
	global_store_d16_hi_b16 v9, v3, s[6:7] offset:32
	global_store_b16 v9, v4, s[6:7] offset:64
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
		.amdhsa_wavefront_size32 0
		.amdhsa_uses_dynamic_stack 0
		.amdhsa_enable_private_segment 0
		.amdhsa_system_sgpr_workgroup_id_x 1
		.amdhsa_system_sgpr_workgroup_id_y 0
		.amdhsa_system_sgpr_workgroup_id_z 0
		.amdhsa_system_sgpr_workgroup_info 0
		.amdhsa_system_vgpr_workitem_id 0
		.amdhsa_next_free_vgpr 13
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
.Lfunc_end3:
	.size	bf16_bf16, .Lfunc_end3-bf16_bf16
                                        ; -- End function
	.set bf16_bf16.num_vgpr, 13
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
; codeLenInByte = 328
; TotalNumSgprs: 8
; NumVgprs: 13
; ScratchSize: 0
; MemoryBound: 0
; FloatMode: 240
; IeeeMode: 1
; LDSByteSize: 0 bytes/workgroup (compile time only)
; SGPRBlocks: 0
; VGPRBlocks: 3
; NumSGPRsForWavesPerEU: 8
; NumVGPRsForWavesPerEU: 13
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
	v_lshrrev_b32_e32 v1, 2, v0
	v_and_b32_e32 v2, 15, v0
	v_lshlrev_b32_e32 v0, 2, v0
	s_delay_alu instid0(VALU_DEP_3) | instskip(NEXT) | instid1(VALU_DEP_3)
	v_and_b32_e32 v3, 12, v1
	v_lshlrev_b32_e32 v4, 2, v2
	v_lshlrev_b32_e32 v1, 6, v1
	s_delay_alu instid0(VALU_DEP_3) | instskip(NEXT) | instid1(VALU_DEP_3)
	v_lshl_or_b32 v6, v2, 4, v3
	v_lshl_or_b32 v4, v3, 6, v4
	s_delay_alu instid0(VALU_DEP_3)
	v_or3_b32 v5, v1, v0, 0xc0
	s_wait_kmcnt 0x0
	s_clause 0x3
	global_load_b32 v0, v4, s[4:5]
	global_load_b32 v1, v4, s[4:5] offset:64
	global_load_b32 v2, v4, s[4:5] offset:128
	global_load_b32 v3, v5, s[4:5]
	s_clause 0x1
	global_load_b32 v7, v6, s[0:1]
	global_load_b32 v6, v6, s[2:3]
	s_wait_loadcnt 0x0
	v_wmma_i32_16x16x16_iu8 v[0:3], v7, v6, v[0:3] neg_lo:[1,0,0]
	s_clause 0x3
	global_store_b32 v4, v0, s[6:7]
	global_store_b32 v4, v1, s[6:7] offset:64
	global_store_b32 v4, v2, s[6:7] offset:128
	global_store_b32 v5, v3, s[6:7]
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
		.amdhsa_wavefront_size32 0
		.amdhsa_uses_dynamic_stack 0
		.amdhsa_enable_private_segment 0
		.amdhsa_system_sgpr_workgroup_id_x 1
		.amdhsa_system_sgpr_workgroup_id_y 0
		.amdhsa_system_sgpr_workgroup_id_z 0
		.amdhsa_system_sgpr_workgroup_info 0
		.amdhsa_system_vgpr_workitem_id 0
		.amdhsa_next_free_vgpr 8
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
		.amdhsa_inst_pref_size 2
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
	.set i32_iu8.num_vgpr, 8
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
; codeLenInByte = 224
; TotalNumSgprs: 8
; NumVgprs: 8
; ScratchSize: 0
; MemoryBound: 0
; FloatMode: 240
; IeeeMode: 1
; LDSByteSize: 0 bytes/workgroup (compile time only)
; SGPRBlocks: 0
; VGPRBlocks: 1
; NumSGPRsForWavesPerEU: 8
; NumVGPRsForWavesPerEU: 8
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
	v_lshlrev_b32_e32 v1, 4, v0
	v_and_b32_e32 v2, 15, v0
	v_lshrrev_b32_e32 v4, 4, v0
	v_lshlrev_b32_e32 v0, 2, v0
	s_delay_alu instid0(VALU_DEP_4) | instskip(NEXT) | instid1(VALU_DEP_4)
	v_and_b32_e32 v1, 0x300, v1
	v_lshlrev_b32_e32 v5, 2, v2
	s_delay_alu instid0(VALU_DEP_4) | instskip(NEXT) | instid1(VALU_DEP_3)
	v_lshlrev_b32_e32 v3, 1, v4
	v_or3_b32 v7, v1, v0, 0xc0
	s_delay_alu instid0(VALU_DEP_3) | instskip(NEXT) | instid1(VALU_DEP_3)
	v_or_b32_e32 v6, v1, v5
	v_lshl_or_b32 v8, v2, 3, v3
	v_lshl_or_b32 v4, v4, 8, v5
	s_wait_kmcnt 0x0
	s_clause 0x3
	global_load_b32 v0, v6, s[4:5]
	global_load_b32 v1, v6, s[4:5] offset:64
	global_load_b32 v2, v6, s[4:5] offset:128
	global_load_b32 v3, v7, s[4:5]
	s_clause 0x1
	global_load_u16 v6, v8, s[0:1]
	global_load_u16 v7, v8, s[2:3]
	s_wait_loadcnt 0x0
	v_wmma_i32_16x16x16_iu4 v[0:3], v6, v7, v[0:3] neg_lo:[1,0,0]
	s_clause 0x3
	global_store_b32 v4, v0, s[6:7]
	global_store_b32 v4, v1, s[6:7] offset:64
	global_store_b32 v4, v2, s[6:7] offset:128
	global_store_b32 v4, v3, s[6:7] offset:192
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
		.amdhsa_wavefront_size32 0
		.amdhsa_uses_dynamic_stack 0
		.amdhsa_enable_private_segment 0
		.amdhsa_system_sgpr_workgroup_id_x 1
		.amdhsa_system_sgpr_workgroup_id_y 0
		.amdhsa_system_sgpr_workgroup_id_z 0
		.amdhsa_system_sgpr_workgroup_info 0
		.amdhsa_system_vgpr_workitem_id 0
		.amdhsa_next_free_vgpr 9
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
		.amdhsa_inst_pref_size 2
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
	.set i32_iu4.num_vgpr, 9
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
; codeLenInByte = 236
; TotalNumSgprs: 8
; NumVgprs: 9
; ScratchSize: 0
; MemoryBound: 0
; FloatMode: 240
; IeeeMode: 1
; LDSByteSize: 0 bytes/workgroup (compile time only)
; SGPRBlocks: 0
; VGPRBlocks: 2
; NumSGPRsForWavesPerEU: 8
; NumVGPRsForWavesPerEU: 9
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
	v_lshrrev_b32_e32 v1, 2, v0
	v_and_b32_e32 v2, 15, v0
	v_lshlrev_b32_e32 v0, 2, v0
	s_delay_alu instid0(VALU_DEP_3) | instskip(NEXT) | instid1(VALU_DEP_3)
	v_and_b32_e32 v3, 12, v1
	v_lshlrev_b32_e32 v4, 2, v2
	v_lshlrev_b32_e32 v1, 6, v1
	s_delay_alu instid0(VALU_DEP_3) | instskip(NEXT) | instid1(VALU_DEP_3)
	v_lshl_or_b32 v6, v2, 4, v3
	v_lshl_or_b32 v4, v3, 6, v4
	s_delay_alu instid0(VALU_DEP_3)
	v_or3_b32 v5, v1, v0, 0xc0
	s_wait_kmcnt 0x0
	s_clause 0x3
	global_load_b32 v0, v4, s[4:5]
	global_load_b32 v1, v4, s[4:5] offset:64
	global_load_b32 v2, v4, s[4:5] offset:128
	global_load_b32 v3, v5, s[4:5]
	s_clause 0x1
	global_load_b32 v7, v6, s[0:1]
	global_load_b32 v6, v6, s[2:3]
	s_wait_loadcnt 0x0
	v_wmma_i32_16x16x32_iu4 v[0:3], v7, v6, v[0:3] neg_lo:[1,0,0]
	s_clause 0x3
	global_store_b32 v4, v0, s[6:7]
	global_store_b32 v4, v1, s[6:7] offset:64
	global_store_b32 v4, v2, s[6:7] offset:128
	global_store_b32 v5, v3, s[6:7]
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
		.amdhsa_wavefront_size32 0
		.amdhsa_uses_dynamic_stack 0
		.amdhsa_enable_private_segment 0
		.amdhsa_system_sgpr_workgroup_id_x 1
		.amdhsa_system_sgpr_workgroup_id_y 0
		.amdhsa_system_sgpr_workgroup_id_z 0
		.amdhsa_system_sgpr_workgroup_info 0
		.amdhsa_system_vgpr_workitem_id 0
		.amdhsa_next_free_vgpr 8
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
		.amdhsa_inst_pref_size 2
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
	.set i32_iu4_k32.num_vgpr, 8
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
; codeLenInByte = 224
; TotalNumSgprs: 8
; NumVgprs: 8
; ScratchSize: 0
; MemoryBound: 0
; FloatMode: 240
; IeeeMode: 1
; LDSByteSize: 0 bytes/workgroup (compile time only)
; SGPRBlocks: 0
; VGPRBlocks: 1
; NumSGPRsForWavesPerEU: 8
; NumVGPRsForWavesPerEU: 8
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
	v_lshrrev_b32_e32 v1, 2, v0
	v_and_b32_e32 v2, 15, v0
	v_lshlrev_b32_e32 v0, 2, v0
	s_delay_alu instid0(VALU_DEP_3) | instskip(NEXT) | instid1(VALU_DEP_3)
	v_and_b32_e32 v3, 12, v1
	v_lshlrev_b32_e32 v4, 2, v2
	v_lshlrev_b32_e32 v1, 6, v1
	s_delay_alu instid0(VALU_DEP_3) | instskip(NEXT) | instid1(VALU_DEP_3)
	v_lshl_or_b32 v6, v2, 4, v3
	v_lshl_or_b32 v4, v3, 6, v4
	s_delay_alu instid0(VALU_DEP_3)
	v_or3_b32 v5, v1, v0, 0xc0
	s_wait_kmcnt 0x0
	s_clause 0x3
	global_load_b32 v0, v4, s[4:5]
	global_load_b32 v1, v4, s[4:5] offset:64
	global_load_b32 v2, v4, s[4:5] offset:128
	global_load_b32 v3, v5, s[4:5]
	s_clause 0x1
	global_load_b32 v7, v6, s[0:1]
	global_load_b32 v6, v6, s[2:3]
	s_wait_loadcnt 0x0
	v_wmma_f32_16x16x16_fp8_fp8 v[0:3], v7, v6, v[0:3]
	s_clause 0x3
	global_store_b32 v4, v0, s[6:7]
	global_store_b32 v4, v1, s[6:7] offset:64
	global_store_b32 v4, v2, s[6:7] offset:128
	global_store_b32 v5, v3, s[6:7]
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
		.amdhsa_wavefront_size32 0
		.amdhsa_uses_dynamic_stack 0
		.amdhsa_enable_private_segment 0
		.amdhsa_system_sgpr_workgroup_id_x 1
		.amdhsa_system_sgpr_workgroup_id_y 0
		.amdhsa_system_sgpr_workgroup_id_z 0
		.amdhsa_system_sgpr_workgroup_info 0
		.amdhsa_system_vgpr_workitem_id 0
		.amdhsa_next_free_vgpr 8
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
		.amdhsa_inst_pref_size 2
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
	.set f32_fp8_fp8.num_vgpr, 8
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
; codeLenInByte = 224
; TotalNumSgprs: 8
; NumVgprs: 8
; ScratchSize: 0
; MemoryBound: 0
; FloatMode: 240
; IeeeMode: 1
; LDSByteSize: 0 bytes/workgroup (compile time only)
; SGPRBlocks: 0
; VGPRBlocks: 1
; NumSGPRsForWavesPerEU: 8
; NumVGPRsForWavesPerEU: 8
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
	v_lshrrev_b32_e32 v1, 2, v0
	v_and_b32_e32 v2, 15, v0
	v_lshlrev_b32_e32 v0, 2, v0
	s_delay_alu instid0(VALU_DEP_3) | instskip(NEXT) | instid1(VALU_DEP_3)
	v_and_b32_e32 v3, 12, v1
	v_lshlrev_b32_e32 v4, 2, v2
	v_lshlrev_b32_e32 v1, 6, v1
	s_delay_alu instid0(VALU_DEP_3) | instskip(NEXT) | instid1(VALU_DEP_3)
	v_lshl_or_b32 v6, v2, 4, v3
	v_lshl_or_b32 v4, v3, 6, v4
	s_delay_alu instid0(VALU_DEP_3)
	v_or3_b32 v5, v1, v0, 0xc0
	s_wait_kmcnt 0x0
	s_clause 0x3
	global_load_b32 v0, v4, s[4:5]
	global_load_b32 v1, v4, s[4:5] offset:64
	global_load_b32 v2, v4, s[4:5] offset:128
	global_load_b32 v3, v5, s[4:5]
	s_clause 0x1
	global_load_b32 v7, v6, s[0:1]
	global_load_b32 v6, v6, s[2:3]
	s_wait_loadcnt 0x0
	v_wmma_f32_16x16x16_fp8_bf8 v[0:3], v7, v6, v[0:3]
	s_clause 0x3
	global_store_b32 v4, v0, s[6:7]
	global_store_b32 v4, v1, s[6:7] offset:64
	global_store_b32 v4, v2, s[6:7] offset:128
	global_store_b32 v5, v3, s[6:7]
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
		.amdhsa_wavefront_size32 0
		.amdhsa_uses_dynamic_stack 0
		.amdhsa_enable_private_segment 0
		.amdhsa_system_sgpr_workgroup_id_x 1
		.amdhsa_system_sgpr_workgroup_id_y 0
		.amdhsa_system_sgpr_workgroup_id_z 0
		.amdhsa_system_sgpr_workgroup_info 0
		.amdhsa_system_vgpr_workitem_id 0
		.amdhsa_next_free_vgpr 8
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
		.amdhsa_inst_pref_size 2
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
	.set f32_fp8_bf8.num_vgpr, 8
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
; codeLenInByte = 224
; TotalNumSgprs: 8
; NumVgprs: 8
; ScratchSize: 0
; MemoryBound: 0
; FloatMode: 240
; IeeeMode: 1
; LDSByteSize: 0 bytes/workgroup (compile time only)
; SGPRBlocks: 0
; VGPRBlocks: 1
; NumSGPRsForWavesPerEU: 8
; NumVGPRsForWavesPerEU: 8
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
	v_lshrrev_b32_e32 v1, 2, v0
	v_and_b32_e32 v2, 15, v0
	v_lshlrev_b32_e32 v0, 2, v0
	s_delay_alu instid0(VALU_DEP_3) | instskip(NEXT) | instid1(VALU_DEP_3)
	v_and_b32_e32 v3, 12, v1
	v_lshlrev_b32_e32 v4, 2, v2
	v_lshlrev_b32_e32 v1, 6, v1
	s_delay_alu instid0(VALU_DEP_3) | instskip(NEXT) | instid1(VALU_DEP_3)
	v_lshl_or_b32 v6, v2, 4, v3
	v_lshl_or_b32 v4, v3, 6, v4
	s_delay_alu instid0(VALU_DEP_3)
	v_or3_b32 v5, v1, v0, 0xc0
	s_wait_kmcnt 0x0
	s_clause 0x3
	global_load_b32 v0, v4, s[4:5]
	global_load_b32 v1, v4, s[4:5] offset:64
	global_load_b32 v2, v4, s[4:5] offset:128
	global_load_b32 v3, v5, s[4:5]
	s_clause 0x1
	global_load_b32 v7, v6, s[0:1]
	global_load_b32 v6, v6, s[2:3]
	s_wait_loadcnt 0x0
	v_wmma_f32_16x16x16_bf8_fp8 v[0:3], v7, v6, v[0:3]
	s_clause 0x3
	global_store_b32 v4, v0, s[6:7]
	global_store_b32 v4, v1, s[6:7] offset:64
	global_store_b32 v4, v2, s[6:7] offset:128
	global_store_b32 v5, v3, s[6:7]
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
		.amdhsa_wavefront_size32 0
		.amdhsa_uses_dynamic_stack 0
		.amdhsa_enable_private_segment 0
		.amdhsa_system_sgpr_workgroup_id_x 1
		.amdhsa_system_sgpr_workgroup_id_y 0
		.amdhsa_system_sgpr_workgroup_id_z 0
		.amdhsa_system_sgpr_workgroup_info 0
		.amdhsa_system_vgpr_workitem_id 0
		.amdhsa_next_free_vgpr 8
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
		.amdhsa_inst_pref_size 2
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
	.set f32_bf8_fp8.num_vgpr, 8
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
; codeLenInByte = 224
; TotalNumSgprs: 8
; NumVgprs: 8
; ScratchSize: 0
; MemoryBound: 0
; FloatMode: 240
; IeeeMode: 1
; LDSByteSize: 0 bytes/workgroup (compile time only)
; SGPRBlocks: 0
; VGPRBlocks: 1
; NumSGPRsForWavesPerEU: 8
; NumVGPRsForWavesPerEU: 8
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
	v_lshrrev_b32_e32 v1, 2, v0
	v_and_b32_e32 v2, 15, v0
	v_lshlrev_b32_e32 v0, 2, v0
	s_delay_alu instid0(VALU_DEP_3) | instskip(NEXT) | instid1(VALU_DEP_3)
	v_and_b32_e32 v3, 12, v1
	v_lshlrev_b32_e32 v4, 2, v2
	v_lshlrev_b32_e32 v1, 6, v1
	s_delay_alu instid0(VALU_DEP_3) | instskip(NEXT) | instid1(VALU_DEP_3)
	v_lshl_or_b32 v6, v2, 4, v3
	v_lshl_or_b32 v4, v3, 6, v4
	s_delay_alu instid0(VALU_DEP_3)
	v_or3_b32 v5, v1, v0, 0xc0
	s_wait_kmcnt 0x0
	s_clause 0x3
	global_load_b32 v0, v4, s[4:5]
	global_load_b32 v1, v4, s[4:5] offset:64
	global_load_b32 v2, v4, s[4:5] offset:128
	global_load_b32 v3, v5, s[4:5]
	s_clause 0x1
	global_load_b32 v7, v6, s[0:1]
	global_load_b32 v6, v6, s[2:3]
	s_wait_loadcnt 0x0
	v_wmma_f32_16x16x16_bf8_bf8 v[0:3], v7, v6, v[0:3]
	s_clause 0x3
	global_store_b32 v4, v0, s[6:7]
	global_store_b32 v4, v1, s[6:7] offset:64
	global_store_b32 v4, v2, s[6:7] offset:128
	global_store_b32 v5, v3, s[6:7]
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
		.amdhsa_wavefront_size32 0
		.amdhsa_uses_dynamic_stack 0
		.amdhsa_enable_private_segment 0
		.amdhsa_system_sgpr_workgroup_id_x 1
		.amdhsa_system_sgpr_workgroup_id_y 0
		.amdhsa_system_sgpr_workgroup_id_z 0
		.amdhsa_system_sgpr_workgroup_info 0
		.amdhsa_system_vgpr_workitem_id 0
		.amdhsa_next_free_vgpr 8
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
		.amdhsa_inst_pref_size 2
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
	.set f32_bf8_bf8.num_vgpr, 8
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
; codeLenInByte = 224
; TotalNumSgprs: 8
; NumVgprs: 8
; ScratchSize: 0
; MemoryBound: 0
; FloatMode: 240
; IeeeMode: 1
; LDSByteSize: 0 bytes/workgroup (compile time only)
; SGPRBlocks: 0
; VGPRBlocks: 1
; NumSGPRsForWavesPerEU: 8
; NumVGPRsForWavesPerEU: 8
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
	v_and_b32_e32 v1, 15, v0
	v_lshlrev_b32_e32 v3, 2, v0
	v_lshrrev_b32_e32 v10, 4, v0
	v_lshlrev_b32_e32 v2, 4, v0
	v_and_b32_e32 v4, 48, v0
	v_lshlrev_b32_e32 v11, 2, v1
	v_and_or_b32 v0, 0xc0, v3, v0
	v_lshlrev_b32_e32 v12, 3, v10
	s_load_b64 s[0:1], s[0:1], 0x20
	v_lshl_or_b32 v4, v1, 6, v4
	v_and_or_b32 v2, 0x300, v2, v11
	v_lshl_or_b32 v3, v0, 2, 0xc0
	v_lshl_or_b32 v5, v1, 5, v12
	v_lshl_or_b32 v10, v10, 8, v11
	s_wait_kmcnt 0x0
	s_clause 0x3
	global_load_b32 v0, v2, s[10:11]
	global_load_b32 v1, v2, s[10:11] offset:64
	global_load_b32 v2, v2, s[10:11] offset:128
	global_load_b32 v3, v3, s[10:11]
	global_load_b64 v[8:9], v5, s[4:5]
	global_load_b128 v[4:7], v4, s[6:7]
	global_load_b32 v13, v11, s[8:9]
	s_wait_loadcnt 0x0
	v_lshrrev_b32_e32 v12, v12, v13
	s_delay_alu instid0(VALU_DEP_1) | instskip(NEXT) | instid1(VALU_DEP_1)
	v_bfe_i32 v12, v12, 0, 16
	v_swmmac_f32_16x16x32_f16 v[0:3], v[8:9], v[4:7], v12
	s_clause 0x3
	global_store_b32 v10, v0, s[0:1]
	global_store_b32 v10, v1, s[0:1] offset:64
	global_store_b32 v10, v2, s[0:1] offset:128
	global_store_b32 v10, v3, s[0:1] offset:192
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
		.amdhsa_wavefront_size32 0
		.amdhsa_uses_dynamic_stack 0
		.amdhsa_enable_private_segment 0
		.amdhsa_system_sgpr_workgroup_id_x 1
		.amdhsa_system_sgpr_workgroup_id_y 0
		.amdhsa_system_sgpr_workgroup_id_z 0
		.amdhsa_system_sgpr_workgroup_info 0
		.amdhsa_system_vgpr_workitem_id 0
		.amdhsa_next_free_vgpr 14
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
.Lfunc_end11:
	.size	sparse_f32_f16, .Lfunc_end11-sparse_f32_f16
                                        ; -- End function
	.set sparse_f32_f16.num_vgpr, 14
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
; codeLenInByte = 280
; TotalNumSgprs: 12
; NumVgprs: 14
; ScratchSize: 0
; MemoryBound: 0
; FloatMode: 240
; IeeeMode: 1
; LDSByteSize: 0 bytes/workgroup (compile time only)
; SGPRBlocks: 0
; VGPRBlocks: 3
; NumSGPRsForWavesPerEU: 12
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
    .max_flat_workgroup_size: 64
    .name:           f32_f16
    .private_segment_fixed_size: 0
    .sgpr_count:     8
    .sgpr_spill_count: 0
    .symbol:         f32_f16.kd
    .uniform_work_group_size: 1
    .uses_dynamic_stack: false
    .vgpr_count:     13
    .vgpr_spill_count: 0
    .wavefront_size: 64
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
    .max_flat_workgroup_size: 64
    .name:           f32_bf16
    .private_segment_fixed_size: 0
    .sgpr_count:     8
    .sgpr_spill_count: 0
    .symbol:         f32_bf16.kd
    .uniform_work_group_size: 1
    .uses_dynamic_stack: false
    .vgpr_count:     13
    .vgpr_spill_count: 0
    .wavefront_size: 64
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
    .max_flat_workgroup_size: 64
    .name:           f16_f16
    .private_segment_fixed_size: 0
    .sgpr_count:     8
    .sgpr_spill_count: 0
    .symbol:         f16_f16.kd
    .uniform_work_group_size: 1
    .uses_dynamic_stack: false
    .vgpr_count:     13
    .vgpr_spill_count: 0
    .wavefront_size: 64
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
    .max_flat_workgroup_size: 64
    .name:           bf16_bf16
    .private_segment_fixed_size: 0
    .sgpr_count:     8
    .sgpr_spill_count: 0
    .symbol:         bf16_bf16.kd
    .uniform_work_group_size: 1
    .uses_dynamic_stack: false
    .vgpr_count:     13
    .vgpr_spill_count: 0
    .wavefront_size: 64
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
    .max_flat_workgroup_size: 64
    .name:           i32_iu8
    .private_segment_fixed_size: 0
    .sgpr_count:     8
    .sgpr_spill_count: 0
    .symbol:         i32_iu8.kd
    .uniform_work_group_size: 1
    .uses_dynamic_stack: false
    .vgpr_count:     8
    .vgpr_spill_count: 0
    .wavefront_size: 64
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
    .max_flat_workgroup_size: 64
    .name:           i32_iu4
    .private_segment_fixed_size: 0
    .sgpr_count:     8
    .sgpr_spill_count: 0
    .symbol:         i32_iu4.kd
    .uniform_work_group_size: 1
    .uses_dynamic_stack: false
    .vgpr_count:     9
    .vgpr_spill_count: 0
    .wavefront_size: 64
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
    .max_flat_workgroup_size: 64
    .name:           i32_iu4_k32
    .private_segment_fixed_size: 0
    .sgpr_count:     8
    .sgpr_spill_count: 0
    .symbol:         i32_iu4_k32.kd
    .uniform_work_group_size: 1
    .uses_dynamic_stack: false
    .vgpr_count:     8
    .vgpr_spill_count: 0
    .wavefront_size: 64
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
    .max_flat_workgroup_size: 64
    .name:           f32_fp8_fp8
    .private_segment_fixed_size: 0
    .sgpr_count:     8
    .sgpr_spill_count: 0
    .symbol:         f32_fp8_fp8.kd
    .uniform_work_group_size: 1
    .uses_dynamic_stack: false
    .vgpr_count:     8
    .vgpr_spill_count: 0
    .wavefront_size: 64
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
    .max_flat_workgroup_size: 64
    .name:           f32_fp8_bf8
    .private_segment_fixed_size: 0
    .sgpr_count:     8
    .sgpr_spill_count: 0
    .symbol:         f32_fp8_bf8.kd
    .uniform_work_group_size: 1
    .uses_dynamic_stack: false
    .vgpr_count:     8
    .vgpr_spill_count: 0
    .wavefront_size: 64
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
    .max_flat_workgroup_size: 64
    .name:           f32_bf8_fp8
    .private_segment_fixed_size: 0
    .sgpr_count:     8
    .sgpr_spill_count: 0
    .symbol:         f32_bf8_fp8.kd
    .uniform_work_group_size: 1
    .uses_dynamic_stack: false
    .vgpr_count:     8
    .vgpr_spill_count: 0
    .wavefront_size: 64
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
    .max_flat_workgroup_size: 64
    .name:           f32_bf8_bf8
    .private_segment_fixed_size: 0
    .sgpr_count:     8
    .sgpr_spill_count: 0
    .symbol:         f32_bf8_bf8.kd
    .uniform_work_group_size: 1
    .uses_dynamic_stack: false
    .vgpr_count:     8
    .vgpr_spill_count: 0
    .wavefront_size: 64
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
    .max_flat_workgroup_size: 64
    .name:           sparse_f32_f16
    .private_segment_fixed_size: 0
    .sgpr_count:     12
    .sgpr_spill_count: 0
    .symbol:         sparse_f32_f16.kd
    .uniform_work_group_size: 1
    .uses_dynamic_stack: false
    .vgpr_count:     14
    .vgpr_spill_count: 0
    .wavefront_size: 64
    .workgroup_processor_mode: 1
amdhsa.target:   amdgcn-amd-amdhsa--gfx1201
amdhsa.version:
  - 1
  - 2
...

	.end_amdgpu_metadata
