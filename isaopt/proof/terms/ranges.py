"""Bounds on 32-bit terms: upper limits, and the bits that may be set."""

from __future__ import annotations

from functools import reduce
from operator import or_

from isaopt.proof.semantics.launch import RegisterField
from isaopt.proof.terms.terms import Terms

MASK32 = 0xFFFFFFFF


class Ranges:
    """Computes bounds of terms, each once."""

    def __init__(self, terms: Terms) -> None:
        self.terms = terms
        #: Fields of registers with known bounds at kernel entry, by their terms.
        self.fields: dict[int, tuple[RegisterField, ...]] = {}
        #: 32-bit sums with their products of sums expanded.
        self.multiplied_out: dict[int, int] = {}
        self._upper: dict[int, int] = {}
        self._bits: dict[int, int] = {}
        self._halves: dict[tuple[int, bool], int] = {}
        self._lower_halves: dict[tuple[int, int], int] = {}

    def parts(self, term: int, op: str) -> tuple[int, tuple[tuple[int, int], ...]]:
        """A term as the sum of a constant and of (term, factor) pairs; ``op`` is ``lin32`` or ``lin64``."""
        t = self.terms
        own = t.op[term]
        if own == op:
            payload = t.payload[term]
            assert isinstance(payload, tuple)
            return payload[0], tuple(zip(t.args[term], payload[1], strict=True))
        value = t.const_value(term) if own.startswith("const") else None
        return (0, ((term, 1),)) if value is None else (value, ())

    def upper(self, term: int) -> int:
        """An upper bound of a 32-bit term as an unsigned number."""
        found = self._upper.get(term)
        if found is None:
            found = self._upper[term] = min(MASK32, self._work_out_upper(term))
        return found

    def _work_out_upper(self, term: int) -> int:
        t = self.terms
        op, args = t.op[term], t.args[term]
        if op == "const":
            return t.const_value(term) or 0
        if term in self.fields:
            return self._bound(term, 0, 32)
        if op == "lin32":
            constant, parts = self.parts(term, op)
            return constant + sum(f * self.upper(a) for a, f in parts)
        if op in ("or", "xor"):
            return (1 << max(self.upper(a).bit_length() for a in args)) - 1
        if op == "and":
            return min(self.upper(a) for a in args) if len(args) != 2 else self._masked(*args)
        if op == "lshr":
            by = t.const_value(args[1])
            if by is None:
                return self.upper(args[0])
            return min(self.upper(args[0]) >> by, self._bound(args[0], by, 32 - by))
        if op in ("lo16", "hi16", "load16"):
            return 0xFFFF
        if op == "load8":
            return 0xFF
        if op == "ite":
            return max(self.upper(args[1]), self.upper(args[2]))
        if op == "bfe_u32":
            width = t.const_value(args[2])
            return (1 << (width & 31)) - 1 if width is not None else MASK32
        if op in ("mbcnt_lo", "mbcnt_hi"):
            return 32 + self.upper(args[-1])
        if op == "mul":
            return self.upper(args[0]) * self.upper(args[1])
        if op == "mul_u24":
            return min(self.upper(args[0]), 0xFFFFFF) * min(self.upper(args[1]), 0xFFFFFF)
        return MASK32

    def _bound(self, term: int, first: int, count: int) -> int:
        """An upper bound of ``count`` bits of a term from bit ``first`` on, from the register fields in it."""
        found = (1 << count) - 1
        for field in self.fields.get(term, ()):
            bound = field.bound(first, count)
            found = min(found, bound) if bound is not None else found
        return found

    def _masked(self, a: int, b: int) -> int:
        """An upper bound of ``a & b``."""
        found = min(self.upper(a), self.upper(b))
        for word, other in ((a, b), (b, a)):
            mask = self.terms.const_value(other)
            if not mask:
                continue
            low = (mask & -mask).bit_length() - 1
            by = None
            if self.terms.op[word] == "lshr":
                by = self.terms.const_value(self.terms.args[word][1])
                word = self.terms.args[word][0] if by is not None else word
            first = low + (by or 0)
            # The bits of the mask that are below the top of the word.
            count = min(mask.bit_length() - low, 32 - first)
            if count > 0 and (by is not None or word in self.fields):
                found = min(found, self._bound(word, first, count) << low)
        return found

    def named(self, term: int) -> tuple[str, int] | None:
        """The launch value that a term is, if it is all of a field and nothing else."""
        t = self.terms
        first, count = 0, 32
        if t.op[term] == "and" and len(t.args[term]) == 2:
            word, mask = t.args[term]
            if t.const_value(mask) is None:
                word, mask = mask, word
            value = t.const_value(mask) or 0
            if value & (value + 1):
                return None
            term, count = word, value.bit_length()
        if t.op[term] == "lshr":
            word, amount = t.args[term]
            by = t.const_value(amount)
            if by is None:
                return None
            term, first, count = word, by, min(count, 32 - by)
        for field in self.fields.get(term, ()):
            if (field.first, field.count) == (first, count):
                return field.name
        return None

    def bits(self, term: int) -> int:
        """The bits that a 32-bit term may have set."""
        found = self._bits.get(term)
        if found is None:
            found = self._bits[term] = self._work_out_bits(term)
        return found

    def _work_out_bits(self, term: int) -> int:
        return self._bits_by_form(term) & ((1 << self.upper(term).bit_length()) - 1)

    def _bits_by_form(self, term: int) -> int:
        """The bits that may be set given the structure of a term, ignoring its bounds."""
        t = self.terms
        op, args = t.op[term], t.args[term]
        if op == "const":
            return t.const_value(term) or 0
        low = 0
        if op in ("symbol", "vsymbol"):
            match t.payload[term]:
                case (_, (_, _, int(zeros), *_), *_):
                    return MASK32 & ~((1 << zeros) - 1)
            return MASK32
        if op == "lin32":
            constant, parts = self.parts(term, op)
            if all(f & (f - 1) == 0 for _, f in parts):
                masks = [constant & MASK32, *(self.bits(a) * f & MASK32 for a, f in parts)]
                if sum(masks) == reduce(or_, masks):
                    return sum(masks)  # no two parts share a bit, so nothing is carried
            low = min([*(_trailing(self.bits(a) * f) for a, f in parts), _trailing(constant)])
        if op == "and":
            found = MASK32
            for arg in args:
                found &= self.bits(arg)
            return found
        if op in ("or", "xor"):
            found = 0
            for arg in args:
                found |= self.bits(arg)
            return found
        if op == "lshr":
            by = t.const_value(args[1])
            if by is not None:
                return self.bits(args[0]) >> by
        return MASK32 & ~((1 << low) - 1)


def _trailing(value: int) -> int:
    """Number of low zero bits; 32 for 0."""
    value &= MASK32
    return 32 if value == 0 else (value & -value).bit_length() - 1
