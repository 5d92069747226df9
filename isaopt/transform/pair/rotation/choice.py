"""Which instructions of a loop to run one iteration ahead: those that let more instructions of an iteration pair."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import combinations

import networkx as nx

from isaopt.analysis.flow.dependence import dependences
from isaopt.transform.dual_forms import forms
from isaopt.transform.pair.fused import is_product
from isaopt.transform.pair.options import PairCandidate, PairOptions
from isaopt.transform.pair.reach import Reach, most_pairs
from isaopt.transform.pair.rotation.top import Top

#: Blocks of more instructions are not looked at.
MAX_BLOCK = 400
#: Sets of instructions that are tried for a block.
_MAX_TRIES = 60
#: So many instructions at most are matched by what their operands allow too.
_MATCHED = 32


@dataclass
class RotationChoice:
    """How many pairs an iteration can have, with some of its instructions one iteration ahead: a bound, which says
    nothing of what registers there are."""

    top: Top
    options: PairOptions
    tries: int = 0

    def __post_init__(self) -> None:
        self._forms = cache(lambda k: forms(self.options.arch, self.top.ops[k]))
        self._may_pair = cache(self._find_option)

    @cached_property
    def pairable(self) -> frozenset[int]:
        """Positions of instructions that can be half of a dual one."""
        return frozenset(k for k, op in enumerate(self.top.ops) if is_product(op) or self._forms(k))

    @cached_property
    def x_side(self) -> int:
        """How many of them can be the first half."""
        ops = self.top.ops
        return sum(is_product(ops[k]) or any(form.opx for form in self._forms(k)) for k in self.pairable)

    @cached_property
    def now(self) -> int:
        """Pairs of an iteration as it is."""
        return self.pairs(frozenset())

    @property
    def most(self) -> int:
        """The most pairs in an iteration, whichever instructions run ahead."""
        return min(len(self.pairable) // 2, self.x_side)

    @property
    def is_worth_a_look(self) -> bool:
        """Whether an iteration could have more pairs at all."""
        return len(self.pairable) > 1 and self.now < self.most

    def pairs(self, ahead: frozenset[int]) -> int:
        """Pairs of an iteration with these instructions at its end."""
        self.tries += 1
        order = order_of(self.top, ahead)
        found = dependences([self.top.ops[k] for k in order], self.top.names(order))
        members = [position for position, k in enumerate(order) if k in self.pairable]
        reach = Reach(len(order), found)
        if len(members) > _MATCHED:
            return min(self.most, most_pairs(members, reach))
        graph: nx.Graph[int] = nx.Graph()
        for a, b in combinations(members, 2):
            if reach.free(a, b) and self._may_pair(*sorted((order[a], order[b]))):
                graph.add_edge(a, b)
        return len(nx.max_weight_matching(graph, maxcardinality=True))

    def _find_option(self, a: int, b: int) -> bool:
        """Whether some registers would let the two issue together."""
        one, two = self._candidate(a), self._candidate(b)
        # A product of three registers may turn into one that accumulates.
        return one is None or two is None or any(self.options.options(one, two, 1))

    def _candidate(self, k: int) -> PairCandidate | None:
        return self.options.candidate(self.top.block.first + k, self.top.ops[k])

    def best(self) -> frozenset[int]:
        """As few instructions as give the most pairs that were found; none if none is gained."""
        able = self.top.able
        best, most = frozenset[int](), self.now
        for ahead in self._starts():
            if self.tries >= _MAX_TRIES or most == self.most:
                break
            pairs = self.pairs(ahead)
            if pairs > most:
                best, most = ahead, pairs
        grown = True
        while grown and most < self.most:
            grown = False
            for k in sorted(able.keys() - best):
                if self.tries >= _MAX_TRIES:
                    break
                pairs = self.pairs(best | able[k])
                if pairs > most:
                    best, most, grown = best | able[k], pairs, True
        for k in sorted(best, reverse=True):
            less = frozenset(x for x in best if k not in able[x])
            if self.tries < 2 * _MAX_TRIES and self.pairs(less) >= most:
                best = less
        return best

    def _starts(self) -> Iterable[frozenset[int]]:
        """Sets to begin with: each instruction with what must come along, the smallest first, then growing heads."""
        able = self.top.able
        yield from dict.fromkeys(sorted(able.values(), key=lambda s: (len(s), sorted(s))))
        for size in sorted({len(s) for s in able.values()}):
            yield frozenset(k for k, with_it in able.items() if len(with_it) <= size)


def order_of(top: Top, ahead: frozenset[int]) -> list[int]:
    """The positions of an iteration with these at its end."""
    return [*(k for k in range(top.end) if k not in ahead), *sorted(ahead), *range(top.end, len(top.ops))]
