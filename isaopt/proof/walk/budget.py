"""Bounds the work of a proof by counting steps in proportion to the size of both kernels, so that every run ends
alike."""

from __future__ import annotations

from dataclasses import dataclass, field

from isaopt.account import WorkAccount
from isaopt.proof.terms.decisions import Decisions
from isaopt.proof.terms.terms import Terms
from isaopt.proof.types import CannotProve

#: The price of a step, of a new term and of a new diagram node, in units of the account.
_STEP, _TERM, _NODE = 40, 5, 4


@dataclass(slots=True)
class StepBudget:
    """Counts steps: instructions run, and blocks ended. ``size``: the number of steps in the code of both kernels.
    Steps, and the terms made under ``decisions``, are charged to the ``account``.

    Proofs that succeed take up to about 5 steps for each step in the code, and 1 in a segment. Only a loop that one
    kernel repeats while the other waits takes more: then the other has it unrolled, which bounds the iterations by its
    own size, or the loop has no counterpart and may run forever.
    """

    size: int
    steps: int = 0
    decisions: Decisions = field(default_factory=lambda: Decisions(Terms()))
    account: WorkAccount = field(default_factory=WorkAccount)
    _paid: int = field(init=False)
    _segment_end: int = field(init=False)

    def __post_init__(self) -> None:
        self._paid = self._work
        self.begin_segment()

    @property
    def segment(self) -> int:
        """The most steps of both kernels from one cut point to the next, over all cases of branches."""
        return 1_000 + 12 * self.size

    @property
    def total(self) -> int:
        """The most steps of one walk through the kernels."""
        return 20_000 + 12 * self.size

    def begin_segment(self, again: bool = False) -> None:
        """Starts to count the next segment, or, with ``again``, one case of a segment that failed."""
        self._segment_end = self.steps + self.segment
        if again:
            self.hurry()

    def hurry(self) -> None:
        """Reduces what is left of the segment to what one kernel may take while the other waits at a branch."""
        self._segment_end = min(self._segment_end, self.steps + 250 + 2 * self.size)

    @property
    def _work(self) -> int:
        return _STEP * self.steps + _TERM * len(self.decisions.terms.op) + _NODE * self.decisions.work

    def pay(self) -> None:
        """Charges the work done since the last call to the account; raises :class:`CannotProve` if it is exhausted."""
        before, self._paid = self._paid, self._work
        self.account.charge(self._paid - before)
        if self.account.exhausted:
            raise CannotProve("a proof would exceed the work budget of this kernel [work-limit]")

    def check(self, line: int, side: int) -> None:
        """Raises :class:`CannotProve` if there were too many steps; the line is where kernel ``side`` is."""
        self.pay()
        if self.steps > self._segment_end:
            raise CannotProve("a loop continues without a counterpart in the other kernel", line, side)
        if self.steps > self.total:
            raise CannotProve("the loop invariants take too many iterations to find", line, side)
