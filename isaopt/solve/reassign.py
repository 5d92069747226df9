"""The reassignment solver: banks first, then registers, then local improvement, with a proved bound on the result.

The input's own registers are tried first: only conflicts that cannot be removed among them make the solver take more.
Every answer is checked and evaluated exactly before it is accepted; the current assignment is kept unless a better one
is found.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from isaopt.solve.banks import highest_bound, prove
from isaopt.solve.costs import BANK_READS, LEVELS
from isaopt.solve.cpsat import SearchLimits
from isaopt.solve.evaluate import Conflicts, Objective, evaluate
from isaopt.solve.problem import BANKS, Assignment, InstrReads, Problem, violations
from isaopt.solve.search import SPARING, AssignmentSearch, Blocks

_PROOF_TIME = 0.3
_MORE_READS = 0.02
"""The share of bank reads that may be sacrificed for more waves."""
_WIDE_SHARE = 0.5
"""Work on banks beyond the input's registers: most kernels gain nothing there."""


@dataclass(frozen=True, slots=True)
class LevelResult:
    """One objective: its exact value and a proved lower bound, given the values of the objectives before it."""

    name: str
    value: int
    bound: int

    @property
    def status(self) -> Literal["optimal", "feasible"]:
        return "optimal" if self.value <= self.bound else "feasible"


@dataclass(frozen=True)
class Solution:
    """Registers of the groups (in ``Problem.groups`` order) with proved bounds.

    ``unchanged`` means that nothing better than the current assignment was found, and ``bases`` is it; the levels
    still say how good it is.  ``hot`` holds the conflict objectives of the instructions of highest weight alone.
    """

    bases: Assignment
    status: Literal["optimal", "feasible", "unchanged"]
    before: Objective
    after: Objective
    levels: tuple[LevelResult, ...]
    hot: tuple[LevelResult, ...]


def reassign(
    problem: Problem,
    effort: float = 1,
    seed: int = 0,
    steps: Sequence[int] = (),
    bounded: bool = True,
) -> Solution:
    """Finds a better register for every movable group; work grows with ``effort``, never with the clock.

    A register above the input's highest is used only to remove conflicts, never for bank reads. ``steps`` are the
    numbers of registers, descending, from which on more waves fit on the GPU: one of them is worth a few bank reads.
    No bounds of the result are proved unless it is to be ``bounded``.
    Raises ``ValueError`` if the current assignment violates a constraint of the problem.
    """
    broken = violations(problem, problem.current)
    if broken:
        raise ValueError(f"the current assignment is not legal: {broken[0]}")
    run = _ReassignRun(problem, effort, seed, steps)
    found = run.search_all()
    return run.report(found.best, found.value, bounded)


class _ReassignRun:
    def __init__(self, problem: Problem, effort: float, seed: int, steps: Sequence[int]) -> None:
        self.problem, self.effort, self.seed, self.steps = problem, effort, seed, steps
        self.blocks = Blocks.of(problem, effort)
        self.before = evaluate(problem, problem.current)
        self.open: dict[tuple[int, Conflicts], Objective] = {}
        """Bounds that leave conflicts open, by the number of instructions and the conflicts: no search would add to
        them."""

    def search_all(self) -> AssignmentSearch:
        narrow = self.before.highest_vgpr + 1
        found = self.search(narrow, self.problem.current)
        found.run()
        if self.effort < SPARING:
            found = self.a_little_beyond(found) if found.costly and narrow < self.problem.max_vgprs else found
        elif any(found.value.conflicts) and narrow < self.problem.max_vgprs:
            found = self.beyond(found)
        floor = highest_bound(self.problem)
        if self.effort >= SPARING:
            found.lower_highest(floor)
        self.more_waves(found, floor)
        return found

    def more_waves(self, found: AssignmentSearch, floor: int) -> None:
        """Reduces the registers so that more waves fit, step by step until one is out of reach."""
        for vgprs in self.steps:
            if floor < vgprs <= found.value.highest_vgpr and not found.fits(vgprs, _MORE_READS):
                break

    def search(self, vgprs: int, start: Assignment, share: float = 1.0) -> AssignmentSearch:
        """A search within a given number of registers."""
        problem = self.problem.within(vgprs)
        return AssignmentSearch(problem, start, self.blocks, self.effort, self.seed, share)

    def a_little_beyond(self, narrow: AssignmentSearch) -> AssignmentSearch:
        """The same by local search alone."""
        wide = self.search(self.problem.max_vgprs, narrow.best)
        wide.chains()
        if wide.value.conflicts >= narrow.value.conflicts:
            return narrow
        wide.lower_highest(narrow.value.highest_vgpr)
        return wide

    def beyond(self, narrow: AssignmentSearch) -> AssignmentSearch:
        """Uses more registers if that removes conflicts, and then as few as the search needs for it."""
        if narrow.done() and self.proved(narrow):
            return narrow
        wide = self.search(self.problem.max_vgprs, narrow.best, _WIDE_SHARE)
        wide.run(narrow.value.conflicts)
        wanted = wide.value.conflicts
        if wanted >= narrow.value.conflicts:
            return narrow
        least, most = narrow.problem.max_vgprs + 1, wide.value.highest_vgpr + 1
        while least < most:
            tried = (least + most) // 2
            search = self.search(tried, narrow.best)
            if search.squeeze(wide, wanted):
                wide, most = search, search.value.highest_vgpr + 1
            else:
                least = tried + 1
        return wide

    def proved(self, found: AssignmentSearch) -> bool:
        """Whether no assignment at all has fewer conflicts."""
        if not self.blocks.whole:
            return False
        bounds = self.bounds(found.best, found.value, list(self.problem.instructions), BANK_READS)
        return found.value.conflicts <= bounds.conflicts

    def limits(self) -> SearchLimits:
        # The linear relaxation proves, and one worker spends all its work on it.
        return SearchLimits(_PROOF_TIME * self.effort, self.seed, 1)

    def report(self, best: Assignment, value: Objective, bounded: bool) -> Solution:
        hot_value = evaluate(self.problem, best, self.blocks.hot)
        hot_bounds = self.bounds(best, hot_value, self.blocks.hot) if bounded else self.unproved()
        names = (*(cost.name for cost in self.problem.costs), *Objective._fields[BANK_READS:])
        hot = tuple(map(LevelResult, names[:LEVELS], hot_value, hot_bounds))
        bounds = [0] * LEVELS + [highest_bound(self.problem)]
        if self.blocks.whole and bounded:
            # A gap in the hot blocks cannot be closed by looking at more.
            closed = next((i for i, level in enumerate(hot) if level.status != "optimal"), LEVELS + 1)
            bounds = list(self.bounds(best, value, list(self.problem.instructions), closed))
        # What holds for some of the instructions holds for all, as long as the rest adds nothing to the levels before.
        for level in range(LEVELS):
            if value[:level] == hot_value[:level]:
                bounds[level] = max(bounds[level], hot_bounds[level])
        levels = tuple(map(LevelResult, names, value, bounds))
        status: Literal["optimal", "feasible", "unchanged"] = "feasible"
        if best == self.problem.current:
            status = "unchanged"
        elif all(level.status == "optimal" for level in levels):
            status = "optimal"
        return Solution(best, status, self.before, value, levels, hot)

    def unproved(self) -> Objective:
        """The bounds that need no search."""
        return Objective(0, 0, 0, 0, highest_bound(self.problem))

    def bounds(self, best: Assignment, value: Objective, scope: list[InstrReads], searched: int = LEVELS) -> Objective:
        if self.effort < SPARING:
            # A model of the kernel costs more than all of the local search.
            return self.unproved()
        key = len(scope), value.conflicts
        if key not in self.open:
            bounds = prove(self.problem, scope, _banks(best), value, self.limits(), searched)
            if all(bound >= found for bound, found in zip(bounds.conflicts, value.conflicts, strict=True)):
                return bounds
            self.open[key] = bounds
        return self.open[key]


def _banks(bases: Assignment) -> tuple[int, ...]:
    return tuple(base % BANKS for base in bases)
