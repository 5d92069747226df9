"""A small kernel to tune."""

from tests.kernels import arguments, block, entry, kernel_file

#: A loop whose number of rounds is the argument; it loads, adds and stores.
TEXT = kernel_file(
    (
        "s_load_b32 s4, s[0:1], 0x8",
        "s_load_b64 s[0:1], s[0:1], 0x0",
        "v_lshlrev_b32_e32 v0, 2, v0",
        "v_mov_b32_e32 v1, 0",
        "s_mov_b32 s5, 0",
        ".LBB0_1:",
        "s_waitcnt lgkmcnt(0)",
        "global_load_b32 v2, v0, s[0:1]",
        "s_add_i32 s5, s5, 1",
        "s_cmp_lt_u32 s5, s4",
        "s_waitcnt vmcnt(0)",
        "v_add_f32_e32 v1, v1, v2",
        "s_cbranch_scc1 .LBB0_1",
        "global_store_b32 v0, v1, s[0:1]",
    ),
    *("kernarg_size 12", "user_sgpr_kernarg_segment_ptr 1", "user_sgpr_count 2"),
    vgprs=8,
    sgprs=8,
) + block(entry([".max_flat_workgroup_size: 256", ".sgpr_count: 8", ".vgpr_count: 8", *arguments(8, 4)]))
