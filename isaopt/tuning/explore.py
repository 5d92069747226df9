"""Runs passes and predictions, in this process or in several."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from isaopt.account import WorkAccount
from isaopt.errors import IsaoptError
from isaopt.ir.program import Module
from isaopt.solve.search import SPARING
from isaopt.target.bank_models import bank_models
from isaopt.transform.base import PassResult, failed_pass, unchanged
from isaopt.transform.registry import PassOptions, make_pass
from isaopt.tuning.headroom import CHEAP, FEWER, LEAST_EFFORT, LITTLE, SMALL, WORTH, Headroom, effort_for
from isaopt.tuning.model import PassStep, Plan, Prediction
from isaopt.tuning.moves import pass_price
from isaopt.tuning.prediction import WorkloadPredictor
from isaopt.tuning.tree import Branch, Edge, Tree
from isaopt.workers import Lost, run_tasks

#: Options of passes that a search for the fastest kernel chooses.
TUNED = frozenset({"factor", "group", "setprio", "max-vgprs"})


@dataclass(frozen=True)
class Runner:
    """Runs passes on the kernel called ``kernel``. ``refused`` holds the steps that could not be proved on some
    version, with the reason: they would fail on another one too. The ``account`` pays for each."""

    kernel: str
    options: PassOptions
    headroom: Headroom | None = None
    refused: dict[PassStep, str] = field(default_factory=dict)
    account: WorkAccount = field(default_factory=WorkAccount)

    def attempt(self, step: PassStep, module: Module) -> PassResult:
        """Applies a pass to a version; leaves it unchanged if the pass could gain next to nothing, or if it fails,
        which is a defect of isaopt."""
        if step in self.refused:
            return unchanged(module, "not-proved", self.refused[step])
        if self.account.exhausted:
            return unchanged(module, "work-limit", "the work budget of this kernel is used up [work-limit]")
        if self.headroom is None:
            return self._made(step, module, 1)
        if step.name not in FEWER and (bound := self.bound(module)) is not None and bound < LITTLE:
            why = f"all passes could save at most {max(0.0, bound):.1%} of the predicted time, and nothing was tried"
            return unchanged(module, "at-most", f"{why} [at-most]")
        if step.name in CHEAP:
            result = self._made(step, module, LEAST_EFFORT)
            if result.solver is None or not any(
                value for name, value, *_ in result.solver.levels if name in bank_models()
            ):
                return result
            # The possible gain decides whether a solver is run.
            effort = effort_for(self.headroom.most(step.name, result.module))
            return self._made(step, module, effort) if effort >= SPARING else result
        most = self.headroom.most(step.name, module)
        if most is not None and most < WORTH:
            why = f"it could save at most {most:.1%} of the predicted time"
            return unchanged(module, "at-most", f"{why} [at-most]")
        return self._made(step, module, effort_for(most))

    def bound(self, module: Module) -> float | None:
        """The share of its time that a version equal to the input could lose through passes that remove no instruction;
        None if one may, or if it is unknown."""
        room = self.headroom
        if room is None or not room.bounded or self.account.size <= SMALL:
            return None
        if module.text() != room.predictor.original.text():
            return None
        if not room.bounds:
            bound = room.together(module)
            if bound is not None and bound < LITTLE and self._made(PassStep("unroll"), module, LEAST_EFFORT).changed:
                bound = None
            room.bounds.append(bound)
        return room.bounds[0]

    def _made(self, step: PassStep, module: Module, share: float) -> PassResult:
        """Applies a pass with a share of its solver's effort."""
        self.account.charge(pass_price(step, len(module.instructions(module.kernel(self.kernel)))))
        try:
            options = options_for(self.options, step)
            options = replace(options, effort=options.effort * share)
            return make_pass(step.name, options).apply(module, module.kernel(self.kernel))
        except IsaoptError:
            raise
        except Exception as error:
            return failed_pass(module, error)


def options_for(options: PassOptions, step: PassStep) -> PassOptions:
    """The options of a step's pass: those chosen for it, over those that the user set."""
    chosen = replace(
        options,
        factor=step.factor,
        group=step.group or options.group,
        setprio=step.setprio,
        max_vgprs=step.max_vgprs or options.max_vgprs,
    )
    return chosen.of(step.name)


@dataclass(frozen=True)
class _ExploreTask:
    start: Module
    steps: Plan
    runner: Runner
    predictor: WorkloadPredictor


def _explore(task: _ExploreTask) -> tuple[list[Edge], Prediction]:
    module, edges = task.start, []
    for step in task.steps:
        start = time.monotonic()
        result = task.runner.attempt(step, module)
        edges.append(Edge(result, time.monotonic() - start))
        module = result.module
    return edges, task.predictor.predict(module)


@dataclass(frozen=True)
class Explorer:
    """Computes in several processes what a search is about to need. A lost process only costs time: its answers are
    computed again here."""

    tree: Tree
    runner: Runner
    predictor: WorkloadPredictor
    jobs: int

    def prepare(self, plans: Sequence[Plan]) -> None:
        """Computes and predicts plans."""
        branches: list[Branch] = self.tree.missing(plans)
        if self.jobs < 2 or len(branches) < 2:
            return
        tasks = [_ExploreTask(b.start, b.steps, self.runner, self.predictor) for b in branches]
        answers = dict(run_tasks(_explore, tasks, self.jobs))
        for index, branch in enumerate(branches):
            answer = answers[index]
            if not isinstance(answer, Lost):
                self.tree.learn(branch, *answer)
