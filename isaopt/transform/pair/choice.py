"""Chooses which pairs to form, and on which banks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from isaopt.solve.cpsat import SearchLimits, scaled
from isaopt.solve.pair_search import PairSearch
from isaopt.solve.pairing import Option, Whole, choose_products
from isaopt.solve.problem import BANKS, CellRef, Problem
from isaopt.transform.pair.candidates import Candidates
from isaopt.transform.pair.options import PairCandidate
from isaopt.transform.pair.reach import orders

#: The solver's deterministic work on outer products.
_PRODUCTS_WORK = 8.0


@dataclass(frozen=True, slots=True)
class Grain:
    """The granularity of a pass over a block: pieces of ``size`` instructions at a stride of ``step``, each instruction
    offered its ``nearest`` others (only those of its own level, if ``level``), with ``work`` units of deterministic
    solver time a piece."""

    size: int
    step: int
    nearest: tuple[int, ...]
    work: float
    level: bool = False


#: From coarse to fine. A block larger than the first size is only processed in the finer pieces.
_GRAINS = (
    Grain(160, 160, (12, 6, 3), 0.25, level=True),
    Grain(24, 12, (6,), 0.08),
    Grain(24, 12, (8,), 0.08),
)
#: The granularity around an instruction that is still single.
_ROUND = Grain(28, 0, (8,), 0.08)
#: The most options of a piece.
_MAX_OPTIONS = 700
#: The most pieces, heaviest blocks first.
_PIECES = 64
#: The most instructions, still single after that, whose surroundings are tried.
_LEFTOVERS = 12


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

    Outer products are chosen first, all in one model; then every pair that the resulting banks allow; then banks and
    pairs are improved piece by piece.
    """
    tied = list(wholes.values())
    products = choose_products(problem, candidates.outer_products(), SearchLimits(_PRODUCTS_WORK * effort, seed), tied)
    banks = [base % BANKS for base in problem.current] if products is None else list(products.banks)
    search = PairSearch(problem, banks, () if products is None else products.chosen, tied)
    search.taken = dict.fromkeys(candidates.more(list(search.taken), (), search.bank))
    for _, piece in zip(range(scaled(_PIECES, effort)), pieces(candidates, search.taken), strict=False):
        _improve(search, candidates, piece, min(1, effort), seed)
    for _, piece in zip(range(scaled(_LEFTOVERS, effort)), leftovers(search, candidates), strict=False):
        _improve(search, candidates, piece, min(1, effort), seed)
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


@dataclass(frozen=True, slots=True)
class Piece:
    """Candidates of a block whose pairs are chosen anew."""

    block: int
    members: list[PairCandidate]
    grain: Grain


def pieces(candidates: Candidates, taken: Iterable[Option]) -> Iterator[Piece]:
    """Pieces of blocks to choose anew: the heaviest blocks first."""
    products = {op for o in taken if o.structured for pair in o.pairs for op in pair}
    blocks = sorted(range(len(candidates.blocks)), key=lambda b: (-candidates.weights[b], b))
    for number, grain in enumerate(_GRAINS):
        for b in blocks:
            block = candidates.blocks[b]
            members = [c for c in block.members if c.ordinal not in products]
            if grain.level and len(members) > grain.size:
                continue
            members.sort(key=lambda c: (block.level[c.ordinal - block.first], c.ordinal))
            begin = 0 if len(members) <= grain.size else grain.step // 2 * (number % 2)
            for start in range(begin, max(begin + 1, len(members) - grain.size + grain.step), grain.step):
                piece = members[start : start + grain.size]
                if len(piece) > 1:
                    yield Piece(b, piece, grain)


def leftovers(search: PairSearch, candidates: Candidates) -> Iterator[Piece]:
    """Pieces around each instruction that is still single."""
    blocks = sorted(range(len(candidates.blocks)), key=lambda b: (-candidates.weights[b], b))
    for b in blocks:
        block = candidates.blocks[b]
        level = {c.ordinal: block.level[c.ordinal - block.first] for c in block.members}
        if len(block.members) < 2:
            continue
        tried: set[int] = set()
        while True:
            structured = {op for o in search.taken if o.structured for pair in o.pairs for op in pair}
            paired = {op for o in search.taken for pair in o.pairs for op in pair}
            alone = [c for c in block.members if c.ordinal not in paired and c.ordinal not in tried]
            if not alone:
                break
            one = alone[0].ordinal
            tried.add(one)
            near = sorted(
                (c for c in block.members if c.ordinal not in structured),
                key=lambda c: (abs(level[c.ordinal] - level[one]), abs(c.ordinal - one)),
            )
            own = [c for c in near if c.ordinal not in paired][: _ROUND.size // 3]
            members = {c.ordinal: c for c in (*own, *near)}
            yield Piece(b, list(members.values())[: _ROUND.size], _ROUND)


def _improve(search: PairSearch, candidates: Candidates, piece: Piece, share: float, seed: int) -> None:
    """Choose the pairs of a piece anew, with a ``share`` of its grain's work."""
    block, grain = candidates.blocks[piece.block], piece.grain
    ops = [c.ordinal for c in piece.members]
    _, stay = search.within(ops)
    positions = [k - block.first for k in ops]
    reach, _ = candidates.joined(piece.block, stay, only=positions)
    order = orders(positions, reach)
    before = [(x + block.first, y + block.first, apart) for x, y, apart in order]
    for most in grain.nearest:
        offered = list(candidates.near_options(block, reach, piece.members, most, grain.level))
        if len(offered) <= _MAX_OPTIONS:
            search.improve(ops, before, offered, SearchLimits(grain.work * share, seed, 1, small=True))
            break
