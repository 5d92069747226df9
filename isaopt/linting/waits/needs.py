"""How strict each wait has to be: every dependence is attributed to the last wait that covers it.

Attribution to the last one makes all answers hold at once: with every wait relaxed to what it was charged, each
dependence still has its wait.

Waits that memory ordering may need, apart from any register, are never called too strict. They stand before barriers,
releases and calls, before and after cache control, and next to accesses with cache bits or scope (LLVM ``AMDGPUUsage``,
memory models of gfx11 and gfx12; ``SIMemoryLegalizer.cpp``).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from isaopt.judge.waits import LIMITS, STORE_COUNTERS, is_wait
from isaopt.linting.flow import solve_forward
from isaopt.linting.model import Context
from isaopt.linting.waits.analysis import State, wait_analysis
from isaopt.linting.waits.events import BlockStep, kernel_steps

_CACHE_BITS = frozenset({"glc", "dlc", "slc", "scope", "th"})
_FILLERS = frozenset({"s_nop", "s_delay_alu", "s_clause", "s_set_inst_prefetch_distance", "s_sleep", "s_sleep_var"})
_ORDERED = frozenset({"s_setpc_b64", "s_endpgm_saved", "s_endpgm_ordered_ps_done"})


def kept_for_order(ctx: Context, block: int, position: int, counter: str) -> bool:
    """Whether memory ordering may be the reason for the wait at ``position`` of ``block``.

    The LDS accesses that a barrier must wait for are known exactly (:mod:`isaopt.linting.rules.lds_barriers`), so a
    later barrier does not count for their counters.
    """
    return _ahead(ctx, block, position, counter in ("lgkmcnt", "dscnt")) or _behind(ctx, block, position)


def _ahead(ctx: Context, block: int, position: int, lds: bool) -> bool:
    """Whether, on some path, a store follows the wait directly, or the first memory instruction after it orders
    memory."""
    steps = ctx.fact(kernel_steps)
    todo, seen = [(block, position + 1, True)], set()
    while todo:
        b, start, adjacent = todo.pop()
        for step in steps[b][start:]:
            if lds and step.barrier_release:
                break
            if _orders(step) or (adjacent and step.op is not None and "maystore" in step.op.desc.flags):
                return True
            if step.memory:
                break
            adjacent = adjacent and _filler(step)
        else:
            if ctx.blocks[b].escapes:
                return True
            for s in ctx.blocks[b].succs:
                if (s, adjacent) not in seen:
                    seen.add((s, adjacent))
                    todo.append((s, 0, adjacent))
    return False


def _behind(ctx: Context, block: int, position: int) -> bool:
    """Whether an instruction that orders memory directly precedes the wait on some path."""
    steps = ctx.fact(kernel_steps)
    todo: list[tuple[int, Iterator[BlockStep]]] = [(block, reversed(steps[block][:position]))]
    seen: set[int] = set()
    while todo:
        b, run = todo.pop()
        for step in run:
            if _orders(step):
                return True
            if not _filler(step):
                break
        else:
            for p in ctx.blocks[b].preds:
                if p not in seen:
                    seen.add(p)
                    todo.append((p, reversed(steps[p])))
    return False


def _filler(step: BlockStep) -> bool:
    return step.op is not None and (is_wait(step.op) or step.operation in _FILLERS)


def _orders(step: BlockStep) -> bool:
    if step.op is None or step.opaque or step.cache_control or step.sends_message or step.op.flag("barrier"):
        return True
    if step.operation in _ORDERED:
        return True
    if not step.memory:
        return False
    return "atomic" in step.op.desc.flags or any(m.name in _CACHE_BITS for m in step.op.modifiers)


Charge = tuple[int, str]
"""A wait's item index and one of its counters."""


@dataclass(slots=True)
class _OpenEvent:
    """An event with dependences still to come: the fewest younger events on any path, and the waits that cover it, each
    with the largest sufficient count."""

    younger: int = 0
    covered: dict[int, int] = field(default_factory=dict)


_Ledger = dict[Charge, _OpenEvent]
"""Open events by item index and counter."""


@dataclass(frozen=True, slots=True)
class SlackWait:
    """Wait ``index`` waits on ``counter`` for ``count``, although ``enough`` would suffice; None means no wait at all.

    ``idle`` means that nothing can be outstanding beyond ``count``, so that this part of the wait has no effect.
    """

    index: int
    counter: str
    count: int
    enough: int | None
    idle: bool


def wait_slack(ctx: Context) -> tuple[SlackWait, ...]:
    """All parts of waits that could be weaker; all of them could be weakened together."""
    return _Needs(ctx).slack()


class _Needs:
    def __init__(self, ctx: Context) -> None:
        self.ctx = ctx
        self.analysis = ctx.fact(wait_analysis)
        self.needed: dict[Charge, int] = {}
        self.kept: dict[Charge, bool] = {}
        for b in self.analysis.starts:
            for position, step in enumerate(self.analysis.steps[b]):
                for counter in step.wait.counts if step.wait is not None else ():
                    self.kept[step.index, counter] = kept_for_order(ctx, b, position, counter)

    def slack(self) -> tuple[SlackWait, ...]:
        if not self.kept:
            return ()
        nothing: _Ledger = {}
        solve_forward(self.ctx.flow, nothing, self._through, _join)
        walk = self.analysis.walk()
        return tuple(slack for _, _, step, state in walk if step.wait is not None for slack in self._judge(step, state))

    def _judge(self, step: BlockStep, state: State) -> list[SlackWait]:
        assert step.wait is not None
        out = []
        for counter, count in step.wait.counts.items():
            if counter in step.wait.unknown or counter not in state:
                continue
            idle = state[counter].most <= count
            enough = self.needed.get((step.index, counter))
            if not idle and (counter in STORE_COUNTERS or self._for_order(step.index, counter, count)):
                continue
            if enough is None or enough > count:
                out.append(SlackWait(step.index, counter, count, enough, idle))
        return out

    def _for_order(self, index: int, counter: str, count: int) -> bool:
        """Whether memory ordering may need this part of a wait, which then waits for everything."""
        return count == 0 and self.kept[index, counter]

    def _through(self, block: int, ledger: _Ledger) -> _Ledger:
        state = {c: q.copy() for c, q in self.analysis.starts[block].items()}
        out = {key: _OpenEvent(o.younger, dict(o.covered)) for key, o in ledger.items()}
        for step in self.analysis.steps[block]:
            self._wait(step, state, out)
            self._use(step, out)
            self.analysis.advance(state, step)
            self._issue(step, out)
        if self.ctx.blocks[block].escapes:
            self._charge_all(out)
        return out

    def _wait(self, step: BlockStep, state: State, ledger: _Ledger) -> None:
        if step.wait is None:
            return
        for counter, count in step.wait.counts.items():
            queue = state[counter]
            if queue.most > queue.limit:
                # For events from before the function, a call or a macro, the wait may be needed.
                self.needed[step.index, counter] = 0
            for key in [k for k, o in ledger.items() if k[1] == counter and o.younger >= count]:
                if self._for_order(step.index, counter, count):
                    del ledger[key]
                else:
                    ledger[key].covered = {step.index: min(ledger[key].younger, queue.limit - 1)}

    def _use(self, step: BlockStep, ledger: _Ledger) -> None:
        """Charges the waits for the dependences of this step."""
        if step.opaque or step.operation == "s_setpc_b64":
            self._charge_all(ledger)
            return
        touched = step.reads | step.writes
        release = step.barrier_release
        for key in list(ledger):
            event = self.analysis.events[key[1]][key[0]]
            if event.results & touched or event.held & step.writes or (release and event.lds):
                if event.path and event.path == step.path and not event.results & step.reads:
                    continue
                self._charge(key, ledger)

    def _charge_all(self, ledger: _Ledger) -> None:
        for key in list(ledger):
            self._charge(key, ledger)

    def _charge(self, key: Charge, ledger: _Ledger) -> None:
        for index, enough in ledger.pop(key).covered.items():
            charge = index, key[1]
            self.needed[charge] = min(self.needed.get(charge, enough), enough)

    def _issue(self, step: BlockStep, ledger: _Ledger) -> None:
        if step.opaque:
            return
        for event in step.events:
            if event.counter in STORE_COUNTERS:
                continue
            limit, events = LIMITS[self.analysis.family][event.counter], self.analysis.events[event.counter]
            for (index, counter), entry in ledger.items():
                if counter == event.counter and event.ordered and events[index].kind == event.kind:
                    entry.younger = min(entry.younger + 1, limit)
            if event.registers or event.lds:
                ledger[step.index, event.counter] = _OpenEvent()


def _join(a: _Ledger, b: _Ledger) -> _Ledger:
    out = {key: _OpenEvent(o.younger, dict(o.covered)) for key, o in a.items()}
    for key, entry in b.items():
        mine = out.get(key)
        if mine is None:
            out[key] = _OpenEvent(entry.younger, dict(entry.covered))
            continue
        mine.younger = min(mine.younger, entry.younger)
        for index, enough in entry.covered.items():
            mine.covered[index] = min(mine.covered.get(index, enough), enough)
    return out
