"""Checks that a text stays within bounds while the assembler expands it: chains of symbols, and repeated blocks.

The assembler keeps the expression of a symbol that is not a number and evaluates it again wherever the symbol is named
(LLVM MCExpr.cpp, ``evaluateAsRelocatableImpl``): if each symbol of a chain names the previous one twice, ``n`` of them
take ``2^n`` steps. The assembler would not finish, so such a text is refused beforehand.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from isaopt.asm.source import MAX_LINES
from isaopt.errors import InputError

MAX_STEPS = 1 << 20
"""The most symbols that one symbol may expand to; LLVM's own chains, for the registers of functions that call each
other, have a few thousand."""

_DEFINED = re.compile(
    r"^[ \t]*(?:\.(?:set|equ|equiv)[ \t]+([A-Za-z_.$][\w.$]*)[ \t]*,|([A-Za-z_.$][\w.$]*)[ \t]*==?(?!=))([^\n;]*)", re.M
)
_NAME = re.compile(r"(?<![\w.$@])[A-Za-z_.$][\w.$]*")
_REPEAT = re.compile(r"[ \t]*\.(?:(?P<open>rept?|irpc?)\b[ \t]*(?P<count>\d+)?|(?P<close>endr)\b)")


def check_expansion(text: str, path: str) -> None:
    """Raises :class:`InputError` if a symbol or a repeated block expands beyond all bounds."""
    for at, what in (*_symbols(text), *_repeats(text)):
        line = text.count("\n", 0, at) + 1
        start = text.rfind("\n", 0, at) + 1
        source = text[start:].split("\n", 1)[0]
        raise InputError(what, path, line, at - start + 1, source)


def _symbols(text: str) -> Iterator[tuple[int, str]]:
    """The place where a symbol that expands to too many others is defined, with the message."""
    named: dict[str, tuple[str, ...]] = {}
    places: dict[str, int] = {}
    numbers: set[str] = set()
    for match in _DEFINED.finditer(text):
        name = match[1] or match[2]
        others = tuple(n for n in _NAME.findall(match[3]) if n not in numbers)
        if not others:
            numbers.add(name)
        else:
            numbers.discard(name)
            named[name], places[name] = others, match.start(1 if match[1] else 2)
    steps: dict[str, int] = dict.fromkeys(numbers, 1)
    for name in named:
        for each in _inner_first(name, named, steps):
            steps[each] = 1 + sum(steps.get(other, 1) for other in named[each])
            if steps[each] > MAX_STEPS:
                yield places[each], f"'{each}' stands for more than {MAX_STEPS} symbols, by those in its definition"
                return


def _inner_first(name: str, named: dict[str, tuple[str, ...]], done: dict[str, int]) -> Iterator[str]:
    """A symbol and those that it is made of, each after those in its definition. A cycle is cut anywhere, as the
    assembler detects it at once."""
    begun: set[str] = set()
    pending = [name]
    while pending:
        top = pending[-1]
        if top in done:
            pending.pop()
        elif top in begun:
            yield pending.pop()
        else:
            begun.add(top)
            pending += [n for n in named[top] if n in named and n not in done and n not in begun]


def _repeats(text: str) -> Iterator[tuple[int, str]]:
    """The place of a block that is repeated too often; a count that is not a number is left to the assembler."""
    if ".rep" not in text:
        return
    times, outermost, at, lines = [1], 0, 0, 0
    for line in text.split("\n"):
        lines += times[-1]
        if lines > MAX_LINES and len(times) > 1:
            yield outermost, f"repeated blocks make more than {MAX_LINES} lines"
            return
        if match := _REPEAT.match(line):
            if match["close"]:
                times = times[:-1] or [1]
            else:
                outermost = at + len(line) - len(line.lstrip()) if len(times) == 1 else outermost
                times.append(times[-1] * int(match["count"] or 1))
        at += len(line) + 1
