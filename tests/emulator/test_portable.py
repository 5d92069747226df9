"""The same bits on every host: hosts without fused multiply-add compute it in steps."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from isaopt.toolchain import native
from tests.emulator.running import lanes

U = np.uint32
KEEP = "\t\t.amdhsa_float_denorm_mode_32 3"
SPECIAL = (0, 1, 0x80000000, 0x7F800000, 0xFF800000, 0x7FC12345, 0x7F7FFFFF, 0x00800000, 0x007FFFFF, 0x3F800001)


def patterns(seed: int) -> np.ndarray[tuple[int], np.dtype[np.uint32]]:
    """Random bit patterns, special values among them, magnitudes near each other in a half of them."""
    rng = np.random.default_rng(seed)
    bits = rng.integers(0, 1 << 32, 32, np.uint64).astype(U)
    bits[:16] = (bits[:16] & U(0x80FFFFFF)) | U(0x3F000000)
    bits[rng.integers(0, 32, 6)] = rng.choice(np.array(SPECIAL, U), 6)
    return bits


@pytest.fixture
def without_fma(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(native, "cpu_flags", lambda: ())


BODY = """
v_mul_f32_e64 v3, v1, -v2
v_fma_f32 v10, v1, v2, v3
v_fma_f32 v11, v1, v2, v1
v_fma_f32 v12, v1, 1.0, v2
v_fmac_f32_e32 v3, v2, v2
v_mov_b32_e32 v13, v3
v_mov_b32_e32 v20, v2
v_mov_b32_e32 v21, v1
v_mov_b32_e32 v22, v1
v_mov_b32_e32 v23, v2
v_fma_f64 v[14:15], v[20:21], v[22:23], 1.0
v_mul_f64 v[24:25], v[20:21], v[22:23]
v_fma_f64 v[16:17], v[20:21], v[22:23], -v[24:25]
v_fma_f64 v[18:19], v[20:21], 2.0, v[22:23]
"""


@pytest.mark.parametrize("seed", range(4))
def test_steps_give_the_bits_of_the_hardware(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    a, b = patterns(2 * seed), patterns(2 * seed + 1)
    hardware = lanes(BODY, a, b, results=10, directives=KEEP, optimize=True)
    assert np.array_equal(lanes(BODY, a, b, results=10, directives=KEEP, optimize=False), hardware)
    monkeypatch.setattr(native, "cpu_flags", lambda: ())
    assert np.array_equal(lanes(BODY, a, b, results=10, directives=KEEP), hardware)


@pytest.mark.usefixtures("without_fma")
def test_steps_are_exact() -> None:
    a, b = patterns(100), patterns(101)
    out = lanes("v_mul_f32_e64 v3, v1, -v2\nv_fma_f32 v10, v1, v2, v3\nv_mov_b32 v11, v3", a, b, results=2,
                directives=KEEP)  # fmt: skip
    x, y, z = a.view(np.float32), b.view(np.float32), out[1].view(np.float32)
    checked = 0
    for k in range(32):
        if np.isfinite([x[k], y[k], z[k]]).all():
            exact = Fraction(float(x[k])) * Fraction(float(y[k])) + Fraction(float(z[k]))
            # The residue of a product fits a single unless it is subnormal, where the conversion rounds once.
            assert out[0].view(np.float32)[k] == np.float32(float(exact))
            checked += 1
    assert checked > 16
