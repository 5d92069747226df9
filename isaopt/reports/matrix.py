"""The output of ``isaopt layout``: pages and the JSON document of a matrix instruction's layouts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from isaopt.analysis.figures.matrix_layout import MatrixLayout
from isaopt.plain import Json, picked
from isaopt.reports.page import Block, Bullets, Heading, Page, Paragraph, Span, Table, table, text
from isaopt.target.matrix import Digit, ElementPlace, MatrixOp, OperandLayout


def _term(digit: Digit, sizes: Mapping[str, int]) -> str:
    name = digit.coordinate
    size = sizes.get(name, digit.size)
    if digit.stride == 1:
        return name if digit.size == size else f"{name}%{digit.size}"
    return f"{name}/{digit.stride}" if digit.size * digit.stride == size else f"{name}/{digit.stride}%{digit.size}"


def _formula(digits: Iterable[Digit], sizes: Mapping[str, int]) -> str:
    terms, weight = [], 1
    for digit in digits:
        if digit.size > 1:
            term = _term(digit, sizes)
            joined = f"({term})" if "/" in term or "%" in term else term
            terms.append(term if weight == 1 else f"{weight}*{joined}")
        weight *= digit.size
    return " + ".join(terms) or "0"


def lane_formula(layout: OperandLayout) -> str:
    """The lane of an element, with C's operators; ``copy`` counts copies."""
    return _formula(layout.lane, dict(layout.shape))


def item_formula(layout: OperandLayout) -> str:
    """The number of an element within its lane."""
    return _formula(layout.item, dict(layout.shape))


def slots(layout: OperandLayout) -> str:
    """How items fill registers."""
    if layout.slot_bits > layout.bits:
        half = "upper" if layout.offset else "lower"
        return f"one a register, in the {half} half"
    if layout.bits > 32:
        return f"{layout.bits // 32} registers each"
    per = min(32 // layout.slot_bits, layout.items)
    first = f", from bit {layout.offset} on" if layout.offset else ""
    return ("one a register" if per == 1 else f"{per} a register") + first


def spelled(layout: OperandLayout, element: tuple[int, ...]) -> str:
    """An element as ``A[1][5]``, with its block in front where there are several."""
    sizes = [name for name, _ in layout.shape]
    block = f"block {element[-1]}: " if sizes[-1] == "block" else ""
    return f"{block}{layout.operand}[{element[0]}][{element[1]}]"


def spelled_place(place: ElementPlace) -> str:
    """A place as ``v3{17}.[15:0]``: register counted from the operand's first, lane, bits."""
    if place.bits >= 32:
        registers = f"v[{place.register}:{place.register + 1}]" if place.bits > 32 else f"v{place.register}"
        return f"{registers}{{{place.lane}}}"
    return f"v{place.register}{{{place.lane}}}.[{place.bit + place.bits - 1}:{place.bit}]"


def _shape(layout: OperandLayout) -> str:
    return " by ".join(str(size) for name, size in layout.shape if name != "block")


def _summary(found: MatrixLayout, chosen: Sequence[OperandLayout]) -> list[Block]:
    op = found.op
    times = f", {op.blocks} blocks" if op.blocks > 1 else ""
    kept = "; A holds 2 of each 4 values of k, the index says which" if op.sparse else ""
    lines: list[Block] = [
        Heading(1, text(f"{op.mnemonic} on {found.arch}, wave{found.wave_size}")),
        Paragraph(text(f"D = A ({op.m} by {op.k}) * B ({op.k} by {op.n}) + C{times}{kept}")),
    ]
    if found.confidence == "assumed":
        lines.append(
            Paragraph(
                text(
                    Span("Assumed: ", "warn"),
                    "AMD's guides do not print this layout; it follows the rule of the printed ones, and the register "
                    "counts of the instruction agree with it.",
                )
            )
        )
    rows = [
        (x.operand, x.type if x.type != "index" else "2 bits", _shape(x), str(x.registers), lane_formula(x),
         item_formula(x), slots(x))
        for x in chosen
    ]  # fmt: skip
    return [*lines, table(("operand", "type", "size", "registers", "lane", "item", "items"), rows)]


def _cell(elements: Sequence[tuple[int, ...]]) -> str:
    return " ".join(",".join(map(str, e)) for e in elements)


def registers_table(layout: OperandLayout) -> Table:
    """Lanes down, slots of registers across, in each cell the element (row, column and block)."""
    starts = sorted({(p.register, p.bit) for e in layout.coordinates() for p in layout.places(e)})
    headings = [f"v{r}" if layout.bits >= 32 else f"v{r}\n[{b + layout.bits - 1}:{b}]" for r, b in starts]
    rows = [
        (str(lane), *(_cell(layout.element(register, lane, bit)) for register, bit in starts))
        for lane in range(layout.wave_size)
    ]
    names = ",".join(name for name, _ in layout.shape)
    title = f"{layout.operand}: {names} by lane and register"
    return table([">lane", *(h for h in headings)], rows, title)


def matrix_tables(layout: OperandLayout) -> list[Table]:
    """Rows of the matrix down, columns across, in each cell where the element stands; one table for each block."""
    (row, rows), (column, columns) = layout.shape[:2]
    blocks = layout.shape[2][1] if len(layout.shape) > 2 else 1
    out = []
    for block in range(blocks):
        tail = (block,) if blocks > 1 else ()
        body = [
            (str(i), *(" ".join(map(spelled_place, layout.places((i, j, *tail)))) for j in range(columns)))
            for i in range(rows)
        ]
        title = (
            f"{layout.operand}{f', block {block}' if blocks > 1 else ''}: register, lane and bits by {row} and {column}"
        )
        out.append(table([f">{row}", *map(str, range(columns))], body, title))
    return out


def layout_page(found: MatrixLayout, operands: Sequence[str], view: str) -> Page:
    """The whole answer; ``view`` is ``registers``, ``matrix`` or ``summary``."""
    chosen = [found.operand(name) for name in operands]
    blocks = _summary(found, chosen)
    for layout in chosen:
        if view == "registers":
            blocks.append(registers_table(layout))
        elif view == "matrix":
            blocks += matrix_tables(layout)
    return Page(f"{found.op.mnemonic} on {found.arch}", tuple(blocks))


def element_page(found: MatrixLayout, operands: Sequence[str], element: tuple[int, ...]) -> Page:
    """Which places hold an element."""
    lines = [
        text(f"{name}[{']['.join(map(str, element))}]: ", ", ".join(map(spelled_place, found.places(name, element))))
        for name in operands
    ]
    return Page(found.op.mnemonic, (Bullets(tuple(lines)),))


def register_page(found: MatrixLayout, operands: Sequence[str], register: int, lane: int) -> Page:
    """Which elements a lane's register holds."""
    lines = []
    for name in operands:
        layout = found.operand(name)
        held = found.elements(name, register, lane)
        what = ", ".join(f"{spelled(layout, e)} from bit {bit}" for bit, e in held) or "nothing"
        lines.append(text(f"v{register}{{{lane}}} of {name}: {what}"))
    return Page(found.op.mnemonic, (Bullets(tuple(lines)),))


def instructions_page(arch: str, ops: Iterable[MatrixOp]) -> Page:
    """The matrix instructions of a target."""
    rows = [
        (op.mnemonic, op.a, op.b, op.c, f"{op.m} {op.n} {op.k}{' sparse' if op.sparse else ''}", str(op.blocks))
        for op in ops
    ]
    return Page(arch, (table(("instruction", "A", "B", "C, D", "m n k", "blocks"), rows),))


def layout_document(
    found: MatrixLayout, operands: Sequence[str], elements: Mapping[str, Iterable[tuple[int, ...]]] | None = None
) -> dict[str, Json]:
    """The document of ``--json``: every element of the operands, or only those given for each."""
    op = found.op
    listed: dict[str, Json] = {}
    for name in operands:
        layout = found.operand(name)
        names = [coordinate for coordinate, _ in layout.shape]
        chosen = layout.coordinates() if elements is None else elements[name]
        listed[layout.operand] = {
            **picked(layout, "type", "bits", "registers"),
            "shape": dict(layout.shape),
            "lane": lane_formula(layout),
            "item": item_formula(layout),
            "elements": [
                {
                    **dict(zip(names, e, strict=True)),
                    "places": [picked(p, "lane", "register", "bit", "bits") for p in layout.places(e)],
                }
                for e in chosen
            ],
        }
    return {
        **picked(found, "arch", "wave_size", "confidence"),
        **picked(op, "mnemonic", "m", "n", "k", "blocks", "sparse"),
        "operands": listed,
    }
