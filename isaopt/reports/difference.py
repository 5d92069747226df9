"""``diff``'s page: figures before and after, and the instructions that changed with their banks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from isaopt.reports.figures import (
    ADDRESS,
    BANK_READS,
    CYCLES,
    DUAL,
    PREDICTED,
    TRIPS,
    VALU,
    VGPRS,
    WAVES,
    Figures,
    ReportFigure,
    change,
    conflicts,
    count,
    difference,
    kernel_figures,
    show,
    speed_change,
)
from isaopt.reports.kernel import loop_name
from isaopt.reports.operands import ShownInstruction, legend, operands_table
from isaopt.reports.page import Block, Heading, Page, Paragraph, Span, Table, Tone, table, text
from isaopt.reports.replay import SimulatedVersions, replay_blocks
from isaopt.reports.verdict import diff_verdict, verdict_blocks
from isaopt.target.bank_models import DEFAULT_MODEL

if TYPE_CHECKING:
    from isaopt.analysis.figures.comparison import Change, Diff, KernelComparison
    from isaopt.analysis.figures.metrics import LoopMetrics, Metrics

#: Figures that grow with the iterations that the text holds.
_OF_WORK = (BANK_READS, CYCLES, ADDRESS)
#: Operands may become more by this factor, for addresses and copies, before a text counts as unrolled.
_SAME_WORK = 1.25

_LOOP_COLUMNS = (
    ("trips", TRIPS),
    ("VALU", VALU),
    ("dual", DUAL),
    *((f"conflicts\n{model}", figure) for model, figure in conflicts().items()),
    ("bank\nreads", BANK_READS),
    ("addr.\nVALU", ADDRESS),
    ("issue\ncycles", CYCLES),
)


def diff_page(
    diff: Diff,
    summary: bool = False,
    details: Mapping[str, Sequence[Block]] | None = None,
    replays: Mapping[str, SimulatedVersions] | None = None,
) -> Page:
    """The page of a comparison; ``summary`` leaves instructions out.  ``details`` are more blocks by kernel
    name and ``replays`` what the simulator says of both versions, for a format that has room for them."""
    verdicts = ((k.name, diff_verdict(k, (replays or {}).get(k.name))) for k in diff.kernels)
    blocks: list[Block] = [
        *verdict_blocks(verdicts),
        Heading(1, text(Span(diff.before, code=True), " → ", Span(diff.after, code=True), f" ({diff.arch})")),
    ]
    if details and diff.kernels:
        rows = ((k.name, Span("changed" if k.changed else "same"), k.before, k.after) for k in diff.kernels)
        blocks.append(headline(rows))
    for kernel in diff.kernels:
        blocks.append(Heading(2, text(Span(kernel.name, code=True))))
        blocks += [Heading(3, text("Figures"))] if details else []
        blocks += figures_blocks(kernel.before, kernel.after, diff.bank_model)
        blocks += (details or {}).get(kernel.name, ())
        if kernel.name in (replays or {}):
            blocks += replay_blocks((replays or {})[kernel.name], not summary)
        if not summary:
            blocks += [Heading(3, text("Instructions"))] if details else []
            blocks += [legend(diff.bank_model)] if kernel.changes and legend(diff.bank_model) not in blocks else []
            blocks.append(changes_block(kernel, diff.bank_model))
    for names, path in ((diff.only_before, diff.before), (diff.only_after, diff.after)):
        blocks += [Paragraph(text("only in ", Span(path, code=True), ": ", Span(name, code=True))) for name in names]
    return Page(f"{diff.before} → {diff.after}", tuple(blocks))


def headline(kernels: Iterable[tuple[str, Span, Metrics, Metrics]]) -> Table:
    """A row per kernel (name, status, figures before and after): the reasons for the verdict."""
    columns = [
        "~kernel",
        ">predicted\ncycles",
        *(f">{words}" for words in ("dual share", "conflicts", "VGPRs", "waves/SIMD")),
        "~result",
    ]
    rows = []
    for name, verdict, before, after in kernels:
        shares = (_share(before), _share(after))
        better: Tone = "good" if shares[1] > shares[0] else "bad" if shares[1] < shares[0] else ""
        words = [f"{share:.0%}" for share in shares]
        rows.append(
            [
                Span(name, code=True),
                _cycles(before, after),
                Span(" → ".join(words), better) if words[0] != words[1] else Span(words[0]),
                *(_both(figure, before, after) for figure in (*list(conflicts().values())[:1], VGPRS, WAVES)),
                verdict,
            ]
        )
    return table(columns, rows)


def _share(metrics: Metrics) -> float:
    return metrics.dual / metrics.valu if metrics.valu else 0.0


def _both(figure: ReportFigure, before: Metrics, after: Metrics) -> Span:
    return change(figure, figure.value(before), figure.value(after))


def _cycles(before: Metrics, after: Metrics) -> Span:
    old, new = ("–" if m.predicted_cycles is None else count(float(m.predicted_cycles)) for m in (before, after))
    tone = difference(PREDICTED, before.predicted_cycles, after.predicted_cycles).tone
    return Span(old if old == new else f"{old} → {new}", tone)


def _grown(before: Figures, after: Figures) -> bool:
    """Whether the text does the work of several iterations that it did one of: counts of it do not compare then."""
    return after.vgpr_operand_reads > _SAME_WORK * before.vgpr_operand_reads


def figures_blocks(before: Metrics, after: Metrics, model: str = DEFAULT_MODEL) -> Iterator[Block]:
    """The figures of a kernel side by side with the change, then those of its loops."""
    rows = []
    if before.predicted_cycles and after.predicted_cycles:
        old, new = float(before.predicted_cycles), float(after.predicted_cycles)
        rows.append((PREDICTED.label, count(old), count(new), speed_change(old, new)))
    grown = _grown(before, after)
    for figure in kernel_figures(model):
        a, b = figure.value(before), figure.value(after)
        change_ = difference(figure, a, b)
        rows.append((figure.label, show(a), show(b), _untoned(change_) if grown and figure in _OF_WORK else change_))
    yield table(("figure", ">before", ">after", ">change"), rows)
    if grown:
        yield Paragraph(
            text("The text grew, as loops were unrolled: it counts several iterations where it counted one.")
        )
    if before.loops or after.loops:
        yield table(
            ("loop", *(f">{heading}" for heading, _ in _LOOP_COLUMNS)),
            _loop_rows(before.loops, after.loops),
            "loops (own body, inner loops left out)",
        )


def _untoned(span: Span) -> Span:
    return Span(span.text)


def _loop_rows(before: Sequence[LoopMetrics], after: Sequence[LoopMetrics]) -> Iterator[list[Span]]:
    """A row a loop, matched by label; a loop that one side lacks has its figures alone, and what one side does in
    fewer passes is not judged."""
    ours, theirs = ({loop.label: loop for loop in loops} for loops in (before, after))
    for loop in (*before, *(loop for loop in after if loop.label not in ours)):
        a, b = ours.get(loop.label), theirs.get(loop.label)
        cells = [loop_name(loop)]
        for _, figure in _LOOP_COLUMNS:
            if a is not None and b is not None:
                cell = change(figure, figure.value(a), figure.value(b))
                cells.append(_untoned(cell) if _grown(a, b) and figure in _OF_WORK else cell)
            else:
                side = f"{show(figure.value(loop))} → –" if b is None else f"– → {show(figure.value(loop))}"
                cells.append(Span(side))
        yield cells


def changes_block(kernel: KernelComparison, model: str) -> Block:
    """The instructions that changed, old above new, or a sentence that none did."""
    if not kernel.changes:
        return Paragraph(text("No instruction changed."))
    old = sum(len(change_.before) for change_ in kernel.changes)
    new = sum(len(change_.after) for change_ in kernel.changes)
    counted = f"{old} of {kernel.before.instructions}" if old == new else f"{old} replaced by {new}"
    entries = [entry for change_ in kernel.changes for entry in _entries(change_)]
    return operands_table(entries, model, text(f"changed instructions: {counted}"))


def _entries(change_: Change) -> Iterator[ShownInstruction]:
    if len(change_.before) == len(change_.after):
        for old, new in zip(change_.before, change_.after, strict=True):
            yield ShownInstruction(old.line, old.text, old.row, "-")
            yield ShownInstruction(new.line, new.text, new.row, "+")
        return
    yield from (ShownInstruction(line.line, line.text, line.row, "-") for line in change_.before)
    yield from (ShownInstruction(line.line, line.text, line.row, "+") for line in change_.after)
