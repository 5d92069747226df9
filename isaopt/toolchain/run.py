"""Start an outside program and collect what it says; the only place of the toolchain that makes processes."""

from __future__ import annotations

import atexit
import os
import shutil
import subprocess
import sys
import tempfile
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from isaopt.errors import MissingTool
from isaopt.private import private_directory

PROBE_SECONDS = 120.0
"""How long a ``--version`` or a three-line assembly may take; generous, for a cold disk or a network file system."""

MAX_COMPLAINT_BYTES = 1 << 20
"""A program that has written this much to standard error is stopped: clang reports every line of garbage."""


@dataclass(frozen=True, slots=True)
class Finished:
    """How a program ended: its exit status (negative: signal number) and its output."""

    status: int
    stdout: bytes
    stderr: str

    @property
    def ok(self) -> bool:
        return self.status == 0

    def complaint(self) -> str:
        """The first line of what it said that is worth showing, or how it ended."""
        for line in (*self.stderr.splitlines(), *self.stdout.decode(errors="replace").splitlines()):
            if line.strip():
                return line.strip()
        return f"died of signal {-self.status}" if self.status < 0 else f"exit status {self.status}"


def _writable(directory: Path) -> bool:
    """Whether a file could be made in ``directory``, or in the closest parent that exists."""
    while not directory.exists() and directory != directory.parent:
        directory = directory.parent
    return directory.is_dir() and os.access(directory, os.W_OK | os.X_OK)


@cache
def _zig_cache() -> str:
    """A directory under the temporary one that is ours alone; a new one where somebody else took its name."""
    kept = Path(tempfile.gettempdir()) / f"isaopt-zig-{os.getuid()}"
    if not private_directory(kept):
        return str(kept)
    fresh = tempfile.mkdtemp(prefix="isaopt-zig-")
    atexit.register(shutil.rmtree, fresh, ignore_errors=True)
    return fresh


def child_environment() -> dict[str, str]:
    """The environment for a tool: messages in English, and a cache that zig can write to.

    zig keeps its global cache in ``ZIG_GLOBAL_CACHE_DIR``, else ``XDG_CACHE_HOME/zig``, else ``HOME/.cache/zig``; in a
    container with a read-only home that fails, so a directory under the system's temporary one takes its place.
    """
    env = dict(os.environ)
    env["LC_ALL"] = "C"
    if "ZIG_GLOBAL_CACHE_DIR" not in env:
        xdg, home = env.get("XDG_CACHE_HOME"), env.get("HOME")
        cache = Path(xdg) if xdg else Path(home) / ".cache" if home else None
        if cache is None or not _writable(cache / "zig"):
            env["ZIG_GLOBAL_CACHE_DIR"] = _zig_cache()
    return env


def run(
    command: Sequence[str], stdin: bytes = b"", *, cwd: str | None = None, timeout: float | None = None
) -> Finished:
    """Run ``command`` to its end; status 127 stands for one that cannot be started, 124 for one that takes too long.

    Input and output go through files, so that one pipe is left to read and neither side can block the other.
    """
    with tempfile.TemporaryFile() as source, tempfile.TemporaryFile() as output:
        source.write(stdin)
        source.seek(0)
        try:
            process = subprocess.Popen(
                command, stdin=source, stdout=output, stderr=subprocess.PIPE, cwd=cwd, env=child_environment()
            )
        except OSError as error:
            return Finished(127, b"", f"cannot be started: {error.strerror or error}")
        late = threading.Event()

        def stop() -> None:
            late.set()
            process.kill()

        timer = threading.Timer(timeout, stop) if timeout is not None else None
        try:
            if timer is not None:
                timer.start()
            assert process.stderr is not None
            complaints = process.stderr.read(MAX_COMPLAINT_BYTES)
            if len(complaints) == MAX_COMPLAINT_BYTES:
                process.kill()
            process.stderr.close()
            process.wait()
        finally:
            if timer is not None:
                timer.cancel()
            if process.poll() is None:  # we were interrupted: leave nothing running behind
                process.kill()
                process.wait()
        if late.is_set():
            return Finished(124, b"", f"no answer within {timeout:g} seconds")
        output.seek(0)
        return Finished(process.returncode, output.read(), complaints.decode(errors="replace"))


def relay(command: Sequence[str], stdin: bytes | None = None, environment: Mapping[str, str] | None = None) -> Finished:
    """Run a user's own program: with the user's environment and language, and all that it says kept.

    ``stdin`` None means nothing to read; status 127 stands for a program that cannot be started.
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
        return Finished(127, b"", f"{command[0]}: {error.strerror or error}\n")
    return Finished(done.returncode, done.stdout, done.stderr.decode(errors="surrogateescape"))


def hand_over(command: Sequence[str]) -> int:
    """Run a user's own program with our standard input and outputs; its exit status, 128 + N if signal N ended it."""
    sys.stdout.flush()
    try:
        status = subprocess.run(command, check=False).returncode
    except OSError as error:
        raise MissingTool(f"{command[0]}: {error.strerror or error}") from None
    return status if status >= 0 else 128 - status
