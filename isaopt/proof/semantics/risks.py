"""Hazards that may spoil results, told by the instructions that came before on the way that control took."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

Past = tuple[int, ...]
"""The items last executed of those that matter, in order, as far back as a hazard may depend on them."""

#: In place of an item: what was executed up to there is not known.
UNKNOWN = -1
#: Longer pasts are not known from there back, nor are more ways to one place.
_MAX_ITEMS, _MAX_PASTS = 64, 32


def _none(past: Past, index: int) -> frozenset[str]:
    return frozenset()


@dataclass(frozen=True)
class Risks:
    """The hazards of one kernel. ``always``: the rules that an instruction breaks whichever way control comes to it;
    ``at_times``: those that it breaks on some ways; ``behind`` says which of these, given its past. ``certain``: where
    the past is not known there is none of these; else there may be all of them."""

    always: Mapping[int, frozenset[str]] = field(default_factory=dict)
    at_times: Mapping[int, frozenset[str]] = field(default_factory=dict)
    behind: Callable[[Past, int], frozenset[str]] = _none
    certain: bool = False
    #: The items of vector ALU instructions, how many of them a past needs, the other items that matter, and those after
    #: which nothing before them does.
    vector: frozenset[int] = frozenset()
    reach: int = 0
    beside: frozenset[int] = frozenset()
    settling: frozenset[int] = frozenset()

    def __bool__(self) -> bool:
        return bool(self.always or self.at_times)

    def __contains__(self, index: int) -> bool:
        return index in self.always or index in self.at_times

    def matters(self, index: int) -> bool:
        """Whether an instruction may be part of a past."""
        return index in self.vector or index in self.beside or index in self.settling

    def past(self, executed: Sequence[int]) -> Past:
        """What may matter of these items."""
        passed = 0
        for n in range(len(executed) - 1, -1, -1):
            passed += executed[n] in self.vector
            if executed[n] in self.settling:
                return tuple(executed[n + 1 :])
            if passed == self.reach or executed[n] == UNKNOWN:
                return tuple(executed[n:])
            if n and len(executed) - n == _MAX_ITEMS:
                return UNKNOWN, *executed[n:]
        return tuple(executed)

    def at(self, index: int, pasts: Sequence[Past], executed: Sequence[int]) -> frozenset[tuple[str, int]]:
        """The rules that an instruction breaks, each with the number of the past in which it does; ``executed`` is what
        came after all of these."""
        kinds, at_times = self.always.get(index, frozenset()), self.at_times.get(index)
        found = {(kind, n) for kind in kinds for n in range(len(pasts))}
        for n, before in enumerate(pasts if at_times else ()):
            assert at_times is not None
            past = self.past((*before, *executed))
            unknown = past[:1] == (UNKNOWN,) and not self.certain
            found |= {(kind, n) for kind in (at_times if unknown else self.behind(past, index) & at_times)}
        return frozenset(found)


def merged(pasts: Iterable[tuple[Past, Past]]) -> tuple[tuple[Past, Past], ...]:
    """The different pasts of both kernels on all ways to one place; too many are not told apart."""
    found, unknown = set(pasts), ((UNKNOWN,), (UNKNOWN,))
    return (unknown,) if unknown in found or len(found) > _MAX_PASTS else tuple(sorted(found))
