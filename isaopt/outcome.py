"""The options and results of an optimisation, as plain data."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from isaopt.analysis.figures.metrics import Metrics
from isaopt.approval import TrialApproval
from isaopt.ir.program import Module
from isaopt.transform.base import Declined, SolverAnswer
from isaopt.transform.registry import LEVELS, PassOptions
from isaopt.tuning.model import Aim, Objective, Tuning

#: The default objective of the highest level.
DEFAULT_OBJECTIVE: Objective = "balanced"
Progress = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Measuring:
    """How the objective ``measured`` uses a GPU.

    ``device`` is the GPU's number, ``launches`` the maximum number of launches, ``seconds`` the time after which a
    launch counts as hanging, and ``store`` the directory with the measurements of earlier runs.
    """

    device: int = 0
    launches: int = 400
    seconds: float = 60.0
    store: str | None = None


@dataclass(frozen=True, slots=True)
class Options:
    """Options of :func:`isaopt.optimize`.

    ``passes`` overrides ``level``; each pass is written as for ``--passes`` (``unroll{factor=4}``). Empty ``kernels``
    means all. ``trials`` accepts agreement in the emulator where there is no proof. ``objective`` is ``conflicts`` (run
    every pass), ``balanced`` (leave out passes predicted to slow a kernel down in the launches of ``aim``), ``cycles``
    (search for the plan that is predicted fastest there), ``measured`` (search for the one that is fastest on a GPU),
    or None for the default of the level.
    """

    level: int = 3
    passes: tuple[str, ...] | None = None
    kernels: tuple[str, ...] = ()
    verify: bool = True
    assumptions: tuple[str, ...] = ()
    pass_options: PassOptions = field(default_factory=PassOptions)
    trials: TrialApproval | None = None
    objective: Objective | None = None
    aim: Aim = field(default_factory=Aim)
    measuring: Measuring = field(default_factory=Measuring)


#: Codes of passes that say most about a kernel, most informative first, and those that say least: nothing to gain.
_TELLING = ("internal", "not-proved", "work-limit", "slower", "register-limit")
_NOTHING_TO_DO = frozenset({"no-candidate", "no-gain", "not-wave32"})


@dataclass(frozen=True, slots=True)
class PassReport:
    """What a pass did; ``after`` holds the kernel's figures after it, or None if nothing changed. ``reason`` is the
    code for why nothing changed: a blocker's code, one from :class:`isaopt.transform.base.PassResult`, ``not-proved``,
    or ``slower`` if the pass is predicted to slow the kernel down; empty if the pass changed the kernel."""

    name: str
    changed: bool
    seconds: float
    solver: SolverAnswer | None
    notes: tuple[str, ...]
    declined: tuple[Declined, ...] = ()
    after: Metrics | None = None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class KernelReport:
    """What ``opt`` did to a kernel.

    ``verify`` is ``proved``, ``emulated`` or ``skipped``; an unchanged kernel is its own proof. ``evidence`` describes
    what replaces a proof, ``tuning`` how the passes were chosen by prediction. ``steps`` are the versions between input
    and output that the proof needs (:mod:`isaopt.certificate`).
    """

    name: str
    wave_size: int
    before: Metrics
    after: Metrics
    verify: str
    passes: tuple[PassReport, ...]
    evidence: str = ""
    tuning: Tuning | None = None
    steps: tuple[str, ...] = ()

    @property
    def reason(self) -> str:
        """The most informative code for why no pass changed the kernel; empty if a pass changed it or none ran."""
        if any(ran.changed for ran in self.passes):
            return ""
        codes = [ran.reason for ran in self.passes]
        telling = [code for code in codes if code not in _NOTHING_TO_DO]
        first = [code for code in _TELLING if code in telling]
        return next(iter((*first, *telling, *codes)), "")

    @property
    def refused(self) -> tuple[str, ...]:
        """The notes shared by all of several passes that left the kernel unchanged, which are printed only once;
        otherwise empty."""
        notes = {ran.notes for ran in self.passes}
        plain = not any(ran.changed or ran.solver or ran.declined for ran in self.passes)
        return notes.pop() if plain and len(notes) == 1 and len(self.passes) > 1 else ()


@dataclass(frozen=True, slots=True)
class LintCounts:
    """Counts of the findings of the static checks in the rewritten kernels."""

    errors: int
    warnings: int


@dataclass(frozen=True, slots=True)
class Result:
    """The optimised ``module`` with a report for each kernel."""

    module: Module
    changed: bool
    lint: LintCounts
    kernels: tuple[KernelReport, ...]
    seconds: float
    assumptions: tuple[str, ...] = ()
    """Facts from ``--assume`` that a proof used."""


def default_objective(level: int, passes: bool) -> Objective:
    """The default objective; ``passes`` says whether the passes were named one by one."""
    return DEFAULT_OBJECTIVE if level == max(LEVELS) and not passes else "conflicts"
