"""The reassignment problem as plain data: what must get a register, what may share one, what reads it.

A *group* is a run of VGPRs that must stay consecutive (an operand tuple, or a single web of width 1).  Time is a
line of integer program points; each *cell* of a group (the web at one offset of the tuple) is live on half-open
segments of it.  Two cells interfere exactly when they sit in one register and their segments intersect.

Nothing here knows of instructions' text, EXEC or control flow: the pass that builds a ``Problem`` does.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Literal, NamedTuple

from isaopt.target.bank_models import BankCost, solver_costs

BANKS = 4
"""VGPR banks of a SIMD; bank = register index mod 4 (RDNA3 ISA guide, VOPD restrictions; same on RDNA4)."""

FIXED_REGISTER = -1
"""``CellRef.group`` of a reference to a plain register number instead of a group."""

Segment = tuple[int, int]
Assignment = tuple[int, ...]
"""Base register of every group, in the order of ``Problem.groups``."""


@dataclass(frozen=True, slots=True)
class Cell:
    """One register of a group: its offset from the base and where it is live (half-open, sorted or not)."""

    offset: int
    segments: tuple[Segment, ...]


@dataclass(frozen=True, slots=True)
class RegisterGroup:
    """Registers that move together.

    ``current`` is the base register now; ``fixed`` groups keep it.  ``limit`` is exclusive: base + width may not
    pass it (128 for operands whose encoding has only seven index bits).  ``cells`` may leave offsets out: such
    registers of the tuple are never live.
    """

    id: int
    width: int
    current: int
    fixed: bool = False
    limit: int = 256
    cells: tuple[Cell, ...] = ()


class CellRef(NamedTuple):
    """A cell of a group, by the group's id; with ``FIXED_REGISTER`` the offset is the register number itself."""

    group: int
    offset: int


@dataclass(frozen=True, slots=True)
class OperandRead:
    """A VGPR read of an instruction: source slot 0..2, VOPD component (0 = X or single issue, 1 = Y).

    ``accumulator`` marks SRC2 that is tied to the destination (FMAC, DOT2ACC).
    """

    cell: CellRef
    slot: int
    component: int = 0
    accumulator: bool = False


@dataclass(frozen=True, slots=True)
class InstrReads:
    """The reads of one instruction; ``weight`` is how much one execution counts (loop depth or trip counts).

    Instructions of one ``block`` execute in the order of ``index``.  For ``wmma`` the reads are the first registers
    of the A, B and C tuples, and ``uncached`` counts all source reads, which no operand cache serves.
    """

    index: int
    block: int
    weight: int
    reads: tuple[OperandRead, ...]
    kind: Literal["valu", "wmma"] = "valu"
    uncached: int = 0


@dataclass(frozen=True)
class _Occupation:
    """What the groups alone say, whatever the number of registers; each is found when it is first asked for."""

    groups: tuple[RegisterGroup, ...]
    distinct: dict[frozenset[CellRef], tuple[CellRef, ...]] = field(default_factory=dict)

    @cached_property
    def segments(self) -> Mapping[CellRef, tuple[Segment, ...]]:
        return {CellRef(group.id, cell.offset): _merge(cell.segments) for group in self.groups for cell in group.cells}

    @cached_property
    def live_sets(self) -> tuple[tuple[CellRef, ...], ...]:
        return tuple(_sweep(self.segments))

    @cached_property
    def points(self) -> Mapping[CellRef, Sequence[int]]:
        found: dict[CellRef, list[int]] = {}
        for p, live in enumerate(self.live_sets):
            for ref in live:
                found.setdefault(ref, []).append(p)
        return found


@dataclass(frozen=True)
class Problem:
    """A whole kernel's reassignment problem; ``current`` must satisfy every constraint.

    ``must_differ_mod4`` and ``must_differ_mod2`` hold the VOPD rules (RDNA3 ISA guide, "VOPD"): SRC0X/SRC0Y and
    SRC1X/SRC1Y in different banks, destinations (and explicit SRC2s) of opposite parity.  Registers are
    ``0 .. max_vgprs - 1``: the caller sets it to what keeps the occupancy.

    ``costs`` are what an assignment is to bring down, the first one first
    (:func:`isaopt.target.bank_models.solver_costs`).

    An operand cache recognises a VGPR by its number, as the ``article`` model says, whichever web is in it.
    """

    groups: tuple[RegisterGroup, ...]
    instructions: tuple[InstrReads, ...] = ()
    must_differ_mod4: tuple[tuple[CellRef, CellRef], ...] = ()
    must_differ_mod2: tuple[tuple[CellRef, CellRef], ...] = ()
    max_vgprs: int = 256
    costs: tuple[BankCost, BankCost, BankCost] = field(default_factory=solver_costs)

    @cached_property
    def position(self) -> Mapping[int, int]:
        """Index into ``groups`` (and an ``Assignment``) of each group id."""
        return {group.id: i for i, group in enumerate(self.groups)}

    @property
    def current(self) -> Assignment:
        return tuple(group.current for group in self.groups)

    @cached_property
    def _occupation(self) -> _Occupation:
        return _Occupation(self.groups)

    @cached_property
    def segments(self) -> Mapping[CellRef, tuple[Segment, ...]]:
        """Live segments of every cell, merged and sorted."""
        return self._occupation.segments

    def within(self, vgprs: int) -> Problem:
        """The same problem with another number of registers."""
        other = replace(self, max_vgprs=vgprs)
        # What follows from the groups alone is the same, and takes long to find in a large kernel.
        vars(other).update(position=self.position, _occupation=self._occupation)
        return other

    def register(self, ref: CellRef, bases: Assignment) -> int:
        """The register of a reference under an assignment."""
        return ref.offset if ref.group == FIXED_REGISTER else bases[self.position[ref.group]] + ref.offset

    def by_group(self, bases: Assignment) -> dict[int, int]:
        """An assignment by group id."""
        return {group.id: base for group, base in zip(self.groups, bases, strict=True)}

    def interfere(self, a: CellRef, b: CellRef) -> bool:
        """Whether two cells are ever live together; a plain register counts as live everywhere."""
        if FIXED_REGISTER in (a.group, b.group):
            return True
        return overlap(self.segments.get(a, ()), self.segments.get(b, ()))

    def distinct(self, refs: Iterable[CellRef]) -> tuple[CellRef, ...]:
        """Those of the cells that are certainly in distinct registers (undefined reads need not interfere), each
        once."""
        asked, known = frozenset(refs), self._occupation.distinct
        if asked not in known:
            kept: list[CellRef] = []
            for ref in sorted(asked):
                if all(self.interfere(ref, other) for other in kept):
                    kept.append(ref)
            known[asked] = tuple(kept)
        return known[asked]

    @cached_property
    def live_sets(self) -> tuple[tuple[CellRef, ...], ...]:
        """The maximal sets of cells that are live at one point: every interference is inside one of them."""
        return self._occupation.live_sets

    @cached_property
    def points(self) -> Mapping[CellRef, Sequence[int]]:
        """Of each cell the places in ``live_sets`` of the sets that hold it, ascending."""
        return self._occupation.points


def _merge(segments: Iterable[Segment]) -> tuple[Segment, ...]:
    merged: list[Segment] = []
    for start, end in sorted(s for s in segments if s[0] < s[1]):
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return tuple(merged)


def overlap(a: Sequence[Segment], b: Sequence[Segment]) -> bool:
    """Whether two sorted lists of segments have a point in common."""
    i = j = 0
    while i < len(a) and j < len(b):
        if a[i][0] < b[j][1] and b[j][0] < a[i][1]:
            return True
        if a[i][1] <= b[j][1]:
            i += 1
        else:
            j += 1
    return False


def _sweep(segments: Mapping[CellRef, tuple[Segment, ...]]) -> Iterable[tuple[CellRef, ...]]:
    """A live set is maximal where some segment ends after at least one began since the last set was taken."""
    events = sorted(
        (point, begins, ref)
        for ref, parts in segments.items()
        for start, end in parts
        for point, begins in ((start, 1), (end, 0))
    )
    live: set[CellRef] = set()
    grown = False
    for _, begins, ref in events:
        if begins:
            live.add(ref)
            grown = True
            continue
        if grown:
            yield tuple(sorted(live))
            grown = False
        live.discard(ref)


def violations(problem: Problem, bases: Assignment) -> list[str]:
    """All constraints that an assignment violates, in words; empty means legal."""
    found: list[str] = []
    for group, base in zip(problem.groups, bases, strict=True):
        if group.fixed and base != group.current:
            found.append(f"group {group.id} is fixed at v{group.current} but sits at v{base}")
        if base < 0 or base + group.width > group.limit:
            found.append(f"group {group.id} at v{base} passes its limit {group.limit}")
        if base + group.width > problem.max_vgprs and not (group.fixed and base == group.current):
            found.append(f"group {group.id} at v{base} passes the budget of {problem.max_vgprs} registers")
    occupants: dict[int, list[tuple[Segment, CellRef]]] = {}
    for ref, parts in problem.segments.items():
        occupants.setdefault(problem.register(ref, bases), []).extend((part, ref) for part in parts)
    for register, parts_of in sorted(occupants.items()):
        reach, holder = -1, CellRef(FIXED_REGISTER, register)
        for (start, end), ref in sorted(parts_of):
            if start < reach and ref != holder:
                found.append(f"v{register} holds {holder} and {ref} at point {start}")
            if end > reach:
                reach, holder = end, ref
    for modulus, pairs in ((4, problem.must_differ_mod4), (2, problem.must_differ_mod2)):
        for a, b in pairs:
            if problem.register(a, bases) % modulus == problem.register(b, bases) % modulus:
                found.append(f"{a} and {b} are equal mod {modulus}")
    return found
