"""Which plan a search takes, with versions whose cycles are made up."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from isaopt.ir.program import Module, Verbatim
from isaopt.transform.base import PassResult
from isaopt.tuning.model import MARGIN, PassStep, Plan, Prediction, plan_text
from isaopt.tuning.search import EXHAUSTED, PlanSearch, plan_of
from isaopt.tuning.tree import Tree

A, B, C = PassStep("a"), PassStep("b"), PassStep("c")
LEVEL = (A, B, C)
Cycles = Callable[[frozenset[str]], Sequence[float | None]]


class Free:
    """No plan is too much work."""

    def given(self, plan: Plan) -> None: ...

    def pays(self, plan: Plan) -> bool:
        return True

    def predicts(self, plan: Plan) -> None: ...


class Spent(Free):
    """No plan but the level's is worth its work."""

    def pays(self, plan: Plan) -> bool:
        return False


def _module(text: str) -> Module:
    return Module("k.s", "gfx1100", (Verbatim(text, 1, 1),), ())


def _attempt(step: PassStep, module: Module) -> PassResult:
    """The version's text lists the steps that made it."""
    return PassResult(_module(f"{module.text()}{step.text};"), True)


def search(
    cycles: Cycles,
    default: Plan = LEVEL,
    variants: dict[PassStep, Sequence[PassStep]] | None = None,
    budget: Free | None = None,
) -> PlanSearch:
    def predict(module: Module) -> Prediction:
        return Prediction(tuple(cycles(frozenset(module.text().split(";")[:-1]))))

    base = Prediction(tuple(c or 0.0 for c in cycles(frozenset())))
    return PlanSearch(Tree(_module(""), _attempt, predict), base, default, variants or {}, budget or Free())


def _sum(gains: dict[str, float]) -> Cycles:
    return lambda steps: (100.0 - sum(gains.get(step, 0.0) for step in steps),)


def test_all_steps_that_help_are_kept() -> None:
    assert search(_sum({"a": 3, "b": 2, "c": 1})).run() == LEVEL


def test_a_step_that_slows_a_faster_kernel_down_is_left_out() -> None:
    assert search(_sum({"a": 30, "b": -5, "c": 10})).run() == (A, C)


def test_steps_of_a_level_that_is_slower_than_the_input_are_tried_from_the_first_on() -> None:
    assert search(_sum({"a": -30, "b": 5, "c": -10})).run() == (B,)


def test_nothing_is_done_where_everything_is_slower() -> None:
    assert search(_sum({"a": -1, "b": -1, "c": -1})).run() == ()


def test_without_work_left_a_level_that_is_slower_is_still_refused() -> None:
    assert search(_sum({"a": -1}), budget=Spent()).run() == ()


def test_a_plan_must_not_be_slower_in_any_workload() -> None:
    # ``a`` trades a small launch for a large one.
    def cycles(steps: frozenset[str]) -> Sequence[float]:
        return 100.0 - 40 * ("a" in steps) - 5 * ("b" in steps), 10.0 + 2 * ("a" in steps) - ("b" in steps)

    assert search(cycles).run() == (B, C)


def test_where_no_prediction_can_tell_plans_apart_the_level_is_taken() -> None:
    assert search(_sum({"a": 20, "b": -80 * MARGIN / 2})).run() == LEVEL


def test_a_step_that_slows_down_but_helps_a_later_one_is_kept() -> None:
    def cycles(steps: frozenset[str]) -> Sequence[float]:
        return (100.0 + 5 * ("a" in steps) - 20 * ({"a", "b"} <= steps),)

    assert search(cycles).run() == LEVEL


def test_a_level_that_slows_no_workload_down_is_kept_whole_where_the_fastest_is_not_asked_for() -> None:
    # Without ``b`` it would be faster still.
    assert search(_sum({"a": 30, "b": -5, "c": 10})).harmless() == LEVEL


def test_what_slows_a_kernel_down_is_left_out_where_the_fastest_is_not_asked_for() -> None:
    looked_for = search(_sum({"a": 5, "b": -30, "c": 1}), variants={A: (PassStep("a", factor=2),)})
    assert looked_for.harmless() == (A, C)
    assert all(step in LEVEL for plan in looked_for.tried for step in plan)
    assert search(_sum({"a": -1, "b": -1, "c": -1})).harmless() == ()


def test_every_workload_is_guarded_where_the_fastest_is_not_asked_for() -> None:
    def cycles(few: float, many: float) -> Cycles:
        return lambda steps: (100.0 + many * ("b" in steps), 10.0 + few * ("b" in steps))

    def kept(few: float, many: float) -> Plan:
        found = search(cycles(few, many))
        found.guard = "lenient"
        return found.harmless()

    assert kept(few=-1, many=-30) == LEVEL
    assert kept(few=1, many=-30) == (A, C)
    assert kept(few=-5, many=1) == (A, C)
    # However little it is, if it is more than predictions scatter.
    assert kept(few=0, many=110 * MARGIN) == (A, C)
    assert kept(few=0, many=90 * MARGIN) == LEVEL


def test_what_cannot_be_compared_is_let_through_where_the_fastest_is_not_asked_for() -> None:
    found = search(_sum({}))
    found.tree.predict = lambda module: Prediction((None,), "other work")
    assert found.harmless() == ()
    found.guard = "lenient"
    assert found.harmless() == LEVEL


@pytest.mark.parametrize(("gain", "kept"), [(5, True), (100 * MARGIN / 2, False), (-1, False)])
def test_a_trade_is_kept_where_it_pays(gain: float, kept: bool) -> None:
    trade = PassStep("pipeline")
    found = search(_sum({"a": 5, trade.text: gain, "c": 5}), default=(A, trade, C)).harmless()
    assert found == ((A, trade, C) if kept else (A, C))


@pytest.mark.parametrize(("whole", "part", "kept"), [(-1, 3, True), (-1, -1, False), (-20, 3, True), (2, 9, False)])
def test_a_smaller_trade_is_taken_where_the_whole_one_does_not_pay(whole: float, part: float, kept: bool) -> None:
    trade, smaller, larger = (PassStep("pipeline", factor=factor) for factor in (None, 2, 8))
    gains = {"a": 5, trade.text: whole, smaller.text: part, larger.text: 50}
    found = search(_sum(gains), default=(A, trade), variants={trade: (smaller, larger)}).harmless()
    assert found == ((A, smaller) if kept else (A, trade) if whole > 0 else (A,))


@pytest.mark.parametrize(("small", "kept"), [(1, True), (0, True), (-2, True), (-12, False), (-40, False)])
def test_a_trade_may_cost_something_on_a_workload_where_the_input_takes_longer(small: float, kept: bool) -> None:
    trade = PassStep("pipeline")

    def cycles(steps: frozenset[str]) -> Sequence[float]:
        """The trade is worth much on the first workload; the others are worth something on the second, too."""
        others = 10.0 * ("a" in steps)
        return (100 - others - 20 * (trade.text in steps), 100 - others - small * (trade.text in steps))

    assert search(cycles, default=(A, trade)).harmless() == ((A, trade) if kept else (A,))


def test_a_trade_that_cannot_be_compared_is_left_out() -> None:
    trade = PassStep("pipeline")
    looked_for = search(_sum({}), default=(A, trade))
    predict = looked_for.tree.predict
    looked_for.tree.predict = lambda m: Prediction((None,), "more work") if trade.text in m.text() else predict(m)
    looked_for.guard = "lenient"
    assert looked_for.harmless() == (A,)
    other = PassStep("widen-rounds")
    looked_for = search(_sum({other.text: 5}), default=(A, other, trade))
    comparable = looked_for.tree.predict
    looked_for.tree.predict = lambda m: Prediction((None,), "more work") if trade.text in m.text() else comparable(m)
    looked_for.guard = "lenient"
    assert looked_for.harmless() == (A, other), "only what makes it incomparable is left out"


@pytest.mark.parametrize(
    ("new", "mean", "loses", "gains"),
    [
        ((50.0, 10.0), 0.5**0.5, False, True),
        ((100.0, 5.0), 0.5**0.5, False, True),
        ((100.0 * (1 + MARGIN / 2), 5.0), (0.5 * (1 + MARGIN / 2)) ** 0.5, False, True),
        ((100.0 * (1 + 2 * MARGIN), 5.0), (0.5 * (1 + 2 * MARGIN)) ** 0.5, True, True),
        ((100.0 * (1 - MARGIN), 10.0), (1 - MARGIN) ** 0.5, False, False),
        ((90.0, None), 0.9, False, True),
        ((None, None), 1.0, False, False),
    ],
)
def test_a_version_gains_in_the_mean_and_loses_on_one_launch(
    new: tuple[float | None, ...], mean: float, loses: bool, gains: bool
) -> None:
    base, version = Prediction((100.0, 10.0)), Prediction(new)
    assert version.mean(base) == pytest.approx(mean)
    assert version.loses(base) is loses
    assert version.gains(base) is gains


def test_what_does_other_work_is_no_gain() -> None:
    base, version = Prediction((100.0,)), Prediction((1.0,), "other work")
    assert version.loses(base)
    assert not version.gains(base)


@pytest.mark.parametrize(("gain", "steps", "taken"), [(20, 3, True), (20, 2, False), (0, 3, False), (-5, 3, False)])
def test_bases_are_made_on_unrolled_code_where_that_pays(
    gain: float, steps: int, taken: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    bases, late, order = PassStep("sgpr-bases"), PassStep("sgpr-bases", late=True), PassStep("schedule")
    monkeypatch.setattr("isaopt.tuning.search.stepped_offsets", lambda module: steps)
    found = search(_sum({"sgpr-bases": 10, late.text: 10 + gain}), (bases, A, order), {bases: (late,)})
    assert found.harmless() == ((A, late, order) if taken else (bases, A, order))


def test_settings_of_a_step_are_tuned() -> None:
    best = PassStep("b", factor=4)
    gains = _sum({"a": 5, "b": 5, "b(factor=2)": 6, best.text: 20})
    assert search(gains, variants={B: (PassStep("b", factor=2), best)}).run() == (A, best, C)


def test_a_step_that_was_left_out_comes_back_with_other_settings() -> None:
    best = PassStep("b", group=4)
    assert search(_sum({"a": 5, "b": -3, best.text: 20}), variants={B: (best,)}).run() == (A, best, C)


def test_changes_that_help_each_by_itself_are_made_together() -> None:
    a, b = PassStep("a", factor=4), PassStep("b", group=4)
    found = search(_sum({"a": 5, a.text: 20, "b": 5, b.text: 20}), variants={A: (a,), B: (b,)})
    assert found.run() == (a, b, C)
    assert found.ended == EXHAUSTED


def test_the_search_goes_on_from_plans_that_are_not_the_best() -> None:
    """``b(group=4)`` is worth something behind ``a(factor=4)`` alone, which alone is worse than the level."""
    a, b = PassStep("a", factor=4), PassStep("b", group=4)

    def cycles(steps: frozenset[str]) -> Sequence[float]:
        single = {"a": 10.0, a.text: 9.5, "b": 3.0, "c": 2.0}
        return (100.0 - sum(single.get(step, 0.0) for step in steps) - 20 * ({a.text, b.text} <= steps),)

    assert search(cycles, variants={A: (a,), B: (b,)}).run() == (a, b, C)


def test_a_search_ends_where_nothing_can_be_faster() -> None:
    found = search(_sum({"a": 50, "b": 1}), variants={B: (PassStep("b", factor=2),)})
    found.floor = lambda plan: 0.49 if not plan else 0.0
    assert found.run() == LEVEL
    assert found.tried == [LEVEL]
    assert "49.0%" in found.ended


def test_what_cannot_win_is_not_tried() -> None:
    found = search(_sum({"a": 5, "b": 5}))
    found.floor = lambda plan: 0.95 if plan and plan[0] != A else 0.0
    chosen = found.run()
    assert chosen == LEVEL
    assert all(plan[:1] == (A,) for plan in found.tried)
    cut = [c for c in found.candidates(chosen) if c.outcome == "cut"]
    assert {c.passes for c in cut} >= {"b, c"}
    assert all("95.0%" in c.why for c in cut)


def test_other_choices_keep_to_the_registers_of_the_plan() -> None:
    within = tuple(replace(step, max_vgprs=96) for step in LEVEL)
    best = PassStep("b", group=4, max_vgprs=96)
    gains = _sum({step.text: 20.0 for step in within} | {best.text: 30.0})
    found = search(gains, variants={B: (PassStep("b", group=4),)})
    assert found.run((within,)) == (within[0], best, within[2])
    assert plan_text(found.choice()) == "a, b(group=4), c, within 96 VGPRs"


def test_priorities_are_set_last() -> None:
    first = PassStep("a", setprio=True)
    assert plan_of((first, None, C)) == (C, first)


def test_late_steps_run_before_the_last_order_is_made() -> None:
    late, order = PassStep("a", late=True), PassStep("schedule")
    assert plan_of((late, B, order)) == (B, late, order)
    assert plan_of((late, B, C)) == (B, C, late)


def test_versions_that_cannot_be_compared_are_not_taken() -> None:
    found = search(_sum({"a": 50, "b": 5}))
    predict = found.tree.predict

    def wary(module: Module) -> Prediction:
        return Prediction((None,), "other work") if "a;" in module.text() else predict(module)

    found.tree.predict = wary
    chosen = found.run()
    assert chosen == (B, C)
    assert {c.outcome for c in found.candidates(chosen)} >= {"chosen", "not comparable"}


def test_a_plan_that_is_refused_is_not_chosen() -> None:
    found = search(_sum({"a": 3, "b": 2, "c": 1}))
    found.run()
    found.refused = {LEVEL: "not proved"}
    assert found.choice() != LEVEL


@pytest.mark.parametrize("budget", [Free(), Spent()])
@given(data=st.data())
def test_never_slower_than_the_input(budget: Free, data: st.DataObject) -> None:
    figures: dict[frozenset[str], tuple[float, float]] = {frozenset(): (100.0, 10.0)}

    def cycles(steps: frozenset[str]) -> Sequence[float]:
        if steps not in figures:
            figures[steps] = data.draw(st.tuples(st.floats(50, 150), st.floats(5, 15)))
        return figures[steps]

    found = search(cycles, budget=budget)
    chosen = found.run()
    times = cycles(frozenset(s.name for s in chosen))
    assert all(new <= old * (1 + MARGIN) for new, old in zip(times, (100.0, 10.0), strict=True))
    # What is listed is what was tried, each with its figures, and one of them chosen if anything was.
    listed = list(found.candidates(chosen))
    assert sum(c.outcome == "chosen" for c in listed) == bool(chosen)
