"""Loops that load from global memory a round ahead: what moves, what stays and why; proved, and the same results."""

from __future__ import annotations

import pytest

from isaopt.analysis.integers.origins import with_unwritten
from isaopt.asm.parser import parse_text
from isaopt.ir.program import Module
from isaopt.proof.verdict import verify_modules
from isaopt.transform.base import PassResult
from isaopt.transform.pipeline.far import with_copies
from isaopt.transform.pipeline.pipeline import Pipeline
from tests.emulator.running import text_of
from tests.proof.test_attacks_listed import listed
from tests.transform.far_loops import far_loop
from tests.transform.soundness import applied, assert_same, assert_sound

START = "v_and_b32_e32 v2, 0x7c, v0\nv_mov_b32_e32 v8, 0\ns_mov_b32 s8, 0\n.Lloop:\n"
LOAD = "global_load_b32 v3, v2, s[4:5]\n"
GATHER = "s_waitcnt vmcnt(0)\nv_and_b32_e32 v4, 0x7c, v3\nglobal_load_b32 v5, v4, s[6:7]\n"
WORK = "".join(f"v_add_f32_e32 v{7 - k % 2}, v{6 + k % 2}, v3\n" for k in range(12))
SUM = "s_waitcnt vmcnt(0)\nv_mul_f32_e32 v6, v3, v3\n" + WORK + "v_fmac_f32_e32 v8, v6, v7\n"
STEP = "v_add_nc_u32_e32 v2, 64, v2\n"
COUNT = "s_add_i32 s8, s8, 1\ns_cmp_lt_i32 s8, 4\n"
BACK = "s_cbranch_scc1 .Lloop\n"
END = "global_store_b32 v0, v8, s[2:3]"


def kernel(loop: str, end: str = END) -> Module:
    return parse_text(text_of(START + loop + end, lds=1024), "k.s")


def pipelined(module: Module) -> PassResult:
    return applied(Pipeline(), module)


def lines(module: Module) -> list[str]:
    found = [i.text.strip() for i in module.items]
    return found[found.index(".Lloop:") + 1 : found.index(BACK.strip())]


def test_the_rest_of_a_round_runs_beside_the_loads_for_the_next() -> None:
    result = pipelined(kernel(LOAD + SUM + STEP + COUNT + BACK))
    assert "1 load of each iteration in the one before" in result.notes[0]
    loop = lines(result.module)
    load = next(at for at, line in enumerate(loop) if line.startswith("global_load"))
    assert loop[load - 2 : load] == ["s_mov_b32 s9, exec_lo", "s_cselect_b32 exec_lo, exec_lo, 0"]
    assert loop[load + 1] == "s_mov_b32 exec_lo, s9"
    # What was loaded is copied, so that arithmetic on it need not come first.
    assert sum(line.startswith("v_mov") for line in loop[:load]) == 1
    assert sum("_f32" in line for line in loop[load:]) == 14


def test_a_load_that_needs_another_one_waits_beside_the_next() -> None:
    result = pipelined(kernel(LOAD + GATHER + "s_waitcnt vmcnt(0)\nv_fmac_f32_e32 v8, v5, v5\n" + STEP + COUNT + BACK))
    loop = [line for line in lines(result.module) if line.startswith(("global_load", "v_fmac", "s_waitcnt"))]
    assert [line.split()[0] for line in loop] == ["s_waitcnt", *["global_load_b32"] * 2, "s_waitcnt", "v_fmac_f32_e32"]
    assert loop[3] == "s_waitcnt vmcnt(1)"


@pytest.mark.parametrize(
    ("loop", "code"),
    [
        (LOAD + "s_waitcnt vmcnt(0)\nv_fmac_f32_e32 v8, v3, v3\n" + STEP + COUNT + BACK, "no-gain"),
        (STEP + LOAD + SUM + COUNT + BACK, "dependence"),  # the step is in front
        (LOAD + SUM + "global_store_b32 v2, v8, s[4:5]\n" + STEP + COUNT + BACK, "no-gain"),
        (LOAD + SUM + STEP + "s_add_i32 s8, s8, 1\nv_cmp_gt_u32_e64 vcc_lo, 4, s8\ns_cbranch_vccnz .Lloop\n", "exit"),
    ],
    ids=["no-work", "step-in-front", "store", "exit"],
)
def test_loops_stay_for_a_reason(loop: str, code: str) -> None:
    result = pipelined(kernel(loop))
    assert not result.changed
    assert [d.code for d in result.declined] == [code]


def test_a_loop_needs_a_scalar_for_its_lanes() -> None:
    named = "".join(f"s_mov_b32 s{k}, 0\n" for k in range(9, 106))
    result = pipelined(kernel(LOAD + SUM + STEP + COUNT + BACK, named + END))
    assert [d.code for d in result.declined] == ["sgpr-limit"]


@pytest.mark.slow
@pytest.mark.parametrize("seed", [0, 5, 6, 7])
def test_results_are_the_same_in_the_emulator(seed: int) -> None:
    module = far_loop(seed, ("gfx1100", "gfx1201")[seed % 2], (32, 64)[seed // 2 % 2])
    result = Pipeline().apply(module, module.kernels[0])
    assert result.changed
    assert_sound(module, result.module)


@pytest.mark.parametrize("name", ["unwritten-tile-a-round-ahead", "unwritten-tile-by-a-base-that-moves-12"])
def test_tiles_that_nobody_writes_are_loaded_before_the_work_on_the_last_one(name: str) -> None:
    (case,) = (r for r in listed("rewrites.txt") if r.name == name)
    module = case.program(case.a.replace(" offset:4", ""))
    assert not Pipeline().apply(module, module.kernels[0]).changed
    noted = with_unwritten(module, module.kernels[0], case.assumed)
    result = Pipeline().apply(noted, noted.kernels[0])
    assert "1 load of each iteration in the one before" in result.notes[0]
    found = verify_modules(module, result.module, assumptions=case.assumed)
    assert (found.proved, found.kernels[0].assumptions) == (True, case.assumed)
    assert_same(module, result.module)


@pytest.mark.parametrize(("first", "made"), [(252, True), (253, False), (256, False)])
def test_what_is_loaded_is_copied_only_into_registers_that_exist(first: int, made: bool) -> None:
    module = kernel("global_load_b128 v[4:7], v2, s[4:5]\n")
    loads = [i for i, item in module.instructions(module.kernels[0]) if item.op.mnemonic == "global_load_b128"]
    copied = with_copies(module, module.kernels[0], loads, first)
    assert (copied is not None) is made
