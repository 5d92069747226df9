"""Operands that the assembler accepts but the hardware does not, or treats differently."""

from __future__ import annotations

from collections.abc import Iterator
from difflib import get_close_matches

from isaopt.asm.grammar import operand_column
from isaopt.asm.line import read_op
from isaopt.asm.syntax import StatementError
from isaopt.ir.program import Instruction, Op, RegUse
from isaopt.linting.memory.accesses import accesses, scalar_alignment
from isaopt.linting.model import Context, Finding, Severity

_BUFFER_OFFSET_MAX = 4095


def _overlap(op: Op) -> tuple[RegUse, RegUse] | None:
    """A destination that must not overlap any source, and a source that it overlaps."""
    for ref in op.refs:
        if ref.writes and ref.desc.name in op.desc.early_clobber:
            for source in op.refs:
                shared = set(ref.reg.units) & set(source.reg.units)
                # A matrix instruction may accumulate into exactly the registers that it reads as C.
                accumulates = op.flag("wmma") and source.desc.name == "src2" and source.reg.units == ref.reg.units
                if source.reads and shared and not accumulates:
                    return ref, source
    return None


def _high_half_only(op: Op, written: RegUse, read: RegUse) -> bool:
    """Whether only the upper half of a 64-bit addend is lost, which compilers accept if they use only the lower."""
    return (
        op.operation in ("v_mad_u64_u32", "v_mad_i64_i32")
        and read.desc.name == "src2"
        and read.reg.first + 1 == written.reg.first
    )


def _dst_overlap(ctx: Context) -> Iterator[Finding]:
    for index, instruction in ctx.instructions():
        for n, half in enumerate(instruction.op.halves):
            found = _overlap(half) if half.desc.early_clobber else None
            if found is not None:
                written, read = found
                harmless = _high_half_only(half, written, read)
                yield ctx.finding(
                    "dst-overlap",
                    index,
                    f"{half.mnemonic} writes {written.reg} before it has read {read.reg}, which overlaps it"
                    + (": the upper half of the result is wrong" if harmless else ""),
                    severity=Severity.WARNING if harmless else None,
                    half=n,
                )


def _buffer_offset(ctx: Context) -> Iterator[Finding]:
    for index, instruction in ctx.instructions():
        op = instruction.op
        value = op.modifier("offset") if op.flag("mubuf") or op.flag("mtbuf") else None
        try:
            offset = int(value, 0) if value else 0
        except ValueError:
            continue
        if not 0 <= offset <= _BUFFER_OFFSET_MAX:
            yield ctx.finding(
                "buffer-offset",
                index,
                f"offset:{offset} does not fit 12 bits: assemblers keep {offset & _BUFFER_OFFSET_MAX} of it",
            )


def _alignment(ctx: Context) -> Iterator[Finding]:
    for index, instruction in ctx.instructions():
        op = instruction.op
        need = scalar_alignment(op)
        if need == 1:
            continue
        offset = next((o.value for o in op.operands if isinstance(o.value, int)), None) or op.number("offset")
        access = ctx.fact(accesses).get(index)
        ignored = f"scalar loads ignore the low {need.bit_length() - 1} bits of what their address is made of"
        if offset and offset % need:
            yield ctx.finding(
                "scalar-load-alignment", index, f"the offset {offset} is not a multiple of {need}: {ignored}"
            )
        elif access is not None and access.address.exact and access.address.least % need:
            message = f"the address is {access.address.least % need} bytes beyond a multiple of {need}: {ignored}"
            yield ctx.finding("scalar-load-alignment", index, message, severity=Severity.WARNING)


def _unknown_instruction(ctx: Context) -> Iterator[Finding]:
    for index, instruction in ctx.instructions():
        if not instruction.op.flag("unknown"):
            yield from _unknown_modifiers(ctx, index, instruction)
            continue
        text, offset = instruction.text[instruction.start : instruction.end], 0
        try:
            read_op(text, ctx.module.arch, ctx.kernel.wave_size)
            message = f"unknown operands in '{text}'"  # symbols of the file stand for registers
        except StatementError as error:
            message, offset = error.message, operand_column(text, error.column, error.operand)
        yield ctx.finding("unknown-instruction", index, message, offset=offset)


def _unknown_modifiers(ctx: Context, index: int, instruction: Instruction) -> Iterator[Finding]:
    for half in instruction.op.halves:
        for name in sorted({m.name for m in half.modifiers} - half.desc.modifiers):
            close = get_close_matches(name, half.desc.modifiers, n=1)
            message = f"'{half.mnemonic}' has no modifier '{name}'" + (f", did you mean '{close[0]}'?" if close else "")
            text = instruction.text[instruction.start : instruction.end]
            yield ctx.finding("unknown-instruction", index, message, offset=max(text.rfind(name), 0))


CHECKS = {
    "unknown-instruction": _unknown_instruction,
    "dst-overlap": _dst_overlap,
    "buffer-offset": _buffer_offset,
    "scalar-load-alignment": _alignment,
}
