"""Confidence intervals from the misfit itself: how far a number can be moved, with all others fitted again, before the
measurements object.

A curvature at the best fit would not do: most numbers are whole cycles, and some only count on one side of a threshold.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import NormalDist

import numpy as np

from isaopt.calibration.benchmark import Benchmark
from isaopt.calibration.least_squares import Task, is_whole, moved
from isaopt.target.gpus import Gpu

_CONFIDENCE = 0.95
#: A number is moved to so many times its value, or the reciprocal of that, at most.
_FAR = 2.0


class Profile:
    """The misfit around a best fit; the other numbers follow linearly."""

    def __init__(
        self, task: Task, gpu: Gpu, names: Sequence[str], used: Sequence[Benchmark], jacobian: np.ndarray
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
        """How far the number can go to a side."""
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
