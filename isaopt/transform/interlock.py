"""Dual instructions that may read another value than they should.

On gfx11, a dual instruction whose sources in one slot have equal parity can lose the interlock and read the old value
of a register whose result is still in flight (LLVM pull request 220348, "GFX11 VOPD destination interlock"). Compilers
emit such pairs without regard to how recent the results are, and deleting the instructions between them makes more of
them unsafe.  On gfx12, X must not overwrite what Y reads (RDNA4 ISA guide, "Dual Issue VALU"; LLVM pull request
178772), which compilers before 2026 did not heed.
"""

from __future__ import annotations

from collections.abc import Sequence

from isaopt.analysis.flow.cfg import CFG
from isaopt.analysis.flow.liveness import code_of
from isaopt.asm.printer import print_op
from isaopt.ir.kept import kept
from isaopt.ir.program import Kernel, Module, Op
from isaopt.rebuild.rewrite import replaced
from isaopt.target.arch import Arch, get_arch
from isaopt.target.vopd import interlock_risk, overwrites_source
from isaopt.target.vopd_ops import half_of
from isaopt.transform.dual_forms import apart, legal_dual, singles


def without_near_pairs(module: Module, kernel: Kernel, before: Module) -> Module:
    """The kernel with those dual instructions split into singles that are at risk here and were not in ``before``."""
    arch = get_arch(module.arch)
    if not arch.vopd_interlock_erratum:
        return module
    old_cfg, old = code_of(before, kernel)
    known = {
        (before.items[old_cfg.order[k]].line, print_op(op))
        for k, op in enumerate(old)
        if is_at_risk(arch, old_cfg, old, k)
    }
    kernel = module.kernel(kernel.name)
    cfg, ops = code_of(module, kernel)
    return apart(
        module,
        (
            index
            for k, index in enumerate(cfg.order)
            if (module.items[index].line, print_op(ops[k])) not in known and is_at_risk(arch, cfg, ops, k)
        ),
    )


@kept
def with_safe_pairs(module: Module, kernel: Kernel) -> Module:
    """The kernel with every dual instruction of equal parity, or in which X overwrites what Y reads, made safe: by
    another form of its halves if there is one, otherwise split into singles if a source may still be in flight or is
    overwritten. The same module if there is nothing to do."""
    arch = get_arch(module.arch)
    if not any(has_risk(arch, i.op) or _overwrites(arch, i.op) for _, i in module.instructions(kernel)):
        return module
    cfg, ops = code_of(module, kernel)
    changed: dict[int, Sequence[Op]] = {}
    for k, op in enumerate(ops):
        overwrites = _overwrites(arch, op)
        two = singles(arch, op) if overwrites or has_risk(arch, op) else None
        if two is None:
            continue
        safe = legal_dual(arch, *two)
        if safe is not None or overwrites or is_at_risk(arch, cfg, ops, k):
            changed[cfg.order[k]] = two if safe is None else (safe,)
    return replaced(module, kernel, changed) if changed else module


def has_risk(arch: Arch, op: Op) -> bool:
    """Whether an op is a dual instruction with sources of equal parity in one slot."""
    return op.pair is not None and bool(interlock_risk(arch, *(half_of(arch, half) for half in op.pair)))


def _overwrites(arch: Arch, op: Op) -> bool:
    """Whether X of a dual instruction may overwrite what Y is yet to read."""
    return op.pair is not None and overwrites_source(arch, *(half_of(arch, half) for half in op.pair))


def is_at_risk(arch: Arch, cfg: CFG, ops: list[Op], k: int) -> bool:
    """Whether an op is such a dual instruction and reads a source that may still be in flight on some path."""
    return has_risk(arch, ops[k]) and _is_near(arch, cfg, ops, k)


def _is_near(arch: Arch, cfg: CFG, ops: list[Op], k: int) -> bool:
    """Whether, on some path, a source was written so few VALU instructions earlier that its result may still be in
    flight."""
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
                    todo.append((p, cfg.blocks[p].end, passed))
    return False
