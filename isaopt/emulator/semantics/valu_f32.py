"""Vector single-precision arithmetic and comparisons (RDNA3/RDNA4 ISA guides, VOP1, VOP2, VOP3, VOPC)."""

from __future__ import annotations

from isaopt.emulator.semantics.base import Lane, Type

RUNTIME = ("float",)
_F32: Type = "f32"


def _f(count: int, expr: str) -> Lane:
    return Lane("f32", (_F32,) * count, expr, runtime=RUNTIME)


LANES: dict[str, Lane] = {
    "v_add_f32": _f(2, "ADD(a, b)"),
    "v_sub_f32": _f(2, "SUB(a, b)"),
    "v_subrev_f32": _f(2, "SUB(b, a)"),
    "v_mul_f32": _f(2, "MUL(a, b)"),
    "v_mul_dx9_zero_f32": _f(2, "mul_dx9(a, b, RM)"),
    "v_fmac_f32": _f(2, "FMA(a, b, d)"),
    "v_fmac_dx9_zero_f32": _f(2, "fma_dx9(a, b, d, RM)"),
    "v_fma_f32": _f(3, "FMA(a, b, c)"),
    "v_fma_dx9_zero_f32": _f(3, "fma_dx9(a, b, c, RM)"),
    # Operands in text order: the constant of fmamk stands second.
    "v_fmaak_f32": _f(3, "FMA(a, b, c)"),
    "v_fmamk_f32": _f(3, "FMA(a, b, c)"),
    "v_max_f32": _f(2, "max_num(a, b)"),
    "v_min_f32": _f(2, "min_num(a, b)"),
    "v_max3_f32": _f(3, "max_num(max_num(a, b), c)"),
    "v_min3_f32": _f(3, "min_num(min_num(a, b), c)"),
    "v_med3_f32": _f(3, "med3_num(a, b, c)"),
    "v_maxmin_f32": _f(3, "min_num(max_num(a, b), c)"),
    "v_minmax_f32": _f(3, "max_num(min_num(a, b), c)"),
    "v_maximum_f32": _f(2, "maximum(a, b)"),
    "v_minimum_f32": _f(2, "minimum(a, b)"),
    "v_maximum3_f32": _f(3, "maximum(maximum(a, b), c)"),
    "v_minimum3_f32": _f(3, "minimum(minimum(a, b), c)"),
    "v_maximumminimum_f32": _f(3, "minimum(maximum(a, b), c)"),
    "v_minimummaximum_f32": _f(3, "maximum(minimum(a, b), c)"),
    "v_cubeid_f32": _f(3, "cube_id(a, b, c)"),
    "v_cubesc_f32": _f(3, "cube_s(a, b, c)"),
    "v_cubetc_f32": _f(3, "cube_t(a, b, c)"),
    "v_cubema_f32": _f(3, "MUL(cube_axis(a, b, c) == 2 ? c : cube_axis(a, b, c) == 1 ? b : a, 2.0f)"),
    "v_mullit_f32": _f(3, "mullit(b, c) ? -3.402823466e38f : MUL(a, b)"),
}
# gfx12 spells the IEEE 754-2008 operations with _num.
for _name in ("max", "min", "max3", "min3", "med3", "maxmin", "minmax"):
    LANES[f"v_{_name}_num_f32"] = LANES[f"v_{_name}_f32"]
for _gfx12, _gfx11 in (("maxmin", "maxmin"), ("minmax", "minmax")):
    LANES[f"v_{_gfx12}_num_f32"] = LANES[f"v_{_gfx11}_f32"]

#: Comparison name to C; the unordered ones are the negations of the ordered.
COMPARES = {
    "f": "0",
    "lt": "a < b",
    "eq": "a == b",
    "le": "a <= b",
    "gt": "a > b",
    "lg": "a < b || a > b",
    "ge": "a >= b",
    "o": "a == a && b == b",
    "u": "a != a || b != b",
    "nge": "!(a >= b)",
    "nlg": "!(a < b || a > b)",
    "ngt": "!(a > b)",
    "nle": "!(a <= b)",
    "neq": "!(a == b)",
    "nlt": "!(a < b)",
    "t": "1",
}
for _kind in ("v_cmp", "v_cmpx"):
    for _name, _expr in COMPARES.items():
        LANES[f"{_kind}_{_name}_f32"] = Lane("mask", (_F32, _F32), _expr, runtime=RUNTIME)
    LANES[f"{_kind}_class_f32"] = Lane("mask", ("f32", "u32"), "class32(a) & b", runtime=RUNTIME)
