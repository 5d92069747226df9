"""The reassignment solver: banks first (a relaxation with bounds), then registers, then local improvement.

Every answer is checked and valued exactly before it is accepted, and the current assignment stands unless a better
one was found.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from isaopt.solve.banks import LEVELS, BankChoice, choose_banks
from isaopt.solve.cpsat import Limits
from isaopt.solve.evaluate import Objective, evaluate
from isaopt.solve.improve import improve
from isaopt.solve.pack import Neighbours, neighbours, pack
from isaopt.solve.problem import BANKS, Assignment, InstrReads, Problem, violations

LEVEL_NAMES = Objective._fields

_HOT_TIME = 1.5
_ALL_TIME = 1.0
_PACK_PASSES = 200
"""Work of a packing search, in visits of every interference of the problem."""
_PACK_LARGEST = 20_000_000
_MODEL_INSTRUCTIONS = 1_600
_MODEL_GROUPS = 1_500


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
    """Registers of the groups (in ``Problem.groups`` order) and what is proved about them.

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
    problem: Problem, effort: int = 1, seed: int = 0, progress: Callable[[str], None] | None = None
) -> Solution:
    """Find a better register for every movable group; work grows with ``effort``, never with the clock.

    Raises ``ValueError`` when the current assignment breaks a constraint of the problem.
    """
    broken = violations(problem, problem.current)
    if broken:
        raise ValueError(f"the current assignment is not legal: {broken[0]}")
    return _Run(problem, max(1, effort), seed, progress or (lambda text: None)).solve()


class _Run:
    def __init__(self, problem: Problem, effort: int, seed: int, progress: Callable[[str], None]) -> None:
        self.problem, self.effort, self.seed, self.progress = problem, effort, seed, progress
        self.best = problem.current
        self.value = evaluate(problem, self.best)
        self.adjacent: Neighbours = neighbours(problem)

    def limits(self, time: float) -> Limits:
        return Limits(time * self.effort, self.seed)

    def offer(self, bases: Assignment | None) -> bool:
        """Take an assignment if it is legal and better."""
        if bases is None or violations(self.problem, bases):
            return False
        value = evaluate(self.problem, bases)
        if value >= self.value:
            return False
        self.best, self.value = bases, value
        return True

    def banks(self) -> tuple[int, ...]:
        return tuple(base % BANKS for base in self.best)

    def solve(self) -> Solution:
        before = self.value
        hot = self.hot_blocks()
        modelled = self.modelled_blocks(hot)
        self.progress("banks of the hot blocks")
        hot_choice = choose_banks(self.problem, hot, self.banks(), self.limits(_HOT_TIME))
        choice = hot_choice
        if len(modelled) > len(hot):
            self.progress("banks of the kernel")
            choice = choose_banks(self.problem, modelled, hot_choice.banks, self.limits(_ALL_TIME))
        self.progress("registers")
        for candidate in (choice, hot_choice):
            if self.offer(self.registers(candidate.banks, modelled)):
                break
        whole = len(modelled) == len(self.problem.instructions)
        if not (whole and self.value[:2] == _bounds(choice, self.value)[:2]):
            self.progress("local improvement")
            improve(self.problem, self, self.effort, self.seed)
        self.lower_highest()
        return self.report(before, hot, hot_choice, choice, whole)

    def hot_blocks(self) -> list[InstrReads]:
        """Whole blocks that hold an instruction of the highest weight, as many as the model takes."""
        top = max((instr.weight for instr in self.problem.instructions), default=0)
        return self.blocks_while(lambda weight: weight == top)

    def modelled_blocks(self, hot: list[InstrReads]) -> list[InstrReads]:
        if len(self.problem.groups) > _MODEL_GROUPS:
            return hot
        return self.blocks_while(lambda weight: True)

    def blocks_while(self, wanted: Callable[[int], bool]) -> list[InstrReads]:
        weights: dict[int, int] = {}
        sizes: dict[int, int] = {}
        for instr in self.problem.instructions:
            weights[instr.block] = max(weights.get(instr.block, 0), instr.weight)
            sizes[instr.block] = sizes.get(instr.block, 0) + 1
        chosen: set[int] = set()
        room = _MODEL_INSTRUCTIONS * self.effort
        for block in sorted(weights, key=lambda b: (-weights[b], b)):
            if wanted(weights[block]) and sizes[block] <= room:
                chosen.add(block)
                room -= sizes[block]
        return [instr for instr in self.problem.instructions if instr.block in chosen]

    def registers(self, banks: Sequence[int], scored: Sequence[InstrReads]) -> Assignment | None:
        """Pack with these banks; if that fails, let go of the banks that no objective and no rule asks for."""
        bound = {ref.group for pair in self.problem.must_differ_mod4 + self.problem.must_differ_mod2 for ref in pair}
        bound |= {read.cell.group for instr in scored for read in instr.reads}
        for loose in (False, True):
            allowed = [
                [
                    base
                    for base in self.allowed(i)
                    if base % BANKS == banks[i] or (loose and group.id not in bound) or group.fixed
                ]
                for i, group in enumerate(self.problem.groups)
            ]
            if all(allowed):
                packing = pack(self.problem, self.adjacent, allowed, self.best, self.pack_work(), self.seed)
                if packing.bases is not None:
                    return packing.bases
        return None

    def allowed(self, i: int) -> Sequence[int]:
        group = self.problem.groups[i]
        if group.fixed:
            return (group.current,)
        return range(min(group.limit, self.problem.max_vgprs) - group.width + 1)

    def pack_work(self) -> int:
        edges = sum(len(row) for row in self.adjacent) + sum(len(self.allowed(i)) for i in range(len(self.adjacent)))
        return min(_PACK_PASSES * edges, _PACK_LARGEST) * self.effort

    def lower_highest(self) -> None:
        """Squeeze the registers together with every bank kept, one register at a time, until it fails."""
        floor = self.highest_bound()
        banks = self.banks()
        while self.value.highest_vgpr > floor:
            top = self.value.highest_vgpr
            allowed = [
                [b for b in self.allowed(i) if group.fixed or (b % BANKS == banks[i] and b + group.width <= top)]
                for i, group in enumerate(self.problem.groups)
            ]
            if not all(allowed):
                return
            packing = pack(self.problem, self.adjacent, allowed, self.best, self.pack_work() // 8, self.seed)
            if not self.offer(packing.bases):
                return

    def highest_bound(self) -> int:
        """No assignment uses fewer registers than are live at one point, nor moves a fixed group."""
        fixed = max((g.current + g.width - 1 for g in self.problem.groups if g.fixed), default=-1)
        width = max((g.width for g in self.problem.groups), default=0)
        return max(fixed, width - 1, max(map(len, self.problem.live_sets), default=0) - 1)

    def report(
        self, before: Objective, hot: list[InstrReads], hot_choice: BankChoice, choice: BankChoice, whole: bool
    ) -> Solution:
        bounds = _bounds(choice, self.value) if whole else (0,) * LEVELS
        levels = tuple(map(LevelResult, LEVEL_NAMES, self.value, (*bounds, self.highest_bound())))
        hot_value = evaluate(self.problem, self.best, hot)
        hot_levels = tuple(map(LevelResult, LEVEL_NAMES[:LEVELS], hot_value, _bounds(hot_choice, hot_value)))
        status: Literal["optimal", "feasible", "unchanged"] = "feasible"
        if self.value >= before:
            status = "unchanged"
        elif all(level.status == "optimal" for level in levels):
            status = "optimal"
        return Solution(self.best, status, before, self.value, levels, hot_levels)


def _bounds(choice: BankChoice, value: Objective) -> tuple[int, ...]:
    """Bounds of the levels for a final value: a level's bound counts only if the levels before came out as modelled."""
    kept: list[int] = []
    reached = True
    for level in range(LEVELS):
        kept.append(choice.bounds[level] if reached else 0)
        reached = reached and choice.values[level] == value[level]
    return tuple(kept)
