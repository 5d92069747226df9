"""A wait-counter machine small enough to be believed: it follows every order in which events may be done.

An event is done at any moment after its issue, but in the order of issue among events of its kind; scalar loads are
done in any order (AMD RDNA3 ISA guide, "Data dependency resolution").  Written apart from the product's rules, and
exponential.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

Event = tuple[int, str]
"""Serial number and kind; the kind ``smem`` has no order."""


@dataclass
class Counter:
    """All sets of events that may be outstanding, one for each way that things may have gone."""

    possible: set[frozenset[Event]] = field(default_factory=lambda: {frozenset()})

    def issue(self, event: Event) -> None:
        self.possible = _closed(now | {event} for now in self.possible)

    def wait(self, count: int) -> None:
        self.possible = {now for now in self.possible if len(now) <= count}

    def may_be_outstanding(self, event: Event) -> bool:
        return any(event in now for now in self.possible)

    def count_for(self, event: Event) -> int:
        """The largest count to wait for that leaves no way for the event to be outstanding."""
        return min(len(now) for now in self.possible if event in now) - 1


def _closed(starts: Iterable[frozenset[Event]]) -> set[frozenset[Event]]:
    """With every set all those that it can shrink to."""
    todo, seen = list(starts), set()
    while todo:
        now = todo.pop()
        if now in seen:
            continue
        seen.add(now)
        for event in now:
            if event[1] == "smem" or not any(e[1] == event[1] and e[0] < event[0] for e in now):
                todo.append(now - {event})
    return seen
