"""Forward data flow of outstanding events over all paths, and every register access that comes too early.

A missing wait is reported at the first access, and taken as made there: what follows is judged as if it had been.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from isaopt.isa.registers import SCC
from isaopt.judge.waits import LIMITS
from isaopt.linting.flow import solve_forward
from isaopt.linting.model import Context
from isaopt.linting.waits.events import Event, Step, kernel_steps
from isaopt.linting.waits.queue import Queue

Access = Literal["read", "overwrite", "held"]
State = dict[str, Queue]
"""Outstanding events by counter."""


@dataclass(frozen=True, slots=True)
class Early:
    """At item ``index``, the registers ``units`` (a mask) are accessed although the event of item ``producer`` is not
    known to be done; waiting for ``count`` on ``counter`` there would do."""

    index: int
    producer: int
    counter: str
    count: int
    access: Access
    units: int


class WaitAnalysis:
    """The fixed point for one kernel.  ``starts`` holds the state at the start of every reachable block.

    ``relaxed`` replaces the counts of single waits, by item index and counter; None leaves that part of a wait out.
    """

    def __init__(self, ctx: Context, relaxed: Mapping[tuple[int, str], int | None] | None = None) -> None:
        self.ctx = ctx
        self.relaxed = relaxed or {}
        self.family = ctx.arch.family
        self.steps = ctx.fact(kernel_steps)
        self.events: dict[str, dict[int, Event]] = {counter: {} for counter in LIMITS[self.family]}
        self.step_at: dict[int, Step] = {}
        for block in self.steps:
            for step in block:
                self.step_at[step.index] = step
                for event in step.events:
                    self.events[event.counter][step.index] = event
        entry = self.unknown() if not ctx.is_kernel else self.fresh()
        self.starts = solve_forward(ctx.flow, entry, self._through, join) if ctx.blocks else {}

    def fresh(self) -> State:
        """Nothing outstanding: a kernel's entry."""
        return {c: Queue(limit, self.events[c]) for c, limit in LIMITS[self.family].items()}

    def unknown(self) -> State:
        """Nothing outstanding that has results here, but any number of other events."""
        return {c: Queue(limit, self.events[c], limit + 1) for c, limit in LIMITS[self.family].items()}

    def _through(self, block: int, state: State) -> State:
        out = {counter: queue.copy() for counter, queue in state.items()}
        for step in self.steps[block]:
            self.advance(out, step)
        return out

    def advance(self, state: State, step: Step) -> list[Early]:
        """Carries ``state`` over one step, in place; the accesses of the step that come too early."""
        if step.opaque:
            # A call reads the address that it goes to; behind it all results have arrived, for functions wait at their
            # entry and before they return.  Anything else unknown may have waited: nothing is reported behind it.
            found = [e for counter, queue in state.items() for e in self._early(step, counter, queue)]
            state.update(self.unknown())
            return found
        if step.wait is not None:
            for counter, written in step.wait.counts.items():
                count = self.relaxed.get((step.index, counter), written)
                if count is not None:
                    state[counter].wait(count)
        found = []
        touched = step.reads | step.writes
        for counter, queue in state.items():
            if touched & queue.registers and queue.pending:
                early = self._early(step, counter, queue)
                if early:
                    queue.wait(min(e.count for e in early))
                    found += early
        for event in step.events:
            state[event.counter].push(event, step.index)
        if step.operation == "s_barrier_wait" and "kmcnt" in state:
            # The result of s_barrier_signal_isfirst has arrived when the wave may pass (LLVM SIInsertWaitcnts).
            queue = state["kmcnt"]
            for index in [i for i in queue.pending if queue.events[i].registers == 1 << SCC]:
                queue.drop(index)
        return found

    def _early(self, step: Step, counter: str, queue: Queue) -> list[Early]:
        out = []
        for index in queue.pending:
            event = queue.events[index]
            access: Access
            if hit := event.results & step.reads:
                access = "read"
            elif hit := event.results & step.writes:
                if event.path and event.path == step.path:
                    continue
                access = "overwrite"
            elif hit := event.held & step.writes:
                access = "held"
            else:
                continue
            out.append(Early(step.index, index, counter, queue.allowed(index), access, hit))
        return out

    def early(self) -> list[Early]:
        """Every access that comes too early, block by block in text order."""
        found: list[Early] = []
        for block in sorted(self.starts):
            state = {counter: queue.copy() for counter, queue in self.starts[block].items()}
            for step in self.steps[block]:
                found += self.advance(state, step)
        return found


def join(a: State, b: State) -> State:
    return {counter: queue.merged(b[counter]) for counter, queue in a.items()}


def wait_analysis(ctx: Context) -> WaitAnalysis:
    """The kernel's analysis, for :meth:`Context.fact`."""
    return WaitAnalysis(ctx)


def early_accesses(ctx: Context) -> tuple[Early, ...]:
    """Every access of the kernel that comes too early."""
    return tuple(ctx.fact(wait_analysis).early())
