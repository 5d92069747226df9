"""What the assumptions let the second kernel do where an index has 64 bits, such as a row times a 64-bit stride."""

from __future__ import annotations

import pytest

from isaopt.proof.verdict import verify_modules
from tests.proof.test_offsets import BOTH, prove, proved
from tests.transform.test_sgpr_bases_launch import kernel

_TAIL = "global_load_b32 v6, {}\ns_waitcnt vmcnt(0)\nv_lshlrev_b32 v0, 2, v0\nglobal_store_b32 v0, v6, s[6:7]"
_POINTER = (
    "v_lshlrev_b64 v[4:5], 2, v[4:5]\nv_add_co_u32 v4, vcc_lo, s4, v4\nv_add_co_ci_u32_e64 v5, null, s5, v5, vcc_lo\n"
)
#: s[4:5] + 4 * row * stride: the row is v8 with its sign, the stride s[8:9].
_NUMBER = "v_mul_lo_u32 v8, v0, s12\n"
_ROW = (
    f"{_NUMBER}v_ashrrev_i32 v1, 31, v8\nv_mad_u64_u32 v[4:5], null, v8, s8, 0\nv_mul_lo_u32 v2, v8, s9\n"
    "v_mul_lo_u32 v3, v1, s8\nv_add3_u32 v5, v5, v2, v3\n"
)
WIDE = _ROW + _POINTER + _TAIL.format("v[4:5], off")
BASED = f"{_NUMBER}v_mul_lo_u32 v1, v8, s8\nv_lshlrev_b32 v2, 2, v1\n" + _TAIL.format("v2, s[4:5]")


def test_a_row_times_a_stride_is_below_4_gib() -> None:
    found = prove(WIDE, BASED)
    assert (found.status, found.assumptions) == ("proved", ("buffers-under-4gib", "nonneg-index"))


@pytest.mark.parametrize("assume", [(), BOTH[:1], BOTH[1:]])
def test_not_without_both_facts(assume: tuple[str, ...]) -> None:
    assert not proved(WIDE, BASED, assume)


def test_numbers_without_a_sign_need_one_fact() -> None:
    unsigned = _NUMBER + "v_mad_u64_u32 v[4:5], null, v8, s8, 0\n" + _POINTER + _TAIL.format("v[4:5], off")
    assert prove(unsigned, BASED, BOTH[1:]).assumptions == BOTH[1:]
    assert not proved(unsigned, BASED, BOTH[:1])
    signed = unsigned.replace("v_mad_u64_u32", "v_mad_i64_i32")
    assert proved(signed, BASED)
    assert not proved(signed, BASED, BOTH[1:])


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("v8, s8", "v8, s9"),  # another stride
        ("v_lshlrev_b32 v2, 2", "v_lshlrev_b32 v2, 3"),  # another element
        ("v2, s[4:5]", "v2, s[6:7]"),  # another pointer
        ("v_mul_lo_u32 v1, v8, s8", "v_mul_hi_u32 v1, v8, s8"),
        ("v2, s[4:5]", "v2, s[4:5] offset:4"),
    ],
)
def test_another_offset_is_caught(old: str, new: str) -> None:
    assert old in BASED
    assert not proved(WIDE, BASED.replace(old, new, 1))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("v_mul_lo_u32 v2, v8, s9", "v_mul_lo_u32 v2, v8, s10"),  # the upper half of another stride
        ("v_add3_u32 v5, v5, v2, v3", "v_add3_u32 v5, v5, v2, v2"),
        ("v_mul_lo_u32 v3, v1, s8", "v_mul_lo_u32 v3, v1, s9"),
        ("v_mad_u64_u32 v[4:5], null, v8, s8, 0", "v_mul_lo_u32 v4, v8, s8\nv_mul_hi_i32 v5, v8, s8"),
    ],
)
def test_halves_of_other_products_are_not_that_product(old: str, new: str) -> None:
    """The second kernel has the same product, computed another way; then one that is another number."""
    again = _ROW.replace("v_mad_u64_u32 v[4:5], null, v8, s8, 0", "v_mul_lo_u32 v4, v8, s8\nv_mul_hi_u32 v5, v8, s8")
    rest = _POINTER + _TAIL.format("v[4:5], off")
    assert proved(WIDE, again + rest, ())
    assert old in _ROW
    assert not proved(WIDE, _ROW.replace(old, new) + rest, ())


def test_a_product_that_is_taken_away_is_no_offset() -> None:
    minus = (
        _NUMBER + "v_mad_u64_u32 v[4:5], null, v8, s8, 0\nv_lshlrev_b64 v[4:5], 2, v[4:5]\n"
        "v_sub_co_u32 v4, vcc_lo, s4, v4\nv_sub_co_ci_u32_e64 v5, null, s5, v5, vcc_lo\n"
    ) + _TAIL.format("v[4:5], off")
    negative = f"{_NUMBER}v_mul_lo_u32 v1, v8, s8\nv_lshlrev_b32 v2, 2, v1\nv_sub_nc_u32 v2, 0, v2\n" + _TAIL.format(
        "v2, s[4:5]"
    )
    assert not proved(minus, negative)


_METADATA = """\
.max_flat_workgroup_size: 256
.args:
  - .offset: 0
    .size: 8
    .value_kind: KIND
  - .offset: 8
    .size: 8
    .value_kind: global_buffer"""


def _indexed(index: str, kind: str = "global_buffer") -> str:
    """Each lane loads 64 bits, and with them from the first argument."""
    begin = "s_load_b128 s[4:7], s[0:1], 0x0\nv_lshlrev_b32 v3, 3, v0\ns_waitcnt lgkmcnt(0)\n"
    load = "global_load_b64 v[4:5], v3, s[6:7]\ns_waitcnt vmcnt(0)\n"
    return f"{begin}{load}{index}s_waitcnt vmcnt(0)\nglobal_store_b32 v3, v6, s[6:7]"


@pytest.mark.parametrize(("kind", "status"), [("global_buffer", "proved"), ("by_value", "not-proved")])
def test_two_registers_are_an_index_of_a_pointer_argument(kind: str, status: str) -> None:
    wide = _indexed(_POINTER + "global_load_b32 v6, v[4:5], off\n")
    based = _indexed("v_lshlrev_b32 v4, 2, v4\nglobal_load_b32 v6, v4, s[4:5]\n")
    a, b = (kernel(text, _METADATA.replace("KIND", kind)) for text in (wide, based))
    assert verify_modules(a, b, assumptions=BOTH).kernels[0].status == status


def test_two_registers_as_they_are_may_be_a_pointer() -> None:
    wide = _indexed(_POINTER.split("\n", 1)[1] + "global_load_b32 v6, v[4:5], off\n")
    based = _indexed("global_load_b32 v6, v4, s[4:5]\n")
    a, b = (kernel(text, _METADATA.replace("KIND", "global_buffer")) for text in (wide, based))
    assert verify_modules(a, b, assumptions=BOTH).kernels[0].status != "proved"


#: A loop from which all lanes leave together; in some rounds the address moves on by s[12:13].
_LOOP = (
    "v_mov_b32 v6, 0\nv_lshlrev_b32 v7, 2, v0\n{start}\n.LBB0_1:\nglobal_load_b32 v9, {at}\ns_add_i32 s10, s10, -1\n"
    "s_cmp_lt_u32 s10, s11\ns_cbranch_scc1 .LBB0_2\n{move}\n.LBB0_2:\n{join}\ns_cmp_lg_u32 s10, 0\ns_waitcnt vmcnt(0)\n"
    "v_add_f32 v6, v6, v9\ns_cbranch_scc1 .LBB0_1\nglobal_store_b32 v7, v6, s[6:7]"
)
_LANES = _LOOP.format(
    start=_ROW + _POINTER,
    at="v[4:5], off",
    move="v_add_co_u32 v4, vcc_lo, v4, s12\nv_add_co_ci_u32_e64 v5, null, s13, v5, vcc_lo",
    join="s_nop 0",
)
_MOVE = "s_add_u32 s14, s14, s12\ns_addc_u32 s15, s15, s13"


def _moving(move: str = _MOVE, join: str = "s_nop 0", base: str = "s_mov_b64 s[14:15], s[4:5]") -> str:
    offset = "v_mul_lo_u32 v1, v8, s8\nv_lshlrev_b32 v2, 2, v1"
    return _LOOP.format(start=f"{_NUMBER}{offset}\n{base}", at="v2, s[14:15]", move=move, join=join)


def test_a_base_may_move_where_a_branch_moves_the_address() -> None:
    assert proved(_LANES, _moving())
    for other in (
        _moving("s_nop 0", _MOVE),  # in every round
        _moving("s_nop 0"),  # in none
        _moving(_MOVE.replace("s12", "s13")),  # by another amount
        _moving(_MOVE.replace("s_addc", "s_subb")),
        _moving(base="s_mov_b64 s[14:15], s[12:13]"),  # from another place
    ):
        assert not proved(_LANES, other)
