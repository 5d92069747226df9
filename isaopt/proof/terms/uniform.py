"""Which terms have one value for all lanes of a wave."""

from __future__ import annotations

from isaopt.proof.semantics.world import World

#: Operators whose value may differ from lane to lane though their arguments do not; ``lane`` is an argument of those
#: that the instructions in which lanes see each other's registers have.
_VARYING = frozenset(
    [
        "lane",
        "tid",
        "undefined",
        "vsymbol",
        "mbcnt_lo",
        "mbcnt_hi",
        "load",
        "load8",
        "load16",
        "returned",
        "ite",
        "choose",
        "bit",
        "new_bit",
        "unknown",
        "lane_is",
        "buffer",
    ]
)
_WORK = 200


def is_uniform(world: World, term: int) -> bool:
    """Whether every lane has the same value, by how the term was made; no for a term that is long to look at."""
    known, t = world.spread, world.terms
    found = known.get(term)
    if found is None:
        todo, seen, found = [term], 0, True
        while todo:
            node = todo.pop()
            seen += 1
            if node in known:
                if known[node]:
                    continue
                found = False
                break
            if seen > _WORK or t.op[node] in _VARYING:
                found = False
                break
            # A choice by SCC is the same one for all lanes, whatever its diagram is made of.
            todo += t.args[node][1:] if t.op[node] == "sel" else t.args[node]
        known[term] = found
    return found
