"""Values that are never used."""

from __future__ import annotations

from collections.abc import Iterator

from isaopt.ir.program import Op
from isaopt.isa.registers import EXEC_HI, EXEC_LO, M0, MODE, NUM_TTMPS, TTMP_BASE, is_vgpr, units_mask
from isaopt.linting.flow import solve_backward
from isaopt.linting.model import Context, Finding

_ALL = (1 << (MODE + 1)) - 1
#: Effects of an instruction other than writing registers.
_EFFECTS = ("maystore", "sideeffects", "barrier", "branch", "terminator", "return", "call", "exp", "unknown", "ldsdir")
_COHERENT = ("glc", "dlc", "scope", "lds")


def _writes(op: Op) -> int:
    return units_mask(op.written)


def _live_before(op: Op, live: int) -> int:
    """The registers live before an op. A vector write keeps inactive lanes, so it ends no live range."""
    ended = units_mask(tuple(u for u in op.written if not is_vgpr(u)))
    return live & ~ended | units_mask(op.read)


def _unused(ctx: Context) -> Iterator[Finding]:
    def transfer(block: int, live: int) -> int:
        for index in reversed(ctx.blocks[block].items):
            instruction = ctx.instruction(index)
            live = _ALL if instruction is None or ctx.is_opaque(index) else _live_before(instruction.op, live)
        return live

    outs = solve_backward(ctx.flow, lambda b: _ALL if b.escapes else 0, transfer, lambda a, b: a | b)
    for block, live_out in outs.items():
        live = live_out
        replaced = 0  # vector registers written again under the same EXEC before anything reads them
        for index in reversed(ctx.blocks[block].items):
            instruction = ctx.instruction(index)
            if instruction is None or ctx.is_opaque(index):
                live, replaced = _ALL, 0
                continue
            op = instruction.op
            needed = live if op.flag("ignores_exec") else live & ~replaced
            if op.defs and not _writes(op) & needed and not _has_effect(op):
                names = ", ".join(str(r.reg) for r in op.refs if r.writes)
                yield ctx.finding("unused-result", index, f"nothing uses {names}, the result of {op.mnemonic}")
            live = _live_before(op, live)
            replaced = _replaced_before(op, replaced)


def _replaced_before(op: Op, replaced: int) -> int:
    written = _writes(op)
    if written & units_mask((EXEC_LO, EXEC_HI)):
        return 0
    new = 0 if op.flag("ignores_exec") else units_mask(tuple(u for u in op.defs if is_vgpr(u)))
    return (replaced | new) & ~units_mask(op.read)


def _has_effect(op: Op) -> bool:
    written = set(op.written)
    if written & {EXEC_LO, EXEC_HI, M0, MODE} or any(TTMP_BASE <= u < TTMP_BASE + NUM_TTMPS for u in written):
        return True
    return any(op.flag(name) for name in _EFFECTS) or any(op.modifier(name) is not None for name in _COHERENT)


CHECKS = {"unused-result": _unused}
