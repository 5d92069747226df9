"""Rules of single instructions that the assembler does not check: clauses, register release, address groups, modes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from isaopt.ir.kept import kept
from isaopt.ir.program import Directive, Instruction, Label, Module, Operand, OperandKind
from isaopt.judge.waits import wait_of
from isaopt.linting.flow import ends_wave
from isaopt.linting.layout import layout_of
from isaopt.linting.model import Context, Finding
from isaopt.linting.paths import PathEnd, reachable_instructions, search_back, straight_after
from isaopt.linting.traits import Traits
from isaopt.target.sizes import size_of

_CLAUSE_MAX = 31
_REL32 = re.compile(r"([\w.$]+)@(gotpc)?rel32@(lo|hi)([+-](?:0x[0-9a-fA-F]+|\d+))?$")
#: Directives that may stand between a label and its code.
_SILENT = frozenset(
    (".p2align", ".align", ".balign", ".type", ".globl", ".weak", ".loc", ".file", ".hidden", ".protected")
)
_KINDS = ("smem", "ds", "flat", "global", "scratch", "mubuf", "mtbuf", "mimg", "vimage", "vsample")
#: Buffer, global and scratch accesses may share a clause.
_VMEM = frozenset(("global", "scratch", "mubuf", "mtbuf"))


def _dealloc(ctx: Context) -> Iterator[Finding]:
    for index, instruction, _ in reachable_instructions(ctx):
        if not instruction.op.releases_vgprs:
            continue
        if next(search_back(ctx, index, 0, _no_nop), None) is not None:
            yield ctx.finding(
                "dealloc-vgprs",
                index,
                "no s_nop precedes the message that releases the VGPRs",
                ctx.insert_before(index, "s_nop 0"),
            )
        after = next((ctx.instruction(i) for i in straight_after(ctx, index)), None)
        if after is None or not ends_wave(after.op):
            yield ctx.finding("dealloc-vgprs", index, "s_endpgm does not follow the message that releases the VGPRs")
        yield from _scratch_stores(ctx, index)


def _no_nop(_: int, __: Traits, before: Instruction) -> int | PathEnd:
    return PathEnd.EXPIRED if before.op.mnemonic == "s_nop" else PathEnd.FOUND


def _scratch_stores(ctx: Context, index: int) -> Iterator[Finding]:
    counter = "vscnt" if ctx.arch.family == "gfx11" else "storecnt"

    def step(_: int, __: Traits, at: Instruction) -> int | PathEnd:
        wait = wait_of(at.op, ctx.arch.family)
        if wait is not None and wait.counts.get(counter) == 0:
            return PathEnd.EXPIRED
        return PathEnd.FOUND if at.op.flag("scratch") and at.op.flag("maystore") else 0

    for store, _ in search_back(ctx, index, 0, step):
        yield ctx.finding(
            "dealloc-vgprs",
            index,
            f"the VGPRs are released while the scratch store in line {ctx.module.items[store].line} may be outstanding",
            ctx.insert_before(index, "s_waitcnt_vscnt null, 0x0" if counter == "vscnt" else "s_wait_storecnt 0x0"),
        )
        return


def _clause_kind(instruction: Instruction) -> str:
    """The kind of clause that an instruction may belong to; empty if it belongs to none."""
    op = instruction.op
    kind = next((k for k in _KINDS if op.flag(k) and op.desc.cache is None), "")
    if kind in ("", "smem"):
        return kind
    access = "store" if op.flag("maystore") and not op.flag("mayload") else "load"
    way = "atomic" if op.flag("atomic") else access
    return f"{'vmem' if kind in _VMEM else kind} {way}"


def _clauses(ctx: Context) -> Iterator[Finding]:
    for index, instruction, _ in reachable_instructions(ctx):
        if instruction.op.mnemonic != "s_clause" or not instruction.op.operands:
            continue
        value = instruction.op.operands[0].value
        if not isinstance(value, int):
            continue
        fault = _clause_fault(ctx, index, value)
        if fault:
            start = instruction.start
            fix = ctx.replace_item(index, start, instruction.end, "s_nop 0")
            yield ctx.finding("clause-members", index, fault, fix)


def _clause_fault(ctx: Context, index: int, value: int) -> str:
    if not 1 <= value <= _CLAUSE_MAX:
        return (
            f"s_clause {value}: a clause has 2 to {_CLAUSE_MAX + 1} instructions, so the operand is 1 to {_CLAUSE_MAX}"
        )
    following = straight_after(ctx, index)
    kinds: list[str] = []
    while len(kinds) <= value:
        place = next(following, None)
        member = None if place is None or ctx.is_opaque(place) else ctx.instruction(place)
        if member is None:
            return f"the clause of {value + 1} instructions ends after {len(kinds)}, at a label, a branch or the end"
        if member.op.mnemonic == "s_nop" and kinds:
            continue
        kind = _clause_kind(member)
        if not kind:
            return f"{member.op.mnemonic} in line {member.line} stands inside the clause of {value + 1} instructions"
        if kinds and kind != kinds[0]:
            return f"the clause mixes {kinds[0]} and {kind} (line {member.line})"
        kinds.append(kind)
    return ""


def _swizzle(ctx: Context) -> Iterator[Finding]:
    for index, instruction, _ in reachable_instructions(ctx):
        op = instruction.op
        if not op.flag("scratch"):
            continue
        address = [
            r.reg for r, d in zip(op.refs, (r.desc for r in op.refs), strict=True) if d.name in ("vaddr", "saddr")
        ]
        if any(r.is_vgpr for r in address) and any(not r.is_vgpr for r in address):
            yield ctx.finding(
                "scratch-swizzle",
                index,
                f"{op.mnemonic} adds a VGPR and an SGPR address: wrong where their lowest two bits carry",
            )


@dataclass(frozen=True)
class _AddressHalf:
    """One half of a PC-relative address: the symbol, and the difference between its addend and the distance ``needed``.

    ``plain`` is the distance of the first half if the group contains nothing that compilers do not put there.
    """

    index: int
    operand: Operand
    match: re.Match[str]
    needed: int
    plain: int
    excess: int


def _pc_relative(ctx: Context) -> Iterator[Finding]:
    code = _code_symbols(ctx.module)
    for halves in _address_halves(ctx):
        offsets = {half.excess for half in halves}
        if offsets == {0}:
            continue
        agree = len(halves) > 1 and len(offsets) == 1
        if agree and halves[0].match.group(1) not in code and not _displaced(halves):
            continue  # the address of an element, whose offset compilers fold into the addend
        for half in halves:
            if half.excess:
                yield _off_by(ctx, half, fixed=agree or 0 in offsets or max(offsets) < 0)


def _displaced(halves: list[_AddressHalf]) -> bool:
    """Whether an instruction was inserted into the group after its addends were computed; otherwise they address an
    element before the symbol."""
    return halves[0].needed > halves[0].plain == halves[0].needed + halves[0].excess


def _address_halves(ctx: Context) -> Iterator[list[_AddressHalf]]:
    """Pairs of operands that add the same symbol to the same ``s_getpc_b64``."""
    layout = ctx.fact(layout_of)
    for block in ctx.blocks:
        base: int | None = None
        plain = 0
        pair: Sequence[int] = ()
        groups: dict[tuple[int, str], list[_AddressHalf]] = {}
        for index, instruction in ctx.steps(block):
            if instruction is None:
                base = None
                continue
            op = instruction.op
            if op.mnemonic == "s_getpc_b64" and op.refs:
                base, pair, plain = layout.offset[index] + size_of(op), op.refs[0].reg.units, 4
                continue
            if op.mnemonic == "s_sext_i32_i16" and set(op.defs) & set(pair):
                plain += size_of(op)  # of the upper half, on gfx12 (LLVM SIInstrInfo.cpp, SI_PC_ADD_REL_OFFSET)
            for operand in op.operands:
                match = _REL32.match(operand.text) if operand.kind is OperandKind.EXPR else None
                if match is None or base is None or not set(op.defs) & set(pair):
                    continue
                # The value is relative to the literal that holds it, 4 bytes into the instruction.
                needed = layout.offset[index] - base + 4
                half = _AddressHalf(index, operand, match, needed, plain, int(match.group(4) or "0", 0) - needed)
                groups.setdefault((base, match.group(1)), []).append(half)
        yield from groups.values()


@kept
def _code_symbols(module: Module) -> frozenset[str]:
    """Labels of the file that an instruction follows: an address inside code is no element of an object."""
    names, open_labels = set[str](), list[str]()
    for item in module.items:
        if isinstance(item, Label):
            open_labels.append(item.name)
        elif isinstance(item, Instruction):
            names.update(open_labels)
            open_labels.clear()
        elif isinstance(item, Directive) and item.name not in _SILENT:
            open_labels.clear()
    return frozenset(names)


def _off_by(ctx: Context, half: _AddressHalf, fixed: bool) -> Finding:
    match, needed, instruction = half.match, half.needed, ctx.instruction(half.index)
    assert instruction is not None
    good = f"{match.group(1)}@{match.group(2) or ''}rel32@{match.group(3)}+{needed}"
    text = instruction.text[instruction.start : instruction.end]
    known = fixed and half.operand.text in text
    return ctx.finding(
        "pc-relative-addend",
        half.index,
        f"{half.operand.text} is off by {half.excess}: the literal stands {needed} bytes behind s_getpc_b64",
        ctx.replace(half.index, text.replace(half.operand.text, good)) if known else (),
    )


CHECKS = {
    "dealloc-vgprs": _dealloc,
    "clause-members": _clauses,
    "pc-relative-addend": _pc_relative,
    "scratch-swizzle": _swizzle,
}
