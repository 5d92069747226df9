"""Translates terms to bit-vector expressions of the SMT solver Bitwuzla."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from isaopt.proof.semantics.world import World
from isaopt.proof.terms.words import inputs_of, parts_of

if TYPE_CHECKING:
    from bitwuzla import Term, TermManager

#: The most terms of an expression.
MAX_NODES = 300


class Translation:
    """Terms as Bitwuzla's expressions; None for terms that are too large. Without ``products``, a product of two
    variables becomes a variable: less can be shown then, but everything shown holds."""

    def __init__(self, world: World, manager: TermManager, products: bool = True) -> None:
        self.world, self.manager, self._products = world, manager, products
        self.bounds: list[Term] = []
        self._known: dict[tuple[int, int], Term] = {}

    def term(self, root: int, bits: int) -> Term | None:
        parts = parts_of(self.world, root, bits, MAX_NODES)
        if parts is None:
            return None
        for node in parts:
            if node not in self._known:
                self._known[node] = self._make(*node)
        return self._known[root, bits]

    def apply(self, kind: str, *operands: Term, indices: Sequence[int] = ()) -> Term:
        """An operator of SMT-LIB's theory of bit vectors, by Bitwuzla's name of it."""
        from bitwuzla import Kind

        return self.manager.mk_term(Kind[kind], list(operands), list(indices))

    def number(self, value: int, bits: int) -> Term:
        return self.manager.mk_bv_value(self.manager.mk_bv_sort(bits), value & (1 << bits) - 1)

    def _make(self, term: int, bits: int) -> Term:
        t = self.world.terms
        op, payload = t.op[term], t.payload[term]
        inner = [self._known[i] for i in inputs_of(self.world, term, bits)]
        apply = self.apply
        if op == "true" or op == "false":
            return self.manager.mk_true() if op == "true" else self.manager.mk_false()
        if bits == 1:
            return self._fact(term, inner)
        if op in ("const", "const64"):
            return self.number(t.const_value(term) or 0, bits)
        if op in ("lin32", "lin64"):
            assert isinstance(payload, tuple)
            total = self.number(payload[0], bits)
            for factor, x in zip(payload[1], inner, strict=True):
                total = apply("BV_ADD", total, apply("BV_MUL", x, self.number(factor, bits)))
            return total
        if op in ("and", "or", "xor") or (op in ("mul", "mul64") and self._products):
            out = inner[0]
            for x in inner[1:]:
                out = apply("BV_" + op.removesuffix("64").upper(), out, x)
            return out
        if op in ("shl", "lshr", "ashr"):
            by = apply("BV_AND", inner[1], self.number(31, 32))
            return apply({"shl": "BV_SHL", "lshr": "BV_SHR", "ashr": "BV_ASHR"}[op], inner[0], by)
        if op == "shl64":
            by = apply("BV_AND", inner[1], self.number(63, 32))
            return apply("BV_SHL", inner[0], apply("BV_ZERO_EXTEND", by, indices=(32,)))
        if op in ("zext", "sext"):
            return apply("BV_ZERO_EXTEND" if op == "zext" else "BV_SIGN_EXTEND", inner[0], indices=(32,))
        if op == "cat":
            return apply("BV_CONCAT", inner[1], inner[0])
        bits_of = partial(apply, "BV_EXTRACT")
        if op in ("lo", "hi"):
            return bits_of(inner[0], indices=(31, 0) if op == "lo" else (63, 32))
        if op == "cat16":
            return apply("BV_CONCAT", bits_of(inner[1], indices=(15, 0)), bits_of(inner[0], indices=(15, 0)))
        if op in ("lo16", "load16", "hi16"):
            half = bits_of(inner[0], indices=(31, 16) if op == "hi16" else (15, 0))
            return apply("BV_ZERO_EXTEND", half, indices=(16,))
        if op == "load8":
            return apply("BV_ZERO_EXTEND", bits_of(inner[0], indices=(7, 0)), indices=(24,))
        if op == "sext16":
            return apply("BV_SIGN_EXTEND", bits_of(inner[0], indices=(15, 0)), indices=(16,))
        variable = self.manager.mk_const(self.manager.mk_bv_sort(bits), f"t{term}_{bits}")
        if bits == 32:
            integers = self.world.integers
            possible = integers.bits(term)
            if possible != 0xFFFFFFFF:
                impossible = apply("BV_AND", variable, self.number(~possible, 32))
                self.bounds.append(apply("EQUAL", impossible, self.number(0, 32)))
            self.bounds.append(apply("BV_ULE", variable, self.number(integers.upper(term), 32)))
        return variable

    def _fact(self, term: int, inner: list[Term]) -> Term:
        t = self.world.terms
        op = t.op[term]
        if op == "ite":
            return self.apply("ITE", *inner)
        if op == "zero" and inner:
            return self.apply("EQUAL", inner[0], self.number(0, inner[0].sort().bv_size()))
        if op == "eq" and inner:
            return self.apply("EQUAL", *inner)
        if op == "less" and inner:
            return self.apply("BV_SLT" if t.payload[term] == "i32" else "BV_ULT", *inner)
        if op == "carry":
            return self.apply("BV_UADD_OVERFLOW", *inner)
        return self.manager.mk_const(self.manager.mk_bool_sort(), f"f{term}")
