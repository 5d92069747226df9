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
    """What a launch is besides the run of the fullest CU (or WGP): how often workgroups fill it, ``simulated`` and
    ``further``, and the ``cycles`` of a round.

    Once a CU is full, a workgroup begins as another one ends. A round then takes as long as there is between the end of
    a wave and that of the one that is as many behind it as are resident: neither the start of the first waves nor the
    end of the last ones, when others are missing, comes again. If only one round is simulated, it is the mean time of
    a wave.
    """

    simulated: float
    further: float
    cycles: float


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
