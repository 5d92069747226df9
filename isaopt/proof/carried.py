"""Facts that hold at a cut point whichever way control came: about masks, about the wave, and orders of values."""

from __future__ import annotations

from itertools import product

from isaopt.proof.compares import compare
from isaopt.proof.links import Links
from isaopt.proof.settle import decided, known_literals
from isaopt.proof.terms import FALSE, TRUE
from isaopt.proof.uniform import is_uniform
from isaopt.proof.world import STATE_NAMES, Side

_MAX_CARE = 400
_MAX_FACTS = 12


def facts_of(links: Links, sides: tuple[Side, Side]) -> int:
    """What is known of every lane, as a diagram."""
    d = links.decisions
    care = FALSE
    for way in links.ways:
        care = d.or_(care, links.forget(way.link))
    care = links.settle(care)
    for fact in sorted(d.support(links.ways[0].link)):
        # A fact about the wave goes on where every way in tells it.
        if is_uniform(links.world, fact) and not links.terms.deps[fact] & links.bit:
            for literal in (d.var(fact), d.not_(d.var(fact))):
                if all(d.implies(w.link, literal) for w in links.ways):
                    care = d.and_(care, literal)
    care = d.and_(care, _carried(links, sides))
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
