"""Finds the loads of a loop body that can be issued at the end of the previous iteration, and what must stay after
them.

Instructions that run one iteration ahead are copied before the loop, and run once too often after the last iteration.
They are therefore loads from LDS and arithmetic that only these loads need; their results must be dead after the loop.
If each iteration loads from other addresses, those of an iteration too many may be beyond the end of LDS, so only lanes
that have a next iteration load for it.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from isaopt.analysis.flow.accesses import COUNTED, SHARED
from isaopt.analysis.flow.dependence import Dependence, dependences
from isaopt.analysis.flow.webs import Segment, Webs, merge_segments
from isaopt.graphs import reachable
from isaopt.ir.program import Op
from isaopt.isa.meaning import Unit
from isaopt.isa.registers import EXEC_HI, EXEC_LO, SCC, SGPR_BASE, RegRef
from isaopt.transform.base import LoopRefused
from isaopt.transform.pipeline.loops import LoopBody, is_plain, only_disables_lanes
from isaopt.transform.reorder.sequencing import View, Viewer, is_load

NEEDED_EARLY = "all arithmetic of an iteration depends on what the next one would load early"
LANES = frozenset({EXEC_LO, EXEC_HI})
#: EXEC of the next iteration, given that SCC says whether there is one.
_CONTINUES = {"s_cbranch_scc1": "{exec}, 0", "s_cbranch_scc0": "0, {exec}"}


@dataclass(frozen=True, slots=True)
class LaneLimit:
    """Code that masks EXEC: before place ``first`` of a new order, it leaves active only the lanes that have a next
    iteration (the text ``save``, then copies of the instructions at these positions, or another text); after place
    ``last``, it activates the others again (the text ``restore``)."""

    first: int
    last: int
    save: str
    copies: tuple[int, ...]
    text: str
    restore: str


@dataclass(frozen=True, slots=True)
class PipelinedBody:
    """A loop body in its new ``order`` of positions: those ``ahead`` run for the next iteration, with ``behind`` cycles
    of arithmetic after them; ``lanes`` masks EXEC where they must not run without a next iteration."""

    body: LoopBody
    order: tuple[int, ...]
    ahead: tuple[int, ...]
    loads: int
    behind: int
    lanes: LaneLimit | None = None

    @property
    def text(self) -> str:
        what = "1 load" if self.loads == 1 else f"{self.loads} loads"
        return f"{what} of each iteration in the one before, over {self.behind} cycles of arithmetic"


@dataclass(frozen=True)
class PipelinedLoop:
    """A single-block loop as it is, and what could run one iteration ahead.  ``free``: scalars for EXEC, empty if there
    are too few."""

    view: View
    viewer: Viewer
    body: LoopBody
    free: tuple[int, ...]

    @cached_property
    def able(self) -> Mapping[int, frozenset[int]]:
        """The instructions that may move ahead, each with all that must move with it, itself included."""
        if isinstance(self.limit, LoopRefused):
            return {k: own for k, own in self._local.items() if not loads_lds(self.view.ops[k]) or self._repeats(own)}
        return self._local

    @cached_property
    def _local(self) -> Mapping[int, frozenset[int]]:
        """Those that no result of an iteration keeps from it."""
        behind = {u for op in self.view.ops[self.body.end :] for u in op.written}
        found: dict[int, frozenset[int]] = {}
        for k, op in enumerate(self.view.ops[: self.body.end]):
            before = self.view.before.get(k, ())
            if not (is_plain(op) or loads_lds(op)) or not behind.isdisjoint(op.read):
                continue
            if self.is_local(k) and all(other in found for other in before):
                found[k] = frozenset({k}).union(*(found[other] for other in before))
        return found

    def _repeats(self, moved: Collection[int]) -> bool:
        """Whether these instructions do the same in each iteration, so that loads have the same addresses."""
        ops = self.view.ops
        writers: dict[int, list[int]] = {}
        for k, op in enumerate(ops):
            for u in set(op.written) - LANES:
                writers.setdefault(u, []).append(k)
        return all(w in moved and w < k for k in moved for u in ops[k].read for w in writers.get(u, ()))

    @cached_property
    def limit(self) -> LaneLimit | LoopRefused:
        """The masking that leaves the lanes of the next iteration active, or why there is none."""
        *switches, branch = range(self.body.end, len(self.view.ops))
        wide = self.viewer.wave_size == 64
        exec_name, size = ("exec", "b64") if wide else ("exec_lo", "b32")
        name = str(RegRef(SGPR_BASE + self.free[0], len(self.free))) if self.free else ""
        save, restore = f"s_mov_{size} {name}, {exec_name}", f"s_mov_{size} {exec_name}, {name}"
        what = self.view.ops[branch].operation
        if not switches and what in _CONTINUES:
            text = f"s_cselect_{size} {exec_name}, " + _CONTINUES[what].format(exec=exec_name)
            found = LaneLimit(0, 0, save, (), text, restore)
        elif what == "s_cbranch_execnz" and switches and all(only_disables_lanes(self.view.ops[k]) for k in switches):
            found = LaneLimit(0, 0, save, tuple(switches), "", restore)
        else:
            return LoopRefused("exit", "the end of its body does not show which lanes run another iteration")
        return (
            found if self.free else LoopRefused("sgpr-limit", "no SGPR is free to save the lane mask of an iteration")
        )

    @property
    def copied(self) -> tuple[int, ...]:
        """The items of loads whose results are better copied before the next ones are loaded."""
        return ()

    def webs_of(self, positions: Iterable[int]) -> frozenset[int]:
        """The webs that these instructions write."""
        return frozenset(
            self.viewer.found.web_at[self.view.block.instructions[k], index, offset]
            for k in positions
            for index, ref in enumerate(self.view.ops[k].refs)
            if ref.writes and ref.reg.is_vgpr
            for offset in range(len(ref.reg.units))
        )

    def is_local(self, k: int) -> bool:
        """Whether the results of an instruction are used only in its own iteration."""
        found, block = self.viewer.found, self.view.block
        low, high = 2 * block.first, 2 * block.end
        return all(
            found.groups[found.group_of[web]].fixed is None
            and all(low < start and end < high for start, end in found.webs[web].segments)
            for web in self.webs_of([k])
        )

    def wanted(self, reach: int) -> tuple[int, ...]:
        """The loads whose results an iteration uses within ``reach`` vector instructions of its start, with what must
        move along."""
        first: dict[int, int] = {}
        for before, after, result in self.view.problem.edges:
            if result and loads_lds(self.view.ops[before]):
                first[before] = min(first.get(before, after), after)
        vector = [k for k, task in enumerate(self.view.problem.tasks) if task.valu]
        loads = (k for k in self.able if k in first and bisect_left(vector, first[k]) < reach)
        return tuple(sorted(frozenset[int]().union(*(self.able[k] for k in loads))))

    def turn(self, lead: int) -> PipelinedBody | LoopRefused:
        """The body with its first loads moved ahead of ``lead`` cycles of arithmetic, or of all there is: the more
        loads move, the less arithmetic is independent of them."""
        if not self.wanted(len(self.view.ops)):
            if isinstance(self.limit, LoopRefused) and any(loads_lds(self.view.ops[k]) for k in self._local):
                return self.limit
            return LoopRefused("dependence", "the LDS loads of an iteration depend on values of the same iteration")
        sets = dict.fromkeys(self.wanted(reach) for reach in (lead, lead * 3 // 4, lead // 2, lead // 4, 1))
        turns = [turn for ahead in sets if ahead and (turn := self.with_ahead(ahead, lead)).behind]
        most = max((turn.behind for turn in turns), default=0)
        found = next((turn for turn in turns if turn.behind == most), None)
        return found or LoopRefused("no-gain", NEEDED_EARLY)

    def with_ahead(self, ahead: tuple[int, ...], lead: int) -> PipelinedBody:
        """The body with these instructions ahead."""
        base, place = self.base(ahead)
        loads = [k for k in ahead if is_load(self.view.ops[k])]
        deps, limited = self.order_kept(base), self.is_limited(loads)
        above = self.fixed(base, place, deps) if limited else above_of(deps, range(place, self.body.end))
        order, behind = self.led(base, place, ahead, above, lead)
        turn = PipelinedBody(self.body, order, ahead, len(loads), behind)
        if not limited:
            return turn
        assert isinstance(self.limit, LaneLimit)
        at = [n for n, k in enumerate(order) if k in loads]
        return replace(turn, lanes=replace(self.limit, first=min(at), last=max(at)))

    def is_limited(self, loads: Iterable[int]) -> bool:
        """Whether only lanes with a next iteration may make these loads."""
        return not all(self._repeats(self.able[k]) for k in loads)

    def base(self, ahead: Sequence[int]) -> tuple[list[int], int]:
        """The body with these at its end, and where they begin."""
        end, moved = self.body.end, set(ahead)
        base = [*(k for k in range(end) if k not in moved), *ahead, *range(end, len(self.view.ops))]
        return base, end - len(ahead)

    def fixed(self, base: Sequence[int], place: int, deps: Sequence[Dependence]) -> set[int]:
        """The instructions that stay before loads with fewer lanes: their inputs, the test for a next iteration, and
        those that :meth:`stays` names."""
        ops = self.view.ops
        told = {u for op in ops[self.body.end :] for u in op.read} - LANES
        ends = set(range(place, self.body.end))
        for at in reversed(range(place)):
            op = ops[base[at]]
            if not told.isdisjoint(op.written) or SCC in (*op.written, *op.read) or self.stays(op):
                ends.add(at)
                told -= set(op.written)
        return above_of(deps, ends) | ends

    def stays(self, op: Op) -> bool:
        """Whether an instruction that does not move ahead stays before those that do."""
        return False

    def led(
        self, base: Sequence[int], place: int, ahead: tuple[int, ...], above: Collection[int], lead: int
    ) -> tuple[tuple[int, ...], int]:
        """The order in which the instructions ahead move up over at most ``lead`` cycles of arithmetic, except for what
        must stay before them; and those cycles."""
        tasks = self.view.problem.tasks
        cut, behind = place, 0
        while cut > 0 and behind < lead:
            cut -= 1
            behind += tasks[base[cut]].busy if tasks[base[cut]].valu and cut not in above else 0
        early = [base[at] for at in range(cut, place) if at in above]
        late = [base[at] for at in range(cut, place) if at not in above]
        return (*base[:cut], *early, *ahead, *late, *base[self.body.end :]), behind

    def order_kept(self, order: Sequence[int]) -> list[Dependence]:
        """The order constraints for an iteration with these positions."""
        first, names = self.view.block.first, self.viewer.name_at

        def name(at: int, unit: int, written: bool) -> int:
            return names.get((first + order[at], unit, written), unit)

        return dependences([self.view.ops[k] for k in order], name)


def loads_lds(op: Op) -> bool:
    """Whether an op is a load from LDS whose order among other accesses is unobservable."""
    return is_load(op) and op.desc.unit is Unit.LDS and not op.flag(SHARED) and not op.flag(COUNTED)


def above_of(found: Iterable[Dependence], ends: Iterable[int]) -> set[int]:
    """All transitive predecessors of these."""
    before: dict[int, list[int]] = {}
    for d in found:
        before.setdefault(d.after, []).append(d.before)
    return reachable((b for end in ends for b in before.get(end, ())), lambda k: before.get(k, ()))


def carried(webs: Webs, loop: PipelinedLoop, turn: PipelinedBody) -> Webs:
    """The webs, with values loaded ahead live from the end of an iteration to their last use in the next, and from the
    loop's entry."""
    block, cfg = loop.view.block, loop.viewer.cfg
    low, high = 2 * block.first, 2 * block.end
    entry = next(cfg.blocks[p] for p in block.preds if p != block.index)
    last = entry.end - 1
    place = {block.instructions[k]: at for at, k in enumerate(turn.order)}
    ahead = {block.instructions[k] for k in turn.ahead}
    found = list(webs.webs)
    for web in loop.webs_of(turn.ahead):
        refs = found[web].refs
        start = min(place[ref.item] for ref in refs if ref.use.writes and ref.item in ahead)
        own = [place[ref.item] for ref in refs if ref.item not in ahead]
        spans: list[Segment] = [(2 * last, 2 * last + 2), (low + 2 * start, high)]
        spans += [(low, low + 2 * max(own) + 2)] if own else []
        found[web] = replace(found[web], segments=merge_segments(spans))
    return replace(webs, webs=tuple(found))
