"""Undefined and unused values, control flow, barriers and the state of EXEC."""

from __future__ import annotations

import pytest

from isaopt.ir.program import Module
from isaopt.linting.model import Severity
from isaopt.linting.registry import choose_rules
from isaopt.linting.run import lint_module
from tests.linting.programs import described, found, program


def undefined(module: Module) -> list[tuple[Severity, str]]:
    findings = lint_module(module, choose_rules(["undefined-read"]))
    return [(f.severity, f.message.partition(" reads ")[2].partition(", which")[0]) for f in findings]


@pytest.mark.parametrize(
    ("arch", "directives", "defined", "missing"),
    [
        # Without user SGPRs the workgroup id, on by default, stands in s0.
        ("gfx1100", (), "s0", "s1"),
        ("gfx1100", ("system_sgpr_workgroup_id_x 0",), "ttmp9", "s0"),
        ("gfx1100", ("user_sgpr_kernarg_segment_ptr 1",), "s2", "s3"),
        ("gfx1100", ("user_sgpr_kernarg_segment_ptr 1", "system_sgpr_workgroup_id_y 1"), "s3", "s4"),
        ("gfx1100", ("user_sgpr_count 15",), "s15", "s16"),
        ("gfx1100", ("user_sgpr_dispatch_ptr 1", "user_sgpr_dispatch_id 1"), "s4", "s5"),
        ("gfx1201", ("user_sgpr_kernarg_segment_ptr 1",), "s1", "s2"),
        ("gfx1201", (), "ttmp7", "s0"),
    ],
)
def test_scalar_registers_at_the_entry(arch: str, directives: tuple[str, ...], defined: str, missing: str) -> None:
    for register, expected in ((defined, []), (missing, [(Severity.ERROR, missing)])):
        assert undefined(described(f"v_add_nc_u32 v1, {register}, v0", *directives, arch=arch)) == expected


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("v_mov_b32 v2, v0", []),
        ("v_add_nc_u32 v2, v1, v0", [(Severity.ERROR, "v1")]),
        # A copy is no use, but what it hands on is one.
        ("v_mov_b32 v2, v1", []),
        ("v_mov_b32 v2, v1\nv_add_nc_u32 v3, v2, v0", [(Severity.ERROR, "v2")]),
        ("v_mov_b32 v2, v1\ns_mov_b64 s[4:5], s[6:7]\nv_readfirstlane_b32 s8, v2\nv_writelane_b32 v5, s4, 3", []),
        ("v_readfirstlane_b32 s8, v2\ns_cmp_eq_u32 s8, 0", [(Severity.ERROR, "s8")]),
        ("v_dual_mov_b32 v2, v1 :: v_dual_mov_b32 v3, 0\nds_store_b32 v0, v2", [(Severity.ERROR, "v2")]),
        ("v_mov_b32 v2, v1\nglobal_store_b32 v[1:2], v0, off", [(Severity.ERROR, "v[1:2]")]),
        ("v_mov_b32 v2, v1\nscratch_store_b32 off, v2, off", [(Severity.ERROR, "v2")]),
        ("s_mov_b32 exec_lo, s9", [(Severity.ERROR, "s9")]),
        ("s_mov_b32 s8, s9\ns_mov_b32 m0, s8", [(Severity.ERROR, "s8")]),
        ("v_swap_b32 v0, v1\nv_add_nc_u32 v2, v1, v1\nv_add_nc_u32 v2, s0, v1", []),
        ("v_swap_b32 v1, v2\nv_add_nc_u32 v2, s0, v1", [(Severity.ERROR, "v1")]),
        # Which input a select takes is not known; the mask counts.
        ("s_cmp_eq_u32 s0, 0\ns_cselect_b32 s4, s8, 0\ns_add_u32 s4, s4, 1", []),
        ("v_cmp_eq_u32 vcc_lo, 0, v0\nv_cndmask_b32 v1, v5, v6, vcc_lo\nv_not_b32 v1, v1", [(Severity.ERROR, "v1")]),
        ("v_cndmask_b32 v1, v0, v0, s9", [(Severity.ERROR, "s9")]),
        ("v_readlane_b32 s4, v0, s9", [(Severity.ERROR, "s9")]),
        # Inactive lanes keep what they had; a scalar register does not.
        ("v_mov_b32 v2, 0\nv_mov_b32 v2, v1\nv_not_b32 v2, v2", []),
        ("s_mov_b32 s8, 0\ns_mov_b32 s8, s9\ns_not_b32 s8, s8", [(Severity.ERROR, "s8")]),
        ("s_mov_b32 m0, 1\nv_movrels_b32 v1, v2", []),
        ("s_mov_b32 m0, 1\nv_movreld_b32 v0, 4\nds_store_b32 v0, v1", []),
        # Parts of a result count one by one.
        ("v_perm_b32 v1, v0, v2, 0x5040100", [(Severity.WARNING, "v2")]),
        ("v_perm_b32 v1, v3, v2, 0x5040100", [(Severity.ERROR, "v3, v2")]),
        ("v_fmac_f32 v1, v0, v0", [(Severity.ERROR, "v1")]),
        ("v_cndmask_b32 v1, v0, v0, vcc_lo", [(Severity.ERROR, "vcc_lo")]),
        ("s_cbranch_scc1 .L\n.L:", [(Severity.ERROR, "scc")]),
        ("v_mov_b32 v1, exec_lo\nv_mov_b32 v1, m0", []),
        # What a partial write leaves alone need not be defined.
        ("v_writelane_b32 v1, s0, 3\nv_mov_b32_dpp v2, v0 row_shr:1\nv_add_f16 v3.l, v0.l, v0.h", []),
        ("ds_load_u16_d16_hi v4, v0", []),
        # One half of a pair is enough for a warning only.
        ("v_mov_b32 v2, 0\nv_lshlrev_b64 v[4:5], 2, v[2:3]", [(Severity.WARNING, "v3")]),
        ("v_lshlrev_b64 v[4:5], 2, v[2:3]", [(Severity.ERROR, "v[2:3]")]),
        (
            "s_cmp_eq_u32 s0, 0\ns_cbranch_scc0 .L\ns_mov_b32 s9, 0\n.L:\ns_add_u32 s0, s9, 1",
            [(Severity.WARNING, "s9")],
        ),
        # Which lanes a branch leaves out is not known, so a VGPR set on one path is taken to be meant.
        ("s_cbranch_execz .L\nv_mov_b32 v9, 0\n.L:\nv_not_b32 v8, v9", []),
        ("; implicit-def: $vgpr5_vgpr6\nv_not_b32 v1, v6", []),
        ("s_cmp_eq_u32 s0, 0\n.L:\nv_not_b32 v1, v5\nv_mov_b32 v5, 0\ns_cbranch_scc0 .L", []),
        ("s_swappc_b64 s[30:31], s[0:1]\nv_not_b32 v1, v5", []),
        ("s_branch .L\nv_not_b32 v1, v5\n.L:", []),
    ],
)
def test_undefined_reads(body: str, expected: list[tuple[Severity, str]]) -> None:
    assert undefined(program(body)) == expected


def test_an_undefined_read_stands_at_its_half_of_a_pair() -> None:
    pair = "v_dual_add_f32 v1, v0, v{} :: v_dual_add_f32 v2, v{}, v0"
    for x, y, column in ((3, 0, 2), (0, 3, 31)):
        (finding,) = lint_module(program(pair.format(x, y)), choose_rules(["undefined-read"]))
        assert (finding.column, finding.message) == (column, "v_dual_add_f32 reads v3, which nothing has defined")


def test_a_copy_of_what_is_undefined_is_called_one() -> None:
    (finding,) = lint_module(program("v_mov_b32 v2, v1\nv_not_b32 v3, v2"), choose_rules(["undefined-read"]))
    assert finding.message == "v_not_b32 reads v2, which is a copy of what nothing has defined"


@pytest.mark.parametrize(
    ("body", "line"),
    [
        ("v_mov_b32 v1, v0", 1),
        ("v_mov_b32 v1, v0\nglobal_store_b32 v0, v1, s[2:3]", None),
        ("v_mov_b32 v1, v0\nv_mov_b32 v1, 1\nglobal_store_b32 v0, v1, s[2:3]", 1),
        # The second write is for other lanes.
        (
            "v_mov_b32 v1, v0\ns_mov_b32 exec_lo, s4\nv_mov_b32 v1, 1\nglobal_store_b32 v0, v1, s[2:3]",
            None,
        ),
        ("v_writelane_b32 v1, s4, 0\nv_mov_b32 v1, 1\nglobal_store_b32 v0, v1, s[2:3]", None),
        ("s_mov_b32 s4, 1\ns_mov_b32 s4, 2\nglobal_store_b32 v0, v1, s[4:5]", 1),
        ("s_add_u32 s4, s2, 1\ns_cbranch_scc0 .L\n.L:", None),
        ("s_add_u32 s4, s2, 1", 1),
        ("global_load_b32 v1, v0, s[2:3]", 1),
        ("global_load_b32 v1, v0, s[2:3] glc dlc", None),
        ("global_atomic_add_u32 v1, v0, v2, s[2:3] glc", None),
        ("s_mov_b32 m0, 1", None),
        ("v_cmpx_gt_u32 8, v0", None),
        ("v_cmp_gt_u32 vcc_lo, 8, v0", 1),
        (".L:\nv_add_nc_u32 v1, v1, v0\ns_cbranch_scc0 .L", None),
        ("v_mov_b32 v1, v0\ns_swappc_b64 s[30:31], s[0:1]", None),
    ],
)
def test_unused_results(body: str, line: int | None) -> None:
    assert found(program(body), "unused-result") == ([] if line is None else [("unused-result", line)])


def test_ends() -> None:
    for good in ("s_endpgm", "s_trap 2", ".L:\ns_branch .L", "s_swappc_b64 s[30:31], s[0:1]", "s_setpc_b64 s[0:1]"):
        assert not found(program(good, end=False), "missing-endpgm"), good
    assert found(program("s_nop 0", end=False), "missing-endpgm") == [("missing-endpgm", 1)]
    assert found(program("s_cbranch_scc0 .L\ns_endpgm\n.L:", end=False), "missing-endpgm") == [("missing-endpgm", 2)]
    assert not found(program("s_branch .L\ns_nop 0\n.L:\ns_endpgm", end=False), "missing-endpgm")


def test_unreachable_code() -> None:
    dead = "s_branch .L\nv_mov_b32 v1, v0\n.Lm:\nv_mov_b32 v2, v0\n.L:"
    assert found(program(dead), "unreachable-code") == [("unreachable-code", 2)]
    for fine in ("s_branch .L\ns_nop 0\n.L:", "s_cbranch_scc0 .L\nv_mov_b32 v1, v0\n.L:", "s_branch .L\n.long 1\n.L:"):
        assert not found(program(fine), "unreachable-code"), fine
    # A computed jump may lead there.
    assert not found(program("s_setpc_b64 s[0:1]\n.L:\nv_mov_b32 v1, v0"), "unreachable-code")


def test_branch_targets_and_distances() -> None:
    assert found(program("s_cbranch_scc0 .Lno"), "branch-target") == [("branch-target", 1)]
    assert not found(program("s_cbranch_scc0 4"), "branch-target")
    for between, fits in ((32767, True), (32768, False)):
        assert bool(found(program(f"s_branch .L\n.fill {between}, 4, 0\n.L:"), "branch-range")) is not fits
        back = f".L:\n.fill {between}, 4, 0\ns_branch .L"
        assert bool(found(program(back), "branch-range")) is not fits
    # Literals and long encodings count.
    code = "v_fma_f32 v1, v2, v3, 0x42280000\n" * 2 + ".space {}\n"
    for space, fits in ((131044, True), (131048, False)):
        assert bool(found(program(f"s_branch .L\n{code.format(space)}.L:"), "branch-range")) is not fits


@pytest.mark.parametrize(
    ("body", "bad"),
    [
        ("v_mov_b32 v1, v0\ns_delay_alu instid0(VALU_DEP_1)\nv_mov_b32 v2, v1", False),
        ("v_mov_b32 v1, v0\ns_delay_alu instid0(VALU_DEP_2)\nv_mov_b32 v2, v1", True),
        ("v_mov_b32 v1, v0\ns_delay_alu instid0(VALU_DEP_1)\nglobal_store_b32 v0, v1, s[2:3]", True),
        ("v_mov_b32 v1, v0\ns_delay_alu instid0(TRANS32_DEP_1)\nv_mov_b32 v2, v1", True),
        ("v_exp_f32 v1, v0\ns_delay_alu instid0(VALU_DEP_1)\nv_mov_b32 v2, v1", True),
        (
            "v_mov_b32 v1, v0\ns_delay_alu instid0(VALU_DEP_1) | instskip(NEXT) | instid1(VALU_DEP_2)\nv_nop\nv_nop",
            False,
        ),
        (
            "v_mov_b32 v1, v0\ns_delay_alu instid0(VALU_DEP_1) | instskip(SKIP_2) | instid1(VALU_DEP_1)\nv_nop\nv_nop",
            True,
        ),
        ("v_mov_b32 v1, v0\ns_delay_alu 0xf\nv_nop", True),
        (".L:\ns_delay_alu instid0(VALU_DEP_2)\nv_mov_b32 v2, v1\nv_mov_b32 v1, v2\ns_cbranch_scc0 .L", False),
        ("s_cbranch_scc0 .L\nv_nop\n.L:\ns_delay_alu instid0(VALU_DEP_1)\nv_nop", False),
    ],
)
def test_delays(body: str, bad: bool) -> None:
    assert bool(found(program(body), "delay-alu")) is bad


@pytest.mark.parametrize(
    ("body", "severity"),
    [
        ("s_barrier_signal -1\nv_nop\ns_barrier_wait -1", None),
        ("s_barrier_signal -1\ns_barrier_signal -1\ns_barrier_wait -1", Severity.ERROR),
        ("s_barrier_wait 0xffff", Severity.ERROR),
        ("s_barrier_signal -1", Severity.WARNING),
        ("s_cbranch_scc0 .L\ns_barrier_signal -1\n.L:\ns_barrier_wait -1", Severity.WARNING),
        (".L:\ns_barrier_signal -1\ns_barrier_wait -1\ns_cbranch_scc0 .L", None),
        (".L:\ns_barrier_signal -1\ns_cbranch_scc0 .L\ns_barrier_wait -1", Severity.WARNING),
        ("s_barrier_signal 3\ns_barrier_signal 3", None),
    ],
)
def test_barrier_halves(body: str, severity: Severity | None) -> None:
    findings = lint_module(program(body, "gfx1201"), choose_rules(["barrier-halves"]))
    assert [f.severity for f in findings] == ([severity] if severity else [])


WMMA = "v_wmma_f32_16x16x16_f16 v[8:15], v[24:31], v[32:39], v[8:15]"


@pytest.mark.parametrize(
    ("before", "narrowed"),
    [
        ("", False),
        ("s_and_saveexec_b32 s2, vcc_lo", True),
        ("s_and_saveexec_b32 s2, vcc_lo\ns_or_b32 exec_lo, exec_lo, s2", False),
        ("s_and_saveexec_b32 s2, vcc_lo\ns_mov_b32 s2, s3\ns_or_b32 exec_lo, exec_lo, s2", True),
        ("s_and_saveexec_b32 s2, vcc_lo\ns_mov_b32 s4, s2\ns_mov_b32 exec_lo, s4", False),
        ("v_cmpx_gt_u32 8, v0", True),
        ("s_mov_b32 s2, exec_lo\nv_cmpx_gt_u32 8, v0\ns_mov_b32 exec_lo, s2", False),
        ("v_cmpx_gt_u32 8, v0\ns_mov_b32 exec_lo, -1", False),
        ("s_or_saveexec_b32 s2, -1", False),
        ("s_cbranch_scc0 .L\nv_cmpx_gt_u32 8, v0\n.L:", True),
        (".L:\ns_and_not1_b32 exec_lo, exec_lo, s2\ns_cbranch_execnz .L", True),
    ],
)
def test_lanes_of_matrix_instructions(before: str, narrowed: bool) -> None:
    assert bool(found(program(f"{before}\n{WMMA}"), "wmma-exec")) is narrowed
