"""The two kernels' states at a cut point, and at the start of a launch."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from isaopt.analysis.figures.launch_metadata import all_arguments
from isaopt.ir.program import Kernel, Module
from isaopt.isa.registers import EXEC_HI, EXEC_LO, M0, MODE, NUM_VGPRS, SCC, SGPR_BASE, VCC_HI, VCC_LO
from isaopt.proof.semantics.facts import offset_facts
from isaopt.proof.semantics.launch import group_fields, item_fields, kernarg_register, most_items, size_fields
from isaopt.proof.semantics.modelled import check_launch
from isaopt.proof.semantics.risks import Past
from isaopt.proof.semantics.world import GLOBAL, LDS, SCRATCH, STATE_NAMES, SYSTEM, Side, World
from isaopt.proof.surroundings.metadata import KernelDeclaration
from isaopt.proof.terms.decisions import Decisions
from isaopt.proof.terms.integers import Integers
from isaopt.proof.terms.masks import Masks
from isaopt.proof.terms.terms import FALSE, TRUE, Terms
from isaopt.proof.walk.order import Observers

#: Steps on decision diagrams: at least, for each item of the kernel, and at most.  Proofs take up to about 100 an item.
_DECISIONS = (300_000, 1_000, 3_000_000)


@dataclass(slots=True)
class ProofState:
    """``care``: a diagram that holds of every lane.  ``nonempty``: masks that are known to have a lane."""

    sides: tuple[Side, Side]
    care: int
    nonempty: frozenset[int]
    #: What A and B have executed last, on each way to here.
    pasts: tuple[tuple[Past, Past], ...] = (((), ()),)

    def same(self, other: ProofState) -> bool:
        return (
            self.care == other.care
            and self.nonempty == other.nonempty
            and self.pasts == other.pasts
            and all(
                a.regs == b.regs
                and a.events == b.events
                and a.unordered == b.unordered
                and a.waited == b.waited
                and a.owed == b.owed
                and a.early == b.early
                and a.turn == b.turn
                for a, b in zip(self.sides, other.sides, strict=True)
            )
        )

    def depends_on(self, terms: Terms, bits: int) -> bool:
        """Whether something in it changes its meaning at one of the cut points of these bits."""
        found = {self.care, *self.nonempty}
        for side in self.sides:
            found.update(side.regs.values(), side.waited, side.owed, side.early.terms())
            found.update(part for event in side.outstanding() for part in event.parts)
        return any(terms.deps[term] & bits for term in found)


def units_of(module: Module, kernel: Kernel) -> frozenset[int]:
    """Every register unit that the kernel's code names or implies."""
    units = {EXEC_LO, EXEC_HI, VCC_LO, VCC_HI, SCC, M0, MODE}
    for _, item in module.instructions(kernel):
        op = item.op
        units.update(op.defs, op.uses, op.implicit_defs, op.implicit_uses)
    return frozenset(units)


def new_world(
    module: Module, kernel: Kernel, launched: KernelDeclaration, facts: frozenset[str] = frozenset()
) -> World:
    """The terms of a proof about launches of this kernel, under the assumptions of these names."""
    check_launch(launched.descriptor)
    terms = Terms()
    least, factor, most = _DECISIONS
    decisions = Decisions(terms, min(most, least + factor * (kernel.last - kernel.first)))
    integers = Integers(terms)
    integers.fields[terms.make("tid")] = item_fields(launched)
    for unit, fields in group_fields(launched).items():
        integers.fields[_scalar(terms, unit)] = fields
    for offset, fields in size_fields(launched).items():
        integers.fields[terms.make("argument", (), (offset, 4))] = fields
    masks = Masks(terms, decisions, integers, kernel.wave_size)
    world = World(terms, decisions, integers, masks, kernel.wave_size, module.arch)
    world.lds = launched.lds
    world.facts = offset_facts(all_arguments(launched.entry), facts)
    world.lane_race_free = "lane-race-free" in facts
    # Who may observe the accesses of a wave: others of its workgroup, and whether on another CU.
    cu_mode = not launched.descriptor.field("workgroup_processor_mode")
    world.sharing = Observers(most_items(launched) <= kernel.wave_size, cu_mode)
    first = kernarg_register(launched)
    if first is not None:
        world.kernarg = integers.cat(_scalar(terms, SGPR_BASE + first), _scalar(terms, SGPR_BASE + first + 1))
        world.kernarg_size = launched.kernarg
    return world


def _scalar(terms: Terms, unit: int) -> int:
    return terms.make("initial", (), unit)


def entry_state(world: World, units: Mapping[int, frozenset[int]], shared: bool) -> ProofState:
    """Kernel entry: equal scalars and memory, v0 the work-item id in launched lanes, other VGPRs undefined.

    An undefined scalar of A is taken to hold what B's does: A means any value, so this one too.  With ``shared`` the
    same choice is made for VGPRs, by number; else it is left to the cut points.
    """
    t, d = world.terms, world.decisions
    exec_low = t.make("initial", (), EXEC_LO)
    word = world.integers.cat(exec_low, t.make("initial", (), EXEC_HI)) if world.masks.wide else exec_low
    world.launched = launched = world.masks.lanes(word)
    tid = t.make("tid")
    sides = []
    for side in (0, 1):
        regs = {s: t.make("memory0", (), STATE_NAMES[s]) for s in (LDS, GLOBAL, SCRATCH, SYSTEM)}
        for unit in units[side]:
            if unit < NUM_VGPRS:
                undefined = t.make("undefined", (), ("AB"[side] if not shared else "", unit))
                if side == 0 and not shared:
                    world.undefined[undefined] = unit
                regs[unit] = d.ite(launched, tid, undefined) if unit == 0 else undefined
            elif unit == SCC:
                regs[unit] = d.var(t.make("initial", (), unit))
            else:
                regs[unit] = _scalar(t, unit)
        sides.append(Side(side, regs))
    # The hardware starts no wave without a lane.
    return ProofState((sides[0], sides[1]), TRUE, frozenset({launched}) if launched != FALSE else frozenset())


def mask_units(module: Module, kernel: Kernel) -> tuple[int, ...]:
    """Scalar registers whose bits can flow into EXEC through copies and logic, EXEC first; the even one in wave64."""
    width = kernel.wave_size // 32
    suffix = "_b32" if width == 1 else "_b64"
    followed = {EXEC_LO}
    ops = {id(i.op): i.op for _, i in module.instructions(kernel)}.values()
    logic = [op for op in ops if op.mnemonic.startswith("s_") and op.mnemonic.endswith(suffix)]
    grew = True
    while grew:
        grew = False
        for op in logic:
            targets = set(op.written)
            if followed.isdisjoint(targets):
                continue
            found = {o.reg.first for o in op.operands if o.reg is not None and not o.reg.is_vgpr}
            if "saveexec" in op.mnemonic or "wrexec" in op.mnemonic:
                found.add(EXEC_LO)
            grew |= not found <= followed
            followed |= found
    return tuple(sorted(followed, key=lambda u: (u != EXEC_LO, u)))
