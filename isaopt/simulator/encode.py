"""The instructions that waves are followed through, as ``runtime/values.c`` and ``accesses.c`` read them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from isaopt.ir.program import Op, Operand, OperandKind
from isaopt.isa.registers import EXEC_LO, MODE, NUM_VGPRS, SCC, VCC_LO, RegRef
from isaopt.simulator.classes import BRANCH, LDS, SALU, SMEM, VALU, VMEM, lane_bytes
from isaopt.simulator.operations import (
    CARRY,
    CODES,
    COMPARES,
    IN_PLACE,
    LANE_COMPARES,
    LANE_READS,
    SAVES,
    SCALAR,
    SCALAR_WIDE,
    VECTOR,
    VECTOR_WIDE,
)
from isaopt.simulator.timing import InstructionTiming

#: Operands that hold the address of a memory instruction.
_ADDRESS = ("vaddr", "addr", "saddr", "srsrc", "soffset")
_FOLLOWED = VECTOR.keys() | VECTOR_WIDE.keys() | CARRY | LANE_READS | LANE_COMPARES.keys()
_ABSENT, _CONSTANT, _VECTOR, _SCALAR = range(4)
_FORGET, _PLAIN, _WIDE, _CARRY, _LANE_READ, _SCALAR_PLAIN, _COMPARE, _LOAD, _LANE_COMPARE, _SAVE = range(10)
_LDS_PLACE, _GLOBAL_PLACE = 1, 2
#: Columns of an operation and of a place, and sources that an operation has room for.
_SOURCES, _SOURCE_COLUMNS = 4, 4
_CONDITIONS = {"s_cbranch_scc0": 1, "s_cbranch_scc1": 2, "s_cbranch_vccz": 3, "s_cbranch_vccnz": 4,
               "s_cbranch_execz": 5, "s_cbranch_execnz": 6}  # fmt: skip
Source = tuple[int, int, int, int]
_NOTHING: Source = (_ABSENT, 0, 0, 0)


@dataclass(frozen=True)
class Encoded:
    """``operations`` by number; by ordinal ``steps``, which operations are its (first, how many; of a
    branch on EXEC its condition, negative), ``places``, where it points to, and
    ``memory``, whether it accesses LDS or vector memory; ``numbers`` are the lists that operations refer to."""

    operations: np.ndarray
    steps: np.ndarray
    places: np.ndarray
    numbers: np.ndarray
    memory: np.ndarray


def encode(timings: Sequence[InstructionTiming]) -> Encoded:
    """The operations that addresses or branches depend on, and the places of memory instructions."""
    rows, numbers = _Rows(), list[int]()
    steps = np.zeros((len(timings), 2), "i8")
    places = np.zeros((len(timings), 7 + _SOURCE_COLUMNS), "i8")
    known: dict[int, tuple[int, int]] = {}
    chosen = relevant(timings)
    for t in timings:
        if t.unit in (LDS, VMEM):
            places[t.ordinal] = _place(t)
        if t.unit == BRANCH and EXEC_LO in t.op.read:
            steps[t.ordinal, 1] = -condition_of(t.op)
        if t.ordinal in chosen:
            if id(t.op) not in known:
                known[id(t.op)] = rows.add(t, numbers)
            steps[t.ordinal] = known[id(t.op)]
    width = 11 + _SOURCES * _SOURCE_COLUMNS
    operations = np.array(rows.found or [(0,) * width], "i8")
    return Encoded(operations, steps, places, np.array(numbers or [0], "i8"), places[:, 0] > 0)


def relevant(timings: Sequence[InstructionTiming]) -> frozenset[int]:
    """Ordinals of memory accesses and of what addresses or branches depend on."""
    needed: set[int] = set()
    for t in timings:
        if t.unit in (LDS, VMEM):
            needed.update(u for r in t.op.refs if r.desc.name in _ADDRESS for u in r.reg.units)
        elif t.unit == BRANCH:
            needed.update(t.op.read)
        elif t.op.operation == "s_cselect_b32" and EXEC_LO in t.op.written:
            needed.add(EXEC_LO)
    writers: dict[int, list[InstructionTiming]] = {}
    for t in timings:
        if t.unit in (VALU, SALU, SMEM):
            for u in t.op.written:
                writers.setdefault(u, []).append(t)
    chosen = {t.ordinal for t in timings if t.unit in (LDS, VMEM)}
    work = list(needed)
    while work:
        for t in writers.pop(work.pop(), ()):
            if t.ordinal in chosen:
                continue
            chosen.add(t.ordinal)
            if t.unit != VALU or any(h.operation in _FOLLOWED and not h.flag("dpp") for h in t.op.halves):
                new = set(t.op.read) - needed
                needed |= new
                work += new
    return frozenset(chosen)


def condition_of(op: Op) -> int:
    """The number in ``runtime/scalar.c`` of the condition of a branch; 0 if it is not followed."""
    return _CONDITIONS.get(op.operation, 0)


def _signed64(value: int) -> int:
    value &= (1 << 64) - 1
    return value - (1 << 64) if value >> 63 else value


def _source(operand: Operand, width: int = 1) -> Source:
    """(kind, unit, whether it is a pair, value)."""
    wide = int(width > 1)
    if operand.kind is OperandKind.INT and isinstance(operand.value, int):
        return _CONSTANT, 0, wide, _signed64(operand.value & ((1 << 32 * width) - 1))
    if operand.kind is OperandKind.FLOAT and operand.value == 0.0:
        return _CONSTANT, 0, wide, 0
    ref = operand.reg
    if ref is None:
        return (_CONSTANT, 0, wide, 0) if operand.text == "null" else _NOTHING
    if ref.half or operand.neg or operand.absolute:
        return _NOTHING
    return _register(ref, wide)


def _register(ref: RegRef, wide: int) -> Source:
    if ref.is_vgpr:
        return _VECTOR, ref.first, wide, 0
    return (_SCALAR, ref.first - NUM_VGPRS, wide, 0) if ref.first <= MODE else _NOTHING


@dataclass(frozen=True)
class _OperationRow:
    """An operation; see ``runtime/values.c``."""

    form: int = _FORGET
    code: int = 0
    sources: tuple[Source, ...] = ()
    target: int = -1
    words: int = 0
    carry_in: int = -1
    carry_out: int = -1
    scc: bool = False
    offset: int = 0


class _Rows:
    def __init__(self) -> None:
        self.found: list[tuple[int, ...]] = []

    def add(self, t: InstructionTiming, numbers: list[int]) -> tuple[int, int]:
        """(the number of the instruction's first operation, how many it has)."""
        first = len(self.found)
        # Memory instructions are whole in one op.
        for op in t.op.halves if t.unit == VALU else (t.op,):
            row = {VALU: _vector, SALU: _scalar, SMEM: _load}.get(t.unit, lambda _: _OperationRow())(op)
            forgets = [u for u in op.written if u <= MODE]
            sources = (*row.sources, *[_NOTHING] * _SOURCES)[:_SOURCES]
            self.found.append(
                (
                    row.form, row.code, len(row.sources), row.target, row.words, row.carry_in, row.carry_out, row.scc,
                    row.offset, len(numbers), len(forgets), *(n for source in sources for n in source),
                )
            )  # fmt: skip
            numbers += forgets
        return first, len(self.found) - first


def _used(op: Op) -> list[Operand]:
    return [o for o, d in zip(op.operands, op.desc.operands, strict=False) if d.role == "use"]


def _vector(op: Op) -> _OperationRow:
    name, used = op.operation, _used(op)
    target = op.refs[0].reg if op.refs and op.refs[0].writes else None
    if name in LANE_COMPARES and len(used) == 2:
        relation, reading = LANE_COMPARES[name]
        sources = tuple(_source(o, 2 if name.endswith("64") else 1) for o in used)
        unit = target.first if target is not None else EXEC_LO
        return _OperationRow(_LANE_COMPARE, relation, sources, unit - NUM_VGPRS, reading)
    if target is None:
        return _OperationRow()
    if name in LANE_READS:
        if not used or target.is_vgpr:
            return _OperationRow()
        lane = _source(used[1]) if len(used) > 1 else (_CONSTANT, 0, 0, 0)
        return _OperationRow(_LANE_READ, CODES[name], (_source(used[0]), lane), target.first - NUM_VGPRS)
    if op.flag("dpp") or target.half or not target.is_vgpr:
        return _OperationRow()
    if name in VECTOR and len(used) == VECTOR[name]:
        return _OperationRow(_PLAIN, CODES[name], tuple(map(_source, used)), target.first)
    if name in VECTOR_WIDE and len(used) == len(VECTOR_WIDE[name]):
        return _OperationRow(_WIDE, CODES[name], tuple(map(_source, used, VECTOR_WIDE[name])), target.first)
    if name in CARRY and len(used) > 1:
        first = used[2].reg.first if len(used) > 2 and used[2].reg else VCC_LO
        out = op.refs[1].reg.first if len(op.refs) > 1 and op.refs[1].writes else VCC_LO
        before = first - NUM_VGPRS if name == "v_add_co_ci_u32" else -1
        sources = (_source(used[0]), _source(used[1]))
        return _OperationRow(_CARRY, CODES[name], sources, target.first, 0, before, out - NUM_VGPRS)
    return _OperationRow()


def _scalar(op: Op) -> _OperationRow:
    name = op.operation
    used = [o for o, d in zip(op.operands, op.desc.operands, strict=False) if d.role != "def"]
    target = next((r.reg for r in op.refs if r.writes), None)
    if name in COMPARES:
        relation, reading = COMPARES[name]
        width = 2 if name.endswith("64") else 1
        sources = tuple(_source(o, width) for o in used)
        return _OperationRow(_COMPARE, relation, sources, -1, reading) if len(used) == 2 else _OperationRow()
    if name in SAVES and target is not None:
        words = 2 if name.endswith("64") else 1
        before = _SCALAR, EXEC_LO - NUM_VGPRS, words - 1, 0
        sources = (_source(used[0], words), before)
        return _OperationRow(_SAVE, CODES[SAVES[name]], sources, target.first - NUM_VGPRS, words)
    wide = name in SCALAR_WIDE
    widths = SCALAR_WIDE[name] if wide else SCALAR.get(name, ())
    if target is None or not widths:
        return _OperationRow()
    sources = tuple(_source(o, w) for o, w in zip(used, widths if wide else [1] * len(used), strict=False))
    if name in IN_PLACE:
        sources = (_register(target, 0), *sources)
    if not len(widths) <= len(sources) <= _SOURCES or (name not in IN_PLACE and len(sources) > len(widths)):
        return _OperationRow()
    words = 2 if wide or target.count == 2 else 1
    return _OperationRow(
        _SCALAR_PLAIN, CODES[name], sources, target.first - NUM_VGPRS, words, scc=SCC in op.implicit_defs
    )  # fmt: skip


def _load(op: Op) -> _OperationRow:
    """A load by a pair of scalars; from where it gets something is found when it is followed."""
    bases = [r.reg for r in op.refs if r.reads and r.reg.count == 2]
    target = next((r.reg for r in op.refs if r.writes), None)
    if not bases or target is None or not op.desc.loads_scalar_words:
        return _OperationRow()
    sources = (_register(bases[0], 1), *map(_source, op.operands[2:]))
    assert len(sources) <= _SOURCES
    offset = op.number("offset") or 0
    return _OperationRow(_LOAD, 0, sources, target.first - NUM_VGPRS, target.count, offset=offset)


def _place(t: InstructionTiming) -> Iterable[int]:
    """The address of a memory instruction, and the bytes that each lane accesses there."""
    op, each = t.op, max(1, lane_bytes(t.op))
    if t.unit == VMEM:
        address, base = _NOTHING, -1
        for ref in op.refs:
            if ref.desc.name == "vaddr":
                address = _source(op.operands[ref.operand], ref.reg.count)
            elif ref.desc.name in ("saddr", "srsrc") and not ref.reg.is_vgpr:
                base = ref.reg.first - NUM_VGPRS
        return (_GLOBAL_PLACE, each, 0, 0, 0, _signed64(op.number("offset") or 0), base, *address)
    where = next((op.operands[r.operand] for r in op.refs if r.desc.name == "addr"), None)
    address = _source(where) if where is not None and t.bytes else _NOTHING
    unit, offsets = 1, ["offset"]
    if (memory := op.desc.memory) is not None and memory.addresses == 2:
        each, unit, offsets = memory.bytes, memory.stride, ["offset0", "offset1"]
    shifts = [unit * (op.number(name) or 0) for name in offsets]
    return (_LDS_PLACE, each, len(shifts), *(*shifts, 0)[:2], 0, -1, *address)
