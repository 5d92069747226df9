"""The pass ``reassign``: renumbers every movable web of VGPRs so that operands come from different banks.

Instructions and their order stay; only register numbers change. Occupancy never drops. Objectives, in order: conflicts
under the chosen register-file model, then under ``article``, weighted by loops; sources of an instruction that share a
bank, even where an operand cache would serve one of them; reads that the operand caches do not serve; the highest VGPR.
Only fewer conflicts may raise the highest VGPR above the input's, and a note says so. A few bank reads are traded for
registers where that lets more waves run.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar, Literal

from isaopt.analysis.figures.limits import limits_of, occupancy_steps
from isaopt.analysis.flow.cfg import CFG, build_cfg
from isaopt.analysis.flow.liveness import kernel_ops
from isaopt.analysis.flow.loops import find_loops
from isaopt.analysis.flow.outstanding import Pending
from isaopt.analysis.flow.webs import Segment, WebGroup, Webs, find_webs
from isaopt.asm.resources import highest_vgpr, with_vgpr_count
from isaopt.ir.kept import kept_in_op
from isaopt.ir.program import Instruction, Kernel, Module, Op
from isaopt.rebuild.rewrite import follow_renaming
from isaopt.solve.problem import Cell as SolveCell
from isaopt.solve.problem import CellRef, InstrReads, Problem
from isaopt.solve.problem import OperandRead as SolveRead
from isaopt.solve.problem import RegisterGroup as SolveGroup
from isaopt.solve.reassign import Solution
from isaopt.solve.reassign import reassign as solve
from isaopt.target.arch import Arch, get_arch
from isaopt.target.bank_models import DEFAULT_MODEL, get_model, solver_costs
from isaopt.target.reads import is_matrix, reads_of
from isaopt.target.vopd import Slot, interlock_constraints, slot_constraints
from isaopt.target.vopd_ops import half_of
from isaopt.transform.base import PassResult, SolverAnswer, SolverPass, unchanged
from isaopt.transform.placement import cells_of, renamed_to

#: The trip count that weights assume for a loop whose count is unknown.
UNKNOWN_TRIPS = 16
#: Larger weights would only give the solver larger numbers.
MAX_WEIGHT = UNKNOWN_TRIPS**4
_SOURCE_SLOTS: dict[Slot, int] = {"src0": 0, "src1": 1, "src2": 2}


@dataclass(frozen=True, slots=True)
class Reassign(SolverPass):
    """``bank_model`` is the register-file model whose conflicts come first. ``max_vgprs`` applies in addition to the
    limit that preserves occupancy; a kernel that needs more is left unchanged."""

    name: ClassVar[str] = "reassign"
    summary: ClassVar[str] = "renumber VGPRs so that operands come from different register banks"
    bank_model: str = DEFAULT_MODEL

    def __post_init__(self) -> None:
        get_model(self.bank_model)

    def apply(self, module: Module, kernel: Kernel) -> PassResult:
        """The kernel with its VGPRs renumbered, or unchanged if nothing better was found."""
        return self.renumbered(module, kernel)

    def renumbered(self, module: Module, kernel: Kernel, bounded: bool = True) -> PassResult:
        """The same; only if ``bounded``, the result says how near to the best it is known to be."""
        arch = get_arch(module.arch)
        problem, found = build_problem(module, kernel, arch, self.budget(module, kernel))
        problem = replace(problem, costs=solver_costs(self.bank_model))
        if not problem.groups:
            return unchanged(module, "no-candidate", "the kernel uses no VGPRs")
        solution = solve(problem, self.effort, self.seed, occupancy_steps(module, kernel), bounded)
        answer = _answer(solution)
        if solution.status == "unchanged":
            return unchanged(module, "no-gain", "no better assignment found", answer=answer)
        base_of = problem.by_group(solution.bases)
        renamed = renamed_to(module, kernel, found, base_of)
        needed = highest_vgpr(renamed, kernel) + 1
        if self.max_vgprs is not None and needed > self.max_vgprs:
            why = f"the result needs {needed} VGPRs, but max-vgprs is {self.max_vgprs}"
            return unchanged(module, "max-vgprs", why, answer=answer)
        counted = with_vgpr_count(renamed, kernel, module)
        follow_renaming(module, counted, kernel)
        moved = sum(b != g.current for g, b in zip(problem.groups, solution.bases, strict=True))
        waves = limits_of(counted, kernel).waves, limits_of(module, kernel).waves
        notes = (f"moved {moved} of {len(problem.groups)} register groups", *_trade(solution, *waves))
        return PassResult(counted, True, answer, notes)


def _trade(solution: Solution, waves: int, waves_before: int) -> tuple[str, ...]:
    """Why the highest VGPR differs from the input's."""
    before, after = solution.before, solution.after
    if waves > waves_before:
        return (
            f"highest VGPR v{before.highest_vgpr} -> v{after.highest_vgpr}: {waves} waves instead of {waves_before}",
        )
    if after.highest_vgpr <= before.highest_vgpr:
        return ()
    return (
        f"highest VGPR v{before.highest_vgpr} -> v{after.highest_vgpr}, at the same occupancy: no assignment found "
        f"within v{before.highest_vgpr} has as few conflicts",
    )


def _answer(solution: Solution) -> SolverAnswer:
    levels = tuple((level.name, float(level.value), float(level.bound), level.status) for level in solution.levels)
    hot = tuple((f"hot-loop {lv.name}", float(lv.value), float(lv.bound), lv.status) for lv in solution.hot)
    return SolverAnswer(solution.status, levels[0][1], levels[0][2], levels + hot)


def block_weights(module: Module, kernel: Kernel, cfg: CFG) -> list[int]:
    """The weight of each block: the product of the trip counts of the loops around it."""
    weights = [1] * len(cfg.blocks)
    for loop in find_loops(module, kernel, cfg):
        trips = UNKNOWN_TRIPS if loop.trip_count is None else max(1, loop.trip_count)
        for block in loop.blocks:
            weights[block] = min(weights[block] * trips, MAX_WEIGHT)
    return weights


def executed(module: Module, kernel: Kernel) -> tuple[int, int]:
    """VALU and SALU instructions of the kernel of that name, each as often as it runs."""
    kernel = module.kernel(kernel.name)
    cfg = build_cfg(module, kernel)
    weights, ops = block_weights(module, kernel, cfg), kernel_ops(module, cfg)
    valu, salu = (
        sum(weights[cfg.block_of[k]] for k, op in enumerate(ops) if op.flag(unit)) for unit in ("valu", "salu")
    )
    return valu, salu


def build_problem(
    module: Module,
    kernel: Kernel,
    arch: Arch,
    budget: int,
    outstanding: Pending | None = None,
    found: Webs | None = None,
) -> tuple[Problem, Webs]:
    """The solver's problem for a kernel; ``budget`` is how many VGPRs may be used, ``outstanding`` which of them late
    loads hold (None: as the waits in the code say), ``found`` its webs, where they are known."""
    cfg = build_cfg(module, kernel)
    found = found or find_webs(module, kernel, cfg, outstanding=outstanding)
    cell_of = cells_of(found)
    groups = tuple(
        SolveGroup(
            group.id,
            group.width,
            group.base,
            group.fixed is not None,
            group.max_base + group.width,
            _cells(group, found),
        )
        for group in found.groups
    )
    weights = block_weights(module, kernel, cfg)
    instructions = []
    mod4: list[tuple[CellRef, CellRef]] = []
    mod2: list[tuple[CellRef, CellRef]] = []
    for block in cfg.blocks:
        for item_index in block.instructions:
            item = module.items[item_index]
            assert isinstance(item, Instruction)
            reads = tuple(
                (read, cell_of[found.web_at[item_index, read.ref, read.offset]])
                for read in reads_of(item.op, module.arch)
            )
            if reads:
                matrix = is_matrix(item.op)
                counted = tuple(
                    SolveRead(cell, read.slot, read.component, read.accumulator)
                    for read, cell in reads
                    if not matrix or (read.matrix and read.offset == 0)
                )
                kind: Literal["valu", "wmma"] = "wmma" if matrix else "valu"
                uncached = sum(not read.accumulator for read, _ in reads) if matrix else 0
                instructions.append(InstrReads(item_index, block.index, weights[block.index], counted, kind, uncached))
            for modulus, *places in _pair_rules(item.op, arch) if item.op.pair is not None else ():
                a, b = (cell_of[found.web_at[item_index, *place]] for place in places)
                (mod4 if modulus == 4 else mod2).append((a, b))
    used = max((g.current + g.width for g in groups), default=0)
    return Problem(groups, tuple(instructions), tuple(mod4), tuple(mod2), max(budget, used)), found


def _cells(group: WebGroup, found: Webs) -> tuple[SolveCell, ...]:
    """One cell for each offset: webs that take turns in one register of the tuple share it."""
    segments: dict[int, list[Segment]] = {}
    for web, offset in group.members:
        segments.setdefault(offset, []).extend(found.webs[web].segments)
    return tuple(SolveCell(offset, tuple(sorted(parts))) for offset, parts in sorted(segments.items()))


@kept_in_op
def _pair_rules(op: Op, arch: Arch) -> tuple[tuple[int, tuple[int, int], tuple[int, int]], ...]:
    """What must differ in a dual instruction, as modulus and two places (reference and offset in it): the encoding's
    rules, and for a pair that is safe from the gfx11 interlock erratum, that it stays safe."""
    assert op.pair is not None
    x, y = (half_of(arch, half) for half in op.pair)
    places: dict[tuple[Slot, int], tuple[int, int]] = {}
    for index, ref in enumerate(op.refs):
        if ref.writes and ref.reg.is_vgpr:
            places["dst", ref.component] = index, 0
    slot_names: dict[int, Slot] = {number: slot for slot, number in _SOURCE_SLOTS.items()}
    for read in reads_of(op, arch.name):
        places.setdefault((slot_names[read.slot], read.component), (read.ref, read.offset))
    rules = list(slot_constraints(arch, x.name, y.name))
    rules += [c for c in interlock_constraints(arch) if c.holds(x.register(c.slot), y.register(c.slot))]
    found = ((rule.modulus, places.get((rule.slot, 0)), places.get((rule.slot, 1))) for rule in rules)
    return tuple((modulus, a, b) for modulus, a, b in found if a is not None and b is not None)
