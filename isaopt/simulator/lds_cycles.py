"""How long single LDS instructions keep the LDS busy, from the addresses of one wave."""

from __future__ import annotations

from collections.abc import Mapping

from isaopt.errors import IsaoptError
from isaopt.ir.program import Kernel, Module
from isaopt.simulator.classes import LDS, VMEM
from isaopt.simulator.results import Workload
from isaopt.simulator.simulation import Prepared
from isaopt.target.gpus import get_gpu, gpu_for

#: One wave, and of each loop only the fewest passes.
_LEAST = Workload(waves_per_simd=1, budget=1)


def lds_cycles(module: Module, kernel: Kernel) -> Mapping[int, int]:
    """By ordinal of an LDS instruction, how often the banks are read when a wave comes to it first, conflicts included.

    Instructions that no wave comes to, or whose address depends on what only a launch tells, are left out; all of them
    are where the simulator cannot follow the kernel.
    """
    gpu = get_gpu(gpu_for(module.arch))
    try:
        prepared = Prepared(module, kernel, _LEAST)
        found, timings = prepared.follow(gpu), prepared.program(gpu).timings
    except IsaoptError:
        return {}
    memory = [ordinal for ordinal in found.path.ordinals if timings[ordinal].unit in (LDS, VMEM)]
    cycles: dict[int, int] = {}
    for ordinal, access in zip(memory, found.accesses[0] if found.accesses else (), strict=False):
        if timings[ordinal].unit == LDS and access is not None:
            cycles.setdefault(ordinal, access.cycles)
    return cycles
