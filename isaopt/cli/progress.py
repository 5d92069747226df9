"""A progress bar on standard error, where that is a terminal."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from isaopt.printable import inline

Progress = Callable[[str], None]


@contextmanager
def progress_bar(steps: int) -> Iterator[Progress]:
    """A function that names the step which begins now; silent in a pipe.  The bar is gone when the work is done.

    ``steps`` is how many there will be, 0 where that is unknown.
    """
    if not sys.stderr.isatty():
        yield lambda _: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, SpinnerColumn, TextColumn, TimeElapsedColumn
    from rich.progress import Progress as Bar

    columns = (
        SpinnerColumn(),
        BarColumn(bar_width=20),
        TimeElapsedColumn(),
        TextColumn("{task.description}", markup=False),
    )
    with Bar(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=steps or None)
        begun = 0

        def step(text: str) -> None:
            nonlocal begun
            # Drawn at once: a step may be over before the bar's own clock ticks, and would never be named.
            bar.update(task, description=inline(text), completed=begun, refresh=True)
            begun += 1

        yield step
