"""Removes new VGPRs that only copy another one, and moves the others into existing VGPRs that are free for as long as
they live."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import reduce
from operator import or_

from isaopt.analysis.flow.cfg import build_cfg
from isaopt.analysis.flow.liveness import kernel_ops, live_ranges
from isaopt.asm.printer import new_instruction, print_op
from isaopt.ir.edit import spliced
from isaopt.ir.program import Item, Kernel, Module, Op, RegUse
from isaopt.ir.rename import rename_registers
from isaopt.isa.registers import NUM_VGPRS, RegRef


def without_copies(module: Module, kernel: Kernel, first: int) -> Module:
    """Removes copies to VGPRs numbered from ``first`` on that are written once, where the copied register keeps its
    value in the same block as long as the copy is needed."""
    kernel = module.kernel(kernel.name)
    cfg = build_cfg(module, kernel)
    ops = kernel_ops(module, cfg)
    uses: dict[int, list[int]] = {}
    defs: Counter[int] = Counter()
    for k, op in enumerate(ops):
        defs.update(op.defs)
        for unit in op.uses:
            uses.setdefault(unit, []).append(k)
    same: dict[int, int] = {}
    changes: dict[tuple[int, int], Sequence[Item]] = {}
    for k, op in enumerate(ops):
        target, index = op.defs[0] if op.defs else -1, cfg.order[k]
        if op.mnemonic != "v_mov_b32_e32" or target < first or defs[target] > 1 or op.uses[0] >= NUM_VGPRS:
            continue
        source, users = same.get(op.uses[0], op.uses[0]), uses.get(target, [k])
        block = cfg.blocks[cfg.block_of[k]]
        inside = k < min(users) and max(users) < block.end
        kept = not any(source in ops[at].defs for at in range(k + 1, max(users)))
        if inside and kept and all(ops[at].pair is None for at in users):
            same[target] = source
            changes[index, index + 1] = ()
    for k, op in enumerate(ops):
        index = cfg.order[k]
        if any(u in same for u in op.uses) and (index, index + 1) not in changes:
            new = _renamed(op, same)
            changes[index, index + 1] = [new_instruction(new, module.items[index].line)]
    return spliced(module, changes)


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
