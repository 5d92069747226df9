"""Hazards of ``lds_direct_load`` and ``lds_param_load`` (gfx12: ``ds_*``), which write VGPRs past the usual interlocks.

Conditions: LLVM GCNHazardRecognizer.cpp, fixLdsDirectVALUHazard and fixLdsDirectVMEMHazard.
"""

from __future__ import annotations

from collections.abc import Iterator

from isaopt.ir.program import Instruction
from isaopt.judge.waits import spell_dependencies
from isaopt.linting.model import Context, Finding, Fix
from isaopt.linting.paths import PathEnd, reachable_instructions, search_back
from isaopt.linting.traits import Traits, vgpr_names

#: The largest value of the instruction's field; by then the result has arrived.
_FAR = 15


def _with_modifier(ctx: Context, index: int, instruction: Instruction, name: str, value: int) -> Fix:
    # The assembler wants wait_va_vdst before wait_vm_vsrc.
    fields = {m.name: m.value for m in instruction.op.modifiers} | {name: str(value)}
    words = [f"{field}:{fields[field]}" for field in sorted(fields)]
    operands = ", ".join(o.text for o in instruction.op.operands)
    return ctx.replace(index, " ".join((instruction.op.mnemonic, operands, *words)))


def _behind_valu(ctx: Context) -> Iterator[Finding]:
    field = "wait_vdst" if ctx.arch.family == "gfx11" else "wait_va_vdst"
    for index, instruction, traits in reachable_instructions(ctx):
        if not instruction.op.flag("ldsdir"):
            continue
        allowed = instruction.op.number(field) or 0

        def step(
            state: tuple[int, bool], before: Traits, _: Instruction, own: Traits = traits
        ) -> tuple[int, bool] | PathEnd:
            passed, trans = state
            if before.memory or passed >= _FAR:
                return PathEnd.EXPIRED
            if not before.valu:
                return state
            if (before.reads | before.writes) & own.writes:
                return PathEnd.FOUND
            return passed + 1, trans or before.trans

        needed, culprit = _FAR, -1
        for producer, (passed, trans) in search_back(ctx, index, (0, False), step):
            # A transcendental runs in parallel with other instructions, so counting the ones after it proves nothing.
            mixed = trans or _is_trans(ctx, producer)
            if (0 if mixed else passed) < needed:
                needed, culprit = 0 if mixed else passed, producer
        if allowed > needed:
            yield ctx.finding(
                "lds-direct-valu",
                index,
                f"{instruction.op.mnemonic} may write {vgpr_names(traits.writes)} while the vector ALU instruction in "
                f"line {ctx.module.items[culprit].line} still uses it: {field}:{allowed} should be {needed}",
                _with_modifier(ctx, index, instruction, field, needed),
            )


def _is_trans(ctx: Context, index: int) -> bool:
    instruction = ctx.instruction(index)
    return instruction is not None and instruction.op.flag("trans")


def _full_wait(instruction: Instruction) -> bool:
    op = instruction.op
    return op.mnemonic == "s_waitcnt" and bool(op.operands) and op.operands[0].value == 0


def _behind_memory(ctx: Context) -> Iterator[Finding]:
    for index, instruction, traits in reachable_instructions(ctx):
        if not instruction.op.flag("ldsdir"):
            continue
        if ctx.arch.family == "gfx12" and not instruction.op.number("wait_vm_vsrc"):
            continue

        def step(_: int, before: Traits, at: Instruction, own: Traits = traits) -> int | PathEnd:
            if before.valu or at.op.flag("exp") or "vm_vsrc" in before.waits or _full_wait(at):
                return PathEnd.EXPIRED
            return PathEnd.FOUND if before.memory and (before.reads | before.writes) & own.writes else 0

        for user, _ in search_back(ctx, index, 0, step):
            if ctx.arch.family == "gfx11":
                wait = spell_dependencies("gfx11", ["vm_vsrc"])
                fix = ctx.insert_before(index, wait)
            else:
                wait, fix = "wait_vm_vsrc:0", _with_modifier(ctx, index, instruction, "wait_vm_vsrc", 0)
            yield ctx.finding(
                "lds-direct-vmem",
                index,
                f"{instruction.op.mnemonic} may write {vgpr_names(traits.writes)} before the memory instruction in "
                f"line {ctx.module.items[user].line} has read it: needs {wait}",
                fix,
            )
            break


CHECKS = {
    "lds-direct-valu": _behind_valu,
    "lds-direct-vmem": _behind_memory,
}
