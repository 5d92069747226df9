"""Which stores that fill LDS (:mod:`isaopt.proof.walk.fills`) do not meet, as the first kernel makes them.

What an instruction stores in any lane of any wave, whenever it is executed, must not meet what another one of the same
interval between barriers stores.  A proof comes to each of A's stores in every way in which it is executed; all of
these are kept, and one that meets another one ends the proof if it has relied on that before.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import product
from typing import TYPE_CHECKING

from isaopt.proof.semantics.memory import MemoryPlace, apart_in_group, place_of
from isaopt.proof.types import CannotProve
from isaopt.proof.walk.order import AccessOrder, AccessSite

if TYPE_CHECKING:
    from isaopt.proof.semantics.machine import SideExecution

#: What counts accesses to LDS.
LDS_COUNTERS = frozenset(("lgkmcnt", "dscnt"))


@dataclass(slots=True)
class Fills:
    """``items``: of A and of B, the stores that fill LDS, with the first one of the same interval."""

    items: tuple[Mapping[int, int], Mapping[int, int]]
    #: Of A, by the first store of an interval: what the instructions store, and which of them that is.
    _places: dict[int, set[tuple[int, MemoryPlace]]] = field(default_factory=dict)
    #: Intervals of A in which different stores may meet, and those where that they do not was relied on.
    _meeting: set[int] = field(default_factory=set)
    _relied: set[int] = field(default_factory=set)
    _leaking: bool = False

    def store(self, run: SideExecution, parts: tuple[int, ...]) -> int:
        """Note the elements that an instruction stores; the instruction, or -1 if it fills nothing."""
        first = self.items[run.side.number].get(run.index)
        if first is None:
            return -1
        if run.side.number == 0:
            known = self._places.setdefault(first, set())
            new = {(run.index, place) for p in parts if (place := place_of(run.terms, p)) is not None} - known
            for (item, place), (other, there) in product(new, known):
                if item != other and not apart_in_group(run, place, there):
                    self._meeting.add(first)
            known |= new
            self._check(run)
        return run.index

    def barrier(self, run: SideExecution) -> None:
        """Look for accesses to LDS that another interval may find outstanding."""
        events = (e for counter in LDS_COUNTERS for e in run.side.events.get(counter, ()))
        self._leaking |= any(event.unit not in (AccessSite.SCALAR, AccessSite.PRIVATE) for event in events)
        self._check(run)

    def _check(self, run: SideExecution) -> None:
        if self._relied and (self._leaking or self._relied & self._meeting):
            raise CannotProve("another wave may observe the order in which LDS is filled", run.line)

    def loose(self, a: AccessOrder, b: AccessOrder) -> dict[int, int]:
        """The elements that may be reordered if they belong to different instructions of A, with their instructions."""
        if self._leaking:
            return {}
        free = {i for i, first in self.items[0].items() if first not in self._meeting}
        filled = {event.parts[0]: event.fill for event in a.issued if event.fill in free}
        kept = {e.parts[0] for e in a.issued if filled.get(e.parts[0]) != e.fill}
        kept |= {e.parts[0] for e in b.issued if e.fill < 0}
        return {part: fill for part, fill in filled.items() if part not in kept}

    def rely(self, loose: Mapping[int, int]) -> None:
        """Hold on to it that these may change places."""
        self._relied |= {self.items[0][fill] for fill in loose.values()}
