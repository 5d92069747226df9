"""``isaopt doctor``."""

from __future__ import annotations

import json

import pytest

from isaopt.cli import main
from isaopt.toolchain import find


def test_doctor_says_which_tools_and_why(capsys: pytest.CaptureFixture[str]) -> None:
    assert main.run(["doctor", "--arch", "gfx1201"]) == 0
    out = capsys.readouterr().out
    for words in ("clang for gfx1201: ", "ld.lld for gfx1201: ", "  why: ", "HIP runtime: ", "GPU: "):
        assert words in out


def test_doctor_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main.run(["doctor", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    # Disassembling is the one thing that needs more than the development environment is sure to have.
    assert [(t["name"], t["arch"], t["found"]) for t in document["tools"] if t["name"] != "llvm-objdump"] == [
        ("clang", "gfx1100", True),
        ("ld.lld", "gfx1100", True),
        ("clang", "gfx1201", True),
        ("ld.lld", "gfx1201", True),
    ]
    assert document["libraries"]["ortools"] == "9.15.6755"
    assert {m["name"] for m in document["missing"]} <= {"HIP runtime", "GPU", "llvm-objdump"}


def test_without_a_toolchain_doctor_reports_and_fails(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PATH", "")
    monkeypatch.delenv("ROCM_PATH", raising=False)
    monkeypatch.setattr(find, "_zig_command", lambda name: None)
    assert main.run(["doctor"]) == 3
    out, err = capsys.readouterr()
    assert "missing: clang, needed for build" in out
    assert "isaopt[toolchain]" in err
