"""Runs lint rules over a module, without the findings that a comment in the file allows."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import accumulate

from isaopt.ir.choose import chosen_kernels
from isaopt.ir.kept import kept
from isaopt.ir.program import Directive, Instruction, Kernel, Label, Module
from isaopt.linting.model import Context, Finding, Rule
from isaopt.linting.registry import all_rules
from isaopt.target.arch import get_arch, read_only_row

_ALLOW = re.compile(r"(?:;|//|/\*|#).*?\bisaopt:[ \t]*allow[ \t]+([\w-]+(?:[ \t]*,[ \t]*[\w-]+)*)")


def lint_module(
    module: Module, rules: Iterable[Rule] | None = None, kernels: Sequence[str] = (), allowances: bool = True
) -> tuple[Finding, ...]:
    """Findings of ``rules`` (default: all) in ``kernels`` (default: all, and functions), by line.

    With ``allowances``, a line with the comment ``isaopt: allow RULE`` has no finding of that rule. Raises
    :class:`UsageError` for an unknown kernel.
    """
    chosen = tuple(all_rules().values() if rules is None else rules)
    by_id = {rule.id: rule for rule in chosen}
    arch, row = get_arch(module.arch, module.path, read_only=True), read_only_row(module.arch)
    standard = all(rule is all_rules().get(rule.id) for rule in chosen)
    found: dict[Finding, None] = {}
    for kernel in chosen_kernels(code_units(module), kernels):
        context = (
            standard_context(module, kernel)
            if standard
            else Context(module, kernel, all_rules() | by_id, _offsets(module))
        )
        for rule in chosen:
            if rule.id in row["rules"] if row is not None else arch.family in rule.families:
                found.update(dict.fromkeys(context.findings(rule)))
    allowed = _allowances(module) if allowances else {}
    kept = (f for f in found if f.rule not in allowed.get(f.line, ()))
    return tuple(sorted(kept, key=lambda f: (f.line, f.column, f.rule, f.kernel or "", f.message)))


@kept
def standard_context(module: Module, kernel: Kernel) -> Context:
    """The context of a kernel or function under the standard rules."""
    return Context(module, kernel, all_rules(), _offsets(module))


@kept
def _offsets(module: Module) -> tuple[int, ...]:
    """The start of each item in the file's text."""
    return tuple(accumulate((len(item.text) for item in module.items), initial=0))


@kept
def code_units(module: Module) -> tuple[Kernel, ...]:
    """Everything that is linted separately: the kernels, then the functions (without a descriptor).

    A file that names neither is one unit, named after its first label.
    """
    wave = 64 if module.kernels and all(k.wave_size == 64 for k in module.kernels) else 32
    named = {
        item.args.split(",")[0].strip().strip('"')
        for item in module.items
        if isinstance(item, Directive) and item.name == ".type" and "function" in item.args
    }
    kernels = {k.name for k in module.kernels}
    starts = [
        (index + 1, item.name)
        for index, item in enumerate(module.items)
        if isinstance(item, Label) and item.name in named - kernels
    ]
    if not module.kernels and not starts:
        labels = [item.name for item in module.items if isinstance(item, Label)]
        starts = [(0, labels[0] if labels else "file")]
    bounds = sorted([first for first, _ in starts] + [k.first for k in module.kernels])
    functions = []
    for first, name in starts:
        end = next((b - 1 for b in bounds if b > first), len(module.items))
        code = [i for i in range(first, end) if isinstance(module.items[i], Instruction)]
        if code:
            functions.append(Kernel(name, first, code[-1] + 1, wave))
    return (*module.kernels, *functions)


@kept
def _allowances(module: Module) -> dict[int, set[str]]:
    """Rules that a comment allows, by line."""
    out: dict[int, set[str]] = {}
    for number, line in enumerate(module.text().split("\n"), 1):
        if "isaopt:" in line and (match := _ALLOW.search(line)):
            out.setdefault(number, set()).update(name.strip() for name in match.group(1).split(","))
    return out
