	.amdgcn_target "amdgcn-amd-amdhsa--gfx1201"
	.amdhsa_code_object_version 6
	.text
	.protected	wmma_gemm_lds           ; -- Begin function wmma_gemm_lds
	.globl	wmma_gemm_lds
	.p2align	8
	.type	wmma_gemm_lds,@function
wmma_gemm_lds:                          ; @wmma_gemm_lds
; %bb.0:
	s_setreg_imm32_b32 hwreg(HW_REG_WAVE_SCHED_MODE, 0, 2), 2
	s_load_b32 s4, s[0:1], 0x18
	v_lshrrev_b32_e32 v1, 1, v0
	v_and_b32_e32 v59, 15, v0
	s_mov_b32 s2, 0
	s_delay_alu instid0(VALU_DEP_2)
	v_and_b32_e32 v58, 8, v1
	s_wait_kmcnt 0x0
	s_cmp_gt_i32 s4, 0
	s_cbranch_scc1 .LBB0_2
; %bb.1:
	v_and_b32_e32 v33, 8, v1
	v_and_b32_e32 v34, 15, v0
	s_branch .LBB0_3
.LBB0_2:
	s_mov_b32 s2, -1
                                        ; implicit-def: $vgpr33
                                        ; implicit-def: $vgpr34
.LBB0_3:
	s_load_b64 s[6:7], s[0:1], 0x10
	v_dual_mov_b32 v8, 0 :: v_dual_and_b32 v57, 32, v1
	s_lshl_b32 s5, ttmp7, 6
	s_and_not1_b32 vcc_lo, exec_lo, s2
	s_lshl_b32 s8, ttmp9, 6
	s_delay_alu instid0(VALU_DEP_1)
	v_dual_mov_b32 v7, v8 :: v_dual_mov_b32 v6, v8
	v_dual_mov_b32 v5, v8 :: v_dual_mov_b32 v4, v8
	v_dual_mov_b32 v3, v8 :: v_dual_mov_b32 v2, v8
	v_dual_mov_b32 v1, v8 :: v_dual_mov_b32 v16, v8
	v_dual_mov_b32 v15, v8 :: v_dual_mov_b32 v14, v8
	v_dual_mov_b32 v13, v8 :: v_dual_mov_b32 v12, v8
	v_dual_mov_b32 v11, v8 :: v_dual_mov_b32 v10, v8
	v_dual_mov_b32 v9, v8 :: v_dual_mov_b32 v24, v8
	v_dual_mov_b32 v23, v8 :: v_dual_mov_b32 v22, v8
	v_dual_mov_b32 v21, v8 :: v_dual_mov_b32 v20, v8
	v_dual_mov_b32 v19, v8 :: v_dual_mov_b32 v18, v8
	v_dual_mov_b32 v17, v8 :: v_dual_mov_b32 v32, v8
	v_dual_mov_b32 v31, v8 :: v_dual_mov_b32 v30, v8
	v_dual_mov_b32 v29, v8 :: v_dual_mov_b32 v28, v8
	v_dual_mov_b32 v27, v8 :: v_dual_mov_b32 v26, v8
	v_mov_b32_e32 v25, v8
	s_cbranch_vccnz .LBB0_7
; %bb.4:
	v_lshrrev_b32_e32 v10, 2, v0
	s_load_b128 s[0:3], s[0:1], 0x0
	v_mov_b32_e32 v25, 0
	v_lshlrev_b32_e32 v1, 3, v0
	s_delay_alu instid0(VALU_DEP_3) | instskip(NEXT) | instid1(VALU_DEP_3)
	v_add_nc_u32_e32 v2, s8, v10
	v_dual_mov_b32 v27, v25 :: v_dual_add_nc_u32 v6, s5, v10
	s_delay_alu instid0(VALU_DEP_3) | instskip(SKIP_1) | instid1(VALU_DEP_4)
	v_dual_mov_b32 v26, v25 :: v_dual_and_b32 v1, 24, v1
	v_mov_b32_e32 v28, v25
	v_dual_mov_b32 v29, v25 :: v_dual_add_nc_u32 v4, 32, v2
	s_delay_alu instid0(VALU_DEP_4) | instskip(NEXT) | instid1(VALU_DEP_4)
	v_dual_mov_b32 v31, v25 :: v_dual_add_nc_u32 v8, 32, v6
	v_mad_co_u64_u32 v[2:3], null, v2, s4, v[1:2]
	v_dual_mov_b32 v18, v25 :: v_dual_mov_b32 v21, v25
	v_dual_mov_b32 v20, v25 :: v_dual_mov_b32 v23, v25
	v_mov_b32_e32 v22, v25
	v_dual_mov_b32 v24, v25 :: v_dual_mov_b32 v11, v25
	v_mad_co_u64_u32 v[4:5], null, v4, s4, v[1:2]
	v_mad_co_u64_u32 v[8:9], null, v8, s4, v[1:2]
	v_mad_co_u64_u32 v[6:7], null, v6, s4, v[1:2]
	v_ashrrev_i32_e32 v3, 31, v2
	v_dual_mov_b32 v12, v25 :: v_dual_mov_b32 v15, v25
	v_ashrrev_i32_e32 v5, 31, v4
	v_ashrrev_i32_e32 v9, 31, v8
	s_delay_alu instid0(VALU_DEP_4)
	v_lshlrev_b64_e32 v[2:3], 1, v[2:3]
	v_ashrrev_i32_e32 v7, 31, v6
	v_mov_b32_e32 v14, v25
	v_lshlrev_b64_e32 v[4:5], 1, v[4:5]
	v_lshlrev_b64_e32 v[8:9], 1, v[8:9]
	v_mov_b32_e32 v16, v25
	v_lshlrev_b64_e32 v[6:7], 1, v[6:7]
	v_mov_b32_e32 v17, v25
	v_mov_b32_e32 v13, v25
	s_wait_kmcnt 0x0
	v_add_co_u32 v49, vcc_lo, s2, v4
	s_delay_alu instid0(VALU_DEP_1)
	v_add_co_ci_u32_e64 v50, null, s3, v5, vcc_lo
	v_add_co_u32 v51, vcc_lo, s0, v8
	s_wait_alu depctr_va_vcc(0)
	v_add_co_ci_u32_e64 v52, null, s1, v9, vcc_lo
	v_add_co_u32 v53, vcc_lo, s2, v2
	s_wait_alu depctr_va_vcc(0)
	v_add_co_ci_u32_e64 v54, null, s3, v3, vcc_lo
	v_add_co_u32 v55, vcc_lo, s0, v6
	s_wait_alu depctr_va_vcc(0)
	v_add_co_ci_u32_e64 v56, null, s1, v7, vcc_lo
	s_wait_alu depctr_va_vdst(6)
	global_load_b128 v[33:36], v[49:50], off
	s_wait_alu depctr_va_vdst(4)
	global_load_b128 v[41:44], v[51:52], off
	s_wait_alu depctr_va_vdst(2)
	global_load_b128 v[37:40], v[53:54], off
	s_wait_alu depctr_va_vdst(0)
	global_load_b128 v[45:48], v[55:56], off
	v_or_b32_e32 v2, v57, v59
	v_dual_mov_b32 v30, v25 :: v_dual_and_b32 v3, 47, v0
	v_lshlrev_b32_e32 v4, 1, v58
	v_mul_u32_u24_e32 v5, 40, v10
	s_delay_alu instid0(VALU_DEP_4) | instskip(NEXT) | instid1(VALU_DEP_4)
	v_mul_u32_u24_e32 v2, 0x50, v2
	v_mul_u32_u24_e32 v3, 0x50, v3
	v_dual_mov_b32 v32, v25 :: v_dual_mov_b32 v19, v25
	s_delay_alu instid0(VALU_DEP_4) | instskip(NEXT) | instid1(VALU_DEP_4)
	v_add_lshl_u32 v60, v5, v1, 1
	v_add_nc_u32_e32 v61, v4, v2
	s_delay_alu instid0(VALU_DEP_4)
	v_dual_mov_b32 v9, v25 :: v_dual_add_nc_u32 v62, v4, v3
	v_dual_mov_b32 v10, v25 :: v_dual_mov_b32 v1, v25
	v_dual_mov_b32 v2, v25 :: v_dual_mov_b32 v5, v25
	v_dual_mov_b32 v3, v25 :: v_dual_mov_b32 v4, v25
	v_dual_mov_b32 v7, v25 :: v_dual_mov_b32 v6, v25
	v_mov_b32_e32 v8, v25
	s_mov_b32 s0, 0
.LBB0_5:                                ; =>This Inner Loop Header: Depth=1
	s_wait_alu depctr_sa_sdst(0)
	s_add_co_i32 s9, s0, 32
	s_wait_loadcnt 0x0
	s_wait_alu depctr_va_vdst(0)
	ds_store_b128 v60, v[45:48]
	ds_store_b128 v60, v[41:44] offset:2560
	ds_store_b128 v60, v[37:40] offset:5120
	ds_store_b128 v60, v[33:36] offset:7680
	s_wait_alu depctr_sa_sdst(0)
	s_cmp_lt_i32 s9, s4
	s_wait_dscnt 0x0
	s_cselect_b32 s1, -1, 0
	s_barrier_signal -1
	s_wait_alu depctr_sa_sdst(0)
	s_and_b32 vcc_lo, s1, exec_lo
	s_cselect_b32 s0, s9, s0
	s_wait_alu depctr_sa_sdst(0)
	s_ashr_i32 s1, s0, 31
	s_wait_alu depctr_sa_sdst(0)
	s_lshl_b64 s[2:3], s[0:1], 1
	s_wait_alu depctr_sa_sdst(0) depctr_vm_vsrc(0)
	v_add_co_u32 v33, s0, v55, s2
	s_wait_alu depctr_va_sdst(0)
	v_add_co_ci_u32_e64 v34, null, s3, v56, s0
	v_add_co_u32 v35, s0, v53, s2
	s_wait_alu depctr_va_sdst(0)
	v_add_co_ci_u32_e64 v36, null, s3, v54, s0
	v_add_co_u32 v41, s0, v51, s2
	s_wait_alu depctr_va_sdst(0)
	v_add_co_ci_u32_e64 v42, null, s3, v52, s0
	v_add_co_u32 v95, s0, v49, s2
	s_wait_alu depctr_va_sdst(0)
	v_add_co_ci_u32_e64 v96, null, s3, v50, s0
	s_barrier_wait -1
	global_inv scope:SCOPE_SE
	ds_load_b128 v[63:66], v61
	ds_load_b128 v[67:70], v61 offset:32
	ds_load_b128 v[71:74], v62 offset:5120
	ds_load_b128 v[75:78], v62 offset:5152
	ds_load_b128 v[79:82], v61 offset:1280
	ds_load_b128 v[83:86], v61 offset:1312
	ds_load_b128 v[87:90], v62 offset:6400
	ds_load_b128 v[91:94], v62 offset:6432
	s_wait_alu depctr_va_vdst(6)
	global_load_b128 v[45:48], v[33:34], off
	s_wait_alu depctr_va_vdst(4)
	global_load_b128 v[37:40], v[35:36], off
	s_wait_alu depctr_va_vdst(2)
	global_load_b128 v[41:44], v[41:42], off
	s_wait_alu depctr_va_vdst(0) depctr_vm_vsrc(0)
	global_load_b128 v[33:36], v[95:96], off
	s_mov_b32 s0, s9
	s_wait_dscnt 0x5
	v_wmma_f32_16x16x16_f16 v[25:32], v[63:66], v[71:74], v[25:32]
	s_wait_dscnt 0x3
	v_wmma_f32_16x16x16_f16 v[9:16], v[79:82], v[71:74], v[9:16]
	s_wait_dscnt 0x1
	v_wmma_f32_16x16x16_f16 v[17:24], v[63:66], v[87:90], v[17:24]
	v_wmma_f32_16x16x16_f16 v[1:8], v[79:82], v[87:90], v[1:8]
	v_wmma_f32_16x16x16_f16 v[25:32], v[67:70], v[75:78], v[25:32]
	v_wmma_f32_16x16x16_f16 v[9:16], v[83:86], v[75:78], v[9:16]
	s_wait_dscnt 0x0
	v_wmma_f32_16x16x16_f16 v[17:24], v[67:70], v[91:94], v[17:24]
	v_wmma_f32_16x16x16_f16 v[1:8], v[83:86], v[91:94], v[1:8]
	s_wait_loadcnt 0x0
	s_barrier_signal -1
	s_barrier_wait -1
	global_inv scope:SCOPE_SE
	s_cbranch_vccnz .LBB0_5
; %bb.6:
	v_dual_mov_b32 v33, v58 :: v_dual_mov_b32 v34, v59
.LBB0_7:
	v_and_b32_e32 v0, 32, v0
	v_add_nc_u32_e32 v35, s5, v57
	s_ashr_i32 s5, s4, 31
	s_wait_alu depctr_sa_sdst(0)
	s_lshl_b64 s[0:1], s[4:5], 2
	v_or3_b32 v0, v34, v0, s8
	v_or_b32_e32 v35, v33, v35
	s_delay_alu instid0(VALU_DEP_1) | instskip(SKIP_1) | instid1(VALU_DEP_1)
	v_mad_co_u64_u32 v[33:34], null, v35, s4, v[0:1]
	v_or_b32_e32 v35, 16, v35
	v_mad_co_u64_u32 v[35:36], null, v35, s4, v[0:1]
	s_delay_alu instid0(VALU_DEP_3) | instskip(NEXT) | instid1(VALU_DEP_1)
	v_ashrrev_i32_e32 v34, 31, v33
	v_lshlrev_b64_e32 v[33:34], 2, v[33:34]
	s_delay_alu instid0(VALU_DEP_3) | instskip(NEXT) | instid1(VALU_DEP_1)
	v_ashrrev_i32_e32 v36, 31, v35
	v_lshlrev_b64_e32 v[35:36], 2, v[35:36]
	s_wait_kmcnt 0x0
	s_delay_alu instid0(VALU_DEP_3) | instskip(SKIP_3) | instid1(VALU_DEP_2)
	v_add_co_u32 v33, vcc_lo, s6, v33
	s_wait_alu depctr_va_vcc(0)
	v_add_co_ci_u32_e64 v34, null, s7, v34, vcc_lo
	s_wait_alu depctr_sa_sdst(0)
	v_add_co_u32 v37, vcc_lo, v33, s0
	s_wait_alu depctr_va_vcc(0)
	s_delay_alu instid0(VALU_DEP_2)
	v_add_co_ci_u32_e64 v38, null, s1, v34, vcc_lo
	s_wait_alu depctr_va_vdst(0)
	global_store_b32 v[33:34], v25, off
	v_add_co_u32 v39, vcc_lo, v37, s0
	s_wait_alu depctr_va_vcc(0)
	v_add_co_ci_u32_e64 v40, null, s1, v38, vcc_lo
	global_store_b32 v[37:38], v26, off
	v_add_co_u32 v41, vcc_lo, v39, s0
	s_wait_alu depctr_va_vcc(0)
	v_add_co_ci_u32_e64 v42, null, s1, v40, vcc_lo
	v_add_co_u32 v35, vcc_lo, s6, v35
	s_wait_alu depctr_va_vcc(0)
	v_add_co_ci_u32_e64 v36, null, s7, v36, vcc_lo
	v_add_co_u32 v43, vcc_lo, v41, s0
	s_wait_alu depctr_va_vcc(0)
	v_add_co_ci_u32_e64 v44, null, s1, v42, vcc_lo
	s_wait_alu depctr_va_vdst(6)
	global_store_b32 v[39:40], v27, off
	s_wait_alu depctr_vm_vsrc(2)
	v_add_co_u32 v25, vcc_lo, v43, s0
	s_wait_alu depctr_va_vcc(0) depctr_vm_vsrc(1)
	v_add_co_ci_u32_e64 v26, null, s1, v44, vcc_lo
	v_add_co_u32 v45, vcc_lo, v35, s0
	s_wait_alu depctr_va_vcc(0)
	v_add_co_ci_u32_e64 v46, null, s1, v36, vcc_lo
	v_add_co_u32 v47, vcc_lo, v25, s0
	s_wait_alu depctr_va_vcc(0)
	v_add_co_ci_u32_e64 v48, null, s1, v26, vcc_lo
	s_delay_alu instid0(VALU_DEP_2) | instskip(SKIP_1) | instid1(VALU_DEP_2)
	v_add_co_u32 v49, vcc_lo, v47, s0
	s_wait_alu depctr_va_vcc(0)
	v_add_co_ci_u32_e64 v50, null, s1, v48, vcc_lo
	s_wait_alu depctr_va_vdst(12)
	global_store_b32 v[41:42], v28, off
	s_wait_alu depctr_va_vdst(8)
	global_store_b32 v[43:44], v29, off
	s_wait_alu depctr_va_vdst(6)
	global_store_b32 v[25:26], v30, off
	s_wait_alu depctr_va_vdst(2)
	global_store_b32 v[47:48], v31, off
	s_wait_alu depctr_va_vdst(0)
	s_clause 0x6
	global_store_b32 v[49:50], v32, off
	global_store_b32 v[33:34], v17, off offset:64
	global_store_b32 v[37:38], v18, off offset:64
	global_store_b32 v[39:40], v19, off offset:64
	global_store_b32 v[41:42], v20, off offset:64
	global_store_b32 v[43:44], v21, off offset:64
	global_store_b32 v[25:26], v22, off offset:64
	s_wait_alu depctr_vm_vsrc(5)
	v_add_co_u32 v17, vcc_lo, v45, s0
	s_wait_alu depctr_va_vcc(0) depctr_vm_vsrc(4)
	v_add_co_ci_u32_e64 v18, null, s1, v46, vcc_lo
	global_store_b32 v[47:48], v23, off offset:64
	s_wait_alu depctr_vm_vsrc(4)
	v_add_co_u32 v19, vcc_lo, v17, s0
	s_wait_alu depctr_va_vcc(0) depctr_vm_vsrc(3)
	v_add_co_ci_u32_e64 v20, null, s1, v18, vcc_lo
	global_store_b32 v[49:50], v24, off offset:64
	s_wait_alu depctr_vm_vsrc(3)
	v_add_co_u32 v21, vcc_lo, v19, s0
	s_wait_alu depctr_va_vcc(0) depctr_vm_vsrc(2)
	v_add_co_ci_u32_e64 v22, null, s1, v20, vcc_lo
	global_store_b32 v[35:36], v9, off
	s_wait_alu depctr_vm_vsrc(2)
	v_add_co_u32 v23, vcc_lo, v21, s0
	s_wait_alu depctr_va_vcc(0) depctr_vm_vsrc(1)
	v_add_co_ci_u32_e64 v24, null, s1, v22, vcc_lo
	global_store_b32 v[45:46], v10, off
	s_wait_alu depctr_vm_vsrc(1)
	v_add_co_u32 v9, vcc_lo, v23, s0
	s_wait_alu depctr_va_vcc(0) depctr_vm_vsrc(0)
	v_add_co_ci_u32_e64 v10, null, s1, v24, vcc_lo
	s_wait_alu depctr_va_vdst(8)
	global_store_b32 v[17:18], v11, off
	v_add_co_u32 v25, vcc_lo, v9, s0
	s_wait_alu depctr_va_vcc(0)
	v_add_co_ci_u32_e64 v26, null, s1, v10, vcc_lo
	s_wait_alu depctr_va_vdst(8)
	global_store_b32 v[19:20], v12, off
	s_wait_alu depctr_va_vdst(6)
	global_store_b32 v[21:22], v13, off
	s_wait_alu depctr_va_vdst(4)
	global_store_b32 v[23:24], v14, off
	s_wait_alu depctr_va_vdst(2)
	global_store_b32 v[9:10], v15, off
	s_wait_alu depctr_va_vdst(0)
	s_clause 0x8
	global_store_b32 v[25:26], v16, off
	global_store_b32 v[35:36], v1, off offset:64
	global_store_b32 v[45:46], v2, off offset:64
	global_store_b32 v[17:18], v3, off offset:64
	global_store_b32 v[19:20], v4, off offset:64
	global_store_b32 v[21:22], v5, off offset:64
	global_store_b32 v[23:24], v6, off offset:64
	global_store_b32 v[9:10], v7, off offset:64
	global_store_b32 v[25:26], v8, off offset:64
	s_nop 0
	s_sendmsg sendmsg(MSG_DEALLOC_VGPRS)
	s_endpgm
	.section	.rodata,"a",@progbits
	.p2align	6, 0x0
	.amdhsa_kernel wmma_gemm_lds
		.amdhsa_group_segment_fixed_size 10240
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
		.amdhsa_next_free_vgpr 97
		.amdhsa_next_free_sgpr 10
		.amdhsa_reserve_vcc 1
		.amdhsa_float_round_mode_32 0
		.amdhsa_float_round_mode_16_64 0
		.amdhsa_float_denorm_mode_32 3
		.amdhsa_float_denorm_mode_16_64 3
		.amdhsa_fp16_overflow 0
		.amdhsa_workgroup_processor_mode 1
		.amdhsa_memory_ordered 1
		.amdhsa_forward_progress 1
		.amdhsa_inst_pref_size 16
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
	.size	wmma_gemm_lds, .Lfunc_end0-wmma_gemm_lds
                                        ; -- End function
	.set wmma_gemm_lds.num_vgpr, 97
	.set wmma_gemm_lds.num_agpr, 0
	.set wmma_gemm_lds.numbered_sgpr, 10
	.set wmma_gemm_lds.num_named_barrier, 0
	.set wmma_gemm_lds.private_seg_size, 0
	.set wmma_gemm_lds.uses_vcc, 1
	.set wmma_gemm_lds.uses_flat_scratch, 0
	.set wmma_gemm_lds.has_dyn_sized_stack, 0
	.set wmma_gemm_lds.has_recursion, 0
	.set wmma_gemm_lds.has_indirect_call, 0
	.section	.AMDGPU.csdata,"",@progbits
; Kernel info:
; codeLenInByte = 2024
; TotalNumSgprs: 12
; NumVgprs: 97
; ScratchSize: 0
; MemoryBound: 0
; FloatMode: 240
; IeeeMode: 1
; LDSByteSize: 10240 bytes/workgroup (compile time only)
; SGPRBlocks: 0
; VGPRBlocks: 12
; NumSGPRsForWavesPerEU: 12
; NumVGPRsForWavesPerEU: 97
; Occupancy: 12
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
	.type	__hip_cuid_4f41b34c23959359,@object ; @__hip_cuid_4f41b34c23959359
	.section	.bss,"aw",@nobits
	.globl	__hip_cuid_4f41b34c23959359
__hip_cuid_4f41b34c23959359:
	.byte	0                               ; 0x0
	.size	__hip_cuid_4f41b34c23959359, 1

	.ident	"Debian clang version 22.1.8 (1~deb12u1)"
	.section	".note.GNU-stack","",@progbits
	.addrsig
	.addrsig_sym __hip_cuid_4f41b34c23959359
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
    .group_segment_fixed_size: 10240
    .kernarg_segment_align: 8
    .kernarg_segment_size: 28
    .max_flat_workgroup_size: 128
    .name:           wmma_gemm_lds
    .private_segment_fixed_size: 0
    .sgpr_count:     12
    .sgpr_spill_count: 0
    .symbol:         wmma_gemm_lds.kd
    .uniform_work_group_size: 1
    .uses_dynamic_stack: false
    .vgpr_count:     97
    .vgpr_spill_count: 0
    .wavefront_size: 32
    .workgroup_processor_mode: 1
amdhsa.target:   amdgcn-amd-amdhsa--gfx1201
amdhsa.version:
  - 1
  - 2
...

	.end_amdgpu_metadata
