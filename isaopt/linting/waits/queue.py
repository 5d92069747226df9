"""What may be outstanding on one counter at one point of the program, over all paths that lead there.

Events of one kind are done in the order of issue, events of different kinds in any order, and scalar loads in any order
even among themselves (AMD RDNA3 ISA guide, "Data dependency resolution").  While an event is outstanding, so are the
younger ones of its kind; hence it is done for certain once the counter is no larger than their number, and not before:
all others may be done earlier.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from isaopt.linting.waits.events import Event


@dataclass(slots=True)
class Queue:
    """``pending`` maps the item index of each event that concerns registers, LDS or other waves to the fewest younger
    events of its kind on any path; ``most`` is the largest number of events that may be outstanding.  Numbers stop
    growing at the counter's largest value, ``limit``.

    ``events`` are all events of the counter by item index, and ``registers`` covers at least those of the pending ones.
    """

    limit: int
    events: Mapping[int, Event]
    most: int = 0
    pending: dict[int, int] = field(default_factory=dict)
    registers: int = 0

    def copy(self) -> Queue:
        return Queue(self.limit, self.events, self.most, dict(self.pending), self.registers)

    def allowed(self, index: int) -> int:
        """The largest count to wait for that guarantees that this pending event is done.

        A counter at its largest value may stand for more events than it can count, so it is never waited for.
        """
        return min(self.pending[index], self.limit - 1)

    def push(self, event: Event, index: int) -> None:
        if event.ordered:
            for older, younger in self.pending.items():
                if younger < self.limit and self.events[older].kind == event.kind:
                    self.pending[older] = younger + 1
            self._forget()
        self.most = min(self.most + 1, self.limit + 1)
        if event.registers or event.lds or event.shared:
            self.pending[index] = 0
            self.registers |= event.registers

    def _forget(self) -> None:
        """Takes a store as done behind which the counter is full of stores: no more can be outstanding."""
        first = next(iter(self.pending), None)
        if first is not None and self.pending[first] >= self.limit and self.events[first].shared:
            self.drop(first)

    def wait(self, count: int) -> None:
        """At most ``count`` events stay outstanding."""
        self.most = min(self.most, count)
        kept = {index: younger for index, younger in self.pending.items() if min(younger, self.limit - 1) < count}
        if len(kept) != len(self.pending):
            self.pending, self.registers = kept, 0
            for index in kept:
                self.registers |= self.events[index].registers

    def drop(self, index: int) -> None:
        """Takes an event as done without a wait on the counter."""
        self.pending.pop(index, None)

    def merged(self, other: Queue) -> Queue:
        """What may be outstanding where two paths meet."""
        out = self.copy()
        out.most = max(self.most, other.most)
        for index, younger in other.pending.items():
            out.pending[index] = min(out.pending.get(index, younger), younger)
        out.registers |= other.registers
        return out
