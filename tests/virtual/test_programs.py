"""HIP programs, compiled as users do, run without a GPU."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.virtual.conftest import Start

pytestmark = pytest.mark.hip


@pytest.mark.parametrize("jobs", [1, 3])
def test_every_part_of_the_runtime(run: Start, tmp_path: Path, jobs: int) -> None:
    trace, kernels = tmp_path / "trace.jsonl", tmp_path / "kernels"
    done = run("features", "--jobs", str(jobs), "--trace", trace, "--kernel-dir", kernels)
    device = [f"device {k}%  1.50 text|ff  |z   42" for k in (0, 1)]
    said = done.stdout.splitlines()
    assert (sorted(said[:2]), said[2:], done.stderr) == (
        device,
        ["all well"],
        "isaopt run: hipMallocMipmappedArray is not supported\n",
    )
    assert done.returncode == 0
    launches = [json.loads(line) for line in trace.read_text().splitlines()]
    first = launches[0]
    assert first["kernel"] == "_Z5scalePfi"
    assert (first["grid"], first["block"], first["arguments"][1]) == ([4, 1, 1], [256, 1, 1], "0x000003e8")
    assert first["instructions"] > 32 * 4
    assert [k["kernel"] for k in launches].count("_Z7add_onePi") == 4
    kernel, assembly = sorted(kernels.iterdir())
    assert kernel.read_bytes()[:4] == b"\x7fELF"
    assert assembly == kernel.with_suffix(".s")
    assert "_Z5scalePfi:\n" in assembly.read_text()


@pytest.mark.parametrize(
    ("which", "code", "out", "err"),
    [
        (0, 134, "", "kernel _Z5strayPi: memory access fault at address 0x1000 (workgroup (0, 0, 0), wave 0, lane 0)"),
        (1, 134, "", "at instruction"),
        (2, 0, "hipErrorLaunchTimeOut\n", "more than 1000000 instructions were executed (--limit)"),
    ],
)
def test_what_device_code_must_not_do(run: Start, which: int, code: int, out: str, err: str) -> None:
    done = run(f"faults {which}", "--limit", "1000000", "--jobs", "1")
    assert err in done.stderr
    assert (done.stdout, done.returncode) == (out, code)


def test_each_device_has_memory_and_variables_of_its_own(run: Start) -> None:
    done = run("devices", "--devices", "2")
    assert (done.stdout, done.stderr, done.returncode) == ("all well\n", "", 0)


def test_textures_and_surfaces(run: Start) -> None:
    done = run("textures", "--check", "memory,uninit")
    assert (done.stdout, done.stderr, done.returncode) == ("all well\n", "", 0)


def test_lds_beyond_the_workgroups_is_nowhere(run: Start) -> None:
    done = run("seeded lds")
    assert (done.stdout, done.stderr, done.returncode) == ("hipSuccess\n", "", 0)


def test_an_assertion_that_fails_is_printed(run: Start) -> None:
    done = run("faults 1")
    assert done.stderr.count("Device-side assertion `x == (int)threadIdx.x' failed") == 31
    assert "s_trap 2" in done.stderr


def test_code_for_another_gpu_is_refused(run: Start) -> None:
    done = run("features", "--gpu", "rx9070xt")
    assert done.returncode == 1
    assert "the program has no code for gfx1201 (it has gfx1100); --gpu picks another GPU" in done.stderr
    assert "hipErrorNoBinaryForGpu" in done.stdout


@pytest.mark.parametrize("option", ["--optimize", "--compare"])
def test_kernels_run_as_the_passes_make_them(run: Start, option: str) -> None:
    done = run("tile", option)
    assert (done.stdout, done.returncode) == ("0 wrong, 2 launches\n", 0)
    assert done.stderr == "isaopt: 1 of 1 kernels optimised\n"


def test_events_tell_what_the_simulator_predicts(run: Start) -> None:
    counted, predicted = (run("tile time", *options) for options in ((), ("--time", "sim")))
    assert counted.stderr == predicted.stderr == ""
    times = [float(done.stdout.split()[-2]) for done in (counted, predicted)]
    # The second launch alone: a microsecond, and some instructions; a loop of loads from memory takes longer.
    assert 1 < times[0] < 2 < times[1] < 100


#: A run in which the other version of a kernel is another kernel.
DIFFERENT = """
import sys
from isaopt.virtual import kernels, run
record = kernels.Compiler.record
def other(self, data, name, path, optimize=False):
    return record(self, data, name.replace("4tile", "5other") if optimize else name, path)
kernels.Compiler.record = other
done = run.run_program(sys.argv[1:], run.RunRequest("rx7900xtx", 1, optimize=True, compare=True))
print(done.different, done.code)
"""


def test_versions_that_differ_are_named(start: Start, compiled: Path) -> None:
    done = start("-c", DIFFERENT, compiled / "tile")
    # The program goes on with what the original left.
    assert done.stdout == "0 wrong, 2 launches\n('_Z4tilePKfS0_Pfi', '_Z4tilePKfS0_Pfi') 0\n"
    lines = done.stderr.splitlines()
    assert len(lines) == 2
    assert all(
        re.fullmatch(r"isaopt run: kernel \S+: the optimised version left 0x\w\w where the original left 0x\w\w, "
                     r"at byte \d+ of the 4096 bytes at 0x\w+", line)
        for line in lines
    )  # fmt: skip


def test_kernels_are_compiled_once(run: Start, start: Start, compiled: Path) -> None:
    run("tile")
    after = "print('isaopt.emulator.flow' in sys.modules)"
    code = f"import sys; from isaopt.cli import main; main.run(sys.argv[1:]); {after}"
    done = start("-c", code, "run", "--", compiled / "tile")
    assert done.stdout.splitlines() == ["0 wrong, 2 launches", "False"]


def test_device_code_is_compiled_as_the_program_runs(run: Start) -> None:
    done = run("compiles")
    assert done.stdout.splitlines() == [
        "HIPRTC_ERROR_COMPILATION: broken.cu:1",
        "HIPRTC_SUCCESS",
        "_Z5scaleIfEvPT_i 3 297",
    ]
    assert (done.stderr, done.returncode) == ("", 0)
