"""What may issue together, and how many pairs there can be."""

from __future__ import annotations

import itertools

import networkx as nx
from hypothesis import given
from hypothesis import strategies as st

from isaopt.analysis.flow.dependence import Dependence, Kind
from isaopt.transform.pair.reach import Reach, levels, most_pairs, near

SIZE = 9
edges = st.lists(
    st.tuples(st.integers(0, SIZE - 1), st.integers(0, SIZE - 1), st.sampled_from((Kind.RAW, Kind.WAR, Kind.ORDER))),
    max_size=14,
).map(lambda rows: [Dependence(min(a, b), max(a, b), kind) for a, b, kind in rows if a != b])


def graph_of(found: list[Dependence]) -> nx.DiGraph[int]:
    graph: nx.DiGraph[int] = nx.DiGraph()
    graph.add_nodes_from(range(SIZE))
    graph.add_edges_from((d.before, d.after) for d in found)
    return graph


def can_pair(found: list[Dependence], a: int, b: int) -> bool:
    """By definition: no path between them but a direct one that overwrites an operand."""
    graph = graph_of(found)
    direct = [d for d in found if (d.before, d.after) == (a, b)]
    if any(d.kind is not Kind.WAR for d in direct):
        return False
    if direct:
        graph.remove_edge(a, b)
    return not nx.has_path(graph, a, b)


@given(edges)
def test_free_is_what_the_definition_says(found: list[Dependence]) -> None:
    reach = Reach(SIZE, found)
    for a, b in itertools.combinations(range(SIZE), 2):
        assert reach.free(a, b) == reach.free(b, a) == can_pair(found, a, b)


@given(edges)
def test_pairs_that_are_joined_one_after_the_other_make_no_circle(found: list[Dependence]) -> None:
    reach = Reach(SIZE, found)
    graph = graph_of(found)
    used: set[int] = set()
    for a, b in itertools.combinations(range(SIZE), 2):
        if not used & {a, b} and reach.free(a, b):
            reach.join(a, b)
            used |= {a, b}
            contracted = nx.contracted_nodes(graph, a, b, self_loops=False)
            assert isinstance(contracted, nx.DiGraph)
            graph = contracted
    assert nx.is_directed_acyclic_graph(graph)


@given(edges)
def test_the_bound_is_the_largest_matching(found: list[Dependence]) -> None:
    reach = Reach(SIZE, found)
    graph: nx.Graph[int] = nx.Graph()
    graph.add_edges_from(p for p in itertools.combinations(range(SIZE), 2) if reach.free(*p))
    matched = nx.max_weight_matching(graph, maxcardinality=True)
    assert most_pairs(range(SIZE), reach) == len(matched)


def test_the_nearest_are_of_one_level() -> None:
    found = [Dependence(0, 2, Kind.RAW), Dependence(1, 3, Kind.RAW)]
    reach = Reach(4, found)
    assert levels(4, found) == [0, 0, 1, 1]
    assert list(near(range(4), levels(4, found), reach.free, 1)) == [(0, 1), (1, 2), (2, 3)]


@given(edges, st.permutations(range(SIZE)), st.integers(0, 4))
def test_pairs_joined_at_once_are_as_one_after_the_other(found: list[Dependence], order: list[int], count: int) -> None:
    pairs = [(order[2 * i], order[2 * i + 1]) for i in range(count)]
    one_by_one, possible = Reach(SIZE, found), True
    for a, b in pairs:
        possible = possible and one_by_one.free(a, b)
        if possible:
            one_by_one.join(a, b)
    at_once = Reach(SIZE, found).with_pairs(pairs)
    assert (at_once is not None) == possible
    if at_once is not None:
        assert at_once.below == one_by_one.below
        assert at_once.above == one_by_one.above
        for a, b in itertools.combinations(range(SIZE), 2):
            assert at_once.free(a, b) == one_by_one.free(a, b)
