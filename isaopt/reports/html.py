"""Pages as one HTML file: nothing fetched, light or dark as the reader's system is, readable without its script."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files

from jinja2 import Environment, StrictUndefined, Template

from isaopt.reports.page import Block, Drawing, Heading, Page, Row, SideBySide, Span, Table, Text, plain, text

#: A long table of more rows than that scrolls by itself, so that what follows it stays within reach.
_TALL = 30
#: Headings of this level name kernels, those of the next one their sections.
_KERNEL = 2


def render_html(page: Page) -> str:
    """The page as a complete HTML document."""
    moving = any(isinstance(block, SideBySide | Drawing | Table) for block in page.blocks)
    return _template().render(
        page=page,
        listed=_listed(page.blocks),
        loops=_Loops(page.blocks),
        style=_asset("page.css"),
        script=_asset("page.js") if moving else "",
    )


def _asset(name: str) -> str:
    return files("isaopt.reports").joinpath("assets", name).read_text(encoding="utf-8")


@cache
def _template() -> Template:
    made = Environment(
        autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True, keep_trailing_newline=True
    )
    made.globals |= {"plain": plain, "tall": _TALL, "kind_of": _kind_of, "aligned": _aligned}
    return made.from_string(_asset("page.html.jinja"))


def _kind_of(block: Block) -> str:
    return type(block).__name__


def _listed(blocks: Sequence[Block]) -> list[int]:
    """Where the headings stand that the table of contents names: those of the kernels, or of the sections of the only
    one; none where there is nothing to choose from."""
    for level in (_KERNEL, _KERNEL + 1):
        found = [place for place, block in enumerate(blocks) if isinstance(block, Heading) and block.level == level]
        if len(found) > 1:
            return found
    return []


class _Loops:
    """Links between a loop's figures and its code: elements ``loopN`` and ``codeN``, the first of each on the page."""

    def __init__(self, blocks: Sequence[Block]) -> None:
        named, coded = set(_named(blocks)), set(_coded(blocks))
        self._numbers = {label: number for number, label in enumerate(sorted(named & coded))}
        self._given: set[str] = set()

    def __contains__(self, label: str) -> bool:
        return label in self._numbers

    def link(self, label: str, here: str, there: str) -> str:
        """The attributes of a link from a ``loop`` to its ``code`` or back."""
        number = self._numbers[label]
        own = f"{here}{number}"
        mark = "" if own in self._given else f' id="{own}"'
        self._given.add(own)
        return f'href="#{there}{number}"{mark}'


def _named(blocks: Sequence[Block]) -> Iterator[str]:
    tables = (block for block in blocks if isinstance(block, Table) and not block.long)
    return (span.loop for table in tables for row in table.rows for cell in row.cells for span in cell if span.loop)


def _coded(blocks: Sequence[Block]) -> Iterator[str]:
    for block in blocks:
        if isinstance(block, SideBySide):
            yield from (line.label for line in block.lines)
        elif isinstance(block, Table) and len(block.rows) > _TALL:
            yield from (row.loop for row in block.rows if row.loop)


@dataclass(frozen=True, slots=True)
class _Line:
    """A row of a long table as text: all columns but the last, padded, and the last."""

    row: Row
    cells: Text
    code: str


@dataclass(frozen=True, slots=True)
class _Lines:
    """``width`` is that of the padded columns, in characters."""

    width: int
    heading: _Line
    lines: tuple[_Line, ...]


def _aligned(table: Table) -> _Lines:
    """A long table as lines of text with equally wide columns: an element for each of its cells would make a page too
    large to open."""
    heading = Row(tuple(text(column.label) for column in table.columns))
    widths = [0] * len(table.columns)
    for row in (heading, *table.rows):
        for place, cell in enumerate(row.cells):
            widths[place] = max(widths[place], sum(len(span.text) for span in cell))

    def line(row: Row) -> _Line:
        spans: list[Span] = []
        blank = 0
        for cell, width, column in zip(row.cells[:-1], widths, table.columns, strict=False):
            room = width - sum(len(span.text) for span in cell)
            before, after = (room, 0) if column.align == "right" else (0, room)
            if room == width:
                blank += room + 1
                continue
            spans += [Span(" " * (blank + before)), *map(_toned, cell)]
            blank = after + 1
        return _Line(row, tuple(spans), plain(row.cells[-1]) if row.cells else "")

    return _Lines(sum(widths[:-1]) + max(len(widths) - 2, 0), line(heading), tuple(map(line, table.rows)))


def _toned(span: Span) -> Span:
    """The span with what tells it from others in a column of code."""
    return replace(span, tone=span.tone if span.tone in ("bad", "warn") else "", bank=None, cached=False)
