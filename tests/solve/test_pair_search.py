"""Local search over pairs and banks, against every choice there is in small problems."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import product

import networkx as nx

from isaopt.solve.pair_search import PairSearch
from isaopt.solve.pairing import CLEAN, PLAIN, WHOLE, Option, Whole
from isaopt.solve.problem import BANKS, Cell, CellRef, Problem, RegisterGroup
from isaopt.solve.ties import Tie

_OPS = 8


def generated(seed: int) -> tuple[Problem, list[Option], list[set[int]], list[Whole]]:
    """Groups of one or two registers with little room, pairs of instructions that name them, the order of the
    instructions, and a tie."""
    rng = random.Random(seed)
    groups = []
    for k in range(5):
        width = rng.choice((1, 1, 2))
        starts = [rng.randrange(6) for _ in range(width)]
        live = tuple(Cell(at, ((start, start + rng.randrange(2, 5)),)) for at, start in enumerate(starts))
        groups.append(RegisterGroup(k, width, 4 * k + rng.randrange(3), fixed=rng.random() < 0.2, cells=live))
    cells = [CellRef(g.id, cell.offset) for g in groups for cell in g.cells]
    hard = ((cells[0], cells[-1]),) if groups[0].current % 2 != (groups[-1].current + cells[-1].offset) % 2 else ()
    options = []
    for _ in range(7):
        one, two = sorted(rng.sample(range(_OPS), 2))
        named = rng.sample(cells, 4)
        differ = ((named[0], named[1], 4), (named[2], named[3], 2))[: rng.randrange(3)]
        sources = tuple(rng.sample(named, 2))
        options.append(Option(((one, two),), differ, sources, (), rng.choice((1, 1, 16)), steps=rng.randrange(3)))
    after: list[set[int]] = [set() for _ in range(_OPS)]
    for _ in range(4):
        one, two = sorted(rng.sample(range(_OPS), 2))
        if all(option.pairs[0] != (one, two) for option in options):
            after[one].add(two)
    tie = Whole(Tie(cells[1], cells[-1], 1), 4)
    return Problem(tuple(groups), must_differ_mod2=hard, max_vgprs=rng.choice((8, 24))), options, after, [tie]


def bank(problem: Problem, banks: Sequence[int], cell: CellRef) -> int:
    return (banks[problem.position[cell.group]] + cell.offset) % BANKS


def is_legal(problem: Problem, banks: Sequence[int], taken: Sequence[Option], after: Sequence[set[int]]) -> bool:
    """Whether rules, order and room allow these pairs on these banks."""
    ops = [op for option in taken for op in option.pairs[0]]
    rules = [rule for option in taken for rule in option.differ]
    rules += [(a, b, 2) for a, b in problem.must_differ_mod2]
    if len(set(ops)) < len(ops) or any(bank(problem, banks, a) % m == bank(problem, banks, b) % m for a, b, m in rules):
        return False
    head = {two: one for option in taken for one, two in option.pairs}
    graph: nx.DiGraph[int] = nx.DiGraph((head.get(a, a), head.get(b, b)) for a, row in enumerate(after) for b in row)
    if not nx.is_directed_acyclic_graph(graph):
        return False
    bound = {c.group for option in taken for c in (*option.sources, *(c for rule in option.differ for c in rule[:2]))}
    bound |= {c.group for two in problem.must_differ_mod2 for c in two} | {g.id for g in problem.groups if g.fixed}
    for live in problem.live_sets:
        for b in range(BANKS):
            used = sum(ref.group in bound and bank(problem, banks, ref) == b for ref in live)
            if used > (problem.max_vgprs - b + BANKS - 1) // BANKS:
                return False
    return True


def value(problem: Problem, banks: Sequence[int], taken: Sequence[Option], wholes: Sequence[Whole]) -> int:
    total = 0
    for option in taken:
        places = [bank(problem, banks, cell) for cell in dict.fromkeys(option.sources)]
        total += option.weight * ((CLEAN if len(set(places)) == len(places) else PLAIN) - option.steps)
    for whole in wholes:
        low, high = (bank(problem, banks, cell) for cell in (whole.tie.low, whole.tie.high))
        total += WHOLE * whole.weight * ((low + whole.tie.distance - high) % BANKS == 0)
    return total


def choices(problem: Problem, options: Sequence[Option]) -> Iterator[tuple[tuple[int, ...], list[Option]]]:
    banks = [[g.current % BANKS] if g.fixed else range(BANKS) for g in problem.groups]
    sets = [[o for o, bit in zip(options, bits, strict=True) if bit] for bits in product((0, 1), repeat=len(options))]
    disjoint = [taken for taken in sets if len({op for o in taken for op in o.pairs[0]}) == 2 * len(taken)]
    yield from product(product(*banks), disjoint)


def test_the_best_of_all_choices_is_found_and_none_is_against_a_rule() -> None:
    looked_at = 0
    for seed in range(24):
        problem, options, after, wholes = generated(seed)
        start = [g.current % BANKS for g in problem.groups]
        if not is_legal(problem, start, [], after):
            continue
        search = PairSearch(problem, start, (), wholes)
        search.improve(options, after, dict.fromkeys(range(_OPS), 1), 300_000, seed)
        taken = list(search.taken)
        assert is_legal(problem, search.banks, taken, after), seed
        assert all(b == s for b, s, g in zip(search.banks, start, problem.groups, strict=True) if g.fixed)
        found = value(problem, search.banks, taken, wholes)
        most = max(value(problem, b, t, wholes) for b, t in choices(problem, options) if is_legal(problem, b, t, after))
        assert found == most, seed
        looked_at += bool(taken)
    assert looked_at > 15


def test_outer_products_keep_their_pairs_and_their_banks_apart() -> None:
    groups = tuple(RegisterGroup(k, 1, k, cells=(Cell(0, ((0, 2),)),)) for k in range(4))
    cells = [CellRef(k, 0) for k in range(4)]
    product = Option(((0, 1), (2, 3)), ((cells[0], cells[1], 4),), (cells[0], cells[1], cells[2]), (), 1, True)
    other = Option(((4, 5),), ((cells[2], cells[3], 4),), (cells[2], cells[3]), (), 1_000)
    search = PairSearch(Problem(groups, max_vgprs=32), [0, 1, 2, 2], [product])
    search.improve([other], [()] * 6, dict.fromkeys(range(6), 1), 100_000, 0)
    assert list(search.taken) == [product, other]
    assert len({search.bank(cell) for cell in product.sources}) == 3
    assert search.bank(cells[2]) != search.bank(cells[3])
