	.amdgcn_target "amdgcn-amd-amdhsa--gfx1100"
	.amdhsa_code_object_version 6
	.text
	.protected	f32_f16                 ; -- Begin function f32_f16
	.globl	f32_f16
	.p2align	8
	.type	f32_f16,@function
f32_f16:                                ; @f32_f16
; %bb.0:
	s_load_b256 s[0:7], s[0:1], 0x0
	v_and_b32_e32 v9, 15, v0
	v_lshlrev_b32_e32 v0, 2, v0
	s_delay_alu instid0(VALU_DEP_2)
	v_lshlrev_b32_e32 v21, 1, v9
	v_lshlrev_b32_e32 v13, 5, v9
	s_waitcnt lgkmcnt(0)
	s_clause 0x7
	global_load_d16_b16 v1, v21, s[2:3]
	global_load_d16_b16 v2, v21, s[2:3] offset:64
	global_load_d16_b16 v3, v21, s[2:3] offset:128
	global_load_d16_b16 v4, v21, s[2:3] offset:192
	global_load_d16_b16 v5, v21, s[2:3] offset:256
	global_load_d16_b16 v6, v21, s[2:3] offset:320
	global_load_d16_b16 v7, v21, s[2:3] offset:384
	global_load_d16_b16 v8, v21, s[2:3] offset:448
	s_clause 0x1
	global_load_b128 v[9:12], v13, s[0:1]
	global_load_b128 v[13:16], v13, s[0:1] offset:16
	s_clause 0x3
	global_load_b32 v17, v0, s[4:5]
	global_load_b32 v18, v0, s[4:5] offset:256
	global_load_b32 v19, v0, s[4:5] offset:512
	global_load_b32 v20, v0, s[4:5] offset:768
	s_clause 0x7
	global_load_d16_hi_b16 v1, v21, s[2:3] offset:32
	global_load_d16_hi_b16 v2, v21, s[2:3] offset:96
	global_load_d16_hi_b16 v3, v21, s[2:3] offset:160
	global_load_d16_hi_b16 v4, v21, s[2:3] offset:224
	global_load_d16_hi_b16 v5, v21, s[2:3] offset:288
	global_load_d16_hi_b16 v6, v21, s[2:3] offset:352
	global_load_d16_hi_b16 v7, v21, s[2:3] offset:416
	global_load_d16_hi_b16 v8, v21, s[2:3] offset:480
	s_waitcnt vmcnt(0)
	v_wmma_f32_16x16x16_f16 v[17:20], v[9:16], v[1:8], v[17:20]
	s_clause 0x3
	global_store_b32 v0, v17, s[6:7]
	global_store_b32 v0, v18, s[6:7] offset:256
	global_store_b32 v0, v19, s[6:7] offset:512
	global_store_b32 v0, v20, s[6:7] offset:768
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
		.amdhsa_next_free_vgpr 22
		.amdhsa_next_free_sgpr 8
		.amdhsa_reserve_vcc 0
		.amdhsa_float_round_mode_32 0
		.amdhsa_float_round_mode_16_64 0
		.amdhsa_float_denorm_mode_32 3
		.amdhsa_float_denorm_mode_16_64 3
		.amdhsa_dx10_clamp 1
		.amdhsa_ieee_mode 1
		.amdhsa_fp16_overflow 0
		.amdhsa_workgroup_processor_mode 1
		.amdhsa_memory_ordered 1
		.amdhsa_forward_progress 1
		.amdhsa_shared_vgpr_count 0
		.amdhsa_inst_pref_size 3
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
	.set f32_f16.num_vgpr, 22
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
; codeLenInByte = 276
; TotalNumSgprs: 8
; NumVgprs: 22
; ScratchSize: 0
; MemoryBound: 0
; FloatMode: 240
; IeeeMode: 1
; LDSByteSize: 0 bytes/workgroup (compile time only)
; SGPRBlocks: 0
; VGPRBlocks: 5
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
	.protected	f32_bf16                ; -- Begin function f32_bf16
	.globl	f32_bf16
	.p2align	8
	.type	f32_bf16,@function
f32_bf16:                               ; @f32_bf16
; %bb.0:
	s_load_b256 s[0:7], s[0:1], 0x0
	v_and_b32_e32 v9, 15, v0
	v_lshlrev_b32_e32 v0, 2, v0
	s_delay_alu instid0(VALU_DEP_2)
	v_lshlrev_b32_e32 v21, 1, v9
	v_lshlrev_b32_e32 v13, 5, v9
	s_waitcnt lgkmcnt(0)
	s_clause 0x7
	global_load_d16_b16 v1, v21, s[2:3]
	global_load_d16_b16 v2, v21, s[2:3] offset:64
	global_load_d16_b16 v3, v21, s[2:3] offset:128
	global_load_d16_b16 v4, v21, s[2:3] offset:192
	global_load_d16_b16 v5, v21, s[2:3] offset:256
	global_load_d16_b16 v6, v21, s[2:3] offset:320
	global_load_d16_b16 v7, v21, s[2:3] offset:384
	global_load_d16_b16 v8, v21, s[2:3] offset:448
	s_clause 0x1
	global_load_b128 v[9:12], v13, s[0:1]
	global_load_b128 v[13:16], v13, s[0:1] offset:16
	s_clause 0x3
	global_load_b32 v17, v0, s[4:5]
	global_load_b32 v18, v0, s[4:5] offset:256
	global_load_b32 v19, v0, s[4:5] offset:512
	global_load_b32 v20, v0, s[4:5] offset:768
	s_clause 0x7
	global_load_d16_hi_b16 v1, v21, s[2:3] offset:32
	global_load_d16_hi_b16 v2, v21, s[2:3] offset:96
	global_load_d16_hi_b16 v3, v21, s[2:3] offset:160
	global_load_d16_hi_b16 v4, v21, s[2:3] offset:224
	global_load_d16_hi_b16 v5, v21, s[2:3] offset:288
	global_load_d16_hi_b16 v6, v21, s[2:3] offset:352
	global_load_d16_hi_b16 v7, v21, s[2:3] offset:416
	global_load_d16_hi_b16 v8, v21, s[2:3] offset:480
	s_waitcnt vmcnt(0)
	v_wmma_f32_16x16x16_bf16 v[17:20], v[9:16], v[1:8], v[17:20]
	s_clause 0x3
	global_store_b32 v0, v17, s[6:7]
	global_store_b32 v0, v18, s[6:7] offset:256
	global_store_b32 v0, v19, s[6:7] offset:512
	global_store_b32 v0, v20, s[6:7] offset:768
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
		.amdhsa_next_free_vgpr 22
		.amdhsa_next_free_sgpr 8
		.amdhsa_reserve_vcc 0
		.amdhsa_float_round_mode_32 0
		.amdhsa_float_round_mode_16_64 0
		.amdhsa_float_denorm_mode_32 3
		.amdhsa_float_denorm_mode_16_64 3
		.amdhsa_dx10_clamp 1
		.amdhsa_ieee_mode 1
		.amdhsa_fp16_overflow 0
		.amdhsa_workgroup_processor_mode 1
		.amdhsa_memory_ordered 1
		.amdhsa_forward_progress 1
		.amdhsa_shared_vgpr_count 0
		.amdhsa_inst_pref_size 3
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
	.set f32_bf16.num_vgpr, 22
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
; codeLenInByte = 276
; TotalNumSgprs: 8
; NumVgprs: 22
; ScratchSize: 0
; MemoryBound: 0
; FloatMode: 240
; IeeeMode: 1
; LDSByteSize: 0 bytes/workgroup (compile time only)
; SGPRBlocks: 0
; VGPRBlocks: 5
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
	.protected	f16_f16                 ; -- Begin function f16_f16
	.globl	f16_f16
	.p2align	8
	.type	f16_f16,@function
f16_f16:                                ; @f16_f16
; %bb.0:
	s_load_b256 s[0:7], s[0:1], 0x0
	v_and_b32_e32 v9, 15, v0
	v_mov_b32_e32 v17, 0
	v_lshlrev_b32_e32 v0, 1, v0
	v_mov_b32_e32 v18, 0
	v_mov_b32_e32 v20, 0
	v_lshlrev_b32_e32 v21, 1, v9
	v_lshlrev_b32_e32 v13, 5, v9
	v_mov_b32_e32 v19, 0
	s_waitcnt lgkmcnt(0)
	s_clause 0x7
	global_load_d16_b16 v1, v21, s[2:3]
	global_load_d16_b16 v2, v21, s[2:3] offset:64
	global_load_d16_b16 v3, v21, s[2:3] offset:128
	global_load_d16_b16 v4, v21, s[2:3] offset:192
	global_load_d16_b16 v5, v21, s[2:3] offset:256
	global_load_d16_b16 v6, v21, s[2:3] offset:320
	global_load_d16_b16 v7, v21, s[2:3] offset:384
	global_load_d16_b16 v8, v21, s[2:3] offset:448
	s_clause 0x1
	global_load_b128 v[9:12], v13, s[0:1]
	global_load_b128 v[13:16], v13, s[0:1] offset:16
	s_clause 0x3
	global_load_d16_b16 v17, v0, s[4:5]
	global_load_d16_b16 v18, v0, s[4:5] offset:128
	global_load_d16_b16 v19, v0, s[4:5] offset:256
	global_load_d16_b16 v20, v0, s[4:5] offset:384
	s_clause 0x7
	global_load_d16_hi_b16 v1, v21, s[2:3] offset:32
	global_load_d16_hi_b16 v2, v21, s[2:3] offset:96
	global_load_d16_hi_b16 v3, v21, s[2:3] offset:160
	global_load_d16_hi_b16 v4, v21, s[2:3] offset:224
	global_load_d16_hi_b16 v5, v21, s[2:3] offset:288
	global_load_d16_hi_b16 v6, v21, s[2:3] offset:352
	global_load_d16_hi_b16 v7, v21, s[2:3] offset:416
	global_load_d16_hi_b16 v8, v21, s[2:3] offset:480
	s_waitcnt vmcnt(0)
	v_wmma_f16_16x16x16_f16 v[17:20], v[9:16], v[1:8], v[17:20]
	s_clause 0x3
	global_store_b16 v0, v17, s[6:7]
	global_store_b16 v0, v18, s[6:7] offset:128
	global_store_b16 v0, v19, s[6:7] offset:256
	global_store_b16 v0, v20, s[6:7] offset:384
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
		.amdhsa_next_free_vgpr 22
		.amdhsa_next_free_sgpr 8
		.amdhsa_reserve_vcc 0
		.amdhsa_float_round_mode_32 0
		.amdhsa_float_round_mode_16_64 0
		.amdhsa_float_denorm_mode_32 3
		.amdhsa_float_denorm_mode_16_64 3
		.amdhsa_dx10_clamp 1
		.amdhsa_ieee_mode 1
		.amdhsa_fp16_overflow 0
		.amdhsa_workgroup_processor_mode 1
		.amdhsa_memory_ordered 1
		.amdhsa_forward_progress 1
		.amdhsa_shared_vgpr_count 0
		.amdhsa_inst_pref_size 3
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
	.set f16_f16.num_vgpr, 22
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
; codeLenInByte = 288
; TotalNumSgprs: 8
; NumVgprs: 22
; ScratchSize: 0
; MemoryBound: 0
; FloatMode: 240
; IeeeMode: 1
; LDSByteSize: 0 bytes/workgroup (compile time only)
; SGPRBlocks: 0
; VGPRBlocks: 5
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
	.protected	f16_f16_high            ; -- Begin function f16_f16_high
	.globl	f16_f16_high
	.p2align	8
	.type	f16_f16_high,@function
f16_f16_high:                           ; @f16_f16_high
; %bb.0:
	s_load_b256 s[0:7], s[0:1], 0x0
	v_and_b32_e32 v9, 15, v0
	v_mov_b16_e32 v20.l, 0
	v_lshlrev_b32_e32 v0, 1, v0
	s_delay_alu instid0(VALU_DEP_3) | instskip(SKIP_1) | instid1(VALU_DEP_4)
	v_lshlrev_b32_e32 v21, 1, v9
	v_lshlrev_b32_e32 v13, 5, v9
	v_mov_b32_e32 v17, v20
	v_mov_b32_e32 v18, v20
	v_mov_b32_e32 v19, v20
	s_waitcnt lgkmcnt(0)
	s_clause 0x7
	global_load_d16_b16 v1, v21, s[2:3]
	global_load_d16_b16 v2, v21, s[2:3] offset:64
	global_load_d16_b16 v3, v21, s[2:3] offset:128
	global_load_d16_b16 v4, v21, s[2:3] offset:192
	global_load_d16_b16 v5, v21, s[2:3] offset:256
	global_load_d16_b16 v6, v21, s[2:3] offset:320
	global_load_d16_b16 v7, v21, s[2:3] offset:384
	global_load_d16_b16 v8, v21, s[2:3] offset:448
	s_clause 0x1
	global_load_b128 v[9:12], v13, s[0:1]
	global_load_b128 v[13:16], v13, s[0:1] offset:16
	s_clause 0x3
	global_load_d16_hi_b16 v17, v0, s[4:5]
	global_load_d16_hi_b16 v18, v0, s[4:5] offset:128
	global_load_d16_hi_b16 v19, v0, s[4:5] offset:256
	global_load_d16_hi_b16 v20, v0, s[4:5] offset:384
	s_clause 0x7
	global_load_d16_hi_b16 v1, v21, s[2:3] offset:32
	global_load_d16_hi_b16 v2, v21, s[2:3] offset:96
	global_load_d16_hi_b16 v3, v21, s[2:3] offset:160
	global_load_d16_hi_b16 v4, v21, s[2:3] offset:224
	global_load_d16_hi_b16 v5, v21, s[2:3] offset:288
	global_load_d16_hi_b16 v6, v21, s[2:3] offset:352
	global_load_d16_hi_b16 v7, v21, s[2:3] offset:416
	global_load_d16_hi_b16 v8, v21, s[2:3] offset:480
	s_waitcnt vmcnt(0)
	v_wmma_f16_16x16x16_f16 v[17:20], v[9:16], v[1:8], v[17:20] op_sel:[0,0,1]
	s_clause 0x3
	global_store_d16_hi_b16 v0, v17, s[6:7]
	global_store_d16_hi_b16 v0, v18, s[6:7] offset:128
	global_store_d16_hi_b16 v0, v19, s[6:7] offset:256
	global_store_d16_hi_b16 v0, v20, s[6:7] offset:384
	s_endpgm
	.section	.rodata,"a",@progbits
	.p2align	6, 0x0
	.amdhsa_kernel f16_f16_high
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
		.amdhsa_next_free_vgpr 22
		.amdhsa_next_free_sgpr 8
		.amdhsa_reserve_vcc 0
		.amdhsa_float_round_mode_32 0
		.amdhsa_float_round_mode_16_64 0
		.amdhsa_float_denorm_mode_32 3
		.amdhsa_float_denorm_mode_16_64 3
		.amdhsa_dx10_clamp 1
		.amdhsa_ieee_mode 1
		.amdhsa_fp16_overflow 0
		.amdhsa_workgroup_processor_mode 1
		.amdhsa_memory_ordered 1
		.amdhsa_forward_progress 1
		.amdhsa_shared_vgpr_count 0
		.amdhsa_inst_pref_size 3
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
	.size	f16_f16_high, .Lfunc_end3-f16_f16_high
                                        ; -- End function
	.set f16_f16_high.num_vgpr, 22
	.set f16_f16_high.num_agpr, 0
	.set f16_f16_high.numbered_sgpr, 8
	.set f16_f16_high.num_named_barrier, 0
	.set f16_f16_high.private_seg_size, 0
	.set f16_f16_high.uses_vcc, 0
	.set f16_f16_high.uses_flat_scratch, 0
	.set f16_f16_high.has_dyn_sized_stack, 0
	.set f16_f16_high.has_recursion, 0
	.set f16_f16_high.has_indirect_call, 0
	.section	.AMDGPU.csdata,"",@progbits
; Kernel info:
; codeLenInByte = 292
; TotalNumSgprs: 8
; NumVgprs: 22
; ScratchSize: 0
; MemoryBound: 0
; FloatMode: 240
; IeeeMode: 1
; LDSByteSize: 0 bytes/workgroup (compile time only)
; SGPRBlocks: 0
; VGPRBlocks: 5
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
	.protected	bf16_bf16               ; -- Begin function bf16_bf16
	.globl	bf16_bf16
	.p2align	8
	.type	bf16_bf16,@function
bf16_bf16:                              ; @bf16_bf16
; %bb.0:
	s_load_b256 s[0:7], s[0:1], 0x0
	v_and_b32_e32 v9, 15, v0
	v_mov_b32_e32 v17, 0
	v_lshlrev_b32_e32 v0, 1, v0
	v_mov_b32_e32 v18, 0
	v_mov_b32_e32 v20, 0
	v_lshlrev_b32_e32 v21, 1, v9
	v_lshlrev_b32_e32 v13, 5, v9
	v_mov_b32_e32 v19, 0
	s_waitcnt lgkmcnt(0)
	s_clause 0x7
	global_load_d16_b16 v1, v21, s[2:3]
	global_load_d16_b16 v2, v21, s[2:3] offset:64
	global_load_d16_b16 v3, v21, s[2:3] offset:128
	global_load_d16_b16 v4, v21, s[2:3] offset:192
	global_load_d16_b16 v5, v21, s[2:3] offset:256
	global_load_d16_b16 v6, v21, s[2:3] offset:320
	global_load_d16_b16 v7, v21, s[2:3] offset:384
	global_load_d16_b16 v8, v21, s[2:3] offset:448
	s_clause 0x1
	global_load_b128 v[9:12], v13, s[0:1]
	global_load_b128 v[13:16], v13, s[0:1] offset:16
	s_clause 0x3
	global_load_d16_b16 v17, v0, s[4:5]
	global_load_d16_b16 v18, v0, s[4:5] offset:128
	global_load_d16_b16 v19, v0, s[4:5] offset:256
	global_load_d16_b16 v20, v0, s[4:5] offset:384
	s_clause 0x7
	global_load_d16_hi_b16 v1, v21, s[2:3] offset:32
	global_load_d16_hi_b16 v2, v21, s[2:3] offset:96
	global_load_d16_hi_b16 v3, v21, s[2:3] offset:160
	global_load_d16_hi_b16 v4, v21, s[2:3] offset:224
	global_load_d16_hi_b16 v5, v21, s[2:3] offset:288
	global_load_d16_hi_b16 v6, v21, s[2:3] offset:352
	global_load_d16_hi_b16 v7, v21, s[2:3] offset:416
	global_load_d16_hi_b16 v8, v21, s[2:3] offset:480
	s_waitcnt vmcnt(0)
	v_wmma_bf16_16x16x16_bf16 v[17:20], v[9:16], v[1:8], v[17:20]
	s_clause 0x3
	global_store_b16 v0, v17, s[6:7]
	global_store_b16 v0, v18, s[6:7] offset:128
	global_store_b16 v0, v19, s[6:7] offset:256
	global_store_b16 v0, v20, s[6:7] offset:384
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
		.amdhsa_next_free_vgpr 22
		.amdhsa_next_free_sgpr 8
		.amdhsa_reserve_vcc 0
		.amdhsa_float_round_mode_32 0
		.amdhsa_float_round_mode_16_64 0
		.amdhsa_float_denorm_mode_32 3
		.amdhsa_float_denorm_mode_16_64 3
		.amdhsa_dx10_clamp 1
		.amdhsa_ieee_mode 1
		.amdhsa_fp16_overflow 0
		.amdhsa_workgroup_processor_mode 1
		.amdhsa_memory_ordered 1
		.amdhsa_forward_progress 1
		.amdhsa_shared_vgpr_count 0
		.amdhsa_inst_pref_size 3
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
	.size	bf16_bf16, .Lfunc_end4-bf16_bf16
                                        ; -- End function
	.set bf16_bf16.num_vgpr, 22
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
; codeLenInByte = 288
; TotalNumSgprs: 8
; NumVgprs: 22
; ScratchSize: 0
; MemoryBound: 0
; FloatMode: 240
; IeeeMode: 1
; LDSByteSize: 0 bytes/workgroup (compile time only)
; SGPRBlocks: 0
; VGPRBlocks: 5
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
	.protected	bf16_bf16_high          ; -- Begin function bf16_bf16_high
	.globl	bf16_bf16_high
	.p2align	8
	.type	bf16_bf16_high,@function
bf16_bf16_high:                         ; @bf16_bf16_high
; %bb.0:
	s_load_b256 s[0:7], s[0:1], 0x0
	v_and_b32_e32 v9, 15, v0
	v_mov_b16_e32 v20.l, 0
	v_lshlrev_b32_e32 v0, 1, v0
	s_delay_alu instid0(VALU_DEP_3) | instskip(SKIP_1) | instid1(VALU_DEP_4)
	v_lshlrev_b32_e32 v21, 1, v9
	v_lshlrev_b32_e32 v13, 5, v9
	v_mov_b32_e32 v17, v20
	v_mov_b32_e32 v18, v20
	v_mov_b32_e32 v19, v20
	s_waitcnt lgkmcnt(0)
	s_clause 0x7
	global_load_d16_b16 v1, v21, s[2:3]
	global_load_d16_b16 v2, v21, s[2:3] offset:64
	global_load_d16_b16 v3, v21, s[2:3] offset:128
	global_load_d16_b16 v4, v21, s[2:3] offset:192
	global_load_d16_b16 v5, v21, s[2:3] offset:256
	global_load_d16_b16 v6, v21, s[2:3] offset:320
	global_load_d16_b16 v7, v21, s[2:3] offset:384
	global_load_d16_b16 v8, v21, s[2:3] offset:448
	s_clause 0x1
	global_load_b128 v[9:12], v13, s[0:1]
	global_load_b128 v[13:16], v13, s[0:1] offset:16
	s_clause 0x3
	global_load_d16_hi_b16 v17, v0, s[4:5]
	global_load_d16_hi_b16 v18, v0, s[4:5] offset:128
	global_load_d16_hi_b16 v19, v0, s[4:5] offset:256
	global_load_d16_hi_b16 v20, v0, s[4:5] offset:384
	s_clause 0x7
	global_load_d16_hi_b16 v1, v21, s[2:3] offset:32
	global_load_d16_hi_b16 v2, v21, s[2:3] offset:96
	global_load_d16_hi_b16 v3, v21, s[2:3] offset:160
	global_load_d16_hi_b16 v4, v21, s[2:3] offset:224
	global_load_d16_hi_b16 v5, v21, s[2:3] offset:288
	global_load_d16_hi_b16 v6, v21, s[2:3] offset:352
	global_load_d16_hi_b16 v7, v21, s[2:3] offset:416
	global_load_d16_hi_b16 v8, v21, s[2:3] offset:480
	s_waitcnt vmcnt(0)
	v_wmma_bf16_16x16x16_bf16 v[17:20], v[9:16], v[1:8], v[17:20] op_sel:[0,0,1]
	s_clause 0x3
	global_store_d16_hi_b16 v0, v17, s[6:7]
	global_store_d16_hi_b16 v0, v18, s[6:7] offset:128
	global_store_d16_hi_b16 v0, v19, s[6:7] offset:256
	global_store_d16_hi_b16 v0, v20, s[6:7] offset:384
	s_endpgm
	.section	.rodata,"a",@progbits
	.p2align	6, 0x0
	.amdhsa_kernel bf16_bf16_high
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
		.amdhsa_next_free_vgpr 22
		.amdhsa_next_free_sgpr 8
		.amdhsa_reserve_vcc 0
		.amdhsa_float_round_mode_32 0
		.amdhsa_float_round_mode_16_64 0
		.amdhsa_float_denorm_mode_32 3
		.amdhsa_float_denorm_mode_16_64 3
		.amdhsa_dx10_clamp 1
		.amdhsa_ieee_mode 1
		.amdhsa_fp16_overflow 0
		.amdhsa_workgroup_processor_mode 1
		.amdhsa_memory_ordered 1
		.amdhsa_forward_progress 1
		.amdhsa_shared_vgpr_count 0
		.amdhsa_inst_pref_size 3
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
	.size	bf16_bf16_high, .Lfunc_end5-bf16_bf16_high
                                        ; -- End function
	.set bf16_bf16_high.num_vgpr, 22
	.set bf16_bf16_high.num_agpr, 0
	.set bf16_bf16_high.numbered_sgpr, 8
	.set bf16_bf16_high.num_named_barrier, 0
	.set bf16_bf16_high.private_seg_size, 0
	.set bf16_bf16_high.uses_vcc, 0
	.set bf16_bf16_high.uses_flat_scratch, 0
	.set bf16_bf16_high.has_dyn_sized_stack, 0
	.set bf16_bf16_high.has_recursion, 0
	.set bf16_bf16_high.has_indirect_call, 0
	.section	.AMDGPU.csdata,"",@progbits
; Kernel info:
; codeLenInByte = 292
; TotalNumSgprs: 8
; NumVgprs: 22
; ScratchSize: 0
; MemoryBound: 0
; FloatMode: 240
; IeeeMode: 1
; LDSByteSize: 0 bytes/workgroup (compile time only)
; SGPRBlocks: 0
; VGPRBlocks: 5
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
	.protected	i32_iu8                 ; -- Begin function i32_iu8
	.globl	i32_iu8
	.p2align	8
	.type	i32_iu8,@function
i32_iu8:                                ; @i32_iu8
; %bb.0:
	s_load_b256 s[0:7], s[0:1], 0x0
	v_lshlrev_b32_e32 v1, 4, v0
	v_lshlrev_b32_e32 v12, 2, v0
	s_delay_alu instid0(VALU_DEP_2)
	v_and_b32_e32 v8, 0xf0, v1
	s_waitcnt lgkmcnt(0)
	s_clause 0x3
	global_load_b32 v0, v12, s[4:5]
	global_load_b32 v1, v12, s[4:5] offset:256
	global_load_b32 v2, v12, s[4:5] offset:512
	global_load_b32 v3, v12, s[4:5] offset:768
	s_clause 0x1
	global_load_b128 v[4:7], v8, s[0:1]
	global_load_b128 v[8:11], v8, s[2:3]
	s_waitcnt vmcnt(0)
	v_wmma_i32_16x16x16_iu8 v[0:3], v[4:7], v[8:11], v[0:3] neg_lo:[1,0,0]
	s_clause 0x3
	global_store_b32 v12, v0, s[6:7]
	global_store_b32 v12, v1, s[6:7] offset:256
	global_store_b32 v12, v2, s[6:7] offset:512
	global_store_b32 v12, v3, s[6:7] offset:768
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
		.amdhsa_next_free_vgpr 13
		.amdhsa_next_free_sgpr 8
		.amdhsa_reserve_vcc 0
		.amdhsa_float_round_mode_32 0
		.amdhsa_float_round_mode_16_64 0
		.amdhsa_float_denorm_mode_32 3
		.amdhsa_float_denorm_mode_16_64 3
		.amdhsa_dx10_clamp 1
		.amdhsa_ieee_mode 1
		.amdhsa_fp16_overflow 0
		.amdhsa_workgroup_processor_mode 1
		.amdhsa_memory_ordered 1
		.amdhsa_forward_progress 1
		.amdhsa_shared_vgpr_count 0
		.amdhsa_inst_pref_size 2
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
	.size	i32_iu8, .Lfunc_end6-i32_iu8
                                        ; -- End function
	.set i32_iu8.num_vgpr, 13
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
; codeLenInByte = 140
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
; WaveLimiterHint : 1
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
	v_lshlrev_b32_e32 v1, 3, v0
	v_lshlrev_b32_e32 v8, 2, v0
	s_delay_alu instid0(VALU_DEP_2)
	v_and_b32_e32 v6, 0x78, v1
	s_waitcnt lgkmcnt(0)
	s_clause 0x3
	global_load_b32 v0, v8, s[4:5]
	global_load_b32 v1, v8, s[4:5] offset:256
	global_load_b32 v2, v8, s[4:5] offset:512
	global_load_b32 v3, v8, s[4:5] offset:768
	s_clause 0x1
	global_load_b64 v[4:5], v6, s[0:1]
	global_load_b64 v[6:7], v6, s[2:3]
	s_waitcnt vmcnt(0)
	v_wmma_i32_16x16x16_iu4 v[0:3], v[4:5], v[6:7], v[0:3] neg_lo:[1,0,0]
	s_clause 0x3
	global_store_b32 v8, v0, s[6:7]
	global_store_b32 v8, v1, s[6:7] offset:256
	global_store_b32 v8, v2, s[6:7] offset:512
	global_store_b32 v8, v3, s[6:7] offset:768
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
		.amdhsa_dx10_clamp 1
		.amdhsa_ieee_mode 1
		.amdhsa_fp16_overflow 0
		.amdhsa_workgroup_processor_mode 1
		.amdhsa_memory_ordered 1
		.amdhsa_forward_progress 1
		.amdhsa_shared_vgpr_count 0
		.amdhsa_inst_pref_size 2
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
	.size	i32_iu4, .Lfunc_end7-i32_iu4
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
; codeLenInByte = 140
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
    .vgpr_count:     22
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
    .vgpr_count:     22
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
    .vgpr_count:     22
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
    .name:           f16_f16_high
    .private_segment_fixed_size: 0
    .sgpr_count:     8
    .sgpr_spill_count: 0
    .symbol:         f16_f16_high.kd
    .uniform_work_group_size: 1
    .uses_dynamic_stack: false
    .vgpr_count:     22
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
    .vgpr_count:     22
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
    .name:           bf16_bf16_high
    .private_segment_fixed_size: 0
    .sgpr_count:     8
    .sgpr_spill_count: 0
    .symbol:         bf16_bf16_high.kd
    .uniform_work_group_size: 1
    .uses_dynamic_stack: false
    .vgpr_count:     22
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
amdhsa.target:   amdgcn-amd-amdhsa--gfx1100
amdhsa.version:
  - 1
  - 2
...

	.end_amdgpu_metadata
