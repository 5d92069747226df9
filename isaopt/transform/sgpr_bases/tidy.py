"""Tidies code after addresses have moved: few VGPRs, and sums and shifts fused."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import reduce
from operator import or_

from isaopt.analysis.flow.cfg import Block
from isaopt.analysis.flow.dead import dead_among
from isaopt.analysis.flow.liveness import code_of, kernel_ops, live_ranges
from isaopt.asm.line import read_op
from isaopt.asm.printer import new_instruction, print_op
from isaopt.ir.edit import rename_registers, spliced
from isaopt.ir.program import Item, Kernel, Module, Op, RegUse
from isaopt.isa.registers import EXEC_HI, EXEC_LO, NUM_VGPRS, RegRef, is_vgpr


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


_EXEC = {EXEC_LO, EXEC_HI}
_SUM, _SHIFT = "v_add_nc_u32", "v_lshlrev_b32"


def fused(module: Module, kernel: Kernel) -> Module:
    """The kernel with pairs of instructions fused into ``v_add_lshl_u32`` and ``v_lshl_add_u32`` where the first result
    has no other use."""
    while True:
        kernel = module.kernel(kernel.name)
        cfg, ops = code_of(module, kernel)
        _, live = dead_among(module, kernel, cfg, ())
        changes: dict[tuple[int, int], Sequence[Item]] = {}
        for block in cfg.blocks:
            found = _first(block, ops, live)
            if found is None:
                continue
            a, b, at, text = found
            for k in (a, b):
                changes[cfg.order[k], cfg.order[k] + 1] = ()
            new = read_op(text, module.arch, kernel.wave_size)
            index = cfg.order[at]
            changes[index, index + 1] = [new_instruction(new, module.items[cfg.order[b]].line)]
        if not changes:
            return module
        module = spliced(module, changes)


def _first(block: Block, ops: Sequence[Op], live: Sequence[int]) -> tuple[int, int, int, str] | None:
    """The first two instructions of a block that can be fused, by ordinals; the one whose place the fused instruction
    takes; and that instruction."""
    span = block.ordinals
    for b in span:
        if not _is_plain(ops[b], _SUM, _SHIFT):
            continue
        for unit in dict.fromkeys(u for u in ops[b].uses if is_vgpr(u)):
            a = next((k for k in range(b - 1, span.start - 1, -1) if unit in ops[k].defs), None)
            text = None if a is None or not _is_plain(ops[a], _SUM, _SHIFT) else _text(ops[a], ops[b], unit)
            if a is None or text is None or (live[b] >> unit & 1 and unit not in ops[b].defs):
                continue
            between = [ops[k] for k in range(a + 1, b)]
            if any(unit in op.uses or _EXEC & set(op.written) for op in between):
                continue
            written = {u for op in between for u in op.written}
            if not written & set(ops[a].uses):
                return a, b, b, text
            touched = written | {u for op in between for u in op.read}
            if not touched & set(ops[b].defs) and not written & set(ops[b].uses) - {unit}:
                return a, b, a, text
    return None


def _is_plain(op: Op, *names: str) -> bool:
    return op.pair is None and op.operation in names and not op.modifiers


def _text(one: Op, two: Op, unit: int) -> str | None:
    """Both as one instruction; ``unit`` is what the second reads of the first."""
    target = two.operands[0].text
    x, y = (o.text for o in one.operands[1:3])
    if (one.operation, two.operation) == (_SUM, _SHIFT):
        by, value = two.operands[1:3]
        shifts = isinstance(by.value, int) and value.reg is not None and unit in value.reg.units
        return f"v_add_lshl_u32 {target}, {x}, {y}, {by.text}" if shifts else None
    if (one.operation, two.operation) == (_SHIFT, _SUM):
        others = [o for o in two.operands[1:3] if o.reg is None or unit not in o.reg.units]
        if len(others) == 1 and isinstance(one.operands[1].value, int):
            return f"v_lshl_add_u32 {target}, {y}, {x}, {others[0].text}"
    return None
