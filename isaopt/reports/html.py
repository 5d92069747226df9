"""Pages as one HTML file: nothing fetched, light or dark as the reader's system is, readable without its script."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
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


#: A long table of more rows than that scrolls by itself, so that what follows it stays within reach.
_TALL = 30
#: Headings of this level name kernels, those of the next one their sections.
_KERNEL = 2


def render_html(page: Page) -> str:
    """The page as a complete HTML document."""
    listed = _listed(page.blocks)
    lines: list[str] = []
    for place, block in enumerate(page.blocks):
        if place == 1 and listed:
            lines += _contents(page.blocks, listed)
        lines += _heading(block, f"s{place}") if place in listed and isinstance(block, Heading) else _block(block)
    body = "\n".join(lines)
    moving = any(isinstance(block, SideBySide | Drawing | Table) for block in page.blocks)
    script = f"<script>\n{_asset('page.js')}</script>\n" if moving else ""
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(page.title)}</title>\n<style>\n{_asset('page.css')}</style>\n</head>\n<body>\n{body}\n{script}</body>\n</html>\n"
    )


def _listed(blocks: Sequence[Block]) -> list[int]:
    """Where the headings stand that the table of contents names: those of the kernels, or of the sections of the only
    one; none where there is nothing to choose from."""
    for level in (_KERNEL, _KERNEL + 1):
        found = [place for place, block in enumerate(blocks) if isinstance(block, Heading) and block.level == level]
        if len(found) > 1:
            return found
    return []


def _contents(blocks: Sequence[Block], listed: Sequence[int]) -> Iterator[str]:
    yield '<nav aria-label="Contents"><ul>'
    for place in listed:
        block = blocks[place]
        assert isinstance(block, Heading)
        names = tuple(span for span in block.text if span.code)
        yield f'<li><a href="#s{place}">{_text(names or block.text)}</a></li>'
    yield "</ul></nav>"


def _heading(heading: Heading, mark: str = "") -> list[str]:
    name = f' id="{mark}"' if mark else ""
    return [f"<h{heading.level}{name}>{_text(heading.text)}</h{heading.level}>"]


def _block(block: Block) -> Iterator[str]:
    match block:
        case Heading():
            yield from _heading(block)
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
    names: list[str] = [span.tone] if span.tone else []
    if span.bank is not None:
        names += [f"bank{span.bank}", *(["cached"] if span.cached else [])]
    return f'<span class="{" ".join(names)}">{inner}</span>' if names else inner


def _table(table: Table) -> Iterator[str]:
    title = _text(table.title) or "table"
    if table.long:
        yield f"<details open><summary>{title}</summary>"
    if len(table.rows) > _TALL and table.long:
        label = escape(plain(table.title) or "table", quote=True)
        yield f'<div class="scroll tall" tabindex="0" role="region" aria-label="{label}"><table>'
    else:
        yield '<div class="scroll"><table>'
    if table.title and not table.long:
        yield f"<caption>{title}</caption>"
    heads = "".join(f'<th scope="col"{_align(column)}>{escape(column.label)}</th>' for column in table.columns)
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
    return ' class="right"' if column.align == "right" else ' class="wide"' if column.flexible else ""


def _row(row: Row, columns: tuple[Column, ...]) -> str:
    if row.banner:
        return f'<tr class="banner"><td colspan="{len(columns)}">{_text(row.banner)}</td></tr>'
    cells = zip(row.cells, columns, strict=True)
    return "<tr>" + "".join(f"<td{_align(column)}>{_text(cell)}</td>" for cell, column in cells) + "</tr>"
