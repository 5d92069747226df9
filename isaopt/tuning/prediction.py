"""Cycles of versions of a kernel that do the same work."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import TypeVar

from isaopt.errors import IsaoptError, UsageError
from isaopt.ir.program import Instruction, Kernel, Module
from isaopt.simulator.classes import LDS, VMEM, lane_bytes, unit_of
from isaopt.simulator.prepared import Prepared
from isaopt.simulator.results import KernelTime
from isaopt.target.gpus import Gpu
from isaopt.tuning.model import MARGIN, Aim, Prediction
from isaopt.tuning.workloads import Setting, prepared, simulated

Answer = TypeVar("Answer")

#: The share by which work may differ: a version may reload, or leave out, what the input loads once.
_TOLERANCE = 0.02


def guarded(ask: Callable[[], Answer], aim: Aim | None = None) -> Answer | str:
    """The answer of a simulation, or the reason why there is none: a kernel that cannot be predicted can still be
    optimised. A launch in ``aim`` that does not fit the kernel is the user's mistake and is raised."""
    try:
        return ask()
    except IsaoptError as error:
        if isinstance(error, UsageError) and aim is not None and aim.launch is not None:
            raise
        return error.message
    except Exception as error:
        if os.environ.get("ISAOPT_DEBUG") == "1":
            raise
        return f"internal error: {' '.join(f'{type(error).__name__}: {error}'.split())}, please report"


@dataclass(frozen=True)
class WorkloadPredictor:
    """Predicts versions of a kernel on a GPU, for workloads that the input was predicted for."""

    original: Module
    kernel: Kernel
    gpu: Gpu
    settings: tuple[Setting, ...]

    def predict(self, module: Module) -> Prediction:
        """The cycles of a version; once it is slower than the input on a workload, the remaining ones are skipped."""
        found: list[float | None] = [None] * len(self.settings)
        for at, setting in enumerate(self.settings):
            time = guarded(partial(self.simulated, module, setting))
            if isinstance(time, str):
                return Prediction(tuple(found), f"the simulator cannot follow it: {time}")
            problem = differing_work(self.original, setting.before, module, time)
            if problem:
                return Prediction(tuple(found), f"{setting.name}: {problem}")
            found[at] = time.cycles
            if time.cycles > setting.before.cycles * (1 + MARGIN):
                break
        return Prediction(tuple(found))

    @property
    def input(self) -> Prediction:
        """The prediction for the input."""
        return Prediction(tuple(setting.before.cycles for setting in self.settings))

    def simulated(self, module: Module, setting: Setting, record: bool = False) -> KernelTime:
        """Simulates a version on a workload, with its loops running as often as the input's there."""
        return simulated(module, self.original, self.kernel, self.gpu, setting, record)

    def prepared(self, module: Module, setting: Setting, record: bool = False) -> Prepared:
        """The preparation of such a run."""
        return prepared(module, self.original, self.kernel, setting, record)


@dataclass(slots=True)
class _WorkAmounts:
    """Floating-point operations of the launch, and bytes that a wave moves through memory and LDS."""

    flops: float
    memory: float = 0.0
    lds: float = 0.0
    shortest: int = field(default=1 << 30)
    """Simulated passes of the most truncated loop: work that its last pass omits counts that much."""
    fewest: int = field(default=1 << 30)
    """The same over all loops: loads one iteration ahead are predicted once too often."""


def _work(module: Module, time: KernelTime) -> _WorkAmounts:
    work = _WorkAmounts(time.flops_per_second * time.seconds)
    for i in time.instructions:
        item = module.items[i.item]
        assert isinstance(item, Instruction)
        op, unit = item.op, unit_of(item.op)
        if unit == VMEM and not op.flag("scratch"):  # scratch holds what registers could: a pass may take it away
            work.memory += i.times * lane_bytes(op)
        elif unit == LDS:
            work.lds += i.times * lane_bytes(op)
    work.fewest = min((x.simulated for x in time.loops), default=work.fewest)
    work.shortest = min((x.simulated for x in time.loops if x.simulated < x.iterations), default=work.shortest)
    return work


def differing_work(before: Module, old: KernelTime, after: Module, new: KernelTime) -> str:
    """How the work of two versions differs on the simulated paths; empty if it does not, so that their cycles can be
    compared."""
    return _difference(_work(before, old), _work(after, new))


def _difference(a: _WorkAmounts, b: _WorkAmounts) -> str:
    """How the work differs beyond chance; empty if it does not."""
    cut = _TOLERANCE + 1 / min(a.shortest, b.shortest)
    ahead = max(cut, _TOLERANCE + 1 / min(a.fewest, b.fewest))
    pairs = (
        ("arithmetic", a.flops, b.flops, _TOLERANCE, _TOLERANCE),
        ("global memory", a.memory, b.memory, cut, ahead),
        ("LDS", a.lds, b.lds, cut, ahead),
    )
    for name, old, new, less, more in pairs:
        if abs(new - old) > (less if new < old else more) * max(old, new):
            share = f"{new / old:.0%} of the input's" if old else "more"
            return f"on the simulated path it does {share} {name} work"
    return ""
