"""The launch, known or assumed, as the simulator uses it: arguments, workgroups, and memory addresses."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from isaopt.emulator.launch import Geometry, Memory, kernarg_segment
from isaopt.emulator.metadata import ArgumentLayout, layout_of
from isaopt.ir.program import Kernel, Module
from isaopt.simulator.classes import LDS, VMEM
from isaopt.simulator.encode import Encoded
from isaopt.simulator.follower import Accesses, no_accesses, wave_accesses
from isaopt.simulator.residency import Residency
from isaopt.simulator.start import Start
from isaopt.simulator.timing import TimedKernel
from isaopt.target.gpus import Gpu

if TYPE_CHECKING:
    from isaopt.emulator.launches import Launch

#: The assumed value of a scalar argument on which addresses depend.
SCALAR_ARGUMENT = 4096
#: Workgroups in a row of the grid if no grid is given.
GRID_WIDTH = 32
#: The most waves whose addresses are followed, by whole workgroups; further waves repeat them at other addresses.
FOLLOWED_WAVES = 16
#: The distance, in lines, of the accesses of waves that repeat another's addresses.
_ELSEWHERE = 1 << 44


@dataclass(frozen=True)
class LaunchStart:
    """The start of the waves, and the assumptions made for it. ``bytes`` is the size of all buffers together, None if
    unknown."""

    start: Start
    grid: tuple[int, int, int]
    bytes: int | None
    assumed: tuple[str, ...]

    def holding(self, gpu: Gpu) -> str:
        """The smallest cache that holds all buffers, in which accesses of unknown addresses are assumed to hit; the L2
        if the buffers are unknown."""
        if self.bytes is None or self.bytes <= gpu.number("l2.bytes"):
            return "l2"
        return "ic" if self.bytes <= gpu.number("ic.bytes") else "vram"


def launch_start(
    module: Module,
    kernel: Kernel,
    launch: Launch | None,
    waves: int,
    scalars: int = SCALAR_ARGUMENT,
    workgroups: int | None = None,
    masks: bool = True,
) -> LaunchStart:
    """The start of a launch's waves. If no launch is given, one with ``waves`` waves per workgroup is made up, with
    ``scalars`` for every scalar argument and ``workgroups`` in all; ``masks`` as in :class:`Start`.

    Raises:
        UsageError: the arguments do not fit the kernel.
    """
    layout = layout_of(module, kernel)
    if launch is not None:
        memory = Memory()
        args = launch.arguments()
        segment = kernarg_segment(layout, args, launch.geometry, memory, launch.dynamic_lds)
        start = Start(layout, module.arch, segment, launch.geometry.block, kernel.wave_size)
        return LaunchStart(start, launch.geometry.grid, sum(r.size for r in memory.regions), ())
    block = layout.required_workgroup or (waves * kernel.wave_size, 1, 1)
    geometry = Geometry(_grid(layout, workgroups), (block[0], block[1], block[2]))
    start = Start(layout, module.arch, _segment(layout, geometry, scalars), geometry.block, kernel.wave_size, masks)
    taken = f"scalar arguments are {scalars}, the grid is {geometry.grid[0]} workgroups wide, all lanes are on"
    return LaunchStart(start, geometry.grid, None, (f"for addresses: {taken}",))


def _grid(layout: ArgumentLayout, workgroups: int | None) -> tuple[int, int, int]:
    """A grid with one axis if the kernel uses no other, otherwise one of rows."""
    count = workgroups or GRID_WIDTH * GRID_WIDTH
    if not layout.descriptor.get("system_sgpr_workgroup_id_y", 0):
        return count, 1, 1
    return GRID_WIDTH, -(-count // GRID_WIDTH), 1


def _segment(layout: ArgumentLayout, geometry: Geometry, scalars: int) -> bytes:
    """An argument segment with buffers far apart and scalars of one size."""
    data = bytearray(max(layout.kernarg_bytes, 64))
    for k, slot in enumerate(layout.arguments):
        name = slot.kind.removeprefix("hidden_")
        axis = "xyz".find(name[-1])
        if slot.kind == "global_buffer":
            value = (k + 1) << 40
        elif not slot.hidden:
            value = scalars
        elif name.startswith("block_count_"):
            value = geometry.grid[axis]
        elif name.startswith("group_size_"):
            value = geometry.block[axis]
        else:
            value = 0
        size = min(slot.size, 8)
        data[slot.offset : slot.offset + size] = (value & (1 << 8 * size) - 1).to_bytes(size, "little")
    return bytes(data)


def resident_accesses(
    program: TimedKernel, encoded: Encoded, start: LaunchStart, place: Residency, path: np.ndarray, gpu: Gpu
) -> tuple[Accesses, int]:
    """The accesses of each resident wave, and how many instructions on the path have an unknown address.

    Workgroups that share a CU are as many apart as there are CUs (or WGPs).
    """
    if not any(t.bytes and t.unit in (LDS, VMEM) for t in program.timings):
        return no_accesses(place.waves), 0
    units = max(1, gpu.cycles("gpu.cus") // (2 if place.wgp_mode else 1))
    x, y, z = start.grid
    waves: list[tuple[tuple[int, int, int], int]] = []
    for number, size in enumerate(place.groups):
        if len(waves) >= FOLLOWED_WAVES:
            break
        linear = number * units % (x * y * z)
        group = (linear % x, linear // x % y, linear // x // y)
        waves += [(group, wave) for wave in range(size)]
    rows, lines = wave_accesses(encoded, start.start, path, waves)
    resident = np.arange(place.waves)
    accesses = Accesses(rows, lines, resident % len(waves), resident // len(waves) * _ELSEWHERE)
    moved = path[encoded.memory[path]]
    moves = np.array([bool(t.bytes) for t in program.timings])
    return accesses, len(np.unique(moved[(rows[0, :, 1] < 0) & moves[moved]]))
