"""Registers that are accessed before the memory instruction that owns them is done.

What gfx11 and gfx12 need (AMD RDNA3 and RDNA4 ISA guides, "Data dependency resolution"; LLVM SIInsertWaitcnts.cpp):

- a result must have been waited for before it is read, and before anything overwrites its register.  gfx11 alone keeps
  the order of two vector loads of one kind that write the same register;
- the data and address registers of vector stores, LDS stores, loads and scalar loads are read when the instruction is
  issued and may be overwritten at once.  Exports and GDS operations read theirs later, together with EXEC: expcnt says
  when.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import groupby

from isaopt.linting.model import BOTH, Context, Finding, Rule, Severity, half_with
from isaopt.linting.waits.analysis import Access, Early, early_accesses
from isaopt.linting.waits.repair import Missing, add_wait
from isaopt.linting.waits.wording import instruction, registers, waits

_WORDS: dict[Access, str] = {
    "read": "{units} {is_are} read before {owner} is known to have returned {them}",
    "overwrite": "{units} {is_are} overwritten before {owner} is known to have returned {them}: the late result would "
    "replace the new value",
    "held": "{units} {is_are} changed while {owner} may still have to read {them}",
}


def _check(rule: str, access: Access) -> Callable[[Context], Iterable[Finding]]:
    def check(ctx: Context) -> Iterator[Finding]:
        for index, at in groupby(ctx.fact(early_accesses), key=lambda e: e.index):
            here = list(at)
            if any(e.access == access for e in here):
                yield from _report(ctx, rule, access, index, here)

    return check


def _report(ctx: Context, rule: str, access: Access, index: int, here: list[Early]) -> Iterator[Finding]:
    # One fix makes all waits that the instruction lacks, whichever rule asks for it.
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


RULES: tuple[Rule, ...] = (
    Rule(
        "read-before-wait",
        Severity.ERROR,
        "a register is read before the load that fills it has been waited for",
        "Put the wait that the message names in front of the instruction, or strengthen the wait that is there. "
        "Results of one counter come back in order only if all outstanding events on it are of one kind; scalar loads "
        "never do, so that they need a count of zero.",
        "AMD RDNA3/RDNA4 ISA guides, Data dependency resolution; LLVM SIInsertWaitcnts.cpp",
        BOTH,
        _check("read-before-wait", "read"),
    ),
    Rule(
        "overwrite-before-wait",
        Severity.ERROR,
        "a register is overwritten while a load may still write it",
        "Wait for the load before its register is used for something else, or use another register. On gfx11 two "
        "vector loads of one kind may follow each other into one register without a wait; on gfx12 not.",
        "AMD RDNA3/RDNA4 ISA guides, Data dependency resolution; LLVM SIInsertWaitcnts.cpp, "
        "FeatureVmemWriteVgprInOrder",
        BOTH,
        _check("overwrite-before-wait", "overwrite"),
    ),
    Rule(
        "store-data-overwritten",
        Severity.ERROR,
        "a register, or EXEC, is changed while an export or GDS operation may still read it",
        "Wait on expcnt before the registers of an export or GDS operation, or EXEC, are changed. Vector and LDS "
        "stores need no such wait on gfx11 and gfx12: they have read their data when they are issued.",
        "AMD RDNA3 ISA guide, EXP_CNT; LLVM SIInsertWaitcnts.cpp, EXP_GPR_LOCK and GDS_GPR_LOCK",
        BOTH,
        _check("store-data-overwritten", "held"),
    ),
)
