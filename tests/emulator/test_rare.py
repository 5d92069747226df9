"""Instructions that few kernels have: sums of differences, cube maps, chunks of 2/pi, signalling NaNs, conditions."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.emulator.running import lanes


def dwords(*values: int) -> NDArray[np.uint32]:
    return np.array([values[k % len(values)] for k in range(32)], np.uint32)


def floats(*values: float) -> NDArray[np.uint32]:
    return np.array([values[k % len(values)] for k in range(32)], np.float32).view(np.uint32)


def test_chunks_of_two_over_pi() -> None:
    # For arguments of ordinary size, chunk k holds bits 53 k .. 53 k + 52 behind the point.
    body = "\n".join(f"v_trig_preop_f64 v[{10 + 2 * k}:{11 + 2 * k}], v[4:5], {k}" for k in range(3))
    found = lanes(f"v_mov_b32_e32 v4, 0\nv_mov_b32_e32 v5, 0x3ff00000\n{body}", results=6)
    chunks = [np.array([found[2 * k, 0], found[2 * k + 1, 0]], np.uint32).view(np.float64)[0] for k in range(3)]
    # 2/pi to some 150 bits, as OEIS A060294 has it.
    digits = 63661977236758134307553505349005744813783858296182579
    rest = digits * 2**106 // 10**53
    assert int(chunks[0] * 2**53) == rest >> 53
    assert int(chunks[1] * 2**106) == rest & (2**53 - 1)
    assert 0 <= chunks[2] < 2.0**-106


def test_a_large_argument_begins_later() -> None:
    body = "v_mov_b32_e32 v4, 0\nv_mov_b32_e32 v5, {high}\nv_trig_preop_f64 v[10:11], v[4:5], {chunk}"
    late = lanes(body.format(high=hex((1077 + 53) << 20), chunk=0), results=2)
    second = lanes(body.format(high="0x3ff00000", chunk=1), results=2)
    assert (late == second).all()


def test_sums_of_differences() -> None:
    a, b = 0x0706050403020100, 0x01010101
    body = (
        f"v_mov_b32_e32 v4, {a & 0xFFFFFFFF:#x}\nv_mov_b32_e32 v5, {a >> 32:#x}\nv_mov_b32_e32 v6, {b:#x}\n"
        "v_mov_b32_e32 v8, 0xffff0001\nv_mov_b32_e32 v9, 0\nv_qsad_pk_u16_u8 v[10:11], v[4:5], v6, v[8:9]"
    )
    found = lanes(body, results=2)
    halves = [int(found[k // 2, 0]) >> 16 * (k % 2) & 0xFFFF for k in range(4)]
    sums = [sum(abs(j + k - 1) for j in range(4)) for k in range(4)]
    assert halves == [(s + c) & 0xFFFF for s, c in zip(sums, (1, 0xFFFF, 0, 0), strict=True)]


def test_masked_sums_of_differences_in_words() -> None:
    """Bytes k ... k + 3 against the reference where that is not 0; the destination may be the addend."""
    draw = np.random.default_rng(3).integers
    low, high = (draw(0, 1 << 32, 32, np.uint64) for _ in range(2))
    b = 0xC3004081
    start = "".join(f"v_mov_b32_e32 v{10 + k}, {c}\n" for k, c in enumerate((5, -3, 0x7FFFFFFF, 0)))
    body = f"{start}v_mov_b32_e32 v4, v1\nv_mov_b32_e32 v5, v2\nv_mov_b32_e32 v3, {b:#x}\n"
    found = lanes(
        body + "v_mqsad_u32_u8 v[10:13], v[4:5], v3, v[10:13]",
        low.astype(np.uint32),
        high.astype(np.uint32),
        results=4,
    )
    for lane in range(32):
        a = int(high[lane]) << 32 | int(low[lane])
        for k, c in enumerate((5, -3, 0x7FFFFFFF, 0)):
            pairs = [((a >> 8 * (k + j)) & 255, (b >> 8 * j) & 255) for j in range(4)]
            assert found[k, lane] == (sum(abs(x - y) for x, y in pairs if y) + c) & 0xFFFFFFFF


def test_faces_of_a_cube() -> None:
    body = "v_mov_b32_e32 v3, 0.5\n" + "\n".join(
        f"v_cube{name}_f32 v{10 + k}, v1, v2, v3" for k, name in enumerate(("id", "sc", "tc", "ma"))
    )
    found = lanes(body, floats(-2.0, 0.25), floats(1.0, -0.75), results=4).view(np.float32)
    assert found[:, 0].tolist() == [1.0, 0.5, -1.0, -4.0]
    assert found[:, 1].tolist() == [3.0, 0.25, -0.5, -1.5]


@pytest.mark.parametrize(("ieee", "expected"), [(1, 0x7FC00001), (0, 0x3F800000)])
def test_a_signalling_nan_wins_where_mode_says_ieee(ieee: int, expected: int) -> None:
    directives = f"\t\t.amdhsa_ieee_mode {ieee}"
    found = lanes("v_max_f32_e32 v10, v1, v2", dwords(0x7F800001), floats(1.0), directives=directives)
    assert found[0, 0] == expected


@pytest.mark.parametrize(("first", "condition"), [(5, 1), (4, 0), (6, 1)])
def test_the_condition_of_a_maximum_is_that_the_first_is_it(first: int, condition: int) -> None:
    found = lanes(f"s_mov_b32 s12, {first}\ns_max_i32 s13, s12, 5\ns_cselect_b32 s14, 1, 0\nv_mov_b32_e32 v10, s14")
    assert found[0, 0] == condition


def test_the_carry_of_a_signed_product_is_the_sign_of_the_exact_sum() -> None:
    body = (
        "v_mov_b32_e32 v4, 0\nv_mov_b32_e32 v5, 0x80000000\nv_mad_i64_i32 v[6:7], vcc_lo, v1, v2, v[4:5]\n"
        "v_cndmask_b32_e64 v10, 0, 1, vcc_lo"
    )
    found = lanes(body, dwords(1, 0xFFFFFFFF), dwords(1, 1))
    assert found[0, :2].tolist() == [1, 1]


def test_a_constant_in_a_dot_product_takes_the_type_of_its_halves() -> None:
    """1.0 is 0x3f80 in a product of bfloats, 0x3c00 in one of halves: the assembler encodes both as one constant.

    It stands in the lower half, in VOP3 in both (:mod:`isaopt.isa.types`, ``SPLAT_BF16``).
    """
    bfloats, halves = dwords(0x40404000), dwords(0x42004000)
    assert lanes("v_dot2_f32_bf16 v10, v1, 1.0, 0", bfloats).view(np.float32)[0, 0] == 2.0
    assert lanes("v_dot2_f32_f16 v10, v1, 1.0, 0", halves).view(np.float32)[0, 0] == 2.0
    assert lanes("v_mov_b32_e32 v10, 0\nv_dot2_bf16_bf16 v10, v1, 1.0, v10", bfloats)[0, 0] & 0xFFFF == 0x40A0


def test_a_dual_dot_product_of_bfloats() -> None:
    body = "v_mov_b32_e32 v10, 1.0\nv_mov_b32_e32 v5, 0x40a040c0\nv_mov_b32_e32 v4, 2.0\n"
    found = lanes(body + "v_dual_dot2acc_f32_bf16 v10, v1, v5 :: v_dual_mov_b32 v11, v4", dwords(0x40404000), results=2)
    assert found.view(np.float32)[:, 0].tolist() == [1.0 + 2.0 * 6.0 + 3.0 * 5.0, 2.0]


def test_the_shift_of_an_alignment_is_the_half_that_is_named() -> None:
    shift, words = dwords(0x00080001), dwords(0x12345678)
    for name, low, high in (("v_alignbit_b32", 0x091A2B3C, 0x78123456), ("v_alignbyte_b32", 0x78123456, 0x12345678)):
        for half, expected in (("l", low), ("h", high)):
            assert lanes(f"{name} v10, v2, v2, v1.{half}", shift, words)[0, 0] == expected
