"""The operand table: for each VALU instruction, which bank each destination and source meets, what served each read,
and what each register-file model charges.

The form is that of seb-v, "Deep dive into matrix optimization on AMD GPUs", kernel 6.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from isaopt.analysis.figures.metrics import InstructionCost, instruction_costs
from isaopt.analysis.flow.cfg import build_cfg
from isaopt.analysis.flow.loops import find_loops
from isaopt.ir.program import Instruction, Kernel, Module
from isaopt.target.bank_models import ARTICLE
from isaopt.target.banks import bank_of


@dataclass(frozen=True, slots=True)
class OperandCell:
    """One operand of one component (0 for X or the only one, 1 for Y).

    ``role`` is ``dst``, ``src0``, ``src1`` or ``src2``; ``served`` says that the ``article`` model's operand cache
    had it; ``conflicts`` names the models that charge a collision in which it takes part.  A destination of several
    registers, and a tuple of a matrix instruction, is one cell with its first register.
    """

    component: int
    role: str
    bank: int
    vgpr: int
    served: bool = False
    conflicts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class OperandRow:
    """One VALU instruction at ``line``; ``loop`` is the label of the innermost loop round it, or None.

    ``extra_cycles`` is what each model, by name, charges for gathering its operands.
    """

    item: int
    line: int
    block: int
    loop: str | None
    text: str
    dual: bool
    cells: tuple[OperandCell, ...]
    extra_cycles: Mapping[str, Fraction]


def operand_table(module: Module, kernel: Kernel) -> tuple[OperandRow, ...]:
    """The table of a kernel, in text order; operand caches are taken as empty at the start of a basic block."""
    cfg = build_cfg(module, kernel)
    inner: dict[int, str] = {}
    for loop in find_loops(module, kernel, cfg):
        for own in loop.own_blocks:
            inner[own] = loop.label
    costs = instruction_costs(module, [block.instructions for block in cfg.blocks])
    rows = []
    for block in cfg.blocks:
        for index in block.instructions:
            item = module.instruction(index)
            if index not in costs:
                continue
            rows.append(
                OperandRow(
                    index,
                    item.line,
                    block.index,
                    inner.get(block.index),
                    " ".join(item.text[item.start : item.end].split()),
                    item.op.pair is not None,
                    _cells(item, costs[index]),
                    {name: charge.extra_cycles for name, charge in costs[index].charges.items()},
                )
            )
    return tuple(rows)


def _cells(item: Instruction, cost: InstructionCost) -> tuple[OperandCell, ...]:
    served = cost.charges[ARTICLE].served
    clashing = {name: {i for group in charge.conflicts for i in group} for name, charge in cost.charges.items()}
    written = [
        OperandCell(ref.component, "dst", bank_of(ref.reg.first), ref.reg.first)
        for ref in item.op.refs
        if ref.writes and ref.reg.is_vgpr
    ]
    read = [
        OperandCell(
            r.component,
            f"src{r.slot}",
            bank_of(r.vgpr),
            r.vgpr,
            served[i],
            tuple(name for name, clash in clashing.items() if i in clash),
        )
        for i, r in enumerate(cost.reads)
        if not (r.matrix and r.offset)
    ]
    return (*written, *read)
