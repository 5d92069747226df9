"""A small kernel to tune."""

#: A loop whose number of rounds is the argument; it loads, adds and stores.
TEXT = """\t.amdgcn_target "amdgcn-amd-amdhsa--gfx1100"
\t.text
\t.globl\tk
\t.p2align\t8
\t.type\tk,@function
k:
\ts_load_b32 s4, s[0:1], 0x8
\ts_load_b64 s[0:1], s[0:1], 0x0
\tv_lshlrev_b32_e32 v0, 2, v0
\tv_mov_b32_e32 v1, 0
\ts_mov_b32 s5, 0
.LBB0_1:
\ts_waitcnt lgkmcnt(0)
\tglobal_load_b32 v2, v0, s[0:1]
\ts_add_i32 s5, s5, 1
\ts_cmp_lt_u32 s5, s4
\ts_waitcnt vmcnt(0)
\tv_add_f32_e32 v1, v1, v2
\ts_cbranch_scc1 .LBB0_1
\tglobal_store_b32 v0, v1, s[0:1]
\ts_endpgm
\t.section\t.rodata,"a",@progbits
\t.p2align\t6, 0x0
\t.amdhsa_kernel k
\t\t.amdhsa_kernarg_size 12
\t\t.amdhsa_user_sgpr_kernarg_segment_ptr 1
\t\t.amdhsa_user_sgpr_count 2
\t\t.amdhsa_next_free_vgpr 8
\t\t.amdhsa_next_free_sgpr 8
\t\t.amdhsa_wavefront_size32 1
\t.end_amdhsa_kernel
\t.amdgpu_metadata
---
amdhsa.kernels:
  - .args:
      - .address_space: global
        .offset:         0
        .size:           8
        .value_kind:     global_buffer
      - .offset:         8
        .size:           4
        .value_kind:     by_value
    .group_segment_fixed_size: 0
    .kernarg_segment_align: 8
    .kernarg_segment_size: 12
    .max_flat_workgroup_size: 256
    .name:           k
    .private_segment_fixed_size: 0
    .sgpr_count:     8
    .symbol:         k.kd
    .vgpr_count:     8
    .wavefront_size: 32
amdhsa.target:   amdgcn-amd-amdhsa--gfx1100
amdhsa.version:
  - 1
  - 2
...
\t.end_amdgpu_metadata
"""
