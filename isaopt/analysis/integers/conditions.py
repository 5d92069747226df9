"""The conditions of uniform branches as relations of scalar registers, so that one branch can decide another.

Scalars are followed along one path through the code: equal forms hold equal numbers. A form stands for the value when
its instruction last ran; the caller starts anew at loop headers (:meth:`ScalarFacts.joined`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from isaopt.analysis.integers.bits import learn, nonzero, opposite, truth
from isaopt.analysis.integers.forms import MASK32, Atoms, LinearForm, Value
from isaopt.analysis.integers.operations import results
from isaopt.ir.program import Op
from isaopt.isa.meaning import Unit
from isaopt.isa.registers import EXEC_LO, NUM_VGPRS, SCC, VCC_LO

#: For each conditional branch the register it tests, and whether it is taken if that is zero.
_TESTED = {
    "s_cbranch_scc0": (SCC, True),
    "s_cbranch_scc1": (SCC, False),
    "s_cbranch_vccz": (VCC_LO, True),
    "s_cbranch_vccnz": (VCC_LO, False),
    "s_cbranch_execz": (EXEC_LO, True),
    "s_cbranch_execnz": (EXEC_LO, False),
}


@dataclass(slots=True)
class ScalarFacts:
    """Facts about the scalar registers at a point of the code: values by unit, and by atom the conditions that hold or
    do not. A unit without an entry holds its value at the ``origin``."""

    atoms: Atoms
    origin: object
    units: dict[int, Value] = field(default_factory=dict)
    facts: dict[int, bool] = field(default_factory=dict)

    def copy(self) -> ScalarFacts:
        return ScalarFacts(self.atoms, self.origin, dict(self.units), dict(self.facts))

    def at(self, unit: int) -> Value:
        found = self.units.get(unit)
        return self._unknown("held", self.origin, unit) if found is None else found

    def _unknown(self, kind: str, place: object, unit: int) -> LinearForm:
        return self.atoms.single((kind, place, unit), unit >= NUM_VGPRS, 1 if unit == SCC else MASK32)

    def joined(self, other: ScalarFacts, place: object) -> ScalarFacts:
        """The facts that hold where this path and another one join."""
        made = ScalarFacts(self.atoms, self.origin)
        for unit in self.units.keys() | other.units.keys():
            mine = self.at(unit)
            made.units[unit] = mine if mine == other.at(unit) else self._unknown("met", place, unit)
        made.facts = {c: v for c, v in self.facts.items() if other.facts.get(c) is v}
        return made

    def learn(self, condition: LinearForm, holds: bool) -> None:
        """Records that the condition holds from here on."""
        learn(self.atoms, condition, self.facts, holds)

    def holds(self, condition: LinearForm) -> bool | None:
        """Whether the condition holds; None if the facts do not decide it."""
        return truth(self.atoms, condition, self.facts)

    def nonzero(self, units: Sequence[int]) -> LinearForm:
        """The condition that one of the registers is not zero."""
        return nonzero(self.atoms, [self.atoms.word(self.at(u)) for u in units])

    def step(self, op: Op, place: object) -> None:
        """Advances over one instruction; ``place`` distinguishes its results from those of all others."""
        new = results(self.atoms, op, self.at) if op.desc.unit is Unit.SALU else {}
        for unit in op.written:
            if unit >= NUM_VGPRS:
                self.units[unit] = new.get(unit) or self._unknown("made", place, unit)

    def branch(self, op: Op, wave_size: int) -> LinearForm | None:
        """The condition on which a conditional branch is taken; None for a branch that is not uniform."""
        if op.operation not in _TESTED:
            return None
        unit, when_zero = _TESTED[op.operation]
        condition = self.nonzero([unit + i for i in range(1 if unit == SCC else wave_size // 32)])
        return opposite(self.atoms, condition) if when_zero else condition
