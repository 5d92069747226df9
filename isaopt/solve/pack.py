"""Stage B: registers for groups whose banks are chosen, such that no two live cells share one.

A partial-colouring search with ejections: groups are placed one by one at the base that ejects the least, and a group
that is ejected often weighs more the next time.  It is deterministic and counts its own work; it proves nothing when
it fails.
"""

from __future__ import annotations

import heapq
import random
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from isaopt.solve.problem import Assignment, CellRef, Problem, Segment

Row = tuple[tuple[int, tuple[int, ...]], ...]
"""A group's interfering groups, each with the forbidden differences base(group) - base(other)."""


@dataclass(frozen=True)
class Neighbours:
    """The interfering groups of each group."""

    rows: tuple[Row, ...]

    @cached_property
    def arrays(self) -> tuple[tuple[np.ndarray, np.ndarray], ...]:
        """The same by group as two arrays: the other group, and a difference that it forbids."""
        found = []
        for row in self.rows:
            twos = [(other, delta) for other, deltas in row for delta in deltas]
            both = np.array(twos, dtype=np.int64).reshape(-1, 2)
            found.append((both[:, 0].copy(), both[:, 1].copy()))
        return tuple(found)


def neighbours(problem: Problem) -> Neighbours:
    """Interference between groups as forbidden differences of their bases."""
    found: list[dict[int, set[int]]] = [{} for _ in problem.groups]
    position = problem.position
    events = sorted(
        (point, begins, ref)
        for ref, parts in problem.segments.items()
        for part in parts
        for point, begins in _ends(part)
    )
    live: dict[CellRef, tuple[int, int]] = {}
    for _, begins, ref in events:
        if not begins:
            live.pop(ref, None)
            continue
        a, offset_a = position[ref.group], ref.offset
        for b, offset_b in live.values():
            if a != b:
                found[a].setdefault(b, set()).add(offset_b - offset_a)
                found[b].setdefault(a, set()).add(offset_a - offset_b)
        live[ref] = a, offset_a
    return Neighbours(tuple(tuple((b, tuple(sorted(deltas))) for b, deltas in sorted(row.items())) for row in found))


def _ends(segment: Segment) -> tuple[tuple[int, bool], tuple[int, bool]]:
    """Where a cell begins and ends to be live; of what happens at one point, ends come first."""
    return (segment[0], True), (segment[1], False)


_IMMOVABLE = 10**9
#: The base of a group that has none.
_NOWHERE = -(10**6)
_TABU_STEPS = 20


@dataclass(frozen=True)
class Packing:
    """A search for registers: ``bases`` is None when the work limit ended it; ``work`` is what it used."""

    bases: Assignment | None
    work: int


def pack(
    problem: Problem,
    adjacent: Neighbours,
    allowed: Sequence[Sequence[int]],
    start: Sequence[int | None],
    work_limit: int,
    seed: int = 0,
) -> Packing:
    """Give every group one of its allowed bases so that nothing overlaps.

    ``start`` is where to try a group first (None: anywhere); groups with a single allowed base are never ejected.
    """
    search = _Search(adjacent, allowed, random.Random(seed))
    order = sorted(range(len(problem.groups)), key=lambda g: (len(allowed[g]) > 1, -problem.groups[g].width, g))
    for g in order:
        base = start[g]
        if base is not None and base in search.options[g] and not search.conflicts(g, base).size:
            search.bases[g] = base
        else:
            search.push(g)
    work = search.run(work_limit)
    bases = tuple(search.bases.tolist())
    return Packing(None if _NOWHERE in bases else bases, work)


class _Search:
    """A partial colouring.  What a group's neighbours forbid is looked up for all of its bases at once."""

    def __init__(self, adjacent: Neighbours, allowed: Sequence[Sequence[int]], rng: random.Random) -> None:
        self.adjacent, self.rng = adjacent, rng
        self.allowed = [np.asarray(a, dtype=np.int64) for a in allowed]
        self.options = [frozenset(a) for a in allowed]
        self.bases = np.full(len(allowed), _NOWHERE, dtype=np.int64)
        self.weight = np.array([_IMMOVABLE if len(a) == 1 else 1 for a in allowed], dtype=np.int64)
        self.tried = [np.full(len(a), -_TABU_STEPS, dtype=np.int64) for a in allowed]
        self.queue: list[tuple[int, int, int]] = []
        self.step = 0
        self.shift = max((int(abs(deltas).max()) for _, deltas in adjacent.arrays if deltas.size), default=0)
        self.span = max((max(a, default=0) for a in allowed), default=0) + 2 * self.shift + 1

    def push(self, g: int) -> None:
        """Hard groups first: few bases, then many neighbours."""
        heapq.heappush(self.queue, (len(self.allowed[g]), -len(self.adjacent.rows[g]) - int(self.weight[g]), g))

    def forbidden(self, g: int) -> tuple[np.ndarray, np.ndarray]:
        """The neighbours that have a base, each as often as it forbids one, and the bases that they forbid."""
        others, deltas = self.adjacent.arrays[g]
        at = self.bases[others]
        there = at != _NOWHERE
        return others[there], at[there] + deltas[there]

    def conflicts(self, g: int, base: int) -> np.ndarray:
        """The neighbours that are in the way of a base."""
        others, bases = self.forbidden(g)
        return np.unique(others[bases == base])

    def run(self, work_limit: int) -> int:
        work = 0
        while self.queue and work < work_limit:
            g = heapq.heappop(self.queue)[2]
            work += len(self.adjacent.rows[g]) + len(self.allowed[g])
            self.step += 1
            self.place(g)
        return work

    def place(self, g: int) -> None:
        """Give a group the base that costs least, and send those away that are in its way."""
        others, bases = self.forbidden(g)
        sums = np.bincount(bases + self.shift, weights=self.weight[others], minlength=self.span)
        costs = sums[self.allowed[g] + self.shift]
        free = np.flatnonzero(costs == 0)
        if free.size:
            at = int(free[0])
        else:
            # A base tried a moment ago only moves the same groups in a circle.
            costs = np.where(self.tried[g] > self.step - _TABU_STEPS, 4 * costs, costs)
            least = np.flatnonzero(costs == costs.min())
            at = int(least[int(self.rng.random() * least.size)])
            for other in np.unique(others[bases == self.allowed[g][at]]).tolist():
                self.bases[other] = _NOWHERE
                if self.weight[other] < _IMMOVABLE:
                    self.weight[other] += 1
                self.push(other)
        self.tried[g][at] = self.step
        self.bases[g] = self.allowed[g][at]
