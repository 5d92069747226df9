"""Tuning of whole kernels: the guard, the proof, processes, and that both versions do the same work."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import ClassVar

import pytest

from isaopt.account import WorkAccount
from isaopt.asm.line import read_op
from isaopt.asm.parser import parse_text
from isaopt.asm.printer import new_instruction
from isaopt.errors import InputError, UsageError
from isaopt.ir.edit import spliced
from isaopt.ir.program import Instruction, Kernel, Module
from isaopt.outcome import Options, Result, default_objective
from isaopt.pipeline import optimize_module
from isaopt.target.gpus import get_gpu
from isaopt.transform import registry
from isaopt.transform.base import PassResult, unchanged
from isaopt.transform.registry import PassOptions
from isaopt.transform.unroll.unroll import Unroll
from isaopt.tuning import run
from isaopt.tuning.correspondence import corresponding_trips
from isaopt.tuning.explore import Runner
from isaopt.tuning.model import Aim, PassStep
from isaopt.tuning.workloads import settings
from tests.simulator.programs import source
from tests.tuning.programs import TEXT

#: Few rounds of few waves, so that a prediction is quick.
CYCLES = Options(passes=("unroll", "schedule"), objective="cycles", aim=Aim(trips={".LBB0_1": 12}, waves_per_simd=1))


def _inserted(module: Module, kernel: Kernel, before: str, texts: list[str]) -> Module:
    """The kernel with instructions before each one of this mnemonic."""
    changes = {}
    for index, item in module.instructions(kernel):
        if item.op.mnemonic == before:
            ops = [read_op(text, module.arch, kernel.wave_size) for text in texts]
            changes[index, index] = [new_instruction(op, item.line) for op in ops]
    return spliced(module, changes)


@dataclass(frozen=True, slots=True)
class Slow:
    """Wastes time without a change of what the kernel computes."""

    name: ClassVar[str] = "slow"
    summary: ClassVar[str] = "waste time"

    def apply(self, module: Module, kernel: Kernel) -> PassResult:
        return PassResult(_inserted(module, kernel, "s_add_i32", ["v_mov_b32_e32 v3, v1"] * 200), True)


@dataclass(frozen=True, slots=True)
class Wrong:
    """Drops the addition, which makes the kernel faster and wrong."""

    name: ClassVar[str] = "wrong"
    summary: ClassVar[str] = "compute something else"

    def apply(self, module: Module, kernel: Kernel) -> PassResult:
        op = read_op("v_add_f32_e32 v1, v1, v1", module.arch, kernel.wave_size)
        items = list(module.items)
        for index, item in module.instructions(kernel):
            if item.op.mnemonic == "v_add_f32_e32":
                items[index] = new_instruction(op, item.line)
        late = next(i for i, item in module.instructions(kernel) if "vmcnt" in item.text)
        return PassResult(spliced(replace(module, items=tuple(items)), {(late, late + 1): ()}), True)


@pytest.fixture
def doubles(monkeypatch: pytest.MonkeyPatch) -> None:
    passes = {"slow": (__name__, "Slow"), "wrong": (__name__, "Wrong")}
    monkeypatch.setattr(registry, "_PASSES", {**registry._PASSES, **passes})


def tuned(options: Options, jobs: int = 1) -> Result:
    return optimize_module(parse_text(TEXT, "k.s", None), options, jobs=jobs)


def test_unrolling_pays_and_the_result_is_proved() -> None:
    result = tuned(CYCLES)
    (kernel,) = result.kernels
    assert result.changed
    assert kernel.verify == "proved"
    assert kernel.tuning is not None
    assert all(figure.after <= figure.before for figure in kernel.tuning.workloads)
    assert kernel.tuning.workloads[0].after < kernel.tuning.workloads[0].before


@pytest.mark.usefixtures("doubles")
def test_a_kernel_that_every_pass_makes_slower_comes_back_and_says_why() -> None:
    result = tuned(replace(CYCLES, passes=("slow",)))
    assert not result.changed
    assert result.module.text() == TEXT
    (kernel,) = result.kernels
    assert kernel.tuning is not None
    assert "slower than the input" in kernel.tuning.why
    assert [(c.passes, c.outcome) for c in kernel.tuning.candidates] == [("slow", "slower")]
    assert any("predicted slower" in note for note in kernel.passes[0].notes)
    # Without the guard the same pass goes through.
    assert tuned(Options(passes=("slow",), objective="conflicts")).changed


@pytest.mark.slow
@pytest.mark.usefixtures("doubles")
def test_a_pass_that_slows_down_is_left_out_and_the_others_stay() -> None:
    result = tuned(replace(CYCLES, passes=("unroll", "slow", "schedule")))
    assert result.module.text() == tuned(CYCLES).module.text()
    ran = result.kernels[0].passes
    assert [p.name for p in ran] == ["unroll", "slow", "schedule"]
    assert not ran[1].changed


#: Eight loads from LDS, each waited for.
LOADS = source(
    [
        line
        for k in range(8)
        for line in (
            f"ds_load_b32 v{10 + k}, v0 offset:{128 * k}",
            "s_waitcnt lgkmcnt(0)",
            f"v_add_f32_e32 v101, v101, v{10 + k}",
        )
    ]
)


@pytest.mark.usefixtures("doubles")
def test_order_within_blocks_stays_where_the_work_for_more_was_in_vain() -> None:
    module = parse_text(LOADS.replace("s_waitcnt lgkmcnt(0)", "s_waitcnt vmcnt(0) lgkmcnt(0)"), "k.s", None)
    account = WorkAccount(30)

    def refused(step: PassStep, version: Module, result: PassResult) -> PassResult:
        account.charge(account.size * 10**6)
        return unchanged(version, "not-proved", "it is wrong")

    steps = (PassStep("wrong"), PassStep("schedule"))
    proving = run.Proving(lambda version: account.spent > 10**6, refused, account)
    found = run.tune(module, module.kernels[0], steps, Aim(), PassOptions(), proving)
    assert [step.name for step, edge in found.steps if edge.result.changed] == ["schedule"]


@pytest.mark.slow
@pytest.mark.usefixtures("doubles")
def test_a_balanced_level_is_guarded_too_and_tries_no_other_settings() -> None:
    balanced = replace(CYCLES, objective="balanced")
    refused = tuned(replace(balanced, passes=("slow",)))
    assert not refused.changed
    assert refused.kernels[0].tuning is not None
    assert "slower than the input" in refused.kernels[0].tuning.why
    kept = tuned(replace(balanced, passes=("unroll", "slow", "schedule")))
    assert kept.changed
    assert kept.kernels[0].tuning is not None
    assert all(figure.after <= figure.before for figure in kept.kernels[0].tuning.workloads)
    assert not any("factor" in c.passes for c in kept.kernels[0].tuning.candidates)


def test_level_three_is_guarded_and_what_is_named_is_not() -> None:
    assert default_objective(3, passes=False) == "balanced"
    assert default_objective(2, passes=False) == default_objective(3, passes=True) == "conflicts"


@pytest.mark.slow
@pytest.mark.usefixtures("doubles")
def test_what_cannot_be_proved_is_not_taken_however_fast() -> None:
    result = tuned(replace(CYCLES, passes=("wrong", "unroll")))
    (kernel,) = result.kernels
    assert kernel.verify == "proved"
    assert kernel.tuning is not None
    assert any(c.outcome == "not proved" for c in kernel.tuning.candidates)
    assert result.module.text() == tuned(replace(CYCLES, passes=("unroll",))).module.text()


def test_a_step_that_was_refused_is_not_run_again_on_another_version(monkeypatch: pytest.MonkeyPatch) -> None:
    module = parse_text(TEXT)
    runner = Runner(module.kernels[0].name, registry.PassOptions(), refused={PassStep("unroll"): "it is not proved"})
    monkeypatch.setattr(Unroll, "apply", lambda self, module, kernel: 1 / 0)
    found = runner.attempt(PassStep("unroll"), module)
    assert (found.changed, found.reason, found.notes) == (False, "not-proved", ("left unchanged: it is not proved",))


@pytest.mark.slow
def test_processes_have_no_say_in_the_result() -> None:
    options = replace(CYCLES, passes=("unroll",))
    one, two = tuned(options), tuned(options, jobs=2)
    assert one.module.text() == two.module.text()
    assert one.kernels[0].tuning == two.kernels[0].tuning


@pytest.mark.parametrize("trips", [1, 2, 7, 64, 1000])
def test_loops_of_an_unrolled_kernel_do_the_rounds_of_the_input(trips: int) -> None:
    module = parse_text(TEXT, "k.s", None)
    after = Unroll(factor=4).apply(module, module.kernels[0]).module
    found = corresponding_trips(module, module.kernels[0], after, after.kernels[0], {".LBB0_1": trips})
    assert len(found) == 2
    body = {label: (4 if "x4" in label else 1) for label in found}
    assert sum(body[label] * count for label, count in found.items()) == max(trips, 5)
    assert all(count >= 1 for count in found.values())


def test_a_wave_passes_one_of_the_copies_for_each_outcome_of_a_condition() -> None:
    module = parse_text(TEXT, "k.s", None)
    branch, add = "\ts_cbranch_scc1 .LBB0_1\n", "\tv_add_f32_e32 v1, v1, v2\n"
    copies = f"\ts_cbranch_scc0 .LEND\n{add}{branch}\ts_branch .LOUT\n.LEND:\n{add}{branch}.LOUT:\n"
    after = parse_text(TEXT.replace(add + branch, copies), "k.s", None)
    line = {item.text.strip(): item.line for _, item in module.instructions(module.kernels[0])}
    items = tuple(
        replace(item, line=line.get(item.text.strip(), item.line)) if isinstance(item, Instruction) else item
        for item in after.items
    )
    after = replace(after, items=items)
    assert corresponding_trips(module, module.kernels[0], after, after.kernels[0], {".LBB0_1": 64}) == {".LBB0_1": 64}


NESTED = parse_text((Path(__file__).parents[1] / "golden" / "inputs" / "before.s").read_text(), "before.s", None)


def test_a_loop_that_took_in_all_rounds_of_an_inner_one_runs_as_often_as_before() -> None:
    kernel = NESTED.kernels[0]
    after = Unroll().apply(NESTED, kernel).module
    found = corresponding_trips(NESTED, kernel, after, after.kernels[0], {".LBB0_1": 64, ".LBB0_2": 8})
    assert found == {".LBB0_1": 64}


@pytest.mark.parametrize("factor", [2, 4])
def test_an_inner_loop_that_is_unrolled_keeps_the_rounds_of_the_outer_one(factor: int) -> None:
    kernel = NESTED.kernels[0]
    after = Unroll(factor=factor).apply(NESTED, kernel).module
    rounds = {".LBB0_1": 64, ".LBB0_2": 8}
    found = corresponding_trips(NESTED, kernel, after, after.kernels[0], rounds)
    assert found.pop(".LBB0_1") == 64
    assert list(found.values()) == [8 // factor]
    only = corresponding_trips(NESTED, kernel, after, after.kernels[0], rounds, (".LBB0_1",))
    assert only == {".LBB0_1": 64}


def test_trip_counts_of_the_user_are_what_is_predicted() -> None:
    module = parse_text(TEXT, "k.s", None)
    short, long = (
        settings(module, module.kernels[0], get_gpu("rx7900xtx"), replace(CYCLES.aim, trips={".LBB0_1": n}))[0]
        for n in (12, 24)
    )
    assert [loop.iterations for loop in short.before.loops] == [12]
    assert [loop.iterations for loop in long.before.loops] == [24]
    assert long.before.cycles > 1.4 * short.before.cycles


@pytest.mark.parametrize(
    ("aim", "words"),
    [
        (Aim(gpu="rx9070xt"), "is gfx1201, but the file is for gfx1100"),
        (Aim(trips={".LBB9": 4}), "no loop starts at '.LBB9' (loops: .LBB0_1)"),
        (Aim(trips={".LBB0_1": 0}), "at least once"),
        (Aim(waves_per_simd=17), "a SIMD holds 1 to 16"),
    ],
)
def test_an_aim_that_does_not_fit_is_an_error(aim: Aim, words: str) -> None:
    with pytest.raises(UsageError, match=words.replace("(", r"\(").replace(")", r"\)")):
        tuned(replace(CYCLES, aim=aim))


def test_lines_say_where_instructions_come_from() -> None:
    # What the correspondence of loops rests on.
    module = parse_text(TEXT, "k.s", None)
    after = Unroll(factor=4).apply(module, module.kernels[0]).module
    loads = [i for i in after.items if isinstance(i, Instruction) and i.op.mnemonic == "global_load_b32"]
    assert len(loads) == 5
    assert len({i.line for i in loads}) == 1


def test_a_kernel_that_cannot_be_predicted_is_optimised_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    def lost(*_: object) -> None:
        raise InputError("the loops' trip counts make a path that does not end", "k.s")

    monkeypatch.setattr(run, "settings", lost)
    result = tuned(CYCLES)
    (kernel,) = result.kernels
    assert kernel.tuning is not None
    assert kernel.tuning.why == "its cycles cannot be predicted: the loops' trip counts make a path that does not end"
    assert kernel.verify == "proved"
    assert result.module.text() == tuned(replace(CYCLES, objective="conflicts", aim=Aim())).module.text()


def test_nothing_is_predicted_where_nothing_changes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run, "settings", None)
    result = tuned(replace(CYCLES, passes=("split", "jump-threading")))
    assert not result.changed
    assert result.kernels[0].tuning is not None
    assert result.kernels[0].tuning.candidates == ()
