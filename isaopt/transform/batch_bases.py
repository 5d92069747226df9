"""Addresses that every lane keeps in a loop and moves by the same amount in each round.

Such a pair of VGPRs is what it was before the loop plus a uniform number, which an SGPR pair can hold: started in front
of the loop with the uniform part of the address, and advanced by SALU where the round ends.  The lanes' part of it
does not change.
"""

from __future__ import annotations

from dataclasses import dataclass

from isaopt.analysis.affine import State
from isaopt.analysis.forms import Form, Key, Value
from isaopt.analysis.global_addresses import Address, taken_apart, vaddr_of
from isaopt.analysis.lane_sets import ALL
from isaopt.analysis.loops import Loop
from isaopt.transform.batch_facts import Facts
from isaopt.transform.batch_plan import Fresh, Part, Places, Plan, Spot
from isaopt.transform.batch_scalars import Scalars


@dataclass(frozen=True, slots=True)
class _Course:
    """A pair of VGPRs in a loop: its form on the way in, the uniform part of that, and what a round adds.

    The base is advanced at ``at``: where a round ends, or where it begins (``early``), then from one step behind."""

    loop: Loop
    before: Spot
    at: Spot
    early: bool
    start: Form
    uniform: Form
    step: Form


class Bases:
    """Moving bases for the loops of a kernel, made as they are asked for."""

    def __init__(self, places: Places, plan: Plan, scalars: Scalars, facts: Facts) -> None:
        self.places, self.plan, self.scalars, self.facts = places, plan, scalars, facts
        self.atoms = places.affine.atoms
        #: By the atom of the VGPR pair: the atom of its base, and what lanes add; None where there is none.
        self._known: dict[int, tuple[Fresh, Form, Form] | None] = {}

    def rewritten(self, address: Address) -> Address:
        """The address by moving bases, where its lanes keep one; or as it is."""
        spot = Spot(self.places.cfg.block_of[address.ordinal], address.ordinal)
        form = address.form
        for atom, factor in address.form.terms:
            if self.atoms.table[atom].uniform or self.atoms.table[atom].key[0] != "pair" or factor != 1:
                continue
            if atom not in self._known:
                self._known[atom] = self._make(atom)
            known = self._known[atom]
            if known is None or not self.places.available(known[0], spot):
                return address
            _, base, lanes = known
            form = self.atoms.sum(64, ((form, 1), (Form(0, ((atom, 1),)), -1), (base, 1), (lanes, 1)))
        return taken_apart(self.atoms, address.ordinal, address.vaddr, address.offset, form)

    def _make(self, atom: int) -> tuple[Fresh, Form, Form] | None:
        course = self._course(atom)
        if course is None:
            return None
        mark = self.plan.mark()
        back = course.step.constant if course.early else 0
        start = self.scalars.wide(self.atoms.sum(64, ((course.uniform, 1),), -back), course.before)
        step = None
        if course.step.terms:
            step = self.scalars.wide(course.step, course.at)
        if start is None or (course.step.terms and step is None):
            self.plan.back_to(mark)
            return None
        key: Key = ("base", atom)
        sources = self.atoms.table[atom].sources
        base = self.atoms.single(key, True, sources=sources)
        self.facts.starts[base.terms[0][0]] = course.uniform
        made = self.plan.new(2, course.before, base)
        made.within = course.loop.blocks
        made.until, made.since = (None, course.at) if course.early else (course.at, None)
        # All round the loop it must keep its register.
        made.uses.append(course.at)
        made.uses.extend(self.places.end_of(b) for b in sorted(course.loop.blocks))
        self.plan.add(course.before, lambda: f"s_mov_b64 {Part(made).pair}, {start.pair}")
        self._advance(made, course, step)
        lanes = self.atoms.sum(64, ((course.start, 1), (course.uniform, -1)))
        return made, base, lanes

    def _advance(self, made: Fresh, course: _Course, step: Part | None) -> None:
        low, high = ("s_add_co_u32", "s_add_co_ci_u32") if self.scalars.gfx12 else ("s_add_u32", "s_addc_u32")
        at, mine, upper = course.at, Part(made), Part(made, 1)
        if step is None:
            by = course.step.constant
            self.plan.add(at, lambda: f"{low} {mine}, {mine}, {by & 0xFFFFFFFF:#x}")
            self.plan.add(at, lambda: f"{high} {upper}, {upper}, {by >> 32:#x}")
        elif self.scalars.gfx12:
            self.plan.add(at, lambda: f"s_add_nc_u64 {mine.pair}, {mine.pair}, {step.pair}")
        else:
            self.plan.add(at, lambda: f"{low} {mine}, {mine}, {step}")
            self.plan.add(at, lambda: f"{high} {upper}, {upper}, {Part(step.source, 1)}")

    def _course(self, atom: int) -> _Course | None:
        units = self._units(atom)
        if units is None:
            return None
        header, low, high = units
        cfg, affine = self.places.cfg, self.places.affine
        loop = next((x for x in self.places.loops if x.header == header), None)
        if loop is None:
            return None
        outside = [p for p in cfg.blocks[header].preds if p not in loop.blocks]
        latches = [p for p in cfg.blocks[header].preds if p in loop.blocks]
        if len(outside) != 1 or len(latches) != 1:
            return None
        before = self.places.end_of(outside[0])
        first = Spot(header, cfg.blocks[header].first)
        start = self._pair(self.places.state(before), low, high)
        versions, lanes = affine.masks.versions, self.places.state(before).lanes
        seen = self.places.exec_at(first)
        if any(lanes.get(u, ALL) != ALL and not versions.leq(seen, lanes[u]) for u in (low, high)):
            return None
        end = self.places.end_of(latches[0])
        after = self._pair(self.places.state(end), low, high)
        step = self.atoms.sum(64, ((after, 1), (Form(0, ((atom, 1),)), -1)))
        uniform = Form(start.constant, tuple(t for t in start.terms if self.atoms.table[t[0]].uniform))
        if not self.atoms.is_uniform(step) or not uniform.terms:
            return None
        at = self._turn(loop, end, step)
        return None if at is None else _Course(loop, before, at[0], at[1], start, uniform, step)

    def _turn(self, loop: Loop, end: Spot, step: Form) -> tuple[Spot, bool] | None:
        """Where the base can be advanced: behind the last access of a round, or before the first one."""
        cfg, ops = self.places.cfg, self.places.ops
        late = next((s for s in self.places.above(end) if self.places.scc_dead(s)), None)
        if late is not None and late.block == end.block:
            rest = range(late.at, cfg.blocks[end.block].first + len(cfg.blocks[end.block].instructions))
            if all(vaddr_of(ops[k]) is None for k in rest):
                return late, False
        head = cfg.blocks[loop.header]
        for k in range(head.first, head.first + len(head.instructions)):
            if not step.terms and self.places.scc_dead(Spot(loop.header, k)):
                return Spot(loop.header, k), True
            if vaddr_of(ops[k]) is not None:
                break
        return None

    def _pair(self, state: State, low: int, high: int) -> Form:
        values: list[Value] = [state.values.get(u) or self.places.affine.initial(u) for u in (low, high)]
        return self.atoms.wide(values[0], values[1])

    def _units(self, atom: int) -> tuple[int, int, int] | None:
        """The header and the two VGPRs whose values at its start the pair is made of."""
        found = []
        for half in self.atoms.table[atom].key[1:]:
            if not isinstance(half, Form) or half.constant or len(half.terms) != 1 or half.terms[0][1] != 1:
                return None
            key = self.atoms.table[half.terms[0][0]].key
            if key[0] != "phi":
                return None
            found.append((key[1], key[2]))
        (header, low), (other, high) = found
        assert isinstance(header, int)
        assert isinstance(low, int)
        assert isinstance(high, int)
        return (header, low, high) if header == other else None
