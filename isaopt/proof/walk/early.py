"""Loads that B has made before A comes to them, and what A has waited for since, from one cut point to the next.

Where B's load stood among accesses from before a cut point is no longer known there.  So if A waits for something that
may be an acquire for that load, and then makes it, B may have made it too early.  Loads from LDS are what this is
about: others B makes at most one segment before A (:func:`isaopt.proof.walk.comparison.early_loads`), and fences
change memory.

And the other way round: what A has waited for and B has made, B may not make again without A, for A may
have signalled to others since that it needs it no more.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from isaopt.proof.terms.terms import Terms
from isaopt.proof.walk.issued import in_order, pairs
from isaopt.proof.walk.order import AccessOrder, AccessSite, Apart, CountedAccess, Observers, Point

#: Sites whose loads give the same value whenever they are made.
_ANY_TIME = (AccessSite.QUIET, AccessSite.UNWRITTEN)
#: A load: its term and where it is performed.
Load = tuple[int, AccessSite]


@dataclass(frozen=True, slots=True)
class EarlyLoads:
    """``fresh``: loads that B has made, with nothing that A has waited for since.  ``missed``: those since which A has
    waited for what may be an acquire for them.  ``waited``: loads that A has waited for and not made since.
    ``wholes``: of what B has made, neighbours that one instruction has loaded.  ``newer``: loads of which A has made
    one that is newer than B's first, or one without B, so that A's next is not B's first, or not A's."""

    fresh: frozenset[Load] = frozenset()
    missed: frozenset[Load] = frozenset()
    waited: frozenset[int] = frozenset()
    wholes: frozenset[tuple[int, ...]] = frozenset()
    newer: frozenset[int] = frozenset()

    def made(self) -> frozenset[int]:
        """The loads that B has made."""
        return frozenset(term for term, _ in self.fresh | self.missed)

    def terms(self) -> frozenset[int]:
        """Every load that it names."""
        return self.made().union(self.waited, self.newer, *self.wholes)

    def misses(
        self,
        point: Point,
        done: Iterable[CountedAccess],
        issued: Iterable[CountedAccess],
        sharing: Observers,
        apart: Apart,
    ) -> bool:
        """Whether a load of A, after the accesses ``done`` and ``issued`` since the cut point, is one that B has
        already made too early."""
        if point.unit in _ANY_TIME:
            return False
        if (point.term, point.unit) in self.missed or any(_acquires(e, point.unit, sharing) for e in done):
            return True
        if any(_may_be_newer(e, (point.term, point.unit), apart) for e in done):
            return True
        return any(e.parts[0] != point.term and in_order(e, point.unit, sharing) for e in issued)

    def again(self, a: AccessOrder, b: AccessOrder) -> int | None:
        """A load that B makes again without A, which has waited for it; None if there is none."""
        again = (b.issues() & self.waited) - a.issues()
        return min(again, default=None)

    def after(
        self, a: AccessOrder, b: AccessOrder, fenced: bool, newer: frozenset[int], sharing: Observers, apart: Apart
    ) -> EarlyLoads:
        """The same after a segment; ``fenced``: memory is another one since, so that no earlier load is like a later
        one; ``newer``: what the segment adds to :attr:`newer`."""
        # What B has made in the segment and A has not is behind what A has waited for: compare_order asks for that.
        more = Counter(point.term for point in b.points if point.load)
        more.subtract(point.term for point in a.points if point.load)
        made = {(p.term, p.unit) for p in b.points if p.load and p.unit not in _ANY_TIME}
        asked = {unit for _, unit in made | self.fresh | self.missed}
        acquired = {unit: {e.parts[0] for e in a.done if _acquires(e, unit, sharing)} for unit in asked}
        for event in a.issued:
            if event.unit in asked and in_order(event, event.unit, sharing):
                acquired[event.unit].add(event.parts[0])
        old = set() if fenced else (self.fresh | self.missed) - made
        every = {(t, u) for t, u in made if more[t] <= 0} | (old - self.missed)
        late = {(t, u) for t, u in every if acquired[u] - {t}} | (old & self.missed)
        scalar = [e for e in a.done if e.unit is AccessSite.SCALAR]
        late |= {load for load in every if any(_may_be_newer(e, load, apart) for e in scalar)}
        done = {e.parts[0] for e in a.done if _matters(e, sharing) and not e.stores and e.unit is not AccessSite.QUIET}
        waited = (self.waited - a.issues()) | done
        again = b.issues()
        kept = {pair for pair in self.wholes if not fenced and again.isdisjoint(pair)}
        wholes = frozenset(kept | pairs(b).keys())
        return EarlyLoads(frozenset((made | old) - late), frozenset(late), waited, wholes, self.newer | newer)

    def joined(self, others: Iterable[EarlyLoads], terms: Terms, bit: int) -> EarlyLoads:
        """What holds where ways meet.  A load whose term changes its meaning there is what a register of B is found to
        hold, if one does: :mod:`isaopt.proof.walk.ahead`."""
        every = (self, *others)
        missed = frozenset(x for early in every for x in early.missed if not terms.deps[x[0]] & bit)
        fresh = frozenset(x for early in every for x in early.fresh if not terms.deps[x[0]] & bit)
        waited = frozenset(t for early in every for t in early.waited if not terms.deps[t] & bit)
        wholes = frozenset.intersection(*(early.wholes for early in every))
        wholes = frozenset(x for x in wholes if not any(terms.deps[part] & bit for part in x))
        newer = frozenset(t for early in every for t in early.newer if not terms.deps[t] & bit)
        return EarlyLoads(fresh - missed, missed, waited, wholes, newer)

    def holding(self, loads: Iterable[Load], missed: bool) -> EarlyLoads:
        """The same where a register of B holds loads that A is to make; ``missed``: as for the class."""
        new = frozenset(loads)
        if missed:
            return replace(self, fresh=self.fresh - new, missed=self.missed | new)
        return replace(self, fresh=self.fresh | (new - self.missed))

    def whole(self, pairs: Iterable[tuple[int, ...]]) -> EarlyLoads:
        """The same where some neighbours were loaded by one instruction."""
        return replace(self, wholes=self.wholes | frozenset(pairs))

    def renamed(self, name: Callable[[int], int]) -> EarlyLoads:
        """The same with other terms for some loads."""
        fresh, missed = (frozenset((name(t), u) for t, u in loads) for loads in (self.fresh, self.missed))
        wholes = frozenset(tuple(map(name, pair)) for pair in self.wholes)
        return EarlyLoads(fresh, missed, self.waited, wholes, frozenset(map(name, self.newer)))

    def without(self, outstanding: Iterable[CountedAccess]) -> EarlyLoads:
        """The same where A has some accesses outstanding."""
        return replace(self, waited=self.waited - {part for event in outstanding for part in event.parts})


def _may_be_newer(event: CountedAccess, load: Load, apart: Apart) -> bool:
    """Whether a scalar load after the wait for another one must not give what is older: both may be of one place, and
    where B's stand among each other is not known."""
    term, unit = load
    scalar = unit is AccessSite.SCALAR is event.unit and not event.stores
    return scalar and event.parts[0] != term and not apart(event.parts[0], term)


def _matters(event: CountedAccess, sharing: Observers) -> bool:
    """Whether another observer can see when an access is performed."""
    return event.unit not in (AccessSite.PRIVATE, AccessSite.UNWRITTEN) and not (
        event.unit in (AccessSite.LDS, AccessSite.QUIET) and sharing.alone
    )


def _acquires(event: CountedAccess, unit: AccessSite, sharing: Observers) -> bool:
    """Whether a wait for an access may be an acquire for a load from ``unit`` after it: see
    :mod:`isaopt.proof.walk.order`."""
    if unit in _ANY_TIME or not _matters(event, sharing):
        return False
    if event.synchronises or event.unit is AccessSite.OTHER:
        return True  # where it is performed may differ by the way to a cut point
    if unit is AccessSite.SCALAR:
        return event.stores  # what others have stored takes an invalidate of the scalar cache, which is a fence
    stored = event.stores and event.unit is not AccessSite.LDS
    if unit is AccessSite.LDS and (event.unit is AccessSite.LDS or stored):
        return True
    if not sharing.compute_unit or sharing.alone:
        return False
    return event.unit is AccessSite.LDS or stored if unit is AccessSite.VECTOR else event.unit is AccessSite.VECTOR
