"""Double precision and its conversions (RDNA3/RDNA4 ISA guides, VOP1, VOP2, VOP3, VOPC)."""

from __future__ import annotations

from dataclasses import replace

from isaopt.emulator.semantics.base import Lane, Type
from isaopt.emulator.semantics.valu_f32 import COMPARES

RUNTIME = ("float", "integer", "trans", "half", "double")
_F64: Type = "f64"


def _d(count: int, expr: str) -> Lane:
    return Lane("f64", (_F64,) * count, expr, runtime=RUNTIME)


def _c(result: Type, source: Type, expr: str) -> Lane:
    return Lane(result, (source,), expr, runtime=RUNTIME)


LANES: dict[str, Lane] = {
    "v_add_f64": _d(2, "ADD64(a, b)"),
    "v_mul_f64": _d(2, "MUL64(a, b)"),
    "v_fma_f64": _d(3, "FMA64(a, b, c)"),
    "v_max_f64": _d(2, "max_num64(a, b)"),
    "v_min_f64": _d(2, "min_num64(a, b)"),
    "v_max_num_f64": _d(2, "max_num64(a, b)"),
    "v_min_num_f64": _d(2, "min_num64(a, b)"),
    "v_maximum_f64": _d(2, "maximum64(a, b)"),
    "v_minimum_f64": _d(2, "minimum64(a, b)"),
    "v_floor_f64": _d(1, "floor64(a)"),
    "v_ceil_f64": _d(1, "ceil64(a)"),
    "v_trunc_f64": _d(1, "trunc64(a)"),
    "v_rndne_f64": _d(1, "even64(a)"),
    "v_fract_f64": _d(1, "fract64(a)"),
    "v_rcp_f64": _d(1, "rcp64(a)"),
    "v_sqrt_f64": _d(1, "sqrt64(a)"),
    "v_rsq_f64": _d(1, "rsq64(a)"),
    "v_ldexp_f64": Lane("f64", (_F64, "i32"), "ldexp64(a, b)", runtime=RUNTIME),
    "v_trig_preop_f64": Lane("f64", (_F64, "u32"), "trig_preop(a, b)", runtime=RUNTIME),
    "v_frexp_mant_f64": _d(1, "frexp_mant64(a)"),
    "v_frexp_exp_i32_f64": _c("i32", _F64, "frexp_exp64(a)"),
    "v_div_fixup_f64": _d(3, "div_fixup64(a, b, c)"),
    "v_div_scale_f64": Lane("f64", (_F64,) * 3, "div_scale64(a, b, c, &flag)", "flag", runtime=RUNTIME),
    "v_div_fmas_f64": Lane(
        "f64", (_F64, _F64, _F64, "mask"), "e ? div_fmas64(a, b, c, FMA64(a, b, c)) : FMA64(a, b, c)", runtime=RUNTIME
    ),
    "v_cvt_f32_f64": _c("f32", _F64, "float_from_double(a, RM)"),
    "v_cvt_f64_f32": _c("f64", "f32", "double_from_float(a)"),
    "v_cvt_f64_i32": _c("f64", "i32", "(double)a"),
    "v_cvt_f64_u32": _c("f64", "u32", "(double)a"),
    "v_cvt_i32_f64": _c("i32", _F64, "int_from_double(a)"),
    "v_cvt_u32_f64": _c("u32", _F64, "uint_from_double(a)"),
}
for _prefix in ("v_cmp", "v_cmpx"):
    for _name, _expr in COMPARES.items():
        LANES[f"{_prefix}_{_name}_f64"] = Lane("mask", (_F64, _F64), _expr, runtime=RUNTIME)
    LANES[f"{_prefix}_class_f64"] = Lane("mask", (_F64, "u32"), "class64(a) & b", runtime=RUNTIME)
#: Their only result to be rounded is computed to nearest; for the conversion it is open which field of MODE holds.
for _name in ("v_ldexp_f64", "v_rcp_f64", "v_sqrt_f64", "v_rsq_f64", "v_div_scale_f64", "v_div_fmas_f64", "v_fract_f64",
              "v_cvt_f32_f64"):  # fmt: skip
    LANES[_name] = replace(LANES[_name], nearest=True)
