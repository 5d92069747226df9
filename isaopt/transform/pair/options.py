"""How two instructions can be encoded as one, and the register constraints of each."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from typing import NamedTuple

from isaopt.analysis.flow.cfg import CFG
from isaopt.analysis.flow.webs import Webs
from isaopt.ir.program import Op
from isaopt.solve.pairing import Option
from isaopt.solve.problem import CellRef
from isaopt.target.arch import Arch
from isaopt.target.vopd import PairHalf, SlotConstraint, check_halves, interlock_constraints, slot_constraints
from isaopt.transform.dual_forms import DualForm, forms
from isaopt.transform.placement import cells_of

_REGISTER_RULES = frozenset({"dst-parity", "src0-bank", "src1-bank", "src2-parity"})
_SOURCE_SLOTS = {"src0": 0, "src1": 1}

Constraints = tuple[tuple[CellRef, CellRef, int], ...]
"""Cells that must differ modulo a number of banks."""
Reads = tuple[tuple[int, CellRef], ...]
"""The source slot and the cell of each register that a pair reads through the operand caches."""


@dataclass(frozen=True, slots=True)
class PairCandidate:
    """An op that could be half of a pair: its ordinal, its dual forms, their shapes (without register numbers), and the
    cells in their slots."""

    ordinal: int
    forms: tuple[DualForm, ...]
    shapes: tuple[int, ...]
    cells: tuple[dict[str, CellRef], ...]


class PairWriting(NamedTuple):
    """An encoding of a pair: the form of each op, by index, and which op is X."""

    form_a: int
    form_b: int
    a_is_x: bool


class PairOptions:
    """Finds the possible halves of a kernel's instructions, and the possible pairs of any two."""

    def __init__(self, cfg: CFG, arch: Arch, found: Webs) -> None:
        self.cfg, self.arch, self.found = cfg, arch, found
        self.cell_of = cells_of(found)
        self.shapes: dict[PairHalf, int] = {}
        self.static = cache(self._static)
        self.rules = cache(self._rules)

    def candidate(self, ordinal: int, op: Op) -> PairCandidate | None:
        ways = forms(self.arch, op)
        if not ways:
            return None
        item = self.cfg.order[ordinal]
        cells: dict[int, CellRef] = {}
        for index, ref in enumerate(op.refs):
            web = self.found.web_at.get((item, index, 0))
            if web is not None:
                cells[ref.operand] = self.cell_of[web]
        slots = tuple({slot: cells[operand] for slot, operand in form.slots if operand in cells} for form in ways)
        if any(len(s) != len(f.slots) for s, f in zip(slots, ways, strict=True)):
            return None  # unreachable code
        return PairCandidate(ordinal, ways, tuple(self.shape(form) for form in ways), slots)

    def shape(self, form: DualForm) -> int:
        """A number shared by all forms that differ from this one only in their VGPRs."""
        half = replace(form.half, dst=0, src0=None, src1=None, src2=None)
        return self.shapes.setdefault(half, len(self.shapes))

    def reads(self, one: PairCandidate, two: PairCandidate, bank: Callable[[CellRef], int]) -> list[Reads]:
        """What a pair reads, for each way to encode it on these banks."""
        out: list[Reads] = []
        for way in self.ways(one, two):
            differ = self.constraints(one, two, way)
            if differ is not None and all(bank(p) % m != bank(q) % m for p, q, m in differ):
                cells = (one.cells[way.form_a], two.cells[way.form_b])
                out.append(tuple((_SOURCE_SLOTS[s], c) for own in cells for s, c in own.items() if s in _SOURCE_SLOTS))
        return out

    def options(
        self,
        a: PairCandidate,
        b: PairCandidate,
        weight: int,
        steps: int = 0,
        bank: Callable[[CellRef], int] | None = None,
    ) -> Iterator[Option]:
        """The ways to encode two instructions as a pair that constrain registers differently; with ``bank``, only those
        that these banks allow. ``steps`` as in :class:`Option`."""
        seen: set[Constraints] = set()
        for way in self.ways(a, b):
            if bank is not None and not self.allowed(a, b, way, bank):
                continue
            differ = self.constraints(a, b, way)
            if differ is not None and differ not in seen:
                seen.add(differ)
                yield self.option(a, b, way, differ, weight, steps)

    def allowed(self, a: PairCandidate, b: PairCandidate, way: PairWriting, bank: Callable[[CellRef], int]) -> bool:
        """Whether the banks satisfy the constraints of this encoding."""
        ca, cb = a.cells[way.form_a], b.cells[way.form_b]
        for rule in self.rules_of(a, b, way):
            one, two = ca.get(rule.slot), cb.get(rule.slot)
            if one is not None and two is not None and bank(one) % rule.modulus == bank(two) % rule.modulus:
                return False
        return True

    def rules_of(self, a: PairCandidate, b: PairCandidate, way: PairWriting) -> tuple[SlotConstraint, ...]:
        """The register constraints of this encoding."""
        fa, fb = a.forms[way.form_a].half.name, b.forms[way.form_b].half.name
        return self.rules(fa, fb) if way.a_is_x else self.rules(fb, fa)

    def ways(self, a: PairCandidate, b: PairCandidate) -> Iterator[PairWriting]:
        for i, fa in enumerate(a.forms):
            for j, fb in enumerate(b.forms):
                if fa.opx and self.static(a.shapes[i], b.shapes[j]):
                    yield PairWriting(i, j, True)
                elif fb.opx and self.static(b.shapes[j], a.shapes[i]):
                    yield PairWriting(i, j, False)

    def _static(self, x: int, y: int) -> bool:
        """Whether a pair of these shapes is legal apart from register numbers."""
        halves = list(self.shapes)
        return all(v.reason in _REGISTER_RULES for v in check_halves(self.arch, halves[x], halves[y]))

    def _rules(self, x: str, y: str) -> tuple[SlotConstraint, ...]:
        return *slot_constraints(self.arch, x, y), *interlock_constraints(self.arch)

    def constraints(self, a: PairCandidate, b: PairCandidate, way: PairWriting) -> Constraints | None:
        """The cells that must be in different banks for this encoding; None if no registers can satisfy it."""
        ca, cb = a.cells[way.form_a], b.cells[way.form_b]
        strongest: dict[tuple[CellRef, CellRef], int] = {}
        for rule in self.rules_of(a, b, way):
            one, two = ca.get(rule.slot), cb.get(rule.slot)
            if one is None or two is None:
                continue
            if one == two:
                return None
            pair = (min(one, two), max(one, two))
            # Different parity implies different banks.
            strongest[pair] = min(strongest.get(pair, rule.modulus), rule.modulus)
        return tuple(sorted((p, q, m) for (p, q), m in strongest.items()))

    def option(
        self, a: PairCandidate, b: PairCandidate, way: PairWriting, differ: Constraints, weight: int, steps: int = 0
    ) -> Option:
        """This encoding, with its :meth:`constraints`, as an option."""
        ca, cb = a.cells[way.form_a], b.cells[way.form_b]
        sources = [c for cells in (ca, cb) for slot, c in cells.items() if slot in _SOURCE_SLOTS]
        slot_pairs = tuple((ca[s], cb[s]) for s in _SOURCE_SLOTS if s in ca and s in cb)
        return Option(((a.ordinal, b.ordinal),), differ, tuple(sources), slot_pairs, weight, steps=steps)
