"""Waits in place of the interlocks that expert scheduling mode (gfx12) turns off.

The hardware then no longer holds back what is not vector ALU until the results that it reads or overwrites are written,
nor what overwrites a source until memory instructions have read it (LLVM ``SIInsertWaitcnts.cpp``, ``VA_VDST`` and
``VM_VSRC``).  Where sources disagree, the stricter rule is taken: loads also wait for the vector ALU to read what they
overwrite (later versions of LLVM), and only instructions that certainly count are counted.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from isaopt.analysis.flow.cfg import CFG, Block
from isaopt.analysis.flow.fixpoint import entry_states
from isaopt.ir.program import Op
from isaopt.isa.meaning import Unit
from isaopt.isa.registers import NUM_VGPRS
from isaopt.isa.types import OperandType
from isaopt.target.depctr import depctr_counts
from isaopt.target.reads import is_matrix, is_valu

RESULTS, SOURCES = "va_vdst", "vm_vsrc"
_MOST = {RESULTS: 15, SOURCES: 7}


@dataclass(slots=True)
class _Queue:
    """VGPRs that a field still guards, each with the number of its last event, and the ways in which outstanding events
    are done: those of different ways are done in any order. Waiting for ``most`` outstanding events or more is not
    possible."""

    most: int
    events: int = 0
    last: dict[int, int] = field(default_factory=dict)
    ways: frozenset[str] = frozenset()

    def copy(self) -> _Queue:
        return _Queue(self.most, self.events, dict(self.last), self.ways)

    @property
    def key(self) -> object:
        return {u: min(self.events - n, self.most) for u, n in self.last.items()}, self.ways

    def meet(self, other: _Queue) -> None:
        for unit, number in other.last.items():
            as_late = self.events - (other.events - number)
            self.last[unit] = max(self.last.get(unit, as_late), as_late)
        self.ways |= other.ways

    def needed(self, units: Iterable[int]) -> int | None:
        """The count to wait for before these VGPRs are touched; None if they are free."""
        last = max((self.last[u] for u in units if u in self.last), default=None)
        if last is None:
            return None
        return 0 if len(self.ways) > 1 else min(max(0, self.events - last), self.most - 1)

    def wait(self, count: int) -> None:
        if count == 0:
            self.last.clear()
            self.ways = frozenset()
        elif len(self.ways) <= 1:
            self.last = {u: n for u, n in self.last.items() if self.events - n < count}

    def add(self, units: Iterable[int], ways: frozenset[str], counts: bool) -> None:
        self.events += counts
        # What may not count is done once the next event that counts is.
        self.last.update(dict.fromkeys(units, self.events if counts else self.events + 1))
        self.ways |= ways


@dataclass(slots=True)
class _Interlocks:
    """``results``: written by the vector ALU; ``read``: read by it; ``sources``: read by memory instructions."""

    results: _Queue = field(default_factory=lambda: _Queue(_MOST[RESULTS]))
    read: _Queue = field(default_factory=lambda: _Queue(_MOST[RESULTS]))
    sources: _Queue = field(default_factory=lambda: _Queue(_MOST[SOURCES]))

    def copy(self) -> _Interlocks:
        return _Interlocks(self.results.copy(), self.read.copy(), self.sources.copy())

    @property
    def key(self) -> object:
        return self.results.key, self.read.key, self.sources.key

    def meet(self, other: _Interlocks) -> None:
        self.results.meet(other.results)
        self.read.meet(other.read)
        self.sources.meet(other.sources)

    def needs(self, op: Op) -> dict[str, int]:
        read, written = _vgprs(op.read), _vgprs(op.written)
        wanted = {SOURCES: [self.sources.needed(written)]}
        if not is_valu(op):
            wanted[RESULTS] = [self.results.needed(read | written), self.read.needed(written)]
        known = {name: [c for c in counts if c is not None] for name, counts in wanted.items()}
        return {name: min(counts) for name, counts in known.items() if counts}

    def waited(self, counts: Mapping[str, int]) -> None:
        if RESULTS in counts:
            self.results.wait(counts[RESULTS])
            self.read.wait(counts[RESULTS])
        if SOURCES in counts:
            self.sources.wait(counts[SOURCES])

    def step(self, op: Op) -> None:
        self.waited(depctr_counts(op))
        read, written = _vgprs(op.read), _vgprs(op.written)
        if is_valu(op):
            ways = _pipes(op)
            for queue, units in ((self.results, written), (self.read, read)):
                queue.add(units, ways, bool(written))
        elif read and op.desc.unit in (Unit.VMEM, Unit.LDS):
            way = "lds" if op.desc.unit is Unit.LDS else "flat" if op.flag("flat_encoding") else "buffer"
            self.sources.add(read, frozenset({way}), True)


def _vgprs(units: Iterable[int]) -> frozenset[int]:
    return frozenset(u for u in units if u < NUM_VGPRS)


def _pipes(op: Op) -> frozenset[str]:
    """The vector units that may execute the op."""
    found: set[str] = set()
    for half in op.halves:
        if half.flag("trans"):
            found.add("transcendental")
        elif is_matrix(half) or half.flag("dot"):
            found.add("matrix")
        else:
            # LLVM's own tables disagree about which instructions the double-precision unit executes.
            doubles = any(o.type is OperandType.F64 for o in half.desc.operands)
            found |= {"main", "double"} if doubles else {"main"}
    return frozenset(found)


def interlocks(ops: Sequence[Op], cfg: CFG) -> dict[int, dict[str, int]]:
    """By ordinal, the counts that must be waited for before the op."""
    waits: dict[int, dict[str, int]] = {}

    def over(block: Block, state: _Interlocks, complete: bool) -> _Interlocks:
        """Advances the state over a block; with ``complete``, adds the waits that are missing there."""
        for k in block.ordinals:
            state.waited(waits.get(k, {}))
            missing = state.needs(ops[k]) if complete else {}
            if missing:
                waits[k] = {**waits.get(k, {}), **missing}
                state.waited(missing)
            state.step(ops[k])
        return state

    # First without the edges back: what is waited for there need not be waited for in loops. A wait that is added to
    # those of a loop changes what is outstanding at its start, but only takes from it.
    ends: dict[int, _Interlocks] = {}
    for b in cfg.reverse_post_order:
        start = _Interlocks()
        for p in cfg.blocks[b].preds:
            if p in ends:
                start.meet(ends[p])
        ends[b] = over(cfg.blocks[b], start, True)
    known = -1
    while known != (known := sum(_MOST[name] - count for counts in waits.values() for name, count in counts.items())):
        starts = entry_states(
            cfg, _met, lambda b, start: over(cfg.blocks[b], start.copy(), False), key=lambda state: state.key
        )
        for block, start in zip(cfg.blocks, starts, strict=True):
            over(block, start.copy(), True)
    return waits


def _met(ends: Sequence[_Interlocks]) -> _Interlocks:
    start = _Interlocks()
    for end in ends:
        start.meet(end)
    return start
