"""Kernels that are the same to the letter but for arithmetic that was replaced in place.

What lies between two instructions that do more than compute registers from registers is replaced in place if it leaves
every register as the other does, whatever they held. If all else is the same, the kernels do the same wherever control
goes: that needs no cut points, and only what differs is run.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from isaopt.account import WorkAccount
from isaopt.asm.printer import print_op
from isaopt.ir.program import Op
from isaopt.isa.registers import SCC
from isaopt.proof.semantics.arrival import counters
from isaopt.proof.semantics.execute import execute, is_pc_relative
from isaopt.proof.semantics.machine import SideExecution
from isaopt.proof.semantics.modelled import Treatment, treatment_of
from isaopt.proof.semantics.state import new_world, units_of
from isaopt.proof.semantics.world import Side, World
from isaopt.proof.terms.terms import TRUE
from isaopt.proof.types import CannotProve
from isaopt.proof.walk.budget import StepBudget
from isaopt.proof.walk.flow import ProofBlock
from isaopt.proof.walk.program import ProofKernel

#: What may differ of two descriptors without a trace in a wave: how much code is fetched ahead.
_UNSEEN = frozenset(("inst_pref_size",))

Stretch = tuple[int, ...]
"""Items between two instructions that are compared by their text."""


def replaced_in_place(programs: tuple[ProofKernel, ProofKernel], account: WorkAccount) -> bool:
    """Whether B is known to do what A does, because it differs only in arithmetic with the same results; the
    ``account`` pays for the answer.

    False says nothing. What differs beside the code must have been found harmless, and B's hazards to be none that A
    has not.
    """
    if programs[1].risks or any(p.early for p in programs) or not _launched_alike(*programs):
        return False
    pairs = _stretches(*programs)
    if not pairs:
        return False
    try:
        world = new_world(programs[0].module, programs[0].kernel, programs[0].launched)
        budget = StepBudget(sum(p.size for p in programs), 0, world.decisions, account)
        units = frozenset[int]().union(*(units_of(p.module, p.kernel) for p in programs))
        held = {unit: world.terms.make("held", (), unit) for unit in units}
        held[SCC] = world.decisions.var(held[SCC])
        for pair in pairs:
            budget.steps += sum(map(len, pair))
            budget.pay()
            a, b = (_left(world, held, n, programs[n], pair[n]) for n in (0, 1))
            if a != b:
                return False
        return True
    except CannotProve:
        return False


def _launched_alike(one: ProofKernel, other: ProofKernel) -> bool:
    """Whether both descriptors say the same."""
    names = {name for name, _, _ in one.launched.descriptor.fields()} - _UNSEEN
    a, b = (p.launched.descriptor for p in (one, other))
    return all(a.field(name) == b.field(name) for name in names) and one.launched.lds == other.launched.lds


def _stretches(one: ProofKernel, other: ProofKernel) -> list[tuple[Stretch, Stretch]] | None:
    """What was replaced, in A and in B, and what depends on where it stands; None if something else differs."""
    blocks = one.flow.blocks, other.flow.blocks
    if [_ending(one, block) for block in blocks[0]] != [_ending(other, block) for block in blocks[1]]:
        return None
    found = []
    for mine, theirs in zip(*blocks, strict=True):
        split = list(_split(one, mine)), list(_split(other, theirs))
        if [text for text, _ in split[0]] != [text for text, _ in split[1]]:
            return None
        for (_, a), (_, b) in zip(*split, strict=True):
            ops = [[p.module.instruction(i).op for i in s] for p, s in ((one, a), (other, b))]
            if list(map(_said, ops[0])) != list(map(_said, ops[1])) or any(map(is_pc_relative, ops[0])):
                found.append((a, b))
    return found


def _ending(program: ProofKernel, block: ProofBlock) -> tuple[object, str]:
    """How a block ends, and by what instruction if it is none of the body's."""
    outside = block.last >= 0 and block.last not in block.body[-1:]
    return block.exit, program.module.instruction(block.last).op.mnemonic if outside else ""


def _split(program: ProofKernel, block: ProofBlock) -> Iterator[tuple[tuple[str, tuple[str, ...]], Stretch]]:
    """What the instructions say that must be the same, each with what comes before it; at the end, what is left."""
    stretch: list[int] = []
    for index in block.body:
        op = program.module.instruction(index).op
        if treatment_of(op) is Treatment.SILENT:
            continue
        if _only_computes(op):
            stretch.append(index)
        else:
            yield _said(op), tuple(stretch)
            stretch.clear()
    yield ("", ()), tuple(stretch)


def _said(op: Op) -> tuple[str, tuple[str, ...]]:
    """The text of an instruction, and what the names in it stand for."""
    return print_op(op), tuple(repr(operand.value) for half in op.halves for operand in half.operands)


def _only_computes(op: Op) -> bool:
    return treatment_of(op) is Treatment.COMPUTE and not counters(op)


def _left(world: World, held: Mapping[int, int], number: int, program: ProofKernel, stretch: Stretch) -> dict[int, int]:
    """What a stretch leaves in the registers that ``held`` this."""
    run = SideExecution(world, Side(number, dict(held)), TRUE, frozenset())
    for index in stretch:
        execute(run, program.module, index, frozenset())
    return run.regs
