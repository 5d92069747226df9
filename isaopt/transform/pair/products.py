"""Finds outer products: pairs of products whose two dual instructions read only four registers."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from itertools import combinations

import networkx as nx

from isaopt.solve.pairing import Option
from isaopt.solve.problem import CellRef
from isaopt.transform.pair.options import PairCandidate, PairOptions

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
            return pairs.option(one, two, way, weight)
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
