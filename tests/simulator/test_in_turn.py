"""Extrapolated passes of a loop take as long as simulated ones, whether waves pass it together or in turn."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

import isaopt
from isaopt.ir.program import Module
from isaopt.simulator.results import KernelTime, Workload

KERNELS = Path(__file__).parents[2] / "kernels_s"


def predicted(
    module: Module, label: str, trips: int, waves: int | None = None, budget: int | None = None
) -> KernelTime:
    workload = Workload(trips={label: trips}, waves_per_simd=waves, budget=budget)
    return isaopt.sim(module, "rx7900xtx", {}, workload).kernels[0]


@pytest.mark.parametrize(
    ("name", "label", "trips", "budget"),
    [
        ("wmma_gemm_gfx1100", ".LBB0_5", 64, 120_000),
        ("sgemm_lds_gfx1100", ".LBB0_5", 64, 300_000),
        ("triton_gemm_fp32_gfx1100", ".LBB0_10", 32, 500_000),
    ],
)
def test_passes_that_are_not_simulated_cost_what_they_would(name: str, label: str, trips: int, budget: int) -> None:
    module = isaopt.parse(KERNELS / f"{name}.s")
    part, whole = predicted(module, label, trips, budget=budget), predicted(module, label, trips)
    assert part.loops[0].simulated < whole.loops[0].simulated == trips
    assert part.cycles == pytest.approx(whole.cycles, rel=0.06)


def test_passes_of_nested_loops_are_counted_once() -> None:
    module = isaopt.parse(KERNELS / "nbody_gfx1100.s")
    few, many = (
        isaopt.sim(module, "rx7900xtx", {}, Workload(budget=budget)).kernels[0] for budget in (50_000, 4_000_000)
    )
    for part, whole in zip(few.loops, many.loops, strict=True):
        assert part.simulated < whole.simulated
        assert part.iterations == whole.iterations
    assert few.cycles == pytest.approx(many.cycles, rel=0.06)
    outer, inner = few.loops
    assert outer.cycles_per_iteration is not None
    assert inner.cycles_per_iteration is not None
    assert outer.cycles_per_iteration > inner.iterations * inner.cycles_per_iteration


def test_another_wave_does_not_make_a_pass_jump() -> None:
    module = isaopt.parse(KERNELS / "sgemm_naive_gfx1100.s")
    each = [predicted(module, ".LBB0_3", 24, waves).loops[0].cycles_per_iteration or 0.0 for waves in range(1, 11)]
    for waves, (before, after) in enumerate(pairwise(each), start=1):
        # One more wave costs what it issues at least, and what a wave costs at most.
        assert 0.95 * before <= after <= 1.15 * before * (waves + 1) / waves, waves
