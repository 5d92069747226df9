"""The compiled event loop against the engine in Python: not one cycle may differ."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import asdict, replace
from pathlib import Path

import pytest

from isaopt import parse
from isaopt.asm.parser import parse_text
from isaopt.ir.program import Module
from isaopt.simulator import native, simulation
from isaopt.simulator.dispatch import Dispatch, Run
from isaopt.simulator.engine import Engine
from isaopt.simulator.simulation import Workload, simulate_kernel
from isaopt.target.gpus import Value, get_gpu, gpu_for
from tests.simulator.programs import source

KERNELS = Path(__file__).parents[2] / "kernels_s"
NAMES = ("sgemm_gfx1100", "layernorm_gfx1201", "wmma_gemm_lds_gfx1100", "softmax_gfx1201", "wmma_types_w64_gfx1100")
#: Lines of one random program, with what each needs to go wrong: chains, hints, waits, barriers, priorities, memory.
LINES = (
    "v_add_f32_e32 v4, v4, v5", "v_fma_f32 v6, v4, v5, v6", "v_exp_f32_e32 v7, v6", "v_mul_f32_e32 v5, v7, v9",
    "v_dual_add_f32 v8, v0, v1 :: v_dual_mul_f32 v9, v2, v3", "v_cmp_gt_f32_e32 vcc_lo, v4, v5",
    "v_mul_lo_u32 v10, v4, v5",
    "v_cndmask_b32_e32 v6, v8, v9, vcc_lo", "v_add_f64 v[12:13], v[12:13], v[14:15]", "v_readfirstlane_b32 s4, v4",
    "v_cmp_lt_f32_e64 s5, v4, v6", "s_add_u32 s4, s4, s5", "s_mul_i32 s6, s4, s5", "s_load_b128 s[8:11], s[0:1], 0x0",
    "s_delay_alu instid0(VALU_DEP_1) | instskip(NEXT) | instid1(VALU_DEP_2)", "s_delay_alu instid0(TRANS32_DEP_1)",
    "s_delay_alu instid0(SALU_CYCLE_1)", "s_nop 3", "s_waitcnt lgkmcnt(0)", "s_waitcnt vmcnt(1)", "s_waitcnt vmcnt(0)",
    "s_waitcnt_depctr 0xfff", "s_setprio 1", "s_setprio 0", "s_sleep 1", "s_barrier", "ds_load_b128 v[20:23], v1",
    "ds_store_b64 v1, v[4:5]", "ds_add_u32 v1, v4", "global_load_b64 v[24:25], v[2:3], off", "ds_load_b32 v11, v1",
    "global_store_b32 v[2:3], v4, off", "global_load_b32 v26, v[2:3], off offset:64", "v_add_f32_e32 v11, v11, v20",
    "v_mov_b32_e32 v27, v24", "s_cbranch_scc0 .Lend", "v_wmma_f32_16x16x16_f16 v[30:37], v[40:47], v[48:55], v[30:37]",
)  # fmt: skip


def differing(engine: Dispatch, arch: str) -> Run:
    """The engine's run, after it has been compared with the compiled one."""
    compiled = native.run(engine, arch)
    assert compiled is not None
    assert isinstance(engine, Engine)
    own = engine.run()
    assert asdict(compiled) == asdict(own)
    return own


def compare(module: Module, monkeypatch: pytest.MonkeyPatch, workload: Workload, values: Mapping[str, Value]) -> None:
    ran: list[str] = []

    class Compared:
        @staticmethod
        def run(engine: Dispatch, arch: str) -> Run:
            ran.append(arch)
            return differing(engine, arch)

    monkeypatch.setattr(simulation, "native", Compared)
    for kernel in module.kernels[:2]:
        simulate_kernel(module, kernel, get_gpu(gpu_for(module.arch), values), workload)
    assert ran


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("arbitration", ["oldest", "greedy-oldest", "turn"])
def test_same_run_of_kernels(name: str, arbitration: str, monkeypatch: pytest.MonkeyPatch) -> None:
    module = parse(str(KERNELS / f"{name}.s"))
    known = get_gpu(gpu_for(module.arch)).parameters["issue.arbitration"].choices
    value = arbitration if arbitration in known else known[-1]
    compare(module, monkeypatch, Workload(budget=3000, record=True), {"issue.arbitration": value})


@pytest.mark.parametrize("seed", range(40))
def test_same_run_of_random_programs(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = random.Random(seed)
    lines = [rng.choice(LINES) for _ in range(rng.randrange(5, 90))]
    body = source([*lines[:5], ".Lloop:", *lines[5:], "s_cbranch_vccnz .Lloop", ".Lend:"])
    module = parse_text(body, "random.s", None)
    arbitrations = get_gpu("rx7900xtx").parameters["issue.arbitration"].choices
    values: dict[str, Value] = {
        "issue.arbitration": rng.choice(arbitrations),
        "valu.queue": rng.choice((1, 2, 4)),
        "lds.queue": rng.choice((1, 3)),
        "fetch.bytes_per_cycle": rng.choice((4.0, 7.5, 16.0)),
        "memory.level": rng.choice(("l0", "l2", "vram")),
        "l0.bytes_per_cycle": rng.choice((32.0, 57.0)),
    }
    workload = Workload(
        budget=rng.choice((500, 4000)),
        waves_per_simd=rng.choice((1, 3, 16)),
        workgroup_size=rng.choice((32, 96, 1024)),
        assumed_trips={".Lloop": rng.choice((1, 7, 40))},
        record=rng.random() < 0.5,
    )
    compare(module, monkeypatch, workload, values)


def test_without_a_compiler_the_engine_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    module = parse(str(KERNELS / "reduction_gfx1100.s"))
    kernel, gpu, workload = module.kernels[0], get_gpu("rx7900xtx"), Workload(budget=2000)
    compiled = simulate_kernel(module, kernel, gpu, workload)
    monkeypatch.setattr(native, "_library", lambda arch: None)
    assert simulate_kernel(module, kernel, gpu, replace(workload)) == compiled
