"""Finds the registers of a kernel that may still be read."""

from __future__ import annotations

from isaopt.graphs import fixpoint
from isaopt.ir.program import Module
from isaopt.isa.registers import VCC_HI, VCC_LO
from isaopt.proof.walk.flow import ProofFlow
from isaopt.proof.walk.spins import turned


def live_units(module: Module, flow: ProofFlow) -> tuple[frozenset[int], ...]:
    """For each block, the units that may be read from its start on before they are written.

    A VGPR is taken for written though EXEC may switch lanes off: of VGPRs this is a guess.
    """

    def transfer(number: int, live: frozenset[int]) -> frozenset[int]:
        block = flow.blocks[number]
        for index in sorted({*block.body, block.last} - {-1}, reverse=True):
            op = module.instruction(index).op
            live = live.difference(op.written).union(op.read)
        return live if live.isdisjoint((VCC_LO, VCC_HI)) else live | {VCC_LO, VCC_HI}

    numbers, back = range(len(flow.blocks)), turned([block.successors for block in flow.blocks])
    ends = fixpoint(dict.fromkeys(numbers, frozenset[int]()), back.__getitem__, transfer, frozenset.union, int.__neg__)
    return tuple(transfer(number, ends[number]) for number in numbers)
