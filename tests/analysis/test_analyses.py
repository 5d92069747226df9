"""Control flow, liveness, webs, pending loads, loops and blockers on small hand-written kernels."""

from __future__ import annotations

from pathlib import Path

import pytest

from isaopt.analysis.figures.picture import pressure
from isaopt.analysis.flow.blockers import blockers
from isaopt.analysis.flow.cfg import build_cfg
from isaopt.analysis.flow.loops import find_loops
from isaopt.analysis.flow.outstanding import pending
from isaopt.analysis.flow.webs import Web, Webs, find_webs
from isaopt.asm.parser import parse_text
from isaopt.ir.program import Module
from isaopt.target.counters import waits_of
from tests.analysis.interference import conflicts, interferes
from tests.analysis.machine import kernel

KERNELS = sorted((Path(__file__).parents[2] / "kernels_s").glob("*.s"))


def webs_of(body: str, arch: str = "gfx1100") -> tuple[Module, Webs]:
    module = kernel(body, arch)
    return module, find_webs(module, module.kernels[0])


def at(found: Webs, module: Module, ordinal: int, ref: int, offset: int = 0) -> Web:
    item = module.instructions(module.kernels[0])[ordinal][0]
    return found.webs[found.web_at[item, ref, offset]]


IF_ELSE = """\tv_mov_b32_e32 v1, 7
\tv_cmp_gt_u32_e32 vcc_lo, 4, v0
\ts_and_saveexec_b32 s0, vcc_lo
\ts_xor_b32 s0, exec_lo, s0
\ts_cbranch_execz .LBB0_1
\tv_mov_b32_e32 v1, 1
.LBB0_1:
\ts_and_not1_saveexec_b32 s0, s0
\ts_cbranch_execz .LBB0_2
\tv_mov_b32_e32 v1, 2
.LBB0_2:
\ts_or_b32 exec_lo, exec_lo, s0
\tglobal_store_b32 v0, v1, s[2:3]
\ts_endpgm"""


def test_both_sides_of_a_divergent_if_share_a_register_and_replace_the_old_value() -> None:
    module, found = webs_of(IF_ELSE)
    then, other, use = at(found, module, 5, 0), at(found, module, 8, 0), at(found, module, 10, 1)
    assert then.id == other.id == use.id
    assert at(found, module, 0, 0).id != use.id


def test_a_value_set_in_one_side_only_merges_with_the_value_from_before() -> None:
    module, found = webs_of(IF_ELSE.replace("\tv_mov_b32_e32 v1, 2\n", "\tv_mov_b32_e32 v2, 2\n"))
    assert at(found, module, 0, 0).id == at(found, module, 5, 0).id == at(found, module, 10, 1).id


def test_value_of_lanes_that_left_a_divergent_loop_survives_later_iterations() -> None:
    module, found = webs_of("""\ts_mov_b32 s0, 0
\tv_mov_b32_e32 v2, 0
.LBB0_1:
\tv_add_nc_u32_e32 v1, v0, v2
\tv_add_nc_u32_e32 v3, v1, v1
\tv_add_nc_u32_e32 v2, v3, v3
\tv_cmp_gt_u32_e32 vcc_lo, v2, v0
\ts_or_b32 s0, vcc_lo, s0
\ts_and_not1_b32 exec_lo, exec_lo, s0
\ts_cbranch_execnz .LBB0_1
\ts_or_b32 exec_lo, exec_lo, s0
\tglobal_store_b32 v0, v1, s[2:3]
\ts_endpgm""")
    left = at(found, module, 2, 0)
    assert left.id == at(found, module, 10, 1).id
    # v3 is a temporary of one iteration, but v1 must keep its register while v3 is written.
    assert interferes(left.segments, at(found, module, 3, 0).segments)
    # The loop defines every lane, so nothing of v1 is occupied before it.
    assert left.segments[0][0] > 2


def test_uniform_redefinition_splits_webs() -> None:
    module, found = webs_of("""\tv_mov_b32_e32 v1, 1
\tv_add_nc_u32_e32 v1, v1, v0
\tglobal_store_b32 v0, v1, s[2:3]
\ts_endpgm""")
    first, second = at(found, module, 0, 0), at(found, module, 1, 0)
    assert first.id != second.id
    assert not interferes(first.segments, second.segments)


@pytest.mark.parametrize(
    "line",
    [
        "v_fmac_f32_e32 v1, v2, v2",
        "v_pk_fmac_f16 v1, v2, v2",
        "v_mov_b32_dpp v1, v2 row_shl:1 row_mask:0xf bank_mask:0xf",
        "global_load_d16_hi_b16 v1, v2, s[2:3]",
        "v_writelane_b32 v1, s4, 3",
        "v_fma_mixlo_f16 v1, v2, v2, v2",
        "v_add_f16_e32 v1, v2, v2",
    ],
)
def test_partial_writes_keep_their_register(line: str) -> None:
    module, found = webs_of(f"""\tv_mov_b32_e32 v1, 1
\tv_mov_b32_e32 v2, 1
\t{line}
\ts_waitcnt vmcnt(0)
\tglobal_store_b32 v0, v1, s[2:3]
\ts_endpgm""")
    assert at(found, module, 0, 0).id == at(found, module, 2, 0).id == at(found, module, 4, 1).id


def test_dead_component_of_a_load_is_occupied_until_its_wait() -> None:
    module, found = webs_of("""\tglobal_load_b64 v[2:3], v0, s[2:3]
\tv_mov_b32_e32 v5, 1
\ts_waitcnt vmcnt(0)
\tv_add_nc_u32_e32 v6, v2, v5
\tglobal_store_b32 v0, v6, s[2:3]
\ts_endpgm""")
    dead = at(found, module, 0, 0, offset=1)
    assert dead.segments == ((1, 5),)
    assert interferes(dead.segments, at(found, module, 1, 0).segments)
    assert not interferes(dead.segments, at(found, module, 3, 0).segments)


def test_waits_clear_in_order_counters_only_as_far_as_they_reach() -> None:
    module = kernel("""\tglobal_load_b32 v1, v0, s[2:3]
\tglobal_load_b32 v2, v0, s[2:3]
\ts_waitcnt vmcnt(1)
\tds_load_b32 v3, v0
\ts_load_b32 s4, s[2:3], 0x0
\ts_waitcnt lgkmcnt(1)
\ts_waitcnt 0x3f7
\ts_waitcnt lgkmcnt(0)
\ts_endpgm""")
    after = pending(module, module.kernels[0], build_cfg(module, module.kernels[0])).after
    assert after[1:3] == (0b110, 0b100)
    assert after[5:8] == (0b1100, 0b1000, 0)


def test_decoding_of_gfx12_waits() -> None:
    module = kernel("\ts_wait_loadcnt_dscnt 0x102\n\ts_wait_kmcnt 0x0\n\ts_endpgm", "gfx1201")
    ops = [ins.op for _, ins in module.instructions(module.kernels[0])]
    assert waits_of(ops[0], "gfx1201") == {"loadcnt": 1, "dscnt": 2}
    assert waits_of(ops[1], "gfx1201") == {"kmcnt": 0}
    assert waits_of(ops[2], "gfx1201") == {}


def test_wmma_result_stays_off_its_sources() -> None:
    setup = "\n".join(f"\tv_mov_b32_e32 v{i}, {i}" for i in range(1, 33))
    module, found = webs_of(f"""{setup}
\tv_wmma_f32_16x16x16_f16 v[40:47], v[1:8], v[9:16], v[17:24]
\tglobal_store_b128 v0, v[40:43], s[2:3]
\tglobal_store_b128 v0, v[44:47], s[2:3]
\ts_endpgm""")
    result = at(found, module, 32, 0)
    for ref in (1, 2, 3):
        assert interferes(result.segments, at(found, module, 32, ref).segments)
    group = found.groups[found.group_of[result.id]]
    assert (group.base, group.width, group.fixed) == (40, 8, None)


def test_short_forms_of_16_bit_instructions_limit_the_register() -> None:
    module, found = webs_of("""\tv_mov_b32_e32 v1, 1
\tv_mov_b32_e32 v2, 1
\tv_cvt_f32_f16_e32 v3, v1
\tv_add_f32_e32 v3, v3, v2
\tglobal_store_b32 v0, v3, s[2:3]
\ts_endpgm""")
    tops = [found.groups[found.group_of[at(found, module, k, 0).id]].max_base for k in (0, 1, 2)]
    assert tops == [127, 255, 255]


def test_entry_value_is_fixed_and_pressure_counts_it() -> None:
    module, found = webs_of("""\tv_mov_b32_e32 v7, 1
\tglobal_store_b32 v0, v7, s[2:3]""")
    fixed = [g.base for g in found.groups if g.fixed is not None]
    assert fixed == [0]
    assert pressure(build_cfg(module, module.kernels[0]), found) == (1, 2, 2, 0, 0, 0)


def test_loops_and_constant_trip_counts() -> None:
    module = kernel("""\ts_mov_b32 s4, 0
.LBB0_1:
\ts_mov_b32 s5, 8
.LBB0_2:
\ts_add_i32 s5, s5, -1
\ts_cmp_lg_u32 s5, 0
\ts_cbranch_scc1 .LBB0_2
\ts_add_u32 s4, s4, 4
\ts_cmp_lt_u32 s4, 64
\ts_cbranch_scc1 .LBB0_1
.LBB0_3:
\ts_add_u32 s4, s4, s5
\ts_cmp_lt_u32 s4, s6
\ts_cbranch_scc1 .LBB0_3
\ts_endpgm""")
    k = module.kernels[0]
    loops = find_loops(module, k, build_cfg(module, k))
    assert [(x.label, x.depth, x.parent, x.trip_count) for x in loops] == [
        (".LBB0_1", 1, None, 16),
        (".LBB0_2", 2, 0, 8),
        (".LBB0_3", 1, None, None),
    ]
    assert loops[0].own_blocks == loops[0].blocks - loops[1].blocks


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("s_swappc_b64 s[30:31], s[4:5]", "call"),
        ("s_setpc_b64 s[4:5]", "indirect-jump"),
        ("v_movrels_b32_e32 v1, v2", "indexed-register"),
        (".long 0xbf800000", "directive"),
        ("s_branch .Lelsewhere", "branch-target"),
        ("frobnicate v1", "unknown-instruction"),
    ],
)
def test_blockers(line: str, code: str) -> None:
    module = kernel(f"\ts_mov_b32 s0, 0\n\t{line}\n\ts_endpgm")
    assert [b.code for b in blockers(module, module.kernels[0])] == [code]


@pytest.mark.parametrize("path", KERNELS, ids=lambda p: p.name)
def test_compiler_output_satisfies_its_own_interference(path: Path) -> None:
    module = parse_text(path.read_text(), str(path))
    for k in module.kernels:
        assert blockers(module, k) == ()
        found = find_webs(module, k)
        assert conflicts(found) == []
        expected = {
            (item, index, offset)
            for item, ins in module.instructions(k)
            for index, ref in enumerate(ins.op.refs)
            if ref.reg.is_vgpr
            for offset in range(ref.reg.count)
        }
        assert set(found.web_at) == expected


@pytest.mark.parametrize("name", ["softmax_gfx1100", "sgemm_naive_gfx1201"])
def test_dominators_are_those_that_walking_up_the_tree_meets(name: str) -> None:
    path = next(p for p in KERNELS if p.stem == name)
    module = parse_text(path.read_text(), str(path))
    cfg = build_cfg(module, module.kernels[0])
    for block in range(len(cfg.blocks)):
        above, at = set[int](), block
        while at in cfg.idom and at != 0:
            at = cfg.idom[at]
            above.add(at)
        assert {a for a in range(len(cfg.blocks)) if cfg.strictly_dominates(a, block)} == above
