"""Results as JSON documents, field by field as the interface contract has them; formats only, computes nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields, is_dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from isaopt.reports.solver import objective_of
from isaopt.reports.verdict import diff_verdict, opt_verdict, verdicts

if TYPE_CHECKING:
    from isaopt.analysis.figures.comparison import KernelComparison, Line
    from isaopt.analysis.figures.metrics import Metrics
    from isaopt.analysis.figures.operand_table import Row
    from isaopt.analysis.figures.records import Record
    from isaopt.api import Diff, PassInfo, Report, ReportKernel
    from isaopt.outcome import KernelReport, PassReport, Result
    from isaopt.reports.replay import Versions

Json = str | int | float | bool | None | Sequence["Json"] | Mapping[str, "Json"]


def plain_json(value: object) -> Json:
    """A dataclass tree as JSON values; a fraction becomes a whole number where it is one, else a decimal."""
    if isinstance(value, Fraction):
        return int(value) if value.denominator == 1 else float(value)
    if value is None or isinstance(value, str | bool | int | float):
        return value
    if isinstance(value, Mapping):
        return {str(k): plain_json(v) for k, v in value.items()}
    if is_dataclass(value) and not isinstance(value, type):
        return {f.name: plain_json(getattr(value, f.name)) for f in fields(value)}
    if isinstance(value, Sequence):
        return [plain_json(v) for v in value]
    raise TypeError(f"no JSON form for {type(value).__name__}")


def metrics_document(metrics: Metrics) -> dict[str, Json]:
    """METRICS of the interface contract."""
    return {f.name: plain_json(getattr(metrics, f.name)) for f in fields(metrics)}


def opt_document(
    result: Result,
    source: Mapping[str, str],
    output: Mapping[str, str | None],
    assumptions: Sequence[str],
    cached: bool = False,
) -> dict[str, Json]:
    """``opt --json``; ``source`` and ``output`` are path and sha256 of the files, ``cached`` whether the result was
    looked up: ``seconds`` of the passes are then those of the run that made it."""
    written = output["path"] or ""
    return {
        "verdict": "\n".join(verdicts((k.name, opt_verdict(k, written)) for k in result.kernels)),
        "arch": result.module.arch,
        "input": dict(source),
        "output": dict(output),
        "seconds": round(result.seconds, 3),
        "cached": cached,
        "assumptions": list(assumptions),
        "lint": plain_json(result.lint),
        "kernels": [kernel_document(kernel, written) for kernel in result.kernels],
    }


def kernel_document(kernel: KernelReport, written: str = "") -> dict[str, Json]:
    """One entry of ``kernels`` in ``opt --json``."""
    return {
        "name": kernel.name,
        "verdict": opt_verdict(kernel, written),
        "wave_size": kernel.wave_size,
        "before": metrics_document(kernel.before),
        "after": metrics_document(kernel.after),
        "verify": kernel.verify,
        "evidence": kernel.evidence,
        "passes": [_pass(ran) for ran in kernel.passes],
        "tuning": plain_json(kernel.tuning),
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
    return {
        "name": ran.name,
        "changed": ran.changed,
        "reason": ran.reason,
        "seconds": round(ran.seconds, 3),
        "solver": solver,
        "notes": list(ran.notes),
        "declined": [{"line": d.line, "code": d.code, "message": d.message} for d in ran.declined],
        "after": None if ran.after is None else metrics_document(ran.after),
    }


def _number(value: float) -> int | float:
    return int(value) if float(value).is_integer() else value


def report_document(report: Report) -> dict[str, Json]:
    """``report --json``: METRICS per kernel, what limits it, and the operand table."""
    return {
        "path": report.path,
        "arch": report.arch,
        "bank_model": report.bank_model,
        "kernels": [_report_kernel(kernel, report.bank_model) for kernel in report.kernels],
    }


def _report_kernel(kernel: ReportKernel, model: str) -> Json:
    limits = kernel.limits
    step = limits.next_step
    return {
        "name": kernel.name,
        "wave_size": kernel.wave_size,
        **metrics_document(kernel.metrics),
        "occupancy": {
            "limit": limits.limit,
            "by_vgprs": limits.by_vgprs,
            "by_lds": limits.by_lds,
            "workgroups": limits.workgroups,
            "vgpr_budget": limits.vgpr_budget,
            "next_step": None if step is None else {"vgprs": step[0], "waves": step[1]},
        },
        "blocked": list(kernel.blocked),
        "rows": [_row(row, model) for row in kernel.rows],
    }


def _row(row: Row, model: str) -> Json:
    return {
        "line": row.line,
        "loop": row.loop,
        "text": row.text,
        "dual": row.dual,
        "extra_cycles": plain_json(row.extra_cycles[model]),
        "extra_cycles_by_model": plain_json(row.extra_cycles),
        "operands": [
            {
                "component": "XY"[cell.component],
                "role": cell.role,
                "vgpr": cell.vgpr,
                "bank": cell.bank,
                "served": cell.served,
                "conflict": model in cell.conflicts,
                "conflicts": list(cell.conflicts),
            }
            for cell in row.cells
        ],
    }


def diff_document(diff: Diff, replays: Mapping[str, Versions] | None = None) -> dict[str, Json]:
    """``diff --json``: METRICS as ``before`` and ``after`` for each kernel, and the instructions that changed;
    ``replays`` are simulations of kernels that changed."""
    said = [(k.name, diff_verdict(k, (replays or {}).get(k.name))) for k in diff.kernels]
    return {
        "verdict": "\n".join(verdicts(said)),
        "before": diff.before,
        "after": diff.after,
        "arch": diff.arch,
        "bank_model": diff.bank_model,
        "only_before": list(diff.only_before),
        "only_after": list(diff.only_after),
        "kernels": [
            {**_diff_kernel(kernel, diff.bank_model), "verdict": line}
            for kernel, (_, line) in zip(diff.kernels, said, strict=True)
        ],
    }


def _diff_kernel(kernel: KernelComparison, model: str) -> dict[str, Json]:
    return {
        "name": kernel.name,
        "before": metrics_document(kernel.before),
        "after": metrics_document(kernel.after),
        "changed": [
            {side: [_line(line, model) for line in lines] for side, lines in (("before", c.before), ("after", c.after))}
            for c in kernel.changes
        ],
    }


def _line(line: Line, model: str) -> Json:
    return {"line": line.line, "text": line.text, "row": None if line.row is None else _row(line.row, model)}


def record_document(record: Record) -> dict[str, Json]:
    """A line of ``dump --json-lines``."""
    return {f.name: plain_json(getattr(record, f.name)) for f in fields(record)}


def passes_document(passes: Sequence[PassInfo]) -> dict[str, Json]:
    """``passes --json``."""
    return {"passes": [plain_json(each) for each in passes]}
