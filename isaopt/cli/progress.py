"""A progress line on standard error, shown on terminals only: the current step and the elapsed time."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from isaopt.printable import inline

Progress = Callable[[str], None]


@contextmanager
def progress_bar(units: int) -> Iterator[Progress]:
    """A function to call at the start of each step with ``UNIT: STEP``. It prints nothing in a pipe, and the line
    disappears when the work is done. ``units`` is the number of units (kernels, files), 0 if unknown. A step can carry
    its own count: ``k: 4/10 pair``."""
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
            # Drawn at once: a step may end before the line's own timer ticks, and would otherwise never be shown.
            line.update(task, description=inline(f"{place}{text}"), refresh=True)

        yield step
