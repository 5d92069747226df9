"""What integer instructions do to affine forms (RDNA3 and RDNA4 ISA guides, instruction descriptions).

Operands are told apart by their place in the text: destinations first, then sources.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Protocol

from isaopt.analysis.integers.affine_bits import PURE, pure_operation
from isaopt.analysis.integers.forms import MASK32, Atoms, Form, High, Value
from isaopt.analysis.integers.products import product
from isaopt.ir.program import Op, Operand, OperandKind
from isaopt.isa.meaning import Access, Lanes, Space
from isaopt.isa.registers import EXEC_HI, EXEC_LO, M0, MODE, SCC
from isaopt.isa.types import OperandType

Carry = tuple[Form, Form, int]
"""The carry out of the sum of two 32-bit forms (1), or the borrow of their difference (-1)."""


class Reader(Protocol):
    """The state that an instruction reads."""

    @property
    def atoms(self) -> Atoms: ...

    def read(self, unit: int) -> Value: ...

    def carry(self, unit: int) -> Carry | None: ...

    def argument(self, address: Form) -> Form | None: ...


class _NotKnown(Exception):
    """An operand that has no form."""


def is_plain(op: Op) -> bool:
    """Whether all that the op does is write integers that depend on its operands, lane by lane."""
    writes_state = any(u in (EXEC_LO, EXEC_HI, MODE, M0) for u in (*op.defs, *op.implicit_defs))
    known = op.operation in _TABLE or op.operation in PURE
    by_lane = op.desc.lanes is not Lanes.UNIFORM and not op.desc.partial
    return known and by_lane and not writes_state and not op.modifiers


def transfer(at: Reader, op: Op, writes: dict[int, Value], carries: dict[int, Carry]) -> None:
    """Note what the op writes, where that is known."""
    if any(m.name != "offset" for m in op.modifiers) or op.desc.partial:
        return
    name, memory = op.operation, op.desc.memory
    if memory is not None and memory.space is Space.SCALAR and memory.access is Access.LOAD:
        if memory.element is OperandType.B32:
            _load(at, op, writes)
        return
    step = _Step(at, op, writes, carries)
    method = _TABLE.get(name)
    with suppress(_NotKnown):
        if method is not None:
            method(step)
        elif name in PURE:
            step.pure(name)


def _load(at: Reader, op: Op, writes: dict[int, Value]) -> None:
    """Scalar loads of kernel arguments."""
    target, base = op.operands[0].reg, op.operands[1].reg
    if target is None or base is None or len(op.operands) < 3 or base.count != 2:
        return
    offset = op.operands[2].value
    if not isinstance(offset, int) or op.modifier("offset") is not None:
        return
    start = at.atoms.wide(at.read(base.first), at.read(base.first + 1))
    for part, unit in enumerate(target.units):
        found = at.argument(at.atoms.sum(64, ((start, 1),), offset + 4 * part))
        if found is not None:
            writes[unit] = found


class _Step:
    """One instruction at work."""

    def __init__(self, at: Reader, op: Op, writes: dict[int, Value], carries: dict[int, Carry]) -> None:
        self.at, self.op, self.writes, self.carries = at, op, writes, carries
        self.atoms = at.atoms
        self.sources = [
            o for o, d in zip(op.operands, op.desc.operands, strict=True) if d.role in ("use", "none", "defuse")
        ]

    # -- operands

    def word(self, operand: Operand) -> Value:
        if operand.neg or operand.absolute:
            return self.opaque(operand)
        if operand.reg is not None:
            return self.at.read(operand.reg.first) if not operand.reg.half else self.opaque(operand)
        if operand.kind is OperandKind.INT and isinstance(operand.value, int):
            return Form(operand.value & MASK32)
        return self.opaque(operand)

    def opaque(self, operand: Operand) -> Form:
        raise _NotKnown(operand.text)

    def form(self, i: int) -> Form:
        value = self.word(self.sources[i])
        return self.atoms.operation("high", (value.of,)) if isinstance(value, High) else value

    def form64(self, i: int) -> Form:
        operand = self.sources[i]
        if operand.reg is not None and operand.reg.count == 2:
            return self.atoms.wide(self.at.read(operand.reg.first), self.at.read(operand.reg.first + 1))
        value = operand.value
        if operand.kind is OperandKind.INT and isinstance(value, int) and -16 <= value <= 64:
            return Form(value & 0xFFFFFFFFFFFFFFFF)
        return self.opaque(operand)

    def number(self, i: int) -> int | None:
        form = self.form(i)
        return None if form.terms else form.constant

    def put(self, value: Value, part: int = 0) -> None:
        reg = self.op.operands[0].reg
        if reg is not None and not reg.half:
            self.writes[reg.first + part] = value

    def put64(self, form: Form) -> None:
        self.put(self.atoms.half(form, False))
        self.put(self.atoms.half(form, True), 1)

    # -- operations

    def pure(self, name: str) -> None:
        forms = tuple(self.form(i) for i in range(len(self.sources)))
        self.put(pure_operation(self.atoms, name[2:], forms))

    def add(self, sign: int = 1) -> None:
        self.put(self.atoms.sum(32, ((self.form(0), 1), (self.form(1), sign))))

    def add_out(self, sign: int = 1, first: int = 0) -> None:
        """A sum or difference whose carry goes to SCC, or to the second destination."""
        a, b = self.form(first), self.form(1 - first)
        unit = self._carry_out()
        if unit is not None:
            self.carries[unit] = (a, b, sign)
        self.put(self.atoms.sum(32, ((a, 1), (b, sign))))

    def _carry_out(self) -> int | None:
        if self.op.desc.lanes is Lanes.SCALAR:
            return SCC
        reg = self.op.operands[1].reg
        return reg.first if reg is not None else None

    def add_in(self) -> None:
        """The upper half of a 64-bit sum whose lower half made the carry."""
        carry = self._carry_in()
        if carry is None or carry[2] != 1:
            return
        highs = [self.word(self.sources[i]) for i in (0, 1)]
        # Which half of the one belongs to which of the other does not matter to the sum.
        sums = [
            self.atoms.sum(64, [(self.atoms.wide(low, high), 1) for low, high in zip(carry[:2], order, strict=True)])
            for order in (highs, highs[::-1])
        ]
        self.put(self.atoms.half(min(sums, key=self.atoms.torn), True))

    def sub_in(self, first: int = 0) -> None:
        """The upper half of a 64-bit difference whose lower half made the borrow."""
        carry = self._carry_in()
        if carry is None or carry[2] != -1:
            return
        highs = (self.word(self.sources[first]), self.word(self.sources[1 - first]))
        a, b = (self.atoms.wide(low, high) for low, high in zip(carry[:2], highs, strict=True))
        self.put(self.atoms.half(self.atoms.sum(64, ((a, 1), (b, -1))), True))

    def _carry_in(self) -> Carry | None:
        if self.op.desc.lanes is Lanes.SCALAR:
            return self.at.carry(SCC)
        reg = self.sources[2].reg
        return self.at.carry(reg.first) if reg is not None else None

    def shifted(self, value: int, by: int, bits: int) -> None:
        count = self.number(by)
        if count is None:
            return
        if bits == 32:
            self.put(self.atoms.times(self.form(value), 1 << (count & 31)))
        else:
            self.put64(self.atoms.scaled64(self.form64(value), 1 << (count & 63)))

    def shifted_down(self, value: int, by: int, signed: bool) -> None:
        count = self.number(by)
        found = None if count is None else self.atoms.shifted_down(self.form64(value), count & 63, signed)
        if found is not None:
            self.put64(found)

    def shift_add(self, value: int, by: int, other: int) -> None:
        count = self.number(by)
        if count is not None:
            self.put(self.atoms.sum(32, ((self.form(value), 1 << (count & 31)), (self.form(other), 1))))

    def shift_by(self, count: int) -> None:
        self.put(self.atoms.sum(32, ((self.form(0), 1 << count), (self.form(1), 1))))

    def add_shift(self) -> None:
        count = self.number(2)
        if count is not None:
            self.put(self.atoms.times(self.atoms.add(self.form(0), self.form(1)), 1 << (count & 31)))

    def add3(self) -> None:
        self.put(self.atoms.sum(32, [(self.form(i), 1) for i in range(3)]))

    def mad64(self, signed: bool) -> None:
        product = self.atoms.product64(self.form(0), self.form(1), signed)
        self.put64(self.atoms.sum(64, ((product, 1), (self.form64(2), 1))))

    def mul_high(self, signed: bool) -> None:
        self.put(self.atoms.half(self.atoms.product64(self.form(0), self.form(1), signed), True))

    def mul64(self) -> None:
        self.put64(product(self.atoms, self.form64(0), self.form64(1)))

    def mul(self, most: int, addend: bool = False) -> None:
        """A product of numbers that the instruction takes as they are up to ``most``."""
        a, b = self.form(0), self.form(1)
        if max(self.atoms.upper(a), self.atoms.upper(b)) > most:
            return
        product = self.atoms.mul(a, b)
        self.put(self.atoms.add(product, self.form(2)) if addend else product)

    def add64(self, sign: int = 1) -> None:
        self.put64(self.atoms.sum(64, ((self.form64(0), 1), (self.form64(1), sign))))

    def move(self) -> None:
        self.put(self.word(self.sources[0]))

    def move64(self) -> None:
        self.put64(self.form64(0))

    def with_constant(self, kind: str) -> None:
        """``s_addk``, ``s_mulk``, ``s_movk``: a 16-bit constant with its sign."""
        value = self.sources[-1].value
        target = self.op.operands[0].reg
        if not isinstance(value, int) or target is None:
            return
        constant = (value & 0xFFFF) - ((value & 0x8000) << 1)
        old = self.at.read(target.first)
        if isinstance(old, High):
            return
        if kind == "mov":
            self.put(Form(constant & MASK32))
        elif kind == "add":
            self.put(self.atoms.sum(32, ((old, 1),), constant))
        else:
            self.put(self.atoms.times(old, constant))

    def first_lane(self) -> None:
        value = self.word(self.sources[0])
        if self.atoms.is_uniform(value):
            self.put(value)


_TABLE: dict[str, Callable[[_Step], None]] = {
    **dict.fromkeys(("v_mov_b32", "s_mov_b32"), _Step.move),
    "s_mov_b64": _Step.move64,
    **dict.fromkeys(("v_add_nc_u32", "s_add_i32"), _Step.add),
    **dict.fromkeys(("v_sub_nc_u32", "s_sub_i32"), lambda s: s.add(-1)),
    "v_subrev_nc_u32": lambda s: s.put(s.atoms.sub(s.form(1), s.form(0))),
    **dict.fromkeys(("v_add_co_u32", "s_add_u32"), _Step.add_out),
    **dict.fromkeys(("v_add_co_ci_u32", "s_addc_u32"), _Step.add_in),
    **dict.fromkeys(("v_sub_co_u32", "s_sub_u32"), lambda s: s.add_out(-1)),
    "v_subrev_co_u32": lambda s: s.add_out(-1, 1),
    **dict.fromkeys(("v_sub_co_ci_u32", "s_subb_u32"), _Step.sub_in),
    "v_subrev_co_ci_u32": lambda s: s.sub_in(1),
    **dict.fromkeys(("s_add_nc_u64", "v_add_nc_u64"), _Step.add64),
    **dict.fromkeys(("s_sub_nc_u64", "v_sub_nc_u64"), lambda s: s.add64(-1)),
    **{f"s_lshl{n}_add_u32": partial(_Step.shift_by, count=n) for n in range(1, 5)},
    "v_lshlrev_b32": lambda s: s.shifted(1, 0, 32),
    "s_lshl_b32": lambda s: s.shifted(0, 1, 32),
    "v_lshlrev_b64": lambda s: s.shifted(1, 0, 64),
    "s_lshl_b64": lambda s: s.shifted(0, 1, 64),
    "v_lshrrev_b64": lambda s: s.shifted_down(1, 0, False),
    "v_ashrrev_i64": lambda s: s.shifted_down(1, 0, True),
    "s_lshr_b64": lambda s: s.shifted_down(0, 1, False),
    "s_ashr_i64": lambda s: s.shifted_down(0, 1, True),
    "v_lshl_add_u32": lambda s: s.shift_add(0, 1, 2),
    "v_add_lshl_u32": _Step.add_shift,
    "v_add3_u32": _Step.add3,
    "v_mad_u64_u32": lambda s: s.mad64(False),
    "v_mad_i64_i32": lambda s: s.mad64(True),
    **dict.fromkeys(("v_mul_hi_u32", "s_mul_hi_u32"), lambda s: s.mul_high(False)),
    **dict.fromkeys(("v_mul_hi_i32", "s_mul_hi_i32"), lambda s: s.mul_high(True)),
    "s_mul_u64": _Step.mul64,
    **dict.fromkeys(("v_mul_lo_u32", "s_mul_i32"), lambda s: s.mul(MASK32)),
    "v_mul_u32_u24": lambda s: s.mul(0xFFFFFF),
    "v_mul_i32_i24": lambda s: s.mul(0x7FFFFF),
    "v_mad_u32_u24": lambda s: s.mul(0xFFFFFF, True),
    "v_mad_i32_i24": lambda s: s.mul(0x7FFFFF, True),
    "s_addk_i32": lambda s: s.with_constant("add"),
    "s_mulk_i32": lambda s: s.with_constant("mul"),
    "s_movk_i32": lambda s: s.with_constant("mov"),
    "v_readfirstlane_b32": _Step.first_lane,
}
