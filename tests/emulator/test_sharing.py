"""LDS operations with two addresses or none, barriers of gfx12, messages that answer, modes from registers."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from isaopt.emulator.emulation import EmulationOptions
from isaopt.errors import CheckFailed, InputError
from tests.emulator.running import lanes, launch, text_of

U = np.uint32
LANES = np.arange(32, dtype=U)
LDS_WAIT = {"gfx1100": "s_waitcnt lgkmcnt(0)", "gfx1201": "s_wait_dscnt 0x0"}
ARCHS = ["gfx1100", "gfx1201"]


@pytest.mark.parametrize("arch", ARCHS)
@pytest.mark.parametrize("late", [False, True])
def test_exchange_at_two_addresses(arch: str, late: bool) -> None:
    wait = LDS_WAIT[arch]
    body = f"""ds_store_2addr_b32 v0, v1, v2 offset0:0 offset1:40
v_add_nc_u32 v3, 100, v1
v_add_nc_u32 v4, 100, v2
ds_storexchg_2addr_rtn_b32 v[10:11], v0, v3, v4 offset0:0 offset1:40
ds_load_2addr_b32 v[12:13], v0 offset0:0 offset1:40
{wait}"""
    first, second = LANES * 3, LANES * 5 + 1
    out = lanes(body, first, second, arch, results=4, lds=512, options=EmulationOptions(late=late))
    assert (out == [first, second, first + 100, second + 100]).all()


def test_exchange_of_the_same_place_returns_the_old_value_twice() -> None:
    body = """ds_store_b32 v0, v1
v_mov_b32 v3, 7
v_mov_b32 v4, 8
ds_storexchg_2addr_rtn_b32 v[10:11], v0, v3, v4
ds_load_b32 v12, v0
s_waitcnt lgkmcnt(0)"""
    assert (lanes(body, LANES + 1, results=3, lds=128) == [LANES + 1, LANES + 1, LANES * 0 + 8]).all()


def test_exchange_of_64_bits_with_a_stride() -> None:
    body = """v_lshlrev_b32 v0, 1, v0
v_mov_b32 v3, v2
ds_store_2addr_stride64_b64 v0, v[1:2], v[2:3] offset1:1
ds_storexchg_2addr_stride64_rtn_b64 v[10:13], v0, v[2:3], v[1:2] offset1:1
ds_load_2addr_stride64_b64 v[14:17], v0 offset1:1
s_waitcnt lgkmcnt(0)
v_lshrrev_b32 v0, 1, v0"""
    a, b = LANES, LANES + 50
    assert (lanes(body, a, b, results=8, lds=1024) == [a, b, b, b, b, b, a, b]).all()


def test_conditional_exchange() -> None:
    values = np.where(LANES % 2, LANES | U(0x80000000), LANES).astype(U)
    body = """v_lshlrev_b32 v0, 1, v0
v_mov_b32 v3, 77
v_mov_b32 v4, 78
ds_store_b64 v0, v[3:4]
v_mov_b32 v2, -1
ds_condxchg32_rtn_b64 v[10:11], v0, v[1:2]
ds_load_b64 v[12:13], v0
s_waitcnt lgkmcnt(0)
v_lshrrev_b32 v0, 1, v0"""
    kept = np.where(LANES % 2, LANES, 77)
    out = lanes(body, values, results=4, lds=256)
    assert (out == [LANES * 0 + 77, LANES * 0 + 78, kept, LANES * 0 + 0x7FFFFFFF]).all()


@pytest.mark.parametrize("arch", ARCHS)
def test_append_and_consume_count_active_lanes(arch: str) -> None:
    body = f"""v_mov_b32 v3, 0
v_mov_b32 v4, 100
ds_store_b32 v3, v4 offset:12
s_mov_b32 m0, 8
s_mov_b32 exec_lo, 0x1f
ds_append v10 offset:4
s_mov_b32 exec_lo, -1
ds_consume v11 offset:4
ds_load_b32 v12, v3 offset:12
{LDS_WAIT[arch]}
s_mov_b32 exec_lo, 0x1f"""
    out = lanes(body, arch=arch, results=3, lds=16)[:, :5]
    assert (out == np.array([[100], [105], [73]])).all()


def test_append_needs_m0() -> None:
    with pytest.raises(CheckFailed, match="undefined register 'm0'"):
        lanes("ds_append v10\ns_waitcnt lgkmcnt(0)", lds=16)


@pytest.mark.parametrize("arch", ARCHS)
def test_addresses_by_lane(arch: str) -> None:
    body = f"""s_mov_b32 m0, 0x70010
ds_store_addtid_b32 v1 offset:32
v_mov_b32 v3, 48
v_add_nc_u32 v3, v3, v0
ds_load_b32 v10, v3
ds_load_addtid_b32 v11 offset:36
{LDS_WAIT[arch]}"""
    out = lanes(body, LANES * 7, arch=arch, results=2, lds=256)
    assert (out[0] == LANES * 7).all()
    assert (out[1][:31] == LANES[1:] * 7).all()


def test_global_addresses_by_lane() -> None:
    body = """global_load_addtid_b32 v1, s[4:5] offset:0
s_waitcnt vmcnt(0)
v_add_nc_u32 v1, 1, v1
global_store_addtid_b32 v1, s[2:3] offset:0"""
    out = np.zeros(32, U)
    launch(text_of(body), out, LANES * 3)
    assert (out == LANES * 3 + 1).all()


def barrier(body: str, waves: int = 4, order: str = "fwd") -> NDArray[np.uint32]:
    """What each lane of some waves stores of v10 on gfx12."""
    out = np.zeros(32 * waves, U)
    text = text_of(f"{body}\nglobal_store_b32 v0, v10, s[2:3]", "gfx1201")
    launch(text, out, block=(32 * waves, 1, 1), options=EmulationOptions(order=order))
    return out.reshape(waves, 32)


@pytest.mark.parametrize(("order", "first"), [("fwd", 0), ("rev", 3)])
def test_one_wave_is_the_first_to_signal(order: str, first: int) -> None:
    body = """s_barrier_signal_isfirst -1
s_cselect_b32 s10, 1, 0
s_barrier_wait -1
s_barrier_signal_isfirst -1
s_cselect_b32 s11, 2, 0
s_barrier_wait -1
s_or_b32 s10, s10, s11
v_mov_b32 v10, s10"""
    out = barrier(body, order=order)
    assert (out == np.where(np.arange(4)[:, None] == first, 3, 0)).all()


def test_barrier_state_counts_members_and_signals() -> None:
    body = """s_barrier_signal -1
s_get_barrier_state s10, -1
s_wait_kmcnt 0x0
s_barrier_wait -1
v_mov_b32 v10, s10"""
    # The last of four completes the barrier, which starts anew.
    states = [1 | 4 << 4 | n << 16 for n in (1, 2, 3, 0)]
    assert (barrier(body) == np.array(states)[:, None]).all()


def test_time_goes_on_and_repeats_exactly() -> None:
    body = """s_sendmsg_rtn_b64 s[10:11], sendmsg(MSG_RTN_GET_REALTIME)
s_waitcnt lgkmcnt(0)
v_mov_b32 v3, s10
s_cmp_eq_u32 s11, 0
s_branch .Lnext
.Lnext:
s_sendmsg_rtn_b32 s12, sendmsg(MSG_RTN_GET_REALTIME)
s_waitcnt lgkmcnt(0)
v_sub_nc_u32 v10, s12, v3"""
    out = lanes(body)
    assert (out > 0).all()
    assert (out == lanes(body)).all()


def test_a_clock_of_few_bits_starts_anew() -> None:
    body = """s_getreg_b32 s10, hwreg(HW_REG_SHADER_CYCLES, 0, 2)
s_getreg_b32 s11, hwreg(HW_REG_SHADER_CYCLES, 0, 20)
s_getreg_b32 s12, hwreg(HW_REG_SHADER_CYCLES, 2, 18)
s_lshl_b32 s12, s12, 2
s_add_u32 s10, s10, s12
s_sub_u32 s10, s11, s10
v_mov_b32 v10, s10"""
    assert (np.abs(lanes(body).view(np.int32)) < 4).all()


def test_other_questions_to_hardware_are_refused() -> None:
    with pytest.raises(InputError, match="the message"):
        lanes("s_sendmsg_rtn_b32 s10, sendmsg(MSG_RTN_GET_DOORBELL)\nv_mov_b32 v10, 0")


THIRD = """v_mov_b32 v3, 1.0
v_mov_b32 v4, 0x33000000
"""


def test_mode_is_put_back_from_a_register() -> None:
    body = (
        THIRD
        + """s_getreg_b32 s10, hwreg(HW_REG_MODE, 0, 4)
v_add_f32 v10, v3, v4
s_mov_b32 s11, 1
s_setreg_b32 hwreg(HW_REG_MODE, 0, 2), s11
v_add_f32 v11, v3, v4
s_cmp_eq_u32 s0, s1
s_cbranch_scc1 .Lskip
s_nop 0
.Lskip:
s_setreg_b32 hwreg(HW_REG_MODE, 0, 4), s10
v_add_f32 v12, v3, v4"""
    )
    out = lanes(body, results=3)
    assert (out == np.array([[0x3F800000], [0x3F800001], [0x3F800000]])).all()


@pytest.mark.parametrize(
    "change", ["s_add_u32 s11, s11, 0", "s_cmp_eq_u32 s0, s1\ns_cbranch_scc1 .Lx\ns_mov_b32 s11, 2\n.Lx:"]
)
def test_mode_that_is_no_constant_is_refused(change: str) -> None:
    body = f"s_mov_b32 s11, 1\n{change}\ns_setreg_b32 hwreg(HW_REG_MODE, 0, 2), s11\nv_mov_b32 v10, 0"
    with pytest.raises(InputError, match="a mode that is not a constant"):
        lanes(body)


def test_gfx12_name_of_mode() -> None:
    body = THIRD + "s_setreg_imm32_b32 hwreg(HW_REG_WAVE_MODE, 0, 2), 1\nv_add_f32 v10, v3, v4"
    assert (lanes(body, arch="gfx1201") == 0x3F800001).all()


def test_scalar_reciprocal() -> None:
    out = lanes("s_mov_b32 s10, 4.0\ns_delay_alu 0\nv_s_rcp_f32 s11, -s10\nv_mov_b32 v10, s11", arch="gfx1201")
    assert (out.view(np.float32) == -0.25).all()
