"""SGPR bases for per-lane addresses that a loop advances by a uniform amount.

The value of such a pair of VGPRs is its value before the loop plus a uniform number. An SGPR pair holds the uniform
part: it starts before the loop with the uniform part of the address, and SALU advances it once an iteration. The part
per lane is loop-invariant. :class:`Distances` divides the distances between the accesses of a group between SGPR bases
and offset fields.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from isaopt.analysis.flow.lane_sets import ALL
from isaopt.analysis.flow.loops import Loop
from isaopt.analysis.integers.forms import MASK32, Key, LinearForm
from isaopt.analysis.integers.global_addresses import LaneAddress, LanePart, taken_apart, varying_terms
from isaopt.isa.tables import has_operation, spelling
from isaopt.target.arch import get_arch
from isaopt.target.offsets import offset_range
from isaopt.transform.sgpr_bases.facts import Facts
from isaopt.transform.sgpr_bases.moving import MOST_INLINE, ScalarTurns
from isaopt.transform.sgpr_bases.plan import Fresh, InsertionPlaces, InsertionPlan, RegisterPart, Spot
from isaopt.transform.sgpr_bases.scalars import UniformValues


@dataclass(slots=True)
class Distances:
    """The distances within one group of accesses whose indices are all below 2^31."""

    places: InsertionPlaces
    arch: str
    #: By kind of index and terms: distances from the first index of the group.
    _known: dict[tuple[object, ...], list[tuple[LinearForm, Spot]]] = field(default_factory=dict)

    @property
    def limits(self) -> tuple[int, int]:
        """The range of the offset field, in bytes."""
        offsets = offset_range(get_arch(self.arch), "global")
        return offsets.least, offsets.most

    def base(self, address: LaneAddress, shared: Sequence[LanePart]) -> tuple[LinearForm, int, bool]:
        """The value for the SGPR pair, the constant for the offset field, and whether the whole constant fits there,
        if the lanes add the ``shared`` parts."""
        atoms = self.places.affine.atoms
        pieces = [(address.uniform, 1)]
        constant = address.offset
        for mine, other in zip(address.parts, shared, strict=True):
            difference = atoms.sub(mine.form, other.form)
            value = difference.constant
            if difference.terms:
                known = self._alike(address, mine, difference)
                pieces.append((atoms.widened("sext", known), mine.factor))
                value = (value - known.constant) & MASK32
            constant += mine.factor * (value - (value >> 31 << 32))
        total = atoms.sum(64, pieces, constant)
        least, most = self.limits
        signed = total.constant - (total.constant >> 63 << 64)
        if least <= signed <= most:
            return LinearForm(0, total.terms), signed, True
        kept = signed & (most >> 1)
        return atoms.sum(64, ((total, 1),), -kept), kept, False

    def _alike(self, address: LaneAddress, part: LanePart, difference: LinearForm) -> LinearForm:
        """The first known distance that differs from this one by a constant.

        Both are distances between indices below 2^31, so the constant can be moved out of the extension.
        """
        atoms = self.places.affine.atoms
        spot = self.places.spot(address.ordinal)
        key = (part.factor, part.signed, varying_terms(atoms, part.form), difference.terms)
        alike = self._known.setdefault(key, [])
        known = next((d for d, where in alike if self.places.within(spot, where)), None)
        if known is None:
            alike.append((difference, spot))
        return known or difference


@dataclass(frozen=True, slots=True)
class _Entry:
    """A loop, the spots from which control enters its header (from outside, and from its own end), and the pair of
    VGPRs in question."""

    loop: Loop
    before: Spot
    end: Spot
    low: int
    high: int


@dataclass(frozen=True, slots=True)
class _PairCourse:
    """How a pair of VGPRs changes in a loop: its form on entry, the uniform part of that plus what all accesses add to
    the pair (``extra``), and its increment in each iteration, ``step``.

    The base is advanced at the spot ``turn``: after its last access of an iteration, or before the first one
    (``early``); it then starts one step back.
    """

    loop: Loop
    before: Spot
    turn: Spot
    step: LinearForm
    early: bool
    start: LinearForm
    uniform: LinearForm
    extra: LinearForm


class Bases:
    """Moving bases for the loops of a kernel, created on demand."""

    def __init__(self, places: InsertionPlaces, plan: InsertionPlan, scalars: UniformValues, facts: Facts) -> None:
        self.places, self.plan, self.scalars, self.facts = places, plan, scalars, facts
        self.atoms = places.affine.atoms
        self.turns = ScalarTurns(places, scalars.arch)
        #: By the atom of the VGPR pair: its base, the atom that stands for the base, and the part per lane; None if
        #: there is no base.
        self._known: dict[int, tuple[Fresh, LinearForm, LinearForm] | None] = {}
        self._made: list[tuple[_PairCourse, Fresh, LinearForm]] = []
        #: By the same atom: the accesses that use the pair, and where; inner loops may start from it.
        self._uses: dict[int, list[tuple[LaneAddress, Spot]]] = {}

    def rewritten(self, found: Sequence[LaneAddress]) -> list[LaneAddress]:
        """The addresses in terms of moving bases, where the pair keeps a part per lane; others unchanged."""
        for address in found:
            if address.reason == "not-affine":
                self._note(address.form, address, self.places.spot(address.ordinal))
        for atom in list(self._uses):
            self._base(atom)
        return [self._rewritten(a) if a.reason == "not-affine" else a for a in found]

    def _note(self, form: LinearForm, address: LaneAddress, spot: Spot) -> None:
        for atom in self._moving(form):
            known = self._uses.setdefault(atom, [])
            known.append((address, spot))
            entry = self._entry(atom)
            if entry is not None and len(known) == 1:
                self._note(
                    self.turns.pair(self.places.state(entry.before), entry.low, entry.high), address, entry.before
                )

    def _moving(self, form: LinearForm) -> list[int]:
        """The atoms of VGPR pairs in a form that may advance with a loop."""
        table = self.atoms.table
        return [a for a, f in form.terms if not table[a].uniform and table[a].key[0] == "pair" and f == 1]

    def _base(self, atom: int) -> tuple[Fresh, LinearForm, LinearForm] | None:
        if atom not in self._known:
            self._known[atom] = None
            self._known[atom] = self._make(atom)
        return self._known[atom]

    def _with_bases(self, form: LinearForm, spot: Spot) -> LinearForm:
        """A form at a spot, with the bases substituted for the moving pairs in it."""
        for atom in self._moving(form):
            known = self._base(atom) if atom in self._uses else None
            if known is None or not self.places.available(known[0], spot):
                return form
            _, base, lanes = known
            form = self.atoms.sum(64, ((form, 1), (LinearForm(0, ((atom, 1),)), -1), (base, 1), (lanes, 1)))
        return form

    def _rewritten(self, address: LaneAddress) -> LaneAddress:
        form = self._with_bases(address.form, self.places.spot(address.ordinal))
        return taken_apart(self.atoms, address.ordinal, address.vaddr, address.offset, form)

    def _make(self, atom: int) -> tuple[Fresh, LinearForm, LinearForm] | None:
        course = self._course(atom)
        if course is None:
            return None
        shared = self._shared(course)
        if shared is not None:
            return shared
        mark = self.plan.mark()
        behind = [(course.step, -1)] if course.early else []
        first = self.atoms.sum(64, ((course.uniform, 1), (course.extra, 1), *behind))
        start = self.scalars.wide(first, course.before)
        step = self.scalars.wide(course.step, course.turn) if course.step.terms else None
        if start is None or (course.step.terms and step is None):
            self.plan.back_to(mark)
            return None
        key: Key = ("base", atom)
        sources = self.atoms.table[atom].sources
        base = self.atoms.single(key, True, sources=sources)
        self.facts.starts[base.terms[0][0]] = self.atoms.sum(64, ((course.uniform, 1), (course.extra, 1)))
        made = self.plan.new(2, course.before, base)
        made.within = course.loop.blocks
        made.until, made.since = (None, course.turn) if course.early else (course.turn, None)
        # It must keep its register throughout the loop.
        made.uses.append(course.turn)
        made.uses.extend(self.places.end_of(b) for b in sorted(course.loop.blocks))
        self.plan.add(course.before, lambda: f"s_mov_b64 {RegisterPart(made).pair}, {start.pair}")
        self._advance(made, course.turn, course.step, step)
        self._made.append((course, made, base))
        return made, base, self._lanes(course, course)

    def _shared(self, course: _PairCourse) -> tuple[Fresh, LinearForm, LinearForm] | None:
        """The base of another pair that advances alike and differs by a constant."""
        for other, made, base in self._made:
            alike = (other.loop, other.turn, other.step, other.early)
            lanes = self._lanes(course, other)
            same = alike == (course.loop, course.turn, course.step, course.early)
            if same and self._lanes(course, course).terms == lanes.terms:
                return made, base, lanes
        return None

    def _lanes(self, course: _PairCourse, base: _PairCourse) -> LinearForm:
        """The part of a pair's address that another pair's base does not cover."""
        return self.atoms.sum(64, ((course.start, 1), (base.uniform, -1), (base.extra, -1)))

    def _advance(self, made: Fresh, at: Spot, form: LinearForm, step: RegisterPart | None) -> None:
        low, high = (spelling(self.scalars.arch, name) for name in ("s_add_u32", "s_addc_u32"))
        wide = has_operation(self.scalars.arch, "s_add_nc_u64")
        mine, upper, by = RegisterPart(made), RegisterPart(made, 1), form.constant
        if step is None and wide and by <= MOST_INLINE:
            self.plan.add(at, lambda: f"s_add_nc_u64 {mine.pair}, {mine.pair}, {by}")
        elif step is None:
            self.plan.add(at, lambda: f"{low} {mine}, {mine}, {by & 0xFFFFFFFF:#x}")
            self.plan.add(at, lambda: f"{high} {upper}, {upper}, {by >> 32:#x}")
        elif wide:
            self.plan.add(at, lambda: f"s_add_nc_u64 {mine.pair}, {mine.pair}, {step.pair}")
        else:
            self.plan.add(at, lambda: f"{low} {mine}, {mine}, {step}")
            self.plan.add(at, lambda: f"{high} {upper}, {upper}, {RegisterPart(step.source, 1)}")

    def _entry(self, atom: int) -> _Entry | None:
        """The loop that advances a pair, if that loop has one entry and one back edge."""
        units = self._units(atom)
        if units is None:
            return None
        header, low, high = units
        preds = self.places.cfg.blocks[header].preds
        loop = next((x for x in self.places.loops if x.header == header), None)
        if loop is None:
            return None
        outside = [p for p in preds if p not in loop.blocks]
        latches = [p for p in preds if p in loop.blocks]
        if len(outside) != 1 or len(latches) != 1:
            return None
        return _Entry(loop, self.places.end_of(outside[0]), self.places.end_of(latches[0]), low, high)

    def _course(self, atom: int) -> _PairCourse | None:
        entry = self._entry(atom)
        if entry is None:
            return None
        loop, before, end, low, high = entry.loop, entry.before, entry.end, entry.low, entry.high
        cfg, affine = self.places.cfg, self.places.affine
        address = self._uses[atom][0][0]
        first = Spot(loop.header, cfg.blocks[loop.header].first)
        start = self._start(address, self.turns.pair(self.places.state(before), low, high), before)
        versions, lanes = affine.masks.versions, self.places.state(before).lanes
        seen = self.places.exec_at(first)
        if any(lanes.get(u, ALL) != ALL and not versions.leq(seen, lanes[u]) for u in (low, high)):
            return None
        extra = self._invariant(address, loop)
        uniform = LinearForm(start.constant, tuple(t for t in start.terms if self.atoms.table[t[0]].uniform))
        if not (uniform.terms or extra.terms):
            return None
        uses = [spot for _, spot in self._uses[atom]]
        step = self.turns.step(LinearForm(0, ((atom, 1),)), end, low, high)
        at = None if step is None else self.turns.once(loop, end, step, uses)
        if step is None or at is None:
            return None
        turn, early = at
        return _PairCourse(loop, before, turn, step, early, start, uniform, extra)

    def _start(self, address: LaneAddress, form: LinearForm, before: Spot) -> LinearForm:
        """The form of a pair on entry to its loop, decomposed where that needs fewer assumptions."""
        form = self._with_bases(form, before)
        start = taken_apart(self.atoms, address.ordinal, address.vaddr, address.offset, form)
        return self.facts.with_fewest(start).form

    def _invariant(self, address: LaneAddress, loop: Loop) -> LinearForm:
        """The part of an address that is uniform and loop-invariant."""
        table = self.atoms.table
        kept = (t for t in address.form.terms if table[t[0]].uniform)
        return LinearForm(0, tuple(t for t in kept if not self.places.varies_in(LinearForm(0, (t,)), loop)))

    def _units(self, atom: int) -> tuple[int, int, int] | None:
        """The header of the loop, and the two VGPRs whose values on entry to it make up the pair."""
        match [self.atoms.key(half) for half in self.atoms.table[atom].key[1:]]:
            case [("phi", int(header), int(low)), ("phi", other, int(high))] if header == other:
                return header, low, high
        return None
