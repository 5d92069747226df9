"""The progress of a batch, one line of JSON for each file, so that it can continue where it stopped.

Lines are appended as files are finished, and the last one for a file counts. A line that was cut short, for example by
a crash of the machine, is ignored.
"""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path

from isaopt.files import replace_file
from isaopt.plain import decode

NAME = "isaopt-batch.jsonl"


@dataclass(frozen=True, slots=True)
class JournalLine:
    """``key`` identifies input, options and version; ``output`` is the SHA-256 of what was written, or ``error`` says
    why nothing was."""

    path: str
    key: str
    output: str = ""
    error: str = ""
    exit_code: int = 0


def read_journal(directory: Path) -> dict[str, JournalLine]:
    """The last line for each file; empty if there is no journal."""
    try:
        text = (directory / NAME).read_text(encoding="utf-8", errors="replace")
    except OSError:
        return {}
    found: dict[str, JournalLine] = {}
    for said in text.splitlines():
        with contextlib.suppress(ValueError):
            line = decode(JournalLine, json.loads(said))
            found[line.path] = line
    return found


class Journal:
    """The journal of a directory, open for appending."""

    def __init__(self, directory: Path) -> None:
        self._path = directory / NAME
        self._file = os.open(self._path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o666)

    def add(self, line: JournalLine) -> None:
        """Appends a line in one write, preceded by a line break: the text before may have been cut short."""
        os.write(self._file, b"\n" + json.dumps(asdict(line)).encode() + b"\n")

    def close(self, lines: Mapping[str, JournalLine]) -> None:
        """Closes the journal and rewrites it without superseded lines."""
        os.close(self._file)
        text = "".join(json.dumps(asdict(lines[path])) + "\n" for path in sorted(lines))
        with contextlib.suppress(OSError):
            replace_file(self._path, text.encode())

    def abandon(self) -> None:
        """Closes the journal without rewriting it."""
        os.close(self._file)
