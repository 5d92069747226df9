"""The registers that one op reads and writes, as bit sets of units."""

from __future__ import annotations

from dataclasses import dataclass

from isaopt.ir.kept import kept_in_op
from isaopt.ir.program import Op
from isaopt.isa.meaning import Lanes
from isaopt.isa.registers import NUM_VGPRS, NUM_VIRTUAL, VIRTUAL_BASE, units_mask

VGPR_MASK = (1 << NUM_VGPRS) - 1 | ((1 << NUM_VIRTUAL) - 1) << VIRTUAL_BASE

#: Instructions that may read lanes that EXEC does not enable, or that ignore EXEC (``v_writelane``).
_CROSS_LANE = frozenset({Lanes.CROSS, Lanes.UNIFORM, Lanes.WRITES_LANE})


def is_cross_lane(op: Op) -> bool:
    """Whether the op may read VGPR lanes that EXEC does not enable, or (``v_writelane``) ignores EXEC."""
    return any(half.desc.lanes in _CROSS_LANE for half in op.halves)


@dataclass(frozen=True, slots=True)
class RegisterAccess:
    """The register accesses of one op, as bit sets. ``sources`` are VGPRs read as operands, ``merges`` VGPR
    destinations that keep part of their old value (also in ``defs``), ``uses`` everything read."""

    uses: int
    defs: int
    merges: int
    sources: int
    cross_lane: bool


@kept_in_op
def access(op: Op) -> RegisterAccess:
    """The register access of an op.

    ``merges`` holds the VGPRs of partial destinations and of operands that are read and written in place; it is part
    of ``defs``.
    """
    uses = units_mask(op.read)
    defs = units_mask(op.written)
    merges = sources = 0
    for ref in op.refs:
        units = units_mask(ref.reg.units) & VGPR_MASK
        if ref.reads:
            sources |= units
        if ref.writes and (ref.reads or op.halves[ref.component].desc.partial or ref.reg.half):
            merges |= units
    sources |= uses & VGPR_MASK & ~merges
    return RegisterAccess(uses | merges | sources, defs | merges, merges, sources, is_cross_lane(op))
