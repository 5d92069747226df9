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

from isaopt.solve.problem import Assignment, CellRef, Problem, Segment

Neighbours = tuple[tuple[tuple[int, tuple[int, ...]], ...], ...]
"""For each group its interfering groups, each with the forbidden differences base(group) - base(other)."""


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
    return tuple(tuple((b, tuple(sorted(deltas))) for b, deltas in sorted(row.items())) for row in found)


def _ends(segment: Segment) -> tuple[tuple[int, bool], tuple[int, bool]]:
    """Where a cell begins and ends to be live; of what happens at one point, ends come first."""
    return (segment[0], True), (segment[1], False)


_IMMOVABLE = 10**9
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
        if base is not None and base in search.options[g] and not search.conflicts(g, base):
            search.bases[g] = base
        else:
            search.push(g)
    work = search.run(work_limit)
    bases = [base for base in search.bases if base is not None]
    return Packing(tuple(bases) if len(bases) == len(search.bases) else None, work)


class _Search:
    def __init__(self, adjacent: Neighbours, allowed: Sequence[Sequence[int]], rng: random.Random) -> None:
        self.adjacent, self.allowed, self.rng = adjacent, allowed, rng
        self.options = [frozenset(a) for a in allowed]
        self.bases: list[int | None] = [None] * len(allowed)
        self.weight = [_IMMOVABLE if len(a) == 1 else 1 for a in allowed]
        self.last: list[dict[int, int]] = [{} for _ in allowed]
        self.queue: list[tuple[int, int, int]] = []
        self.step = 0
        self.shift = max((abs(d) for row in adjacent for _, deltas in row for d in deltas), default=0)
        self.span = max((max(a, default=0) for a in allowed), default=0) + 2 * self.shift + 1

    def push(self, g: int) -> None:
        """Hard groups first: few bases, then many neighbours."""
        heapq.heappush(self.queue, (len(self.allowed[g]), -len(self.adjacent[g]) - self.weight[g], g))

    def conflicts(self, g: int, base: int) -> list[int]:
        bases = self.bases
        return [other for other, deltas in self.adjacent[g] if (at := bases[other]) is not None and base - at in deltas]

    def run(self, work_limit: int) -> int:
        work = 0
        while self.queue and work < work_limit:
            g = heapq.heappop(self.queue)[2]
            work += len(self.adjacent[g]) + len(self.allowed[g])
            self.step += 1
            self.place(g)
        return work

    def place(self, g: int) -> None:
        weight, bases, shift = self.weight, self.bases, self.shift
        # What each base would cost, from the least that a neighbour can forbid.
        costs = [0] * self.span
        for other, deltas in self.adjacent[g]:
            at = bases[other]
            if at is not None:
                at += shift
                for delta in deltas:
                    costs[at + delta] += weight[other]
        tabu = self.last[g]
        best = next((base for base in self.allowed[g] if not costs[base + shift]), None)
        if best is None:
            # A base tried a moment ago only moves the same groups in a circle.
            recent = self.step - _TABU_STEPS
            random, get = self.rng.random, tabu.get
            scored = ((costs[b + shift] * (4 if get(b, recent) > recent else 1), random(), b) for b in self.allowed[g])
            best = min(scored)[2]
            for other in self.conflicts(g, best):
                bases[other] = None
                if weight[other] < _IMMOVABLE:
                    weight[other] += 1
                self.push(other)
        tabu[best] = self.step
        bases[g] = best
