"""What a uniform branch depends on, as a term over scalar registers, so that one branch can decide another.

Scalars are followed symbolically along one way through the code: equal terms hold equal numbers.  A condition is a
boolean in normal form, negated by ``~``: comparisons with one order of operands, selections of a condition taken apart
(``s_cselect_b32 s2, -1, 0`` and a test of ``s2`` with EXEC are the condition again).  A term stands for the value at
the latest time that its instruction ran; the caller starts anew at loop headers (:meth:`Scalars.joined`).

What instructions compute: RDNA3 and RDNA4 ISA guides, "SOP1" to "SOPP".
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from isaopt.ir.program import Op, Operand, OperandKind
from isaopt.isa.instruction import OperandDesc
from isaopt.isa.meaning import Unit
from isaopt.isa.registers import EXEC_LO, NUM_VGPRS, SCC, VCC_LO
from isaopt.isa.types import OperandType

TRUE, FALSE = 0, ~0
"""The constant conditions."""

_MASK = 0xFFFFFFFF
#: Comparison -> relation, whether its operands change places, whether it is negated.
_RELATIONS = {
    "lt": ("lt", False, False),
    "gt": ("lt", True, False),
    "ge": ("lt", False, True),
    "le": ("lt", True, True),
    "eq": ("eq", False, False),
    "lg": ("eq", False, True),
}
#: The same by operation, with the kind of number that is compared.
_COMPARES = {
    f"{form}_{relation}_{kind}": (kind, *how)
    for relation, how in _RELATIONS.items()
    for form, kinds in (("s_cmp", ("i32", "u32", "u64")), ("s_cmpk", ("i32", "u32")))
    for kind in kinds
}
_SHORT = (OperandType.IMMEDIATE_I16, OperandType.IMMEDIATE_U16)
Key = tuple[object, ...]


class Terms:
    """Terms by number; equal ones have one number.  A term is an integer from 1 on, a condition one or its negation."""

    def __init__(self) -> None:
        self._number: dict[Key, int] = {("true",): 0}
        self._key: list[Key] = [("true",)]

    def make(self, *key: object) -> int:
        """The term of that form."""
        found = self._number.get(key)
        if found is None:
            found = self._number[key] = len(self._key)
            self._key.append(key)
        return found

    def key(self, term: int) -> Key:
        return self._key[term]

    def constant(self, value: int) -> int:
        return self.make("const", value & _MASK)

    def value(self, term: int) -> int | None:
        """The number that a term is known to be."""
        key = self._key[term]
        return key[1] if key[0] == "const" and isinstance(key[1], int) else None

    def select(self, condition: int, yes: int, no: int) -> int:
        """``yes`` where the condition holds, else ``no``."""
        if condition == TRUE or yes == no:
            return yes
        if condition == FALSE:
            return no
        if condition < 0:
            condition, yes, no = ~condition, no, yes
        return self.make("select", condition, yes, no)

    def arms(self, term: int) -> tuple[int, int, int] | None:
        """Condition and cases of a selection."""
        key = self._key[term]
        if key[0] != "select":
            return None
        _, condition, yes, no = key
        assert isinstance(condition, int)
        assert isinstance(yes, int)
        assert isinstance(no, int)
        return condition, yes, no

    def invert(self, term: int) -> int:
        """The bitwise complement."""
        value, arms, key = self.value(term), self.arms(term), self._key[term]
        if value is not None:
            return self.constant(~value)
        if arms is not None:
            return self.select(arms[0], self.invert(arms[1]), self.invert(arms[2]))
        if key[0] == "not":
            assert isinstance(key[1], int)
            return key[1]
        return self.make("not", term)

    def both(self, a: int, b: int) -> int:
        """The bitwise and."""
        for x, y in ((a, b), (b, a)):
            value, arms = self.value(x), self.arms(x)
            if value is not None:
                other = self.value(y)
                if other is not None:
                    return self.constant(value & other)
                if value in (0, _MASK):
                    return y if value else x
            elif arms is not None and all(self.value(arm) in (0, _MASK) for arm in arms[1:]):
                return self.select(arms[0], self.both(arms[1], y), self.both(arms[2], y))
        return a if a == b else self.make("and", *sorted((a, b)))

    def either(self, a: int, b: int) -> int:
        """The bitwise or."""
        return self.invert(self.both(self.invert(a), self.invert(b)))

    def differ(self, a: int, b: int) -> int:
        """The bitwise exclusive or."""
        for x, y in ((a, b), (b, a)):
            if self.value(x) == _MASK:
                return self.invert(y)
            if self.value(x) == 0:
                return y
        return self.constant(0) if a == b else self.make("xor", *sorted((a, b)))

    def nonzero(self, words: Sequence[int]) -> int:
        """The condition that one of the words is not zero."""
        values = [self.value(w) for w in words]
        if any(values):
            return TRUE
        if all(v == 0 for v in values):
            return FALSE
        split = next((arms for w in words if (arms := self.arms(w)) is not None), None)
        if split is None:
            return self.make("nonzero", *words)
        condition = split[0]
        cases = []
        for at in (1, 2):
            parts = [(w, self.arms(w)) for w in words]
            cases.append(self.nonzero([arms[at] if arms and arms[0] == condition else w for w, arms in parts]))
        return self.choose(condition, cases[0], cases[1])

    def choose(self, condition: int, yes: int, no: int) -> int:
        """The condition that is ``yes`` where ``condition`` holds, else ``no``."""
        if condition == TRUE or yes == no:
            return yes
        if condition == FALSE:
            return no
        if (yes, no) == (TRUE, FALSE):
            return condition
        if (yes, no) == (FALSE, TRUE):
            return ~condition
        if condition < 0:
            condition, yes, no = ~condition, no, yes
        return self.make("choose", condition, yes, no)

    def compare(self, operation: str, a: Sequence[int], b: Sequence[int]) -> int:
        """The condition of a comparison such as ``s_cmp_lt_i32``; ``a`` and ``b`` are the words of the operands."""
        kind, base, swapped, negated = _COMPARES[operation]
        first, second = (tuple(b), tuple(a)) if swapped else (tuple(a), tuple(b))
        if base == "eq":
            kind = str(len(first))  # equality is the same for signed and unsigned numbers
            first, second = sorted((first, second))
            if all(self.value(w) == 0 for w in first) or all(self.value(w) == 0 for w in second):
                zero_first = all(self.value(w) == 0 for w in first)
                condition = ~self.nonzero(second if zero_first else first)
                return ~condition if negated else condition
        condition = self.make("compare", base, kind, first, second)
        return ~condition if negated else condition

    def truth(self, condition: int, facts: Mapping[int, bool]) -> bool | None:
        """Whether the condition holds by what is known, None where that does not decide it."""
        if condition < 0:
            opposite = self.truth(~condition, facts)
            return None if opposite is None else not opposite
        if condition == TRUE:
            return True
        known = facts.get(condition)
        if known is not None:
            return known
        key = self._key[condition]
        if key[0] == "choose":
            _, test, yes, no = key
            assert isinstance(test, int)
            assert isinstance(yes, int)
            assert isinstance(no, int)
            outcome = self.truth(test, facts)
            if outcome is not None:
                return self.truth(yes if outcome else no, facts)
            cases = {self.truth(yes, facts), self.truth(no, facts)}
            return cases.pop() if len(cases) == 1 else None
        return None


@dataclass(slots=True)
class Scalars:
    """What is known of the scalar registers at a point of the code: terms by unit (SCC a condition), and the conditions
    that hold.  A unit that is not named holds what it held at the ``origin``."""

    terms: Terms
    origin: object
    units: dict[int, int] = field(default_factory=dict)
    facts: dict[int, bool] = field(default_factory=dict)

    def copy(self) -> Scalars:
        return Scalars(self.terms, self.origin, dict(self.units), dict(self.facts))

    def at(self, unit: int) -> int:
        found = self.units.get(unit)
        return self.terms.make("held", self.origin, unit) if found is None else found

    def joined(self, other: Scalars, place: object) -> Scalars:
        """What is known where this way and another one meet."""
        made = Scalars(self.terms, self.origin)
        for unit in self.units.keys() | other.units.keys():
            mine = self.at(unit)
            made.units[unit] = mine if mine == other.at(unit) else self.terms.make("met", place, unit)
        made.facts = {c: v for c, v in self.facts.items() if other.facts.get(c) is v}
        return made

    def learn(self, condition: int, holds: bool) -> None:
        """From here on the condition is known."""
        if condition not in (TRUE, FALSE):
            self.facts[condition if condition >= 0 else ~condition] = holds if condition >= 0 else not holds

    def words(self, operand: Operand, count: int) -> list[int]:
        """The terms of a source operand of so many words; unknown ones where it is no register or integer."""
        if operand.reg is not None:
            return [self.at(u) for u in operand.reg.units][:count]
        value = operand.value if operand.kind is OperandKind.INT else None
        if isinstance(value, int) and (count == 1 or -16 <= value <= 64):
            # How a literal is widened to 64 bits depends on the instruction; inline constants keep their sign.
            return [self.terms.constant(value), self.terms.constant(-1 if value < 0 else 0)][:count]
        return [self.terms.make("text", operand.text, i) for i in range(count)]

    def step(self, op: Op, place: object) -> None:
        """Over one instruction; ``place`` tells its results from those of any other."""
        new = self._results(op, place)
        for unit in (*op.defs, *op.implicit_defs):
            if unit >= NUM_VGPRS:
                self.units[unit] = new.get(unit, self.terms.make("made", place, unit))

    def _results(self, op: Op, place: object) -> dict[int, int]:
        name, t = op.operation, self.terms
        if op.desc.unit is not Unit.SALU or op.flag("sideeffects") or op.flag("movrel") or name == "s_getpc_b64":
            return {}
        if "mode" in op.desc.implicit_uses:
            return {}  # as rounding and denormals do
        sources = [(o, d) for o, d in zip(op.operands, op.desc.operands, strict=True) if d.role in ("use", "none")]
        words = [[self._short(o, d)] if d.type in _SHORT else self.words(o, d.dwords) for o, d in sources]
        target = list(op.operands[0].reg.units) if op.operands and op.operands[0].reg is not None else []
        if name in _COMPARES:
            return {SCC: t.compare(name, *words)}
        if any(len(word) != len(target) for word in words):
            return self._function(op)  # one word for the distance of a 64-bit shift, none of ``null``
        if name in ("s_cselect_b32", "s_cselect_b64"):
            return {u: t.select(self.at(SCC), a, b) for u, a, b in zip(target, *words, strict=True)}
        if name in ("s_mov_b32", "s_mov_b64", "s_movk_i32"):
            return dict(zip(target, words[0], strict=True))
        found = _bitwise(t, name, words)
        if found is not None:
            return dict(zip(target, found, strict=True)) | {SCC: t.nonzero(found)}
        return self._function(op)

    def _short(self, operand: Operand, desc: OperandDesc) -> int:
        """A 16-bit constant, widened with its sign or without."""
        value = operand.value
        if not isinstance(value, int):
            return self.terms.make("text", operand.text, 0)
        value &= 0xFFFF
        negative = desc.type is OperandType.IMMEDIATE_I16 and value >> 15
        return self.terms.constant(value - 0x10000 if negative else value)

    def _function(self, op: Op) -> dict[int, int]:
        """Any other scalar instruction: results that are a function of what it reads and of its text."""
        reads = tuple(self.at(u) for u in (*op.uses, *op.implicit_uses))
        text = tuple(o.text for o in op.operands if o.reg is None)
        places = [u for u in (*op.defs, *op.implicit_defs) if u >= NUM_VGPRS]
        return {u: self.terms.make("function", op.operation, text, reads, i) for i, u in enumerate(places)}

    def branch(self, op: Op, wave_size: int) -> int | None:
        """The condition on which a conditional branch is taken; None for a kind that is not uniform."""
        if op.operation not in _TESTED:
            return None
        unit, when_zero = _TESTED[op.operation]
        condition = self.at(SCC) if unit == SCC else self.terms.nonzero(
            [self.at(unit + i) for i in range(wave_size // 32)]
        )  # fmt: skip
        return ~condition if when_zero else condition


#: Of each conditional branch what it tests, and whether it is taken if that is zero.
_TESTED = {
    "s_cbranch_scc0": (SCC, True),
    "s_cbranch_scc1": (SCC, False),
    "s_cbranch_vccz": (VCC_LO, True),
    "s_cbranch_vccnz": (VCC_LO, False),
    "s_cbranch_execz": (EXEC_LO, True),
    "s_cbranch_execnz": (EXEC_LO, False),
}


def _bitwise(t: Terms, operation: str, words: Sequence[Sequence[int]]) -> list[int] | None:
    match operation:
        case "s_not_b32" | "s_not_b64":
            return [t.invert(a) for a in words[0]]
        case "s_and_b32" | "s_and_b64":
            return [t.both(a, b) for a, b in zip(*words, strict=True)]
        case "s_or_b32" | "s_or_b64":
            return [t.either(a, b) for a, b in zip(*words, strict=True)]
        case "s_xor_b32" | "s_xor_b64":
            return [t.differ(a, b) for a, b in zip(*words, strict=True)]
        case "s_and_not1_b32" | "s_and_not1_b64":
            return [t.both(a, t.invert(b)) for a, b in zip(*words, strict=True)]
        case "s_or_not1_b32" | "s_or_not1_b64":
            return [t.either(a, t.invert(b)) for a, b in zip(*words, strict=True)]
    return None
