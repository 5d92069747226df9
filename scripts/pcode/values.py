"""Numbers of the pseudo-code: integers of any width and IEEE 754 formats, computed exactly and rounded once."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction

#: Eight-bit formats: bits of the exponent, its bias, no infinities.
BYTES = {"fp8": (4, 7, True), "bf8": (5, 15, False)}
#: Width to (bits of the stored fraction, least normal exponent), IEEE 754-2019 3.6.
FORMATS = {16: (10, -14), 32: (23, -126), 64: (52, -1022)}


@dataclass(frozen=True, slots=True)
class Value:
    """``kind`` is U, I, F or B; ``raw`` the bits as a number from 0 on."""

    kind: str
    bits: int
    raw: int

    @property
    def number(self) -> int:
        """As an integer, signed for I."""
        if self.kind == "I" and self.raw >> (self.bits - 1):
            return self.raw - (1 << self.bits)
        return self.raw

    @property
    def real(self) -> Fraction | float:
        """The exact value; infinities and NaN as floats; -0.0 as a float."""
        if self.kind in BYTES:
            return decode_byte(self.raw, *BYTES[self.kind])
        if self.kind != "F":
            return Fraction(self.number)
        return decode(self.raw, self.bits)


def decode_byte(raw: int, exponents: int, bias: int, finite: bool) -> Fraction | float:
    """An eight-bit float (OCP 8-bit Floating Point Specification, 5)."""
    fraction = 7 - exponents
    sign = -1 if raw & 0x80 else 1
    field, part = raw >> fraction & ((1 << exponents) - 1), raw & ((1 << fraction) - 1)
    if finite and raw & 0x7F == 0x7F:
        return math.nan
    if not finite and field == (1 << exponents) - 1:
        return math.nan if part else sign * math.inf
    if field == 0:
        return -0.0 if sign < 0 and part == 0 else sign * Fraction(part) * Fraction(2) ** (1 - bias - fraction)
    return sign * Fraction(part | 1 << fraction) * Fraction(2) ** (field - bias - fraction)


def integer(kind: str, bits: int, number: int) -> Value:
    return Value(kind, bits, number & ((1 << bits) - 1))


def decode(raw: int, bits: int) -> Fraction | float:
    fraction, least = FORMATS[bits]
    sign = -1 if raw >> (bits - 1) else 1
    field = raw >> fraction & ((1 << (bits - 1 - fraction)) - 1)
    part = raw & ((1 << fraction) - 1)
    if field == (1 << (bits - 1 - fraction)) - 1:
        return math.nan if part else sign * math.inf
    if field == 0:
        if part == 0:
            return -0.0 if sign < 0 else Fraction(0)
        return sign * Fraction(part) * Fraction(2) ** (least - fraction)
    return sign * Fraction(part | 1 << fraction) * Fraction(2) ** (field - 1 + least - fraction)


def encode(value: Fraction | float, bits: int) -> int:
    """Rounded to nearest, ties to even; NaN is the positive quiet one."""
    fraction, least = FORMATS[bits]
    top = (1 << (bits - 1 - fraction)) - 1
    infinity = top << fraction
    if isinstance(value, float):
        if math.isnan(value):
            return infinity | 1 << (fraction - 1)
        if math.isinf(value):
            return infinity | (1 << (bits - 1) if value < 0 else 0)
        if value == 0:
            return 1 << (bits - 1) if math.copysign(1, value) < 0 else 0
        value = Fraction(value)
    if value == 0:
        return 0
    sign = 1 << (bits - 1) if value < 0 else 0
    size = abs(value)
    exponent = size.numerator.bit_length() - size.denominator.bit_length()
    if Fraction(2) ** exponent > size:
        exponent -= 1
    exponent = max(exponent, least)
    unit = Fraction(2) ** (exponent - fraction)
    count, rest = divmod(size, unit)
    if rest * 2 > unit or (rest * 2 == unit and count & 1):
        count += 1
    if count >> (fraction + 1):
        count >>= 1
        exponent += 1
    field = exponent - least + (count >> fraction)
    if field >= top:
        return sign | infinity
    return sign | field << fraction | count & ((1 << fraction) - 1)


def floating(bits: int, value: Fraction | float) -> Value:
    return Value("F", bits, encode(value, bits))


def is_nan(value: Fraction | float) -> bool:
    return isinstance(value, float) and math.isnan(value)
