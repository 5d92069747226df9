"""What the operators of terms mean, on numbers and on z3's bit vectors.

Suspected equalities are tried on numbers first: what differs for one choice of its free variables is not equal, and z3
need not be asked.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from functools import partial, reduce
from random import Random
from typing import TYPE_CHECKING, Any

from isaopt.proof.semantics.world import World
from isaopt.proof.terms.words import inputs_of, parts_of

if TYPE_CHECKING:
    import z3

#: Terms of an expression at most.
MAX_NODES = 300
#: Choices that are tried; the first one is 0 for every variable, the second one its largest value.
_TRIALS = 6

#: A word or a fact: a number, or an expression of z3.
Word = Any
_BITWISE = {"and": operator.and_, "or": operator.or_, "xor": operator.xor}


class _Numbers:
    """Words as numbers from 0 up."""

    def word(self, value: int, width: int) -> int:
        return value & (1 << width) - 1

    def fact(self, value: bool) -> bool:
        return value

    def part(self, x: int, high: int, low: int) -> int:
        return self.word(x >> low, high - low + 1)

    def joined(self, high: int, low: int, low_width: int) -> int:
        return high << low_width | low

    def extended(self, x: int, width: int, wider: int, signed: bool = False) -> int:
        return self.word(_signed(x, width), wider) if signed else x

    def right(self, x: int, by: int, signed: bool) -> int:
        return self.word((_signed(x, 32) if signed else x) >> by, 32)

    def less(self, x: int, y: int, signed: bool) -> bool:
        return _signed(x, 32) < _signed(y, 32) if signed else x < y

    def chosen(self, fact: int, x: int, y: int) -> int:
        return x if fact else y


def _signed(value: int, width: int) -> int:
    return value - (1 << width) if value >> (width - 1) else value


class _Vectors:
    """Words as bit vectors, facts as Booleans of z3."""

    def __init__(self, context: z3.Context) -> None:
        import z3

        self.z3, self.context = z3, context

    def word(self, value: int | z3.BitVecRef, width: int) -> z3.BitVecRef:
        return self.z3.BitVecVal(value, width, ctx=self.context) if isinstance(value, int) else value

    def fact(self, value: bool) -> z3.BoolRef:
        return self.z3.BoolVal(value, ctx=self.context)

    def part(self, x: z3.BitVecRef, high: int, low: int) -> z3.BitVecRef:
        return self.z3.Extract(high, low, x)

    def joined(self, high: z3.BitVecRef, low: z3.BitVecRef, low_width: int) -> z3.BitVecRef:
        return self.z3.Concat(high, low)

    def extended(self, x: z3.BitVecRef, width: int, wider: int, signed: bool = False) -> z3.BitVecRef:
        return (self.z3.SignExt if signed else self.z3.ZeroExt)(wider - width, x)

    def right(self, x: z3.BitVecRef, by: z3.BitVecRef, signed: bool) -> z3.BitVecRef:
        return x >> by if signed else self.z3.LShR(x, by)

    def less(self, x: z3.BitVecRef, y: z3.BitVecRef, signed: bool) -> z3.BoolRef:
        return x < y if signed else self.z3.ULT(x, y)

    def chosen(self, fact: z3.BoolRef, x: z3.ExprRef, y: z3.ExprRef) -> z3.ExprRef:
        return self.z3.If(fact, x, y, ctx=self.context)


_Algebra = _Numbers | _Vectors


def _meaning(algebra: _Algebra, world: World, term: int, width: int, inner: Sequence[Word]) -> Word | None:
    """What an operator makes of its inputs; None for a free variable."""
    t = world.terms
    op, payload = t.op[term], t.payload[term]
    if op in ("true", "false"):
        return algebra.fact(op == "true")
    if width == 1:
        return _fact(algebra, op, payload == "i32", inner)
    if op in ("const", "const64"):
        return algebra.word(t.const_value(term) or 0, width)
    if op in ("lin32", "lin64"):
        assert isinstance(payload, tuple)
        products = (x * int(factor) for factor, x in zip(payload[1], inner, strict=True))
        return algebra.word(sum(products, algebra.word(int(payload[0]), width)), width)
    if op in _BITWISE:
        return reduce(_BITWISE[op], inner)
    if op in ("mul", "mul64"):
        return algebra.word(reduce(operator.mul, inner), width)
    if op == "shl":
        return algebra.word(inner[0] << (inner[1] & 31), width)
    if op in ("lshr", "ashr"):
        return algebra.right(inner[0], inner[1] & 31, op == "ashr")
    if op == "shl64":
        return algebra.word(inner[0] << algebra.extended(inner[1] & 63, 32, 64), width)
    if op in ("zext", "sext"):
        return algebra.extended(inner[0], 32, 64, op == "sext")
    if op == "cat":
        return algebra.joined(inner[1], inner[0], 32)
    return _part(algebra, op, inner)


_HALVES = {"lo16": (15, 0), "load16": (15, 0), "hi16": (31, 16), "load8": (7, 0), "sext16": (15, 0)}


def _part(algebra: _Algebra, op: str, inner: Sequence[Word]) -> Word | None:
    """Operators that take words apart."""
    if op in ("lo", "hi"):
        return algebra.part(inner[0], *((31, 0) if op == "lo" else (63, 32)))
    if op == "cat16":
        return algebra.joined(algebra.part(inner[1], 15, 0), algebra.part(inner[0], 15, 0), 16)
    if op in _HALVES:
        high, low = _HALVES[op]
        return algebra.extended(algebra.part(inner[0], high, low), high - low + 1, 32, op == "sext16")
    return None


def _fact(algebra: _Algebra, op: str, signed: bool, inner: Sequence[Word]) -> Word | None:
    if not inner:
        return None
    if op == "ite":
        return algebra.chosen(*inner)
    if op == "zero":
        return inner[0] == 0
    if op == "eq":
        return inner[0] == inner[1]
    if op == "less":
        return algebra.less(inner[0], inner[1], signed)
    if op == "carry":
        x, y = (algebra.extended(word, 32, 33) for word in inner)
        return algebra.part(x + y, 32, 32) == 1
    return None


class Translation:
    """Terms as z3 expressions; None for what is too large."""

    def __init__(self, world: World, context: z3.Context) -> None:
        self.world, self.context = world, context
        self.bounds: list[z3.BoolRef] = []
        self._vectors = _Vectors(context)
        self._known: dict[tuple[int, int], z3.ExprRef] = {}

    def term(self, root: int, bits: int) -> z3.ExprRef | None:
        parts = parts_of(self.world, root, bits, MAX_NODES)
        if parts is None:
            return None
        for node in parts:
            if node not in self._known:
                inner = [self._known[i] for i in inputs_of(self.world, *node)]
                made = _meaning(self._vectors, self.world, *node, inner)
                self._known[node] = self._variable(*node) if made is None else made
        return self._known[root, bits]

    def _variable(self, term: int, bits: int) -> z3.ExprRef:
        import z3

        if bits == 1:
            return z3.Bool(f"f{term}", ctx=self.context)
        variable = z3.BitVec(f"t{term}_{bits}", bits, ctx=self.context)
        if bits == 32:
            integers = self.world.integers
            possible = integers.bits(term)
            if possible != 0xFFFFFFFF:
                self.bounds.append(variable & (~possible & 0xFFFFFFFF) == 0)
            self.bounds.append(z3.ULE(variable, integers.upper(term)))
        return variable


def has_counterexample(world: World, a: int, b: int, bits: int, limit: int) -> bool:
    """Whether two words of so many bits differ for some choice that is tried; false if one has too many parts."""
    parts = [parts_of(world, term, bits, limit) for term in (a, b)]
    if parts[0] is None or parts[1] is None:
        return False
    order = sorted({*parts[0], *parts[1]})
    random = Random(0)
    for trial in range(_TRIALS):
        values = values_of(world, order, partial(_choice, world, trial, random))
        if values[a, bits] != values[b, bits]:
            return True
    return False


def values_of(
    world: World, order: Sequence[tuple[int, int]], choose: Callable[[int, int], int]
) -> dict[tuple[int, int], int]:
    """The numbers that words are, each a term and its width, arguments first; ``choose`` gives those of variables."""
    numbers, values = _Numbers(), dict[tuple[int, int], int]()
    for term, width in order:
        found = _meaning(numbers, world, term, width, [values[i] for i in inputs_of(world, term, width)])
        values[term, width] = choose(term, width) if found is None else int(found)
    return values


def _choice(world: World, trial: int, random: Random, term: int, width: int) -> int:
    """A value that a free variable can have."""
    mask = (1 << width) - 1
    value = 0 if trial == 0 else mask if trial == 1 else random.getrandbits(width)
    if width != 32:
        return value
    possible, most = world.integers.bits(term), world.integers.upper(term)
    if trial == 1:
        return most if most & ~possible == 0 else 0
    value &= possible
    return value if value <= most else 0
