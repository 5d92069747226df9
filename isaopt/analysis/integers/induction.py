"""Counted loops: the scalar counter, its step, and the test that ends the loop.

A loop is counted if one compare of a scalar counter, which one instruction of the body moves by a constant, decides
its only exit (``s_cmp_*``, ``s_cmpk_*``, ``s_cbranch_scc*``: RDNA3 ISA guide, SOPC, SOPK and SOPP instructions).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Literal

from isaopt.analysis.flow.cfg import CFG
from isaopt.ir.program import Op
from isaopt.isa.registers import SCC, VCC_HI, VCC_LO, is_sgpr

_MAX_TRIPS = 1 << 20
_WORD = 1 << 32

Relation = Literal["eq", "lg", "lt", "le", "gt", "ge"]
_RELATIONS: tuple[Relation, ...] = ("eq", "lg", "lt", "le", "gt", "ge")
#: By operation: relation, whether of signed numbers, and whether with a 16-bit constant.
_COMPARES = {
    f"{form}_{relation}_{kind}": (relation, kind == "i32", form == "s_cmpk")
    for relation in _RELATIONS
    for kind in ("i32", "u32")
    for form in ("s_cmp", "s_cmpk")
}
#: The lower word of a 64-bit sum is a sum of words.
_SUMS = frozenset({"s_add_u32", "s_add_i32", "s_add_nc_u64"})
_DIFFERENCES = frozenset({"s_sub_u32", "s_sub_i32"})
_OPPOSITE: dict[Relation, Relation] = {"eq": "lg", "lg": "eq", "lt": "ge", "ge": "lt", "gt": "le", "le": "gt"}
_SWAPPED: dict[Relation, Relation] = {"eq": "eq", "lg": "lg", "lt": "gt", "gt": "lt", "le": "ge", "ge": "le"}


@dataclass(frozen=True, slots=True)
class ExitTest:
    """The one test that ends a loop: it goes on while ``counter relation bound``.

    A round adds ``step`` to the counter; or, if ``shift`` is not 0, shifts it left by so many bits (right if negative).
    ``bound`` is a number, or ``bound_unit`` a scalar register that the body does not write.  ``compare`` and
    ``update`` are ordinals; ``steps_first``: the counter is moved before it is compared in a round.  ``in_latch``:
    the test stands at the end of a round.
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
        """The counter after a round, modulo 2^32."""
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
    last = block.first + len(block.instructions) - 1
    branch = ops[last].operation
    if branch not in ("s_cbranch_scc0", "s_cbranch_scc1"):
        return None
    leave_on = (branch == "s_cbranch_scc1") == (target == block.taken)
    test = next((k for k in range(last - 1, block.first - 1, -1) if SCC in _defs(ops[k])), None)
    if test is None:
        return None
    compared = _comparison(ops[test])
    if compared is None:
        return None
    relation, signed, left, right = compared
    written = {u for b in body for k in range(cfg.blocks[b].first, _end(cfg, b)) for u in _defs(ops[k])}
    if isinstance(right, _Register) and left.unit not in written:
        left, right, relation = right, left, _SWAPPED[relation]
    if isinstance(right, _Register) and right.unit in written:
        return None
    steps = [(b, k) for b in body for k in range(cfg.blocks[b].first, _end(cfg, b)) if left.unit in _defs(ops[k])]
    if len(steps) != 1:
        return None
    where, at = steps[0]
    step, shift = constant_step(ops[at], left.unit), constant_shift(ops[at], left.unit)
    if (step is None and shift is None) or where in inner or not cfg.dominates(where, latch):
        return None
    return ExitTest(
        left.unit,
        step or 0,
        _OPPOSITE[relation] if leave_on else relation,
        signed,
        None if isinstance(right, _Register) else right,
        right.unit if isinstance(right, _Register) else None,
        test,
        at,
        (where == out and at < test) or (where != out and cfg.dominates(where, out)),
        out == latch,
        shift or 0,
    )


def trip_count(test: ExitTest, start: int) -> int | None:
    """How often the body runs if the counter starts there; None for a bound that is no number, or for too many
    rounds to count."""
    if test.bound is None:
        return None
    value = start % _WORD
    for k in range(_MAX_TRIPS):
        if test.steps_first:
            value = test.moved(value)
        if not holds(test.relation, test.signed, value, test.bound):
            # A test in the latch ends a complete pass; one before it leaves in the middle of the next.
            return k + 1 if test.in_latch else k
        if not test.steps_first:
            value = test.moved(value)
    return None


def holds(relation: Relation, signed: bool, a: int, b: int) -> bool:
    """Whether two 32-bit numbers stand in this relation."""
    a, b = a % _WORD, b % _WORD
    if signed:
        a, b = (x - _WORD if x >> 31 else x for x in (a, b))
    match relation:
        case "eq":
            return a == b
        case "lg":
            return a != b
        case "lt":
            return a < b
        case "le":
            return a <= b
        case "gt":
            return a > b
        case "ge":
            return a >= b


def decided(op: Op, number: Callable[[int], int | None]) -> bool | None:
    """The SCC that a scalar comparison of 32-bit numbers leaves, where ``number`` knows what it compares."""
    found = _comparison(op)
    if found is None:
        return None
    relation, signed, left, right = found
    a = number(left.unit)
    b = number(right.unit) if isinstance(right, _Register) else right
    return None if a is None or b is None else holds(relation, signed, a, b)


@dataclass(frozen=True, slots=True)
class _Register:
    unit: int


def _end(cfg: CFG, b: int) -> int:
    return cfg.blocks[b].first + len(cfg.blocks[b].instructions)


def _defs(op: Op) -> tuple[int, ...]:
    return op.defs + op.implicit_defs


def _short(value: int, signed: bool = True) -> int:
    """The 16-bit constant of a SOPK instruction, as it is extended."""
    value &= 0xFFFF
    return value - 0x10000 if signed and value >> 15 else value


def _comparison(op: Op) -> tuple[Relation, bool, _Register, int | _Register] | None:
    """(relation, signed, register, register or constant) of ``s_cmp_REL_T`` or ``s_cmpk_REL_T``."""
    if op.operation not in _COMPARES:
        return None
    relation, signed, short = _COMPARES[op.operation]
    sides: list[int | _Register] = []
    for operand in op.operands:
        if operand.reg is not None and operand.reg.count == 1 and _is_scalar(operand.reg.first):
            sides.append(_Register(operand.reg.first))
        elif isinstance(operand.value, int):
            value = _short(operand.value, signed) if short else operand.value
            sides.append(value % _WORD)
        else:
            return None
    left, right = sides
    if isinstance(left, _Register):
        return relation, signed, left, right
    if isinstance(right, _Register):
        return _SWAPPED[relation], signed, right, left
    return None


def _is_scalar(unit: int) -> bool:
    """VCC's halves hold numbers, too, where nothing else needs them."""
    return is_sgpr(unit) or unit in (VCC_LO, VCC_HI)


def constant_step(op: Op, unit: int) -> int | None:
    """The constant that a scalar op adds to the unit, or None."""
    if op.operation == "s_addk_i32":
        value = op.operands[-1].value
        return _short(value) if isinstance(value, int) else None
    adds = op.operation in _SUMS
    if not adds and op.operation not in _DIFFERENCES:
        return None
    a, b = op.operands[1], op.operands[2]
    if adds and a.reg is None:
        a, b = b, a
    if a.reg is None or a.reg.first != unit or not isinstance(b.value, int):
        return None
    value = b.value % _WORD
    value -= _WORD if value >> 31 else 0
    return value if adds else -value


def constant_shift(op: Op, unit: int) -> int | None:
    """By how many bits a scalar op shifts the unit to the left (less than 0: right, zeros coming in), or None."""
    if op.operation not in ("s_lshl_b32", "s_lshr_b32"):
        return None
    a, by = op.operands[1].reg, op.operands[2].value
    if a is None or a.first != unit or not isinstance(by, int) or not by & 31:
        return None
    return by & 31 if op.operation == "s_lshl_b32" else -(by & 31)


def constant_at(ops: Sequence[Op], cfg: CFG, block: int, unit: int, without: Collection[int] = ()) -> int | None:
    """The constant that a scalar holds at the start of a block, if its last definition on the way there is unique and
    constant.

    ``without`` are predecessors that do not count: with the blocks of a loop, the answer is what its counter starts
    from.
    """
    before = [p for p in cfg.blocks[block].preds if p not in without]
    seen: set[int] = set()
    while len(before) == 1 and before[0] not in seen:
        b = before[0]
        seen.add(b)
        for k in range(_end(cfg, b) - 1, cfg.blocks[b].first - 1, -1):
            if unit in _defs(ops[k]):
                return moved_constant(ops[k], unit)
        before = list(cfg.blocks[b].preds)
    return None


def moved_constant(op: Op, unit: int) -> int | None:
    """The constant that a scalar move leaves in the unit, or None."""
    if len(op.operands) != 2 or op.operands[0].reg is None:
        return None
    first, value = op.operands[0].reg.first, op.operands[1].value
    if not isinstance(value, int):
        return None
    if op.mnemonic == "s_mov_b32":
        return value % _WORD
    if op.mnemonic == "s_movk_i32":
        return _short(value) % _WORD
    if op.mnemonic == "s_mov_b64":
        return (value >> 32 * (unit - first)) % _WORD
    return None
