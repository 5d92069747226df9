"""A calibrated GPU model as the JSON file that ``isaopt sim --gpu FILE.json`` takes."""

from __future__ import annotations

from isaopt.calibration.fit import Calibration, Fitted
from isaopt.plain import Json
from isaopt.reports.simulation import parameter_document


def gpu_document(found: Calibration, title: str, source: str) -> dict[str, Json]:
    """Every parameter of the model; those that were fitted say ``source``, with their confidence interval as range."""
    fitted = {f.name: f for f in found.fitted}
    chosen = {h.name for h in found.hypotheses}
    rows: dict[str, Json] = {}
    for name, parameter in sorted(found.gpu.parameters.items()):
        row = parameter_document(parameter)
        if name in fitted:
            row.update(source=source, confidence="measured", range=_range(fitted[name]))
        elif name in chosen:
            row.update(source=source, confidence="measured")
        rows[name] = row
    return {"title": title, "arch": found.gpu.arch, "parameters": rows}


def _range(found: Fitted) -> list[float]:
    """The interval; where the measurements set no bound, the value at which the fit stopped looking."""
    low = found.value / 2 if found.low is None else found.low
    return [min(low, found.value), max(found.value * 2, found.value) if found.high is None else found.high]
