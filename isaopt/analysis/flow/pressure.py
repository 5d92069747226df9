"""VGPR pressure: how many registers are occupied at each point, and where most."""

from __future__ import annotations

from dataclasses import dataclass

from isaopt.analysis.flow.cfg import CFG
from isaopt.analysis.flow.webs import Webs


@dataclass(frozen=True, slots=True)
class Pressure:
    """Occupied VGPRs: ``points`` by program point (two per instruction, before and after), ``blocks`` the maximum of
    each block.

    ``peak`` is the maximum over the kernel (0 if it uses none) and ``peak_point`` the first point that has it.
    """

    points: tuple[int, ...]
    blocks: tuple[int, ...]
    peak: int
    peak_point: int


def pressure(cfg: CFG, found: Webs) -> Pressure:
    """Count the webs that occupy a register at each program point."""
    change = [0] * (2 * len(cfg.order) + 1)
    for web in found.webs:
        for start, end in web.segments:
            change[start] += 1
            change[end] -= 1
    points: list[int] = []
    now = 0
    for step in change[:-1]:
        now += step
        points.append(now)
    blocks = tuple(max(points[2 * b.first : 2 * (b.first + len(b.instructions))], default=0) for b in cfg.blocks)
    peak = max(points, default=0)
    return Pressure(tuple(points), blocks, peak, points.index(peak) if points else 0)
