"""Affine forms of integers: the value of a register as a sum of products of named unknowns.

A :class:`LinearForm` is a sum modulo 2^32 or 2^64 of a constant and of unknowns (*atoms*) with coefficients. Equal
forms made by one :class:`Atoms` stand for equal numbers. A 64-bit form is a sum of widened 32-bit forms, of register
pairs, and of products of them. Every function is an identity of two's complement arithmetic; anything that is not a sum
becomes an atom of its own.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from isaopt.analysis.integers.atoms import MASK32, Atom, Carry, High, Key, Known, LinearForm, Slice, Value
from isaopt.analysis.integers.products import MASK64, joined, product

#: A sum or product with more terms than this is kept as one atom.
_MOST_TERMS = 16

__all__ = ["MASK32", "MASK64", "Atom", "Atoms", "Carry", "High", "Key", "LinearForm", "Slice", "Value"]


@dataclass(slots=True, eq=False)
class Atoms(Known):
    """The atoms of one kernel, with the forms that arithmetic builds from them."""

    # -- sums and products

    def sum(self, bits: int, parts: Iterable[tuple[LinearForm, int]], constant: int = 0) -> LinearForm:
        """``constant`` + the sum of form x factor, modulo 2^bits."""
        mask = MASK32 if bits == 32 else MASK64
        total: dict[int, int] = {}
        for form, factor in parts:
            constant += form.constant * factor
            for atom, coefficient in form.terms:
                total[atom] = (total.get(atom, 0) + coefficient * factor) & mask
        terms = tuple(sorted((a, c) for a, c in total.items() if c))
        if len(terms) > _MOST_TERMS:
            whole = LinearForm(constant & mask, terms)
            if bits == 32:
                return self.operation("sum", (whole,))
            low, high = self.low(whole), self.operation("high", (whole,))
            return self.single(("pair", low, high), self.is_uniform(whole), MASK64, self.sources(whole))
        return LinearForm(constant & mask, terms)

    def add(self, a: LinearForm, b: LinearForm) -> LinearForm:
        return self.sum(32, ((a, 1), (b, 1)))

    def sub(self, a: LinearForm, b: LinearForm) -> LinearForm:
        return self.sum(32, ((a, 1), (b, -1)))

    def times(self, a: LinearForm, factor: int) -> LinearForm:
        return self.sum(32, ((a, factor),))

    def mul(self, a: LinearForm, b: LinearForm) -> LinearForm:
        """The product modulo 2^32, of sums as the sum of products."""
        for x, y in ((a, b), (b, a)):
            if not x.terms:
                return self.times(y, x.constant)
        if (len(a.terms) + 1) * (len(b.terms) + 1) > _MOST_TERMS:
            return self.operation("mul_lo", (a, b) if a.terms <= b.terms else (b, a))
        parts = [(b, a.constant)]
        for one, c in a.terms:
            parts.append((LinearForm(0, ((one, 1),)), c * b.constant))
            for two, d in b.terms:
                parts.append((self._product(min(one, two), max(one, two)), c * d))
        return self.sum(32, parts)

    def _product(self, x: int, y: int) -> LinearForm:
        one, two = self.table[x], self.table[y]
        upper = min(MASK32, one.upper * two.upper)
        return self.single(("mul", x, y), one.uniform and two.uniform, upper, one.sources | two.sources)

    def operation(self, name: str, forms: tuple[LinearForm, ...], upper: int = MASK32) -> LinearForm:
        """What a pure operation gives for these values, as an atom."""
        found = self.known((name, *forms))
        if found is not None:
            return found
        sources = frozenset[Key]().union(*(self.sources(f) for f in forms))
        return self.single((name, *forms), all(self.is_uniform(f) for f in forms), upper, sources)

    # -- halves

    def low(self, form: LinearForm) -> LinearForm:
        """The lower 32 bits of a 64-bit form."""
        parts = []
        for atom, coefficient in form.terms:
            inner = self.table[atom].key[1]
            assert isinstance(inner, LinearForm)
            parts.append((inner, coefficient))
        return self.sum(32, parts, form.constant)

    def word(self, value: Value) -> LinearForm:
        """A register value as a form: halves and carries as atoms."""
        if isinstance(value, High):
            return self.operation("high", (value.of,))
        if isinstance(value, Carry):
            return self.operation("carry" if value.sign > 0 else "borrow", (value.a, value.b), 1)
        return value

    def wide(self, low: Value, high: Value) -> LinearForm:
        """The 64-bit number of two register values."""
        if isinstance(high, High) and isinstance(low, LinearForm):
            base = self.low(high.of)
            rest = self.sub(low, base)
            if rest == LinearForm():
                return high.of
            if not self.bits(rest) & self.bits(base):  # so nothing is carried into the upper half
                return self.sum(64, ((high.of, 1), (self.widened("zext", rest), 1)))
        made_as_half = isinstance(high, High)
        low, high = self.word(low), self.word(high)
        if not made_as_half and high.terms and (found := joined(self, low, high)) is not None:
            return found
        if not low.terms and not high.terms:
            return LinearForm(high.constant << 32 | low.constant)
        if high == LinearForm():
            return self.widened("zext", low)
        if high == self.sign(low):
            return self.widened("sext", low)
        uniform = self.is_uniform(low) and self.is_uniform(high)
        return self.single(("pair", low, high), uniform, MASK64, self.sources(low) | self.sources(high))

    def sign(self, form: LinearForm) -> LinearForm:
        """The form shifted right by 31 with its sign."""
        if not form.terms:
            return LinearForm(MASK32 if form.constant >> 31 else 0)
        if self.upper(form) < 1 << 31:
            return LinearForm()
        return self.operation("sign", (form,))

    def widened(self, kind: str, form: LinearForm) -> LinearForm:
        """``zext`` or ``sext`` of a 32-bit form."""
        if not form.terms:
            constant = form.constant
            return LinearForm(constant | MASK64 & ~MASK32 if kind == "sext" and constant >> 31 else constant)
        if kind == "sext" and self.upper(form) < 1 << 31:
            kind = "zext"
        return self.single((kind, form), self.is_uniform(form), MASK32, self.sources(form))

    def half(self, form: LinearForm, upper: bool) -> Value:
        if not upper:
            return self.low(form)
        if not form.terms:
            return LinearForm(form.constant >> 32)
        match self.key(form):
            case ("zext", _):
                return LinearForm()
            case ("sext", LinearForm() as inner):
                return self.sign(inner)
            case ("pair", _, LinearForm() as high):
                return high
        return High(form)

    def scaled64(self, form: LinearForm, factor: int) -> LinearForm:
        return self.sum(64, ((form, factor),))

    def shifted_down(self, form: LinearForm, by: int, signed: bool) -> LinearForm | None:
        """A 64-bit form whose lower half is 0, shifted right by at most 32: its upper half, widened, times a power of
        two.  None of another form."""
        if form.constant & MASK32 or not 0 <= by <= 32:
            return None
        parts = []
        for atom, coefficient in form.terms:
            kind, *halves = self.table[atom].key
            if not coefficient & MASK32:
                parts.append((self.low(LinearForm(0, ((atom, 1),))), coefficient >> 32))
            elif kind == "pair" and halves[0] == LinearForm() and isinstance(halves[1], LinearForm):
                parts.append((halves[1], coefficient))
            else:
                return None
        upper = self.sum(32, parts, form.constant >> 32)
        return self.scaled64(self.widened("sext" if signed else "zext", upper), 1 << (32 - by))

    def product64(self, a: LinearForm, b: LinearForm, signed: bool) -> LinearForm:
        """The 64-bit product of two 32-bit forms."""
        kind = "sext" if signed else "zext"
        return product(self, self.widened(kind, a), self.widened(kind, b))
