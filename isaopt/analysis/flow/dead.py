"""Which instructions compute what nothing needs."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from isaopt.analysis.flow.cfg import CFG
from isaopt.analysis.flow.exec_masks import exec_masks
from isaopt.analysis.flow.liveness import access, kernel_ops, live_after
from isaopt.ir.program import Kernel, Module, Op


def dead_among(
    module: Module, kernel: Kernel, cfg: CFG, candidates: Collection[int]
) -> tuple[frozenset[int], list[int]]:
    """Of the instructions of these ordinals, those that only dead ones depend on, round loops too; and what is live
    behind every instruction once they are gone, in the lanes in which it runs, as bit sets of units.

    Candidates must have no effect but on registers other than EXEC.  At first all of them are taken to be dead; one
    whose result is live after all brings its own sources to life, until nothing changes.
    """
    ops = kernel_ops(module, cfg)
    masks = exec_masks(module, kernel, cfg)
    real = [access(op) for op in ops]
    dead = set(candidates)
    while True:
        taken = tuple(
            replace(a, uses=0, sources=0, merges=0, cross_lane=False) if k in dead else a for k, a in enumerate(real)
        )
        live = live_after(ops, taken, cfg, masks)
        needed = {k for k in dead if live[k] & real[k].defs}
        if not needed:
            return frozenset(dead), live
        dead -= needed


def live_before(ops: list[Op], cfg: CFG, live_out: list[int], block: int, at: int) -> int:
    """What is live in front of the instruction of ordinal ``at``, or behind the block's last for one past it."""
    end = cfg.blocks[block].first + len(cfg.blocks[block].instructions)
    if at >= end:
        return live_out[end - 1]
    touched = access(ops[at])
    return live_out[at] & ~touched.defs | touched.uses
