"""Which loads of a loop's round can be issued at the end of the round before, and behind what of it they stand.

What is a round ahead is copied in front of the loop, and runs once too often behind the last round: so it may be loads
from LDS, which cannot fault, and arithmetic; their results must not be needed behind the loop.  The end of a round is
put in another order: what these loads must come after (barriers, stores of the next tile) goes in front of some of the
round's last arithmetic, which they then run beside.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from isaopt.analysis.flow.dependence import COUNTED, SHARED, Dependence, dependences
from isaopt.analysis.flow.webs import Segment, Webs, merge_segments
from isaopt.ir.program import Op
from isaopt.isa.meaning import Unit
from isaopt.solve.stalls import timing
from isaopt.transform.reorder.sequencing import View, Viewer, is_load, without_memory
from isaopt.transform.rotate.loops import Refused, Round
from isaopt.transform.rotate.top import is_plain


@dataclass(frozen=True, slots=True)
class Turn:
    """A round in its new ``order`` of positions; those ``ahead`` run for the next one, with a copy at ``entry``."""

    round: Round
    order: tuple[int, ...]
    ahead: tuple[int, ...]
    behind: int
    """How many cycles of arithmetic stand behind what is ahead."""


@dataclass(frozen=True)
class Pipelined:
    """A loop of one block as it stands, and what could be done of it a round ahead."""

    view: View
    viewer: Viewer
    round: Round

    @cached_property
    def time(self) -> Sequence[int]:
        """When each instruction would issue if memory answered at once."""
        return timing(without_memory(self.view.problem), range(len(self.view.ops))).issue

    @cached_property
    def able(self) -> Mapping[int, frozenset[int]]:
        """What may be ahead, each with all that has to come along, itself too."""
        before: dict[int, set[int]] = {}
        for d in self.view.dependences:
            before.setdefault(d.after, set()).add(d.before)
        found: dict[int, frozenset[int]] = {}
        for k, op in enumerate(self.view.ops[: self.round.end]):
            if not (is_plain(op) or _loads_lds(op)) or not self.is_local(k) or not self.last.isdisjoint(op.uses):
                continue
            if all(other in found for other in before.get(k, ())):
                found[k] = frozenset({k}).union(*(found[other] for other in before.get(k, ())))
        return found

    @cached_property
    def last(self) -> frozenset[int]:
        """The registers that are written behind the place of what is ahead."""
        return frozenset(u for op in self.view.ops[self.round.end :] for u in (*op.defs, *op.implicit_defs))

    def webs_of(self, positions: Sequence[int]) -> frozenset[int]:
        """The webs that these instructions write."""
        block, found = self.view.block, self.viewer.found
        return frozenset(
            found.web_at[block.instructions[k], index, offset]
            for k in positions
            for index, ref in enumerate(self.view.ops[k].refs)
            if ref.writes and ref.reg.is_vgpr
            for offset in range(len(ref.reg.units))
        )

    def is_local(self, k: int) -> bool:
        """Whether what an instruction writes is needed in its own round alone."""
        block, found = self.view.block, self.viewer.found
        low, high = 2 * block.first, 2 * (block.first + len(block.instructions))
        return all(
            low < start and end < high for web in self.webs_of([k]) for start, end in found.webs[web].segments
        ) and not any(found.groups[found.group_of[web]].fixed is not None for web in self.webs_of([k]))

    def wanted(self, lead: int) -> tuple[int, ...]:
        """Loads whose result a round needs in fewer than ``lead`` cycles, with what has to come along."""
        first: dict[int, int] = {}
        for before, after, result in self.view.problem.edges:
            if result:
                first[before] = min(first.get(before, after), after)
        loads = [k for k in self.able if is_load(self.view.ops[k]) and k in first]
        valu = [at for at, task in enumerate(self.view.problem.tasks) if task.valu]
        work = [bisect_left(valu, first[k]) for k in loads]
        early = [k for k, done in zip(loads, work, strict=True) if done < lead]
        return tuple(sorted(frozenset().union(*(self.able[k] for k in early))))

    def turn(self, lead: int) -> Turn | Refused:
        """The round with its first loads ahead of ``lead`` cycles of arithmetic."""
        if not any(is_load(self.view.ops[k]) for k in self.able):
            return Refused("dependence", "each of its loads needs something of its own round")
        ahead = self.wanted(lead)
        if not ahead:
            return Refused("no-gain", "what its rounds begin with is not waited for")
        moved = frozenset(ahead)
        end = self.round.end
        count = len(self.view.ops)
        base = [*(k for k in range(end) if k not in moved), *ahead, *range(end, count)]
        found = self.found(base)
        above = _above(found, [at for at, k in enumerate(base) if k in moved])
        tasks = self.view.problem.tasks
        cut, behind = len(base), 0
        for at in range(len(base) - len(ahead) - 1, -1, -1):
            if behind >= lead:
                break
            if at not in above and tasks[base[at]].valu and base[at] not in moved:
                cut, behind = at, behind + tasks[base[at]].busy
        if not behind:
            return Refused("no-gain", "no arithmetic of a round can stand behind them")
        late = [at for at in range(cut, len(base)) if at not in above and base[at] not in moved]
        early = [at for at in range(cut, len(base)) if at in above and base[at] not in moved]
        order = [*base[:cut], *(base[at] for at in early), *ahead, *(base[at] for at in late)]
        return Turn(self.round, tuple(dict.fromkeys(order)), ahead, behind)

    def found(self, order: Sequence[int]) -> list[Dependence]:
        """What must stay in order, in this order of positions."""
        first, name_at = self.view.block.first, self.viewer.name_at

        def name(at: int, unit: int, written: bool) -> int:
            return name_at.get((first + order[at], unit, written), unit)

        return dependences([self.view.ops[k] for k in order], name)


def _loads_lds(op: Op) -> bool:
    """Whether it is a load from LDS whose order nobody else can tell."""
    return is_load(op) and op.desc.unit is Unit.LDS and not op.flag(SHARED) and not op.flag(COUNTED)


def _above(found: Sequence[Dependence], ends: Sequence[int]) -> set[int]:
    """What must stand before any of these, directly or not."""
    before: dict[int, list[int]] = {}
    for d in found:
        before.setdefault(d.after, []).append(d.before)
    seen: set[int] = set()
    todo = list(ends)
    while todo:
        for other in before.get(todo.pop(), ()):
            if other not in seen:
                seen.add(other)
                todo.append(other)
    return seen - set(ends)


def carried(moved: Webs, loop: Pipelined, turn: Turn) -> Webs:
    """The webs with what is ahead held from the end of a round to its last use in the next one, and where the loop is
    entered."""
    block = loop.view.block
    cfg = loop.viewer.cfg
    place = {block.instructions[k]: at for at, k in enumerate(turn.order)}
    low, high = 2 * block.first, 2 * (block.first + len(block.instructions))
    (outside,) = (p for p in block.preds if p != block.index)
    last = cfg.blocks[outside].first + len(cfg.blocks[outside].instructions) - 1
    webs = list(moved.webs)
    for web in loop.webs_of(turn.ahead):
        old = webs[web]
        reads = [place[ref.item] for ref in old.refs if ref.use.reads]
        writes = [place[ref.item] for ref in old.refs if ref.use.writes]
        ahead = {at for at, k in enumerate(turn.order) if k in turn.ahead}
        spans: list[Segment] = [(2 * last, 2 * last + 2), (low + 2 * min(writes), high)]
        ends = [at for at in reads if at not in ahead]
        if ends:
            spans.append((low, low + 2 * max(ends) + 1))
        webs[web] = replace(old, segments=merge_segments(spans))
    return replace(moved, webs=tuple(webs))
