"""The adversarial memory: a missing wait shows, a sufficient one does not; waves in any order between barriers."""

from __future__ import annotations

import numpy as np
import pytest

from isaopt.emulator.emulation import EmulationOptions
from tests.emulator.running import lanes, launch, text_of

U = np.uint32
LATE = EmulationOptions(late=True)


def differs(body: str, arch: str = "gfx1100", lds: int = 0) -> bool:
    """Whether the late run gives another result than the plain one."""
    a, b = np.arange(32, dtype=U) + U(1), np.arange(32, dtype=U) + U(1000)
    plain = lanes(body, a, b, arch, lds=lds)
    late = lanes(body, a, b, arch, lds=lds, options=LATE)
    again = lanes(body, a, b, arch, lds=lds, options=LATE)
    assert np.array_equal(late, again)  # the garbage is always the same
    return not np.array_equal(plain, late)


LOADS = "global_load_b32 v3, v0, s[4:5]\nglobal_load_b32 v4, v0, s[6:7]\n"


@pytest.mark.parametrize(
    ("body", "wrong"),
    [
        (LOADS + "s_waitcnt vmcnt(0)\nv_add_nc_u32 v10, v3, v4", False),
        (LOADS + "v_add_nc_u32 v10, v3, v4\ns_waitcnt vmcnt(0)", True),
        (LOADS + "s_waitcnt vmcnt(1)\nv_mov_b32 v10, v3\ns_waitcnt vmcnt(0)", False),
        (LOADS + "s_waitcnt vmcnt(1)\nv_mov_b32 v10, v4\ns_waitcnt vmcnt(0)", True),
        (LOADS + "s_waitcnt lgkmcnt(0)\nv_mov_b32 v10, v3\ns_waitcnt vmcnt(0)", True),
        # A write before the load returned is lost.
        (LOADS + "v_mov_b32 v3, 5\ns_waitcnt vmcnt(0)\nv_mov_b32 v10, v3", True),
        # Scalar loads return in any order: only zero says anything.
        ("s_load_b32 s10, s[4:5], 0x0\ns_load_b32 s11, s[4:5], 0x4\ns_waitcnt lgkmcnt(1)\nv_mov_b32 v10, s10\n"
         "s_waitcnt lgkmcnt(0)", True),
        ("s_load_b32 s10, s[4:5], 0x0\ns_load_b32 s11, s[4:5], 0x4\ns_waitcnt lgkmcnt(0)\nv_mov_b32 v10, s10", False),
        # LDS operations are ordered among themselves, but not against scalar loads.
        ("ds_store_b32 v0, v1\nds_load_b32 v3, v0\ns_load_b32 s10, s[4:5], 0x0\ns_waitcnt lgkmcnt(1)\n"
         "v_mov_b32 v10, v3\ns_waitcnt lgkmcnt(0)", True),
        ("ds_store_b32 v0, v1\nds_load_b32 v3, v0\nds_load_b32 v4, v0\ns_waitcnt lgkmcnt(1)\n"
         "v_mov_b32 v10, v3\ns_waitcnt lgkmcnt(0)", False),
        # A wave sees its own stores without a wait.
        ("global_store_b32 v0, v0, s[4:5]\nglobal_load_b32 v10, v0, s[4:5]\ns_waitcnt vmcnt(0)", False),
        ("ds_bpermute_b32 v3, v0, v1\nv_mov_b32 v10, v3\ns_waitcnt lgkmcnt(0)", True),
    ],
)  # fmt: skip
def test_waits_of_gfx11(body: str, wrong: bool) -> None:
    assert differs(body, lds=128) is wrong


@pytest.mark.parametrize(
    ("body", "wrong"),
    [
        (LOADS + "s_wait_loadcnt 0x1\nv_mov_b32 v10, v3\ns_wait_loadcnt 0x0", False),
        (LOADS + "s_wait_loadcnt 0x1\nv_mov_b32 v10, v4\ns_wait_loadcnt 0x0", True),
        # Two loads into one register are not ordered on gfx12.
        ("global_load_b32 v3, v0, s[4:5]\nglobal_load_b32 v3, v0, s[6:7]\ns_wait_loadcnt 0x0\nv_mov_b32 v10, v3", True),
        ("global_load_b32 v3, v0, s[4:5]\ns_wait_loadcnt 0x0\nglobal_load_b32 v3, v0, s[6:7]\ns_wait_loadcnt 0x0\n"
         "v_mov_b32 v10, v3", False),
        ("ds_store_b32 v0, v1\nds_load_b32 v3, v0\ns_load_b32 s10, s[4:5], 0x0\ns_wait_dscnt 0x0\n"
         "v_mov_b32 v10, v3\ns_wait_kmcnt 0x0", False),
        (LOADS + "ds_load_b32 v5, v0\ns_wait_loadcnt_dscnt 0x100\nv_mov_b32 v10, v3\ns_wait_loadcnt_dscnt 0x0", False),
        (LOADS + "ds_load_b32 v5, v0\ns_wait_loadcnt_dscnt 0x200\nv_mov_b32 v10, v3\ns_wait_loadcnt_dscnt 0x0", True),
    ],
)  # fmt: skip
def test_waits_of_gfx12(body: str, wrong: bool) -> None:
    assert differs(body, "gfx1201", lds=128) is wrong


def test_two_loads_into_one_register_are_ordered_on_gfx11() -> None:
    body = "global_load_b32 v3, v0, s[4:5]\nglobal_load_b32 v3, v0, s[6:7]\ns_waitcnt vmcnt(0)\nv_mov_b32 v10, v3"
    assert not differs(body)


EXCHANGE = """
ds_store_b32 v0, v0
{wait}
s_barrier
v_xor_b32_e32 v3, 0x80, v0
ds_load_b32 v10, v3
s_waitcnt lgkmcnt(0)
global_store_b32 v0, v10, s[2:3]
"""


@pytest.mark.parametrize("order", ["fwd", "rev", "random:1", "random:2"])
@pytest.mark.parametrize(("wait", "right"), [("s_waitcnt lgkmcnt(0)", True), ("s_nop 0", False)])
def test_lds_across_a_barrier(order: str, wait: str, right: bool) -> None:
    out = np.zeros(64, U)
    options = EmulationOptions(order=order, late=True)
    launch(text_of(EXCHANGE.format(wait=wait), lds=256), out, block=(64, 1, 1), options=options)
    expected = (np.arange(64, dtype=U) * U(4)) ^ U(0x80)
    assert np.array_equal(out, expected) is right


def test_a_race_depends_on_the_order() -> None:
    body = "v_mov_b32_e32 v3, 0\nds_store_b32 v3, v0\ns_waitcnt lgkmcnt(0)\nds_load_b32 v4, v3\n"
    body += "s_waitcnt lgkmcnt(0)\ns_barrier\nds_load_b32 v4, v3\ns_waitcnt lgkmcnt(0)\nglobal_store_b32 v0, v4, s[2:3]"
    results = set()
    for order in ("fwd", "rev"):
        out = np.zeros(64, U)
        launch(text_of(body, lds=256), out, block=(64, 1, 1), options=EmulationOptions(order=order))
        results.add(out.tobytes())
    assert len(results) == 2


def test_barrier_halves_of_gfx12() -> None:
    body = EXCHANGE.replace("s_barrier\n", "s_barrier_signal -1\ns_barrier_wait -1\n").replace(
        "s_waitcnt lgkmcnt(0)", "s_wait_dscnt 0x0"
    )
    out = np.zeros(64, U)
    launch(text_of(body.format(wait="s_wait_dscnt 0x0"), "gfx1201", lds=256), out, block=(64, 1, 1), options=LATE)
    assert np.array_equal(out, (np.arange(64, dtype=U) * U(4)) ^ U(0x80))


@pytest.mark.parametrize("order", ["fwd", "rev"])
def test_waiting_for_another_wave_ends(order: str) -> None:
    # The second wave sets a flag in LDS that the first waits for, asleep.
    body = """
    v_mov_b32_e32 v3, 0
    v_mov_b32_e32 v4, 1
    v_readfirstlane_b32 s10, v0
    s_cmp_eq_u32 s10, 0
    s_cbranch_scc1 again
    ds_store_b32 v3, v4
    s_branch done
    again:
    s_sleep 1
    ds_load_b32 v5, v3
    s_waitcnt lgkmcnt(0)
    v_cmp_eq_u32_e32 vcc_lo, 1, v5
    s_cbranch_vccz again
    done:
    s_waitcnt lgkmcnt(0)
    s_barrier
    global_store_b32 v0, v4, s[2:3]
    """
    out = np.zeros(64, U)
    launch(
        text_of(body, lds=256), out, block=(64, 1, 1), options=EmulationOptions(order=order, late=True, limit=100000)
    )
    assert out.tolist() == [1] * 64
