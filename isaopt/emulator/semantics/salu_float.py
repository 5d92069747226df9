"""Scalar floating-point operations (RDNA3.5/RDNA4 ISA guides, SOP1, SOP2, SOPC)."""

from __future__ import annotations

import re

from isaopt.emulator.semantics.base import Scalar, Type
from isaopt.emulator.semantics.valu_f32 import COMPARES

RUNTIME = ("float", "integer", "trans", "half")
_F32: Type = "f32"
_F16: Type = "f16"


def _s(result: Type, kinds: tuple[Type, ...], expr: str) -> Scalar:
    return Scalar(result, kinds, expr, runtime=RUNTIME)


def _f(count: int, expr: str) -> Scalar:
    return Scalar("f32", (_F32,) * count, expr, runtime=RUNTIME)


def _h(count: int, expr: str) -> Scalar:
    return Scalar("f16", (_F16,) * count, expr, runtime=RUNTIME)


SCALARS: dict[str, Scalar] = {
    "s_cvt_f32_i32": _s("f32", ("i32",), "narrow((double)a, RM)"),
    "s_cvt_f32_u32": _s("f32", ("u32",), "narrow((double)a, RM)"),
    "s_cvt_i32_f32": _s("i32", ("f32",), "int_from_double((double)a)"),
    "s_cvt_u32_f32": _s("u32", ("f32",), "uint_from_double((double)a)"),
    "s_cvt_f16_f32": _s("u32", ("f32",), "half_from_float(a, RM64)"),
    "s_cvt_f32_f16": _s("f32", ("u32",), "float_from_half(a & 0xffff)"),
    "s_cvt_hi_f32_f16": _s("f32", ("u32",), "float_from_half(a >> 16)"),
    "s_cvt_pk_rtz_f16_f32": _s("u32", ("f32", "f32"), "half_from_float(a, 3) | (u32)half_from_float(b, 3) << 16"),
    "s_ceil_f32": _f(1, "ceil32(a)"),
    "s_floor_f32": _f(1, "floor32(a)"),
    "s_trunc_f32": _f(1, "trunc32(a)"),
    "s_rndne_f32": _f(1, "even32(a)"),
    "s_add_f32": _f(2, "ADD(a, b)"),
    "s_sub_f32": _f(2, "SUB(a, b)"),
    "s_mul_f32": _f(2, "MUL(a, b)"),
    "s_fmac_f32": _f(2, "FMA(a, b, d)"),
    "s_fmaak_f32": _f(3, "FMA(a, b, c)"),
    "s_fmamk_f32": _f(3, "FMA(a, b, c)"),
    "s_ceil_f16": _h(1, "ceil16(a)"),
    "s_floor_f16": _h(1, "floor16(a)"),
    "s_trunc_f16": _h(1, "trunc16(a)"),
    "s_rndne_f16": _h(1, "even16(a)"),
    "s_add_f16": _h(2, "ADD16(a, b)"),
    "s_sub_f16": _h(2, "SUB16(a, b)"),
    "s_mul_f16": _h(2, "MUL16(a, b)"),
    "s_fmac_f16": _h(2, "FMA16(a, b, d & 0xffff)"),
}
for _kind, _op in (("max", "max_num"), ("min", "min_num"), ("maximum", "maximum"), ("minimum", "minimum")):
    SCALARS[f"s_{_kind}_f32"] = _f(2, f"{_op}(a, b)")
    SCALARS[f"s_{_kind}_f16"] = _h(2, f"{_op}16(a, b)")
for _kind in ("max", "min"):
    SCALARS[f"s_{_kind}_num_f32"] = SCALARS[f"s_{_kind}_f32"]
    SCALARS[f"s_{_kind}_num_f16"] = SCALARS[f"s_{_kind}_f16"]
for _name, _expr in COMPARES.items():
    if _name in ("f", "t"):
        continue
    SCALARS[f"s_cmp_{_name}_f32"] = Scalar("", ("f32", "f32"), "", _expr, RUNTIME)
    _half = re.sub(r"\b([ab])\b", r"half_value(\1)", _expr)
    SCALARS[f"s_cmp_{_name}_f16"] = Scalar("", ("f16", "f16"), "", _half, RUNTIME)
