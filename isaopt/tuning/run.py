"""Tuning of one kernel: workloads, search, and proof of what the search chose."""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable
from dataclasses import dataclass, replace

from isaopt.account import PROOF_PRICE, UNKNOWN_GAIN, WorkAccount
from isaopt.alike import NO_LEAD, Lead
from isaopt.analysis.figures.metrics import kernel_metrics
from isaopt.ir.program import Kernel, Module
from isaopt.simulator.results import KernelTime
from isaopt.simulator.simulation import model_for
from isaopt.target.gpus import Gpu
from isaopt.transform.base import PassResult
from isaopt.transform.registry import PassOptions
from isaopt.tuning.explore import Explorer, Runner
from isaopt.tuning.floor import Floor
from isaopt.tuning.headroom import CHEAP, FEWER, LARGE, LITTLE, SMALL, WORTH, Headroom, Promise
from isaopt.tuning.measured import GpuBench, fastest
from isaopt.tuning.model import (
    MARGIN,
    Aim,
    Measured,
    Objective,
    PassStep,
    Plan,
    Prediction,
    Searched,
    TriedPasses,
    Tuning,
    plan_text,
)
from isaopt.tuning.moves import Work, more_waves, variants
from isaopt.tuning.prediction import WorkloadPredictor, guarded
from isaopt.tuning.search import EXHAUSTED, ORDER, Guard, PlanSearch
from isaopt.tuning.tree import Edge, Tree
from isaopt.tuning.workloads import Setting, settings


@dataclass(frozen=True, slots=True)
class Proving:
    """``whole`` says whether a version is proved from the input in one step; ``step`` returns what may be kept of a
    step's result: all of it if it is proved, else the part that is. The ``account`` pays for both."""

    whole: Callable[[Module], bool]
    step: Callable[[PassStep, Module, PassResult], PassResult]
    account: WorkAccount


_SLOWER = "every choice of passes is predicted slower than the input"
_UNPROVED = "no choice of passes could be proved"
_LIMITED = (
    "its passes are predicted to save {gain:.1%}, which is not worth the work that is left to prove [work-limit]; "
    "a larger --effort allows more"
)
_IDLE = "its passes are predicted to save {gain:.1%}, and take neither instructions nor conflicts away [no-gain]"
#: Passes whose changes are of use in other launches, too, where none of these is predicted to gain.
_OF_USE = FEWER - {"unroll"}
#: In kernels of more instructions, pairs that promise little are not tried beside an order of loads that gains enough.
_HUGE = 1_000
#: After so many choices that cannot be proved, only proved ones are considered.
_ROUNDS = 12


@dataclass(frozen=True, slots=True)
class TunedSteps:
    """The steps to keep, each with its result and the seconds that it took; the steps of the level that are left out;
    and how they were chosen."""

    steps: tuple[tuple[PassStep, Edge], ...]
    left_out: tuple[PassStep, ...]
    tuning: Tuning | None
    reason: str = "slower"
    """The code that says why steps are left out."""
    predicted: tuple[Gpu, Setting, KernelTime] | None = None
    """The first workload with the predictions for the input and the result; None if they are not comparable."""
    promise: Promise | None = None
    """What the input promises, if that was asked."""


def tune(
    module: Module,
    kernel: Kernel,
    default: Plan,
    aim: Aim,
    options: PassOptions,
    proving: Proving,
    jobs: int = 1,
    progress: Callable[[str], None] = lambda _: None,
    objective: Objective = "balanced",
    bench: GpuBench | None = None,
    launches: int = 0,
    lead: Lead = NO_LEAD,
) -> TunedSteps:
    """The proved steps that the objective selects: those predicted fastest (``cycles``), the level's without those that
    slow the kernel down (``balanced``), all of the level's (``conflicts``), or those that are fastest on the ``bench``
    within this many ``launches`` (``measured``). None if every choice would slow the kernel down; the whole level if
    nothing can be predicted. Passes that the ``lead`` leaves out are not tried, unless that is all of the level and
    pairs promise a large kernel more than their proof takes: what decides there is near to chance.

    Raises:
        UsageError: an unknown GPU, loop or argument, or a launch that does not fit the kernel.
        MissingTool: there is no GPU to measure on.
    """

    level, attempts = default, 0
    default = tuple(step for step in level if step.name not in lead.names)

    def tree_of(runner: Runner) -> Tree:
        def attempt(step: PassStep, version: Module) -> PassResult:
            nonlocal attempts
            attempts += 1
            trial = attempts - len(default)
            place = (
                f"trial {trial}:" if trial > 0 or step not in default else f"{default.index(step) + 1}/{len(default)}"
            )
            progress(f"{kernel.name}: {place} {step.text}")
            return runner.attempt(step, version)

        return Tree(module, attempt)

    refused: dict[PassStep, str] = {}

    def whole(version: Module) -> bool:
        progress(f"{kernel.name}: proof")
        return prove_whole(version)

    def judged(step: PassStep, version: Module, result: PassResult) -> PassResult:
        progress(f"{kernel.name}: proof of {step.text}")
        kept = prove_step(step, version, result)
        if not kept.changed:
            refused[step] = kept.notes[0].removeprefix("left unchanged: ")
        return kept

    prove_step, prove_whole, proving = proving.step, proving.whole, replace(proving, step=judged, whole=whole)
    plain = tree_of(Runner(kernel.name, options, refused=refused))
    if objective == "conflicts":
        _prove_all(plain, default, proving)
        return TunedSteps(_steps(plain, default), (), None)
    gpu = model_for(module, aim.gpu)
    seconds = 0.0
    if bench is not None:
        progress(f"{kernel.name}: launch")
        seconds = bench.begin(module.text())
    progress(f"{kernel.name}: sim")
    balanced = objective == "balanced"
    sparing = balanced and proving.account.size > LARGE
    bounded = balanced and proving.account.size > SMALL
    again = level if sparing and not default else ()
    asked = guarded(lambda: _asked(module, kernel, gpu, aim, default, again, bounded, proving.account, lead), aim)
    if isinstance(asked, str):
        if balanced:
            proving.account.grant(UNKNOWN_GAIN)
        _prove_all(plain, default, proving)
        why = f"its cycles cannot be predicted{', and nothing was tried on the GPU' if bench else ''}: {asked}"
        return TunedSteps(_steps(plain, default), (), Tuning(gpu.name, gpu.title, (), (), (), why))
    headroom, default = asked
    predictor, found = headroom.predictor, headroom.predictor.settings
    runner = Runner(kernel.name, options, headroom, refused, proving.account)
    tree = tree_of(runner)
    tree.predict = predictor.predict
    base = predictor.input
    spared, limited = (None, "")
    if sparing and default and not lead.settled:
        spared, limited = _spared(tree, headroom, default, proving.account)
    if spared is None and all(version is module for version in tree.versions(default)):
        same = tuple(setting.figure(setting.before, setting.before) for setting in found)
        first = gpu, found[0], found[0].before
        return TunedSteps(
            _steps(tree, default),
            (),
            Tuning(gpu.name, gpu.title, same, (), ()),
            predicted=first,
            promise=headroom.learnt,
        )
    # Before other processes are asked, so that it does not depend on them.
    promise = headroom.learnt
    simulated = sum(i.issues for setting in found for i in setting.before.instructions)
    explorer, floor = Explorer(tree, runner, predictor, jobs), Floor(predictor, tree)
    failed: list[TriedPasses] = []
    measured: Measured | None = None
    ordered, idle = False, ""
    for number in range(_ROUNDS + 1):
        work = Work(tree, kernel.name, simulated, options.effort)
        guard: Guard = "lenient" if objective == "balanced" else "strict"
        search = PlanSearch(tree, base, default, variants(default), work, explorer.prepare, guard, floor.below)
        limited = "" if number else limited
        if spared is not None:
            chosen = spared
            search.try_all([spared])
        else:
            chosen = search.harmless(lead.settled) if balanced else search.run(more_waves(module, kernel, default))
        if bench is not None:
            progress(f"{kernel.name}: launches")
            chosen, measured = fastest(
                search, predictor, bench, seconds, lambda plan: _prove(tree, plan, proving), launches
            )
            break
        if balanced:
            gain = _gain(tree.prediction(chosen), base)
            proving.account.grant(gain)
            short = not proving.account.affords(PROOF_PRICE)
            idle = ""
            if not short and not _is_proved(tree, chosen) and _is_idle(tree, chosen, base, options.bank_model):
                idle = _IDLE.format(gain=max(0.0, gain))
                # What the passes before the first change say of the kernel holds.
                changes = (k for k, (_, edge) in enumerate(_steps(tree, chosen)) if edge.result.changed)
                chosen = chosen[: next(changes)]
            elif not _is_proved(tree, chosen) and (short or not _earns_proof(tree, chosen, base, proving)):
                limited = _LIMITED.format(gain=max(0.0, gain))
                useful = () if short else tuple(step for step in chosen if step.name in _OF_USE)
                # Registers and order, which gain nothing, may be what the proof does not follow.
                if useful and _is_proved_alone(search, useful, proving):
                    chosen, limited, idle = useful, "", _IDLE
            if failed and not ordered and (limited or gain < WORTH) and not proving.account.affords(PROOF_PRICE):
                ordered = True
                orders = search.only_ordered(proving.account, lambda p: _gain(p, base) > WORTH)
                chosen, limited = (chosen, limited) if orders is None else (orders, "")
                idle = idle if orders is None else ""
        if number == _ROUNDS or limited:
            why = limited or "its steps were not proved"
            search.refused = {plan: why for plan in search.tried if not _is_proved(tree, plan)}
            chosen = search.choice()
        before = tree.prediction(chosen)
        refusal = _prove(tree, chosen, proving)
        if refusal is None:
            break
        failed.append(TriedPasses(plan_text(chosen), before.cycles, "not proved", refusal))
    after = tree.prediction(chosen)
    times = _times(predictor, tree.versions(chosen)[-1], after)
    figures = tuple(setting.figure(setting.before, time) for setting, time in times)
    assumed = tuple(dict.fromkeys(text for s in found for text in s.before.assumed))
    candidates = (*search.candidates(chosen), *failed)
    why = ""
    unproved = not chosen and bool(candidates) and all(c.outcome == "not proved" for c in candidates)
    if measured is not None and not chosen:
        why = f"no choice of passes is measurably faster on {measured.device}: {measured.ended}"
    elif after.incomparable:
        figures, times, why = (), (), f"its cycles cannot be compared with the input's: {after.incomparable}"
    elif idle and tree.versions(chosen)[-1] is tree.original:
        why = idle
    elif (candidates or limited) and not chosen:
        why = limited or (_UNPROVED if unproved else _SLOWER)
    ended = "the work limit was reached" if work.short and search.ended == EXHAUSTED else search.ended
    searched = Searched(len(search.tried), len(search.cut), work.spent, work.most, ended) if ended else None
    tuning = Tuning(gpu.name, gpu.title, figures, candidates, assumed, why, searched, measured)
    kept = {step.name for step in chosen}
    predicted = (gpu, *times[0]) if times else None
    others = tuple(step for step in default if step.name not in kept)
    reason = "no-gain" if idle else "work-limit" if limited else "not-proved" if unproved else "slower"
    return TunedSteps(_steps(tree, chosen), others, tuning, reason, predicted, promise)


def _asked(
    module: Module,
    kernel: Kernel,
    gpu: Gpu,
    aim: Aim,
    plan: Plan,
    again: Plan,
    bounded: bool,
    account: WorkAccount,
    lead: Lead,
) -> tuple[Headroom, Plan]:
    """The workloads, with what the input promises where that bounds what is tried; and the plan, or the one to try
    ``again`` after all, if pairs promise more than their proof takes."""
    headroom = Headroom(WorkloadPredictor(module, kernel, gpu, settings(module, kernel, gpu, aim)))
    plan = again if again and headroom.pairs_pay(account.pays) else plan
    if not bounded or not plan:
        return headroom, plan
    if lead.promise is None:
        return replace(headroom, promise=headroom.promised()), plan
    # What could gain too little there is asked again, since registers differ.
    told = {step: most for step, most in lead.promise.most if step in CHEAP or most >= WORTH}
    return replace(headroom, promise=replace(lead.promise, large=account.size > LARGE), told=told), plan


def _spared(tree: Tree, headroom: Headroom, level: Plan, account: WorkAccount) -> tuple[Plan | None, str]:
    """The choice where no other is looked for, else None: nothing, with the reason, if no proof is paid for; the passes
    that take instructions away, or these and the one that orders loads, if they gain more than the whole level, or
    enough in a huge kernel in which pairs promise little."""
    fewer = tuple(itertools.takewhile(lambda step: step.name in FEWER, level))
    few = (fewer, (*fewer, *(step for step in level if step.name == ORDER)))
    base, promise = headroom.predictor.input, headroom.promise
    found = [tree.prediction(plan) for plan in few]
    gains = [UNKNOWN_GAIN if after.incomparable else _gain(after, base) for after in found]
    gain = max(gains)
    best = few[gains.index(gain)]
    pairs = UNKNOWN_GAIN if promise is None else promise.in_pairs
    if account.size > _HUGE and pairs < LITTLE and account.pays(gain) and not tree.prediction(best).loses(base):
        account.grant(gain)
        return best, ""
    if not headroom.pairs_pay(lambda share: account.pays(max(0.0, gain) + share - WORTH)):
        return (), _LIMITED.format(gain=max(0.0, gain))
    after = tree.prediction(level)
    more = UNKNOWN_GAIN if after.incomparable else _gain(after, base)
    account.grant(max(gain, more))
    if not account.affords(PROOF_PRICE):
        return (), _LIMITED.format(gain=max(0.0, gain, more))
    better = gain > more + MARGIN and not tree.prediction(best).loses(base)
    return (best, "") if better else (None, "")


def _gain(after: Prediction, base: Prediction) -> float:
    """The share of the input's time that a version gains; nothing if its work is not the same."""
    return 0.0 if after.incomparable else 1 - after.mean(base)


def _times(predictor: WorkloadPredictor, version: Module, after: Prediction) -> tuple[tuple[Setting, KernelTime], ...]:
    """The prediction of a version on the workloads; another process may have computed it."""
    known = zip(predictor.settings, after.cycles, strict=True)
    return tuple((setting, predictor.simulated(version, setting)) for setting, cycles in known if cycles is not None)


def _steps(tree: Tree, plan: Plan) -> tuple[tuple[PassStep, Edge], ...]:
    return tuple((step, edge) for step, (_, edge) in zip(plan, tree.steps(plan), strict=True))


def _is_idle(tree: Tree, plan: Plan, base: Prediction, bank_model: str) -> bool:
    """Whether a plan gains on no workload and takes no instructions or conflicts away, so that it is not worth a
    proof."""
    after = tree.prediction(plan)
    if after.incomparable or after.best(base) <= 1 / (1 + MARGIN):
        return False
    if any(edge.result.changed and step.name in _OF_USE for step, edge in _steps(tree, plan)):
        return False
    before, after_all = (
        kernel_metrics(version, version.kernels[0]).bank_conflicts_by_model[bank_model]
        for version in (tree.original, tree.versions(plan)[-1])
    )
    return after_all >= before


def _earns_proof(tree: Tree, plan: Plan, base: Prediction, proving: Proving) -> bool:
    """Whether a plan that is of use gains enough for a proof step by step, or is proved at once."""
    after = tree.prediction(plan)
    little = not after.incomparable and after.mean(base) > 1 - MARGIN
    return not little or proving.whole(tree.versions(plan)[-1])


def _is_proved_alone(search: PlanSearch, plan: Plan, proving: Proving) -> bool:
    """Whether these first steps of a plan that failed are proved at once."""
    tree = search.tree
    made = tree.versions(plan)[-1]
    changed = made.text() != tree.original.text()
    return bool(changed and search.try_all([plan]) and search.allowed(plan) and proving.whole(made))


def _is_proved(tree: Tree, plan: Plan) -> bool:
    return all(edge.final or not edge.result.changed for _, edge in _steps(tree, plan))


def _prove_all(tree: Tree, plan: Plan, proving: Proving) -> None:
    while _prove(tree, plan, proving) is not None:
        pass


def _prove(tree: Tree, plan: Plan, proving: Proving) -> str | None:
    """Proves a plan, at once or step by step, beginning with the steps that changed branches, which fail most often;
    if a step no longer gives the same result, says why and stops."""
    open_ = [edge for _, edge in _steps(tree, plan) if edge.result.changed and not edge.final]
    if not open_ or proving.whole(tree.versions(plan)[-1]):
        return None
    steps = tree.steps(plan)
    straight = [_branches(module) == _branches(edge.result.module) for module, edge in steps]
    for at in sorted(range(len(plan)), key=straight.__getitem__):
        step, (module, edge) = plan[at], steps[at]
        if edge.result.changed and not edge.final:
            start = time.monotonic()
            kept = proving.step(step, module, edge.result)
            seconds = edge.seconds + time.monotonic() - start
            tree.edges[module.text(), step] = Edge(kept, seconds, final=True)
            if kept.module.text() != edge.result.module.text():
                reasons = [note for note in kept.notes if note not in edge.result.notes]
                return f"{step.text}: {reasons[0] if reasons else 'only a part of it could be proved'}"
    return None


def _branches(module: Module) -> int:
    """The number of branches in the code of a module."""
    return sum(item.op.flag("branch") for kernel in module.kernels for _, item in module.instructions(kernel))
