"""Finds the VALU instructions that could issue in pairs, block by block."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

import networkx as nx

from isaopt.analysis.flow.cfg import CFG
from isaopt.analysis.flow.dependence import dependences
from isaopt.analysis.flow.liveness import kernel_ops
from isaopt.analysis.flow.webs import Webs
from isaopt.ir.program import Module, Op
from isaopt.solve.pairing import MOST_STEPS, Option
from isaopt.solve.problem import CellRef
from isaopt.target.arch import Arch
from isaopt.transform.pair.options import PairCandidate, PairOptions, Reads
from isaopt.transform.pair.pace import TaskSlack
from isaopt.transform.pair.reach import Reach, levels, most_pairs, near

#: The most options of one layer.
_MAX_PRODUCTS = 20_000


def products(pairs: PairOptions, layer: Sequence[PairCandidate], weight: int) -> list[Option]:
    """The outer-product options of a layer: two registers on the left and two on the right give two dual instructions
    that read the same four."""
    by_sources: dict[tuple[CellRef, CellRef], PairCandidate] = {}
    graph: nx.Graph[CellRef] = nx.Graph()
    for c in layer:
        cells = c.cells[0]
        if {"src0", "src1"} <= cells.keys() and len(c.forms) > 1 and cells["src0"] != cells["src1"]:
            graph.add_edge(cells["src0"], cells["src1"])
            by_sources.setdefault((cells["src0"], cells["src1"]), c)
    if not nx.is_bipartite(graph):
        return []
    sides: dict[CellRef, int] = {}
    for part in nx.connected_components(graph):
        sides |= nx.bipartite.color(graph.subgraph(part))
    table: dict[CellRef, dict[CellRef, PairCandidate]] = defaultdict(dict)
    for (a, b), c in by_sources.items():
        left, right = (a, b) if sides[a] == 0 else (b, a)
        table[left].setdefault(right, c)
    out: list[Option] = []
    for a, a2 in combinations(sorted(table), 2):
        for b, b2 in combinations(sorted(table[a].keys() & table[a2].keys()), 2):
            first = _beside(pairs, table[a][b], table[a2][b2], a, a2, weight)
            second = _beside(pairs, table[a][b2], table[a2][b], a, a2, weight)
            if first is not None and second is not None:
                out.append(_together(first, second))
        if len(out) > _MAX_PRODUCTS:
            break
    return out


def _beside(
    pairs: PairOptions, one: PairCandidate, two: PairCandidate, left: CellRef, left2: CellRef, weight: int
) -> Option | None:
    """Two products as a pair, with the sources of each side in one slot."""
    for way in pairs.ways(one, two):
        if one.cells[way.form_a]["src0"] == left and two.cells[way.form_b]["src0"] == left2:
            differ = pairs.constraints(one, two, way)
            return None if differ is None else pairs.option(one, two, way, differ, weight)
    return None


def _together(first: Option, second: Option) -> Option:
    """Two pairs that read the same registers, as one option."""
    return Option(
        first.pairs + second.pairs,
        tuple(sorted({*first.differ, *second.differ})),
        tuple(dict.fromkeys(first.sources + second.sources)),
        tuple(dict.fromkeys((min(p), max(p)) for p in first.slot_pairs + second.slot_pairs)),
        first.weight,
        structured=True,
    )


#: Layers with at least this many candidates are searched for outer products.
_STRUCTURED = 8
#: Once the banks are chosen: how many candidates are matched at a time, and the most neighbours offered to each.
_WINDOW = 64
_LATE = 24
#: The most pairs tried for the whole kernel at that point, and the fewest neighbours offered to a candidate.
_LATE_PAIRS = 60_000
_LATE_LEAST = 4
#: Blocks with more candidates are bounded by their number of candidates alone.
_BOUNDED = 1_200

Pairs = Sequence[tuple[int, int]]
"""Ordinals, the earlier first."""


@dataclass(frozen=True)
class Members:
    """The candidates of a block in order; positions count from its ``first`` ordinal."""

    first: int
    members: tuple[PairCandidate, ...]
    reach: Reach
    level: Sequence[int]
    slack: TaskSlack | None = None
    """If given, pairs that would lengthen the critical path are not offered."""

    def near(self, positions: Sequence[int], reach: Reach, most: int) -> Iterator[tuple[int, int]]:
        """Pairs that can issue together, each candidate with its nearest ``most`` partners."""
        slack = self.slack
        free = reach.free if slack is None else lambda a, b: reach.free(a, b) and slack.allows(a, b)
        return near(positions, self.level, free, most)

    def layers(self) -> list[list[PairCandidate]]:
        """Candidates by level, the length of the longest path to them; candidates of a level are independent of each
        other."""
        by_level: dict[int, list[PairCandidate]] = defaultdict(list)
        for c in self.members:
            by_level[self.level[c.ordinal - self.first]].append(c)
        return [layer for _, layer in sorted(by_level.items()) if len(layer) > 1]


class Candidates:
    """The pairing options of every block of a kernel without dual instructions."""

    def __init__(
        self,
        module: Module,
        cfg: CFG,
        arch: Arch,
        found: Webs,
        weights: Sequence[int],
        without: Collection[int] = (),
        effort: float = 1,
        timely: Mapping[int, TaskSlack] | None = None,
    ) -> None:
        """``without``: blocks to offer no candidates of; ``timely``: the slack of each block whose critical path must
        not grow."""
        self.timely = timely or {}
        self.cfg, self.arch, self.found, self.weights = cfg, arch, found, weights
        self.ops = kernel_ops(module, cfg)
        self.pairs = PairOptions(cfg, arch, found)
        self.left_out = frozenset(without)
        self.blocks = [self.block(b, b not in without) for b in range(len(cfg.blocks))]
        self.circular: set[Option] = set()
        """Options that conflicted with others when they were last tried together."""
        self.by_ordinal = {c.ordinal: c for block in self.blocks for c in block.members}
        self.late = max(_LATE_LEAST, min(_LATE, int(_LATE_PAIRS * effort) // max(1, len(self.by_ordinal))))

    def block(self, b: int, wanted: bool = True) -> Members:
        """The candidates of a block and its dependences."""
        block, ops = self.cfg.blocks[b], self.ops_of(b)
        found = [self.pairs.candidate(block.first + position, op) for position, op in enumerate(ops) if wanted]
        order = dependences(ops)
        return Members(
            block.first,
            tuple(c for c in found if c is not None),
            Reach(len(ops), order),
            levels(len(ops), order),
            self.timely.get(b),
        )

    def bound(self) -> int:
        """An upper bound on the weighted number of pairs, from dependences and opcodes; includes the blocks that are
        left out."""
        most = (
            self.most_left_out(b) if b in self.left_out else self.most(block) for b, block in enumerate(self.blocks)
        )
        return sum(weight * pairs for weight, pairs in zip(self.weights, most, strict=True))

    def present(self) -> int:
        """The weighted number of dual instructions in the blocks that are left out."""
        return sum(self.weights[b] * sum(op.pair is not None for op in self.ops_of(b)) for b in self.left_out)

    def whole(self) -> int:
        """The weighted number of dual instructions in the other blocks: those that could not be split."""
        others = (b for b in range(len(self.blocks)) if b not in self.left_out)
        return sum(self.weights[b] * sum(op.pair is not None for op in self.ops_of(b)) for b in others)

    def most_left_out(self, b: int) -> int:
        """An upper bound on the pairs of a block that is left out: its halves might find other partners."""
        first, ops = self.cfg.blocks[b].first, self.ops_of(b)
        alone = [op.pair is None and self.pairs.candidate(first + at, op) is not None for at, op in enumerate(ops)]
        return sum(op.pair is not None for op in ops) + sum(alone) // 2

    def ops_of(self, b: int) -> Sequence[Op]:
        """The block's instructions."""
        block = self.cfg.blocks[b]
        return self.ops[block.first : block.end]

    def most(self, block: Members) -> int:
        """An upper bound on the pairs of a block."""
        x_side = sum(any(form.opx for form in c.forms) for c in block.members)
        positions = [c.ordinal - block.first for c in block.members]
        half = min(len(positions) // 2, x_side)
        return min(half, most_pairs(positions, block.reach)) if len(positions) <= _BOUNDED else half

    def outer_products(self) -> list[Option]:
        """The outer-product options of every layer, heaviest blocks first."""
        out: list[Option] = []
        for b in sorted(range(len(self.blocks)), key=lambda b: (-self.weights[b], b)):
            for layer in self.blocks[b].layers():
                if len(layer) >= _STRUCTURED:
                    out += products(self.pairs, layer, self.weights[b])
        return out

    def reads(self, a: int, b: int, bank: Callable[[CellRef], int]) -> list[Reads]:
        """What a pair of ordinals reads, for each way to encode it on these banks."""
        return self.pairs.reads(self.by_ordinal[a], self.by_ordinal[b], bank)

    def near_options(self, block: Members, members: Sequence[PairCandidate], most: int) -> Iterator[Option]:
        """The options of each candidate with its nearest neighbours."""
        by_position = {c.ordinal - block.first: c for c in members}
        weight = self.weights[self.cfg.block_of[block.first]]
        for a, b in block.near(list(by_position), block.reach, most):
            yield from self.pairs.options(by_position[a], by_position[b], weight, abs(block.level[a] - block.level[b]))

    def successors(self) -> list[list[int]]:
        """The ordinals of each instruction's direct successors in its block."""
        found: list[list[int]] = [[] for _ in self.ops]
        for block in self.blocks:
            for position, row in enumerate(block.reach.after):
                found[block.first + position] = [block.first + other for other in row]
        return found

    def joined(self, b: int, taken: Sequence[Option], glued: Pairs = ()) -> tuple[Reach, list[Option]]:
        """The order constraints of a block after taking as many of these options as are compatible, and the options of
        the block that were taken."""
        block, first = self.blocks[b], self.blocks[b].first
        inside = [o for o in taken if self.cfg.block_of[o.pairs[0][0]] == b]
        beside = [(x - first, y - first) for x, y in glued if self.cfg.block_of[x] == b]
        usable = [o for o in inside if o not in self.circular]
        pairs = [(x - first, y - first) for o in usable for x, y in o.pairs]
        together = [*beside, *pairs]
        at_once = block.reach.with_pairs(together)
        if at_once is not None:
            return at_once, usable
        reach, kept = block.reach.copy(), []
        for one, two in beside:
            reach.join(one, two)
        for option in inside:
            if all(reach.free(x - first, y - first) for x, y in option.pairs):
                for x, y in option.pairs:
                    reach.join(x - first, y - first)
                kept.append(option)
        self.circular = {*self.circular, *inside} - set(kept)
        return reach, kept

    def more(self, taken: Sequence[Option], glued: Pairs, bank: Callable[[CellRef], int]) -> list[Option]:
        """The compatible options, plus pairs among the remaining instructions that the assigned banks allow."""
        self.circular = set()
        out: list[Option] = []
        of_block: dict[int, list[Option]] = defaultdict(list)
        for option in taken:
            of_block[self.cfg.block_of[option.pairs[0][0]]].append(option)
        for b, block in enumerate(self.blocks):
            if len(block.members) < 2:
                continue
            reach, kept = self.joined(b, of_block[b], glued)
            out += kept
            used = {op for option in kept for pair in option.pairs for op in pair}
            free = [c for c in block.members if c.ordinal not in used]
            for most in (self.late, 10**6):
                for option in self.matched(block, free, reach, most, bank, self.weights[b]):
                    x, y = (op - block.first for op in option.pairs[0])
                    if reach.free(x, y):
                        reach.join(x, y)
                        used |= set(option.pairs[0])
                        out.append(option)
                free = [c for c in free if c.ordinal not in used]
                if len(free) > _WINDOW:
                    break
        return out

    def matched(
        self,
        block: Members,
        free: Sequence[PairCandidate],
        reach: Reach,
        most: int,
        bank: Callable[[CellRef], int],
        weight: int,
    ) -> list[Option]:
        """A maximum matching of these candidates with near neighbours, computed in windows of the code."""
        out: list[Option] = []
        for start in range(0, len(free), _WINDOW):
            by_position = {c.ordinal - block.first: c for c in free[start : start + _WINDOW]}
            graph: nx.Graph[int] = nx.Graph()
            for a, b in block.near(list(by_position), reach, most):
                steps = abs(block.level[a] - block.level[b])
                for option in self.pairs.options(by_position[a], by_position[b], weight, steps, bank):
                    worth = _worth(option, bank)
                    if not graph.has_edge(a, b) or graph.edges[a, b]["weight"] < worth:
                        graph.add_edge(a, b, option=option, weight=worth)
            pairs = nx.max_weight_matching(graph, maxcardinality=True)
            out += [graph.edges[edge]["option"] for edge in sorted(tuple(sorted(e)) for e in pairs)]
        return out


def _worth(option: Option, bank: Callable[[CellRef], int]) -> int:
    """The weight of a pair in a matching: sources in different banks are gathered without delay, and instructions of
    one level do not wait for each other."""
    banks = [bank(c) for c in dict.fromkeys(option.sources)]
    return 1 + 16 * (len(set(banks)) == len(banks)) + MOST_STEPS - min(option.steps, MOST_STEPS)
