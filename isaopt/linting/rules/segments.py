"""Accesses beyond LDS, kernel arguments and scratch, if their addresses are known without running the kernel."""

from __future__ import annotations

from collections.abc import Iterator

from isaopt.ir.program import Instruction, Op, OperandKind
from isaopt.isa.meaning import Space
from isaopt.isa.types import OperandType
from isaopt.linting.declared import declarations_of
from isaopt.linting.model import Context, Finding, Severity

#: User SGPRs before the kernel-argument pointer: directive and number of registers (AMDGPUUsage, "Initial Kernel
#: Execution State").
_BEFORE_KERNARG = (("user_sgpr_dispatch_ptr", 2), ("user_sgpr_queue_ptr", 2))
#: A segment is allocated in steps of this many bytes, and compilers widen loads to the next step.
_KERNARG_STEP = 16


def lds_extent(op: Op) -> int | None:
    """One past the highest byte that an LDS access touches, relative to its address; None if unknown."""
    memory = op.desc.memory
    addressed = any(o.type is OperandType.LDS_ADDRESS and o.role == "use" for o in op.desc.operands)
    if memory is None or memory.space is not Space.LDS or not addressed:
        return None
    names = ("offset0", "offset1") if memory.addresses == 2 else ("offset",)
    offsets = [op.number(name) for name in names]
    known = [offset for offset in offsets if offset is not None]
    return max(known) * memory.stride + memory.bytes if len(known) == len(names) else None


class _Writers:
    """The last writer of each register in a block up to some place; unknown after instructions with other effects."""

    def __init__(self, ctx: Context) -> None:
        self.ctx = ctx
        self.last: dict[int, Instruction] = {}

    def step(self, index: int) -> None:
        """Advances over the item of this index."""
        instruction = self.ctx.instruction(index)
        if instruction is None or self.ctx.is_opaque(index):
            self.last.clear()
            return
        for register in instruction.op.written:
            self.last[register] = instruction

    def constant_address(self, op: Op) -> int | None:
        """The LDS address if the last writer of the address register moves a number into it."""
        address = next((r.reg for r in op.refs if r.reads and r.desc.name == "addr"), None)
        writer = self.last.get(address.first) if address is not None else None
        if address is None or writer is None:
            return None
        halves = [h for h in writer.op.halves if address.first in h.defs]
        source = halves[0].operands[-1] if halves and halves[0].operation == "v_mov_b32" else None
        if source is None or source.kind is not OperandKind.INT or "dpp" in halves[0].desc.flags:
            return None
        return int(source.value or 0) & 0xFFFFFFFF


def _lds(ctx: Context) -> Iterator[Finding]:
    declared = ctx.fact(declarations_of).descriptor.get("group_segment_fixed_size")
    size = declared.value if declared is not None else 0
    if not ctx.is_kernel or (declared is None and ".amdhsa_group_segment_fixed_size" in ctx.kernel.descriptor):
        return
    limit, undeclared = ctx.arch.lds_bytes_per_workgroup, False
    for block in ctx.blocks:
        writers = _Writers(ctx)
        for index in block.items:
            instruction = ctx.instruction(index)
            extent = lds_extent(instruction.op) if instruction is not None else None
            base = writers.constant_address(instruction.op) if instruction is not None and extent is not None else None
            writers.step(index)
            if instruction is None or extent is None:
                continue
            end = extent + (base or 0)
            certain = base is not None and end > limit
            what = f"{instruction.op.mnemonic} reaches byte {end - 1} of LDS"
            if certain:
                yield ctx.finding("lds-size", index, f"{what}: a workgroup has {limit}", severity=Severity.ERROR)
            elif size and end > size:
                yield ctx.finding("lds-size", index, f"{what}, but {size} are declared: the launch must add the rest")
            elif not size and not undeclared:
                undeclared = True
                yield ctx.finding("lds-size", index, "LDS is used but none is declared: the launch must provide it")


def _kernarg_pointer(ctx: Context) -> int | None:
    """The number of the first SGPR of the kernel-argument pointer at entry; None if there is no such pointer."""
    declared = ctx.fact(declarations_of)
    if not declared.flag("user_sgpr_kernarg_segment_ptr"):
        return None
    return sum(count for name, count in _BEFORE_KERNARG if declared.flag(name))


def _kernarg(ctx: Context) -> Iterator[Finding]:
    pointer, size = _kernarg_pointer(ctx), ctx.fact(declarations_of).descriptor.get("kernarg_size")
    if pointer is None or size is None or not ctx.blocks:
        return
    room = -(-size.value // _KERNARG_STEP) * _KERNARG_STEP
    base = range(256 + pointer, 256 + pointer + 2)
    for index, instruction in ctx.steps(ctx.blocks[0]):
        if instruction is None or ctx.is_opaque(index):
            return
        end = _kernarg_end(instruction, base)
        if end is not None and end > room:
            yield ctx.finding(
                "kernarg-size",
                index,
                f"{instruction.op.mnemonic} reads up to byte {end - 1} of the kernel arguments, of {size.value}",
            )
        if set(base) & set(instruction.op.written):
            return


def _kernarg_end(instruction: Instruction, base: range) -> int | None:
    """One past the last byte that a scalar load with a constant offset reads from the kernel arguments."""
    op = instruction.op
    if not op.desc.loads_scalar_words or len(op.operands) != 3 or op.modifiers:
        return None
    pointer, offset, target = op.operands[1].reg, op.operands[2].value, op.operands[0].reg
    if pointer is None or pointer.units != base or not isinstance(offset, int) or target is None or offset < 0:
        return None
    return offset + 4 * target.count


def _scratch(ctx: Context) -> Iterator[Finding]:
    """The first access to scratch that the descriptor does not provide for; numbers that only the assembler knows are
    assumed to suffice."""
    declared = ctx.fact(declarations_of)
    given = {name.removeprefix(".amdhsa_") for name in ctx.kernel.descriptor}

    def none(name: str) -> bool:
        return not declared.flag(name) and (name in declared.descriptor or name not in given)

    missing = ""
    if none("enable_private_segment"):
        missing = ".amdhsa_enable_private_segment 1"
    elif none("private_segment_fixed_size") and none("uses_dynamic_stack"):
        missing = "a .amdhsa_private_segment_fixed_size"
    first = next((found for found in ctx.instructions() if found[1].op.flag("scratch")), None)
    if ctx.is_kernel and missing and first is not None:
        index, instruction = first
        yield ctx.finding(
            "scratch-undeclared", index, f"{instruction.op.mnemonic} accesses scratch, but {missing} is missing"
        )


CHECKS = {
    "lds-size": _lds,
    "kernarg-size": _kernarg,
    "scratch-undeclared": _scratch,
}
