"""Arithmetic and traffic of a simulated path, and the roofs over them."""

from __future__ import annotations

from pathlib import Path

import pytest

import isaopt
from isaopt.reports.simulation_blocks import roofline_chart
from isaopt.simulator.results import Workload
from isaopt.simulator.roofline import Roofline, roofline
from isaopt.target.gpus import get_gpu

ROOT = Path(__file__).parents[2]


def _roofs(name: str, loop: str, trips: int, **settings: float | str) -> Roofline:
    module = isaopt.parse(ROOT / "kernels_s" / f"{name}.s")
    found = isaopt.sim(module, None, settings, Workload(trips={loop: trips})).kernels[0].roofline
    assert found is not None
    return found


def test_peaks_are_those_that_the_vendor_states() -> None:
    # AMD: 61.44 TFLOPS of FP32 at 2500 MHz, 960 GB/s; half of that without dual issue.
    gpu = get_gpu("rx7900xtx", {"clock.mhz": 2500})
    found = roofline(1e12, 1.0, {"vram": 1e9, "lds": 1e10}, {}, gpu)
    assert [c.flops_per_second for c in found.ceilings] == pytest.approx([30.72e12, 61.44e12])
    assert [v.bytes_per_second for v in found.levels] == pytest.approx([960e9, 96 * 128 * 2.5e9])
    assert [v.flops_per_byte for v in found.levels] == pytest.approx([1000, 100])
    # 960 GB/s allow more than the arithmetic does.
    assert found.bound == "FP32, dual issue"
    assert found.attainable == pytest.approx(61.44e12)


def test_the_lowest_roof_is_named() -> None:
    gpu = get_gpu("rx7900xtx")
    found = roofline(1e12, 1.0, {"vram": 1e12, "l0": 1e12}, {}, gpu)
    assert found.bound == "vram"
    assert found.attainable == pytest.approx(960e9)


def test_an_sgemm_moves_what_its_tiles_say() -> None:
    # Each lane does 16 x 8 FMAs with 16 + 8 values from LDS; a workgroup loads 2 x 128 x 8 values for 128 x 128 x 8 of
    # them.
    found = _roofs("sgemm_gfx1100", ".LBB0_3", 64)
    levels = {level.name: level.flops_per_byte for level in found.levels}
    assert found.flops == pytest.approx(96 * 3 * 64 * 128 * 128 * 8 * 2, rel=0.01)
    # The tile is also written to LDS once, and the result read and written.
    assert levels["lds"] == pytest.approx(16 * 8 * 2 / (24 * 4), rel=0.12)
    assert levels["l0"] == pytest.approx(128 * 128 * 8 * 2 / (2 * 128 * 8 * 4), rel=0.25)
    assert 0.3 < found.flops_per_second / found.attainable < 1


def test_operations_and_traffic_grow_with_the_trip_count() -> None:
    level = {"memory.level": "l2"}
    short, long = (_roofs("sgemm_lds_gfx1100", ".LBB0_5", trips, **level) for trips in (32, 128))
    assert long.flops == pytest.approx(4 * short.flops, rel=0.02)
    for before, after in zip(short.levels, long.levels, strict=True):
        assert 2 * before.bytes < after.bytes <= 4 * before.bytes


def test_matrix_instructions_have_ceilings_of_their_own() -> None:
    module = isaopt.parse(ROOT / "kernels_s" / "wmma_gemm_gfx1100.s")
    found = isaopt.sim(module, "rx7900xtx", {"clock.mhz": 2500}).kernels[0].roofline
    assert found is not None
    matrix = {c.name: c.flops_per_second for c in found.ceilings}["matrix f16"]
    assert matrix == pytest.approx(122.88e12)  # AMD's figure
    assert found.flops_per_second < matrix


def test_what_stays_in_the_l0_reaches_nothing_behind_it() -> None:
    found = _roofs("sgemm_naive_gfx1100", ".LBB0_3", 32, **{"memory.level": "l0"})
    assert [level.name for level in found.levels] == ["l0"]


def test_the_plot_draws_every_roof_and_a_point_for_each_level() -> None:
    found = _roofs("sgemm_gfx1100", ".LBB0_3", 8)
    svg = roofline_chart(found)
    assert svg.count("FP32, ") == 2
    assert all(name in svg for name in ("LDS", "L0", "L2"))
