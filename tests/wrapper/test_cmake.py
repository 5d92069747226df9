"""The CMake package in real CMake builds, and the Makefile that the documentation shows."""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

import isaopt
from isaopt.cli import main
from isaopt.toolchain.bundle import code_objects
from isaopt.toolchain.codeobject import read_code_object
from tests.cli.test_opt import TEXT
from tests.hip_install import ROOT, Hip
from tests.objects import differences
from tests.wrapper.test_hipcc import SMALL

pytestmark = pytest.mark.hip

FIND = f"""\
cmake_minimum_required(VERSION 3.21)
set(ISAOPT_EXECUTABLE "{Path(sysconfig.get_path("scripts")) / "isaopt"}" CACHE FILEPATH "")
execute_process(COMMAND ${{ISAOPT_EXECUTABLE}} cmake OUTPUT_VARIABLE isaopt_DIR OUTPUT_STRIP_TRAILING_WHITESPACE)
"""
LEAN = "-nogpulib -nogpuinc -no-hip-rt"


def run(*command: str | Path, where: Path) -> str:
    done = subprocess.run([str(c) for c in command], cwd=where, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout + done.stderr


def configured(source: Path, *options: str) -> Path:
    # The cmake of the development environment, or the machine's.
    program = Path(sysconfig.get_path("scripts")) / "cmake"
    run(
        program if program.exists() else "cmake",
        "-S",
        ".",
        "-B",
        "build",
        "-G",
        "Unix Makefiles",
        *options,
        where=source,
    )
    return source / "build"


def test_where_the_package_is(capsys: pytest.CaptureFixture[str]) -> None:
    assert main.run(["cmake"]) == 0
    assert capsys.readouterr().out == f"{isaopt.cmake()}\n"
    assert (isaopt.cmake() / "isaopt-config.cmake").is_file()


def test_code_objects_of_assembly(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ISAOPT_CACHE_DIR", str(tmp_path / "cache"))
    (tmp_path / "CMakeLists.txt").write_text(
        FIND + "project(kernels LANGUAGES NONE)\nfind_package(isaopt REQUIRED)\n"
        "isaopt_add_hsaco(kernels SOURCE k.s ARCH gfx1101 ALL OPTIONS --passes reassign OUTPUT_DIRECTORY co)\n"
        'get_target_property(made kernels ISAOPT_HSACO)\nmessage(STATUS "made ${made}")\n'
    )
    (tmp_path / "k.s").write_text(TEXT)
    build = configured(tmp_path)
    run("make", where=build)
    made = read_code_object((build / "co" / "k-gfx1101.hsaco").read_bytes())
    assert (made.arch, made.kernels) == ("gfx1101", ("k", "other"))
    assert "Optimising" not in run("make", where=build)
    (tmp_path / "k.s").write_text(TEXT + "; touched\n")
    os.utime(tmp_path / "k.s", (2e9, 2e9))
    assert "Optimising" in run("make", where=build)


def test_code_objects_of_sources_follow_their_headers(hip: Hip, cache: Path, tmp_path: Path) -> None:
    (tmp_path / "CMakeLists.txt").write_text(
        FIND + "project(kernels LANGUAGES NONE)\nfind_package(isaopt REQUIRED)\n"
        f"isaopt_add_hsaco(kernels SOURCE k.hip ARCH gfx1100 ALL COMPILER {hip.clang} COMPILE_OPTIONS -nogpulib "
        "-nogpuinc OPTIONS --summary)\n"
    )
    (tmp_path / "k.hip").write_text('#include "part.h"\n' + SMALL)
    (tmp_path / "part.h").write_text("// nothing yet\n")
    build = configured(tmp_path)
    said = run("make", where=build)
    assert "k.hip (gfx1100): _Z4dot4PKfS0_Pf proved" in said
    before = (build / "k-gfx1100.hsaco").read_bytes()
    assert read_code_object(before).kernels == ("_Z4dot4PKfS0_Pf",)
    assert "Compiling" not in run("make", where=build)
    (tmp_path / "part.h").write_text("__attribute__((global)) void more(float *p) { *p = 1; }\n")
    os.utime(tmp_path / "part.h", (2e9, 2e9))
    assert "Compiling" in run("make", where=build)
    assert "_Z4morePf" in read_code_object((build / "k-gfx1100.hsaco").read_bytes()).kernels


def test_one_line_on_a_hip_target(hip: Hip, cache: Path, tmp_path: Path) -> None:
    # The language asks the ROCm installation for its runtime; the kernels here need none.
    package = tmp_path / "rocm" / "lib" / "cmake" / "hip-lang"
    package.mkdir(parents=True)
    (package / "hip-lang-config.cmake").write_text(
        "if(NOT TARGET hip-lang::device)\n  add_library(hip-lang::device INTERFACE IMPORTED)\nendif()\n"
        "set(_CMAKE_HIP_DEVICE_RUNTIME_TARGET hip-lang::device)\n"
    )
    (tmp_path / "CMakeLists.txt").write_text(
        FIND + "project(program LANGUAGES CXX HIP)\nfind_package(isaopt REQUIRED)\n"
        "add_library(plain OBJECT k.hip)\nadd_library(ours OBJECT k.hip host.cpp)\nadd_library(cxx OBJECT k.cpp)\n"
        f"target_compile_options(cxx PRIVATE -x hip --offload-arch=gfx1100 {LEAN} -O2)\n"
        "isaopt_optimize(ours cxx OPTIONS --summary)\n"
    )
    (tmp_path / "k.hip").write_text(SMALL)
    (tmp_path / "k.cpp").write_text(SMALL)
    (tmp_path / "host.cpp").write_text("int host() { return 1; }\n")
    build = configured(
        tmp_path,
        f"-DCMAKE_HIP_COMPILER={hip.clang}",
        f"-DCMAKE_CXX_COMPILER={hip.clang}",
        f"-DCMAKE_HIP_COMPILER_ROCM_ROOT={tmp_path / 'rocm'}",
        "-DCMAKE_HIP_ARCHITECTURES=gfx1100",
        f"-DCMAKE_HIP_FLAGS={LEAN} -O2",
    )
    said = run("make", "VERBOSE=1", where=build)
    assert said.count("(gfx1100): _Z4dot4PKfS0_Pf proved") == 2

    def code(target: str, source: str) -> bytes:
        (entry,) = code_objects((build / "CMakeFiles" / f"{target}.dir" / f"{source}.o").read_bytes())
        return entry.data

    assert ".text" in differences(code("ours", "k.hip"), code("plain", "k.hip"))
    assert differences(code("ours", "k.hip"), code("cxx", "k.cpp")) == ()


def test_a_launcher_that_is_there_stays(tmp_path: Path) -> None:
    (tmp_path / "CMakeLists.txt").write_text(
        FIND + "project(p LANGUAGES NONE)\nfind_package(isaopt REQUIRED)\nadd_library(t INTERFACE)\n"
        "set_target_properties(t PROPERTIES HIP_COMPILER_LAUNCHER ccache)\nisaopt_optimize(t OPTIONS --level 1)\n"
        'get_target_property(found t HIP_COMPILER_LAUNCHER)\nfile(WRITE found.txt "${found}")\n'
    )
    configured(tmp_path)
    assert (tmp_path / "found.txt").read_text().endswith("isaopt;hipcc;--level;1;--;ccache")


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("SOURCE k.s", "needs SOURCE and ARCH"),
        ("SOURCE k.s ARCH gfx1100 BOGUS", "ARCH BOGUS is not a GPU"),
        ("BOGUS SOURCE k.s ARCH gfx1100", "unknown argument BOGUS"),
    ],
)
def test_mistakes_are_said(tmp_path: Path, line: str, message: str) -> None:
    (tmp_path / "k.s").write_text(TEXT)
    (tmp_path / "CMakeLists.txt").write_text(
        FIND + f"project(p LANGUAGES NONE)\nfind_package(isaopt REQUIRED)\nisaopt_add_hsaco(kernels {line})\n"
    )
    with pytest.raises(AssertionError) as failed:
        configured(tmp_path)
    assert message in " ".join(str(failed.value).replace("\\n", " ").split())


def test_the_makefile_of_the_documentation(hip: Hip, cache: Path, tmp_path: Path) -> None:
    text = (ROOT / "docs" / "how-to" / "build.md").read_text()
    example = text.split("```make\n")[1].split("```")[0]
    (tmp_path / "Makefile").write_text(example)
    (tmp_path / "kernel.hip").write_text(SMALL)
    (tmp_path / "main.cpp").write_text("void host();\nint main() { return 0; }\n")
    isaopt_command = f"{sys.executable} -m isaopt"
    flags = f"--offload-arch=gfx1100 -O2 {LEAN}"
    # The kernel's stub wants HIP's library; an object is enough.
    run(
        "make", "kernel.o", f"ISAOPT={isaopt_command}", f"HIPCC={hip.clang} -x hip", f"HIPFLAGS={flags}", where=tmp_path
    )
    (entry,) = code_objects((tmp_path / "kernel.o").read_bytes())
    assert entry.arch == "gfx1100"
    assert "kernel.hip" in (tmp_path / "kernel.d").read_text()
