"""The bits of numbers as operands of parsed instructions."""

from __future__ import annotations

import pytest

from isaopt.asm.line import read_op


@pytest.mark.parametrize(
    ("text", "index", "bits"),
    [
        ("v_add_f64 v[0:1], 100, v[2:3]", 1, 100 << 32),
        ("v_add_f64 v[0:1], 1, v[2:3]", 1, 1),
        ("v_add_f64 v[0:1], 1.0, v[2:3]", 1, 0x3FF0000000000000),
        ("v_add_f64 v[0:1], -1.0, v[2:3]", 1, 0xBFF0000000000000),
        ("v_add_f64 v[0:1], 0x40590000, v[2:3]", 1, 0x4059000000000000),
        ("v_add_f64 v[0:1], -0.0, v[2:3]", 1, 0x8000000000000000),
        ("v_ashrrev_i64 v[0:1], v2, 0x80000000", 2, 0xFFFFFFFF80000000),
        ("v_lshlrev_b64 v[0:1], v2, 0x80000000", 2, 0x80000000),
        ("v_lshlrev_b64 v[0:1], 1.0, v[2:3]", 1, 0x3F800000),
        ("s_mov_b64 s[0:1], -1", 1, 0xFFFFFFFFFFFFFFFF),
        ("s_and_b64 s[0:1], s[2:3], 0xfffffff0", 2, 0xFFFFFFF0),
        ("v_ldexp_f64 v[0:1], v[2:3], 1.0", 2, 0x3F800000),
        ("v_pk_add_f16 v0, 1.0, v1", 1, 0x3C00),
        ("v_pk_mul_f16 v0, v1, -1.0", 2, 0xBC00),
        ("v_pk_add_u16 v0, -1, v1", 1, 0xFFFFFFFF),
        ("v_add_f16_e32 v0, 1.5, v1", 1, 0x3E00),
        ("v_fmaak_f32 v0, v1, v2, 1.0", 3, 0x3F800000),
        ("s_movk_i32 s0, 0xffff", 1, 0xFFFFFFFF),
        ("s_cmpk_eq_u32 s0, 0xffff", 1, 0xFFFF),
        ("v_cmp_class_f64 vcc_lo, v[0:1], 0x1f8", 2, 0x1F8),
        ("v_fma_mix_f32 v0, 1.0, v1, v2", 1, None),
        ("v_add_f32 v0, v1, v2", 1, None),
        ("s_nop 3", 0, None),
    ],
)
def test_constants_have_the_bits_of_their_operand(text: str, index: int, bits: int | None) -> None:
    assert read_op(text, "gfx1100", 32).constant(index) == bits
