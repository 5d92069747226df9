"""The results of a calibration, as a page and as JSON; formats only."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from isaopt.plain import Json, picked
from isaopt.reports.page import Block, Bullets, Heading, Page, Paragraph, Span, Text, table, text

if TYPE_CHECKING:
    from isaopt.calibration.fit import Calibration

#: A benchmark is shown as badly predicted from this share of its pace on.
_FAR = 0.05


def calibration_page(found: Calibration, path: str, device: str) -> Page:
    """The page of a calibration of the results in ``path``."""
    return Page(f"calibration of {device}", tuple(_blocks(found, path, device)))


def _blocks(found: Calibration, path: str, device: str) -> Iterator[Block]:
    yield Heading(1, text("Calibration of ", device, " from ", Span(path, code=True)))
    columns = ("parameter", ">model", ">measured", ">95 % interval", "~unit")
    rows: list[list[Text]] = []
    for f in found.fitted:
        outside = (f.low is not None and f.before < f.low) or (f.high is not None and f.before > f.high)
        rows.append(
            [
                text(Span(f.name, code=True)),
                text(f"{f.before:g}"),
                text(Span(f"{f.value:.4g}", "strong" if outside else "")),
                text(_interval(f.low, f.high)),
                text(f.unit),
            ]
        )
    yield table(columns, rows, "parameters that the measurements determine")
    if found.hypotheses:
        columns = ("hypothesis", ">misfit", ">benchmarks", ">probability", "")
        yield table(
            columns,
            (
                (
                    text(Span(f"{h.name} = {h.value}", code=True)),
                    text(f"{h.misfit:.4g}"),
                    text(str(h.benchmarks)),
                    text(f"{h.probability:.2g}"),
                    text(Span("excluded by the data", "bad") if h.excluded else Span("not excluded", "good")),
                )
                for h in found.hypotheses
            ),
            "open questions of the model",
        )
    if found.undetermined:
        names = ", ".join(found.undetermined)
        yield Paragraph(text("No measurement here bounds: ", Span(names, code=True), ". They stay as they were."))
    far = [r for r in found.residuals if abs(r.measured - r.predicted) > _FAR * abs(r.measured) + 2 * r.error]
    if far:
        yield Paragraph(text("What the calibrated model still predicts badly, in cycles a repetition:"))
        yield Bullets(
            tuple(
                text(Span(r.benchmark, code=True), f": measured {r.measured:.3g}, predicted {r.predicted:.3g}")
                for r in far
            )
        )


def _interval(low: float | None, high: float | None) -> str:
    if low is None:
        return "" if high is None else f"at most {high:.4g}"
    return f"at least {low:.4g}" if high is None else f"{low:.4g} to {high:.4g}"


def calibration_document(found: Calibration, device: str) -> dict[str, Json]:
    """The document of ``calibrate --json``."""
    listed = picked(found, "fitted", "hypotheses", "undetermined", "residuals")
    return {"device": device, "gpu": found.gpu.name, **listed}
