"""Loops with computations of the next round at the end of a round: right ones are proved, wrong ones are not."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from isaopt.proof.verdict import verify_modules
from tests.proof.test_attacks import program

START = """s_mov_b32 s12, 0
v_cvt_f32_u32_e32 v2, v0
v_mov_b32_e32 v3, 0.5
v_mov_b32_e32 v8, 0
"""
TOP = """v_mul_f32_e32 v4, v2, v2
v_mul_f32_e32 v5, v3, v3
v_mul_f32_e32 v6, v2, v3
"""
REST = """v_sub_f32_e32 v7, v4, v5
v_add_f32_e32 v2, s8, v7
v_fma_f32 v3, v6, 2.0, s9
"""
BACK = """s_add_i32 s12, s12, 1
s_cmp_lt_i32 s12, s10
s_cbranch_scc1 L1
"""
END = "v_add_f32_e32 v2, v2, v3\nSTORE"
LOOP = START + "L1:\n" + TOP + REST + BACK + END
#: The same with the products a round ahead.
AHEAD = START + TOP + "L1:\n" + REST + TOP + BACK + END


def proved(a: str, b: str, arch: str = "gfx1100", wave: int = 32) -> bool:
    return verify_modules(program(a, arch, wave), program(b, arch, wave)).proved


@pytest.mark.parametrize("wave", [32, 64])
@pytest.mark.parametrize("arch", ["gfx1100", "gfx1201"])
def test_computations_may_move_round_the_back_edge(arch: str, wave: int) -> None:
    assert proved(LOOP, AHEAD, arch, wave)


@dataclass(frozen=True)
class Case:
    """A loop, the same a part of its next round ahead, and what makes that wrong: ``old`` replaced by ``new``."""

    name: str
    a: str
    b: str
    old: str
    new: str


def changed(text: str, old: str, new: str) -> str:
    assert old in text
    return text.replace(old, new, 1)


def ahead(top: str, rest: str, start: str = START, end: str = END, back: str = BACK, out: str = "") -> tuple[str, str]:
    """A loop, and the same with ``top`` a round ahead."""
    return start + "L1:\n" + top + rest + back + out + end, start + top + "L1:\n" + rest + top + back + out + end


ONE = "v_mul_f32_e32 v4, v2, v2\n"
#: Each instruction of the top needs the one before.
CHAIN = "v_mul_f32_e32 v4, v2, v2\nv_fma_f32 v4, v4, v3, v2\nv_mul_f32_e32 v5, v4, v3\n"
CHAINED = "v_add_f32_e32 v2, v4, v5\nv_mul_f32_e32 v3, v3, v2\n"
GUARD = "s_cmp_lt_i32 s10, 1\ns_cbranch_scc1 L2\n"
#: Some lanes only, and all of them again behind the loop.
FEW = START + "s_mov_b32 s13, exec_lo\nv_cmpx_gt_u32_e32 5, v0\n"
ALL = "s_mov_b32 exec_lo, s13\n"
FEW_LANES = ahead(TOP, REST, FEW, out=ALL)
TWICE = "v_add_nc_u32_e32 v4, s12, v0\n"
LOADED = "global_load_b32 v7, v1, s[6:7]\ns_waitcnt vmcnt(0)\n"
LATE = "s_waitcnt vmcnt(0)\nv_add_f32_e32 v3, v3, v9\n"
MASK = "v_cndmask_b32_e32 v4, v2, v3, vcc_lo\n"
MASKED = "v_cmp_gt_f32_e32 vcc_lo, v4, v3\nv_add_f32_e32 v2, v2, v4\nv_mul_f32_e32 v3, v2, v4\n"
OTHER_LANE = "v_readlane_b32 s14, v4, s9\ns_add_i32 s15, s15, s14\nv_add_f32_e32 v2, v2, v4\n"
NEST = "s_mov_b32 s16, 0\nL0:\n"
NEST_END = "s_add_i32 s16, s16, 1\ns_cmp_lt_i32 s16, s11\ns_cbranch_scc1 L0\n"
DUAL = "v_dual_mul_f32 v4, v2, v2 :: v_dual_mul_f32 v5, v3, v3\n"

CASES = [
    Case("copy-missing", *ahead(TOP, REST), TOP + "L1", "L1"),
    Case("copy-in-part", *ahead(TOP, REST), "v_mul_f32_e32 v6, v2, v3\nL1", "L1"),
    Case("other-copy", *ahead(TOP, REST), "v_mul_f32_e32 v4, v2, v2\n", "v_mul_f32_e32 v4, v2, v3\n"),
    Case("end-in-part", *ahead(TOP, REST), "v_mul_f32_e32 v6, v2, v3\ns_add", "s_add"),
    Case("other-end", *ahead(TOP, REST), TOP + BACK, TOP.replace("v6, v2, v3", "v6, v3, v3") + BACK),
    Case("still-at-the-top", *ahead(CHAIN, CHAINED), "L1:\n", "L1:\nv_fma_f32 v4, v4, v3, v2\n"),
    # The registers that it reads
    Case("before-its-source", *ahead(TOP, REST),
         "v_fma_f32 v3, v6, 2.0, s9\nv_mul_f32_e32 v4, v2, v2\nv_mul_f32_e32 v5, v3, v3\n",
         "v_mul_f32_e32 v4, v2, v2\nv_mul_f32_e32 v5, v3, v3\nv_fma_f32 v3, v6, 2.0, s9\n"),
    Case("source-changed", *ahead(ONE, "v_mul_f32_e32 v3, v4, v3\nv_add_f32_e32 v2, v2, v4\n"),
         "v_add_f32_e32 v2, v2, v4\n" + ONE, ONE + "v_add_f32_e32 v2, v2, v4\n"),
    Case("source-changed-behind", *ahead(TOP, REST), TOP + BACK, TOP + "v_add_f32_e32 v2, 1.0, v2\n" + BACK),
    Case("scalar-changed", *ahead("v_mul_f32_e32 v4, s14, v2\n", "s_add_i32 s14, s14, 1\nv_add_f32_e32 v2, v2, v4\n",
         "s_mov_b32 s14, 0\n" + START), "s_add_i32 s14, s14, 1\nv_add_f32_e32 v2, v2, v4\nv_mul_f32_e32 v4, s14, v2\n",
         "v_add_f32_e32 v2, v2, v4\nv_mul_f32_e32 v4, s14, v2\ns_add_i32 s14, s14, 1\n"),
    Case("counter", *ahead(TWICE, "v_add_nc_u32_e32 v3, v3, v4\ns_add_i32 s12, s12, 1\n", START,
         back=BACK.split("\n", 1)[1]), "s_add_i32 s12, s12, 1\n" + TWICE, TWICE + "s_add_i32 s12, s12, 1\n"),
    Case("mask-changed", *ahead(MASK, MASKED, START + "v_cmp_gt_f32_e32 vcc_lo, v2, v3\n"), MASKED + MASK,
         "v_add_f32_e32 v2, v2, v4\nv_mul_f32_e32 v3, v2, v4\n" + MASK + "v_cmp_gt_f32_e32 vcc_lo, v4, v3\n"),
    Case("rounding-changed", *ahead(TOP, "s_round_mode 0x1\n" + REST + "s_round_mode 0x0\n", "s_round_mode 0x0\n"
         + START), "s_round_mode 0x0\n" + TOP + "s_add", TOP + "s_round_mode 0x0\ns_add"),
    Case("overwritten-behind", *ahead(TOP, REST), TOP + BACK, TOP + "v_mov_b32_e32 v6, 0\n" + BACK),
    Case("overwritten-at-the-top", *ahead(TOP, REST), "L1:\n", "L1:\nv_mov_b32_e32 v4, v5\n"),
    Case("halves", *ahead(DUAL + "v_mul_f32_e32 v6, v2, v3\n", REST), DUAL + "v_mul_f32_e32 v6, v2, v3\ns_add",
         "v_dual_mul_f32 v4, v3, v2 :: v_dual_mul_f32 v5, v2, v3\nv_mul_f32_e32 v6, v2, v3\ns_add"),
    # Lanes
    Case("copy-in-fewer-lanes", *ahead(TOP, REST), TOP + "L1", "v_cmpx_gt_u32_e32 5, v0\n" + TOP
         + "s_mov_b32 exec_lo, -1\nL1"),
    Case("end-in-fewer-lanes", *FEW_LANES, TOP + "s_add", "v_cmpx_gt_u32_e32 3, v0\n" + TOP
         + "v_cmpx_gt_u32_e32 5, v0\ns_add"),
    Case("lanes-come-back", *ahead(TOP, REST + "s_mov_b32 exec_lo, -1\n", FEW, out=ALL),
         "s_mov_b32 exec_lo, -1\n" + TOP, TOP + "s_mov_b32 exec_lo, -1\n"),
    Case("copy-before-lanes-go", *ahead(ONE, OTHER_LANE, FEW, "v_mov_b32_e32 v2, s15\nSTORE", out=ALL),
         "v_cmpx_gt_u32_e32 5, v0\n" + ONE, ONE + "v_cmpx_gt_u32_e32 5, v0\n"),
    # Ways in and out
    Case("no-round", *ahead(TOP, REST, START + "v_mov_b32_e32 v4, 1.0\n" + GUARD, out="v_mov_b32_e32 v4, 0\nL2:\n",
         end="v_add_f32_e32 v2, v2, v4\nSTORE"), GUARD + TOP, TOP + GUARD),
    Case("second-way-in", *ahead(TOP, REST, START + GUARD + "v_mov_b32_e32 v2, 1.0\nL2:\n"), "L2:\n" + TOP,
         TOP + "L2:\n"),
    Case("once-for-all-rounds-outside", *ahead(TOP, REST + "", START + NEST, NEST_END + END,
         back="s_add_i32 s12, s12, 1\ns_cmp_lt_i32 s12, s10\ns_cbranch_scc1 L1\nv_add_f32_e32 v2, 1.0, v2\n"),
         NEST + TOP, TOP + NEST),
    Case("one-round-less", *ahead(TOP, REST), "s_mov_b32 s12, 0", "s_mov_b32 s12, 1"),
    Case("one-round-more", *ahead(TOP, REST), "s_cmp_lt_i32", "s_cmp_le_i32"),
    # Memory
    Case("loaded", *ahead(TOP, "global_load_b32 v9, v1, s[6:7]\n" + REST + LATE), "s_waitcnt vmcnt(0)\n", ""),
    Case("loaded-source", *ahead("v_mul_f32_e32 v4, v7, v7\n", "v_add_f32_e32 v2, v2, v4\n" + LOADED, START + LOADED),
         "s_waitcnt vmcnt(0)\nv_mul_f32_e32 v4, v7, v7\ns_add", "v_mul_f32_e32 v4, v7, v7\ns_waitcnt vmcnt(0)\ns_add"),
]  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=lambda c: c.name)
def test_the_right_loop_is_proved(case: Case) -> None:
    assert proved(case.a, case.b)


@pytest.mark.slow
@pytest.mark.parametrize("case", CASES, ids=lambda c: c.name)
def test_the_wrong_loop_is_not(case: Case) -> None:
    assert not proved(case.a, changed(case.b, case.old, case.new))


GONE = "v_cmpx_lt_f32_e32 v2, v3\n"
UNTIL_NONE = "s_cbranch_execnz L1\n"


def leaving(tail: str) -> str:
    """A loop that lanes leave one by one, with its last instructions; all lanes are on behind it."""
    return FEW + (TOP if TOP in tail else "") + "L1:\n" + ("" if TOP in tail else TOP) + REST + tail + ALL + END


@pytest.mark.parametrize(
    ("tail", "same"),
    [
        (TOP + GONE + UNTIL_NONE, True),
        # Lanes are on in the next round in which it was not computed for it.
        (GONE + TOP + "s_mov_b32 exec_lo, s13\n" + GONE + UNTIL_NONE, False),
        (TOP + "v_mul_f32_e32 v4, v2, v3\n" + GONE + UNTIL_NONE, False),
        # Of those that stay, v3 is not read before it is written.
        (TOP + GONE + "v_mul_f32_e32 v3, v3, v3\n" + UNTIL_NONE, True),
        (TOP + GONE + "v_mul_f32_e32 v5, v3, v3\n" + UNTIL_NONE, True),
        (TOP + GONE + "v_mul_f32_e32 v5, v3, v2\n" + UNTIL_NONE, False),
    ],
)
def test_lanes_may_leave_one_by_one(tail: str, same: bool) -> None:
    assert proved(leaving(GONE + UNTIL_NONE), leaving(tail)) == same


SUM = "v_add_f32_e32 v2, v2, v0\n"


@pytest.mark.parametrize(
    ("top", "rest", "end"),
    [
        (TOP, REST, "v_add_f32_e32 v2, v2, v4\nSTORE"),
        (SUM, "v_mul_f32_e32 v3, v2, v3\n", END),
        (SUM, "", "STORE"),
        ("v_add_f32_e32 v4, v2, v0\n", "v_mov_b32_e32 v2, v4\n", "v_mov_b32_e32 v2, v4\nSTORE"),
    ],
    ids=["product", "sum", "sum-alone", "copied-sum"],
)
def test_what_is_live_behind_the_loop_may_not_be_ahead(top: str, rest: str, end: str) -> None:
    assert not proved(*ahead(top, rest, end=end))


def test_a_result_in_a_register_of_its_own_may_be_ahead_although_the_old_one_is_live_behind() -> None:
    rest = "v_mul_f32_e32 v3, {0}, v3\nv_add_f32_e32 v2, {0}, v3\n"
    a, _ = ahead(SUM, rest.format("v2"))
    _, b = ahead(SUM.replace("v2,", "v9,", 1), rest.format("v9"))
    assert proved(a, b)


def test_loads_may_not_be_ahead() -> None:
    assert not proved(*ahead(LOADED, "v_add_f32_e32 v2, v2, v7\nv_add_nc_u32_e32 v1, 4, v1\n", end="STORE"))


def test_two_rounds_ahead_is_one_too_many() -> None:
    top, rest = "v_mul_f32_e32 v4, v2, v2\n", "v_add_f32_e32 v2, 1.0, v2\nv_add_f32_e32 v3, v3, v4\n"
    a, b = ahead(top, rest)
    assert proved(a, b)
    twice = rest + "v_add_f32_e32 v10, 1.0, v2\nv_mul_f32_e32 v4, v10, v10\n"
    assert not proved(a, b.replace(rest + top, twice))
