"""Spreads values over the register file so that reuse of registers constrains the order as little as possible.

Compilers reuse a register as soon as it is free, and each reuse orders instructions that are otherwise unrelated. A
pass that looks for a new order first spreads the webs over the whole register file; the final registers are allocated
afterwards, within the budget.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable

from isaopt.solve.problem import Assignment, Problem, Segment


def loosened(problem: Problem, registers: int) -> Assignment | None:
    """A base for every group below ``registers``, each register free for as long as possible before its next use; None
    if the groups do not fit.

    Long-lived groups are placed first, the others share what is left.
    """
    file = _RegisterFile(registers)
    bases: dict[int, int] = {}
    parts = {
        group.id: [(cell.offset, sorted(cell.segments)) for cell in group.cells if cell.segments]
        for group in problem.groups
    }
    first = {id: min((s[0][0] for _, s in cells), default=0) for id, cells in parts.items()}
    last = {id: max((s[-1][1] for _, s in cells), default=0) for id, cells in parts.items()}
    span = max(last.values(), default=0) // 2
    order = sorted(
        problem.groups,
        key=lambda g: (not g.fixed, last[g.id] - first[g.id] < span, first[g.id], -g.width, g.id),
    )
    used = [0] * registers
    for group in order:
        tops: Iterable[int] = range(group.current, group.current + 1)
        if not group.fixed:
            # Least recently used first.
            room = range(min(group.limit, registers) - group.width + 1)
            last_use = used if group.width == 1 else [max(used[base : base + group.width]) for base in room]
            tops = sorted(room, key=last_use.__getitem__)
        found = next((base for base in tops if file.fits(base, parts[group.id])), None)
        if found is None:
            return None
        bases[group.id] = found
        file.take(found, parts[group.id])
        for offset, segments in parts[group.id]:
            used[found + offset] = max(used[found + offset], segments[-1][1])
    return tuple(bases[group.id] for group in problem.groups)


class _RegisterFile:
    """The occupied segments of each register, sorted and disjoint."""

    def __init__(self, registers: int) -> None:
        self.held: list[list[Segment]] = [[] for _ in range(registers)]

    def fits(self, base: int, cells: list[tuple[int, list[Segment]]]) -> bool:
        """Whether the registers are free at these segments."""
        for offset, segments in cells:
            held = self.held[base + offset]
            for start, end in segments:
                at = bisect_left(held, (end, end))
                if at and held[at - 1][1] > start:
                    return False
        return True

    def take(self, base: int, cells: list[tuple[int, list[Segment]]]) -> None:
        for offset, segments in cells:
            self.held[base + offset] = sorted([*self.held[base + offset], *segments])
