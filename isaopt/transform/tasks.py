"""What an instruction costs a wave by itself, as a task of an order (:mod:`isaopt.solve.order`)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from isaopt.analysis.flow.dependence import Dependence, Kind, access_bytes
from isaopt.emit.delays import unit_of
from isaopt.ir.program import Op
from isaopt.isa.meaning import Unit
from isaopt.solve.order import Task
from isaopt.target.arch import Arch
from isaopt.target.counters import UNORDERED_KINDS, event_kind, is_wait
from isaopt.target.latency import alu_latency, memory_latency
from isaopt.target.matrix_timing import matrix_cycles, matrix_latency, needs_distance
from isaopt.target.reads import is_matrix

#: Cycles of a scalar load whose line no wave has touched yet: 543 to 964 in public SQTT captures of an RX 7900 XTX.
_COLD_SCALAR = 600


def task_of(op: Op, arch: Arch, wave_size: int, cold: bool = False) -> Task:
    """What an instruction costs; ``cold``: a scalar load finds nothing in its cache, as the first wave's do."""
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
    # Steering instructions count as scalar ones; nothing needs their result.
    return Task(latency, valu=unit in ("valu", "trans"))


def forwarded(ops: Sequence[Op], found: Iterable[Dependence], arch: Arch) -> dict[tuple[int, int], int]:
    """How long a matrix instruction takes to one that only adds to its result, by positions."""
    return {
        (d.before, d.after): matrix_latency(arch, ops[d.before].operation)
        for d in found
        if d.kind is Kind.RAW
        and is_matrix(ops[d.before])
        and is_matrix(ops[d.after])
        and not needs_distance(arch, ops[d.before], ops[d.after])
    }
