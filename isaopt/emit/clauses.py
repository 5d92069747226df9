"""``s_clause``: memory instructions that are issued back to back.

Only grouping, never meaning (RDNA3 ISA guide, "Clauses"; LLVM ``SIInsertHardClauses.cpp``): a clause holds accesses
of one kind and nothing else, at most 32 of them.
"""

from __future__ import annotations

from collections.abc import Sequence

from isaopt.ir.program import Op

MAX_CLAUSE = 32
_VMEM = frozenset({"mubuf", "mtbuf", "vbuffer", "global", "scratch", "vglobal", "vscratch"})


def clause_kind(op: Op) -> str | None:
    """What an op may share a clause with: ops of the same kind; None for one that stands in no clause."""
    flags = op.desc.flags
    if "smem" in flags:
        return "scalar" if op.defs else None
    if "ds" in flags or op.mnemonic.startswith(("ds_", "global_inv", "global_wb", "buffer_gl")):
        return None
    image = op.mnemonic.startswith("image_")
    if flags & _VMEM or image or "flat" in flags:
        where = "image" if image else "flat" if "flat" in flags else "vector"
        if "atomic" in flags:
            return f"{where} atomic"
        if image and op.mnemonic.startswith(("image_sample", "image_gather")):
            return "image sample"
        if image and op.mnemonic.startswith("image_bvh"):
            return "image bvh"
        return f"{where} store" if "maystore" in flags else f"{where} load"
    return None


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
