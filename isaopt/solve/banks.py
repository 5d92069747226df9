"""Stage A: choose the bank of every group's base register, at a proved minimum where the work limit allows.

Registers are left out: a bank only has to have room for what is live in it at each point.  That makes the model a
relaxation of the whole problem, so its bounds hold for the whole problem.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from ortools.sat.python import cp_model

from isaopt.solve.costs import Costs, add_costs, add_legality
from isaopt.solve.cpsat import Bit, Limits, run, total
from isaopt.solve.problem import BANKS, FIXED_REGISTER, CellRef, InstrReads, Problem
from isaopt.solve.reuse import plan_reuse

LEVELS = 3
"""Conflict objectives in the model: gather2, article, bank reads."""

_CAPACITY_TERMS = 30_000
"""Live cells in capacity constraints at the start; points beyond are added only where a solution overfills them."""


@dataclass(frozen=True)
class BankChoice:
    """Banks of the groups (in their order), and for each level the model's value and what is proved about it.

    ``bounds`` are for exact values, given that the levels before hold at ``values`` (None: no solution found in the
    limit).
    """

    banks: tuple[int, ...]
    values: tuple[int | None, ...]
    bounds: tuple[int, ...]


class BankModel:
    """The CP-SAT model of stage A: bank Booleans, room in the banks, VOPD rules, costs of the instructions given."""

    def __init__(self, problem: Problem, instructions: Sequence[InstrReads]) -> None:
        self.problem = problem
        self.model = cp_model.CpModel()
        self.base: list[tuple[Bit, ...]] = [self._base(i) for i in range(len(problem.groups))]
        self.uncovered = self._capacity_points()
        self.load = self.model.new_int_var(0, -(-problem.max_vgprs // BANKS), "")
        self._add_points(_CAPACITY_TERMS)
        add_legality(self.model, problem, self.bit, self._movable)
        self.costs: Costs = add_costs(self.model, problem, instructions, plan_reuse(problem, instructions), self.bit)

    def _base(self, i: int) -> tuple[Bit, ...]:
        group = self.problem.groups[i]
        if group.fixed:
            return tuple(group.current % BANKS == bank for bank in range(BANKS))
        bits = tuple(self.model.new_bool_var("") for _ in range(BANKS))
        self.model.add_exactly_one(bits)
        return bits

    def _movable(self, ref: CellRef) -> bool:
        return ref.group != FIXED_REGISTER and not self.problem.groups[self.problem.position[ref.group]].fixed

    def bit(self, ref: CellRef, bank: int) -> Bit:
        """Whether a cell is in a bank."""
        if ref.group == FIXED_REGISTER:
            return ref.offset % BANKS == bank
        return self.base[self.problem.position[ref.group]][(bank - ref.offset) % BANKS]

    def capacity(self, bank: int) -> int:
        """Registers of a bank within the budget."""
        return (self.problem.max_vgprs - bank + BANKS - 1) // BANKS

    def _capacity_points(self) -> list[tuple[CellRef, ...]]:
        room = min(self.capacity(bank) for bank in range(BANKS))
        points = [point for point in self.problem.live_sets if len(point) > room]
        return sorted(points, key=len, reverse=True)

    def _add_points(self, budget: int) -> None:
        while self.uncovered and budget > 0:
            point = self.uncovered.pop(0)
            budget -= len(point)
            self._cover(point)

    def _cover(self, point: tuple[CellRef, ...]) -> None:
        inside = [ref for ref in point if self.problem.register(ref, self.problem.current) < self.problem.max_vgprs]
        for bank in range(BANKS):
            load = total(self.bit(ref, bank) for ref in inside)
            self.model.add(load <= self.capacity(bank))
            self.model.add(load <= self.load)

    def overfull(self, banks: Sequence[int]) -> list[int]:
        """Positions in ``uncovered`` of the points that these banks overfill."""
        found = []
        for at, point in enumerate(self.uncovered):
            loads = [0] * BANKS
            for ref in point:
                loads[(banks[self.problem.position[ref.group]] + ref.offset) % BANKS] += 1
            if any(load > self.capacity(bank) for bank, load in enumerate(loads)):
                found.append(at)
        return found

    def cover_overfull(self, banks: Sequence[int]) -> bool:
        """Add the constraints that these banks break; whether there were any."""
        broken = set(self.overfull(banks))
        for at in sorted(broken):
            self._cover(self.uncovered[at])
        self.uncovered = [point for at, point in enumerate(self.uncovered) if at not in broken]
        return bool(broken)

    def hint(self, banks: Sequence[int]) -> list[tuple[cp_model.IntVar, int]]:
        return [
            (variable, int(bank == at))
            for bits, bank in zip(self.base, banks, strict=True)
            for at, variable in enumerate(bits)
            if not isinstance(variable, bool)
        ]


def choose_banks(
    problem: Problem, instructions: Iterable[InstrReads], start: Sequence[int], limits: Limits, balance: bool = True
) -> BankChoice:
    """Minimise gather2, then article, then bank reads, then the fullest bank, over whole blocks of instructions.

    ``start`` is a legal choice of banks, kept wherever the search finds nothing better.
    """
    model = BankModel(problem, tuple(instructions))
    banks, values, bounds = _solve_levels(model, start, limits, balance)
    if model.cover_overfull(banks):
        # The search only has to mend what it overfilled; what the relaxation before proved still holds.
        less = replace(limits, deterministic_time=limits.deterministic_time / 3)
        banks, again, proved = _solve_levels(model, banks, less, balance)
        for level in range(LEVELS):
            if values[:level] == again[:level]:
                proved[level] = max(proved[level], bounds[level])
        values, bounds = again, proved
    return BankChoice(banks, tuple(values), tuple(bounds))


def _solve_levels(
    model: BankModel, start: Sequence[int], limits: Limits, balance: bool
) -> tuple[tuple[int, ...], list[int | None], list[int]]:
    banks = tuple(start)
    values: list[int | None] = []
    bounds: list[int] = []
    slacks = (0, model.costs.slack, model.costs.slack)
    cp = model.model.clone()
    given = True
    for level in range(LEVELS + balance):
        expression = model.load if level == LEVELS else model.costs.expression(level)
        cp.minimize(expression)
        outcome = run(cp, limits, model.hint(banks))
        if not outcome.found:
            # The hint is feasible but was not completed within the limit; nothing is known beyond the trivial.
            if level < LEVELS:
                values.append(None)
                bounds.append(_lower(model, level))
            given = False
            continue
        banks = tuple(
            next(b for b, x in enumerate(bits) if (x if isinstance(x, bool) else outcome.value(x)))
            for bits in model.base
        )
        if level == LEVELS:
            break
        constant = model.costs.constant[level]
        values.append(outcome.objective + constant)
        proved = max(outcome.bound + constant - slacks[level], _lower(model, level))
        # With slack in an earlier level, an exact optimum may lie outside of what that level was held to.
        bounds.append(proved if given else _lower(model, level))
        given = given and slacks[level] == 0
        cp.add(expression <= outcome.objective)
    return banks, values, bounds


def _lower(model: BankModel, level: int) -> int:
    """What holds without any search: every read that could be served is."""
    if level < LEVELS - 1:
        return 0
    saved = sum(weight for _, weight in model.costs.terms[level])
    return max(0, model.costs.constant[level] + saved - model.costs.slack)
