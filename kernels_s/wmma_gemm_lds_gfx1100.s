	.amdgcn_target "amdgcn-amd-amdhsa--gfx1100"
	.amdhsa_code_object_version 6
	.text
	.protected	wmma_gemm_lds           ; -- Begin function wmma_gemm_lds
	.globl	wmma_gemm_lds
	.p2align	8
	.type	wmma_gemm_lds,@function
wmma_gemm_lds:                          ; @wmma_gemm_lds
; %bb.0:
	s_load_b32 s6, s[0:1], 0x18
	v_lshrrev_b32_e32 v1, 1, v0
	v_and_b32_e32 v58, 15, v0
	s_mov_b32 s2, 0
	s_waitcnt lgkmcnt(0)
	s_cmp_gt_i32 s6, 0
	s_cbranch_scc1 .LBB0_2
; %bb.1:
	v_and_b32_e32 v33, 15, v0
	s_branch .LBB0_3
.LBB0_2:
	s_mov_b32 s2, -1
                                        ; implicit-def: $vgpr33
.LBB0_3:
	s_load_b64 s[4:5], s[0:1], 0x10
	v_dual_mov_b32 v8, 0 :: v_dual_and_b32 v57, 32, v1
	s_lshl_b32 s8, s15, 6
	s_and_not1_b32 vcc_lo, exec_lo, s2
	s_lshl_b32 s7, s14, 6
	s_delay_alu instid0(VALU_DEP_1)
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
	v_lshrrev_b32_e32 v10, 2, v0
	s_load_b128 s[0:3], s[0:1], 0x0
	v_mov_b32_e32 v25, 0
	v_lshlrev_b32_e32 v1, 3, v0
	s_delay_alu instid0(VALU_DEP_3) | instskip(NEXT) | instid1(VALU_DEP_3)
	v_add_nc_u32_e32 v4, s7, v10
	v_dual_mov_b32 v27, v25 :: v_dual_add_nc_u32 v8, s8, v10
	s_delay_alu instid0(VALU_DEP_3) | instskip(SKIP_1) | instid1(VALU_DEP_4)
	v_dual_mov_b32 v26, v25 :: v_dual_and_b32 v1, 24, v1
	v_mov_b32_e32 v28, v25
	v_dual_mov_b32 v29, v25 :: v_dual_add_nc_u32 v6, 32, v4
	s_delay_alu instid0(VALU_DEP_4) | instskip(NEXT) | instid1(VALU_DEP_4)
	v_dual_mov_b32 v30, v25 :: v_dual_add_nc_u32 v11, 32, v8
	v_mad_u64_u32 v[2:3], null, v4, s6, v[1:2]
	v_mov_b32_e32 v32, v25
	v_mov_b32_e32 v17, v25
	v_mov_b32_e32 v18, v25
	v_mov_b32_e32 v19, v25
	v_mov_b32_e32 v20, v25
	v_mov_b32_e32 v21, v25
	v_mad_u64_u32 v[4:5], null, v6, s6, v[1:2]
	v_mad_u64_u32 v[6:7], null, v8, s6, v[1:2]
	v_mad_u64_u32 v[8:9], null, v11, s6, v[1:2]
	v_ashrrev_i32_e32 v3, 31, v2
	v_mov_b32_e32 v22, v25
	v_ashrrev_i32_e32 v5, 31, v4
	v_mov_b32_e32 v23, v25
	v_ashrrev_i32_e32 v7, 31, v6
	v_lshlrev_b64 v[2:3], 1, v[2:3]
	v_ashrrev_i32_e32 v9, 31, v8
	v_lshlrev_b64 v[4:5], 1, v[4:5]
	v_mov_b32_e32 v24, v25
	v_lshlrev_b64 v[6:7], 1, v[6:7]
	v_mov_b32_e32 v11, v25
	v_lshlrev_b64 v[8:9], 1, v[8:9]
	v_mov_b32_e32 v12, v25
	s_waitcnt lgkmcnt(0)
	v_add_co_u32 v49, vcc_lo, s2, v4
	s_delay_alu instid0(VALU_DEP_1) | instskip(NEXT) | instid1(VALU_DEP_4)
	v_add_co_ci_u32_e64 v50, null, s3, v5, vcc_lo
	v_add_co_u32 v51, vcc_lo, s0, v8
	s_delay_alu instid0(VALU_DEP_1) | instskip(SKIP_1) | instid1(VALU_DEP_1)
	v_add_co_ci_u32_e64 v52, null, s1, v9, vcc_lo
	v_add_co_u32 v53, vcc_lo, s2, v2
	v_add_co_ci_u32_e64 v54, null, s3, v3, vcc_lo
	v_add_co_u32 v55, vcc_lo, s0, v6
	s_delay_alu instid0(VALU_DEP_1)
	v_add_co_ci_u32_e64 v56, null, s1, v7, vcc_lo
	global_load_b128 v[33:36], v[49:50], off
	global_load_b128 v[41:44], v[51:52], off
	global_load_b128 v[37:40], v[53:54], off
	global_load_b128 v[45:48], v[55:56], off
	v_mul_u32_u24_e32 v2, 40, v10
	v_or_b32_e32 v3, v57, v58
	v_dual_mov_b32 v31, v25 :: v_dual_and_b32 v4, 47, v0
	v_mov_b32_e32 v9, v25
	s_delay_alu instid0(VALU_DEP_4) | instskip(NEXT) | instid1(VALU_DEP_4)
	v_add_lshl_u32 v59, v2, v1, 1
	v_mul_u32_u24_e32 v60, 0x50, v3
	s_delay_alu instid0(VALU_DEP_4)
	v_mul_u32_u24_e32 v61, 0x50, v4
	v_mov_b32_e32 v10, v25
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
	s_mov_b32 s0, 0
.LBB0_5:                                ; =>This Inner Loop Header: Depth=1
	s_delay_alu instid0(SALU_CYCLE_1)
	s_add_i32 s1, s0, 32
	s_waitcnt vmcnt(0)
	ds_store_b128 v59, v[45:48]
	ds_store_b128 v59, v[41:44] offset:2560
	ds_store_b128 v59, v[37:40] offset:5120
	ds_store_b128 v59, v[33:36] offset:7680
	s_cmp_lt_i32 s1, s6
	s_waitcnt lgkmcnt(0)
	s_cselect_b32 s2, -1, 0
	s_barrier
	s_and_b32 vcc_lo, s2, exec_lo
	buffer_gl0_inv
	ds_load_b128 v[33:36], v60
	ds_load_b128 v[37:40], v60 offset:16
	ds_load_b128 v[62:65], v60 offset:32
	ds_load_b128 v[66:69], v60 offset:48
	ds_load_b128 v[70:73], v61 offset:5120
	ds_load_b128 v[74:77], v61 offset:5136
	ds_load_b128 v[78:81], v61 offset:5152
	ds_load_b128 v[82:85], v61 offset:5168
	ds_load_b128 v[90:93], v60 offset:1296
	ds_load_b128 v[86:89], v60 offset:1280
	ds_load_b128 v[98:101], v61 offset:6416
	ds_load_b128 v[94:97], v61 offset:6400
	ds_load_b128 v[106:109], v60 offset:1328
	ds_load_b128 v[102:105], v60 offset:1312
	ds_load_b128 v[114:117], v61 offset:6448
	ds_load_b128 v[110:113], v61 offset:6432
	s_cselect_b32 s2, s1, s0
	s_delay_alu instid0(SALU_CYCLE_1) | instskip(NEXT) | instid1(SALU_CYCLE_1)
	s_ashr_i32 s3, s2, 31
	s_lshl_b64 s[2:3], s[2:3], 1
	s_delay_alu instid0(SALU_CYCLE_1) | instskip(NEXT) | instid1(VALU_DEP_1)
	v_add_co_u32 v41, s0, v55, s2
	v_add_co_ci_u32_e64 v42, null, s3, v56, s0
	v_add_co_u32 v43, s0, v53, s2
	s_delay_alu instid0(VALU_DEP_1) | instskip(SKIP_1) | instid1(VALU_DEP_1)
	v_add_co_ci_u32_e64 v44, null, s3, v54, s0
	v_add_co_u32 v118, s0, v51, s2
	v_add_co_ci_u32_e64 v119, null, s3, v52, s0
	v_add_co_u32 v120, s0, v49, s2
	s_delay_alu instid0(VALU_DEP_1)
	v_add_co_ci_u32_e64 v121, null, s3, v50, s0
	s_waitcnt lgkmcnt(10)
	v_wmma_f32_16x16x16_f16 v[25:32], v[33:40], v[70:77], v[25:32]
	s_waitcnt lgkmcnt(4)
	v_wmma_f32_16x16x16_f16 v[17:24], v[33:40], v[94:101], v[17:24]
	global_load_b128 v[45:48], v[41:42], off
	global_load_b128 v[37:40], v[43:44], off
	global_load_b128 v[41:44], v[118:119], off
	global_load_b128 v[33:36], v[120:121], off
	v_wmma_f32_16x16x16_f16 v[9:16], v[86:93], v[70:77], v[9:16]
	v_wmma_f32_16x16x16_f16 v[1:8], v[86:93], v[94:101], v[1:8]
	v_wmma_f32_16x16x16_f16 v[25:32], v[62:69], v[78:85], v[25:32]
	s_waitcnt lgkmcnt(0)
	v_wmma_f32_16x16x16_f16 v[17:24], v[62:69], v[110:117], v[17:24]
	s_mov_b32 s0, s1
	v_wmma_f32_16x16x16_f16 v[9:16], v[102:109], v[78:85], v[9:16]
	v_wmma_f32_16x16x16_f16 v[1:8], v[102:109], v[110:117], v[1:8]
	s_waitcnt vmcnt(0)
	s_barrier
	buffer_gl0_inv
	s_cbranch_vccnz .LBB0_5
; %bb.6:
	v_mov_b32_e32 v33, v58
.LBB0_7:
	v_lshrrev_b32_e32 v34, 4, v0
	v_add_nc_u32_e32 v35, s8, v57
	v_and_b32_e32 v0, 32, v0
	s_lshl_b32 s0, s6, 1
	s_delay_alu instid0(VALU_DEP_2) | instskip(NEXT) | instid1(VALU_DEP_2)
	v_and_or_b32 v35, v34, 1, v35
	v_or3_b32 v0, v33, v0, s7
	s_delay_alu instid0(VALU_DEP_1) | instskip(NEXT) | instid1(VALU_DEP_1)
	v_mad_u64_u32 v[33:34], null, v35, s6, v[0:1]
	v_add_nc_u32_e32 v35, s0, v33
	v_ashrrev_i32_e32 v34, 31, v33
	s_delay_alu instid0(VALU_DEP_2) | instskip(NEXT) | instid1(VALU_DEP_2)
	v_add_nc_u32_e32 v37, s0, v35
	v_lshlrev_b64 v[33:34], 2, v[33:34]
	v_ashrrev_i32_e32 v36, 31, v35
	s_delay_alu instid0(VALU_DEP_3) | instskip(SKIP_2) | instid1(VALU_DEP_4)
	v_add_nc_u32_e32 v39, s0, v37
	v_ashrrev_i32_e32 v38, 31, v37
	s_waitcnt lgkmcnt(0)
	v_add_co_u32 v33, vcc_lo, s4, v33
	v_lshlrev_b64 v[35:36], 2, v[35:36]
	v_add_co_ci_u32_e64 v34, null, s5, v34, vcc_lo
	v_add_nc_u32_e32 v41, s0, v39
	v_lshlrev_b64 v[37:38], 2, v[37:38]
	v_ashrrev_i32_e32 v40, 31, v39
	global_store_b32 v[33:34], v25, off
	v_add_co_u32 v35, vcc_lo, s4, v35
	v_add_nc_u32_e32 v25, s0, v41
	v_lshlrev_b64 v[39:40], 2, v[39:40]
	v_add_co_ci_u32_e64 v36, null, s5, v36, vcc_lo
	v_add_co_u32 v37, vcc_lo, s4, v37
	s_delay_alu instid0(VALU_DEP_1)
	v_add_co_ci_u32_e64 v38, null, s5, v38, vcc_lo
	v_add_nc_u32_e32 v43, s0, v25
	v_add_co_u32 v39, vcc_lo, s4, v39
	v_ashrrev_i32_e32 v42, 31, v41
	global_store_b32 v[35:36], v26, off
	v_add_co_ci_u32_e64 v40, null, s5, v40, vcc_lo
	global_store_b32 v[37:38], v27, off
	v_add_nc_u32_e32 v27, s0, v43
	v_ashrrev_i32_e32 v26, 31, v25
	v_ashrrev_i32_e32 v44, 31, v43
	v_lshlrev_b64 v[41:42], 2, v[41:42]
	global_store_b32 v[39:40], v28, off
	v_ashrrev_i32_e32 v28, 31, v27
	v_lshlrev_b64 v[25:26], 2, v[25:26]
	v_lshlrev_b64 v[43:44], 2, v[43:44]
	v_add_co_u32 v41, vcc_lo, s4, v41
	s_delay_alu instid0(VALU_DEP_4) | instskip(SKIP_3) | instid1(VALU_DEP_1)
	v_lshlrev_b64 v[45:46], 2, v[27:28]
	v_add_nc_u32_e32 v27, s0, v27
	v_add_co_ci_u32_e64 v42, null, s5, v42, vcc_lo
	v_add_co_u32 v25, vcc_lo, s4, v25
	v_add_co_ci_u32_e64 v26, null, s5, v26, vcc_lo
	v_add_co_u32 v43, vcc_lo, s4, v43
	s_delay_alu instid0(VALU_DEP_1)
	v_add_co_ci_u32_e64 v44, null, s5, v44, vcc_lo
	v_add_co_u32 v45, vcc_lo, s4, v45
	v_ashrrev_i32_e32 v28, 31, v27
	v_add_co_ci_u32_e64 v46, null, s5, v46, vcc_lo
	s_clause 0x7
	global_store_b32 v[41:42], v29, off
	global_store_b32 v[25:26], v30, off
	global_store_b32 v[43:44], v31, off
	global_store_b32 v[45:46], v32, off
	global_store_b32 v[33:34], v17, off offset:64
	global_store_b32 v[35:36], v18, off offset:64
	global_store_b32 v[37:38], v19, off offset:64
	global_store_b32 v[39:40], v20, off offset:64
	v_lshlrev_b64 v[19:20], 2, v[27:28]
	v_add_nc_u32_e32 v17, s0, v27
	s_clause 0x2
	global_store_b32 v[41:42], v21, off offset:64
	global_store_b32 v[25:26], v22, off offset:64
	global_store_b32 v[43:44], v23, off offset:64
	v_add_co_u32 v19, vcc_lo, s4, v19
	v_add_nc_u32_e32 v21, s0, v17
	v_add_co_ci_u32_e64 v20, null, s5, v20, vcc_lo
	s_clause 0x1
	global_store_b32 v[45:46], v24, off offset:64
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
	s_nop 0
	s_sendmsg sendmsg(MSG_DEALLOC_VGPRS)
	s_endpgm
	.section	.rodata,"a",@progbits
	.p2align	6, 0x0
	.amdhsa_kernel wmma_gemm_lds
		.amdhsa_group_segment_fixed_size 10240
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
		.amdhsa_next_free_vgpr 122
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
		.amdhsa_inst_pref_size 16
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
	.set wmma_gemm_lds.num_vgpr, 122
	.set wmma_gemm_lds.num_agpr, 0
	.set wmma_gemm_lds.numbered_sgpr, 16
	.set wmma_gemm_lds.num_named_barrier, 0
	.set wmma_gemm_lds.private_seg_size, 0
	.set wmma_gemm_lds.uses_vcc, 1
	.set wmma_gemm_lds.uses_flat_scratch, 0
	.set wmma_gemm_lds.has_dyn_sized_stack, 0
	.set wmma_gemm_lds.has_recursion, 0
	.set wmma_gemm_lds.has_indirect_call, 0
	.section	.AMDGPU.csdata,"",@progbits
; Kernel info:
; codeLenInByte = 1936
; TotalNumSgprs: 18
; NumVgprs: 122
; ScratchSize: 0
; MemoryBound: 0
; FloatMode: 240
; IeeeMode: 1
; LDSByteSize: 10240 bytes/workgroup (compile time only)
; SGPRBlocks: 0
; VGPRBlocks: 15
; NumSGPRsForWavesPerEU: 18
; NumVGPRsForWavesPerEU: 122
; Occupancy: 10
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
    .group_segment_fixed_size: 10240
    .kernarg_segment_align: 8
    .kernarg_segment_size: 28
    .max_flat_workgroup_size: 128
    .name:           wmma_gemm_lds
    .private_segment_fixed_size: 0
    .sgpr_count:     18
    .sgpr_spill_count: 0
    .symbol:         wmma_gemm_lds.kd
    .uniform_work_group_size: 1
    .uses_dynamic_stack: false
    .vgpr_count:     122
    .vgpr_spill_count: 0
    .wavefront_size: 32
    .workgroup_processor_mode: 1
amdhsa.target:   amdgcn-amd-amdhsa--gfx1100
amdhsa.version:
  - 1
  - 2
...

	.end_amdgpu_metadata
