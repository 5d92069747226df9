"""Orders in which a block takes less time for a single wave."""

from __future__ import annotations

from collections.abc import Sequence

from isaopt.solve.order import Sequencing, arranged
from isaopt.solve.stalls import Clock

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
