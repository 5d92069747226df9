"""Scratch slots: dwords of private memory that a kernel uses like registers; and the kernel with registers instead.

A slot is a dword at a constant offset. In a kernel with slots, every access to scratch has a constant address, which a
scalar may hold, and moves whole dwords. So no two slots overlap, and nothing else reaches them: each lane has its own
(LLVM AMDGPUUsage, "Private").
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from isaopt.analysis.flow.liveness import code_of
from isaopt.analysis.integers.induction import constant_at
from isaopt.asm.printer import print_op
from isaopt.ir.edit import rename_registers, spliced
from isaopt.ir.program import Instruction, Kernel, Module, Op, Operand, OperandKind, RegUse
from isaopt.isa.meaning import Access, Space
from isaopt.isa.registers import NUM_VIRTUAL, VIRTUAL_BASE, RegRef
from isaopt.rebuild.rewrite import made

_DWORD = 4
#: Registers that reveal where scratch is.
_APERTURE = ("src_private_base", "src_private_limit", "src_flat_scratch")


@dataclass(frozen=True, slots=True)
class Spill:
    """A store to slots or a load from them: the item, the first slot (in dwords), and a VGPR for each slot."""

    item: int
    load: bool
    first: int
    registers: RegRef

    @property
    def slots(self) -> range:
        return range(self.first, self.first + self.registers.count)


@dataclass(frozen=True, slots=True)
class NoSlots:
    """Why scratch is not a set of slots: the responsible item (-1: none), a reason code, and the reason for people."""

    item: int
    code: str
    why: str


def spills_of(module: Module, kernel: Kernel) -> tuple[Spill, ...] | NoSlots:
    """Every access of the kernel to scratch as a spill; or why they are not all spills."""
    found: list[Spill] = []
    cfg, ops = code_of(module, kernel)
    for k, (index, item) in enumerate(module.instructions(kernel)):
        op = item.op
        if op.desc.memory is None or op.desc.memory.space not in (Space.SCRATCH, Space.FLAT):
            if any(name in operand.text for operand in op.operands for name in _APERTURE) or "FLAT_SCR" in item.text:
                return NoSlots(index, "address-escapes", "the kernel reads where its scratch is")
            continue
        if op.desc.memory.space is Space.FLAT:
            return NoSlots(index, "flat", "a flat access may be to scratch")
        spill = _spill(index, op)
        if spill is None:
            return NoSlots(index, "form", "an access to scratch is no plain one of whole dwords")
        bases = [o.reg for o in op.operands if o.reg is not None and o.reg != spill.registers]
        if bases:
            several = len(bases) > 1 or bases[0].is_vgpr
            base = None if several else constant_at(ops, cfg, cfg.block_of[k], bases[0].first, end=k)
            if base is None or base % _DWORD:
                return NoSlots(index, "dynamic-address", "an address in scratch is no constant")
            spill = replace(spill, first=spill.first + base // _DWORD)
        found.append(spill)
    if found and max(s.slots.stop for s in found) > NUM_VIRTUAL:
        return NoSlots(-1, "size", f"it has more than {NUM_VIRTUAL} slots")
    return tuple(found)


def _spill(index: int, op: Op) -> Spill | None:
    memory = op.desc.memory
    offset = int(op.modifier("offset") or "0", 0)
    # A load may be the last one, after which memory holds anything: a register does not mind.
    plain = all(m.name == "offset" or (m.name, m.value) == ("th", "TH_LOAD_LU") for m in op.modifiers)
    whole = memory is not None and not memory.half and memory.element.width == 8 * _DWORD and memory.addresses == 1
    if memory is None or not plain or not whole or memory.access not in (Access.LOAD, Access.STORE):
        return None
    registers = next((o.reg for o, d in zip(op.operands, op.desc.operands, strict=True) if d.name in ("vdst", "vdata")))
    if registers is None or offset < 0 or offset % _DWORD:
        return None
    return Spill(index, memory.access is Access.LOAD, offset // _DWORD, registers)


def with_copies(module: Module, kernel: Kernel, spills: Sequence[Spill]) -> Module:
    """The kernel with copies between VGPRs and a virtual register for each slot in place of these accesses."""
    changes = {}
    for spill in spills:
        line = module.items[spill.item].line
        changes[spill.item, spill.item + 1] = list(copies(module, kernel, spill, line))
    return spliced(module, changes)


def copies(module: Module, kernel: Kernel, spill: Spill, line: int) -> Iterator[Instruction]:
    """A copy for each dword that the access moves."""
    pattern = made(module, kernel, "v_mov_b32_e32 v0, v1", line)
    for slot, unit in zip(spill.slots, spill.registers.units, strict=True):
        virtual, real = RegRef(VIRTUAL_BASE + slot), RegRef(unit)
        target, source = (real, virtual) if spill.load else (virtual, real)

        def new(ref: RegUse, target: RegRef = target, source: RegRef = source) -> RegRef:
            return target if ref.writes else source

        yield replace(pattern, op=rename_registers(pattern.op, new))


def compacted(module: Module, kernel: Kernel) -> tuple[Module, int]:
    """The kernel with its remaining slots renumbered without gaps, and their size in bytes."""
    spills = spills_of(module, kernel)
    assert not isinstance(spills, NoSlots)
    used = sorted({slot for spill in spills for slot in spill.slots})
    place: dict[int, int] = {}
    for slot in used:
        place[slot] = len(place)
    changes: dict[tuple[int, int], list[Instruction]] = {}
    for spill in spills:
        # The slots of one access stay adjacent: all slots between its first and last are used, too.
        to = place[spill.first]
        if to != spill.first:
            changes[spill.item, spill.item + 1] = [_at(module, kernel, spill, to)]
    return spliced(module, changes), _DWORD * len(used)


def _at(module: Module, kernel: Kernel, spill: Spill, slot: int) -> Instruction:
    """The access with another slot as its first."""
    item = module.instruction(spill.item)
    off = Operand(OperandKind.KEYWORD, "off")
    operands = tuple(o if o.reg in (None, spill.registers) else off for o in item.op.operands)
    text = print_op(replace(item.op, operands=operands)).partition(" offset:")[0].partition(" th:")[0]
    return made(module, kernel, text + (f" offset:{_DWORD * slot}" if slot else ""), item.line)
