"""Loops that can be rotated: one block that goes back to itself, entered at one place, and switches no lane on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from isaopt.analysis.flow.cfg import CFG, is_branch
from isaopt.analysis.flow.loops import Loop
from isaopt.ir.program import Op
from isaopt.isa.registers import EXEC_HI, EXEC_LO

_ANDS = frozenset({"s_and_b32", "s_and_b64"})
_CLEARS = frozenset({"s_and_not1_b32", "s_and_not1_b64"})


@dataclass(frozen=True, slots=True)
class LoopRefused:
    """Why a loop, or what its iterations begin with, stays: a reason code, and the reason for people."""

    code: str
    message: str


@dataclass(frozen=True, slots=True)
class Round:
    """A loop's only ``block``. Code inserted before item ``entry`` runs exactly once per entry of the loop; code
    inserted before position ``end`` of the block runs in each iteration, with all lanes of the next iteration
    active."""

    block: int
    entry: int
    end: int
    trips: int | None


def round_of(cfg: CFG, ops: Sequence[Op], loop: Loop) -> Round | LoopRefused:
    """The facts about a single-block loop before it is rotated."""
    block = cfg.blocks[loop.header]
    body = ops[block.first : block.end]
    changes = [k for k, op in enumerate(body) if {EXEC_LO, EXEC_HI} & set(op.written)]
    if not all(is_switch(body[k]) for k in changes):
        return LoopRefused("exec-changes", "an iteration may enable lanes")
    if not is_branch(body[-1]) or block.taken != block.index:
        return LoopRefused("entry", "its iterations do not end with the branch back")
    outside = [p for p in block.preds if p != block.index]
    if len(outside) != 1:
        return LoopRefused("entry", f"it is entered from {len(outside)} places")
    before = cfg.blocks[outside[0]]
    last = before.instructions[-1]
    end = min((*changes, len(body) - 1))
    ends_in_branch = is_branch(ops[before.end - 1])
    if before.fallthrough == block.index and before.taken != block.index:
        return Round(block.index, last + 1, end, loop.trip_count)
    if ends_in_branch and before.fallthrough is None:
        return Round(block.index, last, end, loop.trip_count)
    return LoopRefused("entry", "a conditional branch leads into it")


def is_switch(op: Op) -> bool:
    """Whether no lane is on after an instruction that was off before (RDNA3 ISA guide, V_CMPX and S_AND)."""
    if op.desc.compares_lanes and "exec" in op.desc.implicit_defs:
        return True
    if op.operation not in _ANDS and op.operation not in _CLEARS:
        return False
    sources = op.operands[1:] if op.operation in _ANDS else op.operands[1:2]
    return any(o.reg is not None and o.reg == op.operands[0].reg for o in sources)
