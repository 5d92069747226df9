"""Finds which instructions of a block can issue together without lengthening its critical path."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from isaopt.analysis.flow.cfg import CFG
from isaopt.analysis.flow.liveness import kernel_ops
from isaopt.ir.program import Module
from isaopt.solve.order import Sequencing, arranged
from isaopt.solve.quick_order import quick_order, tails
from isaopt.solve.stalls import timing
from isaopt.target.arch import Arch
from isaopt.transform.pair.pace import LONGEST, BlockPace, repeats


class TaskSlack:
    """The earliest and the latest issue cycle of each task of a block, if it is to end as early as a list schedule lets
    it; only results constrain them."""

    def __init__(self, problem: Sequencing) -> None:
        count = len(problem.tasks)
        results = {(a, b) for a, b, result in problem.edges if result}
        self.earliest = [0] * count
        for k in arranged(problem, range(count)):
            for after in problem.successors[k]:
                delay = max(problem.delay(k, after), 1) if (k, after) in results else 1
                self.earliest[after] = max(self.earliest[after], self.earliest[k] + delay)
        tail = tails(problem)
        order = quick_order(problem, count)
        at = timing(problem, order).issue
        end = max((at[k] + tail[k] for k in range(count)), default=0)
        self.latest = [end - tail[k] for k in range(count)]

    def allows(self, a: int, b: int) -> bool:
        """Whether two tasks have an issue cycle in common."""
        return max(self.earliest[a], self.earliest[b]) <= min(self.latest[a], self.latest[b])


def prompt_blocks(
    module: Module, cfg: CFG, arch: Arch, weights: Sequence[int], without: Collection[int], allowed: Sequence[int]
) -> tuple[list[int], dict[int, TaskSlack]]:
    """By block, the cycles of the quickest order found for its instructions as they are, at most ``allowed``, and their
    slack. Blocks in ``without`` and very long ones, in which a single wave's waits hardly matter, keep ``allowed`` and
    have no slack."""
    ops, cycles, slack = kernel_ops(module, cfg), list(allowed), {}
    for block in cfg.blocks:
        if block.index in without or len(block.instructions) > LONGEST:
            continue
        own = ops[block.first : block.end]
        pace = BlockPace(own, {}, arch, repeats(cfg, block.index), weights[block.index] == 1)
        order = list(range(len(own)))
        cycles[block.index] = min(cycles[block.index], pace.cycles(pace.better(order, 0, lambda _: True)))
        slack[block.index] = TaskSlack(pace.single[0])
    return cycles, slack
