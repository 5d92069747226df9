"""Workgroups that begin where others end: what is extrapolated is what a run of all of them takes."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

import isaopt
from isaopt.simulator import prepared
from isaopt.simulator.prepared import Prepared
from isaopt.simulator.results import KernelTime, Workload
from isaopt.simulator.runs import Rounds
from isaopt.simulator.simulation import simulate_kernel
from isaopt.target.arch import get_arch
from isaopt.target.gpus import get_gpu

KERNELS = Path(__file__).parents[2] / "kernels_s"
GPU = get_gpu("rx7900xtx")
BUDGET = 150_000


def filled(name: str, rounds: float) -> tuple[Prepared, float]:
    """A launch whose workgroups fill the GPU so often, and how often that is with whole workgroups."""
    module = isaopt.parse(KERNELS / f"{name}.s")
    kernel, given = module.kernels[0], Workload(scalars=256, budget=BUDGET)
    place = Prepared(module, kernel, given).full(get_arch("gfx1100"))
    units = GPU.cycles("gpu.cus") // (2 if place.wgp_mode else 1)
    each = round(rounds * len(place.groups))
    return Prepared(module, kernel, replace(given, workgroups=each * units)), each / len(place.groups)


def predicted(ready: Prepared) -> KernelTime:
    return simulate_kernel(ready.module, ready.kernel, GPU, ready.given, ready)


def paces(time: KernelTime) -> list[float]:
    return [loop.cycles_per_iteration for loop in time.loops if loop.cycles_per_iteration is not None]


@pytest.mark.parametrize("name", ["conv3x3_gfx1100", "sgemm_lds_gfx1100", "nbody_gfx1100", "wmma_gemm_gfx1100"])
def test_further_rounds_take_what_they_do_when_they_are_simulated(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    rough, count = filled(name, 12)
    found = predicted(rough)
    assert rough.rounds(GPU).simulated < count == rough.rounds(GPU).all
    monkeypatch.setattr(prepared, "_ROUNDS", count)
    whole, _ = filled(name, 12)
    expected = predicted(whole)
    assert whole.rounds(GPU) == Rounds(count, 0)
    assert found.cycles == pytest.approx(expected.cycles, rel=0.02)
    assert found.valu_utilisation == pytest.approx(expected.valu_utilisation, rel=0.02)
    assert found.flops_per_second == pytest.approx(expected.flops_per_second, rel=0.02)
    for one, other in zip(paces(found), paces(expected), strict=True):
        assert one == pytest.approx(other, rel=0.05)


@pytest.mark.parametrize("rounds", [0.5, 1, 1.5, 2, 3, 3.5])
def test_launches_of_few_rounds_are_simulated_whole(rounds: float) -> None:
    ready, count = filled("conv3x3_gfx1100", rounds)
    assert ready.rounds(GPU).further == 0
    assert ready.rounds(GPU).simulated == max(1, count)
    assert len(predicted(ready).spans) == round(rounds * 64)


def test_more_rounds_take_proportionally_longer() -> None:
    """The caches serve other shares of larger launches."""
    times = [predicted(filled("sgemm_lds_gfx1100", rounds)[0]).cycles for rounds in (20, 40, 60)]
    assert times[2] - times[1] == pytest.approx(times[1] - times[0], rel=0.05)
    assert times[1] == pytest.approx(2 * times[0], rel=0.05)


def test_a_pass_of_a_loop_takes_as_long_in_a_launch_of_one_round_as_in_one_of_many() -> None:
    one, many = (predicted(filled("sgemm_lds_gfx1100", rounds)[0]) for rounds in (1, 20))
    assert paces(one)
    for first, second in zip(paces(one), paces(many), strict=True):
        assert first == pytest.approx(second, rel=0.1)


def test_no_launch_is_faster_than_its_busiest_unit() -> None:
    """Waves that only store are gone before memory has taken what they wrote."""
    module = isaopt.parse(KERNELS / "layernorm_gfx1100.s")
    ready = Prepared(module, module.kernels[0], Workload(workgroups=23_040, scalars=1024, budget=BUDGET))
    time = predicted(ready)
    assert time.roofline is not None
    for level in time.roofline.levels:
        assert level.bytes / time.seconds <= level.bytes_per_second * 1.001
