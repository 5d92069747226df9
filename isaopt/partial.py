"""Keeps as much as can be proved of a pass whose whole result cannot.

A pass names the parts of its change (:class:`isaopt.transform.base.Part`) and leaves some out on request. The parts
that the refusal points at are dropped first. A fault often shows later than where it was made; if dropping them does
not help, halves of the parts are tried, building on what was proved. The order is fixed and the number of tries is
limited, so that the same input always gives the same output and a pass that is wrong everywhere costs a bounded
time.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from isaopt.approval import Approval
from isaopt.transform.base import Declined, Part, PassResult

#: The most reruns of a pass.
MOST_TRIES = 5
#: The most instructions in all reruns of a pass together: passes and proofs of a large kernel take long.
_INSTRUCTIONS = 1500
#: How many of the reruns leave out the parts that failed proofs point at.
_POINTED = 2


@dataclass(frozen=True, slots=True)
class Judged:
    """A pass's result and the verdict of the proofs."""

    result: PassResult
    approval: Approval

    @property
    def good(self) -> bool:
        """Whether it changes something and may stay."""
        return self.result.changed and self.approval.verdict != "failed"


Attempt = Callable[[tuple[int, ...]], Judged]
"""Runs the pass again without the parts that begin in these lines."""


def kept_part(refused: Judged, attempt: Attempt, instructions: int = 0) -> Judged | None:
    """The largest part of a refused result that was found and proved; its notes say what was left out, and why.

    ``instructions``: the size of the kernel.
    """
    parts = refused.result.parts
    if len({part.line for part in parts}) < 2:
        return None
    search = _PartialSearch(parts, attempt, max(1, min(MOST_TRIES, _INSTRUCTIONS // max(1, instructions))))
    best = search.pointed(refused) or search.halved()
    if best is None:
        return None
    left = [part for part in parts if part.line in search.without]
    why = refused.approval.why
    notes = tuple(f"left out: {part.name}: with it, {why}" for part in _distinct(left))
    declined = tuple(Declined(part.line, "not-proved", f"{part.name}: with it, {why}") for part in _distinct(left))
    by_line = tuple(sorted((*best.result.declined, *declined), key=lambda d: d.line))
    result = replace(best.result, notes=(*best.result.notes, *notes), declined=by_line)
    return replace(best, result=result)


class _PartialSearch:
    def __init__(self, parts: Sequence[Part], attempt: Attempt, tries: int) -> None:
        self.parts, self.attempt, self.left = parts, attempt, tries
        self.lines = tuple(dict.fromkeys(part.line for part in parts))
        self.without: frozenset[int] = frozenset()

    def tried(self, without: frozenset[int]) -> Judged:
        self.left -= 1
        found = self.attempt(tuple(sorted(without)))
        if found.good:
            self.without = without
        return found

    def pointed(self, refused: Judged) -> Judged | None:
        """The result without the parts that successive failed proofs point at."""
        without: frozenset[int] = frozenset()
        for _ in range(_POINTED):
            at = set(refused.approval.lines)
            more = {part.line for part in self.parts if part.lines & at} - without
            if not more or more | without >= set(self.lines):
                return None
            without |= more
            refused = self.tried(without)
            if refused.good:
                return refused
            if not refused.result.changed:
                return None
        return None

    def halved(self) -> Judged | None:
        """As many parts as can be proved together, found by bisection."""
        best: Judged | None = None
        kept: tuple[int, ...] = ()
        middle = len(self.lines) // 2
        waiting = [self.lines[:middle], self.lines[middle:]]
        while waiting and self.left > 0:
            some = waiting.pop(0)
            found = self.tried(frozenset(self.lines) - {*kept, *some})
            if found.good:
                best, kept = found, (*kept, *some)
            elif len(some) > 1 and found.result.changed:
                middle = len(some) // 2
                waiting += [some[:middle], some[middle:]]
        return best


def _distinct(parts: Sequence[Part]) -> list[Part]:
    """The first part of each line."""
    return list({part.line: part for part in reversed(parts)}.values())[::-1]
