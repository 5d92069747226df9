"""``report``'s output: a summary per kernel and loop, and the operand table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.console import Console
from rich.table import Table

from isaopt.reports.document import Json, metrics_document
from isaopt.reports.figures import KERNEL_FIGURES, LOOP_FIGURES, markdown_table, show
from isaopt.reports.operands import HEADINGS, rich_table, row_texts

if TYPE_CHECKING:
    from isaopt.analysis.operand_table import Row
    from isaopt.api import Report, ReportKernel


def report_document(report: Report) -> Json:
    """The ``--json`` document: METRICS per kernel, and the operand table."""
    return {
        "path": report.path,
        "arch": report.arch,
        "bank_model": report.bank_model,
        "kernels": [_kernel_document(kernel) for kernel in report.kernels],
    }


def _kernel_document(kernel: ReportKernel) -> Json:
    metrics = metrics_document(kernel.metrics)
    assert isinstance(metrics, dict)
    return {
        "name": kernel.name,
        "wave_size": kernel.wave_size,
        **metrics,
        "rows": [
            {
                "line": row.line,
                "loop": row.loop,
                "text": row.text,
                "dual": row.dual,
                "extra_cycles": float(row.extra_cycles),
                "operands": [
                    {
                        "component": "XY"[c.component],
                        "role": c.role,
                        "vgpr": c.vgpr,
                        "bank": c.bank,
                        "served": c.served,
                        "conflict": c.conflict,
                    }
                    for c in row.cells
                ],
            }
            for row in kernel.rows
        ],
    }


def _summary_rows(kernel: ReportKernel) -> list[tuple[str, str]]:
    rows = [(heading, show(getattr(kernel.metrics, name))) for name, heading in KERNEL_FIGURES]
    by_model = kernel.metrics.bank_conflicts_by_model
    return rows + [(f"bank conflicts ({name})", show(value)) for name, value in by_model.items()]


def _loop_rows(kernel: ReportKernel) -> list[list[str]]:
    return [[show(getattr(loop, name)) for name, _ in LOOP_FIGURES] for loop in kernel.metrics.loops]


def _shown_rows(kernel: ReportKernel, hot: bool) -> list[Row]:
    return [row for row in kernel.rows if row.loop is not None or not hot]


def print_report(report: Report, hot: bool, summary: bool) -> None:
    """The report on a terminal, in colour if it is one."""
    console = Console(highlight=False)
    if not console.is_terminal:
        console = Console(highlight=False, width=200)
    for kernel in report.kernels:
        table = Table(
            title=f"{report.path}: {kernel.name} ({report.arch}, wave{kernel.wave_size})", title_justify="left"
        )
        table.add_column("figure")
        table.add_column("value", justify="right")
        for row in _summary_rows(kernel):
            table.add_row(*row)
        console.print(table)
        if kernel.metrics.loops:
            loops = Table(title="loops", title_justify="left")
            for _, heading in LOOP_FIGURES:
                loops.add_column(heading, justify="right")
            for loop_row in _loop_rows(kernel):
                loops.add_row(*loop_row)
            console.print(loops)
        if not summary:
            console.print(rich_table(_shown_rows(kernel, hot), f"operands ({report.bank_model})"))


def render_report(report: Report, hot: bool, summary: bool) -> str:
    """The report as Markdown."""
    parts = [f"# {report.path} ({report.arch})\n"]
    for kernel in report.kernels:
        parts.append(f"## {kernel.name} (wave{kernel.wave_size})\n")
        parts.append(markdown_table(("figure", "value"), _summary_rows(kernel)) + "\n")
        if kernel.metrics.loops:
            parts.append(markdown_table([h for _, h in LOOP_FIGURES], _loop_rows(kernel)) + "\n")
        if not summary:
            parts.append(markdown_table(HEADINGS, [row_texts(r) for r in _shown_rows(kernel, hot)]) + "\n")
    return "\n".join(parts)
