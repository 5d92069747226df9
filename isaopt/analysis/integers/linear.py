"""Integer instructions that are sums: which registers, times which constants, plus which constant.

Arithmetic is modulo 2^32, or modulo 2^64 for the pairs of instructions that hand a carry on, so every sum is exact
(RDNA3 and RDNA4 ISA guides, VOP1, VOP2, VOP3 and SOP2 instructions).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from isaopt.ir.program import Op, Operand, OperandKind
from isaopt.isa.constants import encode32
from isaopt.isa.registers import EXEC_HI, EXEC_LO, SCC, is_sgpr

_WORD = 1 << 32
_LONG = 1 << 64


@dataclass(frozen=True, slots=True)
class Sum:
    """``target`` becomes ``constant`` plus the sum of factor x register, each a 32-bit unit."""

    target: int
    terms: tuple[tuple[int, int], ...]
    constant: int


@dataclass(frozen=True, slots=True)
class WideSum:
    """Two instructions of a block, ``low`` before ``high``, that leave a 64-bit sum in ``target`` and the unit above;
    or one, which is both.

    ``terms`` are the lower units of register pairs, ``constant`` is what is added to them.  The carry between the two
    goes nowhere else.
    """

    low: int
    high: int
    target: int
    terms: tuple[int, ...]
    constant: int


_Term = tuple[dict[int, int], int]


def _value(operand: Operand) -> _Term | None:
    """A source as a sum, or None."""
    if operand.neg or operand.absolute:
        return None
    reg = operand.reg
    if reg is not None:
        return ({reg.first: 1}, 0) if reg.count == 1 and not reg.half and reg.first != SCC else None
    if operand.kind in (OperandKind.INT, OperandKind.FLOAT) and operand.value is not None:
        try:
            return {}, encode32(operand.value).bits
        except OverflowError:
            return None
    return None


def _scaled(a: _Term, factor: int) -> _Term:
    return {u: f * factor for u, f in a[0].items()}, a[1] * factor


def _added(*items: _Term) -> _Term:
    terms: dict[int, int] = {}
    for item in items:
        for unit, factor in item[0].items():
            terms[unit] = terms.get(unit, 0) + factor
    return terms, sum(item[1] for item in items)


def _shift(a: _Term, by: _Term) -> _Term | None:
    return None if by[0] else _scaled(a, 1 << (by[1] & 31))


def _product(a: _Term, b: _Term) -> _Term | None:
    if a[0] and b[0]:
        return None
    return _scaled(b, a[1]) if not a[0] else _scaled(a, b[1])


def _lshl_add(a: _Term, by: _Term, c: _Term) -> _Term | None:
    shifted = _shift(a, by)
    return None if shifted is None else _added(shifted, c)


def _negative(a: _Term) -> _Term:
    return _scaled(a, -1)


_SUMS: dict[str, Callable[..., _Term | None]] = {
    "v_add_nc_u32": _added,
    "v_sub_nc_u32": lambda a, b: _added(a, _negative(b)),
    "v_subrev_nc_u32": lambda a, b: _added(b, _negative(a)),
    "v_add3_u32": _added,
    "v_lshl_add_u32": _lshl_add,
    "v_add_lshl_u32": lambda a, b, by: _shift(_added(a, b), by),
    "v_lshlrev_b32": lambda by, a: _shift(a, by),
    "v_mov_b32": lambda a: a,
    "v_mul_lo_u32": _product,
    "s_add_u32": _added,
    "s_add_i32": _added,
    "s_sub_u32": lambda a, b: _added(a, _negative(b)),
    "s_sub_i32": lambda a, b: _added(a, _negative(b)),
    "s_mov_b32": lambda a: a,
    "s_lshl_b32": _shift,
    "s_mul_i32": _product,
    **{f"s_lshl{n}_add_u32": lambda a, b, n=n: _added(_scaled(a, 1 << n), b) for n in range(1, 5)},
}


def linear_sum(op: Op) -> Sum | None:
    """What a single instruction computes, if it is a sum of 32-bit registers; None for any other."""
    if op.pair is not None or op.modifiers or not op.operands:
        return None
    name, target = op.operation, op.operands[0].reg
    if target is None or target.count != 1 or target.half:
        return None
    if name in ("s_addk_i32", "s_movk_i32", "s_mulk_i32"):
        value = op.operands[1].value
        if not isinstance(value, int):
            return None
        short = (value & 0xFFFF) - (0x10000 if value >> 15 & 1 else 0)
        old = {target.first: 1}, 0
        made: _Term | None = {}, short
        if name != "s_movk_i32":
            made = _added(old, ({}, short)) if name == "s_addk_i32" else _scaled(old, short)
    elif name in _SUMS:
        values = [_value(o) for o in op.operands[1:]]
        made = None if None in values else _SUMS[name](*values)
    else:
        return None
    if made is None:
        return None
    terms = tuple((u, f % _WORD) for u, f in sorted(made[0].items()) if f % _WORD)
    return Sum(target.first, terms, made[1] % _WORD)


# -- sums of two words

_LOW = {"v_add_co_u32": "vgpr", "s_add_u32": "scalar"}
_HIGH = {"v_add_co_ci_u32": "vgpr", "s_addc_u32": "scalar"}


def wide_sums(ops: Sequence[Op], live_out: Sequence[int]) -> list[WideSum]:
    """The 64-bit sums of a block, in the order of their upper halves.

    ``live_out[k]``: bit set of the units that may be read after instruction ``k``.  Between the two instructions
    nothing touches the result or changes what is added.
    """
    found = []
    for high, op in enumerate(ops):
        made = _single_wide_sum(op, high, len(ops))
        if made is None and op.pair is None and op.operation in _HIGH:
            made = _wide_sum(ops, live_out, high)
        if made is not None:
            found.append(made)
    return found


def _single_wide_sum(op: Op, at: int, length: int) -> WideSum | None:
    """``s_mov_b64`` of a pair, or ``s_add_nc_u64`` of pairs and a constant so small that all of a block's sums together
    still have a literal: 32 bits that are extended (RDNA4 ISA guide, SOP2)."""
    if op.operation not in ("s_mov_b64", "s_add_nc_u64") or op.modifiers or op.operands[0].reg is None:
        return None
    terms: list[int] = []
    constant = 0
    for operand in op.operands[1:]:
        if operand.reg is not None and operand.reg.count == 2 and is_sgpr(operand.reg.first):
            terms.append(operand.reg.first)
        elif op.operation == "s_add_nc_u64" and isinstance(operand.value, int):
            constant += operand.value
        else:
            return None
    if not is_sgpr(op.operands[0].reg.first) or not 0 <= constant * max(length, 1) < _WORD // 2:
        return None
    return WideSum(at, at, op.operands[0].reg.first, tuple(terms), constant)


@dataclass(frozen=True, slots=True)
class _Half:
    """One instruction of a wide sum: the units of the carry that it reads and writes, and what it adds."""

    target: int
    reads: tuple[int, ...]
    writes: tuple[int, ...]
    summands: tuple[Operand, Operand]


def _half(op: Op) -> _Half | None:
    target = op.operands[0].reg if op.operands else None
    if target is None or target.count != 1 or op.pair is not None or op.modifiers:
        return None
    name = op.operation
    if _LOW.get(name, _HIGH.get(name)) == "scalar":
        return _Half(target.first, (SCC,) if name in _HIGH else (), (SCC,), (op.operands[1], op.operands[2]))
    if len(op.operands) < 4:
        return None
    written, read = op.operands[1].reg, op.operands[4].reg if len(op.operands) == 5 else None
    return _Half(
        target.first,
        () if read is None else tuple(read.units),
        () if written is None else tuple(written.units),
        (op.operands[2], op.operands[3]),
    )


def _wide_sum(ops: Sequence[Op], live_out: Sequence[int], high: int) -> WideSum | None:
    above = _half(ops[high])
    if above is None or not above.reads:
        return None
    carry = set(above.reads)
    low = next((k for k in range(high - 1, -1, -1) if carry & set(_defs(ops[k]))), None)
    below = _half(ops[low]) if low is not None and ops[low].operation in _LOW else None
    if low is None or below is None or below.writes != above.reads or above.target != below.target + 1:
        return None
    # The carry goes nowhere else, and neither does the one out of the upper half.
    if any(carry & set(_uses(ops[k])) for k in range(low + 1, high)):
        return None
    if any(live_out[high] >> unit & 1 for unit in (*above.reads, *above.writes)):
        return None
    summands = _summands(below.summands, above.summands)
    if summands is None:
        return None
    terms, constant = summands
    own = {below.target, above.target}
    inputs = {u for t in terms for u in (t, t + 1)}
    for k in range(low + 1, high):
        changed = set(_defs(ops[k]))
        if own & (changed | set(_uses(ops[k]))) or changed & (inputs | {EXEC_LO, EXEC_HI}):
            return None
    # The lower half is written before the upper one is read.
    if below.target in {t + 1 for t in terms} or above.target in terms:
        return None
    return WideSum(low, high, below.target, terms, constant)


def _summands(low: Sequence[Operand], high: Sequence[Operand]) -> tuple[tuple[int, ...], int] | None:
    """Pairs of words that are added, whichever way round each half has them: registers with the one above, constants
    with the constant that extends them."""
    for order in (high, high[::-1]):
        terms: list[int] = []
        constant = 0
        for a, b in zip(low, order, strict=True):
            x, y = _value(a), _value(b)
            if x is None or y is None or bool(x[0]) != bool(y[0]):
                break
            if not x[0]:
                constant += x[1] + (y[1] << 32)
                continue
            unit, above = next(iter(x[0])), next(iter(y[0]))
            if above != unit + 1:
                break
            terms.append(unit)
        else:
            return tuple(terms), constant % _LONG
    return None


def _defs(op: Op) -> tuple[int, ...]:
    return op.defs + op.implicit_defs


def _uses(op: Op) -> tuple[int, ...]:
    return op.uses + op.implicit_uses
