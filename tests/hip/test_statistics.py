"""Intervals that hold what they promise, and comparisons of buffers."""

from __future__ import annotations

import numpy as np
import pytest

from isaopt.hip.checking import Tolerance, compare
from isaopt.hip.statistics import speedup, summarize


def test_the_interval_covers_the_median_as_often_as_it_says() -> None:
    draw = np.random.default_rng(3)
    covered = 0
    for seed in range(200):
        times = summarize(draw.lognormal(0, 0.1, 40).tolist(), seed)
        covered += times.median.low <= 1 <= times.median.high
    # 95 % of 200, within what chance allows.
    assert 178 <= covered <= 199


def test_paired_samples_cancel_what_both_saw() -> None:
    draw = np.random.default_rng(4)
    drift = np.linspace(1, 1.5, 60)
    before, after = drift * 1.1, drift * (1 + draw.normal(0, 0.001, 60))
    found = speedup(before.tolist(), after.tolist())
    assert 1.09 < found.low <= found.value <= found.high < 1.11
    assert speedup(before.tolist(), before.tolist()).value == 1
    assert speedup(after.tolist(), before.tolist()).high < 1


def test_figures_of_few_samples() -> None:
    one = summarize([0.5])
    assert (one.samples, one.median.low, one.median.value, one.median.high) == (1, 0.5, 0.5, 0.5)
    assert (one.mean, one.minimum, one.deviation) == (0.5, 0.5, 0.0)
    two = summarize([1.0, 3.0])
    assert (two.mean, two.minimum, two.median.value) == (2.0, 1.0, 2.0)


EXACT = Tolerance()


def test_bits_count_without_a_tolerance() -> None:
    nan, zero = np.array([np.nan], "f4"), np.array([0.0], "f4")
    assert compare("b", "f32", nan, nan, EXACT) is None
    other = (nan.view("u4") + 1).view("f4")
    assert compare("b", "f32", nan, other, EXACT) is not None
    assert compare("b", "f32", nan, other, Tolerance(absolute=1e-9)) is None
    assert compare("b", "f32", zero, -zero, EXACT) is not None
    assert compare("b", "f32", zero, -zero, Tolerance(absolute=1e-9)) is None


def test_where_the_first_difference_is() -> None:
    a = np.zeros((3, 4), "i4")
    b = a.copy()
    b[1, 2] = b[2, 0] = 5
    found = compare("b", "i32", a, b, EXACT)
    assert found is not None
    assert (found.count, found.total, found.index, found.expected, found.actual) == (2, 12, (1, 2), 0, 5)
    assert str(found) == "b: 2 of 12 elements differ, first [1, 2]: 5 instead of 0"


@pytest.mark.parametrize("shape", [(), (0,), (2, 0)])
def test_buffers_without_axes_or_elements(shape: tuple[int, ...]) -> None:
    a = np.zeros(shape, "f4")
    assert compare("b", "f32", a, a.copy(), EXACT) is None
    assert (compare("b", "f32", a, a + 1, EXACT) is None) == (a.size == 0)


def test_bf16_has_the_tolerance_of_its_values() -> None:
    one, next_up = np.array([0x3F80], "u2"), np.array([0x3F81], "u2")
    assert compare("b", "bf16", one, next_up, Tolerance(relative=0.01)) is None
    found = compare("b", "bf16", one, next_up, Tolerance(relative=0.001))
    assert found is not None
    assert (found.expected, found.actual) == (1.0, 1.0078125)
