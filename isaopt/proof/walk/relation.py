"""What holds at a cut point, whichever way control came: symbols for what differs, and which registers share one.

Registers of A and B are treated alike, as slots.  Scalars: slots with equal terms on every way in share a symbol; one
that has the same term on every way keeps it.  VGPRs: the same for one arbitrary lane, as a diagram over its mask bits:
slot ``s`` takes slot ``t``'s symbol in those lanes in which the two agree on every way in on which such a lane can
arrive.  So a value that one side of a branch makes for its lanes and the other side for the rest becomes one value,
and registers of the two kernels need to agree only in lanes in which they hold the same variable.  A VGPR that nothing
seems to read any more (:mod:`.live`) has a symbol of its own, unless others hold the same on every way.

The first iteration of a loop knows one way in and keeps its terms (the optimistic assumption); each new way can only
split what was taken to be equal, until nothing changes.

Symbols of a cut point change their meaning when control comes there again, so facts about old ones are dropped.

An undefined register of A holds any value, hence also the one that B has in its place.  That choice may be made
once: only for registers whose undefined value nothing reads, where control leaves the region in which it is undefined.

Loops may be counted in two ways: up and down, by ones and by bytes, from one end or the other.  At a cut point, where a
scalar of B is on every way in the same multiple of one of A's plus the same term, it is that of what A's stands for
there.  The factor is read off two ways in; that the rest is one term on all of them, and none that changes its meaning
at the cut point, is the proof.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence, Set

from isaopt.isa.registers import NUM_VGPRS, SCC
from isaopt.proof.semantics.offsets import stems
from isaopt.proof.semantics.risks import merged
from isaopt.proof.semantics.state import ProofState
from isaopt.proof.semantics.world import STATE_NAMES, Side, World, chosen
from isaopt.proof.types import CannotProve
from isaopt.proof.walk.ahead import Ahead
from isaopt.proof.walk.carried import facts_of
from isaopt.proof.walk.lanes import LaneJoin
from isaopt.proof.walk.links import Links, low_zeros
from isaopt.proof.walk.order import AccessSite, CountedAccess, stands_for_many


def restated(links: Links, vector: Sequence[int], mine: Iterable[tuple[Sequence[int], int]]) -> int | None:
    """A 32-bit scalar of B, given its value on each incoming path, as a multiple of one of A's symbols plus a term.

    ``mine`` are A's scalars: what each is on the ways in, and its symbol.
    """
    n, t = links.world.integers, links.terms
    for other, symbol in mine:
        factor = _ratio(links, vector, other)
        if factor is None:
            continue
        rests = {n.linear(32, ((x, 1), (y, -factor))) for x, y in zip(vector, other, strict=True)}
        rest = rests.pop()
        if not rests and not t.deps[rest] & links.bit:
            return n.linear(32, ((symbol, factor), (rest, 1)))
    return None


def _ratio(links: Links, vector: Sequence[int], other: Sequence[int]) -> int | None:
    """What a step of the second is multiplied by to be one of the first, by their steps from one way in to another."""
    for x, y in zip(vector[1:], other[1:], strict=True):
        own, theirs = links.step(vector[0], x), links.step(other[0], y)
        if not theirs[1] and not theirs[0]:
            continue
        found = dict(own[1])
        pairs = [(found.get(term, 0), factor) for term, factor in theirs[1]] or [(own[0], theirs[0])]
        whole, part = (_signed(v) for v in pairs[0])
        return whole // part if whole and whole % part == 0 else None
    return None


def _signed(value: int) -> int:
    return value - (value >> 31 << 32)


#: Where accesses are performed of which nobody can tell when.
_ANY_TIME = (AccessSite.PRIVATE, AccessSite.QUIET, AccessSite.UNWRITTEN)
#: Visits after which growing lists of outstanding accesses are cut down.
_PATIENCE = 3


class Join:
    """Joins the states that arrive at a cut point."""

    def __init__(
        self,
        world: World,
        point: int,
        ways: Sequence[ProofState],
        masks: Sequence[int],
        known: ProofState | None,
        visits: int,
    ) -> None:
        self.known, self.visits = known, visits
        self.world, self.terms, self.decisions = world, world.terms, world.decisions
        self.links = Links(world, point, ways, masks)
        self.ways = self.links.ways

    def result(self, ahead: Ahead, blocks: tuple[int, int], wanted: Sequence[int] = ()) -> ProofState:
        """The joined state at a pair of ``blocks``; ``wanted`` are facts to look for."""
        live = [program.live[block] for program, block in zip(ahead.programs, blocks, strict=True)]
        sides = (Side(0, {}), Side(1, {}))
        self._scalars(sides)
        self._events(sides)
        sides[0].waited = self._waited(sides[0])
        sides[1].owed = self._owed()
        first, *others = (w.state.sides[1].early for w in self.ways)
        sides[1].early = first.joined(others, self.terms, self.links.bit)
        for number, side in enumerate(sides):
            side.turn, *turns = (w.state.sides[number].turn for w in self.ways)
            if any(turn != side.turn for turn in turns):
                raise CannotProve("what a turn has stored to LDS depends on the way")
        nonempty = self.links.link_masks(sides)
        self.links.find_lasting(sides[0])
        care = facts_of(self.links, sides, wanted)
        lanes = LaneJoin(self.links)
        lanes.join(sides, care, live)
        state = ProofState(sides, care, nonempty, merged(p for w in self.ways for p in w.state.pasts))
        ahead.relate(blocks, lanes, state)
        return state

    def _scalars(self, sides: tuple[Side, Side]) -> None:
        classes: dict[tuple[object, ...], int] = {}
        mine: list[tuple[tuple[int, ...], int]] = []
        for side in sides:
            first = self.ways[0].state.sides[side.number].regs
            for unit in first:
                if unit < NUM_VGPRS:
                    continue
                vector = tuple(w.state.sides[side.number].regs[unit] for w in self.ways)
                if self.links.keeps(vector):
                    side.regs[unit] = vector[0]
                    continue
                vector = tuple(chosen(self.world, w.state.care, v) for w, v in zip(self.ways, vector, strict=True))
                if self.links.keeps(vector):
                    side.regs[unit] = vector[0]
                    continue
                kind = "fact" if unit == SCC else "symbol"
                key = (kind, vector)
                if key not in classes and side.number == 1 and unit != SCC and unit not in STATE_NAMES:
                    counted = restated(self.links, vector, mine)
                    if counted is not None:
                        classes[key] = counted
                if key not in classes:
                    known = self._known_of(vector) if unit != SCC and unit not in STATE_NAMES else ()
                    classes[key] = self.links.symbol(kind, (side.number, unit, *known), vector)
                    if side.number == 0 and unit != SCC and unit not in STATE_NAMES:
                        mine.append((vector, classes[key]))
                found = classes[key]
                side.regs[unit] = self.decisions.var(found) if unit == SCC else found

    def _known_of(self, vector: tuple[int, ...]) -> tuple[int, ...]:
        """What every way in tells of a value, part of its symbol so that a change makes another one: its low zeros,
        and which half of which pointer argument it stems from."""
        zeros = low_zeros(self.world, vector)
        for offset in self.world.facts.origins:
            for half in (offset, offset + 4):
                if all(stems(self.world, value, half) for value in vector):
                    return zeros, half
        return (zeros,) if zeros else ()

    def _events(self, sides: tuple[Side, Side]) -> None:
        """Outstanding accesses, position by position."""
        classes: dict[tuple[int, ...], int] = {}
        absent = self.terms.make("no_event")
        for side in sides:
            lists = [w.state.sides[side.number] for w in self.ways]
            # A may have waited in order, and B not.
            unordered = [s.unordered for s in lists]
            side.unordered = frozenset.intersection(*unordered) if side.number == 0 else frozenset().union(*unordered)
            for counter in sorted({c for s in lists for c in s.events}):
                columns = [s.events.get(counter, ()) for s in lists]
                joined: list[CountedAccess] = []
                for position in range(max(len(c) for c in columns)):
                    events = [c[position] if position < len(c) else None for c in columns]
                    there = [e for e in events if e is not None]
                    parts = []
                    for part in range(max(len(e.parts) for e in there)):
                        vector = tuple(
                            e.parts[part] if e is not None and part < len(e.parts) else absent for e in events
                        )
                        if self.links.keeps(vector):
                            parts.append(vector[0])
                            continue
                        if vector not in classes:
                            many = any(stands_for_many(self.terms, x) for x in vector)
                            kind = "perhaps_unbounded" if many else "outstanding"
                            classes[vector] = self.links.symbol(kind, (side.number, counter, position, part))
                        parts.append(classes[vector])
                    joined.append(_any_of(there, tuple(parts)))
                side.events[counter] = tuple(joined)
        self._bound(*sides)

    def _bound(self, a: Side, b: Side) -> None:
        """Cut down the lists that grow with every iteration of a loop, each to one mark that stands for all of it.

        A mark of both kernels stands for the same accesses: there must be none among them that B alone has.
        """
        whole = dict(a.events)
        for counter, mine in whole.items():
            a.events[counter] = self._bounded(0, counter, mine, False)
        for counter, theirs in b.events.items():
            both = a.events.get(counter, ()) != whole.get(counter, ())
            more = _parts(theirs) - _parts(whole.get(counter, ()))
            b.events[counter] = self._bounded(1, counter, theirs, bool(more) or not both)
            if both and b.events[counter] == theirs:
                # It may have the same mark from another loop.
                self._rename(b, counter, _parts(a.events[counter]).keys() & more.keys())

    def _rename(self, b: Side, counter: str, marks: Set[int]) -> None:
        """Give marks of B names that A's have not."""
        t = self.terms
        own = {mark: t.make("unbounded", (), (counter, t.payload[mark], 1)) for mark in marks}
        b.events[counter] = tuple(e._replace(parts=tuple(own.get(x, x) for x in e.parts)) for e in b.events[counter])

    def _owed(self) -> frozenset[int]:
        """What A has still to read on some way in; of what changes its meaning here it is not known what that is."""
        t = self.terms
        owed = frozenset().union(*(w.state.sides[1].owed for w in self.ways))
        return frozenset(t.make("lost", (), self.links.point) if t.deps[x] & self.links.bit else x for x in owed)

    def _bounded(
        self, number: int, counter: str, events: tuple[CountedAccess, ...], own: bool
    ) -> tuple[CountedAccess, ...]:
        """A list that grows with every iteration of a loop, cut down to one mark that stands for all of it; ``own``:
        the mark is not that of the other kernel."""
        if self.known is None or self.visits < _PATIENCE:
            return events
        if len(events) <= len(self.known.sides[number].events.get(counter, ())):
            return events
        mark = self.terms.make("unbounded", (), (counter, _unit(events), *([number] if own else [])))
        return (_any_of(events, (mark,)),)

    def _waited(self, joined: Side) -> frozenset[int]:
        """What A has waited for without B, as far as its terms go on to mean the same; and what it will wait for under
        another name, the one that it has in what was ``joined``."""
        every = set[int]()
        for mine, theirs in (w.state.sides for w in self.ways):
            loads = (e for e in mine.outstanding() if not (e.stores or e.synchronises or e.unit in _ANY_TIME))
            made = theirs.early.made() | _parts(theirs.outstanding()).keys()
            renamed = _parts(loads) - _parts(joined.outstanding())
            every |= mine.waited | (renamed.keys() - made)
        return frozenset(t for t in every if not self.terms.deps[t] & self.links.bit)


def _parts(events: Iterable[CountedAccess]) -> Counter[int]:
    return Counter(part for event in events for part in event.parts)


def _unit(events: Sequence[CountedAccess]) -> AccessSite:
    """Where all of the accesses are performed."""
    return events[0].unit if len({e.unit for e in events}) == 1 else AccessSite.OTHER


def _any_of(events: Sequence[CountedAccess], parts: tuple[int, ...]) -> CountedAccess:
    """An access that may be any of some."""
    return CountedAccess(
        parts,
        _unit(events),
        any(e.synchronises for e in events),
        any(e.stores for e in events),
    )
