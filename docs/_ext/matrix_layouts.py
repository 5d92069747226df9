"""The tables of matrix layouts, from the definition that the emulator computes with."""

from __future__ import annotations

from collections.abc import Iterator

from isaopt.analysis.figures.matrix_layout import instructions, matrix_layout
from isaopt.reports.markdown import render_markdown
from isaopt.reports.matrix import item_formula, lane_formula, registers_table
from isaopt.reports.page import Block, Column, Heading, Page, Paragraph, Span, Text, table, text
from isaopt.target.matrix import OperandLayout, OperandName

SECTIONS = (
    ("RDNA3 (gfx11)", "gfx1100", (32, 64)),
    ("RDNA4 (gfx12)", "gfx1201", (32, 64)),
    ("CDNA2 (gfx90a)", "gfx90a", (64,)),
    ("CDNA3 (gfx942)", "gfx942", (64,)),
)
#: Whole tables: what changed from one generation to the next.
SAMPLES: tuple[tuple[str, str, OperandName], ...] = (
    ("v_wmma_f32_16x16x16_f16", "gfx1100", "A"),
    ("v_wmma_f32_16x16x16_f16", "gfx1100", "D"),
    ("v_wmma_f32_16x16x16_f16", "gfx1201", "A"),
    ("v_wmma_f32_16x16x16_f16", "gfx1201", "D"),
)


def _rule(layout: OperandLayout) -> Text:
    where = [Span(lane_formula(layout), code=True), Span("; "), Span(item_formula(layout), code=True)]
    return (Span(f"{layout.registers}: "), *where)


def _section(title: str, arch: str, wave: int) -> Iterator[Block]:
    yield Heading(3, text(f"{title}, wave{wave}"))
    rows = []
    sparse = any(op.sparse for op in instructions(arch))
    for op in instructions(arch):
        found = matrix_layout(op.mnemonic, arch, wave)
        names: tuple[OperandName, ...] = ("A", "B", "D", "index") if sparse else ("A", "B", "D")
        rules = [_rule(found.operands[name]) if name in found.operands else text("") for name in names]
        rows.append((Span(op.mnemonic, code=True), *rules, "assumed" if found.confidence == "assumed" else ""))
    columns = [Column(c) for c in ("instruction", "A", "B", "C, D", *(["index"] if sparse else []), "")]
    yield table(columns, rows)


def tables() -> str:
    """All tables, as Markdown."""
    blocks: list[Block] = [
        Heading(2, text("All instructions")),
        Paragraph(text("In each cell: number of registers, then the lane and the item of an element.")),
    ]
    for title, arch, waves in SECTIONS:
        for wave in waves:
            blocks += _section(title, arch, wave)
    blocks.append(Heading(2, text("The f16 WMMA of both generations, element by element")))
    for mnemonic, arch, operand in SAMPLES:
        blocks.append(Heading(3, text(Span(mnemonic, code=True), f" on {arch}, wave32: {operand}")))
        blocks.append(registers_table(matrix_layout(mnemonic, arch).operands[operand]))
    return render_markdown(Page("", tuple(blocks)))
