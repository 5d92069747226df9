"""Fields of hardware registers, as ``s_setreg`` and ``s_getreg`` name them, however they are written.

LLVM AMDGPUAsmUtils.cpp (names) and SIDefines.h (``Hwreg``: number in bits 5:0, offset in 10:6, size less one in 15:11);
RDNA4 ISA guide, "Hardware registers".
"""

from __future__ import annotations

import re
from dataclasses import dataclass

MODE, SCHED_MODE = "MODE", "SCHED_MODE"
_NUMBERS = {1: MODE, 26: SCHED_MODE}
_FIELD = re.compile(r"hwreg\(\s*(\w+)\s*(?:,\s*(\w+)\s*,\s*(\w+)\s*)?\)", re.IGNORECASE)
_PREFIX = re.compile(r"HW_REG_(WAVE_)?")


@dataclass(frozen=True, slots=True)
class HardwareField:
    """``size`` bits from bit ``offset`` of a register; ``name`` is without ``HW_REG_`` and ``WAVE_``, or the number of
    a register other than MODE and SCHED_MODE that is given by number."""

    name: str
    offset: int
    size: int


def hardware_field(text: str, value: object) -> HardwareField | None:
    """The field that an operand names by its text or, if it is a number, by its ``value``; None if neither gives it."""
    if isinstance(value, int):
        number = value & 63
        return HardwareField(_NUMBERS.get(number, str(number)), value >> 6 & 31, (value >> 11 & 31) + 1)
    found = _FIELD.fullmatch(text.strip())
    if found is None:
        return None
    register, offset, size = (_number(part) for part in (found[1], found[2] or "0", found[3] or "32"))
    if offset is None or size is None:
        return None
    name = _PREFIX.sub("", found[1].upper()) if register is None else _NUMBERS.get(register, str(register))
    return HardwareField(name, offset, size)


def _number(text: str) -> int | None:
    try:
        return int(text, 0)
    except ValueError:
        return None
