"""Moves new VGPRs into existing ones that are free for as long as they live."""

from __future__ import annotations

from collections.abc import Mapping
from functools import reduce
from operator import or_

from isaopt.analysis.flow.liveness import kernel_ops, live_ranges
from isaopt.asm.printer import print_op
from isaopt.ir.edit import rename_registers
from isaopt.ir.program import Kernel, Module, Op, RegUse
from isaopt.isa.registers import NUM_VGPRS, RegRef


def _renamed(op: Op, moved: Mapping[int, int]) -> Op:
    def new(ref: RegUse) -> RegRef:
        return RegRef(moved.get(ref.reg.first, ref.reg.first), ref.reg.count, ref.reg.half)

    return rename_registers(op, new)


def compacted(module: Module, kernel: Kernel, first: int) -> Module:
    """The kernel with single VGPRs from ``first`` on moved to lower ones that are free meanwhile, preferably to ones
    that the kernel needs anyway."""
    kernel = module.kernel(kernel.name)
    cfg, live = live_ranges(module, kernel)
    ops = kernel_ops(module, cfg)
    before = [live.live_in[k] | live.accesses[k].uses | live.through[k] for k in range(len(ops))]
    behind = [live.live_out[k] | live.accesses[k].defs | live.through[k] for k in range(len(ops))]
    used = reduce(or_, (*before, *behind), 0)
    old = sorted(range(min(first, NUM_VGPRS)), key=lambda u: not used >> u & 1)
    moved: dict[int, int] = {}
    for new in range(first, NUM_VGPRS):
        if not used >> new & 1:
            continue
        # A result may take the register of a source: instructions here that write more than one register are loads.
        ends = [[k for k in range(len(ops)) if bits[k] >> new & 1] for bits in (before, behind)]
        taken = reduce(or_, (bits[k] for bits, places in zip((before, behind), ends, strict=True) for k in places), 0)
        target = next((u for u in old if not taken >> u & 1), None)
        if target is not None:
            moved[new] = target
            for bits, places in zip((before, behind), ends, strict=True):
                for k in places:
                    bits[k] |= 1 << target
    changed: dict[int, Op] = {}
    for k, op in enumerate(ops):
        if any(u in moved for u in (*op.defs, *op.uses)):
            changed[cfg.order[k]] = _renamed(op, moved)
    return module.with_ops(changed, print_op)
