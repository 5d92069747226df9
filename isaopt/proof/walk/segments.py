"""Executes both kernels from one cut point to the next.

From a pair of blocks, both run to their next undecided branch, join or end. There they must agree: on the condition (or
its opposite), on memory, and on what was ordered. Branches whose condition is known on the path are followed; a join
that only one kernel has is passed, and so is a region that is skipped where EXEC is empty
(:mod:`isaopt.proof.walk.skips`). So blocks may be merged, split, duplicated or unrolled by a constant without any hint.

Where one kernel has a branch and the other has none (but a choice by ``s_cselect``, say), the segment is run once for
each outcome of its condition. The condition depends only on what both kernels have at the cut point and load from there
on, so in any execution it is true or false throughout the segment; each run knows its outcome from the start, before
the branch as well.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial

from isaopt.proof.semantics.facts import Offsets
from isaopt.proof.semantics.machine import SideExecution
from isaopt.proof.semantics.memory import again_at, newer_loads, scalar_loads_apart
from isaopt.proof.semantics.risks import UNKNOWN, merged
from isaopt.proof.semantics.state import ProofState
from isaopt.proof.terms.smt import asked, decided
from isaopt.proof.terms.terms import FALSE, TRUE
from isaopt.proof.types import CannotProve, Difference
from isaopt.proof.walk.advance import Advance, waited
from isaopt.proof.walk.branches import aligned, assuming, case, narrows
from isaopt.proof.walk.comparison import compare_runs, early_loads, made_by_lanes, matching
from isaopt.proof.walk.issued import repeated, skipped, waited_for
from isaopt.proof.walk.program import RunStop
from isaopt.proof.walk.skips import idle
from isaopt.proof.walk.upcoming import name_as

Pair = tuple[int, int]
#: The most consecutive branches whose cases are examined one by one.
_MAX_CASES = 4
#: The most iterations of A that one of B may be, with fewer lanes each.
_MAX_ROUNDS = 8
#: The most questions about conditions once a segment is run by cases.
_MAX_ASKED = 160


@dataclass(slots=True)
class RunSegment:
    """The result of running from a cut point; ``cases``: two cases of a condition were examined on the way."""

    pair: Pair
    edges: dict[tuple[Pair, int], ProofState] = field(default_factory=dict)
    difference: Difference | None = None
    ways: int = 0
    cases: bool = False
    #: Conditions of the branches where the kernels stopped and differ.
    open: list[int] = field(default_factory=list)
    #: Conditions of branches that the other kernel lacks, and whether they only lead forward.
    alone: dict[int, bool] = field(default_factory=dict)
    #: Of these, that of a loop of A that ends without lanes where B's has no more.
    fewer: int | None = None
    #: Terms that would have to be equal for the difference to go away.
    suspects: list[tuple[int, int]] = field(default_factory=list)
    refusal: CannotProve | None = None


class Segments:
    """Runs the segments of a proof."""

    def __init__(self, advance: Advance, points: Mapping[Pair, int], level: int) -> None:
        """``points``: the numbers of cut points; ``level``: see :class:`isaopt.proof.walk.walk.Walk`."""
        self.world, self.programs, self._cuts = advance.world, advance.programs, advance.cuts
        self._advance, self._budget, self._points, self.level = advance, advance.budget, points, level

    def segment(self, pair: Pair, state: ProofState, again: bool = False) -> RunSegment:
        """Runs from a cut point; ``again``: for one case of it.

        What is assumed of A's accesses holds of every access of B's on the same way, but is noted only when A comes to
        them.  As far as the two run one way only, a second run has it from the start.
        """
        segment, noted = self._settled(pair, state, Offsets(), again)
        while segment.difference is not None and self.world.facts.any:
            known = self._repetitions(pair)
            second, _ = self._settled(pair, state, noted, again)
            if second.difference is not None:
                break
            if self._repetitions(pair) == known:
                return second
            # What was noted does not tell loads apart that now are.
            segment, noted = self._settled(pair, state, Offsets(), again)
        if segment.difference is not None and not segment.cases and self._enters_loop(pair[1]):
            second, _ = self._settled(pair, state, Offsets(), again, stays=True)
            if second.difference is None:
                return second
        return segment

    def _settled(
        self, pair: Pair, state: ProofState, noted: Offsets, again: bool, stays: bool = False
    ) -> tuple[RunSegment, Offsets]:
        """Runs until each load that B repeats is distinguished from the one before: what such a load gives may be where
        another one goes."""
        while True:
            self._budget.begin_segment(again)
            known = self._repetitions(pair)
            segment, found = self._explored(pair, state, noted.copy(), stays)
            if self._repetitions(pair) == known:
                return segment, found

    def _enters_loop(self, block: int) -> bool:
        """Whether B is before a loop, as with what it computes there for the first iteration: A may be in its loop
        already, in which control comes to this place again."""
        flow = self.programs[1].flow
        out = flow.blocks[block].exit
        return block not in self._cuts[1] and out.kind == "go" and out.target in flow.loops

    def _repetitions(self, pair: Pair) -> int:
        """How many loads are known to be made again."""
        return len(self.world.repeated) + len(self.world.remade.get(pair, ()))

    def by_cases(self, pair: Pair, state: ProofState, failed: RunSegment) -> RunSegment:
        """A segment that failed, from the start for each outcome of a branch that only one kernel has."""
        self.world.questions = min(self.world.questions, asked(self.world) + _MAX_ASKED)
        found = self._by_cases(pair, state, failed, 0)
        if found.refusal is not None:
            raise found.refusal
        return found

    def _by_cases(self, pair: Pair, state: ProofState, failed: RunSegment, depth: int) -> RunSegment:
        whole = RunSegment(pair, cases=True)
        d = self.world.decisions
        for condition in self._choices(failed, depth):
            cases = [case(self.world, state, c) for c in (condition, d.not_(condition))]
            if None in cases:
                continue
            for informed in cases:
                assert informed is not None
                try:
                    found = self.segment(pair, informed, True)
                except CannotProve:
                    return failed
                if found.difference is not None and found.refusal is None:
                    found = self._by_cases(pair, informed, found, depth + 1)
                if found.difference is not None:
                    break
                whole.edges.update({(target, whole.ways + n): s for (target, n), s in found.edges.items()})
                whole.ways += found.ways
            else:
                return whole
            break
        return failed

    def _choices(self, failed: RunSegment, depth: int) -> list[int]:
        """The conditions to look at case by case.

        What decides how often a loop goes round is known by other means, or too much to go through, but where something
        is assumed of A's accesses: a loop of B may make those of several iterations before A comes to the second one.
        So may an iteration of B that is several of A's, each with the lanes that are left: where A has none left, the
        rest of it does nothing.
        """
        if failed.fewer is not None:
            return [failed.fewer] if depth < _MAX_ROUNDS else []
        found = sorted(failed.alone, key=lambda c: not failed.alone[c])
        return [c for c in found if failed.alone[c] or self.world.facts.any] if depth < _MAX_CASES else []

    def _explored(
        self, pair: Pair, state: ProofState, noted: Offsets, stays: bool = False
    ) -> tuple[RunSegment, Offsets]:
        """``stays``: A does not go on before B has come to its loop."""
        a, b = (SideExecution(self.world, side.copy(), state.care, state.nonempty) for side in state.sides)
        a.offsets = b.offsets = noted
        segment = RunSegment(pair)
        for run in (a, b):
            run.point = self._points[pair]
            run.pasts = tuple(past[run.side.number] for past in state.pasts)
            run.repeats.update(dict.fromkeys(self.world.remade.get(pair, ()), again_at(self._points[pair])))
        waiting = pair[0] in self.programs[0].flow.loops & self._cuts[0]
        # A is at a loop and B may still be on its way to it.
        stays |= waiting and pair[1] not in self._cuts[1]
        start = RunStop("join", 0, pair[0]) if stays else self._advance.advance(a, 0, pair[0])
        try:
            self._explore(segment, (a, b), start, self._advance.advance(b, 1, pair[1]), 0)
        except CannotProve as error:
            if not segment.alone:
                raise
            segment.difference, segment.refusal = Difference(error.message), error
            segment.open += segment.alone
        return segment, noted

    def _explore(
        self, segment: RunSegment, runs: tuple[SideExecution, SideExecution], a: RunStop, b: RunStop, depth: int
    ) -> None:
        """Advances both kernels to a point where they can be compared.

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
                continue
            if outcomes[1] is not None:
                b = self._advance.enter(runs[1], 1, b, outcomes[1])
                continue
            if a.kind == b.kind == "if" and (same := aligned(self.world, runs[0].care, a, b)) is not None:
                b = same
                continue
            through = [None if self._on_its_way(n, (a, b)[1 - n]) else self._idle(runs, n, (a, b)[n]) for n in (0, 1)]
            if through[0] is not None:
                runs[0].note(UNKNOWN)  # it may have gone either way
                a = self._advance.enter(runs[0], 0, a, through[0])
                continue
            if through[1] is not None:
                runs[1].note(UNKNOWN)
                b = self._advance.enter(runs[1], 1, b, through[1])
                continue
            if a.kind == "if":
                self._budget.hurry()
            branches = [stop for stop in (a, b) if stop.kind == "if"]
            segment.alone.update({s.condition: min(s.target, s.other) > s.block for s in branches})
            if not any(map(segment.alone.get, (s.condition for s in branches))) and narrows(
                self.world, runs[0].care, *branches
            ):
                segment.fewer = a.condition
                break
            if a.kind == "join":
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
            segment.suspects = suspects or segment.suspects
            segment.difference = segment.difference or difference
            return
        orders = runs[0].side.order, runs[1].side.order
        again, before = repeated(*orders, self.world.sharing, runs[1].side.early)
        self.world.repeated |= again | before
        self.world.remade[segment.pair] = self.world.remade.get(segment.pair, frozenset()) | before
        if a.kind == "end":
            return
        if a.kind == "join":
            self._leave(segment, (a.target, b.target), runs, TRUE, False)
            return
        same_branch = aligned(self.world, runs[0].care, a, b)
        assert same_branch is not None
        waits = [
            (a.block, x) in self.programs[0].waits or (b.block, y) in self.programs[1].waits
            for x, y in ((a.target, same_branch.target), (a.other, same_branch.other))
        ]
        self._leave(segment, (a.target, same_branch.target), runs, a.condition, waits[0])
        self._leave(segment, (a.other, same_branch.other), runs, self.world.decisions.not_(a.condition), waits[1])

    def _meet(self, runs: tuple[SideExecution, SideExecution], a: RunStop, b: RunStop) -> bool:
        """Whether both have come to where they are compared."""
        if a.kind == b.kind and a.kind != "if":
            return a.kind != "join" or self._behind(runs, a, b) is None
        return matching(self.world, a, b)

    def _on_its_way(self, number: int, other: RunStop) -> bool:
        """Whether the kernel that is not of that number is at a join that it may run through."""
        return other.kind == "join" and other.target not in self.programs[1 - number].flow.loops

    def _idle(self, runs: tuple[SideExecution, SideExecution], number: int, stop: RunStop) -> bool | None:
        """The outcome that a branch may take whatever its condition is."""
        return idle(self._advance, runs[number], number, stop) if stop.kind == "if" else None

    def _behind(self, runs: tuple[SideExecution, SideExecution], a: RunStop, b: RunStop) -> int | None:
        """Which kernel should go on although both are at joins: the one with fewer accesses (computations, if both have
        as many, or if they alone are to tell), at a loop whose next iteration ends in no open branch, and where
        accesses do not tell, makes no more than the other has made.  Only a guess at what corresponds; no proof rests
        on it."""
        works, computed = ([r.work for r in runs], [r.computed for r in runs])
        by_work = works[0] != works[1] and self.level < 2
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
        more = not by_work and ((self.level < 2 and trial.work > works[number]) or trial.computed > max(computed))
        return None if open_ or more else number

    def _is_ahead(self, runs: tuple[SideExecution, SideExecution], a: RunStop, b: RunStop) -> bool:
        """Whether A should stay before a loop while B goes on: another round would end in a branch that nothing
        decides, and A has made no fewer accesses than B.  Only a guess at what corresponds; no proof rests on it."""
        done = [r.computed if self.level > 1 else r.work for r in runs]
        if a.target not in self.programs[0].flow.loops or done[0] < done[1]:
            return False
        trial = runs[0].fork(runs[0].care)
        stop = self._advance.advance(trial, 0, a.target)
        return stop.kind == "if" and not matching(self.world, stop, b)

    def _split(
        self, segment: RunSegment, runs: tuple[SideExecution, SideExecution], a: RunStop, b: RunStop, depth: int
    ) -> None:
        """Both cases of B's branch, each with the facts that it implies."""
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

    def _leave(
        self, segment: RunSegment, pair: Pair, runs: tuple[SideExecution, SideExecution], condition: int, waits: bool
    ) -> None:
        """An edge, with what the branch tells along it; ``waits``: a loop goes on that may wait for another wave."""
        care, nonempty = assuming(self.world, runs[0].care, runs[0].nonempty, condition)
        if care != FALSE:
            sides = (runs[0].side.copy(), runs[1].side.copy())
            sides[0].waited |= waited_for(runs[0].side.order, runs[1].side.order, self.world.sharing)
            orders = [run.side.order for run in runs]
            fenced = any(self.world.terms.op[e.term] == "fence" for e in runs[0].side.effects)
            made = sides[1].early.made() | runs[1].side.order.issues()
            remade = self.world.remade.get(segment.pair, frozenset())
            newer = newer_loads(runs[0], remade, self._points[segment.pair], made)
            newer |= skipped(orders[0], made, self.world.sharing)
            apart = partial(scalar_loads_apart, runs[1])
            early = sides[1].early.after(orders[0], orders[1], fenced, newer, self.world.sharing, apart)
            sides[1].early = early.without(runs[0].side.outstanding())
            sides[1].owed = made_by_lanes(self.world, care, early_loads(self.world, runs[0].side, runs[1].side))
            for side in sides if waits else ():
                waited(self.world, side)
            pasts = merged(zip(runs[0].pasts_now(), runs[1].pasts_now(), strict=True))
            state = segment.edges[pair, segment.ways] = ProofState(sides, care, nonempty, pasts)
            if sides[1].owed and self.world.facts.any:
                name_as(self.programs[0], self.world, state, pair[0])
        segment.ways += 1
