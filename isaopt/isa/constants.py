"""How the assembler encodes a number as a source operand: inline constant or 32-bit literal.

RDNA3 ISA guide, "scalar operands" (inline constants 128..208 and 240..248);
LLVM AMDGPUBaseInfo.cpp, ``isInlinableLiteral32``.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from typing import Literal

NumberType = Literal["b32", "f16", "bf16"]

_INLINE_FLOATS = (0.5, -0.5, 1.0, -1.0, 2.0, -2.0, 4.0, -4.0)
_ONE_OVER_TWO_PI = {"b32": 0x3E22F983, "f16": 0x3118, "bf16": 0x3E22}


@dataclass(frozen=True, slots=True)
class Encoding32:
    """The bit pattern of a constant, and whether it fits an inline encoding."""

    bits: int
    inline: bool


def _f32_bits(value: float) -> int:
    return int.from_bytes(struct.pack("<f", value), "little")


def _float_bits(value: float, kind: NumberType) -> int:
    if kind == "f16":
        return int.from_bytes(struct.pack("<e", value), "little")
    if kind == "bf16":
        bits = _f32_bits(value)
        return (bits + 0x7FFF + (bits >> 16 & 1)) >> 16  # round to nearest even
    return _f32_bits(value)


_INLINE_PATTERNS: dict[NumberType, frozenset[int]] = {
    kind: frozenset({_float_bits(f, kind) for f in _INLINE_FLOATS} | {_ONE_OVER_TWO_PI[kind]})
    for kind in ("b32", "f16", "bf16")
}


def encode32(value: int | float, kind: NumberType = "b32") -> Encoding32:
    """The encoding of a number as written in the text; ``kind`` is the type by which the operand reads it.

    Integers and floats share one pattern space: ``0x3f800000`` in a 32-bit operand is the inline constant 1.0.
    Raises ``OverflowError`` for a float too large for the type.
    """
    bits = _float_bits(value, kind) if isinstance(value, float) else value & 0xFFFFFFFF
    signed = bits - (1 << 32) if bits >> 31 else bits
    return Encoding32(bits, -16 <= signed <= 64 or bits in _INLINE_PATTERNS[kind])
