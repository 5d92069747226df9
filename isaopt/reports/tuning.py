"""How a kernel's passes were chosen: predicted cycles of the input, the output and the other candidates."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from isaopt.reports.figures import count, speed, speed_change
from isaopt.reports.page import Block, Bullets, Paragraph, Span, Tone, table, text

if TYPE_CHECKING:
    from isaopt.tuning.model import Measured, TriedPasses, Tuning

#: So many of the best candidates are shown where there is no room for all.
_BEST = 4
_TONES: dict[str, Tone] = {"chosen": "good", "not proved": "warn", "not comparable": "warn", "failed": "bad"}


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
    listed = tuning.candidates if full else _best(tuning)
    if full or len(listed) > 1:
        names = [f.name for f in tuning.workloads]
        names += ["measured"] if tuning.measured is not None else []
        figures = [_row(candidate, tuning) for candidate in listed]
        columns = ["~passes", *(f">{name}" for name in names), "outcome"]
        yield table(columns, figures, "candidates: predicted speed against the input")
    yield from _measured(tuning.measured) if tuning.measured is not None else ()
    if tuning.search is not None:
        did = tuning.search
        cut = f", {did.cut} cut as they could not win" if did.cut else ""
        share = f"{did.work / did.most:.0%}".replace("%", " %") if did.most else "none"
        yield Paragraph(text(f"{did.tried} choices of passes tried{cut}, with {share} of the work: {did.ended}."))
    if not full:
        return
    if tuning.assumed:
        yield Bullets(tuple(text(f"assumed: {line}") for line in tuning.assumed))


def _measured(found: Measured) -> Iterator[Block]:
    """The GPU's additional measurements of the candidates."""
    again = f", {found.remembered} answers remembered" if found.remembered else ""
    scale = f", {found.scale:.2f} times what is predicted" if found.scale is not None else ""
    took = f"the input takes {found.seconds * 1e6:.2f} us{scale}; times scatter by {found.noise:.1%}"
    yield Paragraph(text(f"{found.device}: {found.launches} launches{again}: {found.ended}; {took}."))
    off = f"Predicted ratios are off by {found.misfit:.1%}"
    if found.parameters:
        changes = ", ".join(f"{name} = {new} instead of {old}" for name, old, new in found.parameters)
        off += f", and by {found.corrected:.1%} with {changes}, by which candidates were chosen from then on"
    yield Paragraph(text(f"{off}."))


def _best(tuning: Tuning) -> tuple[TriedPasses, ...]:
    """The best few candidates."""
    return tuple(c for c in tuning.candidates if c.outcome in ("chosen", "beaten", "failed"))[:_BEST]


def _row(candidate: TriedPasses, tuning: Tuning) -> tuple[str | Span, ...]:
    figures = [
        speed(workload.before / cycles, 3) if cycles else "–"
        for cycles, workload in zip(candidate.cycles, tuning.workloads, strict=True)
    ]
    outcome = f"{candidate.outcome}: {candidate.why}" if candidate.why else candidate.outcome
    if tuning.measured is not None:
        found = candidate.measured
        figures.append(f"{speed(found.value, 3)} ({found.low:.3f} to {found.high:.3f})" if found is not None else "–")
    return candidate.passes, *figures, Span(outcome, _TONES.get(candidate.outcome, ""))
