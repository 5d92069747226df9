"""Estimates from the simulator what a pass could gain at most, before any solver runs, and how much work that is worth.

This is an estimate, not a bound: a pass also moves code and registers, and makes room for later ones.

The kernel is simulated as if the pass had achieved all that its kind can: every second instruction that could be
half of a pair removed, or no conflict left on any register bank. If that does not change the prediction, neither
will a solver's result.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from isaopt.errors import IsaoptError
from isaopt.ir.program import Module
from isaopt.simulator.prepared import Prepared
from isaopt.target.arch import get_arch
from isaopt.target.gpus import Gpu
from isaopt.target.vopd_ops import component_name
from isaopt.tuning.prediction import WorkloadPredictor

#: What a pass has to be able to save of a wave's time to be worth its work.
WORTH = 0.01
#: From which share on a solver is given all its work; below it gets as much less, but not less than the least.
_FULL_EFFORT, LEAST_EFFORT = 0.18, 0.03
#: Passes whose least effort costs no more than the question what they could gain.
CHEAP = frozenset(["reassign"])

Ideal = Callable[[Prepared, Gpu], float]


def _in_pairs(kept: Prepared, gpu: Gpu) -> float:
    """The time of a wave if each two instructions of a block that might be halves of a pair took as long as one, with
    no conflict on any bank: pairs are chosen with their banks."""
    arch = get_arch(kept.module.arch)
    timings = kept.program(gpu).timings
    spared: list[int] = []
    for block in kept.cfg.blocks:
        span = range(block.first, block.first + len(block.instructions))
        alone = [k for k in span if not timings[k].dual and component_name(arch, timings[k].op) is not None]
        spared += alone[1::2]
    return kept.wave_cycles(gpu, spared, clean=True)


_IDEALS: dict[str, Ideal] = {
    "pair": _in_pairs,
    "split": _in_pairs,
    "pair-rounds": _in_pairs,
    "reassign": partial(Prepared.wave_cycles, clean=True),
}


@dataclass(frozen=True)
class Headroom:
    """Answers for versions of one kernel, on the workloads that it is tuned for."""

    predictor: WorkloadPredictor

    def most(self, step: str, module: Module) -> float | None:
        """The share of a wave's time that pairs, or free banks, could take away by themselves, on the workload where
        that is most; None where nothing is known."""
        ideal = _IDEALS.get(step)
        if ideal is None:
            return None
        most = 0.0
        for setting in self.predictor.settings:
            try:
                ready, gpu = self.predictor.prepared(module, setting), self.predictor.gpu
                gain = 1 - ideal(ready, gpu) / ready.wave_cycles(gpu)
            except IsaoptError:
                return None
            most = max(most, gain)
        return most


def effort_for(gain: float | None) -> float:
    """The share of a solver's work that so much to gain is worth."""
    return 1.0 if gain is None else min(1.0, max(LEAST_EFFORT, gain / _FULL_EFFORT))
