"""Which reads an operand cache could serve at all, before any bank is chosen.

A read of cell w through slot s is served iff w was read through s before in its block and no cell of w's bank was
read through s in between.  What lies in between does not depend on the assignment, only its banks do.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from isaopt.solve.evaluate import blocks_in_order
from isaopt.solve.problem import BANKS, FIXED_REGISTER, CellRef, InstrReads, Problem


@dataclass(frozen=True, slots=True)
class SourceRead:
    """A source read and the cells whose bank decides whether it is served.

    ``between`` is None when no assignment lets the cache serve it.  ``shareable``: another web, never live together
    with this one, went through the slot before; given the same register, the ``register`` reading of the cache
    would serve it too.
    """

    cell: CellRef
    between: frozenset[CellRef] | None
    shareable: bool


Plan = dict[tuple[int, int], tuple[SourceRead, ...]]
"""Source reads of each VALU instruction by (block, index)."""


_FARTHEST = 64
"""Distinct cells in between beyond which a read counts as not served (and as slack of the bound)."""


def plan_reuse(problem: Problem, instructions: Iterable[InstrReads]) -> Plan:
    """The source reads of every instruction; blocks must be given whole."""
    plan: Plan = {}
    for block in blocks_in_order(instructions):
        slots = {slot: _Slot(problem) for instr in block for slot in {read.slot for read in instr.reads}}
        for instr in block:
            if instr.kind == "wmma":
                slots = {slot: _Slot(problem) for slot in slots}
                continue
            sources = [read for read in instr.reads if not read.accumulator]
            plan[instr.block, instr.index] = tuple(slots[read.slot].look(read.cell) for read in sources)
            for read in sources:
                slots[read.slot].push(read.cell)
    return plan


class _Slot:
    """What went through one source slot since the block began."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        self.history: list[CellRef] = []
        self.distinct: list[CellRef] = []
        self.known: set[CellRef] = set()
        self.compared: dict[CellRef, int] = {}
        self.shared: set[CellRef] = set()

    def push(self, cell: CellRef) -> None:
        self.history.append(cell)
        if cell not in self.known:
            self.known.add(cell)
            self.distinct.append(cell)

    def look(self, cell: CellRef) -> SourceRead:
        """What serving the next read of a cell depends on."""
        shareable = self.shareable(cell)
        if cell not in self.known:
            return SourceRead(cell, None, shareable)
        seen: set[CellRef] = set()
        offsets: dict[int, set[int]] = {}
        for other in reversed(self.history):
            if other == cell:
                return SourceRead(cell, frozenset(seen), shareable)
            if other in seen:
                continue
            seen.add(other)
            if len(seen) > _FARTHEST:
                return SourceRead(cell, None, shareable=True)
            if other.group != FIXED_REGISTER:
                residues = offsets.setdefault(other.group, set())
                residues.add(other.offset % BANKS)
                # Four consecutive registers cover all banks; so does this cell's own residue within its group.
                if len(residues) == BANKS or (other.group == cell.group and cell.offset % BANKS in residues):
                    return SourceRead(cell, None, shareable)
        raise AssertionError("a known cell is in the history")

    def shareable(self, cell: CellRef) -> bool:
        if self.problem.reuse == "value" or cell.group == FIXED_REGISTER:
            return False
        if cell not in self.shared:
            fresh = self.distinct[self.compared.get(cell, 0) :]
            self.compared[cell] = len(self.distinct)
            if any(other != cell and not self.problem.interfere(cell, other) for other in fresh):
                self.shared.add(cell)
        return cell in self.shared
