"""Puts new VGPRs into old ones that are free for as long as they are needed."""

from __future__ import annotations

from isaopt.analysis.cfg import build_cfg
from isaopt.analysis.exec_masks import exec_masks
from isaopt.analysis.liveness import kernel_ops, liveness
from isaopt.asm.printer import print_op
from isaopt.ir.program import Kernel, Module, Op
from isaopt.ir.registers import NUM_VGPRS, RegRef
from isaopt.ir.rename import rename_registers


def compacted(module: Module, kernel: Kernel, first: int) -> Module:
    """The kernel with single VGPRs numbered from ``first`` on in lower ones where nothing else is then; rather in those
    that it needs anyway."""
    kernel = module.kernel(kernel.name)
    cfg = build_cfg(module, kernel)
    ops = kernel_ops(module, cfg)
    live = liveness(module, kernel, cfg, exec_masks(module, kernel, cfg))
    busy = [
        live.live_in[k] | live.live_out[k] | live.through[k] | live.accesses[k].uses | live.accesses[k].defs
        for k in range(len(ops))
    ]
    used = 0
    for bits in busy:
        used |= bits
    old = sorted(range(min(first, NUM_VGPRS)), key=lambda u: not used >> u & 1)
    moved: dict[int, int] = {}
    for new in range(first, NUM_VGPRS):
        if not used >> new & 1:
            continue
        taken = 0
        places = [k for k, bits in enumerate(busy) if bits >> new & 1]
        for k in places:
            taken |= busy[k]
        target = next((u for u in old if not taken >> u & 1), None)
        if target is not None:
            moved[new] = target
            for k in places:
                busy[k] |= 1 << target
    changed: dict[int, Op] = {}
    for k, op in enumerate(ops):
        if any(u in moved for u in (*op.defs, *op.uses)):
            changed[cfg.order[k]] = rename_registers(
                op, lambda ref: RegRef(moved.get(ref.reg.first, ref.reg.first), ref.reg.count, ref.reg.half)
            )
    return module.with_ops(changed, print_op)
