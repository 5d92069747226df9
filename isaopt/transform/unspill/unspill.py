"""The pass ``unspill``: keeps values in registers that the compiler spilled to scratch.

A scratch slot at a constant offset acts as a register. The pass gives each slot a virtual register, merges registers
that copies connect, delays results where too many are live, and allocates real registers. If there are too few, the
least used slots stay in scratch.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import ClassVar

from isaopt.analysis.figures.descriptor import resources_of
from isaopt.asm.resources import declared_scratch, declared_vgprs, highest_vgpr, with_scratch_size
from isaopt.ir.program import Kernel, Module
from isaopt.isa.registers import VIRTUAL_BASE
from isaopt.rebuild.rewrite import built
from isaopt.target.arch import get_arch
from isaopt.target.occupancy import max_vgprs_for, occupancy, vgpr_budget, waves_for_vgprs
from isaopt.transform.base import Declined, PassResult, SolverAnswer, SolverPass, unchanged
from isaopt.transform.dual_forms import paired_again
from isaopt.transform.unspill.bundles import SpillBundle, bundles_of, cheapest
from isaopt.transform.unspill.rematerialise import rematerialised
from isaopt.transform.unspill.slots import NoSlots, Spill, compacted, spills_of
from isaopt.transform.unspill.versions import KernelForm, coalesced, copied, in_less, in_registers, with_late_copies


def vgpr_limits(module: Module, kernel: Kernel, declared: int) -> list[int]:
    """The most VGPRs that preserve the number of waves; then the most that the largest workgroup allows, if that is
    more."""
    arch = get_arch(module.arch, module.path)
    res = resources_of(module, kernel)
    vgprs = min(declared, arch.vgprs_per_wave)
    size = min(res.workgroup_size or arch.workgroup_size_max, arch.workgroup_size_max)
    lds = min(res.lds_bytes, arch.lds_bytes_per_workgroup)
    limits = [vgpr_budget(arch, vgprs, kernel.wave_size)]
    for waves in range(1, waves_for_vgprs(arch, vgprs, kernel.wave_size)):
        most = max_vgprs_for(arch, waves, kernel.wave_size)
        if occupancy(arch, most, lds, size, kernel.wave_size, res.wgp_mode).workgroups and most > limits[0]:
            limits.append(most)
            break
    return limits


_PACK_WORK = 2_000_000
#: By how many registers the target shrinks after each packing that is not found, where many versions may be tried.
_ROOM = 4
#: The most versions of a kernel that are tried, and the most instructions in all of them together.
_MOST_TRIES, _MOST_INSTRUCTIONS = 10, 40_000
_FEW_TRIES = 3
#: If this share of the accesses can go at the present occupancy, lower ones are not tried.
_ENOUGH = 0.8


@dataclass(frozen=True, slots=True)
class Unspill(SolverPass):
    """Has no options of its own."""

    name: ClassVar[str] = "unspill"
    summary: ClassVar[str] = "keep in registers what the compiler spilled to scratch"

    def apply(self, module: Module, kernel: Kernel) -> PassResult:
        """The kernel with fewer accesses to scratch, or as it is."""
        if not any(i.op.flag("scratch") for _, i in module.instructions(kernel)):
            return unchanged(module, "no-candidate", "the kernel has no access to scratch")
        return _UnspillRun(module, kernel, self).run()


@dataclass(frozen=True, slots=True)
class _UnspillVersion:
    """A version: the bare kernel, its remaining spills, and the register limit that it was made for."""

    module: Module
    left: tuple[Spill, ...]
    limit: int


class _UnspillRun:
    def __init__(self, module: Module, kernel: Kernel, options: Unspill) -> None:
        self.original, self.kernel, self.options = module, kernel, options
        self.plain = KernelForm.of(module, kernel)
        self.spills = spills_of(self.plain.module, self.plain.kernel)
        #: The kernel with copies for all of them.
        self.full = self.plain if isinstance(self.spills, NoSlots) else copied(self.plain, self.spills)
        self.most_live = 0
        most = min(_MOST_TRIES, _MOST_INSTRUCTIONS // max(1, len(self.plain.cfg.order)))
        self.tries = max(2, round(most * min(1.0, options.effort)))

    def run(self) -> PassResult:
        spills = self.spills
        if isinstance(spills, NoSlots):
            line = self.plain.module.items[spills.item].line if spills.item >= 0 else 0
            return unchanged(self.original, spills.code, spills.why, declined=[Declined(line, spills.code, spills.why)])
        if not spills or declared_scratch(self.original, self.kernel) is None:
            return unchanged(self.original, "form", "its scratch size is not a plain number")
        if any(web.entry and web.unit >= VIRTUAL_BASE for web in self.full.webs.webs):
            return unchanged(self.original, "form", "it loads from scratch what nothing has stored")
        bundles = bundles_of(self.plain, self.full, spills)
        self.most_live = max(self.full.live)
        before = sum(b.cost for b in bundles)
        best: _UnspillVersion | None = None
        limits = self.limits()
        for limit in limits:
            # Little is spent on a limit if a higher one follows.
            tries = self.tries if limit == limits[-1] else min(self.tries, _FEW_TRIES)
            found = self.within(limit, bundles, tries)
            if found is None:
                continue
            if best is None or self.cost(found.left) < self.cost(best.left):
                best = found
            if self.cost(best.left) <= (1 - _ENOUGH) * before:
                break
        if best is None or len(best.left) >= len(spills):
            why = f"{self.most_live} values are live at once, and no registers were found for any more of them"
            return unchanged(self.original, "register-limit", why, declined=self.declined(spills, self.limits()[-1]))
        return self.result(best, spills)

    def limits(self) -> list[int]:
        declared = declared_vgprs(self.original, self.kernel) or highest_vgpr(self.original, self.kernel) + 1
        limits = vgpr_limits(self.original, self.kernel, declared)
        most = self.options.max_vgprs
        return limits if most is None else [min(limits[0], max(most, highest_vgpr(self.original, self.kernel) + 1))]

    def within(self, budget: int, bundles: Sequence[SpillBundle], tries: int) -> _UnspillVersion | None:
        """The best version found within this register limit."""
        kept: set[SpillBundle] = set()
        target, least, room = budget, 1 << 30, _ROOM * _MOST_TRIES // tries
        for _ in range(tries):
            left = [b for b in bundles if b not in kept]
            one = coalesced(copied(self.plain, [s for b in left for s in b.spills])) if left else None
            if one is None:
                return None
            less = rematerialised(in_less(with_late_copies(one), target), target)
            most = max(less.live)
            if most <= budget:
                work = round(_PACK_WORK * max(self.options.effort, 0.1))
                module = in_registers(less, budget, work, self.options.seed)
                if module is not None:
                    return _UnspillVersion(module, tuple(s for b in kept for s in b.spills), budget)
                target = most - room
            else:
                target -= most - budget
            if most < least:
                least = most
                continue
            goal = min(target, budget) if most <= budget else budget
            more = cheapest(self.full, less, bundles, kept, goal)
            if not more:
                return None
            kept |= more
            room *= 3 if most <= budget else 1
            target, least = budget, 1 << 30
        return None

    def cost(self, spills: Collection[Spill]) -> int:
        return sum(self.plain.weight(s.item) for s in spills)

    def declined(self, spills: Sequence[Spill], limit: int) -> tuple[Declined, ...]:
        why = f"cannot fit in {limit}: {self.most_live} are live at once in the order that the compiler chose"
        lines = (self.plain.module.items[spill.item].line for spill in spills)
        return tuple(Declined(line, "register-limit", why) for line in lines)

    def result(self, best: _UnspillVersion, spills: Sequence[Spill]) -> PassResult:
        done = paired_again(best.module, self.kernel)
        done, size = compacted(done, done.kernel(self.kernel.name))
        sized = with_scratch_size(done, done.kernel(self.kernel.name), size, sum(s.registers.count for s in best.left))
        finished = built(sized, self.original, self.kernel)
        before, after = self.cost(spills), self.cost(best.left)
        scratch = declared_scratch(self.original, self.kernel)
        answer = SolverAnswer("optimal" if not after else "feasible", float(after), 0.0)
        notes = (
            f"{len(spills) - len(best.left)} of {len(spills)} accesses to scratch are gone, {before} -> {after} "
            f"weighted by loops; scratch of a lane {scratch} -> {size} bytes",
        )
        return PassResult(finished, True, answer, notes, (), self.declined(best.left, best.limit))
