"""Finds the floating-point mode of each instruction by following the kernel's control flow.

Kernels set MODE to constants, or restore what they read from it (around divisions, for one), so the mode is known at
translation and costs nothing at run time. Its fields: AMD RDNA3 ISA guide 3.3.2, "Mode register": FP_ROUND [3:0],
FP_DENORM [7:4], DX10_CLAMP [8], IEEE [9]; RDNA4 has neither of the last two as writable bits and behaves as if
DX10_CLAMP were set and IEEE clear.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from isaopt.ir.program import Op, Operand
from isaopt.isa.hardware_registers import MODE, SCHED_MODE, hardware_field


@dataclass(frozen=True, slots=True)
class ModeRegister:
    """``bits`` as in the register."""

    #: Overflow of half precision gives the largest number: a mode that the emulator refuses.
    FP16_OVFL: ClassVar[int] = 1 << 23

    bits: int = 0x3F0

    @property
    def round32(self) -> int:
        """The rounding of single precision: 0 to nearest even, 1 towards +infinity, 2 towards -infinity, 3 towards
        zero."""
        return self.bits & 3

    @property
    def round64(self) -> int:
        """The same for f16 and f64."""
        return self.bits >> 2 & 3

    @property
    def in32(self) -> bool:
        """Whether single-precision denormal sources are kept; otherwise they read as zero of their sign."""
        return bool(self.bits >> 4 & 1)

    @property
    def out32(self) -> bool:
        """Whether single-precision denormal results are kept."""
        return bool(self.bits >> 5 & 1)

    @property
    def in64(self) -> bool:
        """As ``in32``, for f16 and f64."""
        return bool(self.bits >> 6 & 1)

    @property
    def out64(self) -> bool:
        return bool(self.bits >> 7 & 1)

    @property
    def dx10_clamp(self) -> bool:
        """Whether ``clamp`` turns a NaN into 0."""
        return bool(self.bits >> 8 & 1)

    @property
    def ieee(self) -> bool:
        return bool(self.bits >> 9 & 1)

    @property
    def constants(self) -> str:
        """The C that shadows the constants of ``runtime/float.c``."""
        return f"enum {{ RM = {self.round32}, RM64 = {self.round64}, IEEE = {int(self.ieee)} }};"

    def with_field(self, offset: int, size: int, value: int) -> ModeRegister:
        """The mode after ``s_setreg`` of a bit field."""
        mask = (1 << size) - 1 << offset
        return ModeRegister(self.bits & ~mask | value << offset & mask)


_WRITES = frozenset({"s_setreg_b32", "s_setreg_imm32_b32"})


#: The mode, and the scalar registers (as units) that are known to hold a constant.
_State = tuple[ModeRegister, frozenset[tuple[int, int]]]


class UnknownMode(Exception):
    """The mode at an instruction is not one constant; ``ordinal`` says where."""

    def __init__(self, ordinal: int, message: str) -> None:
        super().__init__(message)
        self.ordinal = ordinal


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
        register = hardware_field(op.operands[0].text, op.operands[0].value)
        if register is not None and register.name == SCHED_MODE:
            return state
        if register is None or register.name != MODE:
            raise UnknownMode(ordinal, f"writing '{op.operands[0].text}'")
        source = op.operands[1]
        value = _constant(source) if source.reg is None else dict(constants).get(source.reg.first)
        if value is None:
            raise UnknownMode(ordinal, "a mode that is not a constant")
        after = mode.with_field(register.offset, register.size, value & (1 << register.size) - 1)
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
    """The constant that a scalar move, or a read of MODE, leaves in its destination; None if it is not a constant."""
    if name in ("s_mov_b32", "s_movk_i32"):
        value = _constant(op.operands[1])
        return None if value is None else value & 0xFFFFFFFF
    register = hardware_field(op.operands[1].text, op.operands[1].value) if name == "s_getreg_b32" else None
    if register is None or register.name != MODE:
        return None
    return mode.bits >> register.offset & (1 << register.size) - 1


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
            if not known[target][1] <= constants:  # only what all paths agree on is known of a register
                known[target] = mode, known[target][1] & constants
                work.append(target)
    return [known[k][0] if k in known else start for k in range(len(ops))]
