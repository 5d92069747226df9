"""The findings that lint has for a rewritten module but not for the original."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from isaopt.ir.program import Instruction, Module
from isaopt.linting.model import Finding, Severity
from isaopt.linting.run import code_units, lint_module

_Key = tuple[str | None, str, int | None]


def new_errors(
    before: Module, after: Module, findings: Sequence[Finding], kernels: Sequence[str] = ()
) -> tuple[Finding, ...]:
    """The errors among ``findings``, those of lint for ``after``, that ``before`` does not have.

    In a kernel with an unchanged number of instructions, an error is known if the instruction at the same position had
    it. Otherwise, as many errors of a rule are known as the kernel had.
    """
    errors = [f for f in findings if f.severity is Severity.ERROR]
    if not errors:
        return ()
    old, new = _ordinals(before), _ordinals(after)
    same = {name for name, lines in new.items() if len(lines) == len(old.get(name, {}))}
    known = Counter(_key(f, old, same) for f in lint_module(before, kernels=kernels) if f.severity is Severity.ERROR)
    fresh = []
    for finding in errors:
        key = _key(finding, new, same)
        if known[key]:
            known[key] -= 1
        else:
            fresh.append(finding)
    return tuple(fresh)


def _ordinals(module: Module) -> dict[str, dict[int, int]]:
    """For each kernel and function, the ordinal of the instruction on each line."""
    return {
        unit.name: {
            item.line: n
            for n, item in enumerate(i for i in module.items[unit.first : unit.last] if isinstance(i, Instruction))
        }
        for unit in code_units(module)
    }


def _key(finding: Finding, ordinals: dict[str, dict[int, int]], same: set[str]) -> _Key:
    kernel = finding.kernel or ""
    place = ordinals.get(kernel, {}).get(finding.line) if kernel in same else None
    return finding.kernel, finding.rule, place
