"""Statistics of a list of times: the median, its uncertainty, and whether one version is faster than another.

Intervals are percentile bootstraps of the median with a fixed seed: times on a GPU are skewed and have outliers, which
a mean and its normal interval do not describe (Efron and Tibshirani, "An Introduction to the Bootstrap", 13).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from isaopt.hip.interval import Interval

CONFIDENCE = 0.95
RESAMPLES = 2000


@dataclass(frozen=True, slots=True)
class Times:
    """Seconds of one launch, over all samples."""

    samples: int
    median: Interval
    mean: float
    minimum: float
    deviation: float


def _resampled(count: int, seed: int) -> NDArray[np.int64]:
    return np.random.default_rng(seed).integers(0, count, (RESAMPLES, count))


def _interval(value: float, drawn: NDArray[np.float64]) -> Interval:
    tail = (1 - CONFIDENCE) / 2 * 100
    low, high = np.percentile(drawn, [tail, 100 - tail])
    return Interval(value, min(float(low), value), max(float(high), value))


def summarize(seconds: Sequence[float], seed: int = 0) -> Times:
    """The figures of at least one sample."""
    data = np.asarray(seconds, np.float64)
    medians = np.median(data[_resampled(len(data), seed)], axis=1)
    deviation = float(data.std(ddof=1)) if len(data) > 1 else 0.0
    return Times(
        len(data), _interval(float(np.median(data)), medians), float(data.mean()), float(data.min()), deviation
    )


def speedup(before: Sequence[float], after: Sequence[float], seed: int = 0) -> Interval:
    """How many times as fast ``after`` is: the ratio of the medians.

    Sample k of one was taken next to sample k of the other, so that both saw the same clocks: they are resampled in
    pairs.
    """
    a, b = np.asarray(before, np.float64), np.asarray(after, np.float64)
    drawn = _resampled(len(a), seed)
    ratios = np.median(a[drawn], axis=1) / np.median(b[drawn], axis=1)
    return _interval(float(np.median(a) / np.median(b)), ratios)
