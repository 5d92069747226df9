"""Affine forms of integers: what a register holds, as a sum of products of named unknowns.

A :class:`Form` is a sum modulo 2^32 or 2^64 of a constant and of unknowns (*atoms*) with coefficients.  Equal forms
made by one :class:`Atoms` stand for equal numbers.  A 64-bit form is a sum of widened 32-bit forms and of register
pairs.  Every function is an identity of two's complement arithmetic; what is no sum becomes an atom of its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import reduce
from operator import and_, or_

MASK32 = 0xFFFFFFFF
MASK64 = 0xFFFFFFFFFFFFFFFF
#: A sum or product with more terms than this is kept as one atom.
_MOST_TERMS = 16


@dataclass(frozen=True, slots=True)
class Form:
    """``constant`` + the sum of coefficient x atom; the terms are in the order of their atoms, without zeros."""

    constant: int = 0
    terms: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class High:
    """The upper half of a 64-bit form, as a register value."""

    of: Form


Value = Form | High
Key = tuple[object, ...]


@dataclass(frozen=True, slots=True)
class Atom:
    """An unknown.  ``key`` says what it is: its first entry is the kind.  ``uniform``: one value for all lanes of a
    wave.  ``upper``: a bound as an unsigned number.  ``sources``: the definitions that it hangs on, which mean
    something else each time they run."""

    key: Key
    uniform: bool
    upper: int
    sources: frozenset[Key]


@dataclass(frozen=True, slots=True)
class Slice:
    """``count`` bits of a word from bit ``first`` on, which hold a number of at most ``most``; ``what`` it is for the
    launch (``item``, ``group``, ``size``), and in which dimension."""

    first: int
    count: int
    most: int
    what: str = ""
    axis: int = 0


@dataclass(slots=True)
class Atoms:
    """The atoms of one kernel; equal ones have equal numbers.  ``slices``: what is known of bits of an atom."""

    table: list[Atom] = field(default_factory=list)
    slices: dict[int, tuple[Slice, ...]] = field(default_factory=dict)
    _ids: dict[Key, int] = field(default_factory=dict)
    _sources: dict[Form, frozenset[Key]] = field(default_factory=dict)
    _bits: dict[int, int] = field(default_factory=dict)

    def atom(self, key: Key, uniform: bool, upper: int = MASK32, sources: frozenset[Key] = frozenset()) -> int:
        found = self._ids.get(key)
        if found is None:
            found = self._ids[key] = len(self.table)
            self.table.append(Atom(key, uniform, upper, sources))
        return found

    def single(self, key: Key, uniform: bool, upper: int = MASK32, sources: frozenset[Key] = frozenset()) -> Form:
        return Form(0, ((self.atom(key, uniform, upper, sources), 1),))

    # -- what is known of a form

    def sources(self, value: Value) -> frozenset[Key]:
        form = value.of if isinstance(value, High) else value
        found = self._sources.get(form)
        if found is None:
            found = self._sources[form] = frozenset[Key]().union(*(self.table[a].sources for a, _ in form.terms))
        return found

    def is_uniform(self, value: Value) -> bool:
        form = value.of if isinstance(value, High) else value
        return all(self.table[a].uniform for a, _ in form.terms)

    def upper(self, form: Form) -> int:
        """A bound of a 32-bit form as an unsigned number."""
        plain = form.constant + sum(c * self.table[a].upper for a, c in form.terms)
        if plain <= MASK32:
            return plain
        low, high = self.span(form)
        return high if low >= 0 and high <= MASK32 else MASK32

    def span(self, form: Form) -> tuple[int, int]:
        """The least and the greatest value of a 32-bit form before it is taken modulo 2^32, the constant and the
        coefficients being numbers with a sign."""
        low = high = form.constant - (form.constant >> 31 << 32)
        for atom, coefficient in form.terms:
            reach = (coefficient - (coefficient >> 31 << 32)) * self.table[atom].upper
            low, high = low + min(reach, 0), high + max(reach, 0)
        return low, high

    def sliced(self, form: Form, first: int, count: int) -> int:
        """A bound of ``count`` bits of a 32-bit form from bit ``first`` on."""
        found = (1 << count) - 1
        if form.constant or len(form.terms) != 1 or form.terms[0][1] != 1:
            return found
        (atom, _), *_ = form.terms
        name, *operands = self.table[atom].key
        if name == "lshr_b32" and isinstance(inner := operands[0], Form) and isinstance(by := operands[1], Form):
            by_bits = by.constant & 31
            if not by.terms and first + by_bits + count <= 32:
                return self.sliced(inner, first + by_bits, count)
        for known in self.slices.get(atom, ()):
            if known.first <= first and first + count <= known.first + known.count:
                found = min(found, known.most >> (first - known.first))
        return found

    def slice_of(self, atom: int) -> Slice | None:
        """The slice that an atom is all of, and nothing else."""
        first, count = 0, 32
        kind, *operands = self.table[atom].key
        while kind in ("and_b32", "lshr_b32", "bfe_u32"):
            forms = [f for f in operands if isinstance(f, Form)]
            numbers = [f.constant for f in forms if not f.terms]
            words = [f for f in forms if f.terms]
            if len(words) != 1 or len(forms) != len(numbers) + 1 or words[0].constant or len(words[0].terms) != 1:
                return None
            (atom, coefficient), *_ = words[0].terms
            if coefficient != 1 or first:
                return None
            if kind == "and_b32":
                if numbers[0] & (numbers[0] + 1):
                    return None
                count = min(count, numbers[0].bit_length())
            elif forms[0].terms:
                first, width = numbers[0] & 31, numbers[1] & 31 if kind == "bfe_u32" else 32
                count = min(count, width, 32 - first)
            else:
                return None
            kind, *operands = self.table[atom].key
        return next((s for s in self.slices.get(atom, ()) if (s.first, s.count) == (first, count)), None)

    def trailing_zeros(self, form: Form) -> int:
        """How many low bits of a 32-bit form are surely zero."""
        found = 32
        for value, extra in [(form.constant, 0)] + [(c, self._zeros(a)) for a, c in form.terms]:
            if value:
                found = min(found, (value & -value).bit_length() - 1 + extra)
        return found

    def _zeros(self, atom: int) -> int:
        bits = self._bits_of(atom)
        return (bits & -bits).bit_length() - 1 if bits else 32

    def bits(self, form: Form) -> int:
        """The bits that a 32-bit form may have set."""
        masks = [form.constant]
        for atom, factor in form.terms:
            if factor & (factor - 1):
                break
            masks.append(self._bits_of(atom) * factor & MASK32)
        else:
            if sum(masks) == reduce(or_, masks):
                return sum(masks)  # no bit meets another, so nothing is carried
        return (1 << self.upper(form).bit_length()) - 1 & ~((1 << self.trailing_zeros(form)) - 1)

    def _bits_of(self, atom: int) -> int:
        found = self._bits.get(atom)
        if found is None:
            found = self._bits[atom] = self._work_out_bits(atom)
        return found

    def _work_out_bits(self, atom: int) -> int:
        name, *operands = self.table[atom].key
        bits = [self.bits(f) for f in operands if isinstance(f, Form)]
        below = (1 << self.table[atom].upper.bit_length()) - 1
        if name == "and_b32":
            return reduce(and_, bits) & below
        if name in ("or_b32", "xor_b32", "or3_b32"):
            return reduce(or_, bits) & below
        if name == "lshr_b32" and isinstance(by := operands[1], Form) and not by.terms:
            return bits[0] >> (by.constant & 31)
        return below

    def torn(self, form: Form) -> int:
        """How many terms of a 64-bit form are pairs of halves that stem from different numbers."""
        return sum(self._is_torn(a) for a, _ in form.terms)

    def _is_torn(self, atom: int) -> bool:
        kind, *halves = self.table[atom].key
        if kind != "pair":
            return False
        keys = []
        for half in halves:
            if not isinstance(half, Form) or half.constant or len(half.terms) != 1 or half.terms[0][1] != 1:
                return True
            keys.append(self.table[half.terms[0][0]].key)
        (kind, at, *_), (other, at_high, *_) = keys
        step = {"argument": 4, "start": 1}.get(str(kind), 0)
        return kind != other or not isinstance(at, int) or at + step != at_high

    # -- sums and products

    def sum(self, bits: int, parts: Iterable[tuple[Form, int]], constant: int = 0) -> Form:
        """``constant`` + the sum of form x factor, modulo 2^bits."""
        mask = MASK32 if bits == 32 else MASK64
        total: dict[int, int] = {}
        for form, factor in parts:
            constant += form.constant * factor
            for atom, coefficient in form.terms:
                total[atom] = (total.get(atom, 0) + coefficient * factor) & mask
        terms = tuple(sorted((a, c) for a, c in total.items() if c))
        if len(terms) > _MOST_TERMS:
            whole = Form(constant & mask, terms)
            if bits == 32:
                return self.operation("sum", (whole,))
            low, high = self.low(whole), self.operation("high", (whole,))
            return self.single(("pair", low, high), self.is_uniform(whole), MASK64, self.sources(whole))
        return Form(constant & mask, terms)

    def add(self, a: Form, b: Form) -> Form:
        return self.sum(32, ((a, 1), (b, 1)))

    def sub(self, a: Form, b: Form) -> Form:
        return self.sum(32, ((a, 1), (b, -1)))

    def times(self, a: Form, factor: int) -> Form:
        return self.sum(32, ((a, factor),))

    def mul(self, a: Form, b: Form) -> Form:
        """The product modulo 2^32, of sums as the sum of products."""
        for x, y in ((a, b), (b, a)):
            if not x.terms:
                return self.times(y, x.constant)
        if (len(a.terms) + 1) * (len(b.terms) + 1) > _MOST_TERMS:
            return self.operation("mul_lo", (a, b) if a.terms <= b.terms else (b, a))
        parts = [(b, a.constant)]
        for one, c in a.terms:
            parts.append((Form(0, ((one, 1),)), c * b.constant))
            for two, d in b.terms:
                parts.append((self._product(min(one, two), max(one, two)), c * d))
        return self.sum(32, parts)

    def _product(self, x: int, y: int) -> Form:
        one, two = self.table[x], self.table[y]
        upper = min(MASK32, one.upper * two.upper)
        return self.single(("mul", x, y), one.uniform and two.uniform, upper, one.sources | two.sources)

    def operation(self, name: str, forms: tuple[Form, ...], upper: int = MASK32) -> Form:
        """What a pure operation gives for these values, as an atom."""
        sources = frozenset[Key]().union(*(self.sources(f) for f in forms))
        return self.single((name, *forms), all(self.is_uniform(f) for f in forms), upper, sources)

    # -- halves

    def low(self, form: Form) -> Form:
        """The lower 32 bits of a 64-bit form."""
        parts = []
        for atom, coefficient in form.terms:
            inner = self.table[atom].key[1]
            assert isinstance(inner, Form)
            parts.append((inner, coefficient))
        return self.sum(32, parts, form.constant)

    def wide(self, low: Value, high: Value) -> Form:
        """The 64-bit number of two register values."""
        if isinstance(high, High) and isinstance(low, Form):
            base = self.low(high.of)
            rest = self.sub(low, base)
            if rest == Form():
                return high.of
            if not self.bits(rest) & self.bits(base):  # so nothing is carried into the upper half
                return self.sum(64, ((high.of, 1), (self.widened("zext", rest), 1)))
        if isinstance(low, High):
            low = self.operation("high", (low.of,))
        if isinstance(high, High):
            high = self.operation("high", (high.of,))
        if not low.terms and not high.terms:
            return Form(high.constant << 32 | low.constant)
        if high == Form():
            return self.widened("zext", low)
        if high == self.sign(low):
            return self.widened("sext", low)
        uniform = self.is_uniform(low) and self.is_uniform(high)
        return self.single(("pair", low, high), uniform, MASK64, self.sources(low) | self.sources(high))

    def sign(self, form: Form) -> Form:
        """The form shifted right by 31 with its sign."""
        if not form.terms:
            return Form(MASK32 if form.constant >> 31 else 0)
        if self.upper(form) < 1 << 31:
            return Form()
        return self.operation("sign", (form,))

    def widened(self, kind: str, form: Form) -> Form:
        """``zext`` or ``sext`` of a 32-bit form."""
        if not form.terms:
            constant = form.constant
            return Form(constant | MASK64 & ~MASK32 if kind == "sext" and constant >> 31 else constant)
        if kind == "sext" and self.upper(form) < 1 << 31:
            kind = "zext"
        return self.single((kind, form), self.is_uniform(form), MASK32, self.sources(form))

    def half(self, form: Form, upper: bool) -> Value:
        if not upper:
            return self.low(form)
        if not form.terms:
            return Form(form.constant >> 32)
        if form.constant == 0 and len(form.terms) == 1 and form.terms[0][1] == 1:
            kind, inner, *rest = self.table[form.terms[0][0]].key
            assert isinstance(inner, Form)
            if kind == "zext":
                return Form()
            if kind == "sext":
                return self.sign(inner)
            if kind == "pair":
                assert isinstance(rest[0], Form)
                return rest[0]
        return High(form)

    def scaled64(self, form: Form, factor: int) -> Form:
        return self.sum(64, ((form, factor),))

    def shifted_down(self, form: Form, by: int, signed: bool) -> Form | None:
        """A 64-bit form whose lower half is 0, shifted right by at most 32: its upper half, widened, times a power of
        two.  None of another form."""
        if form.constant & MASK32 or not 0 <= by <= 32:
            return None
        parts = []
        for atom, coefficient in form.terms:
            kind, *halves = self.table[atom].key
            if not coefficient & MASK32:
                parts.append((self.low(Form(0, ((atom, 1),))), coefficient >> 32))
            elif kind == "pair" and halves[0] == Form() and isinstance(halves[1], Form):
                parts.append((halves[1], coefficient))
            else:
                return None
        upper = self.sum(32, parts, form.constant >> 32)
        return self.scaled64(self.widened("sext" if signed else "zext", upper), 1 << (32 - by))

    def product64(self, a: Form, b: Form, signed: bool) -> Form:
        """The 64-bit product of two 32-bit forms."""
        kind = "sext" if signed else "zext"
        for x, y in ((a, b), (b, a)):
            if not x.terms:
                factor = x.constant - (1 << 32) if signed and x.constant >> 31 else x.constant
                return self.scaled64(self.widened(kind, y), factor)
        low = self.mul(a, b)
        if self.upper(a) * self.upper(b) <= MASK32 and (not signed or max(self.upper(a), self.upper(b)) < 1 << 31):
            return self.widened("zext", low)
        high = self.operation(f"mul_hi_{kind}", (a, b) if a.terms <= b.terms else (b, a))
        return self.wide(low, high)


Registers = Mapping[int, Value]
