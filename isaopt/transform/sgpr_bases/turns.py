"""Finds where to advance a base that follows a pair of VGPRs."""

from __future__ import annotations

from collections.abc import Sequence

from isaopt.analysis.flow.lane_sets import ALL
from isaopt.analysis.flow.loops import Loop
from isaopt.analysis.integers.affine import AffineState
from isaopt.analysis.integers.forms import LinearForm, Value
from isaopt.graphs import reachable
from isaopt.isa.tables import has_operation
from isaopt.transform.sgpr_bases.plan import InsertionPlaces, Spot

#: The largest integer that an operand holds without a literal (RDNA4 ISA guide, SSRC0).
MOST_INLINE = 64


class ScalarTurns:
    """Finds spots where SALU can add to a base what VALU adds to the pair in the same iteration."""

    def __init__(self, places: InsertionPlaces, arch: str) -> None:
        self.places = places
        #: Whether there is a 64-bit addition that leaves SCC alone.
        self.wide = has_operation(arch, "s_add_nc_u64")
        self.atoms = places.affine.atoms

    def pair(self, state: AffineState, low: int, high: int) -> LinearForm:
        """The 64-bit number in two registers."""
        values: list[Value] = [state.values.get(u) or self.places.affine.initial(u) for u in (low, high)]
        return self.atoms.wide(values[0], values[1])

    def step(self, start: LinearForm, end: Spot, low: int, high: int) -> LinearForm | None:
        """The amount added to a pair between two spots, if it is the same for all lanes that are active there."""
        versions, state = self.places.affine.masks.versions, self.places.state(end)
        if any(not versions.leq(self.places.exec_at(end), state.lanes.get(u, ALL)) for u in (low, high)):
            return None
        step = self.atoms.sum(64, ((self.pair(state, low, high), 1), (start, -1)))
        return step if self.atoms.is_uniform(step) else None

    def once(self, loop: Loop, end: Spot, step: LinearForm, uses: Sequence[Spot]) -> tuple[Spot, bool] | None:
        """Where to advance the base once an iteration: after all of its accesses, or before them."""
        keeps_scc = self._keeps_scc(step)
        early = None
        for spot in self.places.above(end):
            if spot.block not in loop.blocks:
                break
            if not keeps_scc and not self.places.scc_dead(spot):
                continue
            behind = [self.places.dominates(spot, use) for use in uses]
            if not any(behind):
                return spot, False
            if all(behind):
                early = early or spot
        return None if early is None else (early, True)

    def sometimes(
        self, loop: Loop, low: int, high: int, uses: Sequence[Spot]
    ) -> tuple[tuple[Spot, LinearForm], ...] | None:
        """Where to advance the base if only some blocks change the pair, each after all of its accesses."""
        found = []
        versions, blocks = self.places.affine.masks.versions, self.places.cfg.blocks
        seen = self.places.exec_at(Spot(loop.header, blocks[loop.header].first))
        inner = {b for x in self.places.loops if x.blocks < loop.blocks for b in x.blocks}
        for number in sorted(loop.blocks):
            block = blocks[number]
            ops = self.places.ops[block.first : block.end]
            if not any(u in op.defs for op in ops for u in (low, high)):
                continue
            end = self.places.end_of(number)
            start = self.pair(self.places.state(Spot(number, block.first)), low, high)
            step = self.step(start, end, low, high)
            lanes = self.places.state(end).lanes
            if step is None or number in inner or any(not versions.leq(seen, lanes.get(u, ALL)) for u in (low, high)):
                return None
            keeps_scc = self._keeps_scc(step)
            spots = (s for s in self.places.above(end) if s.block == number)
            at = next((s for s in spots if keeps_scc or self.places.scc_dead(s)), None)
            if at is None:
                return None
            found.append((at, step))
        reached = self.reached(loop, {at.block for at, _ in found})
        for use in uses:
            if use.block in reached or any(self.places.dominates(at, use) for at, _ in found if at.block == use.block):
                return None
        return tuple(found)

    def reached(self, loop: Loop, blocks: set[int]) -> frozenset[int]:
        """The blocks of a loop that come after some of its blocks in the same iteration."""
        inside, succs = set(loop.blocks) - {loop.header}, self.places.cfg.blocks
        starts = {s for b in blocks for s in inside.intersection(succs[b].succs)}
        return frozenset(reachable(starts, lambda b: inside.intersection(succs[b].succs)))

    def _keeps_scc(self, step: LinearForm) -> bool:
        return self.wide and (bool(step.terms) or step.constant <= MOST_INLINE)
