"""Decides which wide LDS loads stay whole, because splitting them would make the LDS the bottleneck.

Neighbouring lanes that read 16 bytes each use all LDS banks. If the same lanes read 8 of these bytes, every second pair
of banks idles, so the two halves take as long as two wide loads (RDNA3 ISA guide, LDS: 32 banks a CU; a load of 16
bytes is served in groups of 8 lanes). How long an instruction keeps the LDS busy follows from the addresses of one
wave.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from isaopt.analysis.flow.cfg import build_cfg
from isaopt.analysis.flow.liveness import kernel_ops
from isaopt.errors import IsaoptError
from isaopt.ir.program import Kernel, Module
from isaopt.simulator.classes import LDS
from isaopt.simulator.follower import lds_lanes
from isaopt.simulator.prepared import Prepared
from isaopt.simulator.results import Workload
from isaopt.target.gpus import get_gpu, gpu_for
from isaopt.target.reads import is_valu
from isaopt.transform.wide_loads import split_loads

#: One wave, and as few iterations of each loop as possible.
_LEAST = Workload(waves_per_simd=1, budget=1)


def lds_cycles(module: Module, kernel: Kernel) -> Mapping[int, int]:
    """For each LDS instruction, by ordinal, how many bank accesses it takes the first time that a wave executes it,
    conflicts included. Instructions that no wave reaches, or whose address depends on the launch, are left out; all are
    left out if the simulator cannot follow the kernel."""
    gpu = get_gpu(gpu_for(module.arch))
    try:
        prepared = Prepared(module, kernel, _LEAST)
        found, timings = prepared.follow(gpu), prepared.program(gpu).timings
    except IsaoptError:
        return {}
    path, memory = found.path.ordinals, prepared.encoded(gpu).memory
    cycles: dict[int, int] = {}
    # Instructions that access nothing have no row.
    for ordinal, (first, count) in zip(path[memory[path]].tolist(), found.accesses.rows[0].tolist(), strict=False):
        if timings[ordinal].unit == LDS and count >= 0:
            cycles.setdefault(ordinal, first)
    return cycles


def lds_lanes_of(module: Module, kernel: Kernel) -> dict[int, np.ndarray]:
    """What the address register of each LDS instruction, by ordinal, holds in the lanes of one wave the first time that
    it executes it; without those of which that is not known."""
    gpu = get_gpu(gpu_for(module.arch))
    try:
        prepared = Prepared(module, kernel, _LEAST)
        path, timings = prepared.follow(gpu).path.ordinals, prepared.program(gpu).timings
        there = [k for k in path.tolist() if timings[k].unit == LDS and prepared.encoded(gpu).memory[k]]
        lanes, known = lds_lanes(prepared.encoded(gpu), prepared.start.start, path, len(there))
    except IsaoptError:
        return {}
    return {k: row for k, row, sure in reversed(list(zip(there, lanes, known.tolist(), strict=True))) if sure}


#: SIMDs that share an LDS with its banks (RDNA3 ISA guide: a CU is two SIMD32).
_SIMDS = 2


def valu_of_blocks(module: Module, kernel: Kernel) -> list[int]:
    """The VALU instructions of each block, a pair counted once: a lower bound on their issue cycles."""
    cfg = build_cfg(module, kernel)
    ops = kernel_ops(module, cfg)
    return [sum(map(is_valu, ops[b.first : b.end])) for b in cfg.blocks]


def kept_whole(module: Module, kernel: Kernel, wide: Sequence[int], valu: Sequence[int]) -> set[int]:
    """The wide loads that keep the LDS busy longer if they are split, in blocks where the LDS would then take longer
    than ``valu``, the issue cycles of the block's VALU instructions in the input: no pair could make up for that.

    A load whose address depends on the launch is treated like the others.
    """
    whole = lds_cycles(module, kernel) if wide else {}
    if whole.keys().isdisjoint(wide):
        return set()
    split, places = split_loads(module, kernel, wide)
    apart = lds_cycles(split, split.kernel(kernel.name))
    halves = {k: sum(apart.get(half, 0) for half in two) for k, two in zip(sorted(wide), places, strict=True)}
    kept: set[int] = set()
    for block, cycles in zip(build_cfg(module, kernel).blocks, valu, strict=True):
        inside = block.ordinals
        if _SIMDS * sum(halves.get(k, whole[k]) for k in inside if k in whole) > cycles:
            kept |= {k for k in inside if k in whole and halves.get(k, 0) > whole[k]}
    return kept
