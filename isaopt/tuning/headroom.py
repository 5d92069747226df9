"""Estimates by simulation how much a pass could gain, before any solver runs, and how much work that is worth.

This is an estimate, not a bound: a pass also moves code and registers, and makes room for later ones.

The kernel is simulated as if the pass had achieved everything that its kind can: every second instruction that could be
half of a pair removed, or no register-bank conflict left. If that does not change the prediction, neither will a
solver's result.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial

from isaopt.errors import IsaoptError
from isaopt.ir.program import Module
from isaopt.simulator.prepared import Prepared
from isaopt.target.arch import get_arch
from isaopt.target.gpus import Gpu
from isaopt.target.vopd_ops import component_name
from isaopt.tuning.prediction import WorkloadPredictor
from isaopt.tuning.workloads import Setting

#: The share of a wave's time that a pass must be able to save to be worth its work.
WORTH = 0.01
#: From this share on a solver gets all its work; below it proportionally less, but at least the minimum.
_FULL_EFFORT, LEAST_EFFORT = 0.18, 0.03
#: Passes whose minimum effort costs no more than the estimate of their gain.
CHEAP = frozenset(["reassign"])
#: Passes that remove instructions other than by pairing, so that no bound on their order applies.
FEWER = frozenset(["unspill", "sgpr-bases", "lds-offsets", "widen", "pack", "inline-zeros", "unroll"])
#: If units are taken for all but this share of a wave's time, and none of :data:`FEWER` finds anything, no other pass
#: runs.  With so few instructions they all run: to ask takes as long.
LITTLE, SMALL = 0.05, 300
#: The factor by which all results are available sooner in that simulation.
_SOONER = 8

Ideal = Callable[[Prepared, Gpu], float]


def _in_pairs(kept: Prepared, gpu: Gpu) -> float:
    """The time of a wave if each two instructions of a block that might be halves of a pair took as long as one, with
    no conflict on any bank: pairs are chosen with their banks."""
    return kept.wave_cycles(gpu, _halves(kept, gpu), clean=True)


def _in_time(kept: Prepared, gpu: Gpu) -> float:
    """The same if every result was also available that much sooner: the time for which units are busy remains."""
    sooner = {
        name: max(1, round(parameter.value / _SOONER))
        for name, parameter in gpu.parameters.items()
        if "latency" in name and not isinstance(parameter.value, str) and parameter.value > 1
    }
    return kept.wave_cycles(gpu.with_values(sooner), _halves(kept, gpu), clean=True)


def _halves(kept: Prepared, gpu: Gpu) -> list[int]:
    """The ordinals of every second instruction of a block that might be half of a pair."""
    arch = get_arch(kept.module.arch)
    timings = kept.program(gpu).timings
    spared: list[int] = []
    for block in kept.cfg.blocks:
        span = block.ordinals
        alone = [k for k in span if not timings[k].dual and component_name(arch, timings[k].op) is not None]
        spared += alone[1::2]
    return spared


_IDEALS: dict[str, Ideal] = {
    "pair": _in_pairs,
    "split": _in_pairs,
    "pair-rounds": _in_pairs,
    "reassign": partial(Prepared.wave_cycles, clean=True),
}


@dataclass(frozen=True)
class Headroom:
    """Answers for versions of one kernel, on the workloads that it is tuned for.  ``bounded``: whether little to gain
    in all is not worth a pass; ``usual``: the time of a wave of each version, by its text and the workload."""

    predictor: WorkloadPredictor
    bounded: bool = False
    usual: dict[tuple[str, str], float] = field(default_factory=dict)
    bounds: list[float | None] = field(default_factory=list)
    """The input's estimate, once it was made."""

    def most(self, step: str, module: Module) -> float | None:
        """The share of a wave's time that pairs, or free banks, could take away by themselves, on the workload where
        that is most; None where nothing is known."""
        ideal = _IDEALS.get(step)
        found = [] if ideal is None else [self._gain(ideal, module, setting) for setting in self.predictor.settings]
        known = [gain for gain in found if gain is not None]
        return max(0.0, *known) if found and len(known) == len(found) else None

    def together(self, module: Module) -> float | None:
        """The share that all of these could take away together, and with them every order of the instructions, on the
        first workload: small launches wait more than anyone can help.  None where nothing is known."""
        return self._gain(_in_time, module, self.predictor.settings[0])

    def _gain(self, ideal: Ideal, module: Module, setting: Setting) -> float | None:
        key = module.text(), setting.name
        try:
            ready, gpu = self.predictor.prepared(module, setting), self.predictor.gpu
            if key not in self.usual:
                self.usual[key] = ready.wave_cycles(gpu)
            return 1 - ideal(ready, gpu) / self.usual[key]
        except IsaoptError:
            return None


def effort_for(gain: float | None) -> float:
    """The share of a solver's work that this gain is worth."""
    return 1.0 if gain is None else min(1.0, max(LEAST_EFFORT, gain / _FULL_EFFORT))
