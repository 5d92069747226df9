	.amdgcn_target "amdgcn-amd-amdhsa--gfx1100"
	.amdhsa_code_object_version 6
	.text
	.protected	softmax                 ; -- Begin function softmax
	.globl	softmax
	.p2align	8
	.type	softmax,@function
softmax:                                ; @softmax
; %bb.0:
	s_clause 0x1
	s_load_b32 s14, s[0:1], 0x10
	s_load_b128 s[4:7], s[0:1], 0x0
	v_mov_b32_e32 v5, 0xff7fffff
	v_mov_b32_e32 v4, 0
	v_lshlrev_b32_e32 v3, 2, v0
	s_waitcnt lgkmcnt(0)
	v_cmp_gt_i32_e32 vcc, s14, v0
	s_ashr_i32 s0, s14, 31
	s_mul_hi_u32 s16, s14, s2
	s_mul_i32 s15, s0, s2
	s_mul_i32 s8, s14, s2
	s_and_saveexec_b64 s[10:11], vcc
	s_cbranch_execz .LBB0_4
; %bb.1:
	s_add_i32 s9, s16, s15
	v_mov_b32_e32 v4, 0
	s_lshl_b64 s[0:1], s[8:9], 2
	v_mov_b32_e32 v5, 0xff7fffff
	s_add_u32 s0, s4, s0
	s_addc_u32 s2, s5, s1
	v_add_co_u32 v1, s[0:1], s0, v3
	s_delay_alu instid0(VALU_DEP_1)
	v_add_co_ci_u32_e64 v2, null, s2, 0, s[0:1]
	v_mov_b32_e32 v6, v0
	s_mov_b64 s[12:13], 0
	.p2align	6
.LBB0_2:                                ; =>This Inner Loop Header: Depth=1
	global_load_b32 v7, v[1:2], off
	v_mov_b32_e32 v8, v5
	v_add_nc_u32_e32 v6, 0x100, v6
	v_add_co_u32 v1, s[0:1], 0x400, v1
	s_waitcnt_depctr depctr_va_sdst(0)
	v_add_co_ci_u32_e64 v2, null, 0, v2, s[0:1]
	v_max_f32_e32 v5, v8, v8
	v_cmp_le_i32_e64 s[2:3], s14, v6
	s_or_b64 s[12:13], s[2:3], s[12:13]
	s_waitcnt vmcnt(0)
	v_max_f32_e32 v9, v7, v7
	s_delay_alu instid0(VALU_DEP_1) | instskip(SKIP_1) | instid1(VALU_DEP_2)
	v_max_f32_e32 v5, v5, v9
	v_mov_b32_e32 v9, v4
	v_sub_f32_e32 v8, v8, v5
	v_sub_f32_e32 v7, v7, v5
	s_delay_alu instid0(VALU_DEP_2) | instskip(NEXT) | instid1(VALU_DEP_2)
	v_mul_f32_e32 v8, 0x3fb8aa3b, v8
	v_mul_f32_e32 v7, 0x3fb8aa3b, v7
	s_delay_alu instid0(VALU_DEP_2) | instskip(NEXT) | instid1(VALU_DEP_1)
	v_exp_f32_e32 v8, v8
	v_exp_f32_e32 v4, v7
	s_waitcnt_depctr depctr_va_vdst(0)
	v_fmac_f32_e32 v4, v9, v8
	s_and_not1_b64 exec, exec, s[12:13]
	s_cbranch_execnz .LBB0_2
; %bb.3:
	s_or_b64 exec, exec, s[12:13]
.LBB0_4:
	s_delay_alu instid0(SALU_CYCLE_1) | instskip(SKIP_3) | instid1(VALU_DEP_2)
	s_or_b64 exec, exec, s[10:11]
	v_mbcnt_lo_u32_b32 v6, -1, 0
	v_max_f32_e32 v8, v5, v5
	s_mov_b64 s[2:3], exec
	v_lshlrev_b32_e32 v7, 2, v6
	s_delay_alu instid0(VALU_DEP_1) | instskip(SKIP_4) | instid1(VALU_DEP_1)
	v_xor_b32_e32 v1, 64, v7
	ds_bpermute_b32 v2, v1, v5
	ds_bpermute_b32 v1, v1, v4
	s_waitcnt lgkmcnt(1)
	v_max_f32_e32 v9, v2, v2
	v_max_f32_e32 v8, v8, v9
	v_xor_b32_e32 v9, 32, v7
	s_delay_alu instid0(VALU_DEP_2) | instskip(SKIP_3) | instid1(VALU_DEP_2)
	v_sub_f32_e32 v2, v2, v8
	ds_bpermute_b32 v10, v9, v8
	v_sub_f32_e32 v5, v5, v8
	v_mul_f32_e32 v2, 0x3fb8aa3b, v2
	v_mul_f32_e32 v5, 0x3fb8aa3b, v5
	s_delay_alu instid0(VALU_DEP_2) | instskip(NEXT) | instid1(VALU_DEP_1)
	v_exp_f32_e32 v2, v2
	v_exp_f32_e32 v5, v5
	s_waitcnt lgkmcnt(1)
	s_waitcnt_depctr depctr_va_vdst(0)
	v_mul_f32_e32 v1, v2, v1
	s_waitcnt lgkmcnt(0)
	v_max_f32_e32 v2, v10, v10
	s_delay_alu instid0(VALU_DEP_2) | instskip(NEXT) | instid1(VALU_DEP_2)
	v_fmac_f32_e32 v1, v4, v5
	v_max_f32_e32 v2, v8, v2
	v_xor_b32_e32 v4, 16, v7
	ds_bpermute_b32 v5, v9, v1
	v_sub_f32_e32 v9, v10, v2
	ds_bpermute_b32 v10, v4, v2
	v_sub_f32_e32 v8, v8, v2
	v_mul_f32_e32 v9, 0x3fb8aa3b, v9
	s_delay_alu instid0(VALU_DEP_2) | instskip(NEXT) | instid1(VALU_DEP_2)
	v_mul_f32_e32 v8, 0x3fb8aa3b, v8
	v_exp_f32_e32 v9, v9
	s_delay_alu instid0(VALU_DEP_1)
	v_exp_f32_e32 v8, v8
	s_waitcnt lgkmcnt(1)
	s_waitcnt_depctr depctr_va_vdst(0)
	v_mul_f32_e32 v5, v9, v5
	s_waitcnt lgkmcnt(0)
	v_max_f32_e32 v9, v10, v10
	s_delay_alu instid0(VALU_DEP_2) | instskip(NEXT) | instid1(VALU_DEP_2)
	v_fmac_f32_e32 v5, v1, v8
	v_max_f32_e32 v8, v2, v9
	v_xor_b32_e32 v9, 8, v7
	v_xor_b32_e32 v7, 4, v7
	ds_bpermute_b32 v1, v4, v5
	v_sub_f32_e32 v4, v10, v8
	ds_bpermute_b32 v10, v9, v8
	v_sub_f32_e32 v2, v2, v8
	v_mul_f32_e32 v4, 0x3fb8aa3b, v4
	s_delay_alu instid0(VALU_DEP_2) | instskip(NEXT) | instid1(VALU_DEP_2)
	v_mul_f32_e32 v2, 0x3fb8aa3b, v2
	v_exp_f32_e32 v4, v4
	s_delay_alu instid0(VALU_DEP_1)
	v_exp_f32_e32 v2, v2
	s_waitcnt lgkmcnt(1)
	s_waitcnt_depctr depctr_va_vdst(0)
	v_mul_f32_e32 v4, v4, v1
	s_waitcnt lgkmcnt(0)
	v_max_f32_e32 v1, v10, v10
	s_delay_alu instid0(VALU_DEP_2) | instskip(NEXT) | instid1(VALU_DEP_2)
	v_fmac_f32_e32 v4, v5, v2
	v_max_f32_e32 v1, v8, v1
	ds_bpermute_b32 v2, v9, v4
	v_sub_f32_e32 v5, v10, v1
	v_sub_f32_e32 v8, v8, v1
	s_delay_alu instid0(VALU_DEP_2) | instskip(NEXT) | instid1(VALU_DEP_2)
	v_mul_f32_e32 v5, 0x3fb8aa3b, v5
	v_mul_f32_e32 v8, 0x3fb8aa3b, v8
	s_delay_alu instid0(VALU_DEP_2) | instskip(NEXT) | instid1(VALU_DEP_1)
	v_exp_f32_e32 v5, v5
	v_exp_f32_e32 v8, v8
	s_waitcnt lgkmcnt(0)
	s_waitcnt_depctr depctr_va_vdst(0)
	v_mul_f32_e32 v2, v5, v2
	ds_bpermute_b32 v5, v7, v1
	v_fmac_f32_e32 v2, v4, v8
	ds_bpermute_b32 v4, v7, v2
	v_cmpx_eq_u32_e32 0, v6
	s_cbranch_execz .LBB0_6
; %bb.5:
	s_waitcnt lgkmcnt(1)
	v_max_f32_e32 v6, v5, v5
	v_max_f32_e32 v7, v1, v1
	s_delay_alu instid0(VALU_DEP_1) | instskip(NEXT) | instid1(VALU_DEP_1)
	v_max_f32_e32 v6, v7, v6
	v_sub_f32_e32 v5, v5, v6
	v_sub_f32_e32 v1, v1, v6
	s_delay_alu instid0(VALU_DEP_2) | instskip(NEXT) | instid1(VALU_DEP_2)
	v_mul_f32_e32 v5, 0x3fb8aa3b, v5
	v_mul_f32_e32 v1, 0x3fb8aa3b, v1
	s_delay_alu instid0(VALU_DEP_2) | instskip(NEXT) | instid1(VALU_DEP_1)
	v_exp_f32_e32 v5, v5
	v_exp_f32_e32 v1, v1
	s_waitcnt lgkmcnt(0)
	s_waitcnt_depctr depctr_va_vdst(0)
	v_mul_f32_e32 v7, v5, v4
	v_lshrrev_b32_e32 v4, 2, v0
	s_delay_alu instid0(VALU_DEP_2) | instskip(NEXT) | instid1(VALU_DEP_2)
	v_fmac_f32_e32 v7, v2, v1
	v_and_b32_e32 v1, 56, v4
	ds_store_b64 v1, v[6:7]
.LBB0_6:
	s_or_b64 exec, exec, s[2:3]
	s_waitcnt lgkmcnt(0)
	s_barrier
	buffer_gl0_inv
	s_and_saveexec_b64 s[0:1], vcc
	s_waitcnt_depctr depctr_sa_sdst(0)
	s_cbranch_execz .LBB0_9
; %bb.7:
	v_mov_b32_e32 v1, 0
	s_add_i32 s9, s16, s15
	ds_load_b128 v[4:7], v1
	ds_load_b128 v[8:11], v1 offset:16
	ds_load_b128 v[12:15], v1 offset:32
	ds_load_b128 v[16:19], v1 offset:48
	s_lshl_b64 s[0:1], s[8:9], 2
	s_delay_alu instid0(SALU_CYCLE_1)
	v_add_co_u32 v3, s[2:3], s0, v3
	s_waitcnt lgkmcnt(3)
	v_max_f32_e32 v1, v6, v6
	v_max_f32_e32 v2, v4, v4
	s_waitcnt lgkmcnt(2)
	v_max_f32_e32 v20, v10, v10
	s_waitcnt lgkmcnt(1)
	v_max_f32_e32 v21, v12, v12
	v_max_f32_e32 v22, v14, v14
	s_waitcnt lgkmcnt(0)
	v_max_f32_e32 v23, v16, v16
	v_max_f32_e32 v1, v2, v1
	v_max_f32_e32 v2, v8, v8
	v_max_f32_e32 v24, v18, v18
	s_delay_alu instid0(VALU_DEP_3) | instskip(NEXT) | instid1(VALU_DEP_3)
	v_sub_f32_e32 v6, v6, v1
	v_max_f32_e32 v2, v1, v2
	v_sub_f32_e32 v4, v4, v1
	s_delay_alu instid0(VALU_DEP_3) | instskip(NEXT) | instid1(VALU_DEP_3)
	v_mul_f32_e32 v6, 0x3fb8aa3b, v6
	v_sub_f32_e32 v8, v8, v2
	v_max_f32_e32 v20, v2, v20
	s_delay_alu instid0(VALU_DEP_4)
	v_mul_f32_e32 v4, 0x3fb8aa3b, v4
	v_sub_f32_e32 v1, v1, v2
	v_exp_f32_e32 v6, v6
	v_mul_f32_e32 v8, 0x3fb8aa3b, v8
	v_sub_f32_e32 v10, v10, v20
	v_max_f32_e32 v21, v20, v21
	v_exp_f32_e32 v4, v4
	v_mul_f32_e32 v1, 0x3fb8aa3b, v1
	v_sub_f32_e32 v2, v2, v20
	v_exp_f32_e32 v8, v8
	v_mul_f32_e32 v10, 0x3fb8aa3b, v10
	v_sub_f32_e32 v20, v20, v21
	v_sub_f32_e32 v12, v12, v21
	v_max_f32_e32 v22, v21, v22
	v_exp_f32_e32 v1, v1
	v_mul_f32_e32 v2, 0x3fb8aa3b, v2
	v_mul_f32_e32 v6, v7, v6
	v_exp_f32_e32 v7, v10
	v_mul_f32_e32 v10, 0x3fb8aa3b, v20
	v_mul_f32_e32 v12, 0x3fb8aa3b, v12
	v_sub_f32_e32 v20, v21, v22
	v_sub_f32_e32 v14, v14, v22
	v_max_f32_e32 v21, v22, v23
	v_exp_f32_e32 v2, v2
	v_fmac_f32_e32 v6, v5, v4
	v_mul_f32_e32 v4, v9, v8
	v_exp_f32_e32 v9, v12
	v_mul_f32_e32 v12, 0x3fb8aa3b, v14
	v_sub_f32_e32 v16, v16, v21
	v_max_f32_e32 v5, v21, v24
	v_exp_f32_e32 v8, v10
	v_mul_f32_e32 v10, 0x3fb8aa3b, v20
	v_sub_f32_e32 v14, v22, v21
	v_fmac_f32_e32 v4, v6, v1
	v_mul_f32_e32 v1, v11, v7
	v_exp_f32_e32 v7, v12
	v_mul_f32_e32 v11, 0x3fb8aa3b, v16
	v_sub_f32_e32 v12, v18, v5
	v_exp_f32_e32 v6, v10
	v_mul_f32_e32 v10, 0x3fb8aa3b, v14
	v_fmac_f32_e32 v1, v4, v2
	v_mul_f32_e32 v2, v13, v9
	v_sub_f32_e32 v4, v21, v5
	v_exp_f32_e32 v9, v11
	v_mul_f32_e32 v11, 0x3fb8aa3b, v12
	v_exp_f32_e32 v10, v10
	v_fmac_f32_e32 v2, v1, v8
	v_mul_f32_e32 v1, v15, v7
	v_mul_f32_e32 v4, 0x3fb8aa3b, v4
	v_exp_f32_e32 v7, v11
	s_delay_alu instid0(VALU_DEP_2) | instskip(NEXT) | instid1(TRANS32_DEP_3)
	v_fmac_f32_e32 v1, v2, v6
	v_mul_f32_e32 v2, v17, v9
	s_delay_alu instid0(VALU_DEP_3)
	v_exp_f32_e32 v4, v4
	s_delay_alu instid0(TRANS32_DEP_3) | instid1(VALU_DEP_1)
	v_fmac_f32_e32 v2, v1, v10
	s_waitcnt_depctr depctr_va_vdst(0)
	v_mul_f32_e32 v1, v19, v7
	s_delay_alu instid0(VALU_DEP_1)
	v_fmac_f32_e32 v1, v2, v4
	v_add_co_ci_u32_e64 v4, null, s1, 0, s[2:3]
	s_mov_b64 s[2:3], 0
	s_waitcnt_depctr depctr_sa_sdst(0)
	v_rcp_f32_e32 v6, v1
	v_add_co_u32 v1, vcc, s4, v3
	s_delay_alu instid0(VALU_DEP_1)
	v_add_co_ci_u32_e64 v2, null, s5, v4, vcc
	v_add_co_u32 v3, vcc, s6, v3
	s_waitcnt_depctr depctr_va_vcc(0)
	v_add_co_ci_u32_e64 v4, null, s7, v4, vcc
	.p2align	6
.LBB0_8:                                ; =>This Inner Loop Header: Depth=1
	global_load_b32 v7, v[1:2], off
	v_add_nc_u32_e32 v0, 0x100, v0
	v_add_co_u32 v1, vcc, 0x400, v1
	s_waitcnt_depctr depctr_va_vcc(0)
	v_add_co_ci_u32_e64 v2, null, 0, v2, vcc
	s_delay_alu instid0(VALU_DEP_3) | instskip(SKIP_4) | instid1(VALU_DEP_1)
	v_cmp_le_i32_e32 vcc, s14, v0
	s_waitcnt_depctr depctr_va_vcc(0)
	s_or_b64 s[2:3], vcc, s[2:3]
	s_waitcnt vmcnt(0)
	v_sub_f32_e32 v7, v7, v5
	v_mul_f32_e32 v7, 0x3fb8aa3b, v7
	s_delay_alu instid0(VALU_DEP_1)
	v_exp_f32_e32 v7, v7
	s_waitcnt_depctr depctr_va_vdst(0)
	v_mul_f32_e32 v7, v6, v7
	global_store_b32 v[3:4], v7, off
	v_add_co_u32 v3, s[0:1], 0x400, v3
	s_waitcnt_depctr depctr_va_sdst(0)
	v_add_co_ci_u32_e64 v4, null, 0, v4, s[0:1]
	s_and_not1_b64 exec, exec, s[2:3]
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
		.amdhsa_wavefront_size32 0
		.amdhsa_uses_dynamic_stack 0
		.amdhsa_enable_private_segment 0
		.amdhsa_system_sgpr_workgroup_id_x 1
		.amdhsa_system_sgpr_workgroup_id_y 0
		.amdhsa_system_sgpr_workgroup_id_z 0
		.amdhsa_system_sgpr_workgroup_info 0
		.amdhsa_system_vgpr_workitem_id 0
		.amdhsa_next_free_vgpr 25
		.amdhsa_next_free_sgpr 17
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
		.amdhsa_inst_pref_size 12
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
	.set softmax.numbered_sgpr, 17
	.set softmax.num_named_barrier, 0
	.set softmax.private_seg_size, 0
	.set softmax.uses_vcc, 1
	.set softmax.uses_flat_scratch, 0
	.set softmax.has_dyn_sized_stack, 0
	.set softmax.has_recursion, 0
	.set softmax.has_indirect_call, 0
	.section	.AMDGPU.csdata,"",@progbits
; Kernel info:
; codeLenInByte = 1452
; TotalNumSgprs: 19
; NumVgprs: 25
; ScratchSize: 0
; MemoryBound: 0
; FloatMode: 240
; IeeeMode: 1
; LDSByteSize: 64 bytes/workgroup (compile time only)
; SGPRBlocks: 0
; VGPRBlocks: 6
; NumSGPRsForWavesPerEU: 19
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
	.type	__hip_cuid_,@object             ; @__hip_cuid_
	.section	.bss,"aw",@nobits
	.globl	__hip_cuid_
__hip_cuid_:
	.byte	0                               ; 0x0
	.size	__hip_cuid_, 1

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
      - .offset:         16
        .size:           4
        .value_kind:     by_value
    .group_segment_fixed_size: 64
    .kernarg_segment_align: 8
    .kernarg_segment_size: 20
    .max_flat_workgroup_size: 256
    .name:           softmax
    .private_segment_fixed_size: 0
    .sgpr_count:     19
    .sgpr_spill_count: 0
    .symbol:         softmax.kd
    .uniform_work_group_size: 1
    .uses_dynamic_stack: false
    .vgpr_count:     25
    .vgpr_spill_count: 0
    .wavefront_size: 64
    .workgroup_processor_mode: 1
amdhsa.target:   amdgcn-amd-amdhsa--gfx1100
amdhsa.version:
  - 1
  - 2
...

	.end_amdgpu_metadata
