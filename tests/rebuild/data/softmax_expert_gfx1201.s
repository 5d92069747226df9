	.amdgcn_target "amdgcn-amd-amdhsa--gfx1201"
	.amdhsa_code_object_version 6
	.text
	.protected	softmax                 ; -- Begin function softmax
	.globl	softmax
	.p2align	8
	.type	softmax,@function
softmax:                                ; @softmax
; %bb.0:
	s_setreg_imm32_b32 hwreg(HW_REG_WAVE_SCHED_MODE, 0, 2), 2
	s_clause 0x1
	s_load_b32 s2, s[0:1], 0x10
	s_load_b128 s[4:7], s[0:1], 0x0
	v_dual_mov_b32 v5, 0xff7fffff :: v_dual_mov_b32 v4, 0
	v_lshlrev_b32_e32 v3, 2, v0
	s_mov_b32 s10, ttmp9
	s_mov_b32 s11, 0
	s_wait_kmcnt 0x0
	v_cmp_gt_i32_e32 vcc_lo, s2, v0
	s_ashr_i32 s3, s2, 31
	s_wait_alu depctr_sa_sdst(0)
	s_mul_u64 s[8:9], s[2:3], s[10:11]
	s_and_saveexec_b32 s3, vcc_lo
	s_cbranch_execz .LBB0_4
; %bb.1:
	s_lshl_b64 s[0:1], s[8:9], 2
	v_dual_mov_b32 v4, 0 :: v_dual_mov_b32 v5, 0xff7fffff
	s_add_nc_u64 s[0:1], s[4:5], s[0:1]
	v_mov_b32_e32 v6, v0
	v_add_co_u32 v1, s0, s0, v3
	s_wait_alu depctr_va_sdst(0)
	v_add_co_ci_u32_e64 v2, null, s1, 0, s0
.LBB0_2:                                ; =>This Inner Loop Header: Depth=1
	s_wait_alu depctr_va_vdst(0)
	global_load_b32 v7, v[1:2], off
	v_mov_b32_e32 v8, v5
	s_wait_alu depctr_vm_vsrc(0)
	v_add_co_u32 v1, s0, 0x400, v1
	s_wait_alu depctr_va_sdst(0)
	v_add_co_ci_u32_e64 v2, null, 0, v2, s0
	v_add_nc_u32_e32 v6, 0x100, v6
	s_delay_alu instid0(VALU_DEP_1) | instskip(SKIP_4) | instid1(VALU_DEP_1)
	v_cmp_le_i32_e64 s1, s2, v6
	s_or_b32 s11, s1, s11
	s_wait_loadcnt 0x0
	v_max_num_f32_e32 v9, v7, v7
	v_max_num_f32_e32 v5, v8, v8
	v_max_num_f32_e32 v5, v5, v9
	v_mov_b32_e32 v9, v4
	s_delay_alu instid0(VALU_DEP_2) | instskip(NEXT) | instid1(VALU_DEP_1)
	v_sub_f32_e32 v8, v8, v5
	v_mul_f32_e32 v8, 0x3fb8aa3b, v8
	s_delay_alu instid0(VALU_DEP_1) | instskip(SKIP_1) | instid1(VALU_DEP_1)
	v_exp_f32_e32 v8, v8
	v_sub_f32_e32 v7, v7, v5
	v_mul_f32_e32 v7, 0x3fb8aa3b, v7
	s_delay_alu instid0(VALU_DEP_1) | instskip(NEXT) | instid1(TRANS32_DEP_1)
	v_exp_f32_e32 v4, v7
	v_fmac_f32_e32 v4, v9, v8
	s_and_not1_b32 exec_lo, exec_lo, s11
	s_cbranch_execnz .LBB0_2
; %bb.3:
	s_or_b32 exec_lo, exec_lo, s11
.LBB0_4:
	s_wait_alu depctr_sa_sdst(0)
	s_or_b32 exec_lo, exec_lo, s3
	v_mbcnt_lo_u32_b32 v6, -1, 0
	s_mov_b32 s1, exec_lo
	s_delay_alu instid0(VALU_DEP_1) | instskip(NEXT) | instid1(VALU_DEP_1)
	v_dual_max_num_f32 v8, v5, v5 :: v_dual_lshlrev_b32 v7, 2, v6
	v_xor_b32_e32 v1, 64, v7
	s_wait_alu depctr_va_vdst(0)
	ds_bpermute_b32 v2, v1, v5
	s_wait_alu depctr_vm_vsrc(0)
	ds_bpermute_b32 v1, v1, v4
	s_wait_dscnt 0x1
	v_max_num_f32_e32 v9, v2, v2
	s_delay_alu instid0(VALU_DEP_1) | instskip(SKIP_1) | instid1(VALU_DEP_2)
	v_max_num_f32_e32 v8, v8, v9
	v_xor_b32_e32 v9, 32, v7
	v_sub_f32_e32 v5, v5, v8
	v_sub_f32_e32 v2, v2, v8
	s_wait_alu depctr_va_vdst(2)
	ds_bpermute_b32 v10, v9, v8
	v_dual_mul_f32 v5, 0x3fb8aa3b, v5 :: v_dual_mul_f32 v2, 0x3fb8aa3b, v2
	s_delay_alu instid0(VALU_DEP_1) | instskip(NEXT) | instid1(VALU_DEP_1)
	v_exp_f32_e32 v5, v5
	v_exp_f32_e32 v2, v2
	s_wait_dscnt 0x1
	s_delay_alu instid0(TRANS32_DEP_1) | instskip(SKIP_2) | instid1(VALU_DEP_1)
	v_mul_f32_e32 v1, v2, v1
	s_wait_dscnt 0x0
	v_max_num_f32_e32 v2, v10, v10
	v_max_num_f32_e32 v2, v8, v2
	s_wait_alu depctr_vm_vsrc(1)
	s_delay_alu instid0(TRANS32_DEP_2)
	v_fmac_f32_e32 v1, v4, v5
	v_xor_b32_e32 v4, 16, v7
	s_wait_alu depctr_va_vdst(0)
	ds_bpermute_b32 v5, v9, v1
	s_wait_alu depctr_vm_vsrc(0)
	v_sub_f32_e32 v9, v10, v2
	ds_bpermute_b32 v10, v4, v2
	v_dual_sub_f32 v8, v8, v2 :: v_dual_mul_f32 v9, 0x3fb8aa3b, v9
	s_delay_alu instid0(VALU_DEP_1) | instskip(NEXT) | instid1(VALU_DEP_2)
	v_mul_f32_e32 v8, 0x3fb8aa3b, v8
	v_exp_f32_e32 v9, v9
	s_delay_alu instid0(VALU_DEP_1) | instskip(SKIP_1) | instid1(TRANS32_DEP_2)
	v_exp_f32_e32 v8, v8
	s_wait_dscnt 0x1
	v_mul_f32_e32 v5, v9, v5
	s_wait_dscnt 0x0
	v_max_num_f32_e32 v9, v10, v10
	s_delay_alu instid0(TRANS32_DEP_1) | instid1(VALU_DEP_1)
	v_dual_fmac_f32 v5, v1, v8 :: v_dual_max_num_f32 v8, v2, v9
	v_xor_b32_e32 v9, 8, v7
	v_xor_b32_e32 v7, 4, v7
	s_wait_alu depctr_va_vdst(0)
	ds_bpermute_b32 v1, v4, v5
	s_wait_alu depctr_vm_vsrc(0)
	v_sub_f32_e32 v4, v10, v8
	ds_bpermute_b32 v10, v9, v8
	v_mul_f32_e32 v4, 0x3fb8aa3b, v4
	s_delay_alu instid0(VALU_DEP_1) | instskip(SKIP_1) | instid1(TRANS32_DEP_1)
	v_exp_f32_e32 v4, v4
	s_wait_dscnt 0x0
	v_dual_mul_f32 v4, v4, v1 :: v_dual_max_num_f32 v1, v10, v10
	s_delay_alu instid0(VALU_DEP_1) | instskip(NEXT) | instid1(VALU_DEP_1)
	v_dual_sub_f32 v2, v2, v8 :: v_dual_max_num_f32 v1, v8, v1
	v_mul_f32_e32 v2, 0x3fb8aa3b, v2
	s_wait_alu depctr_vm_vsrc(0)
	s_delay_alu instid0(VALU_DEP_2) | instskip(NEXT) | instid1(VALU_DEP_2)
	v_sub_f32_e32 v8, v8, v1
	v_exp_f32_e32 v2, v2
	s_delay_alu instid0(VALU_DEP_1) | instskip(NEXT) | instid1(VALU_DEP_1)
	v_mul_f32_e32 v8, 0x3fb8aa3b, v8
	v_exp_f32_e32 v8, v8
	s_delay_alu instid0(TRANS32_DEP_2) | instskip(NEXT) | instid1(VALU_DEP_1)
	v_dual_fmac_f32 v4, v5, v2 :: v_dual_sub_f32 v5, v10, v1
	v_mul_f32_e32 v5, 0x3fb8aa3b, v5
	s_wait_alu depctr_va_vdst(0)
	ds_bpermute_b32 v2, v9, v4
	v_exp_f32_e32 v5, v5
	s_wait_dscnt 0x0
	s_delay_alu instid0(TRANS32_DEP_1)
	v_mul_f32_e32 v2, v5, v2
	s_wait_alu depctr_va_vdst(0)
	ds_bpermute_b32 v5, v7, v1
	v_fmac_f32_e32 v2, v4, v8
	s_wait_alu depctr_va_vdst(0) depctr_vm_vsrc(1)
	ds_bpermute_b32 v4, v7, v2
	v_cmpx_eq_u32_e32 0, v6
	s_cbranch_execz .LBB0_6
; %bb.5:
	s_wait_dscnt 0x1
	v_max_num_f32_e32 v6, v5, v5
	s_wait_alu depctr_vm_vsrc(0)
	v_max_num_f32_e32 v7, v1, v1
	s_delay_alu instid0(VALU_DEP_1) | instskip(NEXT) | instid1(VALU_DEP_1)
	v_max_num_f32_e32 v6, v7, v6
	v_sub_f32_e32 v5, v5, v6
	s_delay_alu instid0(VALU_DEP_1) | instskip(SKIP_1) | instid1(VALU_DEP_2)
	v_mul_f32_e32 v5, 0x3fb8aa3b, v5
	v_sub_f32_e32 v1, v1, v6
	v_exp_f32_e32 v5, v5
	s_delay_alu instid0(VALU_DEP_1) | instskip(NEXT) | instid1(VALU_DEP_1)
	v_mul_f32_e32 v1, 0x3fb8aa3b, v1
	v_exp_f32_e32 v1, v1
	s_wait_dscnt 0x0
	s_delay_alu instid0(TRANS32_DEP_2)
	v_mul_f32_e32 v7, v5, v4
	v_lshrrev_b32_e32 v4, 2, v0
	s_delay_alu instid0(TRANS32_DEP_1) | instid1(VALU_DEP_2)
	v_fmac_f32_e32 v7, v2, v1
	s_delay_alu instid0(VALU_DEP_2)
	v_and_b32_e32 v1, 56, v4
	s_wait_alu depctr_va_vdst(0)
	ds_store_b64 v1, v[6:7]
.LBB0_6:
	s_wait_alu depctr_sa_sdst(0)
	s_or_b32 exec_lo, exec_lo, s1
	s_wait_dscnt 0x0
	s_barrier_signal -1
	s_barrier_wait -1
	global_inv scope:SCOPE_SE
	s_and_saveexec_b32 s0, vcc_lo
	s_cbranch_execz .LBB0_9
; %bb.7:
	s_wait_alu depctr_vm_vsrc(0)
	v_mov_b32_e32 v1, 0
	s_lshl_b64 s[0:1], s[8:9], 2
	s_wait_alu depctr_va_vdst(0)
	ds_load_b128 v[4:7], v1
	ds_load_b128 v[8:11], v1 offset:16
	ds_load_b128 v[12:15], v1 offset:32
	ds_load_b128 v[16:19], v1 offset:48
	s_wait_alu depctr_sa_sdst(0)
	v_add_co_u32 v3, s0, s0, v3
	s_wait_dscnt 0x3
	s_wait_alu depctr_vm_vsrc(0)
	v_dual_max_num_f32 v1, v6, v6 :: v_dual_max_num_f32 v2, v4, v4
	s_wait_dscnt 0x1
	v_dual_max_num_f32 v20, v10, v10 :: v_dual_max_num_f32 v21, v12, v12
	s_wait_dscnt 0x0
	v_max_num_f32_e32 v24, v18, v18
	v_dual_max_num_f32 v22, v14, v14 :: v_dual_max_num_f32 v23, v16, v16
	v_dual_max_num_f32 v1, v2, v1 :: v_dual_max_num_f32 v2, v8, v8
	s_delay_alu instid0(VALU_DEP_1) | instskip(NEXT) | instid1(VALU_DEP_1)
	v_sub_f32_e32 v4, v4, v1
	v_mul_f32_e32 v4, 0x3fb8aa3b, v4
	s_delay_alu instid0(VALU_DEP_3) | instskip(SKIP_1) | instid1(VALU_DEP_3)
	v_max_num_f32_e32 v2, v1, v2
	v_sub_f32_e32 v6, v6, v1
	v_exp_f32_e32 v4, v4
	s_delay_alu instid0(VALU_DEP_2) | instskip(NEXT) | instid1(VALU_DEP_1)
	v_sub_f32_e32 v1, v1, v2
	v_dual_mul_f32 v1, 0x3fb8aa3b, v1 :: v_dual_max_num_f32 v20, v2, v20
	s_delay_alu instid0(VALU_DEP_1) | instskip(NEXT) | instid1(VALU_DEP_1)
	v_exp_f32_e32 v1, v1
	v_dual_max_num_f32 v21, v20, v21 :: v_dual_sub_f32 v10, v10, v20
	s_delay_alu instid0(VALU_DEP_1) | instskip(SKIP_1) | instid1(VALU_DEP_3)
	v_max_num_f32_e32 v22, v21, v22
	v_mul_f32_e32 v6, 0x3fb8aa3b, v6
	v_mul_f32_e32 v10, 0x3fb8aa3b, v10
	v_sub_f32_e32 v12, v12, v21
	s_delay_alu instid0(VALU_DEP_4) | instskip(NEXT) | instid1(VALU_DEP_4)
	v_sub_f32_e32 v14, v14, v22
	v_exp_f32_e32 v6, v6
	s_delay_alu instid0(VALU_DEP_2) | instskip(NEXT) | instid1(TRANS32_DEP_1)
	v_mul_f32_e32 v12, 0x3fb8aa3b, v12
	v_mul_f32_e32 v6, v7, v6
	v_exp_f32_e32 v7, v10
	v_sub_f32_e32 v8, v8, v2
	v_sub_f32_e32 v2, v2, v20
	s_delay_alu instid0(VALU_DEP_3) | instskip(NEXT) | instid1(VALU_DEP_3)
	v_fmac_f32_e32 v6, v5, v4
	v_mul_f32_e32 v8, 0x3fb8aa3b, v8
	s_delay_alu instid0(VALU_DEP_3) | instskip(NEXT) | instid1(VALU_DEP_2)
	v_mul_f32_e32 v2, 0x3fb8aa3b, v2
	v_exp_f32_e32 v8, v8
	s_delay_alu instid0(VALU_DEP_1) | instskip(NEXT) | instid1(TRANS32_DEP_2)
	v_exp_f32_e32 v2, v2
	v_mul_f32_e32 v4, v9, v8
	v_exp_f32_e32 v9, v12
	v_mul_f32_e32 v12, 0x3fb8aa3b, v14
	s_delay_alu instid0(VALU_DEP_2) | instskip(NEXT) | instid1(VALU_DEP_2)
	v_dual_fmac_f32 v4, v6, v1 :: v_dual_mul_f32 v1, v11, v7
	v_exp_f32_e32 v7, v12
	s_delay_alu instid0(TRANS32_DEP_3) | instid1(VALU_DEP_1)
	v_fmac_f32_e32 v1, v4, v2
	v_sub_f32_e32 v20, v20, v21
	s_delay_alu instid0(TRANS32_DEP_2) | instskip(NEXT) | instid1(VALU_DEP_2)
	v_mul_f32_e32 v2, v13, v9
	v_mul_f32_e32 v10, 0x3fb8aa3b, v20
	v_dual_sub_f32 v20, v21, v22 :: v_dual_max_num_f32 v21, v22, v23
	s_delay_alu instid0(VALU_DEP_2) | instskip(NEXT) | instid1(VALU_DEP_1)
	v_exp_f32_e32 v8, v10
	v_mul_f32_e32 v10, 0x3fb8aa3b, v20
	s_delay_alu instid0(VALU_DEP_2) | instskip(SKIP_1) | instid1(VALU_DEP_3)
	v_dual_sub_f32 v16, v16, v21 :: v_dual_max_num_f32 v5, v21, v24
	v_sub_f32_e32 v14, v22, v21
	v_exp_f32_e32 v6, v10
	s_delay_alu instid0(VALU_DEP_2) | instskip(NEXT) | instid1(VALU_DEP_2)
	v_dual_mul_f32 v11, 0x3fb8aa3b, v16 :: v_dual_sub_f32 v12, v18, v5
	v_mul_f32_e32 v10, 0x3fb8aa3b, v14
	v_sub_f32_e32 v4, v21, v5
	s_delay_alu instid0(TRANS32_DEP_2) | instskip(NEXT) | instid1(VALU_DEP_4)
	v_fmac_f32_e32 v2, v1, v8
	v_exp_f32_e32 v9, v11
	v_mul_f32_e32 v11, 0x3fb8aa3b, v12
	v_exp_f32_e32 v10, v10
	v_dual_mul_f32 v1, v15, v7 :: v_dual_mul_f32 v4, 0x3fb8aa3b, v4
	s_delay_alu instid0(VALU_DEP_2) | instskip(NEXT) | instid1(VALU_DEP_1)
	v_exp_f32_e32 v7, v11
	v_fmac_f32_e32 v1, v2, v6
	s_delay_alu instid0(VALU_DEP_2)
	v_exp_f32_e32 v4, v4
	v_mul_f32_e32 v2, v17, v9
	s_delay_alu instid0(TRANS32_DEP_2) | instid1(VALU_DEP_1)
	v_dual_fmac_f32 v2, v1, v10 :: v_dual_mul_f32 v1, v19, v7
	s_delay_alu instid0(TRANS32_DEP_1) | instid1(VALU_DEP_1)
	v_fmac_f32_e32 v1, v2, v4
	s_wait_alu depctr_va_sdst(0)
	v_add_co_ci_u32_e64 v4, null, s1, 0, s0
	s_mov_b32 s1, 0
	v_rcp_f32_e32 v6, v1
	v_add_co_u32 v1, vcc_lo, s4, v3
	s_delay_alu instid0(VALU_DEP_1)
	v_add_co_ci_u32_e64 v2, null, s5, v4, vcc_lo
	v_add_co_u32 v3, vcc_lo, s6, v3
	s_wait_alu depctr_va_vcc(0)
	v_add_co_ci_u32_e64 v4, null, s7, v4, vcc_lo
.LBB0_8:                                ; =>This Inner Loop Header: Depth=1
	s_wait_alu depctr_va_vdst(0)
	global_load_b32 v7, v[1:2], off
	v_add_nc_u32_e32 v0, 0x100, v0
	s_wait_alu depctr_vm_vsrc(0)
	v_add_co_u32 v1, vcc_lo, 0x400, v1
	s_wait_alu depctr_va_vcc(0)
	v_add_co_ci_u32_e64 v2, null, 0, v2, vcc_lo
	s_wait_loadcnt 0x0
	v_sub_f32_e32 v7, v7, v5
	v_cmp_le_i32_e32 vcc_lo, s2, v0
	s_delay_alu instid0(VALU_DEP_2) | instskip(SKIP_2) | instid1(VALU_DEP_1)
	v_mul_f32_e32 v7, 0x3fb8aa3b, v7
	s_wait_alu depctr_sa_sdst(0)
	s_or_b32 s1, vcc_lo, s1
	v_exp_f32_e32 v7, v7
	s_delay_alu instid0(TRANS32_DEP_1)
	v_mul_f32_e32 v7, v6, v7
	s_wait_alu depctr_va_vdst(0)
	global_store_b32 v[3:4], v7, off
	s_wait_alu depctr_vm_vsrc(0)
	v_add_co_u32 v3, s0, 0x400, v3
	s_wait_alu depctr_va_sdst(0)
	v_add_co_ci_u32_e64 v4, null, 0, v4, s0
	s_wait_alu depctr_sa_sdst(0)
	s_and_not1_b32 exec_lo, exec_lo, s1
	s_cbranch_execnz .LBB0_8
.LBB0_9:
	s_endpgm
	.section	.rodata,"a",@progbits
	.p2align	6, 0x0
	.amdhsa_kernel softmax
		.amdhsa_group_segment_fixed_size 64
		.amdhsa_private_segment_fixed_size 0
		.amdhsa_kernarg_size 20
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
		.amdhsa_next_free_vgpr 25
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
		.amdhsa_inst_pref_size 13
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
	.size	softmax, .Lfunc_end0-softmax
                                        ; -- End function
	.set softmax.num_vgpr, 25
	.set softmax.num_agpr, 0
	.set softmax.numbered_sgpr, 12
	.set softmax.num_named_barrier, 0
	.set softmax.private_seg_size, 0
	.set softmax.uses_vcc, 1
	.set softmax.uses_flat_scratch, 0
	.set softmax.has_dyn_sized_stack, 0
	.set softmax.has_recursion, 0
	.set softmax.has_indirect_call, 0
	.section	.AMDGPU.csdata,"",@progbits
; Kernel info:
; codeLenInByte = 1596
; TotalNumSgprs: 14
; NumVgprs: 25
; ScratchSize: 0
; MemoryBound: 0
; FloatMode: 240
; IeeeMode: 1
; LDSByteSize: 64 bytes/workgroup (compile time only)
; SGPRBlocks: 0
; VGPRBlocks: 3
; NumSGPRsForWavesPerEU: 14
; NumVGPRsForWavesPerEU: 25
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
	.type	__hip_cuid_d578732462e3c01a,@object ; @__hip_cuid_d578732462e3c01a
	.section	.bss,"aw",@nobits
	.globl	__hip_cuid_d578732462e3c01a
__hip_cuid_d578732462e3c01a:
	.byte	0                               ; 0x0
	.size	__hip_cuid_d578732462e3c01a, 1

	.ident	"Debian clang version 22.1.8 (1~deb12u1)"
	.section	".note.GNU-stack","",@progbits
	.addrsig
	.addrsig_sym __hip_cuid_d578732462e3c01a
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
      - .offset:         16
        .size:           4
        .value_kind:     by_value
    .group_segment_fixed_size: 64
    .kernarg_segment_align: 8
    .kernarg_segment_size: 20
    .max_flat_workgroup_size: 256
    .name:           softmax
    .private_segment_fixed_size: 0
    .sgpr_count:     14
    .sgpr_spill_count: 0
    .symbol:         softmax.kd
    .uniform_work_group_size: 1
    .uses_dynamic_stack: false
    .vgpr_count:     25
    .vgpr_spill_count: 0
    .wavefront_size: 32
    .workgroup_processor_mode: 1
amdhsa.target:   amdgcn-amd-amdhsa--gfx1201
amdhsa.version:
  - 1
  - 2
...

	.end_amdgpu_metadata
