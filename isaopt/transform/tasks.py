"""The cost of an instruction for a single wave, as a scheduling task (:mod:`isaopt.solve.order`).

For a WMMA, the cost is how long it occupies the matrix unit (``target/data/machine.json``, in wave32), how soon another
one may accumulate onto its result, and what must stand between the two: the hardware does not interlock if A or B
depends on a result.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from isaopt.analysis.flow.accesses import access_bytes
from isaopt.analysis.flow.dependence import Dependence, Kind
from isaopt.ir.program import Op
from isaopt.isa.meaning import Unit
from isaopt.rebuild.delays import unit_of
from isaopt.solve.order import Task
from isaopt.target.arch import Arch
from isaopt.target.counters import UNORDERED_KINDS, event_kind, is_wait
from isaopt.target.latency import alu_latency, memory_latency
from isaopt.target.matrix import ELEMENT_BITS, MatrixOp
from isaopt.target.matrix_ops import matrix_op
from isaopt.target.reads import is_matrix


def matrix_cycles(arch: Arch, operation: str) -> int:
    """Cycles for which a WMMA or SWMMAC occupies the matrix unit; ``KeyError`` for any other instruction.

    An instruction of twice the depth k takes as long as two; a SWMMAC as long as the WMMA of half its depth.
    """
    op = _op(arch, operation)
    bits = max(ELEMENT_BITS[op.a], ELEMENT_BITS[op.b])
    name = {16: "wmma_cycles", 8: "wmma_byte_cycles", 4: "wmma_nibble_cycles"}[bits]
    depth = op.k // 2 if op.sparse else op.k
    return arch.figure(name).value * depth // 16


def matrix_latency(arch: Arch, operation: str) -> int:
    """Cycles from a WMMA to one that accumulates onto its result; ``KeyError`` for any other instruction."""
    op = _op(arch, operation)
    wide = arch.family == "gfx11" or ELEMENT_BITS[op.a] == 16
    return matrix_cycles(arch, operation) + (arch.figure("wmma_sum_cycles").value if wide else 0)


def _op(arch: Arch, operation: str) -> MatrixOp:
    op = matrix_op(arch.family, operation)
    if op is None:
        raise KeyError(operation)
    return op


def needs_distance(arch: Arch, producer: Op, consumer: Op) -> int:
    """How many VALU instructions must stand between two matrix instructions: one if the later reads the earlier one's
    result as A, B or the index of a SWMMAC, none if it only accumulates onto it (LLVM GCNHazardRecognizer.cpp,
    fixWMMAHazards)."""
    if not (is_matrix(producer) and is_matrix(consumer)):
        return 0
    written = set(producer.operands[0].reg.units) if producer.operands[0].reg else set()
    places = (1, 2, 3) if consumer.desc.is_sparse else (1, 2)
    read = {unit for place in places if (reg := consumer.operands[place].reg) for unit in reg.units}
    return arch.figure("wmma_source_distance").value if written & read else 0


#: Cycles of a scalar load whose line no wave has touched yet: 543 to 964 in public SQTT captures of an RX 7900 XTX.
_COLD_SCALAR = 600


def task_of(op: Op, arch: Arch, wave_size: int, cold: bool = False) -> Task:
    """The cost of an instruction; ``cold``: a scalar load misses its cache, as the first wave's do."""
    unit = unit_of(op)
    if op.desc.counters and not is_wait(op):
        counter = op.desc.counters[0]
        bytes_moved = (access_bytes(op) or 4) * wave_size
        service = -(-bytes_moved // arch.lds_bytes_per_cycle) if op.desc.unit is Unit.LDS else 1
        unordered = event_kind(op, counter) in UNORDERED_KINDS
        try:
            latency = memory_latency(op.mnemonic)
        except KeyError:
            latency = 1
        if cold and op.flag("smem"):
            latency = max(latency, _COLD_SCALAR)
        return Task(latency, service, counter, unordered, drains=unit == "other")
    if unit == "other" or is_wait(op):
        return Task()
    latency = max(alu_latency(half.operation) for half in op.halves)
    if is_matrix(op):
        busy = matrix_cycles(arch, op.operation)
        return Task(busy + latency, valu=True, busy=busy)
    # Control instructions count as scalar ones; nothing needs their result.
    return Task(latency, valu=unit in ("valu", "trans"))


def forwarded(ops: Sequence[Op], found: Iterable[Dependence], arch: Arch) -> dict[tuple[int, int], int]:
    """By pairs of positions: the delay from a matrix instruction to one that only accumulates onto its result."""
    return {
        (d.before, d.after): matrix_latency(arch, ops[d.before].operation)
        for d in found
        if d.kind is Kind.RAW
        and is_matrix(ops[d.before])
        and is_matrix(ops[d.after])
        and not needs_distance(arch, ops[d.before], ops[d.after])
    }
