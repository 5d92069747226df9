"""What must stay in order inside a basic block: register and memory dependences between its instructions.

Every VGPR write merges under EXEC and every EXEC write is a write of a register here, so nothing that reads or writes
lanes moves across one.  Memory accesses keep their order unless the accesses cannot touch the same bytes; nothing of
memory moves across a barrier, a wait that was kept for the memory model, cache control, or an access with a
cache-coherence modifier.  Instructions with other side effects stay where they are.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum

from isaopt.ir.program import Op
from isaopt.isa.registers import NUM_VGPRS
from isaopt.target.counters import is_wait


class Kind(Enum):
    """Why one instruction stays after another: it reads the other's result, overwrites what the other reads or
    writes, or has an effect that must come after."""

    RAW = "raw"
    WAR = "war"
    WAW = "waw"
    ORDER = "order"


@dataclass(frozen=True, slots=True)
class Dependence:
    """``before`` and ``after`` are positions in the block."""

    before: int
    after: int
    kind: Kind


Names = Callable[[int, int, bool], int]
"""What stands for a register unit at a position of the block, in what the op there reads or (True) writes.  A VGPR
stands for itself or has a negative name, other registers stand for themselves."""

_SPACES = {"lds": ("lds",), "flat": ("lds", "memory", "scratch"), "memory": ("memory",), "scratch": ("scratch",)}
_WIDTHS = {"b8": 1, "u8": 1, "i8": 1, "b16": 2, "u16": 2, "i16": 2, "b32": 4, "b64": 8, "b96": 12, "b128": 16}
_COHERENT = ("glc", "dlc", "scope")


@dataclass(frozen=True, slots=True)
class _Access:
    """``base``: the address registers with the position that last wrote each; ``ranges``: byte ranges from there."""

    position: int
    spaces: tuple[str, ...]
    writes: bool
    base: tuple[tuple[int, int], ...] | None
    ranges: tuple[tuple[int, int], ...]


def dependences(ops: Sequence[Op], names: Names | None = None) -> list[Dependence]:
    """All dependences of a block's ops, each pair at most once a kind, in order of ``after``.

    Transitive ones may be missing, direct ones never are.  ``names`` says what stands for a register unit at a
    position, the values that may be renamed apart having names of their own; without it a unit stands for itself.
    """
    return _Scan(ops, names or (lambda _, unit, written: unit)).run()


class _Scan:
    def __init__(self, ops: Sequence[Op], names: Names) -> None:
        self.ops, self.names = ops, names
        self.found: list[Dependence] = []
        self.here: dict[int, list[Kind]] = {}
        """Why the instruction that is looked at stays after others, by their positions."""
        self.writer: dict[int, int] = {}
        self.readers: dict[int, list[int]] = {}
        self.accesses: dict[str, list[_Access]] = {}
        self.writes: dict[str, list[_Access]] = {}
        self.after_all: set[int] = set()
        """Writes that come after all accesses to their spaces before them, since the last fence of memory."""
        self.fence = -1  # the last instruction that nothing crosses
        self.memory_fence = -1  # the last one that no memory access crosses

    def add(self, before: int, after: int, kind: Kind) -> None:
        if before >= 0 and before != after:
            known = self.here.setdefault(before, [])
            if kind not in known:
                known.append(kind)
                self.found.append(Dependence(before, after, kind))

    def run(self) -> list[Dependence]:
        for k, op in enumerate(self.ops):
            self.here.clear()
            self.registers(k, op)
            self.add(self.fence, k, Kind.ORDER)
            if is_full_fence(op):
                for before in range(max(self.fence, 0), k):
                    self.add(before, k, Kind.ORDER)
                self.fence = self.memory_fence = k
                self.forget()
            elif is_memory_fence(op):
                self.add(self.memory_fence, k, Kind.ORDER)
                for position in sorted({access.position for row in self.accesses.values() for access in row}):
                    self.add(position, k, Kind.ORDER)
                self.memory_fence = k
                self.forget()
            elif touches_memory(op):
                self.memory(k, op)
        return self.found

    def forget(self) -> None:
        """Every later access comes after a fence, and it after the accesses before it."""
        self.accesses.clear()
        self.writes.clear()
        self.after_all.clear()

    def registers(self, k: int, op: Op) -> None:
        reads = dict.fromkeys(self.names(k, u, False) for u in (*op.uses, *op.implicit_uses))
        writes = dict.fromkeys(self.names(k, u, True) for u in (*op.defs, *op.implicit_defs))
        for unit in reads:
            self.add(self.writer.get(unit, -1), k, Kind.RAW)
        for unit in writes:
            for reader in self.readers.get(unit, ()):
                self.add(reader, k, Kind.WAR)
            self.add(self.writer.get(unit, -1), k, Kind.WAW)
        for unit in reads:
            self.readers.setdefault(unit, []).append(k)
        for unit in writes:
            self.writer[unit] = k
            self.readers[unit] = [k] if unit in reads else []

    def memory(self, k: int, op: Op) -> None:
        self.add(self.memory_fence, k, Kind.ORDER)
        access = self.access(k, op)
        met: set[int] = set()
        everything = access.writes
        for space in access.spaces:
            for earlier in reversed((self.accesses if access.writes else self.writes).setdefault(space, [])):
                if not _may_meet(earlier, access):
                    everything = False
                    continue
                met.add(earlier.position)
                if earlier.position in self.after_all:
                    break  # and so does what comes before that one
        for position in sorted(met):
            self.add(position, k, Kind.ORDER)
        if everything:
            self.after_all.add(k)
        for space in access.spaces:
            self.accesses.setdefault(space, []).append(access)
            if access.writes:
                self.writes.setdefault(space, []).append(access)

    def access(self, k: int, op: Op) -> _Access:
        writes = "store" in op.mnemonic
        spaces = _SPACES[space_of(op)]
        address = [r for r in op.refs if r.reads and r.desc.name in _ADDRESS]
        # The registers may be the op's own destination: its versions are those before the op.
        named = [self.names(k, u, False) for r in address for u in r.reg.units]
        before = {name: self.writer_before(name, k) for name in named}
        ranges = byte_ranges(op)
        plain = bool(address) and ranges is not None and space_of(op) != "flat"
        base = tuple(sorted(before.items())) if plain else None
        return _Access(k, spaces, writes, base, ranges or ())

    def writer_before(self, name: int, k: int) -> int:
        last = self.writer.get(name, -1)
        if last != k:
            return last
        # Overwritten by this very op; the version it used is at least distinct from any later one.
        return -2 - k


_ADDRESS = ("addr", "vaddr", "saddr", "srsrc", "soffset", "vaddr0")


def _may_meet(a: _Access, b: _Access) -> bool:
    if not set(a.spaces) & set(b.spaces):
        return False
    if a.base is None or b.base is None or a.base != b.base:
        return True
    if a.spaces != _SPACES["scratch"] and any(name < NUM_VGPRS for name, _ in a.base):
        return True  # other bytes of each lane may be those of another lane
    return any(x[0] < y[1] and y[0] < x[1] for x in a.ranges for y in b.ranges)


def touches_memory(op: Op) -> bool:
    """Whether the op reads or writes memory of any kind (scalar loads read what the kernel itself never writes,
    unless it is told so by a cache invalidate, which is a fence)."""
    return bool(op.desc.counters) or op.flag("mayload") or op.flag("maystore")


def space_of(op: Op) -> str:
    """``lds``, ``scratch``, ``flat`` or ``memory``."""
    name = op.mnemonic
    if name.startswith("ds_"):
        return "lds"
    if name.startswith("scratch_"):
        return "scratch"
    return "flat" if name.startswith("flat_") else "memory"


def is_memory_fence(op: Op) -> bool:
    """Whether no memory access may cross the op: barriers, cache control, waits that were kept, coherent accesses."""
    name = op.mnemonic
    if op.flag("barrier") or name.startswith(("global_inv", "global_wb", "buffer_gl", "s_dcache", "s_gl1")):
        return True
    if is_wait(op):
        return True
    if not touches_memory(op):
        return False
    half = [m.name for m in op.modifiers]
    if access_bytes(op) is None and (op.flag("maystore") or op.flag("atomic")):
        return True  # atomics and whatever else is no plain load or store
    return any(m in half for m in _COHERENT)


def is_full_fence(op: Op) -> bool:
    """Whether nothing at all may cross the op: branches, program end, mode and priority changes, messages, traps,
    address groups that count bytes, and whatever the tables do not know."""
    name = op.mnemonic
    if is_wait(op) or is_memory_fence(op):
        return False
    if name.startswith(("s_branch", "s_cbranch", "s_endpgm", "s_getpc", "s_setpc", "s_swappc", "s_call", "s_rfe")):
        return True
    if name.startswith(("exp ", "export")) or name in ("exp", "export"):
        return True
    if any("@" in o.text or "-.L" in o.text for half in op.halves for o in half.operands):
        return True
    return op.flag("sideeffects") or op.flag("unknown") or "expcnt" in op.desc.counters


def byte_ranges(op: Op) -> tuple[tuple[int, int], ...] | None:
    """The bytes that a plain load or store touches, from its address registers on; None where that is not clear."""
    width = access_bytes(op)
    if width is None:
        return None
    first, second = offset_number(op.modifier("offset0")), offset_number(op.modifier("offset1"))
    if "2addr" in op.mnemonic:
        if first is None or second is None:
            return None
        step = width * (64 if "stride64" in op.mnemonic else 1)
        return ((first * step, first * step + width), (second * step, second * step + width))
    offset = offset_number(op.modifier("offset"))
    return None if offset is None else ((offset, offset + width),)


def offset_number(text: str | None) -> int | None:
    """The number that an offset modifier gives, 0 where there is none, None where it is an expression."""
    if text is None:
        return 0
    try:
        return int(text, 0)
    except ValueError:
        return None


def access_bytes(op: Op) -> int | None:
    """Bytes of one access per lane, from the mnemonic; None for one that is no plain load or store."""
    parts = op.mnemonic.split("_")
    if "load" not in parts and "store" not in parts:
        return None
    if "tr" in parts or "addtid" in parts or "block" in parts or "format" in parts or op.mnemonic.startswith("image"):
        return None
    widths = [_WIDTHS[p] for p in parts if p in _WIDTHS]
    return widths[0] if widths else None
