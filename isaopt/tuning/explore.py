"""Runs passes and predictions, in this process or in several."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from isaopt.account import PROOF_PRICE, WorkAccount
from isaopt.errors import IsaoptError
from isaopt.ir.program import Module
from isaopt.solve.search import SPARING
from isaopt.target.bank_models import bank_models
from isaopt.transform.base import PassResult, failed_pass, unchanged
from isaopt.transform.registry import PassOptions, make_pass
from isaopt.tuning.headroom import CHEAP, FEWER, LEAST_EFFORT, SMALL, WORTH, Headroom
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
        # What a pass makes is of use only if a proof can be paid for.
        if self.account.exhausted or not (
            step.name in FEWER or self.account.affords(PROOF_PRICE, pass_price(step, self.account.size))
        ):
            return unchanged(module, "work-limit", "the work budget of this kernel is used up [work-limit]")
        if self.headroom is None:
            return self._made(step, module, 1)
        if step.name in FEWER:
            return self._fewer(step, module)
        if self.headroom.little and step.name not in CHEAP:
            return unchanged(module, "at-most", self.headroom.little)
        if step.name in CHEAP:
            result = self._made(step, module, LEAST_EFFORT)
            if (
                self.headroom.little
                or result.solver is None
                or not any(value for name, value, *_ in result.solver.levels if name in bank_models())
            ):
                return result
            if self.headroom.effort(None, module) < SPARING:
                return result
            # The possible gain decides whether a solver is run.
            effort = self.headroom.effort(self.headroom.most(step.name, result.module), module)
            return self._made(step, module, effort) if effort >= SPARING else result
        most = self.headroom.most(step.name, module)
        # Over the iterations of a small loop, other things than pairs come together, too.
        small = step.name == "pair-rounds" and self.account.size <= SMALL
        if most is not None and most < (WORTH / 2 if small else WORTH):
            why = f"it could save at most {most:.1%} of the predicted time"
            return unchanged(module, "at-most", f"{why} [at-most]")
        return self._made(step, module, self.headroom.effort(most, module))

    def _fewer(self, step: PassStep, module: Module) -> PassResult:
        """Applies a pass that takes instructions away; those of scratch for what they cost."""
        assert self.headroom is not None
        share = 1.0
        if step.name == "unspill" and any(
            i.op.flag("scratch") for _, i in module.instructions(module.kernel(self.kernel))
        ):
            share = self.headroom.effort(self.headroom.most(step.name, module), module)
        return self._made(step, module, share)

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
