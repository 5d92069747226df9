"""Fits the parameters of the GPU model to measured benchmarks, and judges the hypotheses that the model leaves open.

Numbers are fitted by least squares, weighted with the errors of the measurements (Gauss-Newton with Levenberg's
damping); a derivative is a difference over one whole step, for most parameters are whole cycles.  A parameter that is a
word, such as the register-file model, is fitted by trying each of its values.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from statistics import NormalDist

import numpy as np

from isaopt.calibration.benchmark import Benchmark
from isaopt.calibration.measurement import Pace
from isaopt.calibration.prediction import Nearby, Predictor
from isaopt.target.gpus import Gpu, Parameter

Progress = Callable[[str], None]

_ROUNDS = 8
#: Fits one after another, each with the others' results for what a benchmark depends on beside its own parameters.
_PASSES = 2
_CONFIDENCE = 0.95
#: A hypothesis is excluded where another one's misfit is less by this: the 99th percentile of chi-square with one
#: degree of freedom, as for a likelihood ratio.
_EXCLUDED = 6.63
#: Parameters that the simulator does not round to whole cycles.
_FRACTIONS = re.compile(r"_per_cycle$|\.source_clash$|\.slack$")
#: What the simulator may miss of a pace for reasons of its own, as a share: a fit is not called bad for less.
_MODEL_SHARE = 0.02


@dataclass(frozen=True, slots=True)
class Fitted:
    """A fitted number with its confidence interval; ``before`` is what the model had."""

    name: str
    unit: str
    before: float
    value: float
    low: float
    high: float
    benchmarks: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Hypothesis:
    """A value of a parameter that is a word: ``misfit`` is chi-square over so many ``benchmarks``, ``probability``
    that of so bad a fit by chance; ``excluded`` where another value explains the data so much better."""

    name: str
    value: str
    misfit: float
    benchmarks: int
    probability: float
    excluded: bool


@dataclass(frozen=True, slots=True)
class Residual:
    """A benchmark's pace: measured with its error, and as the fitted model has it."""

    benchmark: str
    measured: float
    error: float
    predicted: float


@dataclass(frozen=True, slots=True)
class Calibration:
    """``gpu`` has the fitted values; ``undetermined`` are parameters that no measurement at hand depends on."""

    gpu: Gpu
    fitted: tuple[Fitted, ...]
    hypotheses: tuple[Hypothesis, ...]
    undetermined: tuple[str, ...]
    residuals: tuple[Residual, ...]


def fit(
    gpu: Gpu,
    benchmarks: Sequence[Benchmark],
    measured: Mapping[str, Pace],
    predictor: Predictor,
    progress: Progress = lambda _: None,
) -> Calibration:
    """The model that explains the measured paces best; ``measured`` is by benchmark name, the rest is left out."""
    start = gpu
    used = [b for b in benchmarks if b.name in measured]
    names = sorted({name for b in used for name in b.parameters})
    words = [name for name in names if gpu.parameters[name].choices]
    numbers = [name for name in names if not gpu.parameters[name].choices]
    # What a word is judged by also depends on numbers that other benchmarks show alone.
    plain = [b for b in used if not any(name in b.parameters for name in words)]
    task = _Task(measured, predictor, progress)
    for _ in range(_PASSES):
        progress("numbers")
        gpu = task.numbers(gpu, numbers, plain)[0]
    hypotheses: list[Hypothesis] = []
    for name in words:
        gpu, found = _choose(task, gpu, name, used)
        hypotheses += found
    jacobian = np.zeros((0, 0))
    for _ in range(_PASSES):
        progress("all")
        gpu, jacobian = task.numbers(gpu, numbers, used)
    fitted, undetermined = _intervals(gpu, start, numbers, used, jacobian)
    residuals = []
    for benchmark in used:
        pace = measured[benchmark.name]
        residuals.append(Residual(benchmark.name, pace.cycles, pace.error, predictor.pace(benchmark, gpu)))
    return Calibration(gpu, fitted, tuple(hypotheses), undetermined, tuple(residuals))


def _choose(task: _Task, gpu: Gpu, name: str, used: Sequence[Benchmark]) -> tuple[Gpu, list[Hypothesis]]:
    """Each value of a word, with the numbers of its own benchmarks fitted under it; the best one is taken."""
    concerned = [b for b in used if name in b.parameters]
    beside = sorted({p for b in concerned for p in b.parameters if not gpu.parameters[p].choices})
    found: list[tuple[float, str, Gpu]] = []
    for value in gpu.parameters[name].choices:
        task.progress(f"{name} = {value}")
        trial = task.numbers(gpu.with_values({name: value}), beside, concerned)[0]
        left = [_weighted(task.measured[b.name], task.predictor.pace(b, trial)) for b in concerned]
        found.append((sum(each**2 for each in left), value, trial))
    best = min(found, key=lambda each: each[0])
    hypotheses = []
    for misfit, value, _ in found:
        chance = chi_square_tail(misfit, max(1, len(concerned) - len(beside)))
        excluded = misfit - best[0] > _EXCLUDED
        hypotheses.append(Hypothesis(name, value, misfit, len(concerned), chance, excluded))
    return best[2], hypotheses


def _weighted(pace: Pace, predicted: float) -> float:
    """The difference in standard errors, the model's own included."""
    return (pace.cycles - predicted) / math.hypot(pace.error, _MODEL_SHARE * pace.cycles)


def chi_square_tail(value: float, freedom: int) -> float:
    """The probability of a chi-square of at least ``value`` (E. Wilson and M. Hilferty, "The distribution of
    chi-square", PNAS 17, 1931: its cube root is nearly normal)."""
    third = 2 / (9 * freedom)
    cube_root = float((value / freedom) ** (1 / 3))
    return float(1 - NormalDist(1 - third, third**0.5).cdf(cube_root))


def _is_whole(parameter: Parameter) -> bool:
    """Whether the simulator takes the parameter in whole cycles or counts."""
    return not _FRACTIONS.search(parameter.name)


def _step(parameter: Parameter) -> float:
    """How far to move a parameter for a derivative."""
    value = parameter.value
    assert not isinstance(value, str)
    tenth = 0.1 * abs(value)
    return max(1.0, round(tenth)) if _is_whole(parameter) or not tenth else tenth


@dataclass
class _Task:
    """What every step of a fit needs."""

    measured: Mapping[str, Pace]
    predictor: Predictor
    progress: Progress

    def numbers(self, gpu: Gpu, names: Sequence[str], used: Sequence[Benchmark]) -> tuple[Gpu, np.ndarray]:
        """The model with these numbers fitted, and the derivatives there (a row a benchmark, a column a number)."""
        nearby = Nearby(self.predictor)
        damping = 1e-3
        jacobian, residual = self.linearised(gpu, names, used, nearby)
        for _ in range(_ROUNDS):
            square = jacobian.T @ jacobian
            if not square.any():
                break
            better = None
            for _ in range(6):
                weight = square + damping * np.diag(np.diag(square))
                move = np.linalg.lstsq(weight, jacobian.T @ residual, rcond=1e-9)[0]
                trial = _moved(gpu, names, move)
                left = self.residual(trial, used, nearby)
                if left @ left < residual @ residual * (1 - 1e-6):
                    better = trial
                    damping = max(damping / 10, 1e-9)
                    break
                damping *= 10
            if better is None:
                break
            gpu = better
            jacobian, residual = self.linearised(gpu, names, used, nearby)
        return gpu, jacobian

    def residual(self, gpu: Gpu, used: Sequence[Benchmark], nearby: Nearby) -> np.ndarray:
        """What is left to explain, in standard errors."""
        return np.array([_weighted(self.measured[b.name], nearby.pace(b, gpu)) for b in used])

    def linearised(
        self, gpu: Gpu, names: Sequence[str], used: Sequence[Benchmark], nearby: Nearby
    ) -> tuple[np.ndarray, np.ndarray]:
        """Derivatives of the weighted predictions by each number, and what is left to explain."""
        residual = self.residual(gpu, used, nearby)
        jacobian = np.zeros((len(used), len(names)))
        for column, name in enumerate(names):
            step = _step(gpu.parameters[name])
            moved = gpu.with_values({name: gpu.number(name) + step})
            for row, benchmark in enumerate(used):
                if name in benchmark.parameters:
                    change = _weighted(self.measured[benchmark.name], nearby.pace(benchmark, moved)) - residual[row]
                    jacobian[row, column] = -change / step
        return jacobian, residual


def _moved(gpu: Gpu, names: Sequence[str], move: np.ndarray) -> Gpu:
    values: dict[str, float] = {}
    for name, by in zip(names, move, strict=True):
        old = gpu.number(name)
        # No more than half at once: far away the derivative says nothing.
        limit = max(0.5 * abs(old), 2.0)
        floor = min(0.0, old) if not name.endswith("_per_cycle") else 1e-3
        new = old + float(np.clip(by, -limit, limit))
        values[name] = max(round(new) if _is_whole(gpu.parameters[name]) else round(new, 6), floor)
    return gpu.with_values(values)


def _intervals(
    gpu: Gpu, start: Gpu, names: Sequence[str], used: Sequence[Benchmark], jacobian: np.ndarray
) -> tuple[tuple[Fitted, ...], tuple[str, ...]]:
    """Confidence intervals from the curvature at the best fit; parameters that nothing depends on apart."""
    seen = [k for k in range(len(names)) if used and bool(np.any(jacobian[:, k]))]
    undetermined = tuple(name for k, name in enumerate(names) if k not in seen)
    covariance = np.linalg.pinv(jacobian[:, seen].T @ jacobian[:, seen]) if seen else np.zeros((0, 0))
    width = NormalDist().inv_cdf(0.5 + _CONFIDENCE / 2)
    fitted = []
    for place, k in enumerate(seen):
        name = names[k]
        value = gpu.number(name)
        half = width * float(covariance[place, place]) ** 0.5
        shown = tuple(b.name for row, b in enumerate(used) if jacobian[row, k])
        fitted.append(
            Fitted(name, gpu.parameters[name].unit, start.number(name), value, value - half, value + half, shown)
        )
    return tuple(fitted), undetermined
