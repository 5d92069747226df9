"""Numbers as source operands: how the assembler encodes them, and which bits the hardware derives from the encoding.

RDNA3 ISA guide, "scalar operands" (inline constants 128..208 and 240..248, the literal 255) and "literal constants";
LLVM AMDGPUAsmParser.cpp (``addLiteralImmOperand``), AMDGPUMCCodeEmitter.cpp (``getLitEncoding``) and
AMDGPUBaseInfo.cpp (``getInlineEncodingV216``, where the constants of packed operands are explained).
"""

from __future__ import annotations

import math
import struct
from dataclasses import dataclass
from typing import Literal

from isaopt.isa.types import OperandType as T

NumberType = Literal["b32", "f16", "bf16"]

_INLINE_FLOATS = (0.5, -0.5, 1.0, -1.0, 2.0, -2.0, 4.0, -4.0)
#: 1/(2*pi), rounded to each format as in the hardware.
_ONE_OVER_TWO_PI = {"f64": 0x3FC45F306DC9C882, "b32": 0x3E22F983, "f16": 0x3118, "bf16": 0x3E22}
#: Also used for bf16: the assembler does not round the double twice.
_TWO_PI_DOUBLE = 0x3FC45F306725FEED
_SPLATS = (T.SPLAT_F16, T.SPLAT_BF16)
_WORD, _LONG = 0xFFFFFFFF, 0xFFFFFFFFFFFFFFFF


@dataclass(frozen=True, slots=True)
class Encoding32:
    """The bit pattern of a constant, and whether it fits an inline encoding."""

    bits: int
    inline: bool


@dataclass(frozen=True, slots=True)
class SourceCode:
    """The encoding of a number: ``code`` as ISA guides list it, 255 with the word ``literal`` after the instruction."""

    code: int
    literal: int | None = None


def _double_bits(value: float) -> int:
    return int.from_bytes(struct.pack("<d", value), "little")


def _float_bits(value: float, kind: NumberType) -> int:
    if kind == "f16":
        return int.from_bytes(struct.pack("<e", value), "little")
    if kind == "bf16":
        double = _double_bits(value)
        if double == _TWO_PI_DOUBLE:
            return _ONE_OVER_TWO_PI["bf16"]
        return _bf16_bits(double)
    return int.from_bytes(struct.pack("<f", value), "little")


def _bf16_bits(double: int) -> int:
    """A double's bits as bf16, rounded once to nearest even; raises ``OverflowError`` above the largest value."""
    sign, exponent, mantissa = double >> 63 << 15, (double >> 52) & 0x7FF, double & ((1 << 52) - 1)
    if exponent == 0x7FF:
        return sign | 0x7F80 | (0x40 if mantissa else 0)
    # The significand, shifted to a unit in the last place of the result: normal numbers keep 8 bits, others fewer.
    significand = mantissa | (1 << 52 if exponent else 0)
    scale = max(exponent - 1023 + 127, 1)
    shift = 45 + scale - (exponent - 1023 + 127)
    if shift > 54:
        return sign
    kept, rest = significand >> shift, significand & ((1 << shift) - 1)
    half = 1 << (shift - 1)
    kept += rest > half or (rest == half and kept & 1)
    bits = (scale - 1 << 7) + kept
    if bits >= 0x7F80:
        raise OverflowError("too large for a bfloat")
    return sign | bits


def _patterns(kind: str) -> dict[int, int]:
    """Inline codes 240..248 by the bit patterns that they stand for."""
    if kind == "f64":
        values = [_double_bits(f) for f in _INLINE_FLOATS]
    elif kind == "f16":
        values = [_float_bits(f, "f16") for f in _INLINE_FLOATS]
    elif kind == "bf16":
        values = [_float_bits(f, "bf16") for f in _INLINE_FLOATS]
    else:
        values = [_float_bits(f, "b32") for f in _INLINE_FLOATS]
    return {bits: 240 + n for n, bits in enumerate((*values, _ONE_OVER_TWO_PI[kind]))}


_INLINE: dict[str, dict[int, int]] = {kind: _patterns(kind) for kind in ("f64", "b32", "f16", "bf16")}
_VALUES = {kind: {code: bits for bits, code in table.items()} for kind, table in _INLINE.items()}


def encode32(value: int | float, kind: NumberType = "b32") -> Encoding32:
    """The encoding of a number as written in the text; ``kind`` is the type by which the operand reads it.

    Integers and floats share one pattern space: ``0x3f800000`` in a 32-bit operand is the inline constant 1.0.
    Raises ``OverflowError`` for a float too large for the type.
    """
    bits = _float_bits(value, kind) if isinstance(value, float) else value & _WORD
    signed = bits - (1 << 32) if bits >> 31 else bits
    return Encoding32(bits, -16 <= signed <= 64 or bits in _INLINE[kind])


def _format(kind: T) -> str:
    """The float format of a type's inline constants; that of 16- and 32-bit integers is f32."""
    if kind in (T.F16, T.PK_F16, T.SPLAT_F16, T.MIX):
        return "f16"
    if kind in (T.BF16, T.PK_BF16, T.SPLAT_BF16):
        return "bf16"
    return "f64" if kind.width == 64 else "b32"


def _signed(bits: int, width: int) -> int:
    bits &= (1 << width) - 1
    return bits - (1 << width) if bits >> (width - 1) else bits


def _inline(number: int, bits: int, kind: T) -> int | None:
    """The inline code of an integer, or of the bit pattern of a float."""
    if -16 <= number <= 64:
        return 128 + number if number >= 0 else 192 - number
    if kind in _SPLATS:
        if bits & 0xFFFF != bits >> 16:
            return None
        bits &= 0xFFFF
        if bits <= 64:
            return 128 + bits
    return _INLINE[_format(kind)].get(bits)


def encode(value: int | float, kind: T) -> SourceCode:
    """How the assembler encodes a number, as written, for an operand that it reads as ``kind``.

    Raises ``OverflowError`` for a float that is too large for the type, and for one that a 64-bit integer cannot take.
    """
    if kind.width == 64:
        return _encode64(value, kind)
    if isinstance(value, float):
        bits = _rounded(value, kind)
        code = _inline(_signed(bits, 32), bits, kind)
    elif kind.width == 16 and kind.is_float:
        bits = value & 0xFFFF
        code = _inline(_signed(bits, 16), bits, kind)
    elif kind.width == 16:
        bits = value & _WORD
        number = _signed(value, 64)
        code = _inline(number, -1, kind)
    else:
        bits = value & _WORD
        code = _inline(_signed(bits, 32), bits, kind)
    return SourceCode(255, bits) if code is None else SourceCode(code)


def _rounded(value: float, kind: T) -> int:
    """A float as a word: in half of it for 16-bit types. For packed operands, a float that is too large becomes
    infinity."""
    formats: dict[str, NumberType] = {"f16": "f16", "bf16": "bf16"}
    wanted = formats.get(_format(kind), "b32")
    try:
        return _float_bits(value, wanted)
    except OverflowError:
        if not kind.is_packed:
            raise
        return _float_bits(math.copysign(math.inf, value), wanted)


def _encode64(value: int | float, kind: T) -> SourceCode:
    bits = _double_bits(value) if isinstance(value, float) else value & _LONG
    code = _inline(_signed(bits, 64), bits, kind)
    if code is not None:
        return SourceCode(code)
    if kind is not T.F64:
        if isinstance(value, float):
            raise OverflowError("no float that is not inline fits a 64-bit integer")
        return SourceCode(255, bits & _WORD)
    # The literal is the upper half; an integer's lower half moves there, and may be an inline constant in its place.
    upper = bits >> 32 if isinstance(value, float) else bits & _WORD
    code = _inline(_signed(upper << 32, 64), upper << 32, kind)
    return SourceCode(255, upper) if code is None else SourceCode(code)


def read(source: SourceCode, kind: T) -> int | None:
    """The bits that an operand of type ``kind`` receives from an encoding, in the type's width.

    Inline integers are sign-extended to any width, also for float types: 1 in an f64 is the smallest denormal. Inline
    floats are halves in f16 operands (packed ones: in the lower half, with the upper one 0; ``splat`` ones: in both, as
    measured on gfx1100, LLVM issue 94116, and RDNA3 ISA guide, 7.2.1) and singles in 16-bit integers (the lower half of
    it) and packed ones. The literal of a 64-bit operand is the upper half of an f64, and otherwise extended: with its
    sign for i64, with zeros for u64 and b64.

    None if the bits are undocumented or sources disagree: an inline float in a ``mix`` operand or in a packed bf16 one
    (LLVM has it in the lower half, the ISA guide of a newer GPU in the upper), an integer other than 0 and -1 in a
    ``splat`` one.
    """
    width = kind.width
    mask = (1 << width) - 1
    if source.literal is not None:
        if width < 64:
            return source.literal & mask
        if kind is T.F64:
            return source.literal << 32
        return _signed(source.literal, 32) & mask if kind is T.I64 else source.literal
    if source.code < 240:
        number = source.code - 128 if source.code <= 192 else 192 - source.code
        return None if kind in _SPLATS and number not in (0, -1) else number & mask
    if kind in (T.MIX, T.PK_BF16):
        return None
    bits = _VALUES[_format(kind)][source.code] & mask
    return bits << 16 | bits if kind in _SPLATS else bits


def bits_of(value: int | float, kind: T, written: T | None = None) -> int | None:
    """The bits, in the type's width, that the hardware reads for a number written as an operand of type ``kind``.

    The 16-bit numbers of SOPK are returned as the instruction extends them, to 32 bits. ``written`` is the type by
    which the assembler reads the number, if it differs (:class:`OperandDesc`). Signs, other modifiers that the
    instruction applies, and the half that ``op_sel`` picks are not taken into account. None if the bits are
    undocumented; ``OverflowError`` for a number that the assembler refuses.
    """
    if kind is T.IMMEDIATE_I16:
        return _signed(int(value), 16) & _WORD
    if kind is T.IMMEDIATE_U16:
        return int(value) & 0xFFFF
    source = encode(value, written or kind)
    if written is not None and _format(written) != "b32" and _format(kind) == "b32" and source.code in range(240, 249):
        return None  # the assembler assumes that the hardware reads a half here; the type says otherwise
    return read(source, kind)
