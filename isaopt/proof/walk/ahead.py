"""Relates a software-pipelined loop of B to the loop of A: what B holds at the loop's head, A is about to compute.

At a cut point, a register of B may hold what an instruction of A's block would give if it ran from A's registers as
they are there. Such a result is a function of A's state alone: arithmetic on registers, that of vectors lane by lane,
and loads from LDS and global memory as they are there; nothing that changes EXEC or memory. Should A reach its load
only after a store or a barrier, it gets the value of another state of memory, which is another term. LDS loads cannot
fault. What B has read of global memory, A must read from the cut point on: that follows from what A would read here,
too, if it is the same place and the same lanes on every incoming path (:meth:`Ahead.owed`).

Where a register of B holds such a result on every incoming path, lane by lane, it holds that function of the joined
state (:mod:`isaopt.proof.walk.lanes`). Which instruction of A belongs to which register of B is found by trying all; no
proof depends on it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from isaopt.graphs import reachable
from isaopt.ir.program import Op
from isaopt.isa.meaning import Unit as _Executes
from isaopt.isa.registers import EXEC_HI, EXEC_LO, NUM_VGPRS
from isaopt.proof.semantics.access import execute_memory, is_memory, is_ordered
from isaopt.proof.semantics.crosslane import is_cross_lane
from isaopt.proof.semantics.execute import compute, is_message, is_pc_relative
from isaopt.proof.semantics.facts import Foreseen
from isaopt.proof.semantics.machine import SideExecution
from isaopt.proof.semantics.memory import loads_unwritten, place_of
from isaopt.proof.semantics.names import operation
from isaopt.proof.semantics.state import ProofState
from isaopt.proof.semantics.world import LDS, Side, World
from isaopt.proof.terms.terms import FALSE, Terms
from isaopt.proof.walk.flow import ProofFlow
from isaopt.proof.walk.lanes import LaneJoin
from isaopt.proof.walk.links import Links
from isaopt.proof.walk.order import AccessSite
from isaopt.proof.walk.program import ProofKernel, RunStop

_LOAD = re.compile(r"(ds_load_(2addr_(stride64_)?)?|global_load_)[bui]\d+$")
#: By the item of an instruction of A, and a register or the number of a part.
_ByPlace = dict[tuple[int, int], int]


@dataclass(frozen=True, slots=True)
class _AheadResults:
    """What instructions of A would give, which places of global memory they would read, and their loads, part by
    part."""

    values: _ByPlace
    touches: _ByPlace
    loads: dict[int, tuple[int, ...]]

    def made(self) -> frozenset[int]:
        return frozenset(load for parts in self.loads.values() for load in parts)

    def wholes(self) -> list[tuple[int, int]]:
        """Adjacent parts that one instruction loads."""
        return [pair for parts in self.loads.values() for pair in pairwise(parts)]


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
        mine, theirs = state.sides
        theirs.owed = self._owed(a, links, state)
        wanted = {
            u: own
            for u in sorted(self.programs[1].live[b])
            if u < NUM_VGPRS and (own := _own(links, theirs.regs[u])) is not None
        }
        if not wanted:
            return
        ways = [w.state for w in links.ways]
        touched = set(links.world.touched)
        t = links.terms
        paid = {t.args[x][0] for x in theirs.owed if t.op[x] == "touch"}
        made = [self._results(links.world, w.sides[0], w, a) for w in ways]
        gives = self._results(links.world, mine, state, a)
        each, joined = [found.values for found in made], gives.values
        olds = [w.sides[1].early.newer & found.made() for w, found in zip(ways, made, strict=True)]
        d, holds = links.decisions, False
        offered = []
        for key, value in joined.items():
            given = tuple(found[key] for found in each)
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
                    shared = ((x, site) for x, site in loads if site is not AccessSite.UNWRITTEN)
                    theirs.early = theirs.early.holding(shared, missed)
                    theirs.regs[unit] = d.constrain(d.ite(where, value, theirs.regs[unit]), state.care)
                    holds = True
        theirs.early = theirs.early.whole(
            own
            for own, *parts in zip(gives.wholes(), *(found.wholes() for found in made), strict=True)
            if all(part in w.sides[1].early.wholes for part, w in zip(parts, ways, strict=True))
        )
        if not holds:
            # Nothing was said of what A's instructions read.
            links.world.touched.intersection_update(touched)

    def _owed(self, block: int, links: Links, state: ProofState) -> frozenset[int]:
        """What A has still to read in the joined state: on each way in what B has read there is a load of A's from this
        block on, or of what changes its meaning here it is not known what it is."""
        ways = [w.state for w in links.ways]
        if not any(w.sides[1].owed for w in ways):
            return frozenset()
        found: set[int] = set()
        joined = self._results(links.world, state.sides[0], state, block).touches
        for way in ways:
            mine = self._results(links.world, way.sides[0], way, block).touches
            for term in way.sides[1].owed:
                same = [joined[key] for key, own in mine.items() if _is_same(links.world, way.care, own, term)]
                lasts = not links.terms.deps[term] & links.bit
                found.update(same or (term if lasts else links.terms.make("lost", (), links.point),))
        return frozenset(found)

    def _results(self, world: World, side: Side, state: ProofState, block: int) -> _AheadResults:
        """What A gives from these registers from a block on."""
        return _from_block(self.programs[0], SideExecution(world, side.copy(), state.care, state.nonempty), block)


def foreseen(program: ProofKernel, run: SideExecution, stop: RunStop) -> tuple[Foreseen, ...]:
    """What a run of A, once it has stopped, is sure to load if control goes to a loop's head from there.

    What is assumed of these accesses is known of the lanes that come to that head: where it takes a branch, of those of
    an access of B's alone that EXEC leaves out unless that branch is taken.
    """
    d, found = run.decisions, []
    for target, care in ((stop.target, stop.condition), (stop.other, d.not_(stop.condition))):
        care = d.and_(run.care, care)
        if stop.kind in ("join", "if") and target in program.flow.heads and care != FALSE:
            trial = run.fork(care)
            ahead = Foreseen()
            trial.offsets = ahead.offsets
            touches = _from_block(program, trial, target, True).touches.values()
            ahead.addresses.update(run.terms.args[touch][0] for touch in touches)
            found.append(ahead)
    return tuple(found)


def _from_block(program: ProofKernel, run: SideExecution, block: int, certain: bool = False) -> _AheadResults:
    """What the arithmetic of A from a block to the next branch and its loads give from a run's registers, as far as
    nothing else comes between; ``certain``: only as far as control is sure to come.

    When control comes there, a load may give another value.  So of an address made of one nothing may be assumed.
    """
    changed: set[int] = set()
    open_: set[int] = set()
    run.side.loads.clear()
    found: _ByPlace = {}
    touches: _ByPlace = {}
    loads: dict[int, tuple[int, ...]] = {}
    for index in _straight(program.flow, block):
        op = program.module.instruction(index).op
        run.line = program.module.instruction(index).line
        if EXEC_LO in op.written or EXEC_HI in op.written or (certain and is_message(op)):
            break
        made, loaded = [], set[int]()
        early = program.early.get(index)
        for half in op.halves:
            by_load = run.world.facts.any and not open_.isdisjoint(half.read)
            known = _only_loads(half) and not by_load if is_memory(half) else _is_plain(half)
            if early or not known or not changed.isdisjoint(half.read):
                changed |= set(half.written)
            else:
                if is_memory(half):
                    loads[index] = execute_memory(run, half)
                    by_load = not all(loads_unwritten(run.terms, part) for part in loads[index])
                else:
                    compute(run, half, operation(half))
                made += sorted(set(half.written))
                loaded.update(half.written if by_load else ())
        run.commit()
        changed.difference_update(made)
        open_ = open_.difference(made) | loaded
        found.update({(index, unit): run.regs[unit] for unit in made if unit < NUM_VGPRS})
        touches.update({(index, part): effect.term for part, effect in enumerate(run.side.loads)})
        run.side.loads.clear()
    return _AheadResults(found, touches, loads)


def _straight(flow: ProofFlow, block: int) -> Iterator[int]:
    """The items of a block and of its only successors, in order."""
    seen: set[int] = set()
    while block not in seen:
        seen.add(block)
        yield from flow.blocks[block].body
        if flow.blocks[block].exit.kind == "go":
            block = flow.blocks[block].exit.target


def _is_plain(op: Op) -> bool:
    """Whether an instruction computes VGPRs and lane masks from registers lane by lane, or scalars from scalars."""
    name = operation(op)
    if op.desc.unit is _Executes.SALU:
        return not op.flag("sideeffects") and not is_pc_relative(op)
    if not name.startswith("v_") or op.flag("sideeffects") or is_memory(op) or is_cross_lane(op, name):
        return False
    return bool(op.written)


def _only_loads(op: Op) -> bool:
    """Whether an instruction loads whole registers from LDS or global memory and does nothing else."""
    return not op.desc.partial and not is_ordered(op) and bool(_LOAD.match(operation(op)))


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
                case (_, (1, _)):
                    return leaf
    return None
