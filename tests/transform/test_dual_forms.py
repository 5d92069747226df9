"""Single instructions as halves of dual ones: what the assembler accepts, and that the meaning stays."""

from __future__ import annotations

import pytest

from isaopt.approval import approve
from isaopt.asm.line import read_op
from isaopt.asm.parser import parse_text
from isaopt.asm.printer import print_op
from isaopt.ir.program import Module
from isaopt.target.arch import get_arch
from isaopt.target.vopd_ops import check_pair
from isaopt.transform.dual_forms import dual_op, forms, in_reading_order, legal_dual, singles
from tests.kernels import ARGUMENTS, kernel_file

SINGLES = {
    "gfx1100": [
        "v_fmac_f32_e32 v2, v4, v5",
        "v_fmac_f32_e32 v2, 2.0, v5",
        "v_fmac_f32_e32 v2, 0x40490fdb, v5",
        "v_add_f32_e32 v2, s4, v5",
        "v_sub_f32_e32 v2, v4, v5",
        "v_subrev_f32_e32 v2, v4, v5",
        "v_mul_f32_e64 v2, v4, v5",
        "v_max_f32_e32 v2, 1.0, v5",
        "v_mov_b32_e32 v2, v4",
        "v_mov_b32_e32 v2, 0x12345678",
        "v_cndmask_b32_e32 v2, v4, v5, vcc_lo",
        "v_fma_f32 v2, v4, v5, v2",
        "v_fma_f32 v2, v4, v5, 1.0",
        "v_fma_f32 v2, v4, 2.0, v5",
        "v_fmaak_f32 v2, v4, v5, 0x40400000",
        "v_fmamk_f32 v2, v4, 0x40400000, v5",
        "v_fmamk_f32 v2, v4, 0x40400000, v2",
        "v_add_nc_u32_e32 v2, v4, v5",
        "v_subrev_nc_u32_e32 v2, 5, v4",
        "v_subrev_nc_u32_e32 v2, -64, v4",
        "v_subrev_nc_u32_e32 v2, 0x12345678, v4",
        "v_sub_nc_u32_e64 v2, v4, 64",
        "v_lshlrev_b32_e32 v2, 2, v5",
        "v_and_b32_e32 v2, v4, v5",
        "v_mul_dx9_zero_f32_e32 v2, v4, v5",
    ],
    "gfx1201": [
        "v_fmac_f32_e32 v2, v4, v5",
        "v_max_num_f32_e32 v2, v4, v5",
        "v_min_num_f32_e32 v2, v4, v5",
        "v_mov_b32_e32 v2, v4",
        "v_add_nc_u32_e32 v2, v4, v5",
    ],
}
CASES = [(arch, text) for arch, texts in SINGLES.items() for text in texts]
NO_HALF = (
    "v_add_f32_e64 v2, -v4, v5",
    "v_add_f32_e64 v2, v4, v5 clamp",
    "v_add_f32_e64 v2, v4, v5 mul:2",
    "v_cndmask_b32_e64 v2, v4, v5, s4",
    "v_add_f32_e64 v2, s4, s5",
    "v_fma_f32 v2, v4, v5, v6",
    "v_mov_b32_dpp v2, v4 row_shl:1 row_mask:0xf bank_mask:0xf",
    "v_sub_nc_u32_e32 v2, v4, v5",
    "v_sub_nc_u32_e32 v2, 5, v4",
    "v_subrev_nc_u32_e32 v2, s4, v5",
    "v_exp_f32_e32 v2, v4",
    "v_add_f16_e32 v2, v4, v5",
)


def _kernel(arch: str, *lines: str) -> Module:
    wait = "s_wait_loadcnt 0x0" if arch == "gfx1201" else "s_waitcnt vmcnt(0)"
    loads = (f"global_load_b32 v{r}, v[10:11], off offset:{4 * r}" for r in (2, 3, 4, 5, 7))
    start = ("v_mov_b32_e32 v10, s0", "v_mov_b32_e32 v11, s1", "v_cmp_lt_u32_e32 vcc_lo, 3, v0", *loads, wait)
    code = (*start, *lines, "global_store_b64 v[10:11], v[2:3], off")
    return parse_text(kernel_file(code, ARGUMENTS, arch=arch, vgprs=12))


@pytest.mark.parametrize(("arch", "text"), CASES, ids=lambda v: str(v))
def test_every_form_computes_what_the_single_instruction_does(arch: str, text: str) -> None:
    target = get_arch(arch)
    other = "v_mul_f32_e32 v3, v7, v7" if "0x" not in text else "v_mov_b32_e32 v3, v7"
    found = forms(target, read_op(text, arch, 32))
    assert found
    before = _kernel(arch, text, other)
    tried = 0
    for form in found:
        for partner in forms(target, read_op(other, arch, 32)):
            x, y = (form, partner) if form.opx else (partner, form)
            if not x.opx:
                continue
            op = dual_op(arch, x.text, y.text)
            assert op.pair is not None
            if check_pair(target, *op.pair):
                continue
            tried += 1
            after = _kernel(arch, print_op(op))
            approval = approve(before, after, before.kernels[0])
            assert approval.verdict == "proved", (print_op(op), approval.why)
    assert tried


def test_a_product_of_a_constant_is_read_through_either_slot() -> None:
    arch = get_arch("gfx1100")
    found = forms(arch, read_op("v_fmac_f32_e32 v2, 2.0, v5", "gfx1100", 32))
    assert [dict(form.slots).get("src0") is not None for form in found] == [False, True]
    found = forms(arch, read_op("v_fmaak_f32 v2, v4, v5, 0x40400000", "gfx1100", 32))
    assert {dict(form.slots)["src0"] for form in found} == {1, 2}


@pytest.mark.parametrize("text", NO_HALF)
def test_what_has_no_half(text: str) -> None:
    assert forms(get_arch("gfx1100"), read_op(text, "gfx1100", 32)) == ()


def test_a_half_that_reads_the_others_result_comes_second() -> None:
    arch = get_arch("gfx1100")
    two = singles(arch, read_op("v_dual_mov_b32 v0, v1 :: v_dual_mov_b32 v3, v0", "gfx1100", 32))
    assert two is not None
    assert [print_op(op) for op in two] == ["v_mov_b32_e32 v3, v0", "v_mov_b32_e32 v0, v1"]


def test_halves_that_read_each_others_results_stay_together() -> None:
    op = read_op("v_dual_mov_b32 v0, v1 :: v_dual_mov_b32 v1, v0", "gfx1100", 32)
    assert singles(get_arch("gfx1100"), op) is None


def test_no_half_overwrites_on_gfx12_what_the_other_one_reads() -> None:
    early = "v_dual_mul_f32 v4, v1, v5 :: v_dual_max_num_f32 v3, v6, v4"
    swapped = "v_dual_max_num_f32 v3, v6, v4 :: v_dual_mul_f32 v4, v1, v5"
    both = "v_dual_mul_f32 v4, v1, v3 :: v_dual_max_num_f32 v3, v6, v4"
    only_y = "v_dual_mul_f32 v4, v1, v5 :: v_dual_and_b32 v3, v6, v4"
    gfx12 = get_arch("gfx1201")
    for text, there in ((early, swapped), (swapped, swapped), (both, both), (only_y, only_y)):
        assert print_op(in_reading_order(gfx12, read_op(text, "gfx1201", 32))) == there
    two = [read_op(text, "gfx1201", 32) for text in ("v_mul_f32_e32 v4, v1, v5", "v_and_b32_e32 v3, v6, v4")]
    assert not legal_dual(gfx12, *two)
    # On gfx11 both halves read first.
    assert legal_dual(get_arch("gfx1100"), *(read_op(text, "gfx1100", 32) for text in map(print_op, two)))
