"""Vector operations of 16 bits: integers, half precision, and moves of halves (RDNA3/RDNA4 ISA guides)."""

from __future__ import annotations

from isaopt.emulator.semantics.base import Lane, Type

RUNTIME = ("float", "integer", "trans", "half")
_F16: Type = "f16"
_U16: Type = "u16"
_I16: Type = "i16"


def _h(count: int, expr: str) -> Lane:
    return Lane("f16", (_F16,) * count, expr, runtime=RUNTIME)


def _u(count: int, expr: str, clamp: str = "") -> Lane:
    return Lane("u16", (_U16,) * count, expr, clamp=clamp, runtime=RUNTIME)


def _i(count: int, expr: str, clamp: str = "") -> Lane:
    return Lane("i16", (_I16,) * count, expr, clamp=clamp, runtime=RUNTIME)


LANES: dict[str, Lane] = {
    "v_mov_b16": Lane("b16", ("b16",), "a", runtime=RUNTIME),
    "v_not_b16": Lane("b16", ("b16",), "~a", runtime=RUNTIME),
    "v_and_b16": Lane("b16", ("b16", "b16"), "a & b", runtime=RUNTIME),
    "v_or_b16": Lane("b16", ("b16", "b16"), "a | b", runtime=RUNTIME),
    "v_xor_b16": Lane("b16", ("b16", "b16"), "a ^ b", runtime=RUNTIME),
    "v_cndmask_b16": Lane("b16", ("b16", "b16", "mask"), "c ? b : a", runtime=RUNTIME),
    "v_add_nc_u16": _u(2, "a + b", "saturate_u16((u32)a + b)"),
    "v_sub_nc_u16": _u(2, "a - b", "a > b ? a - b : 0"),
    "v_add_nc_i16": _i(2, "a + b", "(i16)saturate16((i32)a + b)"),
    "v_sub_nc_i16": _i(2, "a - b", "(i16)saturate16((i32)a - b)"),
    "v_mul_lo_u16": _u(2, "(u32)a * b", "saturate_u16((u32)a * b)"),
    "v_mad_u16": _u(3, "(u32)a * b + c", "saturated_u32((u64)a * b + c) > 65535 ? 65535 : (u32)a * b + c"),
    "v_mad_i16": _i(3, "(i32)a * b + c", "(i16)saturate16((i32)((i64)a * b + c))"),
    "v_mad_i32_i16": Lane("i32", (_I16, _I16, "i32"), "(i32)((u32)((i32)a * b) + (u32)c)",
                          clamp="saturated_i32((i64)a * b + c)", runtime=RUNTIME),
    "v_mad_u32_u16": Lane("u32", (_U16, _U16, "u32"), "(u32)a * b + c",
                          clamp="saturated_u32((u64)a * b + c)", runtime=RUNTIME),
    "v_lshlrev_b16": _u(2, "(u32)b << (a & 15)"),
    "v_lshrrev_b16": _u(2, "b >> (a & 15)"),
    "v_ashrrev_i16": _i(2, "b >> (a & 15)"),
    "v_sat_pk_u8_i16": Lane("b16", ("b32",), "saturate_u8((i16)a) | saturate_u8((i16)(a >> 16)) << 8", runtime=RUNTIME),
    "v_add_f16": _h(2, "ADD16(a, b)"),
    "v_sub_f16": _h(2, "SUB16(a, b)"),
    "v_subrev_f16": _h(2, "SUB16(b, a)"),
    "v_mul_f16": _h(2, "MUL16(a, b)"),
    "v_fmac_f16": _h(2, "FMA16(a, b, d)"),
    "v_fma_f16": _h(3, "FMA16(a, b, c)"),
    "v_fmaak_f16": _h(3, "FMA16(a, b, c)"),
    "v_fmamk_f16": _h(3, "FMA16(a, b, c)"),
    "v_rcp_f16": _h(1, "is_nan16(a) ? nan16_1(a) : narrow16(1.0 / half_value(a), 0)"),
    "v_sqrt_f16": _h(1, "is_nan16(a) ? nan16_1(a) : a > 0x8000 ? 0x7e00 : narrow16(__builtin_sqrt(half_value(a)), 0)"),
    "v_rsq_f16": _h(1, "is_nan16(a) ? nan16_1(a) : a > 0x8000 ? 0x7e00 : a == 0x8000 ? 0xfc00 : "
                       "narrow16(1.0 / __builtin_sqrt(half_value(a)), 0)"),
    "v_exp_f16": _h(1, "is_nan16(a) ? nan16_1(a) : half_value(a) >= 16.0 ? 0x7c00 : half_value(a) < -26.0 ? 0 : "
                       "narrow16(exp2_double(half_value(a)), 0)"),
    "v_log_f16": _h(1, "is_nan16(a) ? nan16_1(a) : (a & 0x7fff) == 0 ? 0xfc00 : a > 0x8000 ? 0x7e00 : "
                       "a == 0x7c00 ? a : narrow16(log2_double(half_value(a)), 0)"),
    "v_sin_f16": _h(1, "is_nan16(a) ? nan16_1(a) : (a & 0x7fff) == 0x7c00 ? 0x7e00 : "
                       "half_from_float(turn_float((float)half_value(a), 0), 0)"),
    "v_cos_f16": _h(1, "is_nan16(a) ? nan16_1(a) : (a & 0x7fff) == 0x7c00 ? 0x7e00 : "
                       "half_from_float(turn_float((float)half_value(a), 1), 0)"),
    "v_floor_f16": _h(1, "floor16(a)"),
    "v_ceil_f16": _h(1, "ceil16(a)"),
    "v_trunc_f16": _h(1, "trunc16(a)"),
    "v_rndne_f16": _h(1, "even16(a)"),
    "v_fract_f16": _h(1, "fract16(a)"),
    "v_ldexp_f16": Lane("f16", (_F16, _I16), "ldexp16(a, b, RM64)", runtime=RUNTIME),
    "v_frexp_mant_f16": _h(1, "frexp_mant16(a)"),
    "v_frexp_exp_i16_f16": Lane("i16", (_F16,), "(i16)frexp_exponent(half_value(a))", runtime=RUNTIME),
    "v_div_fixup_f16": _h(3, "div_fixup16(a, b, c)"),
    "v_pack_b32_f16": Lane("b32", (_F16, _F16), "a | (u32)b << 16", runtime=RUNTIME),
}  # fmt: skip
for _kind, _op in (("max", "max_num16"), ("min", "min_num16"), ("maximum", "maximum16"), ("minimum", "minimum16")):
    LANES[f"v_{_kind}_f16"] = _h(2, f"{_op}(a, b)")
    LANES[f"v_{_kind}3_f16"] = _h(3, f"{_op}({_op}(a, b), c)")
LANES["v_med3_f16"] = _h(3, "med3_num16(a, b, c)")
LANES["v_maxmin_f16"] = _h(3, "min_num16(max_num16(a, b), c)")
LANES["v_minmax_f16"] = _h(3, "max_num16(min_num16(a, b), c)")
LANES["v_maximumminimum_f16"] = _h(3, "minimum16(maximum16(a, b), c)")
LANES["v_minimummaximum_f16"] = _h(3, "maximum16(minimum16(a, b), c)")
for _name in ("max", "min", "max3", "min3", "med3", "maxmin", "minmax"):
    LANES[f"v_{_name}_num_f16"] = LANES[f"v_{_name}_f16"]
for _letter, _make in (("u", _u), ("i", _i)):
    LANES[f"v_max_{_letter}16"] = _make(2, "a > b ? a : b")
    LANES[f"v_min_{_letter}16"] = _make(2, "a < b ? a : b")
    LANES[f"v_max3_{_letter}16"] = _make(3, "(a > b ? a : b) > c ? (a > b ? a : b) : c")
    LANES[f"v_min3_{_letter}16"] = _make(3, "(a < b ? a : b) < c ? (a < b ? a : b) : c")
    LANES[f"v_med3_{_letter}16"] = _make(3, "a < b ? (c < a ? a : c < b ? c : b) : (c < b ? b : c < a ? c : a)")

_COMPARES = {
    "f": "0",
    "lt": "less16(a, b)",
    "eq": "equal16(a, b)",
    "le": "less16(a, b) || equal16(a, b)",
    "gt": "less16(b, a)",
    "lg": "less16(a, b) || less16(b, a)",
    "ge": "less16(b, a) || equal16(a, b)",
    "o": "!is_nan16(a) && !is_nan16(b)",
    "u": "is_nan16(a) || is_nan16(b)",
    "nge": "!(less16(b, a) || equal16(a, b))",
    "nlg": "!(less16(a, b) || less16(b, a))",
    "ngt": "!less16(b, a)",
    "nle": "!(less16(a, b) || equal16(a, b))",
    "neq": "!equal16(a, b)",
    "nlt": "!less16(a, b)",
    "t": "1",
}
for _prefix in ("v_cmp", "v_cmpx"):
    for _name, _expr in _COMPARES.items():
        LANES[f"{_prefix}_{_name}_f16"] = Lane("mask", (_F16, _F16), _expr, runtime=RUNTIME)
    LANES[f"{_prefix}_class_f16"] = Lane("mask", (_F16, "b16"), "class16(a) & b", runtime=RUNTIME)
