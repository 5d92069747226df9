"""Vector integer, bit and move operations of 32 and 64 bits (RDNA3/RDNA4 ISA guides, VOP1, VOP2, VOP3, VOPC)."""

from __future__ import annotations

from dataclasses import replace

from isaopt.emulator.semantics.base import Lane, Type

RUNTIME = ("integer",)
_I32: Type = "i32"
_B32: Type = "b32"


def _u(count: int, expr: str, clamp: str = "", result: Type = "u32") -> Lane:
    return Lane(result, (result,) * count, expr, clamp=clamp, runtime=RUNTIME)


def _i(count: int, expr: str, clamp: str = "") -> Lane:
    return Lane("i32", (_I32,) * count, expr, clamp=clamp, runtime=RUNTIME)


def _b(count: int, expr: str, defined: str = "") -> Lane:
    return Lane("b32", (_B32,) * count, expr, defined=defined, runtime=RUNTIME)


_CARRY_IN: tuple[Type, ...] = ("u32", "u32", "mask")
LANES: dict[str, Lane] = {
    "v_mov_b32": _b(1, "a", "A"),
    "v_not_b32": _b(1, "~a", "A"),
    "v_and_b32": _b(2, "a & b", "(A | B) & (A | a) & (B | b)"),
    "v_or_b32": _b(2, "a | b", "(A | B) & (A | ~a) & (B | ~b)"),
    "v_xor_b32": _b(2, "a ^ b", "A | B"),
    "v_xnor_b32": _b(2, "~(a ^ b)", "A | B"),
    "v_and_or_b32": _b(3, "(a & b) | c", "((A | B) & (A | a) & (B | b)) | C"),
    "v_or3_b32": _b(3, "a | b | c", "A | B | C"),
    "v_xor3_b32": _b(3, "a ^ b ^ c", "A | B | C"),
    "v_xad_u32": _u(3, "(a ^ b) + c"),
    "v_bfi_b32": _b(3, "(a & b) | (~a & c)", "A | (a & B) | (~a & C)"),
    "v_bfe_u32": _u(3, "a >> (b & 31) & ((1u << (c & 31)) - 1)"),
    "v_bfe_i32": Lane("i32", ("i32", "u32", "u32"), "bfe_signed(a, b, c)", runtime=RUNTIME),
    "v_bfm_b32": _u(2, "((1u << (a & 31)) - 1) << (b & 31)"),
    "v_bfrev_b32": _u(1, "__builtin_bitreverse32(a)"),
    "v_bcnt_u32_b32": _u(2, "(u32)__builtin_popcount(a) + b"),
    "v_clz_i32_u32": _u(1, "a ? (u32)__builtin_clz(a) : 0xffffffff"),
    "v_ctz_i32_b32": _u(1, "a ? (u32)__builtin_ctz(a) : 0xffffffff"),
    "v_cls_i32": Lane("u32", ("i32",), "count_sign_bits(a)", runtime=RUNTIME),
    "v_add_nc_u32": _u(2, "a + b", "add_saturated(a, b)"),
    "v_sub_nc_u32": _u(2, "a - b", "a > b ? a - b : 0"),
    "v_subrev_nc_u32": _u(2, "b - a", "b > a ? b - a : 0"),
    "v_add_nc_i32": Lane("u32", ("u32", "u32"), "a + b", clamp="add_saturated_signed(a, b)", runtime=RUNTIME),
    "v_sub_nc_i32": Lane("u32", ("u32", "u32"), "a - b", clamp="sub_saturated_signed(a, b)", runtime=RUNTIME),
    "v_add_co_u32": Lane("u32", ("u32", "u32"), "a + b", "r < a", runtime=RUNTIME),
    "v_sub_co_u32": Lane("u32", ("u32", "u32"), "a - b", "a < b", runtime=RUNTIME),
    "v_subrev_co_u32": Lane("u32", ("u32", "u32"), "b - a", "b < a", runtime=RUNTIME),
    "v_add_co_ci_u32": Lane("u32", _CARRY_IN, "a + b + c", "(u64)a + b + c >> 32", runtime=RUNTIME),
    "v_sub_co_ci_u32": Lane("u32", _CARRY_IN, "a - b - c", "(u64)b + c > a", runtime=RUNTIME),
    "v_subrev_co_ci_u32": Lane("u32", _CARRY_IN, "b - a - c", "(u64)a + c > b", runtime=RUNTIME),
    "v_add3_u32": _u(3, "a + b + c"),
    "v_lshl_add_u32": _u(3, "(a << (b & 31)) + c"),
    "v_add_lshl_u32": _u(3, "(a + b) << (c & 31)"),
    "v_lshl_or_b32": Lane("b32", (_B32,) * 3, "(a << (b & 31)) | c", defined="A << (b & 31) | C | spoil_if(B & 31)",
                          runtime=RUNTIME),
    "v_lshlrev_b32": _b(2, "b << (a & 31)", "B << (a & 31) | spoil_if(A & 31)"),
    "v_lshrrev_b32": _b(2, "b >> (a & 31)", "B >> (a & 31) | spoil_if(A & 31)"),
    "v_ashrrev_i32": Lane("i32", ("u32", "i32"), "b >> (a & 31)",
                          defined="(u32)((i32)B >> (a & 31)) | spoil_if(A & 31)", runtime=RUNTIME),
    "v_lshlrev_b64": Lane("u64", ("u32", "u64"), "b << (a & 63)", runtime=RUNTIME),
    "v_lshrrev_b64": Lane("u64", ("u32", "u64"), "b >> (a & 63)", runtime=RUNTIME),
    "v_ashrrev_i64": Lane("i64", ("u32", "i64"), "b >> (a & 63)", runtime=RUNTIME),
    "v_mul_lo_u32": _u(2, "a * b"),
    "v_mul_hi_u32": _u(2, "(u32)((u64)a * b >> 32)"),
    "v_mul_hi_i32": _i(2, "(i32)((i64)a * b >> 32)"),
    "v_mul_u32_u24": _u(2, "(a & 0xffffff) * (b & 0xffffff)"),
    "v_mul_hi_u32_u24": _u(2, "(u32)((u64)(a & 0xffffff) * (b & 0xffffff) >> 32)"),
    "v_mul_i32_i24": _i(2, "(i32)((i64)low24(a) * low24(b))"),
    "v_mul_hi_i32_i24": _i(2, "(i32)((i64)low24(a) * low24(b) >> 32)"),
    "v_mad_u32_u24": _u(3, "(a & 0xffffff) * (b & 0xffffff) + c",
                        "saturated_u32((u64)(a & 0xffffff) * (b & 0xffffff) + c)"),
    "v_mad_i32_i24": Lane("i32", ("i32", "i32", "i32"), "(i32)((i64)low24(a) * low24(b) + c)",
                          clamp="saturated_i32((i64)low24(a) * low24(b) + c)", runtime=RUNTIME),
    "v_mad_u64_u32": Lane("u64", ("u32", "u32", "u64"), "(u64)a * b + c", "r < c", runtime=RUNTIME),
    "v_mad_i64_i32": Lane("i64", ("i32", "i32", "i64"), "(i64)((u64)((i64)a * b) + (u64)c)",
                          "sum_is_negative((i64)a * b, c)", runtime=RUNTIME),
    "v_cndmask_b32": Lane("b32", ("b32", "b32", "mask"), "c ? b : a", defined="(c ? B : A) | C", runtime=RUNTIME),
    "v_max_i32": _i(2, "a > b ? a : b"),
    "v_min_i32": _i(2, "a < b ? a : b"),
    "v_max_u32": _u(2, "a > b ? a : b"),
    "v_min_u32": _u(2, "a < b ? a : b"),
    "v_alignbit_b32": Lane("b32", ("b32", "b32", "u16"), "(u32)(((u64)a << 32 | b) >> (c & 31))", runtime=RUNTIME),
    "v_alignbyte_b32": Lane("b32", ("b32", "b32", "u16"), "(u32)(((u64)a << 32 | b) >> (c & 3) * 8)", runtime=RUNTIME),
    "v_perm_b32": _b(3, "permute_bytes(a, b, c)", "C ? 0xffffffff : permute_bytes_defined(A, B, c)"),
    "v_sad_u8": _u(3, "sad_u8(a, b) + c", "saturated_u32((u64)sad_u8(a, b) + c)"),
    "v_sad_hi_u8": _u(3, "(sad_u8(a, b) << 16) + c", "saturated_u32(((u64)sad_u8(a, b) << 16) + c)"),
    "v_sad_u16": _u(3, "sad_u16(a, b) + c", "saturated_u32((u64)sad_u16(a, b) + c)"),
    "v_sad_u32": _u(3, "(a > b ? a - b : b - a) + c", "saturated_u32((u64)(a > b ? a - b : b - a) + c)"),
    "v_msad_u8": _u(3, "msad_u8(a, b) + c", "saturated_u32((u64)msad_u8(a, b) + c)"),
    "v_qsad_pk_u16_u8": Lane("b64", ("b64", "b32", "b64"), "qsad(a, b, c, 0)", runtime=RUNTIME),
    "v_mqsad_pk_u16_u8": Lane("b64", ("b64", "b32", "b64"), "qsad(a, b, c, 1)", runtime=RUNTIME),
    "v_lerp_u8": _u(3, "lerp_u8(a, b, c)"),
    "v_mbcnt_lo_u32_b32": _u(2, "(u32)__builtin_popcount(a & (i < 32 ? (1u << i) - 1 : 0xffffffff)) + b"),
    "v_mbcnt_hi_u32_b32": _u(2, "(u32)__builtin_popcount(a & (i < 32 ? 0 : (1u << (i & 31)) - 1)) + b"),
}  # fmt: skip
#: In sums and products an undefined bit spoils itself and the bits above it, no lower one.
_UPWARDS = {
    "up32(A | B)": ("v_add_nc_u32", "v_sub_nc_u32", "v_subrev_nc_u32", "v_add_nc_i32", "v_sub_nc_i32", "v_mul_lo_u32",
                    "v_add_co_u32", "v_sub_co_u32", "v_subrev_co_u32"),
    "up32(A | B | C)": ("v_add3_u32", "v_xad_u32", "v_add_co_ci_u32", "v_sub_co_ci_u32", "v_subrev_co_ci_u32"),
    "up32(A << (b & 31) | C) | spoil_if(B & 31)": ("v_lshl_add_u32",),
    "up32(A | B) << (c & 31) | spoil_if(C & 31)": ("v_add_lshl_u32",),
    "up32((A | B) & 0xffffff)": ("v_mul_u32_u24",),
    "up32(((A | B) & 0xffffff) | C)": ("v_mad_u32_u24",),
    "(A >> (b & 31) & ((1u << (c & 31)) - 1)) | spoil_if((B | C) & 31)": ("v_bfe_u32",),
    "up64((u64)(A | B) | C)": ("v_mad_u64_u32",),
    "up64(all_if(A | B) | C)": ("v_mad_i64_i32",),
    "B << (a & 63) | all_if(A & 63)": ("v_lshlrev_b64",),
    "B >> (a & 63) | all_if(A & 63)": ("v_lshrrev_b64",),
    "(u64)((i64)B >> (a & 63)) | all_if(A & 63)": ("v_ashrrev_i64",),
}  # fmt: skip
for _defined, _names in _UPWARDS.items():
    for _name in _names:
        LANES[_name] = replace(LANES[_name], defined=_defined)

_THREE = {
    "max3": "(a > b ? a : b) > c ? (a > b ? a : b) : c",
    "min3": "(a < b ? a : b) < c ? (a < b ? a : b) : c",
    "maxmin": "(a > b ? a : b) < c ? (a > b ? a : b) : c",
    "minmax": "(a < b ? a : b) > c ? (a < b ? a : b) : c",
    "med3": "a < b ? (c < a ? a : c < b ? c : b) : (c < b ? b : c < a ? c : a)",
}
for _name, _expr in _THREE.items():
    LANES[f"v_{_name}_i32"] = _i(3, _expr)
    LANES[f"v_{_name}_u32"] = _u(3, _expr)

_COMPARES = {"f": "0", "lt": "a < b", "eq": "a == b", "le": "a <= b", "gt": "a > b", "ne": "a != b", "ge": "a >= b",
             "t": "1"}  # fmt: skip
_INTS: tuple[Type, ...] = ("i32", "u32", "i64", "u64", "i16", "u16")
for _kind in ("v_cmp", "v_cmpx"):
    for _name, _expr in _COMPARES.items():
        for _int in _INTS if _name not in ("f", "t") else _INTS[:4]:
            LANES[f"{_kind}_{_name}_{_int}"] = Lane("mask", (_int, _int), _expr, runtime=RUNTIME)
