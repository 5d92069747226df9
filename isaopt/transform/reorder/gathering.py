"""Loads from LDS that stand a few instructions apart, for want of registers a moment earlier, issued together.

Before each group of loads the wave waits until its vector results are written, so two groups with little work between
them wait twice. Loads from vector memory are left where ``spread`` has put them: many together fill its queue.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from isaopt.isa.meaning import Unit
from isaopt.rebuild.waits import computes
from isaopt.solve.order import arranged, pressure
from isaopt.solve.stalls import timing
from isaopt.transform.reorder.rearrange import RegisterLimit, RegisterRoom
from isaopt.transform.reorder.sequencing import View, is_load

#: Groups with at least this many instructions between them stay apart.
_FEW = 8


def gathered(view: View, order: Sequence[int], limit: RegisterLimit) -> list[int]:
    """The order with such groups of loads together, as early as registers suffice, where a single wave gains."""
    problem, best = view.problem, list(order)
    places = list(_apart(view, best))
    if not places:
        return best
    room = RegisterRoom(limit, pressure(problem, range(len(view.ops))))
    end = timing(problem, best).issue[best[-1]]
    for start, first, second, stop in places:
        loads, between = best[start:first] + best[second:stop], best[first:second]
        for done in range(len(between) + 1):
            trial = [*best[:start], *between[:done], *loads, *between[done:], *best[stop:]]
            if not room.holds(pressure(problem, trial)):
                continue
            keys = [0.0] * len(trial)
            for at, k in enumerate(trial):
                keys[k] = at
            if arranged(problem, keys) != trial:
                continue
            found = timing(problem, trial).issue[trial[-1]]
            if found < end:
                best, end = trial, found
                break
    return best


def _apart(view: View, order: Sequence[int]) -> Iterator[tuple[int, int, int, int]]:
    """Where two groups of loads begin and end that are a few instructions apart, the last ones first."""
    kinds = [
        "load"
        if is_load(view.ops[k]) and view.ops[k].desc.unit is Unit.LDS
        else "work"
        if computes(view.ops[k])
        else ""
        for k in order
    ]
    runs = []
    at = 0
    for kind, members in groupby(kinds):
        runs.append((kind, at, at + len(list(members))))
        at = runs[-1][2]
    for (one, start, first), (work, _, second), (other, _, stop) in reversed(
        [*zip(runs, runs[1:], runs[2:], strict=False)]
    ):
        if (one, work, other) == ("load", "work", "load") and second - first < _FEW:
            yield start, first, second, stop
