"""Offsets in VGPRs of their own that one addition an iteration advances, instead of computing them in each; and
where to advance a base that follows a pair of VGPRs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from isaopt.analysis.flow.lane_sets import ALL
from isaopt.analysis.flow.loops import Loop
from isaopt.analysis.integers.affine import AffineState
from isaopt.analysis.integers.forms import LinearForm, Value
from isaopt.isa.tables import has_operation
from isaopt.transform.sgpr_bases.plan import Fresh, InsertionPlaces, InsertionPlan, RegisterPart, Spot

Start = Callable[[LinearForm, Spot], str | None]
"""One instruction for a form at a spot, its destination spelled ``%``."""
Scalar = Callable[[LinearForm, Spot], RegisterPart | None]
"""A scalar register with a uniform form at a spot."""


@dataclass(frozen=True, slots=True)
class _FormCourse:
    """A form's value on entry to a loop, its increment per iteration, and the spots where a register must hold it."""

    loop: Loop
    before: Spot
    turn: Spot
    start: LinearForm
    step: LinearForm


class Moving:
    """Registers that a loop advances, created on demand."""

    def __init__(self, places: InsertionPlaces, plan: InsertionPlan, start: Start, scalar: Scalar) -> None:
        self.places, self.plan, self.start, self.scalar = places, plan, start, scalar
        self.atoms = places.affine.atoms

    def offset(self, form: LinearForm, uses: Sequence[Spot]) -> Fresh | None:
        """A register that holds a 32-bit form at all of the spots, which are in one block; None if the loop does not
        advance the form by a constant, or its initial value cannot be computed before the loop."""
        for fresh in self.plan.fresh:
            if fresh.size == 0 and fresh.within is not None and fresh.form == form:
                there = self.places.available(fresh, uses[0]) and self.places.within(uses[0], fresh.spot)
                if there:
                    fresh.uses.extend(uses)
                    return fresh
        course = self._course(form, uses)
        if course is None:
            return None
        mark = self.plan.mark()
        text, step = self.start(course.start, course.before), self._step(course)
        if text is None or step is None:
            self.plan.back_to(mark)
            return None
        made = self.plan.new(0, course.before, form)
        made.within, made.until = course.loop.blocks, course.turn
        made.uses.extend(uses)
        self.plan.add(course.before, lambda: text.replace("%", str(RegisterPart(made))))
        self.plan.add(course.turn, lambda: f"v_add_nc_u32_e32 {RegisterPart(made)}, {step}, {RegisterPart(made)}")
        return made

    def _step(self, course: _FormCourse) -> RegisterPart | str | None:
        if not course.step.terms:
            return f"{course.step.constant:#x}"
        found = self.scalar(course.step, course.before)
        if found is not None and isinstance(found.source, Fresh):
            # All round the loop it must keep its register.
            found.source.uses.extend(self.places.end_of(b) for b in sorted(course.loop.blocks))
        return found if found is None or isinstance(found.source, Fresh) else self._kept(found, course.loop)

    def _kept(self, found: RegisterPart, loop: Loop) -> RegisterPart | None:
        """A register of the kernel that already holds the form, if the loop leaves it alone."""
        for number in loop.blocks:
            block = self.places.cfg.blocks[number]
            ops = self.places.ops[block.first : block.end]
            if any(found.unit in op.written for op in ops):
                return None
        return found

    def _course(self, form: LinearForm, uses: Sequence[Spot]) -> _FormCourse | None:
        loops = self.places.around(uses[0].block)
        # A form that is invariant in the inner loop is better computed before that.
        if not loops or not self.places.varies_in(form, loops[-1]):
            return None
        loop, blocks = loops[-1], self.places.cfg.blocks
        preds = blocks[loop.header].preds
        outside, latches = [[p for p in preds if (p in loop.blocks) is inside] for inside in (False, True)]
        if len(outside) != 1 or len(latches) != 1:
            return None
        before, end = self.places.end_of(outside[0]), self.places.end_of(latches[0])
        head = Spot(loop.header, blocks[loop.header].first)
        if not self.places.within(head, before) or not all(self.places.within(use, head) for use in uses):
            return None
        start, last = self._at(form, loop, before), self._at(form, loop, end)
        if start is None or last is None:
            return None
        step = self.atoms.sum(32, ((last, 1), (form, -1)))
        if step == LinearForm() or not self.atoms.is_uniform(step) or self.places.varies_in(step, loop):
            return None
        return _FormCourse(loop, before, self._turn(loop, head, end, uses), start, step)

    def _turn(self, loop: Loop, head: Spot, end: Spot, uses: Sequence[Spot]) -> Spot:
        """The last spot of an iteration, after the uses, at which all of its lanes are active: at its end some may have
        left."""
        for spot in self.places.above(end):
            if spot.block not in loop.blocks or any(self.places.dominates(spot, use) for use in uses):
                break
            if self.places.within(head, spot):
                return spot
        return end

    def _at(self, form: LinearForm, loop: Loop, spot: Spot) -> LinearForm | None:
        """A form of register values at the start of an iteration, in terms of those at a spot in it."""
        state, versions = self.places.state(spot), self.places.affine.masks.versions
        here, parts = self.places.exec_at(spot), [(form, 1)]
        for atom, factor in form.terms:
            one = LinearForm(0, ((atom, 1),))
            if not self.places.varies_in(one, loop):
                continue
            key = self.atoms.table[atom].key
            if key[0] != "phi" or key[1] != loop.header or not isinstance(key[2], int):
                return None
            unit = key[2]
            value = state.values.get(unit) or self.places.affine.initial(unit)
            if not isinstance(value, LinearForm) or not versions.leq(here, state.lanes.get(unit, ALL)):
                return None
            parts += [(one, -factor), (value, factor)]
        return self.atoms.sum(32, parts)


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
