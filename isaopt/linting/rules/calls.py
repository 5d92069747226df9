"""Loads that are outstanding at a call or return (LLVM SIInsertWaitcnts.cpp: a function waits for everything at its
entry and before it returns, so that calls need no wait; AMDGPUUsage, "Calling Convention")."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from isaopt.linting.flow import is_call
from isaopt.linting.model import Context, Finding
from isaopt.linting.waits.analysis import wait_analysis
from isaopt.linting.waits.events import BlockStep
from isaopt.linting.waits.repair import Missing, add_full_wait, add_wait
from isaopt.linting.waits.wording import instruction, registers, waits

_RETURN_ADDRESS = "s[30:31]"


@dataclass(slots=True)
class _OpenAtCall:
    """The events that may be outstanding on a counter at some call in the file: result registers, and the line of one
    call."""

    results: int
    line: int


def _open_at_calls(ctx: Context) -> Mapping[str, _OpenAtCall]:
    from isaopt.linting.run import code_units

    found: dict[str, _OpenAtCall] = {}
    for unit in code_units(ctx.module):
        other = Context(ctx.module, unit, ctx.rules, ctx.offsets)
        if not any(is_call(item.op) for _, item in other.instructions()):
            continue
        for _, _, step, state in other.fact(wait_analysis).walk():
            for counter, queue in state.items() if step.op is not None and is_call(step.op) else ():
                results = 0
                for index in queue.pending:
                    results |= queue.events[index].results
                if results:
                    line = ctx.module.items[step.index].line
                    found.setdefault(counter, _OpenAtCall(0, line)).results |= results
    return found


def _entry(ctx: Context) -> Iterator[Finding]:
    """Registers that a function accesses before it has waited for loads of its callers."""
    if ctx.is_kernel or not ctx.blocks:
        return
    if _waits_at_once(ctx):
        return
    outstanding = _open_at_calls(ctx)
    if not outstanding:
        return

    def early(step: BlockStep, left: frozenset[str]) -> dict[str, int]:
        """The registers that the step accesses too early, by counter."""
        counts = step.wait.counts if step.wait is not None else {}
        hit = {c: outstanding[c].results & (step.reads | step.writes) for c in left if counts.get(c) != 0}
        return {} if step.opaque else {c: units for c, units in sorted(hit.items()) if units}

    def advance(step: BlockStep, left: frozenset[str]) -> frozenset[str]:
        waited = {c for c, n in step.wait.counts.items() if n == 0} if step.wait is not None else set()
        return frozenset() if step.opaque else left - waited - early(step, left).keys()

    states = ctx.fact(wait_analysis).states(frozenset(outstanding), advance, frozenset.union)
    for index, left in states.items():
        hit = early(ctx.fact(wait_analysis).step_at[index], left)
        if not hit:
            continue
        counter, units = next(iter(hit.items()))
        yield ctx.finding(
            "function-waits",
            index,
            f"{registers(units)} may still be loading: the call in line {outstanding[counter].line} does not wait, "
            f"and this function does not wait for {'them' if units.bit_count() > 1 else 'it'} either; "
            f"{waits(ctx, dict.fromkeys(hit, 0))} is missing",
            add_full_wait(ctx, index, hit),
        )


def _waits_at_once(ctx: Context) -> bool:
    """Whether a function begins with waits for everything, as compiled ones do."""
    analysis = ctx.fact(wait_analysis)
    waited: set[str] = set()
    for step in analysis.steps[0]:
        if step.wait is None:
            break
        waited |= {c for c, count in step.wait.counts.items() if count == 0}
    return waited >= {c for c in analysis.events if c not in ("expcnt", "vscnt", "storecnt")}


def _return(ctx: Context) -> Iterator[Finding]:
    """Loads of a function that are outstanding at its return."""
    if ctx.is_kernel:
        return
    for _, _, step, state in ctx.fact(wait_analysis).walk():
        if step.operation != "s_setpc_b64" or step.op is None or step.op.operands[0].text != _RETURN_ADDRESS:
            continue
        missing = [
            Missing(index, counter, queue.allowed(index))
            for counter, queue in state.items()
            for index in queue.pending
            if queue.events[index].results
        ]
        if missing:
            counts = {m.counter: min(n.count for n in missing if n.counter == m.counter) for m in missing}
            yield ctx.finding(
                "function-waits",
                step.index,
                f"the function returns before {instruction(ctx, missing[0].producer, step.index)} is known to "
                f"have returned its result; {waits(ctx, counts)} is missing",
                add_wait(ctx, step.index, missing),
            )


def _check(ctx: Context) -> Iterator[Finding]:
    yield from _entry(ctx)
    yield from _return(ctx)


CHECKS = {"function-waits": _check}
