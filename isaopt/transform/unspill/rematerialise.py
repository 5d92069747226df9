"""Computes values again where they are used, instead of keeping them in registers from where they were computed.

What qualifies is one instruction of integer arithmetic whose operands are constants and registers that hold the same
values at the use as well: addresses a constant from a common base, masks, lane numbers. One such instruction costs less
than a load from scratch.
"""

from __future__ import annotations

import heapq
import math
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from isaopt.analysis.flow.webs import WebRef
from isaopt.asm.printer import new_instruction, print_op
from isaopt.graphs import descendants
from isaopt.ir.edit import spliced
from isaopt.ir.program import Item, Op
from isaopt.isa.meaning import Lanes, Unit
from isaopt.isa.registers import NUM_VIRTUAL, VIRTUAL_BASE
from isaopt.transform.placement import with_webs
from isaopt.transform.unspill.coalesce import contains
from isaopt.transform.unspill.versions import KernelForm

#: The most uses of a value that is computed again for each.
_MOST_USES = 8


@dataclass(frozen=True, slots=True)
class _CheapValue:
    """A value: its web, the item that computes it, those that read it, the webs that it is computed from and that would
    have to stay live up to there, and the program points at which it would not need a register."""

    web: int
    item: int
    uses: tuple[int, ...]
    sources: frozenset[int]
    freed: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class _RematerialisedGroup:
    """Values that are computed again together because they share sources; how often their uses run, and how many more
    registers are free at each program point (fewer where the sources stay live)."""

    values: tuple[_CheapValue, ...]
    cost: int
    free: Counter[int]

    def excess(self, live: Sequence[int], limit: int) -> int:
        """By how much the registers beyond ``limit`` shrink, over all program points; 0 if they grow anywhere."""
        gained = 0
        for p, freed in self.free.items():
            if freed > 0:
                gained += max(min(freed, live[p] - limit), 0)
            elif live[p] - freed > limit:
                return 0
        return gained


def rematerialised(form: KernelForm, limit: int) -> KernelForm:
    """The kernel in which values that are live where more than ``limit`` registers are, and that are cheap to compute
    again, are computed at each use; those first that free the most registers for what they cost."""
    live = list(form.live)
    if max(live) <= limit:
        return form
    # What a choice frees seldom grows while others are made: what was worked out last is a bound.
    queue = [(-math.inf, n, choice) for n, choice in enumerate(_groups(form))]
    chosen: list[_CheapValue] = []
    taken: set[int] = set()
    kept: set[int] = set()
    while queue and max(live) > limit:
        bound, n, choice = heapq.heappop(queue)
        gain = choice.excess(live, limit) / max(choice.cost, 1)
        own, sources = {v.item for v in choice.values}, _read_by(form, choice)
        # What another one is computed from stays where it is.
        fixed = own & (kept | sources | taken) or sources & taken
        if not gain or fixed:
            continue
        if gain < -bound:
            heapq.heappush(queue, (-gain, n, choice))
            continue
        chosen += choice.values
        taken |= own
        kept |= sources
        for p, freed in choice.free.items():
            live[p] -= freed
    return _recomputed(form, chosen) if chosen else form


def _groups(form: KernelForm) -> Iterator[_RematerialisedGroup]:
    by_sources: dict[frozenset[int], list[_CheapValue]] = {}
    for value in _values(form):
        by_sources.setdefault(value.sources, []).append(value)
    for sources, values in by_sources.items():
        for group in [[v] for v in values] if not sources else [values]:
            free = Counter(p for v in group for p in v.freed)
            for source in sources:
                held = form.webs.webs[source].segments
                free.subtract({p for v in group for p in _points(form, v.web) if not contains(held, p)})
            yield _RematerialisedGroup(tuple(group), sum(form.weight(i) for v in group for i in v.uses), free)


def _values(form: KernelForm) -> Iterator[_CheapValue]:
    ordinal = {item: k for k, item in enumerate(form.cfg.order)}
    changed = {unit for op in _ops(form) for unit in (*op.defs, *op.implicit_defs)}
    for web in form.webs.webs:
        written = [ref for ref in web.refs if ref.use.writes]
        read = [ref for ref in web.refs if not ref.use.writes]
        if web.entry or len(written) != 1 or not 0 < len(read) <= _MOST_USES:
            continue
        item = written[0].item
        uses = tuple(sorted({ref.item for ref in read}))
        if not _is_cheap(form.module.instruction(item).op) or not all(map(_is_whole, web.refs)):
            continue
        if any(form.module.instruction(i).op.desc.lanes is not Lanes.LANEWISE for i in uses):
            continue
        at = [ordinal[i] for i in uses]
        sources = _sources(form, item, at, ordinal, changed)
        if sources is not None:
            near = {2 * k for k in at}
            yield _CheapValue(web.id, item, uses, sources, tuple(p for p in _points(form, web.id) if p not in near))


def _points(form: KernelForm, web: int) -> Iterator[int]:
    return (p for start, end in form.webs.webs[web].segments for p in range(start, end))


def _read_by(form: KernelForm, choice: _RematerialisedGroup) -> set[int]:
    """The items that compute what values are computed from."""
    return {
        ref.item
        for v in choice.values
        for web in _operands(form, v.item)
        for ref in form.webs.webs[web].refs
        if ref.use.writes
    }


def _operands(form: KernelForm, item: int) -> list[int]:
    """The webs that an instruction reads."""
    op = form.module.instruction(item).op
    return [form.webs.web_at[item, n, 0] for n, ref in enumerate(op.refs) if ref.reg.is_vgpr and not ref.writes]


def _is_cheap(op: Op) -> bool:
    """Whether an instruction is integer arithmetic of lanes, with nothing read or written but its operands and EXEC."""
    desc = op.desc
    alone = not desc.partial and not desc.implicit_defs and set(desc.implicit_uses) <= {"exec"} and len(op.defs) == 1
    return alone and op.pair is None and desc.unit is Unit.VALU and desc.lanes in (Lanes.LANEWISE, Lanes.LANE_ID)


def _is_whole(ref: WebRef) -> bool:
    return ref.use.reg.count == 1 and not ref.use.reg.half and ref.use.reads is not ref.use.writes


def _sources(
    form: KernelForm, item: int, uses: list[int], ordinal: dict[int, int], changed: set[int]
) -> frozenset[int] | None:
    """The operands of an instruction that are not live at all of these uses, but would hold the same there if they
    were; None if another one would not."""
    op, k = form.module.instruction(item).op, ordinal[item]
    if any(not ref.reg.is_vgpr and not changed.isdisjoint(ref.reg.units) for ref in op.refs):
        return None
    block_of, blocks = form.cfg.block_of, form.cfg.blocks
    short = set()
    for number in _operands(form, item):
        web = form.webs.webs[number]
        written = {ordinal[ref.item] for ref in web.refs if ref.use.writes}
        if len(written) + web.entry != 1 or not all(map(_is_whole, web.refs)):
            return None
        for by in written:
            once = block_of[by] not in descendants(block_of[by], lambda b: blocks[b].succs)
            in_row = all(block_of[at] == block_of[by] and at > k > by for at in uses)
            if not once and not in_row:
                return None
        if not all(contains(web.segments, 2 * use) for use in uses):
            if web.entry:
                # It arrives in its own register, which others take after its last use.
                return None
            short.add(number)
    return frozenset(short)


def _ops(form: KernelForm) -> Iterator[Op]:
    return (form.module.instruction(item).op for item in form.cfg.order)


def _recomputed(form: KernelForm, chosen: list[_CheapValue]) -> KernelForm:
    first = max((*(unit for op in _ops(form) for unit in (*op.defs, *op.uses)), VIRTUAL_BASE - 1)) + 1
    # Sources that stay live for longer need registers that nothing else takes after their last use today.
    units = {web: first + n for n, web in enumerate(sorted({s for v in chosen for s in v.sources}))}
    first += len(units)
    at_use: dict[int, list[_CheapValue]] = {}
    for value in chosen:
        for item in value.uses:
            at_use.setdefault(item, []).append(value)
    if first + max(map(len, at_use.values())) > VIRTUAL_BASE + NUM_VIRTUAL:
        return form
    ops = {ref.item: form.module.instruction(ref.item).op for web in units for ref in form.webs.webs[web].refs}
    renamed = {item: with_webs(op, item, form.webs, units) for item, op in ops.items()}
    inserted: dict[tuple[int, int], list[Item]] = {(v.item, v.item + 1): [] for v in chosen}
    for item, values in at_use.items():
        reader = form.module.instruction(item)
        new = {v.web: first + n for n, v in enumerate(values)}
        renamed[item] = with_webs(reader.op, item, form.webs, units | new)
        inserted[item, item] = [
            new_instruction(with_webs(form.module.instruction(v.item).op, v.item, form.webs, units | new), reader.line)
            for v in values
        ]
    return KernelForm(spliced(form.module.with_ops(renamed, print_op), inserted), form.name)
