"""Selections that the number of a round decides are copies, or nothing, once the rounds are written out."""

from __future__ import annotations

import pytest

from isaopt.analysis.integers.conditions import ScalarFacts
from isaopt.approval import approve
from isaopt.asm.printer import print_op
from isaopt.ir.program import Module
from isaopt.isa.registers import SCC
from isaopt.transform.unroll.unroll import Unroll
from tests.renaming import assemble

HEAD = """\ts_load_b128 s[4:7], s[0:1], 0x0
\tv_lshlrev_b32_e32 v1, 2, v0
\tv_mov_b32_e32 v10, 0
\tv_mov_b32_e32 v11, 0
\tv_mov_b32_e32 v12, 0
\tv_mov_b32_e32 v4, v1
\ts_mov_b32 s8, 0
\ts_waitcnt lgkmcnt(0)
"""
#: Adds to the element of an array of three registers that has the number of the round.
ROUND = """.LBB0_1:
\tds_load_b32 v3, v4
\ts_cmp_eq_u32 s8, 1
\ts_cselect_b32 vcc_lo, -1, 0
\ts_cmp_eq_u32 s8, 2
\tv_cndmask_b32_e32 v5, v10, v11, vcc_lo
\ts_cselect_b32 s2, -1, 0
\ts_cmp_eq_u32 s8, 0
\tv_cndmask_b32_e64 v5, v5, v12, s2
\ts_cselect_b32 s3, -1, 0
\ts_add_i32 s8, s8, 1
\ts_waitcnt lgkmcnt(0)
\tv_fmac_f32_e32 v5, v3, v1
\tv_cndmask_b32_e32 v11, v11, v5, vcc_lo
\tv_cndmask_b32_e64 v12, v12, v5, s2
\tv_cndmask_b32_e64 v10, v10, v5, s3
\tv_add_nc_u32_e32 v4, 0x80, v4
\ts_cmp_lg_u32 s8, 3
\ts_cbranch_scc1 .LBB0_1
"""
TAIL = "".join(f"\tglobal_store_b32 v1, v{v}, s[4:5] offset:{4 * v}\n" for v in (10, 11, 12))


def kernel(body: str = ROUND) -> Module:
    return assemble(HEAD + body + TAIL.rstrip("\n"))


def vector(module: Module) -> list[str]:
    """The instructions of the vector ALU behind the first wait."""
    texts = [print_op(i.op) for _, i in module.instructions(module.kernels[0])]
    return [t for t in texts[8:] if t.startswith("v_")]


def test_an_array_in_registers_needs_no_selections() -> None:
    module = kernel()
    result = Unroll().apply(module, module.kernels[0])
    assert vector(result.module) == [f"v_fmac_f32_e32 v{v}, v3, v1" for v in (10, 11, 12)]
    assert approve(module, result.module, module.kernels[0]).verdict == "proved"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("v_cndmask_b32_e64 v10, v10, v5, s3", "v_cndmask_b32_e64 v10, v10, -v5, s3"),
        ("s_cmp_eq_u32 s8, 0", "s_cmp_eq_u32 s7, 0"),
        ("v_cndmask_b32_e64 v10, v10, v5, s3", "v_cndmask_b32_e64 v10, v10, v5, s9"),
    ],
)
def test_selections_that_nothing_decides_stay(old: str, new: str) -> None:
    module = kernel(ROUND.replace(old, new))
    result = Unroll().apply(module, module.kernels[0])
    assert sum("cndmask" in text for text in vector(result.module)) >= 1
    assert approve(module, result.module, module.kernels[0]).verdict == "proved"


def test_a_wrong_choice_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    right = ScalarFacts.number

    def wrong(state: ScalarFacts, unit: int) -> int | None:
        number = right(state, unit)
        return number if unit == SCC or number is None else number ^ 0xFFFFFFFF

    monkeypatch.setattr(ScalarFacts, "number", wrong)
    module = kernel()
    result = Unroll().apply(module, module.kernels[0])
    assert approve(module, result.module, module.kernels[0]).verdict == "failed"


def test_a_copy_stays_where_its_registers_are_needed_apart() -> None:
    body = ROUND.replace(
        "\tv_add_nc_u32_e32 v4, 0x80, v4\n", "\tds_store_b32 v4, v5 offset:4096\n\tv_add_nc_u32_e32 v4, 0x80, v4\n"
    )
    module = kernel(
        body.replace("v_fmac_f32_e32 v5, v3, v1", "v_fmac_f32_e32 v5, v3, v1\n\tds_store_b32 v4, v10 offset:8192")
    )
    result = Unroll().apply(module, module.kernels[0])
    assert approve(module, result.module, module.kernels[0]).verdict == "proved"


@pytest.mark.parametrize("outer", [False, True])
def test_one_of_two_loops_over_an_array(outer: bool) -> None:
    """Written out it is shorter than it was: rounds are matched by what they do, not by the size of the code."""
    second = ROUND.replace("LBB0_1", "LBB0_3").replace("s_cmp_eq_u32 s8, 0", "s_cmp_eq_u32 s8, 4")
    begin = "\ts_mov_b32 s8, 0\n\tv_mov_b32_e32 v4, v1\n"
    body = ROUND + begin + second
    if outer:
        body = f"\ts_mov_b32 s9, 0\n.LBB0_8:\n{begin}{body}\ts_add_i32 s9, s9, 1\n"
        body += "\ts_cmp_lt_i32 s9, s6\n\ts_cbranch_scc1 .LBB0_8\n"
    module = kernel(body)
    line = next(n for n, text in enumerate(module.text().split("\n"), 1) if text.startswith(".LBB0_3"))
    result = Unroll(without=(line + 1,)).apply(module, module.kernels[0])
    assert len(result.notes) == 1
    assert approve(module, result.module, module.kernels[0]).verdict == "proved"
