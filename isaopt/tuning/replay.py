"""The input and the output of a run on one workload, with every issue kept: what reports draw."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from isaopt.ir.program import Module
from isaopt.simulator.results import KernelTime
from isaopt.tuning.aim import aim_for, gpu_of
from isaopt.tuning.model import Aim
from isaopt.tuning.prediction import Predictor, differing_work, guarded
from isaopt.tuning.workloads import settings


@dataclass(frozen=True, slots=True)
class Replay:
    """Two versions of a kernel on the same workload, which is described in words, and the title of the GPU's model.
    ``doubt`` says how the work of the versions differs on the path that was simulated; empty if it does not."""

    gpu: str
    workload: str
    before: KernelTime
    after: KernelTime
    doubt: str = ""


def replay(before: Module, after: Module, name: str, aim: Aim) -> Replay | str:
    """Both versions of a kernel on the first workload that it is tuned for, or why the simulator cannot follow one."""
    kernel = before.kernel(name)
    gpu = gpu_of(before, aim)
    found = guarded(lambda: settings(before, kernel, gpu, aim_for(before, kernel, aim)), aim)
    if isinstance(found, str):
        return found
    predictor = Predictor(before, kernel, gpu, found)
    old, new = (guarded(partial(predictor.simulated, module, found[0], record=True)) for module in (before, after))
    if isinstance(old, str):
        return old
    if isinstance(new, str):
        return f"the version after: {new}"
    doubt = differing_work(before, old, after, new)
    return Replay(gpu.title, found[0].description, old, new, doubt)
