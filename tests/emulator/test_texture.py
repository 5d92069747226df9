"""Images in rows: loads, stores and samples against what numpy computes from the texels."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from isaopt.emulator.semantics.typed import FORMATS
from isaopt.errors import CheckFailed, InputError
from tests.emulator.running import lanes

WIDTH, HEIGHT, PITCH = 8, 4, 16
ARCHES = ("gfx1100", "gfx1201")
WRAP, MIRROR, EDGE, BORDER = 0, 1, 2, 6
TEXELS = np.random.default_rng(5).standard_normal((HEIGHT, PITCH), np.float32)
LINEAR, PLAIN = 1 << 20, 1 << 15


def image(arch: str, form: str = "32_FLOAT", kind: int = 9, level: int = 0) -> str:
    """Leaves the descriptor of the second input in s[12:19]: R001, 8 by 4 texels."""
    place, top = (20, 14) if arch == "gfx1100" else (17, 14)
    second = FORMATS.index(form) << place | (WIDTH - 1 & 3) << 30 | level << 16
    return f"""s_lshr_b64 s[12:13], s[6:7], 8
        s_or_b32 s13, s13, 0x{second:x}
        s_mov_b32 s14, 0x{WIDTH - 1 >> 2 | HEIGHT - 1 << top:x}
        s_mov_b32 s15, 0x{0o1004 | kind << 28:x}
        s_mov_b32 s16, {PITCH - 1}
        s_mov_b32 s17, 0
        s_mov_b32 s18, 0
        s_mov_b32 s19, 0"""


def sampler(clamp: int, filtering: int = 0, plain: int = PLAIN, border: int = 0) -> str:
    """Leaves the descriptor in s[20:23]."""
    return f"""s_mov_b32 s20, 0x{clamp * 0o111 | plain:x}
        s_mov_b32 s21, 0xfff000
        s_mov_b32 s22, 0x{filtering:x}
        s_mov_b32 s23, 0x{border:x}"""


def wait(arch: str) -> str:
    return "s_waitcnt vmcnt(0)" if arch == "gfx1100" else "s_wait_loadcnt 0x0\ns_wait_samplecnt 0x0"


def sampled(arch: str, setting: str, x: NDArray[np.float32], y: float) -> NDArray[np.float32]:
    operands = "dmask:0x1 dim:SQ_RSRC_IMG_2D"
    body = f"v_mov_b32 v3, 0x{np.float32(y).view(np.uint32):x}\nv_mov_b32 v4, v1\n{image(arch)}\n{setting}\n"
    body += f"image_sample_lz v10, [v4, v3], s[12:19], s[20:23] {operands}\n{wait(arch)}"
    found: NDArray[np.float32] = lanes(body, x.view(np.uint32), TEXELS.view(np.uint32).reshape(-1), arch).view(
        np.float32
    )[0]
    return found


def placed(i: NDArray[np.int64], n: int, clamp: int) -> NDArray[np.int64]:
    """The texel that is read; -1 for the border."""
    if clamp == BORDER:
        return np.where((i < 0) | (i >= n), -1, i)
    if clamp == EDGE:
        return np.clip(i, 0, n - 1)
    if clamp == WRAP:
        return i % n
    found: NDArray[np.int64] = np.minimum(i % (2 * n), 2 * n - 1 - i % (2 * n))
    return found


def row_of(y: int, x: NDArray[np.int64], clamp: int) -> NDArray[np.float32]:
    at, row = placed(x, WIDTH, clamp), int(placed(np.array(y), HEIGHT, clamp))
    return np.where((at < 0) | (row < 0), np.float32(0), TEXELS[row, at])


@pytest.mark.parametrize("arch", ARCHES)
@pytest.mark.parametrize("clamp", [WRAP, MIRROR, EDGE, BORDER])
def test_points_and_lines_between_them(arch: str, clamp: int) -> None:
    plain = clamp in (EDGE, BORDER)
    across, down = (1.0, 1.0) if plain else (1 / WIDTH, 1 / HEIGHT)
    x = np.arange(-12, 20, dtype=np.float32) + np.float32(0.375)
    for y in (-3.75, 0.25, 2.5, 6.125):
        point = sampled(arch, sampler(clamp, 0, PLAIN * plain), x * np.float32(across), y * down)
        assert point.tolist() == row_of(int(np.floor(y)), np.floor(x).astype(np.int64), clamp).tolist()
        line = sampled(arch, sampler(clamp, LINEAR, PLAIN * plain), x * np.float32(across), y * down)
        left, up = np.floor(x - 0.5).astype(np.int64), int(np.floor(y - 0.5))
        u, v = (x - 0.5) % 1, (y - 0.5) % 1
        rows = [(1 - u) * row_of(r, left, clamp) + u * row_of(r, left + 1, clamp) for r in (up, up + 1)]
        assert np.allclose(line, (1 - v) * rows[0] + v * rows[1], rtol=0, atol=1e-6)


@pytest.mark.parametrize("arch", ARCHES)
def test_loads_outside_the_image_give_nothing(arch: str) -> None:
    x = np.arange(32, dtype=np.uint32) - 4
    unorm = " unorm" if arch == "gfx1100" else ""
    body = f"v_mov_b32 v3, 2\n{image(arch)}\nv_mov_b32 v4, v1\n"
    body += f"image_load v[10:11], [v4, v3], s[12:19] dmask:0x9 dim:SQ_RSRC_IMG_2D{unorm}\n{wait(arch)}"
    got = lanes(body, x, TEXELS.view(np.uint32).reshape(-1), arch, results=2).view(np.float32)
    assert got[0].tolist() == [TEXELS[2, i] if 0 <= i < WIDTH else 0 for i in range(-4, 28)]
    assert got[1].tolist() == [1.0] * 32


@pytest.mark.parametrize("arch", ARCHES)
@pytest.mark.parametrize("setting", ["border", "aniso", "wrap", "levels", "type", "format"])
def test_what_is_not_known_is_refused(arch: str, setting: str) -> None:
    made = image(
        arch, "INVALID" if setting == "format" else "32_FLOAT", 10 if setting == "type" else 9, int(setting == "levels")
    )
    clamp, border = (
        (0, 0) if setting == "wrap" else (0o2002 if setting == "aniso" else 2, int(setting == "border") << 30)
    )
    body = f"{made}\n{sampler(clamp, 0, PLAIN, border)}\nv_mov_b32 v3, 0\nv_mov_b32 v4, 0\n"
    body += f"image_sample_lz v10, [v4, v3], s[12:19], s[20:23] dmask:0x1 dim:SQ_RSRC_IMG_2D\n{wait(arch)}"
    with pytest.raises(CheckFailed, match=r"descriptor|format"):
        lanes(body, TEXELS.view(np.uint32).reshape(-1)[:32], TEXELS.view(np.uint32).reshape(-1), arch)


def test_forms_that_are_not_known_are_named() -> None:
    for form in ("dim:SQ_RSRC_IMG_CUBE", "dim:SQ_RSRC_IMG_2D a16"):
        with pytest.raises(InputError, match="this form of 'image_load'"):
            lanes(
                f"image_load v10, [v4, v3, v5], s[12:19] dmask:0x1 {form}".replace(
                    ", v5]" if "2D" in form else "@", "]"
                )
            )
