"""Halves, doubles, conversions, transcendentals and matrix operations against NumPy."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.emulator.running import lanes, launch, text_of

U = np.uint32
KEEP = "\t\t.amdhsa_float_denorm_mode_32 3"


def halves(seed: int) -> NDArray[np.uint32]:
    """A half in each half of a dword, special values among them, no NaN."""
    rng = np.random.default_rng(seed)
    bits = rng.integers(0, 1 << 16, 64, np.uint32)
    bits[:12] = [0, 0x8000, 0x3C00, 0x7C00, 0xFC00, 1, 0x8001, 0x7BFF, 0x0400, 0x03FF, 0x3555, 0xBC01]
    bits = np.where((bits & 0x7FFF) > 0x7C00, 0x4248, bits).astype(U)
    rng.shuffle(bits)
    both: NDArray[np.uint32] = bits[:32] | bits[32:] << U(16)
    return both


def low(bits: NDArray[np.uint32]) -> NDArray[np.float16]:
    return (bits & U(0xFFFF)).astype(np.uint16).view(np.float16)


def high(bits: NDArray[np.uint32]) -> NDArray[np.float16]:
    return (bits >> U(16)).astype(np.uint16).view(np.float16)


def same(got: NDArray[np.float16], expected: NDArray[np.float16]) -> bool:
    return np.array_equal(
        np.where(np.isnan(got), 0x7E00, got.view(np.uint16)),
        np.where(np.isnan(expected), 0x7E00, expected.view(np.uint16)),
    )


@pytest.mark.parametrize("seed", range(3))
def test_half_arithmetic(seed: int) -> None:
    a, b = halves(seed), halves(seed + 50)
    body = """
    v_add_f16_e64 v10, v1, v2
    v_mul_f16_e64 v11, v1, v2 op_sel:[1,0,0]
    v_pk_add_f16 v12, v1, v2 neg_lo:[0,1] neg_hi:[0,1]
    v_pk_mul_f16 v13, v1, v2 op_sel:[1,0] op_sel_hi:[0,1]
    v_pk_fma_f16 v14, v1, v2, 1.0 op_sel_hi:[1,1,0]
    v_cvt_f32_f16_e32 v15, v1
    v_sqrt_f16_e64 v16, |v1|
    """
    body = "v_mov_b32 v10, 0\nv_mov_b32 v11, 0\nv_mov_b32 v16, 0\n" + body
    out = lanes(body, a, b, results=7)
    al, ah, bl, bh = (x.astype(np.float64) for x in (low(a), high(a), low(b), high(b)))
    with np.errstate(all="ignore"):
        assert same(low(out[0]), (al + bl).astype(np.float16))
        assert same(low(out[1]), (ah * bl).astype(np.float16))
        assert same(low(out[2]), (al - bl).astype(np.float16))
        assert same(high(out[2]), (ah - bh).astype(np.float16))
        assert same(low(out[3]), (ah * bl).astype(np.float16))
        assert same(high(out[3]), (al * bh).astype(np.float16))
        assert same(low(out[4]), (al * bl + 1).astype(np.float16))
        assert same(high(out[4]), (ah * bh + 1).astype(np.float16))
        assert np.array_equal(out[5].view(np.float32), al.astype(np.float32))
        assert same(low(out[6]), np.sqrt(np.abs(al)).astype(np.float16))


def test_bits_that_a_short_list_leaves_out_are_zero() -> None:
    a, b = np.full(32, 0x4400_3800, U), np.full(32, 0x4200_3C00, U)
    body = """
    v_pk_fma_f16 v10, v1, v1, v2 op_sel_hi:[1,1]
    v_pk_fma_f16 v11, v1, v1, v2
    """
    out = lanes(body, a, b, results=2)
    assert [float(high(row)[0]) for row in out] == [17.0, 19.0]


def test_constants_of_mixed_precision_are_halves_or_singles_as_op_sel_hi_says() -> None:
    a, b = np.full(32, 0x4400_3800, U), np.full(32, 3.0, np.float32)
    body = """
    v_fma_mix_f32 v10, v1, 1.0, v2 op_sel_hi:[1,1,0]
    v_fma_mix_f32 v11, v1, 1.0, v2 op_sel_hi:[1,0,0]
    v_fma_mix_f32 v12, v1, -v2, -0.5 op_sel:[1,0,0] op_sel_hi:[1,0,1]
    v_fma_mix_f32 v13, v1, 0x3c00, v2 op_sel_hi:[1,0,0]
    v_fma_mix_f32 v14, v1, 0x4200, v2 op_sel_hi:[1,1,0]
    """
    out = lanes(body, a, b, results=5).view(np.float32)
    # The assembler makes 0x3c00 the inline constant 1.0, whatever op_sel_hi says.
    assert [float(row[0]) for row in out] == [3.5, 3.5, -12.5, 3.5, 4.5]


@pytest.mark.parametrize("mode", range(4))
def test_single_to_half_rounds_by_the_mode(mode: int) -> None:
    rng = np.random.default_rng(9)
    a = (rng.uniform(-1, 1, 32) * 2.0 ** rng.integers(-26, 18, 32)).astype(np.float32)
    directives = f"{KEEP}\n\t\t.amdhsa_float_round_mode_16_64 {mode}"
    out = low(lanes("v_mov_b32 v10, 0\nv_cvt_f16_f32_e32 v10, v1", a, directives=directives)[0]).astype(np.float64)
    nearest = a.astype(np.float16)
    exact = a.astype(np.float64)
    with np.errstate(all="ignore"):
        up = np.where(nearest.astype(float) < exact, np.nextafter(nearest, np.float16(np.inf)), nearest)
        down = np.where(nearest.astype(float) > exact, np.nextafter(nearest, np.float16(-np.inf)), nearest)
    expected = (nearest, up, down, np.where(exact > 0, down, up))[mode].astype(np.float64)
    assert np.array_equal(out, expected)


def test_conversions() -> None:
    a = np.array(
        [0.5, 1.5, 2.5, -0.5, -1.5, 1e20, -1e20, np.nan, np.inf, 3.99, -3.99, 0, -0.0] + [7.25] * 19, np.float32
    )
    body = """
    v_cvt_i32_f32_e32 v10, v1
    v_cvt_u32_f32_e32 v11, v1
    v_rndne_f32_e32 v12, v1
    v_floor_f32_e32 v13, v1
    v_trunc_f32_e32 v14, v1
    v_fract_f32_e32 v15, v1
    v_cvt_f32_i32_e32 v16, v10
    v_cvt_f32_ubyte1_e32 v17, v1
    v_frexp_exp_i32_f32_e32 v18, v1
    v_frexp_mant_f32_e32 v19, v1
    """
    out = lanes(body, a, results=10, directives=KEEP)
    finite = np.where(np.isnan(a), 0, np.clip(a.astype(np.float64), -(2.0**31), 2.0**31 - 1))
    assert np.array_equal(out[0].view(np.int32), np.trunc(finite).astype(np.int64).astype(np.int32))
    unsigned = np.where(np.isnan(a), 0, np.clip(a.astype(np.float64), 0, 2.0**32 - 1))
    assert np.array_equal(out[1], np.trunc(unsigned).astype(np.uint64).astype(U))
    number = ~np.isnan(a)
    for row, value in ((2, np.rint(a)), (3, np.floor(a)), (4, np.trunc(a))):
        assert np.array_equal(out[row].view(np.float32)[number], value[number])
        assert np.array_equal(np.signbit(out[row].view(np.float32)[number]), np.signbit(value[number]))
    mantissa, exponent = np.frexp(a[9:13])
    assert np.array_equal(out[8].view(np.int32)[9:13], exponent)
    assert np.array_equal(out[9].view(np.float32)[9:13], mantissa)
    assert np.array_equal(out[6].view(np.float32), out[0].view(np.int32).astype(np.float32))
    assert np.array_equal(out[7].view(np.float32), (a.view(U) >> U(8) & U(255)).astype(np.float32))


def ulps(got: NDArray[np.uint32], exact: NDArray[np.float64]) -> float:
    """The largest error in units of the last place of a single."""
    spacing = np.spacing(np.abs(exact).astype(np.float32)).astype(np.float64)
    return float((np.abs(got.view(np.float32).astype(np.float64) - exact) / spacing).max())


@pytest.mark.parametrize(
    ("name", "function", "lowest", "highest"),
    [
        ("v_exp_f32", np.exp2, -120.0, 120.0),
        ("v_log_f32", np.log2, 1e-30, 1e30),
        ("v_rcp_f32", lambda x: 1 / x, 1e-30, 1e30),
        ("v_rsq_f32", lambda x: 1 / np.sqrt(x), 1e-30, 1e30),
        ("v_sqrt_f32", np.sqrt, 1e-30, 1e30),
        ("v_sin_f32", lambda x: np.sin(2 * np.pi * x), -0.49, 0.49),
        ("v_cos_f32", lambda x: np.cos(2 * np.pi * x), -0.24, 0.24),
    ],
)
def test_transcendentals_round_to_nearest(name: str, function: np.ufunc, lowest: float, highest: float) -> None:
    rng = np.random.default_rng(3)
    even = rng.uniform(lowest, highest, 32)
    spread = np.exp(rng.uniform(np.log(1e-3), np.log(highest), 32)) if lowest > 0 else even
    a = np.where(rng.integers(0, 2, 32) == 0, even, spread).astype(np.float32)
    out = lanes(f"{name} v10, v1", a)[0]
    assert ulps(out, function(a.astype(np.float64))) <= 0.5001


def test_transcendentals_at_the_edges() -> None:
    a = np.array([0, 0x80000000, 0x7F800000, 0xFF800000, 0x7FC00001, 0xBF800000, 0x00000001] + [0] * 25, U)
    body = "v_exp_f32 v10, v1\nv_log_f32 v11, v1\nv_rcp_f32 v12, v1\nv_rsq_f32 v13, v1\nv_sin_f32 v14, v1"
    out = lanes(body, a, results=5, directives=KEEP)
    inf, minus, nan, one = 0x7F800000, 0xFF800000, 0x7FC00000, 0x3F800000
    assert out[0, :7].tolist() == [one, one, inf, 0, nan + 1, 0x3F000000, one]
    assert out[1, :7].tolist() == [minus, minus, inf, nan, nan + 1, nan, minus]
    assert out[2, :7].tolist() == [inf, minus, 0, 0x80000000, nan + 1, 0xBF800000, inf]
    assert out[3, :7].tolist() == [inf, minus, 0, nan, nan + 1, nan, inf]
    assert out[4, :7].tolist() == [0, 0x80000000, nan, nan, nan + 1, 0, 0]


def test_doubles() -> None:
    rng = np.random.default_rng(4)
    a, b = rng.uniform(-1e3, 1e3, 32), rng.uniform(-1e3, 1e3, 32)
    words = np.stack([a, b], axis=1).copy()
    body = """
    v_lshlrev_b32_e32 v3, 2, v0
    global_load_b128 v[20:23], v3, s[4:5]
    s_waitcnt vmcnt(0)
    v_add_f64 v[10:11], v[20:21], v[22:23]
    v_mul_f64 v[12:13], v[20:21], -v[22:23]
    v_rcp_f64_e32 v[14:15], v[20:21]
    v_floor_f64_e32 v[16:17], v[20:21]
    v_cvt_f32_f64_e32 v18, v[20:21]
    v_cvt_i32_f64_e32 v19, v[20:21]
    v_ldexp_f64 v[30:31], v[20:21], -1060
    v_mov_b32 v24, v30
    v_mov_b32 v25, v31
    """
    out = np.zeros((12, 32), U)
    stores = "\n".join(
        f"global_store_b32 v0, v{r}, s[2:3] offset:{128 * k}" for k, r in enumerate((*range(10, 20), 24, 25))
    )
    launch(text_of(body + stores), out, words)

    def double(row: int) -> NDArray[np.float64]:
        both: NDArray[np.uint64] = out[row].astype(np.uint64) | out[row + 1].astype(np.uint64) << np.uint64(32)
        return both.view(np.float64)

    assert np.array_equal(double(0), a + b)
    assert np.array_equal(double(2), a * -b)
    assert np.array_equal(double(4), 1 / a)
    assert np.array_equal(double(6), np.floor(a))
    assert np.array_equal(out[8].view(np.float32), a.astype(np.float32))
    assert np.array_equal(out[9].view(np.int32), a.astype(np.int32))
    assert np.array_equal(double(10), np.ldexp(a, -1060))


@pytest.mark.parametrize(
    ("numerators", "denominators"),
    [
        ((-100, 100), (-27, 27)),
        ((0, 3), (126, 129)),
        ((-3, 80), (120, 129)),
        ((100, 128), (60, 127)),
        ((100, 128), (-126, 0)),
    ],
)
def test_division_sequence(numerators: tuple[int, int], denominators: tuple[int, int]) -> None:
    # As the compiler divides singles exactly; quotients, and inverses of denominators, may be denormal or too large.
    rng = np.random.default_rng(6)
    a = (rng.uniform(-1, 1, 32) * 2.0 ** rng.integers(*numerators, 32)).astype(np.float32)
    b = (rng.uniform(0.5, 1, 32) * 2.0 ** rng.integers(*denominators, 32)).astype(np.float32)
    body = """
    v_div_scale_f32 v3, null, v2, v2, v1
    v_rcp_f32_e32 v4, v3
    v_div_scale_f32 v5, vcc_lo, v1, v2, v1
    v_fma_f32 v6, -v3, v4, 1.0
    v_fmac_f32_e32 v4, v6, v4
    v_mul_f32_e32 v6, v5, v4
    v_fma_f32 v7, -v3, v6, v5
    v_fmac_f32_e32 v6, v7, v4
    v_fma_f32 v3, -v3, v6, v5
    v_div_fmas_f32 v3, v3, v4, v6
    v_div_fixup_f32 v10, v3, v2, v1
    """
    out = lanes(body, a, b, directives=KEEP)[0].view(np.float32)
    with np.errstate(over="ignore"):
        assert np.array_equal(out, a / b)


@pytest.mark.parametrize(
    ("numerators", "denominators"),
    [((-100, 100), (-100, 100)), ((0, 3), (1022, 1025)), ((-3, 60), (1010, 1025)), ((900, 1024), (-900, 100))],
)
def test_division_sequence_of_doubles(numerators: tuple[int, int], denominators: tuple[int, int]) -> None:
    rng = np.random.default_rng(7)
    a, b = (
        np.ldexp(rng.uniform(0.5, 1, 32), rng.integers(lowest, highest, 32))
        for lowest, highest in (numerators, denominators)
    )
    words = np.concatenate([np.ascontiguousarray(x).view(U) for x in (a, b)])
    out = np.zeros((2, 32), U)
    body = """
    v_lshlrev_b32_e32 v30, 1, v0
    global_load_b64 v[2:3], v30, s[4:5]
    global_load_b64 v[4:5], v30, s[4:5] offset:256
    s_waitcnt vmcnt(0)
    v_div_scale_f64 v[6:7], null, v[4:5], v[4:5], v[2:3]
    v_rcp_f64_e32 v[8:9], v[6:7]
    v_fma_f64 v[10:11], -v[6:7], v[8:9], 1.0
    v_fma_f64 v[8:9], v[8:9], v[10:11], v[8:9]
    v_fma_f64 v[10:11], -v[6:7], v[8:9], 1.0
    v_fma_f64 v[8:9], v[8:9], v[10:11], v[8:9]
    v_div_scale_f64 v[10:11], vcc_lo, v[2:3], v[4:5], v[2:3]
    v_mul_f64 v[12:13], v[10:11], v[8:9]
    v_fma_f64 v[6:7], -v[6:7], v[12:13], v[10:11]
    v_div_fmas_f64 v[6:7], v[6:7], v[8:9], v[12:13]
    v_div_fixup_f64 v[10:11], v[6:7], v[4:5], v[2:3]
    global_store_b32 v0, v10, s[2:3]
    global_store_b32 v0, v11, s[2:3] offset:128
    """
    launch(text_of(body), out, words)
    both: NDArray[np.uint64] = out[0].astype(np.uint64) | out[1].astype(np.uint64) << np.uint64(32)
    with np.errstate(over="ignore"):
        assert np.array_equal(both.view(np.float64), a / b)


@pytest.mark.parametrize("arch", ["gfx1100", "gfx1201"])
def test_integer_matrix_product(arch: str) -> None:
    rng = np.random.default_rng(8)
    a = rng.integers(-128, 128, (16, 16)).astype(np.int8)
    b = rng.integers(0, 256, (16, 16)).astype(np.uint8)  # b[column][k]
    gfx12 = arch == "gfx1201"
    share, regs = (8, 2) if gfx12 else (16, 4)
    first, second = np.zeros((32, 4), U), np.zeros((32, 4), U)
    for lane in range(32):
        k = lane // 16 * share if gfx12 else 0
        first[lane, :regs] = a[lane % 16, k : k + share].copy().view(U)
        second[lane, :regs] = b[lane % 16, k : k + share].copy().view(U)
    wait = "s_wait_loadcnt 0x0" if gfx12 else "s_waitcnt vmcnt(0)"
    stores = "\n".join(f"global_store_b32 v0, v{10 + k}, s[2:3] offset:{128 * k}" for k in range(8))
    body = f"""
    v_lshlrev_b32_e32 v3, 2, v0
    global_load_b128 v[20:23], v3, s[4:5]
    global_load_b128 v[24:27], v3, s[6:7]
    {wait}
    v_wmma_i32_16x16x16_iu8 v[10:17], v[20:{19 + regs}], v[24:{23 + regs}], 1 neg_lo:[1,0,0]
    {stores}
    """
    out = np.zeros((8, 32), U)
    launch(text_of(body, arch), out, first, second)
    expected = a.astype(np.int64) @ b.astype(np.int64).T + 1
    for i in range(8):
        for lane in range(32):
            row = i + 8 * (lane // 16) if gfx12 else 2 * i + lane // 16
            assert out[i, lane] == expected[row, lane % 16] & 0xFFFFFFFF


def test_dot_products() -> None:
    a = np.array([0x80FF0201, 0x7F018003] * 16, U)
    b = np.array([0x01020304, 0xFF80FF02] * 16, U)
    body = "v_dot4_i32_iu8 v10, v1, v2, 5 neg_lo:[1,0,0]\nv_dot4_u32_u8 v11, v1, v2, 5\nv_dot8_i32_iu4 v12, v1, v2, 0"
    out = lanes(body, a, b, results=3)
    au, bu = (x.view(np.uint8).reshape(32, 4).astype(np.int64) for x in (a, b))
    signed = a.view(np.int8).reshape(32, 4).astype(np.int64)
    assert np.array_equal(out[0].view(np.int32), (signed * bu).sum(axis=1) + 5)
    assert np.array_equal(out[1], ((au * bu).sum(axis=1) + 5).astype(U))
    nibbles = (
        [[int(x) >> 4 * k & 15 for k in range(8)] for x in a],
        [[int(x) >> 4 * k & 15 for k in range(8)] for x in b],
    )
    assert np.array_equal(out[2], (np.array(nibbles[0]) * np.array(nibbles[1])).sum(axis=1).astype(U))


@pytest.mark.parametrize("arch", ["gfx1100", "gfx1201"])
def test_half_matrix_product(arch: str) -> None:
    rng = np.random.default_rng(8)
    a, b = (rng.integers(-4, 5, (16, 16)).astype(np.float16) for _ in range(2))  # b[column][k]
    gfx12 = arch == "gfx1201"
    share = 8 if gfx12 else 16
    first, second = np.zeros((32, 8), U), np.zeros((32, 8), U)
    for lane in range(32):
        k = lane // 16 * share if gfx12 else 0
        first[lane, : share // 2] = a[lane % 16, k : k + share].copy().view(U)
        second[lane, : share // 2] = b[lane % 16, k : k + share].copy().view(U)
    wait = "s_wait_loadcnt 0x0" if gfx12 else "s_waitcnt vmcnt(0)"
    results, regs = (4, 4) if gfx12 else (8, 8)
    clear = "\n".join(f"v_mov_b32 v{10 + k}, 0x3c003c00" for k in range(results))
    stores = "\n".join(f"global_store_b32 v0, v{10 + k}, s[2:3] offset:{128 * k}" for k in range(results))
    select = "" if gfx12 else "op_sel:[0,0,1]"
    body = f"""
    v_lshlrev_b32_e32 v3, 3, v0
    global_load_b128 v[20:23], v3, s[4:5]
    global_load_b128 v[24:27], v3, s[4:5] offset:16
    global_load_b128 v[28:31], v3, s[6:7]
    global_load_b128 v[32:35], v3, s[6:7] offset:16
    {clear}
    {wait}
    v_wmma_f16_16x16x16_f16 v[10:{9 + results}], v[20:{19 + regs}], v[28:{27 + regs}], v[10:{9 + results}] {select}
    {stores}
    """
    out = np.zeros((results, 32), U)
    launch(text_of(body, arch), out, first, second)
    expected = (a.astype(float) @ b.astype(float).T + 1).astype(np.float16)
    for lane in range(32):
        for i in range(8):
            if gfx12:
                value, row = (out[i // 2, lane] >> U(16 * (i % 2))) & U(0xFFFF), i + 8 * (lane // 16)
            else:
                value, row = out[i, lane] >> U(16), 2 * i + lane // 16
                assert out[i, lane] & U(0xFFFF) == 0x3C00
            assert np.uint16(value).view(np.float16) == expected[row, lane % 16]
