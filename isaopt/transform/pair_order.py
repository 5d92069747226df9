"""The order of a block whose instructions issue in pairs, and the dual instructions themselves."""

from __future__ import annotations

import heapq
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from functools import cache

from isaopt.analysis.cfg import CFG, build_cfg
from isaopt.analysis.dependence import dependences
from isaopt.analysis.liveness import kernel_ops
from isaopt.asm.printer import print_op
from isaopt.ir.edit import new_instruction, spliced
from isaopt.ir.program import Instruction, Item, Kernel, Module, Op
from isaopt.solve.problem import BANKS, CellRef
from isaopt.target.arch import Arch
from isaopt.target.vopd import interlock_risk
from isaopt.target.vopd_ops import check_pair, half_of
from isaopt.transform.dual_forms import dual_op, forms
from isaopt.transform.pair_candidates import Reads

Pairs = Sequence[tuple[int, int]]
"""Ordinals, the earlier first."""


class Order:
    """Puts the two instructions of every pair side by side.

    Everything else stays as it was, as far as the pairs allow; of pairs that are ready together, the one comes first
    that finds most of its operands in the operand caches.  A pair that would make a circle of dependences is given
    up.  ``sequence`` holds the old ordinals in their new order.
    """

    def __init__(
        self,
        module: Module,
        cfg: CFG,
        pairs: Pairs,
        reads: Callable[[int, int], list[Reads]],
        bank: Callable[[CellRef], int],
    ) -> None:
        self.module, self.cfg, self.bank = module, cfg, bank
        self.ops = kernel_ops(module, cfg)
        self.pairs = tuple((min(p), max(p)) for p in pairs)
        self.ways = {p: reads(*p) for p in self.pairs}
        self.sequence: list[int] = []
        self.kept: list[tuple[int, int]] = []
        for block in cfg.blocks:
            span = range(block.first, block.first + len(block.instructions))
            own = {p[0]: p for p in self.pairs if p[0] in span}
            self.sequence += self.block(span, own) if own else span

    def block(self, span: range, own: Mapping[int, tuple[int, int]]) -> list[int]:
        ops = self.ops[span.start : span.stop]
        edges = [(d.before + span.start, d.after + span.start) for d in dependences(ops)]
        pairs = dict(own)
        while True:
            out, stuck = self.sort(span, edges, pairs)
            if not stuck:
                self.kept += pairs.values()
                return out
            for head in stuck:
                del pairs[head]

    def sort(
        self, span: range, edges: Sequence[tuple[int, int]], pairs: Mapping[int, tuple[int, int]]
    ) -> tuple[list[int], list[int]]:
        """A topological order of singles and pairs; the second value is pairs on circles, by their first ordinal."""
        head = {k: k for k in span} | {second: first for first, second in pairs.values()}
        followers: dict[int, set[int]] = defaultdict(set)
        waiting: dict[int, int] = defaultdict(int)
        for before, after in edges:
            a, b = head[before], head[after]
            if a != b and b not in followers[a]:
                followers[a].add(b)
                waiting[b] += 1
        nodes = sorted(set(head.values()))
        ready = [k for k in nodes if not waiting[k]]
        heapq.heapify(ready)
        cached: dict[tuple[int, int], CellRef] = {}
        out: list[int] = []
        done = 0
        while ready:
            k = self.next(ready, pairs, cached)
            done += 1
            out += pairs.get(k, (k,))
            for f in sorted(followers[k]):
                waiting[f] -= 1
                if not waiting[f]:
                    heapq.heappush(ready, f)
        if done == len(nodes):
            return out, []
        left = [k for k in nodes if waiting[k] > 0 and k in pairs]
        return out, left[:1]

    def next(
        self, ready: list[int], pairs: Mapping[int, tuple[int, int]], cached: dict[tuple[int, int], CellRef]
    ) -> int:
        """The earliest instruction; if it is a pair, the ready pair with the fewest reads that no cache serves."""
        k = heapq.heappop(ready)
        if k not in pairs:
            return k
        best = min((self.misses(pairs[r], cached), r) for r in [k, *ready] if r in pairs)[1]
        if best != k:
            ready.remove(best)
            ready.append(k)
            heapq.heapify(ready)
        for slot, cell in self.way(pairs[best], cached):
            cached[slot, self.bank(cell)] = cell
        return best

    def way(self, pair: tuple[int, int], cached: Mapping[tuple[int, int], CellRef]) -> Reads:
        return min(self.ways[pair], key=lambda w: sum(cached.get((s, self.bank(c))) != c for s, c in w), default=())

    def misses(self, pair: tuple[int, int], cached: Mapping[tuple[int, int], CellRef]) -> int:
        return sum(cached.get((s, self.bank(c))) != c for s, c in self.way(pair, cached))

    def result(self) -> Module:
        """The kernel in the new order, still with single instructions."""
        changes: dict[tuple[int, int], Sequence[Item]] = {}
        for block in self.cfg.blocks:
            span = range(block.first, block.first + len(block.instructions))
            own = self.sequence[span.start : span.stop]
            if list(span) == own:
                continue
            first, last = block.instructions[0], block.instructions[-1] + 1
            others = [i for i in self.module.items[first:last] if not isinstance(i, Instruction)]
            changes[first, last] = [*others, *(self.module.items[self.cfg.order[k]] for k in own)]
        return spliced(self.module, changes)


def merged(module: Module, kernel: Kernel, arch: Arch, pairs: Pairs) -> Module:
    """The kernel with these neighbours (by ordinal) as dual instructions, where their registers allow it.

    Of the legal ways to write a pair the one is taken that reads the fewest registers anew.
    """
    cfg = build_cfg(module, kernel)
    ops = kernel_ops(module, cfg)
    changes: dict[tuple[int, int], Sequence[Item]] = {}
    heads = {a for a, b in pairs if b == a + 1}
    for block in cfg.blocks:
        cached: dict[tuple[int, int], int] = {}
        for k in range(block.first, block.first + len(block.instructions)):
            legal = _legal_duals(arch, ops[k], ops[k + 1]) if k in heads else ()
            if not legal:
                continue
            op = min(legal, key=lambda o: sum(cached.get((s, r % BANKS)) != r for s, r in _sources(o, arch)))
            for slot, reg in _sources(op, arch):
                cached[slot, reg % BANKS] = reg
            first, second = cfg.order[k], cfg.order[k + 1]
            between = module.items[first + 1 : second]
            changes[first, second + 1] = [*between, new_instruction(op, print_op(op), module.items[first].line)]
    return spliced(module, changes)


@cache
def _legal_duals(arch: Arch, a: Op, b: Op) -> tuple[Op, ...]:
    if set(a.defs) & set(b.uses):
        return ()
    found = []
    for fa in forms(arch, a):
        for fb in forms(arch, b):
            for x, y in ((fa, fb), (fb, fa)):
                if x.opx:
                    op = dual_op(arch.name, x.text, y.text)
                    assert op.pair is not None
                    halves = [half_of(arch, half) for half in op.pair]
                    if not check_pair(arch, *op.pair) and not interlock_risk(arch, *halves):
                        found.append(op)
    return tuple(found)


def _sources(op: Op, arch: Arch) -> list[tuple[int, int]]:
    """(slot, register) of each source in a slot of its own; accumulators are not cached."""
    found = []
    for half in op.halves:
        known = half_of(arch, half)
        found += [(slot, reg) for slot, reg in ((0, known.src0), (1, known.src1)) if reg is not None]
    return found
