"""The main path: run the passes on each kernel, check what came out, measure before and after.

A kernel whose code cannot be analysed is left untouched, and so is one whose rewrite the checker cannot prove equal
to its input; the result
says why.  At the end the whole is proved once more, against the original.  Nothing here writes a file or prints.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from isaopt.analysis.figures.metrics import Metrics, kernel_metrics
from isaopt.analysis.flow.blockers import blockers
from isaopt.approval import Approval, Proofs, Trials, approve
from isaopt.errors import CheckFailed, InputError, MissingTool, UsageError
from isaopt.ir.program import Item, Kernel, Module
from isaopt.linting.compare import new_errors
from isaopt.linting.model import Severity
from isaopt.linting.run import lint_module
from isaopt.partial import Judged, kept_part
from isaopt.proof.verdict import check_assumptions
from isaopt.transform.base import Declined, PassResult, SolverAnswer, failed_pass
from isaopt.transform.registry import LEVELS, PassOptions, make_pass
from isaopt.tuning.aim import aim_for, check_aim
from isaopt.tuning.explore import options_for
from isaopt.tuning.model import Aim, Step, Tuning
from isaopt.tuning.run import tune

Objective = Literal["cycles", "balanced", "conflicts"]
#: What the highest level aims at.
DEFAULT_OBJECTIVE: Objective = "balanced"


@dataclass(frozen=True, slots=True)
class Options:
    """Options of ``opt``.  ``passes`` overrides ``level``; ``kernels`` empty means all; ``trials`` permits agreement in
    the emulator where there is no proof.

    ``objective``: ``conflicts`` runs each pass, ``balanced`` each with which a kernel is not predicted slower than it
    was in the launches that ``aim`` speaks of, ``cycles`` those with which it is predicted fastest there; None leaves
    it to the level.
    """

    level: int = 3
    passes: tuple[str, ...] | None = None
    kernels: tuple[str, ...] = ()
    verify: bool = True
    assumptions: tuple[str, ...] = ()
    pass_options: PassOptions = field(default_factory=PassOptions)
    trials: Trials | None = None
    objective: Objective | None = None
    aim: Aim = field(default_factory=Aim)


@dataclass(frozen=True, slots=True)
class PassReport:
    """What one pass did; ``after`` are the kernel's figures behind it, None where it changed nothing."""

    name: str
    changed: bool
    seconds: float
    solver: SolverAnswer | None
    notes: tuple[str, ...]
    declined: tuple[Declined, ...] = ()
    after: Metrics | None = None


@dataclass(frozen=True, slots=True)
class KernelReport:
    """``verify`` is ``proved``, ``emulated`` or ``skipped``; an unchanged kernel is its own proof.  ``evidence`` says
    what stands in for a proof; ``tuning`` how the passes were chosen, where cycles were the objective.  ``steps`` are
    the versions of the file that a proof needs between input and output: see :mod:`isaopt.certificate`."""

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
    def refused(self) -> tuple[str, ...]:
        """The notes that all of several passes left it unchanged with, which need to be said once only; else empty."""
        notes = {ran.notes for ran in self.passes}
        plain = not any(ran.changed or ran.solver or ran.declined for ran in self.passes)
        return notes.pop() if plain and len(notes) == 1 and len(self.passes) > 1 else ()


@dataclass(frozen=True, slots=True)
class LintCounts:
    """Findings of the static checks on the output."""

    errors: int
    warnings: int


@dataclass(frozen=True, slots=True)
class Result:
    module: Module
    changed: bool
    lint: LintCounts
    kernels: tuple[KernelReport, ...]
    seconds: float
    assumptions: tuple[str, ...] = ()
    """Facts from ``--assume`` that a proof used."""


def default_objective(level: int, passes: bool) -> Objective:
    """The objective where none is asked for; ``passes``: they were named one by one."""
    return DEFAULT_OBJECTIVE if level == max(LEVELS) and not passes else "conflicts"


Progress = Callable[[str], None]
_Ran = tuple[Module, tuple["PassReport", ...], tuple[Module, ...]]
"""A module after its passes, what each did, and the versions between them."""


def _chosen(module: Module, options: Options) -> tuple[Kernel, ...]:
    if not module.kernels:
        raise InputError("the file has no kernel (no .amdhsa_kernel)", module.path)
    if not options.kernels:
        return module.kernels
    known = {k.name for k in module.kernels}
    for name in options.kernels:
        if name not in known:
            raise UsageError(f"no kernel is called '{name}' (kernels: {', '.join(sorted(known))})")
    return tuple(k for k in module.kernels if k.name in options.kernels)


@dataclass(frozen=True, slots=True)
class _Work:
    """One kernel on its way: ``original`` is the module as it was read or as the kernels before left it; steps that
    were proved go into ``proofs``."""

    original: Module
    kernel: Kernel
    options: Options
    proofs: Proofs = field(default_factory=Proofs)

    def passes(self, names: Sequence[str], progress: Progress) -> _Ran:
        """Each pass after the other."""
        reasons = blockers(self.original, self.original.kernel(self.kernel.name))

        def ran() -> Iterable[tuple[str, PassResult, float]]:
            module = self.original
            for name in names:
                start = time.monotonic()
                progress(f"{self.kernel.name}: {name}")
                if reasons:
                    notes = tuple(
                        f"left unchanged: {r.message} [{r.code}] (line {module.items[r.item].line})"
                        for r in reasons[:5]
                    )
                    result = PassResult(module, False, None, notes)
                else:
                    result = self.run(Step(name), module)
                module = result.module
                yield name, result, time.monotonic() - start

        return self.told(ran())

    def tuned(self, names: Sequence[str], jobs: int, progress: Progress, fastest: bool) -> tuple[_Ran, Tuning | None]:
        """The passes with which the kernel is predicted fastest, or no slower; each one where nothing can be
        predicted."""
        if not names or blockers(self.original, self.original.kernel(self.kernel.name)):
            return self.passes(names, progress), None
        default = tuple(Step(name) for name in names)
        options = replace(self.options.pass_options, assumptions=self.options.assumptions)
        aim = aim_for(self.original, self.kernel, self.options.aim)
        found = tune(self.original, self.kernel, default, aim, options, self.run, jobs, progress, fastest)
        ran, reports, stages = self.told((step.name, edge.result, edge.seconds) for step, edge in found.steps)
        notes = [
            f"chosen by predicted cycles: {step.text}" if step.text != step.name else "" for step, _ in found.steps
        ]
        said = [
            replace(report, notes=(note, *report.notes)) if note else report
            for report, note in zip(reports, notes, strict=True)
        ]
        note = f"left unchanged: {found.tuning.why or 'the kernel is predicted to be no slower without it'}"
        out = {step.name: PassReport(step.name, False, 0.0, None, (note,)) for step in found.left_out}
        return (ran, _in_order(names, said, out), stages), found.tuning

    def told(self, ran: Iterable[tuple[str, PassResult, float]]) -> _Ran:
        """What is said of passes that ran: name, result and seconds of each."""
        reports = []
        module = self.original
        stages: list[Module] = []
        for name, result, seconds in ran:
            if result.changed:
                if self.proofs.key(self.original, result.module, self.kernel) in self.proofs.steps:
                    stages.clear()
                stages.append(result.module)
            module = result.module
            after = kernel_metrics(module, module.kernel(self.kernel.name), addresses=True) if result.changed else None
            reports.append(
                PassReport(name, result.changed, seconds, result.solver, result.notes, result.declined, after)
            )
        return module, tuple(reports), tuple(stages)

    def run(self, step: Step, module: Module, ready: PassResult | None = None) -> PassResult:
        """What may be kept of a pass: all of it, what is left without the parts that cannot be proved, or nothing;
        ``ready`` is what it makes of the module, if that is known.

        A defect of a pass costs its kernel the pass, and no other kernel anything; ``ISAOPT_DEBUG=1`` lets it through.
        """
        try:
            found = self.attempt(step, module, ()) if ready is None else Judged(ready, self.approval(module, ready))
            if found.approval.verdict == "failed":
                size = len(module.instructions(module.kernel(self.kernel.name)))
                found = kept_part(found, lambda without: self.attempt(step, module, without), size) or found
        except (InputError, UsageError, MissingTool, CheckFailed):
            raise
        except Exception as error:
            return failed_pass(module, error)
        result, approval = found.result, found.approval
        if approval.verdict == "emulated":
            return replace(result, notes=(*result.notes, approval.evidence))
        if approval.verdict != "failed":
            return result
        return PassResult(module, False, result.solver, (f"left unchanged: {approval.why}",), (), result.declined)

    def attempt(self, step: Step, module: Module, without: tuple[int, ...]) -> Judged:
        """A pass's result and whether it holds; ``without`` as in :class:`PassOptions`."""
        own = options_for(self.options.pass_options, step)
        made = make_pass(
            step.name, replace(own, assumptions=self.options.assumptions, without=(*own.without, *without))
        )
        result = made.apply(module, module.kernel(self.kernel.name))
        return Judged(result, self.approval(module, result))

    def approval(self, before: Module, result: PassResult) -> Approval:
        """A step that rests on assumptions must also be proved from the original, of which alone they speak."""
        options = self.options
        if not options.verify or not result.changed:
            return Approval("proved")
        after, allowed = result.module, options.assumptions
        if _others(before, self.kernel) != _others(after, self.kernel):
            return Approval("failed", "the rewrite changes another kernel")
        found = approve(before, after, self.kernel, allowed, result.stages, options.trials, self.proofs)
        if found.assumptions and before is not self.original:
            return approve(self.original, after, self.kernel, allowed, (), options.trials, self.proofs)
        return found


def _others(module: Module, kernel: Kernel) -> list[tuple[Item, ...]]:
    """The code of all kernels but one."""
    return [module.items[k.first : k.last] for k in module.kernels if k.name != kernel.name]


def _in_order(
    names: Sequence[str], ran: Sequence[PassReport], left_out: Mapping[str, PassReport]
) -> tuple[PassReport, ...]:
    """Passes that ran, in the order in which they did, and those that were left out at their places in a level."""
    waiting, found = list(ran), []
    for name in names:
        if name in left_out:
            found.append(left_out[name])
        elif waiting and waiting[0].name == name:
            found.append(waiting.pop(0))
    return (*found, *waiting)


def _given_up(passes: Sequence[PassReport], why: str) -> tuple[PassReport, ...]:
    """The reports of a kernel that comes out as it went in after all."""
    note = f"left unchanged: all passes together: {why}"
    return tuple(replace(p, changed=False, notes=(note,), after=None) if p.changed else p for p in passes)


def optimize_module(
    module: Module, options: Options | None = None, progress: Progress = lambda _: None, jobs: int = 1
) -> Result:
    """Optimises the kernels of a module; ``jobs`` processes look for the passes of a kernel, without a say in the
    result.

    Raises :class:`CheckFailed` for an error of lint that the file as a whole did not have: that is a defect of isaopt,
    and nothing may be written.  Raises :class:`UsageError` for a pass, a kernel or an assumption that does not exist.
    """
    options = options or Options()
    if options.level not in LEVELS:
        raise UsageError(f"--level {options.level}: levels are {', '.join(map(str, LEVELS))}")
    names = LEVELS[options.level] if options.passes is None else options.passes
    for name in names:
        make_pass(name, options.pass_options)
    check_assumptions(module, options.assumptions)
    objective = options.objective or default_objective(options.level, options.passes is not None)
    if objective == "balanced" and len(_chosen(module, options)) > 1:
        # A launch for trials is of whichever kernels take its arguments: nothing can be predicted of it for all.
        options = replace(options, aim=replace(options.aim, launch=None))
    if objective != "conflicts":
        check_aim(module, _chosen(module, options), options.aim)
    start = time.monotonic()
    original = module
    reports = []
    used: set[str] = set()
    for kernel in _chosen(module, options):
        before = kernel_metrics(original, kernel, addresses=True)
        work = _Work(module, kernel, options)
        tuning = None
        if objective != "conflicts":
            (module, passes, stages), tuning = work.tuned(names, jobs, progress, objective == "cycles")
        else:
            module, passes, stages = work.passes(names, progress)
        verdict, evidence = "proved", ""
        steps: tuple[str, ...] = ()
        if any(p.changed for p in passes):
            verdict = "skipped"
            if options.verify:
                progress(f"{kernel.name}: verify")
                approval = approve(
                    work.original, module, kernel, options.assumptions, stages[:-1], options.trials, work.proofs
                )
                verdict, evidence, steps = approval.verdict, approval.evidence, approval.steps
                used.update(approval.assumptions)
                if approval.verdict == "failed":
                    module, passes = work.original, _given_up(passes, approval.why)
                    verdict = "proved"
        after = kernel_metrics(module, module.kernel(kernel.name), addresses=True)
        reports.append(
            KernelReport(kernel.name, kernel.wave_size, before, after, verdict, passes, evidence, tuning, steps)
        )
    lint = judged(original, module)
    return Result(
        module, module.text() != original.text(), lint, tuple(reports), time.monotonic() - start, tuple(sorted(used))
    )


def judged(before: Module, after: Module) -> LintCounts:
    """The static checks of the output; raises :class:`CheckFailed` for an error that the input did not have."""
    findings = lint_module(after)
    for finding in new_errors(before, after, findings):
        raise CheckFailed(f"{finding.message} [{finding.rule}]; nothing written", before.path, finding.line, 1)
    errors = sum(f.severity is Severity.ERROR for f in findings)
    return LintCounts(errors, len(findings) - errors)
