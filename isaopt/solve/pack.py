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
from itertools import pairwise

import numpy as np

from isaopt.solve.problem import Assignment, Problem, Segment


@dataclass(frozen=True)
class Neighbours:
    """Interference between groups: for each group the other groups, each as often as it forbids a difference
    base(group) - base(other), and these differences; ``degrees`` are the numbers of other groups."""

    arrays: tuple[tuple[np.ndarray, np.ndarray], ...]
    degrees: tuple[int, ...]


def neighbours(problem: Problem) -> Neighbours:
    """Interference between groups as forbidden differences of their bases."""
    position = problem.position
    cells = {ref: at for at, ref in enumerate(problem.segments)}
    group = np.array([position[ref.group] for ref in cells], dtype=np.int64)
    offset = np.array([ref.offset for ref in cells], dtype=np.int64)
    live = np.zeros(len(cells), dtype=bool)
    events = sorted(
        (point, begins, cells[ref])
        for ref, parts in problem.segments.items()
        for part in parts
        for point, begins in _ends(part)
    )
    meet = [np.zeros((2, 0), dtype=np.int64)]
    for _, begins, cell in events:
        if begins:
            others = np.flatnonzero(live)
            meet.append(np.stack([np.full_like(others, cell), others]))
        live[cell] = begins
    one, two = np.concatenate(meet, axis=1)
    one, two = np.concatenate([one, two]), np.concatenate([two, one])
    count, span = len(problem.groups), 2 * int(offset.max(initial=0)) + 1
    # One number for a group, the other and the difference, so that they are sorted and told apart at once.
    found = np.unique(((group[one] * count + group[two]) * span) + offset[two] - offset[one] + span // 2)
    both, deltas = found // span, found % span - span // 2
    groups, others = both // count, both % count
    apart = groups != others
    groups, others, deltas = groups[apart], others[apart], deltas[apart]
    bounds = np.searchsorted(groups, np.arange(count + 1)).tolist()
    arrays = tuple((others[a:b], deltas[a:b]) for a, b in pairwise(bounds))
    return Neighbours(arrays, tuple(int(np.unique(own).size) for own, _ in arrays))


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
        heapq.heappush(self.queue, (len(self.allowed[g]), -self.adjacent.degrees[g] - int(self.weight[g]), g))

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
            work += self.adjacent.degrees[g] + len(self.allowed[g])
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
