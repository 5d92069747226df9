	.amdgcn_target "amdgcn-amd-amdhsa--gfx1201"
	.amdhsa_code_object_version 6
	.text
	.protected	sgemm                   ; -- Begin function sgemm
	.globl	sgemm
	.p2align	8
	.type	sgemm,@function
sgemm:                                  ; @sgemm
; %bb.0:
	s_clause 0x1
	s_load_b96 s[8:10], s[0:1], 0x18
	s_load_b128 s[4:7], s[0:1], 0x0
	v_lshrrev_b32_e32 v52, 3, v0
	s_lshl_b32 s14, ttmp7, 7
	v_and_b32_e32 v35, 7, v0
	s_lshl_b32 s15, ttmp9, 7
	s_load_b64 s[0:1], s[0:1], 0x10
	v_or_b32_e32 v1, s14, v52
	s_wait_kmcnt 0x0
	s_delay_alu instid0(VALU_DEP_1)
	v_mad_co_u64_u32 v[1:2], null, v1, s8, v[35:36]
	v_mov_b32_e32 v2, 0
	s_lshl_b32 s11, s8, 4
	v_lshlrev_b32_e32 v138, 2, v0
	v_lshlrev_b32_e32 v139, 1, v0
	s_cmp_lt_i32 s8, 1
	v_dual_mov_b32 v53, v2 :: v_dual_mov_b32 v80, v2
	v_lshlrev_b64_e32 v[3:4], 2, v[1:2]
	v_add_nc_u32_e32 v1, s11, v1
	v_dual_mov_b32 v57, v2 :: v_dual_mov_b32 v84, v2
	v_dual_mov_b32 v55, v2 :: v_dual_mov_b32 v82, v2
	s_delay_alu instid0(VALU_DEP_3) | instskip(SKIP_2) | instid1(VALU_DEP_1)
	v_lshlrev_b64_e32 v[5:6], 2, v[1:2]
	v_add_nc_u32_e32 v1, s11, v1
	v_add_co_u32 v23, vcc_lo, s4, v3
	v_add_co_ci_u32_e64 v24, null, s5, v4, vcc_lo
	s_delay_alu instid0(VALU_DEP_3) | instskip(SKIP_4) | instid1(VALU_DEP_3)
	v_lshlrev_b64_e32 v[7:8], 2, v[1:2]
	v_add_nc_u32_e32 v1, s11, v1
	v_add_co_u32 v25, vcc_lo, s4, v5
	s_wait_alu depctr_va_vcc(0)
	v_add_co_ci_u32_e64 v26, null, s5, v6, vcc_lo
	v_lshlrev_b64_e32 v[9:10], 2, v[1:2]
	v_add_nc_u32_e32 v1, s11, v1
	v_add_co_u32 v27, vcc_lo, s4, v7
	s_wait_alu depctr_va_vcc(0)
	v_add_co_ci_u32_e64 v28, null, s5, v8, vcc_lo
	s_delay_alu instid0(VALU_DEP_3) | instskip(SKIP_4) | instid1(VALU_DEP_3)
	v_lshlrev_b64_e32 v[11:12], 2, v[1:2]
	v_add_nc_u32_e32 v1, s11, v1
	v_add_co_u32 v29, vcc_lo, s4, v9
	s_wait_alu depctr_va_vcc(0)
	v_add_co_ci_u32_e64 v30, null, s5, v10, vcc_lo
	v_lshlrev_b64_e32 v[13:14], 2, v[1:2]
	v_add_nc_u32_e32 v1, s11, v1
	v_add_co_u32 v31, vcc_lo, s4, v11
	s_wait_alu depctr_va_vcc(0)
	v_add_co_ci_u32_e64 v32, null, s5, v12, vcc_lo
	s_delay_alu instid0(VALU_DEP_3) | instskip(SKIP_4) | instid1(VALU_DEP_3)
	v_lshlrev_b64_e32 v[15:16], 2, v[1:2]
	v_add_nc_u32_e32 v1, s11, v1
	v_add_co_u32 v33, vcc_lo, s4, v13
	s_wait_alu depctr_va_vcc(0)
	v_add_co_ci_u32_e64 v34, null, s5, v14, vcc_lo
	v_lshlrev_b64_e32 v[17:18], 2, v[1:2]
	v_or_b32_e32 v1, s15, v0
	v_add_co_u32 v36, vcc_lo, s4, v15
	s_wait_alu depctr_va_vcc(0)
	v_add_co_ci_u32_e64 v37, null, s5, v16, vcc_lo
	s_delay_alu instid0(VALU_DEP_3) | instskip(SKIP_4) | instid1(VALU_DEP_3)
	v_lshlrev_b64_e32 v[19:20], 2, v[1:2]
	v_add_nc_u32_e32 v1, s8, v1
	v_add_co_u32 v38, vcc_lo, s4, v17
	s_wait_alu depctr_va_vcc(0)
	v_add_co_ci_u32_e64 v39, null, s5, v18, vcc_lo
	v_lshlrev_b64_e32 v[21:22], 2, v[1:2]
	v_add_nc_u32_e32 v1, s8, v1
	s_clause 0x7
	global_load_b32 v151, v[23:24], off
	global_load_b32 v152, v[25:26], off
	global_load_b32 v153, v[27:28], off
	global_load_b32 v154, v[29:30], off
	global_load_b32 v155, v[31:32], off
	global_load_b32 v156, v[33:34], off
	global_load_b32 v157, v[36:37], off
	global_load_b32 v158, v[38:39], off
	v_mov_b32_e32 v56, v2
	v_mov_b32_e32 v54, v2
	v_mov_b32_e32 v60, v2
	v_lshlrev_b64_e32 v[23:24], 2, v[1:2]
	v_add_nc_u32_e32 v1, s8, v1
	v_add_co_u32 v36, vcc_lo, s6, v19
	s_wait_alu depctr_va_vcc(0)
	v_add_co_ci_u32_e64 v37, null, s7, v20, vcc_lo
	s_delay_alu instid0(VALU_DEP_3)
	v_lshlrev_b64_e32 v[25:26], 2, v[1:2]
	v_add_nc_u32_e32 v1, s8, v1
	v_add_co_u32 v38, vcc_lo, s6, v21
	v_mov_b32_e32 v58, v2
	s_wait_alu depctr_va_vcc(0)
	v_add_co_ci_u32_e64 v39, null, s7, v22, vcc_lo
	v_lshlrev_b64_e32 v[27:28], 2, v[1:2]
	v_add_nc_u32_e32 v1, s8, v1
	v_add_co_u32 v40, vcc_lo, s6, v23
	s_wait_alu depctr_va_vcc(0)
	v_add_co_ci_u32_e64 v41, null, s7, v24, vcc_lo
	s_delay_alu instid0(VALU_DEP_3) | instskip(SKIP_4) | instid1(VALU_DEP_3)
	v_lshlrev_b64_e32 v[29:30], 2, v[1:2]
	v_add_nc_u32_e32 v1, s8, v1
	v_add_co_u32 v42, vcc_lo, s6, v25
	s_wait_alu depctr_va_vcc(0)
	v_add_co_ci_u32_e64 v43, null, s7, v26, vcc_lo
	v_lshlrev_b64_e32 v[31:32], 2, v[1:2]
	v_dual_mov_b32 v64, v2 :: v_dual_add_nc_u32 v1, s8, v1
	v_add_co_u32 v44, vcc_lo, s6, v27
	s_wait_alu depctr_va_vcc(0)
	v_add_co_ci_u32_e64 v45, null, s7, v28, vcc_lo
	s_delay_alu instid0(VALU_DEP_3)
	v_lshlrev_b64_e32 v[33:34], 2, v[1:2]
	v_add_co_u32 v46, vcc_lo, s6, v29
	s_wait_alu depctr_va_vcc(0)
	v_add_co_ci_u32_e64 v47, null, s7, v30, vcc_lo
	v_add_co_u32 v48, vcc_lo, s6, v31
	s_wait_alu depctr_va_vcc(0)
	v_add_co_ci_u32_e64 v49, null, s7, v32, vcc_lo
	v_add_co_u32 v50, vcc_lo, s6, v33
	s_wait_alu depctr_va_vcc(0)
	v_add_co_ci_u32_e64 v51, null, s7, v34, vcc_lo
	s_clause 0x7
	global_load_b32 v159, v[36:37], off
	global_load_b32 v160, v[38:39], off
	global_load_b32 v161, v[40:41], off
	global_load_b32 v162, v[42:43], off
	global_load_b32 v163, v[44:45], off
	global_load_b32 v165, v[46:47], off
	global_load_b32 v166, v[48:49], off
	global_load_b32 v167, v[50:51], off
	v_mul_u32_u24_e32 v1, 0x210, v35
	v_dual_mov_b32 v37, v2 :: v_dual_add_nc_u32 v168, 0x80, v138
	v_dual_mov_b32 v36, v2 :: v_dual_mov_b32 v41, v2
	v_mov_b32_e32 v68, v2
	s_delay_alu instid0(VALU_DEP_4)
	v_lshl_add_u32 v164, v52, 2, v1
	v_dual_mov_b32 v1, v2 :: v_dual_mov_b32 v40, v2
	v_dual_mov_b32 v39, v2 :: v_dual_mov_b32 v66, v2
	v_dual_mov_b32 v38, v2 :: v_dual_mov_b32 v45, v2
	v_mov_b32_e32 v70, v2
	v_dual_mov_b32 v44, v2 :: v_dual_mov_b32 v43, v2
	v_mov_b32_e32 v72, v2
	v_dual_mov_b32 v42, v2 :: v_dual_mov_b32 v49, v2
	v_mov_b32_e32 v76, v2
	v_dual_mov_b32 v48, v2 :: v_dual_mov_b32 v47, v2
	v_mov_b32_e32 v74, v2
	v_mov_b32_e32 v46, v2
	v_dual_mov_b32 v52, v2 :: v_dual_mov_b32 v51, v2
	v_mov_b32_e32 v78, v2
	v_dual_mov_b32 v50, v2 :: v_dual_mov_b32 v61, v2
	v_dual_mov_b32 v88, v2 :: v_dual_mov_b32 v59, v2
	v_dual_mov_b32 v86, v2 :: v_dual_mov_b32 v65, v2
	v_dual_mov_b32 v92, v2 :: v_dual_mov_b32 v63, v2
	v_mov_b32_e32 v90, v2
	v_dual_mov_b32 v62, v2 :: v_dual_mov_b32 v69, v2
	v_dual_mov_b32 v96, v2 :: v_dual_mov_b32 v67, v2
	v_dual_mov_b32 v94, v2 :: v_dual_mov_b32 v71, v2
	v_dual_mov_b32 v100, v2 :: v_dual_mov_b32 v73, v2
	v_dual_mov_b32 v98, v2 :: v_dual_mov_b32 v77, v2
	v_dual_mov_b32 v104, v2 :: v_dual_mov_b32 v75, v2
	v_dual_mov_b32 v102, v2 :: v_dual_mov_b32 v81, v2
	v_dual_mov_b32 v108, v2 :: v_dual_mov_b32 v79, v2
	v_dual_mov_b32 v106, v2 :: v_dual_mov_b32 v85, v2
	v_dual_mov_b32 v112, v2 :: v_dual_mov_b32 v83, v2
	v_dual_mov_b32 v110, v2 :: v_dual_mov_b32 v89, v2
	v_dual_mov_b32 v116, v2 :: v_dual_mov_b32 v87, v2
	v_dual_mov_b32 v114, v2 :: v_dual_mov_b32 v93, v2
	v_dual_mov_b32 v120, v2 :: v_dual_mov_b32 v91, v2
	v_dual_mov_b32 v118, v2 :: v_dual_mov_b32 v97, v2
	v_dual_mov_b32 v124, v2 :: v_dual_mov_b32 v95, v2
	v_dual_mov_b32 v122, v2 :: v_dual_mov_b32 v101, v2
	v_dual_mov_b32 v128, v2 :: v_dual_mov_b32 v99, v2
	v_dual_mov_b32 v126, v2 :: v_dual_mov_b32 v105, v2
	v_dual_mov_b32 v132, v2 :: v_dual_mov_b32 v103, v2
	v_dual_mov_b32 v130, v2 :: v_dual_mov_b32 v109, v2
	v_dual_mov_b32 v136, v2 :: v_dual_mov_b32 v107, v2
	v_dual_mov_b32 v134, v2 :: v_dual_mov_b32 v113, v2
	v_dual_mov_b32 v142, v2 :: v_dual_mov_b32 v111, v2
	v_dual_mov_b32 v140, v2 :: v_dual_mov_b32 v117, v2
	v_dual_mov_b32 v146, v2 :: v_dual_mov_b32 v115, v2
	v_dual_mov_b32 v144, v2 :: v_dual_mov_b32 v121, v2
	v_dual_mov_b32 v150, v2 :: v_dual_mov_b32 v119, v2
	v_dual_mov_b32 v148, v2 :: v_dual_mov_b32 v125, v2
	v_mov_b32_e32 v123, v2
	v_mov_b32_e32 v129, v2
	v_mov_b32_e32 v127, v2
	v_mov_b32_e32 v133, v2
	v_mov_b32_e32 v131, v2
	v_mov_b32_e32 v137, v2
	v_mov_b32_e32 v135, v2
	v_mov_b32_e32 v143, v2
	v_mov_b32_e32 v141, v2
	v_mov_b32_e32 v147, v2
	v_mov_b32_e32 v145, v2
	v_mov_b32_e32 v149, v2
	s_wait_loadcnt 0xe
	ds_store_2addr_b32 v164, v151, v152 offset1:16
	s_wait_loadcnt 0xc
	ds_store_2addr_b32 v164, v153, v154 offset0:32 offset1:48
	s_wait_loadcnt 0xa
	ds_store_2addr_b32 v164, v155, v156 offset0:64 offset1:80
	s_wait_loadcnt 0x8
	ds_store_2addr_b32 v164, v157, v158 offset0:96 offset1:112
	s_wait_loadcnt 0x6
	ds_store_2addr_stride64_b32 v168, v159, v160 offset0:16 offset1:18
	s_wait_loadcnt 0x4
	ds_store_2addr_stride64_b32 v168, v161, v162 offset0:20 offset1:22
	s_wait_loadcnt 0x2
	ds_store_2addr_stride64_b32 v168, v163, v165 offset0:24 offset1:26
	s_wait_loadcnt 0x0
	ds_store_2addr_stride64_b32 v168, v166, v167 offset0:28 offset1:30
	v_mov_b32_e32 v151, v2
	v_dual_mov_b32 v155, v2 :: v_dual_mov_b32 v154, v2
	v_dual_mov_b32 v153, v2 :: v_dual_mov_b32 v152, v2
	v_mov_b32_e32 v161, v2
	v_dual_mov_b32 v159, v2 :: v_dual_mov_b32 v158, v2
	v_mov_b32_e32 v157, v2
	v_dual_mov_b32 v163, v2 :: v_dual_mov_b32 v162, v2
	v_mov_b32_e32 v160, v2
	v_mov_b32_e32 v156, v2
	s_wait_dscnt 0x0
	s_barrier_signal -1
	s_barrier_wait -1
	s_cbranch_scc1 .LBB0_9
; %bb.1:
	v_dual_mov_b32 v156, 0 :: v_dual_lshlrev_b32 v1, 3, v0
	v_dual_mov_b32 v163, 0 :: v_dual_lshlrev_b32 v2, 4, v35
	v_dual_mov_b32 v162, 0 :: v_dual_and_b32 v35, 48, v139
	s_delay_alu instid0(VALU_DEP_3)
	v_dual_mov_b32 v158, 0 :: v_dual_and_b32 v1, 0x100, v1
	s_lshl_b32 s2, s8, 3
	s_mov_b32 s3, 0
	v_dual_mov_b32 v160, 0 :: v_dual_add_nc_u32 v165, 0x1080, v138
	v_and_or_b32 v35, 0x100, v138, v35
	v_or3_b32 v166, v1, v2, 0x1080
	v_dual_mov_b32 v157, 0 :: v_dual_mov_b32 v152, 0
	v_dual_mov_b32 v159, 0 :: v_dual_mov_b32 v154, 0
	v_dual_mov_b32 v161, 0 :: v_dual_mov_b32 v148, 0
	v_dual_mov_b32 v153, 0 :: v_dual_mov_b32 v150, 0
	v_dual_mov_b32 v155, 0 :: v_dual_mov_b32 v144, 0
	v_dual_mov_b32 v151, 0 :: v_dual_mov_b32 v146, 0
	v_dual_mov_b32 v149, 0 :: v_dual_mov_b32 v140, 0
	v_dual_mov_b32 v145, 0 :: v_dual_mov_b32 v142, 0
	v_dual_mov_b32 v147, 0 :: v_dual_mov_b32 v134, 0
	v_dual_mov_b32 v141, 0 :: v_dual_mov_b32 v136, 0
	v_dual_mov_b32 v143, 0 :: v_dual_mov_b32 v130, 0
	v_dual_mov_b32 v135, 0 :: v_dual_mov_b32 v132, 0
	v_dual_mov_b32 v137, 0 :: v_dual_mov_b32 v126, 0
	v_dual_mov_b32 v131, 0 :: v_dual_mov_b32 v128, 0
	v_dual_mov_b32 v133, 0 :: v_dual_mov_b32 v122, 0
	v_dual_mov_b32 v127, 0 :: v_dual_mov_b32 v124, 0
	v_dual_mov_b32 v129, 0 :: v_dual_mov_b32 v118, 0
	v_dual_mov_b32 v123, 0 :: v_dual_mov_b32 v120, 0
	v_dual_mov_b32 v125, 0 :: v_dual_mov_b32 v114, 0
	v_dual_mov_b32 v119, 0 :: v_dual_mov_b32 v116, 0
	v_dual_mov_b32 v121, 0 :: v_dual_mov_b32 v110, 0
	v_dual_mov_b32 v115, 0 :: v_dual_mov_b32 v112, 0
	v_dual_mov_b32 v117, 0 :: v_dual_mov_b32 v106, 0
	v_dual_mov_b32 v111, 0 :: v_dual_mov_b32 v108, 0
	v_dual_mov_b32 v113, 0 :: v_dual_mov_b32 v102, 0
	v_dual_mov_b32 v107, 0 :: v_dual_mov_b32 v104, 0
	v_dual_mov_b32 v109, 0 :: v_dual_mov_b32 v98, 0
	v_dual_mov_b32 v103, 0 :: v_dual_mov_b32 v100, 0
	v_dual_mov_b32 v105, 0 :: v_dual_mov_b32 v94, 0
	v_dual_mov_b32 v99, 0 :: v_dual_mov_b32 v96, 0
	v_dual_mov_b32 v101, 0 :: v_dual_mov_b32 v90, 0
	v_dual_mov_b32 v95, 0 :: v_dual_mov_b32 v92, 0
	v_dual_mov_b32 v97, 0 :: v_dual_mov_b32 v86, 0
	v_dual_mov_b32 v91, 0 :: v_dual_mov_b32 v88, 0
	v_dual_mov_b32 v93, 0 :: v_dual_mov_b32 v82, 0
	v_dual_mov_b32 v87, 0 :: v_dual_mov_b32 v84, 0
	v_dual_mov_b32 v89, 0 :: v_dual_mov_b32 v78, 0
	v_dual_mov_b32 v83, 0 :: v_dual_mov_b32 v80, 0
	v_dual_mov_b32 v85, 0 :: v_dual_mov_b32 v74, 0
	v_dual_mov_b32 v79, 0 :: v_dual_mov_b32 v76, 0
	v_dual_mov_b32 v81, 0 :: v_dual_mov_b32 v72, 0
	v_dual_mov_b32 v75, 0 :: v_dual_mov_b32 v70, 0
	v_dual_mov_b32 v77, 0 :: v_dual_mov_b32 v66, 0
	v_dual_mov_b32 v73, 0 :: v_dual_mov_b32 v68, 0
	v_dual_mov_b32 v71, 0 :: v_dual_mov_b32 v62, 0
	v_dual_mov_b32 v67, 0 :: v_dual_mov_b32 v64, 0
	v_dual_mov_b32 v69, 0 :: v_dual_mov_b32 v58, 0
	v_dual_mov_b32 v63, 0 :: v_dual_mov_b32 v60, 0
	v_dual_mov_b32 v65, 0 :: v_dual_mov_b32 v54, 0
	v_dual_mov_b32 v59, 0 :: v_dual_mov_b32 v56, 0
	v_dual_mov_b32 v61, 0 :: v_dual_mov_b32 v50, 0
	v_dual_mov_b32 v55, 0 :: v_dual_mov_b32 v52, 0
	v_dual_mov_b32 v57, 0 :: v_dual_mov_b32 v46, 0
	v_dual_mov_b32 v51, 0 :: v_dual_mov_b32 v48, 0
	v_dual_mov_b32 v53, 0 :: v_dual_mov_b32 v42, 0
	v_dual_mov_b32 v47, 0 :: v_dual_mov_b32 v44, 0
	v_dual_mov_b32 v49, 0 :: v_dual_mov_b32 v38, 0
	v_dual_mov_b32 v43, 0 :: v_dual_mov_b32 v40, 0
	v_dual_mov_b32 v45, 0 :: v_dual_mov_b32 v36, 0
	v_dual_mov_b32 v39, 0 :: v_dual_mov_b32 v2, 0
	v_dual_mov_b32 v41, 0 :: v_dual_mov_b32 v176, 0
	v_dual_mov_b32 v1, 0 :: v_dual_mov_b32 v178, 0
	v_dual_mov_b32 v37, 0 :: v_dual_mov_b32 v180, 0
	v_dual_mov_b32 v175, 0 :: v_dual_mov_b32 v182, 0
	v_dual_mov_b32 v177, 0 :: v_dual_mov_b32 v168, 0
	v_dual_mov_b32 v179, 0 :: v_dual_mov_b32 v170, 0
	v_dual_mov_b32 v181, 0 :: v_dual_mov_b32 v172, 0
	v_dual_mov_b32 v167, 0 :: v_dual_mov_b32 v174, 0
	v_mov_b32_e32 v169, 0
	v_mov_b32_e32 v171, 0
	v_mov_b32_e32 v173, 0
	s_lshl_b64 s[12:13], s[2:3], 2
	s_branch .LBB0_3
.LBB0_2:                                ;   in Loop: Header=BB0_3 Depth=1
	s_and_not1_b32 vcc_lo, exec_lo, s2
	s_wait_alu depctr_sa_sdst(0)
	s_cbranch_vccz .LBB0_9
.LBB0_3:                                ; =>This Loop Header: Depth=1
                                        ;     Child Loop BB0_6 Depth 2
	s_add_co_i32 s3, s3, 8
	s_delay_alu instid0(SALU_CYCLE_1)
	s_cmp_lt_i32 s3, s8
	s_cselect_b32 s2, -1, 0
	s_cmp_ge_i32 s3, s8
	s_cbranch_scc1 .LBB0_5
; %bb.4:                                ;   in Loop: Header=BB0_3 Depth=1
	s_wait_loadcnt 0xf
	v_add_co_u32 v167, vcc_lo, s4, v3
	s_wait_loadcnt 0xe
	s_wait_alu depctr_va_vcc(0)
	v_add_co_ci_u32_e64 v168, null, s5, v4, vcc_lo
	s_wait_loadcnt 0xd
	v_add_co_u32 v169, vcc_lo, s4, v5
	s_wait_loadcnt 0xc
	s_wait_alu depctr_va_vcc(0)
	v_add_co_ci_u32_e64 v170, null, s5, v6, vcc_lo
	s_wait_loadcnt 0xb
	v_add_co_u32 v171, vcc_lo, s4, v7
	s_wait_loadcnt 0xa
	s_wait_alu depctr_va_vcc(0)
	v_add_co_ci_u32_e64 v172, null, s5, v8, vcc_lo
	s_wait_loadcnt 0x9
	v_add_co_u32 v173, vcc_lo, s4, v9
	s_wait_loadcnt 0x8
	s_wait_alu depctr_va_vcc(0)
	v_add_co_ci_u32_e64 v174, null, s5, v10, vcc_lo
	s_wait_loadcnt 0x7
	v_add_co_u32 v175, vcc_lo, s4, v11
	s_wait_loadcnt 0x6
	s_wait_alu depctr_va_vcc(0)
	v_add_co_ci_u32_e64 v176, null, s5, v12, vcc_lo
	s_wait_loadcnt 0x5
	v_add_co_u32 v177, vcc_lo, s4, v13
	s_wait_loadcnt 0x4
	s_wait_alu depctr_va_vcc(0)
	v_add_co_ci_u32_e64 v178, null, s5, v14, vcc_lo
	s_wait_loadcnt 0x3
	v_add_co_u32 v179, vcc_lo, s4, v15
	s_wait_loadcnt 0x2
	s_wait_alu depctr_va_vcc(0)
	v_add_co_ci_u32_e64 v180, null, s5, v16, vcc_lo
	s_wait_loadcnt 0x1
	v_add_co_u32 v181, vcc_lo, s4, v17
	s_add_nc_u64 s[6:7], s[6:7], s[12:13]
	s_wait_loadcnt 0x0
	s_wait_alu depctr_va_vcc(0)
	v_add_co_ci_u32_e64 v182, null, s5, v18, vcc_lo
	s_clause 0x7
	global_load_b32 v167, v[167:168], off offset:32
	global_load_b32 v168, v[169:170], off offset:32
	global_load_b32 v169, v[171:172], off offset:32
	global_load_b32 v170, v[173:174], off offset:32
	global_load_b32 v171, v[175:176], off offset:32
	global_load_b32 v172, v[177:178], off offset:32
	global_load_b32 v173, v[179:180], off offset:32
	global_load_b32 v174, v[181:182], off offset:32
	s_wait_alu depctr_sa_sdst(0)
	v_add_co_u32 v175, vcc_lo, s6, v19
	s_wait_alu depctr_va_vcc(0)
	v_add_co_ci_u32_e64 v176, null, s7, v20, vcc_lo
	v_add_co_u32 v177, vcc_lo, s6, v21
	s_wait_alu depctr_va_vcc(0)
	v_add_co_ci_u32_e64 v178, null, s7, v22, vcc_lo
	v_add_co_u32 v179, vcc_lo, s6, v23
	s_wait_alu depctr_va_vcc(0)
	v_add_co_ci_u32_e64 v180, null, s7, v24, vcc_lo
	v_add_co_u32 v181, vcc_lo, s6, v25
	s_wait_alu depctr_va_vcc(0)
	v_add_co_ci_u32_e64 v182, null, s7, v26, vcc_lo
	v_add_co_u32 v183, vcc_lo, s6, v27
	s_wait_alu depctr_va_vcc(0)
	v_add_co_ci_u32_e64 v184, null, s7, v28, vcc_lo
	v_add_co_u32 v185, vcc_lo, s6, v29
	s_wait_alu depctr_va_vcc(0)
	v_add_co_ci_u32_e64 v186, null, s7, v30, vcc_lo
	v_add_co_u32 v187, vcc_lo, s6, v31
	s_wait_alu depctr_va_vcc(0)
	v_add_co_ci_u32_e64 v188, null, s7, v32, vcc_lo
	v_add_co_u32 v189, vcc_lo, s6, v33
	s_wait_alu depctr_va_vcc(0)
	v_add_co_ci_u32_e64 v190, null, s7, v34, vcc_lo
	s_clause 0x7
	global_load_b32 v175, v[175:176], off
	global_load_b32 v176, v[177:178], off
	global_load_b32 v177, v[179:180], off
	global_load_b32 v178, v[181:182], off
	global_load_b32 v179, v[183:184], off
	global_load_b32 v180, v[185:186], off
	global_load_b32 v181, v[187:188], off
	global_load_b32 v182, v[189:190], off
	s_add_nc_u64 s[4:5], s[4:5], 32
.LBB0_5:                                ;   in Loop: Header=BB0_3 Depth=1
	v_mov_b32_e32 v183, v35
	s_mov_b32 s16, 0
.LBB0_6:                                ;   Parent Loop BB0_3 Depth=1
                                        ; =>  This Inner Loop Header: Depth=2
	ds_load_b128 v[184:187], v183
	ds_load_b128 v[188:191], v183 offset:64
	ds_load_b128 v[192:195], v183 offset:128
	ds_load_b128 v[196:199], v183 offset:192
	s_wait_alu depctr_sa_sdst(0)
	v_add_nc_u32_e32 v204, s16, v166
	s_addk_co_i32 s16, 0x200
	ds_load_b128 v[200:203], v204
	ds_load_b128 v[204:207], v204 offset:128
	v_add_nc_u32_e32 v183, 0x210, v183
	s_wait_alu depctr_sa_sdst(0)
	s_cmp_lg_u32 s16, 0x1000
	s_wait_dscnt 0x1
	v_fmac_f32_e32 v156, v184, v200
	v_dual_fmac_f32 v160, v184, v201 :: v_dual_fmac_f32 v155, v185, v203
	v_dual_fmac_f32 v162, v184, v202 :: v_dual_fmac_f32 v153, v185, v201
	v_fmac_f32_e32 v163, v184, v203
	s_wait_dscnt 0x0
	v_dual_fmac_f32 v157, v184, v204 :: v_dual_fmac_f32 v154, v185, v202
	v_dual_fmac_f32 v158, v184, v205 :: v_dual_fmac_f32 v151, v185, v204
	v_dual_fmac_f32 v159, v184, v206 :: v_dual_fmac_f32 v152, v185, v200
	v_dual_fmac_f32 v161, v184, v207 :: v_dual_fmac_f32 v148, v185, v205
	v_dual_fmac_f32 v149, v185, v206 :: v_dual_fmac_f32 v144, v186, v200
	v_dual_fmac_f32 v150, v185, v207 :: v_dual_fmac_f32 v145, v186, v201
	v_dual_fmac_f32 v146, v186, v202 :: v_dual_fmac_f32 v135, v187, v201
	v_dual_fmac_f32 v147, v186, v203 :: v_dual_fmac_f32 v134, v187, v200
	v_dual_fmac_f32 v140, v186, v204 :: v_dual_fmac_f32 v137, v187, v203
	v_dual_fmac_f32 v141, v186, v205 :: v_dual_fmac_f32 v136, v187, v202
	v_dual_fmac_f32 v142, v186, v206 :: v_dual_fmac_f32 v131, v187, v205
	v_dual_fmac_f32 v143, v186, v207 :: v_dual_fmac_f32 v130, v187, v204
	v_dual_fmac_f32 v132, v187, v206 :: v_dual_fmac_f32 v127, v188, v201
	v_dual_fmac_f32 v133, v187, v207 :: v_dual_fmac_f32 v126, v188, v200
	v_dual_fmac_f32 v128, v188, v202 :: v_dual_fmac_f32 v119, v189, v201
	v_dual_fmac_f32 v129, v188, v203 :: v_dual_fmac_f32 v118, v189, v200
	v_dual_fmac_f32 v122, v188, v204 :: v_dual_fmac_f32 v121, v189, v203
	v_dual_fmac_f32 v123, v188, v205 :: v_dual_fmac_f32 v120, v189, v202
	v_dual_fmac_f32 v124, v188, v206 :: v_dual_fmac_f32 v115, v189, v205
	v_dual_fmac_f32 v125, v188, v207 :: v_dual_fmac_f32 v114, v189, v204
	v_dual_fmac_f32 v116, v189, v206 :: v_dual_fmac_f32 v111, v190, v201
	v_dual_fmac_f32 v117, v189, v207 :: v_dual_fmac_f32 v110, v190, v200
	v_dual_fmac_f32 v112, v190, v202 :: v_dual_fmac_f32 v103, v191, v201
	v_dual_fmac_f32 v113, v190, v203 :: v_dual_fmac_f32 v102, v191, v200
	v_dual_fmac_f32 v106, v190, v204 :: v_dual_fmac_f32 v105, v191, v203
	v_dual_fmac_f32 v107, v190, v205 :: v_dual_fmac_f32 v104, v191, v202
	v_dual_fmac_f32 v108, v190, v206 :: v_dual_fmac_f32 v99, v191, v205
	v_dual_fmac_f32 v109, v190, v207 :: v_dual_fmac_f32 v98, v191, v204
	v_dual_fmac_f32 v100, v191, v206 :: v_dual_fmac_f32 v95, v192, v201
	v_dual_fmac_f32 v101, v191, v207 :: v_dual_fmac_f32 v94, v192, v200
	v_dual_fmac_f32 v96, v192, v202 :: v_dual_fmac_f32 v87, v193, v201
	v_dual_fmac_f32 v97, v192, v203 :: v_dual_fmac_f32 v86, v193, v200
	v_dual_fmac_f32 v90, v192, v204 :: v_dual_fmac_f32 v89, v193, v202
	v_dual_fmac_f32 v91, v192, v205 :: v_dual_fmac_f32 v88, v193, v203
	v_dual_fmac_f32 v92, v192, v206 :: v_dual_fmac_f32 v83, v193, v205
	v_dual_fmac_f32 v93, v192, v207 :: v_dual_fmac_f32 v82, v193, v204
	v_dual_fmac_f32 v84, v193, v206 :: v_dual_fmac_f32 v79, v194, v201
	v_dual_fmac_f32 v85, v193, v207 :: v_dual_fmac_f32 v78, v194, v200
	v_dual_fmac_f32 v80, v194, v202 :: v_dual_fmac_f32 v73, v195, v201
	v_dual_fmac_f32 v81, v194, v203 :: v_dual_fmac_f32 v72, v195, v200
	v_dual_fmac_f32 v74, v194, v204 :: v_dual_fmac_f32 v71, v195, v203
	v_dual_fmac_f32 v75, v194, v205 :: v_dual_fmac_f32 v70, v195, v202
	v_dual_fmac_f32 v76, v194, v206 :: v_dual_fmac_f32 v67, v195, v205
	v_dual_fmac_f32 v77, v194, v207 :: v_dual_fmac_f32 v66, v195, v204
	v_dual_fmac_f32 v68, v195, v206 :: v_dual_fmac_f32 v63, v196, v201
	v_dual_fmac_f32 v69, v195, v207 :: v_dual_fmac_f32 v62, v196, v200
	v_dual_fmac_f32 v64, v196, v202 :: v_dual_fmac_f32 v55, v197, v201
	v_dual_fmac_f32 v65, v196, v203 :: v_dual_fmac_f32 v54, v197, v200
	v_dual_fmac_f32 v58, v196, v204 :: v_dual_fmac_f32 v57, v197, v203
	v_dual_fmac_f32 v59, v196, v205 :: v_dual_fmac_f32 v56, v197, v202
	v_dual_fmac_f32 v60, v196, v206 :: v_dual_fmac_f32 v51, v197, v205
	v_dual_fmac_f32 v61, v196, v207 :: v_dual_fmac_f32 v50, v197, v204
	v_dual_fmac_f32 v52, v197, v206 :: v_dual_fmac_f32 v47, v198, v201
	v_dual_fmac_f32 v53, v197, v207 :: v_dual_fmac_f32 v46, v198, v200
	v_dual_fmac_f32 v48, v198, v202 :: v_dual_fmac_f32 v39, v199, v201
	v_dual_fmac_f32 v49, v198, v203 :: v_dual_fmac_f32 v38, v199, v200
	v_dual_fmac_f32 v42, v198, v204 :: v_dual_fmac_f32 v41, v199, v203
	v_dual_fmac_f32 v43, v198, v205 :: v_dual_fmac_f32 v40, v199, v202
	v_dual_fmac_f32 v44, v198, v206 :: v_dual_fmac_f32 v1, v199, v204
	v_dual_fmac_f32 v45, v198, v207 :: v_dual_fmac_f32 v36, v199, v205
	v_fmac_f32_e32 v37, v199, v206
	v_fmac_f32_e32 v2, v199, v207
	s_cbranch_scc1 .LBB0_6
; %bb.7:                                ;   in Loop: Header=BB0_3 Depth=1
	s_and_not1_b32 vcc_lo, exec_lo, s2
	s_mov_b32 s2, -1
	s_wait_alu depctr_sa_sdst(0)
	s_cbranch_vccnz .LBB0_2
; %bb.8:                                ;   in Loop: Header=BB0_3 Depth=1
	s_wait_loadcnt 0x0
	s_barrier_signal -1
	s_mov_b32 s2, 0
	s_barrier_wait -1
	ds_store_2addr_b32 v164, v167, v168 offset1:16
	ds_store_2addr_b32 v164, v169, v170 offset0:32 offset1:48
	ds_store_2addr_b32 v164, v171, v172 offset0:64 offset1:80
	ds_store_2addr_b32 v164, v173, v174 offset0:96 offset1:112
	ds_store_2addr_stride64_b32 v165, v175, v176 offset1:2
	ds_store_2addr_stride64_b32 v165, v177, v178 offset0:4 offset1:6
	ds_store_2addr_stride64_b32 v165, v179, v180 offset0:8 offset1:10
	ds_store_2addr_stride64_b32 v165, v181, v182 offset0:12 offset1:14
	s_wait_dscnt 0x0
	s_barrier_signal -1
	s_barrier_wait -1
	s_branch .LBB0_2
.LBB0_9:
	v_and_b32_e32 v3, 64, v0
	v_lshrrev_b32_e32 v0, 1, v0
	v_and_b32_e32 v4, 28, v138
	s_ashr_i32 s3, s8, 31
	s_mov_b32 s2, s8
	s_delay_alu instid0(VALU_DEP_2) | instskip(SKIP_2) | instid1(VALU_DEP_2)
	v_and_or_b32 v0, v0, 12, v3
	v_and_b32_e32 v3, 64, v139
	s_lshl_b64 s[2:3], s[2:3], 2
	v_add_nc_u32_e32 v0, s14, v0
	s_delay_alu instid0(VALU_DEP_1) | instskip(NEXT) | instid1(VALU_DEP_3)
	v_mul_lo_u32 v15, v0, s8
	v_or3_b32 v0, v3, v4, s15
	s_delay_alu instid0(VALU_DEP_1) | instskip(NEXT) | instid1(VALU_DEP_1)
	v_add_nc_u32_e32 v3, v0, v15
	v_ashrrev_i32_e32 v4, 31, v3
	s_delay_alu instid0(VALU_DEP_1) | instskip(NEXT) | instid1(VALU_DEP_1)
	v_lshlrev_b64_e32 v[3:4], 2, v[3:4]
	v_add_co_u32 v11, vcc_lo, s0, v3
	s_wait_alu depctr_va_vcc(0)
	s_delay_alu instid0(VALU_DEP_2)
	v_add_co_ci_u32_e64 v12, null, s1, v4, vcc_lo
	s_clause 0x1
	global_load_b128 v[3:6], v[11:12], off
	global_load_b128 v[7:10], v[11:12], off offset:128
	v_add_co_u32 v13, vcc_lo, v11, s2
	s_wait_alu depctr_va_vcc(0)
	v_add_co_ci_u32_e64 v14, null, s3, v12, vcc_lo
	s_wait_loadcnt 0x1
	v_dual_mul_f32 v3, s10, v3 :: v_dual_mul_f32 v4, s10, v4
	v_dual_mul_f32 v5, s10, v5 :: v_dual_mul_f32 v6, s10, v6
	s_wait_loadcnt 0x0
	v_dual_mul_f32 v7, s10, v7 :: v_dual_mul_f32 v10, s10, v10
	v_dual_mul_f32 v8, s10, v8 :: v_dual_mul_f32 v9, s10, v9
	s_delay_alu instid0(VALU_DEP_3) | instskip(SKIP_1) | instid1(VALU_DEP_4)
	v_dual_fmac_f32 v6, s9, v163 :: v_dual_fmac_f32 v5, s9, v162
	v_fmac_f32_e32 v4, s9, v160
	v_dual_fmac_f32 v3, s9, v156 :: v_dual_fmac_f32 v10, s9, v161
	s_delay_alu instid0(VALU_DEP_4)
	v_dual_fmac_f32 v9, s9, v159 :: v_dual_fmac_f32 v8, s9, v158
	v_fmac_f32_e32 v7, s9, v157
	s_clause 0x1
	global_store_b128 v[11:12], v[3:6], off
	global_store_b128 v[11:12], v[7:10], off offset:128
	s_clause 0x1
	global_load_b128 v[3:6], v[13:14], off
	global_load_b128 v[7:10], v[13:14], off offset:128
	v_add_co_u32 v11, vcc_lo, v13, s2
	s_wait_alu depctr_va_vcc(0)
	v_add_co_ci_u32_e64 v12, null, s3, v14, vcc_lo
	s_wait_loadcnt 0x1
	v_dual_mul_f32 v3, s10, v3 :: v_dual_mul_f32 v6, s10, v6
	v_dual_mul_f32 v4, s10, v4 :: v_dual_mul_f32 v5, s10, v5
	s_wait_loadcnt 0x0
	v_dual_mul_f32 v8, s10, v8 :: v_dual_mul_f32 v7, s10, v7
	v_dual_mul_f32 v10, s10, v10 :: v_dual_mul_f32 v9, s10, v9
	s_delay_alu instid0(VALU_DEP_3) | instskip(SKIP_1) | instid1(VALU_DEP_3)
	v_dual_fmac_f32 v6, s9, v155 :: v_dual_fmac_f32 v5, s9, v154
	v_dual_fmac_f32 v4, s9, v153 :: v_dual_fmac_f32 v3, s9, v152
	v_dual_fmac_f32 v10, s9, v150 :: v_dual_fmac_f32 v9, s9, v149
	v_dual_fmac_f32 v8, s9, v148 :: v_dual_fmac_f32 v7, s9, v151
	s_clause 0x1
	global_store_b128 v[13:14], v[3:6], off
	global_store_b128 v[13:14], v[7:10], off offset:128
	s_clause 0x1
	global_load_b128 v[3:6], v[11:12], off
	global_load_b128 v[7:10], v[11:12], off offset:128
	v_add_co_u32 v13, vcc_lo, v11, s2
	s_wait_alu depctr_va_vcc(0)
	v_add_co_ci_u32_e64 v14, null, s3, v12, vcc_lo
	s_wait_loadcnt 0x1
	v_dual_mul_f32 v3, s10, v3 :: v_dual_mul_f32 v6, s10, v6
	v_dual_mul_f32 v4, s10, v4 :: v_dual_mul_f32 v5, s10, v5
	s_wait_loadcnt 0x0
	v_dual_mul_f32 v8, s10, v8 :: v_dual_mul_f32 v7, s10, v7
	v_dual_mul_f32 v10, s10, v10 :: v_dual_mul_f32 v9, s10, v9
	s_delay_alu instid0(VALU_DEP_3) | instskip(SKIP_1) | instid1(VALU_DEP_3)
	v_dual_fmac_f32 v6, s9, v147 :: v_dual_fmac_f32 v5, s9, v146
	v_dual_fmac_f32 v4, s9, v145 :: v_dual_fmac_f32 v3, s9, v144
	v_dual_fmac_f32 v10, s9, v143 :: v_dual_fmac_f32 v9, s9, v142
	v_dual_fmac_f32 v8, s9, v141 :: v_dual_fmac_f32 v7, s9, v140
	s_clause 0x1
	global_store_b128 v[11:12], v[3:6], off
	global_store_b128 v[11:12], v[7:10], off offset:128
	s_clause 0x1
	global_load_b128 v[3:6], v[13:14], off
	global_load_b128 v[7:10], v[13:14], off offset:128
	s_wait_loadcnt 0x1
	v_dual_mul_f32 v4, s10, v4 :: v_dual_add_nc_u32 v15, s11, v15
	s_wait_loadcnt 0x0
	s_delay_alu instid0(VALU_DEP_1) | instskip(SKIP_1) | instid1(VALU_DEP_3)
	v_dual_mul_f32 v8, s10, v8 :: v_dual_add_nc_u32 v11, v0, v15
	v_dual_mul_f32 v3, s10, v3 :: v_dual_mul_f32 v10, s10, v10
	v_dual_mul_f32 v5, s10, v5 :: v_dual_fmac_f32 v4, s9, v135
	s_delay_alu instid0(VALU_DEP_3) | instskip(SKIP_2) | instid1(VALU_DEP_3)
	v_ashrrev_i32_e32 v12, 31, v11
	v_dual_mul_f32 v6, s10, v6 :: v_dual_mul_f32 v7, s10, v7
	v_dual_mul_f32 v9, s10, v9 :: v_dual_fmac_f32 v8, s9, v131
	v_lshlrev_b64_e32 v[11:12], 2, v[11:12]
	s_delay_alu instid0(VALU_DEP_3) | instskip(SKIP_1) | instid1(VALU_DEP_4)
	v_dual_fmac_f32 v6, s9, v137 :: v_dual_fmac_f32 v5, s9, v136
	v_dual_fmac_f32 v10, s9, v133 :: v_dual_fmac_f32 v3, s9, v134
	v_fmac_f32_e32 v9, s9, v132
	s_delay_alu instid0(VALU_DEP_4)
	v_add_co_u32 v11, vcc_lo, s0, v11
	v_fmac_f32_e32 v7, s9, v130
	s_wait_alu depctr_va_vcc(0)
	v_add_co_ci_u32_e64 v12, null, s1, v12, vcc_lo
	s_clause 0x1
	global_store_b128 v[13:14], v[3:6], off
	global_store_b128 v[13:14], v[7:10], off offset:128
	s_clause 0x1
	global_load_b128 v[3:6], v[11:12], off
	global_load_b128 v[7:10], v[11:12], off offset:128
	v_add_co_u32 v13, vcc_lo, v11, s2
	s_wait_alu depctr_va_vcc(0)
	v_add_co_ci_u32_e64 v14, null, s3, v12, vcc_lo
	s_wait_loadcnt 0x0
	v_dual_mul_f32 v3, s10, v3 :: v_dual_mul_f32 v10, s10, v10
	v_dual_mul_f32 v4, s10, v4 :: v_dual_mul_f32 v5, s10, v5
	v_dual_mul_f32 v6, s10, v6 :: v_dual_mul_f32 v7, s10, v7
	v_dual_mul_f32 v8, s10, v8 :: v_dual_mul_f32 v9, s10, v9
	s_delay_alu instid0(VALU_DEP_3) | instskip(NEXT) | instid1(VALU_DEP_3)
	v_fmac_f32_e32 v4, s9, v127
	v_dual_fmac_f32 v6, s9, v129 :: v_dual_fmac_f32 v5, s9, v128
	v_dual_fmac_f32 v10, s9, v125 :: v_dual_fmac_f32 v3, s9, v126
	s_delay_alu instid0(VALU_DEP_4)
	v_dual_fmac_f32 v8, s9, v123 :: v_dual_fmac_f32 v9, s9, v124
	v_fmac_f32_e32 v7, s9, v122
	s_clause 0x1
	global_store_b128 v[11:12], v[3:6], off
	global_store_b128 v[11:12], v[7:10], off offset:128
	s_clause 0x1
	global_load_b128 v[3:6], v[13:14], off
	global_load_b128 v[7:10], v[13:14], off offset:128
	v_add_co_u32 v11, vcc_lo, v13, s2
	s_wait_alu depctr_va_vcc(0)
	v_add_co_ci_u32_e64 v12, null, s3, v14, vcc_lo
	s_wait_loadcnt 0x0
	v_dual_mul_f32 v3, s10, v3 :: v_dual_mul_f32 v10, s10, v10
	v_dual_mul_f32 v4, s10, v4 :: v_dual_mul_f32 v5, s10, v5
	v_dual_mul_f32 v6, s10, v6 :: v_dual_mul_f32 v7, s10, v7
	v_dual_mul_f32 v8, s10, v8 :: v_dual_mul_f32 v9, s10, v9
	s_delay_alu instid0(VALU_DEP_3) | instskip(NEXT) | instid1(VALU_DEP_3)
	v_fmac_f32_e32 v4, s9, v119
	v_dual_fmac_f32 v6, s9, v121 :: v_dual_fmac_f32 v5, s9, v120
	v_dual_fmac_f32 v10, s9, v117 :: v_dual_fmac_f32 v3, s9, v118
	s_delay_alu instid0(VALU_DEP_4)
	v_dual_fmac_f32 v8, s9, v115 :: v_dual_fmac_f32 v9, s9, v116
	v_fmac_f32_e32 v7, s9, v114
	s_clause 0x1
	global_store_b128 v[13:14], v[3:6], off
	global_store_b128 v[13:14], v[7:10], off offset:128
	s_clause 0x1
	global_load_b128 v[3:6], v[11:12], off
	global_load_b128 v[7:10], v[11:12], off offset:128
	v_add_co_u32 v13, vcc_lo, v11, s2
	s_wait_alu depctr_va_vcc(0)
	v_add_co_ci_u32_e64 v14, null, s3, v12, vcc_lo
	s_wait_loadcnt 0x0
	v_dual_mul_f32 v3, s10, v3 :: v_dual_mul_f32 v10, s10, v10
	v_dual_mul_f32 v4, s10, v4 :: v_dual_mul_f32 v5, s10, v5
	v_dual_mul_f32 v6, s10, v6 :: v_dual_mul_f32 v7, s10, v7
	v_dual_mul_f32 v8, s10, v8 :: v_dual_mul_f32 v9, s10, v9
	s_delay_alu instid0(VALU_DEP_3) | instskip(NEXT) | instid1(VALU_DEP_3)
	v_fmac_f32_e32 v4, s9, v111
	v_dual_fmac_f32 v6, s9, v113 :: v_dual_fmac_f32 v5, s9, v112
	v_dual_fmac_f32 v10, s9, v109 :: v_dual_fmac_f32 v3, s9, v110
	s_delay_alu instid0(VALU_DEP_4)
	v_dual_fmac_f32 v8, s9, v107 :: v_dual_fmac_f32 v9, s9, v108
	v_fmac_f32_e32 v7, s9, v106
	s_clause 0x1
	global_store_b128 v[11:12], v[3:6], off
	global_store_b128 v[11:12], v[7:10], off offset:128
	s_clause 0x1
	global_load_b128 v[3:6], v[13:14], off
	global_load_b128 v[7:10], v[13:14], off offset:128
	s_wait_loadcnt 0x1
	v_dual_mul_f32 v6, s10, v6 :: v_dual_add_nc_u32 v15, s11, v15
	s_wait_loadcnt 0x0
	s_delay_alu instid0(VALU_DEP_1) | instskip(SKIP_1) | instid1(VALU_DEP_3)
	v_dual_mul_f32 v10, s10, v10 :: v_dual_add_nc_u32 v11, v0, v15
	v_dual_mul_f32 v3, s10, v3 :: v_dual_mul_f32 v4, s10, v4
	v_fmac_f32_e32 v6, s9, v105
	v_mul_f32_e32 v5, s10, v5
	s_delay_alu instid0(VALU_DEP_4) | instskip(SKIP_2) | instid1(VALU_DEP_3)
	v_ashrrev_i32_e32 v12, 31, v11
	v_dual_mul_f32 v7, s10, v7 :: v_dual_mul_f32 v8, s10, v8
	v_dual_mul_f32 v9, s10, v9 :: v_dual_fmac_f32 v4, s9, v103
	v_lshlrev_b64_e32 v[11:12], 2, v[11:12]
	v_dual_fmac_f32 v5, s9, v104 :: v_dual_fmac_f32 v10, s9, v101
	s_delay_alu instid0(VALU_DEP_4) | instskip(NEXT) | instid1(VALU_DEP_4)
	v_dual_fmac_f32 v3, s9, v102 :: v_dual_fmac_f32 v8, s9, v99
	v_fmac_f32_e32 v9, s9, v100
	s_delay_alu instid0(VALU_DEP_4)
	v_add_co_u32 v11, vcc_lo, s0, v11
	v_fmac_f32_e32 v7, s9, v98
	s_wait_alu depctr_va_vcc(0)
	v_add_co_ci_u32_e64 v12, null, s1, v12, vcc_lo
	s_clause 0x1
	global_store_b128 v[13:14], v[3:6], off
	global_store_b128 v[13:14], v[7:10], off offset:128
	s_clause 0x1
	global_load_b128 v[3:6], v[11:12], off
	global_load_b128 v[7:10], v[11:12], off offset:128
	v_add_co_u32 v13, vcc_lo, v11, s2
	s_wait_alu depctr_va_vcc(0)
	v_add_co_ci_u32_e64 v14, null, s3, v12, vcc_lo
	s_wait_loadcnt 0x1
	v_dual_mul_f32 v4, s10, v4 :: v_dual_mul_f32 v5, s10, v5
	v_mul_f32_e32 v6, s10, v6
	s_wait_loadcnt 0x0
	v_dual_mul_f32 v10, s10, v10 :: v_dual_mul_f32 v3, s10, v3
	v_dual_mul_f32 v7, s10, v7 :: v_dual_mul_f32 v8, s10, v8
	v_mul_f32_e32 v9, s10, v9
	v_fmac_f32_e32 v6, s9, v97
	v_dual_fmac_f32 v4, s9, v95 :: v_dual_fmac_f32 v5, s9, v96
	v_dual_fmac_f32 v10, s9, v93 :: v_dual_fmac_f32 v3, s9, v94
	s_delay_alu instid0(VALU_DEP_4)
	v_dual_fmac_f32 v8, s9, v91 :: v_dual_fmac_f32 v9, s9, v92
	v_fmac_f32_e32 v7, s9, v90
	s_clause 0x1
	global_store_b128 v[11:12], v[3:6], off
	global_store_b128 v[11:12], v[7:10], off offset:128
	s_clause 0x1
	global_load_b128 v[3:6], v[13:14], off
	global_load_b128 v[7:10], v[13:14], off offset:128
	v_add_co_u32 v11, vcc_lo, v13, s2
	s_wait_alu depctr_va_vcc(0)
	v_add_co_ci_u32_e64 v12, null, s3, v14, vcc_lo
	s_wait_loadcnt 0x1
	v_dual_mul_f32 v4, s10, v4 :: v_dual_mul_f32 v5, s10, v5
	v_mul_f32_e32 v6, s10, v6
	s_wait_loadcnt 0x0
	v_dual_mul_f32 v10, s10, v10 :: v_dual_mul_f32 v3, s10, v3
	v_dual_mul_f32 v7, s10, v7 :: v_dual_mul_f32 v8, s10, v8
	s_delay_alu instid0(VALU_DEP_3) | instskip(SKIP_1) | instid1(VALU_DEP_4)
	v_dual_mul_f32 v9, s10, v9 :: v_dual_fmac_f32 v6, s9, v88
	v_dual_fmac_f32 v4, s9, v87 :: v_dual_fmac_f32 v5, s9, v89
	v_dual_fmac_f32 v10, s9, v85 :: v_dual_fmac_f32 v3, s9, v86
	s_delay_alu instid0(VALU_DEP_3)
	v_dual_fmac_f32 v8, s9, v83 :: v_dual_fmac_f32 v9, s9, v84
	v_fmac_f32_e32 v7, s9, v82
	s_clause 0x1
	global_store_b128 v[13:14], v[3:6], off
	global_store_b128 v[13:14], v[7:10], off offset:128
	s_clause 0x1
	global_load_b128 v[3:6], v[11:12], off
	global_load_b128 v[7:10], v[11:12], off offset:128
	v_add_co_u32 v13, vcc_lo, v11, s2
	s_wait_alu depctr_va_vcc(0)
	v_add_co_ci_u32_e64 v14, null, s3, v12, vcc_lo
	s_wait_loadcnt 0x1
	v_dual_mul_f32 v4, s10, v4 :: v_dual_mul_f32 v5, s10, v5
	v_mul_f32_e32 v6, s10, v6
	s_wait_loadcnt 0x0
	v_dual_mul_f32 v10, s10, v10 :: v_dual_mul_f32 v3, s10, v3
	v_dual_mul_f32 v7, s10, v7 :: v_dual_mul_f32 v8, s10, v8
	v_mul_f32_e32 v9, s10, v9
	v_fmac_f32_e32 v6, s9, v81
	v_dual_fmac_f32 v4, s9, v79 :: v_dual_fmac_f32 v5, s9, v80
	v_dual_fmac_f32 v10, s9, v77 :: v_dual_fmac_f32 v3, s9, v78
	s_delay_alu instid0(VALU_DEP_4)
	v_dual_fmac_f32 v8, s9, v75 :: v_dual_fmac_f32 v9, s9, v76
	v_fmac_f32_e32 v7, s9, v74
	s_clause 0x1
	global_store_b128 v[11:12], v[3:6], off
	global_store_b128 v[11:12], v[7:10], off offset:128
	s_clause 0x1
	global_load_b128 v[3:6], v[13:14], off
	global_load_b128 v[7:10], v[13:14], off offset:128
	v_add3_u32 v11, s11, v15, v0
	s_delay_alu instid0(VALU_DEP_1) | instskip(NEXT) | instid1(VALU_DEP_1)
	v_ashrrev_i32_e32 v12, 31, v11
	v_lshlrev_b64_e32 v[11:12], 2, v[11:12]
	s_delay_alu instid0(VALU_DEP_1) | instskip(SKIP_1) | instid1(VALU_DEP_2)
	v_add_co_u32 v11, vcc_lo, s0, v11
	s_wait_alu depctr_va_vcc(0)
	v_add_co_ci_u32_e64 v12, null, s1, v12, vcc_lo
	s_wait_loadcnt 0x1
	v_dual_mul_f32 v4, s10, v4 :: v_dual_mul_f32 v3, s10, v3
	v_mul_f32_e32 v6, s10, v6
	s_wait_loadcnt 0x0
	v_dual_mul_f32 v8, s10, v8 :: v_dual_mul_f32 v5, s10, v5
	v_dual_mul_f32 v9, s10, v9 :: v_dual_mul_f32 v10, s10, v10
	v_mul_f32_e32 v7, s10, v7
	v_fmac_f32_e32 v6, s9, v71
	v_dual_fmac_f32 v4, s9, v73 :: v_dual_fmac_f32 v3, s9, v72
	v_dual_fmac_f32 v8, s9, v67 :: v_dual_fmac_f32 v5, s9, v70
	v_dual_fmac_f32 v10, s9, v69 :: v_dual_fmac_f32 v9, s9, v68
	v_fmac_f32_e32 v7, s9, v66
	s_clause 0x1
	global_store_b128 v[13:14], v[3:6], off
	global_store_b128 v[13:14], v[7:10], off offset:128
	s_clause 0x1
	global_load_b128 v[3:6], v[11:12], off
	global_load_b128 v[7:10], v[11:12], off offset:128
	v_add_co_u32 v13, vcc_lo, v11, s2
	s_wait_alu depctr_va_vcc(0)
	v_add_co_ci_u32_e64 v14, null, s3, v12, vcc_lo
	s_wait_loadcnt 0x1
	v_dual_mul_f32 v4, s10, v4 :: v_dual_mul_f32 v5, s10, v5
	v_mul_f32_e32 v6, s10, v6
	s_wait_loadcnt 0x0
	v_dual_mul_f32 v10, s10, v10 :: v_dual_mul_f32 v3, s10, v3
	v_dual_mul_f32 v7, s10, v7 :: v_dual_mul_f32 v8, s10, v8
	v_mul_f32_e32 v9, s10, v9
	v_fmac_f32_e32 v6, s9, v65
	v_dual_fmac_f32 v4, s9, v63 :: v_dual_fmac_f32 v5, s9, v64
	v_dual_fmac_f32 v10, s9, v61 :: v_dual_fmac_f32 v3, s9, v62
	s_delay_alu instid0(VALU_DEP_4)
	v_dual_fmac_f32 v8, s9, v59 :: v_dual_fmac_f32 v9, s9, v60
	v_fmac_f32_e32 v7, s9, v58
	s_clause 0x1
	global_store_b128 v[11:12], v[3:6], off
	global_store_b128 v[11:12], v[7:10], off offset:128
	s_clause 0x1
	global_load_b128 v[3:6], v[13:14], off
	global_load_b128 v[7:10], v[13:14], off offset:128
	v_add_co_u32 v11, vcc_lo, v13, s2
	s_wait_alu depctr_va_vcc(0)
	v_add_co_ci_u32_e64 v12, null, s3, v14, vcc_lo
	s_wait_loadcnt 0x1
	v_dual_mul_f32 v4, s10, v4 :: v_dual_mul_f32 v5, s10, v5
	v_mul_f32_e32 v6, s10, v6
	s_wait_loadcnt 0x0
	v_dual_mul_f32 v10, s10, v10 :: v_dual_mul_f32 v3, s10, v3
	v_dual_mul_f32 v7, s10, v7 :: v_dual_mul_f32 v8, s10, v8
	v_mul_f32_e32 v9, s10, v9
	v_fmac_f32_e32 v6, s9, v57
	v_dual_fmac_f32 v4, s9, v55 :: v_dual_fmac_f32 v5, s9, v56
	v_dual_fmac_f32 v10, s9, v53 :: v_dual_fmac_f32 v3, s9, v54
	s_delay_alu instid0(VALU_DEP_4)
	v_dual_fmac_f32 v8, s9, v51 :: v_dual_fmac_f32 v9, s9, v52
	v_fmac_f32_e32 v7, s9, v50
	s_clause 0x1
	global_store_b128 v[13:14], v[3:6], off
	global_store_b128 v[13:14], v[7:10], off offset:128
	s_clause 0x1
	global_load_b128 v[3:6], v[11:12], off
	global_load_b128 v[7:10], v[11:12], off offset:128
	v_add_co_u32 v13, vcc_lo, v11, s2
	s_wait_alu depctr_va_vcc(0)
	v_add_co_ci_u32_e64 v14, null, s3, v12, vcc_lo
	s_wait_loadcnt 0x1
	v_dual_mul_f32 v4, s10, v4 :: v_dual_mul_f32 v5, s10, v5
	v_mul_f32_e32 v6, s10, v6
	s_wait_loadcnt 0x0
	v_dual_mul_f32 v10, s10, v10 :: v_dual_mul_f32 v3, s10, v3
	v_dual_mul_f32 v7, s10, v7 :: v_dual_mul_f32 v8, s10, v8
	v_mul_f32_e32 v9, s10, v9
	v_fmac_f32_e32 v6, s9, v49
	v_dual_fmac_f32 v4, s9, v47 :: v_dual_fmac_f32 v5, s9, v48
	v_dual_fmac_f32 v10, s9, v45 :: v_dual_fmac_f32 v3, s9, v46
	s_delay_alu instid0(VALU_DEP_4)
	v_dual_fmac_f32 v8, s9, v43 :: v_dual_fmac_f32 v9, s9, v44
	v_fmac_f32_e32 v7, s9, v42
	s_clause 0x1
	global_store_b128 v[11:12], v[3:6], off
	global_store_b128 v[11:12], v[7:10], off offset:128
	s_clause 0x1
	global_load_b128 v[3:6], v[13:14], off
	global_load_b128 v[7:10], v[13:14], off offset:128
	s_wait_loadcnt 0x1
	v_dual_mul_f32 v4, s10, v4 :: v_dual_mul_f32 v5, s10, v5
	v_mul_f32_e32 v6, s10, v6
	s_wait_loadcnt 0x0
	v_dual_mul_f32 v10, s10, v10 :: v_dual_mul_f32 v3, s10, v3
	v_dual_mul_f32 v8, s10, v8 :: v_dual_mul_f32 v7, s10, v7
	v_mul_f32_e32 v9, s10, v9
	v_fmac_f32_e32 v6, s9, v41
	v_dual_fmac_f32 v4, s9, v39 :: v_dual_fmac_f32 v5, s9, v40
	v_fmac_f32_e32 v10, s9, v2
	v_fmac_f32_e32 v3, s9, v38
	v_dual_fmac_f32 v9, s9, v37 :: v_dual_fmac_f32 v8, s9, v36
	v_fmac_f32_e32 v7, s9, v1
	s_clause 0x1
	global_store_b128 v[13:14], v[3:6], off
	global_store_b128 v[13:14], v[7:10], off offset:128
	s_nop 0
	s_sendmsg sendmsg(MSG_DEALLOC_VGPRS)
	s_endpgm
	.section	.rodata,"a",@progbits
	.p2align	6, 0x0
	.amdhsa_kernel sgemm
		.amdhsa_group_segment_fixed_size 8320
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
		.amdhsa_system_vgpr_workitem_id 0
		.amdhsa_next_free_vgpr 208
		.amdhsa_next_free_sgpr 17
		.amdhsa_reserve_vcc 1
		.amdhsa_float_round_mode_32 0
		.amdhsa_float_round_mode_16_64 0
		.amdhsa_float_denorm_mode_32 3
		.amdhsa_float_denorm_mode_16_64 3
		.amdhsa_fp16_overflow 0
		.amdhsa_workgroup_processor_mode 0
		.amdhsa_memory_ordered 1
		.amdhsa_forward_progress 1
		.amdhsa_inst_pref_size 48
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
	.size	sgemm, .Lfunc_end0-sgemm
                                        ; -- End function
	.set sgemm.num_vgpr, 208
	.set sgemm.num_agpr, 0
	.set sgemm.numbered_sgpr, 17
	.set sgemm.num_named_barrier, 0
	.set sgemm.private_seg_size, 0
	.set sgemm.uses_vcc, 1
	.set sgemm.uses_flat_scratch, 0
	.set sgemm.has_dyn_sized_stack, 0
	.set sgemm.has_recursion, 0
	.set sgemm.has_indirect_call, 0
	.section	.AMDGPU.csdata,"",@progbits
; Kernel info:
; codeLenInByte = 6020
; TotalNumSgprs: 19
; NumVgprs: 208
; ScratchSize: 0
; MemoryBound: 0
; FloatMode: 240
; IeeeMode: 1
; LDSByteSize: 8320 bytes/workgroup (compile time only)
; SGPRBlocks: 0
; VGPRBlocks: 25
; NumSGPRsForWavesPerEU: 19
; NumVGPRsForWavesPerEU: 208
; Occupancy: 7
; WaveLimiterHint : 1
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
    .group_segment_fixed_size: 8320
    .kernarg_segment_align: 8
    .kernarg_segment_size: 36
    .max_flat_workgroup_size: 128
    .name:           sgemm
    .private_segment_fixed_size: 0
    .sgpr_count:     19
    .sgpr_spill_count: 0
    .symbol:         sgemm.kd
    .uniform_work_group_size: 1
    .uses_dynamic_stack: false
    .vgpr_count:     208
    .vgpr_spill_count: 0
    .wavefront_size: 32
    .workgroup_processor_mode: 0
amdhsa.target:   amdgcn-amd-amdhsa--gfx1201
amdhsa.version:
  - 1
  - 2
...

	.end_amdgpu_metadata
