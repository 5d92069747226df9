"""Pages as Markdown, as GitHub and GitLab read it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from isaopt.reports.page import Block, Bullets, Drawing, Heading, Page, Paragraph, Row, SideBySide, Span, Table, Text

_SPECIAL = re.compile(r"([\\`*_\[\]<>#|~])")


def render_markdown(page: Page) -> str:
    """The page as one Markdown document."""
    return "\n\n".join(_block(block) for block in page.blocks if not isinstance(block, SideBySide)) + "\n"


def markdown_table(headings: Sequence[str], rows: Sequence[Sequence[str]], right: Sequence[bool] = ()) -> str:
    """A table of cells that are Markdown already; ``right`` says which columns are aligned to the right."""
    rules = ["---:" if place < len(right) and right[place] else "---" for place in range(len(headings))]
    lines = [headings, rules, *rows]
    return "\n".join("| " + " | ".join(cells) + " |" for cells in lines)


def _block(block: Block) -> str:
    match block:
        case Heading(level, text):
            return "#" * level + " " + _text(text)
        case Paragraph(text):
            return _text(text)
        case Bullets(items):
            return "\n".join("- " + _text(item) for item in items)
        case Table():
            return _table(block)
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


def _table(table: Table) -> str:
    headings = [_text((Span(column.label),)) for column in table.columns]
    rows = [_row(row, len(headings)) for row in table.rows]
    body = markdown_table(headings, rows, [column.align == "right" for column in table.columns])
    return f"**{_text(table.title)}**\n\n{body}" if table.title else body


def _row(row: Row, count: int) -> list[str]:
    if row.banner:
        return [""] * (count - 1) + [_text(row.banner)]
    return [_text(cell) for cell in row.cells]
