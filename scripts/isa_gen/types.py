"""Types of operands.

TableGen tells width and float or integer of what an operand may hold as a constant (``OperandType``), not the sign of
an integer, nor anything of a register.  An operation's name tells the rest (RDNA3 and RDNA4 ISA guides, "Instruction
suffixes"): ``v_cvt_f32_i32`` makes f32 of i32.  :data:`RULES` says it for those where a source has another type than
the last suffix.  Where both speak they must agree, or the difference stands in :data:`WRITTEN_OTHERWISE`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from isaopt.isa.types import OperandType as T

#: TableGen's OperandType, without OPERAND_ and what says where an operand may be constant, as our type.
_TABLEGEN = {
    "INT16": T.B16, "FP16": T.F16, "BF16": T.BF16, "V2INT16": T.PK_B16, "V2FP16": T.PK_F16, "V2BF16": T.PK_BF16,
    "INT32": T.B32, "FP32": T.F32, "V2INT32": T.PK_B32, "V2FP32": T.PK_F32, "INT64": T.B64, "FP64": T.F64,
    "KIMM16": T.F16, "KIMM32": T.F32, "KIMM64": T.F64, "V2FP16_SPLAT": T.SPLAT_F16, "NOINLINE_V2FP16": T.PK_F16,
}  # fmt: skip

#: Operand classes that hold no register.
IMMEDIATES = {
    "SOPPBrTarget": T.BRANCH_TARGET, "SDelayALU": T.DELAY, "SWaitCnt": T.WAIT, "DepCtr": T.DEPENDENCY_WAIT,
    "SendMsg": T.MESSAGE, "hwreg": T.HARDWARE_REGISTER, "SplitBarrier": T.BARRIER, "exp_tgt": T.EXPORT_TARGET,
    "InterpAttr": T.ATTRIBUTE, "SMEMOffset": T.IMMEDIATE_OFFSET, "smem_offset": T.IMMEDIATE_OFFSET,
}  # fmt: skip

#: Types that the assembler cannot tell apart in a constant, and the hardware need not.
_CLASSES = (
    (T.B16, T.U16, T.I16),
    (T.PK_B16, T.PK_U16, T.PK_I16),
    (T.B64, T.U64, T.I64, T.CODE_ADDRESS),
)
_SAME = {kind: group[0] for group in _CLASSES for kind in group}


def constant_class(kind: T) -> T:
    """One type for all that read a constant alike, as far as an assembler sees; 32-bit types all do."""
    if kind.width == 32 and not kind.is_packed and kind is not T.MIX:
        return T.B32
    return _SAME.get(kind, kind)


#: Operands that the assembler reads by another type than the hardware: ``operation operand``.  LLVM gives the scalar
#: f16 instructions integer operands; the rest read part of a 32-bit operand.
WRITTEN_OTHERWISE = re.compile(
    r"s_(ceil|floor|trunc|rndne)_f16 src0|s_cvt_f32_f16 src0|s_cvt_hi_f32_f16 src0|s_cmp_\w+_f16 src[01]"
    r"|v_sat_pk_u8_i16 src0|v_sad_u16 src[01]|v_dot2c_i32_i16 src[01]|v_fma_mix\w* src[012]"
    r"|v_alignb\w+_b32 src2|v_dot2_b?f16_b?f16 src[01]"
    # gfx11's accumulators: their records stand for any type
    r"|v_wmma_\w+ src2"
)

#: Operands that LLVM 22's assembler reads by their type though LLVM 19's records have another.
NEWLY_TYPED = re.compile(r"v_pk_fmac_f16 src0")

#: Operands that LLVM 22's assembler reads as f16 though they are none: the mask of classes, and two 8-bit floats.
READ_AS_HALF = re.compile(r"v_cmpx?_class_f16 src1|v_cvt_pk_f32_(fp|bf)8 src0")

_S = "{s}"
_D = "{d}"
_TYPE = r"(?:iu|xf|bf|fp|[buif])\d+"

#: Operation -> destination and sources in the order of their slots; ``{d}`` and ``{s}`` are the pattern's groups.
RULES: tuple[tuple[str, str, tuple[str, ...]], ...] = (
    (rf"v_cmpx?_class_(?P<s>{_TYPE})", "mask", (_S, "b32")),  # of which f16 has 16 bits
    (rf"v_cmpx?_\w+_(?P<s>{_TYPE})", "mask", (_S, _S)),
    (r"v_mad_(co_|nc_)?(?P<d>[ui]64)_(?P<s>[ui]32)", _D, (_S, _S, _D)),
    (r"v_mad_(?P<d>[ui]32)_(?P<s>[ui]16)", _D, (_S, _S, _D)),
    (r"v_dot2_(?P<s>b?f16)_b?f16", _S, ("splat_{s}", "splat_{s}", _S)),
    (r"v_dot2c?(acc)?_(?P<d>\w+)_(?P<s>\w+)", _D, ("pk_{s}", "pk_{s}", _D)),
    (r"v_dot4c?_(?P<d>\w+?)_(?P<s>\w+8)_(?P<t>\w+8)", _D, ("{s}x4", "{t}x4", _D)),
    (r"v_dot4c?_(?P<d>\w+)_(?P<s>\w+)", _D, ("{s}x4", "{s}x4", _D)),
    (r"v_dot8c?_(?P<d>\w+)_(?P<s>\w+)", _D, ("{s}x8", "{s}x8", _D)),
    (rf"v_(wmma|swmmac|s?mfmac?)_(?P<d>{_TYPE})_\w+?_(?P<s>(bf|fp)8)_(?P<t>(bf|fp)8)", _D, ("{s}x4", "{t}x4", _D)),
    (rf"v_(wmma|swmmac|s?mfmac?)_(?P<d>{_TYPE})_\w+?_(?P<s>i?u?8)", _D, ("{s}x4", "{s}x4", _D)),
    (rf"v_(wmma|swmmac|s?mfmac?)_(?P<d>{_TYPE})_\w+?_(?P<s>iu?8)", _D, ("{s}x4", "{s}x4", _D)),
    (rf"v_(wmma|swmmac)_(?P<d>{_TYPE})_\w+?_(?P<s>iu4)", _D, ("{s}x8", "{s}x8", _D)),
    (rf"v_(wmma|swmmac|s?mfmac?)_(?P<d>{_TYPE})_\w+?_(?P<s>b?f16)(_1k)?", _D, ("pk_{s}", "pk_{s}", _D)),
    (rf"v_mfma_(?P<d>{_TYPE})_\w+?_(?P<s>x?f(32|64))", _D, (_S, _S, _D)),
    # gfx1250's matrices of 4-, 6- or 8-bit floats as a modifier says, or of 4-bit ones.
    (rf"v_wmma_(scale(16)?_)?(?P<d>{_TYPE})_\w+?_(f8f6f4|f4)", _D, ("b32", "b32", _D)),
    (r"v_fma_mix_f32", "f32", ("mix", "mix", "mix")),
    (r"v_fma_mix(lo|hi)_f16", "f16", ("mix", "mix", "mix")),
    (r"v_pk_(lshlrev|lshrrev)_b16", "pk_b16", ("pk_u16", "pk_b16")),
    (r"v_pk_ashrrev_i16", "pk_i16", ("pk_u16", "pk_i16")),
    (rf"v_pk_\w+_(?P<s>{_TYPE})", "pk_{s}", ("pk_{s}",) * 3),
    (r"v_cvt_pk(accum)?_u8_f32", "b32", ("f32", "u32", "b32")),
    # One, or two, 8-bit floats of a register; into half a register, or a byte of it.
    (r"v_cvt_(pk_)?f32_(fp|bf)8", "f32", ("b32",)),
    (r"v_cvt_pk_(fp|bf)8_f32", "b32", ("f32", "f32")),
    (r"v_cvt_sr_(fp|bf)8_f32", "b32", ("f32", "u32")),
    (r"v_cvt_f16_(fp|bf)8", "f16", ("b32",)),
    (r"v_cvt_pk_f16_(fp|bf)8", "pk_f16", ("b32",)),
    (r"v_cvt_pk_(fp|bf)8_f16", "b32", ("pk_f16",)),
    (r"v_cvt_sr_(fp|bf)8_f16", "b32", ("f16", "u32")),
    # Runs of narrow numbers, which have no type of their own here.
    (r"v_cvt_scalef32_(sr_)?pk(8|16|32)_\w+|v_cvt_scale_pk(8|16)_\w+|v_sat_pk4_\w+", "b32", ("b32",) * 3),
    (r"v_perm_pk16_b4_u4", "b32", ("b32", "b32", "pk_b32")),
    (r"v_perm_pk16_b6_u4", "b32", ("b32", "b64", "pk_b32")),
    (r"v_perm_pk16_b8_u4", "b32", ("b64", "b64", "pk_b32")),
    (rf"[sv]_cvt_pk\w*_(?P<d>[uif]16)_(?P<s>{_TYPE})", "pk_{d}", (_S, _S)),
    (r"v_cvt_(f32_ubyte\d|off_f32_i4)", "f32", ("b32",)),
    (r"v_sat_pk_u8_i16", "b32", ("pk_i16",)),
    (r"v_pack_b32_f16", "pk_f16", ("f16", "f16")),
    (r"s_pack_.._b32_b16", "pk_b16", ("b32", "b32")),
    (r"s_cvt_hi_f32_f16", "f32", ("pk_f16",)),
    (r"s_sext_i32_i(8|16)", "i32", ("b32",)),
    # The exponent is an integer, but its constants are read as halves (LLVM VOP2Instructions.td).
    (r"v_ldexp_f16", "f16", ("f16", "f16")),
    (r"v_ldexp_(?P<s>\w+)", _S, (_S, "i32")),
    (r"v_trig_preop_f64", "f64", ("f64", "u32")),
    (r"v_lsh[lr]rev_b(?P<s>16)", "b16", ("u16", "b16")),
    (r"v_ashrrev_i(?P<s>16)", "i16", ("u16", "i16")),
    (r"v_(lsh[lr]|ash)r?rev_(?P<s>\w+)", _S, ("u32", _S)),
    (r"v_lshl_add_u64", "u64", ("u64", "u32", "u64")),
    (r"s_(lsh[lr]|ashr)_(?P<s>\w+)|[sv]_bfe_(?P<t>\w+)", "{s}{t}", ("{s}{t}", "u32", "u32")),
    (r"[sv]_bfm_(?P<s>\w+)", _S, ("u32", "u32")),
    (r"s_bitset._(?P<s>\w+)", _S, ("u32",)),
    (r"s_bitcmp._(?P<s>\w+)", "", (_S, "u32")),
    (r"v_align(bit|byte)_b32", "b32", ("b32", "b32", "u32")),
    (r"v_readlane_b32|v_writelane_b32", "b32", ("b32", "lane")),
    (r"v_mbcnt_\w+|v_bcnt_u32_b32", "u32", ("b32", "u32")),
    (r"v_lerp_u8", "u8x4", ("u8x4",) * 3),
    (r"v_(m?sad|sad_hi)_u8", "u32", ("u8x4", "u8x4", "u32")),
    (r"v_sad_u16", "u32", ("pk_u16", "pk_u16", "u32")),
    # A window of eight bytes slides over four; four sums of 16 bits, or of 32.
    (r"v_m?qsad_pk_u16_u8", "b64", ("b64", "u8x4", "b64")),
    (r"v_mqsad_u32_u8", "u32", ("b64", "u8x4", "u32")),
    (r"v_interp_p10_(rtz_)?f16_f32", "f32", ("f16", "f32", "f16")),
    (r"v_interp_p2_(rtz_)?f16_f32", "f16", ("f16", "f32", "f32")),
    (r"s_rfe_restore_b64", "code_address", ("code_address", "b32")),
    (r"s_(getpc|setpc|swappc|rfe|call|cbranch_[gi]_fork)_?(b64)?", "code_address", ("code_address",) * 2),
    (r"s_(subvector_loop_\w+|ttracedata)", "b32", ()),
    (r"s_set_gpr_idx_\w+|s_setvskip|s_cbranch_join", "b32", ("b32", "b32")),
    (r"s_(sleep_var|alloc_vgpr)", "", ("u32",)),
    (r"s_(get_barrier_state|getreg_b32|setreg_b32|waitcnt_\w+)", "b32", ("b32",)),
    (r"v_exp_legacy_f32|v_log_legacy_f32", "f32", ("f32",)),
    # Everything else: the last suffix is what it reads, the one before it, or the same, what it makes.
    (rf"\w+?_(?P<d>{_TYPE})_(?P<s>{_TYPE})", _D, (_S,) * 3),
    (r"\w+?_(?P<d>[ui]32)_[ui]24", _D, (_D,) * 3),
    (rf"\w+?_(?P<s>{_TYPE})(_e32|_idx)?", _S, (_S,) * 3),
)
_COMPILED = tuple((re.compile(pattern), result, sources) for pattern, result, sources in RULES)
#: CDNA2 writes the type against the shape.
_SHAPE = re.compile(r"(\d+x\d+x\d+)(?=[a-z])")
_SLOTS = {"src0": 0, "src1": 1, "src2": 2, "vsrc1": 1, "vsrc2": 2}


def written_type(optype: str) -> T | None:
    """The type by which the assembler reads a number, from TableGen's OperandType; None where it takes none."""
    found = re.fullmatch(r"OPERAND_(?:REG_IMM_|REG_INLINE_C_|REG_INLINE_AC_)?(\w+?)(?:_DEFERRED)?", optype)
    return _TABLEGEN.get(found[1]) if found else None


def signature(operation: str) -> tuple[T | None, tuple[T, ...]]:
    """Types of the destination and of the sources of an ALU operation; ``ValueError`` if nothing tells them."""
    name = _SHAPE.sub(r"\1_", operation)
    for pattern, result, sources in _COMPILED:
        if found := pattern.fullmatch(name):
            groups = {k: v or "" for k, v in found.groupdict().items()}
            groups = {k: re.sub(r"^([ui])24$", r"\g<1>32", v) for k, v in groups.items()}
            result = result.format(**groups)
            return (T(result) if result else None), tuple(T(s.format(**groups)) for s in sources)
    raise ValueError(f"no types for {operation}")


_MEMORY_TYPES: Mapping[tuple[str, str], T] = {
    ("DS", "addr"): T.LDS_ADDRESS,
    ("FLAT", "vaddr"): T.FLAT_ADDRESS,
    ("FLAT", "saddr"): T.FLAT_ADDRESS,
    ("GLOBAL", "vaddr"): T.GLOBAL_ADDRESS,
    ("GLOBAL", "saddr"): T.GLOBAL_ADDRESS,
    ("SCRATCH", "saddr"): T.SCRATCH_ADDRESS,
    ("SCRATCH", "vaddr"): T.SCRATCH_ADDRESS,
    ("MUBUF", "vaddr"): T.BUFFER_INDEX,
    ("MTBUF", "vaddr"): T.BUFFER_INDEX,
    ("MUBUF", "srsrc"): T.BUFFER,
    ("MTBUF", "srsrc"): T.BUFFER,
}


def memory_operand(encoding: str, name: str, dwords: int) -> T | None:
    """The type of an operand that says where memory is accessed; None for data."""
    if name in ("soffset",):
        return T.OFFSET
    if encoding in ("FLAT", "GLOBAL") and name == "vaddr" and dwords == 1:
        return T.OFFSET
    if encoding == "SMEM" and name == "sbase":
        return T.GLOBAL_ADDRESS if dwords == 2 else T.BUFFER
    if encoding in ("MIMG", "VIMAGE", "VSAMPLE"):
        if name.startswith("vaddr"):
            return T.COORDINATES
        return {"srsrc": T.IMAGE, "rsrc": T.IMAGE, "ssamp": T.SAMPLER, "samp": T.SAMPLER}.get(name)
    return _MEMORY_TYPES.get((encoding, name))


def alu_operand(operation: str, name: str, role: str) -> T:
    """The type of a register or number operand of an ALU instruction; ``ValueError`` if nothing tells it."""
    if name in ("vcc", "vcc_in"):
        return T.MASK
    if name == "m0":
        return T.B32
    result, sources = signature(operation)
    if name == "sdst" and operation.startswith("v_"):
        return T.MASK
    if operation.startswith("v_cndmask") and name in ("src2", "vsrc2"):
        return T.MASK
    if re.match(r"v_(add|sub|subrev|subb|subbrev|addc)_co(_ci)?_u32", operation) and name == "src2":
        return T.MASK
    if name.startswith("scale_src"):
        return T.B64 if "_scale16_" in operation else T.B32
    if re.match(r"v_(swmmac|smfmac)_", operation) and name in ("src2", "idx"):
        return T.B32  # which elements of A are not zero
    if name in _SLOTS and role != "def":
        return sources[min(_SLOTS[name], len(sources) - 1)]
    if name in ("imm", "src2") and role != "def":
        return sources[-1]
    if result is None:
        return sources[0]
    return result
