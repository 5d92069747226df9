"""``diff``'s output: figures before and after, and the instructions that changed with their banks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.console import Console
from rich.table import Table

from isaopt.reports.document import Json, metrics_document
from isaopt.reports.figures import KERNEL_FIGURES, LOOP_FIGURES, change, markdown_table

if TYPE_CHECKING:
    from isaopt.analysis.comparison import Change, KernelComparison
    from isaopt.analysis.operand_table import Row
    from isaopt.api import Diff

_HEADINGS = ("line", "before", "banks", "line", "after", "banks")


def diff_document(diff: Diff) -> Json:
    """The ``--json`` document: METRICS as ``before`` and ``after`` for each kernel."""
    return {
        "before": diff.before,
        "after": diff.after,
        "arch": diff.arch,
        "bank_model": diff.bank_model,
        "kernels": [
            {
                "name": kernel.name,
                "before": metrics_document(kernel.before),
                "after": metrics_document(kernel.after),
                "changed": [
                    {
                        "before": [{"line": line, "text": text} for line, text, _ in change_.before],
                        "after": [{"line": line, "text": text} for line, text, _ in change_.after],
                    }
                    for change_ in kernel.changes
                ],
            }
            for kernel in diff.kernels
        ],
    }


def _banks(row: Row | None) -> str:
    if row is None:
        return ""
    halves = []
    for component in (0, 1):
        cells = [c.text for c in row.cells if c.component == component]
        if cells:
            halves.append(" ".join(cells))
    return " :: ".join(halves)


def _figures(kernel: KernelComparison) -> list[tuple[str, str]]:
    return [(heading, change(getattr(kernel.before, n), getattr(kernel.after, n))) for n, heading in KERNEL_FIGURES]


def _loops(kernel: KernelComparison) -> list[list[str]]:
    return [
        [change(getattr(a, name), getattr(b, name)) for name, _ in LOOP_FIGURES]
        for a, b in zip(kernel.before.loops, kernel.after.loops, strict=False)
    ]


def _changed_rows(change_: Change) -> list[list[str]]:
    rows = []
    for i in range(max(len(change_.before), len(change_.after))):
        cells: list[str] = []
        for side in (change_.before, change_.after):
            cells += [str(side[i][0]), side[i][1], _banks(side[i][2])] if i < len(side) else ["", "", ""]
        rows.append(cells)
    return rows


def print_diff(diff: Diff, summary: bool) -> None:
    """The comparison on a terminal."""
    console = Console(highlight=False)
    if not console.is_terminal:
        console = Console(highlight=False, width=240)
    for kernel in diff.kernels:
        table = Table(title=f"{kernel.name}: {diff.before} → {diff.after} ({diff.arch})", title_justify="left")
        table.add_column("figure")
        table.add_column("before → after", justify="right")
        for row in _figures(kernel):
            table.add_row(*row)
        console.print(table)
        if kernel.before.loops:
            loops = Table(title="loops", title_justify="left")
            for _, heading in LOOP_FIGURES:
                loops.add_column(heading, justify="right")
            for loop_row in _loops(kernel):
                loops.add_row(*loop_row)
            console.print(loops)
        if not summary and kernel.changes:
            changed = Table(title=f"changed instructions ({diff.bank_model})", title_justify="left", box=None)
            for heading in _HEADINGS:
                changed.add_column(heading, no_wrap=True)
            for change_ in kernel.changes:
                for cells in _changed_rows(change_):
                    changed.add_row(*cells)
            console.print(changed)


def render_diff(diff: Diff, summary: bool) -> str:
    """The comparison as Markdown."""
    parts = [f"# {diff.before} → {diff.after} ({diff.arch})\n"]
    for kernel in diff.kernels:
        parts.append(f"## {kernel.name}\n")
        parts.append(markdown_table(("figure", "before → after"), _figures(kernel)) + "\n")
        if kernel.before.loops:
            parts.append(markdown_table([h for _, h in LOOP_FIGURES], _loops(kernel)) + "\n")
        if not summary and kernel.changes:
            rows = [cells for change_ in kernel.changes for cells in _changed_rows(change_)]
            parts.append(markdown_table(_HEADINGS, rows) + "\n")
    return "\n".join(parts)
