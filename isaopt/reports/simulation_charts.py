"""Plots of a simulation as SVG; formats only, computes nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from isaopt.reports.charts import AFTER_COLOUR, draw

if TYPE_CHECKING:
    from matplotlib.axes import Axes

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
                axes.scatter([x for x, _ in at], [y for _, y in at], s=6, marker="|", color=colour, label=name)
        axes.set_yticks(range(len(waves)), [str(wave) for wave in waves])
        axes.set_ylim(len(waves) - 0.5, -0.5)
        axes.xaxis.set_major_formatter(FuncFormatter(_spaced))
        axes.set_ylabel("wave")
        axes.set_xlabel("cycle")
        axes.legend(loc="lower center", bbox_to_anchor=(0.5, 1.0), ncols=len(kinds), fontsize=7, markerscale=2,
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
