"""Fits the parameters of the GPU model to measured benchmarks, and judges the hypotheses that the model leaves open.

Numbers are fitted by least squares, weighted with the errors of the measurements.  A parameter that is a word, such as
the register-file model, is fitted by trying each of its values.

Confidence intervals come from the misfit itself: how far a number can be moved, with all others fitted again, before
the measurements object.  A curvature at the best fit would not do: most numbers are whole cycles, and some only count
on one side of a threshold.

The calibrated GPU model is the JSON file that ``isaopt sim --gpu FILE.json`` takes.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import NormalDist

import numpy as np

from isaopt.calibration.benchmark import Benchmark
from isaopt.calibration.least_squares import FitTask, Progress, is_whole, moved
from isaopt.calibration.measurement import MeasuredPace
from isaopt.calibration.prediction import BenchmarkPredictor
from isaopt.plain import Json
from isaopt.reports.simulation import parameter_document
from isaopt.target.gpus import Gpu

_CONFIDENCE = 0.95
#: The largest factor by which a number may change, up or down.
_FAR = 2.0


class Profile:
    """The misfit around a best fit; the other numbers follow linearly."""

    def __init__(
        self, task: FitTask, gpu: Gpu, names: Sequence[str], used: Sequence[Benchmark], jacobian: np.ndarray
    ) -> None:
        self.task, self.gpu, self.names, self.used, self.jacobian = task, gpu, names, used, jacobian
        self.residual = task.residual(gpu, used)
        self.limit = NormalDist().inv_cdf(0.5 + _CONFIDENCE / 2)

    def interval(self, column: int) -> tuple[float | None, float | None]:
        """The lowest and the highest value that the measurements allow; None where they set no bound."""
        others = np.delete(self.jacobian, column, axis=1)
        others = others[:, others.any(axis=0)]
        # What no combination of the other numbers explains.
        left, singular, _ = np.linalg.svd(others, full_matrices=False) if others.size else (np.zeros((0, 0)),) * 3
        basis = left[:, singular > singular.max(initial=0.0) * 1e-9] if others.size else np.zeros((len(self.used), 0))
        return self.bound(column, -1, basis), self.bound(column, 1, basis)

    def bound(self, column: int, side: int, basis: np.ndarray) -> float | None:
        """The limit of the number in one direction."""
        name = self.names[column]
        value = self.gpu.number(name)
        unit = 1.0 if is_whole(self.gpu.parameters[name]) else 0.02 * abs(value)
        most = max(abs(value) * (_FAR - 1), 2 * unit) if side > 0 else max(abs(value) * (1 - 1 / _FAR), 2 * unit)
        rows = [row for row, b in enumerate(self.used) if name in b.depends]
        base = self.unexplained(self.residual, basis)
        at, before = 0.0, 0.0
        by = unit
        while True:
            trial = moved(self.gpu, {name: side * by})
            went = abs(trial.number(name) - value)
            if went <= at:
                return None
            residual = self.residual.copy()
            residual[rows] = self.task.residual(trial, [self.used[row] for row in rows])
            excess = math.sqrt(max(0.0, self.unexplained(residual, basis) - base))
            if excess > self.limit:
                return value + side * (at + (went - at) * (self.limit - before) / (excess - before))
            if by >= most:
                return None
            at, before = went, excess
            by = min(2 * by, most)

    def unexplained(self, residual: np.ndarray, basis: np.ndarray) -> float:
        left = residual - basis @ (basis.T @ residual)
        return float(left @ left)


__all__ = ["Calibration", "Fitted", "Hypothesis", "Progress", "Residual", "chi_square_tail", "fit"]

#: A hypothesis is excluded where another one's misfit is less by this: the 99th percentile of chi-square with one
#: degree of freedom, as for a likelihood ratio.
_EXCLUDED = 6.63


@dataclass(frozen=True, slots=True)
class Fitted:
    """A fitted number with its 95 % confidence interval, None if the measurements set no bound; ``before`` is the
    model's earlier value."""

    name: str
    unit: str
    before: float
    value: float
    low: float | None
    high: float | None
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
    """A benchmark's pace: measured with its error, and predicted by the fitted model."""

    benchmark: str
    measured: float
    error: float
    predicted: float


@dataclass(frozen=True, slots=True)
class Calibration:
    """``gpu`` has the fitted values; ``undetermined`` are parameters that no measurement bounds."""

    gpu: Gpu
    fitted: tuple[Fitted, ...]
    hypotheses: tuple[Hypothesis, ...]
    undetermined: tuple[str, ...]
    residuals: tuple[Residual, ...]


def fit(
    gpu: Gpu,
    benchmarks: Sequence[Benchmark],
    measured: Mapping[str, MeasuredPace],
    predictor: BenchmarkPredictor,
    progress: Progress = lambda _: None,
) -> Calibration:
    """The model that explains the measured paces best; ``measured`` is by benchmark name, and other benchmarks are left
    out."""
    start = gpu
    # Benchmarks without parameters check what the model takes for granted: they are compared, but fit nothing.
    checks = [b for b in benchmarks if b.name in measured and not b.depends]
    used = [b for b in benchmarks if b.name in measured and b.depends]
    # What a benchmark depends on beside what it shows is fitted if another one shows it, else it stays as it is.
    names = sorted({name for b in used for name in b.parameters})
    words = [name for name in names if gpu.parameters[name].choices]
    numbers = [name for name in names if not gpu.parameters[name].choices]
    task = FitTask(measured, predictor, progress)
    # What a word is judged by also depends on numbers that other benchmarks show alone.
    plain = [b for b in used if not any(name in b.parameters for name in words)]
    shown = [name for name in numbers if any(name in b.parameters for b in plain)]
    # Those first on which the others depend.
    order = sorted(shown, key=lambda name: (-sum(name in b.beside for b in plain), name))
    for _ in range(2):
        gpu = task.scanned(gpu, order, plain)
        gpu = task.numbers(gpu, shown, plain)[0]
    hypotheses: list[Hypothesis] = []
    for name in words:
        gpu, found = _choose(task, gpu, name, used, numbers, shown)
        hypotheses += found
    gpu, jacobian = task.numbers(gpu, numbers, used)
    fitted, undetermined = _judged(task, gpu, start, numbers, used, jacobian)
    gpu = gpu.with_values({name: start.number(name) for name in undetermined})
    residuals = []
    for benchmark in (*used, *checks):
        pace = measured[benchmark.name]
        residuals.append(Residual(benchmark.name, pace.cycles, pace.error, predictor.pace(benchmark, gpu)))
    return Calibration(gpu, fitted, tuple(hypotheses), undetermined, tuple(residuals))


def _choose(
    task: FitTask, gpu: Gpu, name: str, used: Sequence[Benchmark], fitted: Sequence[str], shown: Sequence[str]
) -> tuple[Gpu, list[Hypothesis]]:
    """Each value of a word, with the numbers of its benchmarks fitted under it; the best one is taken.  Numbers that
    other benchmarks have ``shown`` are held to those too."""
    concerned = [b for b in used if name in b.parameters]
    beside = sorted({p for b in concerned for p in b.depends if p in fitted})
    judges = [b for b in used if b in concerned or any(p in beside for p in b.parameters)]
    found: list[tuple[float, str, Gpu]] = []
    for value in gpu.parameters[name].choices:
        task.progress(f"{name} = {value}")
        trial = gpu.with_values({name: value})
        trial = task.scanned(trial, [p for p in beside if p not in shown], concerned)
        trial = task.numbers(trial, beside, judges)[0]
        found.append((task.misfit(trial, judges), value, trial))
    best = min(found, key=lambda each: each[0])
    hypotheses = []
    for misfit, value, _ in found:
        chance = chi_square_tail(misfit, max(1, len(judges) - len(beside)))
        excluded = misfit - best[0] > _EXCLUDED
        hypotheses.append(Hypothesis(name, value, misfit, len(judges), chance, excluded))
    return best[2], hypotheses


def chi_square_tail(value: float, freedom: int) -> float:
    """The probability of a chi-square of at least ``value`` (E. Wilson and M. Hilferty, "The distribution of
    chi-square", PNAS 17, 1931: its cube root is nearly normal)."""
    third = 2 / (9 * freedom)
    cube_root = float((value / freedom) ** (1 / 3))
    return float(1 - NormalDist(1 - third, third**0.5).cdf(cube_root))


def _judged(
    task: FitTask, gpu: Gpu, start: Gpu, names: Sequence[str], used: Sequence[Benchmark], jacobian: np.ndarray
) -> tuple[tuple[Fitted, ...], tuple[str, ...]]:
    """The numbers with their intervals; those apart that nothing bounds."""
    profile = Profile(task, gpu, names, used, jacobian)
    fitted, undetermined = [], []
    for column, name in enumerate(names):
        low, high = profile.interval(column)
        if low is None and high is None:
            undetermined.append(name)
            continue
        shown = tuple(b.name for b in used if name in b.depends)
        unit, before = gpu.parameters[name].unit, start.number(name)
        fitted.append(Fitted(name, unit, before, gpu.number(name), low, high, shown))
    return tuple(fitted), tuple(undetermined)


def gpu_document(found: Calibration, title: str, source: str) -> dict[str, Json]:
    """Every parameter of the model; those that were fitted say ``source``, with their confidence interval as range."""
    fitted = {f.name: f for f in found.fitted}
    chosen = {h.name for h in found.hypotheses}
    rows: dict[str, Json] = {}
    for name, parameter in sorted(found.gpu.parameters.items()):
        row = parameter_document(parameter)
        if name in fitted:
            row.update(source=source, confidence="measured", range=_range(fitted[name]))
        elif name in chosen:
            row.update(source=source, confidence="measured")
        rows[name] = row
    return {"title": title, "arch": found.gpu.arch, "parameters": rows}


def _range(found: Fitted) -> list[float]:
    """The interval; where the measurements set no bound, the value at which the fit stopped looking."""
    low = found.value / 2 if found.low is None else found.low
    return [min(low, found.value), max(found.value * 2, found.value) if found.high is None else found.high]
