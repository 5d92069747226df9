"""The input and the output of a run on one workload, with every issue kept: what reports draw."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from isaopt.ir.program import Module
from isaopt.simulator.results import KernelTime
from isaopt.tuning.aim import aim_for, gpu_of
from isaopt.tuning.model import Aim
from isaopt.tuning.prediction import Predictor, guarded
from isaopt.tuning.workloads import settings


@dataclass(frozen=True, slots=True)
class Replay:
    """Two versions of a kernel on the same workload, which is described in words."""

    workload: str
    before: KernelTime
    after: KernelTime


def replay(before: Module, after: Module, name: str, aim: Aim) -> Replay | None:
    """Both versions of a kernel on the first workload that it is tuned for; None where one cannot be followed."""
    kernel = before.kernel(name)
    gpu = gpu_of(before, aim)
    found = guarded(lambda: settings(before, kernel, gpu, aim_for(before, kernel, aim)), aim)
    if isinstance(found, str):
        return None
    predictor = Predictor(before, kernel, gpu, found)
    old, new = (guarded(partial(predictor.simulated, module, found[0], record=True)) for module in (before, after))
    if isinstance(old, str) or isinstance(new, str):
        return None
    return Replay(found[0].description, old, new)
