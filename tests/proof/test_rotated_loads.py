"""Loops that load from LDS for the next round at the end of a round: right ones are proved, wrong ones are not."""

from __future__ import annotations

import pytest

from tests.proof.test_rotated import changed, proved

#: The first tile stands in LDS; each round stores the next one, between two barriers.
START = """v_mov_b32_e32 v2, 0
v_lshlrev_b32_e32 v3, 3, v0
ds_store_b32 v1, v0
s_mov_b32 s12, 0
s_waitcnt lgkmcnt(0)
s_barrier
"""
LOADS = "ds_load_b64 v[4:5], v3\nds_load_b32 v6, v3 offset:128\n"
USE = """s_waitcnt lgkmcnt(0)
v_fmac_f32_e32 v2, v4, v5
v_fmac_f32_e32 v2, v6, v6
"""
TILE = "v_add_nc_u32_e32 v7, s12, v0\n"
PUBLISH = "s_barrier\nds_store_b32 v1, v7\ns_waitcnt lgkmcnt(0)\ns_barrier\n"
BACK = "s_add_i32 s12, s12, 1\ns_cmp_lt_i32 s12, s10\ns_cbranch_scc1 L1\n"
LOOP = START + "L1:\n" + LOADS + USE + TILE + PUBLISH + BACK + "STORE"
#: What uses a round's last load stands behind the barriers.
LATE = "v_fmac_f32_e32 v2, v6, v6\n"
AHEAD = (
    START
    + LOADS
    + "L1:\n"
    + USE.replace(LATE, "v_mov_b32_e32 v8, v6\n")
    + TILE
    + PUBLISH
    + LOADS
    + LATE.replace("v6", "v8")
    + BACK
    + "s_waitcnt lgkmcnt(0)\nSTORE"
)


@pytest.mark.parametrize("wave", [32, 64])
def test_loads_of_a_published_tile_may_be_ahead(wave: int) -> None:
    assert proved(LOOP, AHEAD, wave=wave)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (LOADS + "L1:", "L1:"),
        (LOADS + "L1:", LOADS.replace("v6, v3", "v6, v1") + "L1:"),
        # Before the other waves have stored their part of the tile, or this one its own.
        (PUBLISH + LOADS, PUBLISH.removesuffix("s_barrier\n") + LOADS + "s_barrier\n"),
        (PUBLISH + LOADS, LOADS + PUBLISH),
        # The tile is overwritten where it may still be loaded.
        ("s_barrier\nds_store_b32 v1, v7", "ds_store_b32 v1, v7"),
        (LOADS + LATE.replace("v6", "v8"), LOADS.replace("128", "124") + LATE.replace("v6", "v8")),
        (LOADS + LATE.replace("v6", "v8"), LOADS + LATE),
        (LOADS + LATE.replace("v6", "v8"), LOADS + "v_add_nc_u32_e32 v3, 4, v3\n" + LATE.replace("v6", "v8")),
        ("L1:\ns_waitcnt lgkmcnt(0)\n", "L1:\n"),
    ],
    ids=[
        "no-copy",
        "other-copy",
        "before-the-second-barrier",
        "before-the-stores",
        "no-first-barrier",
        "other-offset",
        "old-value-gone",
        "address-moves",
        "no-wait",
    ],
)
def test_other_loads_are_not_proved(old: str, new: str) -> None:
    assert not proved(LOOP, changed(AHEAD, old, new))


#: In A the address comes from scalars that each round sets anew, and a label that nothing leads to stands between.
SET = "s_mov_b32 s13, 0\nv_add_nc_u32_e32 v9, s13, v3\nL2:\n"
BY_SCALAR = LOOP.replace("L1:\n" + LOADS, "L1:\n" + SET + LOADS.replace("v3", "v9"))


@pytest.mark.parametrize(("base", "same"), [("0", True), ("4", False), ("s12", False)])
def test_addresses_may_come_from_scalars(base: str, same: bool) -> None:
    assert proved(BY_SCALAR.replace("s13, 0", f"s13, {base}"), AHEAD) == same


#: The loop's condition at its head; B tests it in front of the loop and at the end of each round.
TEST = "s_cmp_ge_i32 s12, s10\ns_cbranch_scc1 L3\n"
STEP = "s_add_i32 s12, s12, 1\n"
AT_HEAD = START + "L1:\n" + TEST + LOADS + USE + TILE + PUBLISH + STEP + "s_branch L1\nL3:\nSTORE"
AT_END = changed(AHEAD, LOADS + "L1:", TEST + LOADS + "L1:").replace("STORE", "L3:\nSTORE")


def test_what_is_loaded_for_the_first_round_may_stand_between_a_test_and_the_loop() -> None:
    assert proved(AT_HEAD, AT_END)


@pytest.mark.parametrize(
    ("old", "new"),
    [(TEST + LOADS, TEST + LOADS.replace("128", "64")), (TEST + LOADS, TEST), ("s_cmp_lt_i32", "s_cmp_le_i32")],
)
def test_there_too_it_is_what_the_round_loads(old: str, new: str) -> None:
    assert not proved(AT_HEAD, changed(AT_END, old, new))


#: An address of a table, which is counted from where the code stands.
TABLE = "s_getpc_b64 s[14:15]\ns_add_u32 s14, s14, table@rel32@lo+4\ns_addc_u32 s15, s15, table@rel32@hi+12\n"


@pytest.mark.parametrize("same", [True, False])
def test_addresses_of_tables_may_stand_in_the_loop(same: bool) -> None:
    after = AHEAD if same else changed(AHEAD, LOADS + "L1:", "L1:")
    assert proved(LOOP.replace("L1:\n", "L1:\n" + TABLE), after.replace("L1:\n", "L1:\n" + TABLE)) == same
