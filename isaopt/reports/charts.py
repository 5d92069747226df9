"""Plots of a kernel's picture as SVG, by matplotlib; formats only, computes nothing.

An SVG stands inside the page: its lines and letters take the page's colours, light or dark, through CSS variables.
"""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Sequence
from html import escape
from typing import TYPE_CHECKING

import numpy as np

from isaopt.printable import inline

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure as Canvas

    from isaopt.analysis.figures.picture import Picture

#: What matplotlib draws with, and the CSS variable that takes its place.
_INK, _GRID, _DIM, _BAD = "#010101", "#020202", "#030303", "#040404"
_VARIABLES = {_INK: "var(--fg)", _GRID: "var(--line)", _DIM: "var(--dim)", _BAD: "var(--bad)"}

#: One colour a bank and one a version, distinguishable by colour-blind readers on light and dark ground (Okabe and Ito,
#: "Color universal design", 2008).
BANK_COLOURS = ("#0072b2", "#e69f00", "#009e73", "#cc79a7")
BEFORE_COLOUR, AFTER_COLOUR = "#e69f00", "#0072b2"

_WIDTH = 10.0
#: Plots along the program share their edges, so that they can be read one below the other; words stand right of them.
_LEFT, _RIGHT = 0.075, 0.885
#: Where nothing stands beside a plot, this much is left for half of the last number below it.
_EDGE = 0.965
#: Of the steps above what a kernel uses, the next one is drawn in if it lies within this factor.
_NEAR = 2.5

_HOW = escape("pip install 'isaopt[plots]'")
_NO_PLOT = (
    '<svg viewBox="0 0 720 24" role="img"><title>{title}</title><text x="0" y="16" fill="var(--dim)" font-size="12">'
    f"No plot: matplotlib is missing ({_HOW}).</text></svg>"
)

Draw = Callable[["Axes"], None]


def box(height: float, left: float = _LEFT, right: float = _RIGHT) -> tuple[float, float, float, float]:
    """Left, top, width and height of the plot's area in a chart of that height in inches, as fractions of it."""
    top, bottom = 0.3 / height, 0.55 / height
    return left, top, right - left, 1 - top - bottom


def draw(height: float, title: str, paint: Draw, left: float = _LEFT, right: float = _EDGE) -> str:
    """An SVG element of a plot; ``height`` in inches at a width of 10, ``title`` for readers who do not see it,
    ``left`` and ``right`` where the plot's area begins and ends, as shares of the width.  Without matplotlib it is a
    line that says so."""
    try:
        import matplotlib
    except ImportError:
        return _NO_PLOT.format(title=escape(title))
    from matplotlib.backends.backend_svg import FigureCanvasSVG
    from matplotlib.figure import Figure

    with matplotlib.rc_context(
        {
            "svg.fonttype": "none",
            "svg.hashsalt": "isaopt",
            "font.size": 10,
            "text.color": _INK,
            "axes.edgecolor": _GRID,
            "axes.labelcolor": _INK,
            "xtick.color": _DIM,
            "ytick.color": _DIM,
            "legend.framealpha": 0.0,
            "legend.labelcolor": _INK,
            "path.simplify": False,
        }
    ):
        figure = Figure(figsize=(_WIDTH, height))
        FigureCanvasSVG(figure)
        left, top, width, tall = box(height, left, right)
        axes = figure.add_axes((left, 1 - top - tall, width, tall))
        for side in ("top", "right"):
            axes.spines[side].set_visible(False)
        paint(axes)
        return _embedded(figure, title)


def _embedded(figure: Canvas, title: str) -> str:
    """The figure as an element that scales with the page and has the page's colours."""
    from html import escape

    out = io.BytesIO()
    figure.savefig(out, format="svg", transparent=True, metadata={"Date": None, "Creator": None})
    svg = "\n".join(map(inline, out.getvalue().decode().split("\n")))
    svg = svg[svg.index("<svg") :]
    svg = re.sub(r"<metadata>.*?</metadata>", "", svg, flags=re.DOTALL)
    # A tenth of a point is less than a pixel.
    svg = re.sub(r'(?<= d=")[^"]*', lambda path: re.sub(r"(\.\d)\d+", r"\1", path[0]), svg)
    # The page's own letters, without comments and indentation.
    svg = re.sub(r" font-family: [^;]*;|<!--.*?-->", "", svg)
    svg = re.sub(r"\s*\n\s*", "\n", svg)
    for colour, variable in _VARIABLES.items():
        svg = svg.replace(colour, variable)
    # Ids must not repeat in a page with several charts; the hash of the content makes them distinct.
    import hashlib

    mark = hashlib.sha256(svg.encode()).hexdigest()[:8]
    svg = re.sub(r'(id="|xlink:href="#|url\(#)', rf"\g<1>{mark}-", svg)
    svg = re.sub(r'^<svg ([^>]*?)width="[^"]*"', r"<svg \1", svg, count=1)
    svg = re.sub(r'^<svg ([^>]*?)height="[^"]*"', r"<svg \1", svg, count=1)
    label = escape(title, quote=True)
    return svg.replace("<svg ", f'<svg role="img" aria-label="{label}" ', 1).strip()


def _loops(axes: Axes, picture: Picture) -> None:
    """Shade the loops, deeper ones stronger."""
    for loop in picture.loops:
        axes.axvspan(loop.first - 0.5, loop.last + 0.5, color=_DIM, alpha=0.10, linewidth=0, zorder=0)
    inner = {loop.label: loop for loop in picture.loops if loop.depth == max(p.depth for p in picture.loops)}
    for loop in inner.values():
        where = (loop.first + loop.last) / 2
        axes.annotate(loop.label, (where, 1.01), xycoords=("data", "axes fraction"), ha="center", fontsize=8)


def _time(axes: Axes, instructions: int) -> None:
    axes.set_xlim(-0.5, max(instructions - 0.5, 0.5))
    axes.set_xlabel("instruction, in program order")


def pressure_chart(versions: Sequence[tuple[str, Picture]]) -> str:
    """Occupied VGPRs along the program, for one version or two, with the budgets of the occupancy steps around."""

    def paint(axes: Axes) -> None:
        longest = max(len(picture.lines) for _, picture in versions)
        peak = max(max(picture.pressure, default=0) for _, picture in versions)
        top = peak
        colours = (BEFORE_COLOUR, AFTER_COLOUR) if len(versions) > 1 else (AFTER_COLOUR,)
        for (name, picture), colour in zip(versions, colours, strict=True):
            values = np.array(picture.pressure)
            # Where nothing changes, there is nothing to draw.
            at = np.append(np.flatnonzero(np.diff(values, prepend=-1)), len(values) - 1)
            axes.step(at / 2, values[at], where="post", color=colour, linewidth=1.4, label=name)
        top = max(top, _steps(axes, versions[-1][1].steps, peak))
        _loops(axes, versions[-1][1])
        _time(axes, longest)
        axes.set_ylim(0, top * 1.04 + 1)
        axes.set_ylabel("VGPRs occupied")
        if len(versions) > 1:
            axes.legend(loc="upper left", bbox_to_anchor=(1.0, 0.3), fontsize=8)

    return draw(3.4, "VGPRs occupied along the program", paint, right=_RIGHT)


def _steps(axes: Axes, steps: Sequence[tuple[int, int]], peak: int) -> int:
    """A line at the most VGPRs with which so many waves fit, for each number of them up to the next beyond ``peak``;
    how high the highest line is.  One that is far above is only named: the curve would lie flat on the ground."""
    beyond = min((budget for budget, _ in steps if budget >= peak), default=0)
    shown = [(budget, waves) for budget, waves in steps if budget <= min(max(beyond, 1.35 * peak), _NEAR * peak + 8)]
    for budget, waves in shown:
        axes.axhline(budget, color=_DIM, linewidth=0.8, linestyle=(0, (4, 3)))
        _beside(axes, f"{waves} waves: {budget}", (budget, "data"))
    if beyond and all(budget < beyond for budget, _ in shown):
        waves = dict(steps)[beyond]
        _beside(axes, f"{waves} waves: {beyond} ↑", (1.0, "axes fraction"))
    return max((budget for budget, _ in shown), default=0)


def _beside(axes: Axes, words: str, at: tuple[float, str]) -> None:
    """Small words right of the plot."""
    height, system = at
    place = (1.01, height)
    axes.annotate(words, place, xycoords=("axes fraction", system), va="center", fontsize=8, color=_DIM)


def bank_map(picture: Picture, instructions: int) -> str:
    """Bank by time: how many operands each VALU instruction reads from a bank; collisions in the row above.  The axis
    has room for so many ``instructions``."""
    rows = len(picture.banks[0].reads) if picture.banks else 0

    def paint(axes: Axes) -> None:
        from matplotlib.colors import to_rgb

        image = np.zeros((rows + 1, len(picture.lines), 4))
        for use in picture.banks:
            for bank, (read, hit) in enumerate(zip(use.reads, use.served, strict=True)):
                if read or hit:
                    image[bank, use.ordinal, :3] = to_rgb(BANK_COLOURS[bank])
                    image[bank, use.ordinal, 3] = min(0.55 + 0.3 * (read - 1), 1.0) if read else 0.15
            if any(use.extra.values()):
                image[rows, use.ordinal] = (0.84, 0.15, 0.12, 1.0)
        axes.imshow(
            image,
            aspect="auto",
            origin="lower",
            interpolation="none",
            extent=(-0.5, len(picture.lines) - 0.5, 0, rows + 1),
        )
        axes.set_yticks([row + 0.5 for row in range(rows + 1)], [*(f"bank {b}" for b in range(rows)), "collision"])
        _loops(axes, picture)
        _time(axes, instructions)

    return draw(2.2, "reads of each register bank along the program", paint, right=_RIGHT)


#: Height in inches of the map of registers; the page's script needs :func:`box` of it.
MAP_HEIGHT = 4.6


def register_map(picture: Picture, registers: int, instructions: int) -> str:
    """Register by time: filled where a register holds a value, in the colour of its bank.  The axes have room for so
    many ``registers`` and ``instructions``."""

    def paint(axes: Axes) -> None:
        from matplotlib.colors import to_rgb
        from matplotlib.patches import Patch

        points = max(len(picture.pressure), 1)
        image = np.zeros((registers, points, 4))
        for stay in picture.stays:
            image[stay.unit, stay.start : stay.end, :3] = to_rgb(BANK_COLOURS[stay.unit % len(BANK_COLOURS)])
            # Neighbouring values in one register differ in their shade.
            image[stay.unit, stay.start : stay.end, 3] = 0.9 if stay.web % 2 else 0.65
        extent = (-0.5, points / 2 - 0.5, -0.5, registers - 0.5)
        axes.imshow(image, aspect="auto", origin="lower", interpolation="none", extent=extent)
        axes.set_ylabel("VGPR")
        banks = [Patch(color=colour, label=f"bank {bank}") for bank, colour in enumerate(BANK_COLOURS)]
        axes.legend(handles=banks, loc="center left", bbox_to_anchor=(1.0, 0.5), fontsize=8)
        _loops(axes, picture)
        _time(axes, instructions)
        axes.set_ylim(-0.5, registers - 0.5)

    return draw(MAP_HEIGHT, "values in VGPRs along the program", paint, right=_RIGHT)
