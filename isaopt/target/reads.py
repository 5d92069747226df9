"""The VGPRs that an instruction gathers, and the source slot of each.

Only the vector ALU goes through the banks' source slots; the reads of VMEM, LDS and export instructions are not
counted.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from isaopt.ir.kept import kept_in_op
from isaopt.ir.program import Op
from isaopt.target.arch import features_of


@dataclass(frozen=True, slots=True)
class VgprRead:
    """One VGPR that an instruction reads.

    ``slot`` is 0, 1, 2 for SRC0, SRC1, SRC2; ``component`` is 1 for OPY, otherwise 0. ``accumulator`` marks an SRC2
    that is the destination and not spelled out. ``matrix`` marks registers of an A, B or C tuple of a WMMA. ``ref`` is
    the index in ``op.refs`` of the operand that names the VGPR, -1 if the read was made without an op, and ``offset``
    its place in that operand's tuple.
    """

    slot: int
    vgpr: int
    component: int = 0
    accumulator: bool = False
    matrix: bool = False
    ref: int = -1
    offset: int = 0

    @property
    def tuple_start(self) -> int:
        """The first VGPR of the tuple that the read belongs to."""
        return self.vgpr - self.offset


Reads = tuple[VgprRead, ...]


def is_valu(op: Op) -> bool:
    """Whether the vector ALU executes the op."""
    return op.desc.is_vector


def is_matrix(op: Op) -> bool:
    """Whether the op is a WMMA or SWMMAC."""
    return op.flag("wmma") or op.flag("swmmac")


def _second_port(op: Op, arch: str) -> bool:
    # On gfx12 the Y half of a dual move fetches its source as SRC2, so both may share a bank
    # (LLVM AMDGPUBaseInfo.cpp, VOPD::InstInfo).
    moves = op.pair is not None and all(half.operation == "v_mov_b32" for half in op.pair)
    return moves and bool(arch) and features_of(arch).dual_move_second_port


@kept_in_op
def reads_of(op: Op, arch: str = "") -> Reads:
    """All VGPRs that a VALU op gathers, in text order, X before Y; empty for other instructions.

    ``arch`` only matters for the source slot of the Y half of a dual move on gfx12.

    A tuple gives one read per register. A destination that keeps bits of its old value (DPP, 16-bit results,
    ``v_writelane_b32``) is merged on write and is not a source.
    """
    if not is_valu(op):
        return ()
    found: list[VgprRead] = []
    base = 0
    for component, half in enumerate(op.halves):
        found += _half_reads(half, component, base, slot_of_moves=2 if component and _second_port(op, arch) else 0)
        base += len(half.refs)
    return tuple(found)


def _half_reads(op: Op, component: int, base: int, slot_of_moves: int) -> Iterable[VgprRead]:
    slots = _source_slots(op, slot_of_moves)
    matrix, accumulating = is_matrix(op), op.desc.accumulates
    seen_destination = False
    for index, use in enumerate(op.refs):
        accumulator = accumulating and use.writes and not seen_destination
        seen_destination |= use.writes
        slot = 2 if accumulator else slots.get(use.operand)
        if slot is None or not use.reg.is_vgpr:
            continue
        # SRC2 of a SWMMAC is the sparsity index, a single register rather than a tuple.
        tupled = matrix and not (accumulating and slot == 2 and not accumulator)
        for offset, vgpr in enumerate(use.reg.units):
            yield VgprRead(slot, vgpr, component, accumulator, tupled, base + index, offset)


def _source_slots(op: Op, first: int) -> dict[int, int]:
    """The slot of each source operand, by operand index: sources are in slot order, including a literal in the encoding
    (``v_fmamk_f32``)."""
    sources = [
        i
        for i, o in enumerate(op.desc.operands)
        if o.role in ("use", "defuse") or (o.role == "none" and o.type.is_number)
    ]
    return {operand: first + place for place, operand in enumerate(sources)}


def tuple_starts(reads: Reads) -> dict[int, list[int]]:
    """The distinct first VGPRs of the matrix tuples read, each with the indices of its reads."""
    starts: dict[int, list[int]] = {}
    for index, read in enumerate(reads):
        if read.matrix:
            starts.setdefault(read.tuple_start, []).append(index)
    return starts
