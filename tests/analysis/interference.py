"""Which webs cannot share registers: an oracle for what webs say.

Two webs interfere if they occupy a register at a common program point.  A value that ends at an instruction and one
that starts there do not: every instruction, and both halves of a dual one, reads before it writes, and a load may
overwrite its own address (LLVM FLATInstructions.td, no early clobber);
early-clobber destinations carry an extra read point (:mod:`isaopt.analysis.flow.webs`).
"""

from __future__ import annotations

import heapq
from collections.abc import Mapping

from isaopt.analysis.flow.webs import Segment, Web, Webs


def interferes(a: tuple[Segment, ...], b: tuple[Segment, ...]) -> bool:
    """Whether two sorted lists of disjoint half-open segments have a common point."""
    i = j = 0
    while i < len(a) and j < len(b):
        if a[i][0] < b[j][1] and b[j][0] < a[i][1]:
            return True
        if a[i][1] <= b[j][1]:
            i += 1
        else:
            j += 1
    return False


def interference_pairs(webs: tuple[Web, ...]) -> set[tuple[int, int]]:
    """All interfering pairs of web ids, smaller id first (a sweep over the segments)."""
    spans = sorted((start, end, web.id) for web in webs for start, end in web.segments)
    open_now: list[tuple[int, int]] = []
    active: dict[int, int] = {}
    pairs: set[tuple[int, int]] = set()
    for start, end, web in spans:
        while open_now and open_now[0][0] <= start:
            _, closed = heapq.heappop(open_now)
            active[closed] -= 1
            if not active[closed]:
                del active[closed]
        pairs.update((min(web, other), max(web, other)) for other in active if other != web)
        active[web] = active.get(web, 0) + 1
        heapq.heappush(open_now, (end, web))
    return pairs


def conflicts(found: Webs, base_of: Mapping[int, int] | None = None) -> list[tuple[int, int, int]]:
    """Interfering webs that an assignment puts into one register: (web, web, register).

    ``base_of`` maps a group id to its new base; groups that it leaves out, or all of them without it, stay where they
    are.
    """
    place: dict[int, int] = {}
    for group in found.groups:
        base = (base_of or {}).get(group.id, group.base)
        for web, offset in group.members:
            place[web] = base + offset
    by_register: dict[int, list[Web]] = {}
    for value in found.webs:
        by_register.setdefault(place[value.id], []).append(value)
    return [
        (a, b, register)
        for register, sharing in sorted(by_register.items())
        for a, b in sorted(interference_pairs(tuple(sharing)))
    ]
