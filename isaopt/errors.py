"""Errors that reach a user: one line in the compiler's form, then the source line and a caret.

The form is ``FILE:LINE:COL: error: MESSAGE``. ``exit_code`` follows the interface contract: 1 a check failed, 2 bad
usage or bad input, 3 something outside (clang, ld.lld, a runtime, a GPU) is missing.
"""

from __future__ import annotations

from dataclasses import dataclass

from isaopt.printable import inline, no_command, one_line

_LONGEST, _SIDE = 400, 60
"""The longest source line that is shown whole, and how much of a longer one is shown on each side of the place, in
characters."""


def _excerpt(source: str, column: int) -> tuple[str, int]:
    """The part of a source line that an error shows, without control characters, and the column in it."""
    source = "".join(c if c == "\t" or c.isprintable() else "?" for c in source)
    if len(source) <= _LONGEST:
        return source, column
    start = max(min(column - 1, len(source)) - _SIDE, 0)
    end = min(start + 2 * _SIDE, len(source))
    before, after = "..." if start else "", "..." if end < len(source) else ""
    return before + source[start:end] + after, column - start + len(before)


@dataclass(eq=False)
class IsaoptError(Exception):
    """Base of every error that isaopt raises on purpose; ``line`` and ``col`` count from 1, 0 means no position."""

    message: str
    path: str = ""
    line: int = 0
    col: int = 0
    source: str = ""
    hint: str = ""
    exit_code: int = 2

    def __str__(self) -> str:
        where = self.path or "isaopt"
        if self.line:
            where += f":{self.line}:{max(self.col, 1)}"
        out = one_line(f"{where}: error: {self.message}")
        if self.line and self.source:
            source, column = _excerpt(self.source.rstrip("\r\n"), max(self.col, 1))
            pad = "".join("\t" if c == "\t" else " " for c in source[: column - 1])
            out += f"\n{no_command(source)}\n{pad}^"
        if self.hint:
            out += f"\nhint: {inline(self.hint)}"
        return out


class InputError(IsaoptError):
    """The input is not a program that isaopt can read (exit code 2)."""


Faults = list[InputError]
"""Errors of a text that is read in spite of them, such as one that is being edited."""


def refuse(error: InputError, faults: Faults | None) -> None:
    """Raises the error, or adds it to ``faults`` if errors are collected."""
    if faults is None:
        raise error
    faults.append(error)


class UsageError(IsaoptError):
    """An option or argument makes no sense (exit code 2)."""


@dataclass(eq=False)
class CheckFailed(IsaoptError):
    """A check failed, requested by the user or applied by isaopt to its own output (exit code 1)."""

    exit_code: int = 1


@dataclass(eq=False)
class MissingTool(IsaoptError):
    """Something outside isaopt is missing (exit code 3)."""

    exit_code: int = 3
