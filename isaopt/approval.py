"""Whether a rewritten kernel may be written: what lint and the proofs say of it.

Two provers, independent of the passes and of each other, may each prove a rewrite: translation validation
(:mod:`isaopt.proof`), and for pure renamings the allocation checker (:mod:`isaopt.check.allocation`).
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from isaopt.check.allocation import check_allocation
from isaopt.ir.program import Kernel, Module
from isaopt.linting.compare import new_errors
from isaopt.linting.run import lint_module
from isaopt.proof.verdict import verify_modules

Verdict = Literal["proved", "failed"]


@dataclass(frozen=True, slots=True)
class Approval:
    """``verdict`` is ``failed`` where something speaks against the rewrite: ``why``, and the input's ``line`` (0 if
    none).  ``assumptions`` are those that the proof used."""

    verdict: Verdict
    why: str = ""
    line: int = 0
    assumptions: tuple[str, ...] = ()


def approve(
    before: Module, after: Module, kernel: Kernel, assumptions: Sequence[str] = (), stages: Sequence[Module] = ()
) -> Approval:
    """Judges the kernel of that name in ``after`` against the one in ``before``.

    Where the two cannot be proved equal at once, each of the ``stages`` between them is tried against the next: if
    every step is proved, so is the whole.
    """
    names = (kernel.name,)
    errors = new_errors(before, after, lint_module(after, kernels=names), names)
    if errors:
        return Approval("failed", f"the rewrite has an error: {errors[0].message} [{errors[0].rule}]", errors[0].line)
    at_once = _prove(before, after, kernel, assumptions)
    if at_once.verdict == "proved" or not stages:
        return at_once
    used: set[str] = set()
    for one, two in itertools.pairwise((before, *stages, after)):
        step = _prove(one, two, kernel, assumptions)
        if step.verdict == "failed":
            return at_once
        used.update(step.assumptions)
    return Approval("proved", assumptions=tuple(sorted(used)))


def _prove(before: Module, after: Module, kernel: Kernel, assumptions: Sequence[str]) -> Approval:
    proof = verify_modules(before, after, (kernel.name,), assumptions).kernels[0]
    if proof.status == "proved":
        return Approval("proved", assumptions=proof.assumptions)
    if not check_allocation(before, after, kernel.name):
        return Approval("proved")
    first = proof.differences[0] if proof.differences else None
    where = first.message if first is not None else "no reason was found"
    line = first.line_a if first is not None else 0
    at = f" (line {line})" if line else ""
    return Approval("failed", f"the rewrite is not proved equal to its input: {where}{at}", line)
