"""Results as JSON documents, as Markdown and on a terminal; formats only, computes nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields, is_dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from rich.console import Console
from rich.table import Table

from isaopt.reports.figures import KERNEL_FIGURES, LOOP_FIGURES, change, markdown_table, show

if TYPE_CHECKING:
    from isaopt.analysis.metrics import Metrics
    from isaopt.pipeline import KernelReport, PassReport, Result

Json = str | int | float | bool | None | Sequence["Json"] | Mapping[str, "Json"]


def _plain(value: object) -> Json:
    """A dataclass tree as JSON values; exact halves become numbers."""
    if isinstance(value, Fraction):
        return int(value) if value.denominator == 1 else float(value)
    if value is None or isinstance(value, str | bool | int | float):
        return value
    if isinstance(value, Mapping):
        return {str(k): _plain(v) for k, v in value.items()}
    if is_dataclass(value) and not isinstance(value, type):
        return {f.name: _plain(getattr(value, f.name)) for f in fields(value)}
    if isinstance(value, Sequence):
        return [_plain(v) for v in value]
    raise TypeError(f"no JSON form for {type(value).__name__}")


def metrics_document(metrics: Metrics) -> Json:
    """METRICS of the interface contract."""
    return _plain(metrics)


def pass_document(ran: PassReport) -> Json:
    """A pass's entry of ``opt --json``."""
    solver: Json = None
    if ran.solver is not None:
        solver = {
            "status": ran.solver.status,
            "objective": _plain(ran.solver.objective),
            "bound": _plain(ran.solver.bound),
            "levels": [
                {"name": name, "objective": objective, "bound": bound, "status": status}
                for name, objective, bound, status in ran.solver.levels
            ],
        }
    return {
        "name": ran.name,
        "changed": ran.changed,
        "seconds": round(ran.seconds, 3),
        "solver": solver,
        "notes": list(ran.notes),
    }


def _solver_line(ran: PassReport) -> str:
    if ran.solver is None:
        return f"{ran.name}: {'; '.join(ran.notes) or 'nothing to do'}"
    levels = ", ".join(
        f"{name} {show(objective)}" + (" (proved)" if status == "optimal" else f" (bound {show(bound)})")
        for name, objective, bound, status in ran.solver.levels
    )
    return f"{ran.name}: {ran.solver.status}; {levels}; {'; '.join(ran.notes)}"


def kernel_rows(kernel: KernelReport) -> list[tuple[str, str]]:
    """Heading and ``before → after`` of every kernel figure."""
    return [
        (heading, change(getattr(kernel.before, name), getattr(kernel.after, name))) for name, heading in KERNEL_FIGURES
    ]


def loop_rows(kernel: KernelReport) -> list[list[str]]:
    """A row of ``before → after`` figures for each loop."""
    rows = []
    for before, after in zip(kernel.before.loops, kernel.after.loops, strict=False):
        rows.append([change(getattr(before, name), getattr(after, name)) for name, _ in LOOP_FIGURES])
    return rows


def print_summary(result: Result, path: str) -> None:
    """The before and after table of ``opt``, on standard output."""
    console = Console(highlight=False)
    for kernel in result.kernels:
        table = Table(title=f"{path}: {kernel.name} (wave{kernel.wave_size}), {kernel.verify}", title_justify="left")
        table.add_column("figure")
        table.add_column("before → after", justify="right")
        for heading, text in kernel_rows(kernel):
            table.add_row(heading, text)
        console.print(table)
        if kernel.before.loops:
            loops = Table(title="loops", title_justify="left")
            for _, heading in LOOP_FIGURES:
                loops.add_column(heading, justify="right")
            for row in loop_rows(kernel):
                loops.add_row(*row)
            console.print(loops)
        for ran in kernel.passes:
            console.print(_solver_line(ran), soft_wrap=True)


def render_markdown(result: Result, path: str) -> str:
    """The report of an ``opt`` run as Markdown."""
    parts = [f"# isaopt: {path}\n"]
    for kernel in result.kernels:
        parts.append(f"## {kernel.name} (wave{kernel.wave_size}), {kernel.verify}\n")
        parts.append(markdown_table(("figure", "before → after"), kernel_rows(kernel)) + "\n")
        if kernel.before.loops:
            parts.append(markdown_table([h for _, h in LOOP_FIGURES], loop_rows(kernel)) + "\n")
        parts += [f"- {_solver_line(ran)}" for ran in kernel.passes]
        parts.append("")
    return "\n".join(parts)
