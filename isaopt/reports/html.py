"""Pages as one HTML file: no script, nothing fetched, light or dark as the reader's system is."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from isaopt.reports.page import Block, Bullets, Column, Heading, Page, Paragraph, Row, Span, Table, Text

_STYLE = """\
:root { color-scheme: light dark; --bg: #fff; --fg: #1c1e21; --line: #d9dce1; --soft: #f4f5f7; --dim: #68707c;
  --bad: #b3261e; --warn: #8a5a00; --good: #1a7340; }
@media (prefers-color-scheme: dark) { :root { --bg: #16181c; --fg: #e4e6ea; --line: #33373e; --soft: #1f2227;
  --dim: #98a0ac; --bad: #ff8a80; --warn: #e8b04b; --good: #6fce97; } }
body { background: var(--bg); color: var(--fg); font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto;
  max-width: 75rem; padding: 0 1rem; overflow-wrap: anywhere; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.25rem; margin-top: 2.5rem; } h3 { font-size: 1.05rem; }
code { font-family: ui-monospace, monospace; font-size: 0.92em; white-space: pre-wrap; } td code { white-space: pre; }
div.scroll { overflow-x: auto; }
table { border-collapse: collapse; margin: 0.8rem 0; font-variant-numeric: tabular-nums; }
caption { text-align: left; font-weight: 600; padding: 0.3rem 0; }
th, td { padding: 0.2rem 0.6rem; text-align: left; border-bottom: 1px solid var(--line); overflow-wrap: normal; }
th { color: var(--dim); font-weight: 600; } .right { text-align: right; }
tr.banner td { background: var(--soft); font-weight: 600; }
summary { cursor: pointer; font-weight: 600; margin: 0.8rem 0; }
.bad { color: var(--bad); font-weight: 600; } .warn { color: var(--warn); } .good { color: var(--good); }
.dim { color: var(--dim); } .strong { font-weight: 600; }
"""


def render_html(page: Page) -> str:
    """The page as a complete HTML document."""
    body = "\n".join(line for block in page.blocks for line in _block(block))
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(page.title)}</title>\n<style>\n{_STYLE}</style>\n</head>\n<body>\n{body}\n</body>\n</html>\n"
    )


def _block(block: Block) -> Iterator[str]:
    match block:
        case Heading(level, text):
            yield f"<h{level}>{_text(text)}</h{level}>"
        case Paragraph(text):
            yield f"<p>{_text(text)}</p>"
        case Bullets(items):
            yield "<ul>"
            yield from (f"<li>{_text(item)}</li>" for item in items)
            yield "</ul>"
        case Table():
            yield from _table(block)


def _text(spans: Text) -> str:
    return "".join(map(_span, spans))


def _span(span: Span) -> str:
    inner = f"<code>{escape(span.text)}</code>" if span.code else escape(span.text)
    return f'<span class="{span.tone}">{inner}</span>' if span.tone else inner


def _table(table: Table) -> Iterator[str]:
    if table.long:
        yield f"<details open><summary>{_text(table.title) or 'table'}</summary>"
    yield '<div class="scroll"><table>'
    if table.title and not table.long:
        yield f"<caption>{_text(table.title)}</caption>"
    heads = "".join(f"<th{_align(column)}>{escape(column.label)}</th>" for column in table.columns)
    yield f"<thead><tr>{heads}</tr></thead><tbody>"
    yield from (_row(row, table.columns) for row in table.rows)
    yield "</tbody></table></div>"
    if table.long:
        yield "</details>"


def _align(column: Column) -> str:
    return ' class="right"' if column.align == "right" else ""


def _row(row: Row, columns: tuple[Column, ...]) -> str:
    if row.banner:
        return f'<tr class="banner"><td colspan="{len(columns)}">{_text(row.banner)}</td></tr>'
    cells = zip(row.cells, columns, strict=True)
    return "<tr>" + "".join(f"<td{_align(column)}>{_text(cell)}</td>" for cell, column in cells) + "</tr>"
