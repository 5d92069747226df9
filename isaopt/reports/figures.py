"""Which figures a report shows, in which order, under which name; formats only, computes nothing but differences."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from isaopt.analysis.figures.metrics import LoopMetrics, Metrics
from isaopt.reports.page import Span, Tone
from isaopt.target.bank_models import DEFAULT_MODEL, shown_models

Figures = Metrics | LoopMetrics
Number = int | Fraction | None


@dataclass(frozen=True, slots=True)
class ReportFigure:
    """A figure of a kernel or loop: ``better`` is 1 where more is better, -1 where less is, 0 where neither."""

    label: str
    value: Callable[[Figures], Number]
    better: int = 0


def _field(label: str, name: str, better: int = 0) -> ReportFigure:
    def value(metrics: Figures) -> Number:
        found = getattr(metrics, name)
        assert found is None or isinstance(found, int | Fraction)
        return found

    return ReportFigure(label, value, better)


def _conflicts(model: str) -> ReportFigure:
    return ReportFigure(f"conflicts, {model}", lambda metrics: metrics.bank_conflicts_by_model[model], -1)


INSTRUCTIONS = _field("instructions", "instructions")
VALU = _field("VALU", "valu")
DUAL = _field("dual", "dual", 1)
SINGLE = _field("pairable singles", "single_pairable")
BANK_READS = _field("bank reads", "vgpr_bank_reads", -1)
OPERAND_READS = _field("operand reads", "vgpr_operand_reads")
VGPRS = _field("VGPRs", "vgprs")
SGPRS = _field("SGPRs", "sgprs")
LDS = _field("LDS bytes", "lds_bytes")
SCRATCH = _field("scratch bytes", "scratch_bytes", -1)
WAVES = _field("waves/SIMD", "occupancy_waves_per_simd", 1)
CYCLES = _field("issue cycles", "issue_cycles", -1)
PREDICTED = _field("predicted cycles", "predicted_cycles", -1)
ADDRESS = _field("address VALU", "address_valu", -1)
TRIPS = _field("trips", "trip_count")

#: Column headings and figures of a table with a row for each step of an optimisation.


def conflicts(model: str = DEFAULT_MODEL) -> dict[str, ReportFigure]:
    """The conflicts under each model that is shown beside the chosen one, by name."""
    return {shown.name: _conflicts(shown.name) for shown in shown_models(model)}


STEP_FIGURES = (
    ("instr.", INSTRUCTIONS),
    ("VALU", VALU),
    ("dual", DUAL),
    *((f"conflicts\n{model}", figure) for model, figure in conflicts().items()),
    ("bank\nreads", BANK_READS),
    ("issue\ncycles", CYCLES),
    ("VGPRs", VGPRS),
    ("waves/\nSIMD", WAVES),
)


def kernel_figures(model: str) -> tuple[ReportFigure, ...]:
    """The figures of a kernel under a register-file model."""
    return (
        *(INSTRUCTIONS, VALU, DUAL, SINGLE, *conflicts(model).values()),
        *(BANK_READS, OPERAND_READS, CYCLES, VGPRS, SGPRS, LDS, SCRATCH, WAVES),
    )


def speed(ratio: float, digits: int = 2) -> str:
    """How fast a version is, from the time before over the time after: ``1.41× faster``, ``0.90× as fast``."""
    said = f"{ratio:.{digits}f}"
    return f"{said}× faster" if float(said) > 1 else f"{said}× as fast"


def speed_change(before: float, after: float) -> Span:
    """The same of the times, toned by whether that is better."""
    if not after:
        return Span("")
    return Span(speed(before / after), "good" if after < before else "bad" if after > before else "")


def count(number: float) -> str:
    """A whole number in groups of three digits."""
    return f"{round(number):,}"


def show(value: object) -> str:
    """A figure as text: whole numbers without a point, halves as decimals, unknown as ``?``."""
    if value is None:
        return "?"
    if isinstance(value, Fraction | float):
        number = float(value)
        return str(int(number)) if number.is_integer() else f"{number:g}"
    return str(value)


def difference(figure: ReportFigure, before: Number, after: Number) -> Span:
    """``+2`` or ``-8``, toned by whether that is better; empty where nothing changed or one side is unknown."""
    if before is None or after is None or before == after:
        return Span("")
    delta = Fraction(after) - Fraction(before)
    tone: Tone = "" if not figure.better else "good" if (delta > 0) == (figure.better > 0) else "bad"
    return Span(f"{'+' if delta > 0 else ''}{show(delta)}", tone)


def change(figure: ReportFigure, before: Number, after: Number) -> Span:
    """``8 → 0``, toned by whether that is better, or the one value where nothing changed."""
    if before == after:
        return Span(show(before))
    return Span(f"{show(before)} → {show(after)}", difference(figure, before, after).tone)
