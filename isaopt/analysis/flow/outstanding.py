"""Outstanding memory results: the events pending on each wait counter, and the wait that an access needs.

A forward analysis after LLVM ``SIInsertWaitcnts.cpp``: events of a counter have an age, the number of events of that
counter issued after them; a register's result has arrived once at most ``age`` events are outstanding, if the
counter's events return in order.  Where paths meet, the youngest age counts.

A load writes its destination some time between its issue and the wait that guarantees its return, so until then the
register is occupied even if the value is dead; otherwise a renamed value could be overwritten by a late return.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from itertools import chain
from typing import TypeVar

from isaopt.analysis.flow.cfg import CFG
from isaopt.analysis.flow.fixpoint import entry_states, met_states
from isaopt.analysis.flow.liveness import VGPR_MASK, kernel_ops
from isaopt.ir.kept import kept
from isaopt.ir.program import Kernel, Module, Op
from isaopt.isa.meaning import Unit
from isaopt.isa.registers import units_mask
from isaopt.target.counters import MAXIMA, UNORDERED_KINDS, event_kind, family_of, waits_of

STORE_COUNTERS = frozenset({"vscnt", "storecnt"})
_Key = TypeVar("_Key", int, str)
#: More events than any counter can count (at most six bits).
_MANY = 64


@dataclass(slots=True)
class EventQueue:
    """One counter's outstanding events.

    ``issued`` counts events so far; ``results[unit]`` is the number of the youngest event that writes the unit,
    ``held[unit]`` of the youngest that still reads it (exports), ``kinds[kind]`` of the youngest event of a kind.
    At most ``most`` events are outstanding, in any order they return.
    """

    issued: int = 0
    most: int = 0
    results: dict[int, int] = field(default_factory=dict)
    held: dict[int, int] = field(default_factory=dict)
    kinds: dict[str, int] = field(default_factory=dict)
    types: dict[int, str] = field(default_factory=dict)

    def copy(self) -> EventQueue:
        return EventQueue(
            self.issued, self.most, dict(self.results), dict(self.held), dict(self.kinds), dict(self.types)
        )

    @property
    def known(self) -> bool:
        """Whether any single event is known."""
        return bool(self.results or self.held or self.kinds)

    @property
    def in_order(self) -> bool:
        """Whether a wait for more than zero events says which ones have returned."""
        return len(self.kinds) <= 1 and not UNORDERED_KINDS & self.kinds.keys()

    def wait(self, count: int) -> None:
        """Forgets the events that have returned once at most ``count`` are outstanding."""
        self.most = min(self.most, count)
        if count and not self.in_order:
            return
        oldest = self.issued - count
        self.results = {unit: n for unit, n in self.results.items() if n >= oldest}
        self.held = {unit: n for unit, n in self.held.items() if n >= oldest}
        self.kinds = {kind: n for kind, n in self.kinds.items() if n >= oldest}
        for unit in [u for u in self.types if u not in self.results]:
            del self.types[unit]

    def count_for(self, number: int, maximum: int) -> int:
        """The wait that guarantees event ``number`` has returned."""
        return min(self.issued - 1 - number, maximum - 1) if self.in_order else 0

    def state(self) -> tuple[object, ...]:
        """The state as later code can observe it: ages, not numbers."""
        if not self.known:
            return (self.most,)
        oldest = self.issued - _MANY
        results = {k: self.issued - n if n > oldest else _MANY for k, n in self.results.items()}
        held = {k: self.issued - n if n > oldest else _MANY for k, n in self.held.items()}
        kinds = {k: self.issued - n if n > oldest else _MANY for k, n in self.kinds.items()}
        return results, held, kinds, dict(self.types)


class Outstanding:
    """The queues of all counters of an arch at one point of a kernel."""

    def __init__(self, arch: str) -> None:
        self.arch = arch
        self.maxima = MAXIMA[family_of(arch)]
        self.queues = {c: EventQueue() for c in self.maxima}

    def copy(self) -> Outstanding:
        made = Outstanding(self.arch)
        made.queues = {c: q.copy() for c, q in self.queues.items()}
        return made

    def state(self) -> tuple[object, ...]:
        return tuple(q.state() for q in self.queues.values())

    def needs(self, op: Op) -> dict[str, int]:
        """The waits that the op's register accesses need, by counter: for results that it reads (RAW) or overwrites
        (WAW), and for sources of exports that it overwrites (WAR)."""
        reads = _read(op)
        writes = op.written
        need: dict[str, int] = {}
        for counter, queue in self.queues.items():
            if not queue.results and not queue.held:
                continue
            numbers = [queue.results[u] for u in reads if u in queue.results]
            numbers += [queue.results[u] for u in writes if u in queue.results and not self._ordered(op, queue, u)]
            numbers += [queue.held[u] for u in writes if u in queue.held]
            if numbers:
                need[counter] = min(queue.count_for(n, self.maxima[counter]) for n in numbers)
        return need

    def _ordered(self, op: Op, queue: EventQueue, unit: int) -> bool:
        """Whether the hardware itself orders this write after the outstanding one: on gfx11, vector loads of one
        type (LLVM ``SIInsertWaitcnts.cpp``, ``hasDifferentVMEMTypes``)."""
        if "vmcnt" not in op.desc.counters or queue is not self.queues.get("vmcnt"):
            return False
        if unit in _read(op):
            return False
        return queue.types.get(unit) == op.desc.return_path

    def wait(self, counts: Mapping[str, int]) -> None:
        for counter, count in counts.items():
            if counter in self.queues:
                self.queues[counter].wait(count)

    def issue(self, op: Op) -> None:
        """Adds the op's own events."""
        for counter in op.desc.counters:
            if counter in self.queues:
                self.queues[counter].most = min(self.queues[counter].most + 1, _MANY)
        for counter in _counters(op):
            queue = self.queues.get(counter)
            if queue is None:
                continue
            number = queue.issued
            queue.issued += 1
            kind = event_kind(op, counter)
            queue.kinds[kind] = number
            if counter == "expcnt" and kind != "direct":
                queue.held.update(dict.fromkeys(op.uses, number))
            elif counter not in STORE_COUNTERS and not _writes_nothing(op):
                queue.results.update(dict.fromkeys(op.written, number))
                queue.types.update(dict.fromkeys(op.defs, op.desc.return_path))

    def meet(self, other: Outstanding) -> None:
        """The union with another path's state."""
        for counter, queue in self.queues.items():
            theirs = other.queues[counter]
            queue.most = max(queue.most, theirs.most)
            if not theirs.known:
                continue
            top = max(queue.issued, theirs.issued)
            mine, yours = top - queue.issued, top - theirs.issued
            queue.issued = top
            for a, b in ((queue.results, theirs.results), (queue.held, theirs.held)):
                _youngest(a, b, mine, yours)
            _youngest(queue.kinds, theirs.kinds, mine, yours)
            for unit, kind in theirs.types.items():
                queue.types[unit] = kind if queue.types.get(unit, kind) == kind else "mixed"


def outstanding_at_entry(cfg: CFG, arch: str, step: Callable[[int, Outstanding], object]) -> list[Outstanding]:
    """The state at each block's start but for :attr:`EventQueue.most`; ``step`` takes the state over one instruction,
    given by its ordinal, and does not ask for that either."""
    return met_states(cfg, lambda: Outstanding(arch), step, Outstanding.state)


def counted_at_entry(cfg: CFG, arch: str, step: Callable[[int, Outstanding], object]) -> list[Outstanding]:
    """The same, with :attr:`EventQueue.most`.

    A loop can add to that number round after round, so it is found last, of numbers alone: a block adds its own events
    to it and keeps it within what the block's last wait lets be outstanding, whatever the number is.
    """
    starts = outstanding_at_entry(cfg, arch, step)

    def ends(number: int) -> list[list[int]]:
        """The number of events that may be outstanding after each block, by counter, given the numbers before it."""
        found: list[list[int]] = []
        for block, start in zip(cfg.blocks, starts, strict=True):
            state = start.copy()
            for queue in state.queues.values():
                queue.most = number
            for k in range(block.first, block.first + len(block.instructions)):
                step(k, state)
            found.append([queue.most for queue in state.queues.values()])
        return found

    added, limit = ends(0), ends(_MANY)

    def transfer(b: int, numbers: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(min(n + more, top) for n, more, top in zip(numbers, added[b], limit[b], strict=True))

    none = (0,) * len(Outstanding(arch).queues)
    numbers = entry_states(cfg, lambda ends: tuple(max(of) for of in zip(none, *ends, strict=True)), transfer)
    for start, most in zip(starts, numbers, strict=True):
        for queue, number in zip(start.queues.values(), most, strict=True):
            queue.most = number
    return starts


def _youngest(into: dict[_Key, int], other: dict[_Key, int], mine: int, yours: int) -> None:
    for key in into if mine else ():
        into[key] += mine
    for key, number in other.items():
        into[key] = max(into.get(key, -1), number + yours)


def _counters(op: Op) -> Iterable[str]:
    # On some views of the hardware, cache control is not an event of the load counter; not counting it waits longer.
    return () if op.desc.cache is not None and op.desc.unit is Unit.VMEM else op.desc.counters


def _writes_nothing(op: Op) -> bool:
    return op.flag("maystore") and not op.flag("atomic_ret") and not op.flag("mayload")


def _read(op: Op) -> set[int]:
    """The units that the op reads. A load into one half of a VGPR uses the register only to keep the other half, which
    is not a read (LLVM SIInstrInfo.h, doesNotReadTiedSource)."""
    if not (op.desc.partial and "vmcnt" in op.desc.counters):
        return set(op.read)
    return {*op.implicit_uses, *(unit for ref in op.refs if ref.reads for unit in ref.reg.units)}


@dataclass(frozen=True, slots=True)
class Pending:
    """For each instruction ordinal, the VGPRs that an earlier memory instruction (``before``), or this or an earlier
    one (``after``), may still write."""

    before: tuple[int, ...]
    after: tuple[int, ...]

    @classmethod
    def nothing(cls, cfg: CFG) -> Pending:
        """The result for code whose waits are placed anew: a late result never occupies a register that it no longer
        needs."""
        none = (0,) * len(cfg.order)
        return cls(none, none)


@kept
def pending(module: Module, kernel: Kernel, cfg: CFG) -> Pending:
    """Forward may-analysis of outstanding memory results."""
    ops = kernel_ops(module, cfg)
    waits = [waits_of(op, module.arch) or {} for op in ops]

    def step(k: int, state: Outstanding) -> None:
        state.wait(waits[k])
        state.issue(ops[k])

    before, after = [0] * len(ops), [0] * len(ops)
    for block, start in zip(cfg.blocks, outstanding_at_entry(cfg, module.arch, step), strict=True):
        state, mask = start.copy(), _vgprs(start)
        for k in block.ordinals:
            before[k] = mask
            if waits[k] or ops[k].desc.counters:
                step(k, state)
                mask = _vgprs(state)
            after[k] = mask
    return Pending(tuple(before), tuple(after))


def _vgprs(state: Outstanding) -> int:
    """The VGPRs that some event may still write."""
    return units_mask(chain.from_iterable(queue.results for queue in state.queues.values())) & VGPR_MASK
