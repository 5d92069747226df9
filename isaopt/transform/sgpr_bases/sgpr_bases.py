"""The pass ``sgpr-bases``: global memory accesses through SGPR bases.

A 64-bit address in VGPRs costs two or more VALU instructions and two registers for each access. Where the address is a
uniform number plus a per-lane part, the uniform part goes into an SGPR pair, and all accesses with the same per-lane
part share it as a 32-bit byte offset; rows of a matrix, say, whose distance is known only at run time. Constant
differences go into the offset field. What is dead afterwards is deleted.

An access with an SGPR base zero-extends its VGPR offset (RDNA3 ISA guide 9.3, RDNA4 ISA guide 10.3), so the per-lane
part must lie between 0 and 2^32 - 1. Where the code does not show that, it has to be assumed by name.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from isaopt.analysis.figures.limits import limits_of
from isaopt.analysis.flow.dead import dead_among
from isaopt.analysis.flow.liveness import code_of
from isaopt.analysis.flow.loops import find_loops
from isaopt.analysis.integers.entry import kernel_affine
from isaopt.analysis.integers.global_addresses import LaneAddress, global_addresses, varying_terms
from isaopt.asm.resources import declared_vgprs, highest_vgpr
from isaopt.ir.program import Kernel, Module
from isaopt.rebuild.rewrite import built, stripped
from isaopt.target.arch import get_arch
from isaopt.target.occupancy import waves_for_vgprs
from isaopt.transform.base import Declined, PassResult, unchanged
from isaopt.transform.base import Part as Piece
from isaopt.transform.copies import without_copies
from isaopt.transform.dead import without_dead
from isaopt.transform.interlock import without_near_pairs
from isaopt.transform.reassign import executed
from isaopt.transform.sgpr_bases.bases import Bases, Distances
from isaopt.transform.sgpr_bases.facts import Facts
from isaopt.transform.sgpr_bases.lanes import LaneOffsets
from isaopt.transform.sgpr_bases.plan import InsertionPlaces, InsertionPlan, New, RegisterPart, Spot, assign, with_bases
from isaopt.transform.sgpr_bases.scalars import UniformValues
from isaopt.transform.sgpr_bases.tidy import compacted, fused

_WORDS = {
    "not-affine": "the address is not a sum of uniform values, extended 32-bit values and their products",
    "not-uniform": "nothing in the address is the same for all lanes",
}


@dataclass(frozen=True, slots=True)
class SgprBases:
    """SGPR bases and shared 32-bit offsets for global accesses, under ``assumptions`` where the code does not show the
    facts. ``without``: lines of accesses; the groups that begin with one are left unchanged."""

    name: ClassVar[str] = "sgpr-bases"
    summary: ClassVar[str] = "access global memory through SGPR bases with shared 32-bit offsets"

    assumptions: tuple[str, ...] = ()
    without: tuple[int, ...] = ()

    def apply(self, module: Module, kernel: Kernel) -> PassResult:
        moving = _BatchWork(module, kernel, self, moving=True)
        found = moving.run()
        if moving.moves:
            plain = _BatchWork(module, kernel, self)
            other = plain.run()
            found = found if found.changed and (not other.changed or moving.cost < plain.cost) else other
        return replace(found, module=built(found.module, module, kernel)) if found.changed else found


class _BatchWork:
    def __init__(self, module: Module, kernel: Kernel, options: SgprBases, moving: bool = False) -> None:
        """``moving``: whether offsets that a loop advances by a constant get registers of their own."""
        self.original, self.kernel, self.without = module, kernel, options.without
        self.moving = moving
        self.cost = (0, 0)
        self.pieces: list[Piece] = []
        self.bare = stripped(module, kernel)
        self.name = kernel.name
        bare = self.bare.kernel(self.name)
        self.cfg, self.ops = code_of(self.bare, bare)
        self.declined: list[Declined] = []
        self.plan = InsertionPlan()
        self.assumptions = options.assumptions
        self.first_new = highest_vgpr(module, kernel) + 1

    def run(self) -> PassResult:
        """The bare kernel with its bases, or the kernel as it is."""
        bare = self.bare.kernel(self.name)
        affine = kernel_affine(self.bare, bare)
        found = global_addresses(self.ops, self.cfg, affine) if affine.converged else []
        if not found:
            return self._unchanged("no-candidate", "no global access has its whole address in VGPRs")
        self.facts = Facts(self.bare, self.name, affine, self.assumptions)
        _, live = dead_among(self.bare, bare, self.cfg, ())
        places = InsertionPlaces(self.ops, self.cfg, affine, find_loops(self.bare, bare, self.cfg), live)
        named = {u for op in self.ops for u in (*op.read, *op.written)}
        named |= {u for op in self.ops for ref in op.refs for u in ref.reg.units}
        self.affine, self.places = affine, places
        self.scalars = UniformValues(places, self.plan, named, self.bare.arch)
        self.lanes = LaneOffsets(places, self.plan, self.scalars, self.moving)
        self.named = named
        bases = Bases(places, self.plan, self.scalars, self.facts)
        found = bases.rewritten(found)
        new: list[New] = []
        for group in self._groups(found):
            if self._line(group[0]) in self.without:
                continue
            rewritten = self._group(group)
            if rewritten:
                self.pieces.append(self._piece(group))
            new += rewritten
        if not new:
            codes = Counter(declined.code for declined in self._all_declined())
            reason = codes.most_common(1)[0][0] if codes else "no-gain"
            return self._unchanged(reason, "no access can use an SGPR base", self._less())
        assert not self._assign()
        return self._result(new)

    @property
    def moves(self) -> bool:
        """Whether the plan has offsets that a loop advances."""
        return any(f.size == 0 and f.within is not None for f in self.plan.fresh)

    def _unchanged(self, reason: str, why: str, more: Sequence[str] = ()) -> PassResult:
        return unchanged(self.original, reason, why, more, declined=self._all_declined())

    def _less(self) -> tuple[str, ...]:
        """Notes on what was not tried."""
        return () if self.scalars.left > 0 else ("large kernel: not every way of computing its bases was tried",)

    def _all_declined(self) -> tuple[Declined, ...]:
        return tuple(sorted(self.declined, key=lambda d: d.line))

    def _assign(self) -> str:
        return assign(self.plan, self.named, self.first_new)

    def _decline(self, address: LaneAddress, code: str, message: str) -> None:
        self.declined.append(self._refusal(address, code, message))

    def _refusal(self, address: LaneAddress, code: str, message: str) -> Declined:
        return Declined(self._line(address), code, f"{self.ops[address.ordinal].mnemonic}: {message}")

    def _line(self, address: LaneAddress) -> int:
        return self.bare.items[self.cfg.order[address.ordinal]].line

    def _piece(self, group: Sequence[LaneAddress]) -> Piece:
        lines = sorted(map(self._line, group))
        count = f"{len(group)} accesses from" if len(group) > 1 else "the access in"
        return Piece(self._line(group[0]), f"{count} line {lines[0]}", frozenset(lines))

    # -- groups

    def _groups(self, found: list[LaneAddress]) -> list[list[LaneAddress]]:
        """The accesses of each block that can share their per-lane part, in code order."""
        groups: dict[tuple[object, ...], list[list[LaneAddress]]] = {}
        in_order: list[list[LaneAddress]] = []
        atoms = self.affine.atoms
        for one in found:
            if one.reason:
                self._decline(one, one.reason, _WORDS[one.reason])
                continue
            if not self.facts.is_based(one):
                self._decline(one, "not-affine", "a 64-bit index without a pointer argument beside it")
                continue
            address = self.facts.with_fewest(one)
            missing = self.facts.missing(address)
            if missing:
                self._decline(address, "needs-assumption", "needs " + " and ".join(f"--assume '{m}'" for m in missing))
                continue
            varying = tuple((p.factor, p.signed, varying_terms(atoms, p.form), p.wide) for p in address.parts)
            alike = groups.setdefault((self.cfg.block_of[address.ordinal], varying), [])
            for group in alike:
                if not self.places.within(self._spot(address), self._spot(group[0])):
                    continue
                if all(self.facts.shares(p, q) for p, q in zip(group[0].parts, address.parts, strict=True)):
                    group.append(address)
                    break
            else:
                alike.append([address])
                in_order.append(alike[-1])
        depth = [len(self.places.around(b.index)) for b in self.cfg.blocks]
        rank = {b: i for i, b in enumerate(self.cfg.reverse_post_order)}
        return sorted(in_order, key=lambda g: (rank[self.cfg.block_of[g[0].ordinal]], g[0].ordinal, depth))

    def _spot(self, address: LaneAddress) -> Spot:
        return self.places.spot(address.ordinal)

    def _group(self, group: list[LaneAddress]) -> list[New]:
        """Plans the accesses of a group."""
        mark = self.plan.mark()
        first = group[0]
        self.distances = Distances(self.places, self.bare.arch)
        lanes = self.lanes.offset(first.parts, [self._spot(a) for a in group])
        if lanes is None or self._assign():
            self.plan.back_to(mark)
            for address in group:
                if lanes is None:
                    self._decline(address, "not-affine", "no register holds the index where it is needed")
                else:
                    self._decline(address, self._assign() or "vgpr-limit", "no VGPR is left for the offset")
            return []
        # Bases are computed early, to be shared; or at each access, if SGPRs are too short for that.
        start = self.plan.mark()
        new, failed = self._bases(group, lanes, near=False)
        if any(d.code in ("sgpr-limit", "offset-range") for d in failed):
            self.plan.back_to(start)
            others = self._bases(group, lanes, near=True)
            if len(others[0]) <= len(new):
                self.plan.back_to(start)
                others = self._bases(group, lanes, near=False)
            new, failed = others
        if not new:
            self.plan.back_to(mark)
        # Accesses too far from the others to share their offset get one of their own.
        rest = [a for a in group if a not in [n.address for n in new]]
        if rest and new:
            return new + self._group(rest)
        self.declined += failed
        return new

    def _bases(self, group: list[LaneAddress], lanes: RegisterPart, near: bool) -> tuple[list[New], list[Declined]]:
        new: list[New] = []
        failed: list[Declined] = []
        for address in group:
            made = self._access(address, group[0], lanes, near)
            if isinstance(made, New):
                new.append(made)
            else:
                failed.append(made)
        return new, failed

    def _access(self, address: LaneAddress, first: LaneAddress, lanes: RegisterPart, near: bool) -> New | Declined:
        base, offset, fits = self.distances.base(address, first.parts)
        mark = self.plan.mark()
        found = self.scalars.wide(base, self._spot(address), None if near else self._spot(first), near=near)
        if found is None:
            return self._refusal(address, "not-uniform", "no register is left for the uniform part of the address")
        code = self._assign()
        if not code:
            return New(address, found, lanes, offset)
        self.plan.back_to(mark)
        if code == "sgpr-limit" and not fits:
            least, most = self.distances.limits
            why = f"its constant is not from {least} to {most}, and no registers are left to hold it"
            return self._refusal(address, "offset-range", why)
        return self._refusal(address, code, "no SGPRs are left for the base")

    def _result(self, new: list[New]) -> PassResult:
        module = with_bases(self.bare, self.kernel, self.cfg, self.ops, self.plan, new)
        module = without_near_pairs(without_dead(module, self.kernel), self.kernel, self.bare)
        module = fused(module, self.kernel)
        module = compacted(without_copies(module, self.kernel), self.kernel, self.first_new)
        if self._waves(module) < self._waves(self.bare):
            for access in new:
                self._decline(access.address, "vgpr-limit", "its offset would cost a resident wave")
            return self._unchanged("occupancy", "the offsets would cost occupancy", self._less())
        self.cost = executed(module, self.kernel)
        if self.cost >= executed(self.bare, self.kernel):
            for access in new:
                self._decline(access.address, "no-gain", "no VALU instruction would be saved")
            return self._unchanged("no-gain", "SGPR bases save no VALU instruction", self._less())
        notes = (f"{len(new)} global accesses now use an SGPR base", *self._less())
        return PassResult(module, True, None, notes, (), self._all_declined(), tuple(self.pieces))

    def _waves(self, module: Module) -> int:
        """The waves per SIMD that the VGPRs allow, capped by what LDS and the workgroup size allow."""
        used = highest_vgpr(module, module.kernel(self.name)) + 1
        declared = declared_vgprs(self.original, self.kernel) or 0
        given, arch = limits_of(self.original, self.kernel), get_arch(module.arch)
        return min(given.by_lds, waves_for_vgprs(arch, max(used, declared), self.kernel.wave_size))
