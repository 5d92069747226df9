"""Makes versions of a kernel without some of its spills: copies for spills, registers for copies, an order that needs
fewer registers."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from isaopt.analysis.figures.picture import pressure
from isaopt.analysis.flow.cfg import CFG, build_cfg
from isaopt.analysis.flow.fixpoint import entry_states
from isaopt.analysis.flow.liveness import code_of
from isaopt.analysis.flow.outstanding import Pending
from isaopt.analysis.flow.webs import Webs, find_webs
from isaopt.ir.edit import spliced
from isaopt.ir.program import Instruction, Kernel, Module
from isaopt.rebuild.rewrite import made, stripped
from isaopt.target.arch import get_arch
from isaopt.target.counters import counters_left, is_wait, wait_texts, waits_of
from isaopt.transform.copies import copied_operand
from isaopt.transform.dual_forms import apart
from isaopt.transform.placement import bases_on, renamed_to
from isaopt.transform.reassign import block_weights, build_problem
from isaopt.transform.reorder.sequencing import Viewer, moved_webs, reordered
from isaopt.transform.unspill.coalesce import Coalescing, RegisterCopy, virtual_bases
from isaopt.transform.unspill.relief import late_copies, relieved
from isaopt.transform.unspill.slots import Spill, with_copies


@dataclass(frozen=True)
class KernelForm:
    """A kernel whose VGPRs may be virtual, with its webs; no result counts as outstanding, since waits are placed anew
    at the end."""

    module: Module
    name: str

    @staticmethod
    def of(module: Module, kernel: Kernel) -> KernelForm:
        """A built kernel, bare and without dual instructions as far as possible."""
        bare = stripped(module, kernel)
        own = bare.instructions(bare.kernel(kernel.name))
        return KernelForm(apart(bare, [i for i, item in own if item.op.pair is not None]), kernel.name)

    @cached_property
    def kernel(self) -> Kernel:
        return self.module.kernel(self.name)

    @cached_property
    def cfg(self) -> CFG:
        return build_cfg(self.module, self.kernel)

    @cached_property
    def webs(self) -> Webs:
        return find_webs(self.module, self.kernel, self.cfg, outstanding=Pending.nothing(self.cfg))

    @cached_property
    def viewer(self) -> Viewer:
        """Views of its blocks, with no value bound to a bank."""
        return Viewer(self.module, self.kernel, self.cfg, self.webs, get_arch(self.module.arch), {})

    @cached_property
    def weights(self) -> list[int]:
        return block_weights(self.module, self.kernel, self.cfg)

    @cached_property
    def _ordinal(self) -> dict[int, int]:
        return {item: k for k, item in enumerate(self.cfg.order)}

    def weight(self, item: int) -> int:
        """An instruction's weight by loops; 0 in unreachable code."""
        k = self._ordinal.get(item)
        block = -1 if k is None else self.cfg.block_of[k]
        return self.weights[block] if block in self.cfg.reachable else 0

    def span(self, block: int) -> range:
        """The program points of a block."""
        return range(2 * self.cfg.blocks[block].first, 2 * self.cfg.blocks[block].end)

    @cached_property
    def live(self) -> tuple[int, ...]:
        """How many registers are live at each program point."""
        return pressure(self.cfg, self.webs)

    @cached_property
    def copied(self) -> tuple[int, ...]:
        """The items in reachable code that copy a whole VGPR."""
        items = (i for i in self.cfg.order if copied_operand(self.module.instruction(i).op) is not None)
        return tuple(i for i in items if self.weight(i))

    @cached_property
    def copies(self) -> list[RegisterCopy]:
        """The copies of whole VGPRs: those that replace spills, and those by which a compiler split live ranges."""
        found = []
        for k, item in enumerate(self.cfg.order):
            op = self.module.instruction(item).op
            at = copied_operand(op)
            if at is None or (item, 0, 0) not in self.webs.web_at:
                continue
            target, source = (next(n for n, ref in enumerate(op.refs) if ref.operand == o) for o in (0, at))
            webs = [self.webs.web_at[item, ref, 0] for ref in (target, source)]
            found.append(RegisterCopy(k, self.weights[self.cfg.block_of[k]], webs[0], webs[1]))
        return found


def copied(plain: KernelForm, spills: Sequence[Spill]) -> KernelForm:
    """The kernel with copies in place of these spills, and with waits that do not count them."""
    same = recounted(plain.module, plain.kernel, {s.item for s in spills})
    return KernelForm(with_copies(same, same.kernel(plain.name), spills), plain.name)


def coalesced(form: KernelForm, merging: Coalescing | None = None) -> KernelForm | None:
    """The kernel with virtual registers, those connected by copies merged where possible (``merging``, where that is
    known); None if virtual registers run out."""
    copies = form.copies
    bases = (merging or Coalescing(form.webs, form.cfg, copies)).bases()
    if bases is None:
        return None
    renamed = renamed_to(form.module, form.kernel, form.webs, bases)
    needless = [
        i
        for i in (form.cfg.order[c.ordinal] for c in copies)
        if (op := renamed.instruction(i).op) and op.operands[0].reg == op.operands[copied_operand(op) or 0].reg
    ]
    return KernelForm(spliced(renamed, {(i, i + 1): () for i in needless}), form.name)


def with_late_copies(form: KernelForm) -> KernelForm:
    """The kernel with copies right before their first use."""
    blocks = {form.cfg.block_of[c.ordinal] for c in form.copies} & form.cfg.reachable
    return _in_order(form, {b: late_copies(form.viewer.view(b, form.weights[b] == 1)) for b in sorted(blocks)})


def in_less(form: KernelForm, limit: int) -> KernelForm:
    """The kernel reordered where more than ``limit`` registers were live, so that fewer are."""
    over = {form.cfg.block_of[p // 2] for p, live in enumerate(form.live) if live > limit}
    blocks = sorted(over & form.cfg.reachable)
    return _in_order(form, {b: relieved(form.viewer.view(b, form.weights[b] == 1), limit) for b in blocks})


def _in_order(form: KernelForm, orders: Mapping[int, list[int] | None]) -> KernelForm:
    """The kernel with its blocks in these orders; None if virtual registers run out."""
    new = {b: order for b, order in orders.items() if order is not None}
    bases = virtual_bases(moved_webs(form.webs, form.cfg, new)) if new else None
    if bases is None:
        return form
    return KernelForm(reordered(form.module, form.kernel, form.cfg, form.webs, bases, new), form.name)


def in_registers(
    form: KernelForm, limit: int, work: int, seed: int, banks: Mapping[int, int] | None = None
) -> Module | None:
    """The kernel with real registers, those of groups in ``banks`` on these; None if none were found."""
    arch, late = get_arch(form.module.arch), Pending.nothing(form.cfg)
    problem, _ = build_problem(form.module, form.kernel, arch, limit, late, form.webs)
    bases = bases_on(problem.within(limit), banks or {}, work, seed)
    return None if bases is None else renamed_to(form.module, form.kernel, form.webs, bases)


_MOST = 64
_Recent = dict[str, tuple[bool, ...]]
"""By counter: for its latest events, latest first, whether they stay on every path."""


def recounted(module: Module, kernel: Kernel, gone: Collection[int]) -> Module:
    """The kernel with waits that stay correct once these items are removed: a wait allows at most as many
    outstanding events as remain."""
    cfg, ops = code_of(module, kernel)
    if not any(counters_left(op) for op in ops):
        return module
    counts: dict[int, dict[str, int]] = {}

    def transfer(b: int, start: _Recent) -> _Recent:
        recent = dict(start)
        block = cfg.blocks[b]
        for k in block.ordinals:
            for counter, left in counters_left(ops[k]).items():
                counts.setdefault(k, {})[counter] = sum(recent.get(counter, ())[:left])
            if not is_wait(ops[k]):
                for counter in ops[k].desc.counters:
                    recent[counter] = (cfg.order[k] not in gone, *recent.get(counter, ()))[:_MOST]
        return recent

    entry_states(cfg, _joined, transfer)
    changes: dict[tuple[int, int], list[Instruction]] = {}
    for k, left in counts.items():
        old = waits_of(ops[k], module.arch) or {}
        if any(old[c] != n for c, n in left.items()):
            index = cfg.order[k]
            (text,) = wait_texts({**old, **left}, module.arch)
            new = made(module, kernel, text, module.items[index].line)
            desc = replace(new.op.desc, flags=ops[k].desc.flags)
            changes[index, index + 1] = [replace(new, op=replace(new.op, desc=desc))]
    return spliced(module, changes)


def _joined(ends: Sequence[_Recent]) -> _Recent:
    if not ends:
        return {}
    every = set(ends[0]).intersection(*ends)
    return {c: tuple(all(both) for both in zip(*(e[c] for e in ends), strict=False)) for c in every}
