"""``isaopt hwcheck``: everything to learn from a first run on a GPU."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import click

from isaopt.cli.common import check_output, emit_json, json_option, json_text, note, say, write_output
from isaopt.cli.pages import rendered
from isaopt.cli.progress import progress_bar
from isaopt.errors import UsageError

_EPOCH = (1980, 1, 1, 0, 0, 0)


@click.command()
@click.option(
    "-o",
    "--output",
    metavar="FILE.zip",
    default="isaopt-hwcheck.zip",
    show_default=True,
    help="Archive for the results.",
)
@click.option(
    "--kernels",
    metavar="DIR",
    help="Kernels to run, described by a launches.json in DIR; default: kernels_s in the source tree, if present.",
)
@click.option("--device", default=0, type=click.IntRange(min=0), metavar="N", help="Which GPU.")
@click.option("--only", metavar="NAME", multiple=True, help="Only benchmarks whose names start with NAME (repeatable).")
@click.option("--repeat", type=click.IntRange(min=1), default=25, show_default=True, help="Launches of each benchmark.")
@click.option("--no-fit", is_flag=True, help="Measure only; the model can be fitted later with isaopt calibrate.")
@json_option
def command(
    output: str, kernels: str | None, device: int, only: tuple[str, ...], repeat: int, no_fit: bool, as_json: bool
) -> None:
    """Test a GPU: run the microbenchmarks, fit the model to them, and run kernels before and after isaopt opt.

    Writes FILE.zip with the findings of doctor, all measurements, the fitted model and both versions of every kernel,
    and FILE.html to look at. Everything is launched in its own process, so a hang or fault is reported and the rest
    continues. Takes some minutes of GPU time, and some more of CPU time for the fit (--no-fit). The exit code is 1 if a
    kernel leaves other results after opt, and 3 without a runtime or a GPU.

    \b
    Examples:
      isaopt hwcheck
      isaopt hwcheck -o mine.zip --kernels my_kernels --no-fit
    """
    from isaopt.cli.doctor import doctor_document
    from isaopt.hip.hwcheck import LAUNCHES, find_device, hwcheck
    from isaopt.reports.hwcheck import hwcheck_document, hwcheck_lines, hwcheck_page
    from isaopt.toolchain.survey import survey

    if not output.endswith(".zip"):
        raise UsageError(f"-o {output}: the ending must be .zip")
    page_path = f"{output.removesuffix('.zip')}.html"
    check_output(output)
    check_output(page_path)
    tree = Path(__file__).resolve().parents[2] / "kernels_s"
    directory = kernels if kernels is not None else str(tree) if (tree / LAUNCHES).exists() else None
    gpu = find_device(device)
    with progress_bar(0) as progress:
        found = hwcheck(directory, device=device, only=only, repeats=repeat, fit=not no_fit, progress=progress)
    document = hwcheck_document(found, doctor_document(survey((gpu.arch,))))
    page = rendered("html", lambda: hwcheck_page(found), lambda: document)
    files = {"hwcheck.json": (json_text(document) + "\n").encode(), "hwcheck.html": page}
    files |= {name: text.encode("utf-8", "surrogateescape") for name, text in found.files.items()}
    write_output(page_path, page)
    write_output(output, _packed(files))
    if as_json:
        emit_json(document)
    else:
        for line in hwcheck_lines(found):
            say(line)
        say(f"{output}: the file to send; {page_path}: to look at")
    for problem in found.problems:
        note(f"isaopt: warning: {problem}")
    if directory is None:
        note("isaopt: note: no kernels were run; --kernels DIR names a directory with a launches.json")
    wrong = [kernel.path for kernel in found.kernels if kernel.same]
    if wrong:
        raise click.exceptions.Exit(1)


def _packed(files: dict[str, bytes]) -> bytes:
    """The files, packed into a zip file."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(zipfile.ZipInfo(name, _EPOCH), data, zipfile.ZIP_DEFLATED)
    return packed.getvalue()
