"""A thin wrapper of OR-Tools CP-SAT: deterministic limits, one status vocabulary, values of an outcome.

OR-Tools documents that a search with ``interleave_search`` and a fixed number of workers is deterministic whatever the
number of cores, and that ``max_deterministic_time`` counts work and not seconds (sat_parameters.proto). No wall-clock
limit is ever set, or the same input would give different output on a slower machine.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

from ortools.sat.python import cp_model

from isaopt.interrupt import awaited

Status = Literal["optimal", "feasible", "infeasible", "unknown"]

Bit = cp_model.IntVar | bool
"""A Boolean of a model, or a constant where the choice is already made."""

_STATUS: dict[int, Status] = {
    int(cp_model.OPTIMAL): "optimal",
    int(cp_model.FEASIBLE): "feasible",
    int(cp_model.INFEASIBLE): "infeasible",
}


_NO_BOUND = -(2**62)


@dataclass(frozen=True, slots=True)
class SearchLimits:
    """Work limit of one search in CP-SAT's deterministic units (about a second each on a current core)."""

    deterministic_time: float
    seed: int = 0
    workers: int = 3


@dataclass(frozen=True)
class SearchOutcome:
    """How a search ended; ``bound`` is proved if there is a solution, ``values`` is empty without one."""

    status: Status
    objective: int
    bound: int
    values: Mapping[int, int]

    @property
    def found(self) -> bool:
        return self.status in ("optimal", "feasible")

    def value(self, variable: cp_model.IntVar) -> int:
        return self.values[variable.index]


def run(
    model: cp_model.CpModel, limits: SearchLimits, hint: Iterable[tuple[cp_model.IntVar, int]] = ()
) -> SearchOutcome:
    """Search a model; the hint is replaced, so that one model can be solved again with another objective.

    With several workers the hint of a model with an objective is a solution, and other models get none: OR-Tools 9.15
    aborts the process (``QuickSolveWithHint``: ``heuristics.fixed_search != nullptr``) where one of several workers
    sees as it loads a model with a hint that there is no solution.
    """
    model.clear_hints()  # type: ignore[no-untyped-call]
    if limits.workers == 1 or model.has_objective():
        for variable, value in hint:
            model.add_hint(variable, value)
    solver = cp_model.CpSolver()
    parameters = solver.parameters
    parameters.max_deterministic_time = limits.deterministic_time
    parameters.random_seed = limits.seed
    parameters.num_workers = limits.workers
    parameters.interleave_search = limits.workers > 1
    # The limit is looked at between batches only, and the default ones are three times as long.
    parameters.interleave_batch_size = limits.workers
    parameters.symmetry_level = 2
    # An interrupt is not a limit: OR-Tools would take it as one and return what it has found so far.
    parameters.catch_sigint_signal = False
    found = awaited(lambda: solver.solve(model), solver.stop_search)
    status: Status = _STATUS.get(int(found), "unknown")
    if status not in ("optimal", "feasible"):
        # Without a solution OR-Tools leaves the bound at 0, proved or not.
        return SearchOutcome(status, 0, _NO_BOUND, {})
    response = solver.response_proto
    values = {i: int(v) for i, v in enumerate(response.solution)}
    # The bound is a double just under the integer it proves.
    bound = -int(-(solver.best_objective_bound - 1e-6) // 1) if model.has_objective() else 0
    return SearchOutcome(status, round(solver.objective_value) if model.has_objective() else 0, bound, values)


def scaled(count: int, effort: float) -> int:
    """``count`` multiplied by ``effort``, and at least 1."""
    return max(1, round(count * effort))


def forbid(model: cp_model.CpModel, literals: Iterable[Bit]) -> None:
    """Forbids that all of the literals hold; constants are resolved here."""
    free: list[cp_model.LiteralT] = []
    for literal in literals:
        if isinstance(literal, bool):
            if not literal:
                return
        else:
            free.append(literal.negated())
    model.add_bool_or(free)


def total(terms: Iterable[Bit]) -> cp_model.LinearExprT:
    """The sum of literals and constants."""
    return cp_model.LinearExpr.sum([int(t) if isinstance(t, bool) else t for t in terms])
