"""Blocks copied for each outcome of a condition that is tested twice, and loads moved among other instructions."""

from __future__ import annotations

import pytest

from isaopt.proof.verdict import verify_modules
from tests.renaming import assemble

HEAD = """\ts_load_b128 s[4:7], s[0:1], 0x0
\tv_lshlrev_b32_e32 v1, 2, v0
\tv_mov_b32_e32 v2, 0
\tv_mov_b32_e32 v3, 0
\ts_mov_b32 s8, 0
\ts_waitcnt lgkmcnt(0)
"""
TAIL = "\tglobal_store_b32 v1, v2, s[4:5]"
LOAD = "\tglobal_load_b32 v3, v1, s[4:5]\n"
WORK = "\tds_load_b32 v4, v1\n\ts_waitcnt lgkmcnt(0)\n\tv_add_f32_e32 v2, v2, v4\n"
STORE = "\ts_waitcnt vmcnt(0)\n\ts_barrier\n\tds_store_b32 v1, v3\n\ts_waitcnt lgkmcnt(0)\n\ts_barrier\n"
TEST = "\ts_add_i32 s8, s8, 1\n\ts_cmp_lt_i32 s8, s6\n\ts_cselect_b32 s2, -1, 0\n"
MASK = "\ts_and_not1_b32 vcc_lo, exec_lo, s2\n"


def proved(a: str, b: str) -> bool:
    return verify_modules(assemble(HEAD + a + TAIL), assemble(HEAD + b + TAIL)).proved


TWICE = (
    ".Lloop:\n" + TEST + "\ts_cbranch_scc0 .Lwork\n" + LOAD + ".Lwork:\n" + WORK
    + MASK + "\ts_cbranch_vccnz .Lnext\n" + STORE + ".Lnext:\n" + MASK + "\ts_cbranch_vccz .Lloop\n"
)  # fmt: skip


def split(test: str = TEST, last: str = WORK, store: str = STORE) -> str:
    """The same loop, the copy that goes round with its test at the end, the last round behind it."""
    return (
        TEST + "\ts_cbranch_scc0 .Llast\n.Lhot:\n" + LOAD + WORK + store
        + test + "\ts_cbranch_scc1 .Lhot\n.Llast:\n" + last
    )  # fmt: skip


def test_a_loop_split_by_its_test_needs_no_hint() -> None:
    assert proved(TWICE, split())
    assert proved(TWICE, split(TEST.replace("\ts_cselect_b32 s2, -1, 0\n", "")))


@pytest.mark.slow
def test_a_loop_split_by_another_test_is_not_proved() -> None:
    assert not proved(TWICE, split(TEST.replace("s_cmp_lt_i32", "s_cmp_le_i32")))
    assert not proved(TWICE, split(TEST.replace("s_cmp_lt_i32", "s_cmp_lt_u32")))
    assert not proved(TWICE, split(TEST.replace("s8, s6", "s8, s7")))
    assert not proved(TWICE, split(TEST.replace("s8, s8, 1", "s8, s8, 2")))


def test_a_copy_with_something_left_out_or_too_much_is_not_proved() -> None:
    assert not proved(TWICE, split(last=""))
    assert not proved(TWICE, split(last=WORK + STORE))
    assert not proved(TWICE, split(last=WORK + WORK))
    assert not proved(TWICE, split(last=LOAD + "\ts_waitcnt vmcnt(0)\n" + WORK))
    assert not proved(TWICE, split(store=""))


@pytest.mark.slow
def test_a_second_test_of_something_else_is_not_decided_by_the_first() -> None:
    other = TWICE.replace(WORK + MASK, WORK + "\ts_cmp_lt_i32 s7, s6\n\ts_cselect_b32 s2, -1, 0\n" + MASK)
    assert not proved(other, split())
    stale = TWICE.replace(WORK + MASK, WORK + "\ts_xor_b32 s2, s2, s7\n" + MASK)
    assert not proved(stale, split())


def test_a_test_through_exec_is_decided_only_where_a_lane_is_on() -> None:
    for off in ("", "\ts_mov_b32 exec_lo, s7\n"):
        # Without a lane the mask is zero whatever s2 is, and the loop goes on.
        assert proved(off + TWICE, off + split()) is (off == "")


ONCE = "\ts_cmp_lt_i32 s6, s7\n\ts_cselect_b32 s2, -1, 0\n"
DIAMOND = (
    ONCE + "\ts_cbranch_scc0 .Lelse\n\tv_mov_b32_e32 v2, 1.0\n\ts_branch .Ljoin\n.Lelse:\n\tv_mov_b32_e32 v2, 2.0\n"
    ".Ljoin:\n\ts_cmp_lg_u32 s2, 0\n\ts_cbranch_scc0 .Lend\n\tv_add_f32_e32 v2, v2, v2\n.Lend:\n"
)


def test_a_diamond_tested_again_behind_its_join() -> None:
    threaded = ONCE + (
        "\ts_cbranch_scc0 .Lelse\n\tv_mov_b32_e32 v2, 1.0\n\tv_add_f32_e32 v2, v2, v2\n\ts_branch .Lend\n"
        ".Lelse:\n\tv_mov_b32_e32 v2, 2.0\n.Lend:\n"
    )
    assert proved(DIAMOND, threaded)
    swapped = threaded.replace("1.0", "4.0").replace("2.0", "1.0").replace("4.0", "2.0")
    assert not proved(DIAMOND, swapped)
    wrong = threaded.replace("\tv_add_f32_e32 v2, v2, v2\n", "").replace(
        "v_mov_b32_e32 v2, 2.0\n", "v_mov_b32_e32 v2, 2.0\n\tv_add_f32_e32 v2, v2, v2\n"
    )
    assert not proved(DIAMOND, wrong)


FIRST = "\tds_load_b32 v5, v1\n"
OTHER = "\tv_add_f32_e32 v2, v2, v3\n"
USE = "\ts_waitcnt lgkmcnt(0)\n\tv_add_f32_e32 v2, v2, v5\n"


@pytest.mark.parametrize(
    ("between", "free"),
    [
        (OTHER, True),
        ("\tds_load_b32 v6, v1 offset:64\n", False),  # LDS asks in order, and nothing says that no wave writes
        ("\tglobal_store_b32 v1, v2, s[4:5]\n", True),
        ("\tds_store_b32 v1, v3 offset:1\n", False),
        ("\tds_store_b32 v1, v3 offset:128\n", False),  # another lane's bytes
        ("\tds_store_b32 v2, v3\n", False),
        ("\ts_waitcnt lgkmcnt(0)\n\ts_barrier\n", False),
        ("\ts_mov_b32 exec_lo, s6\n", False),
        ("\tv_add_nc_u32_e32 v1, 4, v1\n", False),
    ],
)
def test_a_load_passes_only_what_cannot_concern_it(between: str, free: bool) -> None:
    late, early = between + FIRST + USE, FIRST + between + USE
    assert proved(late, early) is free
    assert proved(early, late) is free


def test_a_wait_that_counts_too_many_is_not_proved() -> None:
    a = "\tds_load_b32 v5, v1\n\tds_load_b32 v6, v1 offset:4\n\ts_waitcnt lgkmcnt(0)\n"
    use = "\tv_add_f32_e32 v2, v2, v5\n"
    last = "\ts_waitcnt lgkmcnt(0)\n\tv_add_f32_e32 v2, v2, v6\n"
    good = a.replace("lgkmcnt(0)", "lgkmcnt(1)") + use + last
    assert proved(a + use + last, good)
    assert not proved(a + use + last, a.replace("lgkmcnt(0)", "lgkmcnt(2)") + use + last)


def flagged(count: str, step: str = "2") -> str:
    """A loop with its test at the head, left through a flag."""
    return (
        f"\ts_mov_b32 s8, 0\n.Lloop:\n\ts_cmp_lg_u32 s8, {count}\n\ts_mov_b32 s2, -1\n\ts_cbranch_scc0 .Lout\n"
        f"{READ}\ts_add_i32 s8, s8, {step}\n\ts_mov_b32 s2, 0\n.Lout:\n{MASK}\ts_cbranch_vccnz .Lloop\n"
    )


def at_end(count: str, step: str = "2", start: str = "0") -> str:
    """The same loop with its test at the end: the first one is not needed where the count is a number."""
    test = f"\ts_cmp_lg_u32 s8, {count}\n"
    return f"\ts_mov_b32 s8, {start}\n.Lloop:\n{READ}\ts_add_i32 s8, s8, {step}\n{test}\ts_cbranch_scc1 .Lloop\n"


READ = "\tglobal_load_b32 v3, v1, s[4:5]\n\ts_waitcnt vmcnt(0)\n\tv_add_f32_e32 v2, v2, v3\n"


def test_a_first_test_that_numbers_decide_is_not_needed() -> None:
    assert proved(flagged("0x80"), at_end("0x80"))
    assert proved(flagged("0x81", "3"), at_end("0x81", "3"))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("a", "b"),
    [
        (flagged("0x80"), at_end("0x82")),
        (flagged("0x80"), at_end("0x80", start="0x80")),
        (flagged("0x80"), at_end("0x80", "4")),
        (flagged("0"), at_end("0")),  # A makes no round
        (flagged("s6"), at_end("s6")),  # A may make none
        (flagged("0x81"), at_end("0x80")),
        (flagged("0x80").replace("s8, 0\n", "s8, s7\n", 1), at_end("0x80", start="s7")),
    ],
)
def test_a_first_test_that_may_fail_is_needed(a: str, b: str) -> None:
    assert not proved(a, b)
