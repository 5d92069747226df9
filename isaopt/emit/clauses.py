"""``s_clause``: memory instructions that are issued back to back.

Only grouping, never meaning (RDNA3 ISA guide, "Clauses"; LLVM ``SIInsertHardClauses.cpp``): a clause holds accesses
of one kind and nothing else, at most 32 of them.
"""

from __future__ import annotations

from collections.abc import Sequence

from isaopt.ir.program import Op
from isaopt.isa.meaning import Unit
from isaopt.isa.types import OperandType

MAX_CLAUSE = 32
_IMAGE = frozenset({"mimg", "vimage", "vsample"})


def clause_kind(op: Op) -> str | None:
    """What an op may share a clause with: ops of the same kind; None for one that stands in no clause."""
    desc, flags = op.desc, op.desc.flags
    if desc.unit is Unit.SMEM:
        return "scalar" if op.defs else None
    if desc.unit is not Unit.VMEM or desc.cache is not None:
        return None
    where = "image" if flags & _IMAGE else "flat" if "flat" in flags else "vector"
    if "atomic" in flags:
        return f"{where} atomic"
    if any(o.type is OperandType.SAMPLER for o in desc.operands):
        return "image sample"
    if desc.return_path == "ray":
        return "image bvh"
    return f"{where} store" if "maystore" in flags else f"{where} load"


def clauses(ops: Sequence[Op]) -> list[tuple[int, int]]:
    """The runs of at least two adjacent ops that form clauses: (first index, length), in order."""
    found: list[tuple[int, int]] = []
    start, kind = 0, None
    for index, op in enumerate([*ops, None]):
        now = clause_kind(op) if op is not None else None
        if now != kind or index - start == MAX_CLAUSE:
            if kind is not None and index - start > 1:
                found.append((start, index - start))
            start, kind = index, now
    return found
