"""Names and units of the solver's objectives."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from isaopt.reports.figures import show
from isaopt.reports.page import Span, Table, table
from isaopt.target.bank_models import bank_models

if TYPE_CHECKING:
    from isaopt.transform.base import SolverAnswer

_HOT = "hot-loop "


@dataclass(frozen=True, slots=True)
class SolverObjective:
    """``hot`` says that only the instructions of highest weight are meant, not the kernel."""

    label: str
    unit: str
    hot: bool = False


_PARTS = {1: "cycles", 2: "half cycles"}
_NAMES = {
    "source_clashes": ("sources in one bank", "weighted sources"),
    "bank_reads": ("bank reads", "weighted reads"),
    "highest_vgpr": ("highest VGPR", "register"),
    "pairs": ("dual-issue pairs", "weighted pairs"),
    "cycles that a wave waits": ("cycles that a wave waits", "weighted cycles"),
    "dual_reads": ("bank reads of pairs", "weighted reads"),
}


def objective_of(name: str) -> SolverObjective:
    """The objective that a pass reports under a name; one that is not listed keeps its name."""
    bare = name.removeprefix(_HOT)
    label, unit = _NAMES.get(bare, (bare.replace("_", " "), ""))
    if bare in bank_models():
        parts = bank_models()[bare].reads_per_cycle
        label, unit = f"conflicts, {bare}", f"weighted {_PARTS.get(parts, f'cycles / {parts}')}"
    return SolverObjective(label, unit, bare != name)


WEIGHTS = (
    "Weighted: an instruction counts as often as the loops round it run, 16 times a loop where the trip count is "
    "unknown."
)


def solver_table(answer: SolverAnswer) -> Table:
    """A row for each objective in order: the value reached, and the proved bound."""
    return table(
        ("objective", "of", ">reached", ">bound", "~unit", "status"),
        _rows(answer),
    )


def _rows(answer: SolverAnswer) -> Iterable[tuple[str | Span, ...]]:
    for name, value, bound, status in answer.levels:
        objective = objective_of(name)
        proved = status == "optimal"
        best = "maximal" if value < bound or name.startswith("pairs") else "minimal"
        yield (
            objective.label,
            "hot loops" if objective.hot else "kernel",
            show(value),
            show(bound),
            objective.unit,
            Span(f"proved {best}" if proved else f"gap {show(abs(value - bound))}", "good" if proved else "warn"),
        )
