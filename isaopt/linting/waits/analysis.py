"""Forward data flow of outstanding events over all paths, and all register accesses that come too early.

A missing wait is reported at the first access and then taken as made, so that it is not reported again.

Events of one kind complete in issue order, events of different kinds in any order, and scalar loads in any order even
among themselves (AMD RDNA3 ISA guide, "Data dependency resolution"). While an event is outstanding, so are the younger
ones of its kind. Hence it is certainly complete once the counter is no larger than their number, and not before: all
others may complete earlier.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal

from isaopt.isa.registers import SCC
from isaopt.judge.waits import LIMITS
from isaopt.linting.flow import solve_forward
from isaopt.linting.model import Context
from isaopt.linting.paths import Held, states_before
from isaopt.linting.paths import State as Known
from isaopt.linting.waits.events import BlockStep, CounterEvent, kernel_steps


@dataclass(slots=True)
class PendingEvents:
    """``pending`` maps the item index of each event that concerns registers, LDS or other waves to the fewest younger
    events of its kind on any path; ``most`` is the largest number of events that may be outstanding. Numbers stop
    growing at the counter's largest value, ``limit``.

    ``events`` are all events of the counter by item index; ``registers`` covers at least those of the pending ones.
    """

    limit: int
    events: Mapping[int, CounterEvent]
    most: int = 0
    pending: dict[int, int] = field(default_factory=dict)
    registers: int = 0

    def copy(self) -> PendingEvents:
        return PendingEvents(self.limit, self.events, self.most, dict(self.pending), self.registers)

    def allowed(self, index: int) -> int:
        """The largest count to wait for that guarantees that this pending event is complete.

        A counter at its largest value may stand for more events than it can count, so it is never waited for.
        """
        return min(self.pending[index], self.limit - 1)

    def push(self, event: CounterEvent, index: int) -> None:
        if event.ordered:
            for older, younger in self.pending.items():
                if younger < self.limit and self.events[older].kind == event.kind:
                    self.pending[older] = younger + 1
            self._forget()
        self.most = min(self.most + 1, self.limit + 1)
        if event.registers or event.lds or event.shared:
            self.pending[index] = 0
            self.registers |= event.registers

    def _forget(self) -> None:
        """Takes a store as complete if the counter is full of younger stores: no more can be outstanding."""
        first = next(iter(self.pending), None)
        if first is not None and self.pending[first] >= self.limit and self.events[first].shared:
            self.drop(first)

    def wait(self, count: int) -> None:
        """Leaves at most ``count`` events outstanding."""
        self.most = min(self.most, count)
        kept = {index: younger for index, younger in self.pending.items() if min(younger, self.limit - 1) < count}
        if len(kept) != len(self.pending):
            self.pending, self.registers = kept, 0
            for index in kept:
                self.registers |= self.events[index].registers

    def drop(self, index: int) -> None:
        """Takes an event as complete without a wait on the counter."""
        self.pending.pop(index, None)

    def merged(self, other: PendingEvents) -> PendingEvents:
        """The events that may be outstanding where two paths meet."""
        out = self.copy()
        out.most = max(self.most, other.most)
        for index, younger in other.pending.items():
            out.pending[index] = min(out.pending.get(index, younger), younger)
        out.registers |= other.registers
        return out


Access = Literal["read", "overwrite", "held"]
State = dict[str, PendingEvents]
"""Outstanding events by counter."""


@dataclass(frozen=True, slots=True)
class EarlyAccess:
    """Item ``index`` accesses the registers ``units`` (a mask) although the event of item ``producer`` may not be
    complete; waiting there for ``count`` on ``counter`` would suffice."""

    index: int
    producer: int
    counter: str
    count: int
    access: Access
    units: int


class WaitAnalysis:
    """The fixed point for one kernel. ``starts`` holds the state at the start of every reachable block.

    ``relaxed`` replaces the counts of single waits, by item index and counter; None removes that part of a wait.
    """

    def __init__(self, ctx: Context, relaxed: Mapping[tuple[int, str], int | None] | None = None) -> None:
        self.ctx = ctx
        self.relaxed = relaxed or {}
        self.family = ctx.arch.family
        self.steps = ctx.fact(kernel_steps)
        self.events: dict[str, dict[int, CounterEvent]] = {counter: {} for counter in LIMITS[self.family]}
        self.step_at: dict[int, BlockStep] = {}
        for block in self.steps:
            for step in block:
                self.step_at[step.index] = step
                for event in step.events:
                    self.events[event.counter][step.index] = event
        entry = self.unknown() if not ctx.is_kernel else self.fresh()
        self.starts = solve_forward(ctx.flow, entry, self._through, join) if ctx.blocks else {}

    def fresh(self) -> State:
        """Nothing outstanding: a kernel's entry."""
        return {c: PendingEvents(limit, self.events[c]) for c, limit in LIMITS[self.family].items()}

    def unknown(self) -> State:
        """No outstanding results of this code, but any number of other events."""
        return {c: PendingEvents(limit, self.events[c], limit + 1) for c, limit in LIMITS[self.family].items()}

    def _through(self, block: int, state: State) -> State:
        out = {counter: queue.copy() for counter, queue in state.items()}
        for step in self.steps[block]:
            self.advance(out, step)
        return out

    def advance(self, state: State, step: BlockStep) -> list[EarlyAccess]:
        """Advances ``state`` over one step, in place, and returns the accesses of the step that come too early."""
        if step.opaque:
            # A call reads its destination address; after it all results have arrived, because functions wait at their
            # entry and before they return. Anything else unknown may have waited: nothing is reported after it.
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

    def _early(self, step: BlockStep, counter: str, queue: PendingEvents) -> list[EarlyAccess]:
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
            out.append(EarlyAccess(step.index, index, counter, queue.allowed(index), access, hit))
        return out

    def walk(self) -> Iterator[tuple[int, int, BlockStep, State]]:
        """Every reachable step with its block, its position and the events outstanding before it, ignoring its own
        wait."""
        for block in sorted(self.starts):
            state = {counter: queue.copy() for counter, queue in self.starts[block].items()}
            for position, step in enumerate(self.steps[block]):
                yield block, position, step, state
                self.advance(state, step)

    def early(self) -> list[EarlyAccess]:
        """All accesses that come too early, block by block in text order."""
        found: list[EarlyAccess] = []
        for block in sorted(self.starts):
            state = {counter: queue.copy() for counter, queue in self.starts[block].items()}
            for step in self.steps[block]:
                found += self.advance(state, step)
        return found

    def states(
        self, entry: Held, advance: Callable[[BlockStep, Held], Held], merge: Callable[[Held, Held], Held]
    ) -> dict[int, Held]:
        """The state of ``advance`` before every reachable item, at its own fixed point."""
        found = states_before(self.ctx, entry, lambda index, _, state: advance(self.step_at[index], state), merge)
        return {index: state for index, _, state in found}

    def ahead(
        self, block: int, position: int, state: Known, advance: Callable[[BlockStep, Known], Known | None]
    ) -> Iterator[tuple[BlockStep, Known]]:
        """The steps after a position on all paths, each with the state before it; a path ends before a step for which
        ``advance`` returns None."""
        todo, seen = [(block, position + 1, state)], set[tuple[int, Known]]()
        while todo:
            b, start, now = todo.pop()
            for step in self.steps[b][start:]:
                after = advance(step, now)
                if after is None:
                    break
                yield step, now
                now = after
            else:
                for s in self.ctx.blocks[b].succs:
                    if (s, now) not in seen:
                        seen.add((s, now))
                        todo.append((s, 0, now))


def beyond_barrier(step: BlockStep, passed: bool) -> bool | None:
    """For :meth:`WaitAnalysis.ahead`: whether the path has passed the barrier at which it began, which on gfx12 happens
    at ``s_barrier_wait``; None at the next barrier and at unknown items."""
    return None if step.opaque or step.barrier_release else passed or step.operation == "s_barrier_wait"


def join(a: State, b: State) -> State:
    return {counter: queue.merged(b[counter]) for counter, queue in a.items()}


def wait_analysis(ctx: Context) -> WaitAnalysis:
    """The kernel's analysis, for :meth:`Context.fact`."""
    return WaitAnalysis(ctx)


def early_accesses(ctx: Context) -> tuple[EarlyAccess, ...]:
    """All accesses of the kernel that come too early."""
    return tuple(ctx.fact(wait_analysis).early())
