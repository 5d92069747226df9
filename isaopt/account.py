"""The budget for the work on one kernel: work is counted, never timed, so that every machine reaches the same result.

One unit is about a microsecond on a current processor. A kernel's budget follows from its size and from its
predicted gain: over a library, the sum stays in proportion to the compiler's own time, and effort goes where the
cycles are. Proofs, passes and predictions draw on the same account.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

#: Given to every kernel, for each of its instructions, and for each instruction and share of its time that is gained.
_LEAST, _FOR_SIZE, _FOR_GAIN = 400_000, 300, 50_000
#: No more is given for what gains more than this share.
_MOST_GAIN = 0.25
#: What is known of a kernel that no prediction can be made of: as if it gained this share.
UNKNOWN_GAIN = 0.02
#: What a proof takes for each instruction at least: with less left, none is begun.
PROOF = 1_500
#: For each instruction, what removing a hazard is worth, which gains no cycle.
HAZARD = 3_000


@dataclass(slots=True)
class WorkAccount:
    """``size``: instructions of the kernel; ``most``: what may be spent at most."""

    size: int = 0
    effort: float = 1
    most: float = math.inf
    spent: int = 0
    first: int | None = None
    """What had been spent when the account was first limited."""

    def grant(self, gain: float) -> None:
        """Limits what is spent from the first call on by the share of its time that the kernel is predicted to gain.

        The passes that show this come for nothing, however much longer they make the code.
        """
        if self.first is None:
            self.first = self.spent
        gain = min(_MOST_GAIN, max(0.0, gain))
        self.most = self.first + self.effort * (_LEAST + self.size * (_FOR_SIZE + _FOR_GAIN * gain))

    def add(self, price: int) -> None:
        """Gives more, for each instruction."""
        self.most = max(self.most, self.spent) + self.size * price

    def take(self, work: int) -> None:
        self.spent += work

    def covers(self, price: int) -> bool:
        """Whether as much is left for each instruction."""
        return self.most - self.spent >= self.size * price

    @property
    def out(self) -> bool:
        return self.spent >= self.most
