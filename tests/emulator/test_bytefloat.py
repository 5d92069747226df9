"""Eight-bit floats of gfx12, against values counted out from their format."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from isaopt.errors import InputError
from tests.emulator.running import lanes

U = np.uint32
#: fraction bits, bias
FORMATS = {"fp8": (3, 7), "bf8": (2, 15)}


def value(kind: str, code: int) -> float:
    """What a pattern means, by the format's definition."""
    fraction, bias = FORMATS[kind]
    exponent, rest = (code & 127) >> fraction, code & (1 << fraction) - 1
    sign = -1.0 if code & 128 else 1.0
    if kind == "fp8" and code & 127 == 127:
        return float("nan")
    if kind == "bf8" and exponent == 31:
        return float("nan") if rest else sign * float("inf")
    scale = 2.0 ** (max(exponent, 1) - bias - fraction)
    return sign * scale * (rest + ((1 << fraction) if exponent else 0))


def table(kind: str) -> NDArray[np.float32]:
    return np.array([value(kind, code) for code in range(256)], np.float32)


@pytest.mark.parametrize("kind", FORMATS)
@pytest.mark.parametrize("byte", [0, 3])
def test_every_pattern_is_read(kind: str, byte: int) -> None:
    for start in range(0, 256, 32):
        codes = np.arange(start, start + 32, dtype=U)
        noise = U(0x5A5A5A5A) & ~U(255 << 8 * byte)
        out = lanes(f"v_cvt_f32_{kind} v10, v1 byte_sel:{byte}", codes << U(8 * byte) | noise, arch="gfx1201")
        np.testing.assert_array_equal(out[0].view(np.float32), table(kind)[start : start + 32])


@pytest.mark.parametrize("kind", FORMATS)
def test_two_are_read_from_either_half(kind: str) -> None:
    x = np.random.default_rng(1).integers(0, 1 << 32, 32, np.uint64).astype(U)
    body = f"v_cvt_pk_f32_{kind} v[10:11], v1\nv_cvt_pk_f32_{kind} v[12:13], v1 op_sel:[1,0]"
    out = lanes(body, x, arch="gfx1201", results=4).view(np.float32)
    for k in range(4):
        np.testing.assert_array_equal(out[k], table(kind)[x >> U(8 * k) & U(255)])


def nearest(kind: str, x: float) -> int:
    """The pattern of the nearest finite value, ties to the even pattern; beyond the range as the format overflows."""
    codes = [c for c in range(128) if np.isfinite(value(kind, c))]
    top = value(kind, codes[-1])
    step = top - value(kind, codes[-2])
    if abs(x) > top + step / 2 or (abs(x) == top + step / 2 and codes[-1] & 1):
        code = codes[-1] + 1
    else:
        code = min(codes, key=lambda c: (abs(value(kind, c) - abs(x)), c & 1))
    return code | (128 if np.signbit(x) else 0)


@pytest.mark.parametrize("kind", FORMATS)
def test_rounding(kind: str) -> None:
    rng = np.random.default_rng(2)
    special = [0.0, -0.0, 448.0, 464.0, 464.1, 57344.0, 61439.0, 61440.0, 1e9, -1e9, 2.0**-10, 2.0**-17, 1.5 * 2.0**-16]
    halves = (table(kind)[1:9] + table(kind)[2:10]) / 2
    x = np.concatenate([special, halves, rng.normal(0, 20, 11)]).astype(np.float32)
    body = f"v_mov_b32 v10, -1\nv_cvt_pk_{kind}_f32 v10, v1, v2\nv_mov_b32 v11, 0\n"
    body += f"v_cvt_pk_{kind}_f32 v11, v1, -v2 op_sel:[0,0,1]"
    keep = "\t\t.amdhsa_float_denorm_mode_32 3"
    y = rng.permutation(x)
    out = lanes(body, x.view(U), y.view(U), arch="gfx1201", results=2, directives=keep)
    low, high = (np.array([nearest(kind, float(v)) for v in w], U) for w in (x, y))
    np.testing.assert_array_equal(out[0], 0xFFFF0000 | low | high << U(8))
    np.testing.assert_array_equal(out[1], (low | (high ^ U(128)) << U(8)) << U(16))


@pytest.mark.parametrize(("kind", "byte"), [("fp8", 0), ("fp8", 2), ("bf8", 1), ("bf8", 3)])
def test_stochastic_rounding_follows_the_pseudo_code(kind: str, byte: int) -> None:
    """The random bits' top bits go into the fraction, which wraps; the sum is rounded to nearest; other bytes stay."""
    rng = np.random.default_rng(4)
    x = rng.normal(0, 30, 32).astype(np.float32)
    x[:6] = [0.0, -1.0, 1.9999, 448.0, 2.0**-8, -(2.0**-12)]
    noise = rng.integers(0, 1 << 32, 32, np.uint64).astype(U)
    noise[:3] = 0xFFFFFFFF
    dropped = 23 - FORMATS[kind][0]
    fraction = (x.view(U) & U(0x7FFFFF)) + (noise >> U(32 - dropped))
    summed = (x.view(U) & U(0xFF800000) | fraction & U(0x7FFFFF)).view(np.float32)
    codes = np.array([nearest(kind, float(v)) for v in summed], U)
    keep = "\t\t.amdhsa_float_denorm_mode_32 3"
    body = f"v_mov_b32 v10, 0xa1b2c3d4\nv_cvt_sr_{kind}_f32 v10, v1, v2 byte_sel:{byte}"
    out = lanes(body, x.view(U), noise, arch="gfx1201", directives=keep)
    hole = 0xA1B2C3D4 & ~(255 << 8 * byte)
    np.testing.assert_array_equal(out[0], U(hole) | codes << U(8 * byte))


def test_stochastic_rounding_keeps_infinities_and_nans() -> None:
    x = np.array([np.inf, -np.inf, np.nan] * 10 + [0, 0], np.float32)
    body = "v_mov_b32 v10, 0\nv_mov_b32 v11, 0\nv_cvt_sr_fp8_f32 v10, v1, -1\nv_cvt_sr_bf8_f32 v11, v1, -1"
    out = lanes(body, x.view(U), arch="gfx1201", results=2)
    assert out[0][:3].tolist() == [0x7F, 0xFF, 0x7F]
    assert out[1][:3].tolist() == [0x7C, 0xFC, 0x7F]


def test_infinities_and_nans() -> None:
    x = np.array([np.inf, -np.inf, np.nan] * 10 + [0, 0], np.float32)
    body = "v_mov_b32 v10, 0\nv_mov_b32 v11, 0\nv_cvt_pk_fp8_f32 v10, v1, v1\nv_cvt_pk_bf8_f32 v11, v1, v1"
    out = lanes(body, x.view(U), arch="gfx1201", results=2)
    assert [f"{v & 255:x}" for v in out[0][:3]] == ["7f", "ff", "7f"]
    assert [f"{v & 255:x}" for v in out[1][:3]] == ["7c", "fc", "7f"]


@pytest.mark.parametrize("a", FORMATS)
@pytest.mark.parametrize("b", FORMATS)
def test_dot_product(a: str, b: str) -> None:
    rng = np.random.default_rng(3)
    x, y = (rng.integers(0, 120, (4, 32)).astype(U) for _ in range(2))
    words = [sum(m[k] << U(8 * k) for k in range(4)).astype(U) for m in (x, y)]
    out = lanes(f"v_dot4_f32_{a}_{b} v10, v1, v2, 1.0 neg_lo:[0,0,1]", words[0], words[1], arch="gfx1201")
    total = -np.ones(32, np.float32)
    for k in range(4):
        total = total + table(a)[x[k]] * table(b)[y[k]]
    np.testing.assert_array_equal(out[0].view(np.float32), total)


def test_saturating_mode_is_refused() -> None:
    with pytest.raises(InputError, match="fp16_overflow"):
        lanes("v_mov_b32 v10, 0", directives="\t\t.amdhsa_fp16_overflow 1")
    with pytest.raises(InputError, match="FP16_OVFL"):
        lanes("s_setreg_imm32_b32 hwreg(HW_REG_MODE, 23, 1), 1\nv_mov_b32 v10, 0")
