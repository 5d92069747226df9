"""The set-up of the tests with HIP never stands in the way of the others."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.hip_install import ROOT


def run(target: Path, path: Path) -> str:
    path.mkdir(exist_ok=True)
    command = [sys.executable, str(ROOT / "scripts" / "fetch_hip.py"), str(target)]
    done = subprocess.run(command, env={"PATH": str(path)}, capture_output=True, text=True, check=True)
    return done.stderr


def program(path: Path, text: str) -> None:
    path.parent.mkdir(exist_ok=True)
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)


def test_without_apt_get_there_is_no_hip_and_no_error(tmp_path: Path) -> None:
    said = run(tmp_path / "hip", tmp_path / "bin")
    assert said == "fetch_hip: no apt-get and dpkg-deb here; the tests that need HIP will be skipped\n"
    assert not (tmp_path / "hip").exists()


@pytest.mark.parametrize(
    ("names", "message"),
    [
        ("clang-15", "no package of clang 19 or newer"),
        ("clang-22", "no package libamdhip64-dev: E: no network"),
        ("clang-22\nlibamdhip64-dev", "E: no network"),
    ],
)
def test_without_packages_neither(tmp_path: Path, names: str, message: str) -> None:
    program(tmp_path / "bin" / "apt-get", "echo 'E: no network' >&2; exit 100")
    program(tmp_path / "bin" / "apt-cache", f"echo '{names}'")
    program(tmp_path / "bin" / "dpkg-deb", "exit 1")
    said = run(tmp_path / "hip", tmp_path / "bin")
    assert said == f"fetch_hip: {message}; the tests that need HIP will be skipped\n"
    assert sorted(p.name for p in tmp_path.iterdir()) == ["bin"]


def test_what_is_complete_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "hip").mkdir()
    (tmp_path / "hip" / "complete").write_text("")
    assert run(tmp_path / "hip", tmp_path / "bin") == ""
    assert (tmp_path / "hip" / "complete").is_file()
