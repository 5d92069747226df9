"""The launches for which kernels are predicted, by any command: the user's, or plausible ones made up."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np

from isaopt.analysis.figures.metrics import Metrics
from isaopt.errors import InputError
from isaopt.ir.kept import kept, remember
from isaopt.ir.program import Kernel, Module
from isaopt.simulator.limits import limit_of
from isaopt.simulator.prepared import Prepared
from isaopt.simulator.results import KernelTime, PredictedLaunch, Workload
from isaopt.simulator.simulation import simulate_kernel
from isaopt.target.gpus import Gpu
from isaopt.tuning.correspondence import corresponding_trips
from isaopt.tuning.model import Aim, WorkloadFigure

#: Scalar arguments of a large problem: the first one with which the wave comes through all the code, or most; and what
#: is tried where these make a path without end.
_LARGE, _SHORTER = (1024, 4096), (256, None)
_SMALL = 128
#: Workgroups per CU: a multiple of whatever fits at a time, so that the end of a launch does not decide.
_MANY = 240
#: Instructions of the resident waves to simulate: fewer than for a launch that is described, since many versions are
#: compared, but enough for nested loops, where a few passes of the inner one say little about many.
_BUDGET = 500_000
#: One instruction of so many may stand in code for rare cases that no wave comes to.
_RARE = 10


@dataclass(frozen=True, slots=True)
class Setting:
    """A workload by name, in words, with the prediction for the input."""

    name: str
    description: str
    workload: Workload
    before: KernelTime

    def figure(self, before: KernelTime, after: KernelTime) -> WorkloadFigure:
        """The figure of two versions on this workload."""
        old, new = (round(time.cycles, 1) for time in (before, after))
        limits = limit_of(before), limit_of(after)
        return WorkloadFigure(self.name, self.description, self.workload.groups, old, new, *limits)

    def seen(self, metrics: Metrics, time: KernelTime, gpu: Gpu) -> Metrics:
        """The figures of a version with its prediction."""
        paces = {loop.label: _decimal(loop.cycles_per_iteration) for loop in time.loops}
        return replace(
            metrics,
            loops=tuple(replace(loop, predicted_cycles=paces.get(loop.label)) for loop in metrics.loops),
            predicted_cycles=_decimal(time.cycles),
            predicted_for=f"{gpu.title}, {self.name}: {self.description}",
        )


def _decimal(cycles: float | None) -> Fraction | None:
    return None if cycles is None else Fraction(str(round(cycles, 1)))


def settings(module: Module, kernel: Kernel, gpu: Gpu, aim: Aim, budget: int = _BUDGET) -> tuple[Setting, ...]:
    """The workloads of an aim, simulated for this many instructions; see :func:`default_settings`, also for errors."""
    given = Workload(aim.trips, waves_per_simd=aim.waves_per_simd, launch=aim.launch, budget=budget)
    return default_settings(module, kernel, gpu, given)


def launches(module: Module, kernel: Kernel, gpu: Gpu, given: Workload) -> tuple[PredictedLaunch, ...]:
    """A kernel in each launch for which it is predicted; as :func:`default_settings`."""
    found = default_settings(module, kernel, gpu, given)
    return tuple(PredictedLaunch(s.name, s.description, s.workload.groups, s.before) for s in found)


def default_settings(module: Module, kernel: Kernel, gpu: Gpu, given: Workload) -> tuple[Setting, ...]:
    """The given launch; otherwise a large one that fills the GPU and a small one of one workgroup for two CUs, so that
    neither throughput nor latency alone decides.

    Raises:
        InputError: the simulator cannot follow the kernel.
        UsageError: an unknown argument or loop, or an invalid number of waves.
    """
    if given.launch is not None:
        return (_setting("launch", _words(given), module, kernel, gpu, given),)
    units = max(1, gpu.cycles("gpu.cus"))
    open_ = replace(given, budget=given.budget or _BUDGET)
    large = _covering(module, kernel, gpu, replace(open_, workgroups=_MANY * units))
    scalars = large.workload.scalars
    small = replace(open_, workgroups=max(1, units // 2))
    fewer = (None,) if scalars is None else (min(_SMALL, scalars), scalars)
    ready = _telling(module, kernel, gpu, small, *fewer)
    time = simulate_kernel(module, kernel, gpu, ready.given, ready)
    return large, _simulated("small", _words(ready.given), ready, gpu, time)


def _telling(module: Module, kernel: Kernel, gpu: Gpu, workload: Workload, *scalars: int | None) -> Prepared:
    """A made-up workload with the first of these scalars that lets no lane loop end in its first pass. Where none does,
    as the step is one of them or that of a grid too large for them, masks do not tell how such loops run."""
    for value in scalars:
        ready = Prepared(module, kernel, replace(workload, scalars=value))
        if not ready.follow(gpu).at_once:
            return ready
    return Prepared(module, kernel, replace(workload, scalars=scalars[0], masks=False))


def _setting(name: str, words: str, module: Module, kernel: Kernel, gpu: Gpu, workload: Workload) -> Setting:
    ready = Prepared(module, kernel, workload)
    return _simulated(name, words, ready, gpu, simulate_kernel(module, kernel, gpu, workload, ready))


def _simulated(name: str, words: str, ready: Prepared, gpu: Gpu, before: KernelTime) -> Setting:
    """The setting of a simulated kernel; its preparation is kept for later runs of the same version."""
    module, kernel = ready.module, ready.kernel
    setting = Setting(name, words, ready.given, before)
    remember(prepared, ready, module, module, kernel, setting, False)
    remember(simulated, before, module, module, kernel, gpu, setting, False)
    return setting


@kept
def prepared(module: Module, original: Module, kernel: Kernel, setting: Setting, record: bool) -> Prepared:
    """The preparation of a run of a version of the ``original``'s ``kernel`` on a workload, with its loops running as
    often as the input's there."""
    version = module.kernel(kernel.name)
    workload = setting.workload
    old = {loop.label: loop.iterations for loop in setting.before.loops}
    counts = corresponding_trips(original, kernel, module, version, old)
    given = corresponding_trips(original, kernel, module, version, old, workload.trips)
    return Prepared(module, version, replace(workload, trips=given, assumed_trips=counts, record=record))


@kept
def simulated(module: Module, original: Module, kernel: Kernel, gpu: Gpu, setting: Setting, record: bool) -> KernelTime:
    """The simulation of such a run."""
    ready = prepared(module, original, kernel, setting, record)
    return simulate_kernel(module, ready.kernel, gpu, ready.given, ready)


def _words(workload: Workload) -> str:
    scalars = [] if workload.scalars is None else [str(workload.scalars)]
    size = ""
    if workload.launch is not None:
        scalars = [str(entry.get("value")) for entry in workload.launch.args if entry.get("kind") == "scalar"]
        size = f" of {math.prod(workload.launch.geometry.block)}"
    said = f", scalar arguments of {', '.join(scalars)}" if scalars else ""
    return f"{workload.groups:,} workgroups{size}{said}"


def _covering(module: Module, kernel: Kernel, gpu: Gpu, large: Workload) -> Setting:
    """The large workload whose wave executes most of the code; without its scalars where their arithmetic leads
    nowhere."""
    best: tuple[tuple[bool, int], Prepared] | None = None
    problem: InputError | None = None
    for scalars in (*_LARGE, *_SHORTER):
        if scalars not in _LARGE and best is not None:
            break
        try:
            ready = _telling(module, kernel, gpu, large, scalars)
            path = ready.follow(gpu).path.ordinals
        except InputError as error:
            problem = error
            continue
        missed = not ready.given.masks, len(ready.cfg.order) - len(np.unique(path))
        if best is None or missed < best[0]:
            best = missed, ready
        if missed[1] * _RARE <= len(ready.cfg.order) and ready.given.masks:
            break
    if best is None:
        assert problem is not None
        raise problem
    _, ready = best
    time = simulate_kernel(module, kernel, gpu, ready.given, ready)
    return _simulated("large", _words(ready.given), ready, gpu, time)
