"""Parallel copies, executed by a small simulator and counted against exhaustive search."""

from __future__ import annotations

import itertools
from collections.abc import Mapping

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from isaopt.solve.copies import CopyPlan, DualRule, Move, parallel_copy


def simulate(plan: CopyPlan, registers: set[int]) -> dict[int, int]:
    held = {r: r for r in registers}
    for step in plan.steps:
        old = dict(held)
        for dst, src in step.moves:
            held[dst] = old[src]
            if step.kind == "swap":
                held[src] = old[dst]
    return held


def check(plan: CopyPlan, moves: Mapping[int, int], temps: tuple[int, ...] = ()) -> None:
    held = simulate(plan, set(moves) | set(moves.values()) | set(temps))
    for dst, src in moves.items():
        assert held[dst] == src
    for src in set(moves.values()) - set(moves):
        assert held[src] == src


def shortest(moves: Mapping[int, int], temps: tuple[int, ...], dual: DualRule | None) -> int:
    """Breadth-first over every state, with no bound and no pruning."""
    registers = sorted(set(moves) | set(moves.values()) | set(temps))
    goal = {**{s: s for s in moves.values()}, **moves}
    level = {tuple(registers)}
    seen = set(level)
    depth = 0
    pairs = [(a, b) for a in range(len(registers)) for b in range(len(registers)) if a != b]
    while not any(all(state[registers.index(r)] == v for r, v in goal.items()) for state in level):
        following = set()
        for state in level:
            options = [((d, state[s]),) for d, s in pairs] + [((d, state[s]), (s, state[d])) for d, s in pairs]
            if dual is not None:
                for a in pairs:
                    for b in pairs:
                        named = [(registers[d], registers[s]) for d, s in (a, b)]
                        if a[0] < b[0] and dual(named[0], named[1]):
                            options.append(((a[0], state[a[1]]), (b[0], state[b[1]])))
            for writes in options:
                after = list(state)
                for at, value in writes:
                    after[at] = value
                following.add(tuple(after))
        level = following - seen
        seen |= level
        depth += 1
    return depth


def vopd(a: Move, b: Move) -> bool:
    return a[0] % 2 != b[0] % 2 and a[1] % 4 != b[1] % 4


MOVES = st.dictionaries(st.integers(0, 4), st.integers(0, 4), max_size=4)


@settings(max_examples=60, deadline=None, derandomize=True)
@given(MOVES, st.booleans())
def test_single_instructions_are_minimal(moves: dict[int, int], temp: bool) -> None:
    temps = (5,) if temp and len(set(moves) | set(moves.values())) < 5 else ()
    plan = parallel_copy(moves, temps)
    check(plan, moves, temps)
    assert plan.proved
    assert len(plan.steps) == shortest(moves, temps, None)


@settings(max_examples=40, deadline=None, derandomize=True)
@given(MOVES)
def test_dual_moves_are_legal_and_minimal(moves: dict[int, int]) -> None:
    plan = parallel_copy(moves, dual=vopd)
    check(plan, moves)
    assert all(vopd(*step.moves) for step in plan.steps if step.kind == "dual")
    assert plan.proved
    assert len(plan.steps) == shortest(moves, (), vopd)


@pytest.mark.parametrize("count", [2, 3, 4])
def test_every_small_permutation_is_minimal(count: int) -> None:
    """All of them, each against the exhaustive search: single instructions, then with dual moves."""
    for order in itertools.permutations(range(count)):
        moves = dict(enumerate(order))
        for dual in (None, vopd):
            plan = parallel_copy(moves, dual=dual)
            check(plan, moves)
            assert plan.proved
            assert len(plan.steps) == shortest(moves, (), dual)


@settings(max_examples=40, deadline=None, derandomize=True)
@given(st.permutations(range(24)), st.booleans())
def test_large_permutations_are_right_within_their_bound(order: list[int], dual: bool) -> None:
    moves = dict(enumerate(order))
    plan = parallel_copy(moves, dual=vopd if dual else None, nodes=200)
    check(plan, moves)
    assert plan.bound <= len(plan.steps)


def test_a_cycle_of_four_takes_three_swaps() -> None:
    plan = parallel_copy({0: 1, 1: 2, 2: 3, 3: 0})
    assert [step.kind for step in plan.steps] == ["swap"] * 3


def test_independent_moves_pair_up() -> None:
    plan = parallel_copy({0: 10, 1: 11, 2: 12, 3: 13}, dual=vopd)
    assert [step.kind for step in plan.steps] == ["dual", "dual"]


def test_a_temporary_inside_the_copy_is_refused() -> None:
    with pytest.raises(ValueError, match="temporary"):
        parallel_copy({0: 1}, temps=(1,))
