"""Finds the registers of a kernel that may still be read."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator

from isaopt.graphs import fixpoint
from isaopt.ir.kept import kept_in_op
from isaopt.ir.program import Module, Op
from isaopt.isa.meaning import Lanes, Unit
from isaopt.isa.registers import EXEC_LO, NUM_VGPRS, VCC_HI, VCC_LO
from isaopt.proof.walk.flow import ProofFlow
from isaopt.proof.walk.spins import turned

#: A unit, and the mask in whose lanes it may be read: in any at all of a scalar, and where that is not known.
_Read = tuple[int, int]
_ANY = -1
#: The units by mask.
_Live = defaultdict[int, set[int]]

#: Instructions that may read other lanes than those of EXEC, or keep what is in some that they write.
_OTHERS = (Lanes.CROSS, Lanes.UNIFORM, Lanes.WRITES_LANE)
#: Instructions that make masks of others.
_MASK = re.compile(r"[sv]_(mov|and_not1|and|or|xor|cmpx?)(_saveexec)?_")


def live_units(module: Module, flow: ProofFlow) -> tuple[frozenset[int], ...]:
    """For each block, the units that may be read from its start on before they are written.

    A VGPR is written in the lanes of EXEC there. Whether that is all in which it is read later is found by what EXEC is
    made of, for the masks that compilers save and restore; it is a guess.
    """

    def transfer(number: int, after: frozenset[_Read]) -> frozenset[_Read]:
        block = flow.blocks[number]
        live: _Live = defaultdict(set)
        for unit, mask in after:
            live[mask].add(unit)
        for index in sorted({*block.body, block.last} - {-1}, reverse=True):
            _step(live, module.instruction(index).op)
        return frozenset((unit, mask) for mask, units in live.items() for unit in units)

    none = frozenset[_Read]()
    numbers, back = range(len(flow.blocks)), turned([block.successors for block in flow.blocks])
    ends = fixpoint(dict.fromkeys(numbers, none), back.__getitem__, transfer, frozenset.union, int.__neg__)
    found = (frozenset(unit for unit, _ in transfer(number, ends[number])) for number in numbers)
    return tuple(live if live.isdisjoint((VCC_LO, VCC_HI)) else live | {VCC_LO, VCC_HI} for live in found)


def _step(live: _Live, op: Op) -> None:
    """Takes what may be read after an op to what may be read before it."""
    replaced, scalars, read, elsewhere = _accesses(op)
    live[EXEC_LO].difference_update(replaced)
    live[_ANY].difference_update(scalars)
    for unit in scalars:
        if pending := live.pop(unit, None):
            for mask in _made_of(op, unit):
                live[mask].update(pending)
    live[EXEC_LO].update(read)
    live[_ANY].update(elsewhere)


@kept_in_op
def _accesses(op: Op) -> tuple[tuple[int, ...], ...]:
    """The VGPRs that an op replaces in the lanes of EXEC, the scalars that it writes, and the VGPRs that it reads in
    those lanes, and what it reads besides."""
    # Matrix instructions run with every lane on.
    lanewise = op.desc.lanes not in _OTHERS or op.desc.unit is Unit.MATRIX
    parts = {
        u for r in op.refs if r.writes and (r.reg.half or op.halves[r.component].desc.partial) for u in r.reg.units
    }
    replaced = tuple(u for u in op.written if u < NUM_VGPRS and lanewise and u not in parts)
    scalars = tuple(u for u in op.written if u >= NUM_VGPRS)
    read = tuple(u for u in op.read if u < NUM_VGPRS and lanewise)
    return replaced, scalars, read, tuple(u for u in op.read if u >= NUM_VGPRS or not lanewise)


def _made_of(op: Op, unit: int) -> Iterator[int]:
    """Masks that together have all the lanes of one that an op writes."""
    match = _MASK.match(op.mnemonic)
    if match is None:
        yield _ANY
    elif (match[2] and unit in op.defs) or match[1].startswith("cmp") or (match[1] == "and" and EXEC_LO in op.read):
        yield EXEC_LO
    else:
        named = [_ANY if o.reg is None else o.reg.first for o in op.operands[1:] if o.reg is not None or o.value != 0]
        yield from named[:1] if match[1] == "and_not1" else (*named, *op.implicit_uses) if match[2] else named
