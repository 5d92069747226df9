"""Runs jobs that make device code, with isaopt between compiler and assembler.

There are three forms: ``-emit-obj``, split into assembly, isaopt and the assembler; ``-S``, whose output is rewritten
unless it is only an intermediate step; and the separate assembler of ``--save-temps``, which is given the rewritten
file.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from isaopt.asm.parser import parse_text
from isaopt.asm.source import decode, encode
from isaopt.cache.results import Cached, optimize_cached
from isaopt.cache.store import Store
from isaopt.errors import CheckFailed, IsaoptError
from isaopt.outcome import Options, Result
from isaopt.toolchain.run import FinishedProcess
from isaopt.toolchain.textfacts import kernel_waves
from isaopt.wrapper.jobs import Job, assembler_job, device_arch, value_of, with_value

Runner = Callable[[Sequence[str]], FinishedProcess]

#: The assembler warns of the compiler's own listing where headers that are included by their system have no checksum;
#: without a listing between them nobody notices.
_CHECKSUMS = "warning: inconsistent use of MD5 checksums"
_FIRST_LINE = re.compile(r"^(?=[^\n]*: (?:\x1b\[[0-9;]*m)*(?:warning|error|note|remark|fatal error): )", re.MULTILINE)


def diagnostics(text: str) -> list[str]:
    """The compiler's output, split before each message; source lines and carets stay with their message."""
    return _FIRST_LINE.split(text)


@dataclass(frozen=True, slots=True)
class DeviceSource:
    """One source for one GPU. ``result`` is None if the compiler's code was kept; ``why`` gives the reason (empty if
    the source has no kernel)."""

    source: str
    arch: str
    result: Result | None = None
    cached: bool = False
    why: str = ""

    @property
    def changed(self) -> bool:
        return self.result is not None and self.result.changed


@dataclass(frozen=True, slots=True)
class Settings:
    """How units are optimised; with ``strict``, a unit that has to be kept as compiled is an error."""

    options: Options
    store: Store | None = None
    jobs: int = 1
    strict: bool = False


def source_of(job: Job) -> str:
    """The file that a job reads, which names the unit in messages."""
    return value_of(job, "-main-file-name") if job[1] == "-cc1as" else job[-1]


def _rewritten(text: str, job: Job, settings: Settings) -> tuple[str, DeviceSource, Cached | None]:
    """A unit's assembly after isaopt, the outcome, and what to store once the assembler has accepted it. A unit that
    cannot be read or rewritten stays as compiled.

    A build must not fail because of a defect of ours, since the compiler's code is good: errors are raised with
    ``strict`` only.
    """
    source, arch = source_of(job), device_arch(job)
    if not kernel_waves(text):
        return text, DeviceSource(source, arch), None
    try:
        module = parse_text(text, f"{source} ({arch})")
        done = optimize_cached(module, settings.options, settings.store, settings.jobs)
        return done.result.module.text(), DeviceSource(source, arch, done.result, done.hit), done
    except IsaoptError as error:
        if settings.strict:
            raise
        line = f" (line {error.line} of its assembly)" if error.line else ""
        return text, DeviceSource(source, arch, None, False, f"{error.message}{line}"), None
    except Exception as error:
        if settings.strict:
            raise
        what = " ".join(f"{type(error).__name__}: {error}".split())
        return text, DeviceSource(source, arch, None, False, f"internal error: {what}, please report"), None


def _assembled(text: str, listing: Path, output: Path, job: Job, run: Runner) -> FinishedProcess:
    listing.write_bytes(encode(text))
    return run(assembler_job(job, str(listing), str(output)))


def _accepted(
    before: str, after: str, unit: DeviceSource, listing: Path, output: Path, job: Job, run: Runner, strict: bool
) -> tuple[FinishedProcess, str, DeviceSource]:
    """The rewritten text if the compiler's own assembler accepts it, otherwise the compiler's text; with its object."""
    done = _assembled(after, listing, output, job, run)
    if done.ok or not unit.changed:
        return done, after, unit
    why = f"the rewritten assembly does not assemble: {done.complaint()}"
    if strict:
        raise CheckFailed(why, unit_name(job))
    return _assembled(before, listing, output, job, run), before, DeviceSource(unit.source, unit.arch, None, False, why)


def _keep(unit: DeviceSource, found: Cached | None, settings: Settings) -> None:
    """Stores the result for the next build, if the assembler accepted it."""
    if unit.result is not None and found is not None:
        found.keep(settings.store)


def compile_object(
    job: Job, scratch: Path, run: Runner, settings: Settings
) -> tuple[FinishedProcess, DeviceSource | None]:
    """An ``-emit-obj`` job by way of assembly."""
    output = Path(value_of(job, "-o"))
    listing = scratch / f"{output.name}.s"
    to_text = with_value(tuple("-S" if a == "-emit-obj" else a for a in job), "-o", str(listing))
    done = run(to_text)
    if not done.ok:
        return done, None
    before = decode(listing.read_bytes(), unit_name(job))
    after, unit, found = _rewritten(before, job, settings)
    assembled, _, unit = _accepted(before, after, unit, listing, output, job, run, settings.strict)
    _keep(unit, found, settings)
    said = "".join(d for d in diagnostics(assembled.stderr) if _CHECKSUMS not in d.partition("\n")[0])
    return FinishedProcess(assembled.status, done.stdout, done.stderr + said), unit


def compile_listing(
    job: Job, scratch: Path, run: Runner, settings: Settings
) -> tuple[FinishedProcess, DeviceSource | None]:
    """An ``-S`` job whose output is a result: the listing is rewritten in place, or on its way to standard output."""
    done = run(job)
    if not done.ok:
        return done, None
    output = value_of(job, "-o")
    before = decode(done.stdout if output == "-" else Path(output).read_bytes(), unit_name(job))
    after, unit, found = _rewritten(before, job, settings)
    if unit.changed:
        trial = scratch / "listing.s"
        _, after, unit = _accepted(before, after, unit, trial, scratch / "listing.o", job, run, settings.strict)
    _keep(unit, found, settings)
    if output == "-":
        return FinishedProcess(done.status, encode(after), done.stderr), unit
    Path(output).write_bytes(encode(after))
    return done, unit


def assemble_listing(job: Job, run: Runner, settings: Settings) -> tuple[FinishedProcess, DeviceSource | None]:
    """The assembler's job of ``--save-temps``: it reads ``NAME.isaopt.s`` in place of the compiler's ``NAME.s``."""
    listing = Path(job[-1])
    before = decode(listing.read_bytes(), str(listing))
    after, unit, found = _rewritten(before, job, settings)
    if not unit.changed:
        _keep(unit, found, settings)
        return run(job), unit
    rewritten = listing.with_name(f"{listing.stem}.isaopt.s")
    output = Path(value_of(job, "-o"))
    done, _, unit = _accepted(before, after, unit, rewritten, output, job, run, settings.strict)
    _keep(unit, found, settings)
    return done, unit


def unit_name(job: Job) -> str:
    """The name of a unit in messages."""
    return f"{source_of(job)} ({device_arch(job)})"
