"""The kernels of one module, optimised in several processes.

Each process takes one kernel of the whole file; what it changed, in the kernel's code and in the directives that
describe it, is then put together.  Kernels share no code, so the changes are disjoint.  Where they are not, the
module is optimised in one process after all: the result never depends on the number of processes.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from difflib import SequenceMatcher

from isaopt.asm.parser import parse_text
from isaopt.ir.program import Item, Module
from isaopt.pipeline import KernelReport, Options, Progress, Result, judged, optimize_module
from isaopt.workers import Lost, run_tasks


@dataclass(frozen=True, slots=True)
class _Task:
    text: str
    path: str
    arch: str
    options: Options


@dataclass(frozen=True, slots=True)
class _Change:
    """Items ``first <= i < last`` of the input became this text."""

    first: int
    last: int
    text: str


@dataclass(frozen=True, slots=True)
class _Part:
    """What became of one kernel."""

    report: KernelReport
    changes: tuple[_Change, ...]
    assumptions: tuple[str, ...]


def _text(items: tuple[Item, ...]) -> str:
    return "".join(item.text for item in items)


def _outside(before: tuple[Item, ...], after: tuple[Item, ...], base: int) -> list[_Change]:
    """The runs of items outside a kernel's code that differ."""
    if before == after:
        return []
    match = SequenceMatcher(None, [i.text for i in before], [i.text for i in after], autojunk=False)
    return [_Change(base + a, base + b, _text(after[c:d])) for tag, a, b, c, d in match.get_opcodes() if tag != "equal"]


def _changes(before: Module, after: Module, name: str) -> tuple[_Change, ...]:
    old, new = before.kernel(name), after.kernel(name)
    found = _outside(before.items[: old.first], after.items[: new.first], 0)
    body = _text(after.items[new.first : new.last])
    if body != _text(before.items[old.first : old.last]):
        found.append(_Change(old.first, old.last, body))
    return (*found, *_outside(before.items[old.last :], after.items[new.last :], old.last))


def _one(task: _Task) -> _Part:
    module = parse_text(task.text, task.path, task.arch, keep_unknown=True)
    result = optimize_module(module, task.options)
    (report,) = result.kernels
    return _Part(report, _changes(module, result.module, report.name), result.assumptions)


def _merged(module: Module, parts: list[_Part]) -> str | None:
    """The file with all changes made, or None if two of them touch."""
    changes = sorted((c for part in parts for c in part.changes), key=lambda c: (c.first, c.last))
    text: list[str] = []
    at = 0
    for index, change in enumerate(changes):
        if index and change.first < max(at, changes[index - 1].first + 1):
            return None
        text += [_text(module.items[at : change.first]), change.text]
        at = change.last
    return "".join((*text, _text(module.items[at:])))


def optimize_in_parallel(
    module: Module, options: Options | None = None, jobs: int = 1, progress: Progress = lambda _: None
) -> Result:
    """:func:`isaopt.pipeline.optimize_module` with up to ``jobs`` processes; same result, same errors."""
    options = options or Options()
    names = options.kernels or tuple(k.name for k in module.kernels)
    known = {k.name for k in module.kernels}
    if jobs == 1 or len(names) < 2 or not known.issuperset(names) or options.aim.launch is not None:
        return optimize_module(module, options, progress, jobs)
    started = time.monotonic()
    order = [k.name for k in module.kernels if k.name in names]
    text = module.text()
    tasks = [_Task(text, module.path, module.arch, replace(options, kernels=(name,))) for name in order]
    parts: dict[int, _Part] = {}
    for index, answer in run_tasks(_one, tasks, jobs):
        if isinstance(answer, Lost):
            # Said by the run in this process, in the same words and order as without other processes.
            return optimize_module(module, options, progress)
        progress(f"{order[index]}: done")
        parts[index] = answer
    ordered = [parts[i] for i in range(len(order))]
    merged = _merged(module, ordered)
    if merged is None:
        return optimize_module(module, options, progress)
    after = module if merged == text else parse_text(merged, module.path, module.arch, keep_unknown=True)
    used = sorted({fact for part in ordered for fact in part.assumptions})
    return Result(
        after,
        merged != text,
        judged(module, after),
        tuple(part.report for part in ordered),
        time.monotonic() - started,
        tuple(used),
    )
