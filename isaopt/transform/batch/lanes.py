"""The 32-bit byte offset that the lanes of a group of accesses add: a VGPR that has it, or one instruction for it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from isaopt.analysis.forms import Form
from isaopt.analysis.global_addresses import LanePart
from isaopt.analysis.lane_sets import ALL
from isaopt.ir.registers import NUM_VGPRS, RegRef
from isaopt.transform.batch.plan import Fresh, Part, Places, Plan, Spot
from isaopt.transform.batch.scalars import Scalars

#: Places that are tried for the instruction, the nearest first.
_MOST_SPOTS = 200


class Lanes:
    """Makes per-lane offsets available."""

    def __init__(self, places: Places, plan: Plan, scalars: Scalars) -> None:
        self.places, self.plan, self.scalars = places, plan, scalars
        self.atoms = places.affine.atoms

    def offset(self, parts: Sequence[LanePart], uses: Sequence[Spot], constant: int = 0) -> Part | None:
        """A VGPR with the constant and the sum of the parts modulo 2^32 at each of the spots, the first of which
        dominates the others."""
        form = self.atoms.sum(32, [(p.form, p.factor) for p in parts], constant)
        held = self._held(form, uses)
        if held is not None:
            return held
        for fresh in self.plan.fresh:
            there = fresh.size == 0 and fresh.form == form and self.places.dominates(fresh.spot, uses[0])
            if there and self.places.within(uses[0], fresh.spot):
                fresh.uses.extend(uses)
                return Part(fresh)
        for spot in islice(self._spots(form, uses[0]), _MOST_SPOTS):
            text = self._text(form, parts, spot)
            if text is not None:
                made = self.plan.new(0, spot, form)
                made.uses.extend(uses)
                self._add(spot, text, made)
                return Part(made)
        return None

    def _add(self, spot: Spot, text: str, made: Fresh) -> None:
        self.plan.add(spot, lambda: text.replace("%", str(Part(made))))

    def _held(self, form: Form, uses: Sequence[Spot]) -> Part | None:
        units: set[int] | None = None
        for use in uses:
            here = {u for u, value in self._values(use) if value == form}
            units = here if units is None else units & here
        return Part(min(units)) if units else None

    def _values(self, spot: Spot) -> list[tuple[int, Form]]:
        """The VGPRs whose form holds in all lanes that are active there."""
        state = self.places.state(spot)
        versions = self.places.affine.masks.versions
        here = self.places.exec_at(spot)
        found = []
        for unit, value in state.values.items():
            written = state.lanes.get(unit, ALL)
            if unit < NUM_VGPRS and isinstance(value, Form) and (written == ALL or versions.leq(here, written)):
                found.append((unit, value))
        if 0 not in state.values:
            found.append((0, self.places.affine.initial(0)))
        return found

    def _spots(self, form: Form, use: Spot) -> Iterator[Spot]:
        """Outside loops first, then at the use, then wherever above it something can be had."""
        for loop in self.places.around(use.block):
            before = [p for p in self.places.cfg.blocks[loop.header].preds if p not in loop.blocks]
            if len(before) == 1 and not self.places.varies_in(form, loop):
                spots = self.places.above(self.places.end_of(before[0]), loop.blocks)
                yield from (s for s in spots if self.places.within(use, s))
        yield from (s for s in self.places.above(use) if self.places.within(use, s))

    def _text(self, form: Form, parts: Sequence[LanePart], spot: Spot) -> str | None:
        """One instruction for the form, its destination spelled ``%``."""
        values = self._values(spot)
        by_form = {value: unit for unit, value in reversed(values)}
        words = self.scalars.words(spot)
        if form in by_form:
            return f"v_mov_b32_e32 %, {RegRef(by_form[form])}"
        shifted: list[tuple[str, str]] = []
        for unit, value in values:
            factor = self._factor(form, value)
            if factor is None:
                continue
            rest = self.atoms.sum(32, ((form, 1), (value, -factor)))
            if not self.atoms.is_uniform(rest):
                continue
            reg, by = str(RegRef(unit)), factor.bit_length() - 1
            if rest == Form():
                return f"v_lshlrev_b32_e32 %, {by}, {reg}"
            other = f"{rest.constant:#x}" if not rest.terms else str(RegRef(words[rest])) if rest in words else None
            if other is not None:
                shifted.append((other, f"v_add_nc_u32_e32 %, {other}, {reg}" if by == 0 else ""))
                if by:
                    shifted[-1] = (other, f"v_lshl_add_u32 %, {reg}, {by}, {other}")
        if shifted:
            return min(shifted)[1]
        return self._two(form, parts, values, by_form)

    def _two(
        self, form: Form, parts: Sequence[LanePart], values: list[tuple[int, Form]], by_form: dict[Form, int]
    ) -> str | None:
        """The form from two registers."""
        if len(parts) == 2 and all(p.form in by_form for p in parts):
            (one, first), (two, second) = ((p.factor, RegRef(by_form[p.form])) for p in parts)
            if one == two and not one & (one - 1):
                return f"v_add_lshl_u32 %, {first}, {second}, {one.bit_length() - 1}"
        atoms = {a for a, _ in form.terms}
        for unit, value in values:
            if not value.terms or any(a not in atoms for a, _ in value.terms):
                continue
            for by in range(5):
                other = by_form.get(self.atoms.sum(32, ((form, 1), (value, -(1 << by)))))
                if other is not None and by:
                    return f"v_lshl_add_u32 %, {RegRef(unit)}, {by}, {RegRef(other)}"
                if other is not None:
                    return f"v_add_nc_u32_e32 %, {RegRef(unit)}, {RegRef(other)}"
        return None

    def _factor(self, form: Form, value: Form) -> int | None:
        """The power of two that makes the varying terms of ``form`` of those of ``value``."""
        table = self.atoms.table
        mine = [(a, c) for a, c in form.terms if not table[a].uniform]
        theirs = [(a, c) for a, c in value.terms if not table[a].uniform]
        if not theirs or [a for a, _ in mine] != [a for a, _ in theirs] or mine[0][1] % theirs[0][1]:
            return None
        factor = mine[0][1] // theirs[0][1]
        fits = all(c * factor == d for (_, c), (_, d) in zip(theirs, mine, strict=True))
        return factor if fits and factor and not factor & (factor - 1) else None
