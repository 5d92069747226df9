"""``isaopt run``: run a HIP program on the CPU."""

from __future__ import annotations

import json
import os
from pathlib import Path

import click

from isaopt.cli.common import check_output, gpu_option, note, toolchain_options, write_output
from isaopt.errors import UsageError
from isaopt.plain import Json


@click.command(context_settings={"ignore_unknown_options": True, "allow_interspersed_args": False})
@click.argument("program", nargs=-1, required=True, type=click.UNPROCESSED)
@gpu_option("The GPU that the program sees.", "rx7900xtx")
@click.option(
    "--devices",
    type=click.IntRange(1, 8),
    default=1,
    show_default=True,
    metavar="N",
    help="How many of that GPU the program sees.",
)
@click.option(
    "-j",
    "--jobs",
    type=click.IntRange(1, 64),
    default=None,
    metavar="N",
    help="Number of workgroups that run at the same time (default: one for each core).",
)
@click.option("--limit", type=click.IntRange(min=1), metavar="N", help="Stop a launch after N wave instructions.")
@click.option(
    "--trace", type=click.Path(path_type=Path), metavar="FILE", help="Write a line of JSON for each launch to FILE."
)
@click.option(
    "--kernel-dir",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="Save every code object that the program loads here, with the assembly of those that it launches kernels of.",
)
@click.option("--optimize", is_flag=True, help="Optimise each kernel when it is first launched, and run the result.")
@click.option(
    "--compare", is_flag=True, help="Run each launch in both versions and compare the memory that they leave."
)
@click.option(
    "--check",
    "checks",
    metavar="CHECKS",
    help="Look for faults: memory, uninit, race, wait, barrier, separated by commas, or all. Exit code 1 if there are.",
)
@click.option("--json", "json_file", metavar="FILE", help="With --check: also write the findings as JSON.")
@click.option("--sarif", metavar="FILE", help="With --check: also write the findings as SARIF 2.1.0.")
@click.option(
    "--time",
    "clock",
    type=click.Choice(("count", "sim")),
    default="count",
    show_default=True,
    help="Time that HIP events report for a launch: its instructions at the GPU's full rate, or the prediction "
    "of isaopt sim.",
)
@toolchain_options
def command(
    program: tuple[str, ...],
    gpu: str,
    devices: int,
    jobs: int | None,
    limit: int | None,
    trace: Path | None,
    kernel_dir: Path | None,
    optimize: bool,
    compare: bool,
    checks: str | None,
    json_file: str | None,
    sarif: str | None,
    clock: str,
    clang: str | None,
    lld: str | None,
) -> None:
    """Run a HIP program without a GPU: its kernels run bit-exactly on the CPU.

    The program is started unchanged and finds isaopt's HIP runtime as libamdhip64.so through LD_LIBRARY_PATH. It must
    contain code for the chosen GPU, such as gfx1100 for rx7900xtx. The exit code is the program's.

    \b
    Example:
      isaopt run -- ./saxpy 1000
      isaopt run --gpu rx9070xt --trace launches.jsonl -- ./saxpy
      isaopt run --check memory,race -- ./saxpy
    """
    from isaopt.virtual.run import RunRequest, run_program

    wanted = _checks(checks)
    for path in (json_file, sarif):
        if path is not None:
            if not wanted:
                raise UsageError("findings are written with --check only")
            check_output(path)
    threads = jobs or min(len(os.sched_getaffinity(0)), 64)
    optimize |= compare
    simulate = clock == "sim"
    request = RunRequest(
        gpu, threads, limit or 0, trace, kernel_dir, optimize, compare, simulate, wanted, devices, clang, lld
    )
    finished = run_program(program, request)
    if optimize:
        for kernel, why in finished.kept.items():
            note(f"isaopt: {kernel}: stays as compiled: {why}")
        note(f"isaopt: {len(finished.optimized)} of {len(finished.optimized) + len(finished.kept)} kernels optimised")
    for kernel, why in finished.untimed.items():
        note(f"isaopt: {kernel}: its time is an instruction count, since it cannot be simulated: {why}")
    for kernel in dict.fromkeys(finished.different):
        note(f"isaopt: {kernel}: the optimised version does not leave the same memory")
    if json_file is not None:
        _write(json_file, {"findings": [found.document() for found in finished.findings]})
    if sarif is not None:
        from isaopt import __version__
        from isaopt.reports.sarif import program_sarif

        _write(sarif, program_sarif(finished.findings, __version__))
    if finished.findings:
        count = len(finished.findings)
        note(f"isaopt run: {count} finding{'s' * (count > 1)}")
    raise SystemExit(finished.code or int(bool(finished.different or finished.findings)))


def _checks(text: str | None) -> frozenset[str]:
    """The checks named in a comma-separated list."""
    from isaopt.virtual.findings import CHECKS

    names = frozenset((text or "").replace(" ", "").split(",")) - {""}
    if names == {"all"}:
        return frozenset(CHECKS)
    for name in sorted(names - CHECKS.keys()):
        raise UsageError(f"there is no check '{name}' (there are {', '.join(CHECKS)}, and all)")
    return names


def _write(path: str, document: Json) -> None:
    write_output(path, (json.dumps(document, indent=2) + "\n").encode())
