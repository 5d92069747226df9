"""What one more pass of a loop costs all waves together: the difference between two runs.

No time that a wave takes for a pass shows it: where some waves are kept out while others go on, each of these is fast
and all of them together are not; and what a loop hides of another's waiting is in neither of the two.
"""

from __future__ import annotations

import numpy as np

from isaopt.analysis.flow.cfg import CFG
from isaopt.analysis.flow.loops import Loop


def within(loop: Loop, cfg: CFG, count: int) -> np.ndarray:
    """For each of ``count`` ordinals, whether the loop contains it."""
    inside = np.zeros(count, bool)
    for b in loop.blocks:
        block = cfg.blocks[b]
        inside[block.first : block.end] = True
    return inside


def pass_starts(path: np.ndarray, cfg: CFG, loop: Loop) -> list[np.ndarray]:
    """For each time that the loop is entered, the positions of the path where its passes begin."""
    starts = np.flatnonzero(path == cfg.blocks[loop.header].first)
    if not len(starts):
        return []
    outside = np.cumsum(~within(loop, cfg, int(path.max()) + 1)[path])
    # Passes of one entry have nothing else between them.
    return np.split(starts, np.flatnonzero(np.diff(outside[starts])) + 1)


def without_passes(path: np.ndarray, cfg: CFG, loop: Loop, passes: int) -> np.ndarray:
    """Which positions of the path remain if a number of passes of a loop is left out each time that it is entered.

    Passes after the first one are left out: the first runs with cold caches, and the last ones may load nothing for a
    next pass, so they stay.
    """
    kept = np.ones(len(path), bool)
    for begins in pass_starts(path, cfg, loop):
        if len(begins) > passes + 1:
            kept[begins[1] : begins[1 + passes]] = False
    return kept
