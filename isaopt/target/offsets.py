"""The constants that fit the offset field of a memory instruction, and the field's unit (figures: ``machine.json``)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from isaopt.target.arch import Arch

OffsetField = Literal["lds", "lds_pair", "global", "smem"]


@dataclass(frozen=True, slots=True)
class OffsetRange:
    """Offsets from ``least`` to ``most``, in units of the field."""

    least: int
    most: int

    def __contains__(self, value: object) -> bool:
        return isinstance(value, int) and self.least <= value <= self.most


def offset_range(arch: Arch, field: OffsetField) -> OffsetRange:
    """The range of ``offset:`` of an LDS access, of either offset of a ``2addr`` form (in elements, or in 64 elements),
    of a global access, or of a scalar load."""
    if field in ("lds", "lds_pair"):
        return OffsetRange(0, (1 << arch.figure(f"{field}_offset_bits").value) - 1)
    half = 1 << (arch.figure(f"{field}_offset_bits").value - 1)
    return OffsetRange(-half, half - 1)
