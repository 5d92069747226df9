"""Which figures a report shows, in which order, under which name; formats only, computes nothing."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

#: (attribute of Metrics, heading)
KERNEL_FIGURES: tuple[tuple[str, str], ...] = (
    ("instructions", "instructions"),
    ("valu", "VALU"),
    ("dual", "dual"),
    ("bank_conflicts", "bank conflicts"),
    ("vgpr_bank_reads", "bank reads"),
    ("vgpr_operand_reads", "operand reads"),
    ("vgprs", "VGPRs"),
    ("sgprs", "SGPRs"),
    ("lds_bytes", "LDS bytes"),
    ("scratch_bytes", "scratch bytes"),
    ("occupancy_waves_per_simd", "waves/SIMD"),
    ("predicted_cycles", "issue cycles"),
)

#: (attribute of LoopMetrics, heading)
LOOP_FIGURES: tuple[tuple[str, str], ...] = (
    ("label", "loop"),
    ("depth", "depth"),
    ("trip_count", "trips"),
    ("instructions", "instructions"),
    ("valu", "VALU"),
    ("dual", "dual"),
    ("single_pairable", "pairable singles"),
    ("bank_conflicts", "bank conflicts"),
    ("vgpr_bank_reads", "bank reads"),
    ("vgpr_operand_reads", "operand reads"),
    ("predicted_cycles", "issue cycles"),
)


def show(value: object) -> str:
    """A figure as people read it: whole numbers without a point, halves as decimals, unknown as ``?``."""
    if value is None:
        return "?"
    if isinstance(value, Fraction | float):
        number = float(value)
        return str(int(number)) if number.is_integer() else f"{number:g}"
    return str(value)


def change(before: object, after: object) -> str:
    """``before → after`` with the difference, or the one value where nothing changed."""
    if before == after:
        return show(before)
    text = f"{show(before)} → {show(after)}"
    if isinstance(before, int | float | Fraction) and isinstance(after, int | float | Fraction):
        delta = float(after) - float(before)
        text += f" ({'+' if delta > 0 else ''}{show(delta)})"
    return text


def markdown_table(headings: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A Markdown table, cells escaped."""
    lines = ["| " + " | ".join(headings) + " |", "|" + " --- |" * len(headings)]
    lines += ["| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |" for row in rows]
    return "\n".join(lines)
