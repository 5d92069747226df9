"""The findings of a gate, as annotations of a pull request and as SARIF; formats only."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from isaopt.ir.program import Label
from isaopt.plain import Json
from isaopt.printable import inline
from isaopt.reports.sarif import sarif_result, sarif_run, source_uri

if TYPE_CHECKING:
    from isaopt.analysis.figures.thresholds import Judgement, Threshold, ThresholdCrossing
    from isaopt.ir.program import Module


def line_of(module: Module, crossing: ThresholdCrossing) -> int:
    """The line of the label of the kernel or loop, 0 if it has none."""
    wanted = crossing.kernel if crossing.loop is None else crossing.loop
    return next((item.line for item in module.items if isinstance(item, Label) and item.name == wanted), 0)


def github_commands(found: Judgement, module: Module, path: str) -> Iterator[str]:
    """Workflow commands for GitHub Actions: an error for each violation, a notice for each that is excepted
    (GitHub documentation, "Workflow commands for GitHub Actions")."""
    for crossing in found.violations:
        yield _command("error", path, line_of(module, crossing), crossing.message)
    for crossing, waiver in found.waived:
        message = f"{crossing.message}; excepted: {waiver.reason}"
        yield _command("notice", path, line_of(module, crossing), message)


def _command(level: str, path: str, line: int, message: str) -> str:
    file = _escaped(path).replace(":", "%3A").replace(",", "%2C")
    where = f"file={file}" + (f",line={line}" if line else "")
    return f"::{level} {where},title=isaopt::{_escaped(message)}"


def _escaped(text: str) -> str:
    return inline(text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A"))


def gate_sarif(
    found: Judgement, thresholds: Sequence[Threshold], module: Module, path: str, version: str
) -> dict[str, Json]:
    """SARIF 2.1.0: a rule for each condition, a result for each place; an excepted one is suppressed with its
    reason."""
    texts = list(dict.fromkeys(t.text for t in thresholds))
    rules: list[Json] = [
        {
            "id": text,
            "shortDescription": {"text": f"'{text}' must not hold for any kernel"},
            "defaultConfiguration": {"level": "error"},
        }
        for text in texts
    ]
    uri = source_uri(path)
    results: list[Json] = [_result(crossing, texts, module, uri, None) for crossing in found.violations]
    results += [_result(crossing, texts, module, uri, waiver.reason) for crossing, waiver in found.waived]
    return sarif_run("isaopt gate", version, rules, results, uri)


def _result(crossing: ThresholdCrossing, texts: Sequence[str], module: Module, uri: str, reason: str | None) -> Json:
    text, region = crossing.threshold.text, {"startLine": max(line_of(module, crossing), 1)}
    result = sarif_result(text, texts.index(text), "error", crossing.message, uri, crossing.kernel, region)
    if reason is not None:
        result["suppressions"] = [{"kind": "external", "status": "accepted", "justification": reason}]
    return result
