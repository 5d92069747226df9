"""Estimates by simulation how much a pass could gain, before any solver runs, and how much work that is worth.

This is an estimate, not a bound: a pass also moves code and registers, and makes room for later ones.

The kernel is simulated as if the pass had achieved everything that its kind can: every second instruction that could be
half of a pair removed, or no register-bank conflict left. If that does not change the prediction, neither will a
solver's result.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial

from isaopt.account import UNKNOWN_GAIN
from isaopt.errors import IsaoptError
from isaopt.ir.program import Module
from isaopt.simulator.prepared import Prepared
from isaopt.target.arch import get_arch
from isaopt.target.gpus import Gpu
from isaopt.target.vopd_ops import component_name
from isaopt.transform.dual_forms import dual_sides
from isaopt.tuning.model import Prediction
from isaopt.tuning.prediction import WorkloadPredictor
from isaopt.tuning.workloads import Setting

#: The share of a launch's time that a pass must be able to save to be worth its work.
WORTH = 0.01
#: From this share on a solver gets all its work; below it proportionally less, but at least the minimum.
_FULL_EFFORT, LEAST_EFFORT = 0.18, 0.03
#: Passes whose minimum effort costs no more than the estimate of their gain.
CHEAP = frozenset(["reassign"])
#: Passes that remove instructions other than by pairing, or reads of LDS's banks: no estimate of pairs and order
#: applies to them.
FEWER = frozenset(["unspill", "sgpr-bases", "lds-offsets", "lds-layout", "widen", "pack", "inline-zeros", "unroll"])
#: What comes true of the estimates for pairs and for every order, over kernels of libraries.
_PAIRED, _ORDERED = 0.7, 0.15
#: Below this share, what may be expected of both is not worth its work in a large kernel; in any, if units are taken
#: for all but the second share of the time.  A small kernel gets all passes: to ask takes as long.
LITTLE, BUSY, SMALL, LARGE = 0.025, 0.05, 300, 500
#: With this much to expect, a large kernel is given as much work as it takes.
_MUCH = 0.06
#: The factor by which all results are available sooner in that simulation.
_SOONER = 8

Ideal = Callable[[Prepared, Gpu], float]


def _expected(pairs: float) -> float:
    """What may be expected of pairs that could take this share away."""
    return _PAIRED * max(0.0, pairs)


def _in_pairs(kept: Prepared, gpu: Gpu) -> float:
    """An estimate of the time if each two instructions of a block that might be halves of a pair took as long as one,
    with no conflict on any bank: pairs are chosen with their banks."""
    return kept.estimate(gpu, _halves(kept, gpu), clean=True)


def _in_dual(kept: Prepared, gpu: Gpu) -> float:
    """The same if only as many instructions were halves of pairs as have a form for them, one of each two for X."""
    return kept.estimate(gpu, _later_halves(kept, gpu), clean=True)


def _in_time(kept: Prepared, gpu: Gpu) -> float:
    """The time of :func:`_in_pairs` if every result was also available that much sooner: the time for which units are
    busy remains."""
    sooner = {
        name: max(1, round(parameter.value / _SOONER))
        for name, parameter in gpu.parameters.items()
        if "latency" in name and not isinstance(parameter.value, str) and parameter.value > 1
    }
    return kept.estimate(gpu.with_values(sooner), _halves(kept, gpu), clean=True)


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


def _later_halves(kept: Prepared, gpu: Gpu) -> list[int]:
    """The ordinals of the second halves, if each instruction of a block is paired with one before it that could be its
    other half with suitable registers."""
    if kept.kernel.wave_size != 32:
        return []
    arch = get_arch(kept.module.arch)
    timings = kept.program(gpu).timings
    found: list[int] = []
    for block in kept.cfg.blocks:
        waiting = {True: 0, False: 0}
        for k in block.ordinals:
            able, opx = dual_sides(timings[k].op, arch)
            if not able:
                continue
            # Y takes all that X does, so what X does not take comes first.
            partner = not opx or not waiting[False]
            if waiting[partner]:
                waiting[partner] -= 1
                found.append(k)
            else:
                waiting[opx] += 1
    return found


def _without_scratch(kept: Prepared, gpu: Gpu) -> float:
    """The same without accesses to scratch."""
    return kept.estimate(gpu, [k for k, t in enumerate(kept.program(gpu).timings) if t.op.flag("scratch")])


_IDEALS: dict[str, Ideal] = {
    "unspill": _without_scratch,
    "pair": _in_pairs,
    "split": _in_pairs,
    "pair-rounds": _in_pairs,
    "reassign": partial(Prepared.estimate, clean=True),
}


@dataclass(frozen=True, slots=True)
class Promise:
    """The shares of the time that pairs alone, and pairs with every order of the instructions, could take away from the
    input, in the mean over the workloads."""

    pairs: float
    order: float
    large: bool = True
    """Whether the kernel is large: then work is spared, since solvers take longer for each instruction, too."""
    most: tuple[tuple[str, float], ...] = ()
    """By pass, what :meth:`Headroom.most` said when it was first asked."""

    @property
    def is_little(self) -> bool:
        return self.order < BUSY or (self.large and self.expected < LITTLE)

    @property
    def in_pairs(self) -> float:
        """What may be expected of pairs, and of banks that fit."""
        return _expected(self.pairs)

    @property
    def expected(self) -> float:
        """What may be expected of passes that take no instruction away but by pairing."""
        return max(0.0, _PAIRED * self.pairs + _ORDERED * self.order)


@dataclass(frozen=True)
class Headroom:
    """Answers for versions of one kernel, on the workloads that it is tuned for. The ``promise`` of a large kernel is
    the answer for pairs in all versions. ``times``: estimates, by the text of the version, the workload, and what it is
    taken to have achieved. ``told``: what a kernel that is alike was told of passes; ``first``: what this one was told
    first."""

    predictor: WorkloadPredictor
    promise: Promise | None = None
    times: dict[tuple[str, str, Ideal], float] = field(default_factory=dict)
    told: Mapping[str, float] = field(default_factory=dict)
    first: dict[str, float] = field(default_factory=dict)

    @property
    def learnt(self) -> Promise | None:
        """What the input promises, with what was asked since."""
        return self.promise and replace(self.promise, most=tuple({**self.told, **self.first}.items()))

    @property
    def little(self) -> str:
        """Why passes are left out that take no instructions away but by pairing; empty if they are not."""
        if self.promise is None or not self.promise.is_little:
            return ""
        return (
            f"pairs and another order would save about {self.promise.expected:.1%} of the predicted time, and nothing "
            "was tried [at-most]"
        )

    def most(self, step: str, module: Module) -> float | None:
        """The share of a launch's time that pairs, free banks or the lack of scratch could take away by themselves, on
        the workload where that is most; None where nothing is known."""
        if step in self.told:
            return self.told[step]
        ideal = _IDEALS.get(step)
        if self.promise is not None and self.promise.large and self.promise.expected < _MUCH and ideal is _in_pairs:
            return max(WORTH, self.promise.pairs)  # rough, and what is begun is worth the least effort
        found = [] if ideal is None else [self._gain(ideal, module, setting) for setting in self.predictor.settings]
        known = [gain for gain in found if gain is not None]
        if not found or len(known) < len(found):
            return None
        most = max(0.0, *known)
        self.first.setdefault(step, most)
        return most

    def promised(self) -> Promise | None:
        """What the input promises; None where nothing is known."""
        pairs, order = self._saved(_in_pairs), self._saved(_in_time)
        large = self._size(self.predictor.original) > LARGE
        return None if pairs is None or order is None else Promise(pairs, order, large)

    def pairs_pay(self, pays: Callable[[float], bool]) -> bool:
        """Whether what may be expected of pairs in the input, and of banks that fit, is worth it; which opcodes meet is
        only asked where it would be without."""
        saved = (self._saved(ideal) for ideal in (_in_pairs, _in_dual))
        return all(pays(UNKNOWN_GAIN if share is None else _expected(share)) for share in saved)

    def _saved(self, ideal: Ideal) -> float | None:
        """The share of the input's time that an ideal takes away, in the mean over the workloads."""
        own = self.predictor
        try:
            as_is, after = (
                Prediction(tuple(self._time(asked, own.original, setting) for setting in own.settings))
                for asked in (Prepared.estimate, ideal)
            )
        except IsaoptError:
            return None
        return 1 - after.mean(as_is)

    def _gain(self, ideal: Ideal, module: Module, setting: Setting) -> float | None:
        try:
            return 1 - self._time(ideal, module, setting) / self._time(Prepared.estimate, module, setting)
        except IsaoptError:
            return None

    def _time(self, ideal: Ideal, module: Module, setting: Setting) -> float:
        key = module.text(), setting.name, ideal
        if key not in self.times:
            self.times[key] = ideal(self.predictor.prepared(module, setting), self.predictor.gpu)
        return self.times[key]

    def effort(self, gain: float | None, module: Module) -> float:
        """The share of a solver's work that this gain of a version is worth: the less the larger a kernel is that does
        not promise much."""
        share = effort_for(gain)
        if self.promise is None or not self.promise.large:
            return share
        worth = max(LARGE / self._size(module), self.promise.expected / _MUCH)
        return max(LEAST_EFFORT, share * min(1.0, worth))

    def _size(self, module: Module) -> int:
        return len(module.instructions(module.kernel(self.predictor.kernel.name)))


def effort_for(gain: float | None) -> float:
    """The share of a solver's work that this gain is worth to a kernel of ordinary size."""
    return 1.0 if gain is None else min(1.0, max(LEAST_EFFORT, gain / _FULL_EFFORT))
