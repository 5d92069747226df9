"""Finds instructions whose results are never needed."""

from __future__ import annotations

from collections.abc import Collection

from isaopt.analysis.flow.cfg import CFG
from isaopt.analysis.flow.exec_masks import exec_masks
from isaopt.analysis.flow.liveness import access, kernel_ops, live_after
from isaopt.ir.program import Kernel, Module, Op


def dead_among(
    module: Module, kernel: Kernel, cfg: CFG, candidates: Collection[int]
) -> tuple[frozenset[int], list[int]]:
    """The instructions among these ordinals whose results only dead ones use, also across loop iterations; and, as bit
    sets, the units live after every instruction once they are removed, in the lanes in which it runs.

    Candidates must have no effect except on registers other than EXEC. One needs its sources only once its result turns
    out live.
    """
    ops = kernel_ops(module, cfg)
    live = live_after(ops, cfg, exec_masks(module, kernel, cfg), candidates)
    return frozenset(k for k in candidates if not live[k] & access(ops[k]).defs), live


def live_before(ops: list[Op], cfg: CFG, live_out: list[int], block: int, at: int) -> int:
    """The units live before the instruction with ordinal ``at``; one past the block's last ordinal gives those live at
    its end."""
    end = cfg.blocks[block].end
    if at >= end:
        return live_out[end - 1]
    touched = access(ops[at])
    return live_out[at] & ~touched.defs | touched.uses
