	.amdgcn_target "amdgcn-amd-amdhsa--gfx1201"
	.amdhsa_code_object_version 6
	.text
	.protected	sgemm_lds               ; -- Begin function sgemm_lds
	.globl	sgemm_lds
	.p2align	8
	.type	sgemm_lds,@function
sgemm_lds:                              ; @sgemm_lds
; %bb.0:
	s_load_b96 s[4:6], s[0:1], 0x18
	v_bfe_u32 v11, v0, 10, 10
	s_mov_b32 s2, 0
	s_delay_alu instid0(VALU_DEP_1) | instskip(NEXT) | instid1(VALU_DEP_1)
	v_lshlrev_b32_e32 v5, 2, v11
	v_lshl_add_u32 v1, ttmp7, 5, v5
	s_wait_kmcnt 0x0
	s_delay_alu instid0(VALU_DEP_1)
	v_mul_lo_u32 v3, v1, s4
	s_cmp_gt_i32 s4, 0
	s_cbranch_scc1 .LBB0_2
; %bb.1:
	v_mul_lo_u32 v4, v1, s4
	s_delay_alu instid0(VALU_DEP_1)
	v_mad_co_u64_u32 v[1:2], null, s4, 3, v[4:5]
	v_add_nc_u32_e32 v7, s4, v4
	v_lshl_add_u32 v6, s4, 1, v4
	s_branch .LBB0_3
.LBB0_2:
	s_mov_b32 s2, -1
                                        ; implicit-def: $vgpr4
                                        ; implicit-def: $vgpr7
                                        ; implicit-def: $vgpr6
                                        ; implicit-def: $vgpr1
.LBB0_3:
	s_load_b64 s[8:9], s[0:1], 0x10
	v_dual_mov_b32 v9, 0 :: v_dual_and_b32 v8, 0x3ff, v0
	v_mov_b32_e32 v0, 0
	v_mov_b32_e32 v2, 0
	v_mov_b32_e32 v10, 0
	s_and_not1_b32 vcc_lo, exec_lo, s2
	s_lshl_b32 s7, ttmp9, 5
	s_cbranch_vccnz .LBB0_7
; %bb.4:
	s_load_b128 s[0:3], s[0:1], 0x0
	v_mul_lo_u32 v0, v11, s4
	v_dual_mov_b32 v10, 0 :: v_dual_lshlrev_b32 v9, 2, v8
	v_lshlrev_b32_e32 v11, 7, v5
	v_mad_co_u64_u32 v[1:2], null, s4, 3, v[3:4]
	v_dual_mov_b32 v2, 0 :: v_dual_add_nc_u32 v7, s4, v3
	v_lshlrev_b32_e32 v0, 2, v0
	s_delay_alu instid0(VALU_DEP_4)
	v_add_nc_u32_e32 v13, v9, v11
	v_lshl_add_u32 v6, s4, 1, v3
	v_add_nc_u32_e32 v12, v8, v3
	v_add_nc_u32_e32 v15, 0x1000, v9
	v_add_nc_u32_e32 v16, 0x1400, v9
	v_add_nc_u32_e32 v14, 0x1000, v13
	v_add_nc_u32_e32 v17, 0x1800, v9
	v_dual_mov_b32 v9, 0 :: v_dual_add_nc_u32 v18, 0x1c00, v9
	v_add3_u32 v4, v8, v0, s7
	v_mov_b32_e32 v0, 0
	s_ashr_i32 s11, s4, 31
	s_mov_b32 s10, s4
	s_lshl_b32 s12, s4, 5
	s_lshl_b64 s[10:11], s[10:11], 2
	s_mov_b32 s13, 0
.LBB0_5:                                ; =>This Inner Loop Header: Depth=1
	s_delay_alu instid0(SALU_CYCLE_1)
	v_add_nc_u32_e32 v19, s13, v12
	v_ashrrev_i32_e32 v5, 31, v4
	s_add_co_i32 s13, s13, 32
	s_wait_alu depctr_sa_sdst(0)
	s_cmp_lt_i32 s13, s4
	v_ashrrev_i32_e32 v20, 31, v19
	v_lshlrev_b64_e32 v[21:22], 2, v[4:5]
	v_add_nc_u32_e32 v4, s12, v4
	s_delay_alu instid0(VALU_DEP_3) | instskip(SKIP_1) | instid1(VALU_DEP_3)
	v_lshlrev_b64_e32 v[19:20], 2, v[19:20]
	s_wait_kmcnt 0x0
	v_add_co_u32 v21, vcc_lo, s2, v21
	s_wait_alu depctr_va_vcc(0)
	v_add_co_ci_u32_e64 v22, null, s3, v22, vcc_lo
	s_delay_alu instid0(VALU_DEP_3)
	v_add_co_u32 v19, vcc_lo, s0, v19
	s_wait_alu depctr_va_vcc(0)
	v_add_co_ci_u32_e64 v20, null, s1, v20, vcc_lo
	global_load_b32 v5, v[21:22], off
	v_add_co_u32 v21, vcc_lo, v21, s10
	s_wait_alu depctr_va_vcc(0)
	v_add_co_ci_u32_e64 v22, null, s11, v22, vcc_lo
	global_load_b32 v25, v[19:20], off
	v_add_co_u32 v19, vcc_lo, v19, s10
	s_wait_alu depctr_va_vcc(0)
	v_add_co_ci_u32_e64 v20, null, s11, v20, vcc_lo
	global_load_b32 v26, v[21:22], off
	v_add_co_u32 v21, vcc_lo, v21, s10
	s_wait_alu depctr_va_vcc(0)
	v_add_co_ci_u32_e64 v22, null, s11, v22, vcc_lo
	global_load_b32 v27, v[19:20], off
	v_add_co_u32 v19, vcc_lo, v19, s10
	s_wait_alu depctr_va_vcc(0)
	v_add_co_ci_u32_e64 v20, null, s11, v20, vcc_lo
	global_load_b32 v28, v[21:22], off
	v_add_co_u32 v21, vcc_lo, v21, s10
	s_wait_alu depctr_va_vcc(0)
	v_add_co_ci_u32_e64 v22, null, s11, v22, vcc_lo
	v_add_co_u32 v23, vcc_lo, v19, s10
	s_wait_alu depctr_va_vcc(0)
	v_add_co_ci_u32_e64 v24, null, s11, v20, vcc_lo
	global_load_b32 v19, v[19:20], off
	global_load_b32 v20, v[21:22], off
	global_load_b32 v21, v[23:24], off
	s_wait_loadcnt 0x5
	ds_store_2addr_b32 v14, v5, v26 offset1:32
	s_wait_loadcnt 0x4
	ds_store_2addr_b32 v13, v25, v27 offset1:32
	s_wait_loadcnt 0x1
	ds_store_2addr_b32 v14, v28, v20 offset0:64 offset1:96
	s_wait_loadcnt 0x0
	ds_store_2addr_b32 v13, v19, v21 offset0:64 offset1:96
	s_wait_dscnt 0x0
	s_barrier_signal -1
	s_barrier_wait -1
	global_inv scope:SCOPE_SE
	ds_load_2addr_b32 v[83:84], v15 offset1:32
	ds_load_b128 v[19:22], v11
	ds_load_b128 v[23:26], v11 offset:16
	ds_load_b128 v[27:30], v11 offset:32
	ds_load_b128 v[31:34], v11 offset:48
	ds_load_2addr_b32 v[85:86], v15 offset0:64 offset1:96
	ds_load_2addr_b32 v[87:88], v15 offset0:128 offset1:160
	ds_load_b128 v[35:38], v11 offset:128
	ds_load_b128 v[39:42], v11 offset:144
	ds_load_b128 v[43:46], v11 offset:256
	ds_load_b128 v[47:50], v11 offset:272
	ds_load_b128 v[51:54], v11 offset:384
	ds_load_b128 v[55:58], v11 offset:400
	ds_load_2addr_b32 v[89:90], v15 offset0:192 offset1:224
	ds_load_2addr_b32 v[91:92], v16 offset1:32
	ds_load_2addr_b32 v[93:94], v16 offset0:64 offset1:96
	ds_load_2addr_b32 v[95:96], v16 offset0:128 offset1:160
	ds_load_b128 v[59:62], v11 offset:160
	ds_load_b128 v[63:66], v11 offset:176
	ds_load_b128 v[67:70], v11 offset:288
	ds_load_b128 v[71:74], v11 offset:304
	ds_load_b128 v[75:78], v11 offset:416
	ds_load_b128 v[79:82], v11 offset:432
	ds_load_2addr_b32 v[97:98], v16 offset0:192 offset1:224
	ds_load_2addr_b32 v[99:100], v17 offset1:32
	s_wait_dscnt 0xf
	v_fmac_f32_e32 v2, v43, v83
	s_delay_alu instid0(VALU_DEP_1) | instskip(NEXT) | instid1(VALU_DEP_1)
	v_dual_fmac_f32 v9, v35, v83 :: v_dual_fmac_f32 v2, v44, v84
	v_dual_fmac_f32 v10, v19, v83 :: v_dual_fmac_f32 v9, v36, v84
	s_delay_alu instid0(VALU_DEP_2) | instskip(NEXT) | instid1(VALU_DEP_2)
	v_fmac_f32_e32 v2, v45, v85
	v_dual_fmac_f32 v10, v20, v84 :: v_dual_fmac_f32 v9, v37, v85
	s_delay_alu instid0(VALU_DEP_1)
	v_dual_fmac_f32 v10, v21, v85 :: v_dual_fmac_f32 v9, v38, v86
	ds_load_b128 v[35:38], v11 offset:192
	v_dual_fmac_f32 v10, v22, v86 :: v_dual_fmac_f32 v9, v39, v87
	ds_load_b128 v[19:22], v11 offset:64
	v_dual_fmac_f32 v9, v40, v88 :: v_dual_fmac_f32 v2, v46, v86
	s_wait_dscnt 0xd
	s_delay_alu instid0(VALU_DEP_1) | instskip(NEXT) | instid1(VALU_DEP_1)
	v_dual_fmac_f32 v9, v41, v89 :: v_dual_fmac_f32 v0, v51, v83
	v_dual_fmac_f32 v9, v42, v90 :: v_dual_fmac_f32 v0, v52, v84
	ds_load_b128 v[39:42], v11 offset:208
	s_wait_dscnt 0xa
	v_dual_fmac_f32 v9, v59, v91 :: v_dual_fmac_f32 v0, v53, v85
	s_delay_alu instid0(VALU_DEP_1) | instskip(SKIP_4) | instid1(VALU_DEP_1)
	v_dual_fmac_f32 v9, v60, v92 :: v_dual_fmac_f32 v0, v54, v86
	ds_load_b128 v[43:46], v11 offset:320
	ds_load_2addr_b32 v[83:84], v17 offset0:64 offset1:96
	ds_load_2addr_b32 v[85:86], v17 offset0:128 offset1:160
	v_dual_fmac_f32 v9, v61, v93 :: v_dual_fmac_f32 v10, v23, v87
	v_dual_fmac_f32 v9, v62, v94 :: v_dual_fmac_f32 v10, v24, v88
	ds_load_b128 v[59:62], v11 offset:224
	s_wait_dscnt 0xd
	v_dual_fmac_f32 v9, v63, v95 :: v_dual_fmac_f32 v10, v25, v89
	s_delay_alu instid0(VALU_DEP_1) | instskip(SKIP_3) | instid1(VALU_DEP_1)
	v_dual_fmac_f32 v9, v64, v96 :: v_dual_fmac_f32 v10, v26, v90
	ds_load_b128 v[23:26], v11 offset:80
	s_wait_dscnt 0x9
	v_dual_fmac_f32 v9, v65, v97 :: v_dual_fmac_f32 v2, v47, v87
	v_dual_fmac_f32 v9, v66, v98 :: v_dual_fmac_f32 v2, v48, v88
	ds_load_b128 v[63:66], v11 offset:240
	s_wait_dscnt 0x8
	v_dual_fmac_f32 v9, v35, v99 :: v_dual_fmac_f32 v2, v49, v89
	s_delay_alu instid0(VALU_DEP_1) | instskip(SKIP_4) | instid1(VALU_DEP_2)
	v_dual_fmac_f32 v9, v36, v100 :: v_dual_fmac_f32 v2, v50, v90
	ds_load_b128 v[47:50], v11 offset:336
	s_wait_dscnt 0x5
	v_fmac_f32_e32 v9, v37, v83
	v_fmac_f32_e32 v0, v55, v87
	v_dual_fmac_f32 v2, v67, v91 :: v_dual_fmac_f32 v9, v38, v84
	s_delay_alu instid0(VALU_DEP_2) | instskip(SKIP_1) | instid1(VALU_DEP_2)
	v_fmac_f32_e32 v0, v56, v88
	s_wait_dscnt 0x4
	v_dual_fmac_f32 v2, v68, v92 :: v_dual_fmac_f32 v9, v39, v85
	s_delay_alu instid0(VALU_DEP_2) | instskip(NEXT) | instid1(VALU_DEP_2)
	v_fmac_f32_e32 v0, v57, v89
	v_dual_fmac_f32 v2, v69, v93 :: v_dual_fmac_f32 v9, v40, v86
	s_delay_alu instid0(VALU_DEP_2)
	v_fmac_f32_e32 v0, v58, v90
	ds_load_2addr_b32 v[87:88], v17 offset0:192 offset1:224
	ds_load_2addr_b32 v[89:90], v18 offset1:32
	v_fmac_f32_e32 v2, v70, v94
	ds_load_b128 v[51:54], v11 offset:448
	ds_load_b128 v[55:58], v11 offset:464
	s_wait_dscnt 0x3
	v_fmac_f32_e32 v9, v41, v87
	v_fmac_f32_e32 v10, v27, v91
	s_delay_alu instid0(VALU_DEP_2) | instskip(NEXT) | instid1(VALU_DEP_2)
	v_dual_fmac_f32 v0, v75, v91 :: v_dual_fmac_f32 v9, v42, v88
	v_fmac_f32_e32 v10, v28, v92
	s_wait_dscnt 0x2
	s_delay_alu instid0(VALU_DEP_2) | instskip(NEXT) | instid1(VALU_DEP_2)
	v_dual_fmac_f32 v0, v76, v92 :: v_dual_fmac_f32 v9, v59, v89
	v_fmac_f32_e32 v10, v29, v93
	s_delay_alu instid0(VALU_DEP_2) | instskip(NEXT) | instid1(VALU_DEP_2)
	v_dual_fmac_f32 v0, v77, v93 :: v_dual_fmac_f32 v9, v60, v90
	v_fmac_f32_e32 v10, v30, v94
	s_delay_alu instid0(VALU_DEP_2)
	v_fmac_f32_e32 v0, v78, v94
	ds_load_b128 v[67:70], v11 offset:352
	ds_load_2addr_b32 v[91:92], v18 offset0:64 offset1:96
	ds_load_2addr_b32 v[93:94], v18 offset0:128 offset1:160
	ds_load_b128 v[27:30], v11 offset:96
	v_fmac_f32_e32 v0, v79, v95
	s_delay_alu instid0(VALU_DEP_1) | instskip(NEXT) | instid1(VALU_DEP_1)
	v_fmac_f32_e32 v0, v80, v96
	v_fmac_f32_e32 v0, v81, v97
	s_wait_dscnt 0x2
	v_fmac_f32_e32 v9, v61, v91
	v_fmac_f32_e32 v10, v31, v95
	s_delay_alu instid0(VALU_DEP_3)
	v_fmac_f32_e32 v0, v82, v98
	ds_load_b128 v[75:78], v11 offset:480
	ds_load_b128 v[79:82], v11 offset:496
	v_fmac_f32_e32 v9, v62, v92
	v_fmac_f32_e32 v10, v32, v96
	v_fmac_f32_e32 v0, v51, v99
	s_wait_dscnt 0x3
	s_delay_alu instid0(VALU_DEP_3) | instskip(NEXT) | instid1(VALU_DEP_3)
	v_fmac_f32_e32 v9, v63, v93
	v_fmac_f32_e32 v10, v33, v97
	s_delay_alu instid0(VALU_DEP_3) | instskip(NEXT) | instid1(VALU_DEP_3)
	v_fmac_f32_e32 v0, v52, v100
	v_fmac_f32_e32 v9, v64, v94
	s_delay_alu instid0(VALU_DEP_3) | instskip(SKIP_3) | instid1(VALU_DEP_2)
	v_fmac_f32_e32 v10, v34, v98
	ds_load_b128 v[31:34], v11 offset:112
	v_fmac_f32_e32 v0, v53, v83
	v_fmac_f32_e32 v10, v19, v99
	v_fmac_f32_e32 v0, v54, v84
	s_delay_alu instid0(VALU_DEP_2) | instskip(SKIP_3) | instid1(VALU_DEP_2)
	v_fmac_f32_e32 v10, v20, v100
	ds_load_2addr_b32 v[19:20], v18 offset0:192 offset1:224
	v_fmac_f32_e32 v0, v55, v85
	v_fmac_f32_e32 v10, v21, v83
	v_fmac_f32_e32 v0, v56, v86
	s_delay_alu instid0(VALU_DEP_2) | instskip(NEXT) | instid1(VALU_DEP_2)
	v_fmac_f32_e32 v10, v22, v84
	v_fmac_f32_e32 v0, v57, v87
	s_delay_alu instid0(VALU_DEP_2) | instskip(NEXT) | instid1(VALU_DEP_2)
	v_fmac_f32_e32 v10, v23, v85
	v_fmac_f32_e32 v0, v58, v88
	s_wait_dscnt 0x0
	s_delay_alu instid0(VALU_DEP_2) | instskip(SKIP_1) | instid1(VALU_DEP_3)
	v_dual_fmac_f32 v10, v24, v86 :: v_dual_fmac_f32 v9, v65, v19
	v_fmac_f32_e32 v2, v71, v95
	v_fmac_f32_e32 v0, v75, v89
	s_delay_alu instid0(VALU_DEP_3) | instskip(NEXT) | instid1(VALU_DEP_3)
	v_dual_fmac_f32 v10, v25, v87 :: v_dual_fmac_f32 v9, v66, v20
	v_fmac_f32_e32 v2, v72, v96
	s_delay_alu instid0(VALU_DEP_3) | instskip(NEXT) | instid1(VALU_DEP_3)
	v_fmac_f32_e32 v0, v76, v90
	v_fmac_f32_e32 v10, v26, v88
	s_delay_alu instid0(VALU_DEP_3) | instskip(NEXT) | instid1(VALU_DEP_3)
	v_fmac_f32_e32 v2, v73, v97
	v_fmac_f32_e32 v0, v77, v91
	s_delay_alu instid0(VALU_DEP_3) | instskip(NEXT) | instid1(VALU_DEP_3)
	v_fmac_f32_e32 v10, v27, v89
	v_fmac_f32_e32 v2, v74, v98
	ds_load_b128 v[71:74], v11 offset:368
	v_fmac_f32_e32 v0, v78, v92
	v_fmac_f32_e32 v10, v28, v90
	v_fmac_f32_e32 v2, v43, v99
	s_delay_alu instid0(VALU_DEP_3) | instskip(NEXT) | instid1(VALU_DEP_3)
	v_fmac_f32_e32 v0, v79, v93
	v_fmac_f32_e32 v10, v29, v91
	s_delay_alu instid0(VALU_DEP_3) | instskip(NEXT) | instid1(VALU_DEP_3)
	v_fmac_f32_e32 v2, v44, v100
	v_fmac_f32_e32 v0, v80, v94
	s_delay_alu instid0(VALU_DEP_3) | instskip(NEXT) | instid1(VALU_DEP_3)
	v_fmac_f32_e32 v10, v30, v92
	v_fmac_f32_e32 v2, v45, v83
	s_delay_alu instid0(VALU_DEP_3) | instskip(NEXT) | instid1(VALU_DEP_3)
	v_fmac_f32_e32 v0, v81, v19
	v_fmac_f32_e32 v10, v31, v93
	s_delay_alu instid0(VALU_DEP_3) | instskip(NEXT) | instid1(VALU_DEP_3)
	v_fmac_f32_e32 v2, v46, v84
	v_fmac_f32_e32 v0, v82, v20
	s_delay_alu instid0(VALU_DEP_3) | instskip(NEXT) | instid1(VALU_DEP_3)
	v_fmac_f32_e32 v10, v32, v94
	v_fmac_f32_e32 v2, v47, v85
	s_delay_alu instid0(VALU_DEP_2) | instskip(NEXT) | instid1(VALU_DEP_2)
	v_fmac_f32_e32 v10, v33, v19
	v_fmac_f32_e32 v2, v48, v86
	s_delay_alu instid0(VALU_DEP_2) | instskip(NEXT) | instid1(VALU_DEP_2)
	v_fmac_f32_e32 v10, v34, v20
	v_fmac_f32_e32 v2, v49, v87
	s_delay_alu instid0(VALU_DEP_1) | instskip(NEXT) | instid1(VALU_DEP_1)
	v_fmac_f32_e32 v2, v50, v88
	v_fmac_f32_e32 v2, v67, v89
	s_delay_alu instid0(VALU_DEP_1) | instskip(NEXT) | instid1(VALU_DEP_1)
	v_fmac_f32_e32 v2, v68, v90
	v_fmac_f32_e32 v2, v69, v91
	s_delay_alu instid0(VALU_DEP_1) | instskip(SKIP_1) | instid1(VALU_DEP_1)
	v_fmac_f32_e32 v2, v70, v92
	s_wait_dscnt 0x0
	v_fmac_f32_e32 v2, v71, v93
	s_delay_alu instid0(VALU_DEP_1) | instskip(NEXT) | instid1(VALU_DEP_1)
	v_fmac_f32_e32 v2, v72, v94
	v_fmac_f32_e32 v2, v73, v19
	s_delay_alu instid0(VALU_DEP_1)
	v_fmac_f32_e32 v2, v74, v20
	s_wait_loadcnt 0x0
	s_barrier_signal -1
	s_barrier_wait -1
	global_inv scope:SCOPE_SE
	s_cbranch_scc1 .LBB0_5
; %bb.6:
	v_mov_b32_e32 v4, v3
.LBB0_7:
	v_add_nc_u32_e32 v5, s7, v8
	s_delay_alu instid0(VALU_DEP_1) | instskip(SKIP_1) | instid1(VALU_DEP_2)
	v_add_nc_u32_e32 v3, v4, v5
	v_add_nc_u32_e32 v7, v7, v5
	v_ashrrev_i32_e32 v4, 31, v3
	s_delay_alu instid0(VALU_DEP_2) | instskip(NEXT) | instid1(VALU_DEP_2)
	v_ashrrev_i32_e32 v8, 31, v7
	v_lshlrev_b64_e32 v[3:4], 2, v[3:4]
	s_delay_alu instid0(VALU_DEP_2) | instskip(SKIP_1) | instid1(VALU_DEP_2)
	v_lshlrev_b64_e32 v[7:8], 2, v[7:8]
	s_wait_kmcnt 0x0
	v_add_co_u32 v3, vcc_lo, s8, v3
	s_wait_alu depctr_va_vcc(0)
	s_delay_alu instid0(VALU_DEP_3) | instskip(NEXT) | instid1(VALU_DEP_3)
	v_add_co_ci_u32_e64 v4, null, s9, v4, vcc_lo
	v_add_co_u32 v7, vcc_lo, s8, v7
	s_wait_alu depctr_va_vcc(0)
	v_add_co_ci_u32_e64 v8, null, s9, v8, vcc_lo
	global_load_b32 v11, v[3:4], off
	s_wait_loadcnt 0x0
	v_mul_f32_e32 v11, s6, v11
	s_delay_alu instid0(VALU_DEP_1) | instskip(SKIP_3) | instid1(VALU_DEP_1)
	v_fmac_f32_e32 v11, s5, v10
	global_store_b32 v[3:4], v11, off
	global_load_b32 v10, v[7:8], off
	v_add_nc_u32_e32 v3, v6, v5
	v_ashrrev_i32_e32 v4, 31, v3
	s_delay_alu instid0(VALU_DEP_1) | instskip(NEXT) | instid1(VALU_DEP_1)
	v_lshlrev_b64_e32 v[3:4], 2, v[3:4]
	v_add_co_u32 v3, vcc_lo, s8, v3
	s_wait_alu depctr_va_vcc(0)
	s_delay_alu instid0(VALU_DEP_2) | instskip(SKIP_2) | instid1(VALU_DEP_1)
	v_add_co_ci_u32_e64 v4, null, s9, v4, vcc_lo
	s_wait_loadcnt 0x0
	v_dual_mul_f32 v6, s6, v10 :: v_dual_add_nc_u32 v5, v1, v5
	v_fmac_f32_e32 v6, s5, v9
	global_store_b32 v[7:8], v6, off
	global_load_b32 v7, v[3:4], off
	v_ashrrev_i32_e32 v6, 31, v5
	s_delay_alu instid0(VALU_DEP_1) | instskip(NEXT) | instid1(VALU_DEP_1)
	v_lshlrev_b64_e32 v[5:6], 2, v[5:6]
	v_add_co_u32 v1, vcc_lo, s8, v5
	s_wait_loadcnt 0x0
	v_mul_f32_e32 v7, s6, v7
	s_delay_alu instid0(VALU_DEP_1)
	v_fmac_f32_e32 v7, s5, v2
	s_wait_alu depctr_va_vcc(0)
	v_add_co_ci_u32_e64 v2, null, s9, v6, vcc_lo
	global_store_b32 v[3:4], v7, off
	global_load_b32 v3, v[1:2], off
	s_wait_loadcnt 0x0
	v_mul_f32_e32 v3, s6, v3
	s_delay_alu instid0(VALU_DEP_1)
	v_fmac_f32_e32 v3, s5, v0
	global_store_b32 v[1:2], v3, off
	s_nop 0
	s_sendmsg sendmsg(MSG_DEALLOC_VGPRS)
	s_endpgm
	.section	.rodata,"a",@progbits
	.p2align	6, 0x0
	.amdhsa_kernel sgemm_lds
		.amdhsa_group_segment_fixed_size 8192
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
		.amdhsa_system_sgpr_workgroup_id_y 1
		.amdhsa_system_sgpr_workgroup_id_z 0
		.amdhsa_system_sgpr_workgroup_info 0
		.amdhsa_system_vgpr_workitem_id 1
		.amdhsa_next_free_vgpr 101
		.amdhsa_next_free_sgpr 14
		.amdhsa_reserve_vcc 1
		.amdhsa_float_round_mode_32 0
		.amdhsa_float_round_mode_16_64 0
		.amdhsa_float_denorm_mode_32 3
		.amdhsa_float_denorm_mode_16_64 3
		.amdhsa_fp16_overflow 0
		.amdhsa_workgroup_processor_mode 1
		.amdhsa_memory_ordered 1
		.amdhsa_forward_progress 1
		.amdhsa_inst_pref_size 17
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
	.size	sgemm_lds, .Lfunc_end0-sgemm_lds
                                        ; -- End function
	.set sgemm_lds.num_vgpr, 101
	.set sgemm_lds.num_agpr, 0
	.set sgemm_lds.numbered_sgpr, 14
	.set sgemm_lds.num_named_barrier, 0
	.set sgemm_lds.private_seg_size, 0
	.set sgemm_lds.uses_vcc, 1
	.set sgemm_lds.uses_flat_scratch, 0
	.set sgemm_lds.has_dyn_sized_stack, 0
	.set sgemm_lds.has_recursion, 0
	.set sgemm_lds.has_indirect_call, 0
	.section	.AMDGPU.csdata,"",@progbits
; Kernel info:
; codeLenInByte = 2144
; TotalNumSgprs: 16
; NumVgprs: 101
; ScratchSize: 0
; MemoryBound: 0
; FloatMode: 240
; IeeeMode: 1
; LDSByteSize: 8192 bytes/workgroup (compile time only)
; SGPRBlocks: 0
; VGPRBlocks: 12
; NumSGPRsForWavesPerEU: 16
; NumVGPRsForWavesPerEU: 101
; Occupancy: 12
; WaveLimiterHint : 0
; COMPUTE_PGM_RSRC2:SCRATCH_EN: 0
; COMPUTE_PGM_RSRC2:USER_SGPR: 2
; COMPUTE_PGM_RSRC2:TRAP_HANDLER: 0
; COMPUTE_PGM_RSRC2:TGID_X_EN: 1
; COMPUTE_PGM_RSRC2:TGID_Y_EN: 1
; COMPUTE_PGM_RSRC2:TGID_Z_EN: 0
; COMPUTE_PGM_RSRC2:TIDIG_COMP_CNT: 1
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
    .group_segment_fixed_size: 8192
    .kernarg_segment_align: 8
    .kernarg_segment_size: 36
    .max_flat_workgroup_size: 256
    .name:           sgemm_lds
    .private_segment_fixed_size: 0
    .sgpr_count:     16
    .sgpr_spill_count: 0
    .symbol:         sgemm_lds.kd
    .uniform_work_group_size: 1
    .uses_dynamic_stack: false
    .vgpr_count:     101
    .vgpr_spill_count: 0
    .wavefront_size: 32
    .workgroup_processor_mode: 1
amdhsa.target:   amdgcn-amd-amdhsa--gfx1201
amdhsa.version:
  - 1
  - 2
...

	.end_amdgpu_metadata
