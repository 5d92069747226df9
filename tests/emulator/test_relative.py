"""Registers that M0 picks, blocks of them, and traps."""

from __future__ import annotations

import numpy as np
import pytest

from isaopt.emulator.emulation import EmulationOptions
from isaopt.errors import CheckFailed
from tests.emulator.running import lanes, launch, text_of

U = np.uint32
NUMBERS = "\n".join(f"s_mov_b32 s{k}, {k * 5}" for k in range(20, 30))


@pytest.mark.parametrize("arch", ["gfx1100", "gfx1201"])
def test_scalar_moves(arch: str) -> None:
    body = f"""{NUMBERS}
s_mov_b32 m0, 4
s_movrels_b32 s40, s20
s_movrels_b64 s[42:43], s[22:23]
s_movreld_b32 s40, s21
s_movreld_b64 s[42:43], s[26:27]
s_mov_b32 m0, 0x30002
s_movrelsd_2_b32 s45, s20
v_mov_b32 v10, s40
v_mov_b32 v11, s42
v_mov_b32 v12, s43
v_mov_b32 v13, s44
v_mov_b32 v14, s46
v_mov_b32 v15, s47
v_mov_b32 v16, s48"""
    found = lanes(body, arch=arch, results=7)
    assert found[:, 0].tolist() == [120, 130, 135, 105, 130, 135, 110]


@pytest.mark.parametrize(
    ("line", "m0"),
    [("s_movrels_b32 s40, s20", 86), ("s_movreld_b32 s40, s20", 66), ("s_movrels_b64 s[40:41], s[20:21]", 85)],
)
def test_scalar_moves_stay_among_the_registers(line: str, m0: int) -> None:
    with pytest.raises(CheckFailed, match="selected by M0"):
        lanes(f"{NUMBERS}\ns_mov_b32 m0, {m0}\n{line}\nv_mov_b32 v10, 0")


def test_what_is_undefined_is_moved_too() -> None:
    with pytest.raises(CheckFailed, match="undefined register 'v10'"):
        lanes("s_mov_b32 m0, 4\ns_movrels_b32 s40, s50\nv_mov_b32 v10, s40")
    with pytest.raises(CheckFailed, match="undefined register 'm0'"):
        lanes(f"{NUMBERS}\ns_movrels_b32 s40, s20\nv_mov_b32 v10, s40")


def test_vector_swap() -> None:
    body = """v_mov_b32 v10, 1
v_mov_b32 v11, 2
v_mov_b32 v12, 3
v_mov_b32 v13, 4
s_mov_b32 exec_lo, 0xff
s_mov_b32 m0, 0x10002
v_swaprel_b32 v10, v11
s_mov_b32 exec_lo, -1"""
    found = lanes(body, results=4)
    assert found[:, 0].tolist() == [1, 4, 3, 2]
    assert found[:, 31].tolist() == [1, 2, 3, 4]


@pytest.mark.parametrize("late", [False, True])
def test_blocks_skip_registers(late: bool) -> None:
    body = """s_mov_b32 m0, 0x80000005
v_lshlrev_b32 v3, 5, v0
v_mov_b32 v5, -1
global_load_block v[4:35], v3, s[4:5]
s_wait_loadcnt 0x0
global_store_block v3, v[4:35], s[2:3]
scratch_store_block off, v[4:35], off
v_mov_b32 v4, 0
v_mov_b32 v35, 0
s_wait_storecnt 0x0
scratch_load_block v[4:35], off, off
s_wait_loadcnt 0x0
global_store_b32 v3, v5, s[2:3] offset:4
global_store_b32 v3, v4, s[2:3] offset:12
global_store_b32 v3, v35, s[2:3] offset:16"""
    data = np.arange(32 * 32, dtype=U).reshape(32, 32) * U(3)
    out = np.zeros((32, 32), U)
    launch(text_of(body, "gfx1201", scratch=128), out, data, options=EmulationOptions(late=late))
    expected = np.zeros((32, 32), U)
    for k in (0, 2, 31):
        expected[:, k] = data[:, k]
    expected[:, 1], expected[:, 3], expected[:, 4] = 0xFFFFFFFF, data[:, 0], data[:, 31]
    assert np.array_equal(out, expected)


def test_a_register_that_a_block_stores_is_looked_at() -> None:
    body = "v_mov_b32 v5, 0\ns_mov_b32 m0, 3\nglobal_store_block v0, v[4:35], s[2:3]"
    with pytest.raises(CheckFailed, match="undefined register 'v4'"):
        launch(text_of(body, "gfx1201"), np.zeros((32, 32), U))


@pytest.mark.parametrize("arch", ["gfx1100", "gfx1201"])
def test_a_trap_that_is_not_reached_does_nothing(arch: str) -> None:
    body = "s_cmp_lg_u32 s4, s4\ns_cbranch_scc0 .Lgood\ns_trap 2\n.Lgood:\nv_mov_b32 v10, 9"
    assert (lanes(body, arch=arch) == 9).all()


def test_a_trap_ends_the_run() -> None:
    with pytest.raises(CheckFailed, match="trap"):
        lanes("s_trap 2\nv_mov_b32 v10, 0")
