"""Operands of ``s_waitcnt_depctr`` (gfx11) and ``s_wait_alu`` (gfx12), and of ``s_delay_alu``.

Field positions: LLVM AMDGPUBaseInfo.cpp, ``DepCtr`` (one opcode, renamed on gfx12) and SIDefines.h; ``s_delay_alu``:
RDNA3 ISA guide, "S_DELAY_ALU", and LLVM AMDGPUAsmParser.cpp, ``parseDelay``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from isaopt.ir.program import Op
from isaopt.isa.hardware_registers import SCHED_MODE, HardwareField

WAITS = ("s_waitcnt_depctr", "s_wait_alu")

#: Lowest bit and width of each field.
_FIELDS = {
    "va_vdst": (12, 4),
    "va_sdst": (9, 3),
    "va_ssrc": (8, 1),
    "hold_cnt": (7, 1),
    "vm_vsrc": (2, 3),
    "va_vcc": (1, 1),
    "sa_sdst": (0, 1),
}
_FIELD = re.compile(r"depctr_(\w+)\((0[xX][0-9a-fA-F]+|\d+)\)")
_DELAY = re.compile(r"(instid0|instskip|instid1)\((\w+)\)")
_DELAY_IDS = (
    "NO_DEP",
    *(f"VALU_DEP_{n}" for n in range(1, 5)),
    *(f"TRANS32_DEP_{n}" for n in range(1, 4)),
    "FMA_ACCUM_CYCLE_1",
    *(f"SALU_CYCLE_{n}" for n in range(1, 4)),
)
_DELAY_SKIPS = ("SAME", "NEXT", "SKIP_1", "SKIP_2", "SKIP_3", "SKIP_4")


def depctr_counts(op: Op) -> dict[str, int]:
    """How many events of each field the instruction lets stay outstanding; fields at their largest value, which wait
    for nothing, are left out.

    Empty for other instructions and for an operand whose value only the assembler knows.
    """
    if op.mnemonic not in WAITS or not op.operands:
        return {}
    operand = op.operands[0]
    if isinstance(operand.value, int):
        counts = {n: operand.value >> bit & (1 << width) - 1 for n, (bit, width) in _FIELDS.items()}
    else:
        counts = {name: int(count, 0) for name, count in _FIELD.findall(operand.text) if name in _FIELDS}
    return {name: count for name, count in counts.items() if count < (1 << _FIELDS[name][1]) - 1}


def depctr_waits(op: Op) -> frozenset[str]:
    """Names of the fields on which the instruction waits until nothing is outstanding (a count of zero)."""
    return frozenset(name for name, count in depctr_counts(op).items() if count == 0)


def turns_on_expert_mode(op: Op) -> bool:
    """Whether the op gives the field of SCHED_MODE the one value that LLVM uses (SIInsertWaitcnts.cpp,
    setSchedulingMode): the hardware no longer waits by itself for ``va_vdst`` and ``vm_vsrc``."""
    return op.sets_register == (HardwareField(SCHED_MODE, 0, 2), 2)


def in_expert_mode(ops: Iterable[Op]) -> bool:
    """Whether a kernel turns on expert scheduling mode."""
    return any(turns_on_expert_mode(op) for op in ops)


@dataclass(frozen=True, slots=True)
class Delay:
    """The meaning of ``s_delay_alu``: ``first`` applies to the next instruction, ``second`` to the one ``skip`` further
    on.

    ``first`` and ``second`` are names such as ``VALU_DEP_1``, or ``NO_DEP``; ``skip`` counts from 0 (the same
    instruction).
    """

    first: str
    skip: int
    second: str


def delay_of(op: Op) -> Delay | None:
    """The meaning of an ``s_delay_alu``; None if the operand is not understood."""
    operand = op.operands[0] if op.operands else None
    if operand is None:
        return None
    if isinstance(operand.value, int):
        first, skip, second = operand.value & 15, operand.value >> 4 & 7, operand.value >> 7 & 15
        if max(first, second) >= len(_DELAY_IDS) or skip >= len(_DELAY_SKIPS) or operand.value >> 11:
            return None
        return Delay(_DELAY_IDS[first], skip, _DELAY_IDS[second])
    fields: dict[str, str] = dict(_DELAY.findall(operand.text))
    first_name, second_name = fields.get("instid0", "NO_DEP"), fields.get("instid1", "NO_DEP")
    skip_name = fields.get("instskip", "SAME")
    if not {first_name, second_name} <= set(_DELAY_IDS) or skip_name not in _DELAY_SKIPS or not fields:
        return None
    return Delay(first_name, _DELAY_SKIPS.index(skip_name), second_name)
