"""What forms are as numbers, worked out apart from the code that makes them."""

from __future__ import annotations

from collections.abc import Callable

from isaopt.analysis.integers.forms import MASK32, MASK64, Atoms, Carry, High, LinearForm, Value


def signed(value: int) -> int:
    return value - (value >> 31 << 32)


def _field(value: int, first: int, count: int) -> int:
    return value >> (first & 31) & ((1 << count) - 1)


def _signed_field(value: int, first: int, count: int) -> int:
    found, width = signed(value) >> (first & 31), count & 31
    return (found & ((1 << width) - 1)) - ((found >> width - 1 & 1) << width) if width else 0


_OPERATIONS: dict[str, Callable[..., int]] = {
    "and_b32": lambda a, b: a & b,
    "or_b32": lambda a, b: a | b,
    "xor_b32": lambda a, b: a ^ b,
    "lshl_b32": lambda a, b: a << (b & 31),
    "lshr_b32": lambda a, b: a >> (b & 31),
    "ashr_i32": lambda a, b: signed(a) >> (b & 31),
    "min_u32": min,
    "max_u32": max,
    "min_i32": lambda a, b: min(signed(a), signed(b)),
    "max_i32": lambda a, b: max(signed(a), signed(b)),
    "bfe_u32": lambda a, first, count: _field(a, first, count & 31),
    "bfe_i32": _signed_field,
    "mul_lo": lambda a, b: a * b,
    "sum": lambda a: a,
    "sign": lambda a: -(a >> 31),
    "nonzero": lambda *words: int(any(words)),
    "select": lambda condition, yes, no: yes if condition else no,
    "lt_i32": lambda a, b: int(signed(a) < signed(b)),
    "lt_u32": lambda a, b: int(a < b),
    "carry": lambda a, b: a + b >> 32,
    "borrow": lambda a, b: int(a < b),
}


class Unknown(Exception):
    """A form with an unknown that is no number yet."""


class Numbers:
    """What forms of one table are, if some atoms are these numbers."""

    def __init__(self, atoms: Atoms) -> None:
        self.atoms = atoms
        self.known: dict[int, int] = {}

    def of(self, form: LinearForm, bits: int) -> int:
        return (form.constant + sum(c * self.atom(a) for a, c in form.terms)) % (1 << bits)

    def value(self, value: Value) -> int:
        """What a register has that holds this."""
        if isinstance(value, High):
            return self.of(value.of, 64) >> 32
        if isinstance(value, Carry):
            a, b = self.of(value.a, 32), self.of(value.b, 32)
            return a + b >> 32 if value.sign > 0 else int(a < b)
        return self.of(value, 32)

    def atom(self, number: int) -> int:
        if number not in self.known:
            kind, *inner = self.atoms.table[number].key
            forms = [x for x in inner if isinstance(x, LinearForm)]
            if kind in ("mul", "product"):
                found = 1
                for x in inner:
                    found *= self.atom(x) if isinstance(x, int) else 1
                found &= MASK32 if kind == "mul" else MASK64
            elif kind in ("high", "product_high"):
                whole = 1
                for form in forms:
                    whole *= self.of(form, 64)
                found = whole >> 32 & MASK32
            elif kind == "pair":
                found = self.of(forms[1], 32) << 32 | self.of(forms[0], 32)
            elif kind == "field":
                found = _field(self.of(forms[0], 32), *(x for x in inner if isinstance(x, int)))
            elif kind in ("zext", "sext"):
                found = self.of(forms[0], 32)
                found = found if kind == "zext" else signed(found) & MASK64
            elif isinstance(kind, str) and kind in _OPERATIONS and len(forms) == len(inner):
                found = _OPERATIONS[kind](*(self.of(f, 32) for f in forms)) & MASK32
            else:
                raise Unknown(kind)
            self.known[number] = found
        return self.known[number]
