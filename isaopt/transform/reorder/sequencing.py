"""Turns a block into a scheduling problem (:mod:`isaopt.solve.order`), and writes a kernel in a new order.

VGPRs are values here, not numbers: dependences that renaming removes do not constrain the order. A new order therefore
needs new registers; every value stays on its bank, so the choice of banks is preserved.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from isaopt.analysis.flow.accesses import access_bytes, is_full_fence, is_memory_fence
from isaopt.analysis.flow.cfg import CFG, Block
from isaopt.analysis.flow.dependence import Dependence, Kind, dependences
from isaopt.analysis.flow.liveness import kernel_ops
from isaopt.analysis.flow.webs import Segment, Web, Webs, merge_segments
from isaopt.ir.edit import spliced
from isaopt.ir.program import Instruction, Item, Kernel, Module, Op
from isaopt.isa.meaning import Unit
from isaopt.isa.registers import NUM_VGPRS
from isaopt.solve.order import ANY_BANK, BlockValue, Sequencing, renumbered
from isaopt.solve.problem import BANKS
from isaopt.solve.stalls import stall_bound, stall_cycles
from isaopt.target.arch import Arch
from isaopt.target.counters import is_wait, waits_of
from isaopt.transform.placement import renamed_to
from isaopt.transform.tasks import forwarded, task_of

Orders = Mapping[int, Sequence[int]]
"""The new order of blocks, by block index: positions in the old one."""


@dataclass(frozen=True)
class View:
    """A block as it is: its ops, the order constraints, and the problem; ``cold`` is the problem of the first wave,
    whose scalar loads miss their cache."""

    block: Block
    ops: tuple[Op, ...]
    dependences: tuple[Dependence, ...]
    problem: Sequencing
    cold: Sequencing

    @cached_property
    def before(self) -> Mapping[int, list[int]]:
        """What each position must follow, nearest first."""
        found: dict[int, set[int]] = {}
        for d in self.dependences:
            found.setdefault(d.after, set()).add(d.before)
        return {k: sorted(row, reverse=True) for k, row in found.items()}

    @cached_property
    def waits(self) -> int:
        """The cycles that a single wave waits in the present order."""
        return stall_cycles(self.problem, range(len(self.ops)))

    @cached_property
    def least_waits(self) -> int:
        """What it waits at least in any order."""
        return stall_bound(self.problem)


class Viewer:
    """Makes views of the blocks of a kernel."""

    def __init__(
        self, module: Module, kernel: Kernel, cfg: CFG, found: Webs, arch: Arch, banks: Mapping[int, int]
    ) -> None:
        """``banks``: the bank on which each group of webs stays, if it is bound to one."""
        self.cfg, self.found, self.arch = cfg, found, arch
        place = {web: at for group in found.groups for web, at in group.members}
        self.bank = {
            web: (banks[group] + place[web]) % BANKS if group in banks else ANY_BANK
            for web, group in enumerate(found.group_of)
        }
        self.wave_size = kernel.wave_size
        self.ops = kernel_ops(module, cfg)
        # Webs that share one register of a tuple stay together whatever register that becomes: they have one name.
        name = [~(group * NUM_VGPRS + place[web]) for web, group in enumerate(found.group_of)]
        self.name_at: dict[tuple[int, int, bool], int] = {}
        self.occurrences = occurrences_of(found, cfg)
        self.webs = webs_by_block(found, cfg)
        ordinal_of = {item: k for k, item in enumerate(cfg.order)}
        for (item, index, offset), web in found.web_at.items():
            k = ordinal_of[item]
            ref = self.ops[k].refs[index]
            unit = ref.reg.units[offset]
            if ref.reads:
                self.name_at[k, unit, False] = name[web]
            if ref.writes:
                self.name_at[k, unit, True] = name[web]
                # A partial write reads the rest of the old contents, which is the same web.
                self.name_at.setdefault((k, unit, False), name[web])

    def view(self, index: int, once: bool) -> View:
        """The block of that index; ``once``: it is in no loop."""
        block = self.cfg.blocks[index]
        first, count = block.first, len(block.instructions)
        ops = tuple(self.ops[first : first + count])

        def name(position: int, unit: int, written: bool) -> int:
            return self.name_at.get((first + position, unit, written), unit)

        found = tuple(dependences(ops, name))
        edges = tuple((d.before, d.after, d.kind is Kind.RAW) for d in found) + tuple(
            waited_events(ops, self.arch.name)
        )
        values: list[BlockValue] = []
        for web in self.webs[index]:
            for piece in pieces(web.segments, block):
                inside = [o for o in self.occurrences.get((web.id, index), ()) if _in_piece(o, piece)]
                values.append(
                    BlockValue(
                        tuple(dict.fromkeys(k - first for k, written in inside if written)),
                        tuple(dict.fromkeys(k - first for k, written in inside if not written)),
                        piece[0] <= 2 * first,
                        piece[1] >= 2 * (first + count),
                        self.bank[web.id],
                    )
                )
        tasks = tuple(task_of(op, self.arch, self.wave_size) for op in ops)
        delays = forwarded(ops, found, self.arch)
        problem = Sequencing(tasks, edges, tuple(values), self.arch.valu_to_memory_cycles, delays)
        first_wave = tuple(task_of(op, self.arch, self.wave_size, once) for op in ops)
        return View(block, ops, found, problem, replace(problem, tasks=first_wave) if first_wave != tasks else problem)


def as_ordered(view: View, order: Sequence[int]) -> View:
    """The same block, with this order as its present one."""
    place = {k: at for at, k in enumerate(order)}
    moved = tuple(replace(d, before=place[d.before], after=place[d.after]) for d in view.dependences)
    problem = renumbered(view.problem, order)
    cold = problem if view.cold is view.problem else renumbered(view.cold, order)
    return View(view.block, tuple(view.ops[k] for k in order), moved, problem, cold)


def waited_events(ops: Sequence[Op], arch: str) -> Iterator[tuple[int, int, bool]]:
    """As edges of a problem: the waits that stay where they are, each after the event of its block that keeps it
    waiting longest."""
    events: dict[str, list[int]] = {}
    for k, op in enumerate(ops):
        if not is_wait(op):
            for counter in op.desc.counters[:1]:
                events.setdefault(counter, []).append(k)
            continue
        for counter, left in (waits_of(op, arch) or {}).items():
            if len(events.get(counter, ())) > left:
                yield events[counter][-1 - left], k, True


def is_load(op: Op) -> bool:
    """Whether the op only reads memory into registers and may move among unrelated instructions."""
    if not op.defs or not op.desc.counters or is_wait(op) or is_full_fence(op) or is_memory_fence(op):
        return False
    return op.desc.loads_scalar_words or (access_bytes(op) is not None and not op.flag("maystore"))


def is_vector_memory(op: Op) -> bool:
    """Whether an access goes through the vector memory caches, and neither to LDS nor through the scalar cache."""
    return op.desc.unit is Unit.VMEM


def without_memory(problem: Sequencing) -> Sequencing:
    """The same block with zero memory latency."""
    tasks = tuple(replace(t, latency=1, service=0, drains=False) if t.counter else t for t in problem.tasks)
    return replace(problem, tasks=tasks)


def occurrences_of(found: Webs, cfg: CFG) -> dict[tuple[int, int], list[tuple[int, bool]]]:
    """Where each web occurs in a block (by its id and the block's index): the instruction's ordinal and whether it
    writes."""
    ordinal_of = {item: k for k, item in enumerate(cfg.order)}
    places: dict[tuple[int, int], list[tuple[int, bool]]] = {}
    for web in found.webs:
        for ref in web.refs:
            k = ordinal_of[ref.item]
            own = places.setdefault((web.id, cfg.block_of[k]), [])
            if ref.use.reads:
                own.append((k, False))
            if ref.use.writes:
                own.append((k, True))
    return places


def pieces(segments: Iterable[Segment], block: Block) -> list[Segment]:
    """The parts of the segments in the block."""
    low, high = 2 * block.first, 2 * block.end
    return [(max(s, low), min(e, high)) for s, e in segments if s < high and e > low]


def _in_piece(occurrence: tuple[int, bool], piece: Segment) -> bool:
    k, written = occurrence
    # A value ends at the point before the instruction that reads it last.
    return piece[0] <= 2 * k + written < piece[1]


def moved_webs(found: Webs, cfg: CFG, orders: Orders) -> Webs:
    """The webs with the program points that they occupy in the new order of some blocks."""
    places = occurrences_of(found, cfg)
    position: dict[int, int] = {}
    for index, order in orders.items():
        first = cfg.blocks[index].first
        position.update({first + old: first + new for new, old in enumerate(order)})
    webs = []
    for web, concerned in zip(found.webs, blocks_of_webs(found, cfg), strict=True):
        spans: list[Segment] = []
        rest = list(web.segments)
        for block in (cfg.blocks[index] for index in concerned if index in orders):
            inside = pieces(rest, block)
            if not inside:
                continue
            spans += [_moved(piece, block, places.get((web.id, block.index), []), position) for piece in inside]
            low, high = 2 * block.first, 2 * block.end
            rest = [part for s, e in rest for part in ((s, min(e, low)), (max(s, high), e)) if part[0] < part[1]]
        webs.append(replace(web, segments=merge_segments([*rest, *spans])) if spans else web)
    return replace(found, webs=tuple(webs))


def _moved(piece: Segment, block: Block, places: Sequence[tuple[int, bool]], position: Mapping[int, int]) -> Segment:
    low, high = 2 * block.first, 2 * block.end
    start, end = piece
    inside = [(position[k], written) for k, written in places if _in_piece((k, written), piece)]
    if start > low:
        start = min([2 * position[start // 2] + start % 2, *(2 * k + written for k, written in inside)])
    if end < high:
        last = (end - 1) // 2
        end = max([2 * position[last] + 1 + (end - 1) % 2, *(2 * k + 1 + written for k, written in inside)])
    return start, end


def reordered(
    module: Module, kernel: Kernel, cfg: CFG, found: Webs, bases: Mapping[int, int], orders: Orders
) -> Module:
    """The kernel with its groups of webs at these base registers and its blocks in these orders."""
    renamed = renamed_to(module, kernel, found, bases)
    changes: dict[tuple[int, int], Sequence[Item]] = {}
    for index, order in orders.items():
        block = cfg.blocks[index]
        first, last = block.instructions[0], block.instructions[-1] + 1
        others = [i for i in renamed.items[first:last] if not isinstance(i, Instruction)]
        changes[first, last] = [*others, *(renamed.items[block.instructions[k]] for k in order)]
    return spliced(renamed, changes)


def blocks_of_webs(found: Webs, cfg: CFG) -> list[list[int]]:
    """For each web, in the order of ``found.webs``, the blocks that name it or in which it is live at some point,
    boundaries included, in ascending order."""
    starts = [2 * block.first for block in cfg.blocks]
    ends = [2 * block.end for block in cfg.blocks]
    ordinal_of = {item: k for k, item in enumerate(cfg.order)}
    rows: list[list[int]] = []
    for web in found.webs:
        own = {cfg.block_of[ordinal_of[ref.item]] for ref in web.refs}
        for start, end in web.segments:
            own.update(range(bisect_left(ends, start), bisect_right(starts, end)))
        rows.append(sorted(own))
    return rows


def webs_by_block(found: Webs, cfg: CFG) -> list[list[Web]]:
    """The inverse: for each block its webs, in the order of ``found.webs``."""
    rows: list[list[Web]] = [[] for _ in cfg.blocks]
    for web, blocks in zip(found.webs, blocks_of_webs(found, cfg), strict=True):
        for b in blocks:
            rows[b].append(web)
    return rows
