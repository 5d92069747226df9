"""Known contents of registers in straight-line code (:class:`Holdings`), and instructions rewritten with other
constants: a step of another size, a number instead of a scalar register.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from isaopt.analysis.integers.forms import Atoms, LinearForm
from isaopt.analysis.integers.linear import LinearSum, linear_sum
from isaopt.asm.line import read_op
from isaopt.asm.printer import print_op
from isaopt.asm.syntax import StatementError
from isaopt.ir.program import Op, Operand, OperandKind
from isaopt.isa.constants import encode32
from isaopt.isa.registers import NUM_VGPRS, is_sgpr, is_vgpr, unit_name
from isaopt.isa.tables import spelling
from isaopt.isa.types import OperandType


@dataclass(slots=True)
class Holdings:
    """Updated by :meth:`touch` and :meth:`note` for every register that an instruction writes.

    ``constant`` gives the number that a scalar holds at the start of the code, if it is known.
    """

    constant: Callable[[int], int | None]
    _atoms: Atoms = field(default_factory=Atoms)
    #: A register that is missing here holds an unknown, distinguished by the given number of writes.
    _values: dict[int, LinearForm] = field(default_factory=dict)
    _writes: int = 0
    #: VGPRs by the terms of their contents.
    _alike: dict[tuple[tuple[int, int], ...], list[int]] = field(default_factory=dict)

    def value(self, unit: int) -> LinearForm:
        found = self._values.get(unit)
        if found is None:
            number = self.constant(unit) if is_sgpr(unit) else None
            found = self._unknown(unit) if number is None else LinearForm(number)
            self.note(unit, found)
        return found

    def _unknown(self, unit: int) -> LinearForm:
        return self._atoms.single(("held", unit, self._writes), False)

    def note(self, unit: int, value: LinearForm) -> None:
        """Records the contents of a register."""
        old = self._values.get(unit)
        self._values[unit] = value
        if is_vgpr(unit):
            if old is not None:
                self._alike[old.terms].remove(unit)
            self._alike.setdefault(value.terms, []).append(unit)

    def touch(self, unit: int) -> None:
        """Records a write of an unknown value."""
        self._writes += 1
        self.note(unit, self._unknown(unit))

    def step(self, unit: int, by: int) -> None:
        """Records an addition of a constant."""
        self.note(unit, self._atoms.sum(32, ((self.value(unit), 1),), by))

    def forget_lanes(self) -> None:
        """Forgets values of lanes when EXEC changes: what is known for the lanes of one mask says nothing of
        another's."""
        self._writes += 1
        self._alike.clear()
        for unit in [u for u in self._values if u < NUM_VGPRS]:
            del self._values[unit]

    def number(self, unit: int) -> int | None:
        """The number that a scalar register holds, if that is known."""
        value = self.value(unit) if is_sgpr(unit) else None
        return None if value is None or value.terms else value.constant

    def made(self, sum_: LinearSum) -> LinearForm:
        """The value of a sum."""
        return self._atoms.sum(32, [(self.value(u), factor) for u, factor in sum_.terms], sum_.constant)

    def base(self, unit: int) -> tuple[int, int] | None:
        """A VGPR that this one is a constant away from, and the distance; of several, the one that was written
        first."""
        value = self.value(unit)
        if not is_vgpr(unit) or not value.terms or (first := self._alike[value.terms][0]) == unit:
            return None
        return first, (value.constant - self._values[first].constant) % _WORD


_WORD = 1 << 32
_INTEGERS = frozenset({OperandType.B32, OperandType.I32, OperandType.U32})
#: Encodings in which every source that can be a scalar register can also be a literal.
_SHORT_FORMS = frozenset({"vop1", "vop2", "vopc", "sop1", "sop2", "sopc"})


def _signed(value: int) -> int:
    return value - _WORD if value >> 31 else value


def _text(value: int) -> str:
    return str(value) if -16 <= value <= 64 else hex(value)


def stepped(op: Op, unit: int, total: int, arch: str, wave: int) -> Op:
    """The instruction that adds ``total`` to ``unit``: ``op`` itself if it does that already."""
    name, by = unit_name(unit), _text(_signed(total))
    if linear_sum(op) == LinearSum(unit, ((unit, 1),), total):
        return op
    if is_vgpr(unit):
        return read_op(f"v_add_nc_u32_e32 {name}, {by}, {name}", arch, wave)
    short = -0x8000 <= _signed(total) < 0x8000 and not -16 <= _signed(total) <= 64
    add = spelling(arch, "s_addk_i32" if short else "s_add_i32")
    return read_op(f"{add} {name}, {by}" if short else f"{add} {name}, {name}, {by}", arch, wave)


def with_constant(op: Op, value: int, arch: str, wave: int) -> Op:
    """One half of a wide sum with another constant."""
    operands = list(op.operands)
    at = next(i for i, o in enumerate(operands) if o.kind in (OperandKind.INT, OperandKind.FLOAT))
    old = operands[at].value
    assert old is not None
    if encode32(old).bits == value:
        return op
    operands[at] = Operand(OperandKind.INT, _text(_signed(value)), value=_signed(value))
    return read_op(print_op(replace(op, operands=tuple(operands))), arch, wave)


def with_number(op: Op, unit: int, value: int, arch: str, wave: int) -> Op | None:
    """The op with a number instead of a scalar register; None if it cannot encode that."""
    if op.pair is not None or op.modifiers or unit in op.implicit_uses:
        return None
    inline = encode32(value).inline
    if not inline and not (op.desc.flags | {op.desc.encoding}) & _SHORT_FORMS:
        return None
    operands = list(op.operands)
    literals = 0
    for i, (operand, desc) in enumerate(zip(op.operands, op.desc.operands, strict=True)):
        reg = operand.reg
        if reg is not None and unit in reg.units:
            if desc.role != "use" or reg.count != 1 or desc.bits != 32 or "l" not in desc.kinds:
                return None
            if not {desc.type, desc.written} <= _INTEGERS:
                return None
            operands[i] = Operand(OperandKind.INT, _text(_signed(value)), value=_signed(value))
        elif isinstance(operand.value, int | float) and "l" in desc.kinds:
            literals += not encode32(operand.value).inline
        elif operand.kind is OperandKind.EXPR:
            literals += 1
    if literals and not inline:
        return None
    try:
        return read_op(print_op(replace(op, operands=tuple(operands))), arch, wave)
    except StatementError:
        return None
