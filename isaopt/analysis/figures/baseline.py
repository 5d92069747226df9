"""Figures kept from an earlier build, to compare a new one with: what ``report --json`` wrote, by kernel name."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import fields
from fractions import Fraction
from typing import TypeVar

from isaopt.analysis.figures.comparison import Comparison, KernelComparison
from isaopt.analysis.figures.metrics import LoopMetrics, Metrics, kernel_metrics
from isaopt.errors import InputError
from isaopt.ir.program import Module

_Figures = TypeVar("_Figures", Metrics, LoopMetrics)

#: Fields that hold what the field's type says; every other one holds a number.
_TEXTS = ("label", "parent", "predicted_for")
_MAY_BE_UNKNOWN = ("parent", "trip_count", "predicted_cycles", "predicted_for", "address_valu")


def read_baseline(text: str, path: str, bank_model: str) -> dict[str, Metrics]:
    """The figures of each kernel in a ``report --json`` document, or in a list of such documents.

    Raises:
        InputError: it is no such document, was made under another register-file model, or names a kernel twice.
    """
    try:
        found = json.loads(text)
    except ValueError as error:
        raise InputError(f"not a JSON document: {error}", path) from None
    out: dict[str, Metrics] = {}
    for document in found if isinstance(found, list) else [found]:
        kernels = document.get("kernels") if isinstance(document, dict) else None
        if not isinstance(kernels, list):
            raise InputError("not what 'isaopt report --json' writes: no list of kernels", path)
        if document.get("bank_model") != bank_model:
            raise InputError(
                f"the baseline counts conflicts under the model '{document.get('bank_model')}', not '{bank_model}'",
                path,
                hint="say --bank-model, or write the baseline again",
            )
        for kernel in kernels:
            name = kernel.get("name") if isinstance(kernel, dict) else None
            if not isinstance(name, str):
                raise InputError("not what 'isaopt report --json' writes: a kernel has no name", path)
            if name in out:
                raise InputError(f"kernel '{name}' stands in the baseline twice", path)
            out[name] = _figures(Metrics, kernel, f"kernel '{name}'", path)
    return out


def _figures(cls: type[_Figures], document: Mapping[str, object], place: str, path: str) -> _Figures:
    values: dict[str, object] = {}
    for field in fields(cls):
        if field.name not in document:
            hint = "write the baseline again with this version"
            raise InputError(f"{place} has no figure '{field.name}'", path, hint=hint)
        values[field.name] = _value(field.name, document[field.name], f"{place}: '{field.name}'", path)
    return cls(**values)  # type: ignore[arg-type]


def _value(name: str, value: object, place: str, path: str) -> object:
    if value is None and name in _MAY_BE_UNKNOWN:
        return None
    if name in _TEXTS and isinstance(value, str):
        return value
    if name == "loops" and isinstance(value, list) and all(isinstance(loop, dict) for loop in value):
        return tuple(_figures(LoopMetrics, loop, f"loop '{loop.get('label')}'", path) for loop in value)
    if name == "bank_conflicts_by_model" and isinstance(value, dict):
        return {model: _number(count, place, path) for model, count in value.items()}
    return _number(value, place, path)


def _number(value: object, place: str, path: str) -> int | Fraction:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise InputError(f"{place} is not a number", path)
    return value if isinstance(value, int) else Fraction(str(value))


def compare_with_baseline(baseline: Mapping[str, Metrics], path: str, after: Module, bank_model: str) -> Comparison:
    """The kernels of a file beside their baselines, by name; instructions are not compared, a baseline has none.

    Raises:
        InputError: none of the file's kernels has a baseline.
    """
    names: Sequence[str] = [k.name for k in after.kernels]
    common = [name for name in names if name in baseline]
    if not common:
        raise InputError(f"no kernel of it has a baseline in {path} ({', '.join(names) or 'it has none'})", after.path)
    kernels = [
        KernelComparison(
            name, baseline[name], kernel_metrics(after, after.kernel(name), bank_model=bank_model, addresses=True), ()
        )
        for name in common
    ]
    return Comparison(tuple(kernels), (), tuple(name for name in names if name not in baseline))
