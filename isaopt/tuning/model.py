"""What tuning is asked and what it answers, as plain data."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Literal

from isaopt.simulator.limits import Limit

if TYPE_CHECKING:
    from isaopt.emulator.launches import Launch

Objective = Literal["cycles", "balanced", "conflicts"]


@dataclass(frozen=True, slots=True)
class Aim:
    """What the user says of the launches that a kernel is tuned for, with the meanings of ``isaopt sim``.

    ``gpu`` is a model's name or file (None: the one that stands for the target), ``trips`` are loop counts by label of
    the input.  With a ``launch`` nothing else is predicted.
    """

    gpu: str | None = None
    trips: Mapping[str, int] = field(default_factory=dict)
    waves_per_simd: int | None = None
    launch: Launch | None = None


@dataclass(frozen=True, slots=True)
class Step:
    """A pass with what was chosen for it; None is the pass's own choice.  ``late``: it runs on unrolled code, just
    before the last order is made."""

    name: str
    factor: int | None = None
    group: int | None = None
    setprio: bool = False
    max_vgprs: int | None = None
    late: bool = False

    @property
    def text(self) -> str:
        """The name and what differs from the pass's own choice, such as ``unroll(factor=4)``."""
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


Plan = tuple[Step, ...]


def plan_text(plan: Plan) -> str:
    """A plan in words, ``none`` for one without passes."""
    return ", ".join(step.text for step in plan) or "none"


@dataclass(frozen=True, slots=True)
class Prediction:
    """``cycles`` of the launch, and what each of its ``waves`` costs (its time over how many are resident), for each
    workload in their order; None where they were not asked for, since an earlier one had decided.  ``incomparable``
    says why the version does not do the input's work as far as the simulator can follow it; empty if it does."""

    cycles: tuple[float | None, ...]
    incomparable: str = ""
    waves: tuple[float | None, ...] = ()

    @property
    def times(self) -> tuple[float | None, ...]:
        """What versions are compared by: the time of a wave, which does not hang on how a launch ends."""
        return self.waves or self.cycles


#: What is never taken for a difference, and what always is: of the cycles of a launch, and of those of a wave.
_LEAST, _MOST = 0.002, (0.05, 0.02)


@dataclass
class Scatter:
    """How far the cycles of a launch and those of a wave move, as a share of them, where nothing moves but the moments
    at which its waves start: what is closer than that is no difference.  ``measure`` is asked for both only where it
    decides."""

    measure: Callable[[], tuple[float, float]]

    @cached_property
    def measured(self) -> tuple[float, float]:
        """The shares, within limits."""
        launch, wave = (min(most, max(_LEAST, share)) for share, most in zip(self.measure(), _MOST, strict=True))
        return launch, wave

    def hides(self, before: float, after: float, of_wave: bool) -> bool:
        """Whether a version that takes longer may still be none that is slower."""
        return after <= before * (1 + _LEAST) or (
            after <= before * (1 + _MOST[of_wave]) and after <= before * (1 + self.measured[of_wave])
        )


Outcome = Literal["chosen", "slower", "beaten", "not comparable", "not proved"]


@dataclass(frozen=True, slots=True)
class Candidate:
    """A choice of passes that was tried: ``passes`` in words, the predicted ``cycles`` of each workload, and what
    became of it."""

    passes: str
    cycles: tuple[float | None, ...]
    outcome: Outcome
    why: str = ""


@dataclass(frozen=True, slots=True)
class Figure:
    """One workload of so many ``workgroups``, its predicted cycles before and after, and what limits both versions."""

    name: str
    description: str
    workgroups: int | None
    before: float
    after: float
    limit_before: Limit
    limit_after: Limit


@dataclass(frozen=True, slots=True)
class Tuning:
    """How a kernel's passes were chosen: on which GPU model, for which workloads, against which candidates, and under
    which assumptions.  ``why`` says why the kernel came out unchanged, or why nothing could be predicted; else it is
    empty."""

    gpu: str
    title: str
    workloads: tuple[Figure, ...]
    candidates: tuple[Candidate, ...]
    assumed: tuple[str, ...]
    why: str = ""
