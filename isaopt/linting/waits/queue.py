"""What may be outstanding on one counter at one point of the program, over all paths that lead there.

After LLVM ``SIInsertWaitcnts.cpp``: for a result to have arrived, the counter must have come down to the number of
events that were issued after it, if events come back in the order of issue, and to zero if they do not.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from isaopt.linting.waits.events import Event


@dataclass(slots=True)
class Queue:
    """``pending`` maps the item index of each event that concerns registers or LDS to the fewest younger events on any
    path;
    ``kinds`` does so for the youngest event of each kind; ``most`` is the largest number of events that may be
    outstanding.  Numbers stop growing at the counter's largest value, ``limit``.
    """

    limit: int
    most: int = 0
    pending: dict[int, int] = field(default_factory=dict)
    kinds: dict[str, int] = field(default_factory=dict)
    registers: int = 0

    def copy(self) -> Queue:
        return Queue(self.limit, self.most, dict(self.pending), dict(self.kinds), self.registers)

    @property
    def in_order(self) -> bool:
        """Whether the events that may be outstanding are done in the order of issue."""
        return len(self.kinds) < 2 and "smem" not in self.kinds

    def allowed(self, index: int) -> int:
        """The largest count to wait for that guarantees that this pending event is done.

        A counter at its largest value may stand for more events than it can count, so it is never waited for.
        """
        return min(self.pending[index], self.limit - 1) if self.in_order else 0

    def push(self, event: Event, index: int) -> None:
        top = self.limit
        for key, younger in self.pending.items():
            if younger < top:
                self.pending[key] = younger + 1
        for kind, younger in self.kinds.items():
            if younger < top:
                self.kinds[kind] = younger + 1
        self.kinds[event.kind] = 0
        self.most = min(self.most + 1, top + 1)
        if event.registers or event.lds:
            self.pending[index] = 0
            self.registers |= event.registers

    def wait(self, count: int, registers_of: dict[tuple[int, str], int], counter: str) -> None:
        """At most ``count`` events stay outstanding."""
        self.most = min(self.most, count)
        if count == 0:
            self.pending, self.kinds, self.registers = {}, {}, 0
        elif self.in_order:
            floor = min(count, self.limit - 1)
            self.kinds = {k: n for k, n in self.kinds.items() if n < floor}
            kept = {k: n for k, n in self.pending.items() if n < floor}
            if len(kept) != len(self.pending):
                self.pending, self.registers = kept, 0
                for index in kept:
                    self.registers |= registers_of[index, counter]

    def drop(self, index: int) -> None:
        """Takes an event as done without a wait on the counter; its registers may stay in ``registers``."""
        self.pending.pop(index, None)

    def merged(self, other: Queue) -> Queue:
        """What may be outstanding where two paths meet."""
        out = self.copy()
        out.most = max(self.most, other.most)
        for index, younger in other.pending.items():
            out.pending[index] = min(out.pending.get(index, younger), younger)
        for kind, younger in other.kinds.items():
            out.kinds[kind] = min(out.kinds.get(kind, younger), younger)
        out.registers |= other.registers
        return out
