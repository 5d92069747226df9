"""Runs an outside program and collects its output; the only place of the toolchain that creates processes."""

from __future__ import annotations

import atexit
import contextlib
import errno
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from isaopt import interrupt
from isaopt.errors import MissingTool
from isaopt.private import private_directory

PROBE_SECONDS = 30.0
"""Time limit in seconds of a ``--version`` or a three-line assembly; generous, for a cold disk or a network file
system."""

TOOL_SECONDS, BYTES_PER_SECOND = 60.0, 100_000
"""Time limit of a tool in seconds for any input, and the amount of input that adds another second; clang assembles
about 20 MB in one. ``ISAOPT_TOOL_SECONDS`` replaces the first. An input that takes longer expands without end."""

MAX_MEMORY_KB, MAX_FILE_KB = 4 << 20, 1 << 20
"""The most memory that a tool may allocate, and the largest file that it may write: a line of assembly can request any
amount."""

MAX_COMPLAINT_BYTES = 1 << 20
"""A program that has written this much to standard error is stopped: clang reports every line of garbage."""


_ENDED = {
    -signal.SIGXFSZ: f"its output is larger than {MAX_FILE_KB >> 10} MiB",
    -signal.SIGXCPU: "it takes too long",
}
"""The message for each signal by which a limit ends a tool."""


@dataclass(frozen=True, slots=True)
class FinishedProcess:
    """How a program ended: its exit status (negative: signal number) and its output."""

    status: int
    stdout: bytes
    stderr: str

    @property
    def ok(self) -> bool:
        return self.status == 0

    def complaint(self) -> str:
        """The first line of its output worth showing, or how it ended."""
        if self.status in _ENDED:
            return _ENDED[self.status]
        for line in (*self.stderr.splitlines(), *self.stdout.decode(errors="replace").splitlines()):
            if line.strip():
                return line.strip()
        return f"died of signal {-self.status}" if self.status < 0 else f"exit status {self.status}"


def _writable(directory: Path) -> bool:
    """Whether a file could be created in ``directory``, or in the closest existing parent."""
    while not directory.exists() and directory != directory.parent:
        directory = directory.parent
    return directory.is_dir() and os.access(directory, os.W_OK | os.X_OK)


@cache
def _zig_cache() -> str:
    """A directory under the temporary one that is ours alone; a new one if somebody else took its name."""
    kept = Path(tempfile.gettempdir()) / f"isaopt-zig-{os.getuid()}"
    if not private_directory(kept):
        return str(kept)
    fresh = tempfile.mkdtemp(prefix="isaopt-zig-")
    atexit.register(shutil.rmtree, fresh, ignore_errors=True)
    return fresh


def child_environment() -> dict[str, str]:
    """The environment for a tool: messages in English, and a cache that zig can write to.

    zig keeps its global cache in ``ZIG_GLOBAL_CACHE_DIR``, otherwise ``XDG_CACHE_HOME/zig``, otherwise
    ``HOME/.cache/zig``. In a container with a read-only home that fails, so a directory under the system's temporary
    one is used instead.
    """
    env = dict(os.environ)
    env["LC_ALL"] = "C"
    if "ZIG_GLOBAL_CACHE_DIR" not in env:
        xdg, home = env.get("XDG_CACHE_HOME"), env.get("HOME")
        cache = Path(xdg) if xdg else Path(home) / ".cache" if home else None
        if cache is None or not _writable(cache / "zig"):
            env["ZIG_GLOBAL_CACHE_DIR"] = _zig_cache()
    return env


#: The limits apply to the tool and to whatever it starts, and end what remains of it if we are killed ourselves.
_LIMITED = '{{ ulimit -c 0; ulimit -v {memory}; ulimit -f {blocks}; ulimit -t {seconds}; }} 2>/dev/null; exec "$@"'


def tool_seconds(size: int) -> float:
    """The time limit in seconds of a tool for an input of ``size`` bytes."""
    try:
        least = float(os.environ.get("ISAOPT_TOOL_SECONDS") or TOOL_SECONDS)
    except ValueError:
        least = TOOL_SECONDS
    return least + size / BYTES_PER_SECOND


def _kill(process: subprocess.Popen[bytes]) -> None:
    """Ends a tool and its children: clang's driver runs the assembler in a process of its own."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)


def run(
    command: Sequence[str], stdin: bytes = b"", *, cwd: str | None = None, timeout: float | None = None
) -> FinishedProcess:
    """Runs ``command`` to its end. Status 127 means that it could not be started, 124 that it took longer than
    ``timeout`` seconds (by default :func:`tool_seconds` of the input).

    Input and output go through files, so that only one pipe is read and neither side can block the other.
    """
    seconds = tool_seconds(len(stdin)) if timeout is None else timeout
    with tempfile.TemporaryFile() as source, tempfile.TemporaryFile() as output:
        source.write(stdin)
        source.seek(0)
        if shutil.which(command[0]) is None:
            why = errno.EACCES if os.path.exists(command[0]) else errno.ENOENT
            return FinishedProcess(127, b"", f"cannot be started: {os.strerror(why)}")
        limits = _LIMITED.format(memory=MAX_MEMORY_KB, blocks=2 * MAX_FILE_KB, seconds=2 * int(seconds) + 1)
        process: subprocess.Popen[bytes] | None = None
        late = threading.Event()

        def stop() -> None:
            late.set()
            if process is not None:
                _kill(process)

        timer = threading.Timer(seconds, stop)
        try:
            try:
                with interrupt.held():
                    process = subprocess.Popen(
                        ("/bin/sh", "-c", limits, "sh", *command),
                        stdin=source,
                        stdout=output,
                        stderr=subprocess.PIPE,
                        cwd=cwd,
                        env=child_environment(),
                        process_group=0,
                    )
            except OSError as error:
                return FinishedProcess(127, b"", f"cannot be started: {error.strerror or error}")
            timer.start()
            assert process.stderr is not None
            complaints = process.stderr.read(MAX_COMPLAINT_BYTES)
            if len(complaints) == MAX_COMPLAINT_BYTES:
                _kill(process)
            process.stderr.close()
            process.wait()
        finally:
            timer.cancel()
            if process is not None and process.poll() is None:  # we were interrupted: leave nothing running behind
                _kill(process)
                process.wait()
        if late.is_set():
            advice = " (ISAOPT_TOOL_SECONDS gives it more)" if timeout is None else ""
            return FinishedProcess(124, b"", f"no answer within {round(seconds, 1):g} seconds{advice}")
        output.seek(0)
        return FinishedProcess(process.returncode, output.read(), complaints.decode(errors="replace"))


def relay(
    command: Sequence[str], stdin: bytes | None = None, environment: Mapping[str, str] | None = None
) -> FinishedProcess:
    """Runs a user's own program with the user's environment and language, and keeps all its output.

    ``stdin`` None means no input; status 127 means that the program could not be started.
    """
    try:
        done = subprocess.run(
            command,
            input=stdin,
            stdin=subprocess.DEVNULL if stdin is None else None,
            capture_output=True,
            env=None if environment is None else {**os.environ, **environment},
            check=False,
        )
    except OSError as error:
        return FinishedProcess(127, b"", f"{command[0]}: {error.strerror or error}\n")
    return FinishedProcess(done.returncode, done.stdout, done.stderr.decode(errors="surrogateescape"))


def hand_over(command: Sequence[str]) -> int:
    """Runs a user's own program with our standard input and outputs; returns its exit status, 128 + N if signal N ended
    it."""
    sys.stdout.flush()
    try:
        status = subprocess.run(command, check=False).returncode
    except OSError as error:
        raise MissingTool(f"{command[0]}: {error.strerror or error}") from None
    return status if status >= 0 else 128 - status
