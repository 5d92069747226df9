"""LDS data that crosses a barrier before its instruction is done."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from isaopt.linting.declared import one_wave
from isaopt.linting.model import Context, Finding, Severity
from isaopt.linting.waits.lds import Crossing, lds_crossings
from isaopt.linting.waits.repair import Missing, add_wait
from isaopt.linting.waits.wording import instruction, waits

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


def _finding(ctx: Context, index: int, here: list[Crossing]) -> Finding:
    """One finding for all accesses of a kind that cross one barrier: the first of them is named."""
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
