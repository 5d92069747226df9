"""Register units: every analysis counts registers in 32-bit units.

A unit is a small integer so that sets of units are cheap.  ``v0``..``v255`` are units 0..255; a scalar
register is 256 plus its operand encoding (``s0`` is 256, ``vcc_lo`` 362, ``m0`` 381, ``exec_lo`` 382;
encodings: AMD RDNA3/RDNA4 ISA guide, "scalar operands").  ``scc`` and ``mode`` have no such encoding of
their own as storage and get units after them.  ``null`` is not storage and has no unit.  The accumulation registers
``a0``..``a255`` of CDNA follow from 512 on.  From 1024 on there are vector registers that no wave has: a pass may use
them until it has found real ones.  ``v256``..``v1023``, which some targets have, follow from 3072 on.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

NUM_VGPRS = 256
SGPR_BASE = 256
NUM_SGPRS = 106
VCC_LO, VCC_HI = SGPR_BASE + 106, SGPR_BASE + 107
TTMP_BASE, NUM_TTMPS = SGPR_BASE + 108, 16
M0 = SGPR_BASE + 125
EXEC_LO, EXEC_HI = SGPR_BASE + 126, SGPR_BASE + 127
SCC = SGPR_BASE + 128
MODE = SGPR_BASE + 129
AGPR_BASE, NUM_AGPRS = 512, 256
VIRTUAL_BASE, NUM_VIRTUAL = 1024, 2048
HIGH_BASE, NUM_HIGH = VIRTUAL_BASE + NUM_VIRTUAL, 768

_NAMED = {
    VCC_LO: "vcc_lo",
    VCC_HI: "vcc_hi",
    M0: "m0",
    EXEC_LO: "exec_lo",
    EXEC_HI: "exec_hi",
    SCC: "scc",
    MODE: "mode",
}
_RUNS = (
    ("v", 0, NUM_VGPRS), ("s", SGPR_BASE, NUM_SGPRS), ("ttmp", TTMP_BASE, NUM_TTMPS), ("a", AGPR_BASE, NUM_AGPRS)
)  # fmt: skip
_UNITS_BY_NAME = {name: unit for unit, name in _NAMED.items()}

Half = Literal["", "l", "h"]


def is_vgpr(unit: int) -> bool:
    """Whether the unit is a vector register, real or a stand-in for one."""
    return unit < NUM_VGPRS or unit >= VIRTUAL_BASE


def vgpr_number(unit: int) -> int:
    """The number of a vector register, counted from 0."""
    return unit if unit < NUM_VGPRS else unit - HIGH_BASE + NUM_VGPRS


def is_sgpr(unit: int) -> bool:
    """Whether the unit is a numbered scalar register ``s0``..``s105``."""
    return SGPR_BASE <= unit < SGPR_BASE + NUM_SGPRS


def is_agpr(unit: int) -> bool:
    """Whether the unit is an accumulation register of CDNA."""
    return AGPR_BASE <= unit < AGPR_BASE + NUM_AGPRS


def units_mask(units: Iterable[int]) -> int:
    """Units as a set of bits."""
    out = 0
    for unit in units:
        out |= 1 << unit
    return out


def unit_name(unit: int) -> str:
    """The assembler's name of a unit, as ``dump`` prints it."""
    if unit < NUM_VGPRS:
        return f"v{unit}"
    if unit < SGPR_BASE + NUM_SGPRS:
        return f"s{unit - SGPR_BASE}"
    if TTMP_BASE <= unit < TTMP_BASE + NUM_TTMPS:
        return f"ttmp{unit - TTMP_BASE}"
    if is_agpr(unit):
        return f"a{unit - AGPR_BASE}"
    if unit >= HIGH_BASE:
        return f"v{vgpr_number(unit)}"
    if unit >= VIRTUAL_BASE:
        return f"virtual{unit - VIRTUAL_BASE}"
    return _NAMED[unit]


def unit_of(name: str) -> int:
    """The unit of a single register by its name; ``KeyError`` if the name is not a register."""
    if name in _UNITS_BY_NAME:
        return _UNITS_BY_NAME[name]
    for prefix, base, count in _RUNS:
        digits = name.removeprefix(prefix)
        if digits != name and digits.isdecimal() and int(digits) < count:
            return base + int(digits)
    raise KeyError(name)


@dataclass(frozen=True, slots=True)
class RegRef:
    """A register, or a run of consecutive ones, as an operand names it.

    ``first`` and ``count`` are in units; ``half`` is ``l`` or ``h`` for the true16 spellings ``v5.l``, ``v5.h``.
    """

    first: int
    count: int = 1
    half: Half = ""

    @property
    def units(self) -> Sequence[int]:
        end = self.first + self.count
        if self.first < NUM_VGPRS < end:
            return (*range(self.first, NUM_VGPRS), *range(HIGH_BASE, HIGH_BASE + end - NUM_VGPRS))
        return range(self.first, end)

    @property
    def is_vgpr(self) -> bool:
        return is_vgpr(self.first)

    def __str__(self) -> str:
        if self.count == 1:
            return unit_name(self.first) + (f".{self.half}" if self.half else "")
        if self.first == VCC_LO and self.count == 2:
            return "vcc"
        if self.first == EXEC_LO and self.count == 2:
            return "exec"
        if self.first >= HIGH_BASE:
            return f"v[{vgpr_number(self.first)}:{vgpr_number(self.first) + self.count - 1}]"
        for prefix, base, size in (*_RUNS, ("virtual", VIRTUAL_BASE, NUM_VIRTUAL)):
            if base <= self.first < base + size:
                return f"{prefix}[{self.first - base}:{self.first - base + self.count - 1}]"
        raise ValueError(f"no spelling for a run of {self.count} registers at unit {self.first}")


def high_vgpr(ref: RegRef, above: int) -> RegRef:
    """The vector registers ``above`` (a multiple of 256) those of a run that is named below 256."""
    return RegRef(HIGH_BASE + ref.first + above - NUM_VGPRS, ref.count, ref.half)
