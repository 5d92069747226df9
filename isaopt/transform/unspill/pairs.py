"""Forms dual instructions again where the new registers allow them."""

from __future__ import annotations

from collections.abc import Sequence

from isaopt.analysis.flow.cfg import build_cfg
from isaopt.analysis.flow.liveness import kernel_ops
from isaopt.asm.printer import new_instruction
from isaopt.ir.edit import spliced
from isaopt.ir.program import Item, Kernel, Module, Op
from isaopt.target.arch import Arch
from isaopt.transform.dual_forms import legal_duals


def paired_again(module: Module, kernel: Kernel, arch: Arch) -> Module:
    """The kernel with neighbours merged into dual instructions wherever their registers allow it."""
    if kernel.wave_size != 32:
        return module
    cfg = build_cfg(module, kernel)
    ops = kernel_ops(module, cfg)
    changes: dict[tuple[int, int], Sequence[Item]] = {}
    for block in cfg.blocks:
        k, end = block.first, block.end - 1
        while k < end:
            made = _pair(arch, ops[k], ops[k + 1])
            if made is not None:
                first, second = cfg.order[k], cfg.order[k + 1]
                changes[first, second + 1] = [new_instruction(made, module.items[first].line)]
            k += 1 if made is None else 2
    return spliced(module, changes)


def _pair(arch: Arch, one: Op, two: Op) -> Op | None:
    if not (one.flag("valu") and two.flag("valu")) or set(one.defs) & {*two.uses, *two.defs}:
        return None
    return next(iter(legal_duals(arch, one, two)), None)
