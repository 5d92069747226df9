"""Least squares for parameters of which most are whole cycles and some only count beyond a threshold.

Gauss-Newton with Levenberg's damping.  A derivative is a difference over a whole step, to the side on which the misfit
is less: a queue that is long enough changes nothing when it grows.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations

import numpy as np

from isaopt.calibration.benchmark import Benchmark
from isaopt.calibration.measurement import MeasuredPace
from isaopt.calibration.prediction import BenchmarkPredictor, Nearby
from isaopt.target.gpus import Gpu, Parameter

Progress = Callable[[str], None]

#: Steps at most, in which every derivative is taken anew.
_ROUNDS = 6
#: Multiples at which a parameter is tried before anything is taken to be linear.
_TRIED = (0.5, 0.7, 0.85, 1.2, 1.4, 2.0)
#: Parameters that the simulator does not round to whole cycles.
_FRACTIONS = re.compile(r"_per_cycle$|\.source_clash$|\.slack$")
#: What the simulator may miss of a pace for reasons of its own, as a share: a fit is not called bad for less.
_MODEL_SHARE = 0.02
#: A misfit below this, in standard errors, needs no better number.
_GOOD = 0.2


def weighted(pace: MeasuredPace, predicted: float) -> float:
    """The difference in standard errors, the model's own included."""
    return (pace.cycles - predicted) / math.hypot(pace.error, _MODEL_SHARE * pace.cycles)


def is_whole(parameter: Parameter) -> bool:
    """Whether the simulator rounds the parameter to whole cycles or counts."""
    return not _FRACTIONS.search(parameter.name)


def step_of(parameter: Parameter) -> float:
    """The step by which a parameter is moved for a derivative."""
    value = parameter.value
    assert not isinstance(value, str)
    tenth = 0.1 * abs(value)
    return max(1.0, round(tenth)) if is_whole(parameter) or not tenth else tenth


def moved(gpu: Gpu, changes: Mapping[str, float]) -> Gpu:
    """The model with some numbers moved by these amounts, within their limits."""
    values: dict[str, float] = {}
    for name, by in changes.items():
        old = gpu.number(name)
        floor = 1e-3 if name.endswith("_per_cycle") else min(0.0, old, gpu.parameters[name].low or 0.0)
        new = old + by
        values[name] = max(round(new) if is_whole(gpu.parameters[name]) else round(new, 6), floor)
    return gpu.with_values(values)


@dataclass
class FitTask:
    """The data that every step of a fit needs; predictions are kept throughout."""

    measured: Mapping[str, MeasuredPace]
    predictor: BenchmarkPredictor
    progress: Progress
    nearby: Nearby = field(init=False)

    def __post_init__(self) -> None:
        self.nearby = Nearby(self.predictor)

    def afresh(self) -> None:
        """Forgets predictions: what they depended on beside what their benchmarks name may have moved since."""
        self.nearby = Nearby(self.predictor)

    def residual(self, gpu: Gpu, used: Sequence[Benchmark]) -> np.ndarray:
        """The remaining differences, in standard errors."""
        return np.array([weighted(self.measured[b.name], self.nearby.pace(b, gpu)) for b in used])

    def misfit(self, gpu: Gpu, used: Sequence[Benchmark]) -> float:
        """Chi-square."""
        left = self.residual(gpu, used)
        return float(left @ left)

    def scanned(self, gpu: Gpu, names: Sequence[str], used: Sequence[Benchmark]) -> Gpu:
        """The model with each number in turn at the best of some multiples.  A benchmark that is far off for another
        reason counts little (Cauchy's loss)."""
        self.afresh()
        for name in names:
            own = [b for b in used if name in b.parameters]
            old = gpu.number(name)
            tried = [gpu, *(moved(gpu, {name: old * (factor - 1)}) for factor in _TRIED if old)]
            gpu = min(tried, key=lambda g: float(np.log1p(self.residual(g, own) ** 2).sum()))
        return gpu

    def numbers(self, gpu: Gpu, names: Sequence[str], used: Sequence[Benchmark]) -> tuple[Gpu, np.ndarray]:
        """The model with these numbers fitted, and the derivatives there (a row a benchmark, a column a number)."""
        damping = 1e-3
        self.afresh()
        residual = self.residual(gpu, used)
        jacobian = self.jacobian(gpu, names, used)
        for _ in range(_ROUNDS):
            if not jacobian.any() or np.abs(residual).max() < _GOOD:
                break
            self.progress(f"misfit {residual @ residual:.4g}")
            better = self.improved(gpu, names, used, jacobian, residual, damping)
            if better is None:
                break
            gpu, damping = better
            residual = self.residual(gpu, used)
            jacobian = self.jacobian(gpu, names, used)
        # What rounding left, and what predictions from further away hid.
        self.afresh()
        gpu = self.polished(gpu, names, used)
        self.afresh()
        return gpu, self.jacobian(gpu, names, used)

    def improved(
        self,
        gpu: Gpu,
        names: Sequence[str],
        used: Sequence[Benchmark],
        jacobian: np.ndarray,
        residual: np.ndarray,
        damping: float,
    ) -> tuple[Gpu, float] | None:
        """A step that makes the misfit less, with the damping to go on with."""
        square = jacobian.T @ jacobian
        for _ in range(6):
            weight = square + damping * np.diag(np.diag(square))
            by = np.linalg.lstsq(weight, jacobian.T @ residual, rcond=1e-9)[0]
            changes = {}
            for name, change in zip(names, by, strict=True):
                # No more than half at once: far away the derivative says nothing.
                limit = max(0.5 * abs(gpu.number(name)), 2.0)
                changes[name] = float(np.clip(change, -limit, limit))
            trial = moved(gpu, changes)
            if self.misfit(trial, used) < residual @ residual * (1 - 1e-6):
                return trial, max(damping / 10, 1e-9)
            damping *= 10
        return None

    def jacobian(self, gpu: Gpu, names: Sequence[str], used: Sequence[Benchmark]) -> np.ndarray:
        """Derivatives of the predictions by each number, in standard errors of the measurements."""
        found = np.zeros((len(used), len(names)))
        for column, name in enumerate(names):
            rows = [row for row, b in enumerate(used) if name in b.depends]
            own = [used[row] for row in rows]
            here = self.residual(gpu, own)
            best = None
            for by in (step_of(gpu.parameters[name]), -step_of(gpu.parameters[name])):
                trial = moved(gpu, {name: by})
                went = trial.number(name) - gpu.number(name)
                if not went:
                    continue
                there = self.residual(trial, own)
                slope = (here - there) / went
                if slope.any() and (best is None or there @ there < best[0]):
                    best = float(there @ there), slope
            if best is not None:
                found[rows, column] = best[1]
        return found

    def polished(self, gpu: Gpu, names: Sequence[str], used: Sequence[Benchmark]) -> Gpu:
        """The model after small moves of one number, or of two that a benchmark shows together, as long as they help:
        rounding to whole cycles leaves a fit a little beside its best."""
        for _ in range(_ROUNDS):
            before = gpu
            for changes in self.small_moves(gpu, names, used):
                own = [b for b in used if any(name in b.depends for name in changes)]
                trial = moved(gpu, changes)
                if self.misfit(trial, own) < self.misfit(gpu, own) - 1e-6:
                    gpu = trial
            if gpu is before:
                break
        return gpu

    def small_moves(self, gpu: Gpu, names: Sequence[str], used: Sequence[Benchmark]) -> Iterator[dict[str, float]]:
        """Moves of the numbers of benchmarks that are not predicted well."""
        left = self.residual(gpu, used)
        off = [b for b, r in zip(used, left, strict=True) if abs(r) > _GOOD]
        size = {name: 1.0 if is_whole(gpu.parameters[name]) else 0.02 * gpu.number(name) for name in names}
        concerned = [name for name in names if any(name in b.depends for b in off)]
        for name in concerned:
            yield {name: size[name]}
            yield {name: -size[name]}
        for one, other in combinations(concerned, 2):
            if any(one in b.depends and other in b.depends for b in off):
                yield {one: size[one], other: -size[other]}
                yield {one: -size[one], other: size[other]}
