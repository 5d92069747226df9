"""Loops that waves pass in turn: extrapolated passes take as long as those that were simulated."""

from __future__ import annotations

from pathlib import Path

import isaopt
from isaopt.simulator.results import Workload

KERNELS = Path(__file__).parents[2] / "kernels_s"


def cycles(trips: int) -> tuple[float, int]:
    module = isaopt.parse(KERNELS / "wmma_gemm_gfx1100.s")
    time = isaopt.sim(module, "rx7900xtx", {}, Workload(trips={".LBB0_5": trips})).kernels[0]
    return time.cycles, time.loops[0].simulated


def test_waves_that_keep_one_another_out_are_extrapolated_as_a_whole() -> None:
    whole, simulated = cycles(32)
    assert simulated == 32
    twice, simulated = cycles(64)
    assert simulated < 64
    assert 1.8 < twice / whole < 2.1
