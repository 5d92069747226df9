"""Decides from lint and the proofs whether a rewritten kernel may be written.

Translation validation (:mod:`isaopt.proof`), which knows nothing of the passes, proves the whole rewrite at once or
each of its steps. Where that fails, agreement in the emulator can be requested instead
(:mod:`isaopt.emulator.agreement`); the report then says so.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from isaopt.account import WorkAccount
from isaopt.errors import InputError
from isaopt.ir.program import Kernel, Module
from isaopt.linting.compare import new_errors
from isaopt.linting.run import lint_module
from isaopt.proof.surroundings.assembled import Refusal, module_object
from isaopt.proof.verdict import verify_modules

if TYPE_CHECKING:
    from isaopt.emulator.launches import Launch
    from isaopt.toolchain.find import Toolchain

Verdict = Literal["proved", "emulated", "failed"]


@dataclass(frozen=True, slots=True)
class Approval:
    """The decision on a rewrite. ``verdict`` is ``failed`` if something speaks against it: ``why`` gives the reason,
    ``line`` the line of the input (0 if none) and ``lines`` all lines in which it shows. ``assumptions`` are those that
    the proof used; ``evidence`` describes what replaces a proof. ``steps`` are the texts between the two versions if
    the whole was not proved at once."""

    verdict: Verdict
    why: str = ""
    line: int = 0
    assumptions: tuple[str, ...] = ()
    evidence: str = ""
    lines: tuple[int, ...] = ()
    steps: tuple[str, ...] = ()


@dataclass
class Proofs:
    """Proved steps, keyed by the texts before and after; a chain of them proves the whole. Failures are stored too, so
    that no question is asked twice. The ``account`` pays for the work."""

    steps: dict[tuple[str, str, str], Approval] = field(default_factory=dict)
    refused: dict[tuple[str, str, str], Approval] = field(default_factory=dict)
    account: WorkAccount = field(default_factory=WorkAccount)

    def key(self, before: Module, after: Module, kernel: Kernel) -> tuple[str, str, str]:
        """The key of a step: only the two texts, so that no mistake of a caller can matter."""
        return before.text(), after.text(), kernel.name


@dataclass(frozen=True, slots=True)
class TrialApproval:
    """Permission to accept an unproved rewrite if this many trials agree, on the ``given`` launch or on launches made
    up from the metadata."""

    count: int = 8
    given: Launch | None = None
    toolchain: Toolchain | None = None


def approve(
    before: Module,
    after: Module,
    kernel: Kernel,
    assumptions: Sequence[str] = (),
    stages: Callable[[], Sequence[Module]] = tuple,
    trials: TrialApproval | None = None,
    proofs: Proofs | None = None,
) -> Approval:
    """Judges the kernel of that name in ``after`` against the one in ``before``.

    If the two cannot be proved equal at once, the ``stages`` between them are built, and each is compared with the
    next. The whole is proved if every step is, and no step but the first uses assumptions. Steps in ``proofs`` are not
    proved again, and new ones are added to it. ``trials`` come last and never outweigh a finding of lint.

    Raises:
        CheckFailed, UsageError: the input does not run on the launch that was given for trials.
        InputError: ``before`` does not assemble.
        MissingTool: trials without clang.
    """
    names = (kernel.name,)
    errors = new_errors(before, after, lint_module(after, kernels=names), names)
    if errors:
        why = f"the rewrite has an error: {errors[0].message} [{errors[0].rule}]"
        return Approval("failed", why, errors[0].line, lines=tuple(sorted({e.line for e in errors})))
    proof = _proved(before, after, kernel, assumptions, stages, proofs if proofs is not None else Proofs())
    if proof.verdict == "proved" or trials is None:
        return proof
    return _tried(before, after, kernel, proof, trials)


def _proved(
    before: Module,
    after: Module,
    kernel: Kernel,
    assumptions: Sequence[str],
    stages: Callable[[], Sequence[Module]],
    proofs: Proofs,
) -> Approval:
    at_once = _prove(before, after, kernel, assumptions, proofs)
    if at_once.verdict == "proved":
        return at_once
    between = stages()
    if not between:
        return at_once
    found = []
    for one, two in itertools.pairwise((before, *between, after)):
        step = _prove(one, two, kernel, assumptions, proofs)
        if step.verdict == "failed":
            return at_once
        found.append(step)
    # Assumptions describe the accesses of a kernel by the addresses as it writes them. Only in the first step is that
    # the kernel that the user knows.
    if any(step.assumptions for step in found[1:]):
        return at_once
    texts: list[str] = []
    for stage, step in zip((*between, after), found, strict=True):
        texts += [*step.steps, stage.text()]
    whole = Approval("proved", assumptions=found[0].assumptions, steps=tuple(texts[:-1]))
    proofs.steps[proofs.key(before, after, kernel)] = whole
    return whole


def _prove(before: Module, after: Module, kernel: Kernel, assumptions: Sequence[str], proofs: Proofs) -> Approval:
    key = proofs.key(before, after, kernel)
    if key not in proofs.steps and key not in proofs.refused:
        found = _verified(before, after, kernel, assumptions, proofs.account)
        (proofs.steps if found.verdict == "proved" else proofs.refused)[key] = found
    return proofs.steps.get(key) or proofs.refused[key]


def _verified(
    before: Module, after: Module, kernel: Kernel, assumptions: Sequence[str], account: WorkAccount
) -> Approval:
    made = module_object(before)
    if isinstance(made, Refusal) and made.rejected:
        raise InputError(made.error.message, before.path, made.line, made.error.col, made.error.source)
    proof = verify_modules(before, after, (kernel.name,), assumptions, account=account).kernels[0]
    if proof.status == "proved":
        return Approval("proved", assumptions=proof.assumptions)
    first = proof.differences[0] if proof.differences else None
    where = first.message if first is not None else "no reason was found"
    line = first.line_a if first is not None else 0
    at = f" (line {line})" if line else ""
    lines = tuple(sorted({n for d in proof.differences for n in (d.line_a, d.line_b)} - {0}))
    return Approval("failed", f"the rewrite is not proved equal to its input: {where}{at}", line, lines=lines)


def _tried(before: Module, after: Module, kernel: Kernel, proof: Approval, trials: TrialApproval) -> Approval:
    """The emulator's verdict where the ``proof`` failed."""
    from isaopt.emulator.agreement import agree, pair

    found = agree(pair(before, after, kernel.name, trials.given, trials.toolchain), trials.count)
    if not found.agrees:
        why = f"{proof.why}; nor accepted in the emulator: {found.why}"
        return Approval("failed", why, proof.line, lines=proof.lines)
    launches = "1 launch" if found.launches == 1 else f"{found.launches} launches"
    evidence = (
        f"not proved, but every byte agreed in {found.trials} trials on {launches} in the emulator, which is no proof; "
        f"{proof.why}"
    )
    return Approval("emulated", line=proof.line, evidence=evidence)
