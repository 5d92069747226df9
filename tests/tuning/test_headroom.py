"""What a pass could gain at most, asked before it runs."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from isaopt.account import WorkAccount
from isaopt.analysis.flow.liveness import kernel_ops
from isaopt.asm.parser import parse_text
from isaopt.ir.program import Kernel, Module
from isaopt.outcome import Options
from isaopt.pipeline import optimize_module
from isaopt.simulator.prepared import Prepared
from isaopt.simulator.results import Workload
from isaopt.simulator.simulation import simulate_kernel
from isaopt.target.arch import get_arch
from isaopt.target.bank_models import DEFAULT_MODEL
from isaopt.target.gpus import get_gpu, gpu_for
from isaopt.transform.base import PassResult, unchanged
from isaopt.transform.dual_forms import forms
from isaopt.transform.registry import PassOptions, make_pass, pass_class
from isaopt.transform.reorder.schedule import Schedule
from isaopt.tuning.explore import Runner
from isaopt.tuning.headroom import LARGE, LITTLE, WORTH, Headroom, Promise, _later_halves, effort_for
from isaopt.tuning.model import Aim, PassStep, Plan, Prediction
from isaopt.tuning.moves import Work
from isaopt.tuning.prediction import WorkloadPredictor
from isaopt.tuning.run import Proving, _earns_proof, _is_idle, _is_proved_alone, _spared
from isaopt.tuning.search import PlanSearch
from isaopt.tuning.tree import Tree
from isaopt.tuning.workloads import settings

KERNELS = Path(__file__).parents[2] / "kernels_s"
GPU = get_gpu("rx7900xtx")


def headroom(name: str) -> tuple[Headroom, WorkloadPredictor]:
    module = parse_text((KERNELS / f"{name}.s").read_text(), name)
    kernel = module.kernels[0]
    predictor = WorkloadPredictor(module, kernel, GPU, settings(module, kernel, GPU, Aim()))
    return Headroom(predictor), predictor


def test_what_is_bound_by_arithmetic_is_worth_pairs_and_what_waits_for_memory_is_not() -> None:
    room, predictor = headroom("sgemm_lds_gfx1100")
    most = room.most("pair", predictor.original)
    assert most is not None
    assert most >= WORTH
    room, predictor = headroom("reduction_gfx1100")
    most = room.most("reassign", predictor.original)
    assert most is not None
    assert most < WORTH


def test_a_solver_is_given_as_much_work_as_there_is_to_gain() -> None:
    assert effort_for(None) == effort_for(0.5) == 1
    assert 0 < effort_for(WORTH) < effort_for(0.05) < effort_for(0.1) < 1


def test_what_only_takes_its_units_promises_little() -> None:
    room, _ = headroom("wmma_types_gfx1100")
    promise = room.promised()
    assert promise is not None
    assert promise.expected < LITTLE
    room, predictor = headroom("softmax_gfx1100")
    promise = room.promised()
    assert promise is not None
    assert promise.order > (room.most("reassign", predictor.original) or 0)
    assert Promise(0.1, 0.2).expected > Promise(0.05, 0.2).expected > Promise(0.05, 0.1).expected
    assert Promise(-0.3, 0.1).expected == 0


@pytest.mark.parametrize(
    ("promise", "left_out"), [(Promise(0.0, 0.1), True), (Promise(0.1, 0.1), False), (None, False)]
)
def test_what_promises_little_gets_the_passes_that_cost_little_or_take_instructions_away(
    promise: Promise | None, left_out: bool
) -> None:
    _, predictor = headroom("wmma_types_gfx1100")
    kernel = predictor.kernel.name
    runner = Runner(kernel, PassOptions(), Headroom(predictor, promise))
    found = {name: runner.attempt(PassStep(name), predictor.original) for name in ("sgpr-bases", "reassign", "spread")}
    for name in ("sgpr-bases", "reassign"):
        assert "nothing was tried" not in str(found[name].notes)
    assert ("nothing was tried" in str(found["spread"].notes)) == left_out
    assert (found["spread"].reason == "at-most") == left_out


def test_a_large_kernel_is_given_the_work_of_a_smaller_one() -> None:
    _, predictor = headroom("triton_gemm_fp32_gfx1100")
    module, all_of_it = predictor.original, Headroom(predictor)
    assert len(module.instructions(module.kernels[0])) > LARGE
    spared, promising = (Headroom(predictor, Promise(pairs, pairs)) for pairs in (0.04, 0.2))
    assert spared.effort(0.2, module) < all_of_it.effort(0.2, module)
    assert promising.effort(0.2, module) == all_of_it.effort(0.2, module)
    assert spared.most("pair", module) == 0.04
    assert promising.most("pair", module) == all_of_it.most("pair", module)


def test_what_a_kernel_that_is_alike_was_told_is_not_asked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    room, predictor = headroom("sgemm_lds_gfx1100")
    first = replace(room, promise=Promise(0.1, 0.2, large=False))
    most = first.most("pair", predictor.original)
    assert most is not None
    assert first.most("schedule", predictor.original) is None
    learnt = first.learnt
    assert learnt is not None
    assert learnt.most == (("pair", most),)
    monkeypatch.setattr(Prepared, "estimate", None)
    told = replace(first, times={}, told=dict(learnt.most), first={})
    assert told.most("pair", predictor.original) == most
    assert told.learnt == learnt


def test_nothing_is_known_of_other_passes() -> None:
    room, predictor = headroom("reduction_gfx1100")
    assert room.most("schedule", predictor.original) is None


@pytest.mark.parametrize(("name", "most"), [("layernorm_gfx1100", 1.02), ("nbody_gfx1100", 0.95)])
def test_a_launch_takes_less_time_without_the_arithmetic_that_it_waits_for(name: str, most: float) -> None:
    """Where memory is the limit, waves that come faster get in each other's way: a little slower is no defect."""
    module = parse_text((KERNELS / f"{name}.s").read_text(), name)
    kept = Prepared(module, module.kernels[0], Workload(workgroups=960, scalars=256))
    plain = kept.estimate(GPU)
    valu = [t.ordinal for t in kept.program(GPU).timings if t.flops]
    assert kept.estimate(GPU, valu) < plain * most
    assert kept.estimate(GPU, clean=True) <= plain * 1.02


def test_an_estimate_is_that_of_a_round_where_there_are_several_and_else_that_of_the_launch() -> None:
    module = parse_text((KERNELS / "layernorm_gfx1100.s").read_text(), "layernorm")
    few, many = (
        Prepared(module, module.kernels[0], Workload(workgroups=count, scalars=256)) for count in (48, 96 * 240)
    )
    assert few.later(GPU) == 0
    assert few.estimate(GPU) == few.cycles(GPU) == simulate_kernel(module, few.kernel, GPU, few.given, few).cycles
    rounds = many.rounds(GPU)
    assert rounds.further > 1
    # Waves that begin together get in each other's way, or do not yet.
    assert many.estimate(GPU) == pytest.approx(many.cycles(GPU) / rounds.all, rel=0.5)


def test_a_pass_that_is_not_worth_its_work_says_so() -> None:
    module = parse_text((KERNELS / "wmma_gemm_lds_gfx1201.s").read_text(), "wmma")
    result = optimize_module(module, Options())
    (left,) = (p for p in result.kernels[0].passes if p.name == "pair")
    assert left.reason == "at-most"
    assert "at most 0." in left.notes[0]


LEVEL = tuple(map(PassStep, ("sgpr-bases", "pair", "jump-threading", "schedule")))
FEW, ORDERED = LEVEL[:1], (LEVEL[0], LEVEL[3])


@pytest.mark.parametrize(
    ("size", "promise", "gains", "chosen", "limited"),
    [
        (3000, Promise(0.0, 0.3), {FEW: 0.0, ORDERED: 0.1}, ORDERED, False),
        (3000, Promise(0.0, 0.3), {FEW: 0.1, ORDERED: 0.0}, FEW, False),
        (3000, Promise(0.02, 0.3), {FEW: 0.0, ORDERED: 0.01}, (), True),
        (900, Promise(0.0, 0.3), {FEW: 0.0, ORDERED: 0.1, LEVEL: 0.2}, None, False),
        (3000, Promise(0.1, 0.3), {FEW: 0.0, ORDERED: 0.1, LEVEL: 0.2}, None, False),
        (3000, Promise(0.1, 0.3), {FEW: 0.0, ORDERED: 0.1, LEVEL: 0.05}, ORDERED, False),
        (3000, Promise(0.1, 0.3), {FEW: 0.0, ORDERED: 0.0, LEVEL: 0.01}, (), True),
    ],
)
def test_pairs_are_tried_where_what_they_promise_pays(
    monkeypatch: pytest.MonkeyPatch,
    size: int,
    promise: Promise,
    gains: dict[Plan, float],
    chosen: Plan | None,
    limited: bool,
) -> None:
    """Plans that have no gain here cannot be compared, and those that decide nothing must not be asked for."""
    room, predictor = headroom("reduction_gfx1100")

    def prediction(plan: Plan) -> Prediction:
        if plan not in gains:
            return Prediction((), "it is another path")
        return Prediction(tuple(t.before.cycles * (1 - gains[plan]) for t in predictor.settings))

    tree = Tree(predictor.original, lambda step, module: pytest.fail("no pass runs here"))
    monkeypatch.setattr(tree, "prediction", prediction)
    room = replace(room, promise=promise)
    monkeypatch.setattr(Headroom, "_saved", lambda *_: promise.pairs)
    found, why = _spared(tree, room, LEVEL, WorkAccount(size))
    assert found == chosen
    assert ("[work-limit]" in why) is limited


@pytest.mark.parametrize(("gain", "proved", "earns"), [(0.0, False, False), (0.0, True, True), (0.1, False, True)])
def test_what_gains_nothing_is_proved_at_once_or_not_at_all(gain: float, proved: bool, earns: bool) -> None:
    _, predictor = headroom("reduction_gfx1100")
    times = tuple(t.before.cycles * (1 - gain) for t in predictor.settings)
    tree = Tree(predictor.original, lambda step, module: pytest.fail("no pass runs here"))
    tree.predict = lambda module: Prediction(times)
    proving = Proving(lambda module: proved, lambda step, module, result: result, WorkAccount())
    assert _earns_proof(tree, (), predictor.input, proving) is earns


@pytest.mark.parametrize(
    ("name", "steps", "gains", "idle"),
    [
        ("triton_gemm_fp32_gfx1100", ("schedule",), (0.0, 0.0), True),
        ("triton_gemm_fp32_gfx1100", ("schedule",), (0.001, 0.004), True),
        ("triton_gemm_fp32_gfx1100", ("schedule",), (-0.001, 0.01), False),
        ("triton_gemm_fp32_gfx1100", ("schedule",), (0.01, -0.001), False),
        ("reduction_gfx1100", ("sgpr-bases",), (0.0, 0.0), False),
        ("sgemm_lds_gfx1100", ("reassign",), (0.0, 0.0), False),
    ],
)
def test_what_gains_nothing_is_only_proved_if_it_takes_instructions_or_conflicts_away(
    name: str, steps: tuple[str, ...], gains: tuple[float, ...], idle: bool
) -> None:
    _, predictor = headroom(name)
    tree = Tree(predictor.original, lambda step, module: make_pass(step.name).apply(module, module.kernels[0]))
    plan = tuple(map(PassStep, steps))
    assert all(edge.result.changed for _, edge in tree.steps(plan))
    tree.predict = lambda module: Prediction(
        tuple(t.before.cycles * (1 - gain) for t, gain in zip(predictor.settings, gains, strict=True))
    )
    assert _is_idle(tree, plan, predictor.input, DEFAULT_MODEL) is idle


@pytest.mark.parametrize(
    ("steps", "time", "proved", "kept"),
    [
        (("sgpr-bases",), 1.0, True, True),
        (("sgpr-bases",), 1.0, False, False),
        (("sgpr-bases",), 1.01, True, False),
        (("lds-layout",), 1.0, True, False),
    ],
)
def test_passes_that_take_instructions_away_may_be_proved_alone(
    steps: tuple[str, ...], time: float, proved: bool, kept: bool
) -> None:
    """Not if they change nothing, or slow the kernel down."""
    _, predictor = headroom("reduction_gfx1100")
    tree = Tree(predictor.original, lambda step, module: make_pass(step.name).apply(module, module.kernels[0]))
    tree.predict = lambda module: Prediction(tuple(time * t.before.cycles for t in predictor.settings))
    search = PlanSearch(tree, predictor.input, LEVEL, {}, Work(tree, predictor.kernel.name, 0))
    proving = Proving(lambda module: proved, lambda step, module, result: result, WorkAccount())
    assert _is_proved_alone(search, tuple(map(PassStep, steps)), proving) is kept


def test_a_kernel_whose_order_gains_nothing_stays_as_it_is_without_a_proof(monkeypatch: pytest.MonkeyPatch) -> None:
    module = parse_text((KERNELS / "reduction_gfx1100.s").read_text(), "reduction")
    monkeypatch.setattr("isaopt.approval.verify_modules", lambda *_, **__: pytest.fail("it is proved"))
    monkeypatch.setattr(Schedule, "apply", _swapped)
    monkeypatch.setattr(WorkloadPredictor, "predict", lambda self, _: self.input)
    for name in ("sgpr-bases", "pair", "reassign", "unroll", "pipeline", "spread"):
        monkeypatch.setattr(pass_class(name), "apply", lambda self, module, _: unchanged(module, "no-gain", "none"))
    result = optimize_module(module, Options())
    assert not result.changed
    found = {p.name: p for p in result.kernels[0].passes}
    assert found["schedule"].reason == "no-gain"
    assert "take neither instructions nor conflicts away" in found["schedule"].notes[0]
    assert found["pair"].reason == "at-most"


def _swapped(_: Schedule, module: Module, kernel: Kernel) -> PassResult:
    """The kernel with two neighbours exchanged, which may change what it does."""
    first, second, *_others = (i for i, _ in module.instructions(kernel))
    items = list(module.items)
    items[first], items[second] = items[second], items[first]
    return PassResult(replace(module, items=tuple(items)), True, notes=("two are exchanged",))


@pytest.mark.parametrize("path", sorted(KERNELS.glob("*_gfx1[12]0[01].s")), ids=lambda path: path.stem)
def test_as_many_halves_are_spared_as_find_another_half(path: Path) -> None:
    """The largest number of pairs of which one half is X: half of all, or as many as X takes."""
    module = parse_text(path.read_text(), path.name)
    arch = get_arch(module.arch)
    for kernel in module.kernels:
        kept = Prepared(module, kernel, Workload())
        spared = set(_later_halves(kept, get_gpu(gpu_for(module.arch))))
        ops = kernel_ops(module, kept.cfg)
        for block in kept.cfg.blocks:
            ways = [forms(arch, ops[k]) for k in block.ordinals if kernel.wave_size == 32]
            able = sum(bool(found) for found in ways)
            x_side = sum(any(form.opx for form in found) for found in ways)
            assert len(spared & set(block.ordinals)) == min(able // 2, x_side)
            assert all(forms(arch, ops[k]) for k in spared & set(block.ordinals))


def test_what_was_run_is_not_run_again_for_an_estimate(monkeypatch: pytest.MonkeyPatch) -> None:
    _, predictor = headroom("sgemm_lds_gfx1100")
    ready = Prepared(predictor.original, predictor.kernel, Workload(budget=20_000))
    time = simulate_kernel(predictor.original, predictor.kernel, GPU, ready.given, ready)
    assert any(loop.simulated < loop.iterations for loop in time.loops)
    expected = Prepared(predictor.original, predictor.kernel, ready.given).cycles(GPU)
    monkeypatch.setattr(Prepared, "_run", lambda *_: pytest.fail("it runs again"))
    assert ready.cycles(GPU) == expected == time.cycles


def test_what_changes_nothing_gains_nothing_where_loops_are_cut_short_too() -> None:
    module = parse_text((KERNELS / "sgemm_naive_gfx1100.s").read_text(), "naive")
    kernel = module.kernels[0]
    cut = settings(module, kernel, GPU, Aim(), 3_000)
    assert any(loop.simulated < loop.iterations for setting in cut for loop in setting.before.loops)
    for chosen in (cut, settings(module, kernel, GPU, Aim())):
        room = Headroom(WorkloadPredictor(module, kernel, GPU, chosen))
        assert [room._gain(Prepared.estimate, module, setting) for setting in chosen] == [0.0, 0.0]
