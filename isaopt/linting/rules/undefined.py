"""Registers that are read before anything defines them.

Compilers copy values that they left undefined: a phi whose other inputs are never taken becomes a move. So a copy is
not a use: its result is as undefined as its source. A finding requires that such a value reaches memory, an address, a
branch, EXEC or arithmetic.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

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
    units_mask,
)
from isaopt.linting.declared import declarations_of
from isaopt.linting.model import Context, Finding, Severity
from isaopt.linting.paths import states_before

#: User SGPRs by directive, in order from s0, with the number of registers of each.
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
#: Instructions that copy values unchanged, and the operands that hold them; other operands are used.
_COPIES: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(
        (
            "s_mov_b32",
            "s_mov_b64",
            "s_cmov_b32",
            "s_cmov_b64",
            "v_mov_b16",
            "v_mov_b32",
            "v_readfirstlane_b32",
            "v_readlane_b32",
            "v_writelane_b32",
            "v_permlane16_b32",
            "v_permlanex16_b32",
            "v_permlane64_b32",
            "v_swap_b16",
            "v_swap_b32",
        ),
        ("src0",),
    ),
    **dict.fromkeys(("s_cselect_b32", "s_cselect_b64", "v_cndmask_b16", "v_cndmask_b32"), ("src0", "src1", "vsrc1")),
}
#: Instructions that combine parts of their sources into a result; each part counts separately.
_PARTS = frozenset(
    {
        "s_pack_ll_b32_b16",
        "s_pack_lh_b32_b16",
        "s_pack_hl_b32_b16",
        "s_pack_hh_b32_b16",
        "v_alignbit_b32",
        "v_alignbyte_b32",
        "v_and_or_b32",
        "v_bfi_b32",
        "v_lshl_or_b32",
        "v_pack_b32_f16",
        "v_perm_b32",
    }
)
#: A write to these is more than a copy: they decide which lanes run, or where an access goes.
_DECIDE = frozenset((EXEC_LO, EXEC_HI, M0, MODE))


def _entry(ctx: Context) -> int:
    """The registers that hold a value at the start of a kernel (AMDGPUUsage, "Initial Kernel Execution State")."""
    declared = ctx.fact(declarations_of)
    count = sum(size for name, size in _USER_SGPRS if declared.flag(name))
    count = max(count, declared.flag("user_sgpr_count"))
    if ctx.arch.family == "gfx11":
        count += sum(bool(declared.flag(name, default)) for name, default in _SYSTEM_SGPRS)
    defined = units_mask(range(SGPR_BASE, SGPR_BASE + count)) | 1
    defined |= units_mask(range(TTMP_BASE, TTMP_BASE + NUM_TTMPS))
    return defined | units_mask((EXEC_LO, EXEC_HI, MODE, M0))


def _undefined_by_comment(ctx: Context) -> int:
    """Registers that, according to a comment, the compiler reads undefined on purpose (``; implicit-def: $vgpr6``)."""
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
                out |= units_mask({"vcc": (VCC_LO, VCC_HI), "m0": (M0,), "scc": (SCC,)}[special])
            else:
                base = 0 if bank == "v" else SGPR_BASE
                numbers = [int(number), *(int(n) for n in re.findall(r"\d+", more))]
                out |= units_mask(tuple(base + n for n in numbers))
    return out


@dataclass(frozen=True, slots=True)
class _Values:
    """Register units as sets of bits: ``written`` on some path, with or without a value; ``some``, with a value on some
    path; ``every``, with a value on every path."""

    written: int
    some: int
    every: int

    def join(self, other: _Values) -> _Values:
        return _Values(self.written | other.written, self.some | other.some, self.every & other.every)


_Copy = tuple[int, tuple[int, ...]]
"""A unit that a copy writes, and the units from which its value may come; none if it may be a constant."""


@dataclass(frozen=True, slots=True)
class _Effect:
    """The effect of an instruction on values: ``defines`` are the units that receive a new one, ``copies`` those that
    receive a copy."""

    defines: int
    copies: tuple[_Copy, ...] = ()

    def after(self, v: _Values) -> _Values:
        written, some, every = v.written | self.defines, v.some | self.defines, v.every | self.defines
        for unit, sources in self.copies:
            bit = 1 << unit
            written |= bit
            if not sources or any(v.some >> source & 1 for source in sources):
                some |= bit
            elif not is_vgpr(unit):
                some &= ~bit  # inactive lanes of a vector register keep their old content
            if not sources or all(v.every >> source & 1 for source in sources):
                every |= bit
            elif not is_vgpr(unit):
                every &= ~bit
        return _Values(written, some, every)


def _copied(op: Op) -> tuple[RegUse | None, ...]:
    """The operands whose values an op, not a pair, copies, with None for a constant; empty if it is not a copy.

    A write to EXEC, M0 or MODE is a use.
    """
    names = _COPIES.get(op.operation, ())
    if not names or any(unit in _DECIDE for unit in op.defs):
        return ()
    registers = {ref.operand: ref for ref in op.refs if ref.reads}
    described = enumerate(op.desc.operands)
    return tuple(registers.get(place) for place, desc in described if desc.name in names or desc.role == "defuse")


def _effect_of(op: Op) -> _Effect:
    if op.flag("movrel"):
        return _Effect(_ALL)  # which registers it writes depends on M0
    copies: list[_Copy] = []
    for half in op.halves:
        sources = _copied(half)
        for target in (ref for ref in half.refs if ref.writes and sources):
            # Of a swap's two operands, each receives the other.
            given = [s for s in sources if s is not target]
            for n, unit in enumerate(target.reg.units):
                units = tuple(s.reg.units[min(n, s.reg.count - 1)] for s in given if s is not None)
                copies.append((unit, units if None not in given else ()))
    handed = units_mask(unit for unit, _ in copies)
    return _Effect(units_mask(op.written) & ~handed, tuple(copies))


def _used_refs(op: Op) -> Iterator[RegUse]:
    """Register operands that an op, not a pair, computes with, including an accumulator.

    The old value with which a partial write merges is left out: compilers start from an undefined one there. An
    instruction that adds M0 to a register number names only the first register that it may read.
    """
    if op.flag("movrel"):
        return
    copied = _copied(op)
    added = op.desc.accumulates
    yield from (ref for ref in op.refs if (ref.reads or (added and ref.writes)) and ref not in copied)


def _check(ctx: Context) -> Iterator[Finding]:
    if not ctx.is_kernel:
        return
    effects: dict[int, _Effect] = {}

    def after(_: int, instruction: Instruction | None, values: _Values) -> _Values:
        if instruction is None:
            return _Values(_ALL, _ALL, _ALL)
        key = id(instruction.op)
        if key not in effects:
            effects[key] = _effect_of(instruction.op)
        return effects[key].after(values)

    entry, on_purpose = _entry(ctx), _undefined_by_comment(ctx)
    defined = _Values(entry, entry | on_purpose, entry | on_purpose)
    for index, instruction, values in states_before(ctx, defined, after, _Values.join):
        for n, half in enumerate(instruction.op.halves if instruction is not None else ()):
            yield from _unset(ctx, index, n, half, values)


def _unset(ctx: Context, index: int, n: int, op: Op, values: _Values) -> Iterator[Finding]:
    """The registers that an op, half ``n`` of its instruction, reads without a value."""
    never: dict[str, bool] = {}
    half: dict[str, bool] = {}
    sometimes: list[str] = []
    used = list(_used_refs(op))
    parts = op.operation in _PARTS and any(values.some >> u & 1 for r in used for u in r.reg.units)
    for ref in used:
        units = tuple(ref.reg.units)
        missing = [u for u in units if not values.some >> u & 1]
        if missing and len(missing) == len(units):
            (half if parts else never)[str(ref.reg)] = any(values.written >> u & 1 for u in units)
        elif missing:
            half.update((unit_name(u), bool(values.written >> u & 1)) for u in missing)
        elif not is_vgpr(units[0]):
            sometimes += [unit_name(u) for u in units if not values.every >> u & 1]
    for unit in (u for u in op.implicit_uses if u in (VCC_LO, VCC_HI, SCC)):
        if not values.some >> unit & 1:
            never[unit_name(unit)] = bool(values.written >> unit & 1)
        elif not values.every >> unit & 1:
            sometimes.append(unit_name(unit))
    found = [
        (tuple(name for name, was in names.items() if was is copied), how, severity)
        for names, severity in ((never, None), (half, Severity.WARNING))
        for copied, how in ((False, "which nothing has defined"), (True, "which is a copy of what nothing has defined"))
    ]
    found.append((tuple(dict.fromkeys(sometimes)), "which is not defined on every path", Severity.WARNING))
    for read, how, severity in found:
        if read:
            message = f"{op.mnemonic} reads {', '.join(read)}, {how}"
            yield ctx.finding("undefined-read", index, message, severity=severity, half=n)


CHECKS = {"undefined-read": _check}
