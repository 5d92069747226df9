"""Accesses that are performed in the order in which they are issued, with nothing that waits between them.

LDS performs a wave's accesses one after the other, and in CU mode the vector L0 keeps what is after a load there.
LLVM's acquires of LDS, and those of workgroup scope in CU mode, are no more than that (AMDGPUUsage, memory models
gfx10-gfx11 and gfx12; ``docs/explanation/memory-model.md``), so that others can tell.  B keeps the order of A, but for
loads from LDS that no wave can race with, stores that fill LDS (:mod:`isaopt.proof.walk.fills`), and in a workgroup of
one wave.

And an access of 64 bits stays one: relaxed atomic loads and stores of that size are plain instructions
(SIMemoryLegalizer.cpp), and nobody may see half of what they store.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Set
from typing import TYPE_CHECKING

from isaopt.proof.types import Difference
from isaopt.proof.walk.order import AccessOrder, AccessSite, CountedAccess, Observers, Point, by_occurrence, numbered

if TYPE_CHECKING:
    from isaopt.proof.walk.early import EarlyLoads

#: The number of accesses that fill nothing.
_NO_FILL = -1


def in_order(event: CountedAccess, unit: AccessSite, sharing: Observers) -> bool:
    """Whether an access is performed before later ones in the ``unit`` without a wait."""
    return event.unit is unit and _keeps(unit, sharing) and (unit is AccessSite.LDS or not event.stores)


def _keeps(unit: AccessSite, sharing: Observers) -> bool:
    """Whether accesses there are performed in the order of the wave, and others can observe it."""
    return not sharing.alone and (unit is AccessSite.LDS or (unit is AccessSite.VECTOR and sharing.compute_unit))


def waited_for(a: AccessOrder, b: AccessOrder, sharing: Observers) -> frozenset[int]:
    """What A has waited for, or issued where that is enough for its order, and B has not made since the cut point."""
    made = {part for event in (*b.begun, *b.issued) for part in event.parts}
    known = [*a.done, *(event for event in a.issued if in_order(event, event.unit, sharing))]
    private = (AccessSite.PRIVATE, AccessSite.UNWRITTEN)
    return frozenset(event.parts[0] for event in known if event.unit not in private) - made


def repeated(a: AccessOrder, b: AccessOrder, sharing: Observers, before: EarlyLoads) -> tuple[set[int], set[int]]:
    """The loads that B makes more than once since a cut point, and those that it makes though it has made them
    ``before``; of those that other waves may write between.  A may make them later, and only once.

    Where A has made a newer one of them, its next is not the first, either.
    """
    mine, made = (Counter(p.term for p in o.points if p.load and _shared(p.unit, sharing)) for o in (a, b))
    again = {t for t, count in made.items() if count > 1}
    return again, (made.keys() & before.made()) | (mine.keys() & before.newer)


def skipped(a: AccessOrder, made: Set[int], sharing: Observers) -> frozenset[int]:
    """The loads that A makes and B has not ``made``, of those that other waves may write between: where A makes one
    again, B's is that one."""
    return frozenset(p.term for p in a.points if p.load and _shared(p.unit, sharing)) - made


def _shared(unit: AccessSite, sharing: Observers) -> bool:
    return unit not in (AccessSite.QUIET, AccessSite.UNWRITTEN) and not (unit is AccessSite.LDS and sharing.alone)


def compare_issued(a: AccessOrder, b: AccessOrder, sharing: Observers, fills: Mapping[int, int]) -> Difference | None:
    """What keeps its order without a wait, in the order of A; ``fills``: elements that are stored to LDS, and which
    instruction of A does: those of different ones may change places."""
    places = _issue_places(b)
    mine = Counter(event.parts[0] for event in a.issued)
    theirs, last = by_occurrence(b.points), {point.term: point for point in b.points}
    # By unit, and by the instruction of what may change places with others'.
    latest: dict[tuple[AccessSite, int], int] = {}
    seen: Counter[int] = Counter()
    issued = 0

    def place(event: CountedAccess, count: int) -> int:
        found = places.get(event.parts[0], [0])
        return found[-1] if count == mine[event.parts[0]] - 1 else found[min(count, len(found) - 1)]

    for key, point in numbered(a.points):
        for event in a.issued[issued : point.issued]:
            if in_order(event, event.unit, sharing):
                where = event.unit, fills.get(event.parts[0], _NO_FILL)
                latest[where] = max(latest.get(where, 0), place(event, seen[event.parts[0]]))
            seen[event.parts[0]] += 1
        issued = point.issued
        other, own = theirs.pop(key, None), fills.get(point.term, _NO_FILL)
        of_unit = ((of, at) for (unit, of), at in latest.items() if unit is point.unit)
        most = max((at for of, at in of_unit if _NO_FILL in (of, own) or of == own), default=0)
        if other is None and point.load and point.term in last:
            # A load that B makes once is late enough for the last of A's.
            other = last[point.term]
            most = _last_issued(places, a.issued[:issued], point, sharing)
        if other is not None and most > other.issued:
            return _misplaced(point.line, other.line)
    for other in theirs.values():
        # A load that A makes later, if at all: behind what it has issued by now.
        if other.load and _last_issued(places, a.issued, other, sharing) > other.issued:
            return _misplaced(0, other.line)
    return None


def _last_issued(
    places: dict[int, list[int]], issued: Iterable[CountedAccess], point: Point, sharing: Observers
) -> int:
    """By when B has issued what A has, as far as it is performed before a load; the load itself aside."""
    if not _keeps(point.unit, sharing):
        return 0
    before = (e.parts[0] for e in issued if in_order(e, point.unit, sharing))
    return max((places[term][-1] for term in before if term != point.term and term in places), default=0)


def compare_wholes(a: AccessOrder, b: AccessOrder, sharing: Observers, before: EarlyLoads) -> Difference | None:
    """What A accesses in 64 bits and B in two pieces; ``before``: what B had loaded at the cut point."""
    alone = {e.parts[0] for e in a.issued if e.unit is AccessSite.LDS} if sharing.alone else set()
    places = _issue_places(b)
    theirs = pairs(b)
    early = before.made()
    for pair, count in Counter(whole for whole in a.wholes if len(whole) == 2).items():
        made = [term in places or term in early for term in pair]
        if not all(made) or pair[0] in alone:
            continue
        most = min(count, max(len(places.get(term, ())) for term in pair))
        mine, other = (_together(order, pair) for order in (a, b))
        if theirs[pair] < most or (not most and pair not in before.wholes) or (not all(mine) and mine != other):
            line = next(point.line for point in a.points if point.term == pair[0])
            return Difference("an access of 64 bits is one of two pieces in B", line, 0)
    return None


def _together(order: AccessOrder, pair: tuple[int, ...]) -> list[bool]:
    """For each store of the first of two parts, in order, whether its instruction stores the second one as well."""
    second = {point.issued for point in order.points if point.term == pair[1]}
    return [point.issued in second for point in order.points if point.term == pair[0] and not point.load]


def pairs(order: AccessOrder) -> Counter[tuple[int, ...]]:
    """Parts that one instruction accesses as 64 bits, or as two such pieces: nothing says that what is across the two
    is accessed at once."""
    return Counter(pair for whole in order.wholes for pair in zip(whole[::2], whole[1::2], strict=False))


def _issue_places(order: AccessOrder) -> dict[int, list[int]]:
    """Where accesses were issued since the cut point, counted from 1, by their terms."""
    found: dict[int, list[int]] = {}
    for number, event in enumerate(order.issued, 1):
        found.setdefault(event.parts[0], []).append(number)
    return found


def _misplaced(line_a: int, line_b: int) -> Difference:
    return Difference("B performs an access later than this one that A performs before it", line_a, line_b)
