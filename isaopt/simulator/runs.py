"""What a run of the resident waves gives, and the names of what holds waves back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

#: Why an instruction could not issue the cycle after the one before it; numbers as in ``runtime/state.c``.
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


@dataclass
class SimulatedRun:
    """What happened: by instruction ordinal, how often it issued and how long it was held back by each reason (wave
    cycles; ``cold`` at the path positions that were named so); when each wave began and ended; for each wave, (path
    position, cycle) of the marked instructions; if asked for, every issue as (wave, ordinal, cycle); and by ordinal
    the bytes that passed the L0, and those of vector memory that were accessed, in whole sectors."""

    cycles: int
    issues: list[int]
    stalls: list[list[int]]
    cold: list[list[int]]
    spans: list[tuple[int, int]]
    marks: Sequence[np.ndarray]
    timeline: list[tuple[int, int, int]] = field(default_factory=list)
    beyond: dict[int, int] = field(default_factory=dict)
    accessed: dict[int, int] = field(default_factory=dict)
