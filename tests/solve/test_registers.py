"""Packing and local search: whatever they answer is legal, and no worse than where they began."""

from __future__ import annotations

import ctypes
import random
from dataclasses import replace
from typing import Literal

import pytest

from isaopt.solve.chains import fewer_conflicts, prepared
from isaopt.solve.evaluate import evaluate
from isaopt.solve.pack import library, neighbours, pack
from isaopt.solve.problem import Cell, CellRef, InstrReads, OperandRead, Problem, RegisterGroup, violations
from isaopt.target.bank_models import bank_models, solver_costs


def generated(seed: int) -> Problem:
    """A problem of overlapping tuples, placed one above the other where they are live together."""
    rng = random.Random(seed)
    groups: list[RegisterGroup] = []
    for number in range(rng.randrange(4, 24)):
        width = rng.choice((1, 1, 1, 2, 4))
        begin = rng.randrange(0, 30)
        span = (begin, begin + rng.randrange(1, 15))
        cells = tuple(Cell(k, (span,)) for k in range(width) if width < 4 or rng.random() < 0.9)
        base = max((g.current + g.width for g in groups if _meet(g, span)), default=0)
        groups.append(RegisterGroup(number, width, base, rng.random() < 0.1, rng.choice((128, 256)), cells))
    cells_of = [CellRef(g.id, c.offset) for g in groups for c in g.cells]
    instructions = []
    for index in range(rng.randrange(3, 20)):
        kind: Literal["valu", "wmma"] = "wmma" if rng.random() < 0.2 else "valu"
        reads = tuple(OperandRead(rng.choice(cells_of), slot, 0, slot == 2 and rng.random() < 0.3) for slot in range(3))
        instructions.append(InstrReads(index, index // 7, rng.choice((1, 16)), reads, kind, 3 * (kind == "wmma")))
    problem = Problem(tuple(groups), tuple(instructions), max_vgprs=64)
    rules = [
        (a, b)
        for a, b in (tuple(rng.sample(cells_of, 2)) for _ in range(4) if len(cells_of) > 1)
        if (problem.register(a, problem.current) - problem.register(b, problem.current)) % 4
    ]
    return Problem(problem.groups, problem.instructions, tuple(rules), (), 64)


def _meet(group: RegisterGroup, span: tuple[int, int]) -> bool:
    return any(a < span[1] and span[0] < b for cell in group.cells for a, b in cell.segments)


@pytest.mark.parametrize("seed", range(40))
def test_chains_stay_legal_and_lose_nothing(seed: int) -> None:
    problem = generated(seed)
    found = fewer_conflicts(problem, neighbours(problem), problem.current, 200_000, seed, 32)
    assert violations(problem, found) == []
    assert evaluate(problem, found)[:4] <= evaluate(problem, problem.current)[:4]


@pytest.mark.parametrize("model", bank_models())
@pytest.mark.parametrize("seed", range(20))
def test_chains_value_as_evaluate_does(seed: int, model: str) -> None:
    problem = replace(generated(seed), costs=solver_costs(model))
    search = prepared(problem, neighbours(problem), problem.current)
    library().solve_chains(ctypes.byref(search))
    assert tuple(search.array("value")) == (0, *evaluate(problem, problem.current)[:4])


def test_chains_mend_broken_rules() -> None:
    single = tuple(RegisterGroup(k, 1, 4 * k, cells=(Cell(0, ((0, 2),)),)) for k in range(3))
    reads = tuple(OperandRead(CellRef(k, 0), k) for k in range(3))
    rules = ((CellRef(0, 0), CellRef(1, 0)), (CellRef(1, 0), CellRef(2, 0)))
    problem = Problem(single, (InstrReads(0, 0, 1, reads),), rules, rules[1:], 12)
    assert len(violations(problem, problem.current)) == 3
    assert violations(problem, fewer_conflicts(problem, neighbours(problem), problem.current, 100_000, 0, 32)) == []


def test_chains_remove_conflicts() -> None:
    """Over many problems they gain, and they find what is free."""
    gained = sum(
        evaluate(p, fewer_conflicts(p, neighbours(p), p.current, 500_000, 1, 32)).conflicts
        < evaluate(p, p.current).conflicts
        for p in map(generated, range(40))
    )
    assert gained > 20
    single = tuple(RegisterGroup(k, 1, 4 * k, cells=(Cell(0, ((0, 2),)),)) for k in range(3))
    reads = tuple(OperandRead(CellRef(k, 0), k) for k in range(3))
    problem = Problem(single, (InstrReads(0, 0, 1, reads),), max_vgprs=12)
    assert evaluate(problem, problem.current).conflicts == (1, 2, 2)
    found = fewer_conflicts(problem, neighbours(problem), problem.current, 100_000, 0, 32)
    assert evaluate(problem, found).conflicts == (0, 0, 0)


@pytest.mark.parametrize("seed", range(40))
def test_packing_is_legal(seed: int) -> None:
    problem = generated(seed)
    allowed = [(g.current,) if g.fixed else range(g.limit // 4 - g.width + 1) for g in problem.groups]
    found = pack(problem, neighbours(problem), allowed, [None] * len(allowed), 100_000, seed)
    plain = Problem(problem.groups, problem.instructions, max_vgprs=64)
    assert found is not None
    assert violations(plain, found) == []


def test_packing_keeps_what_stands_where_it_may() -> None:
    problem = generated(3)
    allowed = [range(g.limit - g.width + 1) for g in problem.groups]
    assert pack(problem, neighbours(problem), allowed, problem.current, 10_000) == problem.current


def test_packing_ends_where_nothing_fits() -> None:
    live = (Cell(0, ((0, 2),)),)
    problem = Problem(tuple(RegisterGroup(k, 1, k, cells=live) for k in range(3)), max_vgprs=2)
    assert pack(problem, neighbours(problem), [(0, 1)] * 3, [None] * 3, 10_000) is None
