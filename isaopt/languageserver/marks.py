"""Marks shown in the text: banks and ends of values as semantic tokens, conflicts, pressure and ranges as inlay hints,
kernels' figures as code lenses."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from lsprotocol import types

from isaopt.ir.program import Instruction
from isaopt.isa.registers import unit_name
from isaopt.languageserver.facts import UnitFacts
from isaopt.languageserver.hover import summary
from isaopt.languageserver.positions import Positions
from isaopt.languageserver.registers import places
from isaopt.languageserver.view import TextView
from isaopt.target.banks import BANKS, bank_of

#: A VGPR by the bank of the (first) register.
TOKEN_TYPES = [f"bank{bank}" for bank in range(BANKS)]
#: A place where a value is written, where it is read for the last time, and where banks collide.
TOKEN_MODIFIERS = ["definition", "lastUse", "conflict"]
HINTS = ("conflicts", "pressure", "ranges")


def tokens(view: TextView, positions: Positions, first: int = 0, last: int | None = None) -> list[int]:
    """The VGPRs in the lines, as the protocol encodes them."""
    data: list[int] = []
    before = (0, 0)
    for line, instruction in _instructions(view, first, last):
        unit, at = view.unit(line) or (_NOTHING, line)
        conflict = unit.conflicts.get(at)
        clashing = {v for group in conflict.registers for v in group} if conflict is not None else set()
        for place in places(instruction):
            use = instruction.op.refs[place.ref]
            if not use.reg.is_vgpr:
                continue
            start, end = positions.units(line, place.start), positions.units(line, place.end)
            collides = bool(clashing) and use.reads and not clashing.isdisjoint(use.reg.units)
            data += (
                line - before[0],
                start - before[1] if line == before[0] else start,
                end - start,
                bank_of(use.reg.first),
                use.writes | ((at, place.ref) in unit.ends) << 1 | collides << 2,
            )
            before = line, start
    return data


_NOTHING = UnitFacts("", 0, 0)


def _instructions(view: TextView, first: int, last: int | None) -> Iterator[tuple[int, Instruction]]:
    end = len(view.now.lines) if last is None else last + 1
    for line in range(first, end):
        found = view.now.instruction_at(line)
        if found is not None:
            yield line, found[1]


def hints(
    view: TextView, positions: Positions, first: int, last: int, shown: Collection[str] = HINTS[:2]
) -> list[types.InlayHint]:
    """The hints in lines ``first`` to ``last``, of the kinds ``shown``."""
    found = []
    if "pressure" in shown:
        for line, text in _pressure(view):
            if first <= line <= last:
                found.append(_hint(view, positions, line, text))
    for line, instruction in _instructions(view, first, min(last, len(view.now.lines) - 1)):
        conflict = view.conflict(line) if "conflicts" in shown else None
        if conflict is not None:
            found.append(_hint(view, positions, line, str(conflict), "VGPR banks: the operands take so much longer"))
        ranges = _ranges(view, line, instruction) if "ranges" in shown else ""
        if ranges:
            found.append(_hint(view, positions, line, ranges, "the last line in which the value is needed"))
    return found


def _hint(view: TextView, positions: Positions, line: int, text: str, about: str = "") -> types.InlayHint:
    where = positions.position(line, len(view.now.lines[line]))
    return types.InlayHint(where, text, padding_left=True, tooltip=about or None)


def _pressure(view: TextView) -> Iterator[tuple[int, str]]:
    """The number of live VGPRs in each loop, at its first line."""
    for unit in view.now.units:
        for loop in view.now.loops(unit):
            first, last = view.now.loop_lines(unit, loop)
            live = [
                facts.live[at]
                for line in range(first, last + 1)
                if (found := view.unit(line)) is not None
                for facts, at in (found,)
                if at in facts.live
            ]
            if live:
                yield first, f"at most {max(live)} VGPRs live"


def _ranges(view: TextView, line: int, instruction: Instruction) -> str:
    """The ends of the values that are written here."""
    ends = []
    for n, use in enumerate(instruction.op.refs):
        values = view.values(line, n) if use.writes else ()
        if values:
            last = max(end for value in values for _, end in value.spans)
            ends.append(f"{unit_name(values[0].unit)} to line {view.shown(last)}")
    return ", ".join(ends)


def lenses(view: TextView) -> list[types.CodeLens]:
    """A kernel's figures above its label."""
    found = []
    for unit in view.now.units:
        facts = next((each for each in view.units if each.name == unit.name), None)
        if facts is not None and facts.vgprs:
            line = view.now.lines_of(unit)[0]
            where = types.Range(types.Position(line, 0), types.Position(line, 0))
            found.append(types.CodeLens(where, types.Command(summary(view, facts), "")))
    return found
