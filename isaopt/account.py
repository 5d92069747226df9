"""The work budget of one kernel. Work is counted, never timed, so that every machine reaches the same result.

A unit of work is about a microsecond on a current processor. The budget follows from the kernel's size and its
predicted gain: over a library, the total stays in proportion to the compiler's own time, and effort goes where the
cycles are. Proofs, passes and predictions all charge the same account.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

#: The budget of a kernel: a base, an amount per instruction, and one per instruction and share of its time gained.
_BASE, _PER_INSTRUCTION, _PER_GAIN = 600_000, 300, 50_000
#: Kernels count as at least this large: unrolled, or stage by stage, loops have about as many instructions, however few
#: they had.
_LEAST_SIZE = 400
#: Gains above this share add nothing more.
_MAX_GAIN = 0.25
#: The gain assumed for a kernel whose cycles cannot be predicted.
UNKNOWN_GAIN = 0.02
#: The least a proof costs per instruction; with less left, none is started.
PROOF_PRICE = 1_500
#: The extra budget per instruction for removing a hazard, which gains no cycles, and its limit.
HAZARD_PRICE, _MOST_FOR_HAZARDS = 3_000, 40_000_000
#: The most that all passes and proofs of a kernel may take, whatever it gains.
_MOST = 80_000_000


@dataclass(slots=True)
class WorkAccount:
    """``size`` counts the kernel's instructions; ``limit`` bounds ``spent``."""

    size: int = 0
    effort: float = 1
    limit: float = math.inf
    spent: int = 0
    uncharged: int | None = None
    """What had been spent before the limit was first set."""

    def __post_init__(self) -> None:
        self.limit = min(self.limit, self.most)

    @property
    def most(self) -> float:
        """The limit on the work for any gain: none without instructions, for proofs that no pass asked for."""
        return max(1, self.effort) * _MOST if self.size else math.inf

    def grant(self, gain: float) -> None:
        """Sets the limit from the predicted gain, a share of the kernel's time.

        Work done before the first call does not count against it: that work made the prediction.
        """
        if self.uncharged is None:
            self.uncharged = self.spent
        self.limit = min(self.most, self.uncharged + self._worth(gain))

    def pays(self, gain: float) -> bool:
        """Whether a gain is worth at least what a proof takes."""
        return self._worth(gain) >= self.size * PROOF_PRICE

    def _worth(self, gain: float) -> float:
        size = max(_LEAST_SIZE, self.size)
        gain = min(_MAX_GAIN, max(0.0, gain))
        return self.effort * (_BASE + size * (_PER_INSTRUCTION + _PER_GAIN * gain))

    def extend(self, price: int) -> None:
        """Adds ``price`` per instruction to what is left."""
        self.limit = max(self.limit, self.spent) + min(self.size * price, _MOST_FOR_HAZARDS)

    def charge(self, work: int) -> None:
        self.spent += work

    def affords(self, price: int, more: int = 0) -> bool:
        """Whether ``price`` per instruction is left, and ``more`` beside it."""
        return self.limit - self.spent >= self.size * price + more

    @property
    def exhausted(self) -> bool:
        return self.spent >= self.limit
