"""Findings as SARIF 2.1.0 (OASIS "Static Analysis Results Interchange Format", 27 March 2020); formats only."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

from isaopt.plain import Json
from isaopt.virtual.findings import CHECKS

if TYPE_CHECKING:
    from isaopt.linting.model import Finding, Rule
    from isaopt.virtual.findings import ProgramFinding, SourcePlace

_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"


def sarif_document(findings: Sequence[Finding], rules: Sequence[Rule], path: str, version: str) -> dict[str, Json]:
    """One run of ``isaopt lint`` over one file; ``rules`` are those that ran."""
    index = {rule.id: n for n, rule in enumerate(rules)}
    uri = source_uri(path)
    results = [_result(f, index[f.rule], uri) for f in findings]
    return sarif_run("isaopt lint", version, [_rule(r) for r in rules], results, uri)


def sarif_run(tool: str, version: str, rules: Sequence[Json], results: Sequence[Json], uri: str) -> dict[str, Json]:
    """A SARIF log of one run of a tool over one file of assembly."""
    return _log(tool, version, rules, results, [{"location": {"uri": uri}, "sourceLanguage": "assembly"}])


def program_sarif(findings: Sequence[ProgramFinding], version: str) -> dict[str, Json]:
    """One run of ``isaopt run --check``: a rule for each check."""
    rules: list[Json] = [{"id": name, "shortDescription": {"text": meaning}} for name, meaning in CHECKS.items()]
    results: list[Json] = []
    for found in findings:
        places = [(found.message, found.place), *found.related]
        first, *others = (_location(place, text if k else None) for k, (text, place) in enumerate(places))
        first["logicalLocations"] = [{"name": found.kernel, "kind": "function"}]
        results.append(
            {
                "ruleId": found.check,
                "ruleIndex": list(CHECKS).index(found.check),
                "level": "error",
                "message": {"text": "\n".join((found.message, *found.lines()))},
                "locations": [first],
                "relatedLocations": others,
            }
        )
    return _log("isaopt run", version, rules, results, [])


def _location(place: SourcePlace, text: str | None) -> dict[str, Json]:
    physical: dict[str, Json] = {"artifactLocation": {"uri": source_uri(place.file)}}
    if place.line:
        physical["region"] = {"startLine": place.line}
    location: dict[str, Json] = {"physicalLocation": physical}
    if text is not None:
        location["message"] = {"text": text}
    return location


def _log(
    tool: str, version: str, rules: Sequence[Json], results: Sequence[Json], artifacts: Sequence[Json]
) -> dict[str, Json]:
    return {
        "$schema": _SCHEMA,
        "version": "2.1.0",
        "runs": [
            {
                "tool": {"driver": {"name": tool, "version": version, "rules": rules}},
                "artifacts": artifacts,
                "columnKind": "unicodeCodePoints",
                "results": results,
            }
        ],
    }


def source_uri(path: str) -> str:
    """The file as SARIF names it."""
    if path.startswith("<"):
        return "stdin"
    return Path(path).as_uri() if Path(path).is_absolute() else quote(Path(path).as_posix())


def _rule(rule: Rule) -> Json:
    return {
        "id": rule.id,
        "shortDescription": {"text": rule.summary},
        "fullDescription": {"text": f"{rule.summary}. Source: {rule.source}"},
        "help": {"text": rule.help},
        "defaultConfiguration": {"level": rule.severity.value},
        "properties": {"families": sorted(rule.families)},
    }


def sarif_result(
    rule: str, index: int, level: str, message: str, uri: str, kernel: str | None, region: Mapping[str, int]
) -> dict[str, Json]:
    """One result at a place of the file; the ``index`` is that of its rule."""
    location: dict[str, Json] = {
        "physicalLocation": {"artifactLocation": {"uri": uri, "index": 0}, "region": region},
    }
    if kernel is not None:
        location["logicalLocations"] = [{"name": kernel, "kind": "function"}]
    return {
        "ruleId": rule,
        "ruleIndex": index,
        "level": level,
        "message": {"text": message},
        "locations": [location],
    }


def _result(finding: Finding, rule_index: int, uri: str) -> Json:
    region = {"startLine": finding.line, "startColumn": finding.column}
    result = sarif_result(
        finding.rule, rule_index, finding.severity.value, finding.message, uri, finding.kernel, region
    )
    if finding.fix:
        replacements: list[Json] = [
            {
                "deletedRegion": {"charOffset": e.start, "charLength": e.end - e.start},
                "insertedContent": {"text": e.text},
            }
            for e in finding.fix
        ]
        change: Json = {"artifactLocation": {"uri": uri, "index": 0}, "replacements": replacements}
        result["fixes"] = [{"description": {"text": finding.help}, "artifactChanges": [change]}]
    return result
