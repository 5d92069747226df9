"""Rewrites that change the order of accesses and are proved all the same: nobody can observe the difference."""

from __future__ import annotations

import pytest

from isaopt.asm.parser import parse_text
from isaopt.proof.verdict import verify_modules
from tests.kernels import block, entry
from tests.proof.test_attacks import program

START = "v_lshlrev_b32_e32 v1, 2, v0\nv_mov_b32_e32 v3, 0\nds_store_b32 v1, v3\ns_waitcnt lgkmcnt(0)\ns_barrier\n"
TWO = "ds_load_b32 v4, v1\n{}ds_load_b32 v5, v1 offset:256\n"
SWAPPED = "ds_load_b32 v5, v1 offset:256\nds_load_b32 v4, v1\n"
END = "s_waitcnt lgkmcnt(0)\nv_add_nc_u32_e32 v2, v4, v5\nSTORE"
WAIT = "s_waitcnt lgkmcnt(0)\n"
ALONE = block(entry([".max_flat_workgroup_size: 32"]))


def proved(a: str, b: str, after: str = "", cu: bool = False) -> bool:
    modules = [program(code, "gfx1100", 32, after) for code in (a, b)]
    if cu:
        count = ".amdhsa_user_sgpr_count 2\n"
        mode = f"{count}\t\t.amdhsa_workgroup_processor_mode 0\n"
        modules = [parse_text(m.text().replace(count, mode), "t.s") for m in modules]
    before, changed = modules
    return verify_modules(before, changed).proved


def test_loads_between_barriers_without_a_store_change_places() -> None:
    assert proved(START + TWO.format(WAIT) + END, START + SWAPPED + END)


@pytest.mark.parametrize("wait", [WAIT, ""])
def test_loads_in_the_interval_of_a_store_do_not(wait: str) -> None:
    """LDS performs what a wave asks in order, waited for or not."""
    late = END.replace("STORE", "ds_store_b32 v1, v2\nSTORE")
    assert not proved(START + TWO.format(wait) + late, START + SWAPPED + late)
    assert proved(START + TWO.format(wait) + late, START + TWO.format("") + late)
    assert proved(START + TWO.format(wait) + late, START + SWAPPED + late, ALONE)


def test_loads_before_the_first_barrier_do_not() -> None:
    start = START.removesuffix("s_barrier\n")
    assert not proved(start + TWO.format(WAIT) + END, start + SWAPPED + END)


LOOP = """s_mov_b32 s12, 0
L1:
s_add_i32 s12, s12, 1
s_cmp_lt_u32 s12, s10
s_cbranch_scc1 L1
"""
RACED = "ds_store_b32 v1, v2 offset:512\nSTORE"
ONE, OTHER = "ds_load_b32 v4, v1\n", "ds_load_b32 v5, v1 offset:256\n"
SUM = f"{WAIT}v_add_nc_u32_e32 v2, v4, v5\n{RACED}"


def test_a_load_comes_from_behind_a_loop_only_past_what_does_not_ask_lds() -> None:
    late = f"{WAIT}v_mov_b32_e32 v2, v4\n{RACED}"
    assert proved(START + LOOP + ONE + late, START + ONE + LOOP + late)
    assert not proved(START + LOOP + OTHER + ONE + SUM, START + ONE + LOOP + OTHER + SUM)
    assert not proved(START + OTHER + LOOP + ONE + SUM, START + ONE + OTHER + LOOP + SUM)
    assert proved(START + OTHER + LOOP + ONE + SUM, START + OTHER + ONE + LOOP + SUM)
    assert not proved(START + ONE + OTHER + LOOP + SUM, START + OTHER + LOOP + ONE + SUM)


def test_a_value_of_lds_stands_for_a_later_one_only_with_nothing_between() -> None:
    thrice = "{}ds_load_b32 v6, v1\n" + WAIT + "v_add3_u32 v2, v4, v5, v6\n" + RACED
    twice = "{}" + WAIT + "v_add3_u32 v2, v4, v5, v4\n" + RACED
    assert proved(START + thrice.format(OTHER + ONE), START + twice.format(OTHER + ONE))
    assert not proved(START + thrice.format(ONE + OTHER), START + twice.format(ONE + OTHER))
    assert not proved(START + thrice.format(ONE + OTHER), START + twice.format(OTHER + ONE))


def test_stores_to_lds_change_places_for_a_wave_that_is_alone() -> None:
    few = block(entry([".max_flat_workgroup_size: 64"]))
    start = "v_lshlrev_b32_e32 v1, 2, v0\nv_mov_b32_e32 v2, 7\n"
    a, b = "ds_store_b32 v1, v2\n", "ds_store_b32 v1, v2 offset:256\n"
    assert proved(start + a + b + WAIT + "STORE", start + b + a + WAIT + "STORE", ALONE)
    assert not proved(start + a + b + WAIT + "STORE", start + b + a + WAIT + "STORE", few)
    load = "ds_load_b32 v4, v1 offset:256\n"
    end = WAIT + "v_mov_b32_e32 v2, v4\nSTORE"
    for first, second in ((a, load), (load, a)):
        assert not proved(start + first + second + end, start + second + first + end, few)
        assert proved(start + first + second + end, start + second + first + end, ALONE)


def test_a_value_is_not_loaded_a_second_time() -> None:
    start = "v_lshlrev_b32_e32 v1, 2, v0\n"
    load = "global_load_b32 v{}, v1, s[8:9]\n"
    a = start + load.format(4) + "s_waitcnt vmcnt(0)\nv_mov_b32_e32 v5, v4\nv_sub_nc_u32_e32 v2, v4, v5\nSTORE"
    b = start + load.format(4) + load.format(5) + "s_waitcnt vmcnt(0)\nv_sub_nc_u32_e32 v2, v4, v5\nSTORE"
    assert not proved(a, b), "another workgroup may write between the two"
    assert proved(b, a)


@pytest.mark.parametrize("cu", [False, True])
def test_vector_loads_change_places_but_in_compute_unit_mode(cu: bool) -> None:
    start = "v_lshlrev_b32_e32 v1, 2, v0\n"
    loads = ["global_load_b32 v4, v1, s[8:9]\n", "global_load_b32 v5, v1, s[6:7]\n"]
    end = "s_waitcnt vmcnt(0)\nv_add_nc_u32_e32 v2, v4, v5\nSTORE"
    assert proved(start + "".join(loads) + end, start + "".join(loads[::-1]) + end, cu=cu) is not cu
    assert proved(start + "".join(loads) + end, start + "".join(loads[::-1]) + end, ALONE, cu)


def test_a_wave_that_is_alone_needs_no_order_of_lds() -> None:
    release = "v_lshlrev_b32_e32 v1, 2, v0\nv_mov_b32_e32 v2, 7\nds_store_b32 v1, v2\n{}STORE"
    assert proved(release.format(WAIT), release.format(""), ALONE)
    assert not proved(release.format(WAIT), release.format(""))
