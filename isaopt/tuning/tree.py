"""The versions of a kernel that plans produce, each computed and predicted once."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field

from isaopt.ir.program import Module
from isaopt.transform.base import PassResult, unchanged
from isaopt.transform.registry import FOLLOWS
from isaopt.tuning.model import PassStep, Plan, Prediction

Attempt = Callable[[PassStep, Module], PassResult]
"""Runs a step; what it returns need not be proved."""


@dataclass(frozen=True, slots=True)
class Edge:
    """The result of a step on a version, and the ``seconds`` it took. ``final``: the result, or what was kept of it,
    is proved."""

    result: PassResult
    seconds: float
    final: bool = False


@dataclass(frozen=True, slots=True)
class Branch:
    """The part of a plan that has to be computed and predicted: the steps from an existing version."""

    start: Module
    steps: Plan


def has_work(step: PassStep, plan: Plan, changed: Collection[str]) -> bool:
    """Whether a step can find something to do after the steps that changed the kernel: some passes build on the work of
    others in the plan."""
    leaders = FOLLOWS.get(step.name, frozenset()).intersection(other.name for other in plan)
    return not leaders or not leaders.isdisjoint(changed)


def _idle(module: Module, step: PassStep) -> Edge:
    why = f"neither {' nor '.join(sorted(FOLLOWS[step.name]))} changed the kernel"
    return Edge(unchanged(module, "no-candidate", why), 0.0)


@dataclass
class Tree:
    """Versions by the steps that make them; plans with the same beginning share its versions."""

    original: Module
    attempt: Attempt
    predict: Callable[[Module], Prediction] = lambda module: Prediction(())
    edges: dict[tuple[str, PassStep], Edge] = field(default_factory=dict)
    predictions: dict[str, Prediction] = field(default_factory=dict)

    def versions(self, plan: Plan) -> list[Module]:
        """The original and the result of each step."""
        return [self.original, *(edge.result.module for _, edge in self.steps(plan))]

    def steps(self, plan: Plan) -> list[tuple[Module, Edge]]:
        """For each step of a plan, the version it receives and its result."""
        module = self.original
        found: list[tuple[Module, Edge]] = []
        changed: set[str] = set()
        for step in plan:
            edge = self.edge(module, step) if has_work(step, plan, changed) else _idle(module, step)
            found.append((module, edge))
            module = edge.result.module
            changed |= {step.name} if edge.result.changed else set()
        return found

    def edge(self, module: Module, step: PassStep) -> Edge:
        """The result of a step on a version."""
        key = module.text(), step
        if key not in self.edges:
            start = time.monotonic()
            result = self.attempt(step, module)
            self.edges[key] = Edge(result, time.monotonic() - start)
        return self.edges[key]

    def prediction(self, plan: Plan) -> Prediction:
        """The predicted cycles of a plan's final version."""
        return self.judged(self.versions(plan)[-1])

    def judged(self, module: Module) -> Prediction:
        """The predicted cycles of a version."""
        text = module.text()
        if text not in self.predictions:
            self.predictions[text] = self.predict(module)
        return self.predictions[text]

    def missing(self, plans: Sequence[Plan]) -> list[Branch]:
        """The unknown parts of these plans; where two share their first unknown step, only one is returned."""
        found: dict[tuple[str, Plan], Branch] = {}
        for plan in plans:
            module, rest = self.original, plan
            changed: set[str] = set()
            while rest:
                edge = (
                    self.edges.get((module.text(), rest[0]))
                    if has_work(rest[0], plan, changed)
                    else _idle(module, rest[0])
                )
                if edge is None:
                    break
                changed |= {rest[0].name} if edge.result.changed else set()
                module, rest = edge.result.module, rest[1:]
            if rest or module.text() not in self.predictions:
                found[module.text(), rest] = Branch(module, rest)
        return list(found.values())

    def learn(self, branch: Branch, edges: Sequence[Edge], prediction: Prediction) -> None:
        """Adopts another process's results for a branch; known results stay."""
        module = branch.start
        for step, edge in zip(branch.steps, edges, strict=True):
            module = self.edges.setdefault((module.text(), step), edge).result.module
        self.predictions.setdefault(module.text(), prediction)
