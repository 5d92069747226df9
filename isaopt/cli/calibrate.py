"""``isaopt calibrate``: correct the GPU model by measurements."""

from __future__ import annotations

import json

import click

from isaopt.cli.common import check_output, emit_json, gpu_option, json_option, note, shown, write_output
from isaopt.cli.pages import show_page
from isaopt.cli.progress import progress_bar


@click.command()
@click.argument("results", metavar="RESULTS.json", type=click.Path(path_type=str, allow_dash=True))
@gpu_option("GPU model to start from; by default the target's.")
@click.option("-o", "--output", metavar="GPU.json", help="Write the calibrated model here, for sim --gpu GPU.json.")
@click.option("--only", metavar="NAME", multiple=True, help="Use only this benchmark (repeatable).")
@json_option
def command(results: str, gpu: str | None, output: str | None, only: tuple[str, ...], as_json: bool) -> None:
    """Fit the parameters of a GPU model to the measurements of isaopt launch --suite.

    Prints each measured parameter with its 95 % confidence interval, which hypotheses of the model the data excludes
    (such as a register-file model), which parameters no measurement depends on, and which benchmarks the calibrated
    model still predicts badly. Every benchmark is simulated many times, which takes some minutes for a whole suite.

    \b
    Examples:
      isaopt calibrate results.json -o my_gpu.json
      isaopt sim kernel.s --gpu my_gpu.json
    """
    from isaopt.api import calibrate
    from isaopt.asm.source import read_source
    from isaopt.calibration.fit import gpu_document
    from isaopt.calibration.measurement import read_results
    from isaopt.reports.calibration import calibration_document, calibration_page

    if output is not None:
        check_output(output, [results])
    measured = read_results(read_source(results), shown(results))
    with progress_bar(0) as progress:
        found = calibrate(measured, gpu, only, progress)
    if output is not None:
        document = gpu_document(found, f"{measured.device}, calibrated", f"isaopt calibrate: {measured.device}")
        write_output(output, (json.dumps(document, indent=2) + "\n").encode(), [results])
    if as_json:
        emit_json(calibration_document(found, measured.device))
    elif output != "-":
        show_page(calibration_page(found, shown(results), measured.device))
    if output is not None and output != "-":
        note(f"isaopt: note: {output} is for isaopt sim --gpu {output}")
