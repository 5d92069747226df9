"""Turns compares into facts, with one atom for an order, its mirror image and its opposite."""

from __future__ import annotations

from isaopt.proof.semantics.world import World
from isaopt.proof.terms.terms import FALSE, TRUE

_INTEGER = frozenset(["i16", "u16", "i32", "u32", "i64", "u64", "b32"])

_WORDS = frozenset(["i32", "u32", "b32"])


def compare(world: World, relation: str, kind: str, a: int, b: int, extra: tuple[int, ...] = ()) -> int:
    """The diagram of ``a relation b``; ``kind`` is the operand type, ``extra`` further inputs (MODE)."""
    d = world.decisions
    if relation == "t":
        return TRUE
    if relation == "f":
        return FALSE
    if kind in _INTEGER:
        found = _choice(world, relation, kind, a, b)
        return _integers(world, relation, kind, a, b) if found is None else found
    if relation.startswith("n") and relation != "ne":
        return d.not_(_floats(world, relation[1:], kind, a, b, extra))
    if relation == "u":
        return d.not_(_floats(world, "o", kind, a, b, extra))
    return _floats(world, relation, kind, a, b, extra)


def _choice(world: World, relation: str, kind: str, a: int, b: int) -> int | None:
    """A compare of a constant with a choice between constants, as a fact about the condition of the choice; None for
    any other compare."""
    t, choices = world.terms, []
    for term in (a, b):
        condition, yes, no = t.args[term] if t.op[term] == "sel" else (TRUE, term, term)
        if t.const_value(yes) is None or t.const_value(no) is None:
            return None
        choices.append((condition, yes, no))
    (first, *one), (second, *other) = choices
    if TRUE not in (first, second):
        return None
    outcomes = [_integers(world, relation, kind, x, y) for x, y in zip(one, other, strict=True)]
    return world.decisions.ite(second if first == TRUE else first, *outcomes)


def _integers(world: World, relation: str, kind: str, a: int, b: int) -> int:
    d, t = world.decisions, world.terms
    if relation in ("eq", "ne", "lg"):
        value_a, value_b = t.const_value(a), t.const_value(b)
        if a == b or (value_a is not None and value_b is not None):
            fact = TRUE if a == b or value_a == value_b else FALSE
        elif kind in _WORDS and _differ(world, a, b):
            fact = FALSE
        elif value_a == 0 or value_b == 0:
            fact = d.var(t.make("zero", (b if value_a == 0 else a,)))
        else:
            fact = d.var(t.make("eq", tuple(sorted((a, b)))))
        return fact if relation == "eq" else d.not_(fact)
    if relation == "gt":
        return _less(world, kind, b, a)
    if relation == "le":
        return d.not_(_less(world, kind, b, a))
    if relation == "ge":
        return d.not_(_less(world, kind, a, b))
    return _less(world, kind, a, b)


def _differ(world: World, a: int, b: int) -> bool:
    """Whether two words certainly differ: by a constant that is not a multiple of a power of two, and by multiples of
    that power."""
    n, t = world.integers, world.terms
    difference = n.sub(a, b)
    constant = t.const_value(difference)
    if constant is not None:
        return constant != 0
    payload = t.payload[difference]
    if t.op[difference] != "lin32" or not isinstance(payload, tuple):
        return False
    step = 1 << 32
    for term, factor in zip(t.args[difference], payload[1], strict=True):
        possible = n.bits(term) * factor
        step = min(step, possible & -possible) if possible else step
    return bool(payload[0] % step)


def _less(world: World, kind: str, a: int, b: int) -> int:
    t = world.terms
    if a == b:
        return FALSE
    value_a, value_b = t.const_value(a), t.const_value(b)
    if value_a is not None and value_b is not None:
        bits = int(kind[1:])
        flip = 1 << (bits - 1) if kind[0] == "i" else 0
        mask = (1 << bits) - 1
        return TRUE if ((value_a & mask) ^ flip) < ((value_b & mask) ^ flip) else FALSE
    return world.decisions.var(t.make("less", (a, b), kind))


def _floats(world: World, relation: str, kind: str, a: int, b: int, extra: tuple[int, ...]) -> int:
    if relation in ("gt", "ge"):
        relation, a, b = {"gt": "lt", "ge": "le"}[relation], b, a
    elif relation in ("eq", "lg", "neq", "o") and a > b:
        a, b = b, a
    return world.decisions.var(world.terms.make("fcmp", (a, b, *extra), (relation, kind)))
