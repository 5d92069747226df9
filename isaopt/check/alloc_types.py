"""What the parts of the allocation checker share: a finding, and which register stands for which in one instruction."""

from __future__ import annotations

from dataclasses import dataclass

from isaopt.ir.program import Op
from isaopt.ir.registers import NUM_VGPRS, RegRef, unit_name

#: A register unit of the original with the one that takes its place.
UnitPair = tuple[int, int]

_CROSS_LANE_PREFIXES = (
    "v_readlane",
    "v_readfirstlane",
    "v_permlane",
    "v_wmma",
    "v_swmmac",
    "ds_bpermute",
    "ds_permute",
    "ds_swizzle",
)
_DPP_MODIFIERS = frozenset({"dpp8", "quad_perm", "row_share", "row_xmask", "row_mirror", "row_half_mirror"})


@dataclass(frozen=True, slots=True)
class Finding:
    """Why a rewritten kernel is not proved equal to its original; ``line`` counts from 1 in the rewritten file."""

    rule: str
    line: int
    kernel: str
    message: str


class CannotCheck(Exception):
    """The kernel holds something whose meaning the checker does not model."""

    def __init__(self, message: str, line: int = 0) -> None:
        super().__init__(message)
        self.message, self.line = message, line


@dataclass(frozen=True, slots=True)
class Accesses:
    """The VGPRs of one instruction pair.

    ``reads`` are operand reads; ``kept`` are destinations of which the instruction keeps some bits, so that it
    reads them in the lanes that it writes.  ``cross_lane``: ``reads`` may come from lanes that EXEC switches off.
    ``lane_unknown``: which lanes of a destination are written does not follow from EXEC (``v_writelane_b32``; WMMA,
    documented for full EXEC only).
    """

    reads: tuple[UnitPair, ...]
    kept: tuple[UnitPair, ...]
    writes: tuple[UnitPair, ...]
    cross_lane: bool
    first_lane: bool
    lane_unknown: bool


def _pairs(before: RegRef, after: RegRef) -> list[UnitPair]:
    return list(zip(before.units, after.units, strict=True)) if before.is_vgpr else []


def is_cross_lane(op: Op) -> bool:
    """Whether a source of the instruction may be read in a lane that EXEC switches off."""
    if op.flag("lane_access") or op.flag("wmma") or "_dpp" in op.mnemonic:
        return True
    names = {m.name for m in op.modifiers}
    return (
        op.mnemonic.startswith(_CROSS_LANE_PREFIXES)
        or not names.isdisjoint(_DPP_MODIFIERS)
        or any(n.startswith("row_") for n in names)
    )


def accesses(before: Op, after: Op) -> Accesses:
    """The registers that two structurally equal ops read and write, side by side.

    Raises :class:`CannotCheck` where an op uses or defines a VGPR that none of its register references accounts for.
    """
    reads: list[UnitPair] = []
    kept: list[UnitPair] = []
    writes: list[UnitPair] = []
    for old, new in zip(before.refs, after.refs, strict=True):
        units = _pairs(old.reg, new.reg)
        if old.reads:
            reads += units
        if old.writes:
            writes += units
            partial = before.halves[old.component].desc.partial or old.desc.bits % 32 == 16
            if not old.reads and (old.reg.half or partial):
                kept += units
    for op, side in ((before, 0), (after, 1)):
        for unit in (*op.uses, *op.implicit_uses):
            if unit < NUM_VGPRS and unit not in {p[side] for p in (*reads, *kept)}:
                raise CannotCheck(f"'{op.mnemonic}' reads {unit_name(unit)} in a way that its operands do not show")
        for unit in (*op.defs, *op.implicit_defs):
            if unit < NUM_VGPRS and unit not in {p[side] for p in writes}:
                raise CannotCheck(f"'{op.mnemonic}' writes {unit_name(unit)} in a way that its operands do not show")
    name = before.mnemonic
    writelane = name.startswith("v_writelane")
    matrix = before.flag("wmma") or name.startswith(("v_wmma", "v_swmmac"))
    if writelane:
        kept = []  # the lanes that it does not write keep their relation, nothing is computed from them
    return Accesses(
        tuple(dict.fromkeys(reads if not matrix else reads + kept)),
        tuple(dict.fromkeys(kept if not matrix else [])),
        tuple(writes),
        is_cross_lane(before),
        name.startswith("v_readfirstlane"),
        writelane or matrix,
    )
