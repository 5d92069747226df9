"""Which constants fit the offset field of a memory instruction, and what it counts in (figures: ``machine.json``)."""

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
    """What an ``offset:`` can hold: of an LDS access, one of the two of a ``2addr`` form (in elements, or in 64 of
    them), of a global access, of a scalar load."""
    if field in ("lds", "lds_pair"):
        return OffsetRange(0, (1 << arch.figure(f"{field}_offset_bits").value) - 1)
    half = 1 << (arch.figure(f"{field}_offset_bits").value - 1)
    return OffsetRange(-half, half - 1)
