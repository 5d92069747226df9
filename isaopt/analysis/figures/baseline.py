"""Figures of an earlier build to compare with a new one: the output of ``report --json``, by kernel name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from isaopt.analysis.figures.comparison import Diff, KernelComparison
from isaopt.analysis.figures.metrics import Metrics, kernel_metrics
from isaopt.errors import InputError
from isaopt.ir.program import Module
from isaopt.plain import read_as, read_json


@dataclass(frozen=True, slots=True)
class _Report:
    bank_model: str
    kernels: tuple[Mapping[str, object], ...]


def read_baseline(text: str, path: str, bank_model: str) -> dict[str, Metrics]:
    """The figures of each kernel in a ``report --json`` document, or in a list of such documents.

    Raises:
        InputError: the text is no such document, used another register-file model, or names a kernel twice.
    """
    found = read_json(text, path)
    out: dict[str, Metrics] = {}
    for document in found if isinstance(found, list) else [found]:
        report = read_as(_Report, document, "what 'isaopt report --json' writes", path)
        if report.bank_model != bank_model:
            raise InputError(
                f"the baseline counts conflicts under the model '{report.bank_model}', not '{bank_model}'",
                path,
                hint="give --bank-model, or write the baseline again",
            )
        for kernel in report.kernels:
            name = str(kernel.get("name"))
            if name in out:
                raise InputError(f"kernel '{name}' appears twice in the baseline", path)
            again = "write the baseline again with this version"
            out[name] = read_as(Metrics, kernel, f"the figures of kernel '{name}'", path, again)
    return out


def compare_with_baseline(baseline: Mapping[str, Metrics], path: str, after: Module, bank_model: str) -> Diff:
    """The kernels of a file beside their baselines, by name. Instructions are not compared, since a baseline has none.

    Raises:
        InputError: none of the file's kernels has a baseline.
    """
    names: Sequence[str] = [k.name for k in after.kernels]
    common = [name for name in names if name in baseline]
    if not common:
        raise InputError(
            f"none of its kernels is in the baseline {path} ({', '.join(names) or 'it has none'})", after.path
        )
    kernels = [
        KernelComparison(
            name, baseline[name], kernel_metrics(after, after.kernel(name), bank_model=bank_model, addresses=True), ()
        )
        for name in common
    ]
    only_after = tuple(name for name in names if name not in baseline)
    return Diff(path, after.path, after.arch, bank_model, tuple(kernels), (), only_after)
