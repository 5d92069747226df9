"""LDS with other addresses in B, and without the barriers that a turn of its own needs no more.

Both kernels take turns (:mod:`isaopt.proof.walk.turns`): the waves store, meet at a barrier, and load.  ``A`` has one
place for all turns, or several; in ``B`` each turn's stores may go elsewhere, by a distance that belongs to the barrier
behind them.  Then B's LDS is looked at through these distances, as if each store and load had A's address.

Why that is sound.  Number the turns; all waves of a workgroup take the same ones, in step.

* *In A a load gives what its own turn stored.*  A lane's stores of a turn have the same addresses, sizes and lanes in
  every turn, made of what the launch gives alone (:meth:`Buffers.publish`), and are done before its barrier.  So a byte
  that the turn has not stored no turn has, and what a load of it gives is open: nothing has written it.  Which of two
  stores to one byte stays, if waves race, is as open in B.
* *So does it in B.*  Distances are numbers, and the same for all waves as they come to the same barrier.  Stores whose
  addresses may overlap are moved by one distance, others so that they do not meet: what is one byte in A is one byte in
  B.  What a turn stores does not meet what the one before has stored, and no wave stores for the turn after next before
  all have come past the barrier in between, with no access to LDS outstanding.  So what a turn stored stays until its
  loads are done.
* *All of it is in LDS:* accesses that were beyond its end would read and write nothing.  B may have more LDS, and stays
  within its own where A stays within A's; an assumption may say that A does.
* Where B's LDS is padded besides (:mod:`isaopt.proof.semantics.layout`), distances are between the image of an address
  of A and B's, and what is compared with other places is the image of what A touches.
* A byte that is open in A may change in B from one load to the next, so B makes no load more often than A.
* *The barriers that A has more* recycle the place.  From the barrier that publishes on to there, A's waves access LDS
  and load what nobody writes (by assumption, or arguments), with nothing else outstanding: such a barrier publishes
  nothing of other memory that the one before has not published, and keeps no store from a load that matters.  A wave
  that ends without one has accessed nothing.  A cache invalidate behind it has had its like behind that one.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from isaopt.graphs import reachable
from isaopt.proof.semantics.facts import IN_BOUNDS
from isaopt.proof.semantics.layout import span
from isaopt.proof.terms.terms import Terms
from isaopt.proof.types import CannotProve
from isaopt.proof.walk.order import AccessSite

if TYPE_CHECKING:
    from isaopt.proof.semantics.machine import SideExecution
    from isaopt.proof.walk.turns import BarrierTurns, Place

#: What is fixed for a wave from its start to its end.
_FIXED = frozenset(["true", "false", "const", "const64", "tid", "initial", "argument"])
#: What may be another value each time that it is made of the same ones.
_OPEN = frozenset(["spoilt", "perhaps_ignored"])


@dataclass(frozen=True, slots=True)
class _Group:
    """Stores of a turn that may overlap: their addresses, and the bytes from ``first`` to before ``end``."""

    addresses: frozenset[int]
    first: int
    end: int


@dataclass(slots=True)
class Buffers:
    """How both kernels take turns.  ``sizes``: bytes of LDS of each.  ``dropped``: items of A that B needs not have;
    ``beside``: loads of A in front of them that must be from memory that nobody writes."""

    turns: tuple[BarrierTurns, BarrierTurns]
    sizes: tuple[int, int]
    dropped: frozenset[int]
    beside: frozenset[int]
    _stored: list[tuple[int, int, int]] = field(default_factory=list)
    _groups: list[_Group] = field(default_factory=list)
    #: For each barrier of B that publishes, how far the groups of its turn are moved, or must be for a load behind it.
    _moved: dict[Place, tuple[int, ...]] = field(default_factory=dict)

    # -- accesses

    def store(self, run: SideExecution, lanes: int, address: int, size: int, data: int) -> int:
        """The address in A of an element that is stored."""
        if run.side.number == 0:
            self._image(run, address, size)
            run.offsets.elements.append((lanes, address, size, data))
            run.side.turn = tuple(sorted((*run.side.turn, (lanes, address, size, 0))))
            return address
        n, taken = run.integers, {own for _, own, _, _ in run.side.turn}
        for own in run.offsets.elements:
            distance = run.terms.const_value(n.sub(address, self._image(run, own[1], own[2])))
            if own == (lanes, own[1], size, data) and distance is not None and own[1] not in taken:
                run.side.turn = tuple(sorted((*run.side.turn, (lanes, own[1], size, distance))))
                return own[1]
        raise CannotProve("A does not store this to LDS in this turn", run.line)

    def load(self, run: SideExecution, address: int, size: int) -> int:
        """The address in A of an element that is loaded."""
        if run.side.number == 0:
            self._bounds(run, address, size)
            return address if run.world.layout is None else run.world.layout.place(run, address, size)
        places = self.turns[1].loads[run.block, run.index]
        known = {self._moved[place] for place in places if place in self._moved}
        if len(known) != 1:
            raise CannotProve("this load from LDS reads what different turns stored", run.line)
        (moved,) = known
        for place in places:
            self._moved.setdefault(place, moved)  # it is compared when control comes there
        distances = set(moved)
        if len(distances) > 1:
            first, end = span(run, address, size)
            each = zip(self._groups, moved, strict=True)
            distances = {by for g, by in each if _in(g, by) <= first < end <= _in(g, by) + g.end - g.first}
        if len(distances) != 1:
            raise CannotProve("it is not known which array of LDS this load reads", run.line)
        distance = distances.pop()
        own = run.integers.offset(address, -distance)
        own = own if run.world.layout is None else run.world.layout.place(run, own, size)
        first, end = self._moved_bounds(run, own, size)  # A makes this load, as is compared at the end of the segment
        if (first + distance) % (1 << 32) + end - first > self.sizes[1]:
            raise CannotProve("an access may be beyond the end of LDS", run.line)
        return own

    def other_load(self, run: SideExecution, unit: AccessSite) -> None:
        """Look at a load that is not from LDS."""
        if run.side.number == 0 and run.index in self.beside and unit is not AccessSite.UNWRITTEN:
            raise CannotProve("another wave may write what A loads between barriers of a turn", run.line)

    # -- barriers

    def publish(self, run: SideExecution) -> None:
        """Look at what a turn has stored, at the barrier behind it, and whether its loads are done at the next one."""
        place, turns = (run.block, run.index), self.turns[run.side.number]
        late = run.side.number == 1 and any(event.unit not in _ELSEWHERE for event in run.side.outstanding())
        if late and place in turns.publishing | turns.recycling:
            raise CannotProve("an access to LDS may be outstanding at this barrier", run.line)
        if place not in turns.publishing:
            return
        elements = [stored[:3] for stored in run.side.turn]
        known = {address: distance for _, address, _, distance in run.side.turn}
        run.side.turn = ()
        if run.side.number == 0:
            self._publish_first(run, elements)
            return
        if not self._stored or elements != self._stored:
            raise CannotProve("B does not store to LDS what A stores in this turn", run.line)
        each = [{known[address] for address in group.addresses} for group in self._groups]
        if any(len(distances) != 1 for distances in each):
            raise CannotProve("stores to LDS that may overlap are moved apart", run.line)
        moved = tuple(distances.pop() for distances in each)
        if self._moved.setdefault(place, moved) != moved:
            raise CannotProve("the place of a turn in LDS changes", run.line)
        self._check(run, moved, moved, True)
        for pair in self.turns[1].next:
            if place in pair and all(p in self._moved for p in pair):
                self._check(run, self._moved[pair[0]], self._moved[pair[1]], False)

    def _publish_first(self, run: SideExecution, elements: list[tuple[int, int, int]]) -> None:
        if any(event.parts and event.unit not in _UNNOTICED for event in run.side.outstanding()):
            raise CannotProve("an access may be outstanding at this barrier", run.line)
        if self._stored and elements != self._stored:
            raise CannotProve("turns store to different places in LDS", run.line)
        if self._stored:
            return
        if not all(_fixed(run.terms, term) for lanes, address, _ in elements for term in (lanes, address)):
            raise CannotProve("where LDS is written may change from turn to turn", run.line)
        self._stored = elements
        groups: list[_Group] = []
        for _, address, size in elements:
            first, end = self._moved_bounds(run, address, size)
            addresses = frozenset({address})
            for group in [g for g in groups if g.first < end and first < g.end]:
                groups.remove(group)
                addresses |= group.addresses
                first, end = min(first, group.first), max(end, group.end)
            groups.append(_Group(addresses, first, end))
        self._groups = groups

    def _bounds(self, run: SideExecution, address: int, size: int) -> tuple[int, int]:
        """The bytes that an access of A by any lane of any wave may touch."""
        first, end = span(run, address, size)
        if end <= self.sizes[0]:
            return first, end
        if IN_BOUNDS not in run.world.facts.names:
            raise CannotProve("an access may be beyond the end of LDS", run.line)
        run.world.used.add(IN_BOUNDS)
        return 0, self.sizes[0]

    def _moved_bounds(self, run: SideExecution, address: int, size: int) -> tuple[int, int]:
        """The same of the bytes in the place of B that an access of A may touch, but for the distance of a turn."""
        first, end = self._bounds(run, address, size)
        layout = run.world.layout
        return (first, end) if layout is None else (layout.moved(first), layout.moved(end - 1) + 1)

    def _image(self, run: SideExecution, address: int, size: int) -> int:
        """Where B has an element of A, but for the distance of a turn."""
        return address if run.world.layout is None else run.world.layout.image(run, address, size)

    def _check(self, run: SideExecution, before: tuple[int, ...], after: tuple[int, ...], one: bool) -> None:
        """That what a turn stores does not meet what the one ``before`` has stored; ``one``: that of a turn itself no
        group meets another one."""
        for own, by in zip(self._groups, before, strict=True):
            first, length = _in(own, by), own.end - own.first
            if first + length > self.sizes[1]:
                raise CannotProve("an access may be beyond the end of LDS", run.line)
            if by % _ALIGNED:
                raise CannotProve("LDS is moved by a distance that accesses may not be aligned to", run.line)
            for other, far in zip(self._groups, after, strict=True):
                if one and other is own:
                    continue
                start = _in(other, far)
                if first < start + other.end - other.first and start < first + length:
                    raise CannotProve("LDS is written where another wave may still read it", run.line)


#: The widest access.
_ALIGNED = 16
#: What may be outstanding at barriers of A that publish, and at those of B.
_UNNOTICED = frozenset([AccessSite.UNWRITTEN, AccessSite.PRIVATE])
_ELSEWHERE = _UNNOTICED | {AccessSite.VECTOR, AccessSite.SCALAR}


def _in(group: _Group, distance: int) -> int:
    """Where a group begins that is moved."""
    return (group.first + distance) & 0xFFFFFFFF


def _fixed(terms: Terms, term: int) -> bool:
    """Whether a term is the same all through a wave's life: made of nothing but what it is launched with."""
    nodes = reachable([term], terms.args.__getitem__)
    return all(terms.op[node] not in _OPEN if terms.args[node] else terms.op[node] in _FIXED for node in nodes)
