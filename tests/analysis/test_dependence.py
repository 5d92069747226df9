"""What must stay in order: registers, memory, and instructions that nothing crosses."""

from __future__ import annotations

from isaopt.analysis.flow.accesses import byte_ranges
from isaopt.analysis.flow.dependence import Kind, dependences
from isaopt.asm.line import read_op


def _pairs(*lines: str, arch: str = "gfx1100") -> set[tuple[int, int]]:
    return {(d.before, d.after) for d in dependences([read_op(line, arch, 32) for line in lines])}


def _kinds(*lines: str) -> set[tuple[int, int, str]]:
    return {(d.before, d.after, d.kind.value) for d in dependences([read_op(line, "gfx1100", 32) for line in lines])}


def test_register_dependences_have_their_kinds() -> None:
    found = _kinds("v_mov_b32 v0, v1", "v_add_f32 v2, v0, v3", "v_mov_b32 v3, 1.0", "v_mov_b32 v0, 2.0")
    assert {(0, 1, "raw"), (1, 2, "war"), (0, 3, "waw"), (1, 3, "war")} <= found
    assert (0, 2, "raw") not in found


def test_an_accumulator_is_read() -> None:
    assert (0, 1, Kind.RAW.value) in _kinds("v_fmac_f32 v0, v1, v2", "v_fmac_f32 v0, v3, v4")


def test_nothing_of_lanes_crosses_a_write_of_exec() -> None:
    lines = ("v_mov_b32 v0, 1.0", "s_mov_b32 exec_lo, s0", "v_mov_b32 v1, 1.0", "global_store_b32 v[4:5], v6, off")
    assert {(0, 1), (1, 2), (1, 3)} <= _pairs(*lines)


def test_mode_and_carry_and_scc_order() -> None:
    assert (0, 1) in _pairs("v_cmp_lt_f32 vcc_lo, v0, v1", "v_cndmask_b32 v2, v3, v4, vcc_lo")
    assert (0, 1) in _pairs("s_add_u32 s0, s1, s2", "s_addc_u32 s3, s4, s5")
    assert (0, 1) in _pairs("s_denorm_mode 0", "v_add_f32 v0, v1, v2")


def test_loads_may_pass_each_other_but_not_stores() -> None:
    lines = ("ds_load_b32 v0, v1", "ds_load_b32 v2, v3", "ds_store_b32 v4, v5", "ds_load_b32 v6, v7")
    found = _pairs(*lines)
    assert (0, 1) not in found
    assert {(0, 2), (1, 2), (2, 3)} <= found


def test_accesses_of_other_bytes_may_pass() -> None:
    store = "scratch_store_b64 v4, v[6:7], off offset:8"
    assert (0, 1) in _pairs(store, "scratch_load_b64 v[8:9], v4, off offset:8")
    assert (0, 1) not in _pairs(store, "scratch_load_b64 v[8:9], v4, off offset:16")
    assert (0, 1) in _pairs(store, "scratch_load_b64 v[8:9], v4, off offset:12")


def test_other_bytes_of_a_lane_may_be_those_of_another_lane() -> None:
    store = "ds_store_b64 v4, v[6:7] offset:8"
    assert (0, 1) in _pairs(store, "ds_load_b64 v[8:9], v4 offset:16")
    assert (0, 1) in _pairs("global_store_b32 v4, v6, s[2:3]", "global_load_b32 v8, v4, s[2:3] offset:16")


def test_an_address_that_changed_is_another_address() -> None:
    lines = ("ds_store_b32 v4, v6", "v_add_nc_u32 v4, 16, v4", "ds_load_b32 v8, v4 offset:4")
    assert (0, 2) in _pairs(*lines)


def test_a_load_that_overwrites_its_address_leaves_no_base_to_compare_with() -> None:
    lines = ("ds_load_b32 v4, v4", "ds_store_b32 v4, v6 offset:4")
    assert (0, 1) in _pairs(*lines)


def test_two_element_accesses_count_in_elements() -> None:
    near = "ds_store_2addr_b32 v0, v1, v2 offset0:2 offset1:3"
    assert byte_ranges(read_op(near, "gfx1100", 32)) == ((8, 12), (12, 16))
    wide = "ds_store_2addr_stride64_b32 v0, v1, v2 offset0:0 offset1:1"
    assert byte_ranges(read_op(wide, "gfx1100", 32)) == ((0, 4), (256, 260))


def test_spaces_are_apart_but_for_flat() -> None:
    assert (0, 1) not in _pairs("ds_store_b32 v0, v1", "global_load_b32 v2, v[4:5], off")
    assert (0, 1) not in _pairs("scratch_store_b32 off, v1, off", "global_load_b32 v2, v[4:5], off")
    assert (0, 1) in _pairs("ds_store_b32 v0, v1", "flat_load_b32 v2, v[4:5]")
    assert (0, 1) in _pairs("flat_store_b32 v[4:5], v2", "global_load_b32 v2, v[6:7], off")


def test_memory_stays_on_its_side_of_a_barrier_and_arithmetic_does_not() -> None:
    lines = ("ds_store_b32 v0, v1", "s_barrier", "ds_load_b32 v2, v3", "v_add_f32 v4, v5, v6")
    found = _pairs(*lines)
    assert {(0, 1), (1, 2)} <= found
    assert (1, 3) not in found
    assert (0, 1) in _pairs("ds_load_b32 v0, v1", "s_barrier_signal -1", arch="gfx1201")


def test_kept_waits_cache_control_atomics_and_coherent_accesses_are_memory_fences() -> None:
    load = "global_load_b32 v0, v[2:3], off"
    for fence in (
        "s_waitcnt vmcnt(0)",
        "buffer_gl0_inv",
        "global_atomic_add_u32 v[4:5], v6, off",
        "global_load_b32 v7, v[4:5], off glc",
        "s_waitcnt_vscnt null, 0x0",
    ):
        assert {(0, 1), (1, 2)} <= _pairs(load, fence, "global_load_b32 v8, v[4:5], off"), fence


def test_nothing_crosses_what_has_other_effects() -> None:
    for fence in ("s_setprio 1", "s_sendmsg sendmsg(MSG_DEALLOC_VGPRS)", "s_sleep 1", "s_cbranch_scc1 .L", "s_endpgm"):
        found = _pairs("v_add_f32 v0, v1, v2", fence, "v_add_f32 v3, v4, v5")
        assert {(0, 1), (1, 2)} <= found, fence


def test_an_address_group_stays_together() -> None:
    lines = (
        "s_getpc_b64 s[0:1]",
        "s_add_u32 s0, s0, sym@rel32@lo+4",
        "s_addc_u32 s1, s1, sym@rel32@hi+12",
        "v_add_f32 v0, v1, v2",
    )
    assert {(0, 1), (1, 2), (2, 3)} <= _pairs(*lines)


def test_a_scalar_load_stays_behind_the_wait_for_one_that_may_be_of_its_place() -> None:
    first, use = "s_load_b32 s4, s[0:1], 0x0", "s_mov_b32 s5, s4"
    assert (1, 2) in _pairs(first, use, "s_load_b32 s6, s[2:3], 0x0")
    assert (1, 2) in _pairs(first, use, "s_load_b64 s[6:7], s[0:1], -0x4")
    assert (1, 2) not in _pairs(first, use, "s_load_b32 s6, s[0:1], 0x4")
    # Another access that counts on the same counter has the wave wait for all.
    lds, other = "ds_load_b32 v1, v0", "v_mov_b32 v2, v1"
    assert {(0, 2), (2, 3)} <= _pairs(first, lds, other, "s_load_b32 s6, s[2:3], 0x0")
    # What a wait has shown to be there is not waited for again.
    wait = "s_waitcnt lgkmcnt(0)"
    assert (3, 4) not in _pairs(first, wait, "s_load_b32 s6, s[2:3], 0x0", use, "s_load_b32 s7, s[0:1], 0x0")
    # Two of one place are in order even without a wait.
    assert (0, 1) in _pairs(first, "s_load_b64 s[6:7], s[0:1], 0x0")
