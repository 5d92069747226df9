"""Shortens live ranges by reordering: where registers are short, results are computed later.

Compilers hoist LDS loads until registers run out, and then spill what they loaded. Here, the instructions of a block
stay in order, except for those that would fill the last registers long before their first use: they wait until
registers are free, at the latest until something needs them.
"""

from __future__ import annotations

import heapq
from collections.abc import Collection

from isaopt.ir.program import Op
from isaopt.solve.order import ANY_BANK, BlockValue, pressure
from isaopt.transform.reorder.sequencing import View, is_load, is_vector_memory

#: The most passes over a block; each starts to delay results at a lower pressure, by as much as the last one exceeded
#: the limit.
_TRIES = 4
#: An instruction that needs more delayed ones than this waits in any case.
_MOST_MISSING = 48


def relieved(view: View, limit: int) -> list[int] | None:
    """The order, of several tries, in which the fewest registers beyond ``limit`` are live; None if the present order
    never exceeds the limit, or none is better."""
    best: list[int] | None = None
    least = max(pressure(view.problem, range(len(view.ops)))[ANY_BANK], default=0)
    sets = ({k for k, op in enumerate(view.ops) if movable(op)} for movable in (_is_near, _is_any))
    for free in dict.fromkeys(map(frozenset, sets)):
        enough = limit
        for _ in range(_TRIES):
            if least <= limit or enough < 0:
                return best
            order = _WaitingResults(view, free, enough).run()
            most = max(pressure(view.problem, order)[ANY_BANK])
            enough -= max(most - limit, 1)
            if most < least:
                best, least = order, most
    return best


def late_copies(view: View) -> list[int] | None:
    """The order in which copies come right before their first use: until then, the source holds the value and no second
    register is taken. None if that is the present order."""
    copies = {k for k, op in enumerate(view.ops) if _is_copy(op)}
    if not copies:
        return None
    order = _WaitingResults(view, copies, 0, always=True).run()
    return None if order == list(range(len(order))) else order


def _is_copy(op: Op) -> bool:
    return op.mnemonic == "v_mov_b32_e32" and op.operands[1].reg is not None and not op.modifiers


def _is_near(op: Op) -> bool:
    """Whether an instruction's result arrives soon: a load from LDS or scratch, or vector arithmetic."""
    return _is_any(op) and not (is_vector_memory(op) and not op.flag("scratch"))


def _is_any(op: Op) -> bool:
    """Whether an instruction is one of these, or a load from memory."""
    return is_load(op) or (op.pair is None and op.flag("valu") and not op.flag("sideeffects"))


class _WaitingResults:
    """One pass over a block: its instructions in order, the ``free`` ones as late as registers demand, or as late as
    possible (``always``)."""

    def __init__(self, view: View, free: Collection[int], limit: int, always: bool = False) -> None:
        self.limit, self.always, count = limit, always, len(view.ops)
        values = view.problem.values
        written: list[list[BlockValue]] = [[] for _ in range(count)]
        self.touched: list[list[int]] = [[] for _ in range(count)]
        #: By value: how many instructions still touch it, plus one if it is live out of the block.
        self.left = [len({*v.writers, *v.readers}) + v.live_out for v in values]
        self.started = [v.live_in for v in values]
        self.live = sum(v.live_in for v in values)
        for number, value in enumerate(values):
            for k in {*value.writers, *value.readers}:
                self.touched[k].append(number)
            for k in value.writers:
                written[k].append(value)
        self.before: list[list[int]] = [[] for _ in range(count)]
        for before, after, _ in view.problem.edges:
            self.before[after].append(before)
        self.depth = [0] * count
        for k, needed in enumerate(self.before):
            self.depth[k] = max((self.depth[b] + 1 for b in needed), default=0)
        own = (k for k in free if written[k] and not any(v.live_in or v.live_out for v in written[k]))
        #: The instructions that may wait, and the first reader of each.
        self.due = {k: min((r for v in written[k] for r in v.readers if r > k), default=k) for k in own}
        self.order: list[int] = []
        self.done = [False] * count

    def run(self) -> list[int]:
        pool: list[tuple[int, int]] = []
        for k in range(len(self.done)):
            if self.done[k]:
                continue
            if k in self.due and self._waits(k):
                heapq.heappush(pool, (self.due[k], k))
                continue
            self._emit(k)
            while pool and (self.done[pool[0][1]] or not self._waits(pool[0][1])):
                self._emit(heapq.heappop(pool)[1])
        for _, k in sorted(pool):
            self._emit(k)
        return self.order

    def _waits(self, k: int) -> bool:
        """Whether registers are too few for an instruction and the delayed ones that it needs."""
        if self.always:
            return True
        live, left, started = self.live, dict[int, int](), set[int]()
        most = live
        missing = self._missing(k)
        if len(missing) > _MOST_MISSING:
            return True
        for at in sorted(missing):
            for v in self.touched[at]:
                if not self.started[v] and v not in started:
                    started.add(v)
                    live += 1
                left[v] = left.get(v, self.left[v]) - 1
                live -= not left[v]
            most = max(most, live)
        return most > self.limit and most > self.live

    def _missing(self, k: int) -> set[int]:
        """An instruction, and the instructions that it needs and that were not emitted yet."""
        found, todo = {k}, [k]
        while todo and len(found) <= _MOST_MISSING:
            new = {b for b in self.before[todo.pop()] if not self.done[b]} - found
            found |= new
            todo += new
        return found

    def _emit(self, k: int) -> None:
        """Emits an instruction, after those that it depends on."""
        todo = [k]
        while todo:
            at = todo[-1]
            missing = [b for b in self.before[at] if not self.done[b]]
            if missing:
                # The longest computation first: shorter ones would wait for it in registers.
                todo += sorted(missing, key=lambda b: (self.depth[b], b))
                continue
            todo.pop()
            if not self.done[at]:
                self._put(at)

    def _put(self, k: int) -> None:
        self.done[k] = True
        self.order.append(k)
        for v in self.touched[k]:
            if not self.started[v]:
                self.started[v] = True
                self.live += 1
            self.left[v] -= 1
            self.live -= not self.left[v]
