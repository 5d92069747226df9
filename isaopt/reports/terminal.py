"""Pages on a terminal and in a pipe: columns of plain characters, with optional colour.

Nothing is ever cut off. If a table does not fit, its narrow form is used, then the gaps shrink, then the text of its
flexible columns is wrapped; a table that is still wider stays wider.
"""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterator, Sequence
from functools import partial

import click

from isaopt.printable import no_command
from isaopt.reports.page import (
    Block,
    Bullets,
    Column,
    Drawing,
    Heading,
    Page,
    Paragraph,
    Row,
    SideBySide,
    Span,
    Table,
    Text,
    Tone,
    is_pictorial,
    plain,
)

_LEAST_FLEXIBLE = 20
"""A flexible column is not wrapped to fewer characters than this."""
_STYLES: dict[Tone, Callable[[str], str]] = {
    "bad": partial(click.style, fg="red", bold=True),
    "warn": partial(click.style, fg="yellow"),
    "good": partial(click.style, fg="green"),
    "dim": partial(click.style, dim=True),
    "strong": partial(click.style, bold=True),
}


def render_terminal(page: Page, width: int | None = None, colour: bool = False) -> str:
    """The page for ``width`` columns (None: unlimited), with ANSI colours or without."""
    return "\n".join(map(no_command, _Printer(width, colour).lines(page))) + "\n"


def _longest(texts: Sequence[str]) -> int:
    return max((len(line) for each in texts for line in each.split("\n")), default=0)


class _Printer:
    def __init__(self, width: int | None, colour: bool) -> None:
        self.width, self.colour = width, colour

    def lines(self, page: Page) -> Iterator[str]:
        blocks = [block for block in page.blocks if not is_pictorial(block)]
        for place, block in enumerate(blocks):
            if place:
                yield ""
            yield from self.block(block)

    def block(self, block: Block) -> Iterator[str]:
        match block:
            case Heading(level, spans):
                yield from self.wrapped(tuple(Span(s.text, "strong") for s in spans) if self.colour else spans)
                if level <= 2:
                    line = plain(spans)
                    yield ("=" if level == 1 else "-") * min(len(line), self.width or len(line))
            case Paragraph(spans):
                yield from self.wrapped(spans)
            case Bullets(items):
                for item in items:
                    yield from self.wrapped(item, "- ", "  ")
            case Table():
                yield from self.table(block)
            case Drawing(title, summary):
                yield from self.wrapped((*title, Span(": "), *summary))
            case SideBySide():
                pass

    def span(self, span: Span) -> str:
        style = _STYLES.get(span.tone) if self.colour else None
        return span.text if style is None else style(span.text)

    def coloured(self, spans: Text) -> str:
        return "".join(self.span(span) for span in spans)

    def wrapped(self, spans: Text, first: str = "", rest: str = "") -> Iterator[str]:
        """A text wrapped over as many lines as it needs; each line's part of a span keeps its tone."""
        whole = plain(spans)
        lines = [whole] if self.width is None else _wrap(whole, max(self.width - len(first), _LEAST_FLEXIBLE))
        for place, part in enumerate(self.cut(spans, lines)):
            yield (rest if place else first) + part

    def cut(self, spans: Text, lines: Sequence[str]) -> Iterator[str]:
        """Colour the given lines of a text, which is the lines joined but for blanks where it was broken."""
        pending = [(span, character) for span in spans for character in span.text]
        at = 0
        for line in lines:
            while at < len(pending) and line and pending[at][1] != line[0]:
                at += 1
            part: list[Span] = []
            for span, character in pending[at : at + len(line)]:
                if part and part[-1].tone == span.tone:
                    part[-1] = Span(part[-1].text + character, span.tone)
                else:
                    part.append(Span(character, span.tone))
            at += len(line)
            yield self.coloured(tuple(part))

    def table(self, table: Table) -> Iterator[str]:
        if table.narrow is not None and not self.fits(table):
            yield from self.table(table.narrow)
            return
        if table.title:
            yield self.coloured(tuple(Span(span.text, "strong") for span in table.title))
        widths, gap = self.layout(table)
        headings = [column.heading.split("\n") for column in table.columns]
        for line in range(max(map(len, headings), default=0)):
            texts = [
                (words[line - (deepest - len(words))],) if line >= deepest - len(words) else ("",)
                for words in headings
                for deepest in (max(map(len, headings)),)
            ]
            cells = [tuple(Span(t, "dim") for t in each) for each in texts]
            yield self.line(
                [self.padded(c, w, col) for c, w, col in zip(cells, widths, table.columns, strict=True)], gap
            )
        for row in table.rows:
            yield from self.row(row, table.columns, widths, gap)

    def fits(self, table: Table) -> bool:
        return self.width is None or sum(_natural(table)) + max(len(table.columns) - 1, 0) <= self.width

    def layout(self, table: Table) -> tuple[list[int], int]:
        """Widths of the columns, and the gap between them."""
        widths = _natural(table)
        gaps = max(len(widths) - 1, 0)
        if self.width is None or sum(widths) + 2 * gaps <= self.width:
            return widths, 2
        if sum(widths) + gaps <= self.width:
            return widths, 1
        for place, column in enumerate(table.columns):
            if column.flexible:
                others = sum(widths) - widths[place] + gaps
                widths[place] = min(widths[place], max(self.width - others, _LEAST_FLEXIBLE))
        return widths, 1

    def row(self, row: Row, columns: Sequence[Column], widths: Sequence[int], gap: int) -> Iterator[str]:
        if row.banner:
            yield self.coloured(row.banner)
            return
        broken: list[list[str]] = []
        for cell, width, column in zip(row.cells, widths, columns, strict=True):
            if len(plain(cell)) <= width:
                broken.append([self.padded(cell, width, column)])
            else:
                lines = _wrap(plain(cell), width)
                broken.append(
                    [part + " " * (width - len(t)) for part, t in zip(self.cut(cell, lines), lines, strict=True)]
                )
        for line in range(max(map(len, broken), default=0)):
            yield self.line(
                [
                    parts[line] if line < len(parts) else " " * width
                    for parts, width in zip(broken, widths, strict=True)
                ],
                gap,
            )

    def padded(self, cell: Text, width: int, column: Column) -> str:
        blank = " " * (width - len(plain(cell)))
        return blank + self.coloured(cell) if column.align == "right" else self.coloured(cell) + blank

    @staticmethod
    def line(cells: Sequence[str], gap: int) -> str:
        return (" " * gap).join(cells).rstrip(" ")


def _natural(table: Table) -> list[int]:
    """The width of each column without wrapping."""
    rows = [row.cells for row in table.rows if row.cells]
    return [
        max(_longest([column.heading]), _longest([plain(cells[place]) for cells in rows]))
        for place, column in enumerate(table.columns)
    ]


def _wrap(line: str, width: int) -> list[str]:
    return textwrap.wrap(line, width, subsequent_indent="", break_on_hyphens=False, drop_whitespace=True) or [""]
