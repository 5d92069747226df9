"""Chooses passes by measurement: races the plans that a search found on this machine's GPU."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Protocol

from isaopt.hip.interval import Interval
from isaopt.hip.library import Device
from isaopt.ir.program import Module
from isaopt.tuning.correction import Correction
from isaopt.tuning.model import Measured, PassStep, Plan
from isaopt.tuning.prediction import WorkloadPredictor
from isaopt.tuning.race import Bench, Entrant, Race
from isaopt.tuning.search import PlanSearch
from isaopt.tuning.tree import Edge


class GpuBench(Bench, Protocol):
    """The GPU of this machine."""

    device: Device | None
    answered: int

    def begin(self, text: str) -> float: ...


def fastest(
    search: PlanSearch,
    predictor: WorkloadPredictor,
    bench: GpuBench,
    seconds: float,
    prove: Callable[[Plan], str | None],
    most: int,
) -> tuple[Plan, Measured]:
    """The fastest of the plans tried, even if predicted to be slower; the empty one if none is shown to be faster than
    the input, which takes ``seconds``. ``prove`` returns why a plan is not proved; the plan is then reduced to what is.

    Measurements of plans are added to ``search``, which lists them.
    """
    model = Correction(predictor)

    versions: dict[str, Module] = {}
    # A step that is proved in part for one plan is another step for all: each was launched as it was then.
    edges = dict(search.tree.edges)
    proved: dict[Plan, dict[tuple[str, PassStep], Edge]] = {}

    def text(plan: Plan) -> str:
        module = search.tree.versions(plan)[-1]
        return versions.setdefault(module.text(), module).text()

    def ready(entrant: Entrant) -> str:
        why = ""
        while (left := prove(entrant.plan)) is not None:
            why = left
        others = {search.tree.original.text(), *(r.text for r in pool if r is not entrant and not r.out)}
        proved[entrant.plan] = dict(search.tree.edges)
        entrant.text = text(entrant.plan)
        entrant.predicted = model.ratio(versions[entrant.text]) or entrant.predicted
        if entrant.text in others:
            search.refused[entrant.plan] = why or "it is like another one"
        return search.refused.get(entrant.plan, "")

    def correct(measured: Sequence[Entrant], noise: float) -> None:
        known = [(versions[entrant.text], entrant.middle) for entrant in measured]
        changed = set(model.values)
        model.learn(known, noise)
        if model.values or changed:
            for entrant in pool:
                entrant.predicted = model.ratio(versions[entrant.text]) or entrant.predicted

    pool: list[Entrant] = []
    for plan in sorted(search.tried, key=search.rank):
        if text(plan) not in {search.tree.original.text(), *(entrant.text for entrant in pool)}:
            pool.append(Entrant(plan, text(plan), model.ratio(versions[text(plan)]) or 0.0))
    race = Race(search.tree.original.text(), seconds, pool, bench, ready, correct, most)
    best = race.run()
    search.tree.edges = proved[best.plan] if best is not None else edges
    for entrant in pool:
        if entrant.out and entrant.plan not in search.refused:
            search.failed[entrant.plan] = entrant.out
        elif entrant.times:
            found = (math.exp(-x) for x in (entrant.middle, race.high(entrant), race.low(entrant)))
            search.measured[entrant.plan] = Interval(*found)
    base = predictor.input.cycles[0]
    clock = predictor.gpu.number("clock.mhz") * 1e6
    device = bench.device
    values = tuple((name, predictor.gpu.parameters[name].value, value) for name, value in sorted(model.values.items()))
    return best.plan if best is not None else (), Measured(
        device.name if device is not None else "",
        seconds,
        seconds * clock / base if base else None,
        bench.launches,
        bench.answered,
        race.ended,
        race.noise(),
        model.before,
        model.after,
        values,
    )
