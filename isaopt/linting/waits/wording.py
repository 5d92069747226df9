"""How findings name registers, instructions and waits."""

from __future__ import annotations

from collections.abc import Mapping

from isaopt.isa.registers import NUM_SGPRS, NUM_VGPRS, SGPR_BASE, RegRef, unit_name
from isaopt.linting.model import Context
from isaopt.linting.waits.counters import spell


def registers(units: int) -> str:
    """A mask of units as an assembler would write them, runs joined: ``v[4:7], s2``."""
    names = []
    unit = 0
    while units >> unit:
        if units >> unit & 1:
            last = unit
            while units >> last + 1 & 1 and _same_file(unit, last + 1):
                last += 1
            names.append(unit_name(unit) if last == unit else str(RegRef(unit, last - unit + 1)))
            unit = last
        unit += 1
    return ", ".join(names)


def _same_file(a: int, b: int) -> bool:
    return b < NUM_VGPRS or (a >= SGPR_BASE and b < SGPR_BASE + NUM_SGPRS)


def instruction(ctx: Context, index: int, here: int) -> str:
    """An instruction by mnemonic and line, as seen from item ``here``."""
    item = ctx.instruction(index)
    name = item.op.mnemonic if item is not None else "the code"
    if index == here:
        return f"{name} of an earlier pass round the loop"
    return f"{name} on line {ctx.module.items[index].line}"


def waits(ctx: Context, counts: Mapping[str, int]) -> str:
    return " and ".join(spell(ctx.arch.family, counts))
