"""Tells which terms have the same value in all lanes of a wave."""

from __future__ import annotations

from isaopt.proof.semantics.world import World

#: Of what has no parts, that which all lanes share; of other such terms it is not known.
_SHARED = frozenset(
    ("true", "false", "const", "const64", "constant", "keyword", "keyword64", "name", "text", "pc", "address",
     "address_carry", "address_carry_out", "initial", "argument", "symbol", "fact", "memory0", "unwritten")
)  # fmt: skip
#: Operators whose value may differ between lanes even if their arguments do not, as what a hazard leaves may; ``lane``
#: is an argument of the operators of cross-lane instructions.
_VARYING = frozenset(
    ("mbcnt_lo", "mbcnt_hi", "load", "load8", "load16", "returned", "choose", "bit", "lane_is", "buffer", "spoilt")
)
#: Operators that yield one lane's value in every lane.
_ONE_LANE = frozenset(["readfirstlane", "readlane"])


def is_uniform(world: World, term: int) -> bool:
    """Whether a term has the same value in every lane, judging by its operators."""
    known, t = world.spread, world.terms
    todo = [term]
    while term not in known:
        node = todo[-1]
        # SCC is uniform, so a choice by it is, too, whatever its diagram consists of.
        parts = () if t.op[node] in _ONE_LANE else t.args[node][1:] if t.op[node] == "sel" else t.args[node]
        alone = not t.args[node] and t.op[node] not in _SHARED
        if alone or t.op[node] in _VARYING or any(known.get(x) is False for x in parts):
            known[todo.pop()] = False
        elif left := [x for x in parts if x not in known]:
            todo += left
        else:
            known[todo.pop()] = True
    return known[term]
