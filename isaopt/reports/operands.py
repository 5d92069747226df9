"""The operand table: an instruction a row, the banks of X and Y side by side or, on a narrow terminal, one above the
other."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from isaopt.analysis.figures import operand_table
from isaopt.reports.figures import show
from isaopt.reports.page import Column, Paragraph, Row, Span, Table, Text, Tone, columns, text
from isaopt.target.bank_models import shown_models

_ROLES = ("dst", "src0", "src1", "src2")
_CHANGES: Mapping[str, Literal["", "old", "new"]] = {"": "", "-": "old", "+": "new"}


def legend(model: str) -> Paragraph:
    """The meaning of the table's symbols."""
    first, *others = shown_models(model)
    marks = ", ".join((f"under {first.name}", *(f"{other.mark} under {other.name}" for other in others)))
    *headings, last = (shown.heading for shown in (first, *others))
    return Paragraph(
        text(
            "Instruction table: Xd is the bank of X's destination (of the only one, if the instruction is no dual), X0 "
            "X1 X2 are those of its sources SRC0 SRC1 SRC2, Y is the other half. W2: written to bank 2; R2: read from "
            "bank 2; C3: served by the operand cache of bank 3 (article model). "
            f"{first.mark} marks a read that takes part in a collision {marks}; {', '.join(headings)} and {last} are "
            "the cycles that each model charges."
        )
    )


@dataclass(frozen=True, slots=True)
class ShownInstruction:
    """What a row of the table shows: an instruction, with ``row`` None if it is not one of the vector ALU.

    ``sign`` is ``-`` or ``+`` in a comparison, ``banner`` instead of all else a text across the table, where the code
    of a ``loop`` begins.
    """

    line: int = 0
    text: str = ""
    row: operand_table.OperandRow | None = None
    sign: str = ""
    banner: Text = ()
    loop: str = ""


def operands_table(entries: Sequence[ShownInstruction], model: str, title: Text = ()) -> Table:
    """The table; collisions under ``model``, the chosen one, stand out most."""
    signed = any(entry.sign for entry in entries)
    return Table(
        _columns(signed, ("Xd", "X0", "X1", "X2", "Yd", "Y0", "Y1", "Y2"), False, model),
        tuple(
            Row(banner=e.banner, loop=e.loop) if e.banner else Row(_wide(e, model, signed), change=_CHANGES[e.sign])
            for e in entries
        ),
        title,
        long=True,
        narrow=Table(
            _columns(signed, ("", "d", "0", "1", "2"), True, model),
            tuple(
                row
                for e in entries
                for row in ([Row(banner=e.banner)] if e.banner else map(Row, _narrow(e, model, signed)))
            ),
            title,
        ),
    )


def _columns(signed: bool, banks: Iterable[str], narrow: bool, model: str) -> tuple[Column, ...]:
    last = "~instruction" if narrow else "instruction"
    charged = (f">{shown.heading}" for shown in shown_models(model))
    return columns((*([""] if signed else []), ">line", *banks, *charged, last))


def _wide(entry: ShownInstruction, model: str, signed: bool) -> tuple[Text, ...]:
    banks = [_banks(entry, component, role, model) for component in (0, 1) for role in _ROLES]
    return _cells(entry, str(entry.line), banks, _charges(entry, model), entry.text, signed)


def _narrow(entry: ShownInstruction, model: str, signed: bool) -> list[tuple[Text, ...]]:
    """One row, or two for a dual instruction."""
    if entry.row is None or not entry.row.dual:
        banks = [text(""), *(_banks(entry, 0, role, model) for role in _ROLES)]
        return [_cells(entry, str(entry.line), banks, _charges(entry, model), entry.text, signed)]
    first, _, second = entry.text.partition(" :: ")
    x = [text("X"), *(_banks(entry, 0, role, model) for role in _ROLES)]
    y = [text("Y"), *(_banks(entry, 1, role, model) for role in _ROLES)]
    empty = [text("") for _ in shown_models(model)]
    return [
        _cells(entry, str(entry.line), x, _charges(entry, model), f"{first} ::", signed),
        _cells(entry, "", y, empty, second, signed),
    ]


def _cells(
    entry: ShownInstruction, line: str, banks: Iterable[Text], charges: Iterable[Text], words: str, signed: bool
) -> tuple[Text, ...]:
    tones: Mapping[str, Tone] = {"-": "bad", "+": "good"}
    sign = (text(Span(entry.sign, tones.get(entry.sign, ""))),) if signed else ()
    return (*sign, text(Span(line, "dim")), *banks, *charges, text(Span(words, code=True)))


def _banks(entry: ShownInstruction, component: int, role: str, model: str) -> Text:
    """The banks that one slot meets: several for operands of more than one register."""
    cells = [] if entry.row is None else [c for c in entry.row.cells if (c.component, c.role) == (component, role)]
    spans: list[Span] = []
    for cell in cells:
        if spans:
            spans.append(Span(" "))
        spans.append(cell_span(cell, model))
    return tuple(spans)


def cell_span(cell: operand_table.OperandCell, model: str) -> Span:
    """``W2``, ``R2``, ``C3``, with the mark of each model under which it collides."""
    letter = "W" if cell.role == "dst" else "C" if cell.served else "R"
    marks = "".join(shown.mark for shown in shown_models(model) if shown.name in cell.conflicts)
    tone: Tone = "bad" if model in cell.conflicts else "warn" if marks else "good" if cell.served else ""
    return Span(f"{letter}{cell.bank}{marks}", tone, bank=cell.bank, cached=cell.served)


def _charges(entry: ShownInstruction, model: str) -> list[Text]:
    extra = {} if entry.row is None else entry.row.extra_cycles
    return [
        text(Span(show(extra[shown.name]), "bad" if shown.name == model else "warn"))
        if extra.get(shown.name)
        else text("")
        for shown in shown_models(model)
    ]
