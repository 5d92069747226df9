"""Relates a software-pipelined loop of B to the loop of A: what B holds at the loop's head, A is about to compute.

At a cut point, a register of B may hold what an instruction of A would give if it ran from A's registers as they are
there (:mod:`.upcoming`), be it in this iteration or in a later one. Such a result is a function of A's state alone:
arithmetic on registers, that of vectors lane by lane, and loads from LDS and global memory as they are there; nothing
that changes EXEC or memory. It is the same function for every incoming path as long as the blocks are the same. Should
A reach its load only after a store or a barrier, it gets the value of another state of memory, which is another term.
LDS loads cannot fault. What B has read of global memory, A must read from the cut point on: that follows from what A
would read here, too, if it is the same place and the same lanes on every incoming path (:func:`_owed`).

Where a register of B holds such a result on every incoming path, lane by lane, it holds that function of the joined
state (:mod:`isaopt.proof.walk.lanes`). Which instruction of A belongs to which register of B is found by trying all; no
proof depends on it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from isaopt.graphs import reachable
from isaopt.isa.registers import NUM_VGPRS
from isaopt.proof.semantics.machine import SideExecution
from isaopt.proof.semantics.memory import loads_unwritten, place_of
from isaopt.proof.semantics.state import ProofState
from isaopt.proof.semantics.world import LDS, World
from isaopt.proof.terms.terms import FALSE, Terms
from isaopt.proof.walk.lanes import LaneJoin
from isaopt.proof.walk.links import Links
from isaopt.proof.walk.order import AccessSite
from isaopt.proof.walk.program import ProofKernel
from isaopt.proof.walk.upcoming import Upcoming, upcoming


@dataclass(frozen=True)
class Ahead:
    """The kernels of a proof, as far as registers at loop heads ask for it."""

    programs: tuple[ProofKernel, ProofKernel]

    def relate(self, pair: tuple[int, int], lanes: LaneJoin, state: ProofState) -> None:
        """Put into the joined ``state`` what registers of B hold of A's next iteration; ``pair`` are the blocks."""
        a, b = pair
        links = lanes.links
        if b not in self.programs[1].flow.heads:
            return
        theirs, t, ways = state.sides[1], links.terms, [w.state for w in links.ways]
        wanted = {
            u: own
            for u in sorted(self.programs[1].live[b])
            if u < NUM_VGPRS and (own := _own(links, theirs.regs[u])) is not None
        }
        touched, owed = set(links.world.touched), any(w.sides[1].owed for w in ways)
        if not wanted and not owed:
            return
        made = [self._results(links.world, w, a) for w in ways]
        gives = self._results(links.world, state, a)
        shared = gives.shared(made)
        theirs.owed = _owed(links, made, gives)
        paid = {t.args[x][0] for x in theirs.owed if t.op[x] == "touch"}
        olds = [w.sides[1].early.newer & found.made() for w, found in zip(ways, made, strict=True)]
        d, holds = links.decisions, False
        offered = []
        for key, value in gives.values.items():
            if key[0][0] >= shared or any(key not in found.values for found in made):
                continue
            given = tuple(found.values[key] for found in made)
            # What is assumed of A's accesses holds of those that it makes.  The next load of a place of which A has
            # made a newer one is not the one that B holds.
            if any(old and not old.isdisjoint(_made_by(t, x)) for old, x in zip(olds, given, strict=True)):
                continue
            loads = _loads(t, value, links.bit)
            if all(site is AccessSite.LDS or t.args[x][1] in paid for x, site in loads):
                offered.append((value, given, loads))
        for unit, own in wanted.items():
            held = tuple(w.sides[1].regs[unit] for w in ways)
            for value, given, loads in offered:
                where = d.and_(lanes.agreement(held, given), state.care)
                where = d.and_(where, d.where(theirs.regs[unit], own))
                if where != FALSE:
                    early = [w.sides[1].early for w in ways]
                    missed = any(one in e.missed for e, x in zip(early, given, strict=True) for one in _loads(t, x, -1))
                    seen = ((x, site) for x, site in loads if site is not AccessSite.UNWRITTEN)
                    theirs.early = theirs.early.holding(seen, missed)
                    theirs.regs[unit] = d.constrain(d.ite(where, value, theirs.regs[unit]), state.care)
                    holds = True
        same = [at for at in gives.loads if at[0] < shared and all(at in found.loads for found in made)]
        theirs.early = theirs.early.whole(
            own
            for at in same
            for own, *parts in zip(
                pairwise(gives.loads[at]), *(pairwise(found.loads[at]) for found in made), strict=True
            )
            if all(part in w.sides[1].early.wholes for part, w in zip(parts, ways, strict=True))
        )
        if not holds and not owed:
            # Nothing was said of what A's instructions read.
            links.world.touched.intersection_update(touched)

    def _results(self, world: World, state: ProofState, block: int) -> Upcoming:
        """What A gives from its registers there from a block on."""
        run = SideExecution(world, state.sides[0].copy(), state.care, state.nonempty)
        return upcoming(self.programs[0], run, block)


def _owed(links: Links, made: Sequence[Upcoming], gives: Upcoming) -> frozenset[int]:
    """What A has still to read in the joined state: on each way in what B has read there is a load of A's from this
    block on, or of what changes its meaning here it is not known what it is."""
    found: set[int] = set()
    for way, mine in zip((w.state for w in links.ways), made, strict=True):
        shared = gives.shared((mine,))
        known = [
            (own, gives.touches[at]) for at, own in mine.touches.items() if at[0][0] < shared and at in gives.touches
        ]
        for term in way.sides[1].owed:
            same = [joined for own, joined in known if _is_same(links.world, way.care, own, term)]
            lasts = not links.terms.deps[term] & links.bit
            found.update(same or (term if lasts else links.terms.make("lost", (), links.point),))
    return frozenset(found)


def _is_same(world: World, care: int, one: int, other: int) -> bool:
    """Whether two touches are of one place, by the same lanes of those that matter."""
    t, d = world.terms, world.decisions
    if one == other:
        return True
    if t.op[other] != "touch" or t.payload[one] != t.payload[other] or t.args[one][0] != t.args[other][0]:
        return False
    lanes = [t.args[x][1:] for x in (one, other)]
    return all(map(len, lanes)) and d.and_(care, d.xor(t.args[lanes[0][0]][0], t.args[lanes[1][0]][0])) == FALSE


def _loads(terms: Terms, value: int, bits: int) -> set[tuple[int, AccessSite]]:
    """The loads in a value that symbols of some cut points are part of, or any, with -1; and where they are
    performed."""
    parts = reachable([value], lambda x: [a for a in terms.args[x] if bits == -1 or terms.deps[a] & bits])
    found = set()
    for x in parts:
        place = place_of(terms, x) if terms.op[x] == "load" else None
        if place is not None:
            memory = AccessSite.UNWRITTEN if loads_unwritten(terms, x) else AccessSite.VECTOR
            found.add((x, AccessSite.LDS if place.space == LDS else memory))
    return found


def _made_by(terms: Terms, value: int) -> set[int]:
    """All loads in a value."""
    return {load for load, _ in _loads(terms, value, -1)}


def _own(links: Links, value: int) -> int | None:
    """The symbol of this cut point in a value of B that no register of A shares."""
    t = links.terms
    for leaf in sorted(links.decisions.leaves(value)):
        if t.op[leaf] == "vsymbol" and t.deps[leaf] & links.bit:
            match t.payload[leaf]:
                case (_, (1, *_), *_):
                    return leaf
    return None
