"""Takes dual instructions apart that came too near to what their sources wait for.

On gfx11 a dual instruction whose sources in one slot have equal parity can lose the interlock and read the old value
of a register whose result is still under way (LLVM pull request 220348, "GFX11 VOPD destination interlock").
Compilers emit such pairs where the results are old enough; deleting the instructions between brings them near.
"""

from __future__ import annotations

from collections.abc import Sequence

from isaopt.analysis.flow.cfg import CFG, build_cfg
from isaopt.analysis.flow.liveness import kernel_ops
from isaopt.asm.printer import print_op
from isaopt.ir.edit import new_instruction, spliced
from isaopt.ir.program import Item, Kernel, Module, Op
from isaopt.target.arch import Arch, get_arch
from isaopt.target.vopd import interlock_risk
from isaopt.target.vopd_ops import half_of
from isaopt.transform.dual_forms import singles


def without_near_pairs(module: Module, kernel: Kernel, before: Module) -> Module:
    """The kernel with those dual instructions as two single ones that were not so near in ``before``."""
    arch = get_arch(module.arch)
    if not arch.vopd_interlock_erratum:
        return module
    old_cfg = build_cfg(before, before.kernel(kernel.name))
    old = kernel_ops(before, old_cfg)
    known = {
        (before.items[old_cfg.order[k]].line, print_op(op))
        for k, op in enumerate(old)
        if op.pair is not None and _is_near(arch, old_cfg, old, k)
    }
    kernel = module.kernel(kernel.name)
    cfg = build_cfg(module, kernel)
    ops = kernel_ops(module, cfg)
    changes: dict[tuple[int, int], Sequence[Item]] = {}
    for k, op in enumerate(ops):
        if op.pair is None or not interlock_risk(arch, half_of(arch, op.pair[0]), half_of(arch, op.pair[1])):
            continue
        if (module.items[cfg.order[k]].line, print_op(op)) in known:
            continue
        two = singles(arch, op) if _is_near(arch, cfg, ops, k) else None
        if two is not None:
            index = cfg.order[k]
            changes[index, index + 1] = [new_instruction(o, print_op(o), module.items[index].line) for o in two]
    return spliced(module, changes)


def _is_near(arch: Arch, cfg: CFG, ops: list[Op], k: int) -> bool:
    """Whether, on some path, a source is written so few vector instructions before it that it may be under way."""
    sources, farthest = set(ops[k].uses), arch.vector_window(trans=True)
    block = cfg.blocks[cfg.block_of[k]]
    todo = [(block.index, k, 0)]
    seen: dict[int, int] = {}
    while todo:
        b, before, passed = todo.pop()
        for at in range(before - 1, cfg.blocks[b].first - 1, -1):
            if not ops[at].flag("valu"):
                continue
            if sources & set(ops[at].defs) and passed <= arch.vector_window(ops[at].flag("trans")):
                return True
            passed += 1
            if passed > farthest:
                break
        else:
            for p in cfg.blocks[b].preds:
                if seen.get(p, farthest + 1) > passed:
                    seen[p] = passed
                    todo.append((p, cfg.blocks[p].first + len(cfg.blocks[p].instructions), passed))
    return False
