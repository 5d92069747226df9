"""What each instruction does to memory that others see, where, and whether two such accesses may meet.

Cache bits and scopes: AMD RDNA3 ISA guide, "Memory scopes" (GLC, SLC, DLC), RDNA4 ISA guide, the same (SCOPE, TH); what
compilers mean by them: LLVM AMDGPUUsage, memory models of gfx10-gfx11 and gfx12.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from enum import Enum

from isaopt.ir.program import Op
from isaopt.linting.flow import solve_forward
from isaopt.linting.memory.origins import Origin, Registers, advance, number, reads, scalar_offset
from isaopt.linting.model import Context
from isaopt.target.arch import Arch

_VECTOR = frozenset({"global", "flat", "mubuf", "mtbuf", "mimg", "vimage", "vsample"})
_WIDE_SCOPES = frozenset({"SCOPE_SE", "SCOPE_DEV", "SCOPE_SYS"})
_BITS = re.compile(r"_[biuf](8|16|32|64|96|128|256|512)(?=_|$)")


class Overlap(Enum):
    """Whether two accesses touch a common byte: ``NEVER`` as far as one can tell, since they start from different
    pointers; ``POSSIBLE``: they start from one; ``APART``: the same, but with different constants added to it beside
    what is not known, as compilers reach members of a structure; ``UNKNOWN``: one of them starts from what cannot be
    told."""

    NEVER = "never"
    APART = "apart"
    POSSIBLE = "possible"
    CERTAIN = "certain"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Address:
    """Bytes that an access may touch.

    ``origins`` are the pointers that the base may come from.  If ``anchor`` is set, the bytes lie at ``least`` or above
    from it, and begin exactly there if ``exact``; otherwise ``least`` is the constant part of the distance.
    """

    origins: frozenset[Origin]
    size: int
    anchor: Origin | None = None
    least: int = 0
    exact: bool = False

    def overlap(self, other: Address) -> Overlap:
        if not self.origins or not other.origins:
            return Overlap.UNKNOWN
        if not self.origins & other.origins:
            return Overlap.NEVER
        if self.anchor is None or self.anchor != other.anchor:
            apart = self.least + self.size <= other.least or other.least + other.size <= self.least
            return Overlap.APART if apart else Overlap.POSSIBLE
        for a, b in ((self, other), (other, self)):
            if a.exact and a.least + a.size <= b.least:
                return Overlap.NEVER
        return Overlap.CERTAIN if self.exact and other.exact else Overlap.POSSIBLE


@dataclass(frozen=True, slots=True)
class Access:
    """An access to memory that is not private to a lane, LDS apart.

    ``scalar`` goes through the scalar cache.  ``coherent`` is meant for other waves: an atomic operation, or an access
    whose cache bits or scope say so.  ``releasing`` is a store whose bits compilers use for nothing else than that.
    """

    index: int
    reads: bool
    writes: bool
    scalar: bool
    atomic: bool
    coherent: bool
    releasing: bool
    address: Address


def accesses(ctx: Context) -> dict[int, Access]:
    """The accesses of the reachable code by item index; use as ``ctx.fact(accesses)``."""
    found: dict[int, Access] = {}

    def through(block: int, start: Registers) -> Registers:
        registers = start.copy()
        for index, instruction in ctx.steps(ctx.blocks[block]):
            if instruction is None or ctx.is_opaque(index):
                registers = Registers({}, from_entry=False)
                continue
            access = _access(instruction.op, index, ctx.arch, registers)
            if access is not None:
                found[index] = access
            advance(registers, instruction.op, index)
        return registers

    if ctx.blocks:
        starts = solve_forward(ctx.flow, Registers(), through, Registers.merged)
        for block, start in starts.items():
            through(block, start)
    return found


def _access(op: Op, index: int, arch: Arch, registers: Registers) -> Access | None:
    flags = op.desc.flags
    if op.pair is not None or "sideeffects" in flags or not flags & {"mayload", "maystore"}:
        return None
    if "smem" in flags:
        return Access(index, True, False, True, False, False, False, _scalar_address(op, registers))
    if not flags & _VECTOR:
        return None
    given = {m.name: m.value for m in op.modifiers}
    atomic, writes = "atomic" in flags, "maystore" in flags
    streaming = "slc" in given
    marked = given.get("scope") in _WIDE_SCOPES if arch.family == "gfx12" else "glc" in given and not streaming
    releasing = marked and writes and not atomic and arch.family == "gfx11"
    reads_too = "mayload" in flags
    return Access(index, reads_too, writes, False, atomic, atomic or marked, releasing, _address(op, registers))


def _size(op: Op) -> int:
    """Bytes of one lane."""
    named = _BITS.findall(op.mnemonic)
    if named:
        return int(named[-1]) // 8
    data = next((ref for ref in op.refs if ref.desc.name in ("vdata", "vdst", "sdst", "sdata")), None)
    return 4 * data.reg.count if data is not None else 4


def scalar_alignment(op: Op) -> int:
    """The bytes of which a scalar load's address has to be a multiple; 1 for other instructions."""
    loads = "smem" in op.desc.flags and "mayload" in op.desc.flags and "sideeffects" not in op.desc.flags
    return min(_size(op), 4) if loads else 1


def _placed(registers: Registers, low: int, high: int, size: int, added: int | None, upwards: bool) -> Address:
    """Bytes from the pointer in two registers on, ``added`` bytes further.

    ``upwards``: where ``added`` is not known, it still takes nothing away from what the pointer and the rest say.
    """
    first, second = registers.of(low), registers.of(high)
    origins = second.origins or first.origins
    if len(first.origins) != 1 or first.distance is None or (added is None and not upwards):
        return Address(origins, size, least=added or 0)
    return Address(origins, size, next(iter(first.origins)), first.distance + (added or 0), added is not None)


def _scalar_address(op: Op, registers: Registers) -> Address:
    base = reads(op, "sbase")
    if base is None:
        return Address(frozenset(), 4)
    low = base.reg.first
    return _placed(registers, low, low + 1, _size(op), scalar_offset(op, registers), upwards=False)


def _address(op: Op, registers: Registers) -> Address:
    size, offset = _size(op), number(op.modifier("offset"))
    resource, scalar, vector = reads(op, "srsrc"), reads(op, "saddr"), reads(op, "vaddr", "vaddr0")
    if resource is not None:
        # Swizzling and formats change what an offset means: only the buffer itself is told.
        words = [registers.of(unit).origins for unit in resource.reg.units]
        return Address(words[1] or words[0], size)
    base = scalar or vector
    if vector is None or base is None or base.reg.count < 2:
        return Address(frozenset(), size)
    low = base.reg.first
    if scalar is None:
        return _placed(registers, low, low + 1, size, offset, upwards=False)
    lane = registers.of(vector.reg.first)
    known = lane.distance if not lane.origins and lane.distance is not None and lane.distance >= 0 else None
    added = None if known is None or offset is None else known + offset
    found = _placed(registers, low, low + 1, size, added, upwards=offset is not None)
    # The offset in the VGPR is unsigned (RDNA3 ISA guide, GLOBAL), so that the constant one is the least.
    return replace(found, least=found.least + (offset or 0)) if added is None else found
