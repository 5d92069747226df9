"""Text from outside (names of files and kernels, arguments, metadata) as part of what is printed.

A name may hold anything: a line break with which it begins a line of its own, an escape sequence that repaints a
terminal, marks that turn the direction of reading.  Where a build prints to a log, a line that begins with ``::`` is a
command (GitHub, "Workflow commands for GitHub Actions"; its older form ``##[...]`` counts anywhere in a line).
"""

from __future__ import annotations

import re

_UNPRINTABLE = re.compile(r"[^\x20-\x7e\t]")
_COMMAND = re.compile(r"\A(\s*):(?=:)")


def inline(text: str) -> str:
    """Text to print within a line: characters that are not printable become Python escapes.

    Lone surrogates stay: they are bytes of a name that is not UTF-8, for the output's own encoding to say.
    """
    if text.isascii() and text.isprintable() and "##[" not in text:
        return text
    return _UNPRINTABLE.sub(_escaped, text).replace("##[", "#\\x23[")


def _escaped(found: re.Match[str]) -> str:
    character = found[0]
    if character.isprintable() or "\ud800" <= character <= "\udfff":
        return character
    return character.encode("unicode_escape").decode()


def no_command(line: str) -> str:
    """A line that no log takes for a command."""
    return _COMMAND.sub(r"\1\\x3a", line) if "::" in line else line


def one_line(text: str) -> str:
    """Text on a single line."""
    return no_command(inline(text))
