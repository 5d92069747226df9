"""Tracks which instructions of a block are independent and may issue together, as pairs are formed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from isaopt.analysis.flow.dependence import Dependence, Kind
from isaopt.analysis.flow.liveness import bits


@dataclass(frozen=True, slots=True)
class _Merged:
    """Instructions with each pair as one node, under its first position: a topological order, the successors of each
    node, and the second half of each pair."""

    order: list[int]
    followers: list[list[int]]
    second: dict[int, int]


class Reach:
    """The order constraints between the instructions of a block (by position), with the pairs that were joined.

    An instruction may issue together with one whose operand it overwrites, since both halves of a pair read before
    either writes (RDNA3 ISA guide, VOPD); with no other instruction that it must follow.
    """

    def __init__(self, count: int, found: Iterable[Dependence]) -> None:
        after: list[dict[int, bool]] = [{} for _ in range(count)]
        for dep in found:
            after[dep.before][dep.after] = after[dep.before].get(dep.after, True) and dep.kind is Kind.WAR
        self.after = after
        """The direct successors of each, and whether they only overwrite one of its operands."""
        self.below = [0] * count
        """All transitive successors, as bits."""
        self.apart_below = [0] * count
        """Those of ``below`` that cannot issue together with it."""
        self.above = [0] * count
        """All transitive predecessors, as bits."""
        self.apart_above = [0] * count
        """Those of ``above`` that cannot issue together with it."""
        for k in reversed(range(count)):
            below = own = 0
            for other, harmless in after[k].items():
                below |= self.below[other] | 1 << other
                own |= self.below[other] | (0 if harmless else 1 << other)
            self.below[k], self.apart_below[k] = below, own
        for k in range(count):
            for other, harmless in after[k].items():
                self.above[other] |= self.above[k] | 1 << k
                self.apart_above[other] |= self.above[k] | (0 if harmless else 1 << k)

    def copy(self) -> Reach:
        """A copy that can be changed independently."""
        other = Reach(0, ())
        other.after = self.after
        other.below, other.apart_below = list(self.below), list(self.apart_below)
        other.above, other.apart_above = list(self.above), list(self.apart_above)
        return other

    def with_pairs(self, pairs: Iterable[tuple[int, int]]) -> Reach | None:
        """The relation after joining these pairs, starting from one without pairs; None if they cannot all be joined.

        Equivalent to joining one after the other, but in a single walk.
        """
        merged = self._merged(pairs)
        if merged is None:
            return None
        bit = [1 << k for k in range(len(self.after))]
        for one, two in merged.second.items():
            bit[one] |= bit[two]
        new = Reach(0, ())
        new.after = self.after
        new.below, new.apart_below = self._closure(merged, bit)
        new.above, new.apart_above = [0] * len(bit), [0] * len(bit)
        for k in merged.order:
            self._set(new.above, new.apart_above, k, new.above[k], new.apart_above[k], merged.second.get(k), bit[k])
            above = new.above[k]
            for other in merged.followers[k]:
                new.above[other] |= above | bit[k]
                new.apart_above[other] |= above if self._harmless(k, other, merged.second) else above | bit[k]
        return new

    def _closure(self, merged: _Merged, bit: list[int]) -> tuple[list[int], list[int]]:
        """All transitive successors of each instruction, as these bits, and those that cannot issue together with
        it."""
        below, apart = [0] * len(bit), [0] * len(bit)
        for k in reversed(merged.order):
            all_ = own = 0
            for other in merged.followers[k]:
                reached = below[other]
                all_ |= reached | bit[other]
                own |= reached if self._harmless(k, other, merged.second) else reached | bit[other]
            self._set(below, apart, k, all_, own, merged.second.get(k), bit[k])
        return below, apart

    def _merged(self, pairs: Iterable[tuple[int, int]]) -> _Merged | None:
        """The instructions with each of these pairs as one node; None if they cannot all be joined."""
        count = len(self.after)
        head = list(range(count))
        second: dict[int, int] = {}
        for a, b in pairs:
            one, two = min(a, b), max(a, b)
            if not self.after[one].get(two, True):
                return None
            head[two] = one
            second[one] = two
        followers: list[list[int]] = [[] for _ in range(count)]
        waiting = [0] * count
        for k, row in enumerate(self.after):
            own, node = followers[head[k]], head[k]
            for other in row:
                if head[other] != node:
                    own.append(head[other])
                    waiting[head[other]] += 1
        order = [k for k in range(count) if head[k] == k and not waiting[k]]
        for k in order:
            for other in followers[k]:
                waiting[other] -= 1
                if not waiting[other]:
                    order.append(other)
        return None if len(order) + len(second) < count else _Merged(order, followers, second)

    def _harmless(self, k: int, other: int, second: Mapping[int, int]) -> bool:
        """Whether two instructions can issue together, judging only by the instructions between them."""
        return k not in second and other not in second and self.after[k][other]

    @staticmethod
    def _set(reached: list[int], apart: list[int], k: int, all_: int, own: int, partner: int | None, both: int) -> None:
        """Sets what a node reaches; nothing else can issue together with a pair."""
        if partner is None:
            reached[k], apart[k] = all_, own
        else:
            reached[k] = apart[k] = reached[partner] = apart[partner] = all_ | both

    def free(self, a: int, b: int) -> bool:
        """Whether the two may issue together."""
        return not (self.apart_below[a] >> b & 1 or self.apart_below[b] >> a & 1)

    def join(self, a: int, b: int) -> None:
        """Joins two instructions: what follows either now follows both."""
        above, below = self.above[a] | self.above[b], self.below[a] | self.below[b]
        both = 1 << a | 1 << b
        # Nodes that cannot issue with either half are already ordered against what issues with them.
        known_above = self.apart_above[a] & self.apart_above[b]
        known_below = self.apart_below[a] & self.apart_below[b]
        above |= both
        below |= both
        for k in positions(above & ~both & ~known_above):
            self.below[k] |= below
            self.apart_below[k] |= below
        for k in positions(below & ~both & ~known_below):
            self.above[k] |= above
            self.apart_above[k] |= above
        for k in (a, b):
            self.below[k] = self.apart_below[k] = below
            self.above[k] = self.apart_above[k] = above


def positions(mask: int) -> Iterator[int]:
    """The set bits of a mask, in ascending order; the mask may have many thousand bits."""
    digits = f"{mask:b}"[::-1]
    at = digits.find("1")
    while at >= 0:
        yield at
        at = digits.find("1", at + 1)


def levels(count: int, found: Iterable[Dependence]) -> list[int]:
    """The level of each instruction: the length of the longest path to it. One that only overwrites an operand of
    another may be on the other's level."""
    level = [0] * count
    for dep in found:
        level[dep.after] = max(level[dep.after], level[dep.before] + (dep.kind is not Kind.WAR))
    return level


def most_pairs(members: Sequence[int], reach: Reach) -> int:
    """An upper bound on the pairs among these instructions.

    It is the largest matching of independent tasks, which an optimal schedule of unit tasks on two processors gives
    (Coffman and Graham 1972; Fujii, Kasami and Ninomiya 1969).
    """
    mask = sum(1 << k for k in members)
    below = {k: reach.apart_below[k] & mask for k in members}
    label: dict[int, int] = {}
    labels_below: dict[int, list[int]] = {}
    waiting = {k: below[k].bit_count() for k in members}
    above: dict[int, list[int]] = {k: [] for k in members}
    direct = {k: _direct(below[k], below) for k in members}
    for k in members:
        for other in bits(below[k]):
            above[other].append(k)
    open_ = [k for k in members if not waiting[k]]
    for number in range(len(members)):
        for k in open_:
            if k not in labels_below:
                labels_below[k] = sorted((label[o] for o in bits(direct[k])), reverse=True)
        k = min(open_, key=lambda o: (labels_below[o], o))
        open_.remove(k)
        label[k] = number
        for other in above[k]:
            waiting[other] -= 1
            if not waiting[other]:
                open_.append(other)
    todo = sorted(members, key=lambda k: -label[k])
    undone = dict.fromkeys(members, 0)
    for k in members:
        undone[k] = len(above[k])
    pairs = 0
    while todo:
        slot = [k for k in todo if not undone[k]][:2]
        pairs += len(slot) == 2
        for k in slot:
            todo.remove(k)
            for other in bits(below[k]):
                undone[other] -= 1
    return pairs


def _direct(below: int, all_below: dict[int, int]) -> int:
    """The direct successors among all transitive ones."""
    out = below
    for k in bits(below):
        out &= ~all_below[k]
    return out


def near(
    members: Sequence[int], level: Sequence[int], free: Callable[[int, int], bool], most: int
) -> Iterator[tuple[int, int]]:
    """For each instruction, at most this many others that may issue with it, nearest level first."""
    for i, a in enumerate(members):
        others = (b for b in members[i + 1 :] if free(a, b))
        yield from ((a, b) for b in sorted(others, key=lambda b: (abs(level[a] - level[b]), b - a))[:most])
