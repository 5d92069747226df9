"""Hash-consed terms: equal terms are equal integers.

A term is an operator, a payload (constants, modifiers: anything hashable that is no term) and arguments that are terms.
It is built from terms that exist already, so nothing here recurses, however deep a value is.
Each term knows which cut points its symbols belong to (``deps``, a bit set), because such a symbol changes its meaning
when control reaches the cut point again.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from isaopt.proof.types import CannotProve

TRUE, FALSE = 0, 1


class Terms:
    """The store of all terms of one proof."""

    def __init__(self, limit: int = 4_000_000) -> None:
        self.op: list[str] = []
        self.args: list[tuple[int, ...]] = []
        self.payload: list[Hashable] = []
        self.deps: list[int] = []
        self._table: dict[tuple[str, Hashable, tuple[int, ...]], int] = {}
        self._limit = limit
        self._unknowns = 0
        #: Terms that were proved equal to an older one, which replaces them from then on.
        self.lemmas: dict[int, int] = {}
        #: Answers of :func:`isaopt.proof.semantics.memory.place_of`.
        self.places: dict[int, Any] = {}
        assert self.make("true") == TRUE
        assert self.make("false") == FALSE

    def make(self, op: str, args: tuple[int, ...] = (), payload: Hashable = None, deps: int = 0) -> int:
        """The term with that operator; ``deps`` is only given for symbols, and for loads that may be repeated."""
        key = (op, payload, args)
        found = self._table.get(key)
        if found is not None:
            while found in self.lemmas:
                found = self.lemmas[found]
            return found
        for arg in args:
            deps |= self.deps[arg]
        number = len(self.op)
        if number >= self._limit:
            raise CannotProve("the kernel needs more terms than the proof may build")
        self.op.append(op)
        self.args.append(args)
        self.payload.append(payload)
        self.deps.append(deps)
        self._table[key] = number
        return number

    def unknown(self, why: str) -> int:
        """A value that equals nothing, not even another unknown."""
        self._unknowns += 1
        return self.make("unknown", (), (why, self._unknowns))

    def const(self, value: int) -> int:
        return self.make("const", (), value & 0xFFFFFFFF)

    def const64(self, value: int) -> int:
        return self.make("const64", (), value & 0xFFFFFFFFFFFFFFFF)

    def const_value(self, term: int) -> int | None:
        """The number that a constant is."""
        if self.op[term] in ("const", "const64"):
            value = self.payload[term]
            assert isinstance(value, int)
            return value
        return None
