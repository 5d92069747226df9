"""Reorders a block's pairs for operand-cache hits, and bounds what any order can reach."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from isaopt.solve.cpsat import SearchLimits, scaled
from isaopt.solve.order import Sequencing, Task, arranged
from isaopt.solve.problem import BANKS, CellRef
from isaopt.solve.read_path import improved
from isaopt.solve.reads import Readers, Way, closed, first_reads, read_bound, served
from isaopt.transform.pair.options import Reads

#: Deterministic solver work for one window of the path model, and for the bound of one block.
_WINDOW_WORK = 0.15
_BOUND_WORK = 0.15
#: The most windows of a kernel, and the most blocks bounded by a model, heaviest blocks first.
_WINDOWS = 4
_BOUNDED = 6

Pair = tuple[int, int]


@dataclass(frozen=True)
class PairBlock:
    """A block in a valid order: ``order`` lists ordinals, ``together`` the instructions that stay adjacent (by the
    first ordinal), ``edges`` the dependences; ``fits`` tells whether another order fits the registers."""

    weight: int
    order: Sequence[int]
    pairs: Sequence[Pair]
    together: Mapping[int, Pair]
    edges: Sequence[tuple[int, int]]
    fits: Callable[[Sequence[int]], bool]


@dataclass(frozen=True, slots=True)
class PairReads:
    """New orders of blocks, by index, and the weighted bank reads of all pairs with a lower bound for every order."""

    orders: Mapping[int, list[int]]
    value: int
    bound: int

    @property
    def status(self) -> str:
        return "optimal" if self.value <= self.bound else "feasible"


def better_orders(
    blocks: Mapping[int, PairBlock],
    ways: Callable[[Pair], Sequence[Reads]],
    bank: Callable[[CellRef], int],
    effort: float,
    seed: int,
) -> PairReads:
    """The blocks with their pairs in the order with the fewest bank reads; other instructions move as little as
    possible. ``ways`` gives what a pair reads, for each way to encode it."""
    orders: dict[int, list[int]] = {}
    value = bound = 0
    windows, bounded = scaled(_WINDOWS, effort), scaled(_BOUNDED, effort)
    for index, block in sorted(blocks.items(), key=lambda item: (-item[1].weight, item[0])):
        position = {k: at for at, k in enumerate(block.order)}
        pairs = sorted(block.pairs, key=lambda p: position[p[0]])
        head = {k: k for k in block.order} | {second: first for first, second in block.together.values()}
        edges = {(position[head[a]], position[head[b]]) for a, b in block.edges if head[a] != head[b]}
        problem = Readers(_ways(pairs, ways, bank), closed(edges, [position[p[0]] for p in pairs]))
        present = served(problem, range(len(pairs)))
        reads = present.cost.reads
        least = first_reads(problem)
        if reads > least and bounded:
            bounded -= 1
            least = read_bound(problem, SearchLimits(_BOUND_WORK * effort, seed, 1))
        if reads > least:
            found = improved(problem, present, SearchLimits(_WINDOW_WORK * min(1, effort), seed, 1), windows)
            windows -= found.windows
            if found.served.cost < present.cost:
                order = _threaded(block, position, head, edges, [pairs[at] for at in found.served.order])
                if block.fits(order):
                    orders[index] = order
                    reads = found.served.cost.reads
        value += block.weight * reads
        bound += block.weight * least
    return PairReads(orders, value, bound)


def _ways(
    pairs: Sequence[Pair], ways: Callable[[Pair], Sequence[Reads]], bank: Callable[[CellRef], int]
) -> tuple[tuple[Way, ...], ...]:
    number: dict[CellRef, int] = {}
    found: list[tuple[Way, ...]] = []
    for pair in pairs:
        own = [
            tuple(sorted((slot * BANKS + bank(cell), number.setdefault(cell, len(number))) for slot, cell in way))
            for way in ways(pair)
        ]
        found.append(tuple(dict.fromkeys(own)) or ((),))
    return tuple(found)


def _threaded(
    block: PairBlock,
    position: Mapping[int, int],
    head: Mapping[int, int],
    edges: set[tuple[int, int]],
    pairs: Sequence[Pair],
) -> list[int]:
    """The block with its pairs in this order, in the places of the present pairs; other instructions stay where they
    are if they can."""
    places = sorted(position[p[0]] for p in pairs)
    keys = [float(at) for at in range(len(block.order))]
    for place, pair in zip(places, pairs, strict=True):
        keys[position[pair[0]]] = place
    chain = {(position[a[0]], position[b[0]]) for a, b in pairwise(pairs)}
    before = tuple((a, b, False) for a, b in sorted(edges | chain))
    order = arranged(Sequencing((Task(),) * len(block.order), before), keys)
    nodes = [block.order[at] for at in order if head[block.order[at]] == block.order[at]]
    return [k for node in nodes for k in block.together.get(node, (node,))]
