"""Memory: every width, LDS, scratch, buffers, atomics; what lies outside is an error that names place and lane."""

from __future__ import annotations

import numpy as np
import pytest

from isaopt.errors import CheckFailed, InputError
from tests.emulator.running import lanes, launch, text_of

U = np.uint32
ARCHS = ("gfx1100", "gfx1201")


def wait(arch: str) -> str:
    """Waits for everything."""
    return "s_wait_idle" if arch.startswith("gfx12") else "s_waitcnt vmcnt(0) lgkmcnt(0)"


@pytest.mark.parametrize("arch", ARCHS)
def test_widths_and_halves(arch: str) -> None:
    data = np.random.default_rng(1).integers(0, 1 << 32, 64, np.uint64).astype(U)
    body = f"""
    v_mov_b32_e32 v10, 0x11112222
    v_mov_b32_e32 v11, 0x33334444
    global_load_d16_b16 v10, v0, s[4:5] offset:2
    global_load_d16_hi_u8 v11, v0, s[4:5] offset:1
    global_load_i8 v12, v0, s[4:5] offset:3
    global_load_u16 v13, v0, s[4:5]
    global_load_i16 v14, v0, s[4:5]
    global_load_b64 v[15:16], v0, s[4:5] offset:4
    {wait(arch)}
    """
    out = lanes(body, data, arch=arch, results=7)
    d = data[:32]
    assert np.array_equal(out[0], (d >> U(16)) | U(0x11110000))
    assert np.array_equal(out[1], (d >> U(8) & U(0xFF)) << U(16) | U(0x4444))
    assert np.array_equal(out[2], (d.view(np.int32) >> 24).view(U))
    assert np.array_equal(out[3], d & U(0xFFFF))
    assert np.array_equal(out[4], d.astype(np.uint16).view(np.int16).astype(np.int32).view(U))
    assert np.array_equal(out[5], data[1:33])
    assert np.array_equal(out[6], data[2:34])


@pytest.mark.parametrize("arch", ARCHS)
@pytest.mark.parametrize("late", [False, True])
def test_lds_stores_and_loads(arch: str, late: bool) -> None:
    from isaopt.emulator.emulation import EmulationOptions

    a, b = np.arange(32, dtype=U), np.arange(32, dtype=U) * U(3)
    body = f"""
    ds_store_2addr_stride64_b32 v0, v1, v2 offset0:1 offset1:2
    ds_store_b8 v0, v1
    ds_load_2addr_stride64_b32 v[10:11], v0 offset0:2 offset1:1
    ds_load_u8_d16 v12, v0
    ds_store_b16_d16_hi v0, v2 offset:1024
    v_mov_b32_e32 v13, 5
    {wait(arch)}
    ds_add_rtn_u32 v13, v0, v2 offset:256
    {wait(arch)}
    ds_load_b32 v14, v0 offset:256
    {wait(arch)}
    v_and_b32_e32 v12, 0xffff, v12
    """
    out = lanes(body, a, b, arch, results=5, lds=2048, options=EmulationOptions(late=late))
    for row, value in zip(out, (b, a, a & U(255), a, a + b), strict=True):
        assert np.array_equal(row, value)


@pytest.mark.parametrize("arch", ARCHS)
def test_atomics(arch: str) -> None:
    gfx12 = arch.startswith("gfx12")
    ret = "th:TH_ATOMIC_RETURN" if gfx12 else "glc"
    name = "num_" if gfx12 else ""
    data = np.array([100, 7, 0x3F800000, 5] + [0] * 28, U)
    body = f"""
    v_mov_b32_e32 v3, 0
    v_mov_b32_e32 v4, 1
    v_mov_b32_e32 v5, 2.0
    global_atomic_add_u32 v10, v3, v4, s[4:5] {ret}
    global_atomic_max_{name}f32 v3, v5, s[4:5] offset:8
    v_lshrrev_b32_e32 v6, 2, v0
    v_mov_b32_e32 v7, v6
    v_add_nc_u32_e32 v8, 5, v6
    v_mov_b32_e32 v7, v8
    v_add_nc_u32_e32 v6, 6, v6
    global_atomic_cmpswap_b32 v11, v3, v[6:7], s[4:5] offset:12 {ret}
    {wait(arch)}
    """
    out = lanes(body, data, arch=arch, results=2)
    assert sorted(out[0].tolist()) == list(range(100, 132))
    assert data[:4].tolist() == [132, 7, 0x40000000, 37]
    assert out[1].tolist() == [5 + i for i in range(32)]


def test_scratch_is_each_lanes_own() -> None:
    a = np.arange(32, dtype=U)
    body = """
    s_mov_b32 s10, 4
    scratch_store_b32 off, v1, s10 offset:4
    v_mov_b32_e32 v3, 8
    scratch_load_b32 v10, v3, off
    s_waitcnt vmcnt(0)
    """
    assert np.array_equal(lanes(body, a, scratch=16)[0], a)


def test_flat_addresses_reach_lds_and_memory() -> None:
    a = np.arange(32, dtype=U)
    body = """
    ds_store_b32 v0, v1
    v_mov_b32_e32 v3, v0
    v_mov_b32_e32 v4, src_shared_base
    v_add_co_u32 v5, vcc_lo, s4, v0
    v_add_co_ci_u32_e64 v6, null, s5, 0, vcc_lo
    flat_load_b32 v11, v[5:6]
    s_waitcnt lgkmcnt(0) vmcnt(0)
    s_mov_b64 s[10:11], src_shared_base
    v_mov_b32_e32 v4, s11
    flat_load_b32 v10, v[3:4]
    s_waitcnt lgkmcnt(0) vmcnt(0)
    """
    out = lanes(body, a, results=2, lds=128)
    assert np.array_equal(out[0], a)
    assert np.array_equal(out[1], a)


def test_buffer_descriptor_range() -> None:
    a = np.arange(32, dtype=U) + U(1)
    body = """
    s_mov_b32 s8, s4
    s_mov_b32 s9, s5
    s_movk_i32 s10, 64
    s_mov_b32 s11, 0x31004000
    buffer_load_b32 v10, v0, s[8:11], 0 offen
    buffer_store_b32 v0, v0, s[8:11], 0 offen offset:60
    s_waitcnt vmcnt(0)
    """
    out = lanes(body, a)
    assert out[0].tolist() == list(range(1, 17)) + [0] * 16
    assert a[15] == 0
    assert a[16] == 17


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("global_load_b32 v3, v0, s[4:5] offset:8", "access outside all buffers: 4 bytes at 0x"),
        ("global_store_b64 v0, v[1:2], s[6:7] offset:4", "access outside all buffers: 8 bytes"),
        ("ds_load_b32 v3, v0 offset:64", "LDS access out of range: 4 bytes at offset 128"),
        ("ds_store_b64 v0, v[1:2]", "LDS access out of range: 8 bytes at offset 124"),
        ("scratch_load_b32 v3, v0, off", "scratch access out of range: 4 bytes at offset 16"),
        ("global_store_b32 v0, v1, s[0:1]", "store to read-only memory"),
    ],
)
def test_outside_is_an_error(body: str, message: str) -> None:
    with pytest.raises(CheckFailed) as caught:
        lanes(body, np.zeros(32, U), np.zeros(32, U), lds=128, scratch=16)
    assert message in caught.value.message
    assert "workgroup (0, 0, 0), wave 0, lane " in caught.value.message
    assert body.split()[0] in caught.value.source
    assert caught.value.exit_code == 1


def test_the_lane_of_a_fault_is_named() -> None:
    with pytest.raises(CheckFailed, match=r"12 bytes past the end of 'first' .*lane 31"):
        lanes("v_cmpx_eq_u32_e32 0x7c, v0\nglobal_load_b32 v3, v0, s[4:5] offset:16", np.zeros(32, U))


def test_unsupported_is_named_before_running() -> None:
    with pytest.raises(InputError) as caught:
        launch(text_of("image_get_resinfo v[4:7], v0, s[8:15] dmask:0xf dim:SQ_RSRC_IMG_2D"), np.zeros(1, U))
    assert "does not support 'image_get_resinfo'" in caught.value.message
    assert caught.value.line > 0


def test_instruction_limit() -> None:
    from isaopt.emulator.emulation import EmulationOptions

    with pytest.raises(CheckFailed, match="more than 1000 instructions"):
        launch(text_of("again:\ns_branch again"), np.zeros(1, U), options=EmulationOptions(limit=1000))
