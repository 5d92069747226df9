"""The control path that scalar arguments decide, without a launch."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

import isaopt
from isaopt.asm.parser import parse_text
from isaopt.simulator.classes import VMEM, lane_bytes, unit_of
from isaopt.simulator.results import KernelTime, Workload
from isaopt.simulator.simulation import simulate_kernel
from isaopt.target.gpus import get_gpu
from isaopt.transform.unroll.unroll import Unroll
from isaopt.tuning.workloads import launches
from tests.simulator.programs import source
from tests.tuning.programs import TEXT

KERNELS = Path(__file__).parents[2] / "kernels_s"
SMALL = Workload(scalars=128, workgroups=48)


def _simulated(name: str, workload: Workload) -> tuple[isaopt.ir.program.Module, KernelTime]:  # type: ignore[name-defined]
    module = isaopt.parse(KERNELS / f"{name}.s")
    return module, simulate_kernel(module, module.kernels[0], get_gpu("rx7900xtx"), workload)


def test_scalar_arguments_decide_trip_counts() -> None:
    _, time = _simulated("sgemm_gfx1100", SMALL)
    assert [loop.iterations for loop in time.loops] == [16, 8]


def test_given_trip_counts_overrule_arguments() -> None:
    _, time = _simulated("sgemm_gfx1100", replace(SMALL, trips={".LBB0_3": 5}))
    assert [loop.iterations for loop in time.loops] == [5, 8]


def test_the_last_pass_loads_nothing_for_a_next_one() -> None:
    module, time = _simulated("sgemm_gfx1100", SMALL)
    loads = [
        i.times
        for i in time.instructions
        if unit_of(module.items[i.item].op) == VMEM and lane_bytes(module.items[i.item].op) and i.times > 1
    ]
    assert loads
    assert set(loads) == {15}


def test_a_loop_that_arguments_do_not_decide_takes_what_is_assumed_for_it() -> None:
    _, time = _simulated("reduction_gfx1100", replace(SMALL, masks=False, assumed_trips={".LBB0_2": 7}))
    assert [loop.iterations for loop in time.loops] == [7]
    assert "trip count of .LBB0_2: 7" in time.assumed


@pytest.mark.parametrize("factor", [2, 4, 8])
def test_an_unrolled_loop_and_what_is_left_of_it_do_the_rounds_of_one_loop(factor: int) -> None:
    # No argument says how often the loop runs: the kernel has none.
    text = TEXT[: TEXT.index("\t.amdgpu_metadata")]
    before = parse_text(text, "k.s", None)
    after = Unroll(factor=factor).apply(before, before.kernels[0]).module
    one, two = (isaopt.sim(module, workload=Workload(waves_per_simd=1)).kernels[0] for module in (before, after))
    assert [loop.iterations for loop in one.loops] == [64]
    assert [loop.iterations for loop in two.loops] == [64 // factor - 1, factor]
    assert "trip count of .LBB0_1: 64" in one.assumed
    assert two.flops_per_second * two.seconds == pytest.approx(one.flops_per_second * one.seconds)


@pytest.mark.parametrize("step", ["s_add_i32 s5, s5, 8", "s_addk_i32 s5, 8"])
def test_a_counter_is_followed_however_it_moves(step: str) -> None:
    module = parse_text(TEXT.replace("s_add_i32 s5, s5, 1", step), "k.s", None)
    time = simulate_kernel(module, module.kernels[0], get_gpu("rx7900xtx"), SMALL)
    assert [loop.iterations for loop in time.loops] == [16]
    assert not any("trip count" in said for said in time.assumed)


#: Lanes go round in steps of 256 up to 1,024, those of the first wave only where it takes part.
ROUNDS = [
    "v_mov_b32_e32 v1, v0", "s_movk_i32 s7, 0x3ff", "s_mov_b32 s4, 0", "s_mov_b32 s6, exec_lo",
    "v_cmpx_le_u32_e32 {first}, v0",
    "s_cbranch_execz .Lend", ".Lloop:", "v_add_nc_u32_e32 v1, 0x100, v1", "v_cmp_lt_i32_e64 s5, s7, v1",
    "s_or_b32 s4, s5, s4", "s_and_not1_b32 exec_lo, exec_lo, s4", "s_cbranch_execnz .Lloop", ".Lend:",
    "s_or_b32 exec_lo, exec_lo, s6",
]  # fmt: skip


def _rounds(first: int, masks: bool = True) -> list[int]:
    module = parse_text(source([line.format(first=first) for line in ROUNDS]), "k.s", None)
    workload = Workload(scalars=128, workgroup_size=256, masks=masks)
    time = simulate_kernel(module, module.kernels[0], get_gpu("rx7900xtx"), workload)
    return [loop.iterations for loop in time.loops]


@pytest.mark.parametrize("first", [0, 1, 40])
def test_comparisons_of_lanes_decide_trip_counts(first: int) -> None:
    # The first wave has no lane from the 40th on; the last one then tells.
    assert _rounds(first) == [4]
    assert _rounds(first, masks=False) == [64]


def test_a_made_up_step_says_nothing_of_the_rounds() -> None:
    # Bound and step of the reduction are arguments, so of one size where they are made up.
    module = isaopt.parse(KERNELS / "reduction_gfx1100.s")
    found = launches(module, module.kernels[0], get_gpu("rx7900xtx"), Workload())
    assert [loop.iterations for launch in found for loop in launch.time.loops] == [64, 64]
