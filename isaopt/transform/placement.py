"""Allocates registers on given banks for values whose live ranges changed, and writes them into the kernel."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass

from isaopt.analysis.flow.cfg import CFG
from isaopt.analysis.flow.liveness import code_of, kernel_ops
from isaopt.analysis.flow.webs import Webs
from isaopt.asm.printer import print_op
from isaopt.ir.edit import rename_registers
from isaopt.ir.program import Kernel, Module, Op, RegUse
from isaopt.isa.registers import NUM_VGPRS, RegRef
from isaopt.solve.pack import loosened, neighbours, pack
from isaopt.solve.problem import BANKS, CellRef, Problem
from isaopt.solve.ties import Tie, tied
from isaopt.target.arch import get_arch
from isaopt.target.reads import is_matrix, reads_of
from isaopt.transform.dual_forms import in_reading_order
from isaopt.transform.wide_loads import offset_of


def renamed_to(module: Module, kernel: Kernel, found: Webs, base_of: Mapping[int, int]) -> Module:
    """The kernel with each group of webs at its new base register; ``base_of`` maps group ids to bases. Where half a
    dual instruction would then overwrite what the other one is yet to read, the halves change places if they can.

    Unreachable code keeps its registers: it has no webs.
    """
    arch = get_arch(module.arch)
    register_of = {web: base_of[group.id] + offset for group in found.groups for web, offset in group.members}
    ops = {
        item: in_reading_order(arch, with_webs(instruction.op, item, found, register_of))
        for item, instruction in module.instructions(kernel)
        if any(ref.reg.is_vgpr for ref in instruction.op.refs)
    }
    return module.with_ops(ops, print_op)


def with_webs(op: Op, item: int, found: Webs, unit_of: Mapping[int, int], written: bool = True) -> Op:
    """The instruction of an item with webs in other registers, by their ids; also what it writes, if ``written``."""
    number = {id(ref): n for n, ref in enumerate(op.refs)}

    def register(ref: RegUse) -> RegRef:
        unit = unit_of.get(found.web_at.get((item, number[id(ref)], 0), -1)) if ref.reads or written else None
        return ref.reg if unit is None else RegRef(unit, ref.reg.count, ref.reg.half)

    return rename_registers(op, register)


def cells_of(found: Webs) -> dict[int, CellRef]:
    """The cell of each web in a problem that was built from these webs."""
    return {web: CellRef(group.id, offset) for group in found.groups for web, offset in group.members}


def bases_on(
    problem: Problem,
    banks: Mapping[int, int],
    work: int,
    seed: int,
    ties: Sequence[Tie] = (),
    from_current: bool = False,
) -> dict[int, int] | None:
    """A base register for every group, by its id: on the bank that ``banks`` names for it, with as many of ``ties``
    kept as possible. None if the work limit ends the search first.

    Each group is tried at its present base first (``from_current``), otherwise from the lowest register up.
    """
    one = tied(problem, ties)
    want: dict[int, int] = {}
    for old, at in banks.items():
        new, offset = one.place_of[old]
        if want.setdefault(new, (at - offset) % BANKS) != (at - offset) % BANKS:
            return None
    allowed: list[list[int]] = []
    for group in one.problem.groups:
        top = min(group.limit, problem.max_vgprs) - group.width
        bases = range(group.current, group.current + 1) if group.fixed else range(top + 1)
        at_bank = None if group.fixed else want.get(group.id)
        allowed.append([b for b in bases if at_bank is None or b % BANKS == at_bank])
    start = [group.current if group.fixed or from_current else None for group in one.problem.groups]
    found = pack(one.problem, neighbours(one.problem), allowed, start, work, seed)
    if found is None:
        return None
    return one.bases(one.problem.by_group(found))


def spread_out(module: Module, kernel: Kernel, problem: Problem, found: Webs) -> Module | None:
    """The kernel with its values over the whole register file, each register free for as long as possible before its
    next use, so that they leave the order as free as possible; None if they do not fit."""
    bases = loosened(problem, NUM_VGPRS)
    return None if bases is None else renamed_to(module, kernel, found, problem.by_group(bases))


def present_banks(module: Module, cfg: CFG, found: Webs) -> dict[int, int]:
    """The present bank of every group whose bank matters: those that dual or matrix instructions name, or that an ALU
    instruction reads beside another VGPR. The others may move to any bank."""
    ops = kernel_ops(module, cfg)
    ordinal_of = {item: k for k, item in enumerate(cfg.order)}
    named = [op.pair is not None or is_matrix(op) for op in ops]
    several = [len({read.vgpr for read in reads_of(op, module.arch)}) > 1 for op in ops]
    bound: set[int] = set()
    for (item, ref, _), web in found.web_at.items():
        k = ordinal_of[item]
        if named[k] or (several[k] and ops[k].refs[ref].reads):
            bound.add(found.group_of[web])
    return {g.id: g.base % BANKS for g in found.groups if g.id in bound}


@dataclass(frozen=True)
class RegisterRequest:
    """The registers wanted for a kernel that was reordered.

    ``origin`` is the item of each instruction before reordering, ``found`` the webs there, ``bank`` the bank of each
    cell, ``bound`` the groups whose bank matters, and ``halves`` the pairs of loads (new ordinals) that become one wide
    load if their registers are adjacent.
    """

    origin: Sequence[int]
    found: Webs
    bank: Callable[[CellRef], int]
    bound: Collection[int]
    halves: Sequence[tuple[int, int]]

    def banks(self, cfg: CFG, webs: Webs, cell_of: Mapping[int, CellRef]) -> dict[int, int]:
        """The bank for the base of each group that is bound to one, for the webs in the new order."""
        ordinal_of = {item: k for k, item in enumerate(cfg.order)}
        old_cell = cells_of(self.found)
        wanted: dict[int, int] = {}
        for (item, ref, part), web in webs.web_at.items():
            old = self.found.web_at.get((self.origin[ordinal_of[item]], ref, part))
            if old is not None and self.found.group_of[old] in self.bound:
                cell = cell_of[web]
                wanted.setdefault(cell.group, (self.bank(old_cell[old]) - cell.offset) % BANKS)
        return wanted


def with_registers(
    module: Module, kernel: Kernel, problem: Problem, webs: Webs, request: RegisterRequest, work: int, seed: int
) -> Module | None:
    """The kernel with registers on the chosen banks, and as many halves of wide loads adjacent as possible; None if the
    work limit ends the search first."""
    cfg, ops = code_of(module, kernel)
    cell_of = cells_of(webs)
    wanted = request.banks(cfg, webs, cell_of)
    ties = [tie for tie in (load_tie(ops, cfg, webs, cell_of, two) for two in request.halves) if tie is not None]

    def bank(cell: CellRef) -> int | None:
        at = wanted.get(cell.group)
        return None if at is None else (at + cell.offset) % BANKS

    fitting = []
    for tie in ties:
        low, high = bank(tie.low), bank(tie.high)
        if low is None or high is None or (low + tie.distance) % BANKS == high:
            fitting.append(tie)
    for chosen in (fitting, []) if fitting else ([],):
        bases = bases_on(problem, wanted, work, seed, chosen)
        if bases is not None:
            return renamed_to(module, kernel, webs, bases)
    return None


def load_tie(
    ops: Sequence[Op], cfg: CFG, found: Webs, cell_of: Mapping[int, CellRef], halves: tuple[int, int]
) -> Tie | None:
    """The constraint under which two halves can be one wide load; None in unreachable code."""
    low, high = sorted(halves, key=lambda k: offset_of(ops[k]) or 0)
    cells = []
    for k in (low, high):
        index = next(i for i, ref in enumerate(ops[k].refs) if ref.writes)
        web = found.web_at.get((cfg.order[k], index, 0))
        if web is None:
            return None
        cells.append(cell_of[web])
    return Tie(cells[0], cells[1], 2)
