"""Vector arithmetic against NumPy and hand-made cases: bits, NaNs, modes, masks, dual instructions, DPP."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.emulator.running import lanes

U = np.uint32
KEEP = "\t\t.amdhsa_float_denorm_mode_32 3"


def floats(seed: int) -> NDArray[np.float32]:
    """Random bit patterns with the special values mixed in, no NaN."""
    bits = np.random.default_rng(seed).integers(0, 1 << 32, 64, np.uint64).astype(U)
    special = [0, 0x80000000, 0x3F800000, 0xBF800000, 0x7F800000, 0xFF800000, 1, 0x80000001, 0x7F7FFFFF, 0x00800000]
    bits[: len(special)] = np.random.default_rng(seed).permutation(special).astype(U)
    values = bits.view(np.float32)
    return np.where(np.isnan(values), np.float32(1.5), values).astype(np.float32)


def bits_of(values: NDArray[np.float32]) -> NDArray[np.uint32]:
    """Patterns, with the NaN that an operation makes in the form that the emulator defines."""
    return np.where(np.isnan(values), U(0x7FC00000), values.astype(np.float32).view(U)).astype(U)


@pytest.mark.parametrize("wave", [32, 64])
def test_add_and_mul_are_ieee(wave: int) -> None:
    a, b = floats(1)[:wave], floats(2)[:wave]
    body = (
        "v_add_f32_e32 v10, v1, v2\nv_mul_f32_e32 v11, v1, v2\nv_sub_f32_e32 v12, v1, v2\nv_subrev_f32_e32 v13, v1, v2"
    )
    out = lanes(body, a, b, wave=wave, results=4, directives=KEEP)
    with np.errstate(all="ignore"):
        for row, value in zip(out, (a + b, a * b, a - b, b - a), strict=True):
            assert np.array_equal(row, bits_of(value))


def test_fma_rounds_once() -> None:
    from fractions import Fraction

    rng = np.random.default_rng(5)
    a = rng.uniform(-2, 2, 32).astype(np.float32)
    b = rng.uniform(-2, 2, 32).astype(np.float32)
    # Cancels all but the low half of the product, which two roundings lose.
    c = (-a * b).astype(np.float32)
    out = lanes("v_mul_f32_e64 v3, v1, -v2\nv_fma_f32 v10, v1, v2, v3\nv_fma_f32 v11, -v1, |v2|, 1.0", a, b, results=2)
    for k in range(32):
        exact = Fraction(float(a[k])) * Fraction(float(b[k])) + Fraction(float(c[k]))
        assert out[0].view(np.float32)[k] == np.float32(float(exact))
        single = -Fraction(float(a[k])) * abs(Fraction(float(b[k]))) + 1
        assert out[1].view(np.float32)[k] == np.float32(float(single))


def test_nan_rule_is_the_first_operand_made_quiet() -> None:
    a = np.full(32, 0x7F800001, U)
    b = np.full(32, 0xFFC12345, U)
    out = lanes("v_add_f32_e32 v10, v1, v2\nv_add_f32_e32 v11, v2, v1\nv_mul_f32_e32 v12, 1.0, v1", a, b, results=3)
    assert out[0, 0] == 0x7FC00001
    assert out[1, 0] == 0xFFC12345
    assert out[2, 0] == 0x7FC00001


def test_infinity_minus_infinity_makes_the_positive_nan() -> None:
    a = np.full(32, np.inf, np.float32)
    assert lanes("v_sub_f32_e32 v10, v1, v1", a)[0, 0] == 0x7FC00000


@pytest.mark.parametrize(("arch", "suffix"), [("gfx1100", ""), ("gfx1201", "_num")])
def test_min_and_max_prefer_numbers_and_order_zeros(arch: str, suffix: str) -> None:
    a = np.array([0x7FC00000, 0x3F800000, 0x80000000, 0, 0x40000000] + [0] * 27, U)
    b = np.array([0x3F800000, 0x7FC00000, 0, 0x80000000, 0x3F800000] + [0] * 27, U)
    out = lanes(f"v_max{suffix}_f32 v10, v1, v2\nv_min{suffix}_f32 v11, v1, v2", a, b, arch, results=2)
    assert out[0, :5].tolist() == [0x3F800000, 0x3F800000, 0, 0, 0x40000000]
    assert out[1, :5].tolist() == [0x3F800000, 0x3F800000, 0x80000000, 0x80000000, 0x3F800000]


def test_denormals_follow_the_mode() -> None:
    a = np.full(32, 0x00000400, U)
    keep = lanes("v_mul_f32_e32 v10, 1.0, v1", a, directives=KEEP)
    flush = lanes("v_mul_f32_e32 v10, 1.0, v1\nv_mov_b32_e32 v11, v1", a, results=2,
                  directives="\t\t.amdhsa_float_denorm_mode_32 0")  # fmt: skip
    assert keep[0, 0] == 0x400
    assert flush[:, 0].tolist() == [0, 0x400]


@pytest.mark.parametrize(("mode", "expected"), [(0, 0x3F800000), (1, 0x3F800001), (2, 0x3F800000), (3, 0x3F800000)])
def test_rounding_modes(mode: int, expected: int) -> None:
    a = np.full(32, 2.0**-26, np.float32)
    directive = f"\t\t.amdhsa_float_round_mode_32 {mode}"
    out = lanes("v_add_f32_e32 v10, 1.0, v1\nv_sub_f32_e32 v11, 1.0, v1", a, results=2, directives=directive)
    assert out[0, 0] == expected
    assert out[1, 0] == (0x3F7FFFFF if mode in (2, 3) else 0x3F800000)


def test_clamp_and_output_modifiers() -> None:
    a = np.array([0x7FC00000, 0xBF800000, 0x3F000000, 0x40000000] + [0] * 28, U)
    out = lanes("v_add_f32_e64 v10, v1, 0 clamp\nv_add_f32_e64 v11, v1, 0 mul:2", a, results=2,
                directives="\t\t.amdhsa_float_denorm_mode_32 0")  # fmt: skip
    assert out[0, :4].tolist() == [0, 0, 0x3F000000, 0x3F800000]
    assert out[1, 2:4].tolist() == [0x3F800000, 0x40800000]


def test_integers() -> None:
    rng = np.random.default_rng(7)
    a, b = (rng.integers(0, 1 << 32, 32, np.uint64).astype(U) for _ in range(2))
    body = """
    v_mul_lo_u32 v10, v1, v2
    v_mul_hi_u32 v11, v1, v2
    v_mul_hi_i32 v12, v1, v2
    v_bfe_u32 v13, v1, 5, 9
    v_bfe_i32 v14, v1, 5, 9
    v_alignbit_b32 v15, v1, v2, 13
    v_perm_b32 v16, v1, v2, 0x0c070500
    v_bcnt_u32_b32 v17, v1, v2
    v_med3_i32 v18, v1, v2, 5
    v_mad_u64_u32 v[20:21], null, v1, v2, 7
    v_mov_b32_e32 v19, v21
    """
    out = lanes(body, a, b, results=10)
    wide_a, wide_b = a.astype(np.uint64), b.astype(np.uint64)
    signed = a.view(np.int32).astype(np.int64) * b.view(np.int32)
    med = np.sort(np.stack([a.view(np.int32), b.view(np.int32), np.full(32, 5, np.int32)]), axis=0)[1]
    expected = (
        a * b,
        (wide_a * wide_b >> np.uint64(32)).astype(U),
        (signed >> 32).astype(np.int32).view(U),
        a >> U(5) & U(511),
        ((a << U(18)).view(np.int32) >> 23).view(U),
        (((wide_a << np.uint64(32)) | wide_b) >> np.uint64(13)).astype(U),
        (b & U(0xFF)) | (a >> U(8) & U(0xFF)) << U(8) | (a >> U(24)) << U(16),
        np.array([int(x).bit_count() for x in a], U) + b,
        med.view(U),
        ((wide_a * wide_b + np.uint64(7)) >> np.uint64(32)).astype(U),
    )
    for k, (row, value) in enumerate(zip(out, expected, strict=True)):
        assert np.array_equal(row, value), f"v{10 + k}"


@pytest.mark.parametrize("wave", [32, 64])
def test_carries_and_masks(wave: int) -> None:
    a = np.arange(wave, dtype=U) * U(0x08000000)
    vcc, s = ("vcc_lo", "s10") if wave == 32 else ("vcc", "s[10:11]")
    body = f"""
    v_add_co_u32 v3, {vcc}, v1, v1
    v_add_co_ci_u32_e64 v10, {s}, 0, 0, {vcc}
    v_cmp_gt_u32_e64 {s}, v1, v3
    v_cndmask_b32_e64 v11, 5, 6, {s}
    """
    out = lanes(body, a, wave=wave, results=2)
    doubled = a + a
    assert np.array_equal(out[0], (doubled < a).astype(U))
    assert np.array_equal(out[1], np.where(a > doubled, U(6), U(5)))


def test_dual_instruction_reads_before_it_writes() -> None:
    a, b = np.arange(32, dtype=U), np.arange(32, dtype=U) + U(100)
    body = "v_mov_b32 v10, v1\nv_mov_b32 v11, v2\nv_dual_mov_b32 v10, v11 :: v_dual_mov_b32 v11, v10"
    out = lanes(body, a, b, results=2)
    assert np.array_equal(out[0], b)
    assert np.array_equal(out[1], a)


def test_writes_merge_under_exec() -> None:
    a = np.arange(32, dtype=U)
    body = """
    v_mov_b32_e32 v10, 7
    s_mov_b32 s10, exec_lo
    v_cmpx_lt_u32_e32 20, v1
    v_mov_b32_e32 v10, v1
    s_mov_b32 exec_lo, s10
    """
    assert np.array_equal(lanes(body, a)[0], np.where(a > 20, a, U(7)))


@pytest.mark.parametrize(
    ("control", "source"),
    [
        ("quad_perm:[1,0,3,2]", lambda i: i ^ 1),
        ("row_shl:1", lambda i: i + 1 if i % 16 != 15 else None),
        ("row_shr:3", lambda i: i - 3 if i % 16 >= 3 else None),
        ("row_ror:4", lambda i: i // 16 * 16 + (i % 16 - 4) % 16),
        ("row_mirror", lambda i: i // 16 * 16 + 15 - i % 16),
        ("row_half_mirror", lambda i: i // 8 * 8 + 7 - i % 8),
        ("row_share:5", lambda i: i // 16 * 16 + 5),
        ("row_xmask:6", lambda i: i ^ 6),
    ],
)
def test_dpp(control: str, source: object) -> None:
    a = np.arange(32, dtype=U) + U(1000)
    body = f"""
    v_mov_b32_e32 v10, 7
    v_mov_b32_e32 v11, 7
    v_mov_b32_dpp v10, v1 {control} row_mask:0xf bank_mask:0xf
    v_add_nc_u32_dpp v11, v1, v1 {control} row_mask:0x1 bank_mask:0xf bound_ctrl:1
    """
    out = lanes(body, a, results=2)
    assert callable(source)
    for i in range(32):
        s = source(i)
        assert out[0, i] == (7 if s is None else a[s])
        assert out[1, i] == (7 if i >= 16 else a[i] + (0 if s is None else a[s]))


def test_dpp8() -> None:
    a = np.arange(32, dtype=U)
    out = lanes("v_mov_b32_dpp v10, v1 dpp8:[7,6,5,4,3,2,1,0]", a)
    assert out[0].tolist() == [i // 8 * 8 + 7 - i % 8 for i in range(32)]


def test_modes_are_followed() -> None:
    a = np.full(32, 0x00000400, U)
    body = """
    s_setreg_imm32_b32 hwreg(HW_REG_MODE, 4, 2), 0
    v_mul_f32_e32 v10, 1.0, v1
    s_denorm_mode 15
    v_mul_f32_e32 v11, 1.0, v1
    s_round_mode 1
    v_add_f32_e32 v12, 1.0, v1
    s_round_mode 0
    v_add_f32_e32 v13, 1.0, v1
    s_getreg_b32 s10, hwreg(HW_REG_MODE, 0, 8)
    v_mov_b32_e32 v14, s10
    """
    out = lanes(body, a, results=5, directives=KEEP)
    assert out[:, 0].tolist() == [0, 0x400, 0x3F800001, 0x3F800000, 0xF0]


def test_a_mode_that_depends_on_the_path_is_refused() -> None:
    from isaopt.errors import InputError

    body = "s_cmp_eq_u32 s2, 0\ns_cbranch_scc1 out\ns_round_mode 1\nout:\nv_add_f32_e32 v10, 1.0, v1"
    with pytest.raises(InputError, match="reached in two floating-point modes"):
        lanes(body, np.zeros(32, U))


@pytest.mark.parametrize("move", ["v_movrels_b32 v10, v20", "v_movreld_b32 v7, v1"])
def test_registers_selected_by_m0(move: str) -> None:
    a = np.arange(32, dtype=U)
    assert np.array_equal(lanes(f"v_mov_b32 v23, v1\ns_mov_b32 m0, 3\n{move}", a)[0], a)
