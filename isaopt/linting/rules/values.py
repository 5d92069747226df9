"""Values: registers that are read before anything defines them, and results that nothing uses."""

from __future__ import annotations

import re
from collections.abc import Iterator

from isaopt.ir.program import Instruction, Item, Op, RegUse, Verbatim
from isaopt.isa.registers import (
    EXEC_HI,
    EXEC_LO,
    M0,
    MODE,
    NUM_TTMPS,
    SCC,
    SGPR_BASE,
    TTMP_BASE,
    VCC_HI,
    VCC_LO,
    is_vgpr,
    unit_name,
)
from isaopt.linting.declared import declarations_of
from isaopt.linting.flow import solve_backward, solve_forward
from isaopt.linting.model import BOTH, Context, Finding, Rule, Severity
from isaopt.target.reads import accumulates

#: User SGPRs by directive, in order from s0, with how many registers each takes.
_USER_SGPRS = (
    ("user_sgpr_dispatch_ptr", 2),
    ("user_sgpr_queue_ptr", 2),
    ("user_sgpr_kernarg_segment_ptr", 2),
    ("user_sgpr_dispatch_id", 2),
    ("user_sgpr_private_segment_size", 1),
)
_SYSTEM_SGPRS = (
    ("system_sgpr_workgroup_id_x", 1),
    ("system_sgpr_workgroup_id_y", 0),
    ("system_sgpr_workgroup_id_z", 0),
    ("system_sgpr_workgroup_info", 0),
)
_ALL = (1 << (MODE + 1)) - 1
_UNDEF = re.compile(r";\s*(?:implicit-def|kill):(.*)$", re.M)
_UNDEF_NAME = re.compile(r"\$([vs])gpr(\d+)((?:_[vs]gpr\d+)*)|\$(vcc|m0|scc)")
#: What an instruction does besides writing registers.
_EFFECTS = ("maystore", "sideeffects", "barrier", "branch", "terminator", "return", "call", "exp", "unknown", "ldsdir")
_COHERENT = ("glc", "dlc", "scope", "lds")


def _mask(units: Iterator[int] | range | tuple[int, ...]) -> int:
    out = 0
    for unit in units:
        out |= 1 << unit
    return out


def _entry(ctx: Context) -> int:
    """The registers that hold something at the start of a kernel (AMDGPUUsage, "Initial Kernel Execution State")."""
    declared = ctx.fact(declarations_of)
    count = sum(size for name, size in _USER_SGPRS if declared.flag(name))
    count = max(count, declared.flag("user_sgpr_count"))
    if ctx.arch.family == "gfx11":
        count += sum(bool(declared.flag(name, default)) for name, default in _SYSTEM_SGPRS)
    defined = _mask(range(SGPR_BASE, SGPR_BASE + count)) | 1
    defined |= _mask(range(TTMP_BASE, TTMP_BASE + NUM_TTMPS))
    return defined | _mask((EXEC_LO, EXEC_HI, MODE, M0))


def _undefined_by_comment(ctx: Context) -> int:
    """Registers that the compiler says it reads undefined on purpose (``; implicit-def: $vgpr6``)."""
    out = 0
    for item in ctx.module.items[ctx.kernel.first : ctx.kernel.last]:
        if isinstance(item, Verbatim) and "$" in item.text:
            out |= _comment_units(item)
    return out


def _comment_units(item: Item) -> int:
    out = 0
    for text in _UNDEF.findall(item.text):
        for bank, number, more, special in _UNDEF_NAME.findall(text):
            if special:
                out |= _mask({"vcc": (VCC_LO, VCC_HI), "m0": (M0,), "scc": (SCC,)}[special])
            else:
                base = 0 if bank == "v" else SGPR_BASE
                numbers = [int(number), *(int(n) for n in re.findall(r"\d+", more))]
                out |= _mask(tuple(base + n for n in numbers))
    return out


def _writes(op: Op) -> int:
    return _mask((*op.defs, *op.implicit_defs))


def _read_refs(op: Op) -> Iterator[RegUse]:
    """Register operands whose value the op computes with, an accumulator included.

    What a partial write merges with is left out: compilers start from nothing there.
    """
    for half in op.halves:
        added = accumulates(half.mnemonic)
        yield from (ref for ref in half.refs if ref.reads or (added and ref.writes))


def _implicit_reads(op: Op) -> tuple[int, ...]:
    return tuple(u for u in op.implicit_uses if u in (VCC_LO, VCC_HI, SCC))


def _undefined(ctx: Context) -> Iterator[Finding]:
    if not ctx.is_kernel:
        return
    masks: dict[int, int] = {}

    def after(index: int, instruction: Instruction | None, state: int) -> int:
        if instruction is None or ctx.is_opaque(index):
            return _ALL
        key = id(instruction.op)
        if key not in masks:
            masks[key] = _writes(instruction.op)
        return state | masks[key]

    def transfer(block: int, state: int) -> int:
        for index, instruction in ctx.steps(ctx.blocks[block]):
            state = after(index, instruction, state)
        return state

    some = solve_forward(ctx.flow, _entry(ctx), transfer, lambda a, b: a | b)
    every = solve_forward(ctx.flow, _entry(ctx), transfer, lambda a, b: a & b)
    on_purpose = _undefined_by_comment(ctx)
    for block, start in some.items():
        may, must = start, every[block]
        for index, instruction in ctx.steps(ctx.blocks[block]):
            if instruction is not None and not ctx.is_opaque(index):
                yield from _unset(ctx, index, instruction.op, may | on_purpose, must | on_purpose)
            may, must = after(index, instruction, may), after(index, instruction, must)


def _unset(ctx: Context, index: int, op: Op, may: int, must: int) -> Iterator[Finding]:
    never: list[str] = []
    half: list[str] = []
    sometimes: list[str] = []
    for ref in _read_refs(op):
        units = tuple(ref.reg.units)
        missing = [u for u in units if not may >> u & 1]
        if len(missing) == len(units):
            never.append(str(ref.reg))
        elif missing:
            half += [unit_name(u) for u in missing]
        elif not is_vgpr(units[0]):
            sometimes += [unit_name(u) for u in units if not must >> u & 1]
    for unit in _implicit_reads(op):
        if not may >> unit & 1:
            never.append(unit_name(unit))
        elif not must >> unit & 1:
            sometimes.append(unit_name(unit))
    for names, how, severity in (
        (never, "which nothing has defined", None),
        (half, "which nothing has defined", Severity.WARNING),
        (sometimes, "which is not defined on every path", Severity.WARNING),
    ):
        if names:
            found = ", ".join(dict.fromkeys(names))
            yield ctx.finding("undefined-read", index, f"{op.mnemonic} reads {found}, {how}", severity=severity)


def _live_before(op: Op, live: int) -> int:
    """The registers that are needed in front of an op.  A vector write leaves inactive lanes, so it ends nothing."""
    ended = _mask(tuple(u for u in (*op.defs, *op.implicit_defs) if not is_vgpr(u)))
    return live & ~ended | _mask((*op.uses, *op.implicit_uses))


def _unused(ctx: Context) -> Iterator[Finding]:
    def transfer(block: int, live: int) -> int:
        for index in reversed(ctx.blocks[block].items):
            instruction = ctx.instruction(index)
            live = _ALL if instruction is None or ctx.is_opaque(index) else _live_before(instruction.op, live)
        return live

    outs = solve_backward(ctx.flow, lambda b: _ALL if b.escapes else 0, transfer, lambda a, b: a | b)
    for block, live_out in outs.items():
        live = live_out
        replaced = 0  # vector registers written again under the same EXEC before anything reads them
        for index in reversed(ctx.blocks[block].items):
            instruction = ctx.instruction(index)
            if instruction is None or ctx.is_opaque(index):
                live, replaced = _ALL, 0
                continue
            op = instruction.op
            needed = live if op.flag("ignores_exec") else live & ~replaced
            if op.defs and not _writes(op) & needed and not _has_effect(op):
                names = ", ".join(str(r.reg) for r in op.refs if r.writes)
                yield ctx.finding("unused-result", index, f"nothing uses {names}, the result of {op.mnemonic}")
            live = _live_before(op, live)
            replaced = _replaced_before(op, replaced)


def _replaced_before(op: Op, replaced: int) -> int:
    written = _writes(op)
    if written & _mask((EXEC_LO, EXEC_HI)):
        return 0
    new = 0 if op.flag("ignores_exec") else _mask(tuple(u for u in op.defs if is_vgpr(u)))
    return (replaced | new) & ~_mask((*op.uses, *op.implicit_uses))


def _has_effect(op: Op) -> bool:
    written = {*op.defs, *op.implicit_defs}
    if written & {EXEC_LO, EXEC_HI, M0, MODE} or any(TTMP_BASE <= u < TTMP_BASE + NUM_TTMPS for u in written):
        return True
    return any(op.flag(name) for name in _EFFECTS) or any(op.modifier(name) is not None for name in _COHERENT)


RULES = (
    Rule(
        "undefined-read",
        Severity.ERROR,
        "a register is read before anything defines it",
        "Set it first. At the entry only v0 (the packed work-item ids), the SGPRs that the descriptor enables, EXEC "
        "and MODE hold anything. It is a warning where some path, or another part of the operand, is defined.",
        "LLVM AMDGPUUsage, Initial Kernel Execution State",
        BOTH,
        _undefined,
    ),
    Rule(
        "unused-result",
        Severity.WARNING,
        "nothing uses a result",
        "Remove the instruction, or mend what should read it.",
        "RDNA3 ISA guide, EXEC (a vector write leaves inactive lanes as they are)",
        BOTH,
        _unused,
    ),
)
