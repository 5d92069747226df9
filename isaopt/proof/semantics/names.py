"""Gives each operation one name, without encoding suffixes, dual halves and the spellings of a generation."""

from __future__ import annotations

from functools import cache

from isaopt.ir.kept import kept_in_op
from isaopt.ir.program import Op

_SUFFIXES = ("_e64_dpp", "_e32", "_e64", "_dpp")
#: gfx12 spellings (LLVM SOPInstructions.td, VOP3Instructions.td) of what gfx11 calls otherwise.
_SAME = {
    "s_add_co_u32": "s_add_u32",
    "s_add_co_ci_u32": "s_addc_u32",
    "s_sub_co_u32": "s_sub_u32",
    "s_sub_co_ci_u32": "s_subb_u32",
    "s_add_co_i32": "s_add_i32",
    "s_sub_co_i32": "s_sub_i32",
    "s_addk_co_i32": "s_addk_i32",
    "v_mad_co_u64_u32": "v_mad_u64_u32",
    "v_mad_co_i64_i32": "v_mad_i64_i32",
}


@cache
def _plain(mnemonic: str) -> str:
    name = mnemonic
    for suffix in _SUFFIXES:
        if name.endswith(suffix):
            name = name.removesuffix(suffix)
            break
    if name.startswith("v_dual_"):
        name = "v_" + name.removeprefix("v_dual_")
    return _SAME.get(name, name)


def operation(op: Op) -> str:
    """The operation of a single instruction or of one half of a dual one."""
    return _plain(op.desc.mnemonic or op.mnemonic)


@kept_in_op
def _masks(op: Op) -> frozenset[int]:
    """A source of a vector operation that only a scalar register can be: no lane number or operand, which constants
    can be, too (RDNA3 ISA guide, VOP2 and VOP3: carry in, condition)."""
    operands = op.desc.operands
    return frozenset(
        i for i, d in enumerate(operands) if d.role == "use" and "s" in d.kinds and not {*d.kinds} - {*"sn"}
    )


def is_lane_mask(op: Op, index: int) -> bool:
    """Whether a source of a vector operation has one bit per lane, of which each lane reads its own."""
    return index in _masks(op)


def is_dpp(op: Op) -> bool:
    return op.flag("dpp")


@kept_in_op
def destinations(op: Op) -> tuple[int, ...]:
    """Indices of the operands that are written."""
    return tuple(i for i, d in enumerate(op.desc.operands) if d.role in ("def", "defuse"))


@kept_in_op
def sources(op: Op) -> tuple[int, ...]:
    """Indices of the operands that are read, immediates among them, in text order."""
    return tuple(i for i, d in enumerate(op.desc.operands) if d.role != "def")
