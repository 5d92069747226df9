"""Groups of a problem bound to each other at given distances, as one group."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from itertools import pairwise

from isaopt.solve.problem import Cell, CellRef, Problem, RegisterGroup

#: The widest tuple that tied groups may become; longer runs hardly ever find a place.
_MAX_WIDTH = 16


@dataclass(frozen=True, slots=True)
class Tie:
    """The register of ``high`` is the one of ``low`` plus ``distance``."""

    low: CellRef
    high: CellRef
    distance: int


@dataclass(frozen=True)
class Tied:
    """A problem in which tied groups are one; ``place_of[id]`` is the new group and the offset in it of each old one,
    ``kept`` the ties that hold in it."""

    problem: Problem
    place_of: Mapping[int, tuple[int, int]]
    kept: tuple[Tie, ...]

    def bases(self, base_of: Mapping[int, int]) -> dict[int, int]:
        """Base registers of the old groups from those of the new ones."""
        return {old: base_of[new] + at for old, (new, at) in self.place_of.items()}


def tied(problem: Problem, ties: Iterable[Tie]) -> Tied:
    """The problem with as many of the ties as are possible together, the first ones first.

    Only what registers need is kept: groups, and the number of registers.
    """
    members: dict[int, dict[int, int]] = {g.id: {g.id: 0} for g in problem.groups}
    root = {g.id: g.id for g in problem.groups}
    group_of = {g.id: g for g in problem.groups}
    kept: list[Tie] = []
    for tie in ties:
        a, b = root[tie.low.group], root[tie.high.group]
        # Where the group of ``high`` stands in the tuple of ``low``.
        at = members[a][tie.low.group] + tie.low.offset + tie.distance - tie.high.offset
        shift = at - members[b][tie.high.group]
        if a == b:
            kept += [tie] if shift == 0 else []
            continue
        if any(group_of[g].fixed for g in (*members[a], *members[b])):
            continue
        together = members[a] | {g: offset + shift for g, offset in members[b].items()}
        if not _possible(together, group_of):
            continue
        members[a] = together
        root.update(dict.fromkeys(members.pop(b), a))
        kept.append(tie)
    groups: list[RegisterGroup] = []
    place_of: dict[int, tuple[int, int]] = {}
    for first, inside in members.items():
        lowest = min(inside.values())
        place_of.update({g: (first, offset - lowest) for g, offset in inside.items()})
        alone = len(inside) == 1
        groups.append(
            group_of[first] if alone else _one(first, {g: offset - lowest for g, offset in inside.items()}, group_of)
        )
    return Tied(Problem(tuple(groups), max_vgprs=problem.max_vgprs), place_of, tuple(kept))


def _cells(inside: Mapping[int, int], group_of: Mapping[int, RegisterGroup]) -> dict[int, list[tuple[int, int]]]:
    found: dict[int, list[tuple[int, int]]] = {}
    for g, offset in inside.items():
        for cell in group_of[g].cells:
            found.setdefault(cell.offset + offset, []).extend(cell.segments)
    return found


def _possible(inside: Mapping[int, int], group_of: Mapping[int, RegisterGroup]) -> bool:
    """Whether groups at these offsets fit in one tuple: nothing in one register at one time."""
    low = min(inside.values())
    if max(offset + group_of[g].width for g, offset in inside.items()) - low > _MAX_WIDTH:
        return False
    for segments in _cells(inside, group_of).values():
        ordered = sorted(segments)
        if any(b[0] < a[1] for a, b in pairwise(ordered)):
            return False
    return True


def _one(first: int, inside: Mapping[int, int], group_of: Mapping[int, RegisterGroup]) -> RegisterGroup:
    width = max(offset + group_of[g].width for g, offset in inside.items())
    limit = min(group_of[g].limit - offset - group_of[g].width + width for g, offset in inside.items())
    cells = tuple(Cell(offset, tuple(sorted(parts))) for offset, parts in sorted(_cells(inside, group_of).items()))
    current = max(0, group_of[first].current - inside[first])
    return replace(group_of[first], width=width, limit=limit, cells=cells, current=current)
