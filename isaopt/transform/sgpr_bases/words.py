"""Uniform 32-bit values in SGPRs: existing ones, or computed by few SALU instructions."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from isaopt.analysis.integers.forms import MASK32, LinearForm
from isaopt.isa.registers import NUM_SGPRS, NUM_TTMPS, SGPR_BASE, TTMP_BASE
from isaopt.isa.tables import spelling
from isaopt.transform.sgpr_bases.plan import InsertionPlaces, InsertionPlan, RegisterPart, Spot

MOST_DEPTH = 8


def leaves_less(terms: Mapping[int, int], have: LinearForm) -> bool:
    """Whether a form with these terms has fewer of them when another form is taken away."""
    return sum((terms.get(atom) == factor) - (atom not in terms) for atom, factor in have.terms) > 0


class Words:
    """Makes uniform 32-bit values available; methods that plan code return whether they found a way."""

    def __init__(self, places: InsertionPlaces, plan: InsertionPlan, named: set[int], arch: str) -> None:
        self.places, self.plan, self.arch = places, plan, arch
        self.atoms = places.affine.atoms
        self.units = [u for u in range(SGPR_BASE, SGPR_BASE + NUM_SGPRS) if u in named]
        #: gfx12 has the workgroup's ids in trap temporaries (LLVM AMDGPUUsage, "Initial Kernel Execution State").
        self.launch = [u for u in range(TTMP_BASE, TTMP_BASE + NUM_TTMPS) if u in named]
        self._words: dict[Spot, dict[LinearForm, int]] = {}

    def words(self, spot: Spot) -> dict[LinearForm, int]:
        if spot not in self._words:
            self.places.state(spot)
            values = [(u, self.places.affine.read(u)) for u in (*self.launch, *reversed(self.units))]
            self._words[spot] = {v: u for u, v in values if isinstance(v, LinearForm)}
        return self._words[spot]

    def word(self, form: LinearForm, to: RegisterPart, at: Spot, depth: int = 0) -> bool:
        """Plans code that puts a 32-bit form into a register."""
        words = self.words(at)
        if not form.terms:
            self.plan.add(at, lambda: f"s_mov_b32 {to}, {form.constant:#x}")
            return True
        if form in words:
            unit = words[form]
            self.plan.add(at, lambda: f"s_mov_b32 {to}, {RegisterPart(unit)}")
            return True
        for have, unit in words.items():
            factor = self._ratio(form, have)
            if factor is not None:
                self._times(to, RegisterPart(unit), factor, at)
                return True
        if depth > MOST_DEPTH:
            return False
        wanted = dict(form.terms)
        smaller = [(self.atoms.sub(form, have), unit) for have, unit in words.items() if leaves_less(wanted, have)]
        add = spelling(self.arch, "s_add_i32")
        for rest, unit in sorted(smaller, key=lambda x: (len(x[0].terms), x[1])):
            if not rest.terms:
                self.plan.add(at, partial("{} {}, {}, {:#x}".format, add, to, RegisterPart(unit), rest.constant))
                return True
            if self.word(rest, to, at, depth + 1):
                self.plan.add(at, partial("{0} {1}, {1}, {2}".format, add, to, RegisterPart(unit)))
                return True
        return self._product(form, to, at)

    def _product(self, form: LinearForm, to: RegisterPart, at: Spot) -> bool:
        """A product of two registers, times a constant."""
        if len(form.terms) != 1 or form.constant:
            return False
        atom, factor = form.terms[0]
        key = self.atoms.table[atom].key
        if key[0] != "mul":
            return False
        units = [self.words(at).get(LinearForm(0, ((a, 1),))) for a in key[1:] if isinstance(a, int)]
        if len(units) != 2 or None in units:
            return False
        one, two = (RegisterPart(u) for u in units if u is not None)
        self.plan.add(at, lambda: f"s_mul_i32 {to}, {one}, {two}")
        if factor != 1:
            self._times(to, to, factor, at)
        return True

    def _ratio(self, form: LinearForm, have: LinearForm) -> int | None:
        """The small factor by which ``have`` gives ``form``; None if there is none."""
        if not have.terms or not form.terms or form.terms[0][1] % have.terms[0][1]:
            return None
        factor = form.terms[0][1] // have.terms[0][1]
        if len(have.terms) < len(form.terms) or (have.constant * factor - form.constant) & MASK32:
            return None
        return factor if self.atoms.times(have, factor) == form else None

    def _times(self, to: RegisterPart, source: RegisterPart, factor: int, at: Spot) -> None:
        if factor & (factor - 1):
            self.plan.add(at, lambda: f"s_mul_i32 {to}, {source}, {factor:#x}")
        else:
            self.plan.add(at, lambda: f"s_lshl_b32 {to}, {source}, {factor.bit_length() - 1}")
