	.amdgcn_target "amdgcn-amd-amdhsa--gfx1100"
	.amdhsa_code_object_version 6
	.text
	.protected	wmma_gemm               ; -- Begin function wmma_gemm
	.globl	wmma_gemm
	.p2align	8
	.type	wmma_gemm,@function
wmma_gemm:                              ; @wmma_gemm
; %bb.0:
	s_load_b32 s6, s[0:1], 0x18
	v_and_b32_e32 v36, 32, v0
	s_lshl_b32 s2, s14, 6
	v_and_b32_e32 v37, 15, v0
	v_lshrrev_b32_e32 v1, 1, v0
	s_lshl_b32 s7, s15, 6
	v_or_b32_e32 v2, s2, v36
	s_mov_b32 s3, 0
	s_delay_alu instid0(VALU_DEP_1)
	v_or_b32_e32 v35, v2, v37
	s_waitcnt lgkmcnt(0)
	s_cmp_gt_i32 s6, 0
	s_cbranch_scc1 .LBB0_2
; %bb.1:
	v_or_b32_e32 v33, v2, v37
	s_branch .LBB0_3
.LBB0_2:
	s_mov_b32 s3, -1
                                        ; implicit-def: $vgpr33
.LBB0_3:
	s_load_b64 s[4:5], s[0:1], 0x10
	v_mov_b32_e32 v8, 0
	v_and_or_b32 v34, v1, 32, s7
	s_and_not1_b32 vcc_lo, exec_lo, s3
	s_delay_alu instid0(VALU_DEP_2)
	v_mov_b32_e32 v7, v8
	v_mov_b32_e32 v6, v8
	v_mov_b32_e32 v5, v8
	v_mov_b32_e32 v4, v8
	v_mov_b32_e32 v3, v8
	v_mov_b32_e32 v2, v8
	v_mov_b32_e32 v1, v8
	v_mov_b32_e32 v16, v8
	v_mov_b32_e32 v15, v8
	v_mov_b32_e32 v14, v8
	v_mov_b32_e32 v13, v8
	v_mov_b32_e32 v12, v8
	v_mov_b32_e32 v11, v8
	v_mov_b32_e32 v10, v8
	v_mov_b32_e32 v9, v8
	v_mov_b32_e32 v24, v8
	v_mov_b32_e32 v23, v8
	v_mov_b32_e32 v22, v8
	v_mov_b32_e32 v21, v8
	v_mov_b32_e32 v20, v8
	v_mov_b32_e32 v19, v8
	v_mov_b32_e32 v18, v8
	v_mov_b32_e32 v17, v8
	v_mov_b32_e32 v32, v8
	v_mov_b32_e32 v31, v8
	v_mov_b32_e32 v30, v8
	v_mov_b32_e32 v29, v8
	v_mov_b32_e32 v28, v8
	v_mov_b32_e32 v27, v8
	v_mov_b32_e32 v26, v8
	v_mov_b32_e32 v25, v8
	s_cbranch_vccnz .LBB0_7
; %bb.4:
	v_add3_u32 v1, s2, v36, v37
	s_load_b128 s[0:3], s[0:1], 0x0
	v_dual_mov_b32 v25, 0 :: v_dual_add_nc_u32 v2, v34, v37
	s_mov_b32 s7, 0
	s_delay_alu instid0(VALU_DEP_2) | instskip(SKIP_1) | instid1(VALU_DEP_3)
	v_add_nc_u32_e32 v3, 16, v1
	v_mul_lo_u32 v33, s6, v1
	v_dual_mov_b32 v27, v25 :: v_dual_add_nc_u32 v4, 16, v2
	v_mul_lo_u32 v36, s6, v2
	v_mov_b32_e32 v26, v25
	v_mul_lo_u32 v37, s6, v3
	s_delay_alu instid0(VALU_DEP_4)
	v_mul_lo_u32 v38, s6, v4
	v_mov_b32_e32 v28, v25
	v_mov_b32_e32 v29, v25
	v_mov_b32_e32 v30, v25
	v_mov_b32_e32 v31, v25
	v_mov_b32_e32 v32, v25
	v_mov_b32_e32 v17, v25
	v_mov_b32_e32 v18, v25
	v_mov_b32_e32 v19, v25
	v_mov_b32_e32 v20, v25
	v_mov_b32_e32 v21, v25
	v_mov_b32_e32 v22, v25
	v_mov_b32_e32 v23, v25
	v_mov_b32_e32 v24, v25
	v_mov_b32_e32 v9, v25
	v_mov_b32_e32 v10, v25
	v_mov_b32_e32 v11, v25
	v_mov_b32_e32 v12, v25
	v_mov_b32_e32 v13, v25
	v_mov_b32_e32 v14, v25
	v_mov_b32_e32 v15, v25
	v_mov_b32_e32 v16, v25
	v_mov_b32_e32 v1, v25
	v_mov_b32_e32 v2, v25
	v_mov_b32_e32 v3, v25
	v_mov_b32_e32 v4, v25
	v_mov_b32_e32 v5, v25
	v_mov_b32_e32 v6, v25
	v_mov_b32_e32 v7, v25
	v_mov_b32_e32 v8, v25
.LBB0_5:                                ; =>This Inner Loop Header: Depth=1
	v_add_nc_u32_e32 v39, s7, v36
	v_add_nc_u32_e32 v41, s7, v33
	v_add_nc_u32_e32 v43, s7, v38
	v_add_nc_u32_e32 v45, s7, v37
	s_add_i32 s7, s7, 16
	v_ashrrev_i32_e32 v40, 31, v39
	v_ashrrev_i32_e32 v42, 31, v41
	v_ashrrev_i32_e32 v44, 31, v43
	v_ashrrev_i32_e32 v46, 31, v45
	s_cmp_lt_i32 s7, s6
	v_lshlrev_b64 v[39:40], 1, v[39:40]
	v_lshlrev_b64 v[41:42], 1, v[41:42]
	v_lshlrev_b64 v[43:44], 1, v[43:44]
	v_lshlrev_b64 v[45:46], 1, v[45:46]
	s_waitcnt lgkmcnt(0)
	s_delay_alu instid0(VALU_DEP_4) | instskip(NEXT) | instid1(VALU_DEP_1)
	v_add_co_u32 v39, vcc_lo, s0, v39
	v_add_co_ci_u32_e64 v40, null, s1, v40, vcc_lo
	v_add_co_u32 v47, vcc_lo, s2, v41
	s_delay_alu instid0(VALU_DEP_1) | instskip(SKIP_1) | instid1(VALU_DEP_1)
	v_add_co_ci_u32_e64 v48, null, s3, v42, vcc_lo
	v_add_co_u32 v63, vcc_lo, s0, v43
	v_add_co_ci_u32_e64 v64, null, s1, v44, vcc_lo
	v_add_co_u32 v55, vcc_lo, s2, v45
	s_delay_alu instid0(VALU_DEP_1)
	v_add_co_ci_u32_e64 v56, null, s3, v46, vcc_lo
	s_clause 0x1
	global_load_b128 v[43:46], v[39:40], off offset:16
	global_load_b128 v[39:42], v[39:40], off
	s_clause 0x3
	global_load_b128 v[51:54], v[47:48], off offset:16
	global_load_b128 v[47:50], v[47:48], off
	global_load_b128 v[59:62], v[55:56], off offset:16
	global_load_b128 v[55:58], v[55:56], off
	s_clause 0x1
	global_load_b128 v[67:70], v[63:64], off offset:16
	global_load_b128 v[63:66], v[63:64], off
	s_waitcnt vmcnt(4)
	v_wmma_f32_16x16x16_f16 v[25:32], v[39:46], v[47:54], v[25:32]
	s_waitcnt vmcnt(2)
	v_wmma_f32_16x16x16_f16 v[17:24], v[39:46], v[55:62], v[17:24]
	s_waitcnt vmcnt(0)
	v_wmma_f32_16x16x16_f16 v[9:16], v[63:70], v[47:54], v[9:16]
	v_wmma_f32_16x16x16_f16 v[1:8], v[63:70], v[55:62], v[1:8]
	s_cbranch_scc1 .LBB0_5
; %bb.6:
	v_mov_b32_e32 v33, v35
.LBB0_7:
	v_lshrrev_b32_e32 v0, 4, v0
	s_lshl_b32 s0, s6, 1
	s_delay_alu instid0(VALU_DEP_1) | instskip(NEXT) | instid1(VALU_DEP_1)
	v_and_or_b32 v0, v0, 1, v34
	v_mad_u64_u32 v[34:35], null, v0, s6, v[33:34]
	s_delay_alu instid0(VALU_DEP_1) | instskip(SKIP_1) | instid1(VALU_DEP_2)
	v_add_nc_u32_e32 v36, s0, v34
	v_ashrrev_i32_e32 v35, 31, v34
	v_ashrrev_i32_e32 v37, 31, v36
	v_add_nc_u32_e32 v33, s0, v36
	s_delay_alu instid0(VALU_DEP_3) | instskip(NEXT) | instid1(VALU_DEP_3)
	v_lshlrev_b64 v[38:39], 2, v[34:35]
	v_lshlrev_b64 v[35:36], 2, v[36:37]
	s_delay_alu instid0(VALU_DEP_3) | instskip(SKIP_2) | instid1(VALU_DEP_4)
	v_add_nc_u32_e32 v37, s0, v33
	v_ashrrev_i32_e32 v34, 31, v33
	s_waitcnt lgkmcnt(0)
	v_add_co_u32 v40, vcc_lo, s4, v38
	s_delay_alu instid0(VALU_DEP_1)
	v_add_co_ci_u32_e64 v41, null, s5, v39, vcc_lo
	v_add_nc_u32_e32 v42, s0, v37
	v_lshlrev_b64 v[33:34], 2, v[33:34]
	v_ashrrev_i32_e32 v38, 31, v37
	global_store_b32 v[40:41], v25, off
	v_add_co_u32 v35, vcc_lo, s4, v35
	v_add_nc_u32_e32 v25, s0, v42
	v_lshlrev_b64 v[37:38], 2, v[37:38]
	v_add_co_ci_u32_e64 v36, null, s5, v36, vcc_lo
	v_add_co_u32 v33, vcc_lo, s4, v33
	s_delay_alu instid0(VALU_DEP_1)
	v_add_co_ci_u32_e64 v34, null, s5, v34, vcc_lo
	v_add_nc_u32_e32 v44, s0, v25
	v_add_co_u32 v37, vcc_lo, s4, v37
	v_ashrrev_i32_e32 v43, 31, v42
	global_store_b32 v[35:36], v26, off
	v_add_co_ci_u32_e64 v38, null, s5, v38, vcc_lo
	global_store_b32 v[33:34], v27, off
	v_add_nc_u32_e32 v27, s0, v44
	v_ashrrev_i32_e32 v26, 31, v25
	v_ashrrev_i32_e32 v45, 31, v44
	v_lshlrev_b64 v[42:43], 2, v[42:43]
	global_store_b32 v[37:38], v28, off
	v_ashrrev_i32_e32 v28, 31, v27
	v_lshlrev_b64 v[25:26], 2, v[25:26]
	v_lshlrev_b64 v[44:45], 2, v[44:45]
	v_add_co_u32 v42, vcc_lo, s4, v42
	s_delay_alu instid0(VALU_DEP_4) | instskip(SKIP_3) | instid1(VALU_DEP_1)
	v_lshlrev_b64 v[46:47], 2, v[27:28]
	v_add_nc_u32_e32 v27, s0, v27
	v_add_co_ci_u32_e64 v43, null, s5, v43, vcc_lo
	v_add_co_u32 v25, vcc_lo, s4, v25
	v_add_co_ci_u32_e64 v26, null, s5, v26, vcc_lo
	v_add_co_u32 v44, vcc_lo, s4, v44
	v_ashrrev_i32_e32 v28, 31, v27
	v_add_co_ci_u32_e64 v45, null, s5, v45, vcc_lo
	v_add_co_u32 v46, vcc_lo, s4, v46
	s_delay_alu instid0(VALU_DEP_1)
	v_add_co_ci_u32_e64 v47, null, s5, v47, vcc_lo
	s_clause 0x7
	global_store_b32 v[42:43], v29, off
	global_store_b32 v[25:26], v30, off
	global_store_b32 v[44:45], v31, off
	global_store_b32 v[46:47], v32, off
	global_store_b32 v[40:41], v17, off offset:64
	global_store_b32 v[35:36], v18, off offset:64
	global_store_b32 v[33:34], v19, off offset:64
	global_store_b32 v[37:38], v20, off offset:64
	v_lshlrev_b64 v[19:20], 2, v[27:28]
	v_add_nc_u32_e32 v17, s0, v27
	s_clause 0x2
	global_store_b32 v[42:43], v21, off offset:64
	global_store_b32 v[25:26], v22, off offset:64
	global_store_b32 v[44:45], v23, off offset:64
	v_add_co_u32 v19, vcc_lo, s4, v19
	v_add_nc_u32_e32 v21, s0, v17
	v_add_co_ci_u32_e64 v20, null, s5, v20, vcc_lo
	s_clause 0x1
	global_store_b32 v[46:47], v24, off offset:64
	global_store_b32 v[19:20], v9, off
	v_ashrrev_i32_e32 v22, 31, v21
	v_add_nc_u32_e32 v24, s0, v21
	v_ashrrev_i32_e32 v18, 31, v17
	s_delay_alu instid0(VALU_DEP_3) | instskip(NEXT) | instid1(VALU_DEP_3)
	v_lshlrev_b64 v[22:23], 2, v[21:22]
	v_add_nc_u32_e32 v21, s0, v24
	s_delay_alu instid0(VALU_DEP_3) | instskip(SKIP_1) | instid1(VALU_DEP_3)
	v_lshlrev_b64 v[17:18], 2, v[17:18]
	v_ashrrev_i32_e32 v25, 31, v24
	v_add_nc_u32_e32 v9, s0, v21
	s_delay_alu instid0(VALU_DEP_3) | instskip(NEXT) | instid1(VALU_DEP_1)
	v_add_co_u32 v17, vcc_lo, s4, v17
	v_add_co_ci_u32_e64 v18, null, s5, v18, vcc_lo
	s_delay_alu instid0(VALU_DEP_3)
	v_add_nc_u32_e32 v28, s0, v9
	v_add_co_u32 v26, vcc_lo, s4, v22
	v_ashrrev_i32_e32 v22, 31, v21
	global_store_b32 v[17:18], v10, off
	v_add_nc_u32_e32 v30, s0, v28
	v_ashrrev_i32_e32 v10, 31, v9
	v_add_co_ci_u32_e64 v27, null, s5, v23, vcc_lo
	v_lshlrev_b64 v[23:24], 2, v[24:25]
	v_ashrrev_i32_e32 v29, 31, v28
	v_lshlrev_b64 v[21:22], 2, v[21:22]
	v_ashrrev_i32_e32 v31, 31, v30
	v_lshlrev_b64 v[9:10], 2, v[9:10]
	global_store_b32 v[26:27], v11, off
	v_add_co_u32 v23, vcc_lo, s4, v23
	v_lshlrev_b64 v[28:29], 2, v[28:29]
	v_add_co_ci_u32_e64 v24, null, s5, v24, vcc_lo
	v_add_co_u32 v21, vcc_lo, s4, v21
	v_lshlrev_b64 v[30:31], 2, v[30:31]
	v_add_co_ci_u32_e64 v22, null, s5, v22, vcc_lo
	v_add_co_u32 v9, vcc_lo, s4, v9
	s_delay_alu instid0(VALU_DEP_1) | instskip(SKIP_1) | instid1(VALU_DEP_1)
	v_add_co_ci_u32_e64 v10, null, s5, v10, vcc_lo
	v_add_co_u32 v28, vcc_lo, s4, v28
	v_add_co_ci_u32_e64 v29, null, s5, v29, vcc_lo
	v_add_co_u32 v30, vcc_lo, s4, v30
	s_delay_alu instid0(VALU_DEP_1)
	v_add_co_ci_u32_e64 v31, null, s5, v31, vcc_lo
	s_clause 0xc
	global_store_b32 v[23:24], v12, off
	global_store_b32 v[21:22], v13, off
	global_store_b32 v[9:10], v14, off
	global_store_b32 v[28:29], v15, off
	global_store_b32 v[30:31], v16, off
	global_store_b32 v[19:20], v1, off offset:64
	global_store_b32 v[17:18], v2, off offset:64
	global_store_b32 v[26:27], v3, off offset:64
	global_store_b32 v[23:24], v4, off offset:64
	global_store_b32 v[21:22], v5, off offset:64
	global_store_b32 v[9:10], v6, off offset:64
	global_store_b32 v[28:29], v7, off offset:64
	global_store_b32 v[30:31], v8, off offset:64
	s_endpgm
	.section	.rodata,"a",@progbits
	.p2align	6, 0x0
	.amdhsa_kernel wmma_gemm
		.amdhsa_group_segment_fixed_size 0
		.amdhsa_private_segment_fixed_size 0
		.amdhsa_kernarg_size 28
		.amdhsa_user_sgpr_count 14
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
		.amdhsa_next_free_vgpr 71
		.amdhsa_next_free_sgpr 16
		.amdhsa_reserve_vcc 1
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
		.amdhsa_inst_pref_size 13
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
	.set wmma_gemm.num_vgpr, 71
	.set wmma_gemm.num_agpr, 0
	.set wmma_gemm.numbered_sgpr, 16
	.set wmma_gemm.num_named_barrier, 0
	.set wmma_gemm.private_seg_size, 0
	.set wmma_gemm.uses_vcc, 1
	.set wmma_gemm.uses_flat_scratch, 0
	.set wmma_gemm.has_dyn_sized_stack, 0
	.set wmma_gemm.has_recursion, 0
	.set wmma_gemm.has_indirect_call, 0
	.section	.AMDGPU.csdata,"",@progbits
; Kernel info:
; codeLenInByte = 1572
; TotalNumSgprs: 18
; NumVgprs: 71
; ScratchSize: 0
; MemoryBound: 0
; FloatMode: 240
; IeeeMode: 1
; LDSByteSize: 0 bytes/workgroup (compile time only)
; SGPRBlocks: 0
; VGPRBlocks: 8
; NumSGPRsForWavesPerEU: 18
; NumVGPRsForWavesPerEU: 71
; Occupancy: 16
; WaveLimiterHint : 0
; COMPUTE_PGM_RSRC2:SCRATCH_EN: 0
; COMPUTE_PGM_RSRC2:USER_SGPR: 14
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
    .sgpr_count:     18
    .sgpr_spill_count: 0
    .symbol:         wmma_gemm.kd
    .uniform_work_group_size: 1
    .uses_dynamic_stack: false
    .vgpr_count:     71
    .vgpr_spill_count: 0
    .wavefront_size: 32
    .workgroup_processor_mode: 1
amdhsa.target:   amdgcn-amd-amdhsa--gfx1100
amdhsa.version:
  - 1
  - 2
...

	.end_amdgpu_metadata
