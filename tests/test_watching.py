"""``isaopt watch``: what is found out of each version, and the terminal that shows it."""

from __future__ import annotations

import os
import pty
import re
import select
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from isaopt.errors import InputError
from isaopt.reports.terminal import render_terminal
from isaopt.reports.watching import watch_page, watch_text
from isaopt.watching import Watched, watch
from tests.languageserver.texts import TEXT, line_of

SLOWER = TEXT.replace("\ts_nop 0\n", "\tv_sin_f32_e32 v5, v5\n" * 40)


def followed(path: Path, *edits: Callable[[], object]) -> list[Watched]:
    """What is seen of a file while each edit follows when nothing is left to find out of the one before."""
    left = list(edits)

    def pause() -> None:
        if not left:
            raise KeyboardInterrupt
        left.pop(0)()

    seen: list[Watched] = []
    with pytest.raises(KeyboardInterrupt):
        seen.extend(watch(path, pause=pause))
    return seen


def test_each_version_is_seen_at_once_and_then_predicted(tmp_path: Path) -> None:
    path = tmp_path / "scale.s"
    path.write_text(TEXT)
    seen = followed(
        path,
        lambda: None,
        lambda: path.write_text(TEXT + "\n"),
        lambda: path.write_text(SLOWER),
        lambda: os.utime(path),
    )
    assert [(s.version, s.complete) for s in seen] == [(n, done) for n in (1, 2, 3) for done in (False, True)]
    (first,) = seen[1].kernels
    assert first.time is not None
    assert first.lines[0].share == max(hot.share for hot in first.lines) > 0
    waits = line_of(TEXT, "s_waitcnt vmcnt") + 1
    assert [hot.reason for hot in first.lines if hot.line == waits] == ["memory_wait"]
    assert seen[1].before == ()
    assert seen[3].before == seen[3].first == (("scale", first.time.cycles),)
    (slower,) = seen[5].kernels
    assert slower.time is not None
    assert slower.time.cycles > first.time.cycles
    assert seen[5].first == (("scale", first.time.cycles),)


def test_conflicts_and_lint_are_seen_before_the_prediction(tmp_path: Path) -> None:
    path = tmp_path / "scale.s"
    path.write_text(TEXT.replace("v1, v1, v3", "v3, v7, v11").replace("\ts_waitcnt vmcnt(0)\n", ""))
    quick = followed(path)[0]
    assert not quick.complete
    assert [str(hot.conflict) for hot in quick.kernels[0].lines] == ["+0.5 cycle (bank 3: v3 v7 v11)"]
    assert "undefined-read" in {f.rule for f in quick.findings}


def test_what_cannot_be_read_is_said_and_the_watch_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "scale.s"
    path.write_text(TEXT)
    seen = followed(
        path,
        lambda: path.write_text(TEXT.replace("s_nop 0", "s_no")),
        path.unlink,
        lambda: path.write_bytes(b"!<arch>"),
        lambda: path.write_text("\tv_mov_b32 v1, v2\n"),
        lambda: path.write_text(TEXT),
    )
    said = [fault.message for s in seen for fault in s.faults]
    assert said[0].startswith("unknown instruction 's_no'")
    assert said[1:] == ["this is an archive, not assembly text", "the file names no target"]
    assert seen[-1].complete
    assert not seen[-1].faults
    with pytest.raises(InputError, match="cannot read the file"):
        next(watch(tmp_path / "missing.s"))


def test_a_kernel_that_cannot_be_simulated_has_the_reason(tmp_path: Path) -> None:
    path = tmp_path / "scale.s"
    path.write_text(TEXT.replace("s_nop 0", "s_setpc_b64 s[0:1]"))
    seen = followed(path)[-1]
    assert seen.complete
    assert seen.kernels[0].why
    assert f"not predicted: {seen.kernels[0].why}" in render_terminal(watch_page(seen))


def test_the_page_keeps_to_the_terminal_s_height(tmp_path: Path) -> None:
    path = tmp_path / "scale.s"
    path.write_text(SLOWER)
    seen = followed(path)[-1]
    short, whole = watch_text(seen, 100, 30, False), render_terminal(watch_page(seen))
    assert 25 < len(short.splitlines()) <= 30
    assert len(whole.splitlines()) > 60
    for words in ("version 1", "limited by", "VGPRs", "waves/SIMD", "lines in which waves wait", "v_sin_f32_e32"):
        assert words in short


@pytest.mark.slow
@pytest.mark.parametrize("terminal", ["xterm-256color", "dumb"])
def test_a_terminal_follows_edits_until_ctrl_c(terminal: str, tmp_path: Path) -> None:
    path = tmp_path / "scale.s"
    path.write_text(TEXT)
    process, screen = pty.fork()
    if not process:  # pragma: no cover
        signal.signal(signal.SIGINT, signal.SIG_DFL)  # a shell's background jobs, as the tests may be, ignore it
        os.environ |= {"TERM": terminal, "LINES": "30", "COLUMNS": "100", "PYTHONUTF8": "1"}
        os.execv(sys.executable, [sys.executable, "-m", "isaopt", "watch", str(path)])
    try:
        shown = until(screen, "version 1: ", "limited by")
        path.write_text(SLOWER)
        shown += until(screen, "version 2: ", "since the last edit")
        os.write(screen, b"\x03")
        shown += until(screen)
    except BaseException:
        os.kill(process, signal.SIGKILL)
        raise
    finally:
        _, status = os.waitpid(process, 0)
        os.close(screen)
    assert os.waitstatus_to_exitcode(status) == 0
    assert "Traceback" not in shown
    # The screen is the shell's again.
    assert shown.count("\x1b[?1049h") == shown.count("\x1b[?1049l") == (terminal != "dumb")
    assert ("\x1b[" in shown) == (terminal != "dumb")


def until(screen: int, *words: str) -> str:
    """What the terminal is sent until it has shown these words, in order; without words, until the program ends."""
    shown, end = "", time.monotonic() + 300
    while not words or re.search(".*".join(map(re.escape, words)), shown, re.S) is None:
        # A program that says nothing more is a failure, not a test without an end.
        waiting, _, _ = select.select([screen], [], [], max(0.0, end - time.monotonic()))
        assert waiting, f"waiting for {words}: {shown[-2000:]}"
        try:
            got = os.read(screen, 1 << 16)
        except OSError:
            got = b""
        if not got:
            assert not words, f"it ended before it showed {words}: {shown[-2000:]}"
            return shown
        shown += got.decode(errors="replace")
    return shown
