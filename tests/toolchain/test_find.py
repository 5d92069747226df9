"""Which tool is taken, in which order, and what is said of the others.

Fake tools are scripts that say a version and hand the work to the real tool, so that the proof by assembling is real.
"""

from __future__ import annotations

import stat
import sys
from pathlib import Path

import pytest

from isaopt.errors import MissingTool
from isaopt.toolchain import find
from isaopt.toolchain.find import Toolchain, candidates, find_toolchain, search


def script(path: Path, body: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\n{body}\n")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return path


def fake_clang(path: Path, version: int, real: tuple[str, ...]) -> Path:
    command = " ".join(f"'{part}'" for part in real)
    return script(path, f'[ "$1" = --version ] && echo "clang version {version}.0.0" && exit 0\nexec {command} "$@"')


@pytest.fixture(autouse=True)
def bare_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("ROCM_PATH", raising=False)
    (tmp_path / "empty").mkdir()
    monkeypatch.setenv("PATH", str(tmp_path / "empty"))


def test_without_anything_else_the_wheel_is_taken() -> None:
    tools = find_toolchain("gfx1100")
    assert (tools.clang.origin, tools.lld.origin) == ("ziglang", "ziglang")
    assert tools.clang.major >= 22


def test_highest_version_on_path_wins_and_old_ones_are_named(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, toolchain: Toolchain
) -> None:
    real = toolchain.clang.command
    fake_clang(tmp_path / "a" / "clang", 17, real)
    fake_clang(tmp_path / "a" / "clang-19", 19, real)
    newest = fake_clang(tmp_path / "b" / "clang-30", 30, real)
    monkeypatch.setenv("PATH", f"{tmp_path / 'a'}:{tmp_path / 'b'}")
    found = search("clang", "gfx1100")
    assert found.tool is not None
    assert found.tool.command == (str(newest),)
    reasons = {r.candidate.command[0]: r.reason for r in found.rejected}
    assert reasons[str(tmp_path / "a" / "clang-19")] == f"not needed: {newest} comes first"
    monkeypatch.setenv("PATH", f"{tmp_path / 'a'}")
    (tmp_path / "a" / "clang-19").unlink()
    old = search("clang", "gfx1100")
    reasons = {r.candidate.command[0]: r.reason for r in old.rejected}
    assert reasons[str(tmp_path / "a" / "clang")] == "version 17, at least 18 is needed"


def test_rocm_path_comes_before_path(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, toolchain: Toolchain) -> None:
    rocm = fake_clang(tmp_path / "rocm" / "llvm" / "bin" / "clang", 17, toolchain.clang.command)
    fake_clang(tmp_path / "a" / "clang", 40, toolchain.clang.command)
    monkeypatch.setenv("ROCM_PATH", str(tmp_path / "rocm"))
    monkeypatch.setenv("PATH", f"{tmp_path / 'a'}")
    found = search("clang", "gfx1100")
    assert found.tool is not None
    assert (found.tool.origin, found.tool.command) == ("ROCM_PATH", (str(rocm),))


def test_a_tool_that_says_a_version_but_cannot_assemble_is_passed_over(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    broken = script(
        tmp_path / "a" / "clang-99", "[ $1 = --version ] && echo clang version 99.0 && exit 0\necho no >&2\nexit 1"
    )
    monkeypatch.setenv("PATH", f"{tmp_path / 'a'}")
    found = search("clang", "gfx1100")
    assert found.tool is not None
    assert found.tool.origin == "ziglang"
    assert {r.candidate.command[0]: r.reason for r in found.rejected}[str(broken)] == "cannot assemble for gfx1100: no"


def test_a_named_tool_that_does_not_work_is_an_error_not_a_fallback(tmp_path: Path) -> None:
    with pytest.raises(MissingTool) as caught:
        find_toolchain("gfx1100", clang=str(tmp_path / "nowhere"))
    assert "--clang" in str(caught.value)
    assert caught.value.exit_code == 3


def test_an_unknown_target_leaves_no_tool() -> None:
    found = search("clang", "gfx9999")
    assert found.tool is None
    with pytest.raises(MissingTool) as caught:
        found.required()
    assert "gfx9999" in str(caught.value)


def test_without_any_tool_the_hint_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(find, "_zig_command", lambda name: None)
    assert candidates("clang") == ()
    with pytest.raises(MissingTool) as caught:
        search("clang", "gfx1100").required()
    assert "isaopt[toolchain]" in str(caught.value)


def test_one_program_under_two_names_is_one_candidate(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, toolchain: Toolchain
) -> None:
    program = fake_clang(tmp_path / "a" / "clang-21", 21, toolchain.clang.command)
    (tmp_path / "a" / "clang").symlink_to(program)
    script(tmp_path / "a" / "clang-format-21", "exit 1")
    monkeypatch.setenv("PATH", f"{tmp_path / 'a'}")
    assert [c.origin for c in candidates("clang")].count("PATH") == 1


def test_a_disassembler_is_the_newest_of_those_on_path_and_of_make_hip(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def fake(path: Path, version: int, says: str = "s_endpgm") -> Path:
        header = f"printf 'LLVM (http://llvm.org/):\\n  LLVM version {version}.1\\n'"
        return script(path, f'[ "$1" = --version ] && {header} && exit 0\necho "{says}"')

    monkeypatch.setattr(sys, "prefix", str(tmp_path))
    brought = fake(tmp_path / "hip" / "usr" / "lib" / "llvm-22" / "bin" / "llvm-objdump", 22)
    fake(tmp_path / "a" / "llvm-objdump-19", 19)
    ignorant = fake(tmp_path / "a" / "llvm-objdump-30", 30, "<unknown>")
    monkeypatch.setenv("PATH", f"{tmp_path / 'a'}")
    found = search("llvm-objdump", "gfx1100", clang=find_toolchain("gfx1100").clang)
    assert found.tool is not None
    assert (found.tool.origin, found.tool.command, found.tool.major) == ("make hip", (str(brought),), 22)
    reasons = {r.candidate.command[0]: r.reason for r in found.rejected}
    assert reasons[str(ignorant)] == "cannot disassemble for gfx1100: knows no such instructions"
    monkeypatch.setattr(sys, "prefix", str(tmp_path / "empty"))
    monkeypatch.setenv("PATH", str(tmp_path / "empty"))
    with pytest.raises(MissingTool, match="no working llvm-objdump found"):
        search("llvm-objdump", "gfx1100").required()
