"""A watched file as a page that fits a terminal."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from isaopt.reports.figures import count, speed_change
from isaopt.reports.lint import tally
from isaopt.reports.page import Block, Heading, Page, Paragraph, Span, Text, Tone, table, text
from isaopt.reports.terminal import render_terminal
from isaopt.simulator.limits import limit_of

if TYPE_CHECKING:
    from isaopt.watching import HotLine, Watched, WatchedKernel

_BAR = 12
_MOST = 10_000
_FEWEST = 3
"""The fewest rows of a table to show, however little room there is."""


def watch_text(seen: Watched, width: int, height: int, colour: bool) -> str:
    """A version for a terminal with this many columns and lines: the tables are shortened so that it fits, if
    possible."""
    for room in range(height, 0, -1):
        text = render_terminal(watch_page(seen, room), width, colour)
        if text.count("\n") <= height:
            break
    return text


def watch_page(seen: Watched, room: int = _MOST) -> Page:
    """The page of a version, with about this many rows in its tables."""
    found = min(len(seen.findings) + len(seen.faults), max(room // 3, _FEWEST))
    rows = max((room - found) // max(len(seen.kernels), 1), _FEWEST)
    blocks: list[Block] = [Paragraph(_state(seen))]
    for kernel in seen.kernels:
        blocks += _kernel(seen, kernel, rows)
    if found:
        blocks.append(_problems(seen, found))
    return Page(seen.path, tuple(blocks))


def _state(seen: Watched) -> Text:
    """The file, and what is immediately known of it."""
    errors = len(seen.faults) + sum(f.severity == "error" for f in seen.findings)
    tone: Tone = "bad" if errors else "warn" if seen.findings else "good"
    unread = f"{len(seen.faults)} line{'s' * (len(seen.faults) > 1)} cannot be read, " if seen.faults else ""
    said = unread + (tally(seen.findings) if seen.findings else "nothing found by lint")
    parts: list[str | Span] = [
        Span(Path(seen.path).name, "strong"),
        f" ({seen.arch or 'no target'}), version {seen.version}: ",
    ]
    return text(*parts, Span(said, tone), "" if seen.complete else "; predicting ...")


def _kernel(seen: Watched, kernel: WatchedKernel, rows: int) -> Iterator[Block]:
    yield Heading(2, text(Span(kernel.name, code=True)))
    yield Paragraph(_verdict(seen, kernel))
    facts = kernel.facts
    peak, line = facts.peak
    live = f"{peak} live at most (line {line + 1})" if facts.live else f"no live ranges: {facts.blocked}"
    conflicts = f"{float(facts.conflict_cycles):g} cycles of bank conflicts in {len(facts.conflicts)} lines"
    yield Paragraph(text(f"{facts.vgprs} VGPRs, {live}; {facts.waves} waves/SIMD (limit: {facts.limit}); {conflicts}"))
    if kernel.lines:
        yield table(
            (">line", ">stall", ">share", "", "mostly", "banks", "instruction"),
            [_row(hot, kernel.lines[0].share) for hot in kernel.lines[:rows]],
            "lines in which waves wait" if kernel.time is not None else "lines with bank conflicts",
        )


def _verdict(seen: Watched, kernel: WatchedKernel) -> Text:
    if kernel.time is None:
        return text(Span(f"not predicted: {kernel.why}", "warn") if kernel.why else "not predicted yet")
    cycles = kernel.time.cycles
    parts: list[str | Span] = [
        Span(f"{count(cycles)} cycles", "strong"), f", limited by {limit_of(kernel.time).detail}"
    ]  # fmt: skip
    earlier = [(seen.before, "since the last edit")]
    earlier += [(seen.first, "since the start")] if seen.first != seen.before else []
    for then, words in earlier:
        old = dict(then).get(kernel.name)
        if old is not None:
            parts += [f"; {words} ", speed_change(old, cycles)]
    return text(*parts, Span(f"  ({kernel.launch})", "dim"))


def _row(hot: HotLine, most: float) -> tuple[str | Span, ...]:
    return (
        Span(str(hot.line), "dim"),
        f"{hot.stall:.1f}" if hot.stall else "",
        f"{hot.share:.1%}" if hot.share else "",
        Span("█" * round(_BAR * hot.share / most) if most else "", "warn"),
        hot.reason,
        str(hot.conflict) if hot.conflict is not None else "",
        Span(hot.text, code=True),
    )


def _problems(seen: Watched, most: int) -> Block:
    rows: list[tuple[str | Span, ...]] = [
        (Span(str(f.line), "dim"), Span("error", "bad"), f.message, "") for f in seen.faults
    ]
    rows += [
        (Span(str(f.line), "dim"), Span(str(f.severity), "bad" if f.severity == "error" else "warn"), f.message, f.rule)
        for f in sorted(seen.findings, key=lambda f: (f.severity != "error", f.line))
    ]
    left = len(rows) - most
    title = "found" + (f" ({left} more are not shown)" if left > 0 else "")
    return table((">line", "", "~what", "rule"), rows[:most], title)
