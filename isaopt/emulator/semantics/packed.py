"""Packed, mixed-precision and dot-product operations (RDNA3/RDNA4 ISA guides, VOP3P), and register swaps."""

from __future__ import annotations

from collections.abc import Callable

from isaopt.emulator.lanes import emit_lanes
from isaopt.emulator.semantics.base import Emitter, Lane, Type, emitter
from isaopt.emulator.site import Site

RUNTIME = ("float", "integer", "trans", "half", "bfloat")
_PK: Type = "pk16"
_PK_BF: Type = "pkbf16"


def _halves(site: Site, count: int, floating: bool) -> tuple[list[str], list[str]]:
    """The C of each source's low-result half and high-result half, as 16-bit patterns."""
    select = site.bits("op_sel", count), site.bits("op_sel_hi", count, 1)
    negate = site.bits("neg_lo", count), site.bits("neg_hi", count)
    out: list[list[str]] = []
    for part in (0, 1):
        terms = []
        for k, letter in enumerate("abc"[:count]):
            half = f"({letter} >> {16 * select[part][k]} & 0xffff)"
            terms.append(f"({half} ^ 0x8000)" if floating and negate[part][k] else half)
        out.append(terms)
    return out[0], out[1]


@emitter
def _packed(
    site: Site, count: int, expr: Callable[..., str], floating: bool, clamp: Callable[[str], str] | None = None
) -> str:
    low, high = _halves(site, count, floating)
    wrap: Callable[[str], str] = lambda x: x  # noqa: E731
    if site.flag("clamp"):
        if clamp is None and not floating:
            raise site.unsupported(f"clamp on '{site.op.mnemonic}'")
        wrap = clamp or (lambda x: f"clamp16({x}, {int(site.mode.dx10_clamp)})")
    if floating and not site.mode.in64:
        low, high = ([f"flush16({t})" for t in part] for part in (low, high))
    if floating and not site.mode.out64:
        inner = wrap
        wrap = lambda x: inner(f"flush16({x})")  # noqa: E731
    results = [wrap(expr(*part)) for part in (low, high)]
    text = f"((u32)({results[0]}) & 0xffff) | (u32)({results[1]}) << 16"
    sources: tuple[Type, ...] = (_PK,) * count
    lane = Lane("b32", sources, text, clamp=text, runtime=RUNTIME)
    return emit_lanes(site, [(site.op, lane)])


def _float2(name: str) -> Emitter:
    return _packed(2, lambda a, b: f"{name}({a}, {b})", True)


@emitter
def _int2(site: Site, expr: str, clamp: str = "") -> str:
    """A packed integer operation; ``X`` and ``Y`` stand for the halves; a clamped form has an expression of its own."""
    chosen = clamp if site.flag("clamp") and clamp else expr
    made = _packed(2, lambda a, b: chosen.replace("X", a).replace("Y", b), False, (lambda x: x) if clamp else None)
    return made(site)


@emitter
def _int3(site: Site, expr: str, clamp: str) -> str:
    chosen = clamp if site.flag("clamp") else expr
    return _packed(3, lambda a, b, c: chosen.replace("X", a).replace("Y", b).replace("Z", c), False, lambda x: x)(site)


def _fmac(site: Site) -> str:
    """``v_pk_fmac_f16``, which has no half modifiers."""
    text = "FMA16(a & 0xffff, b & 0xffff, d & 0xffff) | (u32)FMA16(a >> 16, b >> 16, d >> 16) << 16"
    return emit_lanes(site, [(site.op, Lane("b32", (_PK, _PK), text, runtime=RUNTIME))])


@emitter
def _mix(site: Site, result: Type, high: bool) -> str:
    """``v_fma_mix*``: ``op_sel_hi`` makes a source half precision, ``op_sel`` picks its half."""
    half = site.bits("op_sel_hi", 3)
    sources: tuple[Type, ...] = tuple("f16" if h else "f32" for h in half)
    terms = [f"float_from_half({x})" if h else x for x, h in zip("abc", half, strict=True)]
    expr = f"FMA({', '.join(terms)})"
    if result == "f16":
        expr = f"half_from_float({expr}, RM64)"
    return emit_lanes(site, [(site.op, Lane(result, sources, expr, runtime=RUNTIME, high=high))])


@emitter
def _dot2(site: Site, convert: str, halves: Type) -> str:
    """Adds two products to the third source one after the other, rounding each step."""
    low, high = _halves(site, 2, True)
    negate = site.bits("neg_lo", 3)[2], site.bits("neg_hi", 3)[2]
    c = "c"
    if negate[1]:
        c = f"asf(asu({c}) & 0x7fffffff)"
    if negate[0]:
        c = f"asf(asu({c}) ^ 0x80000000)"
    first = f"ADD({c}, MUL({convert}({low[0]}), {convert}({low[1]})))"
    expr = f"ADD({first}, MUL({convert}({high[0]}), {convert}({high[1]})))"
    return emit_lanes(site, [(site.op, Lane("f32", (halves, halves, "f32"), expr, runtime=RUNTIME))])


@emitter
def _dot_int(site: Site, bits: int, signed_by_neg: bool) -> str:
    signs = site.bits("neg_lo", 3)[:2] if signed_by_neg else [0, 0]

    def part(letter: str, k: int, signed: int) -> str:
        if signed:
            return f"(i64)((i32)({letter} << {32 - bits - bits * k}) >> {32 - bits})"
        return f"(i64)({letter} >> {bits * k} & {(1 << bits) - 1})"

    sum_of = " + ".join(f"{part('a', k, signs[0])} * {part('b', k, signs[1])}" for k in range(32 // bits))
    if signed_by_neg:
        lane = Lane("u32", ("u32", "u32", "u32"), f"(u32)((i64)(i32)c + {sum_of})",
                    clamp=f"(u32)saturated_i32((i64)(i32)c + {sum_of})", runtime=RUNTIME)  # fmt: skip
    else:
        lane = Lane("u32", ("u32", "u32", "u32"), f"(u32)((i64)c + {sum_of})",
                    clamp=f"saturated_u32((u64)((i64)c + {sum_of}))", runtime=RUNTIME)  # fmt: skip
    return emit_lanes(site, [(site.op, lane)])


def _swap(site: Site) -> str:
    """Exchanges two registers in the active lanes, undefined bits included."""
    a, b = site.vgpr(0), site.vgpr(1)
    low = [int(site.operand(k).reg.half == "h") for k in (0, 1)]  # type: ignore[union-attr]
    body = "  mask x = exec_of(w);\n  u32 t[WAVE], s[WAVE];\n"
    if site.name == "v_swap_b16":
        body += "  for (u32 i = 0; i < WAVE; i++) { t[i] = w->v[na][i] >> 16 * ha; s[i] = w->v[nb][i] >> 16 * hb; }\n"
        body += "  put_half(w, na, s, x, ha); put_half(w, nb, t, x, hb);\n"
    else:
        body += "  for (u32 i = 0; i < WAVE; i++) { t[i] = w->v[na][i]; s[i] = w->v[nb][i]; }\n"
        body += "  put_where(w, na, s, x); put_where(w, nb, t, x);\n"
    if site.track:
        shift = site.name == "v_swap_b16"
        for k, (n, h) in enumerate((("na", "ha"), ("nb", "hb"))):
            target = "ts"[k]
            other = "hb" if k == 0 else "ha"
            moved = f"w->shadow[{n}][i]" if not shift else f"(w->shadow[{n}][i] >> 16 * {h} & 0xffff) << 16 * {other}"
            body += f"  for (u32 i = 0; i < WAVE; i++) {target}[i] = {moved};\n"
        bits = ("0xffffu << 16 * ha", "0xffffu << 16 * hb") if shift else ("0xffffffff", "0xffffffff")
        body += f"  mark(w, na, s, x, {bits[0]}); mark(w, nb, t, x, {bits[1]});\n"
    args = [str(a), str(b), str(low[0]), str(low[1])]
    return site.call(["u32 na", "u32 nb", "u32 ha", "u32 hb"], args, body) + ";"


CUSTOM: dict[str, Emitter] = {
    "v_pk_add_f16": _float2("ADD16"),
    "v_pk_mul_f16": _float2("MUL16"),
    "v_pk_fma_f16": _packed(3, lambda a, b, c: f"FMA16({a}, {b}, {c})", True),
    "v_pk_fmac_f16": _fmac,
    "v_pk_max_f16": _float2("max_num16"),
    "v_pk_min_f16": _float2("min_num16"),
    "v_pk_max_num_f16": _float2("max_num16"),
    "v_pk_min_num_f16": _float2("min_num16"),
    "v_pk_maximum_f16": _float2("maximum16"),
    "v_pk_minimum_f16": _float2("minimum16"),
    "v_pk_add_u16": _int2("(X + Y)", "saturate_u16(X + Y)"),
    "v_pk_sub_u16": _int2("(X - Y)", "(X > Y ? X - Y : 0)"),
    "v_pk_add_i16": _int2("(X + Y)", "saturate16((i16)X + (i16)Y)"),
    "v_pk_sub_i16": _int2("(X - Y)", "saturate16((i16)X - (i16)Y)"),
    "v_pk_mul_lo_u16": _int2("(X * Y)"),
    "v_pk_mad_u16": _int3("(X * Y + Z)", "saturate_u16(X * Y + Z)"),
    "v_pk_mad_i16": _int3("(X * Y + Z)", "saturate16((i16)X * (i16)Y + (i16)Z)"),
    "v_pk_max_u16": _int2("(X > Y ? X : Y)"),
    "v_pk_min_u16": _int2("(X < Y ? X : Y)"),
    "v_pk_max_i16": _int2("((i16)X > (i16)Y ? X : Y)"),
    "v_pk_min_i16": _int2("((i16)X < (i16)Y ? X : Y)"),
    "v_pk_lshlrev_b16": _int2("(Y << (X & 15))"),
    "v_pk_lshrrev_b16": _int2("(Y >> (X & 15))"),
    "v_pk_ashrrev_i16": _int2("(u32)((i32)(i16)Y >> (X & 15))"),
    "v_fma_mix_f32": _mix("f32", False),
    "v_fma_mixlo_f16": _mix("f16", False),
    "v_fma_mixhi_f16": _mix("f16", True),
    "v_dot2_f32_f16": _dot2("float_from_half", _PK),
    "v_dot2_f32_bf16": _dot2("bf16_float", _PK_BF),
    "v_dot4_i32_iu8": _dot_int(8, True),
    "v_dot4_u32_u8": _dot_int(8, False),
    "v_dot8_i32_iu4": _dot_int(4, True),
    "v_dot8_u32_u4": _dot_int(4, False),
    "v_swap_b32": _swap,
    "v_swap_b16": _swap,
}
SELF_TRACKING = tuple(CUSTOM)
