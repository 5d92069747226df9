"""``isaopt hwcheck`` against a GPU that is not there."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from isaopt.asm.parser import parse_text
from isaopt.cli import main
from isaopt.emulator.metadata import layout_of
from isaopt.hip.hwcheck import read_launches
from tests.hip.test_measured import ARGS
from tests.tuning.programs import TEXT

pytestmark = pytest.mark.slow

QUICK = ("--repeat", "3", "--only", "chain_fma", "--only", "branch_taken")


@pytest.fixture
def kernels(tmp_path: Path) -> Path:
    """A directory with a kernel that opt makes faster, and one that it cannot run."""
    directory = tmp_path / "kernels"
    directory.mkdir()
    (directory / "k_gfx1100.s").write_text(TEXT)
    (directory / "broken.s").write_text(TEXT.replace("v_add_f32_e32 v1, v1, v2", "v_no_such v1"))
    launch = {"grid": [2, 1, 1], "block": [64, 1, 1], "args": json.loads(ARGS)}
    entry = {"small": launch, "large": launch}
    (directory / "launches.json").write_text(json.dumps({"k": entry, "broken": entry, "absent": entry}))
    return directory


def run(directory: Path, *options: str) -> int:
    return main.run(["hwcheck", "-o", str(directory / "all.zip"), *options])


def test_all_is_in_one_file(
    stand_in: Callable[..., Path],
    kernels: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    stand_in()
    assert run(tmp_path, "--kernels", str(kernels), *QUICK, "--json") == 0
    document = json.loads(capsys.readouterr().out)
    good, broken = document["kernels"]
    assert document["device"]["name"] == "Fake gfx9 GPU"
    assert (good["verify"], good["emulated"], good["same"], good["problem"]) == ("proved", "", "", "")
    assert good["speedup"]["low"] > 1
    assert good["predicted"].keys() == {"rx7900xtx"} | {m for m in good["predicted"] if m.endswith("gpu.json")}
    assert len(good["predicted"]) == 2
    assert broken["problem"]
    assert {f["name"] for f in document["calibration"]["fitted"]} >= {"branch.taken"}
    with zipfile.ZipFile(tmp_path / "all.zip") as packed:
        names = set(packed.namelist())
        assert json.loads(packed.read("hwcheck.json")) == document
        assert json.loads(packed.read("results.json"))["device"] == "Fake gfx9 GPU"
        assert packed.read("k_gfx1100.s").decode() == TEXT
    assert names == {"hwcheck.json", "hwcheck.html", "results.json", "gpu.json", "k_gfx1100.s", "k_gfx1100.opt.s"}
    page = (tmp_path / "all.html").read_text()
    for words in ("First run on Fake gfx9 GPU", "right; proved", "calibrated: predicted / measured", "branch.taken"):
        assert words in page


def test_other_results_after_opt_are_a_failure(
    stand_in: Callable[..., Path],
    kernels: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    stand_in(wrong="_x8:")
    assert run(tmp_path, "--kernels", str(kernels), "--only", "chain_fma", "--repeat", "1", "--no-fit") == 1
    said = capsys.readouterr().out
    assert "1 as the emulator has them, 0 the same after opt" in said
    assert "after opt: it leaves other results: x: 1 of 64" in (tmp_path / "all.html").read_text()


def test_a_benchmark_that_faults_is_left_out(
    stand_in: Callable[..., Path],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    stand_in(fault="v_fma_f32")
    empty = tmp_path / "none"
    empty.mkdir()
    (empty / "launches.json").write_text("{}")
    assert run(tmp_path, "--kernels", str(empty), "--no-fit", *QUICK) == 0
    said = capsys.readouterr()
    assert "benchmark chain_fma: hipModuleLaunchKernel: hipErrorLaunchFailure" in said.err
    assert "2 benchmarks measured" in said.out


def test_without_a_gpu_there_is_one_line(
    stand_in: Callable[..., Path],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    stand_in()
    monkeypatch.setenv("FAKE_HIP_NONE", "1")
    assert run(tmp_path) == 3
    said = capsys.readouterr().err
    assert "the HIP runtime finds no GPU" in said
    assert said.count("\n") == 1
    assert not (tmp_path / "all.zip").exists()


@pytest.mark.parametrize("arch", ["gfx1100", "gfx1201"])
def test_launches_of_the_tree_fit_its_kernels(arch: str) -> None:
    tree = Path(__file__).parents[2] / "kernels_s"
    found = read_launches(tree, arch)
    assert len(found) >= 12
    for asked in found:
        module = parse_text(asked.path.read_text(), asked.path.name, None)
        slots = [a for a in layout_of(module, module.kernels[0]).arguments if not a.hidden]
        for launch in (asked.small, asked.large):
            taken = [(slot.kind == "global_buffer", slot.size) for slot in slots]
            assert [
                (entry["kind"] != "scalar", 4 if entry["kind"] == "scalar" else 8) for entry in launch.args
            ] == taken
        assert len(asked.small.args) == len(asked.large.args)
