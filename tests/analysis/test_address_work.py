"""Which VALU instructions of a loop are counted as work on addresses."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from isaopt.analysis.figures.metrics import kernel_metrics
from isaopt.asm.parser import parse_text

LOOP = """\tv_mov_b32_e32 v1, 0
.Louter:
\tv_add_nc_u32_e32 v2, s2, v0
.Linner:
{inner}
\ts_cbranch_scc1 .Linner
\ts_cbranch_vccnz .Louter"""


@pytest.mark.parametrize(
    ("inner", "expected"),
    [
        # A chain of two and what the outer loop adds to it; the data's own arithmetic is no address.
        (
            "v_lshlrev_b32_e32 v3, 2, v2\nv_add_nc_u32_e32 v4, s3, v3\nds_load_b32 v5, v4\nv_add_f32_e32 v6, v5, v6",
            (2, 3),
        ),
        # The data of a store is no address, its address is.
        ("v_lshlrev_b32_e32 v3, 2, v2\nv_mul_f32_e32 v5, v0, v0\nds_store_b32 v3, v5", (1, 2)),
        # A scalar base has no vector work; a carry chain has two instructions.
        ("global_load_b32 v5, v0, s[4:5]", (0, 0)),
        (
            "v_add_co_u32 v4, vcc_lo, s4, v0\n"
            "v_add_co_ci_u32_e32 v5, vcc_lo, s5, v1, vcc_lo\n"
            "global_load_b32 v6, v[4:5], off",
            (2, 2),
        ),
        # An induction round the loop counts once; the lane of a cross-lane read is no address of memory.
        ("v_add_nc_u32_e32 v1, 4, v1\nds_load_b32 v5, v1", (1, 1)),
        ("v_lshlrev_b32_e32 v3, 2, v2\nds_bpermute_b32 v5, v3, v0", (0, 0)),
        # One half of a dual instruction is an address: it counts once, and only that half's sources matter.
        ("v_dual_mov_b32 v3, v2 :: v_dual_mul_f32 v6, v0, v1\nds_load_b32 v5, v3", (1, 2)),
    ],
)
def test_what_counts(kernel_text: Callable[..., str], inner: str, expected: tuple[int, int]) -> None:
    text = kernel_text(LOOP.format(inner="\n".join("\t" + line for line in inner.split("\n"))))
    module = parse_text(text, "k.s")
    found = {loop.label: loop.address_valu for loop in kernel_metrics(module, module.kernels[0], addresses=True).loops}
    assert (found[".Linner"], found[".Louter"]) == expected


def test_a_kernel_that_cannot_be_analysed_has_no_figure(kernel_text: Callable[..., str]) -> None:
    module = parse_text(kernel_text(".L1:\n\ts_cbranch_scc1 .L1\n\ts_setpc_b64 s[4:5]"), "k.s")
    assert [loop.address_valu for loop in kernel_metrics(module, module.kernels[0], addresses=True).loops] == [None]
