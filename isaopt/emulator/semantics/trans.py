"""Transcendental operations in single precision; precision as ``runtime/trans.c`` says (RDNA3 ISA guide, VOP1)."""

from __future__ import annotations

from isaopt.emulator.semantics.base import Lane, Scalar
from isaopt.emulator.semantics.valu_16 import LANES as HALVES
from isaopt.emulator.semantics.valu_16 import RUNTIME as HALF

RUNTIME = ("float", "trans")


def _f(expr: str) -> Lane:
    return Lane("f32", ("f32",), expr, runtime=RUNTIME)


LANES: dict[str, Lane] = {
    "v_exp_f32": _f("exp2_float(a)"),
    "v_log_f32": _f("log2_float(a)"),
    "v_rcp_f32": _f("rcp_float(a)"),
    "v_rcp_iflag_f32": _f("rcp_float(a)"),
    "v_rsq_f32": _f("rsq_float(a)"),
    "v_sqrt_f32": _f("sqrt_float(a)"),
    "v_sin_f32": _f("turn_float(a, 0)"),
    "v_cos_f32": _f("turn_float(a, 1)"),
}
#: The same on scalar registers (gfx12).
SCALARS: dict[str, Scalar] = {
    f"v_s_{name}_f32": Scalar("f32", ("f32",), LANES[f"v_{name}_f32"].expr, runtime=RUNTIME)
    for name in ("exp", "log", "rcp", "rsq", "sqrt")
} | {
    f"v_s_{name}_f16": Scalar("f16", ("f16",), HALVES[f"v_{name}_f16"].expr, runtime=HALF)
    for name in ("exp", "log", "rcp", "rsq", "sqrt")
}
