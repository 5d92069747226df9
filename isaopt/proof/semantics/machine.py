"""A run of one kernel during symbolic execution: how an instruction reads and writes its state."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable

from isaopt.ir.program import Op, Operand, OperandKind
from isaopt.isa.registers import EXEC_HI, EXEC_LO, MODE, NUM_TTMPS, NUM_VGPRS, SCC, TTMP_BASE, VCC_HI, VCC_LO
from isaopt.isa.types import OperandType
from isaopt.proof.semantics.facts import Offsets
from isaopt.proof.semantics.modelled import destinations, sources
from isaopt.proof.semantics.world import Side, World, chosen
from isaopt.proof.terms.terms import FALSE
from isaopt.proof.types import CannotProve

#: Operands that are words, and whose values no instruction changes.
_CONSTANT_WORDS = frozenset(("null", "src_shared_base", "src_shared_limit", "src_private_base", "src_private_limit"))


class SideExecution:
    """Executes instructions on a side.  ``care`` is true of every lane; ``nonempty`` masks have a lane."""

    def __init__(self, world: World, side: Side, care: int, nonempty: frozenset[int]) -> None:
        self.world, self.side = world, side
        self.terms, self.decisions = world.terms, world.decisions
        self.integers, self.masks = world.integers, world.masks
        self.care, self.nonempty = care, nonempty
        self.regs = side.regs
        self.line = 0
        self.index = self.block = -1
        #: Memory elements accessed since the cut point.
        self.work = 0
        #: Vector operations but sums and moves, of which addresses are made.
        self.computed = 0
        #: The number of the cut point from which it runs.
        self.point = 0
        #: How often each of :attr:`World.repeated` was made since the cut point.
        self.repeats: Counter[int] = Counter()
        self.early: frozenset[int] = frozenset()
        self._writes: list[tuple[int, int]] = []
        #: By result and hazards: which of the results since the cut point were made with the hazard.
        self._spoilt: dict[tuple[int, frozenset[str]], list[bool]] = {}
        #: What the accesses of A since the cut point say; the runs of A and B share it.
        self.offsets = Offsets()
        self._refresh()

    # -- EXEC

    def _refresh(self) -> None:
        self.exec = self.masks.lanes(self.exec_word())
        self.active = self.decisions.and_(self.exec, self.care)
        if self.world.dormant and not self.decisions.implies(self.active, self.world.launched):
            self.world.dormant = False

    def fork(self, care: int) -> SideExecution:
        """A copy that knows more: for one case of a branch."""
        copy = SideExecution(self.world, self.side.fork(), care, self.nonempty)
        copy.work, copy.computed, copy.point = self.work, self.computed, self.point
        copy.offsets, copy.repeats = self.offsets.copy(), self.repeats.copy()
        copy._spoilt = {key: list(made) for key, made in self._spoilt.items()}
        return copy

    def exec_word(self) -> int:
        return self.mask_at(EXEC_LO)

    def mask_at(self, unit: int) -> int:
        """The wave mask in one or two scalar registers."""
        low = self.scalar(unit) if unit in self.early else self.regs[unit]
        return self.integers.cat(low, self.scalar(unit + 1)) if self.masks.wide else low

    def has_lane(self, lanes: int) -> bool:
        """Whether some lane is known to be in the mask."""
        d = self.decisions
        return any(d.implies(d.and_(known, self.care), lanes) for known in self.nonempty)

    def any_lane(self, word: int) -> int:
        """The fact that a wave mask is not zero, as a diagram."""
        if self.masks.is_mask(word):
            lanes = self.masks.lanes(word)
            if self.decisions.and_(lanes, self.care) == FALSE:
                return FALSE
            if self.has_lane(lanes):
                return self.decisions.not_(FALSE)
        elif self.nonempty and self.has_lane(self.masks.lanes(word)):
            return self.decisions.not_(FALSE)
        return self.nonzero(word)

    def condition(self, mask: str) -> int:
        """The fact that SCC is set, or that VCC or EXEC has a lane, by the name of the register."""
        if mask == "scc":
            return self.scalar(SCC)
        return self.any_lane(self.mask_at(VCC_LO) if mask == "vcc" else self.exec_word())

    def nonzero(self, word: int) -> int:
        """The fact that a scalar is not zero."""
        value = self.terms.const_value(word)
        if value is not None:
            return self.decisions.not_(FALSE) if value else FALSE
        return self.decisions.not_(self.decisions.var(self.terms.make("zero", (word,))))

    # -- registers

    def _unknown(self, unit: int, why: str) -> int:
        term = self.terms.unknown(why)
        return self.decisions.var(term) if unit == SCC else term

    def scalar(self, unit: int) -> int:
        if unit in self.early:
            return self._unknown(unit, "read before the wait for its load")
        return chosen(self.world, self.care, self.regs[unit])

    def lane(self, unit: int, copied: bool = False) -> int:
        """A VGPR as the active lanes see it; ``copied``: nothing comes of it but a copy."""
        if unit in self.early:
            return self.terms.unknown("read before the wait for its load")
        if self.active == FALSE:
            return self.terms.const(0)
        value = self.decisions.constrain(self.regs[unit], self.active)
        if self.side.number == 0 and not copied:
            self._touch(value)
        return value

    def everywhere(self, unit: int, only_active: bool = False) -> int:
        """A VGPR with the lanes that EXEC switches off, those that were never launched aside if they stay off."""
        if unit in self.early:
            return self.terms.unknown("read before the wait for its load")
        reach = self.care
        if only_active:
            reach = self.active
        elif self.world.dormant and self._sleeps(unit):
            reach = self.decisions.and_(self.care, self.world.launched)
            self.world.relied_on_dormant = True
        value = self.decisions.constrain(self.regs[unit], reach)
        if self.side.number == 0:
            self._touch(value)
        return value

    def _sleeps(self, unit: int) -> bool:
        """Whether a VGPR holds nothing that counts in lanes that were never launched: no ``v_writelane`` writes it, or
        none has yet."""
        if unit not in self.world.lane_written[self.side.number]:
            return True
        d = self.decisions
        asleep = d.constrain(self.regs[unit], d.minus(self.care, self.world.launched))
        return all(self.terms.op[leaf] == "undefined" for leaf in d.leaves(asleep))

    def _touch(self, value: int) -> None:
        undefined = self.world.undefined
        if not undefined:
            return
        for leaf in self.decisions.leaves(value) if self.terms.op[value] == "ite" else (value,):
            if leaf in undefined:
                self.world.touched.add(undefined[leaf])

    def read(self, unit: int) -> int:
        return self.lane(unit) if unit < NUM_VGPRS else self.scalar(unit)

    def write(self, unit: int, value: int) -> None:
        """Note a write; all of an instruction's reads come before its writes."""
        self._writes.append((unit, value))

    def write_mask(self, unit: int, lanes: int) -> None:
        """Write a wave mask of the active lanes; the others' bits are 0."""
        self.write_word(unit, self.masks.word(self.decisions.and_(self.exec, lanes)))

    def write_word(self, unit: int, word: int) -> None:
        if self.masks.wide:
            self.write(unit, self.integers.low(word))
            self.write(unit + 1, self.integers.high(word))
        else:
            self.write(unit, word)

    def commit(self) -> None:
        """Carry the instruction's writes out."""
        writes_exec = False
        if len(dict(self._writes)) < len(set(self._writes)):
            raise CannotProve("which of two results in one register stays is not known", self.line)
        for unit, value in self._writes:
            value = self.spoilt(value, unit == SCC)
            if unit in self.early:
                value = self._unknown(unit, "overwritten before the wait for a load into it")
            if unit < NUM_VGPRS:
                self.regs[unit] = self.decisions.ite(self.exec, value, self.regs[unit])
            else:
                if TTMP_BASE <= unit < TTMP_BASE + NUM_TTMPS:
                    # Ignored outside of a trap handler, which code for both does not know (LLVM, insertSimulatedTrap).
                    value = self.terms.make("trap_register", (self.scalar(unit), value))
                self.regs[unit] = value
                writes_exec |= unit in (EXEC_LO, EXEC_HI)
        self._writes.clear()
        if writes_exec:
            self._simplify_exec()
            self._refresh()

    def spoilt(self, value: int, fact: bool = False) -> int:
        """A result, or a ``fact``, as a hazard may leave it: another term each time that it is made, which changes its
        meaning at the cut point like a symbol, and the same ones in both kernels.  What B makes without the hazard, and
        A with it alone, may be one of them: all that B could do with it, A can."""
        risks = self.world.risks
        if not (risks[0] or risks[1]):
            return value
        rules = own = risks[self.side.number].get(self.index)
        if self.side.number == 0:
            self.offsets.results.setdefault(value, rules)
            if self.offsets.results[value] != rules:
                self.offsets.results[value] = None
        elif rules is None:
            rules = self.offsets.results.get(value)
        if rules is None:
            return value
        known = self._spoilt.setdefault((value, rules), [])
        if own is not None or False not in known:
            known.append(own is not None)
        number = len(known) - 1 if own is not None else known.index(False)
        term = self.terms.make("spoilt", (value,), (rules, number, self.point), 1 << self.point)
        return self.decisions.var(term) if fact else term

    def _simplify_exec(self) -> None:
        """Write EXEC with fewer facts where what is known of every lane makes some of them idle: at the end of a
        divergent region it is what it was before, and no longer names the regions inside."""
        d, n = self.decisions, self.integers
        lanes = self.masks.lanes(self.exec_word())
        if len(d.support(lanes)) < 2:
            return
        plain, launched = d.constrain(lanes, self.care), self.world.launched
        if d.and_(self.care, d.xor(lanes, launched)) == FALSE:
            plain = launched
        if len(d.support(plain)) < len(d.support(lanes)):
            word = self.masks.word(plain)
            self.regs[EXEC_LO] = n.low(word) if self.masks.wide else word
            if self.masks.wide:
                self.regs[EXEC_HI] = n.high(word)

    def write_all_lanes(self, unit: int, value: int) -> None:
        """A write that EXEC does not mask."""
        self.regs[unit] = value if unit not in self.early else self.terms.unknown("overwritten before a wait")

    # -- operands

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
        return tuple(sorted((m.name, m.value or "") for m in op.modifiers))

    def vcc(self) -> int:
        """VCC as a diagram of lanes."""
        low = self.scalar(VCC_LO)
        return self.masks.lanes(self.integers.cat(low, self.scalar(VCC_HI)) if self.masks.wide else low)
