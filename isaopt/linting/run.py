"""Runs lint rules over a module, and leaves out what a comment in the file allows."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import accumulate

from isaopt.errors import UsageError
from isaopt.ir.program import Kernel, Module
from isaopt.linting.model import Context, Finding, Rule
from isaopt.linting.registry import all_rules
from isaopt.target.arch import get_arch

_ALLOW = re.compile(r"(?:;|//|/\*|#).*?\bisaopt:[ \t]*allow[ \t]+([\w-]+(?:[ \t]*,[ \t]*[\w-]+)*)")


def lint_module(
    module: Module, rules: Iterable[Rule] | None = None, kernels: Sequence[str] = ()
) -> tuple[Finding, ...]:
    """Findings of ``rules`` (default: all) in ``kernels`` (default: all), by line.

    A line with the comment ``isaopt: allow RULE`` has no finding of that rule.  Raises :class:`UsageError` for a kernel
    that does not exist.
    """
    chosen = tuple(all_rules().values() if rules is None else rules)
    by_id = {rule.id: rule for rule in chosen}
    family = get_arch(module.arch, module.path).family
    offsets = tuple(accumulate((len(item.text) for item in module.items), initial=0))
    found: dict[Finding, None] = {}
    for kernel in _chosen(module, kernels):
        context = Context(module, kernel, {**all_rules(), **by_id}, offsets)
        for rule in chosen:
            if family in rule.families:
                found.update(dict.fromkeys(rule.check(context)))
    allowed = _allowances(module)
    kept = (f for f in found if f.rule not in allowed.get(f.line, ()))
    return tuple(sorted(kept, key=lambda f: (f.line, f.column, f.rule, f.kernel or "", f.message)))


def _chosen(module: Module, names: Sequence[str]) -> tuple[Kernel, ...]:
    known = {k.name for k in module.kernels}
    for name in names:
        if name not in known:
            raise UsageError(f"no kernel is called '{name}' (kernels: {', '.join(sorted(known)) or 'none'})")
    return tuple(k for k in module.kernels if not names or k.name in names)


def _allowances(module: Module) -> dict[int, set[str]]:
    """Rules that a comment allows, by line."""
    out: dict[int, set[str]] = {}
    for number, line in enumerate(module.text().split("\n"), 1):
        if "isaopt:" in line and (match := _ALLOW.search(line)):
            out.setdefault(number, set()).update(name.strip() for name in match.group(1).split(","))
    return out
