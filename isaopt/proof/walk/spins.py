"""Branches that may wait for another wave: whether a loop goes on depends on what it loads.

Such a loop has to load in every round, so where one of these branches goes on in it, memory is another one from there
on (:class:`isaopt.proof.walk.advance.Advance`).  The place is the branch and not the loop's head: a loop that tests
twice in a round may wait at either test.  A relaxed atomic load is an ordinary one in LDS, and of workgroup scope in CU
mode (LLVM AMDGPUUsage, memory model gfx10-gfx11), so that cache bits do not tell which loops these are.

A branch decides whether a loop goes on if control can come back to it without the block where its two sides meet again,
its nearest postdominator; one whose sides meet in the round does not, but what its sides write depends on it.  In
slots of scratch is what the wave itself has stored there.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from isaopt.ir.program import Instruction, Module
from isaopt.isa.registers import EXEC_HI, EXEC_LO, NUM_VGPRS, SCC, VCC_HI, VCC_LO
from isaopt.proof.semantics.slots import Slots
from isaopt.proof.walk.flow import ProofBlock, ProofFlow

MASKS = {"scc": {SCC}, "vcc": {VCC_LO, VCC_HI}, "exec": {EXEC_LO, EXEC_HI}}
#: A block, and the one to which its branch leads.
Edge = tuple[int, int]


def waiting(module: Module, flow: ProofFlow, slots: Slots) -> frozenset[Edge]:
    """The edges along which a loop goes on whose branch depends on what was loaded in the loop."""
    meets = meeting(flow)
    found: set[Edge] = set()
    for number, block in enumerate(flow.blocks):
        if block.exit.kind != "if":
            continue
        inside = _inside(flow, number, meets[number])
        if inside and _Dependence(module, flow, inside, meets, slots).decides(number, MASKS[block.exit.mask]):
            found |= {(number, target) for target in successors(block) & inside}
    return frozenset(found)


def successors(block: ProofBlock) -> set[int]:
    return {block.exit.target, block.exit.fallthrough} - {-1}


def meeting(flow: ProofFlow) -> list[int]:
    """For each block the nearest one that every way to an end comes through; -1 if there is none."""
    every = (1 << len(flow.blocks)) - 1
    behind = [every] * len(flow.blocks)
    changed = True
    while changed:
        changed = False
        for number in range(len(flow.blocks) - 1, -1, -1):
            out = successors(flow.blocks[number])
            new = every if out else 0
            for target in out:
                new &= behind[target]
            new |= 1 << number
            changed |= new != behind[number]
            behind[number] = new
    ends = [number for number, block in enumerate(flow.blocks) if not successors(block)]
    back = turned([successors(block) for block in flow.blocks])
    ending = {*ends, *(number for end in ends for number in reached(back, end))}
    return [_nearest(behind, number) if number in ending else -1 for number in range(len(behind))]


def _nearest(behind: list[int], number: int) -> int:
    """Of the blocks that every way from one comes through, the one that has all the others behind it."""
    others = behind[number] & ~(1 << number)
    return next((n for n in range(len(behind)) if others >> n & 1 and not others & ~behind[n]), -1)


def _inside(flow: ProofFlow, start: int, beyond: int) -> frozenset[int]:
    """The blocks on some way from a block back to itself that does not come through another one."""
    ahead = [successors(block) - {beyond} for block in flow.blocks]
    return frozenset(reached(ahead, start) & reached(turned(ahead), start))


def turned(ways: list[set[int]]) -> list[set[int]]:
    back: list[set[int]] = [set() for _ in ways]
    for number, targets in enumerate(ways):
        for target in targets:
            back[target].add(number)
    return back


def reached(ways: list[set[int]], start: int) -> set[int]:
    seen: set[int] = set()
    todo = [start]
    while todo:
        new = ways[todo.pop()] - seen
        seen |= new
        todo += new
    return seen


@dataclass(frozen=True, slots=True)
class _Step:
    """An instruction: whether it loads what others may write, the registers and slots that it reads from before its
    block, the instructions of the block from which it has others, what it writes, and what of that outlasts the block.
    """

    loads: bool
    uses: frozenset[int]
    sources: tuple[int, ...]
    defs: frozenset[int]
    left: frozenset[int]


class _Dependence:
    """What depends on what a loop loads: by data, and by the branches whose sides meet in a round."""

    def __init__(self, module: Module, flow: ProofFlow, inside: frozenset[int], meets: list[int], slots: Slots) -> None:
        self.steps = {number: _steps(module, flow.blocks[number], slots) for number in inside}
        self.loaded: set[int] = set()
        self.late: dict[int, set[int]] = {number: set() for number in inside}
        branches = [n for n in sorted(inside) if flow.blocks[n].exit.kind == "if" and meets[n] in inside]
        ahead = [successors(block) for block in flow.blocks]
        sides = {n: _sides(ahead, n, meets[n]) & inside for n in branches}
        chosen: set[int] = set()
        grew = True
        while grew:
            grew = any(self._follow(number, number in chosen) for number in sorted(inside))
            for n in branches:
                if not sides[n] <= chosen and self.decides(n, MASKS[flow.blocks[n].exit.mask]):
                    chosen |= sides[n]
                    grew = True

    def _follow(self, number: int, chosen: bool) -> bool:
        """Look at a block once more; whether there is something new."""
        late = self.late[number]
        before = len(late)
        for k, step in enumerate(self.steps[number]):
            if step.loads or chosen or not self.loaded.isdisjoint(step.uses) or not late.isdisjoint(step.sources):
                late.add(k)
                self.loaded |= step.left
        return len(late) > before

    def decides(self, number: int, mask: set[int]) -> bool:
        """Whether one of the registers depends on a load at the end of a block."""
        steps = self.steps[number]
        for unit in mask:
            last = next((k for k in range(len(steps) - 1, -1, -1) if unit in steps[k].defs), None)
            if unit in self.loaded if last is None else last in self.late[number]:
                return True
        return False


def _sides(ahead: list[set[int]], start: int, meeting: int) -> set[int]:
    """The blocks between a branch and where its sides meet."""
    ways = [set() if number == meeting else targets for number, targets in enumerate(ahead)]
    return reached(ways, start) - {meeting}


def _steps(module: Module, block: ProofBlock, slots: Slots) -> list[_Step]:
    found: list[_Step] = []
    #: Of scalars, which one instruction writes as a whole: the last one that did.
    last: dict[int, int] = {}
    for index in block.body:
        item = module.items[index]
        if isinstance(item, Instruction):
            op, own = item.op, slots.get(index, ())
            uses, defs = {*op.uses, *op.implicit_uses, *own}, frozenset((*op.defs, *op.implicit_defs, *own))
            sources = tuple(last[u] for u in uses if u in last)
            found.append(_Step(op.flag("mayload") and not own, frozenset(uses - last.keys()), sources, defs, defs))
            last |= dict.fromkeys((u for u in defs if u >= NUM_VGPRS), len(found) - 1)
    return [replace(s, left=frozenset(u for u in s.defs if last.get(u, k) == k)) for k, s in enumerate(found)]
