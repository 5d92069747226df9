"""The order of a block whose instructions issue in pairs, and the dual instructions themselves."""

from __future__ import annotations

import heapq
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from isaopt.analysis.cfg import CFG, build_cfg
from isaopt.analysis.dependence import dependences
from isaopt.analysis.liveness import kernel_ops
from isaopt.asm.printer import print_op
from isaopt.asm.syntax import StatementError
from isaopt.ir.edit import new_instruction, spliced
from isaopt.ir.program import Instruction, Item, Kernel, Module, Op
from isaopt.solve.problem import BANKS, CellRef
from isaopt.target.arch import Arch
from isaopt.target.vopd import check_halves, interlock_risk
from isaopt.target.vopd_ops import check_pair, half_of
from isaopt.transform.dual_forms import dual_op, forms
from isaopt.transform.pair_candidates import Pairs
from isaopt.transform.pair_choice import Choice
from isaopt.transform.pair_options import Reads
from isaopt.transform.pair_pressure import Pressure
from isaopt.transform.wide_loads import joined


@dataclass(frozen=True, slots=True)
class Policy:
    """How freely a block is put in order.

    ``window``: of the ready pairs within so many places of the first, the one with the fewest new operands is next.
    ``lead``: an instruction that a pair waits for comes so many places before the pair (None: keeps its own place),
    so that nothing is held while it waits.  ``by_depth``: pairs come in the order of the longest path that leads to
    them, and not of the code.
    """

    window: int
    lead: int | None
    by_depth: bool = False


#: From the order with the fewest operand reads to those that hold fewer and fewer registers.
_POLICIES = (
    Policy(10**6, None),
    Policy(64, None),
    Policy(64, 96),
    Policy(64, 96, by_depth=True),
    Policy(64, 32),
    Policy(64, 32, by_depth=True),
    Policy(16, None),
    Policy(16, 16),
    Policy(16, 16, by_depth=True),
    Policy(0, None),
    Policy(0, 0),
    Policy(0, 0, by_depth=True),
)


class Order:
    """Puts the two instructions of every pair side by side.

    Everything else stays as it was, as far as the pairs allow; of pairs that are ready together, the one comes first
    that finds most of its operands in the operand caches.  Where that would hold more registers than there are
    (``pressures`` by block), the order is bound more closely.  A pair that would make a circle of dependences is given
    up.  ``glued`` are neighbours that stay side by side, too.  ``sequence`` holds the old ordinals in their new order,
    ``excess`` by how many registers a bank overflows.
    """

    def __init__(
        self,
        module: Module,
        cfg: CFG,
        choice: Choice,
        reads: Callable[[int, int, Callable[[CellRef], int]], list[Reads]],
        pressures: Mapping[int, Pressure],
        spare: int = 0,
    ) -> None:
        self.module, self.cfg, self.bank = module, cfg, choice.bank
        self.ops = kernel_ops(module, cfg)
        self.pairs = tuple((min(p), max(p)) for p in choice.pairs)
        self.ways = {p: reads(*p, self.bank) for p in self.pairs}
        self.sequence: list[int] = []
        self.kept: list[tuple[int, int]] = []
        self.glued = {p[0]: p for p in choice.whole}
        self.excess = 0
        self.spare = spare
        for block in cfg.blocks:
            span = range(block.first, block.first + len(block.instructions))
            own = {p[0]: p for p in self.pairs if p[0] in span}
            self.sequence += self.block(span, own, pressures[block.index]) if own else span

    def block(self, span: range, own: Mapping[int, tuple[int, int]], pressure: Pressure) -> list[int]:
        ops = self.ops[span.start : span.stop]
        edges = [(d.before + span.start, d.after + span.start) for d in dependences(ops)]
        glued = {k: self.glued[k] for k in span if k in self.glued}
        graph = _Graph(span, edges, dict(own), glued)
        self.kept += graph.pairs.values()
        tried: list[tuple[int, int, list[int], int]] = []
        for policy in _POLICIES:
            order = self.sort(graph, policy)
            excess = pressure.excess(order)
            tried.append((max(0, excess + self.spare), len(tried), order, excess))
            if excess + self.spare <= 0:
                break
        _, _, best, excess = min(tried)
        self.excess = max(self.excess, excess)
        return best

    def sort(self, graph: _Graph, policy: Policy) -> list[int]:
        """A topological order of singles and pairs."""
        keys = graph.keys(policy)
        waiting = dict(graph.waiting)
        ready = [(keys[k], k) for k in graph.nodes if not waiting[k]]
        heapq.heapify(ready)
        cached: dict[tuple[int, int], CellRef] = {}
        out: list[int] = []
        while ready:
            k = self.next(ready, graph.pairs, cached, policy.window)
            out += graph.together.get(k, (k,))
            for f in graph.followers[k]:
                waiting[f] -= 1
                if not waiting[f]:
                    heapq.heappush(ready, (keys[f], f))
        return out

    def next(
        self,
        ready: list[tuple[int, int]],
        pairs: Mapping[int, tuple[int, int]],
        cached: dict[tuple[int, int], CellRef],
        window: int,
    ) -> int:
        """The earliest instruction; if it is a pair, the ready pair of the window with the fewest reads that no cache
        serves."""
        first = heapq.heappop(ready)
        if first[1] not in pairs:
            return first[1]
        last = first[0] + window
        best = min((self.misses(pairs[r], cached), at, r) for at, r in [first, *ready] if r in pairs and at <= last)
        if best[1:] != first:
            ready.remove(best[1:])
            heapq.heapify(ready)
            heapq.heappush(ready, first)
        for slot, cell in self.way(pairs[best[2]], cached):
            cached[slot, self.bank(cell)] = cell
        return best[2]

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


class _Graph:
    """A block's instructions with each pair as one node, under its first ordinal; pairs on circles are given up.

    ``glued`` are neighbours that depend on the same things and stay side by side.
    """

    def __init__(
        self,
        span: range,
        edges: Sequence[tuple[int, int]],
        pairs: dict[int, tuple[int, int]],
        glued: Mapping[int, tuple[int, int]],
    ) -> None:
        self.span, self.edges, self.pairs, self.glued = span, edges, pairs, glued
        while True:
            self.connect()
            self.topological = self.walk()
            if len(self.topological) == len(self.nodes):
                return
            placed = set(self.topological)
            del self.pairs[next(k for k in self.nodes if k not in placed and k in self.pairs)]

    def connect(self) -> None:
        self.together = self.pairs | dict(self.glued)
        head = {k: k for k in self.span} | {second: first for first, second in self.together.values()}
        found: dict[int, set[int]] = defaultdict(set)
        for before, after in self.edges:
            if head[before] != head[after]:
                found[head[before]].add(head[after])
        self.nodes = sorted(set(head.values()))
        self.followers = {k: sorted(found[k]) for k in self.nodes}
        self.waiting = dict.fromkeys(self.nodes, 0)
        for row in self.followers.values():
            for k in row:
                self.waiting[k] += 1

    def walk(self) -> list[int]:
        waiting = dict(self.waiting)
        out = [k for k in self.nodes if not waiting[k]]
        for k in out:
            for f in self.followers[k]:
                waiting[f] -= 1
                if not waiting[f]:
                    out.append(f)
        return out

    def keys(self, policy: Policy) -> dict[int, int]:
        """Where each node would like to stand."""
        keys = {k: k for k in self.nodes}
        if policy.by_depth:
            depth = dict.fromkeys(self.nodes, 0)
            for k in self.topological:
                for f in self.followers[k]:
                    depth[f] = max(depth[f], depth[k] + 1)
            keys = {k: at for at, k in enumerate(sorted(self.nodes, key=lambda k: (depth[k], k)))}
        if policy.lead is not None:
            for k in reversed(self.topological):
                needed = [keys[f] - (policy.lead if f in self.pairs else 0) for f in self.followers[k]]
                if k not in self.pairs and needed:
                    keys[k] = min(needed) if policy.by_depth else min(keys[k], *needed)
        return keys


def merged(module: Module, kernel: Kernel, arch: Arch, pairs: Pairs, loads: Pairs = ()) -> Module:
    """The kernel with these neighbours (by ordinal) as dual instructions, where their registers allow it, and with
    these halves of wide loads joined, where they load neighbours.

    Of the legal ways to write a pair the one is taken that reads the fewest registers anew.
    """
    cfg = build_cfg(module, kernel)
    ops = kernel_ops(module, cfg)
    changes: dict[tuple[int, int], Sequence[Item]] = {}
    heads = {a for a, b in pairs if b == a + 1}
    halves = {a for a, b in loads if b == a + 1}
    for block in cfg.blocks:
        cached: dict[tuple[int, int], int] = {}
        for k in range(block.first, block.first + len(block.instructions)):
            if k in halves:
                op = joined(ops[k], ops[k + 1], arch.name, kernel.wave_size)
            elif k in heads:
                op = _best_dual(arch, ops[k], ops[k + 1], cached)
            else:
                continue
            if op is not None:
                first, second = cfg.order[k], cfg.order[k + 1]
                between = module.items[first + 1 : second]
                new = new_instruction(op, print_op(op), module.items[first].line)
                changes[first, second + 1] = [*between, new]
    return spliced(module, changes)


def _best_dual(arch: Arch, a: Op, b: Op, cached: dict[tuple[int, int], int]) -> Op | None:
    legal = _legal_duals(arch, a, b)
    if not legal:
        return None
    op = min(legal, key=lambda o: sum(cached.get((s, r % BANKS)) != r for s, r in _sources(o, arch)))
    for slot, reg in _sources(op, arch):
        cached[slot, reg % BANKS] = reg
    return op


@cache
def _legal_duals(arch: Arch, a: Op, b: Op) -> tuple[Op, ...]:
    if set(a.defs) & set(b.uses):
        return ()
    found = []
    for fa in forms(arch, a):
        for fb in forms(arch, b):
            for x, y in ((fa, fb), (fb, fa)):
                if x.opx and not check_halves(arch, x.half, y.half) and not interlock_risk(arch, x.half, y.half):
                    try:
                        op = dual_op(arch.name, x.text, y.text)
                    except StatementError:
                        continue
                    if op.pair is not None and not check_pair(arch, *op.pair):
                        found.append(op)
    return tuple(found)


def _sources(op: Op, arch: Arch) -> list[tuple[int, int]]:
    """(slot, register) of each source in a slot of its own; accumulators are not cached."""
    found = []
    for half in op.halves:
        known = half_of(arch, half)
        found += [(slot, reg) for slot, reg in ((0, known.src0), (1, known.src1)) if reg is not None]
    return found
