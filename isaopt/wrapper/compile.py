"""The wrapped compiler: carries out its plan job by job, and optimises the device code for supported GPUs.

The compiler has the last word: if its plan has nothing for us, or if a job or anything else fails, the user's own
command is run as given, so that messages, exit code and files are exactly the compiler's.
"""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path

from isaopt.errors import CheckFailed, InputError, MissingTool, UsageError
from isaopt.toolchain.run import FinishedProcess, relay
from isaopt.wrapper.device import DeviceSource, Settings, assemble_listing, compile_listing, compile_object
from isaopt.wrapper.jobs import (
    Job,
    JobPlan,
    is_relocatable,
    listings,
    makes_bitcode_only,
    new_offloading,
    optimizable,
    read_plan,
    value_of,
)

_OLD_WAY = "--no-offload-new-driver"

_RDC = (
    "-fgpu-rdc defers device code to link time, where there is no assembly to optimise; build without it, or "
    "without isaopt"
)


@dataclass(frozen=True, slots=True)
class Compilation:
    """The compiler's exit code and output; ``units`` are the outcomes for each source and each supported GPU.

    ``note`` says why the compiler was left alone although it made code for them; empty if it was not.
    """

    status: int
    stdout: bytes
    stderr: str
    units: tuple[DeviceSource, ...] = ()
    note: str = ""


@dataclass(frozen=True, slots=True)
class _CompileRun:
    """Starts programs. ``fed`` is the content of standard input, if a source is ``-``. The driver's temporary files are
    in ``scratch``, which belongs to this run alone and is removed as a whole."""

    fed: bytes | None
    scratch: str

    def __call__(self, command: Sequence[str]) -> FinishedProcess:
        return relay(command, self.fed, {"TMPDIR": self.scratch})


def _as_given(
    command: Sequence[str], run: _CompileRun, note: str = "", units: Sequence[DeviceSource] = ()
) -> Compilation:
    done = relay(command, run.fed)
    return Compilation(done.status, done.stdout, done.stderr, tuple(units), note)


def _coloured(plan: JobPlan) -> JobPlan:
    """The plan with coloured compiler messages. The driver is not asked for them: its generated names for a source's
    variables depend on its arguments, and objects must not depend on who reads the messages."""
    jobs = ((*job[:2], "-fcolor-diagnostics", *job[2:]) if job[1:2] == ("-cc1",) else job for job in plan.jobs)
    return replace(plan, jobs=tuple(jobs))


def _plan_of(command: Sequence[str], run: _CompileRun) -> JobPlan | None:
    asked = run((*command, "-###"))
    return read_plan(asked.stderr) if asked.ok else None


def reads_stdin(command: Sequence[str]) -> bool:
    """Whether ``-`` is a source of this command, rather than an output."""
    return any(a == "-" and before not in ("-o", "-MF", "-MT", "-MQ") for before, a in pairwise(command))


def hipcc(command: Sequence[str], settings: Settings, colour: bool = False, fed: bytes = b"") -> Compilation:
    """Runs ``command``, a compiler and its arguments, with isaopt between compiler and assembler.

    Args:
        colour: whether the compiler's messages go to a terminal.
        fed: the contents of standard input, if ``-`` is a source.

    Raises:
        MissingTool: there is no such compiler.
        UsageError: ``-fgpu-rdc``.
        CheckFailed: ``settings.strict`` is set, and a unit has to stay as compiled.
    """
    if not command:
        raise UsageError("needs a compiler and its arguments: isaopt hipcc -- hipcc ARGS...")
    if shutil.which(command[0]) is None:
        raise MissingTool(f"no compiler '{command[0]}'", hint="give its path, or put it on PATH")
    with tempfile.TemporaryDirectory(prefix="isaopt-") as scratch:
        run = _CompileRun(fed if reads_stdin(command) else None, scratch)
        if "-###" in command:
            return _as_given(command, run)
        asked = tuple(command)
        plan = _plan_of(asked, run)
        if plan is not None and is_relocatable(plan):
            raise UsageError(_RDC)
        if plan is not None and new_offloading(plan):
            asked = (*asked, _OLD_WAY)
            plan = _plan_of(asked, run)
        if plan is None or not any(optimizable(job) for job in plan.jobs):
            return _as_given(command, run)
        if makes_bitcode_only(plan) and "-emit-llvm" not in command:
            return _kept(command, run, settings, "device code is generated at the link (device LTO)")
        return _carried_out(command, _coloured(plan) if colour else plan, run, settings)


def _kept(
    command: Sequence[str], run: _CompileRun, settings: Settings, why: str, units: Sequence[DeviceSource] = ()
) -> Compilation:
    """The compiler's own result; an error with ``strict``, unless the compiler itself fails."""
    done = _as_given(command, run, why, units)
    if settings.strict and done.status == 0:
        raise CheckFailed(f"device code stays as compiled: {why}")
    return done


def _carried_out(command: Sequence[str], plan: JobPlan, run: _CompileRun, settings: Settings) -> Compilation:
    output: list[bytes] = []
    said = [plan.said]
    units: list[DeviceSource] = []
    steps = listings(plan)
    for job in plan.jobs:
        try:
            done, unit = _do(job, steps, run, settings)
        except InputError as error:
            return _kept(command, run, settings, error.message)
        if not done.ok:
            return _kept(command, run, settings, f"{Path(job[0]).name}: {done.complaint()}")
        output.append(done.stdout)
        said.append(done.stderr)
        if unit is not None:
            units.append(unit)
    return Compilation(0, b"".join(output), "".join(said), tuple(units))


def _do(
    job: Job, steps: frozenset[str], run: _CompileRun, settings: Settings
) -> tuple[FinishedProcess, DeviceSource | None]:
    if optimizable(job):
        if job[1] == "-cc1as" and job[-1] in steps:
            return assemble_listing(job, run, settings)
        if "-emit-obj" in job:
            return compile_object(job, Path(run.scratch), run, settings)
        if "-S" in job and value_of(job, "-o") not in steps:
            return compile_listing(job, Path(run.scratch), run, settings)
    return run(job), None
