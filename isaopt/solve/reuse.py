"""Which reads an operand cache could serve at all, before any bank is chosen.

A read of cell w through slot s is served iff w was read through s before in its block and no cell of w's bank was
read through s in between.  What lies in between does not depend on the assignment, only its banks do.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from isaopt.solve.evaluate import blocks_in_order
from isaopt.solve.problem import BANKS, FIXED_REGISTER, CellRef, InstrReads


@dataclass(frozen=True, slots=True)
class SourceRead:
    """A source read and the cells whose bank decides whether it is served.

    ``between`` is None when no assignment lets the cache serve it with its own earlier read.  ``before`` are the
    cells that went through the slot before it, the latest first, back to its own last read (``seen``), to the start of
    the block, or to where looking was given up (``far``); it is only filled in if webs in one register may serve one
    another.
    """

    cell: CellRef
    between: frozenset[CellRef] | None
    before: tuple[CellRef, ...] = ()
    seen: bool = False
    far: bool = False


Plan = dict[tuple[int, int], tuple[SourceRead, ...]]
"""Source reads of each VALU instruction by (block, index)."""


_FARTHEST = 64
"""Distinct cells in between beyond which a read counts as not served."""
_FARTHEST_SHARED = 12
"""Beyond which it counts as served in a relaxation: its model grows with them, and little is proved by more."""


def plan_reuse(instructions: Iterable[InstrReads], sharing: bool = False) -> Plan:
    """The source reads of every instruction; blocks must be given whole.

    ``sharing`` also records the read before each read.
    """
    plan: Plan = {}
    for block in blocks_in_order(instructions):
        slots = {slot: _Slot(sharing) for instr in block for slot in {read.slot for read in instr.reads}}
        for instr in block:
            if instr.kind == "wmma":
                slots = {slot: _Slot(sharing) for slot in slots}
                continue
            sources = [read for read in instr.reads if not read.accumulator]
            plan[instr.block, instr.index] = tuple(slots[read.slot].look(read.cell) for read in sources)
            for read in sources:
                slots[read.slot].push(read.cell)
    return plan


class _Slot:
    """The cells that went through one source slot since the block began, the latest last and each once."""

    def __init__(self, sharing: bool) -> None:
        self.sharing = sharing
        self.history: dict[CellRef, None] = {}

    def push(self, cell: CellRef) -> None:
        self.history.pop(cell, None)
        self.history[cell] = None

    def look(self, cell: CellRef) -> SourceRead:
        """The facts on which it depends whether the next read of a cell is served."""
        between = self.between(cell) if cell in self.history else None
        if not self.sharing:
            return SourceRead(cell, between)
        before: list[CellRef] = []
        for other in reversed(self.history):
            if other == cell or len(before) == _FARTHEST_SHARED:
                return SourceRead(cell, between, tuple(before), other == cell, other != cell)
            before.append(other)
        return SourceRead(cell, between, tuple(before))

    def between(self, cell: CellRef) -> frozenset[CellRef] | None:
        """The cells since this one's last read, or None if they keep it from being served in any bank."""
        found: set[CellRef] = set()
        offsets: dict[int, set[int]] = {}
        for other in reversed(self.history):
            if other == cell:
                return frozenset(found)
            found.add(other)
            if len(found) > _FARTHEST:
                return None
            if other.group != FIXED_REGISTER:
                residues = offsets.setdefault(other.group, set())
                residues.add(other.offset % BANKS)
                # Four consecutive registers cover all banks; so does this cell's own residue within its group.
                if len(residues) == BANKS or (other.group == cell.group and cell.offset % BANKS in residues):
                    return None
        raise AssertionError("a known cell is in the history")
