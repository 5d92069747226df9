"""``isaopt layout``: show which lane and register holds which element of a matrix instruction."""

from __future__ import annotations

import click

from isaopt.cli.pages import Destination, format_options
from isaopt.errors import UsageError


def _numbers(given: str, what: str, counts: tuple[int, ...]) -> tuple[int, ...]:
    try:
        numbers = tuple(int(part, 0) for part in given.split(","))
    except ValueError:
        numbers = ()
    if len(numbers) not in counts:
        raise UsageError(f"{given}: {what}")
    return numbers


def _modifiers(given: tuple[str, ...]) -> dict[str, str]:
    out = {}
    for each in given:
        name, colon, value = each.partition(":")
        if not colon:
            raise UsageError(f"--modifier {each}: it is NAME:VALUE, as the assembler spells it")
        out[name] = value
    return out


@click.command()
@click.argument("mnemonic", required=False)
@click.option("--arch", metavar="GFX", required=True, help="Target, such as gfx1100.")
@click.option("--wave", type=click.Choice(["32", "64"]), help="Lanes in a wave; by default 32, on CDNA 64.")
@click.option("--list", "listing", is_flag=True, help="List the target's matrix instructions.")
@click.option("--operand", "operands", metavar="A|B|C|D|index", multiple=True, help="Only this operand (repeatable).")
@click.option(
    "--view",
    type=click.Choice(["registers", "matrix", "summary"]),
    default="registers",
    show_default=True,
    help="Elements by lane and register, locations by row and column, or only the rules.",
)
@click.option("--element", metavar="ROW,COLUMN[,BLOCK]", help="Where this element is.")
@click.option(
    "--register",
    metavar="REGISTER,LANE",
    help="What this lane holds in this register, counted from the operand's first.",
)
@click.option(
    "--modifier", "modifiers", metavar="NAME:VALUE", multiple=True, help="Modifier as in the assembly (repeatable)."
)
@format_options
def command(
    mnemonic: str | None,
    arch: str,
    wave: str | None,
    listing: bool,
    operands: tuple[str, ...],
    view: str,
    element: str | None,
    register: str | None,
    modifiers: tuple[str, ...],
    to: Destination,
) -> None:
    """Print which lane and VGPR holds which element of the matrices of MNEMONIC: WMMA, SWMMAC and, on gfx90a and
    gfx942, MFMA and SMFMAC.

    A location is written v3{17}.[15:0]: bits 15 to 0 of lane 17 of the operand's register 3. Rules use C's operators on
    integers: i is the row of A, C and D, j the column of B, C and D, k the inner index; item counts a lane's elements.

    \b
    Examples:
      isaopt layout v_wmma_f32_16x16x16_f16 --arch gfx1100 --wave 32
      isaopt layout v_wmma_f16_16x16x16_f16 --arch gfx1100 --operand D --modifier op_sel:[0,0,1]
      isaopt layout v_swmmac_f32_16x16x32_f16 --arch gfx1201 --operand index --modifier index_key:1
      isaopt layout v_wmma_i32_16x16x16_iu8 --arch gfx1201 --operand A --element 3,9
      isaopt layout v_mfma_f32_32x32x8_f16 --arch gfx942 --register 2,40 --json
      isaopt layout --list --arch gfx1201
    """
    from isaopt.analysis.figures.matrix_layout import instructions, matrix_layout
    from isaopt.reports import matrix as pages

    if listing or mnemonic is None:
        if mnemonic is not None:
            raise UsageError("--list takes no instruction")
        ops = instructions(arch)
        names = {"arch": arch, "instructions": [op.mnemonic for op in ops]}
        to.emit(lambda: pages.instructions_page(arch, ops), lambda: names)
        return
    if element is not None and register is not None:
        raise UsageError("--element and --register cannot be combined")
    found = matrix_layout(mnemonic, arch, None if wave is None else int(wave), _modifiers(modifiers))
    chosen = tuple(found.operand(name).operand for name in operands)
    if element is not None:
        asked = _numbers(element, "an element is ROW,COLUMN or ROW,COLUMN,BLOCK", (2, 3))
        # The first block is the default.
        full = asked if len(asked) == 3 or found.op.blocks == 1 else (*asked, 0)
        if not chosen:
            chosen = tuple(name for name, x in found.operands.items() if full in set(x.coordinates())) or ("D",)
        for name in chosen:
            found.places(name, full)
        to.emit(
            lambda: pages.element_page(found, chosen, full),
            lambda: pages.layout_document(found, chosen, {name: [full] for name in chosen}),
        )
    elif register is not None:
        number, lane = _numbers(register, "a register is REGISTER,LANE", (2,))
        chosen = chosen or tuple(n for n, x in found.operands.items() if number < x.registers) or tuple(found.operands)
        held: dict[str, list[tuple[int, ...]]] = {
            name: [e for _, e in found.elements(name, number, lane)] for name in chosen
        }
        to.emit(
            lambda: pages.register_page(found, chosen, number, lane),
            lambda: pages.layout_document(found, chosen, held),
        )
    else:
        chosen = chosen or tuple(n for n in found.operands if n != "C")
        to.emit(
            lambda: pages.layout_page(found, chosen, view),
            lambda: pages.layout_document(found, chosen or tuple(found.operands)),
        )
