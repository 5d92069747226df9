"""Decision diagrams against truth tables."""

from __future__ import annotations

from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from isaopt.proof.terms.decisions import Decisions
from isaopt.proof.terms.terms import FALSE, TRUE, Terms

ATOMS = 4
Table = tuple[int, ...]
tables = st.lists(st.integers(0, 1), min_size=1 << ATOMS, max_size=1 << ATOMS).map(tuple)
values = st.lists(st.integers(0, 3), min_size=1 << ATOMS, max_size=1 << ATOMS).map(tuple)


class Bench:
    """Diagrams of functions that are given as tables over ATOMS facts."""

    def __init__(self) -> None:
        self.terms = Terms()
        self.d = Decisions(self.terms)
        self.atoms = [self.terms.make("atom", (), i) for i in range(ATOMS)]
        self.leaves = [self.terms.make("leaf", (), i) for i in range(4)]

    def build(self, table: Table, leaves: list[int]) -> int:
        def node(depth: int, rows: Table) -> int:
            if depth == ATOMS:
                return leaves[rows[0]]
            half = len(rows) // 2
            return self.d.ite(self.d.var(self.atoms[depth]), node(depth + 1, rows[half:]), node(depth + 1, rows[:half]))

        return node(0, table)

    def boolean(self, table: Table) -> int:
        return self.build(table, [FALSE, TRUE])

    def value(self, table: Table) -> int:
        return self.build(table, self.leaves)


@given(tables, tables)
def test_equal_functions_are_equal_nodes(a: Table, b: Table) -> None:
    bench = Bench()
    assert (bench.boolean(a) == bench.boolean(b)) == (a == b)
    both = tuple(x & y for x, y in zip(a, b, strict=True))
    assert bench.d.and_(bench.boolean(a), bench.boolean(b)) == bench.boolean(both)
    assert bench.d.xor(bench.boolean(a), bench.boolean(b)) == bench.boolean(
        tuple(x ^ y for x, y in zip(a, b, strict=True))
    )


@given(values, values, tables)
def test_constrain_depends_on_the_cared_for_part_alone(f: Table, g: Table, care: Table) -> None:
    if not any(care):
        return
    bench = Bench()
    same = all(x == y for x, y, c in zip(f, g, care, strict=True) if c)
    mask = bench.boolean(care)
    left, right = bench.d.constrain(bench.value(f), mask), bench.d.constrain(bench.value(g), mask)
    assert (left == right) == same
    # It agrees with f where care holds.
    assert bench.d.implies(mask, bench.d.equal(left, bench.value(f)))


@given(values, values)
def test_equal_says_where(f: Table, g: Table) -> None:
    bench = Bench()
    where = tuple(int(x == y) for x, y in zip(f, g, strict=True))
    assert bench.d.equal(bench.value(f), bench.value(g)) == bench.boolean(where)


@given(tables, st.sets(st.integers(0, ATOMS - 1)))
def test_only_is_a_disjunction_over_the_other_atoms(f: Table, chosen: set[int]) -> None:
    bench = Bench()
    rows = list(product((0, 1), repeat=ATOMS))
    expected = tuple(
        int(any(f[i] for i, r in enumerate(rows) if all(r[a] == row[a] for a in range(ATOMS) if a not in chosen)))
        for row in rows
    )
    kept = frozenset(atom for a, atom in enumerate(bench.atoms) if a not in chosen)
    found = bench.d.only(bench.boolean(f), kept, {})
    assert found == bench.boolean(expected)


@given(tables, tables)
def test_substitute_replaces_an_atom_by_a_diagram(f: Table, g: Table) -> None:
    bench = Bench()
    rows = list(product((0, 1), repeat=ATOMS))
    expected = tuple(f[rows.index((g[i], *row[1:]))] for i, row in enumerate(rows))
    assert bench.d.substitute(bench.boolean(f), {bench.atoms[0]: bench.boolean(g)}) == bench.boolean(expected)
