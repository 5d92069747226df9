"""``report``'s page: per kernel its figures and what limits it, its loops, its operand table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING

from isaopt.reports.figures import (
    ADDRESS,
    BANK_READS,
    CYCLES,
    DUAL,
    INSTRUCTIONS,
    LDS,
    OPERAND_READS,
    SCRATCH,
    SGPRS,
    SINGLE,
    VALU,
    VGPRS,
    WAVES,
    ReportFigure,
    conflicts,
    show,
)
from isaopt.reports.operands import ShownInstruction, legend, operands_table
from isaopt.reports.page import Block, Bullets, Heading, Page, Paragraph, Span, Table, Text, table, text
from isaopt.reports.pictures import picture_blocks
from isaopt.reports.verdict import verdict_blocks
from isaopt.target.bank_models import shown_models

if TYPE_CHECKING:
    from isaopt.analysis.figures.limits import OccupancyLimits
    from isaopt.analysis.figures.metrics import LoopMetrics, Metrics
    from isaopt.analysis.figures.picture import Picture
    from isaopt.api import Report, ReportKernel


def _loop_columns(model: str, wide: bool) -> tuple[tuple[str, ReportFigure], ...]:
    """A narrow terminal has the models' short names."""
    named = {shown.name: shown.name if wide else shown.heading for shown in shown_models(model)}
    return (
        ("in-\nstr.", INSTRUCTIONS),
        ("VALU", VALU),
        ("dual", DUAL),
        ("pair-\nable", SINGLE),
        *((f"confl.\n{named[name]}", figure) for name, figure in conflicts(model).items()),
        ("bank\nreads", BANK_READS),
        ("oper.\nreads", OPERAND_READS),
        ("addr.\nVALU", ADDRESS),
        ("issue\ncycles", CYCLES),
    )


_LIMITS = {
    "waves": "as many as the hardware holds",
    "vgprs": "limited by VGPRs",
    "lds": "limited by LDS",
    "workgroups": "limited by the number of workgroups",
}


def report_page(
    report: Report,
    hot: bool = False,
    summary: bool = False,
    pictures: Mapping[str, Picture] | None = None,
    verdict: Mapping[str, str] = MappingProxyType({}),
) -> Page:
    """The page of a report; ``hot`` lists only the instructions of loops, ``summary`` none; ``pictures`` and the
    ``verdict`` are by kernel name, for a format that has room for them."""
    blocks: list[Block] = [
        *verdict_blocks(verdict.items()),
        Heading(1, text(Span(report.path, code=True), f" ({report.arch})")),
    ]
    if not report.kernels:
        blocks.append(Paragraph(text("The file has no kernel (no .amdhsa_kernel).")))
    for kernel in report.kernels:
        blocks += _figures_blocks(kernel, report.bank_model)
        if pictures is not None:
            blocks += picture_blocks([("", pictures[kernel.name])])
        entries = [] if summary else list(_entries(kernel, hot))
        if entries:
            blocks += [] if legend(report.bank_model) in blocks else [legend(report.bank_model)]
            blocks.append(operands_table(entries, report.bank_model, text("instructions")))
    return Page(f"{report.path} ({report.arch})", tuple(blocks))


def _figures_blocks(kernel: ReportKernel, model: str) -> Iterator[Block]:
    yield Heading(2, text(Span(kernel.name, code=True), f" (wave{kernel.wave_size})"))
    yield table(
        ("figure", ">value", "~"),
        _figures(kernel.metrics, kernel.limits, model),
    )
    if kernel.blocked:
        yield Bullets(tuple(text("left as it is by opt: ", reason) for reason in kernel.blocked))
    if kernel.metrics.loops:
        yield loops_table(kernel.metrics.loops, model)


def _figures(metrics: Metrics, limits: OccupancyLimits, model: str) -> Iterator[tuple[str, str | Span, str]]:
    def row(figure: ReportFigure, remark: str = "") -> tuple[str, str, str]:
        return figure.label, show(figure.value(metrics)), remark

    yield row(INSTRUCTIONS)
    yield row(VALU, "vector ALU instructions, a dual one counted once")
    yield row(DUAL, f"{100 * metrics.dual / metrics.valu:.0f} % of VALU" if metrics.valu else "")
    yield row(SINGLE, "issued alone, though VOPD has their opcode")
    for name, figure in conflicts(model).items():
        cost = figure.value(metrics)
        chosen = "extra cycles to gather operands" + (", the chosen model" if name == model else "")
        yield figure.label, Span(show(cost), ("bad" if name == model else "warn") if cost else "good"), chosen
    yield row(BANK_READS, f"of {metrics.vgpr_operand_reads} operand reads; operand caches serve the rest (article)")
    yield row(CYCLES, f"VALU and conflicts, {model}; loops once, memory and waits left out")
    yield row(VGPRS, registers_remark(metrics.vgprs, limits))
    yield row(SGPRS)
    yield row(LDS, f"a workgroup's share of {'a WGP' if limits.wgp_mode else 'a CU'}" if metrics.lds_bytes else "")
    yield row(SCRATCH, "spills, or arrays that are indexed" if metrics.scratch_bytes else "")
    yield row(WAVES, _waves_remark(limits))


def registers_remark(vgprs: int, limits: OccupancyLimits) -> str:
    """How far the next occupancy step is, either way."""
    remark = f"{limits.by_vgprs} waves/SIMD up to {limits.vgpr_budget}"
    if limits.next_step is not None:
        target, waves = limits.next_step
        remark += f"; {vgprs - target} fewer for {waves}"
    return remark


def _waves_remark(limits: OccupancyLimits) -> str:
    remark = _LIMITS[limits.limit]
    if limits.limit != "waves":
        remark += f" (VGPRs allow {limits.by_vgprs}, LDS and workgroups {limits.by_lds})"
    if limits.workgroups is not None:
        groups = "workgroup" if limits.workgroups == 1 else "workgroups"
        remark += f"; {limits.workgroups} {groups} resident on a {'WGP' if limits.wgp_mode else 'CU'}"
    return remark


def loop_name(loop: LoopMetrics, indented: bool = True) -> Span:
    """The loop's label, indented by its depth."""
    return Span(("  " * (loop.depth - 1) if indented else "") + loop.label, code=True, loop=loop.label)


def loops_table(loops: tuple[LoopMetrics, ...], model: str) -> Table:
    """A row a loop, outer before inner; figures are of its own body, inner loops left out."""
    return replace(_loops_table(loops, model, True), narrow=_loops_table(loops, model, False))


def _loops_table(loops: tuple[LoopMetrics, ...], model: str, wide: bool) -> Table:
    """``wide`` indents labels."""
    columns = _loop_columns(model, wide)
    return table(
        ("loop", ">depth", ">trips", *(f">{heading}" for heading, _ in columns)),
        (
            (
                loop_name(loop, wide),
                show(loop.depth),
                show(loop.trip_count),
                *(_loop_cell(figure, loop) for _, figure in columns),
            )
            for loop in loops
        ),
        "loops (own body, inner loops left out)",
    )


def _loop_cell(figure: ReportFigure, loop: LoopMetrics) -> Span:
    value = figure.value(loop)
    return Span(show(value), "warn" if value and figure.label.startswith("conflicts") else "")


def _entries(kernel: ReportKernel, hot: bool) -> Iterator[ShownInstruction]:
    """The rows of the operand table, with a banner wherever the innermost loop is another one."""
    inside: str | None = None
    for row in kernel.rows:
        if row.loop is None and hot:
            continue
        if row.loop != inside:
            yield ShownInstruction(banner=_banner(row.loop), loop=row.loop or "")
            inside = row.loop
        yield ShownInstruction(row.line, row.text, row)


def _banner(loop: str | None) -> Text:
    if loop is None:
        return text(Span("outside of loops", "strong"))
    return text(Span("loop ", "strong"), Span(loop, "strong", True, loop=loop))
