"""The unknowns in affine forms, and facts about forms: ranges, bits, and the lanes in which they differ."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import reduce
from operator import and_, or_

MASK32 = 0xFFFFFFFF


@dataclass(frozen=True, slots=True)
class LinearForm:
    """``constant`` + the sum of coefficient x atom; the terms are in the order of their atoms, without zeros."""

    constant: int = 0
    terms: tuple[tuple[int, int], ...] = ()

    @property
    def atom(self) -> int | None:
        """The atom that is the whole form, or None."""
        return self.terms[0][0] if not self.constant and len(self.terms) == 1 and self.terms[0][1] == 1 else None


@dataclass(frozen=True, slots=True)
class High:
    """The upper half of a 64-bit form, as a register value."""

    of: LinearForm


@dataclass(frozen=True, slots=True)
class Carry:
    """The carry out of the sum ``a`` + ``b`` of 32-bit forms (``sign`` 1), or the borrow of their difference (-1)."""

    a: LinearForm
    b: LinearForm
    sign: int


Value = LinearForm | High | Carry
Key = tuple[object, ...]


def forms_of(value: Value) -> tuple[LinearForm, ...]:
    """The forms that make up a register value."""
    if isinstance(value, LinearForm):
        return (value,)
    return (value.of,) if isinstance(value, High) else (value.a, value.b)


@dataclass(frozen=True, slots=True)
class Atom:
    """An unknown. ``key`` identifies it; its first entry is the kind. ``uniform``: one value for all lanes of a wave.
    ``upper``: an upper bound as an unsigned number. ``sources``: the definitions on which it depends, which may give
    another value each time they run."""

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


@dataclass(slots=True, eq=False)
class Known:
    """The atoms of one kernel and the facts about them; equal atoms have equal numbers. ``slices``: the known bits of
    an atom. ``made``: the results of instructions, by identity, for given values."""

    table: list[Atom] = field(default_factory=list)
    slices: dict[int, tuple[Slice, ...]] = field(default_factory=dict)
    made: dict[tuple[object, ...], tuple[object, Mapping[int, Value]]] = field(default_factory=dict)
    _ids: dict[Key, int] = field(default_factory=dict)
    _sources: dict[Value, frozenset[Key]] = field(default_factory=dict)
    _bits: dict[int, int] = field(default_factory=dict)

    def known(self, key: Key) -> LinearForm | None:
        """The unknown, if it has come up before."""
        found = self._ids.get(key)
        return None if found is None else LinearForm(0, ((found, 1),))

    def atom(self, key: Key, uniform: bool, upper: int = MASK32, sources: frozenset[Key] = frozenset()) -> int:
        found = self._ids.get(key)
        if found is None:
            found = self._ids[key] = len(self.table)
            self.table.append(Atom(key, uniform, upper, sources))
        return found

    def single(self, key: Key, uniform: bool, upper: int = MASK32, sources: frozenset[Key] = frozenset()) -> LinearForm:
        return LinearForm(0, ((self.atom(key, uniform, upper, sources), 1),))

    def key(self, form: object) -> Key:
        """The key of the atom that a form is; an empty kind for anything else."""
        atom = form.atom if isinstance(form, LinearForm) else None
        return ("",) if atom is None else self.table[atom].key

    def sources(self, value: Value) -> frozenset[Key]:
        found = self._sources.get(value)
        if found is None:
            atoms = [self.table[a] for form in forms_of(value) for a, _ in form.terms]
            found = self._sources[value] = frozenset[Key]().union(*(a.sources for a in atoms))
        return found

    def is_uniform(self, value: Value) -> bool:
        return all(self.table[a].uniform for form in forms_of(value) for a, _ in form.terms)

    def upper(self, form: LinearForm) -> int:
        """An upper bound of a 32-bit form as an unsigned number."""
        plain = form.constant + sum(c * self.table[a].upper for a, c in form.terms)
        if plain <= MASK32:
            return plain
        low, high = self.span(form)
        return high if low >= 0 and high <= MASK32 else MASK32

    def span(self, form: LinearForm) -> tuple[int, int]:
        """The least and the greatest value of a 32-bit form before it is taken modulo 2^32, the constant and the
        coefficients being numbers with a sign."""
        low = high = form.constant - (form.constant >> 31 << 32)
        for atom, coefficient in form.terms:
            reach = (coefficient - (coefficient >> 31 << 32)) * self.table[atom].upper
            low, high = low + min(reach, 0), high + max(reach, 0)
        return low, high

    def sliced(self, form: LinearForm, first: int, count: int) -> int:
        """An upper bound of ``count`` bits of a 32-bit form from bit ``first`` on."""
        found = (1 << count) - 1
        for known in () if form.atom is None else self.slices.get(form.atom, ()):
            if known.first <= first and first + count <= known.first + known.count:
                found = min(found, known.most >> (first - known.first))
        return found

    def slice_of(self, atom: int) -> Slice | None:
        """The slice that an atom is all of, and nothing else."""
        kind, *operands = self.table[atom].key
        place: tuple[object, object] = (0, 32)
        if kind == "field" and isinstance(form := operands[0], LinearForm):
            atom, place = -1 if form.atom is None else form.atom, (operands[1], operands[2])
        return next((s for s in self.slices.get(atom, ()) if (s.first, s.count) == place), None)

    def trailing_zeros(self, form: LinearForm) -> int:
        """The number of low bits of a 32-bit form that are certainly zero."""
        found = 32
        for value, extra in [(form.constant, 0)] + [(c, self._zeros(a)) for a, c in form.terms]:
            if value:
                found = min(found, (value & -value).bit_length() - 1 + extra)
        return found

    def _zeros(self, atom: int) -> int:
        bits = self._bits_of(atom)
        return (bits & -bits).bit_length() - 1 if bits else 32

    def bits(self, form: LinearForm) -> int:
        """The bits of a 32-bit form that may be set."""
        masks = [form.constant]
        for atom, factor in form.terms:
            if factor & (factor - 1):
                break
            masks.append(self._bits_of(atom) * factor & MASK32)
        else:
            if sum(masks) == reduce(or_, masks):
                return sum(masks)  # no two bits overlap, so there is no carry
        return (1 << self.upper(form).bit_length()) - 1 & ~((1 << self.trailing_zeros(form)) - 1)

    def _bits_of(self, atom: int) -> int:
        found = self._bits.get(atom)
        if found is None:
            found = self._bits[atom] = self._work_out_bits(atom)
        return found

    def _work_out_bits(self, atom: int) -> int:
        name, *operands = self.table[atom].key
        bits = [self.bits(f) for f in operands if isinstance(f, LinearForm)]
        below = (1 << self.table[atom].upper.bit_length()) - 1
        if name == "and_b32":
            return reduce(and_, bits) & below
        if name in ("or_b32", "xor_b32"):
            return reduce(or_, bits) & below
        if name == "select":
            return bits[1] | bits[2]
        if name == "field" and isinstance(first := operands[1], int):
            return bits[0] >> first & below
        return below

    def torn(self, form: LinearForm) -> int:
        """How many terms of a 64-bit form are pairs of halves that stem from different numbers; one that is surely the
        half of another number counts twice."""
        return sum(self._is_torn(a) + self._is_half(a) for a, _ in form.terms)

    def _is_half(self, atom: int) -> bool:
        """Whether a pair's upper half was made as that of another number."""
        kind, *halves = self.table[atom].key
        if kind != "pair" or not isinstance(upper := halves[1], LinearForm):
            return False
        return any(self.table[a].key[0] == "high" for a, _ in upper.terms)

    def _is_torn(self, atom: int) -> bool:
        kind, *halves = self.table[atom].key
        if kind != "pair":
            return False
        low, high = map(self.key, halves)
        step = {"argument": 4, "start": 1}.get(str(low[0]), 0)
        return len(low) < 2 or low[0] != high[0] or (low[1] + step if isinstance(low[1], int) else low[1]) != high[1]
