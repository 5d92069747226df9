"""Terms as z3's bit-vector expressions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from isaopt.proof.semantics.world import World
from isaopt.proof.terms.words import inputs_of, parts_of

if TYPE_CHECKING:
    import z3

#: Terms of an expression at most.
MAX_NODES = 300


class Translation:
    """Terms as z3 expressions; None for terms that are too large. Without ``products``, a product of two variables
    becomes a variable: less can be shown then, but everything shown holds."""

    def __init__(self, world: World, context: z3.Context, products: bool = True) -> None:
        self.world, self.context, self._products = world, context, products
        self.bounds: list[z3.BoolRef] = []
        self._known: dict[tuple[int, int], z3.ExprRef] = {}

    def term(self, root: int, bits: int) -> z3.ExprRef | None:
        parts = parts_of(self.world, root, bits, MAX_NODES)
        if parts is None:
            return None
        for node in parts:
            if node not in self._known:
                self._known[node] = self._make(*node)
        return self._known[root, bits]

    def _make(self, term: int, bits: int) -> z3.ExprRef:
        import z3

        t, c = self.world.terms, self.context
        op, payload = t.op[term], t.payload[term]
        inner = [self._known[i] for i in inputs_of(self.world, term, bits)]
        if op == "true" or op == "false":
            return z3.BoolVal(op == "true", ctx=c)
        if bits == 1:
            return self._fact(term, inner)
        if op in ("const", "const64"):
            return z3.BitVecVal(t.const_value(term) or 0, bits, ctx=c)
        if op in ("lin32", "lin64"):
            assert isinstance(payload, tuple)
            total = z3.BitVecVal(payload[0], bits, ctx=c)
            for factor, x in zip(payload[1], inner, strict=True):
                total = total + x * z3.BitVecVal(factor, bits, ctx=c)
            return total
        if op in ("and", "or", "xor"):
            out = inner[0]
            for x in inner[1:]:
                out = out & x if op == "and" else out | x if op == "or" else out ^ x
            return out
        if op in ("mul", "mul64") and self._products:
            out = inner[0]
            for x in inner[1:]:
                out = out * x
            return out
        if op in ("shl", "lshr", "ashr"):
            by = inner[1] & z3.BitVecVal(31, 32, ctx=c)
            return inner[0] << by if op == "shl" else z3.LShR(inner[0], by) if op == "lshr" else inner[0] >> by
        if op == "shl64":
            return inner[0] << z3.ZeroExt(32, inner[1] & z3.BitVecVal(63, 32, ctx=c))
        if op == "zext":
            return z3.ZeroExt(32, inner[0])
        if op == "sext":
            return z3.SignExt(32, inner[0])
        if op == "cat":
            return z3.Concat(inner[1], inner[0])
        if op in ("lo", "hi"):
            return z3.Extract(31, 0, inner[0]) if op == "lo" else z3.Extract(63, 32, inner[0])
        if op == "cat16":
            return z3.Concat(z3.Extract(15, 0, inner[1]), z3.Extract(15, 0, inner[0]))
        if op in ("lo16", "load16"):
            return z3.ZeroExt(16, z3.Extract(15, 0, inner[0]))
        if op == "hi16":
            return z3.ZeroExt(16, z3.Extract(31, 16, inner[0]))
        if op == "load8":
            return z3.ZeroExt(24, z3.Extract(7, 0, inner[0]))
        if op == "sext16":
            return z3.SignExt(16, z3.Extract(15, 0, inner[0]))
        variable = z3.BitVec(f"t{term}_{bits}", bits, ctx=c)
        if bits == 32:
            integers = self.world.integers
            possible = integers.bits(term)
            if possible != 0xFFFFFFFF:
                impossible = z3.BitVecVal(~possible & 0xFFFFFFFF, 32, ctx=c)
                self.bounds.append(variable & impossible == z3.BitVecVal(0, 32, ctx=c))
            self.bounds.append(z3.ULE(variable, z3.BitVecVal(integers.upper(term), 32, ctx=c)))
        return variable

    def _fact(self, term: int, inner: list[z3.ExprRef]) -> z3.ExprRef:
        import z3

        t, c = self.world.terms, self.context
        op = t.op[term]
        if op == "ite":
            return z3.If(*inner, ctx=c)
        if op == "zero" and inner:
            return inner[0] == z3.BitVecVal(0, inner[0].size(), ctx=c)
        if op == "eq" and inner:
            return inner[0] == inner[1]
        if op == "less" and inner:
            return inner[0] < inner[1] if t.payload[term] == "i32" else z3.ULT(inner[0], inner[1])
        if op == "carry":
            wide = z3.ZeroExt(1, inner[0]) + z3.ZeroExt(1, inner[1])
            return z3.Extract(32, 32, wide) == z3.BitVecVal(1, 1, ctx=c)
        return z3.Bool(f"f{term}", ctx=c)
