"""Work for the time that a wave waits in front of a barrier: arithmetic from before the accesses that it waits for.

Waves store a tile to LDS, wait until it is there, and meet. What was computed before the stores, and what no store
needs, fills that time as well. It is moved behind them; its order among itself stays, and with it the pairs' operands.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from isaopt.solve.order import Sequencing, arranged, pressure
from isaopt.solve.stalls import timing
from isaopt.target.counters import counters_emptied, is_wait
from isaopt.transform.reorder.rearrange import RegisterLimit, RegisterRoom
from isaopt.transform.reorder.sequencing import View

#: How much work is moved, as multiples of the cycles that a wave waits alone, the most first: with others, the same
#: accesses take longer.
_MUCH = (4.0, 2.0, 1.0, 0.5)
#: Shorter waits are left alone.
_LEAST = 4


def filled(view: View, order: Sequence[int], limit: RegisterLimit) -> list[int]:
    """The order with arithmetic moved in front of the waits that stay, as far as registers suffice."""
    problem, best = _with_all_waited_for(view, order), list(order)
    issue = timing(problem, best).issue
    room = RegisterRoom(limit, pressure(problem, range(len(view.ops))))
    # The last first: what fills a wait is not taken away again for the next one.
    for wait in [k for k in reversed(order) if is_wait(view.ops[k])]:
        at = best.index(wait)
        cycles = issue[wait] - issue[best[at - 1]] - 1 if at else 0
        if cycles < _LEAST:
            continue
        movable = _movable(view, best, at)
        place = {k: float(position) for position, k in enumerate(best)}
        for much in _MUCH:
            moved = movable[: round(much * cycles)]
            if not moved:
                break
            # Between the wait and what is in front of it, in the present order.
            later = {k: at - 1 + (place[k] + 1) / (at + 1) for k in moved}
            trial = arranged(problem, [later.get(k, place[k]) for k in range(len(best))])
            if not room.holds(pressure(problem, trial)):
                continue
            found = timing(problem, trial).issue
            if found[trial[-1]] <= issue[best[-1]]:
                best, issue = trial, found
                break
    return best


def _with_all_waited_for(view: View, order: Sequence[int]) -> Sequencing:
    """The problem in which waits that let nothing be outstanding wait for all before them: in this order, another one
    of those may be issued last than in the text."""
    events: dict[str, list[int]] = {}
    edges = list(view.problem.edges)
    for k in order:
        op = view.ops[k]
        for counter in counters_emptied(op):
            edges += ((event, k, True) for event in events.get(counter, ()))
        for counter in op.desc.counters[:1] if not is_wait(op) else ():
            events.setdefault(counter, []).append(k)
    return replace(view.problem, edges=tuple(edges))


def _movable(view: View, order: Sequence[int], at: int) -> list[int]:
    """Vector instructions before a place in the order that may move there, the last first: of those behind the last
    access, which are there already, none needs what these make."""
    problem, tasks = view.problem, view.problem.tasks
    found: list[int] = []
    staying: set[int] = set()
    behind = False
    for k in reversed(order[:at]):
        behind = behind or bool(tasks[k].counter)
        alone = tasks[k].valu and not view.ops[k].flag("sideeffects")
        if behind and alone and staying.isdisjoint(problem.successors[k]):
            found.append(k)
        else:
            staying.add(k)
    return found
