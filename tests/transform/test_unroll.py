"""The pass ``unroll``: in full, by a divisor, by a factor with a rest; what it declines; wrong ones refused."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from isaopt.approval import approve
from isaopt.asm.parser import parse_text
from isaopt.asm.printer import print_op
from isaopt.asm.resources import code_bytes
from isaopt.errors import UsageError
from isaopt.ir.program import Module
from isaopt.outcome import Options
from isaopt.pipeline import optimize_module
from isaopt.transform.base import PassResult
from isaopt.transform.registry import PassOptions, make_pass
from isaopt.transform.unroll import copies as unroll_copies
from isaopt.transform.unroll import fold as unroll_fold
from isaopt.transform.unroll import plan as unroll_plan
from isaopt.transform.unroll import unroll
from isaopt.transform.unroll.unroll import Unroll
from tests.renaming import assemble
from tests.transform.stages import built_stages

KERNELS = Path(__file__).parents[2] / "kernels_s"
HEAD = """\ts_load_b128 s[4:7], s[0:1], 0x0
\tv_lshlrev_b32_e32 v1, 2, v0
\tv_mov_b32_e32 v2, 0
\ts_waitcnt lgkmcnt(0)
"""
TAIL = "\tglobal_store_b32 v1, v2, s[4:5]"
ROUND = "\tds_load_b32 v3, v4\n\ts_waitcnt lgkmcnt(0)\n\tv_add_f32_e32 v2, v2, v3\n\tv_add_nc_u32_e32 v4, 0x80, v4\n"


STORE = "\tglobal_store_b32 v1, v3, s[4:5] offset:256\n"


def loop(step: str, test: str, body: str = ROUND, start: str = "s_mov_b32 s8, 0", branch: str = "scc1") -> Module:
    """A kernel that adds numbers from LDS, or whatever the body does, in a loop."""
    code = f"{HEAD}\t{start}\n\tv_mov_b32_e32 v4, v1\n.LBB0_1:\n{body}\t{step}\n\t{test}\n"
    return assemble(f"{code}\ts_cbranch_{branch} .LBB0_1\n{TAIL}")


def run(module: Module, options: Unroll | None = None) -> PassResult:
    return (options or Unroll()).apply(module, module.kernels[0])


def proved(before: Module, after: Module) -> bool:
    return approve(before, after, before.kernels[0]).verdict == "proved"


def code(module: Module, *only: str) -> list[str]:
    """The instructions whose names begin with one of these."""
    texts = [print_op(i.op) for _, i in module.instructions(module.kernels[0])]
    return [t for t in texts if t.startswith(only)]


def codes(result: PassResult) -> list[str]:
    return [d.code for d in result.declined]


def test_a_constant_number_of_rounds_is_written_out() -> None:
    module = loop("s_add_i32 s8, s8, 1", "s_cmp_lt_i32 s8, 4")
    result = run(module)
    assert result.changed
    assert code(result.module, "ds_", "v_", "s_c", "s_a") == [
        "v_lshlrev_b32_e32 v1, 2, v0",
        "v_mov_b32_e32 v2, 0",
        *(
            x
            for i in range(4)
            for x in ("ds_load_b32 v3, v1" + f" offset:{128 * i}" * (i > 0), "v_add_f32_e32 v2, v2, v3")
        ),
    ]
    # The counter, the copy of the address, the label and its comment are gone; waits are there again.
    assert code(result.module, "s_waitcnt") == ["s_waitcnt lgkmcnt(0)"] * 5
    assert ".LBB0_1" not in result.module.text()
    assert proved(module, result.module)
    assert result.notes == ("loop .LBB0_1: all 4 rounds written out",)


def test_a_loop_of_one_round_loses_its_branch() -> None:
    module = loop("s_add_i32 s8, s8, 1", "s_cmp_lt_i32 s8, 1")
    result = run(module)
    assert code(result.module, "s_c", "s_add") == []
    assert proved(module, result.module)


@pytest.mark.parametrize(
    ("step", "test", "start"),
    [
        ("s_add_i32 s8, s8, 1", "s_cmp_lt_i32 s8, s6", "s_mov_b32 s8, 0"),
        ("s_add_i32 s8, s8, 1", "s_cmp_lt_u32 s8, s6", "s_mov_b32 s8, s7"),
        ("s_add_i32 s8, s8, 4", "s_cmp_le_i32 s8, s6", "s_mov_b32 s8, 0"),
        ("s_add_i32 s8, s8, 1", "s_cmp_lg_u32 s8, s6", "s_mov_b32 s8, 0"),
        ("s_add_i32 s8, s8, -1", "s_cmp_lg_u32 s8, 0", "s_mov_b32 s8, s6"),
        ("s_add_i32 s8, s8, -2", "s_cmp_gt_i32 s8, s6", "s_mov_b32 s8, s7"),
        ("s_sub_u32 s8, s8, 1", "s_cmp_ge_u32 s8, 3", "s_mov_b32 s8, s7"),
        ("s_add_i32 s8, s8, 1", "s_cmp_lt_i32 s8, 100", "s_mov_b32 s8, s7"),
    ],
)
def test_an_unknown_number_of_rounds_goes_in_groups(step: str, test: str, start: str) -> None:
    body = ROUND + STORE
    module = loop(step, test, body, start)
    result = run(module, Unroll(factor=4))
    assert result.changed
    assert len(code(result.module, "ds_load")) == 5
    # One step of the address and of the counter in four rounds, and the loop as it was.
    assert len(code(result.module, "v_add_nc_u32_e32 v4")) == 2
    assert len(code(result.module, "s_add_i32 s8", "s_sub_u32 s8")) == 2
    assert code(result.module, "s_cbranch_scc1 .LBB0_1_x4")
    assert proved(module, result.module)


def test_a_divisor_where_all_rounds_are_too_many() -> None:
    body = ROUND + STORE
    module = loop("s_addk_i32 s8, 0x40", "s_cmpk_lg_i32 s8, 0x1000", body)
    result = run(module, Unroll(factor=16))
    assert result.notes == ("loop .LBB0_1: 16 rounds for one",)
    assert len(code(result.module, "ds_load")) == 16
    assert code(result.module, "s_addk_i32 s8") == ["s_addk_i32 s8, 0x400"]
    assert len(code(result.module, "s_cmp")) == 1
    assert proved(module, result.module)


@pytest.mark.parametrize(
    ("step", "test", "start"),
    [
        ("s_add_i32 s8, s8, 1", "s_cmp_lt_i32 s8, 5003", "s_mov_b32 s8, 0"),
        ("s_add_i32 s8, s8, 1", "s_cmp_lg_u32 s8, 0x1001", "s_mov_b32 s8, 1"),
    ],
)
def test_a_number_of_rounds_without_a_divisor_is_declined(step: str, test: str, start: str) -> None:
    assert codes(run(loop(step, test, start=start))) == ["trip-count"]


def test_a_branch_into_the_loop_goes_to_the_groups() -> None:
    body = ROUND + STORE
    text = f"{HEAD}\ts_mov_b32 s8, 0\n\tv_mov_b32_e32 v4, v1\n\ts_branch .LBB0_1\n.LBB0_2:\n{TAIL}\n\ts_endpgm\n"
    text += (
        f".LBB0_1:\n{body}\ts_add_i32 s8, s8, 1\n\ts_cmp_lt_i32 s8, s6\n\ts_cbranch_scc1 .LBB0_1\n\ts_branch .LBB0_2\n"
    )
    module = assemble(text)
    result = run(module, Unroll(factor=2))
    assert code(result.module, "s_branch") == ["s_branch .LBB0_1_groups", "s_branch .LBB0_2"]
    assert proved(module, result.module)


def test_labels_and_debug_lines() -> None:
    body = "\t.loc 1 7 3\n.Ltmp4:\n" + ROUND
    module = loop("s_add_i32 s8, s8, 1", "s_cmp_lt_i32 s8, 3", body)
    text = module.text().replace(".LBB0_1:", "\t.p2align 6\n.LBB0_1:                                ; Loop Header\n")
    result = run(parse_text(text, "k.s", "gfx1100"))
    made = result.module.text()
    assert made.count(".loc 1 7 3") == 3
    assert made.count(".Ltmp4:") == 1
    assert ".p2align" not in made
    assert "Loop Header" not in made
    # A label that something else names stays.
    named = text.replace("\ts_endpgm", "\ts_endpgm\n\t.set here, .LBB0_1")
    assert ".LBB0_1:" in run(parse_text(named, "k.s", "gfx1100")).module.text()


def test_an_address_that_does_not_fit_is_explained() -> None:
    module = loop("s_add_i32 s8, s8, 1", "s_cmp_lt_i32 s8, 4", ROUND.replace("0x80", "0x8000"))
    result = run(module)
    assert codes(result) == ["offset-range"]
    assert "v_add_nc_u32_e32 v4, 0x10000, v4" in result.declined[0].message
    assert proved(module, result.module)


def test_half_of_a_pair_that_steps_is_taken_out() -> None:
    body = "\tds_load_b32 v3, v4\n\ts_waitcnt lgkmcnt(0)\n"
    body += "\tv_dual_add_f32 v2, v2, v3 :: v_dual_add_nc_u32 v5, 64, v5\n\tds_store_b32 v5, v2 offset:4096\n"
    module = loop("s_add_i32 s8, s8, 1", "s_cmp_lt_i32 s8, 2", body, "s_mov_b32 s8, 0\n\tv_mov_b32_e32 v5, v1")
    result = run(module)
    assert code(result.module, "ds_store") == ["ds_store_b32 v1, v2 offset:4160", "ds_store_b32 v1, v2 offset:4224"]
    assert proved(module, result.module)


@pytest.mark.parametrize(
    ("reason", "step", "test", "body", "branch"),
    [
        ("trip-count-unknown", "s_add_i32 s8, s8, s7", "s_cmp_lt_i32 s8, s6", ROUND, "scc1"),
        ("trip-count-unknown", "s_add_i32 s8, s8, 1", "s_cmp_gt_i32 s8, s6", ROUND, "scc1"),
        ("divergent-exit", "s_nop 0", "v_cmp_lt_u32_e32 vcc_lo, v4, v0", ROUND, "vccnz"),
        ("divergent-exit", "v_cmp_lt_u32_e32 vcc_lo, v4, v0", "s_and_b32 exec_lo, exec_lo, vcc_lo", ROUND, "execnz"),
        ("barrier-in-loop", "s_add_i32 s8, s8, 1", "s_cmp_lt_i32 s8, s6", ROUND + "\ts_barrier\n", "scc1"),
        ("scc-live", "s_add_i32 s8, s8, 1", "s_cmp_lt_i32 s8, s6\n\ts_cselect_b32 s9, 1, 0", ROUND, "scc1"),
        ("scc-live", "s_add_i32 s8, s8, 1", "s_cmp_lt_i32 s8, s6", "\ts_cselect_b32 s9, 1, 0\n" + ROUND, "scc1"),
        ("body-size", "s_add_i32 s8, s8, 1", "s_cmp_lt_i32 s8, s6", ROUND * 120, "scc1"),
        ("side-exit", "s_cbranch_vccnz .LBB0_9", "s_cmp_lt_i32 s8, s6", ROUND, "scc1 .LBB0_1\n.LBB0_9:\n\ts_nop 0 ;"),
    ],
)
def test_what_is_declined(reason: str, step: str, test: str, body: str, branch: str) -> None:
    module = loop(step, test, body, branch=branch)
    result = run(module)
    assert not result.changed
    assert result.module is module
    assert codes(result) == [reason]
    assert "loop .LBB0_1" in result.declined[0].message
    assert result.declined[0].line > 0


def test_outer_loops_and_branching_bodies_are_declined() -> None:
    inner = ".LBB0_2:\n" + ROUND + "\ts_add_i32 s9, s9, 1\n\ts_cmp_lt_i32 s9, s7\n\ts_cbranch_scc1 .LBB0_2\n"
    module = loop("s_add_i32 s8, s8, 1", "s_cmp_lt_i32 s8, s6", "\ts_mov_b32 s9, 0\n" + inner)
    assert "not-innermost" in codes(run(module))
    apart = "\ts_cmp_lt_i32 s6, 1\n\ts_cbranch_scc1 .LBB0_8\n.LBB0_9:\n" + ROUND
    text = loop("s_add_i32 s8, s8, 1", "s_cmp_lt_i32 s8, s6", apart).text()
    text = text.replace("\ts_endpgm", "\ts_endpgm\n.LBB0_8:\n\ts_nop 0\n\ts_branch .LBB0_9")
    assert codes(run(parse_text(text, "k.s", "gfx1100"))) == ["several-blocks"]


BRANCHING = "\ts_cmp_lt_i32 s7, 1\n\ts_cbranch_scc1 .LBB0_3\n" + ROUND + ".LBB0_3:\n\tv_add_f32_e32 v2, 1.0, v2\n"


def test_a_body_that_branches() -> None:
    full = loop("s_add_i32 s8, s8, 1", "s_cmp_lt_i32 s8, 3", BRANCHING)
    result = run(full)
    assert code(result.module, "s_cbranch") == [
        "s_cbranch_scc1 .LBB0_3", "s_cbranch_scc1 .LBB0_3_again", "s_cbranch_scc1 .LBB0_3_again_2"
    ]  # fmt: skip
    assert len(code(result.module, "ds_load")) == 3
    assert proved(full, result.module)
    groups = loop(
        "s_add_i32 s8, s8, 1", "s_cmp_lt_i32 s8, s6", BRANCHING.replace("v_add_f32", STORE[1:] + "\tv_add_f32")
    )
    result = run(groups, Unroll(factor=2))
    assert len(code(result.module, "ds_load")) == 3
    assert proved(groups, result.module)


def test_lanes_that_are_off_in_a_part_of_the_body() -> None:
    body = "\tv_cmp_lt_u32_e32 vcc_lo, s8, v0\n\ts_and_saveexec_b32 s9, vcc_lo\n\ts_cbranch_execz .LBB0_3\n" + ROUND
    body += ".LBB0_3:\n\ts_or_b32 exec_lo, exec_lo, s9\n"
    module = loop("s_add_i32 s8, s8, 1", "s_cmp_lt_i32 s8, 3", body)
    result = run(module)
    assert len(code(result.module, "s_or_b32 exec_lo")) == 3
    assert len(code(result.module, "v_add_nc_u32_e32 v4")) == 2  # nothing reads what the last one would make
    assert proved(module, result.module)


def test_a_tree_of_sums() -> None:
    """Halves of the lanes add what the other half has."""
    body = "\tv_cmp_gt_u32_e32 vcc_lo, s8, v0\n\ts_and_saveexec_b32 s9, vcc_lo\n\ts_cbranch_execz .LBB0_3\n"
    body += "\tv_lshl_add_u32 v4, s8, 2, v1\n" + ROUND.replace("\tv_add_nc_u32_e32 v4, 0x80, v4\n", "")
    body += "\tds_store_b32 v1, v2\n.LBB0_3:\n\ts_or_b32 exec_lo, exec_lo, s9\n\ts_waitcnt lgkmcnt(0)\n\ts_barrier\n"
    module = loop("s_lshr_b32 s8, s8, 1", "s_cmp_lg_u32 s8, 0", body, "s_mov_b32 s8, 16")
    result = run(module)
    assert result.notes == ("loop .LBB0_1: all 5 rounds written out",)
    assert len(code(result.module, "s_barrier")) == 5
    assert proved(module, result.module)
    unknown = loop("s_lshr_b32 s8, s8, 1", "s_cmp_lg_u32 s8, 0", ROUND, "s_mov_b32 s8, s6")
    assert codes(run(unknown)) == ["trip-count-unknown"]
    assert codes(run(module, Unroll(max_code_bytes=99))) == ["code-size"]


def test_what_stays_in_one_loop_is_not_said_of_the_next() -> None:
    second = ".LBB0_5:\n" + ROUND + "\ts_add_i32 s9, s9, 1\n\ts_cmp_lg_u32 s9, 2\n\ts_cbranch_scc1 .LBB0_5\n"
    text = loop("s_add_i32 s8, s8, 1", "s_cmp_lt_i32 s8, 4", ROUND.replace("0x80", "0x8000")).text()
    result = run(parse_text(text.replace(TAIL, f"\ts_mov_b32 s9, 0\n{second}{TAIL}"), "k.s", "gfx1100"))
    assert len(result.notes) == 2
    assert [d.message.split(":")[0] for d in result.declined] == ["loop .LBB0_1"]


def test_a_cycle_with_two_entries_is_no_loop() -> None:
    cycle = "\ts_cmp_lt_i32 s6, 1\n\ts_cbranch_scc1 .LBB0_2\n.LBB0_1:\n" + ROUND + ".LBB0_2:\n" + ROUND
    cycle += "\ts_add_i32 s8, s8, 1\n\ts_cmp_lt_i32 s8, 4\n\ts_cbranch_scc1 .LBB0_1\n"
    result = run(assemble(f"{HEAD}\ts_mov_b32 s8, 0\n\tv_mov_b32_e32 v4, v1\n{cycle}{TAIL}"))
    assert not result.changed
    assert codes(result) == ["irreducible"]
    assert "the cycle through .LBB0_" in result.declined[0].message


def test_each_loop_is_a_stage() -> None:
    """Where the whole is not proved at once, it may be loop by loop."""
    second = ".LBB0_5:\n" + ROUND + "\ts_add_i32 s9, s9, 1\n\ts_cmp_lg_u32 s9, 2\n\ts_cbranch_scc1 .LBB0_5\n"
    text = loop("s_add_i32 s8, s8, 1", "s_cmp_lt_i32 s8, 3").text()
    module = parse_text(text.replace(TAIL, f"\ts_mov_b32 s9, 0\n{second}{TAIL}"), "k.s", "gfx1100")
    result = run(module)
    assert len(result.notes) == 2
    (stage,) = built_stages(module, result)()
    assert [len(code(m, "ds_load")) for m in (module, stage, result.module)] == [2, 4, 5]
    assert proved(module, stage)
    assert proved(stage, result.module)


def test_rounds_count_as_long_as_they_have_become() -> None:
    """Without the test and the address step a round is less than two thirds as long: the second loop fits, too."""
    second = ".LBB0_5:\n" + ROUND + "\ts_add_i32 s9, s9, 1\n\ts_cmp_lg_u32 s9, 16\n\ts_cbranch_scc1 .LBB0_5\n"
    text = loop("s_add_i32 s8, s8, 1", "s_cmp_lt_i32 s8, 16").text()
    module = parse_text(text.replace(TAIL, f"\ts_mov_b32 s9, 0\n{second}{TAIL}"), "k.s", "gfx1100")
    result = run(module, Unroll(max_code_bytes=1160))
    assert result.notes == tuple(f"loop .LBB0_{k}: all 16 rounds written out" for k in (1, 5))
    written = code_bytes(result.module, result.module.kernels[0])
    assert written is not None
    assert written <= 1160


def test_registers_that_are_no_longer_used_are_not_declared() -> None:
    text = loop("s_add_i32 s8, s8, 1", "s_cmp_lt_i32 s8, 3").text().replace("v4", "v9").replace("_vgpr 256", "_vgpr 10")
    result = run(parse_text(text, "k.s", "gfx1100"))
    assert ".amdhsa_next_free_vgpr 4\n" in result.module.text()


def test_options() -> None:
    with pytest.raises(UsageError, match="factor"):
        run(loop("s_add_i32 s8, s8, 1", "s_cmp_lt_i32 s8, 4"), Unroll(factor=1))
    small = run(loop("s_add_i32 s8, s8, 1", "s_cmp_lt_i32 s8, 64"), Unroll(max_code_bytes=160))
    assert small.notes == ("loop .LBB0_1: 2 rounds for one",)
    for test in ("s_cmp_lt_i32 s8, 64", "s_cmp_lt_i32 s8, s6"):
        assert codes(run(loop("s_add_i32 s8, s8, 1", test), Unroll(max_code_bytes=64))) == ["code-size"]
    assert isinstance(make_pass("unroll", PassOptions()), Unroll)


@pytest.mark.parametrize("arch", ["gfx1100", "gfx1201"])
def test_the_k_loop_of_a_matrix_product_has_no_branch(arch: str) -> None:
    module = parse_text((KERNELS / f"sgemm_{arch}.s").read_text(), f"sgemm_{arch}.s")
    result = run(module)
    assert result.notes == ("loop .LBB0_6: all 8 rounds written out",)
    assert codes(result) == ["not-innermost"]
    loads = [x for x in code(result.module, "ds_load_b128") if "v35" in x or "v166" in x]
    assert len(loads) == 8 * 6
    assert code(result.module, "v_add_nc_u32_e32 v204", "v_add_nc_u32_e32 v183", "s_cmpk_lg", "s_addk") == []
    assert code(result.module, "s_cmp_lg_u32 s16", "s_mov_b32 s16") == []


# -- a wrong pass is refused


def one_round_less(original: Callable[..., Module]) -> Callable[..., Module]:
    return lambda module, kernel, text, rounds: original(module, kernel, text, rounds - 1)


def wrong_offset(original: Callable[..., object]) -> Callable[..., object]:
    return lambda op, base, extra, arch, wave: original(op, base, extra + 4 * (extra == 0x100), arch, wave)


@pytest.mark.parametrize(
    ("place", "name", "wrong"),
    [(unroll, "unrolled_fully", one_round_less), (unroll_fold, "moved", wrong_offset)],
)
def test_a_wrong_full_unrolling_is_refused(
    place: object, name: str, wrong: Callable[..., object], monkeypatch: pytest.MonkeyPatch
) -> None:
    module = loop("s_add_i32 s8, s8, 1", "s_cmp_lt_i32 s8, 4")
    monkeypatch.setattr(place, name, wrong(getattr(place, name)))
    result = optimize_module(module, Options(passes=("unroll",)))
    assert not result.changed
    assert any("not proved" in note for note in result.kernels[0].passes[0].notes)


def test_a_wrong_guard_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """One round too many in the last group."""
    original = unroll_plan._guard

    def late(kernel: unroll_plan.Surroundings, loop: object, test: object, factor: int) -> object:
        guard = original(kernel, loop, test, factor)  # type: ignore[arg-type]
        assert isinstance(guard, unroll_copies.RoundsGuard)
        return replace(guard, shift=guard.shift + 1)

    body = ROUND + STORE
    module = loop("s_add_i32 s8, s8, 1", "s_cmp_lt_i32 s8, s6", body)
    monkeypatch.setattr(unroll_plan, "_FACTORS", (2,))
    assert optimize_module(module, Options(passes=("unroll",))).changed
    monkeypatch.setattr(unroll_plan, "_guard", late)
    assert not optimize_module(module, Options(passes=("unroll",))).changed


@pytest.mark.slow
def test_a_guard_that_may_wrap_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the look at the bound, a bound near the smallest number would make the limit a large one."""
    original = unroll_plan._guard

    def blind(kernel: unroll_plan.Surroundings, loop: object, test: object, factor: int) -> object:
        guard = original(kernel, loop, test, factor)  # type: ignore[arg-type]
        assert isinstance(guard, unroll_copies.RoundsGuard)
        return replace(guard, edge=0x80000000)

    body = ROUND + STORE
    module = loop("s_add_i32 s8, s8, 1", "s_cmp_lt_i32 s8, s6", body)
    monkeypatch.setattr(unroll_plan, "_FACTORS", (2,))
    monkeypatch.setattr(unroll_plan, "_guard", blind)
    assert not optimize_module(module, Options(passes=("unroll",))).changed


def test_steps_left_out_for_no_reason_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(unroll_plan, "_FACTORS", (2,))
    monkeypatch.setattr(unroll_fold._FoldRun, "finish", lambda self: None)
    body = ROUND + STORE
    module = loop("s_add_i32 s8, s8, 1", "s_cmp_lt_i32 s8, s6", body)
    assert not optimize_module(module, Options(passes=("unroll",))).changed


@pytest.mark.parametrize(("adds", "factor"), [(0, 8), (12, 8), (24, 4), (60, 2), (240, 2)])
def test_copies_of_an_unknown_number_of_rounds_stay_short(adds: int, factor: int) -> None:
    """About a hundred instructions: more copies cost the first wave more than the branches that they save."""
    body = ROUND + "\tv_add_f32_e32 v2, v2, v3\n" * adds
    result = run(loop("s_add_i32 s8, s8, 1", "s_cmp_lt_i32 s8, s6", body))
    assert result.notes == (f"loop .LBB0_1: {factor} rounds for one while so many are left",)


def test_of_many_loops_in_a_large_kernel_the_deepest_are_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    rounds = "\ts_add_i32 s8, s8, 1\n\ts_cmp_lt_i32 s8, 4\n\ts_cbranch_scc1 .L"
    flat = "".join(f"\ts_mov_b32 s8, 0\n.L{k}:\n\tv_add_f32_e32 v2, v2, v1\n{rounds}{k}\n" for k in range(3))
    inner = f"\ts_mov_b32 s9, s5\n.LO:\n\ts_mov_b32 s8, 0\n.LI:\n\tv_add_f32_e32 v2, v2, v1\n{rounds}I\n"
    outer = "\ts_sub_i32 s9, s9, 1\n\ts_cmp_lg_u32 s9, 0\n\ts_cbranch_scc1 .LO\n"
    module = assemble(f"{HEAD}{flat}{inner}{outer}{TAIL}")
    assert len(run(module).notes) == 4
    monkeypatch.setattr(unroll, "_LOOKED_AT", 0)
    monkeypatch.setattr(unroll, "_FEWEST_LOOPS", 2)
    result = run(module)
    assert [d.message.split(":")[0] for d in result.declined if d.code == "large-kernel"] == [
        "loop .L1",
        "loop .L2",
        "loop .LO",
    ]
    assert result.notes[0].startswith("large kernel: of 5 loops")
    assert sorted(note.split(":")[0] for note in result.notes[1:]) == ["loop .L0", "loop .LI"]
    assert proved(module, result.module)
