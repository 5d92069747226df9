"""Exit codes, one-line errors, and outputs that are whole or absent: the rules that every command keeps."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import click
import pytest

from isaopt.cli import common, main
from isaopt.errors import CheckFailed, InputError, IsaoptError, UsageError


def isaopt(*args: str, stdin: bytes = b"", cwd: Path | None = None) -> subprocess.CompletedProcess[bytes]:
    """Run the command in a process of its own, as users do."""
    return subprocess.run(
        [sys.executable, "-m", "isaopt", *args], input=stdin, capture_output=True, cwd=cwd, check=False
    )


@pytest.fixture
def boom(monkeypatch: pytest.MonkeyPatch) -> Callable[[BaseException], int]:
    """Run a command that does nothing but raise, and return the exit code."""

    def run(error: BaseException) -> int:
        @click.command()
        def command() -> None:
            raise error

        monkeypatch.setattr(main.LazyGroup, "get_command", lambda self, ctx, name: command)
        return main.run(["doctor"])

    monkeypatch.delenv("ISAOPT_DEBUG", raising=False)
    return run


@pytest.mark.parametrize("name", main.COMMANDS)
def test_every_listed_command_exists_and_documents_itself_with_an_example(name: str) -> None:
    done = isaopt(name, "--help")
    assert done.returncode == 0
    assert b"Example" in done.stdout
    assert f"isaopt {name}".encode() in done.stdout


def test_help_loads_neither_the_solver_nor_the_parser() -> None:
    code = (
        "import sys; from isaopt.cli import main\n"
        "assert main.run(['--help']) == 0\n"
        "print([m for m in ('ortools', 'lark', 'networkx', 'rich', 'numpy', 'elftools') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["nonsense"], "no such command 'nonsense'"),
        (["biuld"], "did you mean 'build'?"),
        (["optimise"], "did you mean 'opt'?"),
        (["optimize"], "did you mean 'opt'?"),
        (["compare"], "did you mean 'diff'?"),
        (["build"], "Missing argument"),
        (["build", "x.s"], "Missing option '-o'"),
        (["fmt", "x.s", "--frobnicate"], "No such option"),
        (["--frobnicate"], "No such option"),
        (["verify", "-", "-"], "only one of the two files can be standard input"),
    ],
)
def test_bad_usage_is_one_line_and_exit_code_2(args: list[str], words: str) -> None:
    done = isaopt(*args)
    assert (done.returncode, done.stdout) == (2, b"")
    (line,) = done.stderr.decode().splitlines()
    assert line.startswith("isaopt: error: ")
    assert words in line


def test_no_arguments_show_the_help_on_standard_error() -> None:
    done = isaopt()
    assert (done.returncode, done.stdout) == (2, b"")
    assert b"Commands:" in done.stderr


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (InputError("bad", path="f.s", line=3, col=2, source="\tfoo"), 2),
        (UsageError("bad"), 2),
        (IsaoptError("bad", exit_code=3), 3),
        (CheckFailed("bad"), 1),
        (FileNotFoundError(2, "No such file", "f"), 2),
        (ValueError("some\nlines"), 2),
        (RecursionError("deep"), 2),
        (MemoryError(), 2),
        (KeyboardInterrupt(), 130),
        (SystemExit(1), 1),
        (click.exceptions.Exit(1), 1),
    ],
)
def test_exit_codes(
    boom: Callable[[BaseException], int], capsys: pytest.CaptureFixture[str], error: BaseException, code: int
) -> None:
    assert boom(error) == code
    out, err = capsys.readouterr()
    assert out == ""
    assert "Traceback" not in err
    if isinstance(error, IsaoptError):
        assert err == f"{error}\n"


def test_an_unexpected_exception_is_one_line_that_asks_for_a_report(
    boom: Callable[[BaseException], int], capsys: pytest.CaptureFixture[str]
) -> None:
    assert boom(ValueError("some\nlines")) == 2
    assert capsys.readouterr().err.startswith("isaopt: error: internal error: ValueError: some lines, please report")


def test_debugging_lets_the_exception_through(
    boom: Callable[[BaseException], int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ISAOPT_DEBUG", "1")
    with pytest.raises(ValueError, match="x"):
        boom(ValueError("x"))


def test_a_closed_pipe_is_quiet() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run(
        [sys.executable, "-m", "isaopt", "doctor", "--help"], stdout=writing, stderr=subprocess.PIPE, check=False
    )
    os.close(writing)
    assert (done.returncode, done.stderr) == (main.PIPE_CLOSED, b"")


def test_an_unprintable_name_in_an_error_is_escaped_not_a_crash() -> None:
    env = {**os.environ, "PYTHONIOENCODING": "ascii"}
    done = subprocess.run(
        [sys.executable, "-m", "isaopt", "fmt", "\u00e4\u4e2d.s"], env=env, capture_output=True, check=False
    )
    assert done.returncode == 2
    assert done.stderr == rb"\xe4\u4e2d.s: error: cannot read the file: No such file or directory" + b"\n"


def test_output_over_the_input_needs_in_place(tmp_path: Path) -> None:
    source = tmp_path / "a.s"
    source.write_text("before")
    (tmp_path / "link.s").symlink_to(source)
    for output in (source, tmp_path / "link.s", tmp_path / "." / "a.s"):
        with pytest.raises(UsageError):
            common.write_output(str(output), b"after", [str(source)], in_place=False)
    assert source.read_text() == "before"
    common.write_output(str(tmp_path / "link.s"), b"after", [str(source)], in_place=True)
    assert source.read_bytes() == b"after"
    assert (tmp_path / "link.s").is_symlink()


def test_a_failed_write_leaves_the_old_file_and_no_temporary_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = tmp_path / "out.s"
    target.write_text("old")

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    with pytest.raises(IsaoptError) as caught:
        common.write_output(str(target), b"new")
    assert str(caught.value) == f"{target}: error: cannot write: No space left on device"
    assert (os.listdir(tmp_path), target.read_text()) == (["out.s"], "old")


def test_permissions_are_those_of_the_replaced_file_or_the_umask(tmp_path: Path) -> None:
    target = tmp_path / "out.s"
    old = os.umask(0o027)
    try:
        common.write_output(str(target), b"x")
        assert target.stat().st_mode & 0o777 == 0o640
        target.chmod(0o755)
        common.write_output(str(target), b"y")
        assert target.stat().st_mode & 0o777 == 0o755
    finally:
        os.umask(old)


@pytest.mark.parametrize("output", ["", "absent/out.s"])
def test_an_impossible_output_is_refused_before_any_work(tmp_path: Path, output: str) -> None:
    with pytest.raises(UsageError):
        common.check_output(str(tmp_path / output))


def test_a_device_is_written_to_not_replaced() -> None:
    common.write_output(os.devnull, b"x")
    assert not Path(os.devnull).is_file()


def test_in_place_excludes_an_output_and_standard_input() -> None:
    assert common.resolve_output("a.s", None, False) == "-"
    assert common.resolve_output("a.s", "b.s", False) == "b.s"
    assert common.resolve_output("a.s", None, True) == "a.s"
    for source, output in (("a.s", "b.s"), ("-", None)):
        with pytest.raises(UsageError):
            common.resolve_output(source, output, True)


def test_json_is_one_document_without_nan(capsys: pytest.CaptureFixture[str]) -> None:
    common.emit_json({"a": [1, None, "\udcff"]})
    assert json.loads(capsys.readouterr().out)["a"][:2] == [1, None]
    with pytest.raises(ValueError, match="JSON"):
        common.emit_json({"a": float("nan")})


@pytest.mark.parametrize("column", [1, 5, 300, 9_000, 10_001])
def test_of_a_long_line_the_place_is_shown(column: int) -> None:
    line = "".join(chr(97 + n % 26) for n in range(10_000))
    message, shown, caret = str(InputError("wrong", "k.s", 3, column, line + "\n")).split("\n")
    assert message == f"k.s:3:{column}: error: wrong"
    assert len(shown) < 200
    assert shown.strip(".") in line
    at = caret.index("^")
    assert (shown + " ")[at] == (line[column - 1] if column <= len(line) else " ")


def test_bytes_that_are_not_utf8_are_shown_as_one_mark_each() -> None:
    shown = str(InputError("a message", "k.s", 3, 3, b"\x80\xffx\x1b".decode("utf-8", "surrogateescape")))
    assert shown.splitlines()[1:] == ["??x?", "  ^"]
