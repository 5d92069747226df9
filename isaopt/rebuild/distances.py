"""Addends of PC-relative addresses.

They count the bytes from the end of ``s_getpc_b64`` to the literal that they are in (LLVM ``SIInstrInfo.cpp``,
``SI_PC_ADD_REL_OFFSET``), and so the waits in between.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from isaopt.asm.printer import new_instruction
from isaopt.ir.edit import spliced
from isaopt.ir.program import Instruction, Item, Kernel, Module, OperandKind
from isaopt.target.sizes import size_of

_RELATIVE = re.compile(r"(?P<what>[^@]+@(?:gotpc)?rel32@(?:lo|hi))(?P<addend>[+-](?:0x[0-9a-fA-F]+|[0-9]+))?$")
_LITERAL_BYTES = 4


def with_distances(before: Module, after: Module, kernel: Kernel) -> Module:
    """``after`` with its addends off by as much as those in ``before``, from which only other instructions between them
    were taken, or to which they were added."""
    old = list(_literals(before, before.kernel(kernel.name)))
    new = list(_literals(after, after.kernel(kernel.name)))
    if [what for _, what, _, _ in old] != [what for _, what, _, _ in new]:
        return after
    changes: dict[tuple[int, int], Sequence[Item]] = {}
    for (_, _, was, _), (index, what, distance, addend) in zip(old, new, strict=True):
        if distance != was:
            changes[index, index + 1] = [_relative(after.instruction(index), f"{what}{addend + distance - was:+d}")]
    return spliced(after, changes) if changes else after


def _literals(module: Module, kernel: Kernel) -> Iterator[tuple[int, str, int, int]]:
    """Each such literal: the instruction's item index, what it is relative to, the bytes from the nearest
    ``s_getpc_b64`` before it, and its addend."""
    distance: int | None = None
    for index, item in module.instructions(kernel):
        if distance is not None:
            distance += size_of(item.op)
            for operand in item.op.operands:
                match = _RELATIVE.match(operand.text) if operand.kind is OperandKind.EXPR else None
                if match:
                    yield index, match["what"], distance - _LITERAL_BYTES, int(match["addend"] or "0", 0)
        if item.op.operation == "s_getpc_b64":
            distance = 0


def _relative(item: Instruction, text: str) -> Instruction:
    operands = tuple(replace(o, text=text) if _RELATIVE.match(o.text) else o for o in item.op.operands)
    return new_instruction(replace(item.op, operands=operands), item.line)
