"""The incoming paths of a cut point, and the masks at it: what new mask symbols stand for on each path, and which facts
remain valid."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from isaopt.isa.registers import EXEC_LO
from isaopt.proof.semantics.offsets import pointers_in
from isaopt.proof.semantics.state import ProofState
from isaopt.proof.semantics.world import Side, World
from isaopt.proof.terms.terms import FALSE, TRUE

#: Facts on which it may rest whether a register is defined in a lane.
_MAX_WHERE = 6


@dataclass(slots=True)
class EntryLink:
    """One incoming path: the link between new mask symbols and its terms."""

    state: ProofState
    link: int = TRUE


#: More low zeros than these matter to nothing.
_MAX_ZEROS = 20

Sum = tuple[int, tuple[tuple[int, int], ...]]
"""A sum: a constant, and terms with their factors."""


class Links:
    """The state shared by the parts of a join: incoming paths, symbols of the cut point, and facts about old masks."""

    def __init__(self, world: World, point: int, ways: Sequence[ProofState], masks: Sequence[int]) -> None:
        self.world, self.point, self.bit = world, point, 1 << point
        self.terms, self.decisions = world.terms, world.decisions
        self.ways = [EntryLink(state) for state in ways]
        self.mask_units = masks
        self._rename: dict[int, int] = {}
        self._lasting: frozenset[int] = frozenset()
        # Results for this one set of lasting atoms, and for these names.
        self._forgotten: dict[int, int] = {}
        self._renamed: dict[int, int] = {}
        self._steps: dict[tuple[int, int], Sum] = {}

    def symbol(self, kind: str, slot: object, *vectors: Sequence[int]) -> int:
        """This cut point's symbol for a slot, which stands for these values on the ways in.

        Of which pointer arguments they are made is part of it where that matters, so that another way in makes another
        symbol.
        """
        payload: tuple[object, ...] = (self.point, slot)
        if self.world.facts.traced:
            made_of = frozenset[int]().union(*(pointers_in(self.world, x) for vector in vectors for x in vector))
            payload = (*payload, made_of) if made_of else payload
        return self.terms.make(kind, (), payload, self.bit)

    def step(self, first: int, last: int) -> Sum:
        """The parts of the difference of a value on two ways in, which is asked for with every other scalar."""
        found = self._steps.get((first, last))
        if found is None:
            n = self.world.integers
            found = self._steps[first, last] = n.parts(n.sub(last, first), "lin32")
        return found

    def keeps(self, vector: tuple[int, ...]) -> bool:
        """Whether a value is the same term on every incoming path, and remains valid."""
        return all(v == vector[0] for v in vector) and not self.terms.deps[vector[0]] & self.bit

    def link_masks(self, sides: tuple[Side, Side]) -> frozenset[int]:
        """Tie the lane bits of new mask symbols to what each way in had there."""
        d, masks = self.decisions, self.world.masks
        common = frozenset.intersection(*(w.state.nonempty for w in self.ways))
        nonempty = {m for m in common if not self.terms.deps[m] & self.bit}
        for way in self.ways:
            way.link = way.state.care
        done: set[int] = set()
        for side in sides:
            for unit in self.mask_units if side.number == 0 else (EXEC_LO,):
                word = masks.word_at(side.regs, unit)
                if word is None or word in done or not self.terms.deps[lanes := masks.lanes(word)] & self.bit:
                    continue
                done.add(word)
                atom = self._only_atom(lanes)
                if atom is None:
                    continue
                stand_in = self.terms.make("new_bit", (), (self.point, side.number, unit))
                self._rename[stand_in] = d.var(atom)
                everywhere = True
                for way in self.ways:
                    old = masks.word_at(way.state.sides[side.number].regs, unit)
                    assert old is not None
                    old_lanes = masks.lanes(old)
                    way.link = d.and_(way.link, d.not_(d.xor(d.var(stand_in), old_lanes)))
                    everywhere &= self._has_lane(way.state, old_lanes)
                if everywhere:
                    nonempty.add(d.var(atom))
        return frozenset(nonempty)

    def _only_atom(self, lanes: int) -> int | None:
        atom, high, low = self.terms.args[lanes] if self.terms.op[lanes] == "ite" else (-1, -1, -1)
        return atom if (high, low) == (TRUE, FALSE) else None

    def _has_lane(self, state: ProofState, lanes: int) -> bool:
        d = self.decisions
        return any(d.implies(d.and_(known, state.care), lanes) for known in state.nonempty)

    def forget(self, f: int) -> int:
        """``f`` with only those facts left that can matter from here on.

        Facts about symbols of this cut point were about their old values.  Of the others those stay that some mask is
        made of, and that name a lane.
        """
        return self.decisions.only(f, self._lasting, self._forgotten)

    def find_lasting(self, side: Side) -> None:
        """Note which atoms :meth:`forget` keeps."""
        masks, t = self.world.masks, self.terms
        lasting = set(self.decisions.support(self.world.launched)) | self._rename.keys()
        for unit in self.mask_units:
            if (word := masks.word_at(side.regs, unit)) is not None:
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

    def resolve(self, f: int) -> int:
        """``f`` with the new mask symbols under their names."""
        return self.decisions.substitute(f, self._rename, self._renamed) if self._rename else f


def low_zeros(world: World, values: Sequence[int]) -> int:
    """How many low bits are zero in all of some values."""
    bits = 0
    for value in values:
        bits |= world.integers.bits(value)
    return min((bits & -bits).bit_length() - 1, _MAX_ZEROS) if bits else _MAX_ZEROS
