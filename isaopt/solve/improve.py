"""Local improvement: free the groups of a few neighbouring instructions, hold all others, solve banks and registers
together.

The current assignment is always a solution of such a neighbourhood, so this works where choosing all banks at once
is out of reach or its choice cannot be packed.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from ortools.sat.python import cp_model

from isaopt.solve.costs import BANK_READS, LEVELS, Costs
from isaopt.solve.cpsat import Limits, scaled
from isaopt.solve.evaluate import per_instruction
from isaopt.solve.pack import Neighbours
from isaopt.solve.problem import FIXED_REGISTER, Assignment, InstrReads, Problem
from isaopt.solve.registers import RegisterModel
from isaopt.solve.reuse import plan_reuse

_WINDOW = 6
"""Instructions taken on each side of the costly one."""
_GROUPS = 28
_BASES = 40
_TIME = 0.2
_ROUNDS = 60
_INSTRUCTIONS_A_ROUND = 32
"""A long kernel gets a round for each so many instructions."""
_TOUCHED = 512
"""Instructions that the groups of a round are read by, on average at most: a register that is read all over a long
block makes each round's model as long as the block."""
_LARGEST_COEFFICIENT = 2**40


class Incumbent(Protocol):
    """Holds the best assignment; ``offer`` takes another one only if it is legal and better."""

    best: Assignment
    adjacent: Neighbours

    def offer(self, bases: Assignment | None) -> bool: ...

    def done(self) -> bool:
        """Whether the conflicts are proved to be at their minimum."""
        ...


def improve(problem: Problem, incumbent: Incumbent, effort: float, seed: int) -> bool:
    """Work through the costliest instructions until each neighbourhood was tried or the rounds are used up; whether it
    ended before, since the rounds were too long."""
    search = _Search(problem, incumbent, seed)
    tried: set[tuple[int, int]] = set()
    targets: list[InstrReads] = _costly(problem, incumbent.best)
    rounds = scaled(max(_ROUNDS, len(problem.instructions) // _INSTRUCTIONS_A_ROUND), effort)
    room = rounds * _TOUCHED
    for _ in range(rounds):
        while targets and (targets[0].block, targets[0].index) in tried:
            targets.pop(0)
        if not targets or incumbent.done():
            return False
        if room <= 0:
            return True
        near = search.near(targets[0])
        tried.update((i.block, i.index) for i in near[: _WINDOW + 1])
        groups = search.movable_groups(near)
        touched = search.touched(groups)
        room -= len(touched)
        if incumbent.offer(search.solve(groups, touched)):
            targets = _costly(problem, incumbent.best)
    return False


def _costly(problem: Problem, bases: Assignment) -> list[InstrReads]:
    found = [
        (tuple(-instr.weight * cost for cost in costs[:BANK_READS]), instr)
        for instr, costs in per_instruction(problem, bases, problem.instructions)
        if any(costs[:BANK_READS])
    ]
    return [instr for _, instr in sorted(found, key=lambda entry: (entry[0], entry[1].block, entry[1].index))]


class _Search:
    def __init__(self, problem: Problem, incumbent: Incumbent, seed: int) -> None:
        self.problem, self.incumbent, self.seed = problem, incumbent, seed
        self.plan = plan_reuse(problem, problem.instructions)
        self.blocks: dict[int, list[InstrReads]] = {}
        for instr in sorted(problem.instructions, key=lambda i: (i.block, i.index)):
            self.blocks.setdefault(instr.block, []).append(instr)
        self.place = {(i.block, i.index): at for block in self.blocks.values() for at, i in enumerate(block)}
        self.readers: dict[int, list[InstrReads]] = {}
        for instr in problem.instructions:
            for group in sorted({read.cell.group for read in instr.reads}):
                self.readers.setdefault(group, []).append(instr)

    def near(self, target: InstrReads) -> list[InstrReads]:
        """The instructions around one, the nearest first."""
        at, block = self.place[target.block, target.index], self.blocks[target.block]
        inside = range(max(0, at - _WINDOW), min(len(block), at + _WINDOW + 1))
        return [block[i] for i in sorted(inside, key=lambda i: (abs(i - at), i))]

    def movable_groups(self, instructions: Sequence[InstrReads]) -> list[int]:
        """Positions of the movable groups that the instructions read, the nearest first, up to a limit."""
        problem = self.problem
        found: dict[int, None] = {}
        for instr in instructions:
            for read in instr.reads:
                if read.cell.group != FIXED_REGISTER and len(found) < _GROUPS:
                    at = problem.position[read.cell.group]
                    if not problem.groups[at].fixed:
                        found[at] = None
        return list(found)

    def touched(self, groups: Sequence[int]) -> list[InstrReads]:
        """The instructions that read these groups (positions)."""
        found = {(i.block, i.index): i for g in groups for i in self.readers.get(self.problem.groups[g].id, [])}
        return [found[key] for key in sorted(found)]

    def solve(self, groups: Sequence[int], touched: Sequence[InstrReads]) -> Assignment | None:
        """The best registers of these groups that are found; ``touched`` are their readers."""
        if not groups:
            return None
        hood = RegisterModel(self.problem, self.incumbent.adjacent, self.incumbent.best, groups, _BASES)
        hood.model.minimize(_in_order(hood.costs(touched, self.plan)))
        return hood.search(Limits(_TIME, self.seed, 1, False))


def _in_order(costs: Costs) -> cp_model.LinearExprT:
    """One weighted sum that keeps the order of the objectives: a unit of a level outweighs all that lies below it."""
    scale = 1
    parts: list[cp_model.LinearExprT] = []
    for level in reversed(range(LEVELS)):
        span = sum(abs(weight) * 4 for _, weight in costs.terms[level])
        if scale * max(1, span) > _LARGEST_COEFFICIENT:
            parts, scale = [], 1
        parts.append(costs.expression(level) * scale)
        scale *= span + 1
    return cp_model.LinearExpr.sum(parts)
