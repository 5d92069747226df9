"""The floating-point mode under which an instruction runs.

Fields of MODE: AMD RDNA3 ISA guide 3.3.2, "Mode register": FP_ROUND [3:0], FP_DENORM [7:4], DX10_CLAMP [8], IEEE [9];
RDNA4 has neither of the last two as writable bits and behaves as if DX10_CLAMP were set and IEEE clear.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar


@dataclass(frozen=True, slots=True)
class ModeRegister:
    """``bits`` as in the register."""

    #: Overflow of half precision gives the largest number: a mode that the emulator refuses.
    FP16_OVFL: ClassVar[int] = 1 << 23

    bits: int = 0x3F0

    @property
    def round32(self) -> int:
        """The rounding of single precision: 0 to nearest even, 1 towards +infinity, 2 towards -infinity, 3 towards
        zero."""
        return self.bits & 3

    @property
    def round64(self) -> int:
        """The same for f16 and f64."""
        return self.bits >> 2 & 3

    @property
    def in32(self) -> bool:
        """Whether single-precision denormal sources are kept; otherwise they read as zero of their sign."""
        return bool(self.bits >> 4 & 1)

    @property
    def out32(self) -> bool:
        """Whether single-precision denormal results are kept."""
        return bool(self.bits >> 5 & 1)

    @property
    def in64(self) -> bool:
        """As ``in32``, for f16 and f64."""
        return bool(self.bits >> 6 & 1)

    @property
    def out64(self) -> bool:
        return bool(self.bits >> 7 & 1)

    @property
    def dx10_clamp(self) -> bool:
        """Whether ``clamp`` turns a NaN into 0."""
        return bool(self.bits >> 8 & 1)

    @property
    def ieee(self) -> bool:
        return bool(self.bits >> 9 & 1)

    @property
    def constants(self) -> str:
        """The C that shadows the constants of ``runtime/float.c``."""
        return f"enum {{ RM = {self.round32}, RM64 = {self.round64}, IEEE = {int(self.ieee)} }};"

    def with_field(self, offset: int, size: int, value: int) -> ModeRegister:
        """The mode after ``s_setreg`` of a bit field."""
        mask = (1 << size) - 1 << offset
        return ModeRegister(self.bits & ~mask | value << offset & mask)
