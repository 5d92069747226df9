"""Removes instructions whose results are no longer read after a pass."""

from __future__ import annotations

from collections.abc import Sequence

from isaopt.analysis.flow.cfg import CFG, build_cfg
from isaopt.analysis.flow.exec_masks import exec_masks
from isaopt.analysis.flow.liveness import Liveness, kernel_ops, liveness
from isaopt.ir.edit import spliced
from isaopt.ir.program import Item, Kernel, Module, Op, OperandKind
from isaopt.isa.meaning import Unit
from isaopt.isa.registers import SCC, VCC_HI, VCC_LO, is_sgpr, is_vgpr
from isaopt.rebuild.delays import address_members

_COMPUTING = frozenset({Unit.SALU, Unit.VALU, Unit.TRANS, Unit.MATRIX})


def live_ranges(module: Module, kernel: Kernel) -> tuple[CFG, Liveness]:
    """The kernel's control flow and the units live at each instruction."""
    cfg = build_cfg(module, kernel)
    return cfg, liveness(module, kernel, cfg, exec_masks(module, kernel, cfg))


def dead_items(module: Module, kernel: Kernel) -> list[int]:
    """Item indices of instructions that compute something that is never read."""
    cfg, live = live_ranges(module, kernel)
    ops = kernel_ops(module, cfg)
    counted = address_members(ops)
    return [
        cfg.order[k]
        for k, op in enumerate(ops)
        if cfg.block_of[k] in cfg.reachable
        and k not in counted
        and _only_computes(op)
        and not _reads_later(op, live.live_out[k])
    ]


def without_dead(module: Module, kernel: Kernel, spared: Sequence[Item]) -> Module:
    """The kernel without dead instructions, those apart that are among ``spared`` (the very same items)."""
    keep = {id(item) for item in spared}
    while True:
        dead = [i for i in dead_items(module, module.kernel(kernel.name)) if id(module.items[i]) not in keep]
        if not dead:
            return module
        module = spliced(module, {(i, i + 1): () for i in dead})


def _reads_later(op: Op, live: int) -> bool:
    return any(live >> unit & 1 for unit in op.written)


def _only_computes(op: Op) -> bool:
    if op.flag("sideeffects") or op.flag("mayload") or op.flag("maystore"):
        return False
    if op.desc.unit not in _COMPUTING or op.operation == "s_getpc_b64":
        return False
    if any(o.kind is OperandKind.EXPR for half in op.halves for o in half.operands):
        return False
    written = op.written
    return bool(written) and all(is_vgpr(u) or is_sgpr(u) or u in (SCC, VCC_LO, VCC_HI) for u in written)
