"""Joins VGPRs at a cut point: for one arbitrary lane, slots that agree on every incoming path share a symbol."""

from __future__ import annotations

from collections.abc import Sequence, Set

from isaopt.isa.registers import NUM_VGPRS
from isaopt.proof.semantics.world import Side
from isaopt.proof.terms.terms import FALSE, TRUE
from isaopt.proof.walk.bases import multiples, relate
from isaopt.proof.walk.links import Links, low_zeros

Slot = tuple[int, int]  # side, unit

#: A value that depends on more facts of a lane than this is a symbol in all lanes where both kernels hold it: what it
#: is in some would hardly matter, and takes long to find out.
_MOST_FACTS = 8


class LaneJoin:
    """Joins the VGPRs of both sides; scalars and masks have been joined before."""

    def __init__(self, links: Links) -> None:
        self.links = links
        self.world, self.ways, self.bit = links.world, links.ways, links.bit
        self.terms, self.decisions = links.terms, links.decisions
        self._wild_groups: list[set[int]] = []
        #: Whether all that B's registers hold some register of A holds as well, on every way in: then nothing has to
        #: be found out about how they hang together.
        self._alike = False
        self._routes = self._find_routes()
        #: Lanes in which a group's undefined value has been chosen.
        self._taken: dict[int, int] = {}
        self._agree: dict[tuple[tuple[int, ...], tuple[int, ...]], int] = {}
        #: What keeps two values on one way in apart, by the way and the values.
        self._apart: dict[tuple[int, ...], int] = {}

    def join(self, sides: tuple[Side, Side], care: int, live: Sequence[Set[int]]) -> None:
        """Gives every VGPR of both sides its joined value; of those that are not ``live``, hardly anything is found
        out."""
        d = self.decisions
        groups: dict[tuple[int, ...], list[Slot]] = {}
        kept: set[int] = set()
        for side in sides:
            for unit in self.ways[0].state.sides[side.number].regs:
                if unit >= NUM_VGPRS:
                    continue
                vector = tuple(w.state.sides[side.number].regs[unit] for w in self.ways)
                # Which of its values an offset of B's has here is worth more than what it is in other lanes, unless A
                # has the same.
                apart = side.number == 1 and unit in self.world.offsets and len(d.leaves(vector[0])) > 1
                if self.links.keeps(vector) and not (apart and vector[0] not in kept):
                    side.regs[unit] = vector[0]
                    kept.add(vector[0])
                else:
                    groups.setdefault(vector, []).append((side.number, unit))
        order = [v for v, slots in groups.items() if any(unit in live[number] for number, unit in slots)]
        self._alike = all(groups[vector][0][0] == 0 for vector in order)
        if not self._alike:
            order = self._with_partners(order, groups)
        index = [] if self._alike else self._index(order)
        precise = set(order)
        for vector, slots in groups.items():
            if vector not in precise:
                symbol = self.links.symbol("vsymbol", slots[0], vector)
                for number, unit in slots:
                    sides[number].regs[unit] = symbol
        values: list[int] = []
        self._taken.clear()
        if not self._alike:
            holders = self._holders()
            self._wild_groups = [self._undefined_in(order, groups, holders, way) for way in range(len(self.ways))]
        for position in range(len(order)):
            values.append(self._value(position, order, groups, index, care, values))
        for vector, value in zip(order, values, strict=True):
            for number, unit in groups[vector]:
                sides[number].regs[unit] = d.constrain(value, care)
        self._relate(sides, {vector: groups[vector] for vector in order}, live[1])

    def _with_partners(
        self, live: list[tuple[int, ...]], groups: dict[tuple[int, ...], list[Slot]]
    ) -> list[tuple[int, ...]]:
        """The ``live`` groups, and of A's other ones those that may hold what a group of B's alone has."""
        known = set(live)
        alone = self._index([vector for vector in live if groups[vector][0][0]])

        def shares(vector: tuple[int, ...]) -> bool:
            found = [
                set[int]().union(*(theirs.get(leaf, ()) for leaf in self.decisions.leaves(value)))
                for theirs, value in zip(alone, vector, strict=True)
            ]
            return any(set.intersection(*(found[way] for way in ways)) for ways in self._routes)

        return [v for v, slots in groups.items() if v in known or (not slots[0][0] and shares(v))]

    def _find_routes(self) -> list[tuple[int, ...]]:
        """All the ways in, and those on which a lane can be in some mask, mask by mask.

        Registers that agree in the lanes of a mask need not be alike on the other ways: on those that branch round a
        region whose lanes the mask tells, say, as EXEC is zero.
        """
        masks, d = self.world.masks, self.decisions
        found = {tuple(range(len(self.ways))): None}
        for unit in self.links.mask_units:
            ways = []
            for number, way in enumerate(self.ways):
                word = masks.word_at(way.state.sides[0].regs, unit)
                if word is None:
                    break
                if d.and_(way.state.care, masks.lanes(word)) != FALSE:
                    ways.append(number)
            if ways:
                found[tuple(ways)] = None
        return list(found)

    def _relate(self, sides: tuple[Side, Side], groups: dict[tuple[int, ...], list[Slot]], live: Set[int]) -> None:
        """Pairs of A's VGPRs as a ``live`` base of B's and a distance, where they are that on every way in."""
        bases = [pair for pair in self.world.bases if live >= set(pair)]
        own = () if self._alike and self._bases_alike() else self.world.moved
        for low, high in own:
            vectors = [tuple(w.state.sides[0].regs.get(u, -1) for w in self.ways) for u in (low, high)]
            if any(v not in groups for v in vectors):
                continue
            found = relate(self.links, sides[1], bases, vectors[0], vectors[1])
            if found is not None:
                for vector, half in zip(vectors, found[1:], strict=True):
                    number, unit = groups[vector][0]
                    self._restate(sides, sides[number].regs[unit], found[0], half)

    def _bases_alike(self) -> bool:
        """Whether A holds all of B's bases in the same registers."""
        return all(
            w.state.sides[0].regs.get(u) == w.state.sides[1].regs.get(u)
            for w in self.ways
            for u in {unit for pair in self.world.bases for unit in pair}
        )

    def _restate(self, sides: tuple[Side, Side], value: int, where: int, term: int) -> None:
        """Write ``term`` for what ``value`` is in the lanes of ``where``, in every VGPR that has the same there: one of
        B's may share A's value in those lanes and differ in others."""
        d = self.decisions
        for side in sides:
            for unit, mine in side.regs.items():
                if unit < NUM_VGPRS:
                    side.regs[unit] = d.ite(d.and_(where, d.equal(mine, value)), term, mine)

    def _index(self, vectors: list[tuple[int, ...]]) -> list[dict[int, set[int]]]:
        """For each way in: leaf to the groups that have it."""
        found: list[dict[int, set[int]]] = [{} for _ in self.ways]
        for position, vector in enumerate(vectors):
            for way, value in enumerate(vector):
                for leaf in self.decisions.leaves(value):
                    found[way].setdefault(leaf, set()).add(position)
        return found

    def _undefined_in(
        self,
        order: list[tuple[int, ...]],
        groups: dict[tuple[int, ...], list[Slot]],
        holders: dict[int, set[Slot]],
        way: int,
    ) -> set[int]:
        """Groups of registers of A that are undefined in some launched lane on a way in, and that nothing reads, nor is
        there a copy of it elsewhere."""
        d = self.decisions
        lanes = d.and_(self.ways[way].state.care, self.world.launched)
        found = set()
        for position, vector in enumerate(order):
            wild = self._wild(groups[vector][0])
            if (
                wild is not None
                and wild in d.leaves(vector[way])
                and wild in d.leaves(d.constrain(vector[way], lanes))
                and holders[wild].issubset(groups[vector])
            ):
                found.add(position)
        return found

    def _holders(self) -> dict[int, set[Slot]]:
        """The registers of A that have a leaf on some way in, by the leaf."""
        found: dict[int, set[Slot]] = {}
        for way in self.ways:
            for unit, value in way.state.sides[0].regs.items():
                if unit < NUM_VGPRS:
                    for leaf in self.decisions.leaves(value):
                        found.setdefault(leaf, set()).add((0, unit))
        return found

    def _wild(self, slot: Slot) -> int | None:
        """The undefined value of a register of A that nothing reads."""
        if slot[0] or slot[1] in self.world.touched:
            return None
        return self.terms.make("undefined", (), ("A", slot[1]))

    def _value(
        self,
        position: int,
        order: list[tuple[int, ...]],
        groups: dict[tuple[int, ...], list[Slot]],
        index: list[dict[int, set[int]]],
        care: int,
        values: list[int],
    ) -> int:
        """The value of a group, given those of the groups before it; such a one may change with a choice for what is
        undefined in it."""
        d, t = self.decisions, self.terms
        vector = order[position]
        slot = groups[vector][0]
        if self._alike and any(len(d.support(value)) > _MOST_FACTS for value in vector):
            return self._new(vector, groups[vector])
        pieces: list[tuple[int, int]] = []
        undefined: list[tuple[int, int]] = []
        left = care
        each = [d.leaves(v) for v in vector]
        for leaf in sorted(frozenset().union(*(frozenset.intersection(*(each[w] for w in r)) for r in self._routes))):
            if left == FALSE:
                break
            if t.deps[leaf] & self.bit or t.op[leaf] == "unknown":
                continue
            where = d.and_(left, self.agreement(vector, (leaf,) * len(vector)))
            if t.op[leaf] == "undefined" and slot[0] == 1 and self._chooses(leaf):
                # What is undefined in launched lanes may be what A has there.
                undefined.append((d.and_(where, self.world.launched), leaf))
                where = d.minus(where, self.world.launched)
            if where != FALSE:
                pieces.append((where, leaf))
                left = d.minus(left, where)
        sharing: list[set[int]] = []
        for way, value in enumerate(() if self._alike else vector):
            sharing.append({c for leaf in d.leaves(value) for c in index[way][leaf] if c < position})
        routes = () if self._alike else self._routes
        earlier = sorted(set().union(*(set.intersection(*(sharing[way] for way in ways)) for ways in routes)))
        if left != FALSE:
            # Rather one that is the same in all lanes, so that what is the same by chance in some splits nothing.
            alike = next((o for o in earlier if d.implies(left, self.agreement(vector, order[o]))), None)
            for other in earlier if alike is None else (alike,):
                where = d.and_(left, self.agreement(vector, order[other]))
                if where != FALSE:
                    pieces.append((where, values[other]))
                    left = d.minus(left, where)
        if slot[0] == 1 and left != FALSE:
            # A register of A that is undefined on a way may stand for whatever B has.
            wild = set.intersection(*(s | w for s, w in zip(sharing, self._wild_groups, strict=True)))
            candidates = sorted(c for c in wild if c < position)
            for other in self._wild_order(vector, slot, left, candidates, frozenset(earlier), order, groups):
                where = self._choose(vector, other, left, order, groups, values, pieces)
                left = d.minus(left, where)
        for lanes, leaf in undefined:
            where = d.and_(left, lanes)
            if where != FALSE:
                pieces.append((where, leaf))
                left = d.minus(left, where)
        value = self._new(vector, groups[vector])
        if slot[0] == 1 and left != FALSE and any(u in self.world.offsets for _, u in groups[vector]):
            for other in range(position):
                if not groups[order[other]][0][0] and left != FALSE:
                    left = self._multiple(vector, order[other], values[other], left, pieces)
        if slot[0] == 1 and left != FALSE and slot[1] in self.world.halved[1]:
            shared = [
                o for o in range(position) if any(not n and u in self.world.halved[0] for n, u in groups[order[o]])
            ]
            pieces += self._halves(vector, left, [(order[o], values[o]) for o in shared], value)
        for where, piece in reversed(pieces):
            value = d.ite(where, piece, value)
        return value

    def _new(self, vector: tuple[int, ...], slots: list[Slot]) -> int:
        """The symbol of a group; in launched lanes it is known by its low zeros, where accesses to several elements of
        LDS have it as their address."""
        d = self.decisions
        value = self.links.symbol("vsymbol", slots[0], vector)
        if not any(unit in self.world.wide_addresses[number] for number, unit in slots):
            return value
        launched = self.world.launched
        there = [d.constrain(x, d.and_(w.state.care, launched)) for w, x in zip(self.ways, vector, strict=True)]
        zeros = low_zeros(self.world, [leaf for x in there for leaf in d.leaves(x)])
        if not zeros:
            return value
        return d.ite(launched, self.links.symbol("vsymbol", (*slots[0], zeros), vector), value)

    def _multiple(
        self, vector: tuple[int, ...], other: tuple[int, ...], value: int, left: int, pieces: list[tuple[int, int]]
    ) -> int:
        """What is left once an offset of B's is a multiple of A's, with its joined ``value``, plus a term."""
        d, n = self.decisions, self.world.integers

        for factor, rest in dict.fromkeys(multiples(self.links, vector[0], other[0])):
            multiple = {x: n.linear(32, ((x, factor), (rest, 1))) for v in (*other, value) for x in d.leaves(v)}
            moved = tuple(d.mapped(x, multiple) for x in other)
            where = d.and_(left, self.agreement(vector, moved))
            left = d.minus(left, where)
            for leaf in sorted(d.leaves(value)) if where != FALSE else ():
                if self.terms.op[leaf] not in ("undefined", "unknown"):
                    pieces.append((d.and_(where, d.where(value, leaf)), multiple[leaf]))
        return left

    def _halves(
        self, vector: tuple[int, ...], left: int, others: list[tuple[tuple[int, ...], int]], symbol: int
    ) -> list[tuple[int, int]]:
        """Lanes in which one half of a group's value is that of another's on every way in, and what it is there, with a
        half of the group's ``symbol``: what the other half holds may be left over from anything."""
        d, n = self.decisions, self.world.integers
        found = []
        for upper in (False, True):
            own = tuple(n.half(value, upper) for value in vector)
            for other, value in others:
                where = d.and_(left, self.agreement(own, tuple(n.half(x, upper) for x in other)))
                left = d.minus(left, where)
                for leaf in sorted(d.leaves(value)) if where != FALSE else ():
                    shared, rest = n.half(leaf, upper), n.half(symbol, not upper)
                    lanes = d.and_(where, d.where(value, leaf))
                    if self.terms.op[leaf] != "undefined":
                        found.append((lanes, n.cat16(rest, shared) if upper else n.cat16(shared, rest)))
        return found

    def _chooses(self, leaf: int) -> bool:
        """Whether an undefined value is one of B alone."""
        payload = self.terms.payload[leaf]
        return isinstance(payload, tuple) and payload[0] == "B"

    def _choose(
        self,
        vector: tuple[int, ...],
        other: int,
        left: int,
        order: list[tuple[int, ...]],
        groups: dict[tuple[int, ...], list[Slot]],
        values: list[int],
        pieces: list[tuple[int, int]],
    ) -> int:
        """Let what is undefined in another group be what a register of B holds; the lanes in which it then is."""
        d = self.decisions
        lead = groups[order[other]][0]
        wild = self._wild(lead)
        if left == FALSE or wild is None:
            return FALSE
        where = d.and_(left, self.agreement(vector, order[other], wild))
        where = d.minus(where, self._taken.get(other, FALSE))
        if where == FALSE:
            return FALSE
        self._taken[other] = d.or_(self._taken.get(other, FALSE), where)
        if d.minus(where, self.agreement(vector, order[other])) != FALSE:
            self.world.committed.add(lead[1])
        symbol = self.links.symbol("vsymbol", lead, vector, order[other])
        open_ = d.and_(where, d.where(values[other], wild))
        pieces.append((where, d.ite(open_, symbol, values[other])))
        # From here on A's register holds what was chosen; lanes that were never launched count for nothing.
        values[other] = d.ite(d.and_(open_, self.world.launched), symbol, values[other])
        return where

    def _wild_order(
        self,
        vector: tuple[int, ...],
        slot: Slot,
        left: int,
        candidates: list[int],
        sharing: frozenset[int],
        order: list[tuple[int, ...]],
        groups: dict[tuple[int, ...], list[Slot]],
    ) -> list[int]:
        """Candidates for an undefined register's partner: what agrees elsewhere first, as only those can that share
        something, then the same number."""
        d = self.decisions
        lanes = d.and_(left, self.world.launched)

        def rank(other: int) -> tuple[bool, bool, int]:
            lead = groups[order[other]][0]
            apart = other not in sharing or d.and_(lanes, self.agreement(vector, order[other])) == FALSE
            return apart, lead[1] != slot[1], other

        return sorted((o for o in candidates if self._wild(groups[order[o]][0]) is not None), key=rank)

    def agreement(self, a: tuple[int, ...], b: tuple[int, ...], wild: int | None = None) -> int:
        """Lanes in which two slots agree on every way in on which such a lane can arrive."""
        d = self.decisions
        key = (a, b) if wild is None else (a, (*b, wild))
        found = self._agree.get(key)
        if found is None:
            differ = FALSE
            for way, (x, y) in enumerate(zip(a, b, strict=True)):
                if x != y:
                    differ = d.or_(differ, self._differ(way, x, y, wild))
                    if differ == TRUE:
                        break
            found = self._agree[key] = d.not_(self.links.resolve(differ))
        return found

    def _differ(self, way: int, x: int, y: int, wild: int | None) -> int:
        """Lanes in which two values differ on a way in, where the second is not undefined (``wild``) either."""
        key = (way, x, y) if wild is None else (way, x, y, wild)
        found = self._apart.get(key)
        if found is None:
            d = self.decisions
            equal = d.equal(x, y)
            if wild is not None:
                equal = d.or_(equal, d.where(y, wild))
            found = self._apart[key] = self.links.forget(d.minus(self.ways[way].link, equal))
        return found
