"""Which floating-point mode holds at each instruction, followed through the kernel's control flow.

Kernels change MODE by constants (around divisions, for one), so the mode is known at translation and costs nothing.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from isaopt.emulator.mode import Mode
from isaopt.emulator.site import base_mnemonic
from isaopt.ir.program import Op, Operand

_MODE_ID = 1
_HWREG = re.compile(r"hwreg\(\s*(\w+)\s*(?:,\s*(\w+)\s*,\s*(\w+)\s*)?\)")


class UnknownMode(Exception):
    """The mode at an instruction is not one constant; ``ordinal`` says where."""

    def __init__(self, ordinal: int, message: str) -> None:
        super().__init__(message)
        self.ordinal = ordinal


def hardware_register(operand: Operand) -> tuple[str, int, int] | None:
    """``hwreg(NAME, OFFSET, SIZE)`` or its number (id [5:0], offset [10:6], size - 1 [15:11]) as name, offset, size."""
    if isinstance(operand.value, int):
        number = operand.value & 0xFFFF
        name = "HW_REG_MODE" if number & 63 == _MODE_ID else str(number & 63)
        return name, number >> 6 & 31, (number >> 11 & 31) + 1
    match = _HWREG.fullmatch(operand.text.strip())
    if match is None:
        return None
    name = "HW_REG_MODE" if match[1] in ("1", "HW_REG_MODE") else match[1]
    return name, int(match[2] or "0", 0), int(match[3] or "32", 0)


def _constant(operand: Operand) -> int | None:
    if isinstance(operand.value, int):
        return operand.value
    try:
        return int(operand.text, 0)
    except ValueError:
        return None


def _after(op: Op, mode: Mode, ordinal: int) -> Mode:
    name = base_mnemonic(op)
    if name in ("s_round_mode", "s_denorm_mode"):
        value = _constant(op.operands[0])
        if value is None:
            raise UnknownMode(ordinal, f"the operand of '{name}'")
        return mode.with_field(0 if name == "s_round_mode" else 4, 4, value & 15)
    if not name.startswith("s_setreg"):
        return mode
    register = hardware_register(op.operands[0])
    if register is None or register[0] != "HW_REG_MODE":
        raise UnknownMode(ordinal, f"writing '{op.operands[0].text}'")
    value = _constant(op.operands[1]) if name == "s_setreg_imm32_b32" else None
    if value is None:
        raise UnknownMode(ordinal, "a mode that is not a constant")
    return mode.with_field(register[1], register[2], value & (1 << register[2]) - 1)


def changes_mode(op: Op) -> bool:
    """Whether the op writes a hardware register."""
    return base_mnemonic(op) in ("s_round_mode", "s_denorm_mode") or op.mnemonic.startswith("s_setreg")


def modes_of(ops: Sequence[Op], successors: Sequence[Sequence[int]], start: Mode) -> list[Mode]:
    """The mode before each instruction; ``successors`` are ordinals.

    Raises:
        UnknownMode: two paths reach an instruction in different modes, or a mode is not a constant.
    """
    if not any(changes_mode(op) for op in ops):
        return [start] * len(ops)
    known: dict[int, Mode] = {0: start}
    work = [0]
    while work:
        ordinal = work.pop()
        after = _after(ops[ordinal], known[ordinal], ordinal)
        for target in successors[ordinal]:
            if target not in known:
                known[target] = after
                work.append(target)
            elif known[target] != after:
                raise UnknownMode(target, "an instruction that is reached in two floating-point modes")
    return [known.get(k, start) for k in range(len(ops))]
