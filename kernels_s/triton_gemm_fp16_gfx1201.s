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
	v_lshrrev_b32_e32 v33, 2, v0
	s_lshl_b32 s2, ttmp7, 6
	v_lshlrev_b32_e32 v25, 3, v0
	s_and_b32 s9, s2, 0x3fffc0
	s_delay_alu instid0(VALU_DEP_2) | instid1(SALU_CYCLE_1)
	v_or_b32_e32 v1, s9, v33
	s_delay_alu instid0(VALU_DEP_2) | instskip(SKIP_1) | instid1(VALU_DEP_2)
	v_and_b32_e32 v3, 24, v25
	s_wait_kmcnt 0x0
	v_mul_lo_u32 v5, s11, v1
	s_cmp_gt_i32 s11, 0
	s_cselect_b32 s3, -1, 0
	s_cmp_lt_i32 s11, 1
	s_delay_alu instid0(VALU_DEP_1) | instskip(NEXT) | instid1(VALU_DEP_1)
	v_ashrrev_i32_e32 v6, 31, v5
	v_lshlrev_b64_e32 v[1:2], 1, v[5:6]
	v_lshlrev_b32_e32 v6, 1, v3
	s_delay_alu instid0(VALU_DEP_2) | instskip(NEXT) | instid1(VALU_DEP_1)
	v_add_co_u32 v1, vcc_lo, s4, v1
	v_add_co_ci_u32_e64 v2, null, s5, v2, vcc_lo
	s_delay_alu instid0(VALU_DEP_2) | instskip(SKIP_1) | instid1(VALU_DEP_2)
	v_add_co_u32 v17, vcc_lo, v1, v6
	s_wait_alu 0xfffd
	v_add_co_ci_u32_e64 v18, null, 0, v2, vcc_lo
	s_cbranch_scc1 .LBB0_2
; %bb.1:
	global_load_b128 v[1:4], v[17:18], off
	s_branch .LBB0_3
.LBB0_2:
	v_mov_b32_e32 v1, 0
	s_delay_alu instid0(VALU_DEP_1)
	v_dual_mov_b32 v2, v1 :: v_dual_mov_b32 v3, v1
	v_mov_b32_e32 v4, v1
.LBB0_3:
	v_lshl_add_u32 v7, s11, 5, v5
	s_load_b32 s8, s[0:1], 0x1c
	v_cndmask_b32_e64 v5, 0, 1, s3
	s_delay_alu instid0(VALU_DEP_2) | instskip(NEXT) | instid1(VALU_DEP_2)
	v_ashrrev_i32_e32 v8, 31, v7
	v_cmp_ne_u32_e64 s2, 1, v5
	s_delay_alu instid0(VALU_DEP_2) | instskip(NEXT) | instid1(VALU_DEP_1)
	v_lshlrev_b64_e32 v[7:8], 1, v[7:8]
	v_add_co_u32 v7, vcc_lo, s4, v7
	s_wait_alu 0xfffd
	s_delay_alu instid0(VALU_DEP_2) | instskip(NEXT) | instid1(VALU_DEP_2)
	v_add_co_ci_u32_e64 v8, null, s5, v8, vcc_lo
	v_add_co_u32 v19, vcc_lo, v7, v6
	s_wait_alu 0xfffd
	s_delay_alu instid0(VALU_DEP_2)
	v_add_co_ci_u32_e64 v20, null, 0, v8, vcc_lo
	s_and_not1_b32 vcc_lo, exec_lo, s3
	s_wait_alu 0xfffe
	s_cbranch_vccnz .LBB0_5
; %bb.4:
	global_load_b128 v[5:8], v[19:20], off
	s_branch .LBB0_6
.LBB0_5:
	v_mov_b32_e32 v5, 0
	s_delay_alu instid0(VALU_DEP_1)
	v_dual_mov_b32 v6, v5 :: v_dual_mov_b32 v7, v5
	v_mov_b32_e32 v8, v5
.LBB0_6:
	v_lshrrev_b32_e32 v9, 3, v0
	v_and_b32_e32 v34, 56, v25
	s_lshl_b32 s10, ttmp9, 6
	s_wait_kmcnt 0x0
	s_delay_alu instid0(VALU_DEP_2) | instskip(SKIP_2) | instid1(VALU_DEP_1)
	v_mul_lo_u32 v13, s8, v9
	s_wait_alu 0xfffe
	v_or_b32_e32 v9, s10, v34
	v_ashrrev_i32_e32 v10, 31, v9
	s_delay_alu instid0(VALU_DEP_3) | instskip(NEXT) | instid1(VALU_DEP_1)
	v_ashrrev_i32_e32 v14, 31, v13
	v_lshlrev_b64_e32 v[11:12], 1, v[13:14]
	s_delay_alu instid0(VALU_DEP_3) | instskip(NEXT) | instid1(VALU_DEP_2)
	v_lshlrev_b64_e32 v[14:15], 1, v[9:10]
	v_add_co_u32 v43, vcc_lo, s6, v11
	s_wait_alu 0xfffd
	s_delay_alu instid0(VALU_DEP_3) | instskip(NEXT) | instid1(VALU_DEP_2)
	v_add_co_ci_u32_e64 v44, null, s7, v12, vcc_lo
	v_add_co_u32 v21, vcc_lo, v43, v14
	s_wait_alu 0xfffd
	s_delay_alu instid0(VALU_DEP_2)
	v_add_co_ci_u32_e64 v22, null, v44, v15, vcc_lo
	s_and_b32 vcc_lo, exec_lo, s2
	s_wait_alu 0xfffe
	s_cbranch_vccnz .LBB0_8
; %bb.7:
	global_load_b128 v[9:12], v[21:22], off
	s_branch .LBB0_9
.LBB0_8:
	v_mov_b32_e32 v9, 0
	s_delay_alu instid0(VALU_DEP_1)
	v_dual_mov_b32 v10, v9 :: v_dual_mov_b32 v11, v9
	v_mov_b32_e32 v12, v9
.LBB0_9:
	v_lshl_add_u32 v23, s8, 4, v13
	s_delay_alu instid0(VALU_DEP_1) | instskip(NEXT) | instid1(VALU_DEP_1)
	v_ashrrev_i32_e32 v24, 31, v23
	v_lshlrev_b64_e32 v[23:24], 1, v[23:24]
	s_delay_alu instid0(VALU_DEP_1) | instskip(SKIP_1) | instid1(VALU_DEP_2)
	v_add_co_u32 v45, vcc_lo, s6, v23
	s_wait_alu 0xfffd
	v_add_co_ci_u32_e64 v46, null, s7, v24, vcc_lo
	s_delay_alu instid0(VALU_DEP_2) | instskip(SKIP_1) | instid1(VALU_DEP_2)
	v_add_co_u32 v23, vcc_lo, v45, v14
	s_wait_alu 0xfffd
	v_add_co_ci_u32_e64 v24, null, v46, v15, vcc_lo
	s_and_b32 vcc_lo, exec_lo, s2
	s_wait_alu 0xfffe
	s_cbranch_vccnz .LBB0_11
; %bb.10:
	global_load_b128 v[13:16], v[23:24], off
	s_branch .LBB0_12
.LBB0_11:
	v_mov_b32_e32 v13, 0
	s_delay_alu instid0(VALU_DEP_1)
	v_dual_mov_b32 v14, v13 :: v_dual_mov_b32 v15, v13
	v_mov_b32_e32 v16, v13
.LBB0_12:
	v_lshlrev_b32_e32 v26, 1, v0
	s_load_b64 s[0:1], s[0:1], 0x10
	v_lshlrev_b32_e32 v27, 4, v0
	v_and_b32_e32 v37, 15, v0
	v_and_b32_e32 v39, 16, v0
	v_and_b32_e32 v26, 48, v26
	v_and_b32_e32 v40, 64, v0
	v_and_b32_e32 v38, 32, v0
	v_and_b32_e32 v41, 48, v25
	v_add_nc_u32_e32 v48, 0, v27
	v_xor_b32_e32 v26, v27, v26
	v_lshlrev_b32_e32 v42, 1, v37
	s_sub_co_i32 s12, s11, 32
	s_delay_alu instid0(SALU_CYCLE_1) | instskip(NEXT) | instid1(VALU_DEP_2)
	s_cmp_lt_i32 s12, 1
	v_add_nc_u32_e32 v47, 0, v26
	s_wait_loadcnt 0x0
	ds_store_b128 v47, v[1:4]
	ds_store_b128 v47, v[5:8] offset:2048
	ds_store_b128 v48, v[9:12] offset:4096
	ds_store_b128 v48, v[13:16] offset:6144
	s_cbranch_scc1 .LBB0_16
; %bb.13:                               ; %.lr.ph
	s_lshl_b32 s6, s8, 5
	s_clause 0x1
	global_load_b128 v[52:55], v[17:18], off offset:64
	global_load_b128 v[56:59], v[19:20], off offset:64
	s_wait_alu 0xfffe
	s_ashr_i32 s7, s6, 31
	s_wait_loadcnt_dscnt 0x0
	s_wait_alu 0xfffe
	s_lshl_b64 s[2:3], s[6:7], 1
	s_wait_kmcnt 0x0
	s_barrier_signal -1
	s_wait_alu 0xfffe
	v_add_co_u32 v1, vcc_lo, v21, s2
	s_wait_alu 0xfffd
	v_add_co_ci_u32_e64 v2, null, s3, v22, vcc_lo
	v_add_co_u32 v3, vcc_lo, v23, s2
	s_wait_alu 0xfffd
	v_add_co_ci_u32_e64 v4, null, s3, v24, vcc_lo
	s_barrier_wait -1
	global_inv scope:SCOPE_SE
	s_clause 0x1
	global_load_b128 v[60:63], v[1:2], off
	global_load_b128 v[64:67], v[3:4], off
	v_lshlrev_b32_e32 v1, 6, v39
	s_cmp_lt_u32 s12, 33
	s_delay_alu instid0(VALU_DEP_1) | instskip(NEXT) | instid1(VALU_DEP_1)
	v_add3_u32 v1, 0, v1, v42
	v_add_nc_u32_e32 v49, v1, v38
	v_lshl_or_b32 v1, v37, 6, v41
	ds_load_u16 v18, v49 offset:4352
	ds_load_u16 v17, v49 offset:4096
	ds_load_u16 v19, v49 offset:4608
	ds_load_u16 v20, v49 offset:4864
	ds_load_u16 v25, v49 offset:6144
	ds_load_u16 v26, v49 offset:6400
	ds_load_u16 v27, v49 offset:6656
	ds_load_u16 v68, v49 offset:4160
	ds_load_u16 v28, v49 offset:6912
	v_xor_b32_e32 v1, v1, v39
	s_wait_dscnt 0x8
	ds_load_u16_d16_hi v18, v49 offset:4480
	ds_load_u16 v70, v49 offset:4672
	ds_load_u16 v72, v49 offset:6208
	ds_load_u16 v71, v49 offset:4928
	ds_load_u16 v73, v49 offset:6464
	ds_load_u16 v69, v49 offset:4416
	s_wait_dscnt 0xd
	ds_load_u16_d16_hi v17, v49 offset:4224
	s_wait_dscnt 0x8
	ds_load_u16_d16_hi v68, v49 offset:4288
	ds_load_u16_d16_hi v27, v49 offset:6784
	ds_load_u16 v74, v49 offset:6720
	s_wait_dscnt 0xa
	ds_load_u16_d16_hi v28, v49 offset:7040
	ds_load_u16 v75, v49 offset:6976
	v_lshl_or_b32 v1, v40, 4, v1
	s_delay_alu instid0(VALU_DEP_1) | instskip(SKIP_1) | instid1(VALU_DEP_1)
	v_add_nc_u32_e32 v50, 0, v1
	v_xor_b32_e32 v1, 32, v1
	v_add_nc_u32_e32 v51, 0, v1
	ds_load_b128 v[29:32], v50
	ds_load_b128 v[76:79], v50 offset:2048
	ds_load_u16_d16_hi v19, v49 offset:4736
	ds_load_u16_d16_hi v20, v49 offset:4992
	ds_load_b128 v[80:83], v51
	ds_load_u16_d16_hi v25, v49 offset:6272
	ds_load_u16_d16_hi v26, v49 offset:6528
	s_wait_dscnt 0x10
	ds_load_u16_d16_hi v72, v49 offset:6336
	s_wait_dscnt 0x10
	ds_load_u16_d16_hi v71, v49 offset:5056
	ds_load_u16_d16_hi v70, v49 offset:4800
	s_wait_dscnt 0x10
	ds_load_u16_d16_hi v69, v49 offset:4544
	ds_load_b128 v[84:87], v51 offset:2048
	ds_load_u16_d16_hi v73, v49 offset:6592
	s_wait_dscnt 0xf
	ds_load_u16_d16_hi v74, v49 offset:6848
	s_wait_dscnt 0xe
	ds_load_u16_d16_hi v75, v49 offset:7104
	s_wait_loadcnt_dscnt 0x0
	s_barrier_signal -1
	s_barrier_wait -1
	global_inv scope:SCOPE_SE
	ds_store_b128 v47, v[52:55]
	ds_store_b128 v47, v[56:59] offset:2048
	ds_store_b128 v48, v[60:63] offset:4096
	ds_store_b128 v48, v[64:67] offset:6144
	v_wmma_f32_16x16x16_f16 v[1:8], v[29:32], v[17:20], 0
	v_wmma_f32_16x16x16_f16 v[9:16], v[76:79], v[17:20], 0
	v_wmma_f32_16x16x16_f16 v[17:24], v[29:32], v[68:71], 0
	s_delay_alu instid0(VALU_DEP_3) | instskip(NEXT) | instid1(VALU_DEP_3)
	v_wmma_f32_16x16x16_f16 v[1:8], v[80:83], v[25:28], v[1:8]
	v_wmma_f32_16x16x16_f16 v[9:16], v[84:87], v[25:28], v[9:16]
	v_wmma_f32_16x16x16_f16 v[25:32], v[76:79], v[68:71], 0
	s_delay_alu instid0(VALU_DEP_4) | instskip(NEXT) | instid1(VALU_DEP_2)
	v_wmma_f32_16x16x16_f16 v[17:24], v[80:83], v[72:75], v[17:24]
	v_wmma_f32_16x16x16_f16 v[25:32], v[84:87], v[72:75], v[25:32]
	s_cbranch_scc1 .LBB0_17
; %bb.14:                               ; %.peel.next
	v_add_nc_u32_e32 v36, s9, v33
	v_add_nc_u32_e32 v33, s10, v34
	v_and_b32_e32 v0, 3, v0
	s_lshl_b64 s[6:7], s[6:7], 2
	s_delay_alu instid0(VALU_DEP_3) | instskip(NEXT) | instid1(VALU_DEP_3)
	v_add_nc_u32_e32 v35, 32, v36
	v_ashrrev_i32_e32 v34, 31, v33
	v_mul_lo_u32 v53, s11, v36
	v_lshlrev_b32_e32 v55, 4, v0
	s_delay_alu instid0(VALU_DEP_4) | instskip(NEXT) | instid1(VALU_DEP_4)
	v_mul_lo_u32 v35, s11, v35
	v_lshlrev_b64_e32 v[33:34], 1, v[33:34]
	s_delay_alu instid0(VALU_DEP_4) | instskip(SKIP_1) | instid1(VALU_DEP_2)
	v_ashrrev_i32_e32 v54, 31, v53
	s_wait_alu 0xfffe
	v_add_co_u32 v0, vcc_lo, s6, v33
	s_delay_alu instid0(VALU_DEP_4) | instskip(SKIP_3) | instid1(VALU_DEP_3)
	v_ashrrev_i32_e32 v36, 31, v35
	s_wait_alu 0xfffd
	v_add_co_ci_u32_e64 v52, null, s7, v34, vcc_lo
	v_lshlrev_b64_e32 v[33:34], 1, v[53:54]
	v_lshlrev_b64_e32 v[35:36], 1, v[35:36]
	s_delay_alu instid0(VALU_DEP_1) | instskip(SKIP_1) | instid1(VALU_DEP_2)
	v_add_co_u32 v35, vcc_lo, v55, v35
	s_wait_alu 0xfffd
	v_add_co_ci_u32_e64 v36, null, 0, v36, vcc_lo
	s_delay_alu instid0(VALU_DEP_4)
	v_add_co_u32 v33, vcc_lo, v55, v33
	s_wait_alu 0xfffd
	v_add_co_ci_u32_e64 v34, null, 0, v34, vcc_lo
	v_add_co_u32 v35, vcc_lo, v35, s4
	s_wait_alu 0xfffd
	v_add_co_ci_u32_e64 v36, null, s5, v36, vcc_lo
	v_add_co_u32 v53, vcc_lo, v33, s4
	s_wait_alu 0xfffd
	v_add_co_ci_u32_e64 v54, null, s5, v34, vcc_lo
	v_add_co_u32 v33, vcc_lo, 0x80, v35
	s_wait_alu 0xfffd
	v_add_co_ci_u32_e64 v34, null, 0, v36, vcc_lo
	v_add_co_u32 v35, vcc_lo, 0x80, v53
	s_wait_alu 0xfffd
	v_add_co_ci_u32_e64 v36, null, 0, v54, vcc_lo
	s_mov_b32 s4, 32
.LBB0_15:                               ; =>This Inner Loop Header: Depth=1
	v_add_co_u32 v61, vcc_lo, v43, v0
	s_wait_alu 0xfffd
	v_add_co_ci_u32_e64 v62, null, v44, v52, vcc_lo
	v_add_co_u32 v65, vcc_lo, v45, v0
	s_wait_alu 0xfffd
	v_add_co_ci_u32_e64 v66, null, v46, v52, vcc_lo
	global_load_b128 v[53:56], v[35:36], off
	global_load_b128 v[57:60], v[33:34], off
	s_wait_loadcnt_dscnt 0x0
	s_barrier_signal -1
	s_barrier_wait -1
	global_inv scope:SCOPE_SE
	s_clause 0x1
	global_load_b128 v[61:64], v[61:62], off
	global_load_b128 v[65:68], v[65:66], off
	ds_load_u16 v70, v49 offset:6400
	ds_load_u16 v76, v49 offset:4928
	ds_load_u16 v69, v49 offset:6144
	ds_load_u16 v78, v49 offset:4352
	ds_load_u16 v77, v49 offset:4096
	ds_load_u16 v80, v49 offset:4864
	ds_load_u16 v79, v49 offset:4608
	ds_load_b128 v[81:84], v50
	ds_load_b128 v[85:88], v50 offset:2048
	ds_load_u16 v75, v49 offset:4672
	ds_load_u16 v74, v49 offset:4416
	ds_load_u16 v71, v49 offset:6656
	ds_load_u16 v72, v49 offset:6912
	ds_load_u16 v91, v49 offset:6720
	ds_load_u16 v92, v49 offset:6976
	ds_load_b128 v[93:96], v51
	v_add_co_u32 v0, vcc_lo, v0, s2
	s_wait_alu 0xfffd
	v_add_co_ci_u32_e64 v52, null, s3, v52, vcc_lo
	v_add_co_u32 v33, vcc_lo, v33, 64
	s_wait_alu 0xfffd
	v_add_co_ci_u32_e64 v34, null, 0, v34, vcc_lo
	s_wait_dscnt 0xe
	ds_load_u16_d16_hi v76, v49 offset:5056
	s_wait_dscnt 0xe
	ds_load_u16_d16_hi v69, v49 offset:6272
	ds_load_u16_d16_hi v70, v49 offset:6528
	ds_load_u16 v73, v49 offset:4160
	s_wait_dscnt 0x10
	ds_load_u16_d16_hi v78, v49 offset:4480
	s_wait_dscnt 0x10
	ds_load_u16_d16_hi v77, v49 offset:4224
	s_wait_dscnt 0x10
	ds_load_u16_d16_hi v80, v49 offset:4992
	ds_load_u16 v89, v49 offset:6208
	ds_load_u16 v90, v49 offset:6464
	s_wait_dscnt 0x12
	ds_load_u16_d16_hi v79, v49 offset:4736
	s_wait_dscnt 0x10
	ds_load_u16_d16_hi v75, v49 offset:4800
	v_add_co_u32 v35, vcc_lo, v35, 64
	s_wait_alu 0xfffd
	v_add_co_ci_u32_e64 v36, null, 0, v36, vcc_lo
	s_wait_alu 0xfffe
	s_add_co_i32 s4, s4, 32
	s_wait_dscnt 0x7
	ds_load_u16_d16_hi v73, v49 offset:4288
	ds_load_u16_d16_hi v74, v49 offset:4544
	s_wait_alu 0xfffe
	s_cmp_lt_i32 s4, s12
	s_wait_dscnt 0x3
	v_wmma_f32_16x16x16_f16 v[1:8], v[81:84], v[77:80], v[1:8]
	v_wmma_f32_16x16x16_f16 v[9:16], v[85:88], v[77:80], v[9:16]
	ds_load_b128 v[77:80], v51 offset:2048
	ds_load_u16_d16_hi v71, v49 offset:6784
	ds_load_u16_d16_hi v72, v49 offset:7040
	ds_load_u16_d16_hi v92, v49 offset:7104
	ds_load_u16_d16_hi v90, v49 offset:6592
	ds_load_u16_d16_hi v91, v49 offset:6848
	ds_load_u16_d16_hi v89, v49 offset:6336
	s_wait_loadcnt_dscnt 0x0
	s_barrier_signal -1
	s_barrier_wait -1
	global_inv scope:SCOPE_SE
	ds_store_b128 v47, v[53:56]
	ds_store_b128 v47, v[57:60] offset:2048
	ds_store_b128 v48, v[61:64] offset:4096
	ds_store_b128 v48, v[65:68] offset:6144
	v_wmma_f32_16x16x16_f16 v[17:24], v[81:84], v[73:76], v[17:24]
	v_wmma_f32_16x16x16_f16 v[25:32], v[85:88], v[73:76], v[25:32]
	v_wmma_f32_16x16x16_f16 v[1:8], v[93:96], v[69:72], v[1:8]
	v_wmma_f32_16x16x16_f16 v[9:16], v[77:80], v[69:72], v[9:16]
	s_delay_alu instid0(VALU_DEP_4) | instskip(NEXT) | instid1(VALU_DEP_4)
	v_wmma_f32_16x16x16_f16 v[17:24], v[93:96], v[89:92], v[17:24]
	v_wmma_f32_16x16x16_f16 v[25:32], v[77:80], v[89:92], v[25:32]
	s_cbranch_scc1 .LBB0_15
	s_branch .LBB0_17
.LBB0_16:
	v_mov_b32_e32 v1, 0
	s_delay_alu instid0(VALU_DEP_1)
	v_dual_mov_b32 v2, v1 :: v_dual_mov_b32 v3, v1
	v_dual_mov_b32 v4, v1 :: v_dual_mov_b32 v5, v1
	v_dual_mov_b32 v6, v1 :: v_dual_mov_b32 v7, v1
	v_dual_mov_b32 v8, v1 :: v_dual_mov_b32 v17, v1
	v_dual_mov_b32 v18, v1 :: v_dual_mov_b32 v19, v1
	v_dual_mov_b32 v20, v1 :: v_dual_mov_b32 v21, v1
	v_dual_mov_b32 v22, v1 :: v_dual_mov_b32 v23, v1
	v_dual_mov_b32 v24, v1 :: v_dual_mov_b32 v9, v1
	v_dual_mov_b32 v10, v1 :: v_dual_mov_b32 v11, v1
	v_dual_mov_b32 v12, v1 :: v_dual_mov_b32 v13, v1
	v_dual_mov_b32 v14, v1 :: v_dual_mov_b32 v15, v1
	v_dual_mov_b32 v16, v1 :: v_dual_mov_b32 v25, v1
	v_dual_mov_b32 v26, v1 :: v_dual_mov_b32 v27, v1
	v_dual_mov_b32 v28, v1 :: v_dual_mov_b32 v29, v1
	v_dual_mov_b32 v30, v1 :: v_dual_mov_b32 v31, v1
	v_mov_b32_e32 v32, v1
.LBB0_17:                               ; %._crit_edge
	s_add_co_i32 s11, s11, 31
	s_wait_loadcnt_dscnt 0x0
	s_wait_alu 0xfffe
	s_cmp_lt_i32 s11, 32
	s_wait_kmcnt 0x0
	s_barrier_signal -1
	s_barrier_wait -1
	global_inv scope:SCOPE_SE
	s_cbranch_scc1 .LBB0_19
; %bb.18:
	v_lshl_add_u32 v0, v39, 6, 0
	v_lshl_or_b32 v35, v37, 6, v41
	s_delay_alu instid0(VALU_DEP_2) | instskip(NEXT) | instid1(VALU_DEP_2)
	v_add3_u32 v0, v0, v42, v38
	v_xor_b32_e32 v36, v35, v39
	ds_load_u16 v33, v0 offset:6144
	ds_load_u16 v44, v0 offset:4928
	ds_load_u16 v34, v0 offset:6400
	v_lshl_or_b32 v53, v40, 4, v36
	ds_load_u16 v43, v0 offset:4672
	ds_load_u16 v42, v0 offset:4416
	ds_load_u16 v46, v0 offset:4352
	ds_load_u16 v41, v0 offset:4160
	s_wait_dscnt 0x6
	ds_load_u16_d16_hi v33, v0 offset:6272
	ds_load_u16 v48, v0 offset:4864
	ds_load_u16 v47, v0 offset:4608
	ds_load_u16 v45, v0 offset:4096
	ds_load_u16 v50, v0 offset:6464
	ds_load_u16 v35, v0 offset:6656
	ds_load_u16 v52, v0 offset:6976
	ds_load_u16 v51, v0 offset:6720
	ds_load_u16 v36, v0 offset:6912
	ds_load_u16 v49, v0 offset:6208
	v_add_nc_u32_e32 v57, 0, v53
	v_xad_u32 v65, v53, 32, 0
	s_wait_dscnt 0xf
	ds_load_u16_d16_hi v44, v0 offset:5056
	s_wait_dscnt 0xf
	ds_load_u16_d16_hi v34, v0 offset:6528
	ds_load_b128 v[53:56], v57 offset:2048
	ds_load_b128 v[57:60], v57
	s_wait_dscnt 0xf
	ds_load_u16_d16_hi v46, v0 offset:4480
	s_wait_dscnt 0xf
	ds_load_u16_d16_hi v41, v0 offset:4288
	ds_load_u16_d16_hi v43, v0 offset:4800
	ds_load_u16_d16_hi v42, v0 offset:4544
	s_wait_dscnt 0x10
	ds_load_u16_d16_hi v48, v0 offset:4992
	s_wait_dscnt 0x10
	ds_load_u16_d16_hi v47, v0 offset:4736
	s_wait_dscnt 0x10
	ds_load_u16_d16_hi v45, v0 offset:4224
	s_wait_dscnt 0xf
	ds_load_u16_d16_hi v35, v0 offset:6784
	ds_load_u16_d16_hi v50, v0 offset:6592
	s_wait_dscnt 0x10
	ds_load_u16_d16_hi v52, v0 offset:7104
	s_wait_dscnt 0x10
	ds_load_u16_d16_hi v51, v0 offset:6848
	ds_load_b128 v[61:64], v65
	s_wait_dscnt 0x11
	ds_load_u16_d16_hi v36, v0 offset:7040
	s_wait_dscnt 0x11
	ds_load_u16_d16_hi v49, v0 offset:6336
	ds_load_b128 v[65:68], v65 offset:2048
	s_wait_dscnt 0xb
	v_wmma_f32_16x16x16_f16 v[17:24], v[57:60], v[41:44], v[17:24]
	v_wmma_f32_16x16x16_f16 v[25:32], v[53:56], v[41:44], v[25:32]
	s_wait_dscnt 0x8
	v_wmma_f32_16x16x16_f16 v[1:8], v[57:60], v[45:48], v[1:8]
	v_wmma_f32_16x16x16_f16 v[9:16], v[53:56], v[45:48], v[9:16]
	s_wait_dscnt 0x2
	s_delay_alu instid0(VALU_DEP_2)
	v_wmma_f32_16x16x16_f16 v[1:8], v[61:64], v[33:36], v[1:8]
	s_wait_dscnt 0x1
	v_wmma_f32_16x16x16_f16 v[17:24], v[61:64], v[49:52], v[17:24]
	s_wait_dscnt 0x0
	v_wmma_f32_16x16x16_f16 v[9:16], v[65:68], v[33:36], v[9:16]
	v_wmma_f32_16x16x16_f16 v[25:32], v[65:68], v[49:52], v[25:32]
.LBB0_19:                               ; %._crit_edge._crit_edge
	v_lshrrev_b32_e32 v0, 1, v39
	v_lshrrev_b32_e32 v33, 2, v40
	s_delay_alu instid0(VALU_DEP_1) | instskip(NEXT) | instid1(VALU_DEP_1)
	v_or3_b32 v0, v0, v33, s9
	v_mul_lo_u32 v33, s8, v0
	v_lshrrev_b32_e32 v0, 1, v38
	s_delay_alu instid0(VALU_DEP_1) | instskip(NEXT) | instid1(VALU_DEP_3)
	v_or3_b32 v37, v0, v37, s10
	v_add_nc_u32_e32 v35, s8, v33
	v_ashrrev_i32_e32 v34, 31, v33
	s_delay_alu instid0(VALU_DEP_2) | instskip(SKIP_1) | instid1(VALU_DEP_3)
	v_add_nc_u32_e32 v39, s8, v35
	v_ashrrev_i32_e32 v36, 31, v35
	v_lshlrev_b64_e32 v[33:34], 2, v[33:34]
	s_delay_alu instid0(VALU_DEP_3) | instskip(SKIP_1) | instid1(VALU_DEP_4)
	v_add_nc_u32_e32 v38, s8, v39
	v_ashrrev_i32_e32 v40, 31, v39
	v_lshlrev_b64_e32 v[35:36], 2, v[35:36]
	s_delay_alu instid0(VALU_DEP_4) | instskip(NEXT) | instid1(VALU_DEP_4)
	v_add_co_u32 v0, vcc_lo, s0, v33
	v_add_nc_u32_e32 v41, s8, v38
	s_wait_alu 0xfffd
	v_add_co_ci_u32_e64 v44, null, s1, v34, vcc_lo
	v_lshlrev_b64_e32 v[33:34], 2, v[39:40]
	v_ashrrev_i32_e32 v39, 31, v38
	v_add_nc_u32_e32 v40, s8, v41
	v_add_co_u32 v45, vcc_lo, s0, v35
	s_wait_alu 0xfffd
	v_add_co_ci_u32_e64 v46, null, s1, v36, vcc_lo
	v_lshlrev_b64_e32 v[35:36], 2, v[38:39]
	v_ashrrev_i32_e32 v42, 31, v41
	v_add_nc_u32_e32 v38, s8, v40
	v_add_co_u32 v47, vcc_lo, s0, v33
	s_wait_alu 0xfffd
	v_add_co_ci_u32_e64 v48, null, s1, v34, vcc_lo
	v_lshlrev_b64_e32 v[33:34], 2, v[41:42]
	v_ashrrev_i32_e32 v41, 31, v40
	v_add_nc_u32_e32 v42, s8, v38
	v_add_co_u32 v49, vcc_lo, s0, v35
	s_wait_alu 0xfffd
	v_add_co_ci_u32_e64 v50, null, s1, v36, vcc_lo
	v_lshlrev_b64_e32 v[35:36], 2, v[40:41]
	v_mad_co_u64_u32 v[40:41], null, s8, 25, v[42:43]
	v_ashrrev_i32_e32 v39, 31, v38
	v_add_co_u32 v51, vcc_lo, s0, v33
	s_wait_alu 0xfffd
	v_add_co_ci_u32_e64 v52, null, s1, v34, vcc_lo
	s_delay_alu instid0(VALU_DEP_3)
	v_lshlrev_b64_e32 v[33:34], 2, v[38:39]
	v_ashrrev_i32_e32 v43, 31, v42
	v_add_nc_u32_e32 v38, s8, v40
	v_add_co_u32 v53, vcc_lo, s0, v35
	s_wait_alu 0xfffd
	v_add_co_ci_u32_e64 v54, null, s1, v36, vcc_lo
	v_lshlrev_b64_e32 v[35:36], 2, v[42:43]
	v_ashrrev_i32_e32 v41, 31, v40
	v_add_nc_u32_e32 v42, s8, v38
	v_add_co_u32 v55, vcc_lo, s0, v33
	s_wait_alu 0xfffd
	v_add_co_ci_u32_e64 v56, null, s1, v34, vcc_lo
	v_lshlrev_b64_e32 v[33:34], 2, v[40:41]
	v_ashrrev_i32_e32 v39, 31, v38
	v_add_nc_u32_e32 v40, s8, v42
	v_add_co_u32 v57, vcc_lo, s0, v35
	s_wait_alu 0xfffd
	v_add_co_ci_u32_e64 v58, null, s1, v36, vcc_lo
	v_lshlrev_b64_e32 v[35:36], 2, v[38:39]
	v_ashrrev_i32_e32 v43, 31, v42
	v_add_nc_u32_e32 v38, s8, v40
	v_add_co_u32 v59, vcc_lo, s0, v33
	v_ashrrev_i32_e32 v41, 31, v40
	s_wait_alu 0xfffd
	v_add_co_ci_u32_e64 v60, null, s1, v34, vcc_lo
	v_lshlrev_b64_e32 v[33:34], 2, v[42:43]
	v_add_nc_u32_e32 v42, s8, v38
	v_add_co_u32 v61, vcc_lo, s0, v35
	s_wait_alu 0xfffd
	v_add_co_ci_u32_e64 v62, null, s1, v36, vcc_lo
	v_lshlrev_b64_e32 v[35:36], 2, v[40:41]
	v_ashrrev_i32_e32 v39, 31, v38
	v_add_nc_u32_e32 v40, s8, v42
	v_add_co_u32 v63, vcc_lo, s0, v33
	v_ashrrev_i32_e32 v43, 31, v42
	s_wait_alu 0xfffd
	v_add_co_ci_u32_e64 v64, null, s1, v34, vcc_lo
	v_lshlrev_b64_e32 v[33:34], 2, v[38:39]
	v_add_nc_u32_e32 v38, s8, v40
	v_add_co_u32 v65, vcc_lo, s0, v35
	s_wait_alu 0xfffd
	v_add_co_ci_u32_e64 v66, null, s1, v36, vcc_lo
	v_lshlrev_b64_e32 v[35:36], 2, v[42:43]
	v_ashrrev_i32_e32 v41, 31, v40
	v_add_co_u32 v67, vcc_lo, s0, v33
	v_ashrrev_i32_e32 v39, 31, v38
	s_wait_alu 0xfffd
	v_add_co_ci_u32_e64 v68, null, s1, v34, vcc_lo
	v_lshlrev_b64_e32 v[33:34], 2, v[40:41]
	v_add_co_u32 v69, vcc_lo, s0, v35
	s_wait_alu 0xfffd
	v_add_co_ci_u32_e64 v70, null, s1, v36, vcc_lo
	v_lshlrev_b64_e32 v[35:36], 2, v[38:39]
	v_ashrrev_i32_e32 v38, 31, v37
	v_add_co_u32 v71, vcc_lo, s0, v33
	s_wait_alu 0xfffd
	v_add_co_ci_u32_e64 v72, null, s1, v34, vcc_lo
	s_delay_alu instid0(VALU_DEP_3) | instskip(SKIP_3) | instid1(VALU_DEP_3)
	v_lshlrev_b64_e32 v[33:34], 2, v[37:38]
	v_add_co_u32 v73, vcc_lo, s0, v35
	s_wait_alu 0xfffd
	v_add_co_ci_u32_e64 v74, null, s1, v36, vcc_lo
	v_add_co_u32 v35, vcc_lo, v0, v33
	s_wait_alu 0xfffd
	v_add_co_ci_u32_e64 v36, null, v44, v34, vcc_lo
	v_add_co_u32 v37, vcc_lo, v45, v33
	s_wait_alu 0xfffd
	v_add_co_ci_u32_e64 v38, null, v46, v34, vcc_lo
	v_add_co_u32 v39, vcc_lo, v47, v33
	s_wait_alu 0xfffd
	v_add_co_ci_u32_e64 v40, null, v48, v34, vcc_lo
	v_add_co_u32 v41, vcc_lo, v49, v33
	s_wait_alu 0xfffd
	v_add_co_ci_u32_e64 v42, null, v50, v34, vcc_lo
	v_add_co_u32 v43, vcc_lo, v51, v33
	s_wait_alu 0xfffd
	v_add_co_ci_u32_e64 v44, null, v52, v34, vcc_lo
	v_add_co_u32 v45, vcc_lo, v53, v33
	s_wait_alu 0xfffd
	v_add_co_ci_u32_e64 v46, null, v54, v34, vcc_lo
	v_add_co_u32 v47, vcc_lo, v55, v33
	s_wait_alu 0xfffd
	v_add_co_ci_u32_e64 v48, null, v56, v34, vcc_lo
	v_add_co_u32 v49, vcc_lo, v57, v33
	s_wait_alu 0xfffd
	v_add_co_ci_u32_e64 v50, null, v58, v34, vcc_lo
	v_add_co_u32 v51, vcc_lo, v59, v33
	s_wait_alu 0xfffd
	v_add_co_ci_u32_e64 v52, null, v60, v34, vcc_lo
	v_add_co_u32 v53, vcc_lo, v61, v33
	s_wait_alu 0xfffd
	v_add_co_ci_u32_e64 v54, null, v62, v34, vcc_lo
	v_add_co_u32 v55, vcc_lo, v63, v33
	s_wait_alu 0xfffd
	v_add_co_ci_u32_e64 v56, null, v64, v34, vcc_lo
	v_add_co_u32 v57, vcc_lo, v65, v33
	s_wait_alu 0xfffd
	v_add_co_ci_u32_e64 v58, null, v66, v34, vcc_lo
	v_add_co_u32 v59, vcc_lo, v67, v33
	s_wait_alu 0xfffd
	v_add_co_ci_u32_e64 v60, null, v68, v34, vcc_lo
	v_add_co_u32 v61, vcc_lo, v69, v33
	s_wait_alu 0xfffd
	v_add_co_ci_u32_e64 v62, null, v70, v34, vcc_lo
	v_add_co_u32 v63, vcc_lo, v71, v33
	s_wait_alu 0xfffd
	v_add_co_ci_u32_e64 v64, null, v72, v34, vcc_lo
	v_add_co_u32 v33, vcc_lo, v73, v33
	s_wait_alu 0xfffd
	v_add_co_ci_u32_e64 v34, null, v74, v34, vcc_lo
	s_clause 0x1f
	global_store_b32 v[35:36], v1, off
	global_store_b32 v[37:38], v2, off
	global_store_b32 v[39:40], v3, off
	global_store_b32 v[41:42], v4, off
	global_store_b32 v[43:44], v5, off
	global_store_b32 v[45:46], v6, off
	global_store_b32 v[47:48], v7, off
	global_store_b32 v[49:50], v8, off
	global_store_b32 v[35:36], v17, off offset:128
	global_store_b32 v[37:38], v18, off offset:128
	global_store_b32 v[39:40], v19, off offset:128
	global_store_b32 v[41:42], v20, off offset:128
	global_store_b32 v[43:44], v21, off offset:128
	global_store_b32 v[45:46], v22, off offset:128
	global_store_b32 v[47:48], v23, off offset:128
	global_store_b32 v[49:50], v24, off offset:128
	global_store_b32 v[51:52], v9, off
	global_store_b32 v[53:54], v10, off
	global_store_b32 v[55:56], v11, off
	global_store_b32 v[57:58], v12, off
	global_store_b32 v[59:60], v13, off
	global_store_b32 v[61:62], v14, off
	global_store_b32 v[63:64], v15, off
	global_store_b32 v[33:34], v16, off
	global_store_b32 v[51:52], v25, off offset:128
	global_store_b32 v[53:54], v26, off offset:128
	global_store_b32 v[55:56], v27, off offset:128
	global_store_b32 v[57:58], v28, off offset:128
	global_store_b32 v[59:60], v29, off offset:128
	global_store_b32 v[61:62], v30, off offset:128
	global_store_b32 v[63:64], v31, off offset:128
	global_store_b32 v[33:34], v32, off offset:128
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
		.amdhsa_next_free_vgpr 97
		.amdhsa_next_free_sgpr 13
		.amdhsa_reserve_vcc 1
		.amdhsa_float_round_mode_32 0
		.amdhsa_float_round_mode_16_64 0
		.amdhsa_float_denorm_mode_32 3
		.amdhsa_float_denorm_mode_16_64 3
		.amdhsa_fp16_overflow 0
		.amdhsa_workgroup_processor_mode 1
		.amdhsa_memory_ordered 1
		.amdhsa_forward_progress 1
		.amdhsa_inst_pref_size 33
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
	.set gemm.num_vgpr, 97
	.set gemm.num_agpr, 0
	.set gemm.numbered_sgpr, 13
	.set gemm.private_seg_size, 0
	.set gemm.uses_vcc, 1
	.set gemm.uses_flat_scratch, 0
	.set gemm.has_dyn_sized_stack, 0
	.set gemm.has_recursion, 0
	.set gemm.has_indirect_call, 0
	.section	.AMDGPU.csdata,"",@progbits
; Kernel info:
; codeLenInByte = 4220
; TotalNumSgprs: 15
; NumVgprs: 97
; ScratchSize: 0
; MemoryBound: 1
; FloatMode: 240
; IeeeMode: 1
; LDSByteSize: 0 bytes/workgroup (compile time only)
; SGPRBlocks: 1
; VGPRBlocks: 12
; NumSGPRsForWavesPerEU: 15
; NumVGPRsForWavesPerEU: 97
; Occupancy: 12
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
    .sgpr_count:     15
    .sgpr_spill_count: 0
    .symbol:         gemm.kd
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
