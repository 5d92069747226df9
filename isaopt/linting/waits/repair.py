"""Finds the place of a missing wait and makes the edit that inserts it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from isaopt.ir.program import Instruction
from isaopt.judge.waits import Wait, is_wait, spell
from isaopt.linting.model import Context, Fix
from isaopt.linting.waits.events import BlockStep, kernel_steps

#: Operand texts that are distances from an ``s_getpc``: nothing may be inserted between the two (LLVM, PC-relative
#: pairs).
_DISTANCE = ("@rel32", "@gotpcrel", "@rel64", "getpc")


@dataclass(frozen=True, slots=True)
class Missing:
    """A missing wait for ``count`` on ``counter`` before an item, because of the event of item ``producer``."""

    producer: int
    counter: str
    count: int


def add_wait(ctx: Context, index: int, missing: Iterable[Missing]) -> Fix:
    """Edits that add these waits before item ``index``, with the counts valid at that place; empty if there is no place
    for them. An existing wait there is made stricter."""
    block = ctx.flow.block_of[index]
    steps = ctx.fact(kernel_steps)[block]
    position = next(k for k, step in enumerate(steps) if step.index == index)
    place = _place(steps, position)
    if place is None:
        return ()
    between = steps[place:position]
    producers = {step.index: step for run in ctx.fact(kernel_steps) for step in run}
    counts: dict[str, int] = {}
    for need in missing:
        if any(step.index == need.producer for step in between):
            return ()
        kind = next(e.kind for e in producers[need.producer].events if e.counter == need.counter)
        passed = sum(e.counter == need.counter and e.kind == kind for step in between for e in step.events)
        counts[need.counter] = min(counts.get(need.counter, need.count), max(need.count - passed, 0))
    return _merge(ctx, steps, place, counts)


def add_full_wait(ctx: Context, index: int, counters: Iterable[str]) -> Fix:
    """Edits that make item ``index`` wait until nothing is outstanding on these counters."""
    steps = ctx.fact(kernel_steps)[ctx.flow.block_of[index]]
    place = _place(steps, next(k for k, step in enumerate(steps) if step.index == index))
    return () if place is None else _merge(ctx, steps, place, dict.fromkeys(counters, 0))


def _place(steps: tuple[BlockStep, ...], position: int) -> int | None:
    """The position, from ``position`` upwards, before which an instruction may be inserted."""
    clause = _clause_start(steps, position)
    if clause is not None:
        position = clause
    op = steps[position].op
    if op is not None and any(text in operand.text for text in _DISTANCE for operand in op.operands):
        start = next((k for k in range(position - 1, -1, -1) if steps[k].operation == "s_getpc_b64"), None)
        if start is None:
            return None
        position = start
    while position and steps[position - 1].operation == "s_delay_alu":
        position -= 1
    return position


def _clause_start(steps: tuple[BlockStep, ...], position: int) -> int | None:
    """The position of the ``s_clause`` whose group the instruction belongs to."""
    for k in range(position - 1, -1, -1):
        op = steps[k].op
        if op is not None and op.mnemonic == "s_clause":
            length = op.operands[0].value if op.operands else None
            return k if isinstance(length, int) and position - k <= (length & 63) + 1 else None
    return None


def _merge(ctx: Context, steps: tuple[BlockStep, ...], place: int, counts: Mapping[str, int]) -> Fix:
    family = ctx.arch.family
    left = dict(counts)
    edits: Fix = ()
    k = place - 1
    while k >= 0 and left:
        step = steps[k]
        wait = step.wait
        item = ctx.instruction(step.index)
        if step.op is None or wait is None or item is None or not is_wait(step.op):
            break
        merged = _stronger(item, wait, left, family)
        if merged is not None:
            code, taken = merged
            edits += ctx.replace(step.index, code)
            left = {c: n for c, n in left.items() if c not in taken}
        k -= 1
    if left:
        lines = spell(family, left)
        edits += ctx.insert_before(steps[place].index, *lines)
    return edits


def _stronger(item: Instruction, wait: Wait, left: Mapping[str, int], family: str) -> tuple[str, set[str]] | None:
    """One instruction that waits for the same as ``item`` and for those of ``left`` that its form can express."""
    if wait.unknown:
        return None
    sayable = {"vmcnt", "expcnt", "lgkmcnt"} if item.op.mnemonic == "s_waitcnt" else set(wait.counts)
    taken = {c for c in left if c in sayable}
    if not taken:
        return None
    counts = dict(wait.counts)
    for counter in taken:
        counts[counter] = min(counts.get(counter, left[counter]), left[counter])
    code = spell(family, counts)
    return (code[0], taken) if len(code) == 1 else None
