"""Groups bound to each other at a distance."""

from __future__ import annotations

from isaopt.solve.pack import neighbours, pack
from isaopt.solve.problem import Cell, CellRef, Problem, RegisterGroup, violations
from isaopt.solve.ties import Tie, tied


def _pair(id: int, at: int, start: int = 0, end: int = 9, fixed: bool = False) -> RegisterGroup:
    cells = tuple(Cell(i, ((start, end),)) for i in range(2))
    return RegisterGroup(id, 2, at, fixed, 256, cells)


def test_two_halves_get_neighbouring_registers() -> None:
    problem = Problem((_pair(1, 4), _pair(2, 0), _pair(3, 2)), max_vgprs=6)
    one = tied(problem, [Tie(CellRef(1, 0), CellRef(2, 0), 2)])
    assert len(one.kept) == 1
    assert len(one.problem.groups) == 2
    allowed = [range(6 - g.width + 1) for g in one.problem.groups]
    found = pack(one.problem, neighbours(one.problem), allowed, [0, 0], 10_000)
    assert found is not None
    bases = one.bases(dict(zip((g.id for g in one.problem.groups), found, strict=True)))
    assert bases[2] == bases[1] + 2
    assert not violations(problem, tuple(bases[g.id] for g in problem.groups))


def test_the_lower_half_may_come_second() -> None:
    problem = Problem((_pair(1, 4), _pair(2, 0)), max_vgprs=8)
    one = tied(problem, [Tie(CellRef(2, 0), CellRef(1, 0), 2)])
    assert one.bases({one.problem.groups[0].id: 3}) == {2: 3, 1: 5}


def test_what_cannot_hold_is_left_out() -> None:
    fixed = Problem((_pair(1, 4, fixed=True), _pair(2, 0)), max_vgprs=8)
    assert not tied(fixed, [Tie(CellRef(1, 0), CellRef(2, 0), 2)]).kept
    problem = Problem((_pair(1, 4), _pair(2, 0), _pair(3, 2)), max_vgprs=8)
    ties = [Tie(CellRef(1, 0), CellRef(2, 0), 2), Tie(CellRef(1, 0), CellRef(3, 0), 2)]
    assert tied(problem, ties).kept == (ties[0],)


def test_ties_within_a_group_hold_or_do_not() -> None:
    wide = RegisterGroup(1, 4, 0, cells=tuple(Cell(i, ((0, 9),)) for i in range(4)))
    problem = Problem((wide,), max_vgprs=8)
    assert tied(problem, [Tie(CellRef(1, 0), CellRef(1, 2), 2)]).kept
    assert not tied(problem, [Tie(CellRef(1, 0), CellRef(1, 3), 2)]).kept
