"""Uniform 64-bit values in SGPR pairs: existing ones, or computed by as few SALU instructions as their affine form
takes, outside the loops in which they are invariant."""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial, reduce
from itertools import islice

from isaopt.analysis.integers.forms import MASK32, LinearForm
from isaopt.analysis.integers.products import factors_of, product
from isaopt.isa.tables import has_operation, spelling
from isaopt.transform.sgpr_bases.plan import Fresh, InsertionPlaces, InsertionPlan, RegisterPart, Spot
from isaopt.transform.sgpr_bases.words import MOST_DEPTH, Words, leaves_less

#: The most places tried for a computation, nearest first, and the most blocks above them.
_MOST_SPOTS = 60
#: The most computations tried in a kernel.
_MOST_TRIED = 2_000


@dataclass(frozen=True, slots=True)
class _FormSearch:
    """A search for a form at a place: with code there only, or ``above`` it as well. ``helpful``: the new pairs that
    existed then."""

    form: LinearForm
    spot: Spot
    near: bool
    helpful: tuple[Fresh, ...]
    above: bool


class UniformValues(Words):
    """Makes uniform values available. Every method plans code, and returns None if it finds no way."""

    def __init__(self, places: InsertionPlaces, plan: InsertionPlan, named: set[int], arch: str) -> None:
        super().__init__(places, plan, named, arch)
        self._pairs: dict[Spot, dict[LinearForm, int]] = {}
        self._uniform = frozenset((*self.units, *self.launch))
        #: The computations left to try.
        self.left = _MOST_TRIED
        self._writes: dict[int, list[int]] = {}
        #: The depth at which a search failed; it would fail at any greater depth, too.
        self._failed: dict[_FormSearch, int] = {}

    # -- what is there

    def pairs(self, spot: Spot) -> dict[LinearForm, int]:
        """The kernel's aligned SGPR pairs, by content."""
        if spot not in self._pairs:
            self.places.state(spot)
            read = self.places.affine.read
            heads = [u for u in self.units if u % 2 == 0 and u + 1 in self.units]
            self._pairs[spot] = {self.atoms.wide(read(u), read(u + 1)): u for u in reversed(heads)}
        return self._pairs[spot]

    def _made(self, spot: Spot) -> Iterator[Fresh]:
        return (f for f in self.plan.fresh if f.size == 2 and self.places.available(f, spot))

    def held(self, form: LinearForm, spot: Spot) -> RegisterPart | None:
        """An existing pair that holds the form at a spot."""
        unit = self.pairs(spot).get(form)
        if unit is not None:
            return RegisterPart(unit)
        for fresh in self.plan.fresh:
            if fresh.size == 2 and fresh.form == form and self.places.available(fresh, spot):
                fresh.uses.append(spot)
                return RegisterPart(fresh)
        return None

    # -- 64 bits

    def wide(
        self, form: LinearForm, spot: Spot, early: Spot | None = None, depth: int = 0, near: bool = False
    ) -> RegisterPart | None:
        """A pair that holds the form at ``spot``: existing, or computed at ``early`` or above that if possible,
        otherwise at ``spot`` or above it; with ``near``, not hoisted out of loops."""
        found = self.held(form, spot)
        if found is not None or depth > MOST_DEPTH or not self.atoms.is_uniform(form):
            return found
        helpful = self._helpful(form)
        whole = _FormSearch(form, spot, near, helpful, True)
        if early is None and self._failed.get(whole, depth + 1) <= depth:
            return None
        for place in self._free(spot) if near else self._spots(form, spot, early):
            here = _FormSearch(form, place, near, helpful, False)
            if self._failed.get(here, depth + 1) <= depth:
                continue
            if self.left <= 0:
                return None
            self.left -= 1
            mark = self.plan.mark()
            made = self._build(form, place, depth, near)
            if made is not None:
                made.uses.append(spot)
                return RegisterPart(made)
            self.plan.back_to(mark)
            self._failed[here] = depth
        if early is None:
            self._failed[whole] = depth
        return None

    def _last_writes(self, block: int) -> list[int]:
        """By spot of a block: the last instruction before it that writes a register with a uniform value, -1 if there
        is none. Spots after the same one see the same values."""
        if block not in self._writes:
            bounds, last = self.places.cfg.blocks[block], -1
            found = [last]
            for k in range(bounds.first, bounds.end):
                if not self._uniform.isdisjoint(self.places.ops[k].defs):
                    last = k
                found.append(last)
            self._writes[block] = found
        return self._writes[block]

    def _there(self, spot: Spot) -> tuple[int, ...]:
        """The new pairs that are available at a spot."""
        return tuple(n for n, f in enumerate(self.plan.fresh) if f.size == 2 and self.places.available(f, spot))

    def _pairs_of_spots(self) -> Callable[[Spot], tuple[int, ...]]:
        """:meth:`_there`, cached while the plan does not change: in a block it changes only where a pair begins or
        ends."""
        edges: defaultdict[int, list[int]] = defaultdict(list)
        for fresh in self.plan.fresh:
            for spot in (fresh.spot, fresh.since, fresh.until):
                if spot is not None:
                    edges[spot.block].append(spot.at)
        for ats in edges.values():
            ats.sort()
        known: dict[tuple[int, int], tuple[int, ...]] = {}

        def there(spot: Spot) -> tuple[int, ...]:
            part = spot.block, bisect_right(edges[spot.block], spot.at)
            if part not in known:
                known[part] = self._there(spot)
            return known[part]

        return there

    def _helpful(self, form: LinearForm) -> tuple[Fresh, ...]:
        """The new pairs that share an unknown with the form; no other pair makes it easier to compute."""
        wanted = {atom for atom, _ in form.terms}
        return tuple(f for f in self.plan.fresh if f.size == 2 and any(atom in wanted for atom, _ in f.form.terms))

    def _spots(self, form: LinearForm, spot: Spot, early: Spot | None) -> Iterator[Spot]:
        for loop in self.places.around(spot.block):
            if self.places.varies_in(form, loop):
                continue
            before = [p for p in self.places.cfg.blocks[loop.header].preds if p not in loop.blocks]
            if len(before) == 1:
                yield from self._free(self.places.end_of(before[0]), loop.blocks)
        if early is not None:
            yield from self._free(early)
        yield from self._free(spot)

    def _free(self, spot: Spot, outside: frozenset[int] = frozenset()) -> Iterator[Spot]:
        """Places where SCC is dead, one for each set of available registers: the nearest one, then the starts of the
        blocks above."""
        seen: set[tuple[int, int, tuple[int, ...]]] = set()

        there = self._pairs_of_spots()

        def new(place: Spot) -> bool:
            written = self._last_writes(place.block)[place.at - self.places.cfg.blocks[place.block].first]
            state = (place.block, written, there(place))
            known = state in seen
            seen.add(state)
            return not known

        dead = (s for s in self.places.above(spot, outside) if self.places.scc_dead(s) and new(s))
        yield from islice(dead, _MOST_SPOTS)
        yield from islice((s for s in dead if s.at == self.places.cfg.blocks[s.block].first), _MOST_SPOTS)

    def _build(self, form: LinearForm, at: Spot, depth: int, near: bool) -> Fresh | None:
        best: tuple[int, int] | None = None
        base: RegisterPart | None = None
        rest = form
        known = [(f, RegisterPart(u)) for f, u in self.pairs(at).items()] + [
            (f.form, RegisterPart(f)) for f in self._made(at)
        ]
        wanted = dict(form.terms)
        for have, part in known:
            if not leaves_less(wanted, have):
                continue
            left = self.atoms.sum(64, ((form, 1), (have, -1)))
            cost = (len(left.terms), int(left.constant != 0))
            if len(left.terms) < len(form.terms) and (best is None or cost < best):
                best, base, rest = cost, part, left
        if base is not None:
            if isinstance(base.source, Fresh):
                base.source.uses.append(at)
            return self._sum(form, base, rest, at, depth, near)
        if len(form.terms) > 1 or (form.terms and form.constant):
            head = next((t for t in form.terms if not t[1] >> 63), None)
            one = None if head is None else self.wide(LinearForm(0, (head,)), at, depth=depth + 1, near=near)
            if head is None or one is None:
                return None
            rest = LinearForm(form.constant, tuple(t for t in form.terms if t != head))
            return self._sum(form, one, rest, at, depth, near)
        made = self.plan.new(2, at, form)
        for have, part in known if len(form.terms) == 1 else ():
            by = self._doublings(form, have)
            if by is not None:
                if isinstance(part.source, Fresh):
                    part.source.uses.append(at)
                self.plan.add(at, partial("s_lshl_b64 {0.pair}, {1.pair}, {2}".format, RegisterPart(made), part, by))
                return made
        if not form.terms:
            self.plan.add(at, lambda: f"s_mov_b32 {RegisterPart(made)}, {form.constant & MASK32:#x}")
            self.plan.add(at, lambda: f"s_mov_b32 {RegisterPart(made, 1)}, {form.constant >> 32:#x}")
            return made
        return made if self._term(made, form.terms[0], at, depth, near) else None

    def _doublings(self, form: LinearForm, have: LinearForm) -> int | None:
        """By how many bits a single-term 64-bit form is another one shifted left; None if it is not."""
        if len(have.terms) != 1 or form.terms[0][1] % have.terms[0][1]:
            return None
        factor = form.terms[0][1] // have.terms[0][1]
        fits = self.atoms.scaled64(have, factor) == form and not factor & (factor - 1)
        return factor.bit_length() - 1 if fits else None

    def _sum(
        self, form: LinearForm, base: RegisterPart, rest: LinearForm, at: Spot, depth: int, near: bool
    ) -> Fresh | None:
        low, high = (spelling(self.arch, name) for name in ("s_add_u32", "s_addc_u32"))
        if not rest.terms:
            made = self.plan.new(2, at, form)
            by = rest.constant
            if not by:
                self.plan.add(at, lambda: f"s_mov_b64 {RegisterPart(made).pair}, {base.pair}")
                return made
            self.plan.add(at, lambda: f"{low} {RegisterPart(made)}, {base}, {by & MASK32:#x}")
            self.plan.add(at, lambda: f"{high} {RegisterPart(made, 1)}, {RegisterPart(base.source, 1)}, {by >> 32:#x}")
            return made
        less = all(factor >> 63 for _, factor in rest.terms)
        other = self.wide(self.atoms.sum(64, ((rest, -1 if less else 1),)), at, depth=depth + 1, near=near)
        if other is None:
            return None
        made = self.plan.new(2, at, form)
        if less:
            low, high = (spelling(self.arch, name) for name in ("s_sub_u32", "s_subb_u32"))
        if has_operation(self.arch, "s_add_nc_u64"):
            name = "s_sub_nc_u64" if less else "s_add_nc_u64"
            self.plan.add(at, lambda: f"{name} {RegisterPart(made).pair}, {base.pair}, {other.pair}")
        else:
            self.plan.add(at, lambda: f"{low} {RegisterPart(made)}, {base}, {other}")
            self.plan.add(
                at,
                lambda: (
                    f"{high} {RegisterPart(made, 1)}, {RegisterPart(base.source, 1)}, {RegisterPart(other.source, 1)}"
                ),
            )
        return made

    def _term(self, made: Fresh, term: tuple[int, int], at: Spot, depth: int, near: bool) -> bool:
        """One widened 32-bit form, register pair or product of such, times a factor."""
        atom, factor = term
        kind, inner, *_ = self.atoms.table[atom].key
        if not isinstance(inner, LinearForm) or factor >> 31:
            return False
        low, high = RegisterPart(made), RegisterPart(made, 1)
        if kind == "pair" or kind == "product":
            found = self._pair(made, atom, at) if kind == "pair" else self._product64(made, atom, at, depth, near)
            return found and self._times64(made, factor, at)
        if not self.word(inner, low, at):
            return False
        if factor & (factor - 1):
            signed = "i32" if kind == "sext" else "u32"
            self.plan.add(at, lambda: f"s_mul_hi_{signed} {high}, {low}, {factor:#x}")
            self.plan.add(at, lambda: f"s_mul_i32 {low}, {low}, {factor:#x}")
            return True
        if kind == "sext":
            self.plan.add(at, lambda: f"s_ashr_i32 {high}, {low}, 31")
        else:
            self.plan.add(at, lambda: f"s_mov_b32 {high}, 0")
        return self._times64(made, factor, at)

    def _pair(self, made: Fresh, atom: int, at: Spot) -> bool:
        """Two words as an aligned pair, copied if they are not adjacent or not aligned."""
        _, low, high = self.atoms.table[atom].key
        assert isinstance(low, LinearForm)
        assert isinstance(high, LinearForm)
        return self.word(low, RegisterPart(made), at) and self.word(high, RegisterPart(made, 1), at)

    def _times64(self, made: Fresh, factor: int, at: Spot) -> bool:
        low, high = RegisterPart(made), RegisterPart(made, 1)
        if not factor & (factor - 1):
            if factor > 1:
                shift = factor.bit_length() - 1
                self.plan.add(at, lambda: f"s_lshl_b64 {low.pair}, {low.pair}, {shift}")
            return True
        carried = RegisterPart(self.plan.new(1, at, LinearForm()))
        add = spelling(self.arch, "s_add_i32")
        self.plan.add(at, lambda: f"s_mul_hi_u32 {carried}, {low}, {factor:#x}")
        self.plan.add(at, lambda: f"s_mul_i32 {high}, {high}, {factor:#x}")
        self.plan.add(at, lambda: f"{add} {high}, {high}, {carried}")
        self.plan.add(at, lambda: f"s_mul_i32 {low}, {low}, {factor:#x}")
        return True

    def _product64(self, made: Fresh, atom: int, at: Spot, depth: int, near: bool) -> bool:
        """A 64-bit product: of the lower halves, plus each lower half times the other's upper half."""
        *rest, last = factors_of(self.atoms, atom)
        one = reduce(lambda x, y: product(self.atoms, x, y), (LinearForm(0, ((f, 1),)) for f in rest))
        sides = [self._halves(f, at, depth, near) for f in (one, LinearForm(0, ((last, 1),)))]
        (a, a_high), (b, b_high) = (s or (None, None) for s in sides)
        if a is None or b is None:
            return False
        low, high = RegisterPart(made), RegisterPart(made, 1)
        add = spelling(self.arch, "s_add_i32")
        self.plan.add(at, lambda: f"s_mul_hi_u32 {high}, {a}, {b}")
        for lower, upper in ((a, b_high), (b, a_high)):
            if upper is not None:
                self.plan.add(at, partial("s_mul_i32 {}, {}, {}".format, low, lower, upper))
                self.plan.add(at, lambda: f"{add} {high}, {high}, {low}")
        self.plan.add(at, lambda: f"s_mul_i32 {low}, {a}, {b}")
        return True

    def _halves(
        self, form: LinearForm, at: Spot, depth: int, near: bool
    ) -> tuple[RegisterPart, RegisterPart | None] | None:
        """The registers that hold the halves of a 64-bit form; None for an upper half of 0."""
        words = self.words(at)
        low, high = self.atoms.half(form, False), self.atoms.half(form, True)
        if (
            isinstance(low, LinearForm)
            and isinstance(high, LinearForm)
            and low in words
            and (high == LinearForm() or high in words)
        ):
            return RegisterPart(words[low]), None if high == LinearForm() else RegisterPart(words[high])
        made = self.wide(form, at, depth=depth + 1, near=near)
        return None if made is None else (made, None if high == LinearForm() else RegisterPart(made.source, 1))
