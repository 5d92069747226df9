"""What the metadata say of ids of work-items and workgroups, and the addresses that follow without assumptions."""

from __future__ import annotations

import pytest

from isaopt.proof.verdict import verify_modules
from tests.proof.test_attacks_listed import Listed

WIDEN = "v_ashrrev_i32_e32 v5, 31, v4"
POINTER = """v_lshlrev_b64 v[4:5], 2, v[4:5]
v_add_co_u32 v4, vcc_lo, s4, v4
v_add_co_ci_u32_e64 v5, null, s5, v5, vcc_lo
global_store_b32 v[4:5], v1, off"""
BASE = """s_ashr_i32 s13, s12, 31
s_lshl_b64 s[12:13], s[12:13], 2
s_add_u32 s12, s4, s12
s_addc_u32 s13, s5, s13
"""
ITEM = "v_lshl_add_u32 v4, s2, 8, v0\n"
SPLIT = f"s_lshl_b32 s12, s2, 8\n{BASE}global_store_b32 v1, v1, s[12:13]"


def proved(a: str, b: str, *options: str, arch: str = "gfx1100") -> bool:
    pair = Listed("", arch, frozenset(options), a, b)
    found = verify_modules(pair.program(a), pair.program(b)).kernels[0]
    assert not found.assumptions
    return found.status == "proved"


@pytest.mark.parametrize(
    ("metadata", "same"),
    [
        ("threads=256", True),
        ("threads=64", True),
        ("sizes=256,1,1", True),
        ("threads=257", False),
        ("sizes=257,1,1", False),
        ("sizes=257,1", False),  # no three numbers: no promise
        ("groups=4,4,4", True),  # the index is below 2048
        ("groups=16777216,1,1", False),
        ("threads=0", False),
    ],
)
def test_an_item_that_meets_no_bit_of_its_group_is_added_to_it(metadata: str, same: bool) -> None:
    assert proved(f"{ITEM}{WIDEN}\n{POINTER}", SPLIT, metadata) is same


def test_an_index_without_a_sign_takes_a_base_without_one() -> None:
    base = SPLIT.replace("s_ashr_i32 s13, s12, 31", "s_mov_b32 s13, 0")
    plain = f"{ITEM}v_mov_b32_e32 v5, 0\n{POINTER}"
    assert proved(plain, base, "threads=256")
    assert not proved(plain, SPLIT, "threads=256")


def test_the_lower_bits_of_a_constant_go_with_the_item() -> None:
    scaled = "v_lshlrev_b32_e32 v4, 1, v0\nv_lshl_add_u32 v4, s2, 8, v4\nv_add_nc_u32_e32 v4, {}, v4\n"
    other = "s_lshl_b32 s12, s2, 8\ns_add_i32 s12, s12, {}\n{}v_lshlrev_b32_e32 v4, 3, v0\n"
    for constant, base, offset, same in ((0x101, 0x100, 4, True), (0x102, 0x100, 8, False), (0x101, 0, 0x404, False)):
        b = other.format(base, BASE) + f"global_store_b32 v4, v1, s[12:13] offset:{offset}"
        assert proved(f"{scaled.format(constant)}{WIDEN}\n{POINTER}", b, "threads=128") is same


@pytest.mark.parametrize(("threads", "same"), [(256, True), (257, False)])
def test_an_item_that_counts_down_stays_above_zero(threads: int, same: bool) -> None:
    index = "v_sub_nc_u32_e32 v4, 0xff, v0\n"
    b = f"{index}v_lshlrev_b32_e32 v4, 2, v4\nglobal_store_b32 v4, v1, s[4:5]"
    assert proved(f"{index}{WIDEN}\n{POINTER}", b, f"threads={threads}") is same


def test_an_item_below_a_constant_takes_the_constant_with_its_sign() -> None:
    a = f"v_add_nc_u32_e32 v4, -4, v0\n{WIDEN}\n{POINTER}"
    assert proved(a, "global_store_b32 v1, v1, s[4:5] offset:-16")
    assert not proved(a.replace(WIDEN, "v_mov_b32_e32 v5, 0"), "global_store_b32 v1, v1, s[4:5] offset:-16")


BYTE = "v_add_co_u32 v4, vcc_lo, s4, v4\nv_add_co_ci_u32_e64 v5, null, s5, v5, vcc_lo\nglobal_store_b8 v[4:5], v1, off"


@pytest.mark.parametrize(
    ("metadata", "same"),
    [
        ("groups=2097152,1,1", True),
        ("groups=2097153,1,1", False),
        ("groups=0,1,1", False),
        ("sizes=1024,1,1", False),  # 2^32 work-items and 1024 to each workgroup: the sign may be set
        ("threads=1024", False),
    ],
)
def test_workgroups_that_are_few_leave_the_sign_alone(metadata: str, same: bool) -> None:
    index = "v_lshl_add_u32 v4, s2, 10, v0\n"
    b = f"{index}global_store_b8 v4, v1, s[4:5]"
    assert proved(f"{index}{WIDEN}\n{BYTE}", b, metadata) is same


SIZE = "s_load_b32 s14, s[0:1], 0x20\ns_waitcnt lgkmcnt(0)\ns_and_b32 s14, s14, 0xffff\ns_mul_i32 s12, s2, s14\n"
GRID = f"{SIZE}v_add_nc_u32_e32 v4, s12, v0\nv_mov_b32_e32 v5, 0\n{POINTER}"
GRID_BASE = SIZE + SPLIT[SPLIT.index("s_ashr") :].replace("s_ashr_i32 s13, s12, 31", "s_mov_b32 s13, 0")


@pytest.mark.parametrize(
    ("old", "new", "options", "same"),
    [
        ("", "", ("hidden=32,34,36",), True),
        ("", "", (), False),  # not known to be the size
        ("", "", ("hidden=34,32,36",), False),  # the one of y
        ("0xffff", "0x7fff", ("hidden=32,34,36",), False),
        ("0xffff", "0x1ffff", ("hidden=32,34,36",), False),
        ("s_and_b32 s14, s14, 0xffff", "s_lshr_b32 s14, s14, 16", ("hidden=34,32,36",), True),
        ("s2, s14", "s3, s14", ("hidden=32,34,36",), False),  # no workgroup id
        ("s12, v0", "s12, v1", ("hidden=32,34,36",), False),  # four times the item's id
        ("v5, 0\n", "v5, 0\nv_add_nc_u32_e32 v4, 1, v4\n", ("hidden=32,34,36",), False),
        ("v_mov_b32_e32 v5, 0", WIDEN, ("hidden=32,34,36",), False),  # the sign may be set within a workgroup
        ("s12, v0", "s12, v0", ("hidden=32,34,36", "ids=1"), False),  # y is in v0, too
    ],
)
def test_the_items_of_a_grid_have_32_bits(old: str, new: str, options: tuple[str, ...], same: bool) -> None:
    a, b = GRID.replace(old, new), GRID_BASE.replace(old, new)
    if "v_add_nc_u32_e32 v4, 1" in new:
        b = b.replace("s[12:13]", "s[12:13]", 1) + " offset:4"
    if "v1" in new:
        b = b.replace("global_store_b32 v1,", "v_lshlrev_b32_e32 v3, 2, v1\nglobal_store_b32 v3,")
    if new == WIDEN:
        b = b.replace("s_mov_b32 s13, 0", "s_ashr_i32 s13, s12, 31")
    assert proved(a, b, *options) is same


@pytest.mark.parametrize(("sizes", "same"), [("64,1,1", True), ("32,2,1", True), ("8,8,1", False)])
def test_a_grid_has_less_than_2_to_the_32_items(sizes: str, same: bool) -> None:
    """16 bytes for each group: 2^32 / 32 groups of 32 items stay below 2^31."""
    index = "v_mov_b32_e32 v4, s2\nv_lshlrev_b32_e32 v4, 4, v4\n"
    assert proved(f"{index}{WIDEN}\n{BYTE}", f"{index}global_store_b8 v4, v1, s[4:5]", f"sizes={sizes}") is same


@pytest.mark.parametrize(("threads", "same"), [(32, True), (33, False)])
def test_a_row_whose_items_are_few_meets_no_bit_of_the_next(threads: int, same: bool) -> None:
    """32 * y or x, with x below the size of a workgroup."""
    item = "v_and_b32_e32 v2, 0x3ff, v0\nv_bfe_u32 v3, v0, 10, 10\n"
    apart = """v_lshlrev_b32_e32 v6, 7, v3
v_add_co_u32 v4, s12, s4, v6
v_add_co_ci_u32_e64 v5, null, s5, 0, s12
v_lshlrev_b32_e32 v6, 2, v2
v_add_co_u32 v4, vcc_lo, v4, v6
v_add_co_ci_u32_e64 v5, null, 0, v5, vcc_lo
global_store_b32 v[4:5], v1, off"""
    both = "v_lshl_or_b32 v4, v3, 5, v2\nv_lshlrev_b32_e32 v4, 2, v4\nglobal_store_b32 v4, v1, s[4:5]"
    assert proved(item + apart, item + both, "ids=1", f"threads={threads}") is same


def below_the_sign(value: str, shift: int, arch: str, *options: str) -> bool:
    """Whether it is known that v4, shifted left, is not negative: extended by zeros it is the same then."""
    index = f"{value}\nv_lshlrev_b32_e32 v4, {shift}, v4\n"
    b = f"{index}global_store_b8 v4, v1, s[4:5]"
    return proved(f"{index}{WIDEN}\n{BYTE}", b, *options, arch=arch)


@pytest.mark.parametrize(
    ("ids", "sizes", "bits", "shift", "known"),
    [
        (1, "32,1,1", "0, 10", 26, True),
        (1, "33,1,1", "0, 10", 26, False),
        (1, "32,1,1", "4, 6", 30, True),
        (1, "32,1,1", "3, 7", 30, False),
        (1, "32,1,2", "10, 10", 31, True),
        (1, "32,2,1", "10, 10", 31, False),
        (1, "32,1,1", "9, 10", 22, False),
        (1, "32,1,2", "20, 10", 30, False),  # the hardware was not asked for z
        (2, "32,1,2", "20, 10", 30, True),
        (2, "32,1,3", "20, 10", 30, False),
    ],
)
def test_packed_ids_are_below_the_sizes_of_the_workgroup(
    ids: int, sizes: str, bits: str, shift: int, known: bool
) -> None:
    for value in (f"v_bfe_u32 v4, v0, {bits}", "v_lshrrev_b32_e32 v4, {}, v0\nv_and_b32_e32 v4, {}, v4"):
        first, count = map(int, bits.split(","))
        code = value.format(first, (1 << count) - 1)
        assert below_the_sign(code, shift, "gfx1100", f"ids={ids}", f"sizes={sizes}") is known


@pytest.mark.parametrize(
    ("value", "shift", "groups", "known"),
    [
        ("s_and_b32 s12, ttmp7, 0xffff", 27, "1,16,1", True),
        ("s_and_b32 s12, ttmp7, 0xffff", 27, "1,17,1", False),
        ("s_and_b32 s12, ttmp7, 0xffff", 15, "1,65537,1", True),  # the register has no more bits for it
        ("s_and_b32 s12, ttmp7, 0x1ffff", 15, "1,16,1", False),
        ("s_lshr_b32 s12, ttmp7, 16", 26, "1,1,32", True),
        ("s_lshr_b32 s12, ttmp7, 16", 26, "1,1,33", False),
        ("s_mov_b32 s12, ttmp9", 28, "8,1,1", True),
        ("s_mov_b32 s12, ttmp9", 28, "9,1,1", False),
        ("s_mov_b32 s12, ttmp8", 28, "8,8,8", False),
    ],
)
def test_gfx12_has_two_ids_in_one_register(value: str, shift: int, groups: str, known: bool) -> None:
    assert below_the_sign(f"{value}\nv_mov_b32_e32 v4, s12", shift, "gfx1201", f"groups={groups}") is known


@pytest.mark.parametrize(
    ("register", "known"),
    [("s2", True), ("s3", False)],  # y is not asked for
)
def test_gfx11_has_the_ids_behind_the_registers_of_the_user(register: str, known: bool) -> None:
    assert below_the_sign(f"v_mov_b32_e32 v4, {register}", 28, "gfx1100", "groups=8,8,8") is known
