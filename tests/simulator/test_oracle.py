"""The compiled walk, follower and event loop against the same rules in Python: not one cycle may differ."""

from __future__ import annotations

import random
import re
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path

import pytest

from isaopt import parse
from isaopt.asm.parser import parse_text
from isaopt.errors import InputError, MissingTool
from isaopt.ir.program import Module
from isaopt.simulator import library, operations
from isaopt.simulator.classes import LDS, VMEM
from isaopt.simulator.path import observe
from isaopt.simulator.prepared import Prepared
from isaopt.simulator.results import Workload
from isaopt.simulator.simulation import simulate_kernel
from isaopt.target.gpus import Value, get_gpu, gpu_for
from isaopt.toolchain.find import INSTALL_HINT
from tests.simulator.oracle import values, walker, whole
from tests.simulator.oracle.follower import OF_SCC
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


#: Integer arithmetic, so that addresses and branches depend on it; v2:v3 and s4:s7 are what they are made of.
ADDRESSES = (
    "v_lshlrev_b32_e32 v2, 3, v0", "v_and_b32_e32 v2, 0x3f8, v2", "v_mul_u32_u24_e32 v1, 12, v0",
    "v_lshl_add_u32 v1, v1, 2, v2", "v_add_nc_u32_e32 v1, s4, v1", "v_mad_u32_u24 v1, v0, 36, s5",
    "v_add_co_u32 v2, vcc_lo, v2, s4", "v_add_co_ci_u32_e64 v3, null, s5, v3, vcc_lo", "v_mov_b32_e32 v3, 0",
    "v_mad_u64_u32 v[2:3], null, v0, s6, s[4:5]", "v_lshlrev_b64 v[2:3], 2, v[2:3]", "v_bfe_u32 v1, v1, 2, 9",
    "v_lshrrev_b64 v[2:3], 1, v[2:3]", "v_ashrrev_i32_e32 v3, 31, v2", "v_readfirstlane_b32 s6, v1",
    "v_readlane_b32 s5, v2, s4", "v_bfe_i32 v3, v1, 3, 7", "v_xor_b32_e32 v1, 0x1c0, v1", "v_perm_b32 v1, v1, v2, s4",
    "v_alignbit_b32 v1, v1, v2, 7", "v_sub_co_u32 v2, vcc_lo, v2, v1", "v_or3_b32 v1, v1, v2, 4",
    "v_dual_mov_b32 v1, v2 :: v_dual_mov_b32 v2, v1", "v_min_i32_e32 v1, 0x200, v1", "v_mov_b32_e32 v1, v4",
    "s_load_b64 s[4:5], s[0:1], 0x8", "s_load_b32 s6, s[0:1], s4 offset:0x4", "s_mov_b32 s4, 64", "s_movk_i32 s6, 0x30",
    "s_cselect_b32 exec_lo, exec_lo, 0", "s_mov_b32 exec_lo, -1",
    "s_addk_i32 s4, 0xfff8", "s_mulk_i32 s6, 3", "s_add_u32 s4, s4, s6", "s_addc_u32 s5, s5, 0", "s_sub_i32 s6, s6, 5",
    "s_lshl_b64 s[4:5], s[4:5], 1", "s_and_b32 s4, s4, 0xffff", "s_bfe_u32 s6, s4, 0x50002",
    "s_bfe_i32 s5, s4, 0x30001", "s_ashr_i32 s5, s4, 4",
    "s_mul_hi_u32 s5, s4, s6", "s_cmp_lt_i32 s6, 40", "s_cmp_eq_u32 s4, s6", "s_cselect_b32 s6, s4, 8",
    "s_cmp_lg_u64 s[4:5], s[6:7]", "s_cmp_eq_u64 s[6:7], 0",
    "s_abs_i32 s6, s6", "s_cbranch_execz .Lend", "s_mov_b32 exec_lo, s6",
    "v_cmp_gt_i32_e32 vcc_lo, 40, v1", "v_cmp_le_u32_e64 s9, s4, v2", "v_cmp_ne_u64_e32 vcc_lo, s[4:5], v[2:3]",
    "v_cmp_lt_i64_e64 s9, v[2:3], s[6:7]", "v_cmpx_ge_u32_e32 70, v1", "v_cmpx_gt_i32_e64 s6, v0",
    "s_and_saveexec_b32 s9, vcc_lo", "s_or_saveexec_b32 s9, s9", "s_and_not1_saveexec_b32 s9, vcc_lo",
    "s_and_not1_b32 exec_lo, exec_lo, s9", "s_or_b32 exec_lo, exec_lo, s9", "s_cbranch_vccz .Lend",
    "s_and_not1_b64 s[4:5], s[4:5], s[6:7]", "s_and_not1_b64 exec, exec, s[4:5]", "s_or_saveexec_b64 s[4:5], s[6:7]",
    "s_mov_b32 s5, 0", "s_cbranch_scc1 .Lend", "ds_load_b32 v4, v1 offset:4",
    "ds_load_b128 v[20:23], v1", "ds_load_2addr_stride64_b32 v[4:5], v1 offset0:1 offset1:3", "ds_store_b64 v1, v[4:5]",
    "ds_load_b96 v[20:22], v1", "global_load_b32 v4, v1, s[4:5] offset:-64", "global_load_b128 v[24:27], v[2:3], off",
    "global_store_b64 v[2:3], v[4:5], off offset:24",
    "global_atomic_add_u32 v4, v[2:3], v5, off glc", "global_load_b32 v2, v1, s[8:9]", "s_waitcnt vmcnt(0)",
)  # fmt: skip


def compare(module: Module, workload: Workload, settings: Mapping[str, Value]) -> None:
    """Follows and runs the first kernels compiled and in Python."""
    gpu = get_gpu(gpu_for(module.arch), settings)
    for kernel in module.kernels[:2]:
        prepared = Prepared(module, kernel, workload)
        found, timings = prepared.follow(gpu), prepared.program(gpu).timings
        path = found.path.ordinals.tolist()
        again = walker.follow(module, prepared.cfg, prepared.loops, found.trips.simulated, found.turns)
        assert again.ordinals.tolist() == path
        assert again.guessed == found.path.guessed
        wanted, encoded = found.trips.wanted, prepared.encoded(gpu)
        seen = observe(module, prepared.cfg, prepared.loops, wanted, encoded, prepared.start.start)
        own = whole.observed(prepared, gpu, wanted)
        assert (seen.trips, seen.turns, seen.guessed) == (own.trips, own.turns, own.guessed)
        rows = whole.accesses(prepared, gpu, path)
        moved = [t.bytes * (-1 if t.unit == LDS else 1) for k in path if (t := timings[k]).unit in (LDS, VMEM)]
        moved = moved if any(t.bytes and t.unit in (LDS, VMEM) for t in timings) else []
        assert [list(row) for row in rows] == whole.unpacked(found.accesses, moved)
        compiled = asdict(prepared.run(gpu))
        compiled["marks"] = [list(map(tuple, marks.tolist())) for marks in compiled["marks"]]
        assert compiled == asdict(whole.run(prepared, gpu, path, rows, workload.record))


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("arbitration", ["oldest", "greedy-oldest", "turn"])
def test_same_run_of_kernels(name: str, arbitration: str) -> None:
    module = parse(str(KERNELS / f"{name}.s"))
    known = get_gpu(gpu_for(module.arch)).parameters["issue.arbitration"].choices
    value = arbitration if arbitration in known else known[-1]
    compare(module, Workload(budget=3000, record=True), {"issue.arbitration": value})


@pytest.mark.parametrize("seed", range(40))
def test_same_run_of_random_programs(seed: int) -> None:
    rng = random.Random(seed)
    lines = [rng.choice(LINES) for _ in range(rng.randrange(5, 90))]
    body = source([*lines[:5], ".Lloop:", *lines[5:], "s_cbranch_vccnz .Lloop", ".Lend:"])
    module = parse_text(body, "random.s", None)
    arbitrations = get_gpu("rx7900xtx").parameters["issue.arbitration"].choices
    settings: dict[str, Value] = {
        "issue.arbitration": rng.choice(arbitrations),
        "valu.queue": rng.choice((1, 2, 4)),
        "lds.queue": rng.choice((1, 3)),
        "fetch.bytes_per_cycle": rng.choice((4.0, 7.5, 16.0)),
        "memory.level": rng.choice(("l0", "l2", "vram")),
        "l0.bytes_per_cycle": rng.choice((32.0, 57.0)),
    }
    size, groups = rng.choice((32, 96, 1024)), rng.choice((None, 96, 300, 5000))
    workload = Workload(
        budget=rng.choice((500, 4000)),
        waves_per_simd=rng.choice((1, 3, 16)),
        workgroup_size=size,
        workgroups=groups,
        assumed_trips={".Lloop": rng.choice((1, 7, 40))},
        record=rng.random() < 0.5,
    )
    compare(module, workload, settings)


@pytest.mark.parametrize("seed", range(60))
def test_same_addresses_and_branches_of_random_programs(seed: int) -> None:
    rng = random.Random(seed)
    wide = rng.random() < 0.3  # wave64, which has no dual instructions
    known = [line for line in ADDRESSES if not (wide and "::" in line)]
    lines = [rng.choice(known) for _ in range(rng.randrange(10, 70))]
    count = ["s_mov_b32 s10, 0", ".Lloop:", *lines, "s_add_i32 s10, s10, 1", "s_cmp_lt_i32 s10, s4"]
    body = source([*lines[:8], *count, "s_cbranch_scc1 .Lloop", ".Lend:"])
    if wide:
        body = (
            re.sub(r"(v_cmp\w+_e64) s9", r"\1 s[8:9]", body)
            .replace("s9, vcc_lo", "s9, s7")
            .replace("wavefront_size32 1", "wavefront_size32 0")
            .replace("vcc_lo", "vcc")
            .replace("null", "s[12:13]")
        )
    module = parse_text(body, "random.s", None)
    workload = Workload(
        scalars=rng.choice((None, 3, 128)),
        budget=rng.choice((500, 4000)),
        waves_per_simd=rng.choice((1, 5)),
        workgroup_size=rng.choice((32, 96, 256)),
        workgroups=rng.choice((1, 400)),
        trips=rng.choice(({}, {".Lloop": 9})),
    )
    compare(module, workload, {})


def test_every_operation_has_the_oracles_sources() -> None:
    assert operations.VECTOR.keys() == values.VECTOR.keys()
    assert {name: w for name, (_, w) in values.VECTOR64.items()} == operations.VECTOR_WIDE
    assert {name: w for name, (_, w) in values.SCALAR64.items()} == operations.SCALAR_WIDE
    assert operations.SCALAR.keys() - values.SCALAR.keys() == {*operations.IN_PLACE, *OF_SCC}
    assert operations.COMPARES.keys() == {name for name in operations.COMPARES if values.scalar_compare(name, 0, 0)
                                          is not None}  # fmt: skip
    assert operations.LANE_COMPARES.keys() == values.LANE_COMPARES.keys()
    assert operations.SAVES.keys() == values.SAVES.keys()
    assert (operations.CARRY, operations.LANE_READS) == (values.WITH_CARRY, values.LANE_READS)


def _operation(name: str, rng: random.Random) -> str:
    """An instruction whose result is in v1 and v2, or s4 and s5."""
    wide = name in operations.VECTOR_WIDE or name in operations.SCALAR_WIDE
    widths = {**operations.VECTOR_WIDE, **operations.SCALAR_WIDE, **operations.SCALAR}.get(name)
    widths = widths or (1,) * operations.VECTOR[name]
    if name in (*operations.IN_PLACE, "s_movk_i32"):
        return f"{name} s4, {rng.choice((5, -7, 0x7FFF, -0x8000))}"
    scalars = {1: ("s6", "s4", "3", "-9"), 2: ("s[6:7]", "s[4:5]", "77")}
    vectors = {1: ("v0", "v1", "v2", "v5", "s6", "-2", "7", "12"), 2: ("v[1:2]", "v[5:6]", "19")}
    kinds = vectors if name.startswith("v_") else scalars
    sources = [rng.choice(kinds[w]) for w in widths]
    # A VOP3 has one constant, and the first source need not be a vector where there is no constant before.
    seen = [k for k, s in enumerate(sources) if s.lstrip("-").isdecimal()][1:]
    for k in seen:
        sources[k] = kinds[widths[k]][0]
    target = ("v[1:2]" if wide else "v1") if name.startswith("v_") else ("s[4:5]" if wide else "s4")
    carry = "null, " if name.startswith("v_mad_") and wide else ""
    suffix = "_e64" if name.startswith("v_") and not wide and name.endswith(("_b32", "_u32", "_i32", "_u24", "_i24")) \
        and operations.VECTOR[name] < 3 and name not in ("v_mul_lo_u32", "v_mul_hi_u32") else ""  # fmt: skip
    return f"{name}{suffix} {target}, {carry}{', '.join(sources)}"


@pytest.mark.parametrize("arch", ["gfx1100", "gfx1201"])
@pytest.mark.parametrize("name", [*operations.VECTOR, *operations.VECTOR_WIDE, *operations.SCALAR,
                                  *operations.SCALAR_WIDE])  # fmt: skip
def test_same_result_of_each_operation(name: str, arch: str) -> None:
    rng = random.Random(name)
    begin = ["v_mul_u32_u24_e32 v1, 0x4321, v0", "v_mul_lo_u32 v5, v1, 0xc2b2ae35", "v_xor_b32_e32 v6, 0x8000001f, v5",
             "v_mov_b32_e32 v2, v5", "s_mov_b32 s4, 0x80000f07", "s_mov_b32 s5, -3", "s_mov_b32 s6, 0x7f0004",
             "s_mov_b32 s7, 2", "s_mov_b32 s9, 2"]  # fmt: skip
    ended = ["global_load_b32 v4, v[1:2], off", "ds_load_b32 v4, v1", "global_load_b32 v4, v0, s[4:5]"]
    lines = [begin]
    for _ in range(12):
        lines.append(
            [_operation(name, rng), *ended, "s_cselect_b32 s8, 0x1000, 0x2000", "global_load_b32 v4, v0, s[8:9]"]
        )
    text = source([line for group in lines for line in group]).replace("gfx1100", arch)
    try:
        module = parse_text(text.replace("s_waitcnt lgkmcnt(0)", "s_nop 0"), "one.s", None)
    except InputError:
        other = {"gfx1100": "gfx1201", "gfx1201": "gfx1100"}[arch]
        assert parse_text(text.replace(arch, other).replace("s_waitcnt lgkmcnt(0)", "s_nop 0"), "one.s", None)
        return
    compare(module, Workload(waves_per_simd=2, workgroup_size=64), {})


def test_without_a_compiler_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(*_: object, **__: object) -> None:
        raise MissingTool("no working clang found", hint=INSTALL_HINT)

    monkeypatch.setattr(library, "compile_source", missing)
    library.library.cache_clear()
    module = parse(str(KERNELS / "reduction_gfx1100.s"))
    with pytest.raises(MissingTool) as raised:
        simulate_kernel(module, module.kernels[0], get_gpu("rx7900xtx"), Workload(budget=2000))
    assert "isaopt[toolchain]" in (raised.value.hint or "")
    library.library.cache_clear()
