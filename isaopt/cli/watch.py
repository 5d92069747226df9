"""``isaopt watch``: show a file's verdict, stalls, conflicts and lint findings while it is edited."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from isaopt.cli.common import arch_option, gpu_option

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rich.console import Console, ConsoleOptions, RenderResult

    from isaopt.watching import Watched


@click.command()
@click.argument("source", metavar="FILE", type=click.Path(path_type=str))
@gpu_option("GPU to predict for, or a JSON file of one.")
@arch_option
def command(source: str, gpu: str | None, arch: str | None) -> None:
    """Show what FILE comes to after each edit: verdict, stalls by line, bank conflicts, lint.

    Predicts the kernels as `isaopt sim` does without options, and compares with the version before and the first one.
    Keep it open beside the editor; Ctrl-C ends it. On a terminal that cannot move its cursor, or in a pipe, each
    version is printed below the one before.

    \b
    Examples:
      isaopt watch kernel.s
      isaopt watch kernel.s --gpu rx7900xtx
    """
    from rich.console import Console

    from isaopt.target.gpus import get_gpu
    from isaopt.watching import watch

    if gpu is not None:
        get_gpu(gpu)
    console = Console(highlight=False)
    seen = watch(source, arch, gpu)
    try:
        if console.is_terminal and not console.is_dumb_terminal and console.encoding.startswith("utf"):
            _follow(console, seen)
        else:
            _list(seen)
    except KeyboardInterrupt:
        return  # the normal way to end it, which leaves nothing undone


_LISTED = 30
"""Rows in the tables of a version when versions are printed below each other."""


class _Screen:
    """A version, fitted to the terminal's size when it is drawn."""

    def __init__(self, seen: Watched) -> None:
        self.seen = seen

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        from rich.text import Text

        from isaopt.cli.pages import wants_colour
        from isaopt.reports.watching import watch_text

        height = options.height or console.height
        drawn = watch_text(self.seen, options.max_width, height, wants_colour(True))
        yield Text.from_ansi(drawn.rstrip("\n"), no_wrap=True, overflow="crop")


def _follow(console: Console, seen: Iterator[Watched]) -> None:
    """Show each version on the same screen."""
    from rich.live import Live

    with Live(console=console, screen=True, refresh_per_second=2, vertical_overflow="crop") as live:
        for version in seen:
            live.update(_Screen(version), refresh=True)


def _list(seen: Iterator[Watched]) -> None:
    """Print each version below the previous one once its analysis is complete."""
    from isaopt.cli.pages import show_page
    from isaopt.reports.watching import watch_page

    for version in seen:
        if version.complete:
            show_page(watch_page(version, _LISTED))
            sys.stdout.write("\n")
            sys.stdout.flush()
