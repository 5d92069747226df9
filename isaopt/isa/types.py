"""Numeric types of operands: how the hardware interprets the bits of a register or constant.

RDNA3 and RDNA4 ISA guides, "Data types" and the opcode descriptions; LLVM ``SIDefines.h``, ``OperandType``.
"""

from __future__ import annotations

import re
from enum import StrEnum


class OperandType(StrEnum):
    """The type of an operand. A run of registers wider than its type holds several elements of it, lowest first.

    Numeric types are named as in AMD's mnemonics: ``b`` bits, ``u`` unsigned, ``i`` signed, ``f`` float, ``bf`` bfloat.
    ``pk_`` types are two halves that ``op_sel`` picks from one register or (32 bits) from a pair. ``x4`` and ``x8``
    types are the bytes and nibbles of one register; those of ``iu`` are signed or not as ``neg_lo`` says.
    """

    B8, U8, I8 = "b8", "u8", "i8"
    B16, U16, I16, F16, BF16 = "b16", "u16", "i16", "f16", "bf16"
    B32, U32, I32, F32, XF32 = "b32", "u32", "i32", "f32", "xf32"
    B64, U64, I64, F64 = "b64", "u64", "i64", "f64"
    PK_B16, PK_U16, PK_I16, PK_F16, PK_BF16 = "pk_b16", "pk_u16", "pk_i16", "pk_f16", "pk_bf16"
    PK_B32, PK_F32 = "pk_b32", "pk_f32"
    #: Packed, but an inline constant fills both halves.
    SPLAT_F16, SPLAT_BF16 = "splat_f16", "splat_bf16"
    U8X4, I8X4, IU8X4, FP8X4, BF8X4 = "u8x4", "i8x4", "iu8x4", "fp8x4", "bf8x4"
    U4X8, I4X8, IU4X8 = "u4x8", "i4x8", "iu4x8"
    #: f32, or the f16 half that ``op_sel`` picks, as ``op_sel_hi`` says (``v_fma_mix*``).
    MIX = "mix"
    #: One bit per lane: 32 or 64 bits, according to the wave size.
    MASK = "mask"
    #: A lane number; bits above those needed for the wave size are ignored.
    LANE = "lane"

    #: Byte addresses: 64 bits in the flat, the global and the code's address space, 32 bits in the others.
    FLAT_ADDRESS, GLOBAL_ADDRESS, CODE_ADDRESS = "flat_address", "global_address", "code_address"
    LDS_ADDRESS, SCRATCH_ADDRESS = "lds_address", "scratch_address"
    #: 32 bits, unsigned, added to an address that another operand holds.
    OFFSET = "offset"
    #: An index or offset of a buffer, or both; the coordinates of an image.
    BUFFER_INDEX, COORDINATES = "buffer_index", "coordinates"
    BUFFER, IMAGE, SAMPLER = "buffer", "image", "sampler"

    #: Numbers in the encoding, never in a register.
    IMMEDIATE, IMMEDIATE_I16, IMMEDIATE_U16, IMMEDIATE_OFFSET = "immediate", "imm_i16", "imm_u16", "imm_offset"
    BRANCH_TARGET, WAIT, DEPENDENCY_WAIT, DELAY = "branch_target", "wait", "dependency_wait", "delay"
    MESSAGE, HARDWARE_REGISTER, BARRIER = "message", "hardware_register", "barrier"
    EXPORT_TARGET, ATTRIBUTE = "export_target", "attribute"
    #: The keyword ``off`` in the place of an address.
    KEYWORD = "keyword"

    @property
    def width(self) -> int:
        """Bits of one element; 0 where the type does not say (masks, descriptors, immediates)."""
        return _WIDTHS[self]

    @property
    def is_float(self) -> bool:
        return self in _FLOATS

    @property
    def is_packed(self) -> bool:
        """Whether the type is two 16-bit numbers in one register."""
        return self in _PACKED

    @property
    def is_address(self) -> bool:
        return self.endswith("_address")

    @property
    def is_number(self) -> bool:
        """Whether the type is one or several numbers: in registers, as a constant, or in the encoding (SOPK)."""
        wide = self.width > 0 and not self.is_address
        return wide or self in (OperandType.IMMEDIATE_I16, OperandType.IMMEDIATE_U16)

    @property
    def is_signed(self) -> bool:
        """Whether the type is a signed integer; false for bits and floats."""
        return re.fullmatch(r"(pk_)?i\d+(x\d)?", self) is not None


def _width(kind: OperandType) -> int:
    if kind in (OperandType.FLAT_ADDRESS, OperandType.GLOBAL_ADDRESS, OperandType.CODE_ADDRESS):
        return 64
    if kind.is_address or kind in (OperandType.OFFSET, OperandType.LANE, OperandType.MIX):
        return 32
    found = re.fullmatch(r"(pk_|splat_)?[a-z]+(\d+)(?:x(\d))?", kind)
    return int(found[2]) * int(found[3] or 1) * (2 if found[1] else 1) if found else 0


_WIDTHS = {kind: _width(kind) for kind in OperandType}
_FLOATS = frozenset(kind for kind in OperandType if re.fullmatch(r"(pk_|splat_)?(x?f|bf)\d+|(fp|bf)8x4|mix", kind))
_PACKED = frozenset(kind for kind in OperandType if kind.startswith(("pk_", "splat_")) and kind.width == 32)
