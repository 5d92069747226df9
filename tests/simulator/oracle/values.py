"""Integer arithmetic on whole waves: what address computations are made of.

Vector functions take and give NumPy ``uint64`` arrays that hold unsigned 32-bit values, scalar ones plain integers; an
instruction that is not listed has an unknown result.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Lanes: TypeAlias = NDArray[np.uint64]
Function: TypeAlias = Callable[..., Lanes]

_M32, _M24, _M16 = (np.uint64((1 << n) - 1) for n in (32, 24, 16))
_5BITS, _6BITS, _32 = np.uint64(31), np.uint64(63), np.uint64(32)


def _signed(x: Lanes) -> NDArray[np.int64]:
    signed: NDArray[np.int64] = (x & _M32).astype(np.uint32).view(np.int32).astype(np.int64)
    return signed


def _unsigned(x: NDArray[np.int64]) -> Lanes:
    low: Lanes = x.astype(np.uint32).astype(np.uint64)
    return low


def _bfe(x: Lanes, offset: Lanes, width: Lanes) -> Lanes:
    field: Lanes = x >> (offset & _5BITS) & ((np.uint64(1) << (width & _5BITS)) - np.uint64(1))
    return field


def _signed24(x: Lanes) -> NDArray[np.int64]:
    return (((x & _M24) ^ np.uint64(1 << 23)).astype(np.int64)) - (1 << 23)


def _bfe_signed(x: Lanes, offset: Lanes, width: Lanes) -> Lanes:
    bits = width & _5BITS
    field = _bfe(x, offset, width)
    top = np.where(bits > 0, np.uint64(1) << (np.maximum(bits, np.uint64(1)) - np.uint64(1)), np.uint64(0))
    return ((field ^ top) - top) & _M32


VECTOR: dict[str, Function] = {
    "v_mov_b32": lambda a: a,
    "v_not_b32": lambda a: ~a & _M32,
    "v_and_b32": lambda a, b: a & b,
    "v_or_b32": lambda a, b: a | b,
    "v_xor_b32": lambda a, b: a ^ b,
    "v_add_nc_u32": lambda a, b: a + b & _M32,
    "v_sub_nc_u32": lambda a, b: a - b & _M32,
    "v_subrev_nc_u32": lambda a, b: b - a & _M32,
    "v_add_nc_i32": lambda a, b: a + b & _M32,
    "v_lshlrev_b32": lambda a, b: b << (a & _5BITS) & _M32,
    "v_lshrrev_b32": lambda a, b: b >> (a & _5BITS),
    "v_ashrrev_i32": lambda a, b: _unsigned(_signed(b) >> (a & _5BITS).astype(np.int64)),
    "v_mul_lo_u32": lambda a, b: a * b & _M32,
    "v_mul_hi_u32": lambda a, b: a * b >> _32,
    "v_mul_u32_u24": lambda a, b: (a & _M24) * (b & _M24) & _M32,
    "v_mul_i32_i24": lambda a, b: _unsigned(_signed24(a) * _signed24(b)),
    "v_mad_u32_u24": lambda a, b, c: (a & _M24) * (b & _M24) + c & _M32,
    "v_mad_i32_i24": lambda a, b, c: _unsigned(_signed24(a) * _signed24(b) + c.astype(np.int64)),
    "v_mad_u32_u16": lambda a, b, c: (a & _M16) * (b & _M16) + c & _M32,
    "v_lshl_add_u32": lambda a, b, c: (a << (b & _5BITS)) + c & _M32,
    "v_add_lshl_u32": lambda a, b, c: (a + b & _M32) << (c & _5BITS) & _M32,
    "v_lshl_or_b32": lambda a, b, c: a << (b & _5BITS) & _M32 | c,
    "v_and_or_b32": lambda a, b, c: a & b | c,
    "v_or3_b32": lambda a, b, c: a | b | c,
    "v_xor3_b32": lambda a, b, c: a ^ b ^ c,
    "v_add3_u32": lambda a, b, c: a + b + c & _M32,
    "v_xad_u32": lambda a, b, c: (a ^ b) + c & _M32,
    "v_bfe_u32": _bfe,
    "v_bfe_i32": _bfe_signed,
    "v_bfi_b32": lambda a, b, c: a & b | ~a & c & _M32,
    "v_alignbit_b32": lambda a, b, c: (a << _32 | b) >> (c & _5BITS) & _M32,
    "v_perm_b32": lambda a, b, c: _permute(a, b, c),
    "v_max_u32": lambda a, b: np.maximum(a, b),
    "v_min_u32": lambda a, b: np.minimum(a, b),
    "v_max_i32": lambda a, b: _unsigned(np.maximum(_signed(a), _signed(b))),
    "v_min_i32": lambda a, b: _unsigned(np.minimum(_signed(a), _signed(b))),
}
"""Vector operations whose sources and result are 32 bits."""


def _permute(a: Lanes, b: Lanes, c: Lanes) -> Lanes:
    both = a << _32 | b
    out = np.zeros_like(both)
    for byte in range(4):
        select = c >> np.uint64(8 * byte) & np.uint64(0xFF)
        value = both >> (np.minimum(select, np.uint64(7)) * np.uint64(8)) & np.uint64(0xFF)
        value = np.where(
            select >= np.uint64(13), np.uint64(0xFF), np.where(select == np.uint64(12), np.uint64(0), value)
        )
        out |= value << np.uint64(8 * byte)
    return out


VECTOR64: dict[str, tuple[Function, tuple[int, ...]]] = {
    "v_lshlrev_b64": (lambda a, b: b << (a & _6BITS), (1, 2)),
    "v_lshrrev_b64": (lambda a, b: b >> (a & _6BITS), (1, 2)),
    "v_mad_u64_u32": (lambda a, b, c: a * b + c, (1, 1, 2)),
    "v_mad_i64_i32": (lambda a, b, c: (_signed(a) * _signed(b)).astype(np.uint64) + c, (1, 1, 2)),
}
"""Vector operations with a 64-bit result, and the width of each source in registers."""

WITH_CARRY = frozenset({"v_add_co_u32", "v_add_co_ci_u32", "v_sub_co_u32"})
LANE_READS = frozenset({"v_readfirstlane_b32", "v_readlane_b32"})
"""Other vector operations that are followed."""

_S32, _S64 = (1 << 32) - 1, (1 << 64) - 1


def _int(x: int, bits: int = 32) -> int:
    return x - (1 << bits) if x >> bits - 1 else x


def _field(x: int, control: int) -> int:
    return x >> (control & 31) & (1 << (control >> 16 & 127)) - 1


def _signed_field(x: int, control: int) -> int:
    bits = min(32, control >> 16 & 127)
    field = x >> (control & 31) & (1 << bits) - 1
    return field - (1 << bits) & _S32 if bits and field >> bits - 1 else field


# (result, SCC or None)
ScalarResult: TypeAlias = "tuple[int, bool | None]"
SCALAR: dict[str, Callable[..., ScalarResult]] = {
    "s_mov_b32": lambda a: (a, None),
    "s_movk_i32": lambda a: (a & _S32, None),
    "s_not_b32": lambda a: (~a & _S32, (~a & _S32) != 0),
    "s_add_u32": lambda a, b: (a + b & _S32, a + b > _S32),
    "s_add_i32": lambda a, b: (a + b & _S32, _overflow(a, b, a + b)),
    "s_sub_u32": lambda a, b: (a - b & _S32, b > a),
    "s_sub_i32": lambda a, b: (a - b & _S32, None),
    "s_mul_i32": lambda a, b: (a * b & _S32, None),
    "s_mul_hi_u32": lambda a, b: (a * b >> 32, None),
    "s_mul_hi_i32": lambda a, b: (_int(a) * _int(b) >> 32 & _S32, None),
    "s_and_b32": lambda a, b: (a & b, a & b != 0),
    "s_or_b32": lambda a, b: (a | b, a | b != 0),
    "s_xor_b32": lambda a, b: (a ^ b, a ^ b != 0),
    "s_and_not1_b32": lambda a, b: (a & ~b, a & ~b != 0),
    "s_or_not1_b32": lambda a, b: (a | ~b & _S32, a | ~b & _S32 != 0),
    "s_lshl_b32": lambda a, b: (a << (b & 31) & _S32, a << (b & 31) & _S32 != 0),
    "s_lshr_b32": lambda a, b: (a >> (b & 31), a >> (b & 31) != 0),
    "s_ashr_i32": lambda a, b: (_int(a) >> (b & 31) & _S32, _int(a) >> (b & 31) != 0),
    "s_lshl1_add_u32": lambda a, b: ((a << 1) + b & _S32, (a << 1) + b > _S32),
    "s_lshl2_add_u32": lambda a, b: ((a << 2) + b & _S32, (a << 2) + b > _S32),
    "s_lshl3_add_u32": lambda a, b: ((a << 3) + b & _S32, (a << 3) + b > _S32),
    "s_lshl4_add_u32": lambda a, b: ((a << 4) + b & _S32, (a << 4) + b > _S32),
    "s_bfe_u32": lambda a, b: (_field(a, b), _field(a, b) != 0),
    "s_bfe_i32": lambda a, b: (_signed_field(a, b), _signed_field(a, b) != 0),
    "s_max_i32": lambda a, b: (max(a, b, key=_int), None),
    "s_min_i32": lambda a, b: (min(a, b, key=_int), None),
    "s_max_u32": lambda a, b: (max(a, b), None),
    "s_min_u32": lambda a, b: (min(a, b), None),
    "s_sext_i32_i16": lambda a: (_int(a & 0xFFFF, 16) & _S32, None),
    "s_abs_i32": lambda a: (abs(_int(a)) & _S32, a != 0),
    "s_pack_ll_b32_b16": lambda a, b: (a & 0xFFFF | b << 16 & _S32, None),
}
"""Scalar operations on 32 bits."""


def _overflow(a: int, b: int, c: int) -> bool:
    return bool(~(a ^ b) & (a ^ c) & 1 << 31)


SCALAR64: dict[str, tuple[Callable[..., ScalarResult], tuple[int, ...]]] = {
    "s_mov_b64": (lambda a: (a, None), (2,)),
    "s_lshl_b64": (lambda a, b: (a << (b & 63) & _S64, a << (b & 63) & _S64 != 0), (2, 1)),
    "s_lshr_b64": (lambda a, b: (a >> (b & 63), a >> (b & 63) != 0), (2, 1)),
    "s_ashr_i64": (lambda a, b: (_int(a, 64) >> (b & 63) & _S64, _int(a, 64) >> (b & 63) != 0), (2, 1)),
    "s_add_u64": (lambda a, b: (a + b & _S64, None), (2, 2)),
    "s_add_nc_u64": (lambda a, b: (a + b & _S64, None), (2, 2)),
    "s_sub_u64": (lambda a, b: (a - b & _S64, None), (2, 2)),
    "s_sub_nc_u64": (lambda a, b: (a - b & _S64, None), (2, 2)),
    "s_mul_u64": (lambda a, b: (a * b & _S64, None), (2, 2)),
    "s_and_b64": (lambda a, b: (a & b, a & b != 0), (2, 2)),
    "s_or_b64": (lambda a, b: (a | b, a | b != 0), (2, 2)),
    "s_xor_b64": (lambda a, b: (a ^ b, a ^ b != 0), (2, 2)),
    "s_and_not1_b64": (lambda a, b: (a & ~b, a & ~b != 0), (2, 2)),
    "s_or_not1_b64": (lambda a, b: (a | ~b & _S64, a | ~b & _S64 != 0), (2, 2)),
}
"""Scalar operations with a 64-bit result, and the width of each source."""

_RELATIONS: dict[str, Callable[[int, int], bool]] = {
    "eq": lambda a, b: a == b,
    "lg": lambda a, b: a != b,
    "gt": lambda a, b: a > b,
    "ge": lambda a, b: a >= b,
    "lt": lambda a, b: a < b,
    "le": lambda a, b: a <= b,
}
_READ_AS: dict[str, Callable[[int], int]] = {
    "i32": lambda a: _int(a & _S32),
    "u32": lambda a: a & _S32,
    "u64": lambda a: a & _S64,
}
_COMPARES = {
    f"s_{verb}_{relation}_{kind}": (holds, read)
    for verb in ("cmp", "cmpk")
    for relation, holds in _RELATIONS.items()
    for kind, read in _READ_AS.items()
}
_LANES_AS: dict[str, Callable[[Lanes], NDArray[np.int64] | Lanes]] = {
    "i32": _signed,
    "u32": lambda a: a & _M32,
    "i64": lambda a: a.view(np.int64),
    "u64": lambda a: a,
}
LANE_COMPARES: dict[str, Function] = {
    f"v_{verb}_{relation.replace('lg', 'ne')}_{kind}": lambda a, b, holds=holds, read=read: holds(read(a), read(b))
    for verb in ("cmp", "cmpx")
    for relation, holds in _RELATIONS.items()
    for kind, read in _LANES_AS.items()
}
"""Comparisons of lanes."""

SAVES: dict[str, Callable[[int, int], int]] = {
    f"s_{form}_saveexec_b{bits}": result
    for form, result in {
        "and": lambda mask, on: mask & on,
        "or": lambda mask, on: mask | on,
        "and_not1": lambda mask, on: mask & ~on,
    }.items()
    for bits in (32, 64)
}
"""EXEC after the operations that save it, from their mask and EXEC before."""


def scalar_compare(operation: str, a: int, b: int) -> bool | None:
    """The SCC of an integer comparison; None for another instruction."""
    if operation not in _COMPARES:
        return None
    holds, read = _COMPARES[operation]
    return holds(read(a), read(b))


def number_of(text: str | None) -> int:
    """The number that a modifier such as ``offset`` has, 0 without one."""
    try:
        return int(text, 0) if text else 0
    except ValueError:
        return 0


def sign16(value: int) -> int:
    """The signed number that 16 bits stand for."""
    value &= 0xFFFF
    return value - 0x10000 if value >> 15 else value
