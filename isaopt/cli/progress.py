"""A line on standard error that says what is done and for how long, where that is a terminal."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from isaopt.printable import inline

Progress = Callable[[str], None]


@contextmanager
def progress_bar(units: int) -> Iterator[Progress]:
    """A function that names the step that begins now, as ``UNIT: STEP``; silent in a pipe.  The line disappears when
    the work is done.

    ``units`` is how many units there will be (kernels, files), 0 where that is unknown.  Whoever knows how many steps a
    unit takes says so in the step: ``k: 4/10 pair``.
    """
    if not sys.stderr.isatty():
        yield lambda _: None
        return
    from rich.console import Console
    from rich.progress import Progress as Line
    from rich.progress import SpinnerColumn, TextColumn, TimeElapsedColumn

    columns = (SpinnerColumn(), TextColumn("{task.description}", markup=False), TimeElapsedColumn())
    with Line(*columns, console=Console(stderr=True), transient=True) as line:
        task = line.add_task("", total=None)
        unit, number = "", 0

        def step(text: str) -> None:
            nonlocal unit, number
            name = text.partition(": ")[0]
            if name != unit:
                unit, number = name, number + 1
            place = f"[{number}/{units}] " if units > 1 else ""
            # Drawn at once: a step may be over before the line's own clock ticks, and would never be named.
            line.update(task, description=inline(f"{place}{text}"), refresh=True)

        yield step
