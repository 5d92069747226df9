"""The cost of one more pass of a loop for all waves together: the difference between two runs.

The time that a single wave takes for a pass does not show it: if some waves are kept out while others proceed, each of
these is fast although all of them together are not; nor does it show how much one loop hides of another's waiting.
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
    """For each entry into the loop, the positions of the path at which its passes begin."""
    starts = np.flatnonzero(path == cfg.blocks[loop.header].first)
    if not len(starts):
        return []
    outside = np.cumsum(~within(loop, cfg, int(path.max()) + 1)[path])
    # Passes of one entry have nothing else between them.
    return np.split(starts, np.flatnonzero(np.diff(outside[starts])) + 1)


def without_passes(path: np.ndarray, cfg: CFG, loop: Loop, passes: int) -> np.ndarray:
    """The positions of the path that remain if a number of passes is left out at each entry into a loop.

    Passes after the first one are left out: the first runs with cold caches, and the last ones may load nothing for a
    next pass, so they stay.
    """
    kept = np.ones(len(path), bool)
    for begins in pass_starts(path, cfg, loop):
        if len(begins) > passes + 1:
            kept[begins[1] : begins[1 + passes]] = False
    return kept
