"""Tools end, whatever they are asked for, and so does everything that they started."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from isaopt.asm.expressions import combine
from isaopt.cli import main
from isaopt.toolchain import run as tools
from isaopt.toolchain.run import run

#: The assembler alone knows the count.
REPEATED = "\t.set n, 1000000000\n\t.rept n\n\tv_mov_b32 v0, v1\n\t.endr"


@pytest.mark.slow
def test_what_takes_too_long_is_stopped_with_its_children(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pids = tmp_path / "pids"
    monkeypatch.setenv("ISAOPT_TOOL_SECONDS", "2")
    done = run(["/bin/sh", "-c", f"sleep 1000 & echo $! > {pids}; wait"])
    assert (done.status, done.ok) == (124, False)
    assert done.complaint() == "no answer within 2 seconds (ISAOPT_TOOL_SECONDS gives it more)"
    state = subprocess.run(["ps", "-o", "stat=", "-p", pids.read_text().strip()], capture_output=True, text=True)
    assert state.stdout.strip()[:1] in ("", "Z")


def test_no_tool_fills_the_disk_or_the_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tools, "MAX_FILE_KB", 64)
    monkeypatch.setattr(tools, "MAX_MEMORY_KB", 200_000)
    written = run(["/bin/sh", "-c", "exec head -c 10000000 /dev/zero"])
    assert not written.ok
    assert len(written.stdout) <= 200_000
    assert not run(["python3", "-c", "bytearray(1 << 30)"]).ok
    assert run(["python3", "-c", "bytearray(1 << 20)"]).ok


@pytest.mark.slow
@pytest.mark.parametrize(
    ("body", "said"),
    [
        (REPEATED, "memory"),
        ("\t.rept 1000000000\n\ts_nop 0\n\t.endr", "repeated blocks make more"),
        ("\t.macro m\n\tm\n\t.endm\n\tm", "macros cannot be nested"),
    ],
)
def test_endless_input_is_an_error_in_one_line(
    body: str, said: str, kernel_text: Callable[..., str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    monkeypatch.setattr(tools, "MAX_MEMORY_KB", 1 << 20)
    source = tmp_path / "k.s"
    source.write_text(kernel_text(body))
    assert main.run(["build", str(source), "-o", str(tmp_path / "k.hsaco")]) == 2
    complaint = capsys.readouterr().err
    assert said in complaint.splitlines()[0]
    assert complaint.startswith(str(source))
    assert not (tmp_path / "k.hsaco").exists()


def test_numbers_do_not_grow_without_end() -> None:
    value: int | None = 3
    for _ in range(100):
        value = None if value is None else combine(value, "*", value)
    assert value is None
    assert combine(1 << 62, "+", 1 << 62) == 1 << 63
