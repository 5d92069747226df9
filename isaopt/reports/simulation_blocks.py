"""Plots and the instruction table of a simulation, for formats that have room for them; computes nothing."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

from isaopt.ir.program import Instruction, Op
from isaopt.isa.meaning import Unit
from isaopt.reports.charts import AFTER_COLOUR, draw
from isaopt.reports.page import Block, Drawing, Span, Table, table, text

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from isaopt.simulator.results import InstructionTime, KernelTime
    from isaopt.simulator.roofline import Roofline


#: A colour for each kind of instruction (Okabe and Ito, "Color universal design", 2008).
_COLOURS = ("#0072b2", "#cc79a7", "#56b4e9", "#009e73", "#e69f00", "#f0e442", "#999999", "#d55e00")


def stall_chart(stalls: Mapping[str, float]) -> str:
    """Cycles by reason, the worst on top."""
    rows = sorted(((reason, cycles) for reason, cycles in stalls.items() if cycles), key=_cycles)

    def paint(axes: Axes) -> None:
        from matplotlib.ticker import FuncFormatter

        axes.barh([reason for reason, _ in rows], [cycles for _, cycles in rows], color=AFTER_COLOUR)
        axes.xaxis.set_major_formatter(FuncFormatter(_spaced))
        axes.set_xlabel("cycles that a wave is held back, on average")

    # The names of the reasons need more room than a plot's axis has beside it.
    return draw(0.9 + 0.28 * len(rows), "stall cycles by reason", paint, left=0.17)


#: Half the height of an instruction in the timeline; a wave's row is 1.
_TICK = 0.25
_ROOF = "#999999"
_TERA = 1e12


def _spaced(value: float, _place: object = None) -> str:
    """A whole number in groups of three digits."""
    return f"{round(value):,}".replace(",", "\u202f")


def _plain(value: float, _place: object = None) -> str:
    """A number on a logarithmic axis as people write it."""
    return _spaced(value) if value >= 1 else f"{value:g}"


def _cycles(row: tuple[str, float]) -> float:
    return row[1]


def timeline_chart(issues: Sequence[tuple[int, int, int]], kinds: Sequence[str]) -> str:
    """What each wave (first of three numbers) issues, of which kind, in which cycle."""
    waves = sorted({wave for wave, _, _ in issues})
    place = {wave: row for row, wave in enumerate(waves)}

    def paint(axes: Axes) -> None:
        from matplotlib.ticker import FuncFormatter

        for number, (name, colour) in enumerate(zip(kinds, _COLOURS, strict=True)):
            at = [(cycle, place[wave]) for wave, kind, cycle in issues if kind == number]
            if at:
                # One line with gaps: a mark of its own for each would make most of the page.
                ticks = [(x, y + end) for x, y in at for end in (-_TICK, _TICK, math.nan)]
                axes.plot([x for x, _ in ticks], [y for _, y in ticks], color=colour, linewidth=1, label=name)
        axes.set_yticks(range(len(waves)), [str(wave) for wave in waves])
        axes.set_ylim(len(waves) - 0.5, -0.5)
        axes.xaxis.set_major_formatter(FuncFormatter(_spaced))
        axes.set_ylabel("wave")
        axes.set_xlabel("cycle")
        axes.legend(loc="lower center", bbox_to_anchor=(0.5, 1.0), ncols=len(kinds), fontsize=7, handlelength=0.8,
                    borderpad=0, borderaxespad=0.3)  # fmt: skip

    return draw(1.4 + 0.16 * len(waves), "what each wave issues, cycle by cycle", paint)


def roofline_chart(roofline: Roofline) -> str:
    """The roofs, and for each level of memory the kernel's rate over its operations a byte there."""
    at = [level.flops_per_byte for level in roofline.levels if level.flops_per_byte]
    top = max(ceiling.flops_per_second for ceiling in roofline.ceilings)
    # Every slope shows its knee, every point has room around it.
    knees = [top / level.bytes_per_second for level in roofline.levels]
    low, high = min([*at, *knees]) / 4, max([*at, *knees]) * 4
    reached = roofline.flops_per_second / _TERA

    def paint(axes: Axes) -> None:
        from matplotlib.ticker import FuncFormatter, LogLocator, NullFormatter

        for ceiling in roofline.ceilings:
            height = ceiling.flops_per_second / _TERA
            axes.plot([low, high], [height] * 2, color=_ROOF, linewidth=1)
            axes.annotate(ceiling.name, (high, height), ha="right", va="bottom", fontsize=8)
        for level, colour in zip(roofline.levels, _COLOURS, strict=False):
            end = min(high, top / level.bytes_per_second)
            rate = level.bytes_per_second / _TERA
            axes.plot([low, end], [low * rate, end * rate], color=colour, linewidth=1.2, label=level.name.upper())
            if level.flops_per_byte:
                roof = min(top / _TERA, level.flops_per_byte * rate)
                at_level = [level.flops_per_byte] * 2
                axes.plot(at_level, [roof, reached], color=colour, linewidth=0.8, linestyle=":")
                axes.scatter([level.flops_per_byte], [reached], color=colour, s=28, zorder=3)
        axes.set_xscale("log")
        axes.set_yscale("log")
        axes.set_xlim(low, high)
        axes.set_xlabel("arithmetic intensity at a level: FLOP/byte")
        axes.set_ylabel("TFLOPS")
        for axis in (axes.xaxis, axes.yaxis):
            axis.set_major_locator(LogLocator(subs=(1.0, 2.0, 5.0) if axis is axes.yaxis else (1.0,), numticks=12))
            axis.set_major_formatter(FuncFormatter(_plain))
            axis.set_minor_formatter(NullFormatter())
        axes.legend(loc="lower right", fontsize=8)

    return draw(4.2, "roofline: what arithmetic and each level of memory allow", paint)


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
    worst, cycles = max(kernel.stalls.items(), key=lambda item: item[1])
    share = cycles / sum(kernel.stalls.values())
    return Drawing(
        text("stalls"),
        text(f"A wave waits most for {worst}: {share:.0%} of its stall cycles."),
        partial(stall_chart, kernel.stalls),
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
    waves = len({wave for wave, _, _ in shown})
    words = (
        f"{len(shown)} instructions that {waves} waves issue in cycles {start} to {min(start + _WINDOW, last)}, "
        "a wave a row."
    )
    return Drawing(text("waves over time"), text(words), partial(timeline_chart, shown, KINDS))


def _roofline(roofline: Roofline) -> Iterator[Block]:
    share = roofline.flops_per_second / roofline.attainable
    lowest = roofline.bound.upper() if len(roofline.bound) < _SHORT else roofline.bound
    words = (
        f"{roofline.flops_per_second / 1e12:.3g} TFLOPS are {share:.0%} of what the lowest roof allows, {lowest}. "
        "A point for each level of memory."
    )
    yield Drawing(text("roofline"), text(words), partial(roofline_chart, roofline))
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


def _instructions(rows: Sequence[InstructionTime], code: Code) -> Table:
    costs = [row.cost for row in rows]
    total, most = sum(costs) or 1.0, max(costs) or 1.0
    cells = []
    for row, cost in zip(rows, costs, strict=True):
        bar = "█" * round(_BAR * cost / most)
        cells.append(
            (
                Span(str(row.line), "dim"),
                f"{row.times:g}",
                f"{sum(row.stalls.values()) / row.issues:.1f}",
                f"{cost / total:.1%}" if cost else "",
                Span(bar, "warn"),
                row.reason,
                Span(_text(code[row.ordinal]), code=True),
            )
        )
    heads = (">line", ">times", ">stall", ">share", "", "mostly", "instruction")
    return table(heads, cells, "stall cycles before each instruction, and its share of all", long=True)
