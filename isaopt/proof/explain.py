"""Where two terms, or two sequences of memory effects, begin to differ: short enough to read."""

from __future__ import annotations

from isaopt.proof.types import Difference
from isaopt.proof.world import Side, World


def explain_terms(world: World, message: str, line_a: int, line_b: int, a: int, b: int) -> Difference:
    """A difference of two terms, shown at the innermost place where only one argument differs."""
    x, y = innermost(world, a, b)
    return Difference(message, line_a, line_b, world.terms.show(x), world.terms.show(y))


def innermost(world: World, a: int, b: int) -> tuple[int, int]:
    """The smallest pair of subterms that makes the two differ."""
    t = world.terms
    for _ in range(10_000):
        if t.op[a] != t.op[b] or t.payload[a] != t.payload[b] or len(t.args[a]) != len(t.args[b]):
            break
        differing = [(x, y) for x, y in zip(t.args[a], t.args[b], strict=True) if x != y]
        if len(differing) != 1:
            break
        a, b = differing[0]
    return a, b


def explain_memory(world: World, name: str, a: Side, b: Side, space: int) -> Difference:
    """The first effect of one kernel that the other one does not have, or the first that is out of order."""
    ours, theirs = {e.term for e in a.effects}, {e.term for e in b.effects}
    only_a = [e for e in a.effects if e.term not in theirs]
    only_b = [e for e in b.effects if e.term not in ours]
    if only_a and only_b:
        first, second = only_a[0], only_b[0]
        return explain_terms(world, f"the contents of {name} differ", first.line, second.line, first.term, second.term)
    if only_a:
        return Difference(f"B lacks an effect on {name}", only_a[0].line, 0, world.terms.show(only_a[0].term))
    if only_b:
        return Difference(f"B has one more effect on {name}", 0, only_b[0].line, "", world.terms.show(only_b[0].term))
    for x, y in zip(a.effects, b.effects, strict=False):
        if x.term != y.term:
            return Difference(
                f"effects on {name} are in an order that could make a difference",
                x.line,
                y.line,
                world.terms.show(x.term),
                world.terms.show(y.term),
            )
    return explain_terms(world, f"the contents of {name} differ", 0, 0, a.regs[space], b.regs[space])


def suspected_effects(a: Side, b: Side) -> list[tuple[int, int]]:
    """Effects that only one of the kernels has, paired in order: equal ones, if there is a proof, would explain all."""
    ours, theirs = {e.term for e in a.effects}, {e.term for e in b.effects}
    only_a = [e.term for e in a.effects if e.term not in theirs]
    only_b = [e.term for e in b.effects if e.term not in ours]
    return list(zip(only_a, only_b, strict=False))
