"""What holds at a cut point, whichever way control came: symbols for what differs, and which registers share one.

Registers of A and B are treated alike, as slots.  Scalars: slots with equal terms on every way in share a symbol; one
that has the same term on every way keeps it.  VGPRs: the same for one arbitrary lane, as a diagram over its mask bits:
slot ``s`` takes slot ``t``'s symbol in those lanes in which the two agree on every way in on which such a lane can
arrive.  So a value that one side of a branch makes for its lanes and the other side for the rest becomes one value,
and registers of the two kernels need to agree only in lanes in which they hold the same variable.

The first iteration of a loop knows one way in and keeps its terms (the optimistic assumption); each new way can only
split what was taken to be equal, until nothing changes.

Symbols of a cut point change their meaning when control comes there again, so facts about old ones are dropped.

An undefined register of A holds any value, hence also the one that B has in its place.  That choice may be made
once: only for registers whose undefined value nothing reads, where control leaves the region in which it is undefined.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

from isaopt.ir.registers import EXEC_LO, NUM_VGPRS, SCC
from isaopt.proof.bases import relate
from isaopt.proof.compares import compare
from isaopt.proof.machine import STATE_NAMES, Events, Side, World, chosen
from isaopt.proof.offsets import stems
from isaopt.proof.settle import decided, known_literals
from isaopt.proof.state import State
from isaopt.proof.terms import FALSE, TRUE
from isaopt.proof.uniform import is_uniform

Slot = tuple[int, int]  # side, unit
_MAX_CARE = 400
_MAX_FACTS = 12
#: Facts on which it may rest whether a register is defined in a lane.
_MAX_WHERE = 6
_MAX_ZEROS = 20
#: Visits after which growing lists of outstanding accesses are cut down.
_PATIENCE = 3


@dataclass(slots=True)
class _Way:
    """One way in: the link between new mask symbols and its terms."""

    state: State
    link: int = TRUE


class Join:
    """Joins the states that arrive at a cut point."""

    def __init__(
        self, world: World, point: int, ways: Sequence[State], masks: Sequence[int], known: State | None, visits: int
    ) -> None:
        self.known, self.visits = known, visits
        self.world, self.point, self.bit = world, point, 1 << point
        self.terms, self.decisions = world.terms, world.decisions
        self.ways = [_Way(state) for state in ways]
        self.mask_units = masks
        self._rename: dict[int, int] = {}
        self._lasting: frozenset[int] = frozenset()
        # Results for this one set of lasting atoms, and for these names.
        self._forgotten: dict[int, int] = {}
        self._renamed: dict[int, int] = {}
        self._wild_groups: list[set[int]] = []
        self._agree: dict[tuple[tuple[int, ...], tuple[int, ...]], int] = {}

    def result(self) -> State:
        """The joined state."""
        sides = (Side(0, {}), Side(1, {}))
        self._scalars(sides)
        self._events(sides)
        nonempty = self._link_masks(sides)
        self._find_lasting(sides[0])
        care = self._care(sides)
        self._vectors(sides, care)
        return State(sides, care, nonempty)

    # -- scalars

    def _symbol(self, kind: str, slot: object) -> int:
        return self.terms.make(kind, (), (self.point, slot), self.bit)

    def _keeps(self, vector: tuple[int, ...]) -> bool:
        return all(v == vector[0] for v in vector) and not self.terms.deps[vector[0]] & self.bit

    def _scalars(self, sides: tuple[Side, Side]) -> None:
        classes: dict[tuple[object, ...], int] = {}
        for side in sides:
            first = self.ways[0].state.sides[side.number].regs
            for unit in first:
                if unit < NUM_VGPRS:
                    continue
                vector = tuple(w.state.sides[side.number].regs[unit] for w in self.ways)
                if self._keeps(vector):
                    side.regs[unit] = vector[0]
                    continue
                vector = tuple(chosen(self.world, w.state.care, v) for w, v in zip(self.ways, vector, strict=True))
                if self._keeps(vector):
                    side.regs[unit] = vector[0]
                    continue
                kind = "fact" if unit == SCC else "symbol"
                key = (kind, vector)
                if key not in classes:
                    known = self._known_of(vector) if unit != SCC and unit not in STATE_NAMES else ()
                    classes[key] = self._symbol(kind, (side.number, unit, *known))
                found = classes[key]
                side.regs[unit] = self.decisions.var(found) if unit == SCC else found

    def _known_of(self, vector: tuple[int, ...]) -> tuple[int, ...]:
        """What every way in tells of a value, part of its symbol so that a change makes another one: its low zeros,
        and which half of which pointer argument it stems from."""
        zeros = self._low_zeros(vector)
        for offset, _ in self.world.facts.arguments:
            for half in (offset, offset + 4):
                if all(stems(self.world, value, half) for value in vector):
                    return zeros, half
        return (zeros,) if zeros else ()

    def _low_zeros(self, vector: tuple[int, ...]) -> int:
        """How many low bits are zero on every way in."""
        bits = 0
        for value in vector:
            bits |= self.world.integers.bits(value)
        return min((bits & -bits).bit_length() - 1, _MAX_ZEROS) if bits else _MAX_ZEROS

    def _events(self, sides: tuple[Side, Side]) -> None:
        """Outstanding accesses, position by position."""
        classes: dict[tuple[int, ...], int] = {}
        absent = self.terms.make("no_event")
        for side in sides:
            lists = [w.state.sides[side.number] for w in self.ways]
            side.unordered = frozenset().union(*(s.unordered for s in lists))
            for counter in sorted({c for s in lists for c in s.events}):
                columns = [s.events.get(counter, ()) for s in lists]
                joined: list[Events] = []
                for position in range(max(len(c) for c in columns)):
                    events = [c[position] if position < len(c) else () for c in columns]
                    parts = []
                    for part in range(max(len(e) for e in events)):
                        vector = tuple(e[part] if part < len(e) else absent for e in events)
                        if self._keeps(vector):
                            parts.append(vector[0])
                            continue
                        if vector not in classes:
                            classes[vector] = self._symbol("outstanding", (side.number, counter, position, part))
                        parts.append(classes[vector])
                    joined.append(tuple(parts))
                side.events[counter] = self._bounded(side.number, counter, tuple(joined))

    def _bounded(self, number: int, counter: str, events: tuple[Events, ...]) -> tuple[Events, ...]:
        """A list that grows with every round of a loop, cut down to one mark that stands for all of it."""
        if self.known is None or self.visits < _PATIENCE:
            return events
        if len(events) <= len(self.known.sides[number].events.get(counter, ())):
            return events
        return ((self.terms.make("unbounded", (), counter),),)

    # -- masks

    def _link_masks(self, sides: tuple[Side, Side]) -> frozenset[int]:
        """Tie the lane bits of new mask symbols to what each way in had there."""
        d, masks, n = self.decisions, self.world.masks, self.world.integers
        common = frozenset.intersection(*(w.state.nonempty for w in self.ways))
        nonempty = {m for m in common if not self.terms.deps[m] & self.bit}
        for way in self.ways:
            way.link = way.state.care
        done: set[int] = set()
        for side in sides:
            for unit in self.mask_units if side.number == 0 else (EXEC_LO,):
                if unit not in side.regs or (masks.wide and unit + 1 not in side.regs):
                    continue
                word = n.cat(side.regs[unit], side.regs[unit + 1]) if masks.wide else side.regs[unit]
                lanes = masks.lanes(word)
                if word in done or not self.terms.deps[lanes] & self.bit:
                    continue
                done.add(word)
                atom = self._only_atom(lanes)
                if atom is None:
                    continue
                stand_in = self.terms.make("new_bit", (), (self.point, side.number, unit))
                self._rename[stand_in] = d.var(atom)
                everywhere = True
                for way in self.ways:
                    regs = way.state.sides[side.number].regs
                    old = n.cat(regs[unit], regs[unit + 1]) if masks.wide else regs[unit]
                    old_lanes = masks.lanes(old)
                    way.link = d.and_(way.link, d.not_(d.xor(d.var(stand_in), old_lanes)))
                    everywhere &= self._has_lane(way.state, old_lanes)
                if everywhere:
                    nonempty.add(d.var(atom))
        return frozenset(nonempty)

    def _only_atom(self, lanes: int) -> int | None:
        atom, high, low = self.terms.args[lanes] if self.terms.op[lanes] == "ite" else (-1, -1, -1)
        return atom if (high, low) == (TRUE, FALSE) else None

    def _has_lane(self, state: State, lanes: int) -> bool:
        d = self.decisions
        return any(d.implies(d.and_(known, state.care), lanes) for known in state.nonempty)

    def forget(self, f: int) -> int:
        """``f`` with only those facts left that can matter from here on.

        Facts about symbols of this cut point were about their old values.  Of the others those stay that some mask is
        made of, and that name a lane.
        """
        return self.decisions.only(f, self._lasting, self._forgotten)

    def _find_lasting(self, side: Side) -> None:
        masks, n, t = self.world.masks, self.world.integers, self.terms
        lasting = set(self.decisions.support(self.world.launched)) | self._rename.keys()
        for unit in self.mask_units:
            if unit in side.regs and not (masks.wide and unit + 1 not in side.regs):
                word = n.cat(side.regs[unit], side.regs[unit + 1]) if masks.wide else side.regs[unit]
                lasting |= self.decisions.support(masks.lanes(word))
        for way in self.ways:
            for value in way.state.sides[0].regs.values():
                if t.op[value] == "ite" and any(t.op[x] == "undefined" for x in self.decisions.leaves(value)):
                    # That a lane has a value may rest on more than what masks are still made of.
                    support = self.decisions.support(value)
                    lasting |= support if len(support) <= _MAX_WHERE else set()
                if t.op[value] == "ite":
                    lasting |= {a for a in self.decisions.support(value) if t.op[a] == "lane_is"}
        self._lasting = frozenset(a for a in lasting if not t.deps[a] & self.bit or a in self._rename)

    def settle(self, f: int) -> int:
        return self.decisions.substitute(f, self._rename, self._renamed) if self._rename else f

    def _care(self, sides: tuple[Side, Side]) -> int:
        d = self.decisions
        care = FALSE
        for way in self.ways:
            care = d.or_(care, self.forget(way.link))
        care = self.settle(care)
        for fact in sorted(d.support(self.ways[0].link)):
            # A fact about the wave goes on where every way in tells it.
            if is_uniform(self.world, fact) and not self.terms.deps[fact] & self.bit:
                for literal in (d.var(fact), d.not_(d.var(fact))):
                    if all(d.implies(w.link, literal) for w in self.ways):
                        care = d.and_(care, literal)
        care = d.and_(care, self._carried(sides))
        return TRUE if d.size(care, _MAX_CARE) >= _MAX_CARE else care

    def _carried(self, sides: tuple[Side, Side]) -> int:
        """Order facts that each way in tells of its own values, as facts about the symbols that stand for them."""
        d, t = self.decisions, self.terms
        result = TRUE
        for number, way in enumerate(self.ways):
            for literal in known_literals(self.world, way.state.care)[:_MAX_FACTS]:
                atom, high, _ = t.args[literal]
                if t.op[atom] != "less":
                    continue
                for new in self._restated(atom, number, sides):
                    fact = d.var(new) if high == TRUE else d.not_(d.var(new))
                    result = d.and_(result, fact)
        return result

    def _restated(self, atom: int, number: int, sides: tuple[Side, Side]) -> list[int]:
        """Atoms about new symbols that every way in makes true (or false, as the way of that number has it)."""
        d, t = self.decisions, self.terms
        kind = t.payload[atom]
        assert isinstance(kind, str)
        choices: list[list[tuple[int, list[int]]]] = []
        for argument in t.args[atom]:
            options = []
            if not t.deps[argument] & self.bit:
                options.append((argument, [argument] * len(self.ways)))
            seen = set()
            for side in sides:
                for unit, term in side.regs.items():
                    if term in seen or t.op[term] != "symbol" or not t.deps[term] & self.bit or unit in STATE_NAMES:
                        continue
                    vector = [w.state.sides[side.number].regs[unit] for w in self.ways]
                    if vector[number] == argument:
                        seen.add(term)
                        options.append((term, vector))
            choices.append(options)
        positive = d.implies(self.ways[number].state.care, d.var(atom))
        found = []
        for (a, va), (b, vb) in product(*choices):
            if not (t.deps[a] | t.deps[b]) & self.bit:
                continue
            holds = True
            for way, x, y in zip(self.ways, va, vb, strict=True):
                fact = compare(self.world, "lt", kind, x, y)
                if not positive:
                    fact = d.not_(fact)
                holds = holds and (d.implies(way.state.care, fact) or decided(self.world, way.state.care, fact) is True)
                if not holds:
                    break
            if holds:
                found.append(t.make("less", (a, b), kind))
        return found

    # -- vectors

    def _vectors(self, sides: tuple[Side, Side], care: int) -> None:
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
                if self._keeps(vector) and not (apart and vector[0] not in kept):
                    side.regs[unit] = vector[0]
                    kept.add(vector[0])
                else:
                    groups.setdefault(vector, []).append((side.number, unit))
        index = self._index(list(groups))
        order = list(groups)
        taken: dict[int, int] = {}
        self._wild_groups = [self._undefined_in(order, groups, way, care) for way in range(len(self.ways))]
        for position, vector in enumerate(order):
            slot = groups[vector][0]
            value = self._value(position, vector, slot, order, groups, index, care, taken)
            value = d.constrain(value, care)
            for number, unit in groups[vector]:
                sides[number].regs[unit] = value
        self._relate(sides, groups)

    def _relate(self, sides: tuple[Side, Side], groups: dict[tuple[int, ...], list[Slot]]) -> None:
        """Pairs of A's VGPRs as a base of B's and a distance, where they are that on every way in."""
        for low, high in self.world.moved:
            vectors = [tuple(w.state.sides[0].regs.get(u, -1) for w in self.ways) for u in (low, high)]
            if any(v not in groups for v in vectors):
                continue
            found = relate(self, sides[1], vectors[0], vectors[1])
            if found is not None:
                for vector, half in zip(vectors, found[1:], strict=True):
                    for number, unit in groups[vector]:
                        sides[number].regs[unit] = self.decisions.ite(found[0], half, sides[number].regs[unit])

    def _index(self, vectors: list[tuple[int, ...]]) -> list[dict[int, set[int]]]:
        """For each way in: leaf to the groups that have it."""
        found: list[dict[int, set[int]]] = [{} for _ in self.ways]
        for position, vector in enumerate(vectors):
            for way, value in enumerate(vector):
                for leaf in self.decisions.leaves(value):
                    found[way].setdefault(leaf, set()).add(position)
        return found

    def _undefined_in(
        self, order: list[tuple[int, ...]], groups: dict[tuple[int, ...], list[Slot]], way: int, care: int
    ) -> set[int]:
        """Groups of registers of A that are undefined in some launched lane on a way in, and that nothing reads."""
        d = self.decisions
        lanes = d.and_(self.ways[way].state.care, self.world.launched)
        found = set()
        for position, vector in enumerate(order):
            wild = self._wild(groups[vector][0])
            if wild is not None and wild in d.leaves(vector[way]) and wild in d.leaves(d.constrain(vector[way], lanes)):
                found.add(position)
        return found

    def _wild(self, slot: Slot) -> int | None:
        """The undefined value of a register of A that nothing reads."""
        if slot[0] or slot[1] in self.world.touched:
            return None
        return self.terms.make("undefined", (), ("A", slot[1]))

    def _value(
        self,
        position: int,
        vector: tuple[int, ...],
        slot: Slot,
        order: list[tuple[int, ...]],
        groups: dict[tuple[int, ...], list[Slot]],
        index: list[dict[int, set[int]]],
        care: int,
        taken: dict[int, int],
    ) -> int:
        d, t = self.decisions, self.terms
        pieces: list[tuple[int, int]] = []
        left = care
        leaves = frozenset.intersection(*(d.leaves(v) for v in vector))
        for leaf in sorted(leaves):
            if left == FALSE:
                break
            if t.deps[leaf] & self.bit or t.op[leaf] == "unknown":
                continue
            where = d.and_(left, self._agreement(vector, (leaf,) * len(vector)))
            if where != FALSE:
                pieces.append((where, leaf))
                left = d.minus(left, where)
        candidates: set[int] | None = None
        wild_groups = self._wild_groups
        for way, value in enumerate(vector):
            sharing: set[int] = set()
            for leaf in d.leaves(value):
                sharing |= index[way][leaf]
            if slot[0] == 1:
                # A register of A that is undefined on this way may stand for whatever B has.
                sharing |= wild_groups[way]
            candidates = sharing if candidates is None else candidates & sharing
        earlier = sorted(c for c in candidates or () if c < position)
        for other in earlier:
            where = d.and_(left, self._agreement(vector, order[other]))
            if where != FALSE:
                pieces.append((where, self._symbol("vsymbol", groups[order[other]][0])))
                left = d.minus(left, where)
        for other in self._wild_order(vector, slot, earlier, order, groups) if slot[0] == 1 and left != FALSE else ():
            lead = groups[order[other]][0]
            wild = self._wild(lead)
            if left == FALSE or wild is None:
                continue
            where = d.and_(left, self._agreement(vector, order[other], wild))
            where = d.minus(where, taken.get(other, FALSE))
            if where != FALSE:
                taken[other] = d.or_(taken.get(other, FALSE), where)
                self.world.committed.add(lead[1])
                pieces.append((where, self._symbol("vsymbol", lead)))
                left = d.minus(left, where)
        value = self._symbol("vsymbol", slot)
        for where, symbol in reversed(pieces):
            value = d.ite(where, symbol, value)
        return value

    def _wild_order(
        self,
        vector: tuple[int, ...],
        slot: Slot,
        earlier: list[int],
        order: list[tuple[int, ...]],
        groups: dict[tuple[int, ...], list[Slot]],
    ) -> list[int]:
        """Candidates for an undefined register's partner: what agrees elsewhere first, then the same number."""

        def rank(other: int) -> tuple[bool, bool, int]:
            lead = groups[order[other]][0]
            return self._agreement(vector, order[other]) == FALSE, lead[1] != slot[1], other

        return sorted((o for o in earlier if self._wild(groups[order[o]][0]) is not None), key=rank)

    def _agreement(self, a: tuple[int, ...], b: tuple[int, ...], wild: int | None = None) -> int:
        """Lanes in which two slots agree on every way in on which such a lane can arrive."""
        d = self.decisions
        key = (a, b) if wild is None else (a, (*b, wild))
        found = self._agree.get(key)
        if found is None:
            differ = FALSE
            for way, x, y in zip(self.ways, a, b, strict=True):
                equal = d.equal(x, y)
                if wild is not None:
                    equal = d.or_(equal, d.where(y, wild))
                if equal != TRUE:
                    differ = d.or_(differ, self.forget(d.minus(way.link, equal)))
                if differ == TRUE:
                    break
            found = self._agree[key] = d.not_(self.settle(differ))
        return found
