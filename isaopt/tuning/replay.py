"""Predicts kernels as they are: two versions on one workload, with every issue recorded for the report's plots, or one
version."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from isaopt.analysis.figures.metrics import Metrics
from isaopt.ir.program import Module
from isaopt.simulator.results import KernelTime
from isaopt.simulator.simulation import model_for
from isaopt.target.gpus import Gpu
from isaopt.tuning.aim import aim_for
from isaopt.tuning.model import Aim, WorkloadFigure
from isaopt.tuning.prediction import WorkloadPredictor, differing_work, guarded
from isaopt.tuning.workloads import Setting, settings


@dataclass(frozen=True, slots=True)
class Replay:
    """Two versions of a kernel on the same workload. ``doubt`` says how the work of the versions differs on the
    simulated path; empty if it does not."""

    gpu: Gpu
    setting: Setting
    before: KernelTime
    after: KernelTime
    doubt: str = ""

    @property
    def figure(self) -> WorkloadFigure:
        """The headline figure."""
        return self.setting.figure(self.before, self.after)

    def seen(self, before: Metrics, after: Metrics) -> tuple[Metrics, Metrics]:
        """The figures of both versions with their predictions, unless those are not comparable."""
        if self.doubt:
            return before, after
        return self.setting.seen(before, self.before, self.gpu), self.setting.seen(after, self.after, self.gpu)


def replay(before: Module, after: Module, name: str, aim: Aim) -> Replay | str:
    """Both versions of a kernel on the first workload that it is tuned for, or why the simulator cannot follow one."""
    kernel = before.kernel(name)
    gpu = model_for(before, aim.gpu)
    found = guarded(lambda: settings(before, kernel, gpu, aim_for(before, kernel, aim)), aim)
    if isinstance(found, str):
        return found
    predictor = WorkloadPredictor(before, kernel, gpu, found)
    old, new = (guarded(partial(predictor.simulated, module, found[0], record=True)) for module in (before, after))
    if isinstance(old, str):
        return old
    if isinstance(new, str):
        return f"the version after: {new}"
    doubt = differing_work(before, old, after, new)
    return Replay(gpu, found[0], old, new, doubt)


def predicted(module: Module, name: str, metrics: Metrics, aim: Aim) -> tuple[Metrics, str]:
    """The figures of a kernel with its prediction for the first workload and the limiting factor there; without them,
    but with the reason, if the simulator cannot follow the kernel."""
    kernel, gpu = module.kernel(name), model_for(module, aim.gpu)
    found = guarded(lambda: settings(module, kernel, gpu, aim_for(module, kernel, aim)), aim)
    if isinstance(found, str):
        return metrics, found
    first = found[0]
    return first.seen(metrics, first.before, gpu), first.figure(first.before, first.before).limit_after.detail
