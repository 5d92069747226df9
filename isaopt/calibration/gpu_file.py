"""A calibrated GPU model as the JSON file that ``isaopt sim --gpu FILE.json`` takes."""

from __future__ import annotations

from isaopt.calibration.fit import Calibration, Fitted
from isaopt.target.gpus import Parameter


def gpu_document(found: Calibration, title: str, source: str) -> dict[str, object]:
    """Every parameter of the model; those that were fitted say ``source``, with their confidence interval as range."""
    fitted = {f.name: f for f in found.fitted}
    chosen = {h.name for h in found.hypotheses}
    rows: dict[str, object] = {}
    for name, parameter in sorted(found.gpu.parameters.items()):
        row = _row(parameter)
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


def _row(parameter: Parameter) -> dict[str, object]:
    row: dict[str, object] = {
        "value": parameter.value,
        "unit": parameter.unit,
        "source": parameter.source,
        "confidence": parameter.confidence,
    }
    if parameter.others:
        row["others"] = [{"value": other.value, "source": other.source} for other in parameter.others]
    if parameter.low is not None and parameter.high is not None:
        row["range"] = [parameter.low, parameter.high]
    if parameter.choices:
        row["choices"] = list(parameter.choices)
    return row
