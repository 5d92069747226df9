"""Writes the code of accesses through SGPR bases."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from isaopt.analysis.flow.accesses import noted_like
from isaopt.analysis.flow.cfg import CFG
from isaopt.analysis.integers.global_addresses import LaneAddress
from isaopt.ir.edit import spliced
from isaopt.ir.program import Item, Kernel, Module, Op
from isaopt.rebuild.rewrite import made
from isaopt.transform.sgpr_bases.plan import InsertionPlan, RegisterPart


@dataclass(frozen=True, slots=True)
class New:
    """The rewritten access at an address."""

    address: LaneAddress
    base: RegisterPart
    lanes: RegisterPart
    offset: int


def with_bases(
    module: Module, kernel: Kernel, cfg: CFG, ops: Sequence[Op], plan: InsertionPlan, new: Sequence[New]
) -> Module:
    """The module with the planned code in its kernel, and the accesses rewritten."""
    changes: dict[tuple[int, int], list[Item]] = {}
    for spot, lines in plan.lines.items():
        if not lines:
            continue
        block = cfg.blocks[spot.block]
        inside = spot.at < block.end
        index = cfg.order[spot.at] if inside else cfg.order[spot.at - 1] + 1
        line = module.items[min(index, cfg.order[-1])].line
        changes.setdefault((index, index), []).extend(made(module, kernel, text(), line) for text in lines)
    for access in new:
        index = cfg.order[access.address.ordinal]
        op = ops[access.address.ordinal]
        item = made(module, kernel, _text(op, access), module.items[index].line)
        changes[index, index + 1] = [replace(item, op=noted_like(item.op, op))]
    return spliced(module, {run: tuple(items) for run, items in changes.items()})


def _text(op: Op, access: New) -> str:
    operands = [o.text for o in op.operands]
    operands[access.address.vaddr] = str(access.lanes)
    operands[-1] = access.base.pair
    text = f"{op.mnemonic} {', '.join(operands)}"
    if access.offset:
        text += f" offset:{access.offset}"
    for m in op.modifiers:
        if m.name != "offset":
            text += f" {m.name}" + (f":{m.value}" if m.value is not None else "")
    return text
