"""The memory effects of one instruction that constrain its order: address spaces, bytes, fences."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from isaopt.ir.kept import kept_in_op
from isaopt.ir.program import Op
from isaopt.isa.meaning import Access, Lanes, Space, Unit
from isaopt.target.counters import is_wait

#: The flag of a wait that only keeps the order of what others can notice: later loads may be issued before it.
RELEASE = "release"
#: The same for a wait whose LDS access may be an acquire: only loads from LDS, which are performed after it in any
#: case, may be issued before it.
RELEASE_LDS = "release of LDS"
#: The flag of an access whose order with others other waves may tell, though nothing waits between them: LDS performs
#: what a wave does in order, and so does the vector cache of a CU after a load (LLVM AMDGPUUsage, memory models gfx11
#: and gfx12, acquiring loads of workgroup scope).
SHARED = "shared"
#: The flag of an access that a wait in another block may identify by the number of later ones: accesses of one counter
#: keep their order.
COUNTED = "counted"
#: The flag of a load from memory that nobody writes while the kernel runs: it may be made at any earlier time.
UNWRITTEN = "unwritten"
#: Bytes per lane of the largest access; a larger one is spread over a block of registers or loaded by the wave.
_MOST_BYTES = 16
#: The address includes the lane's number.
_BY_LANE = frozenset({"ds_load_addtid_b32", "ds_store_addtid_b32", "global_load_addtid_b32", "global_store_addtid_b32"})
_COHERENT = ("glc", "dlc", "scope")


def noted(op: Op, notes: Mapping[str, bool]) -> Op:
    """The op with these flags, or without flags."""
    flags = op.desc.flags.difference(notes).union(flag for flag, on in notes.items() if on)
    return op if flags == op.desc.flags else replace(op, desc=replace(op.desc, flags=flags))


def noted_like(op: Op, other: Op) -> Op:
    """The access with what is noted of another one, which it replaces."""
    return noted(op, {flag: other.flag(flag) for flag in (SHARED, COUNTED, UNWRITTEN)})


def touches_memory(op: Op) -> bool:
    """Whether the op reads or writes memory of any kind. (Scalar loads read memory that the kernel itself never writes,
    except after a cache invalidate, which is a fence.)"""
    return bool(op.desc.counters) or op.flag("mayload") or op.flag("maystore")


def space_of(op: Op) -> str:
    """The address space of the op: ``lds``, ``scratch``, ``flat`` or ``memory``."""
    if op.desc.unit in (Unit.LDS, Unit.LDS_DIRECT):
        return "lds"
    space = op.desc.memory.space if op.desc.memory is not None else None
    return space.value if space in (Space.SCRATCH, Space.FLAT) else "memory"


@kept_in_op
def is_memory_fence(op: Op) -> bool:
    """Whether no memory access may cross the op: barriers, cache control, waits that were kept, coherent accesses."""
    if op.flag("barrier") or is_cache_control(op) or is_wait(op):
        return True
    if not touches_memory(op):
        return False
    if access_bytes(op) is None and (op.flag("maystore") or op.flag("atomic")):
        return True  # atomics and anything else that is not a plain load or store
    return is_coherent(op)


def release_flag(op: Op) -> str:
    """The flag of a wait with which some accesses may pass it; empty if none may."""
    return next((flag for flag in (RELEASE, RELEASE_LDS) if op.flag(flag)), "")


def is_cache_control(op: Op) -> bool:
    """Whether the op invalidates a data cache or writes it back."""
    return op.desc.cache is not None and op.desc.cache.cache != "instruction"


def is_coherent(op: Op) -> bool:
    """Whether the op has a modifier that makes it see, or show, data beyond the nearest cache."""
    return any(m.name in _COHERENT for m in op.modifiers)


@kept_in_op
def is_full_fence(op: Op) -> bool:
    """Whether no instruction may move across the op: branches, program end, mode and priority changes, messages, traps,
    address groups that count bytes, and anything missing from the tables."""
    if is_wait(op) or is_memory_fence(op):
        return False
    if op.desc.unit in (Unit.BRANCH, Unit.EXPORT) or op.operation == "s_getpc_b64":
        return True
    if any("@" in o.text or "-.L" in o.text for half in op.halves for o in half.operands):
        return True
    return op.flag("sideeffects") or op.flag("unknown") or "expcnt" in op.desc.counters


def byte_ranges(op: Op) -> tuple[tuple[int, int], ...] | None:
    """The bytes that a plain load or store touches, relative to its address registers; None if unknown."""
    width = access_bytes(op)
    if width is None:
        return None
    first, second = op.number("offset0"), op.number("offset1")
    memory = op.desc.memory
    if memory is not None and memory.addresses == 2:
        if first is None or second is None:
            return None
        return tuple((place, place + width) for place in (first * memory.stride, second * memory.stride))
    offset = op.number("offset")
    return None if offset is None else ((offset, offset + width),)


def scalar_range(op: Op) -> tuple[int, int] | None:
    """The same for a scalar load of words, of any width."""
    if not op.desc.loads_scalar_words or op.desc.memory is None:
        return None
    first = op.number("offset")
    for desc, operand in zip(op.desc.operands, op.operands, strict=True):
        if desc.name == "offset":
            first = operand.value if isinstance(operand.value, int) else None
    return None if first is None else (first, first + op.desc.memory.bytes)


@kept_in_op
def access_bytes(op: Op) -> int | None:
    """Bytes of one access per lane; None for one that is not a plain load or store."""
    memory = op.desc.memory
    if memory is None or memory.access not in (Access.LOAD, Access.STORE) or memory.formatted:
        return None
    if op.desc.unit is Unit.LDS_DIRECT or op.desc.lanes is Lanes.CROSS or op.operation in _BY_LANE:
        return None
    return memory.bytes if memory.bytes <= _MOST_BYTES else None
