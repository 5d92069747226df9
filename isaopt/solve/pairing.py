"""Chooses the products of an outer product to issue in pairs, and the banks of their operands, in one CP-SAT model.

An option is a way to issue some instructions in pairs, with the register rules it brings. Banks have room for what is
live in them at each point, as in stage A of the reassignment, so a choice of pairs is made together with banks that
allow it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import NamedTuple

import networkx as nx
from ortools.sat.python import cp_model

from isaopt.solve.banks import BankAssignmentModel
from isaopt.solve.cpsat import Bit, SearchLimits, SearchOutcome, run
from isaopt.solve.problem import BANKS, CellRef, Problem
from isaopt.solve.ties import Tie

#: The value of a pair whose sources are in different banks, and of one whose sources collide.
CLEAN, PLAIN = 64, 56
#: The value of leaving a wide load whole.
WHOLE = 4
#: The most by which a pair is worth less because one half has to wait for the other: less than anything else.
MOST_STEPS = 3


class Option(NamedTuple):
    """Pairs of ops that are taken together: one, or in outer products the two that read the same four registers.

    ``differ``: cells whose registers must differ modulo a number (the encoding's rules). ``sources``: the cells that a
    pair reads apart from accumulators; if they are all in different banks it costs nothing under any register-file
    model. ``slot_pairs``: sources that share a slot. Where an option is ``structured``, a source shares its slots with
    one other source only and the sources must be in different banks. ``weight`` is that of one pair. ``steps``: the
    number of dependence links by which one of the two could issue before the other.
    """

    pairs: tuple[tuple[int, int], ...]
    differ: tuple[tuple[CellRef, CellRef, int], ...]
    sources: tuple[CellRef, ...]
    slot_pairs: tuple[tuple[CellRef, CellRef], ...]
    weight: int
    structured: bool = False
    steps: int = 0

    def __hash__(self) -> int:
        # Few options are of the same pairs, and all that a pair asks for takes long to hash.
        return hash(self.pairs)


@dataclass(frozen=True, slots=True)
class Whole:
    """A wide load whose halves may be loaded apart: it can stay whole where the ``tie`` of their registers holds.
    ``weight`` is an instruction's."""

    tie: Tie
    weight: int


@dataclass(frozen=True, slots=True)
class Pairing:
    """The options that are taken, and the bank of every group's base."""

    chosen: tuple[Option, ...]
    banks: tuple[int, ...]


def choose_products(
    problem: Problem, options: Sequence[Option], limits: SearchLimits, wholes: Sequence[Whole] = ()
) -> Pairing | None:
    """Pairs of outer products, of a great weight, with banks that allow them; None if there are no such options, or
    none could be chosen within the limits.

    The sources are matched two by two beforehand.  ``wholes`` are left whole where that costs nothing more.
    """
    partners = _partners(options)
    products = [o for o in options if o.structured and all((min(p), max(p)) in partners for p in o.slot_pairs)]
    if not products:
        return None
    model = _PairingModel(problem, products, wholes)
    outcome = run(model.model, limits, model.hint())
    if not outcome.found:
        return None
    chosen = tuple(o for o, bits in zip(products, model.bits, strict=True) if any(outcome.value(b) for b in bits))
    return Pairing(chosen, tuple(_bank(row, outcome) for row in model.banks.base))


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


def _bank(row: Iterable[Bit], outcome: SearchOutcome) -> int:
    return next(k for k, bit in enumerate(row) if (bit if isinstance(bit, bool) else outcome.value(bit)))


class _PairingModel:
    def __init__(self, problem: Problem, options: Sequence[Option], wholes: Sequence[Whole]) -> None:
        self.problem, self.options = problem, options
        self.banks = BankAssignmentModel(problem, ())
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
                terms.append(option.weight * len(option.pairs) * (CLEAN if clean else PLAIN) * bit)
                for op in dict.fromkeys(op for pair in option.pairs for op in pair):
                    of_op.setdefault(op, []).append(bit)
        for bits in of_op.values():
            self.model.add_at_most_one(bits)
        terms += [whole.weight * WHOLE * self.whole(whole.tie) for whole in wholes]
        self.model.maximize(cp_model.LinearExpr.sum(terms))

    def choice(self, option: Option, clean: bool) -> cp_model.IntVar | None:
        """The Boolean of taking an option; None if its rules cannot hold. A clean option needs its sources in different
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

    def whole(self, tie: Tie) -> cp_model.IntVar:
        """A Boolean that implies that two cells are in the banks of neighbours at the tie's distance."""
        bit = self.model.new_bool_var("")
        for bank in range(BANKS):
            low, high = self.banks.bit(tie.low, bank), self.banks.bit(tie.high, (bank + tie.distance) % BANKS)
            if low is False or high is True:
                continue
            literals = [bit.negated()]
            literals += [low.negated()] if not isinstance(low, bool) else []
            literals += [high] if not isinstance(high, bool) else []
            self.model.add_bool_or(literals)
        return bit

    def residue(self, cell: CellRef, residue: int, modulus: int) -> list[Bit]:
        return [self.banks.bit(cell, bank) for bank in range(residue, BANKS, modulus)]

    def never_both(self, bit: cp_model.IntVar, first: list[Bit], second: list[Bit]) -> None:
        for x in first:
            for y in second:
                if x is not False and y is not False:
                    literals = [z.negated() for z in (x, y) if not isinstance(z, bool)]
                    self.model.add_bool_or([bit.negated(), *literals])

    def hint(self) -> list[tuple[cp_model.IntVar, int]]:
        """Hints the present banks of the registers as a start."""
        return self.banks.hint([base % BANKS for base in self.problem.current])
