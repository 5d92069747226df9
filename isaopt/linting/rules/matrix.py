"""The state of EXEC that matrix instructions require."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from isaopt.ir.program import Instruction, Op
from isaopt.isa.registers import EXEC_HI, EXEC_LO
from isaopt.linting.model import Context, Finding
from isaopt.linting.paths import states_before

_EXEC = (EXEC_LO, EXEC_HI)
_MOVES, _ANDS, _ORS = (frozenset({f"s_{name}_b32", f"s_{name}_b64"}) for name in ("mov", "and", "or"))
#: Instructions that save EXEC and set it to the combination of source and EXEC by this operation.
_SAVING = {
    f"s_{name}_saveexec_b{bits}": name
    for name in ("and", "or", "xor", "nand", "nor", "xnor", "and_not0", "and_not1", "or_not0", "or_not1")
    for bits in (32, 64)
}


@dataclass(frozen=True, slots=True)
class _Lanes:
    """``full``: EXEC holds every lane that it held at the entry; ``saved``: registers that hold such a mask."""

    full: bool
    saved: frozenset[int] = frozenset()

    def join(self, other: _Lanes) -> _Lanes:
        return _Lanes(self.full and other.full, self.saved & other.saved)


def _is_full(op: Op, operand: int, state: _Lanes) -> bool:
    """Whether an operand is a mask of all lanes: -1, EXEC while it is full, or a copy of that."""
    source = op.operands[operand]
    if source.value == -1:
        return True
    reg = source.reg
    if reg is None:
        return False
    if reg.first in _EXEC:
        return state.full
    return set(reg.units) <= state.saved


def _step(state: _Lanes, op: Op, wave_size: int) -> _Lanes:
    written = set(op.written)
    name = op.operation
    saved = state.saved - written
    if name in _SAVING:
        source = _is_full(op, 1, state)
        full = {"and": source and state.full, "or": source or state.full}.get(_SAVING[name], False)
        return _Lanes(full, saved | (set(op.defs) if state.full else frozenset()))
    full = state.full
    if name in _MOVES and len(op.operands) == 2:
        result = _is_full(op, 1, state)
    elif name in _ORS | _ANDS and len(op.operands) == 3:
        sources = [_is_full(op, n, state) for n in (1, 2)]
        result = any(sources) if name in _ORS else all(sources)
    else:
        result = False
    if result:
        saved |= {u for u in op.defs if u not in _EXEC}
    if written & set(_EXEC):
        # In wave64 a write of one half leaves the other as it is.
        whole = wave_size == 32 or set(_EXEC) <= set(op.defs)
        full = result and (whole or state.full)
    return _Lanes(full, saved)


def _matrix_exec(ctx: Context) -> Iterator[Finding]:
    def after(_: int, instruction: Instruction | None, state: _Lanes) -> _Lanes:
        return _Lanes(state.full) if instruction is None else _step(state, instruction.op, ctx.kernel.wave_size)

    if not any(i.op.flag("wmma") or i.op.flag("swmmac") for _, i in ctx.instructions()):
        return
    for index, instruction, state in states_before(ctx, _Lanes(True), after, _Lanes.join):
        if (
            instruction is not None
            and not state.full
            and (instruction.op.flag("wmma") or instruction.op.flag("swmmac"))
        ):
            yield ctx.finding("wmma-exec", index, f"lanes may be switched off where {instruction.op.mnemonic} runs")


CHECKS = {"wmma-exec": _matrix_exec}
