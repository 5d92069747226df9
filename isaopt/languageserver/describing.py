"""Describes an instruction in words: its computation, operands, encoding, latency, and reference."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

from isaopt.ir.program import Instruction, Op
from isaopt.isa.instruction import InstrDesc, OperandDesc
from isaopt.isa.meaning import Unit
from isaopt.isa.tables import READ_ONLY_ARCHS
from isaopt.target.arch import get_arch, machine_data
from isaopt.target.banks import BANKS, bank_of
from isaopt.target.latency import alu_latency, memory_latency

_ROLES = {"def": "written", "use": "read", "defuse": "read and written", "none": "constant"}
_KINDS = {
    "v": "VGPR",
    "s": "SGPR",
    "a": "AGPR",
    "i": "inline constant",
    "l": "literal",
    "x": "number or symbol",
    "o": "`off`",
    "n": "`null`",
    "m": "VGPR list",
}
_UNITS = {
    Unit.SALU: "scalar ALU",
    Unit.VALU: "vector ALU",
    Unit.TRANS: "vector ALU, transcendental unit",
    Unit.MATRIX: "vector ALU, matrix unit",
    Unit.SMEM: "scalar memory",
    Unit.VMEM: "vector memory",
    Unit.LDS: "LDS",
    Unit.LDS_DIRECT: "LDS, direct load",
    Unit.EXPORT: "export",
    Unit.BRANCH: "branch unit",
    Unit.MESSAGE: "message",
    Unit.INTERNAL: "sequencer",
}


def instruction_words(instruction: Instruction, arch: str) -> Iterator[str]:
    """Markdown paragraphs about an instruction, each half of a dual one by itself."""
    for op in instruction.op.halves:
        yield from _op(op, arch)
    yield reference(arch, instruction.op.desc)


def _op(op: Op, arch: str) -> Iterator[str]:
    desc = op.desc
    alias = f", the operation `{op.operation}`" if op.operation != op.mnemonic else ""
    size = f", {desc.size} bytes" + (", and 4 more with a literal" if desc.size in (4, 8) else "") if desc.size else ""
    yield f"**`{op.mnemonic}`**{alias}  \n{_UNITS[desc.unit]}, encoding {desc.encoding}{size}"
    if op.operands:
        rows = [
            f"| `{o.name}` | `{given.text}`{_about_register(op, n, arch)} | {_ROLES[o.role]} | {operand_type(o)} |"
            for n, (o, given) in enumerate(zip(desc.operands, op.operands, strict=True))
        ]
        yield "\n".join(("| operand | here | role | type |", "| --- | --- | --- | --- |", *rows))
    if facts := [*_side_effects(desc), *latency(op, arch)]:
        yield "\n".join(f"- {fact}" for fact in facts)


def _about_register(op: Op, operand: int, arch: str) -> str:
    """The bank of a VGPR operand's first register, which determines dual instructions and matrices; on a read-only
    target, the register that its name stands for."""
    reg = next((r.reg for r in op.refs if r.operand == operand and r.reg.is_vgpr), None)
    if reg is None:
        return ""
    if arch in READ_ONLY_ARCHS:
        return "" if reg == op.operands[operand].reg else f" (`{reg}`)"
    return f" (bank {bank_of(reg.first)} of {BANKS})"


def operand_type(operand: OperandDesc) -> str:
    """The type of an operand and the accepted kinds of operand."""
    kinds = ", ".join(_KINDS[kind] for kind in operand.kinds if kind in _KINDS)
    wide = f", {operand.dwords} registers" if operand.dwords > 1 else ""
    return f"{operand.type}{wide}: {kinds}"


def _side_effects(desc: InstrDesc) -> Iterator[str]:
    if desc.memory is not None:
        memory = desc.memory
        yield f"{memory.access.replace('_', ' ')}, {memory.space.replace('_', ' ')} memory, {memory.bytes} bytes"
    for what, names in (("also reads", desc.implicit_uses), ("also writes", desc.implicit_defs)):
        if names:
            yield f"{what} {', '.join(names)}"
    if desc.counters:
        yield f"counted by {', '.join(desc.counters)}"
    if desc.partial:
        yield "keeps part of its destination, or adds to it"
    if desc.early_clobber:
        yield f"{', '.join(desc.early_clobber)} must not overlap a source"


def latency(op: Op, arch: str) -> Iterator[str]:
    """The latency of its result, if the machine data have a figure for it."""
    desc = op.desc
    if arch in READ_ONLY_ARCHS:
        return
    with suppress(KeyError):
        if desc.memory is not None and desc.memory.loads:
            yield f"latency {memory_latency(op.mnemonic)} cycles on an idle GPU"
        elif desc.unit in (Unit.SALU, Unit.VALU, Unit.TRANS):
            yield f"latency {alu_latency(op.operation)} cycles"


def reference(arch: str, desc: InstrDesc) -> str:
    """The document that describes the instruction."""
    title, url = machine_data()["guides"][get_arch(arch, read_only=True).generation]
    return f"[{title}]({url}), {desc.encoding.split('_')[0]} instructions"
