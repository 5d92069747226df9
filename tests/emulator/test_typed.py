"""Typed buffer accesses of plain formats, by name and number."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from isaopt.errors import IsaoptError
from tests.emulator.running import launch, text_of

U = np.uint32
#: A raw descriptor of the input: 128 bytes, checked by byte.
DESCRIPTOR = """s_mov_b32 s8, s4
s_mov_b32 s9, s5
s_mov_b32 s10, 0x80
s_mov_b32 s11, 0x30000000
"""
WAIT = {"gfx1100": "s_waitcnt vmcnt(0)", "gfx1201": "s_wait_loadcnt 0x0"}
ZERO = {"gfx1100": "0", "gfx1201": "null"}


def loaded(line: str, arch: str = "gfx1100") -> NDArray[np.uint32]:
    """What a typed load leaves in v10 from the dwords 0x80, 0x81, ... at 4 times the lane."""
    out = np.zeros(32, U)
    body = f"{DESCRIPTOR}{line.replace('SOFF', ZERO[arch])}\n{WAIT[arch]}\nglobal_store_b32 v0, v10, s[2:3]"
    launch(text_of(body, arch), out, np.arange(128, 160, dtype=U) * U(0x010101))
    return out


@pytest.mark.parametrize("arch", ["gfx1100", "gfx1201"])
@pytest.mark.parametrize("form", ["[BUF_FMT_32_FLOAT]", "22", "[BUF_FMT_32_UINT]", "20"])
def test_one_dword(arch: str, form: str) -> None:
    out = loaded(f"tbuffer_load_format_x v10, v0, s[8:11], SOFF format:{form} offen", arch)
    assert (out == np.arange(128, 160) * 0x010101).all()


def test_outside_reads_zero() -> None:
    out = loaded("tbuffer_load_format_x v10, v0, s[8:11], 0 format:[BUF_FMT_32_FLOAT] offen offset:4")
    assert (out == [*(np.arange(129, 160) * 0x010101), 0]).all()


@pytest.mark.parametrize(
    ("form", "expected"),
    [("8_UINT", 128), ("8_SINT", 0xFFFFFF80), ("16_UINT", 0x8080), ("16_SINT", 0xFFFF8080)],
)
def test_narrow_integers(form: str, expected: int) -> None:
    out = loaded(f"tbuffer_load_format_x v10, v0, s[8:11], 0 format:[BUF_FMT_{form}] offen")
    assert out[0] == expected


def test_components() -> None:
    line = "tbuffer_load_format_xyzw v[7:10], v0, s[8:11], 0 format:[BUF_FMT_32_32_32_32_SINT] offen"
    out = loaded(line)
    assert (out[:29] == np.arange(131, 160) * 0x010101).all()


def test_store() -> None:
    out, first = np.zeros(64, U), np.arange(32, dtype=U)
    body = """s_mov_b32 s8, s2
s_mov_b32 s9, s3
s_mov_b32 s10, 0x100
s_mov_b32 s11, 0x30000000
global_load_b32 v1, v0, s[4:5]
v_lshlrev_b32 v3, 1, v0
s_waitcnt vmcnt(0)
v_add_nc_u32 v2, 100, v1
tbuffer_store_format_xy v[1:2], v3, s[8:11], 0 format:[BUF_FMT_32_32_UINT] offen"""
    launch(text_of(body), out, first)
    assert np.array_equal(out.reshape(32, 2).T, np.stack([first, first + U(100)]))


@pytest.mark.parametrize("form", ["64", "0", "[BUF_FMT_9_UNORM]"])
def test_what_is_no_format(form: str) -> None:
    with pytest.raises(IsaoptError):
        loaded(f"tbuffer_load_format_x v10, v0, s[8:11], 0 format:{form} offen")
