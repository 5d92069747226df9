"""Loops: unrolled by a constant, unrolled by a factor, merged blocks, and changes that are none of these."""

from __future__ import annotations

import pytest

from isaopt.proof.verdict import verify_modules
from tests.renaming import assemble

HEAD = """\ts_load_b128 s[4:7], s[0:1], 0x0
\tv_lshlrev_b32_e32 v1, 2, v0
\tv_mov_b32_e32 v2, 0
\ts_waitcnt lgkmcnt(0)
"""
TAIL = "\tglobal_store_b32 v1, v2, s[4:5]"


def proved(a: str, b: str) -> bool:
    return verify_modules(assemble(HEAD + a + TAIL), assemble(HEAD + b + TAIL)).proved


def body(offset: int, source: str = "v1") -> str:
    return f"\tds_load_b32 v3, {source} offset:{offset}\n\ts_waitcnt lgkmcnt(0)\n\tv_add_f32_e32 v2, v2, v3\n"


COUNTED = (
    "\ts_mov_b32 s8, 0\n\tv_mov_b32_e32 v4, v1\n.Lloop:\n"
    + body(0, "v4")
    + "\tv_add_nc_u32_e32 v4, 128, v4\n\ts_add_i32 s8, s8, 1\n\ts_cmp_lt_i32 s8, 4\n\ts_cbranch_scc1 .Lloop\n"
).replace("v_add_nc_u32_e32 v4, 128", "v_add_nc_u32_e32 v4, 0x80")


def test_full_unrolling_by_a_constant_needs_no_hint() -> None:
    unrolled = "".join(body(128 * i) for i in range(4))
    assert proved(COUNTED, unrolled)
    assert not proved(COUNTED, "".join(body(128 * i) for i in range(3)))
    assert not proved(COUNTED, unrolled.replace("offset:256", "offset:260"))


def test_unrolling_a_loop_inside_a_loop() -> None:
    def outer(inner: str) -> str:
        return (
            "\ts_mov_b32 s9, 0\n.Louter:\n" + inner + "\ts_add_i32 s9, s9, 1\n"
            "\ts_cmp_lt_i32 s9, s6\n\ts_cbranch_scc1 .Louter\n"
        )

    assert proved(outer(COUNTED), outer("".join(body(128 * i) for i in range(4))))
    assert not proved(outer(COUNTED), outer("".join(body(128 * i) for i in range(5))))


def loop(step: int, label: str, bound: str) -> str:
    """A bottom-tested loop over s8 that does ``step`` rounds at a time while ``s8 < bound``."""
    return (
        f".L{label}:\n"
        + "".join(body(0, "v4") + "\tv_add_nc_u32_e32 v4, 4, v4\n\ts_add_i32 s8, s8, 1\n" for _ in range(step))
        + f"\ts_cmp_lt_i32 s8, {bound}\n\ts_cbranch_scc1 .L{label}\n"
    )


START = "\ts_mov_b32 s8, 0\n\tv_mov_b32_e32 v4, v1\n"


#: A round at a time while s8 < s6.
ONE_BY_ONE = START + "\ts_cmp_lt_i32 s6, 1\n\ts_cbranch_scc1 .Lend\n" + loop(1, "loop", "s6") + ".Lend:\n"


def by_a_factor(factor: int, bound: str) -> str:
    """So many rounds at a time while s8 < s9, which ``bound`` makes; then one at a time."""
    return (
        START + f"\ts_cmp_lt_i32 s6, 1\n\ts_cbranch_scc1 .Lend\n\t{bound}\n"
        "\ts_cmp_lt_i32 s8, s9\n\ts_cbranch_scc0 .Lrest\n" + loop(factor, "main", "s9") + "\ts_cmp_lt_i32 s8, s6\n"
        "\ts_cbranch_scc0 .Lend\n.Lrest:\n" + loop(1, "tail", "s6") + ".Lend:\n"
    )


def test_unrolling_by_a_factor_with_a_remainder() -> None:
    # Two rounds at a time while s8 < s6 - 1, where s6 - 1 does not wrap because s6 > 0.
    assert proved(ONE_BY_ONE, by_a_factor(2, "s_add_i32 s9, s6, -1"))
    assert not proved(ONE_BY_ONE, by_a_factor(2, "s_mov_b32 s9, s6"))


@pytest.mark.slow
def test_unrolling_up_to_a_multiple_of_the_factor() -> None:
    # Four rounds at a time up to s6 & -4: that s8 is a multiple of four is found, not told.
    assert proved(ONE_BY_ONE, by_a_factor(4, "s_and_b32 s9, s6, -4"))
    assert not proved(ONE_BY_ONE, by_a_factor(4, "s_and_b32 s9, s6, -2"))


def test_blocks_may_be_merged_and_duplicated() -> None:
    select = "\ts_cmp_lt_i32 s6, 1\n\ts_cbranch_scc1 .Lother\n{}\ts_branch .Lend\n.Lother:\n{}.Lend:\n{}"
    shared = select.format(body(0), body(4), body(8))
    apart = select.format(body(0) + body(8), body(4) + body(8), "")
    assert proved(shared, apart)
    assert proved(apart, shared)
    assert not proved(shared, select.format(body(0) + body(8), body(4) + body(12), ""))


def test_a_loop_that_runs_once_more_is_not_the_same() -> None:
    assert not proved(COUNTED, COUNTED.replace("s_cmp_lt_i32 s8, 4", "s_cmp_lt_i32 s8, 5"))
    assert not proved(START + loop(1, "a", "s6"), START + loop(1, "a", "s7"))


LEAVING = """\ts_mov_b32 s10, 0
\ts_branch .Ltest
.Lstep:
\ts_or_b32 exec_lo, exec_lo, s11
\ts_add_i32 s12, s12, s7
\tv_add_co_u32 v4, vcc_lo, v4, s8
\ts_cselect_b32 s11, -1, 0
\ts_not_b32 s9, s9
\ts_or_b32 s9, s9, s11
\ts_or_b32 s10, s9, s10
\ts_and_not1_b32 exec_lo, exec_lo, s10
\ts_cbranch_execz .Ldone
.Ltest:
\tv_add_nc_u32_e32 v5, s12, v0
\tv_cmp_lt_i32_e64 s9, v5, s14
\ts_and_saveexec_b32 s11, s9
\ts_cbranch_execz .Lstep
\tv_add_co_u32 v5, vcc_lo, s6, v4
\ts_cbranch_vccnz .Lstep
.Ldone:
\ts_not_b32 s8, vcc_lo
\ts_or_b32 s9, s8, s9
\tds_store_b32 v0, v1
"""


@pytest.mark.slow
def test_masks_that_take_turns_at_a_join() -> None:
    """Lanes leave one by one from two blocks of a loop: what holds at its head would alternate without an end if what
    held before were not joined in."""
    entry = "\tv_cvt_f32_u32_e32 v3, s6\n\tv_mov_b32_e32 v4, v3\n"
    before = assemble(entry + LEAVING)
    assert verify_modules(before, assemble(entry + LEAVING + "\ts_nop 0\n")).proved
    for old, new in (
        ("s_or_b32 s10, s9, s10", "s_mov_b32 s10, s9"),
        ("s_and_not1_b32 exec_lo, exec_lo, s10", "s_and_not1_b32 exec_lo, exec_lo, s9"),
        ("s_cselect_b32 s11, -1, 0", "s_cselect_b32 s11, 0, -1"),
        ("\ts_or_b32 exec_lo, exec_lo, s11\n", ""),
    ):
        assert not verify_modules(before, assemble(entry + LEAVING.replace(old, new))).proved, new
