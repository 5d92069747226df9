"""Each single change of a body: moves, waits and cache control weakened or dropped, cache bits weakened."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from scripts.litmus.writer import Body

_WAIT = re.compile(r"s_wait(cnt|_\w+cnt)")
_CONTROL = re.compile(r"buffer_gl[01]_inv|s_dcache_inv|global_inv|global_wb")
_SCOPES = ("SCOPE_CU", "SCOPE_SE", "SCOPE_DEV", "SCOPE_SYS")


@dataclass(frozen=True, slots=True)
class Change:
    kind: str
    body: tuple[str, ...]


def _moves(body: Body) -> Iterator[Change]:
    """One or two lines in a row to every other place; the nearest first."""
    size = len(body)
    places = [(i, w, j) for w in (1, 2) for i in range(size - w + 1) for j in range(size - w + 1) if i != j]
    for i, width, j in sorted(places, key=lambda p: (p[1], abs(p[0] - p[2]), p)):
        rest = body[:i] + body[i + width :]
        kind = "swap" if width == 1 and abs(i - j) == 1 else "move" if width == 1 else "move two"
        yield Change(kind, tuple(rest[:j] + body[i : i + width] + rest[j:]))


def _weaker(line: str) -> Iterator[tuple[str, str]]:
    """The line with less of an effect, and the kind of change."""
    if _WAIT.match(line):
        if len(parts := re.findall(r"\w+cnt\(\w+\)", line)) > 1:
            for part in parts:
                yield "drop a counter", re.sub(" +", " ", line.replace(part, "")).strip()
        elif "cnt_dscnt" in line or "_dscnt" in line.removeprefix("s_wait_dscnt"):
            first = line.split()[0].removeprefix("s_wait_").partition("_")[0]
            yield "drop a counter", f"s_wait_{first} 0x0"
            yield "drop a counter", "s_wait_dscnt 0x0"
        else:
            yield "weaken a wait", re.sub(r"(\(|0x)(\d+)(\)|$)", lambda m: f"{m[1]}{int(m[2]) + 1}{m[3]}", line)
    for bit in (" glc", " slc", " dlc"):
        if bit in line and "atomic" not in line:
            yield "drop a cache bit", line.replace(bit, "")
    if match := re.search(r" scope:(\w+)", line):
        for scope in _SCOPES[: _SCOPES.index(match[1])]:
            yield "narrow a scope", line.replace(match[0], "" if scope == "SCOPE_CU" else f" scope:{scope}")


def changes(lines: tuple[str, ...]) -> Iterator[Change]:
    """Every change once, those of waits and caches first."""
    body = list(lines)
    seen = {lines}

    def every() -> Iterator[Change]:
        for k, line in enumerate(body):
            if _WAIT.match(line):
                yield Change("drop a wait", tuple(body[:k] + body[k + 1 :]))
            if _CONTROL.match(line):
                yield Change("drop cache control", tuple(body[:k] + body[k + 1 :]))
            for kind, weaker in _weaker(line):
                yield Change(kind, (*body[:k], weaker, *body[k + 1 :]))
        yield from _moves(body)

    for change in every():
        if change.body not in seen:
            seen.add(change.body)
            yield change
