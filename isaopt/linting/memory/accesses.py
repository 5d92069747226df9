"""The accesses of each instruction to memory that others see, their addresses, and whether two of them may overlap.

Cache bits and scopes: AMD RDNA3 ISA guide, "Memory scopes" (GLC, SLC, DLC), RDNA4 ISA guide, the same (SCOPE, TH);
their use by compilers: LLVM AMDGPUUsage, memory models of gfx10-gfx11 and gfx12.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum

from isaopt.ir.coherence import Scope, scope_of
from isaopt.ir.program import Op
from isaopt.isa.meaning import Space
from isaopt.linting.flow import solve_forward
from isaopt.linting.memory.origins import Origin, Registers, advance, reads, scalar_offset
from isaopt.linting.model import Context
from isaopt.target.arch import Arch

_SCALAR = (Space.SCALAR, Space.SCALAR_BUFFER)
_VECTOR = (Space.GLOBAL, Space.FLAT, Space.BUFFER, Space.IMAGE)


class Overlap(Enum):
    """Whether two accesses touch a common byte. ``NEVER``: presumably not, since they start from different pointers;
    ``POSSIBLE``: they start from one; ``APART``: the same, but with different constants added besides the unknown part,
    as compilers address members of a structure; ``UNKNOWN``: one of them has an unknown start."""

    NEVER = "never"
    APART = "apart"
    POSSIBLE = "possible"
    CERTAIN = "certain"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class ByteRange:
    """Bytes that an access may touch.

    ``origins`` are the pointers from which the base may come. If ``anchor`` is set, the bytes are at ``least`` or above
    from it, and begin exactly there if ``exact``; otherwise ``least`` is the constant part of the distance.
    """

    origins: frozenset[Origin]
    size: int
    anchor: Origin | None = None
    least: int = 0
    exact: bool = False

    def overlap(self, other: ByteRange) -> Overlap:
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
class GlobalAccess:
    """An access to memory other than LDS that is not private to a lane.

    ``scalar`` goes through the scalar cache. ``coherent`` is meant for other waves: an atomic operation, or an access
    whose cache bits or scope say so. ``releasing`` is a store with bits that compilers use only for releases.
    """

    index: int
    reads: bool
    writes: bool
    scalar: bool
    atomic: bool
    coherent: bool
    releasing: bool
    address: ByteRange


def accesses(ctx: Context) -> dict[int, GlobalAccess]:
    """The accesses of the reachable code by item index; use as ``ctx.fact(accesses)``."""
    found: dict[int, GlobalAccess] = {}

    def through(block: int, start: Registers) -> Registers:
        registers = start.copy()
        for index, instruction in ctx.known(ctx.blocks[block]):
            if instruction is None:
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


def _access(op: Op, index: int, arch: Arch, registers: Registers) -> GlobalAccess | None:
    memory = op.desc.memory
    if op.pair is not None or memory is None or op.flag("sideeffects"):
        return None
    if memory.space in _SCALAR:
        address = _scalar_address(op, memory.bytes, registers)
        return GlobalAccess(index, True, False, True, False, False, False, address)
    if memory.space not in _VECTOR:
        return None
    marked, atomic = _is_marked(op, arch), memory.is_atomic
    releasing = marked and memory.stores and not atomic and arch.family == "gfx11"
    address = _address(op, memory.bytes, registers)
    return GlobalAccess(index, memory.loads, memory.stores, False, atomic, atomic or marked, releasing, address)


def _is_marked(op: Op, arch: Arch) -> bool:
    """Whether the cache bits say that the access is meant for other waves; a streaming access of gfx11 also sets
    GLC."""
    if arch.family == "gfx11":
        return op.modifier("glc") is not None and op.modifier("slc") is None
    scope = scope_of(op)
    return scope is not None and scope >= Scope.WORKGROUP


def scalar_alignment(op: Op) -> int:
    """The alignment in bytes that a scalar load's address requires; 1 for other instructions."""
    memory = op.desc.memory
    loads = memory is not None and memory.loads and memory.space in _SCALAR
    return min(memory.bytes, 4) if memory is not None and loads else 1


def _placed(registers: Registers, low: int, high: int, size: int, added: int | None, upwards: bool) -> ByteRange:
    """The bytes at the pointer in two registers plus ``added`` bytes.

    ``upwards``: an unknown ``added`` does not decrease the address given by the pointer and the rest.
    """
    first, second = registers.of(low), registers.of(high)
    origins = second.origins or first.origins
    if len(first.origins) != 1 or first.distance is None or (added is None and not upwards):
        return ByteRange(origins, size, least=added or 0)
    return ByteRange(origins, size, next(iter(first.origins)), first.distance + (added or 0), added is not None)


def _scalar_address(op: Op, size: int, registers: Registers) -> ByteRange:
    base = reads(op, "sbase")
    if base is None:
        return ByteRange(frozenset(), 4)
    low = base.reg.first
    return _placed(registers, low, low + 1, size, scalar_offset(op, registers), upwards=False)


def _address(op: Op, size: int, registers: Registers) -> ByteRange:
    offset = op.number("offset")
    resource, scalar, vector = reads(op, "srsrc"), reads(op, "saddr"), reads(op, "vaddr", "vaddr0")
    if resource is not None:
        # Swizzling and formats change what an offset means: only the buffer itself is known.
        words = [registers.of(unit).origins for unit in resource.reg.units]
        return ByteRange(words[1] or words[0], size)
    base = scalar or vector
    if vector is None or base is None or base.reg.count < 2:
        return ByteRange(frozenset(), size)
    low = base.reg.first
    if scalar is None:
        return _placed(registers, low, low + 1, size, offset, upwards=False)
    lane = registers.of(vector.reg.first)
    known = lane.distance if not lane.origins and lane.distance is not None and lane.distance >= 0 else None
    added = None if known is None or offset is None else known + offset
    found = _placed(registers, low, low + 1, size, added, upwards=offset is not None)
    # The offset in the VGPR is unsigned (RDNA3 ISA guide, GLOBAL), so that the constant one is the least.
    return replace(found, least=found.least + (offset or 0)) if added is None else found
