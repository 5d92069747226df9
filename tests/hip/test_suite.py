"""``isaopt launch --suite``: microbenchmarks on a GPU, as far as a machine without one can tell."""

from __future__ import annotations

import ctypes
import json
from collections.abc import Callable
from pathlib import Path

import pytest

import isaopt
from isaopt.calibration.measurement import read_results
from isaopt.cli import main

NAMES = ("chain_fma", "chain_4_waves", "chase_l1")


@pytest.fixture
def suite(tmp_path: Path) -> Path:
    """A suite of three benchmarks."""
    directory = tmp_path / "suite"
    directory.mkdir()
    files = isaopt.microbench("gfx1100")
    document = json.loads(files["manifest.json"])
    document["benchmarks"] = [b for b in document["benchmarks"] if b["name"] in NAMES]
    (directory / "manifest.json").write_text(json.dumps(document))
    for name in NAMES:
        (directory / f"{name}.s").write_text(files[f"{name}.s"])
    return directory


def test_each_wave_of_each_launch_is_read(
    gpu: Path, suite: Path, compiled: Callable[..., Path], tmp_path: Path
) -> None:
    out = tmp_path / "results.json"
    assert main.run(["launch", "--suite", str(suite), "-o", str(out), "--repeat", "3"]) == 0
    results = read_results(out.read_text(), "results.json")
    assert results.arch == "gfx1100"
    assert set(results.cycles) == {f"{name}_{kind}" for name in NAMES for kind in ("short", "long")}
    assert results.cycles["chain_4_waves_long"] == [[400, 401, 402, 403]] * 3
    assert results.cycles["chase_l1_short"] == [[100]] * 3
    # One launch of each kernel does not count.
    assert len(gpu.read_text().splitlines()) == 4 * 2 * len(NAMES)
    assert ctypes.CDLL(str(compiled())).fakeLeaks() == 0


def test_a_suite_for_another_gpu_is_refused(
    gpu: Path, suite: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("FAKE_HIP_ARCH", "gfx1201")
    out = tmp_path / "results.json"
    assert main.run(["launch", "--suite", str(suite), "-o", str(out)]) == 2
    assert "the suite is for gfx1100, the GPU is gfx1201" in capsys.readouterr().err
    assert not out.exists()


@pytest.mark.parametrize(
    "options",
    [["--suite", "DIR"], ["k.s", "--suite", "DIR", "-o", "r.json"], ["-o", "r.json"], ["k.s", "-o", "r.json"]],
)
def test_a_suite_stands_alone(options: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main.run(["launch", *options]) == 2
    assert "--suite" in capsys.readouterr().err
