"""Plots and the instruction table of a simulation, for formats that have room for them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from isaopt.ir.program import Instruction, Op
from isaopt.isa.meaning import Unit
from isaopt.reports.page import Block, Drawing, Span, Table, table, text

if TYPE_CHECKING:
    from isaopt.simulator.results import InstructionTime, KernelTime
    from isaopt.simulator.roofline import Roofline

#: Instructions by their ordinals.
Code = Sequence[Instruction]

_BAR = 24
_WINDOW = 1200
#: Names of memory levels are abbreviations, names of ceilings words.
_SHORT = 5

#: What a wave issues.
KINDS = ("dual VALU", "matrix", "VALU", "LDS", "vector memory", "scalar memory", "barrier, wait or hint", "SALU")
_UNITS = {
    Unit.MATRIX: "matrix", Unit.VALU: "VALU", Unit.TRANS: "VALU", Unit.LDS: "LDS", Unit.LDS_DIRECT: "LDS",
    Unit.VMEM: "vector memory", Unit.SMEM: "scalar memory", Unit.INTERNAL: "barrier, wait or hint",
}  # fmt: skip


def kind_of(op: Op) -> int:
    """The index of what an instruction is in :data:`KINDS`."""
    return KINDS.index("dual VALU" if op.pair is not None else _UNITS.get(op.desc.unit, "SALU"))


def simulation_blocks(kernel: KernelTime, code: Code) -> Iterator[Block]:
    """The stalls as bars, the waves over time, and what each instruction costs."""
    if any(kernel.stalls.values()):
        yield _stalls(kernel)
    if kernel.timeline:
        yield _timeline(kernel, code)
    if kernel.roofline is not None and kernel.roofline.flops and any(v.flops_per_byte for v in kernel.roofline.levels):
        yield from _roofline(kernel.roofline)
    rows = [i for i in kernel.instructions if i.issues]
    if rows:
        yield _instructions(rows, code)


def _stalls(kernel: KernelTime) -> Drawing:
    def svg() -> str:
        from isaopt.reports.simulation_charts import stall_chart

        return stall_chart(kernel.stalls)

    worst, cycles = max(kernel.stalls.items(), key=lambda item: item[1])
    share = cycles / sum(kernel.stalls.values())
    return Drawing(
        text("stalls"), text(f"What holds a wave back most is {worst}: {share:.0%} of its stall cycles."), svg
    )


def _timeline(kernel: KernelTime, code: Code) -> Drawing:
    """A stretch from the middle of the run, where the waves are in their steady state."""
    last = max(cycle for _, _, cycle in kernel.timeline)
    start = max(0, (last - _WINDOW) // 2)
    shown = [
        (wave, kind_of(code[ordinal].op), cycle)
        for wave, ordinal, cycle in kernel.timeline
        if start <= cycle < start + _WINDOW
    ]

    def svg() -> str:
        from isaopt.reports.simulation_charts import timeline_chart

        return timeline_chart(shown, KINDS)

    waves = len({wave for wave, _, _ in shown})
    words = (
        f"{len(shown)} instructions that {waves} waves issue in cycles {start} to {min(start + _WINDOW, last)}, "
        "a wave a row."
    )
    return Drawing(text("waves over time"), text(words), svg)


def _roofline(roofline: Roofline) -> Iterator[Block]:
    def svg() -> str:
        from isaopt.reports.simulation_charts import roofline_chart

        return roofline_chart(roofline)

    share = roofline.flops_per_second / roofline.attainable
    lowest = roofline.bound.upper() if len(roofline.bound) < _SHORT else roofline.bound
    words = (
        f"{roofline.flops_per_second / 1e12:.3g} TFLOPS are {share:.0%} of what the lowest roof allows, {lowest}. "
        "A point for each level of memory."
    )
    yield Drawing(text("roofline"), text(words), svg)
    rows: list[tuple[Span | str, ...]] = [
        (c.name, "", "", f"{c.flops_per_second / 1e12:.3g} TFLOPS", Span(c.source, "dim")) for c in roofline.ceilings
    ]
    rows += [
        (
            level.name.upper(),
            _bytes(level.bytes),
            "" if level.flops_per_byte is None else f"{level.flops_per_byte:.3g}",
            f"{level.bytes_per_second / 1e12:.3g} TB/s",
            Span(level.source, "dim"),
        )
        for level in roofline.levels
    ]
    columns = (
        "roof", ">moved", ">FLOP/byte", ">peak",
        "~from",
    )  # fmt: skip
    yield table(columns, rows, "roofs of the whole GPU")


def _bytes(number: float) -> str:
    unit, scale = next(((u, s) for u, s in (("GB", 1e9), ("MB", 1e6), ("kB", 1e3)) if number >= s), ("B", 1.0))
    return f"{number / scale:.4g} {unit}"


def _text(instruction: Instruction) -> str:
    return " ".join(instruction.text[instruction.start : instruction.end].split())


def _cost(instruction: InstructionTime) -> float:
    """Cycles that the instruction holds a wave back in the whole launch."""
    return sum(instruction.stalls.values()) / instruction.issues * instruction.times


def _instructions(rows: Sequence[InstructionTime], code: Code) -> Table:
    costs = [_cost(row) for row in rows]
    total, most = sum(costs) or 1.0, max(costs) or 1.0
    cells = []
    for row, cost in zip(rows, costs, strict=True):
        reason = max(row.stalls.items(), key=_by_cycles)[0] if any(row.stalls.values()) else ""
        bar = "█" * round(_BAR * cost / most)
        cells.append(
            (
                Span(str(row.line), "dim"),
                f"{row.times:g}",
                f"{sum(row.stalls.values()) / row.issues:.1f}",
                f"{cost / total:.1%}" if cost else "",
                Span(bar, "warn"),
                reason,
                Span(_text(code[row.ordinal]), code=True),
            )
        )
    heads = (">line", ">times", ">stall", ">share", "", "mostly", "instruction")
    return table(heads, cells, "stall cycles before each instruction, and its share of all", long=True)


def _by_cycles(item: tuple[str, int]) -> int:
    return item[1]
