"""``isaopt microbench``: write a suite of small kernels that each isolate a parameter of the GPU model."""

from __future__ import annotations

from pathlib import Path

import click

from isaopt.cli.common import emit_json, json_option, say, write_output
from isaopt.errors import UsageError


@click.command()
@click.option(
    "-o", "--output", metavar="DIR", help="Write the suite here: one .s file for each benchmark, and manifest.json."
)
@click.option("--arch", metavar="GFX", required=True, help="Target, such as gfx1100.")
@click.option("--list", "listing", is_flag=True, help="List the benchmarks; write nothing.")
@json_option
def command(output: str | None, arch: str, listing: bool, as_json: bool) -> None:
    """Write microbenchmarks for what the GPU model has to assume: register banks, latencies, rates, instruction fetch,
    LDS widths and strides, barriers, levels of memory.

    Each benchmark times a stretch of code with the shader's cycle counter, in a short and a long version, and counts
    the difference. `isaopt launch --suite DIR` runs the suite on a GPU; `isaopt calibrate` fits the model to the
    results.

    \b
    Examples:
      isaopt microbench -o suite --arch gfx1100
      isaopt launch --suite suite -o results.json
      isaopt calibrate results.json -o my_gpu.json
    """
    from isaopt.calibration.suite import benchmarks, suite_files

    if listing == (output is not None):
        raise UsageError("needs -o DIR or --list")
    suite = benchmarks(arch)
    if output is not None:
        directory = Path(output)
        if directory.exists() and (not directory.is_dir() or any(directory.iterdir())):
            raise UsageError("is not an empty directory", output)
        try:
            directory.mkdir(exist_ok=True)
        except OSError as error:
            raise UsageError(f"cannot make the directory: {error.strerror}", output) from error
        # The manifest is written last: a directory with a manifest is complete.
        for name, text in suite_files(arch).items():
            write_output(str(directory / name), text.encode())
    if as_json:
        rows = [{"name": b.name, "title": b.title, "parameters": list(b.parameters)} for b in suite]
        emit_json({"arch": arch, "benchmarks": rows})
    elif listing:
        for b in suite:
            say(f"{b.name}: {b.title}" + (f" [{', '.join(b.parameters)}]" if b.parameters else ""))
    else:
        say(f"{output}: {len(suite)} benchmarks for {arch}")
