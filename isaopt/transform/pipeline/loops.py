"""Single-block loops that can be pipelined."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from isaopt.analysis.flow.cfg import CFG, is_branch
from isaopt.analysis.flow.loops import Loop
from isaopt.analysis.flow.register_access import is_cross_lane
from isaopt.ir.program import Op
from isaopt.isa.registers import EXEC_HI, EXEC_LO, NUM_VGPRS
from isaopt.transform.base import LoopRefused

_ANDS = frozenset({"s_and_b32", "s_and_b64"})
_CLEARS = frozenset({"s_and_not1_b32", "s_and_not1_b64"})


@dataclass(frozen=True, slots=True)
class LoopBody:
    """The only ``block`` of a loop. Code inserted before item ``entry`` runs once each time the loop is entered; code
    inserted before position ``end`` of the block runs in each iteration, with all lanes of the next one active."""

    block: int
    entry: int
    end: int


def loop_body(cfg: CFG, ops: Sequence[Op], loop: Loop) -> LoopBody | LoopRefused:
    """The body of a single-block loop that has a single entry and never enables lanes; otherwise, why not."""
    block = cfg.blocks[loop.header]
    body = ops[block.first : block.end]
    changes = [k for k, op in enumerate(body) if {EXEC_LO, EXEC_HI} & set(op.written)]
    if not all(only_disables_lanes(body[k]) for k in changes):
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
        return LoopBody(block.index, last + 1, end)
    if ends_in_branch and before.fallthrough is None:
        return LoopBody(block.index, last, end)
    return LoopRefused("entry", "a conditional branch leads into it")


def only_disables_lanes(op: Op) -> bool:
    """Whether an instruction that writes EXEC enables no lane (RDNA3 ISA guide, V_CMPX and S_AND)."""
    if op.desc.compares_lanes and "exec" in op.desc.implicit_defs:
        return True
    if op.operation not in _ANDS and op.operation not in _CLEARS:
        return False
    sources = op.operands[1:] if op.operation in _ANDS else op.operands[1:2]
    return any(o.reg is not None and o.reg == op.operands[0].reg for o in sources)


def is_plain(op: Op) -> bool:
    """Whether an instruction computes one VGPR from registers, lane by lane."""
    if op.pair is not None or not op.flag("valu") or op.flag("sideeffects") or is_cross_lane(op):
        return False
    if op.flag("mayload") or op.flag("maystore") or op.desc.counters:
        return False
    if any(ref.reg.half for ref in op.refs if ref.writes):
        return False
    return len(op.defs) == 1 and op.defs[0] < NUM_VGPRS and not op.implicit_defs
