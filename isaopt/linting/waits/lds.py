"""LDS accesses that are still outstanding when the wave lets others pass a barrier.

A barrier waits for no memory instruction on gfx11 and gfx12 (LLVM ``FeatureBackOffBarrier``), so a wave has to wait
for its LDS accesses first: another wave could read what is not stored yet, or overwrite what is not loaded yet.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from isaopt.linting.model import Context
from isaopt.linting.waits.analysis import State, WaitAnalysis, wait_analysis
from isaopt.linting.waits.events import Step


@dataclass(frozen=True, slots=True)
class Crossing:
    """The LDS access of item ``producer`` may be outstanding at the barrier, item ``index``; ``conflict`` is the item
    of an LDS access behind the barrier that it may race with.  ``sure`` means that both are LDS accesses for certain.
    """

    index: int
    producer: int
    counter: str
    count: int
    kind: Literal["store", "load"]
    conflict: int
    sure: bool


def lds_crossings(ctx: Context) -> tuple[Crossing, ...]:
    """Every LDS access that crosses a barrier to a possible race."""
    return tuple(crossings(ctx.fact(wait_analysis)))


def crossings(analysis: WaitAnalysis) -> Iterator[Crossing]:
    for b in sorted(analysis.starts):
        state = {counter: queue.copy() for counter, queue in analysis.starts[b].items()}
        for position, step in enumerate(analysis.steps[b]):
            if step.barrier_release:
                yield from _at(analysis, b, position, step, state)
            analysis.advance(state, step)


def _at(analysis: WaitAnalysis, b: int, position: int, barrier: Step, state: State) -> Iterator[Crossing]:
    counter = "dscnt" if "dscnt" in state else "lgkmcnt"
    queue = state[counter]
    open_accesses = [index for index in queue.pending if queue.events[index].lds]
    if not open_accesses:
        return
    behind = _behind(analysis, b, position)
    for index in open_accesses:
        producer = analysis.step_at[index]
        stores = producer.lds_write
        rivals = [s for s in behind if (s.lds_read if stores else s.lds_write)]
        if rivals:
            rival = min(rivals, key=lambda s: (s.flat, s.index))
            sure = not producer.flat and not rival.flat
            kind: Literal["store", "load"] = "store" if stores else "load"
            yield Crossing(barrier.index, index, counter, queue.allowed(index), kind, rival.index, sure)


def _behind(analysis: WaitAnalysis, b: int, position: int) -> list[Step]:
    """LDS accesses between this barrier and the next one on any path; gfx12's begin behind ``s_barrier_wait``."""
    split = analysis.steps[b][position].mnemonic != "s_barrier"
    todo, seen = [(b, position + 1, not split)], set()
    found: dict[int, Step] = {}
    while todo:
        block, start, passed = todo.pop()
        for step in analysis.steps[block][start:]:
            if step.opaque or step.barrier_release:
                break
            if step.mnemonic == "s_barrier_wait":
                passed = True
            elif passed and (step.lds_read or step.lds_write):
                found[step.index] = step
        else:
            for s in analysis.ctx.blocks[block].succs:
                if (s, passed) not in seen:
                    seen.add((s, passed))
                    todo.append((s, 0, passed))
    return list(found.values())
