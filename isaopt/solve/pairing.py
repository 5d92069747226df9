"""Which instructions to issue in pairs, and in which banks that puts their operands: one CP-SAT model.

Instructions come in layers; those of one layer do not depend on each other, so any of them may share an issue slot.
An option is a way to issue some of them in pairs, with the register rules it brings.  Banks have room for what is
live in them at each point, as in stage A of the reassignment, so a choice of pairs is made together with banks that
allow it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations

import networkx as nx
from ortools.sat.python import cp_model

from isaopt.solve.banks import BankModel
from isaopt.solve.cpsat import Bit, Limits, Outcome, run
from isaopt.solve.problem import BANKS, CellRef, Problem

#: What a pair counts whose sources are in different banks, and one whose sources meet.
_CLEAN, _PLAIN = 8, 7


@dataclass(frozen=True, slots=True)
class Option:
    """Pairs of ops that are taken together: one, or in outer products the two that read the same four registers.

    ``differ``: cells whose registers must differ modulo a number (the encoding's rules).  ``sources``: the cells that
    a pair reads apart from accumulators; if they are all in different banks it costs nothing under any register-file
    model.  ``slot_pairs``: sources that share a slot.  Where an option is ``structured``, a source shares its slots
    with one other source only and the sources must be in different banks.  ``weight`` is a pair's.
    """

    pairs: tuple[tuple[int, int], ...]
    differ: tuple[tuple[CellRef, CellRef, int], ...]
    sources: tuple[CellRef, ...]
    slot_pairs: tuple[tuple[CellRef, CellRef], ...]
    weight: int
    structured: bool = False


@dataclass(frozen=True, slots=True)
class Pairing:
    """Chosen options by index, the bank of every group's base, the weighted number of pairs and a proved upper bound
    on it."""

    chosen: tuple[int, ...]
    banks: tuple[int, ...]
    value: int
    bound: int

    @property
    def status(self) -> str:
        return "optimal" if self.value >= self.bound else "feasible"


def choose_pairs(problem: Problem, options: Sequence[Option], bound: int, limits: Limits) -> Pairing | None:
    """Pairs of a great weight, with banks that allow them; None if no choice was found within the limits.

    ``bound`` is what no choice within the layers can exceed (half the ops of each, by weight).  The outer products
    come first, their sources matched two by two beforehand; then the rest, with the pairs of the products given.
    """
    partners = _partners(options)
    first = [
        i for i, o in enumerate(options) if o.structured and all((min(p), max(p)) in partners for p in o.slot_pairs)
    ]
    taken: tuple[int, ...] = ()
    banks: tuple[int, ...] | None = None
    if first:
        products = _solve(problem, [options[i] for i in first], 0, limits, None)
        if products is not None:
            taken, banks = tuple(first[i] for i in products.chosen), products.banks
    used = {op for i in taken for pair in options[i].pairs for op in pair}
    rest = [
        i for i, o in enumerate(options) if not o.structured and not any(op in used for pair in o.pairs for op in pair)
    ]
    chosen = _solve(problem, [options[i] for i in (*taken, *rest)], len(taken), limits, banks)
    if chosen is None:
        return None
    order = (*taken, *rest)
    value = sum(options[order[i]].weight * len(options[order[i]].pairs) for i in chosen.chosen)
    return Pairing(tuple(order[i] for i in chosen.chosen), chosen.banks, value, max(bound, value))


def _partners(options: Sequence[Option]) -> set[tuple[CellRef, CellRef]]:
    """Sources that may share a slot, matched so that as many pairs as possible remain; neighbours of one tuple, which
    are in different banks by themselves, before others."""
    graph: nx.Graph[CellRef] = nx.Graph()
    for option in options:
        if option.structured:
            for a, b in option.slot_pairs:
                if a.group == b.group and (a.offset - b.offset) % 2 == 0:
                    continue
                old = graph.edges[a, b]["weight"] if graph.has_edge(a, b) else int(a.group == b.group)
                graph.add_edge(a, b, weight=old + 2 * option.weight)
    matched = nx.max_weight_matching(graph, maxcardinality=True)
    return {(min(a, b), max(a, b)) for a, b in matched}


def _solve(
    problem: Problem, options: Sequence[Option], forced: int, limits: Limits, banks: Sequence[int] | None
) -> Pairing | None:
    """One model; the first ``forced`` options are given and keep their ``banks``, which the others start from."""
    model = _Model(problem, options)
    for bits in model.bits[:forced]:
        model.model.add_bool_or(bits)
    if banks is not None:
        settled = {c.group for o in options[:forced] for a, b, _ in o.differ for c in (a, b)}
        for group in settled:
            at = problem.position[group]
            for k, bit in enumerate(model.banks.base[at]):
                if not isinstance(bit, bool):
                    model.model.add(bit == (banks[at] == k))
    outcome = run(model.model, limits, model.hint(banks))
    if not outcome.found:
        return None
    chosen = tuple(i for i, bits in enumerate(model.bits) if any(outcome.value(b) for b in bits))
    value = sum(options[i].weight * len(options[i].pairs) for i in chosen)
    return Pairing(chosen, tuple(_bank(row, outcome) for row in model.banks.base), value, value)


def _bank(row: Iterable[Bit], outcome: Outcome) -> int:
    return next(k for k, bit in enumerate(row) if (bit if isinstance(bit, bool) else outcome.value(bit)))


class _Model:
    def __init__(self, problem: Problem, options: Sequence[Option]) -> None:
        self.problem, self.options = problem, options
        self.banks = BankModel(problem, ())
        self.model = self.banks.model
        self.differs: dict[tuple[CellRef, CellRef, int], cp_model.IntVar] = {}
        self.bits: list[list[cp_model.IntVar]] = [[] for _ in options]
        terms: list[cp_model.LinearExprT] = []
        of_op: dict[int, list[cp_model.IntVar]] = {}
        for i, option in enumerate(options):
            for clean in (True,) if option.structured else (True, False):
                bit = self.choice(option, clean)
                if bit is None:
                    continue
                self.bits[i].append(bit)
                terms.append(option.weight * len(option.pairs) * (_CLEAN if clean else _PLAIN) * bit)
                for op in dict.fromkeys(op for pair in option.pairs for op in pair):
                    of_op.setdefault(op, []).append(bit)
        for bits in of_op.values():
            self.model.add_at_most_one(bits)
        self.model.maximize(cp_model.LinearExpr.sum(terms))

    def choice(self, option: Option, clean: bool) -> cp_model.IntVar | None:
        """The Boolean of taking an option; None if its rules cannot hold.  A clean one needs its sources in different
        banks."""
        rules = list(option.differ)
        if clean:
            rules += [(a, b, BANKS) for a, b in combinations(dict.fromkeys(option.sources), 2)]
        if any(a == b for a, b, _ in rules):
            return None
        taken = self.model.new_bool_var("")
        for bit in dict.fromkeys(self.differ(*rule) for rule in rules):
            self.model.add_implication(taken, bit)
        return taken

    def differ(self, a: CellRef, b: CellRef, modulus: int) -> cp_model.IntVar:
        """A Boolean that implies that two cells differ modulo 2 or 4."""
        key = (min(a, b), max(a, b), modulus)
        if key not in self.differs:
            bit = self.model.new_bool_var("")
            for r in range(modulus):
                self.never_both(bit, self.residue(a, r, modulus), self.residue(b, r, modulus))
            self.differs[key] = bit
        return self.differs[key]

    def residue(self, cell: CellRef, residue: int, modulus: int) -> list[Bit]:
        return [self.banks.bit(cell, bank) for bank in range(residue, BANKS, modulus)]

    def never_both(self, bit: cp_model.IntVar, first: list[Bit], second: list[Bit]) -> None:
        for x in first:
            for y in second:
                if x is not False and y is not False:
                    literals = [z.negated() for z in (x, y) if not isinstance(z, bool)]
                    self.model.add_bool_or([bit.negated(), *literals])

    def hint(self, banks: Sequence[int] | None) -> list[tuple[cp_model.IntVar, int]]:
        """A start: these banks, or those of the registers as they are."""
        start = banks if banks is not None else [base % BANKS for base in self.problem.current]
        return [
            (bit, int(bank == k))
            for row, bank in zip(self.banks.base, start, strict=True)
            for k, bit in enumerate(row)
            if not isinstance(bit, bool)
        ]
