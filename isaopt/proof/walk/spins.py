"""Finds branches that may wait for another wave: whether a loop continues depends on what it loads.

Such a loop has to load in every iteration, so where one of these branches continues it, the state of memory is replaced
(:class:`isaopt.proof.walk.advance.Advance`). The place is the branch, not the loop's head: a loop that tests twice in
an iteration may wait at either test. A relaxed atomic load is an ordinary one in LDS, and at workgroup scope in CU mode
(LLVM AMDGPUUsage, memory model gfx10-gfx11), so cache bits do not tell which loops these are.

A branch decides whether a loop continues if control can come back to it without passing the block where its two sides
meet again, its nearest postdominator. A branch whose sides meet within the iteration does not decide that, but what its
sides write depends on it. What a wave loads from a slot of scratch, it has stored there itself.
"""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import dataclass, replace

from isaopt.graphs import descendants
from isaopt.ir.kept import kept_in_op
from isaopt.ir.program import Instruction, Module, Op
from isaopt.isa.registers import EXEC_HI, EXEC_LO, SCC, VCC_HI, VCC_LO, is_vgpr
from isaopt.proof.semantics.slots import Slots
from isaopt.proof.walk.flow import ProofFlow

MASKS = {"scc": {SCC}, "vcc": {VCC_LO, VCC_HI}, "exec": {EXEC_LO, EXEC_HI}}
#: A block and a successor of it.
Edge = tuple[int, int]


def waiting(module: Module, flow: ProofFlow, slots: Slots) -> frozenset[Edge]:
    """The edges along which a loop continues whose branch depends on what was loaded in the loop."""
    meets = meeting(flow)
    steps = _SpinSteps(module, flow, slots)
    found: set[Edge] = set()
    for number, block in enumerate(flow.blocks):
        if block.exit.kind != "if":
            continue
        inside = _inside(flow, number, meets[number])
        if inside and not _loaded(flow, inside, meets, steps)[number].isdisjoint(MASKS[block.exit.mask]):
            found |= {(number, target) for target in block.successors & inside}
    return frozenset(found)


def meeting(flow: ProofFlow) -> list[int]:
    """The immediate postdominator of each block; -1 if there is none."""
    every = (1 << len(flow.blocks)) - 1
    all_ways = [every] * len(flow.blocks)
    changed = True
    while changed:
        changed = False
        for number in range(len(flow.blocks) - 1, -1, -1):
            out = flow.blocks[number].successors
            new = every if out else 0
            for target in out:
                new &= all_ways[target]
            new |= 1 << number
            changed |= new != all_ways[number]
            all_ways[number] = new
    ends = [number for number, block in enumerate(flow.blocks) if not block.successors]
    back = turned([block.successors for block in flow.blocks])
    ending = {*ends, *(number for end in ends for number in descendants(end, lambda n: back[n]))}
    return [_nearest(all_ways, number) if number in ending else -1 for number in range(len(all_ways))]


def _nearest(all_ways: list[int], number: int) -> int:
    """Of the blocks on every path from one block, the first."""
    others = all_ways[number] & ~(1 << number)
    return next((n for n in range(len(all_ways)) if others >> n & 1 and not others & ~all_ways[n]), -1)


def _inside(flow: ProofFlow, start: int, beyond: int) -> frozenset[int]:
    """The blocks on paths from a block back to itself that avoid ``beyond``."""
    ahead = [block.successors - {beyond} for block in flow.blocks]
    back = turned(ahead)
    after, before = descendants(start, lambda n: ahead[n]), descendants(start, lambda n: back[n])
    return frozenset(after & before)


def turned(ways: Sequence[Set[int]]) -> list[set[int]]:
    back: list[set[int]] = [set() for _ in ways]
    for number, targets in enumerate(ways):
        for target in targets:
            back[target].add(number)
    return back


@dataclass(frozen=True, slots=True)
class _SpinStep:
    """What an instruction reads and writes, slots included.  A VGPR, or a slot (whose number is negative), keeps what
    it held in lanes that are off; the others it ``replaces``."""

    reads: frozenset[int]
    writes: frozenset[int]
    replaces: frozenset[int]
    loads: bool


class _SpinSteps:
    """The instructions of each block, read once."""

    def __init__(self, module: Module, flow: ProofFlow, slots: Slots) -> None:
        self._module, self._flow, self._slots = module, flow, slots
        self._known: dict[int, list[_SpinStep]] = {}

    def __getitem__(self, block: int) -> list[_SpinStep]:
        if block not in self._known:
            # The halves of a dual instruction have nothing to do with each other.
            self._known[block] = [
                self._with(half, self._slots.get(index, ()))
                for index in self._flow.blocks[block].body
                if isinstance(item := self._module.items[index], Instruction)
                for half in item.op.halves
            ]
        return self._known[block]

    @staticmethod
    def _with(op: Op, own: tuple[int, ...]) -> _SpinStep:
        step = _step(op)
        if not own:
            return step
        return replace(step, reads=step.reads.union(own), writes=step.writes.union(own), loads=False)


@kept_in_op
def _step(op: Op) -> _SpinStep:
    """An instruction without slots."""
    writes = frozenset(op.written)
    return _SpinStep(frozenset(op.read), writes, frozenset(u for u in writes if not is_vgpr(u)), op.flag("mayload"))


def _loaded(flow: ProofFlow, inside: frozenset[int], meets: list[int], steps: _SpinSteps) -> dict[int, set[int]]:
    """By block: the registers and slots that depend at its end on what some of these blocks load, by their contents or
    by a branch that decides whether they are written."""
    found: dict[int, set[int]] = {number: set() for number in inside}
    into = {number: [n for n in inside if number in flow.blocks[n].successors] for number in inside}
    decided: set[int] = set()
    between: dict[int, set[int]] = {}
    todo = sorted(inside)
    while todo:
        number = todo.pop()
        block = flow.blocks[number]
        loaded = set().union(*(found[n] for n in into[number]))
        for step in steps[number]:
            if step.loads or number in decided or not loaded.isdisjoint(step.reads):
                loaded |= step.writes
            else:
                loaded -= step.replaces
        again: set[int] = set()
        if loaded != found[number]:
            found[number] = loaded
            again |= block.successors & inside
        # Where one of its ways leaves, what the other one writes is the same in every iteration that goes on.
        if block.exit.kind == "if" and block.successors <= inside and not loaded.isdisjoint(MASKS[block.exit.mask]):
            if number not in between:
                ahead = [other.successors - {meets[number]} for other in flow.blocks]
                between[number] = descendants(number, ahead.__getitem__) & inside
            again |= between[number] - decided
            decided |= between[number]
        todo += [n for n in again if n not in todo]
    return found
