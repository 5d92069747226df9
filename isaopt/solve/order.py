"""The order of a block's instructions as plain data: precedences, and the registers that it occupies.

A *task* is one instruction. :mod:`isaopt.solve.stalls` computes the cost of an order.
"""

from __future__ import annotations

import heapq
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import accumulate, chain

import numpy as np

ANY_BANK = -1
"""``BlockValue.bank`` of a value that may stand on any; as a key of :func:`pressure`, all banks together."""


@dataclass(frozen=True, slots=True)
class Task:
    """``latency``: cycles from its issue to that of a task that needs its result; ``service``: cycles for which a
    memory access keeps its unit busy; ``counter``: where its return is counted, "" for none; ``unordered``: whether it
    may return before older accesses of its counter; ``drains``: whether it waits until every VALU result is written;
    ``valu``: whether it is a vector ALU instruction; ``busy``: cycles from its issue to that of another one of those,
    many for a matrix instruction."""

    latency: int = 1
    service: int = 0
    counter: str = ""
    unordered: bool = False
    drains: bool = False
    valu: bool = False
    busy: int = 1


@dataclass(frozen=True, slots=True)
class BlockValue:
    """A register that holds one value in the block: the tasks that write and read it, whether it already holds the
    value at the start or still holds it at the end of the block, and its bank, -1 for any."""

    writers: tuple[int, ...]
    readers: tuple[int, ...]
    live_in: bool = False
    live_out: bool = False
    bank: int = ANY_BANK


@dataclass(frozen=True)
class Sequencing:
    """A block: its tasks in their present order, ``edges`` (before, after, whether ``after`` needs the result), and
    the values that occupy registers.  ``drain`` is how many cycles after the last VALU instruction a task that drains
    can issue.  ``delays`` are the cycles from a task's issue to that of one that needs its result where they are not
    its latency."""

    tasks: tuple[Task, ...]
    edges: tuple[tuple[int, int, bool], ...]
    values: tuple[BlockValue, ...] = ()
    drain: int = 0
    delays: Mapping[tuple[int, int], int] = field(default_factory=dict)

    def delay(self, before: int, after: int) -> int:
        """Cycles from the issue of one to that of the other, which needs its result."""
        return self.delays.get((before, after), self.tasks[before].latency)

    @cached_property
    def successors(self) -> tuple[tuple[int, ...], ...]:
        found: list[dict[int, None]] = [{} for _ in self.tasks]
        for before, after, _ in self.edges:
            found[before][after] = None
        return tuple(tuple(row) for row in found)

    @cached_property
    def needs(self) -> tuple[tuple[int, ...], ...]:
        """The tasks whose results each task needs."""
        found: list[dict[int, None]] = [{} for _ in self.tasks]
        for before, after, result in self.edges:
            if result:
                found[after][before] = None
        return tuple(tuple(row) for row in found)

    @cached_property
    def in_banks(self) -> dict[int, np.ndarray]:
        """The values of each bank that some must stand on."""
        banks = np.array([value.bank for value in self.values], dtype=np.int64)
        return {bank: np.flatnonzero(banks == bank) for bank in sorted(set(banks.tolist()) - {ANY_BANK})}

    @cached_property
    def bounds(self) -> tuple[tuple[np.ndarray, np.ndarray], tuple[np.ndarray, np.ndarray]]:
        """What :func:`spans` looks up for the start and the end of each value: places, and where those of a value
        begin."""
        count = len(self.tasks)
        begin, end = 2 * count, 2 * count + 1
        starts = [(begin,) if v.live_in or not v.writers else v.writers for v in self.values]
        ends = [(end,) if v.live_out else (begin, *v.readers, *(count + k for k in v.writers)) for v in self.values]
        return _flat(starts), _flat(ends)

    @cached_property
    def waiting(self) -> tuple[int, ...]:
        """The number of tasks that must precede each task."""
        counts = [0] * len(self.tasks)
        for row in self.successors:
            for after in row:
                counts[after] += 1
        return tuple(counts)


def _flat(rows: Sequence[Sequence[int]]) -> tuple[np.ndarray, np.ndarray]:
    """The numbers of all rows, and where each row begins."""
    begins = np.array([0, *accumulate(map(len, rows))], dtype=np.int64)
    return np.fromiter(chain.from_iterable(rows), np.int64, begins[-1]), begins[:-1]


def arranged(problem: Sequencing, keys: Sequence[float]) -> list[int]:
    """The tasks by ascending key, equal keys by number, as far as the edges allow: the ready task with the smallest key
    comes next."""
    left = list(problem.waiting)
    ready = [(keys[k], k) for k in range(len(problem.tasks)) if not left[k]]
    heapq.heapify(ready)
    order: list[int] = []
    while ready:
        _, k = heapq.heappop(ready)
        order.append(k)
        for after in problem.successors[k]:
            left[after] -= 1
            if not left[after]:
                heapq.heappush(ready, (keys[after], after))
    return order


def renumbered(problem: Sequencing, order: Sequence[int]) -> Sequencing:
    """The same block with this order as its present one."""
    place = [0] * len(order)
    for at, k in enumerate(order):
        place[k] = at
    edges = sorted((place[a], place[b], result) for a, b, result in problem.edges)
    values = tuple(
        replace(
            v,
            writers=tuple(sorted(place[k] for k in v.writers)),
            readers=tuple(sorted(place[k] for k in v.readers)),
        )
        for v in problem.values
    )
    delays = {(place[a], place[b]): cycles for (a, b), cycles in problem.delays.items()}
    return Sequencing(tuple(problem.tasks[k] for k in order), tuple(edges), values, problem.drain, delays)


def pressure(problem: Sequencing, order: Sequence[int]) -> dict[int, list[int]]:
    """Occupied registers after each position of the order: for each bank those that must be in it, and in total."""
    length = len(order)
    start, end = spans(problem, order)

    def occupied(first: np.ndarray, last: np.ndarray) -> list[int]:
        steps = np.bincount(first, minlength=length + 1) - np.bincount(last, minlength=length + 1)
        found: list[int] = np.cumsum(steps[:-1]).tolist()
        return found

    banks = {bank: occupied(start[own], end[own]) for bank, own in problem.in_banks.items()}
    return {ANY_BANK: occupied(start, end), **banks}


def spans(problem: Sequencing, order: Sequence[int]) -> tuple[np.ndarray, np.ndarray]:
    """By value, the positions after which it occupies its register: from its first writer to before its last reader."""
    count = len(order)
    # Where each task stands, then the place after it, then both ends of the block.
    place = np.zeros(2 * count + 2, dtype=np.int64)
    place[np.fromiter(order, np.int64, count)] = np.arange(count)
    place[count : 2 * count] = place[:count] + 1
    place[-1] = count
    (first, starts), (last, ends) = problem.bounds
    start = np.minimum.reduceat(place[first], starts) if len(starts) else starts
    return start, np.maximum(np.maximum.reduceat(place[last], ends), start) if len(ends) else ends
