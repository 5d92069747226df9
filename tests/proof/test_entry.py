"""What is known of the registers that a kernel starts with."""

from __future__ import annotations

import pytest

from isaopt.asm.parser import parse_text
from isaopt.ir.program import Module
from isaopt.proof.verdict import verify_modules
from tests.kernels import ARGUMENTS, block, entry, kernel_file


def _kernel(dimensions: int, line: str, threads: int = 0) -> Module:
    metadata = block(entry([f".max_flat_workgroup_size: {threads}"]))
    return parse_text(
        '\t.amdgcn_target "amdgcn-amd-amdhsa--gfx1100"\nk:\n'
        f"\t{line}\n\tv_lshlrev_b32_e32 v2, 2, v1\n\tglobal_store_b32 v2, v1, s[0:1]\n\ts_endpgm\n.Lfunc_end0:\n"
        "\t.amdhsa_kernel k\n\t.amdhsa_user_sgpr_kernarg_segment_ptr 1\n"
        f"\t.amdhsa_system_vgpr_workitem_id {dimensions}\n\t.amdhsa_next_free_vgpr 3\n\t.amdhsa_next_free_sgpr 2\n"
        "\t.end_amdhsa_kernel\n" + (metadata if threads else "")
    )


@pytest.mark.parametrize(
    ("dimensions", "a", "b", "same"),
    [
        (0, "v_and_b32_e32 v1, 0x3ff, v0", "v_mov_b32_e32 v1, v0", True),
        (1, "v_and_b32_e32 v1, 0x3ff, v0", "v_mov_b32_e32 v1, v0", False),
        (1, "v_bfe_u32 v1, v0, 10, 10", "v_bfe_u32 v1, v0, 10, 11", False),
        (2, "v_bfe_u32 v1, v0, 20, 10", "v_lshrrev_b32_e32 v1, 20, v0", False),
    ],
)
def test_only_a_lone_x_has_nothing_above_it(dimensions: int, a: str, b: str, same: bool) -> None:
    proof = verify_modules(_kernel(dimensions, a), _kernel(dimensions, b)).kernels[0]
    assert (proof.status == "proved") is same


@pytest.mark.parametrize(("threads", "same"), [(0, False), (1024, False), (128, False), (64, True), (32, True)])
def test_a_workgroup_is_no_larger_than_the_metadata_allow(threads: int, same: bool) -> None:
    one, other = (_kernel(0, f"v_and_b32_e32 v1, {mask}, v0", threads) for mask in ("0x3f", "0x3ff"))
    assert (verify_modules(one, other).kernels[0].status == "proved") is same


@pytest.mark.parametrize(("described", "stated", "same"), [(64, 64, True), (64, 32, False), (32, 64, False)])
def test_nothing_writes_arguments_and_what_is_behind_them_may_be_anything(
    described: int, stated: int, same: bool
) -> None:
    code = """\
s_load_b128 s[4:7], s[0:1], 0x0
s_load_b32 s8, s[0:1], 0x20
s_waitcnt lgkmcnt(0)
v_lshlrev_b32_e32 v1, 2, v0
global_store_b32 v1, v0, s[6:7]
s_waitcnt_vscnt null, 0x0
{}
s_waitcnt lgkmcnt(0)
s_add_i32 s9, s9, s8
v_mov_b32_e32 v2, s9
global_store_b32 v1, v2, s[4:5]""".format
    metadata = block(entry([".args:", f".kernarg_segment_size: {stated}"]))
    again, once = (
        kernel_file(code(line).split("\n"), ARGUMENTS, f"kernarg_size {described}") + metadata
        for line in ("s_load_b32 s9, s[0:1], 0x20", "s_mov_b32 s9, s8")
    )
    proof = verify_modules(parse_text(again, "a.s"), parse_text(once, "b.s")).kernels[0]
    assert (proof.status == "proved") is same
