"""What the first kernel is about to do from a block on: arithmetic and loads, as far as nothing else comes between."""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import dataclass, field

from isaopt.ir.program import Op
from isaopt.isa.meaning import Access, Lanes, Space
from isaopt.isa.registers import EXEC_HI, EXEC_LO, NUM_VGPRS
from isaopt.proof.semantics.access import execute_memory, is_ordered
from isaopt.proof.semantics.execute import compute, is_pc_relative
from isaopt.proof.semantics.machine import SideExecution
from isaopt.proof.semantics.memory import loads_unwritten, place_of
from isaopt.proof.semantics.modelled import Treatment, treatment_of
from isaopt.proof.semantics.offsets import global_address
from isaopt.proof.semantics.state import ProofState
from isaopt.proof.semantics.world import GLOBAL, World
from isaopt.proof.terms.smt import decided
from isaopt.proof.terms.terms import FALSE, TRUE
from isaopt.proof.walk.program import ProofKernel
from isaopt.proof.walk.spins import MASKS

#: How many instructions are looked at before a block is come to once more.
_MOST_STEPS = 400
#: An instruction of A: which block of a path it is in, and its item.
_At = tuple[int, int]
#: By instruction, and a register or the number of a part.
_ByPlace = dict[tuple[_At, int], int]


@dataclass(frozen=True, slots=True)
class Upcoming:
    """What instructions of A would give, which places of global memory they would read, and their loads, part by
    part; ``path``: the blocks that they are in, one after the other."""

    path: list[int] = field(default_factory=list)
    values: _ByPlace = field(default_factory=dict)
    touches: _ByPlace = field(default_factory=dict)
    loads: dict[_At, tuple[int, ...]] = field(default_factory=dict)

    def made(self) -> frozenset[int]:
        return frozenset(load for parts in self.loads.values() for load in parts)

    def shared(self, others: Sequence[Upcoming]) -> int:
        """For how many blocks all of the paths are the same: up to there, results are the same functions of states."""
        blocks = zip(self.path, *(other.path for other in others), strict=False)
        return next(
            (n for n, each in enumerate(blocks) if len(set(each)) > 1),
            min(map(len, (self.path, *(o.path for o in others)))),
        )


def upcoming(program: ProofKernel, run: SideExecution, block: int, certain: bool = False) -> Upcoming:
    """What the arithmetic of A from a block on and its loads give from a run's registers, as far as nothing else comes
    between and what is known there decides the branches; ``certain``: only as far as control is sure to come.

    When control comes there, a load may give another value.  So of an address made of one nothing may be assumed, and
    no branch on one is followed.
    """
    changed, open_ = set[int](), set[int]()
    run.side.loads.clear()
    found = Upcoming()
    steps, number = 0, block
    while number >= 0 and (number not in found.path or steps < _MOST_STEPS):
        found.path.append(number)
        for index in program.flow.blocks[number].body:
            op, at = program.module.instruction(index).op, (len(found.path) - 1, index)
            run.line = program.module.instruction(index).line
            if EXEC_LO in op.written or EXEC_HI in op.written or (certain and treatment_of(op) is Treatment.EVENT):
                return found
            if treatment_of(op) is Treatment.EVENT:
                run.side.stops.append(0)
            made, loaded = [], set[int]()
            doubtful = program.early.get(index) or index in program.risks
            for half in op.halves:
                by_load = not open_.isdisjoint(half.read)
                unsure = by_load and run.world.facts.any
                known = _only_loads(half) and not unsure if treatment_of(half) is Treatment.MEMORY else _is_plain(half)
                if doubtful or not known or not changed.isdisjoint(half.read):
                    changed |= set(half.written)
                else:
                    if treatment_of(half) is Treatment.MEMORY:
                        found.loads[at] = execute_memory(run, half)
                        by_load = not all(loads_unwritten(run.terms, part) for part in found.loads[at])
                    else:
                        compute(run, half)
                    made += sorted(set(half.written))
                    loaded.update(half.written if by_load else ())
            run.commit()
            changed.difference_update(made)
            open_ = open_.difference(made) | loaded
            found.values.update({(at, unit): run.regs[unit] for unit in made if unit < NUM_VGPRS})
            found.touches.update({(at, part): effect.term for part, effect in enumerate(run.side.loads)})
            run.side.loads.clear()
        steps += len(program.flow.blocks[number].body) + 1
        number = _next(program, run, number, changed | open_)
    return found


def _next(program: ProofKernel, run: SideExecution, number: int, unknown: Set[int]) -> int:
    """The block to which control goes from another one; -1 if that is not known."""
    out, last = program.flow.blocks[number].exit, program.flow.blocks[number].last
    if out.kind == "go":
        return out.target
    if out.kind != "if" or last in program.early or last in program.risks or not unknown.isdisjoint(MASKS[out.mask]):
        return -1
    condition = run.decisions.constrain(run.condition(out.mask), run.care)
    outcome = condition == TRUE if condition in (TRUE, FALSE) else decided(run.world, run.care, condition)
    return -1 if outcome is None else out.target if outcome == out.sense else out.fallthrough


def _is_plain(op: Op) -> bool:
    """Whether an instruction computes VGPRs and lane masks from registers lane by lane, or scalars from scalars."""
    return treatment_of(op) is Treatment.COMPUTE and not is_pc_relative(op)


def _only_loads(op: Op) -> bool:
    """Whether an instruction loads whole registers from LDS or global memory and does nothing else."""
    memory = op.desc.memory
    plain = memory is not None and memory.space in (Space.LDS, Space.GLOBAL) and memory.access is Access.LOAD
    return plain and op.desc.lanes is Lanes.LANEWISE and not op.desc.partial and not is_ordered(op)


def name_as(program: ProofKernel, world: World, state: ProofState, block: int) -> None:
    """Write the addresses of what B has read ahead as A is about to have them from a block on, in the lanes that B has
    read in: what is assumed of A's accesses was not noted yet when B made its own."""
    t, d, touched = world.terms, world.decisions, set(world.touched)
    mine, theirs = state.sides
    a, b = (SideExecution(world, side.copy(), state.care, state.nonempty) for side in (mine, theirs))
    upcoming(program, a, block, True)
    b.offsets = a.offsets
    names, lanes = dict[int, int](), dict[int, int]()
    for touch in sorted(theirs.owed):
        payload = t.payload[touch]
        if not isinstance(payload, tuple) or payload[:1] != (GLOBAL,):
            continue
        address, active = t.args[touch]
        b.active = d.and_(state.care, t.args[active][0])
        found = global_address(b, world.folded.get(address, address))
        if found != address and names.setdefault(address, found) == found:
            lanes[address] = d.or_(lanes.get(address, FALSE), b.active)
            theirs.owed = theirs.owed - {touch} | {t.make("touch", (found, active), payload)}
    if not names:
        world.touched.intersection_update(touched)
        return

    def renamed(load: int) -> int:
        place = place_of(t, load)
        if place is None or t.op[load] != "load" or place.space != GLOBAL or place.address not in names:
            return load
        return t.make("load", (t.args[load][0], names[place.address]), t.payload[load], t.deps[load])

    theirs.early = theirs.early.renamed(renamed)
    theirs.events = {
        counter: tuple(event._replace(parts=tuple(map(renamed, event.parts))) for event in events)
        for counter, events in theirs.events.items()
    }
    for unit, value in theirs.regs.items():
        for leaf in d.leaves(value) if unit < NUM_VGPRS else ():
            new = renamed(leaf)
            if new != leaf:
                where = d.and_(lanes[t.args[leaf][1]], d.where(value, leaf))
                theirs.regs[unit] = d.ite(where, new, theirs.regs[unit])
