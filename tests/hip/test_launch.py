"""``launch`` and ``bench`` up to the runtime, through it, and back: with a runtime of the tests', and with AMD's."""

from __future__ import annotations

import ctypes
import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

import isaopt
from isaopt.cli import main
from isaopt.emulator.arguments import read_arguments
from isaopt.errors import CheckFailed, IsaoptError, MissingTool, UsageError
from isaopt.hip.library import Hip
from isaopt.hip.timing import TimingPlan
from isaopt.toolchain.assemble import build
from isaopt.toolchain.runtime import find_hip_library
from tests.hip_install import find_hip

GEOMETRY = ["--grid", "2", "--block", "64"]


def launch(*arguments: str | Path) -> int:
    return main.run(["launch", *map(str, arguments)])


def with_args(fma: Path) -> list[str]:
    return [str(fma), *GEOMETRY, "--args", str(fma.with_name("args.json"))]


def test_a_kernel_runs_and_agrees_with_the_emulator(
    gpu: Path, fma: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert launch(*with_args(fma), "--check", "emulator", "--out", tmp_path / "got", "--lds", "512") == 0
    said = capsys.readouterr().out
    assert "fma on Fake gfx9 GPU (gfx1100, 48 compute units, up to 2482 MHz), HIP 6.3.42134\n" in said
    assert "as the emulator has it" in said
    assert gpu.read_text() == "0 fma 2,1,1 64,1,1 512 24\n"
    assert main.run(["emulate", *with_args(fma), "--out", str(tmp_path / "wanted")]) == 0
    got, wanted = (np.load(tmp_path / name / "out.npy") for name in ("got", "wanted"))
    assert (got == wanted).all()
    assert (got != 0).any()


def test_results_are_checked_against_files(
    gpu: Path, fma: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main.run(["emulate", *with_args(fma), "--out", str(tmp_path / "wanted")]) == 0
    assert launch(*with_args(fma), "--check", tmp_path / "wanted", "--json") == 0
    capsys.readouterr()
    wanted = np.load(tmp_path / "wanted" / "out.npy")
    wanted[7] += 1e-3
    wanted[9] += 1e-3
    np.save(tmp_path / "wanted" / "out.npy", wanted)
    assert launch(*with_args(fma), "--check", tmp_path / "wanted") == 1
    assert f"{fma}: error: out: 2 of 100 elements differ, first [7]: " in capsys.readouterr().err
    assert launch(*with_args(fma), "--check", tmp_path / "wanted", "--atol", "0.01") == 0
    np.save(tmp_path / "wanted" / "out.npy", wanted[:50])
    assert launch(*with_args(fma), "--check", tmp_path / "wanted") == 2
    assert launch(*with_args(fma), "--check", tmp_path) == 2


def test_json_says_where_what_and_how_fast(
    gpu: Path, fma: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("FAKE_HIP_MS", "0.5")
    assert launch(*with_args(fma), "--repeat", "20", "--warmup", "3", "--json") == 0
    document = json.loads(capsys.readouterr().out)
    assert document["kernel"] == "fma"
    assert document["device"] == {
        "index": 0,
        "name": "Fake gfx9 GPU",
        "arch": "gfx1100",
        "compute_units": 48,
        "clock_mhz": 2482.0,
        "hip": "6.3.42134",
    }
    assert document["checked"] is None
    assert document["outputs"]["out"]["shape"] == [100]
    times = document["times"]
    assert times["samples"] == 20
    median = times["median_seconds"]
    assert 0.0005 <= median["low"] <= median["value"] <= median["high"] <= 0.000516
    assert times["minimum_seconds"] == pytest.approx(0.0005, rel=1e-3)
    assert len(gpu.read_text().splitlines()) == 1 + 3 + 20


@pytest.mark.parametrize("form", ["hsaco", "bundle", "zlib", "zstd"])
def test_code_objects_run_too(gpu: Path, fma: Path, tmp_path: Path, form: str) -> None:
    image = build(fma.read_text(), "gfx1100")
    if form != "hsaco":
        from tests.toolchain.test_bundle import bundle, compressed

        prefix = "hipv4-amdgcn-amd-amdhsa--"
        image = bundle(("host-x86_64--", b""), (f"{prefix}gfx1201", b"no code"), (f"{prefix}gfx1100", image))
    if form.startswith("z"):
        image = compressed(2, int(form == "zstd"), image)
    path = tmp_path / "kernel.hsaco"
    path.write_bytes(image)
    args = read_arguments(fma.with_name("args.json").read_text(), "args.json")
    expected = np.array([a.data for a in args[:2]])  # type: ignore[union-attr]
    done = isaopt.launch(str(path), (2, 1, 1), (64, 1, 1), args)
    assert np.allclose(done.buffers["out"], 2.5 * expected[1] + expected[0])
    with pytest.raises(UsageError, match="needs assembly text"):
        isaopt.launch(str(path), (2, 1, 1), (64, 1, 1), args, check="emulator")


def test_nothing_is_left_on_the_device(
    gpu: Path, fma: Path, compiled: Callable[..., Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    library = ctypes.CDLL(str(compiled()))
    args = read_arguments(fma.with_name("args.json").read_text(), "args.json")
    isaopt.launch(str(fma), (2, 1, 1), (64, 1, 1), args)
    assert library.fakeLeaks() == 0
    isaopt.bench([str(fma)] * 3, (2, 1, 1), (64, 1, 1), args, timing=TimingPlan(3, 1))
    assert library.fakeLeaks() == 0
    for call in ("hipModuleGetFunction", "hipModuleLaunchKernel", "hipDeviceSynchronize"):
        monkeypatch.setenv("FAKE_HIP_FAIL", call)
        with pytest.raises(IsaoptError, match=f"{call}: hipErrorOutOfMemory"):
            isaopt.launch(str(fma), (2, 1, 1), (64, 1, 1), args)
        assert library.fakeLeaks() == 0


def test_versions_are_timed_in_turns(
    gpu: Path, fma: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    other = tmp_path / "other.s"
    other.write_text(fma.read_text())
    monkeypatch.setenv("FAKE_HIP_MS", "1.0,0.8,1.0")
    command = ["bench", str(fma), str(other), str(fma), *with_args(fma)[1:], "--repeat", "30", "--inner", "2"]
    command += ["--warmup", "2"]
    assert main.run([*command, "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    first, second, third = document["versions"]
    assert document["checked"]
    assert first["speedup"] is None
    assert 1.24 < second["speedup"]["low"] <= second["speedup"]["value"] <= second["speedup"]["high"] < 1.26
    assert third["speedup"]["low"] <= 1 <= third["speedup"]["high"]
    assert second["times"]["median_seconds"]["value"] == pytest.approx(0.0008, rel=0.05)
    launches = [int(line.split()[0]) for line in gpu.read_text().splitlines()]
    assert launches[:9] == [0, 1, 2, 0, 0, 1, 1, 2, 2]
    rounds = [tuple(launches[at : at + 6 : 2]) for at in range(9, len(launches), 6)]
    assert len(rounds) == 30
    assert all(sorted(r) == [0, 1, 2] for r in rounds)
    assert len(set(rounds)) == 6

    assert main.run(command) == 0
    said = capsys.readouterr().out
    assert re.search(r"1\.2[45]\d\d× faster", said)
    assert "no difference shown: " in said


def test_versions_that_disagree_are_not_timed(
    gpu: Path, fma: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("FAKE_HIP_WRONG", "1")
    command = ["bench", str(fma), *with_args(fma), "--repeat", "2"]
    assert main.run(command) == 1
    said = capsys.readouterr().err
    assert "error: out: 100 of 100 elements differ, first [0]: " in said
    assert f"hint: compared with {fma}" in said
    assert len(gpu.read_text().splitlines()) == 2
    assert main.run([*command, "--no-check"]) == 0
    assert "results were not compared" in capsys.readouterr().out
    assert main.run([*command, "--atol", "0.01"]) == 0
    assert "results were not compared" not in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--grid", "2"], "needs both --grid and --block"),
        (["--grid", "2", "--block", "128"], "workgroups of at most 64, not 128"),
        (["--grid", "0", "--block", "64"], "at least 1"),
        (["--grid", "2", "--block", "64"], "the kernel takes 4 arguments ("),
        (["--grid", "2", "--block", "64", "--kernel", "none"], "no kernel is called 'none'"),
    ],
)
def test_usage(gpu: Path, fma: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], message: str) -> None:
    assert launch(fma, *arguments) == 2
    assert message in capsys.readouterr().err
    assert not gpu.exists()


def test_code_for_another_gpu_is_refused(
    gpu: Path, fma: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("FAKE_HIP_ARCH", "gfx1201")
    assert launch(*with_args(fma)) == 2
    assert "the code is for gfx1100, the GPU is gfx1201 (Fake gfx9 GPU)" in capsys.readouterr().err
    monkeypatch.setenv("FAKE_HIP_ARCH", "nothing known")
    assert launch(*with_args(fma)) == 2
    assert "not that of HIP 5 to 7" in capsys.readouterr().err


def test_the_structure_of_hip_5(
    gpu: Path, fma: Path, compiled: Callable[..., Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ISAOPT_HIP_LIBRARY", str(compiled("-DOLD_LAYOUT")))
    monkeypatch.setenv("FAKE_HIP_ARCH", "gfx1151")
    assert Hip().device.arch == "gfx1151"
    assert Hip(1).device.index == 1


def one_line(capsys: pytest.CaptureFixture[str], text: str) -> None:
    lines = capsys.readouterr().err.splitlines()
    assert text in lines[0]
    assert len([line for line in lines if not line.startswith("hint: ")]) == 1


def test_without_runtime_or_device_the_exit_code_is_three(
    gpu: Path, fma: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    bench = ["bench", *with_args(fma)]
    monkeypatch.setenv("FAKE_HIP_NONE", "1")
    assert launch(*with_args(fma)) == 3
    one_line(capsys, "the HIP runtime finds no GPU: it lists none")
    assert main.run(bench) == 3
    one_line(capsys, "the HIP runtime finds no GPU: it lists none")
    monkeypatch.delenv("FAKE_HIP_NONE")
    assert launch(*with_args(fma), "--device", "2") == 3
    one_line(capsys, "there is no GPU 2; the HIP runtime finds 2")
    monkeypatch.setenv("FAKE_HIP_FAIL", "hipInit")
    assert launch(*with_args(fma)) == 3
    one_line(capsys, "the HIP runtime finds no GPU: hipErrorOutOfMemory")
    monkeypatch.setenv("ISAOPT_HIP_LIBRARY", str(tmp_path / "none.so"))
    assert launch(*with_args(fma)) == 3
    one_line(capsys, "cannot use the HIP runtime: ")
    monkeypatch.delenv("ISAOPT_HIP_LIBRARY")
    monkeypatch.setattr("isaopt.hip.library.find_hip_library", lambda: "")
    assert launch(*with_args(fma)) == 3
    one_line(capsys, "no HIP runtime (libamdhip64.so) was found")


def test_the_real_runtime_up_to_its_answer(fma: Path) -> None:
    hip = find_hip()
    if os.path.exists("/dev/kfd"):
        pytest.skip("this machine may have a GPU")
    for command in ("launch", "bench"):
        run = subprocess.run(
            [sys.executable, "-m", "isaopt", command, *with_args(fma)],
            env={**hip.environment, "ISAOPT_HIP_LIBRARY": str(hip.runtime)},
            capture_output=True,
            text=True,
            check=False,
        )
        assert run.returncode == 3
        assert run.stdout == ""
        assert run.stderr.startswith(f"{hip.runtime}: error: the HIP runtime finds no GPU: hipError")
        assert run.stderr.count("\n") == 1


def test_where_the_runtime_is_looked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("ISAOPT_HIP_LIBRARY", raising=False)
    monkeypatch.setenv("ROCM_PATH", str(tmp_path))
    (tmp_path / "lib").mkdir()
    for name in ("libamdhip64.so.6", "libamdhip64.so.7", "libamdhip64.so.6.10.1"):
        (tmp_path / "lib" / name).touch()
    assert find_hip_library() == str(tmp_path / "lib" / "libamdhip64.so.7")
    (tmp_path / "lib" / "libamdhip64.so").touch()
    assert find_hip_library() == str(tmp_path / "lib" / "libamdhip64.so")
    monkeypatch.setenv("ISAOPT_HIP_LIBRARY", "/elsewhere/hip.so")
    assert find_hip_library() == "/elsewhere/hip.so"


def test_errors_of_the_functions(gpu: Path, fma: Path) -> None:
    with pytest.raises(UsageError, match="needs at least one file"):
        isaopt.bench([], (1, 1, 1), (1, 1, 1))
    with pytest.raises(IsaoptError, match="cannot read the file"):
        isaopt.launch("none.hsaco", (1, 1, 1), (1, 1, 1))
    assert issubclass(CheckFailed, IsaoptError)
    assert issubclass(MissingTool, IsaoptError)
