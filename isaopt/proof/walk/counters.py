"""Loops counted in two ways: up and down, by ones and by bytes, from one end or the other.

At a cut point, where a scalar of B is on every way in the same multiple of one of A's plus the same term, it is that of
what A's stands for there.  The factor is read off two ways in; that the rest is one term on all of them, and none that
changes its meaning at the cut point, is the proof.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from isaopt.proof.walk.links import Links


def restated(links: Links, vector: Sequence[int], mine: Iterable[tuple[Sequence[int], int]]) -> int | None:
    """A 32-bit scalar of B, by what it is on each way in, as a multiple of one of A's symbols plus a term.

    ``mine`` are A's scalars: what each is on the ways in, and its symbol.
    """
    n, t = links.world.integers, links.terms
    for other, symbol in mine:
        factor = _ratio(links, vector, other)
        if factor is None:
            continue
        rests = {n.linear(32, ((x, 1), (y, -factor))) for x, y in zip(vector, other, strict=True)}
        rest = rests.pop()
        if not rests and not t.deps[rest] & links.bit:
            return n.linear(32, ((symbol, factor), (rest, 1)))
    return None


def _ratio(links: Links, vector: Sequence[int], other: Sequence[int]) -> int | None:
    """What a step of the second is multiplied by to be one of the first, by their steps from one way in to another."""
    n = links.world.integers
    for x, y in zip(vector[1:], other[1:], strict=True):
        own, theirs = (n.parts(n.sub(last, first), "lin32") for last, first in ((x, vector[0]), (y, other[0])))
        if not theirs[1] and not theirs[0]:
            continue
        found = dict(own[1])
        pairs = [(found.get(term, 0), factor) for term, factor in theirs[1]] or [(own[0], theirs[0])]
        whole, part = (_signed(v) for v in pairs[0])
        return whole // part if whole and whole % part == 0 else None
    return None


def _signed(value: int) -> int:
    return value - (value >> 31 << 32)
