"""Banks and registers in one CP-SAT model: exact where stage A is a relaxation.

A Boolean for each base of each group that may move; at each point at most one live cell sits in a register.
"""

from __future__ import annotations

from collections.abc import Sequence

from ortools.sat.python import cp_model

from isaopt.solve.costs import Costs, add_costs, add_legality
from isaopt.solve.cpsat import Bit, SearchLimits, run, total
from isaopt.solve.pack import Neighbours
from isaopt.solve.problem import BANKS, FIXED_REGISTER, Assignment, CellRef, InstrReads, Problem
from isaopt.solve.reuse import Plan, plan_reuse


class RegisterModel:
    """The model over all groups (by position in ``Problem.groups``) but the fixed ones, which stay where they are
    ``held``."""

    def __init__(self, problem: Problem, adjacent: Neighbours, held: Assignment) -> None:
        self.problem, self.held = problem, held
        self.model = cp_model.CpModel()
        self.options: dict[int, dict[int, cp_model.IntVar]] = {}
        self.banks: dict[int, tuple[Bit, ...]] = {}
        self.rows: dict[CellRef, tuple[Bit, ...]] = {}
        for g, group in enumerate(problem.groups):
            if not group.fixed:
                self._open(g, adjacent)
        self._exclude()
        add_legality(self.model, problem, self.bit, self.movable)

    @property
    def open(self) -> bool:
        """Whether every group that may move has a base left."""
        return all(self.options.values())

    def _open(self, g: int, adjacent: Neighbours) -> None:
        groups = self.problem.groups
        group, others = groups[g], zip(*adjacent.of(g), strict=True)
        taken = {self.held[other] + delta for other, delta in others if groups[other].fixed}
        room = min(group.limit, self.problem.max_vgprs) - group.width + 1
        bases = [base for base in range(room) if base not in taken]
        self.options[g] = {base: self.model.new_bool_var("") for base in bases}
        self.model.add_exactly_one(self.options[g].values())
        bits: list[Bit] = []
        for bank in range(BANKS):
            inside = [variable for base, variable in self.options[g].items() if base % BANKS == bank]
            bit: Bit = False
            if inside:
                bit = self.model.new_bool_var("")
                self.model.add(total(inside) == bit)
            bits.append(bit)
        self.banks[g] = tuple(bits)

    def _exclude(self) -> None:
        position, groups = self.problem.position, self.problem.groups
        refs = [CellRef(groups[g].id, cell.offset) for g in self.options for cell in groups[g].cells]
        for members in self.problem.live_among(refs):
            holders: dict[int, list[cp_model.IntVar]] = {}
            for ref in members:
                for base, variable in self.options[position[ref.group]].items():
                    holders.setdefault(base + ref.offset, []).append(variable)
            for register in sorted(holders):
                if len(holders[register]) > 1:
                    self.model.add_at_most_one(holders[register])

    def movable(self, ref: CellRef) -> bool:
        return ref.group != FIXED_REGISTER and self.problem.position[ref.group] in self.options

    def bit(self, ref: CellRef, bank: int) -> Bit:
        """Whether a cell is in a bank; a constant if its group is fixed."""
        row = self.rows.get(ref)
        if row is None:
            row = self.rows[ref] = tuple(self._bit(ref, at) for at in range(BANKS))
        return row[bank]

    def _bit(self, ref: CellRef, bank: int) -> Bit:
        if not self.movable(ref):
            return self.problem.register(ref, self.held) % BANKS == bank
        return self.banks[self.problem.position[ref.group]][(bank - ref.offset) % BANKS]

    def costs(self, instructions: Sequence[InstrReads], plan: Plan) -> Costs:
        return add_costs(self.model, self.problem, instructions, plan, self.bit)

    def search(self, limits: SearchLimits, hinted: bool = True) -> Assignment | None:
        """Registers of all groups, searched from the held ones if ``hinted``; None if the limit ended the search before
        one was found."""
        hint = [
            (variable, int(base == self.held[g]))
            for g, options in self.options.items()
            for base, variable in options.items()
            if hinted
        ]
        outcome = run(self.model, limits, hint)
        if not outcome.found:
            return None
        bases = list(self.held)
        for g, options in self.options.items():
            bases[g] = next(base for base, variable in options.items() if outcome.value(variable))
        return tuple(bases)


def reach(
    problem: Problem,
    adjacent: Neighbours,
    start: Assignment | None,
    targets: Sequence[int | None],
    limits: SearchLimits,
) -> Assignment | None:
    """Registers with which each objective is at most its target (None: any), with all groups free; None if none are
    found. ``start`` is where to look first.

    A solution with a given value is far easier to find than a minimum: this realises a value that a relaxation proved.
    """
    model = RegisterModel(problem, adjacent, start or problem.current)
    if not model.open:
        return None
    if any(target is not None for target in targets):
        costs = model.costs(problem.instructions, plan_reuse(problem.instructions))
        for level, target in enumerate(targets):
            if target is not None:
                model.model.add(costs.expression(level) + costs.constant[level] <= target)
    return model.search(limits, start is not None)
