"""Equalities that normal forms do not settle, put to z3 as bit-vector problems.

What z3 proves valid becomes a lemma of the term store: from then on the one term is the other.  Operators without a
bit-vector meaning are free variables.  Work is bounded by z3's resource limit, which counts steps, not time.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from isaopt.proof.machine import World
from isaopt.proof.terms import FALSE, TRUE
from isaopt.proof.uniform import is_uniform

if TYPE_CHECKING:
    import z3

_RESOURCES = 400_000
_MAX_NODES = 300
_MAX_QUERIES = 60
_MAX_PARTS = 4000
_ARITHMETIC = frozenset(
    [
        "lin32",
        "and",
        "or",
        "xor",
        "mul",
        "shl",
        "lshr",
        "ashr",
        "lo",
        "hi",
        "cat16",
        "lo16",
        "hi16",
        "const",
        "sext16",
        "load8",
        "load16",
    ]
)
_ARITHMETIC64 = frozenset(["lin64", "cat", "zext", "sext", "const64", "umul64", "smul64", "mul64", "shl64"])
#: On words of either width.
_BITWISE = frozenset(["and", "or", "xor"])
_FACTS = frozenset(["ite", "true", "false"])


class Settler:
    """Turns suspected equalities into lemmas."""

    def __init__(self) -> None:
        self._asked: dict[tuple[int, int], bool] = {}
        self._queries = 0
        self._seen: set[tuple[int, int]] = set()

    def settle(self, world: World, suspects: Sequence[tuple[int, int]]) -> bool:
        """Whether some suspected equality holds that was not known; it is one of the world's lemmas then."""
        gained = False
        self._seen = set()
        for a, b in suspects:
            gained |= self._close(world, a, b, 0)
        return gained

    def _close(self, world: World, a: int, b: int, depth: int) -> bool:
        """Make two terms equal by proving the parts in which they differ equal; whether anything was gained."""
        t = world.terms
        if a == b or depth > 60 or (a, b) in self._seen or len(self._seen) > _MAX_PARTS:
            return False
        self._seen.add((a, b))
        gained = False
        alike = t.op[a] == t.op[b] and t.payload[a] == t.payload[b] and len(t.args[a]) == len(t.args[b])
        if alike and t.op[a] not in _ARITHMETIC and t.op[a] not in _ARITHMETIC64:
            for x, y in zip(t.args[a], t.args[b], strict=True):
                gained |= self._close(world, x, y, depth + 1)
            if gained:
                return True
        kind = _kind(world, a)
        if kind is None or kind != _kind(world, b):
            return False
        if self._valid(world, a, b, kind):
            if kind == 1:
                # A diagram cannot stand for another one inside a third: their order of facts differs.
                world.equal_facts.add((a, b))
                return depth == 0
            older, newer = min(a, b), max(a, b)
            t.lemmas[newer] = older
            return True
        return False

    def _valid(self, world: World, a: int, b: int, kind: int) -> bool:
        key = (min(a, b), max(a, b))
        found = self._asked.get(key)
        if found is None:
            if self._queries >= _MAX_QUERIES:
                return False
            self._queries += 1
            found = self._asked[key] = _prove_equal(world, a, b, kind)
        return found


def decided(world: World, care: int, condition: int) -> bool | None:
    """Whether what is known of the wave decides a condition: true, false, or None if it does not, or is too hard."""
    d = world.decisions
    key = (care, condition)
    if key not in world.decided:
        known = known_literals(world, care)
        answer: bool | None = None
        if known and len(world.decided) < _MAX_QUERIES:
            for outcome in (True, False):
                denied = d.not_(condition) if outcome else condition
                if _contradict(world, [*known, denied]):
                    answer = outcome
                    break
        world.decided[key] = answer
    return world.decided[key]


def known_literals(world: World, care: int) -> list[int]:
    """Facts about the wave that hold, each as a diagram of one atom."""
    d = world.decisions
    found = []
    for atom in sorted(d.support(care)):
        if is_uniform(world, atom):
            found += [f for f in (d.var(atom), d.not_(d.var(atom))) if d.implies(care, f)]
    return found


def _contradict(world: World, facts: Sequence[int]) -> bool:
    import z3

    context = z3.Context()
    translation = _Translation(world, context)
    expressions = [translation.term(f, 1) for f in facts]
    solver = z3.SolverFor("QF_BV", ctx=context)
    solver.set("rlimit", _RESOURCES)
    for expression in expressions:
        if expression is not None:
            solver.add(expression)
    for bound in translation.bounds:
        solver.add(bound)
    return expressions[-1] is not None and bool(solver.check() == z3.unsat)


def _kind(world: World, term: int) -> int | None:
    """Bits of an integer term, 1 for a fact; None for a term that z3 could do nothing with."""
    op = world.terms.op[term]
    if op in _BITWISE and _is_wide(world, term):
        return 64
    if op in _ARITHMETIC:
        return 32
    if op in _ARITHMETIC64:
        return 64
    if op in _FACTS and (op != "ite" or world.decisions.leaves(term) <= {TRUE, FALSE}):
        return 1
    return None


def _prove_equal(world: World, a: int, b: int, kind: int) -> bool:
    import z3

    context = z3.Context()
    translation = _Translation(world, context)
    x, y = translation.term(a, kind), translation.term(b, kind)
    if x is None or y is None:
        return False
    solver = z3.SolverFor("QF_BV", ctx=context)
    solver.set("rlimit", _RESOURCES)
    for bound in translation.bounds:
        solver.add(bound)
    solver.add(x != y)
    return bool(solver.check() == z3.unsat)


class _Translation:
    """Terms as z3 expressions; None for what is too large."""

    def __init__(self, world: World, context: z3.Context) -> None:
        self.world, self.context = world, context
        self.bounds: list[z3.BoolRef] = []
        self._known: dict[tuple[int, int], z3.ExprRef] = {}

    def term(self, root: int, bits: int) -> z3.ExprRef | None:
        order: list[tuple[int, int]] = []
        seen: set[tuple[int, int]] = set()
        todo = [(root, bits)]
        while todo:
            node = todo.pop()
            if node in seen:
                continue
            seen.add(node)
            order.append(node)
            if len(order) > _MAX_NODES:
                return None
            todo += self._inputs(*node)
        # A term is newer than its arguments, so the number gives an order from the leaves up.
        for node in sorted(order, key=lambda n: n[0]):
            if node not in self._known:
                self._known[node] = self._make(*node)
        return self._known[root, bits]

    def _inputs(self, term: int, bits: int) -> list[tuple[int, int]]:
        t = self.world.terms
        op, args = t.op[term], t.args[term]
        if bits == 1:
            if op == "ite":
                return [(a, 1) for a in args]
            if op == "zero" or op == "eq":
                return [(a, _width(self.world, args)) for a in args]
            if op == "less" and t.payload[term] in ("i32", "u32"):
                return [(a, 32) for a in args]
            if op == "carry":
                return [(a, 32) for a in args]
            return []
        if op in ("zext", "sext", "cat", "umul64", "smul64"):
            return [(a, 32) for a in args]
        if op in ("lo", "hi"):
            return [(args[0], 64)]
        if op == "shl64":
            return [(args[0], 64), (args[1], 32)]
        if op in _ARITHMETIC or op in ("lin64", "mul64"):
            return [(a, bits) for a in args]
        return []

    def _make(self, term: int, bits: int) -> z3.ExprRef:
        import z3

        t, c = self.world.terms, self.context
        op, payload = t.op[term], t.payload[term]
        inner = [self._known[i] for i in self._inputs(term, bits)]
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
        if op in ("mul", "mul64"):
            return inner[0] * inner[1]
        if op in ("umul64", "smul64"):
            widen = z3.ZeroExt if op == "umul64" else z3.SignExt
            return widen(32, inner[0]) * widen(32, inner[1])
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


def _width(world: World, args: Sequence[int]) -> int:
    return 64 if any(_is_wide(world, a) for a in args) else 32


def _is_wide(world: World, term: int) -> bool:
    """Whether a word has 64 bits: bitwise operations and choices are as wide as their operands."""
    t = world.terms
    seen: set[int] = set()
    todo = [term]
    while todo:
        node = todo.pop()
        if node in seen:
            continue
        seen.add(node)
        op = t.op[node]
        if op in _ARITHMETIC64 or (op == "mask" and world.masks.wide):
            return True
        if op in _BITWISE:
            todo += t.args[node]
        elif op == "sel":
            todo += t.args[node][1:]
    return False
