"""Functions that the pseudo-code calls (RDNA4 ISA guide, 16, "Instruction definitions": the helper functions)."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction

from scripts.pcode.syntax import Unreadable
from scripts.pcode.values import BYTES, FORMATS, Value, decode, decode_byte, floating, integer, is_nan


def _bit(yes: bool) -> Value:
    return Value("U", 1, int(yes))


def _nan_parts(v: Value) -> tuple[bool, bool]:
    """Whether it is a NaN, and a quiet one."""
    quiet = v.raw >> (FORMATS[v.bits][0] - 1) & 1
    return is_nan(v.real), bool(quiet)


def _as_float(v: Value) -> Value:
    return v if v.kind == "F" else floating(32, v.real)


def _sign(v: Value) -> Value:
    return _bit(bool(v.raw >> (v.bits - 1)))


def _abs(v: Value) -> Value:
    if v.kind == "F":
        return Value("F", v.bits, v.raw & ~(1 << (v.bits - 1)))
    return integer(v.kind, v.bits, abs(v.number))


def _exponent(v: Value) -> Value:
    """The biased exponent field."""
    fraction, _ = FORMATS[v.bits]
    return integer("I", 32, v.raw >> fraction & ((1 << (v.bits - 1 - fraction)) - 1))


def _mantissa(v: Value) -> Value:
    """The fraction with its hidden bit, as a float of the same format with the exponent of 1/2."""
    real = v.real
    if isinstance(real, float) or real == 0:
        return v
    size = abs(real)
    exponent = 0
    while size >= 1:
        size /= 2
        exponent += 1
    while size < Fraction(1, 2):
        size *= 2
    return floating(v.bits, size if real > 0 else -size)


def _rounded(how: Callable[[Fraction], int]) -> Callable[[Value], Value]:
    def apply(v: Value) -> Value:
        v = _as_float(v)
        real = v.real
        if isinstance(real, float):
            return floating(v.bits, real)
        whole = Fraction(how(real))
        if whole == 0 and v.raw >> (v.bits - 1):
            return floating(v.bits, -0.0)
        return floating(v.bits, whole)

    return apply


def _fma(a: Value, b: Value, c: Value) -> Value:
    bits = max(v.bits for v in (a, b, c) if v.kind == "F")
    x, y, z = a.real, b.real, c.real
    if any(is_nan(v) for v in (x, y, z)):
        return floating(bits, math.nan)
    signs = [-1 if v.raw >> (v.bits - 1) else 1 for v in (a, b, c)]
    infinite = [isinstance(v, float) and math.isinf(v) for v in (x, y, z)]
    if infinite[0] or infinite[1]:
        if 0 in (x, y) or (infinite[2] and signs[0] * signs[1] != signs[2]):
            return floating(bits, math.nan)
        return floating(bits, signs[0] * signs[1] * math.inf)
    if infinite[2]:
        return floating(bits, z)
    total = Fraction(x) * Fraction(y) + Fraction(z)
    if total == 0 and (Fraction(x) * Fraction(y) == 0 and Fraction(z) == 0):
        return floating(bits, -0.0 if signs[0] * signs[1] < 0 and signs[2] < 0 else Fraction(0))
    return floating(bits, total)


def _ldexp(v: Value, by: Value) -> Value:
    real = v.real
    if isinstance(real, float):
        return floating(v.bits, real)
    power = max(-3000, min(3000, by.number if by.kind == "I" else integer("I", by.bits, by.raw).number))
    if real == 0:
        return v
    found = real * Fraction(2) ** power
    return floating(v.bits, found)


def _to_integer(kind: str, bits: int) -> Callable[[Value], Value]:
    def apply(v: Value) -> Value:
        low, high = (0, (1 << bits) - 1) if kind == "U" else (-(1 << (bits - 1)), (1 << (bits - 1)) - 1)
        real = _as_float(v).real
        if isinstance(real, float):
            number = 0 if math.isnan(real) or real == 0 else high if real > 0 else low
        else:
            number = max(low, min(high, math.trunc(real)))
        return integer(kind, bits, number)

    return apply


def _to_float(bits: int) -> Callable[[Value], Value]:
    return lambda v: floating(bits, v.real)


def _narrow(kind: str, bits: int, source: str) -> Callable[[Value], Value]:
    def apply(v: Value) -> Value:
        low, high = (0, (1 << bits) - 1) if kind == "U" else (-(1 << (bits - 1)), (1 << (bits - 1)) - 1)
        number = integer(source, v.bits, v.raw).number
        return integer(kind, bits, max(low, min(high, number)))

    return apply


def _norm(kind: str) -> Callable[[Value], Value]:
    def apply(v: Value) -> Value:
        real = v.real
        low, scale = (Fraction(-1), 32767) if kind == "I" else (Fraction(0), 65535)
        if is_nan(real):
            return integer(kind, 16, 0)
        if isinstance(real, float) and math.isinf(real):
            real = Fraction(1) if real > 0 else low
        exact = max(low, min(Fraction(1), Fraction(real))) * scale
        return integer(kind, 16, round(exact))

    return apply


def _quiet(v: Value) -> Value:
    return Value("F", v.bits, v.raw | 1 << (FORMATS[v.bits][0] - 1))


def _through(function: Callable[[float], float]) -> Callable[[Value], Value]:
    """By the host's double precision; the result is compared with a tolerance."""

    def apply(v: Value) -> Value:
        v = _as_float(v)
        real = v.real
        try:
            found = function(float(real))
        except (ValueError, OverflowError):
            raise Unreadable("a special value") from None
        return floating(v.bits, found)

    return apply


def _sqrt(v: Value) -> Value:
    v = _as_float(v)
    real = v.real
    if is_nan(real) or (real < 0):
        return floating(v.bits, math.nan)
    if isinstance(real, float) or real == 0:
        return v
    scaled = math.isqrt(int(real * 4**1200))
    return floating(v.bits, Fraction(scaled, 2**1200))


def _pow(a: Value, b: Value) -> Value:
    real = b.real
    if is_nan(real):
        return floating(b.bits, math.nan)
    if isinstance(real, float) and math.isinf(real):
        return floating(b.bits, math.inf if real > 0 else Fraction(0))
    if real > 2000:
        return floating(b.bits, math.inf)
    if real < -2000:
        return floating(b.bits, Fraction(0))
    whole = math.floor(real)
    part = Fraction(2.0 ** float(Fraction(real) - whole))
    return floating(b.bits, part * Fraction(2) ** whole)


def _log2(v: Value) -> Value:
    v = _as_float(v)
    real = v.real
    if is_nan(real) or real < 0:
        return floating(v.bits, math.nan)
    if real == 0:
        return floating(v.bits, -math.inf)
    if isinstance(real, float):
        return v
    shift = real.numerator.bit_length() - real.denominator.bit_length()
    return floating(v.bits, math.log2(float(real / Fraction(2) ** shift)) + shift)


def _to_byte_float(exponents: int, bias: int, finite: bool) -> Callable[[Value], Value]:
    """Nearest even; what is beyond the range is a NaN (fp8) or infinite (bf8)."""
    fraction = 7 - exponents

    def apply(v: Value) -> Value:
        sign = v.raw >> 31 << 7
        real = v.real
        over = 0x7F if finite else 0x7C
        if is_nan(real):
            return Value("B", 8, sign | 0x7F if finite else sign | 0x7E)
        if isinstance(real, float) and math.isinf(real):
            return Value("B", 8, sign | over)
        size = abs(Fraction(real))
        if size == 0:
            return Value("B", 8, sign)
        exponent = 1 - bias
        while size >= Fraction(2) ** (exponent + 1):
            exponent += 1
        count = round(size / Fraction(2) ** (exponent - fraction))
        code = ((exponent + bias - 1) << fraction) + count
        return Value("B", 8, sign | (over if code > (0x7E if finite else 0x7B) else code))

    return apply


def _extend_from(v: Value, width: Value) -> Value:
    if width.raw == 0:
        return integer("I", v.bits, 0)
    if width.raw >= v.bits:
        return v
    raw = v.raw & ((1 << width.raw) - 1)
    if raw >> (width.raw - 1):
        raw -= 1 << width.raw
    return integer("I", v.bits, raw)


def _fract(v: Value) -> Value:
    real = v.real
    if isinstance(real, float):
        return floating(v.bits, math.nan if real != 0 else real)
    return floating(v.bits, real - math.floor(real))


def _off(v: Value) -> Value:
    return integer("U", 32, v.raw & 0xF)


FUNCTIONS: dict[str, Callable[..., Value]] = {
    "isNAN": lambda v: _bit(_nan_parts(v)[0]),
    "isSignalNAN": lambda v: _bit(_nan_parts(v) == (True, False)),
    "isQuietNAN": lambda v: _bit(_nan_parts(v) == (True, True)),
    "isINF": lambda v: _bit(isinstance(v.real, float) and math.isinf(v.real)),
    "cvtToQuietNAN": _quiet,
    "sign": _sign,
    "abs": _abs,
    "exponent": _exponent,
    "mantissa": _mantissa,
    "floor": _rounded(math.floor),
    "trunc": _rounded(math.trunc),
    "fract": _fract,
    "fma": _fma,
    "ldexp": _ldexp,
    "sqrt": _sqrt,
    "pow": _pow,
    "log2": _log2,
    "sin": _through(math.sin),
    "cos": _through(math.cos),
    "isEven": lambda v: _bit((not isinstance(v.real, float) and math.trunc(v.real) % 2 == 0) or v.real == 0),
    "signext": lambda v: integer("I", 64, integer("I", v.bits, v.raw).number),
    "signext_from_bit": _extend_from,
    "u4_to_u32": _off,
    "u8_to_u32": lambda v: integer("U", 32, v.raw & 0xFF),
    "f16_to_f32": lambda v: floating(32, decode(v.raw & 0xFFFF, 16)),
    "f32_to_f16": _to_float(16),
    "f32_to_f64": _to_float(64),
    "f64_to_f32": _to_float(32),
    "bf16_to_f32": lambda v: Value("F", 32, (v.raw & 0xFFFF) << 16),
    "u32_to_f32": lambda v: floating(32, Fraction(v.raw)),
    "i32_to_f32": lambda v: floating(32, Fraction(integer("I", 32, v.raw).number)),
    "u32_to_f64": lambda v: floating(64, Fraction(v.raw)),
    "i32_to_f64": lambda v: floating(64, Fraction(integer("I", 32, v.raw).number)),
    "u16_to_f16": lambda v: floating(16, Fraction(v.raw)),
    "i16_to_f16": lambda v: floating(16, Fraction(integer("I", 16, v.raw).number)),
    "f32_to_i32": _to_integer("I", 32),
    "f32_to_u32": _to_integer("U", 32),
    "f64_to_i32": _to_integer("I", 32),
    "f64_to_u32": _to_integer("U", 32),
    "f16_to_i16": _to_integer("I", 16),
    "f16_to_u16": _to_integer("U", 16),
    "f32_to_u8": _to_integer("U", 8),
    "v_cvt_i16_f32": _to_integer("I", 16),
    "v_cvt_u16_f32": _to_integer("U", 16),
    "u32_to_u16": _narrow("U", 16, "U"),
    "i32_to_i16": _narrow("I", 16, "I"),
    "f16_to_snorm": _norm("I"),
    "f16_to_unorm": _norm("U"),
    "f32_to_snorm": _norm("I"),
    "f32_to_unorm": _norm("U"),
    "fp8_to_f32": lambda v: floating(32, decode_byte(v.raw & 0xFF, *BYTES["fp8"])),
    "bf8_to_f32": lambda v: floating(32, decode_byte(v.raw & 0xFF, *BYTES["bf8"])),
    "f32_to_fp8": _to_byte_float(4, 7, True),
    "f32_to_bf8": _to_byte_float(5, 15, False),
    "float32": lambda s, e, m: Value("F", 32, (s.raw & 1) << 31 | (e.raw & 0xFF) << 23 | m.raw & 0x7FFFFF),
}
