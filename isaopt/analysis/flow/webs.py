"""Webs: a value and everything that must share its VGPR, and groups of webs that instructions bind to consecutive
registers.

A VGPR unit is occupied at a program point if a value in it may still be read in some lane (and may have been defined),
or a memory result may still arrive in it.  A web is a connected set of occupied points of one unit: points are
connected along control flow, and across an instruction that writes the unit unless the write provably replaces the old
value in every lane that matters.  At any point a unit therefore belongs to at most one web, and renaming whole webs
keeps every value that is read.

Program points: ``2*k`` is before (the reads of) the instruction of ordinal ``k``, ``2*k + 1`` after it (its writes).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from isaopt.analysis.flow.cfg import CFG, build_cfg
from isaopt.analysis.flow.exec_masks import exec_masks
from isaopt.analysis.flow.liveness import VGPR_MASK, Liveness, bits, kernel_ops, liveness
from isaopt.analysis.flow.outstanding import Pending, pending
from isaopt.ir.kept import kept
from isaopt.ir.program import Kernel, Module, Op, RegUse
from isaopt.isa.meaning import Unit
from isaopt.isa.registers import NUM_VGPRS
from isaopt.target.arch import get_arch

Segment = tuple[int, int]
"""Half-open range of program points."""

# 16-bit operands of the 32-bit VOP1/VOP2/VOPC forms (and their DPP forms) have a 7-bit register field plus a half
# select (LLVM VOPInstructions.td, VGPR_16_Lo128).
_LOW_HALF_LIMIT = 127


class WebRef(NamedTuple):
    """A place where a web stands: item index of the instruction, the reference, and the unit's offset in the
    reference."""

    item: int
    use: RegUse
    offset: int


@dataclass(frozen=True, slots=True)
class Web:
    """``unit`` is the current VGPR; ``segments`` the points at which it occupies its register, sorted and disjoint.

    ``entry``: holds a value that is (or is taken to be) set when the kernel starts.
    """

    id: int
    unit: int
    refs: tuple[WebRef, ...]
    segments: tuple[Segment, ...]
    entry: bool


@dataclass(frozen=True, slots=True)
class WebGroup:
    """Webs that move together: web ``members[i][0]`` stands in register ``base + members[i][1]``.

    ``base`` is the current lowest register, ``width`` the number of registers spanned, ``fixed`` the base that must be
    kept or None, ``max_base`` the highest base at which every member still stands in a register that its instructions
    can encode.
    """

    id: int
    base: int
    members: tuple[tuple[int, int], ...]
    width: int
    fixed: int | None
    max_base: int


@dataclass(frozen=True, slots=True)
class Webs:
    """Webs and groups of a kernel; ``web_at[(item, ref index, offset)]`` is the web of a reference, ``group_of[web]``
    its group."""

    webs: tuple[Web, ...]
    groups: tuple[WebGroup, ...]
    web_at: dict[tuple[int, int, int], int]
    group_of: tuple[int, ...]


@kept
def find_webs(
    module: Module,
    kernel: Kernel,
    cfg: CFG | None = None,
    live: Liveness | None = None,
    outstanding: Pending | None = None,
) -> Webs:
    """The webs and groups of a kernel; analyses that are not passed are computed."""
    cfg = cfg or build_cfg(module, kernel)
    live = live or liveness(module, kernel, cfg, exec_masks(module, kernel, cfg))
    outstanding = outstanding or pending(module, kernel, cfg)
    builder = _WebBuilder(module.arch, kernel_ops(module, cfg), cfg, live, outstanding)
    builder.run()
    return builder.finish()


class DisjointSets:
    """Disjoint sets of numbers that can be joined; each is identified by its smallest member."""

    def __init__(self, count: int = 0) -> None:
        self.root = list(range(count))

    def add(self) -> int:
        """Adds the next number, in a set of its own."""
        self.root.append(len(self.root))
        return len(self.root) - 1

    def find(self, member: int) -> int:
        root = self.root
        while root[member] != member:
            root[member] = root[root[member]]
            member = root[member]
        return member

    def join(self, a: int, b: int) -> None:
        a, b = self.find(a), self.find(b)
        self.root[max(a, b)] = min(a, b)


class _WebBuilder:
    """Cuts each block into runs (unit, start point, end point) and joins runs that must share a register."""

    def __init__(self, arch: str, ops: list[Op], cfg: CFG, live: Liveness, outstanding: Pending) -> None:
        self.arch, self.ops, self.cfg, self.live, self.pend = arch, ops, cfg, live, outstanding
        self.sets = DisjointSets()
        self.find, self.join = self.sets.find, self.sets.join
        self.unit: list[int] = []
        self.spans: list[list[Segment]] = []
        self.refs: list[tuple[int, int, int]] = []  # ordinal, ref index, offset
        self.ref_run: list[int] = []
        self.entry_runs: list[int] = []

    def new_run(self, unit: int, start: int) -> int:
        self.unit.append(unit)
        self.spans.append([(start, start + 1)])
        return self.sets.add()

    def occupied_before(self, k: int) -> int:
        return (self.live.live_in[k] & self.live.defined_in[k] & VGPR_MASK) | self.pend.before[k]

    def occupied_after(self, k: int) -> int:
        return (self.live.live_out[k] & self.live.defined_out[k] & VGPR_MASK) | self.pend.after[k]

    def run(self) -> None:
        first_runs: list[dict[int, int]] = []
        last_runs: list[dict[int, int]] = []
        for block in self.cfg.blocks:
            first, last = self.cut(block.first, len(block.instructions))
            first_runs.append(first)
            last_runs.append(last)
        if first_runs:
            self.entry_runs = [run for u, run in first_runs[0].items() if self.live.entry >> u & 1]
        for (a, b), live_units in self.live.edges.items():
            end = self.cfg.blocks[a].end - 1
            shared = (live_units & self.live.defined_out[end]) | self.pend.after[end]
            for u in bits(shared & VGPR_MASK):
                if u in last_runs[a] and u in first_runs[b]:
                    self.join(last_runs[a][u], first_runs[b][u])

    def cut(self, first: int, count: int) -> tuple[dict[int, int], dict[int, int]]:
        """The runs of one block: those occupied at its start and those occupied at its end, by unit."""
        self.held = self.occupied_before(first)
        current: dict[int, int] = {u: self.new_run(u, 2 * first) for u in bits(self.held)}
        at_start = dict(current)
        for k in range(first, first + count):
            occupied = self.occupied_before(k)
            if k > first:
                # Within a block nothing is live here that was not live (or pending) after the previous instruction.
                self.close(current, occupied, 2 * k)
            self.instruction(k, occupied, current)
        self.close(current, 0, 2 * (first + count), forget=False)
        end = self.occupied_after(first + count - 1)
        return at_start, {u: r for u, r in current.items() if end >> u & 1}

    def close(self, current: dict[int, int], occupied: int, point: int, forget: bool = True) -> None:
        for u in bits(self.held & ~occupied):
            run = current[u]
            self.spans[run][-1] = (self.spans[run][-1][0], point)
            if forget:
                del current[u]
        if forget:
            self.held &= occupied

    def instruction(self, k: int, occupied: int, current: dict[int, int]) -> None:
        op = self.ops[k]
        after = self.occupied_after(k)
        acc = self.live.accesses[k]
        writes = acc.defs & VGPR_MASK
        reads: dict[int, int] = {}
        for index, ref in enumerate(op.refs):
            if ref.reg.is_vgpr and ref.reads:
                for offset, u in enumerate(ref.reg.units):
                    if u not in reads:
                        reads[u] = current[u] if occupied >> u & 1 else self.new_run(u, 2 * k)
                    self.note(k, index, offset, reads[u])
        # Values that end with this instruction.
        stays = after & ~writes
        ended = {u: current.pop(u) for u in bits(self.held & ~stays)}
        for run in ended.values():
            self.spans[run][-1] = (self.spans[run][-1][0], 2 * k + 1)
        self.held = self.held & stays | writes
        through = self.live.through[k] | (self.pend.before[k] & self.pend.after[k])
        fresh: dict[int, int] = {}
        for u in bits(writes):
            run = self.new_run(u, 2 * k + 1)
            fresh[u] = run
            old = ended.get(u, reads.get(u))
            if through >> u & 1 and old is not None:
                self.join(old, run)
            current[u] = run
        for index, ref in enumerate(op.refs):
            if ref.reg.is_vgpr and ref.writes:
                for offset, u in enumerate(ref.reg.units):
                    self.note(k, index, offset, fresh[u])
        self.clobber_early(k, ended, reads, fresh)
        self.write_early(k, reads, fresh)
        # A dead definition occupies its register at this one point only; the caller closes it at the next.

    def note(self, k: int, index: int, offset: int, run: int) -> None:
        self.refs.append((k, index, offset))
        self.ref_run.append(run)

    def clobber_early(self, k: int, ended: dict[int, int], reads: dict[int, int], fresh: dict[int, int]) -> None:
        """Destinations that must not overlap sources occupy their register at the read point as well; tied operands
        share it."""
        for half in self.ops[k].halves:
            desc = half.desc
            matrix = desc.unit is Unit.MATRIX
            if not desc.early_clobber and not desc.tied and not matrix:
                continue
            names = {d.name: i for i, d in enumerate(desc.operands)}
            refs = [r for r in self.ops[k].refs if self.ops[k].halves[r.component] is half and r.reg.is_vgpr]
            for dst in refs:
                if not dst.writes:
                    continue
                for tied_dst, tied_src in desc.tied:
                    if tied_dst == dst.desc.name:
                        for src in refs:
                            if src.operand == names.get(tied_src):
                                self.share(dst, src, reads, fresh)
                if not matrix and dst.desc.name not in desc.early_clobber:
                    continue
                same = [s for s in refs if s is not dst and s.reads and s.reg.units == dst.reg.units]
                for src in same:
                    # A WMMA's C may be exactly D but must not overlap it partly, so an equal C stays equal.
                    self.share(dst, src, reads, fresh)
                for u in dst.reg.units:
                    old = ended.get(u, reads.get(u))
                    if old is None:
                        self.spans[fresh[u]].insert(0, (2 * k, 2 * k + 1))
                    else:
                        self.join(old, fresh[u])

    def write_early(self, k: int, reads: dict[int, int], fresh: dict[int, int]) -> None:
        """What X of a dual instruction writes before Y has read occupies its register at the read point as well."""
        op = self.ops[k]
        if op.pair is None or not get_arch(self.arch).features.dual_x_writes_early:
            return
        for ref in op.refs:
            for u in ref.reg.units if ref.component == 0 and ref.writes and ref.reg.is_vgpr else ():
                if u not in reads:
                    self.spans[fresh[u]].insert(0, (2 * k, 2 * k + 1))

    def share(self, a: RegUse, b: RegUse, reads: dict[int, int], fresh: dict[int, int]) -> None:
        if a.reg.units == b.reg.units:
            for u in a.reg.units:
                self.join(reads[u], fresh[u])

    def finish(self) -> Webs:
        ids: dict[int, int] = {}
        web_of = [ids.setdefault(self.find(run), len(ids)) for run in range(len(self.sets.root))]
        count = len(ids)
        units = [0] * count
        spans: list[list[Segment]] = [[] for _ in range(count)]
        refs: list[list[WebRef]] = [[] for _ in range(count)]
        web_at: dict[tuple[int, int, int], int] = {}
        for web, unit, own in zip(web_of, self.unit, self.spans, strict=True):
            units[web] = unit
            spans[web].extend(own)
        order, ops, low = self.cfg.order, self.ops, set[int]()
        for (k, index, offset), run in zip(self.refs, self.ref_run, strict=True):
            web, item, use = web_of[run], order[k], ops[k].refs[index]
            web_at[item, index, offset] = web
            refs[web].append(WebRef(item, use, offset))
            if use.desc.bits == 16 and low_register_only(use, ops[k]):
                low.add(web)
        entry = {web_of[run] for run in self.entry_runs}
        webs = tuple(Web(w, units[w], tuple(refs[w]), merge_segments(spans[w]), w in entry) for w in range(count))
        groups, group_of = _group(webs, frozenset(low))
        return Webs(webs, groups, web_at, group_of)


def low_register_only(use: RegUse, op: Op) -> bool:
    """Whether the reference can encode only ``v0``..``v127``."""
    desc = op.halves[use.component].desc
    return use.desc.bits == 16 and desc.encoding.startswith(("VOP1", "VOP2", "VOPC"))


def _group(webs: tuple[Web, ...], low: frozenset[int]) -> tuple[tuple[WebGroup, ...], tuple[int, ...]]:
    """Connected components of webs that stand in one multi-register reference."""
    sets = DisjointSets(len(webs))
    owner: dict[tuple[int, int, int, int], int] = {}
    for web in webs:
        for ref in web.refs:
            if ref.use.reg.count > 1:
                key = (ref.item, ref.use.component, ref.use.operand, ref.use.entry)
                sets.join(owner.setdefault(key, web.id), web.id)
    members: dict[int, list[Web]] = {}
    for web in webs:
        members.setdefault(sets.find(web.id), []).append(web)
    groups: list[WebGroup] = []
    group_of = [0] * len(webs)
    for together in members.values():
        base = min(w.unit for w in together)
        width = max(w.unit for w in together) - base + 1
        tops = [(_LOW_HALF_LIMIT if w.id in low else NUM_VGPRS - 1) - (w.unit - base) for w in together]
        for w in together:
            group_of[w.id] = len(groups)
        groups.append(
            WebGroup(
                len(groups),
                base,
                tuple((w.id, w.unit - base) for w in together),
                width,
                base if any(w.entry for w in together) else None,
                min(tops),
            )
        )
    return tuple(groups), tuple(group_of)


def merge_segments(spans: list[Segment]) -> tuple[Segment, ...]:
    """Sorted, disjoint, non-adjacent segments that cover the same points."""
    out: list[Segment] = []
    for start, end in sorted(spans):
        if out and start <= out[-1][1]:
            out[-1] = (out[-1][0], max(end, out[-1][1]))
        else:
            out.append((start, end))
    return tuple(out)
