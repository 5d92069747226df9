"""The search for the plan that is predicted fastest and never slower than the input.

It starts from what a level runs and changes one step at a time, the last one first: what ends a plan is cheap to do
again, and what begins it is seldom what slows a kernel down.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, Protocol

from isaopt.tuning.model import Candidate, Outcome, Plan, Prediction, Step, plan_text
from isaopt.tuning.tree import Tree

#: Predictions that are closer than this say nothing (docs/sim.md): then the plan with more of its level's passes.
MARGIN = 0.005

Prepare = Callable[[Sequence[Plan]], None]
"""Told which plans may be asked for next, for what can be done in several processes."""

Guard = Literal["strict", "lenient"]
"""No plan is taken that is slower than the input on a workload; what cannot be compared is refused by the former and
let through by the latter."""

Slots = tuple[Step | None, ...]
"""What was chosen for each step of a level, None where it is left out."""


def plan_of(slots: Slots) -> Plan:
    """The steps to run: priorities are set last, since nothing may cross them later."""
    steps = [step for step in slots if step is not None]
    late = [step for step in steps if step.late]
    early = [step for step in steps if not step.late]
    at = next((k for k, step in enumerate(early) if step.name == "schedule"), len(early))
    return tuple(sorted((*early[:at], *late, *early[at:]), key=lambda step: step.setprio))


class Budget(Protocol):
    """Decides what is worth its work: :class:`isaopt.tuning.moves.Purse`."""

    def given(self, plan: Plan) -> None: ...

    def pays(self, plan: Plan) -> bool: ...

    def predicts(self, plan: Plan) -> None: ...


@dataclass
class Search:
    """``base`` is what is predicted of the input, ``default`` the
    plan of the level, ``variants`` other choices for each of its steps, ``guard`` says which plans may be taken."""

    tree: Tree
    base: Prediction
    default: Plan
    variants: Mapping[Step, Sequence[Step]]
    budget: Budget
    prepare: Prepare = lambda plans: None
    guard: Guard = "strict"
    refused: dict[Plan, str] = field(default_factory=dict)
    tried: list[Plan] = field(default_factory=list)

    def run(self, others: Sequence[Plan] = ()) -> Plan:
        """The fastest plan; the empty one where every other is slower than the input.  ``others`` are plans of the same
        steps to begin with instead, if they are better."""
        best = self.improved(self.kept(), others)
        last_first = tuple(reversed(range(len(self.default))))
        for number, at in enumerate(last_first):
            self.prepare([plan_of(_with(best, other, None)) for other in last_first[number:]])
            best = self.improved(best, [_with(best, at, None)])
        for at in last_first:
            best = self.improved(best, [_with(best, at, step) for step in self.variants.get(self.default[at], ())])
        return self.choice()

    def harmless(self) -> Plan:
        """The level's plan if it is not slower than the input, else what is left of it without the steps that slow the
        kernel down; no other plan is looked for."""
        plan = plan_of(self.kept())
        return plan if self.allowed(plan) else ()

    def kept(self) -> Slots:
        """The level's choices, or those of them that do no harm."""
        level = plan_of(self.default)
        self.budget.given(level)
        self.try_all([level])
        return self.default if self.allowed(level) else self.relieved() or self.grown()

    def relieved(self) -> Slots | None:
        """The level's choices without as few as may be, those first behind which the kernel gets slowest; None where no
        single step is to blame, or more plans are not worth their work."""
        slots: Slots = self.default
        while blamed := self.blamed(slots):
            for at in blamed:
                less = _with(slots, at, None)
                if self.try_all([plan_of(less)]) and self.allowed(plan_of(less)):
                    return less
            slots = _with(slots, blamed[0], None)
            if plan_of(slots) not in self.tried:
                break
        return None

    def blamed(self, slots: Slots) -> list[int]:
        """The steps behind which the kernel is slower than in front of them, the worst first."""
        plan = plan_of(slots)
        harm = [self.harm(plan[:k]) for k in range(len(plan) + 1)]
        jumps = {step: after / before for step, before, after in zip(plan, harm, harm[1:], strict=False)}
        found = [at for at, step in enumerate(slots) if step is not None and jumps[step] > 1]
        return sorted(found, key=lambda at: -jumps[slots[at] or self.default[at]])

    def harm(self, plan: Plan) -> float:
        """The cycles in proportion to the input's, where that is most."""
        prediction = self.tree.prediction(plan)
        if prediction.incomparable:
            return math.inf
        pairs = zip(prediction.times, self.base.times, strict=True)
        ratios = [new / old for new, old in pairs if new is not None and old] or [1.0]
        return max(ratios)

    def grown(self) -> Slots:
        """Choices from the first step on: each that does no harm."""
        slots: Slots = (None,) * len(self.default)
        for at, step in enumerate(self.default):
            more = _with(slots, at, step)
            if not self.try_all([plan_of(more)]) or not self.allowed(plan_of(more)):
                continue
            if self.rank(plan_of(more))[1] <= self.rank(plan_of(slots))[1] * (1 + MARGIN):
                slots = more
        return slots

    def try_all(self, plans: Sequence[Plan]) -> list[Plan]:
        """Those of the plans whose cycles are known now: what is not worth its work is left out."""
        wanted = [plan for plan in dict.fromkeys(plans) if plan in self.tried or self.budget.pays(plan)]
        self.prepare([plan for plan in wanted if plan not in self.tried])
        for plan in wanted:
            if plan not in self.tried:
                self.tried.append(plan)
                self.tree.prediction(plan)
                self.budget.predicts(plan)
        return wanted

    def improved(self, slots: Slots, others: Sequence[Slots]) -> Slots:
        """The choices, or better ones among others."""
        tried = self.try_all([plan_of(other) for other in others])
        able = [other for other in others if plan_of(other) in tried]
        return min((slots, *able), key=lambda s: self.rank(plan_of(s)))

    def rank(self, plan: Plan) -> tuple[bool, float]:
        """What is compared: first whether it may be taken at all, then its cycles in proportion to the input's."""
        prediction = self.tree.prediction(plan)
        return not self.allowed(plan), score(prediction, self.base)

    def allowed(self, plan: Plan) -> bool:
        """Whether the plan's kernel is not slower than the input."""
        prediction = self.tree.prediction(plan)
        if prediction.incomparable:
            return plan not in self.refused and self.guard == "lenient"
        return plan not in self.refused and not slower(prediction)

    def choice(self) -> Plan:
        """The best plan that may be taken; of those that no prediction can tell apart, the one nearest to the level."""
        able = [plan for plan in self.tried if self.allowed(plan)]
        if not able:
            return ()
        least = min(score(self.tree.prediction(plan), self.base) for plan in able)
        close = [plan for plan in able if score(self.tree.prediction(plan), self.base) <= least * (1 + MARGIN)]
        return min(close, key=lambda plan: (self.distance(plan), self.tried.index(plan)))

    def distance(self, plan: Plan) -> int:
        """Steps of the level that the plan does in another way; those that it leaves out count twice."""
        names = {step.name for step in plan}
        return sum(step not in plan for step in self.default) + sum(step.name not in names for step in self.default)

    def candidates(self, chosen: Plan) -> Iterator[Candidate]:
        """Every plan that was tried and what became of it; of plans that make the same kernel the first."""
        seen: set[str] = set()
        for plan in sorted(self.tried, key=lambda p: p != chosen):
            text = self.tree.versions(plan)[-1].text()
            if text in seen or text == self.tree.original.text():
                continue
            seen.add(text)
            prediction = self.tree.prediction(plan)
            outcome, why = self.outcome(plan, prediction, chosen)
            yield Candidate(plan_text(plan), prediction.cycles, outcome, why)

    def outcome(self, plan: Plan, prediction: Prediction, chosen: Plan) -> tuple[Outcome, str]:
        if plan == chosen:
            return "chosen", ""
        if plan in self.refused:
            return "not proved", self.refused[plan]
        if prediction.incomparable:
            return "not comparable", prediction.incomparable
        return ("slower" if slower(prediction) else "beaten"), ""


def _with(slots: Slots, at: int, choice: Step | None) -> Slots:
    return (*slots[:at], choice, *slots[at + 1 :])


def slower(prediction: Prediction) -> bool:
    """Whether a version is slower than the input on a workload, or may be."""
    return bool(prediction.incomparable) or any(prediction.slower)


def score(prediction: Prediction, base: Prediction) -> float:
    """The geometric mean of the times in proportion to the input's, of the workloads that are known."""
    if prediction.incomparable:
        return math.inf
    known = [new / old for new, old in zip(prediction.times, base.times, strict=True) if new is not None and old]
    return math.exp(sum(math.log(ratio) for ratio in known) / len(known)) if known else 1.0


__all__ = ["MARGIN", "Search", "score", "slower"]
