"""Chooses which pairs to form, and on which banks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from isaopt.solve.cpsat import SearchLimits
from isaopt.solve.pair_search import PairSearch
from isaopt.solve.pairing import Option, Whole, choose_products
from isaopt.solve.problem import BANKS, CellRef, Problem
from isaopt.transform.pair.candidates import Candidates

#: The solver's deterministic work on outer products.
_PRODUCTS_WORK = 8.0
#: The partners offered to an instruction, the nearest of its block first, and the instructions among which they are
#: sought at once.
_NEAREST, _WINDOW = 10, 256
#: What the search does for each instruction that has a partner, in visits: in a small kernel, up to a limit, and in a
#: large one.
_VISITS_IN_SMALL, _MOST_IN_SMALL, _VISITS = 1_000_000, 100_000_000, 100_000


@dataclass(frozen=True)
class PairChoice:
    """The chosen pairs as options, the bank of each group's base, the wide loads (by their halves) that stay whole, and
    the weighted number of pairs with its proved upper bound."""

    taken: tuple[Option, ...]
    banks: tuple[int, ...]
    whole: tuple[tuple[int, int], ...]
    value: int
    bound: int
    problem: Problem

    @property
    def status(self) -> str:
        return "optimal" if self.value >= self.bound else "feasible"

    @property
    def pairs(self) -> list[tuple[int, int]]:
        """The ordinals of each pair."""
        return [pair for option in self.taken for pair in option.pairs]

    @property
    def bound_groups(self) -> set[int]:
        """The register groups whose bank a pair depends on, including those of dual instructions that were kept."""
        cells = [c for o in self.taken for rule in o.differ for c in rule[:2]]
        cells += [c for two in (*self.problem.must_differ_mod4, *self.problem.must_differ_mod2) for c in two]
        return {c.group for c in cells} | {c.group for o in self.taken for c in o.sources}

    def bank(self, cell: CellRef) -> int:
        """The bank of a cell."""
        return (self.banks[self.problem.position[cell.group]] + cell.offset) % BANKS


def choose(
    problem: Problem, candidates: Candidates, wholes: Mapping[tuple[int, int], Whole], effort: float, seed: int
) -> PairChoice:
    """Chooses pairs of high total weight.

    Outer products are chosen first, all in one model; then every pair that the resulting banks allow; then local search
    improves banks and pairs together.
    """
    tied = list(wholes.values())
    products = choose_products(problem, candidates.outer_products(), SearchLimits(_PRODUCTS_WORK * effort, seed), tied)
    banks = [base % BANKS for base in problem.current] if products is None else list(products.banks)
    search = PairSearch(problem, banks, () if products is None else products.chosen, tied)
    search.taken = dict.fromkeys(candidates.more(list(search.taken), (), search.bank))
    options = list(offered(candidates, search.taken))
    weights = {
        op: candidates.weights[candidates.cfg.block_of[op]] for o in (*search.taken, *options) for op in o.pairs[0]
    }
    visits = max(min(_VISITS_IN_SMALL * len(weights), _MOST_IN_SMALL), _VISITS * len(weights))
    search.improve(options, candidates.successors(), weights, round(visits * min(1, effort)), seed)
    whole = tuple(
        halves
        for halves, w in wholes.items()
        if (search.bank(w.tie.low) + w.tie.distance - search.bank(w.tie.high)) % BANKS == 0
    )
    taken = tuple(candidates.more(list(search.taken), whole, search.bank))
    value = candidates.present() + sum(option.weight * len(option.pairs) for option in taken)
    return PairChoice(taken, tuple(search.banks), whole, value, candidates.bound(), problem)


def at_hand(problem: Problem, candidates: Candidates) -> PairChoice:
    """The pairs that the present banks allow."""
    banks = [base % BANKS for base in problem.current]
    search = PairSearch(problem, banks, ())
    taken = tuple(candidates.more((), (), search.bank))
    value = candidates.present() + sum(option.weight * len(option.pairs) for option in taken)
    return PairChoice(taken, tuple(banks), (), value, candidates.bound(), problem)


def offered(candidates: Candidates, taken: Iterable[Option]) -> Iterator[Option]:
    """Pairs of instructions that are near each other, apart from those of outer products."""
    products = {op for o in taken if o.structured for pair in o.pairs for op in pair}
    for block in candidates.blocks:
        members = [c for c in block.members if c.ordinal not in products]
        members.sort(key=lambda c: (block.level[c.ordinal - block.first], c.ordinal))
        for start in range(0, max(1, len(members) - _WINDOW // 2), _WINDOW // 2):
            window = members[start : start + _WINDOW]
            yield from candidates.near_options(block, window, _NEAREST)
