"""Which command lines get a second look."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from isaopt.cli import main
from isaopt.wrapper.quick import may_offload


@pytest.mark.parametrize(
    "command",
    [
        "hipcc -c a.cpp",
        "/opt/rocm/bin/hipcc a.cpp",
        "clang++ -x hip a.cpp",
        "clang++ -xhip a.cpp",
        "clang++ -c a.hip",
        "clang++ --offload-arch=gfx1100 a.cpp",
        "clang++ @flags a.cpp",
        "clang++ --config hip.cfg a.cpp",
    ],
)
def test_what_may_offload(command: str) -> None:
    assert may_offload(command.split())


@pytest.mark.parametrize("command", ["clang++ -c a.cpp -o a.o", "g++ -x c++ a.cpp", "clang++ a.o b.o -o hip"])
def test_what_does_not(command: str) -> None:
    assert not may_offload(command.split())


def test_the_compiler_has_our_standard_streams_and_the_last_word(tmp_path: Path) -> None:
    compiler = tmp_path / "compiler"
    compiler.write_text('#!/bin/sh\necho "$@"\nread line\necho "$line" >&2\nexit 42\n')
    compiler.chmod(0o755)
    command = [sys.executable, "-m", "isaopt", "hipcc", "--", str(compiler), "-c", "a b.cpp"]
    process = subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "LC_ALL": "C"},
    )
    out, err = process.communicate(b"text\n")
    assert process.returncode == 42
    assert out == b"-c a b.cpp\n"
    assert err == b"text\n"
    compiler.write_text("#!/bin/sh\nkill -9 $$\n")
    assert main.run(["hipcc", "--", str(compiler), "-c", "a.cpp"]) == 137
    compiler.chmod(0o644)
    assert main.run(["hipcc", "--", str(compiler), "-c", "a.cpp"]) == 3
