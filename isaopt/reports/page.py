"""A report as a document independent of its format: headings, paragraphs, lists, tables.

``terminal``, ``markdown`` and ``html`` each print it; the content is decided once, in the modules that build pages.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Literal

from isaopt.printable import inline

Tone = Literal["", "bad", "warn", "good", "dim", "strong"]
"""The role of a piece of text; each format shows it in its own way, and the text is complete without it."""


@dataclass(frozen=True, slots=True)
class Span:
    """A piece of text in one tone; ``code`` is literal text of the assembly file or a name from it.
    What the text holds is part of a line and nothing else: see :mod:`isaopt.printable`.

    ``bank`` is the register bank that the text is about, ``cached`` says that an operand cache stands before it: a
    format that can gives them the colours that plots have.  ``loop`` is the label of the loop that the text names: a
    format that can leads from it to the loop's code.
    """

    text: str
    tone: Tone = ""
    code: bool = False
    bank: int | None = None
    cached: bool = False
    loop: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "text", inline(self.text))


Text = tuple[Span, ...]


def text(*parts: str | Span) -> Text:
    """Text from plain strings and spans."""
    return tuple(Span(part) if isinstance(part, str) else part for part in parts if part != "")


def plain(spans: Text) -> str:
    """The text without tones."""
    return "".join(span.text for span in spans)


@dataclass(frozen=True, slots=True)
class Heading:
    """``level`` counts from 1."""

    level: int
    text: Text


@dataclass(frozen=True, slots=True)
class Paragraph:
    text: Text


@dataclass(frozen=True, slots=True)
class Bullets:
    items: tuple[Text, ...]


@dataclass(frozen=True, slots=True)
class Column:
    """A table's column; a line break in the heading is where a terminal breaks it.  ``flexible`` columns hold long
    text that may be wrapped."""

    heading: str
    align: Literal["left", "right"] = "left"
    flexible: bool = False

    @property
    def label(self) -> str:
        """The heading on one line."""
        return self.heading.replace("-\n", "").replace("\n", " ")


@dataclass(frozen=True, slots=True)
class Row:
    """A row of cells, or with ``banner`` one text that spans the table.  ``loop`` is the label of the loop whose code
    begins there, ``change`` the version of the code that alone has the row."""

    cells: tuple[Text, ...] = ()
    banner: Text = ()
    loop: str = ""
    change: Literal["", "old", "new"] = ""


@dataclass(frozen=True, slots=True)
class Table:
    """``title`` is short.  ``long`` tables hold code, a row an instruction with its text in the last column; they may
    be folded away where the format can.  ``narrow`` is the same content for a terminal on which this one does not fit.
    """

    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    title: Text = ()
    long: bool = False
    narrow: Table | None = None


@dataclass(frozen=True, slots=True)
class Probe:
    """What a reader learns by pointing at a map: its area (left, top, width, height as fractions of the drawing) and
    the values in it, as JSON for the page's script."""

    area: tuple[float, float, float, float]
    data: str


@dataclass(frozen=True, slots=True)
class Drawing:
    """A plot, for formats that have room for one; ``summary`` says in words what it shows.

    ``svg`` draws it, and ``probe`` makes its values readable: called only where it is shown.  What can be probed says
    nothing without the plot, and formats without plots leave it out.
    """

    title: Text
    summary: Text
    svg: Callable[[], str]
    probe: Callable[[], Probe] | None = None


@dataclass(frozen=True, slots=True)
class SourceLine:
    """A line of two files side by side: line numbers and text, None where a side has no such line."""

    left: tuple[int, str] | None
    right: tuple[int, str] | None

    @property
    def label(self) -> str:
        """The label at the start of the line."""
        return next((side[1].partition(":")[0].strip() for side in (self.right, self.left) if side), "")

    @property
    def changed(self) -> bool:
        return self.left is None or self.right is None or self.left[1] != self.right[1]


@dataclass(frozen=True, slots=True)
class SideBySide:
    """Two files beside each other, for formats that have room for them."""

    title: Text
    left: str
    right: str
    lines: tuple[SourceLine, ...]

    def __post_init__(self) -> None:
        for side in ("left", "right"):
            object.__setattr__(self, side, inline(getattr(self, side)))


def is_pictorial(block: object) -> bool:
    """Whether a block is useless in a format without pictures."""
    return isinstance(block, SideBySide) or (isinstance(block, Drawing) and block.probe is not None)


Block = Heading | Paragraph | Bullets | Table | Drawing | SideBySide


@dataclass(frozen=True, slots=True)
class Page:
    """A whole report.  ``title`` names it where a format has a place for that besides the first heading."""

    title: str
    blocks: tuple[Block, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "title", inline(self.title))


def columns(specs: Iterable[Column | str]) -> tuple[Column, ...]:
    """Columns by heading: ``>`` in front aligns to the right, ``~`` makes one flexible."""
    return tuple(
        spec
        if isinstance(spec, Column)
        else Column(spec.lstrip(">~"), "right" if spec.startswith(">") else "left", spec.startswith("~"))
        for spec in specs
    )


def table(
    heads: Iterable[Column | str], rows: Iterable[Iterable[str | Span | Text]], title: str = "", long: bool = False
) -> Table:
    """A table from :func:`columns` and rows of strings, spans or texts."""
    return Table(
        columns(heads),
        tuple(Row(tuple(cell if isinstance(cell, tuple) else text(cell) for cell in row)) for row in rows),
        text(title),
        long,
    )
