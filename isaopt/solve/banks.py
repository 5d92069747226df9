"""Stage A: choose the bank of every group's base register.

Registers are left out of the model: a bank only needs room for the cells live in it at each point. That makes the model
a relaxation of the whole problem: the bounds that :func:`prove` gets from it hold for every assignment within the
budget, since there a read counts as served wherever it might be, also by another web that could have the same register.
The model's choices need not fit: tuples whose bases lie in different banks cannot take turns in one place without
leaving gaps. The search therefore also asks for *slots*: each bank of a base reserves the most registers that its
tuples hold at any point, and the reservations together fit the budget.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from ortools.sat.python import cp_model

from isaopt.solve.costs import BANK_READS, LEVELS, Costs, add_costs, add_legality
from isaopt.solve.cpsat import Bit, SearchLimits, SearchOutcome, run, total
from isaopt.solve.evaluate import Objective
from isaopt.solve.problem import BANKS, FIXED_REGISTER, CellRef, InstrReads, Problem, RegisterGroup
from isaopt.solve.reuse import plan_reuse

_CAPACITY_TERMS = 30_000
"""Live cells in capacity constraints at the start; points beyond are added only where a solution overfills them."""


class BankAssignmentModel:
    """The CP-SAT model of stage A: bank Booleans, room in the banks, VOPD rules, costs of the instructions given.

    A read may also be served because another web that could have its register went before: a relaxation.
    """

    def __init__(self, problem: Problem, instructions: Sequence[InstrReads]) -> None:
        self.problem = problem
        self.model = cp_model.CpModel()
        self.base: list[tuple[Bit, ...]] = [self._base(group) for group in problem.groups]
        self.uncovered = self._capacity_points()
        self.highest = self.model.new_int_var(-1, max(problem.max_vgprs - 1, 0), "")
        self._add_points(_CAPACITY_TERMS)
        add_legality(self.model, problem, self.bit, self._movable)
        self.costs: Costs = add_costs(self.model, problem, instructions, plan_reuse(instructions), self.bit)

    def _base(self, group: RegisterGroup) -> tuple[Bit, ...]:
        if group.fixed:
            return tuple(group.current % BANKS == bank for bank in range(BANKS))
        bits = tuple(self.model.new_bool_var("") for _ in range(BANKS))
        self.model.add_exactly_one(bits)
        return bits

    def _movable(self, ref: CellRef) -> bool:
        return ref.group != FIXED_REGISTER and not isinstance(self.base[self.problem.position[ref.group]][0], bool)

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

    def _inside(self, ref: CellRef) -> bool:
        """Whether the cell takes room within the budget; a fixed group may lie beyond it."""
        group = self.problem.groups[self.problem.position[ref.group]]
        return not group.fixed or group.current + ref.offset < self.problem.max_vgprs

    def _cover(self, point: tuple[CellRef, ...]) -> None:
        inside = [ref for ref in point if self._inside(ref)]
        for bank in range(BANKS):
            load = total(self.bit(ref, bank) for ref in inside)
            self.model.add(load <= self.capacity(bank))
            # The last of n registers of a bank has at least this index.
            self.model.add(BANKS * load + (bank - BANKS) <= self.highest)

    def overfull(self, banks: Sequence[int]) -> list[int]:
        """Positions in ``uncovered`` of the points that these banks overfill."""
        found = []
        for at, point in enumerate(self.uncovered):
            loads = [0] * BANKS
            for ref in point:
                loads[(banks[self.problem.position[ref.group]] + ref.offset) % BANKS] += self._inside(ref)
            if any(load > self.capacity(bank) for bank, load in enumerate(loads)):
                found.append(at)
        return found

    def cover_overfull(self, banks: Sequence[int]) -> bool:
        """Adds the constraints that these banks violate; returns whether there were any."""
        broken = set(self.overfull(banks))
        for at in sorted(broken):
            self._cover(self.uncovered[at])
        self.uncovered = [point for at, point in enumerate(self.uncovered) if at not in broken]
        return bool(broken)

    def reserve_slots(self) -> None:
        """Requires that tuples fit without changing places: see the module's text."""
        position = self.problem.position
        room = [self.model.new_int_var(0, self.problem.max_vgprs, "") for _ in range(BANKS)]
        seen: set[frozenset[int]] = set()
        for point in self.problem.live_sets:
            wide = frozenset(i for i in (position[ref.group] for ref in point) if self.problem.groups[i].width >= BANKS)
            if not wide or wide in seen:
                continue
            seen.add(wide)
            for bank in range(BANKS):
                held = [(self.base[i][bank], -(-self.problem.groups[i].width // BANKS) * BANKS) for i in sorted(wide)]
                terms = [bit * size for bit, size in held]
                self.model.add(cp_model.LinearExpr.sum(terms) <= room[bank])
        self.model.add(cp_model.LinearExpr.sum(room) <= self.problem.max_vgprs // BANKS * BANKS)

    def banks(self, outcome: SearchOutcome) -> tuple[int, ...]:
        """The bank of every group's base in a solution."""
        return tuple(
            next(b for b, x in enumerate(bits) if (x if isinstance(x, bool) else outcome.value(x)))
            for bits in self.base
        )

    def hint(self, banks: Sequence[int]) -> list[tuple[cp_model.IntVar, int]]:
        return [
            (variable, int(bank == at))
            for bits, bank in zip(self.base, banks, strict=True)
            for at, variable in enumerate(bits)
            if not isinstance(variable, bool)
        ]


@dataclass(frozen=True)
class BankChoice:
    """Banks of the groups (in their order), and the value of each objective in the model: None if no solution was found
    within the limit."""

    banks: tuple[int, ...]
    values: tuple[int | None, ...]


def choose_banks(
    problem: Problem,
    instructions: Iterable[InstrReads],
    start: Sequence[int],
    limits: SearchLimits,
    below: tuple[int, ...] | None = None,
) -> BankChoice:
    """Minimises the objectives, and the fill of the fullest bank, in order, over whole blocks.

    ``start`` is a legal choice of banks, kept wherever the search finds nothing better. If there are no fewer
    conflicts than ``below``, nothing else is minimised.
    """
    model = BankAssignmentModel(problem, tuple(instructions))
    model.reserve_slots()
    choice = _solve_levels(model, start, limits, below)
    if model.cover_overfull(choice.banks):
        # The search only has to correct what it overfilled.
        less = replace(limits, deterministic_time=limits.deterministic_time / 3)
        choice = _solve_levels(model, choice.banks, less, below)
    return choice


def _free_of_conflicts(model: BankAssignmentModel, start: Sequence[int], limits: SearchLimits) -> SearchOutcome:
    """A search for banks without any conflict: mostly there are such, and one search is less work than one a level."""
    cp = model.model.clone()
    for level in range(BANK_READS):
        cp.add(model.costs.expression(level) <= -model.costs.constant[level])
    return run(cp, limits, model.hint(start))


def _solve_levels(
    model: BankAssignmentModel, start: Sequence[int], limits: SearchLimits, below: tuple[int, ...] | None
) -> BankChoice:
    banks = tuple(start)
    values: list[int | None] = []
    cp = model.model.clone()
    less = replace(limits, deterministic_time=limits.deterministic_time / 3)
    free = _free_of_conflicts(model, banks, less)
    if free.found:
        banks, values = model.banks(free), [0] * BANK_READS
        for level in range(BANK_READS):
            cp.add(model.costs.expression(level) <= -model.costs.constant[level])
    for level in range(len(values), LEVELS + 1):
        found = tuple(value for value in values if value is not None)
        if below is not None and level == len(found) == BANK_READS and found >= below:
            break
        expression = model.highest if level == LEVELS else model.costs.expression(level)
        cp.minimize(expression)
        outcome = run(cp, limits if level < LEVELS else less, model.hint(banks))
        if outcome.status != "optimal":
            # What hangs on a level that is not proved is worth less work.
            limits = less
        if not outcome.found:
            if level < LEVELS:
                values.append(None)
            if level == 0:
                break
            continue
        banks = model.banks(outcome)
        if level < LEVELS:
            values.append(outcome.objective + model.costs.constant[level])
        cp.add(expression <= outcome.objective)
    return BankChoice(banks, tuple(values) + (None,) * (LEVELS - len(values)))


def prove(
    problem: Problem,
    instructions: Sequence[InstrReads],
    banks: Sequence[int],
    value: Objective,
    limits: SearchLimits,
    searched: int = LEVELS + 1,
) -> Objective:
    """Bounds of the objectives over these instructions (whole blocks) for a solution of the given value.

    ``banks`` are the solution's.  Only the first ``searched`` levels are searched, and none after one that stays
    open: its gap would make theirs meaningless.  A level that cannot be better than it is costs no search.
    """
    bounds = [0] * LEVELS + [highest_bound(problem)]
    if not instructions or (value[:LEVELS] == (0,) * LEVELS and value.highest_vgpr <= bounds[LEVELS]):
        return Objective(*bounds)
    model = BankAssignmentModel(problem, instructions)
    cp, costs = model.model.clone(), model.costs
    bounds[BANK_READS] = max(0, costs.constant[BANK_READS] + sum(weight for _, weight in costs.terms[BANK_READS]))
    for level, expression in enumerate([*map(costs.expression, range(LEVELS)), model.highest]):
        constant = costs.constant[level] if level < LEVELS else 0
        if value[level] > bounds[level]:
            if level >= searched:
                break
            cp.minimize(expression)
            outcome = run(cp, limits, model.hint(banks))
            bounds[level] = max(bounds[level], outcome.bound + constant)
            if value[level] > bounds[level]:
                break
        cp.add(expression <= value[level] - constant)
    return Objective(*bounds)


def highest_bound(problem: Problem) -> int:
    """A lower bound on the number of registers: those live at one point, and those of fixed groups, which do not
    move."""
    fixed = max((g.current + g.width - 1 for g in problem.groups if g.fixed), default=-1)
    width = max((g.width for g in problem.groups), default=0)
    return max(fixed, width - 1, max(map(len, problem.live_sets), default=0) - 1)
