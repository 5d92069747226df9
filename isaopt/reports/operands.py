"""The operand table as text: one row an instruction, X and Y side by side."""

from __future__ import annotations

from collections.abc import Sequence

from rich.table import Table
from rich.text import Text

from isaopt.analysis.operand_table import Cell, Row
from isaopt.reports.figures import show

_ROLES = ("dst", "src0", "src1", "src2")
HEADINGS = ("line", *(f"{c}.{r}" for c in "XY" for r in _ROLES), "+cycles", "instruction")


def _cells(row: Row, component: int, role: str) -> list[Cell]:
    return [c for c in row.cells if c.component == component and c.role == role]


def row_texts(row: Row) -> list[str]:
    """The row's cells as text, in the order of ``HEADINGS``."""
    banks = [" ".join(c.text for c in _cells(row, comp, role)) for comp in (0, 1) for role in _ROLES]
    return [str(row.line), *banks, show(row.extra_cycles) if row.extra_cycles else "", row.text]


def rich_table(rows: Sequence[Row], title: str) -> Table:
    """The table in colour: conflicts red, reads that a cache served green."""
    table = Table(title=title, title_justify="left", pad_edge=False, box=None)
    for heading in HEADINGS:
        table.add_column(heading, no_wrap=True, overflow="ellipsis")
    for row in rows:
        texts: list[Text | str] = [str(row.line)]
        for component in (0, 1):
            for role in _ROLES:
                text = Text()
                for cell in _cells(row, component, role):
                    style = "bold red" if cell.conflict else "green" if cell.served else ""
                    text.append(cell.text + " ", style=style)
                text.rstrip()
                texts.append(text)
        extra = Text(show(row.extra_cycles), style="bold red") if row.extra_cycles else Text("")
        table.add_row(*texts, extra, Text(row.text.replace("\t", " ")))
    return table
