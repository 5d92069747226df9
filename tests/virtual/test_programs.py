"""HIP programs, compiled as users do, run without a GPU."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.hip_install import Hip, find_hip

PROGRAMS = Path(__file__).parent / "programs"
Run = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture(scope="module")
def hip() -> Hip:
    return find_hip()


@pytest.fixture(scope="module")
def compiled(hip: Hip, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The programs, linked against AMD's own library: they need its symbol versions."""
    folder = tmp_path_factory.mktemp("programs")
    for source in PROGRAMS.glob("*.hip"):
        command = [hip.clang, *hip.flags, "-x", "hip", str(source), "--offload-arch=gfx1100", *hip.link_flags]
        subprocess.run([*command, "-o", folder / source.stem], check=True, env=hip.environment, capture_output=True)
    return folder


@pytest.fixture(scope="module")
def run(hip: Hip, compiled: Path, tmp_path_factory: pytest.TempPathFactory) -> Run:
    caches = tmp_path_factory.mktemp("caches", numbered=True)
    caches.chmod(0o700)
    llvm = max(hip.libraries.glob("libLLVM.so.*"), key=lambda p: int(p.name.split(".")[2]))
    environment = {**hip.environment, "ISAOPT_CACHE": str(caches / "c"), "ISAOPT_LLVM_LIBRARY": str(llvm)}

    def started(program: str, *options: str | Path) -> subprocess.CompletedProcess[str]:
        name, *arguments = program.split()
        command = [sys.executable, "-m", "isaopt", "run", *map(str, options), "--", str(compiled / name), *arguments]
        # Where the program dies by a signal, no core file is left.
        return subprocess.run(
            ["sh", "-c", 'ulimit -c 0; exec "$@"', "sh", *command],
            env={**environment, "ISAOPT_CACHE_DIR": str(caches / "d")},
            capture_output=True,
            text=True,
            check=False,
            cwd=os.getcwd(),
        )

    return started


@pytest.mark.parametrize("jobs", [1, 3])
def test_every_part_of_the_runtime(run: Run, tmp_path: Path, jobs: int) -> None:
    trace, kernels = tmp_path / "trace.jsonl", tmp_path / "kernels"
    done = run("features", "--jobs", str(jobs), "--trace", trace, "--kernel-dir", kernels)
    device = [f"device {k}%  1.50 text|ff  |z   42" for k in (0, 1)]
    said = done.stdout.splitlines()
    assert (sorted(said[:2]), said[2:], done.stderr) == (
        device,
        ["all well"],
        "isaopt run: hipMallocArray is not supported\n",
    )
    assert done.returncode == 0
    launches = [json.loads(line) for line in trace.read_text().splitlines()]
    first = launches[0]
    assert first["kernel"] == "_Z5scalePfi"
    assert (first["grid"], first["block"], first["arguments"][1]) == ([4, 1, 1], [256, 1, 1], "0x000003e8")
    assert first["instructions"] > 32 * 4
    assert [k["kernel"] for k in launches].count("_Z7add_onePi") == 4
    (kernel,) = kernels.iterdir()
    assert kernel.read_bytes()[:4] == b"\x7fELF"


@pytest.mark.parametrize(
    ("which", "code", "out", "err"),
    [
        (0, 134, "", "kernel _Z5strayPi: memory access fault at address 0x1000 (workgroup (0, 0, 0), wave 0, lane 0)"),
        (1, 134, "", "at instruction"),
        (2, 134, "", "memory from device code (malloc, new) is not supported"),
        (3, 0, "hipErrorLaunchTimeOut\n", "more than 1000000 instructions were executed (--limit)"),
    ],
)
def test_what_device_code_must_not_do(run: Run, which: int, code: int, out: str, err: str) -> None:
    done = run(f"faults {which}", "--limit", "1000000", "--jobs", "1")
    assert err in done.stderr
    assert (done.stdout, done.returncode) == (out, code)


def test_an_assertion_that_fails_is_printed(run: Run) -> None:
    done = run("faults 1")
    assert done.stderr.count("Device-side assertion `x == (int)threadIdx.x' failed") == 31
    assert "s_trap 2" in done.stderr


def test_code_for_another_gpu_is_refused(run: Run) -> None:
    done = run("features", "--gpu", "rx9070xt")
    assert done.returncode == 1
    assert "the program has no code for gfx1201 (it has gfx1100); --gpu picks another GPU" in done.stderr
    assert "hipErrorNoBinaryForGpu" in done.stdout
