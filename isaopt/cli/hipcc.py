"""``isaopt hipcc``: run a build's compiler and optimise its device code."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from isaopt.cli.common import cache_option, emit_bytes, emit_json, note, write_output
from isaopt.cli.optimizing import Optimizing, optimizing_options

if TYPE_CHECKING:
    from isaopt.plain import Json
    from isaopt.wrapper.compile import Compilation
    from isaopt.wrapper.device import DeviceSource


def _document(done: Compilation) -> dict[str, Json]:
    from isaopt.reports.document import kernel_document

    return {
        "status": done.status,
        "note": done.note or None,
        "units": [
            {
                "source": unit.source,
                "arch": unit.arch,
                "changed": unit.changed,
                "cached": unit.cached,
                "why": unit.why or None,
                "kernels": [] if unit.result is None else [kernel_document(k) for k in unit.result.kernels],
            }
            for unit in done.units
        ],
    }


def _summary(unit: DeviceSource) -> str:
    if unit.result is None:
        return f"isaopt: {unit.source} ({unit.arch}): " + (unit.why or "no kernel")
    parts = []
    for kernel in unit.result.kernels:
        a, b = kernel.before, kernel.after
        parts.append(
            f"{kernel.name} {kernel.verify}, dual {a.dual} -> {b.dual}, conflicts {float(a.bank_conflicts):g} -> "
            f"{float(b.bank_conflicts):g}"
            if unit.changed
            else f"{kernel.name} unchanged"
        )
    return f"isaopt: {unit.source} ({unit.arch}): " + "; ".join(parts) + (" (cached)" if unit.cached else "")


@click.command(context_settings={"ignore_unknown_options": False})
@click.argument("compiler", nargs=-1, required=True, type=click.UNPROCESSED, metavar="-- COMPILER ARGS...")
@optimizing_options
@click.option(
    "--jobs", type=click.IntRange(1, 256), default=1, metavar="N", help="Number of processes that share the kernels."
)
@click.option("--strict", is_flag=True, help="Fail (exit code 1) if some device code has to stay as compiled.")
@click.option("--summary", is_flag=True, help="Print what happened to each kernel, on standard error.")
@click.option(
    "--report-dir",
    metavar="DIR",
    type=click.Path(path_type=Path),
    help="Write a report, SOURCE-ARCH-ID.json, for each translation unit here.",
)
@cache_option("on by default")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document on standard output.")
def command(
    compiler: tuple[str, ...],
    optimizing: Optimizing,
    jobs: int,
    strict: bool,
    summary: bool,
    report_dir: Path | None,
    cache: bool | None,
    as_json: bool,
) -> None:
    """Run a HIP compiler and optimise the device code that it generates for gfx11 and gfx12 GPUs.

    Put this command in front of the compiler in any build. The kernels inside the resulting objects and programs are
    optimised and proved equal to the compiler's, so the program's own <<<>>> launches use them. Code for other GPUs
    and for the host is not changed. Every compiler option works: isaopt carries out the compiler's own plan (-###) and
    passes on its messages and exit code. A kernel that cannot be optimised stays as compiled, with a warning.

    -fgpu-rdc is rejected: device code is then compiled at link time, without assembly to work on. With --save-temps,
    NAME.isaopt.s is written beside the compiler's NAME.s.

    \b
    Examples:
      isaopt hipcc -- hipcc -O3 --offload-arch=gfx1100 saxpy.hip -o saxpy
      isaopt hipcc --summary -- clang++ -x hip --offload-arch=gfx1201 -c kernels.hip -o kernels.o
      cmake -DCMAKE_HIP_COMPILER_LAUNCHER='isaopt;hipcc;--' ...
      make HIPCC='isaopt hipcc -- hipcc'
    """
    from isaopt.toolchain.run import hand_over
    from isaopt.wrapper.quick import may_offload

    if not as_json and not may_offload(compiler):
        raise click.exceptions.Exit(hand_over(compiler))
    from isaopt.cache.store import chosen_store
    from isaopt.wrapper.compile import hipcc, reads_stdin
    from isaopt.wrapper.device import Settings

    options = optimizing.options()
    fed = sys.stdin.buffer.read() if reads_stdin(compiler) else b""
    done = hipcc(compiler, Settings(options, chosen_store(cache, default=True), jobs, strict), sys.stderr.isatty(), fed)
    sys.stderr.write(done.stderr)
    sys.stderr.flush()
    if done.status == 0:
        _say(done, summary)
        if report_dir is not None:
            _write_reports(done, report_dir)
    if as_json:
        emit_json(_document(done))
    else:
        emit_bytes(done.stdout)
    raise click.exceptions.Exit(done.status)


def _say(done: Compilation, summary: bool) -> None:
    if done.note:
        note(f"isaopt: warning: device code stays as compiled: {done.note}")
    for unit in done.units:
        if summary:
            note(_summary(unit))
        elif unit.why:
            note(f"isaopt: warning: {unit.source} ({unit.arch}): stays as compiled: {unit.why}")


def _write_reports(done: Compilation, directory: Path) -> None:
    import hashlib
    import json

    directory.mkdir(parents=True, exist_ok=True)
    document = _document(done)["units"]
    assert isinstance(document, list)
    for unit, said in zip(done.units, document, strict=True):
        # Sources of the same name in different directories get separate reports.
        where = hashlib.sha256(str(Path(unit.source).resolve()).encode()).hexdigest()[:8]
        name = f"{Path(unit.source).name}-{unit.arch}-{where}.json"
        write_output(str(directory / name), (json.dumps(said, indent=2) + "\n").encode())
