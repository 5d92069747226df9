"""Calibration end to end: the simulator with hidden parameters stands in for a GPU, and they are found again."""

from __future__ import annotations

import json
import random
import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from isaopt.calibration.benchmark import Benchmark, kernel_names
from isaopt.calibration.fit import Calibration, chi_square_tail, fit, gpu_document
from isaopt.calibration.measurement import Results, pace, read_results, results_document
from isaopt.calibration.prediction import BenchmarkPredictor
from isaopt.calibration.suite import benchmarks
from isaopt.cli import main
from isaopt.errors import InputError
from isaopt.reports.calibration import calibration_page
from isaopt.reports.terminal import render_terminal
from isaopt.target.gpus import get_gpu

ARCH, GPU = "gfx1100", "rx7900xtx"
HIDDEN: dict[str, float | str] = {
    "valu.latency": 7,
    "valu.cycles_trans": 6,
    "branch.taken": 14,
    "lds.latency": 41,
    "lds.latency_b128": 9,
    "salu.latency": 3,
    "banks.model": "article",
}
NAMES = (
    "chain_fma",
    "stream_exp",
    "branch_taken",
    "lds_load_b32",
    "lds_load_b128",
    "salu_chain",
    "dual_distinct_moving",
    "dual_x0_y1_moving",
    "dual_x0_x1_moving",
    "dual_three_moving",
    "fma_banks_two",
    "fma_banks_three",
)


def suite() -> list[Benchmark]:
    return [b for b in benchmarks(ARCH) if b.name in NAMES]


@cache
def hidden_results() -> Results:
    """What a GPU with the hidden parameters measures, a little disturbed."""
    gpu, predictor, chance = get_gpu(GPU, HIDDEN), BenchmarkPredictor(ARCH), random.Random(1)
    cycles = {}
    for benchmark in suite():
        for name, launches in predictor.cycles(benchmark, gpu).items():
            cycles[name] = [[c + chance.choice((0, 0, 0, 0, 1)) for c in launches[0]] for _ in range(9)]
            cycles[name][4] = [c + 500 for c in cycles[name][4]]
    return Results(ARCH, "hidden", cycles)


@cache
def calibrated() -> Calibration:
    results = hidden_results()
    measured = {b.name: found for b in suite() if (found := pace(b, results)) is not None}
    return fit(get_gpu(GPU), suite(), measured, BenchmarkPredictor(ARCH))


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name, value in HIDDEN.items() if not isinstance(value, str)])
def test_hidden_parameters_are_recovered(name: str) -> None:
    (found,) = [f for f in calibrated().fitted if f.name == name]
    hidden = HIDDEN[name]
    assert isinstance(hidden, int | float)
    assert found.value == pytest.approx(hidden, rel=0.05)
    assert (found.low or 0) <= hidden <= (found.high or hidden)
    assert found.before == get_gpu(GPU).number(name) != hidden
    assert found.benchmarks


def test_a_wrong_hypothesis_is_excluded_and_the_right_one_is_not() -> None:
    judged = {h.value: h for h in calibrated().hypotheses if h.name == "banks.model"}
    assert judged["gather2"].excluded
    assert not judged["article"].excluded
    assert calibrated().gpu.word("banks.model") == "article"


def test_what_is_only_bounded_on_one_side_says_so_and_stays() -> None:
    # Under the article model the price of a clash between sources is no question, as long as it is not high.
    (clash,) = [f for f in calibrated().fitted if f.name == "banks.source_clash"]
    assert clash.low is None
    assert clash.high is not None
    assert clash.before <= clash.value <= clash.high
    words = render_terminal(calibration_page(calibrated(), "r.json", "hidden"))
    assert f"at most {clash.high:.4g}" in words
    parameters: Any = gpu_document(calibrated(), "t", "s")["parameters"]
    assert parameters["banks.source_clash"]["range"][1] == clash.high


def test_what_no_benchmark_shows_is_not_fitted() -> None:
    # Every LDS benchmark depends on it, but only those that are left out would show it.
    assert "issue.after_wait" not in {f.name for f in calibrated().fitted}
    assert calibrated().gpu.parameters["issue.after_wait"] == get_gpu(GPU).parameters["issue.after_wait"]


def test_the_calibrated_model_predicts_what_was_measured() -> None:
    for residual in calibrated().residuals:
        assert residual.predicted == pytest.approx(residual.measured, rel=0.03, abs=0.02), residual.benchmark


def test_a_calibration_goes_from_a_file_to_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    results, gpu = tmp_path / "results.json", tmp_path / "mine.json"
    results.write_text(json.dumps(results_document(hidden_results())))
    assert read_results(results.read_text(), "r") == hidden_results()
    only = ["--only", "chain_fma", "--only", "branch_taken"]
    assert main.run(["calibrate", str(results), *only, "-o", str(gpu)]) == 0
    assert "valu.latency" in capsys.readouterr().out
    found = get_gpu(str(gpu))
    assert found.number("valu.latency") == pytest.approx(7, rel=0.05)
    assert found.parameters["valu.latency"].source == "isaopt calibrate: hidden"
    assert found.parameters["lds.latency"] == get_gpu(GPU).parameters["lds.latency"]
    assert main.run(["calibrate", str(results), "--only", "nonsense"]) == 2
    assert "no benchmark is called 'nonsense'" in capsys.readouterr().err


def test_the_pace_is_the_slowest_waves_and_one_disturbance_does_not_move_it() -> None:
    benchmark = suite()[0]
    short, long = kernel_names(benchmark)
    more = benchmark.long - benchmark.short
    calm = {short: [[90, 100]] * 5, long: [[90, 100 + 4 * more]] * 5}
    found = pace(benchmark, Results(ARCH, "d", calm))
    assert found is not None
    assert found.cycles == 4.0
    assert found.error == pytest.approx(0.02)
    calm[long] = [*calm[long][:4], [9_000_000, 1]]
    assert pace(benchmark, Results(ARCH, "d", calm)) == found
    assert pace(benchmark, Results(ARCH, "d", {short: [[1]]})) is None


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("{", "not JSON"),
        ("[]", "Expected `object`, got `array`"),
        ('{"cycles": {}}', "missing required field `arch`"),
        ('{"arch": "gfx1100", "device": "d", "cycles": {"k": []}}', "length >= 1 - at `$.cycles[...]`"),
        ('{"arch": "gfx1100", "device": "d", "cycles": {"k": [[1, -1]]}}', "`int` >= 0 - at `$.cycles[...][0][1]`"),
        ('{"arch": "gfx1100", "device": "d", "cycles": {"k": [[true]]}}', "got `bool` - at `$.cycles[...][0][0]`"),
    ],
)
def test_what_are_no_results_is_refused(text: str, words: str) -> None:
    with pytest.raises(InputError, match=re.escape(words)):
        read_results(text, "r.json")


@pytest.mark.parametrize(("value", "freedom", "expected"), [(3.84, 1, 0.05), (18.31, 10, 0.05), (23.21, 10, 0.01)])
def test_the_tail_of_chi_square(value: float, freedom: int, expected: float) -> None:
    # Percentiles as statistical tables have them.
    assert chi_square_tail(value, freedom) == pytest.approx(expected, abs=0.004)
