"""The stall cycles of a block's orders for one wave, and a lower bound for all orders.

One wave issues tasks in order, one a cycle; a task waits for the results that it needs and for its unit. Results of
memory accesses return in order on each counter, unless one of the counter's events is out of order: then a wait on it
waits for everything. Other waves, which may fill the stalls, are ignored.

Orders in which a block takes less time come from :func:`quick_order`.
"""

from __future__ import annotations

import heapq
from collections import deque
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

from isaopt.solve.order import Sequencing, arranged


@dataclass(slots=True)
class _Channel:
    """The returns of one counter so far."""

    last: int = 0
    free: int = 0
    unordered: bool = False
    outstanding: deque[int] = field(default_factory=deque)
    """In order of arrival."""


@dataclass(frozen=True, slots=True)
class BlockTiming:
    """The timing of a block that runs alone: the issue cycle of each task, by task number, and the cycles waited for
    each task's result, if any."""

    issue: tuple[int, ...]
    waited: dict[int, int]


class Clock:
    """Simulates a block that runs alone, task by task."""

    def __init__(self, problem: Sequencing) -> None:
        self.problem = problem
        self.at = [0] * len(problem.tasks)
        self.arrival = [0] * len(problem.tasks)
        self.channels: dict[str, _Channel] = {}
        self.waited: dict[int, int] = {}
        self.now = -1
        self.last_valu = -problem.drain - 1
        self.valu_free = 0

    def returns(self, before: int, after: int, now: int) -> int:
        """The cycle in which the result of one task is available to another that needs it in cycle ``now``."""
        maker = self.problem.tasks[before]
        if not maker.counter:
            return self.at[before] + self.problem.delay(before, after)
        ready = self.arrival[before]
        channel = self.channels[maker.counter]
        if ready > now and channel.unordered:
            ready = max(ready, self.arrival[channel.outstanding[-1]])
        return ready

    def free(self, k: int, now: int) -> int:
        """The cycle in which its unit accepts a task that is ready in cycle ``now``."""
        task = self.problem.tasks[k]
        if task.drains:
            now = max(now, self.last_valu + self.problem.drain)
        return max(now, self.valu_free) if task.valu else now

    def start(self, k: int) -> int:
        """The cycle in which the task would issue if it were next."""
        now = self.now + 1
        for before in self.problem.needs[k]:
            now = max(now, self.returns(before, k, now))
        return self.free(k, now)

    def issue(self, k: int) -> None:
        """Issues the task."""
        task = self.problem.tasks[k]
        now = self.now + 1
        for before in self.problem.needs[k]:
            ready = self.returns(before, k, now)
            if ready > now:
                self.waited[before] = self.waited.get(before, 0) + ready - now
                now = ready
        self.now = self.at[k] = now = self.free(k, now)
        if task.valu:
            self.valu_free = now + task.busy
            self.last_valu = self.valu_free - 1
        if task.counter:
            channel = self.channels.setdefault(task.counter, _Channel())
            while channel.outstanding and self.arrival[channel.outstanding[0]] <= now:
                channel.outstanding.popleft()
            if not channel.outstanding:
                channel.unordered = False
            channel.free = max(channel.free, now) + task.service
            self.arrival[k] = max(channel.last, channel.free + task.latency - task.service, now + task.latency)
            channel.last = self.arrival[k]
            channel.unordered |= task.unordered
            channel.outstanding.append(k)


def timing(problem: Sequencing, order: Sequence[int]) -> BlockTiming:
    """The issue cycles of the tasks in that order."""
    clock = Clock(problem)
    for k in order:
        clock.issue(k)
    return BlockTiming(tuple(clock.at), clock.waited)


def spaced(problem: Sequencing, free: Collection[int]) -> list[int]:
    """The tasks in their present order, except the ``free`` ones, which are placed where they stall least: the task
    that can issue soonest comes next, the first one among equals."""
    clock = Clock(problem)
    left = list(problem.waiting)
    held = [k for k in range(len(problem.tasks)) if k not in free]
    ready = [k for k in sorted(free) if not left[k]]
    order: list[int] = []
    at = 0
    while len(order) < len(problem.tasks):
        following = held[at : at + 1] if at < len(held) and not left[held[at]] else []
        k = min((clock.start(c), c) for c in (*following, *ready))[1]
        if k in free:
            ready.remove(k)
        else:
            at += 1
        clock.issue(k)
        order.append(k)
        for after in problem.successors[k]:
            left[after] -= 1
            if not left[after] and after in free:
                ready.append(after)
    return order


def stall_cycles(problem: Sequencing, order: Sequence[int]) -> int:
    """Cycles of the block in which nothing issues."""
    if not order:
        return 0
    return timing(problem, order).issue[order[-1]] + 1 - len(order)


def stall_bound(problem: Sequencing) -> int:
    """A lower bound on the stall cycles of any order.

    One machine, tasks with heads and tails: Jackson's preemptive schedule (Carlier 1982) takes no longer than any
    order. The head of a task is the longest chain of latencies before it, the tail the one after it.
    """
    count = len(problem.tasks)
    if not count:
        return 0
    delay: dict[tuple[int, int], int] = {}
    for before, after, result in problem.edges:
        cycles = max(problem.delay(before, after), 1) if result else 1
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
    return max(end, _vector_end(problem, head, tail)) - count


def _vector_end(problem: Sequencing, head: Sequence[int], tail: Sequence[int]) -> int:
    """A lower bound on the end of any order: vector instructions wait for each other's unit."""
    vector = [k for k, task in enumerate(problem.tasks) if task.valu]
    if not vector:
        return 0
    busy = [problem.tasks[k].busy for k in vector]
    # What issues last need not be done.
    return min(head[k] for k in vector) + sum(busy) - max(busy) + 1 + min(tail[k] for k in vector)


#: The most ready tasks to consider for the next place.
_LOOKED_AT = 48


def tails(problem: Sequencing) -> list[int]:
    """By task, the cycles that must pass from its issue to the end of the block, its result's arrival included where
    it comes from memory."""
    tail = [task.latency if task.counter else 1 for task in problem.tasks]
    results = {(a, b) for a, b, result in problem.edges if result}
    for k in reversed(arranged(problem, range(len(problem.tasks)))):
        for after in problem.successors[k]:
            delay = max(problem.delay(k, after), 1) if (k, after) in results else 1
            tail[k] = max(tail[k], delay + tail[after])
    return tail


def quick_order(problem: Sequencing, window: int) -> list[int]:
    """Orders tasks by the length of the critical path that they start and fills waiting time with independent tasks; a
    task overtakes at most ``window`` unissued tasks of the present order.

    This is a list schedule, not the best order: ready tasks compete by the end time of their paths.
    """
    tail = tails(problem)
    clock = Clock(problem)
    left = list(problem.waiting)
    done = [False] * len(left)
    ready = [k for k in range(len(left)) if not left[k]]
    order: list[int] = []
    first = 0
    while ready:
        while done[first]:
            first += 1
        # Edges may go back where tasks were put together: then the first one that is left waits for others.
        near = sorted([k for k in ready if k <= first + window] or [min(ready)], key=lambda k: (-tail[k], k))
        start = {k: clock.start(k) for k in near[:_LOOKED_AT]}
        chosen = min(start, key=lambda k: (start[k] - tail[k], k))
        soonest = min(start.values())
        if start[chosen] > soonest and not problem.tasks[chosen].drains:
            # What it waits for takes the time in any case.
            chosen = min((k for k in start if start[k] < start[chosen]), key=lambda k: (start[k], -tail[k], k))
        clock.issue(chosen)
        order.append(chosen)
        done[chosen] = True
        ready.remove(chosen)
        for after in problem.successors[chosen]:
            left[after] -= 1
            if not left[after]:
                ready.append(after)
    return order


def makespan(problem: Sequencing, order: Sequence[int]) -> int:
    """Cycles until the block's last task has issued, plus those until all its loads have returned: later code waits for
    both."""
    clock = Clock(problem)
    for k in order:
        clock.issue(k)
    end = clock.now + 1
    loaded = max((clock.arrival[k] for k, task in enumerate(problem.tasks) if task.counter), default=0)
    return 2 * end + max(0, loaded - end)
