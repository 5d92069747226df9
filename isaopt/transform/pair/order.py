"""Orders the instructions of a block so that the halves of each pair are adjacent."""

from __future__ import annotations

import heapq
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from isaopt.analysis.flow.cfg import CFG
from isaopt.analysis.flow.dependence import dependences
from isaopt.analysis.flow.liveness import kernel_ops
from isaopt.ir.edit import spliced
from isaopt.ir.program import Instruction, Item, Module
from isaopt.solve.problem import CellRef
from isaopt.target.arch import get_arch
from isaopt.transform.pair.choice import PairChoice
from isaopt.transform.pair.options import Reads
from isaopt.transform.pair.pace import BlockPace, repeats
from isaopt.transform.pair.pressure import BlockPressure
from isaopt.transform.pair.reads import PairBlock, PairReads, better_orders


@dataclass(frozen=True, slots=True)
class OrderFreedom:
    """How freely the instructions of a block may be reordered.

    ``window``: of the ready pairs within so many places of the first, the one with the fewest new operands is next.
    ``lead``: an instruction that a pair waits for comes so many places before the pair (None: stays in its own place),
    so that its result does not occupy a register for long. ``by_depth``: pairs are ordered by the longest path to them,
    not by their place in the code.
    """

    window: int
    lead: int | None
    by_depth: bool = False


class Graph:
    """A block's instructions with each pair as one node, named by its first ordinal; pairs on cycles are dropped.
    ``glued`` are neighbours with equal dependences that stay adjacent."""

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

    def keys(self, policy: OrderFreedom) -> dict[int, int]:
        """The preferred position of each node."""
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


#: From the fewest operand reads to the fewest registers held.
_POLICIES = (
    OrderFreedom(10**6, None),
    OrderFreedom(64, None),
    OrderFreedom(64, 96),
    OrderFreedom(64, 96, by_depth=True),
    OrderFreedom(64, 32),
    OrderFreedom(64, 32, by_depth=True),
    OrderFreedom(16, None),
    OrderFreedom(16, 16),
    OrderFreedom(16, 16, by_depth=True),
    OrderFreedom(0, None),
    OrderFreedom(0, 0),
    OrderFreedom(0, 0, by_depth=True),
)

#: Blocks with more pairs are not searched for pairs to give up.
_FEW_PAIRS = 16


class PairOrder:
    """Makes the two instructions of every pair adjacent.

    Other instructions keep their order as far as the pairs allow. Of the pairs that are ready, the one with the most
    operands in the operand caches comes first. If the order holds more registers than there are (``pressures`` by
    block), it is constrained more. If a single wave would take longer than in the input (``allowed`` by block), a
    quicker order is sought; in a loop that waits for memory, pairs that lengthen an iteration are given up. Pairs on
    dependence cycles are dropped. ``glued`` pairs of loads stay adjacent, too. ``sequence`` lists the old ordinals in
    their new order; ``excess`` is by how many registers the fullest bank overflows.
    """

    def __init__(
        self,
        module: Module,
        cfg: CFG,
        choice: PairChoice,
        reads: Callable[[int, int, Callable[[CellRef], int]], list[Reads]],
        pressures: Mapping[int, BlockPressure],
        weights: Sequence[int],
        allowed: Sequence[int],
        spare: int = 0,
    ) -> None:
        self.module, self.cfg, self.bank, self.pressures, self.allowed = module, cfg, choice.bank, pressures, allowed
        self.arch, self.weights = get_arch(module.arch), weights
        self.ops = kernel_ops(module, cfg)
        self.pairs = tuple((min(p), max(p)) for p in choice.pairs)
        self.ways = {p: reads(*p, self.bank) for p in self.pairs}
        self.sequence: list[int] = []
        self.kept: list[tuple[int, int]] = []
        self.glued = {p[0]: p for p in choice.whole}
        self.excess = 0
        self.spare = spare
        self.graphs: dict[int, Graph] = {}
        self.paces: dict[int, BlockPace] = {}
        for block in cfg.blocks:
            span = block.ordinals
            own = {p[0]: p for p in self.pairs if p[0] in span}
            self.sequence += self.block(block.index, span, own) if own else span

    def block(self, index: int, span: range, own: Mapping[int, tuple[int, int]]) -> list[int]:
        order, excess = self.ordered(index, span, own)
        if self.waits(index, span):
            pairs = self.prompt(index, span, order)
            order, excess = self.ordered(index, span, pairs)
        self.excess = max(self.excess, excess)
        self.kept += self.graphs[index].pairs.values()
        return order

    def waits(self, index: int, span: range) -> bool:
        """Whether the block is a loop that is bound by latency: all waves of a SIMD together issue for less time than
        one of them waits. No pair makes such a loop faster, and one that lengthens the iteration makes it slower."""
        pace = self.paces[index]
        issued = self.arch.waves_per_simd * len(span)
        few = len(self.graphs[index].pairs) <= _FEW_PAIRS
        return few and pace.rounds > 1 and self.allowed[index] > pace.rounds * issued

    def prompt(self, index: int, span: range, order: Sequence[int]) -> dict[int, tuple[int, int]]:
        """The block's pairs without those that lengthen a loop iteration."""
        pairs, cycles = dict(self.graphs[index].pairs), self.time(index, order)
        while cycles > self.allowed[index] and pairs:
            trials = []
            for k in pairs:
                fewer = {first: pair for first, pair in pairs.items() if first != k}
                trials.append((self.time(index, self.ordered(index, span, fewer)[0]), k))
            least, blamed = min(trials)
            if least >= cycles:
                break
            cycles = least
            del pairs[blamed]
        return pairs

    def time(self, index: int, order: Sequence[int]) -> int:
        """The cycles of a single wave for an order of the block, with the pairs of its latest graph."""
        first = self.graphs[index].span.start
        return self.paces[index].cycles([k - first for k in order])

    def ordered(self, index: int, span: range, own: Mapping[int, tuple[int, int]]) -> tuple[list[int], int]:
        """The block's order with these pairs, except those on cycles, and by how many registers a bank overflows."""
        ops = self.ops[span.start : span.stop]
        edges = [(d.before + span.start, d.after + span.start) for d in dependences(ops)]
        glued = {k: self.glued[k] for k in span if k in self.glued}
        graph = self.graphs[index] = Graph(span, edges, dict(own), glued)
        tried: list[tuple[int, int, list[int], int]] = []
        for policy in _POLICIES:
            order = self.sort(graph, policy)
            excess = self.pressures[index].excess(order)
            tried.append((max(0, excess + self.spare), len(tried), order, excess))
            if excess + self.spare <= 0:
                break
        _, _, best, excess = min(tried)
        together = {first - span.start: (a - span.start, b - span.start) for first, (a, b) in graph.together.items()}
        self.paces[index] = BlockPace(ops, together, self.arch, repeats(self.cfg, index), self.weights[index] == 1)
        return self.quick(index, best), excess

    def quick(self, index: int, order: list[int]) -> list[int]:
        """The given order, or a quicker one within the time limit that holds no more registers."""
        first, room = self.graphs[index].span.start, self.room(index, order)

        def fits(positions: Sequence[int]) -> bool:
            return self.pressures[index].excess([first + at for at in positions]) <= room

        quicker = self.paces[index].better([k - first for k in order], self.allowed[index], fits)
        return [first + at for at in quicker]

    def room(self, index: int, order: Sequence[int]) -> int:
        """By how many registers a new order may overflow: no more than this one, or up to the spare registers."""
        return max(-self.spare, self.pressures[index].excess(order))

    def accepts(self, index: int, order: Sequence[int]) -> Callable[[Sequence[int]], bool]:
        """A test whether another order of the block can replace this one, by registers and by time."""
        first, room, pace = self.graphs[index].span.start, self.room(index, order), self.paces[index]
        most = max(self.allowed[index], pace.cycles([k - first for k in order]))
        return lambda o: self.pressures[index].excess(o) <= room and pace.cycles([k - first for k in o]) <= most

    def improve(self, effort: float, seed: int) -> PairReads:
        """Reorders pairs for fewer bank reads, where registers and time allow."""
        blocks: dict[int, PairBlock] = {}
        for index, graph in self.graphs.items():
            order = self.sequence[graph.span.start : graph.span.stop]
            blocks[index] = PairBlock(
                self.weights[index],
                order,
                list(graph.pairs.values()),
                graph.together,
                graph.edges,
                self.accepts(index, order),
            )
        found = better_orders(blocks, self.ways.__getitem__, self.bank, effort, seed)
        for index, order in found.orders.items():
            span = self.graphs[index].span
            self.sequence[span.start : span.stop] = order
        return found

    def sort(self, graph: Graph, policy: OrderFreedom) -> list[int]:
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
        """The earliest ready node; if that is a pair, the ready pair of the window with the fewest uncached reads."""
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
        """The kernel in the new order, not yet with dual instructions."""
        changes: dict[tuple[int, int], Sequence[Item]] = {}
        for block in self.cfg.blocks:
            span = block.ordinals
            own = self.sequence[span.start : span.stop]
            if list(span) == own:
                continue
            first, last = block.instructions[0], block.instructions[-1] + 1
            others = [i for i in self.module.items[first:last] if not isinstance(i, Instruction)]
            changes[first, last] = [*others, *(self.module.items[self.cfg.order[k]] for k in own)]
        return spliced(self.module, changes)
