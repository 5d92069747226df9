"""Converts wave masks, scalars whose bits stand for lanes, to diagrams over the facts of one lane, and back."""

from __future__ import annotations

from collections.abc import Mapping

from isaopt.proof.terms.decisions import Decisions
from isaopt.proof.terms.integers import Integers
from isaopt.proof.terms.terms import FALSE, TRUE, Terms


class Masks:
    """``lanes`` gives a scalar's bit for one arbitrary lane, ``word`` the scalar that has those bits."""

    def __init__(self, terms: Terms, decisions: Decisions, integers: Integers, wave: int) -> None:
        self.terms, self.decisions, self.integers = terms, decisions, integers
        self.wide = wave == 64
        self._lanes: dict[int, int] = {}
        self._ones = terms.const64(-1) if self.wide else terms.const(-1)
        self._zero = terms.const64(0) if self.wide else terms.const(0)

    def lanes(self, word: int) -> int:
        """The diagram of an arbitrary lane's bit."""
        found = self._lanes.get(word)
        if found is None:
            found = self._lanes[word] = self._work_out(word)
        return found

    def word_at(self, regs: Mapping[int, int], unit: int) -> int | None:
        """The mask in one or two scalar registers; None where one of these is missing."""
        if not self.wide or unit not in regs or unit + 1 not in regs:
            return None if self.wide else regs.get(unit)
        return self.integers.cat(regs[unit], regs[unit + 1])

    def _work_out(self, word: int) -> int:
        t, d = self.terms, self.decisions
        if word == self._ones:
            return TRUE
        if word == self._zero:
            return FALSE
        op, args = t.op[word], t.args[word]
        if op == "mask":
            return args[0]
        if op in ("and", "or", "xor"):
            combine = {"and": d.and_, "or": d.or_, "xor": d.xor}[op]
            found = self.lanes(args[0])
            for arg in args[1:]:
                found = combine(found, self.lanes(arg))
            return found
        if op == "sel":
            return d.ite(args[0], self.lanes(args[1]), self.lanes(args[2]))
        return d.var(t.make("bit", (word,)))

    def word(self, lanes: int) -> int:
        """The scalar (32 or 64 bits by wave size) whose lane bits are the diagram."""
        t = self.terms
        if lanes == TRUE:
            return self._ones
        if lanes == FALSE:
            return self._zero
        atom, high, low = t.args[lanes]
        if (high, low) == (TRUE, FALSE) and t.op[atom] == "bit":
            return t.args[atom][0]
        return t.make("mask", (lanes,))

    def is_mask(self, word: int) -> bool:
        """Whether a scalar was built lane by lane."""
        return self.terms.op[word] == "mask" or word in (self._ones, self._zero)
