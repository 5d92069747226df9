	.amdgcn_target "amdgcn-amd-amdhsa--gfx1201"
	.amdhsa_code_object_version 6
	.text
	.protected	layernorm               ; -- Begin function layernorm
	.globl	layernorm
	.p2align	8
	.type	layernorm,@function
layernorm:                              ; @layernorm
; %bb.0:
	s_clause 0x1
	s_load_b64 s[2:3], s[0:1], 0x20
	s_load_b256 s[4:11], s[0:1], 0x0
	v_mov_b32_e32 v3, 0
	v_lshlrev_b32_e32 v5, 4, v0
	s_mov_b32 s16, ttmp9
	s_mov_b32 s17, 0
	s_wait_kmcnt 0x0
	s_ashr_i32 s0, s2, 31
	s_delay_alu instid0(SALU_CYCLE_1) | instskip(NEXT) | instid1(SALU_CYCLE_1)
	s_lshr_b32 s0, s0, 30
	s_add_co_i32 s0, s2, s0
	s_delay_alu instid0(SALU_CYCLE_1) | instskip(NEXT) | instid1(SALU_CYCLE_1)
	s_ashr_i32 s12, s0, 2
	v_cmp_gt_i32_e32 vcc_lo, s12, v0
	s_ashr_i32 s13, s12, 31
	s_wait_alu depctr_sa_sdst(0)
	s_mul_u64 s[14:15], s[12:13], s[16:17]
	s_and_saveexec_b32 s13, vcc_lo
	s_cbranch_execz .LBB0_4
; %bb.1:
	s_lshl_b64 s[0:1], s[14:15], 4
	v_dual_mov_b32 v3, 0 :: v_dual_mov_b32 v4, v0
	s_add_nc_u64 s[0:1], s[4:5], s[0:1]
	s_delay_alu instid0(SALU_CYCLE_1)
	v_add_co_u32 v1, s0, s0, v5
	s_wait_alu depctr_va_sdst(0)
	v_add_co_ci_u32_e64 v2, null, s1, 0, s0
.LBB0_2:                                ; =>This Inner Loop Header: Depth=1
	global_load_b128 v[6:9], v[1:2], off
	v_add_co_u32 v1, s0, 0x1000, v1
	s_wait_alu depctr_va_sdst(0)
	v_add_co_ci_u32_e64 v2, null, 0, v2, s0
	s_wait_loadcnt 0x0
	v_dual_add_f32 v6, v6, v7 :: v_dual_add_f32 v7, v8, v9
	s_delay_alu instid0(VALU_DEP_1) | instskip(NEXT) | instid1(VALU_DEP_1)
	v_add_f32_e32 v6, v6, v7
	v_dual_add_f32 v3, v3, v6 :: v_dual_add_nc_u32 v4, 0x100, v4
	s_delay_alu instid0(VALU_DEP_1) | instskip(SKIP_1) | instid1(SALU_CYCLE_1)
	v_cmp_le_i32_e64 s1, s12, v4
	s_or_b32 s17, s1, s17
	s_and_not1_b32 exec_lo, exec_lo, s17
	s_cbranch_execnz .LBB0_2
; %bb.3:
	s_or_b32 exec_lo, exec_lo, s17
.LBB0_4:
	s_wait_alu depctr_sa_sdst(0)
	s_or_b32 exec_lo, exec_lo, s13
	v_mbcnt_lo_u32_b32 v7, -1, 0
	s_barrier_signal -1
	s_delay_alu instid0(VALU_DEP_1) | instskip(SKIP_2) | instid1(VALU_DEP_3)
	v_lshlrev_b32_e32 v2, 2, v7
	v_cmp_eq_u32_e64 s0, 0, v7
	v_lshrrev_b32_e32 v7, 3, v0
	v_xor_b32_e32 v4, 64, v2
	ds_bpermute_b32 v1, v4, v3
	s_barrier_wait -1
	s_wait_dscnt 0x0
	global_inv scope:SCOPE_SE
	v_add_f32_e32 v1, v3, v1
	v_xor_b32_e32 v6, 32, v2
	v_xor_b32_e32 v8, 16, v2
	v_xor_b32_e32 v10, 8, v2
	v_xor_b32_e32 v11, 4, v2
	ds_bpermute_b32 v3, v6, v1
	s_wait_dscnt 0x0
	v_add_f32_e32 v1, v1, v3
	ds_bpermute_b32 v3, v8, v1
	s_wait_dscnt 0x0
	v_add_f32_e32 v1, v1, v3
	ds_bpermute_b32 v3, v10, v1
	s_wait_dscnt 0x0
	v_add_f32_e32 v1, v1, v3
	ds_bpermute_b32 v2, v11, v1
	s_and_saveexec_b32 s1, s0
	s_cbranch_execz .LBB0_6
; %bb.5:
	s_wait_dscnt 0x0
	v_dual_add_f32 v1, v1, v2 :: v_dual_and_b32 v2, 28, v7
	ds_store_b32 v2, v1
.LBB0_6:
	s_wait_alu depctr_sa_sdst(0)
	s_or_b32 exec_lo, exec_lo, s1
	s_wait_loadcnt_dscnt 0x0
	s_barrier_signal -1
	v_mov_b32_e32 v12, 0
	s_cvt_f32_i32 s1, s2
	s_wait_alu depctr_sa_sdst(0)
	s_delay_alu instid0(SALU_CYCLE_2)
	v_rcp_iflag_f32_e32 v3, s1
	s_barrier_wait -1
	global_inv scope:SCOPE_SE
	ds_load_b128 v[13:16], v12
	ds_load_b128 v[17:20], v12 offset:16
	s_wait_dscnt 0x1
	v_add_f32_e32 v1, 0, v13
	s_delay_alu instid0(VALU_DEP_1) | instskip(NEXT) | instid1(VALU_DEP_1)
	v_add_f32_e32 v1, v1, v14
	v_add_f32_e32 v1, v1, v15
	s_delay_alu instid0(VALU_DEP_1) | instskip(SKIP_1) | instid1(VALU_DEP_1)
	v_add_f32_e32 v1, v1, v16
	s_wait_dscnt 0x0
	v_add_f32_e32 v1, v1, v17
	s_delay_alu instid0(VALU_DEP_1) | instskip(NEXT) | instid1(VALU_DEP_1)
	v_add_f32_e32 v1, v1, v18
	v_add_f32_e32 v1, v1, v19
	s_delay_alu instid0(VALU_DEP_1) | instskip(NEXT) | instid1(VALU_DEP_1)
	v_add_f32_e32 v1, v1, v20
	v_mul_f32_e32 v9, v3, v1
	s_and_saveexec_b32 s13, vcc_lo
	s_cbranch_execz .LBB0_10
; %bb.7:
	s_lshl_b64 s[16:17], s[14:15], 4
	v_mov_b32_e32 v13, v0
	s_add_nc_u64 s[16:17], s[4:5], s[16:17]
	s_delay_alu instid0(SALU_CYCLE_1)
	v_add_co_u32 v1, s1, s16, v5
	s_wait_alu depctr_va_sdst(0)
	v_add_co_ci_u32_e64 v2, null, s17, 0, s1
	s_mov_b32 s16, 0
.LBB0_8:                                ; =>This Inner Loop Header: Depth=1
	global_load_b128 v[14:17], v[1:2], off
	v_add_co_u32 v1, s1, 0x1000, v1
	s_wait_alu depctr_va_sdst(0)
	v_add_co_ci_u32_e64 v2, null, 0, v2, s1
	s_wait_loadcnt 0x0
	v_sub_f32_e32 v16, v16, v9
	v_sub_f32_e32 v17, v17, v9
	v_sub_f32_e32 v14, v14, v9
	v_sub_f32_e32 v15, v15, v9
	s_delay_alu instid0(VALU_DEP_3) | instskip(NEXT) | instid1(VALU_DEP_1)
	v_fmac_f32_e32 v12, v17, v17
	v_dual_fmac_f32 v12, v16, v16 :: v_dual_add_nc_u32 v13, 0x100, v13
	s_delay_alu instid0(VALU_DEP_1) | instskip(NEXT) | instid1(VALU_DEP_2)
	v_fmac_f32_e32 v12, v15, v15
	v_cmp_le_i32_e64 s2, s12, v13
	s_delay_alu instid0(VALU_DEP_2)
	v_fmac_f32_e32 v12, v14, v14
	s_wait_alu depctr_sa_sdst(0)
	s_or_b32 s16, s2, s16
	s_wait_alu depctr_sa_sdst(0)
	s_and_not1_b32 exec_lo, exec_lo, s16
	s_cbranch_execnz .LBB0_8
; %bb.9:
	s_or_b32 exec_lo, exec_lo, s16
.LBB0_10:
	s_wait_alu depctr_sa_sdst(0)
	s_or_b32 exec_lo, exec_lo, s13
	ds_bpermute_b32 v1, v4, v12
	s_wait_loadcnt_dscnt 0x0
	s_barrier_signal -1
	s_barrier_wait -1
	global_inv scope:SCOPE_SE
	v_add_f32_e32 v1, v12, v1
	ds_bpermute_b32 v2, v6, v1
	s_wait_dscnt 0x0
	v_add_f32_e32 v1, v1, v2
	ds_bpermute_b32 v2, v8, v1
	s_wait_dscnt 0x0
	v_add_f32_e32 v1, v1, v2
	ds_bpermute_b32 v2, v10, v1
	s_wait_dscnt 0x0
	v_add_f32_e32 v1, v1, v2
	ds_bpermute_b32 v2, v11, v1
	s_and_saveexec_b32 s1, s0
	s_cbranch_execz .LBB0_12
; %bb.11:
	s_wait_dscnt 0x0
	v_dual_add_f32 v1, v1, v2 :: v_dual_and_b32 v2, 28, v7
	ds_store_b32 v2, v1
.LBB0_12:
	s_wait_alu depctr_sa_sdst(0)
	s_or_b32 exec_lo, exec_lo, s1
	s_wait_loadcnt_dscnt 0x0
	s_barrier_signal -1
	s_barrier_wait -1
	global_inv scope:SCOPE_SE
	s_and_saveexec_b32 s0, vcc_lo
	s_cbranch_execz .LBB0_15
; %bb.13:
	v_mov_b32_e32 v1, 0
	s_lshl_b64 s[0:1], s[14:15], 4
	ds_load_b128 v[10:13], v1
	ds_load_b128 v[14:17], v1 offset:16
	s_wait_alu depctr_sa_sdst(0)
	v_add_co_u32 v7, s0, s0, v5
	s_wait_alu depctr_va_sdst(0)
	v_add_co_ci_u32_e64 v8, null, s1, 0, s0
	s_mov_b32 s1, 0
	s_wait_dscnt 0x1
	v_add_f32_e32 v1, 0, v10
	s_delay_alu instid0(VALU_DEP_1) | instskip(NEXT) | instid1(VALU_DEP_1)
	v_add_f32_e32 v1, v1, v11
	v_add_f32_e32 v1, v1, v12
	s_delay_alu instid0(VALU_DEP_1) | instskip(SKIP_1) | instid1(VALU_DEP_1)
	v_add_f32_e32 v1, v1, v13
	s_wait_dscnt 0x0
	v_add_f32_e32 v1, v1, v14
	s_delay_alu instid0(VALU_DEP_1) | instskip(NEXT) | instid1(VALU_DEP_1)
	v_add_f32_e32 v1, v1, v15
	v_add_f32_e32 v4, v1, v16
	v_add_co_u32 v1, s2, s6, v5
	v_add_co_u32 v5, s0, s8, v5
	s_delay_alu instid0(VALU_DEP_3) | instskip(SKIP_1) | instid1(VALU_DEP_2)
	v_add_f32_e32 v4, v4, v17
	v_add_co_ci_u32_e64 v2, null, s7, 0, s2
	v_fma_f32 v6, v3, v4, s3
	v_add_co_u32 v3, vcc_lo, s4, v7
	s_delay_alu instid0(VALU_DEP_1) | instskip(NEXT) | instid1(VALU_DEP_3)
	v_add_co_ci_u32_e64 v4, null, s5, v8, vcc_lo
	v_rsq_f32_e32 v10, v6
	v_add_co_u32 v7, vcc_lo, s10, v7
	s_wait_alu depctr_va_sdst(0)
	v_add_co_ci_u32_e64 v6, null, s9, 0, s0
	s_wait_alu depctr_va_vcc(0)
	v_add_co_ci_u32_e64 v8, null, s11, v8, vcc_lo
.LBB0_14:                               ; =>This Inner Loop Header: Depth=1
	global_load_b128 v[11:14], v[3:4], off
	global_load_b128 v[15:18], v[1:2], off
	global_load_b128 v[19:22], v[5:6], off
	v_add_nc_u32_e32 v0, 0x100, v0
	v_add_co_u32 v3, vcc_lo, 0x1000, v3
	s_wait_alu depctr_va_vcc(0)
	v_add_co_ci_u32_e64 v4, null, 0, v4, vcc_lo
	v_add_co_u32 v1, vcc_lo, 0x1000, v1
	s_wait_alu depctr_va_vcc(0)
	v_add_co_ci_u32_e64 v2, null, 0, v2, vcc_lo
	v_add_co_u32 v5, vcc_lo, 0x1000, v5
	s_wait_alu depctr_va_vcc(0)
	v_add_co_ci_u32_e64 v6, null, 0, v6, vcc_lo
	s_wait_loadcnt 0x2
	v_sub_f32_e32 v11, v11, v9
	v_sub_f32_e32 v13, v13, v9
	v_sub_f32_e32 v12, v12, v9
	v_cmp_le_i32_e32 vcc_lo, s12, v0
	s_delay_alu instid0(VALU_DEP_4)
	v_mul_f32_e32 v11, v10, v11
	v_sub_f32_e32 v14, v14, v9
	v_mul_f32_e32 v13, v10, v13
	v_mul_f32_e32 v12, v10, v12
	s_wait_alu depctr_sa_sdst(0)
	s_or_b32 s1, vcc_lo, s1
	s_wait_loadcnt 0x0
	v_dual_fmac_f32 v19, v15, v11 :: v_dual_mul_f32 v14, v10, v14
	v_fma_f32 v21, v17, v13, v21
	v_fma_f32 v20, v16, v12, v20
	s_delay_alu instid0(VALU_DEP_3)
	v_fma_f32 v22, v18, v14, v22
	global_store_b128 v[7:8], v[19:22], off
	v_add_co_u32 v7, s0, 0x1000, v7
	s_wait_alu depctr_va_sdst(0)
	v_add_co_ci_u32_e64 v8, null, 0, v8, s0
	s_wait_alu depctr_sa_sdst(0)
	s_and_not1_b32 exec_lo, exec_lo, s1
	s_cbranch_execnz .LBB0_14
.LBB0_15:
	s_endpgm
	.section	.rodata,"a",@progbits
	.p2align	6, 0x0
	.amdhsa_kernel layernorm
		.amdhsa_group_segment_fixed_size 32
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
		.amdhsa_next_free_vgpr 23
		.amdhsa_next_free_sgpr 18
		.amdhsa_reserve_vcc 1
		.amdhsa_float_round_mode_32 0
		.amdhsa_float_round_mode_16_64 0
		.amdhsa_float_denorm_mode_32 3
		.amdhsa_float_denorm_mode_16_64 3
		.amdhsa_fp16_overflow 0
		.amdhsa_workgroup_processor_mode 1
		.amdhsa_memory_ordered 1
		.amdhsa_forward_progress 1
		.amdhsa_inst_pref_size 11
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
	.size	layernorm, .Lfunc_end0-layernorm
                                        ; -- End function
	.set layernorm.num_vgpr, 23
	.set layernorm.num_agpr, 0
	.set layernorm.numbered_sgpr, 18
	.set layernorm.num_named_barrier, 0
	.set layernorm.private_seg_size, 0
	.set layernorm.uses_vcc, 1
	.set layernorm.uses_flat_scratch, 0
	.set layernorm.has_dyn_sized_stack, 0
	.set layernorm.has_recursion, 0
	.set layernorm.has_indirect_call, 0
	.section	.AMDGPU.csdata,"",@progbits
; Kernel info:
; codeLenInByte = 1320
; TotalNumSgprs: 20
; NumVgprs: 23
; ScratchSize: 0
; MemoryBound: 0
; FloatMode: 240
; IeeeMode: 1
; LDSByteSize: 32 bytes/workgroup (compile time only)
; SGPRBlocks: 0
; VGPRBlocks: 2
; NumSGPRsForWavesPerEU: 20
; NumVGPRsForWavesPerEU: 23
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
      - .actual_access:  read_only
        .address_space:  global
        .offset:         16
        .size:           8
        .value_kind:     global_buffer
      - .actual_access:  write_only
        .address_space:  global
        .offset:         24
        .size:           8
        .value_kind:     global_buffer
      - .offset:         32
        .size:           4
        .value_kind:     by_value
      - .offset:         36
        .size:           4
        .value_kind:     by_value
    .group_segment_fixed_size: 32
    .kernarg_segment_align: 8
    .kernarg_segment_size: 40
    .max_flat_workgroup_size: 256
    .name:           layernorm
    .private_segment_fixed_size: 0
    .sgpr_count:     20
    .sgpr_spill_count: 0
    .symbol:         layernorm.kd
    .uniform_work_group_size: 1
    .uses_dynamic_stack: false
    .vgpr_count:     23
    .vgpr_spill_count: 0
    .wavefront_size: 32
    .workgroup_processor_mode: 1
amdhsa.target:   amdgcn-amd-amdhsa--gfx1201
amdhsa.version:
  - 1
  - 2
...

	.end_amdgpu_metadata
