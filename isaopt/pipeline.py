"""The main path: each kernel is optimised in a file of its own, the result is checked, and the file is put together
again.

A kernel is left untouched if its code cannot be analysed or its rewrite cannot be proved equal to the input; the
result says why. Nothing here writes a file or prints.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from isaopt.alike import NO_LEAD, Lead, Likeness, first_alike
from isaopt.analysis.flow.blockers import Blocker, blockers
from isaopt.asm.isolate import Isolated, in_its_file, isolated, joined
from isaopt.cache.kernels import KernelResults
from isaopt.cache.store import DeferredStore
from isaopt.errors import CheckFailed, InputError, UsageError
from isaopt.ir.choose import chosen_kernels
from isaopt.ir.program import Kernel, Module
from isaopt.linting.compare import new_errors
from isaopt.linting.model import Severity
from isaopt.one_kernel import Done, given_up, optimize_kernel, untouched
from isaopt.outcome import KernelReport, LintCounts, Options, Progress, Result, default_objective
from isaopt.proof.question import Answer, entered, open_already, questions
from isaopt.proof.types import CannotProve
from isaopt.proof.verdict import check_assumptions
from isaopt.proof.walk.flow import build_flow
from isaopt.transform.registry import LEVELS
from isaopt.transform.spec import parse_passes, settings_of
from isaopt.tuning.aim import check_aim
from isaopt.tuning.explore import TUNED
from isaopt.workers import Lost, run_tasks

_ENTERED = "code of the file outside the kernel may lead into it"


def optimize_module(
    module: Module,
    options: Options | None = None,
    progress: Progress = lambda _: None,
    jobs: int = 1,
    store: DeferredStore | None = None,
) -> Result:
    """Optimises the kernels of a module in ``jobs`` processes; neither their number nor the ``store``, which holds
    results of kernels of the same code, affects the result.

    Raises :class:`CheckFailed` for a lint error that the input did not have: that is a defect of isaopt, and nothing
    may be written. Raises :class:`UsageError` for an unknown pass, kernel or assumption.
    """
    start = time.monotonic()
    options, names = _checked(module, options or Options())
    tasks = _tasks(module, options, names)
    done = _all_done(tasks, KernelResults(module, options, store), progress, jobs)
    after, done = _joined(module, tasks, _again_in_file(module, tasks, done), options.verify)
    used = sorted({fact for one in done for fact in one.assumptions})
    lint = _lint(module.path, tasks, done)
    reports = tuple(_with_steps(module, tasks, done))
    return Result(after, after is not module, lint, reports, time.monotonic() - start, tuple(used))


def _checked(module: Module, options: Options) -> tuple[Options, Sequence[str]]:
    """The options with what follows from the file, and the passes to run."""
    if options.level not in LEVELS:
        raise UsageError(f"--level {options.level}: levels are {', '.join(map(str, LEVELS))}")
    names = LEVELS[options.level]
    if options.passes is not None:
        text = ",".join(options.passes)
        specs = parse_passes(text)
        names = tuple(spec.name for spec in specs)
        options = replace(options, pass_options=replace(options.pass_options, settings=settings_of(specs, text)))
    check_assumptions(module, options.assumptions)
    objective = options.objective or default_objective(options.level, options.passes is not None)
    for name, settings in options.pass_options.settings if objective in ("cycles", "measured") else ():
        for option in (option for option, _ in settings if option in TUNED):
            raise UsageError(f"--objective {objective} chooses {option} of {name} itself: leave it out of --passes")
    chosen = _chosen(module, options)
    if objective == "balanced" and len(chosen) > 1:
        # A launch given for trials may fit only one of the kernels, so nothing can be predicted for all of them.
        options = replace(options, aim=replace(options.aim, launch=None))
    if objective == "measured" and options.aim.launch is None:
        raise UsageError("--objective measured needs a launch: --grid, --block and --args")
    if objective == "measured" and not options.verify:
        raise UsageError("--objective measured cannot be combined with --no-verify")
    if objective != "conflicts":
        check_aim(module, chosen, options.aim)
    return replace(options, objective=objective), names


def _chosen(module: Module, options: Options) -> tuple[Kernel, ...]:
    if not module.kernels:
        raise InputError("the file has no kernel (no .amdhsa_kernel)", module.path)
    return chosen_kernels(module.kernels, options.kernels)


@dataclass(frozen=True, slots=True)
class _KernelTask:
    """A kernel and its options; ``done`` is set if there is nothing to do."""

    alone: Isolated
    options: Options
    names: Sequence[str]
    done: Done | None
    lead: Lead = NO_LEAD

    def run(self, progress: Progress = lambda _: None, jobs: int = 1) -> Done:
        objective, before = self.options.objective, self.alone.module
        assert objective is not None
        done = self.done or optimize_kernel(before, self.options, self.names, objective, progress, jobs, self.lead)
        if not done.changed or not self.options.verify:
            return done
        # Asked here, while the proof's analyses are still cached.
        answer = questions(before, done.module, (done.report.name,))[done.report.name]
        return replace(done, question=answer if isinstance(answer, str) else "")


def _tasks(module: Module, options: Options, names: Sequence[str]) -> list[_KernelTask]:
    chosen = _chosen(module, options)
    alone = {kernel.name: isolated(module, kernel) for kernel in chosen}
    reasons = {kernel.name: blockers(module, kernel) for kernel in chosen}
    if options.verify and options.trials is None:
        reasons = {name: found or _unprovable(module, module.kernel(name)) for name, found in reasons.items()}
        for name in open_already(module, {name for name, found in reasons.items() if not found}):
            reasons[name] = (Blocker("unprovable", _ENTERED, module.kernel(name).first),)
    left = {name: untouched(module, alone[name].module, names, found) for name, found in reasons.items() if found}
    return [_KernelTask(one, options, names, left.get(name)) for name, one in alone.items()]


def _unprovable(module: Module, kernel: Kernel) -> tuple[Blocker, ...]:
    """Why no rewrite of this kernel could be proved."""
    try:
        build_flow(module, kernel)
    except CannotProve as error:
        own = range(kernel.first, kernel.last)
        at = next((i for i in own if module.items[i].line == error.line), kernel.first)
        return (Blocker("unprovable", error.message, at),)
    return ()


def _all_done(tasks: list[_KernelTask], results: KernelResults, progress: Progress, jobs: int) -> list[Done]:
    """The result of each kernel; those that are like one before them come after it, and try what it kept."""
    keys = [results.key(task.alone) if task.done is None else "" for task in tasks]
    like = _alike(tasks, keys, results.file)
    done = _some_done(tasks, [k for k in range(len(tasks)) if k not in like], keys, results, progress, jobs)
    for k, first in like.items():
        tasks[k] = replace(tasks[k], lead=Lead.of(done[first].report, done[first].promise, tasks[k].names))
        keys[k] = results.key(tasks[k].alone, tasks[k].lead)
    done |= _some_done(tasks, list(like), keys, results, progress, jobs)
    return [done[at] for at in range(len(tasks))]


def _alike(tasks: Sequence[_KernelTask], keys: Sequence[str], file: Module) -> dict[int, int]:
    """The kernels that are like one before them without being of the same code, with that one."""
    by_code: dict[str | int, int] = {}
    for k, (task, key) in enumerate(zip(tasks, keys, strict=True)):
        if task.done is None and task.options.objective == "balanced":
            by_code.setdefault(key or k, k)
    own = list(by_code.values())
    firsts = first_alike([Likeness.of(file, file.kernel(tasks[k].alone.kernel.name)) for k in own])
    first = {k: own[at] for k, at in zip(own, firsts, strict=True)}
    alike = {k: first[by_code[key or k]] for k, key in enumerate(keys) if (key or k) in by_code}
    return {k: at for k, at in alike.items() if k != at and (not keys[k] or keys[k] != keys[at])}


def _some_done(
    tasks: Sequence[_KernelTask],
    which: Sequence[int],
    keys: Sequence[str],
    results: KernelResults,
    progress: Progress,
    jobs: int,
) -> dict[int, Done]:
    """The results of these kernels; a kernel whose process was lost is done again here, so that the cause is reported.
    One of several of the same code is optimised for all."""
    done: dict[int, Done] = {}
    first: dict[str, int] = {}
    for k in which:
        key = keys[k]
        found = results.get(key, tasks[k].alone) if key and key not in first else None
        if found is not None:
            done[k] = found
        elif key:
            first.setdefault(key, k)
    waiting = [k for k in which if k not in done and tasks[k].done is None and first.get(keys[k], k) == k]
    if jobs > 1 and len(waiting) > 1:
        for at, answer in run_tasks(_KernelTask.run, [tasks[k] for k in waiting], jobs):
            if not isinstance(answer, Lost):
                progress(f"{tasks[waiting[at]].alone.kernel.name}: done")
                done[waiting[at]] = answer
    for at in which:
        task = tasks[at]
        if at in done and done[at].looked_up:
            continue
        found = results.get(keys[at], task.alone) if first.get(keys[at], at) != at else None
        done[at] = found or done.get(at) or task.run(progress, jobs)
        if found is None:
            results.keep(keys[at], task.alone, done[at])
        if len(tasks) > 1:
            # The analyses of all kernels of a library would not fit into memory.
            for version in (task.alone.module, done[at].module, *done[at].stages):
                version.kept.clear()
    return done


def _joined(module: Module, tasks: list[_KernelTask], done: Sequence[Done], verify: bool) -> tuple[Module, list[Done]]:
    """The file with all optimised kernels, except those that are a different program inside the file than alone."""
    changes = [(t.alone, d.module) for t, d in zip(tasks, done, strict=True) if d.changed]
    after = joined(module, changes) if changes else module
    if not changes or not verify or (tasks[0].alone.module is module and not done[0].looked_up):
        return after, list(done)
    names = [d.report.name for d in done if d.changed]
    asked, open_ = questions(module, after, names), entered(module, after, frozenset(names))
    kept = []
    for k, one in enumerate(done):
        why = _differs(one, asked[one.report.name]) if one.changed else ""
        if why and not one.looked_up and _may_need_file(module, tasks[k]):
            tasks[k] = _in_file(module, tasks[k])
            one = tasks[k].run()
        elif one.report.name in open_:
            why = why or _ENTERED
        if why and one is done[k]:
            one = tasks[k].run() if one.looked_up else given_up(tasks[k].alone.module, one, why)
        kept.append(one)
    if any(a is not b for a, b in zip(kept, done, strict=True)):
        return _joined(module, tasks, kept, verify)
    return after, kept


def _differs(done: Done, question: Answer) -> str:
    """Why the proof of a kernel alone does not carry over to the file; empty if it does."""
    if isinstance(question, CannotProve):
        return f"in the whole file it cannot be proved: {question.message}"
    return "" if done.question == question else "in the whole file it is another program than alone"


def _again_in_file(module: Module, tasks: list[_KernelTask], done: Sequence[Done]) -> list[Done]:
    """The results, after kernels of which nothing could be proved have had another try in their whole file where they
    are another program by themselves. The ``tasks`` of these kernels change."""
    found = list(done)
    unproved = [
        k
        for k, one in enumerate(done)
        if tasks[k].done is None
        and not one.changed
        and any(report.reason == "not-proved" for report in one.report.passes)
        and _may_need_file(module, tasks[k])
    ]
    asked = questions(module, module, [done[k].report.name for k in unproved]) if unproved else {}
    for k in unproved:
        own, name = tasks[k].alone.module, done[k].report.name
        if questions(own, own, (name,))[name] != asked[name]:
            tasks[k] = _in_file(module, tasks[k])
            found[k] = tasks[k].run()
    return found


def _may_need_file(module: Module, task: _KernelTask) -> bool:
    """Whether a kernel may do something else in its file than alone: what its code names may be in another place."""
    return task.options.verify and len(task.alone.origin) < len(module.items)


def _in_file(module: Module, task: _KernelTask) -> _KernelTask:
    return replace(task, alone=in_its_file(module, module.kernel(task.alone.kernel.name)))


def _with_steps(module: Module, tasks: Sequence[_KernelTask], done: Sequence[Done]) -> Iterator[KernelReport]:
    """The reports, with the versions of the whole file that a proof needs: kernels change one after the other."""
    before: list[tuple[Isolated, Module]] = []
    for task, one in zip(tasks, done, strict=True):
        steps = tuple(joined(module, [*before, (task.alone, stage)]).text() for stage in one.stages)
        yield replace(one.report, steps=steps)
        if one.changed:
            before.append((task.alone, one.module))


def _lint(path: str, tasks: Sequence[_KernelTask], done: Sequence[Done]) -> LintCounts:
    """The lint counts of the kernels that changed; the others have the findings that they had.

    Raises:
        CheckFailed: an error that the input did not have.
    """
    errors = warnings = 0
    for task, one in zip(tasks, done, strict=True):
        if not one.changed:
            continue
        for finding in new_errors(task.alone.module, one.module, one.findings, (one.report.name,)):
            raise CheckFailed(f"{finding.message} [{finding.rule}]; nothing written", path, finding.line, 1)
        own = sum(finding.severity is Severity.ERROR for finding in one.findings)
        errors, warnings = errors + own, warnings + len(one.findings) - own
    return LintCounts(errors, warnings)
