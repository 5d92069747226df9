"""What two runs must agree on where they stop: memory, what was ordered and when, loads, and the branch."""

from __future__ import annotations

from collections import Counter
from functools import partial
from itertools import groupby

from isaopt.proof.semantics.machine import SideExecution
from isaopt.proof.semantics.memory import MemoryPlace, loads_unwritten, overlapping, place_of, scalar_loads_apart
from isaopt.proof.semantics.world import GLOBAL, LDS, SCRATCH, STATE_NAMES, SYSTEM, Effect, Side, World
from isaopt.proof.terms.explain import explain_memory, explain_terms, suspected_effects
from isaopt.proof.terms.shown import show
from isaopt.proof.terms.terms import FALSE
from isaopt.proof.types import Difference
from isaopt.proof.walk.issued import compare_issued, compare_wholes
from isaopt.proof.walk.order import AccessSite, compare_order
from isaopt.proof.walk.program import RunStop

#: Pairs of terms.
Suspects = list[tuple[int, int]]

_KINDS = {"end": "its end", "if": "a branch", "join": "a join"}


def matching(world: World, a: RunStop, b: RunStop) -> bool:
    """Whether both stopped at branches on equal or opposite conditions."""
    if a.kind != "if" or b.kind != "if":
        return False
    opposite = world.decisions.not_(b.condition)
    return any(a.condition == c or (a.condition, c) in world.equal_facts for c in (b.condition, opposite))


def compare_runs(
    world: World, runs: tuple[SideExecution, SideExecution], a: RunStop, b: RunStop
) -> tuple[Difference | None, Suspects]:
    """What differs where both have stopped, and terms that would have to be equal for that to go away.

    What B has read before A is A's to read from then on: see :func:`early_loads`.
    """
    ra, rb = runs
    spaces = (LDS, GLOBAL, SYSTEM) if a.kind == "end" else (LDS, GLOBAL, SCRATCH, SYSTEM)
    for space in spaces:
        if ra.regs[space] != rb.regs[space]:
            different = explain_memory(world, STATE_NAMES[space], ra.side, rb.side, space)
            return different, suspected_effects(ra.side, rb.side)
    mine, theirs = (_scratch_stores(world, run.side) for run in runs)
    if new := theirs.keys() - mine.keys():
        line = min(theirs[key] for key in new)
        return Difference("B stores to scratch where A does not, which may be no scratch of the lane", 0, line), []
    end = (a.line, b.line) if a.kind == b.kind == "end" else None
    ordered = _compare_order(world, ra, rb, end)
    if ordered is not None:
        return ordered, []
    if rb.side.hasty - ra.side.hasty:
        return Difference("an access may outlast the VGPRs that B gives back [dealloc-vgprs]", 0, b.line), []
    if world.buffers is not None and end is not None and rb.side.turn:
        return Difference("where B stores to LDS without a barrier behind it, another wave may still read", *end), []
    if world.buffers is not None and (more := _local_loads(rb.side) - _local_loads(ra.side)):
        return Difference(
            "B makes a load from LDS that A does not make here", 0, 0, "", show(world.terms, min(more))
        ), []
    read, suspects = _compare_loads(world, ra.side, rb.side, a.kind == "end")
    if read is not None:
        return read, suspects
    if a.kind != b.kind:
        return Difference(f"A comes to {_KINDS[a.kind]}, B to {_KINDS[b.kind]}", a.line, b.line), []
    if a.kind == "if" and not matching(world, a, b):
        opposite = world.decisions.not_(b.condition)
        different = explain_terms(
            world, "the branches depend on different conditions", a.line, b.line, a.condition, b.condition
        )
        return different, [(a.condition, b.condition), (a.condition, opposite)]
    return None, []


def _scratch_stores(world: World, side: Side) -> dict[tuple[int, MemoryPlace], int]:
    """The lanes and places of stores to scratch that is no set of slots, each with a line.  At the end nobody reads
    it, but the place must be the lane's own."""
    found = ((e, place_of(world.terms, e.term)) for e in side.effects)
    return {(world.terms.args[e.term][0], p): e.line for e, p in found if p is not None and p.space == SCRATCH}


def _compare_order(
    world: World, ra: SideExecution, rb: SideExecution, end: tuple[int, int] | None
) -> Difference | None:
    a, b = ra.side, rb.side
    for event in b.order.issued:
        if event.parts[0] in a.waited:
            shown = show(world.terms, event.parts[0])
            return Difference("B makes an access after the point where A has waited for it", 0, 0, "", shown)
    again = b.early.again(a.order, b.order)
    if again is not None:
        return Difference("B repeats a load that A has waited for", 0, 0, "", show(world.terms, again))
    waits = compare_order(a.order, b.order, world.sharing, end, b.early, partial(scalar_loads_apart, rb))
    return (
        waits
        or _compare_issued(world, a, b)
        or compare_wholes(a.order, b.order, world.sharing, b.early)
        or _compare_overlapping(rb, a, b)
    )


def _compare_overlapping(run: SideExecution, a: Side, b: Side) -> Difference | None:
    """Loads of one place keep their order, those of some of its bytes as well: the later one gives nothing older.

    B may leave some out, but one that stands for several of A's has no other one between these."""
    made = [[p.term for p in side.order.points if p.load] for side in (a, b)]
    before = b.early.made()
    mixed = overlapping(run, {*made[0], *made[1], *before})
    mine, theirs = ([term for term in terms if term in mixed] for terms in made)
    kept = [term for term in mine if term in theirs]
    same = [term for term, _ in groupby(kept)] == [term for term, _ in groupby(theirs)]
    if same and before.isdisjoint(Counter(mine) - Counter(theirs)):
        return None
    return Difference("B orders overlapping loads differently", 0, 0)


def _compare_issued(world: World, a: Side, b: Side) -> Difference | None:
    found = compare_issued(a.order, b.order, world.sharing, {})
    if found is None or world.fills is None:
        return found
    loose = world.fills.loose(a.order, b.order)
    found = compare_issued(a.order, b.order, world.sharing, loose)
    if found is None:
        world.fills.rely(loose)
    return found


def _local_loads(side: Side) -> Counter[int]:
    """How often each LDS load was made since the cut point."""
    return Counter(p.term for p in side.order.points if p.load and p.unit in (AccessSite.LDS, AccessSite.QUIET))


def _compare_loads(world: World, a: Side, b: Side, ends: bool) -> tuple[Difference | None, Suspects]:
    """B must not read where A does not: such a load could fault.

    It may read before A does, after its last fence, what A reads in the segment that follows, before its first one: A
    comes to that load whatever happens, and what is in memory where there is nothing to order cannot have changed.  Of
    memory that nobody writes barriers and other accesses are no such fences.
    """
    read = {e.term for e in _before_fence(world, a)}
    for term in b.owed - read:
        return Difference("B has read memory where A does not", 0, 0, "", show(world.terms, term)), []
    known, theirs = {e.term for e in a.loads}, {e.term for e in b.loads} | b.owed
    for effect in b.loads:
        if effect.term not in known and (ends or effect.term not in early_loads(world, a, b)):
            shown = show(world.terms, effect.term)
            different = Difference("B reads memory where A does not", 0, effect.line, "", shown)
            return different, [(e.term, effect.term) for e in a.loads if e.term not in theirs][:8]
    return None, []


def _before_fence(world: World, side: Side) -> list[Effect]:
    """The loads before the first event that they may not cross."""
    first, stop = ((of or [len(side.loads)])[0] for of in (side.fences, side.stops))
    return side.loads[:first] + [e for e in side.loads[first:stop] if loads_unwritten(world.terms, e.term)]


def early_loads(world: World, a: Side, b: Side) -> frozenset[int]:
    """What B has read, and A has not, that A may still read; nothing if A has read what B has not, which may be meant
    to be the same."""
    known, theirs = {e.term for e in a.loads}, {e.term for e in b.loads} | b.owed
    if not known <= theirs:
        return frozenset()
    last, stop = ((of or [0])[-1] for of in (b.fences, b.stops))
    if world.sharing.compute_unit and not world.sharing.alone:
        last = len(b.loads)  # the order of loads may be an acquire: isaopt.proof.walk.order
    early = b.loads[last:] + [e for e in b.loads[stop:last] if loads_unwritten(world.terms, e.term)]
    return frozenset(e.term for e in early) - known


def made_by_lanes(world: World, care: int, loads: frozenset[int]) -> frozenset[int]:
    """Those of some loads that were made at all: without a lane, nothing is read."""
    t, d = world.terms, world.decisions
    lanes = {x: next((y for y in t.args[x] if t.op[y] == "lanes"), None) for x in loads}
    return frozenset(x for x, own in lanes.items() if own is None or d.and_(care, t.args[own][0]) != FALSE)
