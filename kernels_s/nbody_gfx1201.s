	.amdgcn_target "amdgcn-amd-amdhsa--gfx1201"
	.amdhsa_code_object_version 6
	.text
	.protected	nbody                   ; -- Begin function nbody
	.globl	nbody
	.p2align	8
	.type	nbody,@function
nbody:                                  ; @nbody
; %bb.0:
	s_clause 0x1
	s_load_b64 s[8:9], s[0:1], 0x0
	s_load_b96 s[4:6], s[0:1], 0x18
	v_lshl_or_b32 v1, ttmp9, 8, v0
	s_mov_b32 s7, 0
	s_delay_alu instid0(VALU_DEP_1) | instskip(NEXT) | instid1(VALU_DEP_1)
	v_ashrrev_i32_e32 v2, 31, v1
	v_lshlrev_b64_e32 v[5:6], 4, v[1:2]
	s_wait_kmcnt 0x0
	s_delay_alu instid0(VALU_DEP_1) | instskip(NEXT) | instid1(VALU_DEP_1)
	v_add_co_u32 v1, vcc_lo, s8, v5
	v_add_co_ci_u32_e64 v2, null, s9, v6, vcc_lo
	s_cmp_gt_i32 s4, 0
	global_load_b128 v[1:4], v[1:2], off
	s_cbranch_scc0 .LBB0_2
; %bb.1:
	s_mov_b32 s7, -1
.LBB0_2:
	s_load_b128 s[0:3], s[0:1], 0x8
	v_dual_mov_b32 v10, 0 :: v_dual_mov_b32 v11, 0
	v_mov_b32_e32 v9, 0
	s_and_not1_b32 vcc_lo, exec_lo, s7
	s_wait_alu depctr_sa_sdst(0)
	s_cbranch_vccnz .LBB0_7
; %bb.3:
	v_dual_mov_b32 v11, 0 :: v_dual_lshlrev_b32 v12, 4, v0
	v_dual_mov_b32 v8, 0 :: v_dual_mov_b32 v9, 0
	v_mov_b32_e32 v10, 0
	s_mov_b32 s7, 0
.LBB0_4:                                ; =>This Loop Header: Depth=1
                                        ;     Child Loop BB0_5 Depth 2
	s_delay_alu instid0(SALU_CYCLE_1) | instskip(SKIP_1) | instid1(VALU_DEP_1)
	v_add_nc_u32_e32 v7, s7, v0
	s_mov_b32 s10, 0
	v_lshlrev_b64_e32 v[13:14], 4, v[7:8]
	s_delay_alu instid0(VALU_DEP_1) | instskip(SKIP_1) | instid1(VALU_DEP_2)
	v_add_co_u32 v13, vcc_lo, s8, v13
	s_wait_alu depctr_va_vcc(0)
	v_add_co_ci_u32_e64 v14, null, s9, v14, vcc_lo
	global_load_b128 v[13:16], v[13:14], off
	s_wait_loadcnt 0x0
	ds_store_b128 v12, v[13:16]
	s_wait_dscnt 0x0
	s_barrier_signal -1
	s_barrier_wait -1
	global_inv scope:SCOPE_SE
.LBB0_5:                                ;   Parent Loop BB0_4 Depth=1
                                        ; =>  This Inner Loop Header: Depth=2
	s_wait_alu depctr_sa_sdst(0)
	v_mov_b32_e32 v7, s10
	s_addk_co_i32 s10, 0x80
	ds_load_b128 v[13:16], v7
	ds_load_b128 v[17:20], v7 offset:16
	ds_load_b128 v[21:24], v7 offset:32
	ds_load_b128 v[25:28], v7 offset:48
	ds_load_b128 v[29:32], v7 offset:64
	ds_load_b128 v[33:36], v7 offset:80
	ds_load_b128 v[37:40], v7 offset:96
	ds_load_b128 v[41:44], v7 offset:112
	s_wait_alu depctr_sa_sdst(0)
	s_cmp_eq_u32 s10, 0x1000
	s_wait_dscnt 0x7
	v_sub_f32_e32 v7, v13, v1
	v_dual_sub_f32 v13, v14, v2 :: v_dual_sub_f32 v14, v15, v3
	s_wait_dscnt 0x6
	v_sub_f32_e32 v15, v17, v1
	v_dual_sub_f32 v17, v18, v2 :: v_dual_sub_f32 v18, v19, v3
	s_wait_dscnt 0x5
	v_sub_f32_e32 v19, v21, v1
	v_dual_sub_f32 v21, v22, v2 :: v_dual_sub_f32 v22, v23, v3
	s_wait_dscnt 0x4
	v_sub_f32_e32 v23, v25, v1
	v_dual_sub_f32 v25, v26, v2 :: v_dual_sub_f32 v26, v27, v3
	s_wait_dscnt 0x3
	v_sub_f32_e32 v27, v29, v1
	v_dual_sub_f32 v29, v30, v2 :: v_dual_sub_f32 v30, v31, v3
	s_wait_dscnt 0x2
	v_sub_f32_e32 v31, v33, v1
	v_dual_sub_f32 v33, v34, v2 :: v_dual_sub_f32 v34, v35, v3
	s_wait_dscnt 0x1
	v_sub_f32_e32 v35, v37, v1
	v_dual_sub_f32 v37, v38, v2 :: v_dual_sub_f32 v38, v39, v3
	v_mul_f32_e32 v46, v21, v21
	s_delay_alu instid0(VALU_DEP_2) | instskip(SKIP_1) | instid1(VALU_DEP_3)
	v_mul_f32_e32 v50, v37, v37
	v_mul_f32_e32 v48, v29, v29
	v_fmac_f32_e32 v46, v19, v19
	s_wait_dscnt 0x0
	s_delay_alu instid0(VALU_DEP_2) | instskip(NEXT) | instid1(VALU_DEP_2)
	v_dual_fmac_f32 v48, v27, v27 :: v_dual_sub_f32 v39, v41, v1
	v_dual_fmac_f32 v46, v22, v22 :: v_dual_mul_f32 v45, v17, v17
	v_fmac_f32_e32 v50, v35, v35
	s_delay_alu instid0(VALU_DEP_3) | instskip(SKIP_1) | instid1(VALU_DEP_4)
	v_fmac_f32_e32 v48, v30, v30
	v_sub_f32_e32 v41, v42, v2
	v_add_f32_e32 v46, s6, v46
	v_dual_sub_f32 v42, v43, v3 :: v_dual_mul_f32 v43, v13, v13
	v_fmac_f32_e32 v50, v38, v38
	v_add_f32_e32 v48, s6, v48
	s_delay_alu instid0(VALU_DEP_4) | instskip(SKIP_1) | instid1(VALU_DEP_3)
	v_rsq_f32_e32 v46, v46
	v_mul_f32_e32 v51, v41, v41
	v_dual_mul_f32 v47, v25, v25 :: v_dual_add_f32 v50, s6, v50
	s_delay_alu instid0(VALU_DEP_3) | instskip(SKIP_1) | instid1(VALU_DEP_2)
	v_rsq_f32_e32 v48, v48
	v_fmac_f32_e32 v45, v15, v15
	v_rsq_f32_e32 v50, v50
	s_delay_alu instid0(TRANS32_DEP_3)
	v_mul_f32_e32 v24, v24, v46
	s_delay_alu instid0(TRANS32_DEP_2) | instid1(VALU_DEP_2)
	v_dual_mul_f32 v32, v32, v48 :: v_dual_fmac_f32 v45, v18, v18
	s_delay_alu instid0(VALU_DEP_2)
	v_mul_f32_e32 v24, v46, v24
	s_delay_alu instid0(TRANS32_DEP_1) | instid1(VALU_DEP_2)
	v_dual_mul_f32 v40, v40, v50 :: v_dual_add_f32 v45, s6, v45
	s_delay_alu instid0(VALU_DEP_1) | instskip(NEXT) | instid1(TRANS32_DEP_1)
	v_rsq_f32_e32 v45, v45
	v_dual_fmac_f32 v43, v7, v7 :: v_dual_mul_f32 v20, v20, v45
	s_delay_alu instid0(VALU_DEP_1) | instskip(NEXT) | instid1(VALU_DEP_2)
	v_fmac_f32_e32 v43, v14, v14
	v_dual_fmac_f32 v51, v39, v39 :: v_dual_mul_f32 v20, v45, v20
	s_delay_alu instid0(VALU_DEP_2) | instskip(NEXT) | instid1(VALU_DEP_2)
	v_add_f32_e32 v43, s6, v43
	v_dual_fmac_f32 v51, v42, v42 :: v_dual_mul_f32 v20, v45, v20
	s_delay_alu instid0(VALU_DEP_2) | instskip(NEXT) | instid1(TRANS32_DEP_1)
	v_rsq_f32_e32 v43, v43
	v_dual_mul_f32 v49, v33, v33 :: v_dual_mul_f32 v16, v16, v43
	s_delay_alu instid0(VALU_DEP_1) | instskip(NEXT) | instid1(VALU_DEP_1)
	v_fmac_f32_e32 v49, v31, v31
	v_dual_mul_f32 v16, v43, v16 :: v_dual_fmac_f32 v49, v34, v34
	s_delay_alu instid0(VALU_DEP_1) | instskip(NEXT) | instid1(VALU_DEP_1)
	v_dual_mul_f32 v16, v43, v16 :: v_dual_add_f32 v49, s6, v49
	v_fmac_f32_e32 v9, v14, v16
	v_mul_f32_e32 v14, v48, v32
	s_delay_alu instid0(VALU_DEP_3) | instskip(SKIP_4) | instid1(VALU_DEP_2)
	v_rsq_f32_e32 v49, v49
	v_fmac_f32_e32 v11, v13, v16
	v_fmac_f32_e32 v47, v23, v23
	v_fmac_f32_e32 v10, v7, v16
	v_dual_mul_f32 v14, v48, v14 :: v_dual_mul_f32 v13, v46, v24
	v_dual_add_f32 v51, s6, v51 :: v_dual_fmac_f32 v10, v15, v20
	s_delay_alu instid0(TRANS32_DEP_1) | instskip(NEXT) | instid1(VALU_DEP_2)
	v_mul_f32_e32 v36, v36, v49
	v_rsq_f32_e32 v51, v51
	s_delay_alu instid0(VALU_DEP_2) | instskip(NEXT) | instid1(TRANS32_DEP_1)
	v_dual_fmac_f32 v47, v26, v26 :: v_dual_fmac_f32 v10, v19, v13
	v_mul_f32_e32 v44, v44, v51
	s_delay_alu instid0(VALU_DEP_2) | instskip(NEXT) | instid1(VALU_DEP_1)
	v_add_f32_e32 v47, s6, v47
	v_rsq_f32_e32 v47, v47
	s_delay_alu instid0(TRANS32_DEP_1) | instskip(NEXT) | instid1(VALU_DEP_1)
	v_mul_f32_e32 v28, v28, v47
	v_mul_f32_e32 v7, v47, v28
	s_delay_alu instid0(VALU_DEP_1) | instskip(NEXT) | instid1(VALU_DEP_1)
	v_mul_f32_e32 v7, v47, v7
	v_dual_fmac_f32 v10, v23, v7 :: v_dual_fmac_f32 v9, v18, v20
	s_delay_alu instid0(VALU_DEP_1) | instskip(NEXT) | instid1(VALU_DEP_2)
	v_dual_fmac_f32 v10, v27, v14 :: v_dual_fmac_f32 v11, v17, v20
	v_fmac_f32_e32 v9, v22, v13
	s_delay_alu instid0(VALU_DEP_2) | instskip(SKIP_1) | instid1(VALU_DEP_3)
	v_fmac_f32_e32 v11, v21, v13
	v_mul_f32_e32 v13, v49, v36
	v_fmac_f32_e32 v9, v26, v7
	s_delay_alu instid0(VALU_DEP_3) | instskip(SKIP_1) | instid1(VALU_DEP_4)
	v_fmac_f32_e32 v11, v25, v7
	v_mul_f32_e32 v7, v50, v40
	v_mul_f32_e32 v13, v49, v13
	s_delay_alu instid0(VALU_DEP_4) | instskip(NEXT) | instid1(VALU_DEP_4)
	v_fmac_f32_e32 v9, v30, v14
	v_dual_fmac_f32 v11, v29, v14 :: v_dual_mul_f32 v14, v51, v44
	s_delay_alu instid0(VALU_DEP_3) | instskip(NEXT) | instid1(VALU_DEP_3)
	v_dual_mul_f32 v7, v50, v7 :: v_dual_fmac_f32 v10, v31, v13
	v_fmac_f32_e32 v9, v34, v13
	s_delay_alu instid0(VALU_DEP_3) | instskip(NEXT) | instid1(VALU_DEP_4)
	v_fmac_f32_e32 v11, v33, v13
	v_mul_f32_e32 v13, v51, v14
	s_delay_alu instid0(VALU_DEP_4) | instskip(NEXT) | instid1(VALU_DEP_4)
	v_fmac_f32_e32 v10, v35, v7
	v_fmac_f32_e32 v9, v38, v7
	s_delay_alu instid0(VALU_DEP_2) | instskip(NEXT) | instid1(VALU_DEP_2)
	v_dual_fmac_f32 v11, v37, v7 :: v_dual_fmac_f32 v10, v39, v13
	v_fmac_f32_e32 v9, v42, v13
	s_delay_alu instid0(VALU_DEP_2)
	v_fmac_f32_e32 v11, v41, v13
	s_cbranch_scc0 .LBB0_5
; %bb.6:                                ;   in Loop: Header=BB0_4 Depth=1
	s_wait_loadcnt 0x0
	s_barrier_signal -1
	s_addk_co_i32 s7, 0x100
	s_wait_alu depctr_sa_sdst(0)
	s_cmp_ge_i32 s7, s4
	s_barrier_wait -1
	global_inv scope:SCOPE_SE
	s_cbranch_scc0 .LBB0_4
.LBB0_7:
	s_wait_kmcnt 0x0
	v_add_co_u32 v7, vcc_lo, s2, v5
	s_wait_alu depctr_va_vcc(0)
	v_add_co_ci_u32_e64 v8, null, s3, v6, vcc_lo
	v_add_co_u32 v5, vcc_lo, s0, v5
	s_wait_alu depctr_va_vcc(0)
	v_add_co_ci_u32_e64 v6, null, s1, v6, vcc_lo
	global_load_b128 v[12:15], v[7:8], off
	s_wait_loadcnt 0x0
	v_fma_f32 v12, s5, v10, v12
	v_fma_f32 v13, s5, v11, v13
	s_delay_alu instid0(VALU_DEP_2) | instskip(NEXT) | instid1(VALU_DEP_1)
	v_dual_fmac_f32 v14, s5, v9 :: v_dual_fmac_f32 v1, s5, v12
	v_dual_fmac_f32 v2, s5, v13 :: v_dual_fmac_f32 v3, s5, v14
	global_store_b128 v[7:8], v[12:15], off
	global_store_b128 v[5:6], v[1:4], off
	s_endpgm
	.section	.rodata,"a",@progbits
	.p2align	6, 0x0
	.amdhsa_kernel nbody
		.amdhsa_group_segment_fixed_size 4096
		.amdhsa_private_segment_fixed_size 0
		.amdhsa_kernarg_size 36
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
		.amdhsa_next_free_vgpr 52
		.amdhsa_next_free_sgpr 11
		.amdhsa_reserve_vcc 1
		.amdhsa_float_round_mode_32 0
		.amdhsa_float_round_mode_16_64 0
		.amdhsa_float_denorm_mode_32 3
		.amdhsa_float_denorm_mode_16_64 3
		.amdhsa_fp16_overflow 0
		.amdhsa_workgroup_processor_mode 1
		.amdhsa_memory_ordered 1
		.amdhsa_forward_progress 1
		.amdhsa_inst_pref_size 9
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
	.size	nbody, .Lfunc_end0-nbody
                                        ; -- End function
	.set nbody.num_vgpr, 52
	.set nbody.num_agpr, 0
	.set nbody.numbered_sgpr, 11
	.set nbody.num_named_barrier, 0
	.set nbody.private_seg_size, 0
	.set nbody.uses_vcc, 1
	.set nbody.uses_flat_scratch, 0
	.set nbody.has_dyn_sized_stack, 0
	.set nbody.has_recursion, 0
	.set nbody.has_indirect_call, 0
	.section	.AMDGPU.csdata,"",@progbits
; Kernel info:
; codeLenInByte = 1092
; TotalNumSgprs: 13
; NumVgprs: 52
; ScratchSize: 0
; MemoryBound: 0
; FloatMode: 240
; IeeeMode: 1
; LDSByteSize: 4096 bytes/workgroup (compile time only)
; SGPRBlocks: 0
; VGPRBlocks: 6
; NumSGPRsForWavesPerEU: 13
; NumVGPRsForWavesPerEU: 52
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
      - .actual_access:  write_only
        .address_space:  global
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
      - .offset:         28
        .size:           4
        .value_kind:     by_value
      - .offset:         32
        .size:           4
        .value_kind:     by_value
    .group_segment_fixed_size: 4096
    .kernarg_segment_align: 8
    .kernarg_segment_size: 36
    .max_flat_workgroup_size: 256
    .name:           nbody
    .private_segment_fixed_size: 0
    .sgpr_count:     13
    .sgpr_spill_count: 0
    .symbol:         nbody.kd
    .uniform_work_group_size: 1
    .uses_dynamic_stack: false
    .vgpr_count:     52
    .vgpr_spill_count: 0
    .wavefront_size: 32
    .workgroup_processor_mode: 1
amdhsa.target:   amdgcn-amd-amdhsa--gfx1201
amdhsa.version:
  - 1
  - 2
...

	.end_amdgpu_metadata
