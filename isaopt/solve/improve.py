"""Local improvement: free the groups of a few neighbouring instructions, hold all others, solve banks and registers
together.

The current assignment is always a solution of such a neighbourhood, so this works where choosing all banks at once
is out of reach or its choice cannot be packed.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol

from ortools.sat.python import cp_model

from isaopt.solve.costs import add_costs, add_legality
from isaopt.solve.cpsat import Bit, Limits, forbid, run, total
from isaopt.solve.evaluate import per_instruction
from isaopt.solve.pack import Neighbours
from isaopt.solve.problem import BANKS, FIXED_REGISTER, Assignment, CellRef, InstrReads, Problem
from isaopt.solve.reuse import Plan, plan_reuse

_ROUNDS = 60
_TIME = 0.2
_WINDOW = 6
"""Instructions taken on each side of the costly one."""
_GROUPS = 28
_BASES = 40
_LARGEST_COEFFICIENT = 2**40


class Incumbent(Protocol):
    """Holds the best assignment; ``offer`` takes another one only if it is legal and better."""

    best: Assignment
    adjacent: Neighbours

    def offer(self, bases: Assignment | None) -> bool: ...


def improve(problem: Problem, incumbent: Incumbent, effort: int, seed: int) -> None:
    """Work through the costliest instructions until each neighbourhood was tried or the rounds are used up."""
    plan = plan_reuse(problem, problem.instructions)
    blocks: dict[int, list[InstrReads]] = {}
    for instr in sorted(problem.instructions, key=lambda i: (i.block, i.index)):
        blocks.setdefault(instr.block, []).append(instr)
    place = {(i.block, i.index): at for block in blocks.values() for at, i in enumerate(block)}
    readers: dict[int, list[InstrReads]] = {}
    for instr in problem.instructions:
        for group in sorted({read.cell.group for read in instr.reads}):
            readers.setdefault(group, []).append(instr)
    tried: set[tuple[int, int]] = set()
    targets: list[InstrReads] = _costly(problem, incumbent.best)
    for _ in range(_ROUNDS * effort):
        while targets and (targets[0].block, targets[0].index) in tried:
            targets.pop(0)
        if not targets:
            return
        target = targets[0]
        at = place[target.block, target.index]
        block = blocks[target.block]
        near = sorted(range(max(0, at - _WINDOW), min(len(block), at + _WINDOW + 1)), key=lambda i: (abs(i - at), i))
        groups = _movable_groups(problem, (block[i] for i in near))
        tried.update((target.block, block[i].index) for i in near if abs(i - at) <= _WINDOW // 2)
        if groups and incumbent.offer(
            _solve(problem, incumbent, groups, readers, plan, Limits(_TIME, seed, workers=1))
        ):
            targets = _costly(problem, incumbent.best)


def _costly(problem: Problem, bases: Assignment) -> list[InstrReads]:
    found = [
        (-instr.weight * gather2, -instr.weight * article, instr.block, instr.index, instr)
        for instr, gather2, article, _ in per_instruction(problem, bases, problem.instructions)
        if gather2 or article
    ]
    return [entry[4] for entry in sorted(found, key=lambda entry: entry[:4])]


def _movable_groups(problem: Problem, instructions: Iterable[InstrReads]) -> list[int]:
    """Positions of the movable groups that the instructions read, the nearest first, up to a limit."""
    found: dict[int, None] = {}
    for instr in instructions:
        for read in instr.reads:
            if read.cell.group != FIXED_REGISTER and len(found) < _GROUPS:
                at = problem.position[read.cell.group]
                if not problem.groups[at].fixed:
                    found[at] = None
    return list(found)


def _solve(
    problem: Problem,
    incumbent: Incumbent,
    groups: Sequence[int],
    readers: dict[int, list[InstrReads]],
    plan: Plan,
    limits: Limits,
) -> Assignment | None:
    hood = _Neighbourhood(problem, incumbent, groups)
    touched = {(i.block, i.index): i for g in groups for i in readers.get(problem.groups[g].id, [])}
    costs = add_costs(hood.model, problem, [touched[key] for key in sorted(touched)], plan, hood.bit)
    add_legality(hood.model, problem, hood.bit, hood.movable)
    # One weighted sum keeps the order of the objectives: a unit of a level outweighs all that lies below it.
    scale = 1
    parts: list[cp_model.LinearExprT] = []
    for level in (2, 1, 0):
        span = sum(abs(weight) * 4 for _, weight in costs.terms[level])
        if scale * max(1, span) > _LARGEST_COEFFICIENT:
            parts, scale = [], 1
        parts.append(costs.expression(level) * scale)
        scale *= span + 1
    hood.model.minimize(cp_model.LinearExpr.sum(parts))
    outcome = run(hood.model, limits, hood.hint())
    if not outcome.found:
        return None
    bases = list(incumbent.best)
    for g, options in hood.options.items():
        bases[g] = next(base for base, variable in options.items() if outcome.value(variable))
    return tuple(bases)


class _Neighbourhood:
    """Registers of the free groups as Booleans; everything else stands where it is."""

    def __init__(self, problem: Problem, incumbent: Incumbent, groups: Sequence[int]) -> None:
        self.problem, self.held = problem, incumbent.best
        self.model = cp_model.CpModel()
        self.options: dict[int, dict[int, cp_model.IntVar]] = {}
        self.banks: dict[int, tuple[Bit, ...]] = {}
        free = set(groups)
        for g in sorted(free):
            self._open(g, incumbent.adjacent, free)
        for g in sorted(free):
            for other, deltas in incumbent.adjacent[g]:
                if other in free and g < other:
                    for base, variable in self.options[g].items():
                        for delta in deltas:
                            if base - delta in self.options[other]:
                                forbid(self.model, (variable, self.options[other][base - delta]))

    def _open(self, g: int, adjacent: Neighbours, free: set[int]) -> None:
        group, held = self.problem.groups[g], self.held[g]
        taken = {self.held[other] + delta for other, deltas in adjacent[g] if other not in free for delta in deltas}
        room = min(group.limit, self.problem.max_vgprs) - group.width + 1
        bases = [base for base in range(room) if base not in taken]
        # The nearest to where it is now; the neighbours' own registers are among them when they lie close.
        bases = sorted(sorted(bases, key=lambda base: (base != held, abs(base - held), base))[:_BASES])
        self.options[g] = {base: self.model.new_bool_var("") for base in bases}
        self.model.add_exactly_one(self.options[g].values())
        bank_bits: list[Bit] = []
        for bank in range(BANKS):
            inside = [variable for base, variable in self.options[g].items() if base % BANKS == bank]
            bit: Bit = False
            if inside:
                bit = self.model.new_bool_var("")
                self.model.add(total(inside) == bit)
            bank_bits.append(bit)
        self.banks[g] = tuple(bank_bits)

    def movable(self, ref: CellRef) -> bool:
        return ref.group != FIXED_REGISTER and self.problem.position[ref.group] in self.options

    def bit(self, ref: CellRef, bank: int) -> Bit:
        """Whether a cell is in a bank; constants for what is held."""
        if not self.movable(ref):
            return self.problem.register(ref, self.held) % BANKS == bank
        return self.banks[self.problem.position[ref.group]][(bank - ref.offset) % BANKS]

    def hint(self) -> list[tuple[cp_model.IntVar, int]]:
        return [
            (variable, int(base == self.held[g]))
            for g, options in self.options.items()
            for base, variable in options.items()
        ]
