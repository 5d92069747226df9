"""Orders by what the operand caches serve: their costs, the bound that no order beats, the path model."""

from __future__ import annotations

from itertools import permutations, product

from hypothesis import given, settings
from hypothesis import strategies as st

from isaopt.solve.cpsat import SearchLimits
from isaopt.solve.read_path import improved
from isaopt.solve.reads import EMPTY, Cost, Readers, Way, after, closed, first_reads, read_bound, served, step

LIMITS = SearchLimits(0.5, 0, 1)


def port(slot: int, bank: int) -> int:
    return 4 * slot + bank


def dual(a: int, b: int, c: int, d: int) -> tuple[Way, ...]:
    """Two products ``a * b`` and ``c * d``, commuted or not; a value's bank is its number modulo 4."""
    ways: list[Way] = []
    for x, y in product(((a, b), (b, a)), ((c, d), (d, c))):
        if x[0] % 4 != y[0] % 4 and x[1] % 4 != y[1] % 4:
            ways.append(
                (
                    (port(0, x[0] % 4), x[0]),
                    (port(1, x[1] % 4), x[1]),
                    (port(0, y[0] % 4), y[0]),
                    (port(1, y[1] % 4), y[1]),
                )
            )
    return tuple(ways)


def grid(rows: int, columns: int) -> list[tuple[Way, ...]]:
    """An outer product in pairs of pairs: rows in banks 0 and 1, columns in 2 and 3."""
    found = []
    for i in range(0, rows, 2):
        for j in range(0, columns, 2):
            a, b, c, d = 2 * i, 2 * i + 1, 2 * j + 2, 2 * j + 3
            found += [dual(a, c, b, d), dual(a, d, b, c)]
    return found


@st.composite
def problems(draw: st.DrawFn) -> Readers:
    count = draw(st.integers(1, 5))
    values = st.integers(0, 6)
    ways: list[tuple[Way, ...]] = []
    for _ in range(count):
        if draw(st.booleans()):
            a, b, c, d = (draw(values) for _ in range(4))
            ways.append(dual(a, b, c, d) or ((),))
        else:
            a, b = draw(values), draw(values)
            ways.append((((port(0, a % 4), a), (port(1, b % 4), b)),))
    pairs = [(a, b) for a in range(count) for b in range(a + 1, count)]
    before = draw(st.lists(st.sampled_from(pairs), unique=True, max_size=4)) if pairs else []
    return Readers(tuple(ways), tuple(sorted(before)))


def cheapest(problem: Readers, order: tuple[int, ...]) -> Cost:
    """By trying every way of every instruction."""
    best: list[Cost] = []
    for chosen in product(*(problem.ways[k] for k in order)):
        caches = (EMPTY,) * problem.ports
        clashes = reads = 0
        for way in chosen:
            more = step(caches, way)
            clashes, reads = clashes + more.clashes, reads + more.reads
            caches = after(caches, way)
        best.append(Cost(clashes, reads))
    return min(best)


@given(problems())
@settings(max_examples=60)
def test_ways_are_the_best_of_a_short_order_and_no_order_beats_the_bound(problem: Readers) -> None:
    orders = [o for o in permutations(range(len(problem.ways))) if problem.allows(o)]
    bound = read_bound(problem, LIMITS)
    assert first_reads(problem) <= bound
    for order in orders:
        least = cheapest(problem, order)
        assert served(problem, order).cost == least
        assert bound <= min(
            sum_reads(problem, order, chosen) for chosen in product(*(range(len(w)) for w in problem.ways))
        )


def sum_reads(problem: Readers, order: tuple[int, ...], chosen: tuple[int, ...]) -> int:
    caches = (EMPTY,) * problem.ports
    total = 0
    for k in order:
        total += step(caches, problem.ways[k][chosen[k]]).reads
        caches = after(caches, problem.ways[k][chosen[k]])
    return total


@given(problems())
@settings(max_examples=40)
def test_an_improved_order_is_allowed_and_costs_no_more(problem: Readers) -> None:
    start = served(problem, range(len(problem.ways)))
    found = improved(problem, start, LIMITS, 4).served
    assert sorted(found.order) == list(start.order)
    assert problem.allows(found.order)
    assert found.cost <= start.cost
    assert found.cost == served(problem, found.order).cost
    assert found.cost.reads >= read_bound(problem, LIMITS)


def test_a_shuffled_outer_product_is_put_on_a_path() -> None:
    ways = grid(8, 8)
    order = [(5 * k + 3) % 16 for k in range(16)]
    problem = Readers(tuple(ways[2 * k + half] for k in order for half in (0, 1)), ())
    start = served(problem, range(32))
    found = improved(problem, start, SearchLimits(2.0, 0, 1), 4)
    # Two of four registers change from each of 16 pairs of pairs to the next.
    assert start.cost.reads > 40
    assert found.served.cost == Cost(0, 34)
    assert read_bound(problem, LIMITS) == 32


def test_what_must_come_before_holds_the_path() -> None:
    one, two = dual(0, 2, 1, 3)[:1], dual(4, 6, 5, 7)[:1]
    free = Readers((one, two, one, two), ())
    assert improved(free, served(free, range(4)), LIMITS, 4).served.cost.reads == 8
    bound = Readers((one, two, one, two), ((0, 1), (1, 2), (2, 3)))
    assert improved(bound, served(bound, range(4)), LIMITS, 4).served.cost.reads == 16


def test_commuted_operands_go_through_other_ports() -> None:
    one, two = dual(0, 2, 1, 3), dual(4, 6, 5, 7)
    # The first half of the instructions in one way, the other half in the other: nothing is ever replaced.
    problem = Readers((one, two, one, two), ((0, 1), (1, 2), (2, 3)))
    assert served(problem, range(4)).cost == Cost(0, 8)


def test_two_reads_of_one_bank_clash_unless_the_ports_have_them() -> None:
    way: Way = ((port(0, 0), 0), (port(1, 0), 4))
    cold = (EMPTY,) * 8
    assert step(cold, way) == Cost(1, 2)
    assert step(after(cold, way), way) == Cost(0, 0)
    assert step(after(cold, way), ((port(0, 0), 8), (port(1, 0), 4))) == Cost(0, 1)


@given(st.integers(2, 8), st.data())
@settings(max_examples=60)
def test_the_order_of_some_nodes_keeps_paths_through_others(count: int, data: st.DataObject) -> None:
    pairs = [(a, b) for a in range(count) for b in range(a + 1, count)]
    edges = data.draw(st.lists(st.sampled_from(pairs), unique=True))
    wanted = sorted(data.draw(st.sets(st.integers(0, count - 1))))
    reach = {(a, b) for a, b in edges}
    for middle in range(count):
        reach |= {(a, d) for a, b in reach for c, d in reach if b == c == middle}
    found = {(wanted[a], wanted[b]) for a, b in closed(edges, wanted)}
    assert found <= reach
    for middle in range(count):
        found |= {(a, d) for a, b in found for c, d in found if b == c == middle}
    assert found == {(a, b) for a, b in reach if a in wanted and b in wanted}
