"""What the parts of the allocation checker share: a finding, and which register stands for which in one instruction."""

from __future__ import annotations

import re
from dataclasses import dataclass

from isaopt.ir.program import Op
from isaopt.isa.registers import NUM_VGPRS, RegRef, unit_name

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
    "ds_bvh",
    "global_load_tr",
    # derivatives are differences between the coordinates of a quad's lanes (RDNA3 ISA guide, image sample)
    "image_sample",
    "image_gather4",
    "image_get_lod",
)
#: Defined only with every lane active (RDNA3 and RDNA4 ISA guides, WMMA and transposing loads).
WHOLE_WAVE = ("v_wmma", "v_swmmac", "global_load_tr")
_DPP_MODIFIERS = frozenset({"dpp8", "quad_perm", "row_share", "row_xmask", "row_mirror", "row_half_mirror"})
#: The destination is a source, or keeps bits, whatever the tables say of it: an accumulator, or one half of a register.
_KEEPS_OLD = re.compile(
    r"v_(dual_)?(pk_)?(fmac|dot\d?acc|dot\d?c)_|v_swmmac|v_writelane|v_permlanex?16|v_fma_mix(lo|hi)"
    r"|v_cvt_(pk|sr)_(fp8|bf8)_f32|(ds|global|flat|scratch|t?buffer)_load_(\w+_)?d16|v_movrel|v_swap"
)
#: Modifiers of an image load that may leave result registers as they were.
_PARTIAL_LOADS = frozenset({"tfe", "lwe", "d16"})


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


def is_dpp(op: Op) -> bool:
    """Whether a source comes through data-parallel primitives, which keep the old destination in lanes without one."""
    names = {m.name for m in op.modifiers}
    return "_dpp" in op.mnemonic or not names.isdisjoint(_DPP_MODIFIERS) or any(n.startswith("row_") for n in names)


def is_cross_lane(op: Op) -> bool:
    """Whether a source of the instruction may be read in a lane that EXEC switches off."""
    return op.flag("lane_access") or op.flag("wmma") or op.mnemonic.startswith(_CROSS_LANE_PREFIXES) or is_dpp(op)


def _keeps_old(half: Op) -> bool:
    """Whether the instruction reads its destination, by the tables or by what is known of its name and modifiers."""
    return (
        half.desc.partial
        or _KEEPS_OLD.match(half.mnemonic) is not None
        or is_dpp(half)
        or (half.mnemonic.startswith("image_") and any(m.name in _PARTIAL_LOADS for m in half.modifiers))
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
            partial = _keeps_old(before.halves[old.component]) or old.desc.bits % 32 == 16
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
    matrix = before.flag("wmma") or name.startswith(WHOLE_WAVE)
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
