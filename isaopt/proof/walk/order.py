"""The order in which other observers can see a kernel's accesses, and which parts of it B must preserve.

Another wave, the scalar cache or the host sees an access once it is performed, and nothing but a wait tells the wave
that it is.  So a wait of A before something that others can observe may be a release, and one before a load an acquire
(LLVM AMDGPUUsage, memory models gfx10-gfx11 and gfx12; ``docs/explanation/memory-model.md``).  B keeps:

* **Release.**  An access that A has waited for before a store, an atomic, cache control, a barrier, a message or the
  end is complete in B before the same one, unless B never makes it.
* **Acquire.**  A load that follows a wait in A follows in B what was waited for, as far as that can be an acquire: an
  atomic or coherent access is complete before it; of accesses to LDS, which the hardware performs in the order of the
  wave, it is enough that they are issued before it.  In WGP mode any other acquire has a cache invalidation, which is
  an effect of its own; in CU mode it has none (nor a wait, for LLVM), so there loads of different kinds keep their
  waits.  A wait for stores holds back the loads that read what others store: from LDS, in CU mode from memory, and
  scalar ones.  For a scalar load no other load is an acquire: its cache is coherent with nothing, and may give what it
  had before until it is invalidated.  But scalar loads return in any order, so those that may be of one place, of which
  the later one never gives what is older, keep the wait between them.
* **Flat.**  A flat load is one from LDS and one from memory, which LDS does not perform in order with others.
* **No wait.**  What is performed in order anyway keeps its order: :mod:`isaopt.proof.walk.issued`.
* **Nobody to race with.**  A load from LDS between barriers where no wave writes LDS is no acquire, and needs none.
* **One wave to a workgroup.**  Nobody else sees its LDS, and there is no order within a workgroup to keep.

* **Once.**  A load that B makes more often than A is behind no release before which A has waited for it.

Accesses are identified by their terms.  What was outstanding at the cut point is the same access in both kernels if it
has the same symbol; what only B has outstanding there is taken for something that A has waited for.  Of a load that B
makes before A it is not known where it stood among what came before the cut point, so that A may not wait for anything
that it could acquire before it comes to that load: :mod:`isaopt.proof.walk.early`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING, NamedTuple

from isaopt.proof.types import Difference

if TYPE_CHECKING:
    from isaopt.proof.terms.terms import Terms
    from isaopt.proof.walk.early import EarlyLoads


Apart = Callable[[int, int], bool]
"""Whether two scalar loads, by their terms, are certainly of different places."""


class AccessSite(Enum):
    """The site where an access is performed."""

    LDS = "LDS"
    #: Loads from LDS that no wave can race with: :mod:`isaopt.proof.walk.intervals`.
    QUIET = "LDS that nothing writes"
    VECTOR = "vector memory"
    #: Loads by vector instructions from memory that nobody writes while the kernel runs, by assumption: it does not
    #: matter when they are performed.
    UNWRITTEN = "memory that nothing writes"
    SCALAR = "scalar memory"
    #: Cache control, messages, flat accesses.
    OTHER = "other"
    #: Scratch, and what only counts like an access: nobody else can observe it.
    PRIVATE = "private"


class CountedAccess(NamedTuple):
    """An access that counters count: the terms of its parts.  ``synchronises``: an atomic or coherent one.
    ``fill``: the item of a store that fills LDS (:mod:`isaopt.proof.walk.fills`), -1 for other accesses."""

    parts: tuple[int, ...]
    unit: AccessSite
    synchronises: bool = False
    stores: bool = False
    fill: int = -1


#: Parts that stand for any number of accesses, always or on some ways to a cut point.
_MANY = frozenset(("unbounded", "perhaps_unbounded"))


def stands_for_many(terms: Terms, part: int) -> bool:
    """Whether a part may be a mark for any number of accesses (:mod:`isaopt.proof.walk.relation`)."""
    return terms.op[part] in _MANY


class Point(NamedTuple):
    """An access or effect in the order of a kernel: how many parts of accesses were issued and complete before it."""

    term: int
    line: int
    unit: AccessSite
    load: bool
    issued: int
    done: int


@dataclass(frozen=True, slots=True)
class Observers:
    """Who else can observe a wave's accesses.

    ``alone``: a workgroup is one wave.  ``compute_unit``: CU mode, in which the vector L0 is that of all waves of a
    workgroup.
    """

    alone: bool = False
    compute_unit: bool = False


@dataclass(slots=True)
class AccessOrder:
    """What one kernel did since a cut point.  ``begun``: what was outstanding there; ``issued`` and ``done``: parts of
    accesses, in order; ``points``: accesses and effects; ``wholes``: parts that one instruction accesses together."""

    begun: tuple[CountedAccess, ...] = ()
    issued: list[CountedAccess] = field(default_factory=list)
    done: list[CountedAccess] = field(default_factory=list)
    points: list[Point] = field(default_factory=list)
    wholes: list[tuple[int, ...]] = field(default_factory=list)

    def copy(self) -> AccessOrder:
        return AccessOrder(self.begun, list(self.issued), list(self.done), list(self.points), list(self.wholes))

    def issues(self) -> frozenset[int]:
        """The parts of accesses that were issued."""
        return frozenset(event.parts[0] for event in self.issued)

    def note(self, parts: Iterable[int], line: int, unit: AccessSite, load: bool = False) -> None:
        """Notes what others may observe, or a load, before it is issued itself."""
        issued, done = len(self.issued), len(self.done)
        self.points += [Point(part, line, unit, load, issued, done) for part in parts]

    def issue(self, event: CountedAccess) -> None:
        self.issued += [event._replace(parts=(part,)) for part in event.parts]

    def complete(self, event: CountedAccess) -> None:
        self.done += [event._replace(parts=(part,)) for part in event.parts]


#: A position later than any other.
_NEVER = 1 << 60


class _Latest:
    """How far B must have come for all that A has done up to a point: running maxima over what A has waited for."""

    def __init__(self, places: _PartPlaces, sharing: Observers) -> None:
        self._places, self._sharing = places, sharing
        unmatched = places.unmatched
        #: By kind: the position in B's list of completed parts, and of issued ones, by which all of them are there.
        self.done = dict.fromkeys(AccessSite, 0)
        self.issued = dict.fromkeys(AccessSite, 0)
        self.synchronising = self.stored = 0
        #: Scalar loads, with the position by which each is there.
        self.scalar: list[tuple[int, int]] = []
        for event in unmatched:
            self._add(event, places.rest_done(event.parts[0]), 0)
        self._seen: Counter[int] = Counter()

    def without(self, done: Iterable[CountedAccess], term: int) -> _Latest:
        """The same for what was done, a term aside."""
        found = _Latest(self._places, self._sharing)
        for event in done:
            if event.parts[0] != term:
                found.waited(event)
        return found

    def waited(self, event: CountedAccess) -> None:
        """A has waited for this part of an access."""
        term = event.parts[0]
        count = self._seen[term]
        self._seen[term] += 1
        if self._places.is_stranger(term):
            return  # it was outstanding in A alone; B's strangers are asked for from the start
        self._add(event, self._places.done_at(term, count), self._places.issued_at(term, count))

    def _add(self, event: CountedAccess, done: int, issued: int) -> None:
        unit = event.unit
        if unit in (AccessSite.PRIVATE, AccessSite.UNWRITTEN):
            return
        if unit in (AccessSite.LDS, AccessSite.QUIET) and self._sharing.alone:
            return
        self.done[unit] = max(self.done[unit], done)
        self.issued[unit] = max(self.issued[unit], issued)
        if unit is AccessSite.SCALAR and done:
            self.scalar.append((event.parts[0], done))
        if event.synchronises:
            self.synchronising = max(self.synchronising, done)
        if event.stores and unit is not AccessSite.LDS:
            self.stored = max(self.stored, done)

    def all_done(self, point: Point, completed: int, issued: int) -> bool:
        """Whether B preserves a release at the ``point``, given the parts that it has completed and issued there."""
        for unit in AccessSite:
            if unit in (AccessSite.LDS, AccessSite.QUIET) and point.unit is AccessSite.LDS:
                # LDS performs the accesses of a wave in order (RDNA3 ISA guide, 4.4; LGKM_CNT returns LDS in order).
                if self.issued[unit] > issued:
                    return False
            elif self.done[unit] > completed:
                return False
        return True

    def acquired(self, point: Point, completed: int, issued: int) -> bool:
        """Whether B preserves an acquire at the ``point``, a load."""
        if point.unit in (AccessSite.QUIET, AccessSite.UNWRITTEN):
            return True
        if self.synchronising > completed:
            return False
        if point.unit is AccessSite.SCALAR:
            if max(self.stored, self.done[AccessSite.OTHER]) > completed:
                return False
            outstanding = (term for term, done in self.scalar if done > completed)
            return all(self._places.apart(term, point.term) for term in outstanding)
        if point.unit is AccessSite.LDS and self.issued[AccessSite.LDS] > issued:
            return False
        # A flat load may be from LDS, which then performs it in no order with others.
        late = max(self.stored, self.done[AccessSite.OTHER])
        if point.unit is AccessSite.OTHER:
            late = max(late, self.done[AccessSite.LDS])
        if point.unit is not AccessSite.VECTOR and late > completed:
            return False
        if not self._sharing.compute_unit or self._sharing.alone:
            return True
        if point.unit is AccessSite.VECTOR:
            return max(late, self.done[AccessSite.LDS]) <= completed
        return self.done[AccessSite.VECTOR] <= completed


class _PartPlaces:
    """Where B issues and completes the parts of its accesses, counted from 1; 0: before the cut point."""

    def __init__(self, a: AccessOrder, b: AccessOrder, apart: Apart) -> None:
        self.apart = apart
        self._issued: dict[int, list[int]] = {}
        self._done: dict[int, list[int]] = {}
        mine, theirs = (Counter(part for event in order.begun for part in event.parts) for order in (a, b))
        self._strange = mine.keys() - theirs.keys()
        #: How many more of each B had outstanding at the cut point: the oldest ones.
        self._more = theirs - mine
        #: How often A makes each.
        self._mine = Counter(part for event in (*a.begun, *a.issued) for part in event.parts)
        self.unmatched = [
            event._replace(parts=(part,)) for event in b.begun for part in event.parts if part in self._more
        ]
        for event in b.begun:
            for part in event.parts:
                self._issued.setdefault(part, []).append(0)
        for number, event in enumerate(b.issued, 1):
            self._issued.setdefault(event.parts[0], []).append(number)
        for number, event in enumerate(b.done, 1):
            self._done.setdefault(event.parts[0], []).append(number)

    def is_stranger(self, term: int) -> bool:
        """Whether A alone had it outstanding at the cut point."""
        return term in self._strange and term not in self._issued

    def _which(self, term: int, count: int) -> int:
        """Which of B's accesses stands for one of A's: the last one of a term for all that only B makes."""
        own = count + self._more[term]
        return max(own, len(self._issued.get(term, [])) - 1) if count == self._mine[term] - 1 else own

    def rest_done(self, term: int) -> int:
        """Where what only B had outstanding at the cut point is complete."""
        found = self._done.get(term, [])
        return found[self._more[term] - 1] if self._more[term] <= len(found) else _NEVER

    def issued_at(self, term: int, count: int) -> int:
        found = self._issued.get(term, [])
        count = self._which(term, count)
        return found[count] if count < len(found) else 0

    def done_at(self, term: int, count: int) -> int:
        """0 if B does not make the access that often, since it then need not wait for it."""
        count = self._which(term, count)
        if count >= len(self._issued.get(term, [])):
            return 0
        found = self._done.get(term, [])
        return found[count] if count < len(found) else _NEVER


def compare_order(
    a: AccessOrder,
    b: AccessOrder,
    sharing: Observers,
    end: tuple[int, int] | None,
    early: EarlyLoads,
    apart: Apart,
) -> Difference | None:
    """What B does not keep of A's order since a cut point; ``end``: the lines where both kernels end here; ``early``:
    what B had loaded there before A."""
    places = _PartPlaces(a, b, apart)
    latest = _Latest(places, sharing)
    theirs = by_occurrence(b.points)
    last = {point.term: point for point in b.points}
    done = 0
    for key, point in numbered(a.points):
        while done < point.done:
            latest.waited(a.done[done])
            done += 1
        other = theirs.pop(key, None)
        if other is None and not point.load:
            continue  # effects are compared elsewhere
        if other is None and point.term in last:
            # A load that B makes once is enough if it is late enough for all of A's.
            other = last[point.term]
            if not _kept(latest.without(a.done[:done], point.term), point, other):
                return _difference(point.line, other.line, True)
            continue
        if other is None:
            # B has made it before the cut point, if at all.
            other = point._replace(line=0, issued=0, done=0)
            if early.misses(point, a.done[:done], a.issued[: point.issued], sharing, apart):
                return _difference(point.line, 0, True)
        if not _kept(latest, point, other):
            return _difference(point.line, other.line, point.load)
    for event in a.done[done:]:
        latest.waited(event)
    for other in theirs.values():
        # A load that A makes later, if at all: behind what it has waited for by now.
        if not _kept(latest, other, other):
            return _difference(0, other.line, other.load)
    if end is not None and not latest.all_done(Point(-1, 0, AccessSite.OTHER, False, 0, 0), len(b.done), len(b.issued)):
        return _difference(*end, False)
    return None


def _kept(latest: _Latest, point: Point, other: Point) -> bool:
    kept = latest.acquired if point.load else latest.all_done
    return kept(point, other.done, other.issued)


def numbered(points: Iterable[Point]) -> Iterator[tuple[tuple[int, int], Point]]:
    """Points, and which of its term's each of them is."""
    seen: Counter[int] = Counter()
    for point in points:
        yield (point.term, seen[point.term]), point
        seen[point.term] += 1


def by_occurrence(points: Iterable[Point]) -> dict[tuple[int, int], Point]:
    """Points by their terms, and by which of a term's they are."""
    return dict(numbered(points))


def _difference(line_a: int, line_b: int, load: bool) -> Difference:
    what = "load" if load else "effect"
    return Difference(f"an access that A has waited for before this {what} may be outstanding in B", line_a, line_b)
