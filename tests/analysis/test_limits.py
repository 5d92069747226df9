"""The registers from which on more of a kernel fits on the GPU."""

from __future__ import annotations

from pathlib import Path

import isaopt
from isaopt.analysis.figures.limits import limits_of, occupancy_steps

KERNELS = Path(__file__).parents[2] / "kernels_s"


def test_whole_workgroups_count_where_their_size_is_known() -> None:
    """208 VGPRs let 7 waves on each of two SIMDs: 3 workgroups of 4 waves.  The fourth fits from 8 waves on, more
    from 10, 12 and 14; LDS ends it there (64 KiB hold 7 times 8,320 bytes)."""
    module = isaopt.parse(KERNELS / "sgemm_gfx1201.s")
    limits = limits_of(module, module.kernels[0])
    assert (limits.waves, limits.workgroups) == (7, 3)
    assert occupancy_steps(module, module.kernels[0]) == (192, 144, 120, 96)


def test_nothing_more_fits_where_registers_are_not_the_limit() -> None:
    module = isaopt.parse(KERNELS / "reduction_gfx1100.s")
    assert occupancy_steps(module, module.kernels[0]) == ()
