"""Kernels of a file that do nearly the same try what the first one kept, whatever else is in a cache."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from isaopt.alike import Lead, Likeness, Operations, first_alike
from isaopt.cache.store import Store
from isaopt.one_kernel import optimize_kernel
from isaopt.outcome import KernelReport, Options, PassReport
from isaopt.pipeline import optimize_module
from isaopt.proof.verdict import verify_modules
from isaopt.transform.registry import LEVELS
from isaopt.tuning import run
from isaopt.tuning.headroom import Headroom, Promise
from isaopt.tuning.prediction import WorkloadPredictor
from isaopt.tuning.search import TRADES, PlanSearch
from tests.cache.test_kernels import file, kernel, stored
from tests.test_parallel import timeless

OTHER = kernel("two", 1).replace("v40, 4, v0", "v40, 5, v0")
BALANCED = Options(objective="balanced")


def did(**counts: int) -> Operations:
    return Operations(Counter(counts), sum(counts.values()))


def left_out(report: KernelReport) -> list[str]:
    return [ran.name for ran in report.passes if ran.notes and ran.notes[0].startswith("not tried")]


def test_what_did_nothing_for_the_first_is_not_tried_for_the_next() -> None:
    module = file(kernel("one", 0), OTHER)
    result = optimize_module(module, BALANCED)
    one, two = result.kernels
    assert not left_out(one)
    # What was only slower there is tried again, but trades.
    again = {ran.name for ran in one.passes if ran.reason == "slower"} - TRADES
    idle = {ran.name for ran in one.passes if not ran.changed} - {"pair", "reassign"} - again
    assert idle
    assert set(left_out(two)) == idle
    assert [ran.name for ran in two.passes] == [ran.name for ran in one.passes]
    assert "'one', which is alike" in two.passes[0].notes[0]
    assert any(ran.changed for ran in two.passes)
    assert two.tuning is not None
    assert two.tuning.workloads
    assert verify_modules(module, result.module, by_text=False).proved


@pytest.mark.parametrize("options", [Options(level=2), Options(objective="cycles"), Options(kernels=("two",))])
def test_other_objectives_and_kernels_by_themselves_try_all(options: Options) -> None:
    assert not left_out(optimize_module(file(kernel("one", 0), OTHER), options).kernels[-1])


def test_a_large_kernel_tries_all_if_pairs_may_pay(monkeypatch: pytest.MonkeyPatch) -> None:
    module, names = file(kernel("one", 0)), LEVELS[3]
    out = tuple(PassReport(name, False, 0.0, None, ("not tried",), reason="slower") for name in names)

    def report() -> KernelReport:
        return optimize_kernel(module, BALANCED, names, "balanced", lead=Lead(out)).report

    assert left_out(report()) == list(names)
    monkeypatch.setattr(run, "LARGE", 0)
    assert not left_out(report())


@pytest.mark.parametrize(
    ("others", "settled"),
    [
        ({"pair": "no-gain", "unroll": "no-candidate", "pipeline": "slower"}, True),
        ({"schedule": "slower"}, False),
        ({"schedule": "not-proved"}, False),
    ],
)
def test_a_choice_is_settled_where_only_what_was_kept_is_tried(others: dict[str, str], settled: bool) -> None:
    first = optimize_module(file(kernel("one", 0)), BALANCED).kernels[0]
    known, names = Promise(0.1, 0.2), ["sgpr-bases", *others]
    reports = [PassReport("sgpr-bases", True, 0.0, None, ())]
    reports += [PassReport(name, False, 0.0, None, (), reason=reason) for name, reason in others.items()]
    lead = Lead.of(replace(first, passes=tuple(reports)), known, names)
    assert (lead.promise, lead.settled) == (known, settled)
    assert not Lead.of(replace(first, passes=tuple(reports[1:])), known, names).settled


def test_what_is_settled_is_predicted_once_and_proved(monkeypatch: pytest.MonkeyPatch) -> None:
    module = file(kernel("one", 0))
    monkeypatch.setattr(run, "LARGE", 0)
    monkeypatch.setattr(run, "SMALL", 0)
    first = optimize_module(module, BALANCED).kernels[0]
    left = tuple(report for report in first.passes if not report.changed)
    asked: list[str] = []

    def noted(owner: object, name: str) -> None:
        ask = getattr(owner, name)

        def asking(*args: object) -> object:
            asked.append(name)
            return ask(*args)

        monkeypatch.setattr(owner, name, asking)

    noted(run, "_spared")
    noted(Headroom, "promised")
    noted(PlanSearch, "traded")
    noted(WorkloadPredictor, "predict")
    lead = Lead(left, Promise(0.1, 0.2), settled=True)
    done = optimize_kernel(module, BALANCED, LEVELS[3], "balanced", lead=lead)
    assert asked == ["predict"]
    assert done.changed
    assert done.report.verify == "proved"
    asked.clear()
    optimize_kernel(module, BALANCED, LEVELS[3], "balanced", lead=replace(lead, promise=None, settled=False))
    assert {"_spared", "promised"} <= set(asked)


def test_processes_and_caches_change_nothing(tmp_path: Path) -> None:
    module = file(kernel("one", 0), OTHER, kernel("three", 2).replace("v40, 4, v0", "v40, 5, v0"))
    alone = timeless(optimize_module(module, BALANCED))
    assert timeless(optimize_module(module, BALANCED, jobs=2)) == alone
    store = Store(tmp_path)
    # By itself the second kernel is tried in full, which is another result than after the first.
    full = stored(file(OTHER), BALANCED, store)
    assert not left_out(full.kernels[0])
    for _ in range(2):
        assert timeless(stored(module, BALANCED, store)) == alone
    assert timeless(stored(file(OTHER), BALANCED, store)) == timeless(full)


def test_operations_of_loops_and_of_the_whole_decide() -> None:
    body, whole = did(add=10), did(add=10, load=10, store=10)
    first = Likeness(whole, ((1, body),))
    kernels = [
        first,
        Likeness(did(add=10, load=10, store=12), ((1, did(add=9, sub=1)),)),
        Likeness(whole, ((1, did(add=8, sub=2)),)),
        Likeness(did(add=10, load=20), ((1, body),)),
        Likeness(whole, ((2, body),)),
        Likeness(whole, ()),
        Likeness(did(add=10, load=10, store=13), ()),
        Likeness(did(add=10, load=10, store=14), ()),
    ]
    assert first_alike(kernels) == [0, 0, 2, 3, 4, 5, 5, 7]


def test_registers_and_waits_do_not_count() -> None:
    other = kernel("one", 0).replace("v40", "v39").replace("\ts_waitcnt vmcnt(0)\n", "")
    one, two = file(kernel("one", 0)), file(other)
    assert Likeness.of(one, one.kernels[0]) == Likeness.of(two, two.kernels[0])
