"""Results as JSON documents, field by field as the interface contract has them; formats only, computes nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields
from typing import TYPE_CHECKING

from isaopt.plain import Json, picked, plain
from isaopt.reports.solver import objective_of
from isaopt.reports.verdict import diff_verdict, opt_verdict, verdicts

if TYPE_CHECKING:
    from isaopt.analysis.figures.comparison import ComparedLine, Diff, KernelComparison
    from isaopt.analysis.figures.operand_table import OperandRow
    from isaopt.api import Report, ReportKernel
    from isaopt.outcome import KernelReport, PassReport, Result
    from isaopt.reports.replay import SimulatedVersions
    from isaopt.transform.registry import PassInfo


def opt_document(
    result: Result,
    source: Mapping[str, str],
    output: Mapping[str, str | None],
    assumptions: Sequence[str],
    cached: bool = False,
) -> dict[str, Json]:
    """The document of ``opt --json``. ``source`` and ``output`` are path and sha256 of the files; ``cached`` says
    whether the result was looked up, in which case the ``seconds`` of the passes are those of the run that made it."""
    written = output["path"] or ""
    return {
        "verdict": "\n".join(verdicts((k.name, opt_verdict(k, written)) for k in result.kernels)),
        "arch": result.module.arch,
        "input": dict(source),
        "output": dict(output),
        "seconds": round(result.seconds, 3),
        "cached": cached,
        "assumptions": list(assumptions),
        "lint": plain(result.lint),
        "kernels": [kernel_document(kernel, written) for kernel in result.kernels],
    }


def kernel_document(kernel: KernelReport, written: str = "") -> dict[str, Json]:
    """One entry of ``kernels`` in ``opt --json``."""
    return {
        "name": kernel.name,
        "verdict": opt_verdict(kernel, written),
        **picked(kernel, "wave_size", "before", "after", "verify", "evidence", "tuning"),
        "passes": [_pass(ran) for ran in kernel.passes],
    }


def _pass(ran: PassReport) -> Json:
    solver: Json = None
    if ran.solver is not None:
        solver = {
            "status": ran.solver.status,
            "objective": _number(ran.solver.objective),
            "bound": _number(ran.solver.bound),
            "levels": [
                {
                    "name": name,
                    "objective": _number(objective),
                    "bound": _number(bound),
                    "unit": objective_of(name).unit,
                    "status": status,
                }
                for name, objective, bound, status in ran.solver.levels
            ],
        }
    found = picked(ran, "name", "changed", "reason", "notes", "declined", "after")
    return {**found, "seconds": round(ran.seconds, 3), "solver": solver}


def _number(value: float) -> int | float:
    return int(value) if float(value).is_integer() else value


def report_document(report: Report) -> dict[str, Json]:
    """The document of ``report --json``: METRICS per kernel, its limiting factor, and the operand table."""
    kernels = [_report_kernel(kernel, report.bank_model) for kernel in report.kernels]
    return {**picked(report, "path", "arch", "bank_model"), "kernels": kernels}


def _report_kernel(kernel: ReportKernel, model: str) -> Json:
    limits = kernel.limits
    step = limits.next_step
    return {
        **picked(kernel, "name", "wave_size"),
        **picked(kernel.metrics, *(f.name for f in fields(kernel.metrics))),
        "occupancy": {
            **picked(limits, "limit", "by_vgprs", "by_lds", "workgroups", "vgpr_budget"),
            "next_step": None if step is None else {"vgprs": step[0], "waves": step[1]},
        },
        "blocked": list(kernel.blocked),
        "rows": [_row(row, model) for row in kernel.rows],
    }


def _row(row: OperandRow, model: str) -> Json:
    return {
        **picked(row, "line", "loop", "text", "dual"),
        "extra_cycles": plain(row.extra_cycles[model]),
        "extra_cycles_by_model": plain(row.extra_cycles),
        "operands": [
            {
                **picked(cell, "role", "vgpr", "bank", "served", "conflicts"),
                "component": "XY"[cell.component],
                "conflict": model in cell.conflicts,
            }
            for cell in row.cells
        ],
    }


def diff_document(diff: Diff, replays: Mapping[str, SimulatedVersions] | None = None) -> dict[str, Json]:
    """The document of ``diff --json``: METRICS as ``before`` and ``after`` for each kernel, and the changed
    instructions; ``replays`` are simulations of changed kernels."""
    said = [(k.name, diff_verdict(k, (replays or {}).get(k.name))) for k in diff.kernels]
    return {
        "verdict": "\n".join(verdicts(said)),
        **picked(diff, "before", "after", "arch", "bank_model", "only_before", "only_after"),
        "kernels": [
            {**_diff_kernel(kernel, diff.bank_model), "verdict": line}
            for kernel, (_, line) in zip(diff.kernels, said, strict=True)
        ],
    }


def _diff_kernel(kernel: KernelComparison, model: str) -> dict[str, Json]:
    return {
        **picked(kernel, "name", "before", "after"),
        "changed": [
            {side: [_line(line, model) for line in lines] for side, lines in (("before", c.before), ("after", c.after))}
            for c in kernel.changes
        ],
    }


def _line(line: ComparedLine, model: str) -> Json:
    return {**picked(line, "line", "text"), "row": None if line.row is None else _row(line.row, model)}


def passes_document(passes: Sequence[PassInfo]) -> dict[str, Json]:
    """The document of ``passes --json``."""
    return {"passes": plain(passes)}
