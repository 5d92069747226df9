"""Registers that are used again as late as possible, so that order is left to what the values ask for.

Compilers reuse a register as soon as it is free, and each reuse orders instructions that have nothing to do with each
other.  A pass that looks for a new order first spreads the webs over the whole register file; the registers that it
writes in the end are found anew, within the budget.
"""

from __future__ import annotations

from bisect import bisect_left

from isaopt.solve.problem import Assignment, Problem, Segment


def loosened(problem: Problem, registers: int) -> Assignment | None:
    """A base for every group within so many registers, each free for as long as possible before its use; None if they
    do not fit.

    Long-lived groups are placed first, so that the others take turns in what is left.
    """
    file = _File(registers)
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
    for group in order:
        tops = (
            range(group.current, group.current + 1)
            if group.fixed
            else range(min(group.limit, registers) - group.width + 1)
        )
        best: tuple[int, int] | None = None
        for base in tops:
            idle = file.idle(base, parts[group.id])
            if idle is not None and (best is None or -idle < best[0]):
                best = (-idle, base)
        if best is None:
            return None
        bases[group.id] = best[1]
        file.take(best[1], parts[group.id])
    return tuple(bases[group.id] for group in problem.groups)


class _File:
    """Who holds each register when, as sorted disjoint segments."""

    def __init__(self, registers: int) -> None:
        self.held: list[list[Segment]] = [[] for _ in range(registers)]

    def idle(self, base: int, cells: list[tuple[int, list[Segment]]]) -> int | None:
        """How many program points lie between these segments and what else the registers hold, at the nearest; None
        if they overlap."""
        nearest = 1 << 30
        for offset, segments in cells:
            held = self.held[base + offset]
            for start, end in segments:
                at = bisect_left(held, (end, end))
                if at and held[at - 1][1] > start:
                    return None
                if at:
                    nearest = min(nearest, start - held[at - 1][1])
                if at < len(held):
                    nearest = min(nearest, held[at][0] - end)
        return nearest

    def take(self, base: int, cells: list[tuple[int, list[Segment]]]) -> None:
        for offset, segments in cells:
            self.held[base + offset] = sorted([*self.held[base + offset], *segments])
