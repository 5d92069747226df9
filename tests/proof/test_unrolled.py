"""Loops of a constant number of rounds unrolled by a divisor: no store shows which rounds belong together."""

from __future__ import annotations

from typing import Any

import pytest

from isaopt.proof import verdict
from isaopt.proof.terms.compares import compare
from isaopt.proof.terms.terms import FALSE
from isaopt.proof.verdict import verify_modules
from isaopt.proof.walk.flow import build_flow
from tests.proof.test_attacks import program
from tests.proof.test_loops import HEAD, TAIL, body
from tests.proof.worlds import world_of
from tests.renaming import assemble

STORE = "\tglobal_store_b32 v1, v3, s[4:5] offset:256\n"


def counted(rounds: int, step: int, bound: int, start: int = 0, extra: str = "", distance: int = 128) -> str:
    """A loop over s8 that does so many rounds for one look at the counter."""
    inner = "".join(body(distance * i, "v4") + extra for i in range(rounds))
    return (
        f"\ts_mov_b32 s8, {start}\n\tv_mov_b32_e32 v4, v1\n.Lloop:\n{inner}"
        f"\tv_add_nc_u32_e32 v4, {distance * rounds:#x}, v4\n\ts_add_i32 s8, s8, {rounds * step:#x}\n"
        f"\ts_cmp_lg_u32 s8, {bound:#x}\n\ts_cbranch_scc1 .Lloop\n"
    )


def proved(a: str, b: str) -> bool:
    return verify_modules(assemble(HEAD + a + TAIL), assemble(HEAD + b + TAIL)).proved


@pytest.mark.slow
@pytest.mark.parametrize("extra", ["", STORE])
@pytest.mark.parametrize(("factor", "step", "bound"), [(2, 1, 8), (4, 0x80, 0x1000), (8, 0x400, 0x10000)])
def test_unrolling_by_a_divisor(factor: int, step: int, bound: int, extra: str) -> None:
    assert proved(counted(1, step, bound, extra=extra), counted(factor, step, bound, extra=extra))


@pytest.mark.slow
@pytest.mark.parametrize("work", ["v_xor_b32_e32 v2, s8, v2", "v_add_f32_e32 v2, v2, v5"])
def test_rounds_without_an_access(work: str) -> None:
    """The first by their computations; the second reads a register that nothing has written."""

    def of(rounds: int, count: int) -> str:
        step = f"\t{work}\n\ts_add_i32 s8, s8, 1\n" * rounds
        return f"\ts_mov_b32 s8, 0\n.Lloop:\n{step}\ts_cmp_lg_u32 s8, {count}\n\ts_cbranch_scc1 .Lloop\n"

    assert proved(of(1, 64), of(4, 64))
    assert not proved(of(1, 64), of(4, 60))
    assert not proved(of(1, 64), of(4, 64).replace(work, "s_nop 0", 1))


@pytest.mark.slow
def test_rounds_without_an_access_behind_one() -> None:
    """Both kernels have made as many accesses before the loop that only one of them still has."""

    def of(first: int, second: str = "v_mul_f32_e32 v2, v2, v2") -> str:
        rounds = "\tv_add_f32_e32 v2, v2, v5\n" * first
        if first == 1:
            rounds = f"\ts_mov_b32 s8, 16\n.Lfirst:\n{rounds}\ts_add_i32 s8, s8, -1\n\ts_cmp_lg_u32 s8, 0\n"
            rounds += "\ts_cbranch_scc1 .Lfirst\n"
        return (
            f"\tds_load_b32 v5, v1\n\ts_waitcnt lgkmcnt(0)\n{rounds}\ts_mov_b32 s8, 10\n.Lsecond:\n\t{second}\n"
            "\ts_add_i32 s8, s8, -1\n\ts_cmp_lg_u32 s8, 0\n\ts_cbranch_scc1 .Lsecond\n"
        )

    assert proved(of(1), of(16))
    assert not proved(of(1), of(15))
    assert not proved(of(1), of(17))
    assert not proved(of(1), of(16, "v_mul_f32_e32 v2, v2, v5"))


@pytest.mark.slow
def test_wrong_unrollings_are_not_proved() -> None:
    a = counted(1, 1, 8, extra=STORE)
    for b in (
        counted(2, 1, 10, extra=STORE),
        counted(2, 1, 6, extra=STORE),
        counted(2, 1, 8, extra=STORE, distance=132),
        counted(2, 1, 8, start=2, extra=STORE),
        counted(2, 1, 8, extra=STORE).replace("v_add_f32_e32 v2, v2, v3", "v_add_f32_e32 v2, v3, v3", 1),
    ):
        assert not proved(a, b)
    # Loads alone are no effect, but what they add up to is.
    assert not proved(counted(1, 1, 8), counted(2, 1, 8, distance=132))
    assert not proved(counted(1, 1, 8), counted(4, 1, 12))


@pytest.mark.slow
def test_a_factor_that_does_not_divide_the_rounds_is_not_proved() -> None:
    assert not proved(counted(1, 1, 9, extra=STORE), counted(2, 1, 10, extra=STORE))
    assert not proved(counted(1, 1, 9), counted(2, 1, 10))


def test_words_that_differ_by_no_multiple_differ() -> None:
    module = assemble("\ts_nop 0\n")
    world = world_of(module)
    n, t = world.integers, world.terms
    x, y = (t.make("symbol", (), (0, (0, unit, zeros))) for unit, zeros in ((260, 4), (261, 8)))
    base = n.linear(32, ((x, 2), (y, 1)))
    assert compare(world, "eq", "u32", n.offset(base, 16), t.const(0)) == FALSE
    assert compare(world, "eq", "i32", n.offset(base, 33), n.linear(32, ((y, 1),))) == FALSE
    # A multiple of what they move by may make them meet, round the end of the numbers, too.
    assert compare(world, "eq", "u32", n.offset(base, 32), t.const(0)) != FALSE
    assert compare(world, "eq", "u32", base, t.const(0)) != FALSE
    odd = t.make("symbol", (), (0, (0, 262)))
    assert compare(world, "eq", "u32", n.linear(32, ((base, 1), (odd, 1)), 16), t.const(0)) != FALSE
    # Halves have their own width.
    assert compare(world, "eq", "u16", n.offset(base, 16), t.const(0)) != FALSE


WORK = """global_load_b32 v3, v4, s[6:7]
v_add_nc_u32_e32 v4, 4, v4
s_waitcnt vmcnt(0)
v_add_f32_e32 v2, v2, v3
"""
SET = "v_mov_b32_e32 v2, 0\ns_mov_b32 s12, 0\nv_mov_b32_e32 v4, v1\n"


def once(test: str = "s_cmp_lt_u32 s12, s10", none: str = "s_cmp_eq_u32 s10, 0") -> str:
    """A loop of s10 rounds."""
    return f"{SET}{none}\ns_cbranch_scc1 L9\nL0:\n{WORK}s_add_i32 s12, s12, 1\n{test}\ns_cbranch_scc1 L0\nL9:\nSTORE"


def twice(
    test: str = "s_cmp_lt_u32 s12, s13",
    none: str = "s_cmp_eq_u32 s13, 0",
    odd: str = "s_bitcmp1_b32 s10, 0\ns_cbranch_scc0 L9",
    even: str = "s_and_b32 s13, s10, -2",
) -> str:
    """Two rounds of it at a time, and the last one of an odd number by itself."""
    return (
        f"{SET}{even}\n{none}\ns_cbranch_scc1 L1\nL0:\n{WORK}{WORK}s_add_i32 s12, s12, 2\n{test}\ns_cbranch_scc1 L0\n"
        f"L1:\n{odd}\n{WORK}L9:\nSTORE"
    )


BY_AND = "s_and_b32 s14, s10, 1\ns_cmp_eq_u32 s14, 0\ns_cbranch_scc1 L9"
BY_COUNT = "s_cmp_eq_u32 s12, s10\ns_cbranch_scc1 L9"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("a", "b"),
    [
        (once(), twice()),
        (once(), twice("s_cmp_lg_u32 s12, s13", odd=BY_AND)),
        (once(), twice(none="s_cmp_lt_u32 s10, 2", odd=BY_COUNT)),
        (once("s_cmp_lg_u32 s12, s10"), twice(odd=BY_AND)),
        (once("s_cmp_lg_u32 s12, s10"), twice("s_cmp_lg_u32 s12, s13")),
    ],
)
def test_unrolling_by_two_with_a_round_left_over(a: str, b: str) -> None:
    found = verify_modules(program(a), program(b))
    assert found.proved, found.kernels[0].differences


def test_rounds_are_matched_first_where_loops_have_more_accesses(monkeypatch: pytest.MonkeyPatch) -> None:
    """However little of the kernel the loop is."""
    levels = []

    def noted(programs: Any, facts: Any, shared: bool, loops_only: bool, level: int, **other: Any) -> Any:
        levels.append(level)
        return attempt(programs, facts, shared, loops_only, level, **other)

    attempt = verdict._attempt
    monkeypatch.setattr(verdict, "_attempt", noted)
    before = "v_add_f32_e32 v5, v5, v1\n" * 80
    assert verify_modules(program(before + once()), program(before + twice())).proved
    assert levels == [1]
    assert verify_modules(program(before + once()), program(before + once().replace("v3", "v6"))).proved
    assert levels == [1, 0]


def test_what_stands_in_an_outer_loop_alone_is_in_no_innermost_one() -> None:
    """As a round in front of the inner loop is."""
    module = program(f"L2:\n{WORK}{once().replace('STORE', '')}s_cmp_lt_u32 s12, s11\ns_cbranch_scc1 L2\nSTORE")
    flow = build_flow(module, module.kernels[0])
    (body,) = flow.innermost()
    assert len(flow.loops) == 2
    assert [flow.blocks[number].label for number in body] == ["L0"]


@pytest.mark.slow
@pytest.mark.parametrize(
    "b",
    [
        twice("s_cmp_le_u32 s12, s13"),
        twice(even="s_and_b32 s13, s10, -4"),
        twice(odd="s_bitcmp0_b32 s10, 0\ns_cbranch_scc0 L9"),
        twice(odd="s_bitcmp1_b32 s10, 1\ns_cbranch_scc0 L9"),
        twice(odd="s_bitcmp1_b32 s11, 0\ns_cbranch_scc0 L9"),
        twice(even="s_mov_b32 s13, s10"),
        twice(odd="s_cmp_eq_u32 s10, 0\ns_cbranch_scc1 L9"),
        twice(none="s_cmp_eq_u32 s10, 0"),
        twice("s_cmp_lt_i32 s12, s13"),
        twice().replace("v_add_nc_u32_e32 v4, 4, v4", "v_add_nc_u32_e32 v4, 8, v4", 1),
    ],
)
def test_unrolling_by_two_that_leaves_something_else_over(b: str) -> None:
    assert not verify_modules(program(once()), program(b)).proved
