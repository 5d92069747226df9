"""How often Python looks for garbage that reference counts do not free.

A parsed file is hundreds of thousands of immutable objects without cycles.  Under Python's defaults the collector walks
over them again and again, which takes a fifth of the time of reading a large file and finds nothing.
"""

from __future__ import annotations

import gc


def collect_rarely() -> None:
    """Tunes the garbage collector of a process that belongs to isaopt: existing objects are kept for good and new
    ones are examined in large batches. The collector stays on because exceptions and solver models do form cycles."""
    gc.freeze()
    gc.set_threshold(100_000, 20, 10)


def leave_uncollected() -> None:
    """For a process that is about to end: Python's own shutdown then does not walk over everything once more."""
    gc.freeze()
