"""Registers for a kernel whose pairs, order and banks are chosen."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass

from isaopt.analysis.cfg import CFG, build_cfg
from isaopt.analysis.liveness import kernel_ops
from isaopt.analysis.webs import Webs
from isaopt.ir.program import Kernel, Module, Op
from isaopt.solve.pack import neighbours, pack
from isaopt.solve.problem import BANKS, CellRef, Problem
from isaopt.solve.ties import Tie, tied
from isaopt.transform.registers import cells_of, renamed_to
from isaopt.transform.wide_loads import offset_of


@dataclass(frozen=True)
class Wishes:
    """What registers the kernel should get.

    ``origin`` is the item of each instruction before the kernel was put in order, ``found`` the webs there, ``bank``
    and ``bound`` the banks of their groups and those whose bank matters, ``halves`` the loads (new ordinals) that
    would be one if their registers were neighbours.
    """

    origin: Sequence[int]
    found: Webs
    bank: Callable[[CellRef], int]
    bound: Collection[int]
    halves: Sequence[tuple[int, int]]


def load_tie(
    ops: Sequence[Op], cfg: CFG, found: Webs, cell_of: Mapping[int, CellRef], halves: tuple[int, int]
) -> Tie | None:
    """What must hold of the registers of two halves for one load to do for both; None in unreachable code."""
    low, high = sorted(halves, key=lambda k: offset_of(ops[k]) or 0)
    cells = []
    for k in (low, high):
        index = next(i for i, ref in enumerate(ops[k].refs) if ref.writes)
        web = found.web_at.get((cfg.order[k], index, 0))
        if web is None:
            return None
        cells.append(cell_of[web])
    return Tie(cells[0], cells[1], 2)


def with_registers(
    module: Module, kernel: Kernel, problem: Problem, webs: Webs, wishes: Wishes, work: int, seed: int
) -> Module | None:
    """The kernel with registers in the banks that were chosen, as many loads as possible being whole; None if none
    were found in the work limit."""
    cfg = build_cfg(module, kernel)
    ops = kernel_ops(module, cfg)
    cell_of = cells_of(webs)
    wanted = _wanted(cfg, webs, cell_of, wishes)
    ties = [tie for tie in (load_tie(ops, cfg, webs, cell_of, two) for two in wishes.halves) if tie is not None]

    def bank(cell: CellRef) -> int | None:
        at = wanted.get(cell.group)
        return None if at is None else (at + cell.offset) % BANKS

    fitting = []
    for tie in ties:
        low, high = bank(tie.low), bank(tie.high)
        if low is None or high is None or (low + tie.distance) % BANKS == high:
            fitting.append(tie)
    for chosen in (fitting, []) if fitting else ([],):
        bases = bases_on(problem, wanted, chosen, work, seed)
        if bases is not None:
            return renamed_to(module, kernel, webs, bases)
    return None


def bases_on(
    problem: Problem, wanted: Mapping[int, int], ties: Sequence[Tie], work: int, seed: int
) -> dict[int, int] | None:
    """Base registers by group, those of ``wanted`` groups on their banks and the ties kept as far as they can be; None
    if none were found in the work limit."""
    one = tied(problem, ties)
    want: dict[int, int] = {}
    for old, at in wanted.items():
        new, offset = one.place_of[old]
        if want.setdefault(new, (at - offset) % BANKS) != (at - offset) % BANKS:
            return None
    allowed: list[list[int]] = []
    for group in one.problem.groups:
        top = min(group.limit, problem.max_vgprs) - group.width
        bases = range(group.current, group.current + 1) if group.fixed else range(top + 1)
        at_bank = None if group.fixed else want.get(group.id)
        allowed.append([b for b in bases if at_bank is None or b % BANKS == at_bank])
    # Wherever there is room, from below: the registers of the version on the way are scattered.
    start = [group.current if group.fixed else None for group in one.problem.groups]
    found = pack(one.problem, neighbours(one.problem), allowed, start, work, seed).bases
    if found is None:
        return None
    return one.bases(dict(zip((g.id for g in one.problem.groups), found, strict=True)))


def _wanted(cfg: CFG, webs: Webs, cell_of: Mapping[int, CellRef], wishes: Wishes) -> dict[int, int]:
    """The bank of the base of each group that has one to be in."""
    ordinal_of = {item: k for k, item in enumerate(cfg.order)}
    old_cell = cells_of(wishes.found)
    wanted: dict[int, int] = {}
    for (item, ref, part), web in webs.web_at.items():
        old = wishes.found.web_at.get((wishes.origin[ordinal_of[item]], ref, part))
        if old is not None and wishes.found.group_of[old] in wishes.bound:
            at = wishes.bank(old_cell[old])
            cell = cell_of[web]
            wanted.setdefault(cell.group, (at - cell.offset) % BANKS)
    return wanted
