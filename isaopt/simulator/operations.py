"""The operations that are evaluated when waves are followed: integer arithmetic for addresses and branches.

All others have an unknown result. Each is implemented in ``runtime/vector.c`` or ``runtime/scalar.c`` under its name in
capitals.
"""

from __future__ import annotations

from itertools import chain

#: Vector operations with 32-bit sources and result, and their number of sources.
VECTOR: dict[str, int] = {
    **dict.fromkeys(("v_mov_b32", "v_not_b32"), 1),
    **dict.fromkeys(
        (
            "v_and_b32", "v_or_b32", "v_xor_b32", "v_add_nc_u32", "v_sub_nc_u32", "v_subrev_nc_u32", "v_add_nc_i32",
            "v_lshlrev_b32", "v_lshrrev_b32", "v_ashrrev_i32", "v_mul_lo_u32", "v_mul_hi_u32", "v_mul_u32_u24",
            "v_mul_i32_i24", "v_max_u32", "v_min_u32", "v_max_i32", "v_min_i32",
        ),
        2,
    ),
    **dict.fromkeys(
        (
            "v_mad_u32_u24", "v_mad_i32_i24", "v_mad_u32_u16", "v_lshl_add_u32", "v_add_lshl_u32", "v_lshl_or_b32",
            "v_and_or_b32", "v_or3_b32", "v_xor3_b32", "v_add3_u32", "v_xad_u32", "v_bfe_u32", "v_bfe_i32",
            "v_bfi_b32", "v_alignbit_b32", "v_perm_b32",
        ),
        3,
    ),
}  # fmt: skip
#: Vector operations with a 64-bit result, and the width of each source in registers.
VECTOR_WIDE: dict[str, tuple[int, ...]] = {
    "v_lshlrev_b64": (1, 2),
    "v_lshrrev_b64": (1, 2),
    "v_mad_u64_u32": (1, 1, 2),
    "v_mad_i64_i32": (1, 1, 2),
}
CARRY = frozenset(("v_add_co_u32", "v_add_co_ci_u32", "v_sub_co_u32"))
LANE_READS = frozenset(("v_readfirstlane_b32", "v_readlane_b32"))
#: Scalar operations whose destination is also their first source.
IN_PLACE = ("s_addk_i32", "s_mulk_i32")
#: Scalar operations on 32 bits, and the width of each source.
SCALAR: dict[str, tuple[int, ...]] = {
    **dict.fromkeys(("s_mov_b32", "s_movk_i32", "s_not_b32", "s_sext_i32_i16", "s_abs_i32"), (1,)),
    **dict.fromkeys(
        (
            "s_add_u32", "s_add_i32", "s_sub_u32", "s_sub_i32", "s_mul_i32", "s_mul_hi_u32", "s_mul_hi_i32",
            "s_and_b32", "s_or_b32", "s_xor_b32", "s_and_not1_b32", "s_or_not1_b32", "s_lshl_b32", "s_lshr_b32",
            "s_ashr_i32", "s_lshl1_add_u32", "s_lshl2_add_u32", "s_lshl3_add_u32", "s_lshl4_add_u32", "s_bfe_u32",
            "s_bfe_i32", "s_max_i32", "s_min_i32", "s_max_u32", "s_min_u32", "s_pack_ll_b32_b16", "s_addc_u32",
            "s_subb_u32", "s_cselect_b32", *IN_PLACE,
        ),
        (1, 1),
    ),
}  # fmt: skip
#: Those with a 64-bit result.
SCALAR_WIDE: dict[str, tuple[int, ...]] = {
    "s_mov_b64": (2,),
    **dict.fromkeys(("s_lshl_b64", "s_lshr_b64", "s_ashr_i64"), (2, 1)),
    **dict.fromkeys(
        (
            "s_add_u64", "s_add_nc_u64", "s_sub_u64", "s_sub_nc_u64", "s_mul_u64", "s_and_b64", "s_or_b64",
            "s_xor_b64", "s_and_not1_b64", "s_or_not1_b64",
        ),
        (2, 2),
    ),
}  # fmt: skip
_RELATIONS, _READ_AS = ("eq", "lg", "gt", "ge", "lt", "le"), ("i32", "u32", "i64", "u64")
#: Scalar comparisons: the relation, and the type as which the numbers are read.
COMPARES = {
    f"s_{verb}_{relation}_{kind}": (_RELATIONS.index(relation), _READ_AS.index(kind))
    for verb in ("cmp", "cmpk")
    for relation in _RELATIONS
    for kind in ("i32", "u32", "u64")
}
#: Integer comparisons of lanes, which give a mask; those named ``v_cmpx`` give EXEC.
LANE_COMPARES = {
    f"v_{verb}_{relation.replace('lg', 'ne')}_{kind}": (_RELATIONS.index(relation), _READ_AS.index(kind))
    for verb in ("cmp", "cmpx")
    for relation in _RELATIONS
    for kind in _READ_AS
}
#: Operations that put EXEC into a scalar register, and what they then do to it.
SAVES = {f"s_{form}_saveexec_b{bits}": f"s_{form}_b{bits}" for form in ("and", "or", "and_not1") for bits in (32, 64)}
CODES = {name: k for k, name in enumerate(chain(VECTOR, VECTOR_WIDE, sorted(CARRY | LANE_READS), SCALAR, SCALAR_WIDE))}
"""The number of each operation in the C."""


def declarations() -> str:
    """The numbers of operations, relations and readings as C."""
    names = (
        [name.upper() for name in CODES],
        [f"IS_{name.upper()}" for name in _RELATIONS],
        [f"READ_{name.upper()}" for name in _READ_AS],
    )
    return "".join(f"enum {{ {', '.join(each)} }};\n" for each in names)
