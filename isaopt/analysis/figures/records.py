"""What the IR knows of every instruction, as plain names: the content of ``dump``."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from isaopt.ir.program import Instruction, Module
from isaopt.isa.registers import unit_name


@dataclass(frozen=True, slots=True)
class InstructionRecord:
    """An instruction.  Registers are 32-bit units by name; ``implicit_*`` are those that the text does not name.

    A write that preserves part of its destination also reads it.  ``kernel`` is None outside all kernels.
    """

    line: int
    kernel: str | None
    text: str
    mnemonic: str
    encoding: str
    defs: tuple[str, ...]
    uses: tuple[str, ...]
    implicit_defs: tuple[str, ...]
    implicit_uses: tuple[str, ...]
    flags: tuple[str, ...]


def _names(units: tuple[int, ...]) -> tuple[str, ...]:
    return tuple(map(unit_name, units))


def instruction_records(module: Module) -> Iterator[InstructionRecord]:
    """Every instruction of the file, in text order."""
    owner: dict[int, str] = {}
    for kernel in module.kernels:
        owner.update(dict.fromkeys(range(kernel.first, kernel.last), kernel.name))
    for index, item in enumerate(module.items):
        if isinstance(item, Instruction):
            yield _record(item, owner.get(index))


def _record(instruction: Instruction, kernel: str | None) -> InstructionRecord:
    op = instruction.op
    return InstructionRecord(
        instruction.line,
        kernel,
        instruction.text[instruction.start : instruction.end],
        op.mnemonic,
        op.desc.encoding,
        _names(op.defs),
        _names(op.uses),
        _names(op.implicit_defs),
        _names(op.implicit_uses),
        tuple(sorted(op.desc.flags.union(*(half.desc.flags for half in op.halves)))),
    )
