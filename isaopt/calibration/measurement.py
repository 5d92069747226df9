"""Measurements of a GPU or the simulator: results files, and the pace of each benchmark in cycles per repetition."""

from __future__ import annotations

import statistics
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated

from msgspec import Meta

from isaopt.calibration.benchmark import Benchmark, kernel_names
from isaopt.plain import Json, plain, read_as, read_json

#: No measurement is trusted more than this: a share of the value, and cycles a repetition.  It covers what the pace of
#: a stretch depends on beside its parameters, such as where its code lies in the lines of the instruction cache.
_LEAST_SHARE, _LEAST_CYCLES = 0.005, 0.01


@dataclass(frozen=True, slots=True)
class MeasuredPace:
    """Cycles per repetition, and the standard error."""

    cycles: float
    error: float


_Launch = Annotated[Sequence[Annotated[int, Meta(ge=0)]], Meta(min_length=1)]


@dataclass(frozen=True, slots=True)
class Results:
    """``device`` is the GPU that ran; ``cycles`` are by kernel name: for each launch the readings of its waves."""

    arch: str
    device: str
    cycles: Mapping[str, Annotated[Sequence[_Launch], Meta(min_length=1)]]


def results_document(results: Results) -> Json:
    """The results as the JSON document that :func:`read_results` reads."""
    return plain(results)


def read_results(text: str, path: str) -> Results:
    """Reads the output of ``isaopt launch --suite``.

    Raises:
        InputError: the file is not such a document.
    """
    return read_as(Results, read_json(text, path), "what 'isaopt launch --suite' writes", path)


def pace(benchmark: Benchmark, results: Results) -> MeasuredPace | None:
    """The measured pace, None if one of the two kernels was not run.

    A launch counts with one wave, the slowest for most benchmarks; several launches count with their median, which a
    single disturbed launch does not move.
    """
    medians, variances = [], []
    for name in kernel_names(benchmark):
        launches = results.cycles.get(name)
        if not launches:
            return None
        counted = [min(launch) if benchmark.reading == "fastest" else max(launch) for launch in launches]
        middle = statistics.median(counted)
        # The median absolute deviation, scaled to a normal distribution's standard deviation.
        deviation = 1.4826 * statistics.median(abs(value - middle) for value in counted)
        medians.append(middle)
        variances.append(deviation**2 / len(counted))
    more = benchmark.long - benchmark.short
    cycles = (medians[1] - medians[0]) / more
    error = sum(variances) ** 0.5 / more
    return MeasuredPace(cycles, max(error, _LEAST_SHARE * abs(cycles), _LEAST_CYCLES))
