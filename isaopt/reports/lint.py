"""Findings and rules as text and as JSON; formats only."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from typing import TYPE_CHECKING

from isaopt.plain import Json, picked
from isaopt.printable import inline, no_command, one_line

if TYPE_CHECKING:
    from isaopt.linting.model import Finding, Rule

_LONGEST_LINE = 400


def finding_lines(findings: Sequence[Finding], text: str, path: str) -> str:
    """Findings in the compiler's form, each with its source line and a caret; ends with a line break if not empty."""
    source = text.split("\n")
    out = []
    for f in findings:
        out.append(one_line(f"{path}:{f.line}:{f.column}: {f.severity}: {f.message} [{f.rule}]"))
        line = source[f.line - 1].rstrip("\r") if 0 < f.line <= len(source) else ""
        if 0 < len(line) <= _LONGEST_LINE:
            out.append(no_command("".join(c if c == "\t" or len(inline(c)) == 1 else "?" for c in line)))
            out.append("".join("\t" if c == "\t" else " " for c in line[: f.column - 1]) + "^")
    return "".join(line + "\n" for line in out)


def tally(findings: Sequence[Finding]) -> str:
    """A summary such as ``2 errors, 1 warning``."""
    errors = sum(f.severity == "error" for f in findings)
    warnings = len(findings) - errors
    return f"{errors} error{'s' * (errors != 1)}, {warnings} warning{'s' * (warnings != 1)}"


def lint_document(findings: Sequence[Finding], fixed: int | None = None) -> dict[str, Json]:
    """The document of ``lint --json``; ``fixed`` is present only after ``--fix``."""
    listed = ("rule", "severity", "line", "column", "kernel", "message", "help")
    document: dict[str, Json] = {"findings": [{**picked(f, *listed), "fixable": bool(f.fix)} for f in findings]}
    return document if fixed is None else {**document, "fixed": fixed}


def rules_document(rules: Sequence[Rule]) -> dict[str, Json]:
    """The document of ``lint --rules --json``."""
    listed = ("severity", "summary", "help", "source")
    return {"rules": [{"rule": r.id, **picked(r, *listed), "families": sorted(r.families)} for r in rules]}


def rules_text(rules: Sequence[Rule]) -> str:
    """Every rule with its meaning, for a terminal."""
    out = []
    for r in rules:
        out.append(f"{r.id} ({r.severity}, {' and '.join(sorted(r.families))})\n")
        for paragraph in (r.summary, r.help, f"Source: {r.source}"):
            out.append(textwrap.fill(paragraph, 100, initial_indent="    ", subsequent_indent="    ") + "\n")
        out.append("\n")
    return "".join(out).rstrip("\n") + "\n"
