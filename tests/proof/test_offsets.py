"""What the assumptions about indices and buffers let the second kernel do, and what not."""

from __future__ import annotations

import pytest

from isaopt.errors import UsageError
from isaopt.proof.verdict import KernelProof, verify_modules
from tests.renaming import assemble

BOTH = ("nonneg-index", "buffers-under-4gib")
#: v[4:5] = s[4:5] + 4 * the index in v4 with its sign.
POINTER = (
    "v_ashrrev_i32 v5, 31, v4\nv_lshlrev_b64 v[4:5], 2, v[4:5]\n"
    "v_add_co_u32 v4, vcc_lo, s4, v4\nv_add_co_ci_u32_e64 v5, null, s5, v5, vcc_lo\n"
)


def prove(a: str, b: str, assume: tuple[str, ...] = BOTH) -> KernelProof:
    def text(body: str) -> str:
        lines = [line.strip() for line in body.strip().split("\n")]
        return "\n".join(line if line.endswith(":") else f"\t{line}" for line in lines)

    return verify_modules(assemble(text(a)), assemble(text(b)), assumptions=assume).kernels[0]


def proved(a: str, b: str, assume: tuple[str, ...] = BOTH) -> bool:
    return prove(a, b, assume).status == "proved"


#: Two rows, s9 elements apart.
ROWS = (
    f"v_mul_lo_u32 v1, v0, s8\nv_mov_b32 v4, v1\n{POINTER}global_load_b32 v6, v[4:5], off\n"
    f"v_add_nc_u32 v4, v1, s9\n{POINTER}global_load_b32 v7, v[4:5], off offset:16\n"
    "s_waitcnt vmcnt(0)\nv_add_f32 v6, v6, v7\nv_lshlrev_b32 v0, 2, v0\nglobal_store_b32 v0, v6, s[6:7]"
)
BASES = (
    "v_mul_lo_u32 v1, v0, s8\nv_lshlrev_b32 v2, 2, v1\n{}\n"
    "global_load_b32 v6, v2, s[4:5]\nglobal_load_b32 v7, v2, s[10:11] offset:16\n"
    "s_waitcnt vmcnt(0)\nv_add_f32 v6, v6, v7\nv_lshlrev_b32 v0, 2, v0\nglobal_store_b32 v0, v6, s[6:7]"
)
DISTANCE = (
    "s_mov_b32 s10, s9\ns_ashr_i32 s11, s10, 31\ns_lshl_b64 s[10:11], s[10:11], 2\n"
    "s_add_u32 s10, s4, s10\ns_addc_u32 s11, s5, s11"
)


def test_a_uniform_distance_of_indices_may_go_to_the_base() -> None:
    found = prove(ROWS, BASES.format(DISTANCE))
    assert (found.status, found.assumptions) == ("proved", ("buffers-under-4gib", "nonneg-index"))


@pytest.mark.parametrize("assume", [(), ("nonneg-index",), ("buffers-under-4gib",)])
def test_not_without_both_facts(assume: tuple[str, ...]) -> None:
    assert not proved(ROWS, BASES.format(DISTANCE), assume)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("], 2\n", "], 3\n"),  # another scale
        ("s_mov_b32 s10, s9", "s_mov_b32 s10, s8"),  # another row length
        ("s_ashr_i32 s11, s10, 31", "s_mov_b32 s11, 0"),  # a distance may be negative
        ("s_addc_u32 s11, s5, s11", "s_addc_u32 s11, s7, s11"),  # halves of two pointers
        ("s_add_u32 s10, s4, s10", "s_sub_u32 s10, s4, s10"),
    ],
)
def test_a_wrong_base_is_caught(old: str, new: str) -> None:
    assert old in DISTANCE
    assert not proved(ROWS, BASES.format(DISTANCE.replace(old, new)))


def test_nothing_is_assumed_of_the_second_kernel() -> None:
    """An offset that is moved by 2^31, and the base the other way, goes wrong where the sum of 32 bits wraps: buffers
    of less than 4 GiB do not rule that out."""
    one = f"v_mul_lo_u32 v4, v0, s8\n{POINTER}global_store_b32 v[4:5], v0, off"
    good = "v_mul_lo_u32 v4, v0, s8\nv_lshlrev_b32 v4, 2, v4\nglobal_store_b32 v4, v0, s[4:5]"
    shifted = (
        "v_mul_lo_u32 v4, v0, s8\nv_lshl_add_u32 v4, v4, 2, 0x80000000\n"
        "s_sub_u32 s4, s4, 0x80000000\ns_subb_u32 s5, s5, 0\nglobal_store_b32 v4, v0, s[4:5]"
    )
    assert proved(one, good)
    assert not proved(one, shifted)
    # Nor is a sum of 32 bits in the first kernel taken apart: v0 * s8 alone may be above 2^32 where the sum is not.
    added = f"v_mul_lo_u32 v4, v0, s8\nv_add_nc_u32 v4, v4, s9\n{POINTER}global_store_b32 v[4:5], v0, off"
    apart = BASES.split("{}")[0] + DISTANCE + "\nglobal_store_b32 v2, v0, s[10:11]"
    assert not proved(added, apart)


def test_facts_are_of_the_lanes_that_make_the_access() -> None:
    """What one access tells of its lanes says nothing of an access by more of them."""
    few = (
        f"v_mul_lo_u32 v1, v0, s8\nv_mov_b32 v4, v1\n{POINTER}v_cmp_gt_u32 vcc_lo, 7, v0\n"
        "s_mov_b32 s12, exec_lo\ns_and_b32 exec_lo, exec_lo, vcc_lo\nglobal_load_b32 v6, v[4:5], off\n"
        f"s_mov_b32 exec_lo, s12\nv_add_nc_u32 v4, v1, s9\n{POINTER}global_store_b32 v[4:5], v0, off offset:16"
    )
    base = (
        "v_mul_lo_u32 v1, v0, s8\nv_lshlrev_b32 v2, 2, v1\nv_cmp_gt_u32 vcc_lo, 7, v0\n"
        "s_mov_b32 s12, exec_lo\ns_and_b32 exec_lo, exec_lo, vcc_lo\nglobal_load_b32 v6, v2, s[4:5]\n"
        f"s_mov_b32 exec_lo, s12\n{DISTANCE}\nglobal_store_b32 v2, v0, s[10:11] offset:16"
    )
    assert not proved(few, base)
    everywhere = "s_and_b32 exec_lo, exec_lo, vcc_lo\n"
    assert proved(few.replace(everywhere, ""), base.replace(everywhere, ""))


def test_ranges_that_the_code_shows_need_no_facts() -> None:
    wide = (
        "v_and_b32 v4, 0xffff, v0\nv_mov_b32 v5, 0\nv_lshlrev_b64 v[4:5], 4, v[4:5]\n"
        "v_add_co_u32 v4, vcc_lo, s4, v4\nv_add_co_ci_u32_e64 v5, null, s5, v5, vcc_lo\n"
        "global_store_b32 v[4:5], v0, off"
    )
    narrow = "v_and_b32 v4, 0xffff, v0\nv_lshlrev_b32 v4, 4, v4\nglobal_store_b32 v4, v0, s[4:5]"
    assert proved(wide, narrow, ())
    masked, unknown = "v_and_b32 v4, 0xffff, v0", "v_mul_lo_u32 v4, s9, v0"
    assert not proved(wide.replace(masked, unknown), narrow.replace(masked, unknown), ())


def test_unknown_arguments_are_refused() -> None:
    module = assemble("\tglobal_store_b32 v0, v0, s[4:5]")
    for name in ("arg:nope<4GiB", "arg:NAME<4GiB", "arg:0<5GiB"):
        with pytest.raises(UsageError):
            verify_modules(module, module, assumptions=(name,))


#: A sum over s9 places, each 64 bytes behind the last.
MOVED = (
    f"v_mul_lo_u32 v4, v0, s8\nv_mov_b32 v7, 0\n{POINTER}s_mov_b32 s12, 0\n.Lloop:\nglobal_load_b32 v6, v[4:5], off\n"
    "s_waitcnt vmcnt(0)\nv_add_f32 v7, v7, v6\nv_add_co_u32 v4, vcc_lo, v4, 64\n"
    "v_add_co_ci_u32_e64 v5, null, 0, v5, vcc_lo\ns_add_i32 s12, s12, 1\ns_cmp_lt_i32 s12, s9\n"
    "s_cbranch_scc1 .Lloop\nv_lshlrev_b32 v0, 2, v0\nglobal_store_b32 v0, v7, s[6:7]"
)
MOVING = (
    "v_mul_lo_u32 v4, v0, s8\nv_mov_b32 v7, 0\nv_lshlrev_b32 v4, 2, v4\ns_mov_b64 s[10:11], s[4:5]\ns_mov_b32 s12, 0\n"
    ".Lloop:\nglobal_load_b32 v6, v4, s[10:11]\ns_waitcnt vmcnt(0)\nv_add_f32 v7, v7, v6\n"
    "s_add_u32 s10, s10, 64\ns_addc_u32 s11, s11, 0\ns_add_i32 s12, s12, 1\ns_cmp_lt_i32 s12, s9\n"
    "s_cbranch_scc1 .Lloop\nv_lshlrev_b32 v0, 2, v0\nglobal_store_b32 v0, v7, s[6:7]"
)


def test_a_base_may_move_as_the_address_of_every_lane_does() -> None:
    assert proved(MOVED, MOVING)
    assert not proved(MOVED, MOVING, ("nonneg-index",))
    early = MOVING.replace("s_mov_b64 s[10:11], s[4:5]", "s_sub_u32 s10, s4, 64\ns_subb_u32 s11, s5, 0")
    assert not proved(MOVED, early)
    assert proved(MOVED, early.replace("[10:11]\ns_waitcnt", "[10:11] offset:64\ns_waitcnt"))


def test_a_moving_base_of_an_offset_without_a_sign() -> None:
    """The lower half of the pointer by itself comes before the whole of it."""
    pointer = "v_add_co_u32 v4, vcc_lo, s4, v1\nv_add_co_ci_u32_e64 v5, null, s5, 0, vcc_lo\n"
    start = "v_lshlrev_b32 v1, 5, v0\nv_mov_b32 v7, 0\ns_load_b64 s[4:5], s[0:1], 0x0\ns_waitcnt lgkmcnt(0)\n"
    a = f"{start}{pointer}{MOVED[MOVED.index('s_mov_b32 s12') :]}"
    b = f"{start}v_mov_b32 v4, v1\n{MOVING[MOVING.index('s_mov_b64') :]}"
    assert proved(a, b, ())
    assert not proved(a, b.replace("s_addc_u32 s11, s11, 0", "s_addc_u32 s11, s11, 64"), ())


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("s_add_u32 s10, s10, 64", "s_add_u32 s10, s10, 60"),
        ("s_add_u32 s10, s10, 64", "s_add_u32 s10, s10, s9"),
        ("s_addc_u32 s11, s11, 0", "s_addc_u32 s11, s11, 1"),
        ("s_mov_b64 s[10:11], s[4:5]", "s_mov_b64 s[10:11], s[6:7]"),
        ("v_lshlrev_b32 v4, 2, v4", "v_lshlrev_b32 v4, 3, v4"),
        ("s_add_u32 s10, s10, 64\ns_addc_u32 s11, s11, 0\n", ""),
        ("v_add_f32 v7, v7, v6\n", "v_add_f32 v7, v7, v6\nv_add_nc_u32 v4, 64, v4\n"),
    ],
)
def test_a_base_that_moves_otherwise_is_caught(old: str, new: str) -> None:
    assert old in MOVING
    assert not proved(MOVED, MOVING.replace(old, new))


def test_it_does_not_matter_from_which_row_the_others_are_counted() -> None:
    """Three rows; B counts from the second, A's first is the lead of the proof."""
    rows = "v_mul_lo_u32 v1, v0, s8\n"
    for n, offset in enumerate(("0", "s9", "s10")):
        rows += f"v_add_nc_u32 v4, {offset}, v1\n{POINTER}global_store_b32 v[4:5], v0, off offset:{n}\n"
    base = (
        "s_sub_i32 s{0}, s{2}, s9\ns_ashr_i32 s{1}, s{0}, 31\ns_lshl_b64 s[{0}:{1}], s[{0}:{1}], 2\n"
        "s_add_u32 s{0}, s4, s{0}\ns_addc_u32 s{1}, s5, s{1}\n"
    )
    bases = (
        "v_mul_lo_u32 v1, v0, s8\nv_add_lshl_u32 v2, v1, s9, 2\ns_mov_b32 s3, 0\n"
        + base.format(12, 13, 3)
        + base.format(14, 15, 10)
        + "global_store_b32 v2, v0, s[12:13]\nglobal_store_b32 v2, v0, s[4:5] offset:1\n"
        + "global_store_b32 v2, v0, s[14:15] offset:2"
    )
    assert proved(rows, bases)
    assert not proved(rows, bases.replace("s_sub_i32 s14, s10, s9", "s_sub_i32 s14, s9, s10"))


#: Two rounds of work, and then an access at an index; and the same written out, with an SGPR base.
ROUNDS = (
    "s_mov_b32 s10, 0\n.Lround:\ns_add_i32 s10, s10, 1\nds_store_b32 v0, v0 offset:64\ns_waitcnt lgkmcnt(0)\n"
    f"s_cmp_lg_u32 s10, 2\ns_cbranch_scc1 .Lround\nv_mul_lo_u32 v4, v0, s8\n{POINTER}global_store_b32 v[4:5], v0, off"
)
WRITTEN_OUT = (
    "ds_store_b32 v0, v0 offset:64\ns_waitcnt lgkmcnt(0)\nds_store_b32 v0, v0 offset:64\ns_waitcnt lgkmcnt(0)\n"
    "v_mul_lo_u32 v4, v0, s8\nv_lshlrev_b32 v4, 2, v4\nglobal_store_b32 v4, v0, s[4:5]"
)


def test_facts_hold_before_the_first_kernel_comes_to_its_access() -> None:
    assert proved(ROUNDS, WRITTEN_OUT)
    assert not proved(ROUNDS, WRITTEN_OUT, ())
    assert not proved(ROUNDS, WRITTEN_OUT.replace("v4, 2, v4", "v4, 3, v4"))


def test_facts_of_one_way_do_not_hold_on_another() -> None:
    """The first kernel looks at a flag before it makes the access; the second kernel makes it in any case."""
    one = (
        "v_mul_lo_u32 v4, v0, s8\ns_cmp_lg_u32 s9, 0\ns_cbranch_scc1 .Lend\n"
        f"{POINTER}global_store_b32 v[4:5], v0, off\n.Lend:\ns_nop 0"
    )
    good = (
        "v_mul_lo_u32 v4, v0, s8\nv_lshlrev_b32 v4, 2, v4\ns_cmp_lg_u32 s9, 0\ns_cbranch_scc1 .Lend\n"
        "global_store_b32 v4, v0, s[4:5]\n.Lend:\ns_nop 0"
    )
    assert proved(one, good)
    load = good.replace(
        "s_cmp", "global_load_b32 v7, v4, s[4:5]\ns_waitcnt vmcnt(0)\nglobal_store_b32 v4, v7, s[4:5]\ns_cmp"
    )
    assert not proved(one, load)


#: One access of row 0, and of row 1 (s9 elements on) the columns 0 and 5.
COLUMNS = (
    f"v_mul_lo_u32 v1, v0, s8\nv_mov_b32 v4, v1\n{POINTER}global_load_b32 v6, v[4:5], off\n"
    f"v_add_nc_u32 v4, v1, s9\n{POINTER}global_load_b32 v7, v[4:5], off\n"
    f"v_add3_u32 v4, v1, s9, 5\n{POINTER}global_load_b32 v8, v[4:5], off\n"
    "s_waitcnt vmcnt(0)\nv_add_f32 v6, v6, v7\nv_add_f32 v6, v6, v8\nv_lshlrev_b32 v0, 2, v0\n"
    "global_store_b32 v0, v6, s[6:7]"
)
COLUMN_BASES = (
    f"v_mul_lo_u32 v1, v0, s8\nv_lshlrev_b32 v2, 2, v1\n{DISTANCE}\n"
    "global_load_b32 v6, v2, s[4:5]\nglobal_load_b32 v7, v2, s[10:11]\nglobal_load_b32 v8, v2, s[10:11] offset:20\n"
    "s_waitcnt vmcnt(0)\nv_add_f32 v6, v6, v7\nv_add_f32 v6, v6, v8\nv_lshlrev_b32 v0, 2, v0\n"
    "global_store_b32 v0, v6, s[6:7]"
)


def test_a_constant_beyond_a_uniform_distance_may_go_to_the_offset_field() -> None:
    assert proved(COLUMNS, COLUMN_BASES)
    assert not proved(COLUMNS, COLUMN_BASES.replace("offset:20", "offset:24"))
    assert not proved(COLUMNS, COLUMN_BASES, ("nonneg-index",))
    assert not proved(COLUMNS, COLUMN_BASES, ("buffers-under-4gib",))


def test_not_where_no_access_is_at_the_distance_without_the_constant() -> None:
    """The row's distance may be within 5 of 2^31, so that only the sum with 5 wraps."""
    one = COLUMNS.index("v_add_nc_u32 v4, v1, s9")
    other = COLUMNS.index("v_add3_u32")
    before = (COLUMNS[:one] + COLUMNS[other:]).replace("v_add_f32 v6, v6, v7\n", "")
    after = COLUMN_BASES.replace("global_load_b32 v7, v2, s[10:11]\n", "").replace("v_add_f32 v6, v6, v7\n", "")
    assert not proved(before, after)
    inside = DISTANCE.replace("s_mov_b32 s10, s9", "s_add_i32 s10, s9, 5")
    assert proved(before, after.replace(DISTANCE, inside).replace(" offset:20", ""))


def test_lanes_of_the_access_without_the_constant_must_be_active() -> None:
    """What lanes that are off would have accessed says nothing of those that are on."""

    def masked(text: str, load: str) -> str:
        assert load in text
        return text.replace(load, f"v_mov_b32 v7, 0\ns_and_saveexec_b32 s14, s15\n{load}s_mov_b32 exec_lo, s14\n")

    before = masked(COLUMNS, "global_load_b32 v7, v[4:5], off\n")
    after = masked(COLUMN_BASES, "global_load_b32 v7, v2, s[10:11]\n")
    assert not proved(before, after)
    third = "s_add_i32 s12, s9, 5\n" + DISTANCE.replace("s_mov_b32 s10, s9\n", "").replace("s10", "s12")
    third = third.replace("s11", "s13").replace("s[10:11]", "s[12:13]")
    assert proved(before, after.replace(DISTANCE, f"{DISTANCE}\n{third}").replace("s[10:11] offset:20", "s[12:13]"))


def test_an_offset_of_the_first_kernel_is_the_sum_that_another_access_tells_of() -> None:
    """4 * an index, extended by zeros in one access; its extension with its sign is in the other's address."""
    last = "v_lshlrev_b32 v3, 2, v1\nglobal_store_b32 v3, v1, s[6:7]"
    one = f"v_mul_lo_u32 v1, v0, s8\nv_mov_b32 v4, v1\n{POINTER}global_store_b32 v[4:5], v0, off\n"
    other = "v_mul_lo_u32 v1, v0, s8\nv_lshlrev_b32 v2, 2, v1\nglobal_store_b32 v2, v0, s[4:5]\n"
    assert proved(one + last, other + last)
    assert proved(one + last, other + last.replace("v3", "v2"))
    assert not proved(one + last, other + last.replace("2, v1", "3, v1"))
    assert not proved(one + last, other + last, BOTH[:1])


def test_a_choice_by_scc_is_uniform() -> None:
    """A distance of no or of 32 places: the pointer's side of it may be computed by SALU."""
    index = (
        "v_mul_lo_u32 v1, v0, s8\n{}s_cselect_b32 s12, 32, 0\n"
        "s_ashr_i32 s13, s12, 31\ns_lshl_b64 s[12:13], s[12:13], 2\n"
    )
    moved = (
        "v_mov_b32 v4, v1\n"
        + POINTER
        + "v_add_co_u32 v4, vcc_lo, s12, v4\nv_add_co_ci_u32_e64 v5, null, s13, v5, vcc_lo\n"
    )
    base = "s_add_u32 s10, s4, s12\ns_addc_u32 s11, s5, s13\nv_lshlrev_b32 v2, 2, v1\n"
    for condition in ("s_cmp_lt_i32 s9, s14\n", "v_cmp_lt_i32 vcc_lo, s9, v0\ns_cmp_lg_u32 vcc_lo, 0\n"):
        start = index.format(condition)
        assert proved(
            f"{start}{moved}global_store_b32 v[4:5], v0, off", f"{start}{base}global_store_b32 v2, v0, s[10:11]"
        )
    lanes = index.replace("s_cselect_b32 s12, 32, 0\n", "s_cselect_b32 s12, 32, s9\n").format("s_cmp_lt_i32 s9, s14\n")
    assert proved(f"{lanes}{moved}global_store_b32 v[4:5], v0, off", f"{lanes}{base}global_store_b32 v2, v0, s[10:11]")
    other = base.replace("s5, s13", "s5, 0")
    assert not proved(
        f"{lanes}{moved}global_store_b32 v[4:5], v0, off", f"{lanes}{other}global_store_b32 v2, v0, s[10:11]"
    )


#: A column, s9 elements from one to the next, s10 of them.
COLUMN = (
    f"v_mov_b32 v8, v0\nv_mov_b32 v6, 0\ns_mov_b32 s12, s10\nL1:\nv_mov_b32 v4, v8\n{POINTER}"
    "global_load_b32 v7, v[4:5], off\ns_waitcnt vmcnt(0)\nv_add_f32 v6, v6, v7\nv_add_nc_u32 v8, s9, v8\n"
    "s_add_i32 s12, s12, -1\ns_cmp_lg_u32 s12, 0\ns_cbranch_scc1 L1\n"
    "v_lshlrev_b32 v0, 2, v0\nglobal_store_b32 v0, v6, s[6:7]"
)
#: Two of them in a round, and what is left one by one.
TWO_BY_TWO = (
    "v_lshlrev_b32 v8, 2, v0\nv_mov_b32 v6, 0\ns_mov_b32 s12, s10\ns_lshl_b32 s11, s9, 2\n"
    "s_cmp_lt_u32 s12, 2\ns_cbranch_scc1 L1\nL2:\nv_add_nc_u32 v9, s11, v8\n"
    "global_load_b32 v7, v8, s[4:5]\nglobal_load_b32 v10, v9, s[4:5]\nv_add_nc_u32 v8, s11, v9\n"
    "s_waitcnt vmcnt(1)\nv_add_f32 v6, v6, v7\ns_waitcnt vmcnt(0)\nv_add_f32 v6, v6, v10\n"
    "s_add_i32 s12, s12, -2\ns_cmp_gt_u32 s12, 1\ns_cbranch_scc1 L2\ns_cmp_eq_u32 s12, 0\ns_cbranch_scc1 L3\n"
    "L1:\nglobal_load_b32 v7, v8, s[4:5]\ns_waitcnt vmcnt(0)\nv_add_f32 v6, v6, v7\nv_add_nc_u32 v8, s11, v8\n"
    "s_add_i32 s12, s12, -1\ns_cmp_lg_u32 s12, 0\ns_cbranch_scc1 L1\n"
    "L3:\nv_lshlrev_b32 v0, 2, v0\nglobal_store_b32 v0, v6, s[6:7]"
)


def test_a_round_may_read_what_the_first_kernel_comes_to_in_later_ones() -> None:
    assert proved(COLUMN, TWO_BY_TWO)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("v9, s11, v8", "v9, s9, v8"),  # another distance
        ("s_cmp_lt_u32 s12, 2", "s_cmp_lt_u32 s12, 1"),  # a second one that is not there
        ("s_cmp_gt_u32 s12, 1", "s_cmp_gt_u32 s12, 0"),
        ("s_cmp_eq_u32 s12, 0", "s_cmp_eq_u32 s12, 1"),
    ],
)
def test_a_round_may_not_read_more(old: str, new: str) -> None:
    assert old in TWO_BY_TWO
    assert not proved(COLUMN, TWO_BY_TWO.replace(old, new))


#: A distance that is extended by zeros: what is below 2^30, twice as far; the base is ahead of the first row.
ZEROS = (
    "s_lshr_b32 s9, s9, 2\ns_lshl_b32 s12, s9, 1\ns_mov_b32 s10, s9\ns_mov_b32 s11, 0\n"
    "s_lshl_b64 s[10:11], s[10:11], 3\n"
    "s_add_u32 s10, s4, s10\ns_addc_u32 s11, s5, s11"
)


def test_a_distance_may_be_a_multiple_of_a_small_number() -> None:
    rows = f"s_lshr_b32 s9, s9, 2\ns_lshl_b32 s12, s9, 1\n{ROWS.replace('v1, s9', 'v1, s12')}"
    assert proved(rows, BASES.format(ZEROS))
    # From 2^31 on it would be a negative one.
    wider = ("s_lshr_b32 s9, s9, 2\n", "")
    assert not proved(rows.replace(*wider), BASES.format(ZEROS.replace(*wider)))
    assert not proved(rows, BASES.format(ZEROS.replace("s[10:11], 3", "s[10:11], 4")))


def test_a_distance_may_be_behind() -> None:
    """The second row comes first: the base of the other one is so much behind."""
    mine, theirs = "v_mov_b32 v4, v1", "v_add_nc_u32 v4, v1, s9"
    rows = "s_lshr_b32 s9, s9, 2\n" + ROWS.replace(mine, "").replace(theirs, mine).replace("\n\n", f"\n{theirs}\n")
    behind = (
        "s_lshr_b32 s9, s9, 2\nv_add_nc_u32 v2, v1, s9\nv_lshlrev_b32 v2, 2, v2\ns_mov_b32 s10, s9\ns_mov_b32 s11, 0\n"
        "s_lshl_b64 s[10:11], s[10:11], 2\ns_sub_u32 s10, s4, s10\ns_subb_u32 s11, s5, s11"
    )
    assert proved(rows, BASES.format(behind))
    ahead = behind.replace("s_sub_u32", "s_add_u32").replace("s_subb_u32", "s_addc_u32")
    assert not proved(rows, BASES.format(ahead))


def test_a_uniform_number_is_one_however_long_it_takes_to_say() -> None:
    """What it is made of is named twice at each step."""
    index = "v_mul_lo_u32 v1, v0, s8\n{}" + "s_mul_hi_u32 s12, s12, s12\n" * 12 + "s_mov_b32 s13, 0\n"
    moved = "v_mov_b32 v4, v1\n" + POINTER
    far = "v_add_co_u32 v4, vcc_lo, s12, v4\nv_add_co_ci_u32_e64 v5, null, s13, v5, vcc_lo\n"
    base = "s_add_u32 s10, s4, s12\ns_addc_u32 s11, s5, s13\nv_lshlrev_b32 v2, 2, v1\n"
    carried = "s_add_u32 s12, s8, s9\ns_addc_u32 s12, s9, s14\n"
    for start in ("s_mov_b32 s12, s9\n", "v_readfirstlane_b32 s12, v0\n", carried):
        a = f"{index.format(start)}{moved}{far}global_store_b32 v[4:5], v0, off"
        assert proved(a, f"{index.format(start)}{base}global_store_b32 v2, v0, s[10:11]")
        assert not proved(a, f"{index.format(start)}{base}global_store_b32 v2, v0, s[4:5]")


def test_accesses_with_one_offset_may_say_differently_what_it_is_the_whole_of() -> None:
    """One index, or two that are widened each by itself: 4 times their sum, modulo 2^32, is what both add."""
    two = "v_mul_lo_u32 v1, v0, s8\nv_mul_lo_u32 v2, v0, s9\nv_add_nc_u32 v3, v1, v2\n"
    single = f"v_mov_b32 v4, v3\n{POINTER}global_store_b32 v[4:5], v0, off\n"
    second = """v_ashrrev_i32 v7, 31, v2
v_mov_b32 v6, v2
v_lshlrev_b64 v[6:7], 2, v[6:7]
v_add_co_u32 v4, vcc_lo, v4, v6
v_add_co_ci_u32_e64 v5, null, v5, v7, vcc_lo
global_store_b32 v[4:5], v1, off offset:4
"""
    apart = f"v_mov_b32 v4, v1\n{POINTER}{second}"
    offset = f"{two}v_lshlrev_b32 v3, 2, v3\n"
    for a, b in ((single, apart), (apart, single)):
        stores = ["global_store_b32 v3, v0, s[4:5]\n", "global_store_b32 v3, v1, s[4:5] offset:4\n"]
        stores = stores if a == single else stores[::-1]
        assert proved(two + a + b, offset + "".join(stores))
        assert not proved(two + a + b, offset + "".join(stores).replace("offset:4", "offset:8"))
        assert not proved(two + a + b, offset + "".join(stores), BOTH[:1])


_SKIPPED = """s_mov_b32 s12, 0
{start}
.Lloop:
s_cmp_eq_u32 s12, s11
s_cbranch_scc1 .Lskip
{load}
s_waitcnt vmcnt(0)
v_add_f32 v10, v10, v6
{inside}
.Lskip:
{step}
s_add_i32 s12, s12, 1
v_cmp_gt_u32 vcc_lo, s12, v0
s_or_b32 s14, vcc_lo, s14
s_and_not1_b32 exec_lo, exec_lo, s14
s_cbranch_execnz .Lloop
s_or_b32 exec_lo, exec_lo, s14
v_lshlrev_b32 v0, 2, v0
global_store_b32 v0, v10, s[6:7]"""


def skipped(start: str, load: str, step: str, inside: str = "s_nop 0") -> str:
    """A loop that lanes leave one by one, and that has its load in a part that all may skip."""
    return _SKIPPED.format(start=start, load=load, step=step, inside=inside)


def test_an_offset_that_moves_is_a_multiple_of_an_index_that_does() -> None:
    a = skipped(
        "v_mov_b32 v1, v0", f"v_mov_b32 v4, v1\n{POINTER}global_load_b32 v6, v[4:5], off", "v_add_nc_u32 v1, s9, v1"
    )
    start, load = "s_lshl_b32 s13, s9, 2\nv_lshlrev_b32 v2, 2, v0", "global_load_b32 v6, v2, s[4:5]"
    step = "v_add_nc_u32 v2, s13, v2"
    assert proved(a, skipped(start, load, step))
    assert not proved(a, skipped(start.replace("2, v0", "3, v0"), load, step))
    assert not proved(a, skipped(start, load, step.replace("s13", "s9")))
    assert not proved(a, skipped(start, load, "s_nop 0", step))  # not in rounds that skip the load
    far = f"{start}\nv_add_nc_u32 v2, 4, v2"
    assert not proved(a, skipped(far, f"{load} offset:-4", step))  # four more may be 2^32 and more
