"""The errors and findings of a text, and their mechanical repairs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from lsprotocol import types

from isaopt.errors import InputError
from isaopt.ir.program import Instruction
from isaopt.languageserver.positions import Positions
from isaopt.languageserver.view import TextView
from isaopt.linting.fixes import compatible
from isaopt.linting.model import Edit, Finding, Severity

SOURCE = "isaopt"
REPAIR_ALL = f"{types.CodeActionKind.SourceFixAll.value}.isaopt"
_SEVERITIES = {
    Severity.ERROR: types.DiagnosticSeverity.Error,
    Severity.WARNING: types.DiagnosticSeverity.Warning,
}


def diagnostics(view: TextView, positions: Positions) -> list[types.Diagnostic]:
    """The lines that cannot be read, and lint's findings in the others."""
    return [_fault(view, positions, f) for f in view.now.faults] + [
        _finding(view, positions, f) for f in view.findings()
    ]


def _fault(view: TextView, positions: Positions, fault: InputError) -> types.Diagnostic:
    line, column = max(fault.line - 1, 0), max(fault.col - 1, 0)
    message = fault.message + (f"\n{fault.hint}" if fault.hint else "")
    where = _extent(view, positions, line, column)
    return types.Diagnostic(where, message, severity=types.DiagnosticSeverity.Error, source=SOURCE)


def _finding(view: TextView, positions: Positions, finding: Finding) -> types.Diagnostic:
    return types.Diagnostic(
        _extent(view, positions, finding.line - 1, finding.column - 1),
        finding.message,
        severity=_SEVERITIES[finding.severity],
        code=finding.rule,
        source=SOURCE,
    )


def _extent(view: TextView, positions: Positions, line: int, column: int) -> types.Range:
    """The extent of a fault from its column: the rest of an instruction or else of the line; never empty."""
    lines = view.now.lines
    line = min(line, len(lines) - 1)
    end = len(lines[line].rstrip())
    for index in view.now.items_at.get(line, ()):
        item = view.now.item(index)
        if isinstance(item, Instruction):
            end = item.col - 1 + item.end - item.start
    start = min(column, max(end - 1, 0))
    return positions.range(line, start, max(end, start + 1))


def actions(view: TextView, positions: Positions, uri: str, asked: types.CodeActionParams) -> list[types.CodeAction]:
    """Repairs of lint's findings in the requested lines; of the whole present text if that is requested."""
    first, last = asked.range.start.line, asked.range.end.line
    wanted = _names(asked.context.only or ())
    found: list[types.CodeAction] = []
    if _asked_for(types.CodeActionKind.QuickFix.value, wanted):
        for finding in view.findings():
            if first <= finding.line - 1 <= last:
                found += _repairs(view, positions, uri, finding)
    every = [f for f in view.findings() if f.fix and view.fresh]
    if every and _asked_for(REPAIR_ALL, wanted):
        edits, count = compatible(every)
        title = f"Repair all that is mechanical ({count})"
        found.append(types.CodeAction(title, REPAIR_ALL, edit=_edit(positions, uri, edits)))
    return found


def repairs_all(only: Iterable[types.CodeActionKind | str]) -> bool:
    """Whether only repairs of the whole text are requested, which can wait for facts of the present text."""
    wanted = _names(only)
    return _asked_for(REPAIR_ALL, wanted) and not _asked_for(types.CodeActionKind.QuickFix.value, wanted)


def _names(kinds: Iterable[types.CodeActionKind | str]) -> list[str]:
    return [kind.value if isinstance(kind, types.CodeActionKind) else kind for kind in kinds]


def _asked_for(kind: str, wanted: list[str]) -> bool:
    return not wanted or any(kind == each or kind.startswith(f"{each}.") for each in wanted)


def _repairs(view: TextView, positions: Positions, uri: str, finding: Finding) -> Iterator[types.CodeAction]:
    about = [_finding(view, positions, finding)]
    kind = types.CodeActionKind.QuickFix
    if finding.fix:
        edit = _edit(positions, uri, finding.fix)
        yield types.CodeAction(f"Repair {finding.rule}", kind, about, is_preferred=True, edit=edit)
    line = view.now.lines[finding.line - 1]
    if "isaopt:" not in line:
        end = positions.position(finding.line - 1, len(line))
        text = types.TextEdit(types.Range(end, end), f" ; isaopt: allow {finding.rule}")
        change = types.WorkspaceEdit({uri: [text]})
        yield types.CodeAction(f"Allow {finding.rule} in this line", kind, about, edit=change)


def _edit(positions: Positions, uri: str, edits: Iterable[Edit]) -> types.WorkspaceEdit:
    return types.WorkspaceEdit({uri: [types.TextEdit(positions.offsets(e.start, e.end), e.text) for e in edits]})
