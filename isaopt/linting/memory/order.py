"""Waits that memory ordering requires: accesses that become visible too early, or run before those they depend on.

Facts: LLVM AMDGPUUsage, memory models of gfx10-gfx11 and gfx12: a barrier waits for no memory instruction; scalar loads
go through a cache of their own that no store updates; a release waits for LDS as well as for memory; an acquire
invalidates a cache when its load is done, and not before.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from isaopt.judge.waits import STORE_COUNTERS
from isaopt.linting.memory.accesses import GlobalAccess, Overlap, accesses
from isaopt.linting.model import Context
from isaopt.linting.waits.analysis import State, WaitAnalysis, beyond_barrier, wait_analysis
from isaopt.linting.waits.events import BlockStep

_LDS_COUNTERS = frozenset({"lgkmcnt", "dscnt"})
_Indices = frozenset[int]
_NONE: _Indices = frozenset()


@dataclass(frozen=True, slots=True)
class Misordered:
    """At item ``index``, the access of item ``producer`` may be incomplete; waiting for ``count`` on each of these
    ``counters`` would prevent it. ``rival`` is the item of the affected access, and ``sure`` says that no other
    explanation is possible."""

    index: int
    producer: int
    counts: tuple[tuple[str, int], ...]
    rival: int
    sure: bool


def pending(state: State, index: int) -> tuple[tuple[str, int], ...]:
    """The counters on which the event of an item may be outstanding, with the counts to wait for."""
    return tuple((c, queue.allowed(index)) for c, queue in state.items() if index in queue.pending)


def unpublished(ctx: Context) -> Iterator[Misordered]:
    """Stores that may be outstanding when other waves pass a barrier and read what they store."""
    analysis, found = ctx.fact(wait_analysis), ctx.fact(accesses)
    if not any(step.barrier_release for run in analysis.steps for step in run):
        return
    for block, position, step, state in analysis.walk():
        if not step.barrier_release:
            continue
        open_stores = [found[i] for q in state.values() for i in q.pending if i in found and found[i].writes]
        rivals = _behind(analysis, found, block, position) if open_stores else []
        for store in {access.index: access for access in open_stores}.values():
            meets = [(r, i) for r, i in rivals if _may_meet(store, r)]
            if meets:
                rival, invalidated = min(meets, key=lambda m: (not (m[1] or m[0].coherent), m[0].index))
                sure = invalidated or rival.coherent
                yield Misordered(step.index, store.index, pending(state, store.index), rival.index, sure)


def _may_meet(a: GlobalAccess, b: GlobalAccess) -> bool:
    return a.address.overlap(b.address) in (Overlap.APART, Overlap.POSSIBLE, Overlap.CERTAIN)


def _behind(
    analysis: WaitAnalysis, found: dict[int, GlobalAccess], block: int, position: int
) -> list[tuple[GlobalAccess, bool]]:
    """Reads of memory between this barrier and the next one on any path, each with whether a cache was invalidated
    before it; on gfx12 they begin after ``s_barrier_wait``."""

    def advance(step: BlockStep, state: tuple[bool, bool]) -> tuple[bool, bool] | None:
        passed = beyond_barrier(step, state[0])
        return None if passed is None else (passed, state[1] or (state[0] and step.invalidates))

    split = analysis.steps[block][position].operation != "s_barrier"
    behind = analysis.ahead(block, position, (not split, False), advance)
    reads = {(s.index, invalidated) for s, (passed, invalidated) in behind if passed and s.index in found}
    return [(found[index], invalidated) for index, invalidated in sorted(reads) if found[index].reads]


def stale_scalar_loads(ctx: Context) -> Iterator[Misordered]:
    """Scalar loads that may read data changed by a store of this wave: before the store completes, or, if ``counts`` is
    empty, from the scalar cache, which stores do not update."""
    analysis, found = ctx.fact(wait_analysis), ctx.fact(accesses)
    if not any(a.writes for a in found.values()) or not any(a.scalar for a in found.values()):
        return
    # Completed stores since the last s_dcache_inv.
    emptied = {
        step.index: frozenset(i for queue in state.values() for i in queue.pending)
        for _, _, step, state in analysis.walk()
        if step.operation == "s_dcache_inv"
    }

    def advance(step: BlockStep, hidden: _Indices) -> _Indices:
        if step.opaque:
            return _NONE
        if step.index in emptied:
            return hidden & emptied[step.index]
        return hidden | {step.index} if step.index in found and found[step.index].writes else hidden

    hidden = analysis.states(_NONE, advance, frozenset.union)
    for _, _, step, state in analysis.walk():
        load = found.get(step.index)
        if load is not None and load.scalar:
            for store in sorted(hidden[step.index]):
                overlap = found[store].address.overlap(load.address)
                if overlap in (Overlap.POSSIBLE, Overlap.CERTAIN):
                    late = pending(state, store)
                    yield Misordered(step.index, store, late, step.index, bool(late) and overlap is Overlap.CERTAIN)


def overtaken_scalar_loads(ctx: Context) -> Iterator[Misordered]:
    """Stores to locations that an outstanding scalar load may still read."""
    analysis, found = ctx.fact(wait_analysis), ctx.fact(accesses)
    if not any(a.writes for a in found.values()):
        return
    for _, _, step, state in analysis.walk():
        store = found.get(step.index)
        if store is None or not store.writes:
            continue
        for index in sorted({i for queue in state.values() for i in queue.pending}):
            if index in found and found[index].scalar:
                overlap = found[index].address.overlap(store.address)
                if overlap in (Overlap.POSSIBLE, Overlap.CERTAIN):
                    sure = overlap is Overlap.CERTAIN
                    yield Misordered(step.index, index, pending(state, index), step.index, sure)


def early_invalidates(ctx: Context) -> Iterator[Misordered]:
    """Cache invalidates that may run while the acquiring access is still outstanding.

    This is the last access to memory that is meant for others, or to LDS if the last access is to LDS.
    """
    analysis, found = ctx.fact(wait_analysis), ctx.fact(accesses)
    if not any(step.invalidates for run in analysis.steps for step in run):
        return

    def advance(step: BlockStep, last: tuple[_Indices, _Indices]) -> tuple[_Indices, _Indices]:
        coherent, lds = last
        if step.opaque or step.barrier_release or step.invalidates:
            return _NONE, _NONE
        access = found.get(step.index)
        if access is not None:
            acquires = access.coherent and (access.reads or access.atomic)
            return frozenset((step.index,)) if acquires else coherent, _NONE
        if step.lds_read and not step.flat:
            return coherent, frozenset((step.index,))
        return coherent, _NONE if step.memory else lds

    reached = analysis.states((_NONE, _NONE), advance, lambda a, b: (a[0] | b[0], a[1] | b[1]))
    for _, _, step, state in analysis.walk():
        last = reached[step.index]
        if step.invalidates:
            for index in sorted(last[0] | last[1]):
                # Data from LDS are in no cache, so a FLAT access need not be waited for on its LDS counter.
                late = tuple((c, n) for c, n in pending(state, index) if index in last[1] or c not in _LDS_COUNTERS)
                if late:
                    sure = index in last[0] and not any(c in STORE_COUNTERS for c, _ in late)
                    yield Misordered(step.index, index, late, step.index, sure)
