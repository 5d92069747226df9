"""Barriers of gfx12 with names: members, several at once, and what is misuse."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from isaopt.emulator.emulation import EmulationOptions
from isaopt.errors import CheckFailed, IsaoptError
from tests.emulator.running import launch, text_of

U = np.uint32
#: The wave's number in s20; the first wave initialises what all then see.
START = """v_readfirstlane_b32 s20, v0
s_lshr_b32 s20, s20, 7
s_cmp_lg_u32 s20, 0
s_cbranch_scc1 .Lready
{init}
.Lready:
s_barrier_signal -1
s_barrier_wait -1
"""


def run(body: str, init: str, waves: int = 4, order: str = "fwd", late: bool = False) -> NDArray[np.uint32]:
    """What each lane of the waves stores of v10."""
    out = np.zeros(32 * waves, U)
    code = START.format(init=init) + body + "\nglobal_store_b32 v0, v10, s[2:3]"
    launch(
        text_of(code, "gfx1201", lds=256),
        out,
        block=(32 * waves, 1, 1),
        options=EmulationOptions(order=order, late=late),
    )
    return out.reshape(waves, 32)


def members(barrier: int, count: int) -> str:
    return f"s_mov_b32 m0, {count << 16 | barrier:#x}\ns_barrier_init m0"


#: A wave leaves its number in LDS for the other one of its pair, which reads it behind the pair's barrier.
EXCHANGE = """s_and_b32 s21, s20, 1
s_lshr_b32 s22, s20, 1
s_add_co_i32 m0, s22, 1
s_barrier_join m0
s_lshl_b32 s23, s20, 2
v_mov_b32 v4, s23
v_mov_b32 v5, s20
ds_store_b32 v4, v5
s_wait_dscnt 0x0
s_barrier_signal m0
s_barrier_wait 1
s_xor_b32 s23, s23, 4
v_mov_b32 v4, s23
ds_load_b32 v10, v4
s_wait_dscnt 0x0
"""


@pytest.mark.parametrize("order", ["fwd", "rev", "random:3"])
@pytest.mark.parametrize("late", [False, True])
def test_pairs_of_waves_meet_at_barriers_of_their_own(order: str, late: bool) -> None:
    init = members(1, 2) + "\n" + members(2, 2)
    found = run(EXCHANGE, init, order=order, late=late)
    assert (found == np.array([1, 0, 3, 2])[:, None]).all()


def test_one_wave_may_signal_for_others() -> None:
    """Three wait, the fourth completes with as many signals as are missing, and never joins."""
    body = """s_cmp_eq_u32 s20, 3
s_cbranch_scc1 .Llast
s_barrier_join 5
s_barrier_signal 5
s_barrier_wait 1
ds_load_b32 v10, v3
s_wait_dscnt 0x0
s_branch .Lend
.Llast:
v_mov_b32 v10, 77
ds_store_b32 v3, v10
s_wait_dscnt 0x0
s_barrier_signal 5
.Lend:
"""
    found = run("v_mov_b32 v3, 0\n" + body, "s_mov_b32 m0, 0x40000\ns_barrier_init 5")
    assert (found == 77).all()


def test_state_and_first_signal() -> None:
    body = """s_barrier_join 3
s_barrier_signal_isfirst 3
s_cselect_b32 s24, 1, 0
s_get_barrier_state s25, 3
s_wait_kmcnt 0x0
s_lshl_b32 s24, s24, 31
s_or_b32 s25, s25, s24
v_mov_b32 v10, s25
s_barrier_wait 1
"""
    found = run(body, "s_mov_b32 m0, 0x40000\ns_barrier_init 3")
    states = [(k == 0) << 31 | 1 | 4 << 4 | ((k + 1) % 4) << 16 for k in range(4)]
    assert (found == np.array(states, U)[:, None]).all()


def test_a_wave_that_leaves_is_waited_for_no_more() -> None:
    body = """s_barrier_join 3
s_cmp_eq_u32 s20, 3
s_cbranch_scc1 .Lleave
s_barrier_signal 3
s_barrier_wait 1
s_branch .Lend
.Lleave:
s_barrier_leave
.Lend:
v_mov_b32 v10, 1
"""
    assert (run(body, "s_mov_b32 m0, 0x40000\ns_barrier_init 3") == 1).all()


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("s_barrier_wait 1", "named barrier"),
        ("s_barrier_join 4", "named barrier"),
        ("s_mov_b32 m0, 20\ns_barrier_signal m0", "named barrier"),
        ("s_barrier_leave", "named barrier"),
        ("s_barrier_join 3\ns_barrier_wait 1", "no other wave"),
        ("s_barrier_join 3\ns_barrier_leave\ns_cbranch_scc1 .Lend\n.Lend:", "undefined register 'scc'"),
        ("s_barrier_signal 17", "does not support the barrier"),
        ("s_barrier_wait 17", "does not support 's_barrier_wait'"),
        ("s_barrier_init -1", "the barrier '-1'"),
    ],
)
def test_misuse(body: str, message: str) -> None:
    with pytest.raises(IsaoptError, match=message):
        run(f"{body}\nv_mov_b32 v10, 0", "s_mov_b32 m0, 0x40000\ns_barrier_init 3")


def test_an_undefined_number_is_an_error() -> None:
    with pytest.raises(CheckFailed, match="undefined register 'm0'"):
        launch(text_of("s_barrier_signal m0", "gfx1201"), np.zeros(32, U))


def test_the_workgroup_barrier_does_not_open_for_waves_that_wait_elsewhere() -> None:
    body = """s_cmp_eq_u32 s20, 0
s_cbranch_scc1 .Lelse
s_barrier_signal -1
s_barrier_wait -1
s_branch .Lend
.Lelse:
s_barrier_join 3
s_barrier_signal 3
s_barrier_wait 1
.Lend:
v_mov_b32 v10, 0
"""
    with pytest.raises(CheckFailed, match="no other wave"):
        run(body, "s_mov_b32 m0, 0x20000\ns_barrier_init 3")
