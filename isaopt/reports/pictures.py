"""Blocks that show a kernel's picture, each with a sentence that says the same to those who see no plot."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from isaopt.reports.page import Block, Drawing, Paragraph, Probe, SideBySide, SourceLine, text

if TYPE_CHECKING:
    from isaopt.analysis.figures.comparison import Place
    from isaopt.analysis.figures.picture import Picture

#: A version of a kernel with the name that readers know it by: ``before``, ``after``, or nothing.
Version = tuple[str, "Picture"]


def picture_blocks(versions: Sequence[Version]) -> Iterator[Block]:
    """Pressure, bank reads and the map of registers, for a kernel or for its versions before and after."""
    analysed = [(name, picture) for name, picture in versions if not picture.blocked]
    for name, picture in versions:
        if picture.blocked:
            yield Paragraph(text(_of("No register picture", name), f": {picture.blocked}."))
    if analysed and any(picture.pressure for _, picture in analysed):
        yield _pressure(analysed)
    # The same axes for all versions, so that they can be compared.
    instructions = max((len(picture.lines) for _, picture in versions), default=0)
    registers = 1 + max((stay.unit for _, picture in analysed for stay in picture.stays), default=0)
    for name, picture in versions:
        if picture.banks:
            yield _banks(name, picture, instructions)
    for name, picture in analysed:
        if picture.stays:
            yield _map(name, picture, registers, instructions)


def _of(words: str, version: str) -> str:
    return f"{words}, {version}" if version else words


def _pressure(versions: Sequence[Version]) -> Drawing:
    def svg() -> str:
        from isaopt.reports.charts import pressure_chart

        return pressure_chart(versions)

    sentences = []
    for name, picture in versions:
        peak = max(picture.pressure)
        line = picture.lines[picture.pressure.index(peak) // 2]
        budget = min((most for most, _ in picture.steps if most >= peak), default=picture.vgprs)
        start = f"{name.capitalize()}, at" if name else "At"
        sentences.append(
            f"{start} most {peak} VGPRs hold a value at once (first at line {line}); {picture.vgprs} are allocated, "
            f"the occupancy step ends at {budget}."
        )
    if len(versions) > 1 and versions[-1][1].loops:
        sentences.append(f"The plot shades the loops of the version {versions[-1][0]}.")
    return Drawing(text("register pressure"), text(" ".join(sentences)), svg)


def _banks(name: str, picture: Picture, instructions: int) -> Drawing:
    def svg() -> str:
        from isaopt.reports.charts import bank_map

        return bank_map(picture, instructions)

    totals = [sum(column) for column in zip(*(use.reads for use in picture.banks), strict=True)]
    collisions = sum(any(use.extra.values()) for use in picture.banks)
    words = ", ".join(f"bank {bank}: {total}" for bank, total in enumerate(totals))
    return Drawing(
        text(_of("bank reads over time", name)),
        text(
            f"Reads from the register file by bank: {words}; pale where an operand cache would serve it (article). "
            + ("1 instruction takes" if collisions == 1 else f"{collisions} instructions take")
            + " part in a collision under some model."
        ),
        svg,
    )


def _map(name: str, picture: Picture, registers: int, instructions: int) -> Drawing:
    def svg() -> str:
        from isaopt.reports.charts import register_map

        return register_map(picture, registers, instructions)

    def probe() -> Probe:
        from isaopt.reports.charts import MAP_HEIGHT, box

        data = {
            "rows": registers,
            "points": 2 * instructions,
            "lines": picture.lines,
            "texts": picture.texts,
            "stays": [[stay.unit, stay.start, stay.end] for stay in picture.stays],
        }
        return Probe(box(MAP_HEIGHT), json.dumps(data, separators=(",", ":")))

    return Drawing(
        text(_of("VGPR map", name)),
        text(
            "Each row is a register, each colour a bank, each shade a value. Point at the map, or move over it with "
            "the arrow keys, to read which value a register holds and where it lives."
        ),
        svg,
        probe,
    )


def source_block(before: str, after: str, lines: Sequence[tuple[Place, Place]]) -> SideBySide:
    """A kernel's source in two versions, with the names of their files."""
    changed = sum(1 for a, b in lines if a is None or b is None or a[1] != b[1])
    title = text(f"source side by side ({changed} of {len(lines)} lines differ)")
    return SideBySide(title, before, after, tuple(SourceLine(a, b) for a, b in lines))
