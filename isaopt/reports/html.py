"""Pages as one HTML file: nothing fetched, light or dark as the reader's system is, readable without its script."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from importlib import resources

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
    SourceLine,
    Span,
    Table,
    Text,
    plain,
)


def _asset(name: str) -> str:
    return resources.files("isaopt.reports").joinpath("assets", name).read_text(encoding="utf-8")


def render_html(page: Page) -> str:
    """The page as a complete HTML document."""
    body = "\n".join(line for block in page.blocks for line in _block(block))
    moving = any(isinstance(block, SideBySide | Drawing) for block in page.blocks)
    script = f"<script>\n{_asset('page.js')}</script>\n" if moving else ""
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(page.title)}</title>\n<style>\n{_asset('page.css')}</style>\n</head>\n<body>\n{body}\n{script}</body>\n</html>\n"
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
        case Drawing():
            yield from _drawing(block)
        case SideBySide():
            yield from _sides(block)


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


def _drawing(drawing: Drawing) -> Iterator[str]:
    probe = drawing.probe() if drawing.probe is not None else None
    area = f' data-area="{" ".join(f"{part:.6g}" for part in probe.area)}"' if probe is not None else ""
    yield f"<figure{area}><figcaption><strong>{_text(drawing.title)}</strong>: {_text(drawing.summary)}</figcaption>"
    if probe is None:
        yield f'<div class="scroll" tabindex="0">{drawing.svg()}</div></figure>'
        return
    label = escape(plain(drawing.title), quote=True)
    yield f'<div class="scroll"><div class="stage" tabindex="0" role="application" aria-label="{label}">'
    yield f'{drawing.svg()}<span class="cross"></span></div></div><output aria-live="polite"></output>'
    # The only text that would end the element early; JSON may write the stroke with an escape.
    data = probe.data.replace("</", "<\\/")
    yield f'<script type="application/json">{data}</script></figure>'


def _sides(sides: SideBySide) -> Iterator[str]:
    yield f"<details><summary>{_text(sides.title)}</summary>"
    yield '<div class="sides">'
    for name, which in ((sides.left, 0), (sides.right, 1)):
        label = escape(name, quote=True)
        yield f'<div class="side" tabindex="0" role="region" aria-label="{label}"><h4>{escape(name)}</h4><pre>'
        yield "".join(_side_line(line, which) for line in sides.lines)
        yield "</pre></div>"
    yield "</div></details>"


def _side_line(line: SourceLine, which: int) -> str:
    side = (line.left, line.right)[which]
    if side is None:
        return '<span class="gone"> </span>'
    tone = f' class="{("old", "new")[which]}"' if line.changed else ""
    return f"<span{tone}><b>{side[0]}</b>{escape(side[1])}</span>"


def _align(column: Column) -> str:
    return ' class="right"' if column.align == "right" else ""


def _row(row: Row, columns: tuple[Column, ...]) -> str:
    if row.banner:
        return f'<tr class="banner"><td colspan="{len(columns)}">{_text(row.banner)}</td></tr>'
    cells = zip(row.cells, columns, strict=True)
    return "<tr>" + "".join(f"<td{_align(column)}>{_text(cell)}</td>" for cell, column in cells) + "</tr>"
