"""How a kernel's passes were chosen: predicted cycles of the input, the output and what was tried besides."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from isaopt.reports.figures import count, speed, speed_change
from isaopt.reports.page import Block, Bullets, Paragraph, Span, Tone, table, text

if TYPE_CHECKING:
    from isaopt.tuning.model import Candidate, Tuning

_TONES: dict[str, Tone] = {"chosen": "good", "not proved": "warn", "not comparable": "warn"}


def tuning_blocks(tuning: Tuning, full: bool) -> Iterator[Block]:
    """The predicted cycles; ``full`` adds the candidates and what was assumed."""
    if tuning.why:
        yield Paragraph(text(f"{tuning.why[:1].upper()}{tuning.why[1:]}."))
    if not tuning.workloads or not tuning.candidates:
        return
    rows = [
        (f.name, f.description, count(f.before), count(f.after), speed_change(f.before, f.after))
        for f in tuning.workloads
    ]
    right = (f">{name}" for name in ("before", "after", "speed"))
    columns = ["workload", "~", *right]
    yield table(columns, rows, f"predicted cycles, {tuning.title}")
    if not full:
        return
    names = [f.name for f in tuning.workloads]
    figures = [_row(candidate, tuning) for candidate in tuning.candidates]
    columns = ["~passes", *(f">{name}" for name in names), "outcome"]
    yield table(columns, figures, "candidates: predicted speed against the input")
    if tuning.assumed:
        yield Bullets(tuple(text(f"assumed: {line}") for line in tuning.assumed))


def _row(candidate: Candidate, tuning: Tuning) -> tuple[str | Span, ...]:
    figures = [
        speed(workload.before / cycles, 3) if cycles else "–"
        for cycles, workload in zip(candidate.cycles, tuning.workloads, strict=True)
    ]
    outcome = f"{candidate.outcome}: {candidate.why}" if candidate.why else candidate.outcome
    return candidate.passes, *figures, Span(outcome, _TONES.get(candidate.outcome, ""))
