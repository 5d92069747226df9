"""``diff``'s page: figures before and after, and the instructions that changed with their banks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from isaopt.reports.figures import (
    ADDRESS,
    BANK_READS,
    CONFLICTS,
    CYCLES,
    DUAL,
    KERNEL_FIGURES,
    VALU,
    change,
    difference,
    show,
)
from isaopt.reports.kernel import loop_name
from isaopt.reports.operands import LEGEND, Entry, operands_table
from isaopt.reports.page import Block, Column, Heading, Page, Paragraph, Span, Table, table, text

if TYPE_CHECKING:
    from isaopt.analysis.comparison import Change, KernelComparison
    from isaopt.analysis.metrics import LoopMetrics, Metrics
    from isaopt.api import Diff

_LOOP_COLUMNS = (
    ("VALU", VALU),
    ("dual", DUAL),
    *((f"conflicts\n{model}", figure) for model, figure in CONFLICTS.items()),
    ("bank\nreads", BANK_READS),
    ("addr.\nVALU", ADDRESS),
    ("issue\ncycles", CYCLES),
)


def diff_page(diff: Diff, summary: bool = False, details: Mapping[str, Sequence[Block]] | None = None) -> Page:
    """The page of a comparison; ``summary`` leaves the changed instructions out.  ``details`` are more blocks by kernel
    name, for a format that has room for them."""
    blocks: list[Block] = [
        Heading(1, text(Span(diff.before, code=True), " → ", Span(diff.after, code=True), f" ({diff.arch})"))
    ]
    for kernel in diff.kernels:
        blocks.append(Heading(2, text(Span(kernel.name, code=True))))
        blocks += figures_blocks(kernel.before, kernel.after)
        blocks += (details or {}).get(kernel.name, ())
        if not summary:
            blocks += [LEGEND] if kernel.changes and LEGEND not in blocks else []
            blocks.append(changes_block(kernel, diff.bank_model))
    for names, path in ((diff.only_before, diff.before), (diff.only_after, diff.after)):
        blocks += [Paragraph(text("only in ", Span(path, code=True), ": ", Span(name, code=True))) for name in names]
    return Page(f"{diff.before} → {diff.after}", tuple(blocks))


def figures_blocks(before: Metrics, after: Metrics) -> Iterator[Table]:
    """The figures of a kernel side by side with the change, then those of its loops."""
    rows = []
    for figure in KERNEL_FIGURES:
        a, b = figure.value(before), figure.value(after)
        rows.append((figure.label, show(a), show(b), difference(figure, a, b)))
    yield table(
        (Column("figure"), Column("before", "right"), Column("after", "right"), Column("change", "right")), rows
    )
    if before.loops or after.loops:
        yield table(
            (Column("loop"), *(Column(heading, "right") for heading, _ in _LOOP_COLUMNS)),
            _loop_rows(before.loops, after.loops),
            "loops (own body, inner loops left out)",
        )


def _loop_rows(before: Sequence[LoopMetrics], after: Sequence[LoopMetrics]) -> Iterator[list[Span]]:
    """A row a loop, matched by label; a loop that one side lacks has its figures alone."""
    ours, theirs = ({loop.label: loop for loop in loops} for loops in (before, after))
    for loop in (*before, *(loop for loop in after if loop.label not in ours)):
        a, b = ours.get(loop.label), theirs.get(loop.label)
        cells = [loop_name(loop)]
        for _, figure in _LOOP_COLUMNS:
            if a is not None and b is not None:
                cells.append(change(figure, figure.value(a), figure.value(b)))
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


def _entries(change_: Change) -> Iterator[Entry]:
    if len(change_.before) == len(change_.after):
        for old, new in zip(change_.before, change_.after, strict=True):
            yield Entry(old.line, old.text, old.row, "-")
            yield Entry(new.line, new.text, new.row, "+")
        return
    yield from (Entry(line.line, line.text, line.row, "-") for line in change_.before)
    yield from (Entry(line.line, line.text, line.row, "+") for line in change_.after)
