"""Finds facts that hold at a cut point on every incoming path: about masks, about the wave, and orders of values."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from isaopt.proof.semantics.world import STATE_NAMES, Side, World
from isaopt.proof.terms.compares import compare
from isaopt.proof.terms.smt import decided, known_literals
from isaopt.proof.terms.terms import FALSE, TRUE
from isaopt.proof.terms.uniform import is_uniform
from isaopt.proof.walk.links import Links

_MAX_CARE = 400
_MAX_FACTS = 12
#: Compares of 32-bit numbers that are looked for.
_COMPARES = frozenset(["less", "eq", "zero"])


def facts_of(links: Links, sides: tuple[Side, Side], wanted: Sequence[int] = ()) -> int:
    """The facts about every lane as a diagram: the ``wanted`` ones that hold on every incoming path, and the negations
    of those that hold on none."""
    d = links.decisions
    care = FALSE
    for way in links.ways:
        care = d.or_(care, links.forget(way.link))
    care = links.resolve(care)
    for fact in sorted(d.support(links.ways[0].link)):
        # A fact about the wave is kept if every incoming path implies it.
        if is_uniform(links.world, fact) and not links.terms.deps[fact] & links.bit:
            for literal in (d.var(fact), d.not_(d.var(fact))):
                if all(d.implies(w.link, literal) for w in links.ways):
                    care = d.and_(care, literal)
    care = d.and_(care, _carried(links, sides))
    for atom in wanted:
        care = d.and_(care, _answer(links, sides, atom))
    return TRUE if d.size(care, _MAX_CARE) >= _MAX_CARE else care


def _carried(links: Links, sides: tuple[Side, Side]) -> int:
    """Order facts that each way in tells of its own values, as facts about the symbols that stand for them."""
    d, t = links.decisions, links.terms
    result = TRUE
    for number, way in enumerate(links.ways):
        for literal in known_literals(links.world, way.state.care)[:_MAX_FACTS]:
            atom, high, _ = t.args[literal]
            if t.op[atom] != "less":
                continue
            for new in _restated(links, atom, number, sides):
                fact = d.var(new) if high == TRUE else d.not_(d.var(new))
                result = d.and_(result, fact)
    return result


def _restated(links: Links, atom: int, number: int, sides: tuple[Side, Side]) -> list[int]:
    """Atoms about new symbols that every way in makes true (or false, as the way of that number has it)."""
    d, t = links.decisions, links.terms
    kind = t.payload[atom]
    assert isinstance(kind, str)
    choices: list[list[tuple[int, list[int]]]] = []
    for argument in t.args[atom]:
        options = []
        if not t.deps[argument] & links.bit:
            options.append((argument, [argument] * len(links.ways)))
        seen = set()
        for side in sides:
            for unit, term in side.regs.items():
                if term in seen or t.op[term] != "symbol" or not t.deps[term] & links.bit or unit in STATE_NAMES:
                    continue
                vector = [w.state.sides[side.number].regs[unit] for w in links.ways]
                if vector[number] == argument:
                    seen.add(term)
                    options.append((term, vector))
        choices.append(options)
    positive = d.implies(links.ways[number].state.care, d.var(atom))
    found = []
    for (a, va), (b, vb) in product(*choices):
        if not (t.deps[a] | t.deps[b]) & links.bit:
            continue
        holds = True
        for way, x, y in zip(links.ways, va, vb, strict=True):
            fact = compare(links.world, "lt", kind, x, y)
            if not positive:
                fact = d.not_(fact)
            holds = holds and (d.implies(way.state.care, fact) or decided(links.world, way.state.care, fact) is True)
            if not holds:
                break
        if holds:
            found.append(t.make("less", (a, b), kind))
    return found


def candidate_facts(world: World, condition: int, bit: int) -> list[int]:
    """The facts of a condition that :func:`facts_of` can look for at the cut point of that bit."""
    t = world.terms
    return [a for a in sorted(world.decisions.support(condition)) if t.op[a] in _COMPARES and t.deps[a] & bit]


def _answer(links: Links, sides: tuple[Side, Side], atom: int) -> int:
    """What every way in says of a fact about the cut point's symbols: the fact, its opposite, or nothing."""
    d, t = links.decisions, links.terms
    outcomes = set()
    for number, way in enumerate(links.ways):
        values = [_on_way(links, sides, number, argument) for argument in t.args[atom]]
        if None in values:
            return TRUE
        fact = _compared(links.world, atom, [v for v in values if v is not None])
        outcome = True if d.implies(way.state.care, fact) else False if d.and_(way.state.care, fact) == FALSE else None
        outcomes.add(decided(links.world, way.state.care, fact) if outcome is None else outcome)
    if outcomes == {True}:
        return d.var(atom)
    return d.not_(d.var(atom)) if outcomes == {False} else TRUE


def _compared(world: World, atom: int, values: Sequence[int]) -> int:
    """The compare of an atom, of other values."""
    t = world.terms
    if t.op[atom] == "zero":
        return compare(world, "eq", "b32", values[0], t.const(0))
    if t.op[atom] == "eq":
        return compare(world, "eq", "b32", values[0], values[1])
    kind = t.payload[atom]
    assert isinstance(kind, str)
    return compare(world, "lt", kind, values[0], values[1])


def _on_way(links: Links, sides: tuple[Side, Side], number: int, term: int) -> int | None:
    """What a 32-bit sum of the cut point's symbols is on the way of that number; None for another term."""
    t, n = links.terms, links.world.integers
    if not t.deps[term] & links.bit:
        return term
    if t.op[term] == "lin32":
        constant, parts = n.parts(term, "lin32")
        values = [_on_way(links, sides, number, x) for x, _ in parts]
        if None in values:
            return None
        return n.linear(32, [(v, f) for v, (_, f) in zip(values, parts, strict=True) if v is not None], constant)
    payload = t.payload[term]
    if t.op[term] != "symbol" or not isinstance(payload, tuple) or payload[0] != links.point:
        return None
    side, unit = payload[1][:2]
    # A symbol that does not stand for its register any more says nothing.
    if unit in STATE_NAMES or sides[side].regs.get(unit) != term:
        return None
    return links.ways[number].state.sides[side].regs[unit]
