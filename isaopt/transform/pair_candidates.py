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

_REGISTER_RULES = frozenset({"dst-parity", "src0-bank", "src1-bank", "src2-parity"})
#: Layers with at least this many candidates are paired by shared sources.
_STRUCTURED = 24
#: Options of single pairs in the model; where there are more, pairs are chosen after the banks.
_MAX_OPTIONS = 1_500
_SMALL_LAYER = 16
#: Candidates that are matched at once after the banks are chosen; longer layers are taken piece by piece.
_WINDOW = 64
#: Most options that one layer of products brings into the model.
_MAX_PRODUCTS = 20_000
_SOURCE_SLOTS = {"src0": 0, "src1": 1}

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


class Candidates:
    """The options of every block of a kernel without pairs."""

    def __init__(self, module: Module, cfg: CFG, arch: Arch, found: Webs) -> None:
        self.cfg, self.arch, self.found = cfg, arch, found
        self.ops = kernel_ops(module, cfg)
        self.offset = {web: offset for group in found.groups for web, offset in group.members}
        self.static = cache(self._static)
        self.layers = [self.layers_of(b) for b in range(len(cfg.blocks))]
        self.by_ordinal = {c.ordinal: c for layers in self.layers for layer in layers for c in layer}

    def options(self, weights: Sequence[int]) -> tuple[list[Option], int]:
        """Options for the model, heaviest blocks first, and the weighted number of pairs that no choice
        among instructions of one layer can exceed; pairs of different layers are neither sought nor bounded."""
        products: list[Option] = []
        others: list[Option] = []
        bound = 0
        for b in sorted(range(len(self.cfg.blocks)), key=lambda b: (-weights[b], b)):
            for layer in self.layers[b]:
                bound += weights[b] * (len(layer) // 2)
                found = self.products(layer, weights[b]) if len(layer) >= _STRUCTURED else []
                products += found
                if not found and len(layer) <= _SMALL_LAYER:
                    found = list(self.layer_options(layer, weights[b]))
                    others += found if len(others) + len(found) <= _MAX_OPTIONS else ()
        return products + others, bound

    def more(self, used: set[int], bank: Callable[[CellRef], int]) -> list[Option]:
        """Pairs of instructions that are not in ``used``, with the banks as they are chosen by now."""
        out: list[Option] = []
        for layer in (layer for layers in self.layers for layer in layers):
            free = [c for c in layer if c.ordinal not in used]
            for start in range(0, len(free), _WINDOW):
                graph: nx.Graph[int] = nx.Graph()
                for option in self.layer_options(free[start : start + _WINDOW], 1):
                    if all(bank(a) % m != bank(b) % m for a, b, m in option.differ):
                        graph.add_edge(*option.pairs[0], option=option, weight=_worth(option, bank))
                matched = nx.max_weight_matching(graph, maxcardinality=True)
                out += [graph.edges[edge]["option"] for edge in sorted(tuple(sorted(e)) for e in matched)]
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

    def layers_of(self, b: int) -> list[list[Candidate]]:
        """Candidates that do not depend on each other, by the length of the longest path that leads to them."""
        block = self.cfg.blocks[b]
        ops = self.ops[block.first : block.first + len(block.instructions)]
        level = [0] * len(ops)
        for dep in dependences(ops):
            level[dep.after] = max(level[dep.after], level[dep.before] + 1)
        by_level: dict[int, list[Candidate]] = defaultdict(list)
        for position, op in enumerate(ops):
            candidate = self.candidate(block.first + position, op)
            if candidate is not None:
                by_level[level[position]].append(candidate)
        return [layer for _, layer in sorted(by_level.items()) if len(layer) > 1]

    def candidate(self, ordinal: int, op: Op) -> Candidate | None:
        ways = forms(self.arch, op) if op.mnemonic.startswith("v_") else ()
        if not ways:
            return None
        item = self.cfg.order[ordinal]
        cells: dict[int, CellRef] = {}
        for index, ref in enumerate(op.refs):
            web = self.found.web_at.get((item, index, 0))
            if web is not None:
                cells[ref.operand] = self.cell(web)
        slots = tuple({slot: cells[operand] for slot, operand in form.slots if operand in cells} for form in ways)
        if any(len(s) != len(f.slots) for s, f in zip(slots, ways, strict=True)):
            return None  # unreachable code
        return Candidate(ordinal, ways, slots)

    def cell(self, web: int) -> CellRef:
        return CellRef(self.found.group_of[web], self.offset[web])

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

    def layer_options(self, layer: Sequence[Candidate], weight: int) -> Iterator[Option]:
        for a, b in combinations(layer, 2):
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
