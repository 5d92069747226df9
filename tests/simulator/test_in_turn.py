"""Extrapolated passes of a loop take as long as simulated ones, whether waves pass it together or in turn."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

import isaopt
from isaopt.ir.program import Module
from isaopt.simulator.results import KernelTime, Workload

KERNELS = Path(__file__).parents[2] / "kernels_s"


def predicted(module: Module, label: str, trips: int, waves: int | None = None) -> KernelTime:
    workload = Workload(trips={label: trips}, waves_per_simd=waves)
    return isaopt.sim(module, "rx7900xtx", {}, workload).kernels[0]


@pytest.mark.parametrize(
    ("name", "label", "whole"), [("wmma_gemm_gfx1100", ".LBB0_5", 32), ("sgemm_lds_gfx1100", ".LBB0_5", 8)]
)
def test_twice_the_passes_take_about_twice_as_long(name: str, label: str, whole: int) -> None:
    module = isaopt.parse(KERNELS / f"{name}.s")
    first, second = (predicted(module, label, trips) for trips in (whole, 2 * whole))
    # All passes of the one are simulated, half of the other's.
    assert [time.loops[0].simulated for time in (first, second)] == [whole, whole]
    assert 1.8 < second.cycles / first.cycles < 2.15


def test_another_wave_does_not_make_a_pass_jump() -> None:
    module = isaopt.parse(KERNELS / "sgemm_naive_gfx1100.s")
    each = [predicted(module, ".LBB0_3", 24, waves).loops[0].cycles_per_iteration or 0.0 for waves in range(1, 11)]
    for waves, (before, after) in enumerate(pairwise(each), start=1):
        # One more wave costs what it issues at least, and what a wave costs at most.
        assert 0.95 * before <= after <= 1.15 * before * (waves + 1) / waves, waves
