"""Corrects the model of a GPU by the measured times of a kernel's versions.

It asks which open parameter of the model, set differently, explains the measured ratios. As in
:mod:`isaopt.calibration`, a value is adopted if chi-square falls by 6.63, the 99th percentile for one degree of
freedom. The few ratios of one kernel do not bound a parameter, so the corrected model only serves to rank other
versions of that kernel.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from isaopt.errors import IsaoptError
from isaopt.ir.program import Module
from isaopt.simulator.sensitivity import alternatives
from isaopt.simulator.simulation import simulate_kernel
from isaopt.target.gpus import Value
from isaopt.tuning.prediction import WorkloadPredictor

#: The required reduction of chi-square, and the trusted accuracy of the simulator.
_BETTER, _TRUST = 6.63, 0.01
#: The most parameters to change, and the smallest relevant effect on a ratio.
_MOST, _MOVES = 2, 0.002
#: Other values to try for numbers, besides those that a source gives.
_MULTIPLES = (0.75, 1.5)


@dataclass
class Correction:
    """``values`` are the changed parameters; ``before`` and ``after`` are the root mean square errors of predicted
    ratios."""

    predictor: WorkloadPredictor
    values: dict[str, Value] = field(default_factory=dict)
    before: float = 0.0
    after: float = 0.0
    known: dict[tuple[str, str], float | None] = field(default_factory=dict)

    def ratio(self, module: Module, values: Mapping[str, Value] | None = None) -> float | None:
        """The logarithm of a version's predicted time relative to the input's; None if it cannot be predicted."""
        chosen = self.values if values is None else values
        times = [self._cycles(version, chosen) for version in (module, self.predictor.original)]
        return None if times[0] is None or not times[1] else math.log(times[0] / times[1])

    def _cycles(self, module: Module, values: Mapping[str, Value]) -> float | None:
        key = module.text(), repr(sorted(values.items()))
        if key not in self.known:
            setting = self.predictor.settings[0]
            try:
                gpu = self.predictor.gpu.with_values(values)
                ready = self.predictor.prepared(module, setting)
                self.known[key] = simulate_kernel(module, ready.kernel, gpu, ready.given, ready).cycles
            except IsaoptError:
                self.known[key] = None
        return self.known[key]

    def learn(self, measured: Sequence[tuple[Module, float]], noise: float) -> bool:
        """Changes open parameters according to measured ratios (logarithms) with this ``noise``; returns whether any
        was changed."""
        self.values = {}
        misfit, self.before = self._misfit(measured, noise, {})
        self.after = self.before
        if misfit <= len(measured) + _BETTER:
            return False
        for _ in range(_MOST):
            tried = [(*self._misfit(measured, noise, v), v) for v in self._answers(measured)]
            least, off, values = min(tried, default=(misfit, self.before, {}), key=lambda found: found[0])
            if least > misfit - _BETTER:
                break
            misfit, self.after, self.values = least, off, values
        return bool(self.values)

    def _answers(self, measured: Sequence[tuple[Module, float]]) -> Iterator[dict[str, Value]]:
        """One more parameter at another value each, if that moves the ratio of the version that is worst explained."""
        now = [(abs(ratio - (self.ratio(module) or 0.0)), at) for at, (module, ratio) in enumerate(measured)]
        worst = measured[max(now)[1]][0]
        there = self.ratio(worst)
        for name, others in alternatives(self.predictor.gpu):
            value = self.predictor.gpu.parameters[name].value
            more = [] if isinstance(value, str) else [type(value)(value * m) for m in _MULTIPLES]
            for other in dict.fromkeys([*others, *more]):
                values = {**self.values, name: other}
                moved = self.ratio(worst, values) if name not in self.values else None
                if moved is not None and there is not None and abs(moved - there) > _MOVES:
                    yield values

    def _misfit(
        self, measured: Sequence[tuple[Module, float]], noise: float, values: Mapping[str, Value]
    ) -> tuple[float, float]:
        """Chi-square of the ratios, and their root mean square."""
        off = [ratio - (self.ratio(module, values) or 0.0) for module, ratio in measured]
        square = sum(x * x for x in off)
        return square / (noise**2 + _TRUST**2), math.sqrt(square / len(off))
