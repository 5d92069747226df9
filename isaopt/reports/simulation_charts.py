"""Plots of a simulation as SVG; formats only, computes nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from isaopt.reports.charts import AFTER_COLOUR, draw

if TYPE_CHECKING:
    from matplotlib.axes import Axes

#: A colour for each kind of instruction (Okabe and Ito, "Color universal design", 2008).
_COLOURS = ("#0072b2", "#cc79a7", "#56b4e9", "#009e73", "#e69f00", "#f0e442", "#999999", "#d55e00")


def stall_chart(stalls: Mapping[str, float]) -> str:
    """Cycles by reason, the worst on top."""
    rows = sorted(((reason, cycles) for reason, cycles in stalls.items() if cycles), key=_cycles)

    def paint(axes: Axes) -> None:
        axes.barh([reason for reason, _ in rows], [cycles for _, cycles in rows], color=AFTER_COLOUR)
        axes.set_xlabel("cycles that a wave is held back, on average")

    # The names of the reasons need more room than a plot's axis has beside it.
    return draw(0.9 + 0.28 * len(rows), "stall cycles by reason", paint, left=0.17)


def _cycles(row: tuple[str, float]) -> float:
    return row[1]


def timeline_chart(issues: Sequence[tuple[int, int, int]], kinds: Sequence[str]) -> str:
    """What each wave (first of three numbers) issues, of which kind, in which cycle."""
    waves = sorted({wave for wave, _, _ in issues})
    place = {wave: row for row, wave in enumerate(waves)}

    def paint(axes: Axes) -> None:
        for number, (name, colour) in enumerate(zip(kinds, _COLOURS, strict=True)):
            at = [(cycle, place[wave]) for wave, kind, cycle in issues if kind == number]
            if at:
                axes.scatter([x for x, _ in at], [y for _, y in at], s=6, marker="|", color=colour, label=name)
        axes.set_yticks(range(len(waves)), [str(wave) for wave in waves])
        axes.set_ylim(len(waves) - 0.5, -0.5)
        axes.set_ylabel("wave")
        axes.set_xlabel("cycle")
        axes.legend(loc="lower center", bbox_to_anchor=(0.5, 0.98), ncols=len(kinds), fontsize=7, markerscale=3)

    return draw(1.4 + 0.16 * len(waves), "what each wave issues, cycle by cycle", paint)
