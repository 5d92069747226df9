"""Scalar arithmetic for addresses where a wave lets others compute: behind an access before the one that needs it.

Compilers leave the addresses of all accesses of a loop at its start. What computes them there holds vector arithmetic
back whose operands have arrived; behind an access, other waves have the vector ALU in any case.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import accumulate

from isaopt.analysis.flow.dependence import Kind
from isaopt.isa.registers import SCC
from isaopt.rebuild.delays import unit_of
from isaopt.rebuild.waits import computes
from isaopt.solve.order import arranged
from isaopt.solve.stalls import timing
from isaopt.transform.reorder.sequencing import View

#: Vector instructions between the access that scalar arithmetic is put behind and the one that needs it.
_APART = 8
#: Of so many scalar instructions that move, one may take a wave that is alone a cycle: with others, none does.
_SHARE = 4


def settled(view: View, order: Sequence[int]) -> list[int]:
    """The order with scalar arithmetic that accesses need behind the last access that is far enough before these;
    unchanged where nothing may move or a single wave would take longer."""
    present, places = list(order), _Settling(view, order).places()
    if not places:
        return present
    position = {k: float(at) for at, k in enumerate(order)}
    # In the present order among what goes to the same place.
    keys = [places[k] + (at + 1) / (len(order) + 1) if k in places else at for k, at in sorted(position.items())]
    trial = arranged(view.problem, keys)
    others, moved = ([k for k in found if not _is_scalar(view, k)] for found in (present, trial))
    if others != moved:
        return present
    before, after = (timing(view.problem, found).issue[found[-1]] for found in (present, trial))
    return trial if _SHARE * (after - before) <= len(places) else present


def _is_scalar(view: View, k: int) -> bool:
    return unit_of(view.ops[k]) == "salu" and computes(view.ops[k])


class _Settling:
    def __init__(self, view: View, order: Sequence[int]) -> None:
        self.view, self.order = view, order
        tasks = view.problem.tasks
        self.position = {k: at for at, k in enumerate(order)}
        self.accesses = [at for at, k in enumerate(order) if tasks[k].counter]
        #: How many vector instructions stand before each place.
        self.vector = list(accumulate((tasks[k].valu for k in order), initial=0))
        self.after: dict[int, list[tuple[int, Kind]]] = {}
        for d in view.dependences:
            self.after.setdefault(d.before, []).append((d.after, d.kind))

    def places(self) -> dict[int, int]:
        """The scalar instructions to move, each with the place in the order of the access that it goes behind."""
        found: dict[int, int] = {}
        latest: dict[int, int] = {}
        """By scalar instruction that may stand later than it does, the last place for it."""
        for unit in sorted(self.units(), key=lambda unit: -self.position[unit[-1]]):
            limits = [limit for k in unit for limit in self.limits(k, unit, latest)]
            place = min((at for at, _ in limits), default=len(self.order))
            if place <= self.position[unit[-1]]:
                continue
            latest.update(dict.fromkeys(unit, place))
            # What no access needs only gives way.
            if any(user in found or (user >= 0 and self.view.problem.tasks[user].counter) for _, user in limits):
                found.update(dict.fromkeys(unit, place))
        return found

    def units(self) -> Iterator[list[int]]:
        """Scalar instructions in their order, those together that hand SCC on."""
        unit: list[int] = []
        for k in self.order:
            if not _is_scalar(self.view, k):
                continue
            if unit and SCC in self.view.ops[k].read and SCC in self.view.ops[unit[-1]].written:
                unit.append(k)
                continue
            if unit:
                yield unit
            unit = [k]
        if unit:
            yield unit

    def limits(self, k: int, unit: Sequence[int], latest: dict[int, int]) -> Iterator[tuple[int, int]]:
        """The last place for an instruction before each one that must follow it, and that one if it needs the result,
        -1 if not."""
        for other, kind in self.after.get(k, ()):
            user = other if kind is Kind.RAW else -1
            if other in latest:
                yield latest[other], user
            elif other not in unit:
                yield self.behind(self.position[other], _APART if user >= 0 else 0), user

    def behind(self, at: int, work: int) -> int:
        """The place of the last access before another place with so much vector work between them; -1 if none."""
        last = bisect_left(self.vector, self.vector[at] - work + 1) - 1 if work else at
        found = bisect_left(self.accesses, min(last, at)) - 1
        return self.accesses[found] if found >= 0 else -1
