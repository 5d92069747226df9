"""The options and results of tuning, as plain data."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Literal

from isaopt.hip.interval import Interval
from isaopt.simulator.limits import Limit

if TYPE_CHECKING:
    from isaopt.emulator.launches import Launch

Objective = Literal["cycles", "measured", "balanced", "conflicts"]

#: A smaller difference between the predicted times of a launch is not significant (docs/explanation/sim.md).
MARGIN = 0.005


@dataclass(frozen=True, slots=True)
class Aim:
    """The user's description of the launches to tune for, with the meanings of ``isaopt sim``. ``gpu`` names a model or
    a file (None: the target's default), ``trips`` are loop counts by label of the input. If ``launch`` is given, it is
    the only launch predicted."""

    gpu: str | None = None
    trips: Mapping[str, int] = field(default_factory=dict)
    waves_per_simd: int | None = None
    launch: Launch | None = None


@dataclass(frozen=True, slots=True)
class PassStep:
    """A pass with the options chosen for it; None leaves the choice to the pass. ``late``: it runs on unrolled code,
    just before the final scheduling."""

    name: str
    factor: int | None = None
    group: int | None = None
    setprio: bool = False
    max_vgprs: int | None = None
    late: bool = False

    @property
    def text(self) -> str:
        """The name and the options that differ from the pass's own choice, such as ``unroll(factor=4)``."""
        said = []
        if self.factor is not None:
            said.append(f"factor={self.factor}")
        if self.group is not None:
            said.append(f"group={self.group}")
        if self.late:
            said.append("late")
        if self.setprio:
            said.append("setprio")
        if self.max_vgprs is not None:
            said.append(f"max-vgprs={self.max_vgprs}")
        return f"{self.name}({', '.join(said)})" if said else self.name


Plan = tuple[PassStep, ...]


def plan_text(plan: Plan) -> str:
    """A plan in words, ``none`` if it has no passes; options common to all steps are mentioned once."""
    most = {step.max_vgprs for step in plan}
    if len(most) == 1 and None not in most:
        return f"{', '.join(replace(step, max_vgprs=None).text for step in plan)}, within {most.pop()} VGPRs"
    return ", ".join(step.text for step in plan) or "none"


@dataclass(frozen=True, slots=True)
class Prediction:
    """The ``cycles`` of the launch, for each workload in order; None if an earlier workload had already decided.
    ``incomparable`` says why the version does not do the same work as the input on the simulated path; empty if it
    does."""

    cycles: tuple[float | None, ...]
    incomparable: str = ""

    def _ratios(self, other: Prediction) -> list[float]:
        """The times relative to another version's, of the workloads for which both are known."""
        if self.incomparable:
            return [math.inf]
        return [new / old for new, old in zip(self.cycles, other.cycles, strict=True) if new and old] or [1.0]

    def mean(self, other: Prediction) -> float:
        """The measure of a version: the geometric mean of its times relative to another's, over the workloads; infinite
        if its work is not the same."""
        ratios = self._ratios(other)
        return float(math.prod(ratios) ** (1 / len(ratios)))

    def worst(self, other: Prediction) -> float:
        """The largest of the ratios."""
        return max(self._ratios(other))

    def best(self, other: Prediction) -> float:
        """The smallest of the ratios."""
        return min(self._ratios(other))

    def loses(self, other: Prediction) -> bool:
        """Whether the version is slower than another on a workload, or may be."""
        return self.worst(other) > 1 + MARGIN

    def gains(self, other: Prediction) -> bool:
        """Whether the version is faster than another in the mean."""
        return self.mean(other) < 1 / (1 + MARGIN)


Outcome = Literal["chosen", "slower", "beaten", "not comparable", "not proved", "cut", "failed"]


@dataclass(frozen=True, slots=True)
class TriedPasses:
    """A choice of passes that was tried: ``passes`` in words, its predicted ``cycles`` on each workload, and the
    outcome. ``measured`` is its speed on a GPU relative to the input."""

    passes: str
    cycles: tuple[float | None, ...]
    outcome: Outcome
    why: str = ""
    measured: Interval | None = None


@dataclass(frozen=True, slots=True)
class WorkloadFigure:
    """One workload of so many ``workgroups``, its predicted cycles before and after, and what limits both versions."""

    name: str
    description: str
    workgroups: int | None
    before: float
    after: float
    limit_before: Limit
    limit_after: Limit


@dataclass(frozen=True, slots=True)
class Searched:
    """The extent of a search: the plans ``tried``, the plans ``cut`` because none with their beginning could win, the
    ``work`` spent out of ``most`` (about milliseconds, counted and not timed), and why it ``ended``."""

    tried: int
    cut: int
    work: int
    most: int
    ended: str


@dataclass(frozen=True, slots=True)
class Measured:
    """Measurements on the GPU ``device``. The input takes ``seconds``, ``scale`` times the prediction. ``launches``
    were made and ``remembered`` answers came from earlier runs until the race ``ended``, for the reason given. Times
    scatter by ``noise``; predicted ratios are off by ``misfit`` (root mean square), and by ``corrected`` with other
    ``parameters`` of the model: name, default, and the value that explains the times better."""

    device: str
    seconds: float
    scale: float | None
    launches: int
    remembered: int
    ended: str
    noise: float
    misfit: float
    corrected: float
    parameters: tuple[tuple[str, int | float | str, int | float | str], ...] = ()


@dataclass(frozen=True, slots=True)
class Tuning:
    """How a kernel's passes were chosen: the GPU model, the workloads, the candidates (best first), and the
    assumptions. ``why`` says why the kernel was left unchanged or why nothing could be predicted; otherwise it is
    empty."""

    gpu: str
    title: str
    workloads: tuple[WorkloadFigure, ...]
    candidates: tuple[TriedPasses, ...]
    assumed: tuple[str, ...]
    why: str = ""
    search: Searched | None = None
    measured: Measured | None = None

    def given_up(self, why: str) -> Tuning:
        """The same where the chosen passes had to be taken back: no workload gains anything."""
        unchanged = tuple(replace(w, after=w.before, limit_after=w.limit_before) for w in self.workloads)
        tried = (replace(c, outcome="not proved", why=why) if c.outcome == "chosen" else c for c in self.candidates)
        return replace(self, workloads=unchanged, candidates=tuple(tried), why=self.why or why)
