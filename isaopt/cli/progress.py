"""A line on standard error that says what is done and for how long, where that is a terminal."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from isaopt.printable import inline

Progress = Callable[[str], None]


@contextmanager
def progress_bar(units: int) -> Iterator[Progress]:
    """A function that names the step which begins now, as ``UNIT: STEP``; silent in a pipe.  What is shown is gone when
    the work is done.

    ``units`` is how many units there will be (kernels, files), 0 where that is unknown.  How many steps a unit takes is
    not known before, so they are counted without an end.
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
        unit, number, steps = "", 0, 0

        def step(text: str) -> None:
            nonlocal unit, number, steps
            name = text.partition(": ")[0]
            if name != unit:
                unit, number, steps = name, number + 1, 0
            steps += 1
            place = f"{number}/{units} " if units else ""
            count = f", step {steps}" if steps > 1 else ""
            # Drawn at once: a step may be over before the line's own clock ticks, and would never be named.
            line.update(task, description=inline(f"{place}{text}{count}"), refresh=True)

        yield step
