"""Classifies ops for the issue logic, and counts their arithmetic."""

from __future__ import annotations

from typing import Literal

from isaopt.ir.program import Op
from isaopt.isa.meaning import Access, Lanes, Space, Unit
from isaopt.target.latency import alu_latency
from isaopt.target.matrix import ELEMENT_BITS, MatrixOp
from isaopt.target.matrix_ops import matrix_ops
from isaopt.target.reads import is_matrix

UNITS = ("valu", "salu", "smem", "vmem", "lds", "branch", "internal", "export")
VALU, SALU, SMEM, VMEM, LDS, BRANCH, INTERNAL, EXPORT = range(8)

ValuClass = Literal["plain", "wide", "mul", "trans", "f64", "f64_trans", "matrix"]
_BY_LATENCY: dict[int, ValuClass] = {
    5: "plain", 6: "wide", 7: "trans", 8: "mul", 10: "trans", 38: "f64", 40: "f64_trans",
}  # fmt: skip
_PORTS = {
    Unit.VALU: VALU, Unit.TRANS: VALU, Unit.MATRIX: VALU, Unit.SALU: SALU, Unit.SMEM: SMEM, Unit.VMEM: VMEM,
    Unit.LDS: LDS, Unit.LDS_DIRECT: LDS, Unit.BRANCH: BRANCH, Unit.EXPORT: EXPORT, Unit.MESSAGE: INTERNAL,
    Unit.INTERNAL: INTERNAL,
}  # fmt: skip
_FLOATS = ("f16", "f32", "f64")
_ONE_STEP = ("add", "sub", "subrev", "mul", "ldexp", "rcp", "rsq", "sqrt", "exp", "log", "sin", "cos")
_FUSED = ("fma", "fmac", "fmaak", "fmamk")
#: Arithmetic operations of a lane; none of anything else.
_FLOPS: dict[str, int] = {
    **{f"v_{name}_{kind}": 1 for name in _ONE_STEP for kind in _FLOATS},
    **{f"v_{name}_{kind}": 2 for name in _FUSED for kind in _FLOATS},
    **{f"v_pk_{name}_f16": 2 for name in ("add", "mul", "min", "max", "min_num", "max_num", "minimum", "maximum")},
    **{f"v_pk_{name}_f16": 4 for name in ("fma", "fmac")},
    **{f"v_dot2{name}": 4 for name in ("_f16_f16", "_bf16_bf16", "_f32_f16", "_f32_bf16")},
    **{f"v_dot2acc_f32_{kind}": 4 for kind in ("f16", "bf16")},
    "v_mul_dx9_zero_f32": 1, "v_fma_dx9_zero_f32": 2, "v_fmac_dx9_zero_f32": 2,
    "v_fma_mix_f32": 2, "v_fma_mixlo_f16": 2, "v_fma_mixhi_f16": 2,
}  # fmt: skip
_FP32 = frozenset(f"v_{name}_f32" for name in (*_FUSED, *_ONE_STEP[:4], "max", "min", "max_num", "min_num"))


def unit_of(op: Op) -> int:
    """The issue port of the op, as an index into ``UNITS``."""
    memory = op.desc.memory
    if op.desc.unit is Unit.SMEM and (memory is None or memory.access is Access.PREFETCH):
        return INTERNAL  # brings no data, so that nothing waits for it
    return _PORTS[op.desc.unit]


def valu_class(op: Op) -> ValuClass:
    """The class that decides latency and throughput of a vector instruction."""
    if is_matrix(op):
        return "matrix"
    return _BY_LATENCY.get(max(alu_latency(half.operation) for half in op.halves), "plain")


def _matrix(op: Op) -> MatrixOp:
    return matrix_ops("gfx12")[op.operation]  # gfx11's are among them


def matrix_kind(op: Op) -> str:
    """The rate class of a matrix instruction: ``f16``, ``i8`` or ``i4``."""
    return {16: "f16", 8: "i8", 4: "i4"}[ELEMENT_BITS[_matrix(op).a]]


def flops(op: Op, wave_size: int) -> int:
    """Floating-point (or matrix) operations of one wave with all lanes on."""
    if is_matrix(op):
        matrix = _matrix(op)
        return 2 * matrix.m * matrix.n * matrix.k
    return sum(_FLOPS.get(half.operation, 0) for half in op.halves) * wave_size


def is_fp32(op: Op) -> bool:
    """Whether wave64 hardware may issue the op's two halves as a pair: plain FP32 arithmetic."""
    return all(half.operation in _FP32 for half in op.halves)


def lane_bytes(op: Op) -> int:
    """Bytes that one lane (or a scalar instruction) moves to or from memory or another lane; 0 if none."""
    memory = op.desc.memory
    if memory is None:
        return 4 if op.desc.unit is Unit.LDS and op.desc.lanes is Lanes.CROSS else 0
    if memory.space is Space.IMAGE:
        # The mask of components says how much, and the assembler has made the operand as wide as that.
        return 4 * max((o.dwords for o in op.desc.operands if o.name in ("vdst", "vdata")), default=1)
    return memory.bytes * memory.addresses
