"""``isaopt hwcheck``: everything that a first run on a GPU can tell."""

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
    "-o", "--output", metavar="FILE.zip", default="isaopt-hwcheck.zip", show_default=True, help="The file to send."
)
@click.option(
    "--kernels",
    metavar="DIR",
    help="Kernels to run, with a launches.json that says how; default: kernels_s of the source tree, if it is there.",
)
@click.option("--device", default=0, type=click.IntRange(min=0), metavar="N", help="Which GPU.")
@click.option("--only", metavar="NAME", multiple=True, help="Only benchmarks whose names begin so (repeatable).")
@click.option("--repeat", type=click.IntRange(min=1), default=25, show_default=True, help="Launches of a benchmark.")
@click.option("--no-fit", is_flag=True, help="Measure only: whoever gets the file fits the model (isaopt calibrate).")
@json_option
def command(
    output: str, kernels: str | None, device: int, only: tuple[str, ...], repeat: int, no_fit: bool, as_json: bool
) -> None:
    """Try a GPU: its microbenchmarks, the model fitted to them, and kernels before and after isaopt opt.

    Writes one file to send, FILE.zip: what doctor found, all measurements, the fitted model, both versions of every
    kernel; and FILE.html beside it to look at. Everything is launched in processes of its own, so that what hangs or
    faults is said and the rest goes on. Some minutes of GPU, and some more of CPU for the fit (--no-fit). Exit code 1
    if a kernel leaves other results after opt, 3 without a runtime or a GPU.

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
        note("isaopt: note: no kernels were run: --kernels DIR, with a launches.json, names some")
    wrong = [kernel.path for kernel in found.kernels if kernel.same]
    if wrong:
        raise click.exceptions.Exit(1)


def _packed(files: dict[str, bytes]) -> bytes:
    """A zip file of these."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(zipfile.ZipInfo(name, _EPOCH), data, zipfile.ZIP_DEFLATED)
    return packed.getvalue()
