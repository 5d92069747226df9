"""Counted loops: the scalar counter, its step, and the test that ends the loop.

A loop is counted if one compare of a scalar counter, which one instruction of the body moves by a constant, decides
its only exit (``s_cmp_*``, ``s_cmpk_*``, ``s_cbranch_scc*``: RDNA3 ISA guide, SOPC, SOPK and SOPP instructions).
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from isaopt.analysis.flow.cfg import CFG
from isaopt.analysis.integers.bits import OPPOSITE, SWAPPED, Relation, holds, signed
from isaopt.analysis.integers.linear import sums
from isaopt.analysis.integers.operations import COMPARISONS
from isaopt.graphs import reachable
from isaopt.ir.program import Op
from isaopt.isa.registers import SCC, VCC_HI, VCC_LO, is_sgpr

_MAX_TRIPS = 1 << 20
_WORD = 1 << 32
#: The most copies to follow to a constant.
_MAX_COPIES = 8


@dataclass(frozen=True, slots=True)
class ExitTest:
    """The only test that ends a loop: the loop continues while ``counter relation bound``.

    An iteration adds ``step`` to the counter; or, if ``shift`` is not 0, shifts it left by this many bits (right if
    negative). ``bound`` is a number, or ``bound_unit`` a scalar register that the body does not write. ``compare`` and
    ``update`` are ordinals; ``steps_first``: the counter is changed before it is compared in an iteration.
    ``in_latch``: the test is at the end of an iteration.
    """

    counter: int
    step: int
    relation: Relation
    signed: bool
    bound: int | None
    bound_unit: int | None
    compare: int
    update: int
    steps_first: bool
    in_latch: bool
    shift: int = 0

    def moved(self, value: int) -> int:
        """The counter after an iteration, modulo 2^32."""
        if self.shift < 0:
            return (value % _WORD) >> -self.shift
        return ((value << self.shift) + self.step) % _WORD


def exit_test(
    ops: Sequence[Op], cfg: CFG, header: int, body: Collection[int], inner: Collection[int] = ()
) -> ExitTest | None:
    """The test of a natural loop with one latch and one exit; None if it is not counted.

    ``inner`` are the blocks of loops inside this one.
    """
    exits = [(b, s) for b in body for s in cfg.blocks[b].succs if s not in body]
    latches = [b for b in cfg.blocks[header].preds if b in body]
    if len(exits) != 1 or len(latches) != 1:
        return None
    out, target = exits[0]
    latch = latches[0]
    block = cfg.blocks[out]
    if out in inner or not cfg.dominates(out, latch):
        return None
    last = block.end - 1
    branch = ops[last].operation
    if branch not in ("s_cbranch_scc0", "s_cbranch_scc1"):
        return None
    leave_on = (branch == "s_cbranch_scc1") == (target == block.taken)
    test = next((k for k in range(last - 1, block.first - 1, -1) if SCC in ops[k].written), None)
    if test is None:
        return None
    compared = _comparison(ops[test])
    if compared is None:
        return None
    relation, left, right = compared
    written = {u for b in body for k in cfg.blocks[b].ordinals for u in ops[k].written}
    if left.unit is None or (right.unit is not None and left.unit not in written):
        relation, left, right = SWAPPED[relation], right, left
    if left.unit is None or right.unit in written:
        return None
    steps = [(b, k) for b in body for k in cfg.blocks[b].ordinals if left.unit in ops[k].written]
    if len(steps) != 1:
        return None
    where, at = steps[0]
    step, shift = constant_step(ops[at], left.unit), constant_shift(ops[at], left.unit)
    if (step is None and shift is None) or where in inner or not cfg.dominates(where, latch):
        return None
    return ExitTest(
        left.unit,
        step or 0,
        OPPOSITE[relation] if leave_on else relation,
        COMPARISONS[ops[test].operation][1] == "i32",
        right.number,
        right.unit,
        test,
        at,
        (where == out and at < test) or (where != out and cfg.dominates(where, out)),
        out == latch,
        shift or 0,
    )


def trip_count(test: ExitTest, start: int) -> int | None:
    """How often the body runs if the counter starts there; None if the bound is not a number, or if there are too many
    iterations to count."""
    if test.bound is None:
        return None
    value = start % _WORD
    for k in range(_MAX_TRIPS):
        if test.steps_first:
            value = test.moved(value)
        if not holds(test.relation, "i32" if test.signed else "u32", value, test.bound):
            # A test in the latch ends a complete pass; one before it leaves in the middle of the next.
            return k + 1 if test.in_latch else k
        if not test.steps_first:
            value = test.moved(value)
    return None


@dataclass(frozen=True, slots=True)
class _ComparedSide:
    """One side of a comparison: a scalar register or a number."""

    unit: int | None
    number: int | None


def _comparison(op: Op) -> tuple[Relation, _ComparedSide, _ComparedSide] | None:
    """Relation and sides of a scalar comparison of 32-bit numbers."""
    if op.operation not in COMPARISONS or COMPARISONS[op.operation][1] == "u64":
        return None
    sides: list[_ComparedSide] = []
    for i, operand in enumerate(op.operands):
        reg = operand.reg
        unit = reg.first if reg is not None and _is_scalar(reg.first) else None
        sides.append(_ComparedSide(unit, op.constant(i)))
    if _ComparedSide(None, None) in sides:
        return None
    return COMPARISONS[op.operation][0], sides[0], sides[1]


def _is_scalar(unit: int) -> bool:
    """VCC's halves count as scalars: compilers keep numbers in them when VCC is free."""
    return is_sgpr(unit) or unit in (VCC_LO, VCC_HI)


def constant_step(op: Op, unit: int) -> int | None:
    """The constant that an op adds to the unit, or None."""
    made = sums(op).get(unit)
    return signed(made.constant) if made is not None and made.terms == ((unit, 1),) and made.constant else None


def constant_shift(op: Op, unit: int) -> int | None:
    """By how many bits an op shifts the unit to the left (less than 0: right, zeros coming in), or None."""
    made = sums(op).get(unit)
    if made is not None and made.constant == 0 and len(made.terms) == 1 and made.terms[0][0] == unit:
        factor = made.terms[0][1]
        return factor.bit_length() - 1 if factor > 1 and not factor & (factor - 1) else None
    if op.operation != "s_lshr_b32":
        return None
    value, by = op.operands[1].reg, op.constant(2)
    return -(by & 31) if value is not None and value.first == unit and by is not None and by & 31 else None


def constant_at(
    ops: Sequence[Op], cfg: CFG, block: int, unit: int, without: Collection[int] = (), end: int = -1
) -> int | None:
    """The constant that a scalar holds at the start of a block (or before the instruction there with ordinal ``end``),
    if its last definition is unique on all paths and constant, or a copy of such a scalar.

    ``without`` are predecessors to ignore: with the blocks of a loop, the result is the start value of its counter.
    """
    found = _last_definition(ops, cfg, block, cfg.blocks[block].first if end < 0 else end, unit, without)
    for _ in range(_MAX_COPIES):
        made = None if found is None else sums(ops[found]).get(unit)
        if found is None or made is None or not made.terms:
            return None if made is None else made.constant
        if made.constant or len(made.terms) != 1 or made.terms[0][1] != 1:
            return None
        unit = made.terms[0][0]
        found = _last_definition(ops, cfg, cfg.block_of[found], found, unit)
    return None


def _last_definition(
    ops: Sequence[Op], cfg: CFG, block: int, end: int, unit: int, without: Collection[int] = ()
) -> int | None:
    """The only instruction that may be the last to define a scalar before another one of a block, on any path."""

    def last(b: int, end: int) -> int | None:
        return next((k for k in range(end - 1, cfg.blocks[b].first - 1, -1) if unit in ops[k].written), None)

    found: set[int | None] = set()

    def above(b: int) -> Sequence[int]:
        made = last(b, cfg.blocks[b].end)
        if made is None and not b:
            found.add(None)  # what it holds as the kernel starts
        elif made is not None:
            found.add(made)
        return () if made is not None else cfg.blocks[b].preds

    own = last(block, end)
    if own is not None or not block:
        return own
    reachable((p for p in cfg.blocks[block].preds if p not in without), above)
    return found.pop() if len(found) == 1 else None
