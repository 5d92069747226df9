r"""The jobs that the compiler's driver would run, as ``-###`` prints them, and which of them make code for an AMD GPU.

Reading the driver's own plan instead of parsing its options makes every option of the compiler work: names of outputs
and temporary files, dependency files, bundling and linking are the driver's, command by command. Source of the
notation: LLVM ``clang/lib/Driver/Job.cpp`` (``Command::printArg``): one job a line, each argument in quotes, with
backslashes before ``"``, ``\`` and ``$``.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from isaopt.isa.tables import ARCHS

Job = tuple[str, ...]

_ARGUMENT = re.compile(r'"((?:[^"\\]|\\.)*)"')
_LEVEL = re.compile(r"-O(?:[0-9sz]|fast)?")
#: The options with which a job of the compiler makes code; other jobs preprocess, check or list dependencies.
_MAKES_CODE = frozenset(("-emit-obj", "-S", "-emit-llvm", "-emit-llvm-bc"))
_SAID = re.compile(r"\b(?:warning|error|note|remark):")


@dataclass(frozen=True, slots=True)
class JobPlan:
    """The jobs in order, and the driver's other output (for example, warnings on options)."""

    jobs: tuple[Job, ...]
    said: str


def read_plan(text: str) -> JobPlan | None:
    """The plan in the standard error of ``-###``; None if an argument list is in a separate file."""
    jobs: list[Job] = []
    said: list[str] = []
    for line in text.splitlines(keepends=True):
        if line.startswith(' "'):
            jobs.append(tuple(re.sub(r"\\(.)", r"\1", match) for match in _ARGUMENT.findall(line)))
        elif "passed via response file" in line:
            return None
        elif _SAID.search(line):
            said.append(line)
    return JobPlan(tuple(jobs), "".join(said))


def value_of(job: Sequence[str], option: str) -> str:
    """The argument after the last ``option`` of the job; empty without one."""
    for index in range(len(job) - 2, -1, -1):
        if job[index] == option:
            return job[index + 1]
    return ""


def with_value(job: Job, option: str, value: str) -> Job:
    """The job with the argument after ``option`` replaced."""
    index = max(i for i in range(len(job) - 1) if job[i] == option)
    return (*job[: index + 1], value, *job[index + 2 :])


def device_arch(job: Job) -> str:
    """The processor for which this job of the compiler makes device code, such as ``gfx1100``; empty if there is
    none."""
    if len(job) < 2 or job[1] not in ("-cc1", "-cc1as"):
        return ""
    return value_of(job, "-target-cpu") if value_of(job, "-triple").startswith("amdgcn") else ""


def optimizable(job: Job) -> bool:
    """Whether the job makes code for a GPU that isaopt optimises.

    Code compiled without optimisation is left alone: it is not meant to be fast, and a debugger relies on its form.
    """
    level = next((a for a in reversed(job) if _LEVEL.fullmatch(a)), "-O0")
    return device_arch(job) in ARCHS and (job[1] == "-cc1as" or (level != "-O0" and not _MAKES_CODE.isdisjoint(job)))


def listings(plan: JobPlan) -> frozenset[str]:
    """The listings of code to optimise that the assembler's jobs of the plan read."""
    made = {value_of(job, "-o") for job in plan.jobs if job[1:2] == ("-cc1",) and "-S" in job and optimizable(job)}
    return frozenset(made & {job[-1] for job in plan.jobs if job[1:2] == ("-cc1as",)})


def is_relocatable(plan: JobPlan) -> bool:
    """Whether device code is left to a later link of the whole program (``-fgpu-rdc``)."""
    return any("-fgpu-rdc" in job[1:] for job in plan.jobs if optimizable(job))


def assembler_job(job: Job, listing: str, output: str) -> Job:
    """The job that assembles the listing of a compiler's job, with the same target and debug options.

    These are the options that the driver itself passes on when it assembles in a step of its own (LLVM
    ``clang/lib/Driver/ToolChains/Clang.cpp``, ``ClangAs::ConstructJob``).
    """
    made = [job[0], "-cc1as", "-triple", value_of(job, "-triple"), "-filetype", "obj"]
    taken = ("-main-file-name", "-target-cpu", "-target-feature", "-mrelocation-model")
    for option, value in pairwise(job):
        if option in taken or (option == "-mllvm" and "amdhsa-code-object-version" in value):
            made += [option, value]
        elif option.startswith(("-fdebug-compilation-dir=", "-dwarf-version=")):
            made.append(option)
    return (*made, "-o", output, listing)


def makes_bitcode_only(plan: JobPlan) -> bool:
    """Whether some device code of ours never becomes assembly or an object in this plan, but is compiled at the link:
    device LTO, or the driver's new way of offloading."""
    read = {argument for job in plan.jobs if "-emit-llvm-bc" not in job for argument in job if optimizable(job)}
    return any(optimizable(job) and "-emit-llvm-bc" in job and value_of(job, "-o") not in read for job in plan.jobs)


def new_offloading(plan: JobPlan) -> bool:
    """Whether the driver uses the new way of offloading, in which a wrapper of the linker compiles device code."""
    return any("clang-linker-wrapper" in job[0] or "offload-packager" in job[0] for job in plan.jobs)
