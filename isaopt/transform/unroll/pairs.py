"""Splits dual instructions of a loop that should not be copied."""

from __future__ import annotations

from collections.abc import Sequence

from isaopt.analysis.flow.cfg import CFG
from isaopt.analysis.flow.liveness import kernel_ops
from isaopt.analysis.integers.linear import linear_sum
from isaopt.ir.program import Module, Op
from isaopt.isa.registers import is_sgpr
from isaopt.target.arch import get_arch
from isaopt.transform.dual_forms import apart, singles
from isaopt.transform.interlock import is_at_risk


def taken_apart(module: Module, cfg: CFG, blocks: Sequence[int]) -> Module:
    """The loop of these consecutive blocks without two kinds of dual instruction.

    First, those with a half that adds a constant or a scalar to a register: that half may become dead, or be needed
    long before the other one. Second, those that the interlock erratum of gfx11 (LLVM pull request 220348) threatens
    because their producers are near: every copy would be threatened, too.
    """
    arch = get_arch(module.arch)
    items = [i for b in blocks for i in cfg.blocks[b].instructions]
    first = cfg.blocks[blocks[0]].first
    ops = kernel_ops(module, cfg)
    chosen = (
        index
        for k, index in enumerate(items, first)
        if any(_steps(half) for half in singles(arch, ops[k]) or ()) or is_at_risk(arch, cfg, ops, k)
    )
    return apart(module, chosen)


def _steps(op: Op) -> bool:
    made = linear_sum(op)
    if made is None or (made.target, 1) not in made.terms:
        return False
    return all(is_sgpr(unit) for unit, _ in made.terms if unit != made.target)
