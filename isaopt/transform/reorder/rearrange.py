"""Common parts of ``schedule`` and ``spread``: blocks in new orders, with registers on their present banks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from isaopt.analysis.flow.accesses import is_memory_fence
from isaopt.analysis.flow.cfg import CFG, build_cfg
from isaopt.analysis.flow.outstanding import Pending
from isaopt.analysis.flow.webs import Webs, find_webs
from isaopt.ir.kept import kept
from isaopt.ir.program import Kernel, Module, Op
from isaopt.isa.registers import EXEC_HI, EXEC_LO
from isaopt.rebuild.rewrite import built, stripped
from isaopt.solve.order import ANY_BANK
from isaopt.solve.problem import BANKS
from isaopt.solve.stalls import stall_cycles
from isaopt.target.arch import Arch, get_arch
from isaopt.target.counters import is_wait
from isaopt.transform.base import Declined, Part, PartsPass, PassResult, block_parts, left_out, unchanged
from isaopt.transform.placement import bases_on, present_banks
from isaopt.transform.reassign import block_weights, build_problem
from isaopt.transform.reorder.scalars import with_separate_scalars
from isaopt.transform.reorder.sequencing import View, Viewer, moved_webs, reordered

#: By how many registers the target shrinks after each packing that is not found.
_ROOM = (0, 8, 24)
_PACK_WORK = 2_000_000


@dataclass(frozen=True, slots=True)
class Proposal:
    """A block in a new order (None: unchanged), and the candidates that stay: position, code, reason."""

    order: list[int] | None
    declined: tuple[tuple[int, str, str], ...] = ()


class Finish(Protocol):
    """The final changes to a kernel in its new order, before its waits are placed."""

    def __call__(self, module: Module, kernel: Kernel, blocks: Sequence[range]) -> Module:
        """The kernel with additions to these blocks, given as ordinals."""
        ...


class PlacementPolicy(Protocol):
    """A policy for the order of a block's instructions."""

    def propose(self, view: View, limit: RegisterLimit) -> Proposal:
        """A new order that occupies at most ``limit`` registers, or as many as the present one if that is more."""
        ...


@dataclass(frozen=True, slots=True)
class Rearranged:
    """The result of a policy: the changed blocks, and the weighted cycles that a single wave waits in all blocks,
    before and after, with a lower bound."""

    module: Module | None
    blocks: tuple[int, ...]
    declined: tuple[Declined, ...]
    before: int
    after: int
    bound: int
    reason: str = ""
    why: str = ""


@dataclass(frozen=True, slots=True)
class _ViewedKernel:
    """A bare kernel with scalar values in registers of their own, and what orders of its blocks are judged by."""

    plain: Module
    kernel: Kernel
    found: Webs
    weights: list[int]
    banks: dict[int, int]
    viewer: Viewer
    views: list[View]


@kept
def _viewed(bare: Module, kernel: Kernel, cfg: CFG, blocks: tuple[int, ...]) -> _ViewedKernel:
    """The views of these blocks: a pass that changes nothing leaves them to the next one."""
    plain = with_separate_scalars(bare, kernel, cfg, blocks)
    own = plain.kernel(kernel.name)
    found = find_webs(plain, own, outstanding=Pending.nothing(cfg))
    weights = block_weights(plain, own, cfg)
    banks = present_banks(plain, cfg, found)
    viewer = Viewer(plain, own, cfg, found, get_arch(bare.arch), banks)
    views = [viewer.view(b, weights[b] == 1) for b in blocks]
    return _ViewedKernel(plain, own, found, weights, banks, viewer, views)


class Rearrangement:
    """A kernel whose blocks are reordered."""

    def __init__(
        self, module: Module, kernel: Kernel, options: PartsPass, least: int = 0, bare: Module | None = None
    ) -> None:
        """``least``: this many registers may be used even at lower occupancy; ``bare``: the bare kernel, if it differs
        from the module's."""
        self.original, self.kernel, self.effort, self.seed = module, kernel, options.effort, options.seed
        self.arch: Arch = get_arch(module.arch)
        self.budget = options.budget(module, kernel, least)
        bare = bare or stripped(module, kernel)
        self.cfg: CFG = build_cfg(bare, bare.kernel(kernel.name))
        looked_at = sorted(self.cfg.reachable - left_out(bare, self.cfg, options.without))
        seen = _viewed(bare, bare.kernel(kernel.name), self.cfg, tuple(looked_at))
        self.plain, self.bare, self.found = seen.plain, seen.kernel, seen.found
        self.weights, self.banks, self.viewer, self.views = seen.weights, seen.banks, seen.viewer, seen.views

    def run(self, policy: PlacementPolicy, finish: Finish | None = None) -> Rearranged:
        """The kernel in the policy's order, as far as registers suffice; ``finish`` makes the final changes."""
        proposals: dict[int, Proposal] = {}
        limits: dict[int, RegisterLimit] = {}
        before: dict[int, list[int]] = {}
        for room in _ROOM:
            limit = self.budget - room
            for view in self.views:
                b = view.block.index
                if b not in limits or limit < limits[b].needed:
                    limits[b] = RegisterLimit(limit)
                    proposals[b] = policy.propose(view, limits[b])
            orders = {b: p.order for b, p in proposals.items() if p.order is not None}
            if not orders:
                return self.result(None, proposals, {}, "no-gain", "no block gains from another order")
            if orders == before:
                continue  # for which there is no packing
            before = orders
            moved = moved_webs(self.found, self.cfg, orders)
            problem, _ = build_problem(self.plain, self.bare, self.arch, self.budget, None, moved)
            work = round(_PACK_WORK * max(1, self.effort))
            bases = bases_on(problem.within(self.budget), self.banks, work, self.seed, from_current=True)
            if bases is not None:
                placed = reordered(self.plain, self.bare, self.cfg, self.found, bases, orders)
                if finish is not None:
                    spans = [self.span(b) for b in sorted(orders)]
                    placed = finish(placed, placed.kernel(self.kernel.name), spans)
                return self.result(built(placed, self.original, self.kernel), proposals, orders)
        why = "the new order cannot be allocated [register-limit]"
        return self.result(None, proposals, {}, "register-limit", why)

    def span(self, index: int) -> range:
        block = self.cfg.blocks[index]
        return block.ordinals

    def result(
        self,
        module: Module | None,
        proposals: Mapping[int, Proposal],
        orders: Mapping[int, list[int]],
        reason: str = "",
        why: str = "",
    ) -> Rearranged:
        before = after = bound = 0
        declined: list[Declined] = []
        for view in self.views:
            b = view.block.index
            weight = self.weights[b]
            before += weight * view.waits
            after += weight * (stall_cycles(view.problem, orders[b]) if b in orders else view.waits)
            bound += weight * view.least_waits
            for k, code, message in proposals[b].declined if b in proposals else ():
                line = self.plain.items[view.block.instructions[k]].line
                declined.append(Declined(line, code, f"{view.ops[k].mnemonic}: {message}"))
        return Rearranged(module, tuple(sorted(orders)), tuple(declined), before, after, bound, reason, why)

    def parts(self, done: Rearranged) -> tuple[Part, ...]:
        """The blocks with a new order."""
        return block_parts(self.plain, self.cfg, done.blocks)

    def unchanged(self, done: Rearranged) -> PassResult:
        return unchanged(self.original, done.reason, done.why, declined=done.declined)


@dataclass
class RegisterLimit:
    """A block may occupy the first ``registers``; with the ``needed`` ones or more, it gets the same order."""

    registers: int
    needed: int = 0


class RegisterRoom:
    """How many registers of each bank, and in total, a block may occupy: those within the limit, or its ``present``
    number if that is more."""

    def __init__(self, limit: RegisterLimit, present: Mapping[int, Sequence[int]]) -> None:
        self.limit, self.present = limit, {bank: max(profile, default=0) for bank, profile in present.items()}
        share = {bank: (limit.registers + BANKS - 1 - bank) // BANKS for bank in range(BANKS)}
        share[ANY_BANK] = limit.registers
        self.most = {bank: max(share[bank], own) for bank, own in self.present.items()}

    def holds(self, profiles: Mapping[int, Sequence[int]]) -> bool:
        """Whether there are as many registers; where there are not, there are not within a lower limit either."""
        peaks = {bank: max(profile, default=0) for bank, profile in profiles.items()}
        if any(peak > self.most[bank] for bank, peak in peaks.items()):
            return False
        least = (
            peak if bank == ANY_BANK else BANKS * (peak - 1) + bank + 1
            for bank, peak in peaks.items()
            if peak > self.present[bank]
        )
        self.limit.needed = max(self.limit.needed, *least, 0)
        return True

    def decides(self) -> None:
        """Notes that an order depends on how many registers there are exactly."""
        if self.most != self.present:
            self.limit.needed = self.limit.registers


def held_by(view: View, k: int) -> Iterator[tuple[int, str, str]]:
    """What the instruction at position ``k`` must follow, nearest first: position, reason code and reason."""
    writes = {EXEC_LO, EXEC_HI}
    for other in view.before.get(k, ()):
        op = view.ops[other]
        yield (other, *_reason(op, bool(writes & set(op.written))))


def _reason(op: Op, lanes: bool) -> tuple[str, str]:
    if op.flag("barrier"):
        return "barrier", f"it must follow {op.mnemonic}"
    if is_wait(op) or is_memory_fence(op) or op.flag("maystore"):
        return "memory-order", f"it must follow {op.mnemonic}, which may concern the same memory"
    if lanes:
        return "exec-changes", f"it must follow {op.mnemonic}, which changes EXEC"
    return "dependence", f"it needs what {op.mnemonic} leaves"
