"""Loads from LDS that nothing can race with: no wave of the workgroup writes LDS between the same two barriers.

A barrier orders waves and no accesses (RDNA3 ISA guide, S_BARRIER), so what no wave has waited for before it may be
performed after it: a store there is one between these barriers, too, and a load there is not alone.  And no barrier
waits for a wave that has ended, so that what it has stored without a wait may be performed behind any of them.

Barriers are not understood where a wave may end, or signal another one, after a signal for which it does not wait.

Loads before the first barrier are not among them, nor any in a kernel that writes no LDS: who wrote it is not known.

Only the waves of a workgroup see its LDS, and all of them run this kernel.  Between its k-th barrier and the next one a
wave meets others between theirs.  Which barriers of the text are the k-th of two waves is found for every k at once:
pairs of barriers that can be reached with the same count.  If no way from one of them comes to a write before the next
barrier, a load on a way from the other one reads the same at any time up to its own next barrier.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from isaopt.ir.program import Instruction, Module, Op
from isaopt.isa.meaning import Access, Space
from isaopt.proof.semantics.arrival import waits
from isaopt.proof.semantics.fills import LDS_COUNTERS
from isaopt.proof.semantics.modelled import HALTS
from isaopt.proof.surroundings.metadata import KernelDeclaration
from isaopt.proof.walk.agreed import in_step
from isaopt.proof.walk.flow import ProofFlow

#: The start of a wave.
_ENTRY = -1
#: The most pairs of barriers that are examined.
_MAX_PAIRS = 4096


@dataclass(frozen=True, slots=True)
class BarrierIntervals:
    """Indexed by the barrier that a wave passed last: the items that it may execute up to its next barrier, the
    barriers that other waves may have passed last meanwhile, and the earlier accesses to LDS that may be performed
    after it.  ``left``: whether a wave may end with a store to LDS that it has not waited for, and others go on to a
    barrier."""

    inside: Mapping[int, set[int]]
    meanwhile: Mapping[int, set[int]]
    late: Mapping[int, set[int]]
    left: bool


def intervals(module: Module, flow: ProofFlow, launched: KernelDeclaration) -> BarrierIntervals | None:
    """The intervals of a kernel; None if its barriers are not understood."""
    names = {index: _name(module, index) for block in flow.blocks for index in block.body}
    if any(name.startswith("s_barrier") and not _is_of_all(module, index) for index, name in names.items()):
        return None
    if not _in_pairs(flow, names):
        return None
    starts = {_ENTRY: (0, 0)}
    for number, block in enumerate(flow.blocks):
        starts |= {i: (number, at + 1) for at, i in enumerate(block.body) if names[i] in ENDS}
    inside, following = {}, {}
    for start, place in starts.items():
        reached = list(_reach(flow, place, names))
        inside[start] = {i for i in reached if i not in starts}
        following[start] = {i for i in reached if i in starts}
    for start, behind in _early(flow, names).items():
        inside[start] |= behind
    pairs = _pairs(following)
    if pairs is None:
        return None
    meanwhile = {s: {b for a, b in pairs if a == s} for s in starts}
    late, left = _late(module, flow, names)
    if left:
        bodies = [block.body for block in flow.blocks]
        barriers = frozenset(n for n, body in enumerate(bodies) if any(i in starts for i in body))
        touching = {n for n, body in enumerate(bodies) if any(_writes(module, i) or _loads(module, i) for i in body)}
        left = not in_step(module, flow, launched, barriers, barriers | touching)
    return BarrierIntervals(inside, meanwhile, late, left)


def quiet_loads(module: Module, found: BarrierIntervals | None) -> frozenset[int]:
    """Item indices of the loads from LDS that are alone with each other; none where barriers are not understood."""
    if found is None or found.left:
        return frozenset()
    late = found.late
    writers = {s: any(_writes(module, i) for i in items | late.get(s, set())) for s, items in found.inside.items()}
    if not any(writers.values()):
        return frozenset()  # what it reads is none of its own, and may have another's rules
    noisy = {_ENTRY} | {a for a, others in found.meanwhile.items() if any(writers[b] for b in others)}
    loads = {s: {i for i in items if _loads(module, i)} for s, items in found.inside.items()}
    disturbed = {i for start in noisy for i in loads[start]}.union(*late.values())
    return frozenset(i for items in loads.values() for i in items) - disturbed


SIGNAL = "s_barrier_signal"
#: Instructions that a wave passes only when all have reached them.
ENDS = frozenset(("s_barrier", "s_barrier_wait"))


def _is_of_all(module: Module, index: int) -> bool:
    """Whether an instruction is a barrier of the whole workgroup, or a half of one: its number is -1 (RDNA4 ISA guide,
    S_BARRIER_SIGNAL)."""
    op = module.instruction(index).op
    return op.mnemonic in (SIGNAL, *ENDS) and all(operand.value == -1 for operand in op.operands)


def _name(module: Module, index: int) -> str:
    item = module.items[index]
    return item.op.mnemonic if isinstance(item, Instruction) else ""


def _writes(module: Module, index: int) -> bool:
    """Whether an instruction may write LDS: any but those that name another space."""
    memory = module.instruction(index).op.desc.memory
    return memory is not None and memory.stores and memory.space in (Space.LDS, Space.FLAT)


def _loads(module: Module, index: int) -> bool:
    memory = module.instruction(index).op.desc.memory
    return memory is not None and (memory.space, memory.access) == (Space.LDS, Access.LOAD)


def touches_lds(op: Op) -> bool:
    """Whether an instruction may access LDS, or signal other waves, other than by plain loads and stores."""
    if op.sends or op.operation in HALTS:
        return not op.releases_vgprs
    return op.desc.memory is not None and op.desc.memory.space in (Space.LDS, Space.FLAT)


def _reach(flow: ProofFlow, place: tuple[int, int], names: dict[int, str]) -> Iterator[int]:
    """The items from a place to the next ends of barriers, inclusive."""
    todo, seen = [place], set[int]()
    while todo:
        number, at = todo.pop()
        block = flow.blocks[number]
        for index in block.body[at:]:
            yield index
            if names[index] in ENDS:
                break
        else:
            new = block.successors - seen
            seen |= new
            todo += [(target, 0) for target in new]


def _in_pairs(flow: ProofFlow, names: dict[int, str]) -> bool:
    """Whether a wave that signals a barrier goes on to wait for it before it signals another one or ends, and waits for
    none that it has not signalled: others may be past a barrier that a wave has only signalled."""
    good = True

    def transfer(number: int, signalled: frozenset[bool]) -> frozenset[bool]:
        nonlocal good
        for index in flow.blocks[number].body:
            if names[index] == SIGNAL:
                good &= signalled == {False}
                signalled = frozenset((True,))
            elif names[index] in ENDS:
                good &= signalled == {names[index] != "s_barrier"}
                signalled = frozenset((False,))
        good &= flow.blocks[number].exit.kind != "end" or signalled == {False}
        return signalled

    flow.states(frozenset((False,)), transfer, frozenset[bool].__or__)
    return good


def _early(flow: ProofFlow, names: dict[int, str]) -> dict[int, set[int]]:
    """By wait: what may run between the signal of a barrier and its wait, when other waves may already be past it."""
    found: dict[int, set[int]] = {}
    for number, block in enumerate(flow.blocks):
        for at, index in enumerate(block.body):
            if names[index] == SIGNAL:
                between = list(_reach(flow, (number, at + 1), names))
                for end in (i for i in between if names[i] in ENDS):
                    found.setdefault(end, set()).update(i for i in between if names[i] not in ENDS)
    return found


def _late(module: Module, flow: ProofFlow, names: dict[int, str]) -> tuple[dict[int, set[int]], bool]:
    """By end of a barrier: the LDS accesses that a wave has made and not waited for when others may have reached it;
    and whether there may be stores among those at the end of a wave."""
    found: dict[int, set[int]] = {}
    left = set[int]()

    def transfer(number: int, state: frozenset[tuple[int, bool]]) -> frozenset[tuple[int, bool]]:
        """The outstanding accesses, and whether each was outstanding when the wave signalled the barrier."""
        for index in flow.blocks[number].body:
            if names[index] == SIGNAL:
                state |= {(access, True) for access, _ in state}
            elif names[index] in ENDS:
                found.setdefault(index, set()).update(access for access, _ in state)
                state = frozenset(part for part in state if not part[1])
            elif _writes(module, index) or _loads(module, index):
                state |= {(index, False)}
            elif 0 in {n for c, n in waits(module.instruction(index).op, module.arch).items() if c in LDS_COUNTERS}:
                state = frozenset(part for part in state if part[1])
        left.update(access for access, _ in state if flow.blocks[number].exit.kind == "end")
        return state

    flow.states(frozenset[tuple[int, bool]](), transfer, frozenset[tuple[int, bool]].__or__)
    return found, any(_writes(module, access) for access in left)


def _pairs(following: dict[int, set[int]]) -> set[tuple[int, int]] | None:
    """Pairs of barriers that two waves can have reached with the same count; None if there are too many."""
    pairs = {(_ENTRY, _ENTRY)}
    todo = [(_ENTRY, _ENTRY)]
    while todo:
        a, b = todo.pop()
        for pair in ((x, y) for x in following[a] for y in following[b]):
            if pair not in pairs:
                if len(pairs) >= _MAX_PAIRS:
                    return None
                pairs.add(pair)
                todo.append(pair)
    return pairs
