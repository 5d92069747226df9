"""Registers that are accessed before the memory instruction that owns them is done.

What gfx11 and gfx12 need (AMD RDNA3 and RDNA4 ISA guides, "Data dependency resolution"; LLVM SIInsertWaitcnts.cpp):

- a result must have been waited for before it is read, and before anything overwrites its register.  gfx11 alone keeps
  the order of two vector loads of one kind that write the same register;
- the data and address registers of vector stores, LDS stores, loads and scalar loads are read when the instruction is
  issued and may be overwritten at once.  Exports and GDS operations read theirs later, together with EXEC: expcnt says
  when.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import groupby

from isaopt.linting.model import Context, Finding, half_with
from isaopt.linting.waits.analysis import Access, EarlyAccess, early_accesses
from isaopt.linting.waits.repair import Missing, add_wait
from isaopt.linting.waits.wording import instruction, registers, waits

_WORDS: dict[Access, str] = {
    "read": "{units} {is_are} read before {owner} is known to have returned {them}",
    "overwrite": "{units} {is_are} overwritten before {owner} is known to have returned {them}: the late result would "
    "replace the new value",
    "held": "{units} {is_are} changed while {owner} may still have to read {them}",
}


def _check(ctx: Context, rule: str, access: Access) -> Iterator[Finding]:
    for index, at in groupby(ctx.fact(early_accesses), key=lambda e: e.index):
        here = list(at)
        if any(e.access == access for e in here):
            yield from _report(ctx, rule, access, index, here)


def _report(ctx: Context, rule: str, access: Access, index: int, here: list[EarlyAccess]) -> Iterator[Finding]:
    # One fix adds all waits that the instruction lacks, whichever rule requests it.
    fix = add_wait(ctx, index, [Missing(e.producer, e.counter, e.count) for e in here])
    producers = sorted({e.producer for e in here if e.access == access})
    for producer in producers:
        own = [e for e in here if e.producer == producer and e.access == access]
        units = own[0].units
        several = units.bit_count() > 1
        text = _WORDS[access].format(
            units=registers(units),
            is_are="are" if several else "is",
            them="them" if several else "it",
            owner=instruction(ctx, producer, index),
        )
        counts = {e.counter: e.count for e in own}
        item = ctx.instruction(index)
        half = half_with(item.op, _units(units), access != "read") if item is not None else 0
        yield ctx.finding(rule, index, f"{text}; {waits(ctx, counts)} is missing", fix, half=half)


def _units(mask: int) -> tuple[int, ...]:
    return tuple(unit for unit in range(mask.bit_length()) if mask >> unit & 1)


CHECKS = {
    "read-before-wait": partial(_check, rule="read-before-wait", access="read"),
    "overwrite-before-wait": partial(_check, rule="overwrite-before-wait", access="overwrite"),
    "store-data-overwritten": partial(_check, rule="store-data-overwritten", access="held"),
}
