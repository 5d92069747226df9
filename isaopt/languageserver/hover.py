"""The description of the place under the pointer."""

from __future__ import annotations

from collections.abc import Iterator

from isaopt.ir.program import Instruction, Label
from isaopt.isa.registers import unit_name
from isaopt.languageserver.describing import instruction_words
from isaopt.languageserver.facts import UnitFacts, Value
from isaopt.languageserver.registers import place_at
from isaopt.languageserver.view import TextView
from isaopt.target.arch import get_arch
from isaopt.target.banks import bank_of
from isaopt.target.occupancy import next_step


def hover(view: TextView, line: int, column: int) -> str:
    """Markdown about a place, empty if there is nothing to say; lint's findings in the line come last."""
    parts: list[str] = []
    for index in view.now.items_at.get(line, ()):
        item = view.now.item(index)
        if isinstance(item, Label) and item.col - 1 <= column < item.col - 1 + len(item.text.rstrip()):
            parts += _label(view, item, line)
        elif isinstance(item, Instruction) and item.col - 1 <= column <= item.col - 1 + item.end - item.start:
            parts += _register(view, item, line, column)
            parts += instruction_words(item, view.now.arch)
            parts += _here(view, line)
    parts += [f"**{f.rule}**: {f.message}  \n{f.help}" for f in view.findings() if f.line == line + 1]
    return "\n\n".join(parts)


def _register(view: TextView, item: Instruction, line: int, column: int) -> Iterator[str]:
    place = place_at(item, column)
    if place is None:
        return
    values = view.values(line, place.ref)
    if not values:
        reg = item.op.refs[place.ref].reg
        if reg.is_vgpr:
            found = view.unit(line)
            why = f"; no live range: {found[0].blocked}" if found is not None and found[0].blocked else ""
            yield f"**`{reg}`**" + (f" in bank {bank_of(reg.first)}{why}" if not view.now.read_only else "")
        return
    yield "  \n".join(_value(view, value) for value in values[:_MOST_VALUES])


_MOST_VALUES = 8
"""Registers of a tuple of which a hover tells the values."""


def _value(view: TextView, value: Value) -> str:
    writes = [view.shown(u.line) for u in value.uses if u.writes]
    reads = [view.shown(u.line) for u in value.uses if not u.writes]
    first, last = min(a for a, _ in value.spans), max(b for _, b in value.spans)
    born = "from the start of the kernel" if value.entry else f"from line {view.shown(first)}"
    said = f"**`{unit_name(value.unit)}`** in bank {bank_of(value.unit)}: live {born} to line {view.shown(last)}"
    return f"{said}; {_places('written', writes)}, {_places('read', reads)}"


def _places(what: str, lines: list[int]) -> str:
    if not lines:
        return f"never {what}"
    distinct = sorted(set(lines))
    more = f" and {len(distinct) - 4} more" if len(distinct) > 4 else ""
    return f"{what} in line{'s' * (len(distinct) > 1)} {', '.join(map(str, distinct[:4]))}{more}"


def _here(view: TextView, line: int) -> Iterator[str]:
    """Conflict, pressure and occupancy at an instruction."""
    conflict = view.conflict(line)
    if conflict is not None:
        yield f"VGPR banks: {conflict}"
    found = view.unit(line)
    if found is None:
        return
    unit, at = found
    if at in unit.live:
        peak, where = unit.peak
        yield f"{unit.live[at]} VGPRs live here, at most {peak} (line {view.shown(where)}); {occupancy(view, unit)}"


def occupancy(view: TextView, unit: UnitFacts) -> str:
    """The number of waves that a kernel gets, and the next step."""
    arch = get_arch(view.now.arch)
    wave_size = next((k.wave_size for k in view.now.units if k.name == unit.name), 32)
    said = f"{unit.vgprs} allocated, {unit.waves} of {arch.waves_per_simd} waves on a SIMD (limit: {unit.limit})"
    step = next_step(arch, unit.vgprs, wave_size)
    if unit.limit != "vgprs" or step is None:
        return said
    return f"{said}; {step[1]} waves from {step[0]} VGPRs down"


def _label(view: TextView, label: Label, line: int) -> Iterator[str]:
    for kernel in view.now.units:
        if kernel.name == label.name and view.now.lines_of(kernel)[0] == line:
            found = next((unit for unit in view.units if unit.name == kernel.name), None)
            what = "kernel" if kernel.descriptor else "function"
            yield f"**`{label.name}`**: {what}, wave{kernel.wave_size}, {view.now.arch}"
            if found is not None and found.vgprs:
                yield summary(view, found)
            return
    unit = view.now.unit_at(line)
    if unit is None:
        return
    for loop in view.now.loops(unit):
        if loop.label == label.name:
            trips = f", {loop.trip_count} times" if loop.trip_count is not None else ""
            first, last = view.now.loop_lines(unit, loop)
            yield f"**`{label.name}`**: loop of depth {loop.depth}{trips}, lines {first + 1} to {last + 1}"
            live = [n for at in range(first, last + 1) if (n := _live(view, at)) is not None]
            if live:
                yield f"at most {max(live)} VGPRs live"


def _live(view: TextView, line: int) -> int | None:
    found = view.unit(line)
    return None if found is None else found[0].live.get(found[1])


def summary(view: TextView, unit: UnitFacts) -> str:
    """A kernel in one line."""
    parts = [occupancy(view, unit)]
    if unit.live:
        peak, where = unit.peak
        parts.append(f"peak {peak} live in line {view.shown(where)}")
    elif unit.blocked:
        parts.append(f"no live ranges: {unit.blocked}")
    if unit.conflicts:
        parts.append(f"{float(unit.conflict_cycles):g} bank conflict cycles in {len(unit.conflicts)} lines")
    return "; ".join(parts)
