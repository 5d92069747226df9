"""Loops that lanes leave one by one, several iterations at a time: order, registers, reasons; proved, and the same
results in the emulator."""

from __future__ import annotations

import pytest

from isaopt.asm.parser import parse_text
from isaopt.ir.program import Module
from isaopt.transform.base import PassResult
from isaopt.transform.pipeline.pipeline import Pipeline
from tests.emulator.running import text_of
from tests.transform.soundness import applied, assert_same

#: Work-items run one to eight iterations.
START = """v_and_b32_e32 v2, 0x7c, v0
v_bfe_u32 v4, v0, 2, 3
v_mov_b32_e32 v3, 0
v_mov_b32_e32 v8, 0
s_mov_b32 s8, 0
s_mov_b32 s10, 0
s_mov_b32 s14, exec_lo
.Lloop:
"""
LOAD = "global_load_b32 v16, v2, s[4:5]\n"
STEP = "v_add_nc_u32_e32 v2, 64, v2\nv_add_nc_u32_e32 v3, 1, v3\n"
TELL = "v_cmp_gt_u32_e64 s12, v3, v4\ns_or_b32 s10, s12, s10\n"
WAIT = "s_waitcnt vmcnt(0)\n"
USE = "v_add_f32_e32 v8, v8, v16\n"
OFF = "s_and_not1_b32 exec_lo, exec_lo, s10\n"
BACK = "s_cbranch_execnz .Lloop\n"
END = "s_mov_b32 exec_lo, s14\nglobal_store_b32 v0, v8, s[2:3]"
GATHER = "v_and_b32_e32 v17, 0x7c, v16\nglobal_load_b32 v18, v17, s[6:7]\n" + WAIT + "v_add_f32_e32 v8, v8, v18\n"
LOOP = LOAD + STEP + TELL + WAIT + USE + OFF


def kernel(loop: str = LOOP, arch: str = "gfx1100", wave: int = 32, start: str = START, end: str = END) -> Module:
    text = start + loop + BACK + end
    if wave == 64:
        text = text.replace("exec_lo", "exec").replace("_b32 exec", "_b64 exec").replace("s14, exec", "s[14:15], exec")
        for old, new in (
            ("s_or_b32", "s_or_b64"),
            ("s_mov_b32 s[14", "s_mov_b64 s[14"),
            ("exec, s14", "exec, s[14:15]"),
        ):
            text = text.replace(old, new)
        text = text.replace("s_mov_b32 s10, 0", "s_mov_b64 s[10:11], 0").replace("s10,", "s[10:11],")
        text = text.replace(" s10\n", " s[10:11]\n").replace("s12,", "s[12:13],")
    if arch.startswith("gfx12"):
        text = text.replace(WAIT, "s_wait_loadcnt 0x0\n")
    return parse_text(text_of(text, arch, wave, lds=1024), "k.s")


PLAIN = Pipeline()


def pipelined(module: Module, options: Pipeline = PLAIN) -> PassResult:
    return applied(options, module)


def lines(result: PassResult, *starts: str) -> list[str]:
    """The lines of the loop that begin so."""
    found = [i.text.strip() for i in result.module.items]
    loop = found[found.index(".Lloop:") + 1 : found.index(BACK.strip())]
    return [line for line in loop if line.startswith(starts)]


@pytest.mark.parametrize("factor", [None, 2, 8])
@pytest.mark.parametrize(("arch", "wave"), [("gfx1100", 32), ("gfx1201", 64)])
def test_all_loads_of_a_group_are_issued_before_the_first_is_waited_for(
    arch: str, wave: int, factor: int | None
) -> None:
    result = pipelined(kernel(arch=arch, wave=wave), Pipeline(factor=factor))
    depth = factor or 4
    assert result.notes[0].startswith(f"loop .Lloop: {depth} iterations at a time; an iteration takes a wave ")
    assert [line.split()[0] for line in lines(result, "global_load", "v_add_f32")] == [
        *["global_load_b32"] * depth,
        *["v_add_f32_e32"] * depth,
    ]
    left = [line.split("vmcnt(")[-1].split("0x")[-1].rstrip(")") for line in lines(result, "s_waitcnt", "s_wait_l")]
    assert left == [str(n) for n in reversed(range(depth))]
    assert result.solver is not None
    assert result.solver.objective >= result.solver.bound >= len(lines(result, "v_")) / depth


def test_loads_that_need_others_follow_all_of_these() -> None:
    result = pipelined(kernel(LOAD + STEP + TELL + WAIT + GATHER + OFF))
    assert [line.split(", ")[-1] for line in lines(result, "global_load")] == ["s[4:5]"] * 4 + ["s[6:7]"] * 4


def test_a_dual_instruction_of_two_stages_is_taken_apart() -> None:
    dual = "v_dual_add_f32 v8, v8, v16 :: v_dual_add_nc_u32 v3, 1, v3\n"
    result = pipelined(kernel(LOAD + "v_add_nc_u32_e32 v2, 64, v2\n" + WAIT + dual + TELL + OFF))
    assert result.changed
    assert lines(result, "v_dual") == []


def test_what_the_next_iteration_overwrites_is_copied() -> None:
    result = pipelined(kernel(LOAD + TELL + WAIT + USE + "v_xor_b32_e32 v8, v8, v2\n" + STEP + OFF))
    assert result.changed
    assert len(lines(result, "v_mov_b32")) == 4


def test_scalars_may_step_behind_the_exit_test() -> None:
    assert pipelined(
        kernel(
            LOAD.replace("s[4:5]", "s[20:21]") + STEP + TELL + WAIT + USE + OFF + "s_add_u32 s20, s20, 4\n"
            "s_addc_u32 s21, s21, 0\n",
            start="s_mov_b64 s[20:21], s[4:5]\n" + START,
        )
    ).changed


@pytest.mark.parametrize(
    ("loop", "code"),
    [
        (LOAD + TELL + WAIT + "v_and_b32_e32 v2, 0x7c, v16\n" + USE + OFF, "recurrence"),
        (LOAD + STEP + TELL + WAIT + USE + "global_store_b32 v2, v8, s[4:5]\n" + OFF, "memory-order"),
        (LOAD + STEP + WAIT + USE + "v_cmp_gt_u32_e64 s12, v3, v16\ns_or_b32 s10, s12, s10\n" + OFF, "exit"),
        (LOAD + STEP + TELL + WAIT + USE + "s_add_i32 s8, s8, 1\n" + OFF, "dependence"),
        (LOAD + STEP + TELL + WAIT + "v_readfirstlane_b32 s9, v16\n" + USE + OFF, "dependence"),
        (LOAD + STEP + TELL + "s_load_b32 s9, s[6:7], 0x0\n" + WAIT + USE + OFF, "dependence"),
        (LOAD + STEP + TELL + WAIT + "v_cndmask_b32_e64 v8, v8, v16, s12\n" + OFF, "sgpr-limit"),
        (LOOP + "v_mov_b32_e32 v9, v8\n", "exec-changes"),
        (LOOP + "s_or_b32 exec_lo, exec_lo, s8\n", "exec-changes"),
        (LOAD + STEP + TELL + OFF, "no-gain"),
    ],
    ids=["own-load", "store", "told-by-loads", "count", "lane-zero", "scalar-load", "mask", "behind", "on", "unused"],
)
def test_loops_stay_for_a_reason(loop: str, code: str) -> None:
    result = pipelined(kernel(loop, end=END.replace("global", "v_add_nc_u32_e32 v8, s8, v8\nglobal")))
    assert not result.changed
    assert [d.code for d in result.declined] == [code]


def test_a_cache_invalidate_before_the_loop_holds_nothing_up() -> None:
    start = START.replace(".Lloop:", "s_barrier_signal -1\ns_barrier_wait -1\nglobal_inv scope:SCOPE_SE\n.Lloop:")
    assert pipelined(kernel(arch="gfx1201", start=start)).changed


def test_registers_decide_how_many_iterations_are_in_flight() -> None:
    module = kernel()
    assert "2 iterations at a time" in pipelined(module, Pipeline(max_vgprs=17)).notes[0]
    tight = Pipeline(max_vgprs=17)
    named = kernel(
        start="v_mov_b32_e32 v12, v0\n" + START, end=END.replace("global", "v_add_f32_e32 v8, v8, v12\nglobal")
    )
    assert [d.code for d in pipelined(named, tight).declined] == ["register-limit"]


def test_a_loop_is_left_out_by_its_line() -> None:
    module = kernel()
    line = next(i.line for i in module.items if i.text.strip().startswith("global_load"))
    assert not pipelined(module, Pipeline(without=(line,))).changed


@pytest.mark.slow
@pytest.mark.parametrize("loop", [LOOP, LOAD + STEP + TELL + WAIT + GATHER + OFF], ids=["sum", "gather"])
@pytest.mark.parametrize(("arch", "wave"), [("gfx1100", 32), ("gfx1201", 64)])
def test_results_are_the_same_in_the_emulator(loop: str, arch: str, wave: int) -> None:
    module = kernel(loop, arch, wave)
    assert_same(module, pipelined(module).module)
