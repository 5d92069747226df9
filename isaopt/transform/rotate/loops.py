"""Loops that can be rotated: one block that goes back to itself, entered at one place, with EXEC as it is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from isaopt.analysis.cfg import CFG, is_branch
from isaopt.analysis.loops import Loop
from isaopt.ir.program import Op
from isaopt.ir.registers import EXEC_HI, EXEC_LO


@dataclass(frozen=True, slots=True)
class Refused:
    """Why a loop, or what its rounds begin with, stays: a reason code, and the reason for people."""

    code: str
    message: str


@dataclass(frozen=True, slots=True)
class Round:
    """A loop's only ``block``; what is put before item ``entry`` runs each time the loop is entered from the block
    ``before`` it, and at no other time."""

    block: int
    before: int
    entry: int
    trips: int | None


def round_of(cfg: CFG, ops: Sequence[Op], loop: Loop) -> Round | Refused:
    """What there is to know of a loop of one block before it is rotated."""
    block = cfg.blocks[loop.header]
    body = ops[block.first : block.first + len(block.instructions)]
    if any({EXEC_LO, EXEC_HI} & {*op.defs, *op.implicit_defs} for op in body):
        return Refused("exec-changes", "a round changes which lanes are on")
    if not is_branch(body[-1]) or block.taken != block.index:
        return Refused("entry", "its rounds do not end with the branch back")
    outside = [p for p in block.preds if p != block.index]
    if len(outside) != 1:
        return Refused("entry", f"control comes to it from {len(outside)} places")
    before = cfg.blocks[outside[0]]
    last = before.instructions[-1]
    ends_in_branch = is_branch(ops[before.first + len(before.instructions) - 1])
    if before.fallthrough == block.index and before.taken != block.index:
        return Round(block.index, before.index, last + 1, loop.trip_count)
    if ends_in_branch and before.fallthrough is None:
        return Round(block.index, before.index, last, loop.trip_count)
    return Refused("entry", "a conditional branch leads into it")
