"""Pages as Markdown, as GitHub and GitLab read it."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
from html import escape

from isaopt.printable import no_command
from isaopt.reports.page import (
    Block,
    Bullets,
    Drawing,
    Heading,
    Page,
    Paragraph,
    Row,
    SideBySide,
    Span,
    Table,
    Text,
    is_pictorial,
    plain,
)

_SPECIAL = re.compile(r"([\\`*_\[\]<>#|~])")


#: GitHub refuses a comment of more characters ("body is too long").
LONGEST = 65_536
#: A long table of more rows than that is folded away.
_FOLDED = 30


def render_markdown(page: Page) -> str:
    """The page as one Markdown document that fits into a comment: where it would not, long tables show their first
    rows, as many of each as there is room for, and say how many are left out."""
    blocks = [block for block in page.blocks if not is_pictorial(block)]
    whole = _document(blocks)
    if len(whole) <= LONGEST:
        return whole
    most = max((len(block.rows) for block in blocks if isinstance(block, Table) and block.long), default=0)
    fitting = bisect_left(range(most), True, key=lambda rows: len(_document(blocks, rows)) > LONGEST)
    return _document(blocks, max(fitting - 1, 0))


def _document(blocks: Sequence[Block], rows: int | None = None) -> str:
    """``rows`` is the most that a long table shows."""
    return "\n\n".join(no_command(_block(block, rows)) for block in blocks) + "\n"


def markdown_table(headings: Sequence[str], rows: Sequence[Sequence[str]], right: Sequence[bool] = ()) -> str:
    """A table of cells that are Markdown already; ``right`` says which columns are aligned to the right."""
    rules = ["---:" if place < len(right) and right[place] else "---" for place in range(len(headings))]
    lines = [headings, rules, *rows]
    return "\n".join("| " + " | ".join(cells) + " |" for cells in lines)


def _block(block: Block, rows: int | None) -> str:
    match block:
        case Heading(level, text):
            return "#" * level + " " + _text(text)
        case Paragraph(text):
            return _text(text)
        case Bullets(items):
            return "\n".join("- " + _text(item) for item in items)
        case Table():
            return _table(block, rows if block.long else None)
        case Drawing(title, summary):
            return f"**{_text(title)}**: {_text(summary)}"
        case SideBySide():
            return ""


def _text(spans: Text) -> str:
    return "".join(map(_span, spans))


def _span(span: Span) -> str:
    if span.code:
        return _code(span.text)
    words = _SPECIAL.sub(r"\\\1", span.text)
    if span.tone in ("bad", "strong") and words.strip() == words != "":
        return f"**{words}**"
    return words


def _code(text: str) -> str:
    # In a table a bar ends the cell even inside of code, and GitHub takes \| for one there.
    fence = "`" * (1 + max((len(run) for run in re.findall("`+", text)), default=0))
    pad = " " if text.startswith("`") or text.endswith("`") else ""
    return f"{fence}{pad}{text.replace('|', chr(92) + '|')}{pad}{fence}" if text else ""


def _table(table: Table, most: int | None = None) -> str:
    headings = [_text((Span(column.label),)) for column in table.columns]
    rows = [_row(row, len(headings)) for row in table.rows[:most]]
    body = markdown_table(headings, rows, [column.align == "right" for column in table.columns])
    if len(rows) < len(table.rows):
        body += f"\n\n{len(table.rows) - len(rows)} more rows do not fit into a comment; the HTML report has them."
    if table.long and len(table.rows) > _FOLDED:
        # Inside of an HTML element Markdown begins after an empty line.
        title = escape(plain(table.title) or "table", quote=False)
        return f"<details><summary>{title}</summary>\n\n{body}\n\n</details>"
    return f"**{_text(table.title)}**\n\n{body}" if table.title else body


def _row(row: Row, count: int) -> list[str]:
    if row.banner:
        return [""] * (count - 1) + [_text(row.banner)]
    return [_text(cell) for cell in row.cells]
