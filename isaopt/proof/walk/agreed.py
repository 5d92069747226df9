"""Whether the waves of a workgroup come to the same barriers of the text, one after the other.

The hardware counts barriers and knows nothing of where they stand: a wave that has ended is no longer waited for, so
that one may go round a loop more often than another.  Here a wave that comes to a barrier at all goes the way of the
others from the first one on: each branch with a barrier on one of its ways depends on nothing but what all waves of a
workgroup have alike.  That is the kernel's arguments, which nothing writes, the workgroup's id, constants, and what
scalar instructions make of them (LLVM AMDGPUUsage, "Initial Kernel Execution State").  A branch by which a wave leaves
before its first access to LDS, or barrier, is free.

Compilers hold a condition that is the same for all lanes as 0 or -1 and test it against EXEC.  Every wave is launched
with a lane, so that as long as EXEC is what it was, waves with the same condition find the same.
"""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import dataclass, replace

from isaopt.graphs import descendants, reachable
from isaopt.ir.program import Module, Op
from isaopt.isa.registers import EXEC_HI, EXEC_LO, NUM_VGPRS, SCC, SGPR_BASE, VCC_HI
from isaopt.proof.semantics.launch import group_fields, kernarg_register
from isaopt.proof.surroundings.metadata import KernelDeclaration
from isaopt.proof.walk.flow import ProofFlow
from isaopt.proof.walk.spins import MASKS, meeting

#: Of EXEC and a condition.
_TESTS = ("s_and_b32", "s_and_not1_b32")


@dataclass(frozen=True, slots=True)
class _AgreedUnits:
    """``alike``: the scalar units that all waves have alike; ``arguments``: whether the pointer to the arguments is
    where it was; ``launched``: whether EXEC is what it was.  In wave32, ``flags``: units that all waves have alike and
    that are 0 or -1; ``tested``: those that are zero in all waves or in none."""

    alike: frozenset[int]
    arguments: bool
    launched: bool = True
    flags: frozenset[int] = frozenset()
    tested: frozenset[int] = frozenset()

    def without(self, units: Set[int]) -> _AgreedUnits:
        return replace(self, alike=self.alike - units, flags=self.flags - units, tested=self.tested - units)

    def decides(self, mask: str, wave: int) -> bool:
        """Whether all waves go the same way at a branch on one of :data:`MASKS`."""
        units = MASKS[mask] - ({VCC_HI, EXEC_HI} if wave == 32 else set())
        return units <= self.alike or units <= self.tested


def in_step(
    module: Module, flow: ProofFlow, launched: KernelDeclaration, barriers: frozenset[int], first: frozenset[int]
) -> bool:
    """Whether waves reach barriers in step; ``barriers`` are the blocks with one, ``first`` those with a barrier or an
    access to LDS."""
    ahead = [block.successors for block in flow.blocks]
    ways = {n: _between(ahead, n, meet) for n, meet in enumerate(meeting(flow)) if flow.blocks[n].exit.kind == "if"}
    parted: set[int] = set()
    while True:
        known = _known(module, flow, launched, {n: ways[n] for n in parted})
        wave = launched.descriptor.wave_size
        new = {n for n in ways.keys() & known.keys() if not known[n].decides(flow.blocks[n].exit.mask, wave)}
        if new <= parted:
            break
        parted |= new
    ways_on = [reachable([n], lambda b: ahead[b]) for n in range(len(ahead))]
    leading = {n for n, found in enumerate(ways_on) if first & found}
    after = reachable(first, lambda b: ahead[b])
    return all(barriers.isdisjoint(ways[n]) or (n not in after and not ahead[n] <= leading) for n in parted)


def _between(ahead: Sequence[Set[int]], branch: int, meet: int) -> frozenset[int]:
    """The blocks on the paths from a branch to where they join."""
    return frozenset(descendants(branch, lambda b: ahead[b] - {meet}))


def _known(
    module: Module, flow: ProofFlow, launched: KernelDeclaration, parted: dict[int, frozenset[int]]
) -> dict[int, _AgreedUnits]:
    """The facts at the end of each reachable block, given the branches at which waves diverge and the blocks on their
    paths."""
    pointer = kernarg_register(launched)
    user = range(SGPR_BASE, SGPR_BASE + launched.descriptor.field("user_sgpr_count"))
    start = _AgreedUnits(frozenset(user) | group_fields(launched).keys(), pointer is not None)
    changed = {n: {u for w in ways for u in _written(module, flow, w)} for n, ways in parted.items()}
    meets = meeting(flow) if parted else []

    def transfer(number: int, known: _AgreedUnits) -> _AgreedUnits:
        # What some waves have written on the way and others have not.
        lost = {u for branch, units in changed.items() if meets[branch] == number for u in units}
        known = known.without(lost)
        for index in flow.blocks[number].body:
            known = _after(known, module.instruction(index).op, pointer, launched)
        return known

    def joined(a: _AgreedUnits, b: _AgreedUnits) -> _AgreedUnits:
        same = a.alike & b.alike, a.arguments and b.arguments, a.launched and b.launched
        return _AgreedUnits(*same, a.flags & b.flags, a.tested & b.tested)

    return {number: transfer(number, known) for number, known in flow.states(start, transfer, joined).items()}


def _written(module: Module, flow: ProofFlow, number: int) -> set[int]:
    return {unit for index in flow.blocks[number].body for unit in module.instruction(index).op.written}


def _after(known: _AgreedUnits, op: Op, pointer: int | None, launched: KernelDeclaration) -> _AgreedUnits:
    """The facts after an instruction."""
    targets = {u for u in op.written if u >= NUM_VGPRS}
    if not targets:
        return known
    found = known.without(targets)
    alike = found.alike | _arguments(known, op, pointer, launched)
    if op.flag("salu") and not op.flag("sideeffects") and set(op.read) <= known.alike and not op.desc.partial:
        alike |= targets - {EXEC_LO, EXEC_HI}
    flags, tested = found.flags, found.tested
    if launched.descriptor.wave_size == 32 and targets.isdisjoint((EXEC_LO, EXEC_HI)):
        name, sources = op.operation, range(1, len(op.operands))
        if name in ("s_mov_b32", "s_cselect_b32") and targets <= alike and all(_is_flag(known, op, n) for n in sources):
            flags |= targets
        if name in _TESTS and known.launched and op.operands[1].text == "exec_lo" and _is_flag(known, op, 2):
            tested |= targets - {SCC}
    first = SGPR_BASE + (pointer or 0)
    arguments = known.arguments and targets.isdisjoint((first, first + 1))
    return _AgreedUnits(alike, arguments, known.launched and targets.isdisjoint((EXEC_LO, EXEC_HI)), flags, tested)


def _is_flag(known: _AgreedUnits, op: Op, index: int) -> bool:
    """Whether an operand is 0 or -1 in all waves alike."""
    reg = op.operands[index].reg
    return op.constant(index) in (0, 0xFFFFFFFF) if reg is None else known.flags.issuperset(reg.units)


def _arguments(known: _AgreedUnits, op: Op, pointer: int | None, launched: KernelDeclaration) -> frozenset[int]:
    """The scalars into which an instruction loads arguments of the kernel."""
    if not op.desc.loads_scalar_words or not known.arguments or pointer is None:
        return frozenset()
    named = {desc.name: operand for desc, operand in zip(op.desc.operands, op.operands, strict=False)}
    base, offset = named["sbase"].reg, named["offset"].value if "offset" in named else None
    if base is None or base.first != SGPR_BASE + pointer or not isinstance(offset, int) or offset < 0:
        return frozenset()
    if "soffset" in named and named["soffset"].reg is not None:
        return frozenset()
    # Wide loads may go beyond the last argument.
    count = (launched.kernarg - offset) // 4
    return frozenset(op.defs[: max(count, 0)]) - {EXEC_LO, EXEC_HI}
