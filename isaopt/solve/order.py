"""The order of a block's instructions as plain data: what must come before what, what it costs, and a bound on that.

A *task* is one instruction.  One wave issues tasks in order, one a cycle; a task waits for the results that it needs.
Results of memory accesses return in order on each counter, unless one of the counter's events is out of order: then a
wait on it waits for everything.  Other waves are left out: what one wave waits, they may fill.
"""

from __future__ import annotations

import heapq
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import accumulate

ANY_BANK = -1
"""``Value.bank`` of a value that may stand on any; as a key of :func:`pressure`, all banks together."""


@dataclass(frozen=True, slots=True)
class Task:
    """``latency``: cycles from its issue to that of a task that needs its result; ``service``: cycles for which a
    memory access keeps its unit busy; ``counter``: where its return is counted, "" for none; ``unordered``: whether it
    may return before older accesses of its counter; ``drains``: whether it waits until every VALU result is written;
    ``valu``: whether it is a vector ALU instruction."""

    latency: int = 1
    service: int = 0
    counter: str = ""
    unordered: bool = False
    drains: bool = False
    valu: bool = False


@dataclass(frozen=True, slots=True)
class Value:
    """A register that holds one value in the block: the tasks that write and read it, whether it holds the value at the
    start or at the end of the block already, and its bank, -1 for any."""

    writers: tuple[int, ...]
    readers: tuple[int, ...]
    live_in: bool = False
    live_out: bool = False
    bank: int = ANY_BANK


@dataclass(frozen=True)
class Sequencing:
    """A block: its tasks in their present order, ``edges`` (before, after, whether ``after`` needs the result), and
    the values that occupy registers.  ``drain`` is how many cycles after the last VALU instruction a task that drains
    can issue."""

    tasks: tuple[Task, ...]
    edges: tuple[tuple[int, int, bool], ...]
    values: tuple[Value, ...] = ()
    drain: int = 0

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
    def waiting(self) -> tuple[int, ...]:
        """The number of tasks that each task must come after."""
        counts = [0] * len(self.tasks)
        for row in self.successors:
            for after in row:
                counts[after] += 1
        return tuple(counts)


def arranged(problem: Sequencing, keys: Sequence[float]) -> list[int]:
    """The tasks by ascending key, equal keys by number, as far as the edges allow: of the tasks that may come next the
    one with the least key does."""
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


@dataclass(slots=True)
class _Channel:
    """The returns of one counter so far."""

    last: int = 0
    free: int = 0
    unordered: bool = False
    outstanding: list[int] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Timing:
    """A block that runs alone: the cycle in which each task issues, by task number, and for each task whose result
    was waited for, how many cycles."""

    issue: tuple[int, ...]
    waited: dict[int, int]


def timing(problem: Sequencing, order: Sequence[int]) -> Timing:
    """When the tasks issue in that order."""
    at = [0] * len(problem.tasks)
    arrival = [0] * len(problem.tasks)
    channels: dict[str, _Channel] = {}
    waited: dict[int, int] = {}
    now = -1
    last_valu = -problem.drain - 1
    for k in order:
        task = problem.tasks[k]
        now += 1
        for before in problem.needs[k]:
            maker = problem.tasks[before]
            ready = arrival[before] if maker.counter else at[before] + maker.latency
            channel = channels.get(maker.counter)
            if channel is not None and ready > now and channel.unordered:
                ready = max(ready, *(arrival[other] for other in channel.outstanding))
            if ready > now:
                waited[before] = waited.get(before, 0) + ready - now
                now = ready
        if task.drains:
            now = max(now, last_valu + problem.drain)
        at[k] = now
        if task.valu:
            last_valu = now
        if task.counter:
            channel = channels.setdefault(task.counter, _Channel())
            channel.outstanding = [o for o in channel.outstanding if arrival[o] > now]
            if not channel.outstanding:
                channel.unordered = False
            channel.free = max(channel.free, now) + task.service
            arrival[k] = max(channel.last, channel.free + task.latency - task.service, now + task.latency)
            channel.last = arrival[k]
            channel.unordered |= task.unordered
            channel.outstanding.append(k)
    return Timing(tuple(at), waited)


def stall_cycles(problem: Sequencing, order: Sequence[int]) -> int:
    """Cycles of the block in which nothing issues."""
    if not order:
        return 0
    return timing(problem, order).issue[order[-1]] + 1 - len(order)


def stall_bound(problem: Sequencing) -> int:
    """No order has fewer stall cycles.

    One machine, tasks with heads and tails: Jackson's preemptive schedule (Carlier 1982) takes no longer than any
    order.  The head of a task is the longest chain of latencies before it, the tail the one after it.
    """
    count = len(problem.tasks)
    if not count:
        return 0
    delay: dict[tuple[int, int], int] = {}
    for before, after, result in problem.edges:
        cycles = max(problem.tasks[before].latency, 1) if result else 1
        delay[before, after] = max(delay.get((before, after), 0), cycles)
    head, tail = [0] * count, [0] * count
    order = arranged(problem, range(count))
    for k in order:
        for after in problem.successors[k]:
            head[after] = max(head[after], head[k] + delay[k, after])
    for k in reversed(order):
        for after in problem.successors[k]:
            tail[k] = max(tail[k], delay[k, after] + tail[after])
    by_head = sorted(range(count), key=lambda k: head[k])
    # Every task takes one cycle, so nothing is ever interrupted: the ready task with the longest tail goes first.
    ready: list[tuple[int, int]] = []
    now = end = at = 0
    while at < count or ready:
        if not ready:
            now = max(now, head[by_head[at]])
        while at < count and head[by_head[at]] <= now:
            heapq.heappush(ready, (-tail[by_head[at]], by_head[at]))
            at += 1
        longest, _ = heapq.heappop(ready)
        now += 1
        end = max(end, now - longest)
    return end - count


def pressure(problem: Sequencing, order: Sequence[int]) -> dict[int, list[int]]:
    """Occupied registers after each position of the order: of each bank those that must be on it, and all together."""
    position = [0] * len(problem.tasks)
    for at, k in enumerate(order):
        position[k] = at
    change: dict[int, list[int]] = {ANY_BANK: [0] * (len(order) + 1)}
    for value in problem.values:
        start, end = span_of(value, position, len(order))
        for bank in {value.bank, ANY_BANK}:
            steps = change.setdefault(bank, [0] * (len(order) + 1))
            steps[start] += 1
            steps[end] -= 1
    return {bank: list(accumulate(steps[:-1])) for bank, steps in sorted(change.items())}


def span_of(value: Value, position: Sequence[int], length: int) -> tuple[int, int]:
    """The positions after which the value occupies its register: from its first writer to before its last reader."""
    starts = [position[k] for k in value.writers]
    ends = [position[k] for k in value.readers] + [position[k] + 1 for k in value.writers]
    start = 0 if value.live_in else min(starts, default=0)
    return start, max(length if value.live_out else max(ends, default=start), start)
