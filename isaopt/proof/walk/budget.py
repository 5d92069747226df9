"""How much work a proof may do: steps for each instruction of the two kernels, so that every run ends alike."""

from __future__ import annotations

from dataclasses import dataclass, field

from isaopt.account import WorkAccount
from isaopt.proof.terms.decisions import Decisions
from isaopt.proof.terms.terms import Terms
from isaopt.proof.types import CannotProve

#: What a step, a new term and a new node of a decision diagram take of an account.
_STEP, _TERM, _NODE = 40, 5, 4


@dataclass(slots=True)
class StepBudget:
    """Counts steps: an instruction run, or a block ended.  ``size``: how many the code of both kernels has.  Steps and
    what the terms under ``decisions`` take are paid from the ``account``.

    Proofs that succeed take up to about 5 steps for each in the code, and 1 in a segment.  Only a loop that one kernel
    runs round while the other stays where it is takes more; then the other one has it unrolled, which bounds the
    iterations by its own size, or the loop has no counterpart and may run for ever.
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
        """Steps that both kernels may make from one cut point until they meet, over all cases of branches."""
        return 1_000 + 12 * self.size

    @property
    def total(self) -> int:
        """Steps of one walk through the kernels."""
        return 20_000 + 12 * self.size

    def begin_segment(self, again: bool = False) -> None:
        """Count the next segment from here, or, ``again``, one case of one that failed."""
        self._segment_end = self.steps + self.segment
        if again:
            self.hurry()

    def hurry(self) -> None:
        """Leave the segment no more steps than one kernel may take while the other waits at a branch."""
        self._segment_end = min(self._segment_end, self.steps + 250 + 2 * self.size)

    @property
    def _work(self) -> int:
        return _STEP * self.steps + _TERM * len(self.decisions.terms.op) + _NODE * self.decisions.work

    def pay(self) -> None:
        """Takes what was done since the last time from the account; raises :class:`CannotProve` if it is used up."""
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
