"""The workloads that a kernel is tuned for: the user's launch, or plausible ones made up."""

from __future__ import annotations

from dataclasses import dataclass

from isaopt.errors import InputError
from isaopt.ir.program import Kernel, Module
from isaopt.simulator.results import KernelTime, Workload
from isaopt.simulator.simulation import simulate_kernel
from isaopt.target.gpus import Gpu
from isaopt.tuning.model import Aim

#: Scalar arguments of a large problem: the first one with which the wave comes through all the code, or most; and what
#: is tried where these make a path without end.
_LARGE, _SHORTER = (1024, 4096), (256, None)
_SMALL = 128
#: Workgroups for each CU: divided by whatever fits at a time, so that the end of a launch does not decide.
_MANY = 240
#: Instructions to simulate: fewer than for a prediction that is looked at, since many are compared, but enough for
#: nested loops, where a few passes of the inner one say little about many.
_BUDGET = 1_500_000
#: One instruction of so many may stand in code for rare cases that no wave comes to.
_RARE = 10


@dataclass(frozen=True, slots=True)
class Setting:
    """A workload by name, in words, with the prediction for the input."""

    name: str
    description: str
    workload: Workload
    before: KernelTime


def settings(module: Module, kernel: Kernel, gpu: Gpu, aim: Aim) -> tuple[Setting, ...]:
    """The workloads: the launch that is given, else a large one that fills the GPU and a small one of one workgroup a
    CU, so that neither throughput nor latency alone decides.

    Raises:
        InputError: the simulator cannot follow the kernel.
        UsageError: an argument, a loop or a number of waves that does not exist.
    """
    if aim.launch is not None:
        given = Workload(aim.trips, waves_per_simd=aim.waves_per_simd, launch=aim.launch, budget=_BUDGET)
        return (Setting("launch", "the launch given", given, simulate_kernel(module, kernel, gpu, given)),)
    units = max(1, gpu.cycles("gpu.cus"))
    many, few = _MANY * units, max(1, units // 2)
    large = _covering(module, kernel, gpu, aim, many)
    scalars = large.workload.scalars
    fewer = None if scalars is None else min(_SMALL, scalars)
    small = Workload(aim.trips, few, aim.waves_per_simd, scalars=fewer, budget=_BUDGET)
    words = f"{few} workgroups{_words(small.scalars)}"
    return large, Setting("small", words, small, simulate_kernel(module, kernel, gpu, small))


def _words(scalars: int | None) -> str:
    return "" if scalars is None else f", scalar arguments of {scalars}"


def _covering(module: Module, kernel: Kernel, gpu: Gpu, aim: Aim, workgroups: int) -> Setting:
    """The large workload whose wave executes most of the code; without its scalars where their arithmetic leads
    nowhere."""
    best: tuple[int, Setting] | None = None
    problem: InputError | None = None
    for scalars in (*_LARGE, *_SHORTER):
        if scalars not in _LARGE and best is not None:
            break
        workload = Workload(aim.trips, workgroups, aim.waves_per_simd, scalars=scalars, budget=_BUDGET)
        try:
            time = simulate_kernel(module, kernel, gpu, workload)
        except InputError as error:
            problem = error
            continue
        missed = sum(not i.issues for i in time.instructions)
        words = f"{workgroups} workgroups{_words(scalars)}"
        if best is None or missed < best[0]:
            best = missed, Setting("large", words, workload, time)
        if missed * _RARE <= len(time.instructions):
            break
    if best is None:
        assert problem is not None
        raise problem
    return best[1]
