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
        "choose",
        "bit",
        "new_bit",
        "unknown",
        "lane_is",
        "buffer",
    ]
)
#: Operators whose value is one lane's, whatever the others have.
_ONE_LANE = frozenset(["readfirstlane", "readlane"])


def is_uniform(world: World, term: int) -> bool:
    """Whether every lane has the same value, by how the term was made."""
    known, t = world.spread, world.terms
    todo = [term]
    while term not in known:
        node = todo[-1]
        # A choice by SCC is the same one for all lanes, whatever its diagram is made of.
        parts = () if t.op[node] in _ONE_LANE else t.args[node][1:] if t.op[node] == "sel" else t.args[node]
        if t.op[node] in _VARYING or any(known.get(x) is False for x in parts):
            known[todo.pop()] = False
        elif left := [x for x in parts if x not in known]:
            todo += left
        else:
            known[todo.pop()] = True
    return known[term]
