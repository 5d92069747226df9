"""Hazard waits of a wave64: put where the hardware needs them, and no others; lint judges."""

from __future__ import annotations

from itertools import pairwise

import pytest

from isaopt.ir.program import Module
from isaopt.linting.registry import get_rule
from isaopt.linting.run import lint_module
from isaopt.rebuild.rewrite import built, stripped
from tests.proof.test_attacks import program

RULES = tuple(get_rule(name) for name in ("valu-partial-forwarding", "valu-mask-write"))
_BOTH = """v_add_nc_u32_e32 v3, 1, v0
s_and_b64 exec, exec, s[8:9]
v_add_nc_u32_e32 v4, 2, v0
{between}v_add_nc_u32_e32 v2, v3, v4
STORE"""
_LOOP = """v_mov_b32_e32 v2, v0
s_mov_b32 s12, 0
L1:
v_add_nc_u32_e32 v4, v2, v3
v_add_nc_u32_e32 v2, 1, v2
s_add_i32 s12, s12, 1
s_cmp_lt_u32 s12, 3
s_mov_b64 exec, s[8:9]
v_add_nc_u32_e32 v3, 1, v3
s_cbranch_scc1 L1
STORE"""
_MASK = """v_cndmask_b32_e64 v3, 0, v0, s[8:9]
{between}s_not_b64 s[8:9], s[8:9]
v_cndmask_b32_e64 v2, v3, v1, s[8:9]
STORE"""
_OTHERS = "v_add_nc_u32_e32 v5, 3, v0\n"


def guards(text: str, wave: int = 64) -> tuple[list[str], Module]:
    """The hazard waits that a kernel gets, each with the instruction behind it."""
    module = program("v_mov_b32_e32 v3, 4\n" + text, wave=wave)
    done = built(stripped(module, module.kernels[0]), module, module.kernels[0])
    code = [i.text.strip() for _, i in done.instructions(done.kernels[0])]
    code = [line for line in code if not line.startswith("s_delay_alu")]
    found = [f"{a.partition(' ')[2]}: {b}" for a, b in pairwise(code) if "depctr" in a]
    return found, done


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (_BOTH.format(between=""), ["depctr_va_vdst(0): v_add_nc_u32_e32 v2, v3, v4"]),
        (_BOTH.format(between=_OTHERS * 4), ["depctr_va_vdst(0): v_add_nc_u32_e32 v2, v3, v4"]),
        (_BOTH.format(between=_OTHERS * 5), []),
        (_BOTH.format(between="ds_store_b32 v1, v0\n"), []),
        (_LOOP, ["depctr_va_vdst(0): v_add_nc_u32_e32 v4, v2, v3"]),
        (_MASK.format(between=""), ["depctr_sa_sdst(0): v_cndmask_b32_e64 v2, v3, v1, s[8:9]"]),
        (_MASK.format(between="v_cndmask_b32_e64 v4, 0, v0, s[10:11]\n"),
         ["depctr_sa_sdst(0): v_cndmask_b32_e64 v2, v3, v1, s[8:9]"]),
        (_MASK.format(between="").replace("cndmask_b32_e64 v3, 0, v0, s[8:9]", "mov_b32_e32 v3, s8"), []),
    ],
)  # fmt: skip
def test_a_wave64_gets_the_waits_that_it_needs(text: str, expected: list[str]) -> None:
    found, done = guards(text)
    assert found == expected
    assert not lint_module(done, RULES, ["k"], allowances=False)
    # Taken out and put back, they are the same ones.
    again = built(stripped(done, done.kernels[0]), done, done.kernels[0])
    assert again.text() == done.text()


def test_a_wave32_needs_none() -> None:
    text = _BOTH.format(between="").replace("s_and_b64 exec, exec, s[8:9]", "s_and_b32 exec_lo, exec_lo, s8")
    assert guards(text, 32)[0] == []
