"""Watches a file that is being edited: errors of each version, its predicted time, and where waves wait."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from isaopt.asm.parser import parse_text
from isaopt.asm.source import read_source
from isaopt.errors import InputError, IsaoptError
from isaopt.languageserver.facts import Conflict, UnitFacts, facts_of
from isaopt.languageserver.snapshot import Draft
from isaopt.linting.model import Finding
from isaopt.simulator.results import KernelTime
from isaopt.simulator.simulation import simulate_module
from isaopt.tuning.workloads import launches

INTERVAL = 0.2
"""Seconds between looks at the file."""


@dataclass(frozen=True, slots=True)
class HotLine:
    """A line of code (from 1) where waves wait or VGPR banks collide: its ``share`` of the kernel's stall cycles,
    its ``stall`` cycles per execution, and the main reason for the wait. Without a prediction the first two are 0
    and the reason is empty."""

    line: int
    text: str
    share: float
    stall: float
    reason: str
    conflict: Conflict | None


@dataclass(frozen=True, slots=True)
class WatchedKernel:
    """A kernel's figures; ``time`` is the prediction for a large launch, described by ``launch``; ``why`` says why
    there is none. ``lines`` are sorted worst first."""

    name: str
    facts: UnitFacts
    lines: tuple[HotLine, ...]
    time: KernelTime | None = None
    launch: str = ""
    why: str = ""


@dataclass(frozen=True, slots=True)
class Watched:
    """One version of a file.  ``version`` counts from 1; ``faults`` are the lines that cannot be read, ``findings``
    lint's; ``complete`` says that nothing more is found out of this version.  ``before`` are the cycles of each kernel
    in the version before, ``first`` in the first one that had any."""

    path: str
    version: int
    arch: str = ""
    faults: tuple[InputError, ...] = ()
    findings: tuple[Finding, ...] = ()
    kernels: tuple[WatchedKernel, ...] = ()
    complete: bool = False
    before: tuple[tuple[str, float], ...] = ()
    first: tuple[tuple[str, float], ...] = ()


def _moment() -> None:
    time.sleep(INTERVAL)


def versions(path: str, arch: str | None = None, pause: Callable[[], None] = _moment) -> Iterator[str | InputError]:
    """The text of a file now and after each change, for ever; an error where it cannot be read as text.

    ``pause`` waits between two looks.
    """
    stamp: tuple[int, int, int] | None = None
    last: str | InputError | None = None
    while True:
        try:
            status = Path(path).stat()
            now = (status.st_mtime_ns, status.st_size, status.st_ino)
        except OSError:
            now = None  # an editor may be about to put a new file in its place
        if now is None and last is None:
            read_source(path, arch)  # says what is wrong
        if now is not None and now != stamp:
            stamp = now
            try:
                text: str | InputError = read_source(path, arch)
            except InputError as error:
                text = error
            if str(text) != str(last):
                last = text
                yield text
        pause()


def watch(
    path: str | Path, arch: str | None = None, gpu: str | None = None, pause: Callable[[], None] = _moment
) -> Iterator[Watched]:
    """What is found out of a file, at once and after each change of it, for ever: twice for each version that can be
    predicted, first without the prediction.

    ``gpu`` is what to predict for, as for ``sim``; ``pause`` waits between two looks at the file.
    Raises :class:`InputError` for a file that cannot be read when the watch begins.
    """
    name = str(path)
    draft = Draft(name, arch)
    before: tuple[tuple[str, float], ...] = ()
    first: tuple[tuple[str, float], ...] = ()
    for version, text in enumerate(versions(name, arch, pause), 1):
        if isinstance(text, InputError):
            yield Watched(name, version, faults=(text,), complete=True)
            continue
        seen = replace(_looked(draft, text, version), before=before, first=first)
        yield seen
        if seen.complete:
            continue
        seen = _predicted(seen, text, arch, gpu)
        yield seen
        before = tuple((k.name, k.time.cycles) for k in seen.kernels if k.time is not None) or before
        first = first or before


def _looked(draft: Draft, text: str, version: int) -> Watched:
    """What takes a moment to find out."""
    snapshot = draft.read(text)
    facts = facts_of(snapshot)
    kernels = []
    for unit in facts.units:
        lines = tuple(
            HotLine(line + 1, _code(snapshot.lines[line]), 0.0, 0.0, "", conflict)
            for line, conflict in sorted(unit.conflicts.items(), key=lambda item: -item[1].cycles)
        )
        if unit.vgprs:
            kernels.append(WatchedKernel(unit.name, unit, lines))
    done = bool(snapshot.faults) or not kernels
    return Watched(draft.path, version, snapshot.arch, snapshot.faults, facts.findings, tuple(kernels), done)


def _predicted(seen: Watched, text: str, arch: str | None, gpu: str | None) -> Watched:
    """Adds the prediction, or the reason why there is none."""
    try:
        module = parse_text(text, seen.path, arch)
        simulation = simulate_module(module, gpu, ask=launches)
    except IsaoptError as error:
        unknown = tuple(replace(kernel, why=error.message) for kernel in seen.kernels)
        return replace(seen, kernels=unknown, complete=True)
    lines = text.split("\n")
    times = {each[0].time.name: each[0] for each in simulation.launches}
    missing = {left.name: left.reason for left in simulation.left_out}
    kernels = []
    for kernel in seen.kernels:
        launched = times.get(kernel.name)
        if launched is None:
            kernels.append(replace(kernel, why=missing.get(kernel.name, "it was not simulated")))
            continue
        words = f"{simulation.title}, {launched.description}"
        hot = _hot_lines(kernel.facts, launched.time, lines)
        kernels.append(replace(kernel, time=launched.time, launch=words, lines=hot))
    return replace(seen, kernels=tuple(kernels), complete=True)


def _hot_lines(unit: UnitFacts, time: KernelTime, lines: list[str]) -> tuple[HotLine, ...]:
    """The lines that cost something, worst first."""
    total = sum(row.cost for row in time.instructions) or 1.0
    found = [
        HotLine(
            row.line,
            _code(lines[row.line - 1]),
            row.cost / total,
            sum(row.stalls.values()) / row.issues if row.issues else 0.0,
            row.reason,
            unit.conflicts.get(row.line - 1),
        )
        for row in time.instructions
        if row.cost or row.line - 1 in unit.conflicts
    ]
    return tuple(sorted(found, key=lambda hot: (-hot.share, hot.line)))


def _code(line: str) -> str:
    return " ".join(line.split(";")[0].split())
