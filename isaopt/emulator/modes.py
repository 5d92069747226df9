"""Which floating-point mode holds at each instruction, followed through the kernel's control flow.

Kernels change MODE by constants, or put back what they read from it before (around divisions, for one), so the mode is
known at translation and costs nothing.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from isaopt.emulator.mode import ModeRegister
from isaopt.ir.program import Op, Operand

MODE = "HW_REG_MODE"
_WRITES = frozenset({"s_setreg_b32", "s_setreg_imm32_b32"})
_MODE_ID = 1
_HWREG = re.compile(r"hwreg\(\s*(\w+)\s*(?:,\s*(\w+)\s*,\s*(\w+)\s*)?\)")


#: The mode, and the scalar registers (as units) that are known to hold a constant.
_State = tuple[ModeRegister, frozenset[tuple[int, int]]]


class UnknownMode(Exception):
    """The mode at an instruction is not one constant; ``ordinal`` says where."""

    def __init__(self, ordinal: int, message: str) -> None:
        super().__init__(message)
        self.ordinal = ordinal


def hardware_register(operand: Operand) -> tuple[str, int, int] | None:
    """``hwreg(NAME, OFFSET, SIZE)`` or its number (id [5:0], offset [10:6], size - 1 [15:11]) as name, offset, size."""
    if isinstance(operand.value, int):
        number = operand.value & 0xFFFF
        name = MODE if number & 63 == _MODE_ID else str(number & 63)
        return name, number >> 6 & 31, (number >> 11 & 31) + 1
    match = _HWREG.fullmatch(operand.text.strip())
    if match is None:
        return None
    name = MODE if match[1] in ("1", MODE, "HW_REG_WAVE_MODE") else match[1]
    return name, int(match[2] or "0", 0), int(match[3] or "32", 0)


def _constant(operand: Operand) -> int | None:
    if isinstance(operand.value, int):
        return operand.value
    try:
        return int(operand.text, 0)
    except ValueError:
        return None


def _after(op: Op, state: _State, ordinal: int) -> _State:
    """The state after an instruction."""
    name, (mode, constants) = op.operation, state
    if name in ("s_round_mode", "s_denorm_mode"):
        value = _constant(op.operands[0])
        if value is None:
            raise UnknownMode(ordinal, f"the operand of '{name}'")
        return mode.with_field(0 if name == "s_round_mode" else 4, 4, value & 15), constants
    if name in _WRITES:
        register = hardware_register(op.operands[0])
        if register is None or register[0] != MODE:
            raise UnknownMode(ordinal, f"writing '{op.operands[0].text}'")
        source = op.operands[1]
        value = _constant(source) if source.reg is None else dict(constants).get(source.reg.first)
        if value is None:
            raise UnknownMode(ordinal, "a mode that is not a constant")
        after = mode.with_field(register[1], register[2], value & (1 << register[2]) - 1)
        if after.bits & ModeRegister.FP16_OVFL:
            raise UnknownMode(ordinal, "FP16_OVFL in MODE")
        return after, constants
    if op.flag("branch") and name in ("s_swappc_b64", "s_setpc_b64", "s_call_b64"):
        return mode, frozenset()
    kept = frozenset(pair for pair in constants if pair[0] not in op.defs and pair[0] not in op.implicit_defs)
    result = _result(op, name, mode)
    target = op.operands[0].reg if result is not None else None
    return mode, kept if target is None or result is None else kept | {(target.first, result)}


def _result(op: Op, name: str, mode: ModeRegister) -> int | None:
    """What a scalar move, or reading MODE, leaves in its destination, if that is a constant."""
    if name in ("s_mov_b32", "s_movk_i32"):
        value = _constant(op.operands[1])
        return None if value is None else value & 0xFFFFFFFF
    register = hardware_register(op.operands[1]) if name == "s_getreg_b32" else None
    if register is None or register[0] != MODE:
        return None
    return mode.bits >> register[1] & (1 << register[2]) - 1


def changes_mode(op: Op) -> bool:
    """Whether the op writes a hardware register."""
    return op.operation in _WRITES | {"s_round_mode", "s_denorm_mode"}


def modes_of(ops: Sequence[Op], successors: Sequence[Sequence[int]], start: ModeRegister) -> list[ModeRegister]:
    """The mode before each instruction; ``successors`` are ordinals.

    Raises:
        UnknownMode: two paths reach an instruction in different modes, or a mode is not a constant.
    """
    if not any(changes_mode(op) for op in ops):
        return [start] * len(ops)
    known: dict[int, _State] = {0: (start, frozenset())}
    work = [0]
    while work:
        ordinal = work.pop()
        mode, constants = _after(ops[ordinal], known[ordinal], ordinal)
        for target in successors[ordinal]:
            if target not in known:
                known[target] = mode, constants
                work.append(target)
                continue
            if known[target][0] != mode:
                raise UnknownMode(target, "an instruction that is reached in two floating-point modes")
            if not known[target][1] <= constants:  # of a register only what all paths agree on is known
                known[target] = mode, known[target][1] & constants
                work.append(target)
    return [known[k][0] if k in known else start for k in range(len(ops))]
