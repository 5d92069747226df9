"""``isaopt run``: run a HIP program on the CPU."""

from __future__ import annotations

import os
from pathlib import Path

import click

from isaopt.cli.common import note, toolchain_options


@click.command(context_settings={"ignore_unknown_options": True, "allow_interspersed_args": False})
@click.argument("program", nargs=-1, required=True, type=click.UNPROCESSED)
@click.option("--gpu", default="rx7900xtx", show_default=True, metavar="NAME", help="The GPU that the program sees.")
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
    help="Save every code object that the program loads here.",
)
@click.option("--optimize", is_flag=True, help="Optimise each kernel when it is first launched, and run the result.")
@click.option(
    "--compare", is_flag=True, help="Run each launch in both versions and compare the memory that they leave."
)
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
    jobs: int | None,
    limit: int | None,
    trace: Path | None,
    kernel_dir: Path | None,
    optimize: bool,
    compare: bool,
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
    """
    from isaopt.virtual.run import RunRequest, run_program

    threads = jobs or min(len(os.sched_getaffinity(0)), 64)
    optimize |= compare
    simulate = clock == "sim"
    request = RunRequest(gpu, threads, limit or 0, trace, kernel_dir, optimize, compare, simulate, clang, lld)
    finished = run_program(program, request)
    if optimize:
        for kernel, why in finished.kept.items():
            note(f"isaopt: {kernel}: stays as compiled: {why}")
        note(f"isaopt: {len(finished.optimized)} of {len(finished.optimized) + len(finished.kept)} kernels optimised")
    for kernel, why in finished.untimed.items():
        note(f"isaopt: {kernel}: its time is an instruction count, since it cannot be simulated: {why}")
    for kernel in dict.fromkeys(finished.different):
        note(f"isaopt: {kernel}: the optimised version does not leave the same memory")
    raise SystemExit(finished.code or int(bool(finished.different)))
