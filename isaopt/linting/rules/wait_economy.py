"""Waits that cost time without need."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from isaopt.judge.waits import is_wait
from isaopt.linting.model import Context, Finding
from isaopt.linting.waits.analysis import wait_analysis
from isaopt.linting.waits.needs import SlackWait, wait_slack


def _not_needed(ctx: Context) -> Iterator[Finding]:
    for index, parts in _by_wait(ctx):
        if not _whole(ctx, index, parts):
            continue
        if all(part.idle for part in parts):
            counters = " and ".join(part.counter for part in parts) or "any counter"
            why = f"nothing beyond its count can be outstanding on {counters} here"
        else:
            why = "no instruction behind it depends on what it waits for, before another wait covers that"
        yield ctx.finding("wait-not-needed", index, f"this wait is not needed: {why}")


def _too_strict(ctx: Context) -> Iterator[Finding]:
    for index, parts in _by_wait(ctx):
        if _whole(ctx, index, parts):
            continue
        for part in parts:
            if part.idle:
                continue
            if part.enough is None:
                message = f"nothing needs this wait on {part.counter}"
            else:
                message = f"{part.counter} {part.enough} would do here, the wait is for {part.count}"
            yield ctx.finding("wait-too-strict", index, message)


def _by_wait(ctx: Context) -> Iterator[tuple[int, list[SlackWait]]]:
    slack = {index: list(parts) for index, parts in groupby(ctx.fact(wait_slack), key=lambda s: s.index)}
    analysis = ctx.fact(wait_analysis)
    for b in sorted(analysis.starts):
        for step in analysis.steps[b]:
            empty = step.wait is not None and not step.wait.counts and step.op is not None and is_wait(step.op)
            if step.index in slack or empty:
                yield step.index, slack.get(step.index, [])


def _whole(ctx: Context, index: int, parts: list[SlackWait]) -> bool:
    """Whether the whole wait is unnecessary."""
    wait = ctx.fact(wait_analysis).step_at[index].wait
    assert wait is not None
    unneeded = {part.counter for part in parts if part.enough is None}
    return unneeded == set(wait.counts)


def _foreign(ctx: Context) -> Iterator[Finding]:
    for index, instruction in ctx.instructions():
        if instruction.op.mnemonic == "s_waitcnt":
            yield ctx.finding("wait-legacy-form", index, "s_waitcnt has no defined meaning on gfx12")


CHECKS = {
    "wait-not-needed": _not_needed,
    "wait-too-strict": _too_strict,
    "wait-legacy-form": _foreign,
}
