"""What is known of the registers that a kernel starts with."""

from __future__ import annotations

import pytest

from isaopt.asm.parser import parse_text
from isaopt.ir.program import Module
from isaopt.proof.verdict import verify_modules
from tests.kernels import block, entry


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
