"""Unusual spellings that the assembler takes are read, given back, and printed as text of the same bytes."""

from __future__ import annotations

from pathlib import Path

import pytest

from isaopt.toolchain.find import find_toolchain
from scripts.check_assembler_lines import check, instructions_of

SPELLINGS = (
    "v_max_f32 v1, v2 v3",
    "v_add_f32 v0, v1, v2,",
    "v_fract_f32 v1, v2, clamp div:2",
    "v_sin_f32 v0, -[s4]",
    "buffer_load_b32 v0, v1, s[4:7], s8, offen offset:4",
    "tbuffer_store_format_x v0, v1, s[0:3] format:1 s4 idxen",
    "tbuffer_store_format_x v0, v1, s[0:3], s4, format:[BUF_FMT_8_UNORM], idxen",
    "s_getreg_b32 s2, {}",
    "s_getreg_b32 s2, {offset: 3, id: 4}",
    "s_setreg_b32 {id: 1, size: 2, offset: 4}, s2",
    "v_cmp_le_u16_dpp v1, v2 row_shl:1 row_mask:0xf bank_mask:0xf",
    "v_cmp_ge_i32_e32 s0, v0",
    "v_cndmask_b32_dpp v0, v1, v2 dpp8:[0,1,2,3,4,5,6,7]",
    "v_add_co_ci_u32_e32 v3, v3, v4",
    "s_mov_b64_e32 s[0:1], 0.5",
    "v_illegal",
    "v_add3_nc_u32 v5, v1, v2, s3",
    "v_dot2_f32_bf16_e64_dpp v0, v1, v2, v3 quad_perm:[2,2,3,1]",
    "v_movrelsd_2_b32 v1, v2",
    "s_movreld_b64 s[2:3], s[4:5]",
    "s_branch 5",
    "s_cbranch_scc0 0xfffa",
)
OF_GFX11 = ("ds_gws_sema_p gds", "v_cmp_tru_i32 s4, v1, v2", "s_load_dword s1, s[2:3] glc", "v_cmp_t_f32 v0, v1")
OF_GFX12 = (
    "bvh64_intersect_ray v[4:7], [v[9:10], v11, v[12:14], v[15:17], v[18:20]], s[4:7]",
    "v_s_exp_f32 s1, s2",
)


@pytest.mark.parametrize(("arch", "more"), [("gfx1100", OF_GFX11), ("gfx1201", OF_GFX12)])
@pytest.mark.parametrize("wave", [32, 64])
def test_what_the_assembler_takes_is_read_and_printed_alike(arch: str, more: tuple[str, ...], wave: int) -> None:
    lines = [*SPELLINGS, *more]
    if wave == 64:
        lines = [line.replace("cmp_tru_i32 s4", "cmp_tru_i32 s[4:5]") for line in lines]
    tally = check(lines, arch, wave, find_toolchain(arch))
    assert tally.accepted == len(lines)
    assert tally.failed == 0, tally.examples


def test_a_line_that_the_assembler_refuses_is_not_counted_and_one_that_is_not_read_is() -> None:
    lines = ["v_nonsense v0, v1", "s_nop 0", ".long 3"]
    tally = check(lines, "gfx1100", 32, find_toolchain("gfx1100"))
    assert (tally.accepted, tally.lossy.total()) == (2, 1)


def test_instructions_are_found_among_comments_and_directives(tmp_path: Path) -> None:
    path = tmp_path / "lines.s"
    path.write_text("// RUN: x\n.text\nlabel:\n\ts_nop 0 ; why\ns_nop 0 // again\nv_mov_b32 v0, v1\nx = 3\n[[no\n")
    assert instructions_of([path]) == ["s_nop 0", "v_mov_b32 v0, v1"]
