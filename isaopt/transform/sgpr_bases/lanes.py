"""Per-lane 32-bit byte offsets for groups of accesses: an existing VGPR that holds the offset, or as few instructions
as compute it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from math import gcd

from isaopt.analysis.flow.lane_sets import ALL
from isaopt.analysis.integers.forms import LinearForm
from isaopt.analysis.integers.global_addresses import LanePart, varying_terms
from isaopt.analysis.integers.products import divided
from isaopt.isa.registers import NUM_VGPRS, RegRef
from isaopt.transform.sgpr_bases.moving import Moving
from isaopt.transform.sgpr_bases.plan import Fresh, InsertionPlaces, InsertionPlan, RegisterPart, Spot
from isaopt.transform.sgpr_bases.scalars import UniformValues

#: The most places tried for a single instruction, nearest first.
_MOST_SPOTS = 200
#: For several instructions: the most places tried, the depth of a sum, and the registers tried for a part of it.
_MOST_BUILDS = 100
_MOST_DEPTH = 4
_MOST_TRIES = 3


class LaneOffsets:
    """Makes per-lane offsets available."""

    def __init__(self, places: InsertionPlaces, plan: InsertionPlan, scalars: UniformValues, moving: bool) -> None:
        """``moving``: whether an offset that a loop advances by a constant gets a register of its own."""
        self.places, self.plan, self.scalars = places, plan, scalars
        self.atoms = places.affine.atoms
        self.moving = Moving(places, plan, lambda form, spot: self._text(form, (), spot), self._scalar)
        self.moves = moving
        self._known: dict[Spot, list[tuple[int, LinearForm]]] = {}
        #: Searches for the current offset that failed: form, place and depth.
        self._failed: set[tuple[LinearForm, Spot, int]] = set()

    def offset(self, parts: Sequence[LanePart], uses: Sequence[Spot]) -> RegisterPart | None:
        """A VGPR that holds the sum of the parts, modulo 2^32, at each of the spots, of which the first dominates the
        others."""
        form = self.atoms.sum(32, [(p.form, p.factor) for p in parts])
        moved = self.moving.offset(form, uses) if self.moves else None
        if moved is not None:
            return RegisterPart(moved)
        held = self._held(form, uses)
        if held is not None:
            return held
        for fresh in self.plan.fresh:
            there = fresh.size == 0 and fresh.form == form and self.places.available(fresh, uses[0])
            if there and self.places.within(uses[0], fresh.spot):
                fresh.uses.extend(uses)
                return RegisterPart(fresh)
        for spot in islice(self._spots(form, uses[0]), _MOST_SPOTS):
            text = self._text(form, parts, spot)
            if text is not None:
                made = self.plan.new(0, spot, form)
                made.uses.extend(uses)
                self._add(spot, text, made)
                return RegisterPart(made)
        self._failed.clear()
        for spot in islice(self._spots(form, uses[0]), _MOST_BUILDS):
            mark = self.plan.mark()
            built = self._built(form, spot)
            if isinstance(built, RegisterPart) and isinstance(built.source, Fresh):
                built.source.uses.extend(uses)
                return built
            self.plan.back_to(mark)
        return None

    # -- several instructions

    def _built(self, form: LinearForm, spot: Spot, depth: int = 0) -> RegisterPart | str | None:
        """A register, or a constant as text, that holds a form: an existing one, or one computed at a spot."""
        if not form.terms:
            return f"{form.constant:#x}"
        if self.atoms.is_uniform(form):
            return self._scalar(form, spot)
        for fresh in self.plan.fresh:
            near = fresh.size == 0 and fresh.spot.block == spot.block and fresh.spot.at <= spot.at
            if near and fresh.form == form and fresh.within is None:
                fresh.uses.append(spot)
                return RegisterPart(fresh)
        values = self._values(spot)
        held = next((unit for unit, value in values if value == form), None)
        if held is not None:
            return RegisterPart(held)
        key = (form, spot, depth)
        if depth == _MOST_DEPTH or key in self._failed:
            return None
        made = self._with_product(form, spot, depth) or self._with_register(form, spot, depth, values)
        if made is None:
            self._failed.add(key)
        return made

    def _above(self, form: LinearForm, spot: Spot) -> RegisterPart | None:
        """A new register that holds a form from some spot above this one on."""
        places = (s for s in self.places.above(spot) if self.places.within(spot, s))
        for place in islice(places, _MOST_BUILDS):
            mark = self.plan.mark()
            built = self._built(form, place, _MOST_DEPTH - 1)
            if isinstance(built, RegisterPart):
                kept = built if isinstance(built.source, Fresh) else self._line(form, place, "v_mov_b32_e32", built)
                assert isinstance(kept.source, Fresh)
                kept.source.uses.append(spot)
                return kept
            self.plan.back_to(mark)
        return None

    def _scalar(self, form: LinearForm, spot: Spot) -> RegisterPart | None:
        unit = self.scalars.words(spot).get(form)
        if unit is not None:
            return RegisterPart(unit)
        mark = self.plan.mark()
        made = self.plan.new(1, spot, form)
        made.uses.append(spot)
        if self.places.scc_dead(spot) and self.scalars.word(form, RegisterPart(made), spot):
            return RegisterPart(made)
        self.plan.back_to(mark)
        return None

    def _with_register(
        self, form: LinearForm, spot: Spot, depth: int, values: Sequence[tuple[int, LinearForm]]
    ) -> RegisterPart | None:
        """The form as a shifted register plus a rest that has fewer per-lane terms."""
        table = self.atoms.table
        wanted = {a: c for a, c in form.terms if not table[a].uniform}
        found: list[tuple[int, int, int, LinearForm]] = []
        for unit, value in values:
            mine = [(a, c) for a, c in value.terms if not table[a].uniform]
            if not mine or any(a not in wanted or wanted[a] % c for a, c in mine):
                continue
            factor = wanted[mine[0][0]] // mine[0][1]
            rest = self.atoms.sum(32, ((form, 1), (value, -factor)))
            left = len(varying_terms(self.atoms, rest))
            if left < len(wanted) and not factor & (factor - 1):
                found.append((left, len(rest.terms), unit, rest))
        for _, _, unit, rest in sorted(found, key=lambda x: x[:3])[:_MOST_TRIES]:
            value = dict(values)[unit]
            first = varying_terms(self.atoms, value)[0]
            by = (wanted[first[0]] // first[1]).bit_length() - 1
            less = self.scalars.words(spot).get(self.atoms.times(rest, -1))
            if less is not None and rest.terms and not by:
                return self._line(form, spot, "v_subrev_nc_u32_e32", RegisterPart(less), RegisterPart(unit))
            mark = self.plan.mark()
            other = None if rest == LinearForm() else self._built(rest, spot, depth + 1)
            if other is not None or rest == LinearForm():
                return self._sum(form, spot, RegisterPart(unit), by, other)
            self.plan.back_to(mark)
        return None

    def _sum(
        self, form: LinearForm, spot: Spot, one: RegisterPart, by: int, other: RegisterPart | str | None
    ) -> RegisterPart:
        if other is None:
            return self._line(form, spot, "v_lshlrev_b32_e32", f"{by}", one)
        if by:
            return self._line(form, spot, "v_lshl_add_u32", one, f"{by}", other)
        return self._line(form, spot, "v_add_nc_u32_e32", other, one)

    def _with_product(self, form: LinearForm, spot: Spot, depth: int) -> RegisterPart | None:
        """The form as a register times a scalar plus a rest."""
        table = self.atoms.table
        tried: set[int] = set()
        for atom, _ in form.terms:
            kind, *factors = table[atom].key
            if kind != "mul" or table[atom].uniform:
                continue
            scalars = [a for a in factors if isinstance(a, int) and table[a].uniform]
            if len(scalars) != 1 or scalars[0] in tried:
                continue
            tried.update(scalars)
            stride = LinearForm(0, ((scalars[0], 1),))
            quotient, rest = divided(self.atoms, form, stride)
            unit = self.scalars.words(spot).get(stride)
            if unit is None or self.atoms.is_uniform(quotient):
                continue
            common = gcd(*(c for _, c in quotient.terms))
            by = (common & -common).bit_length() - 1
            smaller = LinearForm(0, tuple((a, c >> by) for a, c in quotient.terms))
            mark = self.plan.mark()
            row = self._built(smaller, spot, depth + 1) or (None if depth else self._above(smaller, spot))
            other = self._built(rest, spot, depth + 1) if rest != LinearForm() else None
            if isinstance(row, RegisterPart) and (other is not None or rest == LinearForm()):
                product = self.atoms.mul(smaller, stride)
                made = self._line(product, spot, "v_mul_lo_u32", row, RegisterPart(unit))
                return made if product == form else self._sum(form, spot, made, by, other)
            self.plan.back_to(mark)
        return None

    def _line(self, form: LinearForm, spot: Spot, name: str, *operands: RegisterPart | str) -> RegisterPart:
        made = self.plan.new(0, spot, form)
        made.uses.append(spot)
        self.plan.add(spot, lambda: f"{name} {RegisterPart(made)}, {', '.join(map(str, operands))}")
        return RegisterPart(made)

    # -- one instruction

    def _add(self, spot: Spot, text: str, made: Fresh) -> None:
        self.plan.add(spot, lambda: text.replace("%", str(RegisterPart(made))))

    def _held(self, form: LinearForm, uses: Sequence[Spot]) -> RegisterPart | None:
        units: set[int] | None = None
        for use in uses:
            here = {u for u, value in self._values(use) if value == form}
            units = here if units is None else units & here
        return RegisterPart(min(units)) if units else None

    def _values(self, spot: Spot) -> list[tuple[int, LinearForm]]:
        """The VGPRs whose forms hold in all lanes that are active there."""
        if spot not in self._known:
            self._known[spot] = list(self._holding(spot))
        return self._known[spot]

    def _holding(self, spot: Spot) -> Iterator[tuple[int, LinearForm]]:
        state = self.places.state(spot)
        versions = self.places.affine.masks.versions
        here = self.places.exec_at(spot)
        for unit, value in state.values.items():
            written = state.lanes.get(unit, ALL)
            if unit < NUM_VGPRS and isinstance(value, LinearForm) and (written == ALL or versions.leq(here, written)):
                yield unit, value
        if 0 not in state.values:
            yield 0, self.places.affine.initial(0)

    def _spots(self, form: LinearForm, use: Spot) -> Iterator[Spot]:
        """The spots to try: outside loops first, then at the use, then any spot above it."""
        for loop in self.places.around(use.block):
            before = [p for p in self.places.cfg.blocks[loop.header].preds if p not in loop.blocks]
            if len(before) == 1 and not self.places.varies_in(form, loop):
                spots = self.places.above(self.places.end_of(before[0]), loop.blocks)
                yield from (s for s in spots if self.places.within(use, s))
        yield from (s for s in self.places.above(use) if self.places.within(use, s))

    def _text(self, form: LinearForm, parts: Sequence[LanePart], spot: Spot) -> str | None:
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
            if rest == LinearForm():
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
        self,
        form: LinearForm,
        parts: Sequence[LanePart],
        values: list[tuple[int, LinearForm]],
        by_form: dict[LinearForm, int],
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

    def _factor(self, form: LinearForm, value: LinearForm) -> int | None:
        """The power of two by which the varying terms of ``value`` are multiplied to give those of ``form``."""
        table = self.atoms.table
        mine = [(a, c) for a, c in form.terms if not table[a].uniform]
        theirs = [(a, c) for a, c in value.terms if not table[a].uniform]
        if not theirs or [a for a, _ in mine] != [a for a, _ in theirs] or mine[0][1] % theirs[0][1]:
            return None
        factor = mine[0][1] // theirs[0][1]
        fits = all(c * factor == d for (_, c), (_, d) in zip(theirs, mine, strict=True))
        return factor if fits and factor and not factor & (factor - 1) else None
