"""How long a WMMA keeps the matrix unit, how soon another may add to its result, and what must stand between two.

Figures: ``data/machine.json``, in wave32.  A scheduler asks :func:`matrix_latency` for the distance of a dependence
through C, and :func:`needs_distance` whether A or B depend, which the hardware does not interlock.
"""

from __future__ import annotations

from isaopt.ir.program import Op
from isaopt.target.arch import Arch
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
    """Cycles from a WMMA to one that adds to its result; ``KeyError`` for any other instruction."""
    op = _op(arch, operation)
    wide = arch.family == "gfx11" or ELEMENT_BITS[op.a] == 16
    return matrix_cycles(arch, operation) + (arch.figure("wmma_sum_cycles").value if wide else 0)


def _op(arch: Arch, operation: str) -> MatrixOp:
    op = matrix_op(arch.family, operation)
    if op is None:
        raise KeyError(operation)
    return op


def needs_distance(arch: Arch, producer: Op, consumer: Op) -> int:
    """How many VALU instructions have to stand between two matrix instructions: one where the later reads the earlier
    one's result as A, B or the index of a SWMMAC, none where it only adds to it (LLVM GCNHazardRecognizer.cpp,
    fixWMMAHazards)."""
    if not (is_matrix(producer) and is_matrix(consumer)):
        return 0
    written = set(producer.operands[0].reg.units) if producer.operands[0].reg else set()
    places = (1, 2, 3) if consumer.desc.is_sparse else (1, 2)
    read = {unit for place in places if (reg := consumer.operands[place].reg) for unit in reg.units}
    return arch.figure("wmma_source_distance").value if written & read else 0
