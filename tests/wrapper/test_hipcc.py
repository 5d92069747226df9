"""The wrapper around real compilers: what comes out holds our code, and is otherwise what the compiler makes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from isaopt.cli import main
from isaopt.toolchain.assemble import build
from isaopt.toolchain.bundle import code_objects
from tests.hip_install import Hip
from tests.objects import differences

pytestmark = pytest.mark.hip

PROGRAM = """\
#include <hip/hip_runtime.h>
#include <cstdio>
__global__ void dot4(const float *a, const float *b, float *c) {
  int i = threadIdx.x;
  float s[4] = {};
  for (int k = 0; k < 4; ++k) {
    float x = a[i * 4 + k], y = a[i * 4 + k + 64], u = b[i * 4 + k], v = b[i * 4 + k + 64];
    s[0] += x * u; s[1] += x * v; s[2] += y * u; s[3] += y * v;
    for (int r = 0; r < 16; ++r) {
      s[0] = s[0] * x + u; s[1] = s[1] * y + v; s[2] = s[2] * u + x; s[3] = s[3] * v + y;
    }
  }
  for (int k = 0; k < 4; ++k) c[i * 4 + k] = s[k];
}
int main() {
  float *x = nullptr;
  hipError_t e = hipMalloc((void **)&x, 4096);
  if (e != hipSuccess) { std::printf("HIP: %s\\n", hipGetErrorString(e)); return 7; }
  dot4<<<1, 32>>>(x, x, x);
  return hipDeviceSynchronize();
}
"""
#: Without HIP's headers, which take seconds to read; what `__global__` and `<<<>>>` need of them.
SMALL = """\
#define __global__ __attribute__((global))
struct dim3 { unsigned x, y, z; };
extern "C" int hipLaunchKernel(const void *, dim3, dim3, void **, unsigned long, void *);
__global__ void dot4(const float *a, const float *b, float *c) {
  int i = __builtin_amdgcn_workitem_id_x();
  float s[4] = {};
  for (int k = 0; k < 4; ++k) {
    float x = a[i * 4 + k], y = a[i * 4 + k + 64], u = b[i * 4 + k], v = b[i * 4 + k + 64];
    s[0] += x * u; s[1] += x * v; s[2] += y * u; s[3] += y * v;
    for (int r = 0; r < 16; ++r) {
      s[0] = s[0] * x + u; s[1] = s[1] * y + v; s[2] = s[2] * u + x; s[3] = s[3] * v + y;
    }
  }
  for (int k = 0; k < 4; ++k) c[i * 4 + k] = s[k];
}
"""
LEAN = ["-nogpuinc", "-nogpulib", "-O2", "-x", "hip", "--offload-arch=gfx1100"]


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, cache: Path) -> Path:
    folder = tmp_path / "build"
    folder.mkdir()
    (folder / "small.hip").write_text(SMALL)
    (folder / "program.hip").write_text(PROGRAM)
    monkeypatch.chdir(folder)
    return folder


def hipcc(*arguments: str) -> int:
    return main.run(["hipcc", *arguments])


def test_the_program_holds_our_code_and_runs_up_to_the_missing_device(
    hip: Hip, here: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    command = [hip.clang, *hip.flags, "-x", "hip", "program.hip", "--offload-arch=gfx1100", *hip.link_flags]
    assert hipcc("--json", "--", *command, "-o", "program") == 0
    (unit,) = json.loads(capfd.readouterr().out)["units"]
    assert (unit["source"], unit["arch"], unit["changed"], unit["why"]) == ("program.hip", "gfx1100", True, None)
    assert [k["verify"] for k in unit["kernels"]] == ["proved"]

    # The listing that the compiler alone writes, through `isaopt opt`, is the code inside the program.
    subprocess.run([*command, "-o", "plain", "--save-temps"], check=True, env=hip.environment)
    listing = "program-hip-amdgcn-amd-amdhsa-gfx1100.s"
    assert main.run(["opt", listing, "-o", "ours.s"]) == 0
    (ours,), (plain,) = (code_objects((here / name).read_bytes()) for name in ("program", "plain"))
    assert ours.target == plain.target == "hipv4-amdgcn-amd-amdhsa--gfx1100"
    assert differences(ours.data, build((here / "ours.s").read_text(), "gfx1100")) == ()
    assert differences(plain.data, build((here / listing).read_text(), "gfx1100")) == ()
    assert ".text" in differences(ours.data, plain.data)

    ran = subprocess.run(["./program"], env=hip.environment, capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stdout) == (7, "HIP: hipErrorInvalidDevice\n") or os.path.exists("/dev/kfd")


def test_hipcc_itself_is_wrapped(
    hip: Hip, here: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    tools = here / "tools"
    tools.mkdir()
    for name in ("clang++-15", "clang-15"):
        (tools / name).symlink_to(os.path.realpath(hip.clang))
    perl = os.pathsep.join(str(hip.usr / p) for p in ("share/perl5", "bin"))
    settings = {"PERL5LIB": perl, "HIP_CLANG_PATH": tools, "HIP_PATH": hip.usr, "ROCM_PATH": hip.usr}
    for name, value in {**settings, "HIP_PLATFORM": "amd", "HIP_LIB_PATH": hip.libraries}.items():
        monkeypatch.setenv(name, str(value))
    script = str(hip.usr / "bin" / "hipcc.pl")
    arguments = [script, "-nogpulib", "-nogpuinc", "--offload-arch=gfx1201", "-c", "small.hip", "-o", "small.o"]
    assert hipcc("--summary", "--", *arguments) == 0
    assert "small.hip (gfx1201): _Z4dot4PKfS0_Pf " in capfd.readouterr().err
    assert [e.arch for e in code_objects((here / "small.o").read_bytes())] == ["gfx1201"]


def test_several_sources_and_a_second_build_from_the_cache(
    hip: Hip, here: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    (here / "other.hip").write_text(SMALL.replace("dot4", "other"))
    (here / "host.cpp").write_text("int host() { return 1; }\n")
    command = ["--json", "--", hip.clang, *LEAN, "-c", "small.hip", "other.hip", "-x", "c++", "host.cpp"]
    found = []
    for _ in range(2):
        assert hipcc(*command) == 0
        document = json.loads(capfd.readouterr().out)
        found.append([(u["source"], u["changed"], u["cached"]) for u in document["units"]])
        objects = {name: (here / name).read_bytes() for name in ("small.o", "other.o", "host.o")}
    assert found[0] == [("small.hip", True, False), ("other.hip", True, False)]
    assert found[1] == [("small.hip", True, True), ("other.hip", True, True)]
    assert [e.arch for e in code_objects(objects["other.o"])] == ["gfx1100"]


@pytest.mark.parametrize(
    "options",
    [
        ["-O0"],
        ["-O0", "--save-temps"],
        ["-O2", "-g"],
        ["-O3", "-mwavefrontsize64", "-mcumode"],
        ["-Os", "-mcode-object-version=5", "-ffast-math", "--offload-arch=gfx1201"],
    ],
)
def test_without_passes_the_code_object_is_the_compilers(hip: Hip, here: Path, options: list[str]) -> None:
    """The way through assembly changes nothing: neither code nor data, metadata or relocations."""
    command = [hip.clang, *LEAN, *options, "-c", "small.hip", "-o"]
    assert hipcc("--level", "0", "--strict", "--", *command, "ours.o") == 0
    subprocess.run([*command, "plain.o"], check=True, env=hip.environment)
    ours, plain = (code_objects((here / name).read_bytes()) for name in ("ours.o", "plain.o"))
    assert [e.target for e in ours] == [e.target for e in plain]
    assert [differences(a.data, b.data) for a, b in zip(ours, plain, strict=True)] == [()] * len(plain)
    assert not (here / "small-hip-amdgcn-amd-amdhsa-gfx1100.isaopt.s").exists()


def test_a_source_on_standard_input(hip: Hip, here: Path) -> None:
    command = [sys.executable, "-m", "isaopt", "hipcc", "--summary", "--", hip.clang, *LEAN, "--cuda-device-only"]
    run = subprocess.run([*command, "-S", "-o", "-", "-"], input=SMALL, capture_output=True, text=True, check=True)
    assert "(gfx1100): _Z4dot4PKfS0_Pf proved" in run.stderr
    assert ".amdhsa_kernel _Z4dot4PKfS0_Pf" in run.stdout


@pytest.mark.parametrize(
    ("options", "output"),
    [
        (["--cuda-device-only", "-S", "-o", "k.s"], "k.s"),
        (["--cuda-device-only", "-S", "-o", "-"], ""),
        (["-S", "-o", "both.s"], "both.s"),
    ],
)
def test_listings_are_rewritten(
    hip: Hip, here: Path, capfd: pytest.CaptureFixture[str], options: list[str], output: str
) -> None:
    command = [hip.clang, *LEAN, "small.hip", *options]
    assert hipcc("--", *command) == 0
    ours = (here / output).read_text() if output else capfd.readouterr().out
    plain = subprocess.run(command, check=True, capture_output=True, text=True, env=hip.environment).stdout
    plain = (here / output).read_text() if output else plain
    assert ours != plain
    assert ".amdhsa_kernel _Z4dot4PKfS0_Pf" in ours
    assert ("__CLANG_OFFLOAD_BUNDLE____START__" in ours) == (output == "both.s")


def test_saved_temporaries_hold_both_listings(hip: Hip, here: Path) -> None:
    assert hipcc("--", hip.clang, *LEAN, "--save-temps", "-c", "small.hip", "-o", "small.o") == 0
    (entry,) = code_objects((here / "small.o").read_bytes())
    stem = "small-hip-amdgcn-amd-amdhsa-gfx1100"
    plain, ours = (here / f"{stem}.s").read_text(), (here / f"{stem}.isaopt.s").read_text()
    assert plain != ours
    assert differences(entry.data, build(ours, "gfx1100")) == ()


def test_dependency_files_and_bundles_are_the_compilers(hip: Hip, here: Path) -> None:
    dependencies = ["-MD", "-MF", "small.d", "-MT", "target.o"]
    assert hipcc("--", hip.clang, *LEAN, "-c", "small.hip", "-o", "small.o", *dependencies) == 0
    ours = (here / "small.d").read_text()
    command = [hip.clang, *LEAN, "-c", "small.hip", "-o", "plain.o", *dependencies]
    subprocess.run(command, check=True, env=hip.environment)
    assert ours == (here / "small.d").read_text()
    # What --genco of hipcc comes to: device code alone, bundled.
    assert hipcc("--", hip.clang, *LEAN, "--cuda-device-only", "small.hip", "-o", "small.co") == 0
    (bundled,) = code_objects((here / "small.co").read_bytes())
    (embedded,) = code_objects((here / "small.o").read_bytes())
    assert differences(bundled.data, embedded.data) == ()


@pytest.mark.parametrize(
    "arguments",
    [
        ["-c", "broken.hip"],
        ["-c", "absent.hip"],
        ["-c", "small.hip", "--no-such-option"],
        ["small.hip", "-o", "program", "-lnosuchlibrary"],
        ["-c", "small.hip", "-o", "nowhere/small.o"],
    ],
)
def test_errors_are_the_compilers(
    hip: Hip, here: Path, capfd: pytest.CaptureFixture[str], arguments: list[str]
) -> None:
    (here / "broken.hip").write_text(SMALL + "__global__ void bad() { nonsense; }\n")
    command = [hip.clang, *LEAN, *arguments]
    plain = subprocess.run(command, capture_output=True, text=True, env=hip.environment, check=False)
    before = sorted(os.listdir(here))
    assert plain.returncode != 0
    assert hipcc("--", *command) == plain.returncode
    # Temporary files have names of their own each time.
    lines = [line for line in capfd.readouterr().err.splitlines() if "/tmp/" not in line]
    assert lines == [line for line in plain.stderr.splitlines() if "/tmp/" not in line]
    assert sorted(os.listdir(here)) == before


def test_warnings_are_the_compilers_and_said_once(hip: Hip, here: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (here / "warned.hip").write_text(SMALL + "__global__ void odd(int *p) { int unused; *p = 1; }\n")
    command = [hip.clang, *LEAN, "-Wall", "-shared-libsan", "-c", "warned.hip"]
    plain = subprocess.run(command, capture_output=True, text=True, env=hip.environment, check=True).stderr
    assert "unused variable" in plain
    assert hipcc("--", *command) == 0
    assert capfd.readouterr().err == plain


def test_what_has_nothing_for_us_passes_through(hip: Hip, here: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert hipcc("--", hip.clang, "--version") == 0
    assert "clang version" in capfd.readouterr().out
    command = [hip.clang, *LEAN[:-1], "--offload-arch=gfx906", "-c", "small.hip"]
    assert hipcc("--", *command) == 0
    ours = (here / "small.o").read_bytes()
    subprocess.run(command, check=True, env=hip.environment)
    assert ours == (here / "small.o").read_bytes()
    assert hipcc("--", *command, "--offload-arch=gfx1100") == 0
    first, second = code_objects((here / "small.o").read_bytes())
    assert [first.arch, second.arch] == ["gfx1100", "gfx906"]
    (alone,) = code_objects(ours)
    assert differences(second.data, alone.data) == ()
    assert hipcc("--", hip.clang, *LEAN, "-E", "small.hip") == 0
    assert "dot4" in capfd.readouterr().out


def test_debugging_brings_no_messages(hip: Hip, here: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """A header without a checksum, which the assembler would warn of in a listing."""
    marked = '# 1 "elsewhere.h" 1\n__global__ void two(float *p) { *p += 2; }\n# 9 "lines.hip" 2\n'
    (here / "lines.hip").write_text(SMALL + marked)
    command = [hip.clang, *LEAN, "-g"]
    subprocess.run([*command, "-S", "--cuda-device-only", "-o", "k.s", "lines.hip"], check=True, env=hip.environment)
    assembling = [hip.clang, "--target=amdgcn-amd-amdhsa", "-mcpu=gfx1100", "-c", "k.s"]
    said = subprocess.run(assembling, capture_output=True, text=True, env=hip.environment, check=True).stderr
    assert "inconsistent use of MD5 checksums" in said
    assert hipcc("--level", "0", "--", *command, "-c", "lines.hip") == 0
    assert capfd.readouterr().err == ""


@pytest.mark.parametrize("option", ["-M", "-MM", "-E", "-fsyntax-only"])
def test_what_makes_no_code_is_the_compilers(
    hip: Hip, here: Path, capfd: pytest.CaptureFixture[str], option: str
) -> None:
    command = [hip.clang, *LEAN, option, "small.hip"]
    plain = subprocess.run(command, capture_output=True, text=True, env=hip.environment, check=True)
    assert hipcc("--strict", "--", *command) == 0
    assert capfd.readouterr() == (plain.stdout, plain.stderr)


def test_relocatable_device_code_is_refused(hip: Hip, here: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert hipcc("--", hip.clang, *LEAN, "-fgpu-rdc", "-c", "small.hip") == 2
    said = capfd.readouterr().err
    assert said.startswith("isaopt: error: -fgpu-rdc defers device code to link time")
    assert said.count("\n") == 1
    assert not (here / "small.o").exists()


def test_code_made_at_the_link_is_left_alone_and_said(hip: Hip, here: Path, capfd: pytest.CaptureFixture[str]) -> None:
    command = ["--", hip.clang, *LEAN, "-foffload-lto", "-c", "small.hip"]
    assert hipcc(*command) == 0
    assert "isaopt: warning: device code stays as compiled: device code is generated at the link" in (
        capfd.readouterr().err
    )
    assert hipcc("--strict", *command) == 1
    assert hipcc("--", hip.clang, *LEAN, "--offload-new-driver", "-c", "small.hip", "-o", "new.o") == 0
    assert hipcc("--", hip.clang, *LEAN, "-c", "small.hip", "-o", "old.o") == 0
    (new,), (old,) = (code_objects((here / name).read_bytes()) for name in ("new.o", "old.o"))
    assert differences(new.data, old.data) == ()


def test_bitcode_that_is_asked_for_is_no_matter(hip: Hip, here: Path, capfd: pytest.CaptureFixture[str]) -> None:
    command = [hip.clang, *LEAN, "--cuda-device-only", "-emit-llvm", "-c", "small.hip", "-o", "small.bc"]
    assert hipcc("--strict", "--", *command) == 0
    assert capfd.readouterr().err == ""
    assert (here / "small.bc").exists()


def test_a_kernel_that_cannot_be_read_stays_as_compiled(
    hip: Hip, here: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    text = SMALL + '__global__ void raw() { asm volatile(".long 0xbf800000"); asm volatile(".no_such_directive"); }\n'
    (here / "raw.hip").write_text(text.replace('; asm volatile(".no_such_directive")', ""))
    command = [hip.clang, *LEAN, "-c", "raw.hip", "-o", "raw.o"]
    assert hipcc("--summary", "--", *command) == 0
    assert "raw.hip (gfx1100): " in capfd.readouterr().err
    assert [e.arch for e in code_objects((here / "raw.o").read_bytes())] == ["gfx1100"]


def test_reports_of_units(hip: Hip, here: Path) -> None:
    assert hipcc("--report-dir", "reports", "--", hip.clang, *LEAN, "-c", "small.hip") == 0
    (report,) = (here / "reports").iterdir()
    assert report.name.startswith("small.hip-gfx1100-")
    assert json.loads(report.read_text())["kernels"][0]["name"] == "_Z4dot4PKfS0_Pf"


def test_usage(hip: Hip, here: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert hipcc("--", "no-such-compiler", "-c", "small.hip") == 3
    assert hipcc() == 2
    assert hipcc("--passes", "none", "--", hip.clang, *LEAN, "-c", "small.hip") == 2
    assert hipcc("--assume", "nothing", "--", hip.clang, *LEAN, "-c", "small.hip") == 2
    assert not (here / "small.o").exists()
    capfd.readouterr()
