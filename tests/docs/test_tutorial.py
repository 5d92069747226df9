"""The tutorial and the first page, done as they say: every command of theirs that needs no GPU."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.docs.pages import ROOT, blocks
from tests.hip_install import find_hip

pytestmark = pytest.mark.hip

WRAPPER = """#!/bin/sh
exec {} "$@"{}
"""


def put(path: Path, text: str) -> None:
    path.write_text(text)
    path.chmod(0o755)


@pytest.fixture
def shell(tmp_path: Path) -> dict[str, str]:
    """An environment in which isaopt is a command, with a cache of its own."""
    (tmp_path / "bin").mkdir()
    put(tmp_path / "bin" / "isaopt", WRAPPER.format(f"{sys.executable} -m isaopt", ""))
    return {
        **os.environ,
        "PATH": f"{tmp_path / 'bin'}{os.pathsep}{os.environ['PATH']}",
        "PYTHONPATH": str(ROOT),
        "ISAOPT_CACHE_DIR": str(tmp_path / "cache"),
    }


def run(script: str, where: Path, environment: dict[str, str]) -> str:
    done = subprocess.run(["sh", "-e"], input=script, cwd=where, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, f"{script}\n{done.stdout}{done.stderr}"
    return done.stdout


def test_the_first_page(shell: dict[str, str], tmp_path: Path) -> None:
    shutil.copy(ROOT / "tests" / "golden" / "inputs" / "before.s", tmp_path / "kernel.s")
    script = next(block for language, block in blocks(ROOT / "README.md") if language == "sh")
    install, optimise, build = script.splitlines()
    assert install.startswith("pip install '.[toolchain]'")
    run(f"{optimise}\n{build}", tmp_path, shell)
    assert (tmp_path / "kernel.hsaco").read_bytes().startswith(b"\x7fELF")
    assert "kernel.s" in (tmp_path / "kernel.html").read_text()


def test_the_tutorial(shell: dict[str, str], tmp_path: Path) -> None:
    hip = find_hip()
    compiler = f"{hip.clang} -x hip {' '.join(hip.flags)}"
    put(tmp_path / "bin" / "hipcc", WRAPPER.format(compiler, " " + " ".join(hip.link_flags)))
    shell["LD_LIBRARY_PATH"] = hip.library_path
    names = {"cpp": "sgemm.hip", "json": "args.json"}
    printed = ""
    for language, block in blocks(ROOT / "docs" / "tutorial.md"):
        if language in names:
            (tmp_path / names[language]).write_text(block)
        elif language == "sh":
            printed += run(block, tmp_path, shell)
        elif language == "text":
            # The verdict that the page quotes is the one that was just printed.
            assert block in printed
    assert (tmp_path / "results" / "c.npy").is_file()
    assert (tmp_path / "sgemm.html").is_file()
    assert printed.count("c[0][0] = 64") == 2
