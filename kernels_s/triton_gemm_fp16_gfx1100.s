	.amdgcn_target "amdgcn-amd-amdhsa--gfx1100"
	.amdhsa_code_object_version 5
	.text
	.globl	gemm                            ; -- Begin function gemm
	.p2align	8
	.type	gemm,@function
gemm:                                   ; @gemm
; %bb.0:
	s_clause 0x1
	s_load_b32 s11, s[0:1], 0x20
	s_load_b128 s[4:7], s[0:1], 0x0
	v_lshrrev_b32_e32 v17, 2, v0
	s_lshl_b32 s9, s15, 6
	v_lshlrev_b32_e32 v18, 3, v0
	s_delay_alu instid0(VALU_DEP_2) | instskip(NEXT) | instid1(VALU_DEP_2)
	v_or_b32_e32 v1, s9, v17
	v_and_b32_e32 v2, 24, v18
	s_delay_alu instid0(VALU_DEP_1) | instskip(SKIP_1) | instid1(VALU_DEP_3)
	v_lshlrev_b32_e32 v7, 1, v2
	s_waitcnt lgkmcnt(0)
	v_mul_lo_u32 v5, s11, v1
	s_cmp_gt_i32 s11, 0
	s_cselect_b32 s3, -1, 0
	s_cmp_lt_i32 s11, 1
	s_cbranch_scc1 .LBB0_2
; %bb.1:
	s_delay_alu instid0(VALU_DEP_1) | instskip(NEXT) | instid1(VALU_DEP_1)
	v_ashrrev_i32_e32 v6, 31, v5
	v_lshlrev_b64 v[1:2], 1, v[5:6]
	s_delay_alu instid0(VALU_DEP_1) | instskip(NEXT) | instid1(VALU_DEP_1)
	v_add_co_u32 v1, vcc_lo, s4, v1
	v_add_co_ci_u32_e64 v2, null, s5, v2, vcc_lo
	s_delay_alu instid0(VALU_DEP_2) | instskip(NEXT) | instid1(VALU_DEP_1)
	v_add_co_u32 v1, vcc_lo, v1, v7
	v_add_co_ci_u32_e64 v2, null, 0, v2, vcc_lo
	global_load_b128 v[1:4], v[1:2], off
	s_branch .LBB0_3
.LBB0_2:
	v_mov_b32_e32 v1, 0
	s_delay_alu instid0(VALU_DEP_1)
	v_mov_b32_e32 v2, v1
	v_mov_b32_e32 v3, v1
	v_mov_b32_e32 v4, v1
.LBB0_3:
	s_load_b32 s8, s[0:1], 0x1c
	v_cndmask_b32_e64 v6, 0, 1, s3
	s_and_not1_b32 vcc_lo, exec_lo, s3
	s_delay_alu instid0(VALU_DEP_1)
	v_cmp_ne_u32_e64 s2, 1, v6
	s_cbranch_vccnz .LBB0_5
; %bb.4:
	v_lshl_add_u32 v5, s11, 5, v5
	s_delay_alu instid0(VALU_DEP_1) | instskip(NEXT) | instid1(VALU_DEP_1)
	v_ashrrev_i32_e32 v6, 31, v5
	v_lshlrev_b64 v[5:6], 1, v[5:6]
	s_delay_alu instid0(VALU_DEP_1) | instskip(NEXT) | instid1(VALU_DEP_1)
	v_add_co_u32 v5, vcc_lo, s4, v5
	v_add_co_ci_u32_e64 v6, null, s5, v6, vcc_lo
	s_delay_alu instid0(VALU_DEP_2) | instskip(NEXT) | instid1(VALU_DEP_1)
	v_add_co_u32 v5, vcc_lo, v5, v7
	v_add_co_ci_u32_e64 v6, null, 0, v6, vcc_lo
	global_load_b128 v[5:8], v[5:6], off
	s_branch .LBB0_6
.LBB0_5:
	v_mov_b32_e32 v5, 0
	s_delay_alu instid0(VALU_DEP_1)
	v_mov_b32_e32 v6, v5
	v_mov_b32_e32 v7, v5
	v_mov_b32_e32 v8, v5
.LBB0_6:
	v_lshrrev_b32_e32 v9, 3, v0
	v_and_b32_e32 v19, 56, v18
	s_lshl_b32 s10, s14, 6
	s_waitcnt lgkmcnt(0)
	s_delay_alu instid0(VALU_DEP_2) | instskip(NEXT) | instid1(VALU_DEP_2)
	v_mul_lo_u32 v13, s8, v9
	v_or_b32_e32 v9, s10, v19
	s_delay_alu instid0(VALU_DEP_1) | instskip(NEXT) | instid1(VALU_DEP_3)
	v_ashrrev_i32_e32 v10, 31, v9
	v_ashrrev_i32_e32 v14, 31, v13
	s_delay_alu instid0(VALU_DEP_1) | instskip(NEXT) | instid1(VALU_DEP_3)
	v_lshlrev_b64 v[11:12], 1, v[13:14]
	v_lshlrev_b64 v[14:15], 1, v[9:10]
	s_delay_alu instid0(VALU_DEP_2) | instskip(NEXT) | instid1(VALU_DEP_1)
	v_add_co_u32 v44, vcc_lo, s6, v11
	v_add_co_ci_u32_e64 v45, null, s7, v12, vcc_lo
	s_and_b32 vcc_lo, exec_lo, s2
	s_cbranch_vccnz .LBB0_8
; %bb.7:
	v_add_co_u32 v9, vcc_lo, v44, v14
	s_delay_alu instid0(VALU_DEP_1)
	v_add_co_ci_u32_e64 v10, null, v45, v15, vcc_lo
	global_load_b128 v[9:12], v[9:10], off
	s_branch .LBB0_9
.LBB0_8:
	v_mov_b32_e32 v9, 0
	s_delay_alu instid0(VALU_DEP_1)
	v_mov_b32_e32 v10, v9
	v_mov_b32_e32 v11, v9
	v_mov_b32_e32 v12, v9
.LBB0_9:
	v_lshl_add_u32 v20, s8, 4, v13
	s_delay_alu instid0(VALU_DEP_1) | instskip(NEXT) | instid1(VALU_DEP_1)
	v_ashrrev_i32_e32 v21, 31, v20
	v_lshlrev_b64 v[20:21], 1, v[20:21]
	s_delay_alu instid0(VALU_DEP_1) | instskip(NEXT) | instid1(VALU_DEP_1)
	v_add_co_u32 v46, vcc_lo, s6, v20
	v_add_co_ci_u32_e64 v47, null, s7, v21, vcc_lo
	s_and_b32 vcc_lo, exec_lo, s2
	s_cbranch_vccnz .LBB0_11
; %bb.10:
	v_add_co_u32 v13, vcc_lo, v46, v14
	s_delay_alu instid0(VALU_DEP_1)
	v_add_co_ci_u32_e64 v14, null, v47, v15, vcc_lo
	global_load_b128 v[13:16], v[13:14], off
	s_branch .LBB0_12
.LBB0_11:
	v_mov_b32_e32 v13, 0
	s_delay_alu instid0(VALU_DEP_1)
	v_mov_b32_e32 v14, v13
	v_mov_b32_e32 v15, v13
	v_mov_b32_e32 v16, v13
.LBB0_12:
	v_lshlrev_b32_e32 v20, 1, v0
	s_load_b64 s[0:1], s[0:1], 0x10
	v_lshlrev_b32_e32 v21, 4, v0
	v_and_b32_e32 v39, 64, v0
	v_and_b32_e32 v37, 15, v0
	v_and_b32_e32 v20, 48, v20
	v_and_b32_e32 v38, 32, v0
	v_and_b32_e32 v40, 48, v18
	v_add_nc_u32_e32 v49, 0, v21
	v_lshlrev_b32_e32 v41, 6, v37
	v_xor_b32_e32 v20, v21, v20
	v_lshlrev_b32_e32 v42, 4, v39
	v_lshlrev_b32_e32 v43, 1, v37
	s_sub_i32 s6, s11, 32
	s_delay_alu instid0(SALU_CYCLE_1)
	s_cmp_lt_i32 s6, 1
	v_add_nc_u32_e32 v48, 0, v20
	s_waitcnt vmcnt(0)
	ds_store_b128 v48, v[1:4]
	ds_store_b128 v48, v[5:8] offset:2048
	ds_store_b128 v49, v[9:12] offset:4096
	ds_store_b128 v49, v[13:16] offset:6144
	s_cbranch_scc1 .LBB0_15
; %bb.13:                               ; %.lr.ph
	v_add_nc_u32_e32 v5, s9, v17
	v_add_nc_u32_e32 v2, s10, v19
	s_lshl_b32 s2, s8, 5
	v_or3_b32 v8, v41, v40, v42
	s_ashr_i32 s3, s2, 31
	v_add_nc_u32_e32 v1, 32, v5
	v_mul_lo_u32 v6, s11, v5
	s_lshl_b64 s[2:3], s[2:3], 1
	v_xor_b32_e32 v10, 16, v8
	v_xor_b32_e32 v11, 32, v8
	v_mul_lo_u32 v4, s11, v1
	v_mov_b32_e32 v1, 0
	v_ashrrev_i32_e32 v3, 31, v2
	v_add_nc_u32_e32 v7, 0, v38
	v_and_b32_e32 v9, 3, v0
	v_xor_b32_e32 v12, 48, v8
	v_dual_mov_b32 v26, v1 :: v_dual_add_nc_u32 v53, 0, v8
	v_lshlrev_b64 v[2:3], 1, v[2:3]
	v_ashrrev_i32_e32 v5, 31, v4
	v_add3_u32 v50, v7, v43, 0x1000
	v_ashrrev_i32_e32 v7, 31, v6
	v_add_nc_u32_e32 v54, 0, v10
	v_mov_b32_e32 v8, v1
	v_add_co_u32 v51, vcc_lo, s2, v2
	v_lshlrev_b64 v[4:5], 1, v[4:5]
	v_add_co_ci_u32_e64 v52, null, s3, v3, vcc_lo
	v_lshlrev_b64 v[2:3], 1, v[6:7]
	v_dual_mov_b32 v6, v1 :: v_dual_lshlrev_b32 v9, 4, v9
	v_dual_mov_b32 v28, v1 :: v_dual_add_nc_u32 v55, 0, v11
	v_dual_mov_b32 v7, v1 :: v_dual_add_nc_u32 v56, 0, v12
	s_delay_alu instid0(VALU_DEP_3) | instskip(NEXT) | instid1(VALU_DEP_1)
	v_add_co_u32 v4, vcc_lo, v9, v4
	v_add_co_ci_u32_e64 v5, null, 0, v5, vcc_lo
	v_add_co_u32 v2, vcc_lo, v9, v2
	s_delay_alu instid0(VALU_DEP_1) | instskip(NEXT) | instid1(VALU_DEP_4)
	v_add_co_ci_u32_e64 v3, null, 0, v3, vcc_lo
	v_add_co_u32 v4, vcc_lo, v4, s4
	s_delay_alu instid0(VALU_DEP_1) | instskip(NEXT) | instid1(VALU_DEP_4)
	v_add_co_ci_u32_e64 v5, null, s5, v5, vcc_lo
	v_add_co_u32 v2, vcc_lo, v2, s4
	s_delay_alu instid0(VALU_DEP_1) | instskip(NEXT) | instid1(VALU_DEP_4)
	v_add_co_ci_u32_e64 v3, null, s5, v3, vcc_lo
	v_add_co_u32 v33, vcc_lo, v4, 64
	s_delay_alu instid0(VALU_DEP_1) | instskip(NEXT) | instid1(VALU_DEP_4)
	v_add_co_ci_u32_e64 v34, null, 0, v5, vcc_lo
	v_add_co_u32 v35, vcc_lo, v2, 64
	s_delay_alu instid0(VALU_DEP_1)
	v_add_co_ci_u32_e64 v36, null, 0, v3, vcc_lo
	v_mov_b32_e32 v2, v1
	v_mov_b32_e32 v3, v1
	v_mov_b32_e32 v4, v1
	v_mov_b32_e32 v5, v1
	v_mov_b32_e32 v25, v1
	v_mov_b32_e32 v27, v1
	v_mov_b32_e32 v29, v1
	v_mov_b32_e32 v30, v1
	v_mov_b32_e32 v31, v1
	v_mov_b32_e32 v32, v1
	v_mov_b32_e32 v17, v1
	v_mov_b32_e32 v18, v1
	v_mov_b32_e32 v19, v1
	v_mov_b32_e32 v20, v1
	v_mov_b32_e32 v21, v1
	v_mov_b32_e32 v22, v1
	v_mov_b32_e32 v23, v1
	v_mov_b32_e32 v24, v1
	v_mov_b32_e32 v9, v1
	v_mov_b32_e32 v10, v1
	v_mov_b32_e32 v11, v1
	v_mov_b32_e32 v12, v1
	v_mov_b32_e32 v13, v1
	v_mov_b32_e32 v14, v1
	v_mov_b32_e32 v15, v1
	v_mov_b32_e32 v16, v1
	s_mov_b32 s4, 0
.LBB0_14:                               ; =>This Inner Loop Header: Depth=1
	global_load_b128 v[105:108], v[35:36], off
	global_load_b128 v[109:112], v[33:34], off
	s_waitcnt vmcnt(0) lgkmcnt(0)
	s_barrier
	buffer_gl0_inv
	ds_load_u16 v58, v50 offset:256
	ds_load_u16 v57, v50
	ds_load_u16 v59, v50 offset:512
	ds_load_u16 v60, v50 offset:768
	ds_load_u16 v61, v50 offset:1024
	ds_load_u16 v63, v50 offset:1536
	ds_load_b128 v[65:68], v53
	ds_load_b128 v[73:76], v53 offset:2048
	ds_load_b128 v[69:72], v54
	ds_load_b128 v[77:80], v54 offset:2048
	ds_load_u16 v62, v50 offset:1280
	ds_load_u16 v85, v50 offset:1088
	ds_load_u16 v84, v50 offset:832
	ds_load_u16 v64, v50 offset:1792
	ds_load_u16 v89, v50 offset:2048
	ds_load_u16 v90, v50 offset:2304
	ds_load_u16 v91, v50 offset:2560
	ds_load_u16 v93, v50 offset:3072
	ds_load_u16 v99, v50 offset:2624
	ds_load_u16 v98, v50 offset:2368
	s_add_i32 s4, s4, 32
	s_waitcnt lgkmcnt(8)
	ds_load_u16_d16_hi v85, v50 offset:1216
	ds_load_u16_d16_hi v59, v50 offset:640
	ds_load_u16_d16_hi v60, v50 offset:896
	ds_load_u16_d16_hi v61, v50 offset:1152
	ds_load_u16 v86, v50 offset:1344
	s_waitcnt lgkmcnt(6)
	ds_load_u16_d16_hi v99, v50 offset:2752
	ds_load_u16_d16_hi v63, v50 offset:1664
	ds_load_u16_d16_hi v62, v50 offset:1408
	ds_load_u16 v81, v50 offset:64
	ds_load_u16_d16_hi v58, v50 offset:384
	ds_load_u16_d16_hi v57, v50 offset:128
	ds_load_u16 v83, v50 offset:576
	ds_load_u16 v82, v50 offset:320
	ds_load_u16_d16_hi v64, v50 offset:1920
	ds_load_u16 v87, v50 offset:1600
	ds_load_u16 v97, v50 offset:2112
	ds_load_u16 v88, v50 offset:1856
	ds_load_u16_d16_hi v84, v50 offset:960
	s_cmp_lt_i32 s4, s6
	s_waitcnt lgkmcnt(9)
	ds_load_u16_d16_hi v81, v50 offset:192
	s_waitcnt lgkmcnt(7)
	ds_load_u16_d16_hi v83, v50 offset:704
	s_waitcnt lgkmcnt(7)
	ds_load_u16_d16_hi v82, v50 offset:448
	ds_load_u16 v100, v50 offset:2880
	ds_load_u16_d16_hi v98, v50 offset:2496
	ds_load_u16_d16_hi v86, v50 offset:1472
	s_waitcnt lgkmcnt(9)
	ds_load_u16_d16_hi v87, v50 offset:1728
	s_waitcnt lgkmcnt(8)
	ds_load_u16_d16_hi v88, v50 offset:1984
	ds_load_u16_d16_hi v89, v50 offset:2176
	ds_load_u16_d16_hi v97, v50 offset:2240
	v_wmma_f32_16x16x16_f16 v[1:8], v[65:72], v[57:64], v[1:8]
	v_wmma_f32_16x16x16_f16 v[17:24], v[73:80], v[57:64], v[17:24]
	ds_load_u16 v92, v50 offset:2816
	ds_load_u16 v96, v50 offset:3840
	ds_load_u16 v94, v50 offset:3328
	ds_load_u16 v95, v50 offset:3584
	s_waitcnt lgkmcnt(6)
	v_wmma_f32_16x16x16_f16 v[25:32], v[65:72], v[81:88], v[25:32]
	ds_load_b128 v[57:60], v55
	ds_load_b128 v[65:68], v55 offset:2048
	ds_load_b128 v[61:64], v56
	ds_load_b128 v[69:72], v56 offset:2048
	ds_load_u16 v104, v50 offset:3904
	v_wmma_f32_16x16x16_f16 v[9:16], v[73:80], v[81:88], v[9:16]
	v_add_co_u32 v73, vcc_lo, v44, v51
	s_delay_alu instid0(VALU_DEP_1) | instskip(SKIP_1) | instid1(VALU_DEP_1)
	v_add_co_ci_u32_e64 v74, null, v45, v52, vcc_lo
	v_add_co_u32 v77, vcc_lo, v46, v51
	v_add_co_ci_u32_e64 v78, null, v47, v52, vcc_lo
	v_add_co_u32 v51, vcc_lo, v51, s2
	s_delay_alu instid0(VALU_DEP_1)
	v_add_co_ci_u32_e64 v52, null, s3, v52, vcc_lo
	v_add_co_u32 v33, vcc_lo, v33, 64
	ds_load_u16_d16_hi v90, v50 offset:2432
	ds_load_u16_d16_hi v91, v50 offset:2688
	s_waitcnt lgkmcnt(10)
	ds_load_u16_d16_hi v92, v50 offset:2944
	ds_load_u16_d16_hi v93, v50 offset:3200
	ds_load_u16 v101, v50 offset:3136
	s_waitcnt lgkmcnt(11)
	ds_load_u16_d16_hi v94, v50 offset:3456
	ds_load_u16 v103, v50 offset:3648
	ds_load_u16 v102, v50 offset:3392
	s_waitcnt lgkmcnt(13)
	ds_load_u16_d16_hi v95, v50 offset:3712
	ds_load_u16_d16_hi v96, v50 offset:3968
	s_waitcnt lgkmcnt(10)
	ds_load_u16_d16_hi v104, v50 offset:4032
	ds_load_u16_d16_hi v100, v50 offset:3008
	v_add_co_ci_u32_e64 v34, null, 0, v34, vcc_lo
	v_add_co_u32 v35, vcc_lo, v35, 64
	s_delay_alu instid0(VALU_DEP_1)
	v_add_co_ci_u32_e64 v36, null, 0, v36, vcc_lo
	s_waitcnt lgkmcnt(7)
	ds_load_u16_d16_hi v101, v50 offset:3264
	s_waitcnt lgkmcnt(6)
	ds_load_u16_d16_hi v103, v50 offset:3776
	s_waitcnt lgkmcnt(6)
	ds_load_u16_d16_hi v102, v50 offset:3520
	s_clause 0x1
	global_load_b128 v[73:76], v[73:74], off
	global_load_b128 v[77:80], v[77:78], off
	s_waitcnt lgkmcnt(5)
	v_wmma_f32_16x16x16_f16 v[1:8], v[57:64], v[89:96], v[1:8]
	v_wmma_f32_16x16x16_f16 v[17:24], v[65:72], v[89:96], v[17:24]
	s_waitcnt vmcnt(0) lgkmcnt(0)
	s_barrier
	buffer_gl0_inv
	ds_store_b128 v48, v[105:108]
	ds_store_b128 v48, v[109:112] offset:2048
	ds_store_b128 v49, v[73:76] offset:4096
	ds_store_b128 v49, v[77:80] offset:6144
	v_wmma_f32_16x16x16_f16 v[25:32], v[57:64], v[97:104], v[25:32]
	v_wmma_f32_16x16x16_f16 v[9:16], v[65:72], v[97:104], v[9:16]
	s_cbranch_scc1 .LBB0_14
	s_branch .LBB0_16
.LBB0_15:
	v_mov_b32_e32 v16, 0
	s_delay_alu instid0(VALU_DEP_1)
	v_mov_b32_e32 v15, v16
	v_mov_b32_e32 v14, v16
	v_mov_b32_e32 v13, v16
	v_mov_b32_e32 v12, v16
	v_mov_b32_e32 v11, v16
	v_mov_b32_e32 v10, v16
	v_mov_b32_e32 v9, v16
	v_mov_b32_e32 v24, v16
	v_mov_b32_e32 v23, v16
	v_mov_b32_e32 v22, v16
	v_mov_b32_e32 v21, v16
	v_mov_b32_e32 v20, v16
	v_mov_b32_e32 v19, v16
	v_mov_b32_e32 v18, v16
	v_mov_b32_e32 v17, v16
	v_mov_b32_e32 v32, v16
	v_mov_b32_e32 v31, v16
	v_mov_b32_e32 v30, v16
	v_mov_b32_e32 v29, v16
	v_mov_b32_e32 v28, v16
	v_mov_b32_e32 v27, v16
	v_mov_b32_e32 v26, v16
	v_mov_b32_e32 v25, v16
	v_mov_b32_e32 v8, v16
	v_mov_b32_e32 v7, v16
	v_mov_b32_e32 v6, v16
	v_mov_b32_e32 v5, v16
	v_mov_b32_e32 v4, v16
	v_mov_b32_e32 v3, v16
	v_mov_b32_e32 v2, v16
	v_mov_b32_e32 v1, v16
.LBB0_16:                               ; %._crit_edge
	s_add_i32 s11, s11, 31
	s_waitcnt lgkmcnt(0)
	s_cmp_lt_i32 s11, 32
	s_barrier
	buffer_gl0_inv
	s_cbranch_scc1 .LBB0_18
; %bb.17:
	v_add3_u32 v33, 0, v38, v43
	v_or3_b32 v34, v41, v40, v42
	ds_load_u16 v44, v33 offset:6720
	ds_load_u16 v53, v33 offset:6912
	ds_load_u16 v62, v33 offset:5120
	ds_load_u16 v63, v33 offset:5376
	ds_load_u16 v69, v33 offset:4928
	ds_load_u16 v49, v33 offset:8000
	ds_load_u16 v48, v33 offset:7744
	ds_load_u16 v47, v33 offset:7488
	ds_load_u16 v43, v33 offset:6464
	ds_load_u16 v61, v33 offset:4864
	ds_load_u16 v71, v33 offset:5440
	ds_load_u16 v65, v33 offset:5888
	ds_load_u16 v64, v33 offset:5632
	ds_load_u16 v70, v33 offset:5184
	ds_load_u16 v68, v33 offset:4672
	ds_load_u16 v67, v33 offset:4416
	ds_load_u16 v73, v33 offset:5952
	ds_load_u16 v72, v33 offset:5696
	ds_load_u16 v50, v33 offset:6144
	ds_load_u16 v45, v33 offset:6976
	ds_load_u16 v54, v33 offset:7168
	v_xad_u32 v35, v34, 16, 0
	v_add_nc_u32_e32 v36, 0, v34
	s_waitcnt lgkmcnt(19)
	ds_load_u16_d16_hi v53, v33 offset:7040
	ds_load_u16_d16_hi v44, v33 offset:6848
	ds_load_u16 v59, v33 offset:4352
	s_waitcnt lgkmcnt(21)
	ds_load_u16_d16_hi v62, v33 offset:5248
	s_waitcnt lgkmcnt(21)
	ds_load_u16_d16_hi v63, v33 offset:5504
	s_waitcnt lgkmcnt(21)
	ds_load_u16_d16_hi v69, v33 offset:5056
	ds_load_u16 v60, v33 offset:4608
	ds_load_u16 v66, v33 offset:4160
	ds_load_u16 v58, v33 offset:4096
	ds_load_u16 v46, v33 offset:7232
	ds_load_u16 v55, v33 offset:7424
	ds_load_u16 v57, v33 offset:7936
	s_waitcnt lgkmcnt(27)
	ds_load_u16_d16_hi v49, v33 offset:8128
	ds_load_u16 v56, v33 offset:7680
	s_waitcnt lgkmcnt(25)
	ds_load_u16_d16_hi v61, v33 offset:4992
	ds_load_u16 v52, v33 offset:6656
	ds_load_u16 v51, v33 offset:6400
	s_waitcnt lgkmcnt(25)
	ds_load_u16_d16_hi v64, v33 offset:5760
	ds_load_u16_d16_hi v71, v33 offset:5568
	s_waitcnt lgkmcnt(26)
	ds_load_u16_d16_hi v70, v33 offset:5312
	ds_load_u16 v42, v33 offset:6208
	s_waitcnt lgkmcnt(23)
	ds_load_u16_d16_hi v50, v33 offset:6272
	ds_load_u16_d16_hi v73, v33 offset:6080
	ds_load_u16_d16_hi v72, v33 offset:5824
	ds_load_u16_d16_hi v65, v33 offset:6016
	s_waitcnt lgkmcnt(22)
	ds_load_u16_d16_hi v59, v33 offset:4480
	s_waitcnt lgkmcnt(18)
	ds_load_u16_d16_hi v66, v33 offset:4288
	s_waitcnt lgkmcnt(18)
	ds_load_u16_d16_hi v58, v33 offset:4224
	ds_load_u16_d16_hi v68, v33 offset:4800
	ds_load_u16_d16_hi v60, v33 offset:4736
	ds_load_u16_d16_hi v67, v33 offset:4544
	ds_load_b128 v[78:81], v35
	ds_load_b128 v[86:89], v35 offset:2048
	ds_load_b128 v[74:77], v36
	ds_load_b128 v[82:85], v36 offset:2048
	ds_load_u16_d16_hi v54, v33 offset:7296
	ds_load_u16_d16_hi v45, v33 offset:7104
	s_waitcnt lgkmcnt(26)
	ds_load_u16_d16_hi v55, v33 offset:7552
	ds_load_u16_d16_hi v46, v33 offset:7360
	ds_load_u16_d16_hi v48, v33 offset:7872
	ds_load_u16_d16_hi v47, v33 offset:7616
	s_waitcnt lgkmcnt(29)
	ds_load_u16_d16_hi v57, v33 offset:8064
	s_waitcnt lgkmcnt(28)
	ds_load_u16_d16_hi v56, v33 offset:7808
	v_xad_u32 v35, v34, 48, 0
	v_xad_u32 v34, v34, 32, 0
	ds_load_u16_d16_hi v43, v33 offset:6592
	s_waitcnt lgkmcnt(23)
	ds_load_u16_d16_hi v42, v33 offset:6336
	ds_load_u16_d16_hi v52, v33 offset:6784
	ds_load_u16_d16_hi v51, v33 offset:6528
	ds_load_b128 v[90:93], v34
	ds_load_b128 v[94:97], v35
	ds_load_b128 v[102:105], v35 offset:2048
	ds_load_b128 v[98:101], v34 offset:2048
	s_waitcnt lgkmcnt(17)
	v_wmma_f32_16x16x16_f16 v[1:8], v[74:81], v[58:65], v[1:8]
	v_wmma_f32_16x16x16_f16 v[25:32], v[74:81], v[66:73], v[25:32]
	s_waitcnt lgkmcnt(16)
	v_wmma_f32_16x16x16_f16 v[17:24], v[82:89], v[58:65], v[17:24]
	v_wmma_f32_16x16x16_f16 v[9:16], v[82:89], v[66:73], v[9:16]
	s_waitcnt lgkmcnt(2)
	v_wmma_f32_16x16x16_f16 v[1:8], v[90:97], v[50:57], v[1:8]
	v_wmma_f32_16x16x16_f16 v[25:32], v[90:97], v[42:49], v[25:32]
	s_waitcnt lgkmcnt(0)
	v_wmma_f32_16x16x16_f16 v[17:24], v[98:105], v[50:57], v[17:24]
	v_wmma_f32_16x16x16_f16 v[9:16], v[98:105], v[42:49], v[9:16]
.LBB0_18:                               ; %._crit_edge._crit_edge
	v_bfe_u32 v0, v0, 4, 1
	v_lshrrev_b32_e32 v33, 2, v39
	s_lshl_b32 s2, s8, 1
	s_delay_alu instid0(VALU_DEP_1) | instskip(NEXT) | instid1(VALU_DEP_1)
	v_or3_b32 v0, v0, v33, s9
	v_mul_lo_u32 v33, s8, v0
	v_lshrrev_b32_e32 v0, 1, v38
	s_delay_alu instid0(VALU_DEP_1) | instskip(NEXT) | instid1(VALU_DEP_3)
	v_or3_b32 v37, v0, v37, s10
	v_add_nc_u32_e32 v35, s2, v33
	v_ashrrev_i32_e32 v34, 31, v33
	s_delay_alu instid0(VALU_DEP_2) | instskip(SKIP_1) | instid1(VALU_DEP_3)
	v_add_nc_u32_e32 v39, s2, v35
	v_ashrrev_i32_e32 v36, 31, v35
	v_lshlrev_b64 v[33:34], 2, v[33:34]
	s_delay_alu instid0(VALU_DEP_3) | instskip(SKIP_1) | instid1(VALU_DEP_4)
	v_add_nc_u32_e32 v38, s2, v39
	v_ashrrev_i32_e32 v40, 31, v39
	v_lshlrev_b64 v[35:36], 2, v[35:36]
	s_delay_alu instid0(VALU_DEP_4) | instskip(NEXT) | instid1(VALU_DEP_4)
	v_add_co_u32 v0, vcc_lo, s0, v33
	v_add_nc_u32_e32 v41, s2, v38
	v_add_co_ci_u32_e64 v44, null, s1, v34, vcc_lo
	v_lshlrev_b64 v[33:34], 2, v[39:40]
	v_ashrrev_i32_e32 v39, 31, v38
	s_delay_alu instid0(VALU_DEP_4) | instskip(SKIP_1) | instid1(VALU_DEP_1)
	v_add_nc_u32_e32 v40, s2, v41
	v_add_co_u32 v45, vcc_lo, s0, v35
	v_add_co_ci_u32_e64 v46, null, s1, v36, vcc_lo
	s_delay_alu instid0(VALU_DEP_4) | instskip(SKIP_3) | instid1(VALU_DEP_1)
	v_lshlrev_b64 v[35:36], 2, v[38:39]
	v_ashrrev_i32_e32 v42, 31, v41
	v_add_nc_u32_e32 v38, s2, v40
	v_add_co_u32 v47, vcc_lo, s0, v33
	v_add_co_ci_u32_e64 v48, null, s1, v34, vcc_lo
	s_delay_alu instid0(VALU_DEP_4) | instskip(SKIP_3) | instid1(VALU_DEP_1)
	v_lshlrev_b64 v[33:34], 2, v[41:42]
	v_ashrrev_i32_e32 v41, 31, v40
	v_add_nc_u32_e32 v42, s2, v38
	v_add_co_u32 v49, vcc_lo, s0, v35
	v_add_co_ci_u32_e64 v50, null, s1, v36, vcc_lo
	s_delay_alu instid0(VALU_DEP_4) | instskip(NEXT) | instid1(VALU_DEP_4)
	v_lshlrev_b64 v[35:36], 2, v[40:41]
	v_mad_u64_u32 v[40:41], null, s8, 18, v[42:43]
	v_ashrrev_i32_e32 v39, 31, v38
	v_add_co_u32 v51, vcc_lo, s0, v33
	s_delay_alu instid0(VALU_DEP_1) | instskip(NEXT) | instid1(VALU_DEP_3)
	v_add_co_ci_u32_e64 v52, null, s1, v34, vcc_lo
	v_lshlrev_b64 v[33:34], 2, v[38:39]
	v_ashrrev_i32_e32 v43, 31, v42
	v_add_nc_u32_e32 v38, s2, v40
	v_add_co_u32 v53, vcc_lo, s0, v35
	s_delay_alu instid0(VALU_DEP_1) | instskip(NEXT) | instid1(VALU_DEP_4)
	v_add_co_ci_u32_e64 v54, null, s1, v36, vcc_lo
	v_lshlrev_b64 v[35:36], 2, v[42:43]
	v_ashrrev_i32_e32 v41, 31, v40
	v_add_nc_u32_e32 v42, s2, v38
	v_add_co_u32 v55, vcc_lo, s0, v33
	s_delay_alu instid0(VALU_DEP_1) | instskip(NEXT) | instid1(VALU_DEP_4)
	v_add_co_ci_u32_e64 v56, null, s1, v34, vcc_lo
	v_lshlrev_b64 v[33:34], 2, v[40:41]
	v_ashrrev_i32_e32 v39, 31, v38
	v_add_nc_u32_e32 v40, s2, v42
	v_add_co_u32 v57, vcc_lo, s0, v35
	s_delay_alu instid0(VALU_DEP_1) | instskip(NEXT) | instid1(VALU_DEP_4)
	v_add_co_ci_u32_e64 v58, null, s1, v36, vcc_lo
	v_lshlrev_b64 v[35:36], 2, v[38:39]
	v_ashrrev_i32_e32 v43, 31, v42
	v_add_nc_u32_e32 v38, s2, v40
	v_add_co_u32 v59, vcc_lo, s0, v33
	s_delay_alu instid0(VALU_DEP_1) | instskip(NEXT) | instid1(VALU_DEP_4)
	v_add_co_ci_u32_e64 v60, null, s1, v34, vcc_lo
	v_lshlrev_b64 v[33:34], 2, v[42:43]
	v_ashrrev_i32_e32 v41, 31, v40
	v_add_nc_u32_e32 v42, s2, v38
	v_add_co_u32 v61, vcc_lo, s0, v35
	s_delay_alu instid0(VALU_DEP_1) | instskip(NEXT) | instid1(VALU_DEP_4)
	v_add_co_ci_u32_e64 v62, null, s1, v36, vcc_lo
	v_lshlrev_b64 v[35:36], 2, v[40:41]
	v_ashrrev_i32_e32 v39, 31, v38
	v_add_nc_u32_e32 v40, s2, v42
	v_ashrrev_i32_e32 v43, 31, v42
	v_add_co_u32 v63, vcc_lo, s0, v33
	s_delay_alu instid0(VALU_DEP_4) | instskip(NEXT) | instid1(VALU_DEP_4)
	v_lshlrev_b64 v[38:39], 2, v[38:39]
	v_add_nc_u32_e32 v33, s2, v40
	v_add_co_ci_u32_e64 v64, null, s1, v34, vcc_lo
	v_add_co_u32 v65, vcc_lo, s0, v35
	v_ashrrev_i32_e32 v41, 31, v40
	v_add_co_ci_u32_e64 v66, null, s1, v36, vcc_lo
	v_lshlrev_b64 v[35:36], 2, v[42:43]
	v_ashrrev_i32_e32 v34, 31, v33
	v_add_co_u32 v67, vcc_lo, s0, v38
	v_ashrrev_i32_e32 v38, 31, v37
	v_add_co_ci_u32_e64 v68, null, s1, v39, vcc_lo
	v_lshlrev_b64 v[39:40], 2, v[40:41]
	v_add_co_u32 v69, vcc_lo, s0, v35
	v_lshlrev_b64 v[33:34], 2, v[33:34]
	v_add_co_ci_u32_e64 v70, null, s1, v36, vcc_lo
	v_lshlrev_b64 v[35:36], 2, v[37:38]
	v_add_co_u32 v71, vcc_lo, s0, v39
	s_delay_alu instid0(VALU_DEP_1) | instskip(SKIP_1) | instid1(VALU_DEP_1)
	v_add_co_ci_u32_e64 v72, null, s1, v40, vcc_lo
	v_add_co_u32 v73, vcc_lo, s0, v33
	v_add_co_ci_u32_e64 v74, null, s1, v34, vcc_lo
	v_add_co_u32 v33, vcc_lo, v0, v35
	s_delay_alu instid0(VALU_DEP_1) | instskip(SKIP_1) | instid1(VALU_DEP_1)
	v_add_co_ci_u32_e64 v34, null, v44, v36, vcc_lo
	v_add_co_u32 v37, vcc_lo, v45, v35
	v_add_co_ci_u32_e64 v38, null, v46, v36, vcc_lo
	v_add_co_u32 v39, vcc_lo, v47, v35
	s_delay_alu instid0(VALU_DEP_1) | instskip(SKIP_1) | instid1(VALU_DEP_1)
	v_add_co_ci_u32_e64 v40, null, v48, v36, vcc_lo
	v_add_co_u32 v41, vcc_lo, v49, v35
	v_add_co_ci_u32_e64 v42, null, v50, v36, vcc_lo
	v_add_co_u32 v43, vcc_lo, v51, v35
	s_delay_alu instid0(VALU_DEP_1) | instskip(SKIP_1) | instid1(VALU_DEP_1)
	v_add_co_ci_u32_e64 v44, null, v52, v36, vcc_lo
	v_add_co_u32 v45, vcc_lo, v53, v35
	v_add_co_ci_u32_e64 v46, null, v54, v36, vcc_lo
	v_add_co_u32 v47, vcc_lo, v55, v35
	s_delay_alu instid0(VALU_DEP_1) | instskip(SKIP_1) | instid1(VALU_DEP_1)
	v_add_co_ci_u32_e64 v48, null, v56, v36, vcc_lo
	v_add_co_u32 v49, vcc_lo, v57, v35
	v_add_co_ci_u32_e64 v50, null, v58, v36, vcc_lo
	v_add_co_u32 v51, vcc_lo, v59, v35
	s_delay_alu instid0(VALU_DEP_1) | instskip(SKIP_1) | instid1(VALU_DEP_1)
	v_add_co_ci_u32_e64 v52, null, v60, v36, vcc_lo
	v_add_co_u32 v53, vcc_lo, v61, v35
	v_add_co_ci_u32_e64 v54, null, v62, v36, vcc_lo
	v_add_co_u32 v55, vcc_lo, v63, v35
	s_delay_alu instid0(VALU_DEP_1) | instskip(SKIP_1) | instid1(VALU_DEP_1)
	v_add_co_ci_u32_e64 v56, null, v64, v36, vcc_lo
	v_add_co_u32 v57, vcc_lo, v65, v35
	v_add_co_ci_u32_e64 v58, null, v66, v36, vcc_lo
	v_add_co_u32 v59, vcc_lo, v67, v35
	s_delay_alu instid0(VALU_DEP_1) | instskip(SKIP_1) | instid1(VALU_DEP_1)
	v_add_co_ci_u32_e64 v60, null, v68, v36, vcc_lo
	v_add_co_u32 v61, vcc_lo, v69, v35
	v_add_co_ci_u32_e64 v62, null, v70, v36, vcc_lo
	v_add_co_u32 v63, vcc_lo, v71, v35
	s_delay_alu instid0(VALU_DEP_1) | instskip(SKIP_1) | instid1(VALU_DEP_1)
	v_add_co_ci_u32_e64 v64, null, v72, v36, vcc_lo
	v_add_co_u32 v35, vcc_lo, v73, v35
	v_add_co_ci_u32_e64 v36, null, v74, v36, vcc_lo
	s_clause 0x1f
	global_store_b32 v[33:34], v1, off
	global_store_b32 v[37:38], v2, off
	global_store_b32 v[39:40], v3, off
	global_store_b32 v[41:42], v4, off
	global_store_b32 v[43:44], v5, off
	global_store_b32 v[45:46], v6, off
	global_store_b32 v[47:48], v7, off
	global_store_b32 v[49:50], v8, off
	global_store_b32 v[33:34], v25, off offset:128
	global_store_b32 v[37:38], v26, off offset:128
	global_store_b32 v[39:40], v27, off offset:128
	global_store_b32 v[41:42], v28, off offset:128
	global_store_b32 v[43:44], v29, off offset:128
	global_store_b32 v[45:46], v30, off offset:128
	global_store_b32 v[47:48], v31, off offset:128
	global_store_b32 v[49:50], v32, off offset:128
	global_store_b32 v[51:52], v17, off
	global_store_b32 v[53:54], v18, off
	global_store_b32 v[55:56], v19, off
	global_store_b32 v[57:58], v20, off
	global_store_b32 v[59:60], v21, off
	global_store_b32 v[61:62], v22, off
	global_store_b32 v[63:64], v23, off
	global_store_b32 v[35:36], v24, off
	global_store_b32 v[51:52], v9, off offset:128
	global_store_b32 v[53:54], v10, off offset:128
	global_store_b32 v[55:56], v11, off offset:128
	global_store_b32 v[57:58], v12, off offset:128
	global_store_b32 v[59:60], v13, off offset:128
	global_store_b32 v[61:62], v14, off offset:128
	global_store_b32 v[63:64], v15, off offset:128
	global_store_b32 v[35:36], v16, off offset:128
	s_nop 0
	s_sendmsg sendmsg(MSG_DEALLOC_VGPRS)
	s_endpgm
	.section	.rodata,"a",@progbits
	.p2align	6, 0x0
	.amdhsa_kernel gemm
		.amdhsa_group_segment_fixed_size 0
		.amdhsa_private_segment_fixed_size 0
		.amdhsa_kernarg_size 56
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
		.amdhsa_next_free_vgpr 113
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
		.amdhsa_inst_pref_size 32
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
	.size	gemm, .Lfunc_end0-gemm
                                        ; -- End function
	.set gemm.num_vgpr, 113
	.set gemm.num_agpr, 0
	.set gemm.numbered_sgpr, 16
	.set gemm.private_seg_size, 0
	.set gemm.uses_vcc, 1
	.set gemm.uses_flat_scratch, 0
	.set gemm.has_dyn_sized_stack, 0
	.set gemm.has_recursion, 0
	.set gemm.has_indirect_call, 0
	.section	.AMDGPU.csdata,"",@progbits
; Kernel info:
; codeLenInByte = 4096
; TotalNumSgprs: 18
; NumVgprs: 113
; ScratchSize: 0
; MemoryBound: 1
; FloatMode: 240
; IeeeMode: 1
; LDSByteSize: 0 bytes/workgroup (compile time only)
; SGPRBlocks: 2
; VGPRBlocks: 14
; NumSGPRsForWavesPerEU: 18
; NumVGPRsForWavesPerEU: 113
; Occupancy: 12
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
	.text
	.section	".note.GNU-stack","",@progbits
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
      - .offset:         24
        .size:           4
        .value_kind:     by_value
      - .offset:         28
        .size:           4
        .value_kind:     by_value
      - .offset:         32
        .size:           4
        .value_kind:     by_value
      - .address_space:  global
        .offset:         40
        .size:           8
        .value_kind:     global_buffer
      - .address_space:  global
        .offset:         48
        .size:           8
        .value_kind:     global_buffer
    .group_segment_fixed_size: 0
    .kernarg_segment_align: 8
    .kernarg_segment_size: 56
    .max_flat_workgroup_size: 128
    .name:           gemm
    .private_segment_fixed_size: 0
    .sgpr_count:     18
    .sgpr_spill_count: 0
    .symbol:         gemm.kd
    .uses_dynamic_stack: false
    .vgpr_count:     113
    .vgpr_spill_count: 0
    .wavefront_size: 32
    .workgroup_processor_mode: 1
amdhsa.target:   amdgcn-amd-amdhsa--gfx1100
amdhsa.version:
  - 1
  - 2
...

	.end_amdgpu_metadata
