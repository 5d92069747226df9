"""LDS accesses that are still outstanding when the wave lets others pass a barrier.

A barrier waits for no memory instruction on gfx11 and gfx12 (LLVM ``FeatureBackOffBarrier``), so a wave has to wait
for its LDS accesses first: another wave could read what is not stored yet, or overwrite what is not loaded yet.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import Literal

from isaopt.linting.declared import one_wave
from isaopt.linting.model import Context, Finding, Severity
from isaopt.linting.waits.analysis import State, WaitAnalysis, beyond_barrier, wait_analysis
from isaopt.linting.waits.events import BlockStep
from isaopt.linting.waits.repair import Missing, add_wait
from isaopt.linting.waits.wording import instruction, waits

_LDS_COUNTERS = ("lgkmcnt", "dscnt")
_MANY = 64


@dataclass(frozen=True, slots=True)
class BarrierCrossing:
    """The LDS access of item ``producer`` may be outstanding at the barrier, item ``index``; ``conflict`` is the item
    of an LDS access after the barrier with which it may race. ``sure`` means that both certainly access LDS and that,
    for a store, some store is outstanding on every path to the barrier, so that the wait was forgotten altogether
    rather than on one path."""

    index: int
    producer: int
    counter: str
    count: int
    kind: Literal["store", "load"]
    conflict: int
    sure: bool


def lds_crossings(ctx: Context) -> tuple[BarrierCrossing, ...]:
    """Every LDS access that crosses a barrier to a possible race."""
    return tuple(crossings(ctx.fact(wait_analysis)))


def crossings(analysis: WaitAnalysis) -> Iterator[BarrierCrossing]:
    forgotten = analysis.states(None, _advance, _both)
    for b, position, step, state in analysis.walk():
        if step.barrier_release:
            yield from _at(analysis, b, position, state, forgotten[step.index] is not None)


_Forgotten = int | None
"""The number of LDS events since the last LDS store that is outstanding on every path; None if there is none."""


def _advance(step: BlockStep, state: _Forgotten) -> _Forgotten:
    if step.opaque:
        return None
    if step.wait is not None and state is not None:
        count = min((n for c, n in step.wait.counts.items() if c in _LDS_COUNTERS), default=_MANY)
        if count <= state:
            state = None
    if any(event.kind == "lds" for event in step.events):
        if step.lds_write and not step.flat:
            return 0
        return None if state is None else min(state + 1, _MANY)
    return state


def _both(a: _Forgotten, b: _Forgotten) -> _Forgotten:
    return None if a is None or b is None else max(a, b)


def _at(analysis: WaitAnalysis, b: int, position: int, state: State, forgotten: bool) -> Iterator[BarrierCrossing]:
    counter = "dscnt" if "dscnt" in state else "lgkmcnt"
    queue = state[counter]
    open_accesses = [index for index in queue.pending if queue.events[index].lds]
    if not open_accesses:
        return
    barrier = analysis.steps[b][position]
    behind = _behind(analysis, b, position)
    for index in open_accesses:
        producer = analysis.step_at[index]
        stores = producer.lds_write
        rivals = [s for s in behind if (s.lds_read if stores else s.lds_write)]
        if rivals:
            rival = min(rivals, key=lambda s: (s.flat, s.index))
            sure = not producer.flat and not rival.flat and (forgotten or not stores)
            kind: Literal["store", "load"] = "store" if stores else "load"
            yield BarrierCrossing(barrier.index, index, counter, queue.allowed(index), kind, rival.index, sure)


def _behind(analysis: WaitAnalysis, b: int, position: int) -> list[BlockStep]:
    """LDS accesses between this barrier and the next one on any path; on gfx12 they begin after ``s_barrier_wait``."""
    split = analysis.steps[b][position].operation != "s_barrier"
    behind = analysis.ahead(b, position, not split, beyond_barrier)
    return list({s.index: s for s, passed in behind if passed and (s.lds_read or s.lds_write)}.values())


_RULE = "lds-barrier-wait"


def _check(ctx: Context) -> Iterator[Finding]:
    found = ctx.fact(lds_crossings)
    if not found or one_wave(ctx):
        return
    for index, at in groupby(found, key=lambda c: c.index):
        here = list(at)
        for kind in ("store", "load"):
            of_kind = [c for c in here if c.kind == kind]
            if of_kind:
                yield _finding(ctx, index, of_kind)


def _finding(ctx: Context, index: int, here: list[BarrierCrossing]) -> Finding:
    """One finding for all accesses of one kind that cross a barrier; it names the first."""
    sure = [c for c in here if c.sure]
    first = min(sure or here, key=lambda c: c.producer)
    certain = bool(sure) and first.kind == "store"
    need = [Missing(c.producer, c.counter, c.count) for c in here]
    rival = instruction(ctx, first.conflict, index)
    what = f"{instruction(ctx, first.producer, index)} may be outstanding when other waves pass this barrier"
    effect = f"{rival} could read old data" if first.kind == "store" else f"{rival} could change what it reads"
    count = {first.counter: min(c.count for c in here)}
    return ctx.finding(
        _RULE,
        index,
        f"{what}, so that {effect}; {waits(ctx, count)} is missing",
        add_wait(ctx, index, need),
        Severity.ERROR if certain else Severity.WARNING,
    )


CHECKS = {_RULE: _check}
