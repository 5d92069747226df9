"""The pass ``jump-threading``: loops that test a condition twice, split by it and proved; loops that only seem to."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from isaopt.analysis.flow.cfg import build_cfg
from isaopt.analysis.flow.loops import find_loops
from isaopt.asm.isolate import isolated, joined
from isaopt.asm.parser import parse_text
from isaopt.ir.program import Module
from isaopt.proof.verdict import verify_modules
from isaopt.toolchain.assemble import assemble
from isaopt.toolchain.find import find_toolchain
from isaopt.transform.base import PassResult
from isaopt.transform.jump_threading.jump_threading import JumpThreading
from tests.transform.soundness import applied
from tests.transform.test_schedule import kernel

KERNELS = Path(__file__).parents[2] / "kernels_s"

START = [
    "s_load_b128 s[4:7], s[0:1], 0x0",
    "v_lshlrev_b32_e32 v1, 2, v0",
    "v_dual_mov_b32 v2, 0 :: v_dual_mov_b32 v3, 0",
    "s_mov_b32 s8, 0",
    "s_waitcnt lgkmcnt(0)",
]
TEST = ["s_add_i32 s8, s8, 1", "s_cmp_lt_i32 s8, s6", "s_cselect_b32 s2, -1, 0", "s_cmp_ge_i32 s8, s6"]
LOAD = ["global_load_b32 v3, v1, s[4:5]"]
WORK = ["ds_load_b32 v4, v1", "s_waitcnt lgkmcnt(0)", "v_add_f32_e32 v2, v2, v4"]
STORE = ["s_waitcnt vmcnt(0)", "s_barrier", "ds_store_b32 v1, v3", "s_waitcnt lgkmcnt(0)", "s_barrier"]
ROUND = ["s_and_not1_b32 vcc_lo, exec_lo, s2", "s_cbranch_vccz .Lloop"]
END = ["global_store_b32 v1, v2, s[4:5]"]


def loop(second: list[str], between: list[str] = WORK, last: list[str] = ROUND) -> Module:
    """Load the next data if there is any, work, store what was loaded; ``second`` jumps over the store."""
    body = [*TEST, "s_cbranch_scc1 .Lwork", *LOAD, ".Lwork:", *between, *second, *STORE, ".Lnext:", *last]
    return kernel([*START, ".Lloop:", *body, *END])


BY_REGISTER = ["s_and_not1_b32 vcc_lo, exec_lo, s2", "s_cbranch_vccnz .Lnext"]


def threaded(module: Module) -> PassResult:
    return applied(JumpThreading(), module)


def loops_of(module: Module) -> list[int]:
    """The number of blocks of each loop."""
    k = module.kernels[0]
    return [len(found.blocks) for found in find_loops(module, k, build_cfg(module, k))]


# ROUND goes round where vcc is zero, that is while s2 is set.
def test_the_copy_that_goes_round_is_one_block() -> None:
    module = loop(BY_REGISTER)
    assert loops_of(module) == [5]
    result = threaded(module)
    assert loops_of(result.module) == [1]
    names = [i.op.mnemonic for _, i in result.module.instructions(result.module.kernels[0])]
    assert names.count("ds_load_b32") == 2
    assert names.count("ds_store_b32") == 1
    assert names.count("global_load_b32") == 1
    assert not {"s_cselect_b32", "s_and_not1_b32"} & set(names), "what decided the branches that are gone"
    assert result.notes == ("4 branches decided by the one at line 17, 2 blocks copied",)
    assemble(result.module.text(), "gfx1100", path="k.s", toolchain=find_toolchain("gfx1100"))


def test_a_block_that_no_outcome_leads_to_is_left_out() -> None:
    never = ["s_cmp_ge_i32 s8, s6", "s_cbranch_scc0 .Lnext", "v_mov_b32_e32 v2, 0"]
    body = [*TEST, "s_cbranch_scc1 .Lwork", *LOAD, ".Lwork:", *WORK, *BY_REGISTER, *STORE, *never, ".Lnext:", *ROUND]
    result = threaded(kernel([*START, ".Lloop:", *body, *END]))
    assert result.changed
    names = [i.op.mnemonic for _, i in result.module.instructions(result.module.kernels[0])]
    assert "v_mov_b32" not in names


def test_a_repeated_comparison_is_seen_too() -> None:
    result = threaded(loop(["s_cmp_lt_i32 s8, s6", "s_cbranch_scc0 .Lnext"]))
    assert loops_of(result.module) == [1]


def test_an_inner_loop_is_copied_whole() -> None:
    inner = [
        "s_mov_b32 s9, 0",
        ".Linner:",
        *WORK,
        "s_add_i32 s9, s9, 1",
        "s_cmp_lt_i32 s9, s7",
        "s_cbranch_scc1 .Linner",
    ]
    result = threaded(loop(BY_REGISTER, inner))
    assert result.changed
    assert sorted(loops_of(result.module)) == [1, 1, 3]


@pytest.mark.parametrize(
    "second",
    [
        ["s_cmp_lt_i32 s7, s6", "s_cbranch_scc0 .Lnext"],  # another register
        ["s_cmp_lt_u32 s8, s6", "s_cbranch_scc0 .Lnext"],  # another order
        ["s_add_i32 s9, s8, 1", "s_cmp_lt_i32 s9, s6", "s_cbranch_scc0 .Lnext"],  # one further
        ["s_xor_b32 s2, s2, s7", "s_and_not1_b32 vcc_lo, exec_lo, s2", "s_cbranch_vccnz .Lnext"],
    ],
)
def test_another_condition_is_not_taken_for_the_same(second: list[str]) -> None:
    module = loop(second, last=["s_cmp_lt_i32 s8, s7", "s_cbranch_scc1 .Lloop"])
    result = threaded(module)
    assert not result.changed
    assert "condition-differs" in {d.code for d in result.declined}


def test_a_register_that_the_work_changes_decides_nothing() -> None:
    module = loop(
        ["s_cmp_lt_i32 s8, s6", "s_cbranch_scc0 .Lnext"],
        [*WORK, "s_load_b32 s6, s[0:1], 0x8", "s_waitcnt lgkmcnt(0)"],
        ["s_cmp_lt_i32 s8, s7", "s_cbranch_scc1 .Lloop"],
    )
    assert not threaded(module).changed


def test_a_test_of_exec_needs_a_lane() -> None:
    lines = [*START, "s_mov_b32 exec_lo, s7", ".Lloop:", *TEST, "s_cbranch_scc1 .Lwork", *LOAD, ".Lwork:", *WORK]
    module = kernel([*lines, *BY_REGISTER, *STORE, ".Lnext:", "s_cmp_lt_i32 s8, s7", "s_cbranch_scc1 .Lloop", *END])
    result = threaded(module)
    # Only where s2 is set the mask is zero whatever EXEC is.
    assert "1 branches decided" in result.notes[0]
    names = [i.op.mnemonic for _, i in result.module.instructions(result.module.kernels[0])]
    assert names.count("s_cbranch_vccnz") == 1
    assert names.count("ds_store_b32") == 2
    assert "exec-changes" in {d.code for d in result.declined}


@pytest.mark.slow
def test_code_beyond_the_instruction_cache_is_not_copied() -> None:
    module = loop(BY_REGISTER, [*WORK, *(["v_fma_f32 v2, v2, v2, v4"] * 2100)])
    result = threaded(module)
    assert "code-size" in {d.code for d in result.declined}
    names = [i.op.mnemonic for _, i in result.module.instructions(result.module.kernels[0])]
    assert names.count("v_fma_f32") == 2100


@pytest.mark.slow
@pytest.mark.parametrize("name", ["sgemm_gfx1201"])
def test_the_compilers_sgemm_is_threaded(name: str) -> None:
    module = parse_text((KERNELS / f"{name}.s").read_text())
    result = threaded(module)
    assert result.changed
    assert sorted(loops_of(result.module)) == [1, 1, 3]


@pytest.mark.parametrize("name", ["nbody_gfx1100", "triton_gemm_fp16_gfx1201", "softmax_gfx1100"])
def test_other_loops_are_left_alone(name: str) -> None:
    module = parse_text((KERNELS / f"{name}.s").read_text())
    result = threaded(module)
    assert not result.changed
    assert result.module is module


@pytest.mark.parametrize("label", [r".Lsecond_\1", r"\1", r".L\1_thread"])
def test_kernels_of_one_file_get_labels_of_their_own(label: str) -> None:
    head, code = loop(BY_REGISTER).text().split("\t.text\n", 1)
    code, descriptor = code.split("\t.amdhsa_kernel k\n", 1)
    second = code.replace("k:", "second:", 1).partition("\t.section")[0]
    second = re.sub(r"\.L(\w+)", label, second)
    descriptors = "".join(f"\t.amdhsa_kernel {name}\n{descriptor}" for name in ("k", "second"))
    module = parse_text(f"{head}\t.text\n{second}{code}{descriptors}")
    changes = []
    for each in module.kernels:
        alone = isolated(module, each)
        result = JumpThreading().apply(alone.module, alone.kernel)
        assert result.changed
        changes.append((alone, result.module))
    both = parse_text(joined(module, changes).text())
    assemble(both.text(), both.arch)
    assert verify_modules(module, both).proved
