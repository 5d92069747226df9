"""Loops that may wait for another wave: whether they end depends on what they load.

Such a loop has to load in every round, so memory at its head is another one each time
(:mod:`isaopt.proof.walk.relation`).
A relaxed atomic load is an ordinary one in LDS, and of workgroup scope in CU mode (LLVM AMDGPUUsage, memory model
gfx10-gfx11), so that cache bits do not tell which loops these are.
"""

from __future__ import annotations

from isaopt.ir.program import Instruction, Module, Op
from isaopt.isa.registers import EXEC_HI, EXEC_LO, SCC, VCC_HI, VCC_LO
from isaopt.proof.walk.flow import Block, Flow

_MASKS = {"scc": {SCC}, "vcc": {VCC_LO, VCC_HI}, "exec": {EXEC_LO, EXEC_HI}}


def spinning(module: Module, flow: Flow) -> frozenset[int]:
    """The joins of loops some of whose branches depend on a value that was loaded in the loop."""
    return frozenset(head for head in flow.heads if _spins(module, flow, head))


def _spins(module: Module, flow: Flow, head: int) -> bool:
    blocks = [flow.blocks[number] for number in flow.cycle(head)]
    ops = [op for block in blocks for op in _ops(module, block)]
    loaded: set[int] = set()
    grew = True
    while grew:
        grew = False
        for op in ops:
            if op.flag("mayload") or not loaded.isdisjoint((*op.uses, *op.implicit_uses)):
                new = {*op.defs, *op.implicit_defs} - loaded
                grew = grew or bool(new)
                loaded |= new
    return any(block.exit.kind == "if" and not loaded.isdisjoint(_MASKS[block.exit.mask]) for block in blocks)


def _ops(module: Module, block: Block) -> list[Op]:
    items = (module.items[index] for index in block.body)
    return [item.op for item in items if isinstance(item, Instruction)]
