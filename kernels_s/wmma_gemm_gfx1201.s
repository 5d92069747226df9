	.amdgcn_target "amdgcn-amd-amdhsa--gfx1201"
	.amdhsa_code_object_version 6
	.text
	.protected	wmma_gemm               ; -- Begin function wmma_gemm
	.globl	wmma_gemm
	.p2align	8
	.type	wmma_gemm,@function
wmma_gemm:                              ; @wmma_gemm
; %bb.0:
	s_load_b32 s4, s[0:1], 0x18
	v_and_b32_e32 v34, 32, v0
	s_lshl_b32 s2, ttmp9, 6
	v_and_b32_e32 v35, 15, v0
	v_lshrrev_b32_e32 v0, 1, v0
	s_lshl_b32 s5, ttmp7, 6
	v_or_b32_e32 v1, s2, v34
	s_mov_b32 s3, 0
	s_delay_alu instid0(VALU_DEP_1)
	v_or_b32_e32 v39, v1, v35
	s_wait_kmcnt 0x0
	s_cmp_gt_i32 s4, 0
	s_cbranch_scc1 .LBB0_2
; %bb.1:
	v_or_b32_e32 v33, v1, v35
	s_branch .LBB0_3
.LBB0_2:
	s_mov_b32 s3, -1
                                        ; implicit-def: $vgpr33
.LBB0_3:
	s_load_b64 s[6:7], s[0:1], 0x10
	v_dual_mov_b32 v7, 0 :: v_dual_and_b32 v32, 8, v0
	v_and_or_b32 v38, v0, 32, s5
	s_and_not1_b32 vcc_lo, exec_lo, s3
	s_delay_alu instid0(VALU_DEP_2)
	v_dual_mov_b32 v6, v7 :: v_dual_mov_b32 v5, v7
	v_dual_mov_b32 v4, v7 :: v_dual_mov_b32 v3, v7
	v_dual_mov_b32 v2, v7 :: v_dual_mov_b32 v1, v7
	v_dual_mov_b32 v0, v7 :: v_dual_mov_b32 v15, v7
	v_dual_mov_b32 v14, v7 :: v_dual_mov_b32 v13, v7
	v_dual_mov_b32 v12, v7 :: v_dual_mov_b32 v11, v7
	v_dual_mov_b32 v10, v7 :: v_dual_mov_b32 v9, v7
	v_dual_mov_b32 v8, v7 :: v_dual_mov_b32 v23, v7
	v_dual_mov_b32 v22, v7 :: v_dual_mov_b32 v21, v7
	v_dual_mov_b32 v20, v7 :: v_dual_mov_b32 v19, v7
	v_dual_mov_b32 v18, v7 :: v_dual_mov_b32 v17, v7
	v_dual_mov_b32 v16, v7 :: v_dual_mov_b32 v31, v7
	v_dual_mov_b32 v30, v7 :: v_dual_mov_b32 v29, v7
	v_dual_mov_b32 v28, v7 :: v_dual_mov_b32 v27, v7
	v_dual_mov_b32 v26, v7 :: v_dual_mov_b32 v25, v7
	v_mov_b32_e32 v24, v7
	s_cbranch_vccnz .LBB0_7
; %bb.4:
	v_add3_u32 v0, s2, v34, v35
	s_load_b128 s[0:3], s[0:1], 0x0
	v_dual_mov_b32 v24, 0 :: v_dual_add_nc_u32 v1, v38, v35
	s_mov_b32 s5, 0
	s_delay_alu instid0(VALU_DEP_2) | instskip(NEXT) | instid1(VALU_DEP_2)
	v_mad_co_u64_u32 v[33:34], null, s4, v0, v[32:33]
	v_dual_mov_b32 v25, v24 :: v_dual_add_nc_u32 v2, 16, v0
	s_delay_alu instid0(VALU_DEP_3) | instskip(SKIP_1) | instid1(VALU_DEP_3)
	v_dual_mov_b32 v26, v24 :: v_dual_add_nc_u32 v3, 16, v1
	v_dual_mov_b32 v27, v24 :: v_dual_mov_b32 v28, v24
	v_mad_co_u64_u32 v[34:35], null, s4, v2, v[32:33]
	s_delay_alu instid0(VALU_DEP_3)
	v_mad_co_u64_u32 v[35:36], null, s4, v3, v[32:33]
	v_mad_co_u64_u32 v[36:37], null, s4, v1, v[32:33]
	v_dual_mov_b32 v29, v24 :: v_dual_mov_b32 v30, v24
	v_dual_mov_b32 v31, v24 :: v_dual_mov_b32 v16, v24
	v_dual_mov_b32 v17, v24 :: v_dual_mov_b32 v18, v24
	v_dual_mov_b32 v19, v24 :: v_dual_mov_b32 v20, v24
	v_dual_mov_b32 v21, v24 :: v_dual_mov_b32 v22, v24
	v_dual_mov_b32 v23, v24 :: v_dual_mov_b32 v8, v24
	v_dual_mov_b32 v9, v24 :: v_dual_mov_b32 v10, v24
	v_dual_mov_b32 v11, v24 :: v_dual_mov_b32 v12, v24
	v_dual_mov_b32 v13, v24 :: v_dual_mov_b32 v14, v24
	v_dual_mov_b32 v15, v24 :: v_dual_mov_b32 v0, v24
	v_dual_mov_b32 v1, v24 :: v_dual_mov_b32 v2, v24
	v_dual_mov_b32 v3, v24 :: v_dual_mov_b32 v4, v24
	v_dual_mov_b32 v5, v24 :: v_dual_mov_b32 v6, v24
	v_mov_b32_e32 v7, v24
.LBB0_5:                                ; =>This Inner Loop Header: Depth=1
	s_wait_alu depctr_sa_sdst(0)
	v_add_nc_u32_e32 v40, s5, v36
	v_add_nc_u32_e32 v42, s5, v33
	v_add_nc_u32_e32 v46, s5, v34
	v_add_nc_u32_e32 v44, s5, v35
	s_add_co_i32 s5, s5, 16
	v_ashrrev_i32_e32 v41, 31, v40
	v_ashrrev_i32_e32 v43, 31, v42
	v_ashrrev_i32_e32 v47, 31, v46
	v_ashrrev_i32_e32 v45, 31, v44
	s_wait_alu depctr_sa_sdst(0)
	s_cmp_lt_i32 s5, s4
	v_lshlrev_b64_e32 v[40:41], 1, v[40:41]
	v_lshlrev_b64_e32 v[42:43], 1, v[42:43]
	v_lshlrev_b64_e32 v[46:47], 1, v[46:47]
	v_lshlrev_b64_e32 v[44:45], 1, v[44:45]
	s_wait_kmcnt 0x0
	s_delay_alu instid0(VALU_DEP_4)
	v_add_co_u32 v40, vcc_lo, s0, v40
	s_wait_alu depctr_va_vcc(0)
	v_add_co_ci_u32_e64 v41, null, s1, v41, vcc_lo
	v_add_co_u32 v48, vcc_lo, s2, v42
	s_wait_alu depctr_va_vcc(0)
	v_add_co_ci_u32_e64 v49, null, s3, v43, vcc_lo
	v_add_co_u32 v50, vcc_lo, s2, v46
	s_wait_alu depctr_va_vcc(0)
	v_add_co_ci_u32_e64 v51, null, s3, v47, vcc_lo
	v_add_co_u32 v52, vcc_lo, s0, v44
	s_wait_alu depctr_va_vcc(0)
	v_add_co_ci_u32_e64 v53, null, s1, v45, vcc_lo
	global_load_b128 v[40:43], v[40:41], off
	s_clause 0x1
	global_load_b128 v[44:47], v[48:49], off
	global_load_b128 v[48:51], v[50:51], off
	global_load_b128 v[52:55], v[52:53], off
	s_wait_loadcnt 0x2
	v_wmma_f32_16x16x16_f16 v[24:31], v[40:43], v[44:47], v[24:31]
	s_wait_loadcnt 0x1
	v_wmma_f32_16x16x16_f16 v[16:23], v[40:43], v[48:51], v[16:23]
	s_wait_loadcnt 0x0
	v_wmma_f32_16x16x16_f16 v[8:15], v[52:55], v[44:47], v[8:15]
	v_wmma_f32_16x16x16_f16 v[0:7], v[52:55], v[48:51], v[0:7]
	s_cbranch_scc1 .LBB0_5
; %bb.6:
	v_mov_b32_e32 v33, v39
.LBB0_7:
	v_or_b32_e32 v32, v32, v38
	s_lshl_b32 s0, s4, 4
	s_ashr_i32 s5, s4, 31
	s_delay_alu instid0(VALU_DEP_1) | instskip(NEXT) | instid1(VALU_DEP_1)
	v_mul_lo_u32 v32, v32, s4
	v_add_nc_u32_e32 v34, v33, v32
	s_wait_alu depctr_sa_sdst(0)
	v_add3_u32 v32, s0, v32, v33
	s_lshl_b64 s[0:1], s[4:5], 2
	s_delay_alu instid0(VALU_DEP_2) | instskip(NEXT) | instid1(VALU_DEP_2)
	v_ashrrev_i32_e32 v35, 31, v34
	v_ashrrev_i32_e32 v33, 31, v32
	s_delay_alu instid0(VALU_DEP_2) | instskip(NEXT) | instid1(VALU_DEP_2)
	v_lshlrev_b64_e32 v[34:35], 2, v[34:35]
	v_lshlrev_b64_e32 v[32:33], 2, v[32:33]
	s_wait_kmcnt 0x0
	s_delay_alu instid0(VALU_DEP_2) | instskip(SKIP_1) | instid1(VALU_DEP_3)
	v_add_co_u32 v34, vcc_lo, s6, v34
	s_wait_alu depctr_va_vcc(0)
	v_add_co_ci_u32_e64 v35, null, s7, v35, vcc_lo
	s_wait_alu depctr_sa_sdst(0)
	s_delay_alu instid0(VALU_DEP_2) | instskip(SKIP_1) | instid1(VALU_DEP_2)
	v_add_co_u32 v36, vcc_lo, v34, s0
	s_wait_alu depctr_va_vcc(0)
	v_add_co_ci_u32_e64 v37, null, s1, v35, vcc_lo
	v_add_co_u32 v32, vcc_lo, s6, v32
	s_wait_alu depctr_va_vcc(0)
	v_add_co_ci_u32_e64 v33, null, s7, v33, vcc_lo
	v_add_co_u32 v38, vcc_lo, v36, s0
	s_wait_alu depctr_va_vcc(0)
	v_add_co_ci_u32_e64 v39, null, s1, v37, vcc_lo
	global_store_b32 v[34:35], v24, off
	v_add_co_u32 v40, vcc_lo, v38, s0
	s_wait_alu depctr_va_vcc(0)
	v_add_co_ci_u32_e64 v41, null, s1, v39, vcc_lo
	v_add_co_u32 v42, vcc_lo, v32, s0
	s_wait_alu depctr_va_vcc(0)
	v_add_co_ci_u32_e64 v43, null, s1, v33, vcc_lo
	v_add_co_u32 v44, vcc_lo, v40, s0
	s_wait_alu depctr_va_vcc(0)
	v_add_co_ci_u32_e64 v45, null, s1, v41, vcc_lo
	global_store_b32 v[36:37], v25, off
	v_add_co_u32 v24, vcc_lo, v44, s0
	s_wait_alu depctr_va_vcc(0)
	v_add_co_ci_u32_e64 v25, null, s1, v45, vcc_lo
	v_add_co_u32 v46, vcc_lo, v42, s0
	s_wait_alu depctr_va_vcc(0)
	v_add_co_ci_u32_e64 v47, null, s1, v43, vcc_lo
	v_add_co_u32 v48, vcc_lo, v24, s0
	s_wait_alu depctr_va_vcc(0)
	v_add_co_ci_u32_e64 v49, null, s1, v25, vcc_lo
	global_store_b32 v[38:39], v26, off
	v_add_co_u32 v50, vcc_lo, v48, s0
	s_wait_alu depctr_va_vcc(0)
	v_add_co_ci_u32_e64 v51, null, s1, v49, vcc_lo
	s_clause 0xb
	global_store_b32 v[40:41], v27, off
	global_store_b32 v[44:45], v28, off
	global_store_b32 v[24:25], v29, off
	global_store_b32 v[48:49], v30, off
	global_store_b32 v[50:51], v31, off
	global_store_b32 v[34:35], v16, off offset:64
	global_store_b32 v[36:37], v17, off offset:64
	global_store_b32 v[38:39], v18, off offset:64
	global_store_b32 v[40:41], v19, off offset:64
	global_store_b32 v[44:45], v20, off offset:64
	global_store_b32 v[24:25], v21, off offset:64
	global_store_b32 v[48:49], v22, off offset:64
	v_add_co_u32 v16, vcc_lo, v46, s0
	s_wait_alu depctr_va_vcc(0)
	v_add_co_ci_u32_e64 v17, null, s1, v47, vcc_lo
	global_store_b32 v[50:51], v23, off offset:64
	v_add_co_u32 v18, vcc_lo, v16, s0
	s_wait_alu depctr_va_vcc(0)
	v_add_co_ci_u32_e64 v19, null, s1, v17, vcc_lo
	global_store_b32 v[32:33], v8, off
	v_add_co_u32 v20, vcc_lo, v18, s0
	s_wait_alu depctr_va_vcc(0)
	v_add_co_ci_u32_e64 v21, null, s1, v19, vcc_lo
	global_store_b32 v[42:43], v9, off
	v_add_co_u32 v8, vcc_lo, v20, s0
	s_wait_alu depctr_va_vcc(0)
	v_add_co_ci_u32_e64 v9, null, s1, v21, vcc_lo
	global_store_b32 v[46:47], v10, off
	v_add_co_u32 v22, vcc_lo, v8, s0
	s_wait_alu depctr_va_vcc(0)
	v_add_co_ci_u32_e64 v23, null, s1, v9, vcc_lo
	s_clause 0xc
	global_store_b32 v[16:17], v11, off
	global_store_b32 v[18:19], v12, off
	global_store_b32 v[20:21], v13, off
	global_store_b32 v[8:9], v14, off
	global_store_b32 v[22:23], v15, off
	global_store_b32 v[32:33], v0, off offset:64
	global_store_b32 v[42:43], v1, off offset:64
	global_store_b32 v[46:47], v2, off offset:64
	global_store_b32 v[16:17], v3, off offset:64
	global_store_b32 v[18:19], v4, off offset:64
	global_store_b32 v[20:21], v5, off offset:64
	global_store_b32 v[8:9], v6, off offset:64
	global_store_b32 v[22:23], v7, off offset:64
	s_endpgm
	.section	.rodata,"a",@progbits
	.p2align	6, 0x0
	.amdhsa_kernel wmma_gemm
		.amdhsa_group_segment_fixed_size 0
		.amdhsa_private_segment_fixed_size 0
		.amdhsa_kernarg_size 28
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
		.amdhsa_system_sgpr_workgroup_id_y 1
		.amdhsa_system_sgpr_workgroup_id_z 0
		.amdhsa_system_sgpr_workgroup_info 0
		.amdhsa_system_vgpr_workitem_id 0
		.amdhsa_next_free_vgpr 56
		.amdhsa_next_free_sgpr 8
		.amdhsa_reserve_vcc 1
		.amdhsa_float_round_mode_32 0
		.amdhsa_float_round_mode_16_64 0
		.amdhsa_float_denorm_mode_32 3
		.amdhsa_float_denorm_mode_16_64 3
		.amdhsa_fp16_overflow 0
		.amdhsa_workgroup_processor_mode 1
		.amdhsa_memory_ordered 1
		.amdhsa_forward_progress 1
		.amdhsa_inst_pref_size 12
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
	.size	wmma_gemm, .Lfunc_end0-wmma_gemm
                                        ; -- End function
	.set wmma_gemm.num_vgpr, 56
	.set wmma_gemm.num_agpr, 0
	.set wmma_gemm.numbered_sgpr, 8
	.set wmma_gemm.num_named_barrier, 0
	.set wmma_gemm.private_seg_size, 0
	.set wmma_gemm.uses_vcc, 1
	.set wmma_gemm.uses_flat_scratch, 0
	.set wmma_gemm.has_dyn_sized_stack, 0
	.set wmma_gemm.has_recursion, 0
	.set wmma_gemm.has_indirect_call, 0
	.section	.AMDGPU.csdata,"",@progbits
; Kernel info:
; codeLenInByte = 1488
; TotalNumSgprs: 10
; NumVgprs: 56
; ScratchSize: 0
; MemoryBound: 0
; FloatMode: 240
; IeeeMode: 1
; LDSByteSize: 0 bytes/workgroup (compile time only)
; SGPRBlocks: 0
; VGPRBlocks: 6
; NumSGPRsForWavesPerEU: 10
; NumVGPRsForWavesPerEU: 56
; Occupancy: 16
; WaveLimiterHint : 0
; COMPUTE_PGM_RSRC2:SCRATCH_EN: 0
; COMPUTE_PGM_RSRC2:USER_SGPR: 2
; COMPUTE_PGM_RSRC2:TRAP_HANDLER: 0
; COMPUTE_PGM_RSRC2:TGID_X_EN: 1
; COMPUTE_PGM_RSRC2:TGID_Y_EN: 1
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
    .max_flat_workgroup_size: 128
    .name:           wmma_gemm
    .private_segment_fixed_size: 0
    .sgpr_count:     10
    .sgpr_spill_count: 0
    .symbol:         wmma_gemm.kd
    .uniform_work_group_size: 1
    .uses_dynamic_stack: false
    .vgpr_count:     56
    .vgpr_spill_count: 0
    .wavefront_size: 32
    .workgroup_processor_mode: 1
amdhsa.target:   amdgcn-amd-amdhsa--gfx1201
amdhsa.version:
  - 1
  - 2
...

	.end_amdgpu_metadata
