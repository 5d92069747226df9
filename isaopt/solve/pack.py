"""Packing: finds registers for groups, each among those that it may have, such that no two live cells share one.

A partial-colouring search with ejections (``runtime/pack.c``). It is deterministic and counts its own work; its failure
proves nothing. The C, which also has the local search over registers, is compiled once for this host.
"""

from __future__ import annotations

import ctypes
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache, cached_property

import numpy as np

from isaopt.solve.problem import Assignment, Problem, Segment
from isaopt.toolchain.native import NativeRecord, compile_source, record_type, runtime_source

#: Any clang for these GPUs also compiles for the host; the solver itself needs no GPU.
_ANY_ARCH = "gfx1100"
_SEED = 0x9E3779B97F4A7C15


def structure(name: str) -> type[NativeRecord]:
    """The structure of this name in ``runtime/``."""
    return record_type(_source(), name)


@cache
def _source() -> str:
    return runtime_source("isaopt.solve", "graph", "pack", "chains", "pairs")


@cache
def library() -> ctypes.CDLL:
    """The compiled source.

    Raises:
        MissingTool: there is no clang, or none that compiles for this host.
    """
    found = compile_source(_source(), _ANY_ARCH)
    found.solve_pack.restype = ctypes.c_int64
    found.solve_chains.restype = found.solve_pairs.restype = None
    return found


def random_state(seed: int) -> int:
    """A state of the generator that is never 0."""
    return (_SEED + 2 * seed) % 2**64 | 1


def lists(rows: Sequence[Sequence[int]]) -> tuple[np.ndarray, np.ndarray]:
    """Rows of numbers one after the other, and where each begins (one more than rows)."""
    first = np.zeros(len(rows) + 1, dtype=np.int64)
    np.cumsum([len(row) for row in rows], out=first[1:])
    return first, np.fromiter((n for row in rows for n in row), dtype=np.int64, count=int(first[-1]))


@dataclass(frozen=True)
class Neighbours:
    """Interference between groups: from ``first[g]`` to ``first[g + 1]`` the ``others`` of group g, each as often as it
    forbids a difference base(g) - base(other), and these ``deltas``; ``degrees`` are the numbers of other groups."""

    first: np.ndarray
    others: np.ndarray
    deltas: np.ndarray
    degrees: tuple[int, ...]

    def of(self, g: int) -> tuple[list[int], list[int]]:
        """The others of a group, with the forbidden differences."""
        own = slice(self.first[g], self.first[g + 1])
        return self.others[own].tolist(), self.deltas[own].tolist()

    @cached_property
    def ranges(self) -> tuple[np.ndarray, ...]:
        """The same with successive deltas of one other in one: where each group begins, the others, the lowest and the
        highest of the deltas."""
        group = np.repeat(np.arange(len(self.degrees)), np.diff(self.first))
        begins = np.ones(len(group) + 1, dtype=bool)
        same = (np.diff(group) == 0) & (np.diff(self.others) == 0) & (np.diff(self.deltas) == 1)
        begins[1:-1] = ~same
        first = np.concatenate([[0], np.cumsum(begins[:-1])])[self.first]
        return first, self.others[begins[:-1]], self.deltas[begins[:-1]], self.deltas[begins[1:]]

    @cached_property
    def record(self) -> NativeRecord:
        """The same for the C."""
        found = structure("Graph")()
        found.count = len(self.degrees)
        found.arrays(first=self.first, others=self.others, deltas=self.deltas, degrees=self.degrees)
        return found


def neighbours(problem: Problem) -> Neighbours:
    """Interference between groups as forbidden differences of their bases."""
    position = problem.position
    cells = {ref: at for at, ref in enumerate(problem.segments)}
    group = np.array([position[ref.group] for ref in cells], dtype=np.int64)
    offset = np.array([ref.offset for ref in cells], dtype=np.int64)
    live = np.zeros(len(cells), dtype=bool)
    events = sorted(
        (point, begins, cells[ref])
        for ref, parts in problem.segments.items()
        for part in parts
        for point, begins in _ends(part)
    )
    meet = [np.zeros((2, 0), dtype=np.int64)]
    for _, begins, cell in events:
        if begins:
            others = np.flatnonzero(live)
            meet.append(np.stack([np.full_like(others, cell), others]))
        live[cell] = begins
    one, two = np.concatenate(meet, axis=1)
    one, two = np.concatenate([one, two]), np.concatenate([two, one])
    count, span = len(problem.groups), 2 * int(offset.max(initial=0)) + 1
    # One number for a group, the other and the difference, so that they are sorted and distinguished at once.
    found = _distinct(((group[one] * count + group[two]) * span) + offset[two] - offset[one] + span // 2)
    both, deltas = found // span, found % span - span // 2
    groups, others = both // count, both % count
    apart = groups != others
    groups, others, deltas = groups[apart], others[apart], deltas[apart]
    first = np.searchsorted(groups, np.arange(count + 1))
    degrees = np.bincount(_distinct(groups * count + others) // max(count, 1), minlength=count)
    return Neighbours(first, others, deltas, tuple(degrees.tolist()))


def _distinct(numbers: np.ndarray) -> np.ndarray:
    """The numbers in order, each once: ``np.unique``, which hashes them first, takes several times as long."""
    numbers = np.sort(numbers)
    return numbers[np.diff(numbers, prepend=-1) != 0] if len(numbers) else numbers


def _ends(segment: Segment) -> tuple[tuple[int, bool], tuple[int, bool]]:
    """Where a cell begins and ends to be live; of what happens at one point, ends come first."""
    return (segment[0], True), (segment[1], False)


def pack(
    problem: Problem,
    adjacent: Neighbours,
    allowed: Sequence[Sequence[int]],
    start: Sequence[int | None],
    work_limit: int,
    seed: int = 0,
) -> Assignment | None:
    """Gives every group one of its allowed bases so that nothing overlaps; None if the work limit ends the search.

    ``start`` is the first base to try for each group (None: any); groups with a single allowed base are never ejected.
    """
    if not all(map(len, allowed)):
        return None
    count = len(problem.groups)
    first, bases = lists(allowed)
    search = structure("Packing")()
    search.graph = adjacent.record
    search.shift = int(np.abs(adjacent.deltas).max(initial=0))
    search.random = random_state(seed)
    search.arrays(first=first, allowed=bases, tried=np.zeros_like(bases), weight=np.zeros(count, dtype=np.int64))
    search.arrays(bases=np.zeros(count, dtype=np.int64))
    search.arrays(queue=np.zeros(count, dtype=np.int64), start=[-1 if base is None else base for base in start])
    search.arrays(costs=np.zeros(int(bases.max(initial=0)) + 2 * search.shift + 1, dtype=np.int64))
    order = sorted(range(count), key=lambda g: (len(allowed[g]) > 1, -problem.groups[g].width, g))
    search.arrays(order=order)
    done = library().solve_pack(ctypes.byref(search), ctypes.c_int64(work_limit))
    return tuple(search.array("bases").tolist()) if done else None


def loosened(problem: Problem, registers: int) -> Assignment | None:
    """A base for every group below ``registers``, each register free for as long as possible before its next use; None
    if the groups do not fit.

    Compilers reuse a register as soon as it is free, and each reuse orders instructions that are otherwise unrelated. A
    pass that looks for a new order first spreads values over the whole register file; the final registers are allocated
    afterwards, within the budget.

    Long-lived groups are placed first, the others share what is left.
    """
    file = RegisterFile(registers)
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


class RegisterFile:
    """The occupied segments of each register, sorted and disjoint."""

    def __init__(self, registers: int) -> None:
        self.held: list[list[Segment]] = [[] for _ in range(registers)]

    def fits(self, base: int, cells: Iterable[tuple[int, Sequence[Segment]]]) -> bool:
        """Whether the registers are free at these segments."""
        for offset, segments in cells:
            held = self.held[base + offset]
            for start, end in segments:
                at = bisect_left(held, (end, end))
                if at and held[at - 1][1] > start:
                    return False
        return True

    def take(self, base: int, cells: Iterable[tuple[int, Sequence[Segment]]]) -> None:
        for offset, segments in cells:
            self.held[base + offset] = sorted([*self.held[base + offset], *segments])
