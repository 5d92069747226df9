"""Which registers of a kernel may still be read."""

from __future__ import annotations

from isaopt.ir.program import Module
from isaopt.isa.registers import VCC_HI, VCC_LO
from isaopt.proof.walk.flow import ProofFlow


def live_units(module: Module, flow: ProofFlow) -> tuple[frozenset[int], ...]:
    """For each block, the units that may be read from its start on before they are written.

    A VGPR is taken for written though EXEC may switch lanes off: of VGPRs this is a guess.
    """
    blocks = flow.blocks
    known = [frozenset[int]()] * len(blocks)
    changed = True
    while changed:
        changed = False
        for number in range(len(blocks) - 1, -1, -1):
            block = blocks[number]
            live = {u for target in block.successors for u in known[target]}
            for index in sorted({*block.body, block.last} - {-1}, reverse=True):
                item = module.instruction(index)
                live -= set(item.op.written)
                live |= set(item.op.read)
            if not live.isdisjoint((VCC_LO, VCC_HI)):
                live |= {VCC_LO, VCC_HI}
            if live != known[number]:
                known[number] = frozenset(live)
                changed = True
    return tuple(known)
