"""``opt --objective measured`` against a GPU that is not there."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from isaopt.asm.parser import parse_text
from isaopt.cache.store import Store
from isaopt.cli import main
from isaopt.emulator.launch import Geometry
from isaopt.emulator.launches import given_launch
from isaopt.hip.library import Device
from isaopt.hip.trials import GpuTrials, _Question
from isaopt.ir.program import Module
from isaopt.simulator.results import Workload
from isaopt.simulator.simulation import simulate_kernel
from isaopt.target.gpus import get_gpu
from isaopt.transform.unroll.unroll import Unroll
from tests.hip.stand_in import HIDDEN
from tests.tuning.programs import TEXT

pytestmark = pytest.mark.slow

ARGS = json.dumps(
    [
        {"kind": "buffer", "name": "x", "dtype": "f32", "shape": [64], "init": "random:1"},
        {"kind": "scalar", "name": "n", "dtype": "i32", "value": 1024},
    ]
)


def measured(directory: Path, *options: str) -> int:
    (directory / "k.s").write_text(TEXT)
    (directory / "args.json").write_text(ARGS)
    launch = ("--grid", "2", "--block", "64", "--args", str(directory / "args.json"))
    passes = ("--passes", "unroll,schedule", "--objective", "measured", "--launches", "60", "--json")
    return main.run(["opt", str(directory / "k.s"), "-o", str(directory / "o.s"), *passes, *launch, *options])


def true_cycles(module: Module) -> float:
    launch = given_launch(Geometry((2, 1, 1), (64, 1, 1)), ARGS, "args.json")
    return simulate_kernel(module, module.kernels[0], get_gpu("rx7900xtx", HIDDEN), Workload(launch=launch)).cycles


def test_the_fastest_is_found_and_remembered(
    stand_in: Callable[..., Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    log = stand_in(noise=0.01)
    assert measured(tmp_path) == 0
    (kernel,) = json.loads(capsys.readouterr().out)["kernels"]
    assert kernel["verify"] == "proved"
    found = kernel["tuning"]["measured"]
    assert found["launches"] == len(log.read_text().splitlines()) <= 60
    assert "measured on Fake gfx9 GPU" in kernel["verdict"]
    after = true_cycles(parse_text((tmp_path / "o.s").read_text(), "o.s", None))
    assert after < true_cycles(parse_text(TEXT, "k.s", None))
    best = next(c for c in kernel["tuning"]["candidates"] if c["outcome"] == "chosen")
    assert best["measured"]["low"] <= true_cycles(parse_text(TEXT, "k.s", None)) / after <= best["measured"]["high"]

    # All that was measured is known; the input is launched to see that it still can be.
    before = log.read_text()
    text = (tmp_path / "o.s").read_text()
    assert measured(tmp_path) == 0
    assert len(log.read_text().splitlines()) == len(before.splitlines()) + 2
    assert (tmp_path / "o.s").read_text() == text


def impatient(question: _Question, seconds: float) -> float:
    """What a launch may take: on a busy machine a good one needs a while, and for the one that hangs nobody waits."""
    return 5.0 if any("_x8:" in Path(path).read_text() for path in question.paths) else seconds


def test_versions_that_hang_or_fault_are_out_and_not_launched_again(
    stand_in: Callable[..., Path],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # The one that is predicted fastest hangs, the next one faults.
    log = stand_in(hang="_x8:", fault="_x4:")
    run = GpuTrials._run
    monkeypatch.setattr(GpuTrials, "_run", lambda self, asked, limit: run(self, asked, impatient(asked, limit)))
    assert measured(tmp_path) == 0
    candidates = json.loads(capsys.readouterr().out)["kernels"][0]["tuning"]["candidates"]
    failed = {c["passes"]: c["why"] for c in candidates if c["outcome"] == "failed"}
    assert failed["unroll, schedule"].startswith("it hangs: ")
    assert failed["unroll(factor=4), schedule"] == "it faults: hipModuleLaunchKernel: hipErrorLaunchFailure"
    assert "_x2:" in (tmp_path / "o.s").read_text()
    before = len(log.read_text().splitlines())
    assert measured(tmp_path) == 0
    assert len(log.read_text().splitlines()) == before + 2


def test_other_results_than_the_input_s_are_seen(stand_in: Callable[..., Path], tmp_path: Path) -> None:
    stand_in(wrong="_x2:")
    given = given_launch(Geometry((2, 1, 1), (64, 1, 1)), ARGS, "args.json")
    trials = GpuTrials("k", given, tmp_path)
    assert trials.begin(TEXT) > 0
    module = parse_text(TEXT, "k.s", None)
    other = Unroll(factor=2).apply(module, module.kernels[0]).module.text()
    assert trials.check(other).startswith("it leaves other results: x: 1 of 64 elements differ, first [0]")


def test_what_ended_everything_is_not_launched_again(stand_in: Callable[..., Path], tmp_path: Path) -> None:
    stand_in()
    given = given_launch(Geometry((2, 1, 1), (64, 1, 1)), ARGS, "args.json")
    store = Store(tmp_path / "cache")
    trials = GpuTrials("k", given, tmp_path, store=store, device=Device(0, "g", "gfx1100", 48, 0, "6"))
    store.put(trials._key(("check", "text")), b'{"begun": true}')
    assert "came to no end" in trials.check("text")
    assert trials.launches == 0


def test_without_a_gpu_there_is_one_line(
    stand_in: Callable[..., Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    stand_in()
    monkeypatch.setenv("FAKE_HIP_NONE", "1")
    assert measured(tmp_path) == 3
    said = capsys.readouterr().err
    assert "the HIP runtime finds no GPU" in said
    assert said.count("\n") == 1
    assert not (tmp_path / "o.s").exists()


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--objective", "measured"), "needs a launch"),
        (
            ("--objective", "measured", "--grid", "1", "--block", "1", "--no-verify"),
            "cannot be combined with --no-verify",
        ),
        (("--objective", "cycles", "--launches", "9"), "--objective cycles does not use --device, --launches"),
    ],
)
def test_usage(tmp_path: Path, capsys: pytest.CaptureFixture[str], options: tuple[str, ...], words: str) -> None:
    (tmp_path / "k.s").write_text(TEXT)
    assert main.run(["opt", str(tmp_path / "k.s"), "-o", str(tmp_path / "o.s"), *options]) == 2
    assert words in capsys.readouterr().err
