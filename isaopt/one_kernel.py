"""Optimises one kernel: chooses its passes, proves the result, and reports."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path

from isaopt.account import HAZARD_PRICE, WorkAccount
from isaopt.alike import NO_LEAD, Lead
from isaopt.analysis.figures.metrics import kernel_metrics
from isaopt.analysis.flow.blockers import Blocker
from isaopt.analysis.integers.origins import with_unwritten
from isaopt.approval import Approval, Proofs, approve
from isaopt.errors import CheckFailed, InputError, MissingTool, UsageError
from isaopt.ir.program import Kernel, Module
from isaopt.linting.model import Finding
from isaopt.linting.run import lint_module
from isaopt.outcome import KernelReport, Options, PassReport, Progress
from isaopt.partial import Judged, kept_part
from isaopt.rebuild.rewrite import built
from isaopt.transform.base import PassResult, failed_pass, unchanged
from isaopt.transform.interlock import with_safe_pairs
from isaopt.transform.registry import make_pass
from isaopt.tuning.aim import aim_for
from isaopt.tuning.explore import options_for
from isaopt.tuning.headroom import Promise
from isaopt.tuning.measured import GpuBench
from isaopt.tuning.model import Objective, PassStep
from isaopt.tuning.run import Proving, TunedSteps, tune

#: Reasons to leave a kernel alone that its report shows.
_MOST_REASONS = 5


@dataclass(frozen=True, slots=True)
class Done:
    """A kernel's ``module`` after optimisation, the versions between it and the input that the proof needs, and the
    report. ``assumptions`` are those that the proof used, ``findings`` those of lint if the module changed, and
    ``question`` is what was proved (:func:`isaopt.proof.question.questions`), empty without a proof, and ``promise``
    what the input promised, if that was asked. ``looked_up``: for another kernel, of the same code."""

    module: Module
    stages: tuple[Module, ...]
    report: KernelReport
    assumptions: tuple[str, ...] = ()
    findings: tuple[Finding, ...] = ()
    question: str = ""
    promise: Promise | None = None
    looked_up: bool = False

    @property
    def changed(self) -> bool:
        return any(p.changed for p in self.report.passes)


def optimize_kernel(
    module: Module,
    options: Options,
    names: Sequence[str],
    objective: Objective,
    progress: Progress = lambda _: None,
    jobs: int = 1,
    lead: Lead = NO_LEAD,
) -> Done:
    """Runs these passes on the only kernel of a module and keeps what the objective wants and the proofs allow; with
    the ``lead`` of a kernel that is alike."""
    (kernel,) = module.kernels
    module = with_unwritten(module, kernel, options.assumptions)
    limited = options.verify and options.trials is None
    effort = options.pass_options.effort if limited else math.inf
    account = WorkAccount(len(module.instructions(kernel)), effort)
    work = _KernelWork(module, kernel, options, Proofs(account=account))
    chosen = _chosen(work, names, objective, progress, jobs, lead)
    applied = _applied(work, names, chosen, {report.name: report for report in lead.left_out})
    proof = _proof(work, applied, progress)
    return _report(work, chosen, applied, proof)


@dataclass(frozen=True, slots=True)
class _Applied:
    """The module after the passes, a report for each requested pass, and the versions in between."""

    module: Module
    reports: tuple[PassReport, ...]
    stages: tuple[Module, ...]


def _chosen(
    work: _KernelWork,
    names: Sequence[str],
    objective: Objective,
    progress: Progress,
    jobs: int,
    lead: Lead,
) -> TunedSteps:
    """The steps that the objective wants, each reduced to what may be kept of it."""
    module, kernel, options = work.original, work.kernel, work.options
    aim = aim_for(module, kernel, options.aim)
    passes = replace(options.pass_options, assumptions=options.assumptions)
    with ExitStack() as stack:
        bench = stack.enter_context(_bench(kernel, options)) if objective == "measured" else None
        return tune(
            module, kernel, tuple(PassStep(n) for n in names), aim, passes,
            Proving(work.whole, work.run, work.proofs.account), jobs,
            progress, objective, bench, options.measuring.launches, lead,
        )  # fmt: skip


def _applied(
    work: _KernelWork, names: Sequence[str], chosen: TunedSteps, left_out: Mapping[str, PassReport]
) -> _Applied:
    """Runs the chosen steps one after the other, then makes dual pairs safe; passes ``left_out`` may have been tried
    all the same."""
    after, ran, stages = work.reports((step, edge.result, edge.seconds) for step, edge in chosen.steps)
    safe = with_safe_pairs(after, after.kernels[0]) if names else after
    if safe is not after:
        note = "dual instructions that could read another value than they should have other operands, or are two"
        # A separate step: if it cannot be proved, only this step is lost.
        work.proofs.account.extend(HAZARD_PRICE)
        made = work.run(PassStep("safe-pairs"), after, PassResult(safe, True, notes=(note,)))
        figures = kernel_metrics(made.module, made.module.kernels[0]) if made.changed else None
        ran = (*ran, PassReport("safe-pairs", made.changed, 0.0, None, made.notes, after=figures, reason=made.reason))
        if made.changed:
            after, stages = made.module, (*stages, made.module)
    why = chosen.tuning.why if chosen.tuning is not None else ""
    note = f"left unchanged: {why or 'the kernel is predicted to be no slower without it'}"
    out = {
        step.name: PassReport(step.name, False, 0.0, None, (note,), reason=chosen.reason) for step in chosen.left_out
    }
    tried = {step.name for step, _ in chosen.steps}
    left = {name: report for name, report in left_out.items() if name not in tried}
    return _Applied(after, _in_order(names, ran, {**left, **out}), stages)


def _proof(work: _KernelWork, applied: _Applied, progress: Progress) -> Approval | None:
    """The proof of the whole rewrite: an untouched kernel is its own proof; None if no proof was requested."""
    if not any(ran.changed for ran in applied.reports):
        return Approval("proved")
    if not work.options.verify:
        return None
    progress(f"{work.kernel.name}: verify")
    allowed, trials = work.options.assumptions, work.options.trials
    return approve(
        work.original, applied.module, work.kernel, allowed, lambda: applied.stages[:-1], trials, work.proofs
    )


def _report(work: _KernelWork, chosen: TunedSteps, applied: _Applied, proof: Approval | None) -> Done:
    """The kernel's report; the kernel is returned unchanged if the whole rewrite was not proved."""
    module, kernel, after = work.original, work.kernel, applied.module
    before = kernel_metrics(module, kernel, addresses=True)
    figures = kernel_metrics(after, after.kernels[0], addresses=True) if after is not module else before
    if chosen.predicted is not None:
        gpu, setting, time = chosen.predicted
        before, figures = setting.seen(before, setting.before, gpu), setting.seen(figures, time, gpu)
    known = proof or Approval("proved")
    verdict = "skipped" if proof is None else known.verdict
    report = KernelReport(
        kernel.name, kernel.wave_size, before, figures, verdict, applied.reports, known.evidence, chosen.tuning,
        known.steps,
    )  # fmt: skip
    stages = applied.stages[:-1] if known.steps else ()
    findings = lint_module(after, kernels=(kernel.name,)) if after is not module else ()
    done = Done(after, stages, report, known.assumptions, findings, promise=chosen.promise)
    return given_up(module, done, known.why) if known.verdict == "failed" else done


@contextmanager
def _bench(kernel: Kernel, options: Options) -> Iterator[GpuBench]:
    """The GPU to measure on, with a directory for files that are launched there."""
    import tempfile

    from isaopt.cache.store import Store
    from isaopt.hip.trials import GpuTrials

    given, launch = options.measuring, options.aim.launch
    assert launch is not None
    store = Store(Path(given.store)) if given.store is not None else None
    with (
        tempfile.TemporaryDirectory(prefix="isaopt-") as scratch,
        closing(GpuTrials(kernel.name, launch, Path(scratch), given.device, given.seconds, store)) as trials,
    ):
        yield trials


def untouched(file: Module, alone: Module, names: Sequence[str], reasons: Sequence[Blocker]) -> Done:
    """The report of a kernel that must be left alone; ``reasons`` refer to places in ``file``."""
    (kernel,) = alone.kernels
    figures = kernel_metrics(alone, kernel, addresses=True)
    notes = tuple(
        f"left unchanged: {r.message} [{r.code}] (line {file.items[r.item].line})" for r in reasons[:_MOST_REASONS]
    )
    passes = tuple(PassReport(name, False, 0.0, None, notes, reason=reasons[0].code) for name in names)
    report = KernelReport(kernel.name, kernel.wave_size, figures, figures, "proved", passes)
    return Done(alone, (), report)


#: The share of a solver's work that a pass gets for a second run if its whole result could not be proved.
_AGAIN = 0.1


@dataclass(frozen=True, slots=True)
class _KernelWork:
    """The state of one kernel's optimisation: ``original`` is its own module; proved steps are recorded in
    ``proofs``."""

    original: Module
    kernel: Kernel
    options: Options
    proofs: Proofs = field(default_factory=Proofs)

    def whole(self, after: Module) -> bool:
        """Whether the final form of a version, with its dual pairs made safe, is proved from the original in one
        step; for a version that will be launched to be measured, the version itself is proved."""
        if not self.options.verify:
            return True
        if self.options.objective != "measured":
            after = with_safe_pairs(after, after.kernels[0])
        found = approve(self.original, after, self.kernel, self.options.assumptions, proofs=self.proofs)
        return found.verdict == "proved"

    def reports(
        self, ran: Iterable[tuple[PassStep, PassResult, float]]
    ) -> tuple[Module, tuple[PassReport, ...], tuple[Module, ...]]:
        """The module after the passes, a report for each, and the versions in between."""
        reports = []
        module = self.original
        stages: list[Module] = []
        for step, result, seconds in ran:
            if result.changed:
                if self.proofs.key(self.original, result.module, self.kernel) in self.proofs.steps:
                    stages.clear()
                stages.append(result.module)
            module = result.module
            after = kernel_metrics(module, module.kernels[0]) if result.changed else None
            notes = result.notes
            if step.text != step.name:
                notes = (f"chosen by predicted cycles: {step.text}", *notes)
            reports.append(
                PassReport(
                    step.name, result.changed, seconds, result.solver, notes, result.declined, after, result.reason
                )
            )
        return module, tuple(reports), tuple(stages)

    def run(self, step: PassStep, module: Module, ready: PassResult) -> PassResult:
        """What may be kept of a pass that turned a module into ``ready``: everything, what remains without the parts
        that cannot be proved, or nothing.

        If a pass has a defect, its kernel loses the pass; other kernels are not affected. ``ISAOPT_DEBUG=1`` lets the
        exception through.
        """
        try:
            found = Judged(ready, self.approval(module, ready))
            if found.approval.verdict == "failed" and not self.proofs.account.exhausted:
                size = len(module.instructions(module.kernels[0]))
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
        reason = "work-limit" if self.proofs.account.exhausted else "not-proved"
        return unchanged(module, reason, approval.why, answer=result.solver, declined=result.declined)

    def attempt(self, step: PassStep, module: Module, without: tuple[int, ...]) -> Judged:
        """A pass's result and whether it is proved; ``without`` as in :class:`PassOptions`."""
        own = options_for(self.options.pass_options, step)
        again = replace(own, assumptions=self.options.assumptions, without=(*own.without, *without))
        made = make_pass(step.name, replace(again, effort=own.effort * _AGAIN))
        result = made.apply(module, module.kernels[0])
        return Judged(result, self.approval(module, result))

    def approval(self, before: Module, result: PassResult) -> Approval:
        """The approval of a step. A step that relies on assumptions must also be proved from the original, the only
        version that they describe; a version proved from there needs no other proof."""
        options = self.options
        if not options.verify or not result.changed:
            return Approval("proved")
        after, allowed = result.module, options.assumptions
        known = self.proofs.steps.get(self.proofs.key(self.original, after, self.kernel))
        if known is not None:
            return known
        found = approve(
            before,
            after,
            self.kernel,
            allowed,
            lambda: [built(bare, before, self.kernel) for bare in result.stages],
            options.trials,
            self.proofs,
        )
        if found.assumptions and before is not self.original:
            return approve(self.original, after, self.kernel, allowed, trials=options.trials, proofs=self.proofs)
        return found


def _in_order(
    names: Sequence[str], ran: Sequence[PassReport], left_out: Mapping[str, PassReport]
) -> tuple[PassReport, ...]:
    """The passes that ran, in the order in which they ran, with those that were left out at their places in a level."""
    waiting, found = list(ran), []
    for name in names:
        if name in left_out:
            found.append(left_out[name])
        elif waiting and waiting[0].name == name:
            found.append(waiting.pop(0))
    return (*found, *waiting)


def given_up(module: Module, done: Done, why: str) -> Done:
    """The unchanged kernel, with the reason."""
    note = f"left unchanged: all passes together: {why}"
    passes = tuple(
        replace(p, changed=False, notes=(note,), after=None, reason="not-proved") if p.changed else p
        for p in done.report.passes
    )
    tuning = done.report.tuning and done.report.tuning.given_up(why)
    report = replace(
        done.report, after=done.report.before, verify="proved", passes=passes, evidence="", steps=(), tuning=tuning
    )
    return Done(module, (), report, promise=done.promise)
