"""What waves begin with: their ids, the arguments, and what is known of their registers."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from isaopt.emulator.launch import start_registers
from isaopt.isa.registers import EXEC_HI, EXEC_LO, SGPR_BASE, TTMP_BASE
from isaopt.simulator.start import KERNARG, Start
from isaopt.target.arch import features_of
from tests.simulator.oracle.values import Lanes


@dataclass
class WaveValues:
    """The known registers of ``waves`` waves: VGPRs by number, with the lanes of one wave behind those of another;
    scalars by unit.  What is absent is unknown; a scalar in ``unequal`` is known, but not the same in all waves,
    and EXEC is ``taken`` to be what it is where it is unknown."""

    vector: dict[int, Lanes] = field(default_factory=dict)
    scalar: dict[int, int] = field(default_factory=dict)
    carry: dict[int, Lanes] = field(default_factory=dict)
    waves: int = 1
    unequal: set[int] = field(default_factory=set)
    taken: set[int] = field(default_factory=set)


def start_values(start: Start, group: tuple[int, int, int], wave: int, waves: int = 1) -> WaveValues:
    """The registers of so many waves from ``wave`` on as they start (LLVM AMDGPUUsage, "Initial Kernel Execution
    State")."""
    values, ids = start_registers(start.layout, start.arch, KERNARG, 0, 0)
    scalar = {SGPR_BASE + k: v for k, v in enumerate(values)}
    unequal = set()
    for place, number in zip(ids, group, strict=True):
        if place < 128:
            scalar[SGPR_BASE + place] = number
    scalar[EXEC_LO], scalar[EXEC_HI] = (1 << 32) - 1, ((1 << 32) - 1) * (start.wave_size // 64)
    if features_of(start.arch).group_ids_in_ttmps:
        scalar[TTMP_BASE + 9] = group[0]
        scalar[TTMP_BASE + 7] = group[1] & 0xFFFF | group[2] << 16
        if waves == 1:
            scalar[TTMP_BASE + 8] = (wave & 31) << 25
        else:
            unequal.add(TTMP_BASE + 8)
    lane = np.arange(start.wave_size * waves, dtype=np.uint64) + np.uint64(wave * start.wave_size)
    x, y = np.uint64(start.block[0]), np.uint64(start.block[1])
    ids_wanted = start.layout.descriptor.get("system_vgpr_workitem_id", 0)
    packed = lane % x
    if ids_wanted > 0:
        packed = packed | lane // x % y << np.uint64(10)
    if ids_wanted > 1:
        packed = packed | lane // (x * y) << np.uint64(20)
    return WaveValues({0: packed}, scalar, {}, waves, unequal)
