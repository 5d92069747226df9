"""Walks both kernels side by side, from cut point to cut point, until the state at each no longer changes.

A cut point is a pair of blocks; a segment is what both kernels do from one cut point to the next
(:mod:`isaopt.proof.walk.segments`).
"""

from __future__ import annotations

import heapq

from isaopt.isa.registers import EXEC_LO
from isaopt.proof.semantics.fills import Fills
from isaopt.proof.semantics.state import ProofState, entry_state, mask_units, units_of
from isaopt.proof.semantics.world import World
from isaopt.proof.types import CannotProve
from isaopt.proof.walk.advance import Advance
from isaopt.proof.walk.ahead import Ahead
from isaopt.proof.walk.bases import base_pairs, moved_pairs, offset_units
from isaopt.proof.walk.budget import StepBudget
from isaopt.proof.walk.carried import candidate_facts
from isaopt.proof.walk.flow import START, unreached
from isaopt.proof.walk.program import ProofKernel, halved, lane_written, wide_addresses
from isaopt.proof.walk.relation import Join
from isaopt.proof.walk.segments import RunSegment, Segments

Pair = tuple[int, int]
_MAX_VISITS = 60
#: The visits to a cut point after which its state is only weakened.
_PATIENCE = 12
_MAX_PAIRS = 4000
#: The most facts that are looked for at a pair of blocks.
_MAX_WANTED = 8


class Walk:
    """Proves two kernels equal, or finds where that cannot be shown."""

    def __init__(
        self, world: World, programs: tuple[ProofKernel, ProofKernel], shared: bool, loops_only: bool, level: int = 0
    ) -> None:
        """``shared``: see :func:`entry_state`.  ``loops_only``: no cut points but branches and loops, so that code
        after a join is run once for each way to it.  ``level``: at joins, the kernel that has made fewer accesses goes
        on through iterations that are sure to come, as those of a loop that the other has unrolled; at 2 the one that
        has computed less does, as where one loads ahead."""
        self.world, self.programs, self.shared, self.level = world, programs, shared, level
        self._cuts = tuple(p.flow.loops if loops_only else p.flow.joins for p in programs)
        self.pairs: dict[Pair, int] = {}
        self.segments: dict[Pair, RunSegment] = {}
        self._entering: dict[Pair, dict[tuple[Pair, int], ProofState]] = {}
        self._states: dict[Pair, ProofState] = {}
        self._visits: dict[Pair, int] = {}
        #: Facts that would decide branches, by pair; a dict for its order.
        self._wanted: dict[Pair, dict[int, None]] = {}
        #: Edges that were no longer there once.  One that comes back stays, or what it brings along might make it go
        #: and its absence make it come again for ever; what holds on more ways in holds.
        self._gone: set[tuple[Pair, Pair, int]] = set()
        world.lane_written = (lane_written(programs[0]), lane_written(programs[1]))
        world.halved = (halved(programs[0]), halved(programs[1]))
        world.wide_addresses = (wide_addresses(programs[0]), wide_addresses(programs[1]))
        world.quiet = (programs[0].quiet, programs[1].quiet)
        world.slots = (programs[0].slots, programs[1].slots)
        world.risks = (programs[0].risks, programs[1].risks)
        world.fills = Fills((programs[0].fills, programs[1].fills)) if world.buffers is None else None
        self._ahead = Ahead(programs)
        self.budget = StepBudget(sum(p.size for p in programs), 0, world.decisions, world.account)
        #: Terms whose equality would remove the difference that was found.
        self.suspects: list[tuple[int, int]] = []
        #: Whether states were joined: what is known is exact as long as they were not.
        self.joined = False
        a = programs[0]
        self._masks = mask_units(a.module, a.kernel)
        world.moved = moved_pairs(a.module, a.kernel)
        world.bases = base_pairs(programs[1].module, programs[1].kernel)
        world.offsets = offset_units(programs[1].module, programs[1].kernel)

    def _live_masks(self, block: int) -> list[int]:
        """The masks of A that may still be read from a block on: only these distinguish lanes."""
        live = self.programs[0].live[block]
        other = 1 if self.world.masks.wide else 0
        return [u for u in self._masks if u == EXEC_LO or not live.isdisjoint((u, u + other))]

    # -- fixed point

    def run(self) -> None:
        """Iterates to a fixpoint; results are in ``segments``."""
        units = {i: units_of(p.module, p.kernel).union(*p.slots.values()) for i, p in enumerate(self.programs)}
        start = entry_state(self.world, units, self.shared)
        entry = (0, 0)
        self._number(entry)
        self._entering[entry] = {(START, 0): start}
        todo = [entry]
        while todo:
            pair = heapq.heappop(todo)
            self.budget.pay()
            if not self._update(pair):
                continue
            self._visits[pair] = self._visits.get(pair, 0) + 1
            if self._visits[pair] > _MAX_VISITS:
                raise CannotProve(
                    "the invariants of a block reached no fixpoint", self.programs[0].flow.blocks[pair[0]].line
                )
            segment = self._segment(pair)
            while segment.difference is not None and self._asks(pair, segment) and self._update(pair):
                segment = self._segment(pair)
            if segment.difference is not None:
                segment = self._segments.by_cases(pair, self._states[pair], segment)
            old = self.segments.get(pair)
            self.segments[pair] = segment
            if segment.difference is not None:
                self.suspects = segment.suspects
                return  # states are only ever weakened, so the difference would remain
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

    @property
    def _segments(self) -> Segments:
        return Segments(Advance(self.world, self.programs, self._cuts, self.budget), self.pairs, self.level)

    def _segment(self, pair: Pair) -> RunSegment:
        return self._segments.segment(pair, self._states[pair])

    def _asks(self, pair: Pair, segment: RunSegment) -> bool:
        """Whether there is something new to look for in what enters: facts that would decide open branches."""
        wanted = self._wanted.setdefault(pair, {})
        before = len(wanted)
        for condition in segment.open:
            found = candidate_facts(self.world, condition, 1 << self.pairs[pair])
            wanted.update(dict.fromkeys(found[: _MAX_WANTED - len(wanted)]))
        return len(wanted) > before

    def _push(self, todo: list[Pair], pair: Pair) -> None:
        if pair not in todo:
            heapq.heappush(todo, pair)

    def _number(self, pair: Pair) -> None:
        if pair not in self.pairs:
            if len(self.pairs) >= _MAX_PAIRS:
                raise CannotProve("the kernels correspond in too many combinations of blocks")
            self.pairs[pair] = len(self.pairs)

    def _update(self, pair: Pair) -> bool:
        """Joins the incoming states; returns whether the result changed."""
        ways = [state for _, state in sorted(self._entering[pair].items())]
        if not ways:
            self._states.pop(pair, None)
            self.segments.pop(pair, None)
            return False
        known = self._states.get(pair)
        state = ways[0]
        if known is not None and self._visits.get(pair, 0) >= _PATIENCE:
            # As if a loop of nothing came back to it: what holds can only become less.
            ways.append(known)
        if len(ways) > 1 or state.depends_on(self.world.terms, 1 << self.pairs[pair]):
            self.joined = True
            join = Join(self.world, self.pairs[pair], ways, self._live_masks(pair[0]), known, self._visits.get(pair, 0))
            state = join.result(self._ahead, pair, tuple(self._wanted.get(pair, ())))
        if known is not None and state.same(known):
            return False
        self._states[pair] = state
        return True
