"""Tells which terms are words of bits, how wide they are, and which parts they have."""

from __future__ import annotations

from collections.abc import Sequence

from isaopt.proof.semantics.world import World
from isaopt.proof.terms.terms import FALSE, TRUE

ARITHMETIC = frozenset(
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
ARITHMETIC64 = frozenset(["lin64", "cat", "zext", "sext", "const64", "mul64", "shl64"])
#: On words of either width.
_BITWISE = frozenset(["and", "or", "xor"])
_FACTS = frozenset(["ite", "true", "false"])


def treatment_of(world: World, term: int) -> int | None:
    """The width of an integer term, 1 for a fact; None for a term without a meaning in bits."""
    op = world.terms.op[term]
    if op in _BITWISE and _is_wide(world, term):
        return 64
    if op in ARITHMETIC:
        return 32
    if op in ARITHMETIC64:
        return 64
    if op in _FACTS and (op != "ite" or world.decisions.leaves(term) <= {TRUE, FALSE}):
        return 1
    return None


def inputs_of(world: World, term: int, bits: int) -> list[tuple[int, int]]:
    """The arguments that determine a term as a word of ``bits`` bits, with the width of each."""
    t = world.terms
    op, args = t.op[term], t.args[term]
    if bits == 1:
        if op == "ite":
            return [(a, 1) for a in args]
        if op == "zero" or op == "eq":
            return [(a, _width(world, args)) for a in args]
        if op == "less" and t.payload[term] in ("i32", "u32"):
            return [(a, 32) for a in args]
        if op == "carry":
            return [(a, 32) for a in args]
        return []
    if op in ("zext", "sext", "cat"):
        return [(a, 32) for a in args]
    if op in ("lo", "hi"):
        return [(args[0], 64)]
    if op == "shl64":
        return [(args[0], 64), (args[1], 32)]
    if op in ARITHMETIC or op in ("lin64", "mul64"):
        return [(a, bits) for a in args]
    return []


def parts_of(world: World, root: int, bits: int, limit: int) -> list[tuple[int, int]] | None:
    """All subterms of a word, from the leaves to the word itself; None if there are more than ``limit``."""
    seen: set[tuple[int, int]] = set()
    todo = [(root, bits)]
    while todo:
        node = todo.pop()
        if node in seen:
            continue
        seen.add(node)
        if len(seen) > limit:
            return None
        todo += inputs_of(world, *node)
    # A term is newer than its arguments.
    return sorted(seen)


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
        if op in ARITHMETIC64 or (op == "mask" and world.masks.wide):
            return True
        if op in _BITWISE:
            todo += t.args[node]
        elif op == "sel":
            todo += t.args[node][1:]
    return False
