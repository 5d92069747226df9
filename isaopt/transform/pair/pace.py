"""Estimates how long a single wave takes for a block with pairs, compared with the input's block.

A pair issues only when both halves can, so it may delay a result that is needed soon (such as the next iteration's
addresses) until a late operand arrives (such as this iteration's loads). The block then needs an order that makes up
for it elsewhere. :class:`TaskSlack` says which instructions can issue together without lengthening the critical path.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from itertools import product

from isaopt.analysis.flow.cfg import CFG, build_cfg
from isaopt.analysis.flow.dependence import Kind, dependences
from isaopt.analysis.flow.liveness import kernel_ops
from isaopt.graphs import reachable
from isaopt.ir.program import Kernel, Module, Op
from isaopt.solve.order import Sequencing, Task, arranged
from isaopt.solve.stalls import makespan, quick_order, tails, timing
from isaopt.target.arch import Arch
from isaopt.target.counters import is_wait
from isaopt.transform.reassign import block_weights
from isaopt.transform.tasks import forwarded, task_of

Pair = tuple[int, int]

#: How many places an instruction may move up in the orders that are tried.
_WINDOWS = (10**6, 96, 24, 8)
#: Longer blocks keep their order: what a single wave waits for in them hardly matters.
LONGEST = 1500
_WAVE = 32


class BlockPace:
    """One block: its ops as singles, and by position the pairs that issue together."""

    def __init__(self, ops: Sequence[Op], together: Mapping[int, Pair], arch: Arch, repeats: bool, once: bool) -> None:
        """``repeats``: the block is a loop by itself, so an iteration may wait for results of the previous one;
        ``once``: it is in no loop, so the first wave's scalar loads miss their cache."""
        self.head = {k: k for k in range(len(ops))} | {second: first for first, second in together.values()}
        self.together = together
        self.nodes = [k for k in range(len(ops)) if self.head[k] == k]
        self.number = {k: at for at, k in enumerate(self.nodes)}
        self.rounds = 2 if repeats else 1
        kinds = [self.tasks(ops, arch, cold) for cold in ((False, True) if once else (False,))]
        kinds = kinds[:1] if kinds[0] == kinds[-1] else kinds
        single = self.problem(ops, kinds[0], arch, 1)
        whole = self.problem(ops, kinds[0], arch, 2) if repeats else single
        self.single = [replace(single, tasks=tasks) for tasks in kinds]
        self.whole = [replace(whole, tasks=tasks * self.rounds) for tasks in kinds]

    def tasks(self, ops: Sequence[Op], arch: Arch, cold: bool) -> tuple[Task, ...]:
        return tuple(_together([task_of(ops[k], arch, _WAVE, cold) for k in self.members(n)]) for n in self.nodes)

    def problem(self, ops: Sequence[Op], tasks: tuple[Task, ...], arch: Arch, rounds: int) -> Sequencing:
        every = list(ops) * rounds
        found = dependences(every)

        def node(k: int) -> int:
            again, k = divmod(k, len(ops))
            return again * len(tasks) + self.number[self.head[k]]

        edges: dict[tuple[int, int], bool] = {}
        for d in found:
            a, b = node(d.before), node(d.after)
            if a != b:
                edges[a, b] = edges.get((a, b), False) or d.kind is Kind.RAW
        if rounds == 1:
            self.hold_before_barriers(ops, edges)
        delays = {(node(a), node(b)): cycles for (a, b), cycles in forwarded(every, found, arch).items()}
        rows = tuple((a, b, result) for (a, b), result in sorted(edges.items()))
        return Sequencing(tasks * rounds, rows, (), arch.valu_to_memory_cycles, delays)

    def hold_before_barriers(self, ops: Sequence[Op], edges: dict[tuple[int, int], bool]) -> None:
        """Keeps instructions that precede a barrier and its waits there, as far as the pairs allow.

        A single wave would reach its next loads sooner if its arithmetic moved after the barrier; but then all waves of
        a workgroup would load together and compute together, and none would hide the latency of another.
        """
        barriers = [k for k in range(len(ops)) if _at_barrier(ops, k)]
        after: dict[int, list[int]] = {}
        for a, b in edges if barriers else ():
            after.setdefault(a, []).append(b)
        last = [max(self.members(head), default=head) for head in self.nodes]
        coming = sorted(range(len(last)), key=last.__getitem__, reverse=True)
        # Barriers are ordered, so what precedes one precedes the next.
        loose: list[int] = []
        for barrier in barriers:
            at = self.number[self.head[barrier]]
            behind = reachable([at], lambda b: after.get(b, ()))
            while coming and last[coming[-1]] < barrier:
                loose.append(coming.pop())
            for n in loose:
                if n not in behind and (n, at) not in edges:
                    edges[n, at] = False
                    after.setdefault(n, []).append(at)
            loose = [n for n in loose if n in behind]

    def members(self, node: int) -> Sequence[int]:
        return self.together.get(node, (node,))

    def cycles(self, order: Sequence[int]) -> int:
        """The cycles of an order of positions in which the halves of each pair are adjacent."""
        nodes = [self.number[k] for k in order if self.head[k] == k]
        order = [n + r * len(self.nodes) for r in range(self.rounds) for n in nodes]
        return sum(makespan(problem, order) for problem in self.whole) // len(self.whole)

    def better(self, order: list[int], allowed: int, fits: Callable[[Sequence[int]], bool]) -> list[int]:
        """The given order if it takes at most ``allowed`` cycles, otherwise the quickest of those tried that
        ``fits``."""
        best, least = order, self.cycles(order)
        if least <= allowed or len(order) > LONGEST:
            return order
        for problem, window in product(self.single, _WINDOWS):
            found = [k for n in quick_order(problem, window) for k in self.members(self.nodes[n])]
            if not fits(found):
                continue
            cycles = self.cycles(found)
            if cycles < least:
                best, least = found, cycles
        return best


def _at_barrier(ops: Sequence[Op], k: int) -> bool:
    """Whether an instruction is a barrier or a wait right before one."""
    at = k
    while at < len(ops) - 1 and is_wait(ops[at]):
        at += 1
    return ops[at].flag("barrier")


def _together(tasks: Sequence[Task]) -> Task:
    """A pair as one task: as late as its slower half."""
    first = tasks[0]
    return Task(
        max(t.latency for t in tasks),
        sum(t.service for t in tasks),
        first.counter,
        any(t.unordered for t in tasks),
        any(t.drains for t in tasks),
        any(t.valu for t in tasks),
        max(t.busy for t in tasks),
    )


def block_cycles(module: Module, kernel: Kernel, arch: Arch) -> list[int]:
    """The cycles that a single wave takes for each block of a kernel as it is."""
    cfg = build_cfg(module, kernel)
    ops, weights = kernel_ops(module, cfg), block_weights(module, kernel, cfg)
    found = []
    for block in cfg.blocks:
        own = ops[block.first : block.end]
        found.append(
            BlockPace(own, {}, arch, repeats(cfg, block.index), weights[block.index] == 1).cycles(range(len(own)))
        )
    return found


def repeats(cfg: CFG, index: int) -> bool:
    """Whether the block can be its own successor."""
    return index in cfg.blocks[index].succs


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
