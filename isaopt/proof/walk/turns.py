"""LDS that is filled and read in turns, by how a kernel's code stands.

In a turn the waves of a workgroup store to LDS, meet at a barrier (it *publishes*), and load.  A barrier before the
next stores (it *recycles*) keeps them from what other waves still load.  Where each turn has a place of its own that
the one before does not touch, no such barrier is needed: :mod:`isaopt.proof.semantics.buffers`.

Here a kernel takes turns if LDS is touched by plain loads and stores only; every barrier is known to publish or to
recycle, whatever way control comes; and all waves come to the same barriers (:mod:`isaopt.proof.walk.agreed`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import partial
from typing import NamedTuple

from isaopt.graphs import reachable
from isaopt.ir.program import Module, Op
from isaopt.isa.meaning import Access, Space
from isaopt.proof.semantics.access import is_local, is_ordered
from isaopt.proof.semantics.buffers import Buffers
from isaopt.proof.semantics.modelled import OBSERVED, treatment_of
from isaopt.proof.surroundings.metadata import KernelDeclaration
from isaopt.proof.walk.agreed import in_step
from isaopt.proof.walk.flow import ProofFlow, numbered
from isaopt.proof.walk.intervals import touches_lds
from isaopt.proof.walk.program import ProofKernel

#: How many places for its turns a kernel may have.
_PLACES = (2, 3)
_INVALIDATES = ("buffer_gl0_inv", "buffer_gl1_inv", "global_inv")
#: A block, and an item in it.
Place = tuple[int, int]


class _Phase(Enum):
    #: Nothing to be read: before the first turn, and behind a barrier that recycles.
    EMPTY = 0
    FILLING = 1
    READING = 2


class _Kind(NamedTuple):
    """What may hold at a place: the phase, the barrier that published last, where none has recycled since, and whether
    anything but LDS was accessed but by plain loads, or a cache controlled, since one published, or the start."""

    phase: _Phase = _Phase.EMPTY
    last: Place | None = None
    elsewhere: bool = False


_Kinds = frozenset[_Kind]


@dataclass(slots=True)
class BarrierTurns:
    """``publishing`` and ``recycling``: barriers, by their first instructions.  ``next``: which publishing barriers may
    follow which.  ``loads``: the barriers that may have published what a load reads.  ``waits``: the second halves of
    barriers.  ``invalidates``: barriers, and the cache control that stands directly behind: its item and text.
    ``beside``: the items of loads from other memory between a publishing barrier and a recycling one."""

    publishing: set[Place] = field(default_factory=set)
    recycling: set[Place] = field(default_factory=set)
    next: set[tuple[Place, Place]] = field(default_factory=set)
    loads: dict[Place, set[Place]] = field(default_factory=dict)
    waits: dict[Place, int] = field(default_factory=dict)
    invalidates: dict[Place, tuple[int, str]] = field(default_factory=dict)
    beside: set[int] = field(default_factory=set)

    def recycled(self) -> frozenset[int]:
        """The items of the recycling barriers, including cache control if every publishing barrier is followed by the
        same."""
        found = {item for _, item in self.recycling} | {self.waits[p] for p in self.recycling if p in self.waits}
        before = [self.invalidates.get(p, (-1, ""))[1] for p in self.publishing]
        behind = [self.invalidates[p] for p in self.recycling if p in self.invalidates]
        return frozenset(found | {item for item, what in behind if set(before) == {what}})


def turns_of(module: Module, flow: ProofFlow, launched: KernelDeclaration, overlapping: bool) -> BarrierTurns | None:
    """How a kernel takes turns, None where that is not known; ``overlapping``: a turn's stores may follow the loads of
    the one before without a barrier.

    Else nothing but LDS may be accessed but by plain loads, and no cache controlled but directly behind the barrier,
    between one that publishes, or the start, and the next one if that recycles.
    """
    found = BarrierTurns()
    for number, block in enumerate(flow.blocks):
        if not _halves(module, number, block.body, found):
            return None

    def transfer(number: int, kinds: _Kinds | None) -> _Kinds | None:
        for place, op in _ops(module, flow, number):
            kinds = _after(kinds, place, op, found, overlapping) if kinds is not None else None
        return kinds

    start: _Kinds | None = frozenset({_Kind(elsewhere=_leaves_traces(module, flow))})
    states = flow.states(start, transfer, lambda a, b: None if a is None or b is None else a | b)
    if any(transfer(number, kinds) is None for number, kinds in states.items()):
        return None
    if found.publishing & found.recycling or not found.publishing:
        return None
    found.beside = _beside(module, flow, found)
    barriers = frozenset(number for number, _ in found.publishing | found.recycling)
    touching = {n for n in states for _, op in _ops(module, flow, n) if is_local(op)}
    return found if in_step(module, flow, launched, barriers, barriers | touching) else None


def _leaves_traces(module: Module, flow: ProofFlow) -> bool:
    """Whether a wave may access memory, or signal, on a way to its end without a barrier or an access to LDS.

    A barrier waits for a wave until it has ended, so the first one may order what is behind it after that.
    """

    ops = {n: [op for _, op in _ops(module, flow, n)] for n in range(len(flow.blocks))}
    first = {n for n, own in ops.items() if any(op.operation.startswith("s_barrier") or is_local(op) for op in own)}
    ahead = {n: block.successors for n, block in enumerate(flow.blocks)}
    early = reachable([0], lambda n: ahead[n] if n not in first else ())
    ways = {n: reachable([n], ahead.__getitem__) for n in early}
    alone = (op for n in early if not first & ways[n] for op in ops[n] if not op.releases_vgprs)
    return any(treatment_of(op) in OBSERVED for op in alone)


def _ops(module: Module, flow: ProofFlow, number: int) -> Iterator[tuple[Place, Op]]:
    for index in flow.blocks[number].body:
        yield (number, index), module.instruction(index).op


def _halves(module: Module, number: int, body: tuple[int, ...], found: BarrierTurns) -> bool:
    """Note what belongs to the barriers of a block; whether they are ones that all waves take part in, with nothing
    between their halves that others can observe."""
    ops = [module.instruction(index).op for index in body]
    names = [op.operation for op in ops]
    first, halved = 0, False
    for at, (name, op) in enumerate(zip(names, ops, strict=True)):
        if not name.startswith("s_barrier"):
            if halved and treatment_of(op) in OBSERVED:
                return False
            continue
        if halved != (name == "s_barrier_wait") or any(o.value != -1 for o in op.operands):
            return False
        if name == "s_barrier_wait":
            found.waits[number, body[first]] = body[at]
            halved = False
        else:
            first, halved = at, name == "s_barrier_signal"
            if name not in ("s_barrier", "s_barrier_signal"):
                return False
        if not halved and names[at + 1 : at + 2] and names[at + 1] in _INVALIDATES:
            other = ops[at + 1]
            found.invalidates[number, body[first]] = body[at + 1], repr((other.mnemonic, other.modifiers))
    return not halved


def _after(kinds: _Kinds, place: Place, op: Op, found: BarrierTurns, overlapping: bool) -> _Kinds | None:
    """The states possible after an instruction; None if the code does not take turns."""
    name = op.operation
    phases = {kind.phase for kind in kinds}
    if name in ("s_barrier", "s_barrier_signal"):
        if phases == {_Phase.FILLING}:
            found.publishing.add(place)
            found.next |= {(kind.last, place) for kind in kinds if kind.last is not None}
            return frozenset({_Kind(_Phase.READING, place)})
        if _Phase.FILLING in phases or (not overlapping and any(kind.elsewhere for kind in kinds)):
            return None
        found.recycling.add(place)
        return frozenset(_Kind(elsewhere=kind.elsewhere) for kind in kinds)
    if not is_local(op):
        if treatment_of(op) in OBSERVED and not _loads_beside(op):
            kinds = frozenset(k if _belongs(k, place, found) else k._replace(elsewhere=True) for k in kinds)
        return None if touches_lds(op) or name.startswith("s_get_barrier") else kinds
    if not op.flag("maystore"):
        found.loads.setdefault(place, set()).update(kind.last for kind in kinds if kind.last)
        return kinds if phases == {_Phase.READING} else None
    if _Phase.READING in phases and not overlapping:
        return None
    return frozenset(kind._replace(phase=_Phase.FILLING) for kind in kinds)


def _loads_beside(op: Op) -> bool:
    """Whether it is a plain load from global memory; of scalar ones, those of arguments are."""
    memory = op.desc.memory
    plain = memory is not None and memory.space in (Space.GLOBAL, Space.SCALAR) and memory.access is Access.LOAD
    return plain and not is_ordered(op)


def _beside(module: Module, flow: ProofFlow, found: BarrierTurns) -> set[int]:
    """The items of plain loads from which control may come to a recycling barrier before one that publishes."""
    before: dict[int, set[int]] = {}
    for number, block in enumerate(flow.blocks):
        for other in block.successors:
            before.setdefault(other, set()).add(number)
    passed: set[int] = set()

    def back(number: int, items: tuple[int, ...]) -> set[int]:
        """The blocks in front of those items, where no barrier that publishes is among them."""
        for index in reversed(items):
            if (number, index) in found.publishing:
                return set()
            if _loads_beside(module.instruction(index).op):
                passed.add(index)
        return before.get(number, set())

    starts = set[int]()
    for number, index in found.recycling:
        body = flow.blocks[number].body
        starts |= back(number, body[: body.index(index)])
    reachable(starts, lambda number: back(number, flow.blocks[number].body))
    return passed


def _belongs(kind: _Kind, place: Place, found: BarrierTurns) -> bool:
    """Whether an instruction is a barrier's second half, or the cache control directly behind one that published: each
    wave has its own, whichever comes first."""
    if place[1] in found.waits.values():
        return True
    return kind.phase is _Phase.READING and found.invalidates.get(kind.last or (-1, -1), (-1, ""))[0] == place[1]


def take_turns(
    programs: tuple[ProofKernel, ProofKernel],
) -> Iterator[tuple[tuple[ProofKernel, ProofKernel], Callable[[], Buffers]]]:
    """Ways to look at two kernels that take turns with LDS: with the turns of B distinguished by number, modulo the
    number of its places."""
    a, b = programs
    first = turns_of(a.module, a.flow, a.launched, False)
    second = turns_of(b.module, b.flow, b.launched, True)
    sizes = a.launched.lds, b.launched.lds
    if not sizes[0]:
        return  # the launch says how much there is
    if first is None or second is None or (sizes[0] != sizes[1] and any(map(_reads_hardware, programs))):
        return
    if second.recycling or len(second.publishing) > len(first.publishing):
        yield programs, partial(_buffers, first, second, sizes)
    if second.recycling:
        return
    counts = Counter(number for number, _ in second.publishing)
    for times in _PLACES:
        again = replace(ProofKernel.of(b.module, b.kernel, b.launched, numbered(b.flow, counts, times)), risks=b.risks)
        turns = turns_of(again.module, again.flow, again.launched, True)
        if turns is not None:
            yield (a, again), partial(_buffers, first, turns, sizes)


def _buffers(first: BarrierTurns, second: BarrierTurns, sizes: tuple[int, int]) -> Buffers:
    if second.recycling:
        return Buffers((first, second), sizes, frozenset(), frozenset())
    return Buffers((first, second), sizes, first.recycled(), frozenset(first.beside))


def _reads_hardware(program: ProofKernel) -> bool:
    """Whether a kernel may read how much LDS it has."""
    return any(i.op.operation == "s_getreg_b32" for _, i in program.module.instructions(program.kernel))
