"""Which VALU instructions of a kernel could issue in pairs, and what each pair would ask of the registers."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations

import networkx as nx

from isaopt.analysis.cfg import CFG
from isaopt.analysis.dependence import dependences
from isaopt.analysis.liveness import kernel_ops
from isaopt.analysis.webs import Webs
from isaopt.ir.program import Module, Op
from isaopt.solve.pairing import Option
from isaopt.solve.problem import CellRef
from isaopt.target.arch import Arch
from isaopt.target.vopd import check_halves, interlock_constraints, slot_constraints
from isaopt.transform.dual_forms import Form, forms
from isaopt.transform.pair_reach import Reach, levels, most_pairs, near
from isaopt.transform.registers import cells_of

_REGISTER_RULES = frozenset({"dst-parity", "src0-bank", "src1-bank", "src2-parity"})
#: Layers with at least this many candidates are paired by shared sources.
_STRUCTURED = 24
#: Candidates that are matched at once after the banks are chosen, and with how many of the nearest each.
_WINDOW = 64
_LATE = 24
#: Blocks with more candidates are bounded by their number alone.
_BOUNDED = 1_200
#: Most options that one layer of products brings into the model.
_MAX_PRODUCTS = 20_000
_SOURCE_SLOTS = {"src0": 0, "src1": 1}

Pairs = Sequence[tuple[int, int]]
"""Ordinals, the earlier first."""

Reads = tuple[tuple[int, CellRef], ...]
"""The source slot and the cell of each register that a pair reads through the operand caches."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """An op that could be half of a pair: its ordinal, the ways to write it, and the cells of their slots."""

    ordinal: int
    forms: tuple[Form, ...]
    cells: tuple[dict[str, CellRef], ...]


@dataclass(frozen=True, slots=True)
class Way:
    """How a pair's two ops are written: the forms by index, and which op is X."""

    form_a: int
    form_b: int
    a_is_x: bool


@dataclass(frozen=True)
class Members:
    """The candidates of a block in order; positions count from its ``first`` ordinal."""

    first: int
    members: tuple[Candidate, ...]
    reach: Reach
    level: Sequence[int]

    def layers(self) -> list[list[Candidate]]:
        """Candidates that do not depend on each other, by the length of the longest path that leads to them."""
        by_level: dict[int, list[Candidate]] = defaultdict(list)
        for c in self.members:
            by_level[self.level[c.ordinal - self.first]].append(c)
        return [layer for _, layer in sorted(by_level.items()) if len(layer) > 1]


class Candidates:
    """The options of every block of a kernel without pairs."""

    def __init__(self, module: Module, cfg: CFG, arch: Arch, found: Webs, weights: Sequence[int]) -> None:
        self.cfg, self.arch, self.found, self.weights = cfg, arch, found, weights
        self.ops = kernel_ops(module, cfg)
        self.cell_of = cells_of(found)
        self.static = cache(self._static)
        self.blocks = [self.block(b) for b in range(len(cfg.blocks))]
        self.by_ordinal = {c.ordinal: c for block in self.blocks for c in block.members}

    def block(self, b: int) -> Members:
        """The candidates of a block, and what comes before what in it."""
        block = self.cfg.blocks[b]
        ops = self.ops[block.first : block.first + len(block.instructions)]
        found = [self.candidate(block.first + position, op) for position, op in enumerate(ops)]
        order = dependences(ops)
        return Members(
            block.first, tuple(c for c in found if c is not None), Reach(len(ops), order), levels(len(ops), order)
        )

    def bound(self) -> int:
        """The weighted number of pairs that no choice can exceed: what the dependences leave, and the opcodes."""
        return sum(self.weights[b] * self.most(block) for b, block in enumerate(self.blocks))

    def most(self, block: Members) -> int:
        """No choice makes more pairs of the block."""
        x_side = sum(any(form.opx for form in c.forms) for c in block.members)
        positions = [c.ordinal - block.first for c in block.members]
        half = min(len(positions) // 2, x_side)
        return min(half, most_pairs(positions, block.reach)) if len(positions) <= _BOUNDED else half

    def outer_products(self) -> list[Option]:
        """The options of every layer that has the form of an outer product, heaviest blocks first."""
        out: list[Option] = []
        for b in sorted(range(len(self.blocks)), key=lambda b: (-self.weights[b], b)):
            for layer in self.blocks[b].layers():
                if len(layer) >= _STRUCTURED:
                    out += self.products(layer, self.weights[b])
        return out

    def near_options(
        self, block: Members, reach: Reach, members: Sequence[Candidate], most: int, one_level: bool
    ) -> Iterator[Option]:
        """Options of each candidate with its nearest; of its own level only, if asked for."""
        by_position = {c.ordinal - block.first: c for c in members}
        weight = self.weights[self.cfg.block_of[block.first]]
        for a, b in near(list(by_position), block.level, reach, most):
            if not one_level or block.level[a] == block.level[b]:
                yield from self.pair_options(by_position[a], by_position[b], weight)

    def joined(self, b: int, taken: Sequence[Option], glued: Pairs = ()) -> tuple[Reach, list[Option]]:
        """What comes before what in a block once these options (of any block) are taken, as far as they can be taken
        together, and the options of the block that are."""
        block, reach = self.blocks[b], self.blocks[b].reach.copy()
        first, kept = block.first, []
        for one, two in glued:
            if self.cfg.block_of[one] == b:
                reach.join(one - first, two - first)
        for option in taken:
            inside = self.cfg.block_of[option.pairs[0][0]] == b
            if inside and all(reach.free(x - first, y - first) for x, y in option.pairs):
                for x, y in option.pairs:
                    reach.join(x - first, y - first)
                kept.append(option)
        return reach, kept

    def more(self, taken: Sequence[Option], glued: Pairs, bank: Callable[[CellRef], int]) -> list[Option]:
        """The options that can be taken together, and pairs of what is left, with the banks as they are by now."""
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
            for most in (_LATE, 10**6):
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
        free: Sequence[Candidate],
        reach: Reach,
        most: int,
        bank: Callable[[CellRef], int],
        weight: int,
    ) -> list[Option]:
        """Pairs among these, each with its nearest, as many as there are in windows of the code."""
        out: list[Option] = []
        for start in range(0, len(free), _WINDOW):
            by_position = {c.ordinal - block.first: c for c in free[start : start + _WINDOW]}
            graph: nx.Graph[int] = nx.Graph()
            for a, b in near(list(by_position), block.level, reach, most):
                for option in self.pair_options(by_position[a], by_position[b], weight):
                    if all(bank(p) % m != bank(q) % m for p, q, m in option.differ):
                        worth = _worth(option, bank)
                        if not graph.has_edge(a, b) or graph.edges[a, b]["weight"] < worth:
                            graph.add_edge(a, b, option=option, weight=worth)
            pairs = nx.max_weight_matching(graph, maxcardinality=True)
            out += [graph.edges[edge]["option"] for edge in sorted(tuple(sorted(e)) for e in pairs)]
        return out

    def products(self, layer: Sequence[Candidate], weight: int) -> list[Option]:
        """The options of a layer of products of two registers each: two registers of the one side with two of the
        other make two pairs that read the same four."""
        by_sources: dict[tuple[CellRef, CellRef], Candidate] = {}
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
        table: dict[CellRef, dict[CellRef, Candidate]] = defaultdict(dict)
        for (a, b), c in by_sources.items():
            left, right = (a, b) if sides[a] == 0 else (b, a)
            table[left].setdefault(right, c)
        out: list[Option] = []
        for a, a2 in combinations(sorted(table), 2):
            for b, b2 in combinations(sorted(table[a].keys() & table[a2].keys()), 2):
                first = self.beside(table[a][b], table[a2][b2], a, a2, weight)
                second = self.beside(table[a][b2], table[a2][b], a, a2, weight)
                if first is not None and second is not None:
                    out.append(_together(first, second))
            if len(out) > _MAX_PRODUCTS:
                break
        return out

    def beside(self, one: Candidate, two: Candidate, left: CellRef, left2: CellRef, weight: int) -> Option | None:
        """Two products as a pair, the sources of one side in one slot."""
        for way in self.ways(one, two):
            if one.cells[way.form_a]["src0"] == left and two.cells[way.form_b]["src0"] == left2:
                return self.option(one, two, way, weight)
        return None

    def candidate(self, ordinal: int, op: Op) -> Candidate | None:
        ways = forms(self.arch, op) if op.mnemonic.startswith("v_") else ()
        if not ways:
            return None
        item = self.cfg.order[ordinal]
        cells: dict[int, CellRef] = {}
        for index, ref in enumerate(op.refs):
            web = self.found.web_at.get((item, index, 0))
            if web is not None:
                cells[ref.operand] = self.cell_of[web]
        slots = tuple({slot: cells[operand] for slot, operand in form.slots if operand in cells} for form in ways)
        if any(len(s) != len(f.slots) for s, f in zip(slots, ways, strict=True)):
            return None  # unreachable code
        return Candidate(ordinal, ways, slots)

    def reads(self, a: int, b: int, bank: Callable[[CellRef], int]) -> list[Reads]:
        """What a pair reads, for each way to write it that these banks allow."""
        one, two = self.by_ordinal[a], self.by_ordinal[b]
        out: list[Reads] = []
        for way in self.ways(one, two):
            option = self.option(one, two, way, 1)
            if option is not None and all(bank(p) % m != bank(q) % m for p, q, m in option.differ):
                cells = (one.cells[way.form_a], two.cells[way.form_b])
                out.append(tuple((_SOURCE_SLOTS[s], c) for own in cells for s, c in own.items() if s in _SOURCE_SLOTS))
        return out

    def pair_options(self, a: Candidate, b: Candidate, weight: int) -> Iterator[Option]:
        """The ways to issue two instructions together that ask different things of the registers."""
        seen: set[tuple[tuple[CellRef, CellRef, int], ...]] = set()
        for way in self.ways(a, b):
            option = self.option(a, b, way, weight)
            if option is not None and option.differ not in seen:
                seen.add(option.differ)
                yield option

    def ways(self, a: Candidate, b: Candidate) -> Iterator[Way]:
        for i, fa in enumerate(a.forms):
            for j, fb in enumerate(b.forms):
                if fa.opx and self.static(fa, fb):
                    yield Way(i, j, True)
                elif fb.opx and self.static(fb, fa):
                    yield Way(i, j, False)

    def _static(self, x: Form, y: Form) -> bool:
        """Whether the pair is legal but for its registers."""
        return all(v.reason in _REGISTER_RULES for v in check_halves(self.arch, x.half, y.half))

    def option(self, a: Candidate, b: Candidate, way: Way, weight: int) -> Option | None:
        """The rules of a pair written in this way; None if no registers can meet them."""
        ca, cb = a.cells[way.form_a], b.cells[way.form_b]
        fa, fb = a.forms[way.form_a].half.name, b.forms[way.form_b].half.name
        x, y = (fa, fb) if way.a_is_x else (fb, fa)
        strongest: dict[tuple[CellRef, CellRef], int] = {}
        for rule in (*slot_constraints(self.arch, x, y), *interlock_constraints(self.arch)):
            one, two = ca.get(rule.slot), cb.get(rule.slot)
            if one is None or two is None:
                continue
            if one == two:
                return None
            pair = (min(one, two), max(one, two))
            # Different parity implies different banks.
            strongest[pair] = min(strongest.get(pair, rule.modulus), rule.modulus)
        sources = [c for cells in (ca, cb) for slot, c in cells.items() if slot in ("src0", "src1")]
        slot_pairs = tuple((ca[s], cb[s]) for s in ("src0", "src1") if s in ca and s in cb)
        differ = tuple(sorted((p, q, m) for (p, q), m in strongest.items()))
        return Option(((a.ordinal, b.ordinal),), differ, tuple(sources), slot_pairs, weight)


def _worth(option: Option, bank: Callable[[CellRef], int]) -> int:
    """How good a pair is beside others: sources in different banks are gathered without delay."""
    banks = [bank(c) for c in dict.fromkeys(option.sources)]
    return 1 + 4 * (len(set(banks)) == len(banks))


def _together(first: Option, second: Option) -> Option:
    """Two pairs that read the same registers, taken together."""
    return Option(
        first.pairs + second.pairs,
        tuple(sorted({*first.differ, *second.differ})),
        tuple(dict.fromkeys(first.sources + second.sources)),
        tuple(dict.fromkeys((min(p), max(p)) for p in first.slot_pairs + second.slot_pairs)),
        first.weight,
        structured=True,
    )
