"""The article's table: for each VALU instruction, which bank each destination and source meets, and what served each
read."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from isaopt.analysis.cfg import build_cfg
from isaopt.analysis.loops import find_loops
from isaopt.ir.program import Instruction, Kernel, Module
from isaopt.ir.registers import NUM_VGPRS
from isaopt.target.banks import ARTICLE, get_model
from isaopt.target.reads import is_valu, reads_of


@dataclass(frozen=True, slots=True)
class Cell:
    """One operand of one component.

    ``role`` is ``dst``, ``src0``, ``src1`` or ``src2``; ``served`` says that the ``article`` model's operand cache
    had it; ``conflict`` that the
    chosen model charges a collision in which it takes part.
    """

    component: int
    role: str
    bank: int
    vgpr: int
    served: bool = False
    conflict: bool = False

    @property
    def text(self) -> str:
        """``W2`` written to bank 2, ``R2`` read from bank 2, ``C3`` served by bank 3's cache; ``!`` marks a
        conflict."""
        letter = "W" if self.role == "dst" else "C" if self.served else "R"
        return f"{letter}{self.bank}" + ("!" if self.conflict else "")


@dataclass(frozen=True, slots=True)
class Row:
    """One VALU instruction; ``extra_cycles`` is what the chosen model charges.  ``loop`` is the innermost loop's
    index, or None."""

    item: int
    line: int
    block: int
    loop: int | None
    text: str
    dual: bool
    cells: tuple[Cell, ...]
    extra_cycles: Fraction


def operand_table(module: Module, kernel: Kernel, bank_model: str) -> tuple[Row, ...]:
    """The table of a kernel under a register-file model, in text order."""
    cfg = build_cfg(module, kernel)
    inner: dict[int, int] = {}
    for loop in find_loops(module, kernel, cfg):
        for own in loop.own_blocks:
            inner[own] = loop.index
    chosen, article = get_model(bank_model), get_model(ARTICLE)
    rows = []
    for block in cfg.blocks:
        state, cache = chosen.start(), article.start()
        for index in block.instructions:
            item = module.items[index]
            assert isinstance(item, Instruction)
            if not is_valu(item.op):
                continue
            reads = reads_of(item.op, module.arch)
            charge, state = chosen.charge(state, reads)
            cached, cache = article.charge(cache, reads)
            clashing = {i for group in charge.conflicts for i in group}
            cells = [
                Cell(ref.component, "dst", ref.reg.first % 4, ref.reg.first)
                for ref in item.op.refs
                if ref.writes and ref.reg.first < NUM_VGPRS
            ]
            cells += [
                Cell(r.component, f"src{r.slot}", r.vgpr % 4, r.vgpr, cached.served[i], i in clashing)
                for i, r in enumerate(reads)
                if not (r.matrix and r.offset)
            ]
            text = item.text[item.start : item.end]
            rows.append(
                Row(index, item.line, block.index, inner.get(block.index), text, item.op.pair is not None,
                    tuple(cells), charge.extra_cycles)
            )  # fmt: skip
    return tuple(rows)
