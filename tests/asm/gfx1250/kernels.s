	.amdgcn_target "amdgcn-amd-amdhsa--gfx1250"
	.amdhsa_code_object_version 6
	.text
	.protected	axpy                    ; -- Begin function axpy
	.globl	axpy
	.p2align	8
	.type	axpy,@function
axpy:                                   ; @axpy
; %bb.0:
	s_setreg_imm32_b32 hwreg(HW_REG_WAVE_MODE, 25, 1), 1
	s_load_b32 s2, s[0:1], 0x18
	s_bfe_u32 s3, ttmp6, 0x4000c
	s_and_b32 s4, ttmp6, 15
	s_add_co_i32 s3, s3, 1
	s_getreg_b32 s5, hwreg(HW_REG_IB_STS2, 6, 4)
	s_mul_i32 s3, ttmp9, s3
	s_delay_alu instid0(SALU_CYCLE_1) | instskip(SKIP_2) | instid1(SALU_CYCLE_1)
	s_add_co_i32 s4, s4, s3
	s_cmp_eq_u32 s5, 0
	s_cselect_b32 s3, ttmp9, s4
	v_lshl_add_u32 v0, s3, 8, v0
	s_wait_kmcnt 0x0
	s_delay_alu instid0(VALU_DEP_1)
	v_cmp_gt_u32_e32 vcc_lo, s2, v0
	s_and_saveexec_b32 s2, vcc_lo
	s_cbranch_execz .LBB0_2
; %bb.1:
	s_load_b128 s[4:7], s[0:1], 0x8
	s_wait_kmcnt 0x0
	s_clause 0x1
	global_load_b32 v1, v0, s[4:5] scale_offset
	global_load_b32 v2, v0, s[6:7] scale_offset
	s_load_b32 s0, s[0:1], 0x0
	s_wait_loadcnt 0x0
	s_wait_kmcnt 0x0
	v_fmac_f32_e32 v2, s0, v1
	global_store_b32 v0, v2, s[6:7] scale_offset
.LBB0_2:
	s_endpgm
	.section	.rodata,"a",@progbits
	.p2align	6, 0x0
	.amdhsa_kernel axpy
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
		.amdhsa_wavefront_size32 1
		.amdhsa_uses_dynamic_stack 0
		.amdhsa_enable_private_segment 0
		.amdhsa_system_sgpr_workgroup_id_x 1
		.amdhsa_system_sgpr_workgroup_id_y 0
		.amdhsa_system_sgpr_workgroup_id_z 0
		.amdhsa_system_sgpr_workgroup_info 0
		.amdhsa_system_vgpr_workitem_id 0
		.amdhsa_next_free_vgpr 3
		.amdhsa_next_free_sgpr 8
		.amdhsa_named_barrier_count 0
		.amdhsa_reserve_vcc 1
		.amdhsa_float_round_mode_32 0
		.amdhsa_float_round_mode_16_64 0
		.amdhsa_float_denorm_mode_32 3
		.amdhsa_float_denorm_mode_16_64 3
		.amdhsa_fp16_overflow 0
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
.Lfunc_end0:
	.size	axpy, .Lfunc_end0-axpy
                                        ; -- End function
	.set axpy.num_vgpr, 3
	.set axpy.num_agpr, 0
	.set axpy.numbered_sgpr, 8
	.set axpy.num_named_barrier, 0
	.set axpy.private_seg_size, 0
	.set axpy.uses_vcc, 1
	.set axpy.uses_flat_scratch, 0
	.set axpy.has_dyn_sized_stack, 0
	.set axpy.has_recursion, 0
	.set axpy.has_indirect_call, 0
	.section	.AMDGPU.csdata,"",@progbits
; Kernel info:
; codeLenInByte = 160
; TotalNumSgprs: 10
; NumVgprs: 3
; ScratchSize: 0
; MemoryBound: 0
; FloatMode: 240
; IeeeMode: 1
; LDSByteSize: 0 bytes/workgroup (compile time only)
; SGPRBlocks: 0
; VGPRBlocks: 0
; NumSGPRsForWavesPerEU: 10
; NumVGPRsForWavesPerEU: 3
; NamedBarCnt: 0
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
	.protected	total                   ; -- Begin function total
	.globl	total
	.p2align	8
	.type	total,@function
total:                                  ; @total
; %bb.0:
	s_setreg_imm32_b32 hwreg(HW_REG_WAVE_MODE, 25, 1), 1
	s_load_b128 s[0:3], s[0:1], 0x0
	s_bfe_u32 s4, ttmp6, 0x4000c
	s_and_b32 s5, ttmp6, 15
	s_add_co_i32 s4, s4, 1
	s_getreg_b32 s6, hwreg(HW_REG_IB_STS2, 6, 4)
	s_mul_i32 s4, ttmp9, s4
	s_delay_alu instid0(SALU_CYCLE_1) | instskip(SKIP_2) | instid1(SALU_CYCLE_1)
	s_add_co_i32 s5, s5, s4
	s_cmp_eq_u32 s6, 0
	s_cselect_b32 s4, ttmp9, s5
	v_lshl_or_b32 v1, s4, 8, v0
	s_wait_kmcnt 0x0
	global_load_b32 v2, v1, s[0:1] scale_offset
	s_wait_xcnt 0x0
	v_lshlrev_b32_e32 v1, 2, v0
	s_mov_b32 s0, exec_lo
	s_wait_loadcnt 0x0
	ds_store_b32 v1, v2
	s_wait_dscnt 0x0
	s_barrier_signal -1
	s_barrier_wait -1
	v_cmpx_gt_u32_e32 0x80, v0
	s_cbranch_execz .LBB1_2
; %bb.1:
	ds_load_2addr_stride64_b32 v[2:3], v1 offset1:2
	s_wait_dscnt 0x0
	v_add_f32_e32 v2, v3, v2
	ds_store_b32 v1, v2
.LBB1_2:
	s_or_b32 exec_lo, exec_lo, s0
	s_wait_dscnt 0x0
	s_barrier_signal -1
	s_mov_b32 s0, exec_lo
	s_barrier_wait -1
	v_cmpx_gt_u32_e32 64, v0
	s_cbranch_execz .LBB1_4
; %bb.3:
	ds_load_2addr_stride64_b32 v[2:3], v1 offset1:1
	s_wait_dscnt 0x0
	v_add_f32_e32 v2, v3, v2
	ds_store_b32 v1, v2
.LBB1_4:
	s_or_b32 exec_lo, exec_lo, s0
	s_wait_dscnt 0x0
	s_barrier_signal -1
	s_mov_b32 s0, exec_lo
	s_barrier_wait -1
	v_cmpx_gt_u32_e32 32, v0
	s_cbranch_execz .LBB1_6
; %bb.5:
	ds_load_2addr_b32 v[2:3], v1 offset1:32
	s_wait_dscnt 0x0
	v_add_f32_e32 v2, v3, v2
	ds_store_b32 v1, v2
.LBB1_6:
	s_or_b32 exec_lo, exec_lo, s0
	s_wait_dscnt 0x0
	s_barrier_signal -1
	s_mov_b32 s0, exec_lo
	s_barrier_wait -1
	v_cmpx_gt_u32_e32 16, v0
	s_cbranch_execz .LBB1_8
; %bb.7:
	ds_load_2addr_b32 v[2:3], v1 offset1:16
	s_wait_dscnt 0x0
	v_add_f32_e32 v2, v3, v2
	ds_store_b32 v1, v2
.LBB1_8:
	s_or_b32 exec_lo, exec_lo, s0
	s_wait_dscnt 0x0
	s_barrier_signal -1
	s_mov_b32 s0, exec_lo
	s_barrier_wait -1
	v_cmpx_gt_u32_e32 8, v0
	s_cbranch_execz .LBB1_10
; %bb.9:
	ds_load_2addr_b32 v[2:3], v1 offset1:8
	s_wait_dscnt 0x0
	v_add_f32_e32 v2, v3, v2
	ds_store_b32 v1, v2
.LBB1_10:
	s_or_b32 exec_lo, exec_lo, s0
	s_wait_dscnt 0x0
	s_barrier_signal -1
	s_mov_b32 s0, exec_lo
	s_barrier_wait -1
	v_cmpx_gt_u32_e32 4, v0
	s_cbranch_execz .LBB1_12
; %bb.11:
	ds_load_2addr_b32 v[2:3], v1 offset1:4
	s_wait_dscnt 0x0
	v_add_f32_e32 v2, v3, v2
	ds_store_b32 v1, v2
.LBB1_12:
	s_or_b32 exec_lo, exec_lo, s0
	s_wait_dscnt 0x0
	s_barrier_signal -1
	s_mov_b32 s0, exec_lo
	s_barrier_wait -1
	v_cmpx_gt_u32_e32 2, v0
	s_cbranch_execz .LBB1_14
; %bb.13:
	ds_load_2addr_b32 v[2:3], v1 offset1:2
	s_wait_dscnt 0x0
	v_add_f32_e32 v2, v3, v2
	ds_store_b32 v1, v2
.LBB1_14:
	s_or_b32 exec_lo, exec_lo, s0
	s_wait_dscnt 0x0
	s_barrier_signal -1
	v_cmp_eq_u32_e32 vcc_lo, 0, v0
	s_barrier_wait -1
	s_and_saveexec_b32 s0, vcc_lo
	s_cbranch_execz .LBB1_16
; %bb.15:
	ds_load_2addr_b32 v[2:3], v1 offset1:1
	s_wait_dscnt 0x0
	v_add_f32_e32 v0, v3, v2
	ds_store_b32 v1, v0
.LBB1_16:
	s_or_b32 exec_lo, exec_lo, s0
	s_wait_dscnt 0x0
	s_barrier_signal -1
	s_barrier_wait -1
	s_and_saveexec_b32 s0, vcc_lo
	s_cbranch_execz .LBB1_19
; %bb.17:
	s_mov_b32 s0, exec_lo
	s_delay_alu instid0(SALU_CYCLE_1) | instskip(NEXT) | instid1(VALU_DEP_1)
	v_mbcnt_lo_u32_b32 v0, s0, 0
	v_cmp_eq_u32_e32 vcc_lo, 0, v0
	s_and_b32 s1, exec_lo, vcc_lo
	s_delay_alu instid0(SALU_CYCLE_1)
	s_mov_b32 exec_lo, s1
	s_cbranch_execz .LBB1_19
; %bb.18:
	s_bcnt1_i32_b32 s0, s0
	s_delay_alu instid0(SALU_CYCLE_1)
	v_cvt_f32_ubyte0_e32 v2, s0
	v_mov_b32_e32 v0, 0
	ds_load_b32 v1, v0
	s_wait_dscnt 0x0
	v_mul_f32_e32 v1, v1, v2
	global_atomic_add_f32 v0, v1, s[2:3] scope:SCOPE_DEV
.LBB1_19:
	s_endpgm
	.section	.rodata,"a",@progbits
	.p2align	6, 0x0
	.amdhsa_kernel total
		.amdhsa_group_segment_fixed_size 1024
		.amdhsa_private_segment_fixed_size 0
		.amdhsa_kernarg_size 16
		.amdhsa_user_sgpr_count 2
		.amdhsa_user_sgpr_dispatch_ptr 0
		.amdhsa_user_sgpr_queue_ptr 0
		.amdhsa_user_sgpr_kernarg_segment_ptr 1
		.amdhsa_user_sgpr_dispatch_id 0
		.amdhsa_user_sgpr_kernarg_preload_length 0
		.amdhsa_user_sgpr_kernarg_preload_offset 0
		.amdhsa_user_sgpr_private_segment_size 0
		.amdhsa_wavefront_size32 1
		.amdhsa_uses_dynamic_stack 0
		.amdhsa_enable_private_segment 0
		.amdhsa_system_sgpr_workgroup_id_x 1
		.amdhsa_system_sgpr_workgroup_id_y 0
		.amdhsa_system_sgpr_workgroup_id_z 0
		.amdhsa_system_sgpr_workgroup_info 0
		.amdhsa_system_vgpr_workitem_id 0
		.amdhsa_next_free_vgpr 4
		.amdhsa_next_free_sgpr 7
		.amdhsa_named_barrier_count 0
		.amdhsa_reserve_vcc 1
		.amdhsa_float_round_mode_32 0
		.amdhsa_float_round_mode_16_64 0
		.amdhsa_float_denorm_mode_32 3
		.amdhsa_float_denorm_mode_16_64 3
		.amdhsa_fp16_overflow 0
		.amdhsa_memory_ordered 1
		.amdhsa_forward_progress 1
		.amdhsa_inst_pref_size 5
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
	.size	total, .Lfunc_end1-total
                                        ; -- End function
	.set total.num_vgpr, 4
	.set total.num_agpr, 0
	.set total.numbered_sgpr, 7
	.set total.num_named_barrier, 0
	.set total.private_seg_size, 0
	.set total.uses_vcc, 1
	.set total.uses_flat_scratch, 0
	.set total.has_dyn_sized_stack, 0
	.set total.has_recursion, 0
	.set total.has_indirect_call, 0
	.section	.AMDGPU.csdata,"",@progbits
; Kernel info:
; codeLenInByte = 624
; TotalNumSgprs: 9
; NumVgprs: 4
; ScratchSize: 0
; MemoryBound: 0
; FloatMode: 240
; IeeeMode: 1
; LDSByteSize: 1024 bytes/workgroup (compile time only)
; SGPRBlocks: 0
; VGPRBlocks: 0
; NumSGPRsForWavesPerEU: 9
; NumVGPRsForWavesPerEU: 4
; NamedBarCnt: 0
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
	.protected	mixed                   ; -- Begin function mixed
	.globl	mixed
	.p2align	8
	.type	mixed,@function
mixed:                                  ; @mixed
; %bb.0:
	s_setreg_imm32_b32 hwreg(HW_REG_WAVE_MODE, 25, 1), 1
	s_bfe_u32 s2, ttmp6, 0x4000c
	s_load_b256 s[4:11], s[0:1], 0x0
	s_add_co_i32 s2, s2, 1
	s_wait_xcnt 0x0
	s_and_b32 s0, ttmp6, 15
	s_mul_i32 s1, ttmp9, s2
	s_getreg_b32 s2, hwreg(HW_REG_IB_STS2, 6, 4)
	s_add_co_i32 s0, s0, s1
	s_cmp_eq_u32 s2, 0
	s_cselect_b32 s0, ttmp9, s0
	s_delay_alu instid0(SALU_CYCLE_1) | instskip(NEXT) | instid1(VALU_DEP_1)
	v_lshl_add_u32 v12, s0, 5, v0
	v_add_nc_u32_e32 v13, 32, v12
	s_wait_kmcnt 0x0
	s_clause 0x3
	global_load_b64 v[0:1], v13, s[6:7] scale_offset
	global_load_b64 v[2:3], v12, s[6:7] scale_offset
	global_load_b64 v[4:5], v12, s[4:5] scale_offset
	global_load_b64 v[6:7], v13, s[4:5] scale_offset
	s_wait_loadcnt 0x2
	v_add_nc_u64_e32 v[8:9], v[0:1], v[2:3]
	v_max_i64 v[0:1], v[2:3], v[0:1]
	s_wait_loadcnt 0x0
	v_cmp_gt_f64_e32 vcc_lo, v[4:5], v[6:7]
	s_setreg_imm32_b32 hwreg(HW_REG_WAVE_MODE, 2, 2), 0
	v_fma_f64 v[10:11], v[4:5], v[6:7], v[4:5]
	v_lshlrev_b64_e32 v[2:3], 5, v[2:3]
	v_mul_u64_e32 v[8:9], 3, v[8:9]
	v_dual_cndmask_b32 v5, v7, v5 :: v_dual_cndmask_b32 v4, v6, v4
	s_delay_alu instid0(VALU_DEP_2)
	v_sub_nc_u64_e32 v[2:3], v[8:9], v[2:3]
	s_clause 0x1
	global_store_b64 v12, v[10:11], s[8:9] scale_offset
	global_store_b64 v12, v[2:3], s[10:11] scale_offset
	s_clause 0x1
	global_store_b64 v13, v[4:5], s[8:9] scale_offset
	global_store_b64 v13, v[0:1], s[10:11] scale_offset
	s_endpgm
	.section	.rodata,"a",@progbits
	.p2align	6, 0x0
	.amdhsa_kernel mixed
		.amdhsa_group_segment_fixed_size 0
		.amdhsa_private_segment_fixed_size 0
		.amdhsa_kernarg_size 32
		.amdhsa_user_sgpr_count 2
		.amdhsa_user_sgpr_dispatch_ptr 0
		.amdhsa_user_sgpr_queue_ptr 0
		.amdhsa_user_sgpr_kernarg_segment_ptr 1
		.amdhsa_user_sgpr_dispatch_id 0
		.amdhsa_user_sgpr_kernarg_preload_length 0
		.amdhsa_user_sgpr_kernarg_preload_offset 0
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
		.amdhsa_next_free_sgpr 12
		.amdhsa_named_barrier_count 0
		.amdhsa_reserve_vcc 1
		.amdhsa_float_round_mode_32 0
		.amdhsa_float_round_mode_16_64 0
		.amdhsa_float_denorm_mode_32 3
		.amdhsa_float_denorm_mode_16_64 3
		.amdhsa_fp16_overflow 0
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
.Lfunc_end2:
	.size	mixed, .Lfunc_end2-mixed
                                        ; -- End function
	.set mixed.num_vgpr, 14
	.set mixed.num_agpr, 0
	.set mixed.numbered_sgpr, 12
	.set mixed.num_named_barrier, 0
	.set mixed.private_seg_size, 0
	.set mixed.uses_vcc, 1
	.set mixed.uses_flat_scratch, 0
	.set mixed.has_dyn_sized_stack, 0
	.set mixed.has_recursion, 0
	.set mixed.has_indirect_call, 0
	.section	.AMDGPU.csdata,"",@progbits
; Kernel info:
; codeLenInByte = 252
; TotalNumSgprs: 14
; NumVgprs: 14
; ScratchSize: 0
; MemoryBound: 0
; FloatMode: 240
; IeeeMode: 1
; LDSByteSize: 0 bytes/workgroup (compile time only)
; SGPRBlocks: 0
; VGPRBlocks: 0
; NumSGPRsForWavesPerEU: 14
; NumVGPRsForWavesPerEU: 14
; NamedBarCnt: 0
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
	.protected	matrix                  ; -- Begin function matrix
	.globl	matrix
	.p2align	8
	.type	matrix,@function
matrix:                                 ; @matrix
; %bb.0:
	s_setreg_imm32_b32 hwreg(HW_REG_WAVE_MODE, 25, 1), 1
	s_clause 0x1
	s_load_b96 s[8:10], s[0:1], 0x10
	s_load_b128 s[4:7], s[0:1], 0x0
	s_wait_kmcnt 0x0
	s_cmp_eq_u32 s10, 0
	s_cbranch_scc1 .LBB3_4
; %bb.1:
	v_dual_mov_b32 v11, 0 :: v_dual_mov_b32 v10, v0
	s_delay_alu instid0(VALU_DEP_1)
	v_dual_mov_b32 v2, v11 :: v_dual_mov_b32 v3, v11
	v_dual_mov_b32 v4, v11 :: v_dual_mov_b32 v5, v11
	v_dual_mov_b32 v6, v11 :: v_dual_mov_b32 v7, v11
	v_dual_mov_b32 v8, v11 :: v_dual_mov_b32 v9, v11
.LBB3_2:                                ; =>This Inner Loop Header: Depth=1
	v_nop
	v_nop
	v_nop
	v_nop
	v_lshlrev_b64_e32 v[12:13], 5, v[10:11]
	v_add_nc_u32_e32 v10, 32, v10
	s_add_co_i32 s10, s10, -1
	s_delay_alu instid0(SALU_CYCLE_1) | instskip(NEXT) | instid1(VALU_DEP_2)
	s_cmp_eq_u32 s10, 0
	v_add_nc_u64_e32 v[28:29], s[4:5], v[12:13]
	v_add_nc_u64_e32 v[30:31], s[6:7], v[12:13]
	s_clause 0x1
	global_load_b128 v[16:19], v[28:29], off offset:16
	global_load_b128 v[12:15], v[28:29], off
	s_clause 0x1
	global_load_b128 v[24:27], v[30:31], off offset:16
	global_load_b128 v[20:23], v[30:31], off
	s_wait_loadcnt 0x0
	v_wmma_f32_16x16x32_f16 v[2:9], v[12:19], v[20:27], v[2:9]
	s_cbranch_scc0 .LBB3_2
; %bb.3:
	v_lshlrev_b32_e32 v0, 5, v0
	s_clause 0x1
	global_store_b128 v0, v[6:9], s[8:9] offset:16
	global_store_b128 v0, v[2:5], s[8:9]
	s_endpgm
.LBB3_4:
	v_mov_b32_e32 v9, 0
	s_delay_alu instid0(VALU_DEP_1)
	v_dual_mov_b32 v8, v9 :: v_dual_mov_b32 v7, v9
	v_dual_mov_b32 v6, v9 :: v_dual_mov_b32 v5, v9
	v_dual_mov_b32 v4, v9 :: v_dual_mov_b32 v3, v9
	v_dual_mov_b32 v2, v9 :: v_dual_lshlrev_b32 v0, 5, v0
	s_clause 0x1
	global_store_b128 v0, v[6:9], s[8:9] offset:16
	global_store_b128 v0, v[2:5], s[8:9]
	s_endpgm
	.section	.rodata,"a",@progbits
	.p2align	6, 0x0
	.amdhsa_kernel matrix
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
		.amdhsa_wavefront_size32 1
		.amdhsa_uses_dynamic_stack 0
		.amdhsa_enable_private_segment 0
		.amdhsa_system_sgpr_workgroup_id_x 1
		.amdhsa_system_sgpr_workgroup_id_y 0
		.amdhsa_system_sgpr_workgroup_id_z 0
		.amdhsa_system_sgpr_workgroup_info 0
		.amdhsa_system_vgpr_workitem_id 0
		.amdhsa_next_free_vgpr 513
		.amdhsa_next_free_sgpr 11
		.amdhsa_named_barrier_count 0
		.amdhsa_reserve_vcc 0
		.amdhsa_float_round_mode_32 0
		.amdhsa_float_round_mode_16_64 0
		.amdhsa_float_denorm_mode_32 3
		.amdhsa_float_denorm_mode_16_64 3
		.amdhsa_fp16_overflow 0
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
	.size	matrix, .Lfunc_end3-matrix
                                        ; -- End function
	.set matrix.num_vgpr, 32
	.set matrix.num_agpr, 0
	.set matrix.numbered_sgpr, 11
	.set matrix.num_named_barrier, 0
	.set matrix.private_seg_size, 0
	.set matrix.uses_vcc, 0
	.set matrix.uses_flat_scratch, 0
	.set matrix.has_dyn_sized_stack, 0
	.set matrix.has_recursion, 0
	.set matrix.has_indirect_call, 0
	.section	.AMDGPU.csdata,"",@progbits
; Kernel info:
; codeLenInByte = 312
; TotalNumSgprs: 11
; NumVgprs: 32
; ScratchSize: 0
; MemoryBound: 0
; FloatMode: 240
; IeeeMode: 1
; LDSByteSize: 0 bytes/workgroup (compile time only)
; SGPRBlocks: 0
; VGPRBlocks: 32
; NumSGPRsForWavesPerEU: 11
; NumVGPRsForWavesPerEU: 513
; NamedBarCnt: 0
; Occupancy: 1
; WaveLimiterHint : 0
; COMPUTE_PGM_RSRC2:SCRATCH_EN: 0
; COMPUTE_PGM_RSRC2:USER_SGPR: 2
; COMPUTE_PGM_RSRC2:TRAP_HANDLER: 0
; COMPUTE_PGM_RSRC2:TGID_X_EN: 1
; COMPUTE_PGM_RSRC2:TGID_Y_EN: 0
; COMPUTE_PGM_RSRC2:TGID_Z_EN: 0
; COMPUTE_PGM_RSRC2:TIDIG_COMP_CNT: 0
	.text
	.protected	wide                    ; -- Begin function wide
	.globl	wide
	.p2align	8
	.type	wide,@function
wide:                                   ; @wide
; %bb.0:
	s_setreg_imm32_b32 hwreg(HW_REG_WAVE_MODE, 25, 1), 1
	s_clause 0x1
	s_load_b128 s[4:7], s[0:1], 0x0
	s_load_b32 s2, s[0:1], 0x10
	s_wait_kmcnt 0x0
	s_clause 0x3e
	global_load_b32 v217, v0, s[4:5] scale_offset
	s_set_vgpr_msb 64                       ;  msbs: dst=1 src0=0 src1=0 src2=0
	global_load_b32 v139 /*v395*/, v0, s[4:5] offset:128 scale_offset
	s_set_vgpr_msb 0x4000                   ;  msbs: dst=0 src0=0 src1=0 src2=0
	global_load_b32 v169, v0, s[4:5] offset:256 scale_offset
	global_load_b32 v109, v0, s[4:5] offset:384 scale_offset
	global_load_b32 v207, v0, s[4:5] offset:512 scale_offset
	s_set_vgpr_msb 64                       ;  msbs: dst=1 src0=0 src1=0 src2=0
	global_load_b32 v93 /*v349*/, v0, s[4:5] offset:640 scale_offset
	global_load_b32 v92 /*v348*/, v0, s[4:5] offset:768 scale_offset
	s_set_vgpr_msb 0x4000                   ;  msbs: dst=0 src0=0 src1=0 src2=0
	global_load_b32 v216, v0, s[4:5] offset:896 scale_offset
	global_load_b32 v3, v0, s[4:5] offset:1024 scale_offset
	global_load_b32 v168, v0, s[4:5] offset:1152 scale_offset
	global_load_b32 v193, v0, s[4:5] offset:1280 scale_offset
	global_load_b32 v206, v0, s[4:5] offset:1408 scale_offset
	global_load_b32 v101, v0, s[4:5] offset:1536 scale_offset
	global_load_b32 v95, v0, s[4:5] offset:1664 scale_offset
	global_load_b32 v87, v0, s[4:5] offset:1792 scale_offset
	global_load_b32 v69, v0, s[4:5] offset:1920 scale_offset
	global_load_b32 v45, v0, s[4:5] offset:2048 scale_offset
	global_load_b32 v192, v0, s[4:5] offset:2176 scale_offset
	global_load_b32 v205, v0, s[4:5] offset:2304 scale_offset
	s_set_vgpr_msb 64                       ;  msbs: dst=1 src0=0 src1=0 src2=0
	global_load_b32 v91 /*v347*/, v0, s[4:5] offset:2432 scale_offset
	global_load_b32 v90 /*v346*/, v0, s[4:5] offset:2560 scale_offset
	global_load_b32 v88 /*v344*/, v0, s[4:5] offset:2688 scale_offset
	global_load_b32 v89 /*v345*/, v0, s[4:5] offset:2816 scale_offset
	s_set_vgpr_msb 0x4000                   ;  msbs: dst=0 src0=0 src1=0 src2=0
	global_load_b32 v167, v0, s[4:5] offset:2944 scale_offset
	s_set_vgpr_msb 64                       ;  msbs: dst=1 src0=0 src1=0 src2=0
	global_load_b32 v94 /*v350*/, v0, s[4:5] offset:3072 scale_offset
	s_set_vgpr_msb 0x4000                   ;  msbs: dst=0 src0=0 src1=0 src2=0
	global_load_b32 v204, v0, s[4:5] offset:3200 scale_offset
	global_load_b32 v38, v0, s[4:5] offset:3328 scale_offset
	s_set_vgpr_msb 64                       ;  msbs: dst=1 src0=0 src1=0 src2=0
	global_load_b32 v87 /*v343*/, v0, s[4:5] offset:3456 scale_offset
	global_load_b32 v86 /*v342*/, v0, s[4:5] offset:3584 scale_offset
	global_load_b32 v151 /*v407*/, v0, s[4:5] offset:3712 scale_offset
	s_set_vgpr_msb 0x4000                   ;  msbs: dst=0 src0=0 src1=0 src2=0
	global_load_b32 v166, v0, s[4:5] offset:3840 scale_offset
	global_load_b32 v73, v0, s[4:5] offset:3968 scale_offset
	global_load_b32 v55, v0, s[4:5] offset:4096 scale_offset
	global_load_b32 v34, v0, s[4:5] offset:4224 scale_offset
	global_load_b32 v108, v0, s[4:5] offset:4352 scale_offset
	s_set_vgpr_msb 64                       ;  msbs: dst=1 src0=0 src1=0 src2=0
	global_load_b32 v84 /*v340*/, v0, s[4:5] offset:4480 scale_offset
	global_load_b32 v85 /*v341*/, v0, s[4:5] offset:4608 scale_offset
	s_set_vgpr_msb 0x4000                   ;  msbs: dst=0 src0=0 src1=0 src2=0
	global_load_b32 v165, v0, s[4:5] offset:4736 scale_offset
	s_set_vgpr_msb 64                       ;  msbs: dst=1 src0=0 src1=0 src2=0
	global_load_b32 v83 /*v339*/, v0, s[4:5] offset:4864 scale_offset
	global_load_b32 v82 /*v338*/, v0, s[4:5] offset:4992 scale_offset
	global_load_b32 v81 /*v337*/, v0, s[4:5] offset:5120 scale_offset
	global_load_b32 v80 /*v336*/, v0, s[4:5] offset:5248 scale_offset
	global_load_b32 v78 /*v334*/, v0, s[4:5] offset:5376 scale_offset
	global_load_b32 v79 /*v335*/, v0, s[4:5] offset:5504 scale_offset
	s_set_vgpr_msb 0x4000                   ;  msbs: dst=0 src0=0 src1=0 src2=0
	global_load_b32 v164, v0, s[4:5] offset:5632 scale_offset
	global_load_b32 v28, v0, s[4:5] offset:5760 scale_offset
	global_load_b32 v26, v0, s[4:5] offset:5888 scale_offset
	global_load_b32 v24, v0, s[4:5] offset:6016 scale_offset
	s_set_vgpr_msb 64                       ;  msbs: dst=1 src0=0 src1=0 src2=0
	global_load_b32 v77 /*v333*/, v0, s[4:5] offset:6144 scale_offset
	global_load_b32 v76 /*v332*/, v0, s[4:5] offset:6272 scale_offset
	global_load_b32 v138 /*v394*/, v0, s[4:5] offset:6400 scale_offset
	s_set_vgpr_msb 0x4000                   ;  msbs: dst=0 src0=0 src1=0 src2=0
	global_load_b32 v16, v0, s[4:5] offset:6528 scale_offset
	global_load_b32 v113, v0, s[4:5] offset:6656 scale_offset
	global_load_b32 v202, v0, s[4:5] offset:6784 scale_offset
	global_load_b32 v12, v0, s[4:5] offset:6912 scale_offset
	s_set_vgpr_msb 64                       ;  msbs: dst=1 src0=0 src1=0 src2=0
	global_load_b32 v75 /*v331*/, v0, s[4:5] offset:7040 scale_offset
	global_load_b32 v74 /*v330*/, v0, s[4:5] offset:7168 scale_offset
	global_load_b32 v73 /*v329*/, v0, s[4:5] offset:7296 scale_offset
	global_load_b32 v72 /*v328*/, v0, s[4:5] offset:7424 scale_offset
	s_set_vgpr_msb 0x4000                   ;  msbs: dst=0 src0=0 src1=0 src2=0
	global_load_b32 v191, v0, s[4:5] offset:7552 scale_offset
	global_load_b32 v203, v0, s[4:5] offset:7680 scale_offset
	global_load_b32 v100, v0, s[4:5] offset:7808 scale_offset
	global_load_b32 v94, v0, s[4:5] offset:7936 scale_offset
	s_clause 0x3e
	global_load_b32 v86, v0, s[4:5] offset:8064 scale_offset
	global_load_b32 v68, v0, s[4:5] offset:8192 scale_offset
	global_load_b32 v44, v0, s[4:5] offset:8320 scale_offset
	global_load_b32 v190, v0, s[4:5] offset:8448 scale_offset
	global_load_b32 v201, v0, s[4:5] offset:8576 scale_offset
	global_load_b32 v112, v0, s[4:5] offset:8704 scale_offset
	global_load_b32 v103, v0, s[4:5] offset:8832 scale_offset
	global_load_b32 v97, v0, s[4:5] offset:8960 scale_offset
	global_load_b32 v89, v0, s[4:5] offset:9088 scale_offset
	global_load_b32 v163, v0, s[4:5] offset:9216 scale_offset
	global_load_b32 v49, v0, s[4:5] offset:9344 scale_offset
	global_load_b32 v200, v0, s[4:5] offset:9472 scale_offset
	global_load_b32 v215, v0, s[4:5] offset:9600 scale_offset
	s_set_vgpr_msb 64                       ;  msbs: dst=1 src0=0 src1=0 src2=0
	global_load_b32 v70 /*v326*/, v0, s[4:5] offset:9728 scale_offset
	global_load_b32 v71 /*v327*/, v0, s[4:5] offset:9856 scale_offset
	global_load_b32 v150 /*v406*/, v0, s[4:5] offset:9984 scale_offset
	s_set_vgpr_msb 0x4000                   ;  msbs: dst=0 src0=0 src1=0 src2=0
	global_load_b32 v162, v0, s[4:5] offset:10112 scale_offset
	global_load_b32 v72, v0, s[4:5] offset:10240 scale_offset
	global_load_b32 v54, v0, s[4:5] offset:10368 scale_offset
	global_load_b32 v214, v0, s[4:5] offset:10496 scale_offset
	global_load_b32 v39, v0, s[4:5] offset:10624 scale_offset
	s_set_vgpr_msb 64                       ;  msbs: dst=1 src0=0 src1=0 src2=0
	global_load_b32 v114 /*v370*/, v0, s[4:5] offset:10752 scale_offset
	global_load_b32 v115 /*v371*/, v0, s[4:5] offset:10880 scale_offset
	s_set_vgpr_msb 0x4000                   ;  msbs: dst=0 src0=0 src1=0 src2=0
	global_load_b32 v161, v0, s[4:5] offset:11008 scale_offset
	global_load_b32 v189, v0, s[4:5] offset:11136 scale_offset
	global_load_b32 v77, v0, s[4:5] offset:11264 scale_offset
	global_load_b32 v57, v0, s[4:5] offset:11392 scale_offset
	global_load_b32 v35, v0, s[4:5] offset:11520 scale_offset
	s_set_vgpr_msb 64                       ;  msbs: dst=1 src0=0 src1=0 src2=0
	global_load_b32 v112 /*v368*/, v0, s[4:5] offset:11648 scale_offset
	global_load_b32 v113 /*v369*/, v0, s[4:5] offset:11776 scale_offset
	s_set_vgpr_msb 0x4000                   ;  msbs: dst=0 src0=0 src1=0 src2=0
	global_load_b32 v160, v0, s[4:5] offset:11904 scale_offset
	global_load_b32 v188, v0, s[4:5] offset:12032 scale_offset
	global_load_b32 v6, v0, s[4:5] offset:12160 scale_offset
	s_set_vgpr_msb 64                       ;  msbs: dst=1 src0=0 src1=0 src2=0
	global_load_b32 v69 /*v325*/, v0, s[4:5] offset:12288 scale_offset
	global_load_b32 v68 /*v324*/, v0, s[4:5] offset:12416 scale_offset
	global_load_b32 v110 /*v366*/, v0, s[4:5] offset:12544 scale_offset
	global_load_b32 v111 /*v367*/, v0, s[4:5] offset:12672 scale_offset
	s_set_vgpr_msb 0x4000                   ;  msbs: dst=0 src0=0 src1=0 src2=0
	global_load_b32 v159, v0, s[4:5] offset:12800 scale_offset
	global_load_b32 v30, v0, s[4:5] offset:12928 scale_offset
	global_load_b32 v29, v0, s[4:5] offset:13056 scale_offset
	global_load_b32 v27, v0, s[4:5] offset:13184 scale_offset
	global_load_b32 v25, v0, s[4:5] offset:13312 scale_offset
	s_set_vgpr_msb 64                       ;  msbs: dst=1 src0=0 src1=0 src2=0
	global_load_b32 v141 /*v397*/, v0, s[4:5] offset:13440 scale_offset
	s_set_vgpr_msb 0x4000                   ;  msbs: dst=0 src0=0 src1=0 src2=0
	global_load_b32 v123, v0, s[4:5] offset:13568 scale_offset
	global_load_b32 v158, v0, s[4:5] offset:13696 scale_offset
	global_load_b32 v17, v0, s[4:5] offset:13824 scale_offset
	global_load_b32 v14, v0, s[4:5] offset:13952 scale_offset
	global_load_b32 v212, v0, s[4:5] offset:14080 scale_offset
	global_load_b32 v13, v0, s[4:5] offset:14208 scale_offset
	s_set_vgpr_msb 64                       ;  msbs: dst=1 src0=0 src1=0 src2=0
	global_load_b32 v106 /*v362*/, v0, s[4:5] offset:14336 scale_offset
	global_load_b32 v107 /*v363*/, v0, s[4:5] offset:14464 scale_offset
	s_set_vgpr_msb 0x4000                   ;  msbs: dst=0 src0=0 src1=0 src2=0
	global_load_b32 v10, v0, s[4:5] offset:14592 scale_offset
	global_load_b32 v122, v0, s[4:5] offset:14720 scale_offset
	global_load_b32 v199, v0, s[4:5] offset:14848 scale_offset
	global_load_b32 v213, v0, s[4:5] offset:14976 scale_offset
	global_load_b32 v102, v0, s[4:5] offset:15104 scale_offset
	global_load_b32 v96, v0, s[4:5] offset:15232 scale_offset
	global_load_b32 v88, v0, s[4:5] offset:15360 scale_offset
	global_load_b32 v223, v0, s[4:5] offset:15488 scale_offset
	global_load_b32 v48, v0, s[4:5] offset:15616 scale_offset
	global_load_b32 v198, v0, s[4:5] offset:15744 scale_offset
	global_load_b32 v211, v0, s[4:5] offset:15872 scale_offset
	global_load_b32 v222, v0, s[4:5] offset:16000 scale_offset
	s_clause 0x3e
	global_load_b32 v105, v0, s[4:5] offset:16128 scale_offset
	global_load_b32 v99, v0, s[4:5] offset:16256 scale_offset
	global_load_b32 v157, v0, s[4:5] offset:16384 scale_offset
	global_load_b32 v71, v0, s[4:5] offset:16512 scale_offset
	global_load_b32 v53, v0, s[4:5] offset:16640 scale_offset
	global_load_b32 v210, v0, s[4:5] offset:16768 scale_offset
	global_load_b32 v114, v0, s[4:5] offset:16896 scale_offset
	s_set_vgpr_msb 64                       ;  msbs: dst=1 src0=0 src1=0 src2=0
	global_load_b32 v67 /*v323*/, v0, s[4:5] offset:17024 scale_offset
	global_load_b32 v66 /*v322*/, v0, s[4:5] offset:17152 scale_offset
	s_set_vgpr_msb 0x4000                   ;  msbs: dst=0 src0=0 src1=0 src2=0
	global_load_b32 v156, v0, s[4:5] offset:17280 scale_offset
	global_load_b32 v187, v0, s[4:5] offset:17408 scale_offset
	global_load_b32 v76, v0, s[4:5] offset:17536 scale_offset
	global_load_b32 v56, v0, s[4:5] offset:17664 scale_offset
	s_set_vgpr_msb 64                       ;  msbs: dst=1 src0=0 src1=0 src2=0
	global_load_b32 v96 /*v352*/, v0, s[4:5] offset:17792 scale_offset
	global_load_b32 v65 /*v321*/, v0, s[4:5] offset:17920 scale_offset
	global_load_b32 v64 /*v320*/, v0, s[4:5] offset:18048 scale_offset
	s_set_vgpr_msb 0x4000                   ;  msbs: dst=0 src0=0 src1=0 src2=0
	global_load_b32 v155, v0, s[4:5] offset:18176 scale_offset
	global_load_b32 v186, v0, s[4:5] offset:18304 scale_offset
	global_load_b32 v91, v0, s[4:5] offset:18432 scale_offset
	global_load_b32 v81, v0, s[4:5] offset:18560 scale_offset
	global_load_b32 v115, v0, s[4:5] offset:18688 scale_offset
	global_load_b32 v36, v0, s[4:5] offset:18816 scale_offset
	global_load_b32 v218, v0, s[4:5] offset:18944 scale_offset
	global_load_b32 v154, v0, s[4:5] offset:19072 scale_offset
	global_load_b32 v185, v0, s[4:5] offset:19200 scale_offset
	s_set_vgpr_msb 64                       ;  msbs: dst=1 src0=0 src1=0 src2=0
	global_load_b32 v63 /*v319*/, v0, s[4:5] offset:19328 scale_offset
	global_load_b32 v62 /*v318*/, v0, s[4:5] offset:19456 scale_offset
	global_load_b32 v149 /*v405*/, v0, s[4:5] offset:19584 scale_offset
	global_load_b32 v140 /*v396*/, v0, s[4:5] offset:19712 scale_offset
	s_set_vgpr_msb 0x4000                   ;  msbs: dst=0 src0=0 src1=0 src2=0
	global_load_b32 v219, v0, s[4:5] offset:19840 scale_offset
	global_load_b32 v153, v0, s[4:5] offset:19968 scale_offset
	global_load_b32 v184, v0, s[4:5] offset:20096 scale_offset
	global_load_b32 v31, v0, s[4:5] offset:20224 scale_offset
	global_load_b32 v221, v0, s[4:5] offset:20352 scale_offset
	s_set_vgpr_msb 64                       ;  msbs: dst=1 src0=0 src1=0 src2=0
	global_load_b32 v146 /*v402*/, v0, s[4:5] offset:20480 scale_offset
	global_load_b32 v144 /*v400*/, v0, s[4:5] offset:20608 scale_offset
	global_load_b32 v143 /*v399*/, v0, s[4:5] offset:20736 scale_offset
	s_set_vgpr_msb 0x4000                   ;  msbs: dst=0 src0=0 src1=0 src2=0
	global_load_b32 v152, v0, s[4:5] offset:20864 scale_offset
	global_load_b32 v20, v0, s[4:5] offset:20992 scale_offset
	global_load_b32 v220, v0, s[4:5] offset:21120 scale_offset
	global_load_b32 v15, v0, s[4:5] offset:21248 scale_offset
	s_set_vgpr_msb 64                       ;  msbs: dst=1 src0=0 src1=0 src2=0
	global_load_b32 v136 /*v392*/, v0, s[4:5] offset:21376 scale_offset
	global_load_b32 v134 /*v390*/, v0, s[4:5] offset:21504 scale_offset
	global_load_b32 v128 /*v384*/, v0, s[4:5] offset:21632 scale_offset
	s_set_vgpr_msb 0x4000                   ;  msbs: dst=0 src0=0 src1=0 src2=0
	global_load_b32 v150, v0, s[4:5] offset:21760 scale_offset
	global_load_b32 v11, v0, s[4:5] offset:21888 scale_offset
	global_load_b32 v7, v0, s[4:5] offset:22016 scale_offset
	global_load_b32 v209, v0, s[4:5] offset:22144 scale_offset
	s_set_vgpr_msb 64                       ;  msbs: dst=1 src0=0 src1=0 src2=0
	global_load_b32 v100 /*v356*/, v0, s[4:5] offset:22272 scale_offset
	s_set_vgpr_msb 0x4000                   ;  msbs: dst=0 src0=0 src1=0 src2=0
	global_load_b32 v104, v0, s[4:5] offset:22400 scale_offset
	global_load_b32 v98, v0, s[4:5] offset:22528 scale_offset
	global_load_b32 v151, v0, s[4:5] offset:22656 scale_offset
	global_load_b32 v70, v0, s[4:5] offset:22784 scale_offset
	global_load_b32 v52, v0, s[4:5] offset:22912 scale_offset
	global_load_b32 v208, v0, s[4:5] offset:23040 scale_offset
	global_load_b32 v107, v0, s[4:5] offset:23168 scale_offset
	s_set_vgpr_msb 64                       ;  msbs: dst=1 src0=0 src1=0 src2=0
	global_load_b32 v61 /*v317*/, v0, s[4:5] offset:23296 scale_offset
	global_load_b32 v60 /*v316*/, v0, s[4:5] offset:23424 scale_offset
	s_set_vgpr_msb 0x4000                   ;  msbs: dst=0 src0=0 src1=0 src2=0
	global_load_b32 v149, v0, s[4:5] offset:23552 scale_offset
	global_load_b32 v5, v0, s[4:5] offset:23680 scale_offset
	global_load_b32 v75, v0, s[4:5] offset:23808 scale_offset
	s_set_vgpr_msb 64                       ;  msbs: dst=1 src0=0 src1=0 src2=0
	global_load_b32 v58 /*v314*/, v0, s[4:5] offset:23936 scale_offset
	global_load_b32 v59 /*v315*/, v0, s[4:5] offset:24064 scale_offset
	s_clause 0x3e
	global_load_b32 v57 /*v313*/, v0, s[4:5] offset:24192 scale_offset
	global_load_b32 v56 /*v312*/, v0, s[4:5] offset:24320 scale_offset
	s_set_vgpr_msb 0x4000                   ;  msbs: dst=0 src0=0 src1=0 src2=0
	global_load_b32 v148, v0, s[4:5] offset:24448 scale_offset
	global_load_b32 v183, v0, s[4:5] offset:24576 scale_offset
	global_load_b32 v90, v0, s[4:5] offset:24704 scale_offset
	global_load_b32 v80, v0, s[4:5] offset:24832 scale_offset
	global_load_b32 v61, v0, s[4:5] offset:24960 scale_offset
	s_set_vgpr_msb 64                       ;  msbs: dst=1 src0=0 src1=0 src2=0
	global_load_b32 v55 /*v311*/, v0, s[4:5] offset:25088 scale_offset
	global_load_b32 v54 /*v310*/, v0, s[4:5] offset:25216 scale_offset
	s_set_vgpr_msb 0x4000                   ;  msbs: dst=0 src0=0 src1=0 src2=0
	global_load_b32 v147, v0, s[4:5] offset:25344 scale_offset
	global_load_b32 v182, v0, s[4:5] offset:25472 scale_offset
	global_load_b32 v197, v0, s[4:5] offset:25600 scale_offset
	global_load_b32 v93, v0, s[4:5] offset:25728 scale_offset
	s_set_vgpr_msb 64                       ;  msbs: dst=1 src0=0 src1=0 src2=0
	global_load_b32 v148 /*v404*/, v0, s[4:5] offset:25856 scale_offset
	s_set_vgpr_msb 0x4000                   ;  msbs: dst=0 src0=0 src1=0 src2=0
	global_load_b32 v65, v0, s[4:5] offset:25984 scale_offset
	global_load_b32 v37, v0, s[4:5] offset:26112 scale_offset
	global_load_b32 v146, v0, s[4:5] offset:26240 scale_offset
	global_load_b32 v181, v0, s[4:5] offset:26368 scale_offset
	global_load_b32 v196, v0, s[4:5] offset:26496 scale_offset
	s_set_vgpr_msb 64                       ;  msbs: dst=1 src0=0 src1=0 src2=0
	global_load_b32 v116 /*v372*/, v0, s[4:5] offset:26624 scale_offset
	global_load_b32 v117 /*v373*/, v0, s[4:5] offset:26752 scale_offset
	s_set_vgpr_msb 0x4000                   ;  msbs: dst=0 src0=0 src1=0 src2=0
	global_load_b32 v85, v0, s[4:5] offset:26880 scale_offset
	s_set_vgpr_msb 64                       ;  msbs: dst=1 src0=0 src1=0 src2=0
	global_load_b32 v142 /*v398*/, v0, s[4:5] offset:27008 scale_offset
	s_set_vgpr_msb 0x4000                   ;  msbs: dst=0 src0=0 src1=0 src2=0
	global_load_b32 v43, v0, s[4:5] offset:27136 scale_offset
	global_load_b32 v180, v0, s[4:5] offset:27264 scale_offset
	global_load_b32 v106, v0, s[4:5] offset:27392 scale_offset
	global_load_b32 v32, v0, s[4:5] offset:27520 scale_offset
	s_set_vgpr_msb 64                       ;  msbs: dst=1 src0=0 src1=0 src2=0
	global_load_b32 v99 /*v355*/, v0, s[4:5] offset:27648 scale_offset
	global_load_b32 v147 /*v403*/, v0, s[4:5] offset:27776 scale_offset
	global_load_b32 v145 /*v401*/, v0, s[4:5] offset:27904 scale_offset
	s_set_vgpr_msb 0x4000                   ;  msbs: dst=0 src0=0 src1=0 src2=0
	global_load_b32 v145, v0, s[4:5] offset:28032 scale_offset
	global_load_b32 v47, v0, s[4:5] offset:28160 scale_offset
	global_load_b32 v21, v0, s[4:5] offset:28288 scale_offset
	s_set_vgpr_msb 64                       ;  msbs: dst=1 src0=0 src1=0 src2=0
	global_load_b32 v126 /*v382*/, v0, s[4:5] offset:28416 scale_offset
	global_load_b32 v127 /*v383*/, v0, s[4:5] offset:28544 scale_offset
	global_load_b32 v137 /*v393*/, v0, s[4:5] offset:28672 scale_offset
	global_load_b32 v135 /*v391*/, v0, s[4:5] offset:28800 scale_offset
	s_set_vgpr_msb 0x4000                   ;  msbs: dst=0 src0=0 src1=0 src2=0
	global_load_b32 v144, v0, s[4:5] offset:28928 scale_offset
	global_load_b32 v178, v0, s[4:5] offset:29056 scale_offset
	s_set_vgpr_msb 64                       ;  msbs: dst=1 src0=0 src1=0 src2=0
	global_load_b32 v98 /*v354*/, v0, s[4:5] offset:29184 scale_offset
	global_load_b32 v53 /*v309*/, v0, s[4:5] offset:29312 scale_offset
	global_load_b32 v52 /*v308*/, v0, s[4:5] offset:29440 scale_offset
	global_load_b32 v51 /*v307*/, v0, s[4:5] offset:29568 scale_offset
	global_load_b32 v50 /*v306*/, v0, s[4:5] offset:29696 scale_offset
	s_set_vgpr_msb 0x4000                   ;  msbs: dst=0 src0=0 src1=0 src2=0
	global_load_b32 v143, v0, s[4:5] offset:29824 scale_offset
	global_load_b32 v179, v0, s[4:5] offset:29952 scale_offset
	global_load_b32 v74, v0, s[4:5] offset:30080 scale_offset
	s_set_vgpr_msb 64                       ;  msbs: dst=1 src0=0 src1=0 src2=0
	global_load_b32 v102 /*v358*/, v0, s[4:5] offset:30208 scale_offset
	global_load_b32 v103 /*v359*/, v0, s[4:5] offset:30336 scale_offset
	global_load_b32 v49 /*v305*/, v0, s[4:5] offset:30464 scale_offset
	global_load_b32 v48 /*v304*/, v0, s[4:5] offset:30592 scale_offset
	s_set_vgpr_msb 0x4000                   ;  msbs: dst=0 src0=0 src1=0 src2=0
	global_load_b32 v142, v0, s[4:5] offset:30720 scale_offset
	global_load_b32 v177, v0, s[4:5] offset:30848 scale_offset
	global_load_b32 v120, v0, s[4:5] offset:30976 scale_offset
	global_load_b32 v79, v0, s[4:5] offset:31104 scale_offset
	global_load_b32 v60, v0, s[4:5] offset:31232 scale_offset
	s_set_vgpr_msb 64                       ;  msbs: dst=1 src0=0 src1=0 src2=0
	global_load_b32 v47 /*v303*/, v0, s[4:5] offset:31360 scale_offset
	global_load_b32 v46 /*v302*/, v0, s[4:5] offset:31488 scale_offset
	s_set_vgpr_msb 0x4000                   ;  msbs: dst=0 src0=0 src1=0 src2=0
	global_load_b32 v141, v0, s[4:5] offset:31616 scale_offset
	global_load_b32 v176, v0, s[4:5] offset:31744 scale_offset
	global_load_b32 v195, v0, s[4:5] offset:31872 scale_offset
	global_load_b32 v92, v0, s[4:5] offset:32000 scale_offset
	global_load_b32 v83, v0, s[4:5] offset:32128 scale_offset
	s_clause 0x3e
	global_load_b32 v64, v0, s[4:5] offset:32256 scale_offset
	global_load_b32 v121, v0, s[4:5] offset:32384 scale_offset
	global_load_b32 v140, v0, s[4:5] offset:32512 scale_offset
	global_load_b32 v175, v0, s[4:5] offset:32640 scale_offset
	global_load_b32 v194, v0, s[4:5] offset:32768 scale_offset
	s_set_vgpr_msb 64                       ;  msbs: dst=1 src0=0 src1=0 src2=0
	global_load_b32 v45 /*v301*/, v0, s[4:5] offset:32896 scale_offset
	global_load_b32 v44 /*v300*/, v0, s[4:5] offset:33024 scale_offset
	s_set_vgpr_msb 0x4000                   ;  msbs: dst=0 src0=0 src1=0 src2=0
	global_load_b32 v84, v0, s[4:5] offset:33152 scale_offset
	global_load_b32 v67, v0, s[4:5] offset:33280 scale_offset
	global_load_b32 v42, v0, s[4:5] offset:33408 scale_offset
	global_load_b32 v174, v0, s[4:5] offset:33536 scale_offset
	global_load_b32 v111, v0, s[4:5] offset:33664 scale_offset
	s_set_vgpr_msb 64                       ;  msbs: dst=1 src0=0 src1=0 src2=0
	global_load_b32 v43 /*v299*/, v0, s[4:5] offset:33792 scale_offset
	global_load_b32 v42 /*v298*/, v0, s[4:5] offset:33920 scale_offset
	global_load_b32 v41 /*v297*/, v0, s[4:5] offset:34048 scale_offset
	global_load_b32 v40 /*v296*/, v0, s[4:5] offset:34176 scale_offset
	s_set_vgpr_msb 0x4000                   ;  msbs: dst=0 src0=0 src1=0 src2=0
	global_load_b32 v139, v0, s[4:5] offset:34304 scale_offset
	global_load_b32 v46, v0, s[4:5] offset:34432 scale_offset
	s_set_vgpr_msb 64                       ;  msbs: dst=1 src0=0 src1=0 src2=0
	global_load_b32 v125 /*v381*/, v0, s[4:5] offset:34560 scale_offset
	global_load_b32 v124 /*v380*/, v0, s[4:5] offset:34688 scale_offset
	s_set_vgpr_msb 0x4000                   ;  msbs: dst=0 src0=0 src1=0 src2=0
	global_load_b32 v33, v0, s[4:5] offset:34816 scale_offset
	s_set_vgpr_msb 64                       ;  msbs: dst=1 src0=0 src1=0 src2=0
	global_load_b32 v39 /*v295*/, v0, s[4:5] offset:34944 scale_offset
	global_load_b32 v38 /*v294*/, v0, s[4:5] offset:35072 scale_offset
	s_set_vgpr_msb 0x4000                   ;  msbs: dst=0 src0=0 src1=0 src2=0
	global_load_b32 v138, v0, s[4:5] offset:35200 scale_offset
	global_load_b32 v4, v0, s[4:5] offset:35328 scale_offset
	global_load_b32 v51, v0, s[4:5] offset:35456 scale_offset
	global_load_b32 v22, v0, s[4:5] offset:35584 scale_offset
	global_load_b32 v18, v0, s[4:5] offset:35712 scale_offset
	s_set_vgpr_msb 64                       ;  msbs: dst=1 src0=0 src1=0 src2=0
	global_load_b32 v37 /*v293*/, v0, s[4:5] offset:35840 scale_offset
	global_load_b32 v36 /*v292*/, v0, s[4:5] offset:35968 scale_offset
	s_set_vgpr_msb 0x4000                   ;  msbs: dst=0 src0=0 src1=0 src2=0
	global_load_b32 v137, v0, s[4:5] offset:36096 scale_offset
	global_load_b32 v110, v0, s[4:5] offset:36224 scale_offset
	s_set_vgpr_msb 64                       ;  msbs: dst=1 src0=0 src1=0 src2=0
	global_load_b32 v132 /*v388*/, v0, s[4:5] offset:36352 scale_offset
	global_load_b32 v118 /*v374*/, v0, s[4:5] offset:36480 scale_offset
	global_load_b32 v119 /*v375*/, v0, s[4:5] offset:36608 scale_offset
	global_load_b32 v35 /*v291*/, v0, s[4:5] offset:36736 scale_offset
	global_load_b32 v34 /*v290*/, v0, s[4:5] offset:36864 scale_offset
	s_set_vgpr_msb 0x4000                   ;  msbs: dst=0 src0=0 src1=0 src2=0
	global_load_b32 v136, v0, s[4:5] offset:36992 scale_offset
	global_load_b32 v173, v0, s[4:5] offset:37120 scale_offset
	global_load_b32 v119, v0, s[4:5] offset:37248 scale_offset
	global_load_b32 v78, v0, s[4:5] offset:37376 scale_offset
	global_load_b32 v59, v0, s[4:5] offset:37504 scale_offset
	s_set_vgpr_msb 64                       ;  msbs: dst=1 src0=0 src1=0 src2=0
	global_load_b32 v33 /*v289*/, v0, s[4:5] offset:37632 scale_offset
	global_load_b32 v32 /*v288*/, v0, s[4:5] offset:37760 scale_offset
	s_set_vgpr_msb 0x4000                   ;  msbs: dst=0 src0=0 src1=0 src2=0
	global_load_b32 v135, v0, s[4:5] offset:37888 scale_offset
	global_load_b32 v172, v0, s[4:5] offset:38016 scale_offset
	s_set_vgpr_msb 64                       ;  msbs: dst=1 src0=0 src1=0 src2=0
	global_load_b32 v31 /*v287*/, v0, s[4:5] offset:38144 scale_offset
	global_load_b32 v30 /*v286*/, v0, s[4:5] offset:38272 scale_offset
	s_set_vgpr_msb 0x4000                   ;  msbs: dst=0 src0=0 src1=0 src2=0
	global_load_b32 v82, v0, s[4:5] offset:38400 scale_offset
	global_load_b32 v63, v0, s[4:5] offset:38528 scale_offset
	global_load_b32 v118, v0, s[4:5] offset:38656 scale_offset
	global_load_b32 v134, v0, s[4:5] offset:38784 scale_offset
	global_load_b32 v171, v0, s[4:5] offset:38912 scale_offset
	s_set_vgpr_msb 64                       ;  msbs: dst=1 src0=0 src1=0 src2=0
	global_load_b32 v29 /*v285*/, v0, s[4:5] offset:39040 scale_offset
	global_load_b32 v28 /*v284*/, v0, s[4:5] offset:39168 scale_offset
	global_load_b32 v27 /*v283*/, v0, s[4:5] offset:39296 scale_offset
	global_load_b32 v26 /*v282*/, v0, s[4:5] offset:39424 scale_offset
	s_set_vgpr_msb 0x4000                   ;  msbs: dst=0 src0=0 src1=0 src2=0
	global_load_b32 v66, v0, s[4:5] offset:39552 scale_offset
	global_load_b32 v41, v0, s[4:5] offset:39680 scale_offset
	global_load_b32 v170, v0, s[4:5] offset:39808 scale_offset
	global_load_b32 v117, v0, s[4:5] offset:39936 scale_offset
	s_set_vgpr_msb 64                       ;  msbs: dst=1 src0=0 src1=0 src2=0
	global_load_b32 v25 /*v281*/, v0, s[4:5] offset:40064 scale_offset
	global_load_b32 v24 /*v280*/, v0, s[4:5] offset:40192 scale_offset
	s_clause 0x3e
	global_load_b32 v23 /*v279*/, v0, s[4:5] offset:40320 scale_offset
	global_load_b32 v22 /*v278*/, v0, s[4:5] offset:40448 scale_offset
	s_set_vgpr_msb 0x4000                   ;  msbs: dst=0 src0=0 src1=0 src2=0
	global_load_b32 v133, v0, s[4:5] offset:40576 scale_offset
	s_set_vgpr_msb 64                       ;  msbs: dst=1 src0=0 src1=0 src2=0
	global_load_b32 v20 /*v276*/, v0, s[4:5] offset:40704 scale_offset
	global_load_b32 v21 /*v277*/, v0, s[4:5] offset:40832 scale_offset
	global_load_b32 v19 /*v275*/, v0, s[4:5] offset:40960 scale_offset
	global_load_b32 v18 /*v274*/, v0, s[4:5] offset:41088 scale_offset
	global_load_b32 v17 /*v273*/, v0, s[4:5] offset:41216 scale_offset
	global_load_b32 v16 /*v272*/, v0, s[4:5] offset:41344 scale_offset
	s_set_vgpr_msb 0x4000                   ;  msbs: dst=0 src0=0 src1=0 src2=0
	global_load_b32 v132, v0, s[4:5] offset:41472 scale_offset
	global_load_b32 v116, v0, s[4:5] offset:41600 scale_offset
	global_load_b32 v50, v0, s[4:5] offset:41728 scale_offset
	s_set_vgpr_msb 64                       ;  msbs: dst=1 src0=0 src1=0 src2=0
	global_load_b32 v15 /*v271*/, v0, s[4:5] offset:41856 scale_offset
	global_load_b32 v14 /*v270*/, v0, s[4:5] offset:41984 scale_offset
	global_load_b32 v13 /*v269*/, v0, s[4:5] offset:42112 scale_offset
	global_load_b32 v12 /*v268*/, v0, s[4:5] offset:42240 scale_offset
	s_set_vgpr_msb 0x4000                   ;  msbs: dst=0 src0=0 src1=0 src2=0
	global_load_b32 v131, v0, s[4:5] offset:42368 scale_offset
	global_load_b32 v8, v0, s[4:5] offset:42496 scale_offset
	s_set_vgpr_msb 64                       ;  msbs: dst=1 src0=0 src1=0 src2=0
	global_load_b32 v11 /*v267*/, v0, s[4:5] offset:42624 scale_offset
	global_load_b32 v10 /*v266*/, v0, s[4:5] offset:42752 scale_offset
	s_set_vgpr_msb 0x4000                   ;  msbs: dst=0 src0=0 src1=0 src2=0
	global_load_b32 v23, v0, s[4:5] offset:42880 scale_offset
	global_load_b32 v19, v0, s[4:5] offset:43008 scale_offset
	s_set_vgpr_msb 64                       ;  msbs: dst=1 src0=0 src1=0 src2=0
	global_load_b32 v131 /*v387*/, v0, s[4:5] offset:43136 scale_offset
	s_set_vgpr_msb 0x4000                   ;  msbs: dst=0 src0=0 src1=0 src2=0
	global_load_b32 v130, v0, s[4:5] offset:43264 scale_offset
	s_set_vgpr_msb 64                       ;  msbs: dst=1 src0=0 src1=0 src2=0
	global_load_b32 v123 /*v379*/, v0, s[4:5] offset:43392 scale_offset
	global_load_b32 v122 /*v378*/, v0, s[4:5] offset:43520 scale_offset
	global_load_b32 v133 /*v389*/, v0, s[4:5] offset:43648 scale_offset
	s_set_vgpr_msb 0x4000                   ;  msbs: dst=0 src0=0 src1=0 src2=0
	global_load_b32 v58, v0, s[4:5] offset:43776 scale_offset
	s_set_vgpr_msb 64                       ;  msbs: dst=1 src0=0 src1=0 src2=0
	global_load_b32 v9 /*v265*/, v0, s[4:5] offset:43904 scale_offset
	global_load_b32 v8 /*v264*/, v0, s[4:5] offset:44032 scale_offset
	s_set_vgpr_msb 0x4000                   ;  msbs: dst=0 src0=0 src1=0 src2=0
	global_load_b32 v129, v0, s[4:5] offset:44160 scale_offset
	s_set_vgpr_msb 64                       ;  msbs: dst=1 src0=0 src1=0 src2=0
	global_load_b32 v7 /*v263*/, v0, s[4:5] offset:44288 scale_offset
	global_load_b32 v6 /*v262*/, v0, s[4:5] offset:44416 scale_offset
	global_load_b32 v5 /*v261*/, v0, s[4:5] offset:44544 scale_offset
	global_load_b32 v4 /*v260*/, v0, s[4:5] offset:44672 scale_offset
	s_set_vgpr_msb 0x4000                   ;  msbs: dst=0 src0=0 src1=0 src2=0
	global_load_b32 v62, v0, s[4:5] offset:44800 scale_offset
	global_load_b32 v2, v0, s[4:5] offset:44928 scale_offset
	global_load_b32 v128, v0, s[4:5] offset:45056 scale_offset
	s_set_vgpr_msb 64                       ;  msbs: dst=1 src0=0 src1=0 src2=0
	global_load_b32 v3 /*v259*/, v0, s[4:5] offset:45184 scale_offset
	global_load_b32 v2 /*v258*/, v0, s[4:5] offset:45312 scale_offset
	global_load_b32 v1 /*v257*/, v0, s[4:5] offset:45440 scale_offset
	global_load_b32 v0 /*v256*/, v0, s[4:5] offset:45568 scale_offset
	s_set_vgpr_msb 0x4000                   ;  msbs: dst=0 src0=0 src1=0 src2=0
	global_load_b32 v255, v0, s[4:5] offset:45696 scale_offset
	global_load_b32 v254, v0, s[4:5] offset:45824 scale_offset
	global_load_b32 v40, v0, s[4:5] offset:45952 scale_offset
	s_set_vgpr_msb 64                       ;  msbs: dst=1 src0=0 src1=0 src2=0
	global_load_b32 v108 /*v364*/, v0, s[4:5] offset:46080 scale_offset
	s_set_vgpr_msb 0x4000                   ;  msbs: dst=0 src0=0 src1=0 src2=0
	global_load_b32 v253, v0, s[4:5] offset:46208 scale_offset
	global_load_b32 v252, v0, s[4:5] offset:46336 scale_offset
	global_load_b32 v251, v0, s[4:5] offset:46464 scale_offset
	global_load_b32 v250, v0, s[4:5] offset:46592 scale_offset
	global_load_b32 v249, v0, s[4:5] offset:46720 scale_offset
	global_load_b32 v248, v0, s[4:5] offset:46848 scale_offset
	s_set_vgpr_msb 64                       ;  msbs: dst=1 src0=0 src1=0 src2=0
	global_load_b32 v104 /*v360*/, v0, s[4:5] offset:46976 scale_offset
	global_load_b32 v105 /*v361*/, v0, s[4:5] offset:47104 scale_offset
	s_set_vgpr_msb 0x4000                   ;  msbs: dst=0 src0=0 src1=0 src2=0
	global_load_b32 v247, v0, s[4:5] offset:47232 scale_offset
	global_load_b32 v246, v0, s[4:5] offset:47360 scale_offset
	global_load_b32 v245, v0, s[4:5] offset:47488 scale_offset
	global_load_b32 v244, v0, s[4:5] offset:47616 scale_offset
	global_load_b32 v127, v0, s[4:5] offset:47744 scale_offset
	s_set_vgpr_msb 64                       ;  msbs: dst=1 src0=0 src1=0 src2=0
	global_load_b32 v121 /*v377*/, v0, s[4:5] offset:47872 scale_offset
	global_load_b32 v120 /*v376*/, v0, s[4:5] offset:48000 scale_offset
	s_set_vgpr_msb 0x4000                   ;  msbs: dst=0 src0=0 src1=0 src2=0
	global_load_b32 v243, v0, s[4:5] offset:48128 scale_offset
	global_load_b32 v242, v0, s[4:5] offset:48256 scale_offset
	s_clause 0x15
	global_load_b32 v241, v0, s[4:5] offset:48384 scale_offset
	global_load_b32 v240, v0, s[4:5] offset:48512 scale_offset
	global_load_b32 v126, v0, s[4:5] offset:48640 scale_offset
	global_load_b32 v239, v0, s[4:5] offset:48768 scale_offset
	global_load_b32 v238, v0, s[4:5] offset:48896 scale_offset
	global_load_b32 v237, v0, s[4:5] offset:49024 scale_offset
	global_load_b32 v236, v0, s[4:5] offset:49152 scale_offset
	global_load_b32 v235, v0, s[4:5] offset:49280 scale_offset
	global_load_b32 v234, v0, s[4:5] offset:49408 scale_offset
	global_load_b32 v125, v0, s[4:5] offset:49536 scale_offset
	global_load_b32 v233, v0, s[4:5] offset:49664 scale_offset
	global_load_b32 v232, v0, s[4:5] offset:49792 scale_offset
	global_load_b32 v231, v0, s[4:5] offset:49920 scale_offset
	global_load_b32 v230, v0, s[4:5] offset:50048 scale_offset
	global_load_b32 v229, v0, s[4:5] offset:50176 scale_offset
	global_load_b32 v228, v0, s[4:5] offset:50304 scale_offset
	global_load_b32 v124, v0, s[4:5] offset:50432 scale_offset
	global_load_b32 v9, v0, s[4:5] offset:50560 scale_offset
	global_load_b32 v227, v0, s[4:5] offset:50688 scale_offset
	global_load_b32 v226, v0, s[4:5] offset:50816 scale_offset
	global_load_b32 v225, v0, s[4:5] offset:50944 scale_offset
	global_load_b32 v224, v0, s[4:5] offset:51072 scale_offset
	s_cmp_eq_u32 s2, 0
	s_cbranch_scc1 .LBB4_2
.LBB4_1:                                ; =>This Inner Loop Header: Depth=1
	s_wait_loadcnt 0x3e
	s_set_vgpr_msb 0x41                     ;  msbs: dst=1 src0=1 src1=0 src2=0
	v_dual_mov_b32 v152 /*v408*/, v79 /*v335*/ :: v_dual_mov_b32 v153 /*v409*/, v85 /*v341*/
	s_wait_loadcnt 0x37
	v_dual_mov_b32 v130 /*v386*/, v8 /*v264*/ :: v_dual_mov_b32 v172 /*v428*/, v71 /*v327*/
	v_dual_mov_b32 v174 /*v430*/, v67 /*v323*/ :: v_dual_mov_b32 v175 /*v431*/, v65 /*v321*/
	v_dual_mov_b32 v154 /*v410*/, v64 /*v320*/ :: v_dual_mov_b32 v155 /*v411*/, v66 /*v322*/
	v_dual_mov_b32 v160 /*v416*/, v46 /*v302*/ :: v_dual_mov_b32 v162 /*v418*/, v38 /*v294*/
	s_set_vgpr_msb 0x4140                   ;  msbs: dst=1 src0=0 src1=0 src2=0
	v_dual_mov_b32 v161 /*v417*/, v121 :: v_dual_mov_b32 v167 /*v423*/, v118
	s_set_vgpr_msb 0x4045                   ;  msbs: dst=1 src0=1 src1=1 src2=0
	v_dual_mov_b32 v163 /*v419*/, v40 /*v296*/ :: v_dual_mov_b32 v164 /*v420*/, v34 /*v290*/
	v_dual_mov_b32 v182 /*v438*/, v37 /*v293*/ :: v_dual_mov_b32 v183 /*v439*/, v39 /*v295*/
	v_pk_fma_f32 v[92:93] /*v[348:349]*/, v[92:93] /*v[348:349]*/, v[152:153] /*v[408:409]*/, 1.0 op_sel_hi:[1,1,0]
	v_pk_fma_f32 v[76:77] /*v[332:333]*/, v[76:77] /*v[332:333]*/, v[130:131] /*v[386:387]*/, 1.0 op_sel_hi:[1,1,0]
	v_pk_fma_f32 v[70:71] /*v[326:327]*/, v[70:71] /*v[326:327]*/, v[174:175] /*v[430:431]*/, 1.0 op_sel_hi:[1,1,0]
	v_dual_mov_b32 v165 /*v421*/, v36 /*v292*/ :: v_dual_mov_b32 v166 /*v422*/, v32 /*v288*/
	s_wait_loadcnt 0xe
	s_set_vgpr_msb 0x4540                   ;  msbs: dst=1 src0=0 src1=0 src2=0
	v_dual_mov_b32 v173 /*v429*/, v249 :: v_dual_mov_b32 v186 /*v442*/, v235
	s_set_vgpr_msb 0x4041                   ;  msbs: dst=1 src0=1 src1=0 src2=0
	v_dual_mov_b32 v180 /*v436*/, v49 /*v305*/ :: v_dual_mov_b32 v181 /*v437*/, v47 /*v303*/
	s_set_vgpr_msb 0x4100                   ;  msbs: dst=0 src0=0 src1=0 src2=0
	v_pk_fma_f32 v[152:153], v[152:153], v[58:59], 1.0 op_sel_hi:[1,1,0]
	s_set_vgpr_msb 0x45                     ;  msbs: dst=1 src0=1 src1=1 src2=0
	v_pk_fma_f32 v[90:91] /*v[346:347]*/, v[90:91] /*v[346:347]*/, v[154:155] /*v[410:411]*/, 1.0 op_sel_hi:[1,1,0]
	v_pk_fma_f32 v[84:85] /*v[340:341]*/, v[84:85] /*v[340:341]*/, v[160:161] /*v[416:417]*/, 1.0 op_sel_hi:[1,1,0]
	v_pk_fma_f32 v[82:83] /*v[338:339]*/, v[82:83] /*v[338:339]*/, v[162:163] /*v[418:419]*/, 1.0 op_sel_hi:[1,1,0]
	v_pk_fma_f32 v[68:69] /*v[324:325]*/, v[68:69] /*v[324:325]*/, v[182:183] /*v[438:439]*/, 1.0 op_sel_hi:[1,1,0]
	v_dual_mov_b32 v188 /*v444*/, v92 /*v348*/ :: v_dual_mov_b32 v162 /*v418*/, v70 /*v326*/
	v_dual_mov_b32 v163 /*v419*/, v77 /*v333*/ :: v_dual_mov_b32 v203 /*v459*/, v90 /*v346*/
	v_dual_mov_b32 v158 /*v414*/, v48 /*v304*/ :: v_dual_mov_b32 v159 /*v415*/, v89 /*v345*/
	v_dual_mov_b32 v199 /*v455*/, v119 /*v375*/ :: v_dual_mov_b32 v200 /*v456*/, v0 /*v256*/
	v_dual_mov_b32 v201 /*v457*/, v24 /*v280*/ :: v_dual_mov_b32 v205 /*v461*/, v114 /*v370*/
	s_set_vgpr_msb 0x4540                   ;  msbs: dst=1 src0=0 src1=0 src2=0
	v_dual_mov_b32 v95 /*v351*/, v236 :: v_dual_mov_b32 v202 /*v458*/, v245
	s_set_vgpr_msb 0x4041                   ;  msbs: dst=1 src0=1 src1=0 src2=0
	v_dual_mov_b32 v225 /*v481*/, v25 /*v281*/ :: v_dual_mov_b32 v229 /*v485*/, v112 /*v368*/
	v_dual_mov_b32 v230 /*v486*/, v41 /*v297*/ :: v_dual_mov_b32 v233 /*v489*/, v116 /*v372*/
	s_wait_loadcnt 0x9
	s_set_vgpr_msb 0x4140                   ;  msbs: dst=1 src0=0 src1=0 src2=0
	v_mov_b32_e32 v248 /*v504*/, v231
	s_set_vgpr_msb 0x4045                   ;  msbs: dst=1 src0=1 src1=1 src2=0
	v_mov_b32_e32 v250 /*v506*/, v11 /*v267*/
	v_pk_fma_f32 v[80:81] /*v[336:337]*/, v[80:81] /*v[336:337]*/, v[164:165] /*v[420:421]*/, 1.0 op_sel_hi:[1,1,0]
	s_set_vgpr_msb 0x4504                   ;  msbs: dst=0 src0=0 src1=1 src2=0
	v_pk_fma_f32 v[112:113], v[112:113], v[172:173] /*v[428:429]*/, 1.0 op_sel_hi:[1,1,0]
	s_set_vgpr_msb 0x445                    ;  msbs: dst=1 src0=1 src1=1 src2=0
	v_pk_fma_f32 v[152:153] /*v[408:409]*/, v[112:113] /*v[368:369]*/, v[180:181] /*v[436:437]*/, 1.0 op_sel_hi:[1,1,0]
	s_set_vgpr_msb 0x4500                   ;  msbs: dst=0 src0=0 src1=0 src2=0
	v_pk_fma_f32 v[248:249], v[248:249], v[152:153], 1.0 op_sel_hi:[1,1,0]
	s_set_vgpr_msb 0x41                     ;  msbs: dst=1 src0=1 src1=0 src2=0
	v_dual_mov_b32 v112 /*v368*/, v84 /*v340*/ :: v_dual_mov_b32 v231 /*v487*/, v93 /*v349*/
	v_dual_mov_b32 v165 /*v421*/, v83 /*v339*/ :: v_dual_mov_b32 v249 /*v505*/, v82 /*v338*/
	v_dual_mov_b32 v251 /*v507*/, v69 /*v325*/ :: v_dual_mov_b32 v254 /*v510*/, v76 /*v332*/
	s_set_vgpr_msb 0x4104                   ;  msbs: dst=0 src0=0 src1=1 src2=0
	v_pk_fma_f32 v[222:223], v[222:223], v[162:163] /*v[418:419]*/, 1.0 op_sel_hi:[1,1,0]
	s_set_vgpr_msb 0x441                    ;  msbs: dst=1 src0=1 src1=0 src2=0
	v_dual_mov_b32 v156 /*v412*/, v54 /*v310*/ :: v_dual_mov_b32 v157 /*v413*/, v56 /*v312*/
	s_wait_loadcnt 0x6
	s_set_vgpr_msb 0x4140                   ;  msbs: dst=1 src0=0 src1=0 src2=0
	v_dual_mov_b32 v170 /*v426*/, v228 :: v_dual_mov_b32 v171 /*v427*/, v234
	s_set_vgpr_msb 0x4041                   ;  msbs: dst=1 src0=1 src1=0 src2=0
	v_dual_mov_b32 v184 /*v440*/, v35 /*v291*/ :: v_dual_mov_b32 v185 /*v441*/, v33 /*v289*/
	v_dual_mov_b32 v193 /*v449*/, v127 /*v383*/ :: v_dual_mov_b32 v194 /*v450*/, v42 /*v298*/
	v_dual_mov_b32 v195 /*v451*/, v44 /*v300*/ :: v_dual_mov_b32 v198 /*v454*/, v103 /*v359*/
	v_pk_fma_f32 v[88:89] /*v[344:345]*/, v[88:89] /*v[344:345]*/, v[218:219], 1.0 op_sel_hi:[1,1,0]
	v_dual_mov_b32 v212 /*v468*/, v30 /*v286*/ :: v_dual_mov_b32 v218 /*v474*/, v1 /*v257*/
	s_set_vgpr_msb 0x4145                   ;  msbs: dst=1 src0=1 src1=1 src2=0
	v_pk_fma_f32 v[216:217] /*v[472:473]*/, v[144:145] /*v[400:401]*/, v[14:15] /*v[270:271]*/, 1.0 op_sel_hi:[1,1,0]
	s_wait_loadcnt 0x2
	s_set_vgpr_msb 0x4540                   ;  msbs: dst=1 src0=0 src1=0 src2=0
	v_dual_mov_b32 v219 /*v475*/, v252 :: v_dual_mov_b32 v224 /*v480*/, v226
	s_set_vgpr_msb 0x4004                   ;  msbs: dst=0 src0=0 src1=1 src2=0
	v_pk_fma_f32 v[72:73], v[72:73], v[144:145] /*v[400:401]*/, 1.0 op_sel_hi:[1,1,0]
	s_set_vgpr_msb 0x440                    ;  msbs: dst=1 src0=0 src1=0 src2=0
	v_mov_b32_e32 v144 /*v400*/, v239
	s_set_vgpr_msb 0x4041                   ;  msbs: dst=1 src0=1 src1=0 src2=0
	v_mov_b32_e32 v145 /*v401*/, v121 /*v377*/
	s_set_vgpr_msb 0x4104                   ;  msbs: dst=0 src0=0 src1=1 src2=0
	v_pk_fma_f32 v[216:217], v[216:217], v[138:139] /*v[394:395]*/, 1.0 op_sel_hi:[1,1,0]
	v_pk_fma_f32 v[108:109], v[108:109], v[158:159] /*v[414:415]*/, 1.0 op_sel_hi:[1,1,0]
	s_set_vgpr_msb 0x445                    ;  msbs: dst=1 src0=1 src1=1 src2=0
	v_pk_fma_f32 v[78:79] /*v[334:335]*/, v[78:79] /*v[334:335]*/, v[166:167] /*v[422:423]*/, 1.0 op_sel_hi:[1,1,0]
	s_set_vgpr_msb 0x4504                   ;  msbs: dst=0 src0=0 src1=1 src2=0
	v_pk_fma_f32 v[220:221], v[220:221], v[200:201] /*v[456:457]*/, 1.0 op_sel_hi:[1,1,0]
	s_set_vgpr_msb 0x480                    ;  msbs: dst=2 src0=0 src1=0 src2=0
	v_mov_b32_e32 v10 /*v522*/, v230
	s_set_vgpr_msb 0x8045                   ;  msbs: dst=1 src0=1 src1=1 src2=0
	v_pk_fma_f32 v[94:95] /*v[350:351]*/, v[128:129] /*v[384:385]*/, v[94:95] /*v[350:351]*/, 1.0 op_sel_hi:[0,1,0]
	s_set_vgpr_msb 0x4540                   ;  msbs: dst=1 src0=0 src1=0 src2=0
	v_dual_mov_b32 v213 /*v469*/, v112 :: v_dual_mov_b32 v228 /*v484*/, v108
	s_set_vgpr_msb 0x4081                   ;  msbs: dst=2 src0=1 src1=0 src2=0
	v_mov_b32_e32 v11 /*v523*/, v81 /*v337*/
	s_set_vgpr_msb 0x8140                   ;  msbs: dst=1 src0=0 src1=0 src2=0
	v_dual_mov_b32 v109 /*v365*/, v248 :: v_dual_mov_b32 v192 /*v448*/, v222
	s_set_vgpr_msb 0x4004                   ;  msbs: dst=0 src0=0 src1=1 src2=0
	v_pk_fma_f32 v[6:7], v[6:7], v[230:231] /*v[486:487]*/, 1.0 op_sel_hi:[1,1,0]
	v_pk_fma_f32 v[178:179], v[178:179], v[248:249] /*v[504:505]*/, 1.0 op_sel_hi:[1,1,0]
	v_pk_fma_f32 v[4:5], v[4:5], v[250:251] /*v[506:507]*/, 1.0 op_sel_hi:[1,1,0]
	s_set_vgpr_msb 0x441                    ;  msbs: dst=1 src0=1 src1=0 src2=0
	v_pk_fma_f32 v[176:177] /*v[432:433]*/, v[150:151] /*v[406:407]*/, v[36:37], 1.0 op_sel_hi:[1,1,0]
	v_dual_mov_b32 v178 /*v434*/, v57 /*v313*/ :: v_dual_mov_b32 v179 /*v435*/, v55 /*v311*/
	s_set_vgpr_msb 0x4140                   ;  msbs: dst=1 src0=0 src1=0 src2=0
	v_dual_mov_b32 v187 /*v443*/, v229 :: v_dual_mov_b32 v191 /*v447*/, v107
	s_set_vgpr_msb 0x4041                   ;  msbs: dst=1 src0=1 src1=0 src2=0
	v_dual_mov_b32 v189 /*v445*/, v9 /*v265*/ :: v_dual_mov_b32 v190 /*v446*/, v59 /*v315*/
	v_dual_mov_b32 v208 /*v464*/, v45 /*v301*/ :: v_dual_mov_b32 v209 /*v465*/, v43 /*v299*/
	v_pk_fma_f32 v[220:221] /*v[476:477]*/, v[136:137] /*v[392:393]*/, v[246:247], 1.0 op_sel_hi:[1,1,0]
	s_set_vgpr_msb 0x4104                   ;  msbs: dst=0 src0=0 src1=1 src2=0
	v_pk_fma_f32 v[206:207], v[206:207], v[150:151] /*v[406:407]*/, 1.0 op_sel_hi:[1,1,0]
	s_set_vgpr_msb 0x440                    ;  msbs: dst=1 src0=0 src1=0 src2=0
	v_dual_mov_b32 v226 /*v482*/, v244 :: v_dual_mov_b32 v151 /*v407*/, v119
	s_set_vgpr_msb 0x4041                   ;  msbs: dst=1 src0=1 src1=0 src2=0
	v_dual_mov_b32 v150 /*v406*/, v31 /*v287*/ :: v_dual_mov_b32 v234 /*v490*/, v21 /*v277*/
	s_set_vgpr_msb 0x4140                   ;  msbs: dst=1 src0=0 src1=0 src2=0
	v_dual_mov_b32 v235 /*v491*/, v117 :: v_dual_mov_b32 v237 /*v493*/, v253
	s_set_vgpr_msb 0x4041                   ;  msbs: dst=1 src0=1 src1=0 src2=0
	v_dual_mov_b32 v245 /*v501*/, v110 /*v366*/ :: v_dual_mov_b32 v247 /*v503*/, v124 /*v380*/
	s_set_vgpr_msb 0x4181                   ;  msbs: dst=2 src0=1 src1=0 src2=0
	v_dual_mov_b32 v4 /*v516*/, v131 /*v387*/ :: v_dual_mov_b32 v13 /*v525*/, v122 /*v378*/
	s_set_vgpr_msb 0x8180                   ;  msbs: dst=2 src0=0 src1=0 src2=0
	v_dual_mov_b32 v6 /*v518*/, v115 :: v_dual_mov_b32 v8 /*v520*/, v9
	s_set_vgpr_msb 0x8004                   ;  msbs: dst=0 src0=0 src1=1 src2=0
	v_pk_fma_f32 v[56:57], v[56:57], v[136:137] /*v[392:393]*/, 1.0 op_sel_hi:[1,1,0]
	s_set_vgpr_msb 0x445                    ;  msbs: dst=1 src0=1 src1=1 src2=0
	v_dual_mov_b32 v137 /*v393*/, v10 /*v266*/ :: v_dual_mov_b32 v227 /*v483*/, v88 /*v344*/
	v_pk_fma_f32 v[86:87] /*v[342:343]*/, v[86:87] /*v[342:343]*/, v[156:157] /*v[412:413]*/, 1.0 op_sel_hi:[1,1,0]
	v_pk_fma_f32 v[74:75] /*v[330:331]*/, v[74:75] /*v[330:331]*/, v[170:171] /*v[426:427]*/, 1.0 op_sel_hi:[1,1,0]
	v_pk_fma_f32 v[154:155] /*v[410:411]*/, v[110:111] /*v[366:367]*/, v[184:185] /*v[440:441]*/, 1.0 op_sel_hi:[1,1,0]
	v_pk_fma_f32 v[62:63] /*v[318:319]*/, v[62:63] /*v[318:319]*/, v[194:195] /*v[450:451]*/, 1.0 op_sel_hi:[1,1,0]
	v_pk_fma_f32 v[160:161] /*v[416:417]*/, v[98:99] /*v[354:355]*/, v[224:225] /*v[480:481]*/, 1.0 op_sel_hi:[1,1,0]
	s_set_vgpr_msb 0x4541                   ;  msbs: dst=1 src0=1 src1=0 src2=0
	v_pk_fma_f32 v[128:129] /*v[384:385]*/, v[72:73] /*v[328:329]*/, v[216:217], 1.0 op_sel_hi:[1,1,0]
	v_dual_mov_b32 v244 /*v500*/, v80 /*v336*/ :: v_dual_mov_b32 v110 /*v366*/, v78 /*v334*/
	s_set_vgpr_msb 0x4180                   ;  msbs: dst=2 src0=0 src1=0 src2=0
	v_dual_mov_b32 v2 /*v514*/, v220 :: v_dual_mov_b32 v9 /*v521*/, v113
	v_mov_b32_e32 v5 /*v517*/, v223
	s_set_vgpr_msb 0x8081                   ;  msbs: dst=2 src0=1 src1=0 src2=0
	v_mov_b32_e32 v14 /*v526*/, v94 /*v350*/
	s_set_vgpr_msb 0x8104                   ;  msbs: dst=0 src0=0 src1=1 src2=0
	v_pk_fma_f32 v[212:213], v[212:213], v[202:203] /*v[458:459]*/, 1.0 op_sel_hi:[1,1,0]
	v_pk_fma_f32 v[106:107], v[106:107], v[212:213] /*v[468:469]*/, 1.0 op_sel_hi:[1,1,0]
	s_set_vgpr_msb 0x408                    ;  msbs: dst=0 src0=0 src1=2 src2=0
	v_pk_fma_f32 v[150:151], v[150:151], v[10:11] /*v[522:523]*/, 1.0 op_sel_hi:[1,1,0]
	s_set_vgpr_msb 0x800                    ;  msbs: dst=0 src0=0 src1=0 src2=0
	v_pk_fma_f32 v[120:121], v[120:121], v[6:7], 1.0 op_sel_hi:[1,1,0]
	s_set_vgpr_msb 0x41                     ;  msbs: dst=1 src0=1 src1=0 src2=0
	v_pk_fma_f32 v[20:21] /*v[276:277]*/, v[20:21] /*v[276:277]*/, v[178:179], 1.0 op_sel_hi:[1,1,0]
	s_set_vgpr_msb 0x4100                   ;  msbs: dst=0 src0=0 src1=0 src2=0
	v_pk_fma_f32 v[116:117], v[116:117], v[4:5], 1.0 op_sel_hi:[1,1,0]
	s_set_vgpr_msb 4                        ;  msbs: dst=0 src0=0 src1=1 src2=0
	v_pk_fma_f32 v[114:115], v[114:115], v[192:193] /*v[448:449]*/, 1.0 op_sel_hi:[1,1,0]
	s_set_vgpr_msb 0x441                    ;  msbs: dst=1 src0=1 src1=0 src2=0
	v_dual_mov_b32 v236 /*v492*/, v105 /*v361*/ :: v_dual_mov_b32 v240 /*v496*/, v125 /*v381*/
	s_set_vgpr_msb 0x4140                   ;  msbs: dst=1 src0=0 src1=0 src2=0
	v_dual_mov_b32 v238 /*v494*/, v238 :: v_dual_mov_b32 v242 /*v498*/, v227
	s_set_vgpr_msb 0x4004                   ;  msbs: dst=0 src0=0 src1=1 src2=0
	v_pk_fma_f32 v[26:27], v[26:27], v[16:17] /*v[272:273]*/, 1.0 op_sel_hi:[1,1,0]
	v_pk_fma_f32 v[24:25], v[24:25], v[12:13] /*v[268:269]*/, 1.0 op_sel_hi:[1,1,0]
	s_set_vgpr_msb 0x400                    ;  msbs: dst=0 src0=0 src1=0 src2=0
	v_pk_fma_f32 v[12:13], v[12:13], v[240:241], 1.0 op_sel_hi:[1,1,0]
	s_set_vgpr_msb 0x81                     ;  msbs: dst=2 src0=1 src1=0 src2=0
	v_dual_mov_b32 v15 /*v527*/, v120 /*v376*/ :: v_dual_mov_b32 v17 /*v529*/, v106 /*v362*/
	v_dual_mov_b32 v18 /*v530*/, v123 /*v379*/ :: v_dual_mov_b32 v21 /*v533*/, v118 /*v374*/
	s_wait_loadcnt 0x0
	s_set_vgpr_msb 0x8100                   ;  msbs: dst=0 src0=0 src1=0 src2=0
	v_pk_fma_f32 v[10:11], v[10:11], v[224:225], 1.0 op_sel_hi:[1,1,0]
	s_set_vgpr_msb 0x45                     ;  msbs: dst=1 src0=1 src1=1 src2=0
	v_pk_fma_f32 v[130:131] /*v[386:387]*/, v[114:115] /*v[370:371]*/, v[178:179] /*v[434:435]*/, 1.0 op_sel_hi:[1,1,0]
	v_pk_fma_f32 v[156:157] /*v[412:413]*/, v[106:107] /*v[362:363]*/, v[186:187] /*v[442:443]*/, 1.0 op_sel_hi:[1,1,0]
	v_pk_fma_f32 v[158:159] /*v[414:415]*/, v[116:117] /*v[372:373]*/, v[208:209] /*v[464:465]*/, 1.0 op_sel_hi:[1,1,0]
	v_dual_mov_b32 v204 /*v460*/, v87 /*v343*/ :: v_dual_mov_b32 v114 /*v370*/, v86 /*v342*/
	s_set_vgpr_msb 0x4504                   ;  msbs: dst=0 src0=0 src1=1 src2=0
	v_pk_fma_f32 v[202:203], v[202:203], v[226:227] /*v[482:483]*/, 1.0 op_sel_hi:[1,1,0]
	s_set_vgpr_msb 0x441                    ;  msbs: dst=1 src0=1 src1=0 src2=0
	v_dual_mov_b32 v232 /*v488*/, v63 /*v319*/ :: v_dual_mov_b32 v116 /*v372*/, v62 /*v318*/
	s_set_vgpr_msb 0x4140                   ;  msbs: dst=1 src0=0 src1=0 src2=0
	v_dual_mov_b32 v243 /*v499*/, v109 :: v_dual_mov_b32 v98 /*v354*/, v221
	s_set_vgpr_msb 0x4041                   ;  msbs: dst=1 src0=1 src1=0 src2=0
	v_dual_mov_b32 v72 /*v328*/, v128 /*v384*/ :: v_dual_mov_b32 v106 /*v362*/, v74 /*v330*/
	s_set_vgpr_msb 0x4181                   ;  msbs: dst=2 src0=1 src1=0 src2=0
	v_dual_mov_b32 v16 /*v528*/, v75 /*v331*/ :: v_dual_mov_b32 v20 /*v532*/, v160 /*v416*/
	s_set_vgpr_msb 0x8144                   ;  msbs: dst=1 src0=0 src1=1 src2=0
	v_pk_fma_f32 v[166:167] /*v[422:423]*/, v[122:123], v[188:189] /*v[444:445]*/, 1.0 op_sel_hi:[1,1,0]
	s_set_vgpr_msb 0x4404                   ;  msbs: dst=0 src0=0 src1=1 src2=0
	v_pk_fma_f32 v[94:95], v[94:95], v[112:113] /*v[368:369]*/, 1.0 op_sel_hi:[1,1,0]
	v_pk_fma_f32 v[86:87], v[86:87], v[110:111] /*v[366:367]*/, 1.0 op_sel_hi:[1,1,0]
	s_set_vgpr_msb 0x441                    ;  msbs: dst=1 src0=1 src1=0 src2=0
	v_dual_mov_b32 v112 /*v368*/, v152 /*v408*/ :: v_dual_mov_b32 v113 /*v369*/, v153 /*v409*/
	v_dual_mov_b32 v110 /*v366*/, v154 /*v410*/ :: v_dual_mov_b32 v111 /*v367*/, v155 /*v411*/
	v_pk_fma_f32 v[58:59] /*v[314:315]*/, v[58:59] /*v[314:315]*/, v[212:213], 1.0 op_sel_hi:[1,1,0]
	s_set_vgpr_msb 0x4140                   ;  msbs: dst=1 src0=0 src1=0 src2=0
	v_dual_mov_b32 v246 /*v502*/, v106 :: v_dual_mov_b32 v239 /*v495*/, v120
	s_set_vgpr_msb 0x4041                   ;  msbs: dst=1 src0=1 src1=0 src2=0
	v_pk_fma_f32 v[152:153] /*v[408:409]*/, v[104:105] /*v[360:361]*/, v[150:151], 1.0 op_sel_hi:[1,1,0]
	s_set_vgpr_msb 0x4149                   ;  msbs: dst=1 src0=1 src1=2 src2=0
	v_pk_fma_f32 v[154:155] /*v[410:411]*/, v[108:109] /*v[364:365]*/, v[4:5] /*v[516:517]*/, 1.0 op_sel_hi:[0,1,0]
	v_mov_b32_e32 v105 /*v361*/, v20 /*v276*/
	s_set_vgpr_msb 0x4940                   ;  msbs: dst=1 src0=0 src1=0 src2=0
	v_dual_mov_b32 v108 /*v364*/, v116 :: v_dual_mov_b32 v97 /*v353*/, v114
	s_set_vgpr_msb 0x4004                   ;  msbs: dst=0 src0=0 src1=1 src2=0
	v_pk_fma_f32 v[76:77], v[76:77], v[146:147] /*v[402:403]*/, 1.0 op_sel_hi:[1,1,0]
	s_set_vgpr_msb 0x440                    ;  msbs: dst=1 src0=0 src1=0 src2=0
	v_dual_mov_b32 v255 /*v511*/, v123 :: v_dual_mov_b32 v136 /*v392*/, v237
	s_set_vgpr_msb 0x4004                   ;  msbs: dst=0 src0=0 src1=1 src2=0
	v_pk_fma_f32 v[54:55], v[54:55], v[134:135] /*v[390:391]*/, 1.0 op_sel_hi:[1,1,0]
	v_pk_fma_f32 v[46:47], v[46:47], v[132:133] /*v[388:389]*/, 1.0 op_sel_hi:[1,1,0]
	s_set_vgpr_msb 0x400                    ;  msbs: dst=0 src0=0 src1=0 src2=0
	v_pk_fma_f32 v[74:75], v[74:75], v[26:27], 1.0 op_sel_hi:[1,1,0]
	v_pk_fma_f32 v[70:71], v[70:71], v[24:25], 1.0 op_sel_hi:[1,1,0]
	v_pk_fma_f32 v[52:53], v[52:53], v[12:13], 1.0 op_sel_hi:[1,1,0]
	v_pk_fma_f32 v[40:41], v[40:41], v[10:11], 1.0 op_sel_hi:[1,1,0]
	s_set_vgpr_msb 0x81                     ;  msbs: dst=2 src0=1 src1=0 src2=0
	v_dual_mov_b32 v0 /*v512*/, v128 /*v384*/ :: v_dual_mov_b32 v7 /*v519*/, v68 /*v324*/
	s_set_vgpr_msb 0x8104                   ;  msbs: dst=0 src0=0 src1=1 src2=0
	v_pk_fma_f32 v[102:103], v[102:103], v[204:205] /*v[460:461]*/, 1.0 op_sel_hi:[1,1,0]
	v_pk_fma_f32 v[100:101], v[100:101], v[114:115] /*v[370:371]*/, 1.0 op_sel_hi:[1,1,0]
	s_set_vgpr_msb 0x441                    ;  msbs: dst=1 src0=1 src1=0 src2=0
	v_pk_fma_f32 v[162:163] /*v[418:419]*/, v[102:103] /*v[358:359]*/, v[202:203], 1.0 op_sel_hi:[1,1,0]
	s_set_vgpr_msb 0x4104                   ;  msbs: dst=0 src0=0 src1=1 src2=0
	v_pk_fma_f32 v[90:91], v[90:91], v[116:117] /*v[372:373]*/, 1.0 op_sel_hi:[1,1,0]
	v_pk_fma_f32 v[80:81], v[80:81], v[98:99] /*v[354:355]*/, 1.0 op_sel_hi:[1,1,0]
	s_set_vgpr_msb 0x408                    ;  msbs: dst=0 src0=0 src1=2 src2=0
	v_pk_fma_f32 v[48:49], v[48:49], v[16:17] /*v[528:529]*/, 1.0 op_sel_hi:[1,1,0]
	s_set_vgpr_msb 0x804                    ;  msbs: dst=0 src0=0 src1=1 src2=0
	v_pk_fma_f32 v[44:45], v[44:45], v[106:107] /*v[362:363]*/, 1.0 op_sel_hi:[1,1,0]
	s_set_vgpr_msb 0x408                    ;  msbs: dst=0 src0=0 src1=2 src2=0
	v_pk_fma_f32 v[42:43], v[42:43], v[20:21] /*v[532:533]*/, 1.0 op_sel_hi:[1,1,0]
	s_set_vgpr_msb 0x841                    ;  msbs: dst=1 src0=1 src1=0 src2=0
	v_dual_mov_b32 v114 /*v370*/, v130 /*v386*/ :: v_dual_mov_b32 v115 /*v371*/, v131 /*v387*/
	v_dual_mov_b32 v164 /*v420*/, v166 /*v422*/ :: v_dual_mov_b32 v103 /*v359*/, v58 /*v314*/
	s_set_vgpr_msb 0x4104                   ;  msbs: dst=0 src0=0 src1=1 src2=0
	v_pk_fma_f32 v[110:111], v[110:111], v[238:239] /*v[494:495]*/, 1.0 op_sel_hi:[1,1,0]
	v_pk_fma_f32 v[8:9], v[8:9], v[108:109] /*v[364:365]*/, 1.0 op_sel_hi:[1,1,0]
	s_set_vgpr_msb 0x441                    ;  msbs: dst=1 src0=1 src1=0 src2=0
	v_mov_b32_e32 v131 /*v387*/, v154 /*v410*/
	s_set_vgpr_msb 0x4104                   ;  msbs: dst=0 src0=0 src1=1 src2=0
	v_pk_fma_f32 v[130:131], v[130:131], v[104:105] /*v[360:361]*/, 1.0 op_sel_hi:[1,1,0]
	s_set_vgpr_msb 0x445                    ;  msbs: dst=1 src0=1 src1=1 src2=0
	v_mov_b32_e32 v105 /*v361*/, v153 /*v409*/
	v_pk_fma_f32 v[66:67] /*v[322:323]*/, v[66:67] /*v[322:323]*/, v[96:97] /*v[352:353]*/, 1.0 op_sel_hi:[1,1,0]
	v_mov_b32_e32 v97 /*v353*/, v91 /*v347*/
	s_set_vgpr_msb 0x4541                   ;  msbs: dst=1 src0=1 src1=0 src2=0
	v_pk_fma_f32 v[168:169] /*v[424:425]*/, v[138:139] /*v[394:395]*/, v[2:3], 1.0 op_sel_hi:[1,1,0]
	v_pk_fma_f32 v[196:197] /*v[452:453]*/, v[140:141] /*v[396:397]*/, v[18:19], 1.0 op_sel_hi:[1,1,0]
	s_set_vgpr_msb 0x4100                   ;  msbs: dst=0 src0=0 src1=0 src2=0
	v_pk_fma_f32 v[214:215], v[214:215], v[104:105], 1.0 op_sel_hi:[1,1,0]
	s_set_vgpr_msb 4                        ;  msbs: dst=0 src0=0 src1=1 src2=0
	v_pk_fma_f32 v[38:39], v[38:39], v[60:61] /*v[316:317]*/, 1.0 op_sel_hi:[1,1,0]
	s_set_vgpr_msb 0x441                    ;  msbs: dst=1 src0=1 src1=0 src2=0
	v_pk_fma_f32 v[206:207] /*v[462:463]*/, v[148:149] /*v[404:405]*/, v[32:33], 1.0 op_sel_hi:[1,1,0]
	v_pk_fma_f32 v[210:211] /*v[466:467]*/, v[142:143] /*v[398:399]*/, v[22:23], 1.0 op_sel_hi:[1,1,0]
	s_set_vgpr_msb 0x4145                   ;  msbs: dst=1 src0=1 src1=1 src2=0
	v_pk_fma_f32 v[214:215] /*v[470:471]*/, v[146:147] /*v[402:403]*/, v[18:19] /*v[274:275]*/, 1.0 op_sel_hi:[1,1,0]
	s_set_vgpr_msb 0x4541                   ;  msbs: dst=1 src0=1 src1=0 src2=0
	v_pk_fma_f32 v[222:223] /*v[478:479]*/, v[134:135] /*v[390:391]*/, v[242:243], 1.0 op_sel_hi:[1,1,0]
	s_set_vgpr_msb 0x4100                   ;  msbs: dst=0 src0=0 src1=0 src2=0
	v_pk_fma_f32 v[204:205], v[204:205], v[98:99], 1.0 op_sel_hi:[1,1,0]
	s_set_vgpr_msb 4                        ;  msbs: dst=0 src0=0 src1=1 src2=0
	v_pk_fma_f32 v[34:35], v[34:35], v[50:51] /*v[306:307]*/, 1.0 op_sel_hi:[1,1,0]
	s_set_vgpr_msb 0x400                    ;  msbs: dst=0 src0=0 src1=0 src2=0
	v_pk_fma_f32 v[200:201], v[200:201], v[96:97], 1.0 op_sel_hi:[1,1,0]
	v_pk_fma_f32 v[196:197], v[196:197], v[92:93], 1.0 op_sel_hi:[1,1,0]
	v_pk_fma_f32 v[192:193], v[192:193], v[88:89], 1.0 op_sel_hi:[1,1,0]
	v_pk_fma_f32 v[188:189], v[188:189], v[84:85], 1.0 op_sel_hi:[1,1,0]
	s_set_vgpr_msb 4                        ;  msbs: dst=0 src0=0 src1=1 src2=0
	v_pk_fma_f32 v[186:187], v[186:187], v[148:149] /*v[404:405]*/, 1.0 op_sel_hi:[1,1,0]
	s_set_vgpr_msb 0x400                    ;  msbs: dst=0 src0=0 src1=0 src2=0
	v_pk_fma_f32 v[184:185], v[184:185], v[82:83], 1.0 op_sel_hi:[1,1,0]
	s_set_vgpr_msb 4                        ;  msbs: dst=0 src0=0 src1=1 src2=0
	v_pk_fma_f32 v[30:31], v[30:31], v[26:27] /*v[282:283]*/, 1.0 op_sel_hi:[1,1,0]
	v_pk_fma_f32 v[28:29], v[28:29], v[22:23] /*v[278:279]*/, 1.0 op_sel_hi:[1,1,0]
	s_set_vgpr_msb 0x400                    ;  msbs: dst=0 src0=0 src1=0 src2=0
	v_pk_fma_f32 v[180:181], v[180:181], v[78:79], 1.0 op_sel_hi:[1,1,0]
	s_set_vgpr_msb 0x41                     ;  msbs: dst=1 src0=1 src1=0 src2=0
	v_pk_fma_f32 v[252:253] /*v[508:509]*/, v[132:133] /*v[388:389]*/, v[232:233], 1.0 op_sel_hi:[1,1,0]
	s_set_vgpr_msb 0x4100                   ;  msbs: dst=0 src0=0 src1=0 src2=0
	v_pk_fma_f32 v[168:169], v[168:169], v[68:69], 1.0 op_sel_hi:[1,1,0]
	s_set_vgpr_msb 4                        ;  msbs: dst=0 src0=0 src1=1 src2=0
	v_pk_fma_f32 v[166:167], v[166:167], v[142:143] /*v[398:399]*/, 1.0 op_sel_hi:[1,1,0]
	s_set_vgpr_msb 0x400                    ;  msbs: dst=0 src0=0 src1=0 src2=0
	v_pk_fma_f32 v[164:165], v[164:165], v[66:67], 1.0 op_sel_hi:[1,1,0]
	s_set_vgpr_msb 4                        ;  msbs: dst=0 src0=0 src1=1 src2=0
	v_pk_fma_f32 v[20:21], v[20:21], v[4:5] /*v[260:261]*/, 1.0 op_sel_hi:[1,1,0]
	s_set_vgpr_msb 0x481                    ;  msbs: dst=2 src0=1 src1=0 src2=0
	v_dual_mov_b32 v1 /*v513*/, v73 /*v329*/ :: v_dual_mov_b32 v3 /*v515*/, v126 /*v382*/
	s_set_vgpr_msb 0x8104                   ;  msbs: dst=0 src0=0 src1=1 src2=0
	v_pk_fma_f32 v[162:163], v[162:163], v[140:141] /*v[396:397]*/, 1.0 op_sel_hi:[1,1,0]
	s_set_vgpr_msb 0x400                    ;  msbs: dst=0 src0=0 src1=0 src2=0
	v_pk_fma_f32 v[160:161], v[160:161], v[64:65], 1.0 op_sel_hi:[1,1,0]
	v_pk_fma_f32 v[158:159], v[158:159], v[62:63], 1.0 op_sel_hi:[1,1,0]
	v_pk_fma_f32 v[16:17], v[16:17], v[254:255], 1.0 op_sel_hi:[1,1,0]
	v_pk_fma_f32 v[154:155], v[154:155], v[60:61], 1.0 op_sel_hi:[1,1,0]
	v_pk_fma_f32 v[14:15], v[14:15], v[250:251], 1.0 op_sel_hi:[1,1,0]
	v_pk_fma_f32 v[138:139], v[138:139], v[50:51], 1.0 op_sel_hi:[1,1,0]
	v_pk_fma_f32 v[176:177], v[176:177], v[76:77], 1.0 op_sel_hi:[1,1,0]
	v_pk_fma_f32 v[172:173], v[172:173], v[72:73], 1.0 op_sel_hi:[1,1,0]
	v_pk_fma_f32 v[148:149], v[148:149], v[56:57], 1.0 op_sel_hi:[1,1,0]
	s_set_vgpr_msb 4                        ;  msbs: dst=0 src0=0 src1=1 src2=0
	v_pk_fma_f32 v[144:145], v[144:145], v[136:137] /*v[392:393]*/, 1.0 op_sel_hi:[1,1,0]
	s_set_vgpr_msb 0x400                    ;  msbs: dst=0 src0=0 src1=0 src2=0
	v_pk_fma_f32 v[142:143], v[142:143], v[54:55], 1.0 op_sel_hi:[1,1,0]
	v_pk_fma_f32 v[132:133], v[132:133], v[46:47], 1.0 op_sel_hi:[1,1,0]
	v_pk_fma_f32 v[174:175], v[174:175], v[74:75], 1.0 op_sel_hi:[1,1,0]
	v_pk_fma_f32 v[170:171], v[170:171], v[70:71], 1.0 op_sel_hi:[1,1,0]
	v_pk_fma_f32 v[140:141], v[140:141], v[52:53], 1.0 op_sel_hi:[1,1,0]
	v_pk_fma_f32 v[124:125], v[124:125], v[40:41], 1.0 op_sel_hi:[1,1,0]
	s_set_vgpr_msb 8                        ;  msbs: dst=0 src0=0 src1=2 src2=0
	v_pk_fma_f32 v[156:157], v[156:157], v[6:7] /*v[518:519]*/, 1.0 op_sel_hi:[1,1,0]
	v_pk_fma_f32 v[136:137], v[136:137], v[14:15] /*v[526:527]*/, 1.0 op_sel_hi:[1,1,0]
	s_set_vgpr_msb 0x800                    ;  msbs: dst=0 src0=0 src1=0 src2=0
	v_pk_fma_f32 v[210:211], v[210:211], v[102:103], 1.0 op_sel_hi:[1,1,0]
	v_pk_fma_f32 v[208:209], v[208:209], v[100:101], 1.0 op_sel_hi:[1,1,0]
	v_pk_fma_f32 v[198:199], v[198:199], v[94:95], 1.0 op_sel_hi:[1,1,0]
	v_pk_fma_f32 v[194:195], v[194:195], v[90:91], 1.0 op_sel_hi:[1,1,0]
	v_pk_fma_f32 v[190:191], v[190:191], v[86:87], 1.0 op_sel_hi:[1,1,0]
	v_pk_fma_f32 v[182:183], v[182:183], v[80:81], 1.0 op_sel_hi:[1,1,0]
	v_pk_fma_f32 v[134:135], v[134:135], v[48:49], 1.0 op_sel_hi:[1,1,0]
	v_pk_fma_f32 v[128:129], v[128:129], v[44:45], 1.0 op_sel_hi:[1,1,0]
	v_pk_fma_f32 v[126:127], v[126:127], v[42:43], 1.0 op_sel_hi:[1,1,0]
	s_set_vgpr_msb 4                        ;  msbs: dst=0 src0=0 src1=1 src2=0
	v_pk_fma_f32 v[146:147], v[146:147], v[102:103] /*v[358:359]*/, 1.0 op_sel_hi:[1,1,0]
	s_set_vgpr_msb 0x440                    ;  msbs: dst=1 src0=0 src1=0 src2=0
	v_mov_b32_e32 v241 /*v497*/, v111
	s_set_vgpr_msb 0x4080                   ;  msbs: dst=2 src0=0 src1=0 src2=0
	v_dual_mov_b32 v12 /*v524*/, v110 :: v_dual_mov_b32 v19 /*v531*/, v8
	s_set_vgpr_msb 0x8045                   ;  msbs: dst=1 src0=1 src1=1 src2=0
	v_pk_fma_f32 v[96:97] /*v[352:353]*/, v[100:101] /*v[356:357]*/, v[96:97] /*v[352:353]*/, 1.0 op_sel_hi:[0,1,0]
	s_set_vgpr_msb 0x4504                   ;  msbs: dst=0 src0=0 src1=1 src2=0
	v_pk_fma_f32 v[36:37], v[36:37], v[52:53] /*v[308:309]*/, 1.0 op_sel_hi:[1,1,0]
	v_pk_fma_f32 v[32:33], v[32:33], v[28:29] /*v[284:285]*/, 1.0 op_sel_hi:[1,1,0]
	v_pk_fma_f32 v[22:23], v[22:23], v[6:7] /*v[262:263]*/, 1.0 op_sel_hi:[1,1,0]
	v_pk_fma_f32 v[18:19], v[18:19], v[2:3] /*v[258:259]*/, 1.0 op_sel_hi:[1,1,0]
	s_set_vgpr_msb 0x445                    ;  msbs: dst=1 src0=1 src1=1 src2=0
	v_pk_fma_f32 v[64:65] /*v[320:321]*/, v[64:65] /*v[320:321]*/, v[190:191] /*v[446:447]*/, 1.0 op_sel_hi:[1,1,0]
	s_set_vgpr_msb 0x4504                   ;  msbs: dst=0 src0=0 src1=1 src2=0
	v_pk_fma_f32 v[218:219], v[218:219], v[198:199] /*v[454:455]*/, 1.0 op_sel_hi:[1,1,0]
	s_set_vgpr_msb 0x400                    ;  msbs: dst=0 src0=0 src1=0 src2=0
	v_pk_fma_f32 v[104:105], v[104:105], v[38:39], 1.0 op_sel_hi:[1,1,0]
	s_set_vgpr_msb 0x41                     ;  msbs: dst=1 src0=1 src1=0 src2=0
	v_pk_fma_f32 v[60:61] /*v[316:317]*/, v[60:61] /*v[316:317]*/, v[214:215], 1.0 op_sel_hi:[1,1,0]
	s_set_vgpr_msb 0x4145                   ;  msbs: dst=1 src0=1 src1=1 src2=0
	v_pk_fma_f32 v[126:127] /*v[382:383]*/, v[126:127] /*v[382:383]*/, v[218:219] /*v[474:475]*/, 1.0 op_sel_hi:[1,1,0]
	s_set_vgpr_msb 0x4541                   ;  msbs: dst=1 src0=1 src1=0 src2=0
	v_pk_fma_f32 v[52:53] /*v[308:309]*/, v[52:53] /*v[308:309]*/, v[206:207], 1.0 op_sel_hi:[1,1,0]
	s_set_vgpr_msb 0x4100                   ;  msbs: dst=0 src0=0 src1=0 src2=0
	v_pk_fma_f32 v[98:99], v[98:99], v[34:35], 1.0 op_sel_hi:[1,1,0]
	s_set_vgpr_msb 0x41                     ;  msbs: dst=1 src0=1 src1=0 src2=0
	v_pk_fma_f32 v[50:51] /*v[306:307]*/, v[50:51] /*v[306:307]*/, v[204:205], 1.0 op_sel_hi:[1,1,0]
	v_pk_fma_f32 v[48:49] /*v[304:305]*/, v[48:49] /*v[304:305]*/, v[200:201], 1.0 op_sel_hi:[1,1,0]
	v_pk_fma_f32 v[44:45] /*v[300:301]*/, v[44:45] /*v[300:301]*/, v[196:197], 1.0 op_sel_hi:[1,1,0]
	s_set_vgpr_msb 0x4145                   ;  msbs: dst=1 src0=1 src1=1 src2=0
	v_pk_fma_f32 v[124:125] /*v[380:381]*/, v[124:125] /*v[380:381]*/, v[150:151] /*v[406:407]*/, 1.0 op_sel_hi:[1,1,0]
	v_pk_fma_f32 v[38:39] /*v[294:295]*/, v[38:39] /*v[294:295]*/, v[234:235] /*v[490:491]*/, 1.0 op_sel_hi:[1,1,0]
	v_pk_fma_f32 v[36:37] /*v[292:293]*/, v[36:37] /*v[292:293]*/, v[236:237] /*v[492:493]*/, 1.0 op_sel_hi:[1,1,0]
	s_set_vgpr_msb 0x4541                   ;  msbs: dst=1 src0=1 src1=0 src2=0
	v_pk_fma_f32 v[34:35] /*v[290:291]*/, v[34:35] /*v[290:291]*/, v[192:193], 1.0 op_sel_hi:[1,1,0]
	v_pk_fma_f32 v[30:31] /*v[286:287]*/, v[30:31] /*v[286:287]*/, v[188:189], 1.0 op_sel_hi:[1,1,0]
	v_pk_fma_f32 v[28:29] /*v[284:285]*/, v[28:29] /*v[284:285]*/, v[186:187], 1.0 op_sel_hi:[1,1,0]
	s_set_vgpr_msb 0x4100                   ;  msbs: dst=0 src0=0 src1=0 src2=0
	v_pk_fma_f32 v[82:83], v[82:83], v[30:31], 1.0 op_sel_hi:[1,1,0]
	s_set_vgpr_msb 0x41                     ;  msbs: dst=1 src0=1 src1=0 src2=0
	v_pk_fma_f32 v[26:27] /*v[282:283]*/, v[26:27] /*v[282:283]*/, v[184:185], 1.0 op_sel_hi:[1,1,0]
	s_set_vgpr_msb 0x4100                   ;  msbs: dst=0 src0=0 src1=0 src2=0
	v_pk_fma_f32 v[78:79], v[78:79], v[28:29], 1.0 op_sel_hi:[1,1,0]
	s_set_vgpr_msb 0x41                     ;  msbs: dst=1 src0=1 src1=0 src2=0
	v_pk_fma_f32 v[22:23] /*v[278:279]*/, v[22:23] /*v[278:279]*/, v[180:181], 1.0 op_sel_hi:[1,1,0]
	s_set_vgpr_msb 0x4145                   ;  msbs: dst=1 src0=1 src1=1 src2=0
	v_pk_fma_f32 v[122:123] /*v[378:379]*/, v[122:123] /*v[378:379]*/, v[144:145] /*v[400:401]*/, 1.0 op_sel_hi:[1,1,0]
	s_set_vgpr_msb 0x4541                   ;  msbs: dst=1 src0=1 src1=0 src2=0
	v_pk_fma_f32 v[8:9] /*v[264:265]*/, v[8:9] /*v[264:265]*/, v[168:169], 1.0 op_sel_hi:[1,1,0]
	v_pk_fma_f32 v[6:7] /*v[262:263]*/, v[6:7] /*v[262:263]*/, v[166:167], 1.0 op_sel_hi:[1,1,0]
	s_set_vgpr_msb 0x4100                   ;  msbs: dst=0 src0=0 src1=0 src2=0
	v_pk_fma_f32 v[66:67], v[66:67], v[20:21], 1.0 op_sel_hi:[1,1,0]
	s_set_vgpr_msb 0x41                     ;  msbs: dst=1 src0=1 src1=0 src2=0
	v_pk_fma_f32 v[4:5] /*v[260:261]*/, v[4:5] /*v[260:261]*/, v[164:165], 1.0 op_sel_hi:[1,1,0]
	v_pk_fma_f32 v[2:3] /*v[258:259]*/, v[2:3] /*v[258:259]*/, v[162:163], 1.0 op_sel_hi:[1,1,0]
	v_pk_fma_f32 v[0:1] /*v[256:257]*/, v[0:1] /*v[256:257]*/, v[160:161], 1.0 op_sel_hi:[1,1,0]
	s_set_vgpr_msb 0x4100                   ;  msbs: dst=0 src0=0 src1=0 src2=0
	v_pk_fma_f32 v[62:63], v[62:63], v[16:17], 1.0 op_sel_hi:[1,1,0]
	v_pk_fma_f32 v[254:255], v[254:255], v[158:159], 1.0 op_sel_hi:[1,1,0]
	v_pk_fma_f32 v[60:61], v[60:61], v[14:15], 1.0 op_sel_hi:[1,1,0]
	v_pk_fma_f32 v[250:251], v[250:251], v[154:155], 1.0 op_sel_hi:[1,1,0]
	v_pk_fma_f32 v[238:239], v[238:239], v[138:139], 1.0 op_sel_hi:[1,1,0]
	s_set_vgpr_msb 0x41                     ;  msbs: dst=1 src0=1 src1=0 src2=0
	v_dual_mov_b32 v138 /*v394*/, v168 /*v424*/ :: v_dual_mov_b32 v139 /*v395*/, v169 /*v425*/
	v_dual_mov_b32 v150 /*v406*/, v176 /*v432*/ :: v_dual_mov_b32 v151 /*v407*/, v177 /*v433*/
	v_dual_mov_b32 v148 /*v404*/, v206 /*v462*/ :: v_dual_mov_b32 v149 /*v405*/, v207 /*v463*/
	v_dual_mov_b32 v146 /*v402*/, v214 /*v470*/ :: v_dual_mov_b32 v147 /*v403*/, v215 /*v471*/
	v_dual_mov_b32 v144 /*v400*/, v216 /*v472*/ :: v_dual_mov_b32 v145 /*v401*/, v217 /*v473*/
	v_dual_mov_b32 v142 /*v398*/, v210 /*v466*/ :: v_dual_mov_b32 v143 /*v399*/, v211 /*v467*/
	v_dual_mov_b32 v140 /*v396*/, v196 /*v452*/ :: v_dual_mov_b32 v141 /*v397*/, v197 /*v453*/
	v_dual_mov_b32 v136 /*v392*/, v220 /*v476*/ :: v_dual_mov_b32 v137 /*v393*/, v221 /*v477*/
	v_dual_mov_b32 v134 /*v390*/, v222 /*v478*/ :: v_dual_mov_b32 v135 /*v391*/, v223 /*v479*/
	v_dual_mov_b32 v132 /*v388*/, v252 /*v508*/ :: v_dual_mov_b32 v133 /*v389*/, v253 /*v509*/
	v_pk_fma_f32 v[18:19] /*v[274:275]*/, v[18:19] /*v[274:275]*/, v[176:177], 1.0 op_sel_hi:[1,1,0]
	v_pk_fma_f32 v[14:15] /*v[270:271]*/, v[14:15] /*v[270:271]*/, v[172:173], 1.0 op_sel_hi:[1,1,0]
	s_set_vgpr_msb 0x4100                   ;  msbs: dst=0 src0=0 src1=0 src2=0
	v_pk_fma_f32 v[246:247], v[246:247], v[148:149], 1.0 op_sel_hi:[1,1,0]
	s_set_vgpr_msb 0x41                     ;  msbs: dst=1 src0=1 src1=0 src2=0
	v_pk_fma_f32 v[120:121] /*v[376:377]*/, v[120:121] /*v[376:377]*/, v[144:145], 1.0 op_sel_hi:[1,1,0]
	s_set_vgpr_msb 0x4100                   ;  msbs: dst=0 src0=0 src1=0 src2=0
	v_pk_fma_f32 v[242:243], v[242:243], v[142:143], 1.0 op_sel_hi:[1,1,0]
	v_pk_fma_f32 v[232:233], v[232:233], v[132:133], 1.0 op_sel_hi:[1,1,0]
	s_set_vgpr_msb 0x41                     ;  msbs: dst=1 src0=1 src1=0 src2=0
	v_dual_mov_b32 v128 /*v384*/, v95 /*v351*/ :: v_dual_mov_b32 v73 /*v329*/, v129 /*v385*/
	s_set_vgpr_msb 0x4104                   ;  msbs: dst=0 src0=0 src1=1 src2=0
	v_pk_fma_f32 v[96:97], v[96:97], v[228:229] /*v[484:485]*/, 1.0 op_sel_hi:[1,1,0]
	v_pk_fma_f32 v[92:93], v[92:93], v[232:233] /*v[488:489]*/, 1.0 op_sel_hi:[1,1,0]
	s_set_vgpr_msb 0x445                    ;  msbs: dst=1 src0=1 src1=1 src2=0
	v_pk_fma_f32 v[118:119] /*v[374:375]*/, v[118:119] /*v[374:375]*/, v[242:243] /*v[498:499]*/, 1.0 op_sel_hi:[1,1,0]
	s_set_vgpr_msb 0x4504                   ;  msbs: dst=0 src0=0 src1=1 src2=0
	v_pk_fma_f32 v[88:89], v[88:89], v[244:245] /*v[500:501]*/, 1.0 op_sel_hi:[1,1,0]
	s_set_vgpr_msb 0x441                    ;  msbs: dst=1 src0=1 src1=0 src2=0
	v_pk_fma_f32 v[16:17] /*v[272:273]*/, v[16:17] /*v[272:273]*/, v[174:175], 1.0 op_sel_hi:[1,1,0]
	v_pk_fma_f32 v[12:13] /*v[268:269]*/, v[12:13] /*v[268:269]*/, v[170:171], 1.0 op_sel_hi:[1,1,0]
	s_set_vgpr_msb 0x4104                   ;  msbs: dst=0 src0=0 src1=1 src2=0
	v_pk_fma_f32 v[68:69], v[68:69], v[254:255] /*v[510:511]*/, 1.0 op_sel_hi:[1,1,0]
	s_set_vgpr_msb 0x408                    ;  msbs: dst=0 src0=0 src1=2 src2=0
	v_pk_fma_f32 v[2:3], v[2:3], v[0:1] /*v[512:513]*/, 1.0 op_sel_hi:[1,1,0]
	v_pk_fma_f32 v[64:65], v[64:65], v[2:3] /*v[514:515]*/, 1.0 op_sel_hi:[1,1,0]
	v_pk_fma_f32 v[58:59], v[58:59], v[8:9] /*v[520:521]*/, 1.0 op_sel_hi:[1,1,0]
	s_set_vgpr_msb 0x800                    ;  msbs: dst=0 src0=0 src1=0 src2=0
	v_pk_fma_f32 v[240:241], v[240:241], v[140:141], 1.0 op_sel_hi:[1,1,0]
	s_set_vgpr_msb 0x41                     ;  msbs: dst=1 src0=1 src1=0 src2=0
	v_dual_mov_b32 v98 /*v354*/, v160 /*v416*/ :: v_dual_mov_b32 v99 /*v355*/, v161 /*v417*/
	s_set_vgpr_msb 0x4100                   ;  msbs: dst=0 src0=0 src1=0 src2=0
	v_pk_fma_f32 v[224:225], v[224:225], v[124:125], 1.0 op_sel_hi:[1,1,0]
	s_set_vgpr_msb 0x41                     ;  msbs: dst=1 src0=1 src1=0 src2=0
	v_dual_mov_b32 v106 /*v362*/, v156 /*v412*/ :: v_dual_mov_b32 v107 /*v363*/, v157 /*v413*/
	v_dual_mov_b32 v116 /*v372*/, v158 /*v414*/ :: v_dual_mov_b32 v117 /*v373*/, v159 /*v415*/
	s_set_vgpr_msb 0x4101                   ;  msbs: dst=0 src0=1 src1=0 src2=0
	v_dual_mov_b32 v122, v166 /*v422*/ :: v_dual_mov_b32 v123, v167 /*v423*/
	s_set_vgpr_msb 0x100                    ;  msbs: dst=0 src0=0 src1=0 src2=0
	v_pk_fma_f32 v[252:253], v[252:253], v[156:157], 1.0 op_sel_hi:[1,1,0]
	v_pk_fma_f32 v[236:237], v[236:237], v[136:137], 1.0 op_sel_hi:[1,1,0]
	s_set_vgpr_msb 0x41                     ;  msbs: dst=1 src0=1 src1=0 src2=0
	v_pk_fma_f32 v[56:57] /*v[312:313]*/, v[56:57] /*v[312:313]*/, v[210:211], 1.0 op_sel_hi:[1,1,0]
	v_pk_fma_f32 v[54:55] /*v[310:311]*/, v[54:55] /*v[310:311]*/, v[208:209], 1.0 op_sel_hi:[1,1,0]
	v_pk_fma_f32 v[46:47] /*v[302:303]*/, v[46:47] /*v[302:303]*/, v[198:199], 1.0 op_sel_hi:[1,1,0]
	v_pk_fma_f32 v[42:43] /*v[298:299]*/, v[42:43] /*v[298:299]*/, v[194:195], 1.0 op_sel_hi:[1,1,0]
	v_pk_fma_f32 v[32:33] /*v[288:289]*/, v[32:33] /*v[288:289]*/, v[190:191], 1.0 op_sel_hi:[1,1,0]
	s_set_vgpr_msb 0x4104                   ;  msbs: dst=0 src0=0 src1=1 src2=0
	v_pk_fma_f32 v[84:85], v[84:85], v[246:247] /*v[502:503]*/, 1.0 op_sel_hi:[1,1,0]
	v_pk_fma_f32 v[118:119], v[118:119], v[164:165] /*v[420:421]*/, 1.0 op_sel_hi:[1,1,0]
	s_set_vgpr_msb 0x441                    ;  msbs: dst=1 src0=1 src1=0 src2=0
	v_pk_fma_f32 v[24:25] /*v[280:281]*/, v[24:25] /*v[280:281]*/, v[182:183], 1.0 op_sel_hi:[1,1,0]
	s_set_vgpr_msb 0x4100                   ;  msbs: dst=0 src0=0 src1=0 src2=0
	v_pk_fma_f32 v[234:235], v[234:235], v[134:135], 1.0 op_sel_hi:[1,1,0]
	v_pk_fma_f32 v[228:229], v[228:229], v[128:129], 1.0 op_sel_hi:[1,1,0]
	v_pk_fma_f32 v[226:227], v[226:227], v[126:127], 1.0 op_sel_hi:[1,1,0]
	s_set_vgpr_msb 0x41                     ;  msbs: dst=1 src0=1 src1=0 src2=0
	v_dual_mov_b32 v108 /*v364*/, v155 /*v411*/ :: v_dual_mov_b32 v102 /*v358*/, v162 /*v418*/
	v_dual_mov_b32 v103 /*v359*/, v163 /*v419*/ :: v_dual_mov_b32 v104 /*v360*/, v152 /*v408*/
	s_set_vgpr_msb 0x4100                   ;  msbs: dst=0 src0=0 src1=0 src2=0
	v_pk_fma_f32 v[244:245], v[244:245], v[146:147], 1.0 op_sel_hi:[1,1,0]
	v_pk_fma_f32 v[230:231], v[230:231], v[130:131], 1.0 op_sel_hi:[1,1,0]
	s_set_vgpr_msb 0x45                     ;  msbs: dst=1 src0=1 src1=1 src2=0
	v_pk_fma_f32 v[40:41] /*v[296:297]*/, v[40:41] /*v[296:297]*/, v[240:241] /*v[496:497]*/, 1.0 op_sel_hi:[1,1,0]
	s_set_vgpr_msb 0x4508                   ;  msbs: dst=0 src0=0 src1=2 src2=0
	v_pk_fma_f32 v[50:51], v[50:51], v[12:13] /*v[524:525]*/, 1.0 op_sel_hi:[1,1,0]
	s_set_vgpr_msb 0x849                    ;  msbs: dst=1 src0=1 src1=2 src2=0
	v_pk_fma_f32 v[10:11] /*v[266:267]*/, v[10:11] /*v[266:267]*/, v[18:19] /*v[530:531]*/, 1.0 op_sel_hi:[1,1,0]
	v_mov_b32_e32 v100 /*v356*/, v97 /*v353*/
	s_add_co_i32 s2, s2, -1
	s_delay_alu instid0(SALU_CYCLE_1)
	s_cmp_lg_u32 s2, 0
	s_set_vgpr_msb 0x4900                   ;  msbs: dst=0 src0=0 src1=0 src2=0
	s_cbranch_scc1 .LBB4_1
.LBB4_2:
	s_wait_loadcnt 0x3e
	s_clause 0x3e
	global_store_b32 v0, v217, s[6:7] scale_offset
	s_set_vgpr_msb 4                        ;  msbs: dst=0 src0=0 src1=1 src2=0
	global_store_b32 v0, v139 /*v395*/, s[6:7] offset:128 scale_offset
	s_set_vgpr_msb 0x400                    ;  msbs: dst=0 src0=0 src1=0 src2=0
	global_store_b32 v0, v169, s[6:7] offset:256 scale_offset
	global_store_b32 v0, v109, s[6:7] offset:384 scale_offset
	global_store_b32 v0, v207, s[6:7] offset:512 scale_offset
	s_set_vgpr_msb 4                        ;  msbs: dst=0 src0=0 src1=1 src2=0
	global_store_b32 v0, v93 /*v349*/, s[6:7] offset:640 scale_offset
	global_store_b32 v0, v92 /*v348*/, s[6:7] offset:768 scale_offset
	s_set_vgpr_msb 0x400                    ;  msbs: dst=0 src0=0 src1=0 src2=0
	global_store_b32 v0, v216, s[6:7] offset:896 scale_offset
	global_store_b32 v0, v3, s[6:7] offset:1024 scale_offset
	global_store_b32 v0, v168, s[6:7] offset:1152 scale_offset
	global_store_b32 v0, v193, s[6:7] offset:1280 scale_offset
	global_store_b32 v0, v206, s[6:7] offset:1408 scale_offset
	global_store_b32 v0, v101, s[6:7] offset:1536 scale_offset
	global_store_b32 v0, v95, s[6:7] offset:1664 scale_offset
	global_store_b32 v0, v87, s[6:7] offset:1792 scale_offset
	global_store_b32 v0, v69, s[6:7] offset:1920 scale_offset
	global_store_b32 v0, v45, s[6:7] offset:2048 scale_offset
	global_store_b32 v0, v192, s[6:7] offset:2176 scale_offset
	global_store_b32 v0, v205, s[6:7] offset:2304 scale_offset
	s_set_vgpr_msb 4                        ;  msbs: dst=0 src0=0 src1=1 src2=0
	global_store_b32 v0, v91 /*v347*/, s[6:7] offset:2432 scale_offset
	global_store_b32 v0, v90 /*v346*/, s[6:7] offset:2560 scale_offset
	global_store_b32 v0, v88 /*v344*/, s[6:7] offset:2688 scale_offset
	global_store_b32 v0, v89 /*v345*/, s[6:7] offset:2816 scale_offset
	s_set_vgpr_msb 0x400                    ;  msbs: dst=0 src0=0 src1=0 src2=0
	global_store_b32 v0, v167, s[6:7] offset:2944 scale_offset
	s_set_vgpr_msb 4                        ;  msbs: dst=0 src0=0 src1=1 src2=0
	global_store_b32 v0, v94 /*v350*/, s[6:7] offset:3072 scale_offset
	s_set_vgpr_msb 0x400                    ;  msbs: dst=0 src0=0 src1=0 src2=0
	global_store_b32 v0, v204, s[6:7] offset:3200 scale_offset
	global_store_b32 v0, v38, s[6:7] offset:3328 scale_offset
	s_set_vgpr_msb 4                        ;  msbs: dst=0 src0=0 src1=1 src2=0
	global_store_b32 v0, v87 /*v343*/, s[6:7] offset:3456 scale_offset
	global_store_b32 v0, v86 /*v342*/, s[6:7] offset:3584 scale_offset
	global_store_b32 v0, v151 /*v407*/, s[6:7] offset:3712 scale_offset
	s_set_vgpr_msb 0x400                    ;  msbs: dst=0 src0=0 src1=0 src2=0
	global_store_b32 v0, v166, s[6:7] offset:3840 scale_offset
	global_store_b32 v0, v73, s[6:7] offset:3968 scale_offset
	global_store_b32 v0, v55, s[6:7] offset:4096 scale_offset
	global_store_b32 v0, v34, s[6:7] offset:4224 scale_offset
	global_store_b32 v0, v108, s[6:7] offset:4352 scale_offset
	s_set_vgpr_msb 4                        ;  msbs: dst=0 src0=0 src1=1 src2=0
	global_store_b32 v0, v84 /*v340*/, s[6:7] offset:4480 scale_offset
	global_store_b32 v0, v85 /*v341*/, s[6:7] offset:4608 scale_offset
	s_set_vgpr_msb 0x400                    ;  msbs: dst=0 src0=0 src1=0 src2=0
	global_store_b32 v0, v165, s[6:7] offset:4736 scale_offset
	s_set_vgpr_msb 4                        ;  msbs: dst=0 src0=0 src1=1 src2=0
	global_store_b32 v0, v83 /*v339*/, s[6:7] offset:4864 scale_offset
	global_store_b32 v0, v82 /*v338*/, s[6:7] offset:4992 scale_offset
	global_store_b32 v0, v81 /*v337*/, s[6:7] offset:5120 scale_offset
	global_store_b32 v0, v80 /*v336*/, s[6:7] offset:5248 scale_offset
	global_store_b32 v0, v78 /*v334*/, s[6:7] offset:5376 scale_offset
	global_store_b32 v0, v79 /*v335*/, s[6:7] offset:5504 scale_offset
	s_set_vgpr_msb 0x400                    ;  msbs: dst=0 src0=0 src1=0 src2=0
	global_store_b32 v0, v164, s[6:7] offset:5632 scale_offset
	global_store_b32 v0, v28, s[6:7] offset:5760 scale_offset
	global_store_b32 v0, v26, s[6:7] offset:5888 scale_offset
	global_store_b32 v0, v24, s[6:7] offset:6016 scale_offset
	s_set_vgpr_msb 4                        ;  msbs: dst=0 src0=0 src1=1 src2=0
	global_store_b32 v0, v77 /*v333*/, s[6:7] offset:6144 scale_offset
	global_store_b32 v0, v76 /*v332*/, s[6:7] offset:6272 scale_offset
	global_store_b32 v0, v138 /*v394*/, s[6:7] offset:6400 scale_offset
	s_set_vgpr_msb 0x400                    ;  msbs: dst=0 src0=0 src1=0 src2=0
	global_store_b32 v0, v16, s[6:7] offset:6528 scale_offset
	global_store_b32 v0, v113, s[6:7] offset:6656 scale_offset
	global_store_b32 v0, v202, s[6:7] offset:6784 scale_offset
	global_store_b32 v0, v12, s[6:7] offset:6912 scale_offset
	s_set_vgpr_msb 4                        ;  msbs: dst=0 src0=0 src1=1 src2=0
	global_store_b32 v0, v75 /*v331*/, s[6:7] offset:7040 scale_offset
	global_store_b32 v0, v74 /*v330*/, s[6:7] offset:7168 scale_offset
	global_store_b32 v0, v73 /*v329*/, s[6:7] offset:7296 scale_offset
	global_store_b32 v0, v72 /*v328*/, s[6:7] offset:7424 scale_offset
	s_set_vgpr_msb 0x400                    ;  msbs: dst=0 src0=0 src1=0 src2=0
	global_store_b32 v0, v191, s[6:7] offset:7552 scale_offset
	global_store_b32 v0, v203, s[6:7] offset:7680 scale_offset
	global_store_b32 v0, v100, s[6:7] offset:7808 scale_offset
	global_store_b32 v0, v94, s[6:7] offset:7936 scale_offset
	s_clause 0x3e
	global_store_b32 v0, v86, s[6:7] offset:8064 scale_offset
	global_store_b32 v0, v68, s[6:7] offset:8192 scale_offset
	global_store_b32 v0, v44, s[6:7] offset:8320 scale_offset
	global_store_b32 v0, v190, s[6:7] offset:8448 scale_offset
	global_store_b32 v0, v201, s[6:7] offset:8576 scale_offset
	global_store_b32 v0, v112, s[6:7] offset:8704 scale_offset
	global_store_b32 v0, v103, s[6:7] offset:8832 scale_offset
	global_store_b32 v0, v97, s[6:7] offset:8960 scale_offset
	global_store_b32 v0, v89, s[6:7] offset:9088 scale_offset
	global_store_b32 v0, v163, s[6:7] offset:9216 scale_offset
	global_store_b32 v0, v49, s[6:7] offset:9344 scale_offset
	global_store_b32 v0, v200, s[6:7] offset:9472 scale_offset
	global_store_b32 v0, v215, s[6:7] offset:9600 scale_offset
	s_set_vgpr_msb 4                        ;  msbs: dst=0 src0=0 src1=1 src2=0
	global_store_b32 v0, v70 /*v326*/, s[6:7] offset:9728 scale_offset
	global_store_b32 v0, v71 /*v327*/, s[6:7] offset:9856 scale_offset
	global_store_b32 v0, v150 /*v406*/, s[6:7] offset:9984 scale_offset
	s_set_vgpr_msb 0x400                    ;  msbs: dst=0 src0=0 src1=0 src2=0
	global_store_b32 v0, v162, s[6:7] offset:10112 scale_offset
	global_store_b32 v0, v72, s[6:7] offset:10240 scale_offset
	global_store_b32 v0, v54, s[6:7] offset:10368 scale_offset
	global_store_b32 v0, v214, s[6:7] offset:10496 scale_offset
	global_store_b32 v0, v39, s[6:7] offset:10624 scale_offset
	s_set_vgpr_msb 4                        ;  msbs: dst=0 src0=0 src1=1 src2=0
	global_store_b32 v0, v114 /*v370*/, s[6:7] offset:10752 scale_offset
	global_store_b32 v0, v115 /*v371*/, s[6:7] offset:10880 scale_offset
	s_set_vgpr_msb 0x400                    ;  msbs: dst=0 src0=0 src1=0 src2=0
	global_store_b32 v0, v161, s[6:7] offset:11008 scale_offset
	global_store_b32 v0, v189, s[6:7] offset:11136 scale_offset
	global_store_b32 v0, v77, s[6:7] offset:11264 scale_offset
	global_store_b32 v0, v57, s[6:7] offset:11392 scale_offset
	global_store_b32 v0, v35, s[6:7] offset:11520 scale_offset
	s_set_vgpr_msb 4                        ;  msbs: dst=0 src0=0 src1=1 src2=0
	global_store_b32 v0, v112 /*v368*/, s[6:7] offset:11648 scale_offset
	global_store_b32 v0, v113 /*v369*/, s[6:7] offset:11776 scale_offset
	s_set_vgpr_msb 0x400                    ;  msbs: dst=0 src0=0 src1=0 src2=0
	global_store_b32 v0, v160, s[6:7] offset:11904 scale_offset
	global_store_b32 v0, v188, s[6:7] offset:12032 scale_offset
	global_store_b32 v0, v6, s[6:7] offset:12160 scale_offset
	s_set_vgpr_msb 4                        ;  msbs: dst=0 src0=0 src1=1 src2=0
	global_store_b32 v0, v69 /*v325*/, s[6:7] offset:12288 scale_offset
	global_store_b32 v0, v68 /*v324*/, s[6:7] offset:12416 scale_offset
	global_store_b32 v0, v110 /*v366*/, s[6:7] offset:12544 scale_offset
	global_store_b32 v0, v111 /*v367*/, s[6:7] offset:12672 scale_offset
	s_set_vgpr_msb 0x400                    ;  msbs: dst=0 src0=0 src1=0 src2=0
	global_store_b32 v0, v159, s[6:7] offset:12800 scale_offset
	global_store_b32 v0, v30, s[6:7] offset:12928 scale_offset
	global_store_b32 v0, v29, s[6:7] offset:13056 scale_offset
	global_store_b32 v0, v27, s[6:7] offset:13184 scale_offset
	global_store_b32 v0, v25, s[6:7] offset:13312 scale_offset
	s_set_vgpr_msb 4                        ;  msbs: dst=0 src0=0 src1=1 src2=0
	global_store_b32 v0, v141 /*v397*/, s[6:7] offset:13440 scale_offset
	s_set_vgpr_msb 0x400                    ;  msbs: dst=0 src0=0 src1=0 src2=0
	global_store_b32 v0, v123, s[6:7] offset:13568 scale_offset
	global_store_b32 v0, v158, s[6:7] offset:13696 scale_offset
	global_store_b32 v0, v17, s[6:7] offset:13824 scale_offset
	global_store_b32 v0, v14, s[6:7] offset:13952 scale_offset
	global_store_b32 v0, v212, s[6:7] offset:14080 scale_offset
	global_store_b32 v0, v13, s[6:7] offset:14208 scale_offset
	s_set_vgpr_msb 4                        ;  msbs: dst=0 src0=0 src1=1 src2=0
	global_store_b32 v0, v106 /*v362*/, s[6:7] offset:14336 scale_offset
	global_store_b32 v0, v107 /*v363*/, s[6:7] offset:14464 scale_offset
	s_set_vgpr_msb 0x400                    ;  msbs: dst=0 src0=0 src1=0 src2=0
	global_store_b32 v0, v10, s[6:7] offset:14592 scale_offset
	global_store_b32 v0, v122, s[6:7] offset:14720 scale_offset
	global_store_b32 v0, v199, s[6:7] offset:14848 scale_offset
	global_store_b32 v0, v213, s[6:7] offset:14976 scale_offset
	global_store_b32 v0, v102, s[6:7] offset:15104 scale_offset
	global_store_b32 v0, v96, s[6:7] offset:15232 scale_offset
	global_store_b32 v0, v88, s[6:7] offset:15360 scale_offset
	global_store_b32 v0, v223, s[6:7] offset:15488 scale_offset
	global_store_b32 v0, v48, s[6:7] offset:15616 scale_offset
	global_store_b32 v0, v198, s[6:7] offset:15744 scale_offset
	global_store_b32 v0, v211, s[6:7] offset:15872 scale_offset
	global_store_b32 v0, v222, s[6:7] offset:16000 scale_offset
	s_clause 0x3e
	global_store_b32 v0, v105, s[6:7] offset:16128 scale_offset
	global_store_b32 v0, v99, s[6:7] offset:16256 scale_offset
	global_store_b32 v0, v157, s[6:7] offset:16384 scale_offset
	global_store_b32 v0, v71, s[6:7] offset:16512 scale_offset
	global_store_b32 v0, v53, s[6:7] offset:16640 scale_offset
	global_store_b32 v0, v210, s[6:7] offset:16768 scale_offset
	global_store_b32 v0, v114, s[6:7] offset:16896 scale_offset
	s_set_vgpr_msb 4                        ;  msbs: dst=0 src0=0 src1=1 src2=0
	global_store_b32 v0, v67 /*v323*/, s[6:7] offset:17024 scale_offset
	global_store_b32 v0, v66 /*v322*/, s[6:7] offset:17152 scale_offset
	s_set_vgpr_msb 0x400                    ;  msbs: dst=0 src0=0 src1=0 src2=0
	global_store_b32 v0, v156, s[6:7] offset:17280 scale_offset
	global_store_b32 v0, v187, s[6:7] offset:17408 scale_offset
	global_store_b32 v0, v76, s[6:7] offset:17536 scale_offset
	global_store_b32 v0, v56, s[6:7] offset:17664 scale_offset
	s_set_vgpr_msb 4                        ;  msbs: dst=0 src0=0 src1=1 src2=0
	global_store_b32 v0, v96 /*v352*/, s[6:7] offset:17792 scale_offset
	global_store_b32 v0, v65 /*v321*/, s[6:7] offset:17920 scale_offset
	global_store_b32 v0, v64 /*v320*/, s[6:7] offset:18048 scale_offset
	s_set_vgpr_msb 0x400                    ;  msbs: dst=0 src0=0 src1=0 src2=0
	global_store_b32 v0, v155, s[6:7] offset:18176 scale_offset
	global_store_b32 v0, v186, s[6:7] offset:18304 scale_offset
	global_store_b32 v0, v91, s[6:7] offset:18432 scale_offset
	global_store_b32 v0, v81, s[6:7] offset:18560 scale_offset
	global_store_b32 v0, v115, s[6:7] offset:18688 scale_offset
	global_store_b32 v0, v36, s[6:7] offset:18816 scale_offset
	global_store_b32 v0, v218, s[6:7] offset:18944 scale_offset
	global_store_b32 v0, v154, s[6:7] offset:19072 scale_offset
	global_store_b32 v0, v185, s[6:7] offset:19200 scale_offset
	s_set_vgpr_msb 4                        ;  msbs: dst=0 src0=0 src1=1 src2=0
	global_store_b32 v0, v63 /*v319*/, s[6:7] offset:19328 scale_offset
	global_store_b32 v0, v62 /*v318*/, s[6:7] offset:19456 scale_offset
	global_store_b32 v0, v149 /*v405*/, s[6:7] offset:19584 scale_offset
	global_store_b32 v0, v140 /*v396*/, s[6:7] offset:19712 scale_offset
	s_set_vgpr_msb 0x400                    ;  msbs: dst=0 src0=0 src1=0 src2=0
	global_store_b32 v0, v219, s[6:7] offset:19840 scale_offset
	global_store_b32 v0, v153, s[6:7] offset:19968 scale_offset
	global_store_b32 v0, v184, s[6:7] offset:20096 scale_offset
	global_store_b32 v0, v31, s[6:7] offset:20224 scale_offset
	global_store_b32 v0, v221, s[6:7] offset:20352 scale_offset
	s_set_vgpr_msb 4                        ;  msbs: dst=0 src0=0 src1=1 src2=0
	global_store_b32 v0, v146 /*v402*/, s[6:7] offset:20480 scale_offset
	global_store_b32 v0, v144 /*v400*/, s[6:7] offset:20608 scale_offset
	global_store_b32 v0, v143 /*v399*/, s[6:7] offset:20736 scale_offset
	s_set_vgpr_msb 0x400                    ;  msbs: dst=0 src0=0 src1=0 src2=0
	global_store_b32 v0, v152, s[6:7] offset:20864 scale_offset
	global_store_b32 v0, v20, s[6:7] offset:20992 scale_offset
	global_store_b32 v0, v220, s[6:7] offset:21120 scale_offset
	global_store_b32 v0, v15, s[6:7] offset:21248 scale_offset
	s_set_vgpr_msb 4                        ;  msbs: dst=0 src0=0 src1=1 src2=0
	global_store_b32 v0, v136 /*v392*/, s[6:7] offset:21376 scale_offset
	global_store_b32 v0, v134 /*v390*/, s[6:7] offset:21504 scale_offset
	global_store_b32 v0, v128 /*v384*/, s[6:7] offset:21632 scale_offset
	s_set_vgpr_msb 0x400                    ;  msbs: dst=0 src0=0 src1=0 src2=0
	global_store_b32 v0, v150, s[6:7] offset:21760 scale_offset
	global_store_b32 v0, v11, s[6:7] offset:21888 scale_offset
	global_store_b32 v0, v7, s[6:7] offset:22016 scale_offset
	global_store_b32 v0, v209, s[6:7] offset:22144 scale_offset
	s_set_vgpr_msb 4                        ;  msbs: dst=0 src0=0 src1=1 src2=0
	global_store_b32 v0, v100 /*v356*/, s[6:7] offset:22272 scale_offset
	s_set_vgpr_msb 0x400                    ;  msbs: dst=0 src0=0 src1=0 src2=0
	global_store_b32 v0, v104, s[6:7] offset:22400 scale_offset
	global_store_b32 v0, v98, s[6:7] offset:22528 scale_offset
	global_store_b32 v0, v151, s[6:7] offset:22656 scale_offset
	global_store_b32 v0, v70, s[6:7] offset:22784 scale_offset
	global_store_b32 v0, v52, s[6:7] offset:22912 scale_offset
	global_store_b32 v0, v208, s[6:7] offset:23040 scale_offset
	global_store_b32 v0, v107, s[6:7] offset:23168 scale_offset
	s_set_vgpr_msb 4                        ;  msbs: dst=0 src0=0 src1=1 src2=0
	global_store_b32 v0, v61 /*v317*/, s[6:7] offset:23296 scale_offset
	global_store_b32 v0, v60 /*v316*/, s[6:7] offset:23424 scale_offset
	s_set_vgpr_msb 0x400                    ;  msbs: dst=0 src0=0 src1=0 src2=0
	global_store_b32 v0, v149, s[6:7] offset:23552 scale_offset
	global_store_b32 v0, v5, s[6:7] offset:23680 scale_offset
	global_store_b32 v0, v75, s[6:7] offset:23808 scale_offset
	s_set_vgpr_msb 4                        ;  msbs: dst=0 src0=0 src1=1 src2=0
	global_store_b32 v0, v58 /*v314*/, s[6:7] offset:23936 scale_offset
	global_store_b32 v0, v59 /*v315*/, s[6:7] offset:24064 scale_offset
	s_clause 0x3e
	global_store_b32 v0, v57 /*v313*/, s[6:7] offset:24192 scale_offset
	global_store_b32 v0, v56 /*v312*/, s[6:7] offset:24320 scale_offset
	s_set_vgpr_msb 0x400                    ;  msbs: dst=0 src0=0 src1=0 src2=0
	global_store_b32 v0, v148, s[6:7] offset:24448 scale_offset
	global_store_b32 v0, v183, s[6:7] offset:24576 scale_offset
	global_store_b32 v0, v90, s[6:7] offset:24704 scale_offset
	global_store_b32 v0, v80, s[6:7] offset:24832 scale_offset
	global_store_b32 v0, v61, s[6:7] offset:24960 scale_offset
	s_set_vgpr_msb 4                        ;  msbs: dst=0 src0=0 src1=1 src2=0
	global_store_b32 v0, v55 /*v311*/, s[6:7] offset:25088 scale_offset
	global_store_b32 v0, v54 /*v310*/, s[6:7] offset:25216 scale_offset
	s_set_vgpr_msb 0x400                    ;  msbs: dst=0 src0=0 src1=0 src2=0
	global_store_b32 v0, v147, s[6:7] offset:25344 scale_offset
	global_store_b32 v0, v182, s[6:7] offset:25472 scale_offset
	global_store_b32 v0, v197, s[6:7] offset:25600 scale_offset
	global_store_b32 v0, v93, s[6:7] offset:25728 scale_offset
	s_set_vgpr_msb 4                        ;  msbs: dst=0 src0=0 src1=1 src2=0
	global_store_b32 v0, v148 /*v404*/, s[6:7] offset:25856 scale_offset
	s_set_vgpr_msb 0x400                    ;  msbs: dst=0 src0=0 src1=0 src2=0
	global_store_b32 v0, v65, s[6:7] offset:25984 scale_offset
	global_store_b32 v0, v37, s[6:7] offset:26112 scale_offset
	global_store_b32 v0, v146, s[6:7] offset:26240 scale_offset
	global_store_b32 v0, v181, s[6:7] offset:26368 scale_offset
	global_store_b32 v0, v196, s[6:7] offset:26496 scale_offset
	s_set_vgpr_msb 4                        ;  msbs: dst=0 src0=0 src1=1 src2=0
	global_store_b32 v0, v116 /*v372*/, s[6:7] offset:26624 scale_offset
	global_store_b32 v0, v117 /*v373*/, s[6:7] offset:26752 scale_offset
	s_set_vgpr_msb 0x400                    ;  msbs: dst=0 src0=0 src1=0 src2=0
	global_store_b32 v0, v85, s[6:7] offset:26880 scale_offset
	s_set_vgpr_msb 4                        ;  msbs: dst=0 src0=0 src1=1 src2=0
	global_store_b32 v0, v142 /*v398*/, s[6:7] offset:27008 scale_offset
	s_set_vgpr_msb 0x400                    ;  msbs: dst=0 src0=0 src1=0 src2=0
	global_store_b32 v0, v43, s[6:7] offset:27136 scale_offset
	global_store_b32 v0, v180, s[6:7] offset:27264 scale_offset
	global_store_b32 v0, v106, s[6:7] offset:27392 scale_offset
	global_store_b32 v0, v32, s[6:7] offset:27520 scale_offset
	s_set_vgpr_msb 4                        ;  msbs: dst=0 src0=0 src1=1 src2=0
	global_store_b32 v0, v99 /*v355*/, s[6:7] offset:27648 scale_offset
	global_store_b32 v0, v147 /*v403*/, s[6:7] offset:27776 scale_offset
	global_store_b32 v0, v145 /*v401*/, s[6:7] offset:27904 scale_offset
	s_set_vgpr_msb 0x400                    ;  msbs: dst=0 src0=0 src1=0 src2=0
	global_store_b32 v0, v145, s[6:7] offset:28032 scale_offset
	global_store_b32 v0, v47, s[6:7] offset:28160 scale_offset
	global_store_b32 v0, v21, s[6:7] offset:28288 scale_offset
	s_set_vgpr_msb 4                        ;  msbs: dst=0 src0=0 src1=1 src2=0
	global_store_b32 v0, v126 /*v382*/, s[6:7] offset:28416 scale_offset
	global_store_b32 v0, v127 /*v383*/, s[6:7] offset:28544 scale_offset
	global_store_b32 v0, v137 /*v393*/, s[6:7] offset:28672 scale_offset
	global_store_b32 v0, v135 /*v391*/, s[6:7] offset:28800 scale_offset
	s_set_vgpr_msb 0x400                    ;  msbs: dst=0 src0=0 src1=0 src2=0
	global_store_b32 v0, v144, s[6:7] offset:28928 scale_offset
	global_store_b32 v0, v178, s[6:7] offset:29056 scale_offset
	s_set_vgpr_msb 4                        ;  msbs: dst=0 src0=0 src1=1 src2=0
	global_store_b32 v0, v98 /*v354*/, s[6:7] offset:29184 scale_offset
	global_store_b32 v0, v53 /*v309*/, s[6:7] offset:29312 scale_offset
	global_store_b32 v0, v52 /*v308*/, s[6:7] offset:29440 scale_offset
	global_store_b32 v0, v51 /*v307*/, s[6:7] offset:29568 scale_offset
	global_store_b32 v0, v50 /*v306*/, s[6:7] offset:29696 scale_offset
	s_set_vgpr_msb 0x400                    ;  msbs: dst=0 src0=0 src1=0 src2=0
	global_store_b32 v0, v143, s[6:7] offset:29824 scale_offset
	global_store_b32 v0, v179, s[6:7] offset:29952 scale_offset
	global_store_b32 v0, v74, s[6:7] offset:30080 scale_offset
	s_set_vgpr_msb 4                        ;  msbs: dst=0 src0=0 src1=1 src2=0
	global_store_b32 v0, v102 /*v358*/, s[6:7] offset:30208 scale_offset
	global_store_b32 v0, v103 /*v359*/, s[6:7] offset:30336 scale_offset
	global_store_b32 v0, v49 /*v305*/, s[6:7] offset:30464 scale_offset
	global_store_b32 v0, v48 /*v304*/, s[6:7] offset:30592 scale_offset
	s_set_vgpr_msb 0x400                    ;  msbs: dst=0 src0=0 src1=0 src2=0
	global_store_b32 v0, v142, s[6:7] offset:30720 scale_offset
	global_store_b32 v0, v177, s[6:7] offset:30848 scale_offset
	global_store_b32 v0, v120, s[6:7] offset:30976 scale_offset
	global_store_b32 v0, v79, s[6:7] offset:31104 scale_offset
	global_store_b32 v0, v60, s[6:7] offset:31232 scale_offset
	s_set_vgpr_msb 4                        ;  msbs: dst=0 src0=0 src1=1 src2=0
	global_store_b32 v0, v47 /*v303*/, s[6:7] offset:31360 scale_offset
	global_store_b32 v0, v46 /*v302*/, s[6:7] offset:31488 scale_offset
	s_set_vgpr_msb 0x400                    ;  msbs: dst=0 src0=0 src1=0 src2=0
	global_store_b32 v0, v141, s[6:7] offset:31616 scale_offset
	global_store_b32 v0, v176, s[6:7] offset:31744 scale_offset
	global_store_b32 v0, v195, s[6:7] offset:31872 scale_offset
	global_store_b32 v0, v92, s[6:7] offset:32000 scale_offset
	global_store_b32 v0, v83, s[6:7] offset:32128 scale_offset
	s_clause 0x3e
	global_store_b32 v0, v64, s[6:7] offset:32256 scale_offset
	global_store_b32 v0, v121, s[6:7] offset:32384 scale_offset
	global_store_b32 v0, v140, s[6:7] offset:32512 scale_offset
	global_store_b32 v0, v175, s[6:7] offset:32640 scale_offset
	global_store_b32 v0, v194, s[6:7] offset:32768 scale_offset
	s_set_vgpr_msb 4                        ;  msbs: dst=0 src0=0 src1=1 src2=0
	global_store_b32 v0, v45 /*v301*/, s[6:7] offset:32896 scale_offset
	global_store_b32 v0, v44 /*v300*/, s[6:7] offset:33024 scale_offset
	s_set_vgpr_msb 0x400                    ;  msbs: dst=0 src0=0 src1=0 src2=0
	global_store_b32 v0, v84, s[6:7] offset:33152 scale_offset
	global_store_b32 v0, v67, s[6:7] offset:33280 scale_offset
	global_store_b32 v0, v42, s[6:7] offset:33408 scale_offset
	global_store_b32 v0, v174, s[6:7] offset:33536 scale_offset
	global_store_b32 v0, v111, s[6:7] offset:33664 scale_offset
	s_set_vgpr_msb 4                        ;  msbs: dst=0 src0=0 src1=1 src2=0
	global_store_b32 v0, v43 /*v299*/, s[6:7] offset:33792 scale_offset
	global_store_b32 v0, v42 /*v298*/, s[6:7] offset:33920 scale_offset
	global_store_b32 v0, v41 /*v297*/, s[6:7] offset:34048 scale_offset
	global_store_b32 v0, v40 /*v296*/, s[6:7] offset:34176 scale_offset
	s_set_vgpr_msb 0x400                    ;  msbs: dst=0 src0=0 src1=0 src2=0
	global_store_b32 v0, v139, s[6:7] offset:34304 scale_offset
	global_store_b32 v0, v46, s[6:7] offset:34432 scale_offset
	s_set_vgpr_msb 4                        ;  msbs: dst=0 src0=0 src1=1 src2=0
	global_store_b32 v0, v125 /*v381*/, s[6:7] offset:34560 scale_offset
	global_store_b32 v0, v124 /*v380*/, s[6:7] offset:34688 scale_offset
	s_set_vgpr_msb 0x400                    ;  msbs: dst=0 src0=0 src1=0 src2=0
	global_store_b32 v0, v33, s[6:7] offset:34816 scale_offset
	s_set_vgpr_msb 4                        ;  msbs: dst=0 src0=0 src1=1 src2=0
	global_store_b32 v0, v39 /*v295*/, s[6:7] offset:34944 scale_offset
	global_store_b32 v0, v38 /*v294*/, s[6:7] offset:35072 scale_offset
	s_set_vgpr_msb 0x400                    ;  msbs: dst=0 src0=0 src1=0 src2=0
	global_store_b32 v0, v138, s[6:7] offset:35200 scale_offset
	global_store_b32 v0, v4, s[6:7] offset:35328 scale_offset
	global_store_b32 v0, v51, s[6:7] offset:35456 scale_offset
	global_store_b32 v0, v22, s[6:7] offset:35584 scale_offset
	global_store_b32 v0, v18, s[6:7] offset:35712 scale_offset
	s_set_vgpr_msb 4                        ;  msbs: dst=0 src0=0 src1=1 src2=0
	global_store_b32 v0, v37 /*v293*/, s[6:7] offset:35840 scale_offset
	global_store_b32 v0, v36 /*v292*/, s[6:7] offset:35968 scale_offset
	s_set_vgpr_msb 0x400                    ;  msbs: dst=0 src0=0 src1=0 src2=0
	global_store_b32 v0, v137, s[6:7] offset:36096 scale_offset
	global_store_b32 v0, v110, s[6:7] offset:36224 scale_offset
	s_set_vgpr_msb 4                        ;  msbs: dst=0 src0=0 src1=1 src2=0
	global_store_b32 v0, v132 /*v388*/, s[6:7] offset:36352 scale_offset
	global_store_b32 v0, v118 /*v374*/, s[6:7] offset:36480 scale_offset
	global_store_b32 v0, v119 /*v375*/, s[6:7] offset:36608 scale_offset
	global_store_b32 v0, v35 /*v291*/, s[6:7] offset:36736 scale_offset
	global_store_b32 v0, v34 /*v290*/, s[6:7] offset:36864 scale_offset
	s_set_vgpr_msb 0x400                    ;  msbs: dst=0 src0=0 src1=0 src2=0
	global_store_b32 v0, v136, s[6:7] offset:36992 scale_offset
	global_store_b32 v0, v173, s[6:7] offset:37120 scale_offset
	global_store_b32 v0, v119, s[6:7] offset:37248 scale_offset
	global_store_b32 v0, v78, s[6:7] offset:37376 scale_offset
	global_store_b32 v0, v59, s[6:7] offset:37504 scale_offset
	s_set_vgpr_msb 4                        ;  msbs: dst=0 src0=0 src1=1 src2=0
	global_store_b32 v0, v33 /*v289*/, s[6:7] offset:37632 scale_offset
	global_store_b32 v0, v32 /*v288*/, s[6:7] offset:37760 scale_offset
	s_set_vgpr_msb 0x400                    ;  msbs: dst=0 src0=0 src1=0 src2=0
	global_store_b32 v0, v135, s[6:7] offset:37888 scale_offset
	global_store_b32 v0, v172, s[6:7] offset:38016 scale_offset
	s_set_vgpr_msb 4                        ;  msbs: dst=0 src0=0 src1=1 src2=0
	global_store_b32 v0, v31 /*v287*/, s[6:7] offset:38144 scale_offset
	global_store_b32 v0, v30 /*v286*/, s[6:7] offset:38272 scale_offset
	s_set_vgpr_msb 0x400                    ;  msbs: dst=0 src0=0 src1=0 src2=0
	global_store_b32 v0, v82, s[6:7] offset:38400 scale_offset
	global_store_b32 v0, v63, s[6:7] offset:38528 scale_offset
	global_store_b32 v0, v118, s[6:7] offset:38656 scale_offset
	global_store_b32 v0, v134, s[6:7] offset:38784 scale_offset
	global_store_b32 v0, v171, s[6:7] offset:38912 scale_offset
	s_set_vgpr_msb 4                        ;  msbs: dst=0 src0=0 src1=1 src2=0
	global_store_b32 v0, v29 /*v285*/, s[6:7] offset:39040 scale_offset
	global_store_b32 v0, v28 /*v284*/, s[6:7] offset:39168 scale_offset
	global_store_b32 v0, v27 /*v283*/, s[6:7] offset:39296 scale_offset
	global_store_b32 v0, v26 /*v282*/, s[6:7] offset:39424 scale_offset
	s_set_vgpr_msb 0x400                    ;  msbs: dst=0 src0=0 src1=0 src2=0
	global_store_b32 v0, v66, s[6:7] offset:39552 scale_offset
	global_store_b32 v0, v41, s[6:7] offset:39680 scale_offset
	global_store_b32 v0, v170, s[6:7] offset:39808 scale_offset
	global_store_b32 v0, v117, s[6:7] offset:39936 scale_offset
	s_set_vgpr_msb 4                        ;  msbs: dst=0 src0=0 src1=1 src2=0
	global_store_b32 v0, v25 /*v281*/, s[6:7] offset:40064 scale_offset
	global_store_b32 v0, v24 /*v280*/, s[6:7] offset:40192 scale_offset
	s_clause 0x1e
	global_store_b32 v0, v23 /*v279*/, s[6:7] offset:40320 scale_offset
	global_store_b32 v0, v22 /*v278*/, s[6:7] offset:40448 scale_offset
	s_set_vgpr_msb 0x400                    ;  msbs: dst=0 src0=0 src1=0 src2=0
	global_store_b32 v0, v133, s[6:7] offset:40576 scale_offset
	s_set_vgpr_msb 4                        ;  msbs: dst=0 src0=0 src1=1 src2=0
	global_store_b32 v0, v20 /*v276*/, s[6:7] offset:40704 scale_offset
	global_store_b32 v0, v21 /*v277*/, s[6:7] offset:40832 scale_offset
	global_store_b32 v0, v19 /*v275*/, s[6:7] offset:40960 scale_offset
	global_store_b32 v0, v18 /*v274*/, s[6:7] offset:41088 scale_offset
	global_store_b32 v0, v17 /*v273*/, s[6:7] offset:41216 scale_offset
	global_store_b32 v0, v16 /*v272*/, s[6:7] offset:41344 scale_offset
	s_set_vgpr_msb 0x400                    ;  msbs: dst=0 src0=0 src1=0 src2=0
	global_store_b32 v0, v132, s[6:7] offset:41472 scale_offset
	global_store_b32 v0, v116, s[6:7] offset:41600 scale_offset
	global_store_b32 v0, v50, s[6:7] offset:41728 scale_offset
	s_set_vgpr_msb 4                        ;  msbs: dst=0 src0=0 src1=1 src2=0
	global_store_b32 v0, v15 /*v271*/, s[6:7] offset:41856 scale_offset
	global_store_b32 v0, v14 /*v270*/, s[6:7] offset:41984 scale_offset
	global_store_b32 v0, v13 /*v269*/, s[6:7] offset:42112 scale_offset
	global_store_b32 v0, v12 /*v268*/, s[6:7] offset:42240 scale_offset
	s_set_vgpr_msb 0x400                    ;  msbs: dst=0 src0=0 src1=0 src2=0
	global_store_b32 v0, v131, s[6:7] offset:42368 scale_offset
	global_store_b32 v0, v8, s[6:7] offset:42496 scale_offset
	s_set_vgpr_msb 4                        ;  msbs: dst=0 src0=0 src1=1 src2=0
	global_store_b32 v0, v11 /*v267*/, s[6:7] offset:42624 scale_offset
	global_store_b32 v0, v10 /*v266*/, s[6:7] offset:42752 scale_offset
	s_set_vgpr_msb 0x400                    ;  msbs: dst=0 src0=0 src1=0 src2=0
	global_store_b32 v0, v23, s[6:7] offset:42880 scale_offset
	global_store_b32 v0, v19, s[6:7] offset:43008 scale_offset
	s_set_vgpr_msb 4                        ;  msbs: dst=0 src0=0 src1=1 src2=0
	global_store_b32 v0, v131 /*v387*/, s[6:7] offset:43136 scale_offset
	s_wait_loadcnt 0x3d
	s_set_vgpr_msb 0x400                    ;  msbs: dst=0 src0=0 src1=0 src2=0
	global_store_b32 v0, v130, s[6:7] offset:43264 scale_offset
	s_wait_loadcnt 0x3c
	s_set_vgpr_msb 4                        ;  msbs: dst=0 src0=0 src1=1 src2=0
	global_store_b32 v0, v123 /*v379*/, s[6:7] offset:43392 scale_offset
	s_wait_loadcnt 0x3b
	global_store_b32 v0, v122 /*v378*/, s[6:7] offset:43520 scale_offset
	s_wait_loadcnt 0x3a
	global_store_b32 v0, v133 /*v389*/, s[6:7] offset:43648 scale_offset
	s_wait_loadcnt 0x39
	s_set_vgpr_msb 0x400                    ;  msbs: dst=0 src0=0 src1=0 src2=0
	global_store_b32 v0, v58, s[6:7] offset:43776 scale_offset
	s_wait_loadcnt 0x38
	s_set_vgpr_msb 4                        ;  msbs: dst=0 src0=0 src1=1 src2=0
	global_store_b32 v0, v9 /*v265*/, s[6:7] offset:43904 scale_offset
	s_wait_loadcnt 0x37
	global_store_b32 v0, v8 /*v264*/, s[6:7] offset:44032 scale_offset
	s_wait_loadcnt 0x36
	s_set_vgpr_msb 0x400                    ;  msbs: dst=0 src0=0 src1=0 src2=0
	global_store_b32 v0, v129, s[6:7] offset:44160 scale_offset
	s_wait_loadcnt 0x35
	s_set_vgpr_msb 4                        ;  msbs: dst=0 src0=0 src1=1 src2=0
	global_store_b32 v0, v7 /*v263*/, s[6:7] offset:44288 scale_offset
	s_wait_loadcnt 0x34
	global_store_b32 v0, v6 /*v262*/, s[6:7] offset:44416 scale_offset
	s_wait_loadcnt 0x33
	global_store_b32 v0, v5 /*v261*/, s[6:7] offset:44544 scale_offset
	s_wait_loadcnt 0x32
	global_store_b32 v0, v4 /*v260*/, s[6:7] offset:44672 scale_offset
	s_wait_loadcnt 0x31
	s_set_vgpr_msb 0x400                    ;  msbs: dst=0 src0=0 src1=0 src2=0
	global_store_b32 v0, v62, s[6:7] offset:44800 scale_offset
	s_wait_loadcnt 0x30
	global_store_b32 v0, v2, s[6:7] offset:44928 scale_offset
	s_wait_loadcnt 0x2f
	global_store_b32 v0, v128, s[6:7] offset:45056 scale_offset
	s_wait_loadcnt 0x2e
	s_set_vgpr_msb 4                        ;  msbs: dst=0 src0=0 src1=1 src2=0
	global_store_b32 v0, v3 /*v259*/, s[6:7] offset:45184 scale_offset
	s_wait_loadcnt 0x2d
	global_store_b32 v0, v2 /*v258*/, s[6:7] offset:45312 scale_offset
	s_wait_loadcnt 0x2c
	global_store_b32 v0, v1 /*v257*/, s[6:7] offset:45440 scale_offset
	s_wait_loadcnt 0x2b
	global_store_b32 v0, v0 /*v256*/, s[6:7] offset:45568 scale_offset
	s_wait_loadcnt 0x2a
	s_set_vgpr_msb 0x400                    ;  msbs: dst=0 src0=0 src1=0 src2=0
	global_store_b32 v0, v255, s[6:7] offset:45696 scale_offset
	s_wait_loadcnt 0x29
	global_store_b32 v0, v254, s[6:7] offset:45824 scale_offset
	s_wait_loadcnt 0x28
	global_store_b32 v0, v40, s[6:7] offset:45952 scale_offset
	s_wait_loadcnt 0x27
	s_set_vgpr_msb 4                        ;  msbs: dst=0 src0=0 src1=1 src2=0
	global_store_b32 v0, v108 /*v364*/, s[6:7] offset:46080 scale_offset
	s_wait_loadcnt 0x26
	s_set_vgpr_msb 0x400                    ;  msbs: dst=0 src0=0 src1=0 src2=0
	global_store_b32 v0, v253, s[6:7] offset:46208 scale_offset
	s_wait_loadcnt 0x25
	global_store_b32 v0, v252, s[6:7] offset:46336 scale_offset
	s_wait_loadcnt 0x24
	global_store_b32 v0, v251, s[6:7] offset:46464 scale_offset
	s_wait_loadcnt 0x23
	global_store_b32 v0, v250, s[6:7] offset:46592 scale_offset
	s_wait_loadcnt 0x22
	global_store_b32 v0, v249, s[6:7] offset:46720 scale_offset
	s_wait_loadcnt 0x21
	global_store_b32 v0, v248, s[6:7] offset:46848 scale_offset
	s_wait_loadcnt 0x20
	s_set_vgpr_msb 4                        ;  msbs: dst=0 src0=0 src1=1 src2=0
	global_store_b32 v0, v104 /*v360*/, s[6:7] offset:46976 scale_offset
	s_wait_loadcnt 0x1f
	global_store_b32 v0, v105 /*v361*/, s[6:7] offset:47104 scale_offset
	s_wait_loadcnt 0x1e
	s_set_vgpr_msb 0x400                    ;  msbs: dst=0 src0=0 src1=0 src2=0
	global_store_b32 v0, v247, s[6:7] offset:47232 scale_offset
	s_wait_loadcnt 0x1d
	global_store_b32 v0, v246, s[6:7] offset:47360 scale_offset
	s_wait_loadcnt 0x1c
	global_store_b32 v0, v245, s[6:7] offset:47488 scale_offset
	s_wait_loadcnt 0x1b
	global_store_b32 v0, v244, s[6:7] offset:47616 scale_offset
	s_wait_loadcnt 0x1a
	global_store_b32 v0, v127, s[6:7] offset:47744 scale_offset
	s_wait_loadcnt 0x19
	s_set_vgpr_msb 4                        ;  msbs: dst=0 src0=0 src1=1 src2=0
	global_store_b32 v0, v121 /*v377*/, s[6:7] offset:47872 scale_offset
	s_wait_loadcnt 0x18
	global_store_b32 v0, v120 /*v376*/, s[6:7] offset:48000 scale_offset
	s_wait_loadcnt 0x17
	s_set_vgpr_msb 0x400                    ;  msbs: dst=0 src0=0 src1=0 src2=0
	global_store_b32 v0, v243, s[6:7] offset:48128 scale_offset
	s_wait_loadcnt 0x16
	global_store_b32 v0, v242, s[6:7] offset:48256 scale_offset
	s_wait_loadcnt 0x15
	global_store_b32 v0, v241, s[6:7] offset:48384 scale_offset
	s_wait_loadcnt 0x14
	global_store_b32 v0, v240, s[6:7] offset:48512 scale_offset
	s_wait_loadcnt 0x13
	global_store_b32 v0, v126, s[6:7] offset:48640 scale_offset
	s_wait_loadcnt 0x12
	global_store_b32 v0, v239, s[6:7] offset:48768 scale_offset
	s_wait_loadcnt 0x11
	global_store_b32 v0, v238, s[6:7] offset:48896 scale_offset
	s_wait_loadcnt 0x10
	global_store_b32 v0, v237, s[6:7] offset:49024 scale_offset
	s_wait_loadcnt 0xf
	global_store_b32 v0, v236, s[6:7] offset:49152 scale_offset
	s_wait_loadcnt 0xe
	global_store_b32 v0, v235, s[6:7] offset:49280 scale_offset
	s_wait_loadcnt 0xd
	global_store_b32 v0, v234, s[6:7] offset:49408 scale_offset
	s_wait_loadcnt 0xc
	global_store_b32 v0, v125, s[6:7] offset:49536 scale_offset
	s_wait_loadcnt 0xb
	global_store_b32 v0, v233, s[6:7] offset:49664 scale_offset
	s_wait_loadcnt 0xa
	global_store_b32 v0, v232, s[6:7] offset:49792 scale_offset
	s_wait_loadcnt 0x9
	global_store_b32 v0, v231, s[6:7] offset:49920 scale_offset
	s_wait_loadcnt 0x8
	global_store_b32 v0, v230, s[6:7] offset:50048 scale_offset
	s_wait_loadcnt 0x7
	global_store_b32 v0, v229, s[6:7] offset:50176 scale_offset
	s_wait_loadcnt 0x6
	global_store_b32 v0, v228, s[6:7] offset:50304 scale_offset
	s_wait_loadcnt 0x5
	global_store_b32 v0, v124, s[6:7] offset:50432 scale_offset
	s_wait_loadcnt 0x4
	global_store_b32 v0, v9, s[6:7] offset:50560 scale_offset
	s_wait_loadcnt 0x3
	global_store_b32 v0, v227, s[6:7] offset:50688 scale_offset
	s_wait_loadcnt 0x2
	global_store_b32 v0, v226, s[6:7] offset:50816 scale_offset
	s_wait_loadcnt 0x1
	global_store_b32 v0, v225, s[6:7] offset:50944 scale_offset
	s_wait_loadcnt 0x0
	global_store_b32 v0, v224, s[6:7] offset:51072 scale_offset
	s_sendmsg sendmsg(MSG_DEALLOC_VGPRS)
	s_endpgm
	.section	.rodata,"a",@progbits
	.p2align	6, 0x0
	.amdhsa_kernel wide
		.amdhsa_group_segment_fixed_size 0
		.amdhsa_private_segment_fixed_size 0
		.amdhsa_kernarg_size 20
		.amdhsa_user_sgpr_count 2
		.amdhsa_user_sgpr_dispatch_ptr 0
		.amdhsa_user_sgpr_queue_ptr 0
		.amdhsa_user_sgpr_kernarg_segment_ptr 1
		.amdhsa_user_sgpr_dispatch_id 0
		.amdhsa_user_sgpr_kernarg_preload_length 0
		.amdhsa_user_sgpr_kernarg_preload_offset 0
		.amdhsa_user_sgpr_private_segment_size 0
		.amdhsa_wavefront_size32 1
		.amdhsa_uses_dynamic_stack 0
		.amdhsa_enable_private_segment 0
		.amdhsa_system_sgpr_workgroup_id_x 1
		.amdhsa_system_sgpr_workgroup_id_y 0
		.amdhsa_system_sgpr_workgroup_id_z 0
		.amdhsa_system_sgpr_workgroup_info 0
		.amdhsa_system_vgpr_workitem_id 0
		.amdhsa_next_free_vgpr 534
		.amdhsa_next_free_sgpr 8
		.amdhsa_named_barrier_count 0
		.amdhsa_reserve_vcc 0
		.amdhsa_float_round_mode_32 0
		.amdhsa_float_round_mode_16_64 0
		.amdhsa_float_denorm_mode_32 3
		.amdhsa_float_denorm_mode_16_64 3
		.amdhsa_fp16_overflow 0
		.amdhsa_memory_ordered 1
		.amdhsa_forward_progress 1
		.amdhsa_inst_pref_size 109
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
	.size	wide, .Lfunc_end4-wide
                                        ; -- End function
	.set wide.num_vgpr, 534
	.set wide.num_agpr, 0
	.set wide.numbered_sgpr, 8
	.set wide.num_named_barrier, 0
	.set wide.private_seg_size, 0
	.set wide.uses_vcc, 0
	.set wide.uses_flat_scratch, 0
	.set wide.has_dyn_sized_stack, 0
	.set wide.has_recursion, 0
	.set wide.has_indirect_call, 0
	.section	.AMDGPU.csdata,"",@progbits
; Kernel info:
; codeLenInByte = 13900
; TotalNumSgprs: 8
; NumVgprs: 534
; ScratchSize: 0
; MemoryBound: 0
; FloatMode: 240
; IeeeMode: 1
; LDSByteSize: 0 bytes/workgroup (compile time only)
; SGPRBlocks: 0
; VGPRBlocks: 33
; NumSGPRsForWavesPerEU: 8
; NumVGPRsForWavesPerEU: 534
; NamedBarCnt: 0
; Occupancy: 1
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
      - .offset:         0
        .size:           4
        .value_kind:     by_value
      - .address_space:  global
        .offset:         8
        .size:           8
        .value_kind:     global_buffer
      - .address_space:  global
        .offset:         16
        .size:           8
        .value_kind:     global_buffer
      - .offset:         24
        .size:           4
        .value_kind:     by_value
    .group_segment_fixed_size: 0
    .kernarg_segment_align: 8
    .kernarg_segment_size: 28
    .max_flat_workgroup_size: 1024
    .name:           axpy
    .private_segment_fixed_size: 0
    .sgpr_count:     10
    .sgpr_spill_count: 0
    .symbol:         axpy.kd
    .uniform_work_group_size: 1
    .uses_dynamic_stack: false
    .vgpr_count:     3
    .vgpr_spill_count: 0
    .wavefront_size: 32
  - .args:
      - .address_space:  global
        .offset:         0
        .size:           8
        .value_kind:     global_buffer
      - .address_space:  global
        .offset:         8
        .size:           8
        .value_kind:     global_buffer
    .group_segment_fixed_size: 1024
    .kernarg_segment_align: 8
    .kernarg_segment_size: 16
    .max_flat_workgroup_size: 256
    .name:           total
    .private_segment_fixed_size: 0
    .sgpr_count:     9
    .sgpr_spill_count: 0
    .symbol:         total.kd
    .uniform_work_group_size: 1
    .uses_dynamic_stack: false
    .vgpr_count:     4
    .vgpr_spill_count: 0
    .wavefront_size: 32
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
    .max_flat_workgroup_size: 1024
    .name:           mixed
    .private_segment_fixed_size: 0
    .sgpr_count:     14
    .sgpr_spill_count: 0
    .symbol:         mixed.kd
    .uniform_work_group_size: 1
    .uses_dynamic_stack: false
    .vgpr_count:     14
    .vgpr_spill_count: 0
    .wavefront_size: 32
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
      - .offset:         24
        .size:           4
        .value_kind:     by_value
    .group_segment_fixed_size: 0
    .kernarg_segment_align: 8
    .kernarg_segment_size: 28
    .max_flat_workgroup_size: 32
    .name:           matrix
    .private_segment_fixed_size: 0
    .sgpr_count:     11
    .sgpr_spill_count: 0
    .symbol:         matrix.kd
    .uniform_work_group_size: 1
    .uses_dynamic_stack: false
    .vgpr_count:     32
    .vgpr_spill_count: 0
    .wavefront_size: 32
  - .args:
      - .address_space:  global
        .offset:         0
        .size:           8
        .value_kind:     global_buffer
      - .address_space:  global
        .offset:         8
        .size:           8
        .value_kind:     global_buffer
      - .offset:         16
        .size:           4
        .value_kind:     by_value
    .group_segment_fixed_size: 0
    .kernarg_segment_align: 8
    .kernarg_segment_size: 20
    .max_flat_workgroup_size: 32
    .name:           wide
    .private_segment_fixed_size: 0
    .sgpr_count:     8
    .sgpr_spill_count: 0
    .symbol:         wide.kd
    .uniform_work_group_size: 1
    .uses_dynamic_stack: false
    .vgpr_count:     534
    .vgpr_spill_count: 0
    .wavefront_size: 32
amdhsa.target:   amdgcn-amd-amdhsa--gfx1250
amdhsa.version:
  - 1
  - 2
...

	.end_amdgpu_metadata
