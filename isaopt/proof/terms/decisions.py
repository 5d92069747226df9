"""Decision diagrams over lane bits, inside the term store.

A value of a vector register is, for one arbitrary lane, a decision over Boolean facts of that lane (its bit in EXEC at
some point, the outcome of a compare) with terms at the leaves.  Boolean diagrams (Bryant, 1986) are the case where
the leaves are true and false.  Nodes are terms ``ite(atom, high, low)``; atoms are ordered by their number, the smaller
nearer the root, so equal functions are equal terms.
"""

from __future__ import annotations

from collections.abc import Mapping

from isaopt.proof.terms.terms import FALSE, TRUE, Terms
from isaopt.proof.types import CannotProve

_NEVER = 1 << 60


class Decisions:
    """The operations on diagrams."""

    def __init__(self, terms: Terms, limit: int = 3_000_000) -> None:
        self.terms = terms
        self._ite: dict[tuple[int, int, int], int] = {}
        self._constrain: dict[tuple[int, int], int] = {}
        self._equal: dict[tuple[int, int], int] = {}
        self._leaves: dict[int, frozenset[int]] = {}
        self._support: dict[int, frozenset[int]] = {}
        self._limit = limit

    @property
    def work(self) -> int:
        """The number of diagrams computed so far."""
        return len(self._ite) + len(self._constrain) + len(self._equal)

    def _top(self, f: int) -> int:
        return self.terms.args[f][0] if self.terms.op[f] == "ite" else _NEVER

    def _split(self, f: int, atom: int) -> tuple[int, int]:
        """High and low cofactor."""
        if self.terms.op[f] == "ite":
            top, high, low = self.terms.args[f]
            if top == atom:
                return high, low
        return f, f

    def _node(self, atom: int, high: int, low: int) -> int:
        return high if high == low else self.terms.make("ite", (atom, high, low))

    def var(self, atom: int) -> int:
        """The diagram of one fact; a constant or a diagram is itself."""
        if atom in (TRUE, FALSE) or self.terms.op[atom] == "ite":
            return atom
        return self.terms.make("ite", (atom, TRUE, FALSE))

    def ite(self, f: int, g: int, h: int) -> int:
        """``f ? g : h`` with Boolean ``f``."""
        if f == TRUE or g == h:
            return g
        if f == FALSE:
            return h
        if g == TRUE and h == FALSE:
            return f
        key = (f, g, h)
        found = self._ite.get(key)
        if found is None:
            if len(self._ite) > self._limit:
                raise CannotProve("the lane masks of this kernel are too complex to follow")
            # Inlined for speed: most of a proof's time is spent here.
            op, args = self.terms.op, self.terms.args
            atom, f1, f0 = args[f]
            top_g, g1, g0 = args[g] if op[g] == "ite" else (_NEVER, g, g)
            top_h, h1, h0 = args[h] if op[h] == "ite" else (_NEVER, h, h)
            least = min(atom, top_g, top_h)
            if atom != least:
                f1 = f0 = f
            if top_g != least:
                g1 = g0 = g
            if top_h != least:
                h1 = h0 = h
            high, low = self.ite(f1, g1, h1), self.ite(f0, g0, h0)
            found = self._ite[key] = high if high == low else self.terms.make("ite", (least, high, low))
        return found

    def not_(self, f: int) -> int:
        return self.ite(f, FALSE, TRUE)

    def and_(self, f: int, g: int) -> int:
        return self.ite(f, g, FALSE)

    def or_(self, f: int, g: int) -> int:
        return self.ite(f, TRUE, g)

    def xor(self, f: int, g: int) -> int:
        return self.ite(f, self.not_(g), g)

    def minus(self, f: int, g: int) -> int:
        return self.ite(g, FALSE, f)

    def implies(self, f: int, g: int) -> bool:
        return self.minus(f, g) == FALSE

    def constrain(self, f: int, care: int) -> int:
        """A diagram that agrees with ``f`` where ``care`` holds, and depends on ``f`` nowhere else.

        The generalised cofactor of Coudert and Madre (1990): two diagrams that agree on ``care`` give the same one.
        """
        if care in (TRUE, FALSE) or self.terms.op[f] != "ite":
            return f
        key = (f, care)
        found = self._constrain.get(key)
        if found is None:
            atom = min(self._top(f), self._top(care))
            f1, f0 = self._split(f, atom)
            c1, c0 = self._split(care, atom)
            if c1 == FALSE:
                found = self.constrain(f0, c0)
            elif c0 == FALSE:
                found = self.constrain(f1, c1)
            else:
                found = self._node(atom, self.constrain(f1, c1), self.constrain(f0, c0))
            self._constrain[key] = found
        return found

    def equal(self, f: int, g: int) -> int:
        """Where two diagrams have the same leaf."""
        if f == g:
            return TRUE
        leaf_f, leaf_g = self.terms.op[f] != "ite", self.terms.op[g] != "ite"
        if leaf_f and leaf_g:
            return FALSE
        key = (f, g) if f < g else (g, f)
        found = self._equal.get(key)
        if found is None:
            if self.leaves(f).isdisjoint(self.leaves(g)):
                found = FALSE
            else:
                atom = min(self._top(f), self._top(g))
                f1, f0 = self._split(f, atom)
                g1, g0 = self._split(g, atom)
                found = self._node(atom, self.equal(f1, g1), self.equal(f0, g0))
            self._equal[key] = found
        return found

    def mapped(self, f: int, leaves: dict[int, int]) -> int:
        """A diagram with mapped leaves; results for its subdiagrams are cached as well."""
        found = leaves.get(f)
        if found is None:
            atom, high, low = self.terms.args[f]
            found = leaves[f] = self._node(atom, self.mapped(high, leaves), self.mapped(low, leaves))
        return found

    def where(self, f: int, leaf: int) -> int:
        """Where a diagram has this leaf."""
        return self.equal(f, leaf)

    def only(self, f: int, atoms: frozenset[int], memo: dict[int, int]) -> int:
        """``f`` with every atom but these set to some value; ``memo`` keeps results for these same atoms."""
        if self.terms.op[f] != "ite":
            return f
        found = memo.get(f)
        if found is None:
            if self.support(f) <= atoms:
                found = f
            else:
                atom, high, low = self.terms.args[f]
                h, g = self.only(high, atoms, memo), self.only(low, atoms, memo)
                found = self._node(atom, h, g) if atom in atoms else self.or_(h, g)
            memo[f] = found
        return found

    def substitute(self, f: int, replacement: Mapping[int, int], memo: dict[int, int] | None = None) -> int:
        """``f`` with diagrams in place of atoms; ``memo`` keeps results for these same replacements."""
        return self._substitute(f, replacement, {} if memo is None else memo)

    def _substitute(self, f: int, replacement: Mapping[int, int], memo: dict[int, int]) -> int:
        if self.terms.op[f] != "ite":
            return f
        found = memo.get(f)
        if found is None:
            atom, high, low = self.terms.args[f]
            new = replacement.get(atom)
            test = self.var(atom) if new is None else new
            found = memo[f] = self.ite(
                test, self._substitute(high, replacement, memo), self._substitute(low, replacement, memo)
            )
        return found

    def leaves(self, f: int) -> frozenset[int]:
        """The leaf terms of a diagram."""
        if self.terms.op[f] != "ite":
            return frozenset((f,))
        found = self._leaves.get(f)
        if found is None:
            _, high, low = self.terms.args[f]
            found = self._leaves[f] = self.leaves(high) | self.leaves(low)
        return found

    def support(self, f: int) -> frozenset[int]:
        """The atoms of a diagram."""
        if self.terms.op[f] != "ite":
            return frozenset()
        found = self._support.get(f)
        if found is None:
            atom, high, low = self.terms.args[f]
            found = self._support[f] = self.support(high) | self.support(low) | {atom}
        return found

    def size(self, f: int, limit: int) -> int:
        """The number of nodes, counted up to ``limit``."""
        seen: set[int] = set()
        todo = [f]
        while todo and len(seen) < limit:
            node = todo.pop()
            if node not in seen and self.terms.op[node] == "ite":
                seen.add(node)
                todo += self.terms.args[node][1:]
        return len(seen)
