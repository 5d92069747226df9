"""How long single LDS instructions keep the LDS busy, from the addresses of one wave."""

from __future__ import annotations

from collections.abc import Mapping

from isaopt.errors import IsaoptError
from isaopt.ir.program import Kernel, Module
from isaopt.simulator.classes import LDS
from isaopt.simulator.prepared import Prepared
from isaopt.simulator.results import Workload
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
    path, memory = found.path.ordinals, prepared.encoded(gpu).memory
    cycles: dict[int, int] = {}
    # Where nothing is accessed, there is no row.
    for ordinal, (first, count) in zip(path[memory[path]].tolist(), found.accesses.rows[0].tolist(), strict=False):
        if timings[ordinal].unit == LDS and count >= 0:
            cycles.setdefault(ordinal, first)
    return cycles
