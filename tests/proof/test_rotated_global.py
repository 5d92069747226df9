"""Loops that load from global memory for the next round: right ones are proved, those that read more are not."""

from __future__ import annotations

import pytest

from tests.proof.test_rotated import changed, proved

START = """v_mov_b32_e32 v2, 0
v_lshlrev_b32_e32 v3, 2, v0
s_mov_b32 s12, 0
s_mov_b32 s14, 0
v_and_b32_e32 v9, 7, v0
"""
LOADS = "global_load_b64 v[4:5], v3, s[8:9]\n"
USE = "v_mul_f32_e32 v6, v4, v5\nv_fmac_f32_e32 v2, v6, v4\n"
NEXT_USE = "v_mul_f32_e32 v6, v7, v8\nv_fmac_f32_e32 v2, v6, v7\n"
COPY = "s_waitcnt vmcnt(0)\nv_mov_b32_e32 v7, v4\nv_mov_b32_e32 v8, v5\n"
STEP = "v_add_nc_u32_e32 v3, 0x100, v3\ns_add_i32 s12, s12, 1\n"
SAVE, RESTORE = "s_mov_b32 s20, exec_lo\n", "s_mov_b32 exec_lo, s20\n"
#: Lanes leave one by one, at the end all are on again; all leave together, by SCC one way or the other.
LANES = (
    "v_cmp_lt_u32_e64 s13, v9, s12\ns_or_b32 s14, s13, s14\n",
    "s_and_not1_b32 exec_lo, exec_lo, s14\n",
    "s_and_not1_b32 exec_lo, exec_lo, s14\ns_cbranch_execnz L1\n",
    "s_mov_b32 exec_lo, -1\n",
)
MORE = ("s_cmp_lt_i32 s12, s10\n", "s_cselect_b32 exec_lo, exec_lo, 0\n", "s_cbranch_scc1 L1\n", "")
LESS = ("s_cmp_ge_i32 s12, s10\n", "s_cselect_b32 exec_lo, 0, exec_lo\n", "s_cbranch_scc0 L1\n", "")
ENDS = {"lanes": LANES, "more": MORE, "less": LESS}


def loops(kind: str) -> tuple[str, str]:
    """A loop, and the same with its load a round ahead."""
    test, limit, back, end = ENDS[kind]
    ahead = COPY + STEP + test + SAVE + limit + LOADS + RESTORE + NEXT_USE + back + "s_waitcnt vmcnt(0)\n"
    return (
        START + "L1:\n" + LOADS + "s_waitcnt vmcnt(0)\n" + USE + STEP + test + back + end + "STORE",
        START + LOADS + "L1:\n" + ahead + end + "STORE",
    )


@pytest.mark.parametrize("arch", ["gfx1100", "gfx1201"])
@pytest.mark.parametrize("kind", ENDS)
def test_loads_for_lanes_that_have_a_next_round_may_be_ahead(kind: str, arch: str) -> None:
    a, b = loops(kind)
    if arch.startswith("gfx12"):
        # The comparison has read the scalar that is stepped, and reads it again.
        stepped = STEP + "s_wait_alu depctr_sa_sdst(0)\n"
        a, b = (t.replace("s_waitcnt vmcnt(0)", "s_wait_loadcnt 0x0").replace(STEP, stepped) for t in (a, b))
    assert proved(a, b, arch)


@pytest.mark.parametrize("kind", ENDS)
@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("LIMIT", ""),  # every lane loads for a round that does not come
        (SAVE + "LIMIT", "LIMIT" + SAVE),  # the lanes that leave do not compute
        (START + LOADS, START),
        (COPY, COPY.replace("v8, v5", "v8, v4")),
        (LOADS + RESTORE, LOADS.replace("v3", "v9") + RESTORE),
        (LOADS + RESTORE, LOADS + LOADS.replace("v[4:5]", "v[10:11]").replace("]\n", "] offset:8\n") + RESTORE),
        (LOADS + RESTORE, LOADS.replace("b64 v[4:5]", "b128 v[4:7]") + RESTORE),
        (LOADS + RESTORE, "global_load_b32 v4, v3, s[8:9]\nglobal_load_b32 v5, v3, s[8:9] offset:4\n" + RESTORE),
        (LOADS + RESTORE, RESTORE + LOADS),
        (STEP, STEP.replace("0x100", "0x80")),
        ("L1:\ns_waitcnt vmcnt(0)\n", "L1:\n"),
    ],
)
def test_wrong_ones_are_not(kind: str, old: str, new: str) -> None:
    a, b = loops(kind)
    old, new = (text.replace("LIMIT", ENDS[kind][1]) for text in (old, new))
    assert not proved(a, changed(b, old, new))


@pytest.mark.parametrize(
    "between",
    [
        "global_store_b32 v3, v2, s[8:9]\n",
        "global_store_b32 v3, v2, s[8:9] offset:256\n",
        "global_store_b32 v9, v2, s[6:7]\n",  # who knows where that is
        "global_atomic_add_u32 v9, v0, s[6:7]\n",
        "s_waitcnt vmcnt(0)\nbuffer_gl0_inv\n",
        "s_waitcnt vmcnt(0) lgkmcnt(0)\ns_barrier\nbuffer_gl0_inv\n",
        "global_load_b32 v12, v9, s[6:7] glc\ns_waitcnt vmcnt(0)\n",
    ],
)
def test_what_may_change_memory_stays_between(between: str) -> None:
    a, b = loops("more")
    a, b = changed(a, STEP, between + STEP), changed(b, NEXT_USE, NEXT_USE + between)
    assert not proved(a, b)
    # In front of the loads it does no harm.
    a, b = loops("more")
    b = changed(changed(b, STEP, NEXT_USE + between + STEP), RESTORE + NEXT_USE, RESTORE)
    assert proved(changed(a, STEP, between + STEP), b)


def test_a_loop_that_another_wave_ends_loads_anew() -> None:
    spin = "global_load_b32 v12, v9, s[6:7] glc\ns_waitcnt vmcnt(0)\nv_readfirstlane_b32 s15, v12\n"
    test, limit, back, end = "s_cmp_lg_i32 s15, 0\n", *MORE[1:]
    a = START + "L1:\n" + LOADS + "s_waitcnt vmcnt(0)\n" + USE + STEP + spin + test + back + end + "STORE"
    b = START + LOADS + "L1:\n" + COPY + STEP + spin + test + SAVE + limit + LOADS + RESTORE + NEXT_USE + back
    assert not proved(a, b + "s_waitcnt vmcnt(0)\n" + end + "STORE")
