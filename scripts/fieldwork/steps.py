"""What is done to each file and each kernel, and what is written down of it, as JSON values."""

from __future__ import annotations

import json
import os
import random
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import TypeGuard, TypeVar

from isaopt.analysis.figures.metrics import Metrics
from isaopt.analysis.figures.records import instruction_records
from isaopt.analysis.flow.blockers import blockers
from isaopt.api import report
from isaopt.asm.printer import print_module
from isaopt.certificate import certify, verify_certified
from isaopt.emulator.agreement import agree, pair
from isaopt.errors import InputError, IsaoptError
from isaopt.ir.program import Instruction, Item, Kernel, Module
from isaopt.isa.meaning import Space
from isaopt.linting.compare import new_errors
from isaopt.linting.model import Severity
from isaopt.linting.run import lint_module
from isaopt.outcome import KernelReport, Options, Result
from isaopt.pipeline import optimize_module
from isaopt.plain import plain
from isaopt.proof.verdict import verify_modules
from isaopt.toolchain.assemble import assemble
from isaopt.toolchain.textfacts import retarget
from scripts.fieldwork.entries import Figures, Outcome
from scripts.fieldwork.limited import Wrong
from tests.objects import differences
from tests.renaming import random_permutation, rename_kernel

Made = TypeVar("Made")

#: Launches of each version in the emulator.
TRIALS = 4


def check_fmt(text: str, module: Module) -> None:
    """``fmt`` gives the file back byte for byte; ``fmt --normalize`` means the same to the assembler."""
    if print_module(module) != text:
        raise Wrong("the text is not given back byte for byte")
    before = assemble(retarget(text, module.arch), module.arch, path=module.path)
    try:
        normal = retarget(print_module(module, normalize=True), module.arch)
        after = assemble(normal, module.arch, path="normalized")
    except InputError as error:
        raise Wrong(f"the assembler refuses the normalized text: {error}") from None
    found = differences(before, after)
    if found:
        raise Wrong(f"normalized, the objects differ: {', '.join(found)}")


def check_dump(module: Module) -> None:
    for record in instruction_records(module):
        json.dumps(plain(record))


def lint_counts(module: Module, kernels: tuple[str, ...] = ()) -> dict[str, dict[str, int]]:
    """Findings by severity and rule."""
    out: dict[str, Counter[str]] = {severity.value: Counter() for severity in Severity}
    for finding in lint_module(module, kernels=kernels):
        out[finding.severity.value][finding.rule] += 1
    return {name: dict(sorted(counts.items())) for name, counts in out.items()}


def check_report(module: Module) -> dict[str, Figures]:
    """The figures of each kernel as ``report`` has them."""
    return {
        found.name: _figures(module, kernel, found.metrics)
        for found, kernel in zip(report(module).kernels, module.kernels, strict=True)
    }


def _figures(module: Module, kernel: Kernel, metrics: Metrics) -> Figures:
    accesses = [item.op for item in module.items[kernel.first : kernel.last] if _is_global(item)]
    return Figures(
        instructions=metrics.instructions,
        valu=metrics.valu,
        dual=metrics.dual,
        vgprs=metrics.vgprs,
        scratch_bytes=metrics.scratch_bytes,
        wave_size=kernel.wave_size,
        waves=metrics.occupancy_waves_per_simd,
        conflicts=float(metrics.bank_conflicts),
        accesses=len(accesses),
        sgpr_bases=sum(any(r.desc.name == "saddr" and not r.reg.is_vgpr for r in op.refs) for op in accesses),
        blocked=tuple(sorted({b.code for b in blockers(module, kernel)})),
    )


def _is_global(item: Item) -> TypeGuard[Instruction]:
    """Whether it is an access to global memory, which can have an SGPR base."""
    memory = item.op.desc.memory if isinstance(item, Instruction) else None
    return memory is not None and memory.space is Space.GLOBAL


def check_renaming(module: Module, kernel: Kernel) -> None:
    """The kernel with its VGPRs permuted at random, each on its bank, is proved to be the same."""
    renamed = rename_kernel(module, kernel, random_permutation(module, kernel, random.Random(kernel.name)))
    proof = verify_modules(module, renamed, (kernel.name,)).kernels[0]
    if proof.status != "proved":
        raise Wrong("; ".join(d.message for d in proof.differences[:2]) or proof.status)


@dataclass(frozen=True, slots=True)
class Request:
    """What is asked of a kernel.  ``rename``: the prover must know it again with its VGPRs renamed at random;
    ``emulate``: both versions also run in the emulator where that is possible; ``again``: what came out is optimised
    too."""

    options: Options
    rename: bool = False
    emulate: bool = False
    again: bool = False


@dataclass(slots=True)
class Optimized:
    """What became of a kernel, and the ``text`` that came out."""

    outcome: Outcome
    text: str


def _clock() -> float:
    """Processor time of this process and of the tools that it has run."""
    return sum(os.times()[:4])


def optimized(module: Module, kernel: Kernel, request: Request) -> Optimized:
    """Optimises one kernel and judges the result; every judge speaks, also where one before has found a fault."""
    name = kernel.name
    seconds: dict[str, float] = {}

    def timed(step: str, work: Callable[[], Made]) -> Made:
        start = _clock()
        try:
            return work()
        finally:
            seconds[step] = round(_clock() - start, 2)

    result = timed("opt", lambda: optimize_module(module, request.options))
    (found,) = result.kernels
    faults: dict[str, str] = {}
    judges = _judges(module, result, found, request) if result.changed else {}
    if request.rename and not blockers(module, kernel):
        judges["rename"] = partial(check_renaming, module, kernel)
    for step, judge in judges.items():
        try:
            timed(step, judge)
        except Wrong as error:
            faults[step] = str(error)
    tuning = found.tuning
    figure = next(iter(tuning.workloads), None) if tuning is not None else None
    own = result.module.kernel(name)
    outcome = Outcome(
        changed=tuple(ran.name for ran in found.passes if ran.changed),
        reason=found.reason,
        passes={ran.name: ran.reason for ran in found.passes if not ran.changed},
        internal=tuple(f"{ran.name}: {ran.notes[0]}" for ran in found.passes if ran.reason == "internal"),
        declined=dict(Counter(d.code for ran in found.passes for d in ran.declined)),
        gain=None if figure is None or not figure.before else 1 - figure.after / figure.before,
        unpredicted=tuning.why if tuning is not None and figure is None else "",
        by_steps=bool(found.steps),
        faults=faults,
        steps=seconds,
        after=_figures(result.module, own, found.after) if result.changed else None,
    )
    return Optimized(outcome, result.module.text())


def _judges(before: Module, result: Result, report: KernelReport, request: Request) -> dict[str, Callable[[], None]]:
    after, name = result.module, report.name

    def verify() -> None:
        certificate = certify(before, after, {name: report.steps})
        proof = verify_certified(before, after, certificate, (name,), result.assumptions).kernels[0]
        if proof.status != "proved":
            raise Wrong("; ".join(d.message for d in proof.differences[:2]) or proof.status)

    def accepted() -> None:
        try:
            assemble(retarget(after.text(), after.arch), after.arch, path="output")
        except InputError as error:
            raise Wrong(str(error)) from None

    def lint() -> None:
        errors = new_errors(before, after, lint_module(after, kernels=(name,)), (name,))
        if errors:
            raise Wrong(f"line {errors[0].line}: {errors[0].message} [{errors[0].rule}]")

    def figures() -> None:
        a, b = report.before, report.after
        if b.occupancy_waves_per_simd < a.occupancy_waves_per_simd or b.scratch_bytes > a.scratch_bytes:
            raise Wrong("waves were lost, or scratch was gained")

    def emulate() -> None:
        try:
            found = agree(pair(before, after, name), TRIALS)
        except IsaoptError:
            return  # cannot be run with arguments that are made up
        if found.found is not None and found.found.comparison.status == "different":
            raise Wrong(f"line {found.line}: {found.why}")

    def again() -> None:
        second = optimize_module(after, request.options)
        for ran in second.kernels[0].passes:
            if ran.reason in ("internal", "unproved"):
                raise Wrong(f"{ran.name}: {ran.notes[0]}")

    judges = {"verify": verify, "assemble": accepted, "lint": lint, "figures": figures}
    judges |= {"emulate": emulate} if request.emulate else {}
    return judges | ({"again": again} if request.again else {})
