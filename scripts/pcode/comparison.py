"""Compares many instructions with AMD's pseudocode, a few dozen at a time, and prints what differs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeVar

Compared = TypeVar("Compared")
_BATCH = 40


def compare_all(
    kind: str,
    arch: str,
    groups: Iterable[Sequence[Compared]],
    uncovered: Sequence[tuple[str, str]],
    expected: Mapping[str, str],
    check: Callable[[Sequence[Compared]], Iterable[str]],
) -> int:
    """Prints each line of ``check`` with the reason that is ``expected`` of its instruction, and what was not compared;
    returns the exit code."""
    count, wrong, left = 0, 0, list(uncovered)
    for group in groups:
        count += len(group)
        for start in range(0, len(group), _BATCH):
            for line in check(group[start : start + _BATCH]):
                name, _, rest = line.partition(":")
                if rest.startswith(" pseudo-code"):
                    left.append((name, rest.strip()))
                    continue
                reason = expected.get(name)
                wrong += reason is None
                print(f"{line}{f'  (expected: {reason})' if reason else ''}", flush=True)
    print(f"{arch}: {count} {kind} run, {len(left)} not compared, {wrong} differ without a reason")
    for name, why in left:
        print(f"    {name}: {why}")
    return 1 if wrong else 0
