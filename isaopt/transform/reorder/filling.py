"""Work for the time that a wave waits in front of a barrier: arithmetic from before the accesses that it waits for.

Waves store a tile to LDS, wait until it is there, and meet. What was computed before the stores, and what no store
needs, fills that time as well. It is moved behind them; its order among itself stays, and with it the pairs' operands.
"""

from __future__ import annotations

from collections.abc import Sequence

from isaopt.solve.order import Sequencing, pressure
from isaopt.solve.stalls import timing
from isaopt.target.counters import is_wait
from isaopt.transform.reorder.rearrange import room_for
from isaopt.transform.reorder.sequencing import View

#: How much work is moved, as multiples of the cycles that a wave waits alone, the most first: with others, the same
#: accesses take longer.
_MUCH = (4.0, 2.0, 1.0, 0.5)
#: Shorter waits are left alone.
_LEAST = 4


def filled(view: View, order: Sequence[int], limit: int) -> list[int]:
    """The order with arithmetic moved in front of the waits that stay, as far as registers suffice."""
    problem, best = view.problem, list(order)
    room = room_for(limit, pressure(problem, range(len(view.ops))))
    for wait in [k for k in order if is_wait(view.ops[k])]:
        issue = timing(problem, best).issue
        at = best.index(wait)
        cycles = issue[wait] - issue[best[at - 1]] - 1 if at else 0
        if cycles < _LEAST:
            continue
        movable = _movable(view, best, at)
        for much in _MUCH:
            moved = set(movable[: round(much * cycles)])
            if not moved:
                break
            rest = [k for k in best[:at] if k not in moved]
            trial = [*rest, *(k for k in best[:at] if k in moved), *best[at:]]
            fits = all(max(p, default=0) <= room[bank] for bank, p in pressure(problem, trial).items())
            if fits and _end(problem, trial) <= _end(problem, best):
                best = trial
                break
    return best


def _end(problem: Sequencing, order: Sequence[int]) -> int:
    return timing(problem, order).issue[order[-1]]


def _movable(view: View, order: Sequence[int], at: int) -> list[int]:
    """Vector instructions before a place in the order that may move there, the last first: those behind the last access
    are there already."""
    problem, tasks = view.problem, view.problem.tasks
    found: list[int] = []
    free: set[int] = set()
    seen: set[int] = set()
    behind = False
    for k in reversed(order[:at]):
        behind = behind or bool(tasks[k].counter)
        seen.add(k)
        alone = tasks[k].valu and not view.ops[k].flag("sideeffects")
        if alone and not (set(problem.successors[k]) & seen - free):
            free.add(k)
            if behind:
                found.append(k)
    return found
