"""``isaopt triton``: optimise the kernels of a Triton program."""

from __future__ import annotations

import os
import shlex
from pathlib import Path
from typing import TYPE_CHECKING

import click

from isaopt.cli.common import cache_option, emit_json, json_option, say
from isaopt.cli.optimizing import Optimizing, optimizing_options
from isaopt.cli.progress import progress_bar
from isaopt.plain import Json, picked

if TYPE_CHECKING:
    from isaopt.wrapper.triton import Override


def _document(done: tuple[Override, ...]) -> dict[str, Json]:
    from isaopt.reports.document import kernel_document

    files: list[Json] = [
        {**picked(f, "path", "status"), "why": f.why or None, "kernels": [kernel_document(k) for k in f.kernels]}
        for f in done
    ]
    return {"files": files}


def _figures(found: Override) -> str:
    parts = []
    for kernel in found.kernels:
        a, b = kernel.before, kernel.after
        conflicts = f"conflicts {float(a.bank_conflicts):g} -> {float(b.bank_conflicts):g}"
        parts.append(f"{kernel.name} {kernel.verify}, dual {a.dual} -> {b.dual}, {conflicts}")
    return "; ".join(parts)


def triton_cache() -> Path:
    """Where Triton keeps compiled kernels: ``TRITON_CACHE_DIR``, else below ``TRITON_HOME`` or the user's home."""
    named = os.environ.get("TRITON_CACHE_DIR")
    home = os.environ.get("TRITON_HOME") or os.path.expanduser("~")
    return Path(named) if named else Path(home) / ".triton" / "cache"


@click.command()
@click.argument("dump", metavar="DUMPDIR")
@click.option("-o", "--output", metavar="OVERRIDEDIR", required=True, help="Directory for TRITON_OVERRIDE_DIR.")
@click.option(
    "--triton-cache",
    "cache_dir",
    metavar="DIR",
    help="Triton's cache of the run that dumped the kernels; by default TRITON_CACHE_DIR or ~/.triton/cache.",
)
@click.option(
    "--single-version",
    is_flag=True,
    help="Each kernel was compiled with a single set of options (num_warps, num_stages, ...); do not consult "
    "the cache.",
)
@click.option("--jobs", type=click.IntRange(1, 1024), default=1, show_default=True, metavar="N", help="Processes.")
@optimizing_options
@cache_option("on by default")
@json_option
def command(
    dump: str,
    output: str,
    cache_dir: str | None,
    single_version: bool,
    jobs: int,
    optimizing: Optimizing,
    cache: bool | None,
    as_json: bool,
) -> None:
    """Optimise the kernels that Triton dumped, for the same program to load as an override.

    Triton does not distinguish versions of a kernel that differ only in num_warps or num_stages, as an autotuner
    produces them: an override would replace all of them with one. Such kernels are skipped; Triton's cache shows which
    they are.

    \b
    Example:
      TRITON_KERNEL_DUMP=1 TRITON_DUMP_DIR=dump TRITON_ALWAYS_COMPILE=1 python program.py
      isaopt triton dump -o override
      TRITON_KERNEL_OVERRIDE=1 TRITON_OVERRIDE_DIR=override TRITON_ALWAYS_COMPILE=1 python program.py
    """
    from isaopt.cache.store import chosen_store
    from isaopt.wrapper.triton import triton

    options = optimizing.options()
    with progress_bar(0) as progress:
        done = triton(
            dump,
            output,
            options,
            cache=cache_dir or triton_cache(),
            single_version=single_version,
            store=chosen_store(cache, default=True),
            jobs=jobs,
            progress=progress,
        )
    if as_json:
        emit_json(_document(done))
    else:
        for found in done:
            said = found.why.splitlines()[0] if found.why else _figures(found)
            say(f"{found.path}: {found.status}" + (f": {said}" if said else ""))
        if any(f.status == "written" for f in done):
            where = shlex.quote(str(Path(output).resolve()))
            say("")
            say(f"TRITON_KERNEL_OVERRIDE=1 TRITON_OVERRIDE_DIR={where} TRITON_ALWAYS_COMPILE=1 python ...")
    if any(f.status == "failed" for f in done):
        raise click.exceptions.Exit(1)
