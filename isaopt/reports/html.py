"""Pages as one HTML file: nothing fetched, light or dark as the reader's system is, readable without its script."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib.resources import files

from jinja2 import Environment, StrictUndefined, Template

from isaopt.reports.page import Block, Drawing, Heading, Page, SideBySide, Table, plain

#: A long table of more rows than that scrolls by itself, so that what follows it stays within reach.
_TALL = 30
#: Headings of this level name kernels, those of the next one their sections.
_KERNEL = 2


def render_html(page: Page) -> str:
    """The page as a complete HTML document."""
    moving = any(isinstance(block, SideBySide | Drawing | Table) for block in page.blocks)
    script = _asset("page.js") if moving else ""
    return _template().render(page=page, listed=_listed(page.blocks), style=_asset("page.css"), script=script)


def _asset(name: str) -> str:
    return files("isaopt.reports").joinpath("assets", name).read_text(encoding="utf-8")


@cache
def _template() -> Template:
    made = Environment(
        autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True, keep_trailing_newline=True
    )
    made.globals |= {"plain": plain, "tall": _TALL, "kind_of": _kind_of}
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
