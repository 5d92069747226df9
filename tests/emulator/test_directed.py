"""Double precision in the directed rounding modes, against exact fractions."""

from __future__ import annotations

import math
import struct
from fractions import Fraction

import numpy as np
import pytest

from isaopt.errors import InputError
from tests.emulator.running import lanes

VALUES = [0.0, -0.0, 1.0, -1.0, 0.1, -0.1, 1e308, -1e308, 5e-324, -5e-324, 2.2250738585072014e-308, 1 / 3, -1e-200,
          3e200, float("inf"), float("-inf")]  # fmt: skip


def rounded(exact: Fraction, mode: int) -> float:
    """The double next to a fraction other than zero: 1 up, 2 down, 3 towards zero."""
    sign = 1 if exact > 0 else -1
    near = sign * math.inf if abs(exact) >= 2**1024 else exact.numerator / exact.denominator
    up = mode == 1 or (mode == 3 and exact < 0)
    if near == math.inf:
        return near if up else math.nextafter(math.inf, 0)
    if near == -math.inf:
        return math.nextafter(-math.inf, 0) if up else near
    if up and Fraction(near) < exact:
        near = math.nextafter(near, math.inf)
    if not up and Fraction(near) > exact:
        near = math.nextafter(near, -math.inf)
    return math.copysign(near, sign)


def multiply_add(a: float, b: float, c: float, mode: int) -> float:
    if not all(map(math.isfinite, (a, b, c))):
        return math.nan if (math.isinf(a) and b == 0) or (math.isinf(b) and a == 0) else nonfinite(a, b, c)
    exact = Fraction(a) * Fraction(b) + Fraction(c)
    if exact:
        return rounded(exact, mode)
    sign = math.copysign(1, a) * math.copysign(1, b)
    if sign == math.copysign(1, c) and (a == 0 or b == 0) and c == 0:
        return math.copysign(0.0, c)
    return -0.0 if mode == 2 else 0.0


def nonfinite(a: float, b: float, c: float) -> float:
    if math.isinf(a) or math.isinf(b):
        product = math.copysign(math.inf, math.copysign(1, a) * math.copysign(1, b))
        return math.nan if math.isinf(c) and c != product else product
    return c


def bits(x: float) -> int:
    return 0x7FF8000000000000 if math.isnan(x) else int.from_bytes(struct.pack("<d", x), "little")


@pytest.mark.parametrize("mode", [1, 2, 3])
@pytest.mark.parametrize(("b", "c"), [(0.1, -0.1), (-1e-300, 5e-324), (1e200, -1.0), (1.0, 1e292), (-0.0, 0.0)])
def test_arithmetic(mode: int, b: float, c: float) -> None:
    a = np.array(VALUES + list(np.random.default_rng(1).normal(0, 1, 16)), np.float64)
    words = a.view(np.uint32).reshape(32, 2).T
    load = "".join(
        f"v_mov_b32 v{n}, 0x{bits(x) & 0xFFFFFFFF:x}\nv_mov_b32 v{n + 1}, 0x{bits(x) >> 32:x}\n"
        for n, x in ((20, b), (22, c))
    )
    body = load + "v_mul_f64 v[10:11], v[1:2], v[20:21]\nv_add_f64 v[12:13], v[1:2], v[22:23]\n"
    body += "v_fma_f64 v[14:15], v[1:2], v[20:21], v[22:23]"
    directive = f"\t\t.amdhsa_float_round_mode_16_64 {mode}"
    out = lanes(body, words[0].copy(), words[1].copy(), results=6, directives=directive).astype(np.uint64)
    got = [out[k] | out[k + 1] << np.uint64(32) for k in (0, 2, 4)]
    for i, x in enumerate(a.tolist()):
        # A zero of the product's own sign leaves the product as it is.
        same = math.copysign(0.0, math.copysign(1, x) * math.copysign(1, b))
        expected = [multiply_add(x, b, same, mode), multiply_add(x, 1.0, c, mode), multiply_add(x, b, c, mode)]
        assert [hex(int(g[i])) for g in got] == [hex(bits(e)) for e in expected], (x, b, c)


def test_what_rounds_to_nearest_only_is_refused() -> None:
    with pytest.raises(InputError, match="'v_sqrt_f64_e32' in a rounding mode"):
        lanes("v_sqrt_f64_e32 v[10:11], 1.0", directives="\t\t.amdhsa_float_round_mode_16_64 1")
