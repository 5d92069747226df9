"""Which registers a proof takes for still to be read, by the lanes of EXEC in which they are replaced."""

from __future__ import annotations

import pytest

from isaopt.proof.walk.flow import build_flow
from isaopt.proof.walk.live import live_units
from tests.renaming import assemble

REPLACED = "\tv_mov_b32_e32 v2, 0\n"
READ = "\tv_add_f32_e32 v1, v2, v2\n"
BARRIER = "\ts_barrier\n"


@pytest.mark.parametrize(
    ("code", "live"),
    [
        (REPLACED + READ, False),
        (BARRIER + READ, True),
        # Only some lanes have another value.
        ("\ts_and_saveexec_b32 s2, vcc_lo\n" + REPLACED + "\ts_or_b32 exec_lo, exec_lo, s2\n" + READ, True),
        ("\ts_and_saveexec_b32 s2, vcc_lo\n" + REPLACED + READ + "\ts_or_b32 exec_lo, exec_lo, s2\n", False),
        ("\tv_cmpx_gt_u32_e32 8, v0\n" + REPLACED + "\ts_mov_b32 exec_lo, -1\n" + READ, True),
        ("\ts_mov_b32 s2, exec_lo\n\tv_cmpx_gt_u32_e32 8, v0\n" + REPLACED + READ, False),
        # All that are on again had it before.
        (REPLACED + "\ts_and_saveexec_b32 s2, vcc_lo\n" + BARRIER + "\ts_or_b32 exec_lo, exec_lo, s2\n" + READ, False),
        (
            REPLACED + "\ts_mov_b32 s2, exec_lo\n\tv_cmpx_gt_u32_e32 8, v0\n\ts_xor_b32 s3, exec_lo, s2\n"
            "\ts_or_saveexec_b32 s4, s3\n\ts_or_b32 exec_lo, exec_lo, s4\n" + READ,
            False,
        ),
        (REPLACED + "\ts_and_saveexec_b32 s2, vcc_lo\n" + BARRIER + "\ts_or_b32 exec_lo, exec_lo, s3\n" + READ, True),
        # Lanes leave one by one, and what they leave with is read behind the loop.
        (
            "\ts_mov_b32 s3, 0\n.Lloop:\n" + REPLACED + "\tv_cmp_gt_u32_e32 vcc_lo, 8, v0\n"
            "\ts_or_b32 s3, vcc_lo, s3\n\ts_and_not1_b32 exec_lo, exec_lo, s3\n\ts_cbranch_execnz .Lloop\n"
            "\ts_or_b32 exec_lo, exec_lo, s3\n" + READ,
            False,
        ),
        # Half of it, or one lane.
        ("\tv_fma_mixlo_f16 v2, v0, v0, v0\n" + READ, True),
        ("\tv_writelane_b32 v2, s2, 0\n" + READ, True),
        # Lanes that are off are read, too.
        (REPLACED + "\tv_readlane_b32 s2, v2, 0\n", True),
    ],
)
def test_what_is_replaced_in_all_lanes_that_read_it_is_not_live(code: str, live: bool) -> None:
    module = assemble(BARRIER + code)
    flow = build_flow(module, module.kernels[0])
    assert (2 in live_units(module, flow)[0]) is live


def test_in_a_loop_that_lanes_leave_what_they_leave_with_is_live() -> None:
    code = (
        "\ts_mov_b32 s3, 0\n.Lloop:\n" + REPLACED + "\tv_cmp_gt_u32_e32 vcc_lo, 8, v0\n"
        "\ts_or_b32 s3, vcc_lo, s3\n\ts_and_not1_b32 exec_lo, exec_lo, s3\n\ts_cbranch_execnz .Lloop\n"
        "\ts_or_b32 exec_lo, exec_lo, s3\n" + READ
    )
    module = assemble(code)
    flow = build_flow(module, module.kernels[0])
    assert [2 in live for live in live_units(module, flow)[:2]] == [False, True]
