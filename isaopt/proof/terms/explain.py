"""Finds where two terms, or two sequences of memory effects, begin to differ, to explain a failed proof."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable

from isaopt.proof.semantics.world import Side, World
from isaopt.proof.terms.shown import show, show_both
from isaopt.proof.terms.terms import Terms
from isaopt.proof.types import Difference

_MAX_PAIRS = 10_000
_SORTED = frozenset(["and", "or", "xor", "mul"])


def explain_terms(world: World, message: str, line_a: int, line_b: int, a: int, b: int) -> Difference:
    """A difference of two terms, shown from where it begins."""
    found = innermost(world, a, b)
    if _is_cut(world.terms, found[0]) != _is_cut(world.terms, found[1]):
        message += "; LDS may end within a wide access that the other kernel makes in parts (--assume lds-in-bounds)"
    return Difference(message, line_a, line_b, *show_both(world.terms, *found))


def _is_cut(t: Terms, term: int) -> bool:
    """Whether a term is an access to several elements of LDS of which some may be beyond its end."""
    payload = t.payload[term]
    return isinstance(payload, tuple) and "cut" in payload


def innermost(world: World, a: int, b: int) -> tuple[int, int]:
    """The earliest-computed pair of subterms at which the two begin to differ; everything computed from it differs for
    that reason."""
    t = world.terms
    found, left, seen = (a, b), [(a, b)], {(a, b)}
    first = max(a, b) + 1
    while left and len(seen) < _MAX_PAIRS:
        x, y = left.pop()
        ours, theirs = _apart(t, x, y)
        same = t.op[x] == t.op[y] and [kind for kind, _ in ours] == [kind for kind, _ in theirs]
        if not same or not ours:
            # Terms are numbered in order of creation, operands before operators.
            if max(x, y) < first:
                found, first = (x, y), max(x, y)
            continue
        new = [pair for (_, p), (_, q) in zip(ours, theirs, strict=True) if (pair := (p, q)) not in seen]
        seen.update(new)
        left += new
    return found


def _apart(t: Terms, x: int, y: int) -> tuple[list[tuple[Hashable, int]], list[tuple[Hashable, int]]]:
    """The operands that only one of two terms has, each with what it must share with its partner in the other one.

    The store sorts the operands of commutative operators by age, so partners need not be at the same position: there it
    is the factor and the operator that make two of them partners.
    """
    found = []
    for term in (x, y):
        op, payload, args = t.op[term], t.payload[term], t.args[term]
        if op in ("lin32", "lin64"):
            assert isinstance(payload, tuple)
            constant, factors = payload
            operands: list[tuple[Hashable, int]] = [((constant, f), a) for f, a in zip(factors, args, strict=True)]
        elif op in _SORTED:
            operands = [(t.op[a], a) for a in args]
        else:
            operands = [(payload, a) for a in args]
        found.append(Counter(operands))
    ours, theirs = found[0] - found[1], found[1] - found[0]
    return sorted(ours.elements(), key=_kind), sorted(theirs.elements(), key=_kind)


def _kind(operand: tuple[Hashable, int]) -> str:
    return repr(operand[0])


def explain_memory(world: World, name: str, a: Side, b: Side, space: int) -> Difference:
    """The first effect of one kernel that the other one does not have, or the first that is out of order."""
    ours, theirs = {e.term for e in a.effects}, {e.term for e in b.effects}
    only_a = [e for e in a.effects if e.term not in theirs]
    only_b = [e for e in b.effects if e.term not in ours]
    if only_a and only_b:
        first, second = only_a[0], only_b[0]
        return explain_terms(world, f"the contents of {name} differ", first.line, second.line, first.term, second.term)
    if only_a:
        return Difference(f"B lacks an effect on {name}", only_a[0].line, 0, show(world.terms, only_a[0].term))
    if only_b:
        return Difference(f"B has one more effect on {name}", 0, only_b[0].line, "", show(world.terms, only_b[0].term))
    for x, y in zip(a.effects, b.effects, strict=False):
        if x.term != y.term:
            return Difference(
                f"effects on {name} are in an order that could make a difference",
                x.line,
                y.line,
                *show_both(world.terms, x.term, y.term),
            )
    return explain_terms(world, f"the contents of {name} differ", 0, 0, a.regs[space], b.regs[space])


def suspected_effects(a: Side, b: Side) -> list[tuple[int, int]]:
    """Effects that only one of the kernels has, paired in order: equal ones, if there is a proof, would explain all."""
    ours, theirs = {e.term for e in a.effects}, {e.term for e in b.effects}
    only_a = [e.term for e in a.effects if e.term not in theirs]
    only_b = [e.term for e in b.effects if e.term not in ours]
    return list(zip(only_a, only_b, strict=False))
