"""The initial state of waves: ids, arguments, and known register contents."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from isaopt.emulator.launch import start_registers
from isaopt.emulator.metadata import ArgumentLayout
from isaopt.isa.registers import EXEC_HI, EXEC_LO, SGPR_BASE, TTMP_BASE
from isaopt.target.arch import features_of

#: The address of the argument segment.
KERNARG = 0x7F00_0000_0000


@dataclass(frozen=True)
class Start:
    """The initial state of a wave: its workgroup and place in it, the argument segment, and the shape of a
    workgroup. ``masks``: whether comparisons of lanes are followed."""

    layout: ArgumentLayout
    arch: str
    segment: bytes
    block: tuple[int, int, int]
    wave_size: int
    masks: bool = True


def start_values(start: Start, group: tuple[int, int, int], wave: int) -> tuple[dict[int, int], np.ndarray]:
    """The scalar registers of a wave at its start, by unit, and its v0 (LLVM AMDGPUUsage, "Initial Kernel Execution
    State")."""
    values, ids = start_registers(start.layout, start.arch, KERNARG, 0, 0)
    scalar = {SGPR_BASE + k: v for k, v in enumerate(values)}
    for place, number in zip(ids, group, strict=True):
        if place < 128:
            scalar[SGPR_BASE + place] = number
    scalar[EXEC_LO], scalar[EXEC_HI] = (1 << 32) - 1, ((1 << 32) - 1) * (start.wave_size // 64)
    if features_of(start.arch).group_ids_in_ttmps:
        scalar[TTMP_BASE + 9] = group[0]
        scalar[TTMP_BASE + 7] = group[1] & 0xFFFF | group[2] << 16
        scalar[TTMP_BASE + 8] = (wave & 31) << 25
    lane = np.arange(start.wave_size, dtype=np.uint32) + np.uint32(wave * start.wave_size)
    x, y = np.uint32(start.block[0]), np.uint32(start.block[1])
    ids_wanted = start.layout.descriptor.get("system_vgpr_workitem_id", 0)
    packed = lane % x
    if ids_wanted > 0:
        packed = packed | lane // x % y << np.uint32(10)
    if ids_wanted > 1:
        packed = packed | lane // (x * y) << np.uint32(20)
    return scalar, packed
