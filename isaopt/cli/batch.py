"""``isaopt batch``: optimise all files of a library."""

from __future__ import annotations

import os

import click

from isaopt.cli.common import arch_option, cache_option, emit_json, include_option, json_option, keep_unknown_option
from isaopt.cli.optimizing import Optimizing, optimizing_options
from isaopt.cli.pages import show_page
from isaopt.cli.progress import progress_bar


@click.command()
@click.argument("directory", metavar="DIR")
@click.option(
    "-o", "--output", metavar="OUTDIR", required=True, help="Directory for the results, with the same layout."
)
@click.option(
    "--jobs",
    type=click.IntRange(1, 1024),
    metavar="N",
    help="Number of processes; by default one for each available core.",
)
@click.option(
    "--scheduler", metavar="tcp://HOST:PORT", default="", help="Run on the workers of this Dask cluster instead."
)
@click.option(
    "--timeout",
    type=click.FloatRange(min=0, min_open=True),
    metavar="SECONDS",
    help="Give up on a file after this time.",
)
@click.option("--retry", is_flag=True, help="Retry files that failed in an earlier run.")
@click.option("--all", "every", is_flag=True, help="List unchanged files too.")
@optimizing_options
@cache_option("on by default")
@json_option
@include_option
@arch_option
@keep_unknown_option
def command(
    directory: str,
    output: str,
    jobs: int | None,
    scheduler: str,
    timeout: float | None,
    retry: bool,
    every: bool,
    optimizing: Optimizing,
    cache: bool | None,
    as_json: bool,
    arch: str | None,
    keep_unknown: bool,
) -> None:
    """Optimise every .s file below DIR as isaopt opt does, and write the results to the same places below OUTDIR.

    A file that fails is listed with the reason, the others continue, and the exit code is 1. An interrupted run resumes
    where it stopped: OUTDIR/isaopt-batch.jsonl records what is done, and cached results are not computed again. A file
    is written only if it is new or has changed.

    With --scheduler, files are sent to the workers and results back. The workers need no common file system, but the
    same version of isaopt.

    \b
    Examples:
      isaopt batch library -o optimised --jobs 16
      isaopt batch library -o optimised --json > summary.json
      isaopt batch library -o optimised --scheduler tcp://head:8786
    """
    from pathlib import Path

    from isaopt.cache.store import chosen_store
    from isaopt.libraries.run import BatchOptions, batch, sources
    from isaopt.reports.libraries import batch_document, batch_page

    options = optimizing.options()
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    run = BatchOptions(jobs or cores, chosen_store(cache, default=True), scheduler, timeout, retry)
    with progress_bar(len(sources(Path(directory), Path(output)))) as progress:
        done = batch(directory, output, options, run, arch=arch, keep_unknown=keep_unknown, progress=progress)
    if as_json:
        emit_json(batch_document(done))
    else:
        show_page(batch_page(done, directory, every))
    if done.failed:
        raise click.exceptions.Exit(1)
