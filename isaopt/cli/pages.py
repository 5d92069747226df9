"""How commands print reports: format, width, and colour."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import click

from isaopt.cli.common import (
    check_output,
    emit_bytes,
    emit_json,
    grouped,
    json_option,
    json_text,
    suggested,
    write_output,
)
from isaopt.errors import UsageError
from isaopt.plain import Json

if TYPE_CHECKING:
    from isaopt.ir.program import Module
    from isaopt.reports.page import Block, Page

Format = Literal["text", "markdown", "html", "json"]

ENDINGS: dict[str, Format] = {".json": "json", ".md": "markdown", ".html": "html", ".txt": "text"}

_PLAIN = str.maketrans({"→": "->", "–": "-", "×": "x", "…": "...", "█": "#"})
"""Replacements for our own characters that a stream's encoding lacks."""


bank_model_option = click.option(
    "--bank-model",
    metavar="NAME",
    shell_complete=suggested("isaopt.target.bank_models:bank_models"),
    default="gather2",
    show_default=True,
    help="Register-file model for bank_conflicts and issue cycles: gather2, article, one-read (--json has all).",
)


@dataclass(frozen=True, slots=True)
class Destination:
    """Where a report goes and how it is printed: the options as given."""

    as_json: bool
    markdown: bool
    html: bool
    output: str | None

    @property
    def form(self) -> Format:
        """The requested format, from an option or from the file's ending; :class:`UsageError` if there are two, or if
        the ending is that of no format."""
        wanted: tuple[tuple[bool, Format], ...] = (
            (self.as_json, "json"),
            (self.markdown, "markdown"),
            (self.html, "html"),
        )
        asked = [name for given, name in wanted if given]
        if len(asked) > 1:
            raise UsageError(f"--{asked[0]} and --{asked[1]} cannot be combined")
        if asked:
            return asked[0]
        return "text" if self.output in (None, "-") else format_of(str(self.output), "-o")

    def check(self, *inputs: str) -> None:
        """Refuse, before the work, an output that cannot be written."""
        if self.form:
            check_output(self.output or "-", inputs)

    def emit(self, page: Callable[[], Page], document: Callable[[], Json], *inputs: str) -> None:
        """Print a report, or write it to the file."""
        if self.output not in (None, "-"):
            write_output(str(self.output), rendered(self.form, page, document), inputs)
        elif self.form == "json":
            emit_json(document())
        elif self.form == "text":
            show_page(page())
        else:
            emit_bytes(rendered(self.form, page, document))


format_options = grouped(
    "to",
    Destination,
    json_option,
    click.option("--markdown", is_flag=True, help="Print Markdown."),
    click.option("--html", is_flag=True, help="Print one self-contained HTML file."),
    click.option(
        "-o",
        "--output",
        metavar="FILE",
        help="Write to FILE; its extension chooses the format: .txt, .md, .html or .json.",
    ),
)


def format_of(path: str, option: str) -> Format:
    """The format of a file with this ending; :class:`UsageError` if there is none."""
    found = ENDINGS.get(Path(path).suffix.lower())
    if found is None:
        raise UsageError(f"{option} {path}: the ending must be one of {', '.join(ENDINGS)}")
    return found


def has_room(form: Format) -> bool:
    """Whether a format shows plots or their summaries."""
    return form in ("html", "markdown")


def version_blocks(before: Module, after: Module, names: Iterable[str]) -> dict[str, list[Block]]:
    """What a format with room shows of two versions of kernels besides their figures: plots, and both sources."""
    from isaopt.analysis.figures.comparison import beside
    from isaopt.api import picture
    from isaopt.reports.page import Heading, text
    from isaopt.reports.pictures import picture_blocks, source_block

    titles = (before.path, after.path)
    if before.path == after.path:
        titles = (f"{before.path}, before", f"{after.path}, after")
    return {
        name: [
            Heading(3, text("Registers and banks")),
            *picture_blocks([("before", picture(before, name)), ("after", picture(after, name))]),
            source_block(*titles, beside(before, after, name)),
        ]
        for name in names
    }


def kernel_blocks(module: Module, names: Iterable[str]) -> dict[str, list[Block]]:
    """The plots of kernels that have one version."""
    from isaopt.api import picture
    from isaopt.reports.page import Heading, text
    from isaopt.reports.pictures import picture_blocks

    return {
        name: [Heading(3, text("Registers and banks")), *picture_blocks([("", picture(module, name))])]
        for name in names
    }


def rendered(form: Format, page: Callable[[], Page], document: Callable[[], Json]) -> bytes:
    """A report as the bytes of a file; independent of the terminal."""
    from isaopt.asm.source import encode
    from isaopt.reports.html import render_html
    from isaopt.reports.markdown import render_markdown
    from isaopt.reports.terminal import render_terminal

    match form:
        case "json":
            return (json_text(document()) + "\n").encode()
        case "markdown":
            return encode(render_markdown(page()))
        case "html":
            return encode(render_html(page()))
    return encode(render_terminal(page()))


def show_page(page: Page) -> None:
    """Print a page on standard output: fitted to a terminal and in colour, or plain and at full width elsewhere."""
    from isaopt.reports.terminal import render_terminal

    terminal = sys.stdout.isatty()
    width = shutil.get_terminal_size().columns if terminal else None
    text = render_terminal(page, width, wants_colour(terminal))
    encoding = sys.stdout.encoding or "utf-8"
    try:
        data = text.encode(encoding, "surrogateescape")
    except UnicodeEncodeError:
        data = text.translate(_PLAIN).encode(encoding, "backslashreplace")
    emit_bytes(data)


def wants_colour(terminal: bool) -> bool:
    """Colour on a terminal that is not dumb; NO_COLOR (https://no-color.org) and FORCE_COLOR overrule."""
    if os.environ.get("NO_COLOR"):
        return False
    return bool(os.environ.get("FORCE_COLOR")) or (terminal and os.environ.get("TERM") != "dumb")
