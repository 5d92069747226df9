	.amdgcn_target "amdgcn-amd-amdhsa--gfx1201"
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
	s_lshl_b32 s2, ttmp7, 6
	v_dual_mov_b32 v6, 0 :: v_dual_lshlrev_b32 v1, 2, v0
	s_and_b32 s8, s2, 0x3fffc0
	v_mov_b32_e32 v5, 0
	v_or_b32_e32 v3, s8, v17
	s_delay_alu instid0(VALU_DEP_3) | instskip(SKIP_1) | instid1(VALU_DEP_2)
	v_dual_mov_b32 v1, 0 :: v_dual_and_b32 v2, 12, v1
	v_dual_mov_b32 v7, 0 :: v_dual_mov_b32 v8, 0
	v_lshlrev_b32_e32 v11, 2, v2
	s_wait_kmcnt 0x0
	v_mul_lo_u32 v9, s11, v3
	s_cmp_gt_i32 s11, 0
	s_cselect_b32 s3, -1, 0
	s_cmp_lt_i32 s11, 1
	s_cbranch_scc1 .LBB0_2
; %bb.1:
	s_delay_alu instid0(VALU_DEP_1) | instskip(NEXT) | instid1(VALU_DEP_1)
	v_ashrrev_i32_e32 v10, 31, v9
	v_lshlrev_b64_e32 v[2:3], 2, v[9:10]
	s_delay_alu instid0(VALU_DEP_1) | instskip(NEXT) | instid1(VALU_DEP_1)
	v_add_co_u32 v2, vcc_lo, s4, v2
	v_add_co_ci_u32_e64 v3, null, s5, v3, vcc_lo
	s_delay_alu instid0(VALU_DEP_2) | instskip(SKIP_1) | instid1(VALU_DEP_2)
	v_add_co_u32 v2, vcc_lo, v2, v11
	s_wait_alu 0xfffd
	v_add_co_ci_u32_e64 v3, null, 0, v3, vcc_lo
	global_load_b128 v[5:8], v[2:3], off
.LBB0_2:
	s_load_b32 s9, s[0:1], 0x1c
	v_cndmask_b32_e64 v2, 0, 1, s3
	v_mov_b32_e32 v4, 0
	s_and_not1_b32 vcc_lo, exec_lo, s3
	v_mov_b32_e32 v3, 0
	s_delay_alu instid0(VALU_DEP_3)
	v_cmp_ne_u32_e64 s2, 1, v2
	v_mov_b32_e32 v2, 0
	s_wait_alu 0xfffe
	s_cbranch_vccnz .LBB0_4
; %bb.3:
	v_lshl_add_u32 v1, s11, 5, v9
	s_delay_alu instid0(VALU_DEP_1) | instskip(NEXT) | instid1(VALU_DEP_1)
	v_ashrrev_i32_e32 v2, 31, v1
	v_lshlrev_b64_e32 v[1:2], 2, v[1:2]
	s_delay_alu instid0(VALU_DEP_1) | instskip(SKIP_1) | instid1(VALU_DEP_2)
	v_add_co_u32 v1, vcc_lo, s4, v1
	s_wait_alu 0xfffd
	v_add_co_ci_u32_e64 v2, null, s5, v2, vcc_lo
	s_delay_alu instid0(VALU_DEP_2) | instskip(SKIP_1) | instid1(VALU_DEP_2)
	v_add_co_u32 v1, vcc_lo, v1, v11
	s_wait_alu 0xfffd
	v_add_co_ci_u32_e64 v2, null, 0, v2, vcc_lo
	global_load_b128 v[1:4], v[1:2], off
.LBB0_4:
	v_lshrrev_b32_e32 v117, 4, v0
	v_dual_mov_b32 v14, 0 :: v_dual_and_b32 v109, 15, v0
	s_lshl_b32 s3, ttmp9, 6
	v_dual_mov_b32 v13, 0 :: v_dual_mov_b32 v16, 0
	s_wait_kmcnt 0x0
	v_mul_lo_u32 v10, s9, v117
	v_dual_mov_b32 v9, 0 :: v_dual_lshlrev_b32 v18, 2, v109
	v_mov_b32_e32 v15, 0
	s_wait_alu 0xfffe
	s_delay_alu instid0(VALU_DEP_2) | instskip(NEXT) | instid1(VALU_DEP_4)
	v_or_b32_e32 v19, s3, v18
	v_ashrrev_i32_e32 v11, 31, v10
	s_delay_alu instid0(VALU_DEP_2) | instskip(NEXT) | instid1(VALU_DEP_2)
	v_ashrrev_i32_e32 v20, 31, v19
	v_lshlrev_b64_e32 v[11:12], 2, v[10:11]
	s_delay_alu instid0(VALU_DEP_2) | instskip(NEXT) | instid1(VALU_DEP_2)
	v_lshlrev_b64_e32 v[113:114], 2, v[19:20]
	v_add_co_u32 v110, vcc_lo, s6, v11
	s_wait_alu 0xfffd
	s_delay_alu instid0(VALU_DEP_3)
	v_add_co_ci_u32_e64 v111, null, s7, v12, vcc_lo
	s_and_b32 vcc_lo, exec_lo, s2
	s_wait_alu 0xfffe
	s_cbranch_vccnz .LBB0_6
; %bb.5:
	v_add_co_u32 v11, vcc_lo, v110, v113
	s_wait_alu 0xfffd
	v_add_co_ci_u32_e64 v12, null, v111, v114, vcc_lo
	global_load_b128 v[13:16], v[11:12], off
.LBB0_6:
	s_lshl_b32 s10, s9, 3
	v_mov_b32_e32 v12, 0
	s_wait_alu 0xfffe
	v_add_nc_u32_e32 v10, s10, v10
	s_delay_alu instid0(VALU_DEP_1) | instskip(NEXT) | instid1(VALU_DEP_1)
	v_ashrrev_i32_e32 v11, 31, v10
	v_lshlrev_b64_e32 v[19:20], 2, v[10:11]
	v_dual_mov_b32 v10, 0 :: v_dual_mov_b32 v11, 0
	s_delay_alu instid0(VALU_DEP_2) | instskip(SKIP_1) | instid1(VALU_DEP_3)
	v_add_co_u32 v112, vcc_lo, s6, v19
	s_wait_alu 0xfffd
	v_add_co_ci_u32_e64 v118, null, s7, v20, vcc_lo
	s_and_b32 vcc_lo, exec_lo, s2
	s_wait_alu 0xfffe
	s_cbranch_vccnz .LBB0_8
; %bb.7:
	v_add_co_u32 v9, vcc_lo, v112, v113
	s_wait_alu 0xfffd
	v_add_co_ci_u32_e64 v10, null, v118, v114, vcc_lo
	global_load_b128 v[9:12], v[9:10], off
.LBB0_8:
	s_load_b64 s[0:1], s[0:1], 0x10
	v_lshlrev_b32_e32 v116, 4, v0
	v_and_b32_e32 v115, 0x70, v0
	s_add_co_i32 s7, s11, -16
	s_mov_b32 s6, 0
	s_wait_alu 0xfffe
	s_cmp_lt_i32 s7, 1
	v_add_nc_u32_e32 v119, 0, v116
	v_add3_u32 v19, 0x1000, 0, v116
	s_wait_loadcnt 0x0
	ds_store_b128 v119, v[5:8]
	ds_store_b128 v119, v[1:4] offset:2048
	ds_store_b128 v119, v[13:16] offset:4096
	ds_store_b128 v19, v[9:12] offset:2048
	s_cbranch_scc1 .LBB0_11
; %bb.9:                                ; %.lr.ph
	v_dual_mov_b32 v17, 0 :: v_dual_add_nc_u32 v4, s8, v17
	v_dual_mov_b32 v18, 0 :: v_dual_add_nc_u32 v1, s3, v18
	v_dual_mov_b32 v31, 0 :: v_dual_and_b32 v6, 3, v0
	s_delay_alu instid0(VALU_DEP_3) | instskip(SKIP_2) | instid1(VALU_DEP_3)
	v_dual_mov_b32 v19, 0 :: v_dual_add_nc_u32 v2, 32, v4
	v_mul_lo_u32 v5, s11, v4
	s_lshl_b32 s2, s9, 4
	v_dual_mov_b32 v30, 0 :: v_dual_lshlrev_b32 v9, 4, v6
	s_delay_alu instid0(VALU_DEP_3)
	v_mul_lo_u32 v3, s11, v2
	v_ashrrev_i32_e32 v2, 31, v1
	s_wait_alu 0xfffe
	s_ashr_i32 s3, s2, 31
	v_dual_mov_b32 v20, 0 :: v_dual_lshlrev_b32 v7, 4, v115
	v_ashrrev_i32_e32 v6, 31, v5
	v_lshlrev_b64_e32 v[1:2], 2, v[1:2]
	s_wait_alu 0xfffe
	s_lshl_b64 s[2:3], s[2:3], 2
	v_ashrrev_i32_e32 v4, 31, v3
	v_dual_mov_b32 v29, 0 :: v_dual_lshlrev_b32 v8, 4, v109
	v_dual_mov_b32 v25, 0 :: v_dual_add_nc_u32 v122, 0, v7
	s_delay_alu instid0(VALU_DEP_3)
	v_lshlrev_b64_e32 v[3:4], 2, v[3:4]
	s_wait_alu 0xfffe
	v_add_co_u32 v120, vcc_lo, s2, v1
	s_wait_alu 0xfffd
	v_add_co_ci_u32_e64 v121, null, s3, v2, vcc_lo
	v_lshlrev_b64_e32 v[1:2], 2, v[5:6]
	v_add_co_u32 v3, vcc_lo, v9, v3
	s_wait_alu 0xfffd
	v_add_co_ci_u32_e64 v4, null, 0, v4, vcc_lo
	v_dual_mov_b32 v32, 0 :: v_dual_add_nc_u32 v123, 0, v8
	s_delay_alu instid0(VALU_DEP_4)
	v_add_co_u32 v1, vcc_lo, v9, v1
	s_wait_alu 0xfffd
	v_add_co_ci_u32_e64 v2, null, 0, v2, vcc_lo
	v_add_co_u32 v3, vcc_lo, v3, s4
	s_wait_alu 0xfffd
	v_add_co_ci_u32_e64 v4, null, s5, v4, vcc_lo
	v_add_co_u32 v1, vcc_lo, v1, s4
	s_wait_alu 0xfffd
	v_add_co_ci_u32_e64 v2, null, s5, v2, vcc_lo
	v_add_co_u32 v105, vcc_lo, v3, 64
	s_wait_alu 0xfffd
	v_add_co_ci_u32_e64 v106, null, 0, v4, vcc_lo
	v_add_co_u32 v107, vcc_lo, v1, 64
	s_wait_alu 0xfffd
	v_add_co_ci_u32_e64 v108, null, 0, v2, vcc_lo
	v_dual_mov_b32 v26, 0 :: v_dual_mov_b32 v27, 0
	v_dual_mov_b32 v28, 0 :: v_dual_mov_b32 v21, 0
	v_dual_mov_b32 v22, 0 :: v_dual_mov_b32 v23, 0
	v_dual_mov_b32 v24, 0 :: v_dual_mov_b32 v13, 0
	v_dual_mov_b32 v14, 0 :: v_dual_mov_b32 v15, 0
	v_dual_mov_b32 v16, 0 :: v_dual_mov_b32 v9, 0
	v_dual_mov_b32 v10, 0 :: v_dual_mov_b32 v11, 0
	v_dual_mov_b32 v12, 0 :: v_dual_mov_b32 v5, 0
	v_dual_mov_b32 v6, 0 :: v_dual_mov_b32 v7, 0
	v_dual_mov_b32 v8, 0 :: v_dual_mov_b32 v1, 0
	v_dual_mov_b32 v2, 0 :: v_dual_mov_b32 v3, 0
	v_mov_b32_e32 v4, 0
.LBB0_10:                               ; =>This Inner Loop Header: Depth=1
	global_load_b128 v[33:36], v[107:108], off
	global_load_b128 v[37:40], v[105:106], off
	s_wait_loadcnt_dscnt 0x0
	s_wait_kmcnt 0x0
	s_barrier_signal -1
	s_barrier_wait -1
	global_inv scope:SCOPE_SE
	ds_load_b128 v[57:60], v122
	ds_load_b128 v[77:80], v123 offset:4096
	ds_load_b128 v[69:72], v122 offset:64
	ds_load_b128 v[65:68], v122 offset:128
	ds_load_b128 v[61:64], v122 offset:192
	ds_load_b128 v[49:52], v122 offset:16
	ds_load_b128 v[45:48], v122 offset:80
	ds_load_b128 v[41:44], v122 offset:144
	ds_load_b128 v[73:76], v123 offset:4352
	ds_load_b128 v[53:56], v122 offset:208
	ds_load_b128 v[97:100], v122 offset:2176
	ds_load_b128 v[101:104], v122 offset:2048
	ds_load_b128 v[93:96], v122 offset:2064
	ds_load_b128 v[124:127], v122 offset:2112
	ds_load_b128 v[81:84], v122 offset:2128
	ds_load_b128 v[85:88], v122 offset:2192
	ds_load_b128 v[128:131], v122 offset:2240
	ds_load_b128 v[89:92], v122 offset:2256
	s_add_co_i32 s6, s6, 16
	s_wait_alu 0xfffe
	s_cmp_lt_i32 s6, s7
	s_wait_dscnt 0x10
	v_fmac_f32_e32 v17, v57, v77
	v_fmac_f32_e32 v18, v57, v78
	v_fmac_f32_e32 v19, v57, v79
	v_fmac_f32_e32 v20, v57, v80
	s_wait_dscnt 0xf
	v_fmac_f32_e32 v29, v69, v77
	v_fmac_f32_e32 v30, v69, v78
	v_fmac_f32_e32 v31, v69, v79
	s_wait_dscnt 0x4
	v_dual_fmac_f32 v32, v69, v80 :: v_dual_fmac_f32 v9, v124, v77
	v_dual_fmac_f32 v25, v65, v77 :: v_dual_fmac_f32 v18, v58, v74
	v_fmac_f32_e32 v14, v101, v78
	v_fmac_f32_e32 v10, v124, v78
	v_dual_fmac_f32 v26, v65, v78 :: v_dual_fmac_f32 v17, v58, v73
	v_fmac_f32_e32 v13, v101, v77
	v_fmac_f32_e32 v11, v124, v79
	v_dual_fmac_f32 v27, v65, v79 :: v_dual_fmac_f32 v20, v58, v76
	v_fmac_f32_e32 v16, v101, v80
	v_fmac_f32_e32 v12, v124, v80
	v_dual_fmac_f32 v28, v65, v80 :: v_dual_fmac_f32 v19, v58, v75
	v_fmac_f32_e32 v15, v101, v79
	s_wait_dscnt 0x1
	v_fmac_f32_e32 v1, v128, v77
	v_dual_fmac_f32 v21, v61, v77 :: v_dual_fmac_f32 v30, v70, v74
	v_fmac_f32_e32 v6, v97, v78
	v_fmac_f32_e32 v2, v128, v78
	v_dual_fmac_f32 v22, v61, v78 :: v_dual_fmac_f32 v29, v70, v73
	v_fmac_f32_e32 v5, v97, v77
	v_fmac_f32_e32 v3, v128, v79
	v_dual_fmac_f32 v23, v61, v79 :: v_dual_fmac_f32 v32, v70, v76
	v_fmac_f32_e32 v8, v97, v80
	v_fmac_f32_e32 v4, v128, v80
	v_dual_fmac_f32 v24, v61, v80 :: v_dual_fmac_f32 v31, v70, v75
	v_fmac_f32_e32 v7, v97, v79
	v_fmac_f32_e32 v25, v66, v73
	v_fmac_f32_e32 v26, v66, v74
	v_fmac_f32_e32 v27, v66, v75
	v_fmac_f32_e32 v28, v66, v76
	v_fmac_f32_e32 v21, v62, v73
	v_fmac_f32_e32 v22, v62, v74
	v_fmac_f32_e32 v23, v62, v75
	v_fmac_f32_e32 v24, v62, v76
	v_dual_fmac_f32 v13, v102, v73 :: v_dual_fmac_f32 v10, v125, v74
	v_dual_fmac_f32 v14, v102, v74 :: v_dual_fmac_f32 v9, v125, v73
	v_dual_fmac_f32 v15, v102, v75 :: v_dual_fmac_f32 v12, v125, v76
	v_dual_fmac_f32 v16, v102, v76 :: v_dual_fmac_f32 v11, v125, v75
	v_dual_fmac_f32 v5, v98, v73 :: v_dual_fmac_f32 v2, v129, v74
	v_dual_fmac_f32 v6, v98, v74 :: v_dual_fmac_f32 v1, v129, v73
	v_dual_fmac_f32 v7, v98, v75 :: v_dual_fmac_f32 v4, v129, v76
	v_dual_fmac_f32 v8, v98, v76 :: v_dual_fmac_f32 v3, v129, v75
	ds_load_b128 v[73:76], v123 offset:4608
	ds_load_b128 v[77:80], v123 offset:4864
	ds_load_b128 v[132:135], v123 offset:5120
	s_wait_dscnt 0x2
	v_dual_fmac_f32 v29, v71, v73 :: v_dual_fmac_f32 v2, v130, v74
	v_dual_fmac_f32 v30, v71, v74 :: v_dual_fmac_f32 v1, v130, v73
	v_dual_fmac_f32 v31, v71, v75 :: v_dual_fmac_f32 v4, v130, v76
	v_dual_fmac_f32 v32, v71, v76 :: v_dual_fmac_f32 v3, v130, v75
	s_wait_dscnt 0x1
	s_delay_alu instid0(VALU_DEP_3) | instskip(SKIP_1) | instid1(VALU_DEP_3)
	v_dual_fmac_f32 v21, v63, v73 :: v_dual_fmac_f32 v30, v72, v78
	v_dual_fmac_f32 v22, v63, v74 :: v_dual_fmac_f32 v29, v72, v77
	v_dual_fmac_f32 v23, v63, v75 :: v_dual_fmac_f32 v32, v72, v80
	v_dual_fmac_f32 v24, v63, v76 :: v_dual_fmac_f32 v31, v72, v79
	v_dual_fmac_f32 v17, v59, v73 :: v_dual_fmac_f32 v10, v126, v74
	v_dual_fmac_f32 v18, v59, v74 :: v_dual_fmac_f32 v9, v126, v73
	v_dual_fmac_f32 v19, v59, v75 :: v_dual_fmac_f32 v12, v126, v76
	v_dual_fmac_f32 v20, v59, v76 :: v_dual_fmac_f32 v11, v126, v75
	v_dual_fmac_f32 v5, v99, v73 :: v_dual_fmac_f32 v22, v64, v78
	v_dual_fmac_f32 v6, v99, v74 :: v_dual_fmac_f32 v21, v64, v77
	v_dual_fmac_f32 v7, v99, v75 :: v_dual_fmac_f32 v24, v64, v80
	v_dual_fmac_f32 v8, v99, v76 :: v_dual_fmac_f32 v23, v64, v79
	ds_load_b128 v[61:64], v123 offset:5376
	v_dual_fmac_f32 v25, v67, v73 :: v_dual_fmac_f32 v18, v60, v78
	v_dual_fmac_f32 v26, v67, v74 :: v_dual_fmac_f32 v17, v60, v77
	v_dual_fmac_f32 v27, v67, v75 :: v_dual_fmac_f32 v20, v60, v80
	v_dual_fmac_f32 v28, v67, v76 :: v_dual_fmac_f32 v19, v60, v79
	s_delay_alu instid0(VALU_DEP_3) | instskip(SKIP_1) | instid1(VALU_DEP_3)
	v_dual_fmac_f32 v13, v103, v73 :: v_dual_fmac_f32 v26, v68, v78
	v_dual_fmac_f32 v14, v103, v74 :: v_dual_fmac_f32 v25, v68, v77
	v_dual_fmac_f32 v15, v103, v75 :: v_dual_fmac_f32 v28, v68, v80
	v_dual_fmac_f32 v16, v103, v76 :: v_dual_fmac_f32 v27, v68, v79
	s_delay_alu instid0(VALU_DEP_4) | instskip(NEXT) | instid1(VALU_DEP_4)
	v_dual_fmac_f32 v13, v104, v77 :: v_dual_fmac_f32 v10, v127, v78
	v_dual_fmac_f32 v14, v104, v78 :: v_dual_fmac_f32 v9, v127, v77
	s_delay_alu instid0(VALU_DEP_4) | instskip(NEXT) | instid1(VALU_DEP_4)
	v_dual_fmac_f32 v15, v104, v79 :: v_dual_fmac_f32 v12, v127, v80
	v_dual_fmac_f32 v16, v104, v80 :: v_dual_fmac_f32 v11, v127, v79
	ds_load_b128 v[101:104], v123 offset:5632
	v_dual_fmac_f32 v7, v100, v79 :: v_dual_fmac_f32 v4, v131, v80
	v_dual_fmac_f32 v8, v100, v80 :: v_dual_fmac_f32 v3, v131, v79
	ds_load_b128 v[73:76], v123 offset:5888
	ds_load_b128 v[65:68], v122 offset:32
	s_wait_dscnt 0x4
	v_fmac_f32_e32 v32, v45, v135
	v_fmac_f32_e32 v31, v45, v134
	v_dual_fmac_f32 v5, v100, v77 :: v_dual_fmac_f32 v2, v131, v78
	v_dual_fmac_f32 v6, v100, v78 :: v_dual_fmac_f32 v1, v131, v77
	v_fmac_f32_e32 v20, v49, v135
	v_fmac_f32_e32 v19, v49, v134
	v_fmac_f32_e32 v28, v41, v135
	v_fmac_f32_e32 v27, v41, v134
	v_fmac_f32_e32 v24, v53, v135
	v_fmac_f32_e32 v23, v53, v134
	v_fmac_f32_e32 v16, v93, v135
	v_fmac_f32_e32 v15, v93, v134
	v_fmac_f32_e32 v12, v81, v135
	v_fmac_f32_e32 v11, v81, v134
	v_fmac_f32_e32 v8, v85, v135
	v_fmac_f32_e32 v7, v85, v134
	v_fmac_f32_e32 v4, v89, v135
	s_wait_dscnt 0x3
	v_dual_fmac_f32 v3, v89, v134 :: v_dual_fmac_f32 v32, v46, v64
	v_dual_fmac_f32 v30, v45, v133 :: v_dual_fmac_f32 v31, v46, v63
	v_fmac_f32_e32 v29, v45, v132
	v_fmac_f32_e32 v20, v50, v64
	v_dual_fmac_f32 v18, v49, v133 :: v_dual_fmac_f32 v19, v50, v63
	v_fmac_f32_e32 v17, v49, v132
	v_fmac_f32_e32 v28, v42, v64
	v_dual_fmac_f32 v26, v41, v133 :: v_dual_fmac_f32 v27, v42, v63
	v_fmac_f32_e32 v25, v41, v132
	v_fmac_f32_e32 v24, v54, v64
	v_dual_fmac_f32 v22, v53, v133 :: v_dual_fmac_f32 v23, v54, v63
	v_fmac_f32_e32 v21, v53, v132
	v_fmac_f32_e32 v16, v94, v64
	v_dual_fmac_f32 v14, v93, v133 :: v_dual_fmac_f32 v15, v94, v63
	v_fmac_f32_e32 v13, v93, v132
	v_fmac_f32_e32 v12, v82, v64
	v_dual_fmac_f32 v10, v81, v133 :: v_dual_fmac_f32 v11, v82, v63
	v_fmac_f32_e32 v9, v81, v132
	v_fmac_f32_e32 v8, v86, v64
	v_dual_fmac_f32 v6, v85, v133 :: v_dual_fmac_f32 v7, v86, v63
	v_fmac_f32_e32 v5, v85, v132
	v_fmac_f32_e32 v4, v90, v64
	v_dual_fmac_f32 v2, v89, v133 :: v_dual_fmac_f32 v3, v90, v63
	v_dual_fmac_f32 v1, v89, v132 :: v_dual_fmac_f32 v30, v46, v62
	v_fmac_f32_e32 v29, v46, v61
	v_fmac_f32_e32 v18, v50, v62
	v_fmac_f32_e32 v17, v50, v61
	v_fmac_f32_e32 v26, v42, v62
	v_fmac_f32_e32 v25, v42, v61
	v_fmac_f32_e32 v22, v54, v62
	v_fmac_f32_e32 v21, v54, v61
	v_fmac_f32_e32 v14, v94, v62
	v_fmac_f32_e32 v13, v94, v61
	v_fmac_f32_e32 v10, v82, v62
	v_fmac_f32_e32 v9, v82, v61
	v_fmac_f32_e32 v6, v86, v62
	v_fmac_f32_e32 v5, v86, v61
	v_fmac_f32_e32 v2, v90, v62
	v_fmac_f32_e32 v1, v90, v61
	ds_load_b128 v[57:60], v122 offset:48
	ds_load_b128 v[69:72], v122 offset:96
	ds_load_b128 v[77:80], v123 offset:6144
	s_wait_dscnt 0x5
	v_fmac_f32_e32 v30, v47, v102
	v_fmac_f32_e32 v29, v47, v101
	v_fmac_f32_e32 v32, v47, v104
	v_fmac_f32_e32 v31, v47, v103
	v_fmac_f32_e32 v18, v51, v102
	v_fmac_f32_e32 v17, v51, v101
	v_fmac_f32_e32 v20, v51, v104
	v_fmac_f32_e32 v19, v51, v103
	v_fmac_f32_e32 v26, v43, v102
	v_fmac_f32_e32 v25, v43, v101
	v_fmac_f32_e32 v28, v43, v104
	v_fmac_f32_e32 v27, v43, v103
	v_fmac_f32_e32 v22, v55, v102
	v_fmac_f32_e32 v21, v55, v101
	v_fmac_f32_e32 v24, v55, v104
	v_fmac_f32_e32 v23, v55, v103
	v_fmac_f32_e32 v14, v95, v102
	v_fmac_f32_e32 v13, v95, v101
	v_fmac_f32_e32 v16, v95, v104
	v_fmac_f32_e32 v15, v95, v103
	v_fmac_f32_e32 v10, v83, v102
	v_fmac_f32_e32 v9, v83, v101
	v_fmac_f32_e32 v12, v83, v104
	v_fmac_f32_e32 v11, v83, v103
	v_fmac_f32_e32 v6, v87, v102
	v_fmac_f32_e32 v5, v87, v101
	v_fmac_f32_e32 v8, v87, v104
	v_fmac_f32_e32 v7, v87, v103
	v_fmac_f32_e32 v2, v91, v102
	v_fmac_f32_e32 v1, v91, v101
	v_fmac_f32_e32 v4, v91, v104
	v_fmac_f32_e32 v3, v91, v103
	ds_load_b128 v[61:64], v122 offset:112
	ds_load_b128 v[97:100], v122 offset:160
	s_wait_dscnt 0x6
	v_fmac_f32_e32 v30, v48, v74
	v_fmac_f32_e32 v29, v48, v73
	v_fmac_f32_e32 v32, v48, v76
	v_fmac_f32_e32 v31, v48, v75
	ds_load_b128 v[45:48], v123 offset:6400
	v_fmac_f32_e32 v18, v52, v74
	v_fmac_f32_e32 v17, v52, v73
	v_fmac_f32_e32 v20, v52, v76
	v_fmac_f32_e32 v19, v52, v75
	ds_load_b128 v[49:52], v122 offset:224
	v_fmac_f32_e32 v26, v44, v74
	v_fmac_f32_e32 v25, v44, v73
	v_fmac_f32_e32 v28, v44, v76
	v_fmac_f32_e32 v27, v44, v75
	ds_load_b128 v[41:44], v122 offset:2080
	v_fmac_f32_e32 v22, v56, v74
	v_fmac_f32_e32 v21, v56, v73
	v_fmac_f32_e32 v24, v56, v76
	v_fmac_f32_e32 v23, v56, v75
	ds_load_b128 v[53:56], v122 offset:2208
	v_fmac_f32_e32 v14, v96, v74
	v_fmac_f32_e32 v13, v96, v73
	v_fmac_f32_e32 v16, v96, v76
	v_fmac_f32_e32 v15, v96, v75
	ds_load_b128 v[93:96], v122 offset:176
	v_fmac_f32_e32 v10, v84, v74
	v_fmac_f32_e32 v9, v84, v73
	v_fmac_f32_e32 v12, v84, v76
	v_fmac_f32_e32 v11, v84, v75
	ds_load_b128 v[81:84], v122 offset:240
	v_fmac_f32_e32 v6, v88, v74
	v_fmac_f32_e32 v5, v88, v73
	v_fmac_f32_e32 v8, v88, v76
	v_fmac_f32_e32 v7, v88, v75
	ds_load_b128 v[85:88], v122 offset:2096
	v_fmac_f32_e32 v2, v92, v74
	v_fmac_f32_e32 v1, v92, v73
	v_fmac_f32_e32 v4, v92, v76
	v_fmac_f32_e32 v3, v92, v75
	ds_load_b128 v[73:76], v122 offset:2144
	ds_load_b128 v[89:92], v122 offset:2160
	ds_load_b128 v[101:104], v122 offset:2224
	ds_load_b128 v[124:127], v122 offset:2272
	ds_load_b128 v[128:131], v122 offset:2288
	s_wait_dscnt 0xe
	v_fmac_f32_e32 v17, v65, v77
	v_fmac_f32_e32 v18, v65, v78
	v_fmac_f32_e32 v19, v65, v79
	s_wait_dscnt 0x1
	v_dual_fmac_f32 v20, v65, v80 :: v_dual_fmac_f32 v3, v124, v79
	s_delay_alu instid0(VALU_DEP_1)
	v_dual_fmac_f32 v31, v69, v79 :: v_dual_fmac_f32 v20, v66, v48
	v_dual_fmac_f32 v28, v97, v80 :: v_dual_fmac_f32 v1, v124, v77
	v_dual_fmac_f32 v29, v69, v77 :: v_dual_fmac_f32 v18, v66, v46
	v_fmac_f32_e32 v26, v97, v78
	v_fmac_f32_e32 v2, v124, v78
	v_dual_fmac_f32 v30, v69, v78 :: v_dual_fmac_f32 v17, v66, v45
	v_dual_fmac_f32 v25, v97, v77 :: v_dual_fmac_f32 v4, v124, v80
	v_dual_fmac_f32 v32, v69, v80 :: v_dual_fmac_f32 v19, v66, v47
	v_fmac_f32_e32 v27, v97, v79
	v_fmac_f32_e32 v29, v70, v45
	v_dual_fmac_f32 v21, v49, v77 :: v_dual_fmac_f32 v26, v98, v46
	v_fmac_f32_e32 v14, v41, v78
	v_fmac_f32_e32 v30, v70, v46
	v_dual_fmac_f32 v22, v49, v78 :: v_dual_fmac_f32 v25, v98, v45
	v_fmac_f32_e32 v13, v41, v77
	v_fmac_f32_e32 v31, v70, v47
	v_dual_fmac_f32 v23, v49, v79 :: v_dual_fmac_f32 v28, v98, v48
	v_fmac_f32_e32 v16, v41, v80
	v_fmac_f32_e32 v32, v70, v48
	v_dual_fmac_f32 v24, v49, v80 :: v_dual_fmac_f32 v27, v98, v47
	v_fmac_f32_e32 v15, v41, v79
	v_fmac_f32_e32 v21, v50, v45
	v_dual_fmac_f32 v9, v73, v77 :: v_dual_fmac_f32 v14, v42, v46
	v_fmac_f32_e32 v6, v53, v78
	v_fmac_f32_e32 v22, v50, v46
	v_dual_fmac_f32 v10, v73, v78 :: v_dual_fmac_f32 v13, v42, v45
	v_fmac_f32_e32 v5, v53, v77
	v_fmac_f32_e32 v23, v50, v47
	v_dual_fmac_f32 v11, v73, v79 :: v_dual_fmac_f32 v16, v42, v48
	v_fmac_f32_e32 v8, v53, v80
	v_fmac_f32_e32 v24, v50, v48
	v_dual_fmac_f32 v12, v73, v80 :: v_dual_fmac_f32 v15, v42, v47
	v_fmac_f32_e32 v7, v53, v79
	v_fmac_f32_e32 v9, v74, v45
	v_fmac_f32_e32 v10, v74, v46
	v_fmac_f32_e32 v11, v74, v47
	v_fmac_f32_e32 v12, v74, v48
	v_dual_fmac_f32 v5, v54, v45 :: v_dual_fmac_f32 v2, v125, v46
	v_dual_fmac_f32 v6, v54, v46 :: v_dual_fmac_f32 v1, v125, v45
	v_dual_fmac_f32 v7, v54, v47 :: v_dual_fmac_f32 v4, v125, v48
	v_dual_fmac_f32 v8, v54, v48 :: v_dual_fmac_f32 v3, v125, v47
	ds_load_b128 v[45:48], v123 offset:6656
	ds_load_b128 v[77:80], v123 offset:6912
	v_add_co_u32 v41, vcc_lo, v110, v120
	s_wait_alu 0xfffd
	v_add_co_ci_u32_e64 v42, null, v111, v121, vcc_lo
	v_add_co_u32 v49, vcc_lo, v112, v120
	s_wait_alu 0xfffd
	v_add_co_ci_u32_e64 v50, null, v118, v121, vcc_lo
	v_add_co_u32 v120, vcc_lo, v120, s2
	s_wait_alu 0xfffd
	v_add_co_ci_u32_e64 v121, null, s3, v121, vcc_lo
	v_add_co_u32 v105, vcc_lo, v105, 64
	s_wait_alu 0xfffd
	v_add_co_ci_u32_e64 v106, null, 0, v106, vcc_lo
	v_add_co_u32 v107, vcc_lo, v107, 64
	s_wait_dscnt 0x1
	v_dual_fmac_f32 v17, v67, v45 :: v_dual_fmac_f32 v2, v126, v46
	v_dual_fmac_f32 v18, v67, v46 :: v_dual_fmac_f32 v1, v126, v45
	v_dual_fmac_f32 v19, v67, v47 :: v_dual_fmac_f32 v4, v126, v48
	v_dual_fmac_f32 v20, v67, v48 :: v_dual_fmac_f32 v3, v126, v47
	s_wait_dscnt 0x0
	s_delay_alu instid0(VALU_DEP_3) | instskip(SKIP_1) | instid1(VALU_DEP_3)
	v_dual_fmac_f32 v29, v71, v45 :: v_dual_fmac_f32 v18, v68, v78
	v_dual_fmac_f32 v30, v71, v46 :: v_dual_fmac_f32 v17, v68, v77
	v_dual_fmac_f32 v31, v71, v47 :: v_dual_fmac_f32 v20, v68, v80
	v_dual_fmac_f32 v32, v71, v48 :: v_dual_fmac_f32 v19, v68, v79
	s_delay_alu instid0(VALU_DEP_3) | instskip(SKIP_1) | instid1(VALU_DEP_3)
	v_dual_fmac_f32 v25, v99, v45 :: v_dual_fmac_f32 v30, v72, v78
	v_dual_fmac_f32 v26, v99, v46 :: v_dual_fmac_f32 v29, v72, v77
	v_dual_fmac_f32 v27, v99, v47 :: v_dual_fmac_f32 v32, v72, v80
	v_dual_fmac_f32 v28, v99, v48 :: v_dual_fmac_f32 v31, v72, v79
	s_delay_alu instid0(VALU_DEP_3) | instskip(SKIP_1) | instid1(VALU_DEP_3)
	v_dual_fmac_f32 v21, v51, v45 :: v_dual_fmac_f32 v26, v100, v78
	v_dual_fmac_f32 v22, v51, v46 :: v_dual_fmac_f32 v25, v100, v77
	v_dual_fmac_f32 v23, v51, v47 :: v_dual_fmac_f32 v28, v100, v80
	v_dual_fmac_f32 v24, v51, v48 :: v_dual_fmac_f32 v27, v100, v79
	s_delay_alu instid0(VALU_DEP_3) | instskip(SKIP_1) | instid1(VALU_DEP_3)
	v_dual_fmac_f32 v13, v43, v45 :: v_dual_fmac_f32 v22, v52, v78
	v_dual_fmac_f32 v14, v43, v46 :: v_dual_fmac_f32 v21, v52, v77
	v_dual_fmac_f32 v15, v43, v47 :: v_dual_fmac_f32 v24, v52, v80
	v_dual_fmac_f32 v16, v43, v48 :: v_dual_fmac_f32 v23, v52, v79
	s_delay_alu instid0(VALU_DEP_3) | instskip(SKIP_1) | instid1(VALU_DEP_3)
	v_dual_fmac_f32 v9, v75, v45 :: v_dual_fmac_f32 v14, v44, v78
	v_dual_fmac_f32 v10, v75, v46 :: v_dual_fmac_f32 v13, v44, v77
	v_dual_fmac_f32 v11, v75, v47 :: v_dual_fmac_f32 v16, v44, v80
	v_dual_fmac_f32 v12, v75, v48 :: v_dual_fmac_f32 v15, v44, v79
	s_delay_alu instid0(VALU_DEP_3) | instskip(SKIP_1) | instid1(VALU_DEP_3)
	v_dual_fmac_f32 v5, v55, v45 :: v_dual_fmac_f32 v10, v76, v78
	v_dual_fmac_f32 v6, v55, v46 :: v_dual_fmac_f32 v9, v76, v77
	v_dual_fmac_f32 v7, v55, v47 :: v_dual_fmac_f32 v12, v76, v80
	v_dual_fmac_f32 v8, v55, v48 :: v_dual_fmac_f32 v11, v76, v79
	s_clause 0x1
	global_load_b128 v[45:48], v[41:42], off
	global_load_b128 v[49:52], v[49:50], off
	ds_load_b128 v[41:44], v123 offset:7168
	ds_load_b128 v[65:68], v123 offset:7424
	v_dual_fmac_f32 v5, v56, v77 :: v_dual_fmac_f32 v2, v127, v78
	v_dual_fmac_f32 v6, v56, v78 :: v_dual_fmac_f32 v1, v127, v77
	v_dual_fmac_f32 v7, v56, v79 :: v_dual_fmac_f32 v4, v127, v80
	v_dual_fmac_f32 v8, v56, v80 :: v_dual_fmac_f32 v3, v127, v79
	ds_load_b128 v[53:56], v123 offset:7680
	ds_load_b128 v[69:72], v123 offset:7936
	s_wait_alu 0xfffd
	v_add_co_ci_u32_e64 v108, null, 0, v108, vcc_lo
	s_wait_loadcnt_dscnt 0x0
	s_barrier_signal -1
	s_barrier_wait -1
	global_inv scope:SCOPE_SE
	ds_store_b128 v119, v[33:36]
	ds_store_b128 v119, v[37:40] offset:2048
	ds_store_b128 v119, v[45:48] offset:4096
	ds_store_b128 v119, v[49:52] offset:6144
	v_dual_fmac_f32 v17, v57, v41 :: v_dual_fmac_f32 v2, v128, v42
	v_dual_fmac_f32 v18, v57, v42 :: v_dual_fmac_f32 v1, v128, v41
	v_dual_fmac_f32 v19, v57, v43 :: v_dual_fmac_f32 v4, v128, v44
	v_dual_fmac_f32 v20, v57, v44 :: v_dual_fmac_f32 v3, v128, v43
	s_delay_alu instid0(VALU_DEP_3) | instskip(SKIP_1) | instid1(VALU_DEP_3)
	v_dual_fmac_f32 v29, v61, v41 :: v_dual_fmac_f32 v18, v58, v66
	v_dual_fmac_f32 v30, v61, v42 :: v_dual_fmac_f32 v17, v58, v65
	v_dual_fmac_f32 v31, v61, v43 :: v_dual_fmac_f32 v20, v58, v68
	v_dual_fmac_f32 v32, v61, v44 :: v_dual_fmac_f32 v19, v58, v67
	s_delay_alu instid0(VALU_DEP_3) | instskip(SKIP_1) | instid1(VALU_DEP_3)
	v_dual_fmac_f32 v25, v93, v41 :: v_dual_fmac_f32 v30, v62, v66
	v_dual_fmac_f32 v26, v93, v42 :: v_dual_fmac_f32 v29, v62, v65
	v_dual_fmac_f32 v27, v93, v43 :: v_dual_fmac_f32 v32, v62, v68
	v_dual_fmac_f32 v28, v93, v44 :: v_dual_fmac_f32 v31, v62, v67
	s_delay_alu instid0(VALU_DEP_3) | instskip(SKIP_1) | instid1(VALU_DEP_3)
	v_dual_fmac_f32 v21, v81, v41 :: v_dual_fmac_f32 v26, v94, v66
	v_dual_fmac_f32 v22, v81, v42 :: v_dual_fmac_f32 v25, v94, v65
	v_dual_fmac_f32 v23, v81, v43 :: v_dual_fmac_f32 v28, v94, v68
	v_dual_fmac_f32 v24, v81, v44 :: v_dual_fmac_f32 v27, v94, v67
	s_delay_alu instid0(VALU_DEP_3) | instskip(SKIP_1) | instid1(VALU_DEP_3)
	v_dual_fmac_f32 v13, v85, v41 :: v_dual_fmac_f32 v22, v82, v66
	v_dual_fmac_f32 v14, v85, v42 :: v_dual_fmac_f32 v21, v82, v65
	v_dual_fmac_f32 v15, v85, v43 :: v_dual_fmac_f32 v24, v82, v68
	v_dual_fmac_f32 v16, v85, v44 :: v_dual_fmac_f32 v23, v82, v67
	s_delay_alu instid0(VALU_DEP_3) | instskip(SKIP_1) | instid1(VALU_DEP_3)
	v_dual_fmac_f32 v9, v89, v41 :: v_dual_fmac_f32 v14, v86, v66
	v_dual_fmac_f32 v10, v89, v42 :: v_dual_fmac_f32 v13, v86, v65
	v_dual_fmac_f32 v11, v89, v43 :: v_dual_fmac_f32 v16, v86, v68
	v_dual_fmac_f32 v12, v89, v44 :: v_dual_fmac_f32 v15, v86, v67
	s_delay_alu instid0(VALU_DEP_3) | instskip(SKIP_1) | instid1(VALU_DEP_3)
	v_dual_fmac_f32 v5, v101, v41 :: v_dual_fmac_f32 v10, v90, v66
	v_dual_fmac_f32 v6, v101, v42 :: v_dual_fmac_f32 v9, v90, v65
	v_dual_fmac_f32 v7, v101, v43 :: v_dual_fmac_f32 v12, v90, v68
	v_dual_fmac_f32 v8, v101, v44 :: v_dual_fmac_f32 v11, v90, v67
	s_delay_alu instid0(VALU_DEP_4) | instskip(NEXT) | instid1(VALU_DEP_4)
	v_dual_fmac_f32 v5, v102, v65 :: v_dual_fmac_f32 v2, v129, v66
	v_dual_fmac_f32 v6, v102, v66 :: v_dual_fmac_f32 v1, v129, v65
	s_delay_alu instid0(VALU_DEP_4) | instskip(NEXT) | instid1(VALU_DEP_4)
	v_dual_fmac_f32 v7, v102, v67 :: v_dual_fmac_f32 v4, v129, v68
	v_dual_fmac_f32 v8, v102, v68 :: v_dual_fmac_f32 v3, v129, v67
	s_delay_alu instid0(VALU_DEP_4) | instskip(NEXT) | instid1(VALU_DEP_4)
	v_dual_fmac_f32 v17, v59, v53 :: v_dual_fmac_f32 v2, v130, v54
	v_dual_fmac_f32 v18, v59, v54 :: v_dual_fmac_f32 v1, v130, v53
	s_delay_alu instid0(VALU_DEP_4) | instskip(NEXT) | instid1(VALU_DEP_4)
	v_dual_fmac_f32 v19, v59, v55 :: v_dual_fmac_f32 v4, v130, v56
	v_dual_fmac_f32 v20, v59, v56 :: v_dual_fmac_f32 v3, v130, v55
	s_delay_alu instid0(VALU_DEP_3) | instskip(SKIP_1) | instid1(VALU_DEP_3)
	v_dual_fmac_f32 v29, v63, v53 :: v_dual_fmac_f32 v18, v60, v70
	v_dual_fmac_f32 v30, v63, v54 :: v_dual_fmac_f32 v17, v60, v69
	v_dual_fmac_f32 v31, v63, v55 :: v_dual_fmac_f32 v20, v60, v72
	v_dual_fmac_f32 v32, v63, v56 :: v_dual_fmac_f32 v19, v60, v71
	s_delay_alu instid0(VALU_DEP_3) | instskip(SKIP_1) | instid1(VALU_DEP_3)
	v_dual_fmac_f32 v25, v95, v53 :: v_dual_fmac_f32 v30, v64, v70
	v_dual_fmac_f32 v26, v95, v54 :: v_dual_fmac_f32 v29, v64, v69
	v_dual_fmac_f32 v27, v95, v55 :: v_dual_fmac_f32 v32, v64, v72
	v_dual_fmac_f32 v28, v95, v56 :: v_dual_fmac_f32 v31, v64, v71
	s_delay_alu instid0(VALU_DEP_3) | instskip(SKIP_1) | instid1(VALU_DEP_3)
	v_dual_fmac_f32 v21, v83, v53 :: v_dual_fmac_f32 v26, v96, v70
	v_dual_fmac_f32 v22, v83, v54 :: v_dual_fmac_f32 v25, v96, v69
	v_dual_fmac_f32 v23, v83, v55 :: v_dual_fmac_f32 v28, v96, v72
	v_dual_fmac_f32 v24, v83, v56 :: v_dual_fmac_f32 v27, v96, v71
	s_delay_alu instid0(VALU_DEP_3) | instskip(SKIP_1) | instid1(VALU_DEP_3)
	v_dual_fmac_f32 v13, v87, v53 :: v_dual_fmac_f32 v22, v84, v70
	v_dual_fmac_f32 v14, v87, v54 :: v_dual_fmac_f32 v21, v84, v69
	v_dual_fmac_f32 v15, v87, v55 :: v_dual_fmac_f32 v24, v84, v72
	v_dual_fmac_f32 v16, v87, v56 :: v_dual_fmac_f32 v23, v84, v71
	s_delay_alu instid0(VALU_DEP_3) | instskip(SKIP_1) | instid1(VALU_DEP_3)
	v_dual_fmac_f32 v9, v91, v53 :: v_dual_fmac_f32 v14, v88, v70
	v_dual_fmac_f32 v10, v91, v54 :: v_dual_fmac_f32 v13, v88, v69
	v_dual_fmac_f32 v11, v91, v55 :: v_dual_fmac_f32 v16, v88, v72
	v_dual_fmac_f32 v12, v91, v56 :: v_dual_fmac_f32 v15, v88, v71
	s_delay_alu instid0(VALU_DEP_3) | instskip(SKIP_1) | instid1(VALU_DEP_3)
	v_dual_fmac_f32 v5, v103, v53 :: v_dual_fmac_f32 v10, v92, v70
	v_dual_fmac_f32 v6, v103, v54 :: v_dual_fmac_f32 v9, v92, v69
	v_dual_fmac_f32 v7, v103, v55 :: v_dual_fmac_f32 v12, v92, v72
	v_dual_fmac_f32 v8, v103, v56 :: v_dual_fmac_f32 v11, v92, v71
	s_delay_alu instid0(VALU_DEP_4) | instskip(NEXT) | instid1(VALU_DEP_4)
	v_dual_fmac_f32 v5, v104, v69 :: v_dual_fmac_f32 v2, v131, v70
	v_dual_fmac_f32 v6, v104, v70 :: v_dual_fmac_f32 v1, v131, v69
	s_delay_alu instid0(VALU_DEP_4) | instskip(NEXT) | instid1(VALU_DEP_4)
	v_dual_fmac_f32 v7, v104, v71 :: v_dual_fmac_f32 v4, v131, v72
	v_dual_fmac_f32 v8, v104, v72 :: v_dual_fmac_f32 v3, v131, v71
	s_cbranch_scc1 .LBB0_10
	s_branch .LBB0_12
.LBB0_11:
	v_dual_mov_b32 v4, 0 :: v_dual_mov_b32 v3, 0
	v_dual_mov_b32 v2, 0 :: v_dual_mov_b32 v1, 0
	v_dual_mov_b32 v8, 0 :: v_dual_mov_b32 v7, 0
	v_dual_mov_b32 v6, 0 :: v_dual_mov_b32 v5, 0
	v_dual_mov_b32 v12, 0 :: v_dual_mov_b32 v11, 0
	v_dual_mov_b32 v10, 0 :: v_dual_mov_b32 v9, 0
	v_dual_mov_b32 v16, 0 :: v_dual_mov_b32 v15, 0
	v_dual_mov_b32 v14, 0 :: v_dual_mov_b32 v13, 0
	v_dual_mov_b32 v24, 0 :: v_dual_mov_b32 v23, 0
	v_dual_mov_b32 v22, 0 :: v_dual_mov_b32 v21, 0
	v_dual_mov_b32 v28, 0 :: v_dual_mov_b32 v27, 0
	v_dual_mov_b32 v26, 0 :: v_dual_mov_b32 v25, 0
	v_dual_mov_b32 v32, 0 :: v_dual_mov_b32 v31, 0
	v_dual_mov_b32 v30, 0 :: v_dual_mov_b32 v29, 0
	v_dual_mov_b32 v20, 0 :: v_dual_mov_b32 v19, 0
	v_dual_mov_b32 v18, 0 :: v_dual_mov_b32 v17, 0
.LBB0_12:                               ; %._crit_edge
	s_add_co_i32 s11, s11, 15
	s_wait_loadcnt_dscnt 0x0
	s_wait_alu 0xfffe
	s_cmp_lt_i32 s11, 16
	s_wait_kmcnt 0x0
	s_barrier_signal -1
	s_barrier_wait -1
	global_inv scope:SCOPE_SE
	s_cbranch_scc1 .LBB0_14
; %bb.13:
	v_lshl_add_u32 v118, v115, 4, 0
	v_lshl_add_u32 v123, v109, 4, 0
	ds_load_b128 v[93:96], v118
	ds_load_b128 v[69:72], v123 offset:4096
	ds_load_b128 v[61:64], v123 offset:4352
	ds_load_b128 v[33:36], v123 offset:7680
	ds_load_b128 v[97:100], v118 offset:64
	ds_load_b128 v[85:88], v123 offset:4864
	ds_load_b128 v[89:92], v123 offset:4608
	ds_load_b128 v[37:40], v123 offset:7424
	ds_load_b128 v[41:44], v123 offset:7168
	ds_load_b128 v[45:48], v123 offset:6912
	ds_load_b128 v[49:52], v123 offset:6656
	ds_load_b128 v[65:68], v123 offset:5376
	ds_load_b128 v[81:84], v123 offset:5120
	ds_load_b128 v[101:104], v118 offset:16
	ds_load_b128 v[53:56], v123 offset:6400
	ds_load_b128 v[57:60], v123 offset:6144
	ds_load_b128 v[77:80], v123 offset:5632
	ds_load_b128 v[73:76], v123 offset:5888
	ds_load_b128 v[105:108], v118 offset:32
	ds_load_b128 v[109:112], v118 offset:48
	ds_load_b128 v[119:122], v118 offset:80
	s_wait_dscnt 0x13
	v_fmac_f32_e32 v18, v93, v70
	v_fmac_f32_e32 v17, v93, v69
	v_fmac_f32_e32 v20, v93, v72
	v_fmac_f32_e32 v19, v93, v71
	s_wait_dscnt 0x10
	v_fmac_f32_e32 v32, v97, v72
	v_fmac_f32_e32 v18, v94, v62
	v_fmac_f32_e32 v17, v94, v61
	v_fmac_f32_e32 v29, v97, v69
	v_fmac_f32_e32 v30, v97, v70
	v_fmac_f32_e32 v20, v94, v64
	v_fmac_f32_e32 v19, v94, v63
	s_wait_dscnt 0xe
	v_fmac_f32_e32 v17, v95, v89
	v_dual_fmac_f32 v18, v95, v90 :: v_dual_fmac_f32 v31, v97, v71
	v_fmac_f32_e32 v20, v95, v92
	v_fmac_f32_e32 v19, v95, v91
	s_delay_alu instid0(VALU_DEP_3) | instskip(SKIP_2) | instid1(VALU_DEP_2)
	v_dual_fmac_f32 v29, v98, v61 :: v_dual_fmac_f32 v18, v96, v86
	v_dual_fmac_f32 v17, v96, v85 :: v_dual_fmac_f32 v30, v98, v62
	s_wait_dscnt 0x7
	v_dual_fmac_f32 v29, v99, v89 :: v_dual_fmac_f32 v18, v101, v82
	s_delay_alu instid0(VALU_DEP_2) | instskip(NEXT) | instid1(VALU_DEP_3)
	v_dual_fmac_f32 v20, v96, v88 :: v_dual_fmac_f32 v17, v101, v81
	v_dual_fmac_f32 v19, v96, v87 :: v_dual_fmac_f32 v30, v99, v90
	s_delay_alu instid0(VALU_DEP_3) | instskip(NEXT) | instid1(VALU_DEP_3)
	v_fmac_f32_e32 v18, v102, v66
	v_dual_fmac_f32 v20, v101, v84 :: v_dual_fmac_f32 v17, v102, v65
	s_delay_alu instid0(VALU_DEP_3)
	v_fmac_f32_e32 v19, v101, v83
	ds_load_b128 v[93:96], v123 offset:7936
	s_wait_dscnt 0x5
	v_fmac_f32_e32 v18, v103, v78
	v_dual_fmac_f32 v20, v102, v68 :: v_dual_fmac_f32 v17, v103, v77
	v_fmac_f32_e32 v19, v102, v67
	s_wait_dscnt 0x4
	s_delay_alu instid0(VALU_DEP_3) | instskip(NEXT) | instid1(VALU_DEP_3)
	v_dual_fmac_f32 v31, v98, v63 :: v_dual_fmac_f32 v18, v104, v74
	v_fmac_f32_e32 v20, v103, v80
	v_dual_fmac_f32 v32, v98, v64 :: v_dual_fmac_f32 v17, v104, v73
	s_wait_dscnt 0x3
	s_delay_alu instid0(VALU_DEP_3) | instskip(NEXT) | instid1(VALU_DEP_3)
	v_dual_fmac_f32 v19, v103, v79 :: v_dual_fmac_f32 v18, v105, v58
	v_fmac_f32_e32 v20, v104, v76
	ds_load_b128 v[123:126], v118 offset:2048
	v_fmac_f32_e32 v17, v105, v57
	v_dual_fmac_f32 v19, v104, v75 :: v_dual_fmac_f32 v18, v106, v54
	v_fmac_f32_e32 v20, v105, v60
	ds_load_b128 v[101:104], v118 offset:128
	v_fmac_f32_e32 v17, v106, v53
	v_dual_fmac_f32 v19, v105, v59 :: v_dual_fmac_f32 v18, v107, v50
	v_dual_fmac_f32 v20, v106, v56 :: v_dual_fmac_f32 v31, v99, v91
	s_delay_alu instid0(VALU_DEP_3) | instskip(NEXT) | instid1(VALU_DEP_3)
	v_fmac_f32_e32 v17, v107, v49
	v_dual_fmac_f32 v19, v106, v55 :: v_dual_fmac_f32 v18, v108, v46
	s_delay_alu instid0(VALU_DEP_3) | instskip(NEXT) | instid1(VALU_DEP_3)
	v_dual_fmac_f32 v20, v107, v52 :: v_dual_fmac_f32 v29, v100, v85
	v_fmac_f32_e32 v17, v108, v45
	s_delay_alu instid0(VALU_DEP_3) | instskip(NEXT) | instid1(VALU_DEP_3)
	v_dual_fmac_f32 v19, v107, v51 :: v_dual_fmac_f32 v30, v100, v86
	v_fmac_f32_e32 v20, v108, v48
	s_wait_dscnt 0x4
	s_delay_alu instid0(VALU_DEP_3) | instskip(NEXT) | instid1(VALU_DEP_3)
	v_dual_fmac_f32 v32, v99, v92 :: v_dual_fmac_f32 v17, v109, v41
	v_dual_fmac_f32 v19, v108, v47 :: v_dual_fmac_f32 v18, v109, v42
	s_delay_alu instid0(VALU_DEP_3) | instskip(NEXT) | instid1(VALU_DEP_3)
	v_dual_fmac_f32 v31, v100, v87 :: v_dual_fmac_f32 v20, v109, v44
	v_dual_fmac_f32 v17, v110, v37 :: v_dual_fmac_f32 v32, v100, v88
	ds_load_b128 v[97:100], v118 offset:96
	ds_load_b128 v[105:108], v118 offset:112
	s_wait_dscnt 0x5
	v_fmac_f32_e32 v30, v119, v82
	v_fmac_f32_e32 v29, v119, v81
	v_dual_fmac_f32 v19, v109, v43 :: v_dual_fmac_f32 v18, v110, v38
	v_dual_fmac_f32 v20, v110, v40 :: v_dual_fmac_f32 v17, v111, v33
	v_fmac_f32_e32 v32, v119, v84
	v_dual_fmac_f32 v31, v119, v83 :: v_dual_fmac_f32 v30, v120, v66
	v_fmac_f32_e32 v29, v120, v65
	v_dual_fmac_f32 v19, v110, v39 :: v_dual_fmac_f32 v18, v111, v34
	v_fmac_f32_e32 v20, v111, v36
	v_fmac_f32_e32 v32, v120, v68
	v_fmac_f32_e32 v31, v120, v67
	v_fmac_f32_e32 v29, v121, v77
	v_dual_fmac_f32 v19, v111, v35 :: v_dual_fmac_f32 v30, v121, v78
	s_wait_dscnt 0x4
	v_dual_fmac_f32 v17, v112, v93 :: v_dual_fmac_f32 v32, v121, v80
	v_fmac_f32_e32 v31, v121, v79
	v_dual_fmac_f32 v29, v122, v73 :: v_dual_fmac_f32 v18, v112, v94
	v_fmac_f32_e32 v30, v122, v74
	s_delay_alu instid0(VALU_DEP_4) | instskip(NEXT) | instid1(VALU_DEP_4)
	v_fmac_f32_e32 v32, v122, v76
	v_fmac_f32_e32 v31, v122, v75
	s_wait_dscnt 0x1
	v_dual_fmac_f32 v29, v97, v57 :: v_dual_fmac_f32 v20, v112, v96
	v_fmac_f32_e32 v30, v97, v58
	v_fmac_f32_e32 v32, v97, v60
	v_fmac_f32_e32 v31, v97, v59
	s_delay_alu instid0(VALU_DEP_4) | instskip(NEXT) | instid1(VALU_DEP_4)
	v_fmac_f32_e32 v29, v98, v53
	v_dual_fmac_f32 v19, v112, v95 :: v_dual_fmac_f32 v30, v98, v54
	s_delay_alu instid0(VALU_DEP_4) | instskip(NEXT) | instid1(VALU_DEP_4)
	v_fmac_f32_e32 v32, v98, v56
	v_fmac_f32_e32 v31, v98, v55
	ds_load_b128 v[109:112], v118 offset:144
	v_dual_fmac_f32 v29, v99, v49 :: v_dual_fmac_f32 v26, v101, v70
	v_fmac_f32_e32 v30, v99, v50
	v_dual_fmac_f32 v32, v99, v52 :: v_dual_fmac_f32 v25, v101, v69
	s_delay_alu instid0(VALU_DEP_3) | instskip(NEXT) | instid1(VALU_DEP_4)
	v_dual_fmac_f32 v27, v101, v71 :: v_dual_fmac_f32 v26, v102, v62
	v_fmac_f32_e32 v29, v100, v45
	s_delay_alu instid0(VALU_DEP_4) | instskip(NEXT) | instid1(VALU_DEP_4)
	v_dual_fmac_f32 v31, v99, v51 :: v_dual_fmac_f32 v30, v100, v46
	v_dual_fmac_f32 v28, v101, v72 :: v_dual_fmac_f32 v25, v102, v61
	s_delay_alu instid0(VALU_DEP_4) | instskip(NEXT) | instid1(VALU_DEP_2)
	v_dual_fmac_f32 v27, v102, v63 :: v_dual_fmac_f32 v26, v103, v90
	v_dual_fmac_f32 v31, v100, v47 :: v_dual_fmac_f32 v28, v102, v64
	s_delay_alu instid0(VALU_DEP_3) | instskip(NEXT) | instid1(VALU_DEP_3)
	v_dual_fmac_f32 v25, v103, v89 :: v_dual_fmac_f32 v32, v100, v48
	v_dual_fmac_f32 v27, v103, v91 :: v_dual_fmac_f32 v26, v104, v86
	s_wait_dscnt 0x1
	v_fmac_f32_e32 v30, v105, v42
	s_delay_alu instid0(VALU_DEP_3) | instskip(NEXT) | instid1(VALU_DEP_3)
	v_dual_fmac_f32 v28, v103, v92 :: v_dual_fmac_f32 v25, v104, v85
	v_fmac_f32_e32 v27, v104, v87
	s_delay_alu instid0(VALU_DEP_3) | instskip(NEXT) | instid1(VALU_DEP_3)
	v_dual_fmac_f32 v29, v105, v41 :: v_dual_fmac_f32 v30, v106, v38
	v_dual_fmac_f32 v31, v105, v43 :: v_dual_fmac_f32 v28, v104, v88
	s_delay_alu instid0(VALU_DEP_2) | instskip(NEXT) | instid1(VALU_DEP_2)
	v_dual_fmac_f32 v32, v105, v44 :: v_dual_fmac_f32 v29, v106, v37
	v_dual_fmac_f32 v30, v107, v34 :: v_dual_fmac_f32 v31, v106, v39
	s_wait_dscnt 0x0
	v_fmac_f32_e32 v26, v109, v82
	s_delay_alu instid0(VALU_DEP_3)
	v_dual_fmac_f32 v32, v106, v40 :: v_dual_fmac_f32 v29, v107, v33
	ds_load_b128 v[97:100], v118 offset:160
	v_fmac_f32_e32 v27, v109, v83
	v_fmac_f32_e32 v31, v107, v35
	v_dual_fmac_f32 v25, v109, v81 :: v_dual_fmac_f32 v26, v110, v66
	v_fmac_f32_e32 v28, v109, v84
	s_delay_alu instid0(VALU_DEP_4) | instskip(NEXT) | instid1(VALU_DEP_3)
	v_dual_fmac_f32 v32, v107, v36 :: v_dual_fmac_f32 v27, v110, v67
	v_dual_fmac_f32 v25, v110, v65 :: v_dual_fmac_f32 v26, v111, v78
	s_delay_alu instid0(VALU_DEP_3)
	v_fmac_f32_e32 v28, v110, v68
	ds_load_b128 v[101:104], v118 offset:192
	v_fmac_f32_e32 v27, v111, v79
	v_fmac_f32_e32 v25, v111, v77
	v_dual_fmac_f32 v29, v108, v93 :: v_dual_fmac_f32 v28, v111, v80
	v_fmac_f32_e32 v26, v112, v74
	v_fmac_f32_e32 v32, v108, v96
	s_delay_alu instid0(VALU_DEP_4)
	v_fmac_f32_e32 v25, v112, v73
	ds_load_b128 v[119:122], v118 offset:224
	v_fmac_f32_e32 v28, v112, v76
	v_fmac_f32_e32 v27, v112, v75
	ds_load_b128 v[109:112], v118 offset:176
	s_wait_dscnt 0x3
	v_fmac_f32_e32 v26, v97, v58
	v_fmac_f32_e32 v25, v97, v57
	v_fmac_f32_e32 v28, v97, v60
	v_dual_fmac_f32 v30, v108, v94 :: v_dual_fmac_f32 v27, v97, v59
	s_delay_alu instid0(VALU_DEP_4) | instskip(NEXT) | instid1(VALU_DEP_4)
	v_dual_fmac_f32 v31, v108, v95 :: v_dual_fmac_f32 v26, v98, v54
	v_fmac_f32_e32 v25, v98, v53
	ds_load_b128 v[105:108], v118 offset:208
	s_wait_dscnt 0x3
	v_dual_fmac_f32 v27, v98, v55 :: v_dual_fmac_f32 v22, v101, v70
	v_dual_fmac_f32 v26, v99, v50 :: v_dual_fmac_f32 v21, v101, v69
	v_dual_fmac_f32 v28, v98, v56 :: v_dual_fmac_f32 v25, v99, v49
	s_delay_alu instid0(VALU_DEP_2) | instskip(NEXT) | instid1(VALU_DEP_4)
	v_dual_fmac_f32 v27, v99, v51 :: v_dual_fmac_f32 v26, v100, v46
	v_dual_fmac_f32 v23, v101, v71 :: v_dual_fmac_f32 v22, v102, v62
	s_delay_alu instid0(VALU_DEP_4) | instskip(NEXT) | instid1(VALU_DEP_4)
	v_dual_fmac_f32 v24, v101, v72 :: v_dual_fmac_f32 v21, v102, v61
	v_dual_fmac_f32 v28, v99, v52 :: v_dual_fmac_f32 v25, v100, v45
	s_delay_alu instid0(VALU_DEP_2) | instskip(NEXT) | instid1(VALU_DEP_4)
	v_dual_fmac_f32 v27, v100, v47 :: v_dual_fmac_f32 v24, v102, v64
	v_dual_fmac_f32 v23, v102, v63 :: v_dual_fmac_f32 v22, v103, v90
	s_delay_alu instid0(VALU_DEP_3) | instskip(NEXT) | instid1(VALU_DEP_3)
	v_dual_fmac_f32 v21, v103, v89 :: v_dual_fmac_f32 v28, v100, v48
	v_fmac_f32_e32 v24, v103, v92
	s_delay_alu instid0(VALU_DEP_3) | instskip(SKIP_1) | instid1(VALU_DEP_3)
	v_dual_fmac_f32 v23, v103, v91 :: v_dual_fmac_f32 v22, v104, v86
	s_wait_dscnt 0x1
	v_dual_fmac_f32 v21, v104, v85 :: v_dual_fmac_f32 v26, v109, v42
	s_delay_alu instid0(VALU_DEP_3) | instskip(NEXT) | instid1(VALU_DEP_3)
	v_dual_fmac_f32 v27, v109, v43 :: v_dual_fmac_f32 v24, v104, v88
	v_fmac_f32_e32 v23, v104, v87
	s_delay_alu instid0(VALU_DEP_3) | instskip(NEXT) | instid1(VALU_DEP_3)
	v_dual_fmac_f32 v25, v109, v41 :: v_dual_fmac_f32 v26, v110, v38
	v_dual_fmac_f32 v27, v110, v39 :: v_dual_fmac_f32 v28, v109, v44
	ds_load_b128 v[97:100], v118 offset:240
	v_dual_fmac_f32 v25, v110, v37 :: v_dual_fmac_f32 v26, v111, v34
	s_wait_dscnt 0x1
	v_dual_fmac_f32 v22, v105, v82 :: v_dual_fmac_f32 v27, v111, v35
	v_dual_fmac_f32 v21, v105, v81 :: v_dual_fmac_f32 v28, v110, v40
	s_delay_alu instid0(VALU_DEP_3) | instskip(NEXT) | instid1(VALU_DEP_3)
	v_fmac_f32_e32 v25, v111, v33
	v_dual_fmac_f32 v23, v105, v83 :: v_dual_fmac_f32 v22, v106, v66
	s_delay_alu instid0(VALU_DEP_3) | instskip(NEXT) | instid1(VALU_DEP_2)
	v_dual_fmac_f32 v24, v105, v84 :: v_dual_fmac_f32 v21, v106, v65
	v_dual_fmac_f32 v28, v111, v36 :: v_dual_fmac_f32 v23, v106, v67
	s_delay_alu instid0(VALU_DEP_3) | instskip(NEXT) | instid1(VALU_DEP_3)
	v_fmac_f32_e32 v22, v107, v78
	v_dual_fmac_f32 v24, v106, v68 :: v_dual_fmac_f32 v21, v107, v77
	v_fmac_f32_e32 v25, v112, v93
	s_delay_alu instid0(VALU_DEP_3) | instskip(NEXT) | instid1(VALU_DEP_3)
	v_dual_fmac_f32 v23, v107, v79 :: v_dual_fmac_f32 v22, v108, v74
	v_dual_fmac_f32 v24, v107, v80 :: v_dual_fmac_f32 v21, v108, v73
	ds_load_b128 v[101:104], v118 offset:2064
	v_fmac_f32_e32 v14, v123, v70
	v_fmac_f32_e32 v22, v119, v58
	v_dual_fmac_f32 v24, v108, v76 :: v_dual_fmac_f32 v21, v119, v57
	v_fmac_f32_e32 v23, v108, v75
	s_delay_alu instid0(VALU_DEP_4) | instskip(NEXT) | instid1(VALU_DEP_3)
	v_dual_fmac_f32 v15, v123, v71 :: v_dual_fmac_f32 v14, v124, v62
	v_fmac_f32_e32 v24, v119, v60
	s_delay_alu instid0(VALU_DEP_3) | instskip(SKIP_3) | instid1(VALU_DEP_3)
	v_dual_fmac_f32 v26, v112, v94 :: v_dual_fmac_f32 v23, v119, v59
	v_fmac_f32_e32 v22, v120, v54
	v_fmac_f32_e32 v21, v120, v53
	v_dual_fmac_f32 v15, v124, v63 :: v_dual_fmac_f32 v14, v125, v90
	v_dual_fmac_f32 v23, v120, v55 :: v_dual_fmac_f32 v22, v121, v50
	v_dual_fmac_f32 v13, v123, v69 :: v_dual_fmac_f32 v24, v120, v56
	s_delay_alu instid0(VALU_DEP_4) | instskip(NEXT) | instid1(VALU_DEP_3)
	v_fmac_f32_e32 v21, v121, v49
	v_dual_fmac_f32 v23, v121, v51 :: v_dual_fmac_f32 v22, v122, v46
	s_delay_alu instid0(VALU_DEP_3) | instskip(NEXT) | instid1(VALU_DEP_4)
	v_dual_fmac_f32 v16, v123, v72 :: v_dual_fmac_f32 v13, v124, v61
	v_dual_fmac_f32 v27, v112, v95 :: v_dual_fmac_f32 v24, v121, v52
	s_delay_alu instid0(VALU_DEP_4) | instskip(NEXT) | instid1(VALU_DEP_3)
	v_dual_fmac_f32 v28, v112, v96 :: v_dual_fmac_f32 v21, v122, v45
	v_dual_fmac_f32 v23, v122, v47 :: v_dual_fmac_f32 v16, v124, v64
	s_delay_alu instid0(VALU_DEP_3) | instskip(SKIP_1) | instid1(VALU_DEP_2)
	v_dual_fmac_f32 v13, v125, v89 :: v_dual_fmac_f32 v24, v122, v48
	v_dual_fmac_f32 v15, v125, v91 :: v_dual_fmac_f32 v14, v126, v86
	v_dual_fmac_f32 v16, v125, v92 :: v_dual_fmac_f32 v13, v126, v85
	s_wait_dscnt 0x1
	v_fmac_f32_e32 v21, v97, v41
	s_delay_alu instid0(VALU_DEP_3) | instskip(NEXT) | instid1(VALU_DEP_3)
	v_dual_fmac_f32 v15, v126, v87 :: v_dual_fmac_f32 v22, v97, v42
	v_dual_fmac_f32 v23, v97, v43 :: v_dual_fmac_f32 v16, v126, v88
	s_delay_alu instid0(VALU_DEP_3) | instskip(NEXT) | instid1(VALU_DEP_3)
	v_dual_fmac_f32 v24, v97, v44 :: v_dual_fmac_f32 v21, v98, v37
	v_fmac_f32_e32 v22, v98, v38
	s_wait_dscnt 0x0
	s_delay_alu instid0(VALU_DEP_3) | instskip(SKIP_4) | instid1(VALU_DEP_3)
	v_dual_fmac_f32 v23, v98, v39 :: v_dual_fmac_f32 v14, v101, v82
	ds_load_b128 v[105:108], v118 offset:2080
	v_dual_fmac_f32 v24, v98, v40 :: v_dual_fmac_f32 v13, v101, v81
	v_dual_fmac_f32 v15, v101, v83 :: v_dual_fmac_f32 v22, v99, v34
	v_dual_fmac_f32 v21, v99, v33 :: v_dual_fmac_f32 v14, v102, v66
	v_dual_fmac_f32 v13, v102, v65 :: v_dual_fmac_f32 v24, v99, v36
	s_delay_alu instid0(VALU_DEP_3) | instskip(SKIP_1) | instid1(VALU_DEP_4)
	v_fmac_f32_e32 v15, v102, v67
	v_dual_fmac_f32 v23, v99, v35 :: v_dual_fmac_f32 v16, v101, v84
	v_fmac_f32_e32 v14, v103, v78
	s_delay_alu instid0(VALU_DEP_4)
	v_fmac_f32_e32 v13, v103, v77
	v_fmac_f32_e32 v21, v100, v93
	ds_load_b128 v[109:112], v118 offset:2112
	ds_load_b128 v[119:122], v118 offset:2096
	v_fmac_f32_e32 v16, v102, v68
	v_dual_fmac_f32 v14, v104, v74 :: v_dual_fmac_f32 v15, v103, v79
	v_fmac_f32_e32 v22, v100, v94
	v_fmac_f32_e32 v24, v100, v96
	s_delay_alu instid0(VALU_DEP_4)
	v_fmac_f32_e32 v16, v103, v80
	s_wait_dscnt 0x2
	v_dual_fmac_f32 v14, v105, v58 :: v_dual_fmac_f32 v13, v104, v73
	v_fmac_f32_e32 v15, v104, v75
	ds_load_b128 v[123:126], v118 offset:2240
	v_fmac_f32_e32 v16, v104, v76
	v_dual_fmac_f32 v14, v106, v54 :: v_dual_fmac_f32 v13, v105, v57
	v_fmac_f32_e32 v15, v105, v59
	s_delay_alu instid0(VALU_DEP_3) | instskip(NEXT) | instid1(VALU_DEP_3)
	v_dual_fmac_f32 v23, v100, v95 :: v_dual_fmac_f32 v16, v105, v60
	v_dual_fmac_f32 v14, v107, v50 :: v_dual_fmac_f32 v13, v106, v53
	s_delay_alu instid0(VALU_DEP_3)
	v_fmac_f32_e32 v15, v106, v55
	ds_load_b128 v[97:100], v118 offset:2128
	ds_load_b128 v[101:104], v118 offset:2176
	v_dual_fmac_f32 v14, v108, v46 :: v_dual_fmac_f32 v13, v107, v49
	s_wait_dscnt 0x4
	v_dual_fmac_f32 v15, v107, v51 :: v_dual_fmac_f32 v10, v109, v70
	v_fmac_f32_e32 v9, v109, v69
	s_delay_alu instid0(VALU_DEP_3) | instskip(NEXT) | instid1(VALU_DEP_3)
	v_dual_fmac_f32 v12, v109, v72 :: v_dual_fmac_f32 v13, v108, v45
	v_dual_fmac_f32 v15, v108, v47 :: v_dual_fmac_f32 v16, v106, v56
	s_delay_alu instid0(VALU_DEP_2) | instskip(SKIP_1) | instid1(VALU_DEP_3)
	v_dual_fmac_f32 v11, v109, v71 :: v_dual_fmac_f32 v12, v110, v64
	v_fmac_f32_e32 v10, v110, v62
	v_dual_fmac_f32 v9, v110, v61 :: v_dual_fmac_f32 v16, v107, v52
	s_delay_alu instid0(VALU_DEP_3)
	v_fmac_f32_e32 v11, v110, v63
	s_wait_dscnt 0x3
	v_fmac_f32_e32 v13, v119, v41
	v_fmac_f32_e32 v10, v111, v90
	v_dual_fmac_f32 v9, v111, v89 :: v_dual_fmac_f32 v16, v108, v48
	v_fmac_f32_e32 v11, v111, v91
	v_fmac_f32_e32 v12, v111, v92
	ds_load_b128 v[105:108], v118 offset:2192
	s_wait_dscnt 0x1
	v_dual_fmac_f32 v7, v101, v71 :: v_dual_fmac_f32 v2, v123, v70
	v_fmac_f32_e32 v9, v112, v85
	v_fmac_f32_e32 v10, v112, v86
	v_dual_fmac_f32 v11, v112, v87 :: v_dual_fmac_f32 v6, v101, v70
	v_dual_fmac_f32 v12, v112, v88 :: v_dual_fmac_f32 v5, v101, v69
	v_dual_fmac_f32 v8, v101, v72 :: v_dual_fmac_f32 v1, v123, v69
	s_delay_alu instid0(VALU_DEP_3) | instskip(NEXT) | instid1(VALU_DEP_3)
	v_dual_fmac_f32 v3, v123, v71 :: v_dual_fmac_f32 v6, v102, v62
	v_dual_fmac_f32 v4, v123, v72 :: v_dual_fmac_f32 v5, v102, v61
	v_dual_fmac_f32 v7, v102, v63 :: v_dual_fmac_f32 v2, v124, v62
	s_delay_alu instid0(VALU_DEP_4) | instskip(NEXT) | instid1(VALU_DEP_4)
	v_dual_fmac_f32 v8, v102, v64 :: v_dual_fmac_f32 v1, v124, v61
	v_dual_fmac_f32 v3, v124, v63 :: v_dual_fmac_f32 v6, v103, v90
	s_delay_alu instid0(VALU_DEP_4) | instskip(NEXT) | instid1(VALU_DEP_4)
	v_dual_fmac_f32 v4, v124, v64 :: v_dual_fmac_f32 v5, v103, v89
	v_dual_fmac_f32 v7, v103, v91 :: v_dual_fmac_f32 v2, v125, v90
	ds_load_b128 v[109:112], v118 offset:2256
	v_dual_fmac_f32 v8, v103, v92 :: v_dual_fmac_f32 v1, v125, v89
	v_dual_fmac_f32 v3, v125, v91 :: v_dual_fmac_f32 v14, v119, v42
	v_dual_fmac_f32 v4, v125, v92 :: v_dual_fmac_f32 v7, v104, v87
	v_fmac_f32_e32 v10, v97, v82
	ds_load_b128 v[61:64], v118 offset:2288
	ds_load_b128 v[69:72], v118 offset:2272
	ds_load_b128 v[89:92], v118 offset:2144
	v_dual_fmac_f32 v15, v119, v43 :: v_dual_fmac_f32 v6, v104, v86
	v_dual_fmac_f32 v13, v120, v37 :: v_dual_fmac_f32 v4, v126, v88
	v_dual_fmac_f32 v14, v120, v38 :: v_dual_fmac_f32 v3, v126, v87
	v_dual_fmac_f32 v9, v97, v81 :: v_dual_fmac_f32 v10, v98, v66
	s_delay_alu instid0(VALU_DEP_2) | instskip(NEXT) | instid1(VALU_DEP_4)
	v_dual_fmac_f32 v15, v120, v39 :: v_dual_fmac_f32 v14, v121, v34
	v_fmac_f32_e32 v13, v121, v33
	s_delay_alu instid0(VALU_DEP_3) | instskip(NEXT) | instid1(VALU_DEP_3)
	v_dual_fmac_f32 v9, v98, v65 :: v_dual_fmac_f32 v10, v99, v78
	v_dual_fmac_f32 v15, v121, v35 :: v_dual_fmac_f32 v16, v119, v44
	s_delay_alu instid0(VALU_DEP_4) | instskip(NEXT) | instid1(VALU_DEP_3)
	v_fmac_f32_e32 v14, v122, v94
	v_dual_fmac_f32 v13, v122, v93 :: v_dual_fmac_f32 v10, v100, v74
	s_delay_alu instid0(VALU_DEP_4)
	v_dual_fmac_f32 v9, v99, v77 :: v_dual_fmac_f32 v12, v97, v84
	v_fmac_f32_e32 v11, v97, v83
	v_dual_fmac_f32 v5, v104, v85 :: v_dual_fmac_f32 v2, v126, v86
	v_dual_fmac_f32 v8, v104, v88 :: v_dual_fmac_f32 v1, v126, v85
	v_dual_fmac_f32 v15, v122, v95 :: v_dual_fmac_f32 v16, v120, v40
	ds_load_b128 v[85:88], v118 offset:2160
	s_wait_dscnt 0x1
	v_dual_fmac_f32 v9, v100, v73 :: v_dual_fmac_f32 v10, v89, v58
	v_fmac_f32_e32 v12, v98, v68
	v_dual_fmac_f32 v11, v98, v67 :: v_dual_fmac_f32 v16, v121, v36
	s_delay_alu instid0(VALU_DEP_3) | instskip(NEXT) | instid1(VALU_DEP_3)
	v_dual_fmac_f32 v9, v89, v57 :: v_dual_fmac_f32 v10, v90, v54
	v_fmac_f32_e32 v12, v99, v80
	s_delay_alu instid0(VALU_DEP_3) | instskip(NEXT) | instid1(VALU_DEP_3)
	v_dual_fmac_f32 v11, v99, v79 :: v_dual_fmac_f32 v16, v122, v96
	v_dual_fmac_f32 v9, v90, v53 :: v_dual_fmac_f32 v10, v91, v50
	s_delay_alu instid0(VALU_DEP_3) | instskip(NEXT) | instid1(VALU_DEP_3)
	v_fmac_f32_e32 v12, v100, v76
	v_fmac_f32_e32 v11, v100, v75
	ds_load_b128 v[97:100], v118 offset:2208
	v_dual_fmac_f32 v9, v91, v49 :: v_dual_fmac_f32 v10, v92, v46
	v_fmac_f32_e32 v12, v89, v60
	v_fmac_f32_e32 v11, v89, v59
	s_delay_alu instid0(VALU_DEP_3) | instskip(NEXT) | instid1(VALU_DEP_3)
	v_dual_fmac_f32 v6, v105, v82 :: v_dual_fmac_f32 v9, v92, v45
	v_dual_fmac_f32 v5, v105, v81 :: v_dual_fmac_f32 v12, v90, v56
	s_delay_alu instid0(VALU_DEP_3) | instskip(NEXT) | instid1(VALU_DEP_3)
	v_fmac_f32_e32 v11, v90, v55
	v_dual_fmac_f32 v7, v105, v83 :: v_dual_fmac_f32 v6, v106, v66
	s_delay_alu instid0(VALU_DEP_3) | instskip(NEXT) | instid1(VALU_DEP_3)
	v_dual_fmac_f32 v5, v106, v65 :: v_dual_fmac_f32 v12, v91, v52
	v_fmac_f32_e32 v11, v91, v51
	s_delay_alu instid0(VALU_DEP_3) | instskip(NEXT) | instid1(VALU_DEP_3)
	v_dual_fmac_f32 v7, v106, v67 :: v_dual_fmac_f32 v6, v107, v78
	v_dual_fmac_f32 v5, v107, v77 :: v_dual_fmac_f32 v12, v92, v48
	s_wait_dscnt 0x1
	s_delay_alu instid0(VALU_DEP_2) | instskip(NEXT) | instid1(VALU_DEP_3)
	v_dual_fmac_f32 v10, v85, v42 :: v_dual_fmac_f32 v7, v107, v79
	v_fmac_f32_e32 v6, v108, v74
	v_fmac_f32_e32 v11, v92, v47
	ds_load_b128 v[89:92], v118 offset:2224
	v_dual_fmac_f32 v5, v108, v73 :: v_dual_fmac_f32 v10, v86, v38
	s_wait_dscnt 0x1
	v_dual_fmac_f32 v6, v97, v58 :: v_dual_fmac_f32 v7, v108, v75
	v_fmac_f32_e32 v9, v85, v41
	v_fmac_f32_e32 v12, v85, v44
	v_fmac_f32_e32 v10, v87, v34
	s_delay_alu instid0(VALU_DEP_4) | instskip(NEXT) | instid1(VALU_DEP_3)
	v_dual_fmac_f32 v6, v98, v54 :: v_dual_fmac_f32 v5, v97, v57
	v_dual_fmac_f32 v7, v97, v59 :: v_dual_fmac_f32 v12, v86, v40
	s_delay_alu instid0(VALU_DEP_3) | instskip(NEXT) | instid1(VALU_DEP_3)
	v_fmac_f32_e32 v10, v88, v94
	v_dual_fmac_f32 v6, v99, v50 :: v_dual_fmac_f32 v9, v86, v37
	s_delay_alu instid0(VALU_DEP_3) | instskip(SKIP_1) | instid1(VALU_DEP_3)
	v_dual_fmac_f32 v5, v98, v53 :: v_dual_fmac_f32 v12, v87, v36
	v_fmac_f32_e32 v8, v105, v84
	v_dual_fmac_f32 v6, v100, v46 :: v_dual_fmac_f32 v7, v98, v55
	s_delay_alu instid0(VALU_DEP_3) | instskip(SKIP_2) | instid1(VALU_DEP_3)
	v_dual_fmac_f32 v9, v87, v33 :: v_dual_fmac_f32 v12, v88, v96
	v_fmac_f32_e32 v2, v109, v82
	s_wait_dscnt 0x0
	v_dual_fmac_f32 v6, v89, v42 :: v_dual_fmac_f32 v5, v99, v49
	v_fmac_f32_e32 v7, v99, v51
	v_dual_fmac_f32 v9, v88, v93 :: v_dual_fmac_f32 v8, v106, v68
	s_delay_alu instid0(VALU_DEP_3) | instskip(NEXT) | instid1(VALU_DEP_3)
	v_dual_fmac_f32 v6, v90, v38 :: v_dual_fmac_f32 v5, v100, v45
	v_dual_fmac_f32 v7, v100, v47 :: v_dual_fmac_f32 v4, v109, v84
	v_fmac_f32_e32 v2, v110, v66
	s_delay_alu instid0(VALU_DEP_3) | instskip(NEXT) | instid1(VALU_DEP_4)
	v_dual_fmac_f32 v6, v91, v34 :: v_dual_fmac_f32 v11, v85, v43
	v_fmac_f32_e32 v5, v89, v41
	s_delay_alu instid0(VALU_DEP_4) | instskip(NEXT) | instid1(VALU_DEP_3)
	v_dual_fmac_f32 v7, v89, v43 :: v_dual_fmac_f32 v8, v107, v80
	v_dual_fmac_f32 v6, v92, v94 :: v_dual_fmac_f32 v11, v86, v39
	s_delay_alu instid0(VALU_DEP_3) | instskip(NEXT) | instid1(VALU_DEP_3)
	v_fmac_f32_e32 v5, v90, v37
	v_fmac_f32_e32 v7, v90, v39
	v_fmac_f32_e32 v4, v110, v68
	v_fmac_f32_e32 v2, v111, v78
	v_fmac_f32_e32 v11, v87, v35
	v_dual_fmac_f32 v5, v91, v33 :: v_dual_fmac_f32 v8, v108, v76
	s_delay_alu instid0(VALU_DEP_3) | instskip(NEXT) | instid1(VALU_DEP_3)
	v_dual_fmac_f32 v7, v91, v35 :: v_dual_fmac_f32 v2, v112, v74
	v_fmac_f32_e32 v11, v88, v95
	s_delay_alu instid0(VALU_DEP_3) | instskip(NEXT) | instid1(VALU_DEP_3)
	v_dual_fmac_f32 v5, v92, v93 :: v_dual_fmac_f32 v4, v111, v80
	v_dual_fmac_f32 v7, v92, v95 :: v_dual_fmac_f32 v8, v97, v60
	v_fmac_f32_e32 v1, v109, v81
	s_delay_alu instid0(VALU_DEP_3) | instskip(SKIP_1) | instid1(VALU_DEP_4)
	v_dual_fmac_f32 v3, v109, v83 :: v_dual_fmac_f32 v4, v112, v76
	v_fmac_f32_e32 v2, v69, v58
	v_fmac_f32_e32 v8, v98, v56
	s_delay_alu instid0(VALU_DEP_4) | instskip(NEXT) | instid1(VALU_DEP_4)
	v_fmac_f32_e32 v1, v110, v65
	v_dual_fmac_f32 v3, v110, v67 :: v_dual_fmac_f32 v4, v69, v60
	s_delay_alu instid0(VALU_DEP_4) | instskip(NEXT) | instid1(VALU_DEP_4)
	v_fmac_f32_e32 v2, v70, v54
	v_fmac_f32_e32 v8, v99, v52
	s_delay_alu instid0(VALU_DEP_4) | instskip(NEXT) | instid1(VALU_DEP_4)
	v_fmac_f32_e32 v1, v111, v77
	v_dual_fmac_f32 v3, v111, v79 :: v_dual_fmac_f32 v4, v70, v56
	s_delay_alu instid0(VALU_DEP_4) | instskip(NEXT) | instid1(VALU_DEP_4)
	v_fmac_f32_e32 v2, v71, v50
	v_fmac_f32_e32 v8, v100, v48
	s_delay_alu instid0(VALU_DEP_4) | instskip(NEXT) | instid1(VALU_DEP_4)
	v_fmac_f32_e32 v1, v112, v73
	v_dual_fmac_f32 v3, v112, v75 :: v_dual_fmac_f32 v4, v71, v52
	s_delay_alu instid0(VALU_DEP_4) | instskip(NEXT) | instid1(VALU_DEP_4)
	v_fmac_f32_e32 v2, v72, v46
	v_fmac_f32_e32 v8, v89, v44
	s_delay_alu instid0(VALU_DEP_4) | instskip(NEXT) | instid1(VALU_DEP_4)
	v_fmac_f32_e32 v1, v69, v57
	v_dual_fmac_f32 v3, v69, v59 :: v_dual_fmac_f32 v4, v72, v48
	s_delay_alu instid0(VALU_DEP_4) | instskip(NEXT) | instid1(VALU_DEP_4)
	v_fmac_f32_e32 v2, v61, v42
	v_fmac_f32_e32 v8, v90, v40
	s_delay_alu instid0(VALU_DEP_4) | instskip(NEXT) | instid1(VALU_DEP_4)
	v_fmac_f32_e32 v1, v70, v53
	v_dual_fmac_f32 v3, v70, v55 :: v_dual_fmac_f32 v4, v61, v44
	s_delay_alu instid0(VALU_DEP_4) | instskip(NEXT) | instid1(VALU_DEP_4)
	v_fmac_f32_e32 v2, v62, v38
	v_fmac_f32_e32 v8, v91, v36
	s_delay_alu instid0(VALU_DEP_4) | instskip(NEXT) | instid1(VALU_DEP_4)
	v_fmac_f32_e32 v1, v71, v49
	v_dual_fmac_f32 v3, v71, v51 :: v_dual_fmac_f32 v4, v62, v40
	s_delay_alu instid0(VALU_DEP_4) | instskip(NEXT) | instid1(VALU_DEP_4)
	v_fmac_f32_e32 v2, v63, v34
	v_fmac_f32_e32 v8, v92, v96
	s_delay_alu instid0(VALU_DEP_4) | instskip(NEXT) | instid1(VALU_DEP_4)
	v_fmac_f32_e32 v1, v72, v45
	v_fmac_f32_e32 v3, v72, v47
	s_delay_alu instid0(VALU_DEP_2) | instskip(NEXT) | instid1(VALU_DEP_2)
	v_dual_fmac_f32 v2, v64, v94 :: v_dual_fmac_f32 v1, v61, v41
	v_fmac_f32_e32 v3, v61, v43
	s_delay_alu instid0(VALU_DEP_2) | instskip(NEXT) | instid1(VALU_DEP_2)
	v_fmac_f32_e32 v1, v62, v37
	v_fmac_f32_e32 v3, v62, v39
	s_delay_alu instid0(VALU_DEP_2) | instskip(NEXT) | instid1(VALU_DEP_2)
	v_fmac_f32_e32 v1, v63, v33
	v_fmac_f32_e32 v3, v63, v35
	s_delay_alu instid0(VALU_DEP_2) | instskip(NEXT) | instid1(VALU_DEP_2)
	v_dual_fmac_f32 v4, v63, v36 :: v_dual_fmac_f32 v1, v64, v93
	v_fmac_f32_e32 v3, v64, v95
	s_delay_alu instid0(VALU_DEP_2)
	v_fmac_f32_e32 v4, v64, v96
.LBB0_14:                               ; %._crit_edge._crit_edge
	v_or_b32_e32 v34, s8, v117
	v_lshlrev_b32_e32 v0, 9, v0
	s_wait_loadcnt 0x0
	s_barrier_signal -1
	s_barrier_wait -1
	v_mul_lo_u32 v33, s9, v34
	v_or_b32_e32 v34, 8, v34
	v_and_b32_e32 v0, 0x1000, v0
	global_inv scope:SCOPE_SE
	v_mul_lo_u32 v35, s9, v34
	v_lshl_add_u32 v37, s9, 4, v33
	v_ashrrev_i32_e32 v34, 31, v33
	s_delay_alu instid0(VALU_DEP_2) | instskip(NEXT) | instid1(VALU_DEP_4)
	v_add_nc_u32_e32 v39, s10, v37
	v_ashrrev_i32_e32 v36, 31, v35
	s_delay_alu instid0(VALU_DEP_3) | instskip(SKIP_1) | instid1(VALU_DEP_4)
	v_lshlrev_b64_e32 v[33:34], 2, v[33:34]
	v_ashrrev_i32_e32 v38, 31, v37
	v_add_nc_u32_e32 v41, s10, v39
	s_delay_alu instid0(VALU_DEP_4) | instskip(SKIP_2) | instid1(VALU_DEP_4)
	v_lshlrev_b64_e32 v[35:36], 2, v[35:36]
	v_ashrrev_i32_e32 v40, 31, v39
	v_add_co_u32 v43, vcc_lo, s0, v33
	v_add_nc_u32_e32 v33, s10, v41
	v_lshlrev_b64_e32 v[37:38], 2, v[37:38]
	s_delay_alu instid0(VALU_DEP_4)
	v_lshlrev_b64_e32 v[39:40], 2, v[39:40]
	s_wait_alu 0xfffd
	v_add_co_ci_u32_e64 v44, null, s1, v34, vcc_lo
	v_ashrrev_i32_e32 v42, 31, v41
	v_add_co_u32 v45, vcc_lo, s0, v35
	v_add_nc_u32_e32 v35, s10, v33
	v_ashrrev_i32_e32 v34, 31, v33
	s_wait_alu 0xfffd
	v_add_co_ci_u32_e64 v46, null, s1, v36, vcc_lo
	v_add_co_u32 v47, vcc_lo, s0, v37
	s_wait_alu 0xfffd
	v_add_co_ci_u32_e64 v48, null, s1, v38, vcc_lo
	v_lshlrev_b64_e32 v[37:38], 2, v[41:42]
	v_add_co_u32 v41, vcc_lo, s0, v39
	v_add_nc_u32_e32 v39, s10, v35
	v_lshlrev_b64_e32 v[33:34], 2, v[33:34]
	v_ashrrev_i32_e32 v36, 31, v35
	s_wait_alu 0xfffd
	v_add_co_ci_u32_e64 v42, null, s1, v40, vcc_lo
	v_ashrrev_i32_e32 v40, 31, v39
	v_add_co_u32 v49, vcc_lo, s0, v37
	s_wait_alu 0xfffd
	v_add_co_ci_u32_e64 v50, null, s1, v38, vcc_lo
	v_lshlrev_b64_e32 v[35:36], 2, v[35:36]
	v_add_co_u32 v51, vcc_lo, s0, v33
	s_wait_alu 0xfffd
	v_add_co_ci_u32_e64 v52, null, s1, v34, vcc_lo
	v_lshlrev_b64_e32 v[33:34], 2, v[39:40]
	s_delay_alu instid0(VALU_DEP_4) | instskip(SKIP_2) | instid1(VALU_DEP_3)
	v_add_co_u32 v53, vcc_lo, s0, v35
	s_wait_alu 0xfffd
	v_add_co_ci_u32_e64 v54, null, s1, v36, vcc_lo
	v_add_co_u32 v55, vcc_lo, s0, v33
	s_wait_alu 0xfffd
	v_add_co_ci_u32_e64 v56, null, s1, v34, vcc_lo
	v_add_co_u32 v33, vcc_lo, v43, v113
	v_and_b32_e32 v43, 0x70, v116
	s_wait_alu 0xfffd
	v_add_co_ci_u32_e64 v34, null, v44, v114, vcc_lo
	v_add_co_u32 v35, vcc_lo, v45, v113
	s_delay_alu instid0(VALU_DEP_3) | instskip(SKIP_3) | instid1(VALU_DEP_3)
	v_add3_u32 v0, 0, v0, v43
	s_wait_alu 0xfffd
	v_add_co_ci_u32_e64 v36, null, v46, v114, vcc_lo
	v_add_co_u32 v37, vcc_lo, v47, v113
	v_lshl_add_u32 v43, v115, 5, v0
	v_lshl_add_u32 v44, v115, 3, v0
	ds_store_b128 v43, v[17:20]
	ds_store_b128 v43, v[29:32] offset:128
	ds_store_b128 v43, v[25:28] offset:256
	ds_store_b128 v43, v[21:24] offset:384
	s_wait_loadcnt_dscnt 0x0
	s_barrier_signal -1
	s_barrier_wait -1
	global_inv scope:SCOPE_SE
	ds_load_b128 v[17:20], v44
	ds_load_b128 v[21:24], v44 offset:1024
	ds_load_b128 v[25:28], v44 offset:2048
	ds_load_b128 v[29:32], v44 offset:3072
	s_wait_loadcnt_dscnt 0x0
	s_barrier_signal -1
	s_barrier_wait -1
	global_inv scope:SCOPE_SE
	ds_store_b128 v43, v[13:16]
	ds_store_b128 v43, v[9:12] offset:128
	ds_store_b128 v43, v[5:8] offset:256
	ds_store_b128 v43, v[1:4] offset:384
	s_wait_loadcnt_dscnt 0x0
	s_barrier_signal -1
	s_barrier_wait -1
	global_inv scope:SCOPE_SE
	ds_load_b128 v[0:3], v44
	ds_load_b128 v[4:7], v44 offset:1024
	ds_load_b128 v[8:11], v44 offset:2048
	ds_load_b128 v[12:15], v44 offset:3072
	s_wait_alu 0xfffd
	v_add_co_ci_u32_e64 v38, null, v48, v114, vcc_lo
	v_add_co_u32 v39, vcc_lo, v41, v113
	s_wait_alu 0xfffd
	v_add_co_ci_u32_e64 v40, null, v42, v114, vcc_lo
	v_add_co_u32 v41, vcc_lo, v49, v113
	s_wait_alu 0xfffd
	v_add_co_ci_u32_e64 v42, null, v50, v114, vcc_lo
	v_add_co_u32 v43, vcc_lo, v51, v113
	s_wait_alu 0xfffd
	v_add_co_ci_u32_e64 v44, null, v52, v114, vcc_lo
	v_add_co_u32 v45, vcc_lo, v53, v113
	s_wait_alu 0xfffd
	v_add_co_ci_u32_e64 v46, null, v54, v114, vcc_lo
	v_add_co_u32 v47, vcc_lo, v55, v113
	s_wait_alu 0xfffd
	v_add_co_ci_u32_e64 v48, null, v56, v114, vcc_lo
	s_clause 0x3
	global_store_b128 v[33:34], v[17:20], off
	global_store_b128 v[35:36], v[21:24], off
	global_store_b128 v[37:38], v[25:28], off
	global_store_b128 v[39:40], v[29:32], off
	s_wait_dscnt 0x3
	global_store_b128 v[41:42], v[0:3], off
	s_wait_dscnt 0x2
	global_store_b128 v[43:44], v[4:7], off
	s_wait_dscnt 0x1
	global_store_b128 v[45:46], v[8:11], off
	s_wait_dscnt 0x0
	global_store_b128 v[47:48], v[12:15], off
	s_nop 0
	s_sendmsg sendmsg(MSG_DEALLOC_VGPRS)
	s_endpgm
	.section	.rodata,"a",@progbits
	.p2align	6, 0x0
	.amdhsa_kernel gemm
		.amdhsa_group_segment_fixed_size 0
		.amdhsa_private_segment_fixed_size 0
		.amdhsa_kernarg_size 56
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
		.amdhsa_system_sgpr_workgroup_id_z 1
		.amdhsa_system_sgpr_workgroup_info 0
		.amdhsa_system_vgpr_workitem_id 0
		.amdhsa_next_free_vgpr 136
		.amdhsa_next_free_sgpr 12
		.amdhsa_reserve_vcc 1
		.amdhsa_float_round_mode_32 0
		.amdhsa_float_round_mode_16_64 0
		.amdhsa_float_denorm_mode_32 3
		.amdhsa_float_denorm_mode_16_64 3
		.amdhsa_fp16_overflow 0
		.amdhsa_workgroup_processor_mode 1
		.amdhsa_memory_ordered 1
		.amdhsa_forward_progress 1
		.amdhsa_inst_pref_size 62
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
	.size	gemm, .Lfunc_end0-gemm
                                        ; -- End function
	.set gemm.num_vgpr, 136
	.set gemm.num_agpr, 0
	.set gemm.numbered_sgpr, 12
	.set gemm.private_seg_size, 0
	.set gemm.uses_vcc, 1
	.set gemm.uses_flat_scratch, 0
	.set gemm.has_dyn_sized_stack, 0
	.set gemm.has_recursion, 0
	.set gemm.has_indirect_call, 0
	.section	.AMDGPU.csdata,"",@progbits
; Kernel info:
; codeLenInByte = 7872
; TotalNumSgprs: 14
; NumVgprs: 136
; ScratchSize: 0
; MemoryBound: 1
; FloatMode: 240
; IeeeMode: 1
; LDSByteSize: 0 bytes/workgroup (compile time only)
; SGPRBlocks: 1
; VGPRBlocks: 16
; NumSGPRsForWavesPerEU: 14
; NumVGPRsForWavesPerEU: 136
; Occupancy: 10
; WaveLimiterHint : 0
; COMPUTE_PGM_RSRC2:SCRATCH_EN: 0
; COMPUTE_PGM_RSRC2:USER_SGPR: 2
; COMPUTE_PGM_RSRC2:TRAP_HANDLER: 0
; COMPUTE_PGM_RSRC2:TGID_X_EN: 1
; COMPUTE_PGM_RSRC2:TGID_Y_EN: 1
; COMPUTE_PGM_RSRC2:TGID_Z_EN: 1
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
    .sgpr_count:     14
    .sgpr_spill_count: 0
    .symbol:         gemm.kd
    .uses_dynamic_stack: false
    .vgpr_count:     136
    .vgpr_spill_count: 0
    .wavefront_size: 32
    .workgroup_processor_mode: 1
amdhsa.target:   amdgcn-amd-amdhsa--gfx1201
amdhsa.version:
  - 1
  - 2
...

	.end_amdgpu_metadata
