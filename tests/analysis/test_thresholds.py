"""Conditions on figures: how they are read, and where they hold."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from isaopt.analysis.figures.metrics import LoopMetrics, Metrics
from isaopt.analysis.figures.thresholds import crossed, figures, parse_threshold
from isaopt.errors import UsageError

LOOP = LoopMetrics(
    label=".L1",
    depth=1,
    parent=None,
    trip_count=None,
    instructions=4,
    valu=3,
    dual=1,
    single_pairable=0,
    bank_conflicts=Fraction(1),
    bank_conflicts_by_model={"gather2": Fraction(1), "article": Fraction(2)},
    vgpr_bank_reads=2,
    vgpr_operand_reads=3,
    issue_cycles=Fraction(4),
)
METRICS = Metrics(
    instructions=9,
    vgprs=40,
    sgprs=8,
    lds_bytes=0,
    scratch_bytes=0,
    occupancy_waves_per_simd=12,
    valu=6,
    dual=2,
    single_pairable=1,
    bank_conflicts=Fraction(5, 2),
    bank_conflicts_by_model={"gather2": Fraction(5, 2), "article": Fraction(3)},
    vgpr_bank_reads=4,
    vgpr_operand_reads=5,
    issue_cycles=Fraction(17, 2),
    loops=(LOOP,),
)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("conflicts>0", ["kernel 'k': 2.5"]),
        ("conflicts > 2.5", []),
        ("conflicts>=2.5", ["kernel 'k': 2.5"]),
        ("bank_conflicts == 2.5", ["kernel 'k': 2.5"]),
        ("conflicts.article>2", ["kernel 'k': 3"]),
        ("conflicts.gather2>2.5", []),
        ("waves<16", ["kernel 'k': 12"]),
        ("occupancy_waves_per_simd<=11", []),
        ("vgprs!=40", []),
        ("issue_cycles<9", ["kernel 'k': 8.5"]),
        ("cycles<9", []),
        ("loop.conflicts>0", ["loop '.L1' of 'k': 1"]),
        ("loop.conflicts.article>2", []),
        ("loop.trip_count>0", []),
        ("loop.trip_count<=0", []),
    ],
)
def test_where_a_condition_holds(text: str, found: list[str]) -> None:
    assert [str(c) for c in crossed(parse_threshold(text, False), "k", METRICS)] == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("delta.vgprs>0", ["kernel 'k': 8"]),
        ("delta.vgprs>8", []),
        ("vgprs>+0", ["kernel 'k': 8"]),
        ("vgprs>+8", []),
        ("delta.vgprs>+7", ["kernel 'k': 8"]),
        ("loop.conflicts<+0", ["loop '.L1' of 'k': -0.5"]),
        ("delta.conflicts<0", ["kernel 'k': -1.5"]),
        ("delta.loop.conflicts<0", ["loop '.L1' of 'k': -0.5"]),
        ("vgprs>0", ["kernel 'k': 48"]),
    ],
)
def test_a_change_is_after_less_before(text: str, found: list[str]) -> None:
    after = replace(
        METRICS, vgprs=48, bank_conflicts=Fraction(1), loops=(replace(LOOP, bank_conflicts=Fraction(1, 2)),)
    )
    assert [str(c) for c in crossed(parse_threshold(text, True), "k", after, METRICS)] == found


@pytest.mark.parametrize(("launch", "found"), [("large", ["kernel 'k': 20"]), ("small", [])])
def test_cycles_are_predicted_ones_and_compare_for_the_same_launch(launch: str, found: list[str]) -> None:
    before = replace(METRICS, predicted_cycles=Fraction(100), predicted_for="large")
    after = replace(METRICS, predicted_cycles=Fraction(120), predicted_for=launch, issue_cycles=Fraction(1))
    assert [str(c) for c in crossed(parse_threshold("cycles>+0", True), "k", after, before)] == found


def test_a_loop_that_is_new_has_not_changed() -> None:
    after = replace(METRICS, loops=(replace(LOOP, label=".L9"),))
    assert list(crossed(parse_threshold("delta.loop.valu>=0", True), "k", after, METRICS)) == []


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "not a condition"),
        ("conflicts", "not a condition"),
        ("conflicts>", "not a condition"),
        ("conflicts>x", "not a condition"),
        ("conflicts=>0", "not a condition"),
        ("__import__('os')>0", "not a condition"),
        ("loops>0", "no figure is called 'loops'"),
        ("label>0", "no figure is called 'label'"),
        ("loop.vgprs>0", "no figure is called 'vgprs'"),
        ("vgprs.article>0", "only conflicts differ"),
        ("conflicts.other>0", "no model is called 'other'"),
        ("vgprs>+0", "only diff and opt compare two versions"),
        ("delta.vgprs>0", "only diff and opt compare two versions"),
    ],
)
def test_what_is_no_condition_is_refused(text: str, words: str) -> None:
    with pytest.raises(UsageError) as caught:
        parse_threshold(text, False)
    assert words in str(caught.value)


@pytest.mark.parametrize("loop", [False, True])
def test_every_figure_can_be_asked(loop: bool) -> None:
    for name in figures(loop):
        list(crossed(parse_threshold(f"{'loop.' if loop else ''}{name}>0", False), "k", METRICS))
