"""Scalar integer operations (RDNA3/RDNA4 ISA guides, SOP1, SOP2, SOPC, SOPK)."""

from __future__ import annotations

from isaopt.emulator.semantics.base import Emitter, Scalar, Type
from isaopt.emulator.site import Site

RUNTIME = ("scalar",)
_NZ = "r != 0"


def _s(result: Type, expr: str, scc: str = "", count: int = 2, defined: str = "") -> Scalar:
    return Scalar(result, (result,) * count, expr, scc, RUNTIME, defined)


SCALARS: dict[str, Scalar] = {
    "s_mov_b32": _s("u32", "a", count=1, defined="A"),
    "s_mov_b64": _s("u64", "a", count=1, defined="A"),
    "s_cmov_b32": _s("u32", "scc ? a : d", count=1, defined="Q | (scc ? A : D)"),
    "s_cmov_b64": _s("u64", "scc ? a : d", count=1, defined="Q | (scc ? A : D)"),
    "s_movk_i32": Scalar("u32", ("i16",), "(u32)(i32)a", runtime=RUNTIME),
    "s_cmovk_i32": Scalar("u32", ("i16",), "scc ? (u32)(i32)a : d", runtime=RUNTIME),
    "s_addk_i32": Scalar("u32", ("i16",), "d + (u32)(i32)a", "overflows_add(d, (u32)(i32)a)", RUNTIME),
    "s_mulk_i32": Scalar("u32", ("i16",), "d * (u32)(i32)a", runtime=RUNTIME),
    "s_add_u32": _s("u32", "a + b", "r < a"),
    "s_sub_u32": _s("u32", "a - b", "a < b"),
    "s_add_i32": _s("u32", "a + b", "overflows_add(a, b)"),
    "s_sub_i32": _s("u32", "a - b", "overflows_sub(a, b)"),
    "s_addc_u32": _s("u32", "a + b + scc", "(u64)a + b + scc >> 32"),
    "s_subb_u32": _s("u32", "a - b - scc", "(u64)b + scc > a"),
    "s_add_nc_u64": _s("u64", "a + b"),
    "s_sub_nc_u64": _s("u64", "a - b"),
    "s_mul_u64": _s("u64", "a * b"),
    "s_mul_i32": _s("u32", "a * b"),
    "s_mul_hi_u32": _s("u32", "(u32)((u64)a * b >> 32)"),
    "s_mul_hi_i32": _s("i32", "(i32)((i64)a * b >> 32)"),
    "s_absdiff_i32": _s("i32", "absolute((i32)((u32)a - (u32)b))", _NZ),
    "s_abs_i32": _s("i32", "absolute(a)", _NZ, 1),
    "s_min_i32": _s("i32", "a < b ? a : b", "a < b"),
    "s_max_i32": _s("i32", "a > b ? a : b", "a >= b"),
    "s_min_u32": _s("u32", "a < b ? a : b", "a < b"),
    "s_max_u32": _s("u32", "a > b ? a : b", "a >= b"),
    "s_bfm_b32": _s("u32", "((1u << (a & 31)) - 1) << (b & 31)"),
    "s_bfm_b64": Scalar("u64", ("u32", "u32"), "((1ull << (a & 63)) - 1) << (b & 63)", runtime=RUNTIME),
    "s_bfe_u32": _s("u32", "bfe32(a, b)", _NZ),
    "s_bfe_i32": Scalar("i32", ("i32", "u32"), "bfe32_signed(a, b)", _NZ, RUNTIME),
    "s_bfe_u64": Scalar("u64", ("u64", "u32"), "bfe64(a, b)", _NZ, RUNTIME),
    "s_bfe_i64": Scalar("i64", ("i64", "u32"), "bfe64_signed(a, b)", _NZ, RUNTIME),
    "s_cselect_b32": _s("u32", "scc ? a : b", defined="Q | (scc ? A : B)"),
    "s_cselect_b64": _s("u64", "scc ? a : b", defined="Q | (scc ? A : B)"),
    "s_pack_ll_b32_b16": _s("u32", "(a & 0xffff) | b << 16"),
    "s_pack_lh_b32_b16": _s("u32", "(a & 0xffff) | (b & 0xffff0000)"),
    "s_pack_hh_b32_b16": _s("u32", "a >> 16 | (b & 0xffff0000)"),
    "s_pack_hl_b32_b16": _s("u32", "a >> 16 | b << 16"),
    "s_sext_i32_i8": Scalar("u32", ("u32",), "(u32)(i32)(i8)a", runtime=RUNTIME),
    "s_sext_i32_i16": Scalar("u32", ("u32",), "(u32)(i32)(i16)a", runtime=RUNTIME),
    "s_brev_b32": _s("u32", "__builtin_bitreverse32(a)", count=1),
    "s_brev_b64": _s("u64", "__builtin_bitreverse64(a)", count=1),
    "s_bitset0_b32": Scalar("u32", ("u32",), "d & ~(1u << (a & 31))", runtime=RUNTIME),
    "s_bitset1_b32": Scalar("u32", ("u32",), "d | 1u << (a & 31)", runtime=RUNTIME),
    "s_bitset0_b64": Scalar("u64", ("u32",), "d & ~(1ull << (a & 63))", runtime=RUNTIME),
    "s_bitset1_b64": Scalar("u64", ("u32",), "d | 1ull << (a & 63)", runtime=RUNTIME),
    "s_bitreplicate_b64_b32": Scalar("u64", ("u32",), "replicate_bits(a)", runtime=RUNTIME),
    "s_wqm_b32": _s("u32", "(u32)whole_quads(a)", _NZ, 1),
    "s_wqm_b64": _s("u64", "whole_quads(a)", _NZ, 1),
    "s_quadmask_b32": _s("u32", "(u32)quad_mask(a)", _NZ, 1),
    "s_quadmask_b64": _s("u64", "quad_mask(a)", _NZ, 1),
    "s_cls_i32": Scalar("u32", ("i32",), "sign_bits32(a)", runtime=RUNTIME),
    "s_cls_i32_i64": Scalar("u32", ("i64",), "sign_bits64(a)", runtime=RUNTIME),
    "s_bitcmp0_b32": Scalar("", ("u32", "u32"), "", "!(a >> (b & 31) & 1)", RUNTIME),
    "s_bitcmp1_b32": Scalar("", ("u32", "u32"), "", "a >> (b & 31) & 1", RUNTIME),
    "s_bitcmp0_b64": Scalar("", ("u64", "u32"), "", "!(a >> (b & 63) & 1)", RUNTIME),
    "s_bitcmp1_b64": Scalar("", ("u64", "u32"), "", "a >> (b & 63) & 1", RUNTIME),
}

_LOGIC = {"and": "a & b", "or": "a | b", "xor": "a ^ b", "nand": "~(a & b)", "nor": "~(a | b)", "xnor": "~(a ^ b)",
          "and_not1": "a & ~b", "or_not1": "a | ~b", "and_not0": "~a & b", "or_not0": "~a | b"}  # fmt: skip
_AND, _OR = "(A | B) & (A | a) & (B | b)", "(A | B) & (A | ~a) & (B | ~b)"
#: Undefined bits: an operand's defined 0 decides an AND, its defined 1 an OR.
_LOGIC_DEFINED = {"and": _AND, "nand": _AND, "or": _OR, "nor": _OR, "xor": "A | B", "xnor": "A | B",
                  "and_not1": "(A | B) & (A | a) & (B | ~b)", "or_not1": "(A | B) & (A | ~a) & (B | b)",
                  "and_not0": "(A | B) & (A | ~a) & (B | b)", "or_not0": "(A | B) & (A | a) & (B | ~b)"}  # fmt: skip
_SIZES: tuple[tuple[str, Type, Type], ...] = (("32", "u32", "i32"), ("64", "u64", "i64"))
for _n, _u, _i in _SIZES:
    for _name in ("and", "or", "xor", "nand", "nor", "xnor", "and_not1", "or_not1"):
        SCALARS[f"s_{_name}_b{_n}"] = _s(_u, _LOGIC[_name], _NZ, defined=_LOGIC_DEFINED[_name])
    SCALARS[f"s_not_b{_n}"] = _s(_u, "~a", _NZ, 1, defined="A")
    SCALARS[f"s_lshl_b{_n}"] = Scalar(_u, (_u, "u32"), f"a << (b & {int(_n) - 1})", _NZ, RUNTIME)
    SCALARS[f"s_lshr_b{_n}"] = Scalar(_u, (_u, "u32"), f"a >> (b & {int(_n) - 1})", _NZ, RUNTIME)
    SCALARS[f"s_ashr_i{_n}"] = Scalar(_i, (_i, "u32"), f"a >> (b & {int(_n) - 1})", _NZ, RUNTIME)
    _ll = "ll" if _n == "64" else ""
    SCALARS[f"s_ctz_i32_b{_n}"] = Scalar("u32", (_u,), f"a ? (u32)__builtin_ctz{_ll}(a) : ~0u", "", RUNTIME)
    SCALARS[f"s_clz_i32_u{_n}"] = Scalar("u32", (_u,), f"a ? (u32)__builtin_clz{_ll}(a) : ~0u", "", RUNTIME)
    SCALARS[f"s_bcnt1_i32_b{_n}"] = Scalar("u32", (_u,), f"(u32)__builtin_popcount{_ll}(a)", _NZ, RUNTIME)
    SCALARS[f"s_bcnt0_i32_b{_n}"] = Scalar("u32", (_u,), f"(u32)__builtin_popcount{_ll}(~a)", _NZ, RUNTIME)
for _k in (1, 2, 3, 4):
    SCALARS[f"s_lshl{_k}_add_u32"] = _s("u32", f"(a << {_k}) + b", f"((u64)a << {_k}) + b >> 32")
for _name, _expr in {
    "eq": "a == b",
    "lg": "a != b",
    "gt": "a > b",
    "ge": "a >= b",
    "lt": "a < b",
    "le": "a <= b",
}.items():
    SCALARS[f"s_cmp_{_name}_i32"] = Scalar("", ("i32", "i32"), "", _expr, RUNTIME)
    SCALARS[f"s_cmp_{_name}_u32"] = Scalar("", ("u32", "u32"), "", _expr, RUNTIME)
    SCALARS[f"s_cmpk_{_name}_i32"] = Scalar("", ("i32", "i16"), "", _expr, RUNTIME)
    SCALARS[f"s_cmpk_{_name}_u32"] = Scalar("", ("u32", "u16"), "", _expr, RUNTIME)
for _name, _expr in {"eq": "a == b", "lg": "a != b"}.items():
    SCALARS[f"s_cmp_{_name}_u64"] = Scalar("", ("u64", "u64"), "", _expr, RUNTIME)


def _saveexec(name: str, bits: int, write_result: bool) -> Emitter:
    """``D = EXEC; EXEC = S0 op EXEC; SCC = EXEC != 0``; the ``wrexec`` forms write the new EXEC to D as well."""

    def emit(site: Site) -> str:
        c_type, dwords = (f"u{bits}", bits // 32)
        get, put = ("w->s[EXEC]", "w->s[EXEC] = r;") if dwords == 1 else ("get64(w, EXEC)", "set64(w, EXEC, r);")
        text = f"{c_type} a = {site.scalar(1, 'u64' if dwords == 2 else 'u32')}, b = {get}, r = {_LOGIC[name]};"
        if site.track:
            text += (
                f" {c_type} A = {site.shadow(1, dwords)}, B = 0, U = {_LOGIC_DEFINED[name]};{site.defined_exec('U')}"
            )
        text += f" {site.set_scalar(0, 'r' if write_result else 'b', dwords)} {put} w->s[SCC] = r != 0;"
        place = site.sgpr(0)
        if site.track:
            written = [] if place is None else [place, place + 1][:dwords]
            text += "".join(f" w->scalar_shadow[{k}] = 0;" for k in (*written, 128))
        return f"{{ {text} }}"

    return emit


CUSTOM: dict[str, Emitter] = {}
for _bits in (32, 64):
    for _name in _LOGIC:
        CUSTOM[f"s_{_name}_saveexec_b{_bits}"] = _saveexec(_name, _bits, False)
    for _name in ("and_not0", "and_not1"):
        CUSTOM[f"s_{_name}_wrexec_b{_bits}"] = _saveexec(_name, _bits, True)
SELF_TRACKING = tuple(CUSTOM)
