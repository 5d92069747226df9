"""The results of a run of the resident waves, and the names of the stall reasons."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

#: Why an instruction could not issue in the cycle after the previous one; numbers as in ``runtime/state.c``.
REASONS = (
    "valu_dependency", "valu_queue", "valu_drain", "scalar_dependency", "arbitration", "lds_wait", "memory_wait",
    "store_wait", "scalar_wait", "barrier", "branch", "fetch", "lds_queue", "memory_queue", "sequencer",
)  # fmt: skip
#: Why a wave waits, by counter.
WAIT_REASON = {
    counter: REASONS.index(reason)
    for reason, counters in {
        "memory_wait": ("vmcnt", "loadcnt", "samplecnt", "bvhcnt"),
        "store_wait": ("vscnt", "storecnt", "expcnt"),
        "lds_wait": ("lgkmcnt", "dscnt"),
        "scalar_wait": ("kmcnt",),
    }.items()
    for counter in counters
}


@dataclass(frozen=True, slots=True)
class Rounds:
    """How often the workgroups of a launch fill the fullest CU (or WGP): those in the run, ``simulated``, and
    ``further`` ones.

    Once a CU is full, a workgroup begins as another one ends. A further round then takes as long as there is between
    the end of a wave and that of the one that is as many behind it as are resident: neither the start of the first
    waves nor the end of the last ones, when others are missing, comes again.
    """

    simulated: float
    further: float

    @property
    def all(self) -> float:
        """Those of the launch."""
        return self.simulated + self.further


@dataclass
class SimulatedRun:
    """The record of a run: by instruction ordinal, how often it issued and how long each reason held it back (wave
    cycles; ``cold`` at the path positions so marked); the start and end of each wave; for each wave, (path position,
    cycle) of the marked instructions; if requested, every issue as (wave, ordinal, cycle); and by ordinal the bytes
    that missed the L0, and the bytes of vector memory accessed, in whole sectors."""

    cycles: int
    issues: list[int]
    stalls: list[list[int]]
    cold: list[list[int]]
    spans: list[tuple[int, int]]
    marks: Sequence[np.ndarray]
    timeline: list[tuple[int, int, int]] = field(default_factory=list)
    beyond: dict[int, int] = field(default_factory=dict)
    accessed: dict[int, int] = field(default_factory=dict)
