"""Arithmetic that was replaced in place is proved without the walk, and only where all registers are left the same."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from isaopt.account import WorkAccount
from isaopt.asm.parser import parse_text
from isaopt.ir.program import Module
from isaopt.proof import verdict
from isaopt.proof.in_place import replaced_in_place
from isaopt.proof.verdict import verify_modules
from isaopt.proof.walk.program import ProofKernel
from tests.kernels import kernel_file
from tests.proof.legal import reordered, unpaired

#: Control flow that a proof at cut points would have to follow, with a stretch of arithmetic in the loop.
KERNELS = Path(__file__).resolve().parents[2] / "kernels_s"
LOOP = """
 s_load_b64 s[4:5], s[0:1], 0x0
 v_mov_b32_e32 v1, 0
 v_mov_b32_e32 v2, v0
 s_mov_b32 s6, 8
 s_waitcnt lgkmcnt(0)
L0:
 global_load_b32 v3, v0, s[4:5]
 s_waitcnt vmcnt(0)
{stretch}
 s_sub_u32 s6, s6, 1
 s_cmp_lg_u32 s6, 0
 s_cbranch_scc1 L0
 global_store_b32 v0, v1, s[4:5]
"""
SYMBOL = """
 s_getpc_b64 s[8:9]
{between} s_add_u32 s8, s8, table@rel32@lo+{at}
 s_addc_u32 s9, s9, table@rel32@hi+{behind}
"""
DUAL = " v_dual_add_f32 v1, v1, v3 :: v_dual_mul_f32 v2, v2, v0"
SINGLES = " v_add_f32_e32 v1, v1, v3\n v_mul_f32_e32 v2, v2, v0"


def parsed(stretch: str) -> Module:
    return parse_text(kernel_file(LOOP.format(stretch=stretch), vgprs=16, sgprs=16))


def in_place(before: Module, after: Module, monkeypatch: pytest.MonkeyPatch) -> bool:
    """Whether a rewrite is proved with nothing else to prove it."""
    answers = []

    def asked(programs: tuple[ProofKernel, ProofKernel], account: WorkAccount) -> bool:
        answers.append(replaced_in_place(programs, account))
        return answers[-1]

    monkeypatch.setattr(verdict, "replaced_in_place", asked)
    verify_modules(before, after, by_text=False)
    return answers == [True]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (DUAL, SINGLES),
        (SINGLES, DUAL),
        (SINGLES, " v_mul_f32_e32 v2, v2, v0\n v_add_f32_e32 v1, v1, v3"),
        (DUAL, " v_add_f32_e32 v1, v1, v3\n s_nop 0\n s_delay_alu instid0(VALU_DEP_1)\n v_mul_f32_e32 v2, v2, v0"),
        (" v_dual_mov_b32 v1, v2 :: v_dual_mov_b32 v2, v1", " v_swap_b32 v1, v2"),
        (SYMBOL.format(between="", at=4, behind=12), SYMBOL.format(between=" v_nop\n", at=8, behind=16)),
    ],
)
def test_the_same_results_in_the_same_places(before: str, after: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert in_place(parsed(before), parsed(after), monkeypatch)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (DUAL, " v_add_f32_e32 v1, v1, v3\n v_mul_f32_e32 v2, v3, v1"),  # another source
        (" v_dual_mov_b32 v1, v2 :: v_dual_mov_b32 v2, v1", " v_mov_b32_e32 v1, v2\n v_mov_b32_e32 v2, v1"),
        (SINGLES, " v_add_f32_e32 v1, v1, v3"),
        (SINGLES, SINGLES + "\n v_mov_b32_e32 v4, 0"),  # nothing reads it, and it is left another
        (SINGLES, SINGLES + "\n s_mov_b32 vcc_lo, 0"),
        (SINGLES, SINGLES + "\n v_cmpx_gt_u32_e32 8, v0"),
        (SINGLES, SINGLES + "\n global_load_b32 v4, v0, s[4:5]\n s_waitcnt vmcnt(0)"),
        (SINGLES + "\n s_waitcnt_vscnt null, 0x0", SINGLES),
        (SINGLES, " v_add_f32_e32 v1, v1, v3\n s_barrier\n v_mul_f32_e32 v2, v2, v0"),
        (" s_setprio 1\n s_sendmsg sendmsg(MSG_INTERRUPT)\n" + SINGLES, " s_setprio 1\n" + SINGLES),
        (SYMBOL.format(between="", at=4, behind=12), SYMBOL.format(between=" v_nop\n", at=4, behind=12)),
        (SYMBOL.format(between="", at=4, behind=12), SYMBOL.format(between="", at=8, behind=16)),
        (" s_getpc_b64 s[8:9]\n" + SINGLES, " s_getpc_b64 s[8:9]\n" + DUAL),
        (" s_nop 0\n s_getpc_b64 s[8:9]", " s_getpc_b64 s[8:9]\n s_nop 0"),
    ],
)
def test_other_results_or_other_effects(before: str, after: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert not in_place(parsed(before), parsed(after), monkeypatch)


def test_other_control_flow(monkeypatch: pytest.MonkeyPatch) -> None:
    before, text = parsed(SINGLES), parsed(DUAL).text()
    for was, becomes in (("scc1 L0", "scc0 L0"), ("s_cbranch_scc1 L0", "s_nop 0"), ("L0:\n", "")):
        moved = text.replace(was, becomes)
        if not becomes:
            moved = moved.replace("global_load_b32", "L0:\n global_load_b32", 1).replace(
                "s_mov_b32 s6", "L1:\n s_mov_b32 s6"
            )
        assert not in_place(before, parse_text(moved), monkeypatch), was


def test_another_launch(monkeypatch: pytest.MonkeyPatch) -> None:
    before = parsed(SINGLES)
    flushed = parsed(DUAL).text().replace(".end_amdhsa_kernel", "\t.amdhsa_float_denorm_mode_32 3\n.end_amdhsa_kernel")
    assert "denorm" in flushed
    assert not in_place(before, parse_text(flushed), monkeypatch)


def test_a_result_that_comes_too_late(monkeypatch: pytest.MonkeyPatch) -> None:
    early = LOOP.replace(" s_waitcnt vmcnt(0)\n", "")
    before, after = (parse_text(kernel_file(early.format(stretch=s), vgprs=16, sgprs=16)) for s in (SINGLES, DUAL))
    assert not in_place(before, after, monkeypatch)


@pytest.mark.parametrize("name", ["reduction_gfx1100", "softmax_gfx1201"])
def test_random_changes_that_mean_nothing(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    module = parse_text((KERNELS / f"{name}.s").read_text())
    (kernel,) = module.kernels
    apart = unpaired(module, kernel, random.Random(3), 0.5)
    assert apart.text() != module.text()
    assert in_place(module, apart, monkeypatch)
    order = reordered(module, kernel, random.Random(5), 40)
    assert order.text() != module.text()
    # Scalar work may pass accesses in that order, which is no replacement in place; it is never a wrong answer.
    in_place(module, order, monkeypatch)
