"""Conversions and rounding in single and half precision (RDNA3/RDNA4 ISA guides, VOP1, VOP2, VOP3)."""

from __future__ import annotations

from isaopt.emulator.semantics.base import Lane, Type

RUNTIME = ("float", "integer", "trans", "half")


def _c(result: Type, source: Type, expr: str) -> Lane:
    return Lane(result, (source,), expr, runtime=RUNTIME)


def _p(source: Type, low: str, high: str) -> Lane:
    """Two results packed into one register."""
    return Lane("b32", (source, source), f"(u32)({low}) | (u32)({high}) << 16", runtime=RUNTIME)


LANES: dict[str, Lane] = {
    "v_cvt_f32_i32": _c("f32", "i32", "narrow((double)a, RM)"),
    "v_cvt_f32_u32": _c("f32", "u32", "narrow((double)a, RM)"),
    "v_cvt_i32_f32": _c("i32", "f32", "int_from_double((double)a)"),
    "v_cvt_u32_f32": _c("u32", "f32", "uint_from_double((double)a)"),
    "v_cvt_floor_i32_f32": _c("i32", "f32", "int_from_double(floor_double((double)a))"),
    "v_cvt_nearest_i32_f32": _c("i32", "f32", "int_from_double(floor_double((double)a + 0.5))"),
    "v_cvt_f16_f32": _c("f16", "f32", "half_from_float(a, RM64)"),
    "v_cvt_f32_f16": _c("f32", "f16", "float_from_half(a)"),
    "v_cvt_f16_u16": _c("f16", "u16", "narrow16((double)a, RM64)"),
    "v_cvt_f16_i16": _c("f16", "i16", "narrow16((double)a, RM64)"),
    "v_cvt_u16_f16": _c("u16", "f16", "limit(half_value(a), 0.0, 65535.0)"),
    "v_cvt_i16_f16": _c("i16", "f16", "(i16)limit(half_value(a), -32768.0, 32767.0)"),
    "v_cvt_i32_i16": _c("i32", "i16", "a"),
    "v_cvt_u32_u16": _c("u32", "u16", "a"),
    "v_cvt_norm_i16_f16": _c("i16", "f16", "(i16)snorm16(half_value(a))"),
    "v_cvt_norm_u16_f16": _c("u16", "f16", "unorm16(half_value(a))"),
    "v_cvt_off_f32_i4": _c("f32", "u32", "(float)((i32)(a << 28) >> 28) * 0.0625f"),
    "v_cvt_pk_rtz_f16_f32": _p("f32", "half_from_float(a, 3)", "half_from_float(b, 3)"),
    "v_cvt_pk_i16_f32": _p(
        "f32", "limit((double)a, -32768.0, 32767.0) & 0xffff", "limit((double)b, -32768.0, 32767.0) & 0xffff"
    ),
    "v_cvt_pk_u16_f32": _p("f32", "limit((double)a, 0.0, 65535.0)", "limit((double)b, 0.0, 65535.0)"),
    "v_cvt_pk_norm_i16_f32": _p("f32", "snorm16((double)a)", "snorm16((double)b)"),
    "v_cvt_pk_norm_u16_f32": _p("f32", "unorm16((double)a)", "unorm16((double)b)"),
    "v_cvt_pk_norm_i16_f16": _p("f16", "snorm16(half_value(a))", "snorm16(half_value(b))"),
    "v_cvt_pk_norm_u16_f16": _p("f16", "unorm16(half_value(a))", "unorm16(half_value(b))"),
    "v_cvt_pk_i16_i32": _p("i32", "saturate16(a)", "saturate16(b)"),
    "v_cvt_pk_u16_u32": _p("u32", "saturate_u16(a)", "saturate_u16(b)"),
    "v_cvt_pk_u8_f32": Lane(
        "u32",
        ("f32", "u32", "u32"),
        "(c & ~(255u << (b & 3) * 8)) | limit((double)a, 0.0, 255.0) << (b & 3) * 8",
        runtime=RUNTIME,
    ),
    "v_floor_f32": _c("f32", "f32", "floor32(a)"),
    "v_ceil_f32": _c("f32", "f32", "ceil32(a)"),
    "v_trunc_f32": _c("f32", "f32", "trunc32(a)"),
    "v_rndne_f32": _c("f32", "f32", "even32(a)"),
    "v_fract_f32": _c("f32", "f32", "fract32(a)"),
    "v_ldexp_f32": Lane("f32", ("f32", "i32"), "ldexp32(a, b, RM)", runtime=RUNTIME),
    "v_frexp_mant_f32": _c("f32", "f32", "frexp_mant32(a)"),
    "v_frexp_exp_i32_f32": _c("i32", "f32", "frexp_exponent((double)a)"),
    "v_div_fixup_f32": Lane("f32", ("f32", "f32", "f32"), "div_fixup32(a, b, c)", runtime=RUNTIME),
    "v_div_scale_f32": Lane("f32", ("f32", "f32", "f32"), "div_scale32(a, b, c, &flag)", "flag", runtime=RUNTIME),
    "v_div_fmas_f32": Lane(
        "f32", ("f32", "f32", "f32", "mask"), "e ? div_fmas32(a, b, c, RM) : FMA(a, b, c)", runtime=RUNTIME
    ),
}
for _byte in range(4):
    LANES[f"v_cvt_f32_ubyte{_byte}"] = _c("f32", "u32", f"(float)(a >> {8 * _byte} & 255)")
