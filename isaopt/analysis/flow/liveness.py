"""Liveness in 32-bit units that respects EXEC.

A VGPR write is a merge under EXEC, so a register is live *in a set of lanes*: the state at a point maps sets of lanes
(versions and rests of :mod:`isaopt.analysis.flow.exec_masks`) to bit sets of units that may still be read there.
Walking backwards, a full definition under version ``d`` removes the lanes of ``d`` from every live set, as far as that
is provable; what remains is live through it.  Scalar registers have ordinary kill liveness.

Registers that no definition reaches hold undefined contents at kernel entry (LLVM AMDGPUUsage, Initial Kernel
Execution State: only ``v0`` is set), so a unit counts as occupied only where some definition may reach.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from operator import or_
from typing import cast

from isaopt.analysis.flow.cfg import CFG, build_cfg
from isaopt.analysis.flow.exec_masks import ExecMasks, exec_masks
from isaopt.analysis.flow.lane_sets import ALL
from isaopt.analysis.flow.register_access import VGPR_MASK, RegisterAccess, access
from isaopt.graphs import fixpoint
from isaopt.ir.kept import kept
from isaopt.ir.program import Instruction, Kernel, Module, Op
from isaopt.isa.meaning import Lanes
from isaopt.isa.registers import units_mask

LaneState = dict[int, int]
"""Set of lanes -> bit set of units."""


def bits(mask: int) -> Iterator[int]:
    """The positions of the set bits, ascending."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


@dataclass(frozen=True, slots=True)
class Liveness:
    """Bit sets of units by instruction ordinal (bit ``u`` for unit ``u``).

    ``live_in``/``live_out``: may be read later, in some lane. ``through``: written here while other lanes or bits of
    the old value live on, so that old and new value share the register. ``edges[(a, b)]``: what block ``b`` needs from
    block ``a``. ``defined_in``/``defined_out``: VGPRs that some definition, or the kernel entry, may have set.
    ``entry``: VGPRs taken as set at entry.
    """

    live_in: tuple[int, ...]
    live_out: tuple[int, ...]
    through: tuple[int, ...]
    edges: dict[tuple[int, int], int]
    defined_in: tuple[int, ...]
    defined_out: tuple[int, ...]
    entry: int
    accesses: tuple[RegisterAccess, ...]


def kernel_ops(module: Module, cfg: CFG) -> list[Op]:
    """The kernel's ops by ordinal."""
    items = cast(Sequence[Instruction], module.items)
    return [items[i].op for i in cfg.order]


def code_of(module: Module, kernel: Kernel) -> tuple[CFG, list[Op]]:
    """The control flow of the kernel of that name in a module, and its ops by ordinal."""
    cfg = build_cfg(module, module.kernel(kernel.name))
    return cfg, kernel_ops(module, cfg)


@kept
def liveness(module: Module, kernel: Kernel, cfg: CFG, masks: ExecMasks) -> Liveness:
    """Mask-aware liveness of a kernel."""
    ops = kernel_ops(module, cfg)
    accesses = tuple(map(access, ops))
    solver = _Backward(ops, accesses, cfg, masks)
    solver.solve()
    entry, defined_in, defined_out = _may_be_defined(ops, accesses, cfg)
    return Liveness(
        tuple(solver.live_in),
        tuple(solver.live_out),
        tuple(solver.through),
        solver.edges,
        defined_in,
        defined_out,
        entry,
        accesses,
    )


def live_ranges(module: Module, kernel: Kernel) -> tuple[CFG, Liveness]:
    """The kernel's control flow and its liveness."""
    cfg = build_cfg(module, kernel)
    return cfg, liveness(module, kernel, cfg, exec_masks(module, kernel, cfg))


def live_after(ops: list[Op], cfg: CFG, masks: ExecMasks, optional: Collection[int]) -> list[int]:
    """The units live after each instruction in the lanes in which it ran, as bit sets. An ``optional`` one, by its
    ordinal, reads nothing unless something needs its result."""
    solver = _Backward(ops, tuple(map(access, ops)), cfg, masks, frozenset(optional))
    solver.solve()
    return solver.own_out


class _Backward:
    def __init__(
        self,
        ops: list[Op],
        accesses: tuple[RegisterAccess, ...],
        cfg: CFG,
        masks: ExecMasks,
        optional: frozenset[int] = frozenset(),
    ) -> None:
        self.ops, self.accesses, self.cfg, self.masks = ops, accesses, cfg, masks
        self.optional = optional
        self.versions = masks.versions
        self.start: dict[int, tuple[LaneState, int]] = {}
        self.live_in = [0] * len(ops)
        self.live_out = [0] * len(ops)
        self.own_out = [0] * len(ops)
        self.through = [0] * len(ops)
        self.edges: dict[tuple[int, int], int] = {}

    def solve(self) -> None:
        """Iterates to the least fixpoint, then records the result of every instruction in a final walk."""
        order = list(reversed(self.cfg.reverse_post_order))
        pending = set(order)
        while pending:
            for b in order:
                if b not in pending:
                    continue
                pending.discard(b)
                new = self.walk(b, record=False)
                if self.start.get(b) != new:
                    self.start[b] = new
                    pending.update(self.cfg.blocks[b].preds)
        for b in order:
            self.walk(b, record=True)

    def across(self, a: int, b: int) -> tuple[LaneState, int]:
        """The needs of block ``b`` at its start, expressed in the lane sets at the end of block ``a``."""
        lanes, scalar = self.start.get(b, ({}, 0))
        phi = self.masks.joins.get(b)
        at_end = self.masks.at_end[a]
        idle = self.exec_is_zero(a, b)
        out: LaneState = {}
        for w, units in lanes.items():
            for x in (w,) if phi is None else self.versions.before_join(w, phi, at_end):
                kept = self.versions.minus(x, at_end) if idle else x
                if kept is not None:
                    out[kept] = out.get(kept, 0) | units
        return out, scalar

    def exec_is_zero(self, a: int, b: int) -> bool:
        """Whether the edge is taken only with EXEC zero, so that no lane of the current version needs anything
        there."""
        block = self.cfg.blocks[a]
        if block.taken == block.fallthrough or not block.instructions:
            return False
        match self.ops[block.end - 1].operation:
            case "s_cbranch_execz":
                return b == block.taken
            case "s_cbranch_execnz":
                return b == block.fallthrough
        return False

    def walk(self, b: int, record: bool) -> tuple[LaneState, int]:
        block = self.cfg.blocks[b]
        state: LaneState = {}
        scalar = 0
        for s in block.succs:
            lanes, more = self.across(b, s)
            scalar |= more
            needed = 0
            for w, units in lanes.items():
                state[w] = state.get(w, 0) | units
                needed |= units
            if record:
                self.edges[b, s] = needed | more
        minus = self.versions.minus
        for k in range(block.end - 1, block.first - 1, -1):
            created = self.masks.created[k]
            if created is not None:
                state = self.uncreate(state, created)
            acc = self.accesses[k]
            if record:
                self.live_out[k] = union(state) | scalar
                self.own_out[k] = self.within(state, self.masks.before[k]) | scalar
            if k in self.optional and not acc.defs & (self.within(state, self.masks.before[k]) | scalar):
                if record:
                    self.live_in[k] = self.live_out[k]
                continue
            vdefs = acc.defs & VGPR_MASK
            if vdefs:
                current = self.masks.before[k]
                kill = vdefs & ~acc.merges
                kept: LaneState = {}
                for w, units in state.items():
                    hit = units & kill
                    if not hit:
                        kept[w] = kept.get(w, 0) | units
                        continue
                    if units != hit:
                        kept[w] = kept.get(w, 0) | (units ^ hit)
                    rest = minus(w, current)
                    if rest is not None:
                        kept[rest] = kept.get(rest, 0) | hit
                state = kept
                if record:
                    self.through[k] = (union(state) & vdefs) | acc.merges
            scalar = (scalar & ~acc.defs) | (acc.uses & ~VGPR_MASK)
            here = self.masks.before[k]
            if acc.sources:
                reader = self.masks.cross_lane if acc.cross_lane else here
                state[reader] = state.get(reader, 0) | acc.sources
            if acc.merges:
                keeper = self.masks.cross_lane if self.ops[k].desc.lanes is Lanes.WRITES_LANE else here
                state[keeper] = state.get(keeper, 0) | acc.merges
            if record:
                self.live_in[k] = union(state) | scalar
        return state, scalar

    def within(self, state: LaneState, version: int) -> int:
        """The units that are live in lanes of a version."""
        out = 0
        for w, units in state.items():
            if not self.versions.disjoint(w, version):
                out |= units
        return out

    def uncreate(self, state: LaneState, created: int) -> LaneState:
        out: LaneState = {}
        for w, units in state.items():
            for x in self.versions.before_creation(w, created):
                out[x] = out.get(x, 0) | units
        return out


def union(state: LaneState) -> int:
    out = 0
    for units in state.values():
        out |= units
    return out


def _may_be_defined(
    ops: list[Op], accesses: tuple[RegisterAccess, ...], cfg: CFG
) -> tuple[int, tuple[int, ...], tuple[int, ...]]:
    """VGPRs set at entry, and per instruction those that may have been set before and after it.

    Set at entry are ``v0`` (the work-item id) and, to be safe, whatever an explicit source reads although no
    definition reaches it.
    """
    entry = 1
    while True:
        before, after = _forward_union(accesses, cfg, entry)
        found = entry
        for k, op in enumerate(ops):
            for ref in op.refs:
                if ref.reg.is_vgpr and ref.reads and not ref.writes:
                    found |= units_mask(ref.reg.units) & ~before[k]
        if found == entry:
            return entry, before, after
        entry = found


def _forward_union(
    accesses: tuple[RegisterAccess, ...], cfg: CFG, entry: int
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    gens = [0] * len(cfg.blocks)
    for k, a in enumerate(accesses):
        gens[cfg.block_of[k]] |= a.defs
    starts = dict.fromkeys(range(len(cfg.blocks)), 0) | {0: entry}
    ins = fixpoint(starts, lambda b: cfg.blocks[b].succs, lambda b, now: (now | gens[b]) & VGPR_MASK, or_)
    before: list[int] = []
    after: list[int] = []
    for block in cfg.blocks:
        now = ins[block.index]
        for a in accesses[block.first : block.end]:
            before.append(now)
            now |= a.defs & VGPR_MASK
            after.append(now)
    return tuple(before), tuple(after)


__all__ = ["ALL", "VGPR_MASK", "Liveness", "RegisterAccess", "access", "bits", "code_of", "kernel_ops", "liveness"]
