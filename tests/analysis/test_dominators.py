"""Reachability and dominators of any graph, against a library."""

from __future__ import annotations

import random

import networkx as nx

from isaopt.analysis.flow.cfg import CFG, Block


def test_reachable_and_idom() -> None:
    draw = random.Random(0)
    for _ in range(1000):
        size = draw.randint(1, 12)
        succs = [tuple({draw.randrange(size) for _ in range(draw.randint(0, 2))}) for _ in range(size)]
        preds = [tuple(b for b in range(size) if n in succs[b]) for n in range(size)]
        cfg = CFG(tuple(Block(n, "", (), 0, succs[n], preds[n]) for n in range(size)), ())
        graph: nx.DiGraph[int] = nx.DiGraph()
        graph.add_nodes_from(range(size))
        graph.add_edges_from((n, s) for n, row in enumerate(succs) for s in row)
        reachable = {0} | nx.descendants(graph, 0)
        assert cfg.reachable == reachable
        assert cfg.idom == {**nx.immediate_dominators(graph.subgraph(reachable), 0), 0: 0}
    assert CFG((), ()).idom == {}
