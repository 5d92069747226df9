"""Spreading values over the register file."""

from __future__ import annotations

from isaopt.solve.pack import loosened
from isaopt.solve.problem import Cell, Problem, RegisterGroup, violations


def _chain(values: int) -> Problem:
    """Values that follow each other in one register, one of them all through."""
    groups = [RegisterGroup(0, 1, 0, True, 256, (Cell(0, ((0, 10 * values),)),))]
    groups += [
        RegisterGroup(i, 1, 1, False, 256, (Cell(0, ((10 * i - 10, 10 * i - 1),)),)) for i in range(1, values + 1)
    ]
    return Problem(tuple(groups), max_vgprs=2)


def test_values_take_turns_as_late_as_possible() -> None:
    problem = _chain(8)
    bases = loosened(problem, 5)
    assert bases is not None
    assert bases[0] == 0
    assert not violations(problem.within(5), bases)
    # Four registers for eight values: each is used again after the other three.
    assert len(set(bases[1:5])) == 4
    assert sorted(bases[1:5]) == sorted(bases[5:9])


def test_tuples_stay_together() -> None:
    wide = RegisterGroup(1, 4, 4, False, 256, tuple(Cell(i, ((0, 20),)) for i in range(4)))
    one = RegisterGroup(2, 1, 3, False, 256, (Cell(0, ((5, 9),)),))
    problem = Problem((wide, one), max_vgprs=8)
    bases = loosened(problem, 5)
    assert bases is not None
    assert not violations(problem.within(5), bases)


def test_what_does_not_fit_is_none() -> None:
    assert loosened(Problem((RegisterGroup(1, 4, 0, cells=tuple(Cell(i, ((0, 1),)) for i in range(4))),)), 3) is None
