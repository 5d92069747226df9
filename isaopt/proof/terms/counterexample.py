"""Evaluates terms on concrete numbers: terms that differ for one assignment of their free variables are not equal, and
no solver need be asked.

The meanings of operators are those of :mod:`.translation`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import partial
from random import Random

from isaopt.proof.semantics.world import World
from isaopt.proof.terms.words import inputs_of, parts_of

#: The assignments tried; the first one is 0 for every variable, the second its largest value.
_TRIALS = 6


def has_counterexample(world: World, a: int, b: int, bits: int, limit: int) -> bool:
    """Whether two words of ``bits`` bits differ for a tried assignment; false if a word has too many parts."""
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
    """The values of words, each a term and its width, arguments first; ``choose`` gives those of free variables."""
    values: dict[tuple[int, int], int] = {}
    for term, width in order:
        found = _value(world, term, width, [values[i] for i in inputs_of(world, term, width)])
        values[term, width] = choose(term, width) if found is None else found
    return values


def _choice(world: World, trial: int, random: Random, term: int, width: int) -> int:
    """A possible value of a free variable."""
    mask = (1 << width) - 1
    value = 0 if trial == 0 else mask if trial == 1 else random.getrandbits(width)
    if width != 32:
        return value
    possible, most = world.integers.bits(term), world.integers.upper(term)
    if trial == 1:
        return most if most & ~possible == 0 else 0
    value &= possible
    return value if value <= most else 0


def _signed(value: int, width: int) -> int:
    return value - (1 << width) if value >> (width - 1) else value


def _value(world: World, term: int, width: int, inner: Sequence[int]) -> int | None:
    """The value of an operator on its inputs; None for a free variable."""
    if width == 1:
        return _fact(world, term, inner)
    t = world.terms
    op, payload, mask = t.op[term], t.payload[term], (1 << width) - 1
    if op in ("const", "const64"):
        return (t.const_value(term) or 0) & mask
    if op in ("lin32", "lin64"):
        assert isinstance(payload, tuple)
        return (int(payload[0]) + sum(int(f) * x for f, x in zip(payload[1], inner, strict=True))) & mask
    if op in ("and", "or", "xor"):
        out = inner[0]
        for x in inner[1:]:
            out = out & x if op == "and" else out | x if op == "or" else out ^ x
        return out
    if op in ("mul", "mul64"):
        return math.prod(inner) & mask
    if op in ("shl", "lshr", "ashr"):
        by = inner[1] & 31
        return (inner[0] << by if op == "shl" else (inner[0] if op == "lshr" else _signed(inner[0], 32)) >> by) & mask
    if op == "shl64":
        return inner[0] << (inner[1] & 63) & mask
    if op == "zext":
        return inner[0]
    if op == "sext":
        return _signed(inner[0], 32) & mask
    if op == "cat":
        return inner[1] << 32 | inner[0]
    return _part(op, inner)


def _part(op: str, inner: Sequence[int]) -> int | None:
    """The values of operators that extract parts of words."""
    if op in ("lo", "hi"):
        return inner[0] & 0xFFFFFFFF if op == "lo" else inner[0] >> 32
    if op == "cat16":
        return (inner[1] & 0xFFFF) << 16 | inner[0] & 0xFFFF
    if op in ("lo16", "load16"):
        return inner[0] & 0xFFFF
    if op == "hi16":
        return inner[0] >> 16
    if op == "load8":
        return inner[0] & 0xFF
    if op == "sext16":
        return _signed(inner[0] & 0xFFFF, 16) & 0xFFFFFFFF
    return None


def _fact(world: World, term: int, inner: Sequence[int]) -> int | None:
    t = world.terms
    op = t.op[term]
    if op in ("true", "false"):
        return int(op == "true")
    if not inner:
        return None
    if op == "ite":
        return inner[1] if inner[0] else inner[2]
    if op == "zero":
        return int(inner[0] == 0)
    if op == "eq":
        return int(inner[0] == inner[1])
    if op == "less":
        return int(_signed(inner[0], 32) < _signed(inner[1], 32) if t.payload[term] == "i32" else inner[0] < inner[1])
    return int(inner[0] + inner[1] > 0xFFFFFFFF) if op == "carry" else None
