"""The workloads that a kernel is tuned for: the user's launch, or plausible ones made up."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from isaopt.errors import InputError
from isaopt.ir.program import Kernel, Module
from isaopt.simulator.prepared import Prepared
from isaopt.simulator.results import KernelTime, Workload
from isaopt.simulator.simulation import simulate_kernel
from isaopt.target.gpus import Gpu
from isaopt.tuning.model import Aim, Scatter

#: Scalar arguments of a large problem: the first one with which the wave comes through all the code, or most; and what
#: is tried where these make a path without end.
_LARGE, _SHORTER = (1024, 4096), (256, None)
_SMALL = 128
#: Workgroups for each CU: divided by whatever fits at a time, so that the end of a launch does not decide.
_MANY = 240
#: Instructions to simulate: fewer than for a prediction that is looked at, since many are compared, but enough for
#: nested loops, where a few passes of the inner one say little about many.
_BUDGET = 500_000
_INTERVAL = "launch.wave_interval"
#: Other intervals between the starts of waves, as shares of the usual one, which nobody has published.
_STARTS = (0.5, 1.5)
#: What is never taken for a difference, and what always is: of a wave's time, and of a launch's.
_LEAST, _MOST_WAVES, _MOST_LAUNCH = 0.002, 0.02, 0.05
#: One instruction of so many may stand in code for rare cases that no wave comes to.
_RARE = 10


@dataclass(frozen=True, slots=True)
class Setting:
    """A workload by name, in words, with the prediction for the input."""

    name: str
    description: str
    workload: Workload
    before: KernelTime
    scatter: Scatter = field(default_factory=Scatter)


def settings(module: Module, kernel: Kernel, gpu: Gpu, aim: Aim) -> tuple[Setting, ...]:
    """The workloads: the launch that is given, else a large one that fills the GPU and a small one of one workgroup a
    CU, so that neither throughput nor latency alone decides.

    Raises:
        InputError: the simulator cannot follow the kernel.
        UsageError: an argument, a loop or a number of waves that does not exist.
    """
    if aim.launch is not None:
        given = Workload(aim.trips, waves_per_simd=aim.waves_per_simd, launch=aim.launch, budget=_BUDGET)
        return (_setting("launch", "the launch given", module, kernel, gpu, given),)
    units = max(1, gpu.cycles("gpu.cus"))
    many, few = _MANY * units, max(1, units // 2)
    large = _covering(module, kernel, gpu, aim, many)
    scalars = large.workload.scalars
    fewer = None if scalars is None else min(_SMALL, scalars)
    small = Workload(aim.trips, few, aim.waves_per_simd, scalars=fewer, budget=_BUDGET)
    words = f"{few} workgroups{_words(small.scalars)}"
    return large, _setting("small", words, module, kernel, gpu, small)


def _setting(name: str, words: str, module: Module, kernel: Kernel, gpu: Gpu, workload: Workload) -> Setting:
    kept = Prepared(module, kernel, workload)
    return _scattered(Setting(name, words, workload, simulate_kernel(module, kernel, gpu, workload, kept)), kept, gpu)


def _scattered(setting: Setting, kept: Prepared, gpu: Gpu) -> Setting:
    """The setting with how its prediction scatters over launches whose waves start closer together or further apart."""
    interval = gpu.cycles(_INTERVAL)
    others = (gpu.with_values({_INTERVAL: max(1, round(interval * share))}) for share in _STARTS)
    times = [setting.before, *(simulate_kernel(kept.module, kept.kernel, g, kept.given, kept) for g in others)]
    return replace(
        setting,
        scatter=Scatter(
            _spread([t.cycles for t in times], _MOST_LAUNCH), _spread([t.wave_cycles for t in times], _MOST_WAVES)
        ),
    )


def _spread(times: Sequence[float], most: float) -> float:
    """Half of the range, as a share of the mean, within limits."""
    mean = sum(times) / len(times)
    return min(most, max(_LEAST, (max(times) - min(times)) / 2 / mean)) if mean else _LEAST


def _words(scalars: int | None) -> str:
    return "" if scalars is None else f", scalar arguments of {scalars}"


def _covering(module: Module, kernel: Kernel, gpu: Gpu, aim: Aim, workgroups: int) -> Setting:
    """The large workload whose wave executes most of the code; without its scalars where their arithmetic leads
    nowhere."""
    best: tuple[int, Setting, Prepared] | None = None
    problem: InputError | None = None
    for scalars in (*_LARGE, *_SHORTER):
        if scalars not in _LARGE and best is not None:
            break
        workload = Workload(aim.trips, workgroups, aim.waves_per_simd, scalars=scalars, budget=_BUDGET)
        kept = Prepared(module, kernel, workload)
        try:
            time = simulate_kernel(module, kernel, gpu, workload, kept)
        except InputError as error:
            problem = error
            continue
        missed = sum(not i.issues for i in time.instructions)
        words = f"{workgroups} workgroups{_words(scalars)}"
        if best is None or missed < best[0]:
            best = missed, Setting("large", words, workload, time), kept
        if missed * _RARE <= len(time.instructions):
            break
    if best is None:
        assert problem is not None
        raise problem
    return _scattered(best[1], best[2], gpu)
