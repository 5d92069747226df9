"""Loops in a row that share one counter: an unrolled loop, and behind it the loop for the rounds that are left.

Where nothing tells how often they run, both together run as often as one loop is taken to: so a kernel and its unrolled
version do the same work.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from isaopt.analysis.flow.cfg import CFG
from isaopt.analysis.flow.liveness import kernel_ops
from isaopt.analysis.flow.loops import Loop
from isaopt.analysis.integers.induction import ExitTest, exit_test
from isaopt.ir.program import Module, Op


def shared_counts(module: Module, cfg: CFG, loops: Sequence[Loop], total: int) -> dict[str, int]:
    """Trip counts, by label, of pairs of neighbouring loops in which each round of the first moves the second one's
    counter by several of its steps; ``total`` is the number of steps of both together."""
    ops = kernel_ops(module, cfg)
    found: dict[str, int] = {}
    counted = [(loop, _test(ops, cfg, loops, loop)) for loop in loops if loop.trip_count is None]
    for (first, coarse), (second, fine) in pairwise(counted):
        if coarse is None or fine is None or first.parent != second.parent or coarse.shift or fine.shift:
            continue
        if coarse.counter != fine.counter or coarse.step % fine.step or _between(ops, cfg, first, second, fine.counter):
            continue
        each = coarse.step // fine.step
        if each > 1:
            # The loop that follows is entered in any case.
            found[first.label] = max(1, (total - 1) // each)
            found[second.label] = max(1, total - each * found[first.label])
    return found


def _test(ops: Sequence[Op], cfg: CFG, loops: Sequence[Loop], loop: Loop) -> ExitTest | None:
    inner = frozenset(b for other in loops if other.parent == loop.index for b in other.blocks)
    test = exit_test(ops, cfg, loop.header, loop.blocks, inner)
    return test if test is not None and test.step else None


def _between(ops: Sequence[Op], cfg: CFG, first: Loop, second: Loop, counter: int) -> bool:
    """Whether the counter may change on the way from the first loop to the second, which follows it in the text."""
    blocks = range(max(first.blocks) + 1, second.header)
    if second.header <= max(first.blocks):
        return True
    return any(counter in ops[k].written for b in blocks for k in cfg.blocks[b].ordinals)
