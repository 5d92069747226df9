"""A loop that B runs with some computations a round ahead: what B has at the loop's head, A is about to compute.

At a cut point, a register of B may hold what an instruction of A's block would give if it ran from A's registers as
they are there.  Such a result is a function of A's state alone: arithmetic on registers, that of vectors each lane by
itself, and loads from LDS as it is there, which cannot fault; nothing that changes EXEC or memory.  Should A come to
its load behind a store or a barrier, it gets the value of another state of LDS, which is not the same term.

Where a register of B holds such a result on every way in, lane by lane, it holds that function of the joined state
(:mod:`isaopt.proof.walk.lanes`).  Which instruction of A and which register of B belong together is found by trying
all; no proof rests on it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from isaopt.ir.program import Op
from isaopt.isa.meaning import Unit as _Executes
from isaopt.isa.registers import EXEC_HI, EXEC_LO, NUM_VGPRS
from isaopt.proof.semantics.access import execute_memory, is_memory
from isaopt.proof.semantics.crosslane import is_cross_lane
from isaopt.proof.semantics.execute import compute, is_pc_relative
from isaopt.proof.semantics.machine import SideExecution
from isaopt.proof.semantics.names import operation
from isaopt.proof.semantics.state import ProofState
from isaopt.proof.semantics.world import Side, World
from isaopt.proof.terms.terms import FALSE, Terms
from isaopt.proof.walk.flow import ProofFlow
from isaopt.proof.walk.lanes import LaneJoin
from isaopt.proof.walk.links import Links
from isaopt.proof.walk.live import read, written
from isaopt.proof.walk.order import AccessSite
from isaopt.proof.walk.program import ProofKernel
from isaopt.reached import reached

_LOAD = re.compile(r"ds_load_(2addr_(stride64_)?)?[bui]\d+$")
#: A result by the item of its instruction and its register.
_Results = dict[tuple[int, int], int]


@dataclass(frozen=True)
class Ahead:
    """The kernels of a proof, as far as registers at loop heads ask for it."""

    programs: tuple[ProofKernel, ProofKernel]

    def relate(self, pair: tuple[int, int], lanes: LaneJoin, state: ProofState) -> None:
        """Put into the joined ``state`` what registers of B hold of A's next round; ``pair`` are the blocks."""
        a, b = pair
        links = lanes.links
        if b not in self.programs[1].flow.heads:
            return
        mine, theirs = state.sides
        wanted = {
            u: own
            for u in sorted(self.programs[1].live[b])
            if u < NUM_VGPRS and (own := _own(links, theirs.regs[u])) is not None
        }
        if not wanted:
            return
        ways = [w.state for w in links.ways]
        touched = set(links.world.touched)
        each = [self._results(links.world, w.sides[0], w, a) for w in ways]
        joined = self._results(links.world, mine, state, a)
        d, holds = links.decisions, False
        for unit, own in wanted.items():
            held = tuple(w.sides[1].regs[unit] for w in ways)
            for key, value in joined.items():
                where = d.and_(lanes.agreement(held, tuple(found[key] for found in each)), state.care)
                where = d.and_(where, d.where(theirs.regs[unit], own))
                if where != FALSE:
                    missed = any(
                        (x, AccessSite.LDS) in w.sides[1].early.missed
                        for w, found in zip(ways, each, strict=True)
                        for x in _loads(links.terms, found[key], -1)
                    )
                    theirs.early = theirs.early.holding(_loads(links.terms, value, links.bit), missed)
                    theirs.regs[unit] = d.constrain(d.ite(where, value, theirs.regs[unit]), state.care)
                    holds = True
        if not holds:
            # Nothing was said of what A's instructions read.
            links.world.touched.intersection_update(touched)

    def _results(self, world: World, side: Side, state: ProofState, block: int) -> _Results:
        """What the arithmetic of A from a block to the next branch and its loads from LDS give from these registers, as
        far as nothing else comes between."""
        program = self.programs[0]
        run = SideExecution(world, side.copy(), state.care, state.nonempty)
        changed: set[int] = set()
        found: _Results = {}
        for index in _straight(program.flow, block):
            op = program.module.instruction(index).op
            run.line = program.module.instruction(index).line
            if EXEC_LO in written(op) or EXEC_HI in written(op):
                break
            made = []
            early = program.early.get(index)
            for half in op.halves:
                if early or not (_is_plain(half) or _reads_lds(half)) or not changed.isdisjoint(read(half)):
                    changed |= written(half)
                else:
                    if is_memory(half):
                        execute_memory(run, half)
                    else:
                        compute(run, half, operation(half))
                    made += sorted(written(half))
            run.commit()
            changed.difference_update(made)
            found.update({(index, unit): run.regs[unit] for unit in made if unit < NUM_VGPRS})
        return found


def _straight(flow: ProofFlow, block: int) -> Iterator[int]:
    """The items that a block, and those that control goes on to in any case, come to."""
    seen: set[int] = set()
    while block not in seen:
        seen.add(block)
        yield from flow.blocks[block].body
        if flow.blocks[block].exit.kind == "go":
            block = flow.blocks[block].exit.target


def _is_plain(op: Op) -> bool:
    """Whether an instruction computes VGPRs from registers, each lane for itself, or scalars from scalars."""
    name = operation(op)
    if op.desc.unit is _Executes.SALU:
        return not op.flag("sideeffects") and not is_pc_relative(op)
    if not name.startswith("v_") or op.flag("sideeffects") or is_memory(op) or is_cross_lane(op, name):
        return False
    return bool(written(op)) and all(u < NUM_VGPRS for u in written(op))


def _reads_lds(op: Op) -> bool:
    """Whether an instruction loads whole registers from LDS and does nothing else."""
    return bool(_LOAD.match(operation(op))) and not op.desc.partial and op.modifier("gds") is None


def _loads(terms: Terms, value: int, bits: int) -> set[int]:
    """The loads in a value that symbols of some cut points are part of, or any, with -1."""
    parts = reached([value], lambda x: [a for a in terms.args[x] if bits == -1 or terms.deps[a] & bits])
    return {x for x in parts if terms.op[x] == "load"}


def _own(links: Links, value: int) -> int | None:
    """The symbol of this cut point in a value of B that no register of A shares."""
    t = links.terms
    for leaf in sorted(links.decisions.leaves(value)):
        if t.op[leaf] == "vsymbol" and t.deps[leaf] & links.bit:
            match t.payload[leaf]:
                case (_, (1, _)):
                    return leaf
    return None
