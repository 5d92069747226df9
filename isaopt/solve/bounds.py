"""Proved lower bounds of the objectives, each given that the ones before it keep their values.

They come from a relaxation of the whole problem, so they hold for every assignment within the budget: registers are
left out and only banks chosen (:class:`isaopt.solve.banks.BankAssignmentModel`), and a read counts as served wherever
it might be, also by another web that could have the same register.
"""

from __future__ import annotations

from collections.abc import Sequence

from isaopt.solve.banks import BankAssignmentModel
from isaopt.solve.costs import BANK_READS, LEVELS
from isaopt.solve.cpsat import SearchLimits, run
from isaopt.solve.evaluate import Objective
from isaopt.solve.problem import InstrReads, Problem


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
    model = BankAssignmentModel(problem, instructions, sharing=True)
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
