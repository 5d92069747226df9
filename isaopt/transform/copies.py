"""Removes copies of VGPRs whose readers can read the copied register instead."""

from __future__ import annotations

from isaopt.analysis.flow.liveness import code_of
from isaopt.analysis.flow.outstanding import Pending
from isaopt.analysis.flow.webs import Segment, Web, Webs, find_webs
from isaopt.asm.printer import with_instructions
from isaopt.ir.program import Kernel, Module, Op, OperandKind
from isaopt.target.arch import Arch, get_arch
from isaopt.target.vopd import check_halves, interlock_risk
from isaopt.target.vopd_ops import half_of
from isaopt.transform.placement import with_webs


def copied_operand(op: Op) -> int | None:
    """The operand whose register an instruction copies to another one; None if it does anything else. A dual
    instruction may copy by adding zero."""
    sources = op.operands[1:]
    if op.pair is not None or op.modifiers or any(o.neg or o.absolute for o in op.operands):
        return None
    if op.desc.operation == "v_add_nc_u32" and sources[0].kind is OperandKind.INT and sources[0].value == 0:
        at = 2
    elif op.desc.operation == "v_mov_b32":
        at = 1
    else:
        return None
    regs = (op.operands[0].reg, op.operands[at].reg)
    return at if all(r is not None and r.is_vgpr and r.count == 1 and not r.half for r in regs) else None


def without_copies(module: Module, kernel: Kernel) -> Module:
    """The bare kernel without copies of which nothing else writes the target, and whose source keeps its content for as
    long as the target is needed."""
    kernel = module.kernel(kernel.name)
    cfg, ops = code_of(module, kernel)
    if not any(copied_operand(op) is not None for op in ops):
        return module
    found = find_webs(module, kernel, cfg, outstanding=Pending.nothing(cfg))
    arch, ordinal = get_arch(module.arch), {item: k for k, item in enumerate(cfg.order)}
    taken: dict[int, list[tuple[int, Segment]]] = {}
    for k, op in enumerate(ops):
        for unit in op.defs:
            taken.setdefault(unit, []).append((-1, (2 * k + 1, 2 * k + 2)))
    for web in found.webs:
        taken.setdefault(web.unit, []).extend((web.id, segment) for segment in web.segments)
    instead: dict[int, int] = {}
    changed: dict[int, Op] = {}
    gone: list[int] = []
    for k, op in enumerate(ops):
        own, at = found.web_at.get((cfg.order[k], 0, 0)), copied_operand(op)
        if own is None or at is None or own in instead.values():
            continue
        number = next(n for n, ref in enumerate(op.refs) if ref.operand == at)
        target, source = found.webs[own], found.webs[found.web_at[cfg.order[k], number, 0]]
        source = found.webs[instead.get(source.id, source.id)]
        # What the copied register holds may change where the copy is needed no more, and the copy itself may be in it.
        others = (s for web, s in taken[source.unit] if web not in (own, source.id) and s != (2 * k + 1, 2 * k + 2))
        if any(start < last and first < end for start, end in others for first, last in target.segments):
            continue
        users = {ordinal[ref.item] for ref in target.refs} - {k}
        units = {web: found.webs[other].unit for web, other in (instead | {own: source.id}).items()}
        new = {n: with_webs(ops[n], cfg.order[n], found, units, written=False) for n in users}
        if _may_be(found, target, source.unit) and all(_is_legal(arch, ops[n], other) for n, other in new.items()):
            instead[own] = source.id
            changed |= new
            gone.append(k)
    kept = {cfg.order[k]: [op] for k, op in changed.items()}
    return with_instructions(module, kept | {cfg.order[k]: [] for k in gone})


def _may_be(found: Webs, web: Web, unit: int) -> bool:
    """Whether a value that is written once may be in a register that already holds it."""
    group = found.groups[found.group_of[web.id]]
    alone = len(group.members) == 1 and group.fixed is None and unit <= group.max_base
    return alone and not web.entry and sum(ref.use.writes for ref in web.refs) == 1


def _is_legal(arch: Arch, before: Op, after: Op) -> bool:
    """Whether an instruction is still one, and no dual one that gfx11 may execute wrongly, if it was none before."""
    if before.pair is None or after.pair is None:
        return True
    (a, b), (x, y) = ((half_of(arch, op.pair[0]), half_of(arch, op.pair[1])) for op in (before, after) if op.pair)
    return not check_halves(arch, x, y) and set(interlock_risk(arch, x, y)) <= set(interlock_risk(arch, a, b))
