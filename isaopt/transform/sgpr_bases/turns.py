"""Finds where to advance a base that follows a pair of VGPRs."""

from __future__ import annotations

from collections.abc import Sequence

from isaopt.analysis.flow.lane_sets import ALL
from isaopt.analysis.flow.loops import Loop
from isaopt.analysis.integers.affine import AffineState
from isaopt.analysis.integers.forms import LinearForm, Value
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

    def _keeps_scc(self, step: LinearForm) -> bool:
        return self.wide and (bool(step.terms) or step.constant <= MOST_INLINE)
