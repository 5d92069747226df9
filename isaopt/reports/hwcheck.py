"""The results of a first run on a GPU, as a page and as JSON; formats only."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from isaopt.plain import Json, plain
from isaopt.reports.calibration import calibration_document, calibration_page
from isaopt.reports.figures import speed
from isaopt.reports.page import Block, Bullets, Column, Heading, Page, Paragraph, Span, Text, table, text

if TYPE_CHECKING:
    from isaopt.hip.hwcheck import Checked, HardwareCheck


def hwcheck_page(found: HardwareCheck) -> Page:
    """The page."""
    return Page(f"{found.device.name}: first run", tuple(_blocks(found)))


def hwcheck_document(found: HardwareCheck, doctor: Json) -> dict[str, Json]:
    """``hwcheck --json``."""
    measured = found.calibration
    return {
        "device": plain(found.device),
        "doctor": doctor,
        "kernels": [plain(kernel) for kernel in found.kernels],
        "calibration": calibration_document(measured, found.device.name) if measured is not None else None,
        "problems": list(found.problems),
        "files": sorted(found.files),
    }


def hwcheck_lines(found: HardwareCheck) -> Iterator[str]:
    """The summary lines that come first."""
    timed = [k for k in found.kernels if k.times]
    right = sum(k.emulated == "" for k in found.kernels)
    same = sum(k.same == "" for k in found.kernels)
    yield (
        f"{found.device.name} ({found.device.arch}): {len(found.kernels)} kernels, {right} as the emulator has them, "
        f"{same} the same after opt, {len(timed)} timed"
    )
    faster = [k.speedup.value for k in timed if k.speedup is not None and k.speedup.low > 1]
    slower = [k.speedup.value for k in timed if k.speedup is not None and k.speedup.high < 1]
    yield f"{len(faster)} shown to be faster after opt, {len(slower)} slower"
    benchmarks = len(found.results.cycles) // 2 if found.results is not None else 0
    fitted = len(found.calibration.fitted) if found.calibration is not None else 0
    yield f"{benchmarks} benchmarks measured, {fitted} parameters of the model determined by them"


def _blocks(found: HardwareCheck) -> Iterator[Block]:
    yield Heading(1, text("First run on ", found.device.name))
    for line in hwcheck_lines(found):
        yield Paragraph(text(line))
    if found.problems:
        yield Heading(2, text("What could not be done"))
        yield Bullets(tuple(text(line) for line in found.problems))
    if found.kernels:
        yield Heading(2, text("Kernels before and after opt"))
        yield from _kernels(found)
    if found.calibration is not None:
        yield from calibration_page(found.calibration, "results.json", found.device.name).blocks


def _kernels(found: HardwareCheck) -> Iterator[Block]:
    columns = [
        Column("kernel"), Column("results", flexible=True), Column("before, us", "right"), Column("after, us", "right"),
        Column("measured", "right"), Column("95 %", "right"),
    ]  # fmt: skip
    yield table(columns, [_measured(k) for k in found.kernels], "correctness and times")
    models = list(dict.fromkeys(name for k in found.kernels for name in k.predicted))
    titles = {model: "calibrated" if model.endswith(".json") else model for model in models}
    columns = [
        Column("kernel"),
        *(Column(f"{titles[m]}: speed", "right") for m in models),
        Column("measured", "right"),
        *(Column(f"{titles[m]}: predicted / measured", "right") for m in models),
    ]
    yield table(columns, [_predicted(k, models) for k in found.kernels if k.predicted], "predicted against measured")


def _measured(kernel: Checked) -> list[Text]:
    before, after = (
        (f"{t.median.value * 1e6:.2f}" for t in (kernel.times[0], kernel.times[-1])) if kernel.times else ("–", "–")
    )
    said = [kernel.problem] if kernel.problem else []
    said += [f"the emulator: {kernel.emulated}"] if kernel.emulated else []
    said += [f"after opt: {kernel.same}"] if kernel.same else []
    fine = kernel.verify if kernel.changed else "not changed by opt"
    gain = kernel.speedup
    return [
        text(Span(kernel.path, code=True)),
        text(Span("; ".join(said) or f"right; {fine}", "bad" if said else "good")),
        text(before),
        text(after),
        text(speed(gain.value, 3) if gain is not None else "–"),
        text(f"{gain.low:.3f} to {gain.high:.3f}" if gain is not None else "–"),
    ]


def _predicted(kernel: Checked, models: list[str]) -> list[Text]:
    pairs = [kernel.predicted[m] for m in models]
    measured = kernel.times[0].median.value if kernel.times else None
    return [
        text(Span(kernel.path, code=True)),
        *(text(speed(before / after, 3)) for before, after in pairs),
        text(speed(kernel.speedup.value, 3) if kernel.speedup is not None else "–"),
        *(text(f"{before / measured:.3f}" if measured else "–") for before, _ in pairs),
    ]
