"""Navigates from a use to the definitions that reach it, and from a place to all others of the same value or label."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from isaopt.analysis.flow.cfg import CFG, branch_target, is_branch
from isaopt.ir.program import Instruction, Kernel, Module, Op, RegUse
from isaopt.languageserver.registers import place_at, places
from isaopt.languageserver.snapshot import Snapshot
from isaopt.languageserver.view import TextView


@dataclass(frozen=True, slots=True, order=True)
class NamedSpot:
    """Columns ``start``:``end`` of a line, from 0; ``writes`` where a register is written or a label stands."""

    line: int
    start: int
    end: int
    writes: bool = False


def definitions(view: TextView, line: int, column: int) -> list[NamedSpot]:
    """The places that write the value read at a place, on every path; or the place of the label named there.

    A place that only writes is its own definition. Empty without a definition, as for a register's value at the
    kernel's start.
    """
    found = _register_at(view.now, line, column)
    if found is None:
        return [spot for spot in _label_spots(view.now, line, column) if spot.writes]
    unit, index, instruction, ref = found
    use = instruction.op.refs[ref]
    if not use.reads and not _accumulates(instruction.op, use.component):
        return [spot for spot in [_spot(instruction, ref)] if spot is not None]
    spots: dict[NamedSpot, None] = {}
    values = Reaching(view, unit)
    for register in use.reg.units:
        for k in values.before(values.ordinal[index], register):
            item = values.instruction(k)
            written = next((n for n, r in enumerate(item.op.refs) if r.writes and register in r.reg.units), None)
            spot = None if written is None else _spot(item, written)
            spots[spot or NamedSpot(item.line - 1, item.col - 1, item.col - 1 + item.end - item.start, True)] = None
    return sorted(spots)


def references(view: TextView, line: int, column: int) -> list[NamedSpot]:
    """Every place of the value in a register, or of a label; a VGPR's are those of its web, from the facts."""
    found = _register_at(view.now, line, column)
    if found is None:
        return sorted(_label_spots(view.now, line, column))
    unit, index, instruction, ref = found
    use = instruction.op.refs[ref]
    if not use.reg.is_vgpr:
        return _scalar_references(view, unit, index, use)
    spots = set()
    for value in view.values(line, ref):
        for place in value.uses:
            at = view.now_line(place.line)
            there = None if at is None else view.now.instruction_at(at)
            spot = None if there is None else _spot(there[1], place.ref)
            if spot is not None:
                spots.add(spot)
    return sorted(spots)


class Reaching:
    """The instructions of a kernel, by ordinal, whose result in a register another one reads."""

    def __init__(self, view: TextView, unit: Kernel) -> None:
        assert view.now.module is not None
        self.module: Module = view.now.module
        self.cfg: CFG = view.now.cfg(unit)
        self.ordinal = {index: k for k, index in enumerate(self.cfg.order)}
        self._view = view

    def instruction(self, k: int) -> Instruction:
        return self.module.instruction(self.cfg.order[k])

    def before(self, k: int, register: int) -> list[int]:
        """The instructions whose result may be in a register before instruction ``k``."""
        found: set[int] = set()
        seen: set[int] = set()
        stack = [(self.cfg.block_of[k], k)]
        while stack:
            b, stop = stack.pop()
            block = self.cfg.blocks[b]
            for at in range(stop - 1, block.first - 1, -1):
                op = self.instruction(at).op
                if register in op.defs or register in op.implicit_defs:
                    found.add(at)
                    if not self._keeps(at, op, register):
                        break
            else:
                for p in block.preds:
                    if p not in seen:
                        seen.add(p)
                        before = self.cfg.blocks[p]
                        stack.append((p, before.end))
        return sorted(found)

    def _keeps(self, k: int, op: Op, register: int) -> bool:
        """Whether what was in a VGPR lives on in other lanes or bits after an instruction that writes it, and is not
        read by it."""
        for use in op.refs:
            if register in use.reg.units and use.writes and (use.reads or _accumulates(op, use.component)):
                return False
        unit = self._view.unit(self.instruction(k).line - 1)
        return unit is not None and (unit[1], register) in unit[0].keeps


def _accumulates(op: Op, component: int) -> bool:
    return op.halves[component].desc.accumulates


def _register_at(snapshot: Snapshot, line: int, column: int) -> tuple[Kernel, int, Instruction, int] | None:
    """The code, the item and the reference at a place."""
    at, unit = snapshot.instruction_at(line), snapshot.unit_at(line)
    if at is None or unit is None or snapshot.module is None or not unit.first <= at[0] < unit.last:
        return None
    place = place_at(at[1], column)
    return None if place is None else (unit, at[0], at[1], place.ref)


def _spot(instruction: Instruction, ref: int) -> NamedSpot | None:
    """The place where an instruction names a register; None if its text leaves it out."""
    place = next((p for p in places(instruction) if p.ref == ref), None)
    if place is None:
        return None
    return NamedSpot(instruction.line - 1, place.start, place.end, instruction.op.refs[ref].writes)


def _scalar_references(view: TextView, unit: Kernel, index: int, here: RegUse) -> list[NamedSpot]:
    """Places, as the text names them, that share a definition with this one at item ``index``, or with one that does,
    and so on."""
    values = Reaching(view, unit)
    ops = [values.instruction(k).op for k in range(len(values.cfg.order))]
    start = values.ordinal[index]
    spots: set[NamedSpot] = set()
    for register in here.reg.units:
        sources = {
            k: set(values.before(k, register))
            for k, op in enumerate(ops)
            if any(register in use.reg.units and use.reads for use in op.refs)
        }
        # An instruction that writes the register anew has nothing to do with what it reads there.
        written = {start} if here.writes else set(sources[start])
        read = set() if here.writes else {start}
        while more := {k for k, found in sources.items() if k not in read and found & written}:
            read |= more
            written.update(*(sources[k] for k in more))
        for k in read | written:
            for n, use in enumerate(ops[k].refs):
                if register in use.reg.units and ((use.reads and k in read) or (use.writes and k in written)):
                    spots.update(spot for spot in [_spot(values.instruction(k), n)] if spot is not None)
    return sorted(spots)


def _label_spots(snapshot: Snapshot, line: int, column: int) -> Iterator[NamedSpot]:
    """The place of the label named there, and the branches to it."""
    name, _ = snapshot.word_at(line, column)
    at = snapshot.label_lines.get(name)
    if at is None or snapshot.module is None:
        return
    start = snapshot.lines[at].find(name)
    yield NamedSpot(at, start, start + len(name), True)
    for item in snapshot.module.items:
        if isinstance(item, Instruction) and is_branch(item.op) and branch_target(item.op) == name:
            column = snapshot.lines[item.line - 1].rfind(name, 0, item.col - 1 + item.end - item.start)
            if column >= 0:
                yield NamedSpot(item.line - 1, column, column + len(name))
