"""Applies the fixes attached to findings, and repeats on the resulting text until nothing changes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from isaopt.asm.parser import parse_text
from isaopt.ir.program import Module
from isaopt.linting.model import Edit, Finding, Rule
from isaopt.linting.run import lint_module

_ROUNDS = 20
"""A repair can uncover another finding, but a chain of more than a few is a defect of a rule."""

_FIRST = ("lds-barrier-wait",)


@dataclass(frozen=True, slots=True)
class Repaired:
    """The repaired program ``module``, the number of findings that were repaired, and the findings that are left."""

    module: Module
    fixed: int
    left: tuple[Finding, ...]


def repair_module(
    module: Module,
    rules: Iterable[Rule] | None = None,
    kernels: Sequence[str] = (),
    keep_unknown: bool = False,
) -> Repaired:
    """Applies every mechanical fix. Findings without a fix remain, and so do those whose fixes contradict others."""
    chosen = None if rules is None else tuple(rules)
    found = lint_module(module, chosen, kernels)
    fixed = 0
    for _ in range(_ROUNDS):
        # A wait before a barrier often covers uses after it, which then need no wait of their own.
        early = [f for f in found if f.rule in _FIRST and f.fix]
        text, count = apply_fixes(module.text(), early or found)
        if not count:
            break
        fixed += count
        module = parse_text(text, module.path, module.arch, keep_unknown)
        found = lint_module(module, chosen, kernels)
    return Repaired(module, fixed, found)


def apply_fixes(text: str, findings: Iterable[Finding]) -> tuple[str, int]:
    """The text with the repairs of these findings, and the number of findings repaired; see :func:`compatible`."""
    edits, count = compatible(findings)
    out = []
    at = 0
    for edit in edits:
        out += [text[at : edit.start], edit.text]
        at = edit.end
    out.append(text[at:])
    return "".join(out), count


def compatible(findings: Iterable[Finding]) -> tuple[list[Edit], int]:
    """The edits, in text order, of as many findings as are compatible, and the number of those. A repair that overlaps
    an accepted one is left for another round, unless both are the same."""
    taken: set[Edit] = set()
    count = 0
    for finding in findings:
        edits = set(finding.fix)
        if edits and (edits <= taken or not any(_clash(new, old) for new in edits - taken for old in taken)):
            taken |= edits
            count += 1
    return sorted(taken), count


def _clash(a: Edit, b: Edit) -> bool:
    """Whether two edits touch the same characters or, as insertions, the same place."""
    return a.start <= b.end and b.start <= a.end
