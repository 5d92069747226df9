"""Shells ask for completions through the environment; click answers in their languages."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from isaopt.cli.main import COMMANDS

ROOT = Path(__file__).parents[2]


def asked(shell: str, words: str, at: str) -> str:
    environment = {**os.environ, "_ISAOPT_COMPLETE": f"{shell}_complete", "COMP_WORDS": words, "COMP_CWORD": at}
    command = [sys.executable, "-m", "isaopt"]
    return subprocess.run(command, env=environment, cwd=ROOT, capture_output=True, text=True, check=True).stdout


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_commands_and_options(shell: str) -> None:
    word = {"fish": ("re", "--pa")}.get(shell, ("1", "2"))
    commands = asked(shell, "isaopt re", word[0])
    assert "report" in commands
    assert "lint" not in commands
    assert "--passes" in asked(shell, "isaopt opt --pa", word[1])
    assert "file" in asked(shell, "isaopt opt k", "k" if shell == "fish" else "2")


def test_every_command_with_its_help() -> None:
    answer = asked("zsh", "isaopt ", "1")
    for name, text in COMMANDS.items():
        assert name in answer
        assert text.split(",")[0].split(":")[0] in answer


def test_bash_reads_what_it_is_told_to(tmp_path: Path) -> None:
    bash = shutil.which("bash")
    if bash is None:
        pytest.skip("needs bash")
    program = tmp_path / "isaopt"
    program.write_text(f'#!/bin/sh\nexec {sys.executable} -m isaopt "$@"\n')
    program.chmod(0o755)
    script = (
        'eval "$(_ISAOPT_COMPLETE=bash_source isaopt)"; COMP_WORDS=(isaopt do); COMP_CWORD=1; '
        '_isaopt_completion isaopt do isaopt; echo "${COMPREPLY[@]}"'
    )
    environment = {**os.environ, "PATH": f"{tmp_path}{os.pathsep}{os.environ['PATH']}"}
    done = subprocess.run([bash, "-c", script], env=environment, cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["doctor"]
