"""Rewrites that change the order of accesses and are proved all the same: nobody can observe the difference."""

from __future__ import annotations

import pytest

from isaopt.asm.parser import parse_text
from isaopt.proof.verdict import verify_modules
from tests.notes import block, entry
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
    return verify_modules(*modules).proved


def test_loads_between_barriers_without_a_store_change_places() -> None:
    assert proved(START + TWO.format(WAIT) + END, START + SWAPPED + END)


def test_loads_in_the_interval_of_a_store_do_not() -> None:
    late = END.replace("STORE", "ds_store_b32 v1, v2\nSTORE")
    assert not proved(START + TWO.format(WAIT) + late, START + SWAPPED + late)
    assert proved(START + TWO.format("") + late, START + SWAPPED + late), "without a wait it is no acquire"


def test_loads_before_the_first_barrier_do_not() -> None:
    start = START.removesuffix("s_barrier\n")
    assert not proved(start + TWO.format(WAIT) + END, start + SWAPPED + END)


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
