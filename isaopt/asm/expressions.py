"""Arithmetic of assembler expressions: the value if it is known, otherwise None."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import reduce
from operator import or_

UNARY: dict[str, Callable[[int], int]] = {"~": lambda v: ~v, "+": lambda v: v, "!": lambda v: int(not v)}
_BINARY: dict[str, Callable[[int, int], int]] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "&": lambda a, b: a & b,
    "|": lambda a, b: a | b,
    "^": lambda a, b: a ^ b,
}
_COMPARISON: dict[str, Callable[[int, int], bool]] = {
    "==": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
    "<>": lambda a, b: a != b,
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
}
#: Functions over numbers, which LLVM writes where a kernel calls functions (AMDGPUMCExpr.cpp). gfx11 and gfx12 have no
#: accumulation registers, so of ``totalnumvgprs`` the first argument is 0 and the second the answer.
FUNCTIONS: dict[str, Callable[[Sequence[int]], int]] = {
    "max": max,
    "min": min,
    "or": lambda values: reduce(or_, values),
    "totalnumvgprs": max,
}


def _where_defined(a: int, sign: str, b: int) -> int | None:
    """Operators that are defined for some operands only, or whose result is a truth value (llvm/lib/MC/MCExpr.cpp)."""
    if sign in _COMPARISON:
        return -int(_COMPARISON[sign](a, b))  # a true comparison is -1
    if sign == "&&":
        return int(bool(a and b))
    if sign == "||":
        return int(bool(a or b))
    if a >= 0 and b > 0 and sign in "/%":
        return a // b if sign == "/" else a % b
    if sign == "<<" and b >= 0:
        return a << min(b, 64)
    if sign == ">>" and a >= 0 and b >= 0:
        return a >> min(b, 64)
    return None


def to_int(text: str) -> int:
    """A number as the assembler reads it: a leading 0 makes it octal; ``ValueError`` if it is not a number."""
    lowered = text.lower()
    if lowered.startswith("0x"):
        return int(lowered, 16)
    if lowered.startswith("0b"):
        return int(lowered, 2)
    if len(text) > 1 and text[0] == "0":
        return int(text, 8)
    return int(text)


def combine(a: int, sign: str, b: int) -> int | None:
    """``a sign b``; None also if the result does not fit the assembler's 64 bits, so that no chain of operations grows
    without bound."""
    value = _BINARY[sign](a, b) if sign in _BINARY else _where_defined(a, sign, b)
    return value if value is not None and -(1 << 63) <= value < 1 << 64 else None
