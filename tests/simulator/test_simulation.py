"""Whole kernels: what changes a prediction, and in which direction."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import isaopt
from isaopt.asm.parser import parse_text
from isaopt.errors import InputError, UsageError
from isaopt.simulator.prepared import Prepared
from isaopt.simulator.results import KernelTime, Workload
from isaopt.simulator.simulation import simulate_kernel
from isaopt.target.gpus import get_gpu, gpu_names
from tests.linting.programs import example
from tests.simulator.programs import PROGRAMS, run_alone, source

ROOT = Path(__file__).parents[2]
LOOP = """
\ts_mov_b32 s4, 0
.LBB0_1:
{body}
\ts_add_i32 s4, s4, 1
\ts_cmp_lg_u32 s4, 32
\ts_cbranch_scc1 .LBB0_1
"""
_SETTINGS = {"fetch.miss": 0}


@cache
def simulated(body: str, loop: bool = True, waves: int = 1, settings: tuple[tuple[str, float], ...] = ()) -> KernelTime:
    text = source((LOOP.format(body=body) if loop else body).splitlines())
    module = _parse(text)
    return isaopt.sim(module, None, dict(settings), Workload(waves_per_simd=waves)).kernels[0]


@cache
def _parse(text: str) -> isaopt.ir.program.Module:  # type: ignore[name-defined]
    from isaopt.asm.parser import parse_text

    return parse_text(text, "test.s", None)


@cache
def kernel(name: str) -> isaopt.ir.program.Module:  # type: ignore[name-defined]
    return isaopt.parse(ROOT / "kernels_s" / f"{name}.s")


CHAIN = "\n".join(["\tv_add_f32_e32 v4, v4, v5"] * 8)
SPREAD = "\n".join(f"\tv_add_f32_e32 v{4 + k}, v{4 + k}, v3" for k in range(8))
HINTED = CHAIN.replace("\tv_add", "\ts_delay_alu instid0(VALU_DEP_1)\n\tv_add")


def test_independent_instructions_are_faster_than_a_chain() -> None:
    assert simulated(SPREAD).cycles < simulated(CHAIN).cycles


def test_waves_fill_the_gaps_of_a_chain_only_where_it_is_hinted() -> None:
    # Eight waves of five cycles each: with hints their instructions interleave, without they block one queue.
    plain, hinted = simulated(CHAIN, waves=8), simulated(HINTED, waves=8)
    assert hinted.cycles < 0.45 * plain.cycles
    assert simulated(CHAIN).cycles <= simulated(HINTED).cycles * 1.05


def test_published_contention_of_unhinted_chains() -> None:
    # 16 waves of 24 dependent additions: 384 instructions in 2084 cycles (captures of 2187Nick/tinygrad).
    times, release = run_alone(["v_add_f32_e32 v4, v4, v5"] * 24, {"launch.wave_interval": 0}, waves=16)
    assert times[1] - release == 1
    one = simulated("\n".join(["\tv_add_f32_e32 v4, v4, v5"] * 24), loop=False, waves=16)
    assert 384 * 4.9 < one.cycles < 384 * 6.2


def test_unrolling_saves_branches() -> None:
    once = simulated(SPREAD)
    twice = simulated(SPREAD + "\n" + SPREAD)
    assert twice.loops[0].cycles_per_iteration is not None
    assert once.loops[0].cycles_per_iteration is not None
    assert twice.loops[0].cycles_per_iteration < 2 * once.loops[0].cycles_per_iteration
    assert twice.stalls["branch"] == once.stalls["branch"]


@pytest.mark.parametrize(
    ("body", "parameter"),
    [
        ("\tds_load_b32 v4, v5\n\ts_waitcnt lgkmcnt(0)", "lds.latency"),
        ("\tglobal_load_b32 v4, v5, s[0:1]\n\ts_waitcnt vmcnt(0)", "l2.latency"),
        ("\tds_store_b32 v4, v5\n\ts_waitcnt lgkmcnt(0)", "lds.store_latency"),
        ("\tglobal_store_b32 v4, v5, s[0:1]\n\ts_waitcnt_vscnt null, 0x0", "vmem.store_latency"),
        ("\ts_load_b32 s6, s[0:1], 0x0\n\ts_waitcnt lgkmcnt(0)", "smem.latency"),
        ("\tv_exp_f32_e32 v4, v4\n\tds_load_b32 v6, v7\n\ts_waitcnt lgkmcnt(0)", "valu.latency_trans"),
        ("\tv_mul_lo_u32 v4, v4, v5\n\tds_load_b32 v6, v7\n\ts_waitcnt lgkmcnt(0)", "valu.latency_mul"),
        ("\tv_add_f32_e32 v4, v4, v5\n\tds_load_b32 v6, v7\n\ts_waitcnt lgkmcnt(0)", "valu.latency"),
        ("\ts_nop 0", "branch.taken"),
    ],
)
def test_each_cycle_of_latency_shows_in_each_iteration(body: str, parameter: str) -> None:
    default = get_gpu("rx7900xtx").number(parameter)
    before = simulated(body).loops[0].cycles_per_iteration
    after = simulated(body, settings=((parameter, default + 40),)).loops[0].cycles_per_iteration
    assert before is not None
    assert after is not None
    assert after == pytest.approx(before + 40, abs=10)


_LATENCIES = ("lds.latency", "l2.latency", "valu.latency", "branch.taken", "salu.latency", "barrier.release")


@given(st.sampled_from(_LATENCIES), st.integers(1, 100), st.sampled_from(sorted(PROGRAMS)))
def test_more_latency_is_never_faster_for_one_wave(parameter: str, more: int, name: str) -> None:
    lines, _ = PROGRAMS[name]
    default = get_gpu("rx7900xtx").cycles(parameter)
    before, _ = run_alone(lines, {})
    after, _ = run_alone(lines, {parameter: default + more})
    assert all(a <= b for a, b in zip(before, after, strict=True))


def test_shared_banks_cost_throughput_in_a_dense_stream() -> None:
    def stream(sources: str) -> str:
        return "\n".join(f"\tv_fma_f32 v{16 + k}, {sources}" for k in range(32))

    clash, free = simulated(stream("v4, v8, v12"), waves=4), simulated(stream("v4, v5, v6"), waves=4)
    assert clash.cycles > 1.3 * free.cycles
    assert simulated(stream("v4, v4, v4"), waves=4).cycles == free.cycles


def test_duals_do_twice_the_work() -> None:
    pairs = "\n".join(
        f"\tv_dual_fmac_f32 v{8 + 2 * k}, v0, v2 :: v_dual_fmac_f32 v{9 + 2 * k}, v1, v3" for k in range(16)
    )
    singles = "\n".join(f"\tv_fmac_f32_e32 v{8 + k}, v{k % 2}, v{2 + k % 2}" for k in range(32))
    dual, single = simulated(pairs, waves=4), simulated(singles, waves=4)
    assert dual.dual_issue_rate > 0.9
    assert single.dual_issue_rate == 0
    assert dual.flops_per_second > 1.4 * single.flops_per_second


def test_lds_conflicts_are_seen_in_the_addresses() -> None:
    def loads(shift: int) -> str:
        return (
            f"\tv_lshlrev_b32_e32 v5, {shift}, v0\n"
            + "\n".join(["\tds_load_b32 v4, v5"] * 16)
            + "\n\ts_waitcnt lgkmcnt(0)"
        )

    free, clash = simulated(loads(2), waves=4), simulated(loads(7), waves=4)  # 128 bytes apart: one bank for all lanes
    assert clash.cycles > 4 * free.cycles


def test_scattered_loads_cost_more_than_contiguous_ones() -> None:
    def loads(shift: int) -> str:
        return f"\tv_lshlrev_b32_e32 v5, {shift}, v0\n" + "\n".join(
            f"\tglobal_load_b32 v{6 + k}, v5, s[0:1] offset:{4 * k}" for k in range(8)
        ) + "\n\ts_waitcnt vmcnt(0)"  # fmt: skip

    assert simulated(loads(12), waves=4).cycles > 2 * simulated(loads(2), waves=4).cycles


def test_a_barrier_waits_for_the_slowest_wave() -> None:
    module = kernel("reduction_gfx1100")
    found = isaopt.sim(module).kernels[0]
    assert found.stalls["barrier"] > 0
    assert found.waves_per_simd == 16


def test_the_same_input_gives_the_same_answer() -> None:
    module, alone = kernel("sgemm_naive_gfx1201"), Workload(waves_per_simd=2)
    assert isaopt.sim(module, workload=alone) == isaopt.sim(module, workload=alone)


def test_constant_trip_counts_need_no_assumption() -> None:
    found = simulated(SPREAD)
    assert [loop.iterations for loop in found.loops] == [32]
    assert not any("trip count" in text for text in found.assumed)


def test_more_iterations_take_proportionally_longer() -> None:
    module, values = kernel("sgemm_naive_gfx1100"), {"memory.level": "l2"}
    few, many = (
        isaopt.sim(module, None, values, Workload(trips={".LBB0_3": n}, waves_per_simd=1)).kernels[0].cycles
        for n in (50_000, 100_000)
    )
    assert many == pytest.approx(2 * few, rel=0.01)


@pytest.mark.parametrize("name", gpu_names())
def test_every_figure_of_a_gpu_has_a_source(name: str) -> None:
    gpu = get_gpu(name)
    for parameter in gpu.parameters.values():
        assert parameter.source
        assert parameter.unit
        if parameter.low is not None and parameter.high is not None:
            assert not isinstance(parameter.value, str)
            assert parameter.low <= parameter.value <= parameter.high
        assert all(other.source for other in parameter.others)


def test_the_number_of_registers_is_said_to_be_assumed_where_a_wave_asks_for_more() -> None:
    module = parse_text(example("vgpr-count", "good", "dynamic"), "k.s")
    assert any("32 VGPRs a wave, as declared: s_alloc_vgpr" in text for text in isaopt.sim(module).assumed)
    (given,) = isaopt.sim(module, workload=Workload(waves_per_simd=2)).kernels
    assert not any("s_alloc_vgpr" in text for text in given.assumed)


def test_what_cannot_be_is_refused() -> None:
    module = kernel("softmax_gfx1100")
    calls: tuple[Callable[[], object], ...] = (
        lambda: isaopt.sim(module, "rx9070xt"),
        lambda: isaopt.sim(module, "rx1"),
        lambda: isaopt.sim(module, None, {"lds.latenzy": 3}),
        lambda: isaopt.sim(module, None, {"lds.latency": "fast"}),
        lambda: isaopt.sim(module, None, {"clock.mhz": 0}),
        lambda: isaopt.sim(module, None, {"issue.arbitration": "random"}),
        lambda: isaopt.sim(module, workload=Workload(trips={".nowhere": 3})),
        lambda: isaopt.sim(module, workload=Workload(trips={".LBB0_2": 0})),
        lambda: isaopt.sim(module, workload=Workload(waves_per_simd=17)),
        lambda: isaopt.sim(module, kernels=["other"]),
    )
    for call in calls:
        with pytest.raises(UsageError):
            call()
    with pytest.raises(InputError, match="does not model 's_swappc_b64'"):
        simulated("\ts_swappc_b64 s[4:5], s[6:7]", loop=False)


def test_what_following_found_serves_other_parameters() -> None:
    module = kernel("sgemm_lds_gfx1100")
    (only,) = module.kernels
    workload = Workload(trips={".LBB0_5": 4}, workgroups=96)
    kept = Prepared(module, only, workload)
    for values in ({}, {"lds.latency": 60}, {"gpu.cus": 60, "lds.latency": 60}, {"valu.exec": 9}, {}):
        gpu = get_gpu("rx7900xtx", values)
        assert simulate_kernel(module, only, gpu, workload, kept) == simulate_kernel(module, only, gpu, workload)


_STAYS = {
    "no way out": ("\ts_branch .Lloop", "\tv_mov_b32_e32 v5, 1"),
    "an exit that never comes": (
        "\ts_cmp_eq_u32 s4, 3\n\ts_cbranch_scc1 .Lend\n\ts_branch .Lloop",
        "\ts_mov_b32 s4, 2",
    ),
}


@pytest.mark.parametrize("name", _STAYS)
@pytest.mark.parametrize("scalars", [None, 64])
def test_a_loop_that_does_not_end_is_refused_by_name(name: str, scalars: int | None) -> None:
    latch, body = _STAYS[name]
    module = _parse(source(f"{body}\n.Lloop:\nv_add_f32_e32 v4, v4, v5\n{latch}\n.Lend:".splitlines()))
    ends = name != "no way out" and scalars is None
    if ends:
        # Nothing is followed without arguments: the loop runs as often as one is taken to.
        assert isaopt.sim(module, workload=Workload(waves_per_simd=1)).kernels[0].loops[0].iterations == 64
        return
    with pytest.raises(InputError, match=r"after 4[0,]* instructions a wave is still in the loop at '\.Lloop'"):
        isaopt.sim(module, workload=Workload(waves_per_simd=1, scalars=scalars))


def test_a_loop_is_simulated_whole_where_that_is_asked_for() -> None:
    module = kernel("sgemm_naive_gfx1100")
    cut, whole = (
        isaopt.sim(module, workload=Workload(trips={".LBB0_3": 6000}, waves_per_simd=1, whole=whole)).kernels[0]
        for whole in (False, True)
    )
    assert cut.loops[0].simulated < 6000
    assert whole.loops[0].simulated == 6000
    assert cut.cycles == pytest.approx(whole.cycles, rel=0.01)
