"""Reads and VOPD halves made from parsed instructions."""

from __future__ import annotations

import pytest

from isaopt.asm.parser import parse_text
from isaopt.ir.program import Instruction, Op
from isaopt.target.arch import get_arch
from isaopt.target.reads import reads_of, tuple_starts
from isaopt.target.vopd_ops import check_pair, component_name, half_of


def op(text: str, arch: str = "gfx1100") -> Op:
    (found,) = [i.op for i in parse_text(text + "\n", arch=arch).items if isinstance(i, Instruction)]
    return found


def spelled(text: str, arch: str = "gfx1100") -> list[str]:
    """Reads as ``slot:vgpr`` with ``a`` for an accumulator and ``Y`` for the second component."""
    return [
        f"{r.slot}:{r.vgpr}{'a' if r.accumulator else ''}{'Y' if r.component else ''}"
        for r in reads_of(op(text, arch), arch)
    ]


@pytest.mark.parametrize(
    ("text", "reads"),
    [
        ("v_mov_b32_e32 v1, v2", ["0:2"]),
        ("v_add_f32_e32 v1, s2, v3", ["1:3"]),
        ("v_fma_f32 v1, v2, s3, v4", ["0:2", "2:4"]),
        ("v_fmac_f32_e32 v1, v2, v3", ["2:1a", "0:2", "1:3"]),
        ("v_fmamk_f32 v1, v2, 0x1234, v3", ["0:2", "2:3"]),
        ("v_fmaak_f32 v1, v2, v3, 0x1234", ["0:2", "1:3"]),
        ("v_cndmask_b32_e32 v1, v2, v3, vcc_lo", ["0:2", "1:3"]),
        ("v_swap_b32 v1, v2", ["0:1", "1:2"]),
        ("v_writelane_b32 v1, s2, 3", []),
        ("v_div_scale_f32 v1, vcc_lo, v2, v3, v4", ["0:2", "1:3", "2:4"]),
        ("v_add_f64 v[0:1], v[2:3], v[6:7]", ["0:2", "0:3", "1:6", "1:7"]),
        ("v_lshlrev_b64 v[0:1], 2, v[6:7]", ["1:6", "1:7"]),
        (
            "v_dual_fmac_f32 v1, v2, v3 :: v_dual_fmamk_f32 v4, v5, 0x12, v6",
            ["2:1a", "0:2", "1:3", "0:5Y", "2:6Y"],
        ),
        ("v_dual_mov_b32 v1, v2 :: v_dual_mov_b32 v4, v5", ["0:2", "0:5Y"]),
        ("global_load_b32 v1, v[2:3], off", []),
        ("ds_store_b32 v1, v2", []),
    ],
)
def test_slots(text: str, reads: list[str]) -> None:
    assert spelled(text) == reads


def test_second_move_of_a_pair_uses_src2_on_gfx12() -> None:
    assert spelled("v_dual_mov_b32 v1, v2 :: v_dual_mov_b32 v4, v6", "gfx1201") == ["0:2", "2:6Y"]
    assert spelled("v_dual_mov_b32 v1, v2 :: v_dual_add_f32 v4, v7, v8", "gfx1201") == ["0:2", "0:7Y", "1:8Y"]


def test_reads_point_at_the_operand_that_names_them() -> None:
    for text in ("v_dual_fmac_f32 v1, v2, v3 :: v_dual_fmac_f32 v4, v5, v6", "v_add_f64 v[0:1], v[2:3], v[6:7]"):
        parsed = op(text)
        for read in reads_of(parsed):
            ref = parsed.refs[read.ref]
            assert (ref.reg.first + read.offset, ref.component) == (read.vgpr, read.component)


def test_matrix_tuples() -> None:
    reads = reads_of(op("v_wmma_f32_16x16x16_f16 v[0:7], v[8:15], v[17:24], v[26:33]"))
    assert len(reads) == 24
    assert list(tuple_starts(reads)) == [8, 17, 26]
    assert list(tuple_starts(reads_of(op("v_wmma_f32_16x16x16_f16 v[0:7], v[8:15], v[17:24], 0")))) == [8, 17]
    # A SWMMAC's C is its destination; v30, its third operand, is the sparsity index and no tuple.
    sparse = reads_of(op("v_swmmac_f32_16x16x32_f16 v[0:7], v[9:12], v[14:21], v30", "gfx1201"))
    assert sorted(tuple_starts(sparse)) == [0, 9, 14]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("v_add_f32_e32 v0, v1, v2", "add_f32"),
        ("v_add_f32_e64 v0, v1, v2", "add_f32"),
        ("v_dual_add_f32 v0, v1, v2 :: v_dual_mov_b32 v1, v4", None),
        ("v_add_f32_dpp v0, v1, v2 row_shr:1 row_mask:0xf bank_mask:0xf", None),
        ("v_fma_f32 v0, v1, v2, v3", None),
        ("v_or_b32_e32 v0, v1, v2", None),
        ("s_mov_b32 s0, s1", None),
    ],
)
def test_component_names(text: str, name: str | None) -> None:
    assert component_name(get_arch("gfx1100"), op(text)) == name


def test_min_and_max_have_their_own_names_on_gfx12() -> None:
    text = "v_max_num_f32_e32 v0, v1, v2"
    assert component_name(get_arch("gfx1201"), op(text, "gfx1201")) == "max_num_f32"


@pytest.mark.parametrize(
    ("x", "y", "reasons"),
    [
        ("v_fmac_f32_e32 v0, v4, v8", "v_fmac_f32_e32 v1, v5, v9", []),
        ("v_fmac_f32_e32 v0, v4, v8", "v_fmac_f32_e32 v2, v5, v9", ["dst-parity", "src2-parity"]),
        ("v_fmac_f32_e32 v0, v4, v8", "v_fmac_f32_e32 v1, v8, v9", ["src0-bank"]),
        ("v_fmac_f32_e32 v0, v4, v8", "v_fmac_f32_e32 v1, v5, v12", ["src1-bank"]),
        ("v_add_f32_e64 v0, -v4, v8", "v_mov_b32_e32 v1, v5", ["modifiers"]),
        ("v_add_f32_e64 v0, v4, v8 clamp", "v_mov_b32_e32 v1, v5", ["modifiers"]),
        ("v_add_f32_e64 v0, v4, s8", "v_mov_b32_e32 v1, v5", ["operand-kind"]),
        ("v_or_b32_e32 v0, v4, v8", "v_mov_b32_e32 v1, v5", ["not-vopd-component"]),
        ("v_and_b32_e32 v0, v4, v8", "v_mov_b32_e32 v1, v5", ["not-opx"]),
        ("v_mov_b32_e32 v0, 0x1234", "v_mov_b32_e32 v1, 0x1235", ["literal"]),
        ("v_mov_b32_e32 v0, 0x40200000", "v_mov_b32_e32 v1, 2.5", []),
        ("v_cndmask_b32_e32 v0, s1, v8, vcc_lo", "v_mov_b32_e32 v1, s2", ["scalar-limit"]),
        ("v_cndmask_b32_e64 v0, v1, v8, s4", "v_mov_b32_e32 v1, s2", ["operand-kind"]),
        ("v_cndmask_b32_e64 v0, v1, v8, vcc_lo", "v_mov_b32_e32 v1, s2", []),
    ],
)
def test_check_pair_on_single_instructions(x: str, y: str, reasons: list[str]) -> None:
    assert [v.reason for v in check_pair(get_arch("gfx1100"), op(x), op(y))] == reasons


def test_halves_of_a_dual_instruction_are_legal() -> None:
    pair = op("v_dual_cndmask_b32 v0, v1, v2 :: v_dual_fmamk_f32 v3, v6, 0x1234, v4").pair
    assert pair is not None
    arch = get_arch("gfx1100")
    assert check_pair(arch, *pair) == []
    assert half_of(arch, pair[1]).src2 == 4
    assert half_of(arch, pair[1]).literals == (0x1234,)
