"""The wait rules on small programs, one question each."""

from __future__ import annotations

import pytest

from tests.linting.programs import found, program

EARLY = ("read-before-wait", "overwrite-before-wait", "store-data-overwritten")


def early(body: str, arch: str = "gfx1100") -> list[tuple[str, int]]:
    return found(program(body, arch), *EARLY)


READ = "read-before-wait"
OVER = "overwrite-before-wait"
HELD = "store-data-overwritten"


@pytest.mark.parametrize(
    ("wait", "enough"),
    [
        ("s_waitcnt vmcnt(1)", True),
        ("s_waitcnt vmcnt(2)", False),
        ("s_waitcnt vmcnt(0) & lgkmcnt(1)", True),
        ("s_waitcnt lgkmcnt(0), expcnt(0)", False),
        ("s_waitcnt lgkmcnt(3), vmcnt(1)", True),
        ("s_waitcnt vmcnt_sat(1)", True),
        ("s_waitcnt 0", True),
        ("s_waitcnt 0x07f7", True),
        ("s_waitcnt 0x0bf7", False),
        ("s_waitcnt 0x3f0+0x407", True),
        ("s_waitcnt_vmcnt null, 0x1", True),
        ("s_waitcnt_vmcnt null, 0x2", False),
        ("s_waitcnt_vscnt null, 0x0", False),
        ("s_waitcnt_depctr 0", False),
        ("s_wait_idle", True),
        ("s_barrier", False),
        ("s_nop 0", False),
    ],
)
def test_forms_of_waits_on_gfx11(wait: str, enough: bool) -> None:
    body = f"global_load_b32 v1, v0, s[2:3]\nglobal_load_b32 v2, v0, s[2:3] offset:4\n{wait}\nv_mov_b32_e32 v3, v1"
    assert early(body) == ([] if enough else [(READ, 4)])


@pytest.mark.parametrize(
    ("wait", "enough"),
    [
        ("s_wait_loadcnt 0x1", True),
        ("s_wait_loadcnt 0x2", False),
        ("s_wait_loadcnt 0x40", False),
        ("s_wait_loadcnt_dscnt 0x13f", True),
        ("s_wait_loadcnt_dscnt 0x200", False),
        ("s_wait_storecnt_dscnt 0x0", False),
        ("s_wait_samplecnt 0x0", False),
        ("s_wait_idle", True),
        ("s_waitcnt vmcnt(0)", False),
    ],
)
def test_forms_of_waits_on_gfx12(wait: str, enough: bool) -> None:
    body = f"global_load_b32 v1, v0, s[2:3]\nglobal_load_b32 v2, v0, s[2:3] offset:4\n{wait}\nv_mov_b32_e32 v3, v1"
    assert early(body, "gfx1201") == ([] if enough else [(READ, 4)])


def test_scalar_loads_need_a_count_of_zero() -> None:
    body = "s_load_b32 s4, s[0:1], 0x0\ns_load_b32 s5, s[0:1], 0x4\ns_waitcnt lgkmcnt(1)\ns_mov_b32 s6, s4"
    assert early(body) == [(READ, 4)]
    assert early(body.replace("(1)", "(0)")) == []


def test_lds_stays_in_order_beside_scalar_loads_that_come_in_any() -> None:
    body = "ds_load_b32 v1, v0\nds_load_b32 v2, v0 offset:4\ns_load_b32 s4, s[0:1], 0x0\n{}\nv_mov_b32_e32 v3, v1"
    assert early(body.format("s_waitcnt lgkmcnt(1)")) == []
    assert early(body.format("s_waitcnt lgkmcnt(2)")) == [(READ, 5)]


def test_counters_of_gfx12_are_apart() -> None:
    body = "ds_load_b32 v1, v0\ns_load_b32 s4, s[0:1], 0x0\ns_wait_kmcnt 0x0\nv_mov_b32_e32 v3, v1"
    assert early(body, "gfx1201") == [(READ, 4)]


def test_stores_count_for_lds_order() -> None:
    body = "ds_load_b32 v1, v0\nds_store_b32 v0, v0 offset:64\n{}\nv_mov_b32_e32 v3, v1"
    assert early(body.format("s_waitcnt lgkmcnt(1)")) == []
    assert early(body.format("s_waitcnt lgkmcnt(2)")) == [(READ, 4)]


def test_vector_stores_do_not_count_for_loads() -> None:
    body = "global_load_b32 v1, v0, s[2:3]\nglobal_store_b32 v0, v0, s[2:3] offset:64\n{}\nv_mov_b32_e32 v3, v1"
    assert early(body.format("s_waitcnt vmcnt(1)")) == [(READ, 4)]
    assert early(body.format("s_waitcnt vmcnt(0)")) == []


@pytest.mark.parametrize(("wait", "lines"), [("vmcnt(0)", [3]), ("lgkmcnt(0)", [3]), ("vmcnt(0) lgkmcnt(0)", [])])
def test_flat_loads_need_both_counters(wait: str, lines: list[int]) -> None:
    body = f"flat_load_b32 v1, v[2:3]\ns_waitcnt {wait}\nv_mov_b32_e32 v4, v1"
    assert early(body) == [(READ, line) for line in lines]


def test_flat_loads_stay_in_order_on_each_counter() -> None:
    body = "flat_load_b32 v1, v[2:3]\nglobal_load_b32 v5, v0, s[2:3]\nds_load_b32 v6, v0\n{}\nv_mov_b32_e32 v4, v1"
    assert early(body.format("s_waitcnt vmcnt(1) lgkmcnt(1)")) == []
    assert early(body.format("s_wait_loadcnt_dscnt 0x101"), "gfx1201") == []
    assert early(body.format("s_wait_loadcnt_dscnt 0x102"), "gfx1201") == [(READ, 5)]


def test_loads_of_one_kind_into_one_register() -> None:
    body = "global_load_b32 v1, v0, s[2:3]\nglobal_load_b32 v1, v0, s[2:3] offset:4"
    assert early(body) == []
    assert early(body, "gfx1201") == [(OVER, 2)]


@pytest.mark.parametrize("arch", ["gfx1100", "gfx1201"])
def test_loads_of_two_kinds_into_one_register(arch: str) -> None:
    assert early("global_load_b32 v1, v0, s[2:3]\nds_load_b32 v1, v0", arch) == [(OVER, 2)]
    assert early("ds_load_b32 v1, v0\nds_load_b32 v1, v0 offset:4", arch) == [(OVER, 2)]
    sample = "image_sample v1, [v2, v3], s[0:7], s[8:11] dmask:0x1 dim:SQ_RSRC_IMG_2D"
    assert early(f"global_load_b32 v1, v0, s[12:13]\n{sample}", arch) == [(OVER, 2)]
    assert early("global_load_b32 v1, v0, s[2:3]\nflat_load_b32 v1, v[2:3]", arch) == [(OVER, 2)]


def test_samples_into_one_register() -> None:
    sample = "image_sample v1, [v2, v3], s[0:7], s[8:11] dmask:0x1 dim:SQ_RSRC_IMG_2D"
    load = "global_load_b32 v1, v0, s[2:3]"
    assert early(f"{sample}\n{sample}") == []
    # gfx11.5 may take the one for a load and the other not.
    assert early(f"{sample}\n{sample}", "gfx1150") == [(OVER, 2)]
    assert early(f"{sample}\n{sample}", "gfx1201") == [(OVER, 2)]
    assert early(f"{load}\n{load}", "gfx1150") == []


def test_half_loads_merge_in_order_on_gfx11_only() -> None:
    body = "global_load_d16_b16 v1, v0, s[2:3]\nglobal_load_d16_hi_b16 v1, v0, s[2:3] offset:2"
    assert early(body) == []
    assert early(body, "gfx1201") == [(OVER, 2)]


def test_samples_and_loads_have_counters_of_their_own_on_gfx12() -> None:
    body = (
        "image_sample v1, [v2, v3], s[0:7], s[8:11] dmask:0x1 dim:SQ_RSRC_IMG_2D\n"
        "global_load_b32 v4, v0, s[12:13]\n{}\nv_mov_b32_e32 v5, v1"
    )
    assert early(body.format("s_waitcnt vmcnt(1)")) == []
    assert early(body.format("s_wait_loadcnt 0x0"), "gfx1201") == [(READ, 4)]
    assert early(body.format("s_wait_samplecnt 0x0"), "gfx1201") == []


def test_a_ray_query_uses_bvhcnt() -> None:
    ray = "image_bvh_intersect_ray v[0:3], [v4, v5, v[6:8], v[9:11], v[12:14]], s[4:7]"
    assert early(f"{ray}\ns_wait_bvhcnt 0x0\nv_mov_b32_e32 v20, v0", "gfx1201") == []
    assert early(f"{ray}\ns_wait_loadcnt 0x0\nv_mov_b32_e32 v20, v0", "gfx1201") == [(READ, 3)]


def test_a_load_may_overwrite_its_own_address_and_stores_their_data_at_once() -> None:
    assert early("s_load_b64 s[0:1], s[0:1], 0x10\nglobal_load_b128 v[4:7], v[4:5], off") == []
    assert early("global_store_b32 v0, v1, s[2:3]\nv_mov_b32_e32 v1, 0\nv_mov_b32_e32 v0, 0") == []
    assert early("ds_store_b32 v0, v1\nv_mov_b32_e32 v1, 0\nv_mov_b32_e32 v0, 0") == []
    assert early("s_load_b32 s4, s[0:1], 0x0\ns_mov_b32 s0, 0") == []


def test_loaded_scalars_may_not_be_overwritten() -> None:
    assert early("s_load_b32 s4, s[0:1], 0x0\ns_mov_b32 s4, 0") == [(OVER, 2)]
    assert early("s_load_b32 s4, s[0:1], 0x0\ns_load_b32 s4, s[0:1], 0x4") == [(OVER, 2)]
    assert early("s_load_b32 s4, s[0:1], 0x0\nv_readfirstlane_b32 s4, v0", "gfx1201") == [(OVER, 2)]


def test_a_store_reads_its_data_when_issued() -> None:
    assert early("global_load_b32 v1, v0, s[2:3]\nglobal_store_b32 v0, v1, s[2:3]") == [(READ, 2)]
    assert early("ds_load_b32 v0, v1\nglobal_store_b32 v0, v2, s[2:3]") == [(READ, 2)]


def test_an_atomic_returns_only_when_asked_to() -> None:
    returning = "global_atomic_add_u32 v1, v0, v2, s[2:3] glc\nv_mov_b32_e32 v3, v1"
    silent = "global_atomic_add_u32 v0, v1, s[2:3]\nv_mov_b32_e32 v3, v1"
    assert early(returning) == [(READ, 2)]
    assert early(silent) == []
    ret12 = "global_atomic_add_u32 v1, v0, v2, s[2:3] th:TH_ATOMIC_RETURN\ns_wait_storecnt 0x0\nv_mov_b32_e32 v3, v1"
    assert early(ret12, "gfx1201") == [(READ, 3)]


def test_exports_and_gds_hold_their_registers_and_exec() -> None:
    assert early("exp mrt0 v1, v2, v3, v4 done\nv_mov_b32_e32 v3, 0") == [(HELD, 2)]
    assert early("exp mrt0 v1, v2, v3, v4 done\nv_mov_b32_e32 v5, v3") == []
    assert early("exp mrt0 v1, v2, v3, v4 done\ns_mov_b32 exec_lo, 0") == [(HELD, 2)]
    assert (
        early("exp mrt0 v1, v2, v3, v4\nexp mrt1 v5, v6, v7, v8 done\ns_waitcnt expcnt(1)\nv_mov_b32_e32 v1, 0") == []
    )
    assert early("exp pos0 v1, v2, v3, v4\nexp mrt1 v5, v6, v7, v8 done\ns_waitcnt expcnt(1)\nv_mov_b32_e32 v1, 0") == [
        (HELD, 4)
    ]
    assert early("ds_add_u32 v1, v2 gds\nv_mov_b32_e32 v2, 0") == [(HELD, 2)]
    assert early("ds_add_u32 v1, v2 gds\ns_waitcnt expcnt(0)\nv_mov_b32_e32 v2, 0") == []


def test_lds_direct_uses_expcnt() -> None:
    assert early("lds_direct_load v1 wait_vdst:15\nv_mov_b32_e32 v2, v1") == [(READ, 2)]
    assert early("lds_direct_load v1 wait_vdst:15\ns_waitcnt expcnt(0)\nv_mov_b32_e32 v2, v1") == []
    assert early("lds_param_load v1, attr0.x wait_vdst:15\nv_interp_p10_f32 v2, v1, v3, v1 wait_exp:0") == []
    assert early("lds_param_load v1, attr0.x wait_vdst:15\nv_interp_p10_f32 v2, v1, v3, v1 wait_exp:1") == [(READ, 2)]


def test_messages_with_results() -> None:
    send = "s_sendmsg_rtn_b32 s4, sendmsg(MSG_RTN_GET_REALTIME)"
    assert early(f"{send}\ns_mov_b32 s5, s4") == [(READ, 2)]
    assert early(f"{send}\ns_wait_kmcnt 0x0\ns_mov_b32 s5, s4", "gfx1201") == []


def test_the_first_wave_at_a_barrier_is_known_behind_it() -> None:
    signal = "s_barrier_signal_isfirst -1"
    assert early(f"{signal}\ns_cselect_b32 s4, 1, 0", "gfx1201") == [(READ, 2)]
    assert early(f"{signal}\ns_wait_kmcnt 0x0\ns_cselect_b32 s4, 1, 0", "gfx1201") == []
    assert early(f"{signal}\ns_barrier_wait -1\ns_cselect_b32 s4, 1, 0", "gfx1201") == []


def test_more_events_than_a_counter_can_count() -> None:
    loads = "\n".join(f"global_load_b32 v{n}, v0, s[2:3] offset:{n}" for n in range(1, 71))
    assert early(f"{loads}\ns_waitcnt vmcnt(62)\nv_mov_b32_e32 v100, v1") == []
    assert early(f"{loads}\ns_waitcnt vmcnt(63)\nv_mov_b32_e32 v100, v1") == [(READ, 72)]
    assert early(f"{loads}\nv_mov_b32_e32 v100, v1") == [(READ, 71)]


def test_the_path_with_fewer_younger_loads_decides_at_a_join() -> None:
    body = """
        global_load_b32 v1, v0, s[2:3]
        s_cbranch_scc0 .Ljoin
        global_load_b32 v2, v0, s[2:3] offset:4
        .Ljoin:
        s_waitcnt vmcnt({})
        v_mov_b32_e32 v3, v1
    """
    assert early(body.format(1)) == [(READ, 6)]
    assert early(body.format(0)) == []


def test_a_load_at_the_end_of_a_loop_is_pending_at_its_head() -> None:
    body = """
        s_waitcnt vmcnt(0)
        .Lloop:
        v_add_f32_e32 v3, v1, v1
        global_load_b32 v1, v0, s[2:3]
        global_load_b32 v2, v0, s[2:3] offset:4
        s_cbranch_scc0 .Lloop
    """
    assert early(body) == [(READ, 3)]
    waited = body.replace("v_add", "s_waitcnt vmcnt(1)\nv_add")
    assert early(waited) == []
    assert early(waited.replace("vmcnt(1)", "vmcnt(2)")) == [(READ, 4)]


def test_a_pending_load_survives_inner_loops() -> None:
    body = """
        global_load_b32 v1, v0, s[2:3]
        .Lloop:
        ds_load_b32 v2, v0
        s_waitcnt lgkmcnt(0)
        v_add_f32_e32 v3, v3, v2
        s_cbranch_scc0 .Lloop
        v_mov_b32_e32 v4, v1
    """
    assert early(body) == [(READ, 7)]


def test_one_missing_wait_is_one_finding() -> None:
    body = "global_load_b32 v1, v0, s[2:3]\nv_mov_b32_e32 v2, v1\nv_mov_b32_e32 v3, v1\nv_mov_b32_e32 v1, 0"
    assert early(body) == [(READ, 2)]


def test_nothing_is_said_behind_what_cannot_be_seen_through() -> None:
    load = "global_load_b32 v1, v0, s[2:3]\n"
    assert early(f"{load}waitall\nv_mov_b32_e32 v2, v1".replace("waitall", ".long 0xbf890000")) == []
    assert early("s_load_b32 s4, s[0:1], 0x0\ns_swappc_b64 s[30:31], s[8:9]\ns_mov_b32 s5, s4") == []
    # But a call reads where it goes.
    assert early("s_load_b64 s[8:9], s[0:1], 0x0\ns_swappc_b64 s[30:31], s[8:9]") == [(READ, 2)]


def test_computed_jumps_reach_every_label_that_is_measured() -> None:
    body = """
        global_load_b32 v1, v0, s[2:3]
        s_getpc_b64 s[4:5]
        .Lpost:
        s_add_u32 s4, s4, (.Lfar-.Lpost)&4294967295
        s_addc_u32 s5, s5, (.Lfar-.Lpost)>>32
        s_setpc_b64 s[4:5]
        s_endpgm
        .Lfar:
        v_mov_b32_e32 v2, v1
    """
    assert early(body) == [(READ, 9)]


def test_messages_name_registers_lines_and_the_wait() -> None:
    from isaopt.linting.registry import choose_rules
    from isaopt.linting.run import lint_module

    module = program("flat_load_b64 v[4:5], v[2:3]\ns_load_b64 s[4:5], s[0:1], 0x0\nv_mov_b32_e32 v6, v4")
    (finding,) = lint_module(module, choose_rules([READ]))
    assert "v4 is read before flat_load_b64 on line 6 is known to have returned it" in finding.message
    assert finding.message.endswith("s_waitcnt vmcnt(0) lgkmcnt(0) is missing")
    assert (finding.line, finding.column, finding.kernel) == (8, 2, "k")
