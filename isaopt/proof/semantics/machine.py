"""A run of one kernel during symbolic execution: how an instruction reads and writes its operands."""

from __future__ import annotations

from collections.abc import Hashable

from isaopt.ir.program import Op, Operand, OperandKind
from isaopt.isa.registers import EXEC_HI, EXEC_LO, MODE, NUM_VGPRS, SCC, VCC_HI, VCC_LO
from isaopt.isa.types import OperandType
from isaopt.proof.semantics.modelled import destinations, sources
from isaopt.proof.semantics.side_registers import SideRegisters
from isaopt.proof.types import CannotProve

#: Operands that are words, and whose values no instruction changes.
_CONSTANT_WORDS = frozenset(("null", "src_shared_base", "src_shared_limit", "src_private_base", "src_private_limit"))


class SideExecution(SideRegisters):
    """Executes instructions on a side."""

    def value(self, op: Op, index: int) -> int:
        """A 16-bit or 32-bit source operand, with its sign modifiers."""
        operand, desc = op.operands[index], op.desc.operands[index]
        reg = operand.reg
        if reg is not None:
            term = self.read(reg.first)
            if desc.bits == 16:
                term = self.integers.half(term, reg.half == "h")
        else:
            term = self.immediate(op, index)
        return self.signed(operand, term, desc.bits)

    def signed(self, operand: Operand, term: int, bits: int) -> int:
        if operand.absolute:
            term = self.terms.make("abs", (term,), bits)
        if operand.neg:
            term = self.terms.make("neg", (term,), bits)
        return term

    def value64(self, op: Op, index: int) -> int:
        """A 64-bit source operand, with its sign modifiers."""
        operand = op.operands[index]
        reg = operand.reg
        if reg is not None and reg.count == 2:
            term = self.integers.cat(self.read(reg.first), self.read(reg.first + 1))
        else:
            term = self.immediate(op, index)
        return self.signed(operand, term, 64)

    def source_value(self, op: Op, position: int) -> int:
        """The source at that place among the sources, of up to 32 bits."""
        return self.value(op, sources(op)[position])

    def source_value64(self, op: Op, position: int) -> int:
        return self.value64(op, sources(op)[position])

    def values(self, op: Op, index: int) -> tuple[int, ...]:
        """A source operand of any width, one term per register."""
        operand, desc = op.operands[index], op.desc.operands[index]
        reg = operand.reg
        if reg is not None and reg.count > 1:
            if reg.count == 2 and desc.bits == 64:
                return (self.value64(op, index),)
            return tuple(self.read(u) for u in reg.units)
        if desc.bits == 64 and reg is None:
            return (self.value64(op, index),)
        return (self.value(op, index),)

    def immediate(self, op: Op, index: int) -> int:
        """A number, word or expression as the instruction reads it: its bits under the type of the operand."""
        operand, desc = op.operands[index], op.desc.operands[index]
        wide = desc.bits == 64
        if operand.kind is OperandKind.KEYWORD:
            if self._word(operand) == "null":
                return self.terms.const64(0) if wide else self.terms.const(0)
            return self.terms.make("keyword64" if wide else "keyword", (), operand.text)
        if operand.kind in (OperandKind.INT, OperandKind.FLOAT):
            bits = op.constant(index)
            if bits is None and not desc.type.is_number and isinstance(operand.value, int):
                bits = operand.value
            if bits is None:
                # No source tells the bits; the same number, read as the same type, is the same value.
                return self.terms.make("constant", (), (desc.type, desc.written, repr(operand.value)))
            return self.terms.const64(bits) if wide else self.terms.const(bits)
        if operand.kind is OperandKind.EXPR:
            if wide:
                return self.terms.make("constant", (), (desc.type, desc.written, self._expression(operand)))
            term = self.symbol(operand)
            return self.integers.half(term, False) if desc.bits == 16 else term
        raise CannotProve(f"'{op.mnemonic}': operand '{operand.text}' is not modelled", self.line)

    def _word(self, operand: Operand) -> str:
        """The word of an operand that stands for a value which is the same all through a launch."""
        if operand.text not in _CONSTANT_WORDS:
            raise CannotProve(f"operand '{operand.text}' is not modelled", self.line)
        return operand.text

    def symbol(self, operand: Operand) -> int:
        """An assembler expression of at most 32 bits."""
        text = self._expression(operand)
        return self.terms.const(operand.value) if isinstance(operand.value, int) else self.terms.make("name", (), text)

    def _expression(self, operand: Operand) -> str:
        """An assembler expression: the same text has the same value in both files, unless it names code."""
        if ".L" in operand.text or "rel32" in operand.text:
            raise CannotProve(f"'{operand.text}' depends on the position of the code", self.line)
        return operand.text

    def lanes_of(self, op: Op, index: int) -> int:
        """A wave-mask operand as a diagram."""
        reg = op.operands[index].reg
        if reg is None:
            if op.operands[index].text != "null":
                raise CannotProve(f"'{op.operands[index].text}' as a mask of lanes is not modelled", self.line)
            return self.masks.lanes(self.terms.const64(0) if self.masks.wide else self.terms.const(0))
        if self.masks.wide and reg.count == 2:
            return self.masks.lanes(self.integers.cat(self.scalar(reg.first), self.scalar(reg.first + 1)))
        return self.masks.lanes(self.scalar(reg.first))

    def source(self, op: Op, index: int) -> tuple[int, ...]:
        """A source operand of a vector operation as a lane reads it: one term for each register, its own bit of a
        mask."""
        if index in op.desc.masks_read:
            return (self.decisions.constrain(self.lanes_of(op, index), self.active),)
        return self.values(op, index)

    def implicit(self, op: Op) -> tuple[int, ...]:
        """The registers, EXEC aside, that the text does not name; a vector operation reads a bit of VCC."""
        units = [u for u in op.implicit_uses if u not in (EXEC_LO, EXEC_HI)]
        if not op.flag("valu"):
            return tuple(self.scalar(u) for u in units)
        plain = tuple(self.scalar(u) for u in units if u not in (VCC_LO, VCC_HI))
        if len(plain) == len(units):
            return plain
        return (*plain, self.decisions.constrain(self.vcc(), self.active))

    def mode(self, op: Op) -> tuple[int, ...]:
        return (self.scalar(MODE),) if MODE in op.implicit_uses else ()

    def put(self, op: Op, index: int, value: int, part: int = 0) -> None:
        """Write one register of a destination operand; ``null`` takes nothing."""
        operand, desc = op.operands[index], op.desc.operands[index]
        reg = operand.reg
        if reg is None:
            return
        unit = reg.first + part
        if desc.bits == 16 and unit < NUM_VGPRS:
            old = self.lane(unit)
            upper = reg.half == "h"
            kept = self.integers.half(old, not upper)
            value = self.integers.cat16(kept, value) if upper else self.integers.cat16(value, kept)
        elif desc.type is OperandType.F16 and unit >= NUM_VGPRS:
            # Whether the upper half stays or becomes 0 is not said anywhere (AMD ISA guides, SOP1 and SOP2).
            value = self.integers.cat16(value, self.terms.make("left_over", (self.scalar(unit),)))
        self.write(unit, value)

    def put_result(self, op: Op, value: int, wide: bool = False) -> None:
        """Write the first destination, of 32 or 64 bits."""
        index = destinations(op)[0]
        if wide:
            self.put64(op, index, value)
        else:
            self.put(op, index, value)

    def put64(self, op: Op, index: int, value: int) -> None:
        self.put(op, index, self.integers.low(value))
        self.put(op, index, self.integers.high(value), 1)

    def put_mask(self, op: Op, index: int, lanes: int) -> None:
        reg = op.operands[index].reg
        if reg is not None:
            self.write_mask(reg.first, lanes)

    def put_scc(self, value: int) -> None:
        self.write(SCC, value)

    def modifiers(self, op: Op) -> Hashable:
        """The modifiers, and which halves operands name: ``op_sel`` may say 0 of an upper one, for which the assembler
        sets its bit."""
        found = tuple(sorted((m.name, m.value or "") for m in op.modifiers))
        halves = tuple(operand.reg.half if operand.reg is not None else "" for operand in op.operands)
        return (found, halves) if op.modifier("op_sel") is not None and any(halves) else found
