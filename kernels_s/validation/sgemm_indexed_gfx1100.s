	.text
	.amdgcn_target "amdgcn-amd-amdhsa--gfx1100"
	.amdhsa_code_object_version 5
	.protected	sgemm_indexed           ; -- Begin function sgemm_indexed
	.globl	sgemm_indexed
	.p2align	8
	.type	sgemm_indexed,@function
sgemm_indexed:                          ; @sgemm_indexed
; %bb.0:
	s_clause 0x1
	s_load_b32 s2, s[0:1], 0x18
	s_load_b128 s[4:7], s[0:1], 0x0
	s_lshl_b32 s3, s14, 7
	v_lshrrev_b32_e32 v1, 3, v0
	v_or_b32_e32 v129, s3, v0
	s_lshl_b32 s8, s15, 7
	v_lshlrev_b32_e32 v140, 1, v0
	s_bfe_i32 s10, s15, 0x10018
	v_or_b32_e32 v142, s8, v1
	v_ashrrev_i32_e32 v130, 31, v129
	s_lshr_b32 s10, s10, 25
	v_lshlrev_b32_e32 v139, 2, v0
	v_and_b32_e32 v143, 48, v140
	v_or_b32_e32 v144, 16, v142
	v_lshlrev_b64 v[3:4], 2, v[129:130]
	v_and_b32_e32 v130, 7, v0
	v_add_nc_u32_e32 v146, s10, v142
	v_or_b32_e32 v147, 32, v142
	v_or_b32_e32 v148, 48, v142
	v_or_b32_e32 v149, 64, v142
	s_waitcnt lgkmcnt(0)
	v_add_nc_u32_e32 v1, s2, v129
	v_mul_lo_u32 v131, v142, s2
	v_add_co_u32 v3, vcc_lo, s6, v3
	v_add_co_ci_u32_e32 v4, vcc_lo, s7, v4, vcc_lo
	s_delay_alu instid0(VALU_DEP_4) | instskip(SKIP_3) | instid1(VALU_DEP_3)
	v_add_nc_u32_e32 v5, s2, v1
	v_ashrrev_i32_e32 v2, 31, v1
	s_lshl_b32 s9, s2, 4
	v_dual_mov_b32 v31, 0 :: v_dual_mov_b32 v26, 0
	v_add_nc_u32_e32 v7, s2, v5
	v_ashrrev_i32_e32 v6, 31, v5
	v_lshlrev_b64 v[1:2], 2, v[1:2]
	v_add_nc_u32_e32 v132, s9, v131
	v_dual_mov_b32 v28, 0 :: v_dual_add_nc_u32 v9, v131, v130
	v_add_nc_u32_e32 v10, s2, v7
	v_ashrrev_i32_e32 v8, 31, v7
	v_lshlrev_b64 v[5:6], 2, v[5:6]
	v_add_co_u32 v1, vcc_lo, s6, v1
	s_delay_alu instid0(VALU_DEP_4) | instskip(SKIP_3) | instid1(VALU_DEP_4)
	v_dual_mov_b32 v25, 0 :: v_dual_add_nc_u32 v12, s2, v10
	v_ashrrev_i32_e32 v11, 31, v10
	v_lshlrev_b64 v[7:8], 2, v[7:8]
	v_add_co_ci_u32_e32 v2, vcc_lo, s7, v2, vcc_lo
	v_dual_mov_b32 v27, 0 :: v_dual_add_nc_u32 v14, s2, v12
	v_add_co_u32 v5, vcc_lo, s6, v5
	v_lshlrev_b64 v[10:11], 2, v[10:11]
	v_ashrrev_i32_e32 v13, 31, v12
	v_add_co_ci_u32_e32 v6, vcc_lo, s7, v6, vcc_lo
	v_add_co_u32 v7, vcc_lo, s6, v7
	v_ashrrev_i32_e32 v15, 31, v14
	v_dual_mov_b32 v29, 0 :: v_dual_add_nc_u32 v16, s2, v14
	v_add_co_ci_u32_e32 v8, vcc_lo, s7, v8, vcc_lo
	v_lshlrev_b64 v[12:13], 2, v[12:13]
	v_dual_mov_b32 v30, 0 :: v_dual_add_nc_u32 v133, s9, v132
	v_add_co_u32 v18, vcc_lo, s6, v10
	v_add_co_ci_u32_e32 v19, vcc_lo, s7, v11, vcc_lo
	v_lshlrev_b64 v[10:11], 2, v[14:15]
	v_ashrrev_i32_e32 v17, 31, v16
	v_dual_mov_b32 v43, 0 :: v_dual_add_nc_u32 v134, s9, v133
	v_add_co_u32 v12, vcc_lo, s6, v12
	v_add_co_ci_u32_e32 v13, vcc_lo, s7, v13, vcc_lo
	s_delay_alu instid0(VALU_DEP_4)
	v_lshlrev_b64 v[14:15], 2, v[16:17]
	v_add_co_u32 v16, vcc_lo, s6, v10
	v_ashrrev_i32_e32 v10, 31, v9
	v_dual_mov_b32 v41, 0 :: v_dual_add_nc_u32 v20, v132, v130
	v_dual_mov_b32 v44, 0 :: v_dual_add_nc_u32 v135, s9, v134
	v_add_co_ci_u32_e32 v17, vcc_lo, s7, v11, vcc_lo
	v_dual_mov_b32 v32, 0 :: v_dual_add_nc_u32 v11, v133, v130
	v_lshlrev_b64 v[9:10], 2, v[9:10]
	v_ashrrev_i32_e32 v21, 31, v20
	s_clause 0x5
	global_load_b32 v166, v[3:4], off
	global_load_b32 v167, v[1:2], off
	global_load_b32 v168, v[5:6], off
	global_load_b32 v169, v[7:8], off
	global_load_b32 v170, v[18:19], off
	global_load_b32 v171, v[12:13], off
	v_dual_mov_b32 v42, 0 :: v_dual_add_nc_u32 v3, v134, v130
	v_dual_mov_b32 v37, 0 :: v_dual_add_nc_u32 v136, s9, v135
	v_add_co_u32 v14, vcc_lo, s6, v14
	v_ashrrev_i32_e32 v12, 31, v11
	v_dual_mov_b32 v38, 0 :: v_dual_add_nc_u32 v7, v135, v130
	v_add_co_ci_u32_e32 v15, vcc_lo, s7, v15, vcc_lo
	v_lshlrev_b64 v[1:2], 2, v[20:21]
	v_add_co_u32 v5, vcc_lo, s4, v9
	v_ashrrev_i32_e32 v4, 31, v3
	v_dual_mov_b32 v46, 0 :: v_dual_add_nc_u32 v137, s9, v136
	v_add_co_ci_u32_e32 v6, vcc_lo, s5, v10, vcc_lo
	v_lshlrev_b64 v[9:10], 2, v[11:12]
	v_ashrrev_i32_e32 v8, 31, v7
	v_dual_mov_b32 v40, 0 :: v_dual_add_nc_u32 v11, v136, v130
	v_add_co_u32 v1, vcc_lo, s4, v1
	v_lshlrev_b64 v[3:4], 2, v[3:4]
	v_dual_mov_b32 v45, 0 :: v_dual_add_nc_u32 v138, s9, v137
	v_add_co_ci_u32_e32 v2, vcc_lo, s5, v2, vcc_lo
	v_dual_mov_b32 v39, 0 :: v_dual_add_nc_u32 v18, v137, v130
	v_add_co_u32 v9, vcc_lo, s4, v9
	v_lshlrev_b64 v[7:8], 2, v[7:8]
	v_ashrrev_i32_e32 v12, 31, v11
	v_add_co_ci_u32_e32 v10, vcc_lo, s5, v10, vcc_lo
	v_dual_mov_b32 v47, 0 :: v_dual_add_nc_u32 v20, v138, v130
	v_add_co_u32 v3, vcc_lo, s4, v3
	v_ashrrev_i32_e32 v19, 31, v18
	v_add_co_ci_u32_e32 v4, vcc_lo, s5, v4, vcc_lo
	v_add_co_u32 v7, vcc_lo, s4, v7
	v_lshlrev_b64 v[11:12], 2, v[11:12]
	v_ashrrev_i32_e32 v21, 31, v20
	v_add_co_ci_u32_e32 v8, vcc_lo, s5, v8, vcc_lo
	s_clause 0x4
	global_load_b32 v172, v[5:6], off
	global_load_b32 v173, v[1:2], off
	global_load_b32 v174, v[9:10], off
	global_load_b32 v175, v[3:4], off
	global_load_b32 v176, v[7:8], off
	v_lshlrev_b64 v[1:2], 2, v[18:19]
	v_add_co_u32 v3, vcc_lo, s4, v11
	v_lshlrev_b64 v[5:6], 2, v[20:21]
	v_add_co_ci_u32_e32 v4, vcc_lo, s5, v12, vcc_lo
	s_delay_alu instid0(VALU_DEP_4) | instskip(SKIP_1) | instid1(VALU_DEP_4)
	v_add_co_u32 v1, vcc_lo, s4, v1
	v_add_co_ci_u32_e32 v2, vcc_lo, s5, v2, vcc_lo
	v_add_co_u32 v5, vcc_lo, s4, v5
	v_add_co_ci_u32_e32 v6, vcc_lo, s5, v6, vcc_lo
	s_clause 0x1
	global_load_b32 v177, v[16:17], off
	global_load_b32 v178, v[14:15], off
	s_clause 0x2
	global_load_b32 v179, v[3:4], off
	global_load_b32 v180, v[1:2], off
	global_load_b32 v181, v[5:6], off
	s_bfe_i32 s9, s14, 0x10018
	v_or_b32_e32 v150, 0x50, v142
	s_lshr_b32 s9, s9, 25
	s_delay_alu instid0(SALU_CYCLE_1)
	v_dual_mov_b32 v96, 0 :: v_dual_add_nc_u32 v141, s9, v129
	v_or_b32_e32 v151, 0x60, v142
	v_or_b32_e32 v152, 0x70, v142
	v_and_b32_e32 v146, 0x3fffff80, v146
	v_add_nc_u32_e32 v153, s10, v147
	v_and_b32_e32 v145, 0x3fffff80, v141
	v_and_or_b32 v141, 0x180, v139, v143
	v_add_nc_u32_e32 v143, s10, v144
	v_add_nc_u32_e32 v154, s10, v148
	v_add_nc_u32_e32 v155, s10, v149
	v_sub_nc_u32_e32 v145, v129, v145
	v_add_nc_u32_e32 v156, s10, v150
	v_add_nc_u32_e32 v157, s10, v151
	v_add_nc_u32_e32 v158, s10, v152
	s_load_b64 s[0:1], s[0:1], 0x10
	v_and_b32_e32 v143, 0x3fffff80, v143
	v_sub_nc_u32_e32 v142, v142, v146
	v_and_b32_e32 v146, 0x3fffff80, v153
	v_and_b32_e32 v153, 0x3fffff80, v154
	v_and_b32_e32 v154, 0x3fffff80, v155
	v_and_b32_e32 v155, 0x3fffff80, v156
	v_lshlrev_b32_e32 v156, 2, v145
	v_and_b32_e32 v145, 0x3fffff80, v157
	v_and_b32_e32 v157, 0x3fffff80, v158
	v_sub_nc_u32_e32 v158, v144, v143
	v_sub_nc_u32_e32 v159, v147, v146
	v_sub_nc_u32_e32 v153, v148, v153
	v_sub_nc_u32_e32 v154, v149, v154
	v_sub_nc_u32_e32 v155, v150, v155
	v_lshlrev_b32_e32 v160, 2, v142
	v_sub_nc_u32_e32 v161, v151, v145
	v_sub_nc_u32_e32 v152, v152, v157
	v_dual_mov_b32 v1, 0 :: v_dual_add_nc_u32 v182, 0x80, v156
	v_add_nc_u32_e32 v142, 0x1080, v156
	v_add_nc_u32_e32 v143, 0x1280, v156
	v_add_nc_u32_e32 v144, 0x1480, v156
	v_add_nc_u32_e32 v145, 0x1680, v156
	v_add_nc_u32_e32 v146, 0x1880, v156
	v_add_nc_u32_e32 v147, 0x1a80, v156
	v_add_nc_u32_e32 v148, 0x1c80, v156
	v_add_nc_u32_e32 v149, 0x1e80, v156
	v_lshlrev_b32_e32 v156, 2, v158
	v_mad_u32_u24 v151, 0x210, v130, v160
	v_lshlrev_b32_e32 v157, 2, v159
	v_lshlrev_b32_e32 v158, 2, v153
	v_lshlrev_b32_e32 v159, 2, v154
	v_lshlrev_b32_e32 v160, 2, v155
	v_lshlrev_b32_e32 v161, 2, v161
	v_lshlrev_b32_e32 v162, 2, v152
	v_dual_mov_b32 v2, 0 :: v_dual_mov_b32 v3, 0
	v_mov_b32_e32 v4, 0
	v_dual_mov_b32 v48, 0 :: v_dual_mov_b32 v53, 0
	v_dual_mov_b32 v54, 0 :: v_dual_mov_b32 v55, 0
	v_dual_mov_b32 v56, 0 :: v_dual_mov_b32 v65, 0
	v_dual_mov_b32 v66, 0 :: v_dual_mov_b32 v67, 0
	v_dual_mov_b32 v68, 0 :: v_dual_mov_b32 v9, 0
	v_dual_mov_b32 v10, 0 :: v_dual_mov_b32 v11, 0
	v_dual_mov_b32 v12, 0 :: v_dual_mov_b32 v17, 0
	v_dual_mov_b32 v18, 0 :: v_dual_mov_b32 v19, 0
	v_dual_mov_b32 v20, 0 :: v_dual_mov_b32 v13, 0
	v_dual_mov_b32 v14, 0 :: v_dual_mov_b32 v15, 0
	v_dual_mov_b32 v16, 0 :: v_dual_mov_b32 v21, 0
	v_dual_mov_b32 v22, 0 :: v_dual_mov_b32 v23, 0
	v_dual_mov_b32 v24, 0 :: v_dual_mov_b32 v5, 0
	v_dual_mov_b32 v6, 0 :: v_dual_mov_b32 v7, 0
	v_dual_mov_b32 v8, 0 :: v_dual_mov_b32 v49, 0
	v_dual_mov_b32 v50, 0 :: v_dual_mov_b32 v51, 0
	v_dual_mov_b32 v52, 0 :: v_dual_mov_b32 v77, 0
	v_dual_mov_b32 v78, 0 :: v_dual_mov_b32 v79, 0
	v_dual_mov_b32 v80, 0 :: v_dual_mov_b32 v109, 0
	v_dual_mov_b32 v110, 0 :: v_dual_mov_b32 v111, 0
	v_dual_mov_b32 v112, 0 :: v_dual_mov_b32 v33, 0
	v_dual_mov_b32 v34, 0 :: v_dual_mov_b32 v35, 0
	v_dual_mov_b32 v36, 0 :: v_dual_mov_b32 v61, 0
	v_dual_mov_b32 v62, 0 :: v_dual_mov_b32 v63, 0
	v_dual_mov_b32 v64, 0 :: v_dual_mov_b32 v57, 0
	v_dual_mov_b32 v58, 0 :: v_dual_mov_b32 v59, 0
	v_dual_mov_b32 v60, 0 :: v_dual_mov_b32 v69, 0
	v_dual_mov_b32 v70, 0 :: v_dual_mov_b32 v71, 0
	v_dual_mov_b32 v72, 0 :: v_dual_mov_b32 v73, 0
	v_dual_mov_b32 v74, 0 :: v_dual_mov_b32 v75, 0
	v_dual_mov_b32 v76, 0 :: v_dual_mov_b32 v81, 0
	v_dual_mov_b32 v82, 0 :: v_dual_mov_b32 v83, 0
	v_dual_mov_b32 v84, 0 :: v_dual_mov_b32 v89, 0
	v_dual_mov_b32 v90, 0 :: v_dual_mov_b32 v91, 0
	v_dual_mov_b32 v92, 0 :: v_dual_mov_b32 v105, 0
	v_dual_mov_b32 v106, 0 :: v_dual_mov_b32 v107, 0
	v_dual_mov_b32 v108, 0 :: v_dual_mov_b32 v85, 0
	v_dual_mov_b32 v86, 0 :: v_dual_mov_b32 v87, 0
	v_dual_mov_b32 v88, 0 :: v_dual_mov_b32 v97, 0
	v_dual_mov_b32 v98, 0 :: v_dual_mov_b32 v99, 0
	v_dual_mov_b32 v100, 0 :: v_dual_mov_b32 v121, 0
	v_dual_mov_b32 v122, 0 :: v_dual_mov_b32 v123, 0
	v_dual_mov_b32 v124, 0 :: v_dual_mov_b32 v125, 0
	v_dual_mov_b32 v126, 0 :: v_dual_mov_b32 v127, 0
	v_dual_mov_b32 v128, 0 :: v_dual_mov_b32 v117, 0
	v_dual_mov_b32 v118, 0 :: v_dual_mov_b32 v119, 0
	v_dual_mov_b32 v120, 0 :: v_dual_mov_b32 v113, 0
	v_dual_mov_b32 v114, 0 :: v_dual_mov_b32 v115, 0
	v_dual_mov_b32 v116, 0 :: v_dual_mov_b32 v101, 0
	v_dual_mov_b32 v102, 0 :: v_dual_mov_b32 v103, 0
	v_dual_mov_b32 v104, 0 :: v_dual_mov_b32 v93, 0
	v_dual_mov_b32 v94, 0 :: v_dual_mov_b32 v95, 0
	v_lshl_or_b32 v140, v130, 4, 0x1080
	v_ashrrev_i32_e32 v150, 31, v131
	v_ashrrev_i32_e32 v152, 31, v132
	v_mad_u32_u24 v153, 0x210, v130, v156
	v_mad_u32_u24 v154, 0x210, v130, v157
	v_mad_u32_u24 v155, 0x210, v130, v158
	v_mad_u32_u24 v156, 0x210, v130, v159
	v_mad_u32_u24 v157, 0x210, v130, v160
	v_mad_u32_u24 v158, 0x210, v130, v161
	v_mad_u32_u24 v159, 0x210, v130, v162
	v_ashrrev_i32_e32 v160, 31, v133
	v_ashrrev_i32_e32 v161, 31, v134
	v_ashrrev_i32_e32 v162, 31, v135
	v_ashrrev_i32_e32 v163, 31, v136
	v_ashrrev_i32_e32 v164, 31, v137
	v_ashrrev_i32_e32 v165, 31, v138
	s_add_u32 s4, s4, 32
	s_mov_b32 s11, 0
	s_addc_u32 s5, s5, 0
	s_waitcnt vmcnt(14)
	ds_store_2addr_stride64_b32 v182, v166, v167 offset0:16 offset1:18
	s_waitcnt vmcnt(9)
	ds_store_b32 v151, v172
	ds_store_2addr_stride64_b32 v182, v168, v169 offset0:20 offset1:22
	s_waitcnt vmcnt(8)
	ds_store_b32 v153, v173
	s_waitcnt vmcnt(7)
	ds_store_b32 v154, v174
	ds_store_2addr_stride64_b32 v182, v170, v171 offset0:24 offset1:26
	s_waitcnt vmcnt(6)
	ds_store_b32 v155, v175
	s_waitcnt vmcnt(5)
	ds_store_b32 v156, v176
	s_waitcnt vmcnt(3)
	ds_store_2addr_stride64_b32 v182, v177, v178 offset0:28 offset1:30
	s_waitcnt vmcnt(2)
	ds_store_b32 v157, v179
	s_waitcnt vmcnt(1)
	ds_store_b32 v158, v180
	s_waitcnt vmcnt(0)
	ds_store_b32 v159, v181
	s_waitcnt lgkmcnt(0)
	s_barrier
	s_waitcnt lgkmcnt(0)
                                        ; implicit-def: $vgpr166
                                        ; implicit-def: $vgpr167
                                        ; implicit-def: $vgpr168
                                        ; implicit-def: $vgpr169
                                        ; implicit-def: $vgpr170
                                        ; implicit-def: $vgpr171
                                        ; implicit-def: $vgpr172
                                        ; implicit-def: $vgpr173
                                        ; implicit-def: $vgpr174
                                        ; implicit-def: $vgpr175
                                        ; implicit-def: $vgpr176
                                        ; implicit-def: $vgpr177
                                        ; implicit-def: $vgpr178
                                        ; implicit-def: $vgpr179
                                        ; implicit-def: $vgpr180
                                        ; implicit-def: $vgpr181
	s_branch .LBB0_2
.LBB0_1:                                ;   in Loop: Header=BB0_2 Depth=1
	ds_store_b32 v142, v166
	ds_store_b32 v151, v174
	ds_store_b32 v143, v167
	ds_store_b32 v153, v175
	ds_store_b32 v144, v168
	ds_store_b32 v154, v176
	ds_store_b32 v145, v169
	ds_store_b32 v155, v177
	ds_store_b32 v146, v170
	ds_store_b32 v156, v178
	ds_store_b32 v147, v171
	ds_store_b32 v157, v179
	ds_store_b32 v148, v172
	ds_store_b32 v158, v180
	ds_store_b32 v149, v173
	ds_store_b32 v159, v181
	s_waitcnt lgkmcnt(0)
	s_barrier
	s_mov_b32 s11, s9
	s_cbranch_execz .LBB0_8
.LBB0_2:                                ; =>This Loop Header: Depth=1
                                        ;     Child Loop BB0_5 Depth 2
	s_add_i32 s9, s11, 8
	s_delay_alu instid0(SALU_CYCLE_1)
	s_cmp_lt_i32 s9, s2
	s_cselect_b32 s10, -1, 0
	s_cmp_ge_i32 s9, s2
	s_cbranch_scc1 .LBB0_4
; %bb.3:                                ;   in Loop: Header=BB0_2 Depth=1
	v_add_nc_u32_e64 v166, 8, s11
	s_delay_alu instid0(VALU_DEP_1) | instskip(NEXT) | instid1(VALU_DEP_1)
	v_mad_u64_u32 v[167:168], null, v166, s2, v[129:130]
	v_ashrrev_i32_e32 v168, 31, v167
	s_delay_alu instid0(VALU_DEP_1) | instskip(NEXT) | instid1(VALU_DEP_1)
	v_lshlrev_b64 v[168:169], 2, v[167:168]
	v_add_co_u32 v168, vcc_lo, s6, v168
	s_delay_alu instid0(VALU_DEP_2) | instskip(SKIP_2) | instid1(VALU_DEP_1)
	v_add_co_ci_u32_e32 v169, vcc_lo, s7, v169, vcc_lo
	global_load_b32 v166, v[168:169], off
	; sched_barrier mask(0x00000000)
	v_add_nc_u32_e32 v168, s2, v167
	v_ashrrev_i32_e32 v169, 31, v168
	s_delay_alu instid0(VALU_DEP_1) | instskip(NEXT) | instid1(VALU_DEP_1)
	v_lshlrev_b64 v[169:170], 2, v[168:169]
	v_add_co_u32 v169, vcc_lo, s6, v169
	s_delay_alu instid0(VALU_DEP_2) | instskip(SKIP_2) | instid1(VALU_DEP_1)
	v_add_co_ci_u32_e32 v170, vcc_lo, s7, v170, vcc_lo
	global_load_b32 v167, v[169:170], off
	; sched_barrier mask(0x00000000)
	v_add_nc_u32_e32 v169, s2, v168
	v_ashrrev_i32_e32 v170, 31, v169
	s_delay_alu instid0(VALU_DEP_1) | instskip(NEXT) | instid1(VALU_DEP_1)
	v_lshlrev_b64 v[170:171], 2, v[169:170]
	v_add_co_u32 v170, vcc_lo, s6, v170
	s_delay_alu instid0(VALU_DEP_2) | instskip(SKIP_2) | instid1(VALU_DEP_1)
	v_add_co_ci_u32_e32 v171, vcc_lo, s7, v171, vcc_lo
	global_load_b32 v168, v[170:171], off
	; sched_barrier mask(0x00000000)
	v_add_nc_u32_e32 v170, s2, v169
	v_ashrrev_i32_e32 v171, 31, v170
	s_delay_alu instid0(VALU_DEP_1) | instskip(NEXT) | instid1(VALU_DEP_1)
	v_lshlrev_b64 v[171:172], 2, v[170:171]
	v_add_co_u32 v171, vcc_lo, s6, v171
	s_delay_alu instid0(VALU_DEP_2) | instskip(SKIP_2) | instid1(VALU_DEP_1)
	v_add_co_ci_u32_e32 v172, vcc_lo, s7, v172, vcc_lo
	global_load_b32 v169, v[171:172], off
	; sched_barrier mask(0x00000000)
	v_add_nc_u32_e32 v171, s2, v170
	v_ashrrev_i32_e32 v172, 31, v171
	s_delay_alu instid0(VALU_DEP_1) | instskip(NEXT) | instid1(VALU_DEP_1)
	v_lshlrev_b64 v[172:173], 2, v[171:172]
	v_add_co_u32 v172, vcc_lo, s6, v172
	s_delay_alu instid0(VALU_DEP_2) | instskip(SKIP_2) | instid1(VALU_DEP_1)
	v_add_co_ci_u32_e32 v173, vcc_lo, s7, v173, vcc_lo
	global_load_b32 v170, v[172:173], off
	; sched_barrier mask(0x00000000)
	v_add_nc_u32_e32 v172, s2, v171
	v_ashrrev_i32_e32 v173, 31, v172
	s_delay_alu instid0(VALU_DEP_1) | instskip(NEXT) | instid1(VALU_DEP_1)
	v_lshlrev_b64 v[173:174], 2, v[172:173]
	v_add_co_u32 v173, vcc_lo, s6, v173
	s_delay_alu instid0(VALU_DEP_2) | instskip(SKIP_2) | instid1(VALU_DEP_1)
	v_add_co_ci_u32_e32 v174, vcc_lo, s7, v174, vcc_lo
	global_load_b32 v171, v[173:174], off
	; sched_barrier mask(0x00000000)
	v_add_nc_u32_e32 v173, s2, v172
	v_ashrrev_i32_e32 v174, 31, v173
	s_delay_alu instid0(VALU_DEP_1) | instskip(NEXT) | instid1(VALU_DEP_1)
	v_lshlrev_b64 v[174:175], 2, v[173:174]
	v_add_co_u32 v174, vcc_lo, s6, v174
	s_delay_alu instid0(VALU_DEP_2) | instskip(SKIP_2) | instid1(VALU_DEP_1)
	v_add_co_ci_u32_e32 v175, vcc_lo, s7, v175, vcc_lo
	global_load_b32 v172, v[174:175], off
	; sched_barrier mask(0x00000000)
	v_add_nc_u32_e32 v173, s2, v173
	v_ashrrev_i32_e32 v174, 31, v173
	s_delay_alu instid0(VALU_DEP_1) | instskip(NEXT) | instid1(VALU_DEP_1)
	v_lshlrev_b64 v[173:174], 2, v[173:174]
	v_add_co_u32 v173, vcc_lo, s6, v173
	s_delay_alu instid0(VALU_DEP_2) | instskip(SKIP_3) | instid1(VALU_DEP_1)
	v_add_co_ci_u32_e32 v174, vcc_lo, s7, v174, vcc_lo
	global_load_b32 v173, v[173:174], off
	; sched_barrier mask(0x00000000)
	s_ashr_i32 s12, s11, 31
	v_add_co_u32 v182, s11, v130, s11
	v_add_co_ci_u32_e64 v183, null, 0, s12, s11
	s_delay_alu instid0(VALU_DEP_2) | instskip(NEXT) | instid1(VALU_DEP_2)
	v_add_co_u32 v174, vcc_lo, v182, v131
	v_add_co_ci_u32_e32 v175, vcc_lo, v183, v150, vcc_lo
	s_delay_alu instid0(VALU_DEP_1) | instskip(NEXT) | instid1(VALU_DEP_1)
	v_lshlrev_b64 v[174:175], 2, v[174:175]
	v_add_co_u32 v174, vcc_lo, s4, v174
	s_delay_alu instid0(VALU_DEP_2) | instskip(SKIP_3) | instid1(VALU_DEP_1)
	v_add_co_ci_u32_e32 v175, vcc_lo, s5, v175, vcc_lo
	global_load_b32 v174, v[174:175], off
	; sched_barrier mask(0x00000000)
	v_add_co_u32 v175, vcc_lo, v182, v132
	v_add_co_ci_u32_e32 v176, vcc_lo, v183, v152, vcc_lo
	v_lshlrev_b64 v[175:176], 2, v[175:176]
	s_delay_alu instid0(VALU_DEP_1) | instskip(NEXT) | instid1(VALU_DEP_2)
	v_add_co_u32 v175, vcc_lo, s4, v175
	v_add_co_ci_u32_e32 v176, vcc_lo, s5, v176, vcc_lo
	global_load_b32 v175, v[175:176], off
	; sched_barrier mask(0x00000000)
	v_add_co_u32 v176, vcc_lo, v182, v133
	v_add_co_ci_u32_e32 v177, vcc_lo, v183, v160, vcc_lo
	s_delay_alu instid0(VALU_DEP_1) | instskip(NEXT) | instid1(VALU_DEP_1)
	v_lshlrev_b64 v[176:177], 2, v[176:177]
	v_add_co_u32 v176, vcc_lo, s4, v176
	s_delay_alu instid0(VALU_DEP_2) | instskip(SKIP_3) | instid1(VALU_DEP_1)
	v_add_co_ci_u32_e32 v177, vcc_lo, s5, v177, vcc_lo
	global_load_b32 v176, v[176:177], off
	; sched_barrier mask(0x00000000)
	v_add_co_u32 v177, vcc_lo, v182, v134
	v_add_co_ci_u32_e32 v178, vcc_lo, v183, v161, vcc_lo
	v_lshlrev_b64 v[177:178], 2, v[177:178]
	s_delay_alu instid0(VALU_DEP_1) | instskip(NEXT) | instid1(VALU_DEP_2)
	v_add_co_u32 v177, vcc_lo, s4, v177
	v_add_co_ci_u32_e32 v178, vcc_lo, s5, v178, vcc_lo
	global_load_b32 v177, v[177:178], off
	; sched_barrier mask(0x00000000)
	v_add_co_u32 v178, vcc_lo, v182, v135
	v_add_co_ci_u32_e32 v179, vcc_lo, v183, v162, vcc_lo
	s_delay_alu instid0(VALU_DEP_1) | instskip(NEXT) | instid1(VALU_DEP_1)
	v_lshlrev_b64 v[178:179], 2, v[178:179]
	v_add_co_u32 v178, vcc_lo, s4, v178
	s_delay_alu instid0(VALU_DEP_2) | instskip(SKIP_3) | instid1(VALU_DEP_1)
	v_add_co_ci_u32_e32 v179, vcc_lo, s5, v179, vcc_lo
	global_load_b32 v178, v[178:179], off
	; sched_barrier mask(0x00000000)
	v_add_co_u32 v179, vcc_lo, v182, v136
	v_add_co_ci_u32_e32 v180, vcc_lo, v183, v163, vcc_lo
	v_lshlrev_b64 v[179:180], 2, v[179:180]
	s_delay_alu instid0(VALU_DEP_1) | instskip(NEXT) | instid1(VALU_DEP_2)
	v_add_co_u32 v179, vcc_lo, s4, v179
	v_add_co_ci_u32_e32 v180, vcc_lo, s5, v180, vcc_lo
	global_load_b32 v179, v[179:180], off
	; sched_barrier mask(0x00000000)
	v_add_co_u32 v180, vcc_lo, v182, v137
	v_add_co_ci_u32_e32 v181, vcc_lo, v183, v164, vcc_lo
	s_delay_alu instid0(VALU_DEP_1) | instskip(NEXT) | instid1(VALU_DEP_1)
	v_lshlrev_b64 v[180:181], 2, v[180:181]
	v_add_co_u32 v180, vcc_lo, s4, v180
	s_delay_alu instid0(VALU_DEP_2) | instskip(SKIP_3) | instid1(VALU_DEP_1)
	v_add_co_ci_u32_e32 v181, vcc_lo, s5, v181, vcc_lo
	global_load_b32 v180, v[180:181], off
	; sched_barrier mask(0x00000000)
	v_add_co_u32 v181, vcc_lo, v182, v138
	v_add_co_ci_u32_e32 v182, vcc_lo, v183, v165, vcc_lo
	v_lshlrev_b64 v[181:182], 2, v[181:182]
	s_delay_alu instid0(VALU_DEP_1) | instskip(NEXT) | instid1(VALU_DEP_2)
	v_add_co_u32 v181, vcc_lo, s4, v181
	v_add_co_ci_u32_e32 v182, vcc_lo, s5, v182, vcc_lo
	global_load_b32 v181, v[181:182], off
	; sched_barrier mask(0x00000000)
.LBB0_4:                                ;   in Loop: Header=BB0_2 Depth=1
	v_mov_b32_e32 v182, v141
	s_mov_b32 s11, 0
.LBB0_5:                                ;   Parent Loop BB0_2 Depth=1
                                        ; =>  This Inner Loop Header: Depth=2
	ds_load_b128 v[183:186], v182
	ds_load_b128 v[187:190], v182 offset:64
	v_add_nc_u32_e32 v203, s11, v140
	s_addk_i32 s11, 0x200
	ds_load_b128 v[191:194], v203
	ds_load_b128 v[195:198], v203 offset:128
	ds_load_b128 v[199:202], v203 offset:256
	ds_load_b128 v[203:206], v203 offset:384
	v_add_nc_u32_e32 v182, 0x210, v182
	s_cmpk_lg_i32 s11, 0x1000
	s_waitcnt lgkmcnt(3)
	v_fmac_f32_e32 v1, v183, v191
	v_dual_fmac_f32 v2, v183, v192 :: v_dual_fmac_f32 v37, v184, v191
	v_dual_fmac_f32 v3, v183, v193 :: v_dual_fmac_f32 v38, v184, v192
	v_dual_fmac_f32 v4, v183, v194 :: v_dual_fmac_f32 v39, v184, v193
	v_fmac_f32_e32 v10, v185, v192
	v_dual_fmac_f32 v40, v184, v194 :: v_dual_fmac_f32 v9, v185, v191
	v_dual_fmac_f32 v11, v185, v193 :: v_dual_fmac_f32 v6, v186, v192
	v_dual_fmac_f32 v12, v185, v194 :: v_dual_fmac_f32 v5, v186, v191
	s_waitcnt lgkmcnt(2)
	v_dual_fmac_f32 v7, v186, v193 :: v_dual_fmac_f32 v26, v183, v196
	v_dual_fmac_f32 v8, v186, v194 :: v_dual_fmac_f32 v25, v183, v195
	v_dual_fmac_f32 v27, v183, v197 :: v_dual_fmac_f32 v46, v184, v196
	v_dual_fmac_f32 v28, v183, v198 :: v_dual_fmac_f32 v45, v184, v195
	v_dual_fmac_f32 v47, v184, v197 :: v_dual_fmac_f32 v18, v185, v196
	v_dual_fmac_f32 v48, v184, v198 :: v_dual_fmac_f32 v17, v185, v195
	v_dual_fmac_f32 v19, v185, v197 :: v_dual_fmac_f32 v50, v186, v196
	v_dual_fmac_f32 v20, v185, v198 :: v_dual_fmac_f32 v49, v186, v195
	s_waitcnt lgkmcnt(1)
	v_dual_fmac_f32 v51, v186, v197 :: v_dual_fmac_f32 v30, v183, v200
	v_dual_fmac_f32 v52, v186, v198 :: v_dual_fmac_f32 v29, v183, v199
	v_dual_fmac_f32 v31, v183, v201 :: v_dual_fmac_f32 v54, v184, v200
	v_dual_fmac_f32 v32, v183, v202 :: v_dual_fmac_f32 v53, v184, v199
	v_dual_fmac_f32 v55, v184, v201 :: v_dual_fmac_f32 v14, v185, v200
	v_dual_fmac_f32 v56, v184, v202 :: v_dual_fmac_f32 v13, v185, v199
	v_dual_fmac_f32 v15, v185, v201 :: v_dual_fmac_f32 v78, v186, v200
	v_dual_fmac_f32 v16, v185, v202 :: v_dual_fmac_f32 v77, v186, v199
	s_waitcnt lgkmcnt(0)
	v_dual_fmac_f32 v79, v186, v201 :: v_dual_fmac_f32 v42, v183, v204
	v_dual_fmac_f32 v80, v186, v202 :: v_dual_fmac_f32 v41, v183, v203
	v_dual_fmac_f32 v43, v183, v205 :: v_dual_fmac_f32 v66, v184, v204
	v_dual_fmac_f32 v44, v183, v206 :: v_dual_fmac_f32 v65, v184, v203
	v_dual_fmac_f32 v67, v184, v205 :: v_dual_fmac_f32 v22, v185, v204
	v_dual_fmac_f32 v68, v184, v206 :: v_dual_fmac_f32 v21, v185, v203
	v_dual_fmac_f32 v23, v185, v205 :: v_dual_fmac_f32 v110, v186, v204
	v_dual_fmac_f32 v24, v185, v206 :: v_dual_fmac_f32 v109, v186, v203
	v_dual_fmac_f32 v111, v186, v205 :: v_dual_fmac_f32 v34, v187, v192
	v_dual_fmac_f32 v112, v186, v206 :: v_dual_fmac_f32 v33, v187, v191
	v_dual_fmac_f32 v35, v187, v193 :: v_dual_fmac_f32 v74, v188, v192
	v_dual_fmac_f32 v36, v187, v194 :: v_dual_fmac_f32 v73, v188, v191
	v_dual_fmac_f32 v75, v188, v193 :: v_dual_fmac_f32 v86, v189, v192
	v_dual_fmac_f32 v76, v188, v194 :: v_dual_fmac_f32 v85, v189, v191
	v_dual_fmac_f32 v87, v189, v193 :: v_dual_fmac_f32 v118, v190, v192
	v_dual_fmac_f32 v88, v189, v194 :: v_dual_fmac_f32 v117, v190, v191
	v_dual_fmac_f32 v119, v190, v193 :: v_dual_fmac_f32 v62, v187, v196
	v_dual_fmac_f32 v120, v190, v194 :: v_dual_fmac_f32 v61, v187, v195
	v_dual_fmac_f32 v63, v187, v197 :: v_dual_fmac_f32 v82, v188, v196
	v_dual_fmac_f32 v64, v187, v198 :: v_dual_fmac_f32 v81, v188, v195
	v_dual_fmac_f32 v83, v188, v197 :: v_dual_fmac_f32 v98, v189, v196
	v_dual_fmac_f32 v84, v188, v198 :: v_dual_fmac_f32 v97, v189, v195
	v_dual_fmac_f32 v99, v189, v197 :: v_dual_fmac_f32 v114, v190, v196
	v_dual_fmac_f32 v100, v189, v198 :: v_dual_fmac_f32 v113, v190, v195
	v_dual_fmac_f32 v115, v190, v197 :: v_dual_fmac_f32 v58, v187, v200
	v_dual_fmac_f32 v116, v190, v198 :: v_dual_fmac_f32 v57, v187, v199
	v_dual_fmac_f32 v59, v187, v201 :: v_dual_fmac_f32 v90, v188, v200
	v_dual_fmac_f32 v60, v187, v202 :: v_dual_fmac_f32 v89, v188, v199
	v_dual_fmac_f32 v91, v188, v201 :: v_dual_fmac_f32 v122, v189, v200
	v_dual_fmac_f32 v92, v188, v202 :: v_dual_fmac_f32 v121, v189, v199
	v_dual_fmac_f32 v123, v189, v201 :: v_dual_fmac_f32 v102, v190, v200
	v_dual_fmac_f32 v124, v189, v202 :: v_dual_fmac_f32 v101, v190, v199
	v_dual_fmac_f32 v103, v190, v201 :: v_dual_fmac_f32 v70, v187, v204
	v_dual_fmac_f32 v104, v190, v202 :: v_dual_fmac_f32 v69, v187, v203
	v_dual_fmac_f32 v71, v187, v205 :: v_dual_fmac_f32 v106, v188, v204
	v_dual_fmac_f32 v72, v187, v206 :: v_dual_fmac_f32 v105, v188, v203
	v_dual_fmac_f32 v107, v188, v205 :: v_dual_fmac_f32 v126, v189, v204
	v_dual_fmac_f32 v108, v188, v206 :: v_dual_fmac_f32 v125, v189, v203
	v_dual_fmac_f32 v127, v189, v205 :: v_dual_fmac_f32 v94, v190, v204
	v_dual_fmac_f32 v128, v189, v206 :: v_dual_fmac_f32 v93, v190, v203
	v_fmac_f32_e32 v95, v190, v205
	v_fmac_f32_e32 v96, v190, v206
	s_cbranch_scc1 .LBB0_5
; %bb.6:                                ;   in Loop: Header=BB0_2 Depth=1
	s_and_not1_b32 vcc_lo, exec_lo, s10
	s_waitcnt vmcnt(0)
	s_barrier
	s_cbranch_vccz .LBB0_1
; %bb.7:
                                        ; implicit-def: $vgpr181
                                        ; implicit-def: $vgpr180
                                        ; implicit-def: $vgpr179
                                        ; implicit-def: $vgpr178
                                        ; implicit-def: $vgpr177
                                        ; implicit-def: $vgpr176
                                        ; implicit-def: $vgpr175
                                        ; implicit-def: $vgpr174
                                        ; implicit-def: $vgpr173
                                        ; implicit-def: $vgpr172
                                        ; implicit-def: $vgpr171
                                        ; implicit-def: $vgpr170
                                        ; implicit-def: $vgpr169
                                        ; implicit-def: $vgpr168
                                        ; implicit-def: $vgpr167
                                        ; implicit-def: $vgpr166
                                        ; implicit-def: $sgpr9
	s_mov_b32 s11, s9
.LBB0_8:
	v_lshrrev_b32_e32 v129, 1, v0
	v_and_b32_e32 v0, 0x60, v0
	s_delay_alu instid0(VALU_DEP_1) | instskip(SKIP_1) | instid1(VALU_DEP_2)
	v_and_or_b32 v129, v129, 12, v0
	v_and_or_b32 v0, v139, 28, s3
	v_add_nc_u32_e32 v139, s8, v129
	s_delay_alu instid0(VALU_DEP_1) | instskip(SKIP_3) | instid1(VALU_DEP_3)
	v_mad_u64_u32 v[129:130], null, v139, s2, v[0:1]
	v_or_b32_e32 v130, 1, v139
	v_or_b32_e32 v135, 2, v139
	v_or_b32_e32 v140, 16, v139
	v_mad_u64_u32 v[131:132], null, v130, s2, v[0:1]
	v_ashrrev_i32_e32 v130, 31, v129
	v_or_b32_e32 v132, 3, v139
	v_mad_u64_u32 v[133:134], null, v135, s2, v[0:1]
	v_mad_u64_u32 v[137:138], null, v140, s2, v[0:1]
	s_delay_alu instid0(VALU_DEP_4) | instskip(NEXT) | instid1(VALU_DEP_4)
	v_lshlrev_b64 v[129:130], 2, v[129:130]
	v_mad_u64_u32 v[135:136], null, v132, s2, v[0:1]
	v_ashrrev_i32_e32 v132, 31, v131
	v_ashrrev_i32_e32 v134, 31, v133
	s_delay_alu instid0(VALU_DEP_4) | instskip(NEXT) | instid1(VALU_DEP_3)
	v_add_co_u32 v129, vcc_lo, s0, v129
	v_lshlrev_b64 v[131:132], 2, v[131:132]
	v_add_co_ci_u32_e32 v130, vcc_lo, s1, v130, vcc_lo
	s_delay_alu instid0(VALU_DEP_4)
	v_lshlrev_b64 v[133:134], 2, v[133:134]
	s_clause 0x3
	global_store_b128 v[129:130], v[1:4], off
	global_store_b128 v[129:130], v[25:28], off offset:128
	global_store_b128 v[129:130], v[29:32], off offset:256
	global_store_b128 v[129:130], v[41:44], off offset:384
	v_add_co_u32 v1, vcc_lo, s0, v131
	v_ashrrev_i32_e32 v136, 31, v135
	v_add_co_ci_u32_e32 v2, vcc_lo, s1, v132, vcc_lo
	v_add_co_u32 v3, vcc_lo, s0, v133
	s_clause 0x3
	global_store_b128 v[1:2], v[37:40], off
	global_store_b128 v[1:2], v[45:48], off offset:128
	global_store_b128 v[1:2], v[53:56], off offset:256
	global_store_b128 v[1:2], v[65:68], off offset:384
	v_lshlrev_b64 v[1:2], 2, v[135:136]
	v_add_co_ci_u32_e32 v4, vcc_lo, s1, v134, vcc_lo
	v_or_b32_e32 v25, 17, v139
	s_clause 0x1
	global_store_b128 v[3:4], v[9:12], off
	global_store_b128 v[3:4], v[17:20], off offset:128
	v_or_b32_e32 v11, 18, v139
	v_mad_u64_u32 v[9:10], null, v25, s2, v[0:1]
	v_add_co_u32 v1, vcc_lo, s0, v1
	v_add_co_ci_u32_e32 v2, vcc_lo, s1, v2, vcc_lo
	v_ashrrev_i32_e32 v138, 31, v137
	s_clause 0x1
	global_store_b128 v[3:4], v[13:16], off offset:256
	global_store_b128 v[3:4], v[21:24], off offset:384
	v_ashrrev_i32_e32 v10, 31, v9
	s_clause 0x1
	global_store_b128 v[1:2], v[5:8], off
	global_store_b128 v[1:2], v[49:52], off offset:128
	v_mad_u64_u32 v[5:6], null, v11, s2, v[0:1]
	s_clause 0x1
	global_store_b128 v[1:2], v[77:80], off offset:256
	global_store_b128 v[1:2], v[109:112], off offset:384
	v_lshlrev_b64 v[1:2], 2, v[9:10]
	v_or_b32_e32 v9, 19, v139
	v_lshlrev_b64 v[3:4], 2, v[137:138]
	v_ashrrev_i32_e32 v6, 31, v5
	s_delay_alu instid0(VALU_DEP_3) | instskip(NEXT) | instid1(VALU_DEP_3)
	v_mad_u64_u32 v[7:8], null, v9, s2, v[0:1]
	v_add_co_u32 v3, vcc_lo, s0, v3
	s_delay_alu instid0(VALU_DEP_4)
	v_add_co_ci_u32_e32 v4, vcc_lo, s1, v4, vcc_lo
	v_add_co_u32 v0, vcc_lo, s0, v1
	v_add_co_ci_u32_e32 v1, vcc_lo, s1, v2, vcc_lo
	v_ashrrev_i32_e32 v8, 31, v7
	s_clause 0x3
	global_store_b128 v[3:4], v[33:36], off
	global_store_b128 v[3:4], v[61:64], off offset:128
	global_store_b128 v[3:4], v[57:60], off offset:256
	global_store_b128 v[3:4], v[69:72], off offset:384
	v_lshlrev_b64 v[2:3], 2, v[5:6]
	s_clause 0x3
	global_store_b128 v[0:1], v[73:76], off
	global_store_b128 v[0:1], v[81:84], off offset:128
	global_store_b128 v[0:1], v[89:92], off offset:256
	global_store_b128 v[0:1], v[105:108], off offset:384
	v_lshlrev_b64 v[0:1], 2, v[7:8]
	v_add_co_u32 v2, vcc_lo, s0, v2
	v_add_co_ci_u32_e32 v3, vcc_lo, s1, v3, vcc_lo
	s_delay_alu instid0(VALU_DEP_3) | instskip(NEXT) | instid1(VALU_DEP_4)
	v_add_co_u32 v0, vcc_lo, s0, v0
	v_add_co_ci_u32_e32 v1, vcc_lo, s1, v1, vcc_lo
	s_clause 0x7
	global_store_b128 v[2:3], v[85:88], off
	global_store_b128 v[2:3], v[97:100], off offset:128
	global_store_b128 v[2:3], v[121:124], off offset:256
	global_store_b128 v[2:3], v[125:128], off offset:384
	global_store_b128 v[0:1], v[117:120], off
	global_store_b128 v[0:1], v[113:116], off offset:128
	global_store_b128 v[0:1], v[101:104], off offset:256
	global_store_b128 v[0:1], v[93:96], off offset:384
	s_nop 0
	s_sendmsg sendmsg(MSG_DEALLOC_VGPRS)
	s_endpgm
	.section	.rodata,"a",@progbits
	.p2align	6, 0x0
	.amdhsa_kernel sgemm_indexed
		.amdhsa_group_segment_fixed_size 8320
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
		.amdhsa_next_free_vgpr 207
		.amdhsa_next_free_sgpr 16
		.amdhsa_reserve_vcc 1
		.amdhsa_float_round_mode_32 0
		.amdhsa_float_round_mode_16_64 0
		.amdhsa_float_denorm_mode_32 3
		.amdhsa_float_denorm_mode_16_64 3
		.amdhsa_dx10_clamp 1
		.amdhsa_ieee_mode 1
		.amdhsa_fp16_overflow 0
		.amdhsa_workgroup_processor_mode 0
		.amdhsa_memory_ordered 1
		.amdhsa_forward_progress 0
		.amdhsa_shared_vgpr_count 0
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
	.size	sgemm_indexed, .Lfunc_end0-sgemm_indexed
                                        ; -- End function
	.section	.AMDGPU.csdata,"",@progbits
; Kernel info:
; codeLenInByte = 4068
; NumSgprs: 18
; NumVgprs: 207
; ScratchSize: 0
; MemoryBound: 0
; FloatMode: 240
; IeeeMode: 1
; LDSByteSize: 8320 bytes/workgroup (compile time only)
; SGPRBlocks: 2
; VGPRBlocks: 25
; NumSGPRsForWavesPerEU: 18
; NumVGPRsForWavesPerEU: 207
; Occupancy: 7
; WaveLimiterHint : 1
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
	.type	__hip_cuid_,@object             ; @__hip_cuid_
	.section	.bss,"aw",@nobits
	.globl	__hip_cuid_
__hip_cuid_:
	.byte	0                               ; 0x0
	.size	__hip_cuid_, 1

	.ident	"Debian clang version 19.1.7 (3~deb12u1)"
	.section	".note.GNU-stack","",@progbits
	.addrsig
	.addrsig_sym __hip_cuid_
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
    .group_segment_fixed_size: 8320
    .kernarg_segment_align: 8
    .kernarg_segment_size: 28
    .max_flat_workgroup_size: 128
    .name:           sgemm_indexed
    .private_segment_fixed_size: 0
    .sgpr_count:     18
    .sgpr_spill_count: 0
    .symbol:         sgemm_indexed.kd
    .uniform_work_group_size: 1
    .uses_dynamic_stack: false
    .vgpr_count:     207
    .vgpr_spill_count: 0
    .wavefront_size: 32
    .workgroup_processor_mode: 0
amdhsa.target:   amdgcn-amd-amdhsa--gfx1100
amdhsa.version:
  - 1
  - 2
...

	.end_amdgpu_metadata
