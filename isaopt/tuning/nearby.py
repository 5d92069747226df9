"""Decides whether a version is slower than the input although predictions scatter.

A small change of the code shifts the times at which waves access memory, and thus the prediction, by some percent
either way. Latencies and start times of waves are not known that precisely. Close versions are therefore compared on
GPUs that differ slightly in these, each with each, so that common effects cancel.
"""

from __future__ import annotations

from statistics import fmean, stdev

from isaopt.ir.kept import kept
from isaopt.ir.program import Kernel, Module
from isaopt.simulator.results import KernelTime
from isaopt.simulator.simulation import simulate_kernel
from isaopt.target.gpus import Gpu
from isaopt.tuning.workloads import Setting, prepared, simulated

#: Parameters that differ, each with its relative values on the GPUs; the usual one is first.
_INTERVALS = (1.0, 0.5, 1.5, 1.0, 1.0)
_LATENCIES = (1.0, 1.0, 1.0, 0.95, 1.05)
_LEVELS = ("l1", "l2", "ic", "vram")
#: The relative difference that is never significant, of a wave and of a launch (whose last waves end by chance), and
#: the one that always is.
_LEAST, _LEAST_LAUNCH, _MOST = 0.002, 0.005, 0.02


def takes_longer(module: Module, original: Module, kernel: Kernel, gpu: Gpu, setting: Setting) -> bool:
    """Whether a wave of a version takes longer than the ``original``'s by more than the standard error of the mean of
    the comparisons, or the launch by more than the chance effect of its last waves."""
    old, new = (simulated(m, original, kernel, gpu, setting, False) for m in (original, module))
    wave, launch = new.wave_cycles / old.wave_cycles, new.cycles / old.cycles
    if launch > 1 + _LEAST_LAUNCH or not 1 + _LEAST < wave <= 1 + _MOST:
        return launch > 1 + _LEAST_LAUNCH or wave > 1 + _LEAST
    olds, news = (_around(m, original, kernel, gpu, setting) for m in (original, module))
    ratios = [b.wave_cycles / a.wave_cycles for a, b in zip(olds, news, strict=True)]
    return bool(fmean(ratios) > 1 + max(_LEAST, stdev(ratios) / len(ratios) ** 0.5))


@kept
def _around(module: Module, original: Module, kernel: Kernel, gpu: Gpu, setting: Setting) -> tuple[KernelTime, ...]:
    """A version on GPUs that differ a little."""
    same = simulated(module, original, kernel, gpu, setting, False)
    ready = prepared(module, original, kernel, setting, False)
    return (same, *(simulate_kernel(module, ready.kernel, other, ready.given, ready) for other in nearby(gpu)[1:]))


def nearby(gpu: Gpu) -> tuple[Gpu, ...]:
    """The GPU, and variants of it whose waves start closer together or further apart, or whose memory answers sooner or
    later."""
    found = []
    for start, wait in zip(_INTERVALS, _LATENCIES, strict=True):
        values = {"launch.wave_interval": max(1, round(gpu.cycles("launch.wave_interval") * start))}
        values |= {f"{level}.latency": round(gpu.cycles(f"{level}.latency") * wait) for level in _LEVELS}
        found.append(gpu.with_values(values))
    return tuple(found)
