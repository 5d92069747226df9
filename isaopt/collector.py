"""How often Python looks for garbage that reference counts do not free.

A parsed file is hundreds of thousands of immutable objects without cycles.  Under Python's defaults the collector walks
over them again and again, which takes a fifth of the time of reading a large file and finds nothing.
"""

from __future__ import annotations

import gc


def collect_rarely() -> None:
    """For a process that is isaopt's own: what is there stays for good, and new objects are looked at in large lots.
    The collector stays on, for the exceptions and models that do have cycles."""
    gc.freeze()
    gc.set_threshold(100_000, 20, 10)


def leave_uncollected() -> None:
    """For a process that is about to end: Python's own shutdown then does not walk over everything once more."""
    gc.freeze()
