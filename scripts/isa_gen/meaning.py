"""Operation, unit, memory access, cache action and meeting of lanes of a form."""

from __future__ import annotations

import re
from typing import Literal

from isaopt.isa.meaning import Access, CacheDesc, Lanes, MemoryDesc, Space, Unit
from isaopt.isa.types import OperandType as T
from scripts.isa_gen import corrections as fix

Half = Literal["", "l", "h"]

#: The same opcode under another name: gfx12's, CDNA's, gfx1250's (LLVM *Instructions.td: one pseudo, many spellings).
#: ``v_max_num_f32`` and its like are not among them: IEEE mode, which gfx12 lacks, changes what ``v_max_f32`` does;
#: nor is ``ds_cmpst_b32``, whose operands stand in the other order than ``ds_cmpstore_b32``'s.
_RENAMED = {
    "s_add_co_u32": "s_add_u32", "s_add_co_ci_u32": "s_addc_u32", "s_sub_co_u32": "s_sub_u32",
    "s_sub_co_ci_u32": "s_subb_u32", "s_add_co_i32": "s_add_i32", "s_sub_co_i32": "s_sub_i32",
    "s_addk_co_i32": "s_addk_i32", "v_mad_co_u64_u32": "v_mad_u64_u32", "v_mad_co_i64_i32": "v_mad_i64_i32",
    "s_wait_alu": "s_waitcnt_depctr", "export": "exp", "ds_direct_load": "lds_direct_load",
    "ds_param_load": "lds_param_load", "ds_bvh_stack_rtn_b32": "ds_bvh_stack_push4_pop1_rtn_b32",
    "v_addc_co_u32": "v_add_co_ci_u32", "v_subb_co_u32": "v_sub_co_ci_u32", "v_subbrev_co_u32": "v_subrev_co_ci_u32",
    "v_add_u32": "v_add_nc_u32", "v_sub_u32": "v_sub_nc_u32", "v_subrev_u32": "v_subrev_nc_u32",
    "v_add_u16": "v_add_nc_u16", "v_sub_u16": "v_sub_nc_u16", "v_add_i16": "v_add_nc_i16",
    "v_sub_i16": "v_sub_nc_i16", "v_add_i32": "v_add_nc_i32", "v_sub_i32": "v_sub_nc_i32",
    "v_ffbh_u32": "v_clz_i32_u32", "v_ffbl_b32": "v_ctz_i32_b32", "v_ffbh_i32": "v_cls_i32",
    "s_ff1_i32_b32": "s_ctz_i32_b32", "s_ff1_i32_b64": "s_ctz_i32_b64", "s_flbit_i32": "s_cls_i32",
    "s_flbit_i32_b32": "s_clz_i32_u32", "s_flbit_i32_b64": "s_clz_i32_u64", "s_flbit_i32_i64": "s_cls_i32_i64",
    "v_cvt_flr_i32_f32": "v_cvt_floor_i32_f32", "v_cvt_rpi_i32_f32": "v_cvt_nearest_i32_f32",
    "v_mul_lo_i32": "v_mul_lo_u32", "v_mul_legacy_f32": "v_mul_dx9_zero_f32",
    # gfx1250
    "s_get_pc_i64": "s_getpc_b64", "s_set_pc_i64": "s_setpc_b64", "s_swap_pc_i64": "s_swappc_b64",
    "s_call_i64": "s_call_b64", "s_rfe_i64": "s_rfe_b64",
}  # fmt: skip
_RESPELLED = (
    (r"(.*)_atomic_csub_u32", r"\1_atomic_sub_clamp_u32"),
    (r"image_atomic_(add|sub|inc|dec)", r"image_atomic_\1_uint"),
    (r"image_atomic_s(max|min)", r"image_atomic_\1_int"),
    (r"image_atomic_u(max|min)", r"image_atomic_\1_uint"),
    (r"v_cmp(x?)_tru_(\w+)", r"v_cmp\1_t_\2"),
    (r"v_cvt_pk(norm|rtz)_(\w+)", r"v_cvt_pk_\1_\2"),
    (r"s_(and|or)n1_(\w+)", r"s_\1_not0_\2"),
    (r"s_(and|or)n2_(\w+)", r"s_\1_not1_\2"),
    (r"ds_read2_(\w+)", r"ds_load_2addr_\1"),
    (r"ds_read2st64_(\w+)", r"ds_load_2addr_stride64_\1"),
    (r"ds_write2_(\w+)", r"ds_store_2addr_\1"),
    (r"ds_write2st64_(\w+)", r"ds_store_2addr_stride64_\1"),
    (r"ds_wrxchg2_rtn_(\w+)", r"ds_storexchg_2addr_rtn_\1"),
    (r"ds_wrxchg2st64_rtn_(\w+)", r"ds_storexchg_2addr_stride64_rtn_\1"),
    (r"ds_wrxchg_(\w+)", r"ds_storexchg_\1"),
    (r"ds_read_(\w+)", r"ds_load_\1"),
    (r"ds_write_(\w+)", r"ds_store_\1"),
    (r"(t?buffer_\w+)_format_d16_(hi_)?(\w+)", r"\1_d16_\2format_\3"),
)
_WORDS = {"byte": "b8", "short": "b16", "ubyte": "u8", "sbyte": "i8", "ushort": "u16", "sshort": "i16", "dword": "b32"}
_ATOMIC_TYPES = {
    "add": "u", "sub": "u", "smin": "i", "smax": "i", "umin": "u", "umax": "u", "inc": "u", "dec": "u",
    "swap": "b", "cmpswap": "b", "and": "b", "or": "b", "xor": "b",
}  # fmt: skip


def operation(base: str) -> str:
    """One name for all spellings of an operation."""
    if base.startswith("v_dual_"):
        return operation("v_" + base.removeprefix("v_dual_"))
    for pattern, to in _RESPELLED:
        if found := re.fullmatch(pattern, base):
            return found.expand(to)
    found = re.fullmatch(r"(s_|s_buffer_|flat_|global_|buffer_)atomic_([a-z]+?)(_x2)?", base)
    if found and found[2] in _ATOMIC_TYPES:
        word = found[2][1:] if found[2] in ("smin", "smax", "umin", "umax") else found[2]
        return f"{found[1]}atomic_{word}_{_ATOMIC_TYPES[found[2]]}{64 if found[3] else 32}"
    found = re.fullmatch(r"(\w+_(?:load|store)(?:_lds)?)_([su]?(?:byte|short)|dword)(?:x(\d+))?(_d16(?:_hi)?)?", base)
    if found:
        kind = f"b{32 * int(found[3])}" if found[3] else _WORDS[found[2]]
        return found[1] + (found[4] or "") + "_" + kind
    return _RENAMED.get(base, base)


def unit(base: str, flags: frozenset[str], encoding: str) -> Unit:
    """Who executes it."""
    if base == "v_illegal":
        return Unit.INTERNAL
    if flags & {"wmma", "swmmac", "mfma"}:
        return Unit.MATRIX
    if "trans" in flags:
        return Unit.TRANS
    if "valu" in flags or base.startswith("v_"):
        return Unit.VALU
    for flag, owner in (("smem", Unit.SMEM), ("ldsdir", Unit.LDS_DIRECT), ("exp", Unit.EXPORT), ("ds", Unit.LDS)):
        if flag in flags:
            return owner
    if flags & {"mubuf", "mtbuf", "vimage", "vsample", "mimg", "global", "scratch", "flat", "tensor"}:
        return Unit.VMEM
    if base.startswith("s_sendmsg"):
        return Unit.MESSAGE
    if flags & {"branch", "call", "return"}:
        return Unit.BRANCH
    if encoding == "SOPP" or fix.SEQUENCER.fullmatch(base):
        return Unit.INTERNAL
    return Unit.SALU


def lanes(base: str, flags: frozenset[str], owner: Unit) -> Lanes:
    """How lanes meet in it (``LANE_ACCESS`` in the corrections, and what DPP and matrices are)."""
    if re.match(r"v_readlane_|v_readfirstlane_|v_s_", base) or base in ("ds_append", "ds_consume", "ds_ordered_count"):
        return Lanes.UNIFORM
    if base == "v_writelane_b32":
        return Lanes.WRITES_LANE
    if "lane_access" in flags or owner is Unit.MATRIX or re.match(r"v_interp_|(lds|ds)_param_load", base):
        return Lanes.CROSS
    if base.startswith("v_mbcnt_") or "_addtid_" in base:
        return Lanes.LANE_ID
    if owner in (Unit.VALU, Unit.TRANS, Unit.VMEM, Unit.LDS, Unit.LDS_DIRECT, Unit.EXPORT):
        # Barriers of other kinds, and cache operations, have no lanes.
        return Lanes.SCALAR if re.match(r"ds_gws|ds_nop|\w+_inv\w*$|\w+_wb\w*$", base) else Lanes.LANEWISE
    return Lanes.SCALAR


_CACHES = {
    "buffer_gl0_inv": CacheDesc("l0"),
    "buffer_gl1_inv": CacheDesc("l1"),
    "s_gl1_inv": CacheDesc("l1"),
    "s_dcache_inv": CacheDesc("scalar"),
    "s_dcache_inv_vol": CacheDesc("scalar"),
    "s_dcache_wb": CacheDesc("scalar", False, True),
    "s_dcache_wb_vol": CacheDesc("scalar", False, True),
    "s_dcache_discard": CacheDesc("scalar"),
    "s_dcache_discard_x2": CacheDesc("scalar"),
    "s_icache_inv": CacheDesc("instruction"),
    "global_inv": CacheDesc("scope"),
    "global_wb": CacheDesc("scope", False, True),
    "global_wbinv": CacheDesc("scope", True, True),
    "buffer_inv": CacheDesc("scope"),
    "buffer_wbl2": CacheDesc("l2", False, True),
    "buffer_invl2": CacheDesc("l2"),
    "buffer_wbinvl1": CacheDesc("l0", True, True),
    "buffer_wbinvl1_vol": CacheDesc("l0", True, True),
}


def cache(base: str) -> CacheDesc | None:
    """What it does to a cache; None for anything else."""
    return _CACHES.get(base)


_SPACES = (
    ("s_buffer_", Space.SCALAR_BUFFER),
    ("s_", Space.SCALAR),
    ("ds_gws_", Space.GDS),
    ("ds_ordered_count", Space.GDS),
    ("ds_add_gs_reg", Space.GDS),  # registers beside it
    ("ds_sub_gs_reg", Space.GDS),
    ("ds_", Space.LDS),
    ("lds_", Space.LDS),
    ("global_", Space.GLOBAL),
    ("cluster_", Space.GLOBAL),
    ("flat_", Space.FLAT),
    ("scratch_", Space.SCRATCH),
    ("buffer_", Space.BUFFER),
    ("tbuffer_", Space.BUFFER),
    ("image_", Space.IMAGE),
)
_NO_MEMORY = re.compile(r"ds_(permute|bpermute|bpermute_fi|swizzle)_b32|ds_nop|ds_gws_\w+|s_mem(real)?time|tensor_\w+")


def memory(base: str, flags: frozenset[str], returns: bool) -> MemoryDesc | None:
    """What it moves between memory and registers; None for what touches no memory (``ds_permute_b32``)."""
    name = operation(base)
    if not flags & {"smem", "ds", "ldsdir", "mubuf", "mtbuf", "vimage", "vsample", "mimg", "global", "scratch", "flat"}:
        return None
    if cache(base) is not None or _NO_MEMORY.fullmatch(name) or name in ("image_get_resinfo", "image_get_lod"):
        return None
    space = next(s for prefix, s in _SPACES if name.startswith(prefix))
    if re.search(r"prefetch|atc_probe", name):
        return MemoryDesc(space, Access.PREFETCH, T.B8)
    if "atomic" in flags or re.match(r"ds_(append|consume|ordered_count|bvh_stack)", name):
        return _atomic(name, space, Access.ATOMIC_RETURN if returns else Access.ATOMIC)
    access = Access.STORE if "_store" in name else Access.LOAD
    if space is Space.IMAGE:
        return MemoryDesc(space, access, T.B32, formatted=True)
    if found := re.search(r"_(d16_)?(hi_)?format_([xyzw]+)", name):
        kind = T.B16 if found[1] else T.B32
        half: Half = "" if not found[1] else "h" if found[2] else "l"
        count = len(found[3])
        return MemoryDesc(space, access, kind, count, half if count == 1 else "", formatted=True)
    return _plain(name, space, access)


def _plain(name: str, space: Space, access: Access) -> MemoryDesc:
    if re.match(r"lds_(direct|param)_load|(global|scratch)_(load|store)_block", name):
        return MemoryDesc(space, access, T.B32, 32 if "block" in name else 1)
    found = re.search(r"_(?P<kind>[bui])(?P<bits>8|16|32|64|96|128|256|512)(?:_d16(?:_hi)?)?$", name)
    if found is None:
        raise ValueError(f"no element for {name}")
    width = int(found["bits"])
    half: Half = "" if "d16" not in name else "h" if "_hi" in name else "l"
    to_lds = "_load_lds" in name or "_to_lds" in name
    if "_2addr_" in name:
        step = width // 8 * (64 if "stride64" in name else 1)
        return MemoryDesc(space, access, T.B32, width // 32, addresses=2, stride=step)
    if width < 32:
        return MemoryDesc(space, access, T(f"{found['kind']}{width}"), half=half, to_lds=to_lds)
    return MemoryDesc(space, access, T.B32, width // 32, to_lds=to_lds)


def _atomic(name: str, space: Space, access: Access) -> MemoryDesc:
    addresses = 2 if "_2addr_" in name else 1
    if name.startswith("ds_bvh_stack"):
        return MemoryDesc(space, access, T.B32)
    found = re.search(r"(?:^|_)(pk_)?(?:rtn_)?([buif]|bf)(16|32|64)$", name)
    if found:
        packed = "pk_" if "_pk_" in name else ""
        kind = T(f"{packed}{found[2]}{found[3]}")
    elif space is Space.IMAGE:
        kind = T.F32 if name.endswith("_flt") else T.I32 if name.endswith("_int") else T.U32
    else:
        kind = T.U32
    stride = kind.width // 8 * (64 if "stride64" in name else 1) if addresses == 2 else 1
    return MemoryDesc(space, access, kind, addresses=addresses, stride=stride)
