"""Which reads an operand cache could serve at all, before any bank is chosen.

A read of cell w through slot s is served iff w was read through s before in its block and no cell of w's bank was
read through s in between.  What lies in between does not depend on the assignment, only its banks do.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from isaopt.solve.evaluate import blocks_in_order
from isaopt.solve.problem import CellRef, InstrReads


@dataclass(frozen=True, slots=True)
class SourceRead:
    """A source read and the cells whose bank decides whether it is served: those that went through the slot ``before``
    it, the latest first, back to its own last read (``seen``), to the start of the block, or to where looking was given
    up (``far``)."""

    cell: CellRef
    before: tuple[CellRef, ...]
    seen: bool = False
    far: bool = False


Plan = dict[tuple[int, int], tuple[SourceRead, ...]]
"""Source reads of each VALU instruction by (block, index)."""


_FARTHEST = 12
"""Distinct cells in between beyond which a read counts as served: the model grows with them, and little is proved by
more."""


def plan_reuse(instructions: Iterable[InstrReads]) -> Plan:
    """The source reads of every instruction; blocks must be given whole."""
    plan: Plan = {}
    for block in blocks_in_order(instructions):
        slots = {slot: _Slot() for instr in block for slot in {read.slot for read in instr.reads}}
        for instr in block:
            if instr.kind == "wmma":
                slots = {slot: _Slot() for slot in slots}
                continue
            sources = [read for read in instr.reads if not read.accumulator]
            plan[instr.block, instr.index] = tuple(slots[read.slot].look(read.cell) for read in sources)
            for read in sources:
                slots[read.slot].push(read.cell)
    return plan


class _Slot:
    """The cells that went through one source slot since the block began, the latest last and each once."""

    def __init__(self) -> None:
        self.history: dict[CellRef, None] = {}

    def push(self, cell: CellRef) -> None:
        self.history.pop(cell, None)
        self.history[cell] = None

    def look(self, cell: CellRef) -> SourceRead:
        """The facts on which it depends whether the next read of a cell is served."""
        before: list[CellRef] = []
        for other in reversed(self.history):
            if other == cell or len(before) == _FARTHEST:
                return SourceRead(cell, tuple(before), other == cell, other != cell)
            before.append(other)
        return SourceRead(cell, tuple(before))
