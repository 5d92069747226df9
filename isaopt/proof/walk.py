"""The two kernels side by side: from cut point to cut point, until what holds at each no longer changes.

A cut point is a pair of blocks.  From it both kernels run to their next branch that is not decided, join or end; there
they must agree: on the condition (or its opposite), on memory, on what was ordered.  Branches whose condition is
known on the path are followed, and a join that only one kernel has is run through, so blocks may be merged,
split, duplicated or unrolled by a constant without any hint.
"""

from __future__ import annotations

import heapq
from dataclasses import dataclass, field

from isaopt.proof.advance import Advance
from isaopt.proof.ahead import Ahead
from isaopt.proof.bases import base_pairs, moved_pairs, offset_units
from isaopt.proof.budget import Budget
from isaopt.proof.carried import askable
from isaopt.proof.comparison import compare_runs, matching
from isaopt.proof.facts import Offsets
from isaopt.proof.machine import Run
from isaopt.proof.program import Program, Stop, lane_written
from isaopt.proof.reached import START, unreached
from isaopt.proof.relation import Join
from isaopt.proof.settle import decided
from isaopt.proof.state import State, entry_state, mask_units, units_of
from isaopt.proof.terms import FALSE, TRUE
from isaopt.proof.types import CannotProve, Difference
from isaopt.proof.world import World

Pair = tuple[int, int]
_MAX_VISITS = 60
_MAX_PAIRS = 4000
#: Branches of B in a row whose cases are looked at one by one.
_MAX_CASES = 4
#: Facts that are looked for at a pair of blocks.
_MAX_WANTED = 8


@dataclass(slots=True)
class Segment:
    """What running from a cut point gave; ``cases``: two cases of a condition were looked at on the way."""

    edges: dict[tuple[Pair, int], State] = field(default_factory=dict)
    difference: Difference | None = None
    ways: int = 0
    cases: bool = False
    #: Conditions of branches at which a kernel stopped where the two differ.
    open: list[int] = field(default_factory=list)


class Walk:
    """Proves two kernels equal, or finds where they are not shown to be."""

    def __init__(
        self, world: World, programs: tuple[Program, Program], shared: bool, loops_only: bool, level: bool = False
    ) -> None:
        """``shared``: see :func:`entry_state`.  ``loops_only``: no cut points but branches and loops, so that code
        behind a join is run once for each way to it.  ``level``: at joins, the kernel that has made fewer accesses
        goes on through rounds that are sure to come, as those of a loop that the other has unrolled."""
        self.world, self.programs, self.shared, self.level = world, programs, shared, level
        self._cuts = tuple(p.flow.loops if loops_only else p.flow.joins for p in programs)
        self.pairs: dict[Pair, int] = {}
        self.segments: dict[Pair, Segment] = {}
        self._entering: dict[Pair, dict[tuple[Pair, int], State]] = {}
        self._states: dict[Pair, State] = {}
        self._visits: dict[Pair, int] = {}
        #: Facts that would decide branches, by pair; a dict for its order.
        self._wanted: dict[Pair, dict[int, None]] = {}
        #: Edges that were no longer there once.  One that comes back stays, or what it brings along might make it go
        #: and its absence make it come again for ever; what holds on more ways in holds.
        self._gone: set[tuple[Pair, Pair, int]] = set()
        world.lane_written = (lane_written(programs[0]), lane_written(programs[1]))
        world.quiet = (programs[0].quiet, programs[1].quiet)
        self._ahead = Ahead(programs)
        self.budget = Budget(sum(p.size for p in programs))
        #: Whether states were joined: what is known is exact as long as they were not.
        self.joined = False
        #: Terms that would have to be equal for the difference that was found to go away.
        self.suspects: list[tuple[int, int]] = []
        a = programs[0]
        self._masks = mask_units(a.module, a.kernel)
        world.moved = moved_pairs(a.module, a.kernel)
        world.bases = base_pairs(programs[1].module, programs[1].kernel)
        world.offsets = offset_units(programs[1].module, programs[1].kernel)

    # -- fixed point

    def run(self) -> None:
        """Iterate until nothing changes; results are in ``segments``."""
        units = {i: units_of(p.module, p.kernel) for i, p in enumerate(self.programs)}
        start = entry_state(self.world, self.programs[0].module, self.programs[0].kernel, units, self.shared)
        entry = (0, 0)
        self._number(entry)
        self._entering[entry] = {(START, 0): start}
        todo = [entry]
        while todo:
            pair = heapq.heappop(todo)
            if not self._update(pair):
                continue
            self._visits[pair] = self._visits.get(pair, 0) + 1
            if self._visits[pair] > _MAX_VISITS:
                raise CannotProve("what holds at a block did not settle", self.programs[0].flow.blocks[pair[0]].line)
            segment = self._segment(pair)
            while segment.difference is not None and self._asks(pair, segment) and self._update(pair):
                segment = self._segment(pair)
            old = self.segments.get(pair)
            self.segments[pair] = segment
            if segment.difference is not None:
                return  # what holds is only ever weakened, so the difference would stay
            left = old.edges.keys() - segment.edges.keys() if old is not None else frozenset()
            for key in left:
                if (pair, *key) not in self._gone:
                    self._gone.add((pair, *key))
                    self._entering[key[0]].pop((pair, key[1]), None)
                    self._push(todo, key[0])
            for (target, way), state in segment.edges.items():
                self._number(target)
                self._entering.setdefault(target, {})[pair, way] = state
                self._push(todo, target)
            for target, source in unreached(self._entering) if left else ():
                del self._entering[target][source]
                # Should control come there again, all of it is to be found anew.
                self._states.pop(source[0], None)
                self.segments.pop(source[0], None)
                self._push(todo, target)

    def _asks(self, pair: Pair, segment: Segment) -> bool:
        """Whether there is something new to look for in what enters: facts that would decide open branches."""
        wanted = self._wanted.setdefault(pair, {})
        before = len(wanted)
        for condition in segment.open:
            found = askable(self.world, condition, 1 << self.pairs[pair])
            wanted.update(dict.fromkeys(found[: _MAX_WANTED - len(wanted)]))
        return len(wanted) > before

    def _push(self, todo: list[Pair], pair: Pair) -> None:
        if pair not in todo:
            heapq.heappush(todo, pair)

    def _number(self, pair: Pair) -> None:
        if pair not in self.pairs:
            if len(self.pairs) >= _MAX_PAIRS:
                raise CannotProve("the kernels meet in too many combinations of blocks")
            self.pairs[pair] = len(self.pairs)

    def _update(self, pair: Pair) -> bool:
        """Join what enters; whether that changed."""
        ways = [state for _, state in sorted(self._entering[pair].items())]
        if not ways:
            self._states.pop(pair, None)
            self.segments.pop(pair, None)
            return False
        known = self._states.get(pair)
        state = ways[0]
        if len(ways) > 1:
            self.joined = True
            spins = any(block in p.spins for block, p in zip(pair, self.programs, strict=True))
            join = Join(self.world, self.pairs[pair], ways, self._masks, known, self._visits.get(pair, 0), spins)
            state = join.result(self._ahead, pair, tuple(self._wanted.get(pair, ())))
        if known is not None and state.same(known):
            return False
        self._states[pair] = state
        return True

    @property
    def _advance(self) -> Advance:
        return Advance(self.world, self.programs, self._cuts, self.budget)

    # -- one segment

    def _segment(self, pair: Pair) -> Segment:
        """What running from a cut point gives.

        What is assumed of A's accesses holds of every access of B's on the same way, but is noted only when A comes to
        them.  Where the two run one way only, a second run has it from the start.
        """
        segment, noted = self._explored(pair, Offsets())
        if segment.difference is not None and not segment.cases and self.world.facts.any:
            again, _ = self._explored(pair, noted)
            if again.difference is None and not again.cases:
                return again
        return segment

    def _explored(self, pair: Pair, noted: Offsets) -> tuple[Segment, Offsets]:
        state = self._states[pair]
        self.budget.begin_segment()
        a, b = (Run(self.world, side.copy(), state.care, state.nonempty) for side in state.sides)
        a.offsets = b.offsets = noted
        segment = Segment()
        waiting = pair[0] in self.programs[0].flow.loops & self._cuts[0]
        # A is at a loop and B may still be on its way to it.
        stays = waiting and pair[1] not in self._cuts[1]
        start = Stop("join", 0, pair[0]) if stays else self._advance.advance(a, 0, pair[0])
        self._explore(segment, (a, b), start, self._advance.advance(b, 1, pair[1]), 0)
        return segment, noted

    def _explore(self, segment: Segment, runs: tuple[Run, Run], a: Stop, b: Stop, depth: int) -> None:
        """Bring both kernels to a place where they can be compared.

        A join that only one of them has is run through.  Where they come to different branches, what is known may
        decide the one of A; else both cases of B's are looked at, with A staying where it is.
        """
        while not self._meet(runs, a, b):
            if a.kind == b.kind == "join":
                if self._behind(runs, a, b) == 0:
                    a = self._advance.advance(runs[0], 0, a.target)
                else:
                    b = self._advance.advance(runs[1], 1, b.target)
                continue
            outcomes = [
                decided(self.world, r.care, s.condition) if s.kind == "if" else None
                for r, s in zip(runs, (a, b), strict=True)
            ]
            if outcomes[0] is not None:
                a = self._advance.enter(runs[0], 0, a, outcomes[0])
            elif outcomes[1] is not None:
                b = self._advance.enter(runs[1], 1, b, outcomes[1])
            elif a.kind == "join":
                if b.kind == "if" and depth < _MAX_CASES and self._is_ahead(runs, a, b):
                    self._split(segment, runs, a, b, depth)
                    return
                a = self._advance.advance(runs[0], 0, a.target)
            elif b.kind == "join":
                b = self._advance.advance(runs[1], 1, b.target)
            elif b.kind == "if" and depth < _MAX_CASES and segment.difference is None:
                self._split(segment, runs, a, b, depth)
                return
            else:
                break
        difference, suspects = compare_runs(self.world, runs, a, b)
        if difference is not None:
            segment.open += [stop.condition for stop in (a, b) if stop.kind == "if"]
            self.suspects = suspects or self.suspects
            segment.difference = segment.difference or difference
            return
        if a.kind == "end":
            return
        if a.kind == "join":
            self._leave(segment, (a.target, b.target), runs, TRUE)
            return
        same = a.condition == b.condition or (a.condition, b.condition) in self.world.equal_facts
        targets = (b.target, b.other) if same else (b.other, b.target)
        self._leave(segment, (a.target, targets[0]), runs, a.condition)
        self._leave(segment, (a.other, targets[1]), runs, self.world.decisions.not_(a.condition))

    def _meet(self, runs: tuple[Run, Run], a: Stop, b: Stop) -> bool:
        """Whether both have come to where they are compared."""
        if a.kind == b.kind and a.kind != "if":
            return a.kind != "join" or self._behind(runs, a, b) is None
        return matching(self.world, a, b)

    def _behind(self, runs: tuple[Run, Run], a: Stop, b: Stop) -> int | None:
        """Which kernel should go on although both are at joins: the one with fewer accesses (computations, if
        both have as many), at a loop whose next round ends in no open branch, and where accesses do not tell, makes no
        more than the other has made.  Only a guess at what corresponds; no proof rests on it."""
        works, computed = ([r.work for r in runs], [r.computed for r in runs])
        by_work = works[0] != works[1]
        done = works if by_work else computed
        if not self.level or done[0] == done[1]:
            return None
        number = int(done[0] > done[1])
        stop = (a, b)[number]
        if stop.target not in self.programs[number].flow.loops:
            return None
        trial = runs[number].fork(runs[number].care)
        end = self._advance.advance(trial, number, stop.target)
        open_ = end.kind == "if" and decided(self.world, trial.care, end.condition) is None
        more = not by_work and (trial.work > works[number] or trial.computed > max(computed))
        return None if open_ or more else number

    def _is_ahead(self, runs: tuple[Run, Run], a: Stop, b: Stop) -> bool:
        """Whether A should stay before a loop while B goes on: another round would end in a branch that nothing
        decides, and A has made no fewer accesses than B.  Only a guess at what corresponds; no proof rests on it."""
        if a.target not in self.programs[0].flow.loops or runs[0].work < runs[1].work:
            return False
        trial = runs[0].fork(runs[0].care)
        stop = self._advance.advance(trial, 0, a.target)
        return stop.kind == "if" and not matching(self.world, stop, b)

    def _split(self, segment: Segment, runs: tuple[Run, Run], a: Stop, b: Stop, depth: int) -> None:
        """Both cases of B's branch, each with what it tells."""
        segment.cases = True
        d = self.world.decisions
        for outcome in (True, False):
            condition = b.condition if outcome else d.not_(b.condition)
            care = d.and_(runs[1].care, condition)
            if care == FALSE:
                continue
            forked = tuple(run.fork(care) for run in runs)
            forked[1].offsets = forked[0].offsets
            self._explore(segment, (forked[0], forked[1]), a, self._advance.enter(forked[1], 1, b, outcome), depth + 1)

    def _leave(self, segment: Segment, pair: Pair, runs: tuple[Run, Run], condition: int) -> None:
        """An edge, with what the branch tells along it."""
        d, t = self.world.decisions, self.world.terms
        care = d.and_(runs[0].care, condition)
        nonempty = runs[0].nonempty
        if t.op[condition] == "ite":
            atom, high, low = t.args[condition]
            if t.op[atom] == "zero" and {high, low} == {TRUE, FALSE}:
                word = t.args[atom][0]
                lanes = self.world.masks.lanes(word)
                if high == TRUE:
                    care = d.and_(care, d.not_(lanes))
                else:
                    nonempty |= {lanes}
        if care != FALSE:
            sides = (runs[0].side.copy(), runs[1].side.copy())
            sides[0].settled |= runs[0].side.order.settled(runs[1].side.order)
            segment.edges[pair, segment.ways] = State(sides, care, nonempty)
        segment.ways += 1
