"""The registers of a run of one kernel during symbolic execution: as lanes and the wave read and write them."""

from __future__ import annotations

from collections import Counter
from typing import Self

from isaopt.isa.registers import EXEC_HI, EXEC_LO, NUM_TTMPS, NUM_VGPRS, SCC, TTMP_BASE, VCC_HI, VCC_LO
from isaopt.proof.semantics.facts import Offsets
from isaopt.proof.semantics.risks import UNKNOWN, Past
from isaopt.proof.semantics.world import Side, World, chosen
from isaopt.proof.terms.terms import FALSE
from isaopt.proof.types import CannotProve


class SideRegisters:
    """What a side's registers hold.  ``care`` is true of every lane; ``nonempty`` masks have a lane."""

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
        self._spoilt: dict[tuple[int, frozenset[tuple[str, int]]], list[bool]] = {}
        #: What it may have executed before the cut point, and what it has executed since, where that may matter.
        self.pasts: tuple[Past, ...] = ((),)
        self._executed: list[int] = []
        #: What the accesses of A since the cut point say; the runs of A and B share it.
        self.offsets = Offsets()
        self._refresh()

    # -- EXEC

    def _refresh(self) -> None:
        self.exec = self.masks.lanes(self.exec_word())
        self.active = self.decisions.and_(self.exec, self.care)
        if self.world.dormant and not self.decisions.implies(self.active, self.world.launched):
            self.world.dormant = False

    def fork(self, care: int) -> Self:
        """A copy that knows more: for one case of a branch."""
        copy = type(self)(self.world, self.side.fork(), care, self.nonempty)
        copy.work, copy.computed, copy.point = self.work, self.computed, self.point
        copy.offsets, copy.repeats = self.offsets.copy(), self.repeats.copy()
        copy._spoilt = {key: list(made) for key, made in self._spoilt.items()}
        copy.pasts, copy._executed = self.pasts, list(self._executed)
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
                if TTMP_BASE <= unit < TTMP_BASE + NUM_TTMPS or (unit == EXEC_HI and not self.masks.wide):
                    # A trap register ignores it outside of a trap handler, which code for both does not know (LLVM,
                    # insertSimulatedTrap); nothing says what the upper half of EXEC keeps in wave32.
                    value = self.terms.make("perhaps_ignored", (self.scalar(unit), value))
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
        rules = own = risks[self.side.number].at(self.index, self.pasts, self._executed) or None
        if self.side.number == 0:
            self.offsets.results.setdefault(value, rules)
            if self.offsets.results[value] != rules:
                self.offsets.results[value] = None
        elif (theirs := self.offsets.results.get(value)) is not None and (own is None or own <= theirs):
            rules = theirs
        if rules is None:
            return value
        known = self._spoilt.setdefault((value, rules), [])
        if own is not None or False not in known:
            known.append(own is not None)
        number = len(known) - 1 if own is not None else known.index(False)
        term = self.terms.make("spoilt", (value,), (rules, number, self.point), 1 << self.point)
        return self.decisions.var(term) if fact else term

    def note(self, item: int) -> None:
        """Note what has been executed, for hazards that depend on it."""
        if self.world.risks[1].at_times and (item == UNKNOWN or self.world.risks[self.side.number].matters(item)):
            self._executed.append(item)

    def pasts_now(self) -> list[Past]:
        """What it may have executed up to here."""
        return [self.world.risks[self.side.number].past((*before, *self._executed)) for before in self.pasts]

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

    def vcc(self) -> int:
        """VCC as a diagram of lanes."""
        low = self.scalar(VCC_LO)
        return self.masks.lanes(self.integers.cat(low, self.scalar(VCC_HI)) if self.masks.wide else low)
