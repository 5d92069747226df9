"""The order that must be kept inside a basic block: register and memory dependences between its instructions.

Every VGPR write merges under EXEC, and an EXEC write counts as a register write, so nothing that reads or writes lanes
moves across one. Memory accesses keep their order unless they cannot touch the same bytes; no memory access moves
across a barrier, a wait that was kept for the memory model, cache control, or an access with a cache-coherence
modifier. A wait that lets some events stay outstanding says that older ones have returned, so those stay older.
Instructions with other side effects stay where they are.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum

from isaopt.analysis.flow.accesses import (
    COUNTED,
    RELEASE_LDS,
    SHARED,
    UNWRITTEN,
    byte_ranges,
    is_full_fence,
    is_memory_fence,
    release_flag,
    scalar_range,
    space_of,
    touches_memory,
)
from isaopt.ir.program import Op
from isaopt.isa.registers import NUM_VGPRS
from isaopt.target.counters import UNORDERED_KINDS, counters_emptied, counters_left, event_kind, is_wait


class Kind(Enum):
    """Why one instruction must follow another: it reads the other's result, overwrites a register that the other reads
    or writes, or has an effect that must come later."""

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


@dataclass(frozen=True, slots=True)
class _Access:
    """``base``: the address registers with the position that last wrote each; ``ranges``: byte ranges from there."""

    position: int
    spaces: tuple[str, ...]
    writes: bool
    base: tuple[tuple[int, int], ...] | None
    ranges: tuple[tuple[int, int], ...]


@dataclass(slots=True)
class _ScalarLoad:
    """``base``: registers of the address with the position that last wrote each; ``bytes`` from there, None where that
    is not known; ``waited``: the first instruction by which it has returned, -1 for none."""

    position: int
    base: tuple[tuple[int, int], ...]
    bytes: tuple[int, int] | None
    waited: int = -1

    def may_meet(self, other: _ScalarLoad) -> bool:
        """Whether both may load the same bytes."""
        if self.base != other.base or self.bytes is None or other.bytes is None:
            return True
        return self.bytes[0] < other.bytes[1] and other.bytes[0] < self.bytes[1]


def dependences(ops: Sequence[Op], names: Names | None = None) -> list[Dependence]:
    """All dependences of a block's ops, each pair at most once per kind, in order of ``after``.

    Transitive ones may be missing, direct ones never are. ``names`` maps a register unit at a position to a name, so
    that values that may be renamed apart get different names; without it each unit is its own name.
    """
    return _Scan(ops, names or (lambda _, unit, written: unit)).run()


class _Scan:
    def __init__(self, ops: Sequence[Op], names: Names) -> None:
        self.ops, self.names = ops, names
        self.found: list[Dependence] = []
        self.late_found: list[Dependence] = []
        """Those of instructions that were looked at before."""
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
        self.release: dict[str, int] = {}
        """The last wait since then that loads may cross, by its flag."""
        self.counted: frozenset[str] = frozenset()
        """Counters on which such waits let events be outstanding."""
        self.shared: dict[str, int] = {}
        """The last access by space after which others of that space stay."""
        self.loaded: dict[tuple[tuple[int, int], ...], list[_Access]] = {}
        """Loads from memory by their addresses, since the last fence."""
        self.scalar: list[_ScalarLoad] = []
        """Scalar loads since the last fence."""
        self.late: dict[int, str] = {}
        """Accesses by position whose results may be outstanding, with their counters."""
        self.older = _older(ops)
        self.counted_last: dict[str, int] = {}
        """The last access that waits elsewhere count, by counter."""

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
            if op.flag(COUNTED):
                for counter in op.desc.counters:
                    self.add(self.counted_last.get(counter, -1), k, Kind.ORDER)
                    self.counted_last[counter] = k
            for counter in counters_emptied(op):
                self.returned(k, counter, True)
            if is_full_fence(op):
                for before in range(max(self.fence, 0), k):
                    self.add(before, k, Kind.ORDER)
                self.fence = self.memory_fence = k
                self.forget()
            elif is_memory_fence(op):
                self.memory_order(k, op)
                for position in sorted({access.position for row in self.accesses.values() for access in row}):
                    self.add(position, k, Kind.ORDER)
                if flag := release_flag(op):
                    self.release[flag] = k
                    self.counted |= counters_left(op).keys()
                else:
                    self.memory_fence = k
                    self.forget()
            elif touches_memory(op):
                self.memory(k, op)
        if self.late_found:
            self.found = sorted(dict.fromkeys((*self.found, *self.late_found)), key=lambda d: d.after)
        return self.found

    def memory_order(self, k: int, op: Op) -> None:
        """Keeps an access, or an instruction that orders accesses, after everything that it must not pass."""
        self.add(self.memory_fence, k, Kind.ORDER)
        passes = self.may_pass_release(op)
        for flag, position in self.release.items():
            if not passes or (flag == RELEASE_LDS and not op.flag("ds")):
                self.add(position, k, Kind.ORDER)

    def may_pass_release(self, op: Op) -> bool:
        """Whether an access may precede a wait that only orders what others notice: a load may, if the wait still says
        which events have returned."""
        if op.flag("maystore") or is_wait(op) or is_memory_fence(op):
            return False
        return not any(event_kind(op, c) in UNORDERED_KINDS for c in op.desc.counters if c in self.counted)

    def forget(self) -> None:
        """Every later access comes after a fence, and it after the accesses before it."""
        self.scalar.clear()
        self.accesses.clear()
        self.writes.clear()
        self.after_all.clear()
        self.shared.clear()
        self.loaded.clear()
        self.release.clear()
        self.counted = frozenset()

    def registers(self, k: int, op: Op) -> None:
        reads = dict.fromkeys(self.names(k, u, False) for u in op.read)
        writes = dict.fromkeys(self.names(k, u, True) for u in op.written)
        for unit in reads:
            self.add(self.writer.get(unit, -1), k, Kind.RAW)
        for unit in writes:
            for reader in self.readers.get(unit, ()):
                self.add(reader, k, Kind.WAR)
            self.add(self.writer.get(unit, -1), k, Kind.WAW)
        for before in {self.writer.get(unit, -1) for unit in (*reads, *writes)} & self.late.keys():
            self.waited(k, before)
        for unit in reads:
            self.readers.setdefault(unit, []).append(k)
        for unit in writes:
            self.writer[unit] = k
            self.readers[unit] = [k] if unit in reads else []

    def waited(self, k: int, before: int) -> None:
        """An instruction needs the result of an access."""
        self.returned(k, self.late.pop(before, ""))

    def returned(self, k: int, counter: str, every: bool = False) -> None:
        """Records a wait; ``every``: for all events of the counter. A wait that includes scalar loads is for all
        events, because they return in any order."""
        scalar = [load for load in self.scalar if load.waited < 0 and counter in self.ops[load.position].desc.counters]
        for load in scalar:
            load.waited = k
        if scalar or every:
            self.late = {position: other for position, other in self.late.items() if other != counter}

    def scalar_order(self, k: int, op: Op) -> None:
        """Keep a scalar load after the waits for those that may be of the same place: nothing else orders them; and
        after those that certainly are, whose values are known apart by their order."""
        sbase = [r for r in op.refs if r.reads and r.desc.name in ("sbase", "soffset")]
        base = tuple((name, self.writer_before(name, k)) for r in sbase for name in r.reg.units)
        load = _ScalarLoad(k, base, scalar_range(op))
        for earlier in self.scalar:
            if not load.may_meet(earlier):
                continue
            if earlier.waited >= 0:
                self.late_found.append(Dependence(earlier.position, earlier.waited, Kind.ORDER))
                self.add(earlier.waited, k, Kind.ORDER)
            elif earlier.base == load.base:
                self.add(earlier.position, k, Kind.ORDER)
        self.scalar.append(load)

    def memory(self, k: int, op: Op) -> None:
        early = op.flag(UNWRITTEN) and self.may_pass_release(op)
        if not early:
            self.memory_order(k, op)
        if op.defs:
            self.late.update((k, counter) for counter in op.desc.counters[:1])
        if op.flag("smem") and op.defs:
            self.scalar_order(k, op)
        for before in self.older.get(k, ()):
            self.add(before, k, Kind.ORDER)
        access = self.access(k, op)
        if early:
            for space in access.spaces:
                self.accesses.setdefault(space, []).append(access)
            return
        self.told_apart(k, op, access)
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

    def told_apart(self, k: int, op: Op, access: _Access) -> None:
        """Keeps an access after earlier ones if other observers, or the values of two loads, could reveal the order in
        which they were performed."""
        for space in access.spaces:
            # In memory it is loads that later accesses stay behind.
            if (space == "lds" and op.flag(SHARED)) or (space == "memory" and not op.flag("smem")):
                self.add(self.shared.get(space, -1), k, Kind.ORDER)
            if op.flag(SHARED) and (space == "lds" or not access.writes):
                self.shared[space] = k
        if access.base is not None and not access.writes and access.spaces == _SPACES["memory"]:
            row = self.loaded.setdefault(access.base, [])
            for earlier in row:
                if _overlap(earlier, access):
                    self.add(earlier.position, k, Kind.ORDER)
            row.append(access)

    def access(self, k: int, op: Op) -> _Access:
        writes = op.flag("maystore")
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


def _older(ops: Sequence[Op]) -> dict[int, list[int]]:
    """What must stay before an access because a wait behind both is for the one and not for the other; what a fence
    keeps apart anyway is left out."""
    events: dict[str, list[int]] = {}
    fences: list[int] = []
    found: dict[int, set[int]] = {}
    for k, op in enumerate(ops):
        for counter, count in counters_left(op).items():
            row = events.get(counter, [])
            awaited, young = row[:-count], row[-count:]
            if awaited and young:
                behind, before = bisect_left(fences, young[0]), bisect_left(fences, awaited[-1])
                first = fences[behind - 1] if behind else -1
                end = fences[behind] if behind < len(fences) else k
                near = [a for a in awaited if a > first] if behind == before else []
                for y in young:
                    if y < end:
                        found.setdefault(y, set()).update(near)
        if is_full_fence(op) or (is_memory_fence(op) and not release_flag(op)):
            fences.append(k)
        if not is_wait(op):
            for counter in op.desc.counters:
                events.setdefault(counter, []).append(k)
    return {k: sorted(before) for k, before in found.items()}


_ADDRESS = ("addr", "vaddr", "saddr", "srsrc", "soffset", "vaddr0")


def _may_meet(a: _Access, b: _Access) -> bool:
    if not set(a.spaces) & set(b.spaces):
        return False
    if a.base is None or b.base is None or a.base != b.base:
        return True
    if a.spaces != _SPACES["scratch"] and any(name < NUM_VGPRS for name, _ in a.base):
        return True  # other bytes of each lane may be those of another lane
    return _overlap(a, b)


def _overlap(a: _Access, b: _Access) -> bool:
    return any(x[0] < y[1] and y[0] < x[1] for x in a.ranges for y in b.ranges)
